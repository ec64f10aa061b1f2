//! The hybrid scheme: event-driven while events are sparse, time-stepping where they crowd or nothing finite
//! fits.
//!
//! ```text
//! event-driven  order 8 with error control; left when the last 40 events took less than a thousandth of
//!               length/velocity,
//!               when no contact mode fits its forces and no jump does either, or when its steps would vanish
//!               or when time-stepping is cheaper: see below
//! stepping  Moreau's midpoint steps; one of length h against two of h/2:
//!           |q₁ − q₂| ≤ √tolerance/100 of the length
//! back          after eight steps in a row without an impact
//! ```
//! **What is cheaper** is counted, in looks at all rows. After some 600 of them took the motion on by T,
//! time-stepping would have done so for the same in steps of h = 60 T/600: one such step is made, with its
//! halves. Where they differ by no more than the tolerance allows, in positions and velocities, time-stepping
//! goes on to that tolerance; after more work (a tenth of a second, in a small system a second) it goes on where
//! they differ by √tolerance/100 of the length. Else the smooth phase goes on, and the next comparison comes after twice the work.
//!
//! In a large system events and steps cost more: events are a crowd where they are farther apart, and steps of
//! a stepping phase are longer, by its size.
//!
//! Brogliato et al. (2002) §10 ask for such a scheme: an event-driven one is as accurate as one likes and
//! stumbles over accumulations; time-stepping never misses and is of order 1. The tolerance is all a user
//! sets. [`crate::step::Effort`] says how much was done by each.
//!
//! In a stepping phase errors are those of one step at a time: order 1, kept small by the step alone.

use crate::accept::Standing;
use crate::error::StepError;
use crate::schemes::Scheme;
use crate::schemes::event_driven::{EventDriven, Holding, PROBLEM, Progress, Tangents, goes_through};
use crate::schemes::moreau_midpoint::MoreauMidpoint;
use crate::step::contact_memory::{Phase, SchemeMemory};
use crate::step::options::{Options, Violation};
use crate::step::{Status, Step};
use crate::system::{MotionAhead, State, System};
use drystone_solve::solver::{Expired, Solver};

/// So many events within this share of length/velocity are a crowd.
const CROWD: (usize, f64) = (40, 1e-3);
/// Steps without an impact after which it is quiet.
const QUIET: usize = 8;
/// Shortest, first and longest step of a stepping phase, and its least length, as shares of the step of the
/// run; in a large system by its size, up to a share.
const SHORTEST: Share = Share(5e-4, 0.1);
/// The shortest one of a large system: that many are as dear as the events of an interval.
const SHORTEST_OF_LARGE: Share = Share(0.02, 0.25);
const FIRST: Share = Share(1e-2, 0.5);
const LONGEST: Share = Share(0.1, 1.0);
const LEAST: Share = Share(5e-3, 1.0);
/// Longest stepping phase without a look whether events have become sparse, in steps of the run.
const LONGEST_PHASE: Share = Share(16.0, 256.0);
/// What a step with its halves costs, in looks at all rows.
const ATTEMPT: f64 = 3.0 * PROBLEM;
/// Size of a system that is large, in those of one that is not; work of a smooth phase from which on less
/// accuracy is taken, in looks of one that is not large: a tenth of a second.
const LARGE: f64 = 2.0;
const LASTS: f64 = 3000.0;
/// The same of one that is not large, where accuracy is worth more: a second.
const LASTS_LONG: f64 = 30_000.0;
/// Shorter than this share of the length at which it is as cheap, a step to the tolerance is dearer than the
/// smooth phase.
const DEARER: f64 = 0.25;
/// Stuck so often in one step of the run, or after so many looks at the rows, the rest of it is left to
/// time-stepping. Each time costs some hundred steps of the integrator, and two hundred times are possible; a
/// look at thirty contacts takes twenty microseconds: a step of the run takes a second. Looks and not
/// evaluations of the forces: where rows turn in a way that the system does not know, as those of two cones
/// do, one evaluation takes seven.
const OFTEN: usize = 8;
const MOST_LOOKS: usize = 50_000;
/// Most rows that are solved densely: a tenth of a second where they follow from each other.
const MOST_DENSE: usize = 300;
/// Steps of a stepping phase that are made shorter because something would pass through something: a bullet
/// takes about ten to be stopped. What passes after so many is told.
const CUTS: usize = 1000;
/// What is left of the step of the run when its end is reached: for the loop of a stepping phase, and for the
/// scheme; as a share of the step, or of [`CLOCK`] of the time where that is more.
const REACHED: f64 = 5e-13;
const ARRIVED: f64 = 1e-12;
/// The time at which the last step of the run ended, as its caller counts it, as a share of the step.
const SAME: f64 = 1e-9;
const CLOCK: f64 = 1e-3;
/// Error of a stepping step, as a share of the root of the tolerance times the length.
const ERROR: f64 = 0.01;
/// Ratio of two steps: safety, least after a refusal, least and most after a success.
const SAFETY: f64 = 0.9;
const REFUSED: f64 = 0.2;
const RATIO: (f64, f64) = (0.5, 2.0);

/// A share, and how far it grows with the size of the system.
struct Share(f64, f64);

impl Share {
    fn of(&self, size: f64) -> f64 {
        (self.0 * size).min(self.1)
    }
}

/// How exact a stepping phase is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Aim {
    /// Positions to the root of the tolerance.
    Coarse,
    /// Positions and velocities to the tolerance; it ends where that takes steps shorter than this, in s.
    Exact(f64),
}

/// How far the end of a step is from that of its two halves: positions and velocities, in m and m/s.
struct Apart {
    position: f64,
    velocity: f64,
    /// Whether the judge refuses one of the halves: no such step is taken where a shorter one may do.
    refused: bool,
}

/// The hybrid scheme.
pub struct Hybrid {
    events: EventDriven,
    stepping: MoreauMidpoint,
    tolerance: f64,
    whole: Step,
    half: Step,
    second: Step,
    q_mid: Vec<f64>,
    v_mean: Vec<f64>,
    h: f64,
    /// How long the next stepping phase lasts at least, as a share of the step of the run, until when the
    /// last one does, and when it ended.
    patience: f64,
    until: f64,
    left: f64,
    aim: Aim,
    /// Whether a stepping phase went through something.
    passed: bool,
    /// Whether the caller wants an end.
    expired: Option<Expired>,
}

impl Hybrid {
    /// For a system; `relative` is the tolerance.
    pub fn new(system: &dyn System, options: Options, relative: f64, holding: Holding) -> Self {
        let mut events = EventDriven::new(system, options, relative, holding);
        events.leave_crowds(CROWD, MOST_LOOKS, MOST_DENSE);
        let stepping = Options {
            violation: Violation::Linear,
            ..options
        };
        Hybrid {
            events,
            stepping: MoreauMidpoint::new(system, stepping, false),
            tolerance: relative,
            whole: Step::default(),
            half: Step::default(),
            second: Step::default(),
            q_mid: vec![0.0; system.layout().num_q],
            v_mean: vec![0.0; system.layout().num_v],
            h: 0.0,
            patience: LEAST.0,
            until: f64::NEG_INFINITY,
            left: f64::NEG_INFINITY,
            aim: Aim::Coarse,
            passed: false,
            expired: None,
        }
    }

    /// Whether the caller wants an end.
    fn is_expired(&self) -> bool {
        self.expired.as_ref().is_some_and(|expired| expired())
    }

    /// Whether time-stepping would be cheaper than the smooth phase has been, and to what accuracy.
    fn weigh(
        &mut self,
        system: &mut dyn System,
        dt: f64,
        solver: &mut dyn Solver,
        step: &mut Step,
    ) -> Option<Aim> {
        let (work, elapsed) = self.events.compare();
        let size = self.events.size();
        // However dear events are, steps are no shorter than those of a crowd: many short ones cost as much.
        let (shortest, longest) = lengths(size, dt);
        let as_cheap = (ATTEMPT * elapsed / work).max(shortest);
        if !(as_cheap < longest) {
            self.events.meter.hurry();
            return None;
        }
        let state = self.events.state.clone();
        let memory = self.stepping.memory();
        let apart = self.attempt(system, &state, as_cheap, solver);
        self.stepping.set_memory(&memory);
        step.effort.rejected += 1;
        let found = apart.ok().and_then(|apart| {
            if self.error(&apart, Aim::Exact(0.0)) <= 1.0 {
                return Some(Aim::Exact(DEARER * as_cheap));
            }
            let lasts = size * work >= if size >= LARGE { LASTS } else { LASTS_LONG };
            (lasts && self.error(&apart, Aim::Coarse) <= 1.0).then_some(Aim::Coarse)
        });
        if found.is_some() {
            self.h = as_cheap;
        } else {
            self.events.meter.wait();
        }
        found
    }

    /// The error of a step in units of what is allowed; infinite where it is refused.
    fn error(&self, apart: &Apart, aim: Aim) -> f64 {
        if apart.refused {
            return f64::INFINITY;
        }
        let (length, speed) = self.events.measures();
        match aim {
            Aim::Coarse => apart.position / (ERROR * self.tolerance.sqrt() * length),
            Aim::Exact(_) => {
                let position = apart.position / (self.tolerance * length);
                if speed > 0.0 {
                    position.max(apart.velocity / (self.tolerance * speed))
                } else {
                    position
                }
            }
        }
    }

    /// Time-stepping from the state of the event-driven scheme until it is quiet, or to the end.
    fn step_over(
        &mut self,
        system: &mut dyn System,
        end: f64,
        dt: f64,
        solver: &mut dyn Solver,
        step: &mut Step,
    ) -> Result<(), StepError> {
        let size = self.events.size();
        let (shortest, longest) = lengths(size, dt);
        let least = match self.aim {
            Aim::Coarse => shortest,
            Aim::Exact(least) => least,
        };
        self.h = self.h.clamp(least.min(shortest), longest);
        let mut quiet = 0;
        let mut state = self.events.state.clone();
        let rounding = REACHED * dt.max(CLOCK * end.abs());
        let until = self.until;
        let mut cuts = 0;
        while state.time < end - rounding && (quiet < QUIET || state.time < until) {
            if self.is_expired() {
                return Err(StepError::Interrupted { time: state.time });
            }
            let mut h = self.h.min(end - state.time);
            if let Some(look) = self.stepping.looks_at(h).filter(|_| cuts < CUTS) {
                let (at, v) = ((state.time, &state.q[..]), &state.v[..]);
                let safe = system.limit(MotionAhead::Step { at, v, dt: h, look });
                cuts += usize::from(safe < h);
                h = safe;
            }
            let apart = self.attempt(system, &state, h, solver)?;
            let error = self.error(&apart, self.aim);
            // What is refused is not a matter of cost.
            let least = if apart.refused { SHORTEST.0 * dt } else { least };
            if error > 1.0 && h > least {
                self.h = (h * (SAFETY / error.sqrt()).max(REFUSED)).max(least);
                step.effort.rejected += 1;
                continue;
            }
            if !(error <= 1.0) && self.aim != Aim::Coarse {
                // Dearer than events, to the tolerance: they have it again.
                self.until = state.time;
                self.events.meter.wait();
                return Ok(());
            }
            if self.goes_through(system, &state, h) {
                if cuts < CUTS {
                    cuts += 1;
                    self.h = 0.5 * h;
                    step.effort.rejected += 1;
                    continue;
                }
                self.passed = true;
            }
            let struck = [&self.half, &self.second]
                .iter()
                .any(|part| part.status.contains(&Status::Impact));
            quiet = if struck { 0 } else { quiet + 1 };
            let missed = self.error(&apart, Aim::Exact(0.0));
            // Without any error it is infinite, or no number: then it is the most.
            let ratio = (SAFETY / error.sqrt()).min(RATIO.1).max(RATIO.0);
            self.h = (h * ratio).clamp(least.min(longest), longest);
            self.take_halves(system, &mut state, step);
            let effort = &mut step.effort;
            effort.stepping_error = effort.stepping_error.max(missed);
            effort.stepping_time += h;
        }
        Ok(())
    }

    /// Takes the two halves of a step from `state`, which is their end then.
    fn take_halves(&mut self, system: &mut dyn System, state: &mut State, step: &mut Step) {
        for part in [&mut self.half, &mut self.second] {
            book_work(system, state, part, (&mut self.q_mid, &mut self.v_mean));
            state.copy_from(&part.state);
            self.events.take_over(part, step);
        }
        step.effort.stepping_steps += 2;
    }

    /// Whether one of the two halves of a step from `from` led through something.
    fn goes_through(&mut self, system: &mut dyn System, from: &State, h: f64) -> bool {
        let (half, second, v) = (&self.half.state, &self.second.state, &mut self.v_mean);
        goes_through(system, from, (&half.q, 0.5 * h), v)
            || goes_through(system, half, (&second.q, 0.5 * h), v)
    }

    /// One step and two halves of it; how far their ends are apart.
    fn attempt(
        &mut self,
        system: &mut dyn System,
        from: &State,
        h: f64,
        solver: &mut dyn Solver,
    ) -> Result<Apart, StepError> {
        let memory = self.stepping.memory();
        self.stepping.step(system, from, h, solver, &mut self.whole)?;
        self.stepping.set_memory(&memory);
        self.stepping
            .step(system, from, 0.5 * h, solver, &mut self.half)?;
        let middle = self.half.state.clone();
        self.stepping
            .step(system, &middle, 0.5 * h, solver, &mut self.second)?;
        let ends = (&self.whole.state, &self.second.state);
        let reach = |a: &[f64], b: &[f64]| {
            let pairs = a.iter().zip(b);
            pairs.fold(0.0, |m: f64, (a, b)| m.max((a - b).abs()))
        };
        Ok(Apart {
            position: reach(&ends.0.q, &ends.1.q),
            velocity: reach(&ends.0.v, &ends.1.v),
            refused: [&self.half, &self.second]
                .iter()
                .any(|part| part.standing() > Standing::Kept),
        })
    }

    /// How long the stepping phase that begins now lasts at least.
    ///
    /// Twice as long as the last one where that has just ended: it outlasts its reason by as long as that was.
    fn extend(&mut self, dt: f64, at_once: bool) {
        let size = self.events.size();
        let most = if size >= LARGE {
            LONGEST_PHASE.of(size)
        } else {
            1.0
        };
        // Again where it was before: further this time.
        let near = self.events.state.time - self.left <= 2.0 * self.patience * dt;
        self.patience = if near {
            (2.0 * self.patience).min(most)
        } else {
            LEAST.of(size)
        };
        if at_once {
            self.patience = self.patience.max(1.0);
        }
        self.until = self.events.state.time + self.patience * dt;
    }

    /// A stepping phase, up to the end of the step of the run at most; whether it got there.
    fn phase_of_steps(
        &mut self,
        system: &mut dyn System,
        (end, dt): (f64, f64),
        solver: &mut dyn Solver,
        step: &mut Step,
    ) -> Result<bool, StepError> {
        self.step_over(system, end, dt, solver, step)?;
        self.left = self.events.state.time;
        let arrived = self.left > end - ARRIVED * dt.max(CLOCK * end.abs());
        if arrived {
            self.events.state.time = end;
            self.events.hand_out();
        }
        Ok(arrived)
    }
}

/// Shortest and longest step of a stepping phase of a system of this size, in s.
fn lengths(size: f64, dt: f64) -> (f64, f64) {
    let shortest = if size >= LARGE {
        SHORTEST_OF_LARGE
    } else {
        SHORTEST
    };
    (shortest.of(size) * dt, LONGEST.of(size) * dt)
}

/// Work of the applied forces in a step of time-stepping, by the midpoint.
fn book_work(system: &mut dyn System, from: &State, step: &mut Step, (q, v): (&mut Vec<f64>, &mut Vec<f64>)) {
    let h = step.state.time - from.time;
    for ((mean, before), after) in v.iter_mut().zip(&from.v).zip(&step.state.v) {
        *mean = 0.5 * (before + after);
    }
    system.kinematics().advance(&from.q, v, 0.5 * h, q);
    step.energy.applied_work += h * system.applied_power(from.time + 0.5 * h, q, v);
}

impl Scheme for Hybrid {
    fn step(
        &mut self,
        system: &mut dyn System,
        from: &State,
        dt: f64,
        solver: &mut dyn Solver,
        step: &mut Step,
    ) -> Result<(), StepError> {
        let end = from.time + dt;
        self.events.begin(system, from, dt, step);
        self.passed = false;
        let mut stuck = 0;
        // The last phase of steps is not over.
        let near = ARRIVED * dt.max(CLOCK * end.abs());
        let goes_on = self.until > from.time + near && (self.left - from.time).abs() <= SAME * dt;
        let mut arrived = goes_on && self.phase_of_steps(system, (end, dt), solver, step)?;
        while !arrived {
            match self.events.advance(system, end, dt, solver, step)? {
                Progress::Arrived => break,
                Progress::Dear => {
                    let Some(aim) = self.weigh(system, dt, solver, step) else {
                        continue;
                    };
                    self.aim = aim;
                    self.events.tangents.lost += 1;
                    self.extend(dt, false);
                    arrived = self.phase_of_steps(system, (end, dt), solver, step)?;
                }
                Progress::Stuck(_) => {
                    if self.is_expired() {
                        return Err(StepError::Interrupted { time: from.time });
                    }
                    self.events.tangents.lost += 1;
                    stuck += 1;
                    self.aim = Aim::Coarse;
                    self.h = self.h.min(FIRST.of(self.events.size()) * dt);
                    let at_once = stuck >= OFTEN || self.events.is_spent();
                    self.extend(dt, at_once);
                    arrived = self.phase_of_steps(system, (end, dt), solver, step)?;
                }
            }
        }
        self.events.finish(system, dt, step);
        Ok(())
    }

    fn books_work(&self) -> bool {
        true
    }

    fn follow(&mut self) -> Option<&mut Tangents> {
        Some(&mut self.events.tangents)
    }

    fn looks_at(&self, _dt: f64) -> Option<f64> {
        None
    }

    fn has_passed(&self) -> bool {
        self.passed || self.events.has_passed()
    }

    fn heed(&mut self, expired: &Expired) {
        self.events.heed(expired);
        self.expired = Some(expired.clone());
    }

    fn memory(&self) -> SchemeMemory {
        let mut memory = self.events.memory();
        let least = match self.aim {
            Aim::Coarse => 0.0,
            Aim::Exact(least) => least,
        };
        let own = [self.h, self.patience, self.left, self.until, least];
        memory.phase = Phase::Smooth([&own, memory.phase.smooth()].concat());
        memory.stepping = self.stepping.memory().contacts;
        memory
    }

    fn set_memory(&mut self, memory: &SchemeMemory) {
        self.stepping.set_memory(&SchemeMemory {
            contacts: memory.stepping.clone(),
            ..SchemeMemory::default()
        });
        if let [h, patience, left, until, least, rest @ ..] = memory.phase.smooth() {
            (self.h, self.patience, self.left, self.until) = (*h, *patience, *left, *until);
            self.aim = if *least > 0.0 {
                Aim::Exact(*least)
            } else {
                Aim::Coarse
            };
            let phase = Phase::Smooth(rest.to_vec());
            self.events.set_memory(&SchemeMemory {
                phase,
                ..memory.clone()
            });
        }
    }
}
