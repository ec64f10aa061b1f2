//! What a step of the run leaves behind: contacts, impulses, status and certificate at its end.

use super::{Booked, EventDriven};
use crate::contact::{Friction, force_law};
use crate::gaps::GapQuery;
use crate::schemes::event_driven::friction_groups::{Grip, groups, law_at};
use crate::schemes::event_driven::phase::slip_speed;
use crate::step::{Status, Step};
use crate::system::{State, System};
use drystone_solve::certificate::certify_velocity;
use drystone_solve::law::Law;

impl EventDriven {
    /// Ends a step of the run: contacts, impulses, status, certificate.
    pub(crate) fn finish(&mut self, system: &mut dyn System, dt: f64, step: &mut Step) {
        step.state.copy_from(&self.frame);
        let State { time, q, v } = &self.frame;
        // In flight nobody asks for forces.
        let flies = self.smooth.flies();
        if !flies && !self.smooth.is_here(*time, q, v) {
            self.smooth.evaluate(system, *time, q, v);
        }
        if !self.one.options.ignore_gaps {
            system.gaps(*time, q, GapQuery::Least, &mut self.gaps);
            step.min_gap = self.gaps.least;
        }
        step.constraint_impulses.extend_from_slice(&self.held);
        let off = &self.smooth.constraints.value;
        step.drift = off.iter().fold(0.0, |m: f64, c| m.max(c.abs()));
        step.offsets.push(0);
        if flies && self.booked.is_empty() {
            return;
        }
        self.certify(dt, step);
        let State { time, q, v } = &self.frame;
        self.listed.clear();
        self.listed.extend(self.booked.iter().map(|b| b.id));
        self.listed.extend_from_slice(&self.smooth.ids);
        self.listed.sort_unstable();
        self.listed.dedup();
        self.look.look_again(system, *time, q, &self.listed);
        std::mem::swap(&mut step.contacts, &mut self.look);
        let mut row = 0;
        for contact in &step.contacts.list {
            let rows = contact.friction.law().rows();
            let booked = self.booked.iter().find(|b| b.id == contact.id);
            for k in 0..rows {
                step.impulses.push(booked.map_or(0.0, |b| b.impulse[k]));
                let u = step.contacts.jacobian.dot(row + k, v) + step.contacts.obstacle[row + k];
                step.relative_velocity.push(u);
            }
            step.status.push(self.status(contact.id, booked));
            row += rows;
            step.offsets.push(row);
        }
    }

    fn status(&self, id: u64, booked: Option<&Booked>) -> Status {
        if booked.is_some_and(|b| b.hit) {
            return Status::Impact;
        }
        let acts = booked.is_some_and(|b| b.impulse.iter().any(|r| *r != 0.0));
        match self.smooth.ids.binary_search(&id) {
            Ok(i) if self.smooth.closed[i].carries => {
                let slides = self.smooth.closed[i]
                    .grips
                    .iter()
                    .any(|g| matches!(g, Grip::Slip(_)));
                let contact = self.smooth.contacts.list.get(i);
                let rubs = contact.is_some_and(|c| groups(&c.friction.law()).next().is_some());
                if slides && rubs {
                    Status::Slip
                } else {
                    Status::Stick
                }
            }
            _ if acts => Status::Slip,
            _ => Status::Open,
        }
    }

    /// The laws at the end of the step, from the velocity reached and the forces that act there.
    fn certify(&mut self, dt: f64, step: &mut Step) {
        let smooth = &self.smooth;
        if smooth.closed.is_empty() {
            return;
        }
        let Proof { laws, r, u } = &mut self.proof;
        laws.clear();
        r.clear();
        u.clear();
        for (i, (contact, closed)) in smooth.contacts.list.iter().zip(&smooth.closed).enumerate() {
            let rows = smooth.offsets[i]..smooth.offsets[i + 1];
            let velocity = &smooth.velocity[rows.clone()];
            let law = if let Friction::Force { lo, hi } = contact.friction {
                force_law(lo, hi, dt)
            } else {
                let slides = closed.grips.iter().any(|g| matches!(g, Grip::Slip(_)));
                law_at(&contact.friction, slides, slip_speed(&contact.friction, velocity))
            };
            laws.push(law);
            r.extend(smooth.force[rows].iter().map(|f| f * dt));
            u.extend_from_slice(velocity);
        }
        step.certificate.laws.worst_of(&certify_velocity(laws, r, u));
    }
}

/// Laws, impulses and velocities that are certified.
#[derive(Default)]
pub(super) struct Proof {
    laws: Vec<Law>,
    r: Vec<f64>,
    u: Vec<f64>,
}
