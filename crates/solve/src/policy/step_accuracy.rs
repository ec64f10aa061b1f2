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
//!
//! A coarse tolerance (above [`RESTLESS`]) would let such a stack drift until contacts open, and a wall whose
//! stones rock by a micrometre a second is a hard problem in every step. There the first guess is taken up to
//! a share of the tolerance only ([`WARM`]), and the part aimed at is smaller ([`SPARE_WHERE_RESTLESS`]): as
//! far as cheap stages bring it there. Where they are slow in a crowd, what they reach ([`REACHED`]) lasts
//! for some steps, and no path pays: a wall whose impulses lie on their cones takes 23 factorisations. In a
//! crowd whose error meets the tolerance it is not worth more than a few dear steps ([`HEAP_PATH`]).
//!
//! Heaps (more than [`HEAP`](super::tolerances::HEAP) contacts in space and nothing else) get a bounded
//! effort: sweeps, and a hundred alternating directions, which are what a wall needs. At rest sweeps come to
//! what the caller calls enough in milliseconds; while a heap collapses no method we have ends in a minute,
//! and what is left is for the judge of the step.

use crate::cone::admm::Admm;
use crate::cone::gauss_seidel::GaussSeidel;
use crate::cone::newton::modes::covers;
use crate::measure::{Measure, Meter};
use crate::policy::auto::Auto;
use crate::policy::is_heap;
use crate::policy::tolerances::{
    CLOSE, CROWD, DEAR, HEAP_DIRECTIONS, HEAP_FACTORED, HEAP_PATH, HEAP_PATIENCE, HEAP_SWEEPS, HEAP_TRIAL,
    LARGE, LAST_DIGITS, LOOSE, MODERATE, NEAR, ONE_ROUND, REACHED, RESTLESS, ROUNDED, ROUNDING, ROUNDS,
    SPARE, SPARE_ITERATIONS, SPARE_WHERE_RESTLESS, TO_ROUNDING, WARM,
};
use crate::problem::ContactProblem;
use crate::solver::{Settings, Solver, SolverReport, Stop};

/// The report where the first guess is the answer.
const WARM_START: SolverReport = SolverReport {
    iterations: 0,
    stop: Stop::Converged,
    method: "warm start",
};

/// What is aimed at near an answer.
fn spare_of(tolerance: f64) -> f64 {
    let share = if tolerance > RESTLESS {
        SPARE_WHERE_RESTLESS
    } else {
        SPARE
    };
    share * tolerance
}

/// `auto`, with small problems solved to rounding, those of stacks at rest with something to spare, and those
/// of heaps by sweeps.
pub struct StepAccuracy {
    plain: Auto,
    fine: Auto,
    spare: Auto,
    heap: GaussSeidel,
    /// The first guess of a heap, and the error that will do for one.
    guess: Vec<f64>,
    will_do: f64,
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
            tolerance: spare_of(tolerance),
            enough: Some(tolerance),
            max_iterations: Some(
                settings
                    .max_iterations
                    .unwrap_or(SPARE_ITERATIONS)
                    .min(SPARE_ITERATIONS),
            ),
            ..settings.clone()
        };
        let will_do = settings.enough.map_or(tolerance, |enough| tolerance.max(enough));
        StepAccuracy {
            heap: GaussSeidel::new(settings.clone()),
            plain: Auto::new(settings),
            guess: Vec::new(),
            will_do,
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

impl StepAccuracy {
    /// Whether a problem gets a short Newton path first.
    pub(crate) fn takes_newton_first(problem: &ContactProblem) -> bool {
        problem.laws.len() <= MODERATE && problem.laws.iter().all(covers)
    }

    /// A short Newton path to the last digits, for a problem whose contacts are coupled all with all: sweeps
    /// would give what several of them share to the first one. `None`, and `r` as it was, where it does not
    /// lead there.
    pub(crate) fn newton_first(
        &mut self,
        problem: &ContactProblem,
        r: &mut Vec<f64>,
    ) -> Option<SolverReport> {
        if !StepAccuracy::takes_newton_first(problem) {
            return None;
        }
        let taken = if self.tolerance > RESTLESS { WARM } else { 0.0 };
        let begun = self.error(problem, r);
        if begun <= taken * self.tolerance {
            return Some(WARM_START);
        }
        let measure = self.measure;
        let (own, good) = if self.tolerance >= LOOSE {
            (&mut self.plain, self.tolerance)
        } else {
            (&mut self.fine, ROUNDED.min(self.tolerance))
        };
        self.guess.clone_from(r);
        let known = (own.settings.measure == measure).then_some(begun);
        let (error, steps) = own.short_path(problem, r, known);
        if error <= good {
            return Some(SolverReport {
                iterations: steps,
                stop: Stop::Converged,
                method: "newton",
            });
        }
        r.clone_from(&self.guess);
        None
    }
}

impl Solver for StepAccuracy {
    fn solve(&mut self, problem: &ContactProblem, r: &mut [f64]) -> SolverReport {
        let rounds = self.rounds(problem.laws.len());
        self.solve_in(problem, r, ([rounds, rounds], false))
    }

    /// Where a long Newton path comes before the last stages they follow once, and only where it came close
    /// to an answer; heaps get few sweeps.
    fn try_solve(&mut self, problem: &ContactProblem, r: &mut [f64]) -> SolverReport {
        let blocks = problem.laws.len();
        let rounds = self.rounds(blocks);
        let [far, close] = if blocks > LARGE {
            [rounds, rounds]
        } else {
            [0, rounds.min(1)]
        };
        self.solve_in(problem, r, ([far, close], true))
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

    /// At most so many sweeps, as long as their pace says that they come to an end soon, and where those are
    /// not a trial what a wall needs: some alternating directions, or a short Newton path. From near an
    /// answer a part of the tolerance is aimed at, so that many steps follow whose first guess is the answer.
    fn sweep_heap(
        &mut self,
        problem: &ContactProblem,
        r: &mut [f64],
        (guess, most): (f64, usize),
    ) -> SolverReport {
        let will_do = self.will_do;
        let near = guess <= NEAR * will_do;
        let aim = match guess {
            error if error <= NEAR * self.tolerance => SPARE * self.tolerance,
            _ if near => SPARE * will_do,
            _ => will_do,
        };
        let asked = self.max_iterations.unwrap_or(usize::MAX);
        let limit = asked.min(if near { HEAP_TRIAL } else { most });
        let settings = Settings {
            tolerance: aim,
            ..self.heap.settings.clone()
        };
        self.guess.clear();
        self.guess.extend_from_slice(r);
        self.heap.prepare(problem, r);
        let swept = self.heap.run(&settings, problem, r, limit, Some(HEAP_PATIENCE));
        let mut report = SolverReport {
            iterations: swept.sweeps,
            stop: swept.stop,
            method: "gauss-seidel",
        };
        let mut error = swept.error;
        let missed = error > if near { will_do } else { self.tolerance };
        if missed && most > HEAP_TRIAL {
            error = self.go_on(problem, r, error, &mut report);
        }
        report.stop = match report.stop {
            _ if error <= self.tolerance => Stop::Converged,
            _ if error <= will_do => Stop::Enough,
            Stop::Converged => Stop::Stalled,
            stop => stop,
        };
        report
    }

    /// What is tried after the sweeps of a heap; the error then, and in `r` the best of all.
    fn go_on(
        &mut self,
        problem: &ContactProblem,
        r: &mut [f64],
        mut error: f64,
        report: &mut SolverReport,
    ) -> f64 {
        let left = self.max_iterations.unwrap_or(usize::MAX);
        let mut admm = Admm {
            settings: Settings {
                tolerance: self.tolerance,
                max_iterations: Some(HEAP_DIRECTIONS.min(left.saturating_sub(report.iterations))),
                ..self.heap.settings.clone()
            },
            ..Admm::default()
        };
        let mut trial = std::mem::take(&mut self.guess);
        let found = admm.solve(problem, &mut trial);
        report.iterations += found.iterations;
        let reached = self.error(problem, &trial);
        // What a heap in motion reaches by them has another self-stress, and is no better to begin the next
        // step.
        if reached < error && reached <= CLOSE {
            r.copy_from_slice(&trial);
            (error, report.method) = (reached, found.method);
        }
        self.guess = trial;
        if problem.laws.len() <= HEAP_FACTORED && error <= CLOSE && !(error <= self.will_do) {
            let (reached, steps) = self.plain.short_path(problem, r, None);
            report.iterations += steps;
            if reached < error {
                (error, report.method) = (reached, "proximal-newton");
            }
        }
        error
    }

    /// Solves with this many rounds of the last stages: far from an answer, and close to one.
    fn solve_in(
        &mut self,
        problem: &ContactProblem,
        r: &mut [f64],
        (rounds, trial): ([u32; 2], bool),
    ) -> SolverReport {
        let blocks = problem.laws.len();
        let [far, close] = rounds;
        (self.plain.rounds, self.plain.rounds_when_close) = (far, close);
        (self.spare.rounds, self.spare.rounds_when_close) = (far.min(1), close.min(1));
        // What is solved has its self-stress kept: the last digits are not worth another one.
        (self.fine.restart, self.spare.restart) = (false, false);
        self.spare.path_once_enough = HEAP_PATH;
        self.spare.no_further = if self.tolerance > RESTLESS && blocks > CROWD {
            REACHED * self.tolerance
        } else {
            0.0
        };
        if blocks <= TO_ROUNDING && self.tolerance < LOOSE {
            return self.solve_better(problem, r, |own| &mut own.fine);
        }
        let error = self.error(problem, r);
        // A sweep more can make it worse: errors of sweeps are spread, not less.
        let taken = if self.tolerance > RESTLESS { WARM } else { 1.0 };
        if error <= taken * self.tolerance {
            return WARM_START;
        }
        if self.measure == Measure::Step && is_heap(&problem.laws) {
            let most = if trial { HEAP_TRIAL } else { HEAP_SWEEPS };
            return self.sweep_heap(problem, r, (error, most));
        }
        if error <= NEAR * self.tolerance && spare_of(self.tolerance) >= ROUNDING {
            return self.solve_better(problem, r, |own| &mut own.spare);
        }
        self.solve_plainly(problem, r, 0)
    }
}
