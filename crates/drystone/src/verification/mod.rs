//! `[[verify]]` of scenes: runs them and compares.
//!
//! ```text
//! scene text + sets ─▶ jobs (runs with equal overrides are one) ─ threads
//!     ─▶ Row: expected, found, error, tolerance, pass
//! ```
//! Rows come in the order of the scenes and of their checks, whatever thread was faster.

mod judge;
mod observe;
pub mod problems;
mod world;

use crate::run::runner::{RunError, Runner};
use crate::run::verdict;
use crate::scenes::borrowed;
use drystone_io::scene::{Scene, SceneError, Verify};
use judge::Judge;
pub(crate) use observe::dotted_names;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// One comparison and how it came out.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Id of the `[[verify]]`.
    pub id: String,
    /// Name of the scene.
    pub scene: String,
    /// Name of the `[[verify]]`.
    pub name: String,
    /// What was compared.
    pub what: String,
    /// Expected value, or bounds (the least and the largest, infinite where there is none).
    pub expected: [f64; 2],
    /// Value found; NaN where there is none.
    pub found: f64,
    /// |found − expected|, or how far the value is outside its bounds.
    pub error: f64,
    /// Largest error allowed.
    pub tolerance: f64,
    /// Whether the error is no larger.
    pub pass: bool,
    /// Why there is no value.
    pub message: Option<String>,
}

/// The letters an id begins with.
pub fn class(id: &str) -> &str {
    let end = id.find(|c: char| !c.is_alphabetic()).unwrap_or(id.len());
    &id[..end]
}

/// Whether a filter selects a check: the id begins with it, or the scene's name contains it.
pub fn selects(filter: &str, id: &str, scene: &str) -> bool {
    let (filter, id) = (filter.to_lowercase(), id.to_lowercase());
    id.starts_with(&filter) || filter.chars().count() > 1 && scene.to_lowercase().contains(&filter)
}

/// A scene to verify.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// Reads a scene's checks and their formulas, and runs nothing.
pub fn check(scene: &Scene, sets: &[(&str, &str)]) -> Result<(), RunError> {
    for verify in scene.verify.iter().filter(|verify| !verify.refused) {
        let sets = joined(verify, sets);
        let scene = Scene::read(scene.text(), scene.file(), &borrowed(&sets))?;
        let runner = Runner::new(&scene)?;
        Judge::new(&scene, &runner.names, &[verify])?;
    }
    Ok(())
}

/// Runs every check that `filter` selects, `sets` applied after the checks' own overrides. An error is one of
/// the scene files themselves; a run that fails gives rows that do not pass.
pub fn run(sources: &[Source], filter: &str, sets: &[(&str, &str)]) -> Result<Vec<Row>, SceneError> {
    let jobs = jobs(sources, filter, sets)?;
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<Option<Vec<Row>>>> = Mutex::new(vec![None; jobs.len()]);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads.min(jobs.len()) {
            scope.spawn(|| {
                while let Some((i, job)) = {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    jobs.get(i).map(|job| (i, job))
                } {
                    let rows = job.rows();
                    if let Ok(mut done) = done.lock() {
                        done[i] = Some(rows);
                    }
                }
            });
        }
    });
    let done = done.into_inner().unwrap_or_default();
    // A job holds several `[[verify]]`; the rows go back to the order of the file.
    let mut rows: Vec<(usize, usize, Row)> = Vec::new();
    for (job, found) in jobs.iter().zip(done) {
        let order = job.verify.iter().flat_map(|(place, verify)| {
            let count = verify.checks.len() + usize::from(!shares(verify));
            std::iter::repeat_n(*place, count)
        });
        let found = found.unwrap_or_default().into_iter();
        rows.extend(order.zip(found).map(|(place, row)| (job.source, place, row)));
    }
    rows.sort_by_key(|(source, place, _)| (*source, *place));
    Ok(rows.into_iter().map(|(_, _, row)| row).collect())
}

/// One run and all that is checked in it.
struct Job<'a> {
    source: usize,
    name: &'a str,
    text: &'a str,
    sets: Vec<(String, String)>,
    verify: Vec<(usize, Verify)>,
}

fn jobs<'a>(sources: &'a [Source], filter: &str, sets: &[(&str, &str)]) -> Result<Vec<Job<'a>>, SceneError> {
    let mut jobs: Vec<Job> = Vec::new();
    for (index, source) in sources.iter().enumerate() {
        let first = jobs.len();
        let scene = Scene::read(&source.text, &source.name, &[])?;
        for (place, verify) in scene.verify.into_iter().enumerate() {
            if !selects(filter, &verify.id, &scene.name) {
                continue;
            }
            let sets = joined(&verify, sets);
            let same = |job: &&mut Job| {
                job.sets == sets && shares(&verify) && job.verify.iter().all(|(_, other)| shares(other))
            };
            if let Some(job) = jobs[first..].iter_mut().find(same) {
                job.verify.push((place, verify));
            } else {
                jobs.push(Job {
                    source: index,
                    name: &source.name,
                    text: &source.text,
                    sets,
                    verify: vec![(place, verify)],
                });
            }
        }
    }
    Ok(jobs)
}

/// Whether others with the same overrides may be checked in its run. Those that must not come to the end have
/// a run and a row of their own.
fn shares(verify: &Verify) -> bool {
    !verify.refused && verify.stopped.is_none()
}

fn joined(verify: &Verify, sets: &[(&str, &str)]) -> Vec<(String, String)> {
    let own = verify.sets.iter().cloned();
    let more = sets.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned()));
    own.chain(more).collect()
}

impl Job<'_> {
    fn rows(&self) -> Vec<Row> {
        let verify: Vec<&Verify> = self.verify.iter().map(|(_, verify)| verify).collect();
        let found = self.run(&verify);
        let scene = drystone_io::stem(self.name);
        match (verify.as_slice(), found) {
            ([one], found) if one.refused => vec![refusal(one, &scene, found.err())],
            (_, Ok(rows)) => rows,
            (all, Err(error)) => {
                let words = all.iter().flat_map(|verify| {
                    let stop = verify.stopped.iter().map(|kind| stop_words(kind));
                    let checks = verify.checks.iter().map(judge::words);
                    stop.chain(checks).map(move |what| (*verify, what))
                });
                words
                    .map(|(verify, what)| Row {
                        what,
                        message: Some(error.to_string()),
                        ..empty(verify, &scene)
                    })
                    .collect()
            }
        }
    }

    fn run(&self, verify: &[&Verify]) -> Result<Vec<Row>, RunError> {
        let scene = Scene::read(self.text, self.name, &borrowed(&self.sets))?;
        let mut runner = Runner::new(&scene)?;
        let mut judge = Judge::new(&scene, &runner.names, verify)?;
        judge.look(&runner);
        let end = loop {
            match runner.advance() {
                Ok(true) => judge.look(&runner),
                Ok(false) => break None,
                Err(error) => break Some(error),
            }
        };
        match (verify, end) {
            ([one], end) if one.stopped.is_some() => {
                let mut rows = vec![stop(one, &scene.name, end)];
                rows.extend(judge.rows(&scene));
                Ok(rows)
            }
            (_, Some(error)) => Err(error),
            (_, None) => Ok(judge.rows(&scene)),
        }
    }
}

fn empty(verify: &Verify, scene: &str) -> Row {
    Row {
        id: verify.id.clone(),
        scene: scene.to_owned(),
        name: verify.name.clone(),
        what: String::new(),
        expected: [f64::NAN; 2],
        found: f64::NAN,
        error: f64::NAN,
        tolerance: f64::NAN,
        pass: false,
        message: None,
    }
}

/// The row of a scene that must be refused: 1 for refused.
fn refusal(verify: &Verify, scene: &str, error: Option<RunError>) -> Row {
    yes_or_no("refused".to_owned(), error.is_some(), error, empty(verify, scene))
}

/// The row of a run that must stop: 1 where it stopped, and for the reason that is asked for.
fn stop(verify: &Verify, scene: &str, error: Option<RunError>) -> Row {
    let asked = verify.stopped.as_deref().unwrap_or_default();
    let so = error
        .as_ref()
        .is_some_and(|error| verdict::kind_of(error) == asked);
    yes_or_no(stop_words(asked), so, error, empty(verify, scene))
}

fn stop_words(kind: &str) -> String {
    format!("stopped: {kind}")
}

fn yes_or_no(what: String, yes: bool, error: Option<RunError>, row: Row) -> Row {
    let found = f64::from(u8::from(yes));
    Row {
        what,
        expected: [1.0; 2],
        found,
        error: 1.0 - found,
        tolerance: 0.0,
        pass: yes,
        message: error.map(|error| error.to_string()),
        ..row
    }
}
