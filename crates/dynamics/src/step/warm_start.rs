//! The first guess of the next step.
//!
//! ```text
//! W (r − r₀) = −u(r₀),     u(r₀) = u⁻ + a        r₀ the guess, r the answer
//! next:  r − ρ (r − r₀),   ρ = u⁻·u(r₀) / |u(r₀)|²        part by part
//! ```
//! Impulses solved to a tolerance are short by a velocity a in every step. After some steps these velocities
//! have summed to u⁻, and the answer r has two parts: what carries, and what stopped u⁻. The second part is
//! not needed again; a solve that began with it would push the contacts apart at −u⁻, and a wall at rest
//! would have to be solved in every second step. It is taken off as a share ρ of r − r₀, one for all
//! contacts of a part: exact while the shortfall grows alike at all of them.
//!
//! A part is what rows connect over bodies. Done only in parts where everything is at rest up to a few
//! tolerances; elsewhere the next step begins with r. A wall stands still while a chain swings beside it.
//! Forces that are kept while bodies turn by a hair make columns under load unstable (about 1.25 a step for
//! ten courses and 5 ms), so that a wall is still solved now and then.

use crate::contact::Rows;
use crate::step::tolerances::{AT_REST, MOST_STOPPED};
use drystone_solve::policy::islands::{join, root};

/// The parts of a step, and what is summed over each.
#[derive(Default)]
pub(crate) struct WarmStart {
    /// Of each body, by the union of sets.
    parent: Vec<usize>,
    /// A body that stands for the part of each row; none where no body moves.
    part: Vec<Option<usize>>,
    /// Of each body that stands for a part.
    sums: Vec<Sums>,
    /// u(r₀).
    missed: Vec<f64>,
}

/// What is summed over the rows of a part.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    /// u⁻·u(r₀) and |u(r₀)|².
    product: f64,
    square: f64,
    /// The largest |u⁻|, and the largest |u| that the forces of the step make.
    stopped: f64,
    made: f64,
}

/// What a row does: u⁻ with what restitution adds, and u without contacts.
pub(crate) struct Row {
    pub(crate) stopped: f64,
    pub(crate) made: f64,
}

impl WarmStart {
    /// Which rows are connected over bodies; `body_of` tells the body of each velocity.
    pub(crate) fn find_parts(&mut self, rows: &Rows, (bodies, body_of): (usize, &[usize])) {
        self.parent.clear();
        self.parent.extend(0..bodies);
        for row in 0..rows.len() {
            let col = rows.row(row).0;
            for pair in col.windows(2) {
                let [a, b] = [pair[0], pair[1]].map(|dof| body_of[dof]);
                if a != b {
                    join(&mut self.parent, a, b);
                }
            }
        }
        self.part.clear();
        for row in 0..rows.len() {
            let body = rows.row(row).0.first().map(|dof| body_of[*dof]);
            self.part.push(body.map(|body| root(&mut self.parent, body)));
        }
        self.sums.clear();
        self.sums.resize(bodies, Sums::default());
    }

    /// From the first guess of this step in `kept` to that of the next; `velocity` writes u of some impulses,
    /// and is asked only where a part is at rest.
    pub(crate) fn of_next_step(
        &mut self,
        velocity: impl FnOnce(&[f64], &mut [f64]),
        rows: impl Iterator<Item = Row> + Clone,
        tolerance: f64,
        r: &[f64],
        kept: &mut [f64],
    ) {
        for (part, row) in self.part.iter().zip(rows.clone()) {
            if let Some(part) = *part {
                self.sums[part].look(&row);
            }
        }
        let rests = |part: &Option<usize>| part.is_some_and(|part| self.sums[part].rests(tolerance));
        if !self.part.iter().any(rests) {
            kept.copy_from_slice(r);
            return;
        }
        self.missed.resize(r.len(), 0.0);
        velocity(kept, &mut self.missed);
        for ((part, missed), row) in self.part.iter().zip(&self.missed).zip(rows) {
            if let Some(part) = *part {
                self.sums[part].add(row.stopped, *missed);
            }
        }
        for ((part, kept), r) in self.part.iter().zip(kept).zip(r) {
            let share = part.map_or(0.0, |part| self.sums[part].share(tolerance));
            *kept = r - share * (r - *kept);
        }
    }
}

impl Sums {
    fn look(&mut self, row: &Row) {
        // NaN stays, so that no share is taken.
        let most = |a: f64, b: f64| if a > b.abs() || a.is_nan() { a } else { b.abs() };
        self.stopped = most(self.stopped, row.stopped);
        self.made = most(self.made, row.made);
    }

    fn add(&mut self, stopped: f64, missed: f64) {
        self.product += stopped * missed;
        self.square += missed * missed;
    }

    fn rests(&self, tolerance: f64) -> bool {
        self.stopped <= AT_REST * tolerance * self.made
    }

    /// ρ of a part; none where it moves.
    fn share(&self, tolerance: f64) -> f64 {
        let share = self.product / self.square;
        // Neither 0/0 nor ∞/∞ is a share.
        if self.rests(tolerance) && share > 0.0 {
            share.min(MOST_STOPPED)
        } else {
            0.0
        }
    }
}
