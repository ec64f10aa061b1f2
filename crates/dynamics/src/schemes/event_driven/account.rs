//! The account of a step of the run: impulses, work and losses while it goes on; contacts, status and
//! certificate at its end.

use super::EventDriven;
use super::friction_groups::groups;
use super::phase::Phase;
use crate::contact::{Friction, force_law};
use crate::gaps::GapQuery;
use crate::step::{Event, EventKind, Status, Step};
use crate::system::{State, System};
use drystone_solve::certificate::certify_velocity;
use drystone_solve::law::{Law, MAX_ROWS};

/// Impulses of a contact in the present step.
#[derive(Clone, Copy, Debug, Default)]
struct ImpulseSum {
    id: u64,
    impulse: [f64; MAX_ROWS],
    hit: bool,
}

/// The account of the present step.
#[derive(Default)]
pub(super) struct Account {
    /// By increasing number of the contact.
    impulses: Vec<ImpulseSum>,
    constraint_impulses: Vec<f64>,
    /// Sums of the step of the integrator under way that were booked.
    pub(super) given: Vec<f64>,
    /// Its contacts that press, with the range of their rows, and the number of contact rows.
    pressing: Vec<(u64, usize, usize)>,
    contact_rows: usize,
    /// Contacts that are listed at the end.
    listed: Vec<u64>,
    proof: Proof,
}

/// Laws, impulses and velocities that are certified.
#[derive(Default)]
struct Proof {
    laws: Vec<Law>,
    r: Vec<f64>,
    u: Vec<f64>,
}

/// Notes an event.
pub(super) fn note(step: &mut Step, time: f64, kind: EventKind, contact: u64) {
    step.events.push(Event { time, kind, contact });
}

impl Account {
    /// Begins a step of the run.
    pub(super) fn begin(&mut self) {
        self.impulses.clear();
        self.constraint_impulses.clear();
    }

    /// Begins a step of the integrator that carries this many sums.
    pub(super) fn begin_sums(&mut self, phase: &Phase, sums: usize) {
        self.given.clear();
        self.given.resize(sums, 0.0);
        self.pressing.clear();
        self.contact_rows = phase.rows.of_contacts();
        let rows = phase.rows.offsets.windows(2).zip(&phase.rows.contacts.list);
        for ((rows, contact), closed) in rows.zip(&phase.modes.closed) {
            if closed.carries || contact.friction.is_force() {
                self.pressing.push((closed.id, rows[0], rows[1]));
            }
        }
    }

    /// Books work, friction and impulses of the step of the integrator since the last booking.
    pub(super) fn take_sums(&mut self, sums: &[f64], step: &mut Step) {
        if sums.is_empty() {
            return;
        }
        for (given, sum) in self.given.iter_mut().zip(sums) {
            // The gain since the last booking; the sum itself afterwards.
            *given = sum - *given;
        }
        step.energy.applied_work += self.given[0];
        step.energy.friction_loss += self.given[1];
        let new = &self.given[2..];
        for &(id, start, end) in &self.pressing {
            book(&mut self.impulses, id, &new[start..end], false);
        }
        add(&mut self.constraint_impulses, &new[self.contact_rows..]);
        self.given.copy_from_slice(sums);
    }

    /// Adds a step of another kind, or one of no length, to the present one: impulses, energies, proofs.
    /// `hit` says which of its contacts were struck.
    pub(super) fn take_step(&mut self, from: &Step, hit: impl Fn(usize) -> bool, step: &mut Step) {
        for (i, contact) in from.contacts.list.iter().enumerate() {
            let rows = from.offsets[i]..from.offsets[i + 1];
            book(&mut self.impulses, contact.id, &from.impulses[rows], hit(i));
        }
        add(&mut self.constraint_impulses, &from.constraint_impulses);
        step.energy.add(&from.energy);
        step.certificate.worst_of(&from.certificate);
        step.solves.add(&from.solves);
    }

    /// Whether no contact has an impulse.
    pub(super) fn is_empty(&self) -> bool {
        self.impulses.is_empty()
    }

    /// Impulses and drift of the constraints, at the end.
    pub(super) fn write_constraints(&self, phase: &Phase, step: &mut Step) {
        step.constraint_impulses
            .extend_from_slice(&self.constraint_impulses);
        let off = &phase.rows.constraints.value;
        step.position.drift = off.iter().fold(0.0, |m: f64, c| m.max(c.abs()));
        step.offsets.push(0);
    }

    /// Contacts that are listed at the end: those with an impulse, and those that are closed.
    pub(super) fn list(&mut self, phase: &Phase) -> &[u64] {
        self.listed.clear();
        self.listed.extend(self.impulses.iter().map(|b| b.id));
        self.listed.extend_from_slice(&phase.modes.ids);
        self.listed.sort_unstable();
        self.listed.dedup();
        &self.listed
    }

    /// Impulses, velocities and status of the contacts of the step, which moves at v in the end.
    pub(super) fn write_contacts(&self, phase: &Phase, v: &[f64], step: &mut Step) {
        let mut row = 0;
        for contact in &step.contacts.list {
            let rows = contact.friction.law().rows();
            let sum = self.impulses.iter().find(|b| b.id == contact.id);
            for k in 0..rows {
                step.impulses.push(sum.map_or(0.0, |b| b.impulse[k]));
                let u = step.contacts.jacobian.dot(row + k, v) + step.contacts.obstacle[row + k];
                step.relative_velocity.push(u);
            }
            step.status.push(status(phase, contact.id, sum));
            row += rows;
            step.offsets.push(row);
        }
    }

    /// The laws at the end of the step, from the velocity reached and the forces that act there.
    pub(super) fn certify(&mut self, phase: &Phase, dt: f64, step: &mut Step) {
        if phase.modes.closed.is_empty() {
            return;
        }
        let Proof { laws, r, u } = &mut self.proof;
        laws.clear();
        r.clear();
        u.clear();
        for (i, contact) in phase.rows.contacts.list.iter().enumerate() {
            laws.push(if let Friction::Force { lo, hi } = contact.friction {
                force_law(lo, hi, dt)
            } else {
                phase.law(i)
            });
            r.extend(phase.force_at(i).iter().map(|f| f * dt));
            u.extend_from_slice(phase.rows.velocity_at(i));
        }
        step.certificate.laws.worst_of(&certify_velocity(laws, r, u));
    }
}

impl EventDriven {
    /// Ends a step of the run: contacts, impulses, status, certificate.
    pub(crate) fn finish(&mut self, system: &mut dyn System, dt: f64, step: &mut Step) {
        let (phase, account, look) = (&mut self.phase, &mut self.account, &mut self.look);
        let frame @ State { time, q, v } = &self.flight.frame;
        step.state.copy_from(frame);
        // In flight no forces are asked for.
        let flies = phase.flies();
        if !flies && !phase.is_here(*time, q, v) {
            phase.evaluate_at(system, frame);
        }
        if !self.trial.one.options.ignore_gaps {
            let gap = &mut self.flight.search.gap;
            system.gaps(*time, q, GapQuery::Least, gap);
            step.position.min_gap = gap.least;
        }
        account.write_constraints(phase, step);
        if flies && account.is_empty() {
            return;
        }
        account.certify(phase, dt, step);
        look.look_again(system, *time, q, account.list(phase));
        std::mem::swap(&mut step.contacts, look);
        account.write_contacts(phase, v, step);
    }
}

/// Status of a contact at the end of the step.
fn status(phase: &Phase, id: u64, sum: Option<&ImpulseSum>) -> Status {
    if sum.is_some_and(|b| b.hit) {
        return Status::Impact;
    }
    let acts = sum.is_some_and(|b| b.impulse.iter().any(|r| *r != 0.0));
    match phase.modes.ids.binary_search(&id) {
        Ok(i) if phase.modes.closed[i].carries => {
            let contact = phase.rows.contacts.list.get(i);
            let rubs = contact.is_some_and(|c| groups(&c.friction.law()).next().is_some());
            if phase.modes.closed[i].slides() && rubs {
                Status::Slip
            } else {
                Status::Stick
            }
        }
        _ if acts => Status::Slip,
        _ => Status::Open,
    }
}

/// Adds an impulse to those of the step.
fn book(impulses: &mut Vec<ImpulseSum>, id: u64, impulse: &[f64], hit: bool) {
    let i = match impulses.binary_search_by_key(&id, |b| b.id) {
        Ok(i) => i,
        Err(i) => {
            let none = ImpulseSum {
                id,
                ..ImpulseSum::default()
            };
            impulses.insert(i, none);
            i
        }
    };
    add_to(&mut impulses[i].impulse, impulse);
    impulses[i].hit |= hit;
}

/// Adds impulses of the constraints to those of the step.
fn add(sums: &mut Vec<f64>, impulses: &[f64]) {
    sums.resize(impulses.len(), 0.0);
    add_to(sums, impulses);
}

fn add_to(sums: &mut [f64], impulses: &[f64]) {
    for (sum, r) in sums.iter_mut().zip(impulses) {
        *sum += r;
    }
}
