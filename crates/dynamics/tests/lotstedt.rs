//! Lötstedt's scheme: order 2 between events and across a finite number of them, plastic contact, drift,
//! memory.

use crate::samples::Pendulum;
use drystone_dynamics::contact::{Contacts, Friction, Restitution};
use drystone_dynamics::gaps::Selection;
use drystone_dynamics::models::particle::Particle;
use drystone_dynamics::schemes::by_name;
use drystone_dynamics::step::Status;
use drystone_dynamics::step::options::{ConstraintHandling, Options};
use drystone_dynamics::system::{Energy, ImplicitQuery, Layout, Slopes};
use drystone_dynamics::{Checkpoint, Simulation, State, System};
use drystone_solve::law::Law;
use drystone_solve::solver::Settings;

fn simulate(system: impl System + 'static, state: State, dt: f64, options: Options) -> Simulation {
    let scheme = by_name("lotstedt", &[], &system, options).unwrap();
    let solver = drystone_solve::cone::by_name("auto", Settings::default()).unwrap();
    Simulation::new(Box::new(system), scheme, solver, state, dt).unwrap()
}

fn state(q: &[f64], v: &[f64]) -> State {
    State {
        time: 0.0,
        q: q.to_vec(),
        v: v.to_vec(),
    }
}

/// Runs to `end` in `steps` steps, with times rounded to the mesh as programs do.
fn run(system: impl System + 'static, from: State, end: f64, steps: u32) -> Simulation {
    let dt = end / f64::from(steps);
    let mut sim = simulate(system, from, dt, Options::default());
    for k in 1..=steps {
        sim.step().unwrap();
        sim.state.time = f64::from(k) * dt;
    }
    sim
}

/// Slope of log error over log step by least squares.
fn order(points: &[(f64, f64)]) -> f64 {
    let n = points.len() as f64;
    let logs: Vec<(f64, f64)> = points.iter().map(|(h, e)| (h.ln(), e.ln())).collect();
    let (x, y) = (
        logs.iter().map(|p| p.0).sum::<f64>() / n,
        logs.iter().map(|p| p.1).sum::<f64>() / n,
    );
    let spread: f64 = logs.iter().map(|p| (p.0 - x).powi(2)).sum();
    logs.iter().map(|p| (p.0 - x) * (p.1 - y)).sum::<f64>() / spread
}

/// M(q) q̈ = −ω² q − c q̇ − q q̇² with M = 1 + λ q²: an oscillator with a damper, or a mass that depends on
/// q.
struct Oscillator {
    square: f64,
    damping: f64,
    lambda: f64,
    /// Whether ∂f/∂v is told.
    told: bool,
}

impl System for Oscillator {
    fn layout(&self) -> Layout {
        Layout::vector(1)
    }
    fn mass(&mut self, _: f64, q: &[f64], out: &mut [f64]) {
        out[0] = 1.0 + self.lambda * q[0] * q[0];
    }
    fn force(&mut self, _: f64, q: &[f64], v: &[f64], out: &mut [f64]) {
        out[0] = -self.square * q[0] - self.damping * v[0] - self.lambda * q[0] * v[0] * v[0];
    }
    fn implicit(&mut self, asked: ImplicitQuery<'_>) -> Slopes {
        let ImplicitQuery::Slopes {
            at: (_, q),
            v,
            by_q,
            by_v,
        } = asked
        else {
            return Slopes::Unknown;
        };
        by_q[0] = -self.square - self.lambda * v[0] * v[0];
        by_v[0] = -self.damping - 2.0 * self.lambda * q[0] * v[0];
        if self.told {
            Slopes::General
        } else {
            Slopes::Unknown
        }
    }
    fn contacts(&mut self, _: f64, _: &[f64], _: Selection<'_>, _: &mut Contacts) {}
    fn energy(&mut self, _: f64, q: &[f64], v: &[f64]) -> Energy {
        Energy {
            kinetic: 0.5 * (1.0 + self.lambda * q[0] * q[0]) * v[0] * v[0],
            potential: 0.5 * self.square * q[0] * q[0],
        }
    }
}

/// q = e^{−t/2} cos-like motion of q̈ = −9 q − q̇, with ∂f/∂v told and not; and the energy of a mass 1 + q²
/// alone.
#[test]
fn order_is_two_between_events() {
    for told in [true, false] {
        let error = |steps: u32| {
            let damped = Oscillator {
                square: 9.0,
                damping: 1.0,
                lambda: 0.0,
                told,
            };
            let sim = run(damped, state(&[1.0], &[0.0]), 2.0, steps);
            let w = 8.75f64.sqrt();
            let decay = (-1.0f64).exp();
            let q = decay * ((2.0 * w).cos() + 0.5 / w * (2.0 * w).sin());
            let v = -9.0 / w * decay * (2.0 * w).sin();
            (
                2.0 / f64::from(steps),
                (sim.state.q[0] - q).abs().max((sim.state.v[0] - v).abs()),
            )
        };
        let found = order(&[200, 400, 800, 1600].map(error));
        assert!((1.9..2.1).contains(&found), "order {found}, told {told}");
        let (_, last) = error(1600);
        assert!(last < 1e-4, "error {last}");
    }
    let error = |steps: u32| {
        let heavy = Oscillator {
            square: 0.0,
            damping: 0.0,
            lambda: 1.0,
            told: true,
        };
        let mut sim = run(heavy, state(&[0.0], &[1.0]), 2.0, steps);
        // (1 + q²) v² = 1 throughout.
        let kinetic = {
            let State { time, q, v } = sim.state.clone();
            sim.system.energy(time, &q, &v).kinetic
        };
        (2.0 / f64::from(steps), (kinetic - 0.5).abs())
    };
    let found = order(&[100, 200, 400, 800].map(error));
    assert!((1.9..2.1).contains(&found), "order {found} with M(q)");
}

/// A stiff damper that is told does not limit the step: h c = 100.
#[test]
fn stiff_damper_is_implicit() {
    let damped = Oscillator {
        square: 1.0,
        damping: 1e3,
        lambda: 0.0,
        told: true,
    };
    let sim = run(damped, state(&[1.0], &[0.0]), 5.0, 50);
    let expected = (-5.0f64 / 1e3).exp();
    let found = sim.state.q[0];
    assert!((found - expected).abs() < 1e-4, "{found}, expected {expected}");
}

/// Angle from the vertical and its rate at t = 1 s, from rest at 1 rad, by the classical Runge–Kutta method.
fn pendulum() -> [f64; 2] {
    let slope = |y: [f64; 2]| [y[1], -9.81 * y[0].sin()];
    let ahead = |y: [f64; 2], k: [f64; 2], s: f64| [y[0] + s * k[0], y[1] + s * k[1]];
    let (mut y, h) = ([1.0, 0.0], 1e-4);
    for _ in 0..10_000 {
        let a = slope(y);
        let b = slope(ahead(y, a, 0.5 * h));
        let c = slope(ahead(y, b, 0.5 * h));
        let d = slope(ahead(y, c, h));
        for i in 0..2 {
            y[i] += h / 6.0 * (a[i] + 2.0 * b[i] + 2.0 * c[i] + d[i]);
        }
    }
    y
}

/// Velocity of a pendulum held by a constraint, in Cartesian coordinates: order 2, projected or drifting.
#[test]
fn pendulum_has_velocities_of_order_two() {
    let [angle, rate] = pendulum();
    let exact = [rate * angle.cos(), rate * angle.sin()];
    for handling in [ConstraintHandling::Projection, ConstraintHandling::Velocity] {
        let options = Options {
            constraints: handling,
            ..Options::default()
        };
        let mut drifts = Vec::new();
        let mut error = |steps: u32| {
            let h = 1.0 / f64::from(steps);
            let from = state(&[1.0f64.sin(), -(1.0f64.cos())], &[0.0, 0.0]);
            let mut sim = simulate(Pendulum { rods: 1 }, from, h, options);
            for _ in 0..steps {
                sim.step().unwrap();
            }
            drifts.push(sim.last().position.drift);
            let v = &sim.state.v;
            (h, (v[0] - exact[0]).abs().max((v[1] - exact[1]).abs()))
        };
        let points = [100, 200, 400, 800].map(&mut error);
        let found = order(&points);
        assert!(
            (1.85..2.15).contains(&found),
            "{handling:?}: order {found}, {points:?}"
        );
        let last = drifts[3];
        match handling {
            ConstraintHandling::Velocity => assert!(last > 1e-12 && last < 1e-5, "drift {last}"),
            _ => assert!(last < 1e-13, "drift {last}"),
        }
    }
}

fn ball(e: f64, mu: f64) -> Particle {
    Particle {
        pull: [0.0, -9.81],
        friction: Friction::Constant(Law::Planar { mu }),
        restitution: Restitution::Newton { e, tangential: 0.0 },
    }
}

/// Height of a ball dropped from 1 m at time t, e = 0.8.
fn bouncing(t: f64) -> f64 {
    let (g, e) = (9.81, 0.8);
    let mut w = f64::sqrt(2.0 * g);
    let mut start = w / g;
    if t < start {
        return 1.0 - 0.5 * g * t * t;
    }
    loop {
        w *= e;
        let flight = 2.0 * w / g;
        if t < start + flight {
            let s = t - start;
            return w * s - 0.5 * g * s * s;
        }
        start += flight;
    }
}

/// Three bounces, each found inside its step: the error at t = 1.9 s falls like h².
#[test]
fn bouncing_ball_keeps_order_two_across_impacts() {
    let exact = bouncing(1.9);
    let error = |steps: u32| {
        let sim = run(ball(0.8, 0.0), state(&[0.0, 1.0], &[0.0, 0.0]), 1.9, steps);
        (1.9 / f64::from(steps), (sim.state.q[1] - exact).abs())
    };
    let points = [300, 450, 700, 1000, 1500, 2300, 3500, 5000].map(error);
    let found = order(&points);
    assert!((1.7..2.4).contains(&found), "order {found}, {points:?}");
    assert!(points[7].1 < 1e-5, "{points:?}");
}

/// Without rebound it lands and stays: the impulse is that of the fall and of the weight since.
#[test]
fn plastic_ball_lands_and_stays() {
    let (g, steps) = (9.81, 1000);
    let dt = 1.0 / f64::from(steps);
    let mut sim = simulate(
        ball(0.0, 0.0),
        state(&[0.0, 1.0], &[0.0, 0.0]),
        dt,
        Options::default(),
    );
    let (mut total, mut lost, mut hits) = (0.0, 0.0, 0);
    for _ in 0..steps {
        let step = sim.step().unwrap();
        total += step.impulses.first().copied().unwrap_or(0.0);
        lost += step.energy.impact_loss;
        hits += usize::from(step.status.contains(&Status::Impact));
        assert!(
            step.certificate.clauses().iter().all(|c| c.1 < 1e-9),
            "{:?}",
            step.certificate
        );
        assert!(step.position.min_gap > -1e-6, "gap {}", step.position.min_gap);
    }
    assert_eq!(hits, 1);
    // Momentum: all that gravity gave in one second, but for the BDF-2 weights of the first steps.
    assert!(
        (total - g).abs() < 2.0 * g * dt,
        "impulse {total} N·s, expected {g}"
    );
    assert!((lost - g).abs() < 2.0 * g * dt * 4.5, "lost {lost} J of {g}");
    assert!(
        sim.state.v[1].abs() < 1e-13 && sim.state.q[1].abs() < 1e-5,
        "{:?}",
        sim.state
    );
}

/// A brick at 2 m/s stops after v²/(2 μ g), and stays.
#[test]
fn sliding_brick_stops_where_coulomb_says() {
    let (v, mu, dt) = (2.0, 0.3, 1e-3);
    let mut sim = simulate(
        ball(0.0, mu),
        state(&[0.0, 0.0], &[v, 0.0]),
        dt,
        Options::default(),
    );
    let mut lost = 0.0;
    for _ in 0..1000 {
        lost += sim.step().unwrap().energy.friction_loss;
    }
    let expected = v * v / (2.0 * mu * 9.81);
    let found = sim.state.q[0];
    assert!(
        (found - expected).abs() < v * dt,
        "stopped at {found} m, expected {expected} m"
    );
    assert!(sim.state.v[0].abs() < 1e-13, "still at {} m/s", sim.state.v[0]);
    assert!((lost - 2.0).abs() < 1e-2, "friction took {lost} J of 2 J");
}

/// To the end of infinitely many bounces and beyond: at rest, nothing refused.
#[test]
fn accumulation_of_impacts_is_passed() {
    for (e, end) in [(0.5, 2.0), (0.8, 5.0), (0.9, 10.0)] {
        let sim = run(ball(e, 0.0), state(&[0.0, 1.0], &[0.0, 0.0]), end, 4997);
        let State { q, v, .. } = &sim.state;
        assert!(q[1].abs() < 1e-4 && v[1].abs() < 1e-12, "e = {e}: {q:?} {v:?}");
    }
}

/// Saved after any step, gone on with: the same bits.
#[test]
fn resumes_bit_for_bit() {
    let start = || {
        simulate(
            ball(0.6, 0.2),
            state(&[0.0, 0.1], &[1.0, 0.0]),
            3e-3,
            Options::default(),
        )
    };
    for cut in [1, 30, 48, 49, 50, 51] {
        let mut whole = start();
        for _ in 0..cut {
            whole.step().unwrap();
        }
        let mut arrays = drystone_dynamics::checkpoint::Arrays::default();
        whole.save().to_arrays(&mut arrays);
        let mut later = start();
        later.resume(&Checkpoint::from_arrays(&arrays).unwrap()).unwrap();
        for _ in 0..150 {
            whole.step().unwrap();
            later.step().unwrap();
            assert_eq!(whole.state, later.state, "saved after {cut} steps");
            assert_eq!(whole.last().impulses, later.last().impulses);
        }
    }
}
