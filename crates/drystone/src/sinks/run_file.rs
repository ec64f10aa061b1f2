//! A run as it goes into a run file: what is written of each frame, and what the file says of itself.
//!
//! ```text
//! Rows ─ add ─▶ tables of bodies, joints, contacts, steps ─ flush
//!     ─▶ visible, with the checkpoint that belongs to them
//! ```
//! A frame in `record.every` is kept, the initial state among them. The clock is the caller's: who calls
//! [`Recorder::flush`] says how much a killed run may lose.

use crate::run::observe::{Observer, Rows};
use crate::run::runner::Runner;
use crate::run::verdict::RunVerdict;
use crate::scenes::borrowed;
use drystone_dynamics::checkpoint::Arrays;
use drystone_dynamics::models::bodies::description::{BodyDescription, Motion};
use drystone_io::output::Outputs;
use drystone_io::run_file::{
    Attribute, BodyPlan, ContactRow, Plan, RunFile, RunWriter, WorldPlan, shapes_json,
};
use drystone_io::scene::{Scene, SceneError, SystemDescription};
use drystone_io::{ReadError, WriteError};
use serde_json::Value;
use std::path::Path;

/// A run file on its way.
pub struct Recorder {
    writer: RunWriter,
    every: u64,
    contacts: bool,
    /// Numbers of pairs in the file, by their places in the rows.
    pairs: Vec<i32>,
}

impl Recorder {
    /// Begins a file with the present state of a run; a plain one that is there is replaced.
    pub fn create(path: &Path, scene: &Scene, runner: &Runner) -> Result<Self, WriteError> {
        Recorder::create_as(&Outputs::new(true), path, scene, runner)
    }

    /// Begins a file with the present state of a run, where that is allowed.
    pub fn create_as(
        outputs: &Outputs,
        path: &Path,
        scene: &Scene,
        runner: &Runner,
    ) -> Result<Self, WriteError> {
        let writer = RunWriter::create_as(outputs, path, &plan(scene, runner))?;
        let mut recorder = Recorder::new(writer, scene);
        recorder.add(&Observer::new(scene, runner).look(runner))?;
        recorder.flush(runner, 0.0)?;
        Ok(recorder)
    }

    /// Goes on with the file that a resumed run came from. `moved` is what [`Runner::resume`] answered.
    pub fn reopen(path: &Path, scene: &Scene, runner: &Runner, moved: bool) -> Result<Self, ReadError> {
        let writer = RunWriter::reopen(path, &plan(scene, runner))?;
        let mut recorder = Recorder::new(writer, scene);
        let mut observer = Observer::new(scene, runner);
        let rows = observer.look(runner);
        if moved && rows.frame.count.is_multiple_of(recorder.every) {
            recorder.writer.correct_last(rows.frame.time, rows.state);
        }
        Ok(recorder)
    }

    fn new(writer: RunWriter, scene: &Scene) -> Self {
        Recorder {
            writer,
            every: scene.run.record.every.max(1) as u64,
            contacts: scene.run.record.contacts,
            pairs: Vec::new(),
        }
    }

    /// Adds a frame, where it is one of those to keep.
    pub fn add(&mut self, rows: &Rows) -> Result<(), WriteError> {
        if !rows.frame.count.is_multiple_of(self.every) {
            return Ok(());
        }
        self.writer.state(rows.state)?;
        self.writer.joints(rows.joints)?;
        for contact in rows.contacts.iter().filter(|_| self.contacts) {
            for pair in &rows.pairs[self.pairs.len().min(contact.pair + 1)..=contact.pair] {
                let number = |body: usize| i32::try_from(body).unwrap_or(i32::MAX);
                let bodies = pair.bodies.map_or([-1, -1], |bodies| bodies.map(number));
                self.pairs.push(self.writer.pair(&pair.name, bodies)?);
            }
            self.writer.contact(&ContactRow {
                step: rows.frame.count,
                time: rows.frame.time,
                pair: self.pairs[contact.pair],
                gap: contact.gap,
                status: contact.code(),
                impulse: rows.impulse(contact),
                velocity: rows.velocity(contact),
                place: contact.place,
            })?;
        }
        self.writer.step(&rows.step)
    }

    /// Makes everything so far visible. `wall_s` is the time that the run has taken until now.
    pub fn flush(&mut self, runner: &Runner, wall_s: f64) -> Result<(), WriteError> {
        self.writer.flush(&checkpoint(runner, wall_s))
    }

    /// Flushes for the last time, with the verdict on the run.
    pub fn finish(self, runner: &Runner, verdict: &RunVerdict, wall_s: f64) -> Result<(), WriteError> {
        let mut saved = checkpoint(runner, wall_s);
        verdict.save(&mut saved);
        self.writer.finish(&saved)
    }
}

fn checkpoint(runner: &Runner, wall_s: f64) -> Arrays {
    let mut arrays = runner.save();
    arrays.put("wall_s", &[wall_s]);
    arrays
}

/// What the file of a scene holds.
fn plan(scene: &Scene, runner: &Runner) -> Plan {
    let (names, every) = (&runner.names, scene.run.record.every.max(1) as f64);
    let frames = ((runner.t_end - runner.frame().time) / runner.dt / every).ceil();
    let mut plan = Plan {
        attributes: about(scene, runner),
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a count, clamped"
        )]
        frames: frames.clamp(1.0, 1e12) as u64,
        ..Plan::default()
    };
    let longest = |names: &[String]| names.iter().map(String::len).max().unwrap_or(0);
    let who = &names.who;
    if let SystemDescription::Bodies(world) = &scene.system {
        let body = |body: &BodyDescription| BodyPlan {
            name: body.name.clone(),
            shapes: shapes_json(&body.shapes).to_string(),
            motion: match body.motion {
                Motion::Free => "free",
                Motion::Fixed => "fixed",
                Motion::Prescribed(_) => "prescribed",
            },
        };
        plan.world = Some(WorldPlan {
            plane: who.plane,
            bodies: world.bodies.iter().map(body).collect(),
            joints: who.joints.clone(),
        });
        plan.contacts = Some(who.axes().len());
        plan.pair_name = (2 * longest(&who.bodies) + 1).max(longest(&who.joints) + 9);
    } else {
        plan.coordinates = [names.q.clone(), names.v.clone(), names.outputs.clone()];
        let rows = runner.totals.impulses.iter().map(Vec::len).max();
        plan.contacts = rows.filter(|rows| *rows > 0);
        plan.pair_name = longest(&names.contacts).max(20);
    }
    if !scene.run.record.contacts {
        plan.contacts = None;
    }
    plan
}

fn about(scene: &Scene, runner: &Runner) -> Vec<(String, Attribute)> {
    let run = &scene.run;
    let file = Path::new(scene.file());
    // Other files of the scene are found beside it, from wherever the run is resumed.
    let file = match std::path::absolute(file) {
        Ok(path) if file.exists() => path.display().to_string(),
        _ => scene.file().to_owned(),
    };
    let kind = match &scene.system {
        SystemDescription::Bodies(_) => "bodies",
        SystemDescription::Lagrangian(_) => "lagrangian",
        SystemDescription::Complementarity(_) => "complementarity",
    };
    let texts = [
        ("program", "drystone".to_owned()),
        ("version", env!("CARGO_PKG_VERSION").to_owned()),
        ("scene", scene.name.clone()),
        ("title", scene.title.clone().unwrap_or_default()),
        ("scene_text", scene.text().to_owned()),
        ("scene_file", file),
        ("sets", serde_json::to_string(scene.sets()).unwrap_or_default()),
        ("kind", kind.to_owned()),
        ("scheme", run.scheme.name.clone()),
        ("solver", run.solver.name.clone()),
        ("units", "SI: m, kg, s, N, J, rad".to_owned()),
        (
            "signs",
            "normals point from A to B, forces act on B, a gap above 0 is open; quaternions are w x y z"
                .to_owned(),
        ),
    ];
    let reals = [
        ("step", runner.dt),
        ("t_end", runner.t_end),
        ("tolerance", run.tolerance),
    ];
    let count = |n: u64| Attribute::Count(i64::try_from(n).unwrap_or(i64::MAX));
    let counts = [
        ("seed", count(run.seed)),
        ("record_every", count(run.record.every as u64)),
        ("dimension", count(if runner.names.who.plane { 2 } else { 3 })),
    ];
    let texts = texts.into_iter().map(|(name, x)| (name, Attribute::Text(x)));
    let reals = reals.into_iter().map(|(name, x)| (name, Attribute::Real(x)));
    let all = texts.chain(reals).chain(counts);
    all.filter(|(_, x)| *x != Attribute::Text(String::new()))
        .map(|(name, x)| (name.to_owned(), x))
        .collect()
}

/// The scene that a run file was made from, with further overrides.
pub fn scene_of(run: &RunFile, more: &[(String, String)]) -> Result<Scene, SceneError> {
    let mut sets: Vec<(String, String)> = serde_json::from_str(run.text("sets")).unwrap_or_default();
    // The last word on a key counts, however often a run is resumed.
    sets.retain(|(key, _)| !more.iter().any(|(other, _)| other == key));
    sets.extend_from_slice(more);
    let sets = borrowed(&sets);
    let file = match run.attribute("scene_file").and_then(Value::as_str) {
        Some(file) => file,
        None => run.text("scene"),
    };
    Scene::read(run.text("scene_text"), file, &sets)
}
