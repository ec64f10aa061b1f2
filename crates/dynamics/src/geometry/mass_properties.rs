//! Volume, centroid and inertia of shapes, in closed form.

use super::{DMat3, DVec3};

/// Mass, centre and inertia of a body, in its axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MassProperties {
    /// Mass, in kg.
    pub mass: f64,
    /// Centre of mass, in m.
    pub center: DVec3,
    /// Inertia about the centre of mass, in kg·m²; in the plane only its zz entry counts.
    pub inertia: DMat3,
}
