//! A single impact against the solver.

use crate::models::{
    ContactDescription, FrictionDescription, Lagrangian, LagrangianDescription, RestitutionDescription,
    Scalar,
};
use crate::schemes::event_driven::tolerances::HOLDS;
use crate::schemes::event_driven::{EventDriven, Holding};
use crate::step::options::Options;
use crate::system::State;
use drystone_solve::policy::auto::Auto;
use drystone_solve::solver::Settings;
use proptest::prelude::*;

/// A body with coupled inertia, in the plane or in space, that arrives at its wall.
fn body(slips: usize, mu: f64, e: [f64; 2], v: [f64; 4]) -> (Lagrangian, State) {
    let mut wall = ContactDescription::new("wall", "y");
    wall.slip = ["x' - 0.3*a' + 0.1*y'", "z' + 0.2*a'"][..slips]
        .iter()
        .map(|s| (*s).into())
        .collect();
    if slips > 0 {
        wall.friction = FrictionDescription::Mu(Scalar::Number(mu));
    }
    wall.restitution = RestitutionDescription::Newton {
        e: Scalar::Number(e[0]),
        tangential: Scalar::Number(e[1]),
    };
    let names = ["x", "y", "z", "a"];
    let initial = names
        .iter()
        .zip(v)
        .map(|(name, v)| (format!("{name}'"), Scalar::Number(v)));
    Lagrangian::new(&LagrangianDescription {
        coordinates: names.map(String::from).to_vec(),
        kinetic: "x'^2 + y'^2 + 0.7*z'^2 + 0.05*a'^2 + 0.2*y'*a' + 0.1*x'*a'".into(),
        initial: initial.collect(),
        contacts: vec![wall],
        ..LagrangianDescription::default()
    })
    .expect("a system")
}

/// v⁺, impulses and losses; by the solver where all solutions are to be listed.
fn struck(
    system: &mut Lagrangian,
    state: &State,
    enumerate: bool,
) -> (Vec<f64>, Vec<f64>, [f64; 2], &'static str) {
    let options = Options {
        enumerate,
        tolerance: 1e-13,
        ..Options::default()
    };
    let mut events = EventDriven::new(system, options, 1e-12, Holding::Projection);
    let mut solver = Auto::new(Settings {
        tolerance: 1e-13,
        ..Settings::default()
    });
    events.phase.scales.length = 1.0;
    events.phase.close(system, state, 1e-12, &mut events.look);
    let at = (&mut events.phase, state);
    let solved = events.trial.solve_impact(system, &mut solver, at, &[]);
    solved.expect("solved");
    let step = &events.trial.step;
    assert!(step.certificate.dynamics < 1e-12 && step.certificate.laws.penetration < 1e-11);
    let losses = [step.energy.impact_loss, step.energy.friction_loss];
    (
        step.state.v.clone(),
        step.impulses.clone(),
        losses,
        step.solves.method,
    )
}

proptest! {
    /// What is found here is what the solver finds, and it is found wherever friction holds.
    #[test]
    fn impacts_are_those_of_the_solver(
        slips in 0..3_usize, mu in 0.05..3.0_f64, e in prop::array::uniform2(0.0..1.0_f64),
        v in prop::array::uniform4(-3.0..3.0_f64),
    ) {
        let v = [v[0], -v[1].abs() - 0.1, v[2], v[3]];
        let (mut system, state) = body(slips, mu, e, v);
        let (by_solver, r, lost, method) = struck(&mut system, &state, true);
        prop_assert!(method != "closed form");
        let (found, impulses, losses, method) = struck(&mut system, &state, false);
        for (a, b) in found.iter().zip(&by_solver).chain(impulses.iter().zip(&r)).chain(losses.iter().zip(&lost)) {
            prop_assert!((a - b).abs() < 1e-9, "{found:?} {by_solver:?} {impulses:?} {r:?}");
        }
        let used = r[1..].iter().map(|x| x * x).sum::<f64>().sqrt() / (mu * r[0]);
        prop_assert!(slips == 0 || used < HOLDS + 1e-6 || method != "closed form");
        prop_assert!((slips > 0 && used > HOLDS - 1e-6) || method == "closed form");
    }
}
