//! One step of the integrator: made ahead of the frames, read for those that lie in it, ended at its event.
//!
//! ```text
//! y = (q, v, work, friction loss, impulses of all rows)     sums begin at zero with each step
//! frame at t:   y(t) on the dense output (order 7), q and v put back onto what holds;   its impulses are what the sums gained
//! ```
//! The error control chooses the length of a step, whatever the interval of the frames; frames do not change
//! the motion. A step goes beyond the present frame by a few times length/velocity at most. Where tangent
//! vectors are carried along it ends at the frame. What a saved run needs of a step under way is where it
//! began: it is made again, bit for bit.

use super::{Ended, EventDriven, Found, Seen, add, book, slope};
use crate::gaps::GapQuery;
use crate::ode::dop853::next_length;
use crate::ode::integrator::Habits;
use crate::schemes::event_driven::phase::Scales;
use crate::step::{Effort, Step};
use crate::system::{MotionAhead, State, System};

/// How far towards the end of a slip a step goes, as a share of the time left; the same where the motion is
/// quadratic in time.
const NEAR: f64 = 0.99;
const NEAR_EXACT: f64 = 1.0 - 1e-5;
/// How far a step may go beyond the frame, in units of length/velocity.
const BEYOND: f64 = 4.0;

/// Largest defect of the velocity at a frame over a whole step, in units of the tolerance.
const DEFECT: f64 = 100.0;

/// Moves of the end of a step onto its event.
const MOVES: usize = 6;

/// A step of the integrator under way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ahead {
    /// Its length; and what it ends at.
    pub(super) h: f64,
    pub(super) found: Option<Found>,
    /// What it was begun with.
    pub(super) begun: Begun,
}

/// What a step is begun with besides state and modes: length to try, most and least allowed, habits of the
/// integrator.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub(super) struct Begun {
    pub(super) h: f64,
    pub(super) room: f64,
    pub(super) shortest: f64,
    pub(super) habits: Habits,
}

impl EventDriven {
    /// Makes a step of the integrator, up to the first event in it; `false` where there is none, however
    /// short.
    pub(super) fn look_ahead(
        &mut self,
        system: &mut dyn System,
        (left, shortest): (f64, f64),
        effort: &mut Effort,
    ) -> bool {
        self.measure(system);
        let Scales { length, speed, .. } = self.smooth.scales;
        let cautious = std::mem::take(&mut self.cautious) || !self.follow.tangents.is_empty();
        // Where frames are few there is nothing to gain beyond them.
        let beyond = if !cautious && BEYOND * length > self.dt * speed {
            BEYOND * length / speed
        } else {
            0.0
        };
        let State { time, q, v } = &self.state;
        self.smooth.evaluate(system, *time, q, v);
        let stride = MotionAhead::Stride {
            v,
            acceleration: &self.smooth.acceleration,
        };
        let stride = system
            .limit(stride)
            .min(system.kinematics().turn_limit(v))
            .max(shortest);
        let room = left.max(beyond).min(stride);
        // What is left up to the frame is not worth a step of its own.
        let h = if room <= left && self.h > 0.8 * room {
            self.h.max(room)
        } else {
            self.h
        };
        let begun = Begun {
            h,
            room,
            shortest,
            habits: self.integrator.habits(),
        };
        self.make(system, begun, effort)
    }

    /// Makes the step that was begun so.
    pub(super) fn make(&mut self, system: &mut dyn System, begun: Begun, effort: &mut Effort) -> bool {
        self.load(system);
        self.h = begun.h;
        self.integrator.set_habits(begun.habits);
        let mut seen = Seen::default();
        let made = self.integrate(system, &begun, &mut seen);
        self.ahead = made.map(|(h, rejected)| {
            effort.rejected += rejected;
            let strays = seen.strays;
            let (h, found) = match self.first_event(system, strays, &mut seen) {
                None => (h, None),
                Some((share, found)) => (self.land(system, share * h, found, &mut seen), Some(found)),
            };
            Ahead { h, found, begun }
        });
        effort.evaluations += seen.evaluations;
        self.ahead.is_some()
    }

    /// The state at `time`, inside the step under way, as the frame; what the step did until then is booked.
    pub(super) fn read_frame(&mut self, system: &mut dyn System, time: f64, step: &mut Step) -> bool {
        let sizes @ (nx, nv) = self.sizes();
        if self.integrator.dense_length() == 0.0 {
            let mut seen = Seen::default();
            let (smooth, place, integrator) = (&mut self.smooth, &mut self.place, &mut self.integrator);
            let mut slopes = |t: f64, y: &[f64], out: &mut [f64]| {
                slope((smooth, place), system, sizes, (t, y), out, &mut seen)
            };
            if !integrator.prepare_dense(&mut slopes) {
                return false;
            }
            step.effort.evaluations += seen.evaluations;
        }
        let mut y = std::mem::take(&mut self.y);
        self.integrator.after(time - self.state.time, &mut y);
        self.next_frame.time = time;
        let State { time, q, v } = &mut self.next_frame;
        self.smooth.chart.place(system, &y[..nx], q);
        v.copy_from_slice(&y[nx..nx + nv]);
        let elapsed = *time - self.state.time;
        let evaluated = if self.smooth.flies() {
            let mut acceleration = std::mem::take(&mut self.smooth.acceleration);
            let finite = self.smooth.fly(system, *time, (q, v), &mut acceleration);
            self.smooth.acceleration = acceleration;
            finite
        } else {
            self.smooth.project(system, *time, q, v);
            self.smooth.evaluate(system, *time, q, v)
        };
        let fits = evaluated && self.defect(elapsed) <= 1.0;
        if fits {
            self.book_until(&y, step);
            std::mem::swap(&mut self.frame, &mut self.next_frame);
        }
        self.y = y;
        fits
    }

    /// How far the acceleration at the frame is from that of the dense output, in units of what may be. A
    /// force that came and went between the stages of the step is seen so, if it acts at a frame; so is a
    /// force that the user changed.
    fn defect(&self, elapsed: f64) -> f64 {
        let nx = self.sizes().0;
        let scale = self.integrator.h / (DEFECT * self.relative * self.smooth.scales.speed);
        let accelerations = self.smooth.acceleration.iter().enumerate();
        accelerations.fold(0.0, |worst: f64, (j, a)| {
            worst.max((a - self.integrator.rate_after(elapsed, nx + j)).abs() * scale)
        })
    }

    /// Gives up the step under way: on from the last frame in it, or from its beginning, up to the next
    /// frame.
    pub(super) fn give_up(&mut self, last: f64) {
        if last > self.state.time && self.expected {
            self.state.copy_from(&self.frame);
            self.state.time = last;
        }
        self.ahead = None;
        self.cautious = true;
    }

    /// Ends the step under way: its end is the state.
    pub(super) fn end_step(&mut self, system: &mut dyn System, step: &mut Step) -> Ended {
        let Some(ahead) = self.ahead.take() else {
            return Ended::Refused;
        };
        step.effort.smooth_steps += 1;
        let (nx, nv) = self.sizes();
        let end = self.state.time + ahead.h;
        let y = &self.integrator.y_next;
        if self.smooth.flies() {
            self.smooth.forget_forces();
        } else {
            self.smooth.chart.place(system, &y[..nx], &mut self.place);
            if self.smooth.evaluate(system, end, &self.place, &y[nx..nx + nv]) {
                self.smooth.keep_forces();
            }
        }
        self.carry_tangents(system, ahead.h);
        self.arrive(system, ahead.h, step);
        if let Some(found) = ahead.found {
            return Ended::Event(found);
        }
        self.drop_open();
        Ended::Whole
    }

    /// Books work, friction and impulses up to `y`, less what was booked before.
    fn book_until(&mut self, y: &[f64], step: &mut Step) {
        let (nx, nv) = self.sizes();
        let sums = &y[nx + nv..];
        if sums.is_empty() {
            return;
        }
        for (given, sum) in self.given.iter_mut().zip(sums) {
            // What is new of it; the sum itself afterwards.
            *given = sum - *given;
        }
        step.energy.applied_work += self.given[0];
        step.energy.friction_loss += self.given[1];
        let new = &self.given[2..];
        for &(id, start, end) in &self.pressing {
            book(&mut self.booked, id, &new[start..end], false);
        }
        add(&mut self.held, &new[self.contact_rows..]);
        self.given.copy_from_slice(sums);
    }

    /// State and sums into the integrator.
    fn load(&mut self, system: &mut dyn System) {
        let State { time, q, v } = &self.state;
        self.smooth.evaluate(system, *time, q, v);
        // In flight under forces with a potential there is nothing to book.
        let idle = self.smooth.flies() && !self.smooth.layout.applies_power;
        let sums = if idle { 0 } else { 2 + self.smooth.rows() };
        let nx = self.smooth.chart.size((q.len(), v.len()));
        let size = nx + v.len() + sums;
        let Scales { length, speed, .. } = self.smooth.scales;
        self.tolerance.relative = self.relative;
        self.tolerance.absolute.clear();
        self.tolerance.absolute.resize(nx, self.relative * length);
        self.tolerance
            .absolute
            .resize(nx + v.len(), self.relative * speed);
        self.tolerance.absolute.resize(size, f64::INFINITY);
        self.y.clear();
        self.smooth.chart.begin(q, v.len(), &mut self.y);
        self.y.extend_from_slice(v);
        self.y.resize(size, 0.0);
        self.integrator.resize(size);
        self.given.clear();
        self.given.resize(sums, 0.0);
        self.pressing.clear();
        let smooth = &self.smooth;
        self.contact_rows = smooth.offsets.last().copied().unwrap_or(0);
        let rows = smooth.offsets.windows(2).zip(&smooth.contacts.list);
        for ((rows, contact), closed) in rows.zip(&smooth.closed) {
            if closed.carries || contact.friction.is_force() {
                self.pressing.push((closed.id, rows[0], rows[1]));
            }
        }
    }

    /// A step of the integrator that meets the tolerance: its length, and how many did not. Nothing where
    /// even the shortest does not.
    fn integrate(&mut self, system: &mut dyn System, begun: &Begun, seen: &mut Seen) -> Option<(f64, usize)> {
        let sizes = self.sizes();
        let EventDriven {
            smooth,
            place,
            integrator,
            state,
            ..
        } = self;
        let mut slopes =
            |t: f64, y: &[f64], out: &mut [f64]| slope((smooth, place), system, sizes, (t, y), out, seen);
        if !integrator.begin(&mut slopes, state.time, &self.y) {
            return None;
        }
        let stops = smooth.time_to_stop();
        let (room, shortest) = (begun.room, begun.shortest);
        let mut h = self.h.min(room);
        // Where slip in space ends its direction has no derivative: the steps shrink with it.
        let near = match begun.habits.exact {
            // Slow slip that turns with the motion would never end.
            _ if integrator.habits().implicit => f64::INFINITY,
            true => NEAR_EXACT * stops,
            false => NEAR * stops,
        };
        h = h.min(near).max(shortest);
        let mut rejected = 0;
        loop {
            smooth.compensate(h);
            seen.strays = false;
            let mut slopes =
                |t: f64, y: &[f64], out: &mut [f64]| slope((smooth, place), system, sizes, (t, y), out, seen);
            match integrator.attempt(&mut slopes, h, &self.tolerance) {
                Some(error) if error <= 1.0 => {
                    if h < near && (h >= self.h || error > 0.0) {
                        let next = next_length(h, error);
                        let longer = next.max(self.h.min(6.0 * h));
                        self.h = if h < room { next } else { longer };
                    }
                    return Some((h, rejected));
                }
                Some(error) => h = next_length(h, error).min(0.9 * h),
                None => h *= 0.25,
            }
            rejected += 1;
            if h < shortest {
                self.h = shortest * 100.0;
                return None;
            }
        }
    }

    /// A step that ends at the event; for gaps its length is made right by what is left of the gap.
    fn land(&mut self, system: &mut dyn System, h: f64, found: Found, seen: &mut Seen) -> f64 {
        let sizes = self.sizes();
        let mut h = h;
        let share = h / self.integrator.h;
        // A short part of a long step has the rounding of the whole: it is made anew.
        if share > 0.1 && self.integrator.shorten(share) {
            return self.integrator.h;
        }
        // Frames are read off the dense output of the whole step, which is there already.
        let dense = self.integrator.dense_length();
        for _ in 0..4 {
            let (smooth, place, integrator) = (&mut self.smooth, &mut self.place, &mut self.integrator);
            let error = integrator.attempt(
                &mut |t, y, out| slope((smooth, place), system, sizes, (t, y), out, seen),
                h,
                &self.tolerance,
            );
            // An implicit step may have no end.
            if integrator.habits().implicit && !error.is_some_and(|e| e <= 1.0) {
                let share = h / integrator.h;
                integrator.cut(share);
                break;
            }
            let Found::Gap(id) = found else { break };
            let by = self.move_end(system, id);
            // What a move misses is of second order in it.
            if (by / h).powi(2) <= self.relative || !(by.abs() < 0.1 * h) {
                break;
            }
            h += by;
        }
        if !self.integrator.habits().implicit {
            self.integrator.keep_dense(dense);
        }
        self.integrator.h
    }

    /// Moves the end of the step to where the gap of contact `id` vanishes; by how much. Nowhere where it
    /// does not fall.
    fn move_end(&mut self, system: &mut dyn System, id: u64) -> f64 {
        let ((nx, nv), h) = (self.sizes(), self.integrator.h);
        let rounding = 1e-16 * self.smooth.scales.length;
        let mut by = 0.0;
        for _ in 0..MOVES {
            let (x, v) = self.integrator.y_next[..nx + nv].split_at(nx);
            let q = self.smooth.chart.at(system, x, &mut self.place);
            let time = self.integrator.time + self.integrator.h;
            system.gaps(time, q, GapQuery::One { v, id }, &mut self.gaps);
            let Some(at) = self.gaps.list.first() else {
                break;
            };
            let change = at.gap / at.rate;
            let there = at.gap.abs() <= rounding || change.abs() < 1e-15 * h;
            if there || !(at.rate < 0.0) || !((by - change).abs() < 0.1 * h) {
                break;
            }
            by -= change;
            self.integrator.move_end(by);
        }
        by
    }

    /// The end of the step of the integrator becomes the state, its sums are booked.
    fn arrive(&mut self, system: &mut dyn System, h: f64, step: &mut Step) {
        let (nx, nv) = self.sizes();
        let y = std::mem::take(&mut self.integrator.y_next);
        self.book_until(&y, step);
        self.state.time += h;
        self.smooth.chart.place(system, &y[..nx], &mut self.state.q);
        self.state.v.copy_from_slice(&y[nx..nx + nv]);
        self.integrator.y_next = y;
        let State { time, q, v } = &mut self.state;
        if self.smooth.rows() == 0 {
            self.smooth.project(system, *time, q, v);
            return;
        }
        let before = system.energy(*time, q, v).total();
        self.smooth.project(system, *time, q, v);
        step.energy.correction += system.energy(*time, q, v).total() - before;
    }

    /// Contacts that touch no more and do not press are not closed.
    fn drop_open(&mut self) {
        let allowed = 1e-9 * self.smooth.scales.length;
        self.smooth.keep_closed(|smooth, i| {
            let contact = smooth.contacts.list.get(i);
            smooth.closed[i].carries || contact.is_none_or(|c| c.friction.is_force() || c.gap <= allowed)
        });
    }
}
