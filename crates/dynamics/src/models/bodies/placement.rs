//! Where all bodies are, and the rows that ask how fast they move against each other.
//!
//! ```text
//! plane   q = (x, y, angle),          v = (vx, vy, ω)
//! space   q = (x, y, z, w, i, j, k),  v = (vx, vy, vz, ωx, ωy, ωz)  q̇ = N(q) v,  ω in the axes of the world
//! ```
//! Positions and velocities in q and v are those of the centres of mass. Bodies that do not move freely have
//! no coordinates: what they contribute to a row is its w. Source: Anitescu, Potra, Stewart (1999) §5,
//! (29)–(36).

use super::description::Dimension;
use crate::contact::Rows;
use crate::geometry::{DQuat, DVec3, Pose};

/// Velocity of a body.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Twist {
    /// Of its centre of mass, in m/s.
    pub linear: DVec3,
    /// In the axes of the world, in rad/s.
    pub angular: DVec3,
}

impl Twist {
    /// Velocity of the point `arm` away from the centre of mass, in m/s.
    #[inline]
    pub fn at(&self, arm: DVec3) -> DVec3 {
        self.linear + self.angular.cross(arm)
    }
}

/// One body's part of a row: u = Σ linear · v + angular · ω.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    /// The body.
    pub body: usize,
    /// Multiplies its velocity.
    pub linear: DVec3,
    /// Multiplies its angular velocity.
    pub angular: DVec3,
}

impl Part {
    /// What a body that moves so adds to u.
    #[inline]
    pub fn rate(&self, twist: &Twist) -> f64 {
        self.linear.dot(twist.linear) + self.angular.dot(twist.angular)
    }
}

/// All bodies at one instant.
#[derive(Clone, Debug, Default)]
pub struct Placement {
    /// Plane or space.
    pub dimension: Dimension,
    /// Number of free bodies before each body, and of all at the end: body b is free when the next number
    /// differs.
    pub free_before: Vec<usize>,
    /// Poses of the centres of mass; rotations are those of the bodies' axes.
    pub poses: Vec<Pose>,
    /// Velocities of the bodies that follow a motion; zero for all others.
    pub prescribed: Vec<Twist>,
}

impl Placement {
    /// Number of bodies.
    pub fn len(&self) -> usize {
        self.poses.len()
    }

    /// Whether there is no body.
    pub fn is_empty(&self) -> bool {
        self.poses.is_empty()
    }

    /// Number of free bodies.
    pub fn num_free(&self) -> usize {
        self.free_before.last().copied().unwrap_or(0)
    }

    /// Coordinates q of one body.
    #[inline]
    pub fn q_size(&self) -> usize {
        match self.dimension {
            Dimension::Plane => 3,
            Dimension::Space => 7,
        }
    }

    /// Velocities v of one body.
    #[inline]
    pub fn v_size(&self) -> usize {
        match self.dimension {
            Dimension::Plane => 3,
            Dimension::Space => 6,
        }
    }

    /// Whether a body moves freely.
    #[inline]
    pub fn is_free(&self, body: usize) -> bool {
        self.free_before[body + 1] > self.free_before[body]
    }

    /// First velocity in v of a body that moves freely.
    #[inline]
    pub fn first_v(&self, body: usize) -> usize {
        self.free_before[body] * self.v_size()
    }

    /// First coordinate in q of a body that moves freely.
    #[inline]
    pub fn first_q(&self, body: usize) -> usize {
        self.free_before[body] * self.q_size()
    }

    /// The velocity of a body, from v or its motion.
    #[inline]
    pub fn twist(&self, v: &[f64], body: usize) -> Twist {
        if !self.is_free(body) {
            return self.prescribed[body];
        }
        let v = &v[self.first_v(body)..];
        match self.dimension {
            Dimension::Plane => Twist {
                linear: DVec3::new(v[0], v[1], 0.0),
                angular: DVec3::new(0.0, 0.0, v[2]),
            },
            Dimension::Space => Twist {
                linear: DVec3::new(v[0], v[1], v[2]),
                angular: DVec3::new(v[3], v[4], v[5]),
            },
        }
    }

    /// Poses of two bodies, the second moved by `shift` into another image of it.
    #[inline]
    pub(crate) fn near(&self, [a, b]: [usize; 2], shift: DVec3) -> [Pose; 2] {
        let mut image = self.poses[b];
        image.position += shift;
        [self.poses[a], image]
    }

    /// Reads the poses of the free bodies from q.
    pub fn read_poses(&mut self, q: &[f64]) {
        for body in 0..self.len() {
            if self.is_free(body) {
                self.poses[body] = pose_at(self.dimension, &q[self.first_q(body)..]);
            }
        }
    }

    /// Adds the entries of a row and returns its w. Parts in increasing order of the bodies, each body once.
    #[inline]
    pub fn write_row(&self, parts: &[Part], rows: &mut Rows) -> f64 {
        let mut obstacle = 0.0;
        for part in parts {
            if self.is_free(part.body) {
                let first = self.first_v(part.body);
                match self.dimension {
                    Dimension::Plane => {
                        rows.entry(first, part.linear.x);
                        rows.entry(first + 1, part.linear.y);
                        rows.entry(first + 2, part.angular.z);
                    }
                    Dimension::Space => {
                        let (l, a) = (part.linear, part.angular);
                        let cols: [usize; 6] = std::array::from_fn(|k| first + k);
                        rows.col.extend_from_slice(&cols);
                        rows.value.extend_from_slice(&[l.x, l.y, l.z, a.x, a.y, a.z]);
                    }
                }
            } else {
                obstacle += part.rate(&self.prescribed[part.body]);
            }
        }
        obstacle
    }
}

/// The pose that the coordinates of one body say.
#[inline]
pub fn pose_at(dimension: Dimension, q: &[f64]) -> Pose {
    match dimension {
        Dimension::Plane => Pose::planar(q[0], q[1], q[2]),
        Dimension::Space => Pose {
            position: DVec3::new(q[0], q[1], q[2]),
            rotation: DQuat::from_xyzw(q[4], q[5], q[6], q[3]),
        },
    }
}
