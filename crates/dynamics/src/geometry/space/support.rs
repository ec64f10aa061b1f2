//! Convex bodies by what touches in a direction: support points, flat faces, and the normals where support is
//! an edge.
//!
//! ```text
//! h(u) = max{u·x : x ∈ S},   support(u) where it is reached
//! ```
//! h has kinks where whole edges or generators support: on the circles u·k = c (c = 0 but for the side of a
//! cone). Between kinks and off flat faces h is smooth.

use super::{DVec3, Shape};
use crate::geometry::DMat3;
use crate::geometry::space::polytope::Poly;
use crate::geometry::space::stack_list::Small;

/// What a convex body is, in its axes.
#[derive(Clone, Copy)]
pub(super) enum Kind<'a> {
    /// A box or hull, already in common axes.
    Polytope(Poly<'a>),
    /// The core of a capsule: half its length.
    Segment(f64),
    /// Half length and radius.
    Cylinder(f64, f64),
    /// Half height and radius.
    Cone(f64, f64),
    /// Semi-axes.
    Ellipsoid(DVec3),
}

/// A convex body in common axes.
#[derive(Clone, Copy)]
pub(super) struct Solid<'a> {
    pub(super) kind: Kind<'a>,
    pub(super) center: DVec3,
    pub(super) axes: DMat3,
}

/// A circle of normals u·k = c along which support is an edge.
#[derive(Clone, Copy, Default)]
pub(super) struct Kink {
    pub(super) along: DVec3,
    pub(super) height: f64,
}

/// What touches: a polygon in order, a segment, or a point.
pub(super) type Feature = Small<DVec3, 16>;

/// Corners of the polygon that stands for a rim.
const RIM: usize = 8;

impl<'a> Solid<'a> {
    /// A round shape; polytopes have their own way in.
    pub(super) fn round(shape: &Shape, scale: f64, center: DVec3, axes: DMat3) -> Option<Solid<'a>> {
        let kind = match shape {
            Shape::Capsule { half_length, .. } => Kind::Segment(half_length * scale),
            Shape::Cylinder { half_length, radius } => Kind::Cylinder(half_length * scale, radius * scale),
            Shape::Cone { half_height, radius } => Kind::Cone(half_height * scale, radius * scale),
            Shape::Ellipsoid { semi_axes } => Kind::Ellipsoid(*semi_axes * scale),
            _ => return None,
        };
        Some(Solid { kind, center, axes })
    }

    /// The farthest point along u.
    pub(super) fn support(&self, u: DVec3) -> DVec3 {
        let d = self.axes.transpose() * u;
        let rim = |radius: f64| {
            let across = d.x.hypot(d.y);
            if across > 0.0 {
                DVec3::new(d.x, d.y, 0.0) * (radius / across)
            } else {
                DVec3::X * radius
            }
        };
        let up = |half: f64| DVec3::Z * half.copysign(d.z);
        let local = match self.kind {
            Kind::Polytope(poly) => return poly.vertices[poly.support(u).0],
            Kind::Segment(half) => up(half),
            Kind::Cylinder(half, radius) => up(half) + rim(radius),
            Kind::Cone(half, radius) => {
                let base = rim(radius) - DVec3::Z * half;
                if 2.0 * half * d.z > radius * d.x.hypot(d.y) {
                    DVec3::Z * half
                } else {
                    base
                }
            }
            Kind::Ellipsoid(semi) => {
                let scaled = semi * d;
                let reach = scaled.length();
                if reach > 0.0 {
                    semi * scaled / reach
                } else {
                    DVec3::ZERO
                }
            }
        };
        self.center + self.axes * local
    }

    /// The derivative of the support point along v at the unit direction u: the Hessian of h, times v.
    pub(super) fn bend(&self, u: DVec3, v: DVec3) -> DVec3 {
        let (d, e) = (self.axes.transpose() * u, self.axes.transpose() * v);
        let rim = |radius: f64| {
            let across = d.x.hypot(d.y);
            let around = DVec3::new(-d.y, d.x, 0.0) / across;
            if across > 0.0 {
                around * (radius * around.dot(e) / across)
            } else {
                DVec3::ZERO
            }
        };
        let local = match self.kind {
            Kind::Polytope(_) | Kind::Segment(_) => return DVec3::ZERO,
            // The tip does not move.
            Kind::Cone(half, radius) if 2.0 * half * d.z > radius * d.x.hypot(d.y) => return DVec3::ZERO,
            Kind::Cylinder(_, radius) | Kind::Cone(_, radius) => rim(radius),
            Kind::Ellipsoid(semi) => {
                let (sd, se) = (semi * d, semi * e);
                let reach = sd.length();
                if !(reach > 0.0) {
                    return DVec3::ZERO;
                }
                semi * (se - sd * (sd.dot(se) / (reach * reach))) / reach
            }
        };
        self.axes * local
    }

    /// The point nearest to q of the rim of the flat end that looks along u.
    pub(super) fn rim_toward(&self, u: DVec3, q: DVec3) -> Option<DVec3> {
        let (half, radius) = match self.kind {
            Kind::Cylinder(half, radius) => (half.copysign(u.dot(self.axes.z_axis)), radius),
            Kind::Cone(half, radius) => (-half, radius),
            _ => return None,
        };
        let local = self.axes.transpose() * (q - self.center);
        let out = DVec3::new(local.x, local.y, 0.0).try_normalize()?;
        Some(self.center + self.axes * (out * radius + DVec3::Z * half))
    }

    /// Normals of flat faces within the angle whose cosine is given.
    pub(super) fn faces(&self, u: DVec3, cosine: f64, mut found: impl FnMut(DVec3)) {
        let z = self.axes.z_axis;
        let mut near = |n: DVec3| {
            if n.dot(u) > cosine {
                found(n);
            }
        };
        match self.kind {
            Kind::Polytope(poly) => poly.normals.iter().for_each(|&n| near(n)),
            Kind::Cylinder(..) => [z, -z].into_iter().for_each(near),
            Kind::Cone(..) => near(-z),
            Kind::Segment(_) | Kind::Ellipsoid(_) => {}
        }
    }

    /// Kinks within the angle whose sine is given.
    pub(super) fn kinks(&self, u: DVec3, sine: f64, mut found: impl FnMut(Kink)) {
        let along = self.axes.z_axis;
        match self.kind {
            Kind::Polytope(poly) => {
                let top = poly.support(u).1;
                for e in 0..poly.edges.len() {
                    let (p, q) = poly.edge(e);
                    let length = (q - p).length();
                    let low = u.dot(p).min(u.dot(q));
                    if length > 0.0
                        && low > top - 2.0 * sine * poly.size
                        && u.dot(q - p).abs() < sine * length
                    {
                        found(Kink {
                            along: (q - p) / length,
                            height: 0.0,
                        });
                    }
                }
            }
            Kind::Segment(_) | Kind::Cylinder(..) if u.dot(along).abs() < sine => {
                found(Kink { along, height: 0.0 });
            }
            Kind::Cone(half, radius) => {
                let height = radius / radius.hypot(2.0 * half);
                if (u.dot(along) - height).abs() < sine {
                    found(Kink { along, height });
                }
            }
            _ => {}
        }
    }

    /// What touches along u, everything within the angle `sine` of touching counted in.
    pub(super) fn feature(&self, u: DVec3, sine: f64) -> Feature {
        let mut feature = Feature::new();
        let d = self.axes.transpose() * u;
        let across = d.x.hypot(d.y);
        let out = if across > 1e-10 {
            DVec3::new(d.x, d.y, 0.0) / across
        } else {
            DVec3::X
        };
        let place = |local: DVec3| self.center + self.axes * local;
        // From the farthest point of the rim on, counter-clockwise seen from outside.
        let rim = |k: usize, half: f64, radius: f64, up: f64| {
            let (sin, cos) = (k as f64 * std::f64::consts::TAU / RIM as f64).sin_cos();
            let turned = out * cos + DVec3::new(-out.y, out.x, 0.0) * (sin * up);
            place(turned * radius + DVec3::Z * half * up)
        };
        match self.kind {
            Kind::Polytope(poly) => polytope_feature(&poly, u, sine, &mut feature),
            Kind::Cylinder(half, radius) if across < sine => {
                feature.extend((0..RIM).map(|k| rim(k, half, radius, d.z.signum())));
            }
            Kind::Cone(half, radius) if across < sine && d.z < 0.0 => {
                feature.extend((0..RIM).map(|k| rim(k, half, radius, -1.0)));
            }
            Kind::Segment(half) if d.z.abs() < sine => {
                feature.extend([-half, half].into_iter().map(|z| place(DVec3::Z * z)));
            }
            Kind::Cylinder(half, radius) if d.z.abs() < sine => {
                feature.extend(
                    [-half, half]
                        .into_iter()
                        .map(|z| place(out * radius + DVec3::Z * z)),
                );
            }
            Kind::Cone(half, radius) if (d.z - radius / radius.hypot(2.0 * half)).abs() < sine => {
                feature.push(place(out * radius - DVec3::Z * half));
                feature.push(place(DVec3::Z * half));
            }
            _ => feature.push(self.support(u)),
        }
        feature
    }
}

fn polytope_feature(poly: &Poly, u: DVec3, sine: f64, feature: &mut Feature) {
    let cosine = 1.0 - 0.5 * sine * sine;
    if let Some(f) = poly.normals.iter().position(|n| n.dot(u) > cosine) {
        feature.extend(poly.face(f).iter().map(|&v| poly.vertex(v)));
        return;
    }
    let (top, reach) = poly.support(u);
    let across = |e: usize| {
        let (p, q) = poly.edge(e);
        let ends = poly.edges[e].ends.map(|v| v as usize);
        let length = (q - p).length();
        let low = u.dot(p).min(u.dot(q));
        (ends.contains(&top) && length > 0.0 && low >= reach - sine * length).then_some((p, q))
    };
    if let Some((p, q)) = (0..poly.edges.len()).find_map(across) {
        feature.push(p);
        feature.push(q);
    } else {
        feature.push(poly.vertices[top]);
    }
}

impl parry3d_f64::shape::SupportMap for Solid<'_> {
    fn local_support_point(&self, dir: DVec3) -> DVec3 {
        self.support(dir)
    }
}
