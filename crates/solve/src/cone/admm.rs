//! ADMM: alternating directions between the dynamics and the cones, with an adaptive penalty.
//!
//! ```text
//! z = P_K(w),   y = w − z,   s = s_D(ρ y_T)                   z ∈ K,  û = −ρ y ∈ K*,  z ⟂ û at every iterate
//! (W + ρ I) r = ρ (z − y) − b − s n
//! w⁺ = w + α (r − z)
//! ```
//! in scaled variables: ADMM on min ½ rᵀW r + (b + s n)ᵀ r + I_K(z), r = z, over-relaxed by α, written as a
//! fixed-point iteration of the one vector w = z + y (Douglas–Rachford), with De Saxcé's shift taken from the
//! iterate. The fixed-point iteration is accelerated (Anderson) with a safeguard; ρ balances the primal
//! residual r − z and the dual one ρ (z − z⁻), and W + ρ I is factored again only then. W may be singular and
//! need not be symmetric. There is no proof of convergence for the non-associated law, nor a detection of
//! problems without solution. Sources: Boyd et al. (2011) §3.4; Acary, Armand, Shpakovych, Nguyen (2021),
//! ADMM for frictional contact.

use super::anderson::Anderson;
use super::scaled::{Scaled, Watch};
use crate::cone::linear_system::{Analysed, System, squares};
use crate::problem::ContactProblem;
use crate::solver::{Settings, Solver, SolverReport, Stop};

/// Alternating direction method of multipliers.
#[derive(Clone)]
pub struct Admm {
    /// Tolerance, limits.
    pub settings: Settings,
    /// First penalty ρ, in units of the scaled W whose diagonal is near 1.
    pub penalty: f64,
    /// Over-relaxation α, in (0, 2).
    pub relaxation: f64,
    /// Number of past iterates used by the acceleration; 0 for none.
    pub memory: usize,
    /// Iterations after which slow progress makes ρ change.
    pub balance_every: usize,
    /// Square root of the ratio of the residuals from which ρ is changed.
    pub balance_ratio: f64,
    /// Most changes of ρ (each one costs a factorisation).
    pub max_balances: usize,
}

impl Default for Admm {
    fn default() -> Self {
        Admm {
            settings: Settings::default(),
            penalty: 0.1,
            relaxation: 1.6,
            memory: 10,
            balance_every: 200,
            balance_ratio: 1.5,
            max_balances: 20,
        }
    }
}

const NAME: &str = "admm";
const MAX_ITERATIONS: usize = 10_000;
/// Most iterations between two measurements of the error.
const CHECK_EVERY: usize = 10;
/// An accelerated iterate is refused when its residual is more than this many times the one before.
const SAFEGUARD: f64 = 1.0;
/// Progress is slow when the residual is still this fraction of what it was `balance_every` iterations ago.
const SLOW: f64 = 0.3;

struct State {
    rho: f64,
    w: Vec<f64>,
    z: Vec<f64>,
    z_last: Vec<f64>,
    r: Vec<f64>,
    /// T(w) and T(w) − w.
    image: Vec<f64>,
    f: Vec<f64>,
    f_norm: f64,
}

impl Solver for Admm {
    fn solve(&mut self, problem: &ContactProblem, r: &mut [f64]) -> SolverReport {
        self.solve_with(problem, r, &mut Analysed::default())
    }
}

impl Admm {
    /// The same with what was found of the pattern of W + ρ I in the last problem.
    pub(crate) fn solve_with(
        &self,
        problem: &ContactProblem,
        r: &mut [f64],
        analysed: &mut Analysed,
    ) -> SolverReport {
        let mut watch = Watch::new(problem, &self.settings, r);
        if watch.is_solved() {
            return watch.finish(r, 0, Stop::Converged, NAME);
        }
        let mut scaled = Scaled::new(problem, &watch.meter);
        if !scaled.prefer_smaller() {
            return watch.finish(r, 0, Stop::Breakdown, NAME);
        }
        let mut state = State::new(&mut scaled, &watch.best, self.penalty);
        let mut system = System::new(&scaled, true);
        system.take_up(analysed);
        let (iterations, stop) = self.iterate(&mut scaled, &mut system, &mut state, &mut watch);
        system.hand_on(analysed);
        watch.finish(r, iterations, stop, NAME)
    }
}

impl State {
    fn new(scaled: &mut Scaled, guess: &[f64], rho: f64) -> Self {
        let n = scaled.rows();
        let zero = || vec![0.0; n];
        let mut state = State {
            rho,
            w: zero(),
            z: zero(),
            z_last: zero(),
            r: zero(),
            image: zero(),
            f: zero(),
            f_norm: f64::INFINITY,
        };
        scaled.scale_impulse(guess, &mut state.z);
        scaled.project(&mut state.z);
        scaled.velocity(&state.z, &mut state.w);
        for (i, law) in scaled.laws.iter().enumerate() {
            let rows = scaled.offsets[i]..scaled.offsets[i + 1];
            state.w[rows.start] += law.shift(&state.w[rows.clone()]);
        }
        for (w, z) in state.w.iter_mut().zip(&state.z) {
            *w = z - *w / rho;
        }
        state
    }

    /// z = P_K(w), r and T(w) from the header's equations.
    fn apply(&mut self, scaled: &Scaled, system: &mut System, alpha: f64) {
        std::mem::swap(&mut self.z, &mut self.z_last);
        self.z.copy_from_slice(&self.w);
        scaled.project(&mut self.z);
        let rho = self.rho;
        for i in 0..self.w.len() {
            // −ρ y, which is û: its tangential part is that of u.
            self.f[i] = rho * (self.z[i] - self.w[i]);
            self.r[i] = rho * self.z[i] + self.f[i] - scaled.b[i];
        }
        for (law, rows) in scaled.laws.iter().zip(scaled.offsets.windows(2)) {
            self.r[rows[0]] -= law.shift(&self.f[rows[0]..rows[1]]);
        }
        system.solve(&mut self.r);
        let mut sum = 0.0;
        for i in 0..self.w.len() {
            self.f[i] = alpha * (self.r[i] - self.z[i]);
            self.image[i] = self.w[i] + self.f[i];
            sum += self.f[i] * self.f[i];
        }
        self.f_norm = sum.sqrt();
    }

    /// Relative primal and dual residuals.
    fn residuals(&self, scaled: &Scaled) -> (f64, f64) {
        let (mut primal, mut dual, mut size_r, mut size_u, mut size_b) = (0.0, 0.0, 0.0, 0.0, 0.0);
        for i in 0..self.w.len() {
            let y = self.rho * (self.w[i] - self.z[i]);
            primal += (self.r[i] - self.z[i]).powi(2);
            dual += (self.rho * (self.z[i] - self.z_last[i])).powi(2);
            size_r += self.z[i].powi(2);
            size_u += y.powi(2);
            size_b += scaled.b[i].powi(2);
        }
        let size_r = f64::max(size_r, 1e-300);
        let size_u = f64::max(f64::max(size_u, size_b), 1e-300);
        (f64::sqrt(primal / size_r), f64::sqrt(dual / size_u))
    }

    /// Changes ρ, keeping z and û.
    fn change_penalty(&mut self, rho: f64) {
        for (w, z) in self.w.iter_mut().zip(&self.z) {
            *w = z + (*w - z) * self.rho / rho;
        }
        self.rho = rho;
    }
}

fn factor(scaled: &Scaled, system: &mut System, rho: f64, d: &mut [f64]) -> bool {
    let mut at = 0;
    for rows in scaled.offsets.windows(2) {
        let n = rows[1] - rows[0];
        for k in 0..n {
            d[at + k * (n + 1)] = rho;
        }
        at += n * n;
    }
    system.factor(d)
}

/// What the loop remembers besides the iterate.
struct Progress {
    /// Where the plain iteration goes on if the accelerated point is bad, and the residual that led there.
    safe: Vec<f64>,
    safe_norm: f64,
    balances: usize,
    last_check: usize,
    /// Measured error over estimated error at the last measurement.
    ratio: f64,
    /// Estimate when ρ was last looked at.
    reference: f64,
}

impl Admm {
    fn iterate(
        &self,
        scaled: &mut Scaled,
        system: &mut System,
        s: &mut State,
        watch: &mut Watch,
    ) -> (usize, Stop) {
        let mut d = vec![0.0; squares(&scaled.offsets)];
        if !factor(scaled, system, s.rho, &mut d) {
            return (0, Stop::Breakdown);
        }
        let mut anderson = Anderson::new(scaled.rows(), self.memory);
        let mut progress = Progress {
            safe: s.w.clone(),
            safe_norm: f64::INFINITY,
            balances: 0,
            last_check: 0,
            ratio: 1.0,
            reference: 0.0,
        };
        let limit = self.settings.max_iterations.unwrap_or(MAX_ITERATIONS);
        for k in 1..=limit {
            s.apply(scaled, system, self.relaxation);
            if !(s.f_norm <= SAFEGUARD * progress.safe_norm) {
                if s.f_norm.is_nan() && progress.safe_norm == f64::INFINITY {
                    return (k, Stop::Breakdown);
                }
                // The accelerated point was worse: go on from the plain image of the one before.
                s.w.copy_from_slice(&progress.safe);
                anderson.reset();
                progress.safe_norm = f64::INFINITY;
                continue;
            }
            progress.safe.copy_from_slice(&s.image);
            progress.safe_norm = s.f_norm;
            let (primal, dual) = s.residuals(scaled);
            let stop = self.check(scaled, s, watch, &mut progress, (k, primal.max(dual)));
            if let Some(stop) = stop {
                return (k, stop);
            }
            if !self.wants_balance(s, &mut progress, k, primal, dual) {
                anderson.step(&s.image, &s.f, &mut s.w);
                continue;
            }
            self.balance(scaled, s, (primal / dual).sqrt());
            if !factor(scaled, system, s.rho, &mut d) {
                return (k, Stop::Breakdown);
            }
            anderson.reset();
            progress.safe_norm = f64::INFINITY;
        }
        watch.offer(scaled, &s.z);
        (limit, Stop::IterationLimit)
    }

    /// Measures the error when it may be small enough, or has not been measured for long.
    fn check(
        &self,
        scaled: &Scaled,
        s: &State,
        watch: &mut Watch,
        progress: &mut Progress,
        (k, estimate): (usize, f64),
    ) -> Option<Stop> {
        let likely = estimate * progress.ratio <= self.settings.tolerance;
        if !likely && k - progress.last_check < CHECK_EVERY {
            return None;
        }
        progress.last_check = k;
        let error = watch.offer(scaled, &s.z);
        if watch.is_solved() {
            return Some(Stop::Converged);
        }
        progress.ratio = if estimate > 0.0 {
            0.9 * error / estimate
        } else {
            1.0
        };
        self.settings.is_expired().then_some(Stop::TimeLimit)
    }

    /// Whether progress was slow and another ρ may help.
    fn wants_balance(&self, s: &State, progress: &mut Progress, k: usize, primal: f64, dual: f64) -> bool {
        if !k.is_multiple_of(self.balance_every.max(1)) || progress.balances >= self.max_balances {
            return false;
        }
        let estimate = primal.max(dual);
        let slow = estimate > SLOW * progress.reference;
        progress.reference = estimate;
        let balance = (primal / dual).sqrt();
        let off = balance > self.balance_ratio || balance < 1.0 / self.balance_ratio;
        let change = slow && (off || s.rho != self.penalty);
        progress.balances += usize::from(change);
        change
    }

    /// Away from the first penalty once, then back: it is the better one as a rule.
    fn balance(&self, scaled: &Scaled, s: &mut State, balance: f64) {
        s.w.copy_from_slice(&s.image);
        s.z.copy_from_slice(&s.w);
        scaled.project(&mut s.z);
        let rho = if s.rho == self.penalty {
            s.rho * balance.clamp(0.1, 10.0)
        } else {
            self.penalty
        };
        s.change_penalty(rho);
    }
}
