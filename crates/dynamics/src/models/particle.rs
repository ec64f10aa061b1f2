//! A particle in the plane above a rough floor: the smallest system with friction and impacts.
//!
//! ```text
//! q = (x, y),   M = 1,   f constant,   V = −f·q,   gap = y,   u = (y', x')
//! ```
//! Closed forms exist for all it does, which makes it the measure of schemes and of the cost of a step.

use crate::contact::{Contact, Contacts, Friction, Restitution};
use crate::gaps::Selection;
use crate::system::{Energy, Layout, System};

/// A particle of unit mass above the line y = 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Particle {
    /// The constant force on it, in N.
    pub pull: [f64; 2],
    /// Friction law: none, or one for the plane.
    pub friction: Friction,
    /// Impact law.
    pub restitution: Restitution,
}

impl System for Particle {
    fn layout(&self) -> Layout {
        Layout::vector(2)
    }

    fn mass(&mut self, _: f64, _: &[f64], out: &mut [f64]) {
        out.copy_from_slice(&[1.0, 0.0, 0.0, 1.0]);
    }

    fn force(&mut self, _: f64, _: &[f64], _: &[f64], out: &mut [f64]) {
        out.copy_from_slice(&self.pull);
    }

    fn contacts(&mut self, _: f64, q: &[f64], asked: Selection<'_>, out: &mut Contacts) {
        if q[1] <= asked.margin() {
            out.list.push(Contact {
                id: 0,
                gap: q[1],
                friction: self.friction.clone(),
                restitution: self.restitution,
            });
            out.jacobian.entry(1, 1.0);
            out.end_row(0.0);
            if self.friction != Friction::None {
                out.jacobian.entry(0, 1.0);
                out.end_row(0.0);
            }
        }
    }

    fn energy(&mut self, _: f64, q: &[f64], v: &[f64]) -> Energy {
        Energy {
            kinetic: 0.5 * (v[0] * v[0] + v[1] * v[1]),
            potential: -self.pull[0] * q[0] - self.pull[1] * q[1],
        }
    }
}
