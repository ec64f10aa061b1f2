//! Tests of the module above.

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

/// A chain whose springs come behind its joints: natural order reaches across, the other one does not; a ring
/// and separate parts besides.
#[test]
fn rows_far_from_those_they_touch_are_brought_together() {
    let n = 300;
    // Joint k touches k ± 1, spring n + k touches joints k and k + 1.
    let touches = |i: usize, j: usize| {
        let (low, high) = (i.min(j), i.max(j));
        (high < n && high - low <= 1) || (high >= n && (high - n == low || high - n + 1 == low))
    };
    let w = DMatrix::from_fn(2 * n, 2 * n, |i, j| {
        if i == j {
            4.0 + (i % 7) as f64
        } else if touches(i, j) {
            -1.0
        } else {
            0.0
        }
    });
    let blocks = BlockMatrix::from_sparse(&Sparse::from_dense(&w), &vec![1; 2 * n]).unwrap();
    let mut order = super::order::Order::default();
    order.as_they_come(&blocks);
    let plain = order.cost(&blocks);
    order.cuthill_mckee(&blocks);
    assert!(
        order.cost(&blocks) < plain / 100,
        "{} {plain}",
        order.cost(&blocks)
    );
    let mut places = order.place.clone();
    places.sort_unstable();
    assert!(places.into_iter().eq(0..2 * n), "a permutation");
    let b: Vec<f64> = (0..2 * n).map(|i| (i as f64).sin()).collect();
    let (left, _) = left(&w, &vec![1; 2 * n], &b, 0.3);
    assert!(left < 1e-13, "{left:e}");
}
