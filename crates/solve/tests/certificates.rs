//! Certificates and errors: zero on constructed solutions of every law in every mode, and nowhere else.

use crate::common::{ONE_CONTACT, clauses, config, dense, dense_delassus, norm, radius, within};
use drystone_solve::certificate::{Certificate, certify};
use drystone_solve::law::{Law, MAX_ROWS, Shape, facet_direction};
use drystone_solve::measure::{Meter, errors};
use drystone_solve::problem::ContactProblem;
use drystone_solve::synthetic::{ALL_LAWS, Random, random_law};
use nalgebra::DMatrix;
use proptest::prelude::*;

const EPS: f64 = f64::EPSILON;

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
    for _ in 0..=random.below(4) {
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
}

#[test]
fn each_clause_reacts_in_boxes_intervals_and_rolling() {
    let zero = Certificate::default();
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
fn nan_stays_nan_in_every_row_of_every_law() {
    let mut random = Random::new(7);
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
                    !within(&clauses(law, &spoiled, &fine), f64::MAX),
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
                    !within(&certify(&broken, &fine), f64::MAX),
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
fn known_one_contact_answers_are_certified() {
    for case in &ONE_CONTACT {
        let problem = case.problem();
        for (name, found, _) in certify(&problem, &case.r).clauses() {
            assert!(found <= 5e-15, "{}: {name} = {found:e}", case.name);
        }
        assert!(errors(&problem, &case.r).worst() <= 1e-15, "{}", case.name);
    }
}
