//! Modes that fit: changed one after the other until no force and no acceleration contradicts them.
//!
//! ```text
//! a force that would pull lets go; one that leaves its cone slides against it; what approaches carries; a slip that loses its
//! speed at once sticks; a slip that begins goes the way of its own acceleration, at all contacts together
//! ```
//! An active-set method without a proof that it ends: after some changes the contact problem of a vanishing
//! step is asked (`decide.rs`).

use super::EventDriven;
use super::tolerances::{
    ALIGNED, MISFIT, NOT_TURNED, REPAIRS, RESTS, SHORTER_TURN, SLIDES, SLIP_BEGINS, TURNS, TURNS_SHRINK,
};
use crate::contact::Friction;
use crate::schemes::event_driven::friction_groups::{Grip, groups};
use crate::schemes::event_driven::phase::ModeChange;
use crate::system::{State, System};

impl EventDriven {
    pub(super) fn apply(&mut self, what: ModeChange) {
        let moving = match what {
            ModeChange::Idle(i) => self.grips_at(i),
            _ => [Grip::Stick; 2],
        };
        let phase = &mut self.phase;
        match what {
            ModeChange::Load(i) => phase.closed[i].carries = false,
            ModeChange::Free => phase.closed.iter_mut().for_each(|c| c.carries = false),
            ModeChange::Idle(i) => {
                phase.closed[i].carries = true;
                phase.closed[i].grips = moving;
            }
            ModeChange::Slip(i, k) => {
                // Friction at its limit without any slip: forces that fit also where those of stick are not
                // unique.
                phase.keep_forces();
                phase.closed[i].grips[k] = Grip::Stick;
            }
            ModeChange::Hold(i, k) => {
                let row = phase.offsets[i];
                let contact = &phase.contacts.list[i];
                let direction = if contact.friction.is_force() {
                    // At the lower bound the row moves on in the positive sense.
                    let Friction::Force { lo, hi } = contact.friction else {
                        return;
                    };
                    let low = phase.force[row] - lo < hi - phase.force[row];
                    [if low { 1.0 } else { -1.0 }, 0.0, 0.0]
                } else {
                    let law = contact.friction.law();
                    let Some(group) = groups(&law).nth(k) else { return };
                    let rows = row + group.start..row + group.start + group.dim;
                    group.release(&phase.force[rows])
                };
                phase.closed[i].grips[k] = Grip::Slip(direction);
            }
        }
    }

    /// Sliding groups slide, the others stick, by the velocities of the last point.
    pub(super) fn grips_at(&self, i: usize) -> [Grip; 2] {
        let phase = &self.phase;
        let mut grips = [Grip::Stick; 2];
        let slow = SLIDES * phase.scales.speed;
        let velocity = &phase.velocity[phase.offsets[i]..phase.offsets[i + 1]];
        let contact = &phase.contacts.list[i];
        if contact.friction.is_force() {
            if velocity[0].abs() > slow {
                grips[0] = Grip::Slip([velocity[0].signum(), 0.0, 0.0]);
            }
            return grips;
        }
        for (grip, group) in grips.iter_mut().zip(groups(&contact.friction.law())) {
            let u = &velocity[group.start..group.start + group.dim];
            let speed = u.iter().map(|u| u * u).sum::<f64>().sqrt();
            if speed > slow {
                let mut direction = [0.0; 3];
                for (d, u) in direction.iter_mut().zip(u) {
                    *d = u / speed;
                }
                *grip = Grip::Slip(direction);
            } else if group.is_frictionless() {
                *grip = Grip::Slip([1.0, 0.0, 0.0]);
            }
        }
        grips
    }

    /// All groups whose slip is as slow as one that has ended stick.
    pub(super) fn stop_slow(&mut self) {
        let slow = SLIDES * self.phase.scales.speed;
        for i in 0..self.phase.closed.len() {
            let contact = &self.phase.contacts.list[i];
            if contact.friction.is_force() || !self.phase.closed[i].carries {
                continue;
            }
            for (k, group) in groups(&contact.friction.law()).enumerate() {
                let rows =
                    self.phase.offsets[i] + group.start..self.phase.offsets[i] + group.start + group.dim;
                let speed = self.phase.velocity[rows]
                    .iter()
                    .map(|u| u * u)
                    .sum::<f64>()
                    .sqrt();
                if speed <= slow && !group.is_frictionless() && group.dim > 1 {
                    self.phase.closed[i].grips[k] = Grip::Stick;
                }
            }
        }
    }

    /// Evaluates the modes and changes those that do not fit, until all do. Where it is `strict`, slip that
    /// begins must gain speed: friction at its limit that holds is stick.
    pub(super) fn repair(&mut self, system: &mut dyn System, strict: bool) -> bool {
        for _ in 0..REPAIRS {
            let State { time, q, v } = &self.state;
            if !self.phase.evaluate(system, *time, q, v) {
                return false;
            }
            match self.misfit(strict) {
                None => return true,
                Some(what) => self.apply(what),
            }
        }
        false
    }

    /// Slip that begins goes the way of its own acceleration, at every contact: directions are turned until
    /// they do. Whether they came to do so.
    pub(super) fn align(&mut self, system: &mut dyn System, strict: bool) -> bool {
        let before = self.modes();
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
            let State { time, q, v } = &self.state;
            if !self.phase.evaluate(system, *time, q, v) || self.misfit(strict).is_some() {
                break;
            }
        }
        let aligned = last <= ALIGNED;
        if !aligned {
            self.phase.set_closed(&before);
        }
        self.spare.push(before);
        let State { time, q, v } = &self.state;
        self.phase.evaluate(system, *time, q, v) && aligned
    }

    /// Turns the directions of slips that begin towards their accelerations, by this share of the way; how
    /// far they are off.
    fn turn_slips(&mut self, share: f64) -> f64 {
        let phase = &mut self.phase;
        let (slow, least) = (
            RESTS * phase.scales.speed,
            SLIP_BEGINS * phase.scales.acceleration,
        );
        let mut off: f64 = 0.0;
        for (i, contact) in phase.contacts.list.iter().enumerate() {
            if contact.friction.is_force() || !phase.closed[i].carries {
                continue;
            }
            for (k, group) in groups(&contact.friction.law()).enumerate() {
                let rows = phase.offsets[i] + group.start..phase.offsets[i] + group.start + group.dim;
                let a = &phase.row_acceleration[rows.clone()];
                let gain = size(a);
                let begins = size(&phase.velocity[rows]) <= slow && gain > least;
                if let Grip::Slip(direction) = &mut phase.closed[i].grips[k]
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
        let phase = &self.phase;
        let slow = RESTS * phase.scales.speed;
        let scale = phase.scales.acceleration;
        for &(what, value, rounding) in &phase.margins {
            match what {
                // A slip that begins has no velocity yet: its acceleration must go its way.
                ModeChange::Slip(i, k) => {
                    let row = phase.offsets[i];
                    let contact = &phase.contacts.list[i];
                    let range = if contact.friction.is_force() {
                        row..row + 1
                    } else {
                        let group = groups(&contact.friction.law()).nth(k)?;
                        row + group.start..row + group.start + group.dim
                    };
                    let u = &phase.velocity[range.clone()];
                    let speed = u.iter().map(|u| u * u).sum::<f64>().sqrt();
                    let Grip::Slip(direction) = phase.closed[i].grips[k] else {
                        continue;
                    };
                    if speed > slow {
                        if range.len() == 1 && direction[0] * u[0] < 0.0 {
                            return Some(what);
                        }
                        continue;
                    }
                    let along: f64 = phase.row_acceleration[range]
                        .iter()
                        .zip(direction)
                        .map(|(a, d)| a * d)
                        .sum();
                    let least = if strict { SLIP_BEGINS } else { -SLIP_BEGINS };
                    if along < least * scale {
                        return Some(what);
                    }
                }
                // Whether all let go is asked once, before: see `floats`.
                ModeChange::Free => {}
                _ if value < -MISFIT * rounding => return Some(what),
                _ => {}
            }
        }
        None
    }
}

fn size(list: &[f64]) -> f64 {
    list.iter().map(|x| x * x).sum::<f64>().sqrt()
}
