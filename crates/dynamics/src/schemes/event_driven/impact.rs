//! Impacts: the laws of all pairs that close, together; the last impacts of an accumulation as one.
//!
//! ```text
//! M (v⁺ − v⁻) = Hᵀ r,  (u⁺, u⁻, r) by the impact law of each pair
//!                      the contact problem of a step of no length
//! ```
//! One contact that is struck alone is solved without a solver (`single_impact.rs`).

use super::EventDriven;
use super::account::note;
use super::friction_groups::Grip;
use super::phase::{ClosedContact, Phase};
use super::tolerances::{DECIDED, RESTS};
use crate::contact::Restitution;
use crate::error::StepError;
use crate::step::options::Options;
use crate::step::solve::OneStep;
use crate::step::{EventKind, Step};
use crate::system::{State, System};
use drystone_solve::policy::step_accuracy::StepAccuracy;
use drystone_solve::solver::{Settings, Solver};

/// A step of no length, or of a vanishing one: impacts and decisions.
pub(super) struct Trial {
    pub(super) one: OneStep,
    /// Solves the problems that decide on modes: to rounding, whatever the run asks for.
    pub(super) decider: StepAccuracy,
    /// Its answer.
    pub(super) step: Step,
    /// M⁻¹ Hᵀ of the rows of a contact.
    pub(super) push: Vec<f64>,
}

impl Trial {
    pub(super) fn new(system: &dyn System, options: Options) -> Self {
        let sizes @ (_, nv) = (system.layout().num_q, system.layout().num_v);
        Trial {
            one: OneStep::new(system, options),
            decider: StepAccuracy::new(Settings {
                tolerance: DECIDED,
                ..Settings::of_steps()
            }),
            step: Step::with_room(sizes),
            push: vec![0.0; 3 * nv],
        }
    }

    /// v⁺ of the closed contacts into `step`; those in `soft` do not rebound.
    pub(super) fn solve_impact(
        &mut self,
        system: &mut dyn System,
        solver: &mut dyn Solver,
        (phase, at): (&mut Phase, &State),
        soft: &[u64],
    ) -> Result<(), StepError> {
        if self.strike_alone(system, phase, at, soft) {
            return Ok(());
        }
        let free = self.one.load_mass(system, at.time, &at.q)?.instant(&at.v);
        let set = free.contacts(|contacts, _| {
            contacts.copy_from(&phase.rows.contacts);
            for contact in &mut contacts.list {
                if soft.contains(&contact.id) {
                    contact.restitution = Restitution::SOFT;
                }
            }
        });
        set.constraints(|constraints| constraints.copy_from(&phase.rows.constraints))
            .solve(at, solver, &mut self.step)?;
        Ok(())
    }

    /// Normal velocity of contact i after it.
    fn speed_after(&self, i: usize) -> f64 {
        self.step.relative_velocity[self.step.offsets[i]]
    }
}

impl EventDriven {
    /// The impact law of every closed contact, together; the last impacts of an accumulation as one. Whether
    /// the closed contacts and the configuration are the same after it.
    pub(super) fn impact(
        &mut self,
        system: &mut dyn System,
        solver: &mut dyn Solver,
        step: &mut Step,
    ) -> Result<bool, StepError> {
        let mut soft: Vec<u64> = Vec::new();
        loop {
            let (phase, trial, state) = (&mut self.phase, &mut self.trial, &self.state);
            trial.solve_impact(system, solver, (phase, state), &soft)?;
            let ending = self.zeno.ending((system, phase), state, &trial.step, &soft);
            if ending.is_empty() {
                break;
            }
            for (id, time) in ending {
                soft.push(id);
                note(step, time, EventKind::Accumulation, id);
            }
        }
        self.book_trial(step);
        self.note_impacts(step);
        if !self.tangents.vectors.is_empty() {
            let kept = self.trial.step.clone();
            let impact = (&mut self.phase, &mut self.trial);
            self.tangents
                .strike((system, solver), impact, &self.state, &soft)?;
            self.trial.step = kept;
        }
        self.state.v.clone_from(&self.trial.step.state.v);
        // Drives may move what was at rest: rounding is then another.
        if self.phase.has_drives() {
            let speed = self.phase.speed_of(system, &self.state.v);
            self.phase.scales.speed = self.phase.scales.speed.max(speed);
        }
        self.hold_closed(system, &soft);
        Ok(soft.is_empty())
    }

    /// Notes the contacts that were struck, and their rebounds.
    fn note_impacts(&mut self, step: &mut Step) {
        let slow = RESTS * self.phase.scales.speed;
        for (i, contact) in self.trial.step.contacts.list.iter().enumerate() {
            let before = self.phase.rows.normal_velocity(i);
            let speed = self.trial.speed_after(i);
            if contact.friction.is_force() || before > slow {
                continue;
            }
            if speed > slow {
                self.zeno.remember(contact.id, self.state.time, speed);
            }
            if before >= -slow {
                continue;
            }
            note(step, self.state.time, EventKind::Impact, contact.id);
            self.tangents
                .keep_impact(contact.id, &self.state, &self.trial.step.state.v);
        }
    }

    /// Contacts whose impacts have ended stay closed even where the last impact at another one would open
    /// them.
    fn hold_closed(&mut self, system: &mut dyn System, ended: &[u64]) {
        if ended.is_empty() {
            return;
        }
        let slow = RESTS * self.phase.scales.speed;
        let closed = self.phase.modes.closed.iter().enumerate();
        let held = closed.filter(|(i, c)| ended.contains(&c.id) || self.trial.speed_after(*i).abs() <= slow);
        let held: Vec<ClosedContact> = held
            .map(|(_, c)| ClosedContact {
                carries: true,
                grips: [Grip::ANY_SLIP; 2],
                ..*c
            })
            .collect();
        self.phase.modes.set(&held);
        self.phase.hold_velocity(system, &mut self.state);
    }

    /// Impulses, losses and proofs of the trial into the step.
    pub(super) fn book_trial(&mut self, step: &mut Step) {
        let (rows, trial) = (&self.phase.rows, &self.trial.step);
        let slow = RESTS * self.phase.scales.speed;
        let hit = |i: usize| rows.normal_velocity(i) < -slow && trial.impulses[trial.offsets[i]] > 0.0;
        self.account.take_step(trial, hit, step);
    }
}
