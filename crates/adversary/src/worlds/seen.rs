//! The same world seen otherwise: turned about gravity, shifted, in other units, mirrored, in another order.
//!
//! ```text
//! vector   v ← s R(φ) S v            S = diag(−1, 1, 1) where mirrored, s metres of the new unit
//! point    p ← s (R(φ) S p + c)
//! axis     a ← R(φ) (det S) S a      spins and axes of hinges do not change sign as vectors do
//! turn     q ← q_φ (w, x, −y, −z)
//! ```
//! In the plane there is no turn about gravity; a mirror changes the sign of angles.

/// How a world is seen.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// Angle about gravity, in rad; 0 in the plane.
    pub turn: f64,
    /// Shift, in m.
    pub shift: [f64; 3],
    /// New units of length in a metre.
    pub unit: f64,
    /// Whether x points the other way.
    pub mirror: bool,
    /// Whether bodies come in the opposite order.
    pub reversed: bool,
}

impl Default for Seen {
    fn default() -> Self {
        Seen {
            turn: 0.0,
            shift: [0.0; 3],
            unit: 1.0,
            mirror: false,
            reversed: false,
        }
    }
}

impl Seen {
    /// The ways in which a world must move the same, by name.
    pub fn ways(plane: bool) -> Vec<(&'static str, Seen)> {
        let same = Seen::default();
        let shift = if plane { [0.7, 0.0, 0.0] } else { [0.7, -0.4, 0.0] };
        let mut out = vec![
            ("shifted", Seen { shift, ..same }),
            ("millimetres", Seen { unit: 1e3, ..same }),
            ("mirrored", Seen { mirror: true, ..same }),
            (
                "reordered",
                Seen {
                    reversed: true,
                    ..same
                },
            ),
        ];
        if !plane {
            out.push(("turned", Seen { turn: 0.7, ..same }));
        }
        out
    }

    fn turned(&self, [x, y, z]: [f64; 3]) -> [f64; 3] {
        if self.turn == 0.0 {
            return [x, y, z];
        }
        let (s, c) = self.turn.sin_cos();
        [c * x - s * y, s * x + c * y, z]
    }

    /// A direction, without unit.
    pub fn direction(&self, [x, y, z]: [f64; 3]) -> [f64; 3] {
        self.turned([if self.mirror { -x } else { x }, y, z])
    }

    /// A vector with a length in its unit.
    pub fn vector(&self, v: [f64; 3]) -> [f64; 3] {
        self.direction(v).map(|x| self.unit * x)
    }

    /// A point of the world.
    pub fn point(&self, p: [f64; 3]) -> [f64; 3] {
        let moved = self.direction(p);
        std::array::from_fn(|k| self.unit * (moved[k] + self.shift[k]))
    }

    /// A point of a body, in its axes: bodies are mirrored too.
    pub fn local(&self, [x, y, z]: [f64; 3]) -> [f64; 3] {
        [if self.mirror { -x } else { x }, y, z].map(|x| self.unit * x)
    }

    /// A spin or the axis of a turn.
    pub fn axis(&self, [x, y, z]: [f64; 3]) -> [f64; 3] {
        let sign = if self.mirror { -1.0 } else { 1.0 };
        self.turned([x, sign * y, sign * z])
    }

    /// How a body is turned.
    pub fn quat(&self, [w, x, y, z]: [f64; 4]) -> [f64; 4] {
        let sign = if self.mirror { -1.0 } else { 1.0 };
        let (y, z) = (sign * y, sign * z);
        if self.turn == 0.0 {
            return [w, x, y, z];
        }
        let (s, c) = (0.5 * self.turn).sin_cos();
        [c * w - s * z, c * x - s * y, c * y + s * x, c * z + s * w]
    }
}
