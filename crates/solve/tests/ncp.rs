//! Nonlinear complementarity problems with known solutions.

use drystone_solve::ncp::{Ncp, Options, solve};
use drystone_solve::solver::Stop;
use nalgebra::DMatrix;

fn kojima_shindo(x: &[f64], f: &mut [f64]) {
    let (a, b, c, d) = (x[0], x[1], x[2], x[3]);
    f[0] = 3.0 * a * a + 2.0 * a * b + 2.0 * b * b + c + 3.0 * d - 6.0;
    f[1] = 2.0 * a * a + a + b * b + 10.0 * c + 2.0 * d - 2.0;
    f[2] = 3.0 * a * a + a * b + 2.0 * b * b + 2.0 * c + 9.0 * d - 9.0;
    f[3] = a * a + 3.0 * b * b + 2.0 * c + 3.0 * d - 3.0;
}

fn kojima_shindo_jacobian(x: &[f64], j: &mut DMatrix<f64>) {
    let (a, b) = (x[0], x[1]);
    j.copy_from_slice(&[
        6.0 * a + 2.0 * b,
        4.0 * a + 1.0,
        6.0 * a + b,
        2.0 * a,
        2.0 * a + 4.0 * b,
        2.0 * b,
        a + 4.0 * b,
        6.0 * b,
        1.0,
        10.0,
        2.0,
        2.0,
        3.0,
        2.0,
        9.0,
        3.0,
    ]);
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// Two solutions: (√6/2, 0, 0, 1/2), degenerate, and (1, 0, 3, 0). Each start ends at one of them.
#[test]
fn kojima_shindo_ends_at_one_of_its_two_solutions() {
    let ncp = Ncp {
        dim: 4,
        function: &kojima_shindo,
        jacobian: &kojima_shindo_jacobian,
    };
    let solutions = [[6f64.sqrt() / 2.0, 0.0, 0.0, 0.5], [1.0, 0.0, 3.0, 0.0]];
    let mut reached = [0; 2];
    for start in [
        [0.0; 4],
        [1.0; 4],
        [1.0, 0.0, 3.0, 0.1],
        [100.0; 4],
        [0.5, 0.5, 2.0, 0.5],
        [1.0, 0.0, 2.0, 0.0],
    ] {
        let found = solve(&ncp, &start, &Options::default());
        assert_eq!(found.stop, Stop::Converged, "from {start:?}: {found:?}");
        assert!(found.error <= 1e-10);
        let off = solutions.map(|s| distance(&found.z, &s));
        // At the degenerate solution the error falls only with the root of the residual.
        assert!(off[0] <= 1e-5 || off[1] <= 1e-9, "from {start:?}: {found:?}");
        reached[usize::from(off[1] < off[0])] += 1;
    }
    assert!(reached[0] > 0 && reached[1] > 0, "reached {reached:?}");
}

/// F(z) = z³ − 8 at z = 2; F(z) = eᶻ at z = 0.
#[test]
fn scalar_problems() {
    let cube = Ncp {
        dim: 1,
        function: &|z, f| f[0] = z[0].powi(3) - 8.0,
        jacobian: &|z, j| j[(0, 0)] = 3.0 * z[0] * z[0],
    };
    for start in [0.0, 1.0, 50.0] {
        let found = solve(&cube, &[start], &Options::default());
        assert_eq!(found.stop, Stop::Converged, "from {start}: {found:?}");
        assert!((found.z[0] - 2.0).abs() <= 1e-10, "from {start}: {found:?}");
    }
    let exponential = Ncp {
        dim: 1,
        function: &|z, f| f[0] = z[0].exp(),
        jacobian: &|z, j| j[(0, 0)] = z[0].exp(),
    };
    let found = solve(&exponential, &[3.0], &Options::default());
    assert!(
        found.stop == Stop::Converged && found.z[0].abs() <= 1e-10,
        "{found:?}"
    );
}

/// F(z) = −1 − z² is never nonnegative: no success is reported.
#[test]
fn an_infeasible_problem_is_not_solved() {
    let ncp = Ncp {
        dim: 1,
        function: &|z, f| f[0] = -1.0 - z[0] * z[0],
        jacobian: &|z, j| j[(0, 0)] = -2.0 * z[0],
    };
    let found = solve(&ncp, &[0.5], &Options::default());
    assert_ne!(found.stop, Stop::Converged, "{found:?}");
    assert!(found.error > 0.1);
}

#[test]
fn a_function_that_gives_nan_ends_as_a_breakdown() {
    let ncp = Ncp {
        dim: 1,
        function: &|_, f| f[0] = f64::NAN,
        jacobian: &|_, j| j[(0, 0)] = 1.0,
    };
    let found = solve(&ncp, &[1.0], &Options::default());
    assert_ne!(found.stop, Stop::Converged, "{found:?}");
}
