//! The contact points of a pair of shapes.

use super::{DVec3, Pose, Shape, plane, space};

/// A pair of points, one on each surface, along the common normal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Which features meet: the same number from step to step, another for every point of the pair.
    pub feature: u32,
    /// Signed distance, in m; negative in overlap. The point on B is `on_a + gap · normal`.
    pub gap: f64,
    /// Unit normal from A to B.
    pub normal: DVec3,
    /// The point on A, in the world, in m.
    pub on_a: DVec3,
}

/// Adds the contact points with gap ≤ `margin` of two shapes: one where surfaces are round, as many as the
/// meeting faces need to rest on each other (corners of their overlap) where they are flat. An infinite
/// `margin` gives at least one point.
pub fn manifold(a: (&Shape, &Pose), b: (&Shape, &Pose), margin: f64, out: &mut Vec<Point>) {
    use Shape::{Disc, HalfPlane, Polygon};
    let first = out.len();
    match (a.0, b.0) {
        (HalfPlane | Disc { .. } | Polygon(_), _) | (_, HalfPlane | Disc { .. } | Polygon(_)) => {
            plane::manifold(a, b, margin, out);
        }
        _ => space::manifold(a, b, margin, out),
    }
    out[first..].sort_unstable_by_key(|point| point.feature);
}

/// Turns the points of (B, A) into those of (A, B).
pub(crate) fn swap(points: &mut [Point]) {
    for point in points {
        point.on_a += point.gap * point.normal;
        point.normal = -point.normal;
    }
}
