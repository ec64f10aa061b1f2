//! The one place where a scene meets the library: run as `drystone run` does, watched from outside.

use crate::problem::Problem;
use crate::solve_with::as_data;
use drystone::io::scene::Scene;
use drystone::run::runner::Runner;
use drystone::run::summary::summary;
use drystone::run::verdict::{Ending, RunVerdict};
use drystone::solve::cone;
use drystone::solve::problem::ContactProblem;
use drystone::solve::solver::{Settings, Solver, SolverReport};
use serde_json::Value;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// At the end of its time.
    Finished,
    /// Before, with a reason.
    Stopped(String),
    /// The scene was refused.
    Refused(String),
    /// It took too long and was given up here.
    Slow,
    /// One step of it did not end.
    Hung,
    /// It panicked.
    Panicked,
}

/// What was seen of a run.
#[derive(Clone, Debug)]
pub struct Ran {
    /// How it ended.
    pub end: End,
    /// What `--json` says; null where there is nothing.
    pub summary: Value,
    /// Whether every number of every frame was finite.
    pub finite: bool,
    /// Largest kinetic energy, in J.
    pub kinetic: f64,
    /// Least and largest potential energy, in J.
    pub potential: [f64; 2],
    /// Most energy that no work explains, at any time, in J.
    pub created: f64,
}

impl Ran {
    fn new(end: End) -> Self {
        Ran {
            end,
            summary: Value::Null,
            finite: true,
            kinetic: 0.0,
            potential: [f64::INFINITY, f64::NEG_INFINITY],
            created: 0.0,
        }
    }

    fn look(&mut self, runner: &Runner) {
        let (frame, totals) = (runner.frame(), &runner.totals);
        let energy = frame.energy;
        let numbers = frame.q.iter().chain(frame.v);
        self.finite &= numbers
            .chain([&energy.kinetic, &energy.potential])
            .all(|x| x.is_finite());
        self.kinetic = self.kinetic.max(energy.kinetic);
        let [low, high] = &mut self.potential;
        (*low, *high) = (low.min(energy.potential), high.max(energy.potential));
        let unexplained = energy.total() - totals.initial.total() - totals.energy.applied_work;
        self.created = self.created.max(unexplained);
    }
}

/// A problem and an answer.
pub type Solved = (Problem, Vec<f64>);

/// A solver that remembers the problems it was given, and its answers.
struct Spy {
    solver: Box<dyn Solver>,
    seen: Arc<Mutex<Vec<Solved>>>,
}

impl Solver for Spy {
    fn solve(&mut self, problem: &ContactProblem, r: &mut [f64]) -> SolverReport {
        let report = self.solver.solve(problem, r);
        self.note(problem, r);
        report
    }

    fn try_solve(&mut self, problem: &ContactProblem, r: &mut [f64]) -> SolverReport {
        let report = self.solver.try_solve(problem, r);
        self.note(problem, r);
        report
    }
}

impl Spy {
    fn note(&self, problem: &ContactProblem, r: &[f64]) {
        if let (Some(problem), Ok(mut seen)) = (as_data(problem), self.seen.lock()) {
            seen.push((problem, r.to_vec()));
        }
    }
}

/// The contact problems of one step of a run, counted from 1, with the answers; none where the run does not
/// get there in steps of one length.
pub fn problems_of_step(text: &str, number: usize) -> Vec<Solved> {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let look = || -> Option<()> {
        let scene = Scene::read(text, "world", &[]).ok()?;
        let (mut simulation, _) = Runner::new(&scene).ok()?.into_simulation()?;
        let nothing = cone::by_name("gauss-seidel", Settings::default())?;
        let solver = std::mem::replace(&mut simulation.solver, nothing);
        let spy = Spy {
            solver,
            seen: seen.clone(),
        };
        simulation.solver = Box::new(spy);
        for _ in 0..number {
            seen.lock().ok()?.clear();
            let before = simulation.state.time;
            simulation.step().ok()?;
            let made = simulation.state.time - before;
            if (made - simulation.dt).abs() > 1e-9 * simulation.dt {
                seen.lock().ok()?.clear();
                return None;
            }
        }
        Some(())
    };
    if look().is_none() {
        return Vec::new();
    }
    seen.lock().map(|seen| seen.clone()).unwrap_or_default()
}

/// A single step that takes longer than this counts as one that does not end.
const HANG: Duration = Duration::from_secs(5);

/// Runs the scene of that text, for so long at most. A panic and a step that does not end are data; the
/// thread of such a step is left behind.
pub fn run(text: &str, limit: Duration) -> Ran {
    let (sender, receiver) = std::sync::mpsc::channel();
    let text = text.to_string();
    let work = move || {
        let guarded = std::panic::AssertUnwindSafe(|| unguarded(&text, limit));
        let ran = std::panic::catch_unwind(guarded).unwrap_or_else(|_| Ran::new(End::Panicked));
        // Nobody listens any more where the time is over.
        let _ = sender.send(ran);
    };
    std::thread::spawn(work);
    receiver
        .recv_timeout(limit + HANG)
        .unwrap_or_else(|_| Ran::new(End::Hung))
}

fn unguarded(text: &str, limit: Duration) -> Ran {
    let started = Instant::now();
    let scene = match Scene::read(text, "world", &[]) {
        Ok(scene) => scene,
        Err(error) => return Ran::new(End::Refused(error.to_string())),
    };
    let mut runner = match Runner::new(&scene) {
        Ok(runner) => runner,
        Err(error) => return Ran::new(End::Refused(error.to_string())),
    };
    let mut out = Ran::new(End::Finished);
    out.look(&runner);
    let mut ending = Ending::Finished;
    out.end = loop {
        match runner.advance() {
            Ok(true) => out.look(&runner),
            Ok(false) => break End::Finished,
            Err(error) if error.is_bad_input() => break End::Refused(error.to_string()),
            Err(error) => {
                let words = error.to_string();
                ending = Ending::Stopped(error);
                break End::Stopped(words);
            }
        }
        if started.elapsed() > limit {
            ending = Ending::Interrupted;
            break End::Slow;
        }
    };
    let verdict = RunVerdict::of(&scene, &runner, &ending);
    out.summary = summary(&scene, &runner, &verdict, started.elapsed().as_secs_f64());
    out
}
