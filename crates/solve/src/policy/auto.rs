//! `auto`: the method that answers whatever it takes.
//!
//! ```text
//! sweeps  →  proximal Newton  →  both from rest  →  interior point, Newton  →  ADMM, Newton  →  gradient  →  sweeps  →  the last four again, longer
//! ```
//! ADMM comes before Newton where the tolerance is loose or a factorisation dear. Gauss–Seidel goes first and
//! is left as soon as its pace says that Newton will be there sooner. Each further stage starts only if the
//! measured error of the best answer so far is above the tolerance, and begins at that answer where the
//! method can use one. Laws without contact modes (polygons, general sections) skip Newton and interior
//! point. The answer is the best one seen, whoever found it, and the report names the method. Budgets: the
//! iterations of all stages together, and the caller's clock. Bilateral rows alone are one linear system, and
//! are solved as one first.

use crate::cone::admm::Admm;
use crate::cone::gauss_seidel::GaussSeidel;
use crate::cone::interior_point::InteriorPoint;
use crate::cone::newton::ProximalNewton;
use crate::cone::newton::modes::covers;
use crate::cone::projected_gradient::ProjectedGradient;
use crate::cone::skyline::Skyline;
use crate::delassus::Delassus;
use crate::law::Law;
use crate::problem::ContactProblem;
use crate::reduction::explicit;
use crate::solver::{Settings, Solver, SolverReport, Stop};

/// Chooses, polishes and falls back.
pub struct Auto {
    /// Tolerance, measure and limits; iterations of all stages count together.
    pub settings: Settings,
    /// How often the last stages are gone through, each time four times as long.
    pub rounds: u32,
    /// Whether to begin again at zero impulses as well.
    pub again: bool,
    sweeps: GaussSeidel,
    newton: ProximalNewton,
    envelope: Skyline,
    best: Vec<f64>,
}

/// From this many contacts on a factorisation is worth hundreds of sweeps or first-order iterations.
const LARGE: usize = 1500;

/// From this many contacts on alternating directions go before Newton.
const DEAR: usize = 400;

/// From this many bilateral rows on they are solved as one linear system where nothing else is there.
const JOINED: usize = 13;

/// Sweeps from zero impulses.
const FROM_REST: usize = 60;

/// The best answer so far and what was spent.
struct State {
    error: f64,
    method: &'static str,
    spent: usize,
}

impl Default for Auto {
    fn default() -> Self {
        Auto::new(Settings::default())
    }
}

impl Auto {
    /// `auto` with these settings.
    pub fn new(settings: Settings) -> Self {
        Auto {
            sweeps: GaussSeidel::new(settings.clone()),
            newton: ProximalNewton::new(settings.clone()),
            envelope: Skyline::default(),
            best: Vec::new(),
            rounds: 3,
            again: true,
            settings,
        }
    }

    /// Sweeps that are worth waiting for: what the Newton steps would cost instead.
    fn patience(problem: &ContactProblem) -> f64 {
        // Where every contact is coupled to many others sweeps are dear and slow.
        if let Delassus::Explicit(w) = &problem.delassus
            && (13..=LARGE).contains(&problem.laws.len())
            && w.col.len() > 20 * problem.laws.len()
        {
            return 100.0;
        }
        match problem.laws.len() {
            0..=8 => 30.0,
            9..=40 => 120.0,
            // What alternating directions cost instead, one factorisation and its solves.
            _ if problem.laws.iter().all(|law| law.rows() <= 2) => 1500.0,
            _ => 2000.0,
        }
    }

    /// Bilateral rows alone: one linear system. Leaves r as it was where the answer misses the tolerance.
    fn linear(&mut self, problem: &ContactProblem, r: &mut [f64]) -> Option<SolverReport> {
        let Delassus::Explicit(w) = &problem.delassus else {
            return None;
        };
        let bilateral = problem.laws.iter().all(|law| *law == Law::Bilateral);
        let budget = self.settings.max_iterations.is_none_or(|most| most > 0);
        if !(bilateral && budget && problem.laws.len() >= JOINED && self.envelope.factor(w)) {
            return None;
        }
        self.best.clear();
        self.best.extend_from_slice(r);
        self.envelope.solve(w, &problem.free_velocity, r);
        let meter = &mut self.sweeps.meter;
        meter.prepare(problem);
        if meter.error(problem, r, self.settings.measure) <= self.settings.tolerance {
            return Some(SolverReport {
                iterations: 1,
                stop: Stop::Converged,
                method: "cholesky",
            });
        }
        r.copy_from_slice(&self.best);
        None
    }

    fn left(&self, state: &State) -> usize {
        self.settings
            .max_iterations
            .unwrap_or(usize::MAX)
            .saturating_sub(state.spent)
    }

    /// Keeps `r` if it is the best yet; otherwise puts the best back into `r`. Says whether to stop.
    fn keep(
        &mut self,
        problem: &ContactProblem,
        r: &mut [f64],
        method: &'static str,
        state: &mut State,
    ) -> bool {
        let error = self.sweeps.meter.error(problem, r, self.settings.measure);
        if error < state.error {
            state.error = error;
            state.method = method;
            self.best.clear();
            self.best.extend_from_slice(r);
        } else {
            r.copy_from_slice(&self.best);
        }
        state.error <= self.settings.tolerance || self.left(state) == 0 || self.settings.is_expired()
    }

    /// Runs one stage of another method within the budget.
    fn stage(
        &mut self,
        problem: &ContactProblem,
        r: &mut [f64],
        state: &mut State,
        limit: usize,
        make: impl Fn(Settings) -> Box<dyn Solver>,
    ) -> bool {
        let max_iterations = Some(limit.min(self.left(state)));
        let report = make(Settings {
            max_iterations,
            ..self.settings.clone()
        })
        .solve(problem, r);
        state.spent += report.iterations;
        self.keep(problem, r, report.method, state)
    }

    /// Newton from the point in `r`, on an explicit W.
    fn polish(&mut self, problem: &ContactProblem, r: &mut [f64], state: &mut State, limit: usize) -> bool {
        self.newton_from(problem, r, state, limit);
        self.keep(problem, r, "proximal-newton", state)
    }

    fn newton_from(&mut self, problem: &ContactProblem, r: &mut [f64], state: &mut State, limit: usize) {
        let Delassus::Explicit(w) = &problem.delassus else {
            return;
        };
        self.newton.settings = self.settings.clone();
        self.newton.alpha = if problem.laws.len() <= 12 { 1e-11 } else { 1e-3 };
        let (steps, _) = self.newton.run(problem, w, r, limit.min(self.left(state)));
        state.spent += steps;
    }

    /// Sweeps and Newton from zero impulses.
    ///
    /// A body on more supports than it needs carries self-stress that no motion shows. From step to step the
    /// impulses given as a first guess wander along it, until they lie on their cones where nothing demands
    /// it and the methods that start from them jam. From rest the answer of little self-stress is found,
    /// inside the cones.
    fn begin_again(&mut self, problem: &ContactProblem, r: &mut [f64], state: &mut State) -> bool {
        r.fill(0.0);
        self.sweeps.prepare(problem, r);
        let limit = FROM_REST.min(self.left(state));
        let swept = self.sweeps.run(&self.settings, problem, r, limit, None);
        state.spent += swept.sweeps;
        if swept.stop != Stop::Converged {
            self.newton_from(problem, r, state, 30);
        }
        self.keep(problem, r, "from rest", state)
    }

    /// The stages after the sweeps, on an explicit W.
    ///
    /// Newton alone first: nothing is cheaper where it works. Then a method that is not drawn to the nearest
    /// corner (interior point, alternating directions) moves the point, and Newton finishes from there.
    fn escalate(&mut self, problem: &ContactProblem, r: &mut [f64], state: &mut State) {
        let modes = problem.laws.iter().all(covers);
        // A loose tolerance may be met without modes, by one factorisation and cheap iterations.
        // Likewise where Newton's factorisations are dear.
        let (count, large) = (problem.laws.len(), problem.laws.len() > DEAR);
        let loose = self.settings.tolerance >= 1e-6 && count > 12;
        let iterations = match (large, loose) {
            (false, _) => 100,
            (true, true) => 3000,
            (true, false) => 1500,
        };
        if (loose || large) && self.stage(problem, r, state, iterations, admm) {
            return;
        }
        if modes && self.polish(problem, r, state, if large { 8 } else { 30 }) {
            return;
        }
        if modes && self.again && !large && self.begin_again(problem, r, state) {
            return;
        }
        for round in 0..self.rounds {
            let longer = 1 << (2 * round);
            if modes {
                if self.stage(problem, r, state, 60 * longer, |settings| {
                    interior_point(settings, round)
                }) {
                    return;
                }
                if self.polish(problem, r, state, 40 * longer) {
                    return;
                }
            }
            if self.stage(problem, r, state, 400 * longer, admm) {
                return;
            }
            if modes && self.polish(problem, r, state, 40 * longer) {
                return;
            }
            if self.stage(problem, r, state, 500 * longer, projected_gradient) {
                return;
            }
            if self.stage(problem, r, state, 500 * longer, gauss_seidel) {
                return;
            }
        }
    }
}

fn interior_point(settings: Settings, round: u32) -> Box<dyn Solver> {
    // The first attempt stays with the coupled method; the frozen shift is for later.
    let coupled_iterations = if round == 0 { 60 } else { 100 };
    Box::new(InteriorPoint {
        settings,
        coupled_iterations,
        ..InteriorPoint::default()
    })
}

fn admm(settings: Settings) -> Box<dyn Solver> {
    Box::new(Admm {
        settings,
        ..Admm::default()
    })
}

fn projected_gradient(settings: Settings) -> Box<dyn Solver> {
    Box::new(ProjectedGradient {
        settings,
        ..ProjectedGradient::default()
    })
}

fn gauss_seidel(settings: Settings) -> Box<dyn Solver> {
    Box::new(GaussSeidel::new(settings))
}

impl Solver for Auto {
    fn solve(&mut self, problem: &ContactProblem, r: &mut [f64]) -> SolverReport {
        if let Some(report) = self.linear(problem, r) {
            return report;
        }
        self.sweeps.prepare(problem, r);
        let patience = Self::patience(problem);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "positive and far below 2⁵³"
        )]
        let limit = self
            .settings
            .max_iterations
            .unwrap_or(5000.max(2 * patience as usize));
        let swept = self.sweeps.run(&self.settings, problem, r, limit, Some(patience));
        let report = |state: &State, stop| SolverReport {
            iterations: state.spent,
            stop,
            method: state.method,
        };
        let mut state = State {
            error: swept.error,
            method: "gauss-seidel",
            spent: swept.sweeps,
        };
        if swept.stop == Stop::Converged {
            return report(&state, Stop::Converged);
        }
        self.best.clear();
        self.best.extend_from_slice(r);
        if self.left(&state) == 0 {
            return report(&state, Stop::IterationLimit);
        }
        if matches!(problem.delassus, Delassus::Explicit(_)) {
            self.escalate(problem, r, &mut state);
        } else if let Ok(explicit) = explicit(problem) {
            self.escalate(&explicit, r, &mut state);
        }
        r.copy_from_slice(&self.best);
        let stop = if state.error <= self.settings.tolerance {
            Stop::Converged
        } else if self.settings.is_expired() {
            Stop::TimeLimit
        } else if self.left(&state) == 0 {
            Stop::IterationLimit
        } else {
            Stop::Stalled
        };
        report(&state, stop)
    }
}
