//! From a scene to its end: the loop that every command shares.
//!
//! ```text
//! scene ─ build ─▶ Runner ─ advance ─▶ Frame ─▶ whoever looks (tables, checks)        Totals along the way
//! ```
//! Steps are of one length; a last shorter one reaches `t_end` where the length does not divide it. Time is counted in
//! steps, so that no rounding piles up.

use crate::totals::Totals;
use crate::world::{Who, World, worst_pair};
use drystone_dynamics::careful::Careful;
use drystone_dynamics::contact::Contacts;
use drystone_dynamics::models::Violation;
use drystone_dynamics::models::bodies::Bodies;
use drystone_dynamics::models::bodies::search::Search;
use drystone_dynamics::models::complementarity::Scheme::Theta;
use drystone_dynamics::models::complementarity::{
    ComplementarityError, ComplementarityStepper, ComplementaritySystem, StepOptions, StepReport,
};
use drystone_dynamics::models::lagrangian::Lagrangian;
use drystone_dynamics::simulation::OnViolation;
use drystone_dynamics::step::Step;
use drystone_dynamics::system::Energy;
use drystone_dynamics::{Simulation, State, StepError, System};
use drystone_io::scene::{Built, Scene, SceneError, SystemDescription};
use drystone_solve::islands::Islands;
use drystone_solve::solver::{Settings, Solver};

/// Why a run ended before its time.
#[derive(Clone, Debug, thiserror::Error)]
pub enum RunError {
    /// The scene says something that cannot be simulated.
    #[error("{0}")]
    Scene(#[from] SceneError),
    /// A step of a mechanical system was refused.
    #[error("{0}")]
    Step(#[from] StepError),
    /// A step of a world of bodies was refused; the bodies concerned.
    #[error("{error}; {place}")]
    StepAt {
        /// Why.
        error: StepError,
        /// Where, by the names of the scene.
        place: String,
    },
    /// A step of a complementarity system was refused.
    #[error("{0}")]
    Complementarity(#[from] ComplementarityError),
    /// The scene asks for a solver that does not exist.
    #[error("unknown solver `{0}`: `drystone list` names those that exist")]
    Solver(String),
}

impl RunError {
    /// Whether the input was bad, rather than the run.
    pub fn is_bad_input(&self) -> bool {
        matches!(self, RunError::Scene(_) | RunError::Solver(_))
    }
}

/// Names of what a run records.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Names {
    /// Coordinates.
    pub q: Vec<String>,
    /// Velocities.
    pub v: Vec<String>,
    /// Outputs.
    pub outputs: Vec<String>,
    /// Contacts, by id.
    pub contacts: Vec<String>,
    /// Bodies, joints and groups, in a world of bodies.
    pub who: Who,
}

/// What a step did, by the kind of system.
#[derive(Clone, Copy, Debug)]
pub enum Detail<'a> {
    /// Nothing yet: the initial state.
    Start,
    /// A step of a mechanical system.
    Step(&'a Step),
    /// A step of a complementarity system.
    Report(&'a StepReport),
}

/// One instant of a run.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// Steps taken.
    pub count: u64,
    /// Time, in s.
    pub time: f64,
    /// Configuration, or x.
    pub q: &'a [f64],
    /// Velocity; empty for complementarity systems.
    pub v: &'a [f64],
    /// Outputs; λ and w for complementarity systems.
    pub outputs: &'a [f64],
    /// Energy; zero for complementarity systems.
    pub energy: Energy,
    /// What the step did.
    pub detail: Detail<'a>,
    /// Bodies, joints and pairs, in a world of bodies.
    pub world: Option<&'a World>,
}

enum Model {
    Mechanical(Box<Simulation>, Option<Box<World>>),
    Complementarity(Box<ComplementarityStepper>, OnViolation),
}

/// A scene on its way.
pub struct Runner {
    /// Names of what it records.
    pub names: Names,
    /// Sums and extremes so far.
    pub totals: Totals,
    /// Step, in s: the scene's, less its random part.
    pub dt: f64,
    /// Where the run ends, in s.
    pub t_end: f64,
    /// What the user should know before trusting the run.
    pub warnings: Vec<String>,
    start: f64,
    /// Steps of the mesh that are done.
    mesh: u64,
    model: Model,
    outputs: Vec<f64>,
    report: Option<StepReport>,
    stepped: bool,
}

impl Runner {
    /// The scene at its beginning.
    pub fn new(scene: &Scene) -> Result<Self, RunError> {
        let run = &scene.run;
        let dt = run.step - run.random_step * unit_random(run.seed);
        let Parts {
            model,
            names,
            start,
            rows,
            warnings,
        } = match scene.build()? {
            Built::Lagrangian(system, state) => lagrangian(scene, system, state, dt)?,
            Built::Bodies(system, state) => bodies(scene, system, state, dt)?,
            Built::Complementarity(system, options) => complementarity(scene, *system, options, dt)?,
        };
        let totals = Totals::new(&rows);
        let (outputs, report) = (Vec::new(), None);
        let mut runner = Runner {
            names,
            totals,
            dt,
            t_end: run.t_end,
            warnings,
            start,
            mesh: 0,
            model,
            outputs,
            report,
            stepped: false,
        };
        runner.look();
        runner.totals.begin(runner.frame().energy);
        Ok(runner)
    }

    /// Takes one step; `false` when the end was reached before.
    pub fn advance(&mut self) -> Result<bool, RunError> {
        let next = self.start + (self.mesh as f64 + 1.0) * self.dt;
        // What is left of a step by rounding is no step, and the end is hit exactly.
        let slack = 1e-9 * self.dt;
        let target = if next > self.t_end - slack {
            self.t_end
        } else {
            next
        };
        let dt = target - self.frame().time;
        if dt <= slack {
            return Ok(false);
        }
        // Steps of the mesh have one length to the last bit.
        let last = (dt - self.dt).abs() > slack;
        let dt = if last { dt } else { self.dt };
        match &mut self.model {
            Model::Mechanical(simulation, world) => {
                let before = simulation.state.time;
                if let Err(error) = simulation.step_by(dt) {
                    return Err(refusal(error, &self.names, simulation.last()));
                }
                self.totals.add_step(simulation.last());
                // A step that was made shorter leaves the rest of it to the next one.
                let whole = simulation.state.time > target - slack;
                let taken = if whole { dt } else { simulation.state.time - before };
                if whole {
                    simulation.state.time = target;
                    self.mesh += 1;
                }
                if let Some(world) = world {
                    world.add(simulation.last(), &self.names.who, &simulation.state, taken);
                }
            }
            Model::Complementarity(stepper, on_violation) => {
                if last {
                    stepper.set_dt(dt)?;
                }
                let report = match stepper.step() {
                    Ok(report) => report,
                    Err(ComplementarityError::Unsolved(unsolved)) if *on_violation != OnViolation::Stop => {
                        self.totals.failed_steps += 1;
                        stepper.accept()?;
                        let time = unsolved.best.time;
                        StepReport {
                            time,
                            iterations: 0,
                            method: "best point",
                            certificate: unsolved.certificate,
                        }
                    }
                    Err(error) => return Err(error.into()),
                };
                self.totals.add_report(&report);
                self.mesh += 1;
                self.report = Some(report);
            }
        }
        self.stepped = true;
        self.look();
        Ok(true)
    }

    /// Runs to the end; `look` sees the initial state and every step.
    pub fn run(&mut self, mut look: impl FnMut(&Frame)) -> Result<(), RunError> {
        look(&self.frame());
        while self.advance()? {
            look(&self.frame());
        }
        Ok(())
    }

    /// The present instant.
    pub fn frame(&self) -> Frame<'_> {
        let (state, energy, detail) = match &self.model {
            Model::Mechanical(simulation, _) => {
                let detail = if self.stepped {
                    Detail::Step(simulation.last())
                } else {
                    Detail::Start
                };
                (&simulation.state, simulation.energy(), detail)
            }
            Model::Complementarity(stepper, _) => {
                let state = stepper.state();
                return Frame {
                    count: self.totals.steps,
                    time: state.time,
                    q: state.x.as_slice(),
                    v: &[],
                    outputs: &self.outputs,
                    energy: Energy::default(),
                    detail: self.report.as_ref().map_or(Detail::Start, Detail::Report),
                    world: None,
                };
            }
        };
        let State { time, q, v } = state;
        Frame {
            count: self.totals.steps,
            time: *time,
            q,
            v,
            outputs: &self.outputs,
            energy,
            detail,
            world: self.world(),
        }
    }

    /// Whether this is a mechanical system, with energies and contacts.
    pub fn is_mechanical(&self) -> bool {
        matches!(self.model, Model::Mechanical(..))
    }

    /// What there is to tell of a world of bodies.
    pub fn world(&self) -> Option<&World> {
        match &self.model {
            Model::Mechanical(_, world) => world.as_deref(),
            Model::Complementarity(..) => None,
        }
    }

    fn look(&mut self) {
        match &mut self.model {
            Model::Mechanical(simulation, _) => {
                let Simulation { system, state, .. } = &mut **simulation;
                system.outputs(state.time, &state.q, &state.v, &mut self.outputs);
            }
            Model::Complementarity(stepper, _) => {
                let state = stepper.state();
                self.outputs.clear();
                self.outputs.extend(state.lambda.iter().chain(state.w.iter()));
            }
        }
    }
}

/// What differs between kinds of systems: the model, its names, when it starts, the rows of its contacts, warnings.
struct Parts {
    model: Model,
    names: Names,
    start: f64,
    rows: Vec<usize>,
    warnings: Vec<String>,
}

fn lagrangian(scene: &Scene, mut system: Box<Lagrangian>, state: State, dt: f64) -> Result<Parts, RunError> {
    let mut warnings = Vec::new();
    for violation in system.initial_violations(&state) {
        warnings.push(initial(scene, &violation)?);
    }
    let mut contacts = Contacts::default();
    system.contacts(state.time, &state.q, f64::INFINITY, &mut contacts);
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
        model: Model::Mechanical(mechanical(scene, system, state, dt)?, None),
        names,
        rows,
        warnings,
    })
}

/// A world of bodies: its coordinates are named after the bodies.
fn bodies(scene: &Scene, system: Box<Bodies>, state: State, dt: f64) -> Result<Parts, RunError> {
    let SystemDescription::Bodies(description) = &scene.system else {
        return Err(RunError::Scene(scene.error_in("body", None, "there is no body")));
    };
    let (mut world, who) = World::new(description, &|name| scene.has("body", name))
        .map_err(|error| scene.error_in(&error.key, None, error.message))?;
    world.look(&state, &[]);
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
        model: Model::Mechanical(mechanical(scene, system, state, dt)?, Some(Box::new(world))),
        names,
        rows: Vec::new(),
        warnings: Vec::new(),
    })
}

/// The error, and whom it is about where bodies have names.
fn refusal(error: StepError, names: &Names, step: &Step) -> RunError {
    let who = &names.who;
    let pair = |[a, b]: [usize; 2]| Some(format!("\"{}\"–\"{}\"", who.bodies.get(a)?, who.bodies.get(b)?));
    let place = match &error {
        StepError::Impact { contact, .. } => Search::bodies_of(*contact)
            .and_then(pair)
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
        StepError::Violation { clause, .. } => worst_pair(step, clause)
            .and_then(|(bodies, _)| pair(bodies))
            .map(|pair| format!("{pair} misses it most")),
        _ => None,
    };
    match place {
        Some(place) if !who.bodies.is_empty() => RunError::StepAt { error, place },
        _ => RunError::Step(error),
    }
}

/// As many threads as asked; without a word all cores, where there is enough to do for more than one.
fn threads(asked: Option<usize>, size: usize) -> usize {
    asked.unwrap_or_else(|| match size {
        0..MANY => 1,
        _ => std::thread::available_parallelism().map_or(1, usize::from),
    })
}

/// From this many degrees of freedom on threads are worth their start.
const MANY: usize = 600;

/// A mechanical system with the scheme and the solver that the scene asks for.
fn mechanical(
    scene: &Scene,
    system: Box<dyn System>,
    state: State,
    dt: f64,
) -> Result<Box<Simulation>, RunError> {
    let run = &scene.run;
    let settings = Settings {
        tolerance: run.tolerance,
        max_iterations: run.max_iterations,
        ..Settings::default()
    };
    let name = run.solver.name.clone();
    let make = move || -> Box<dyn Solver> {
        match drystone_solve::cone::by_name(&name, settings.clone()) {
            Some(solver) if name != "auto" => solver,
            _ => Box::new(Careful::new(settings.clone())),
        }
    };
    if drystone_solve::cone::by_name(&run.solver.name, Settings::default()).is_none() {
        return Err(RunError::Solver(run.solver.name.clone()));
    }
    let solver: Box<dyn Solver> = Box::new(Islands::new(threads(run.threads, state.v.len()), Box::new(make)));
    let scheme = scene.scheme(&*system)?;
    let mut simulation = Simulation::new(system, scheme, solver, state, dt)?;
    simulation.on_violation = run.on_violation;
    Ok(Box::new(simulation))
}

fn complementarity(
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
             jump; take the scheme \"higher-order\""
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

/// A number in [0, 1) that depends on the seed alone (SplitMix64).
pub fn unit_random(seed: u64) -> f64 {
    let mut z = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
}
