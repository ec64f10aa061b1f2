//! The one place where a scene meets the library: run as `drystone run` does, watched from outside.

use drystone::io::scene::Scene;
use drystone::run::runner::Runner;
use drystone::run::summary::summary;
use drystone::run::verdict::{Ending, RunVerdict};
use serde_json::Value;
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
