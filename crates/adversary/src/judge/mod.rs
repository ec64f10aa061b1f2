//! The judge: whether an answer, or a proof that there is none, is true of the problem as it was given.
//!
//! ```text
//! r̃ = √d r,   ũ = u / √d,   d the mean |diagonal of W| over the rows of one kind of a block
//! defect of a block (Alart, Curnier 1991):
//!   bilateral   ũ                  unilateral   min(r̃, ũ)                box   mid(r̃ − hi, ũ, r̃ − lo)
//!   friction    min(r̃_N, ũ_N)   and   r̃_T − P_{cD}(r̃_T − ũ_T),   c = max(0, r̃_N − ũ_N) or max(0, r̃_N)
//! solved      ⇒  ‖defects‖ ≤ 1e-6 max(‖b̃‖, ‖ũ‖), and in every block ≤ 1e-4 of its own r̃, ũ, b̃
//! infeasible  ⇒  a ray y with y ≥ 0 on normals, free on joints, 0 elsewhere, and
//!                y·b + sup { (Wᵀ y)·r : r allowed } < 0:  then y·u < 0 for every allowed r, yet laws ask ≥ 0
//! ```
//! Everything is in double-double, from W and b or from M, H and b. What the rounding of r to doubles does to
//! u is let off. The judge does not say whether a problem that was given up had an answer.

mod elimination;
mod laws;
mod ray;
mod scaled;
mod section;

pub use ray::check_ray;
pub use scaled::Scaled;

use crate::dd::{Dd, norm};
use crate::problem::Problem;

/// Largest norm of all defects, as a share of the velocities.
pub const WHOLE: f64 = 1e-6;
/// Largest norm of the defects of a block, as a share of its own impulse and velocities.
pub const OWN: f64 = 1e-4;
/// Rounding units let off for each sum |W||r| + |b| + |r|: one for r, a few for sums of few terms.
const ROUNDINGS: f64 = 8.0;

/// What the judge measured on an answer.
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    /// All defects beyond rounding, as a share of the velocities.
    pub whole: f64,
    /// The worst block: its defect beyond rounding as a share of its own sizes, and its number.
    pub own: (f64, usize),
}

impl Measured {
    /// Whether an answer may be called solved. NaN may not.
    pub fn is_solved(&self) -> bool {
        self.whole <= WHOLE && self.own.0 <= OWN
    }
}

/// Measures an answer. `None`: M is singular to 30 digits, so there is no problem.
pub fn measure(problem: &Problem, r: &[f64]) -> Option<Measured> {
    let scaled = Scaled::new(problem)?;
    Some(measure_scaled(&scaled, r))
}

/// The same on a problem that is scaled already.
pub fn measure_scaled(scaled: &Scaled, r: &[f64]) -> Measured {
    let n = scaled.b.len();
    let r = scaled.impulses(r);
    let (u, size) = scaled.velocities(&r);
    let mut defects = vec![Dd::ZERO; n];
    let rounding: Vec<f64> = (0..n)
        .map(|i| ROUNDINGS * f64::EPSILON * (size[i] + scaled.b[i].hi.abs() + r[i].hi.abs()))
        .collect();
    let mut own = (0.0, 0);
    for (block, law) in scaled.laws.iter().enumerate() {
        let rows = law.first..law.first + law.size;
        let (rb, ub) = (&r[rows.clone()], &u[rows.clone()]);
        let defect = &mut defects[rows.clone()];
        law.defect(rb, ub, defect);
        let f = norm(defect.iter().map(|x| x.hi));
        let slack = norm(rounding[rows.clone()].iter().copied());
        let largest = [rb, ub, &scaled.b[rows]]
            .into_iter()
            .map(|x| norm(x.iter().map(|x| x.hi)))
            .fold(0.0, f64::max);
        let share = beyond(f, slack, largest);
        if !(share <= own.0) {
            own = (share, block);
        }
    }
    let f = norm(defects.iter().map(|x| x.hi));
    let slack = norm(rounding.iter().copied());
    let velocities = f64::max(norm(scaled.b.iter().map(|x| x.hi)), norm(u.iter().map(|x| x.hi)));
    Measured {
        whole: beyond(f, slack, velocities),
        own,
    }
}

/// (f − slack) / scale, 0 where nothing is left, ∞ where the slack itself means nothing. NaN stays.
fn beyond(f: f64, slack: f64, scale: f64) -> f64 {
    if f.is_nan() || !slack.is_finite() {
        return f64::NAN;
    }
    if f <= slack { 0.0 } else { (f - slack) / scale }
}

#[cfg(test)]
mod tests;
