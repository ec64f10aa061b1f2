//! How far a step is from its equations, recomputed from A, B, C, D and the state it reached.
//!
//! ```text
//! x⁺ − x − h [θ (A x⁺ + a⁺) + (1−θ)(A x + a)] − h B (θ_λ λ⁺ + (1−θ_λ) λ)  = 0
//! w⁺ = C x⁺ + D λ⁺ + c⁺,     λ within its bounds,   w ≥ 0 and λ w = 0, or the law of a relay
//! ```
//! The factors of the step do not enter, the multipliers do. Limit: it judges the discrete equations, not the
//! error of the discretisation.

use super::{ComplementarityStepper, StepCertificate};

impl ComplementarityStepper {
    /// The certificate of the step to `next`, with the natural-map error of its problem.
    pub(super) fn certify(&mut self, error: f64) -> StepCertificate {
        let mut certificate = StepCertificate {
            error,
            dynamics: self.dynamics_residual(),
            ..StepCertificate::default()
        };
        for i in 0..self.multiplier.len() {
            let w = match &self.chain {
                None => self.next.w[i],
                Some(chain) => chain.output_at(i, &self.next.x),
            };
            self.certify_row(i, w, &mut certificate);
        }
        certificate
    }

    fn certify_row(&self, i: usize, w: f64, out: &mut StepCertificate) {
        let ((lo, hi), lambda) = (self.matrices.one_step.bounds(i), self.multiplier[i]);
        raise(&mut out.multiplier, lo - lambda);
        raise(&mut out.multiplier, lambda - hi);
        if lo == hi {
            return;
        }
        if hi == f64::INFINITY {
            raise(&mut out.gap, -w);
            raise(&mut out.complementarity, (lambda * w).abs());
        } else if w > 0.0 {
            raise(&mut out.complementarity, w * (lambda - lo).abs());
        } else {
            raise(&mut out.complementarity, -w * (hi - lambda).abs());
        }
    }

    /// Largest |x⁺ − x − h […] − input · multiplier| of a row over the largest magnitudes its terms have had:
    /// at rest the terms are rounding themselves, of numbers that were larger.
    fn dynamics_residual(&mut self) -> f64 {
        let (m, dt, a) = (&self.matrices, self.options.dt, &self.system.a_matrix);
        let (old, new) = (&self.state, &self.next);
        let mut worst = 0.0;
        for i in 0..new.x.len() {
            let (mut sum, mut size, mut free) = (0.0, 0.0, 0.0);
            let mut add = |term: f64| {
                sum += term;
                size += term.abs();
            };
            add(new.x[i]);
            add(-old.x[i]);
            add(-dt * m.theta * self.drive_next.0[i]);
            add(-dt * (1.0 - m.theta) * self.drive.0[i]);
            for j in 0..new.x.len() {
                add(-dt * m.theta * a[(i, j)] * new.x[j]);
                add(-dt * (1.0 - m.theta) * a[(i, j)] * old.x[j]);
                // What would have moved the row, had the multipliers not removed it.
                free += (dt * m.theta * a[(i, j)] * old.x[j]).abs();
            }
            for j in 0..self.multiplier.len() {
                add(-m.input[(i, j)] * self.multiplier[j]);
            }
            for j in 0..old.lambda.len() {
                add(-dt * (1.0 - m.multiplier_theta) * self.system.b[(i, j)] * old.lambda[j]);
            }
            raise(&mut self.row_size[i], size + free);
            if sum != 0.0 {
                raise(&mut worst, sum.abs() / self.row_size[i]);
            }
        }
        worst
    }
}

/// The larger one; NaN stays.
fn raise(worst: &mut f64, value: f64) {
    if value > *worst || value.is_nan() {
        *worst = value;
    }
}
