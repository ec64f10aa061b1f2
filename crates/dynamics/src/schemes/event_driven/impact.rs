//! Impacts: the laws of all pairs that close, together; the rest of an accumulation at once.
//!
//! ```text
//! M (v⁺ − v⁻) = Hᵀ r,   (u⁺, u⁻, r) by the impact law of each pair                       the contact problem of a step of no length
//! flights get shorter by a ratio ρ < 1 and the next is too low to matter:   the end is at t + (2 u⁺/a) / (1 − ρ)
//! ```

use super::tolerances::{LEFT_OUT, LOW_FLIGHTS, LOWEST_FLIGHT, RESTS, SHRINKS};
use super::{Bounce, EventDriven, book_step};
use crate::contact::Restitution;
use crate::error::StepError;
use crate::schemes::event_driven::friction_groups::Grip;
use crate::schemes::event_driven::phase::ClosedContact;
use crate::step::{EventKind, Step};
use crate::system::{State, System};
use drystone_solve::solver::Solver;

impl EventDriven {
    /// The impact law of every closed contact, all together; the rest of an accumulation at once. Whether the
    /// closed contacts and the configuration are the same after it.
    pub(super) fn impact(
        &mut self,
        system: &mut dyn System,
        solver: &mut dyn Solver,
        step: &mut Step,
    ) -> Result<bool, StepError> {
        let slow = RESTS * self.phase.scales.speed;
        let mut soft: Vec<u64> = Vec::new();
        loop {
            self.solve_impact(system, solver, &soft)?;
            let ending = self.ending(system, &soft, slow);
            if ending.is_empty() {
                break;
            }
            for (id, time) in ending {
                soft.push(id);
                step.events.push(crate::step::Event {
                    time,
                    kind: EventKind::Accumulation,
                    contact: id,
                });
            }
        }
        self.book_trial(step);
        let mut hit: Vec<u64> = Vec::new();
        let offsets = &self.phase.offsets;
        for (i, contact) in self.trial.contacts.list.iter().enumerate() {
            let before = self.phase.velocity[offsets[i]];
            let speed = self.trial.relative_velocity[self.trial.offsets[i]];
            if contact.friction.is_force() || before > slow {
                continue;
            }
            if speed > slow {
                remember(&mut self.bounces, contact.id, self.state.time, speed);
            }
            if before >= -slow {
                continue;
            }
            step.events.push(crate::step::Event {
                time: self.state.time,
                kind: EventKind::Impact,
                contact: contact.id,
            });
            if self.tangents.keep_states {
                hit.push(contact.id);
            }
        }
        for id in hit {
            self.keep_impact(id);
        }
        if !self.tangents.vectors.is_empty() {
            let trial = self.trial.clone();
            self.strike_tangents(system, solver, &soft)?;
            self.trial = trial;
        }
        self.state.v.clone_from(&self.trial.state.v);
        self.hold_closed(system, &soft);
        Ok(soft.is_empty())
    }

    /// Contacts whose impacts have ended stay closed even where the last impact at another one would open
    /// them.
    fn hold_closed(&mut self, system: &mut dyn System, ended: &[u64]) {
        if ended.is_empty() {
            return;
        }
        let closed: Vec<ClosedContact> = self
            .phase
            .closed
            .iter()
            .enumerate()
            .filter(|(i, c)| {
                let rests = self.trial.relative_velocity[self.trial.offsets[*i]].abs()
                    <= RESTS * self.phase.scales.speed;
                ended.contains(&c.id) || rests
            })
            .map(|(_, c)| ClosedContact {
                carries: true,
                grips: [Grip::Slip([1.0, 0.0, 0.0]); 2],
                ..*c
            })
            .collect();
        self.phase.set_closed(&closed);
        self.hold_velocity(system);
    }

    /// v⁺ of the closed contacts into `trial`; those in `soft` do not rebound.
    pub(super) fn solve_impact(
        &mut self,
        system: &mut dyn System,
        solver: &mut dyn Solver,
        soft: &[u64],
    ) -> Result<(), StepError> {
        if self.strike_alone(system, soft) {
            return Ok(());
        }
        let State { time, q, v } = &self.state;
        let one = &mut self.one;
        one.clear();
        one.load_mass(system, *time, q)?;
        one.v_free.copy_from_slice(v);
        one.dt = 0.0;
        one.contacts.copy_from(&self.phase.contacts);
        for contact in &mut one.contacts.list {
            if soft.contains(&contact.id) {
                contact.restitution = Restitution::SOFT;
            }
        }
        one.constraints.copy_from(&self.phase.constraints);
        one.solve(&self.state, solver, &mut self.trial)
    }

    /// Contacts whose flights get shorter and whose next one is too low to matter; when their impacts end.
    fn ending(&mut self, system: &mut dyn System, soft: &[u64], slow: f64) -> Vec<(u64, f64)> {
        let mut out = Vec::new();
        let lowest = (LEFT_OUT * self.relative).max(LOWEST_FLIGHT) * self.phase.scales.length;
        for (i, contact) in self.trial.contacts.list.iter().enumerate() {
            let before = self.phase.velocity[self.phase.offsets[i]];
            let after = self.trial.relative_velocity[self.trial.offsets[i]];
            if contact.friction.is_force() || soft.contains(&contact.id) || after <= slow || before > slow {
                continue;
            }
            let Some(last) = self.bounces.iter().find(|b| b.id == contact.id) else {
                continue;
            };
            let (ratio, flight) = (after / last.speed, self.state.time - last.time);
            let shrinks = ratio < SHRINKS && last.ratio.is_some_and(|r| r < SHRINKS);
            let pull = 2.0 * last.speed / flight;
            // Higher at first: the length of what is short has rounding in it.
            if shrinks && after * after < 2.0 * LOW_FLIGHTS * pull * lowest {
                out.push((contact.id, (after, ratio, pull)));
            }
        }
        if out.is_empty() {
            return Vec::new();
        }
        // The flight just made is so short that rounding is in its length: where one can, from the
        // acceleration.
        let State { time, q, v } = &self.state;
        self.phase.evaluate(system, *time, q, v);
        let lone = self.phase.lone.filter(|lone| *lone < 0.0);
        let ends = out.into_iter().filter_map(|(id, (after, ratio, pull))| {
            let pull = lone.map_or(pull, |lone| -lone);
            (after * after < 2.0 * pull * lowest).then(|| (id, time + 2.0 * after / pull / (1.0 - ratio)))
        });
        ends.collect()
    }

    /// Impulses, losses and proofs of the trial into the step.
    pub(super) fn book_trial(&mut self, step: &mut Step) {
        let EventDriven {
            phase,
            trial,
            booked,
            held,
            ..
        } = self;
        let slow = RESTS * phase.scales.speed;
        let hit =
            |i: usize| phase.velocity[phase.offsets[i]] < -slow && trial.impulses[trial.offsets[i]] > 0.0;
        book_step((booked, held), trial, hit, step);
    }
}

/// Keeps the last impact of a contact.
fn remember(bounces: &mut Vec<Bounce>, id: u64, time: f64, speed: f64) {
    match bounces.iter_mut().find(|b| b.id == id) {
        Some(last) => {
            *last = Bounce {
                id,
                time,
                speed,
                ratio: (last.speed > 0.0).then(|| speed / last.speed),
            };
        }
        None => bounces.push(Bounce {
            id,
            time,
            speed,
            ratio: None,
        }),
    }
}
