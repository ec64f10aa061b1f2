//! Projections, sections and shifts of every law, from no friction to absurd coefficients.

use crate::common::{MONOTONE, clauses, config, difference, norm, radius};
use drystone_solve::law::{Law, MAX_ROWS, facet_direction};
use drystone_solve::synthetic::rectangle;
use proptest::prelude::*;

const EPS: f64 = f64::EPSILON;

/// Coefficients from none to absurd.
fn coefficient() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => 0.01..2.0,
        1 => Just(0.0),
        1 => Just(1000.0),
        2 => (-12.0..12.0).prop_map(|e| 10f64.powf(e)),
    ]
}

/// Every law with a cone.
fn cone_law() -> impl Strategy<Value = Law> {
    let c = coefficient;
    prop_oneof![
        Just(Law::Unilateral),
        c().prop_map(|mu| Law::Planar { mu }),
        (c(), c()).prop_map(|(minus, plus)| Law::Asymmetric { minus, plus }),
        c().prop_map(|mu| Law::Coulomb { mu }),
        (c(), c()).prop_map(|(a, b)| Law::Elliptic { mu: [a, b] }),
        (c(), 3usize..65).prop_map(|(mu, facets)| Law::Facetted { mu, facets }),
        (c(), c()).prop_map(|(a, b)| rectangle([a, b])),
        (c(), c()).prop_map(|(mu, torsion)| Law::Torsion { mu, torsion }),
        (c(), c()).prop_map(|(mu, rolling)| Law::PlanarRolling { mu, rolling }),
        (c(), c()).prop_map(|(mu, rolling)| Law::Rolling { mu, rolling }),
        (c(), c(), c()).prop_map(|(mu, torsion, rolling)| Law::RollingTorsion { mu, torsion, rolling }),
    ]
}

/// An impulse: each component ordinary, zero, or of another order of magnitude.
fn impulse() -> impl Strategy<Value = [f64; MAX_ROWS]> {
    let entry = prop_oneof![
        4 => -3.0..3.0,
        1 => Just(0.0),
        1 => (-12.0..4.0).prop_map(|e| 10f64.powf(e)),
        1 => (-12.0..4.0).prop_map(|e| -(10f64.powf(e))),
    ];
    proptest::array::uniform6(entry)
}

fn projected(law: &Law, x: &[f64]) -> Vec<f64> {
    let mut y = x[..law.rows()].to_vec();
    law.project(&mut y);
    y
}

/// Spin counts as sliding at the radius torsion / μ: a large μ magnifies its cone excess.
fn magnified(law: &Law) -> f64 {
    match *law {
        Law::Torsion { mu, .. } | Law::RollingTorsion { mu, .. } => 1.0 + mu,
        _ => 1.0,
    }
}

/// s_D of the tangential part of x: the shift of −x.
fn support(law: &Law, x: &[f64]) -> f64 {
    let opposite: Vec<f64> = x.iter().map(|x| -x).collect();
    law.shift(&opposite)
}

proptest! {
    #![proptest_config(config(20_000))]

    /// Moreau: y = P_K(x) exactly when y ∈ K, x − y ∈ K°, y ⟂ x − y. Distances relative to ‖x‖.
    #[test]
    fn projection_splits_every_impulse_into_cone_and_polar_part(law in cone_law(), x in impulse()) {
        let n = law.rows();
        let x = &x[..n];
        let y = projected(&law, x);
        let z = difference(x, &y);
        let size = norm(x);
        prop_assert!(y.iter().all(|y| y.is_finite()), "{y:?}");
        let found = clauses(law, &y, &[0.0; MAX_ROWS]);
        prop_assert!(found.tension == 0.0, "{law:?}: P({x:?}) = {y:?}");
        prop_assert!(found.cone_excess <= 20.0 * EPS * size * magnified(&law), "{law:?}: P({x:?}) = {y:?} leaves K by {}", found.cone_excess);
        let along: f64 = y.iter().zip(&z).map(|(y, z)| y * z).sum();
        prop_assert!(along.abs() <= 50.0 * EPS * size * size, "{law:?}: P({x:?}) = {y:?} has yᵀz = {along:e}");
        let polar = (z[0] + support(&law, &z)) / (1.0 + radius(&law).powi(2)).sqrt();
        prop_assert!(polar <= 50.0 * EPS * size, "{law:?}: x − P({x:?}) leaves K° by {polar:e}");
    }

    #[test]
    fn projection_is_idempotent_and_nonexpansive(law in cone_law(), x in impulse(), other in impulse()) {
        let n = law.rows();
        let y = projected(&law, &x);
        let again = projected(&law, &y);
        let moved = norm(&difference(&y, &again));
        prop_assert!(moved <= 50.0 * EPS * norm(&x[..n]), "{law:?}: {y:?} moves by {moved:e}");
        let y2 = projected(&law, &other);
        let (before, after) = (norm(&difference(&x[..n], &other[..n])), norm(&difference(&y, &y2)));
        let rounding = 50.0 * EPS * (norm(&x[..n]) + norm(&other[..n]));
        prop_assert!(after <= before + rounding, "{law:?}: {x:?}, {other:?}: {before} grows to {after}");
    }

    /// K is a cone: P(s x) = s P(x), over a hundred powers of ten.
    #[test]
    fn projection_scales_with_the_impulse(law in cone_law(), x in impulse(), e in -50.0f64..50.0) {
        let scale = 10f64.powf(e);
        let y = projected(&law, &x);
        let scaled: Vec<f64> = x.iter().map(|x| scale * x).collect();
        let found: Vec<f64> = projected(&law, &scaled).iter().map(|y| y / scale).collect();
        prop_assert!(norm(&difference(&y, &found)) <= 50.0 * EPS * norm(&x[..law.rows()]), "{law:?}: {y:?}, {found:?}");
    }

    #[test]
    fn box_projection_clamps(lo in -2.0..0.5f64, width in 0.0..2.0f64, x in -5.0..5.0f64) {
        let law = Law::Box { lo, hi: lo + width };
        let y = projected(&law, &[x])[0];
        prop_assert_eq!(y, x.max(lo).min(lo + width));
        let half = Law::Box { lo: f64::NEG_INFINITY, hi: lo };
        prop_assert_eq!(projected(&half, &[x])[0], x.min(lo));
        prop_assert_eq!(projected(&Law::Bilateral, &[x])[0], x);
    }

    /// Projection on the section itself: nearer than any other point, by the angle at the projection.
    #[test]
    fn section_projection_is_the_nearest_point(law in cone_law(), x in impulse()) {
        if let Some(shape) = law.shape() {
            let mut y = x;
            shape.project(&mut y[..law.rows()]);
            let z = difference(&x[..law.rows()], &y[..law.rows()]);
            // (x − y)ᵀ(d − y) ≤ 0 for all d in D, that is s_D(z) ≤ zᵀ y.
            let along: f64 = (1..law.rows()).map(|k| z[k] * y[k]).sum();
            let rounding = 100.0 * EPS * norm(&x[..law.rows()]) * (radius(&law) + norm(&y[..law.rows()]));
            prop_assert!(support(&law, &z) - along <= rounding, "{law:?}: {x:?} goes to {y:?}");
            let mut inside = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0];
            inside[1..law.rows()].copy_from_slice(&y[1..law.rows()]);
            let excess = clauses(law, &inside, &[0.0; MAX_ROWS]).cone_excess;
            prop_assert!(excess <= 50.0 * EPS * magnified(&law) * norm(&inside).max(norm(&x[..law.rows()])), "{law:?}: {y:?} leaves D by {excess:e}");
        }
    }
}

proptest! {
    #![proptest_config(config(1000))]

    /// The support function is the largest product with a point of the boundary, up to the spacing of the
    /// points.
    #[test]
    fn shift_is_the_largest_product_over_the_section(law in cone_law(), u in impulse()) {
        let u = &u[..law.rows()];
        let shift = law.shift(u);
        let mut best = 0.0;
        for group in boundary(&law) {
            let products = group.iter().map(|d| (1..u.len()).map(|k| -u[k] * d[k]).sum::<f64>());
            best += products.fold(f64::NEG_INFINITY, f64::max);
        }
        let size = radius(&law) * norm(&u[1..]);
        prop_assert!(best <= shift + 50.0 * EPS * size, "{law:?}: shift {shift}, a point gives {best}");
        // Points of a circle 3° apart miss at most 1 − cos 1.5° of it; two angles miss twice that.
        prop_assert!(shift <= best * 1.002 + 50.0 * EPS * size, "{law:?}: shift {shift}, points give {best}");
    }
}

/// Points of the boundary of D by its description: D is the product of the groups, 0 outside their rows.
fn boundary(law: &Law) -> Vec<Vec<[f64; MAX_ROWS]>> {
    let circle: Vec<(f64, f64)> = (0..120)
        .map(|k| f64::from(3 * k).to_radians().sin_cos())
        .collect();
    let at = |start: usize, values: &[f64]| {
        let mut d = [0.0; MAX_ROWS];
        d[start..start + values.len()].copy_from_slice(values);
        d
    };
    let line = |row: usize, lo: f64, hi: f64| vec![at(row, &[lo]), at(row, &[hi])];
    let ellipse = |row: usize, a: f64, b: f64| {
        circle
            .iter()
            .map(|c| at(row, &[a * c.0, b * c.1]))
            .collect::<Vec<_>>()
    };
    let ellipsoid = |a: f64, b: f64| {
        let turn = |d: &(f64, f64)| {
            circle
                .iter()
                .map(|c| at(1, &[a * c.0 * d.0, a * c.1 * d.0, b * d.1]))
                .collect::<Vec<_>>()
        };
        circle.iter().flat_map(turn).collect::<Vec<_>>()
    };
    match *law {
        Law::Bilateral | Law::Unilateral | Law::Box { .. } => vec![],
        Law::Planar { mu } => vec![line(1, -mu, mu)],
        Law::Asymmetric { minus, plus } => vec![line(1, -minus, plus)],
        Law::Coulomb { mu } => vec![ellipse(1, mu, mu)],
        Law::Elliptic { mu } => vec![ellipse(1, mu[0], mu[1])],
        Law::Facetted { mu, facets } => {
            vec![
                (0..facets)
                    .map(|k| at(1, &facet_direction(facets, k).map(|x| mu * x)))
                    .collect(),
            ]
        }
        Law::Section(s) => {
            let [a, b, ..] = s.parameters;
            vec![line(1, -a, a), line(2, -b, b)]
        }
        Law::Torsion { mu, torsion } => vec![ellipsoid(mu, torsion)],
        Law::PlanarRolling { mu, rolling } => vec![line(1, -mu, mu), line(2, -rolling, rolling)],
        Law::Rolling { mu, rolling } => vec![ellipse(1, mu, mu), ellipse(3, rolling, rolling)],
        Law::RollingTorsion { mu, torsion, rolling } => {
            vec![ellipsoid(mu, torsion), ellipse(4, rolling, rolling)]
        }
    }
}

#[test]
fn known_projections_on_the_round_cone() {
    for (mu, x, expected) in [
        (1.0, [1.0, 3.0, 4.0], [3.0, 1.8, 2.4]),
        (0.5, [2.0, 1.0, 0.0], [2.0, 1.0, 0.0]),
        (0.5, [2.0, 0.6, 0.8], [2.0, 0.6, 0.8]),
        (0.5, [-1.0, 3.0, 4.0], [1.2, 0.36, 0.48]),
        (0.5, [-3.0, 0.6, 0.8], [0.0, 0.0, 0.0]),
        (2.0, [0.0, 1.0, 0.0], [0.4, 0.8, 0.0]),
        (0.3, [1.0, 0.3, 0.0], [1.0, 0.3, 0.0]),
    ] {
        // The disc by its own formula, as an ellipse, and as one group of a larger cone.
        let mut wide = x.to_vec();
        wide.extend([0.0, 0.0, 0.0]);
        let laws = [
            Law::Coulomb { mu },
            Law::Elliptic { mu: [mu, mu] },
            Law::Elliptic {
                mu: [mu, mu * (1.0 + EPS)],
            },
            Law::Rolling { mu, rolling: 0.1 },
            Law::Torsion { mu, torsion: 0.3 },
            Law::RollingTorsion {
                mu,
                torsion: 0.2,
                rolling: 0.1,
            },
        ];
        for law in laws {
            let y = projected(&law, &wide);
            let off = norm(&difference(&y[..3], &expected));
            assert!(
                off <= 1e-14,
                "{law:?}: P({x:?}) expected {expected:?}, found {y:?}"
            );
        }
    }
}

/// The associated law K ∋ x ⟂ M x + q ∈ K* (no shift) with known solutions: fixed points of x − P(x − y).
#[test]
fn known_second_order_cone_solutions_are_fixed_points() {
    for (m, q, x) in MONOTONE {
        let moved: Vec<f64> = (0..3)
            .map(|i| x[i] - q[i] - (0..3).map(|j| m[3 * i + j] * x[j]).sum::<f64>())
            .collect();
        let y = projected(&Law::Coulomb { mu: 1.0 }, &moved);
        assert!(norm(&difference(&y, &x)) <= 1e-14, "expected {x:?}, found {y:?}");
    }
}

/// A particle in a right-angled wedge with μ = 1 on both walls: (0, −n, 0) ∈ K₁ and (1, n, 1/2n) ∈ K₂ for
/// every n, each on the boundary, although their sum tends to (1, 0, 0), which no reactions balance.
#[test]
fn the_reactions_of_a_right_angled_wedge_lie_on_their_cones() {
    let law = Law::Coulomb { mu: 1.0 };
    let root = f64::sqrt(0.5);
    for n in [1.0, 10.0, 100.0, 1000.0] {
        // Normal, along the edge, up the wall: n₁ = (0, −1, 1)/√2, n₂ = (0, 1, 1)/√2.
        let first = [root * n, 0.0, -root * n];
        let (y, z) = (n, 0.5 / n);
        let second = [root * (y + z), 1.0, root * (z - y)];
        for r in [first, second] {
            let mut projected = r;
            law.project(&mut projected);
            let off = projected
                .iter()
                .zip(r)
                .map(|(p, r)| (p - r).abs())
                .fold(0.0, f64::max);
            assert!(off < 1e-12 * n.max(1.0), "n = {n}: {r:?} is {off} off its cone");
            let inside = [r[0] * (1.0 - 1e-6), r[1], r[2]];
            let mut moved = inside;
            law.project(&mut moved);
            assert!(moved != inside, "n = {n}: {r:?} is not on the boundary");
        }
    }
}
