//! Small step problems solved to rounding.
//!
//! A tolerance says what is good enough for a pile of a thousand stones; a rod on two supports costs next to nothing
//! more when its impulses are right to the last digits, and its energy account and its closed forms then hold to them.
//! Problems of a few contacts are therefore solved to 10⁻¹⁴ where that can be done within a few iterations; the
//! tolerance asked for still decides what counts as solved. Larger problems go to the solver as they are.

use drystone_solve::cone::auto::Auto;
use drystone_solve::error::{Measure, Meter};
use drystone_solve::problem::ContactProblem;
use drystone_solve::solver::{Settings, Solver, SolverReport, Stop};

/// Error aimed at.
const FINE: f64 = 1e-14;
/// Most blocks of a small problem.
const SMALL: usize = 24;
/// Iterations spent on the last digits.
const PATIENCE: usize = 200;
/// From this many blocks on every method is tried once: a run must go on, and what is missed is recorded.
const LARGE: usize = 100;

/// `auto`, with small problems solved to rounding.
pub struct Careful {
    plain: Auto,
    fine: Auto,
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
            // Small beside the velocities as well as beside the impulses, which a heavy body on a light one makes large.
            measure: Measure::Both,
            max_iterations: Some(settings.max_iterations.unwrap_or(PATIENCE).min(PATIENCE)),
            ..settings.clone()
        };
        Careful {
            plain: Auto::new(settings),
            fine: Auto::new(fine),
            meter: None,
            tolerance,
            measure,
        }
    }
}

impl Solver for Careful {
    fn solve(&mut self, problem: &ContactProblem, r: &mut [f64]) -> SolverReport {
        let blocks = problem.laws.len();
        self.plain.rounds = if blocks > LARGE { 1 } else { 3 };
        if blocks > SMALL {
            return self.plain.solve(problem, r);
        }
        let mut report = self.fine.solve(problem, r);
        if report.stop != Stop::Converged {
            let meter = self.meter.get_or_insert_with(|| Meter::new(problem));
            meter.prepare(problem);
            if meter.error(problem, r, self.measure) <= self.tolerance {
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
