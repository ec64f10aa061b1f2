//! Boxes against boxes: the fifteen axes in closed form (Gottschalk, Lin, Manocha 1996).
//!
//! ```text
//! s(n) = |n·t| − Σ hᵢ|n·aᵢ| − Σ kⱼ|n·bⱼ|       n = aᵢ, bⱼ, aᵢ × bⱼ / ‖aᵢ × bⱼ‖
//! ```
//! Vertex v of a box has the signs of the bits of v (1: x, 2: y, 4: z); face f looks along axis f / 2,
//! outward for odd f; edge 4k + m runs along axis k.

use super::hull::Edge;
use super::{DVec3, Pose, Sink};
use crate::geometry::DMat3;
use crate::geometry::space::polytope::Poly;
use crate::geometry::space::polytope_pair::{Axis, Best, Pair};

/// Share of the lengths in play by which a gap may be off that is told in a short way: far above rounding.
const ROUNDED: f64 = 1e-6;
/// Square of the sine of the angle between edges below which it is not told so.
const NEARLY_PARALLEL: f64 = 1e-4;

/// First corner of each face.
pub(super) const STARTS: [u32; 7] = [0, 4, 8, 12, 16, 20, 24];
/// Corners of the faces −x, x, −y, y, −z, z, counter-clockwise from outside.
pub(super) const CORNERS: [u32; 24] = [
    0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4, 2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6,
];
/// Edges along x, y, z.
pub(super) const EDGES: [Edge; 12] = edges();

const fn edges() -> [Edge; 12] {
    let mut edges = [Edge {
        ends: [0, 0],
        faces: [0, 0],
    }; 12];
    let mut e = 0;
    while e < 12 {
        let (k, m) = (e / 4, e % 4);
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        let (high_i, high_j) = (m & 1, m >> 1);
        let start = high_i << i | high_j << j;
        let (fi, fj) = (2 * i + high_i, 2 * j + high_j);
        edges[e as usize] = Edge {
            ends: [start, start | 1 << k],
            // n₀ × n₁ along the edge.
            faces: if high_i == high_j { [fi, fj] } else { [fj, fi] },
        };
        e += 1;
    }
    edges
}

/// A box somewhere.
#[derive(Clone, Copy)]
pub(crate) struct Block {
    pub(crate) half: DVec3,
    /// The directions of its axes.
    pub(crate) axes: DMat3,
    /// Of its middle.
    pub(crate) position: DVec3,
}

impl Block {
    pub(crate) fn new(half: DVec3, pose: &Pose) -> Self {
        Block {
            half,
            axes: DMat3::from_quat(pose.rotation),
            position: pose.position,
        }
    }

    /// Its vertices and normals, its middle being here.
    #[inline]
    pub(super) fn placed(&self, position: DVec3) -> ([DVec3; 8], [DVec3; 6]) {
        let Block { half, axes, .. } = self;
        let (x, y, z) = (axes.x_axis * half.x, axes.y_axis * half.y, axes.z_axis * half.z);
        let at = |v: u32| {
            let signed = |bit: u32, axis: DVec3| if v & bit == 0 { -axis } else { axis };
            position + (signed(1, x) + signed(2, y) + signed(4, z))
        };
        let normals = [
            -axes.x_axis,
            axes.x_axis,
            -axes.y_axis,
            axes.y_axis,
            -axes.z_axis,
            axes.z_axis,
        ];
        ([at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7)], normals)
    }
}

/// Contacts of two boxes, the second of them `between` away from the first.
pub(super) fn contacts((a, b): (&Block, &Block), between: DVec3, sink: &mut Sink) {
    let Some(best) = separate(a, b, between, sink.margin) else {
        return;
    };
    let (va, na) = a.placed(DVec3::ZERO);
    let (vb, nb) = b.placed(between);
    let first = poly(&va, &na, a.half);
    let second = poly(&vb, &nb, b.half);
    Pair::new(&first, &second, 0.0).contacts(best, sink);
}

fn poly<'a>(vertices: &'a [DVec3; 8], normals: &'a [DVec3; 6], half: DVec3) -> Poly<'a> {
    Poly {
        vertices,
        normals,
        starts: &STARTS,
        corners: &CORNERS,
        edges: &EDGES,
        size: 2.0 * half.length(),
    }
}

/// The axis of the largest gap, or nothing if it is above `limit`.
fn separate(a: &Block, b: &Block, between: DVec3, limit: f64) -> Option<Best> {
    let axes = |of: &Block| [of.axes.x_axis, of.axes.y_axis, of.axes.z_axis];
    let (ua, ub) = (axes(a), axes(b));
    let (ha, hb) = (a.half.to_array(), b.half.to_array());
    let row = |u: DVec3| [u.dot(ub[0]), u.dot(ub[1]), u.dot(ub[2])];
    let cosines = [row(ua[0]), row(ua[1]), row(ua[2])];
    let crossing = Crossing {
        cosines,
        halves: [ha, hb],
        between: [between.dot(ua[0]), between.dot(ua[1]), between.dot(ua[2])],
    };
    let mut best = crossing.faces([&ua, &ub], between, limit)?;
    let reach = |axes: &[DVec3; 3], half: &[f64; 3], n: DVec3| {
        half[0] * n.dot(axes[0]).abs() + half[1] * n.dot(axes[1]).abs() + half[2] * n.dot(axes[2]).abs()
    };
    let doubt = ROUNDED * crossing.lengths();
    for i in 0..3 {
        for j in 0..3 {
            if crossing.gap_is_less((i, j), best.gap - doubt) {
                continue;
            }
            let cross = ua[i].cross(ub[j]);
            let square = cross.length_squared();
            if !(square > 1e-24) || ha[i] == 0.0 || hb[j] == 0.0 {
                continue;
            }
            let n = cross / square.sqrt();
            let along = between.dot(n);
            let gap = along.abs() - reach(&ua, &ha, n) - reach(&ub, &hb, n);
            if gap > best.gap {
                let normal = if along < 0.0 { -n } else { n };
                let axis = Axis::Edges(edge(i, &ua, normal), edge(j, &ub, -normal));
                best = Best { axis, normal, gap };
            }
        }
    }
    (best.gap <= limit).then_some(best)
}

/// An axis along an axis of a box, on which B is this far from A.
fn facing(axis: Axis, n: DVec3, along: f64, gap: f64) -> Best {
    let normal = if along < 0.0 { -n } else { n };
    Best { axis, normal, gap }
}

/// Two boxes in axes of the first: the axes of their faces, and most pairs of edges that give no larger gap,
/// without their unit axis.
struct Crossing {
    /// aᵢ·bⱼ.
    cosines: [[f64; 3]; 3],
    halves: [[f64; 3]; 2],
    between: [f64; 3],
}

impl Crossing {
    /// The axis of a face of the largest gap, or nothing if one is above `limit`.
    #[inline]
    fn faces(&self, [ua, ub]: [&[DVec3; 3]; 2], between: DVec3, limit: f64) -> Option<Best> {
        let ([ha, hb], c, way) = (&self.halves, &self.cosines, &self.between);
        let size =
            |half: &[f64; 3], c: [f64; 3]| half[0] * c[0].abs() + half[1] * c[1].abs() + half[2] * c[2].abs();
        let gap = |i: usize| way[i].abs() - ha[i] - size(hb, c[i]);
        let of_a = [gap(0), gap(1), gap(2)];
        if of_a.iter().any(|gap| *gap > limit) {
            return None;
        }
        let back = [between.dot(ub[0]), between.dot(ub[1]), between.dot(ub[2])];
        let gap = |i: usize| back[i].abs() - hb[i] - size(ha, [c[0][i], c[1][i], c[2][i]]);
        let of_b = [gap(0), gap(1), gap(2)];
        if of_b.iter().any(|gap| *gap > limit) {
            return None;
        }
        let (mut face, mut most) = (0, of_a[0]);
        for (k, gap) in of_a.into_iter().chain(of_b).enumerate() {
            if gap > most {
                (face, most) = (k, gap);
            }
        }
        if face < 3 {
            let ahead = usize::from(!(way[face] < 0.0));
            return Some(facing(Axis::FaceA(2 * face + ahead), ua[face], way[face], most));
        }
        // The face of B looks back at A.
        let i = face - 3;
        let behind = usize::from(back[i] < 0.0);
        Some(facing(Axis::FaceB(2 * i + behind), ub[i], back[i], most))
    }

    /// The lengths in play, in m.
    fn lengths(&self) -> f64 {
        let sum = |x: &[f64; 3]| x[0].abs() + x[1].abs() + x[2].abs();
        sum(&self.between) + sum(&self.halves[0]) + sum(&self.halves[1])
    }

    /// Whether the gap along aᵢ × bⱼ is less than `gap`, but for rounding: ‖aᵢ × bⱼ‖² = 1 − (aᵢ·bⱼ)². Never
    /// of nearly parallel edges, whose product is rounding.
    #[inline]
    fn gap_is_less(&self, (i, j): (usize, usize), gap: f64) -> bool {
        let (i1, i2) = ((i + 1) % 3, (i + 2) % 3);
        let (j1, j2) = ((j + 1) % 3, (j + 2) % 3);
        let ([ha, hb], c) = (&self.halves, &self.cosines);
        let square = 1.0 - c[i][j] * c[i][j];
        if !(square > NEARLY_PARALLEL) {
            return false;
        }
        let along = (self.between[i2] * c[i1][j] - self.between[i1] * c[i2][j]).abs();
        let first = ha[i1] * c[i2][j].abs() + ha[i2] * c[i1][j].abs();
        let second = hb[j1] * c[i][j2].abs() + hb[j2] * c[i][j1].abs();
        // Times the length of the product.
        let scaled = along - first - second;
        scaled < 0.0 && (gap >= 0.0 || scaled * scaled > gap * gap * square)
    }
}

/// The edge along axis k farthest along n.
fn edge(k: usize, axes: &[DVec3; 3], n: DVec3) -> usize {
    let high = |axis: usize| usize::from(n.dot(axes[axis % 3]) > 0.0);
    4 * k + high(k + 1) + 2 * high(k + 2)
}
