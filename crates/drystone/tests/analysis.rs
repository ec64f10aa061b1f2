//! Sections, exponents and doublings against closed forms: linear flows between impacts, a scattering disc, a
//! bouncing ball.

use drystone::analysis::{
    AnalysisError, Begin, Diagram, Direction, Exponents, Make, Orbit, Plan, Quantity, Section, Spec, Walk,
    by_tangents, by_two_orbits, cascade, diagram, find_cycle, number, period_of,
};
use drystone::dynamics::schemes::event_driven::Tangent;
use drystone::io::scene::Scene;
use drystone::scenes;

fn built_in(name: &str, sets: &[(&str, &str)]) -> Scene {
    Scene::read(scenes::text(name).unwrap(), name, sets).unwrap()
}

/// The motion of the impact oscillator with one impact in a period, and its multipliers, from the linear
/// flow.
///
/// Between impacts z = (x, x') less the driven part is multiplied by E = exp(L T). Impact: x = σ, V before,
/// −r V after. The saltation matrix is [[−r, 0], [(r a⁻ + a⁺)/V, −r]] with the accelerations before and
/// after, so that det M = r² exp(−2 ζ T).
struct OneImpact {
    speed: f64,
    trace: f64,
    determinant: f64,
}

fn one_impact(omega: f64) -> OneImpact {
    let (zeta, r) = (0.02f64, 0.8);
    let period = std::f64::consts::TAU / omega;
    let w = (1.0 - zeta * zeta).sqrt();
    let (c, s, e) = ((w * period).cos(), (w * period).sin(), (-zeta * period).exp());
    let m = [
        [e * (c + zeta / w * s), e * s / w],
        [-e * s / w, e * (c - zeta / w * s)],
    ];
    // σ − x_driven = a V and x'_driven = b V at the impact.
    let (a11, a12, b1) = (1.0 - m[0][0], m[0][1], -r * m[0][1]);
    let (a21, a22, b2) = (-m[1][0], m[1][1] - 1.0, -1.0 - r * m[1][1]);
    let d = a11 * a22 - a12 * a21;
    let (a, b) = ((b1 * a22 - a12 * b2) / d, (a11 * b2 - a21 * b1) / d);
    let n = (1.0 - omega * omega).powi(2) + (2.0 * zeta * omega).powi(2);
    let speed = (1.0 / n / (a * a + (b / omega).powi(2))).sqrt();
    let (p, q) = ((1.0 - omega * omega) / n, 2.0 * zeta * omega / n);
    let (x, v) = (-a * speed, b * speed);
    let drive = (p * x + q * v / omega) / (p * p + q * q);
    let (before, after) = (drive - 2.0 * zeta * speed, drive + 2.0 * zeta * r * speed);
    let k = (r * before + after) / speed;
    OneImpact {
        speed,
        trace: -r * m[0][0] + k * m[0][1] - r * m[1][1],
        determinant: r * r * (-2.0 * zeta * period).exp(),
    }
}

/// Where the closed form doubles: a multiplier is −1.
fn one_impact_doubles() -> f64 {
    let (mut lo, mut hi) = (2.6, 2.7);
    for _ in 0..100 {
        let mid = 0.5 * (lo + hi);
        let OneImpact {
            trace, determinant, ..
        } = one_impact(mid);
        if trace + 1.0 + determinant > 0.0 {
            lo = mid;
        } else {
            hi = mid;
        }
    }
    0.5 * (lo + hi)
}

#[test]
fn monodromy_of_the_impact_oscillator_is_that_of_its_linear_flow() {
    for omega in [2.2, 2.5, 2.65, 2.75] {
        let scene = built_in("impact_oscillator", &[("omega", &omega.to_string())]);
        let mut orbit = Orbit::new(&scene).unwrap();
        let start = orbit.state().clone();
        let cycle = find_cycle(&mut orbit, number(&scene, "T").unwrap(), &start).unwrap();
        let exact = one_impact(omega);
        let m = &cycle.monodromy;
        let (trace, determinant) = (m[0] + m[3], m[0] * m[3] - m[1] * m[2]);
        assert!(
            (trace - exact.trace).abs() < 1e-7,
            "{omega}: {trace} {}",
            exact.trace
        );
        assert!(
            (determinant - exact.determinant).abs() < 1e-7,
            "{omega}: {determinant} {}",
            exact.determinant
        );
        // The scene begins on that motion.
        for (a, b) in cycle
            .state
            .q
            .iter()
            .chain(&cycle.state.v)
            .zip(start.q.iter().chain(&start.v))
        {
            assert!((a - b).abs() < 1e-9, "{a} {b}");
        }
    }
}

fn vary<'a>(name: &'a str, parameter: &'a str) -> impl Fn(f64) -> Result<Scene, AnalysisError> + 'a {
    move |value| Ok(built_in(name, &[(parameter, &value.to_string())]))
}

fn first_doublings(make: Make, at: (f64, f64), count: usize) -> Vec<f64> {
    let start = Orbit::new(&make(at.0).unwrap()).unwrap().state().clone();
    let begin = Begin {
        value: at.0,
        step: at.1,
        state: start,
        periods: 1,
    };
    let found = cascade(make, "T", &begin, count).unwrap();
    assert!(found.fault.is_none(), "{:?}", found.fault);
    let found = found.doublings;
    assert!(found.iter().enumerate().all(|(k, d)| d.periods == 1 << k));
    found.iter().map(|d| d.value).collect()
}

#[test]
fn impact_oscillator_doubles_where_its_multiplier_is_minus_one() {
    let found = first_doublings(&vary("impact_oscillator", "omega"), (2.6, 0.02), 1);
    let exact = one_impact_doubles();
    assert!((found[0] - exact).abs() < 1e-7, "{} {exact}", found[0]);
}

#[test]
fn ball_on_a_table_doubles_at_its_closed_form_and_not_at_that_of_high_bounces() {
    for e in ["0.5", "0.8"] {
        let make = |gamma: f64| {
            let sets = [("e", e), ("gamma", &gamma.to_string())];
            Ok(built_in("ball_on_vibrating_table", &sets))
        };
        let scene = make(1.2).unwrap();
        let exact = number(&scene, "doubles").unwrap();
        let found = first_doublings(&make, (exact - 0.15, 0.1), 1);
        assert!((found[0] - exact).abs() < 1e-7, "e = {e}: {} {exact}", found[0]);
        let high = number(&scene, "sqrt(first^2 + 1)").unwrap();
        assert!((found[0] - high).abs() > 3e-3, "e = {e}: {high}");
    }
}

#[test]
fn distances_of_doublings_shrink_towards_feigenbaums_ratio() {
    let found = first_doublings(&vary("ball_on_vibrating_table", "gamma"), (1.45, 0.05), 4);
    let ratio = |k: usize| (found[k + 1] - found[k]) / (found[k + 2] - found[k + 1]);
    let ratios = [ratio(0), ratio(1)];
    // 4.6692… in the limit; a few per cent off after three doublings.
    assert!((ratios[1] - 4.669).abs() < 0.35, "{found:?} {ratios:?}");
}

fn exponents(scene: &Scene, plan: &Plan) -> (Exponents, Exponents) {
    let tangents = by_tangents(&mut Orbit::new(scene).unwrap(), plan).unwrap();
    let (mut one, mut other) = (Orbit::new(scene).unwrap(), Orbit::new(scene).unwrap());
    (
        tangents,
        by_two_orbits((&mut one, &mut other), plan, 1e-7).unwrap(),
    )
}

#[test]
fn exponents_of_a_cycle_are_the_logarithms_of_its_multipliers() {
    let omega = 2.65;
    let OneImpact {
        trace, determinant, ..
    } = one_impact(omega);
    let root = (0.25 * trace * trace - determinant).sqrt();
    let multipliers = [0.5 * trace - root, 0.5 * trace + root];
    let scene = built_in("impact_oscillator", &[("omega", "2.65")]);
    let plan = Plan {
        interval: number(&scene, "T").unwrap(),
        skip: 60,
        count: 60,
        vectors: 2,
    };
    let (tangents, orbits) = exponents(&scene, &plan);
    for (found, multiplier) in tangents.values.iter().zip(multipliers) {
        let exact = multiplier.abs().ln() / plan.interval;
        assert!((found - exact).abs() < 1e-6, "{found} {exact}");
    }
    assert!(
        (orbits.values[0] - tangents.values[0]).abs() < 1e-4,
        "{} {}",
        orbits.values[0],
        tangents.values[0]
    );
    assert_eq!((tangents.lost, tangents.impacts), (0, 60));
}

#[test]
fn chaotic_exponents_sum_to_the_loss_of_volume_and_both_methods_agree() {
    let scene = built_in(
        "impact_oscillator",
        &[("omega", "2.8"), ("x0", "-0.5"), ("v0", "0.1")],
    );
    let plan = Plan {
        interval: number(&scene, "T").unwrap(),
        skip: 100,
        count: 600,
        vectors: 2,
    };
    let (tangents, orbits) = exponents(&scene, &plan);
    assert_eq!(tangents.lost, 0);
    // Volumes shrink by exp(−2 ζ t) in flight and by r² at each impact: exactly so, on any orbit.
    let exact = -2.0 * 0.02 + 2.0 * 0.8f64.ln() * tangents.impacts as f64 / tangents.time;
    let sum: f64 = tangents.values.iter().sum();
    assert!((sum - exact).abs() < 1e-6, "{sum} {exact}");
    let (a, b) = (tangents.values[0], orbits.values[0]);
    let error = tangents.errors[0].hypot(orbits.errors[0]);
    assert!(
        a > 5.0 * tangents.errors[0],
        "chaotic: {a} ± {}",
        tangents.errors[0]
    );
    assert!((a - b).abs() < 4.0 * error, "{a} {b} ± {error}");
}

const SCATTERER: &str = r#"
[lagrangian]
coordinates = ["x", "y"]
kinetic = "(x'^2 + y'^2)/2"
initial = { x = -3.0, y = 0.6, "x'" = 1.0 }
[lagrangian.contact.disc]
gap = "hypot(x, y) - 1"
restitution = 1.0
[run]
t_end = 4.0
step = 4.0
scheme = "event-driven"
tolerance = 1e-12
"#;

#[test]
fn neighbours_scattered_by_a_disc_part_by_the_mirror_equation() {
    let scene = Scene::read(SCATTERER, "scatterer", &[]).unwrap();
    let mut orbit = Orbit::new(&scene).unwrap();
    orbit.follow().unwrap().vectors = vec![Tangent::new(vec![0.0, 1.0], vec![0.0, 0.0])];
    orbit.advance_to(4.0).unwrap();
    // A beam displaced sideways by δ is turned by −2 δ/(R cos α): sin α = 0.6, cos α = 0.8; then it flies for
    // 4 − 2.2 s.
    let turned = 2.0 / 0.8;
    let flown = 4.0 - 2.2;
    let v = orbit.state().v.clone();
    let follow = orbit.follow().unwrap();
    assert_eq!(follow.lost, 0);
    let d = &follow.vectors[0];
    let across = [-v[1], v[0]];
    let side = |x: &[f64]| (across[0] * x[0] + across[1] * x[1]).abs();
    assert!((side(&d.v) - turned).abs() < 1e-8, "{:?}", d.v);
    assert!((side(&d.q) - (1.0 + turned * flown)).abs() < 1e-8, "{:?}", d.q);
    assert!((v[0] * d.v[0] + v[1] * d.v[1]).abs() < 1e-9, "energy: {:?}", d.v);
}

#[test]
fn tangents_of_balls_in_space_agree_with_two_orbits_through_an_impact_with_friction() {
    let sets = [("run.scheme", "hybrid"), ("run.step", "0.01")];
    let scene = built_in("billiards", &sets);
    let plan = Plan {
        interval: 0.01,
        skip: 2,
        count: 20,
        vectors: 1,
    };
    let (tangents, orbits) = exponents(&scene, &plan);
    assert_eq!((tangents.lost, tangents.impacts), (0, 1));
    let (a, b) = (tangents.values[0], orbits.values[0]);
    // Two orbits 10⁻⁷ apart are neighbours to about as much of the distance at which they strike.
    assert!(a > 1.0 && (a - b).abs() < 1e-4 * a, "{a} {b}");
}

#[test]
fn sections_are_met_exactly() {
    // Tops of a ball dropped from 1 m: 0.64ⁿ.
    let sets = [
        ("run.scheme", "hybrid"),
        ("run.step", "0.05"),
        ("run.tolerance", "1e-12"),
    ];
    let scene = built_in("bouncing_ball", &sets);
    let mut orbit = Orbit::new(&scene).unwrap();
    let quantity = Quantity::new(&scene, &orbit.names, "y'").unwrap();
    let mut walk = Walk::new(&mut orbit, Section::Crossing(quantity, Direction::Down), None).unwrap();
    for n in 1..8 {
        let point = walk.next_point(5.0).unwrap().unwrap();
        let exact = 0.64f64.powi(n);
        assert!(
            (point.state.q[0] - exact).abs() < 1e-12,
            "top {n}: {} {exact}",
            point.state.q[0]
        );
    }
    // Impacts of the oscillator: the speed of the closed form, once in a period.
    let scene = built_in("impact_oscillator", &[]);
    let mut orbit = Orbit::new(&scene).unwrap();
    let impacts = Section::Impacts {
        contact: Some("stop".into()),
        before: true,
    };
    let period = number(&scene, "T").unwrap();
    let mut walk = Walk::new(&mut orbit, impacts, Some(period)).unwrap();
    let phase = number(&scene, "mod(theta, 2*pi)/(2*pi)").unwrap();
    for _ in 0..10 {
        let point = walk.next_point(20.0 * period).unwrap().unwrap();
        assert!(
            (point.state.v[0] - one_impact(2.5).speed).abs() < 1e-10,
            "{:?}",
            point.state
        );
        assert!((point.phase - phase).abs() < 1e-10, "{} {phase}", point.phase);
    }
}

#[test]
fn diagram_sees_one_period_before_the_doubling_and_two_after() {
    let wanted = Diagram {
        values: vec![2.64, 2.67],
        section: Spec {
            period: Some("T".into()),
            ..Spec::default()
        },
        y: "x".into(),
        skip: 300,
        keep: 8,
        restart: false,
        exponent: 40,
    };
    let found = diagram(&vary("impact_oscillator", "omega"), &wanted, |_| {}).unwrap();
    assert_eq!(
        found.iter().map(|b| b.period).collect::<Vec<_>>(),
        [Some(1), Some(2)],
        "{found:?}"
    );
    assert!(
        found.iter().all(|b| b.exponent.is_some_and(|x| x < 0.0)),
        "{found:?}"
    );
}

#[test]
fn stick_slip_reaches_as_far_as_its_closed_form_at_every_speed_of_the_belt() {
    let sets = |belt: f64| {
        let belt = belt.to_string();
        let sets = [
            ("run.scheme", "hybrid"),
            ("run.step", "0.05"),
            ("run.tolerance", "1e-12"),
            ("run.t_end", "20"),
            ("belt", &belt),
        ];
        Ok(built_in("stick_slip_belt", &sets))
    };
    let wanted = Diagram {
        values: vec![0.05, 0.1, 0.2, 0.4],
        section: Spec {
            formula: Some("x'".into()),
            direction: Direction::Down,
            ..Spec::default()
        },
        y: "x".into(),
        skip: 3,
        keep: 4,
        restart: false,
        exponent: 0,
    };
    let (swing, belt) = (|v: f64| 0.02 + 0.02f64.hypot(0.1 * v), 0.4);
    for branch in diagram(&sets, &wanted, |_| {}).unwrap() {
        // Torn off at x = 0.04 with the speed of the belt, it swings about 0.02 with ω = 10. From 0.2 m/s to
        // 0.4 is too far: it never meets the belt again and swings on with the amplitude it had, without
        // loss.
        let exact = swing(if branch.value < belt { branch.value } else { 0.2 });
        assert_eq!(branch.points.len(), 4, "{branch:?}");
        for x in &branch.points {
            assert!((x - exact).abs() < 1e-10, "{}: {x} {exact}", branch.value);
        }
    }
    // Let go at rest at x = 0 it never meets a belt faster than 0.2 m/s.
    let anew = Diagram {
        values: vec![belt],
        restart: true,
        ..wanted
    };
    let found = diagram(&sets, &anew, |_| {}).unwrap();
    assert!(
        found[0].points.iter().all(|x| (x - 0.04).abs() < 1e-10),
        "{found:?}"
    );
}

#[test]
fn what_does_not_exist_is_refused_with_what_does() {
    let scene = built_in("impact_oscillator", &[]);
    let mut orbit = Orbit::new(&scene).unwrap();
    let error = Quantity::new(&scene, &orbit.names, "y + 1").err().unwrap();
    assert!(
        error.is_bad_input() && error.to_string().contains("x'"),
        "{error}"
    );
    let impacts = Section::Impacts {
        contact: Some("wall".into()),
        before: false,
    };
    let error = Walk::new(&mut orbit, impacts, None).err().unwrap();
    assert!(error.to_string().contains("stop"), "{error}");
    let circuit = built_in("diode_bridge", &[]);
    assert!(Orbit::new(&circuit).err().unwrap().is_bad_input());
    // Time-stepping schemes know no tangents.
    let stepping = built_in(
        "impact_oscillator",
        &[("run.scheme", "moreau-midpoint"), ("run.step", "0.01")],
    );
    let plan = Plan {
        interval: 1.0,
        skip: 0,
        count: 1,
        vectors: 1,
    };
    let error = by_tangents(&mut Orbit::new(&stepping).unwrap(), &plan)
        .err()
        .unwrap();
    assert!(error.to_string().contains("hybrid"), "{error}");
    assert_eq!(period_of(&[1.0, 2.0, 1.0, 2.0]), Some(2));
    assert_eq!(period_of(&[1.0, 2.0, 3.0, 4.0]), None);
}
