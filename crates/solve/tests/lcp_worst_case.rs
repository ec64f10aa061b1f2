//! Problems on which pivoting takes exponentially many steps (Murty 1978, Fathi 1979): the counts are known
//! exactly.

use drystone_solve::lcp::{Method, Options, solve};
use drystone_solve::problem::{Lcp, Matrix};
use drystone_solve::solver::Stop;
use nalgebra::DMatrix;

/// Unit upper triangular, 2 above the diagonal.
fn upper(n: usize) -> DMatrix<f64> {
    DMatrix::from_fn(n, n, |i, j| match j.cmp(&i) {
        std::cmp::Ordering::Less => 0.0,
        std::cmp::Ordering::Equal => 1.0,
        std::cmp::Ordering::Greater => 2.0,
    })
}

fn lcp(m: DMatrix<f64>, q: Vec<f64>) -> Lcp {
    Lcp {
        matrix: Matrix::Dense(m),
        q,
    }
}

fn lemke_case(n: usize) -> Lcp {
    let size = (n as f64).exp2();
    lcp(upper(n), (0..n).map(|i| (i as f64).exp2() - size).collect())
}

/// z with only its last entry not zero.
fn last(n: usize, value: f64) -> Vec<f64> {
    let mut z = vec![0.0; n];
    z[n - 1] = value;
    z
}

fn check(problem: &Lcp, method: Method, pivots: usize, z: Option<&[f64]>) {
    let n = problem.q.len();
    let found = solve(problem, method, &Options::default());
    assert_eq!(
        found.stop,
        Stop::Converged,
        "n = {n}, {}: {found:?}",
        method.name()
    );
    assert_eq!(found.iterations, pivots, "n = {n}, {}", method.name());
    if let Some(z) = z {
        let off = found
            .z
            .iter()
            .zip(z)
            .map(|(a, b)| (a - b).abs())
            .fold(0.0, f64::max);
        assert!(off <= 1e-10, "n = {n}, {}: off by {off}", method.name());
    }
}

#[test]
fn least_index_takes_all_but_one_basis_on_murtys_matrix() {
    for n in 2..=10 {
        check(
            &lcp(upper(n), vec![-1.0; n]),
            Method::LeastIndex,
            (1 << n) - 1,
            Some(&last(n, 1.0)),
        );
    }
}

#[test]
fn least_index_takes_all_but_one_basis_on_fathis_matrix() {
    for n in 2..=10 {
        check(
            &lcp(upper(n) * upper(n).transpose(), vec![-1.0; n]),
            Method::LeastIndex,
            (1 << n) - 1,
            None,
        );
    }
}

#[test]
fn lemke_takes_two_to_the_n_pivots() {
    for n in 2..=10 {
        let value = (n as f64 - 1.0).exp2();
        check(&lemke_case(n), Method::Lemke, 1 << n, Some(&last(n, value)));
    }
}

/// Every ratio is tied here: the count is that of exact arithmetic only while rounding resolves the ties.
#[test]
fn lexicographic_lemke_takes_two_to_the_n_pivots_on_the_degenerate_symmetric_case() {
    let mut counts = Vec::new();
    for n in 2..=10 {
        let lower = upper(n).transpose();
        let problem = lcp(&lower * lower.transpose(), vec![-1.0; n]);
        let found = solve(&problem, Method::Lemke, &Options::default());
        assert_eq!(found.stop, Stop::Converged, "n = {n}: {found:?}");
        let unique = solve(&problem, Method::LeastIndex, &Options::default());
        assert_eq!(unique.stop, Stop::Converged, "n = {n}: {unique:?}");
        let off = found
            .z
            .iter()
            .zip(&unique.z)
            .map(|(a, b)| (a - b).abs())
            .fold(0.0, f64::max);
        assert!(off <= 1e-10, "n = {n}: off by {off}");
        assert!(found.iterations <= 1 << n, "n = {n}: {} pivots", found.iterations);
        counts.push(found.iterations);
    }
    assert_eq!(counts[..6], [4, 8, 16, 32, 64, 128]);
}

#[test]
fn the_limit_ends_an_exponential_path_cleanly() {
    let problem = lemke_case(20);
    let found = solve(&problem, Method::Lemke, &Options::new(1e-10, Some(5000)));
    assert_eq!((found.stop, found.iterations), (Stop::IterationLimit, 5000));
    assert!(found.ray.is_none() && found.z.iter().all(|z| z.is_finite()));
    // The method's own limit ends it too, and another method needs no path.
    assert_eq!(
        solve(&problem, Method::Lemke, &Options::default()).stop,
        Stop::IterationLimit
    );
    let found = solve(&problem, Method::Auto, &Options::default());
    assert_eq!(found.stop, Stop::Converged);
    assert_eq!(found.z, last(20, 524_288.0));
}

#[test]
fn time_used_up_ends_cleanly() {
    let options = Options {
        expired: Some(std::sync::Arc::new(|| true)),
        ..Options::default()
    };
    for method in Method::ALL {
        let found = solve(&lemke_case(12), method, &options);
        assert!(
            found.z.iter().all(|z| z.is_finite()),
            "{}: {found:?}",
            method.name()
        );
    }
    assert_eq!(
        solve(&lemke_case(12), Method::Lemke, &options).stop,
        Stop::TimeLimit
    );
}
