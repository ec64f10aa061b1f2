//! The path of one impact: phases of the normal motion and the impulse collected so far.

use super::phases::{Phases, Piece};
use super::{Ending, ImpactError, Outcome, Status, velocity};
use crate::step::tolerances::BLOCKED;

/// What has happened since the bodies touched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Path<const D: usize> {
    w: [[f64; D]; D],
    before: [f64; D],
    /// Tangents along which friction acts; stick does not hold the others.
    held: [bool; D],
    pub(super) phases: Phases,
    /// Tangential impulse in entries 1 .. D.
    pub(super) impulse: [f64; D],
}

impl<const D: usize> Path<D> {
    pub(super) fn new(w: [[f64; D]; D], before: [f64; D], mu: &[f64], ending: Ending, e: f64) -> Self {
        let mut held = [false; D];
        for (flag, m) in held[1..].iter_mut().zip(mu) {
            *flag = *m > 0.0;
        }
        Path {
            w,
            before,
            held,
            phases: Phases::new(ending, e, -before[0]),
            impulse: [0.0; D],
        }
    }

    /// Follows a straight piece with dU_N/dp = `rate` and r_T' = `tau`; true when the impact ended on it.
    pub(super) fn straight(&mut self, rate: f64, tau: &[f64], length: f64) -> Result<bool, ImpactError> {
        let piece = self.phases.straight(rate, length);
        let spent = match piece {
            Piece::Ended(spent) => spent,
            Piece::Passed => length,
            Piece::Endless => return Err(ImpactError::NoEnd(self.phases.normal_velocity)),
        };
        for (sum, t) in self.impulse[1..].iter_mut().zip(tau) {
            *sum += spent * t;
        }
        Ok(matches!(piece, Piece::Ended(_)))
    }

    /// Stick to the end. A Schur complement `rate` below `noise`, its rounding error, means that friction
    /// blocks the normal motion as well.
    pub(super) fn stick(mut self, rate: f64, tau: &[f64], noise: f64) -> Result<Outcome<D>, ImpactError> {
        let blocked = rate <= noise;
        let rate = if blocked { 0.0 } else { rate };
        if blocked {
            // U = H v and W = H M⁻¹ Hᵀ of the same H have U_N = 0 here, to the rounding of the whole path.
            let weigh = |i: usize| {
                if self.w[i][i] > 0.0 {
                    (self.w[0][0] / self.w[i][i]).sqrt()
                } else {
                    0.0
                }
            };
            let scale: f64 = (0..D).map(|i| weigh(i) * self.before[i].abs()).sum();
            self.phases.snap(BLOCKED * scale);
        }
        match self.straight(rate, tau, f64::INFINITY) {
            Ok(_) if blocked => Ok(self.outcome(Status::Locked)),
            Err(_) if blocked && self.phases.normal_velocity == 0.0 => Ok(self.outcome(Status::Locked)),
            Ok(_) => Ok(self.outcome(Status::Stick)),
            Err(error) => Err(error),
        }
    }

    pub(super) fn outcome(&self, mut status: Status) -> Outcome<D> {
        let phases = &self.phases;
        let mut impulse = self.impulse;
        impulse[0] = phases.impulse[0] + phases.impulse[1];
        let mut after = velocity(&self.w, &self.before, &impulse);
        after[0] = phases.normal_velocity; // the same but for rounding, and never below zero
        if status != Status::Slip {
            for (value, held) in after.iter_mut().zip(self.held) {
                *value = if held { 0.0 } else { *value };
            }
            if status == Status::Stick && after[1..].iter().any(|x| *x != 0.0) {
                status = Status::Slip; // along a tangent without friction
            }
        }
        let energy: f64 = (0..D)
            .map(|i| 0.5 * impulse[i] * (self.before[i] + after[i]))
            .sum();
        Outcome {
            impulse,
            after,
            compression: phases.impulse[0],
            compression_work: phases.work[0],
            expansion_work: phases.work[1],
            energy_change: energy,
            status,
        }
    }
}
