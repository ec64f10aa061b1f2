//! The Newton paths of `auto`: from the point at hand, a few steps, from rest.

use crate::cone::newton::given::Given;
use crate::cone::newton::modes::covers;
use crate::delassus::Delassus;
use crate::measure::Measure;
use crate::policy::auto::{Auto, State};
use crate::policy::tolerances::{HEAP_PATH, LARGE, POLISHED, PROXIMAL, PROXIMAL_SMALL, REFUSED, SMALL};
use crate::problem::ContactProblem;
use crate::solver::Stop;

impl Auto {
    /// Makes `r` the best answer so far; its plain error.
    pub(super) fn begin_with(&mut self, problem: &ContactProblem, r: &[f64]) -> f64 {
        for kept in [&mut self.best, &mut self.ahead] {
            kept.clear();
            kept.extend_from_slice(r);
        }
        match self.settings.measure {
            Measure::Step => self.sweeps.meter.error(problem, r, Measure::Step),
            measure => self.sweeps.meter.measure(problem, r).by(measure),
        }
    }

    /// Newton from the point in `r`, on an explicit W.
    pub(super) fn newton_from(
        &mut self,
        problem: &ContactProblem,
        r: &mut [f64],
        state: &mut State,
        limit: usize,
    ) {
        let Delassus::Explicit(w) = &problem.delassus else {
            return;
        };
        self.newton_by(problem, Given::blocks(w), (r, limit), state);
    }

    /// The same, by M and H where the problem is `given` by them.
    pub(super) fn newton_by_factors(
        &mut self,
        problem: &ContactProblem,
        given: &ContactProblem,
        (r, limit): (&mut [f64], usize),
        state: &mut State,
    ) {
        let (Delassus::Explicit(blocks), Delassus::Factored { .. }) = (&problem.delassus, &given.delassus)
        else {
            return;
        };
        let factors = Some(given);
        self.newton_by(problem, Given { blocks, factors }, (r, limit), state);
    }

    fn newton_by(
        &mut self,
        problem: &ContactProblem,
        w: Given<'_>,
        (r, limit): (&mut [f64], usize),
        state: &mut State,
    ) {
        self.newton.settings = self.settings.clone();
        self.newton.enough = self.enough(problem).map(|enough| (enough, self.path_once_enough));
        self.newton.alpha = if problem.laws.len() <= SMALL {
            PROXIMAL_SMALL
        } else {
            PROXIMAL
        };
        let (steps, _) = self.newton.run(problem, w, r, limit.min(self.left(state)));
        state.spent += steps;
    }

    /// A few Newton steps in the modes of an answer from inside the cones, for a measure in which the judge
    /// has not been asked for all that it looks at: contacts that carry next to nothing are what a path
    /// leaves.
    pub(super) fn polish(&mut self, problem: &ContactProblem, r: &mut [f64], state: &mut State) {
        if problem.laws.len() <= LARGE && problem.laws.iter().all(covers) {
            let tolerance = self.settings.tolerance;
            self.settings.tolerance = POLISHED * state.plain;
            self.newton_from(problem, r, state, REFUSED);
            self.settings.tolerance = tolerance;
            self.keep(problem, r, "proximal-newton", state);
        }
    }

    /// A short Newton path from the point in `r`; the error and the steps, and in `r` the better of both
    /// points.
    pub(crate) fn short_path(&mut self, problem: &ContactProblem, r: &mut [f64]) -> (f64, usize) {
        self.sweeps.meter.prepare(problem);
        let error = self.sweeps.meter.error(problem, r, self.settings.measure);
        let mut state = State {
            error,
            method: "none",
            spent: 0,
            infeasible: false,
            plain: self.begin_with(problem, r),
        };
        self.newton_from(problem, r, &mut state, HEAP_PATH);
        self.keep(problem, r, "proximal-newton", &mut state);
        r.copy_from_slice(&self.best);
        (state.error, state.spent)
    }

    /// Sweeps and Newton from zero impulses, each within its limit.
    ///
    /// A body on more supports than it needs carries self-stress that no motion shows. From step to step the
    /// impulses given as a first guess wander along it, until they lie on their cones where nothing demands
    /// it and the methods that start from them jam. From rest the answer of little self-stress is found,
    /// inside the cones.
    pub(super) fn begin_at_rest(
        &mut self,
        problem: &ContactProblem,
        r: &mut [f64],
        state: &mut State,
        limits: [usize; 2],
    ) -> bool {
        r.fill(0.0);
        self.sweeps.prepare(problem, r);
        let swept = self.sweeps.run(&self.settings, problem, r, limits[0], None);
        state.spent += swept.sweeps;
        if swept.stop != Stop::Converged {
            self.newton_from(problem, r, state, limits[1]);
        }
        self.keep(problem, r, "from rest", state)
    }
}
