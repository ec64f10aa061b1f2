//! What happens at an event: impacts by their law, then who carries and who slides.
//!
//! ```text
//! impact     M (v⁺ − v⁻) = Hᵀ r,   the impact law of each pair, all closed contacts together                       impact.rs
//! modes      as the event says, changed until forces and accelerations fit them                                     fit.rs
//! else       those of the contact problem of a vanishing step; its impulse where it does not vanish                decide.rs
//! ```
//! Forces come from the linear system of the phase: forces press and stay in their cones, what does not carry
//! does not approach.

use super::{EventDriven, Found, Progress, RESTS};
use crate::error::StepError;
use crate::gaps::Selection;
use crate::schemes::event_driven::friction_groups::{Grip, is_smooth};
use crate::schemes::event_driven::phase::{Closed, What};
use crate::step::{EventKind, Step};
use crate::system::{State, System};
use drystone_solve::solver::Solver;

/// Impacts and jumps at one instant.
const ROUNDS: usize = 40;

impl EventDriven {
    /// Meets an event: by the change it stands for where that fits, else by settling anew.
    pub(super) fn meet(
        &mut self,
        system: &mut dyn System,
        found: Found,
        solver: &mut dyn Solver,
        step: &mut Step,
    ) -> Result<Progress, StepError> {
        if let Found::Margin(what) = found
            && self.change(system, what, step)
        {
            return Ok(Progress::Arrived);
        }
        self.settle(system, solver, step, super::CLOSED)
    }

    /// Takes the change that a lost margin asks for; whether everything fits then.
    fn change(&mut self, system: &mut dyn System, what: What, step: &mut Step) -> bool {
        let State { time, q, v } = &self.state;
        if !self.smooth.evaluate(system, *time, q, v) {
            return false;
        }
        let before = self.modes();
        self.apply(what);
        if let What::Slip(..) = what {
            self.stop_slow();
        }
        let fits = self.repair(system, false) && self.align(system, false);
        if fits {
            self.note_changes(&before, step);
        } else {
            self.smooth.set_closed(&before);
        }
        self.spare.push(before);
        fits
    }

    /// Closes what touches and moves less than the lowest flight: flights that rounding hides do not end by
    /// themselves.
    pub(super) fn glue(&mut self, system: &mut dyn System) -> bool {
        self.close(system, super::CLOSED);
        let scales = self.smooth.scales;
        let slow = (20.0 * scales.acceleration * super::LOWEST * scales.length).sqrt();
        let count = self.smooth.closed.len();
        let mut stay = Vec::new();
        for i in 0..count {
            let force = self.smooth.contacts.list[i].friction.is_force();
            if force || self.smooth.velocity[self.smooth.offsets[i]].abs() <= slow {
                stay.push(Closed {
                    grips: [Grip::Slip([1.0, 0.0, 0.0]); 2],
                    ..self.smooth.closed[i]
                });
            }
        }
        if stay.is_empty() {
            return false;
        }
        self.smooth.set_closed(&stay);
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
            if !self.smooth.contacts.list.iter().all(|c| is_smooth(&c.friction)) {
                return Ok(Progress::Stuck("friction with corners is not followed"));
            }
            if self.approaches() {
                unmoved = self.impact(system, solver, step)?;
                continue;
            }
            unmoved = false;
            self.keep_resting();
            if self.smooth.closed.is_empty() && self.smooth.constraints.value.is_empty() {
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
        self.smooth.set_closed(&before);
        let mut decided = self.decide(system, step)?;
        if fits && !decided {
            self.smooth.set_closed(&crooked);
            decided = self.repair(system, true);
        }
        self.spare.extend([before, crooked]);
        Ok(decided)
    }

    /// Whether nothing approaches without contact forces: that is the answer taken, whatever else there may
    /// be (Moreau 1988, §15, Stage 1).
    fn floats(&mut self, system: &mut dyn System) -> bool {
        let before = self.modes();
        for closed in &mut self.smooth.closed {
            closed.carries = false;
        }
        let State { time, q, v } = &self.state;
        let fits = self.smooth.evaluate(system, *time, q, v) && self.misfit(true).is_none();
        if !fits {
            self.smooth.set_closed(&before);
        }
        self.spare.push(before);
        fits
    }

    /// A copy of the present modes; to be put back into `spare`.
    pub(super) fn modes(&mut self) -> Vec<Closed> {
        let mut modes = self.spare.pop().unwrap_or_default();
        modes.clear();
        modes.extend_from_slice(&self.smooth.closed);
        modes
    }

    /// Every contact whose gap is closed, with what was known of it.
    pub(super) fn close(&mut self, system: &mut dyn System, share: f64) {
        let allowed = share * self.smooth.scales.length;
        let (known, mut closed) = (self.modes(), self.spare.pop().unwrap_or_default());
        closed.clear();
        let State { time, q, v } = &self.state;
        self.look.clear();
        system.contacts(*time, q, Selection::Within(allowed), &mut self.look);
        for contact in &self.look.list {
            let level = if contact.gap < -allowed { contact.gap } else { 0.0 };
            let old = known.iter().find(|c| c.id == contact.id);
            closed.push(Closed {
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
        self.smooth.set_closed(&closed);
        if found {
            self.smooth.take_rows(system, (*time, q), v, &mut self.look);
        } else {
            self.smooth.look(system, *time, q, v);
        }
        // Contacts that are gone from the list are gone from the modes.
        if self.smooth.contacts.list.len() != self.smooth.ids.len() {
            let there: Vec<u64> = self.smooth.contacts.list.iter().map(|c| c.id).collect();
            closed.retain(|c| there.contains(&c.id));
            self.smooth.set_closed(&closed);
            self.smooth.look(system, *time, q, v);
        }
        self.spare.extend([known, closed]);
        self.find_grips();
    }

    /// What slides, where contacts are the same and velocities are not.
    fn look_at_velocities(&mut self) {
        self.smooth.relative_velocity(&self.state.v);
        for closed in &mut self.smooth.closed {
            closed.carries = true;
        }
        self.find_grips();
    }

    fn find_grips(&mut self) {
        for i in 0..self.smooth.closed.len() {
            self.smooth.closed[i].grips = self.grips_at(i);
        }
    }

    /// Whether a closed contact is approached.
    pub(super) fn approaches(&self) -> bool {
        let slow = RESTS * self.smooth.scales.speed;
        let contacts = self.smooth.contacts.list.iter().zip(&self.smooth.offsets);
        contacts
            .filter(|c| !c.0.friction.is_force())
            .any(|(_, &row)| self.smooth.velocity[row] < -slow)
    }

    /// Contacts that separate are not closed.
    pub(super) fn keep_resting(&mut self) {
        let slow = RESTS * self.smooth.scales.speed;
        self.smooth.keep_closed(|smooth, i| {
            smooth.contacts.list[i].friction.is_force() || smooth.velocity[smooth.offsets[i]] <= slow
        });
    }

    /// Contacts that do not carry and accelerate away are not closed.
    fn drop_leaving(&mut self) {
        let fast = 1e-7 * self.smooth.scales.acceleration;
        self.smooth.keep_closed(|smooth, i| {
            smooth.closed[i].carries
                || smooth.contacts.list[i].friction.is_force()
                || smooth.row_acceleration[smooth.offsets[i]] <= fast
        });
    }

    /// Velocities exactly onto what holds now.
    pub(super) fn hold_velocity(&mut self, system: &mut dyn System) {
        let State { time, q, v } = &mut self.state;
        self.smooth.project(system, *time, q, v);
        self.smooth.evaluate(system, *time, q, v);
    }

    /// Events that the change of modes stands for.
    fn note_changes(&self, before: &[Closed], step: &mut Step) {
        for (old, new) in before.iter().zip(&self.smooth.closed) {
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
