//! What happens at an event: impacts by their law, then who carries and who slides.
//!
//! ```text
//! impact     M (v⁺ − v⁻) = Hᵀ r,   the impact law of each pair, all closed contacts together            one_step.rs, no length
//! decision   (h a, h λ) ∈ law,   u_N = 0,   h a = u_T + h (W λ + H M⁻¹ f + Ḣ v + ẇ) on friction rows      the contact problem of
//!            a vanishing step: for h → 0 the acceleration form of Signorini's and Coulomb's law, (10) and (13)
//! ```
//! The problem only says who carries and who slides; forces come from the linear system of the phase, and both must agree:
//! forces press and stay in their cones, what does not carry does not approach. Where they never do (Painlevé, Delassus'
//! cases without solution) the impulse of the vanishing step does not vanish with it: it is the jump.

use super::groups::{Grip, groups, is_smooth, law_at};
use super::smooth::{Closed, What, slip_speed};
use super::{Bounce, EventDriven, Found, Progress, RESTS, SOFT, book};
use crate::contact::{Friction, Restitution};
use crate::error::StepError;
use crate::step::{EventKind, Step};
use crate::system::{State, System};
use drystone_solve::law::MAX_ROWS;
use drystone_solve::solver::Solver;

/// Changes of mind allowed before the contact problem is asked.
const REPAIRS: usize = 24;
/// Impacts and jumps at one instant.
const ROUNDS: usize = 40;
/// A vanishing step, as a share of the time in which forces make the velocities in play.
const VANISHING: f64 = 1e-6;

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

    /// Lists the solutions of the contact problem of a step of this length from here.
    pub(super) fn enumerate(
        &mut self,
        system: &mut dyn System,
        dt: f64,
        step: &mut Step,
    ) -> Result<(), StepError> {
        let known = self.smooth.closed.clone();
        self.close(system, super::WRITTEN);
        self.solve_vanishing(system, dt)?;
        step.solutions = self.trial.solutions.take();
        self.smooth.set_closed(&known);
        Ok(())
    }

    /// The integrator cannot go on: forces grow beyond all bounds. The shortest step in which they do something finite
    /// gives the jump.
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

    /// Takes the change that a lost margin asks for; whether everything fits then.
    fn change(&mut self, system: &mut dyn System, what: What, step: &mut Step) -> bool {
        let before = self.smooth.closed.clone();
        let State { time, q, v } = &self.state;
        if !self.smooth.evaluate(system, *time, q, v) {
            return false;
        }
        self.apply(what);
        if let What::Slip(..) = what {
            self.stop_slow();
        }
        if self.repair(system, false) {
            self.note_changes(&before, step);
            return true;
        }
        self.smooth.set_closed(&before);
        false
    }

    fn apply(&mut self, what: What) {
        let moving = match what {
            What::Idle(i) => self.grips_at(i),
            _ => [Grip::Stick; 2],
        };
        let smooth = &mut self.smooth;
        match what {
            What::Load(i) => smooth.closed[i].carries = false,
            What::Free => smooth.closed.iter_mut().for_each(|c| c.carries = false),
            What::Idle(i) => {
                smooth.closed[i].carries = true;
                smooth.closed[i].grips = moving;
            }
            What::Slip(i, k) => {
                // Friction at its limit without any slip: forces that fit also where those of stick are not unique.
                smooth.keep_forces();
                smooth.closed[i].grips[k] = Grip::Stick;
            }
            What::Hold(i, k) => {
                let row = smooth.offsets[i];
                let contact = &smooth.contacts.list[i];
                let direction = if contact.friction.is_force() {
                    // At the lower bound the row moves on in the positive sense.
                    let Friction::Force { lo, hi } = contact.friction else {
                        return;
                    };
                    let low = smooth.force[row] - lo < hi - smooth.force[row];
                    [if low { 1.0 } else { -1.0 }, 0.0, 0.0]
                } else {
                    let law = contact.friction.law();
                    let Some(group) = groups(&law).nth(k) else { return };
                    let rows = row + group.start..row + group.start + group.dim;
                    group.release(&smooth.force[rows])
                };
                smooth.closed[i].grips[k] = Grip::Slip(direction);
            }
        }
    }

    /// Sliding groups slide, the others stick, by the velocities of the last point.
    fn grips_at(&self, i: usize) -> [Grip; 2] {
        let smooth = &self.smooth;
        let mut grips = [Grip::Stick; 2];
        let slow = 3.0 * RESTS * smooth.scales.speed;
        let velocity = &smooth.velocity[smooth.offsets[i]..smooth.offsets[i + 1]];
        let contact = &smooth.contacts.list[i];
        if contact.friction.is_force() {
            if velocity[0].abs() > slow {
                grips[0] = Grip::Slip([velocity[0].signum(), 0.0, 0.0]);
            }
            return grips;
        }
        for (grip, group) in grips.iter_mut().zip(groups(&contact.friction.law())) {
            let u = &velocity[group.start..group.start + group.dim];
            let speed = u.iter().map(|u| u * u).sum::<f64>().sqrt();
            if speed > slow {
                let mut direction = [0.0; 3];
                for (d, u) in direction.iter_mut().zip(u) {
                    *d = u / speed;
                }
                *grip = Grip::Slip(direction);
            } else if group.is_frictionless() {
                *grip = Grip::Slip([1.0, 0.0, 0.0]);
            }
        }
        grips
    }

    /// All groups whose slip is as slow as one that has ended stick.
    fn stop_slow(&mut self) {
        let slow = 3.0 * RESTS * self.smooth.scales.speed;
        for i in 0..self.smooth.closed.len() {
            let contact = &self.smooth.contacts.list[i];
            if contact.friction.is_force() || !self.smooth.closed[i].carries {
                continue;
            }
            for (k, group) in groups(&contact.friction.law()).enumerate() {
                let rows =
                    self.smooth.offsets[i] + group.start..self.smooth.offsets[i] + group.start + group.dim;
                let speed = self.smooth.velocity[rows]
                    .iter()
                    .map(|u| u * u)
                    .sum::<f64>()
                    .sqrt();
                if speed <= slow && !group.is_frictionless() && group.dim > 1 {
                    self.smooth.closed[i].grips[k] = Grip::Stick;
                }
            }
        }
    }

    /// Closes what touches and moves less than the lowest flight: flights that rounding hides do not end by themselves.
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

    /// Evaluates the modes and changes those that do not fit, until all do. Where it is `strict`, slip that begins must gain
    /// speed: friction at its limit that holds is stick.
    fn repair(&mut self, system: &mut dyn System, strict: bool) -> bool {
        for _ in 0..REPAIRS {
            let State { time, q, v } = &self.state;
            if !self.smooth.evaluate(system, *time, q, v) {
                return false;
            }
            match self.misfit(strict) {
                None => return true,
                Some(what) => self.apply(what),
            }
        }
        false
    }

    /// The first mode that does not fit its forces or accelerations.
    fn misfit(&self, strict: bool) -> Option<What> {
        let smooth = &self.smooth;
        let slow = RESTS * smooth.scales.speed;
        let scale = smooth.scales.acceleration;
        for &(what, value, rounding) in &smooth.margins {
            match what {
                // A slip that begins has no velocity yet: its acceleration must go its way.
                What::Slip(i, k) => {
                    let row = smooth.offsets[i];
                    let contact = &smooth.contacts.list[i];
                    let range = if contact.friction.is_force() {
                        row..row + 1
                    } else {
                        let group = groups(&contact.friction.law()).nth(k)?;
                        row + group.start..row + group.start + group.dim
                    };
                    let u = &smooth.velocity[range.clone()];
                    let speed = u.iter().map(|u| u * u).sum::<f64>().sqrt();
                    let Grip::Slip(direction) = smooth.closed[i].grips[k] else {
                        continue;
                    };
                    if speed > slow {
                        if range.len() == 1 && direction[0] * u[0] < 0.0 {
                            return Some(what);
                        }
                        continue;
                    }
                    let along: f64 = smooth.row_acceleration[range]
                        .iter()
                        .zip(direction)
                        .map(|(a, d)| a * d)
                        .sum();
                    let least = if strict { 1e-9 } else { -1e-9 };
                    if along < least * scale {
                        return Some(what);
                    }
                }
                // Whether all let go is asked once, before: see `floats`.
                What::Free => {}
                _ if value < -10.0 * rounding => return Some(what),
                _ => {}
            }
        }
        None
    }

    /// Impacts, then modes, until nothing approaches and everything fits. Contacts are closed up to `share` of the length.
    pub(super) fn settle(
        &mut self,
        system: &mut dyn System,
        solver: &mut dyn Solver,
        step: &mut Step,
        share: f64,
    ) -> Result<Progress, StepError> {
        for _ in 0..ROUNDS {
            self.close(system, share);
            if !self.look.list.iter().all(|c| is_smooth(&c.friction)) {
                return Ok(Progress::Stuck("friction with corners is not followed"));
            }
            if self.approaches() {
                self.impact(system, solver, step)?;
                continue;
            }
            self.keep_resting();
            let before = self.smooth.closed.clone();
            let fits = self.floats(system) || self.repair(system, true);
            let crooked = fits && !self.begins_straight();
            if fits && !crooked {
                self.hold_velocity(system);
                self.drop_leaving();
                return Ok(Progress::Arrived);
            }
            let found = self.smooth.closed.clone();
            self.smooth.set_closed(&before);
            let mut decided = self.decide(system, step)?;
            if crooked && !decided {
                self.smooth.set_closed(&found);
                decided = self.repair(system, true);
            }
            if decided {
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

    /// Whether every slip of several rows that begins gains speed along its own direction: contacts that let go one after the
    /// other, each by the force with which it held, begin across each other, and turn at once.
    fn begins_straight(&self) -> bool {
        let smooth = &self.smooth;
        let (slow, scale) = (RESTS * smooth.scales.speed, smooth.scales.acceleration);
        smooth.contacts.list.iter().enumerate().all(|(i, contact)| {
            let Closed { carries, grips, .. } = smooth.closed[i];
            if contact.friction.is_force() || !carries {
                return true;
            }
            groups(&contact.friction.law()).zip(grips).all(|(group, grip)| {
                let first = smooth.offsets[i] + group.start;
                let (u, a) = (
                    &smooth.velocity[first..first + group.dim],
                    &smooth.row_acceleration[first..first + group.dim],
                );
                let Grip::Slip(direction) = grip else { return true };
                if group.dim == 1 || group.is_frictionless() || u.iter().any(|u| u.abs() > slow) {
                    return true;
                }
                let along: f64 = a.iter().zip(direction).map(|(a, d)| a * d).sum();
                a.iter()
                    .zip(direction)
                    .all(|(a, d)| (a - along * d).abs() <= 1e-9 * scale)
            })
        })
    }

    /// Whether nothing approaches without contact forces: that is the answer taken, whatever else there may be (Moreau 1988,
    /// §15, Stage 1).
    fn floats(&mut self, system: &mut dyn System) -> bool {
        let before = self.smooth.closed.clone();
        for closed in &mut self.smooth.closed {
            closed.carries = false;
        }
        let State { time, q, v } = &self.state;
        let fits = self.smooth.evaluate(system, *time, q, v) && self.misfit(true).is_none();
        if !fits {
            self.smooth.set_closed(&before);
        }
        fits
    }

    /// Every contact whose gap is closed, with what was known of it.
    fn close(&mut self, system: &mut dyn System, share: f64) {
        let allowed = share * self.smooth.scales.length;
        let State { time, q, v } = &self.state;
        self.look.clear();
        system.contacts(*time, q, allowed, &mut self.look);
        let known = self.smooth.closed.clone();
        let mut closed: Vec<Closed> = Vec::new();
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
        closed.sort_unstable_by_key(|c| c.id);
        self.smooth.set_closed(&closed);
        self.smooth.evaluate(system, *time, q, v);
        // Contacts that are gone from the list are gone from the modes.
        if self.smooth.contacts.list.len() != self.smooth.ids.len() {
            let there: Vec<u64> = self.smooth.contacts.list.iter().map(|c| c.id).collect();
            closed.retain(|c| there.contains(&c.id));
            self.smooth.set_closed(&closed);
            self.smooth.evaluate(system, *time, q, v);
        }
        for i in 0..self.smooth.closed.len() {
            self.smooth.closed[i].grips = self.grips_at(i);
        }
    }

    /// Whether a closed contact is approached.
    fn approaches(&self) -> bool {
        let slow = RESTS * self.smooth.scales.speed;
        let contacts = self.smooth.contacts.list.iter().zip(&self.smooth.offsets);
        contacts
            .filter(|c| !c.0.friction.is_force())
            .any(|(_, &row)| self.smooth.velocity[row] < -slow)
    }

    /// Contacts that separate are not closed.
    fn keep_resting(&mut self) {
        let slow = RESTS * self.smooth.scales.speed;
        let smooth = &mut self.smooth;
        let stay: Vec<Closed> = smooth
            .closed
            .iter()
            .enumerate()
            .filter(|(i, _)| {
                smooth.contacts.list[*i].friction.is_force() || smooth.velocity[smooth.offsets[*i]] <= slow
            })
            .map(|(_, c)| *c)
            .collect();
        smooth.set_closed(&stay);
    }

    /// Contacts that do not carry and accelerate away are not closed.
    fn drop_leaving(&mut self) {
        let smooth = &mut self.smooth;
        let fast = 1e-7 * smooth.scales.acceleration;
        let stay: Vec<Closed> = smooth
            .closed
            .iter()
            .enumerate()
            .filter(|(i, c)| {
                c.carries
                    || smooth.contacts.list[*i].friction.is_force()
                    || smooth.row_acceleration[smooth.offsets[*i]] <= fast
            })
            .map(|(_, c)| *c)
            .collect();
        if stay.len() != smooth.closed.len() {
            smooth.set_closed(&stay);
        }
    }

    /// Velocities exactly onto what holds now.
    fn hold_velocity(&mut self, system: &mut dyn System) {
        let State { time, q, v } = &mut self.state;
        let mut at = q.clone();
        self.smooth.project(system, *time, &mut at, v);
        q.copy_from_slice(&at);
        self.smooth.evaluate(system, *time, &at, v);
    }

    /// The impact law of every closed contact, all together; the rest of an accumulation at once.
    fn impact(
        &mut self,
        system: &mut dyn System,
        solver: &mut dyn Solver,
        step: &mut Step,
    ) -> Result<(), StepError> {
        let slow = RESTS * self.smooth.scales.speed;
        let mut soft: Vec<u64> = Vec::new();
        loop {
            self.solve_impact(system, solver, &soft)?;
            let ending = self.ending(&soft, slow);
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
        let offsets = &self.smooth.offsets;
        for (i, contact) in self.trial.contacts.list.iter().enumerate() {
            let before = self.smooth.velocity[offsets[i]];
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
            if self.follow.keep_states {
                hit.push(contact.id);
            }
        }
        for id in hit {
            self.keep_impact(id);
        }
        if !self.follow.tangents.is_empty() {
            let trial = self.trial.clone();
            self.strike_tangents(system, solver, &soft)?;
            self.trial = trial;
        }
        self.state.v.clone_from(&self.trial.state.v);
        self.hold_closed(system, &soft);
        Ok(())
    }

    /// Contacts whose impacts have ended stay closed even where the last impact at another one would open them.
    fn hold_closed(&mut self, system: &mut dyn System, ended: &[u64]) {
        if ended.is_empty() {
            return;
        }
        let closed: Vec<Closed> = self
            .smooth
            .closed
            .iter()
            .enumerate()
            .filter(|(i, c)| {
                let rests = self.trial.relative_velocity[self.trial.offsets[*i]].abs()
                    <= RESTS * self.smooth.scales.speed;
                ended.contains(&c.id) || rests
            })
            .map(|(_, c)| Closed {
                carries: true,
                grips: [Grip::Slip([1.0, 0.0, 0.0]); 2],
                ..*c
            })
            .collect();
        self.smooth.set_closed(&closed);
        self.hold_velocity(system);
    }

    /// v⁺ of the closed contacts into `trial`; those in `soft` do not rebound.
    pub(super) fn solve_impact(
        &mut self,
        system: &mut dyn System,
        solver: &mut dyn Solver,
        soft: &[u64],
    ) -> Result<(), StepError> {
        let State { time, q, v } = &self.state;
        let one = &mut self.one;
        one.clear();
        one.load_mass(system, *time, q)?;
        one.v_free.copy_from_slice(v);
        one.dt = 0.0;
        one.contacts.clone_from(&self.smooth.contacts);
        for contact in &mut one.contacts.list {
            if soft.contains(&contact.id) {
                contact.restitution = SOFT;
            }
        }
        one.constraints.clone_from(&self.smooth.constraints);
        one.solve(&self.state, solver, &mut self.trial)
    }

    /// Contacts whose flights get shorter and whose next one is too low to matter; when their impacts end.
    fn ending(&self, soft: &[u64], slow: f64) -> Vec<(u64, f64)> {
        let mut out = Vec::new();
        let lowest = (0.01 * self.relative).max(super::LOWEST) * self.smooth.scales.length;
        for (i, contact) in self.trial.contacts.list.iter().enumerate() {
            let before = self.smooth.velocity[self.smooth.offsets[i]];
            let after = self.trial.relative_velocity[self.trial.offsets[i]];
            if contact.friction.is_force() || soft.contains(&contact.id) || after <= slow || before > slow {
                continue;
            }
            let Some(last) = self.bounces.iter().find(|b| b.id == contact.id) else {
                continue;
            };
            let (ratio, flight) = (after / last.speed, self.state.time - last.time);
            let shrinks = ratio < 1.0 - 1e-9 && last.ratio.is_some_and(|r| r < 1.0 - 1e-9);
            // The flight just made is so short that rounding is in its length: where one can, from the acceleration.
            let pull = match self.smooth.lone {
                Some(lone) if lone < 0.0 => -lone,
                _ => 2.0 * last.speed / flight,
            };
            if shrinks && after * after < 2.0 * pull * lowest {
                out.push((contact.id, self.state.time + 2.0 * after / pull / (1.0 - ratio)));
            }
        }
        out
    }

    /// Impulses, losses and proofs of the trial into the step.
    fn book_trial(&mut self, step: &mut Step) {
        let trial = &self.trial;
        let slow = RESTS * self.smooth.scales.speed;
        for (i, contact) in trial.contacts.list.iter().enumerate() {
            let rows = trial.offsets[i]..trial.offsets[i + 1];
            let hit =
                self.smooth.velocity[self.smooth.offsets[i]] < -slow && trial.impulses[rows.start] > 0.0;
            book(&mut self.booked, contact.id, &trial.impulses[rows], hit);
        }
        self.held.resize(trial.constraint_impulses.len(), 0.0);
        for (sum, r) in self.held.iter_mut().zip(&trial.constraint_impulses) {
            *sum += r;
        }
        step.energy.add(&trial.energy);
        step.certificate.worst_of(&trial.certificate);
        step.solves.count += trial.solves.count;
        step.solves.iterations += trial.solves.iterations;
        step.solves.method = trial.solves.method;
        if trial.solves.stop != drystone_solve::solver::Stop::Converged {
            step.solves.stop = trial.solves.stop;
        }
    }

    /// Who carries and who slides, by the contact problem of a vanishing step; whether forces agree.
    fn decide(&mut self, system: &mut dyn System, step: &mut Step) -> Result<bool, StepError> {
        let h = self.vanishing();
        self.solve_vanishing(system, h)?;
        step.solves.count += 1;
        step.solves.iterations += self.trial.solves.iterations;
        step.solves.method = self.trial.solves.method;
        self.read_modes(h);
        self.know_forces(h);
        Ok(self.repair(system, true))
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
        system.gyroscopic(q, v, &mut one.force);
        one.free_velocity(*time, v, h)?;
        one.contacts.clone_from(&self.smooth.contacts);
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
        one.constraints.clone_from(&self.smooth.constraints);
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
        system.advance(q, v, h, &mut ahead);
        one.load_mass(system, time + h, &ahead)?;
        system.force(time + h, &ahead, v, &mut one.force);
        system.gyroscopic(&ahead, v, &mut one.force);
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
    fn jump(&mut self, system: &mut dyn System, step: &mut Step) -> Result<bool, StepError> {
        let finite = self.jumps() > 1e-4 * self.smooth.scales.speed;
        if finite {
            self.sharpen(system)?;
            self.take_jump(step);
        }
        Ok(finite)
    }

    /// The jump of a step of no length: forces add to it in proportion to the length, so that half of it and all of it tell.
    fn sharpen(&mut self, system: &mut dyn System) -> Result<(), StepError> {
        let (v, impulses) = (self.trial.state.v.clone(), self.trial.impulses.clone());
        let lost = (self.trial.energy.friction_loss, self.trial.energy.impact_loss);
        let h = self.vanishing();
        self.solve_vanishing(system, 0.5 * h)?;
        let trial = &mut self.trial;
        let near = 1e-4 * self.smooth.scales.speed;
        let same = trial.impulses.len() == impulses.len()
            && trial
                .state
                .v
                .iter()
                .zip(&v)
                .all(|(half, whole)| (half - whole).abs() < near);
        if same {
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
