//! Who carries and who slides, by the contact problem of a vanishing step; and jumps where no finite force
//! fits.
//!
//! ```text
//! (h a, h λ) ∈ law,   u_N = 0,   h a = u_T + h (W λ + H M⁻¹ f + Ḣ v + ẇ) on friction rows
//! for h → 0 the acceleration form of Signorini's and Coulomb's law, Brogliato et al. (2002) (10) and (13)
//! ```
//! The problem only says who carries and who slides; forces come from the linear system of the phase, and
//! both must agree. Where they never do (Painlevé, Delassus' cases without solution) the impulse of the
//! vanishing step does not vanish with it: it is the jump.

use super::{EventDriven, Progress, RESTS};
use crate::contact::{Friction, Restitution};
use crate::error::StepError;
use crate::schemes::event_driven::friction_groups::{Grip, groups, law_at};
use crate::schemes::event_driven::phase::slip_speed;
use crate::step::{EventKind, Step};
use crate::system::{State, System};
use drystone_solve::law::MAX_ROWS;
use drystone_solve::solver::Solver;

/// A vanishing step, as a share of the time in which forces make the velocities in play.
const VANISHING: f64 = 1e-6;

impl EventDriven {
    /// Lists the solutions of the contact problem of a step of this length from here.
    pub(super) fn enumerate(
        &mut self,
        system: &mut dyn System,
        dt: f64,
        step: &mut Step,
    ) -> Result<(), StepError> {
        let known = self.smooth.closed.clone();
        self.close(system, super::WRITTEN);
        let State { time, q, v } = &self.state;
        self.smooth.evaluate(system, *time, q, v);
        self.solve_vanishing(system, dt)?;
        step.solutions = self.trial.solutions.take();
        self.smooth.set_closed(&known);
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
        self.close(system, super::CLOSED);
        self.keep_resting();
        let State { time, q, v } = &self.state;
        if !self.smooth.evaluate(system, *time, q, v) {
            return self.settle(system, solver, step, super::CLOSED);
        }
        let scales = self.smooth.scales;
        let longest = (scales.length / scales.speed.max(f64::MIN_POSITIVE)).min(dt);
        let mut h = 1e-10 * longest;
        while h < 1e-2 * longest {
            self.solve_ahead(system, h)?;
            let change = self.jumps();
            if change > 1e-3 * self.smooth.scales.speed {
                // The whole jump: what a step ten times as long would do as well.
                self.solve_ahead(system, 10.0 * h)?;
                if self.jumps() <= 1.1 * change {
                    self.solve_ahead(system, h)?;
                    self.take_jump(step);
                    return self.settle(system, solver, step, super::CLOSED);
                }
            }
            h *= 10.0;
        }
        self.settle(system, solver, step, super::CLOSED)
    }

    /// Who carries and who slides, by the contact problem of a vanishing step; whether forces agree.
    pub(super) fn decide(&mut self, system: &mut dyn System, step: &mut Step) -> Result<bool, StepError> {
        let h = self.vanishing();
        self.solve_vanishing(system, h)?;
        step.solves.count += 1;
        step.solves.iterations += self.trial.solves.iterations;
        step.solves.method = self.trial.solves.method;
        self.read_modes(h);
        self.know_forces(h);
        let fits = self.repair(system, true);
        // The problem has aligned them, to its tolerance.
        if fits {
            self.align(system, true);
        }
        Ok(fits)
    }

    /// The length of a vanishing step from here, in s.
    fn vanishing(&self) -> f64 {
        let scales = self.smooth.scales;
        let mut h = VANISHING * scales.speed / scales.acceleration.max(f64::MIN_POSITIVE);
        // Slow slip must not be taken for none.
        let slow = RESTS * scales.speed;
        for (i, contact) in self.smooth.contacts.list.iter().enumerate() {
            let speed = slip_speed(
                &contact.friction,
                &self.smooth.velocity[self.smooth.offsets[i]..self.smooth.offsets[i + 1]],
            );
            if speed > slow {
                h = h.min(1e-2 * speed / scales.acceleration.max(f64::MIN_POSITIVE));
            }
        }
        h
    }

    /// The contact problem of a step of length h into `trial`, soft, with the turn of the rows.
    fn solve_vanishing(&mut self, system: &mut dyn System, h: f64) -> Result<(), StepError> {
        let State { time, q, v } = &self.state;
        let one = &mut self.one;
        one.clear();
        one.load_mass(system, *time, q)?;
        system.force(*time, q, v, &mut one.force);
        system.kinematics().gyroscopic(q, v, &mut one.force);
        one.free_velocity(*time, v, h)?;
        one.contacts.copy_from(&self.smooth.contacts);
        for contact in &mut one.contacts.list {
            contact.restitution = Restitution::SOFT;
            let sliding = matches!(contact.friction, Friction::StaticKinetic { .. });
            if sliding && let Ok(i) = self.smooth.ids.binary_search(&contact.id) {
                let slides = self.smooth.closed[i]
                    .grips
                    .iter()
                    .any(|g| matches!(g, Grip::Slip(_)));
                contact.friction = Friction::Constant(law_at(&contact.friction, slides, 0.0));
            }
        }
        one.constraints.copy_from(&self.smooth.constraints);
        one.target.clear();
        one.target.extend(self.smooth.bias().iter().map(|b| h * b));
        one.solve(&self.state, &mut self.decider, &mut self.trial)
    }

    /// Forces of the vanishing step, for what is hyperstatic.
    fn know_forces(&mut self, h: f64) {
        let trial = &self.trial;
        self.smooth.known.clear();
        for (contact, rows) in trial.contacts.list.iter().zip(trial.offsets.windows(2)) {
            let mut force = [0.0; MAX_ROWS];
            for (f, r) in force.iter_mut().zip(&trial.impulses[rows[0]..rows[1]]) {
                *f = r / h;
            }
            self.smooth.known.push((contact.id, force));
        }
    }

    /// The same with everything taken where a step of this length leads: past the singular point.
    fn solve_ahead(&mut self, system: &mut dyn System, h: f64) -> Result<(), StepError> {
        let State { time, q, v } = &self.state;
        let one = &mut self.one;
        one.clear();
        let mut ahead = q.clone();
        system.kinematics().advance(q, v, h, &mut ahead);
        one.load_mass(system, time + h, &ahead)?;
        system.force(time + h, &ahead, v, &mut one.force);
        system.kinematics().gyroscopic(&ahead, v, &mut one.force);
        one.free_velocity(*time, v, h)?;
        one.contacts
            .look_again(system, time + h, &ahead, &self.smooth.ids);
        for contact in &mut one.contacts.list {
            contact.restitution = Restitution::SOFT;
        }
        system.constraints(time + h, &ahead, &mut one.constraints);
        one.solve(&self.state, &mut self.decider, &mut self.trial)
    }

    /// Modes from the answer of the vanishing step.
    fn read_modes(&mut self, h: f64) {
        let trial = &self.trial;
        let bias = self.smooth.bias().to_vec();
        let fast = 1e-6 * h * self.smooth.scales.acceleration;
        let largest = trial.impulses.iter().fold(0.0, |m: f64, r| m.max(r.abs()));
        for i in 0..self.smooth.closed.len() {
            let rows = trial.offsets[i]..trial.offsets[i + 1];
            let u: Vec<f64> = rows
                .clone()
                .map(|k| trial.relative_velocity[k] + h * bias[k])
                .collect();
            let contact = &trial.contacts.list[i];
            let moving = self.grips_at(i);
            let closed = &mut self.smooth.closed[i];
            if contact.friction.is_force() {
                closed.grips = moving;
                if moving[0] == Grip::Stick && u[0].abs() > fast {
                    closed.grips[0] = Grip::Slip([u[0].signum(), 0.0, 0.0]);
                }
                continue;
            }
            closed.carries = trial.impulses[rows.start] > 1e-12 * largest;
            closed.grips = moving;
            for (k, group) in groups(&contact.friction.law()).enumerate() {
                let part = &u[group.start..group.start + group.dim];
                let speed = part.iter().map(|u| u * u).sum::<f64>().sqrt();
                if moving[k] == Grip::Stick && speed > fast {
                    let mut direction = [0.0; 3];
                    for (d, u) in direction.iter_mut().zip(part) {
                        *d = u / speed;
                    }
                    closed.grips[k] = Grip::Slip(direction);
                }
            }
        }
    }

    /// Takes the impulse of the vanishing step where it does not vanish.
    pub(super) fn jump(&mut self, system: &mut dyn System, step: &mut Step) -> Result<bool, StepError> {
        let finite = self.jumps() > 1e-4 * self.smooth.scales.speed;
        if finite {
            self.sharpen(system)?;
            self.take_jump(step);
        }
        Ok(finite)
    }

    /// The jump of a step of no length: forces add to it in proportion to the length, so that half of it and
    /// all of it tell.
    fn sharpen(&mut self, system: &mut dyn System) -> Result<(), StepError> {
        let (v, impulses) = (self.trial.state.v.clone(), self.trial.impulses.clone());
        let lost = (self.trial.energy.friction_loss, self.trial.energy.impact_loss);
        let h = self.vanishing();
        self.solve_vanishing(system, 0.5 * h)?;
        let trial = &mut self.trial;
        let near = 1e-4 * self.smooth.scales.speed;
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

    /// How far the velocity of the vanishing step is from the present one.
    fn jumps(&self) -> f64 {
        let changes = self.trial.state.v.iter().zip(&self.state.v);
        changes.fold(0.0, |m: f64, (a, b)| m.max((a - b).abs()))
    }

    fn take_jump(&mut self, step: &mut Step) {
        self.book_trial(step);
        for (i, contact) in self.trial.contacts.list.iter().enumerate() {
            if self.trial.impulses[self.trial.offsets[i]] > 0.0 {
                step.events.push(crate::step::Event {
                    time: self.state.time,
                    kind: EventKind::Jump,
                    contact: contact.id,
                });
            }
        }
        self.state.v.clone_from(&self.trial.state.v);
    }
}
