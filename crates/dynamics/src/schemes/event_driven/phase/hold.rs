//! Constraints and closed gaps are kept: projection, the second multiplier of (7), compensated multipliers.
//!
//! ```text
//! y ← y − M⁻¹ Hᵀ (H M⁻¹ Hᵀ)⁺ wrong             the shortest change in the kinetic metric, of positions and of velocities
//! ```
//! Source: Brogliato et al. (2002), (7), (42), (43). Which way is taken says [`Holding`].

use super::chart::Chart;
use super::{Holding, Smooth};
use crate::system::System;

/// What is off by so many roundings of the scales is where it should be.
const ROUNDED: f64 = 4.0;
/// Most passes of a projection.
const PASSES: usize = 4;

impl Smooth {
    /// What the multipliers of a row put right besides the acceleration, in m/s².
    pub(super) fn to_right(&self, row: usize) -> f64 {
        let first = self.contacts.obstacle.len();
        match self.holding {
            Holding::Compensated => self.compensation.0.get(row).copied().unwrap_or(0.0),
            Holding::Baumgarte(alpha) if row >= first => {
                2.0 * alpha * self.velocity[row] + alpha * alpha * self.constraints.value[row - first]
            }
            _ => 0.0,
        }
    }

    /// Hands the velocity by which positions move to `rate`: v, with the second multiplier of (7) where it
    /// was asked for.
    pub(crate) fn rate(&mut self, v: &[f64], rate: impl FnOnce(&Chart, &[f64])) {
        let twofold = matches!(self.holding, Holding::IndexReduced | Holding::Compensated);
        if !twofold || self.equations.is_empty() {
            rate(&self.chart, v);
            return;
        }
        // v + M⁻¹ Hᵀ μ with H (v + M⁻¹ Hᵀ μ) + w + what is amiss = 0, on gaps and constraints.
        let mut along = std::mem::take(&mut self.scratch);
        along.copy_from_slice(v);
        let first = self.contacts.obstacle.len();
        let holonomic = |row: usize| row >= first || self.offsets.binary_search(&row).is_ok();
        let rows: Vec<usize> = self.equations.iter().copied().filter(|r| holonomic(*r)).collect();
        let compensated = self.holding == Holding::Compensated;
        let wrong: Vec<f64> = rows
            .iter()
            .map(|&row| {
                let amiss = self.compensation.1.get(row).copied().unwrap_or(0.0);
                self.velocity[row] + if compensated { amiss } else { 0.0 }
            })
            .collect();
        self.turn_back(&rows, &wrong, &mut along);
        rate(&self.chart, &along);
        self.scratch = along;
    }

    /// y ← y − M⁻¹ Hᵀ (H M⁻¹ Hᵀ)⁺ wrong, on these rows: the shortest change in the kinetic metric.
    fn turn_back(&mut self, rows: &[usize], wrong: &[f64], y: &mut [f64]) {
        let Some(mass) = self.mass.take() else { return };
        let (n, m) = (y.len(), rows.len());
        let mut pushes = std::mem::take(&mut self.pushes);
        pushes.clear();
        pushes.resize(n * m, 0.0);
        for (&row, push) in rows.iter().zip(pushes.chunks_exact_mut(n.max(1))) {
            self.add_transposed(row, 1.0, push);
            mass.solve(push);
        }
        self.system.begin(m);
        for (i, &row) in rows.iter().enumerate() {
            for (j, push) in pushes.chunks_exact(n.max(1)).enumerate() {
                self.system.matrix[i * m + j] = self.dot(row, push);
            }
            self.system.right[i] = wrong[i];
        }
        self.system.solve();
        for (x, push) in self.system.right.iter().zip(pushes.chunks_exact(n.max(1))) {
            for (y, p) in y.iter_mut().zip(push) {
                *y -= x * p;
            }
        }
        self.pushes = pushes;
        self.mass = Some(mass);
    }

    /// Notes what a step that begins here has to compensate: violations per second of its length.
    pub(crate) fn compensate(&mut self, h: f64) {
        if self.holding != Holding::Compensated {
            return;
        }
        let (first, rows) = (self.contacts.obstacle.len(), self.rows());
        let (of_velocity, of_position) = &mut self.compensation;
        of_velocity.clear();
        of_velocity.extend(self.velocity.iter().map(|u| u / h));
        of_position.clear();
        of_position.resize(rows, 0.0);
        for ((contact, closed), &row) in self.contacts.list.iter().zip(&self.closed).zip(&self.offsets) {
            if !contact.friction.is_force() {
                of_position[row] = (contact.gap - closed.level) / h;
            }
        }
        for (slot, c) in of_position[first..].iter_mut().zip(&self.constraints.value) {
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
        if self.ids.is_empty() && self.constraints.value.is_empty() {
            return true;
        }
        if self.is_known(time, q, v) && self.holds() {
            return true;
        }
        self.last.valid = false;
        for pass in 0..PASSES {
            self.q.copy_from_slice(q);
            if !self.inertia(system, time) || !self.find_rows(system, time) {
                return false;
            }
            if self.rows() == 0 {
                return true;
            }
            self.find_equations();
            self.find_misplaced();
            let (rows, wrong, mut change) = std::mem::take(&mut self.amiss);
            let worst = wrong.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
            let done = worst <= ROUNDED * f64::EPSILON * self.scales.length || pass + 1 == PASSES;
            if !done {
                change.clear();
                change.resize(v.len(), 0.0);
                self.turn_back(&rows, &wrong, &mut change);
                system.kinematics().advance(q, &change, 1.0, &mut self.q_near);
                q.copy_from_slice(&self.q_near);
            }
            self.amiss = (rows, wrong, change);
            if done {
                break;
            }
        }
        self.relative_velocity(v);
        let (mut rows, mut wrong, change) = std::mem::take(&mut self.amiss);
        rows.clone_from(&self.equations);
        wrong.clear();
        wrong.extend(rows.iter().map(|&row| self.velocity[row]));
        if wrong.iter().any(|u| *u != 0.0) {
            self.turn_back(&rows, &wrong, v);
        }
        self.amiss = (rows, wrong, change);
        true
    }

    /// Whether positions and velocities are where they should be at the last point, to rounding.
    fn holds(&mut self) -> bool {
        self.find_misplaced();
        let near = |list: &[f64], scale: f64| list.iter().all(|x| x.abs() <= ROUNDED * f64::EPSILON * scale);
        near(&self.amiss.1, self.scales.length)
            && self
                .equations
                .iter()
                .all(|&row| near(&[self.velocity[row]], self.scales.speed))
    }

    /// Rows of closed gaps and constraints, and by how much they are off.
    fn find_misplaced(&mut self) {
        let first = self.contacts.obstacle.len();
        let (mut rows, mut wrong, change) = std::mem::take(&mut self.amiss);
        rows.clear();
        wrong.clear();
        for &row in &self.equations {
            if row >= first {
                rows.push(row);
                wrong.push(self.constraints.value[row - first]);
            } else if let Ok(i) = self.offsets.binary_search(&row)
                && !self.contacts.list[i].friction.is_force()
            {
                rows.push(row);
                wrong.push(self.contacts.list[i].gap - self.closed[i].level);
            }
        }
        self.amiss = (rows, wrong, change);
    }
}
