//! A ball above a floor and a brick on a ramp by every scheme: closed forms.

use drystone_dynamics::accept::Standing;
use drystone_dynamics::contact::{Friction, Restitution};
use drystone_dynamics::models::particle::Particle;
use drystone_dynamics::schemes::{Setting, by_name};
use drystone_dynamics::step::Step;
use drystone_dynamics::step::options::Options;
use drystone_dynamics::{Simulation, State, StepError};
use drystone_solve::law::Law;
use drystone_solve::problem::ContactProblem;
use drystone_solve::solver::{Settings, Solver, SolverReport, Stop};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

const ALL: [&str; 5] = [
    "moreau-midpoint",
    "moreau-jean",
    "stewart-trinkle",
    "anitescu-potra",
    "paoli-schatzman",
];

fn simulate(
    name: &str,
    options: &[(String, Setting)],
    particle: Particle,
    state: State,
    dt: f64,
) -> Simulation {
    let scheme = by_name(name, options, &particle, Options::default()).unwrap();
    let solver = drystone_solve::cone::by_name("auto", Settings::default()).unwrap();
    Simulation::new(Box::new(particle), scheme, solver, state, dt).unwrap()
}

fn planar(mu: f64) -> Friction {
    Friction::Constant(Law::Planar { mu })
}

fn newton(e: f64) -> Restitution {
    Restitution::Newton { e, tangential: 0.0 }
}

/// q(t) of a ball dropped from 1 m with e = 0.8, at t = 1 s: after the first bounce.
#[test]
fn bouncing_ball_by_every_scheme_converges_with_order_one() {
    let (g, e) = (9.81, 0.8);
    let w = f64::sqrt(2.0 * g);
    let s = 1.0 - w / g;
    let expected = e * w * s - 0.5 * g * s * s;
    for name in ALL {
        for (dt, bar) in [(1e-3, 1e-2), (1e-4, 1e-3)] {
            let ball = Particle {
                pull: [0.0, -g],
                friction: planar(0.0),
                restitution: newton(e),
            };
            let state = State {
                time: 0.0,
                q: vec![0.0, 1.0],
                v: vec![0.0, 0.0],
            };
            let mut sim = simulate(name, &[], ball, state, dt);
            while sim.state.time < 1.0 - 0.5 * dt {
                let step = sim.step().unwrap();
                assert!(
                    step.certificate.clauses().iter().all(|c| c.1 < 1e-9),
                    "{name}: {:?}",
                    step.certificate
                );
            }
            let found = sim.state.q[1];
            assert!(
                (found - expected).abs() < bar,
                "{name}, dt = {dt}: {found} m, expected {expected} m"
            );
        }
    }
}

/// With e = 1 the midpoint scheme keeps the energy over 10⁴ bounces.
#[test]
fn elastic_ball_keeps_its_height_to_rounding() {
    let ball = Particle {
        pull: [0.0, -9.81],
        friction: planar(0.0),
        restitution: newton(1.0),
    };
    let state = State {
        time: 0.0,
        q: vec![0.0, 1.0],
        v: vec![0.0, 0.0],
    };
    let mut sim = simulate("moreau-midpoint", &[], ball, state, 1e-2);
    let (mut bounces, mut worst) = (0, 0.0f64);
    while bounces < 10_000 {
        let step = sim.step().unwrap();
        bounces += usize::from(step.impulses.first().is_some_and(|r| *r > 0.0));
        worst = worst.max((sim.energy().total() - 9.81).abs());
    }
    assert!(worst < 1e-10, "energy off by {worst} J after {bounces} bounces");
}

/// A brick at v₀ on a rough floor stops after v₀² / (2 μ g) and stays.
#[test]
fn sliding_brick_stops_where_coulomb_says() {
    let (v0, mu, g, dt) = (2.0, 0.3, 9.81, 1e-3);
    for name in &ALL[..4] {
        let brick = Particle {
            pull: [0.0, -g],
            friction: planar(mu),
            restitution: newton(0.0),
        };
        let state = State {
            time: 0.0,
            q: vec![0.0, 0.0],
            v: vec![v0, 0.0],
        };
        let mut sim = simulate(name, &[], brick, state, dt);
        let mut lost = 0.0;
        while sim.state.time < 1.0 {
            lost += sim.step().unwrap().energy.friction_loss;
        }
        let (found, expected) = (sim.state.q[0], v0 * v0 / (2.0 * mu * g));
        assert!(
            (found - expected).abs() < v0 * dt,
            "{name}: stopped at {found} m, expected {expected} m"
        );
        assert!(
            sim.state.v[0].abs() < 1e-13,
            "{name}: still moving at {} m/s",
            sim.state.v[0]
        );
        assert!(
            (lost - 0.5 * v0 * v0).abs() < 1e-10,
            "{name}: friction took {lost} J of 2 J"
        );
    }
}

/// A particle that lay on the floor is lifted by a thousandth of what its weight moves it in a step, without
/// a velocity: it falls for a step, and the step says that it lost its contact. One that moves away, or is
/// farther away, has left it.
#[test]
fn a_contact_that_carried_and_is_let_go_at_rest_is_lost() {
    let (g, dt) = (9.81, 1e-2);
    for name in [
        "moreau-jean",
        "moreau-midpoint",
        "stewart-trinkle",
        "anitescu-potra",
    ] {
        for (lift, speed, lost) in [(0.0, 0.0, 0), (1e-3, 0.0, 1), (1e-3, 1e-3, 0), (0.2, 0.0, 0)] {
            let ball = Particle {
                pull: [0.0, -g],
                friction: planar(0.3),
                restitution: newton(0.0),
            };
            let state = State {
                time: 0.0,
                q: vec![0.0, 0.0],
                v: vec![0.0, 0.0],
            };
            let mut sim = simulate(name, &[], ball, state, dt);
            let first = sim.step().unwrap();
            assert_eq!(
                (first.impulses[0] > 0.0, first.position.lost.count),
                (true, 0),
                "{name}"
            );
            sim.state.q[1] = lift * g * dt * dt;
            sim.state.v[1] = speed;
            let step = sim.step().unwrap();
            let found = step.position.lost;
            assert_eq!(found.count, lost, "{name}, lifted by {lift}: {found:?}");
            let fell = if lift == 0.0 { 0.0 } else { speed - g * dt };
            assert!((step.state.v[1] - fell).abs() < 1e-12, "{name}: {:?}", step.state);
        }
    }
}

/// Answers only where the free velocity is that of a step of at most `longest`, in s.
struct Short {
    longest: f64,
    inner: Box<dyn Solver>,
    asked: Arc<AtomicUsize>,
}

impl Solver for Short {
    fn solve(&mut self, problem: &ContactProblem, r: &mut [f64]) -> SolverReport {
        self.asked.fetch_add(1, Ordering::Relaxed);
        if problem.free_velocity[0].abs() <= 9.81 * self.longest {
            return self.inner.solve(problem, r);
        }
        r.fill(0.0);
        SolverReport {
            iterations: 1,
            stop: Stop::Stalled,
            method: "short",
        }
    }
}

/// A ball at rest, and a solver that fails at long steps: a half and a quarter of the step are tried and the
/// quarter is taken. Where an eighth fails too the run stops, and nothing has moved.
#[test]
fn a_step_that_is_refused_is_tried_shorter_before_the_run_stops() {
    let dt = 1e-2;
    for (share, taken) in [(1.0, Some(1.0)), (0.25, Some(0.25)), (0.1, None)] {
        let ball = Particle {
            pull: [0.0, -9.81],
            friction: planar(0.0),
            restitution: newton(0.0),
        };
        let state = State {
            time: 0.0,
            q: vec![0.0, 0.0],
            v: vec![0.0, 0.0],
        };
        let mut sim = simulate("moreau-jean", &[], ball, state, dt);
        let inner = drystone_solve::cone::by_name("auto", Settings::default()).unwrap();
        let asked = Arc::new(AtomicUsize::new(0));
        sim.solver = Box::new(Short {
            longest: 1.001 * share * dt,
            inner,
            asked: asked.clone(),
        });
        let ended = sim.step().map(Step::standing);
        let tries = asked.load(Ordering::Relaxed);
        if let Some(taken) = taken {
            assert_eq!(ended.unwrap(), Standing::Certified);
            assert!((sim.state.time - taken * dt).abs() < 1e-15, "{}", sim.state.time);
        } else {
            assert!(matches!(ended, Err(StepError::Violation { .. })));
            assert_eq!((sim.state.time, sim.state.q[1], tries), (0.0, 0.0, 4));
        }
    }
}
