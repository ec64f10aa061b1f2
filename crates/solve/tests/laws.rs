//! Projections, shifts, certificates and errors of every law, in every mode, at every scale.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

mod common;

use common::{ONE_CONTACT, dense, dense_delassus};
use drystone_solve::certificate::{Certificate, certify};
use drystone_solve::error::{Meter, errors};
use drystone_solve::law::{Law, MAX_ROWS, Shape, facet_direction};
use drystone_solve::problem::ContactProblem;
use drystone_solve::synthetic::{ALL_LAWS, Random, random_law, rectangle};
use nalgebra::DMatrix;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

const EPS: f64 = f64::EPSILON;

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(1988),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

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

fn norm(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum::<f64>().sqrt()
}

fn projected(law: &Law, x: &[f64]) -> Vec<f64> {
    let mut y = x[..law.rows()].to_vec();
    law.project(&mut y);
    y
}

fn difference(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a - b).collect()
}

/// The certificate of one block alone with given u and r (W = 0, b = u).
fn clauses(law: Law, r: &[f64], u: &[f64]) -> Certificate {
    let n = law.rows();
    certify(&dense(&DMatrix::zeros(n, n), u[..n].to_vec(), vec![law]), &r[..n])
}

/// The radius of the smallest ball around D.
fn radius(law: &Law) -> f64 {
    match law.shape() {
        None => 0.0,
        Some(Shape::Ellipsoids(groups, count)) => {
            let of = |k: usize| groups[k].axes.iter().fold(0.0, |a: f64, b| a.max(*b));
            (0..count).map(|k| of(k) * of(k)).sum::<f64>().sqrt()
        }
        Some(Shape::Interval(a, b)) => a.max(b),
        Some(Shape::Polygon(mu, _)) => mu,
        Some(Shape::Section(s)) => norm(&s.parameters[..2]),
    }
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

    /// The support function is the largest product with a point of the boundary, up to the spacing of the points.
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

/// How a block moves in a constructed solution.
#[derive(Clone, Copy, Debug)]
enum Mode {
    Open,
    Grazing,
    Stick,
    Slide,
    /// Slides in the first group of its rows only.
    HalfSlide,
}

const MODES: [Mode; 5] = [
    Mode::Open,
    Mode::Grazing,
    Mode::Stick,
    Mode::Slide,
    Mode::HalfSlide,
];

/// The point of D that opposes the slip u_T most, from the description of each D.
fn opposing(law: &Law, u: &[f64]) -> [f64; MAX_ROWS] {
    let mut d = [0.0; MAX_ROWS];
    match law.shape() {
        None => {}
        Some(Shape::Ellipsoids(groups, count)) => {
            for g in &groups[..count] {
                let rows: Vec<f64> = (0..g.dim).map(|k| g.axes[k] * u[g.start + k]).collect();
                let size = norm(&rows);
                for k in 0..g.dim {
                    d[g.start + k] = if size > 0.0 {
                        -g.axes[k] * rows[k] / size
                    } else {
                        0.0
                    };
                }
            }
        }
        Some(Shape::Interval(minus, plus)) => d[1] = if u[1] < 0.0 { plus } else { -minus },
        Some(Shape::Polygon(mu, facets)) => {
            let power = |k: &usize| {
                let v = facet_direction(facets, *k);
                v[0] * u[1] + v[1] * u[2]
            };
            let k = (0..facets).min_by(|a, b| power(a).total_cmp(&power(b))).unwrap();
            let v = facet_direction(facets, k);
            (d[1], d[2]) = (mu * v[0], mu * v[1]);
        }
        Some(Shape::Section(s)) => {
            (d[1], d[2]) = (-s.parameters[0] * u[1].signum(), -s.parameters[1] * u[2].signum());
        }
    }
    d
}

/// A pair (r, u) that obeys `law` in the given mode.
fn obeying(law: &Law, mode: Mode, random: &mut Random) -> (Vec<f64>, Vec<f64>) {
    let n = law.rows();
    let mut r = vec![0.0; n];
    let mut u: Vec<f64> = (0..n).map(|_| random.normal()).collect();
    match (*law, mode) {
        (Law::Bilateral, _) => {
            r[0] = random.normal();
            u[0] = 0.0;
        }
        (Law::Box { lo, hi }, Mode::Open | Mode::Grazing) => {
            (r[0], u[0]) = if lo.is_finite() {
                (lo, u[0].abs())
            } else {
                (hi, -u[0].abs())
            };
        }
        (Law::Box { hi, .. }, Mode::Slide) => (r[0], u[0]) = (hi, -u[0].abs()),
        (Law::Box { lo, hi }, _) => (r[0], u[0]) = (0.5 * (lo.max(-9.0) + hi), 0.0),
        (_, Mode::Open) => u[0] = u[0].abs(),
        (_, Mode::Grazing) => u[0] = 0.0,
        (_, Mode::Stick) => {
            u.fill(0.0);
            r[0] = random.range(0.5, 2.0);
            let v: Vec<f64> = (0..n).map(|_| random.normal()).collect();
            let d = opposing(law, &v);
            (1..n).for_each(|k| r[k] = 0.5 * r[0] * d[k]);
        }
        (_, Mode::Slide | Mode::HalfSlide) => {
            u[0] = 0.0;
            r[0] = random.range(0.5, 2.0);
            if let (Mode::HalfSlide, Some(Shape::Ellipsoids(groups, 2))) = (mode, law.shape()) {
                u[groups[1].start..].fill(0.0);
            }
            let d = opposing(law, &u);
            (1..n).for_each(|k| r[k] = r[0] * d[k]);
        }
    }
    (r, u)
}

/// Blocks with constructed answers, joined by a W that need be neither symmetric nor regular.
struct Constructed {
    problem: ContactProblem,
    r: Vec<f64>,
    u: Vec<f64>,
}

fn constructed(seed: u64, degenerate: bool) -> Constructed {
    let mut random = Random::new(seed);
    let (mut laws, mut r, mut u) = (vec![], vec![], vec![]);
    for _ in 0..1 + random.below(4) {
        let name = ALL_LAWS[random.below(ALL_LAWS.len())];
        let law = random_law(name, &mut random, degenerate).unwrap();
        let mode = MODES[random.below(MODES.len())];
        let (ri, ui) = obeying(&law, mode, &mut random);
        laws.push(law);
        r.extend(ri);
        u.extend(ui);
    }
    let n = r.len();
    let rank = 1 + random.below(n);
    let h = DMatrix::from_fn(n, rank, |_, _| random.normal());
    let skew = DMatrix::from_fn(n, n, |_, _| 0.1 * random.normal());
    let w = &h * h.transpose() + (&skew - skew.transpose());
    let mut b = u.clone();
    for i in 0..n {
        b[i] -= (0..n).map(|j| w[(i, j)] * r[j]).sum::<f64>();
    }
    Constructed {
        problem: dense(&w, b, laws),
        r,
        u,
    }
}

/// A bound on what rounding does to the clauses: products of the largest numbers.
fn rounding(c: &Constructed) -> f64 {
    let largest = |x: &[f64]| x.iter().fold(1.0, |a: f64, x| a.max(x.abs()));
    let coefficient = c.problem.laws.iter().map(radius).fold(1.0, f64::max);
    100.0 * EPS * coefficient * largest(&c.r) * largest(&c.problem.free_velocity)
}

proptest! {
    #![proptest_config(config(3000))]

    #[test]
    fn constructed_solutions_have_no_defect(seed in any::<u64>()) {
        let c = constructed(seed, true);
        let tol = rounding(&c);
        for (name, found, _) in certify(&c.problem, &c.r).clauses() {
            prop_assert!(found <= tol, "{name} = {found:e} above {tol:e}: {:?} {:?} {:?}", c.problem.laws, c.r, c.u);
        }
        let found = errors(&c.problem, &c.r);
        prop_assert!(found.natural <= tol && found.scaled <= tol, "{found:?} above {tol:e}: {:?}", c.problem.laws);
    }

    /// Away from a solution both measures see it.
    #[test]
    fn certificate_and_error_see_the_same_defects(seed in any::<u64>()) {
        let c = constructed(seed, false);
        let mut random = Random::new(!seed);
        let mut r = c.r.clone();
        let k = random.below(r.len());
        r[k] += 0.1 * random.normal();
        let certificate = certify(&c.problem, &r);
        let worst = certificate.clauses().iter().fold(0.0, |a: f64, c| a.max(c.1));
        let mut meter = Meter::new(&c.problem);
        let found = meter.measure(&c.problem, &r).natural;
        let map = found * norm(&c.problem.free_velocity).max(norm(&r)).max(norm(&meter.u));
        // Clauses are products of what the natural map sees: a small defect there may be its square here.
        prop_assert!(map <= 1e-4 || worst > 1e-9, "natural map {map:e} but {certificate:?} for {:?}", c.problem.laws);
        prop_assert!(worst <= 1e-6 || map > 1e-9, "{certificate:?} but natural map {map:e} for {:?}", c.problem.laws);
    }

    /// Units of length, mass and time change no scaled error, and clauses as their units say.
    #[test]
    fn units_do_not_matter(seed in any::<u64>(), e in proptest::array::uniform3(-3.0..3.0f64)) {
        let c = constructed(seed, true);
        let mut random = Random::new(!seed);
        let r: Vec<f64> = c.r.iter().map(|r| r + 0.3 * random.normal()).collect();
        let [length, mass, time] = e.map(|e| 10f64.powf(e));
        let (other, scaled) = in_units(&c.problem, &r, [length, mass, time]);
        let (e1, e2) = (errors(&c.problem, &r).scaled, errors(&other, &scaled).scaled);
        prop_assert!((e1 - e2).abs() <= 1e-9 * e1 + 100.0 * EPS, "{e1} and {e2} for {:?}", c.problem.laws);
        let (a, b) = (certify(&c.problem, &r), certify(&other, &scaled));
        let (speed, push) = (length / time, mass * length / time);
        let work = speed * push;
        for (name, a, b, unit) in [
            ("penetration", a.penetration, b.penetration, speed),
            ("tension", a.tension, b.tension, push),
            ("complementarity", a.complementarity, b.complementarity, work),
            ("slip defect", a.slip_defect, b.slip_defect, work),
            ("joints", a.joints, b.joints, speed),
        ] {
            prop_assert!((a * unit - b).abs() <= 1e-7 * a * unit + rounding(&c) * unit, "{name}: {} and {b}", a * unit);
        }
        let rolls = c.problem.laws.iter().any(|law| law.name().contains("rolling") || matches!(law, Law::Torsion { mu, .. } if *mu == 0.0));
        if !rolls {
            let (a, b) = (a.cone_excess * push, b.cone_excess);
            let degenerate = c.problem.laws.iter().any(|law| matches!(law, Law::Torsion { torsion, .. } if *torsion == 0.0));
            prop_assert!(degenerate || (a - b).abs() <= 1e-7 * a + rounding(&c) * push, "cone excess: {a} and {b}");
        }
    }
}

/// The same problem and impulse with so many units of length, mass and time in the old ones.
fn in_units(problem: &ContactProblem, r: &[f64], units: [f64; 3]) -> (ContactProblem, Vec<f64>) {
    let [length, mass, time] = units;
    let laws: Vec<Law> = problem
        .laws
        .iter()
        .map(|law| match *law {
            Law::Box { lo, hi } => Law::Box {
                lo: lo * mass * length / time,
                hi: hi * mass * length / time,
            },
            Law::Torsion { mu, torsion } => Law::Torsion {
                mu,
                torsion: torsion * length,
            },
            Law::PlanarRolling { mu, rolling } => Law::PlanarRolling {
                mu,
                rolling: rolling * length,
            },
            Law::Rolling { mu, rolling } => Law::Rolling {
                mu,
                rolling: rolling * length,
            },
            Law::RollingTorsion { mu, torsion, rolling } => Law::RollingTorsion {
                mu,
                torsion: torsion * length,
                rolling: rolling * length,
            },
            other => other,
        })
        .collect();
    let mut turns = Vec::new();
    for law in &laws {
        let sliding = if matches!(law, Law::PlanarRolling { .. }) {
            2
        } else {
            law.rows().min(3)
        };
        turns.extend((0..law.rows()).map(|k| k >= sliding));
    }
    let speed = |i: usize| if turns[i] { 1.0 / time } else { length / time };
    let push = |i: usize| mass * length / time * if turns[i] { length } else { 1.0 };
    let mut w = dense_delassus(problem);
    for i in 0..w.nrows() {
        for j in 0..w.ncols() {
            w[(i, j)] *= speed(i) / push(j);
        }
    }
    let b = problem
        .free_velocity
        .iter()
        .enumerate()
        .map(|(i, b)| b * speed(i))
        .collect();
    let r = r.iter().enumerate().map(|(i, r)| r * push(i)).collect();
    (dense(&w, b, laws), r)
}

#[test]
fn each_clause_reacts_to_its_own_violation() {
    let law = Law::Coulomb { mu: 0.5 };
    let zero = Certificate::default();
    assert_eq!(clauses(law, &[2.0, 0.6, 0.8], &[0.0; 3]), zero);
    assert_eq!(
        clauses(law, &[0.0; 3], &[-0.25, 0.0, 0.0]),
        Certificate {
            penetration: 0.25,
            ..zero
        }
    );
    assert_eq!(
        clauses(law, &[-0.25, 0.0, 0.0], &[0.0; 3]),
        Certificate {
            tension: 0.25,
            ..zero
        }
    );
    assert_eq!(
        clauses(law, &[2.0, 1.5, 2.0], &[0.0; 3]),
        Certificate {
            cone_excess: 1.5,
            ..zero
        }
    );
    assert_eq!(
        clauses(law, &[2.0, 0.0, 0.0], &[0.25, 0.0, 0.0]),
        Certificate {
            complementarity: 0.5,
            ..zero
        }
    );
    // Friction along the slip instead of against it: ‖ ‖u‖ r_T + μ r_N u ‖ = 2 · 3 = 6.
    assert_eq!(
        clauses(law, &[2.0, 1.0, 0.0], &[0.0, 3.0, 0.0]),
        Certificate {
            slip_defect: 6.0,
            ..zero
        }
    );
    assert_eq!(
        clauses(Law::Bilateral, &[5.0], &[-0.5]),
        Certificate { joints: 0.5, ..zero }
    );
    let motor = Law::Box { lo: -1.0, hi: 2.0 };
    assert_eq!(
        clauses(motor, &[2.5], &[0.0]),
        Certificate {
            cone_excess: 0.5,
            ..zero
        }
    );
    assert_eq!(
        clauses(motor, &[-1.25], &[0.0]),
        Certificate {
            cone_excess: 0.25,
            ..zero
        }
    );
    assert_eq!(
        clauses(motor, &[1.0], &[0.5]),
        Certificate {
            slip_defect: 1.0,
            ..zero
        }
    );
    assert_eq!(clauses(motor, &[-1.0], &[0.5]), zero);
    assert_eq!(clauses(motor, &[2.0], &[-0.5]), zero);
    let endless = Law::Box {
        lo: f64::NEG_INFINITY,
        hi: 2.0,
    };
    assert_eq!(
        clauses(endless, &[1.0], &[0.5]),
        Certificate { joints: 0.5, ..zero }
    );
    let sideways = Law::Asymmetric {
        minus: 0.25,
        plus: 1.0,
    };
    assert_eq!(clauses(sideways, &[2.0, 2.0], &[0.0, -3.0]), zero);
    assert_eq!(clauses(sideways, &[2.0, -0.5], &[0.0, 3.0]), zero);
    assert_eq!(
        clauses(sideways, &[2.0, -1.0], &[0.0, 0.0]),
        Certificate {
            cone_excess: 0.5,
            ..zero
        }
    );
    let rolling = Law::PlanarRolling {
        mu: 0.5,
        rolling: 0.25,
    };
    assert_eq!(
        clauses(rolling, &[2.0, 0.0, 0.75], &[0.0; 3]),
        Certificate {
            cone_excess: 0.25,
            ..zero
        }
    );
}

#[test]
fn within_refuses_nan_and_larger_clauses() {
    let tolerance = Certificate {
        penetration: 1.0,
        tension: 1.0,
        cone_excess: 1.0,
        complementarity: 1.0,
        slip_defect: 1.0,
        joints: 1.0,
    };
    assert!(Certificate::default().within(&tolerance) && tolerance.within(&tolerance));
    assert!(
        !Certificate {
            joints: 1.5,
            ..tolerance
        }
        .within(&tolerance)
    );
    assert!(
        !Certificate {
            slip_defect: f64::NAN,
            ..tolerance
        }
        .within(&tolerance)
    );
    assert!(!tolerance.within(&Certificate {
        tension: f64::NAN,
        ..tolerance
    }));
}

#[test]
fn nan_stays_nan_in_every_row_of_every_law() {
    let mut random = Random::new(7);
    let loose = [f64::MAX; 6];
    let [
        penetration,
        tension,
        cone_excess,
        complementarity,
        slip_defect,
        joints,
    ] = loose;
    let loose = Certificate {
        penetration,
        tension,
        cone_excess,
        complementarity,
        slip_defect,
        joints,
    };
    for name in ALL_LAWS {
        for degenerate in [false, true, true, true] {
            let law = random_law(name, &mut random, degenerate).unwrap();
            for row in 0..law.rows() {
                let mut spoiled = vec![0.5; law.rows()];
                spoiled[row] = f64::NAN;
                let fine = vec![0.0; law.rows()];
                let mut y = spoiled.clone();
                law.project(&mut y);
                assert!(y.iter().any(|y| y.is_nan()), "{law:?} projects NaN away");
                assert!(
                    !clauses(law, &spoiled, &fine).within(&loose),
                    "{law:?} certifies NaN in r"
                );
                let problem = dense(
                    &DMatrix::identity(law.rows(), law.rows()),
                    fine.clone(),
                    vec![law],
                );
                assert!(
                    errors(&problem, &spoiled).natural.is_nan(),
                    "{law:?} measures NaN as a number"
                );
                assert!(
                    errors(&problem, &spoiled).scaled.is_nan(),
                    "{law:?} measures NaN as a number"
                );
                // b is set after the check that would refuse it.
                let broken = ContactProblem {
                    free_velocity: spoiled,
                    ..problem
                };
                assert!(
                    !certify(&broken, &fine).within(&loose),
                    "{law:?} certifies NaN in u"
                );
                assert!(
                    errors(&broken, &fine).worst().is_nan(),
                    "{law:?}, row {row}: NaN in u is no error"
                );
            }
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
    let cases: [([f64; 9], [f64; 3], [f64; 3]); 4] = [
        (
            [
                1.1629, 0.1323, 0.5343, 0.1323, 2.9747, -0.1713, 0.5343, -0.1713, 3.0393,
            ],
            [-2.3943749278609427, -6.324701930164508, -2.6854109503678556],
            [2.0, 1.910672978251212, 0.5910404133226791],
        ),
        (
            [
                1.7541, -0.5347, -1.2562, -0.5347, 1.8779, 1.337, -1.2562, 1.337, 3.4972,
            ],
            [2.1656457140766645, 1.3488919943273694, -4.09529892110829],
            [1.0, -0.4161468365471424, 0.9092974268256817],
        ),
        (
            [
                9.6597, 1.5975, 4.5779, 1.5975, 2.7434, -0.4775, 4.5779, -0.4775, 7.4121,
            ],
            [2.0, -1.0806046117362795, -1.682941969615793],
            [0.0, 0.0, 0.0],
        ),
        (
            [
                1.3062, 0.7424, 0.2953, 0.7424, 4.5317, 1.5243, 0.2953, 1.5243, 3.4358,
            ],
            [-2.1882510750941027, -2.862350606039958, 2.6583648071522474],
            [1.5, 0.8104534588022096, -1.2622064772118446],
        ),
    ];
    for (m, q, x) in cases {
        let moved: Vec<f64> = (0..3)
            .map(|i| x[i] - q[i] - (0..3).map(|j| m[3 * i + j] * x[j]).sum::<f64>())
            .collect();
        let y = projected(&Law::Coulomb { mu: 1.0 }, &moved);
        assert!(norm(&difference(&y, &x)) <= 1e-14, "expected {x:?}, found {y:?}");
    }
}

#[test]
fn known_one_contact_answers_are_certified() {
    for case in &ONE_CONTACT {
        let problem = case.problem();
        for (name, found, _) in certify(&problem, &case.r).clauses() {
            assert!(found <= 5e-15, "{}: {name} = {found:e}", case.name);
        }
        assert!(errors(&problem, &case.r).worst() <= 1e-15, "{}", case.name);
    }
}
