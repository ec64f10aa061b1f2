//! ADMM and accelerated projected gradient: closed forms, agreement, degenerate problems, honest reports.

use crate::cone_problems::{
    Random, Stack, assert_weight_is_carried, cone_laws, explicit, identity, largest_difference, one_contact,
    random, solve_with, stack, stack_at_rest, velocity,
};
use drystone_solve::certificate::certify;
use drystone_solve::cone::admm::Admm;
use drystone_solve::cone::projected_gradient::ProjectedGradient;
use drystone_solve::delassus::Sparse;
use drystone_solve::law::Law;
use drystone_solve::measure::errors;
use drystone_solve::problem::ContactProblem;
use drystone_solve::solver::{Settings, Solver, Stop};

fn admm(tolerance: f64) -> Admm {
    Admm {
        settings: settings(tolerance),
        ..Admm::default()
    }
}

fn gradient(tolerance: f64) -> ProjectedGradient {
    ProjectedGradient {
        settings: settings(tolerance),
        ..ProjectedGradient::default()
    }
}

fn settings(tolerance: f64) -> Settings {
    Settings {
        tolerance,
        ..Settings::default()
    }
}

fn both(problem: &ContactProblem, tolerance: f64) -> [Vec<f64>; 2] {
    [
        solve_with(&mut admm(tolerance), problem, tolerance),
        solve_with(&mut gradient(tolerance), problem, tolerance),
    ]
}

fn every_law() -> Vec<Law> {
    let mut laws = cone_laws();
    laws.insert(2, Law::Facetted { mu: 0.6, facets: 8 });
    laws
}

#[test]
fn one_contact_has_its_closed_form() {
    for (problem, expected) in one_contact() {
        for r in both(&problem, 1e-12) {
            let off = largest_difference(&r, &expected);
            assert!(off < 1e-10, "found {r:?}, expected {expected:?}");
        }
    }
}

/// A stack at rest stays so, and every face carries the weight above it, though the forces are not unique.
#[test]
fn stack_at_rest_carries_its_weight() {
    let pile = stack_at_rest();
    let factored = stack(&pile);
    for problem in [explicit(&factored), factored] {
        for r in both(&problem, 1e-10) {
            let fastest = velocity(&problem, &r).iter().fold(0.0f64, |a, u| a.max(u.abs()));
            assert!(fastest < 1e-8, "a stack at rest moves at {fastest} m/s");
            assert_weight_is_carried(&pile, &r, 1e-8);
        }
    }
}

/// Pushed hard, the top box slips and tilts: the two methods and the two forms of W find the same velocities.
#[test]
fn pushed_stack_moves_the_same_by_every_method() {
    let factored = stack(&Stack {
        masses: vec![1.0, 1.0, 1.0],
        mu: 0.3,
        gravity: 0.1,
        push: 1.0,
    });
    let other = explicit(&factored);
    let [a, b] = both(&factored, 1e-10);
    let [c, d] = both(&other, 1e-10);
    let u = velocity(&factored, &a);
    assert!(u[3 * 8 + 1].abs() > 0.1, "the top box does not slip: {u:?}");
    for r in [b, c, d] {
        let off = largest_difference(&u, &velocity(&factored, &r));
        assert!(off < 1e-7, "velocities differ by {off}");
    }
}

/// Every law at once, in both forms of W, judged by the certificate, which knows no projection.
#[test]
fn every_law_is_obeyed() {
    for seed in 1..=5 {
        let factored = random(every_law(), 40, 1.0, seed);
        for problem in [explicit(&factored), factored] {
            for r in both(&problem, 1e-11) {
                let found = certify(&problem, &r);
                for (clause, value, unit) in found.clauses() {
                    assert!(value < 1e-8, "seed {seed}: {clause} {value:e} {unit}");
                }
            }
        }
    }
}

/// μ = 0, μ = 1000, a contact given twice and a block that touches nothing. The gradient method is not asked
/// for μ = 1000, where its shift of 1000 ‖u_T‖ keeps it from settling.
#[test]
fn degenerate_values_are_solved() {
    for mu in [0.0, 0.7, 1000.0] {
        let base = explicit(&random(vec![Law::Coulomb { mu }; 4], 20, 1.0, 7));
        let drystone_solve::delassus::Delassus::Explicit(w) = &base.delassus else {
            panic!("W is explicit")
        };
        // Rows 12..15 repeat contact 0; rows 15..18 are zero.
        let source = |i: usize| {
            if i < 12 {
                Some(i)
            } else if i < 15 {
                Some(i - 12)
            } else {
                None
            }
        };
        let dense = w.to_dense();
        let (mut entries, mut b) = (vec![], vec![]);
        for i in 0..18 {
            b.push(source(i).map_or(0.0, |i| base.free_velocity[i]));
            for j in 0..18 {
                if let (Some(a), Some(c)) = (source(i), source(j)) {
                    entries.push((i, j, dense[(a, c)]));
                }
            }
        }
        let w = Sparse::from_triplets(18, 18, &entries).unwrap();
        let problem = ContactProblem::from_sparse(&w, b, vec![Law::Coulomb { mu }; 6]).unwrap();
        let x = solve_with(&mut admm(1e-9), &problem, 1e-9);
        let mut y = x.clone();
        if mu < 1000.0 {
            y = solve_with(&mut gradient(1e-9), &problem, 1e-9);
        }
        let off = largest_difference(&velocity(&problem, &x), &velocity(&problem, &y));
        assert!(off < 1e-6, "mu = {mu}: velocities differ by {off}");
        assert!(x[15..].iter().chain(&y[15..]).all(|&r| r.abs() < 1e-12), "{x:?}");
    }
}

/// Masses from 1e-6 to 1e6, the heaviest on top or below, at rest: ordinary problems in scaled variables.
/// (Pushed sideways, the heaviest on top, the stack is beyond ADMM.)
#[test]
fn masses_over_twelve_orders_are_solved() {
    let heavy_on_light: Vec<f64> = (0..7).map(|i| 10f64.powi(2 * i - 6)).collect();
    for masses in [heavy_on_light.clone(), heavy_on_light.into_iter().rev().collect()] {
        let problem = stack(&Stack {
            masses,
            mu: 0.5,
            gravity: 0.1,
            push: 0.0,
        });
        solve_with(&mut admm(1e-8), &problem, 1e-8);
        solve_with(&mut admm(1e-8), &explicit(&problem), 1e-8);
    }
}

/// Real data are often unsymmetric by 1e-3.
#[test]
fn unsymmetric_delassus_is_solved() {
    let base = explicit(&random(vec![Law::Coulomb { mu: 0.6 }; 12], 60, 1.0, 3));
    let drystone_solve::delassus::Delassus::Explicit(w) = &base.delassus else {
        panic!("W is explicit")
    };
    let mut rng = Random(11);
    let mut dense = w.to_dense();
    dense.iter_mut().for_each(|x| *x += 1e-2 * rng.number());
    let problem = ContactProblem {
        delassus: drystone_solve::delassus::Delassus::Explicit(
            drystone_solve::delassus::BlockMatrix::from_dense(&dense, &[3; 12]).unwrap(),
        ),
        ..base
    };
    let [x, y] = both(&problem, 1e-10);
    assert!(largest_difference(&velocity(&problem, &x), &velocity(&problem, &y)) < 1e-7);
}

/// A rolling contact that slips and rolls at once must still be pushed out: the projection on a product of
/// two discs.
#[test]
fn rolling_contact_that_slips_and_rolls_does_not_penetrate() {
    let problem = identity(
        vec![-0.01, -1.3, -1.5, 0.3, -0.4],
        Law::Rolling {
            mu: 0.7,
            rolling: 0.1,
        },
    );
    for r in both(&problem, 1e-11) {
        assert!((r[0] - 0.01).abs() < 1e-10, "r_N = {}, expected 0.01", r[0]);
        assert!(certify(&problem, &r).penetration < 1e-10);
    }
}

/// Reports are honest: no success without the tolerance met, a guess that is no number is dropped, limits are
/// kept.
#[test]
fn reports_are_honest() {
    let problem = stack(&Stack {
        masses: vec![1.0; 4],
        mu: 0.3,
        gravity: 0.1,
        push: 1.0,
    });
    let one = Settings {
        max_iterations: Some(1),
        ..settings(1e-10)
    };
    let expired = Settings {
        expired: Some(std::sync::Arc::new(|| true)),
        ..settings(1e-10)
    };
    for (settings, expected) in [(one, Stop::IterationLimit), (expired, Stop::TimeLimit)] {
        let mut first = admm(1e-10);
        let mut second = gradient(1e-10);
        (first.settings, second.settings) = (settings.clone(), settings);
        for solver in [&mut first as &mut dyn Solver, &mut second] {
            let mut r = vec![0.0; problem.rows()];
            let report = solver.solve(&problem, &mut r);
            assert_eq!(report.stop, expected, "{}", report.method);
            let before = errors(&problem, &vec![0.0; r.len()]).worst();
            assert!(
                errors(&problem, &r).worst() <= before,
                "{} made it worse",
                report.method
            );
        }
    }
    let mut r = vec![f64::NAN; problem.rows()];
    let report = admm(1e-8).solve(&problem, &mut r);
    assert_eq!((report.stop, report.method), (Stop::Converged, "admm"));
    let mut r = vec![f64::NAN; problem.rows()];
    let report = gradient(1e-8).solve(&problem, &mut r);
    assert_eq!(
        (report.stop, report.method),
        (Stop::Converged, "projected-gradient")
    );
    // From the answer, no iteration is needed.
    assert_eq!(gradient(1e-8).solve(&problem, &mut r).iterations, 0);
    assert_eq!(admm(1e-8).solve(&problem, &mut r).iterations, 0);
}

/// Iterations guard the speed without a clock: a tower of 20 boxes, 240 rows for 120 unknown velocities, at
/// 1e-8.
#[test]
fn hyperstatic_tower_takes_few_iterations() {
    let problem = stack(&Stack {
        masses: vec![1.0; 20],
        mu: 0.4,
        gravity: 0.1,
        push: 0.05,
    });
    let mut r = vec![0.0; problem.rows()];
    let report = admm(1e-8).solve(&problem, &mut r);
    assert_eq!(report.stop, Stop::Converged);
    assert!(report.iterations <= 400, "{} iterations", report.iterations);
}
