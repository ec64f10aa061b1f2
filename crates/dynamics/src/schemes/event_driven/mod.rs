//! The event-driven scheme: smooth phases integrated with error control, events located and met.
//!
//! ```text
//! between events  q̇ = N(q) v,   M v̇ = f + Hᵀ λ                       modes fixed, λ from one linear system
//! events       a gap closes; a normal force, a friction reserve or a slip vanishes       on the dense output
//! at an event     u_N < 0: the impact law of the pair; then modes that fit their forces
//! ```
//! In reading order:
//!
//! | file | subject |
//! |---|---|
//! | `mod.rs` | the loop of one step of the run |
//! | `phase/`, `friction_groups.rs` | accelerations and forces in fixed modes; rows that stick together |
//! | `flight.rs` | the integrator between two events, and the frames; `chart.rs`: its coordinates |
//! | `integration_step.rs` | one step of the integrator |
//! | `locate.rs`, `gaps.rs` | the first event in it: margins that are lost, gaps that close |
//! | `at_event.rs` | the stages at an event |
//! | `impact.rs`, `single_impact.rs` | impacts of all closed contacts, of one alone |
//! | `modes_by_repair.rs`, `modes_by_problem.rs` | modes: by single changes, by a contact problem |
//! | `zeno.rs` | accumulations of impacts, and of events |
//! | `account.rs` | impulses, work and certificate of the step of the run |
//! | `tangents.rs` | tangent vectors along the motion |
//! | `checkpoint.rs` | the memory between two steps, as numbers |
//! | `tolerances.rs` | every threshold; `linear.rs`: small linear systems |
//!
//! Source: Brogliato et al. (2002) §3.1, 3.3, 6.4, 6.5, 6.7 with (7), (10), (13), (35), (42), (43). The
//! integrator is Dormand and Prince's of order 8, Radau IIA where forces are stiff (`ode/integrator`); the
//! state at an event is the end of a step of its own that is made to end there, not a point of the
//! interpolant, so that events cost no accuracy. No finite force (Painlevé): the problem of a time step of
//! vanishing length gives the jump.
//!
//! Not covered: facetted and user-given friction sections (their corners are events of their own).

mod account;
mod at_event;
mod chart;
mod checkpoint;
mod flight;
mod friction_groups;
pub(crate) mod gaps;
mod impact;
mod integration_step;
mod linear;
mod locate;
mod modes_by_problem;
mod modes_by_repair;
mod phase;
mod single_impact;
mod tangents;
#[cfg(test)]
mod tests;
mod tolerances;
mod zeno;

use crate::contact::Contacts;
use crate::error::StepError;
use crate::schemes::Scheme;
use crate::step::contact_memory::{self, SchemeMemory};
use crate::step::options::Options;
use crate::step::{Status, Step};
use crate::system::{State, System};
use account::Account;
use drystone_solve::solver::{Expired, Solver};
use flight::Flight;
use impact::Trial;
use integration_step::StepStart;
pub(crate) use integration_step::goes_through;
pub use phase::Holding;
use phase::{ModeChange, Phase};
pub use tangents::{ImpactRecord, Tangent, Tangents};
use tolerances::{
    CLOCK, CLOSED, CLOSED_AT_START, FIRST, IDLE_STUCK, MOST_EVENTS, PROGRESS, SAME_FRAME, SHORTEST,
};
use zeno::Zeno;

/// How far a run of the event-driven scheme got.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Progress {
    /// To the time asked for.
    Arrived,
    /// Not: the state is where it stopped.
    Stuck(&'static str),
}

/// An event that ends a step of the integrator.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Event {
    /// The gap of this contact closes.
    Gap(u64),
    /// A force, a friction reserve or a slip vanishes.
    Margin(ModeChange),
    /// A closed contact is not among those of the system any more.
    ContactLost,
}

/// How a step of the integrator ended.
#[derive(Clone, Copy)]
enum StepEnd {
    /// There is none, however short.
    Refused,
    /// Without an event.
    Whole,
    /// At this one.
    Event(Event),
}

/// Events in a step of the run: all, and the last ones without progress.
#[derive(Clone, Copy, Debug, Default)]
struct Pace {
    events: usize,
    idle: usize,
}

/// Where the next step of the run may begin with the present modes.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Continuation {
    /// Nowhere: modes are found again.
    Unknown,
    /// At the state handed out last.
    LastFrame,
    /// At a state read from a file; the step of the integrator under way was begun with this.
    Saved(Option<StepStart>),
}

/// The event-driven scheme.
pub struct EventDriven {
    /// Where it is: at the beginning of the step of the integrator under way, where there is one.
    pub(crate) state: State,
    /// Interval of the frames.
    dt: f64,
    continuation: Continuation,
    phase: Phase,
    flight: Flight,
    account: Account,
    zeno: Zeno,
    pub(crate) tangents: Tangents,
    trial: Trial,
    /// Room for contacts that are looked at.
    look: Contacts,
    /// Whether the step of the run went through something; room for the velocity of a straight way.
    passed: bool,
    chord: Vec<f64>,
}

impl EventDriven {
    /// For a system; `relative` is the tolerance of the integrator.
    pub fn new(system: &dyn System, options: Options, relative: f64, holding: Holding) -> Self {
        let (nq, nv) = (system.layout().num_q, system.layout().num_v);
        EventDriven {
            state: State {
                time: 0.0,
                q: vec![0.0; nq],
                v: vec![0.0; nv],
            },
            dt: 0.0,
            continuation: Continuation::Unknown,
            phase: Phase::new(system, holding, relative),
            flight: Flight::new(system, relative),
            account: Account::default(),
            zeno: Zeno::new(relative),
            tangents: Tangents::default(),
            trial: Trial::new(system, options),
            look: Contacts::with_room(nv),
            passed: false,
            chord: vec![0.0; nv],
        }
    }

    /// So many events within this share of length/velocity are left to others, and a step of the run after so
    /// many looks at the rows.
    pub(crate) fn leave_crowds(&mut self, crowd: (usize, f64), looks: usize) {
        self.zeno.crowd = Some(crowd);
        self.zeno.looks = looks;
    }

    /// Whether the step of the run took more looks at the rows than it may.
    pub(crate) fn is_spent(&self) -> bool {
        self.flight.looks > self.zeno.looks
    }

    /// Begins a step of the run at `from`.
    pub(crate) fn begin(&mut self, system: &mut dyn System, from: &State, dt: f64, step: &mut Step) {
        step.begin(0);
        self.dt = dt;
        self.passed = false;
        self.account.begin();
        self.tangents.impacts.clear();
        if let Continuation::Saved(start) = self.continuation {
            self.resume(system, from, start);
        } else if !self.is_expected(from, dt) {
            self.forget();
            self.flight.h = 0.0;
        }
        // The step under way was booked when it was made first.
        self.flight.looks = 0;
        if self.flight.ahead.is_some() {
            return;
        }
        self.state.copy_from(from);
        if self.continuation == Continuation::Unknown {
            self.phase.measure(system, &self.state, dt);
            if self.flight.h == 0.0 {
                self.flight.h = FIRST * self.phase.scales.time;
            }
        }
    }

    /// Whether this is the state handed out last. A caller that counts time in steps of one length may round
    /// it otherwise.
    fn is_expected(&self, from: &State, dt: f64) -> bool {
        let frame = &self.flight.frame;
        self.continuation == Continuation::LastFrame
            && (frame.time - from.time).abs() <= SAME_FRAME * dt
            && frame.q == from.q
            && frame.v == from.v
    }

    /// Forgets modes, impacts and the step under way.
    fn forget(&mut self) {
        self.continuation = Continuation::Unknown;
        self.flight.ahead = None;
        self.zeno.bounces.clear();
        self.phase.modes.set(&[]);
    }

    /// Integrates up to `end`, which is `dt` after the beginning of the step of the run: a step of the
    /// integrator is made, frames inside it are read, its end is met.
    pub(crate) fn advance(
        &mut self,
        system: &mut dyn System,
        end: f64,
        dt: f64,
        solver: &mut dyn Solver,
        step: &mut Step,
    ) -> Result<Progress, StepError> {
        if let stuck @ Progress::Stuck(_) = self.find_first_modes(system, dt, solver, step)? {
            return Ok(stuck);
        }
        let shortest = SHORTEST * dt.max(end.abs() * CLOCK);
        let mut pace = Pace::default();
        while self.flight.ahead.is_some() || self.state.time < end - shortest {
            let before = self.state.time;
            let made = self.make_step(system, end - before, shortest, &mut step.effort);
            if made && self.flight.is_inside(before, end, shortest) {
                if self.read_frame(system, end, step) {
                    self.continuation = Continuation::LastFrame;
                    return Ok(Progress::Arrived);
                }
                self.give_up(end - dt);
                continue;
            }
            let step_end = self.end_step(system, step);
            let has_progress = self.state.time - before > PROGRESS * shortest;
            if let Some(why) = self.check_pace(step_end, has_progress, &mut pace) {
                return Ok(self.stuck(why));
            }
            if self.zeno.is_expired() {
                return Ok(self.stuck("the run was asked to end"));
            }
            if self.is_spent() {
                return Ok(self.stuck("forces change so fast that a step of the run takes too long"));
            }
            if let StepEnd::Whole = step_end {
                continue;
            }
            if let Progress::Stuck(why) = self.meet_end(system, step_end, (pace.idle, dt), solver, step)? {
                return Ok(self.stuck(why));
            }
        }
        self.state.time = end;
        self.hand_out();
        self.continuation = Continuation::LastFrame;
        Ok(Progress::Arrived)
    }

    /// Counts a step of the integrator that ended; why the scheme is stuck, where it is.
    fn check_pace(&mut self, end: StepEnd, has_progress: bool, pace: &mut Pace) -> Option<&'static str> {
        let (time, scales) = (self.state.time, &self.phase.scales);
        if let StepEnd::Whole = end {
            pace.idle = 0;
            return self.zeno.crawls(time, scales).then_some("forces change so fast that steps get too short to arrive (slip that is almost none does that)");
        }
        pace.events += 1;
        pace.idle = if has_progress { 0 } else { pace.idle + 1 };
        if pace.idle > IDLE_STUCK || pace.events > MOST_EVENTS {
            return Some("events follow each other without progress");
        }
        let crowded = self.zeno.is_crowded(time, scales);
        crowded.then_some("events come too fast")
    }

    /// Modes at the beginning of the step of the run, where they are not known.
    fn find_first_modes(
        &mut self,
        system: &mut dyn System,
        dt: f64,
        solver: &mut dyn Solver,
        step: &mut Step,
    ) -> Result<Progress, StepError> {
        if self.trial.one.options.enumerate {
            self.enumerate(system, dt, step)?;
        }
        if self.continuation != Continuation::Unknown {
            return Ok(Progress::Arrived);
        }
        let share = if step.events.is_empty() {
            CLOSED_AT_START
        } else {
            CLOSED
        };
        self.settle(system, solver, step, share)
    }

    /// The present state is the frame.
    pub(crate) fn hand_out(&mut self) {
        self.flight.hand_out(&self.state);
    }

    /// The length by which positions are measured, in m.
    pub(crate) fn length(&self) -> f64 {
        self.phase.scales.length
    }

    /// Goes on from a state that another scheme reached, with what its step did.
    pub(crate) fn take_over(&mut self, from: &Step, step: &mut Step) {
        let hit = |i: usize| from.status[i] == Status::Impact;
        self.account.take_step(from, hit, step);
        self.state.copy_from(&from.state);
        self.forget();
    }

    fn stuck(&mut self, why: &'static str) -> Progress {
        self.continuation = Continuation::Unknown;
        Progress::Stuck(why)
    }
}

impl Scheme for EventDriven {
    fn step(
        &mut self,
        system: &mut dyn System,
        from: &State,
        dt: f64,
        solver: &mut dyn Solver,
        step: &mut Step,
    ) -> Result<(), StepError> {
        self.begin(system, from, dt, step);
        match self.advance(system, from.time + dt, dt, solver, step)? {
            Progress::Arrived => {
                self.finish(system, dt, step);
                Ok(())
            }
            Progress::Stuck(_) if self.zeno.is_expired() => Err(StepError::Interrupted { time: from.time }),
            Progress::Stuck(reason) => Err(StepError::Events {
                time: self.state.time,
                reason,
            }),
        }
    }

    fn books_work(&self) -> bool {
        true
    }

    fn follow(&mut self) -> Option<&mut Tangents> {
        Some(&mut self.tangents)
    }

    fn looks_at(&self, _dt: f64) -> Option<f64> {
        None
    }

    fn has_passed(&self) -> bool {
        self.passed
    }

    fn heed(&mut self, expired: &Expired) {
        self.zeno.expired = Some(expired.clone());
    }

    fn memory(&self) -> SchemeMemory {
        SchemeMemory {
            phase: contact_memory::Phase::Smooth(self.save()),
            ..self.trial.one.memory()
        }
    }

    fn set_memory(&mut self, memory: &SchemeMemory) {
        self.trial.one.set_memory(memory);
        self.restore(memory.phase.smooth());
    }
}
