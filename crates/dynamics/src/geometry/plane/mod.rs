//! Shapes in the plane and their contacts.
//!
//! ```text
//! gap = distance of the cores − r_A − r_B,     core: a point, a segment or a convex polygon; r: its rounding
//! ```
//! Everything is computed in the frame of A: what is far from the origin loses no digits. Half-planes touch
//! in the lowest vertex and the lower one of its neighbours. Shapes of space have no contacts here.

mod pair;
mod polygon;
#[cfg(test)]
mod tests;

use super::manifold::swap;
use super::{DVec2, DVec3, Point, Pose, Shape};
use pair::{Core, Pair};
pub use polygon::Polygon;

/// Where one body of the plane is in another.
#[derive(Clone, Copy)]
struct Frame {
    cos: f64,
    sin: f64,
    offset: DVec2,
}

impl Frame {
    /// Of a pose of the plane, in the world.
    #[inline]
    fn of(pose: &Pose) -> Self {
        let (w, z) = (pose.rotation.w, pose.rotation.z);
        Frame {
            cos: w * w - z * z,
            sin: 2.0 * w * z,
            offset: pose.position.truncate(),
        }
    }

    /// Of `b`, in `a`.
    #[inline]
    fn between(a: &Frame, b: &Frame) -> Self {
        Frame {
            cos: a.cos * b.cos + a.sin * b.sin,
            sin: a.cos * b.sin - a.sin * b.cos,
            offset: a.turn_back(b.offset - a.offset),
        }
    }

    #[inline]
    fn inverse(&self) -> Self {
        Frame {
            cos: self.cos,
            sin: -self.sin,
            offset: -self.turn_back(self.offset),
        }
    }

    #[inline]
    fn turn(&self, v: DVec2) -> DVec2 {
        DVec2::new(self.cos * v.x - self.sin * v.y, self.sin * v.x + self.cos * v.y)
    }

    #[inline]
    fn turn_back(&self, v: DVec2) -> DVec2 {
        DVec2::new(self.cos * v.x + self.sin * v.y, self.cos * v.y - self.sin * v.x)
    }

    #[inline]
    fn point(&self, v: DVec2) -> DVec2 {
        self.offset + self.turn(v)
    }

    #[inline]
    fn local(&self, v: DVec2) -> DVec2 {
        self.turn_back(v - self.offset)
    }
}

/// See [`super::manifold()`].
pub(crate) fn manifold(a: (&Shape, &Pose), b: (&Shape, &Pose), margin: f64, out: &mut Vec<Point>) {
    match (a.0, b.0) {
        (Shape::Disc { radius: ra }, Shape::Disc { radius: rb }) => {
            discs((*ra, a.1), (*rb, b.1), margin, out);
        }
        (Shape::HalfPlane, Shape::HalfPlane) => {}
        (Shape::HalfPlane, other) => half_plane(a.1, (other, b.1), margin, out),
        (other, Shape::HalfPlane) => {
            let first = out.len();
            half_plane(b.1, (other, a.1), margin, out);
            swap(&mut out[first..]);
        }
        _ => polygons(a, b, margin, out),
    }
}

/// The corners of a shape of the plane that is bounded.
#[inline]
fn core_of(shape: &Shape) -> Option<Core<'_>> {
    match shape {
        Shape::Disc { radius } => Some(Core {
            vertices: &[DVec2::ZERO],
            normals: &[],
            radius: *radius,
        }),
        Shape::Polygon(p) => Some(Core {
            vertices: &p.vertices,
            normals: &p.normals,
            radius: p.radius,
        }),
        _ => None,
    }
}

fn discs(a: (f64, &Pose), b: (f64, &Pose), margin: f64, out: &mut Vec<Point>) {
    let between = (b.1.position - a.1.position).truncate();
    let distance = between.length();
    let gap = distance - a.0 - b.0;
    if gap <= margin {
        let normal = if distance > 0.0 {
            between / distance
        } else {
            DVec2::Y
        }
        .extend(0.0);
        out.push(Point {
            feature: 0,
            gap,
            normal,
            on_a: a.1.position + a.0 * normal,
        });
    }
}

#[allow(
    clippy::cast_possible_truncation,
    reason = "polygons have at most 2¹⁵ vertices"
)]
fn half_plane(plane: &Pose, (shape, pose): (&Shape, &Pose), margin: f64, out: &mut Vec<Point>) {
    let Some(core) = core_of(shape) else { return };
    let world = Frame::of(plane);
    let frame = Frame::between(&world, &Frame::of(pose));
    let height = |k: usize| frame.offset.y + frame.sin * core.vertices[k].x + frame.cos * core.vertices[k].y;
    let mut add = |k: usize| {
        let gap = height(k) - core.radius;
        if gap <= margin {
            let foot = DVec2::new(frame.point(core.vertices[k]).x, 0.0);
            let normal = world.turn(DVec2::Y).extend(0.0);
            out.push(Point {
                feature: k as u32,
                gap,
                normal,
                on_a: plane.position + world.turn(foot).extend(0.0),
            });
        }
    };
    let count = core.vertices.len();
    let lowest = (1..count).fold(0, |low, k| if height(k) < height(low) { k } else { low });
    add(lowest);
    if count > 1 {
        let (before, after) = ((lowest + count - 1) % count, (lowest + 1) % count);
        add(if height(before) < height(after) {
            before
        } else {
            after
        });
    }
}

fn polygons(a: (&Shape, &Pose), b: (&Shape, &Pose), margin: f64, out: &mut Vec<Point>) {
    let (Some(core_a), Some(core_b)) = (core_of(a.0), core_of(b.0)) else {
        return;
    };
    let world = Frame::of(a.1);
    let pair = Pair {
        a: core_a,
        b: core_b,
        b_in_a: Frame::between(&world, &Frame::of(b.1)),
    };
    for found in pair.contacts(margin).into_iter().flatten() {
        let in_world = |v: DVec2| -> DVec3 { world.turn(v).extend(0.0) };
        out.push(Point {
            feature: found.feature,
            gap: found.gap,
            normal: in_world(found.normal),
            on_a: a.1.position + in_world(found.on_a),
        });
    }
}
