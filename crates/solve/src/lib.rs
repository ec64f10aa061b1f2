//! Complementarity and friction problems, their solvers, and a certificate for every answer.
//!
//! ```text
//! find r :   u = W r + b,   (uᵢ, rᵢ) ∈ lawᵢ  for every block i
//! ```
//! Start at [`problem::ContactProblem`]; every answer is judged by [`certificate::certify`], which knows no
//! solver. This crate knows no body, no time and no file, reads no clock, and gives the same bits for the
//! same input.

pub mod certificate;
pub mod cone;
pub mod delassus;
pub mod dense;
pub mod enumerate_modes;
pub mod infeasible;
pub mod judge;
pub mod law;
pub mod lcp;
pub mod mass;
pub mod measure;
pub mod ncp;
pub mod policy;
pub mod problem;
pub mod reduction;
pub mod saddle;
pub mod solver;
mod sparse;
pub mod symmetric;
pub mod synthetic;
