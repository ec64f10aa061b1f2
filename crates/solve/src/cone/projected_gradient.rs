//! Accelerated projected gradient with De Saxcé's shift, matrix-free.
//!
//! ```text
//! r⁺ = P_K( y − t (W y + b + s n) ),       s = s_D(−u_T(y))
//! y⁺ = r⁺ + β (r⁺ − r),    θ⁺² = (1 − θ⁺) θ²,    β = θ (1 − θ) / (θ² + θ⁺)
//! t halved until  (r⁺ − y)ᵀ W (r⁺ − y) ≤ ‖r⁺ − y‖² / t
//! ```
//! in scaled variables. Nesterov's momentum is dropped whenever it points uphill, (y − r⁺)ᵀ(r⁺ − r) > 0. One
//! product with W per iteration and nothing factored: for problems too large for the other methods. The shift
//! makes the problem non-associated, so that descent is not guaranteed: the best answer seen is returned, and
//! when the error grows far beyond it the iteration starts again there with a shift that follows u more
//! slowly. Slow where W is badly conditioned. Sources: Nesterov (1983); Mazhar, Heyn, Negrut, Tasora (2015),
//! Using Nesterov's method to accelerate multibody dynamics with friction and contact, ACM TOG 34 (algorithm
//! 1); O'Donoghue, Candès (2015) for the restart.

use super::scaled::{Scaled, Watch};
use crate::problem::ContactProblem;
use crate::solver::{Settings, Solver, SolverReport, Stop};

/// Accelerated projected gradient.
#[derive(Clone)]
pub struct ProjectedGradient {
    /// Tolerance, limits.
    pub settings: Settings,
    /// Factor by which the step is cut when it is too long.
    pub shrink: f64,
    /// Factor by which the step grows after each iteration.
    pub grow: f64,
    /// Error, relative to the best seen, beyond which the iteration starts again from the best.
    pub divergence: f64,
}

impl Default for ProjectedGradient {
    fn default() -> Self {
        ProjectedGradient {
            settings: Settings::default(),
            shrink: 0.7,
            grow: 1.02,
            divergence: 1e3,
        }
    }
}

const NAME: &str = "projected-gradient";
const MAX_ITERATIONS: usize = 20_000;

/// Vectors of the iteration, all in scaled variables.
struct State {
    r: Vec<f64>,
    wr: Vec<f64>,
    y: Vec<f64>,
    wy: Vec<f64>,
    next: Vec<f64>,
    w_next: Vec<f64>,
    gradient: Vec<f64>,
    u: Vec<f64>,
    shift: Vec<f64>,
    /// How much of the new shift is taken, in (0, 1].
    relaxation: f64,
    theta: f64,
    step: f64,
}

impl Solver for ProjectedGradient {
    fn solve(&mut self, problem: &ContactProblem, r: &mut [f64]) -> SolverReport {
        let mut watch = Watch::new(problem, &self.settings, r);
        if watch.is_solved() {
            return watch.finish(r, 0, Stop::Converged, NAME);
        }
        let mut scaled = Scaled::new(problem, &watch.meter);
        let mut state = State::new(&mut scaled, &watch.best);
        let limit = self.settings.max_iterations.unwrap_or(MAX_ITERATIONS);
        for k in 1..=limit {
            self.advance(&mut scaled, &mut state);
            for ((u, w), b) in state.u.iter_mut().zip(&state.wr).zip(&scaled.b) {
                *u = w + b;
            }
            let error = watch.offer_with_velocity(&scaled, &state.r, &state.u);
            if watch.is_solved() {
                return watch.finish(r, k, Stop::Converged, NAME);
            }
            let diverged = !(error <= self.divergence * watch.best_error);
            if diverged {
                if state.relaxation < 1e-3 {
                    let stop = if error.is_nan() {
                        Stop::Breakdown
                    } else {
                        Stop::Stalled
                    };
                    return watch.finish(r, k, stop, NAME);
                }
                let relaxation = 0.3 * state.relaxation;
                state = State::new(&mut scaled, &watch.best);
                state.relaxation = relaxation;
            }
            if k % 16 == 0 && self.settings.is_expired() {
                return watch.finish(r, k, Stop::TimeLimit, NAME);
            }
        }
        watch.finish(r, limit, Stop::IterationLimit, NAME)
    }
}

impl State {
    fn new(scaled: &mut Scaled, guess: &[f64]) -> Self {
        let n = scaled.rows();
        let zero = || vec![0.0; n];
        let mut state = State {
            r: zero(),
            wr: zero(),
            y: zero(),
            wy: zero(),
            next: zero(),
            w_next: zero(),
            gradient: zero(),
            u: zero(),
            shift: vec![0.0; scaled.laws.len()],
            relaxation: 1.0,
            theta: 1.0,
            step: 1.0,
        };
        scaled.scale_impulse(guess, &mut state.r);
        scaled.project(&mut state.r);
        scaled.multiply(&state.r, &mut state.wr);
        state.y.copy_from_slice(&state.r);
        state.wy.copy_from_slice(&state.wr);
        for (i, law) in scaled.laws.iter().enumerate() {
            let rows = scaled.offsets[i]..scaled.offsets[i + 1];
            for (u, (w, b)) in state.u.iter_mut().zip(state.wr.iter().zip(&scaled.b)) {
                *u = w + b;
            }
            state.shift[i] = law.shift(&state.u[rows]);
        }
        state
    }

    /// The gradient W y + b + s n at y.
    fn differentiate(&mut self, scaled: &Scaled) {
        for (g, (w, b)) in self.gradient.iter_mut().zip(self.wy.iter().zip(&scaled.b)) {
            *g = w + b;
        }
        for (i, law) in scaled.laws.iter().enumerate() {
            let rows = scaled.offsets[i]..scaled.offsets[i + 1];
            let shift = law.shift(&self.gradient[rows.clone()]);
            self.shift[i] += self.relaxation * (shift - self.shift[i]);
            self.gradient[rows.start] += self.shift[i];
        }
    }
}

impl ProjectedGradient {
    /// One accelerated step; `state.r` and `state.wr` are the new impulses and W times them.
    fn advance(&self, scaled: &mut Scaled, s: &mut State) {
        s.differentiate(scaled);
        for _ in 0..60 {
            for ((x, y), g) in s.next.iter_mut().zip(&s.y).zip(&s.gradient) {
                *x = y - s.step * g;
            }
            scaled.project(&mut s.next);
            scaled.multiply(&s.next, &mut s.w_next);
            let (mut curvature, mut length) = (0.0, 0.0);
            for i in 0..s.y.len() {
                let d = s.next[i] - s.y[i];
                curvature += d * (s.w_next[i] - s.wy[i]);
                length += d * d;
            }
            // A rounding margin: near the solution both sides are differences of nearly equal numbers.
            if !(curvature * s.step > length * (1.0 + 1e-12)) {
                break;
            }
            s.step *= self.shrink;
        }
        let uphill: f64 = (0..s.y.len())
            .map(|i| (s.y[i] - s.next[i]) * (s.next[i] - s.r[i]))
            .sum();
        if uphill > 0.0 {
            s.theta = 1.0;
        }
        let squared = s.theta * s.theta;
        let theta = 0.5 * ((squared * squared + 4.0 * squared).sqrt() - squared);
        let beta = if uphill > 0.0 {
            0.0
        } else {
            s.theta * (1.0 - s.theta) / (squared + theta)
        };
        s.theta = theta;
        for i in 0..s.y.len() {
            s.y[i] = s.next[i] + beta * (s.next[i] - s.r[i]);
            s.wy[i] = s.w_next[i] + beta * (s.w_next[i] - s.wr[i]);
        }
        std::mem::swap(&mut s.r, &mut s.next);
        std::mem::swap(&mut s.wr, &mut s.w_next);
        s.step *= self.grow;
    }
}
