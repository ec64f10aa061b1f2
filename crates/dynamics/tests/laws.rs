//! Friction laws and constraints over time, against closed forms; the energy account over random systems.

use drystone_dynamics::models::{
    ConstraintDescription, ContactDescription, FrictionDescription, Lagrangian, LagrangianDescription,
    RestitutionDescription,
};
use drystone_dynamics::schemes::by_name;
use drystone_dynamics::step::EnergyAccount;
use drystone_dynamics::step::options::{ConstraintHandling, Options, Violation};
use drystone_dynamics::{Simulation, State};
use drystone_solve::solver::Settings;
use proptest::prelude::*;

const G: f64 = 9.81;

fn simulate(description: &LagrangianDescription, scheme: &str, options: Options, dt: f64) -> Simulation {
    let (system, state) = Lagrangian::new(description).unwrap();
    let scheme = by_name(scheme, &[], &system, options).unwrap();
    let settings = Settings {
        tolerance: 1e-12,
        ..Settings::default()
    };
    let solver = drystone_solve::cone::by_name("auto", settings).unwrap();
    Simulation::new(Box::new(system), scheme, solver, state, dt).unwrap()
}

fn text(names: &[&str]) -> Vec<String> {
    names.iter().map(|n| (*n).to_string()).collect()
}

/// A particle of unit mass at height 0 on the plane z = 0, sliding with velocity (u, v).
fn slider(friction: FrictionDescription, slip: &[&str], velocity: [f64; 2]) -> LagrangianDescription {
    LagrangianDescription {
        coordinates: text(&["x", "y", "z"]),
        kinetic: "(x'^2 + y'^2 + z'^2)/2".into(),
        potential: format!("{G}*z").as_str().into(),
        initial: vec![
            ("x'".into(), velocity[0].into()),
            ("y'".into(), velocity[1].into()),
        ],
        contacts: vec![ContactDescription {
            slip: text(slip),
            friction,
            ..ContactDescription::new("floor", "z")
        }],
        ..LagrangianDescription::default()
    }
}

fn run(sim: &mut Simulation, until: f64) -> EnergyAccount {
    let mut account = EnergyAccount::default();
    while sim.state.time < until - 0.5 * sim.dt {
        account.add(&sim.step().unwrap().energy);
    }
    account
}

/// μ = 0.5 − 0.1 s up to s = 2: s' = −g (0.5 − 0.1 s), so s(t) = 5 − (5 − s₀) e^{0.1 g t} until it stops.
#[test]
fn friction_that_falls_with_speed_is_implicit_in_the_step() {
    let curve = FrictionDescription::Curve(vec![[0.0, 0.5], [2.0, 0.3]]);
    for scheme in ["moreau-midpoint", "moreau-jean", "stewart-trinkle"] {
        let mut errors = Vec::new();
        for dt in [4e-3, 2e-3, 1e-3] {
            let mut sim = simulate(
                &slider(curve.clone(), &["x'", "y'"], [1.2, 1.6]),
                scheme,
                Options::default(),
                dt,
            );
            run(&mut sim, 0.2);
            let found = sim.state.v[0].hypot(sim.state.v[1]);
            let expected = 5.0 - (5.0 - 2.0) * f64::exp(0.1 * G * 0.2);
            assert!(
                (sim.state.v[1] / sim.state.v[0] - 4.0 / 3.0).abs() < 1e-9,
                "{scheme} turns"
            );
            errors.push((found - expected).abs());
        }
        assert!(errors[2] < 2e-3, "{scheme}: {errors:?}");
        assert!(
            errors[0] / errors[2] > 3.0,
            "{scheme} is not of order 1: {errors:?}"
        );
    }
}

/// D = [−minus, plus]: a block thrown either way stops after v²/(2 μ g) with its own μ.
#[test]
fn asymmetric_friction_brakes_each_sense_by_its_own_coefficient() {
    for (v, mu) in [(1.0, 0.2), (-1.0, 0.6)] {
        let friction = FrictionDescription::Asymmetric {
            minus: 0.2.into(),
            plus: 0.6.into(),
        };
        let mut sim = simulate(
            &slider(friction, &["x'"], [v, 0.0]),
            "moreau-midpoint",
            Options::default(),
            1e-4,
        );
        run(&mut sim, 0.6);
        let expected = v.signum() * v * v / (2.0 * mu * G);
        let found = sim.state.q[0];
        assert!(
            (found - expected).abs() < 1e-6,
            "thrown at {v} m/s: {found} m, expected {expected} m"
        );
    }
}

/// μ = 0.1 + 0.2 x: ½ v₀² = g ∫ μ dx = g (0.1 x + 0.1 x²) at the stop.
#[test]
fn friction_may_depend_on_position() {
    let friction = FrictionDescription::Mu("0.1 + 0.2*x".into());
    let mut sim = simulate(
        &slider(friction, &["x'"], [1.0, 0.0]),
        "moreau-midpoint",
        Options::default(),
        1e-4,
    );
    run(&mut sim, 2.0);
    let expected = (-0.1 + f64::sqrt(0.01 + 4.0 * 0.1 * 0.5 / G)) / 0.2;
    let found = sim.state.q[0];
    assert!(
        (found - expected).abs() < 1e-4,
        "stopped at {found} m, expected {expected} m"
    );
}

/// A disc that rolls without sliding under rolling resistance ρ: v' = −ρ g / (R (1 + k)), k = J/(mR²) = ½.
#[test]
fn rolling_resistance_stops_a_rolling_disc() {
    let (radius, rho) = (0.1, 0.002);
    let description = LagrangianDescription {
        coordinates: text(&["x", "y", "a"]),
        kinetic: "(x'^2 + y'^2)/2 + 0.5*0.1^2/2*a'^2".into(),
        potential: "9.81*y".into(),
        initial: vec![
            ("y".into(), radius.into()),
            ("x'".into(), 1.0.into()),
            ("a'".into(), (-1.0 / radius).into()),
        ],
        contacts: vec![ContactDescription {
            slip: text(&["x' + 0.1*a'"]),
            roll: text(&["a'"]),
            friction: FrictionDescription::Mu(0.5.into()),
            rolling: Some(rho.into()),
            ..ContactDescription::new("floor", "y - 0.1")
        }],
        ..LagrangianDescription::default()
    };
    let mut sim = simulate(&description, "moreau-midpoint", Options::default(), 1e-3);
    run(&mut sim, 1.0);
    let expected = 1.0 - rho * G / (radius * 1.5);
    assert!(
        (sim.state.v[0] - expected).abs() < 1e-3,
        "{} m/s, expected {expected} m/s",
        sim.state.v[0]
    );
    run(&mut sim, 12.0);
    assert!(
        sim.state.v[0].abs() < 1e-12,
        "still rolls at {} m/s",
        sim.state.v[0]
    );
}

/// A pendulum by x² + y² = 1, released level; energy conservation gives the speed below.
fn pendulum() -> LagrangianDescription {
    LagrangianDescription {
        coordinates: text(&["x", "y"]),
        kinetic: "(x'^2 + y'^2)/2".into(),
        potential: "9.81*y".into(),
        initial: vec![("x".into(), 1.0.into())],
        constraints: vec![ConstraintDescription {
            name: "rod".into(),
            zero: "x^2 + y^2 - 1".into(),
        }],
        ..LagrangianDescription::default()
    }
}

#[test]
fn every_handling_of_a_constraint_does_what_it_says() {
    for scheme in [
        "moreau-midpoint",
        "moreau-jean",
        "stewart-trinkle",
        "anitescu-potra",
        "paoli-schatzman",
    ] {
        for handling in [
            ConstraintHandling::Velocity,
            ConstraintHandling::Projection,
            ConstraintHandling::IndexReduced,
        ] {
            let options = Options {
                constraints: handling,
                ..Options::default()
            };
            let mut drifts = Vec::new();
            for dt in [4e-3, 1e-3] {
                let mut sim = simulate(&pendulum(), scheme, options, dt);
                let mut drift = 0.0f64;
                while sim.state.time < 1.0 {
                    drift = drift.max(sim.step().unwrap().position.drift);
                }
                let State { q, v, .. } = &sim.state;
                let energy = 0.5 * (v[0] * v[0] + v[1] * v[1]) + G * q[1];
                // Each step loses at most ½ (h T)² with the tension T ≤ 3 g.
                let bound = 0.5 * (3.0 * G).powi(2) * dt;
                assert!(
                    energy.abs() < bound,
                    "{scheme} {handling:?}: energy {energy} J at dt = {dt}"
                );
                drifts.push(drift);
            }
            if handling == ConstraintHandling::Velocity && scheme != "paoli-schatzman" {
                assert!(
                    drifts[1] > 1e-9 && drifts[1] < 0.3 * drifts[0],
                    "{scheme} drifts by {drifts:?}"
                );
            } else {
                assert!(drifts[1] < 1e-12, "{scheme} {handling:?} drifts by {drifts:?}");
            }
        }
    }
}

/// Two unit masses held together by y = s, dropped at 1 m/s under Stronge's law: they leave at e with the
/// impulse 2 (1 + e).
#[test]
fn impacts_along_the_impulse_feel_the_constraints() {
    let e = 0.6;
    let description = LagrangianDescription {
        coordinates: text(&["y", "s"]),
        kinetic: "(y'^2 + s'^2)/2".into(),
        initial: vec![("y'".into(), (-1.0).into()), ("s'".into(), (-1.0).into())],
        contacts: vec![ContactDescription {
            restitution: RestitutionDescription::Stronge { e: e.into() },
            ..ContactDescription::new("floor", "y")
        }],
        constraints: vec![ConstraintDescription {
            name: "tie".into(),
            zero: "y - s".into(),
        }],
        ..LagrangianDescription::default()
    };
    let mut sim = simulate(&description, "moreau-midpoint", Options::default(), 1e-3);
    let step = sim.step().unwrap();
    let (impulse, v) = (step.impulses[0], step.state.v.clone());
    assert!((impulse - 2.0 * (1.0 + e)).abs() < 1e-12, "impulse {impulse} N·s");
    assert!(v.iter().all(|v| (v - e).abs() < 1e-12), "left at {v:?} m/s");
}

/// Fifty balls of 1 kg on top of each other: Gauss–Seidel alone would take 18661 sweeps for 1e-8.
#[test]
fn a_column_of_fifty_balls_carries_its_weight() {
    let count = 50;
    let names: Vec<String> = (1..=count).map(|i| format!("y{i}")).collect();
    let terms = |make: &dyn Fn(&String) -> String| names.iter().map(make).collect::<Vec<_>>().join(" + ");
    let description = LagrangianDescription {
        coordinates: names.clone(),
        kinetic: terms(&|y| format!("{y}'^2/2")),
        potential: terms(&|y| format!("{G}*{y}")).as_str().into(),
        initial: names
            .iter()
            .enumerate()
            .map(|(i, y)| (y.clone(), (i as f64).into()))
            .collect(),
        contacts: (0..count)
            .map(|i| {
                let gap = if i == 0 {
                    names[0].clone()
                } else {
                    format!("{} - {} - 1", names[i], names[i - 1])
                };
                ContactDescription::new(&format!("c{i}"), &gap)
            })
            .collect(),
        ..LagrangianDescription::default()
    };
    let dt = 1e-3;
    let mut sim = simulate(&description, "moreau-midpoint", Options::default(), dt);
    for _ in 0..10 {
        let step = sim.step().unwrap();
        for (i, r) in step.impulses.iter().enumerate() {
            let (found, expected) = (r / dt, G * (count - i) as f64);
            let error = (found - expected).abs() / expected;
            assert!(
                error < 1e-8,
                "contact {i} carries {found} N, expected {expected} N, at t = {}",
                step.state.time
            );
        }
        assert_eq!(step.impulses.len(), count);
    }
}

/// `count` boxes 1 m wide and ½ m high, each shifted by `shift` over the one below; two corner contacts at
/// each joint.
fn boxes(count: usize, shift: f64) -> LagrangianDescription {
    let each = |make: &dyn Fn(usize) -> String| (1..=count).map(make).collect::<Vec<_>>().join(" + ");
    let mut initial = Vec::new();
    let mut contacts = Vec::new();
    let mut add = |name: String, gap: String, slip: String| {
        contacts.push(ContactDescription {
            slip: vec![slip],
            friction: FrictionDescription::Mu(0.5.into()),
            ..ContactDescription::new(&name, &gap)
        });
    };
    for k in 1..=count {
        let place = (k - 1) as f64;
        initial.push((format!("x{k}"), (place * shift).into()));
        initial.push((format!("y{k}"), (0.5 * place + 0.25).into()));
        // The lower left corner, and the upper right one of the box below, with their velocities.
        let (cx, cy) = (
            format!("(x{k} - 0.5*cos(a{k}) + 0.25*sin(a{k}))"),
            format!("(y{k} - 0.5*sin(a{k}) - 0.25*cos(a{k}))"),
        );
        let (cu, cv) = (
            format!("(x{k}' + (0.5*sin(a{k}) + 0.25*cos(a{k}))*a{k}')"),
            format!("(y{k}' + (0.25*sin(a{k}) - 0.5*cos(a{k}))*a{k}')"),
        );
        if k == 1 {
            add("left1".into(), cy, cu);
            let gap = "y1 + 0.5*sin(a1) - 0.25*cos(a1)";
            let slip = "x1' + (0.25*cos(a1) - 0.5*sin(a1))*a1'";
            add("right1".into(), gap.into(), slip.into());
            continue;
        }
        let b = k - 1;
        let (bx, by) = (format!("({cx} - x{b})"), format!("({cy} - y{b})"));
        add(
            format!("left{k}"),
            format!("-{bx}*sin(a{b}) + {by}*cos(a{b}) - 0.25"),
            format!("({cu} - x{b}' + a{b}'*{by})*cos(a{b}) + ({cv} - y{b}' - a{b}'*{bx})*sin(a{b})"),
        );
        let dx = format!("(x{b} + 0.5*cos(a{b}) - 0.25*sin(a{b}) - x{k})");
        let dy = format!("(y{b} + 0.5*sin(a{b}) + 0.25*cos(a{b}) - y{k})");
        let du = format!("(x{b}' - (0.5*sin(a{b}) + 0.25*cos(a{b}))*a{b}')");
        let dv = format!("(y{b}' + (0.5*cos(a{b}) - 0.25*sin(a{b}))*a{b}')");
        add(
            format!("right{k}"),
            format!("{dx}*sin(a{k}) - {dy}*cos(a{k}) - 0.25"),
            format!("(x{k}' - a{k}'*{dy} - {du})*cos(a{k}) + (y{k}' + a{k}'*{dx} - {dv})*sin(a{k})"),
        );
    }
    LagrangianDescription {
        coordinates: (1..=count)
            .flat_map(|k| [format!("x{k}"), format!("y{k}"), format!("a{k}")])
            .collect(),
        kinetic: each(&|k| format!("(x{k}'^2 + y{k}'^2 + 1.25/12*a{k}'^2)/2")),
        potential: each(&|k| format!("{G}*y{k}")).as_str().into(),
        initial,
        contacts,
        ..LagrangianDescription::default()
    }
}

/// n boxes stand iff each is shifted by at most 1/n of its width.
#[test]
fn a_leaning_stack_of_eight_boxes_falls_where_statics_says() {
    for (share, stands) in [(0.98, true), (1.02, false)] {
        let mut sim = simulate(
            &boxes(8, share / 8.0),
            "moreau-midpoint",
            Options::default(),
            5e-3,
        );
        let start = sim.state.q.clone();
        run(&mut sim, if stands { 5.0 } else { 3.0 });
        let moved = sim
            .state
            .q
            .iter()
            .zip(&start)
            .map(|(q, s)| (q - s).abs())
            .fold(0.0, f64::max);
        let turned = sim
            .state
            .q
            .iter()
            .skip(2)
            .step_by(3)
            .fold(0.0, |m: f64, a| m.max(a.abs()));
        if stands {
            assert!(moved < 1e-6, "moved by {moved} at {share} of the threshold");
        } else {
            assert!(
                turned > 5f64.to_radians(),
                "turned by {turned} rad only at {share} of the threshold"
            );
        }
    }
}

/// A ball that lands in an overlap is brought back to the floor by a correction, and only then.
#[test]
fn violations_are_left_reduced_or_removed_as_asked() {
    let description = LagrangianDescription {
        coordinates: text(&["x", "y"]),
        kinetic: "(x'^2 + y'^2)/2".into(),
        potential: "9.81*y".into(),
        initial: vec![("y".into(), 1.3.into()), ("x".into(), 0.3.into())],
        contacts: vec![ContactDescription::new("bowl", "y - x^2")],
        ..LagrangianDescription::default()
    };
    let mut least = Vec::new();
    for violation in [Violation::None, Violation::Linear, Violation::Projection] {
        let options = Options {
            violation,
            ..Options::default()
        };
        let mut sim = simulate(&description, "moreau-midpoint", options, 1e-2);
        let mut gap = f64::INFINITY;
        while sim.state.time < 3.0 {
            gap = gap.min(sim.step().unwrap().position.min_gap);
        }
        least.push(gap);
    }
    assert!(least[0] < -1e-3, "nothing violated: {least:?}");
    assert!(least[1] > 0.2 * least[0] && least[1] < -1e-9, "linear: {least:?}");
    assert!(least[2] > -1e-13, "projection: {least:?}");
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 60,
        rng_seed: proptest::test_runner::RngSeed::Fixed(1988),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// T + V changes by the account, step by step, and soft contact never adds energy.
    #[test]
    fn the_energy_account_closes(
        mass in 0.2..5.0f64, length in 0.3..2.0f64, mu in 0.0..1.5f64, e in 0.0..1.0f64,
        angle in 0.2..1.4f64, push in -3.0..3.0f64, spin in -4.0..4.0f64, scheme in 0..4usize, poisson: bool,
    ) {
        let name = ["moreau-midpoint", "moreau-jean", "stewart-trinkle", "anitescu-potra"][scheme];
        let e = if poisson { RestitutionDescription::Poisson { e: e.into(), tangential: 0.0.into() } }
            else { RestitutionDescription::Newton { e: 0.0.into(), tangential: 0.0.into() } };
        let tip = |sign: f64| ContactDescription {
            slip: vec![format!("x' - ({sign})*l/2*sin(a)*a'")],
            friction: FrictionDescription::Mu(mu.into()),
            restitution: e.clone(),
            ..ContactDescription::new(if sign > 0.0 { "right" } else { "left" }, &format!("y + ({sign})*l/2*sin(a)"))
        };
        let description = LagrangianDescription {
            coordinates: text(&["x", "y", "a"]),
            constants: vec![("m".into(), mass.into()), ("l".into(), length.into())],
            kinetic: "m/2*(x'^2 + y'^2) + m*l^2/24*a'^2".into(),
            potential: "m*9.81*y".into(),
            forces: vec![("x".into(), "-0.3*x' + cos(3*t)".into()), ("a".into(), "-0.05*a'".into())],
            initial: vec![
                ("y".into(), (0.5 * length + 0.05).into()), ("a".into(), angle.into()),
                ("x'".into(), push.into()), ("a'".into(), spin.into()),
            ],
            contacts: vec![tip(1.0), tip(-1.0)],
            ..LagrangianDescription::default()
        };
        let mut sim = simulate(&description, name, Options::default(), 2e-3);
        let before = sim.energy().total();
        let mut account = EnergyAccount::default();
        let scale = 1.0 + before.abs();
        // A contact that opens while the forces of the step still press it does work of second order in them.
        let pull = 2e-3 * (G + length * 30.0);
        for _ in 0..600 {
            let step = sim.step().unwrap();
            let lost = step.energy.friction_loss + step.energy.impact_loss;
            // Poisson in two problems may create energy with friction: the account says so.
            prop_assert!(poisson || lost > -mass * pull * pull, "contact added {} J at t = {}", -lost, step.state.time);
            account.add(&step.energy);
        }
        let change = account.applied_work - account.friction_loss - account.impact_loss + account.correction + account.residue;
        let found = sim.energy().total() - before;
        prop_assert!((found - change).abs() < 1e-11 * scale, "T + V changed by {found} J, booked {change} J");
        // M is constant: all the schemes' own error comes from where forces and heights are taken.
        prop_assert!(account.residue.abs() < 0.05 * scale, "{name} added {} J of its own", account.residue);
    }
}
