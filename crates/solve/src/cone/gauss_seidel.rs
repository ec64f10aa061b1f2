//! Block Gauss–Seidel with an exact local solver, on explicit blocks or matrix-free over (M, H).
//!
//! ```text
//! for k = 1, 2, …   for every block i:   (uᵢ, rᵢ) ∈ lawᵢ   with   uᵢ = W_ii rᵢ + bᵢ + Σ_{j≠i} W_ij r_j
//! ```
//! Robust and cheap per sweep, linear in convergence: slow on tall stacks and large mass ratios. Every few sweeps
//! Anderson's acceleration jumps ahead (`anderson.rs`): once the contact modes have settled the sweeps are a linear
//! iteration, and piles need a tenth of them. Sweeps go one
//! way, and both ways in turn once the error stops falling. The residual is measured when the motion of a sweep says that it may be small enough, and now
//! and then; the best impulses measured are returned. Sources: Moreau (1988) §16; Jourdan, Alart, Jean (1998).

use super::anderson::Anderson;
use super::sweep::{Sweeper, Way};
use crate::error::{Measure, Meter};
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
        let error = self.meter.error_at(&problem.laws, r, &u, measure);
        self.meter.u = u;
        error
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
        let mut pace = Pace::new(tolerance);
        // A hundredth of the tolerance is left to the first slides.
        self.sweeper.precision = 0.1 * tolerance.sqrt();
        let (mut best, mut sweeps, mut next_check) = (f64::INFINITY, 0, 1);
        let (mut alternate, mut idle, mut low) = (false, 0, f64::INFINITY);
        self.speed_up.begin(r);
        let stop = loop {
            if sweeps >= limit {
                break Stop::IterationLimit;
            }
            let way = match sweeps + 1 >= next_check.min(limit) {
                _ if alternate && sweeps % 2 == 1 => Way::Backward,
                true => Way::ForwardThenLook,
                false => Way::Forward,
            };
            let b = &problem.free_velocity;
            let moved = self.sweeper.sweep(problem, b, &self.meter.root_scale, r, way);
            sweeps += 1;
            let jumped =
                !alternate && sweeps + 1 < limit && self.speed_up.after_sweep(sweeps, moved.change, r);
            if jumped {
                self.sweeper.refresh(problem, r);
                continue;
            }
            // The motion of a sweep is of the order of the error: below a tenth of the tolerance it is worth a look.
            let still = moved.change <= 0.01 * tolerance * tolerance * moved.size;
            if sweeps < next_check && !still && sweeps < limit {
                continue;
            }
            let error = self.error(problem, r, settings.measure);
            if error <= tolerance {
                let stop = Stop::Converged;
                return Swept { sweeps, error, stop };
            }
            if error < best {
                best = error;
                self.best.clear();
                self.best.extend_from_slice(r);
            }
            if !error.is_finite() {
                break Stop::Breakdown;
            }
            if settings.is_expired() {
                break Stop::TimeLimit;
            }
            // The jumps need a few periods to show what they can do, where sweeps are worth waiting for at all.
            let trial = match problem.laws.len() {
                count @ 0..=40 => 6.min(count.saturating_sub(1)),
                _ => TRIAL,
            };
            let begun = pace.sweeps >= trial;
            // One direction is faster as a rule; where it runs in circles, both together do not.
            idle = if error < 0.98 * low { 0 } else { idle + 1 };
            low = low.min(error);
            alternate |= idle > PATIENT;
            next_check = sweeps + pace.look(sweeps, low);
            // A jump may raise the error for a while: only what lasts is a reason to leave.
            let settled = idle == 0 || idle > UNDECIDED;
            let slow = give_up.is_some_and(|patience| settled && pace.to_go > patience);
            if moved.change == 0.0 || begun && slow {
                break Stop::Stalled;
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
struct SpeedUp {
    anderson: Option<Anderson>,
    /// Whether it has been told of the present problem.
    fitted: bool,
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
const UNDECIDED: usize = 3;
/// Differences kept.
const MEMORY: usize = 10;
/// Sweeps from one jump to the next.
const PERIOD: usize = 5;
/// Sweeps before the first jump: easy problems need none.
const PLAIN: usize = 10;

impl SpeedUp {
    fn begin(&mut self, r: &[f64]) {
        self.start.clear();
        self.start.extend_from_slice(r);
        self.change = f64::INFINITY;
        self.fitted = false;
    }

    /// Whether it moved `r`, which a sweep that changed it by `change` has left.
    fn after_sweep(&mut self, sweeps: usize, change: f64, r: &mut [f64]) -> bool {
        if sweeps < PLAIN || sweeps % PERIOD != 0 {
            if sweeps % PERIOD == 0 {
                self.start.copy_from_slice(r);
            }
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
    /// Sweeps and error at the last look.
    sweeps: usize,
    error: f64,
    /// Sweeps still to come at the present pace; infinite while the error does not fall.
    to_go: f64,
}

impl Pace {
    fn new(tolerance: f64) -> Self {
        Pace {
            tolerance,
            sweeps: 0,
            error: f64::INFINITY,
            to_go: f64::INFINITY,
        }
    }

    /// Notes a look; says after how many sweeps the next one is worth its price.
    fn look(&mut self, sweeps: usize, error: f64) -> usize {
        let decades = (self.error / error).log10();
        let each = (sweeps - self.sweeps) as f64 / decades;
        self.to_go = if decades > 0.0 {
            each * (error / self.tolerance).log10()
        } else {
            f64::INFINITY
        };
        (self.sweeps, self.error) = (sweeps, error);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
        let ahead = (0.7 * self.to_go).clamp(2.0, (3 + sweeps).min(60) as f64) as usize;
        ahead
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
