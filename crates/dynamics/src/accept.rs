//! Whether a step is accepted: the one place, and the one rule.
//!
//! ```text
//! certified   the judge finds every law kept to the tolerance, in the scale of the problem, of its
//!             velocities and of each block (`drystone_solve::judge`)
//! loose       the same to `Options::enough`, by an answer of a crowd whose method met that: where no
//!             tolerance was asked for
//! kept        short of that, but within KEPT_TOLERANCES tolerances and KEPT of the scale: counted, marked,
//!             and the run goes on
//! coarse      beyond it, in a heap and where no tolerance was asked for: velocities within COARSE, blocks
//!             within COARSE_BLOCK; counted as refused, and the run goes on
//! refused     beyond it: a shorter step is tried; where that does not help the run stops or keeps it all the
//!             same, as the user chose
//! ```
//! The judge looks at the velocities that the step has reached, and whether the impulses make them: M̂ (v⁺ −
//! v_free) = Hᵀ r, beside its own terms. What misses that is refused. What the solver says of its
//! own answer is a column of the table and makes no step certified; one that missed its own measure is kept
//! at best, unless every velocity holds to the tolerance beside those that are reached. With a budget of
//! sweeps no tolerance is asked: then a step is refused only where numbers fail.

use crate::error::StepError;
use crate::step::Step;
use crate::step::tolerances::{
    COARSE, COARSE_BLOCK, KEPT, KEPT_TOLERANCES, LEAST_SHARE, LEAST_SHARE_BEFORE_STOP, UNCERTIFIED,
};
use drystone_solve::certificate::Certificate;
use drystone_solve::judge::{BLOCK, DYNAMICS, Judgement, LIPSCHITZ, VELOCITY};

/// How a step stands, the worst of all its problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Standing {
    /// Every law holds to the tolerance.
    #[default]
    Certified,
    /// In a crowd, where nobody asked for a tolerance: every law holds to the one that will do.
    Loose,
    /// Short of the tolerance by little.
    Kept,
    /// Short of it by more, in a heap where nobody asked for a tolerance.
    Coarse,
    /// Short of it by more.
    Refused,
}

impl Standing {
    /// All of them, the best first.
    pub const ALL: [Standing; 5] = [
        Standing::Certified,
        Standing::Loose,
        Standing::Kept,
        Standing::Coarse,
        Standing::Refused,
    ];

    /// As written in tables.
    pub fn name(self) -> &'static str {
        match self {
            Standing::Certified => "certified",
            Standing::Loose => "loose",
            Standing::Kept => "kept",
            Standing::Coarse => "coarse",
            Standing::Refused => "refused",
        }
    }

    /// Of what the judge found.
    pub fn of(found: &Judgement, tolerance: f64) -> Self {
        let asked = LIPSCHITZ * tolerance;
        let most = (KEPT_TOLERANCES * asked).min(KEPT).max(asked);
        // A step that is kept misses no velocity and no block by more than one that is certified may.
        let velocity = found.velocity <= VELOCITY.max(most);
        let block = found.acted <= BLOCK.max(most);
        // No tolerance of the laws excuses a velocity that the impulses do not make.
        let dynamics = found.dynamics <= DYNAMICS;
        if found.step_excess(tolerance) <= 1.0 {
            Standing::Certified
        } else if found.laws <= most && velocity && block && dynamics {
            Standing::Kept
        } else {
            Standing::Refused
        }
    }

    /// Of a step that is refused in a heap where nobody asked for a tolerance.
    pub(crate) fn of_heap(found: &Judgement) -> Self {
        let velocities = found.laws.max(found.velocity) <= COARSE;
        if velocities && found.acted <= COARSE_BLOCK && found.dynamics <= DYNAMICS {
            Standing::Coarse
        } else {
            Standing::Refused
        }
    }
}

/// What happens to a step whose problem was not solved to the tolerance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum OnViolation {
    /// Shorter steps are tried instead, down to 1/8; where none is solved the run stops before it.
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
        let least = match self {
            _ if step.standing() != Standing::Refused => return Ok(Verdict::Keep),
            OnViolation::Record => return Ok(Verdict::Keep),
            OnViolation::Stop => LEAST_SHARE_BEFORE_STOP,
            OnViolation::Shrink => LEAST_SHARE,
        };
        // No shorter step opens what is held shut.
        let hopeless = step.solutions.proof().is_some();
        match self {
            _ if share >= least && !hopeless => Ok(Verdict::Shorten),
            OnViolation::Shrink if !hopeless => Ok(Verdict::Keep),
            _ => Err(violation(step)),
        }
    }
}

/// Whether velocities hold to their laws, as a share of the `fastest` in play, beyond their `rounding`.
pub(crate) fn meets_laws(found: &Certificate, fastest: f64, rounding: f64) -> bool {
    found.penetration.max(found.joints) <= UNCERTIFIED * fastest + rounding
}

/// What is wrong: nothing can be right, or the clause of the certificate that is missed most.
fn violation(step: &Step) -> StepError {
    if let Some(proof) = step.solutions.proof() {
        return StepError::Infeasible {
            time: step.state.time,
            closing: proof.closing,
            contacts: !proof.contacts.is_empty(),
        };
    }
    let clauses = step.certificate.clauses();
    let worst = clauses.iter().fold(clauses[0], |worst, c| {
        if c.1 <= worst.1 || worst.1.is_nan() {
            worst
        } else {
            *c
        }
    });
    StepError::Violation {
        time: step.state.time,
        stop: step.solves.stop.name(),
        clause: worst.0,
        defect: worst.1,
        unit: worst.2,
    }
}
