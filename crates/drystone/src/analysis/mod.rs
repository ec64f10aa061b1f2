//! What a motion does in the long run: sections, return maps, Lyapunov exponents, cycles and how they change
//! with a parameter.
//!
//! ```text
//! scene ─▶ Orbit ─ Section ─▶ points (t, q, v)     section.rs      a formula, a period, or impacts
//!                └ tangents ─▶ Lyapunov exponents  lyapunov.rs     tangents with saltation, or two orbits
//!                └ Newton ─▶ cycle, monodromy M    cycle.rs        period doubling where det(M + I) = 0
//! NAME = FROM … TO ─▶ a section at every value     bifurcation.rs
//! ```
//! Meant for the schemes that locate events (`event-driven`, `hybrid`): there a point of a section is exact
//! to the tolerance of the run. Time-stepping schemes are accepted where they can answer, to their own order.
//! Not covered: linear complementarity systems, cycles of bodies in space (their quaternions make M − I
//! singular).

mod bifurcation;
mod cycle;
mod lyapunov;
mod orbit;
mod quantity;
mod section;

pub use bifurcation::{Branch, Diagram, Make, diagram, period_of};
pub use cycle::{Begin, Cascade, Cycle, Doubling, cascade, determinant, find_cycle, solve};
pub use lyapunov::{Exponents, Plan, by_tangents, by_two_orbits};
pub use orbit::Orbit;
pub use quantity::{Quantity, number};
pub use section::{Direction, Point, Section, Spec, Walk};

use crate::run::runner::RunError;
use drystone_dynamics::StepError;
use drystone_io::scene::SceneError;

/// Why an analysis ended without an answer.
#[derive(Clone, Debug, thiserror::Error)]
pub enum AnalysisError {
    /// The run itself.
    #[error("{0}")]
    Run(#[from] RunError),
    /// What was asked for does not fit the scene.
    #[error("{0}")]
    Input(String),
    /// No answer: a search that does not converge, a derivative that does not exist.
    #[error("{0}")]
    NotFound(String),
}

impl From<StepError> for AnalysisError {
    fn from(error: StepError) -> Self {
        AnalysisError::Run(error.into())
    }
}

impl From<SceneError> for AnalysisError {
    fn from(error: SceneError) -> Self {
        AnalysisError::Run(error.into())
    }
}

impl AnalysisError {
    /// Whether the input was bad, rather than the run.
    pub fn is_bad_input(&self) -> bool {
        match self {
            AnalysisError::Run(error) => error.is_bad_input(),
            AnalysisError::Input(_) => true,
            AnalysisError::NotFound(_) => false,
        }
    }
}
