//! The contact problems of some steps of a scene, as problem files: for `bench/siconos_problems`.
//!
//! The largest problem of each step asked for, as the solver was given it, without its first guess.
//!
//! Run: `cargo run --release --example step_problems -- SCENE.toml STEPS OUT`; STEPS as `10,40,160`, OUT the
//! beginning of the names: `OUT-40.json`.

use drystone::dynamics::Simulation;
use drystone::dynamics::simulation::OnViolation;
use drystone::io::output::Outputs;
use drystone::io::scene::{Built, Scene};
use drystone::io::{File, Problem};
use drystone::solve::policy::in_parts;
use drystone::solve::policy::islands::Islands;
use drystone::solve::problem::ContactProblem;
use drystone::solve::solver::{Settings, Solver, SolverReport};
use std::error::Error;
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex};

/// `auto`, and the largest problem that it was given since it was last asked.
struct Recorder {
    inner: Islands,
    largest: Arc<Mutex<ContactProblem>>,
}

impl Solver for Recorder {
    fn solve(&mut self, problem: &ContactProblem, r: &mut [f64]) -> SolverReport {
        if let Ok(mut largest) = self.largest.lock()
            && problem.rows() > largest.rows()
        {
            largest.clone_from(problem);
        }
        self.inner.solve(problem, r)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, steps, out] = arguments.as_slice() else {
        return Err("step_problems SCENE.toml STEPS OUT".into());
    };
    let steps: Vec<usize> = steps.split(',').map(str::parse).collect::<Result<_, _>>()?;
    let scene = Scene::read(&std::fs::read_to_string(path)?, path, &[])?;
    let Built::Bodies(system, state, scheme) = scene.build()? else {
        return Err("a scene of bodies, please".into());
    };
    let settings = Settings {
        tolerance: scene.run.tolerance,
        enough: scene.run.options.enough,
        ..Settings::of_steps()
    };
    let largest = Arc::new(Mutex::new(ContactProblem::default()));
    let recorder = Recorder {
        inner: in_parts("auto", &settings, 1).ok_or("no auto")?,
        largest: largest.clone(),
    };
    let mut simulation = Simulation::new(system, scheme, Box::new(recorder), state, scene.run.step)?;
    simulation.on_violation = OnViolation::Record;
    let outputs = Outputs::new(true);
    let last = steps.iter().copied().max().unwrap_or(0);
    for step in 1..=last {
        simulation.step()?;
        let problem = std::mem::take(&mut *largest.lock().map_err(|_| "a solver failed")?);
        if steps.contains(&step) && !problem.laws.is_empty() {
            let name = format!("{out}-{step}.json");
            writeln!(std::io::stdout(), "{name}: {} blocks", problem.laws.len())?;
            let file = File::new("step", Problem::Contact(problem));
            outputs.write(
                Path::new(&name),
                drystone::io::bytes_for(Path::new(&name), &file)?,
            )?;
        }
    }
    Ok(())
}
