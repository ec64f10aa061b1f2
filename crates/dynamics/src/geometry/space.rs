//! Shapes in space and their contacts.

use super::{DVec3, Point, Pose, Shape};

/// A convex polytope.
#[derive(Clone, Debug, PartialEq)]
pub struct Hull {
    /// Vertices, in m.
    pub vertices: Vec<DVec3>,
}

/// A surface of triangles.
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    /// Vertices, in m.
    pub vertices: Vec<DVec3>,
    /// Vertices of each triangle, counter-clockwise seen from outside.
    pub triangles: Vec<[u32; 3]>,
}

/// See [`super::manifold()`].
pub(crate) fn manifold(a: (&Shape, &Pose), b: (&Shape, &Pose), margin: f64, out: &mut Vec<Point>) {
    match (a.0, b.0) {
        (Shape::Sphere { radius: ra }, Shape::Sphere { radius: rb }) => {
            let between = b.1.position - a.1.position;
            let distance = between.length();
            let gap = distance - ra - rb;
            if gap <= margin {
                let normal = if distance > 0.0 {
                    between / distance
                } else {
                    DVec3::Z
                };
                out.push(Point {
                    feature: 0,
                    gap,
                    normal,
                    on_a: a.1.position + normal * *ra,
                });
            }
        }
        (Shape::HalfSpace, Shape::Sphere { radius }) => {
            let normal = a.1.rotation * DVec3::Z;
            let height = (b.1.position - a.1.position).dot(normal);
            let gap = height - radius;
            if gap <= margin {
                out.push(Point {
                    feature: 0,
                    gap,
                    normal,
                    on_a: b.1.position - normal * height,
                });
            }
        }
        (Shape::Sphere { .. }, Shape::HalfSpace) => {
            let first = out.len();
            manifold(b, a, margin, out);
            super::manifold::swap(&mut out[first..]);
        }
        _ => {}
    }
}
