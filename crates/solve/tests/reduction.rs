//! Reductions between problem types, against dense algebra and each other.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::cone_problems::largest_difference as distance;
use drystone_solve::certificate::certify;
use drystone_solve::delassus::{Delassus, Sparse};
use drystone_solve::law::Law;
use drystone_solve::lcp::{Method, Options, solve, solve_mixed};
use drystone_solve::mass::Mass;
use drystone_solve::problem::{ContactProblem, ProblemError};
use drystone_solve::reduction::{
    eliminate_bilateral, explicit, facetted, projected_velocity, projection_to_lcp, to_lcp,
};
use drystone_solve::solver::Stop;
use nalgebra::{DMatrix, DVector};

/// Numbers that look irregular but are the same everywhere.
fn number(k: usize) -> f64 {
    ((k * 7919 + 13) % 1009) as f64 / 504.5 - 1.0
}

fn jacobian(rows: usize, dofs: usize, shift: usize) -> DMatrix<f64> {
    DMatrix::from_fn(rows, dofs, |i, j| number(i * dofs + j + shift))
}

fn mass(dofs: usize) -> DMatrix<f64> {
    let b = jacobian(dofs, dofs, 500);
    &b * b.transpose() + DMatrix::identity(dofs, dofs)
}

/// W from (M, H), with M dense, in parts, and without symmetry.
#[test]
fn the_delassus_operator_is_the_product_of_its_factors() {
    for (rows, dofs, skew) in [(6, 4, 0.0), (9, 12, 0.0), (6, 7, 0.3)] {
        let h = jacobian(rows, dofs, 0);
        let mut m = mass(dofs);
        for i in 0..dofs {
            for j in 0..i {
                m[(i, j)] += skew;
                m[(j, i)] -= skew;
                // Two independent parts.
                if (i < dofs / 2) != (j < dofs / 2) {
                    (m[(i, j)], m[(j, i)]) = (0.0, 0.0);
                }
            }
        }
        let laws = vec![Law::Coulomb { mu: 0.4 }; rows / 3];
        let b = (0..rows).map(number).collect();
        let problem =
            ContactProblem::from_factors(Sparse::from_dense(&m), Sparse::from_dense(&h), b, laws).unwrap();
        let Delassus::Explicit(w) = explicit(&problem).unwrap().delassus else {
            unreachable!()
        };
        let expected = &h * m.clone().try_inverse().unwrap() * h.transpose();
        let off = (w.to_dense() - expected).amax();
        assert!(off <= 1e-12, "{rows} rows, {dofs} dofs: off by {off}");
    }
}

/// Two joints rows, a contact, a motor and a limit; W regular.
fn mixed_problem(dofs: usize) -> ContactProblem {
    let laws = vec![
        Law::Bilateral,
        Law::Planar { mu: 0.5 },
        Law::Box { lo: -0.3, hi: 0.2 },
        Law::Bilateral,
        Law::Unilateral,
        Law::Facetted { mu: 0.7, facets: 6 },
        Law::Asymmetric {
            minus: 0.2,
            plus: 0.9,
        },
    ];
    let rows: usize = laws.iter().map(Law::rows).sum();
    let h = jacobian(rows, dofs, 40);
    let w = &h * mass(dofs).try_inverse().unwrap() * h.transpose();
    let b: Vec<f64> = (0..rows).map(|k| 3.0 * number(3 * k + 1)).collect();
    ContactProblem::from_dense(&w, b, laws).unwrap()
}

/// The mixed LCP, with joints as free rows, certifies as a solution of the contact problem.
#[test]
fn every_law_of_the_reduction_holds_for_its_solution() {
    let problem = mixed_problem(14);
    let reduction = to_lcp(&problem).unwrap();
    assert!(reduction.to_lcp().is_none());
    for method in [Method::Lemke, Method::NewtonFischerBurmeister, Method::Auto] {
        let found = solve_mixed(&reduction.problem, method, &Options::default());
        assert_eq!(found.stop, Stop::Converged, "{}: {found:?}", method.name());
        let r = reduction.impulse(&found.z);
        let certificate = certify(&problem, &r);
        assert!(
            certificate.clauses().iter().all(|c| c.1 <= 1e-9),
            "{}: {certificate:?}",
            method.name()
        );
    }
}

/// Solving without the joints and recovering them is solving with them.
#[test]
fn eliminated_joints_come_back() {
    let problem = mixed_problem(14);
    let eliminated = eliminate_bilateral(&problem).unwrap();
    assert!(eliminated.problem.laws.iter().all(|l| *l != Law::Bilateral));
    let reduction = to_lcp(&eliminated.problem).unwrap();
    let found = solve_mixed(&reduction.problem, Method::Auto, &Options::default());
    assert_eq!(found.stop, Stop::Converged);
    let r = eliminated.recover(&reduction.impulse(&found.z));
    let certificate = certify(&problem, &r);
    assert!(
        certificate.clauses().iter().all(|c| c.1 <= 1e-9),
        "{certificate:?}"
    );
    let whole = to_lcp(&problem).unwrap();
    let same = solve_mixed(&whole.problem, Method::Auto, &Options::default());
    let off = distance(&r, &whole.impulse(&same.z));
    assert!(off <= 1e-8, "off by {off}");
}

#[test]
fn dependent_joints_are_refused() {
    let mut h = jacobian(4, 6, 3);
    for j in 0..6 {
        h[(2, j)] = 2.0 * h[(0, j)] - 1e-3 * h[(1, j)];
    }
    let w = &h * h.transpose();
    let laws = vec![Law::Bilateral, Law::Bilateral, Law::Bilateral, Law::Unilateral];
    let problem = ContactProblem::from_dense(&w, vec![0.1, 0.2, 0.3, -1.0], laws).unwrap();
    let refused = eliminate_bilateral(&problem).unwrap_err();
    assert_eq!(refused, ProblemError::Dependent { what: "bilateral" });
    // Small units are no dependence.
    let mut h = jacobian(3, 6, 3);
    h.row_mut(0).scale_mut(1e-7);
    let laws = vec![Law::Bilateral, Law::Bilateral, Law::Unilateral];
    let problem = ContactProblem::from_dense(&(&h * h.transpose()), vec![1e-7, 0.2, -1.0], laws).unwrap();
    assert!(eliminate_bilateral(&problem).is_ok());
}

#[test]
fn laws_without_facets_are_refused() {
    let torsion = Law::Torsion {
        mu: 0.5,
        torsion: 0.1,
    };
    let problem = ContactProblem::from_dense(&DMatrix::identity(4, 4), vec![-1.0; 4], vec![torsion]).unwrap();
    assert!(matches!(
        to_lcp(&problem),
        Err(ProblemError::Law {
            block: 0,
            law: "torsion",
            ..
        })
    ));
    let round = Law::Coulomb { mu: 0.5 };
    let problem = ContactProblem::from_dense(&DMatrix::identity(3, 3), vec![-1.0; 3], vec![round]).unwrap();
    assert!(to_lcp(&problem).is_err());
    assert!(to_lcp(&facetted(&problem, 5).unwrap()).is_ok());
    assert!(facetted(&problem, 2).is_err());
}

/// v projected on { H v ≥ c }: feasible, and v − v₀ = M⁻¹Hᵀz with z ≥ 0 on the active rows alone (Karush,
/// Kuhn, Tucker).
#[test]
fn the_projection_satisfies_its_optimality_conditions() {
    let (rows, dofs) = (7, 5);
    let (m, h) = (mass(dofs), jacobian(rows, dofs, 11));
    // v = 0 is strictly feasible.
    let c: Vec<f64> = (0..rows).map(|k| -0.2 - 0.1 * number(k).abs()).collect();
    let v0: Vec<f64> = (0..dofs).map(|k| 3.0 * number(5 * k + 2)).collect();
    let (mass, jacobian) = (Mass::new(Sparse::from_dense(&m)).unwrap(), Sparse::from_dense(&h));
    let lcp = projection_to_lcp(&mass, &jacobian, &v0, &c).unwrap();
    let found = solve(&lcp, Method::Lemke, &Options::default());
    assert_eq!(found.stop, Stop::Converged);
    let v = DVector::from_vec(projected_velocity(&mass, &jacobian, &v0, &found.z));
    let slack = &h * &v - DVector::from_column_slice(&c);
    let z = DVector::from_vec(found.z);
    assert!(
        slack.min() >= -1e-12 && z.min() >= 0.0 && z.amax() > 0.0,
        "{slack}"
    );
    assert!(slack.dot(&z).abs() <= 1e-12);
    let stationary = &m * (&v - DVector::from_vec(v0)) - h.transpose() * z;
    assert!(stationary.amax() <= 1e-12, "{stationary}");
}

/// The wedge x ≥ |y|, unit mass: a velocity outside goes to the nearest point of it, on an edge or the tip.
#[test]
fn projection_on_a_wedge_in_closed_form() {
    let mass = Mass::new(Sparse::from_dense(&DMatrix::identity(2, 2))).unwrap();
    let h = Sparse::from_dense(&DMatrix::from_row_slice(2, 2, &[1.0, 1.0, 1.0, -1.0]));
    for (v, expected) in [
        ([0.0, 1.0], [0.5, 0.5]),
        ([-2.0, 1.0], [0.0, 0.0]),
        ([2.0, -1.0], [2.0, -1.0]),
        ([-1.0, -3.0], [1.0, -1.0]),
    ] {
        let lcp = projection_to_lcp(&mass, &h, &v, &[0.0; 2]).unwrap();
        let z = solve(&lcp, Method::Auto, &Options::default()).z;
        let found = projected_velocity(&mass, &h, &v, &z);
        assert!(
            distance(&found, &expected) <= 1e-14,
            "{v:?}: {found:?}, expected {expected:?}"
        );
    }
}
