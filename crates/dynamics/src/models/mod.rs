//! The systems that exist.

pub mod lagrangian_description;
