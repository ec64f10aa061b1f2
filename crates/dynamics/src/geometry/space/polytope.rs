//! Polytopes as lists of features, and distances of points from them.
//!
//! A segment is a polytope of two vertices and one edge without faces; a triangle one with two faces.

use super::boxes::Block;
use super::hull::{Edge, Hull};
use super::{DVec3, Pose, Shape, boxes};
use crate::geometry::DMat3;
use crate::geometry::space::point_distance;
use crate::geometry::space::point_distance::Foot;
use crate::geometry::space::stack_list::Small;

/// 1 − cosine of the angle within which a normal is that of a face.
pub(super) const NEAR_FACE: f64 = 5e-7;

/// A polytope in some axes, sharing its topology.
#[derive(Clone, Copy)]
pub(super) struct Poly<'a> {
    pub(super) vertices: &'a [DVec3],
    pub(super) normals: &'a [DVec3],
    /// Corners of face f: `corners[starts[f]..starts[f + 1]]`, counter-clockwise from outside.
    pub(super) starts: &'a [u32],
    pub(super) corners: &'a [u32],
    pub(super) edges: &'a [Edge],
    /// Diameter, or a little more.
    pub(super) size: f64,
}

impl<'a> Poly<'a> {
    /// A hull in its own axes.
    pub(super) fn of_hull(hull: &'a Hull) -> Self {
        Poly {
            vertices: &hull.vertices,
            normals: &hull.normals,
            starts: &hull.starts,
            corners: &hull.corners,
            edges: &hull.edges,
            size: hull.size,
        }
    }

    pub(super) fn face(&self, f: usize) -> &'a [u32] {
        &self.corners[self.starts[f] as usize..self.starts[f + 1] as usize]
    }

    pub(super) fn vertex(&self, index: u32) -> DVec3 {
        self.vertices[index as usize]
    }

    pub(super) fn edge(&self, e: usize) -> (DVec3, DVec3) {
        let [from, to] = self.edges[e].ends;
        (self.vertex(from), self.vertex(to))
    }

    /// The vertex farthest along n, and how far.
    #[inline]
    pub(super) fn support(&self, n: DVec3) -> (usize, f64) {
        let mut best = (0, f64::NEG_INFINITY);
        for (i, v) in self.vertices.iter().enumerate() {
            let along = n.dot(*v);
            if along > best.1 {
                best = (i, along);
            }
        }
        best
    }

    /// Height of p over face f.
    #[inline]
    pub(super) fn height(&self, f: usize, p: DVec3) -> f64 {
        (p - self.vertex(self.corners[self.starts[f] as usize])).dot(self.normals[f])
    }

    /// The most by which a point lies above edge e, along any normal between those of its two faces; infinite
    /// where it has none, or where they look away from each other.
    pub(super) fn highest(&self, e: usize, p: DVec3) -> f64 {
        let Edge { ends, faces } = &self.edges[e];
        if faces[0] == u32::MAX {
            return f64::INFINITY;
        }
        let from = p - self.vertex(ends[0]);
        let [n, m] = faces.map(|f| self.normals[f as usize]);
        let (a, b, cosine) = (n.dot(from), m.dot(from), n.dot(m));
        let square = 1.0 - cosine * cosine;
        // The same for normals that are one to rounding: nothing is passed over for a number that is none.
        if cosine < 0.0 && square < 1e-6 || !(square > 0.0) {
            return f64::INFINITY;
        }
        // The foot of the point on the plane of the two normals, where it lies between them.
        if a > cosine * b && b > cosine * a {
            ((a * a + b * b - 2.0 * a * b * cosine).max(0.0) / square).sqrt()
        } else {
            a.max(b)
        }
    }

    /// Signed distance of a point.
    pub(super) fn foot(&self, p: DVec3) -> Foot {
        if self.normals.is_empty() {
            let (from, to) = (self.vertices[0], self.vertices[1]);
            let t = point_distance::on_segment(p, from, to);
            return point_distance::apart(
                p - from - (to - from) * t,
                (to - from).any_orthogonal_vector().normalize_or(DVec3::Z),
            );
        }
        let mut inside = Foot {
            distance: f64::NEG_INFINITY,
            normal: DVec3::Z,
        };
        let mut nearest = DVec3::INFINITY;
        let mut outside = false;
        for f in 0..self.normals.len() {
            let distance = self.height(f, p);
            let normal = self.normals[f];
            if distance > inside.distance {
                inside = Foot { distance, normal };
            }
            if distance > 0.0 {
                outside = true;
                if self.nearest_on_rim(f, p, &mut nearest) {
                    return Foot { distance, normal };
                }
            }
        }
        if outside {
            point_distance::apart(nearest, inside.normal)
        } else {
            inside
        }
    }

    /// Whether p projects into face f; if not, the shortest difference from its rim to p replaces a longer
    /// `nearest`.
    fn nearest_on_rim(&self, f: usize, p: DVec3, nearest: &mut DVec3) -> bool {
        let face = self.face(f);
        let mut within = true;
        let mut from = self.vertex(face[face.len() - 1]);
        for &corner in face {
            let to = self.vertex(corner);
            if (p - from).dot((to - from).cross(self.normals[f])) > 0.0 {
                within = false;
                let difference = p - from - (to - from) * point_distance::on_segment(p, from, to);
                if !(nearest.length_squared() <= difference.length_squared()) {
                    *nearest = difference;
                }
            }
            from = to;
        }
        within
    }

    /// The face whose normal is within a small angle of n.
    pub(super) fn face_along(&self, n: DVec3) -> Option<usize> {
        self.normals
            .iter()
            .position(|normal| normal.dot(n) > 1.0 - NEAR_FACE)
    }

    /// The face with the vertex farthest along n that looks most along n.
    pub(super) fn incident(&self, n: DVec3) -> Option<usize> {
        let farthest = u32::try_from(self.support(n).0).unwrap_or(u32::MAX);
        let mut best = (None, f64::NEG_INFINITY);
        for f in 0..self.normals.len() {
            let along = self.normals[f].dot(n);
            if along > best.1 && self.face(f).contains(&farthest) {
                best = (Some(f), along);
            }
        }
        best.0
    }
}

/// Room for vertices and normals turned into axes of the world.
pub(super) struct Scratch {
    vertices: Small<DVec3, 32>,
    normals: Small<DVec3, 32>,
}

impl Scratch {
    pub(super) fn new() -> Self {
        Scratch {
            vertices: Small::new(),
            normals: Small::new(),
        }
    }

    /// The shape times `scale`, at a pose in common axes.
    pub(super) fn place<'a>(&'a mut self, shape: &'a Shape, pose: &Pose, scale: f64) -> Option<Poly<'a>> {
        let (starts, corners, edges, size): (&[u32], &[u32], &[Edge], f64) = match shape {
            Shape::Box { half } => {
                let (vertices, normals) = Block::new(*half * scale, pose).placed(pose.position);
                self.vertices.extend(vertices.into_iter());
                self.normals.extend(normals.into_iter());
                (
                    &boxes::STARTS,
                    &boxes::CORNERS,
                    &boxes::EDGES,
                    2.0 * half.length(),
                )
            }
            Shape::Hull(hull) => {
                let turn = DMat3::from_quat(pose.rotation);
                let grown = turn * scale;
                self.vertices
                    .extend(hull.vertices.iter().map(|&v| pose.position + grown * v));
                self.normals.extend(hull.normals.iter().map(|&n| turn * n));
                (&hull.starts, &hull.corners, &hull.edges, hull.size)
            }
            Shape::Capsule { half_length, radius } => {
                let half = pose.rotation * DVec3::Z * (half_length * scale);
                self.vertices.push(pose.position - half);
                self.vertices.push(pose.position + half);
                (&[], &[], &SEGMENT, 2.0 * (half_length + radius))
            }
            _ => return None,
        };
        Some(Poly {
            vertices: self.vertices.items(),
            normals: self.normals.items(),
            starts,
            corners,
            edges,
            size: size * scale,
        })
    }
}

const SEGMENT: [Edge; 1] = [Edge {
    ends: [0, 1],
    faces: [u32::MAX; 2],
}];
