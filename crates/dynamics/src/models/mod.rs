//! The systems that exist.

pub mod complementarity;
pub mod lagrangian_description;
