//! Drystone: rigid bodies in hard contact, exact Coulomb friction, every answer certified.
//!
//! ```text
//! find r :   u = W r + b,   (uᵢ, rᵢ) ∈ lawᵢ  for every block i
//! ```
//! This crate is the façade: it re-exports [`solve`] (the problems, their solvers, the certificate),
//! [`dynamics`] (systems, schemes, steps) and [`io`] (problem and scene files) and [`import`] (robots), and
//! holds the program `drystone`, whose loop over a scene is [`run::runner::Runner`]. It adds no mathematics
//! of its own.
//!
//! ```
//! use drystone::solve::certificate::certify;
//! use drystone::solve::law::Law;
//! use drystone::solve::problem::ContactProblem;
//!
//! // One contact of a 2 kg block that would slide along t₁: friction takes what the cone allows.
//! let w = nalgebra::DMatrix::identity(3, 3) * 0.5;
//! let problem = ContactProblem::from_dense(&w, vec![-1.0, 3.0, 0.0], vec![Law::Coulomb { mu: 0.4 }])?;
//! let r = [2.0, -0.8, 0.0];
//! let certificate = certify(&problem, &r);
//! assert!(certificate.clauses().iter().all(|(_, defect, _)| *defect < 1e-15));
//! # Ok::<(), drystone::solve::problem::ProblemError>(())
//! ```

pub mod analysis;
pub mod convergence;
pub mod run;
pub mod scenes;
pub mod show;
pub mod sinks;
pub mod svg;
pub mod verification;

pub use drystone_dynamics as dynamics;
pub use drystone_import as import;
pub use drystone_io as io;
pub use drystone_solve as solve;
