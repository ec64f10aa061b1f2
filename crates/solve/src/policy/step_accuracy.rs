//! Step problems solved a little better than asked, where that pays.
//!
//! A tolerance says what is good enough for a pile of a thousand stones; a rod on two supports costs next to
//! nothing more when its impulses are right to the last digits, and its energy account and its closed forms
//! then hold to them. Problems of a few contacts are therefore solved to 10⁻¹⁴ where that can be done within
//! a few iterations; the tolerance asked for still decides what counts as solved.
//!
//! ```text
//! at rest with r kept:   v_k = v_{k−1} + a,   a = h g + M⁻¹ Hᵀ r      so that u_k = k H a:  the error grows with every step
//! ```
//! A stack at rest begins each step with impulses that are right but for the tolerance. What they miss is an
//! acceleration, and the velocity it leaves is in the next problem: impulses that just met the tolerance miss
//! it one step later, by a factor of two, and the whole problem is solved again. Problems that begin so near
//! their answer are solved to a thirtieth of the tolerance instead: then dozens of steps follow whose first
//! guess is the answer. Other problems go to the solver as they are.

use crate::measure::{Measure, Meter};
use crate::policy::auto::Auto;
use crate::problem::ContactProblem;
use crate::solver::{Settings, Solver, SolverReport, Stop};

/// Error aimed at.
const FINE: f64 = 1e-14;
/// Most blocks of a small problem.
const SMALL: usize = 24;
/// Iterations spent on the last digits.
const PATIENCE: usize = 200;
/// From this many blocks on every method is tried once: a run must go on, and what is missed is recorded.
const LARGE: usize = 1000;
/// Errors up to this many tolerances are those of a stack at rest.
const NEAR: f64 = 100.0;
/// Share of the tolerance to which it is solved.
const SPARE: f64 = 1.0 / 30.0;
/// Iterations after which the tolerance itself will do.
const LONG: usize = 3000;

/// `auto`, with small problems solved to rounding and those of stacks at rest with something to spare.
pub struct Careful {
    plain: Auto,
    fine: Auto,
    spare: Auto,
    meter: Option<Meter>,
    tolerance: f64,
    measure: Measure,
}

impl Careful {
    /// With these settings for what counts as solved.
    pub fn new(settings: Settings) -> Self {
        let (tolerance, measure) = (settings.tolerance, settings.measure);
        let fine = Settings {
            tolerance: FINE.min(tolerance),
            // Small beside the velocities as well as beside the impulses, which a heavy body on a light one
            // makes large.
            measure: Measure::Both,
            max_iterations: Some(settings.max_iterations.unwrap_or(PATIENCE).min(PATIENCE)),
            ..settings.clone()
        };
        let spare = Settings {
            tolerance: SPARE * tolerance,
            max_iterations: Some(settings.max_iterations.unwrap_or(LONG).min(LONG)),
            ..settings.clone()
        };
        Careful {
            plain: Auto::new(settings),
            fine: Auto::new(fine),
            spare: Auto::new(spare),
            meter: None,
            tolerance,
            measure,
        }
    }
}

impl Careful {
    fn error(&mut self, problem: &ContactProblem, r: &[f64]) -> f64 {
        let meter = self.meter.get_or_insert_with(|| Meter::new(problem));
        meter.prepare(problem);
        meter.error(problem, r, self.measure)
    }

    /// Solves with more than is asked; with what is asked where that fails.
    fn solve_better(
        &mut self,
        problem: &ContactProblem,
        r: &mut [f64],
        better: impl Fn(&mut Self) -> &mut Auto,
    ) -> SolverReport {
        let mut report = better(self).solve(problem, r);
        if report.stop != Stop::Converged {
            if self.error(problem, r) <= self.tolerance {
                report.stop = Stop::Converged;
            } else {
                let spent = report.iterations;
                report = self.plain.solve(problem, r);
                report.iterations += spent;
            }
        }
        report
    }
}

impl Solver for Careful {
    fn solve(&mut self, problem: &ContactProblem, r: &mut [f64]) -> SolverReport {
        let blocks = problem.laws.len();
        let rounds = if blocks > LARGE { 1 } else { 3 };
        (self.plain.rounds, self.spare.rounds) = (rounds, 1);
        // What is solved has its self-stress kept: the last digits are not worth another one.
        (self.fine.again, self.spare.again) = (false, false);
        if blocks <= SMALL {
            return self.solve_better(problem, r, |own| &mut own.fine);
        }
        let error = self.error(problem, r);
        // A sweep more can make it worse: errors of sweeps are spread, not less.
        if error <= self.tolerance {
            return SolverReport {
                iterations: 0,
                stop: Stop::Converged,
                method: "warm start",
            };
        }
        if error <= NEAR * self.tolerance && SPARE * self.tolerance >= FINE {
            return self.solve_better(problem, r, |own| &mut own.spare);
        }
        self.plain.solve(problem, r)
    }
}
