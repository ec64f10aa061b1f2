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

/// Vertices and normals of a box at a pose.
pub(super) fn placed(half: DVec3, pose: &Pose) -> ([DVec3; 8], [DVec3; 6]) {
    let turn = DMat3::from_quat(pose.rotation);
    let (x, y, z) = (turn.x_axis * half.x, turn.y_axis * half.y, turn.z_axis * half.z);
    let at = |v: u32| {
        let signed = |bit: u32, axis: DVec3| if v & bit == 0 { -axis } else { axis };
        pose.position + (signed(1, x) + signed(2, y) + signed(4, z))
    };
    let normals = [
        -turn.x_axis,
        turn.x_axis,
        -turn.y_axis,
        turn.y_axis,
        -turn.z_axis,
        turn.z_axis,
    ];
    ([at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7)], normals)
}

/// Contacts of two boxes.
pub(super) fn contacts(a: (DVec3, &Pose), b: (DVec3, &Pose), sink: &mut Sink) {
    let between = b.1.position - a.1.position;
    let Some(best) = separate((a.0, a.1), (b.0, b.1), between, sink.margin) else {
        return;
    };
    let at = |position: DVec3, rotation| Pose { position, rotation };
    let (va, na) = placed(a.0, &at(DVec3::ZERO, a.1.rotation));
    let (vb, nb) = placed(b.0, &at(between, b.1.rotation));
    let first = poly(&va, &na, a.0);
    let second = poly(&vb, &nb, b.0);
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
fn separate(a: (DVec3, &Pose), b: (DVec3, &Pose), between: DVec3, limit: f64) -> Option<Best> {
    let (ma, mb) = (DMat3::from_quat(a.1.rotation), DMat3::from_quat(b.1.rotation));
    let (ua, ub) = (
        [ma.x_axis, ma.y_axis, ma.z_axis],
        [mb.x_axis, mb.y_axis, mb.z_axis],
    );
    let (ha, hb) = (a.0.to_array(), b.0.to_array());
    let reach = |axes: &[DVec3; 3], half: &[f64; 3], n: DVec3| {
        half[0] * n.dot(axes[0]).abs() + half[1] * n.dot(axes[1]).abs() + half[2] * n.dot(axes[2]).abs()
    };
    let mut best: Option<Best> = None;
    for k in 0..6 {
        let i = k % 3;
        let n = if k < 3 { ua[i] } else { ub[i] };
        let along = between.dot(n);
        let (normal, high) = if along < 0.0 { (-n, 0) } else { (n, 1) };
        let (axis, gap) = if k < 3 {
            (
                Axis::FaceA(2 * i + high),
                along.abs() - ha[i] - reach(&ub, &hb, n),
            )
        } else {
            // The face of B looks back at A.
            (
                Axis::FaceB(2 * i + 1 - high),
                along.abs() - hb[i] - reach(&ua, &ha, n),
            )
        };
        if gap > limit {
            return None;
        }
        if best.is_none_or(|old| gap > old.gap) {
            best = Some(Best { axis, normal, gap });
        }
    }
    let mut best = best?;
    for i in 0..3 {
        for j in 0..3 {
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

/// The edge along axis k farthest along n.
fn edge(k: usize, axes: &[DVec3; 3], n: DVec3) -> usize {
    let high = |axis: usize| usize::from(n.dot(axes[axis % 3]) > 0.0);
    4 * k + high(k + 1) + 2 * high(k + 2)
}
