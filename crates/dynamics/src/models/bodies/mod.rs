//! Rigid bodies in the plane and in space.

pub mod description;

pub use description::WorldDescription;
