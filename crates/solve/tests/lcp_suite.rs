//! Small LCPs whose solution sets are known exactly: every method, the enumeration, Lemke's outcome and
//! pivots.

use crate::cone_problems::largest_difference as distance;
use crate::lcp_cases::CASES;
use drystone_solve::lcp::{Answer, Method, Options, enumerate, solve};
use drystone_solve::measure::lcp_error;
use drystone_solve::problem::{Lcp, Matrix};
use drystone_solve::solver::Stop;
use nalgebra::DMatrix;

#[test]
fn lemke_ends_where_exact_arithmetic_ends() {
    for case in CASES {
        let found = solve(&case.problem(), Method::Lemke, &Options::default());
        let expected = if case.ray { Stop::Ray } else { Stop::Converged };
        assert_eq!(found.stop, expected, "{}: {found:?}", case.name);
        assert_eq!(found.iterations, case.pivots, "{}: pivots", case.name);
        assert_eq!(found.ray.is_some(), case.ray, "{}", case.name);
        if let Some(z) = case.z {
            assert!(
                distance(&found.z, z) <= case.tolerance(),
                "{}: {:?}, expected {z:?}",
                case.name,
                found.z
            );
        }
    }
}

/// Along a secondary ray direction ≥ 0, and with the covering column it keeps w ≥ 0 and z ⟂ w.
#[test]
fn the_ray_is_a_ray() {
    for case in CASES.iter().filter(|c| c.ray) {
        let (problem, n) = (case.problem(), case.q.len());
        let ray = solve(&problem, Method::Lemke, &Options::default()).ray.unwrap();
        assert!(ray.direction.iter().all(|&x| x >= 0.0), "{}: {ray:?}", case.name);
        assert!(ray.covering >= 0.0, "{}: {ray:?}", case.name);
        let moves = ray.covering > 0.0 || ray.direction.iter().any(|&x| x > 0.0);
        assert!(moves, "{}: {ray:?}", case.name);
        if ray.covering == 0.0 {
            let mut w = vec![0.0; n];
            problem.matrix.multiply_add(&ray.direction, &vec![0.0; n], &mut w);
            assert!(w.iter().all(|&x| x >= -1e-12), "{}: {w:?}", case.name);
            let power: f64 = w.iter().zip(&ray.direction).map(|(w, z)| (w * z).abs()).sum();
            assert!(power <= 1e-12, "{}: {power}", case.name);
        }
    }
}

#[test]
fn enumeration_finds_the_exact_solution_sets() {
    for case in CASES {
        let found = enumerate(&case.problem()).unwrap();
        assert!(found.complete, "{}", case.name);
        assert_eq!(found.bases, 1 << case.q.len(), "{}", case.name);
        assert_eq!(found.singular, case.singular, "{}: singular bases", case.name);
        assert_eq!(
            found.cones, case.cones,
            "{}: bases that hold a solution",
            case.name
        );
        let basic: Vec<_> = found.solutions.iter().filter(|s| s.basic).collect();
        assert_eq!(basic.len(), case.basic.len(), "{}: {found:?}", case.name);
        for expected in case.basic {
            let near = basic.iter().any(|s| distance(&s.z, expected) <= case.tolerance());
            assert!(near, "{}: {expected:?} not in {found:?}", case.name);
        }
    }
}

/// Continua are told from isolated solutions, with their rays.
#[test]
fn families_are_told_from_points() {
    let at = |name: &str| enumerate(&CASES.iter().find(|c| c.name == name).unwrap().problem()).unwrap();
    let found = at("hyperstatic_singular");
    assert_eq!(found.families.len(), 1);
    assert_eq!(found.families[0].vertices.len(), 2);
    assert!(found.families[0].rays.is_empty());
    assert!(found.solutions.iter().all(|s| !s.isolated));

    let found = at("skew_continuum");
    assert_eq!(found.families.len(), 1, "{found:?}");
    assert_eq!(found.families[0].rays.len(), 1);
    let ray = &found.families[0].rays[0];
    assert!(ray[0] == 0.0 && ray[1] > 0.0, "{ray:?}");

    let found = at("zero_matrix");
    assert_eq!(found.families.len(), 1, "{found:?}");
    assert!(found.families[0].rays[0][0] > 0.0);

    let found = at("singular_unique_w");
    assert!(found.families.is_empty() && found.solutions[0].isolated);
    let found = at("four_solutions");
    assert!(found.families.is_empty() && found.solutions.len() == 4);
}

/// A vertex that no complementary basis with a regular matrix gives: z = (0, 1), on the families (0, t) and
/// (s, 1).
#[test]
fn a_vertex_of_singular_bases_only_is_found() {
    let problem = Lcp {
        matrix: Matrix::Dense(DMatrix::from_row_slice(2, 2, &[0.0, 1.0, 0.0, 0.0])),
        q: vec![-1.0, 0.0],
    };
    let found = enumerate(&problem).unwrap();
    assert_eq!(found.solutions.len(), 1, "{found:?}");
    let only = &found.solutions[0];
    assert!(!only.basic && !only.isolated && distance(&only.z, &[0.0, 1.0]) < 1e-12);
    assert_eq!(found.families.len(), 2, "{found:?}");
}

fn check_honest(name: &str, problem: &Lcp, found: &Answer, tolerance: f64) {
    let error = lcp_error(problem, &found.z);
    if found.stop == Stop::Converged {
        assert!(
            error <= tolerance,
            "{name} by {}: says converged at {error}",
            found.method
        );
    }
}

/// Every method solves every problem with a unique solution and a P-matrix, and no method invents a solution.
#[test]
fn no_method_reports_success_without_a_solution() {
    for case in CASES {
        for method in Method::ALL {
            let options = Options::new(1e-10, None);
            let found = solve(&case.problem(), method, &options);
            check_honest(case.name, &case.problem(), &found, 1e-10);
            if !case.solvable() {
                assert_ne!(found.stop, Stop::Converged, "{} by {}", case.name, method.name());
            }
        }
    }
}

#[test]
fn auto_and_enumeration_solve_all_that_can_be_solved() {
    for case in CASES.iter().filter(|c| c.solvable()) {
        for method in [Method::Auto, Method::Enumerate] {
            let found = solve(&case.problem(), method, &Options::default());
            assert_eq!(
                found.stop,
                Stop::Converged,
                "{} by {}: {found:?}",
                case.name,
                method.name()
            );
        }
    }
}

/// P-matrices: unique solution, found by every method but Gauss–Seidel (which cycles on Kostreva's matrix).
#[test]
fn p_matrices_are_solved_by_every_method() {
    let names = [
        "textbook_2x2_PD",
        "P_not_PD",
        "kostreva_cycle",
        "degenerate_q",
        "delassus_bar",
        "cradle3",
        "hilbert6_illconditioned",
        "murty_lower_5",
    ];
    for case in CASES.iter().filter(|c| names.contains(&c.name)) {
        for method in Method::ALL.into_iter().filter(|m| *m != Method::GaussSeidel) {
            let found = solve(&case.problem(), method, &Options::default());
            let off = distance(&found.z, case.basic[0]);
            // Predictor–corrector has no guarantee for a P-matrix that is not positive semidefinite.
            if method == Method::InteriorPoint && case.name == "P_not_PD" {
                continue;
            }
            assert!(
                found.stop == Stop::Converged && off <= case.tolerance(),
                "{} by {}: off by {off}, {found:?}",
                case.name,
                method.name()
            );
        }
    }
}

/// Projected Gauss–Seidel runs through (0,1,1), (0,0,1), (1,0,0) for ever on Kostreva's matrix.
#[test]
fn gauss_seidel_cycles_on_kostreva_and_says_so() {
    let case = CASES.iter().find(|c| c.name == "kostreva_cycle").unwrap();
    let found = solve(
        &case.problem(),
        Method::GaussSeidel,
        &Options::new(1e-10, Some(200)),
    );
    assert_eq!(found.stop, Stop::IterationLimit);
    assert_eq!(found.z, [1.0, 0.0, 0.0]);
    let before = solve(
        &case.problem(),
        Method::GaussSeidel,
        &Options::new(1e-10, Some(199)),
    );
    assert_eq!(before.z, [0.0, 0.0, 1.0]);
}

#[test]
fn gauss_seidel_says_that_it_cannot_take_a_zero_diagonal() {
    let case = CASES.iter().find(|c| c.name == "copositive_offdiag").unwrap();
    let found = solve(&case.problem(), Method::GaussSeidel, &Options::default());
    assert_eq!(found.stop, Stop::Unsupported);
}

/// Obstacle chain: M = tridiag(−1, 2, −1), a tent of height 7 held up by one load.
#[test]
fn obstacle_chain_of_thirty() {
    let n = 30_usize;
    let m = DMatrix::from_fn(n, n, |i, j| match i.abs_diff(j) {
        0 => 2.0,
        1 => -1.0,
        _ => 0.0,
    });
    let z: Vec<f64> = (0..30_i32)
        .map(|i| f64::from((i - 8).min(22 - i).max(0)))
        .collect();
    let q: Vec<f64> = (0..n)
        .map(|i| match i {
            8 | 22 => 1.5,
            15 => -2.0,
            9..=21 => 0.0,
            _ => 0.5,
        })
        .collect();
    let dense = Lcp {
        matrix: Matrix::Dense(m),
        q,
    };
    let sparse = Lcp {
        matrix: Matrix::Sparse(dense.matrix.to_sparse()),
        q: dense.q.clone(),
    };
    for method in Method::ALL.into_iter().filter(|m| *m != Method::Enumerate) {
        let found = solve(&dense, method, &Options::default());
        let off = distance(&found.z, &z);
        let bound = if method == Method::GaussSeidel {
            1e-7
        } else {
            1e-12
        };
        assert!(
            found.stop == Stop::Converged && off <= bound,
            "{}: {off}, {found:?}",
            method.name()
        );
        assert_eq!(solve(&sparse, method, &Options::default()), found);
    }
    assert_eq!(solve(&dense, Method::Lemke, &Options::default()).iterations, 14);
    assert_eq!(
        solve(&dense, Method::Enumerate, &Options::default()).stop,
        Stop::Unsupported
    );
}

#[test]
fn names_go_there_and_back() {
    for method in Method::ALL {
        assert_eq!(Method::from_name(method.name()), Some(method));
    }
    assert_eq!(
        Method::from_name("newton-fischer-burmeister"),
        Some(Method::NewtonFischerBurmeister)
    );
    assert_eq!(Method::from_name("simplex"), None);
}

#[test]
fn nothing_to_solve_is_solved() {
    let empty = Lcp {
        matrix: Matrix::Dense(DMatrix::zeros(0, 0)),
        q: vec![],
    };
    for method in Method::ALL {
        assert_eq!(
            solve(&empty, method, &Options::default()).stop,
            Stop::Converged,
            "{}",
            method.name()
        );
    }
}
