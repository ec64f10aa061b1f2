//! The inverse of a matrix in double-double: Gauss and Jordan with partial pivoting.
//!
//! Rows are brought to one size before; a pivot below 1e-28 of them means singular to all digits there are.

use crate::dd::Dd;

/// Pivots below this share of the largest entry of the (balanced) matrix count as zero.
const SINGULAR: f64 = 1e-28;

/// The inverse of the n × n matrix `a`, row after row; `None` where it is singular.
pub(super) fn inverse(mut a: Vec<Dd>, n: usize) -> Option<Vec<Dd>> {
    let mut inv = vec![Dd::ZERO; n * n];
    (0..n).for_each(|i| inv[i * n + i] = Dd::ONE);
    let top = a.iter().map(|x| x.hi.abs()).fold(0.0, f64::max);
    for k in 0..n {
        let size = |i: &usize| a[i * n + k].hi.abs();
        let pivot = (k..n).max_by(|i, j| size(i).total_cmp(&size(j)))?;
        if !(size(&pivot) > SINGULAR * top) {
            return None;
        }
        for j in 0..n {
            a.swap(k * n + j, pivot * n + j);
            inv.swap(k * n + j, pivot * n + j);
        }
        let scale = Dd::ONE / a[k * n + k];
        for matrix in [&mut a, &mut inv] {
            matrix[k * n..(k + 1) * n]
                .iter_mut()
                .for_each(|x| *x = *x * scale);
        }
        for i in 0..n {
            let factor = a[i * n + k];
            if i == k || factor == Dd::ZERO {
                continue;
            }
            for matrix in [&mut a, &mut inv] {
                for j in 0..n {
                    let x = matrix[k * n + j];
                    if x != Dd::ZERO {
                        matrix[i * n + j] -= factor * x;
                    }
                }
            }
        }
    }
    inv.iter().all(|x| x.is_finite()).then_some(inv)
}
