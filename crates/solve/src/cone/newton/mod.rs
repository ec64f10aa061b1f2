//! Nonsmooth Newton in the contact modes, inside a proximal-point loop, kept global by Gauss–Seidel sweeps.
//!
//! ```text
//! proximal point   r_{k+1} solves the problem with  W + α D,  b − α D r_k         D the scales of the blocks
//! Newton           (Eᵀ (W + α D) F + S) δ = −Eᵀ u(r̄),   r ← r̄ + F δ
//! ```
//! in the modes of `modes.rs`. W is rank-deficient as a rule (more contacts than the bodies need to stand): α
//! makes the system regular and keeps the impulses from running off along the directions W does not see, and
//! the fixed point of the outer loop solves the problem itself. α falls while the inner problems are easy and
//! rises when they are not: a path from an easy problem to the given one. Newton's iteration is an active-set
//! method (its steps are full steps between modes); its points are judged after projection and two sweeps of
//! Gauss–Seidel. The best impulses by the measured error are returned.
//!
//! With α = 0 this is the plain nonsmooth Newton method. Linear systems: dense LU when small, sparse LU when
//! large. Polygons and general sections have no modes and are not covered.
//! References: Alart and Curnier (1991); Acary, Brémond, Huber (2018) §3.6 for the proximal point.

pub(crate) mod given;
pub(crate) mod modes;
mod sparse;

use crate::cone::gauss_seidel::sweep::{Sweeper, Way};
use crate::cone::newton::given::Given;
pub use crate::cone::newton::modes::Map;
use crate::cone::newton::modes::{Mode, assemble, covers, mode_at};
use crate::delassus::Delassus;
use crate::dense::eliminate;
use crate::judge::VELOCITY;
use crate::law::Law;
use crate::measure::{Measure, Meter};
use crate::problem::{ContactProblem, sizes};
use crate::solver::{Settings, Solver, SolverReport, Stop};
use faer::linalg::solvers::Solve as _;
use sparse::Compressed;

/// Systems up to this many unknowns are eliminated in place: no library call is worth its overhead there.
const SMALL: usize = 32;

/// Systems with fewer unknowns than this are factored as dense ones.
const DENSE: usize = 120;
/// Sweeps that count as one Newton step.
const SWEEPS: usize = 20;

/// What α is multiplied with after an inner problem that was not solved.
const BACK: f64 = 4.0;
/// Least α, most α, and the least one after a failure: below that a failure is no matter of α.
const LEAST_ALPHA: f64 = 1e-13;
const MOST_ALPHA: f64 = 10.0;
const LEAST_ALPHA_BACK: f64 = 1e-10;
/// α of plain Newton: just enough for singular systems to have an answer.
const LEAST_ALPHA_PLAIN: f64 = 1e-10;
/// Newton steps for one inner problem, and how many of them in a row may not help; the same for plain Newton,
/// which has no other α to go back to.
const INNER_STEPS: usize = 10;
const IDLE: usize = 4;
const INNER_STEPS_PLAIN: usize = 20;
const IDLE_PLAIN: usize = 6;
/// An inner problem is solved to this share of the error of the problem itself.
const INNER_SHARE: f64 = 0.3;
/// Share of the tolerance to which an answer is refined, and the steps that are spent on it.
const SPARE: f64 = 0.01;
const REFINING_STEPS: usize = 2;
/// Outer steps within the tolerance that the judge may refuse: where modes settle it, one does.
const REFUSED: usize = 2;
/// Outer steps without progress after which the method gives up.
const STALE: usize = 100;

/// Nonsmooth Newton inside a proximal-point loop.
#[derive(Default)]
pub struct ProximalNewton {
    /// Tolerance, measure and limits; 300 Newton steps unless told.
    pub settings: Settings,
    /// Proximal parameter at the start, relative to the diagonal of W; 0 for plain Newton, which keeps just
    /// enough of it (1e-10) for singular systems to have an answer.
    pub alpha: f64,
    /// Sweeps before the first step.
    pub warm_sweeps: usize,
    /// An error that will do, and the steps that are made from there towards the tolerance.
    pub enough: Option<(f64, usize)>,
    /// Which map says what mode a contact is in.
    pub map: Map,
    meter: Meter,
    sweeper: Sweeper,
    work: Work,
}

#[derive(Default)]
struct Work {
    modes: Vec<Mode>,
    first: Vec<usize>,
    rhs: Vec<f64>,
    base: Vec<f64>,
    best: Vec<f64>,
    inner_best: Vec<f64>,
    raw: Vec<f64>,
    center: Vec<f64>,
    dense: Vec<f64>,
    /// The large ones: entries by rows, and the matrix.
    entries: Vec<(usize, usize, f64)>,
    matrix: Compressed,
    /// α D, row by row.
    extra: Vec<f64>,
    /// b − α D r_k.
    b: Vec<f64>,
    u: Vec<f64>,
}

/// Limits of the inner Newton iteration: its steps, how many in a row may not help, restarts by sweeps.
#[derive(Clone, Copy)]
struct InnerLimits {
    steps: usize,
    idle: usize,
    restarts: usize,
}

/// Those of [`ProximalNewton::refine`].
const REFINING: InnerLimits = InnerLimits {
    steps: REFINING_STEPS,
    idle: REFINING_STEPS,
    restarts: 0,
};

/// Where the outer loop ended: the error is that of the impulses it leaves.
pub(crate) struct Ran {
    pub(crate) steps: usize,
    pub(crate) stop: Stop,
    pub(crate) error: f64,
}

/// Where the inner Newton iteration ended.
struct Inner {
    steps: usize,
    solved: bool,
}

/// The proximal parameter along the outer loop: falls as fast as the inner problems allow.
///
/// One outer step is a step of backward Euler, of length 1/α, along D ṙ = −u(r): the impulses of stiff
/// springs that are pressed together at u. Where several answers are near or none, that motion leaves the
/// place, and the error rises before it falls. The length is chosen as for any stiff equation, by how hard
/// the step was: many Newton steps, or none that helped, ask for a shorter one.
#[derive(Debug)]
struct Path {
    alpha: f64,
    /// The last α whose inner problem was not solved.
    failed: f64,
}

impl Path {
    fn start(alpha: f64, error: f64) -> Self {
        // Far from a solution the first inner problem must be easier, unless it is small enough to risk it.
        let first = if alpha >= 1e-6 {
            alpha.max((10.0 * error).min(1.0))
        } else {
            alpha
        };
        Path {
            alpha: if alpha > 0.0 { first } else { LEAST_ALPHA_PLAIN },
            failed: 0.0,
        }
    }

    fn advance(&mut self, solved: bool, steps: usize) {
        let factor = match steps {
            _ if !solved => BACK,
            // The modes are those of the step before: the impulses drift, and may as well drift far.
            0 | 1 if 0.1 * self.alpha > self.failed => 0.1,
            0..=2 => 0.5,
            3 | 4 => 0.8,
            _ => 1.2,
        };
        if !solved {
            self.failed = self.alpha;
        } else if steps > 1 {
            self.failed *= 0.5;
        }
        let least = if solved { LEAST_ALPHA } else { LEAST_ALPHA_BACK };
        self.alpha = (self.alpha * factor).clamp(least, MOST_ALPHA);
    }
}

impl ProximalNewton {
    /// The proximal method with these settings.
    pub fn new(settings: Settings) -> Self {
        ProximalNewton {
            settings,
            alpha: 1e-3,
            warm_sweeps: 20,
            ..ProximalNewton::default()
        }
    }

    /// Plain Newton with these settings, in the modes of `map`.
    pub fn plain(settings: Settings, map: Map) -> Self {
        ProximalNewton {
            settings,
            alpha: 0.0,
            warm_sweeps: 20,
            map,
            ..ProximalNewton::default()
        }
    }

    /// The outer loop on an explicit problem; `limit` counts Newton steps. Leaves the best impulses in `r`.
    pub(crate) fn run(
        &mut self,
        problem: &ContactProblem,
        w: Given<'_>,
        r: &mut [f64],
        limit: usize,
    ) -> (usize, Stop) {
        let Ran { steps, stop, .. } = self.run_from(problem, w, r, (limit, None));
        (steps, stop)
    }

    /// The same where the error at `r` may be known already.
    pub(crate) fn run_from(
        &mut self,
        problem: &ContactProblem,
        w: Given<'_>,
        r: &mut [f64],
        (mut limit, known): (usize, Option<f64>),
    ) -> Ran {
        self.meter.prepare(w.given(problem));
        let measure = self.settings.measure;
        let mut error = known.unwrap_or_else(|| self.meter.error(w.given(problem), r, measure));
        let plain = self.plain_error(w, problem, r, error);
        let mut path = Path::start(self.alpha, plain);
        let (mut best, mut steps, mut stale, mut failures, mut refused) = (error, 0, 0, 0, 0);
        self.work.best.clear();
        self.work.best.extend_from_slice(r);
        let stop = loop {
            if best <= self.settings.tolerance {
                if steps > 0 && best > SPARE * self.settings.tolerance {
                    r.copy_from_slice(&self.work.best);
                    let (refining, refined) = self.refine(problem, w, r, best);
                    (steps, best) = (steps + refining, refined);
                }
                break Stop::Converged;
            }
            if let Some((_, more)) = self.enough.take_if(|(enough, _)| best <= *enough) {
                limit = limit.min(steps + more);
            }
            if steps >= limit {
                break Stop::IterationLimit;
            }
            if self.settings.is_expired() {
                break Stop::TimeLimit;
            }
            if stale > STALE || refused > REFUSED {
                break Stop::Stalled;
            }
            self.work.center.clear();
            self.work.center.extend_from_slice(r);
            self.set_center(problem, w, r, path.alpha);
            let goal = self.goal((problem, w), r, (error, path.alpha), &mut refused);
            let limits = self.inner_limits();
            let inner = self.inner(problem, w, r, goal, limits);
            steps += inner.steps.max(1);
            let found = self.meter.error(w.given(problem), r, self.settings.measure);
            if found < best {
                stale = if found < 0.7 * best { 0 } else { stale + 1 };
                best = found;
                self.work.best.copy_from_slice(r);
            } else {
                stale += 1;
            }
            if inner.solved || found <= error {
                error = found;
            } else {
                r.copy_from_slice(&self.work.center);
            }
            if self.alpha > 0.0 {
                path.advance(inner.solved, inner.steps);
            } else if !inner.solved {
                failures += 1;
                // They are no gift: the limit bounds all work.
                steps += self.begin_again(problem, w, r, failures);
                error = self.meter.error(w.given(problem), r, self.settings.measure);
            }
        };
        r.copy_from_slice(&self.work.best);
        let error = best;
        Ran { steps, stop, error }
    }

    /// Plain Newton has no path to retreat along: sweeps of the problem itself bring it nearer, more of them
    /// each time. Counted as so many steps.
    fn begin_again(
        &mut self,
        problem: &ContactProblem,
        w: Given<'_>,
        r: &mut [f64],
        failures: usize,
    ) -> usize {
        let rounds = 1 << failures.min(6);
        self.plain_sweeps(problem, w, r, SWEEPS * rounds);
        rounds
    }

    /// The error without what the judge refuses; in the steps of a run the error itself.
    fn plain_error(&mut self, w: Given<'_>, problem: &ContactProblem, r: &[f64], error: f64) -> f64 {
        match self.settings.measure {
            Measure::Step => error,
            measure => self.meter.measure(w.given(problem), r).by(measure),
        }
    }

    /// How far the inner problem is solved. Where r meets the tolerance and the judge is not content, what it
    /// misses is small beside what a tolerance speaks of: then further by far, and that is counted. Not so in
    /// the steps of a run, which are judged by the velocity that they reach: a mill took half as long again.
    fn goal(
        &mut self,
        (problem, w): (&ContactProblem, Given<'_>),
        r: &[f64],
        (error, alpha): (f64, f64),
        refused: &mut usize,
    ) -> f64 {
        let Settings {
            tolerance, measure, ..
        } = self.settings;
        if w.factors.is_some() {
            return (INNER_SHARE * error).min(0.1 * alpha).max(0.1 * VELOCITY);
        }
        if measure != Measure::Step
            && error > tolerance
            && self.meter.measure(w.given(problem), r).by(measure) <= tolerance
        {
            *refused += 1;
            return SPARE * tolerance;
        }
        (INNER_SHARE * error).min(0.1 * alpha).max(0.3 * tolerance)
    }

    fn inner_limits(&self) -> InnerLimits {
        if self.alpha > 0.0 {
            InnerLimits {
                steps: INNER_STEPS,
                idle: IDLE,
                restarts: 0,
            }
        } else {
            InnerLimits {
                steps: INNER_STEPS_PLAIN,
                idle: IDLE_PLAIN,
                restarts: 1,
            }
        }
    }

    /// Makes an answer better than asked: in the modes of the answer one step with next to no α does it. The
    /// problem of the next time step then begins nearer to its own. Leaves the better one in `work.best`; the
    /// steps, and its error.
    fn refine(&mut self, problem: &ContactProblem, w: Given<'_>, r: &mut [f64], best: f64) -> (usize, f64) {
        self.set_center(problem, w, r, LEAST_ALPHA_BACK);
        let goal = SPARE * self.settings.tolerance;
        let inner = self.inner(problem, w, r, goal, REFINING);
        let error = self.meter.error(w.given(problem), r, self.settings.measure);
        if error < best {
            self.work.best.copy_from_slice(r);
            return (inner.steps, error);
        }
        (inner.steps, best)
    }

    /// Sweeps of the problem itself.
    fn plain_sweeps(&mut self, problem: &ContactProblem, w: Given<'_>, r: &mut [f64], count: usize) {
        self.sweeper.prepare_explicit(w.blocks, &problem.laws, None);
        self.work.b.clear();
        self.work.b.extend_from_slice(&problem.free_velocity);
        self.sweeps(problem, r, count);
    }

    /// The inner problem around r_k = r: W + α D, b − α D r_k.
    fn set_center(&mut self, problem: &ContactProblem, w: Given<'_>, r: &[f64], alpha: f64) {
        self.set_compliance(problem, w, r, alpha);
        let work = &mut self.work;
        work.b.clear();
        work.b
            .extend((0..r.len()).map(|i| problem.free_velocity[i] - work.extra[i] * r[i]));
        self.sweeper
            .prepare_explicit(w.blocks, &problem.laws, Some(&work.extra));
    }

    /// α D, row by row. By load, the springs of a contact give at most α v under the impulse that it carries.
    fn set_compliance(&mut self, problem: &ContactProblem, w: Given<'_>, r: &[f64], alpha: f64) {
        let (extra, scale) = (&mut self.work.extra, &self.meter.root_scale);
        extra.clear();
        extra.extend(scale.iter().map(|s| alpha * s * s));
        if w.factors.is_none() {
            return;
        }
        let first = || w.blocks.offsets.iter().take(problem.laws.len());
        let speed = first()
            .map(|&at| problem.free_velocity[at].abs())
            .fold(0.0, f64::max);
        for ends in w.blocks.offsets.windows(2) {
            let at = ends[0];
            let given = scale[at] * scale[at] * r[at].abs();
            if given > speed {
                extra[at..ends[1]].iter_mut().for_each(|x| *x *= speed / given);
            }
        }
    }

    /// u of the inner problem at r, in `work.u`.
    fn inner_velocity(&mut self, w: Given<'_>, r: &[f64]) {
        let work = &mut self.work;
        work.u.resize(r.len(), 0.0);
        w.multiply_add(r, &work.b, &mut work.u);
        for i in 0..r.len() {
            work.u[i] += work.extra[i] * r[i];
        }
    }

    /// Error of the inner problem at r; leaves its u in `work.u`.
    fn inner_error(&mut self, problem: &ContactProblem, w: Given<'_>, r: &[f64]) -> f64 {
        self.inner_velocity(w, r);
        let work = &self.work;
        if w.factors.is_some() {
            return self.meter.beside_velocities(&problem.laws, r, &work.u);
        }
        self.meter
            .measure_at(&problem.laws, r, &work.u)
            .by(self.settings.measure)
    }

    fn sweeps(&mut self, problem: &ContactProblem, r: &mut [f64], count: usize) {
        for k in 0..count {
            let way = if k % 2 == 0 { Way::Forward } else { Way::Backward };
            self.sweeper
                .sweep(problem, &self.work.b, &self.meter.root_scale, r, way);
        }
    }

    /// Newton on the inner problem, from `r`, until its error is at most `goal`; leaves its best point in
    /// `r`.
    ///
    /// Full steps are taken and kept as they are, impulses outside their cones included: those say which
    /// modes come next, and the iteration ends by itself once the modes repeat. Steps that do not help are
    /// few: another α costs less. Plain Newton has none, and is restarted once, by sweeps from its best
    /// point.
    fn inner(
        &mut self,
        problem: &ContactProblem,
        w: Given<'_>,
        r: &mut [f64],
        goal: f64,
        limits: InnerLimits,
    ) -> Inner {
        let InnerLimits {
            steps: limit,
            idle: most_idle,
            mut restarts,
        } = limits;
        let mut best = self.inner_error(problem, w, r);
        self.work.inner_best.clear();
        self.work.inner_best.extend_from_slice(r);
        let mut idle = 0;
        for steps in 0..limit {
            if best <= goal {
                r.copy_from_slice(&self.work.inner_best);
                return Inner { steps, solved: true };
            }
            let moved = self.step(problem, w, r);
            // Judge the step by its point put back onto the cones; go on from the point itself.
            let mut raw = std::mem::take(&mut self.work.raw);
            raw.clear();
            raw.extend_from_slice(r);
            for (i, law) in problem.laws.iter().enumerate() {
                law.project(&mut r[w.blocks.offsets[i]..w.blocks.offsets[i + 1]]);
            }
            self.sweeps(problem, r, 2);
            let error = self.inner_error(problem, w, r);
            idle = if error < 0.8 * best { 0 } else { idle + 1 };
            if error < best {
                best = error;
                self.work.inner_best.copy_from_slice(r);
            }
            // Beside a start near the answer every step that changes modes looks bad: only what grows without
            // bound is stopped.
            if moved && idle < most_idle && error < (1e6 * best).max(10.0) {
                r.copy_from_slice(&raw);
                // Where it is solved nobody goes on from there.
                if !(best <= goal) {
                    self.inner_velocity(w, r);
                }
            } else if restarts > 0 {
                (idle, restarts) = (0, restarts - 1);
                r.copy_from_slice(&self.work.inner_best);
                self.sweeps(problem, r, SWEEPS);
                self.inner_velocity(w, r);
            } else {
                self.work.raw = raw;
                r.copy_from_slice(&self.work.inner_best);
                return Inner {
                    steps: steps + 1,
                    solved: best <= goal,
                };
            }
            self.work.raw = raw;
        }
        r.copy_from_slice(&self.work.inner_best);
        Inner {
            steps: limit,
            solved: best <= goal,
        }
    }

    /// One full Newton step; `false` if the linear system had no answer.
    fn step(&mut self, problem: &ContactProblem, w: Given<'_>, r: &mut [f64]) -> bool {
        self.work.base.clear();
        self.work.base.extend_from_slice(r);
        let unknowns = self.set_modes(&problem.laws, w);
        if unknowns == 0 {
            return false;
        }
        self.set_rhs(w, unknowns);
        if !self.solve_linear(w, unknowns) {
            return false;
        }
        self.advance(w, r);
        true
    }

    /// Modes at (base, u), numbering of the unknowns; moves `base` onto the modes.
    fn set_modes(&mut self, laws: &[Law], w: Given<'_>) -> usize {
        let work = &mut self.work;
        work.modes.clear();
        work.first.clear();
        let mut unknowns = 0;
        for (i, law) in laws.iter().enumerate() {
            let rows = w.blocks.offsets[i]..w.blocks.offsets[i + 1];
            let scale = &self.meter.root_scale[rows.clone()];
            let mode = mode_at(self.map, law, &mut work.base[rows.clone()], &work.u[rows], scale);
            work.first.push(unknowns);
            unknowns += mode.count;
            work.modes.push(mode);
        }
        unknowns
    }

    /// −Eᵀ u(r̄).
    fn set_rhs(&mut self, w: Given<'_>, unknowns: usize) {
        let work = &mut self.work;
        w.multiply_add(&work.base, &work.b, &mut work.u);
        for i in 0..work.u.len() {
            work.u[i] += work.extra[i] * work.base[i];
        }
        work.rhs.clear();
        work.rhs.resize(unknowns, 0.0);
        for (i, mode) in work.modes.iter().enumerate() {
            let u = &work.u[w.blocks.offsets[i]..w.blocks.offsets[i + 1]];
            for a in 0..mode.count {
                work.rhs[work.first[i] + a] = -u.iter().zip(&mode.e[a]).map(|(u, e)| u * e).sum::<f64>();
            }
        }
    }

    /// δ from A δ = rhs, in `work.rhs`; `false` if there is none.
    fn solve_linear(&mut self, w: Given<'_>, n: usize) -> bool {
        if w.factors.is_some() {
            return self.solve_by_factors(w, n);
        }
        let Work {
            modes,
            first,
            rhs,
            extra,
            dense,
            entries,
            matrix,
            ..
        } = &mut self.work;
        if n <= SMALL {
            dense.clear();
            dense.resize(n * n, 0.0);
            assemble(w.blocks, modes, first, extra, |i, j, value| {
                dense[i * n + j] = value;
            });
            return eliminate(dense, n, rhs, 0.0) && rhs.iter().all(|x| x.is_finite());
        }
        let mut x = faer::Mat::from_fn(n, 1, |i, _| rhs[i]);
        if n < DENSE {
            let mut a = faer::Mat::<f64>::zeros(n, n);
            assemble(w.blocks, modes, first, extra, |i, j, value| a[(i, j)] = value);
            a.partial_piv_lu().solve_in_place(&mut x);
        } else {
            entries.clear();
            assemble(w.blocks, modes, first, extra, |i, j, value| {
                entries.push((i, j, value));
            });
            matrix.set(n, entries);
            if matrix.solve_by_fronts(rhs) {
                return rhs.iter().all(|x| x.is_finite());
            }
            if !matrix.solve_with_exchange(&mut x) {
                return false;
            }
        }
        for (i, rhs) in rhs.iter_mut().enumerate() {
            *rhs = x[(i, 0)];
        }
        rhs.iter().all(|x| x.is_finite())
    }

    /// r = r̄ + F δ.
    fn advance(&self, w: Given<'_>, r: &mut [f64]) {
        r.copy_from_slice(&self.work.base);
        for (i, mode) in self.work.modes.iter().enumerate() {
            let r = &mut r[w.blocks.offsets[i]..w.blocks.offsets[i + 1]];
            for a in 0..mode.count {
                let step = self.work.rhs[self.work.first[i] + a];
                for (r, f) in r.iter_mut().zip(&mode.f[a]) {
                    *r += step * f;
                }
            }
        }
    }
}

impl Solver for ProximalNewton {
    fn solve(&mut self, problem: &ContactProblem, r: &mut [f64]) -> SolverReport {
        let method = if self.alpha > 0.0 {
            "proximal-newton"
        } else {
            "newton"
        };
        let report = |iterations, stop| SolverReport {
            iterations,
            stop,
            method,
        };
        if !problem.laws.iter().all(covers) {
            return report(0, Stop::Unsupported);
        }
        let formed;
        let w = match &problem.delassus {
            Delassus::Explicit(w) => w,
            other @ Delassus::Factored { .. } => match other.to_explicit(&sizes(&problem.laws)) {
                Ok(w) => {
                    formed = w;
                    &formed
                }
                Err(_) => return report(0, Stop::Breakdown),
            },
        };
        self.meter.prepare(problem);
        let w = Given::blocks(w);
        self.plain_sweeps(problem, w, r, self.warm_sweeps);
        let limit = self.settings.max_iterations.unwrap_or(300);
        let (steps, stop) = self.run(problem, w, r, limit);
        report(steps, stop)
    }
}
