//! Shapes, and the contacts between them: true gaps, normals of features, points that keep their names.
//!
//! ```text
//! gap(A, B) = min { ‖b − a‖ : a ∈ A, b ∈ B } apart,   −(least translation that parts them) in overlap
//! ```
//! Both dimensions share one set of types: a shape of the plane lies in z = 0, and poses of the plane turn
//! about z. Nothing depends on absolute lengths: the same scene in mm, m and km gives the same contacts.

pub mod broad_phase;
pub mod cell;
pub mod error;
pub mod manifold;
pub mod mass_properties;
pub mod plane;
pub mod shape;
pub mod space;

pub use broad_phase::BroadPhase;
pub use cell::{Cell, CellPairs};
pub use error::GeometryError;
pub use glam::{DMat3, DQuat, DVec2, DVec3};
pub use manifold::{Point, manifold};
pub use mass_properties::MassProperties;
pub use plane::Polygon;
pub use shape::{Placed, Shape};
pub(crate) use space::{Block, blocks, drift};

/// Where a body is and how it is turned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Of its origin, in m.
    pub position: DVec3,
    /// Unit quaternion from its axes to those of the world.
    pub rotation: DQuat,
}

impl Default for Pose {
    fn default() -> Self {
        Pose {
            position: DVec3::ZERO,
            rotation: DQuat::IDENTITY,
        }
    }
}

impl Pose {
    /// A pose of the plane: turned by `angle` about z.
    pub fn planar(x: f64, y: f64, angle: f64) -> Self {
        Pose {
            position: DVec3::new(x, y, 0.0),
            rotation: DQuat::from_rotation_z(angle),
        }
    }

    /// A point of the body, in the world.
    #[inline]
    pub fn point(&self, local: DVec3) -> DVec3 {
        self.position + self.rotation * local
    }

    /// A point of the world, in the body.
    #[inline]
    pub fn local(&self, point: DVec3) -> DVec3 {
        self.rotation.inverse() * (point - self.position)
    }

    /// The pose of something that has the pose `inner` in this body.
    #[inline]
    #[must_use]
    pub fn then(&self, inner: &Pose) -> Pose {
        Pose {
            position: self.point(inner.position),
            rotation: self.rotation * inner.rotation,
        }
    }
}

/// A box along the axes of the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Least coordinates.
    pub min: DVec3,
    /// Largest coordinates.
    pub max: DVec3,
}

impl Bounds {
    /// Nothing at all: the neutral element of [`Bounds::join`].
    pub const EMPTY: Bounds = Bounds {
        min: DVec3::INFINITY,
        max: DVec3::NEG_INFINITY,
    };

    /// The smallest box around both.
    #[inline]
    #[must_use]
    pub fn join(&self, other: &Bounds) -> Bounds {
        Bounds {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
        }
    }

    /// Around a box of these half sizes whose axes look along the columns.
    #[inline]
    #[must_use]
    pub(crate) fn of_box(half: DVec3, middle: DVec3, axes: &DMat3) -> Bounds {
        let extent = axes.x_axis.abs() * half.x + axes.y_axis.abs() * half.y + axes.z_axis.abs() * half.z;
        Bounds {
            min: middle - extent,
            max: middle + extent,
        }
    }

    /// Larger by `by` on every side.
    #[inline]
    #[must_use]
    pub fn grown(&self, by: f64) -> Bounds {
        Bounds {
            min: self.min - by,
            max: self.max + by,
        }
    }

    /// Elsewhere.
    #[inline]
    #[must_use]
    pub fn moved(&self, by: DVec3) -> Bounds {
        Bounds {
            min: self.min + by,
            max: self.max + by,
        }
    }

    /// Whether the boxes share a point.
    #[inline]
    pub fn meets(&self, other: &Bounds) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }

    /// Whether `other` lies inside.
    #[inline]
    pub fn holds(&self, other: &Bounds) -> bool {
        self.min.cmple(other.min).all() && other.max.cmple(self.max).all()
    }
}
