//! A world that repeats itself along x, along y, or both.
//!
//! ```text
//! B meets A in the image nearest to it:   shift_B = −L round((x_B − x_A) / L)       x: middle of a box
//! one image only is ever in reach while no body is longer than L/2
//! ```
//! Source: Allen, Tildesley (1987), Computer Simulation of Liquids, §1.5.2–1.5.4 (minimum image convention).
//! Positions are not wrapped, here only boxes are. What is infinite along an axis has no images along it. Not
//! done: cells that shear (Lees, Edwards), cells that turn.

#[cfg(test)]
mod tests;

use super::{Bounds, BroadPhase, DVec3};

/// Lengths after which a world repeats itself, in m; 0 along an axis along which it does not.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Cell {
    /// Along x, y and z.
    pub length: DVec3,
}

impl Cell {
    /// Whether the world repeats itself at all.
    #[inline]
    pub fn is_periodic(&self) -> bool {
        self.length != DVec3::ZERO
    }

    /// By how much the second of two boxes is moved to be nearest to the first.
    #[inline]
    pub fn shift(&self, a: &Bounds, b: &Bounds) -> DVec3 {
        if !self.is_periodic() {
            return DVec3::ZERO;
        }
        self.nearest(0.5 * (b.min - a.min + (b.max - a.max)))
    }

    /// By how much something this far away is moved to be as near as it can; 0 for what is not finite.
    #[inline]
    pub fn nearest(&self, apart: DVec3) -> DVec3 {
        let along = |length: f64, apart: f64| {
            let turns = (apart / length).round();
            if length > 0.0 && turns.is_finite() {
                -length * turns
            } else {
                0.0
            }
        };
        DVec3::new(
            along(self.length.x, apart.x),
            along(self.length.y, apart.y),
            along(self.length.z, apart.z),
        )
    }

    /// Images of something at `shift` and around it, one farther each way.
    pub(crate) fn around(&self, shift: DVec3) -> impl Iterator<Item = DVec3> {
        let length = self.length;
        let steps = move |axis: usize| if length[axis] > 0.0 { -1..=1 } else { 0..=0 };
        steps(0).flat_map(move |i| {
            steps(1).flat_map(move |j| {
                steps(2).map(move |k| shift + length * DVec3::new(f64::from(i), f64::from(j), f64::from(k)))
            })
        })
    }

    /// The box with its least corner in [0, L); without ends where it is as long as the cell.
    fn wrapped(&self, mut bounds: Bounds) -> Bounds {
        for axis in 0..3 {
            let (length, min, max) = (self.length[axis], bounds.min[axis], bounds.max[axis]);
            if !(length > 0.0 && min <= max) {
                continue;
            }
            let turns = (min / length).floor();
            let (low, high) = (min - length * turns, max - length * turns);
            // Boxes so far away that their place in the cell is lost, and those as long as it, meet all.
            let placed = low.is_finite() && high.is_finite() && high - low < length;
            bounds.min[axis] = if placed { low } else { f64::NEG_INFINITY };
            bounds.max[axis] = if placed { high } else { f64::INFINITY };
        }
        bounds
    }
}

/// A search for pairs of boxes that meet in a cell; it keeps its memory from call to call.
#[derive(Clone, Debug, Default)]
pub struct CellPairs {
    broad: BroadPhase,
    /// Boxes in the cell, then copies of those that reach over its edges.
    boxes: Vec<Bounds>,
    /// Whose they are.
    owners: Vec<u32>,
}

impl CellPairs {
    /// Replaces `out` by all pairs i < j of boxes of which some images meet and that `may_meet`, in
    /// increasing order, each once.
    pub fn pairs(
        &mut self,
        cell: &Cell,
        bounds: &[Bounds],
        may_meet: &dyn Fn(usize, usize) -> bool,
        out: &mut Vec<[u32; 2]>,
    ) {
        if !cell.is_periodic() {
            self.broad.pairs(bounds, may_meet, out);
            return;
        }
        self.place(cell, bounds);
        let owners = &self.owners;
        let may = |i: usize, j: usize| {
            let (i, j) = (owners[i] as usize, owners[j] as usize);
            i != j && may_meet(i, j)
        };
        self.broad.pairs(&self.boxes, &may, out);
        for pair in out.iter_mut() {
            let [i, j] = pair.map(|k| owners[k as usize]);
            *pair = [i.min(j), i.max(j)];
        }
        out.sort_unstable();
        out.dedup();
    }

    #[allow(
        clippy::cast_possible_truncation,
        reason = "bodies are counted in 32 bits throughout"
    )]
    fn place(&mut self, cell: &Cell, bounds: &[Bounds]) {
        self.boxes.clear();
        self.boxes
            .extend(bounds.iter().map(|bounds| cell.wrapped(*bounds)));
        self.owners.clear();
        self.owners.extend(0..bounds.len() as u32);
        for axis in 0..3 {
            let length = cell.length[axis];
            for k in 0..self.boxes.len() {
                let mut copy = self.boxes[k];
                if length > 0.0 && copy.max[axis] >= length && copy.max[axis].is_finite() {
                    copy.min[axis] -= length;
                    copy.max[axis] -= length;
                    self.boxes.push(copy);
                    self.owners.push(self.owners[k]);
                }
            }
        }
    }
}
