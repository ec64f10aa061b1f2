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
use drystone_solve::problem::ContactProblem;

/// From the first guess of this step in `kept` to that of the next; `stopped` are the velocities u⁻ with what
/// restitution adds, and the largest of them at rest.
pub(crate) fn of_next_step(
    problem: &ContactProblem,
    (stopped, at_rest): (impl Iterator<Item = f64> + Clone, f64),
    r: &[f64],
    kept: &mut [f64],
    missed: &mut Vec<f64>,
) {
    let share = if stopped.clone().all(|u| u.abs() <= at_rest) {
        missed.resize(r.len(), 0.0);
        problem.relative_velocity(kept, missed);
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

#[cfg(test)]
#[allow(clippy::expect_used, reason = "helpers of tests")]
mod tests {
    use super::of_next_step;
    use drystone_solve::delassus::{BlockMatrix, Delassus};
    use drystone_solve::law::Law;
    use drystone_solve::problem::ContactProblem;
    use nalgebra::DMatrix;

    fn problem(w: f64, b: f64) -> ContactProblem {
        let w = BlockMatrix::from_dense(&DMatrix::from_element(1, 1, w), &[1]);
        ContactProblem {
            delassus: Delassus::Explicit(w.expect("one block")),
            free_velocity: vec![b],
            laws: vec![Law::Unilateral],
        }
    }

    /// A unit mass on the ground, b = u⁻ − h g, and a guess that lacked a tenth of the weight in four steps
    /// and lacks it again.
    #[test]
    fn what_stopped_the_last_steps_is_taken_off() {
        let (weight, lacks) = (1.0, 0.1);
        for steps in [0.0, 1.0, 4.0] {
            let before = -steps * lacks;
            let problem = problem(1.0, before - weight);
            let (mut kept, answer) = ([weight - lacks], [weight - before]);
            of_next_step(
                &problem,
                ([before].into_iter(), 1.0),
                &answer,
                &mut kept,
                &mut Vec::new(),
            );
            assert!((kept[0] - weight).abs() < 1e-15, "{steps} steps: {kept:?}");
            // Faster than at rest: the answer itself.
            of_next_step(
                &problem,
                ([before - 2.0].into_iter(), 1.0),
                &answer,
                &mut kept,
                &mut Vec::new(),
            );
            assert_eq!(kept, answer);
        }
    }

    #[test]
    fn a_guess_that_was_the_answer_stays() {
        let problem = problem(0.0, 0.0);
        let mut kept = [3.0];
        of_next_step(
            &problem,
            ([0.0].into_iter(), 1.0),
            &[3.0],
            &mut kept,
            &mut Vec::new(),
        );
        assert_eq!(kept, [3.0]);
    }
}
