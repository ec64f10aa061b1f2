//! Dense factorisations and inner products shared by the methods of this folder.

use faer::Mat;
use faer::linalg::solvers::{DenseSolveCore, PartialPivLu, Solve};

/// A dense LU factorisation with partial pivoting.
pub(super) struct Lu {
    factors: PartialPivLu<f64>,
    n: usize,
}

impl Lu {
    /// Factors the n × n matrix `a`, given column after column. `None` when it is singular to rounding.
    pub(super) fn new(n: usize, a: &[f64]) -> Option<Lu> {
        let matrix = Mat::from_fn(n, n, |i, j| a[j * n + i]);
        let factors = matrix.partial_piv_lu();
        let u = factors.U();
        let mut largest = 0.0_f64;
        let mut least = f64::INFINITY;
        for i in 0..n {
            let d = u[(i, i)].abs();
            if !d.is_finite() {
                return None;
            }
            largest = largest.max(d);
            least = least.min(d);
        }
        (n == 0 || least > 1e-15 * largest).then_some(Lu { factors, n })
    }

    /// x ← A⁻¹ x.
    pub(super) fn solve(&self, x: &mut [f64]) {
        let mut column = Mat::from_fn(self.n, 1, |i, _| x[i]);
        self.factors.solve_in_place(&mut column);
        for (i, x) in x.iter_mut().enumerate() {
            *x = column[(i, 0)];
        }
    }

    /// A⁻¹.
    pub(super) fn inverse(&self) -> Mat<f64> {
        self.factors.inverse()
    }
}

/// aᵀb with eight running sums, so that it vectorises and is the same on every machine.
#[inline]
pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; 8];
    let (a_blocks, b_blocks) = (a.chunks_exact(8), b.chunks_exact(8));
    let rest: f64 = a_blocks
        .remainder()
        .iter()
        .zip(b_blocks.remainder())
        .map(|(a, b)| a * b)
        .sum();
    for (a, b) in a_blocks.zip(b_blocks) {
        for k in 0..8 {
            sums[k] += a[k] * b[k];
        }
    }
    ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7])) + rest
}

/// y += a x.
#[inline]
pub(super) fn add_scaled(a: f64, x: &[f64], y: &mut [f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y += a * x;
    }
}

/// Largest absolute value; NaN when one is NaN.
pub(super) fn largest(x: &[f64]) -> f64 {
    x.iter().fold(
        0.0_f64,
        |m, x| if x.abs() <= m || m.is_nan() { m } else { x.abs() },
    )
}

/// ‖x‖.
pub(super) fn norm(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum::<f64>().sqrt()
}
