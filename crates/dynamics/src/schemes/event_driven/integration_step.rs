//! One step of the integrator: made ahead of the frames, ended at its event.
//!
//! The error control chooses the length of a step, whatever the interval of the frames; frames do not change
//! the motion. A step goes beyond the present frame by a few times length/velocity at most. Where tangent
//! vectors are carried along it ends at the frame. A saved run needs only the beginning of a step under way:
//! the step is made again, bit for bit. A step whose straight way leads through something is made again, half
//! as long: either it went around, and shorter ones are straighter, or a contact was missed, and is found.

use super::account::Account;
use super::flight::{Counters, Flight, Slopes};
use super::phase::{InPhase, Phase, Scales};
use super::tolerances::{
    BEYOND, CUT, FARTHEST_MOVE, HALVED, KEPT_LENGTH, LANDED, LANDINGS, MOVES, NEAR, NEAR_EXACT, NO_VALUE,
    PROGRESS, RETRY, ROOT_WIDTH, SHORTENED, WORTH_A_STEP,
};
use super::{Continuation, Event, EventDriven, StepEnd};
use crate::gaps::GapQuery;
use crate::ode::dop853::next_length;
use crate::ode::integrator::Habits;
use crate::step::{Effort, Step};
use crate::system::{MotionAhead, State, System};

/// A step of the integrator under way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct IntegrationStep {
    /// Its length, in s.
    pub(super) h: f64,
    /// The event at its end.
    pub(super) event: Option<Event>,
    pub(super) start: StepStart,
}

/// The beginning of a step, besides state and modes.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub(super) struct StepStart {
    /// Length to try, most and least allowed, in s.
    pub(super) h: f64,
    pub(super) room: f64,
    pub(super) shortest: f64,
    /// Habits of the integrator.
    pub(super) habits: Habits,
}

/// How far the next step may go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    /// Time left up to the frame, interval of the frames, shortest step, in s.
    pub(super) left: f64,
    pub(super) dt: f64,
    pub(super) shortest: f64,
    /// Whether the step must end at the frame.
    pub(super) is_cautious: bool,
}

impl Flight {
    /// The beginning of the next step from `from`.
    pub(super) fn start(&mut self, (system, phase): InPhase, from: &State, room: Room) -> StepStart {
        phase.note_begin(from);
        phase.measure(system, from, room.dt);
        let Scales { length, speed, .. } = phase.scales;
        let is_cautious = std::mem::take(&mut self.is_cautious) || room.is_cautious;
        // Where frames are few there is nothing to gain beyond them.
        let beyond = if !is_cautious && BEYOND * length > room.dt * speed {
            BEYOND * length / speed
        } else {
            0.0
        };
        phase.evaluate_at(system, from);
        let turn = system.kinematics().turn_limit(&from.v);
        let ahead = MotionAhead::Stride {
            at: (from.time, &from.q),
            v: &from.v,
            acceleration: &phase.motion.acceleration,
            dt: room.left.max(beyond).min(turn),
        };
        let most = system.limit(ahead).max(room.shortest);
        // The rest of the way to the frame is not worth a step of its own.
        let h = if most <= room.left && self.h > WORTH_A_STEP * most {
            self.h.max(most)
        } else {
            self.h
        };
        StepStart {
            h,
            room: most,
            shortest: room.shortest,
            habits: self.integrator.habits(),
        }
    }

    /// Makes the step from `from` that is begun so, up to the first event in it; `false` where there is none,
    /// however short. The account is told its rows.
    pub(super) fn make(
        &mut self,
        (system, phase): InPhase,
        from: &State,
        start: StepStart,
        account: &mut Account,
        effort: &mut Effort,
    ) -> bool {
        let sums = self.load(system, phase, from);
        account.begin_sums(phase, sums);
        self.h = start.h;
        self.integrator.set_habits(start.habits);
        let mut counters = Counters::default();
        let made = self.integrate((system, phase), from.time, &start, &mut counters);
        self.ahead = made.map(|(h, rejected)| {
            effort.rejected += rejected;
            let (h, event) = match self.first_event((system, phase), from, &mut counters) {
                None => (h, None),
                Some((share, event)) => {
                    let target = (share * h, event);
                    (self.land((system, phase), target, &mut counters), Some(event))
                }
            };
            IntegrationStep { h, event, start }
        });
        effort.evaluations += counters.evaluations;
        self.looks += counters.looks;
        self.ahead.is_some()
    }

    /// State and sums into the integrator; the number of sums.
    fn load(&mut self, system: &mut dyn System, phase: &mut Phase, from: &State) -> usize {
        phase.evaluate_at(system, from);
        // In flight under forces with a potential there is nothing to book.
        let idle = phase.flies() && !phase.applies_power();
        let sums = if idle { 0 } else { 2 + phase.rows.count() };
        let (nx, nv) = self.chart.sizes();
        let size = nx + nv + sums;
        let Scales { length, speed, .. } = phase.scales;
        let (relative, absolute) = (self.tolerance.relative, &mut self.tolerance.absolute);
        absolute.clear();
        absolute.resize(nx, relative * length);
        absolute.resize(nx + nv, relative * speed);
        absolute.resize(size, f64::INFINITY);
        self.chart.begin(from, size, &mut self.y);
        self.integrator.step.resize(size);
        self.integrator.sums = sums;
        sums
    }

    /// A step of the integrator that meets the tolerance: its length, and how many did not. Nothing where
    /// even the shortest does not.
    fn integrate(
        &mut self,
        (system, phase): InPhase,
        time: f64,
        start: &StepStart,
        counters: &mut Counters,
    ) -> Option<(f64, usize)> {
        let integrator = &mut self.integrator;
        let mut slopes = Slopes::new((system, phase), (&self.chart, &mut self.place), counters);
        if !integrator
            .step
            .begin(&mut |t, y, out| slopes.at(t, y, out), time, &self.y)
        {
            return None;
        }
        let stops = slopes.phase.time_to_stop();
        let (room, shortest) = (start.room, start.shortest);
        let mut h = self.h.min(room);
        // Where slip in space ends its direction has no derivative: the steps shrink with it.
        let near = match start.habits.exact {
            // Slow slip that turns with the motion would never end.
            _ if integrator.habits().implicit => f64::INFINITY,
            true => NEAR_EXACT * stops,
            false => NEAR * stops,
        };
        h = h.min(near).max(shortest);
        let mut rejected = 0;
        loop {
            slopes.phase.compensate(h);
            slopes.counters.strays = false;
            match integrator.attempt(&mut |t, y, out| slopes.at(t, y, out), h, &self.tolerance) {
                Some(error) if error <= 1.0 => {
                    if h < near && (h >= self.h || error > 0.0) {
                        let next = next_length(h, error);
                        let longer = next.max(self.h.min(KEPT_LENGTH * h));
                        self.h = if h < room { next } else { longer };
                    }
                    return Some((h, rejected));
                }
                Some(error) => h = next_length(h, error).min(RETRY * h),
                None => h *= NO_VALUE,
            }
            rejected += 1;
            if h < shortest {
                self.h = shortest * PROGRESS;
                return None;
            }
        }
    }

    /// A step that ends at the event, near the length `h`; for gaps its length is made right by what is left
    /// of the gap. Its length.
    fn land(
        &mut self,
        (system, phase): InPhase,
        (mut h, event): (f64, Event),
        counters: &mut Counters,
    ) -> f64 {
        let share = h / self.integrator.step.h;
        // A short part of a long step has the rounding of the whole: it is made again.
        if share > SHORTENED && self.integrator.step.shorten(share) {
            return self.integrator.step.h;
        }
        // Frames are read off the dense output of the whole step, which is there already.
        let dense = self.integrator.step.dense_length();
        for _ in 0..LANDINGS {
            let integrator = &mut self.integrator;
            let mut slopes = Slopes::new((system, phase), (&self.chart, &mut self.place), counters);
            let error = integrator.attempt(&mut |t, y, out| slopes.at(t, y, out), h, &self.tolerance);
            // An implicit step may have no end.
            if integrator.habits().implicit && !error.is_some_and(|e| e <= 1.0) {
                let share = h / integrator.step.h;
                integrator.step.cut(share);
                break;
            }
            let Event::Gap(id) = event else { break };
            let by = self.move_end(system, phase.scales.length, id);
            // The error of a move is of second order in it.
            if (by / h).powi(2) <= self.tolerance.relative || !(by.abs() < FARTHEST_MOVE * h) {
                break;
            }
            h += by;
        }
        if !self.integrator.habits().implicit {
            self.integrator.step.keep_dense(dense);
        }
        self.integrator.step.h
    }

    /// Moves the end of the step to where the gap of contact `id` vanishes; by how much. Nowhere where the
    /// gap does not fall.
    fn move_end(&mut self, system: &mut dyn System, length: f64, id: u64) -> f64 {
        let (step, rounding) = (&mut self.integrator.step, LANDED * length);
        let h = step.h;
        let mut by = 0.0;
        for _ in 0..MOVES {
            let (x, v, _) = self.chart.split(&step.y_next);
            let q = self.chart.at(system, x, &mut self.place);
            system.gaps(
                step.time + step.h,
                q,
                GapQuery::One { v, id },
                &mut self.search.gap,
            );
            let Some(at) = self.search.gap.list.first() else {
                break;
            };
            let change = at.gap / at.rate;
            let there = at.gap.abs() <= rounding || change.abs() < ROOT_WIDTH * h;
            if there || !(at.rate < 0.0) || !((by - change).abs() < FARTHEST_MOVE * h) {
                break;
            }
            by -= change;
            step.move_end(by);
        }
        by
    }
}

/// Whether the straight way from a state to the configuration q after `h` leads through something; `v` is
/// room for its velocity.
pub(crate) fn goes_through(
    system: &mut dyn System,
    from: &State,
    (q, h): (&[f64], f64),
    v: &mut [f64],
) -> bool {
    system.kinematics().between(&from.q, q, h, v);
    let at = (from.time, &from.q[..]);
    let clear = system.limit(MotionAhead::Step {
        at,
        v,
        dt: h,
        look: 1.0,
    });
    clear < (1.0 - CUT) * h
}

impl EventDriven {
    /// Makes a step of the integrator where none is under way; `left` is the time up to the frame.
    pub(super) fn make_step(
        &mut self,
        system: &mut dyn System,
        left: f64,
        shortest: f64,
        effort: &mut Effort,
    ) -> bool {
        if self.flight.ahead.is_some() {
            return true;
        }
        let room = Room {
            left,
            dt: self.dt,
            shortest,
            is_cautious: !self.tangents.vectors.is_empty(),
        };
        let mut start = self.flight.start((system, &mut self.phase), &self.state, room);
        for _ in 0..HALVED {
            if !self.make(system, start, effort) {
                return false;
            }
            let Some(h) = self.flight.ahead.map(|ahead| ahead.h) else {
                return true;
            };
            if h <= shortest || !self.goes_through(system, h) {
                return true;
            }
            start.room = 0.5 * h;
        }
        self.passed = true;
        self.make(system, start, effort)
    }

    /// Whether the straight way from the beginning of the step under way to its end leads through something.
    fn goes_through(&mut self, system: &mut dyn System, h: f64) -> bool {
        let (flight, from) = (&mut self.flight, &self.state);
        let (x, ..) = flight.chart.split(&flight.integrator.step.y_next);
        let q = flight.chart.at(system, x, &mut flight.place);
        goes_through(system, from, (q, h), &mut self.chord)
    }

    /// Makes the step of the integrator that is begun so.
    pub(super) fn make(&mut self, system: &mut dyn System, start: StepStart, effort: &mut Effort) -> bool {
        let account = &mut self.account;
        self.flight
            .make((system, &mut self.phase), &self.state, start, account, effort)
    }

    /// The state at `time`, inside the step under way, as the frame; what the step did until then is booked.
    pub(super) fn read_frame(&mut self, system: &mut dyn System, time: f64, step: &mut Step) -> bool {
        let (flight, phase) = (&mut self.flight, &mut self.phase);
        let fits = flight.read_frame((system, phase), &self.state, time, &mut step.effort);
        if fits {
            let (_, _, sums) = flight.chart.split(&flight.y);
            self.account.take_sums(sums, step);
        }
        fits
    }

    /// Gives up the step under way: on from the last frame in it, or from its beginning, up to the next
    /// frame.
    pub(super) fn give_up(&mut self, last: f64) {
        if last > self.state.time && self.continuation == Continuation::LastFrame {
            self.state.copy_from(&self.flight.frame);
            self.state.time = last;
        }
        self.flight.ahead = None;
        self.flight.is_cautious = true;
    }

    /// Ends the step under way: its end is the state, its sums are booked.
    pub(super) fn end_step(&mut self, system: &mut dyn System, step: &mut Step) -> StepEnd {
        let (flight, phase) = (&mut self.flight, &mut self.phase);
        let Some(ahead) = flight.ahead.take() else {
            return StepEnd::Refused;
        };
        step.effort.smooth_steps += 1;
        let end = self.state.time + ahead.h;
        let (x, v, _) = flight.chart.split(&flight.integrator.step.y_next);
        if phase.flies() {
            phase.known.clear();
        } else {
            flight.chart.place(system, x, &mut flight.place);
            if phase.evaluate(system, end, &flight.place, v) {
                phase.keep_forces();
            }
        }
        self.tangents.carry((system, phase), flight, &self.state, ahead.h);
        let (x, v, sums) = flight.chart.split(&flight.integrator.step.y_next);
        self.account.take_sums(sums, step);
        self.state.time += ahead.h;
        flight.chart.place(system, x, &mut self.state.q);
        self.state.v.copy_from_slice(v);
        phase.hold(system, &mut self.state, step);
        if let Some(event) = ahead.event {
            return StepEnd::Event(event);
        }
        phase.drop_open();
        StepEnd::Whole
    }
}
