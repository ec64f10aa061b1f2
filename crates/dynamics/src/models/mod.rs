//! The systems that exist.

pub mod bodies;
pub mod complementarity;
pub mod lagrangian;
pub mod lagrangian_description;
pub mod particle;

pub use lagrangian::{Lagrangian, LagrangianError, Violation};
pub use lagrangian_description::{
    ConstraintDescription, ContactDescription, FrictionDescription, LagrangianDescription,
    RestitutionDescription, Scalar,
};
