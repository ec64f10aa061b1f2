//! Spheres against everything, capsules against capsules: distances of points and segments, less the radii.
//!
//! ```text
//! gap = distance(centre, B) − radius,     gap = distance(segment, segment) − ra − rb
//! ```

use super::{At, DVec3, Pose, Shape, Sink};
use crate::geometry::space::point_distance;
use crate::geometry::space::point_distance::Foot;
use crate::geometry::space::polytope::Poly;

/// Sine of the angle below which capsules also touch at their ends.
const PARALLEL: f64 = 0.1;

/// Contact of a sphere (A) with B.
pub(super) fn sphere(radius: f64, pose: &Pose, b: At, sink: &mut Sink) {
    let local = || b.1.local(pose.position);
    let foot = match b.0 {
        Shape::Sphere { radius: other } => {
            let foot = point_distance::apart(pose.position - b.1.position, -DVec3::Z);
            sink.push(
                0,
                foot.distance - radius - other,
                -foot.normal,
                -foot.normal * radius,
            );
            return;
        }
        Shape::Box { half } => point_distance::of_box(local(), *half),
        Shape::Capsule {
            half_length,
            radius: other,
        } => {
            let Foot { distance, normal } = point_distance::of_segment(local(), *half_length);
            Foot {
                distance: distance - other,
                normal,
            }
        }
        Shape::Cylinder {
            half_length,
            radius: other,
        } => point_distance::of_cylinder(local(), *half_length, *other),
        Shape::Cone {
            half_height,
            radius: other,
        } => point_distance::of_cone(local(), *half_height, *other),
        Shape::Ellipsoid { semi_axes } => point_distance::of_ellipsoid(local(), *semi_axes),
        Shape::Hull(hull) => Poly::of_hull(hull).foot(local()),
        _ => return,
    };
    let normal = -(b.1.rotation * foot.normal);
    sink.push(0, foot.distance - radius, normal, normal * radius);
}

/// Closest points of two capsules; nearly parallel ones also at the ends of their overlap.
pub(super) fn capsules(a: At, b: At, sink: &mut Sink) {
    let (
        Shape::Capsule {
            half_length: la,
            radius: ra,
        },
        Shape::Capsule {
            half_length: lb,
            radius: rb,
        },
    ) = (a.0, b.0)
    else {
        return;
    };
    let (u, v) = (a.1.rotation * DVec3::Z, b.1.rotation * DVec3::Z);
    let between = b.1.position - a.1.position;
    let pair = Segments {
        u,
        v,
        between,
        la: *la,
        lb: *lb,
        cross: u.cross(v),
    };
    let (s, t) = pair.closest();
    let mut kept = [(s, t); 5];
    let mut count = 0;
    let mut push = |feature: u32, (s, t): (f64, f64)| {
        // The same place twice would be the same contact twice.
        let near = |&(p, q): &(f64, f64)| (s - p).abs() + (t - q).abs() < 1e-6 * (la + lb);
        if count == kept.len() || kept[..count].iter().any(near) {
            return;
        }
        kept[count] = (s, t);
        count += 1;
        let foot = pair.foot(s, t);
        sink.push(
            feature,
            foot.distance - ra - rb,
            foot.normal,
            u * s + foot.normal * *ra,
        );
    };
    if pair.cross.length_squared() < PARALLEL * PARALLEL {
        // Ends of one that face the other; inner points of the segments only, past the end it is no contact
        // of sides.
        for (feature, s) in [(1, -la), (2, *la)] {
            let t = (u * s - between).dot(v);
            if t.abs() <= *lb {
                push(feature, (s, t));
            }
        }
        for (feature, t) in [(3, -lb), (4, *lb)] {
            let s = (between + v * t).dot(u);
            if s.abs() <= *la {
                push(feature, (s, t));
            }
        }
    }
    push(0, (s, t));
}

/// Two segments: s·u, |s| ≤ la, and between + t·v, |t| ≤ lb.
struct Segments {
    u: DVec3,
    v: DVec3,
    between: DVec3,
    la: f64,
    lb: f64,
    cross: DVec3,
}

impl Segments {
    fn difference(&self, s: f64, t: f64) -> DVec3 {
        self.between + self.v * t - self.u * s
    }

    /// From A to B at these parameters; crossing segments that almost touch take the normal of both.
    fn foot(&self, s: f64, t: f64) -> Foot {
        let difference = self.difference(s, t);
        let distance = difference.length();
        if s.abs() < self.la && t.abs() < self.lb && distance < 1e-6 * (self.la + self.lb) {
            let normal = self.cross.normalize_or_zero();
            if normal != DVec3::ZERO {
                let height = self.between.dot(normal);
                let normal = if height < 0.0 { -normal } else { normal };
                return Foot {
                    distance: height.abs(),
                    normal,
                };
            }
        }
        point_distance::apart(difference, self.u.any_orthonormal_vector())
    }

    /// Parameters of the closest points.
    fn closest(&self) -> (f64, f64) {
        let on_b = |s: f64| (self.u * s - self.between).dot(self.v).clamp(-self.lb, self.lb);
        let on_a = |t: f64| (self.between + self.v * t).dot(self.u).clamp(-self.la, self.la);
        let mut best = (0.0, 0.0);
        let mut least = f64::INFINITY;
        let mut consider = |s: f64, t: f64| {
            let square = self.difference(s, t).length_squared();
            if square < least {
                least = square;
                best = (s, t);
            }
        };
        let square = self.cross.length_squared();
        if square > 1e-24 {
            let s = self.between.cross(self.v).dot(self.cross) / square;
            if s.abs() <= self.la {
                let t = on_b(s);
                // Once more from the other side: the quotient is poor for nearly parallel segments, this is
                // not.
                consider(on_a(t), t);
            }
        }
        for s in [-self.la, self.la] {
            consider(s, on_b(s));
        }
        for t in [-self.lb, self.lb] {
            consider(on_a(t), t);
        }
        best
    }
}
