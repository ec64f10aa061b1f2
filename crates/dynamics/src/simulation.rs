//! The step loop: read this first.
//!
//! ```text
//! state ─ scheme.step ─▶ step { state, contacts, impulses, certificate } ─ account ─ accept ─▶ state
//! ```
//! A scheme finds the contacts, states the problem of the step, has it solved and moves the system
//! (`schemes/`, `step/`); here the energy account is closed. `accept.rs` accepts or refuses the step.

pub use crate::accept::OnViolation;
use crate::accept::Verdict;
use crate::error::{StepError, finite};
use crate::schemes::Scheme;
use crate::step::{EnergyAccount, Step};
use crate::system::{Energy, ImplicitQuery, MotionAhead, Reached, State, System};
use drystone_solve::solver::{Expired, Solver, Stop};

/// Steps that continuous detection may add to a run: so many at once, and so many for each step of the length
/// asked for. A bullet takes about ten to be stopped; a gas in which everything meets everything in every
/// step is eleven times as slow at most, and what passes through then is seen by those who look.
const CUTS_AT_ONCE: f64 = 200.0;
const CUTS_A_STEP: f64 = 10.0;
/// How often a step is made again, shorter, because it gave something a velocity at which it would pass.
const AGAIN: usize = 3;
/// At the velocities that a step has reached everything is looked at at its end.
const END: f64 = 1.0;
/// A step is shorter than another by this share at least, or as long: rounding is less.
const MET: f64 = 1e-6;

/// A system on its way.
pub struct Simulation {
    /// What moves.
    pub system: Box<dyn System>,
    /// How time is stepped.
    pub scheme: Box<dyn Scheme>,
    /// How step problems are solved.
    pub solver: Box<dyn Solver>,
    /// Where it is.
    pub state: State,
    /// Step, in s.
    pub dt: f64,
    /// What happens to steps short of the tolerance.
    pub on_violation: OnViolation,
    /// Whether steps are made shorter where a body would pass through another unseen ([`System::limit`]).
    pub continuous: bool,
    /// Whether the caller wants an end: asked inside long steps, [`Simulation::heed`].
    expired: Option<Expired>,
    /// Steps taken.
    pub steps: u64,
    step: Step,
    energy: Energy,
    /// Of the state that the last attempt reached.
    reached: Energy,
    q_mid: Vec<f64>,
    v_mean: Vec<f64>,
    /// When it began, in s.
    start: f64,
}

/// A system, where it is, and the step that led there.
pub type Observed<'a> = (&'a mut dyn System, &'a State, &'a Step);

impl Simulation {
    /// A system at the beginning of its way.
    pub fn new(
        mut system: Box<dyn System>,
        scheme: Box<dyn Scheme>,
        solver: Box<dyn Solver>,
        state: State,
        dt: f64,
    ) -> Result<Self, StepError> {
        finite(state.time, "the configuration", &state.q)?;
        finite(state.time, "the velocity", &state.v)?;
        let energy = system.energy(state.time, &state.q, &state.v);
        let step = Step {
            state: state.clone(),
            ..Step::with_room((state.q.len(), state.v.len()))
        };
        let (q_mid, v_mean) = (state.q.clone(), state.v.clone());
        let (on_violation, start) = (OnViolation::Stop, state.time);
        Ok(Simulation {
            system,
            scheme,
            solver,
            state,
            dt,
            on_violation,
            continuous: false,
            expired: None,
            steps: 0,
            start,
            step,
            energy,
            reached: energy,
            q_mid,
            v_mean,
        })
    }

    /// Makes one step of length `dt`. Refused, it leaves the state where it was.
    pub fn step(&mut self) -> Result<&Step, StepError> {
        self.step_by(self.dt)
    }

    /// Makes one step of this length (the last one of a run, or a random one), or a shorter one where that
    /// was refused or would pass through something: the state says when it is.
    pub fn step_by(&mut self, dt: f64) -> Result<&Step, StepError> {
        let mut dt = dt;
        let cuts = self.continuous && self.may_cut();
        if let Some(look) = self.scheme.looks_at(dt).filter(|_| cuts) {
            let Simulation { system, state, .. } = self;
            dt = system.limit(ahead(state, &state.v, dt, look));
            self.attempt(dt)?;
            for _ in 0..AGAIN {
                let Simulation {
                    system,
                    state,
                    step,
                    v_mean,
                    ..
                } = self;
                let clear = clear_way(&mut **system, state, &step.state.v, (dt, v_mean));
                if !(clear < dt) {
                    break;
                }
                dt = clear;
                self.attempt(dt)?;
            }
        } else {
            self.attempt(dt)?;
        }
        // Schemes that look all the way along choose the lengths of their steps themselves.
        let own = self.on_violation == OnViolation::Stop && self.scheme.looks_at(dt).is_none();
        let mut share = if own { 0.0 } else { 0.5 };
        while let Verdict::Shorten = self.on_violation.judge(&self.step, share)? {
            self.attempt(share * dt)?;
            share *= 0.5;
        }
        self.state.copy_from(&self.step.state);
        self.system.reached(Reached::State(&self.state));
        self.energy = self.reached;
        self.steps += 1;
        Ok(&self.step)
    }

    /// Whether the step from `before` (time and q) that was taken last went through something: on the
    /// straight way to where it ended, however it came there. Schemes that look all the way along may go
    /// around something in a step, and say so themselves.
    pub fn passed(&mut self, (time, q): (f64, &[f64])) -> bool {
        let dt = self.state.time - time;
        if self.scheme.looks_at(dt).is_none() {
            return self.scheme.has_passed();
        }
        if !(dt > 0.0) {
            return false;
        }
        let (system, v) = (&mut *self.system, &mut self.v_mean);
        system.kinematics().between(q, &self.state.q, dt, v);
        let at = (time, q);
        let clear = system.limit(MotionAhead::Step { at, v, dt, look: END });
        clear < (1.0 - MET) * dt
    }

    /// Ends steps that are under way with [`StepError::Interrupted`] once `expired` says yes; the solver must
    /// have been given the same. Steps that end by themselves are not touched.
    pub fn heed(&mut self, expired: Expired) {
        self.scheme.heed(&expired);
        self.expired = Some(expired);
    }

    /// Whether continuous detection may still make steps shorter.
    fn may_cut(&self) -> bool {
        let asked = (self.state.time - self.start) / self.dt;
        (self.steps as f64) < CUTS_AT_ONCE + (1.0 + CUTS_A_STEP) * asked
    }

    /// Goes on from another state than its own.
    pub(crate) fn take_up(&mut self, state: &State, energy: Energy, steps: u64) {
        self.state.copy_from(state);
        self.step.state.copy_from(state);
        (self.energy, self.reached, self.steps) = (energy, energy, steps);
    }

    /// The system, where it is, and the last step: for whoever looks on between steps.
    pub fn observe(&mut self) -> Observed<'_> {
        (&mut *self.system, &self.state, &self.step)
    }

    /// The energy of the present state.
    pub fn energy(&self) -> Energy {
        self.energy
    }

    /// The last step made.
    pub fn last(&self) -> &Step {
        &self.step
    }

    /// A step from the present state, not yet accepted.
    fn attempt(&mut self, dt: f64) -> Result<(), StepError> {
        let step = &mut self.step;
        self.scheme
            .step(&mut *self.system, &self.state, dt, &mut *self.solver, step)?;
        let cut = step.solves.stop == Stop::TimeLimit;
        if cut && self.expired.as_ref().is_some_and(|expired| expired()) {
            let time = self.state.time;
            return Err(StepError::Interrupted { time });
        }
        finite(step.state.time, "the velocity", &step.state.v)?;
        finite(step.state.time, "the configuration", &step.state.q)?;
        self.account(dt);
        Ok(())
    }

    /// Work of the applied forces, and what the scheme itself added.
    fn account(&mut self, dt: f64) {
        let Simulation {
            system,
            scheme,
            state,
            step,
            energy,
            reached,
            q_mid,
            v_mean,
            ..
        } = self;
        let next = &step.state;
        let (power, damping) = if scheme.books_work() {
            (0.0, 0.0)
        } else {
            for ((mean, before), after) in v_mean.iter_mut().zip(&state.v).zip(&next.v) {
                *mean = 0.5 * (before + after);
            }
            system.kinematics().advance(&state.q, v_mean, 0.5 * dt, q_mid);
            let middle = state.time + 0.5 * dt;
            let mut damping = 0.0;
            if scheme.damps_implicitly() {
                system.implicit(ImplicitQuery::Damping {
                    at: (middle, q_mid),
                    v: v_mean,
                    power: &mut damping,
                });
            }
            (system.applied_power(middle, q_mid, v_mean) - damping, damping)
        };
        *reached = system.energy(next.time, &next.q, &next.v);
        let EnergyAccount {
            applied_work,
            friction_loss,
            impact_loss,
            correction,
            implicit_damping,
            residue,
        } = &mut step.energy;
        *applied_work += dt * power;
        *implicit_damping -= dt * damping;
        *residue = reached.total() - energy.total() - *applied_work + *friction_loss + *impact_loss
            - *correction
            + *implicit_damping;
    }
}

/// How long a step that has reached the velocities `v` could have lasted, up to `dt`, without anything
/// passing through anything unseen: at these, and at the mean of those before and after. Schemes move by one
/// of the two, or between.
fn clear_way(system: &mut dyn System, from: &State, v: &[f64], (dt, mean): (f64, &mut [f64])) -> f64 {
    let clear = system.limit(ahead(from, v, dt, END));
    for ((mean, before), after) in mean.iter_mut().zip(&from.v).zip(v) {
        *mean = 0.5 * (before + after);
    }
    system.limit(ahead(from, mean, clear, END))
}

/// The motion from a state at other velocities.
fn ahead<'a>(from: &'a State, v: &'a [f64], dt: f64, look: f64) -> MotionAhead<'a> {
    let at = (from.time, &from.q[..]);
    MotionAhead::Step { at, v, dt, look }
}
