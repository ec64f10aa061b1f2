//! Rows that do not follow from each other: the response W = H M⁻¹ Hᵀ itself is factored.
//!
//! ```text
//! W̃ = S W S,   S = diag(Wᵢᵢ)^−½,       λ ← λ − S W̃⁻¹ S ρ,       ρ = W λ + b
//! ```
//! W couples rows that share a body, in blocks of the rows of one joint or contact. Within its envelope
//! (`drystone_solve::symmetric`) n links of a chain cost n. Rounds as in `springs.rs`; two are enough as a
//! rule. Refused where a pivot of W̃ is small or the factors are dear. Not here: sliding friction. Springs
//! take
//! both.

use super::sparse_rows::SparseRows;
use crate::schemes::event_driven::tolerances::REGULAR;
use drystone_solve::delassus::BlockMatrix;
use drystone_solve::mass::MassMatrix;
use drystone_solve::symmetric::SymmetricFactors;

/// The entries of a row that belong to one block of M.
#[derive(Clone, Copy, PartialEq)]
struct Segment {
    block: usize,
    /// Where its entries begin and end, among those of all rows.
    entries: (usize, usize),
    /// Where M⁻¹ of it begins in `pushes`.
    push: usize,
}

/// W̃ with its factors.
#[derive(Default)]
pub(super) struct Independent {
    segments: Vec<Segment>,
    /// Where the segments of each row begin, and the end.
    start: Vec<usize>,
    pushes: Vec<f64>,
    /// Wᵢᵢ.
    pub(super) diagonal: Vec<f64>,
    /// Rows in groups that feel the same blocks of M: the first of each, and the end; the blocks of all.
    groups: Vec<usize>,
    feels: Vec<(usize, usize)>,
    last: (Vec<usize>, Vec<(usize, usize)>),
    /// Groups by the blocks that they feel.
    sharing: Vec<(usize, usize)>,
    neighbours: Vec<usize>,
    w: BlockMatrix,
    factors: SymmetricFactors,
    scaled: Vec<f64>,
    answer: Vec<f64>,
}

impl Independent {
    /// M⁻¹ Hᵀ and the diagonal of W.
    pub(super) fn respond(&mut self, rows: &SparseRows, mass: &MassMatrix) {
        self.segments.clear();
        self.start.clear();
        self.pushes.clear();
        self.diagonal.clear();
        for i in 0..rows.len() {
            self.start.push(self.segments.len());
            let (mut first, end) = rows.range(i);
            let mut w = 0.0;
            while first < end {
                let (block, stop) = end_of_block(mass, &rows.entries[..end], first);
                let dofs = mass.offsets[block]..mass.offsets[block + 1];
                let push = self.pushes.len();
                self.pushes.resize(push + dofs.len(), 0.0);
                let part = &mut self.pushes[push..];
                let own = &rows.entries[first..stop];
                for (dof, a) in own {
                    part[dof - dofs.start] += a;
                }
                mass.solve_block(block, part);
                w += own.iter().map(|(dof, a)| a * part[dof - dofs.start]).sum::<f64>();
                self.segments.push(Segment {
                    block,
                    entries: (first, stop),
                    push,
                });
                first = stop;
            }
            self.diagonal.push(w);
        }
        self.start.push(self.segments.len());
    }

    /// Factors W̃; `false` where its rows are not independent or that is dear.
    pub(super) fn factor(&mut self, rows: &SparseRows, mass: &MassMatrix) -> bool {
        self.find_groups();
        self.find_shape();
        self.fill(rows, mass);
        self.factors.factor(&self.w) && self.factors.least_pivot() > REGULAR
    }

    /// λ ← λ − S W̃⁻¹ S ρ.
    pub(super) fn improve(&mut self, left: &[f64], force: &mut [f64]) {
        self.scaled.clear();
        let terms = left.iter().zip(&self.diagonal);
        self.scaled.extend(terms.map(|(left, w)| left / w.sqrt()));
        self.answer.resize(left.len(), 0.0);
        self.factors.solve(&self.scaled, &mut self.answer);
        for ((force, x), w) in force.iter_mut().zip(&self.answer).zip(&self.diagonal) {
            *force -= x / w.sqrt();
        }
    }

    fn segments_of(&self, row: usize) -> &[Segment] {
        &self.segments[self.start[row]..self.start[row + 1]]
    }

    /// Rows one after the other that feel the same blocks.
    fn find_groups(&mut self) {
        self.groups.clear();
        self.feels.clear();
        for row in 0..self.diagonal.len() {
            let blocks = |row: usize| self.segments_of(row).iter().map(|s| s.block);
            if row == 0 || !blocks(row).eq(blocks(row - 1)) {
                let group = self.groups.len();
                self.groups.push(row);
                let own = self.start[row]..self.start[row + 1];
                self.feels
                    .extend(self.segments[own].iter().map(|s| (s.block, group)));
            }
        }
        self.groups.push(self.diagonal.len());
    }

    /// The places of the blocks of W̃, where they are not those of the last system.
    fn find_shape(&mut self) {
        if self.last.0 == self.groups && self.last.1 == self.feels {
            return;
        }
        self.last.0.clone_from(&self.groups);
        self.last.1.clone_from(&self.feels);
        self.sharing.clone_from(&self.feels);
        self.sharing.sort_unstable();
        let w = &mut self.w;
        w.clear();
        let size = |group: usize| self.groups[group + 1] - self.groups[group];
        for group in 0..self.groups.len() - 1 {
            self.neighbours.clear();
            self.neighbours.push(group);
            let row = self.groups[group];
            for segment in &self.segments[self.start[row]..self.start[row + 1]] {
                let from = self.sharing.partition_point(|s| s.0 < segment.block);
                let others = self.sharing[from..].iter();
                let others = others.take_while(|s| s.0 == segment.block);
                self.neighbours.extend(others.map(|s| s.1));
            }
            self.neighbours.sort_unstable();
            self.neighbours.dedup();
            for &other in &self.neighbours {
                if other == group {
                    w.diagonal.push(w.col.len());
                }
                w.col.push(other);
                w.start.push(w.values.len());
                w.values.resize(w.values.len() + size(group) * size(other), 0.0);
            }
            w.row_ptr.push(w.col.len());
            w.offsets.push(self.groups[group + 1]);
        }
    }

    /// The values of W̃.
    fn fill(&mut self, rows: &SparseRows, mass: &MassMatrix) {
        let mut values = std::mem::take(&mut self.w.values);
        let mut at = 0;
        for group in 0..self.groups.len() - 1 {
            for k in self.w.row_ptr[group]..self.w.row_ptr[group + 1] {
                let other = self.w.col[k];
                for row in self.groups[group]..self.groups[group + 1] {
                    for column in self.groups[other]..self.groups[other + 1] {
                        let scale = (self.diagonal[row] * self.diagonal[column]).sqrt();
                        values[at] = self.entry(rows, mass, row, column) / scale;
                        at += 1;
                    }
                }
            }
        }
        self.w.values = values;
    }

    /// W of two rows.
    fn entry(&self, rows: &SparseRows, mass: &MassMatrix, row: usize, column: usize) -> f64 {
        let mut sum = 0.0;
        for own in self.segments_of(row) {
            for other in self.segments_of(column) {
                if own.block == other.block {
                    let first = mass.offsets[own.block];
                    let entries = &rows.entries[own.entries.0..own.entries.1];
                    let push = &self.pushes[other.push..];
                    sum += entries.iter().map(|(dof, a)| a * push[dof - first]).sum::<f64>();
                }
            }
        }
        sum
    }
}

/// Where the entries that belong to the block of entry `first` end, and the block.
pub(super) fn end_of_block(mass: &MassMatrix, entries: &[(usize, f64)], first: usize) -> (usize, usize) {
    let block = mass.block_of[entries[first].0];
    let end = mass.offsets[block + 1];
    let count = entries[first..].iter().take_while(|(dof, _)| *dof < end).count();
    (block, first + count)
}
