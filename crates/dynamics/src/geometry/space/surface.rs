//! Contacts of a surface of triangles (A) with spheres, capsules, boxes and hulls (B), triangle by triangle.
//!
//! A normal that is not the triangle's must belong to the edge or vertex that touches (see [`super::mesh`]);
//! one that does not is replaced by the triangle's if the body lies over it. A body wholly behind a triangle
//! does not touch it. Works in axes of the surface about the origin of B.

use super::hull::Edge;
use super::mesh::Mesh;
use super::{At, DVec3, Point, Pose, Shape, Sink};
use crate::geometry::space::point_distance;
use crate::geometry::space::polytope::{NEAR_FACE, Poly, Scratch};
use crate::geometry::space::polytope_pair::Pair;

const STARTS: [u32; 3] = [0, 3, 6];
const CORNERS: [u32; 6] = [0, 1, 2, 0, 2, 1];
const EDGES: [Edge; 3] = [edge(0, 1), edge(1, 2), edge(2, 0)];

const fn edge(from: u32, to: u32) -> Edge {
    Edge {
        ends: [from, to],
        faces: [0, 1],
    }
}

/// Contacts of the surface with B.
pub(super) fn contacts((mesh, pose): (&Mesh, &Pose), b: At, margin: f64, out: &mut Vec<Point>) {
    let first = out.len();
    let turn = pose.rotation.inverse();
    let center = turn * (b.1.position - pose.position);
    let local = Pose {
        position: DVec3::ZERO,
        rotation: turn * b.1.rotation,
    };
    let mut bounds = b.0.bounds(&local).grown(margin.max(0.0));
    bounds.min += center;
    bounds.max += center;
    let mut body = Body {
        mesh,
        center,
        margin,
        first,
        out,
    };
    let mut scratch = Scratch::new();
    if let Shape::Sphere { radius } = b.0 {
        mesh.tree.query(&bounds, |t| body.sphere(t, *radius));
    } else if let Some(poly) = scratch.place(b.0, &local, 1.0) {
        let radius = if let Shape::Capsule { radius, .. } = b.0 {
            *radius
        } else {
            0.0
        };
        mesh.tree.query(&bounds, |t| body.polytope(t, &poly, radius));
    }
    for point in &mut out[first..] {
        point.on_a = b.1.position + pose.rotation * point.on_a;
        point.normal = pose.rotation * point.normal;
    }
    unique_features(&mut out[first..]);
}

/// Names mixed from triangles and their features may meet, if rarely: the later one takes the next free name.
fn unique_features(points: &mut [Point]) {
    points.sort_by_key(|point| point.feature);
    for k in 1..points.len() {
        if points[k].feature <= points[k - 1].feature {
            points[k].feature = points[k - 1].feature.wrapping_add(1);
        }
    }
}

/// A body over a surface, and where its contacts go.
struct Body<'a> {
    mesh: &'a Mesh,
    /// Origin of B in axes of the surface.
    center: DVec3,
    margin: f64,
    first: usize,
    out: &'a mut Vec<Point>,
}

impl Body<'_> {
    /// Corners of a triangle, seen from B.
    fn corners(&self, triangle: usize) -> [DVec3; 3] {
        self.mesh.corners(triangle).map(|v| v - self.center)
    }

    fn sphere(&mut self, t: usize, radius: f64) {
        let corners = self.corners(t);
        let n = self.mesh.normals[t];
        let height = -n.dot(corners[0]);
        if height < -radius {
            return;
        }
        let mut within = true;
        let mut nearest = (f64::INFINITY, DVec3::ZERO, 0, 0.0);
        for k in 0..3 {
            let (from, to) = (corners[k], corners[(k + 1) % 3]);
            if (to - from).cross(-from).dot(n) < 0.0 {
                within = false;
                let s = point_distance::on_segment(DVec3::ZERO, from, to);
                let q = from + (to - from) * s;
                if q.length_squared() < nearest.0 {
                    nearest = (q.length_squared(), q, k, s);
                }
            }
        }
        let index = u32::try_from(t).unwrap_or(u32::MAX);
        if within {
            return self.keep(index, height - radius, n, -n * height);
        }
        let (_, q, k, s) = nearest;
        let foot = point_distance::apart(-q, n);
        let d = foot.normal;
        let vertex = |k: usize| 0x4000_0000 | self.mesh.triangles[t][k % 3];
        let (owned, feature) = if s <= 0.0 {
            (self.mesh.vertex_owns(t, k, d), vertex(k))
        } else if s >= 1.0 {
            (self.mesh.vertex_owns(t, (k + 1) % 3, d), vertex(k + 1))
        } else {
            let (from, to) = (self.mesh.triangles[t][k], self.mesh.triangles[t][(k + 1) % 3]);
            let mixed = from.min(to).wrapping_mul(0x9e37_79b1) ^ from.max(to);
            (self.mesh.edge_owns(t, k, d), 0x8000_0000 | mixed)
        };
        if owned {
            self.keep(feature, foot.distance - radius, d, q);
        }
    }

    /// Adds a contact unless it is there already, from a triangle next to it.
    fn keep(&mut self, feature: u32, gap: f64, normal: DVec3, on_a: DVec3) {
        let tiny = 1e-9 * (on_a.length() + gap.abs());
        let same = |p: &Point| (p.on_a - on_a).length() <= tiny && p.normal.dot(normal) > 1.0 - NEAR_FACE;
        if gap <= self.margin && !self.out[self.first..].iter().any(same) {
            self.out.push(Point {
                feature,
                gap,
                normal,
                on_a,
            });
        }
    }

    fn polytope(&mut self, t: usize, poly: &Poly, radius: f64) {
        let vertices = self.corners(t);
        let n = self.mesh.normals[t];
        let (normals, plane) = ([n, -n], n.dot(vertices[0]));
        if poly.support(n).1 + radius < plane {
            return;
        }
        let size = (vertices[1] - vertices[0])
            .length()
            .max((vertices[2] - vertices[0]).length());
        let plate = Poly {
            vertices: &vertices,
            normals: &normals,
            starts: &STARTS,
            corners: &CORNERS,
            edges: &EDGES,
            size,
        };
        let pair = Pair::new(&plate, poly, radius);
        let Some(best) = pair.separate(self.margin + radius) else {
            return;
        };
        let mut found = Vec::new();
        let mut sink = Sink {
            origin: DVec3::ZERO,
            margin: self.margin,
            out: &mut found,
        };
        pair.contacts(best, &mut sink);
        let owned = sink
            .out
            .first()
            .is_some_and(|p| self.owned(t, &vertices, p.normal, pair.tiny));
        if !owned {
            sink.out.clear();
            // Over the face: the middle of the body is on its good side.
            let middle = poly.vertices.iter().copied().sum::<DVec3>() / poly.vertices.len() as f64;
            if n.dot(middle) < plane {
                return;
            }
            // Much deeper than what parts them is not over the face but beside it, past an edge.
            let least = if best.gap > 0.0 { best.gap } else { 4.0 * best.gap } - pair.tiny;
            pair.clipped((&plate, 0, false), (least, f64::INFINITY), &mut sink);
        }
        for p in found {
            let mixed = p.feature
                ^ u32::try_from(t)
                    .unwrap_or(u32::MAX)
                    .wrapping_add(1)
                    .wrapping_mul(0x9e37_79b1);
            self.keep(mixed, p.gap, p.normal, p.on_a);
        }
    }

    /// Whether a normal belongs to what touches of the triangle.
    fn owned(&self, t: usize, vertices: &[DVec3; 3], d: DVec3, tiny: f64) -> bool {
        let n = self.mesh.normals[t];
        if n.dot(d) > 1.0 - NEAR_FACE {
            return true;
        }
        let heights = vertices.map(|v| d.dot(v));
        let top = heights[0].max(heights[1]).max(heights[2]);
        let active = |k: usize| heights[k % 3] >= top - tiny;
        match (0..3).filter(|&k| active(k)).count() {
            1 => (0..3).any(|k| active(k) && self.mesh.vertex_owns(t, k, d)),
            2 => (0..3).any(|k| active(k) && active(k + 1) && self.mesh.edge_owns(t, k, d)),
            _ => false,
        }
    }
}
