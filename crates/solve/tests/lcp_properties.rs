//! Properties of the LCP methods on random problems, with a fixed seed.

use crate::common::seeded as config;
use drystone_solve::lcp::{Method, Options, enumerate, solve, solve_mixed};
use drystone_solve::measure::{lcp_error, mixed_lcp_error};
use drystone_solve::problem::{Lcp, Matrix, MixedLcp};
use drystone_solve::solver::Stop;
use nalgebra::DMatrix;
use proptest::prelude::*;

const TOLERANCE: f64 = 1e-9;

fn numbers(count: usize) -> impl Strategy<Value = Vec<f64>> {
    // Whole halves make ties and zeros common.
    let entry = prop_oneof![(-4i32..5).prop_map(|k| f64::from(k) / 2.0), -1.0..1.0];
    prop::collection::vec(entry, count)
}

/// n and n² + n numbers.
fn square() -> impl Strategy<Value = (usize, Vec<f64>, Vec<f64>)> {
    (1usize..7).prop_flat_map(|n| (Just(n), numbers(n * n), numbers(n)))
}

/// B Bᵀ + skew + δ I: positive definite though not symmetric, so a P-matrix.
fn p_matrix(n: usize, entries: &[f64]) -> DMatrix<f64> {
    let b = DMatrix::from_row_slice(n, n, entries);
    let skew = &b - b.transpose();
    &b * b.transpose() + skew + DMatrix::identity(n, n) * 0.1
}

/// All but Gauss–Seidel, which needs more than a P-matrix.
fn exact() -> impl Iterator<Item = Method> {
    Method::ALL.into_iter().filter(|m| *m != Method::GaussSeidel)
}

proptest! {
    #![proptest_config(config(100, 1))]

    /// Unique solution: every method finds it.
    #[test]
    fn methods_agree_on_p_matrices((n, entries, q) in square()) {
        let problem = Lcp { matrix: Matrix::Dense(p_matrix(n, &entries)), q };
        let all = enumerate(&problem).unwrap();
        prop_assert!(all.complete && all.solutions.len() == 1 && all.solutions[0].isolated, "{:?}", all);
        let expected = &all.solutions[0].z;
        let size = expected.iter().fold(1.0_f64, |m, x| m.max(x.abs()));
        for method in exact() {
            let found = solve(&problem, method, &Options::new(TOLERANCE, None));
            prop_assert_eq!(found.stop, Stop::Converged, "{}: {:?}", method.name(), found);
            for (a, b) in found.z.iter().zip(expected) {
                prop_assert!((a - b).abs() <= 1e-6 * size, "{}: {:?}, expected {:?}", method.name(), found.z, expected);
            }
        }
    }

    /// Any matrix: whoever says converged has a solution, and then the enumeration has one too.
    #[test]
    fn nobody_claims_what_is_not_so((n, entries, q) in square()) {
        let problem = Lcp { matrix: Matrix::Dense(DMatrix::from_row_slice(n, n, &entries)), q };
        let all = enumerate(&problem).unwrap();
        for method in Method::ALL {
            let found = solve(&problem, method, &Options::new(TOLERANCE, Some(2000)));
            let error = lcp_error(&problem, &found.z);
            if found.stop == Stop::Converged {
                prop_assert!(error <= TOLERANCE, "{}: {}", method.name(), error);
            } else if !(error > TOLERANCE) && found.stop != Stop::Unsupported {
                prop_assert!(false, "{}: solved but says {:?}", method.name(), found.stop);
            }
            if found.stop == Stop::Converged && all.complete {
                prop_assert!(!all.solutions.is_empty(), "{}: {:?}", method.name(), found.z);
            }
            if matches!(method, Method::Auto | Method::Enumerate) && !all.solutions.is_empty() {
                prop_assert_eq!(found.stop, Stop::Converged, "{}: {:?}", method.name(), all);
            }
        }
    }

    /// Positive semidefinite and q in reach (q = w − M z): Lemke and principal pivoting always end at a
    /// solution.
    #[test]
    fn monotone_feasible_problems_are_solved((n, entries, point) in square()) {
        let b = DMatrix::from_row_slice(n, n, &entries);
        let half = DMatrix::from_fn(n, n, |i, j| if j < n / 2 { b[(i, j)] } else { 0.0 });
        let m = &half * half.transpose();
        // z = max(p, 0) and w = max(−p, 0) make the problem feasible and solvable.
        let z = nalgebra::DVector::from_iterator(n, point.iter().map(|p| p.max(0.0)));
        let q: Vec<f64> = (0..n).map(|i| (-point[i]).max(0.0) - (m.row(i) * &z)[0]).collect();
        let problem = Lcp { matrix: Matrix::Dense(m), q };
        for method in [Method::Lemke, Method::PrincipalPivoting, Method::Auto] {
            let found = solve(&problem, method, &Options::new(TOLERANCE, None));
            prop_assert_eq!(found.stop, Stop::Converged, "{}: {:?}", method.name(), found);
        }
    }

    /// Boxes and free rows of a positive definite problem: unique solution, on which the methods agree.
    #[test]
    fn mixed_problems_agree((n, entries, q) in square(), kinds in prop::collection::vec(0usize..5, 7)) {
        let inf = f64::INFINITY;
        let bounds = [(0.0, inf), (-inf, inf), (-1.0, 1.0), (-inf, 0.5), (0.25, 0.25)];
        let problem = MixedLcp {
            matrix: Matrix::Dense(p_matrix(n, &entries)),
            q,
            lower: (0..n).map(|i| bounds[kinds[i]].0).collect(),
            upper: (0..n).map(|i| bounds[kinds[i]].1).collect(),
        };
        let reference = solve_mixed(&problem, Method::Auto, &Options::new(TOLERANCE, None));
        prop_assert_eq!(reference.stop, Stop::Converged, "{:?}", reference);
        let size = reference.z.iter().fold(1.0_f64, |m, x| m.max(x.abs()));
        for method in Method::ALL {
            let found = solve_mixed(&problem, method, &Options::new(TOLERANCE, None));
            if found.stop != Stop::Converged {
                prop_assert!(!matches!(method, Method::Lemke | Method::Enumerate), "{}: {:?}", method.name(), found);
                continue;
            }
            prop_assert!(mixed_lcp_error(&problem, &found.z) <= TOLERANCE);
            for (a, b) in found.z.iter().zip(&reference.z) {
                prop_assert!((a - b).abs() <= 1e-6 * size, "{}: {:?}, expected {:?}", method.name(), found.z, reference.z);
            }
        }
    }
}

/// A free row whose own diagonal block is zero needs a partner: z₀ free with w₀ = z₁ − 1, 0 ≤ z₁ ⟂ z₁ − z₀ ≥
/// 0.
#[test]
fn a_singular_free_block_is_no_obstacle() {
    let problem = MixedLcp {
        matrix: Matrix::Dense(DMatrix::from_row_slice(2, 2, &[0.0, 1.0, -1.0, 1.0])),
        q: vec![-1.0, 0.0],
        lower: vec![f64::NEG_INFINITY, 0.0],
        upper: vec![f64::INFINITY; 2],
    };
    for method in [
        Method::Lemke,
        Method::NewtonFischerBurmeister,
        Method::Enumerate,
        Method::Auto,
    ] {
        let found = solve_mixed(&problem, method, &Options::default());
        assert_eq!(found.stop, Stop::Converged, "{}: {found:?}", method.name());
        let off = (found.z[0] - 1.0).abs().max((found.z[1] - 1.0).abs());
        assert!(off <= 1e-9, "{}: {:?}", method.name(), found.z);
    }
}

/// A relay with a stiff line: u = sign changes at −q/m, clipped to ±1.
#[test]
fn relays_clip() {
    for (q, expected) in [(-5.0, 1.0), (5.0, -1.0), (-0.5, 0.25), (0.0, 0.0)] {
        let problem = MixedLcp {
            matrix: Matrix::Dense(DMatrix::from_element(1, 1, 2.0)),
            q: vec![q],
            lower: vec![-1.0],
            upper: vec![1.0],
        };
        for method in Method::ALL {
            let found = solve_mixed(&problem, method, &Options::default());
            if method == Method::LeastIndex || method == Method::BlockPrincipalPivoting {
                // The slack row of a box has a zero diagonal: these may break down, and say so.
                assert!(found.stop != Stop::Converged || (found.z[0] - expected).abs() <= 1e-9);
                continue;
            }
            assert_eq!(
                found.stop,
                Stop::Converged,
                "q = {q}, {}: {found:?}",
                method.name()
            );
            assert!(
                (found.z[0] - expected).abs() <= 1e-9,
                "q = {q}, {}: {:?}",
                method.name(),
                found.z
            );
        }
    }
}

/// Data that are not finite end as a breakdown, not as a loop or an answer.
#[test]
fn nan_is_refused() {
    let problem = Lcp {
        matrix: Matrix::Dense(DMatrix::from_element(1, 1, f64::NAN)),
        q: vec![-1.0],
    };
    for method in Method::ALL {
        assert_eq!(solve(&problem, method, &Options::default()).stop, Stop::Breakdown);
    }
}

/// Rows over twenty powers of ten: scaling by powers of two changes no answer.
#[test]
fn bad_units_do_no_harm() {
    let scale = [1e-10, 1.0, 1e10];
    let base = DMatrix::from_row_slice(3, 3, &[2.0, -1.0, 0.0, -1.0, 2.0, -1.0, 0.0, -1.0, 2.0]);
    let m = DMatrix::from_fn(3, 3, |i, j| base[(i, j)] * scale[i] * scale[j]);
    let q: Vec<f64> = [-1.0, 0.5, -2.0].iter().zip(scale).map(|(q, s)| q * s).collect();
    // The base problem has the solution (1, 1, 3/2).
    for method in exact() {
        let found = solve(
            &Lcp {
                matrix: Matrix::Dense(m.clone()),
                q: q.clone(),
            },
            method,
            &Options::default(),
        );
        assert_eq!(found.stop, Stop::Converged, "{}: {found:?}", method.name());
        for (z, (s, expected)) in found.z.iter().zip(scale.iter().zip([1.0, 1.0, 1.5])) {
            assert!(
                (z * s - expected).abs() <= 1e-9,
                "{}: {:?}",
                method.name(),
                found.z
            );
        }
    }
}
