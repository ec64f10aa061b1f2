//! Drystone: the heap as a world of bodies, stepped as `drystone run` steps it.

use crate::heap::{Heap, Kind};
use drystone_dynamics::contact::{Friction, Restitution};
use drystone_dynamics::geometry::{DQuat, DVec3, MassProperties, Placed, Pose, Shape};
use drystone_dynamics::models::bodies::description::{BodyDescription, Motion, PairLaw};
use drystone_dynamics::models::bodies::{Bodies, WorldDescription};
use drystone_dynamics::schemes::Setting;
use drystone_dynamics::simulation::OnViolation;
use drystone_dynamics::step::options::{Options, Violation};
use drystone_dynamics::{Simulation, State, schemes};
use drystone_solve::cone::gauss_seidel::GaussSeidel;
use drystone_solve::law::Law;
use drystone_solve::measure::errors;
use drystone_solve::policy::in_parts;
use drystone_solve::policy::islands::Islands;
use drystone_solve::problem::ContactProblem;
use drystone_solve::solver::{Settings, Solver, SolverReport, Stop};
use std::path::PathBuf;

/// Errors of every kind end the program with their message.
pub type Fallible<T> = Result<T, Box<dyn std::error::Error>>;

/// How a step is solved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Effort {
    /// So many sweeps of Gauss and Seidel, whatever they reach: the scene key `budget`.
    Budget(usize),
    /// As in a run with this tolerance, by `auto`; a step that is not solved is counted.
    Tolerance(f64),
}

/// The world of a heap.
pub fn world(heap: &Heap) -> Fallible<(Bodies, State)> {
    let shape = match heap.kind {
        Kind::Spheres => Shape::Sphere { radius: heap.half },
        Kind::Boxes => Shape::Box {
            half: DVec3::splat(heap.half),
        },
    };
    let shapes = vec![Placed {
        shape,
        pose: Pose::default(),
    }];
    let mass = MassProperties::of(&shapes, heap.density)?;
    let mut description = WorldDescription {
        gravity: DVec3::new(0.0, 0.0, -9.81),
        ..WorldDescription::default()
    };
    let [x, y] = [0.5 * heap.bin[0], 0.5 * heap.bin[1]];
    let walls = [
        ("floor", DVec3::ZERO, DVec3::Z),
        ("west", DVec3::new(-x, 0.0, 0.0), DVec3::X),
        ("east", DVec3::new(x, 0.0, 0.0), DVec3::NEG_X),
        ("south", DVec3::new(0.0, -y, 0.0), DVec3::Y),
        ("north", DVec3::new(0.0, y, 0.0), DVec3::NEG_Y),
    ];
    for (name, position, normal) in walls {
        description.bodies.push(BodyDescription {
            name: name.to_owned(),
            shapes: vec![Placed {
                shape: Shape::HalfSpace,
                pose: Pose::default(),
            }],
            motion: Motion::Fixed,
            mass: mass.clone(),
            pose: Pose {
                position,
                rotation: DQuat::from_rotation_arc(DVec3::Z, normal),
            },
            velocity: DVec3::ZERO,
            angular_velocity: DVec3::ZERO,
        });
    }
    for (k, (p, v)) in heap.poses.iter().zip(&heap.velocities).enumerate() {
        description.bodies.push(BodyDescription {
            name: format!("b{k}"),
            shapes: shapes.clone(),
            motion: Motion::Free,
            mass: mass.clone(),
            pose: Pose {
                position: DVec3::new(p[0], p[1], p[2]),
                rotation: DQuat::from_xyzw(p[4], p[5], p[6], p[3]).normalize(),
            },
            velocity: DVec3::new(v[0], v[1], v[2]),
            angular_velocity: DVec3::new(v[3], v[4], v[5]),
        });
    }
    description.laws.push(PairLaw {
        friction: Friction::Constant(Law::Coulomb { mu: heap.mu }),
        restitution: Restitution::SOFT,
        ..PairLaw::default()
    });
    Ok(Bodies::new(&description)?)
}

/// How steps are made.
#[derive(Clone, Debug)]
pub struct How {
    /// Time-stepping scheme.
    pub scheme: String,
    /// What is done about overlap.
    pub violation: Violation,
    /// Method for steps with a tolerance; `auto`, with the care that `drystone run` takes, unless told.
    pub solver: Option<String>,
    /// Folder for step problems that were not solved.
    pub dump: Option<PathBuf>,
}

/// The solver of a step.
fn solver(effort: Effort, how: &How) -> Fallible<Box<dyn Solver>> {
    let settings = |tolerance| Settings {
        tolerance,
        ..Settings::of_steps()
    };
    let islands = match effort {
        Effort::Budget(sweeps) => Islands::new(1, &|| {
            Some(Box::new(GaussSeidel::new(Settings {
                max_iterations: Some(sweeps),
                ..settings(1e-8)
            })))
        }),
        Effort::Tolerance(tolerance) => {
            in_parts(how.solver.as_deref().unwrap_or("auto"), &settings(tolerance), 1)
        }
    };
    let islands = islands.ok_or("no solver of that name")?;
    Ok(match (&how.dump, effort) {
        (Some(folder), Effort::Tolerance(_)) => Box::new(Dump {
            inner: islands,
            folder: folder.clone(),
            count: 0,
        }),
        _ => Box::new(islands),
    })
}

/// Saves the problems that were not solved or only with effort, with the guess they were begun from.
struct Dump {
    inner: Islands,
    folder: PathBuf,
    count: usize,
}

impl Solver for Dump {
    fn solve(&mut self, problem: &ContactProblem, r: &mut [f64]) -> SolverReport {
        let guess = r.to_vec();
        let report = self.inner.solve(problem, r);
        if (report.stop != Stop::Converged || report.iterations > 1000)
            && problem.laws.iter().any(|law| law.rows() > 1)
        {
            let path = self
                .folder
                .join(format!("unsolved{}_{}.json", problem.laws.len(), self.count));
            self.count += 1;
            let mut file = drystone_io::File::new("unsolved", drystone_io::Problem::Contact(problem.clone()));
            file.guesses.push(guess);
            match drystone_io::write(&path, &file) {
                Ok(()) => eprintln!("{}: {:?}, {report:?}", path.display(), errors(problem, r)),
                Err(error) => eprintln!("{}: {error}", path.display()),
            }
        }
        report
    }
}

/// The heap on its way, on one thread.
pub fn simulation(heap: &Heap, h: f64, effort: Effort, how: &How) -> Fallible<Simulation> {
    let (system, state) = world(heap)?;
    let (tolerance, budget) = match effort {
        Effort::Tolerance(tolerance) => (tolerance, None),
        Effort::Budget(sweeps) => (1e-8, Some(sweeps)),
    };
    let options = Options {
        violation: how.violation,
        tolerance,
        budget,
        ..Options::default()
    };
    let gap = [("gap".to_owned(), Setting::Flag(true))];
    let settings = if how.scheme == "stewart-trinkle" {
        &gap[..]
    } else {
        &[]
    };
    let scheme = schemes::by_name(&how.scheme, settings, &system, options)?;
    let mut simulation = Simulation::new(Box::new(system), scheme, solver(effort, how)?, state, h)?;
    simulation.on_violation = OnViolation::Record;
    Ok(simulation)
}
