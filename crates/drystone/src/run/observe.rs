//! One instant of a run as rows: everything that the run file, the CSV tables and the page write of it.
//!
//! ```text
//! Runner ─ Observer::look ─▶ Rows { step, state, joints, contacts, named, pairs }
//!     ─▶ sinks: run_file, csv, show
//! ```
//! The rows are made once a frame; sinks choose among them and format, they compute nothing. Bodies are told
//! by their origins. A contact is told as its pair is called: its normal points from A to B, the force acts
//! on B, a gap above 0 is open; tangents turn with the normal. Stops, motors and dry friction of joints have
//! no point. Buffers are kept from frame to frame: once grown, they allocate only for the name of a pair that
//! meets for the first time.

use crate::run::runner::{Detail, Frame, Names, RunError, Runner};
use crate::run::totals::{account, certificate};
use crate::run::world::{Who, World};
use drystone_dynamics::models::bodies::joints::{JointContact, Joints};
use drystone_dynamics::models::bodies::observe::{BodySeen, JointSeen};
use drystone_dynamics::models::bodies::search::FIRST_JOINT_ID;
use drystone_dynamics::step::{Status, Step};
use drystone_io::run_file::StepRow;
use drystone_io::scene::Scene;
use std::collections::BTreeMap;

/// Makes the rows of a run, frame by frame.
#[derive(Debug, Default)]
pub struct Observer {
    /// All rows of a frame in so many; of the others, and without a number of all, the row of the step.
    every: Option<u64>,
    /// Whether the contacts of a world of bodies are wanted.
    contacts: bool,
    /// When it looked last, in s.
    time: f64,
    state: Vec<f64>,
    joints: Vec<f64>,
    touching: Vec<ContactSeen>,
    named: Vec<Option<usize>>,
    pairs: Vec<PairSeen>,
    /// Places of pairs, by their bodies or by (none, id).
    places: BTreeMap<(usize, u64), usize>,
}

/// One instant in rows.
#[derive(Clone, Copy, Debug)]
pub struct Rows<'a> {
    /// The instant itself.
    pub frame: Frame<'a>,
    /// Time since the instant before, in s.
    pub dt: f64,
    /// The row of the step; at the start it is empty.
    pub step: StepRow<'a>,
    /// Contacts that were not open.
    pub active: usize,
    /// The numbers of every body; coordinates, velocities and outputs where there are no bodies.
    pub state: &'a [f64],
    /// Coordinate, velocity, force and torque of every joint.
    pub joints: &'a [f64],
    /// Contacts that could act.
    pub contacts: &'a [ContactSeen],
    /// Places in `contacts` of those with a name, by their id.
    pub named: &'a [Option<usize>],
    /// Who touches whom.
    pub pairs: &'a [PairSeen],
}

/// A contact of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactSeen {
    /// Its place in [`Rows::pairs`].
    pub pair: usize,
    /// Gap, in m; above 0 is open.
    pub gap: f64,
    /// What it did.
    pub status: Option<Status>,
    /// Point, normal from A to B and force on B, in the axes of the world; none for joints and generalised
    /// coordinates.
    pub place: Option<[[f64; 3]; 3]>,
    /// Where its rows begin and end.
    rows: [usize; 2],
}

/// Two bodies that touch, or another contact by its name.
#[derive(Clone, Debug, PartialEq)]
pub struct PairSeen {
    /// `A-B`, `hinge.motor`, or the contact's own name.
    pub name: String,
    /// A and B.
    pub bodies: Option<[usize; 2]>,
    /// −1 where the search has B before A.
    sign: f64,
}

impl Observer {
    /// For a run from its present instant on; all rows are made of the frames that the scene records.
    pub fn new(scene: &Scene, runner: &Runner) -> Self {
        Observer {
            every: Some(scene.run.record.every.max(1) as u64),
            contacts: scene.run.record.contacts,
            time: runner.frame().time,
            named: vec![None; runner.totals.impulses.len()],
            ..Observer::default()
        }
    }

    /// The same, with all rows of a frame in so many; without a number the row of the step alone.
    #[must_use]
    pub fn every(self, every: Option<u64>) -> Self {
        Observer { every, ..self }
    }

    /// The rows of the present instant.
    pub fn look<'a>(&'a mut self, runner: &'a Runner) -> Rows<'a> {
        let frame = runner.frame();
        let dt = frame.time - self.time;
        self.time = frame.time;
        self.state.clear();
        self.joints.clear();
        self.touching.clear();
        self.named.fill(None);
        if self.every.is_some_and(|every| frame.count.is_multiple_of(every)) {
            self.see_state(&frame, &runner.names.who);
            if let Detail::Step(step) = frame.detail {
                self.see_contacts(step, frame.world, &runner.names);
            }
        }
        let active = match frame.detail {
            Detail::Step(step) => step.status.iter().filter(|s| **s != Status::Open).count(),
            _ => 0,
        };
        Rows {
            frame,
            dt,
            step: step_row(runner, &frame),
            active,
            state: &self.state,
            joints: &self.joints,
            contacts: &self.touching,
            named: &self.named,
            pairs: &self.pairs,
        }
    }

    /// Runs to the end; `take` gets the rows of the present instant and of every step.
    pub fn run(&mut self, runner: &mut Runner, mut take: impl FnMut(&Rows)) -> Result<(), RunError> {
        take(&self.look(runner));
        while runner.advance()? {
            take(&self.look(runner));
        }
        Ok(())
    }

    fn see_state(&mut self, frame: &Frame, who: &Who) {
        let Some(world) = frame.world else {
            let all = frame.q.iter().chain(frame.v).chain(frame.outputs);
            return self.state.extend(all);
        };
        for seen in &world.bodies {
            add_body(seen, who.plane, &mut self.state);
        }
        for seen in &world.joints {
            add_joint(seen, who.plane, &mut self.joints);
        }
    }

    fn see_contacts(&mut self, step: &Step, world: Option<&World>, names: &Names) {
        if world.is_some() && !self.contacts {
            return;
        }
        for (i, contact) in step.contacts.list.iter().enumerate() {
            let rows = [step.offsets[i], step.offsets[i + 1]];
            let bodies = world.and_then(|_| step.contacts.places.get(i)).map(|p| p.bodies);
            let pair = self.place(bodies, contact.id, world, names);
            let place = world.and_then(|world| {
                let (sign, place) = (self.pairs[pair].sign, step.contacts.places.get(i)?);
                let impulse = place.to_world(&step.impulses[rows[0]..rows[1]]);
                let force = impulse.map(|r| sign * r / world.dt);
                Some([place.point, place.normal.map(|n| sign * n), force])
            });
            let id = usize::try_from(contact.id).unwrap_or(usize::MAX);
            if let Some(named @ None) = self.named.get_mut(id) {
                *named = Some(i);
            }
            self.touching.push(ContactSeen {
                pair,
                gap: contact.gap,
                status: step.status.get(i).copied(),
                place,
                rows,
            });
        }
    }

    /// Place of a pair in the list; one that is not known is added.
    fn place(&mut self, bodies: Option<[usize; 2]>, id: u64, world: Option<&World>, names: &Names) -> usize {
        let key = match bodies {
            Some([a, b]) => (a, b as u64),
            None => (usize::MAX, id),
        };
        if let Some(known) = self.places.get(&key) {
            return *known;
        }
        self.pairs.push(match (world, bodies) {
            (Some(world), Some(bodies)) => body_pair(bodies, world, &names.who),
            (Some(_), None) => other_pair(joint_contact(&names.who, id)),
            (None, _) => {
                let name = usize::try_from(id).ok().and_then(|id| names.contacts.get(id));
                other_pair(name.map_or_else(|| id.to_string(), Clone::clone))
            }
        });
        self.places.insert(key, self.pairs.len() - 1);
        self.pairs.len() - 1
    }
}

impl<'a> Rows<'a> {
    /// Impulse of a contact: normal, then tangential, in N·s.
    pub fn impulse(&self, contact: &ContactSeen) -> &'a [f64] {
        self.some(contact, |step| &step.impulses)
    }

    /// Relative velocity of a contact after the step, row by row, in m/s.
    pub fn velocity(&self, contact: &ContactSeen) -> &'a [f64] {
        self.some(contact, |step| &step.relative_velocity)
    }

    fn some(&self, contact: &ContactSeen, of: impl Fn(&'a Step) -> &'a [f64]) -> &'a [f64] {
        match self.frame.detail {
            Detail::Step(step) => of(step).get(contact.rows[0]..contact.rows[1]).unwrap_or(&[]),
            _ => &[],
        }
    }
}

impl ContactSeen {
    /// The place of its status in [`drystone_io::run_file::STATUS`].
    pub fn code(&self) -> u8 {
        self.status.map_or(0, |status| status as u8)
    }
}

fn add_body(seen: &BodySeen, plane: bool, out: &mut Vec<f64>) {
    let (x, v, w) = (seen.pose.position, seen.twist.linear, seen.twist.angular);
    if plane {
        out.extend([x.x, x.y, seen.angle, v.x, v.y, w.z]);
    } else {
        let r = seen.pose.rotation;
        out.extend([x.x, x.y, x.z, r.w, r.x, r.y, r.z, v.x, v.y, v.z, w.x, w.y, w.z]);
    }
}

fn add_joint(seen: &JointSeen, plane: bool, out: &mut Vec<f64>) {
    out.extend([seen.coordinate, seen.velocity].map(|x| x.unwrap_or(f64::NAN)));
    let (force, torque) = (seen.force, seen.torque);
    if plane {
        out.extend([force.x, force.y, torque.z]);
    } else {
        out.extend([force.x, force.y, force.z, torque.x, torque.y, torque.z]);
    }
}

fn body_pair([a, b]: [usize; 2], world: &World, who: &Who) -> PairSeen {
    let groups = [a, b].map(|body| who.group_of[body]);
    let sign = world.pairs.of(groups).map_or(1.0, |(_, sign)| sign);
    let [a, b] = if sign > 0.0 { [a, b] } else { [b, a] };
    PairSeen {
        name: format!("{}-{}", who.bodies[a], who.bodies[b]),
        bodies: Some([a, b]),
        sign,
    }
}

fn other_pair(name: String) -> PairSeen {
    PairSeen {
        name,
        bodies: None,
        sign: 1.0,
    }
}

/// `hinge.motor`.
fn joint_contact(who: &Who, id: u64) -> String {
    let id = id.saturating_sub(FIRST_JOINT_ID);
    let joint = usize::try_from(id / Joints::IDS)
        .ok()
        .and_then(|j| who.joints.get(j));
    let kinds = [
        (JointContact::Lower, "lower"),
        (JointContact::Upper, "upper"),
        (JointContact::Motor, "motor"),
        (JointContact::Friction, "friction"),
    ];
    let kind = kinds.iter().find(|(kind, _)| *kind as u64 == id % Joints::IDS);
    format!(
        "{}.{}",
        joint.map_or("", String::as_str),
        kind.map_or("", |k| k.1)
    )
}

/// Whether complementarity systems have a clause of the certificate, in the order of the clauses.
pub(crate) const COMPLEMENTARITY: [bool; 7] = [true, true, false, true, false, true, false];

fn step_row<'a>(runner: &Runner, frame: &Frame<'a>) -> StepRow<'a> {
    let empty = StepRow {
        time: frame.time,
        step: frame.count,
        contacts: 0,
        problems: 0,
        iterations: 0,
        standing: frame.detail.standing(),
        stop: frame.detail.stop(),
        method: "none",
        clauses: [0.0; 7],
        min_gap: f64::NAN,
        drift: 0.0,
        solutions: None,
        energy: [frame.energy.kinetic, frame.energy.potential],
        account: account(&runner.totals.energy),
    };
    match frame.detail {
        Detail::Start => empty,
        Detail::Step(step) => StepRow {
            contacts: step.status.len(),
            problems: step.solves.count,
            iterations: step.solves.iterations,
            method: step.solves.method,
            clauses: step.certificate.clauses().map(|c| c.1),
            min_gap: step.position.min_gap,
            drift: step.position.drift,
            solutions: step.solutions.listed().map(<[_]>::len),
            ..empty
        },
        Detail::Report(report) => {
            let mut clauses = certificate(report).clauses().map(|c| c.1);
            for (clause, there) in clauses.iter_mut().zip(COMPLEMENTARITY) {
                *clause = if there { *clause } else { f64::NAN };
            }
            StepRow {
                problems: 1,
                iterations: report.iterations,
                method: report.method,
                clauses,
                ..empty
            }
        }
    }
}
