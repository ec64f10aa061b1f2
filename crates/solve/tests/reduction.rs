//! The reduction to mixed LCPs, and W against dense algebra.

use drystone_solve::certificate::certify;
use drystone_solve::delassus::{Delassus, Sparse};
use drystone_solve::law::Law;
use drystone_solve::lcp::{Method, Options, solve_mixed};
use drystone_solve::problem::{ContactProblem, ProblemError};
use drystone_solve::reduction::{explicit, facetted, to_lcp};
use drystone_solve::solver::Stop;
use nalgebra::DMatrix;

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
