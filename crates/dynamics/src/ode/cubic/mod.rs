//! A step of three stages, tried before the one of twelve: enough where the motion is nearly a cubic in time.
//!
//! ```text
//! k₂ = f(t + h/2, y + h/2 k₁),  k₃ = f(t + 3h/4, y + 3h/4 k₂),  y⁺ = y + h/9 (2 k₁ + 3 k₂ + 4 k₃),
//!                               k₄ = f(t + h, y⁺)
//! error = h |−5/72 k₁ + k₂/12 + k₃/9 − k₄/8|,   scaled by the tolerance
//! ```
//! Source: Bogacki and Shampine (1989), A 3(2) pair of Runge-Kutta formulas, Appl. Math. Lett. 2. Exact for
//! free flight and for sliding under constant forces; its dense output is Hermite's cubic and costs nothing.
//! It takes no steps of its own: it is asked for the length that the pair of order 8 would try, and refused
//! above a tenth of the tolerance. After a refusal it is left out for 2, 4, … 64 steps, so that where it is
//! of no use it costs little.

use super::dop853::{Dop853, HERMITE};
use super::{Rhs, Tolerance};

/// Largest error with which such a step is taken, in units of the tolerance.
const ENOUGH: f64 = 0.1;
/// Largest error with which its interpolant is as good as a step.
const EXACT: f64 = 1e-3;
/// Most doublings of the wait after refusals.
const DOUBLINGS: u32 = 6;
/// Place of f at the end of the step.
pub(super) const LAST: usize = 3;

/// When the short step is tried, and how the last one went.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cubic {
    /// Error of the present step in units of the tolerance, where the present step is such a one.
    pub(super) error: Option<f64>,
    refusals: u32,
    wait: u32,
}

impl Dop853 {
    /// Tries the short step of length `self.h`; its error as one of the pair of order 8 would be that grows
    /// the step alike.
    pub(super) fn attempt_cubic(&mut self, rhs: &mut Rhs, tolerance: &Tolerance) -> Option<f64> {
        self.cubic.error = None;
        let counted = tolerance.absolute.iter().filter(|a| a.is_finite()).count();
        if counted == 0 {
            return None;
        }
        if self.cubic.wait > 0 {
            self.cubic.wait -= 1;
            return None;
        }
        match self.short_step(rhs, tolerance, counted) {
            Some(error) if error <= ENOUGH => {
                self.cubic = Cubic {
                    error: Some(error),
                    ..Cubic::default()
                };
                // Below that both say: as long as may be.
                Some(if error < 1e-4 {
                    error * error
                } else {
                    error.powf(8.0 / 3.0)
                })
            }
            _ => {
                self.cubic.refusals = (self.cubic.refusals + 1).min(DOUBLINGS);
                self.cubic.wait = 1 << self.cubic.refusals;
                None
            }
        }
    }

    fn short_step(&mut self, rhs: &mut Rhs, tolerance: &Tolerance, counted: usize) -> Option<f64> {
        let (n, h, time) = (self.n, self.h, self.time);
        for (i, share) in [0.5, 0.75, 1.0].into_iter().enumerate() {
            let (k, next) = self.k.split_at_mut((i + 1) * n);
            for j in 0..n {
                let slope = match i {
                    0 => 0.5 * k[j],
                    1 => 0.75 * k[n + j],
                    _ => 2.0 / 9.0 * k[j] + 1.0 / 3.0 * k[n + j] + 4.0 / 9.0 * k[2 * n + j],
                };
                self.stage[j] = self.y[j] + h * slope;
            }
            if !rhs(time + share * h, &self.stage, &mut next[..n]) {
                return None;
            }
        }
        self.y_next.copy_from_slice(&self.stage);
        let mut sum = 0.0;
        for (j, absolute) in tolerance.absolute.iter().enumerate().take(n) {
            let scale = absolute + tolerance.relative * self.y[j].abs().max(self.y_next[j].abs());
            let k = |s: usize| self.k[s * n + j];
            let error = -5.0 / 72.0 * k(0) + k(1) / 12.0 + k(2) / 9.0 - k(3) / 8.0;
            if scale > 0.0 {
                sum += (error / scale).powi(2);
            }
        }
        let error = h.abs() * (sum / counted as f64).sqrt();
        error.is_finite().then_some(error)
    }

    /// Hermite's cubic as the dense output of a short step; `false` where the step is another.
    pub(super) fn prepare_cubic(&mut self) -> bool {
        if self.cubic.error.is_none() {
            return false;
        }
        self.prepare_hermite(LAST);
        (self.dense_h, self.dense_terms) = (self.h, HERMITE);
        true
    }

    /// How long the short step is left out, and after how many refusals.
    pub fn waits(&self) -> (u32, u32) {
        (self.cubic.wait, self.cubic.refusals)
    }

    /// Takes up waits of another time.
    pub fn set_waits(&mut self, (wait, refusals): (u32, u32)) {
        (self.cubic.wait, self.cubic.refusals) = (wait, refusals.min(DOUBLINGS));
    }

    /// Whether the last step tried was a short one without error to speak of.
    pub fn is_exact(&self) -> bool {
        self.cubic.error.is_some_and(|error| error <= EXACT)
    }

    /// Takes up what the step before the next one was.
    pub(super) fn set_exact(&mut self, exact: bool) {
        self.cubic.error = exact.then_some(0.0);
    }

    /// Ends the step at a share of it, on its dense output, where that is as good as a step of that length;
    /// `false` where it may not be.
    pub fn shorten(&mut self, share: f64) -> bool {
        if !self.is_exact() {
            return false;
        }
        self.cut(share);
        true
    }

    /// Ends the step at a share of it, on its dense output, which must be prepared.
    pub fn cut(&mut self, share: f64) {
        let mut end = std::mem::take(&mut self.y_next);
        self.at(share, &mut end);
        self.y_next = end;
        self.h *= share;
    }

    /// Moves the end of the step just tried by a short time, on the cubic through both its ends: what that
    /// misses is of second order in the time, in units of the step, times the fourth of the motion. The dense
    /// output must not be prepared.
    pub fn move_end(&mut self, by: f64) {
        let (n, h) = (self.n, self.tried);
        let end = if self.cubic.error.is_some() {
            LAST
        } else {
            super::dop853::END
        };
        // y at share 1 + s: with the change d and both slopes, d + s h f₁ + s² (…) as the cubic says.
        let s = by / h;
        for j in 0..n {
            let (first, last) = (h * self.k[j], h * self.k[end * n + j]);
            let change = self.stage[j] - self.y[j];
            // Hermite's cubic about its end: second and third coefficients.
            let (square, cube) = (2.0 * last + first - 3.0 * change, first + last - 2.0 * change);
            self.y_next[j] = self.stage[j] + s * (last + s * (square + s * cube));
        }
        self.h = h + by;
    }
}

#[cfg(test)]
mod tests;
