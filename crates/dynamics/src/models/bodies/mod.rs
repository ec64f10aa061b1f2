//! Rigid bodies in the plane and in space.

pub mod description;
pub mod forces;
pub mod joints;
pub mod kinematics;

pub use description::WorldDescription;
