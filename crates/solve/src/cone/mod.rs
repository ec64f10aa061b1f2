//! Methods for contact problems with friction cones.

pub mod admm;
pub(crate) mod anderson;
pub mod projected_gradient;
pub(crate) mod scaled;
pub(crate) mod system;
