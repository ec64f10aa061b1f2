//! Coordinates of the integrator: turns since the beginning of a step instead of quaternions.
//!
//! ```text
//! q = q₀ ⊕ x,  ẋ = v  for translations,  ẋ = ω − ½ x × ω + c x × (x × ω),  c = (1 − |x|/2 cot |x|/2) / |x|²
//!              for turns
//! ```
//! Source: Munthe-Kaas (1998), Runge-Kutta methods on Lie groups, BIT 38. A body that turns about one axis
//! has x × ω = 0: a motion cubic in time is integrated exactly, however often it turns, while its quaternion
//! oscillates. The formula has a pole at a whole turn; steps end long before it. Systems without quaternions
//! are integrated as they are, in q.

use crate::system::{Layout, State, System};

/// Coordinates of the integrator for the configuration.
pub(crate) struct Chart {
    /// Whether there are quaternions.
    turns: bool,
    /// Numbers of coordinates and of velocities.
    sizes: (usize, usize),
    /// q₀.
    origin: Vec<f64>,
}

impl Chart {
    pub(crate) fn new(system: &dyn System) -> Self {
        let Layout {
            num_q: nq, num_v: nv, ..
        } = system.layout();
        let turns = nq != nv;
        Chart {
            turns,
            sizes: (if turns { nv } else { nq }, nv),
            origin: vec![0.0; nq],
        }
    }

    /// Numbers of coordinates and of velocities.
    pub(crate) fn sizes(&self) -> (usize, usize) {
        self.sizes
    }

    /// Coordinates, velocities and sums in y.
    pub(crate) fn split<'a>(&self, y: &'a [f64]) -> (&'a [f64], &'a [f64], &'a [f64]) {
        let (x, rest) = y.split_at(self.sizes.0);
        let (v, sums) = rest.split_at(self.sizes.1);
        (x, v, sums)
    }

    /// Begins a step at a state: its coordinates and velocities, and zeros up to `size`, into `y`.
    pub(crate) fn begin(&mut self, at: &State, size: usize, y: &mut Vec<f64>) {
        self.set_origin(&at.q);
        y.clear();
        if self.turns {
            y.resize(self.sizes.0, 0.0);
        } else {
            y.extend_from_slice(&at.q);
        }
        y.extend_from_slice(&at.v);
        y.resize(size, 0.0);
    }

    /// q₀.
    pub(crate) fn set_origin(&mut self, q: &[f64]) {
        if self.turns {
            self.origin.copy_from_slice(q);
        }
    }

    /// The configuration at x: in `room`, or x itself.
    pub(crate) fn at<'a>(&self, system: &dyn System, x: &'a [f64], room: &'a mut [f64]) -> &'a [f64] {
        if !self.turns {
            return x;
        }
        self.place(system, x, room);
        room
    }

    /// The configuration at x, into `q`.
    pub(crate) fn place(&self, system: &dyn System, x: &[f64], q: &mut [f64]) {
        if !self.turns {
            q.copy_from_slice(x);
        } else if x.iter().all(|x| *x == 0.0) {
            // To the last bit.
            q.copy_from_slice(&self.origin);
        } else {
            system.kinematics().advance(&self.origin, x, 1.0, q);
        }
    }

    /// ẋ at x, where the configuration moves at v.
    pub(crate) fn rate(&self, system: &dyn System, (x, q): (&[f64], &[f64]), v: &[f64], out: &mut [f64]) {
        if self.turns {
            system.kinematics().turn_rate(x, v, out);
        } else {
            system.kinematics().rate(q, v, out);
        }
    }
}
