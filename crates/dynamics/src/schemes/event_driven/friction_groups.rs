//! Friction seen from a smooth phase: groups of rows that stick or slip together.
//!
//! ```text
//! stick  r_T inside r_N D                            D an ellipsoid with semi-axes a, or [−minus, plus]
//! slip  r_T = r_N σ(u_T),  σ_i = −a_i² u_i / |a u|  the point of D that dissipates most: maximal dissipation
//! ```
//! Sources: Moreau (1988) §12; Brogliato et al. (2002) (13). Polygonal and free sections have corners, where
//! the slip direction jumps: they belong to the time-stepping schemes.

use crate::contact::{Friction, with_mu};
use drystone_solve::law::{Law, Shape};
use std::ops::Range;

/// Rows of a contact whose friction is one convex set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Group {
    /// First row, counted from the normal row.
    pub(crate) start: usize,
    /// Number of rows.
    pub(crate) dim: usize,
    /// Semi-axes; for one row the bounds against positive and negative slip.
    pub(crate) axes: [f64; 3],
}

/// Mode of a group.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Grip {
    /// u_T = 0.
    Stick,
    /// Slides in this direction; where it slides fast enough to tell, its own velocity says in which.
    Slip([f64; 3]),
}

impl Grip {
    /// Slip of a group without friction: no direction matters.
    pub(crate) const ANY_SLIP: Grip = Grip::Slip([1.0, 0.0, 0.0]);

    /// Slip in the direction of a velocity.
    pub(crate) fn along(u: &[f64]) -> Self {
        let speed = size(u);
        let mut direction = [0.0; 3];
        for (d, u) in direction.iter_mut().zip(u) {
            *d = u / speed;
        }
        Grip::Slip(direction)
    }
}

/// Groups of a law, at most two.
pub(crate) fn groups(law: &Law) -> impl Iterator<Item = Group> + use<> {
    let (list, count) = match law.shape() {
        Some(Shape::Ellipsoids(list, count)) => (
            list.map(|e| Group {
                start: e.start,
                dim: e.dim,
                axes: if e.dim == 1 { [e.axes[0]; 3] } else { e.axes },
            }),
            count,
        ),
        Some(Shape::Interval(minus, plus)) => {
            let group = Group {
                start: 1,
                dim: 1,
                axes: [minus, plus, 0.0],
            };
            ([group; 2], 1)
        }
        _ => {
            let none = Group {
                start: 1,
                dim: 0,
                axes: [0.0; 3],
            };
            ([none; 2], 0)
        }
    };
    list.into_iter().take(count)
}

/// Whether a smooth phase can carry this friction.
pub(crate) fn is_smooth(friction: &Friction) -> bool {
    let smooth = |law: &Law| !matches!(law.shape(), Some(Shape::Polygon(..) | Shape::Section(_)));
    match friction {
        Friction::None | Friction::Force { .. } => true,
        Friction::Constant(law) | Friction::Curve { law, .. } => smooth(law),
        Friction::StaticKinetic { stick, slip } => smooth(stick) && smooth(slip),
    }
}

/// The law of a contact that sticks, or slides this fast.
pub(crate) fn law_at(friction: &Friction, slides: bool, speed: f64) -> Law {
    match friction {
        Friction::StaticKinetic { slip, .. } if slides => *slip,
        Friction::Curve { law, points } => with_mu(*law, crate::step::problem::interpolate(points, speed)),
        other => other.law(),
    }
}

/// Length of a vector.
pub(crate) fn size(list: &[f64]) -> f64 {
    list.iter().map(|x| x * x).sum::<f64>().sqrt()
}

impl Group {
    /// Its rows, where the normal row of the contact is `normal`.
    pub(crate) fn rows(&self, normal: usize) -> Range<usize> {
        normal + self.start..normal + self.start + self.dim
    }

    /// Friction per unit normal force of a group that slides: σ, into `out`. Its direction is that of its
    /// velocity `u`, or the one given where it is slower than `slow`.
    pub(crate) fn sliding(&self, u: &[f64], direction: &[f64; 3], slow: f64, out: &mut [f64]) {
        if self.dim == 1 {
            out[0] = if direction[0] > 0.0 {
                -self.axes[0]
            } else {
                self.axes[1]
            };
            return;
        }
        let fast = size(u) > slow;
        let along = |i: usize| if fast { u[i] } else { direction[i] };
        let stretched = |i: usize| (self.axes[i] * along(i)).powi(2);
        let length = (0..self.dim).map(stretched).sum::<f64>().sqrt();
        for (i, out) in out.iter_mut().enumerate().take(self.dim) {
            *out = if length > 0.0 {
                -self.axes[i].powi(2) * along(i) / length
            } else {
                0.0
            };
        }
    }

    /// How much of the normal force is left before a group that sticks lets go.
    pub(crate) fn hold(&self, normal: f64, r: &[f64]) -> f64 {
        if self.dim == 1 {
            return (self.axes[1] * normal - r[0]).min(self.axes[0] * normal + r[0]);
        }
        let part = |i: usize| match (self.axes[i], r[i]) {
            (_, 0.0) => 0.0,
            (axis, r) => (r / axis).powi(2),
        };
        normal - (0..self.dim).map(part).sum::<f64>().sqrt()
    }

    /// The direction in which a group lets go that held with `r`: the slip that this friction dissipates
    /// most.
    pub(crate) fn release(&self, r: &[f64]) -> [f64; 3] {
        let mut out = [0.0; 3];
        for (i, out) in out.iter_mut().enumerate().take(self.dim) {
            *out = if self.dim == 1 {
                -r[i].signum()
            } else if self.axes[i] > 0.0 {
                -r[i] / self.axes[i].powi(2)
            } else {
                0.0
            };
        }
        let length = size(&out);
        if length > 0.0 {
            for x in &mut out {
                *x /= length;
            }
        }
        out
    }

    /// Whether there is no friction at all in it.
    pub(crate) fn is_frictionless(&self) -> bool {
        let count = if self.dim == 1 { 2 } else { self.dim };
        self.axes[..count].iter().all(|a| *a == 0.0)
    }
}
