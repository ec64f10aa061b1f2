//! What the next step needs besides the state, as numbers for a file: modes, last impacts, forces, scales,
//! length of step.

use super::{Bounce, EventDriven};
use crate::ode::integrator::Habits;
use crate::schemes::event_driven::friction_groups::Grip;
use crate::schemes::event_driven::integration_step::{IntegrationStep, StepStart};
use crate::schemes::event_driven::phase::{ClosedContact, Scales};
use crate::step::Effort;
use crate::system::{State, System};
use drystone_solve::law::MAX_ROWS;

impl EventDriven {
    /// Everything that is kept between steps of the run; nothing where the modes are not known.
    pub(crate) fn save(&self) -> Vec<f64> {
        let mut out = Vec::new();
        if !self.expected {
            return out;
        }
        let Scales {
            length,
            speed,
            acceleration,
            time,
        } = self.phase.scales;
        out.extend([self.h, length, speed, acceleration, time]);
        out.push(self.phase.closed.len() as f64);
        for closed in &self.phase.closed {
            put_id(&mut out, closed.id);
            out.extend([f64::from(u8::from(closed.carries)), closed.level]);
            for grip in closed.grips {
                match grip {
                    Grip::Stick => out.extend([0.0; 4]),
                    Grip::Slip([a, b, c]) => out.extend([1.0, a, b, c]),
                }
            }
        }
        out.push(self.bounces.len() as f64);
        for bounce in &self.bounces {
            put_id(&mut out, bounce.id);
            out.extend([bounce.time, bounce.speed, bounce.ratio.unwrap_or(f64::NAN)]);
        }
        out.push(self.phase.known.len() as f64);
        for (id, force) in &self.phase.known {
            put_id(&mut out, *id);
            out.extend_from_slice(force);
        }
        out.push(self.phase.known_constraints.len() as f64);
        out.extend_from_slice(&self.phase.known_constraints);
        out.push(self.times.len() as f64);
        out.extend_from_slice(&self.times);
        out.extend([self.crawl.0 as f64, self.crawl.1]);
        put_habits(&mut out, self.integrator.habits());
        self.save_ahead(&mut out);
        out
    }

    /// Where the step under way began, with what, and what of it was booked.
    fn save_ahead(&self, out: &mut Vec<f64>) {
        let Some(IntegrationStep { begun, .. }) = self.ahead else {
            out.push(0.0);
            return;
        };
        out.extend([1.0, begun.h, begun.room, begun.shortest, self.state.time]);
        put_habits(out, begun.habits);
        for list in [&self.state.q, &self.state.v, &self.given] {
            out.push(list.len() as f64);
            out.extend_from_slice(list);
        }
    }

    fn take_ahead(&mut self, from: &mut Numbers) -> Option<()> {
        self.begun = None;
        if from.next()? == 0.0 {
            return Some(());
        }
        let (h, room, shortest) = (from.next()?, from.next()?, from.next()?);
        self.state.time = from.next()?;
        let habits = from.habits()?;
        for list in [&mut self.state.q, &mut self.state.v, &mut self.given] {
            list.clear();
            for _ in 0..from.count()? {
                list.push(from.next()?);
            }
        }
        self.begun = Some(StepStart {
            h,
            room,
            shortest,
            habits,
        });
        Some(())
    }

    /// Goes on from a state read from a file: the step under way is made again.
    pub(super) fn resume(&mut self, system: &mut dyn System, from: &State) {
        self.ahead = None;
        self.expected = true;
        self.frame.copy_from(from);
        let Some(begun) = self.begun.take() else { return };
        let given = self.given.clone();
        if self.make(system, begun, &mut Effort::default()) && given.len() == self.given.len() {
            self.given = given;
        } else {
            self.ahead = None;
        }
    }

    /// Takes up what was saved; what is not whole is forgotten.
    pub(crate) fn restore(&mut self, saved: &[f64]) {
        self.expected = false;
        self.resumed = self.take(&mut Numbers(saved)).is_some();
    }

    fn take(&mut self, from: &mut Numbers) -> Option<()> {
        self.h = from.next()?;
        self.phase.scales = Scales {
            length: from.next()?,
            speed: from.next()?,
            acceleration: from.next()?,
            time: from.next()?,
        };
        let mut closed = Vec::new();
        for _ in 0..from.count()? {
            let (id, carries, level) = (from.id()?, from.next()? != 0.0, from.next()?);
            let mut grips = [Grip::Stick; 2];
            for grip in &mut grips {
                let (slips, direction) = (from.next()? != 0.0, [from.next()?, from.next()?, from.next()?]);
                if slips {
                    *grip = Grip::Slip(direction);
                }
            }
            closed.push(ClosedContact {
                id,
                carries,
                grips,
                level,
            });
        }
        self.phase.set_closed(&closed);
        self.bounces.clear();
        for _ in 0..from.count()? {
            let (id, time, speed, ratio) = (from.id()?, from.next()?, from.next()?, from.next()?);
            self.bounces.push(Bounce {
                id,
                time,
                speed,
                ratio: (!ratio.is_nan()).then_some(ratio),
            });
        }
        self.phase.known.clear();
        for _ in 0..from.count()? {
            let id = from.id()?;
            let mut force = [0.0; MAX_ROWS];
            for f in &mut force {
                *f = from.next()?;
            }
            self.phase.known.push((id, force));
        }
        self.phase.known_constraints.clear();
        for _ in 0..from.count()? {
            self.phase.known_constraints.push(from.next()?);
        }
        self.times.clear();
        for _ in 0..from.count()? {
            self.times.push(from.next()?);
        }
        self.crawl = (usize::try_from(from.small()?).ok()?, from.next()?);
        let habits = from.habits()?;
        self.integrator.set_habits(habits);
        self.take_ahead(from)
    }
}

fn put_habits(out: &mut Vec<f64>, habits: Habits) {
    out.extend([habits.wait, habits.refusals, habits.stiff, habits.mild].map(f64::from));
    let flags = u8::from(habits.implicit) + 2 * u8::from(habits.exact);
    out.extend([f64::from(flags), habits.rate]);
}

fn put_id(out: &mut Vec<f64>, id: u64) {
    let part = |x: u64| f64::from(u32::try_from(x & 0xFFFF_FFFF).unwrap_or(0));
    out.extend([part(id >> 32), part(id)]);
}

/// Numbers still to be read.
pub(super) struct Numbers<'a>(pub(crate) &'a [f64]);

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

    pub(crate) fn next(&mut self) -> Option<f64> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "checked to be below 2³²"
    )]
    fn small(&mut self) -> Option<u32> {
        let x = self.next()?;
        ((0.0..4_294_967_296.0).contains(&x) && x.fract() == 0.0).then_some(x as u32)
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "checked to be a small whole number"
    )]
    fn count(&mut self) -> Option<usize> {
        let x = self.next()?;
        (x >= 0.0 && x <= self.0.len() as f64 && x.fract() == 0.0).then_some(x as usize)
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "checked to be below 2³²"
    )]
    fn id(&mut self) -> Option<u64> {
        let (high, low) = (self.next()?, self.next()?);
        let fits = |x: f64| (0.0..4_294_967_296.0).contains(&x) && x.fract() == 0.0;
        (fits(high) && fits(low)).then_some(((high as u64) << 32) | low as u64)
    }
}
