//! Whether a step is accepted.
//!
//! ```text
//! the laws hold     max(penetration, joints) ≤ UNCERTIFIED · fastest velocity in play
//! accepted          every problem of the step converged, and its laws hold
//! ```
//! The errors that solvers stop by are norms over a whole problem, in which a light body among heavy ones may
//! hide: a velocity that misses its law is no solution, whatever the solver said. What happens to a step that
//! is not accepted is the choice of the run ([`OnViolation`]).

use crate::error::StepError;
use crate::step::Step;
use crate::step::tolerances::{LEAST_SHARE, UNCERTIFIED};
use drystone_solve::certificate::Certificate;
use drystone_solve::solver::Stop;

/// What happens to a step whose problem was not solved to the tolerance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum OnViolation {
    /// The run stops before it.
    #[default]
    Stop,
    /// It is kept, with its certificate, and counted.
    Record,
    /// A step of half the length is tried instead, and so on down to 1/1024; then it is kept and counted.
    Shrink,
}

/// What becomes of a step that was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It is kept.
    Keep,
    /// A shorter one is tried instead.
    Shorten,
}

impl OnViolation {
    /// The verdict on a step; the next try would be of this `share` of its length.
    pub(crate) fn judge(self, step: &Step, share: f64) -> Result<Verdict, StepError> {
        match self {
            _ if step.solves.stop == Stop::Converged => Ok(Verdict::Keep),
            OnViolation::Stop => Err(violation(step)),
            OnViolation::Shrink if share >= LEAST_SHARE => Ok(Verdict::Shorten),
            _ => Ok(Verdict::Keep),
        }
    }
}

/// Whether velocities hold to their laws, as a share of the `fastest` in play.
pub(crate) fn meets_laws(found: &Certificate, fastest: f64) -> bool {
    found.penetration.max(found.joints) <= UNCERTIFIED * fastest
}

/// The clause of the certificate that is missed most.
fn violation(step: &Step) -> StepError {
    let clauses = step.certificate.clauses();
    let worst = clauses
        .iter()
        .fold(clauses[0], |worst, c| if c.1 <= worst.1 { worst } else { *c });
    StepError::Violation {
        time: step.state.time,
        stop: step.solves.stop.name(),
        clause: worst.0,
        defect: worst.1,
        unit: worst.2,
    }
}
