//! Modes found by the contact problem of a vanishing step; and jumps where no finite force fits.
//!
//! ```text
//! (h a, h λ) ∈ law,   u_N = 0,   h a = u_T + h (W λ + H M⁻¹ f + Ḣ v + ẇ) on friction rows
//! for h → 0 the acceleration form of Signorini's and Coulomb's law, Brogliato et al. (2002) (10) and (13)
//! ```
//! The problem only says which contacts press and which slide; forces come from the linear system of the
//! phase, and both must agree. Where they never do (Painlevé, Delassus' cases without solution) the impulse
//! of the vanishing step does not vanish with it: it is the jump.

use super::account::note;
use super::friction_groups::{Grip, groups, law_at, size};
use super::impact::Trial;
use super::phase::{Phase, slip_speed};
use super::tolerances::{
    CLOSED, CLOSED_AT_START, JUMPS, LEAP_LONGEST, LEAP_RATIO, LEAP_SHORTEST, LEAP_WHOLE, LEAPS, PRESSES,
    PROBLEM_SLIDES, RESTS, VANISHING, VANISHING_SLIP,
};
use super::{EventDriven, Progress};
use crate::contact::{Friction, Restitution};
use crate::error::StepError;
use crate::step::{EventKind, Step};
use crate::system::{State, System};
use drystone_solve::law::MAX_ROWS;
use drystone_solve::solver::Solver;

impl EventDriven {
    /// Lists the solutions of the contact problem of a step of this length from here.
    pub(super) fn enumerate(
        &mut self,
        system: &mut dyn System,
        dt: f64,
        step: &mut Step,
    ) -> Result<(), StepError> {
        let (phase, at) = (&mut self.phase, &self.state);
        let known = phase.modes.closed.clone();
        phase.close(system, at, CLOSED_AT_START, &mut self.look);
        phase.evaluate_at(system, at);
        self.trial.solve_vanishing(system, phase, at, dt)?;
        step.solutions = std::mem::take(&mut self.trial.step.solutions);
        phase.modes.set(&known);
        Ok(())
    }

    /// The integrator cannot go on: forces grow beyond all bounds. The shortest step in which they do
    /// something finite gives the jump.
    pub(super) fn leap(
        &mut self,
        system: &mut dyn System,
        dt: f64,
        solver: &mut dyn Solver,
        step: &mut Step,
    ) -> Result<Progress, StepError> {
        let (phase, at) = (&mut self.phase, &self.state);
        phase.close(system, at, CLOSED, &mut self.look);
        phase.keep_resting();
        if phase.evaluate_at(system, at) && self.trial.find_leap(system, phase, at, dt)? {
            self.take_jump(step);
        }
        self.settle(system, solver, step, CLOSED)
    }

    /// Modes by the contact problem of a vanishing step; whether forces agree.
    pub(super) fn decide(&mut self, system: &mut dyn System, step: &mut Step) -> Result<bool, StepError> {
        let (phase, trial, at) = (&mut self.phase, &mut self.trial, &self.state);
        let h = vanishing(phase);
        trial.solve_vanishing(system, phase, at, h)?;
        step.solves.count += 1;
        step.solves.iterations += trial.step.solves.iterations;
        step.solves.method = trial.step.solves.method;
        trial.read_modes(phase, h);
        trial.read_forces(phase, h);
        let fits = phase.repair(system, at, true);
        // The problem has aligned them, to its tolerance.
        if fits {
            phase.align(system, at, true);
        }
        Ok(fits)
    }

    /// Takes the impulse of the vanishing step where it does not vanish.
    pub(super) fn jump(&mut self, system: &mut dyn System, step: &mut Step) -> Result<bool, StepError> {
        let finite = self.trial.jumps(&self.state.v) > JUMPS * self.phase.scales.speed;
        if finite {
            self.trial.sharpen(system, &mut self.phase, &self.state)?;
            self.take_jump(step);
        }
        Ok(finite)
    }

    fn take_jump(&mut self, step: &mut Step) {
        self.book_trial(step);
        let trial = &self.trial.step;
        for (i, contact) in trial.contacts.list.iter().enumerate() {
            if trial.impulses[trial.offsets[i]] > 0.0 {
                note(step, self.state.time, EventKind::Jump, contact.id);
            }
        }
        self.state.v.clone_from(&trial.state.v);
    }
}

/// The length of a vanishing step from the last point, in s.
fn vanishing(phase: &Phase) -> f64 {
    let scales = phase.scales;
    let mut h = VANISHING * scales.speed / scales.acceleration.max(f64::MIN_POSITIVE);
    // Slow slip must not be taken for none.
    let slow = RESTS * scales.speed;
    for (i, contact) in phase.rows.contacts.list.iter().enumerate() {
        let speed = slip_speed(&contact.friction, phase.rows.velocity_at(i));
        if speed > slow {
            h = h.min(VANISHING_SLIP * speed / scales.acceleration.max(f64::MIN_POSITIVE));
        }
    }
    h
}

impl Trial {
    /// The contact problem of a step of length h, soft, with the turn of the rows.
    fn solve_vanishing(
        &mut self,
        system: &mut dyn System,
        phase: &Phase,
        at: &State,
        h: f64,
    ) -> Result<(), StepError> {
        let State { time, q, v } = at;
        let inertia = self.one.load_mass(system, *time, q)?;
        let forces = inertia.forces(system, (*time, q), v);
        let free = forces.gyroscopic(system, q, v).free_velocity(*time, v, h)?;
        let mut set = free.contacts(|contacts, _| contacts.copy_from(&phase.rows.contacts));
        for contact in &mut set.contacts().list {
            contact.restitution = Restitution::SOFT;
            let sliding = matches!(contact.friction, Friction::StaticKinetic { .. });
            if sliding && let Ok(i) = phase.modes.ids.binary_search(&contact.id) {
                let slides = phase.modes.closed[i].slides();
                contact.friction = Friction::Constant(law_at(&contact.friction, slides, 0.0));
            }
        }
        set.constraints(|constraints| constraints.copy_from(&phase.rows.constraints))
            .with_target(phase.rows.bias.iter().map(|b| h * b))
            .solve(at, &mut self.decider, &mut self.step)?;
        Ok(())
    }

    /// The contact problem with everything taken where a step of length h leads: past the singular point.
    fn solve_ahead(
        &mut self,
        system: &mut dyn System,
        phase: &Phase,
        at: &State,
        h: f64,
    ) -> Result<(), StepError> {
        let State { time, q, v } = at;
        let mut ahead = q.clone();
        system.kinematics().advance(q, v, h, &mut ahead);
        let inertia = self.one.load_mass(system, time + h, &ahead)?;
        let forces = inertia.forces(system, (time + h, &ahead), v);
        let free = forces.gyroscopic(system, &ahead, v).free_velocity(*time, v, h)?;
        let set = free.contacts(|contacts, _| {
            contacts.look_again(system, time + h, &ahead, &phase.modes.ids);
            for contact in &mut contacts.list {
                contact.restitution = Restitution::SOFT;
            }
        });
        set.constraints(|constraints| system.constraints(time + h, &ahead, constraints))
            .solve(at, &mut self.decider, &mut self.step)?;
        Ok(())
    }

    /// Looks for the jump past a singular point, in steps of up to `dt`; whether there is one.
    fn find_leap(
        &mut self,
        system: &mut dyn System,
        phase: &Phase,
        at: &State,
        dt: f64,
    ) -> Result<bool, StepError> {
        let scales = phase.scales;
        let longest = (scales.length / scales.speed.max(f64::MIN_POSITIVE)).min(dt);
        let mut h = LEAP_SHORTEST * longest;
        while h < LEAP_LONGEST * longest {
            self.solve_ahead(system, phase, at, h)?;
            let change = self.jumps(&at.v);
            if change > LEAPS * scales.speed {
                // The whole jump: a step ten times as long makes no other.
                self.solve_ahead(system, phase, at, LEAP_RATIO * h)?;
                if self.jumps(&at.v) <= LEAP_WHOLE * change {
                    self.solve_ahead(system, phase, at, h)?;
                    return Ok(true);
                }
            }
            h *= LEAP_RATIO;
        }
        Ok(false)
    }

    /// Forces of the vanishing step become those that are known: hyperstatic systems stay near them.
    fn read_forces(&self, phase: &mut Phase, h: f64) {
        let trial = &self.step;
        phase.known.contacts.clear();
        for (contact, rows) in trial.contacts.list.iter().zip(trial.offsets.windows(2)) {
            let mut force = [0.0; MAX_ROWS];
            for (f, r) in force.iter_mut().zip(&trial.impulses[rows[0]..rows[1]]) {
                *f = r / h;
            }
            phase.known.contacts.push((contact.id, force));
        }
    }

    /// Modes from the answer of the vanishing step.
    fn read_modes(&self, phase: &mut Phase, h: f64) {
        let trial = &self.step;
        let fast = PROBLEM_SLIDES * h * phase.scales.acceleration;
        let largest = trial.impulses.iter().fold(0.0, |m: f64, r| m.max(r.abs()));
        for i in 0..phase.modes.closed.len() {
            let rows = trial.offsets[i]..trial.offsets[i + 1];
            let u: Vec<f64> = rows
                .clone()
                .map(|k| trial.relative_velocity[k] + h * phase.rows.bias[k])
                .collect();
            let contact = &trial.contacts.list[i];
            let moving = phase.grips_at(i);
            let closed = &mut phase.modes.closed[i];
            closed.grips = moving;
            if let Friction::Force { lo, hi } = contact.friction {
                let bound = if u[0] > 0.0 { lo } else { hi };
                if moving[0] == Grip::Stick && u[0].abs() > fast && bound.is_finite() {
                    closed.grips[0] = Grip::Slip([u[0].signum(), 0.0, 0.0]);
                }
                continue;
            }
            closed.carries = trial.impulses[rows.start] > PRESSES * largest;
            for (k, group) in groups(&contact.friction.law()).enumerate() {
                let part = &u[group.rows(0)];
                if moving[k] == Grip::Stick && size(part) > fast {
                    closed.grips[k] = Grip::along(part);
                }
            }
        }
    }

    /// The jump of a step of no length, extrapolated from two lengths: forces add to a jump in proportion to
    /// the length.
    fn sharpen(&mut self, system: &mut dyn System, phase: &mut Phase, at: &State) -> Result<(), StepError> {
        let (v, impulses) = (self.step.state.v.clone(), self.step.impulses.clone());
        let lost = (self.step.energy.friction_loss, self.step.energy.impact_loss);
        let h = vanishing(phase);
        self.solve_vanishing(system, phase, at, 0.5 * h)?;
        let trial = &mut self.step;
        let near = JUMPS * phase.scales.speed;
        let mut apart = trial
            .state
            .v
            .iter()
            .zip(&v)
            .map(|(half, whole)| (half - whole).abs());
        if trial.impulses.len() == impulses.len() && apart.all(|apart| apart < near) {
            let pairs = trial.state.v.iter_mut().zip(&v);
            for (half, whole) in pairs.chain(trial.impulses.iter_mut().zip(&impulses)) {
                *half = 2.0 * *half - whole;
            }
            let energy = &mut trial.energy;
            energy.friction_loss = 2.0 * energy.friction_loss - lost.0;
            energy.impact_loss = 2.0 * energy.impact_loss - lost.1;
        }
        Ok(())
    }

    /// How far the velocity of the vanishing step is from v.
    fn jumps(&self, v: &[f64]) -> f64 {
        let changes = self.step.state.v.iter().zip(v);
        changes.fold(0.0, |m: f64, (a, b)| m.max((a - b).abs()))
    }
}
