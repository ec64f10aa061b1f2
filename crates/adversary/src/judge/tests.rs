//! The judge on problems whose answers are known by hand: right ones pass, and each clause catches its lie.

use super::{Scaled, check_ray, measure};
use crate::problem::{Law, Operator, Problem};

fn dense(w: &[f64], b: &[f64], laws: &[Law]) -> Problem {
    Problem {
        operator: Operator::Dense(w.to_vec()),
        b: b.to_vec(),
        laws: laws.to_vec(),
    }
}

fn eye(n: usize) -> Vec<f64> {
    (0..n * n)
        .map(|k| f64::from(u8::from(k % (n + 1) == 0)))
        .collect()
}

fn accepted(problem: &Problem, r: &[f64]) -> bool {
    measure(problem, r).unwrap().is_solved()
}

/// W = 1, b_N = −1, a slip of 3 along t₁: r_N = 1 and the friction that D allows.
#[test]
fn a_sliding_contact_of_every_shape_passes_with_all_its_friction_and_fails_with_less() {
    let cases = [
        (Law::Planar(0.4), vec![-1.0, 3.0], vec![1.0, -0.4]),
        (Law::Asymmetric(0.2, 0.7), vec![-1.0, -3.0], vec![1.0, 0.7]),
        (Law::Coulomb(0.5), vec![-1.0, 3.0, 4.0], vec![1.0, -0.3, -0.4]),
        (
            Law::Elliptic([0.4, 0.1]),
            vec![-1.0, 3.0, 0.0],
            vec![1.0, -0.4, 0.0],
        ),
        (Law::Facetted(0.4, 4), vec![-1.0, 3.0, 0.1], vec![1.0, -0.4, 0.0]),
        (
            Law::Torsion(0.4, 0.1),
            vec![-1.0, 0.0, 0.0, 3.0],
            vec![1.0, 0.0, 0.0, -0.1],
        ),
        (
            Law::PlanarRolling(0.4, 0.1),
            vec![-1.0, 3.0, -2.0],
            vec![1.0, -0.4, 0.1],
        ),
        (
            Law::Rolling(0.4, 0.1),
            vec![-1.0, 3.0, 0.0, 0.0, 2.0],
            vec![1.0, -0.4, 0.0, 0.0, -0.1],
        ),
        (
            Law::RollingTorsion(0.4, 0.2, 0.1),
            vec![-1.0, 3.0, 0.0, 0.0, 0.0, 2.0],
            vec![1.0, -0.4, 0.0, 0.0, 0.0, -0.1],
        ),
    ];
    for (law, b, r) in cases {
        let problem = dense(&eye(b.len()), &b, &[law]);
        let found = measure(&problem, &r).unwrap();
        assert!(found.is_solved(), "{law:?}: {found:?}");
        for row in 0..r.len() {
            let mut other = r.clone();
            other[row] += 1e-3;
            assert!(!accepted(&problem, &other), "{law:?} with row {row} off by 1e-3");
        }
    }
}

/// Without friction nothing acts along the tangents, and axes without length are no axes.
#[test]
fn coefficients_of_zero_leave_the_slip_alone() {
    let laws = [
        Law::Planar(0.0),
        Law::Coulomb(0.0),
        Law::Elliptic([0.0, 0.0]),
        Law::Facetted(0.0, 5),
        Law::Torsion(0.0, 0.0),
        Law::Rolling(0.0, 0.0),
        Law::RollingTorsion(0.0, 0.0, 0.0),
    ];
    for law in laws {
        let n = law.rows().len();
        let b: Vec<f64> = (0..n).map(|k| if k == 0 { -2.0 } else { 3.0 }).collect();
        let problem = dense(&eye(n), &b, &[law]);
        let mut r = vec![0.0; n];
        r[0] = 2.0;
        assert!(accepted(&problem, &r), "{law:?}: {:?}", measure(&problem, &r));
        r[n - 1] = -0.01;
        assert!(!accepted(&problem, &r), "{law:?}");
    }
    // Torsion alone: the disc has no radius, the spin is held.
    let problem = dense(&eye(4), &[-1.0, 3.0, 0.0, 5.0], &[Law::Torsion(0.0, 0.1)]);
    assert!(accepted(&problem, &[1.0, 0.0, 0.0, -0.1]));
    // One side of a box that is open on the other.
    let problem = dense(&[1.0], &[3.0], &[Law::Box(-1.0, f64::INFINITY)]);
    assert!(accepted(&problem, &[-1.0]));
    assert!(!accepted(&problem, &[-0.5]));
}

/// Sliding on an ellipse: −u_T is normal to it at r_T, so r_T = a² ∘ (−u_T) / ‖a ∘ u_T‖ at u_T = (3, 4).
#[test]
fn friction_of_an_ellipse_follows_its_normal() {
    let (a, u) = ([0.4, 0.1], [3.0, 4.0]);
    let length = f64::hypot(a[0] * u[0], a[1] * u[1]);
    let t: Vec<f64> = (0..2).map(|k| -a[k] * a[k] * u[k] / length).collect();
    let b = [-1.0, u[0] - t[0], u[1] - t[1]];
    let problem = dense(&eye(3), &b, &[Law::Elliptic(a)]);
    assert!(accepted(&problem, &[1.0, t[0], t[1]]));
    assert!(!accepted(&problem, &[1.0, -0.24, -0.08]));
}

#[test]
fn joints_bounds_and_contacts_without_friction_are_judged_by_their_statement() {
    let (box_, free) = (Law::Box(-1.0, 2.0), Law::Box(f64::NEG_INFINITY, f64::INFINITY));
    for (law, b, right, wrong) in [
        (Law::Bilateral, 3.0, -3.0, -2.9),
        (Law::Unilateral, -3.0, 3.0, 2.9),
        (Law::Unilateral, 3.0, 0.0, 0.1),
        (box_, 3.0, -1.0, -0.9),
        (box_, 0.5, -0.5, -0.4),
        (box_, -5.0, 2.0, 2.1),
        (free, 7.0, -7.0, 0.0),
    ] {
        let problem = dense(&[1.0], &[b], &[law]);
        assert!(accepted(&problem, &[right]), "{law:?} {b}");
        assert!(!accepted(&problem, &[wrong]), "{law:?} {b}");
    }
}

/// The lies that were told: a contact that penetrates because μ is huge, a small block beside a large one, an
/// overflow, an answer of 5e7 where there is none.
#[test]
fn known_lies_are_seen() {
    let mu = dense(
        &[2.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 2.0],
        &[-1.0, 0.5, 0.0],
        &[Law::Coulomb(1e10)],
    );
    assert!(!accepted(&mu, &[0.0; 3]));
    assert!(accepted(&mu, &[0.5, -0.25, 0.0]));
    let beside = dense(&eye(2), &[-1.0, 1e11], &[Law::Unilateral; 2]);
    assert!(!accepted(&beside, &[0.0, 0.0]));
    assert!(accepted(&beside, &[1.0, 0.0]));
    let none = dense(&[1.0, -1.0, -1.0, 1.0], &[-1.0, 0.999], &[Law::Unilateral; 2]);
    assert!(!accepted(&none, &[5e7, 5e7]));
    let overflow = dense(&[-2.9, 4.8, 0.4, -1.0], &[-0.9, -0.3], &[Law::Unilateral; 2]);
    assert!(!accepted(&overflow, &[0.0, 4.9e153]));
    assert!(!accepted(&overflow, &[f64::NAN, 0.0]));
}

/// The scaling is by exact powers: the same problem in units 1e±150 of the first is judged the same.
#[test]
fn units_do_not_matter() {
    for unit in [1e-150, 1.0, 1e150] {
        let w: Vec<f64> = [2.0, 1.0, 1.0, 2.0].iter().map(|x| x * unit).collect();
        for b in [1e-140, 1.0, 1e140] {
            let problem = dense(&w, &[-b, -b], &[Law::Unilateral; 2]);
            let r = b / 3.0 / unit;
            assert!(accepted(&problem, &[r, r]), "{unit:e} {b:e}");
            assert!(!accepted(&problem, &[r, r * 1.001]), "{unit:e} {b:e}");
        }
    }
}

/// M = [[2, 1], [1, 2]], H = 1: W = [[2, −1], [−1, 2]] / 3.
#[test]
fn factors_give_the_same_verdict_as_their_product() {
    for unit in [1e-150, 1.0, 1e150] {
        let problem = Problem {
            operator: Operator::Factored {
                dofs: 2,
                mass: vec![(0, 0, 2.0 * unit), (0, 1, unit), (1, 0, unit), (1, 1, 2.0 * unit)],
                jacobian: vec![(0, 0, 1.0), (1, 1, 1.0), (0, 1, 0.0)],
            },
            b: vec![-1.0, -1.0],
            laws: vec![Law::Unilateral; 2],
        };
        assert!(accepted(&problem, &[3.0 * unit, 3.0 * unit]));
        assert!(!accepted(&problem, &[3.0 * unit, 2.99 * unit]));
    }
}

#[test]
fn a_ray_is_a_proof_only_where_every_clause_holds() {
    let laws = [Law::Unilateral; 2];
    let none = dense(&[1.0, -1.0, -1.0, 1.0], &[-1.0, 0.999], &laws);
    let check = |problem: &Problem, ray: &[f64]| check_ray(&Scaled::new(problem).unwrap(), ray);
    assert_eq!(check(&none, &[1.0, 1.0]), Ok(()));
    assert!(
        check(&none, &[1.0, 0.0]).is_err(),
        "z of the first normal is positive"
    );
    assert!(check(&none, &[-1.0, -1.0]).is_err(), "y is negative");
    let some = dense(&[1.0, -1.0, -1.0, 1.0], &[-1.0, 1.001], &laws);
    assert!(check(&some, &[1.0, 1.0]).is_err(), "y·b is positive");
    // Friction drags the floor down: z_N = −1, z_T = 2, so only μ ≤ 1/2 leaves no way out.
    let w = [-1.0, 2.0, 0.0, 1.0];
    for (mu, proof) in [(0.4, true), (0.6, false)] {
        let problem = dense(&w, &[-1.0, 0.0], &[Law::Planar(mu)]);
        assert_eq!(check(&problem, &[1.0, 0.0]).is_ok(), proof, "μ = {mu}");
        assert!(check(&problem, &[1.0, 0.1]).is_err(), "y of a friction row");
    }
    // A motor of at most 1 pushes a stop: u = r₂ + b.
    let motor = |b: f64| {
        dense(
            &[0.0, 1.0, 1.0, 1.0],
            &[b, 0.0],
            &[Law::Bilateral, Law::Box(-1.0, 1.0)],
        )
    };
    assert_eq!(check(&motor(-1.5), &[1.0, 0.0]), Ok(()));
    assert!(check(&motor(-0.5), &[1.0, 0.0]).is_err());
}
