//! Joints eliminated first: chains with closed forms, motors that hold or slip, rows that repeat, and
//! problems that are left as they are.

use crate::common::within;
use drystone_solve::certificate::certify;
use drystone_solve::cone;
use drystone_solve::law::Law;
use drystone_solve::problem::ContactProblem;
use drystone_solve::solver::{Settings, SolverReport, Stop};
use nalgebra::{DMatrix, DVector};

/// W = H M⁻¹ Hᵀ and b = H v of bodies on a line, or of any degrees of freedom.
fn problem(h: &DMatrix<f64>, masses: &[f64], v: &[f64], laws: Vec<Law>) -> ContactProblem {
    let inverse = DMatrix::from_diagonal(&DVector::from_iterator(
        masses.len(),
        masses.iter().map(|m| 1.0 / m),
    ));
    let w = h * inverse * h.transpose();
    let b = h * DVector::from_column_slice(v);
    ContactProblem::from_dense(&w, b.as_slice().to_vec(), laws).unwrap()
}

fn solve(problem: &ContactProblem, guess: f64, tolerance: f64) -> (Vec<f64>, SolverReport) {
    let settings = Settings {
        tolerance,
        ..Settings::default()
    };
    let mut r = vec![guess; problem.rows()];
    let report = cone::by_name("auto", settings).unwrap().solve(problem, &mut r);
    (r, report)
}

/// u = W r + b.
fn velocity(problem: &ContactProblem, r: &[f64]) -> Vec<f64> {
    let mut u = vec![0.0; r.len()];
    problem.relative_velocity(r, &mut u);
    u
}

/// A row of masses, each held to the next: row k is v_{k+1} − v_k = 0.
fn chain(n: usize) -> DMatrix<f64> {
    DMatrix::from_fn(n - 1, n, |i, j| match j {
        _ if j == i => -1.0,
        _ if j == i + 1 => 1.0,
        _ => 0.0,
    })
}

/// A chain that falls lengthwise on its first mass stops: the floor gives the momentum of all, joint k that
/// of those behind it; whatever the masses.
#[test]
fn a_chain_that_strikes_with_its_end_has_its_closed_form() {
    for (n, ratio) in [(2, 1.0), (20, 1.0), (200, 1.0), (20, 1e3), (20, 1e6)] {
        let masses: Vec<f64> = (0..n).map(|i| if i % 2 == 0 { 1.0 } else { ratio }).collect();
        let mut h = chain(n).insert_row(n - 1, 0.0);
        h[(n - 1, 0)] = 1.0;
        let mut laws = vec![Law::Bilateral; n - 1];
        laws.push(Law::Unilateral);
        let problem = problem(&h, &masses, &vec![-1.0; n], laws);
        let (r, report) = solve(&problem, 0.0, 1e-10);
        assert_eq!(report.stop, Stop::Converged, "{n} {ratio:e}");
        assert!(report.iterations <= 3, "{n} {ratio:e}: {}", report.iterations);
        // W keeps 1/m of the heavy ones beside 1/m of the light ones, to rounding.
        let close = 1e-12 + 1e-13 * ratio;
        let mut behind: f64 = masses.iter().sum();
        assert!(
            (r[n - 1] - behind).abs() <= close * behind,
            "{n} {ratio:e}: {}",
            r[n - 1]
        );
        for k in 0..n - 1 {
            behind -= masses[k];
            // The joint pushes the masses behind it back.
            assert!(
                (r[k] - behind).abs() <= close * behind,
                "{n} {ratio:e} joint {k}: {}",
                r[k]
            );
        }
    }
}

/// Twelve motors on a tree of links hold it; one whose bound is too low slips at its bound, and the others go
/// on holding.
#[test]
fn motors_hold_within_their_bounds_and_slip_at_them() {
    let n = 13;
    let v: Vec<f64> = (0..n).map(|i| (1.7 * i as f64).sin()).collect();
    let masses: Vec<f64> = (0..n).map(|i| 1.0 + (i % 3) as f64).collect();
    let motors = |bound: f64| {
        let mut laws = vec![Law::Box { lo: -50.0, hi: 50.0 }; n - 1];
        laws[5] = Law::Box {
            lo: -bound,
            hi: bound,
        };
        problem(&chain(n), &masses, &v, laws)
    };
    let (held, report) = solve(&motors(50.0), 0.0, 1e-10);
    assert_eq!(report.stop, Stop::Converged);
    assert!(report.iterations <= 3, "{}", report.iterations);
    assert!(velocity(&motors(50.0), &held).iter().all(|u| u.abs() < 1e-13));
    assert!(held[5].abs() > 0.1, "{}", held[5]);
    let bound = 0.5 * held[5].abs();
    let weak = motors(bound);
    let (r, report) = solve(&weak, 0.0, 1e-10);
    assert_eq!(report.stop, Stop::Converged);
    assert!((r[5].abs() - bound).abs() < 1e-12, "{}", r[5]);
    let u = velocity(&weak, &r);
    for (k, u) in u.iter().enumerate() {
        assert_eq!(u.abs() > 1e-6, k == 5, "motor {k}: {u:e}");
    }
    assert!(u[5] * r[5] < 0.0);
}

/// A motor that turns a locked joint: it cannot, and pushes with all it has.
#[test]
fn a_motor_against_a_lock_is_at_its_bound() {
    let h = DMatrix::from_row_slice(2, 2, &[-1.0, 1.0, -1.0, 1.0]);
    let mut problem = problem(
        &h,
        &[1.0, 2.0],
        &[0.3, 0.1],
        vec![Law::Bilateral, Law::Box { lo: -2.0, hi: 2.0 }],
    );
    // The motor asks for another velocity than the lock.
    problem.free_velocity[1] -= 1.0;
    let (r, report) = solve(&problem, 0.0, 1e-10);
    assert_eq!(report.stop, Stop::Converged);
    assert!((r[1] - 2.0).abs() < 1e-9, "{r:?}");
    assert!(velocity(&problem, &r)[0].abs() < 1e-12);
}

/// Every joint twice, and a frictionless contact on each mass: velocities are unique, whatever the impulses.
#[test]
fn repeated_joints_and_contacts_agree_with_sweeps() {
    for seed in 0..40_u32 {
        let n = 3 + (seed % 7) as usize;
        let wave = |i: usize, a: f64| (a * i as f64 + 0.37 * f64::from(seed)).sin();
        let masses: Vec<f64> = (0..n).map(|i| 1.5 + wave(i, 2.3)).collect();
        let v: Vec<f64> = (0..n).map(|i| wave(i, 1.1) - 0.3).collect();
        let joints = chain(n);
        // Some of the masses stay free of each other, and their contacts too.
        let kept: Vec<usize> = (0..n - 1)
            .filter(|k| !(k + seed as usize).is_multiple_of(4))
            .collect();
        let rows = 2 * kept.len() + n;
        let h = DMatrix::from_fn(rows, n, |i, j| match i {
            _ if i < 2 * kept.len() => joints[(kept[i / 2], j)],
            _ => f64::from(u8::from(i - 2 * kept.len() == j)),
        });
        let mut laws = vec![Law::Bilateral; 2 * kept.len()];
        laws.resize(rows, Law::Unilateral);
        let problem = problem(&h, &masses, &v, laws);
        let (r, report) = solve(&problem, 0.0, 1e-12);
        assert_eq!(report.stop, Stop::Converged, "seed {seed}");
        assert!(within(&certify(&problem, &r), 1e-10), "seed {seed}");
        let settings = Settings {
            tolerance: 1e-13,
            max_iterations: Some(100_000),
            ..Settings::default()
        };
        let mut other = vec![0.0; rows];
        cone::by_name("gauss-seidel", settings)
            .unwrap()
            .solve(&problem, &mut other);
        let far = velocity(&problem, &r)
            .iter()
            .zip(velocity(&problem, &other))
            .fold(0.0, |m: f64, (a, b)| m.max((a - b).abs()));
        assert!(far < 1e-9, "seed {seed}: {far:e}");
    }
}

/// A mass held to the ground, with a contact that closes: joints leave it nothing, and the contact does not
/// ask for anything. With a W that is not symmetric the methods see it as it is.
#[test]
fn what_joints_hold_entirely_and_unsymmetric_problems_are_answered() {
    let held = problem(
        &DMatrix::from_row_slice(2, 1, &[1.0, 1.0]),
        &[2.0],
        &[-1.0],
        vec![Law::Bilateral, Law::Unilateral],
    );
    let (r, report) = solve(&held, 0.0, 1e-10);
    assert_eq!(report.stop, Stop::Converged);
    assert!(within(&certify(&held, &r), 1e-10), "{r:?}");
    let w = DMatrix::from_row_slice(2, 2, &[2.0, 0.5, -0.3, 1.0]);
    let laws = vec![Law::Bilateral, Law::Unilateral];
    let turned = ContactProblem::from_dense(&w, vec![-1.0, -1.0], laws).unwrap();
    let (r, report) = solve(&turned, 0.0, 1e-10);
    assert_eq!(report.stop, Stop::Converged);
    assert!(velocity(&turned, &r).iter().all(|u| u.abs() < 1e-9), "{r:?}");
}
