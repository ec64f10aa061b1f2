//! Shapes in the plane and their contacts.

use super::{DVec2, Point, Pose, Shape};

/// A convex polygon, counter-clockwise, all points within `radius` of it. Two vertices make a segment.
#[derive(Clone, Debug, PartialEq)]
pub struct Polygon {
    /// Vertices, in m.
    pub vertices: Vec<DVec2>,
    /// Rounding, in m; 0 for sharp corners.
    pub radius: f64,
}

/// See [`super::manifold()`].
pub(crate) fn manifold(a: (&Shape, &Pose), b: (&Shape, &Pose), margin: f64, out: &mut Vec<Point>) {
    let _ = (a, b, margin, out);
}
