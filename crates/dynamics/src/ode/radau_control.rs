//! The length of the next step of Radau IIA: from the errors of the last two and the work of Newton's method.
//!
//! ```text
//! h⁺/h = 0.9 (2k + 1)/(2k + n) min(1, (h/h₋) (e₋/e)^¼) e^(−¼)  k = 7 iterations at most, n those made;
//!     e < 1 is accepted
//! ```
//! Gustafsson's controller; Hairer and Wanner (1996), §IV.8.

use super::Attempt;

/// Most iterations of a simplified Newton.
pub(super) const ITERATIONS: u32 = 7;
/// J is kept where Newton converges faster than this.
const FAST: f64 = 1e-3;
/// Bounds of the ratio of two steps, and ratios that are not worth a new elimination.
const SHRINK: f64 = 0.2;
const GROW: f64 = 8.0;
const KEEP: f64 = 1.2;

/// What chooses the lengths of steps, and what is known of the past.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Controller {
    /// Length of the step that the stages belong to; 0 where there is none to look back on.
    pub(super) length: f64,
    /// Length and error of the last accepted step.
    pub(super) accepted: Option<(f64, f64)>,
    pub(super) fresh: Fresh,
    pub(super) rejected: bool,
    /// Rate of convergence of Newton's method.
    pub(super) rate: f64,
    /// What the error of order 3 is held to, as a multiple of the tolerance.
    pub(super) share: f64,
}

impl Controller {
    /// Without a past.
    pub(super) fn new() -> Self {
        Controller {
            rate: 1.0,
            ..Controller::default()
        }
    }

    /// Says how to go on after a step of length `h` with this error, which fits or does not.
    pub(super) fn choose(&mut self, h: f64, (error, fits): (f64, bool), iterations: usize) -> Attempt {
        let rounds = iterations.min(ITERATIONS as usize) as f64;
        let most = 2.0 * f64::from(ITERATIONS) + 1.0;
        let safety = 0.9 * most / (most - 1.0 + rounds);
        if !fits {
            self.rejected = true;
            let share = safety * error.powf(-0.25);
            return Attempt::Rejected {
                next_h: h * if share >= SHRINK { share.min(0.9) } else { SHRINK },
            };
        }
        let plain = safety * error.max(1e-10).powf(-0.25);
        let mut share = match self.accepted {
            Some((last, before)) => plain.min(plain * (h / last) * (before / error.max(1e-10)).powf(0.25)),
            None => plain,
        };
        share = share.clamp(SHRINK, if self.rejected { 1.0 } else { GROW });
        self.accepted = Some((h, error.max(1e-2)));
        (self.rejected, self.length) = (false, h);
        self.fresh = Fresh {
            any_jacobian: self.rate <= FAST,
            ..Fresh::default()
        };
        // A step that is hardly longer is not worth a new elimination.
        if (1.0..=KEEP).contains(&share) {
            share = 1.0;
        }
        Attempt::Accepted { next_h: share * h }
    }
}

/// The error estimated is of order 3, that of the method of order 5: to meet ε the estimate is held to ε^⅔ /
/// 10, as the authors' own program does.
pub(super) fn estimated(relative: f64) -> f64 {
    0.1 * relative.clamp(f64::EPSILON, 1.0).powf(-1.0 / 3.0)
}

/// What is known at the beginning of the step to be tried.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub(super) struct Fresh {
    pub(super) slope: bool,
    pub(super) jacobian: bool,
    /// There is a Jacobian, of some earlier step perhaps.
    pub(super) any_jacobian: bool,
}
