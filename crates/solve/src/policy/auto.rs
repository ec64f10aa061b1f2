//! `auto`: one method after the other, until the measured error meets the tolerance.
//!
//! The order of the methods, their conditions and their iterations are the tables of `stages.rs`. A stage
//! begins at the best answer so far where its method can use one. The answer is the best one measured,
//! whichever method found it; the report names the method, and `Converged` means that the error, measured
//! afresh, meets the tolerance. Budgets: the iterations of all stages together, and the caller's clock.
//!
//! In a crowd an error that the caller calls enough ends the search after a short Newton path: a heap that
//! jams while it slips has problems that no method solves to the last digits in bounded time.
//!
//! Where they all fail, two things are tried. Friction beyond [`STEEP`] is nearly that of bodies that are
//! glued: an answer that sticks with less friction sticks with more. And a proof that no solution exists
//! (`infeasible.rs`), which comes early where impulses have grown beyond [`GROWN`]: then the stages would go
//! on for nothing.

use crate::cone::admm::Admm;
use crate::cone::facetted::Facetted;
use crate::cone::gauss_seidel::GaussSeidel;
use crate::cone::interior_point::InteriorPoint;
use crate::cone::linear_system::Analysed;
use crate::cone::newton::ProximalNewton;
use crate::cone::projected_gradient::ProjectedGradient;
use crate::delassus::Delassus;
use crate::infeasible::{find_ray, seems_infeasible};
use crate::law::Law;
use crate::measure::Measure;
use crate::policy::stages::{FIRST, Method, ROUND, Stage, THEN, When, is_apart, patience};
use crate::policy::tolerances::{CLOSE, CROWD, GROWN, LONGER, NEARLY, REFUSED, ROUNDS, SHORT_PATH, STEEP};
use crate::problem::ContactProblem;
use crate::reduction::explicit;
use crate::solver::{Settings, Solver, SolverReport, Stop};

/// The methods of `stages.rs`, in their order.
pub struct Auto {
    /// Tolerance, measure and limits; iterations of all stages count together.
    pub settings: Settings,
    /// How often the last stages are gone through.
    pub rounds: u32,
    /// The same where the stages before have come to an error of [`CLOSE`]: there is an answer.
    pub rounds_when_close: u32,
    /// Whether a start from zero impulses is allowed.
    pub restart: bool,
    /// Newton steps that a crowd gets at most once its error is what the caller calls enough.
    pub path_once_enough: usize,
    /// An error that no further stage follows; 0 for none.
    pub no_further: f64,
    pub(super) sweeps: GaussSeidel,
    pub(super) newton: ProximalNewton,
    /// What was found of the pattern of the linear system of alternating directions.
    analysed: Analysed,
    pub(super) best: Vec<f64>,
    pub(super) ahead: Vec<f64>,
    /// The caller's guess.
    guess: Vec<f64>,
}

/// The best answer so far and what was spent.
pub(super) struct State {
    pub(super) error: f64,
    pub(super) method: &'static str,
    pub(super) spent: usize,
    /// Error of the point from where the next stage goes on, without what the judge refuses.
    pub(super) plain: f64,
    /// Whether there seems to be no solution, so that the search ended early.
    pub(super) infeasible: bool,
}

/// The same problem with W in blocks, and in the form whose linear systems are small: by its factors where
/// there are fewer degrees of freedom than rows.
#[derive(Clone, Copy)]
struct Forms<'a> {
    given: &'a ContactProblem,
    blocks: &'a ContactProblem,
    small: &'a ContactProblem,
    /// Whether it is given by M and H, of bodies whose masses are far apart.
    apart: bool,
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
            analysed: Analysed::default(),
            best: Vec::new(),
            ahead: Vec::new(),
            guess: Vec::new(),
            rounds: ROUNDS,
            rounds_when_close: ROUNDS,
            restart: true,
            path_once_enough: SHORT_PATH,
            no_further: 0.0,
            settings,
        }
    }

    /// Runs the stages of a table whose conditions hold, in order. Says whether to stop.
    fn walk(
        &mut self,
        (table, round): (&[Stage], u32),
        problem: Forms,
        r: &mut [f64],
        state: &mut State,
    ) -> bool {
        let (tolerance, restart) = (self.settings.tolerance, self.restart);
        table.iter().any(|stage| {
            let holds = stage.when.iter().all(|when| match when {
                When::Apart => problem.apart,
                When::Near => state.plain <= NEARLY,
                When::Step => self.settings.measure == Measure::Step,
                when => when.holds(problem.blocks, tolerance, restart),
            });
            holds && (self.run(stage, round, problem, r, state) || state.error <= self.no_further)
        })
    }

    /// Runs one stage. Says whether to stop: the error is small enough, or the budget is spent.
    fn run(
        &mut self,
        stage: &Stage,
        round: u32,
        Forms {
            given,
            blocks: problem,
            small,
            apart,
        }: Forms,
        r: &mut [f64],
        state: &mut State,
    ) -> bool {
        let limit = (stage.iterations * LONGER.pow(round)).min(self.left(state));
        let settings = || Settings {
            max_iterations: Some(limit),
            ..self.settings.clone()
        };
        let mut method: Box<dyn Solver> = match stage.method {
            Method::PatientSweeps => return self.sweep(problem, r, state, stage.iterations),
            Method::Newton => {
                let found = self.newton_from(problem, r, state, (limit, None));
                return self.keep_known(problem, r, ("proximal-newton", found), state)
                    || self.will_do(problem, state);
            }
            Method::NewtonByFactors => {
                self.newton_by_factors(problem, given, (r, limit), state);
                return self.keep(given, r, "proximal-newton", state) || self.will_do(problem, state);
            }
            Method::FromRest { newton } => return self.begin_at_rest(problem, r, state, [limit, newton]),
            Method::InteriorPoint { coupled } => Box::new(InteriorPoint {
                settings: settings(),
                coupled_iterations: coupled[usize::from(round > 0)],
                refused: REFUSED,
                blocks: apart.then(|| problem.clone()),
                ..InteriorPoint::default()
            }),
            Method::Admm => return self.directions(small, problem, (r, None, limit), state),
            Method::PatientAdmm { trial } => {
                r.copy_from_slice(&self.guess);
                return self.directions(small, problem, (r, Some(trial), limit), state);
            }
            Method::Lemke if round > 0 => return false,
            Method::Lemke => Box::new(Facetted {
                settings: settings(),
                ..Facetted::default()
            }),
            Method::Gradient => Box::new(ProjectedGradient {
                settings: settings(),
                ..ProjectedGradient::default()
            }),
            Method::Sweeps => Box::new(GaussSeidel::new(settings())),
        };
        let form = match stage.method {
            Method::InteriorPoint { .. } if apart => given,
            Method::InteriorPoint { .. } => small,
            _ => problem,
        };
        let report = method.solve(form, r);
        state.spent += report.iterations;
        let done = self.keep(problem, r, report.method, state);
        let by_path = matches!(stage.method, Method::InteriorPoint { .. });
        if by_path && report.stop == Stop::Converged && self.settings.measure != Measure::Both {
            self.polish(problem, r, state);
        }
        done
    }

    /// Alternating directions from the point in `r`; with a trial, left when their pace is too slow.
    fn directions(
        &mut self,
        small: &ContactProblem,
        problem: &ContactProblem,
        (r, trial, limit): (&mut [f64], Option<usize>, usize),
        state: &mut State,
    ) -> bool {
        let settings = Settings {
            max_iterations: Some(limit),
            ..self.settings.clone()
        };
        let admm = Admm {
            settings,
            trial,
            ..Admm::default()
        };
        let report = admm.solve_with(small, r, &mut self.analysed);
        state.spent += report.iterations;
        self.keep(problem, r, report.method, state)
    }

    /// The first sweeps, from the caller's guess, left when their pace is too slow.
    fn sweep(&mut self, problem: &ContactProblem, r: &mut [f64], state: &mut State, most: usize) -> bool {
        self.sweeps.prepare(problem, r);
        let limit = self.settings.max_iterations.unwrap_or(most);
        let patience = Some(patience(problem));
        let swept = self.sweeps.run(&self.settings, problem, r, limit, patience);
        *state = State {
            error: swept.error,
            method: "gauss-seidel",
            spent: swept.sweeps,
            infeasible: false,
            plain: f64::INFINITY,
        };
        if swept.stop == Stop::Converged {
            return true;
        }
        // Where nothing finite was met, `r` is not what the best error stands for.
        let error = if swept.error.is_finite() {
            swept.error
        } else {
            self.sweeps.meter.error(problem, r, self.settings.measure)
        };
        state.plain = self.begin_with(problem, r, error);
        self.left(state) == 0
    }

    /// An error that will do for this problem where the tolerance is far.
    pub(super) fn enough(&self, problem: &ContactProblem) -> Option<f64> {
        self.settings.enough.filter(|_| problem.laws.len() > CROWD)
    }

    /// Whether the best answer so far is such a one.
    fn will_do(&self, problem: &ContactProblem, state: &State) -> bool {
        self.enough(problem).is_some_and(|enough| state.error <= enough)
    }

    pub(super) fn left(&self, state: &State) -> usize {
        self.settings
            .max_iterations
            .unwrap_or(usize::MAX)
            .saturating_sub(state.spent)
    }

    /// Keeps `r` if it is the best yet, as the judge sees it; and if it is nearest by its plain error, from
    /// where the next stage goes on: otherwise puts the one that is into `r`. Says whether to stop.
    ///
    /// The two differ where an answer is right but for contacts that carry next to nothing: a few Newton
    /// steps are all it needs, and none of them would be made from the other one. In the steps of a run they
    /// are the same: those are judged by the velocity that they reach.
    pub(super) fn keep(
        &mut self,
        problem: &ContactProblem,
        r: &mut [f64],
        method: &'static str,
        state: &mut State,
    ) -> bool {
        self.keep_known(problem, r, (method, None), state)
    }

    /// The same where the method may have measured the error of `r`.
    pub(super) fn keep_known(
        &mut self,
        problem: &ContactProblem,
        r: &mut [f64],
        (method, known): (&'static str, Option<f64>),
        state: &mut State,
    ) -> bool {
        let error = match known {
            Some(error) => error,
            None => self.sweeps.meter.error(problem, r, self.settings.measure),
        };
        let plain = self.plain_error(problem, r, error);
        if error < state.error {
            (state.error, state.method) = (error, method);
            self.best.copy_from_slice(r);
        }
        if plain < state.plain || error <= self.settings.tolerance {
            state.plain = plain;
            self.ahead.copy_from_slice(r);
        } else {
            r.copy_from_slice(&self.ahead);
        }
        state.error <= self.settings.tolerance || self.left(state) == 0 || self.settings.is_expired()
    }

    /// The stages after the first ones. Proofs look at the problem as it was `given`.
    fn escalate(&mut self, given: &ContactProblem, problem: Forms, r: &mut [f64], state: &mut State) {
        if self.has_grown(problem.blocks, r) && seems_infeasible(given, r) {
            state.infeasible = true;
            return;
        }
        if self.walk((THEN, 0), problem, r, state) {
            return;
        }
        let is_close = state.error <= CLOSE;
        let rounds = if is_close {
            self.rounds_when_close
        } else {
            self.rounds
        };
        for round in 0..rounds {
            if self.has_grown(problem.blocks, r) && seems_infeasible(given, r) {
                state.infeasible = true;
                return;
            }
            if self.walk((ROUND, round), problem, r, state) {
                return;
            }
        }
    }
}

impl Auto {
    /// The stages, in their order.
    fn attempt(&mut self, problem: &ContactProblem, r: &mut [f64]) -> SolverReport {
        let mut state = State {
            error: f64::INFINITY,
            method: "none",
            spent: 0,
            infeasible: false,
            plain: f64::INFINITY,
        };
        self.guess.clear();
        self.guess.extend_from_slice(r);
        let as_given = Forms {
            given: problem,
            blocks: problem,
            small: problem,
            apart: false,
        };
        if !self.walk((FIRST, 0), as_given, r, &mut state) {
            match &problem.delassus {
                Delassus::Explicit(_) => self.escalate(problem, as_given, r, &mut state),
                Delassus::Factored { mass, .. } => {
                    if let Ok(explicit) = explicit(problem) {
                        let is_small = mass.dim() < problem.rows();
                        let forms = Forms {
                            given: problem,
                            blocks: &explicit,
                            small: if is_small { problem } else { &explicit },
                            apart: is_apart(&problem.laws, &self.sweeps.meter.root_scale),
                        };
                        self.escalate(problem, forms, r, &mut state);
                    }
                }
            }
            r.copy_from_slice(&self.best);
        }
        let stop = if state.error <= self.settings.tolerance {
            Stop::Converged
        } else if self.will_do(problem, &state) {
            Stop::Enough
        } else if state.infeasible && find_ray(problem, r).is_some() {
            Stop::Infeasible
        } else if self.settings.is_expired() {
            Stop::TimeLimit
        } else if self.left(&state) == 0 {
            Stop::IterationLimit
        } else {
            Stop::Stalled
        };
        SolverReport {
            iterations: state.spent,
            stop,
            method: state.method,
        }
    }

    /// Whether impulses are so large beside b that there may be no solution.
    fn has_grown(&self, problem: &ContactProblem, r: &[f64]) -> bool {
        let scale = &self.sweeps.meter.root_scale;
        let largest = |x: f64, y: f64| if x > y { x } else { y };
        let impulse = r.iter().zip(scale).map(|(r, s)| (r * s).abs()).fold(0.0, largest);
        let free = problem
            .free_velocity
            .iter()
            .zip(scale)
            .map(|(b, s)| (b / s).abs());
        impulse > GROWN * free.fold(0.0, largest)
    }

    /// The problem with friction of at most [`STEEP`], where it has more.
    fn less_steep(problem: &ContactProblem) -> Option<ContactProblem> {
        let steep = |law: &Law| law.isotropic().is_some_and(|mu| mu > STEEP);
        if !problem.laws.iter().any(steep) {
            return None;
        }
        let mut out = problem.clone();
        for law in out.laws.iter_mut().filter(|law| steep(law)) {
            *law = law.with_mu(STEEP);
        }
        Some(out)
    }
}

impl Solver for Auto {
    fn solve(&mut self, problem: &ContactProblem, r: &mut [f64]) -> SolverReport {
        let mut report = self.attempt(problem, r);
        if report.stop != Stop::Stalled {
            return report;
        }
        if let Some(less) = Self::less_steep(problem) {
            let mut trial = vec![0.0; r.len()];
            let other = self.attempt(&less, &mut trial);
            report.iterations += other.iterations;
            self.sweeps.meter.prepare(problem);
            let error = self.sweeps.meter.error(problem, &trial, self.settings.measure);
            if error <= self.settings.tolerance {
                r.copy_from_slice(&trial);
                (report.stop, report.method) = (Stop::Converged, other.method);
                return report;
            }
        }
        if find_ray(problem, r).is_some() {
            report.stop = Stop::Infeasible;
        }
        report
    }
}
