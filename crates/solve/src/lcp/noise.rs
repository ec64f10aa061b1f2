//! How much rounding a basic variable may carry: what the ratio test takes for a tie.
//!
//! ```text
//! x_i = −Σ_t β_it (q_t + …),     β_i row i of the inverse of the basis
//! noise in x_i    ≈ c ε Σ_t |β_it| (|q_t| + d_t z₀)          noise in β_it ≈ c ε max_t |β_it|
//! ```
//! On degenerate data x_i is 0 by cancellation of terms of that size; a tolerance that does not know them takes rounding
//! for a difference as soon as the inverse has large entries. c is a small constant that also stands for the condition of
//! the factorisation.

use super::kernel::{Kernel, NONE, Var};

/// Rounding in the value and in the row of the inverse of one basic variable.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Noise {
    /// Of the value.
    pub(super) value: f64,
    /// Of an entry of the row.
    pub(super) entry: f64,
}

/// Multiples of the rounding unit that count as noise.
const UNITS: f64 = 64.0 * f64::EPSILON;

/// The noise of a basic variable; `row` is scratch.
pub(super) fn noise(kernel: &Kernel<'_>, var: Var, row: &mut Vec<f64>) -> Noise {
    let (k, n) = (kernel.row_of.len(), kernel.form.n);
    row.clear();
    row.resize(k, 0.0);
    let mut add = |a: f64, p: usize| {
        let inverse = &kernel.inverse[p * kernel.stride..p * kernel.stride + k];
        for (row, x) in row.iter_mut().zip(inverse) {
            *row += a * x;
        }
    };
    let (mut own, mut largest) = (0.0, 0.0_f64);
    match var {
        Var::Z(j) => add(1.0, kernel.col_at[j]),
        Var::W(i) => {
            for (j, a) in kernel.form.rows.row(i).filter(|&(j, _)| kernel.col_at[j] != NONE) {
                add(a, kernel.col_at[j]);
            }
            if kernel.col_at[n] != NONE {
                add(kernel.covering[i], kernel.col_at[n]);
            }
            (own, largest) = (terms(kernel, i), 1.0);
        }
    }
    for (&x, &t) in row.iter().zip(&kernel.row_of) {
        own += x.abs() * terms(kernel, t);
        largest = largest.max(x.abs());
    }
    Noise {
        value: UNITS * own,
        entry: UNITS * largest,
    }
}

/// |q_t| + d_t z₀.
fn terms(kernel: &Kernel<'_>, t: usize) -> f64 {
    kernel.form.q[t].abs() + (kernel.covering[t] * kernel.z[kernel.form.n]).abs()
}
