//! The pair of order 8, and Radau IIA in its place where the equations are stiff.
//!
//! ```text
//! h λ ≈ h |f(y⁺) − f(Y)| / |y⁺ − Y|,  Y the last stage of the pair, at the same time as y⁺
//!                                     > 6.1 in 15 steps: stiff
//! ```
//! The boundary of the pair's region of stability is near 6.1 on the real axis: where steps stay there it is
//! stability that keeps them short, not the tolerance. Radau's collocation polynomial is a cubic and becomes
//! the dense output of the step, so that a reader of the step need not know which method made it. Back to the
//! pair where Radau's own steps would be stable for it. Each implicit step begins with a Jacobian of its own:
//! it depends on its beginning alone, so that a run goes on bit for bit from a file. Source: Hairer and
//! Wanner, Solving Ordinary Differential Equations II (1996), §IV.2.

use super::dop853::Dop853;
use super::radau::Radau;
use super::{Attempt, Rhs, Tolerance};

/// Steps at the boundary of stability that say that it is stability.
const STIFF: u32 = 15;
/// Steps far from it after which they are forgotten.
const MILD: u32 = 6;
/// The boundary, and where the pair is as good again.
const BOUNDARY: f64 = 6.1;
const BACK: f64 = 3.0;

/// What is remembered from step to step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Habits {
    /// How long the short step is left out, and after how many refusals.
    pub wait: u32,
    /// Refusals of the short step.
    pub refusals: u32,
    /// Steps at the boundary of stability, and steps far from it.
    pub stiff: u32,
    /// Steps far from it.
    pub mild: u32,
    /// Whether Radau makes the steps.
    pub implicit: bool,
    /// λ when that began, in 1/s.
    pub rate: f64,
    /// Whether the last step was a short one without error to speak of.
    pub exact: bool,
}

/// One step at a time, explicit or implicit.
#[derive(Default)]
pub struct Integrator {
    /// The step tried last, whichever method made it; tried by [`Integrator::attempt`] alone.
    pub step: Dop853,
    /// How many of the last components of y the right-hand side does not depend on: integrals along the way.
    pub sums: usize,
    radau: Option<Box<Radau>>,
    habits: Habits,
}

impl Integrator {
    /// What is remembered.
    pub fn habits(&self) -> Habits {
        let (wait, refusals) = self.step.waits();
        Habits {
            wait,
            refusals,
            exact: self.step.is_exact(),
            ..self.habits
        }
    }

    /// Takes up what was remembered at another time.
    pub fn set_habits(&mut self, habits: Habits) {
        self.habits = habits;
        self.step.set_waits((habits.wait, habits.refusals));
        self.step.set_exact(habits.exact);
    }

    /// Tries a step of length `h`. Gives the error in units of the tolerance, as one of the pair that changes
    /// the length of steps alike, or nothing where f has no value on the way.
    pub fn attempt(&mut self, rhs: &mut Rhs, h: f64, tolerance: &Tolerance) -> Option<f64> {
        if self.habits.implicit {
            return self.attempt_implicit(rhs, h, tolerance);
        }
        let error = self.step.attempt(rhs, h, tolerance)?;
        if error <= 1.0
            && let Some(size) = self.step.stiffness(tolerance)
        {
            self.watch(size);
        }
        Some(error)
    }

    fn watch(&mut self, size: f64) {
        let habits = &mut self.habits;
        if size > BOUNDARY {
            (habits.stiff, habits.mild) = (habits.stiff + 1, 0);
            if habits.stiff >= STIFF {
                (habits.implicit, habits.rate) = (true, size / self.step.h);
            }
        } else {
            habits.mild += 1;
            if habits.mild >= MILD {
                (habits.stiff, habits.mild) = (0, 0);
            }
        }
    }

    fn attempt_implicit(&mut self, rhs: &mut Rhs, h: f64, tolerance: &Tolerance) -> Option<f64> {
        let n = self.step.y.len();
        if self
            .radau
            .as_ref()
            .is_none_or(|radau| !radau.is_for(n, self.sums))
        {
            self.radau = Some(Box::new(Radau::with_sums(n, self.sums)));
        }
        let radau = self.radau.as_mut()?;
        radau.restart();
        // As the pair counts them: error^(−1/8) · 0.9 is the ratio of two steps.
        let as_error = |next: f64| (0.9 * h / next).powi(8);
        match radau.attempt(rhs, self.step.time, &self.step.y, h, tolerance) {
            Attempt::Rejected { next_h } => Some(as_error(next_h).max(1.5)),
            Attempt::Accepted { next_h } => {
                self.step.take(h, radau);
                let habits = &mut self.habits;
                habits.mild = if next_h * habits.rate < BACK {
                    habits.mild + 1
                } else {
                    0
                };
                if habits.mild >= MILD {
                    (habits.implicit, habits.stiff, habits.mild) = (false, 0, 0);
                }
                Some(as_error(next_h).min(1.0))
            }
        }
    }
}

#[cfg(test)]
mod tests;
