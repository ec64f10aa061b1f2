//! Convex polytopes against each other, and segments as polytopes without faces.
//!
//! ```text
//! s(n) = min n·B − max n·A      n over normals of faces of A, of B, and edge × edge where their arcs on the Gauss map cross
//! ```
//! The largest s is the gap in overlap, and apart wherever the closest features are a corner and a face or two edges;
//! else (corner-corner, corner-edge) the least distance of a corner from the other polytope is. Near a face (to 1e-3 rad) a contact is
//! one of the face, so that bodies at rest stand on all corners of the overlap: gaps there are along the face's normal, which
//! changes them by a factor 1 ± 5e-7 at most. Cost: faces × vertices + edges × edges.

use super::clip;
use super::hull::{Edge, Hull};
use super::point::{self, Foot};
use super::small::Small;
use super::{At, DVec3, Pose, Shape, Sink, boxes};

/// 1 − cosine of the angle within which a normal is that of a face.
const NEAR_FACE: f64 = 5e-7;
/// Sine of the angle within which edges are parallel.
const PARALLEL: f64 = 1e-6;

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

/// Features that give an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Axis {
    FaceA(usize),
    FaceB(usize),
    Edges(usize, usize),
}

/// An axis, its unit vector from A to B and the gap along it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Best {
    pub(super) axis: Axis,
    pub(super) normal: DVec3,
    pub(super) gap: f64,
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

    fn edge(&self, e: usize) -> (DVec3, DVec3) {
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
    fn height(&self, f: usize, p: DVec3) -> f64 {
        (p - self.vertex(self.corners[self.starts[f] as usize])).dot(self.normals[f])
    }

    /// Signed distance of a point.
    pub(super) fn foot(&self, p: DVec3) -> Foot {
        if self.normals.is_empty() {
            let (from, to) = (self.vertices[0], self.vertices[1]);
            let t = point::on_segment(p, from, to);
            return point::apart(
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
            point::apart(nearest, inside.normal)
        } else {
            inside
        }
    }

    /// Whether p projects into face f; if not, the shortest difference from its rim to p replaces a longer `nearest`.
    fn nearest_on_rim(&self, f: usize, p: DVec3, nearest: &mut DVec3) -> bool {
        let face = self.face(f);
        let mut within = true;
        let mut from = self.vertex(face[face.len() - 1]);
        for &corner in face {
            let to = self.vertex(corner);
            if (p - from).dot((to - from).cross(self.normals[f])) > 0.0 {
                within = false;
                let difference = p - from - (to - from) * point::on_segment(p, from, to);
                if !(nearest.length_squared() <= difference.length_squared()) {
                    *nearest = difference;
                }
            }
            from = to;
        }
        within
    }

    /// The face whose normal is within a small angle of n.
    fn face_along(&self, n: DVec3) -> Option<usize> {
        self.normals
            .iter()
            .position(|normal| normal.dot(n) > 1.0 - NEAR_FACE)
    }

    /// The face with the vertex farthest along n that looks most along n.
    fn incident(&self, n: DVec3) -> Option<usize> {
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

/// Contacts of a box or hull (A) with a box, hull or capsule (B).
pub(super) fn contacts(a: At, b: At, sink: &mut Sink) {
    let origin = a.1.position;
    let mut scratch = (Scratch::new(), Scratch::new());
    let Some(first) = scratch.0.place(a, origin) else {
        return;
    };
    let Some(second) = scratch.1.place(b, origin) else {
        return;
    };
    let radius = if let Shape::Capsule { radius, .. } = b.0 {
        *radius
    } else {
        0.0
    };
    let pair = Pair::new(&first, &second, radius);
    if let Some(best) = pair.separate(sink.margin + radius) {
        pair.contacts(best, sink);
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

    /// The shape in axes of the world, seen from `origin`.
    pub(super) fn place<'a>(&'a mut self, at: At<'a>, origin: DVec3) -> Option<Poly<'a>> {
        let pose = Pose {
            position: at.1.position - origin,
            rotation: at.1.rotation,
        };
        let (starts, corners, edges, size): (&[u32], &[u32], &[Edge], f64) = match at.0 {
            Shape::Box { half } => {
                let (vertices, normals) = boxes::placed(*half, &pose);
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
                let turn = super::super::DMat3::from_quat(pose.rotation);
                self.vertices
                    .extend(hull.vertices.iter().map(|&v| pose.position + turn * v));
                self.normals.extend(hull.normals.iter().map(|&n| turn * n));
                (&hull.starts, &hull.corners, &hull.edges, hull.size)
            }
            Shape::Capsule { half_length, radius } => {
                let half = pose.rotation * DVec3::Z * *half_length;
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
            size,
        })
    }
}

const SEGMENT: [Edge; 1] = [Edge {
    ends: [0, 1],
    faces: [u32::MAX; 2],
}];

/// Two polytopes in the same axes, B rounded by `radius`.
pub(super) struct Pair<'a> {
    pub(super) a: &'a Poly<'a>,
    pub(super) b: &'a Poly<'a>,
    pub(super) radius: f64,
    /// What lengths count as nothing: far above rounding, far below the smaller body.
    pub(super) tiny: f64,
}

impl<'a> Pair<'a> {
    pub(super) fn new(a: &'a Poly<'a>, b: &'a Poly<'a>, radius: f64) -> Self {
        let tiny = 1e-10 * a.size.min(b.size) + 1e-14 * a.size.max(b.size);
        Pair { a, b, radius, tiny }
    }

    /// The axis of the largest gap, or nothing if it is above `limit`.
    pub(super) fn separate(&self, limit: f64) -> Option<Best> {
        let mut best: Option<Best> = None;
        let mut better = |axis: Axis, normal: DVec3, gap: f64| {
            if best.is_none_or(|old| gap > old.gap) {
                best = Some(Best { axis, normal, gap });
            }
            !(gap > limit)
        };
        for (f, &n) in self.a.normals.iter().enumerate() {
            if !better(
                Axis::FaceA(f),
                n,
                -self.b.support(-n).1 - n.dot(self.a.vertex(self.a.face(f)[0])),
            ) {
                return None;
            }
        }
        for (f, &n) in self.b.normals.iter().enumerate() {
            if !better(
                Axis::FaceB(f),
                -n,
                -self.a.support(-n).1 - n.dot(self.b.vertex(self.b.face(f)[0])),
            ) {
                return None;
            }
        }
        self.separate_edges(best?, limit)
    }

    fn separate_edges(&self, mut best: Best, limit: f64) -> Option<Best> {
        for (i, edge_a) in self.a.edges.iter().enumerate() {
            let (pa, qa) = self.a.edge(i);
            let along_a = qa - pa;
            let [n0, n1] = edge_a.faces.map(|f| self.a.normals[f as usize]);
            for (j, edge_b) in self.b.edges.iter().enumerate() {
                let (pb, qb) = self.b.edge(j);
                let along_b = qb - pb;
                if !self.arcs_cross((n0, n1, along_a), edge_b, along_b) {
                    continue;
                }
                let cross = along_a.cross(along_b);
                let length = cross.length();
                if !(length > 1e-12 * along_a.length() * along_b.length()) {
                    continue;
                }
                let normal = if cross.dot(n0 + n1) < 0.0 {
                    -cross / length
                } else {
                    cross / length
                };
                if !(normal.dot(pb - pa) > best.gap) {
                    continue;
                }
                // Nearly parallel edges give an inexact axis: what it separates is measured, not assumed.
                let gap = -self.b.support(-normal).1 - self.a.support(normal).1;
                if gap > best.gap {
                    let axis = Axis::Edges(i, j);
                    best = Best { axis, normal, gap };
                }
            }
        }
        (best.gap <= limit).then_some(best)
    }

    /// Whether the arcs of two edges on the Gauss map of A ⊖ B cross: only then is edge × edge a face of it.
    #[inline]
    fn arcs_cross(&self, (n0, n1, along_a): (DVec3, DVec3, DVec3), edge_b: &Edge, along_b: DVec3) -> bool {
        let (adc, bdc) = (n0.dot(along_b), n1.dot(along_b));
        if adc * bdc > 0.0 {
            return false;
        }
        if edge_b.faces[0] == u32::MAX {
            return true;
        }
        let [m0, m1] = edge_b.faces.map(|f| -self.b.normals[f as usize]);
        let (cba, dba) = (m0.dot(along_a), m1.dot(along_a));
        // The last: on one hemisphere, arcs of opposite sides cross great circles too.
        cba * dba <= 0.0 && cba * bdc >= 0.0
    }

    /// Contacts, given the axis of the largest gap.
    pub(super) fn contacts(&self, best: Best, sink: &mut Sink) {
        if self.face_contact(best, sink) {
            return;
        }
        match best.axis {
            Axis::Edges(i, j) => {
                let (on_a, on_b) = nearest_on_lines(self.a.edge(i), self.b.edge(j));
                // Apart, the foot must lie inside both edges: else a corner is closer.
                let along = best.normal.dot(on_b - on_a);
                let aside = (on_b - on_a - best.normal * along).length();
                if best.gap <= 0.0 || aside <= 1e-7 * best.gap + 1e-2 * self.tiny {
                    self.edge_contact(best, (on_a, on_b), sink);
                    return;
                }
            }
            Axis::FaceA(_) | Axis::FaceB(_) if best.gap <= 0.0 => {
                let on_b = self.b.vertices[self.b.support(-best.normal).0];
                let on_a = self.a.vertices[self.a.support(best.normal).0];
                let pair = match best.axis {
                    Axis::FaceA(_) => (on_b - best.normal * best.gap, on_b),
                    _ => (on_a, on_a + best.normal * best.gap),
                };
                self.edge_contact(best, pair, sink);
                return;
            }
            _ => {}
        }
        self.corner_contact(best, sink);
    }

    /// Corners of the overlap of two faces, if the gap is one of faces.
    fn face_contact(&self, best: Best, sink: &mut Sink) -> bool {
        let by_a = self.a.face_along(best.normal);
        let (reference, incident, face, flip) = match (by_a, self.b.face_along(-best.normal)) {
            (Some(f), _) => (self.a, self.b, f, false),
            (None, Some(f)) => (self.b, self.a, f, true),
            (None, None) => return false,
        };
        let normal = reference.normals[face];
        let corners = clip::faces(
            (reference, face),
            (incident, incident.incident(-normal)),
            self.tiny,
        );
        let least = corners
            .items()
            .iter()
            .fold(f64::INFINITY, |least, c| least.min(c.height));
        // The same points, measured along the axis: less only by rounding, else a corner off the face is closer.
        let reached = least * normal.dot(best.normal).abs() <= best.gap + 1e-2 * self.tiny;
        if !reached && (best.gap > 0.0 || corners.items().is_empty()) {
            return false;
        }
        let kind = if flip { 0x8000_0000 } else { 0x4000_0000 };
        let base = kind | (u32::try_from(face).unwrap_or(u32::MAX) & 0xff) << 22;
        for corner in corners.items() {
            let on_reference = corner.at - normal * corner.height;
            // A rounded B shows its surface nearer by its radius.
            let (outward, on_a) = if flip {
                (-normal, corner.at)
            } else {
                (normal, on_reference)
            };
            sink.push(base | corner.feature, corner.height - self.radius, outward, on_a);
        }
        true
    }

    /// One point, or the ends of the overlap of two parallel edges.
    fn edge_contact(&self, best: Best, (on_a, on_b): (DVec3, DVec3), sink: &mut Sink) {
        let n = best.normal;
        let feature = match best.axis {
            Axis::Edges(i, j) => 0x1000_0000 | (code(i) & 0x3fff) << 14 | code(j) & 0x3fff,
            Axis::FaceA(f) => 0x2000_0000 | code(f) & 0xfff_ffff,
            Axis::FaceB(f) => 0x3000_0000 | code(f) & 0xfff_ffff,
        };
        if let (Some(i), Some(j)) = (
            self.edge_across(self.a, n, on_a),
            self.edge_across(self.b, -n, on_b),
        ) {
            let ((pa, qa), (pb, qb)) = (self.a.edge(i), self.b.edge(j));
            let along = (qa - pa).normalize_or_zero();
            let other = (qb - pb).normalize_or_zero();
            if along != DVec3::ZERO && other != DVec3::ZERO && along.cross(other).length() < PARALLEL {
                let interval = |p: DVec3, q: DVec3| {
                    let (p, q) = ((p - pa).dot(along), (q - pa).dot(along));
                    (p.min(q), p.max(q))
                };
                let (low, high) = interval(pb, qb);
                let (low, high) = (low.max(0.0), high.min((qa - pa).length()));
                if high - low > self.tiny {
                    for (end, t) in [(0, low), (1, high)] {
                        let at = pa + along * t;
                        let across = pb + other * (at - pb).dot(other);
                        let gap = n.dot(across - at) - self.radius;
                        let feature = 0x0800_0000 | end << 26 | (code(i) & 0x1fff) << 13 | code(j) & 0x1fff;
                        sink.push(feature, gap, n, at);
                    }
                    return;
                }
            }
        }
        sink.push(feature, best.gap - self.radius, n, on_a);
    }

    /// An edge through `at` (of the polytope) across n.
    fn edge_across(&self, poly: &Poly, n: DVec3, at: DVec3) -> Option<usize> {
        let reach = n.dot(at);
        (0..poly.edges.len()).find(|&e| {
            let (p, q) = poly.edge(e);
            let low = n.dot(p).min(n.dot(q));
            let length = (q - p).length();
            low > reach - self.tiny - PARALLEL * length
                && length > self.tiny
                && (at - p - (q - p) * point::on_segment(at, p, q)).length() <= self.tiny
        })
    }

    /// Apart, and the closest feature of one is a corner: the nearest of all corners, those the axis puts farther left out.
    fn corner_contact(&self, best: Best, sink: &mut Sink) {
        let mut nearest = Best {
            gap: f64::INFINITY,
            ..best
        };
        let mut on_a = DVec3::ZERO;
        let (reach_a, reach_b) = (self.a.support(best.normal).1, -self.b.support(-best.normal).1);
        for (i, &v) in self.b.vertices.iter().enumerate() {
            if best.normal.dot(v) - reach_a < nearest.gap {
                let Foot {
                    distance: gap,
                    normal,
                } = self.a.foot(v);
                if gap < nearest.gap {
                    let axis = Axis::FaceA(i | 0x100_0000);
                    nearest = Best { axis, normal, gap };
                    on_a = v - normal * gap;
                }
            }
        }
        for (i, &v) in self.a.vertices.iter().enumerate() {
            if reach_b - best.normal.dot(v) < nearest.gap {
                let Foot {
                    distance: gap,
                    normal,
                } = self.b.foot(v);
                if gap < nearest.gap {
                    let (axis, normal) = (Axis::FaceB(i | 0x100_0000), -normal);
                    nearest = Best { axis, normal, gap };
                    on_a = v;
                }
            }
        }
        let on_b = on_a + nearest.normal * nearest.gap;
        if !(nearest.gap > 1e-2 * self.tiny) {
            // Closer than rounding can tell directions: the axis that separates is a valid one.
            nearest.normal = best.normal;
            nearest.gap = best.gap;
        }
        self.edge_contact(nearest, (on_a, on_b), sink);
    }
}

fn code(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

/// Points of two segments nearest to each other on their lines, kept on the segments.
fn nearest_on_lines((pa, qa): (DVec3, DVec3), (pb, qb): (DVec3, DVec3)) -> (DVec3, DVec3) {
    let (u, v) = (qa - pa, qb - pb);
    let cross = u.cross(v);
    let square = cross.length_squared();
    let s = if square > 0.0 {
        ((pb - pa).cross(v).dot(cross) / square).clamp(0.0, 1.0)
    } else {
        0.5
    };
    let t = point::on_segment(pa + u * s, pb, qb);
    let on_b = pb + v * t;
    (pa + u * point::on_segment(on_b, pa, qa), on_b)
}
