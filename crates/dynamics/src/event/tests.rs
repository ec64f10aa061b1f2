//! Closed forms of a particle: flights, accumulations, sliding and sticking.

use super::*;
use crate::contact::Friction;
use crate::models::particle::Particle;
use crate::schemes::Scheme;
use crate::simulation::Simulation;
use drystone_solve::cone::auto::Auto;
use drystone_solve::law::Law;
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
