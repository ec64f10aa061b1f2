//! A run watched as it goes: from the frames of a [`Runner`] to a [`Show`].

use crate::run::runner::{Detail, Frame, RunError, Runner};
use crate::run::world::{Who, World};
use crate::show::head::Head;
use crate::show::strip::{COLUMNS, Strip};
use crate::show::{Instant, Show, Touch};
use drystone_dynamics::step::{EnergyAccount, Status, Step};
use drystone_io::scene::Scene;
use drystone_solve::solver::Stop;

/// Most failed steps that are listed one by one.
pub(crate) const LISTED: usize = 2000;

/// A looker-on that keeps what the page shows.
#[derive(Debug)]
pub struct Watcher {
    show: Show,
    every: u64,
    /// The last frame that was seen, where it was not kept.
    pending: Option<Instant>,
    energy: EnergyAccount,
    time: f64,
    failed: u64,
    contacts: Vec<usize>,
    who: Who,
}

impl Watcher {
    /// Ready for the first frame.
    pub fn new(scene: &Scene, runner: &Runner) -> Self {
        let head = Head::new(scene, runner);
        let strip = Strip::new(head.clauses.len());
        let rows = runner.totals.impulses.iter().map(Vec::len);
        Watcher {
            show: Show {
                head,
                strip,
                ..Show::default()
            },
            every: scene.run.record.every.max(1) as u64,
            pending: None,
            energy: EnergyAccount::default(),
            time: runner.frame().time,
            failed: 0,
            contacts: rows.collect(),
            who: runner.names.who.clone(),
        }
    }

    /// Takes up a frame.
    pub fn look(&mut self, frame: &Frame) {
        let dt = frame.time - self.time;
        self.time = frame.time;
        self.add_row(frame);
        let instant = self.instant(frame, dt);
        if frame.count.is_multiple_of(self.every) {
            self.pending = None;
            if !self.show.add(&instant) {
                self.every *= 2;
            }
        } else {
            self.pending = Some(instant);
        }
    }

    /// What was seen; the last instant is always there. `ended`: why the run stopped before its time.
    pub fn finish(mut self, runner: &Runner, ended: Option<&RunError>) -> Show {
        if let Some(last) = self.pending.take() {
            self.show.add(&last);
        }
        let outcome = &mut self.show.head.outcome;
        outcome.steps = runner.totals.steps;
        outcome.failed_steps = runner.totals.failed_steps;
        outcome.worst = runner.totals.certificate.clauses().map(|c| c.1).to_vec();
        outcome.stopped = ended.map(ToString::to_string);
        self.show
    }

    fn add_row(&mut self, frame: &Frame) {
        let mut row = vec![0.0; COLUMNS.len()];
        let (mut iterations, mut contacts, mut min_gap) = (0, 0, f64::INFINITY);
        let mut clauses = vec![0.0; self.show.head.clauses.len()];
        let mut failed = false;
        match frame.detail {
            Detail::Start => {}
            Detail::Step(step) => {
                self.energy.add(&step.energy);
                iterations = step.solves.iterations;
                contacts = step.status.iter().filter(|s| **s != Status::Open).count();
                min_gap = step.position.min_gap;
                clauses = step.certificate.clauses().map(|c| c.1).to_vec();
                failed = step.solves.stop != Stop::Converged;
            }
            Detail::Report(report) => {
                iterations = report.iterations;
                let c = &report.certificate;
                clauses[0] = c.gap;
                clauses[1] = c.multiplier;
                clauses[3] = c.complementarity;
                clauses[5] = c.dynamics;
                failed = report.method == "best point";
            }
        }
        if failed {
            self.failed += 1;
            let listed = &mut self.show.head.outcome.failed;
            if listed.len() < LISTED {
                listed.push((frame.count, frame.time));
            }
        }
        let e = &self.energy;
        row.copy_from_slice(&[
            frame.time,
            frame.count as f64,
            frame.energy.kinetic,
            frame.energy.potential,
            e.applied_work,
            e.friction_loss,
            e.impact_loss,
            e.correction,
            e.residue,
            iterations as f64,
            contacts as f64,
            min_gap,
            f64::from(u8::from(failed)),
        ]);
        row.extend(clauses);
        self.show.strip.add(&row);
    }

    fn instant(&self, frame: &Frame, dt: f64) -> Instant {
        let mut out = Instant {
            time: frame.time,
            step: frame.count,
            ..Instant::default()
        };
        if let Some(world) = frame.world {
            self.add_world(world, &mut out);
            if let (Detail::Step(step), true) = (frame.detail, self.show.head.contacts) {
                add_touches(step, world, &self.who, &mut out.touches);
            }
            return out;
        }
        let columns = &mut out.columns;
        columns.extend(frame.q.iter().chain(frame.v).chain(frame.outputs));
        let step = match frame.detail {
            Detail::Step(step) => Some(step),
            _ => None,
        };
        for (id, rows) in self.contacts.iter().enumerate() {
            add_contact(step, id as u64, *rows, dt, columns);
        }
        out
    }

    fn add_world(&self, world: &World, out: &mut Instant) {
        let head = &self.show.head;
        for (body, seen) in head.bodies.iter().zip(&world.bodies) {
            if body.kind == "fixed" {
                continue;
            }
            let (x, v, w) = (seen.pose.position, seen.twist.linear, seen.twist.angular);
            if head.plane {
                out.bodies.extend([x.x, x.y, seen.angle, v.x, v.y, w.z]);
            } else {
                let r = seen.pose.rotation;
                out.bodies
                    .extend([x.x, x.y, x.z, r.w, r.x, r.y, r.z, v.x, v.y, v.z, w.x, w.y, w.z]);
            }
        }
        for joint in &world.joints {
            let known = |x: Option<f64>| x.unwrap_or(f64::NAN);
            out.columns.extend([
                known(joint.coordinate),
                known(joint.velocity),
                joint.force.length(),
                joint.torque.length(),
            ]);
        }
    }
}

/// Gap, forces and status of a contact with a name; no gap and no force where it could not act.
fn add_contact(step: Option<&Step>, id: u64, rows: usize, dt: f64, columns: &mut Vec<f64>) {
    let found = step.and_then(|step| {
        let place = step.contacts.list.iter().position(|c| c.id == id)?;
        Some((step, place))
    });
    let shown = rows.min(3);
    if let (Some((step, i)), true) = (found, dt > 0.0) {
        columns.push(step.contacts.list[i].gap);
        let impulses = &step.impulses[step.offsets[i]..step.offsets[i + 1]];
        columns.extend((0..shown).map(|k| impulses.get(k).map_or(0.0, |r| r / dt)));
        columns.push(f64::from(step.status.get(i).map_or(0, |s| number(*s))));
    } else {
        columns.push(f64::NAN);
        columns.extend(std::iter::repeat_n(0.0, shown + 1));
    }
}

fn number(status: Status) -> u8 {
    match status {
        Status::Open => 0,
        Status::Stick => 1,
        Status::Slip => 2,
        Status::Impact => 3,
    }
}

/// Contacts as their pairs are called: the normal from A to B, the force on B.
#[expect(
    clippy::cast_possible_truncation,
    reason = "what is drawn is single precision"
)]
fn add_touches(step: &Step, world: &World, who: &Who, out: &mut Vec<Touch>) {
    for (i, place) in step.contacts.places.iter().enumerate() {
        let groups = place.bodies.map(|body| who.group_of[body]);
        let sign = world.pairs.of(groups).map_or(1.0, |(_, sign)| sign);
        let [a, b] = place.bodies.map(|body| body as u32);
        let single = |x: [f64; 3]| x.map(|x| (sign * x) as f32);
        let rows = &step.impulses[step.offsets[i]..step.offsets[i + 1]];
        out.push(Touch {
            bodies: if sign > 0.0 { [a, b] } else { [b, a] },
            point: place.point.map(|x| x as f32),
            normal: single(place.normal),
            force: single(place.to_world(rows).map(|r| r / world.dt)),
            force_n: (rows.first().copied().unwrap_or(0.0) / world.dt) as f32,
            gap: step.contacts.list[i].gap as f32,
            status: step.status.get(i).map_or(0, |s| number(*s)),
        });
    }
}
