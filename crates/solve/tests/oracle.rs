//! The enumeration of modes: right where answers are known, and the judge of small problems.

use crate::common::{ONE_CONTACT, agree, dense, dense_delassus, solvers};
use drystone_solve::enumerate_modes::{Enumeration, Mode, Options, enumerate_modes};
use drystone_solve::law::Law;
use drystone_solve::measure::errors;
use drystone_solve::problem::{ContactProblem, ProblemError};
use drystone_solve::solver::Stop;
use drystone_solve::synthetic::{Mixed, Random, random_problem};
use nalgebra::DMatrix;

fn enumerate(problem: &ContactProblem) -> Enumeration {
    enumerate_modes(problem, &Options::default()).unwrap()
}

fn near(a: &[f64], b: &[f64], tol: f64) -> bool {
    a.iter().zip(b).all(|(a, b)| (a - b).abs() <= tol)
}

#[test]
fn one_contact_with_a_positive_definite_operator_has_the_known_answer_alone() {
    for case in &ONE_CONTACT {
        let found = enumerate(&case.problem());
        assert!(found.complete, "{}", case.name);
        assert_eq!(found.solutions.len(), 1, "{}: {:?}", case.name, found.solutions);
        assert!(
            near(&found.solutions[0].r, &case.r, 1e-13),
            "{}: {:?}",
            case.name,
            found.solutions
        );
    }
}

/// W_NN < μ W_NT: pushing into the floor while sliding pulls the contact closed (Painlevé).
#[test]
fn painleve_contact_has_three_answers() {
    let w = DMatrix::from_row_slice(2, 2, &[1.0, 2.0, 2.0, 5.0]);
    let found = enumerate(&dense(&w, vec![1.0, 4.0], vec![Law::Planar { mu: 1.0 }]));
    assert!(found.complete);
    let by = |mode: Mode| &found.solutions.iter().find(|s| s.modes == [mode]).unwrap().r;
    assert!(near(by(Mode::Open), &[0.0, 0.0], 0.0));
    assert!(near(by(Mode::Stick), &[3.0, -2.0], 1e-13));
    assert!(near(by(Mode::Slide), &[1.0, -1.0], 1e-13));
    assert_eq!(found.solutions.len(), 3);
    // The same contact in space keeps all three.
    let w = DMatrix::from_row_slice(3, 3, &[1.0, 2.0, 0.0, 2.0, 5.0, 0.0, 0.0, 0.0, 1.0]);
    let space = enumerate(&dense(&w, vec![1.0, 4.0, 0.0], vec![Law::Coulomb { mu: 1.0 }]));
    assert!(space.complete);
    for r in [[0.0, 0.0, 0.0], [3.0, -2.0, 0.0], [1.0, -1.0, 0.0]] {
        assert!(
            space.solutions.iter().any(|s| near(&s.r, &r, 1e-12)),
            "{r:?} in {:?}",
            space.solutions
        );
    }
}

#[test]
fn a_problem_without_solution_has_none() {
    let found = enumerate(&dense(
        &DMatrix::from_element(1, 1, -1.0),
        vec![-1.0],
        vec![Law::Unilateral],
    ));
    assert!(found.complete && found.solutions.is_empty(), "{found:?}");
}

#[test]
fn boxes_and_joints_take_their_modes() {
    let w = DMatrix::identity(3, 3);
    let laws = vec![
        Law::Bilateral,
        Law::Box { lo: -1.0, hi: 2.0 },
        Law::Box {
            lo: f64::NEG_INFINITY,
            hi: 0.5,
        },
    ];
    let found = enumerate(&dense(&w, vec![-4.0, -3.0, 7.0], laws));
    assert!(found.complete);
    assert_eq!(found.solutions.len(), 1);
    assert_eq!(found.solutions[0].r, [4.0, 2.0, -7.0]);
    assert_eq!(found.solutions[0].modes, [Mode::Stick, Mode::Upper, Mode::Stick]);
}

#[test]
fn a_singular_operator_is_said_to_be_incomplete() {
    let w = DMatrix::from_element(2, 2, 1.0);
    let found = enumerate(&dense(
        &w,
        vec![-1.0, -1.0],
        vec![Law::Unilateral, Law::Unilateral],
    ));
    assert!(!found.complete && !found.solutions.is_empty());
}

#[test]
fn laws_and_sizes_beyond_reach_are_refused() {
    let w = DMatrix::identity(5, 5);
    let rolling = dense(
        &w,
        vec![0.0; 5],
        vec![Law::Rolling {
            mu: 0.1,
            rolling: 0.1,
        }],
    );
    assert!(matches!(
        enumerate_modes(&rolling, &Options::default()),
        Err(ProblemError::Law { block: 0, .. })
    ));
    let many = dense(
        &DMatrix::identity(64, 64),
        vec![-1.0; 64],
        vec![Law::Planar { mu: 0.1 }; 32],
    );
    let found = enumerate(&many);
    assert!(!found.complete && found.solutions.is_empty());
}

/// One contact in space with any W: every sign change of the slip's cross product over a fine scan is listed.
#[test]
fn curved_slides_of_one_contact_are_those_of_a_fine_scan() {
    let mut random = Random::new(5);
    let (mut several, mut scanned) = (0, 0);
    for case in 0..400 {
        let w = DMatrix::from_fn(3, 3, |i, j| random.normal() + if i == j { 1.0 } else { 0.0 });
        let b: Vec<f64> = (0..3).map(|_| random.normal()).collect();
        let mu = [random.range(0.1, 2.0), random.range(0.1, 2.0)];
        let problem = dense(&w, b.clone(), vec![Law::Elliptic { mu }]);
        let found = enumerate(&problem);
        let slides = scan(&w, &b, mu);
        for r in &slides {
            let listed = found
                .solutions
                .iter()
                .any(|s| near(&s.r, r, 1e-2 * (1.0 + r[0].abs())));
            assert!(listed, "case {case}: {r:?} in {:?}", found.solutions);
        }
        let listed = found
            .solutions
            .iter()
            .filter(|s| s.modes == [Mode::Slide])
            .count();
        assert!(listed >= slides.len(), "case {case}");
        scanned += slides.len();
        several += usize::from(found.solutions.len() > 1);
        assert!(
            found
                .solutions
                .iter()
                .all(|s| errors(&problem, &s.r).scaled <= 1e-9)
        );
    }
    assert!(several > 20, "only {several} cases with several solutions");
    assert!(scanned > 200, "only {scanned} slides to compare with");
}

/// Slides found by walking around the ellipse: r_N from u_N = 0, then a sign change of u_T × n with u_T
/// against d.
fn scan(w: &DMatrix<f64>, b: &[f64], mu: [f64; 2]) -> Vec<[f64; 3]> {
    let steps: usize = 20_000;
    let at = |k: usize| {
        let (s, c) = (std::f64::consts::TAU * k as f64 / steps as f64).sin_cos();
        let d = [1.0, mu[0] * c, mu[1] * s];
        let push = |i: usize| (0..3).map(|j| w[(i, j)] * d[j]).sum::<f64>();
        let r = -b[0] / push(0);
        let u = [b[1] + r * push(1), b[2] + r * push(2)];
        let n = [c / mu[0], s / mu[1]];
        (r, d, u[0] * n[1] - u[1] * n[0], u[0] * n[0] + u[1] * n[1])
    };
    let mut out: Vec<[f64; 3]> = Vec::new();
    for k in 0..steps {
        let ((r, d, cross, along), (next, _, cross_next, _)) = (at(k), at(k + 1));
        // A pole of r_N changes the sign too, with large values on both sides.
        let pole = r * next <= 0.0 || cross.abs().max(cross_next.abs()) > 1.0 + along.abs();
        if cross * cross_next < 0.0 && !pole && r > 1e-6 && along < -1e-3 {
            out.push([r, r * d[1], r * d[2]]);
        }
    }
    out
}

/// With W positive definite a slide away from all others is isolated: what a solver answers must be listed.
#[test]
fn answers_of_every_solver_are_among_the_listed_ones() {
    let families: [(&[&str], usize); 5] = [
        (&["planar", "asymmetric"], 4),
        (&["unilateral", "bilateral", "box", "planar"], 5),
        (&["coulomb"], 1),
        (&["coulomb", "elliptic"], 3),
        (&["facetted", "planar-rolling"], 2),
    ];
    for (laws, blocks) in families {
        let (mut compared, mut tried) = (0, 0);
        for seed in 0..25 {
            let motions = 3 * blocks + 3;
            let problem = random_problem(&Mixed {
                seed,
                blocks,
                motions,
                laws,
                degenerate: false,
            })
            .unwrap();
            let listed = enumerate(&problem);
            assert!(
                !listed.solutions.is_empty(),
                "{laws:?}, seed {seed}: W is regular, a solution exists"
            );
            if laws.iter().all(|law| !["coulomb", "elliptic"].contains(law)) || blocks == 1 {
                assert!(listed.complete, "{laws:?}, seed {seed}");
            }
            for mut candidate in solvers() {
                if !candidate.covers(&problem) {
                    continue;
                }
                tried += 1;
                let mut r = vec![0.0; problem.rows()];
                if candidate.solver.solve(&problem, &mut r).stop != Stop::Converged {
                    continue;
                }
                compared += 1;
                let known = listed.solutions.iter().any(|s| close(&problem, &s.r, &r));
                assert!(
                    known,
                    "{}: {laws:?}, seed {seed}: {r:?} not in {:?}",
                    candidate.name, listed.solutions
                );
                assert!(agree(&problem, &r, &listed.solutions[0].r, 1e-6));
            }
        }
        assert!(
            5 * compared >= 3 * tried,
            "{laws:?}: only {compared} answers to compare"
        );
    }
}

/// Whether two impulses are the same to what the solvers' tolerance and the condition of W allow.
fn close(problem: &ContactProblem, a: &[f64], b: &[f64]) -> bool {
    let eigen = dense_delassus(problem).symmetric_eigen().eigenvalues;
    let size = b.iter().fold(1.0, |m: f64, x| m.max(x.abs()));
    near(a, b, 1e-6 * size * (eigen.max() / eigen.min()).max(1.0))
}
