//! Convex polytopes against each other, and segments as polytopes without faces.
//!
//! ```text
//! s(n) = min n·B − max n·A  n over normals of faces of A, of B,
//!                           and edge × edge where their arcs on the Gauss map cross
//! ```
//! The largest s is the gap in overlap, and apart wherever the closest features are a corner and a face or
//! two edges; else (corner-corner, corner-edge) the least distance of a corner from the other polytope is.
//! Near a face (to 1e-3 rad) a contact is one of the face, so that bodies at rest stand on all corners of the
//! overlap: gaps there are along the face's normal, which changes them by a factor 1 ± 5e-7 at most. Cost:
//! faces × vertices + edges × edges at most; faces and edges that one corner of the other body shows to part
//! less than what is known are passed over, which leaves those near the contact.

use super::hull::Edge;
use super::{At, DVec3, Pose, Shape, Sink, clip};
use crate::geometry::space::point_distance;
use crate::geometry::space::point_distance::Foot;
use crate::geometry::space::polytope::{Poly, Scratch};
use crate::geometry::space::stack_list::Small;

/// Sine of the angle within which edges are parallel.
const PARALLEL: f64 = 1e-6;

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

/// Contacts of a box or hull (A) with a box, hull or capsule (B).
pub(super) fn contacts(a: At, b: At, sink: &mut Sink) {
    let mut scratch = (Scratch::new(), Scratch::new());
    let at = |of: At| Pose {
        position: of.1.position - a.1.position,
        rotation: of.1.rotation,
    };
    let Some(first) = scratch.0.place(a.0, &at(a), 1.0) else {
        return;
    };
    let Some(second) = scratch.1.place(b.0, &at(b), 1.0) else {
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
        for of_b in [false, true] {
            let (own, other) = if of_b { (self.b, self.a) } else { (self.a, self.b) };
            let mut foremost = None;
            for (f, &n) in own.normals.iter().enumerate() {
                let surface = n.dot(own.vertex(own.face(f)[0]));
                // The corner that another face has found is under this one as well: no larger gap is here.
                if best
                    .zip(foremost)
                    .is_some_and(|(best, x)| n.dot(x) - surface <= best.gap)
                {
                    continue;
                }
                let (corner, along) = other.support(-n);
                foremost = Some(other.vertices[corner]);
                let gap = -along - surface;
                if best.is_none_or(|old| gap > old.gap) {
                    best = Some(if of_b {
                        Best {
                            axis: Axis::FaceB(f),
                            normal: -n,
                            gap,
                        }
                    } else {
                        Best {
                            axis: Axis::FaceA(f),
                            normal: n,
                            gap,
                        }
                    });
                }
                if gap > limit {
                    return None;
                }
            }
        }
        self.separate_edges(best?, limit)
    }

    fn separate_edges(&self, mut best: Best, limit: f64) -> Option<Best> {
        // No axis of an edge parts more than the foremost corner of the other body lies above it.
        let foremost_a = self.a.vertices[self.a.support(best.normal).0];
        let foremost_b = self.b.vertices[self.b.support(-best.normal).0];
        let rounding = 1e-2 * self.tiny;
        let mut edges_b = Small::<u32, 64>::new();
        for j in 0..self.b.edges.len() {
            if self.b.highest(j, foremost_a) > best.gap - rounding {
                edges_b.push(code(j));
            }
        }
        for (i, edge_a) in self.a.edges.iter().enumerate() {
            if !(self.a.highest(i, foremost_b) > best.gap - rounding) {
                continue;
            }
            let (pa, qa) = self.a.edge(i);
            let along_a = qa - pa;
            let [n0, n1] = edge_a.faces.map(|f| self.a.normals[f as usize]);
            for &j in edges_b.items() {
                let j = j as usize;
                let edge_b = &self.b.edges[j];
                let (pb, qb) = self.b.edge(j);
                let along_b = qb - pb;
                let sides = (n0.dot(along_b), n1.dot(along_b));
                if !self.arcs_cross(sides, along_a, edge_b) {
                    continue;
                }
                let cross = along_a.cross(along_b);
                let length = cross.length();
                if !(length > 1e-12 * along_a.length() * along_b.length()) {
                    continue;
                }
                // On the arc from n₀ to n₁, even where they look away from each other (a triangle).
                let normal = if sides.0 < sides.1 {
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
    fn arcs_cross(&self, sides: (f64, f64), along_a: DVec3, edge_b: &Edge) -> bool {
        if sides.0 * sides.1 > 0.0 {
            return false;
        }
        if edge_b.faces[0] == u32::MAX {
            return true;
        }
        let [m0, m1] = edge_b.faces.map(|f| -self.b.normals[f as usize]);
        let (cba, dba) = (m0.dot(along_a), m1.dot(along_a));
        // The last: on one hemisphere, arcs of opposite sides cross great circles too.
        cba * dba <= 0.0 && cba * sides.1 >= 0.0
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
                    if !self.deep_contact(best, (on_a, on_b), sink) {
                        self.edge_contact(best, (on_a, on_b), sink);
                    }
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
        let chosen = match (self.a.face_along(best.normal), self.b.face_along(-best.normal)) {
            (Some(f), _) => (self.a, f, false),
            (None, Some(f)) => (self.b, f, true),
            (None, None) => return false,
        };
        let cosine = chosen.0.normals[chosen.1].dot(best.normal).abs();
        // The same points measured along the axis are less only by rounding; else a corner off the face is
        // closer.
        let limit = if best.gap > 0.0 {
            (best.gap + 1e-2 * self.tiny) / cosine
        } else {
            f64::INFINITY
        };
        self.clipped(chosen, (f64::NEG_INFINITY, limit), sink)
    }

    /// Corners of the overlap of a face of A (or of B, flipped) with what faces it, if the lowest is within
    /// limits.
    pub(super) fn clipped(
        &self,
        (reference, face, flip): (&Poly, usize, bool),
        limits: (f64, f64),
        sink: &mut Sink,
    ) -> bool {
        let incident = if flip { self.a } else { self.b };
        let normal = reference.normals[face];
        let mut corners = clip::Corners::new();
        clip::faces(
            (reference, face),
            (incident, incident.incident(-normal)),
            self.tiny,
            &mut corners,
        );
        let lowest = corners
            .items()
            .iter()
            .fold(f64::INFINITY, |least, c| least.min(c.height));
        if corners.items().is_empty() || !(lowest >= limits.0 && lowest <= limits.1) {
            return false;
        }
        let base = Self::face_name(face, flip);
        for corner in corners.items() {
            let on_reference = corner.at - normal * corner.height;
            let (outward, on_a) = if flip {
                (-normal, corner.at)
            } else {
                (normal, on_reference)
            };
            // A rounded B shows its surface nearer by its radius.
            sink.push(base | corner.feature, corner.height - self.radius, outward, on_a);
        }
        true
    }

    /// What the names of the corners over a face of A, or of B, begin with.
    pub(super) fn face_name(face: usize, of_b: bool) -> u32 {
        let kind = if of_b { 0x8000_0000 } else { 0x4000_0000 };
        kind | (code(face) & 0xff) << 22
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
            // No edge is longer than the whole.
            if low <= reach - self.tiny - 2.0 * PARALLEL * poly.size {
                return false;
            }
            let length = (q - p).length();
            low > reach - self.tiny - PARALLEL * length
                && length > self.tiny
                && (at - p - (q - p) * point_distance::on_segment(at, p, q)).length() <= self.tiny
        })
    }

    /// Apart, and the closest feature of one is a corner: the nearest of all corners, those the axis puts
    /// farther left out.
    fn corner_contact(&self, best: Best, sink: &mut Sink) {
        let mut nearest = Best {
            gap: f64::INFINITY,
            ..best
        };
        let mut on_a = DVec3::ZERO;
        let (first_a, reach_a) = self.a.support(best.normal);
        let (first_b, reach_b) = self.b.support(-best.normal);
        // The foremost first: it leaves little for the others.
        for i in std::iter::once(first_b).chain(0..self.b.vertices.len()) {
            let v = self.b.vertices[i];
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
        for i in std::iter::once(first_a).chain(0..self.a.vertices.len()) {
            let v = self.a.vertices[i];
            if -reach_b - best.normal.dot(v) < nearest.gap {
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
pub(super) fn nearest_on_lines((pa, qa): (DVec3, DVec3), (pb, qb): (DVec3, DVec3)) -> (DVec3, DVec3) {
    let (u, v) = (qa - pa, qb - pb);
    let cross = u.cross(v);
    let square = cross.length_squared();
    let s = if square > 0.0 {
        ((pb - pa).cross(v).dot(cross) / square).clamp(0.0, 1.0)
    } else {
        0.5
    };
    let t = point_distance::on_segment(pa + u * s, pb, qb);
    let on_b = pb + v * t;
    (pa + u * point_distance::on_segment(on_b, pa, qa), on_b)
}

#[cfg(test)]
mod tests;
