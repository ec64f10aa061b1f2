//! The one elimination: residuals of regular systems, and pivots that are refused.

use drystone_solve::dense::{eliminate, factor, solve};

/// Numbers between −1 and 1 by a rule.
fn numbers(count: usize, seed: u32) -> Vec<f64> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(state >> 8) / f64::from(1_u32 << 23) - 1.0
    };
    (0..count).map(|_| next()).collect()
}

#[test]
fn regular_systems_are_solved_by_both_ways() {
    for n in 1..8 {
        for seed in 0..20 {
            let (a, b) = (numbers(n * n, seed), numbers(n, seed + 100));
            let (mut direct, mut by_factors) = (b.clone(), b.clone());
            assert!(eliminate(&mut a.clone(), n, &mut direct, 0.0));
            let (mut factors, mut pivot) = (a.clone(), vec![0; n]);
            assert!(factor(&mut factors, &mut pivot, 0.0).is_ok());
            solve(&factors, &pivot, &mut by_factors);
            assert_eq!(direct, by_factors, "n = {n}, seed {seed}");
            let size = direct.iter().fold(1.0, |m: f64, x| m.max(x.abs()));
            for (row, b) in a.chunks_exact(n).zip(&b) {
                let found: f64 = row.iter().zip(&direct).map(|(a, x)| a * x).sum();
                assert!(
                    (found - b).abs() < 1e-13 * size,
                    "n = {n}, seed {seed}: {found} {b}"
                );
            }
        }
    }
}

#[test]
fn the_leading_part_of_longer_rows_counts() {
    let mut a = [2.0, 1.0, 9.0, 1.0, 3.0, 9.0, 9.0, 9.0, 9.0];
    let mut x = [5.0_f64, 10.0];
    assert!(eliminate(&mut a, 3, &mut x, 0.0));
    assert!((x[0] - 1.0).abs() < 1e-15 && (x[1] - 3.0).abs() < 1e-15, "{x:?}");
}

#[test]
fn pivots_that_are_too_small_or_not_finite_are_refused() {
    assert!(!eliminate(&mut [1.0, 2.0, 2.0, 4.0], 2, &mut [1.0, 1.0], 0.0));
    assert!(!eliminate(&mut [1.0, 0.0, 0.0, 1e-12], 2, &mut [1.0, 1.0], 1e-11));
    assert!(!eliminate(&mut [f64::NAN], 1, &mut [1.0], 0.0));
    let refused = factor(&mut [1.0, 2.0, 2.0, 4.0], &mut [0; 2], 0.0);
    assert_eq!(refused, Err((1, 0.0)));
}
