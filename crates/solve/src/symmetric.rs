//! A symmetric matrix in blocks, positive semidefinite, factored for those who solve with it again and again.
//!
//! ```text
//! x = A⁻¹ b,     A = L D Lᵀ within its envelope, in the order of Cuthill and McKee where that is narrower
//! else           A = L Lᵀ dense, with diagonal pivots
//! ```
//! The factors are those of the joints (`cone/skyline`). Rows that follow from others, to 10⁻¹² of their
//! diagonal, are left out: they get nothing. Dense factors are for matrices so full that the envelope is no
//! gain, and only where the caller asks for an answer at any price.

use crate::cone::skyline::Skyline;
use crate::delassus::BlockMatrix;

/// A pivot, of a unit diagonal, of a row that follows from others.
pub const FOLLOWS: f64 = 1e-12;

/// The factors, and the space for them.
#[derive(Default)]
pub struct SymmetricFactors {
    factors: Skyline,
    /// In place of those.
    dense: Option<Pivoted>,
    /// Without blocks: what the factors leave is not looked at.
    none: BlockMatrix,
}

impl SymmetricFactors {
    /// Factors A within its envelope; `false` where that is dearer than it is worth.
    pub fn factor(&mut self, a: &BlockMatrix) -> bool {
        self.dense = None;
        self.factors.factor(a)
    }

    /// The least pivot of the factors within the envelope; 0 where a row follows from others.
    pub fn least_pivot(&self) -> f64 {
        let pivots = self.factors.inverse().iter();
        pivots.fold(f64::INFINITY, |least, x| {
            least.min(if *x > 0.0 { 1.0 / x } else { 0.0 })
        })
    }

    /// Factors A whatever it costs.
    pub fn factor_at_any_price(&mut self, a: &BlockMatrix) {
        if !self.factor(a) {
            self.dense = Some(Pivoted::new(a));
        }
    }

    /// Moves x to the answer of A x + b = 0, in rounds until what is left is rounding. A row that follows
    /// from others keeps its x.
    pub fn refine(&mut self, a: &BlockMatrix, b: &[f64], x: &mut [f64]) {
        let Some(dense) = &self.dense else {
            self.factors.solve(a, b, x);
            return;
        };
        let mut left = vec![0.0; b.len()];
        a.multiply_add(x, b, &mut left);
        dense.subtract(&left, x);
    }

    /// x = A⁻¹ b in one substitution: callers measure what is left by their own matrix.
    pub fn solve(&mut self, b: &[f64], x: &mut [f64]) {
        x.fill(0.0);
        if let Some(dense) = &self.dense {
            dense.subtract(b, x);
        } else {
            self.factors.solve(&self.none, b, x);
        }
        for x in x {
            *x = -*x;
        }
    }
}

/// A = L Lᵀ with diagonal pivots, of A scaled to a unit diagonal. Golub and Van Loan, *Matrix Computations*,
/// §4.2.8.
struct Pivoted {
    /// Rows that are independent, in the order of their pivots, 1/√ of their diagonal, and L of these,
    /// row-major.
    kept: Vec<usize>,
    scale: Vec<f64>,
    factor: Vec<f64>,
}

impl Pivoted {
    fn new(matrix: &BlockMatrix) -> Self {
        let n = matrix.rows();
        let mut a = vec![0.0; n * n];
        for block in 0..matrix.num_blocks() {
            for k in matrix.row_ptr[block]..matrix.row_ptr[block + 1] {
                let columns = matrix.offsets[matrix.col[k]]..matrix.offsets[matrix.col[k] + 1];
                let rows = matrix.offsets[block]..matrix.offsets[block + 1];
                for (row, values) in rows.zip(matrix.block(k).chunks_exact(columns.len())) {
                    a[row * n..][columns.clone()].copy_from_slice(values);
                }
            }
        }
        let unit = |d: f64| if d > 0.0 { d.sqrt().recip() } else { 0.0 };
        let scale: Vec<f64> = (0..n).map(|i| unit(a[i * n + i])).collect();
        let mut left: Vec<f64> = scale.iter().map(|s| f64::from(*s > 0.0)).collect();
        let mut kept = Vec::new();
        // Columns of L over all rows, one after the other.
        let mut columns: Vec<f64> = Vec::new();
        loop {
            let pivot = (0..n).fold(0, |best, i| if left[i] > left[best] { i } else { best });
            if !(left.get(pivot).is_some_and(|left| *left > FOLLOWS)) {
                break;
            }
            let root = left[pivot].sqrt();
            let rank = kept.len();
            // A is symmetric: its row is the column.
            let row = a[pivot * n..(pivot + 1) * n].iter().zip(&scale);
            columns.extend(row.map(|(a, s)| s * a * scale[pivot]));
            let (before, new) = columns.split_at_mut(rank * n);
            for column in before.chunks_exact(n) {
                for (entry, x) in new.iter_mut().zip(column) {
                    *entry -= column[pivot] * x;
                }
            }
            for (entry, left) in new.iter_mut().zip(&mut left) {
                *entry /= root;
                *left -= *entry * *entry;
            }
            left[pivot] = 0.0;
            kept.push(pivot);
        }
        let rank = kept.len();
        let mut factor = vec![0.0; rank * rank];
        for (i, &row) in kept.iter().enumerate() {
            for k in 0..=i {
                factor[i * rank + k] = columns[k * n + row];
            }
        }
        let scale = kept.iter().map(|&i| scale[i]).collect();
        Pivoted { kept, scale, factor }
    }

    /// x ← x − A⁻¹ b on the rows that are independent.
    fn subtract(&self, b: &[f64], x: &mut [f64]) {
        let rank = self.kept.len();
        let mut y: Vec<f64> = self
            .kept
            .iter()
            .zip(&self.scale)
            .map(|(&i, s)| s * b[i])
            .collect();
        for i in 0..rank {
            for k in 0..i {
                y[i] -= self.factor[i * rank + k] * y[k];
            }
            y[i] /= self.factor[i * rank + i];
        }
        for i in (0..rank).rev() {
            for k in i + 1..rank {
                y[i] -= self.factor[k * rank + i] * y[k];
            }
            y[i] /= self.factor[i * rank + i];
        }
        for ((&i, s), y) in self.kept.iter().zip(&self.scale).zip(&y) {
            x[i] -= s * y;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SymmetricFactors;
    use crate::delassus::BlockMatrix;
    use nalgebra::{DMatrix, DVector};

    #[test]
    fn a_ring_of_blocks_is_solved_to_rounding() {
        // Five blocks of two, each coupled with the next, the last with the first.
        let n = 10;
        let entry = |i: usize, j: usize| match (i / 2 + 5 - j / 2) % 5 {
            0 if i == j => 5.0 + i as f64,
            0 => 0.5,
            1 | 4 => -1.0 / (1.0 + (i + j) as f64),
            _ => 0.0,
        };
        let a = DMatrix::from_fn(n, n, entry);
        let blocks = BlockMatrix::from_dense(&a, &[2; 5]).expect("square");
        let mut factors = SymmetricFactors::default();
        assert!(factors.factor(&blocks));
        let b = DVector::from_fn(n, |i, _| (i as f64).sin());
        let mut x = vec![1.0; n];
        factors.solve(b.as_slice(), &mut x);
        let left = |x: &[f64]| (&a * DVector::from_column_slice(x) - &b).amax();
        assert!(left(&x) < 1e-14, "{x:?}");
        // Dense factors, and rounds from another guess, say the same.
        let minus: Vec<f64> = b.iter().map(|b| -b).collect();
        for dense in [false, true] {
            factors.dense = dense.then(|| super::Pivoted::new(&blocks));
            x.fill(3.0);
            factors.refine(&blocks, &minus, &mut x);
            assert!(left(&x) < 1e-13, "{x:?}");
            factors.solve(b.as_slice(), &mut x);
            assert!(left(&x) < 1e-14, "{x:?}");
        }
    }

    #[test]
    fn a_row_that_follows_from_others_carries_nothing() {
        // Rows 0 and 1 say the same twice over.
        let a = DMatrix::from_row_slice(3, 3, &[1.0, 2.0, 0.5, 2.0, 4.0, 1.0, 0.5, 1.0, 3.0]);
        let blocks = BlockMatrix::from_dense(&a, &[1; 3]).expect("square");
        for dense in [false, true] {
            let mut factors = SymmetricFactors::default();
            factors.factor_at_any_price(&blocks);
            factors.dense = dense.then(|| super::Pivoted::new(&blocks));
            let mut x = [0.0; 3];
            factors.refine(&blocks, &[-1.0, -2.0, 0.0], &mut x);
            let left = &a * DVector::from_column_slice(&x) - DVector::from_column_slice(&[1.0, 2.0, 0.0]);
            assert!(
                left.amax() < 1e-14 && x.iter().filter(|x| **x == 0.0).count() == 1,
                "{x:?}"
            );
        }
    }
}
