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
    /// Makes `r`, whose error is known, the best answer so far; its plain error.
    pub(super) fn begin_with(&mut self, problem: &ContactProblem, r: &[f64], error: f64) -> f64 {
        for kept in [&mut self.best, &mut self.ahead] {
            kept.clear();
            kept.extend_from_slice(r);
        }
        self.plain_error(problem, r, error)
    }

    /// The error of `r` without what the judge refuses; in the steps of a run the error itself.
    pub(super) fn plain_error(&mut self, problem: &ContactProblem, r: &[f64], error: f64) -> f64 {
        match self.settings.measure {
            Measure::Step => error,
            measure => self.sweeps.meter.measure(problem, r).by(measure),
        }
    }

    /// Newton from the point in `r`, on an explicit W. `known` is the error there, where it has been
    /// measured; the error of the point it leaves.
    pub(super) fn newton_from(
        &mut self,
        problem: &ContactProblem,
        r: &mut [f64],
        state: &mut State,
        (limit, known): (usize, Option<f64>),
    ) -> Option<f64> {
        let Delassus::Explicit(w) = &problem.delassus else {
            return None;
        };
        Some(self.newton_by(problem, Given::blocks(w), r, (limit, known), state))
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
        self.newton_by(problem, Given { blocks, factors }, r, (limit, None), state);
    }

    fn newton_by(
        &mut self,
        problem: &ContactProblem,
        w: Given<'_>,
        r: &mut [f64],
        (limit, known): (usize, Option<f64>),
        state: &mut State,
    ) -> f64 {
        self.newton.settings = self.settings.clone();
        self.newton.enough = self.enough(problem).map(|enough| (enough, self.path_once_enough));
        self.newton.alpha = if problem.laws.len() <= SMALL {
            PROXIMAL_SMALL
        } else {
            PROXIMAL
        };
        let limit = limit.min(self.left(state));
        let ran = self.newton.run_from(problem, w, r, (limit, known));
        state.spent += ran.steps;
        ran.error
    }

    /// A few Newton steps in the modes of an answer from inside the cones, for a measure in which the judge
    /// has not been asked for all that it looks at: contacts that carry next to nothing are what a path
    /// leaves.
    pub(super) fn polish(&mut self, problem: &ContactProblem, r: &mut [f64], state: &mut State) {
        if problem.laws.len() <= LARGE && problem.laws.iter().all(covers) {
            let tolerance = self.settings.tolerance;
            self.settings.tolerance = POLISHED * state.plain;
            let found = self.newton_from(problem, r, state, (REFUSED, None));
            self.settings.tolerance = tolerance;
            self.keep_known(problem, r, ("proximal-newton", found), state);
        }
    }

    /// A short Newton path from the point in `r`, whose error by this measure is `known` perhaps; the error
    /// and the steps, and in `r` the better of both points.
    pub(crate) fn short_path(
        &mut self,
        problem: &ContactProblem,
        r: &mut [f64],
        known: Option<f64>,
    ) -> (f64, usize) {
        self.sweeps.meter.prepare(problem);
        let error = match known {
            Some(error) => error,
            None => self.sweeps.meter.error(problem, r, self.settings.measure),
        };
        let mut state = State {
            error,
            method: "none",
            spent: 0,
            infeasible: false,
            plain: self.begin_with(problem, r, error),
        };
        let found = self.newton_from(problem, r, &mut state, (HEAP_PATH, Some(error)));
        self.keep_known(problem, r, ("proximal-newton", found), &mut state);
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
        let mut found = None;
        if swept.stop != Stop::Converged {
            found = self.newton_from(problem, r, state, (limits[1], None));
        }
        self.keep_known(problem, r, ("from rest", found), state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Meter;
    use crate::solver::Settings;
    use crate::synthetic::{Mixed, random_problem};

    /// An error that is known is not measured again, and nothing is different for it; the error that a path
    /// says is that of the impulses it leaves.
    #[test]
    fn what_is_known_is_not_measured_again() {
        for (seed, measure) in (1..40).zip([Measure::Step, Measure::Both].into_iter().cycle()) {
            let problem = random_problem(&Mixed {
                seed,
                blocks: 6,
                laws: &["coulomb", "torsion", "unilateral"],
                degenerate: false,
                ..Mixed::default()
            })
            .unwrap();
            let settings = Settings {
                measure,
                tolerance: 1e-12,
                ..Settings::default()
            };
            let begin = vec![0.1; problem.rows()];
            let error = |r: &[f64]| Meter::new(&problem).error(&problem, r, measure);
            let (mut own, mut given) = (begin.clone(), begin.clone());
            let first = Auto::new(settings.clone()).short_path(&problem, &mut own, None);
            let second = Auto::new(settings).short_path(&problem, &mut given, Some(error(&begin)));
            assert_eq!((first, &own), (second, &given), "{seed}");
            assert_eq!(first.0.to_bits(), error(&own).to_bits(), "{seed}");
        }
    }
}
