//! Tests of the module above.

use super::{judge as judge_all, *};
use crate::certificate::certify;
use crate::infeasible::find_ray;
use crate::measure::{Measure, Meter};
use nalgebra::DMatrix;

fn problem(n: usize, w: &[f64], b: &[f64], laws: Vec<Law>) -> ContactProblem {
    ContactProblem::from_dense(&DMatrix::from_row_slice(n, n, w), b.to_vec(), laws).unwrap()
}

/// The judgement alone.
fn judged(problem: &ContactProblem, r: &[f64]) -> Judgement {
    judge_all(problem, None, r).0
}

fn unilateral(n: usize, w: &[f64], b: &[f64]) -> ContactProblem {
    problem(n, w, b, vec![Law::Unilateral; n])
}

/// W = I, b = (−1, 1e11), r = 0: a norm over both rows sees a defect of 1e-11. The first row sees 1.
#[test]
fn no_norm_over_all_rows_hides_one() {
    let found = judged(&unilateral(2, &[1.0, 0.0, 0.0, 1.0], &[-1.0, 1e11]), &[0.0, 0.0]);
    assert!(found.laws < 1e-10, "{found:?}");
    assert!(found.block > 0.99 && found.worst == 0, "{found:?}");
    assert!(!found.holds(1e-10));
    let right = judged(&unilateral(2, &[1.0, 0.0, 0.0, 1.0], &[-1.0, 1e11]), &[1.0, 0.0]);
    assert!(right.excess(1e-10) < 1e-6, "{right:?}");
}

/// u₁ + u₂ = −0.001 whatever r is. Impulses of 5e7 make the defect small beside themselves alone.
#[test]
fn large_impulses_excuse_no_approach() {
    let crushed = unilateral(2, &[1.0, -1.0, -1.0, 1.0], &[-1.0, 0.999]);
    for size in [1.0, 5e7, 1e12, 1e16, 1e300] {
        let found = judged(&crushed, &[size + 0.9995, size]);
        assert!(!found.holds(1e-10), "{size}: {found:?}");
    }
    assert!(ray_error(&crushed, &[1.0, 1.0]) <= 1e-15);
    assert_eq!(ray_error(&crushed, &[-1.0, -1.0]), f64::INFINITY);
    assert_eq!(ray_error(&crushed, &[1.0, 0.0]), f64::INFINITY);
}

/// Squares of 4.9e153 overflow: their ratio is no measure.
#[test]
fn impulses_whose_squares_overflow_are_judged() {
    let problem = unilateral(2, &[-2.9, 4.8, 0.4, -1.0], &[-0.9, -0.3]);
    let found = judged(&problem, &[0.0, 4.9e153]);
    assert!(!found.holds(1e-10), "{found:?}");
    assert!(!judged(&problem, &[0.0, f64::INFINITY]).holds(1e-10));
    assert!(!judged(&problem, &[0.0, f64::NAN]).holds(1e-10));
}

/// r = 0 with u_N = −1: wrong at every μ. The natural map divides that by μ.
#[test]
fn normal_defects_do_not_fade_with_mu() {
    for mu in [0.0, 0.5, 1e5, 1e10, 1e15] {
        let w = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
        let problem = problem(3, &w, &[-1.0, 0.3, 0.4], vec![Law::Coulomb { mu }]);
        assert!(judged(&problem, &[0.0; 3]).block > 0.5, "mu = {mu}");
        if mu >= 0.5 {
            let sticks = judged(&problem, &[1.0, -0.3, -0.4]);
            assert!(sticks.holds(1e-12), "mu = {mu}: {sticks:?}");
        }
    }
}

/// A stored zero in M joins no parts: the answer is that of the matrix without it.
#[test]
fn the_given_mass_matrix_judges_the_velocity() {
    let entries = [
        (0, 0, 2.0),
        (0, 1, 0.9),
        (1, 0, 0.9),
        (1, 1, 2.0),
        (2, 2, 2.0),
        (2, 3, 0.5),
        (3, 2, 0.5),
        (3, 3, 2.0),
        (0, 3, 0.0),
    ];
    let mass = Sparse::from_triplets(4, 4, &entries).unwrap();
    let h = Sparse::from_dense(&DMatrix::identity(4, 4));
    let laws = vec![Law::Planar { mu: 0.5 }, Law::Planar { mu: 0.3 }];
    let problem = ContactProblem::from_factors(mass, h, vec![-1.0, 0.5, -0.7, 0.2], laws).unwrap();
    let explicit = crate::reduction::explicit(&problem).unwrap();
    let Delassus::Explicit(w) = &explicit.delassus else {
        panic!("blocks")
    };
    // The inverse of [2, 0.9; 0.9, 2].
    assert!((w.to_dense()[(0, 0)] - 2.0 / (4.0 - 0.81)).abs() < 1e-15);
    let wrong = judged(&problem, &[2.0, -1.0, 1.4, -0.4]);
    assert!(!wrong.holds(1e-10), "{wrong:?}");
    assert!(wrong.dynamics <= 1e-15, "{wrong:?}");
}

/// Somebody made a wrong inverse of M. Certificate and judge go back to M: a small fault is mended, a large
/// one leaves no certificate at all, and neither takes over what the inverse says.
#[test]
fn a_spoiled_inverse_certifies_nothing() {
    let mass = Sparse::from_dense(&DMatrix::from_row_slice(2, 2, &[2.0, 0.9, 0.9, 2.0]));
    let h = Sparse::from_dense(&DMatrix::identity(2, 2));
    let laws = vec![Law::Planar { mu: 0.5 }];
    let mut problem = ContactProblem::from_factors(mass, h, vec![-1.0, 0.5], laws).unwrap();
    let spoil = |problem: &mut ContactProblem, factor: f64| {
        if let Delassus::Factored { mass, .. } = &mut problem.delassus {
            mass.spoil(factor);
        }
    };
    let r = [1.3, -0.2];
    let right = certify(&problem, &r);
    assert!(right.penetration > 0.0, "{right:?}");
    spoil(&mut problem, 1.0 + 1e-5);
    let mut by_inverse = [0.0; 2];
    problem.relative_velocity(&r, &mut by_inverse);
    let mended = certify(&problem, &r);
    assert!(
        (-by_inverse[0] - right.penetration).abs() > 1e-6,
        "the fault shows"
    );
    assert!(
        (mended.penetration - right.penetration).abs() < 1e-14,
        "{mended:?}"
    );
    assert!(judged(&problem, &r).dynamics <= DYNAMICS);
    spoil(&mut problem, 1.3);
    let lost = certify(&problem, &r);
    assert!(lost.joints.is_nan() && lost.complementarity.is_nan(), "{lost:?}");
    assert!(!judged(&problem, &r).holds(1e-3));
}

/// Points outside every section go to the nearest point of it: no point of a fine mesh is nearer.
#[test]
fn sections_are_projected_on_their_nearest_points() {
    let laws = [
        Law::Coulomb { mu: 0.7 },
        Law::Elliptic { mu: [0.2, 0.9] },
        Law::Facetted { mu: 0.6, facets: 5 },
    ];
    for law in laws {
        let shape = law.shape().unwrap();
        for k in 0..12 {
            let angle = 0.5 * f64::from(k);
            let x = [2.0 * angle.cos(), 1.3 * angle.sin()];
            let mut y = x;
            sections::nearest(&shape, 1.5, &[1.0, 1.0], &mut y);
            let own = (y[0] - x[0]).hypot(y[1] - x[1]);
            for i in 0..720 {
                let t = f64::from(i) * std::f64::consts::TAU / 720.0;
                let mut p = [9.0 * t.cos(), 9.0 * t.sin()];
                sections::nearest(&shape, 1.5, &[1.0, 1.0], &mut p);
                assert!(
                    (p[0] - x[0]).hypot(p[1] - x[1]) >= own - 1e-12,
                    "{} at {angle}",
                    law.name()
                );
            }
        }
    }
}

/// The multiplier of an ellipsoid by halving alone, from far below to far above: the same point to rounding,
/// for flat sections and for points just outside.
#[test]
fn sections_are_projected_as_by_halving() {
    for (k, far) in [1.0 + 1e-14, 1.0 + 1e-9, 1.1, 7.0, 1e6, 1e150]
        .into_iter()
        .enumerate()
    {
        for flat in [1.0, 0.3, 1e-4, 1e-9] {
            let law = Law::Elliptic {
                mu: [0.8, 0.8 * flat],
            };
            let shape = law.shape().unwrap();
            let (c, angle) = (2.5, 0.3 + 0.4 * k as f64);
            let axes = [c * 0.8, c * 0.8 * flat];
            let x = [far * axes[0] * angle.cos(), far * axes[1] * angle.sin()];
            let mut y = x;
            sections::nearest(&shape, c, &[1.0, 1.0], &mut y);
            let place = |lambda: f64| [0, 1].map(|k| x[k] / (1.0 + lambda / axes[k] / axes[k]));
            let (mut low, mut high) = (1e-300_f64, 1e300_f64);
            for _ in 0..4000 {
                let middle = low.sqrt() * high.sqrt();
                let p = place(middle);
                let outside = (p[0] / axes[0]).hypot(p[1] / axes[1]) > 1.0;
                *(if outside { &mut low } else { &mut high }) = middle;
            }
            let asked = place(high);
            for k in 0..2 {
                let apart = (y[k] - asked[k]).abs();
                assert!(
                    apart <= 4e-15 * asked[k].abs(),
                    "{far} {flat}: {y:?}, asked {asked:?}"
                );
            }
        }
    }
}

#[test]
fn norms_neither_overflow_nor_vanish() {
    assert!((norm([3e200, 4e200]) - 5e200).abs() < 1e186);
    assert!((norm([3e-200, 4e-200]) - 5e-200).abs() < 1e-214);
    assert!(norm([1.0, f64::NAN]).is_nan());
    assert_eq!(norm([1.0, f64::INFINITY, 2.0]), f64::INFINITY);
    assert_eq!(norm([]), 0.0);
}

/// Two bodies at 50 m/s that touch: an impulse of 1e-16 N s beside a velocity of 1e-15 m/s, which is rounding
/// of the 50, misses no law. It does where the velocity is more than that, or the impulse pulls.
#[test]
fn bodies_that_fly_along_together_miss_nothing() {
    let judged = |r: f64, u: f64| {
        // A velocity that is no number is not in the problem.
        let b = if u.is_nan() { 0.0 } else { u - r };
        let problem = unilateral(1, &[1.0], &[b]);
        let mut judge = Judge::default();
        let glance = judge.glance(&problem, (&[r], &[u]));
        if glance.step_excess(1e-10) <= 1.0 {
            glance
        } else {
            judge.reached(&problem, (&[r], &[u]), 50.0)
        }
    };
    assert!(judged(1e-16, 1e-15).step_excess(1e-10) <= 1.0);
    assert!(judged(1e-14, 1e-15).step_excess(1e-10) <= 1.0);
    assert!(judged(1e-14, -1e-15).step_excess(1e-10) <= 1.0);
    assert!(judged(1e-10, 1e-7).step_excess(1e-10) > 1.0);
    assert!(judged(1e-7, 1e-10).step_excess(1e-10) > 1.0);
    assert!(judged(-1e-10, 1e-15).step_excess(1e-10) > 1.0);
    assert!(judged(0.0, -1e-10).step_excess(1e-10) > 1.0);
    // Not so for NaN either.
    let nan = judged(1e-16, f64::NAN).step_excess(1e-10);
    assert!(!(nan <= 1.0), "{nan}");
}

/// (M, H) of free masses and the floor, without friction.
fn by_factors(mass: &[f64], h: &[f64], b: &[f64]) -> ContactProblem {
    let n = mass.len();
    let m = Sparse::from_dense(&DMatrix::from_diagonal(&nalgebra::DVector::from_row_slice(mass)));
    let h = Sparse::from_dense(&DMatrix::from_row_slice(b.len(), n, h));
    ContactProblem::from_factors(m, h, b.to_vec(), vec![Law::Unilateral; b.len()]).unwrap()
}

/// A free mass that falls on 1 g on the floor: r = (m + …, m) stops it, be m 1e20 kg. W y of y = (1, 1) is
/// 1/m, which is nothing beside the 1000 of the gram; Hᵀ y is 1.
#[test]
fn a_heavy_mass_is_no_wall() {
    for m in [1e6, 1e9, 1e12, 1e16, 1e20] {
        let fallen = by_factors(&[1e-3, m], &[1.0, 0.0, -1.0, 1.0], &[-0.00981, -1.0]);
        assert_eq!(ray_error(&fallen, &[1.0, 1.0]), f64::INFINITY, "{m}");
        assert_eq!(find_ray(&fallen, &[m, m]), None, "{m}");
    }
    // In W itself 1/m is there to 1e13: 9 units in the last place of its neighbours, then 1.
    for m in [1e6, 1e9, 1e12, 1e13_f64] {
        let w = [1e3, -1e3, -1e3, 1e3 + 1.0 / m];
        let fallen = unilateral(2, &w, &[-0.00981, -1.0]);
        assert_eq!(ray_error(&fallen, &[1.0, 1.0]), f64::INFINITY, "{m}");
        assert_eq!(find_ray(&fallen, &[m, m]), None, "{m}");
    }
    // A wall is one.
    let wall = unilateral(2, &[1e3, -1e3, -1e3, 1e3], &[-0.00981, -1.0]);
    assert!(ray_error(&wall, &[1.0, 1.0]) <= 1e-15);
    assert!(find_ray(&wall, &[1e9, 1e9]).is_some());
}

/// 1 g between two walls that close, and 1e9 kg on it: the walls are the proof, and the heavy one has no
/// part in it.
#[test]
fn a_heavy_mass_hides_no_proof() {
    let h = [1.0, 0.0, -1.0, 0.0, -1.0, 1.0];
    let pressed = by_factors(&[1e-3, 1e9], &h, &[-1.0, 0.5, -1.0]);
    let y = find_ray(&pressed, &[1e9, 1e9, 1e9]).expect("a proof");
    assert!(y[0] > 0.0 && (y[0] - y[1]).abs() <= 1e-14 * y[0], "{y:?}");
    assert_eq!(y[2], 0.0);
    assert!(ray_error(&pressed, &y) <= 1e-14);
    let open = by_factors(&[1e-3, 1e9], &h, &[-1.0, 1.5, -1.0]);
    assert_eq!(find_ray(&open, &[1e9, 1e9, 1e9]), None);
}

/// u = 1e-5 m/s in a contact that carries 1e6 N s, beside velocities of 1 m/s: 1e-11 of the impulses. A step
/// is not left for that.
#[test]
fn a_step_goes_on_until_velocities_are_met() {
    let m = 1e6;
    let heavy = unilateral(2, &[1.0, -1.0, -1.0, 1.0 + 1.0 / m], &[0.0, -1.0]);
    let error = |r: [f64; 2]| Meter::new(&heavy).error(&heavy, &r, Measure::Step);
    assert!(error([m, m]) <= 1e-14);
    assert!(error([m + 1e-5, m]) >= 1e-7);
    let plain = Meter::new(&heavy).measure(&heavy, &[m + 1e-5, m]).worst();
    assert!(plain <= 1e-10, "{plain}");
}

/// n balls on a floor, each pressed by its own weight. Errors of one size everywhere pass a coarse tolerance
/// whatever n is, and a better answer is never refused where a worse one passes; one ball of many that is not
/// held at all passes none.
#[test]
fn a_coarse_tolerance_is_judged_by_the_norm_and_hides_no_block() {
    for n in [4, 100, 1000] {
        let w = DMatrix::identity(n, n);
        let b: Vec<f64> = (0..n).map(|i| -1.0 - (i % 7) as f64).collect();
        let problem = ContactProblem::from_dense(&w, b.clone(), vec![Law::Unilateral; n]).expect("a problem");
        let off = |share: f64| b.iter().map(|b| -b * (1.0 + share)).collect::<Vec<f64>>();
        for tolerance in [3e-2, 1e-3, 1e-4, 1e-6, 1e-8] {
            let mut last = 0.0;
            for share in [1e-12, 1e-9, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2] {
                let excess = judged(&problem, &off(share)).excess(tolerance);
                assert!(excess >= last, "{n} {tolerance} {share}");
                last = excess;
            }
            assert!(
                judged(&problem, &off(0.5 * tolerance)).holds(tolerance),
                "{n} {tolerance}"
            );
            let mut lost = off(0.0);
            lost[n / 2] = 0.0;
            assert!(!judged(&problem, &lost).holds(tolerance), "{n} {tolerance}");
            // What the methods are told agrees with it.
            for r in [&off(0.5 * tolerance), &off(0.1), &lost] {
                let found = judged(&problem, r);
                let told = found.least_tolerance() <= tolerance && found.laws <= LIPSCHITZ * tolerance;
                assert_eq!(told, found.holds(tolerance), "{n} {tolerance} {found:?}");
            }
        }
    }
}
