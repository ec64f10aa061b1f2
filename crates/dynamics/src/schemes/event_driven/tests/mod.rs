//! Closed forms of a particle: flights, accumulations, sliding and sticking.

mod gaps;
mod single_impact;
mod tolerances;

use super::*;
use crate::contact::{Friction, Restitution};
use crate::models::particle::Particle;
use crate::schemes::Scheme;
use crate::simulation::Simulation;
use crate::step::EventKind;
use drystone_solve::law::Law;
use drystone_solve::policy::auto::Auto;
use drystone_solve::solver::Settings;

fn newton(e: f64) -> Restitution {
    Restitution::Newton { e, tangential: 0.0 }
}

fn particle(pull: [f64; 2], mu: f64, e: f64) -> Particle {
    Particle {
        pull,
        friction: if mu > 0.0 {
            Friction::Constant(Law::Planar { mu })
        } else {
            Friction::None
        },
        restitution: newton(e),
    }
}

fn run(system: Particle, q: [f64; 2], v: [f64; 2], dt: f64) -> Simulation {
    let options = Options {
        tolerance: 1e-12,
        ..Options::default()
    };
    let scheme: Box<dyn Scheme> = Box::new(EventDriven::new(&system, options, 1e-12, Holding::Projection));
    let solver = Box::new(Auto::new(Settings {
        tolerance: 1e-12,
        ..Settings::default()
    }));
    let state = State {
        time: 0.0,
        q: q.to_vec(),
        v: v.to_vec(),
    };
    Simulation::new(Box::new(system), scheme, solver, state, dt).expect("finite")
}

#[test]
fn bouncing_ball_comes_to_rest_at_its_accumulation_time() {
    let (g, e): (f64, f64) = (9.81, 0.8);
    let mut run = run(particle([0.0, -g], 0.0, e), [0.0, 1.0], [0.3, 0.0], 0.5);
    let mut events = Vec::new();
    for _ in 0..10 {
        let step = run.step().expect("goes on");
        events.extend(step.events.iter().copied());
        assert!(step.energy.residue.abs() < 1e-11, "{:?}", step.energy);
    }
    let fall = (2.0 / g).sqrt();
    let first = events.iter().find(|e| e.kind == EventKind::Impact).expect("hits");
    assert!((first.time - fall).abs() < 1e-14, "{} {fall}", first.time);
    let end = fall * (1.0 + e) / (1.0 - e);
    let limit = events
        .iter()
        .find(|e| e.kind == EventKind::Accumulation)
        .expect("accumulates");
    assert!((limit.time - end).abs() < 1e-10, "{} {end}", limit.time);
    assert!((run.state.q[0] - 1.5).abs() < 1e-12);
    assert!(run.state.q[1].abs() < 1e-12 && run.state.v[1].abs() < 1e-12);
}

#[test]
fn elastic_ball_keeps_its_energy() {
    let mut run = run(particle([0.0, -9.81], 0.0, 1.0), [0.0, 1.0], [0.0, 0.0], 1.0);
    for _ in 0..100 {
        run.step().expect("goes on");
    }
    assert!(
        (run.energy().total() - 9.81).abs() < 1e-10,
        "{}",
        run.energy().total()
    );
}

#[test]
fn brick_slides_stops_and_stays() {
    // Pull along the floor below the friction: it stops at v/(μ g − a), and stays.
    let (g, mu, a) = (10.0, 0.5, 2.0);
    let mut run = run(particle([a, -g], mu, 0.0), [0.0, 0.0], [3.0, 0.0], 0.7);
    let mut stops = Vec::new();
    for _ in 0..4 {
        let step = run.step().expect("goes on");
        let kinds = step.events.iter().filter(|e| e.kind == EventKind::StickBegins);
        stops.extend(kinds.map(|e| e.time));
    }
    assert_eq!(stops.len(), 1, "{stops:?}");
    assert!((stops[0] - 1.0).abs() < 1e-12, "{stops:?}");
    assert!((run.state.q[0] - 1.5).abs() < 1e-12, "{:?}", run.state);
    assert!(run.state.v[0].abs() < 1e-15);
}

#[test]
fn brick_stops_and_slides_back() {
    let (g, mu, a) = (10.0, 0.5, -8.0);
    let mut run = run(particle([a, -g], mu, 0.0), [0.0, 0.0], [2.6, 0.0], 1.0);
    run.step().expect("goes on");
    // Decelerates by 13 for 0.2 s, then is pulled back by 3 for 0.8 s.
    let expected = 0.26 - 0.5 * 3.0 * 0.64;
    assert!((run.state.q[0] - expected).abs() < 1e-12, "{:?}", run.state);
    assert!((run.state.v[0] + 2.4).abs() < 1e-12);
    assert_eq!(run.last().events.len(), 1);
    assert_eq!(run.last().events[0].kind, EventKind::SlipTurns);
}

/// A tangent vector of a particle, carried over one step.
fn carried(simulation: &mut Simulation, tangent: [f64; 4]) -> [f64; 4] {
    let [x, y, u, w] = tangent;
    let follow = simulation.scheme.follow().expect("looks for events");
    follow.vectors = vec![Tangent::new(vec![x, y], vec![u, w])];
    simulation.step().expect("goes on");
    let follow = simulation.scheme.follow().expect("looks for events");
    assert_eq!(follow.lost, 0);
    let Tangent { q, v, .. } = &follow.vectors[0];
    [q[0], q[1], v[0], v[1]]
}

#[test]
fn tangents_of_a_bounce_with_sliding_are_the_derivatives_of_its_closed_form() {
    let (g, e, mu): (f64, f64, f64) = (9.81, 0.7, 0.1);
    let (y, u, w, t): (f64, f64, f64, f64) = (0.4, 3.0, -0.5, 0.5);
    // Impact at t₁ with the speed s; then x = u t − μ (1 + e) s (t − t₁), y = e s (t − t₁) − g/2 (t − t₁)².
    let s = (w * w + 2.0 * g * y).sqrt();
    let rest = t - (w + s) / g;
    assert!(rest > 0.0 && e * s - 0.5 * g * rest > 0.0);
    let by = |s_by: f64, t1_by: f64| {
        [
            -mu * (1.0 + e) * (s_by * rest - s * t1_by),
            e * s_by * rest - (e * s - g * rest) * t1_by,
            -mu * (1.0 + e) * s_by,
            e * s_by + g * t1_by,
        ]
    };
    let (mut by_x, mut by_u) = ([0.0; 4], [0.0; 4]);
    by_x[0] = 1.0;
    (by_u[0], by_u[2]) = (t, 1.0);
    let exact = [by_x, by(g / s, 1.0 / s), by_u, by(w / s, (1.0 + w / s) / g)];
    for (k, exact) in exact.iter().enumerate() {
        let mut simulation = run(particle([0.0, -g], mu, e), [0.2, y], [u, w], t);
        let mut unit = [0.0; 4];
        unit[k] = 1.0;
        let found = carried(&mut simulation, unit);
        for (found, exact) in found.iter().zip(exact) {
            assert!((found - exact).abs() < 1e-8, "column {k}: {found} {exact}");
        }
    }
}

#[test]
fn tangents_of_a_block_that_stops_keep_its_way_and_lose_its_speed() {
    let (g, mu, u): (f64, f64, f64) = (9.81, 0.3, 2.0);
    let mut simulation = run(particle([0.0, -g], mu, 0.0), [0.0, 0.0], [u, 0.0], 1.5);
    let found = carried(&mut simulation, [0.5, 0.0, 1.0, 0.0]);
    // x ends at u²/(2 μ g).
    let exact = [0.5 + u / (mu * g), 0.0, 0.0, 0.0];
    for (found, exact) in found.iter().zip(exact) {
        assert!((found - exact).abs() < 1e-8, "{found} {exact}");
    }
}

#[test]
fn states_at_impacts_are_kept_where_they_are_asked_for() {
    let (g, e) = (9.81, 0.8);
    let mut simulation = run(particle([0.0, -g], 0.0, e), [0.0, 1.0], [0.3, 0.0], 1.0);
    simulation.scheme.follow().expect("looks for events").keep_states = true;
    simulation.step().expect("goes on");
    let met = &simulation.scheme.follow().expect("looks for events").impacts;
    assert_eq!(met.len(), 1);
    let speed = (2.0 * g * 1.0f64).sqrt();
    assert!((met[0].before[1] + speed).abs() < 1e-13 && (met[0].after[1] - e * speed).abs() < 1e-13);
    assert!(met[0].q[1].abs() < 1e-14 && (met[0].time - speed / g).abs() < 1e-14);
}

/// In flight the short way to accelerations is the long one.
#[test]
fn flight_is_evaluated_alike() {
    let mut system = particle([0.3, -9.81], 0.2, 0.5);
    let mut phase = Phase::new(&system, Holding::Projection, 1e-9);
    for k in 0..5 {
        let (q, v) = ([f64::from(k), 1.0], [0.2, -f64::from(k)]);
        assert!(phase.evaluate(&mut system, 0.1, &q, &v) && phase.flies());
        let mut short = [0.0; 2];
        assert!(phase.fly(&mut system, 0.1, (&q, &v), &mut short));
        assert_eq!(short[..], phase.motion.acceleration);
        assert_eq!(short, [0.3, -9.81]);
    }
}

/// A step of the run that takes more evaluations than it may ends with a reason, and one that is asked to end
/// says so; both leave the state where it was.
#[test]
fn a_step_is_bounded_and_ends_when_asked() {
    let options = Options {
        tolerance: 1e-12,
        ..Options::default()
    };
    let step_with = |change: fn(&mut EventDriven)| {
        let system = particle([0.0, -9.81], 0.0, 0.5);
        let mut scheme = EventDriven::new(&system, options, 1e-12, Holding::Projection);
        change(&mut scheme);
        let state = State {
            time: 0.0,
            q: vec![0.0, 1.0],
            v: vec![1.0, 0.0],
        };
        let solver = Box::new(Auto::new(Settings::default()));
        let made = Simulation::new(Box::new(system), Box::new(scheme), solver, state, 2.0);
        let mut simulation = made.expect("a simulation");
        let error = simulation.step().err();
        (error, simulation.state.time)
    };
    assert_eq!(step_with(|_| {}), (None, 2.0));
    let (error, time) = step_with(|scheme| scheme.zeno.looks = 10);
    assert!(matches!(error, Some(StepError::Events { .. })), "{error:?}");
    assert_eq!(time, 0.0);
    let (error, time) = step_with(|scheme| scheme.heed(&(std::sync::Arc::new(|| true) as Expired)));
    assert_eq!(error, Some(StepError::Interrupted { time: 0.0 }));
    assert_eq!(time, 0.0);
}
