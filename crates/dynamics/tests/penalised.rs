//! Springs instead of hard contact: closed forms of each force law, and how far they are from the laws they
//! replace.

use crate::samples::Pendulum;
use drystone_dynamics::contact::{Friction, Restitution};
use drystone_dynamics::models::particle::Particle;
use drystone_dynamics::schemes::{Setting, by_name};
use drystone_dynamics::step::options::Options;
use drystone_dynamics::{Checkpoint, Simulation, State, System};
use drystone_solve::law::Law;
use drystone_solve::solver::Settings;
use std::f64::consts::PI;

fn number(name: &str, value: f64) -> (String, Setting) {
    (name.into(), Setting::Number(value))
}

fn flag(name: &str) -> (String, Setting) {
    (name.into(), Setting::Flag(true))
}

fn simulate(
    system: impl System + 'static,
    state: State,
    dt: f64,
    settings: &[(String, Setting)],
) -> Simulation {
    let scheme = by_name("penalised", settings, &system, Options::default()).unwrap();
    let solver = drystone_solve::cone::by_name("auto", Settings::default()).unwrap();
    Simulation::new(Box::new(system), scheme, solver, state, dt).unwrap()
}

fn ball(e: f64, pull: [f64; 2]) -> Particle {
    Particle {
        pull,
        friction: Friction::Constant(Law::Planar { mu: 0.0 }),
        restitution: Restitution::Newton { e, tangential: 0.0 },
    }
}

fn state(q: [f64; 2], v: [f64; 2]) -> State {
    State {
        time: 0.0,
        q: q.to_vec(),
        v: v.to_vec(),
    }
}

/// (34) of Brogliato et al. with m = 1, d = 3, k = 1, v = −√5: F = a e^{−pt} − b e^{−st} pulls from t = 1.72
/// s on.
#[test]
fn spring_and_dashpot_glue_as_the_closed_form_says() {
    let root = 5.0f64.sqrt();
    let (p, s) = (1.5 + 0.5 * root, 1.5 - 0.5 * root);
    let (a, b) = (p * p, s * s);
    assert!((a - 6.854_102).abs() < 1e-6 && (b - 0.145_898).abs() < 1e-6);
    let dt = 0.05;
    let settings = [
        number("stiffness", 1.0),
        number("damping", 3.0),
        number("tolerance", 1e-9),
    ];
    let mut sim = simulate(ball(0.0, [0.0; 2]), state([0.0; 2], [0.0, -root]), dt, &settings);
    let (mut total, mut turns) = (0.0, None);
    for _ in 0..400 {
        let from = sim.state.time;
        let step = sim.step().unwrap();
        let impulse = |rate: f64| ((-rate * from).exp() - (-rate * (from + dt)).exp()) / rate;
        let expected = a * impulse(p) - b * impulse(s);
        let found = step.impulses.first().copied().unwrap_or(0.0);
        assert!(
            (found - expected).abs() < 1e-8,
            "t = {from}: {found} N·s, expected {expected}"
        );
        if found < 0.0 && turns.is_none() {
            turns = Some(from);
            assert!(step.certificate.laws.tension > 0.0);
        }
        total += found;
    }
    let when = (a / b).ln() / root;
    let turned = turns.unwrap();
    assert!(
        (turned - when).abs() < dt,
        "pulls from {turned} s on, expected {when} s"
    );
    // Plastic in the end: all of the momentum is taken, and the mass is still being pulled back.
    let left = b / s * (-s * 20.0f64).exp();
    assert!(
        (total - root - left).abs() < 1e-6,
        "impulse {total} N·s, expected {}",
        root + left
    );
}

/// The same with `clamp`: nothing pulls, and the mass leaves.
#[test]
fn clamped_dashpot_does_not_pull() {
    let settings = [number("stiffness", 1.0), number("damping", 3.0), flag("clamp")];
    let mut sim = simulate(
        ball(0.0, [0.0; 2]),
        state([0.0; 2], [0.0, -5.0f64.sqrt()]),
        0.05,
        &settings,
    );
    for _ in 0..400 {
        let step = sim.step().unwrap();
        assert!(step.impulses.iter().all(|r| *r >= 0.0), "{:?}", step.impulses);
    }
    let v = sim.state.v[1];
    assert!(v > 0.01, "leaves at {v} m/s");
}

/// A mass on a Hertzian spring: deepest at (5 m v² / 4 k)^{2/5}, gone after 2.9433 times that over v.
#[test]
fn hertz_contact_has_its_depth_and_duration() {
    let (k, v) = (1e5f64, 0.7);
    let deepest = (1.25 * v * v / k).powf(0.4);
    let lasts = 2.943_275_184_3 * deepest / v;
    let dt = lasts / 400.0;
    let settings = [number("stiffness", k), flag("hertz"), number("tolerance", 1e-9)];
    let mut sim = simulate(ball(1.0, [0.0; 2]), state([0.0; 2], [0.0, -v]), dt, &settings);
    let (mut depth, mut end) = (0.0f64, 0.0);
    for _ in 0..500 {
        let step = sim.step().unwrap();
        depth = depth.max(-step.position.min_gap);
        if step.position.min_gap < 0.0 {
            end = step.state.time;
        }
    }
    assert!(
        (depth / deepest - 1.0).abs() < 1e-4,
        "depth {depth} m, expected {deepest} m"
    );
    assert!(
        (end - lasts).abs() < 1.5 * dt,
        "lasts {end} s, expected {lasts} s"
    );
    let left = sim.state.v[1];
    assert!((left - v).abs() < 1e-6, "leaves at {left} m/s of {v}");
    // What the spring held came back: the account of the run is closed.
    assert!((sim.energy().total() - 0.5 * v * v).abs() < 1e-6);
}

fn rebound(e: f64, v: f64, settings: &[(String, Setting)]) -> f64 {
    let mut sim = simulate(ball(e, [0.0; 2]), state([0.0; 2], [0.0, -v]), 1e-4, settings);
    for _ in 0..400 {
        sim.step().unwrap();
    }
    assert!(sim.state.q[1] > 0.0, "still in contact at {} m", sim.state.q[1]);
    sim.state.v[1] / v
}

/// Hunt and Crossley's α = (1 − e)/v₀ gives back e up to (1 − e)², at any speed; the linear dashpot gives e
/// itself.
#[test]
fn damping_from_the_restitution_gives_it_back() {
    for v in [0.2, 3.0] {
        for e in [0.9, 0.95, 0.99] {
            let found = rebound(e, v, &[number("stiffness", 1e7), flag("hunt_crossley")]);
            let square = (1.0 - e) * (1.0 - e);
            assert!(
                (found - e).abs() < square + 1e-5,
                "Hunt–Crossley at {v} m/s: {found}, expected {e}"
            );
        }
        for e in [0.3, 0.8, 1.0] {
            let found = rebound(e, v, &[number("stiffness", 1e6)]);
            assert!(
                (found - e).abs() < 1e-5,
                "linear at {v} m/s: {found}, expected {e}"
            );
        }
    }
}

/// A ball dropped from 1 m, e = 1: off by the time it spends in the floor, π √(m/k).
#[test]
fn bouncing_ball_tends_to_the_hard_one_like_the_root_of_the_compliance() {
    let g = 9.81;
    let w = f64::sqrt(2.0 * g);
    let s = 1.0 - w / g;
    let hard = w * s - 0.5 * g * s * s;
    let error = |k: f64| {
        let mut sim = simulate(
            ball(1.0, [0.0, -g]),
            state([0.0, 1.0], [0.0; 2]),
            1e-2,
            &[number("stiffness", k)],
        );
        while sim.state.time < 1.0 - 1e-9 {
            sim.step().unwrap();
        }
        (sim.state.q[1] - hard, w - g * s)
    };
    let (soft, speed) = error(1e6);
    // Late by π √(1/k), at the speed it has at t = 1 s: to first order.
    let late = -PI * 1e-3 * speed;
    assert!(
        (soft / late - 1.0).abs() < 0.02,
        "off by {soft} m, expected {late} m"
    );
    let order = (soft / error(1e8).0).log10();
    assert!(
        (0.98..1.02).contains(&order),
        "k × 100 divides the error by 10^{order}"
    );
}

/// On a slope less steep than μ a block creeps at veltol tan θ / μ: what the ramp holds back there.
#[test]
fn block_on_a_slope_creeps() {
    let (g, theta, mu, veltol) = (9.81, 0.3f64, 0.5, 1e-3);
    let brick = Particle {
        pull: [g * theta.sin(), -g * theta.cos()],
        friction: Friction::Constant(Law::Planar { mu }),
        restitution: Restitution::SOFT,
    };
    let k = 1e6;
    let sunk = -g * theta.cos() / k;
    let mut sim = simulate(
        brick,
        state([0.0, sunk], [0.0; 2]),
        1e-2,
        &[number("stiffness", k), number("veltol", veltol)],
    );
    for _ in 0..100 {
        sim.step().unwrap();
    }
    let (found, expected) = (sim.state.v[0], veltol * theta.tan() / mu);
    assert!(
        (found / expected - 1.0).abs() < 1e-5,
        "creeps at {found} m/s, expected {expected} m/s"
    );
    assert!((sim.state.q[1] - sunk).abs() < 1e-9, "sunk to {}", sim.state.q[1]);
    // Friction takes what gravity gives: the account closes.
    let step = sim.step().unwrap();
    let given = g * theta.sin() * expected * 1e-2;
    assert!((step.energy.friction_loss / given - 1.0).abs() < 1e-4);
    assert!(
        step.energy.residue.abs() < 1e-9,
        "residue {} J",
        step.energy.residue
    );
    assert!(step.certificate.laws.slip_defect > 0.0);
}

/// Constraints hold through acceleration and projection: energy and length of a pendulum, to the integrator's
/// tolerance.
#[test]
fn pendulum_keeps_its_length_and_energy() {
    let mut sim = simulate(
        Pendulum { rods: 2 },
        state([1.0, 0.0], [0.0; 2]),
        1e-2,
        &[number("tolerance", 1e-9)],
    );
    let mut worst = 0.0f64;
    for _ in 0..500 {
        let step = sim.step().unwrap();
        assert!(step.position.drift < 1e-12, "drift {}", step.position.drift);
        worst = worst.max(step.certificate.laws.joints);
        worst = worst.max(sim.energy().total().abs());
    }
    assert!(worst < 1e-6, "energy off by {worst} J");
}

/// Saved and gone on with: the same bits.
#[test]
fn resumes_bit_for_bit() {
    let settings = [number("stiffness", 1e5), flag("hunt_crossley")];
    let start = || {
        simulate(
            ball(0.7, [0.3, -9.81]),
            state([0.0, 0.3], [0.0; 2]),
            3e-3,
            &settings,
        )
    };
    let mut whole = start();
    for _ in 0..85 {
        whole.step().unwrap();
    }
    // In the middle of a contact, with its v₀ noted.
    assert!(whole.state.q[1] < 0.0, "{:?}", whole.state);
    let mut arrays = drystone_dynamics::checkpoint::Arrays::default();
    whole.save().to_arrays(&mut arrays);
    let mut later = start();
    later.resume(&Checkpoint::from_arrays(&arrays).unwrap()).unwrap();
    for _ in 0..200 {
        whole.step().unwrap();
        later.step().unwrap();
        assert_eq!(whole.state, later.state);
        assert_eq!(whole.last().impulses, later.last().impulses);
    }
}

/// What makes no sense is refused in words.
#[test]
fn options_are_checked() {
    let floor = ball(0.0, [0.0; 2]);
    for (settings, word) in [
        (vec![number("stiffness", -1.0)], "stiffness"),
        (vec![number("veltol", 0.0)], "veltol"),
        (vec![number("damping", f64::NAN)], "damping"),
        (vec![flag("hertz"), flag("hunt_crossley")], "not both"),
    ] {
        let error = by_name("penalised", &settings, &floor, Options::default())
            .err()
            .unwrap();
        assert!(error.message.contains(word), "{error}");
    }
}
