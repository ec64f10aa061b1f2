//! Block Gauss–Seidel with an exact local solver, on explicit blocks or matrix-free over (M, H).
//!
//! ```text
//! for k = 1, 2, …   for every block i:   (uᵢ, rᵢ) ∈ lawᵢ   with   uᵢ = W_ii rᵢ + bᵢ + Σ_{j≠i} W_ij r_j
//! ```
//! Robust and cheap per sweep, linear in convergence: slow on tall stacks and large mass ratios. Every few
//! sweeps Anderson's acceleration jumps ahead (`anderson.rs`): once the contact modes have settled the sweeps
//! are a linear iteration, and piles need a tenth of them. Where the error stops falling because the sweeps
//! drift, they leap (`leap`). Sweeps go one way, and both ways in turn where leaps do not help. The
//! residual is measured when the motion of a sweep says that it may be small enough, and now and then; the
//! best impulses measured are returned. Sources: Moreau (1988) §16; Jourdan, Alart, Jean (1998).

pub mod body_pairs;
mod leap;
mod matrix_free;
pub(crate) mod sweep;

use super::anderson::Anderson;
use crate::cone::gauss_seidel::leap::Drift;
use crate::cone::gauss_seidel::sweep::{Sweeper, Way};
use crate::law::Law;
use crate::measure::{Measure, Meter};
use crate::problem::ContactProblem;
use crate::solver::{Settings, Solver, SolverReport, Stop};

/// Block Gauss–Seidel.
#[derive(Default)]
pub struct GaussSeidel {
    /// Tolerance, measure and limits; 10 000 sweeps unless told.
    pub settings: Settings,
    pub(crate) sweeper: Sweeper,
    pub(crate) meter: Meter,
    best: Vec<f64>,
    speed_up: SpeedUp,
    drift: Drift,
}

/// Where a run of sweeps ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Swept {
    pub(crate) sweeps: usize,
    pub(crate) error: f64,
    pub(crate) stop: Stop,
}

impl GaussSeidel {
    /// Gauss–Seidel with these settings.
    pub fn new(settings: Settings) -> Self {
        GaussSeidel {
            settings,
            ..GaussSeidel::default()
        }
    }

    pub(crate) fn prepare(&mut self, problem: &ContactProblem, r: &[f64]) {
        self.meter.prepare(problem);
        self.sweeper.prepare(problem, r);
    }

    /// The error after a sweep that left its impulses in `r`.
    fn error(&mut self, problem: &ContactProblem, r: &[f64], measure: Measure) -> f64 {
        let mut u = std::mem::take(&mut self.meter.u);
        if !self.sweeper.velocity(problem, r, &mut u) {
            problem.relative_velocity(r, &mut u);
        }
        let error = self.meter.error_at(problem, r, &u, measure);
        self.meter.u = u;
        error
    }

    /// Whether the last sweep was one of those watched for their drift; leaps after the last of them.
    fn is_watched(
        &mut self,
        problem: &ContactProblem,
        r: &mut [f64],
        pace: &mut Pace,
        sweeps: usize,
    ) -> bool {
        if !self.drift.is_watching() {
            return false;
        }
        if self.drift.after_sweep(problem, &self.meter.root_scale, r) {
            self.sweeper.refresh(problem, r);
        }
        if !self.drift.is_watching() {
            self.speed_up.begin(r, SHORT_PERIOD);
            pace.restart(sweeps);
        }
        true
    }

    /// Keeps `r` if its error is less than the best; the best error then.
    fn keep(&mut self, error: f64, best: f64, r: &[f64]) -> f64 {
        if error < best {
            self.best.clear();
            self.best.extend_from_slice(r);
            return error;
        }
        best
    }

    /// Up to `limit` sweeps on a prepared problem; leaves the best impulses measured in `r`.
    ///
    /// With `give_up`, stops as soon as the pace says that more than that many sweeps are still to come.
    pub(crate) fn run(
        &mut self,
        settings: &Settings,
        problem: &ContactProblem,
        r: &mut [f64],
        limit: usize,
        give_up: Option<f64>,
    ) -> Swept {
        let tolerance = settings.tolerance;
        let mut pace = Pace::new(tolerance, &problem.laws, give_up);
        // A hundredth of the tolerance is left to the first slides.
        self.sweeper.precision = 0.1 * tolerance.sqrt();
        let (mut best, mut sweeps) = (f64::INFINITY, 0);
        self.speed_up.begin(r, PERIOD);
        self.drift.reset();
        let stop = loop {
            if sweeps >= limit {
                break Stop::IterationLimit;
            }
            let way = match sweeps + 1 >= pace.next_look.min(limit) {
                _ if pace.alternate && sweeps % 2 == 1 => Way::Backward,
                true => Way::ForwardThenLook,
                false => Way::Forward,
            };
            let b = &problem.free_velocity;
            let moved = self.sweeper.sweep(problem, b, &self.meter.root_scale, r, way);
            sweeps += 1;
            if sweeps < limit && self.is_watched(problem, r, &mut pace, sweeps) {
                continue;
            }
            let may_jump = !pace.alternate && sweeps + 1 < limit;
            if may_jump && self.speed_up.after_sweep(moved.change, r) {
                self.sweeper.refresh(problem, r);
                continue;
            }
            // The motion of a sweep is of the order of the error: below a tenth of the tolerance it is worth
            // a look.
            let still = moved.change <= 0.01 * tolerance * tolerance * moved.size;
            if sweeps < pace.next_look && !still && sweeps < limit {
                continue;
            }
            let error = self.error(problem, r, settings.measure);
            if error <= tolerance {
                let stop = Stop::Converged;
                return Swept { sweeps, error, stop };
            }
            best = self.keep(error, best, r);
            if !error.is_finite() {
                break Stop::Breakdown;
            }
            if settings.is_expired() {
                break Stop::TimeLimit;
            }
            let hopeless = pace.look(sweeps, error);
            if moved.change == 0.0 || hopeless {
                break Stop::Stalled;
            }
            if pace.is_drifting(sweeps) {
                self.drift.watch(r);
            }
        };
        if best < f64::INFINITY {
            r.copy_from_slice(&self.best);
            self.sweeper.refresh(problem, r);
        }
        Swept {
            sweeps,
            error: best,
            stop,
        }
    }
}

/// Anderson acceleration of the sweeps: every few sweeps a jump from what the last jumps have shown.
#[derive(Default)]
pub(super) struct SpeedUp {
    anderson: Option<Anderson>,
    /// Whether it has been told of the present problem.
    fitted: bool,
    /// Sweeps from one jump to the next, and sweeps so far.
    period: usize,
    sweeps: usize,
    /// Impulses before the sweeps since the last jump.
    start: Vec<f64>,
    f: Vec<f64>,
    image: Vec<f64>,
    /// Motion of the sweep before the last jump.
    change: f64,
}

/// Looks without progress after which sweeps go both ways in turn.
const PATIENT: usize = 20;
/// Sweeps granted to a problem of some size before its pace is judged.
const TRIAL: usize = 80;
/// Looks without progress that say nothing yet.
const UNDECIDED: usize = 8;
/// Differences kept.
const MEMORY: usize = 30;
/// Sweeps from one jump to the next; the first jump is left out, easy problems need none.
pub(super) const PERIOD: usize = 5;
/// The same once a leap was needed.
const SHORT_PERIOD: usize = 2;
/// Sweeps in which the error must fall by a fifth; otherwise they drift.
const STALL: usize = 40;
const FALL: f64 = 0.8;
/// Leaps, where no other method waits, and sweeps of patience for each of them, where one does.
const LEAPS: usize = 40;
const PATIENCE_OF_A_LEAP: f64 = 50.0;

impl SpeedUp {
    pub(super) fn begin(&mut self, r: &[f64], period: usize) {
        (self.period, self.sweeps) = (period, 0);
        self.start.clear();
        self.start.extend_from_slice(r);
        self.change = f64::INFINITY;
        self.fitted = false;
    }

    /// Whether it moved `r`, which a sweep that changed it by `change` has left.
    pub(super) fn after_sweep(&mut self, change: f64, r: &mut [f64]) -> bool {
        self.sweeps += 1;
        if !self.sweeps.is_multiple_of(self.period) {
            return false;
        }
        if self.sweeps == self.period {
            self.start.copy_from_slice(r);
            return false;
        }
        let anderson = self
            .anderson
            .get_or_insert_with(|| Anderson::new(r.len(), MEMORY));
        if !self.fitted {
            anderson.fit(r.len());
            self.fitted = true;
        }
        // A jump that led astray: the sweep after it moves more than the one before it did.
        if !(change <= 4.0 * self.change) {
            anderson.reset();
        }
        self.change = change;
        self.f.clear();
        self.f.extend(r.iter().zip(&self.start).map(|(r, x)| r - x));
        self.image.clear();
        self.image.extend_from_slice(r);
        anderson.step(&self.image, &self.f, r);
        self.start.copy_from_slice(r);
        true
    }
}

/// How fast the error falls, from one look to the next.
struct Pace {
    tolerance: f64,
    /// Sweeps to wait for at most; for ever where there is no other method.
    patience: Option<f64>,
    /// Sweeps before the pace is judged.
    trial: usize,
    /// Sweeps without a fall of the error by a fifth after which looks without progress are no chance.
    undecided: usize,
    /// Sweeps at the last look, and the least error so far.
    sweeps: usize,
    low: f64,
    /// Looks without progress.
    idle: usize,
    /// The error that last fell by a fifth, and when.
    fell: (f64, usize),
    /// Leaps that may still be made, and whether one was made.
    leaps: usize,
    leapt: bool,
    /// Whether sweeps go both ways in turn.
    alternate: bool,
    /// After how many sweeps the next look is worth its price.
    next_look: usize,
}

impl Pace {
    fn new(tolerance: f64, laws: &[Law], patience: Option<f64>) -> Self {
        let contacts = laws.len();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "small and positive"
        )]
        let [leaps, twice] = patience.map_or([LEAPS, usize::MAX / 2], |patience| {
            [
                (patience / PATIENCE_OF_A_LEAP) as usize,
                (2.0 * patience) as usize,
            ]
        });
        let trial = match contacts {
            0..=40 => 6.min(contacts.saturating_sub(1)),
            _ => TRIAL.min(twice),
        };
        Pace {
            fell: (f64::INFINITY, 0),
            leaps: if contacts > 40 && Drift::covers(laws) {
                leaps
            } else {
                0
            },
            leapt: false,
            tolerance,
            patience,
            // The jumps need a few periods to show what they can do, where sweeps are worth waiting for at
            // all; no more than twice what is worth waiting for.
            trial,
            undecided: if contacts > 40 { twice } else { usize::MAX / 2 },
            sweeps: 0,
            low: f64::INFINITY,
            idle: 0,
            alternate: false,
            next_look: 1,
        }
    }

    /// A leap was made.
    fn restart(&mut self, sweeps: usize) {
        self.leapt = true;
        (self.sweeps, self.low, self.idle) = (sweeps, f64::INFINITY, 0);
        self.fell = (f64::INFINITY, sweeps);
        self.next_look = sweeps + 2;
    }

    /// Whether it is time for a leap.
    fn is_drifting(&mut self, sweeps: usize) -> bool {
        let drifts = self.leaps > 0 && sweeps >= self.fell.1 + STALL;
        if drifts {
            self.leaps -= 1;
        }
        drifts
    }

    /// Notes a look; whether sweeping on is not worth it.
    fn look(&mut self, sweeps: usize, error: f64) -> bool {
        let begun = self.sweeps >= self.trial;
        self.idle = if error < 0.98 * self.low { 0 } else { self.idle + 1 };
        if error < FALL * self.fell.0 {
            self.fell = (error, sweeps);
        }
        // One direction is faster as a rule; where it runs in circles, both together do not.
        self.alternate |= self.idle > PATIENT;
        let low = self.low.min(error);
        let decades = (self.low / low).log10();
        // Sweeps still to come at the present pace; infinite while the error does not fall.
        let to_go = if decades > 0.0 {
            (sweeps - self.sweeps) as f64 / decades * (low / self.tolerance).log10()
        } else {
            f64::INFINITY
        };
        (self.sweeps, self.low) = (sweeps, low);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
        let ahead =
            (0.7 * to_go).clamp(2.0, (3 + sweeps).min(if self.leapt { 10 } else { 30 }) as f64) as usize;
        self.next_look = sweeps + ahead;
        // A jump may raise the error for a while: only what lasts is a reason to leave.
        let lasting = sweeps > self.fell.1 + self.undecided;
        let settled = self.idle == 0 || self.idle > UNDECIDED || lasting;
        begun && settled && self.leaps == 0 && self.patience.is_some_and(|patience| to_go > patience)
    }
}

impl Solver for GaussSeidel {
    fn solve(&mut self, problem: &ContactProblem, r: &mut [f64]) -> SolverReport {
        self.prepare(problem, r);
        let limit = self.settings.max_iterations.unwrap_or(10_000);
        let settings = self.settings.clone();
        let swept = self.run(&settings, problem, r, limit, None);
        SolverReport {
            iterations: swept.sweeps,
            stop: swept.stop,
            method: "gauss-seidel",
        }
    }
}
