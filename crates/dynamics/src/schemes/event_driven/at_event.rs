//! What happens at an event: impacts by their law, then who carries and who slides.
//!
//! ```text
//! impact     M (v⁺ − v⁻) = Hᵀ r,   the impact law of each pair, all closed contacts together                       impact.rs
//! modes      as the event says, changed until forces and accelerations fit them                                     fit.rs
//! else       those of the contact problem of a vanishing step; its impulse where it does not vanish                decide.rs
//! ```
//! Forces come from the linear system of the phase: forces press and stay in their cones, what does not carry
//! does not approach.

use super::tolerances::{CLOSED, LEAVES, LOW_FLIGHTS, LOWEST_FLIGHT, RESTS, ROUNDS};
use super::{Event, EventDriven, Progress};
use crate::error::StepError;
use crate::schemes::event_driven::friction_groups::{Grip, is_smooth};
use crate::schemes::event_driven::phase::{ClosedContact, ModeChange};
use crate::step::{EventKind, Step};
use crate::system::{State, System};
use drystone_solve::solver::Solver;

impl EventDriven {
    /// Meets an event: by the change it stands for where that fits, else by settling anew.
    pub(super) fn meet(
        &mut self,
        system: &mut dyn System,
        found: Event,
        solver: &mut dyn Solver,
        step: &mut Step,
    ) -> Result<Progress, StepError> {
        if let Event::Margin(what) = found
            && self.change(system, what, step)
        {
            return Ok(Progress::Arrived);
        }
        self.settle(system, solver, step, CLOSED)
    }

    /// Takes the change that a lost margin asks for; whether everything fits then.
    fn change(&mut self, system: &mut dyn System, what: ModeChange, step: &mut Step) -> bool {
        let State { time, q, v } = &self.state;
        if !self.phase.evaluate(system, *time, q, v) {
            return false;
        }
        let before = self.modes();
        self.apply(what);
        if let ModeChange::Slip(..) = what {
            self.stop_slow();
        }
        let fits = self.repair(system, false) && self.align(system, false);
        if fits {
            self.note_changes(&before, step);
        } else {
            self.phase.set_closed(&before);
        }
        self.spare.push(before);
        fits
    }

    /// Closes what touches and moves less than the lowest flight: flights that rounding hides do not end by
    /// themselves.
    pub(super) fn glue(&mut self, system: &mut dyn System) -> bool {
        self.close(system, CLOSED);
        let scales = self.phase.scales;
        let slow = (2.0 * LOW_FLIGHTS * scales.acceleration * LOWEST_FLIGHT * scales.length).sqrt();
        let count = self.phase.closed.len();
        let mut stay = Vec::new();
        for i in 0..count {
            let force = self.phase.contacts.list[i].friction.is_force();
            if force || self.phase.velocity[self.phase.offsets[i]].abs() <= slow {
                stay.push(ClosedContact {
                    grips: [Grip::Slip([1.0, 0.0, 0.0]); 2],
                    ..self.phase.closed[i]
                });
            }
        }
        if stay.is_empty() {
            return false;
        }
        self.phase.set_closed(&stay);
        self.hold_velocity(system);
        true
    }

    /// Impacts, then modes, until nothing approaches and everything fits. Contacts are closed up to `share`
    /// of the length.
    pub(super) fn settle(
        &mut self,
        system: &mut dyn System,
        solver: &mut dyn Solver,
        step: &mut Step,
        share: f64,
    ) -> Result<Progress, StepError> {
        let mut unmoved = false;
        for _ in 0..ROUNDS {
            if unmoved {
                self.look_at_velocities();
            } else {
                self.close(system, share);
            }
            if !self.phase.contacts.list.iter().all(|c| is_smooth(&c.friction)) {
                return Ok(Progress::Stuck("friction with corners is not followed"));
            }
            if self.approaches() {
                unmoved = self.impact(system, solver, step)?;
                continue;
            }
            unmoved = false;
            self.keep_resting();
            if self.phase.closed.is_empty() && self.phase.constraints.value.is_empty() {
                return Ok(Progress::Arrived);
            }
            if self.fit(system, step)? {
                self.hold_velocity(system);
                self.drop_leaving();
                return Ok(Progress::Arrived);
            }
            if !self.jump(system, step)? {
                return Ok(Progress::Stuck("no contact mode fits its own forces"));
            }
        }
        Ok(Progress::Stuck("impacts at one instant do not end"))
    }

    /// Finds modes that fit: by changes from what is known, else by the contact problem.
    fn fit(&mut self, system: &mut dyn System, step: &mut Step) -> Result<bool, StepError> {
        if self.floats(system) {
            return Ok(true);
        }
        let before = self.modes();
        let fits = self.repair(system, true);
        if fits && self.align(system, true) {
            self.spare.push(before);
            return Ok(true);
        }
        // They fit, but slips that begin would turn at once: better than nothing.
        let crooked = self.modes();
        self.phase.set_closed(&before);
        let mut decided = self.decide(system, step)?;
        if fits && !decided {
            self.phase.set_closed(&crooked);
            decided = self.repair(system, true);
        }
        self.spare.extend([before, crooked]);
        Ok(decided)
    }

    /// Whether nothing approaches without contact forces: that is the answer taken, whatever else there may
    /// be (Moreau 1988, §15, Stage 1).
    fn floats(&mut self, system: &mut dyn System) -> bool {
        let before = self.modes();
        for closed in &mut self.phase.closed {
            closed.carries = false;
        }
        let State { time, q, v } = &self.state;
        let fits = self.phase.evaluate(system, *time, q, v) && self.misfit(true).is_none();
        if !fits {
            self.phase.set_closed(&before);
        }
        self.spare.push(before);
        fits
    }

    /// A copy of the present modes; to be put back into `spare`.
    pub(super) fn modes(&mut self) -> Vec<ClosedContact> {
        let mut modes = self.spare.pop().unwrap_or_default();
        modes.clear();
        modes.extend_from_slice(&self.phase.closed);
        modes
    }

    /// Every contact whose gap is closed, with what was known of it.
    pub(super) fn close(&mut self, system: &mut dyn System, share: f64) {
        let allowed = share * self.phase.scales.length;
        let (known, mut closed) = (self.modes(), self.spare.pop().unwrap_or_default());
        closed.clear();
        let State { time, q, v } = &self.state;
        self.look.clear();
        system.contacts(*time, q, allowed, &mut self.look);
        for contact in &self.look.list {
            let level = if contact.gap < -allowed { contact.gap } else { 0.0 };
            let old = known.iter().find(|c| c.id == contact.id);
            closed.push(ClosedContact {
                id: contact.id,
                carries: true,
                grips: [Grip::Stick; 2],
                level: old.map_or(level, |old| old.level),
            });
        }
        for old in known.iter().filter(|c| c.carries) {
            if !closed.iter().any(|c| c.id == old.id) {
                closed.push(*old);
            }
        }
        // As a rule nothing carries but what was found.
        let found = closed.len() == self.look.list.len();
        closed.sort_unstable_by_key(|c| c.id);
        self.phase.set_closed(&closed);
        if found {
            self.phase.take_rows(system, (*time, q), v, &mut self.look);
        } else {
            self.phase.look(system, *time, q, v);
        }
        // Contacts that are gone from the list are gone from the modes.
        if self.phase.contacts.list.len() != self.phase.ids.len() {
            let there: Vec<u64> = self.phase.contacts.list.iter().map(|c| c.id).collect();
            closed.retain(|c| there.contains(&c.id));
            self.phase.set_closed(&closed);
            self.phase.look(system, *time, q, v);
        }
        self.spare.extend([known, closed]);
        self.find_grips();
    }

    /// What slides, where contacts are the same and velocities are not.
    fn look_at_velocities(&mut self) {
        self.phase.relative_velocity(&self.state.v);
        for closed in &mut self.phase.closed {
            closed.carries = true;
        }
        self.find_grips();
    }

    fn find_grips(&mut self) {
        for i in 0..self.phase.closed.len() {
            self.phase.closed[i].grips = self.grips_at(i);
        }
    }

    /// Whether a closed contact is approached.
    pub(super) fn approaches(&self) -> bool {
        let slow = RESTS * self.phase.scales.speed;
        let contacts = self.phase.contacts.list.iter().zip(&self.phase.offsets);
        contacts
            .filter(|c| !c.0.friction.is_force())
            .any(|(_, &row)| self.phase.velocity[row] < -slow)
    }

    /// Contacts that separate are not closed.
    pub(super) fn keep_resting(&mut self) {
        let slow = RESTS * self.phase.scales.speed;
        self.phase.keep_closed(|phase, i| {
            phase.contacts.list[i].friction.is_force() || phase.velocity[phase.offsets[i]] <= slow
        });
    }

    /// Contacts that do not carry and accelerate away are not closed.
    fn drop_leaving(&mut self) {
        let fast = LEAVES * self.phase.scales.acceleration;
        self.phase.keep_closed(|phase, i| {
            phase.closed[i].carries
                || phase.contacts.list[i].friction.is_force()
                || phase.row_acceleration[phase.offsets[i]] <= fast
        });
    }

    /// Velocities exactly onto what holds now.
    pub(super) fn hold_velocity(&mut self, system: &mut dyn System) {
        let State { time, q, v } = &mut self.state;
        self.phase.project(system, *time, q, v);
        self.phase.evaluate(system, *time, q, v);
    }

    /// Events that the change of modes stands for.
    fn note_changes(&self, before: &[ClosedContact], step: &mut Step) {
        for (old, new) in before.iter().zip(&self.phase.closed) {
            match (old.carries, new.carries) {
                (true, false) => self.note(step, EventKind::Detachment, new.id),
                (false, true) => self.note(step, EventKind::Closing, new.id),
                _ => {}
            }
            if !(old.carries && new.carries) {
                continue;
            }
            for (old, new_grip) in old.grips.iter().zip(&new.grips) {
                match (old, new_grip) {
                    (Grip::Stick, Grip::Slip(_)) => self.note(step, EventKind::SlipBegins, new.id),
                    (Grip::Slip(_), Grip::Stick) => self.note(step, EventKind::StickBegins, new.id),
                    (Grip::Slip(a), Grip::Slip(b)) if a != b => self.note(step, EventKind::SlipTurns, new.id),
                    _ => {}
                }
            }
        }
    }
}
