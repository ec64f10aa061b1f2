//! After its first steps a run asks for no memory: every scheme on a sliding contact, an impacting ball and a pendulum
//! held by a constraint, written in Rust and given by formulas.
//!
//! A program of its own (`harness = false`): the counter sees every thread, and the test harness has one more.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use drystone_dynamics::careful::Careful;
use drystone_dynamics::contact::{Constraints, Contact, Contacts, Friction, Restitution};
use drystone_dynamics::models::lagrangian::Lagrangian;
use drystone_dynamics::models::lagrangian_description::{
    ConstraintDescription, ContactDescription, FrictionDescription, LagrangianDescription,
    RestitutionDescription,
};
use drystone_dynamics::options::Options;
use drystone_dynamics::schemes::{NAMES, by_name};
use drystone_dynamics::system::Energy;
use drystone_dynamics::{Simulation, State, System};
use drystone_solve::law::Law;
use drystone_solve::solver::Settings;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static COUNTER: &StatsAlloc<std::alloc::System> = &INSTRUMENTED_SYSTEM;

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Sliding,
    Ball,
    Pendulum,
}

/// A particle of unit mass in the plane: above the line y = 0, or on the circle of radius 1.
struct Particle(Kind);

impl System for Particle {
    fn num_q(&self) -> usize {
        2
    }
    fn num_v(&self) -> usize {
        2
    }
    fn mass(&mut self, _: f64, _: &[f64], out: &mut [f64]) {
        out.copy_from_slice(&[1.0, 0.0, 0.0, 1.0]);
    }
    fn force(&mut self, time: f64, q: &[f64], _: &[f64], out: &mut [f64]) {
        out.copy_from_slice(&[10.0 * (time.sin() - q[0]), -9.81]);
    }
    fn contacts(&mut self, _: f64, q: &[f64], margin: f64, out: &mut Contacts) {
        if self.0 != Kind::Pendulum && q[1] <= margin {
            let ball = self.0 == Kind::Ball;
            out.list.push(Contact {
                id: 0,
                gap: q[1],
                friction: if ball {
                    Friction::None
                } else {
                    Friction::Constant(Law::Planar { mu: 0.2 })
                },
                restitution: Restitution::Newton {
                    e: if ball { 0.9 } else { 0.0 },
                    tangential: 0.0,
                },
            });
            out.jacobian.entry(1, 1.0);
            out.end_row(0.0);
            if !ball {
                out.jacobian.entry(0, 1.0);
                out.end_row(0.0);
            }
        }
    }
    fn constraints(&mut self, _: f64, q: &[f64], out: &mut Constraints) {
        if self.0 == Kind::Pendulum {
            out.jacobian.entry(0, q[0]);
            out.jacobian.entry(1, q[1]);
            out.end_row(0.5 * (q[0] * q[0] + q[1] * q[1] - 1.0), 0.0);
        }
    }
    fn energy(&mut self, _: f64, q: &[f64], v: &[f64]) -> Energy {
        Energy {
            kinetic: 0.5 * (v[0] * v[0] + v[1] * v[1]),
            potential: 9.81 * q[1],
        }
    }
}

fn start(kind: Kind) -> State {
    let (q, v) = match kind {
        Kind::Sliding => ([0.0, 0.0], [1.0, 0.0]),
        Kind::Ball => ([0.0, 0.5], [0.0, 0.0]),
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
        forces: vec![("x".into(), "10*(sin(t) - x)".into())],
        ..LagrangianDescription::default()
    };
    match kind {
        Kind::Pendulum => description.constraints.push(ConstraintDescription {
            name: "rod".into(),
            zero: "(x^2 + y^2 - 1)/2".into(),
        }),
        Kind::Sliding => description.contacts.push(ContactDescription {
            slip: vec!["x'".into()],
            friction: FrictionDescription::Mu(0.2.into()),
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
fn count(system: Box<dyn System>, scheme: &str, state: State) -> usize {
    let scheme = by_name(scheme, &[], &*system, Options::default()).unwrap();
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

fn main() {
    let mut faults = Vec::new();
    for (name, kind) in [
        ("sliding", Kind::Sliding),
        ("ball", Kind::Ball),
        ("pendulum", Kind::Pendulum),
    ] {
        for entry in NAMES {
            if entry.name == "paoli-schatzman" && kind == Kind::Sliding {
                continue; // it has no friction
            }
            let systems: [(&str, Box<dyn System>); 2] = [
                ("Rust", Box::new(Particle(kind))),
                ("formulas", Box::new(formulas(kind))),
            ];
            for (by, system) in systems {
                let found = count(system, entry.name, start(kind));
                if found > 0 {
                    faults.push(format!(
                        "{name} by {by}, {}: {found} allocations in 2000 steps",
                        entry.name
                    ));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    // The counter counts.
    let region = Region::new(COUNTER);
    let kept = Vec::<u8>::with_capacity(100);
    assert!(region.change().allocations >= 1, "{}", kept.capacity());
}
