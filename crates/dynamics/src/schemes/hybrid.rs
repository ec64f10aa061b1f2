//! The hybrid scheme: event-driven while events are sparse, time-stepping where they crowd or nothing finite
//! fits.
//!
//! ```text
//! event-driven  order 8 with error control; left when the last 40 events took less than a thousandth of
//!               length/velocity,
//!               when no contact mode fits its forces and no jump does either, or when its steps would vanish
//! stepping  Moreau's midpoint steps; one of length h against two of h/2:
//!           |q₁ − q₂| ≤ √tolerance/100 of the length
//! back          after eight steps in a row without an impact
//! ```
//! Brogliato et al. (2002) §10 ask for such a scheme: an event-driven one is as accurate as one likes and
//! stumbles over accumulations; time-stepping never misses and is of order 1. The tolerance is all a user
//! sets. [`crate::step::Effort`] says how much was done by each.
//!
//! In a stepping phase errors are those of one step at a time: order 1, kept small by the step alone.

use crate::error::StepError;
use crate::schemes::Scheme;
use crate::schemes::event_driven::{EventDriven, Holding, Progress, Tangents, goes_through};
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
/// run.
const SHORTEST: f64 = 5e-4;
const FIRST: f64 = 1e-2;
const LONGEST: f64 = 0.1;
const LEAST: f64 = 5e-3;
/// Stuck so often in one step of the run, or after so many looks at the rows, the rest of it is left to
/// time-stepping. Each time costs some hundred steps of the integrator, and two hundred times are possible; a
/// look at thirty contacts takes twenty microseconds: a step of the run takes a second. Looks and not
/// evaluations of the forces: where rows turn in a way that the system does not know, as those of two cones
/// do, one evaluation takes seven.
const OFTEN: usize = 8;
const MOST_LOOKS: usize = 50_000;
/// Steps of a stepping phase that are made shorter because something would pass through something: a bullet
/// takes about ten to be stopped. What passes after so many is told.
const CUTS: usize = 1000;
/// What is left of the step of the run when its end is reached: for the loop of a stepping phase, and for the
/// scheme; as a share of the step, or of [`CLOCK`] of the time where that is more.
const REACHED: f64 = 5e-13;
const ARRIVED: f64 = 1e-12;
const CLOCK: f64 = 1e-3;
/// Error of a stepping step, as a share of the root of the tolerance times the length.
const ERROR: f64 = 0.01;
/// Ratio of two steps: safety, least after a refusal, least and most after a success.
const SAFETY: f64 = 0.9;
const REFUSED: f64 = 0.2;
const RATIO: (f64, f64) = (0.5, 2.0);

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
    /// How long the next stepping phase lasts at least, as a share of the step of the run, and when the last
    /// one ended.
    patience: f64,
    left: f64,
    /// Whether a stepping phase went through something.
    passed: bool,
    /// Whether the caller wants an end.
    expired: Option<Expired>,
}

impl Hybrid {
    /// For a system; `relative` is the tolerance.
    pub fn new(system: &dyn System, options: Options, relative: f64, holding: Holding) -> Self {
        let mut events = EventDriven::new(system, options, relative, holding);
        events.leave_crowds(CROWD, MOST_LOOKS);
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
            patience: LEAST,
            left: f64::NEG_INFINITY,
            passed: false,
            expired: None,
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
        let shortest = SHORTEST * dt;
        self.h = self.h.clamp(shortest, FIRST * dt);
        let mut quiet = 0;
        let mut state = self.events.state.clone();
        let rounding = REACHED * dt.max(CLOCK * end.abs());
        let until = state.time + self.patience * dt;
        let mut cuts = 0;
        while state.time < end - rounding && (quiet < QUIET || state.time < until) {
            let mut h = self.h.min(end - state.time);
            if let Some(look) = self.stepping.looks_at(h).filter(|_| cuts < CUTS) {
                let (at, v) = ((state.time, &state.q[..]), &state.v[..]);
                let safe = system.limit(MotionAhead::Step { at, v, dt: h, look });
                cuts += usize::from(safe < h);
                h = safe;
            }
            let error = self.attempt(system, &state, h, solver)?
                / (ERROR * self.tolerance.sqrt() * self.events.length());
            if error > 1.0 && h > shortest {
                self.h = (h * (SAFETY / error.sqrt()).max(REFUSED)).max(shortest);
                step.effort.rejected += 1;
                continue;
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
            let longest = if error > 0.0 {
                SAFETY / error.sqrt()
            } else {
                RATIO.1
            };
            self.h = (h * longest.clamp(RATIO.0, RATIO.1)).clamp(shortest, LONGEST * dt);
            for part in [&mut self.half, &mut self.second] {
                book_work(system, &state, part, (&mut self.q_mid, &mut self.v_mean));
                state.copy_from(&part.state);
                self.events.take_over(part, step);
            }
            step.effort.stepping_steps += 2;
            step.effort.stepping_time += h;
        }
        Ok(())
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
    ) -> Result<f64, StepError> {
        let memory = self.stepping.memory();
        self.stepping.step(system, from, h, solver, &mut self.whole)?;
        self.stepping.set_memory(&memory);
        self.stepping
            .step(system, from, 0.5 * h, solver, &mut self.half)?;
        let middle = self.half.state.clone();
        self.stepping
            .step(system, &middle, 0.5 * h, solver, &mut self.second)?;
        let apart = self.whole.state.q.iter().zip(&self.second.state.q);
        Ok(apart.fold(0.0, |m: f64, (a, b)| m.max((a - b).abs())))
    }
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
        loop {
            match self.events.advance(system, end, dt, solver, step)? {
                Progress::Arrived => break,
                Progress::Stuck(_) => {
                    let expired = || self.expired.as_ref().is_some_and(|expired| expired());
                    if expired() {
                        return Err(StepError::Interrupted { time: from.time });
                    }
                    self.events.tangents.lost += 1;
                    // Stuck again where it was before: further next time.
                    let near = self.events.state.time - self.left <= 2.0 * self.patience * dt;
                    stuck += 1;
                    self.patience = match near {
                        _ if stuck >= OFTEN || self.events.is_spent() => 1.0,
                        true => (2.0 * self.patience).min(1.0),
                        false => LEAST,
                    };
                    self.step_over(system, end, dt, solver, step)?;
                    self.left = self.events.state.time;
                    if self.left > end - ARRIVED * dt.max(CLOCK * end.abs()) {
                        self.events.state.time = end;
                        self.events.hand_out();
                        break;
                    }
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
        let own = [self.h, self.patience, self.left];
        memory.phase = Phase::Smooth([&own, memory.phase.smooth()].concat());
        memory.stepping = self.stepping.memory().contacts;
        memory
    }

    fn set_memory(&mut self, memory: &SchemeMemory) {
        self.stepping.set_memory(&SchemeMemory {
            contacts: memory.stepping.clone(),
            ..SchemeMemory::default()
        });
        if let [h, patience, left, rest @ ..] = memory.phase.smooth() {
            (self.h, self.patience, self.left) = (*h, *patience, *left);
            let phase = Phase::Smooth(rest.to_vec());
            self.events.set_memory(&SchemeMemory {
                phase,
                ..memory.clone()
            });
        }
    }
}
