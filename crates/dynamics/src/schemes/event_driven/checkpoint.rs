//! The memory of the scheme between two steps of the run, as numbers for a file: modes, last impacts, forces,
//! scales, length of step.
//!
//! Also where the modes are not known, as after time-stepping: the scales, the habits of the integrator and
//! the times of the last events go on from there all the same. The forces at a point are those nearest to
//! forces known before, to rounding: where the next step begins with forces that are there already, what they
//! were found from is kept, and they are found from it again.

use super::zeno::Bounce;
use super::{Continuation, EventDriven};
use crate::ode::integrator::Habits;
use crate::schemes::event_driven::friction_groups::Grip;
use crate::schemes::event_driven::integration_step::StepStart;
use crate::schemes::event_driven::phase::{ClosedContact, KnownForces, Scales};
use crate::step::Effort;
use crate::system::{State, System};
use drystone_solve::law::MAX_ROWS;

impl EventDriven {
    /// The memory between two steps of the run.
    pub(crate) fn save(&self) -> Vec<f64> {
        let mut out = Vec::new();
        let Scales {
            length,
            speed,
            acceleration,
            time,
        } = self.phase.scales;
        out.extend([self.flight.h, length, speed, acceleration, time]);
        out.push(self.phase.modes.closed.len() as f64);
        for closed in &self.phase.modes.closed {
            put_id(&mut out, closed.id);
            out.extend([f64::from(u8::from(closed.carries)), closed.level]);
            for grip in closed.grips {
                match grip {
                    Grip::Stick => out.extend([0.0; 4]),
                    Grip::Slip([a, b, c]) => out.extend([1.0, a, b, c]),
                }
            }
        }
        out.push(self.zeno.bounces.len() as f64);
        for bounce in &self.zeno.bounces {
            put_id(&mut out, bounce.id);
            out.extend([bounce.time, bounce.speed, bounce.ratio.unwrap_or(f64::NAN)]);
        }
        put_forces(&mut out, &self.phase.known);
        put_list(&mut out, &self.zeno.times);
        out.extend([self.zeno.crawl.0 as f64, self.zeno.crawl.1]);
        put_habits(&mut out, self.flight.integrator.habits());
        self.save_ahead(&mut out);
        let goes_on = self.continuation == Continuation::LastFrame;
        out.push(f64::from(u8::from(goes_on)));
        let found = if self.flight.ahead.is_some() {
            self.phase.began_from()
        } else {
            self.phase.found_from(&self.flight.frame.q, &self.flight.frame.v)
        };
        out.push(f64::from(u8::from(found.is_some())));
        if let Some((time, guess)) = found {
            out.push(time);
            put_forces(&mut out, guess);
        }
        out
    }

    /// Beginning of the step under way, and the sums of it that were booked.
    fn save_ahead(&self, out: &mut Vec<f64>) {
        let Some(start) = self.flight.ahead.map(|ahead| ahead.start) else {
            out.push(0.0);
            return;
        };
        out.extend([1.0, start.h, start.room, start.shortest, self.state.time]);
        put_habits(out, start.habits);
        for list in [&self.state.q, &self.state.v, &self.account.given] {
            put_list(out, list);
        }
    }

    /// The beginning of the step under way, where there is one; nothing where it is not whole.
    fn take_ahead(&mut self, from: &mut Numbers) -> Option<Continuation> {
        if from.next()? == 0.0 {
            return Some(Continuation::Saved(None));
        }
        let (h, room, shortest) = (from.next()?, from.next()?, from.next()?);
        self.state.time = from.next()?;
        let habits = from.habits()?;
        for list in [&mut self.state.q, &mut self.state.v, &mut self.account.given] {
            from.list(list)?;
        }
        Some(Continuation::Saved(Some(StepStart {
            h,
            room,
            shortest,
            habits,
        })))
    }

    /// Goes on from a state read from a file: the step under way is made again.
    pub(super) fn resume(&mut self, system: &mut dyn System, from: &State, start: Option<StepStart>) {
        self.flight.hand_out(from);
        self.continuation = Continuation::LastFrame;
        if let Some(began) = self.phase.began().take() {
            let at = if start.is_some() { &self.state } else { from };
            self.phase.find_from(system, began, at);
        }
        let Some(start) = start else { return };
        self.phase.note_begin(&self.state);
        let given = self.account.given.clone();
        if self.make(system, start, &mut Effort::default()) && given.len() == self.account.given.len() {
            self.account.given = given;
        } else {
            self.flight.ahead = None;
        }
    }

    /// Takes up a saved memory; one that is not whole is forgotten.
    pub(crate) fn restore(&mut self, saved: &[f64]) {
        self.continuation = self.take(&mut Numbers(saved)).unwrap_or(Continuation::Unknown);
    }

    fn take(&mut self, from: &mut Numbers) -> Option<Continuation> {
        self.flight.h = from.next()?;
        self.phase.scales = Scales {
            length: from.next()?,
            speed: from.next()?,
            acceleration: from.next()?,
            time: from.next()?,
        };
        let mut closed = Vec::new();
        for _ in 0..from.count()? {
            closed.push(from.closed()?);
        }
        self.phase.modes.set(&closed);
        self.zeno.bounces.clear();
        for _ in 0..from.count()? {
            let (id, time, speed, ratio) = (from.id()?, from.next()?, from.next()?, from.next()?);
            self.zeno.bounces.push(Bounce {
                id,
                time,
                speed,
                ratio: (!ratio.is_nan()).then_some(ratio),
            });
        }
        self.phase.known = from.forces()?;
        from.list(&mut self.zeno.times)?;
        self.zeno.crawl = (usize::try_from(from.small()?).ok()?, from.next()?);
        let habits = from.habits()?;
        self.flight.integrator.set_habits(habits);
        let saved = self.take_ahead(from)?;
        let goes_on = from.next() != Some(0.0);
        *self.phase.began() = None;
        if from.next().is_some_and(|found| found != 0.0) {
            *self.phase.began() = Some((from.next()?, from.forces()?));
        }
        Some(if goes_on { saved } else { Continuation::Unknown })
    }
}

fn put_habits(out: &mut Vec<f64>, habits: Habits) {
    out.extend([habits.wait, habits.refusals, habits.stiff, habits.mild].map(f64::from));
    let flags = u8::from(habits.implicit) + 2 * u8::from(habits.exact);
    out.extend([f64::from(flags), habits.rate]);
}

fn put_list(out: &mut Vec<f64>, list: &[f64]) {
    out.push(list.len() as f64);
    out.extend_from_slice(list);
}

fn put_forces(out: &mut Vec<f64>, forces: &KnownForces) {
    out.push(forces.contacts.len() as f64);
    for (id, force) in &forces.contacts {
        put_id(out, *id);
        out.extend_from_slice(force);
    }
    put_list(out, &forces.constraints);
}

fn put_id(out: &mut Vec<f64>, id: u64) {
    let part = |x: u64| f64::from(u32::try_from(x & 0xFFFF_FFFF).unwrap_or(0));
    out.extend([part(id >> 32), part(id)]);
}

/// 2³².
const END_OF_WORD: f64 = 4_294_967_296.0;

/// Numbers still to be read.
struct Numbers<'a>(&'a [f64]);

impl Numbers<'_> {
    fn habits(&mut self) -> Option<Habits> {
        let (wait, refusals) = (self.small()?, self.small()?);
        let (stiff, mild) = (self.small()?, self.small()?);
        let flags = self.small()?;
        Some(Habits {
            wait,
            refusals,
            stiff,
            mild,
            implicit: flags & 1 != 0,
            rate: self.next()?,
            exact: flags & 2 != 0,
        })
    }

    fn forces(&mut self) -> Option<KnownForces> {
        let mut forces = KnownForces::default();
        for _ in 0..self.count()? {
            let id = self.id()?;
            let mut force = [0.0; MAX_ROWS];
            for f in &mut force {
                *f = self.next()?;
            }
            forces.contacts.push((id, force));
        }
        self.list(&mut forces.constraints)?;
        Some(forces)
    }

    fn closed(&mut self) -> Option<ClosedContact> {
        let (id, carries, level) = (self.id()?, self.next()? != 0.0, self.next()?);
        let mut grips = [Grip::Stick; 2];
        for grip in &mut grips {
            let (slips, direction) = (self.next()? != 0.0, [self.next()?, self.next()?, self.next()?]);
            if slips {
                *grip = Grip::Slip(direction);
            }
        }
        Some(ClosedContact {
            id,
            carries,
            grips,
            level,
        })
    }

    fn next(&mut self) -> Option<f64> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    /// A whole number below `end`, which is 2³² at most.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "checked to be whole and below 2³²"
    )]
    fn whole(&mut self, end: f64) -> Option<u32> {
        let x = self.next()?;
        ((0.0..end).contains(&x) && x.fract() == 0.0).then_some(x as u32)
    }

    fn small(&mut self) -> Option<u32> {
        self.whole(END_OF_WORD)
    }

    /// A number of numbers that follow.
    fn count(&mut self) -> Option<usize> {
        let end = END_OF_WORD.min(self.0.len() as f64);
        usize::try_from(self.whole(end)?).ok()
    }

    fn id(&mut self) -> Option<u64> {
        let (high, low) = (self.small()?, self.small()?);
        Some((u64::from(high) << 32) | u64::from(low))
    }

    /// A list with its length.
    fn list(&mut self, out: &mut Vec<f64>) -> Option<()> {
        out.clear();
        for _ in 0..self.count()? {
            out.push(self.next()?);
        }
        Some(())
    }
}
