//! A run as it goes into a run file: what is written of each frame, and what the file says of itself.
//!
//! ```text
//! Runner ─ add ─▶ rows of bodies, joints, contacts, steps ─ flush ─▶ visible, with the checkpoint that belongs to them
//! ```
//! A frame in `record.every` is kept, the initial state among them. The clock is the caller's: who calls
//! [`Recorder::flush`] says how much a killed run may lose.

use crate::run::runner::{Detail, Frame, Runner};
use crate::run::world::{Who, World};
use crate::sinks::csv_world::joint_contact;
use drystone_dynamics::checkpoint::Arrays;
use drystone_dynamics::models::bodies::description::{BodyDescription, Motion};
use drystone_dynamics::step::{Status, Step};
use drystone_io::run_file::{
    Attribute, BodyPlan, ContactRow, Plan, RunFile, RunWriter, StepRow, WorldPlan, shapes_json,
};
use drystone_io::scene::{Scene, SceneError, SystemDescription};
use drystone_io::{ReadError, WriteError};
use drystone_solve::solver::Stop;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// A run file on its way.
pub struct Recorder {
    writer: RunWriter,
    every: u64,
    contacts: bool,
    /// Numbers of pairs, by bodies or by (none, id).
    pairs: BTreeMap<(usize, u64), (i32, f64)>,
}

impl Recorder {
    /// Begins a file with the present state of a run; one that is there is written over.
    pub fn create(path: &Path, scene: &Scene, runner: &Runner) -> Result<Self, WriteError> {
        let writer = RunWriter::create(path, &plan(scene, runner))?;
        let mut recorder = Recorder::new(writer, scene);
        recorder.add(runner)?;
        recorder.flush(runner, 0.0)?;
        Ok(recorder)
    }

    /// Goes on with the file that a resumed run came from. `moved` is what [`Runner::resume`] answered.
    pub fn reopen(path: &Path, scene: &Scene, runner: &Runner, moved: bool) -> Result<Self, ReadError> {
        let writer = RunWriter::reopen(path, &plan(scene, runner))?;
        let mut recorder = Recorder::new(writer, scene);
        let frame = runner.frame();
        if moved && frame.count.is_multiple_of(recorder.every) {
            let bodies = frame.world.map_or(&[][..], |world| &world.bodies);
            recorder
                .writer
                .correct_last(frame.time, bodies, [frame.q, frame.v, frame.outputs]);
        }
        Ok(recorder)
    }

    fn new(writer: RunWriter, scene: &Scene) -> Self {
        Recorder {
            writer,
            every: scene.run.record.every.max(1) as u64,
            contacts: scene.run.record.contacts,
            pairs: BTreeMap::new(),
        }
    }

    /// Adds the present frame, where it is one of those to keep.
    pub fn add(&mut self, runner: &Runner) -> Result<(), WriteError> {
        let frame = runner.frame();
        if !frame.count.is_multiple_of(self.every) {
            return Ok(());
        }
        match frame.world {
            Some(world) => {
                self.writer.bodies(&world.bodies)?;
                self.writer.joints(&world.joints)?;
            }
            None => self.writer.coordinates(frame.q, frame.v, frame.outputs)?,
        }
        if let (Detail::Step(step), true) = (frame.detail, self.contacts) {
            match frame.world {
                Some(world) => self.world_contacts(&runner.names.who, &frame, (world, step))?,
                None => self.contacts(&runner.names.contacts, &frame, step)?,
            }
        }
        self.writer.step(&step_row(runner, &frame))
    }

    fn contacts(&mut self, names: &[String], frame: &Frame, step: &Step) -> Result<(), WriteError> {
        for (i, contact) in step.contacts.list.iter().enumerate() {
            let key = (usize::MAX, contact.id);
            let pair = if let Some(known) = self.pairs.get(&key) {
                known.0
            } else {
                let name = usize::try_from(contact.id).ok().and_then(|id| names.get(id));
                let name = name.map_or_else(|| contact.id.to_string(), Clone::clone);
                let number = self.writer.pair(&name, [-1, -1])?;
                self.pairs.insert(key, (number, 1.0));
                number
            };
            let rows = step.offsets[i]..step.offsets[i + 1];
            self.writer.contact(&ContactRow {
                step: frame.count,
                time: frame.time,
                pair,
                gap: contact.gap,
                status: code(step.status.get(i)),
                impulse: &step.impulses[rows.clone()],
                velocity: &step.relative_velocity[rows],
                place: None,
            })?;
        }
        Ok(())
    }

    fn world_contacts(
        &mut self,
        who: &Who,
        frame: &Frame,
        (world, step): (&World, &Step),
    ) -> Result<(), WriteError> {
        for (i, contact) in step.contacts.list.iter().enumerate() {
            let rows = step.offsets[i]..step.offsets[i + 1];
            let place = step.contacts.places.get(i);
            let key = match place {
                Some(place) => (place.bodies[0], place.bodies[1] as u64),
                None => (usize::MAX, contact.id),
            };
            let (pair, sign) = match (self.pairs.get(&key), place) {
                (Some(known), _) => *known,
                (None, Some(place)) => {
                    let groups = place.bodies.map(|body| who.group_of[body]);
                    let sign = world.pairs.of(groups).map_or(1.0, |(_, sign)| sign);
                    let [a, b] = place.bodies;
                    let [a, b] = if sign > 0.0 { [a, b] } else { [b, a] };
                    let name = format!("{}-{}", who.bodies[a], who.bodies[b]);
                    let number = [a, b].map(|body| i32::try_from(body).unwrap_or(i32::MAX));
                    (self.writer.pair(&name, number)?, sign)
                }
                (None, None) => (self.writer.pair(&joint_contact(who, contact.id), [-1, -1])?, 1.0),
            };
            self.pairs.insert(key, (pair, sign));
            let impulse = &step.impulses[rows.clone()];
            let seen = place.map(|place| {
                let force = place.to_world(impulse).map(|r| sign * r / world.dt);
                [place.point, place.normal.map(|n| sign * n), force]
            });
            self.writer.contact(&ContactRow {
                step: frame.count,
                time: frame.time,
                pair,
                gap: contact.gap,
                status: code(step.status.get(i)),
                impulse,
                velocity: step.relative_velocity.get(rows).unwrap_or(&[]),
                place: seen,
            })?;
        }
        Ok(())
    }

    /// Makes everything so far visible. `wall_s` is the time that the run has taken until now.
    pub fn flush(&mut self, runner: &Runner, wall_s: f64) -> Result<(), WriteError> {
        self.writer.flush(&checkpoint(runner, wall_s))
    }

    /// Flushes for the last time.
    pub fn finish(self, runner: &Runner, wall_s: f64) -> Result<(), WriteError> {
        self.writer.finish(&checkpoint(runner, wall_s))
    }
}

fn checkpoint(runner: &Runner, wall_s: f64) -> Arrays {
    let mut arrays = runner.save();
    arrays.put("wall_s", &[wall_s]);
    arrays
}

fn code(status: Option<&Status>) -> u8 {
    match status {
        None | Some(Status::Open) => 0,
        Some(Status::Stick) => 1,
        Some(Status::Slip) => 2,
        Some(Status::Impact) => 3,
    }
}

fn step_row<'a>(runner: &Runner, frame: &Frame<'a>) -> StepRow<'a> {
    let e = &runner.totals.energy;
    let empty = StepRow {
        time: frame.time,
        step: frame.count,
        contacts: 0,
        problems: 0,
        iterations: 0,
        stop: Stop::Converged,
        method: "none",
        clauses: [0.0; 7],
        min_gap: f64::NAN,
        drift: 0.0,
        solutions: None,
        energy: [frame.energy.kinetic, frame.energy.potential],
        account: [
            e.applied_work,
            e.friction_loss,
            e.impact_loss,
            e.correction,
            e.residue,
        ],
    };
    match frame.detail {
        Detail::Start => empty,
        Detail::Step(step) => StepRow {
            contacts: step.status.len(),
            problems: step.solves.count,
            iterations: step.solves.iterations,
            stop: step.solves.stop,
            method: step.solves.method,
            clauses: step.certificate.clauses().map(|c| c.1),
            min_gap: step.position.min_gap,
            drift: step.position.drift,
            solutions: step.solutions.as_ref().map(Vec::len),
            ..empty
        },
        Detail::Report(report) => {
            let c = &report.certificate;
            let none = f64::NAN;
            StepRow {
                problems: 1,
                iterations: report.iterations,
                method: report.method,
                clauses: [
                    c.gap,
                    c.multiplier,
                    none,
                    c.complementarity,
                    none,
                    c.dynamics,
                    none,
                ],
                ..empty
            }
        }
    }
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
    let sets: Vec<(&str, &str)> = sets.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
    let file = match run.attribute("scene_file").and_then(Value::as_str) {
        Some(file) => file,
        None => run.text("scene"),
    };
    Scene::read(run.text("scene_text"), file, &sets)
}
