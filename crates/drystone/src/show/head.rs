//! The header of a shown run: names, shapes, methods, and what the certificate says of the whole.

use super::shapes::{self, Shapes};
use crate::run::runner::Runner;
use drystone_dynamics::geometry::Pose;
use drystone_dynamics::models::bodies::description::{
    Dimension, ForceKind, JointKind, Motion, WorldDescription,
};
use drystone_dynamics::step::StepCertificate;
use drystone_io::run_file::body_names;
use drystone_io::scene::{Scene, SystemDescription};
use drystone_solve::certificate::word_of;
use serde::Serialize;
use serde_json::{Value, json};

/// Who is in a run, how it was computed, what came of it. As JSON it is the header of the page's data.
#[derive(Clone, Debug, Default, Serialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "what a page may count on, each by itself"
)]
pub struct Head {
    /// Which scene.
    #[serde(flatten)]
    pub scene: SceneHead,
    /// How it was computed.
    #[serde(flatten)]
    pub method: Method,
    /// Whether there are bodies to draw; else there are only series.
    pub world: bool,
    /// Whether it lies in the plane.
    pub plane: bool,
    /// Whether it has energies.
    pub energy: bool,
    /// Acceleration of free fall, in m/s².
    pub gravity: [f64; 3],
    /// Whether contacts were kept.
    pub contacts: bool,
    /// Names of groups of bodies.
    pub groups: Vec<String>,
    /// Bodies.
    pub bodies: Vec<BodyHead>,
    /// Distinct shapes; bodies refer to them by place.
    pub shapes: Vec<Value>,
    /// Joints and springs, where they are.
    pub links: Vec<Link>,
    /// Numbers that each body has at an instant.
    pub body_columns: Vec<&'static str>,
    /// Names of other series.
    pub columns: Vec<Column>,
    /// Clauses of the certificate: name of the column, unit, and the word that people read.
    pub clauses: Vec<[&'static str; 3]>,
    /// What came of it.
    pub outcome: Outcome,
    /// What the reader should know: warnings, what was thinned or rounded.
    pub notes: Vec<String>,
}

/// The scene of a run.
#[derive(Clone, Debug, Default, Serialize)]
pub struct SceneHead {
    /// Its name.
    pub name: String,
    /// What it shows, in a line.
    pub title: String,
    /// Anything worth knowing.
    pub description: String,
    /// Of the program.
    pub version: String,
}

/// How a run was computed.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Method {
    /// Time-stepping scheme.
    pub scheme: String,
    /// Solver of the step problems.
    pub solver: String,
    /// Step, in s.
    pub step: f64,
    /// Largest scaled error that counts as solved.
    pub tolerance: f64,
    /// Sweeps a step, where the scene gives no more.
    pub budget: Option<usize>,
}

/// A body.
#[derive(Clone, Debug, Default, Serialize)]
pub struct BodyHead {
    /// Its name.
    pub name: String,
    /// Its group.
    pub group: usize,
    /// `free`, `fixed`, or `moved` for a body that follows a motion.
    pub kind: &'static str,
    /// Mass, in kg; 0 for bodies that do not move freely.
    pub mass: f64,
    /// Initial pose: x, y, z, then the quaternion w, x, y, z.
    pub pose: [f64; 7],
    /// Its shapes, each with its pose in the body.
    pub shapes: Vec<(usize, [f64; 7])>,
}

/// Something drawn between two points of two bodies: a joint (at one point) or a spring.
#[derive(Clone, Debug, Serialize)]
pub struct Link {
    /// Its name.
    pub name: String,
    /// `hinge`, …, `spring`.
    pub kind: &'static str,
    /// Its bodies.
    pub bodies: [usize; 2],
    /// Its points, in the axes of the bodies, in m.
    pub points: [[f64; 3]; 2],
}

/// A series.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// `coordinate`, `velocity`, `output`, `contact` or `joint`.
    pub group: &'static str,
}

/// What came of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Outcome {
    /// Steps taken.
    pub steps: u64,
    /// `certified`, `certified with remarks` or `not certified`; empty where nobody said.
    pub verdict: String,
    /// `finished`, `stopped` or `interrupted`.
    pub status: String,
    /// What the verdict is made of: what happened and the remedy, and whether it breaks the certificate.
    pub remarks: Vec<(String, bool)>,
    /// Steps short of the tolerance.
    pub failed_steps: u64,
    /// Worst defect of each clause; null for NaN.
    pub worst: Vec<f64>,
    /// Why it ended before its time, if it did.
    pub stopped: Option<String>,
    /// Ends of steps short of the tolerance: number and time of the first of them.
    pub failed: Vec<(u64, f64)>,
}

impl Outcome {
    /// Takes up a verdict, by the keys of the summary.
    pub(crate) fn take(&mut self, told: &Value) {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        (self.verdict, self.status) = (text(&told["verdict"]), text(&told["status"]));
        self.stopped = told["stopped"]["reason"].as_str().map(str::to_owned);
        let remarks = told["remarks"].as_array().map_or(&[][..], Vec::as_slice);
        self.remarks = (remarks.iter())
            .map(|r| {
                let pair = r["pair"]
                    .as_str()
                    .map_or(String::new(), |pair| format!(" ({pair})"));
                let words = format!("{}{pair}: {}", text(&r["text"]), text(&r["advice"]));
                (words, r["breaks"].as_bool().unwrap_or(false))
            })
            .collect();
    }
}

impl Head {
    /// Bodies that are not fixed.
    pub fn moving(&self) -> usize {
        self.bodies.iter().filter(|body| body.kind != "fixed").count()
    }

    /// The header of a scene about to run; [`Outcome`] is still empty.
    pub fn new(scene: &Scene, runner: &Runner) -> Self {
        let run = &scene.run;
        let mut head = Head {
            scene: SceneHead {
                name: scene.name.clone(),
                title: scene.title.clone().unwrap_or_default(),
                description: scene.description.clone().unwrap_or_default(),
                version: env!("CARGO_PKG_VERSION").to_owned(),
            },
            method: Method {
                scheme: run.scheme.name.clone(),
                solver: run.solver.name.clone(),
                step: runner.dt,
                tolerance: run.tolerance,
                budget: run.budget,
            },
            energy: runner.is_mechanical(),
            contacts: run.record.contacts,
            clauses: clauses(),
            notes: runner.warnings.clone(),
            ..Head::default()
        };
        let names = &runner.names;
        if let SystemDescription::Bodies(world) = &scene.system {
            head.groups.clone_from(&names.who.groups);
            head.set_world(world, &names.who.group_of);
        } else {
            head.add_columns(&names.q, "coordinate");
            head.add_columns(&names.v, "velocity");
            head.add_columns(&names.outputs, "output");
            for (contact, sum) in names.contacts.iter().zip(&runner.totals.impulses) {
                let rows = ["gap", "force_n", "force_t1", "force_t2"];
                let own: Vec<String> = rows[..=sum.len().min(3)]
                    .iter()
                    .map(|row| format!("{contact}.{row}"))
                    .collect();
                head.add_columns(&own, "contact");
                head.add_columns(&[format!("{contact}.status")], "contact");
            }
        }
        head
    }

    fn add_columns(&mut self, names: &[String], group: &'static str) {
        let column = |name: &String| Column {
            name: name.clone(),
            group,
        };
        self.columns.extend(names.iter().map(column));
    }

    fn set_world(&mut self, world: &WorldDescription, group_of: &[usize]) {
        self.world = true;
        self.plane = world.dimension == Dimension::Plane;
        self.gravity = world.gravity.to_array();
        self.body_columns = body_names(self.plane).to_vec();
        let mut shapes = Shapes::default();
        for (body, group) in world.bodies.iter().zip(group_of) {
            let kind = match body.motion {
                Motion::Free => "free",
                Motion::Fixed => "fixed",
                Motion::Prescribed(_) => "moved",
            };
            let placed = body
                .shapes
                .iter()
                .map(|placed| (shapes.place(&placed.shape), seven(&placed.pose)));
            self.bodies.push(BodyHead {
                name: body.name.clone(),
                group: *group,
                kind,
                mass: if kind == "free" { body.mass.mass } else { 0.0 },
                pose: seven(&body.pose),
                shapes: placed.collect(),
            });
        }
        self.shapes = shapes.list;
        self.links = links(world);
        let joints: Vec<String> = world
            .joints
            .iter()
            .flat_map(|joint| JOINT.map(|what| format!("{}.{what}", joint.name)))
            .collect();
        self.add_columns(&joints, "joint");
    }
}

/// Series of a joint.
pub const JOINT: [&str; 4] = ["coordinate", "velocity", "force", "torque"];

fn links(world: &WorldDescription) -> Vec<Link> {
    let mut out = Vec::new();
    for joint in &world.joints {
        let second = match joint.kind {
            JointKind::Gear { .. } => continue,
            JointKind::Distance { to } => to,
            _ => joint.at,
        };
        let [a, b] = joint.between;
        let local = |body: usize, at| world.bodies[body].pose.local(at).to_array();
        out.push(Link {
            name: joint.name.clone(),
            kind: joint.kind.name(),
            bodies: [a, b],
            points: [local(a, joint.at), local(b, second)],
        });
    }
    for force in &world.forces {
        if let ForceKind::Spring { between, at, .. } = &force.kind {
            out.push(Link {
                name: force.name.clone(),
                kind: "spring",
                bodies: *between,
                points: at.map(|p| p.to_array()),
            });
        }
    }
    out
}

fn seven(pose: &Pose) -> [f64; 7] {
    let (x, r) = (pose.position, pose.rotation);
    [x.x, x.y, x.z, r.w, r.x, r.y, r.z]
}

impl Shapes {
    fn place(&mut self, shape: &drystone_dynamics::geometry::Shape) -> usize {
        let value = shapes::described(shape);
        let known = value.to_string();
        let next = self.list.len();
        *self.index.entry(known).or_insert_with(|| {
            self.list.push(value);
            next
        })
    }
}

impl Head {
    /// As JSON, with the blocks of the data; NaN becomes null.
    pub fn to_json(&self, blocks: &[Value]) -> Value {
        let mut value = serde_json::to_value(self).unwrap_or_default();
        value["blocks"] = json!(blocks);
        value
    }
}

/// The clauses of the certificate of a step.
pub(crate) fn clauses() -> Vec<[&'static str; 3]> {
    let all = StepCertificate::default().clauses();
    all.map(|(name, _, unit)| [name, unit, word_of(name)]).to_vec()
}
