//! From a scene to its end: the loop that every command shares.
//!
//! ```text
//! scene ─ build ─▶ Runner ─ advance ─▶ Frame ─▶ whoever looks (tables, checks)        Totals along the way
//! ```
//! Steps are of one length; a last shorter one reaches `t_end` where the length does not divide it. Time is
//! counted in steps, so that no rounding piles up.

use crate::run::build::{self, Parts, refusal};
use crate::run::halves::{StepErrors, is_whole, two_halves};
use crate::run::totals::Totals;
use crate::run::world::{Who, World};
use drystone_dynamics::accept::Standing;
use drystone_dynamics::models::complementarity::{ComplementarityError, ComplementarityStepper, StepReport};
use drystone_dynamics::simulation::OnViolation;
use drystone_dynamics::step::Step;
use drystone_dynamics::system::Energy;
use drystone_dynamics::{Simulation, State, StepError};
use drystone_io::scene::{Built, Scene, SceneError};
use drystone_solve::solver::{Expired, Stop};
use std::sync::{Arc, OnceLock};

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
        /// The two bodies, where it is about two.
        pair: Option<String>,
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

impl Detail<'_> {
    /// What the solver said of its own answer.
    pub fn stop(&self) -> Stop {
        match self {
            Detail::Start => Stop::Converged,
            Detail::Step(step) => step.solves.stop,
            Detail::Report(report) => report.stop,
        }
    }

    /// The verdict on a step. Everything that tells of steps asks here.
    pub fn standing(&self) -> Standing {
        match self {
            Detail::Start => Standing::Certified,
            Detail::Step(step) => step.standing(),
            Detail::Report(report) if report.stop == Stop::Converged => Standing::Certified,
            Detail::Report(_) => Standing::Refused,
        }
    }

    /// Whether a step is not certified.
    pub fn is_failed(&self) -> bool {
        self.standing() > Standing::Loose
    }
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

pub(super) enum Model {
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
    pub(super) start: f64,
    /// Steps of the mesh that are done.
    pub(super) mesh: u64,
    /// Whether steps are made again as two halves now and then.
    halved: bool,
    pub(super) model: Model,
    outputs: Vec<f64>,
    report: Option<StepReport>,
    pub(super) stepped: bool,
    /// Asked inside long steps of mechanical systems, once it is known.
    end: Arc<OnceLock<Expired>>,
}

impl Runner {
    /// The scene at its beginning.
    pub fn new(scene: &Scene) -> Result<Self, RunError> {
        let run = &scene.run;
        let dt = run.step - run.random_step * unit_random(run.seed);
        let end = Arc::new(OnceLock::<Expired>::new());
        let asked = end.clone();
        let expired: Expired = Arc::new(move || asked.get().is_some_and(|expired| expired()));
        let Parts {
            model,
            names,
            start,
            rows,
            warnings,
        } = match scene.build()? {
            Built::Lagrangian(system, state, scheme) => {
                build::lagrangian(scene, (system, scheme), state, (dt, expired))?
            }
            Built::Bodies(system, state, scheme) => {
                build::bodies(scene, (system, scheme), state, (dt, expired))?
            }
            Built::Complementarity(system, options) => build::complementarity(scene, *system, options, dt)?,
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
            halved: StepErrors::covers(&run.scheme.name),
            model,
            outputs,
            report,
            stepped: false,
            end,
        };
        runner.look();
        runner.totals.begin(runner.frame().energy);
        Ok(runner)
    }

    /// Ends a step that takes long with [`StepError::Interrupted`] once `expired` says yes; what counts is
    /// the first such wish. The state stays that before the step, and a run that goes on from there is the
    /// same to its tolerance.
    pub fn heed(&mut self, expired: Expired) {
        self.end.get_or_init(|| expired);
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
        let dt = target - self.time();
        if dt <= slack {
            return Ok(false);
        }
        // Steps of the mesh have one length to the last bit.
        let last = (dt - self.dt).abs() > slack;
        let dt = if last { dt } else { self.dt };
        match &mut self.model {
            Model::Mechanical(simulation, world) => {
                let before = simulation.state.time;
                make_step(simulation, (&mut self.totals, &self.names), (dt, self.halved))?;
                // A step that was made shorter leaves the rest of it to the next one.
                let whole = simulation.state.time > target - slack;
                let taken = if whole { dt } else { simulation.state.time - before };
                if whole {
                    simulation.state.time = target;
                    self.mesh += 1;
                }
                if let Some(world) = world {
                    world.add(simulation.observe(), &self.names.who, taken);
                }
            }
            Model::Complementarity(stepper, on_violation) => {
                if last {
                    stepper.set_dt(dt)?;
                }
                let report = match stepper.step() {
                    Ok(report) => report,
                    Err(ComplementarityError::Unsolved(unsolved)) if *on_violation != OnViolation::Stop => {
                        stepper.accept()?;
                        StepReport::kept(&unsolved)
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

    /// Time of the present instant, in s.
    fn time(&self) -> f64 {
        match &self.model {
            Model::Mechanical(simulation, _) => simulation.state.time,
            Model::Complementarity(stepper, _) => stepper.state().time,
        }
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

    /// The mechanical system itself, for those who step it their own way; nothing for complementarity
    /// systems.
    pub fn into_simulation(self) -> Option<(Box<Simulation>, Names)> {
        match self.model {
            Model::Mechanical(simulation, _) => Some((simulation, self.names)),
            Model::Complementarity(..) => None,
        }
    }

    /// When the run began, in s.
    pub fn start(&self) -> f64 {
        self.start
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

    /// The kinetic energy that a fall for one step makes, in J; 0 by schemes whose steps contacts do not wait
    /// for.
    pub(super) fn fall_of_a_step(&self) -> f64 {
        match &self.model {
            Model::Mechanical(simulation, _) if simulation.scheme.looks_at(self.dt).is_some() => {
                self.names.who.fall * self.dt.powi(2)
            }
            _ => 0.0,
        }
    }

    pub(super) fn look(&mut self) {
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

/// One step of a mechanical system, with everything that it is watched for; where it is `halved`, now and
/// then as two halves before.
fn make_step(
    simulation: &mut Simulation,
    (totals, names): (&mut Totals, &Names),
    (dt, halved): (f64, bool),
) -> Result<(), RunError> {
    let (who, before) = (&names.who, simulation.state.time);
    totals.watch.begin(&simulation.state, who);
    let halves = if halved && StepErrors::is_due(totals.steps) {
        two_halves(simulation, dt)?
    } else {
        None
    };
    if let Err(error) = simulation.step_by(dt) {
        return Err(refusal(error, names, simulation.last()));
    }
    totals.add_step(simulation.last());
    let watch = &mut totals.watch;
    watch.note_energy(simulation.energy());
    watch.sweep(simulation, before, who);
    let state = &simulation.state;
    if let Some(halves) = halves.filter(|_| is_whole(before, state.time, dt)) {
        watch.step_errors.add(&halves, state, who);
    }
    let (system, state, _) = simulation.observe();
    watch.look(system, state, who);
    Ok(())
}

/// A number in [0, 1) that depends on the seed alone (SplitMix64).
pub fn unit_random(seed: u64) -> f64 {
    let mut z = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
}
