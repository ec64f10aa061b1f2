//! What the caller of a step must decide on.

use drystone_solve::certificate::word_of;
use drystone_solve::mass::BadPivot;
use drystone_solve::solver::Stop;

/// Why a step could not be made, or was refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum StepError {
    /// M(q) has no inverse.
    #[error(
        "at t = {time} s the mass matrix is not positive definite (pivot {pivot:e} at degree of freedom {dof}): give every coordinate inertia, or leave the configuration where it vanishes"
    )]
    Mass {
        /// When, in s.
        time: f64,
        /// Where: the degree of freedom of the bad pivot.
        dof: usize,
        /// The pivot.
        pivot: f64,
    },
    /// A number that is not finite.
    #[error(
        "at t = {time} s {what} is not a finite number (component {index}): take a smaller step, or keep the motion away from where the formula has no value"
    )]
    NotFinite {
        /// When, in s.
        time: f64,
        /// Which quantity.
        what: &'static str,
        /// Which component.
        index: usize,
    },
    /// A step whose answer misses its laws by more than asked.
    #[error(
        "at t = {time} s a step misses its tolerance by too much (solver: {stop}); worst clause: {} {defect:e} {unit}; {}, or keep such steps with on_violation = \"record\"",
        word_of(clause),
        remedy(stop)
    )]
    Violation {
        /// When, in s.
        time: f64,
        /// What the solver said.
        stop: &'static str,
        /// Worst clause.
        clause: &'static str,
        /// Its defect.
        defect: f64,
        /// Unit of the defect.
        unit: &'static str,
    },
    /// A step whose contacts, or joints and motors, no impulses can keep.
    #[error("at t = {time} s no impulses keep the {}", kept(*contacts, *closing))]
    Infeasible {
        /// When, in s.
        time: f64,
        /// How fast they close in the mean, in m/s; of joints alone in m/s or rad/s.
        closing: f64,
        /// Whether contacts take part, or joints and motors alone.
        contacts: bool,
    },
    /// The caller asked for an end while the step was under way: the state is that before it.
    #[error("at t = {time} s the run was asked to end inside a step: what came before is kept")]
    Interrupted {
        /// When the step began, in s.
        time: f64,
    },
    /// An impact law that could not be followed.
    #[error("at t = {time} s, contact {contact}: {message}")]
    Impact {
        /// When, in s.
        time: f64,
        /// Which contact.
        contact: u64,
        /// What is wrong and what to do.
        message: String,
    },
    /// Events come faster than they can be followed, or nothing fits at one.
    #[error(
        "at t = {time} s the event-driven scheme cannot go on: {reason}; take scheme = \"hybrid\", which steps over such instants, or a time-stepping scheme"
    )]
    Events {
        /// When, in s.
        time: f64,
        /// Why.
        reason: &'static str,
    },
    /// A scheme that does not apply to the system.
    #[error("{scheme} does not apply: {reason}")]
    NotApplicable {
        /// Which scheme.
        scheme: &'static str,
        /// Why, and what to take instead.
        reason: &'static str,
    },
    /// A saved run of another system.
    #[error(
        "the saved run has {found} {what}, this scene {asked}: resume it with the scene that it was saved from"
    )]
    Checkpoint {
        /// Of what.
        what: &'static str,
        /// How many there are in the saved run.
        found: usize,
        /// How many the system has.
        asked: usize,
    },
    /// Something is missing in a saved run, or of another size.
    #[error(
        "the saved run has no `{name}` of the right size: it was written by another version, run the scene anew"
    )]
    Unsaved {
        /// What.
        name: &'static str,
    },
    /// An integrator with error control that does not get on.
    #[error(
        "at t = {time} s the integrator has tried {tries} steps and does not get on (the last of {step:e} s): take softer springs, a larger veltol, or a scheme with hard contact"
    )]
    Stuck {
        /// When, in s.
        time: f64,
        /// The last step tried, in s.
        step: f64,
        /// How many.
        tries: usize,
    },
    /// A scheme of positions whose projection did not come to an end.
    #[error(
        "at t = {time} s the projection of the positions left a violation of {violation:e} m after {passes} passes: take a smaller step, or another scheme"
    )]
    Projection {
        /// When, in s.
        time: f64,
        /// What is left, in m.
        violation: f64,
        /// Passes made.
        passes: usize,
    },
}

/// What helps where a step misses its tolerance, by what the solver said.
fn remedy(stop: &str) -> &'static str {
    if stop == Stop::Converged.name() {
        "the solver met its tolerance beside its impulses, which are too large beside the velocities for the digits of a double: take masses that differ less, or a smaller step"
    } else {
        "give it more iterations, another solver, a smaller step, or masses that differ less"
    }
}

/// What no impulses keep, by how much, and what helps.
fn kept(contacts: bool, closing: f64) -> String {
    if contacts {
        format!(
            "contacts: they close against each other by {closing:.3e} m/s in the mean, whatever acts; let what drives them give, or make room"
        )
    } else {
        format!(
            "joints and motors: what they ask for differs by {closing:.3e} m/s (or rad/s) in the mean, whatever acts; bound the motor, or free a joint"
        )
    }
}

impl StepError {
    /// What a refused pivot of M is at a time.
    pub(crate) fn mass(time: f64) -> impl Fn(BadPivot) -> StepError {
        move |BadPivot { dof, pivot }| StepError::Mass { time, dof, pivot }
    }
}

/// The first component that is not finite, as an error.
pub(crate) fn finite(time: f64, what: &'static str, x: &[f64]) -> Result<(), StepError> {
    match x.iter().position(|x| !x.is_finite()) {
        None => Ok(()),
        Some(index) => Err(StepError::NotFinite { time, what, index }),
    }
}
