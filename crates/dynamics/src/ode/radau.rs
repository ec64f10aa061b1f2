//! Radau IIA of order 5: three implicit stages, for stiff equations.
//!
//! ```text
//! Z_i = h Σ a_ij f(t + c_j h, y + Z_j),   y⁺ = y + Z_3    a collocation method: u' = f at c = (4 ∓ √6)/10, 1
//! simplified Newton on the transformed stages W = T⁻¹ Z:  (γ/h − J) and ((α + iβ)/h − J), J ≈ ∂f/∂y
//! error = (γ/h − J)⁻¹ (f(t, y) + Σ e_i Z_i / h)   of order 3, held to ε^⅔/10; filtered again after a refusal
//! ```
//! L-stable, stiffly accurate. J is differenced and kept while Newton converges fast, or given. Dense output
//! is the collocation polynomial, of order 3. The length of the next step follows the last two errors
//! (Gustafsson). The last components may be sums: integrals that f does not depend on. Their columns of J are
//! zero; they are not differenced, and eliminated exactly: W_s ← W_s + (r_s + J_s ΔW)/(γ/h). Source: Hairer
//! and Wanner, Solving Ordinary Differential Equations II (1996), §IV.8. Not done: mass matrices, other
//! orders, banded or sparse elimination. On very stiff components the order is 3.

use super::radau_control::{Controller, ITERATIONS, estimated};
use super::radau_tables::{COMPLEX, DENSE, ERROR, NODES, REAL, T, T_INVERSE, WEIGHTS};
use super::{Attempt, Tolerance};
use drystone_solve::dense;
use nalgebra::Complex;

/// The right-hand side f(t, y); `false` where it cannot be evaluated.
pub type RightHandSide<'a> = dyn FnMut(f64, &[f64], &mut [f64]) -> bool + 'a;

/// The three stages of a step.
#[derive(Clone, Debug)]
struct Stages {
    /// Z.
    z: [Vec<f64>; 3],
    /// Z where Newton's method begins.
    guess: [Vec<f64>; 3],
    /// W = T⁻¹ Z.
    transformed: [Vec<f64>; 3],
    /// f at the stages.
    slopes: [Vec<f64>; 3],
}

/// The matrix of Newton's method: one real and one complex system.
#[derive(Clone, Debug)]
struct NewtonMatrix {
    jacobian: Vec<f64>,
    real: Vec<f64>,
    complex: Vec<Complex<f64>>,
    pivots: [Vec<usize>; 2],
    /// Right-hand sides, then changes of W.
    change: Vec<f64>,
    complex_change: Vec<Complex<f64>>,
    /// Length of the step whose systems are factored; 0 for none.
    factored: f64,
}

/// One step of Radau IIA at a time, with what it keeps from step to step.
#[derive(Clone, Debug)]
pub struct Radau {
    /// y at the end of the step tried last.
    pub y_next: Vec<f64>,
    /// Its local error, as estimated.
    pub error: Vec<f64>,
    /// Newton iterations of the step tried last.
    pub iterations: usize,
    /// Right-hand sides evaluated since the beginning, Jacobians included.
    pub evaluations: usize,
    start: Vec<f64>,
    slope: Vec<f64>,
    /// How many of the last components f does not depend on.
    sums: usize,
    stages: Stages,
    matrix: NewtonMatrix,
    control: Controller,
    /// A point where f is evaluated.
    point: Vec<f64>,
    /// What each component may miss.
    weight: Vec<f64>,
}

impl Radau {
    /// For n components.
    pub fn new(n: usize) -> Self {
        Radau::with_sums(n, 0)
    }

    /// For n components, of which f does not depend on so many of the last.
    pub fn with_sums(n: usize, sums: usize) -> Self {
        let sums = sums.min(n);
        let d = n - sums;
        let zero = || vec![0.0; n];
        let three = || std::array::from_fn(|_| zero());
        Radau {
            y_next: zero(),
            error: zero(),
            iterations: 0,
            evaluations: 0,
            start: zero(),
            slope: zero(),
            sums,
            stages: Stages {
                z: three(),
                guess: three(),
                transformed: three(),
                slopes: three(),
            },
            matrix: NewtonMatrix {
                jacobian: vec![0.0; n * d],
                real: vec![0.0; d * d],
                complex: vec![Complex::new(0.0, 0.0); d * d],
                pivots: [vec![0; d], vec![0; d]],
                change: zero(),
                complex_change: vec![Complex::new(0.0, 0.0); n],
                factored: 0.0,
            },
            control: Controller::new(),
            point: zero(),
            weight: zero(),
        }
    }

    /// Forgets the past: what follows depends on the next arguments alone.
    pub fn restart(&mut self) {
        self.control = Controller::new();
        self.matrix.factored = 0.0;
    }

    /// Whether it is for so many components and sums.
    pub fn is_for(&self, n: usize, sums: usize) -> bool {
        self.y_next.len() == n && self.sums == sums.min(n)
    }

    /// J at the beginning of the next step, row-major, without the columns of sums: it is not differenced
    /// then.
    pub fn give_jacobian(&mut self, jacobian: &[f64]) {
        self.matrix.jacobian.copy_from_slice(jacobian);
        (
            self.control.fresh.jacobian,
            self.control.fresh.any_jacobian,
            self.matrix.factored,
        ) = (true, true, 0.0);
    }

    /// Share of the step, weight and y of each stage of the step tried last: a quadrature of order 5 over it.
    pub fn stages(&self) -> impl Iterator<Item = (f64, f64, impl Iterator<Item = f64>)> {
        let stages = NODES.iter().zip(WEIGHTS).zip(&self.stages.z);
        stages.map(|((node, weight), z)| (*node, weight, self.start.iter().zip(z).map(|(y, z)| y + z)))
    }

    /// y at a share of the step tried last, 0 to 1; a little beyond it is an extrapolation.
    pub fn at(&self, share: f64, out: &mut [f64]) {
        for (i, out) in out.iter_mut().enumerate() {
            *out = self.start[i] + self.along(share, i);
        }
    }

    /// Coefficients of s, s², s³ in what component `i` gains over the share s of the step tried last.
    pub(super) fn polynomial(&self, i: usize) -> [f64; 3] {
        std::array::from_fn(|k| DENSE.iter().zip(&self.stages.z).map(|(p, z)| z[i] * p[k]).sum())
    }

    fn along(&self, s: f64, i: usize) -> f64 {
        let terms = DENSE.iter().zip(&self.stages.z);
        terms
            .map(|(p, z)| z[i] * s * (p[0] + s * (p[1] + s * p[2])))
            .sum()
    }

    /// Tries a step of length `h` from (t, y): into `y_next`.
    pub fn attempt(
        &mut self,
        rhs: &mut RightHandSide<'_>,
        t: f64,
        y: &[f64],
        h: f64,
        tolerance: &Tolerance,
    ) -> Attempt {
        self.iterations = 0;
        let refused = |share: f64| Attempt::Rejected { next_h: share * h };
        self.begin(y, h);
        self.control.share = estimated(tolerance.relative);
        for ((w, y), absolute) in self.weight.iter_mut().zip(y).zip(&tolerance.absolute) {
            *w = self.control.share * (absolute + tolerance.relative * y.abs());
        }
        if !self.control.fresh.slope {
            self.evaluations += 1;
            self.control.fresh.slope = rhs(t, y, &mut self.slope);
            if !self.control.fresh.slope {
                return refused(0.5);
            }
        }
        loop {
            if !self.control.fresh.any_jacobian && !self.difference(rhs, t, y, h) {
                return refused(0.5);
            }
            if self.matrix.factored != h && !self.factor(h) {
                return refused(0.5);
            }
            if self.newton(rhs, t, h, tolerance) {
                break;
            }
            if self.control.fresh.jacobian {
                (self.control.rejected, self.matrix.factored) = (true, 0.0);
                return refused(0.25);
            }
            self.control.fresh.any_jacobian = false;
        }
        for (i, next) in self.y_next.iter_mut().enumerate() {
            *next = y[i] + self.stages.z[2][i];
        }
        self.judge(rhs, t, h, tolerance)
    }

    /// Keeps y and extrapolates the last collocation polynomial to the stages of the step to come.
    fn begin(&mut self, y: &[f64], h: f64) {
        let ratio = if self.control.length > 0.0 && !self.control.rejected {
            h / self.control.length
        } else {
            f64::NAN
        };
        for (k, node) in NODES.iter().enumerate() {
            for i in 0..y.len() {
                let ahead = if ratio < 5.0 {
                    self.start[i] + self.along(1.0 + ratio * node, i) - y[i]
                } else {
                    0.0
                };
                self.stages.guess[k][i] = if ahead.is_finite() { ahead } else { 0.0 };
            }
        }
        self.start.copy_from_slice(y);
        self.control.length = 0.0;
    }

    /// J by differences towards where y moves.
    fn difference(&mut self, rhs: &mut RightHandSide<'_>, t: f64, y: &[f64], h: f64) -> bool {
        let n = y.len();
        let d = n - self.sums;
        self.point.copy_from_slice(y);
        for j in 0..d {
            // The size of a component: itself, what the tolerance counts as something, and its motion in the
            // step.
            let size = y[j]
                .abs()
                .max(1e3 * self.weight[j])
                .max((h * self.slope[j]).abs());
            let mut delta = f64::EPSILON.sqrt() * size * if self.slope[j] < 0.0 { -1.0 } else { 1.0 };
            self.point[j] = y[j] + delta;
            let mut known = rhs(t, &self.point, &mut self.matrix.change);
            if !known {
                self.point[j] = y[j] - delta;
                known = rhs(t, &self.point, &mut self.matrix.change);
            }
            self.evaluations += 1;
            delta = self.point[j] - y[j];
            if !known || delta == 0.0 {
                return false;
            }
            for i in 0..n {
                self.matrix.jacobian[i * d + j] = (self.matrix.change[i] - self.slope[i]) / delta;
            }
            self.point[j] = y[j];
        }
        (
            self.control.fresh.jacobian,
            self.control.fresh.any_jacobian,
            self.matrix.factored,
        ) = (true, true, 0.0);
        true
    }

    /// Factors both systems for a step of length h.
    fn factor(&mut self, h: f64) -> bool {
        let d = self.start.len() - self.sums;
        let shift = Complex::new(COMPLEX[0] / h, COMPLEX[1] / h);
        for ((real, complex), j) in self
            .matrix
            .real
            .iter_mut()
            .zip(&mut self.matrix.complex)
            .zip(&self.matrix.jacobian)
        {
            *real = -j;
            *complex = Complex::new(-j, 0.0);
        }
        for i in 0..d {
            self.matrix.real[i * (d + 1)] += REAL / h;
            self.matrix.complex[i * (d + 1)] += shift;
        }
        let [first, second] = &mut self.matrix.pivots;
        let regular = dense::factor(&mut self.matrix.real, first, 0.0).is_ok()
            && dense::factor(&mut self.matrix.complex, second, 0.0).is_ok();
        self.matrix.factored = if regular { h } else { 0.0 };
        regular
    }

    /// The stages, by a simplified Newton method from the guess; whether it converged.
    fn newton(&mut self, rhs: &mut RightHandSide<'_>, t: f64, h: f64, tolerance: &Tolerance) -> bool {
        let n = self.start.len();
        let asked = self.control.share * tolerance.relative;
        let enough = (10.0 * f64::EPSILON / asked).max(asked.sqrt().min(0.03));
        self.stages.z.clone_from(&self.stages.guess);
        for k in 0..3 {
            for i in 0..n {
                self.stages.transformed[k][i] = (0..3).map(|l| T_INVERSE[k][l] * self.stages.z[l][i]).sum();
            }
        }
        let mut before = f64::INFINITY;
        for round in 1..=ITERATIONS {
            for k in 0..3 {
                for i in 0..n {
                    self.point[i] = self.start[i] + self.stages.z[k][i];
                }
                self.evaluations += 1;
                if !rhs(t + NODES[k] * h, &self.point, &mut self.stages.slopes[k]) {
                    return false;
                }
            }
            self.iterations += 1;
            let size = self.correct(h);
            if !size.is_finite() {
                return false;
            }
            self.control.rate = if round == 1 {
                self.control.rate
            } else {
                size / before
            };
            let left = self
                .control
                .rate
                .powi((ITERATIONS - round).try_into().unwrap_or(0))
                / (1.0 - self.control.rate)
                * size;
            if round > 1 && !(self.control.rate < 1.0 && left <= enough) {
                return false;
            }
            if size == 0.0 || (round > 1 && self.control.rate / (1.0 - self.control.rate) * size < enough) {
                return true;
            }
            before = size;
        }
        false
    }

    /// One iteration: W ← W + ΔW, Z ← T W; the size of ΔW in units of the tolerance.
    fn correct(&mut self, h: f64) -> f64 {
        let n = self.start.len();
        let (real, complex) = (REAL / h, Complex::new(COMPLEX[0] / h, COMPLEX[1] / h));
        let row = |k: usize, i: usize, f: &[Vec<f64>; 3]| -> f64 {
            (0..3).map(|l| T_INVERSE[k][l] * f[l][i]).sum()
        };
        for i in 0..n {
            self.matrix.change[i] = row(0, i, &self.stages.slopes) - real * self.stages.transformed[0][i];
            let pair = Complex::new(self.stages.transformed[1][i], self.stages.transformed[2][i]);
            let slopes = Complex::new(row(1, i, &self.stages.slopes), row(2, i, &self.stages.slopes));
            self.matrix.complex_change[i] = slopes - complex * pair;
        }
        let matrix = &mut self.matrix;
        let d = n - self.sums;
        dense::solve(&matrix.real, &matrix.pivots[0], &mut matrix.change[..d]);
        dense::solve(
            &matrix.complex,
            &matrix.pivots[1],
            &mut matrix.complex_change[..d],
        );
        follow(&matrix.jacobian, real, &mut matrix.change, d);
        follow(&matrix.jacobian, complex, &mut matrix.complex_change, d);
        let mut sum = 0.0;
        for i in 0..n {
            let change = [
                self.matrix.change[i],
                self.matrix.complex_change[i].re,
                self.matrix.complex_change[i].im,
            ];
            for (w, change) in self.stages.transformed.iter_mut().zip(change) {
                w[i] += change;
                sum += (change / self.weight[i]).powi(2);
            }
            for k in 0..3 {
                self.stages.z[k][i] = (0..3).map(|l| T[k][l] * self.stages.transformed[l][i]).sum();
            }
        }
        (sum / (3 * n).max(1) as f64).sqrt()
    }

    /// Estimates the error and says how to go on.
    fn judge(&mut self, rhs: &mut RightHandSide<'_>, t: f64, h: f64, tolerance: &Tolerance) -> Attempt {
        for (i, absolute) in tolerance.absolute.iter().enumerate() {
            let size = self.start[i].abs().max(self.y_next[i].abs());
            self.weight[i] = self.control.share * (absolute + tolerance.relative * size);
        }
        self.filter(h);
        let mut error = self.error_norm();
        if error >= 1.0 && (self.control.rejected || self.control.accepted.is_none()) {
            for i in 0..self.start.len() {
                self.point[i] = self.start[i] + self.error[i];
            }
            self.evaluations += 1;
            if rhs(t, &self.point, &mut self.matrix.change) {
                std::mem::swap(&mut self.slope, &mut self.matrix.change);
                self.filter(h);
                std::mem::swap(&mut self.slope, &mut self.matrix.change);
                error = self.error_norm();
            }
        }
        let fits = error < 1.0 && self.y_next.iter().all(|y| y.is_finite());
        self.control.choose(h, (error, fits), self.iterations)
    }

    /// error ← (γ/h − J)⁻¹ (slope + Σ e_i Z_i / h).
    fn filter(&mut self, h: f64) {
        for i in 0..self.start.len() {
            let stages: f64 = ERROR.iter().zip(&self.stages.z).map(|(e, z)| e * z[i]).sum();
            self.error[i] = self.slope[i] + stages / h;
        }
        let (matrix, d) = (&self.matrix, self.error.len() - self.sums);
        dense::solve(&matrix.real, &matrix.pivots[0], &mut self.error[..d]);
        follow(&matrix.jacobian, REAL / h, &mut self.error, d);
    }

    fn error_norm(&self) -> f64 {
        let parts = self.error.iter().zip(&self.weight);
        let sum: f64 = parts.map(|(e, w)| (e / w).powi(2)).sum();
        (sum / self.error.len().max(1) as f64).sqrt()
    }
}

/// Sums after the first d components, which are solved: x_s ← (x_s + J_s x)/shift.
fn follow<T>(jacobian: &[f64], shift: T, x: &mut [T], d: usize)
where
    T: Copy + std::ops::Add<Output = T> + std::ops::Mul<f64, Output = T> + std::ops::Div<Output = T>,
{
    let (known, sums) = x.split_at_mut(d);
    if d == 0 {
        for sum in sums {
            *sum = *sum / shift;
        }
        return;
    }
    for (sum, row) in sums.iter_mut().zip(jacobian.chunks_exact(d).skip(d)) {
        let total = known.iter().zip(row).fold(*sum, |total, (x, j)| total + *x * *j);
        *sum = total / shift;
    }
}

#[cfg(test)]
#[path = "radau_tests.rs"]
mod tests;
