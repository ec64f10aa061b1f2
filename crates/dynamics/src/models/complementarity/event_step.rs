//! One step of the event-driven schemes, and how far it is from the equations.
//!
//! ```text
//! x' − A x − B λ − a(t) at the end of the step, with the drive itself;
//!     λ within bounds, w ≥ 0, λ w = 0 there
//! ```
//! x' is that of the flow followed. Limits: the matrix exponential is not certified, and after implicit steps
//! of the hybrid scheme there is no x' to look at. The error that the tolerance is held against is the
//! natural map of λ and w, each over the largest magnitudes of its terms.

use super::ComplementarityError;
use super::stepper::{ComplementarityStepper, StepReport};
use drystone_solve::solver::Stop;

impl ComplementarityStepper {
    /// Follows the system to the end of the step.
    pub(super) fn step_events(&mut self) -> Result<StepReport, ComplementarityError> {
        let Some(events) = &mut self.events else {
            return Err(ComplementarityError::NoMode { time: self.next.time });
        };
        events.begin(self.state.time, &self.state.x);
        let happened = events.advance(&mut self.system, self.next.time)?;
        events.state(&mut self.next.x);
        events.lambda(&mut self.next.lambda);
        self.multiplier.copy_from(&self.next.lambda);
        self.set_w();
        let error = self.natural_error();
        let mut certificate = self.certify(error);
        certificate.dynamics = self.slope_residual();
        self.end_step(certificate, Stop::Stalled)?;
        Ok(StepReport {
            time: self.state.time,
            iterations: 0,
            method: if happened.effort.stepping_steps > 0 {
                "implicit steps"
            } else {
                "modes"
            },
            stop: Stop::Converged,
            certificate,
            effort: happened.effort,
            events: happened.events,
        })
    }

    /// Largest |natural map| of a row, λ and w over the magnitudes of their terms.
    fn natural_error(&self) -> f64 {
        let Some(events) = &self.events else {
            return f64::NAN;
        };
        let (system, next) = (&self.system, &self.next);
        let mut worst: f64 = 0.0;
        for i in 0..next.w.len() {
            let terms = (0..next.x.len()).map(|j| system.c[(i, j)].abs() * events.largest(j));
            let moved = (0..next.w.len()).map(|j| (system.d[(i, j)] * next.lambda[j]).abs());
            let w_size = terms.chain(moved).sum::<f64>() + self.drive_next.1[i].abs();
            let (lo, hi) = self.matrices.one_step.bounds(i);
            let l_size = next.lambda.amax().max(if system.relay[i] { 1.0 } else { 0.0 });
            let w = if w_size > 0.0 { next.w[i] / w_size } else { 0.0 };
            let over = |x: f64| if l_size > 0.0 { x / l_size } else { x };
            let map = w.min(over(next.lambda[i] - lo)).max(over(next.lambda[i] - hi));
            if !(map.abs() <= worst) {
                worst = map.abs();
            }
        }
        worst
    }

    /// Largest |x' − A x − B λ − a(t)| of a row over the largest magnitudes its terms have had.
    fn slope_residual(&mut self) -> f64 {
        let Some(slope) = self.events.as_mut().and_then(|events| events.slope()) else {
            return 0.0;
        };
        let (system, next) = (&self.system, &self.next);
        let mut worst = 0.0;
        for i in 0..next.x.len() {
            let (mut sum, mut size) = (
                slope[i] - self.drive_next.0[i],
                slope[i].abs() + self.drive_next.0[i].abs(),
            );
            for j in 0..next.x.len() {
                sum -= system.a_matrix[(i, j)] * next.x[j];
                size += (system.a_matrix[(i, j)] * next.x[j]).abs();
            }
            for j in 0..next.lambda.len() {
                sum -= system.b[(i, j)] * next.lambda[j];
                size += (system.b[(i, j)] * next.lambda[j]).abs();
            }
            self.row_size[i] = self.row_size[i].max(size);
            if sum != 0.0 && !(sum.abs() / self.row_size[i] <= worst) {
                worst = sum.abs() / self.row_size[i];
            }
        }
        worst
    }
}
