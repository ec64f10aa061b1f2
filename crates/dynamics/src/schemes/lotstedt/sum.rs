//! The sums of the pieces of a step: energy, certificate, impulses, status.

use crate::schemes::merge_contacts::Ledger;
use crate::step::{EnergyAccount, Solves, Status, Step, StepCertificate};

/// What the pieces of a step leave together.
#[derive(Default)]
pub(super) struct Sum {
    ledger: Ledger,
    energy: EnergyAccount,
    certificate: StepCertificate,
    solves: Solves,
    constraints: Vec<f64>,
    status: Vec<(u64, Status)>,
    impulses: Vec<f64>,
}

impl Sum {
    pub(super) fn clear(&mut self) {
        self.ledger.begin();
        self.energy = EnergyAccount::default();
        self.certificate = StepCertificate::default();
        self.solves = Solves::default();
        self.constraints.clear();
        self.status.clear();
    }

    /// Adds one problem; its impulses count `factor` times.
    pub(super) fn add(&mut self, step: &Step, factor: f64) {
        self.impulses.clear();
        self.impulses.extend(step.impulses.iter().map(|r| factor * r));
        self.ledger.add(&step.contacts, &step.offsets, &self.impulses);
        let energy = &step.energy;
        self.energy.add(&EnergyAccount {
            applied_work: factor * energy.applied_work,
            friction_loss: factor * energy.friction_loss,
            impact_loss: factor * energy.impact_loss,
            ..EnergyAccount::default()
        });
        self.certificate.worst_of(&step.certificate);
        self.solves.add(&step.solves);
        self.constraints.resize(step.constraint_impulses.len(), 0.0);
        for (sum, r) in self.constraints.iter_mut().zip(&step.constraint_impulses) {
            *sum += factor * r;
        }
        for (contact, status) in step.contacts.list.iter().zip(&step.status) {
            match self.status.iter_mut().find(|s| s.0 == contact.id) {
                // An impact stays one; who carried at all did not stay open.
                Some((_, Status::Impact)) => {}
                Some(known) if *status != Status::Open => known.1 = *status,
                Some(_) => {}
                None => self.status.push((contact.id, *status)),
            }
        }
    }

    /// The sums, into the record of the step.
    pub(super) fn hand_over(&mut self, step: &mut Step) {
        self.ledger.hand_over(step);
        step.constraint_impulses.extend_from_slice(&self.constraints);
        (step.energy, step.certificate) = (self.energy, self.certificate);
        step.solves = self.solves;
        for contact in &step.contacts.list {
            let known = self.status.iter().find(|s| s.0 == contact.id);
            step.status.push(known.map_or(Status::Open, |s| s.1));
        }
    }
}
