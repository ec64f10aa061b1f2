//! How constraints and closed gaps are held: projection, second multiplier of (7), compensated multipliers.
//!
//! ```text
//! y ← y − M⁻¹ Hᵀ (H M⁻¹ Hᵀ)⁺ wrong  the shortest change in the kinetic metric,
//!                                   of positions and of velocities
//! ```
//! Source: Brogliato et al. (2002), (7), (42), (43). Which way is taken says [`Holding`].

use super::super::tolerances::{PASSES, PROJECTED};
use super::forces::Work;
use super::{Holding, Phase};
use crate::step::Step;
use crate::system::{State, System};

/// Violations that are put right.
#[derive(Default)]
pub(super) struct Correction {
    /// Violations that this step compensates, per second: of velocities, of positions.
    compensation: (Vec<f64>, Vec<f64>),
    /// Rows to be put right, by how much, and the change that does it.
    amiss: (Vec<usize>, Vec<f64>, Vec<f64>),
}

impl Phase {
    /// Acceleration that the multiplier of a row adds to put violations right, in m/s².
    pub(super) fn to_right(&self, row: usize) -> f64 {
        let first = self.rows.contacts.obstacle.len();
        match self.holding {
            Holding::Compensated => self.correction.compensation.0.get(row).copied().unwrap_or(0.0),
            Holding::Baumgarte(alpha) if row >= first => {
                2.0 * alpha * self.rows.velocity[row]
                    + alpha * alpha * self.rows.constraints.value[row - first]
            }
            _ => 0.0,
        }
    }

    /// Hands the velocity by which positions move to `rate`: v, with the second multiplier of (7) where it
    /// was asked for.
    pub(crate) fn rate(&mut self, v: &[f64], rate: impl FnOnce(&[f64])) {
        let twofold = matches!(self.holding, Holding::IndexReduced | Holding::Compensated);
        if !twofold || self.work.equations.is_empty() {
            rate(v);
            return;
        }
        // v + M⁻¹ Hᵀ μ with H (v + M⁻¹ Hᵀ μ) + w + violation = 0, on gaps and constraints.
        let mut along = std::mem::take(&mut self.work.scratch);
        along.copy_from_slice(v);
        let first = self.rows.contacts.obstacle.len();
        let holonomic = |row: usize| row >= first || self.rows.offsets.binary_search(&row).is_ok();
        let rows: Vec<usize> = self
            .work
            .equations
            .iter()
            .copied()
            .filter(|r| holonomic(*r))
            .collect();
        let compensated = self.holding == Holding::Compensated;
        let wrong: Vec<f64> = rows
            .iter()
            .map(|&row| {
                let amiss = self.correction.compensation.1.get(row).copied().unwrap_or(0.0);
                self.rows.velocity[row] + if compensated { amiss } else { 0.0 }
            })
            .collect();
        self.turn_back(&rows, &wrong, &mut along);
        rate(&along);
        self.work.scratch = along;
    }

    /// y ← y − M⁻¹ Hᵀ (H M⁻¹ Hᵀ)⁺ wrong, on these rows: the shortest change in the kinetic metric.
    fn turn_back(&mut self, rows: &[usize], wrong: &[f64], y: &mut [f64]) {
        if self.is_large(rows.len()) && self.turn_back_by_springs(rows, wrong, y) {
            return;
        }
        self.respond(rows, false);
        let Work { system, pushes, .. } = &mut self.work;
        system.right.copy_from_slice(wrong);
        system.solve();
        for (x, push) in system.right.iter().zip(pushes.chunks_exact(y.len().max(1))) {
            for (y, p) in y.iter_mut().zip(push) {
                *y -= x * p;
            }
        }
    }

    /// The same by springs; `false`, and nothing done, where that fails.
    fn turn_back_by_springs(&mut self, rows: &[usize], wrong: &[f64], y: &mut [f64]) -> bool {
        let mut springs = std::mem::take(&mut self.work.springs);
        self.gather(rows, false, &mut springs);
        springs.right.extend_from_slice(wrong);
        springs.force.resize(wrong.len(), 0.0);
        let solved = springs.solve(&self.inertia.mass);
        if solved {
            for (y, push) in y.iter_mut().zip(&springs.push) {
                *y += push;
            }
        }
        self.work.springs = springs;
        solved
    }

    /// Notes the violations that a step of length h from here compensates, per second.
    pub(crate) fn compensate(&mut self, h: f64) {
        if self.holding != Holding::Compensated {
            return;
        }
        let (first, rows) = (self.rows.contacts.obstacle.len(), self.rows.count());
        let (of_velocity, of_position) = &mut self.correction.compensation;
        of_velocity.clear();
        of_velocity.extend(self.rows.velocity.iter().map(|u| u / h));
        of_position.clear();
        of_position.resize(rows, 0.0);
        for ((contact, closed), &row) in self
            .rows
            .contacts
            .list
            .iter()
            .zip(&self.modes.closed)
            .zip(&self.rows.offsets)
        {
            if !contact.friction.is_force() {
                of_position[row] = (contact.gap - closed.level) / h;
            }
        }
        for (slot, c) in of_position[first..].iter_mut().zip(&self.rows.constraints.value) {
            *slot = c / h;
        }
    }

    /// Brings positions back onto closed gaps and constraints, then velocities onto everything that holds.
    /// `false` where a contact has gone.
    pub(crate) fn project(
        &mut self,
        system: &mut dyn System,
        time: f64,
        q: &mut [f64],
        v: &mut [f64],
    ) -> bool {
        system.kinematics().normalise(q);
        if !matches!(self.holding, Holding::Projection) {
            return true;
        }
        if self.modes.ids.is_empty() && self.rows.constraints.value.is_empty() {
            return true;
        }
        if self.is_known(time, q, v) && self.holds() {
            return true;
        }
        self.last.valid = false;
        if !self.project_positions(system, time, q) {
            return false;
        }
        if self.rows.count() > 0 {
            self.project_velocities(v);
        }
        true
    }

    /// Brings positions back onto closed gaps and constraints; `false` where a contact has gone.
    fn project_positions(&mut self, system: &mut dyn System, time: f64, q: &mut [f64]) -> bool {
        for pass in 0..PASSES {
            self.q.copy_from_slice(q);
            if !self.factor_mass(system, time) || !self.find_rows(system, time) {
                return false;
            }
            if self.rows.count() == 0 {
                break;
            }
            self.find_equations();
            self.find_misplaced();
            let (rows, wrong, mut change) = std::mem::take(&mut self.correction.amiss);
            let worst = wrong.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
            let done = worst <= PROJECTED * self.scales.length || pass + 1 == PASSES;
            if !done {
                change.clear();
                change.resize(self.motion.acceleration.len(), 0.0);
                self.turn_back(&rows, &wrong, &mut change);
                let near = &mut self.rows.q_near;
                system.kinematics().advance(q, &change, 1.0, near);
                q.copy_from_slice(near);
            }
            self.correction.amiss = (rows, wrong, change);
            if done {
                break;
            }
        }
        true
    }

    /// Brings velocities onto closed gaps, sticking contacts, held motors and constraints.
    fn project_velocities(&mut self, v: &mut [f64]) {
        self.rows.relative_velocity(v);
        let (mut rows, mut wrong, change) = std::mem::take(&mut self.correction.amiss);
        rows.clone_from(&self.work.equations);
        wrong.clear();
        wrong.extend(rows.iter().map(|&row| self.rows.velocity[row]));
        if wrong.iter().any(|u| *u != 0.0) {
            self.turn_back(&rows, &wrong, v);
        }
        self.correction.amiss = (rows, wrong, change);
    }

    /// Brings a state back onto closed gaps and constraints; the energy that this adds is booked.
    pub(crate) fn hold(&mut self, system: &mut dyn System, at: &mut State, step: &mut Step) {
        let State { time, q, v } = at;
        if self.rows.count() == 0 {
            self.project(system, *time, q, v);
            return;
        }
        let before = system.energy(*time, q, v).total();
        self.project(system, *time, q, v);
        step.energy.correction += system.energy(*time, q, v).total() - before;
    }

    /// Whether positions and velocities are where they should be at the last point, to rounding.
    fn holds(&mut self) -> bool {
        self.find_misplaced();
        let near = |list: &[f64], scale: f64| list.iter().all(|x| x.abs() <= PROJECTED * scale);
        near(&self.correction.amiss.1, self.scales.length)
            && self
                .work
                .equations
                .iter()
                .all(|&row| near(&[self.rows.velocity[row]], self.scales.speed))
    }

    /// Rows of closed gaps and constraints, and by how much they are off.
    fn find_misplaced(&mut self) {
        let first = self.rows.contacts.obstacle.len();
        let (mut rows, mut wrong, change) = std::mem::take(&mut self.correction.amiss);
        rows.clear();
        wrong.clear();
        for &row in &self.work.equations {
            if row >= first {
                rows.push(row);
                wrong.push(self.rows.constraints.value[row - first]);
            } else if let Ok(i) = self.rows.offsets.binary_search(&row)
                && !self.rows.contacts.list[i].friction.is_force()
            {
                rows.push(row);
                wrong.push(self.rows.contacts.list[i].gap - self.modes.closed[i].level);
            }
        }
        self.correction.amiss = (rows, wrong, change);
    }
}
