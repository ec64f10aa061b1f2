//! Cylinders, cones and ellipsoids against everything but spheres and half-spaces: the normal by
//! [`crate::geometry::space::convex_normal`], then the points.
//!
//! What touches along the normal (to 1e-3 rad) is a face, a segment or a point of each. A face cuts what
//! faces it: corners of the overlap with their heights. Parallel segments touch at the ends of their overlap,
//! all else in one point. A rim is a polygon of eight of its points, the first where it is farthest along the
//! normal. Pairs are scaled by a power of two to about unit size.

use super::hull::Edge;
use super::{At, DVec3, Pose, Shape, Sink, clip};
use crate::geometry::DMat3;
use crate::geometry::space::convex_normal::{Dual, Normal};
use crate::geometry::space::polytope::{Poly, Scratch};
use crate::geometry::space::polytope_pair::nearest_on_lines;
use crate::geometry::space::support::{Kind, Solid};

/// Sine of the angle within which a face or a generator touches.
const TOUCHING: f64 = 1e-3;
/// Sine of the angle within which an edge touches with its whole length.
const EXACT: f64 = 1e-9;
/// Sine of the angle within which segments are parallel.
const PARALLEL: f64 = 1e-4;

/// Contacts of two convex bodies.
pub(super) fn contacts(a: At, b: At, sink: &mut Sink) {
    let between = b.1.position - a.1.position;
    let (size_a, size_b) = (size(a.0), size(b.0));
    let length = size_a.min(size_b).max(1e-3 * size_a.max(size_b));
    // A power of two: scaling is exact.
    let scale = (-length.log2().round()).exp2();
    if !(between.is_finite()
        && a.1.rotation.is_finite()
        && b.1.rotation.is_finite()
        && scale.is_finite()
        && scale > 0.0)
    {
        return;
    }
    let mut scratch = (Scratch::new(), Scratch::new());
    let radius = rounding(a.0) + rounding(b.0);
    let (Some(first), Some(second)) = (
        solid(a, (DVec3::ZERO, scale), &mut scratch.0),
        solid(b, (between * scale, scale), &mut scratch.1),
    ) else {
        return;
    };
    let dual = Dual {
        a: &first,
        b: &second,
    };
    let Some(normal) = dual.solve((sink.margin + radius) * scale) else {
        return;
    };
    let touch = Touch {
        normal,
        scale,
        radii: (rounding(a.0), radius),
        tiny: 1e-10,
    };
    let features = |sine: f64| (first.feature(normal.n, sine), second.feature(-normal.n, sine));
    let (fa, fb) = features(TOUCHING);
    if touch.faces((fa.items(), fb.items()), false, sink) || touch.faces((fb.items(), fa.items()), true, sink)
    {
        return;
    }
    // Not a contact of faces: only what touches to rounding.
    let (fa, fb) = features(EXACT);
    touch.single((fa.items(), fb.items()), sink);
}

fn rounding(shape: &Shape) -> f64 {
    if let Shape::Capsule { radius, .. } = shape {
        *radius
    } else {
        0.0
    }
}

fn size(shape: &Shape) -> f64 {
    match shape {
        Shape::Box { half } => 2.0 * half.length(),
        Shape::Hull(hull) => hull.size,
        Shape::Capsule { half_length, radius } => 2.0 * (half_length + radius),
        Shape::Cylinder { half_length, radius } => 2.0 * half_length.hypot(*radius),
        Shape::Cone { half_height, radius } => 2.0 * half_height.hypot(*radius),
        Shape::Ellipsoid { semi_axes } => 2.0 * semi_axes.max_element(),
        _ => f64::NAN,
    }
}

fn solid<'a>(at: At<'a>, (center, scale): (DVec3, f64), scratch: &'a mut Scratch) -> Option<Solid<'a>> {
    let axes = DMat3::from_quat(at.1.rotation);
    if let Shape::Box { .. } | Shape::Hull(_) = at.0 {
        let pose = Pose {
            position: center,
            rotation: at.1.rotation,
        };
        let poly = scratch.place(at.0, &pose, scale)?;
        let kind = Kind::Polytope(poly);
        return Some(Solid { kind, center, axes });
    }
    Solid::round(at.0, scale, center, axes)
}

/// Two features along a normal, in scaled units.
struct Touch {
    normal: Normal,
    scale: f64,
    /// Of A, and of both, in m.
    radii: (f64, f64),
    tiny: f64,
}

impl Touch {
    /// A contact at `core` of A, both in scaled units; rounded bodies meet nearer.
    fn push(&self, sink: &mut Sink, feature: u32, (gap, n): (f64, DVec3), core: DVec3) {
        let on_a = core / self.scale + n * self.radii.0;
        sink.push(feature, gap / self.scale - self.radii.1, n, on_a);
    }

    /// One point, or the ends of parallel segments.
    fn single(&self, (fa, fb): (&[DVec3], &[DVec3]), sink: &mut Sink) {
        let Normal { n, gap } = self.normal;
        let on_a = match (fa, fb) {
            ([pa, qa], [pb, qb]) => {
                if self.segments((*pa, *qa), (*pb, *qb), sink) {
                    return;
                }
                nearest_on_lines((*pa, *qa), (*pb, *qb)).0
            }
            ([p], _) => *p,
            (_, [p]) => *p - n * gap,
            // Faces that meet only outside the polygon of a rim.
            _ => nearest(fb, fa) - n * gap,
        };
        self.push(sink, 0, (gap, n), on_a);
    }

    /// Corners of the overlap of a face with what faces it; whether there are any.
    fn faces(&self, (face, other): (&[DVec3], &[DVec3]), flip: bool, sink: &mut Sink) -> bool {
        if face.len() < 3 || other.len() < 2 {
            return false;
        }
        // The plane of the face itself: the normal may be that of the other body.
        let spread = |k: usize| (face[k] - face[0]).cross(face[k + 1] - face[0]);
        let normal = (1..face.len() - 1).map(spread).sum::<DVec3>().normalize_or_zero();
        if normal == DVec3::ZERO {
            return false;
        }
        let corners: Small32 = index_list(face.len());
        let starts = [0, u32::try_from(face.len()).unwrap_or(u32::MAX)];
        let reference = poly(face, std::slice::from_ref(&normal), &starts, corners.items());
        let incident = poly(other, &[], &[], &[]);
        let mut overlap = clip::Corners::new();
        clip::faces((&reference, 0), (&incident, None), self.tiny, &mut overlap);
        let outward = if flip { -normal } else { normal };
        let kind = if flip { 0x8000_0000 } else { 0x4000_0000 };
        // Apart, the closest points must be among them.
        let lowest = overlap
            .items()
            .iter()
            .fold(f64::INFINITY, |least, c| least.min(c.height));
        let Normal { n, gap } = self.normal;
        if gap > 0.0 && !(lowest * n.dot(outward) <= gap + 1e-2 * self.tiny) {
            return false;
        }
        for corner in overlap.items() {
            let core = if flip {
                corner.at
            } else {
                corner.at - normal * corner.height
            };
            self.push(sink, kind | corner.feature, (corner.height, outward), core);
        }
        !overlap.items().is_empty()
    }

    /// Ends of the overlap of two parallel segments; whether they are parallel and overlap.
    fn segments(&self, (pa, qa): (DVec3, DVec3), (pb, qb): (DVec3, DVec3), sink: &mut Sink) -> bool {
        let (u, v) = ((qa - pa).normalize_or_zero(), (qb - pb).normalize_or_zero());
        if u == DVec3::ZERO || v == DVec3::ZERO || !(u.cross(v).length() < PARALLEL) {
            return false;
        }
        let (p, q) = ((pb - pa).dot(u), (qb - pa).dot(u));
        let (low, high) = (p.min(q).max(0.0), p.max(q).min((qa - pa).length()));
        if !(high - low > self.tiny) {
            return false;
        }
        let n = self.normal.n;
        for (end, t) in [(1, low), (2, high)] {
            let at = pa + u * t;
            let across = pb + v * (at - pb).dot(v);
            self.push(sink, end, (n.dot(across - at), n), at);
        }
        true
    }
}

/// The corner of one nearest to the middle of the other.
fn nearest(corners: &[DVec3], other: &[DVec3]) -> DVec3 {
    let middle = other.iter().copied().sum::<DVec3>() / other.len() as f64;
    let square = |p: &DVec3| (*p - middle).length_squared();
    let least = corners.iter().min_by(|p, q| square(p).total_cmp(&square(q)));
    least.copied().unwrap_or(middle)
}

type Small32 = crate::geometry::space::stack_list::Small<u32, 32>;

fn index_list(count: usize) -> Small32 {
    let mut list = Small32::new();
    list.extend((0..).take(count));
    list
}

fn poly<'a>(vertices: &'a [DVec3], normals: &'a [DVec3], starts: &'a [u32], corners: &'a [u32]) -> Poly<'a> {
    const NONE: &[Edge] = &[];
    Poly {
        vertices,
        normals,
        starts,
        corners,
        edges: NONE,
        size: 1.0,
    }
}
