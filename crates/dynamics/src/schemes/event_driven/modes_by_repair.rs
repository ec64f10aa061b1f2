//! Modes found by repair: changed one after the other until no force and no acceleration contradicts them.
//!
//! ```text
//! a force that would pull lets go; a force that leaves its cone lets its contact slide;
//!     a contact that approaches presses;
//! a slip that loses its speed at once sticks; a slip that begins goes the way of its own acceleration,
//!     at all contacts together
//! ```
//! An active-set method without a proof that it ends: after some changes the contact problem of a vanishing
//! step is asked (`modes_by_problem.rs`).

use super::tolerances::{
    ALIGNED, MISFIT, NOT_TURNED, REPAIRS, RESTS, SHORTER_TURN, SLIDES, SLIP_BEGINS, TURNS, TURNS_SHRINK,
};
use crate::contact::Friction;
use crate::schemes::event_driven::friction_groups::{Grip, groups, size};
use crate::schemes::event_driven::phase::{ModeChange, Phase};
use crate::system::{State, System};

impl Phase {
    /// Takes up a change of modes.
    pub(super) fn apply(&mut self, change: ModeChange) {
        match change {
            ModeChange::Load(i) => self.modes.closed[i].carries = false,
            ModeChange::Free => self.modes.closed.iter_mut().for_each(|c| c.carries = false),
            ModeChange::Idle(i) => {
                self.modes.closed[i].carries = true;
                self.modes.closed[i].grips = self.grips_at(i);
            }
            ModeChange::Slip(i, k) => {
                // Friction at its limit without any slip: forces that fit also where those of stick are not
                // unique.
                self.keep_forces();
                self.modes.closed[i].grips[k] = Grip::Stick;
            }
            ModeChange::Hold(i, k) => {
                let row = self.rows.offsets[i];
                let contact = &self.rows.contacts.list[i];
                let direction = if let Friction::Force { lo, hi } = contact.friction {
                    // At the lower bound the row moves on in the positive sense.
                    let low = self.motion.force[row] - lo < hi - self.motion.force[row];
                    [if low { 1.0 } else { -1.0 }, 0.0, 0.0]
                } else {
                    let law = contact.friction.law();
                    let Some(group) = groups(&law).nth(k) else { return };
                    group.release(&self.motion.force[group.rows(row)])
                };
                self.modes.closed[i].grips[k] = Grip::Slip(direction);
            }
        }
    }

    /// Modes of the groups of contact i by the velocities of the last point.
    pub(super) fn grips_at(&self, i: usize) -> [Grip; 2] {
        let mut grips = [Grip::Stick; 2];
        let slow = SLIDES * self.scales.speed;
        let velocity = self.rows.velocity_at(i);
        let contact = &self.rows.contacts.list[i];
        if let Friction::Force { lo, hi } = contact.friction {
            // Where it could push without end its motion is as it asks, after an impact.
            let bound = if velocity[0] > 0.0 { lo } else { hi };
            if velocity[0].abs() > slow && bound.is_finite() {
                grips[0] = Grip::Slip([velocity[0].signum(), 0.0, 0.0]);
            }
            return grips;
        }
        for (grip, group) in grips.iter_mut().zip(groups(&contact.friction.law())) {
            let u = &velocity[group.rows(0)];
            if size(u) > slow {
                *grip = Grip::along(u);
            } else if group.is_frictionless() {
                *grip = Grip::ANY_SLIP;
            }
        }
        grips
    }

    /// Groups with a slip as slow as one that has ended stick.
    pub(super) fn stop_slow(&mut self) {
        let slow = SLIDES * self.scales.speed;
        for i in 0..self.modes.closed.len() {
            let contact = &self.rows.contacts.list[i];
            if contact.friction.is_force() || !self.modes.closed[i].carries {
                continue;
            }
            for (k, group) in groups(&contact.friction.law()).enumerate() {
                let speed = size(&self.rows.velocity[group.rows(self.rows.offsets[i])]);
                if speed <= slow && !group.is_frictionless() && group.dim > 1 {
                    self.modes.closed[i].grips[k] = Grip::Stick;
                }
            }
        }
    }

    /// Evaluates the modes and changes those that do not fit, until all do. Where it is `strict`, slip that
    /// begins must gain speed: friction at its limit that holds is stick.
    pub(super) fn repair(&mut self, system: &mut dyn System, at: &State, strict: bool) -> bool {
        for _ in 0..REPAIRS {
            if !self.evaluate_at(system, at) {
                return false;
            }
            match self.misfit(strict) {
                None => return true,
                Some(change) => self.apply(change),
            }
        }
        false
    }

    /// Slip that begins goes the way of its own acceleration, at every contact: directions are turned until
    /// they do. Whether they came to do so.
    pub(super) fn align(&mut self, system: &mut dyn System, at: &State, strict: bool) -> bool {
        let before = self.modes.copy();
        let (mut share, mut last) = (1.0, f64::INFINITY);
        for _ in 0..TURNS {
            let turned = self.turn_slips(share);
            if turned <= NOT_TURNED {
                last = turned;
                break;
            }
            // They turn each other: by less at a time.
            if turned > TURNS_SHRINK * last {
                share *= SHORTER_TURN;
            }
            last = turned;
            if !self.evaluate_at(system, at) || self.misfit(strict).is_some() {
                break;
            }
        }
        let aligned = last <= ALIGNED;
        if !aligned {
            self.modes.set(&before);
        }
        self.modes.spare.push(before);
        self.evaluate_at(system, at) && aligned
    }

    /// Turns the directions of slips that begin towards their accelerations, by this share of the way; how
    /// far they are off.
    fn turn_slips(&mut self, share: f64) -> f64 {
        let (slow, least) = (RESTS * self.scales.speed, SLIP_BEGINS * self.scales.acceleration);
        let mut off: f64 = 0.0;
        for (i, contact) in self.rows.contacts.list.iter().enumerate() {
            if contact.friction.is_force() || !self.modes.closed[i].carries {
                continue;
            }
            for (k, group) in groups(&contact.friction.law()).enumerate() {
                let rows = group.rows(self.rows.offsets[i]);
                let a = &self.motion.row_acceleration[rows.clone()];
                let gain = size(a);
                let begins = size(&self.rows.velocity[rows]) <= slow && gain > least;
                if let Grip::Slip(direction) = &mut self.modes.closed[i].grips[k]
                    && group.dim > 1
                    && begins
                    && !group.is_frictionless()
                {
                    for (d, a) in direction.iter_mut().zip(a) {
                        off = off.max((a / gain - *d).abs());
                        *d += share * (a / gain - *d);
                    }
                    let length = size(&direction[..]);
                    for d in direction.iter_mut() {
                        *d /= length;
                    }
                }
            }
        }
        off
    }

    /// The first mode that does not fit its forces or accelerations.
    pub(super) fn misfit(&self, strict: bool) -> Option<ModeChange> {
        let misfits = |&&(change, value, rounding): &&(ModeChange, f64, f64)| match change {
            ModeChange::Slip(i, k) => self.slip_misfits(i, k, strict),
            // Whether all contacts let go is asked once, before: see `floats`.
            ModeChange::Free => false,
            _ => value < -MISFIT * rounding,
        };
        self.margins.iter().find(misfits).map(|margin| margin.0)
    }

    /// Whether group k of contact i slides against its direction. A slip that begins has no velocity yet: its
    /// acceleration must go its way.
    fn slip_misfits(&self, i: usize, k: usize, strict: bool) -> bool {
        let row = self.rows.offsets[i];
        let contact = &self.rows.contacts.list[i];
        let range = if contact.friction.is_force() {
            row..row + 1
        } else if let Some(group) = groups(&contact.friction.law()).nth(k) {
            group.rows(row)
        } else {
            return false;
        };
        let Grip::Slip(direction) = self.modes.closed[i].grips[k] else {
            return false;
        };
        let u = &self.rows.velocity[range.clone()];
        if size(u) > RESTS * self.scales.speed {
            return range.len() == 1 && direction[0] * u[0] < 0.0;
        }
        let a = self.motion.row_acceleration[range].iter();
        let along: f64 = a.zip(direction).map(|(a, d)| a * d).sum();
        let least = if strict { SLIP_BEGINS } else { -SLIP_BEGINS };
        along < least * self.scales.acceleration
    }
}
