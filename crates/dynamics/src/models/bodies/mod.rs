//! Rigid bodies in the plane and in space.

pub mod description;
pub mod kinematics;

pub use description::WorldDescription;
