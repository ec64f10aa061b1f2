//! Events: impacts by their law, then modes that fit their forces.
//!
//! ```text
//! impact  M (v⁺ − v⁻) = Hᵀ r,   the impact law of each pair, all closed contacts together          impact.rs
//! modes   as the event says, changed until forces and accelerations fit them              modes_by_repair.rs
//! else  those of the contact problem of a vanishing step; its impulse where it does not vanish
//!       modes_by_problem.rs
//! ```
//! Forces come from the linear system of the phase: they press and stay in their cones, and a contact that
//! does not press does not approach.

use super::account::note;
use super::friction_groups::{Grip, is_smooth};
use super::phase::{ClosedContact, ModeChange, Phase};
use super::tolerances::{
    CLOSED, IDLE_AGAIN, IDLE_GLUED, LEAVES, LOW_FLIGHTS, LOWEST_FLIGHT, RESTS, ROUNDS, STILL_TOUCHES,
};
use super::{Event, EventDriven, Progress, StepEnd};
use crate::contact::{Contacts, Friction};
use crate::error::StepError;
use crate::gaps::Selection;
use crate::step::{EventKind, Step};
use crate::system::{State, System};
use drystone_solve::solver::Solver;

impl EventDriven {
    /// Meets the end of a step of the integrator that is no whole one; `idle` events came before it without
    /// progress.
    pub(super) fn meet_end(
        &mut self,
        system: &mut dyn System,
        end: StepEnd,
        (idle, dt): (usize, f64),
        solver: &mut dyn Solver,
        step: &mut Step,
    ) -> Result<Progress, StepError> {
        let (phase, state) = (&mut self.phase, &mut self.state);
        if let StepEnd::Event(event) = end {
            let gap = &mut self.flight.search.gap;
            self.tangents.meet((system, phase), state, event, gap);
        } else {
            self.tangents.lost += 1;
        }
        let met = match end {
            _ if idle > IDLE_GLUED && phase.glue(system, state, &mut self.look) => {
                self.settle(system, solver, step, CLOSED)?
            }
            // Two modes follow each other without end: all modes are found again.
            StepEnd::Event(_) if idle > IDLE_AGAIN => self.settle(system, solver, step, CLOSED)?,
            StepEnd::Event(event) => self.meet(system, event, solver, step)?,
            _ => self.leap(system, dt, solver, step)?,
        };
        if met == Progress::Arrived {
            self.tangents.leave(system, &mut self.phase, &self.state);
        }
        Ok(met)
    }

    /// Meets an event: by its change of modes where that fits, else by finding all modes again.
    pub(super) fn meet(
        &mut self,
        system: &mut dyn System,
        event: Event,
        solver: &mut dyn Solver,
        step: &mut Step,
    ) -> Result<Progress, StepError> {
        if let Event::Margin(change) = event
            && self.phase.change(system, &self.state, change, step)
        {
            return Ok(Progress::Arrived);
        }
        self.settle(system, solver, step, CLOSED)
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
                self.phase.take_velocities(&self.state.v);
            } else {
                self.phase.close(system, &self.state, share, &mut self.look);
            }
            let contacts = &self.phase.rows.contacts.list;
            if !contacts.iter().all(|c| is_smooth(&c.friction)) {
                return Ok(Progress::Stuck("friction with corners is not followed"));
            }
            if self.phase.approaches() {
                unmoved = self.impact(system, solver, step)?;
                continue;
            }
            unmoved = false;
            self.phase.keep_resting();
            if self.phase.modes.closed.is_empty() && self.phase.rows.constraints.value.is_empty() {
                return Ok(Progress::Arrived);
            }
            if self.find_modes(system, step)? {
                self.phase.hold_velocity(system, &mut self.state);
                self.phase.drop_leaving();
                return Ok(Progress::Arrived);
            }
            if !self.jump(system, step)? {
                return Ok(Progress::Stuck("no contact mode fits its own forces"));
            }
        }
        Ok(Progress::Stuck("impacts at one instant do not end"))
    }

    /// Finds modes that fit: by changes from those that are known, else by the contact problem.
    fn find_modes(&mut self, system: &mut dyn System, step: &mut Step) -> Result<bool, StepError> {
        let (phase, at) = (&mut self.phase, &self.state);
        if phase.floats(system, at) {
            return Ok(true);
        }
        let before = phase.modes.copy();
        let fits = phase.repair(system, at, true);
        if fits && phase.align(system, at, true) {
            phase.modes.spare.push(before);
            return Ok(true);
        }
        // They fit, but slips that begin would turn at once: taken where the problem finds none.
        let crooked = phase.modes.copy();
        phase.modes.set(&before);
        let mut decided = self.decide(system, step)?;
        if fits && !decided {
            self.phase.modes.set(&crooked);
            decided = self.phase.repair(system, &self.state, true);
        }
        self.phase.modes.spare.extend([before, crooked]);
        Ok(decided)
    }
}

impl Phase {
    /// Takes the change that a lost margin asks for; whether everything fits then.
    fn change(&mut self, system: &mut dyn System, at: &State, change: ModeChange, step: &mut Step) -> bool {
        if !self.evaluate_at(system, at) {
            return false;
        }
        let before = self.modes.copy();
        self.apply(change);
        if let ModeChange::Slip(..) = change {
            self.stop_slow();
        }
        let fits = self.repair(system, at, false) && self.align(system, at, false);
        if fits {
            self.note_changes(&before, at.time, step);
        } else {
            self.modes.set(&before);
        }
        self.modes.spare.push(before);
        fits
    }

    /// Closes contacts that touch and move less than the lowest flight: flights that rounding hides do not
    /// end by themselves. Whether there are any.
    pub(super) fn glue(&mut self, system: &mut dyn System, at: &mut State, look: &mut Contacts) -> bool {
        self.close(system, at, CLOSED, look);
        let scales = self.scales;
        let slow = (2.0 * LOW_FLIGHTS * scales.acceleration * LOWEST_FLIGHT * scales.length).sqrt();
        let mut stay = Vec::new();
        for (i, closed) in self.modes.closed.iter().enumerate() {
            let force = self.rows.contacts.list[i].friction.is_force();
            if force || self.rows.normal_velocity(i).abs() <= slow {
                stay.push(ClosedContact {
                    grips: [Grip::ANY_SLIP; 2],
                    ..*closed
                });
            }
        }
        if stay.is_empty() {
            return false;
        }
        self.modes.set(&stay);
        self.hold_velocity(system, at);
        true
    }

    /// Whether nothing approaches without contact forces: that is the answer taken, whatever else there may
    /// be (Moreau 1988, §15, Stage 1).
    fn floats(&mut self, system: &mut dyn System, at: &State) -> bool {
        let before = self.modes.copy();
        for closed in &mut self.modes.closed {
            closed.carries = false;
        }
        let fits = self.evaluate_at(system, at) && self.misfit(true).is_none();
        if !fits {
            self.modes.set(&before);
        }
        self.modes.spare.push(before);
        fits
    }

    /// Closes every contact whose gap is up to `share` of the length, and keeps those that press.
    pub(super) fn close(&mut self, system: &mut dyn System, at: &State, share: f64, look: &mut Contacts) {
        let allowed = share * self.scales.length;
        let (known, mut closed) = (self.modes.copy(), self.modes.spare.pop().unwrap_or_default());
        closed.clear();
        look.clear();
        system.contacts(at.time, &at.q, Selection::Within(allowed), look);
        for contact in &look.list {
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
        // As a rule no contact presses but those that were found.
        let found = closed.len() == look.list.len();
        closed.sort_unstable_by_key(|c| c.id);
        self.modes.set(&closed);
        // Contacts that are gone from the list are gone from the modes.
        if !self.look(system, at, found.then_some(look)) {
            let there: Vec<u64> = self.rows.contacts.list.iter().map(|c| c.id).collect();
            closed.retain(|c| there.contains(&c.id));
            self.modes.set(&closed);
            self.look(system, at, None);
        }
        self.modes.spare.extend([known, closed]);
        self.find_grips();
    }

    /// Takes up other velocities at the same closed contacts: all may press, the velocities tell what slides.
    fn take_velocities(&mut self, v: &[f64]) {
        self.rows.relative_velocity(v);
        for closed in &mut self.modes.closed {
            closed.carries = true;
        }
        self.find_grips();
    }

    fn find_grips(&mut self) {
        for i in 0..self.modes.closed.len() {
            self.modes.closed[i].grips = self.grips_at(i);
        }
    }

    /// Whether a closed contact is approached.
    fn approaches(&self) -> bool {
        self.approached().next().is_some()
    }

    /// Closed contacts that are approached, and drives that nothing stops and that do not move as they ask,
    /// by their places in the list.
    pub(super) fn approached(&self) -> impl Iterator<Item = usize> {
        let slow = RESTS * self.scales.speed;
        let contacts = self.rows.contacts.list.iter().enumerate();
        let contacts = contacts.filter(move |&(i, contact)| match contact.friction {
            Friction::Force { lo, hi } => {
                let u = self.rows.normal_velocity(i);
                u > slow && lo == f64::NEG_INFINITY || u < -slow && hi == f64::INFINITY
            }
            _ => self.rows.normal_velocity(i) < -slow,
        });
        contacts.map(|c| c.0)
    }

    /// Contacts that separate are not closed.
    pub(super) fn keep_resting(&mut self) {
        let slow = RESTS * self.scales.speed;
        self.keep_closed(|phase, i| {
            phase.rows.contacts.list[i].friction.is_force() || phase.rows.normal_velocity(i) <= slow
        });
    }

    /// Contacts that do not press and accelerate away are not closed.
    fn drop_leaving(&mut self) {
        let fast = LEAVES * self.scales.acceleration;
        self.keep_closed(|phase, i| {
            phase.modes.closed[i].carries
                || phase.rows.contacts.list[i].friction.is_force()
                || phase.motion.row_acceleration[phase.rows.offsets[i]] <= fast
        });
    }

    /// Contacts that do not press and touch no more are not closed.
    pub(super) fn drop_open(&mut self) {
        let allowed = STILL_TOUCHES * self.scales.length;
        self.keep_closed(|phase, i| {
            let contact = phase.rows.contacts.list.get(i);
            phase.modes.closed[i].carries || contact.is_none_or(|c| c.friction.is_force() || c.gap <= allowed)
        });
    }

    /// Velocities exactly onto the closed gaps and constraints.
    pub(super) fn hold_velocity(&mut self, system: &mut dyn System, at: &mut State) {
        let State { time, q, v } = at;
        self.project(system, *time, q, v);
        self.evaluate(system, *time, q, v);
    }

    /// Notes the events of a change of modes.
    fn note_changes(&self, before: &[ClosedContact], time: f64, step: &mut Step) {
        for (old, new) in before.iter().zip(&self.modes.closed) {
            match (old.carries, new.carries) {
                (true, false) => note(step, time, EventKind::Detachment, new.id),
                (false, true) => note(step, time, EventKind::Closing, new.id),
                _ => {}
            }
            if !(old.carries && new.carries) {
                continue;
            }
            for (old, new_grip) in old.grips.iter().zip(&new.grips) {
                match (old, new_grip) {
                    (Grip::Stick, Grip::Slip(_)) => note(step, time, EventKind::SlipBegins, new.id),
                    (Grip::Slip(_), Grip::Stick) => note(step, time, EventKind::StickBegins, new.id),
                    (Grip::Slip(a), Grip::Slip(b)) if a != b => {
                        note(step, time, EventKind::SlipTurns, new.id);
                    }
                    _ => {}
                }
            }
        }
    }
}
