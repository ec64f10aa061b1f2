//! Compression and expansion along a path: what has been spent, and where the impact ends.
//!
//! ```text
//! dU_N/dp = ν,  d(work)/dp = U_N  work and impulse booked under compression (U_N < 0) or expansion (U_N > 0)
//! ```
//! Slip that turns may press the bodies together again after a first expansion; what follows is booked the
//! same way, so that Stronge's net work is −(1 − e²)|A₋| in every case.

use super::Ending;

/// Normal motion so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Phases {
    ending: Ending,
    e: f64,
    approach: f64,
    /// U_N now.
    pub(super) normal_velocity: f64,
    /// Normal impulse of compression and of expansion.
    pub(super) impulse: [f64; 2],
    /// Normal work of compression (≤ 0) and of expansion (≥ 0).
    pub(super) work: [f64; 2],
}

/// How a straight piece of the path was left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Piece {
    /// The impact is over; normal impulse spent on this piece.
    Ended(f64),
    /// The piece was walked to its end.
    Passed,
    /// The piece has no end and neither has the impact on it.
    Endless,
}

impl Phases {
    pub(super) fn new(ending: Ending, e: f64, approach: f64) -> Self {
        Phases {
            ending,
            e,
            approach,
            normal_velocity: -approach,
            impulse: [0.0; 2],
            work: [0.0; 2],
        }
    }

    /// What expansion still has to give, in the ending's own quantity, if it were to have U_N = `velocity`,
    /// and `impulse` and `work` more than booked. Over when ≤ 0.
    pub(super) fn missing(&self, velocity: f64, impulse: f64, work: f64) -> f64 {
        match self.ending {
            Ending::Newton => self.e * self.approach - velocity,
            Ending::Poisson => self.e * self.impulse[0] - self.impulse[1] - impulse,
            Ending::Stronge => -self.e * self.e * self.work[0] - self.work[1] - work,
        }
    }

    /// Books a stretch of the path on which U_N keeps its sign.
    pub(super) fn book(&mut self, expansion: bool, impulse: f64, work: f64) {
        let phase = usize::from(expansion);
        self.impulse[phase] += impulse;
        self.work[phase] += if expansion { work.max(0.0) } else { work.min(0.0) };
    }

    /// Follows a straight piece of length `length` (may be infinite) on which dU_N/dp = `rate`.
    pub(super) fn straight(&mut self, rate: f64, length: f64) -> Piece {
        let mut walked = 0.0;
        // Compression, expansion, and with a falling U_N compression once more: three stretches at most.
        for _ in 0..4 {
            let velocity = self.normal_velocity;
            let left = length - walked;
            let expansion = velocity > 0.0 || (velocity == 0.0 && !(rate < 0.0));
            if expansion && self.missing(velocity, 0.0, 0.0) <= 0.0 {
                return Piece::Ended(walked);
            }
            let to_zero = if velocity * rate < 0.0 {
                -velocity / rate
            } else {
                f64::INFINITY
            };
            let to_end = if expansion {
                self.length_to_end(rate)
            } else {
                f64::INFINITY
            };
            let step = left.min(to_zero).min(to_end);
            if step == f64::INFINITY {
                return Piece::Endless;
            }
            let next = if step == to_zero {
                0.0
            } else {
                velocity + rate * step
            };
            self.book(expansion, step, 0.5 * (velocity + next) * step);
            self.normal_velocity = next;
            walked += step;
            if step == to_end {
                return Piece::Ended(walked);
            }
            if step == left {
                return Piece::Passed;
            }
        }
        Piece::Passed
    }

    /// Impulse to the end of the impact on a straight piece in expansion, infinite where it is never reached.
    fn length_to_end(&self, rate: f64) -> f64 {
        let velocity = self.normal_velocity;
        let missing = self.missing(velocity, 0.0, 0.0);
        match self.ending {
            Ending::Newton if rate > 0.0 => missing / rate,
            Ending::Newton => f64::INFINITY,
            Ending::Poisson => missing,
            // velocity x + ½ rate x² = missing, in the form that does not cancel.
            Ending::Stronge => {
                let square = velocity * velocity + 2.0 * rate * missing;
                let sum = velocity + square.sqrt();
                if sum > 0.0 {
                    2.0 * missing / sum
                } else {
                    f64::INFINITY
                }
            }
        }
    }

    /// Takes U_N for 0 where it is no larger than `rounding`.
    pub(super) fn snap(&mut self, rounding: f64) {
        if self.normal_velocity.abs() <= rounding {
            self.normal_velocity = 0.0;
        }
    }
}
