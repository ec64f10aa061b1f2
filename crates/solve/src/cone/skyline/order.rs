//! The order of rows in which an envelope is small.
//!
//! ```text
//! breadth first from a block at the end of the graph, neighbours of few neighbours first; then backwards
//! ```
//! Cuthill and McKee (1969); reversed as George (1971) found better. The end of the graph is where a first
//! walk from its first block arrives last. Blocks stay together.

use crate::delassus::BlockMatrix;

/// Where each row goes.
#[derive(Default)]
pub(super) struct Order {
    /// New place of each row.
    pub(super) place: Vec<usize>,
    /// Blocks in their new order, and whether each has been met.
    blocks: Vec<usize>,
    met: Vec<bool>,
}

impl Order {
    /// Every row where it is.
    pub(super) fn as_they_come(&mut self, w: &BlockMatrix) {
        self.place.clear();
        self.place.extend(0..w.offsets.last().copied().unwrap_or(0));
    }

    /// First row, in the new order, of all that a block is coupled with.
    pub(super) fn first(&self, w: &BlockMatrix, block: usize) -> usize {
        let own = self.place[w.offsets[block]];
        let coupled = w.col[w.row_ptr[block]..w.row_ptr[block + 1]].iter();
        coupled.fold(own, |first, &j| first.min(self.place[w.offsets[j]]))
    }

    /// Squares of the widths of all rows.
    pub(super) fn cost(&self, w: &BlockMatrix) -> usize {
        let mut cost = 0_usize;
        for block in (0..w.num_blocks()).filter(|&b| w.size(b) > 0) {
            let first = self.first(w, block);
            for row in w.offsets[block]..w.offsets[block + 1] {
                let width = self.place[row] - first;
                cost = cost.saturating_add(width * width);
            }
        }
        cost
    }

    /// Blocks by Cuthill and McKee, backwards.
    pub(super) fn cuthill_mckee(&mut self, w: &BlockMatrix) {
        let count = w.num_blocks();
        self.blocks.clear();
        self.met.clear();
        self.met.resize(count, false);
        for start in 0..count {
            if self.met[start] {
                continue;
            }
            let from = self.blocks.len();
            self.walk(w, start);
            // Again from where the walk arrived last.
            let end = self.blocks[self.blocks.len() - 1];
            for &block in &self.blocks[from..] {
                self.met[block] = false;
            }
            self.blocks.truncate(from);
            self.walk(w, end);
        }
        let mut at = 0;
        for &block in self.blocks.iter().rev() {
            for row in w.offsets[block]..w.offsets[block + 1] {
                self.place[row] = at;
                at += 1;
            }
        }
    }

    /// Adds the blocks that one is coupled with, over others, breadth first.
    fn walk(&mut self, w: &BlockMatrix, start: usize) {
        let degree = |b: usize| w.row_ptr[b + 1] - w.row_ptr[b];
        let mut next = self.blocks.len();
        self.met[start] = true;
        self.blocks.push(start);
        while let Some(&block) = self.blocks.get(next) {
            next += 1;
            let from = self.blocks.len();
            for &j in &w.col[w.row_ptr[block]..w.row_ptr[block + 1]] {
                if !self.met[j] {
                    self.met[j] = true;
                    self.blocks.push(j);
                }
            }
            self.blocks[from..].sort_unstable_by_key(|&j| (degree(j), j));
        }
    }
}
