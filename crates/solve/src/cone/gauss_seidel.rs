//! Block Gauss–Seidel with an exact local solver, on explicit blocks or matrix-free over (M, H).
//!
//! ```text
//! for k = 1, 2, …   for every block i:   (uᵢ, rᵢ) ∈ lawᵢ   with   uᵢ = W_ii rᵢ + bᵢ + Σ_{j≠i} W_ij r_j
//! ```
//! Robust and cheap per sweep, linear in convergence: slow on tall stacks and large mass ratios. Sweeps go one
//! way, and both ways in turn once the error stops falling. The residual is measured when the motion of a sweep says that it may be small enough, and now
//! and then; the best impulses measured are returned. Sources: Moreau (1988) §16; Jourdan, Alart, Jean (1998).

use super::sweep::Sweeper;
use crate::error::Meter;
use crate::problem::ContactProblem;
use crate::solver::{Settings, Solver, SolverReport, Stop};

/// Block Gauss–Seidel.
#[derive(Default)]
pub struct GaussSeidel {
    /// Tolerance, measure and limits; 10 000 sweeps unless told.
    pub settings: Settings,
    pub(crate) sweeper: Sweeper,
    pub(crate) meter: Meter,
    best: Vec<f64>,
}

/// Where a run of sweeps ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Swept {
    pub(crate) sweeps: usize,
    pub(crate) error: f64,
    pub(crate) stop: Stop,
}

impl GaussSeidel {
    /// Gauss–Seidel with these settings.
    pub fn new(settings: Settings) -> Self {
        GaussSeidel {
            settings,
            ..GaussSeidel::default()
        }
    }

    pub(crate) fn prepare(&mut self, problem: &ContactProblem, r: &[f64]) {
        self.meter.prepare(problem);
        self.sweeper.prepare(problem, r);
    }

    fn measure(&mut self, problem: &ContactProblem, r: &[f64]) -> f64 {
        self.meter.error(problem, r, self.settings.measure)
    }

    /// Up to `limit` sweeps on a prepared problem; leaves the best impulses measured in `r`.
    ///
    /// With `give_up`, stops as soon as 1/10 of the error would need more than `give_up` further sweeps.
    pub(crate) fn run(
        &mut self,
        problem: &ContactProblem,
        r: &mut [f64],
        limit: usize,
        give_up: Option<f64>,
    ) -> Swept {
        let tolerance = self.settings.tolerance;
        let mut best = f64::INFINITY;
        let mut next_check = 1;
        let mut last = (0usize, f64::INFINITY);
        let mut stop = Stop::IterationLimit;
        let mut sweeps = 0;
        let mut alternate = false;
        while sweeps < limit {
            let moved = self.sweeper.sweep(
                problem,
                &problem.free_velocity,
                &self.meter.root_scale,
                r,
                alternate && sweeps % 2 == 1,
            );
            sweeps += 1;
            // The motion of a sweep is of the order of the error: below a tenth of the tolerance it is worth a look.
            let still = moved.change <= 0.01 * tolerance * tolerance * moved.size;
            if sweeps < next_check && !still && sweeps < limit {
                continue;
            }
            let error = self.measure(problem, r);
            if error < best {
                best = error;
                self.best.clear();
                self.best.extend_from_slice(r);
            }
            if error <= tolerance {
                stop = Stop::Converged;
                break;
            }
            if !error.is_finite() {
                stop = Stop::Breakdown;
                break;
            }
            if moved.change == 0.0 {
                stop = Stop::Stalled;
                break;
            }
            if self.settings.is_expired() {
                stop = Stop::TimeLimit;
                break;
            }
            // Sweeps still to go at the pace since the last look; NaN and a rising error mean for ever.
            let decades = (last.1 / error).log10();
            let pace = (sweeps - last.0) as f64 / decades;
            let to_go = if decades > 0.0 {
                pace * (error / tolerance).log10()
            } else {
                f64::INFINITY
            };
            if give_up.is_some_and(|patience| last.0 >= 6.min(problem.laws.len()) && to_go > patience) {
                stop = Stop::Stalled;
                break;
            }
            // One direction is faster as a rule; where it runs in circles, both together do not.
            alternate |= !(error < 0.98 * last.1);
            last = (sweeps, error);
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
            let ahead = (0.7 * to_go).clamp(2.0, (3 + sweeps).min(60) as f64) as usize;
            next_check = sweeps + ahead;
        }
        if best < f64::INFINITY {
            r.copy_from_slice(&self.best);
            self.sweeper.refresh(problem, r);
        }
        Swept {
            sweeps,
            error: best,
            stop,
        }
    }
}

impl Solver for GaussSeidel {
    fn solve(&mut self, problem: &ContactProblem, r: &mut [f64]) -> SolverReport {
        self.prepare(problem, r);
        let limit = self.settings.max_iterations.unwrap_or(10_000);
        let swept = self.run(problem, r, limit, None);
        SolverReport {
            iterations: swept.sweeps,
            stop: swept.stop,
            method: "gauss-seidel",
        }
    }
}
