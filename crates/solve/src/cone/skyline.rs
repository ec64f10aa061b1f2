//! Bilateral rows alone are one linear system: Cholesky's factors within the envelope of W.
//!
//! ```text
//! W (r + δ) + b = 0,      W = L D Lᵀ,      L of row i begins at the first column of row i of W
//! ```
//! The joints of a chain, in its order, couple to their neighbours only: n rows of half-width w cost n w².
//! Jennings (1966); George and Liu (1981), chapter 4. A row that depends on those before it (a pivot that is
//! rounding of its diagonal) gets δ = 0: what the guess carries there stays. W counts as symmetric, and the
//! lower half is read; whether the answer is one, the caller measures. No ordering is looked for: rows are
//! taken as they come.

use crate::delassus::BlockMatrix;

/// A pivot below this share of its diagonal is that of a row that depends on the others.
const DEPENDENT: f64 = 1e-12;
/// Solves with the factors: the second one takes the rounding of the first away.
const ROUNDS: usize = 2;
/// Products with W that factors may cost; more, and other methods come first.
const PRODUCTS: usize = 1000;

/// The factors and the space for them, kept from solve to solve.
#[derive(Default)]
pub(crate) struct Skyline {
    /// First column of every row.
    first: Vec<usize>,
    /// Where row i begins in `values`; its entries are those of the columns `first[i] .. i`.
    start: Vec<usize>,
    values: Vec<f64>,
    /// Diagonal of W, then 1/D; 0 where the row depends on those before it.
    inverse: Vec<f64>,
    delta: Vec<f64>,
}

impl Skyline {
    /// Factors W; `false` where that is dearer than it is worth.
    pub(crate) fn factor(&mut self, w: &BlockMatrix) -> bool {
        if !self.set_shape(w) {
            return false;
        }
        self.copy(w);
        for i in 0..self.first.len() {
            self.eliminate(i);
        }
        true
    }

    /// Moves r to the answer of W r + b = 0.
    pub(crate) fn solve(&mut self, w: &BlockMatrix, b: &[f64], r: &mut [f64]) {
        self.delta.resize(b.len(), 0.0);
        for _ in 0..ROUNDS {
            w.multiply_add(r, b, &mut self.delta);
            self.substitute();
            for (r, delta) in r.iter_mut().zip(&self.delta) {
                *r -= delta;
            }
        }
    }

    fn set_shape(&mut self, w: &BlockMatrix) -> bool {
        self.first.clear();
        self.start.clear();
        let (mut entries, mut cost) = (0_usize, 0_usize);
        for block in 0..w.num_blocks() {
            // Columns increase within a row: the first block is the one furthest left.
            let column = w.col[w.row_ptr[block]].min(block);
            for row in w.offsets[block]..w.offsets[block + 1] {
                let width = row - w.offsets[column];
                self.first.push(w.offsets[column]);
                self.start.push(entries);
                entries += width;
                cost = cost.saturating_add(width * width);
            }
        }
        cost / PRODUCTS <= w.values.len()
    }

    fn copy(&mut self, w: &BlockMatrix) {
        let n = self.first.len();
        let entries = match n.checked_sub(1) {
            Some(last) => self.start[last] + last - self.first[last],
            None => 0,
        };
        self.values.clear();
        self.values.resize(entries, 0.0);
        self.inverse.clear();
        self.inverse.resize(n, 0.0);
        for block in 0..w.num_blocks() {
            for k in w.row_ptr[block]..w.row_ptr[block + 1] {
                let columns = w.offsets[w.col[k]]..w.offsets[w.col[k] + 1];
                let mut value = w.block(k).iter();
                for i in w.offsets[block]..w.offsets[block + 1] {
                    for (j, x) in columns.clone().zip(value.by_ref()) {
                        if j < i {
                            self.values[self.start[i] + j - self.first[i]] = *x;
                        } else if j == i {
                            self.inverse[i] = *x;
                        }
                    }
                }
            }
        }
    }

    /// Row i of L and 1/Dᵢ, from the rows above.
    fn eliminate(&mut self, i: usize) {
        let (first, width) = (self.first[i], i - self.first[i]);
        let (above, rest) = self.values.split_at_mut(self.start[i]);
        let row = &mut rest[..width];
        // First the entries of L D.
        for j in first..i {
            let from = first.max(self.first[j]);
            let other = &above[self.start[j] + from - self.first[j]..self.start[j] + j - self.first[j]];
            let (own, entry) = row[from - first..].split_at_mut(j - from);
            let sum: f64 = own.iter().zip(other).map(|(a, b)| a * b).sum();
            entry[0] -= sum;
        }
        let diagonal = self.inverse[i];
        let mut pivot = diagonal;
        for (entry, inverse) in row.iter_mut().zip(&self.inverse[first..i]) {
            let scaled = *entry * inverse;
            pivot -= *entry * scaled;
            *entry = scaled;
        }
        self.inverse[i] = if pivot > DEPENDENT * diagonal {
            1.0 / pivot
        } else {
            0.0
        };
    }

    /// δ ← (L D Lᵀ)⁻¹ δ.
    fn substitute(&mut self) {
        let n = self.first.len();
        for i in 0..n {
            let width = i - self.first[i];
            let row = &self.values[self.start[i]..self.start[i] + width];
            let before = &self.delta[self.first[i]..i];
            let sum: f64 = row.iter().zip(before).map(|(a, x)| a * x).sum();
            self.delta[i] -= sum;
        }
        for (delta, inverse) in self.delta.iter_mut().zip(&self.inverse) {
            *delta *= inverse;
        }
        for i in (0..n).rev() {
            let width = i - self.first[i];
            let row = &self.values[self.start[i]..self.start[i] + width];
            let (before, own) = self.delta.split_at_mut(i);
            for (x, a) in before[self.first[i]..].iter_mut().zip(row) {
                *x -= a * own[0];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may panic")]

    use super::Skyline;
    use crate::delassus::{BlockMatrix, Sparse};
    use nalgebra::DMatrix;

    /// Largest |W r + b| after a solve from r = `guess`.
    fn left(w: &DMatrix<f64>, sizes: &[usize], b: &[f64], guess: f64) -> (f64, Vec<f64>) {
        let blocks = BlockMatrix::from_sparse(&Sparse::from_dense(w), sizes).unwrap();
        let mut envelope = Skyline::default();
        assert!(envelope.factor(&blocks));
        let mut r = vec![guess; b.len()];
        envelope.solve(&blocks, b, &mut r);
        let mut u = vec![0.0; b.len()];
        blocks.multiply_add(&r, b, &mut u);
        (u.iter().fold(0.0, |m, x| m.max(x.abs())), r)
    }

    /// A hanging chain of masses on a line: W = tridiag(−1, 2, −1), b = 1 gives r = −i (n + 1 − i)/2.
    #[test]
    fn a_row_of_masses_has_its_closed_form() {
        let n = 200;
        let w = DMatrix::from_fn(n, n, |i, j| match i.abs_diff(j) {
            0 => 2.0,
            1 => -1.0,
            _ => 0.0,
        });
        let (left, r) = left(&w, &vec![1; n], &vec![1.0; n], 0.0);
        assert!(left < 1e-10, "{left:e}");
        for (i, r) in r.iter().enumerate() {
            let exact = -0.5 * (i + 1) as f64 * (n - i) as f64;
            assert!((r - exact).abs() <= 1e-12 * exact.abs(), "{i}: {r} {exact}");
        }
    }

    /// Blocks of several sizes, an arrow: full rows at the end.
    #[test]
    fn blocks_of_any_size_and_full_rows_are_solved() {
        let sizes = [3, 2, 1, 3, 2, 2];
        let n = 13;
        let h = DMatrix::from_fn(n, 20, |i, j| {
            if j / 3 == i / 2 || i + 1 == n {
                ((7 * i + 3 * j) as f64).sin()
            } else {
                0.0
            }
        });
        let w = &h * h.transpose() + 0.1 * DMatrix::identity(n, n);
        let b: Vec<f64> = (0..n).map(|i| (i as f64).cos()).collect();
        let (left, _) = left(&w, &sizes, &b, 0.3);
        assert!(left < 1e-13, "{left:e}");
    }

    /// Repeated rows, a zero row: the equations hold, and impulses nobody asks about stay.
    #[test]
    fn dependent_rows_keep_their_guess() {
        let h = DMatrix::from_row_slice(
            4,
            3,
            &[1.0, 0.5, 0.0, 1.0, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 2.0],
        );
        let w = &h * h.transpose();
        let motion = [0.3, -0.7, 0.2];
        let b: Vec<f64> = (&h * nalgebra::DVector::from_row_slice(&motion))
            .iter()
            .copied()
            .collect();
        let (left, r) = left(&w, &[1; 4], &b, 0.25);
        assert!(left < 1e-14, "{left:e}");
        assert_eq!((r[1], r[2]), (0.25, 0.25));
    }

    #[test]
    fn nothing_to_solve_is_solved() {
        let mut envelope = Skyline::default();
        assert!(envelope.factor(&BlockMatrix::default()));
    }
}
