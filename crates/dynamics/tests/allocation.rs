//! After its first steps a run asks for no memory: every scheme on a sliding contact, an impacting ball under several
//! impact laws and a pendulum held by a constraint, written in Rust and given by formulas; the geometry of bodies.
//!
//! A program of its own (`harness = false`): the counter sees every thread, and the test harness has one more.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use drystone_dynamics::careful::Careful;
use drystone_dynamics::contact::{Constraints, Contacts, Friction, Restitution};
use drystone_dynamics::geometry::{Bounds, BroadPhase, DVec2, Polygon, Pose, Shape, manifold};
use drystone_dynamics::models::lagrangian::Lagrangian;
use drystone_dynamics::models::lagrangian_description::{
    ConstraintDescription, ContactDescription, FrictionDescription, LagrangianDescription,
    RestitutionDescription,
};
use drystone_dynamics::models::particle::Particle;
use drystone_dynamics::options::{Impacts, Options};
use drystone_dynamics::schemes::{NAMES, by_name};
use drystone_dynamics::system::Energy;
use drystone_dynamics::{Simulation, State, System};
use drystone_solve::law::Law;
use drystone_solve::solver::Settings;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::sync::Arc;

#[global_allocator]
static COUNTER: &StatsAlloc<std::alloc::System> = &INSTRUMENTED_SYSTEM;

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Sliding,
    Ball,
    /// A ball whose impacts are integrated one by one.
    Stronge,
    Pendulum,
}

/// A particle of unit mass on the circle of radius 1.
struct Pendulum;

impl System for Pendulum {
    fn num_q(&self) -> usize {
        2
    }
    fn num_v(&self) -> usize {
        2
    }
    fn mass(&mut self, _: f64, _: &[f64], out: &mut [f64]) {
        out.copy_from_slice(&[1.0, 0.0, 0.0, 1.0]);
    }
    fn force(&mut self, _: f64, _: &[f64], _: &[f64], out: &mut [f64]) {
        out.copy_from_slice(&[0.0, -9.81]);
    }
    fn contacts(&mut self, _: f64, _: &[f64], _: f64, _: &mut Contacts) {}
    fn constraints(&mut self, _: f64, q: &[f64], out: &mut Constraints) {
        out.jacobian.entry(0, q[0]);
        out.jacobian.entry(1, q[1]);
        out.end_row(0.5 * (q[0] * q[0] + q[1] * q[1] - 1.0), 0.0);
    }
    fn energy(&mut self, _: f64, q: &[f64], v: &[f64]) -> Energy {
        Energy {
            kinetic: 0.5 * (v[0] * v[0] + v[1] * v[1]),
            potential: 9.81 * q[1],
        }
    }
}

fn rust(kind: Kind) -> Box<dyn System> {
    let (friction, restitution) = match kind {
        Kind::Pendulum => return Box::new(Pendulum),
        Kind::Sliding => (Friction::Constant(Law::Planar { mu: 0.05 }), Restitution::SOFT),
        Kind::Ball => (
            Friction::None,
            Restitution::Newton {
                e: 0.9,
                tangential: 0.0,
            },
        ),
        Kind::Stronge => (
            Friction::Constant(Law::Planar { mu: 0.05 }),
            Restitution::Stronge { e: 0.9 },
        ),
    };
    let pull = [1.0, -9.81];
    Box::new(Particle {
        pull,
        friction,
        restitution,
    })
}

fn start(kind: Kind) -> State {
    let (q, v) = match kind {
        Kind::Sliding => ([0.0, 0.0], [1.0, 0.0]),
        Kind::Ball | Kind::Stronge => ([0.0, 0.5], [0.0, 0.0]),
        Kind::Pendulum => ([1.0, 0.0], [0.0, 0.0]),
    };
    State {
        time: 0.0,
        q: q.to_vec(),
        v: v.to_vec(),
    }
}

/// The same by formulas.
fn formulas(kind: Kind) -> Lagrangian {
    let mut description = LagrangianDescription {
        coordinates: vec!["x".into(), "y".into()],
        kinetic: "(x'^2 + y'^2)/2".into(),
        potential: "9.81*y".into(),
        forces: vec![("x".into(), "1 + sin(t)".into())],
        ..LagrangianDescription::default()
    };
    match kind {
        Kind::Pendulum => description.constraints.push(ConstraintDescription {
            name: "rod".into(),
            zero: "(x^2 + y^2 - 1)/2".into(),
        }),
        Kind::Sliding => description.contacts.push(ContactDescription {
            slip: vec!["x'".into()],
            friction: FrictionDescription::Mu(0.05.into()),
            ..ContactDescription::new("floor", "y")
        }),
        Kind::Stronge => description.contacts.push(ContactDescription {
            slip: vec!["x'".into()],
            friction: FrictionDescription::Mu(0.05.into()),
            restitution: RestitutionDescription::Stronge { e: 0.9.into() },
            ..ContactDescription::new("floor", "y")
        }),
        Kind::Ball => description.contacts.push(ContactDescription {
            restitution: RestitutionDescription::Newton {
                e: 0.9.into(),
                tangential: 0.0.into(),
            },
            ..ContactDescription::new("floor", "y")
        }),
    }
    description.initial = vec![("x".into(), f64::from(kind == Kind::Pendulum).into())];
    Lagrangian::new(&description).unwrap().0
}

/// Allocations and reallocations of 2000 steps after the first 2000: both last longer than a bounce.
fn count(system: Box<dyn System>, scheme: &str, state: State, impacts: Impacts) -> usize {
    let options = Options {
        impacts,
        ..Options::default()
    };
    let scheme = by_name(scheme, &[], &*system, options).unwrap();
    // What scene files run with: `auto`, small problems to rounding.
    let solver = Box::new(Careful::new(Settings::default()));
    let mut simulation = Simulation::new(system, scheme, solver, state, 1e-3).unwrap();
    for _ in 0..2000 {
        simulation.step().unwrap();
    }
    let region = Region::new(COUNTER);
    let mut impulse = 0.0;
    for _ in 0..2000 {
        let step = simulation.step().unwrap();
        impulse += step
            .impulses
            .iter()
            .chain(&step.constraint_impulses)
            .map(|r| r.abs())
            .sum::<f64>();
    }
    let change = region.change();
    assert!(impulse > 0.0, "nothing touched: nothing was tested");
    change.allocations + change.reallocations
}

/// Allocations of the search for pairs and of contacts in the plane, once they have seen the same bodies before.
fn count_geometry() -> usize {
    let shapes = [
        Shape::Disc { radius: 0.3 },
        Shape::Polygon(Arc::new(Polygon::rectangle(0.9, 0.4).unwrap())),
        Shape::Polygon(Arc::new(Polygon::regular(7, 0.03).unwrap())),
        Shape::Polygon(Arc::new(Polygon::segment(DVec2::ZERO, DVec2::X, 0.1).unwrap())),
        Shape::HalfPlane,
    ];
    let pose = |k: usize, t: f64| {
        let (k, t) = (k as f64, 0.1 * t);
        Pose::planar(5.0 * (1.7 * k + t).sin(), 5.0 * (2.9 * k - t).cos(), k + t)
    };
    let (mut search, mut pairs, mut points) = (BroadPhase::default(), Vec::new(), Vec::new());
    let mut bounds = vec![Bounds::EMPTY; 200];
    let mut round = || {
        for t in 0..20 {
            for (k, bound) in bounds.iter_mut().enumerate() {
                *bound = shapes[k % 5].bounds(&pose(k, f64::from(t)));
            }
            search.pairs(&bounds, &|i, j| i % 5 != 4 || j % 5 != 4, &mut pairs);
            points.clear();
            for &[i, j] in &pairs {
                let [i, j] = [i as usize, j as usize];
                let (a, b) = (pose(i, f64::from(t)), pose(j, f64::from(t)));
                manifold((&shapes[i % 5], &a), (&shapes[j % 5], &b), 0.1, &mut points);
            }
            assert!(points.len() > 100);
        }
    };
    round();
    let region = Region::new(COUNTER);
    round();
    region.change().allocations
}

fn main() {
    let mut faults = Vec::new();
    for (name, kind, impacts) in [
        ("sliding", Kind::Sliding, Impacts::Simultaneous),
        ("ball", Kind::Ball, Impacts::Simultaneous),
        ("ball, impacts in sequence", Kind::Ball, Impacts::Sequential),
        ("ball by Stronge's law", Kind::Stronge, Impacts::Simultaneous),
        ("pendulum", Kind::Pendulum, Impacts::Simultaneous),
    ] {
        for entry in NAMES {
            let rough = matches!(kind, Kind::Sliding | Kind::Stronge);
            if entry.name == "paoli-schatzman" && rough {
                continue; // it has no friction
            }
            let systems: [(&str, Box<dyn System>); 2] =
                [("Rust", rust(kind)), ("formulas", Box::new(formulas(kind)))];
            for (by, system) in systems {
                let found = count(system, entry.name, start(kind), impacts);
                if found > 0 {
                    faults.push(format!(
                        "{name} by {by}, {}: {found} allocations in 2000 steps",
                        entry.name
                    ));
                }
            }
        }
    }
    let found = count_geometry();
    if found > 0 {
        faults.push(format!(
            "pairs and contacts in the plane: {found} allocations in 20 rounds"
        ));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    // The counter counts.
    let region = Region::new(COUNTER);
    let kept = Vec::<u8>::with_capacity(100);
    assert!(region.change().allocations >= 1, "{}", kept.capacity());
}
