//! Overlap taken back by the contacts and joints of the step itself: no search, no new rows.
//!
//! ```text
//! g = g_m + H_N (q⁺ ⊖ q_m)   gaps at q⁺ to first order      c(q⁺)   constraints      rows at q_m
//! ```
//! Where the step was solved by pairs of bodies, with a budget of sweeps. What this leaves, because bodies
//! that turn fast are not where their rows say, is looked for at the end of the step.

use crate::step::Step;
use crate::step::inputs::Outcome;
use crate::step::position_correction::Correction;
use crate::step::tolerances::{EASED, LANDED, LIFTED, SLOP};
use crate::system::System;

/// How a step went on from where its contacts were found, at q ⊕ γ h v.
#[derive(Clone, Copy)]
pub(crate) struct Since<'a> {
    /// θ v⁺ + (1 − θ) v.
    pub(crate) mean: &'a [f64],
    pub(crate) v: &'a [f64],
    pub(crate) dt: f64,
    pub(crate) gamma: f64,
}

impl Correction {
    /// Lifts a step, before it ends, by what it was solved with.
    pub(crate) fn lift_by_pairs(
        &mut self,
        system: &mut dyn System,
        outcome: &mut Outcome<'_>,
        since: Since<'_>,
        step: &mut Step,
    ) {
        let (Some(sweeps), Some(pairs)) = (outcome.options().budget, outcome.pairs()) else {
            return;
        };
        self.lifted = Some(sweeps);
        let kept = SLOP * system.kinematics().thinnest();
        let length = system.kinematics().length(&step.state.q);
        let Since { mean, v, dt, gamma } = since;
        let delta = &mut self.pass.delta;
        delta.clear();
        delta.extend(mean.iter().zip(v).map(|(mean, v)| dt * (mean - gamma * v)));
        let gaps = &mut self.pass.z;
        gaps.clear();
        let mut worst: f64 = 0.0;
        for (contact, &row) in step.contacts.list.iter().zip(&step.offsets) {
            gaps.resize(row + 1, 0.0);
            if contact.friction.is_force() {
                continue;
            }
            let moved = step.contacts.jacobian.dot(row, delta);
            let gap = contact.gap + moved + (1.0 - gamma) * dt * step.contacts.obstacle[row];
            worst = worst.max(-gap);
            gaps[row] = gap + kept.min(EASED * -gap).max(0.0);
        }
        if !(worst > LANDED * length) {
            return;
        }
        gaps.resize(step.offsets.last().copied().unwrap_or(0), 0.0);
        if !step.constraint_impulses.is_empty() {
            self.constraints.clear();
            system.constraints(step.state.time, &step.state.q, &mut self.constraints);
            gaps.extend_from_slice(&self.constraints.value);
            let drift = self.constraints.value.iter().map(|c| c.abs());
            worst = drift.fold(worst, f64::max);
        }
        let moved = pairs.push_apart(gaps, (sweeps, LIFTED * worst));
        let dim = delta.len();
        delta.clear();
        delta.extend(moved.iter().flatten().take(dim));
        self.move_by_pass(system, step);
    }
}
