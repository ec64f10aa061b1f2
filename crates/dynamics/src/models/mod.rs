//! The systems that exist.

pub mod complementarity;
