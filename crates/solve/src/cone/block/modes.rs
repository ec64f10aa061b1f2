//! The one-block problem in a guessed or found contact mode: all stick, or Newton from mode to mode.
//!
//! ```text
//! stick    W r = −b,  r ∈ K                          one elimination
//! Newton   (Eᵀ W F + S) δ = −Eᵀ u(r̄),  r = r̄ + F δ   in the modes of `modes.rs`, until they repeat
//! ```
//! For sections that are products of ellipsoids. Both end at the answer to rounding or say that they do not.

use crate::cone::newton::modes::{Map, Mode, covers, mode_at};
use crate::dense::eliminate;
use crate::law::{Law, MAX_ROWS, Shape};

/// r = −W⁻¹ b if it lies in the cone and stops the block to rounding; else `false`, with `r` untouched.
///
/// Not tried where the guess slides: it will slide again as a rule.
pub(crate) fn stick(shape: &Shape, w: &[f64], b: &[f64], r: &mut [f64]) -> bool {
    if r[0] > 0.0 && !inside(shape, r, 1.0 - 1e-6) {
        return false;
    }
    match b.len() {
        3 => stick_rows::<3>(shape, w, b, r),
        4 => stick_rows::<4>(shape, w, b, r),
        5 => stick_rows::<5>(shape, w, b, r),
        6 => stick_rows::<6>(shape, w, b, r),
        _ => false,
    }
}

fn stick_rows<const N: usize>(shape: &Shape, w: &[f64], b: &[f64], r: &mut [f64]) -> bool {
    let (Some(w), [b0, ..]) = (w.as_chunks::<N>().0.first_chunk::<N>(), b) else {
        return false;
    };
    let (mut a, mut x) = (*w, [0.0; N]);
    for (x, b) in x.iter_mut().zip(b) {
        *x = -b;
    }
    if !eliminate(a.as_flattened_mut(), N, &mut x, 0.0) {
        return false;
    }
    // What is left of u, beside the terms it is the sum of.
    let stopped = w.iter().zip(b).all(|(row, b)| {
        let (mut u, mut size) = (*b, b.abs());
        for (w, x) in row.iter().zip(&x) {
            u += w * x;
            size += (w * x).abs();
        }
        u.abs() <= 8.0 * f64::EPSILON * size.max(b0.abs())
    });
    if !(stopped && x[0] > 0.0 && inside(shape, &x, 1.0)) {
        return false;
    }
    r.copy_from_slice(&x);
    true
}

/// Whether r_T ∈ share · r_N D; never for shapes that are no products of ellipsoids.
fn inside(shape: &Shape, r: &[f64], share: f64) -> bool {
    let Shape::Ellipsoids(groups, count) = shape else {
        return false;
    };
    groups[..*count].iter().all(|g| {
        let square: f64 = (0..g.dim).map(|k| (r[g.start + k] / g.axes[k]).powi(2)).sum();
        square <= (share * r[0]).powi(2)
    })
}

/// Newton in the modes of the block, from the guess `r` or from r_N alone; `false`, with `r` untouched,
/// unless it ends at the answer to rounding.
pub(crate) fn newton_block(law: &Law, w: &[f64], b: &[f64], r: &mut [f64]) -> bool {
    if !covers(law) {
        return false;
    }
    let rows = b.len();
    let mut scale = [1.0; MAX_ROWS];
    for k in 0..rows {
        let d = w[k * (rows + 1)];
        scale[k] = if d > 0.0 { d.sqrt() } else { w[0].sqrt() };
    }
    let mut x = [0.0; MAX_ROWS];
    x[..rows].copy_from_slice(r);
    if !(x[0] > 0.0) {
        x[0] = -b[0] / w[0];
    }
    let velocity = |x: &[f64; MAX_ROWS]| {
        let mut u = [0.0; MAX_ROWS];
        for i in 0..rows {
            u[i] = b[i] + (0..rows).map(|j| w[i * rows + j] * x[j]).sum::<f64>();
        }
        u
    };
    let size = (0..rows).map(|k| (b[k] / scale[k]).abs()).fold(0.0, f64::max);
    for _ in 0..12 {
        let mut u = velocity(&x);
        let before = x;
        let mode = mode_at(Map::AlartCurnier, law, &mut x[..rows], &u[..rows], &scale[..rows]);
        u = velocity(&x);
        let moved = before
            .iter()
            .zip(&x)
            .map(|(a, b)| (a - b).abs())
            .fold(0.0, f64::max);
        let largest = (0..mode.count)
            .map(|a| (0..rows).map(|k| mode.e[a][k] * u[k]).sum::<f64>().abs())
            .fold(0.0, f64::max);
        if mode.count == 0 {
            return false;
        }
        if largest <= 64.0 * f64::EPSILON * size && moved <= 64.0 * f64::EPSILON * x[0] {
            r.copy_from_slice(&x[..rows]);
            return true;
        }
        if !mode_step(&mode, w, &u, &mut x, rows) {
            return false;
        }
    }
    false
}

/// x += F δ with (Eᵀ W F + S) δ = −Eᵀ u; `false` when the system is singular.
fn mode_step(mode: &Mode, w: &[f64], u: &[f64; MAX_ROWS], x: &mut [f64; MAX_ROWS], rows: usize) -> bool {
    let n = mode.count;
    let (mut a, mut d) = ([[0.0; MAX_ROWS]; MAX_ROWS], [0.0; MAX_ROWS]);
    for j in 0..n {
        for i in 0..rows {
            let wf: f64 = (0..rows).map(|k| w[i * rows + k] * mode.f[j][k]).sum();
            for (a, e) in a.iter_mut().zip(&mode.e).take(n) {
                a[j] += e[i] * wf;
            }
        }
        // The columns have unit scale: a trace of the identity lets a singular block have an answer.
        a[j][j] += mode.s[j] + 1e-11;
        d[j] = -(0..rows).map(|k| mode.e[j][k] * u[k]).sum::<f64>();
    }
    let regular = eliminate(a.as_flattened_mut(), MAX_ROWS, &mut d[..n], 0.0);
    if !regular || !d[..n].iter().all(|x| x.is_finite()) {
        return false;
    }
    for j in 0..n {
        for k in 0..rows {
            x[k] += d[j] * mode.f[j][k];
        }
    }
    true
}
