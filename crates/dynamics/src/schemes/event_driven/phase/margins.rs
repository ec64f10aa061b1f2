//! Margins of a phase: how far each change of modes is; powers of friction and of obstacles.

use super::super::tolerances::{DIRECTIONLESS, FORCE_ROUNDING, IDLE, SLIP_ENDS};
use super::{ModeChange, Phase};
use crate::contact::Friction;
use crate::schemes::event_driven::friction_groups::{Grip, groups, size};

impl Phase {
    /// The changes of modes that would end the phase, and how far each is.
    pub(super) fn write_margins(&mut self) {
        let mut margins = std::mem::take(&mut self.margins);
        margins.clear();
        let load = self.motion.force.iter().fold(0.0, |m: f64, f| m.max(f.abs()));
        let rounding = FORCE_ROUNDING * load;
        if let Some(least) = self.motion.approach {
            let rounding = FORCE_ROUNDING * self.scales.acceleration;
            margins.push((ModeChange::Free, -least, rounding));
        }
        for (i, (contact, closed)) in self.rows.contacts.list.iter().zip(&self.modes.closed).enumerate() {
            let row = self.rows.offsets[i];
            let force = self.motion.force[row];
            if let Friction::Force { lo, hi } = contact.friction {
                margins.push(match closed.grips[0] {
                    Grip::Stick => (ModeChange::Hold(i, 0), (force - lo).min(hi - force), rounding),
                    Grip::Slip(d) => (ModeChange::Slip(i, 0), d[0] * self.rows.velocity[row], 0.0),
                });
            } else if closed.carries {
                margins.push((ModeChange::Load(i), force, rounding));
                self.add_group_margins(i, rounding, &mut margins);
            } else {
                let allowed = IDLE * self.scales.acceleration;
                margins.push((ModeChange::Idle(i), self.motion.row_acceleration[row], allowed));
            }
        }
        self.margins = margins;
    }

    /// Margins of the friction of contact i.
    fn add_group_margins(&self, i: usize, rounding: f64, margins: &mut Vec<(ModeChange, f64, f64)>) {
        let (force, velocity) = (self.force_at(i), self.rows.velocity_at(i));
        for (k, (group, grip)) in groups(&self.law(i)).zip(&self.modes.closed[i].grips).enumerate() {
            let of_group = group.rows(0);
            match grip {
                _ if group.is_frictionless() => {}
                Grip::Stick => {
                    let reserve = group.hold(force[0], &force[of_group]);
                    margins.push((ModeChange::Hold(i, k), reserve, rounding));
                }
                Grip::Slip(d) if group.dim == 1 => {
                    margins.push((ModeChange::Slip(i, k), d[0] * velocity[group.start], 0.0));
                }
                Grip::Slip(_) => {
                    let speed = size(&velocity[of_group]);
                    // A slip that begins has no velocity yet.
                    let begins = !(speed > DIRECTIONLESS * self.scales.speed);
                    let left = speed - SLIP_ENDS * self.scales.speed;
                    margins.push((ModeChange::Slip(i, k), if begins { 0.0 } else { left }, 0.0));
                }
            }
        }
    }

    /// When the first slip of several rows ends if it goes on like this, in s; +∞ where none slows down.
    pub(crate) fn time_to_stop(&self) -> f64 {
        let mut soonest = f64::INFINITY;
        for (i, contact) in self.rows.contacts.list.iter().enumerate() {
            if contact.friction.is_force() || !self.modes.closed[i].carries {
                continue;
            }
            for (group, grip) in groups(&contact.friction.law()).zip(&self.modes.closed[i].grips) {
                if group.dim == 1 || *grip == Grip::Stick || group.is_frictionless() {
                    continue;
                }
                let rows = group.rows(self.rows.offsets[i]);
                let (u, a) = (
                    &self.rows.velocity[rows.clone()],
                    &self.motion.row_acceleration[rows],
                );
                let speed: f64 = u.iter().map(|u| u * u).sum();
                let along: f64 = u.iter().zip(a).map(|(u, a)| u * a).sum();
                if along < 0.0 {
                    soonest = soonest.min(-speed / along);
                }
            }
        }
        soonest
    }

    /// Whether some margin is lost at the last point evaluated.
    pub(crate) fn strays(&self) -> bool {
        self.margins.iter().any(|(_, value, rounding)| *value < -rounding)
    }

    /// Power that sliding, and held or spent motors take, in W, and power of obstacles and applied forces at
    /// the last point.
    pub(crate) fn powers(&self) -> (f64, f64) {
        let (mut friction, mut obstacles) = (0.0, 0.0);
        for (i, contact) in self.rows.contacts.list.iter().enumerate() {
            let first = self.rows.offsets[i] + usize::from(!contact.friction.is_force());
            for k in first..self.rows.offsets[i + 1] {
                friction -= self.motion.force[k] * self.rows.velocity[k];
            }
        }
        for (force, w) in self.motion.force.iter().zip(&self.rows.contacts.obstacle) {
            obstacles -= force * w;
        }
        let first = self.rows.contacts.obstacle.len();
        for (force, w) in self.motion.force[first.min(self.motion.force.len())..]
            .iter()
            .zip(&self.rows.constraints.rate)
        {
            obstacles -= force * w;
        }
        (friction, obstacles)
    }
}
