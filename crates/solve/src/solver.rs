//! What every method for contact problems has in common: the trait, its settings, its report.
//!
//! A solver never judges its answer: [`crate::certificate::certify`] does.

use crate::measure::Measure;
use crate::problem::ContactProblem;

/// Why a method stopped. Data, not an error: the certificate tells how good the answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Its own stopping test was met.
    Converged,
    /// Short of the tolerance, at an error that will do: [`Settings::enough`].
    Enough,
    /// The iterations given were used up.
    IterationLimit,
    /// The time given was used up.
    TimeLimit,
    /// No further progress was seen.
    Stalled,
    /// A ray: the method proved that it cannot go on (Lemke).
    Ray,
    /// No solution exists: [`crate::infeasible::find_ray`] gives the proof.
    Infeasible,
    /// A singular system or a number that is not finite.
    Breakdown,
    /// The method does not cover a law of the problem; the guess was returned.
    Unsupported,
}

impl Stop {
    /// All of them.
    pub const ALL: [Stop; 9] = [
        Stop::Converged,
        Stop::Enough,
        Stop::IterationLimit,
        Stop::TimeLimit,
        Stop::Stalled,
        Stop::Ray,
        Stop::Infeasible,
        Stop::Breakdown,
        Stop::Unsupported,
    ];

    /// As printed in reports.
    pub fn name(self) -> &'static str {
        match self {
            Stop::Converged => "converged",
            Stop::Enough => "enough",
            Stop::IterationLimit => "iteration limit",
            Stop::TimeLimit => "time limit",
            Stop::Stalled => "stalled",
            Stop::Ray => "ray",
            Stop::Infeasible => "infeasible",
            Stop::Breakdown => "breakdown",
            Stop::Unsupported => "unsupported",
        }
    }
}

/// What a method says of its own run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolverReport {
    /// Iterations, in the method's own unit (sweeps, Newton steps, pivots).
    pub iterations: usize,
    /// Why it stopped.
    pub stop: Stop,
    /// Which method gave the answer: for `auto` the one that answered.
    pub method: &'static str,
}

/// A method for contact problems, which a thread may own. Its options are the public fields of its own
/// struct, with `Default`.
pub trait Solver: Send {
    /// Improves `r`: on entry a guess, on return the answer. Never judges it.
    fn solve(&mut self, problem: &ContactProblem, r: &mut [f64]) -> SolverReport;

    /// The same for a problem that the caller can do without: `auto` spends less on it.
    fn try_solve(&mut self, problem: &ContactProblem, r: &mut [f64]) -> SolverReport {
        self.solve(problem, r)
    }

    /// Whether it wants problems without the rows that hold, where the caller can eliminate them.
    fn wants_joints_eliminated(&self) -> bool {
        false
    }

    /// The same for a problem from which joints are eliminated. `None` where some of what holds does so by a
    /// guess, and no answer is near: the caller lets it go and asks again.
    fn solve_condensed(
        &mut self,
        problem: &ContactProblem,
        r: &mut [f64],
        how: Condensing<'_>,
    ) -> Option<SolverReport> {
        Some(if how.trial {
            self.try_solve(problem, r)
        } else {
            self.solve(problem, r)
        })
    }
}

/// What is known of a problem from which joints are eliminated.
#[derive(Clone, Copy, Debug, Default)]
pub struct Condensing<'a> {
    /// Which contacts joints couple.
    pub coupled: &'a [bool],
    /// Whether the caller can do without an answer.
    pub trial: bool,
    /// Whether bounded rows hold by a guess.
    pub guessed: bool,
}

/// Asks whether the time given is used up. The library reads no clock: the caller brings one.
pub type Expired = std::sync::Arc<dyn Fn() -> bool + Send + Sync>;

/// What every iterative method is given.
#[derive(Clone)]
pub struct Settings {
    /// Largest error accepted, in the sense of `measure`.
    pub tolerance: f64,
    /// An error that will do where the tolerance is far: `auto` begins no long method below it, in problems
    /// of more than [`CROWD`](crate::policy::tolerances::CROWD) contacts, and says [`Stop::Enough`].
    pub enough: Option<f64>,
    /// Which error the tolerance speaks of.
    pub measure: Measure,
    /// Most iterations, in the method's own unit; `None` for the method's own limit.
    pub max_iterations: Option<usize>,
    /// Asked now and then; the method stops with [`Stop::TimeLimit`] when it answers yes.
    pub expired: Option<Expired>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            tolerance: 1e-10,
            enough: None,
            measure: Measure::Both,
            max_iterations: None,
            expired: None,
        }
    }
}

impl Settings {
    /// For the steps of a simulation, which are judged by the velocity that they reach.
    pub fn of_steps() -> Self {
        Settings {
            measure: Measure::Step,
            ..Settings::default()
        }
    }

    /// Whether the time given is used up.
    pub fn is_expired(&self) -> bool {
        self.expired.as_ref().is_some_and(|expired| expired())
    }
}
