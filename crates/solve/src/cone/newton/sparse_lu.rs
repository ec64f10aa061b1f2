//! One sparse linear system after the other: the room of the last factors, and their order where the entries
//! stand at the same places, are used again.
//!
//! ```text
//! A x = b,  A in entries by rows of blocks     counted into columns, factored with supernodes
//! ```
//! The columns of a contact come together, and the library's own choice takes single columns where they are
//! 2.5 times slower. The answer is to the last bit that of new room. Not here: dense systems.

use faer::dyn_stack::{MemBuffer, MemStack, StackReq};
use faer::sparse::linalg::SupernodalThreshold;
use faer::sparse::linalg::lu::{LuSymbolicParams, NumericLu, SymbolicLu, factorize_symbolic_lu};
use faer::sparse::{SparseColMatRef, SymbolicSparseColMatRef};
use faer::{Conj, MatMut, Par, Spec};

/// A system, its factors and their room.
#[derive(Default)]
pub(super) struct SparseSystem {
    /// Row, column and value; within each column by increasing row.
    entries: Vec<(usize, usize, f64)>,
    columns: Columns,
    /// Where the entries stood that `symbolic` is of.
    known: Columns,
    values: Vec<f64>,
    symbolic: Option<SymbolicLu<usize>>,
    numeric: NumericLu<usize, f64>,
    memory: Room,
}

/// Places of the entries, column by column.
#[derive(Default, PartialEq)]
struct Columns {
    start: Vec<usize>,
    row: Vec<usize>,
}

/// Memory that is as large as was ever needed.
#[derive(Default)]
struct Room {
    buffer: Option<MemBuffer>,
    size: usize,
}

impl Room {
    fn stack(&mut self, asked: StackReq) -> &mut MemStack {
        let size = asked.unaligned_bytes_required();
        if size > self.size {
            (self.buffer, self.size) = (None, size);
        }
        MemStack::new(self.buffer.get_or_insert_with(|| MemBuffer::new(asked)))
    }
}

impl SparseSystem {
    /// Forgets all entries.
    pub(super) fn clear(&mut self) {
        self.entries.clear();
    }

    /// An entry; those of one column come by increasing row.
    #[inline]
    pub(super) fn put(&mut self, row: usize, column: usize, value: f64) {
        self.entries.push((row, column, value));
    }

    /// The entries by columns.
    fn sort(&mut self, n: usize) {
        let Columns { start, row } = &mut self.columns;
        start.clear();
        start.resize(n + 1, 0);
        for entry in &self.entries {
            start[entry.1 + 1] += 1;
        }
        for k in 0..n {
            start[k + 1] += start[k];
        }
        row.clear();
        row.resize(self.entries.len(), 0);
        self.values.clear();
        self.values.resize(self.entries.len(), 0.0);
        for &(i, j, value) in &self.entries {
            let at = start[j];
            start[j] += 1;
            (row[at], self.values[at]) = (i, value);
        }
        // Each beginning has moved to the next one.
        start.rotate_right(1);
        start[0] = 0;
    }

    /// x ← A⁻¹ x; `false` if A is singular.
    pub(super) fn solve(&mut self, x: &mut [f64]) -> bool {
        let n = x.len();
        self.sort(n);
        let Columns { start, row } = &self.columns;
        let places = SymbolicSparseColMatRef::new_checked(n, n, start, None, row);
        if self.symbolic.is_none() || self.known != self.columns {
            let params = LuSymbolicParams {
                supernodal_flop_ratio_threshold: SupernodalThreshold::FORCE_SUPERNODAL,
                ..LuSymbolicParams::default()
            };
            self.symbolic = factorize_symbolic_lu(places, params).ok();
            self.known.start.clone_from(start);
            self.known.row.clone_from(row);
        }
        let Some(symbolic) = &self.symbolic else {
            return false;
        };
        let factoring = symbolic.factorize_numeric_lu_scratch::<f64>(Par::Seq, Spec::default());
        let solving = symbolic.solve_in_place_scratch::<f64>(1, Par::Seq);
        let stack = self.memory.stack(factoring.or(solving));
        let factored = symbolic.factorize_numeric_lu(
            &mut self.numeric,
            SparseColMatRef::new(places, &self.values),
            Par::Seq,
            stack,
            Spec::default(),
        );
        let Ok(lu) = factored else { return false };
        let x = MatMut::from_column_major_slice_mut(x, n, 1);
        lu.solve_in_place_with_conj(Conj::No, x, Par::Seq, stack);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Systems of other sizes and places in turn, and the same places again: each is solved, to the bit as
    /// by new room.
    #[test]
    fn used_room_gives_the_bits_of_new_room() {
        let mut seed = 5_u64;
        let mut random = move || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as f64 / f64::from(1_u32 << 30) - 1.0
        };
        let mut used = SparseSystem::default();
        for (n, band) in [
            (150_usize, 3_usize),
            (260, 7),
            (150, 3),
            (150, 3),
            (40, 2),
            (300, 11),
        ] {
            let mut fresh = SparseSystem::default();
            used.clear();
            let mut b: Vec<f64> = (0..n).map(|_| random()).collect();
            let (asked, mut entries) = (b.clone(), Vec::new());
            for i in 0..n {
                for j in i.saturating_sub(band)..(i + band + 1).min(n) {
                    let value = if i == j { 9.0 } else { random() };
                    entries.push((i, j, value));
                    used.put(i, j, value);
                    fresh.put(i, j, value);
                }
            }
            let mut again = b.clone();
            assert!(used.solve(&mut b) && fresh.solve(&mut again));
            assert_eq!(b, again, "n = {n}");
            let mut left = asked;
            for (i, j, value) in entries {
                left[i] -= value * b[j];
            }
            let worst = left.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
            assert!(worst < 1e-13, "n = {n}: {worst:e}");
        }
        used.clear();
        (0..150).for_each(|i| used.put(i, i, if i == 7 { 0.0 } else { 1.0 }));
        let mut b = vec![1.0; 150];
        let regular = used.solve(&mut b) && b.iter().all(|x| x.is_finite());
        assert!(!regular, "a singular system has no answer");
    }
}
