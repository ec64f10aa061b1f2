//! From a scene to what a run needs of it, by the kind of system; and whom a refused step is about.

use crate::run::runner::{Model, Names, RunError};
use crate::run::world::{Mobility, Who, World, worst_pair};
use drystone_dynamics::contact::Contacts;
use drystone_dynamics::gaps::Selection;
use drystone_dynamics::models::Violation;
use drystone_dynamics::models::bodies::Bodies;
use drystone_dynamics::models::bodies::search::Search;
use drystone_dynamics::models::complementarity::Scheme::Theta;
use drystone_dynamics::models::complementarity::{
    ComplementarityStepper, ComplementaritySystem, StepOptions,
};
use drystone_dynamics::models::lagrangian::Lagrangian;
use drystone_dynamics::schemes::Scheme;
use drystone_dynamics::step::Step;
use drystone_dynamics::{Simulation, State, StepError, System};
use drystone_io::scene::{Scene, SceneError, SystemDescription};
use drystone_solve::policy::in_parts;
use drystone_solve::solver::{Expired, Settings};

/// What differs between kinds of systems: the model, its names, when it starts, the rows of its contacts,
/// warnings.
pub(crate) struct Parts {
    pub(crate) model: Model,
    pub(crate) names: Names,
    pub(crate) start: f64,
    pub(crate) rows: Vec<usize>,
    pub(crate) warnings: Vec<String>,
}

pub(crate) fn lagrangian(
    scene: &Scene,
    (mut system, scheme): (Box<Lagrangian>, Box<dyn Scheme>),
    state: State,
    (dt, expired): (f64, Expired),
) -> Result<Parts, RunError> {
    let mut warnings: Vec<String> = too_many_threads(scene).into_iter().collect();
    for violation in system.initial_violations(&state) {
        warnings.push(initial(scene, &violation)?);
    }
    let mut contacts = Contacts::default();
    system.contacts(state.time, &state.q, Selection::ALL, &mut contacts);
    let rows = contacts.list.iter().map(|c| c.friction.law().rows()).collect();
    let rate = |q: &String| format!("{q}'");
    let names = Names {
        q: system.coordinate_names().to_vec(),
        v: system.coordinate_names().iter().map(rate).collect(),
        outputs: system.output_names().to_vec(),
        contacts: system.contact_names().to_vec(),
        who: Who::default(),
    };
    Ok(Parts {
        start: state.time,
        model: Model::Mechanical(mechanical(scene, (system, scheme), state, (dt, expired))?, None),
        names,
        rows,
        warnings,
    })
}

/// A world of bodies: its coordinates are named after the bodies.
pub(crate) fn bodies(
    scene: &Scene,
    (mut system, scheme): (Box<Bodies>, Box<dyn Scheme>),
    state: State,
    (dt, expired): (f64, Expired),
) -> Result<Parts, RunError> {
    let SystemDescription::Bodies(description) = &scene.system else {
        return Err(RunError::Scene(scene.error_in("body", None, "there is no body")));
    };
    let is_single = |name: &str| scene.has("body", name);
    let (world, who) = World::new(description, &is_single, &mut system, &state);
    let (q, v): (&[&str], &[&str]) = if who.plane {
        (&["x", "y", "angle"], &["vx", "vy", "wz"])
    } else {
        (
            &["x", "y", "z", "w", "i", "j", "k"],
            &["vx", "vy", "vz", "wx", "wy", "wz"],
        )
    };
    let free = (0..who.bodies.len()).filter(|body| system.is_free(*body));
    let mut names = Names::default();
    for body in free.map(|body| &who.bodies[body]) {
        names.q.extend(q.iter().map(|what| format!("{body}.{what}")));
        names.v.extend(v.iter().map(|what| format!("{body}.{what}")));
    }
    names.who = who;
    Ok(Parts {
        start: state.time,
        model: Model::Mechanical(
            mechanical(scene, (system, scheme), state, (dt, expired))?,
            Some(Box::new(world)),
        ),
        names,
        rows: Vec::new(),
        warnings: too_many_threads(scene).into_iter().collect(),
    })
}

/// The error, and whom it is about where bodies have names.
pub(crate) fn refusal(error: StepError, names: &Names, step: &Step) -> RunError {
    let who = &names.who;
    let quoted = |[a, b]: [usize; 2]| Some(format!("\"{}\"–\"{}\"", who.bodies.get(a)?, who.bodies.get(b)?));
    let plain = |[a, b]: [usize; 2]| Some(format!("{}-{}", who.bodies.get(a)?, who.bodies.get(b)?));
    let bodies = match &error {
        StepError::Impact { contact, .. } => Search::bodies_of(*contact),
        StepError::Violation { clause, .. } => worst_pair(step, clause).map(|worst| worst.0),
        StepError::Infeasible { .. } => step.solutions.proof().and_then(|proof| {
            let heaviest = proof.contacts.iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
            Some(step.contacts.places.get(heaviest.0)?.bodies)
        }),
        _ => None,
    };
    let place = match &error {
        StepError::Impact { contact, .. } => bodies
            .and_then(quoted)
            .map(|pair| format!("contact {contact} is {pair}")),
        StepError::Mass { dof: index, .. } => names.v.get(*index).map(|v| format!("that is {v}")),
        StepError::NotFinite { what, index, .. } => {
            let names = if *what == "the configuration" {
                &names.q
            } else {
                &names.v
            };
            names.get(*index).map(|name| format!("that is {name}"))
        }
        StepError::Infeasible { contacts: true, .. } => crushed(names, step),
        StepError::Infeasible { .. } => torn(names, step),
        StepError::Violation { .. } => bodies
            .and_then(quoted)
            .map(|pair| format!("{pair} misses it most")),
        _ => None,
    };
    match place {
        Some(place) if !who.bodies.is_empty() => RunError::StepAt {
            error,
            place,
            pair: bodies.and_then(plain),
        },
        _ => RunError::Step(error),
    }
}

/// Names in quotes.
fn quoted(who: &Who, list: &[usize], joint: &str) -> String {
    let names = list.iter().filter_map(|body| who.bodies.get(*body));
    names
        .map(|name| format!("\"{name}\""))
        .collect::<Vec<_>>()
        .join(joint)
}

/// How many bodies do not give, and who they are: those that are held, those that follow motions, and joints.
fn sides(names: &Names, (held, driven): (Vec<usize>, Vec<usize>), joints: bool) -> (usize, String) {
    let named = |list: &[usize], joint: &str| quoted(&names.who, list, joint);
    let sides = held.len() + driven.len();
    let follows = if driven.len() == 1 {
        "follows a motion"
    } else {
        "follow a motion"
    };
    let mut around = match (held.is_empty(), driven.is_empty()) {
        (true, true) => String::new(),
        (false, true) => named(&held, " and "),
        (true, false) => format!("{}, which {follows}", named(&driven, " and ")),
        (false, false) => format!(
            "{} and {}, which {follows}",
            named(&held, ", "),
            named(&driven, ", ")
        ),
    };
    if joints {
        around.push_str(if sides > 0 {
            ", by joints or motors"
        } else {
            "joints or motors"
        });
    }
    (sides, around)
}

/// Who is crushed between whom, where a proof says that no impulses exist, and how much a motion must give.
fn crushed(names: &Names, step: &Step) -> Option<String> {
    let (proof, who) = (step.solutions.proof()?, &names.who);
    let places = (proof.contacts.iter())
        .filter_map(|(contact, weight)| Some((step.contacts.places.get(*contact)?.bodies, *weight)));
    let (mut free, mut held, mut driven) = (Vec::new(), Vec::new(), Vec::new());
    let (mut all, mut moved) = (0.0, 0.0);
    for (bodies, weight) in places {
        all += weight;
        for body in bodies {
            match who.mobility.get(body)? {
                Mobility::Free => free.push(body),
                Mobility::Fixed => held.push(body),
                Mobility::Driven => {
                    driven.push(body);
                    moved += weight;
                }
            }
        }
    }
    for list in [&mut free, &mut held, &mut driven] {
        list.sort_unstable();
        list.dedup();
    }
    let (sides, around) = sides(names, (held, driven), proof.joints);
    let give = if moved > 0.0 {
        format!("; the motion must give {:.3e} m/s", proof.closing * all / moved)
    } else {
        String::new()
    };
    let free = quoted(who, &free, ", ");
    let is = if free.contains(", ") { "are" } else { "is" };
    let between = match sides {
        _ if free.is_empty() => return None,
        0 if around.is_empty() => "among themselves",
        0 => "among themselves by ",
        1 => "against ",
        _ => "between ",
    };
    Some(format!("{free} {is} crushed {between}{around}{give}"))
}

/// Whom joints and motors drive against each other.
fn torn(names: &Names, step: &Step) -> Option<String> {
    let proof = step.solutions.proof()?;
    let mut bodies: Vec<&str> = (proof.dofs.iter())
        .filter_map(|dof| Some(names.v.get(*dof)?.rsplit_once('.')?.0))
        .collect();
    bodies.dedup();
    let list: Vec<String> = bodies.iter().map(|body| format!("\"{body}\"")).collect();
    let follows = if list.len() == 1 { "follows" } else { "follow" };
    (!list.is_empty()).then(|| {
        format!(
            "{} {follows} joints or motors that contradict each other",
            list.join(", ")
        )
    })
}

/// As many threads as asked, within [`most_threads`]; without a word all cores, where there is enough to do
/// for more than one.
fn threads(asked: Option<usize>, size: usize) -> usize {
    match (asked, size) {
        (Some(asked), _) => asked.min(most_threads()),
        (None, 0..MANY) => 1,
        (None, _) => processors(),
    }
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Threads for each processor: more only wait for each other (4096 took half a minute to begin and end).
const PER_PROCESSOR: usize = 2;

/// So many threads are made on any machine: the bits are the same for any number, which small machines must
/// be able to show.
const ON_ANY: usize = 16;

/// The most threads that a run on this machine takes.
fn most_threads() -> usize {
    (PER_PROCESSOR * processors()).max(ON_ANY)
}

/// What is said where a scene asks for more.
fn too_many_threads(scene: &Scene) -> Option<String> {
    let (asked, most) = (scene.run.threads?, most_threads());
    (asked > most).then(|| {
        format!(
            "{asked} threads are asked for and {most} taken: this machine has {} processors; the result is the same",
            processors()
        )
    })
}

/// From this many degrees of freedom on threads are worth their start.
const MANY: usize = 600;

/// A mechanical system with the scheme and the solver that the scene asks for.
fn mechanical(
    scene: &Scene,
    (system, scheme): (Box<dyn System>, Box<dyn Scheme>),
    state: State,
    (dt, expired): (f64, Expired),
) -> Result<Box<Simulation>, RunError> {
    let run = &scene.run;
    let settings = Settings {
        tolerance: run.tolerance,
        enough: run.options.enough,
        max_iterations: run.max_iterations,
        expired: Some(expired.clone()),
        ..Settings::of_steps()
    };
    let threads = threads(run.threads, state.v.len());
    let solver = in_parts(&run.solver.name, &settings, threads)
        .ok_or_else(|| RunError::Solver(run.solver.name.clone()))?;
    let mut simulation = Simulation::new(system, scheme, Box::new(solver), state, dt)?;
    simulation.on_violation = run.on_violation;
    simulation.continuous = run.options.continuous;
    simulation.heed(expired);
    Ok(Box::new(simulation))
}

pub(crate) fn complementarity(
    scene: &Scene,
    system: ComplementaritySystem,
    mut options: StepOptions,
    dt: f64,
) -> Result<Parts, RunError> {
    options.dt = dt;
    let (n, m) = (system.num_states(), system.num_rows());
    let numbered = |name: &str, count: usize| (1..=count).map(|i| format!("{name}{i}")).collect();
    let mut outputs: Vec<String> = numbered("lambda", m);
    outputs.extend::<Vec<String>>(numbered("w", m));
    let names = Names {
        q: numbered("x", n),
        outputs,
        ..Names::default()
    };
    let mut warnings = Vec::new();
    if let (Some(degree @ 3..), Theta { .. }) = (system.relative_degree(), options.scheme) {
        warnings.push(format!(
            "the system has relative degree {degree}: backward Euler and its relatives diverge where the state must \
             jump; take the scheme \"event-driven\" or \"higher-order\""
        ));
    }
    let stepper = ComplementarityStepper::new(system, options)?;
    Ok(Parts {
        model: Model::Complementarity(Box::new(stepper), scene.run.on_violation),
        names,
        start: options.start_time,
        rows: Vec::new(),
        warnings,
    })
}

/// Constraints that do not hold make no sense; overlap is a matter of degree.
fn initial(scene: &Scene, violation: &Violation) -> Result<String, SceneError> {
    match violation {
        Violation::Gap(name, gap) => Ok(format!(
            "contact `{name}` overlaps by {:.3e} m at the start: it opens by its law, or by run.violation = \"projection\"",
            -gap
        )),
        Violation::Constraint(name, value) if value.abs() > TOO_FAR => Err(scene.error_in(
            &format!("lagrangian.constraint.{name}.zero"),
            None,
            format!("is {value:.6e} at the initial state, asked: 0; correct `initial`, or the constraint"),
        )),
        Violation::Constraint(name, value) => Ok(format!(
            "constraint `{name}` is {value:.3e} at the start instead of 0"
        )),
    }
}

/// A constraint that misses by more is not met.
const TOO_FAR: f64 = 1e-6;
