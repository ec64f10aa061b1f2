//! Small dense linear systems, square, perhaps singular: elimination with row exchange, the answer nearest to
//! a guess where rank fails.
//!
//! Rows and columns are scaled by the root of the diagonal first, so that radians and metres may stand side
//! by side.

mod independent;
pub(crate) mod sparse_rows;
pub(crate) mod springs;

use crate::schemes::event_driven::tolerances::{NULL_SPACE, SINGULAR};
use drystone_solve::dense;
use nalgebra::{DMatrix, DVector};

/// A x = b; buffers are reused.
#[derive(Clone, Debug, Default)]
pub(crate) struct LinearSystem {
    n: usize,
    /// A, row-major; destroyed by [`LinearSystem::solve`].
    pub(crate) matrix: Vec<f64>,
    /// b, then x.
    pub(crate) right: Vec<f64>,
    /// Where rank fails, the x nearest to this is taken.
    pub(crate) guess: Vec<f64>,
    scale: Vec<f64>,
    work: Vec<f64>,
    x: Vec<f64>,
}

impl LinearSystem {
    /// An empty system of n unknowns.
    pub(crate) fn begin(&mut self, n: usize) {
        self.n = n;
        self.matrix.clear();
        self.matrix.resize(n * n, 0.0);
        for list in [&mut self.right, &mut self.guess] {
            list.clear();
            list.resize(n, 0.0);
        }
    }

    /// x into `right`; `false` where it is not finite.
    pub(crate) fn solve(&mut self) -> bool {
        let n = self.n;
        if n == 0 {
            return true;
        }
        if n == 1 && self.matrix[0] != 0.0 {
            self.right[0] /= self.matrix[0];
            return self.right[0].is_finite();
        }
        if n == 2 && self.solve_in_place::<2>() || n == 3 && self.solve_in_place::<3>() {
            return true;
        }
        self.scale.clear();
        self.scale
            .extend((0..n).map(|i| match self.matrix[i * n + i].abs().sqrt() {
                s if s > 0.0 => s,
                _ => 1.0,
            }));
        for i in 0..n {
            for j in 0..n {
                self.matrix[i * n + j] /= self.scale[i] * self.scale[j];
            }
            self.right[i] /= self.scale[i];
        }
        self.work.clone_from(&self.matrix);
        self.x.clone_from(&self.right);
        if !dense::eliminate(&mut self.work, n, &mut self.x, SINGULAR) {
            self.shortest();
        }
        for (x, s) in self.x.iter_mut().zip(&self.scale) {
            *x /= s;
        }
        self.right.copy_from_slice(&self.x);
        self.right.iter().all(|x| x.is_finite())
    }

    /// Few unknowns in place; `false`, and nothing done, where a pivot vanishes or something is not finite.
    fn solve_in_place<const N: usize>(&mut self) -> bool {
        let mut a = [[0.0; N]; N];
        for (a, row) in a.iter_mut().zip(self.matrix.chunks_exact(N)) {
            a.copy_from_slice(row);
        }
        let mut x = [0.0; N];
        x.copy_from_slice(&self.right);
        let fine = solve_few(a, &mut x);
        if fine {
            self.right.copy_from_slice(&x);
        }
        fine
    }

    /// The x with least residual that is nearest to the guess, in the scaled unknowns.
    fn shortest(&mut self) {
        let n = self.n;
        let a = DMatrix::from_row_slice(n, n, &self.matrix);
        let guess = DVector::from_iterator(n, self.guess.iter().zip(&self.scale).map(|(x, s)| x * s));
        let b = DVector::from_column_slice(&self.right) - &a * &guess;
        let svd = a.svd(true, true);
        let largest = svd.singular_values.max();
        match svd.solve(&b, NULL_SPACE * largest) {
            Ok(x) => self.x.copy_from_slice((x + guess).as_slice()),
            Err(_) => self.x.fill(f64::NAN),
        }
    }
}

/// x ← A⁻¹ x for few unknowns: scaled by the root of the diagonal, elimination with row exchange. `false`
/// where a pivot vanishes or something is not finite; x is then spoilt.
pub(crate) fn solve_few<const N: usize>(mut a: [[f64; N]; N], x: &mut [f64; N]) -> bool {
    let mut scale = [1.0; N];
    for i in 0..N {
        let size = a[i][i].abs().sqrt();
        if size > 0.0 {
            scale[i] = size;
        }
    }
    for i in 0..N {
        for j in 0..N {
            a[i][j] /= scale[i] * scale[j];
        }
        x[i] /= scale[i];
    }
    if !dense::eliminate(a.as_flattened_mut(), N, x, SINGULAR) {
        return false;
    }
    for (x, s) in x.iter_mut().zip(scale) {
        *x /= s;
    }
    x.iter().all(|x| x.is_finite())
}

#[cfg(test)]
mod tests;
