//! Methods for contact problems with friction cones.

pub mod admm;
pub(crate) mod anderson;
pub mod interior_point;
pub mod projected_gradient;
pub(crate) mod scaled;
pub(crate) mod second_order;
pub(crate) mod system;
