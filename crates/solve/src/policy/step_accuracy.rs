//! Problems solved better than the tolerance asks, where that saves later steps.
//!
//! Small problems (up to [`TO_ROUNDING`] contacts) are solved to rounding where that takes a few iterations:
//! the impulses of a rod on two supports are then right to the last digits, and with them its energy account.
//! The tolerance still decides what counts as solved. A tolerance from [`LOOSE`] on is meant: it asks for a
//! quick answer, and gets one.
//!
//! ```text
//! at rest with r kept:  v_k = v_{k−1} + a,  a = h g + M⁻¹ Hᵀ r  so that u_k = k H a:
//!                       the error grows with every step
//! ```
//! A stack at rest begins each step with impulses that are right but for the tolerance. What they miss is an
//! acceleration, and the velocity it leaves is in the next problem: impulses that just met the tolerance miss
//! it one step later, by a factor of two, and the whole problem is solved again. Problems that begin so near
//! their answer ([`NEAR`]) are solved to a part of the tolerance ([`SPARE`]): then dozens of steps follow
//! whose first guess is the answer. Other problems go to `auto` as they are.

use crate::measure::{Measure, Meter};
use crate::policy::auto::Auto;
use crate::policy::tolerances::{
    DEAR, LARGE, LAST_DIGITS, LOOSE, NEAR, ONE_ROUND, ROUNDING, ROUNDS, SPARE, SPARE_ITERATIONS, TO_ROUNDING,
};
use crate::problem::ContactProblem;
use crate::solver::{Settings, Solver, SolverReport, Stop};

/// `auto`, with small problems solved to rounding and those of stacks at rest with something to spare.
pub struct StepAccuracy {
    plain: Auto,
    fine: Auto,
    spare: Auto,
    meter: Option<Meter>,
    tolerance: f64,
    measure: Measure,
    max_iterations: Option<usize>,
}

impl StepAccuracy {
    /// With these settings for what counts as solved.
    pub fn new(settings: Settings) -> Self {
        let (tolerance, measure) = (settings.tolerance, settings.measure);
        let max_iterations = settings.max_iterations;
        let fine = Settings {
            tolerance: ROUNDING.min(tolerance),
            // Small beside the velocities as well as beside the impulses, which a heavy body on a light one
            // makes large.
            measure: match measure {
                Measure::Step => Measure::Step,
                Measure::Natural | Measure::Scaled | Measure::Both => Measure::Both,
            },
            max_iterations: Some(settings.max_iterations.unwrap_or(LAST_DIGITS).min(LAST_DIGITS)),
            ..settings.clone()
        };
        let spare = Settings {
            tolerance: SPARE * tolerance,
            enough: None,
            max_iterations: Some(
                settings
                    .max_iterations
                    .unwrap_or(SPARE_ITERATIONS)
                    .min(SPARE_ITERATIONS),
            ),
            ..settings.clone()
        };
        StepAccuracy {
            plain: Auto::new(settings),
            fine: Auto::new(fine),
            spare: Auto::new(spare),
            meter: None,
            tolerance,
            measure,
            max_iterations,
        }
    }

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
                report = self.solve_plainly(problem, r, spent);
                report.iterations += spent;
            }
        }
        report
    }

    /// Solves to the tolerance with the iterations that are left. The judge of steps is asked on the way;
    /// what it is not content with after all is for the step to say, which knows the velocity reached.
    fn solve_plainly(&mut self, problem: &ContactProblem, r: &mut [f64], spent: usize) -> SolverReport {
        self.plain.settings.max_iterations = self.max_iterations.map(|most| most.saturating_sub(spent));
        let mut report = self.plain.solve(problem, r);
        if report.stop == Stop::Stalled && self.measure == Measure::Step {
            let meter = self.meter.get_or_insert_with(|| Meter::new(problem));
            meter.prepare(problem);
            if meter.measure(problem, r).worst() <= self.tolerance {
                report.stop = Stop::Converged;
            }
        }
        report
    }
}

impl Solver for StepAccuracy {
    fn solve(&mut self, problem: &ContactProblem, r: &mut [f64]) -> SolverReport {
        let rounds = self.rounds(problem.laws.len());
        self.solve_in(problem, r, [rounds, rounds])
    }

    /// Where a long Newton path comes before the last stages they follow once, and only where it came close
    /// to an answer.
    fn try_solve(&mut self, problem: &ContactProblem, r: &mut [f64]) -> SolverReport {
        let blocks = problem.laws.len();
        let rounds = self.rounds(blocks);
        let [far, close] = if blocks > LARGE {
            [rounds, rounds]
        } else {
            [0, rounds.min(1)]
        };
        self.solve_in(problem, r, [far, close])
    }
}

impl StepAccuracy {
    /// How often a problem with so many contacts gets the last stages.
    fn rounds(&self, blocks: usize) -> u32 {
        // A step asks for the end of the run, not for its own: it has no time of its own to use.
        let settings = &self.plain.settings;
        let of_step = settings.measure == Measure::Step;
        match blocks {
            _ if of_step && blocks > DEAR && blocks <= LARGE => 0,
            _ if (of_step || settings.expired.is_none()) && blocks > ONE_ROUND => 1,
            _ => ROUNDS,
        }
    }

    /// Solves with this many rounds of the last stages: far from an answer, and close to one.
    fn solve_in(&mut self, problem: &ContactProblem, r: &mut [f64], rounds: [u32; 2]) -> SolverReport {
        let blocks = problem.laws.len();
        let [far, close] = rounds;
        (self.plain.rounds, self.plain.rounds_when_close) = (far, close);
        (self.spare.rounds, self.spare.rounds_when_close) = (far.min(1), close.min(1));
        // What is solved has its self-stress kept: the last digits are not worth another one.
        (self.fine.restart, self.spare.restart) = (false, false);
        if blocks <= TO_ROUNDING && self.tolerance < LOOSE {
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
        if error <= NEAR * self.tolerance && SPARE * self.tolerance >= ROUNDING {
            return self.solve_better(problem, r, |own| &mut own.spare);
        }
        self.solve_plainly(problem, r, 0)
    }
}
