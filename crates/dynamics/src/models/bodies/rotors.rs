//! Rotor inertia of joints, and the blocks of M that it joins.
//!
//! ```text
//! T = ½ v·M v + Σ ½ a ẋ²,   ẋ = J v + w      a: inertia of the rotor on the joint's coordinate x (armature)
//! M ← M + a JᵀJ                              on the blocks of the joint's two bodies, which become one
//! ```
//! A block of M is a range of degrees of freedom: two bodies that share a rotor are joined with all that
//! stand between them in the list of the bodies. A robot of n links is one block, most of which is zero:
//! it is factored within its envelope, or body by body with the joints. The spin of a rotor turns no
//! axis: its own gyroscopic moments are left out, as the reflected inertia of a gear motor is meant. A body
//! that follows a motion is taken to move steadily: what its acceleration does to a rotor is left out.

use super::description::JointDescription;
use super::joints::Joints;
use super::placement::Placement;
use crate::contact::Rows;

/// The rotors of a world and the blocks of its mass matrix.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rotors {
    /// Joint and inertia, in kg·m² or kg.
    list: Vec<(usize, f64)>,
    /// Sizes of the blocks of M.
    pub(crate) blocks: Vec<usize>,
    /// For each free body: where its block begins in the values of M, the size of the block, and the body's
    /// first degree of freedom in it.
    place: Vec<[usize; 3]>,
    row: Rows,
}

impl Rotors {
    /// For joints with a rotor.
    pub(crate) fn new(described: &[JointDescription], joints: &Joints, placement: &Placement) -> Self {
        let armatures = described.iter().map(|joint| joint.armature).enumerate();
        let list: Vec<(usize, f64)> = armatures.filter(|(_, a)| *a > 0.0).collect();
        let (free, n) = (placement.num_free(), placement.v_size());
        // Whether each free body is in one block with the next.
        let mut joined = vec![false; free];
        for (joint, _) in &list {
            let bodies = joints.bodies(*joint);
            if bodies.iter().all(|body| placement.is_free(*body)) {
                let [a, b] = bodies.map(|body| placement.free_before[body]);
                joined[a.min(b)..a.max(b)].fill(true);
            }
        }
        let mut out = Rotors {
            list,
            ..Rotors::default()
        };
        let (mut first, mut start) = (0, 0);
        for body in 0..free {
            if !joined[body] {
                let size = n * (body + 1 - first);
                out.blocks.push(size);
                out.place.extend((0..=body - first).map(|k| [start, size, n * k]));
                start += size * size;
                first = body + 1;
            }
        }
        out
    }

    /// Whether there is no rotor.
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Whether no block holds two bodies.
    pub(crate) fn is_apart(&self) -> bool {
        self.blocks.len() == self.place.len()
    }

    /// Where entry (i, j) of the own block of a free body is in the values of M.
    #[inline]
    pub(crate) fn entry(&self, body: usize, i: usize, j: usize) -> usize {
        let [start, size, first] = self.place[body];
        start + (first + i) * size + first + j
    }

    /// Adds a JᵀJ of every rotor to M.
    pub(crate) fn add(&mut self, placement: &Placement, joints: &Joints, out: &mut [f64]) {
        let n = placement.v_size();
        for &(joint, inertia) in &self.list {
            self.row.clear();
            joints.write_coordinate(joint, placement, &mut self.row);
            self.row.end_row();
            let (col, value) = self.row.row(0);
            for (&i, x) in col.iter().zip(value) {
                let [start, size, first] = self.place[i / n];
                // Both bodies of a joint that move freely are in one block.
                let begin = i - i % n - first;
                for (&j, y) in col.iter().zip(value) {
                    out[start + (i - begin) * size + j - begin] += inertia * x * y;
                }
            }
        }
    }

    /// Σ ½ a ẋ², in J.
    pub(crate) fn energy(&self, placement: &Placement, joints: &Joints, v: &[f64]) -> f64 {
        let rate = |joint: usize| joints.rate(joint, placement, v).unwrap_or(0.0);
        self.list
            .iter()
            .map(|(joint, a)| 0.5 * a * rate(*joint).powi(2))
            .sum()
    }

    /// Subtracts a Jᵀ J change / dt from the forces.
    pub(crate) fn hold(
        &mut self,
        placement: &Placement,
        joints: &Joints,
        change: &[f64],
        dt: f64,
        force: &mut [f64],
    ) {
        for &(joint, inertia) in &self.list {
            self.row.clear();
            joints.write_coordinate(joint, placement, &mut self.row);
            self.row.end_row();
            let push = -inertia * self.row.dot(0, change) / dt;
            self.row.add_transposed(0, push, force);
        }
    }
}
