//! From a mechanical system with hard contact and friction to certified time steps.
//!
//! ```text
//! q̇ = N(q) v,  M(q) dv = f(t, q, v) dt + H(q)ᵀ dr,  u = H(q) v + w(t),  (u, dr) ∈ law
//! (an equality of measures)
//! ```
//! Read `simulation.rs` first, then one file of [`schemes`]: that is one whole step. A system is anything
//! that implements [`system::System`]; [`models`] holds those that exist. This crate reads no file and prints
//! nothing.

pub mod accept;
pub mod checkpoint;
pub mod contact;
pub mod error;
pub mod formula;
pub mod gaps;
pub mod geometry;
pub mod kinematics;
pub mod models;
pub mod names;
pub mod ode;
pub mod root;
pub mod schemes;
pub mod simulation;
pub mod soft_rows;
pub mod state;
pub mod step;
pub mod system;

pub use checkpoint::Checkpoint;
pub use error::StepError;
pub use simulation::Simulation;
pub use step::contact_memory::SchemeMemory;
pub use system::{State, System};
