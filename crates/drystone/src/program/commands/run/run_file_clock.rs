//! A run file and its clock: rows are made visible every few seconds, less often where that costs much.

use crate::terminal::text::InWords;
use drystone::io::WriteError;
use drystone::io::output::Outputs;
use drystone::io::scene::Scene;
use drystone::run::observe::Rows;
use drystone::run::runner::Runner;
use drystone::run::verdict::RunVerdict;
use drystone::sinks::run_file::Recorder;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A flush may take this share of the time.
const SHARE: u32 = 20;

/// A run file that is being written.
pub(crate) struct Keeper {
    recorder: Recorder,
    path: PathBuf,
    /// Time that the run took before it was resumed, in s.
    pub(crate) before: f64,
    began: Instant,
    next: Instant,
    every: Duration,
}

impl Keeper {
    pub(crate) fn create(
        (outputs, path): (&Outputs, &Path),
        scene: &Scene,
        runner: &Runner,
        flush: f64,
    ) -> Result<Self, String> {
        let recorder = Recorder::create_as(outputs, path, scene, runner).in_words()?;
        Ok(Keeper::new(recorder, path, flush))
    }

    /// Goes on with a file; `moved` is what the runner said when it was resumed.
    pub(crate) fn reopen(
        path: &Path,
        scene: &Scene,
        (runner, moved): (&Runner, bool),
        flush: f64,
    ) -> Result<Self, String> {
        let recorder = Recorder::reopen(path, scene, runner, moved).in_words()?;
        Ok(Keeper::new(recorder, path, flush))
    }

    fn new(recorder: Recorder, path: &Path, flush: f64) -> Self {
        let began = Instant::now();
        let every = Duration::from_secs_f64(flush.clamp(1e-3, 1e9));
        Keeper {
            recorder,
            path: path.to_owned(),
            before: 0.0,
            began,
            next: began + every,
            every,
        }
    }

    /// The same, for a run that took so long before.
    pub(crate) fn after(self, before: f64) -> Self {
        Keeper { before, ..self }
    }

    /// Adds the rows of the present frame.
    pub(crate) fn add(&mut self, rows: &Rows, runner: &Runner) -> Result<(), String> {
        self.recorder.add(rows).map_err(|e| stopped(&e))?;
        let now = Instant::now();
        if now < self.next {
            return Ok(());
        }
        let wall_s = self.before + now.duration_since(self.began).as_secs_f64();
        self.recorder.flush(runner, wall_s).map_err(|e| stopped(&e))?;
        let cost = now.elapsed();
        self.next = Instant::now() + self.every.max(cost * SHARE);
        Ok(())
    }

    /// Writes what is left; the file.
    pub(crate) fn finish(
        self,
        runner: &Runner,
        verdict: &RunVerdict,
        wall_s: f64,
    ) -> Result<PathBuf, String> {
        self.recorder
            .finish(runner, verdict, wall_s)
            .map_err(|e| stopped(&e))?;
        Ok(self.path)
    }
}

/// What is left where a write fails in the middle of a run.
fn stopped(error: &WriteError) -> String {
    format!("{error}; what was flushed before is in the file and can be read, or gone on with by --resume")
}
