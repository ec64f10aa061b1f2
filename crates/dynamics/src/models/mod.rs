//! The systems that exist.

pub mod bodies;
pub mod complementarity;
pub mod lagrangian;
pub mod particle;

pub use lagrangian::description::{
    ConstraintDescription, ContactDescription, FrictionDescription, LagrangianDescription,
    RestitutionDescription, Scalar,
};
pub use lagrangian::{Lagrangian, LagrangianError, Violation};
