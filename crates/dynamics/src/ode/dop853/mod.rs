//! The explicit Runge-Kutta pair of Dormand and Prince of order 8, with error control and dense output of
//! order 7.
//!
//! ```text
//! k_i = f(t + c_i h, y + h Σ_j a_ij k_j),      y⁺ = y + h Σ b_i k_i
//! error = h |e₅|² / sqrt(|e₅|² + 0.01 |e₃|²)    norms scaled by the tolerance, component by component
//! ```
//! Source: Hairer, Nørsett, Wanner (1993), Solving Ordinary Differential Equations I, §II.5, II.6 and II.10.
//! Twelve evaluations a step, three more where the dense output is asked for; three in all where `cubic`
//! finds them enough. Not for stiff equations.

use super::cubic::Cubic;
use super::dop853_tables::{A, B, C, D, E3, E5};
use super::radau::Radau;
use super::{Rhs, Tolerance};

/// Stages of the step itself, the last being f at its end; then those of the dense output.
pub(super) const END: usize = 12;
const STAGES: usize = 16;
/// Coefficients of the dense output.
const DENSE: usize = 7;
/// Those that values and slopes at both ends give.
pub(super) const HERMITE: usize = 3;

/// One step of the pair and its interpolant; buffers are reused.
#[derive(Clone, Debug, Default)]
pub struct Dop853 {
    pub(super) n: usize,
    /// Beginning and length of the step.
    pub time: f64,
    /// Length of the last step tried.
    pub h: f64,
    /// y at the beginning.
    pub y: Vec<f64>,
    /// y at the end of the last step tried.
    pub y_next: Vec<f64>,
    pub(super) k: Vec<f64>,
    pub(super) stage: Vec<f64>,
    /// The last stage before the end, at the same time as the end.
    penultimate: Vec<f64>,
    pub(super) dense: Vec<f64>,
    /// Length of the step whose dense output is prepared, 0 where none is; and the number of its
    /// coefficients.
    pub(super) dense_h: f64,
    pub(super) dense_terms: usize,
    /// Length of the last step tried, whatever its end was moved by.
    pub(super) tried: f64,
    pub(super) cubic: Cubic,
}

impl Dop853 {
    /// For `n` components.
    pub fn resize(&mut self, n: usize) {
        if self.n == n && self.y.len() == n {
            return;
        }
        self.n = n;
        for list in [
            &mut self.y,
            &mut self.y_next,
            &mut self.stage,
            &mut self.penultimate,
        ] {
            list.clear();
            list.resize(n, 0.0);
        }
        self.k.clear();
        self.k.resize(STAGES * n, 0.0);
        self.dense.clear();
        self.dense.resize(DENSE * n, 0.0);
    }

    /// Begins at (t, y); `false` where f has no value there.
    pub fn begin(&mut self, rhs: &mut Rhs, time: f64, y: &[f64]) -> bool {
        self.time = time;
        self.y.copy_from_slice(y);
        rhs(time, y, &mut self.k[..self.n])
    }

    /// f at the beginning of the step.
    pub fn slope(&self) -> &[f64] {
        &self.k[..self.n]
    }

    /// Tries a step of length `h`. Gives the error in units of the tolerance, or nothing where f has no value
    /// on the way.
    pub fn attempt(&mut self, rhs: &mut Rhs, h: f64, tolerance: &Tolerance) -> Option<f64> {
        self.h = h;
        self.tried = h;
        self.dense_h = 0.0;
        if let Some(error) = self.attempt_cubic(rhs, tolerance) {
            return Some(error);
        }
        let n = self.n;
        for i in 1..END {
            self.combine(A[i], h);
            if !self.evaluate(rhs, i) {
                return None;
            }
        }
        self.penultimate.copy_from_slice(&self.stage);
        self.combine(B, h);
        self.y_next.copy_from_slice(&self.stage);
        if !self.evaluate(rhs, END) {
            return None;
        }
        let (mut five, mut three) = (0.0, 0.0);
        for (j, absolute) in tolerance.absolute.iter().enumerate().take(n) {
            let scale = absolute + tolerance.relative * self.y[j].abs().max(self.y_next[j].abs());
            let part = |weights: &[(usize, f64)]| {
                let sum: f64 = weights.iter().map(|(i, e)| e * self.k[i * n + j]).sum();
                sum / scale
            };
            // 0/0 where nothing is asked of a component that stays zero.
            if scale > 0.0 {
                five += part(E5).powi(2);
                three += part(E3).powi(2);
            }
        }
        if five == 0.0 && three == 0.0 {
            return Some(0.0);
        }
        let counted = tolerance.absolute.iter().filter(|a| a.is_finite()).count().max(1);
        let error = h.abs() * five / ((five + 0.01 * three) * counted as f64).sqrt();
        error.is_finite().then_some(error)
    }

    /// h λ by the last two stages, both at the end of the step, in the norm of the tolerance; nothing after a
    /// short step.
    pub(super) fn stiffness(&self, tolerance: &Tolerance) -> Option<f64> {
        if self.cubic.error.is_some() {
            return None;
        }
        let n = self.n;
        let (mut slopes, mut places) = (0.0, 0.0);
        for (j, absolute) in tolerance.absolute.iter().enumerate().take(n) {
            let scale = absolute + tolerance.relative * self.y_next[j].abs();
            if scale > 0.0 && scale.is_finite() {
                slopes += ((self.k[END * n + j] - self.k[(END - 1) * n + j]) / scale).powi(2);
                places += ((self.y_next[j] - self.penultimate[j]) / scale).powi(2);
            }
        }
        (places > 0.0).then(|| self.h * (slopes / places).sqrt())
    }

    /// Takes the step of length `h` that Radau has made from the same beginning, with its dense output.
    pub(super) fn take(&mut self, h: f64, radau: &Radau) {
        (self.h, self.tried, self.dense_h) = (h, h, h);
        self.dense_terms = HERMITE;
        self.cubic.error = Some(f64::INFINITY);
        self.y_next.copy_from_slice(&radau.y_next);
        self.stage.copy_from_slice(&radau.y_next);
        let n = self.n;
        for j in 0..n {
            // p(s) = a s + b s² + c s³ as nested in `at`; its slopes at both ends.
            let [a, b, c] = radau.polynomial(j);
            let whole = a + b + c;
            self.dense[j] = whole;
            self.dense[n + j] = a - whole;
            self.dense[2 * n + j] = -c;
            self.k[j] = a / h;
            self.k[super::cubic::LAST * n + j] = (a + 2.0 * b + 3.0 * c) / h;
        }
    }

    /// Prepares the dense output of the last step; `false` where f has no value on the way.
    pub fn prepare_dense(&mut self, rhs: &mut Rhs) -> bool {
        if self.dense_h > 0.0 || self.prepare_cubic() {
            return true;
        }
        let (n, h) = (self.n, self.h);
        for i in END + 1..STAGES {
            self.combine(A[i], h);
            if !self.evaluate(rhs, i) {
                return false;
            }
        }
        self.prepare_hermite(END);
        for (i, weights) in D.iter().enumerate() {
            for j in 0..n {
                let sum: f64 = weights.iter().map(|(s, d)| d * self.k[s * n + j]).sum();
                self.dense[(3 + i) * n + j] = h * sum;
            }
        }
        (self.dense_h, self.dense_terms) = (h, DENSE);
        true
    }

    /// The part of the dense output that values and slopes at both ends give; the slope at the end is k of
    /// this stage.
    pub(super) fn prepare_hermite(&mut self, end: usize) {
        let (n, h) = (self.n, self.h);
        for j in 0..n {
            let change = self.y_next[j] - self.y[j];
            let (first, last) = (self.k[j], self.k[end * n + j]);
            self.dense[j] = change;
            self.dense[n + j] = h * first - change;
            self.dense[2 * n + j] = 2.0 * change - h * (last + first);
        }
    }

    /// y at a share of the step from 0 to 1; the dense output must be prepared.
    pub fn at(&self, share: f64, out: &mut [f64]) {
        let n = self.n;
        if self.dense_terms == HERMITE {
            // The same loop, once with a length known to the compiler.
            return match n {
                2 => hermite_at(&self.y[..2], &self.dense[..6], share, &mut out[..2]),
                _ => hermite_at(&self.y, &self.dense, share, out),
            };
        }
        match n {
            2 => return at_fixed::<2>(&self.y, &self.dense, share, out),
            4 => return at_fixed::<4>(&self.y, &self.dense, share, out),
            6 => return at_fixed::<6>(&self.y, &self.dense, share, out),
            8 => return at_fixed::<8>(&self.y, &self.dense, share, out),
            _ => {}
        }
        for (j, out) in out.iter_mut().enumerate().take(n) {
            let mut y = 0.0;
            for i in (0..DENSE).rev() {
                y += self.dense[i * n + j];
                y *= if i % 2 == 0 { share } else { 1.0 - share };
            }
            *out = self.y[j] + y;
        }
    }

    /// y this long after the beginning of the step; the dense output must be prepared.
    pub fn after(&self, elapsed: f64, out: &mut [f64]) {
        self.at(elapsed / self.dense_h, out);
    }

    /// The rate of component `j` of the dense output this long after the beginning of the step.
    pub fn rate_after(&self, elapsed: f64, j: usize) -> f64 {
        let (n, share) = (self.n, elapsed / self.dense_h);
        if self.dense_terms == HERMITE {
            let [a, b, c] = [0, n, 2 * n].map(|i| self.dense[i + j]);
            return (a + b * (1.0 - 2.0 * share) + c * share * (2.0 - 3.0 * share)) / self.dense_h;
        }
        let (mut y, mut rate) = (0.0, 0.0);
        for i in (0..self.dense_terms).rev() {
            let (factor, slope) = if i % 2 == 0 {
                (share, 1.0)
            } else {
                (1.0 - share, -1.0)
            };
            y += self.dense[i * n + j];
            rate = rate * factor + y * slope;
            y *= factor;
        }
        rate / self.dense_h
    }

    /// The dense output of a longer step from the same beginning, prepared before the present one was tried,
    /// goes on to serve.
    pub fn keep_dense(&mut self, h: f64) {
        self.dense_h = h;
    }

    /// Length of the step whose dense output is prepared; 0 where none is.
    pub fn dense_length(&self) -> f64 {
        self.dense_h
    }

    /// y + h Σ weights · k into the stage.
    fn combine(&mut self, weights: &[(usize, f64)], h: f64) {
        let n = self.n;
        match n {
            2 => return combine_fixed::<2>(&self.y, &self.k, weights, h, &mut self.stage),
            4 => return combine_fixed::<4>(&self.y, &self.k, weights, h, &mut self.stage),
            6 => return combine_fixed::<6>(&self.y, &self.k, weights, h, &mut self.stage),
            8 => return combine_fixed::<8>(&self.y, &self.k, weights, h, &mut self.stage),
            _ => {}
        }
        self.stage.copy_from_slice(&self.y);
        for &(i, weight) in weights {
            let factor = h * weight;
            for (y, k) in self.stage.iter_mut().zip(&self.k[i * n..(i + 1) * n]) {
                *y += factor * k;
            }
        }
    }

    fn evaluate(&mut self, rhs: &mut Rhs, i: usize) -> bool {
        let n = self.n;
        rhs(
            self.time + C[i] * self.h,
            &self.stage,
            &mut self.k[i * n..(i + 1) * n],
        )
    }
}

/// y + h Σ weights · k for a number of components that the compiler knows.
fn combine_fixed<const N: usize>(y: &[f64], k: &[f64], weights: &[(usize, f64)], h: f64, out: &mut [f64]) {
    let mut sum = [0.0; N];
    sum.copy_from_slice(&y[..N]);
    for &(i, weight) in weights {
        let factor = h * weight;
        let k = &k[i * N..][..N];
        for j in 0..N {
            sum[j] += factor * k[j];
        }
    }
    out[..N].copy_from_slice(&sum);
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "unrolled where the length is known")]
fn hermite_at(y: &[f64], dense: &[f64], share: f64, out: &mut [f64]) {
    let (a, rest) = dense.split_at(y.len());
    let (b, rest) = rest.split_at(y.len());
    for ((((out, y), a), b), c) in out.iter_mut().zip(y).zip(a).zip(b).zip(rest) {
        *out = y + ((c * share + b) * (1.0 - share) + a) * share;
    }
}

/// The dense output for a number of components that the compiler knows.
fn at_fixed<const N: usize>(y: &[f64], dense: &[f64], share: f64, out: &mut [f64]) {
    let mut sum = [0.0; N];
    for i in (0..DENSE).rev() {
        let factor = if i % 2 == 0 { share } else { 1.0 - share };
        let terms = &dense[i * N..][..N];
        for j in 0..N {
            sum[j] = (sum[j] + terms[j]) * factor;
        }
    }
    for (out, (y, sum)) in out.iter_mut().zip(y.iter().zip(sum)) {
        *out = y + sum;
    }
}

/// The length of the next step from the error of the last one: the order of the error estimate is 7.
pub fn next_length(h: f64, error: f64) -> f64 {
    // (0.9/6)⁸ = 2.6e-7.
    let factor = if error > 1e-7 {
        0.9 * error.powf(-1.0 / 8.0)
    } else {
        6.0
    };
    h * factor.clamp(1.0 / 3.0, 6.0)
}

#[cfg(test)]
mod tests;
