//! Contact of two convex polygons, exact.
//!
//! ```text
//! separation(side e of A) = min over vertices b of B of  n_e·(b − a_e),
//!     s = max over the sides of A and of B
//! ```
//! s ≤ 0: they overlap, and −s is the least translation that parts them (it is along a side of the Minkowski
//! difference, and those are the sides of A and B). s > 0: the distance is s where the vertex lies over its
//! side, and otherwise the distance of the closest vertices. The vertex that supports a side only moves
//! forward as the side turns, so that all separations cost one round (rotating calipers: Shamos,
//! Computational Geometry, 1978); only closest vertices cost all pairs. Sides that face each other within 30°
//! meet in two points: at each end of their overlap, the vertex of one over the side of the other, so that
//! normals and names do not depend on which side was found first.

use super::Frame;
use crate::geometry::DVec2;

/// A vertex farther past the end of a side than this part of its length is not over it.
const END: f64 = 1e-9;
/// Vertices closer than this part of a side have no direction between them.
const NO_DIRECTION: f64 = 1e-9;
/// So few vertices are looked through faster than walked along.
const FEW: usize = 6;
/// Cosine of the angle within which sides face each other.
const FACING: f64 = 0.866_025_403_784_438_6;
/// Kinds of features, above two numbers of 15 bits: a vertex of B over a side of A, the converse, two
/// vertices.
const KIND: [u32; 3] = [0, 1 << 30, 2 << 30];

/// The corners of a shape, without its rounding; none of the normals for a point.
#[derive(Clone, Copy)]
pub(super) struct Core<'a> {
    pub(super) vertices: &'a [DVec2],
    pub(super) normals: &'a [DVec2],
    pub(super) radius: f64,
}

/// A contact point in the frame of A.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub(super) feature: u32,
    pub(super) gap: f64,
    pub(super) normal: DVec2,
    pub(super) on_a: DVec2,
}

/// A side of one polygon and the vertex of the other that lies deepest under it.
#[derive(Clone, Copy)]
struct Best {
    separation: f64,
    side: usize,
    vertex: usize,
}

/// What the separations say.
struct Deepest {
    /// Whether the side is of A.
    on_a: bool,
    /// The point, where the vertex lies over the side.
    single: Option<Found>,
    gap: f64,
    /// Differences of gaps that do not count.
    slack: f64,
}

impl Deepest {
    /// The closer of two points at one end, but none deeper than the overlap; of equals that with the vertex
    /// of B, so that sides that end together keep their names.
    fn choose(&self, of_b: Option<Found>, of_a: Option<Found>) -> Option<Found> {
        let fair = |found: &Found| found.gap >= self.gap - self.slack;
        match (of_b.filter(fair), of_a.filter(fair)) {
            (Some(b), Some(a)) => Some(if a.gap < b.gap - self.slack { a } else { b }),
            (b, a) => b.or(a),
        }
    }
}

/// Two polygons, and where B is in A.
pub(super) struct Pair<'a> {
    pub(super) a: Core<'a>,
    pub(super) b: Core<'a>,
    pub(super) b_in_a: Frame,
}

impl Pair<'_> {
    /// The contact points with gap ≤ `margin`, at most two.
    pub(super) fn contacts(&self, margin: f64) -> [Option<Found>; 2] {
        let of_a = best(&self.a, &self.b, &self.b_in_a);
        let of_b = best(&self.b, &self.a, &self.b_in_a.inverse());
        let separation = of_a.separation.max(of_b.separation);
        let near = |found: Option<Found>| found.filter(|found| found.gap <= margin);
        if separation - self.a.radius - self.b.radius > margin {
            return [None, None];
        }
        let on_a = of_a.separation >= of_b.separation;
        if separation > f64::NEG_INFINITY {
            let (side, vertex) = if on_a {
                (of_a.side, of_a.vertex)
            } else {
                (of_b.vertex, of_b.side)
            };
            let single = if on_a {
                self.vertex_of_b(side, vertex)
            } else {
                self.vertex_of_a(side, vertex)
            };
            let slack = END * self.length(side, vertex, on_a);
            let best = Deepest {
                on_a,
                single,
                gap: separation - self.a.radius - self.b.radius,
                slack,
            };
            let ends = self.facing(side, vertex, &best);
            if ends.iter().flatten().any(|end| end.gap <= best.gap + slack) {
                return ends.map(near);
            }
            if single.is_some() {
                return [near(single), None];
            }
        }
        let fallback = match (separation > f64::NEG_INFINITY, on_a) {
            (false, _) => (DVec2::Y, 0.0),
            (true, true) => (self.a.normals[of_a.side], self.length(of_a.side, 0, true)),
            (true, false) => (
                -self.b_in_a.turn(self.b.normals[of_b.side]),
                self.length(0, of_b.side, false),
            ),
        };
        [
            near(Some(self.closest_vertices(fallback.0, NO_DIRECTION * fallback.1))),
            None,
        ]
    }

    /// Length of the side that was found best.
    fn length(&self, of_a: usize, of_b: usize, on_a: bool) -> f64 {
        let (core, side) = if on_a { (&self.a, of_a) } else { (&self.b, of_b) };
        (core.vertices[next(core, side)] - core.vertices[side]).length()
    }

    /// A vertex of B over a side of A.
    fn vertex_of_b(&self, side: usize, vertex: usize) -> Option<Found> {
        let (n, p) = (self.a.normals[side], self.b_in_a.point(self.b.vertices[vertex]));
        let height = n.dot(p - self.a.vertices[side]);
        over(&self.a, side, p).then(|| Found {
            feature: KIND[0] | name(side, vertex),
            gap: height - self.a.radius - self.b.radius,
            normal: n,
            on_a: p - n * (height - self.a.radius),
        })
    }

    /// A vertex of A over a side of B.
    fn vertex_of_a(&self, vertex: usize, side: usize) -> Option<Found> {
        let p = self.b_in_a.local(self.a.vertices[vertex]);
        let height = self.b.normals[side].dot(p - self.b.vertices[side]);
        let normal = -self.b_in_a.turn(self.b.normals[side]);
        over(&self.b, side, p).then(|| Found {
            feature: KIND[1] | name(vertex, side),
            gap: height - self.a.radius - self.b.radius,
            normal,
            on_a: self.a.vertices[vertex] + normal * self.a.radius,
        })
    }

    /// The two ends of the overlap of sides that face each other; `i` is a side of A and `j` a vertex of B,
    /// or the converse.
    fn facing(&self, i: usize, j: usize, best: &Deepest) -> [Option<Found>; 2] {
        if self.a.normals.is_empty() || self.b.normals.is_empty() {
            return [None, None];
        }
        // Of the two sides at the vertex, the one more against the side found.
        let cosine = |i: usize, j: usize| self.a.normals[i].dot(self.b_in_a.turn(self.b.normals[j]));
        let (mut e, mut f) = (i, j);
        if best.on_a {
            let other = previous(&self.b, j);
            f = if cosine(i, other) < cosine(i, j) { other } else { j };
        } else {
            let other = previous(&self.a, i);
            e = if cosine(other, j) < cosine(i, j) { other } else { i };
        }
        if cosine(e, f) > -FACING {
            return [None, None];
        }
        let (e_end, f_end) = (next(&self.a, e), next(&self.b, f));
        [(f_end, e), (f, e_end)].map(|(of_b, of_a)| {
            // The pair found best is the answer at its end.
            let known = if best.on_a { of_b == j } else { of_a == i };
            let known = if known { best.single } else { None };
            known.or_else(|| best.choose(self.vertex_of_b(e, of_b), self.vertex_of_a(of_a, f)))
        })
    }

    /// The closest vertices; `normal` stands in for their direction where they are no farther apart than
    /// `least`.
    fn closest_vertices(&self, normal: DVec2, least: f64) -> Found {
        let mut closest = (f64::INFINITY, 0, 0, DVec2::ZERO);
        for (j, b) in self.b.vertices.iter().enumerate() {
            let b = self.b_in_a.point(*b);
            for (i, a) in self.a.vertices.iter().enumerate() {
                let squared = (b - a).length_squared();
                if squared < closest.0 {
                    closest = (squared, i, j, b - a);
                }
            }
        }
        let (_, i, j, between) = closest;
        let distance = between.length();
        let normal = if distance > least {
            between / distance
        } else {
            normal
        };
        Found {
            feature: KIND[2] | name(i, j),
            gap: distance - self.a.radius - self.b.radius,
            normal,
            on_a: self.a.vertices[i] + normal * self.a.radius,
        }
    }
}

#[inline]
fn next(core: &Core, k: usize) -> usize {
    if k + 1 < core.vertices.len() { k + 1 } else { 0 }
}

#[inline]
fn previous(core: &Core, k: usize) -> usize {
    if k > 0 { k - 1 } else { core.vertices.len() - 1 }
}

#[inline]
#[allow(
    clippy::cast_possible_truncation,
    reason = "polygons have at most 2¹⁵ vertices"
)]
fn name(of_a: usize, of_b: usize) -> u32 {
    (of_a as u32) << 15 | of_b as u32
}

/// Whether a point of the frame of the polygon lies over (or under) the side.
#[inline]
fn over(core: &Core, side: usize, p: DVec2) -> bool {
    let from = core.vertices[side];
    let along = core.vertices[next(core, side)] - from;
    let (reach, length) = (along.dot(p - from), along.length_squared());
    reach >= -END * length && reach <= (1.0 + END) * length
}

/// The side of `p` with the largest separation from `q`.
#[inline]
fn best(p: &Core, q: &Core, q_in_p: &Frame) -> Best {
    let mut best = Best {
        separation: f64::NEG_INFINITY,
        side: 0,
        vertex: 0,
    };
    let mut vertex = 0;
    for (side, &normal) in p.normals.iter().enumerate() {
        let down = q_in_p.turn_back(normal);
        // Far turns look at all: rounding could stop the walk on a level stretch at the top.
        let far = side == 0 || normal.dot(p.normals[side - 1]) < 0.5;
        let mut least = down.dot(q.vertices[vertex]);
        if far || q.vertices.len() <= FEW {
            for (k, v) in q.vertices.iter().enumerate() {
                let height = down.dot(*v);
                if height < least {
                    (least, vertex) = (height, k);
                }
            }
        } else {
            for _ in 1..q.vertices.len() {
                let ahead = next(q, vertex);
                let height = down.dot(q.vertices[ahead]);
                if height > least {
                    break;
                }
                (least, vertex) = (height, ahead);
            }
        }
        let separation = least + normal.dot(q_in_p.offset - p.vertices[side]);
        if separation > best.separation {
            best = Best {
                separation,
                side,
                vertex,
            };
        }
    }
    best
}
