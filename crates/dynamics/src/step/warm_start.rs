//! The first guess of the next step.
//!
//! ```text
//! W (r − r₀) = −u(r₀),     u(r₀) = u⁻ + a        r₀ the guess, r the answer
//! next:  r − ρ (r − r₀),   ρ = u⁻·u(r₀) / |u(r₀)|²
//! ```
//! Impulses solved to a tolerance are short by a velocity a in every step. After some steps these velocities
//! have summed to u⁻, and the answer r has two parts: what carries, and what stopped u⁻. The second part is
//! not needed again; a solve that began with it would push the contacts apart at −u⁻, and a wall at rest
//! would have to be solved in every second step. It is taken off as a share ρ of r − r₀, one for all
//! contacts: exact while the shortfall grows alike at all of them.
//!
//! Done only where everything is at rest up to a few tolerances; elsewhere the next step begins with r.
//! Forces that are kept while bodies turn by a hair make columns under load unstable (about 1.25 a step for
//! ten courses and 5 ms), so that a wall is still solved every ten steps or so.

use crate::step::tolerances::MOST_STOPPED;

/// From the first guess of this step in `kept` to that of the next; `stopped` are the velocities u⁻ with what
/// restitution adds, and the largest of them at rest; `velocity` writes u of some impulses.
pub(crate) fn of_next_step(
    velocity: impl FnOnce(&[f64], &mut [f64]),
    (stopped, at_rest): (impl Iterator<Item = f64> + Clone, f64),
    r: &[f64],
    kept: &mut [f64],
    missed: &mut Vec<f64>,
) {
    let share = if stopped.clone().all(|u| u.abs() <= at_rest) {
        missed.resize(r.len(), 0.0);
        velocity(kept, missed);
        let product: f64 = stopped.zip(&*missed).map(|(u, missed)| u * missed).sum();
        let square: f64 = missed.iter().map(|missed| missed * missed).sum();
        product / square
    } else {
        0.0
    };
    // Neither 0/0 nor ∞/∞ is a share.
    let share = if share > 0.0 { share.min(MOST_STOPPED) } else { 0.0 };
    for (kept, r) in kept.iter_mut().zip(r) {
        *kept = r - share * (r - *kept);
    }
}
