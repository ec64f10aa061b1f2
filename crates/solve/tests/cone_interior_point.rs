//! Interior point: closed forms, agreement with ADMM, degenerate problems, honest reports.

use crate::cone_problems::{
    Stack, assert_weight_is_carried, cone_laws, explicit, identity, largest_difference, one_contact, random,
    solve_with, stack, stack_at_rest, velocity,
};
use drystone_solve::certificate::certify;
use drystone_solve::cone::admm::Admm;
use drystone_solve::cone::interior_point::InteriorPoint;
use drystone_solve::delassus::Sparse;
use drystone_solve::law::Law;
use drystone_solve::measure::errors;
use drystone_solve::problem::ContactProblem;
use drystone_solve::solver::{Settings, Solver, Stop};

fn interior(tolerance: f64) -> InteriorPoint {
    InteriorPoint {
        settings: Settings {
            tolerance,
            ..Settings::default()
        },
        ..InteriorPoint::default()
    }
}

/// Solves from zero, and holds the solver to what it reports.
fn solve(problem: &ContactProblem, tolerance: f64) -> Vec<f64> {
    solve_with(&mut interior(tolerance), problem, tolerance)
}

/// The slip velocity is that of Coulomb's law, not of its convex relaxation.
#[test]
fn one_contact_has_its_closed_form() {
    for (problem, expected) in one_contact() {
        let r = solve(&problem, 1e-11);
        let off = largest_difference(&r, &expected);
        assert!(off < 1e-9, "found {r:?}, expected {expected:?}");
        assert!(
            velocity(&problem, &r)[0] < 1.1,
            "the convex relaxation would lift off"
        );
    }
}

/// The closed form of an asymmetric interval: slip along +t is held back by `minus`.
#[test]
fn asymmetric_friction_has_its_closed_form() {
    let law = Law::Asymmetric {
        minus: 0.2,
        plus: 0.7,
    };
    for (b, expected) in [
        (vec![-1.0, 3.0], vec![1.0, -0.2]),
        (vec![-1.0, -3.0], vec![1.0, 0.7]),
        (vec![-1.0, -0.5], vec![1.0, 0.5]),
    ] {
        let r = solve(&identity(b.clone(), law), 1e-11);
        assert!(largest_difference(&r, &expected) < 1e-9, "b = {b:?}: {r:?}");
    }
}

/// Every law that is a second-order cone, in both forms of W, judged by the certificate; the velocities are
/// ADMM's.
#[test]
fn every_cone_law_is_obeyed() {
    let mut laws = cone_laws();
    laws.extend([
        Law::Box {
            lo: 0.0,
            hi: f64::INFINITY,
        },
        Law::Box { lo: 0.1, hi: 0.1 },
    ]);
    for seed in 1..=5 {
        let factored = random(laws.clone(), 40, 1.0, seed);
        let mut reference = Admm::default();
        reference.settings.tolerance = 1e-11;
        let u = velocity(&factored, &solve_with(&mut reference, &factored, 1e-11));
        for problem in [explicit(&factored), factored] {
            let r = solve(&problem, 1e-10);
            for (clause, value, unit) in certify(&problem, &r).clauses() {
                assert!(value < 1e-7, "seed {seed}: {clause} {value:e} {unit}");
            }
            let off = largest_difference(&u, &velocity(&problem, &r));
            assert!(
                off < 1e-7,
                "seed {seed}: velocities differ from ADMM's by {off:e}"
            );
        }
    }
}

/// More rows than unknowns: W is singular, the velocities are unique, the weight is carried.
#[test]
fn hyperstatic_stack_is_solved() {
    let pile = stack_at_rest();
    let factored = stack(&pile);
    for problem in [explicit(&factored), factored] {
        let r = solve(&problem, 1e-10);
        assert_weight_is_carried(&pile, &r, 1e-8);
    }
}

/// μ = 0 leaves no friction rows.
#[test]
fn little_friction_is_solved() {
    for mu in [0.0, 1e-3] {
        let problem = random(vec![Law::Coulomb { mu }; 6], 30, 1.0, 5);
        let r = solve(&problem, 1e-9);
        if mu == 0.0 {
            assert!(r.chunks(3).all(|r| r[1].abs() + r[2].abs() < 1e-12), "{r:?}");
        }
    }
}

/// Masses from 1e6 below to 1e-6 on top, pushed sideways.
#[test]
fn light_on_heavy_over_twelve_orders_is_solved() {
    let masses: Vec<f64> = (0..7).map(|i| 10f64.powi(6 - 2 * i)).collect();
    let problem = stack(&Stack {
        masses,
        mu: 0.5,
        gravity: 0.1,
        push: 0.3,
    });
    solve(&explicit(&problem), 1e-8);
}

/// The other way round, at rest: impulses 1e12 times the velocities. The velocities of the lightest box drown
/// in the rounding of the path; the method must say so. Newton's steps, in `auto`, resolve them.
#[test]
fn heavy_on_light_over_twelve_orders_is_solved_or_said_not_to_be() {
    let masses: Vec<f64> = (0..7).map(|i| 10f64.powi(2 * i - 6)).collect();
    let problem = explicit(&stack(&Stack {
        masses,
        mu: 0.5,
        gravity: 0.1,
        push: 0.0,
    }));
    let settings = Settings {
        tolerance: 1e-8,
        ..Settings::default()
    };
    let auto = drystone_solve::cone::by_name("auto", settings).unwrap();
    for (name, mut solver) in [
        ("interior-point", Box::new(interior(1e-8)) as Box<dyn Solver>),
        ("auto", auto),
    ] {
        let mut r = vec![0.0; problem.rows()];
        let stop = solver.solve(&problem, &mut r).stop;
        let sinks = certify(&problem, &r).penetration;
        if stop == Stop::Converged {
            assert!(
                sinks <= 1e-3,
                "{name} claims convergence, a box sinks with {sinks} m/s"
            );
        } else {
            assert!(name != "auto", "auto: {stop:?}");
        }
    }
}

/// The fixed point on a frozen shift alone finds the same velocities.
#[test]
fn fixed_point_agrees_with_the_coupled_method() {
    let problem = random(vec![Law::Coulomb { mu: 0.3 }; 8], 40, 1.0, 2);
    let mut uncoupled = InteriorPoint {
        coupled: false,
        ..interior(1e-7)
    };
    let u = velocity(&problem, &solve(&problem, 1e-9));
    let other = velocity(&problem, &solve_with(&mut uncoupled, &problem, 1e-7));
    let off = largest_difference(&u, &other);
    assert!(off < 1e-5, "velocities differ by {off:e}");
}

/// Polygons are not covered and said so; limits are kept; nothing is claimed that is not so.
#[test]
fn reports_are_honest() {
    let facets = identity(vec![-1.0, -3.0, 4.0], Law::Facetted { mu: 0.5, facets: 8 });
    let mut r = vec![0.1, 0.0, 0.0];
    let report = interior(1e-8).solve(&facets, &mut r);
    assert_eq!(
        (report.stop, report.method),
        (Stop::Unsupported, "interior-point")
    );
    assert_eq!(r, [0.1, 0.0, 0.0]);

    // W = 0 with approaching bodies has no solution: whatever is said of it, the number is the measured one.
    let w = Sparse::from_triplets(3, 3, &[]).unwrap();
    let hopeless =
        ContactProblem::from_sparse(&w, vec![-1.0, 0.5, 0.0], vec![Law::Coulomb { mu: 0.5 }]).unwrap();
    let mut r = vec![0.0; 3];
    let report = interior(1e-8).solve(&hopeless, &mut r);
    assert!(r.iter().all(|x| x.is_finite()));
    assert_eq!(
        report.stop == Stop::Converged,
        errors(&hopeless, &r).worst() <= 1e-8
    );

    let problem = random(vec![Law::Coulomb { mu: 0.5 }; 5], 30, 1.0, 9);
    let mut limited = interior(1e-10);
    limited.settings.max_iterations = Some(2);
    let mut r = vec![0.0; problem.rows()];
    let report = limited.solve(&problem, &mut r);
    assert_eq!((report.stop, report.iterations), (Stop::IterationLimit, 2));
    limited.settings.expired = Some(std::sync::Arc::new(|| true));
    assert_eq!(limited.solve(&problem, &mut r).stop, Stop::TimeLimit);
}
