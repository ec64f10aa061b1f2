//! A contact problem in variables without units, and the best answer seen so far.
//!
//! ```text
//! r̃ = S r,   ũ = S⁻¹ u,   W̃ = S⁻¹ W S⁻¹,   b̃ = S⁻¹ b,      S = diag(√d)
//! ```
//! with the scales √d of [`Meter`]: one number for the rows of one kind of a block, so that W̃ has a diagonal
//! near 1 and a round cone stays round. Laws whose rows have different scales get other coefficients.

use crate::delassus::{BlockMatrix, Delassus, Sparse};
use crate::law::Law;
use crate::law::scales::scaled_law;
use crate::mass::Mass;
use crate::measure::Meter;
use crate::problem::{ContactProblem, sizes};
use crate::solver::{Settings, SolverReport, Stop};

/// W̃, explicit or by its factors.
pub(crate) enum Operator<'a> {
    Explicit(BlockMatrix),
    Factored {
        mass: &'a Mass,
        jacobian: Sparse,
        v: Vec<f64>,
    },
}

/// The problem in scaled variables.
pub(crate) struct Scaled<'a> {
    pub(crate) offsets: Vec<usize>,
    pub(crate) laws: Vec<Law>,
    pub(crate) b: Vec<f64>,
    pub(crate) operator: Operator<'a>,
    /// √d of every row.
    pub(crate) scale: Vec<f64>,
}

impl<'a> Scaled<'a> {
    pub(crate) fn new(problem: &'a ContactProblem, meter: &Meter) -> Self {
        let scale = meter.root_scale.clone();
        let offsets = problem.offsets();
        let laws = problem
            .laws
            .iter()
            .zip(&offsets)
            .map(|(law, &at)| scaled_law(law, &scale[at..]))
            .collect();
        let operator = match &problem.delassus {
            Delassus::Explicit(w) => {
                let mut w = with_symmetric_pattern(w);
                scale_blocks(&mut w, &scale);
                Operator::Explicit(w)
            }
            Delassus::Factored { mass, jacobian } => {
                let mut jacobian = jacobian.clone();
                for (i, s) in scale.iter().enumerate() {
                    let row = jacobian.row_ptr[i]..jacobian.row_ptr[i + 1];
                    jacobian.value[row].iter_mut().for_each(|x| *x /= s);
                }
                Operator::Factored {
                    mass,
                    v: vec![0.0; mass.dim()],
                    jacobian,
                }
            }
        };
        Scaled {
            b: problem
                .free_velocity
                .iter()
                .zip(&scale)
                .map(|(b, s)| b / s)
                .collect(),
            offsets,
            laws,
            operator,
            scale,
        }
    }

    /// Replaces the factors (M, H) by W̃ itself where that makes the smaller system; `false` if it cannot be
    /// formed.
    pub(crate) fn prefer_smaller(&mut self) -> bool {
        let Operator::Factored { mass, jacobian, .. } = &self.operator else {
            return true;
        };
        if mass.dim() <= jacobian.nrows {
            return true;
        }
        let delassus = Delassus::Factored {
            mass: (*mass).clone(),
            jacobian: jacobian.clone(),
        };
        match delassus.to_explicit(&sizes(&self.laws)) {
            Ok(w) => {
                self.operator = Operator::Explicit(with_symmetric_pattern(&w));
                true
            }
            Err(_) => false,
        }
    }

    pub(crate) fn rows(&self) -> usize {
        self.b.len()
    }

    /// u ← W̃ r.
    pub(crate) fn multiply(&mut self, r: &[f64], u: &mut [f64]) {
        match &mut self.operator {
            Operator::Explicit(w) => {
                // The free velocity is added by the caller: here the constant part is zero.
                multiply_blocks(w, r, u);
            }
            Operator::Factored { mass, jacobian, v } => {
                jacobian.multiply_transposed(r, v);
                mass.solve(v);
                jacobian.multiply(v, u);
            }
        }
    }

    /// u ← W̃ r + b̃.
    pub(crate) fn velocity(&mut self, r: &[f64], u: &mut [f64]) {
        self.multiply(r, u);
        for (u, b) in u.iter_mut().zip(&self.b) {
            *u += b;
        }
    }

    /// x ← P_K(x), block by block.
    pub(crate) fn project(&self, x: &mut [f64]) {
        for (law, rows) in self.laws.iter().zip(self.offsets.windows(2)) {
            law.project(&mut x[rows[0]..rows[1]]);
        }
    }

    /// x ← S⁻¹ x: scaled impulses become impulses.
    pub(crate) fn unscale_impulse(&self, scaled: &[f64], r: &mut [f64]) {
        for ((r, x), s) in r.iter_mut().zip(scaled).zip(&self.scale) {
            *r = x / s;
        }
    }

    /// Impulses become scaled impulses.
    pub(crate) fn scale_impulse(&self, r: &[f64], scaled: &mut [f64]) {
        for ((x, r), s) in scaled.iter_mut().zip(r).zip(&self.scale) {
            *x = r * s;
        }
    }
}

fn multiply_blocks(w: &BlockMatrix, r: &[f64], u: &mut [f64]) {
    u.fill(0.0);
    for i in 0..w.num_blocks() {
        let u = &mut u[w.offsets[i]..w.offsets[i + 1]];
        for k in w.row_ptr[i]..w.row_ptr[i + 1] {
            let j = w.col[k];
            let r = &r[w.offsets[j]..w.offsets[j + 1]];
            crate::delassus::add_block(w.block(k), r, u);
        }
    }
}

fn scale_blocks(w: &mut BlockMatrix, scale: &[f64]) {
    for i in 0..w.num_blocks() {
        for k in w.row_ptr[i]..w.row_ptr[i + 1] {
            let (j, at) = (w.col[k], w.start[k]);
            let (height, width) = (w.size(i), w.size(j));
            for a in 0..height {
                for c in 0..width {
                    w.values[at + a * width + c] /= scale[w.offsets[i] + a] * scale[w.offsets[j] + c];
                }
            }
        }
    }
}

/// The stored block of row i and column j.
pub(crate) fn find_block(w: &BlockMatrix, i: usize, j: usize) -> Option<usize> {
    let row = &w.col[w.row_ptr[i]..w.row_ptr[i + 1]];
    row.binary_search(&j).ok().map(|k| w.row_ptr[i] + k)
}

/// The same matrix, with a (zero) block stored wherever the transposed one is.
fn with_symmetric_pattern(w: &BlockMatrix) -> BlockMatrix {
    let blocks = || (0..w.num_blocks()).flat_map(|i| (w.row_ptr[i]..w.row_ptr[i + 1]).map(move |k| (i, k)));
    if blocks().all(|(i, k)| find_block(w, w.col[k], i).is_some()) {
        return w.clone();
    }
    let mut triplets = Vec::new();
    for (i, k) in blocks() {
        let (j, width) = (w.col[k], w.size(w.col[k]));
        for (at, &x) in w.block(k).iter().enumerate() {
            let (row, col) = (w.offsets[i] + at / width, w.offsets[j] + at % width);
            triplets.push((row, col, x));
            triplets.push((col, row, 0.0));
        }
    }
    let sizes: Vec<usize> = (0..w.num_blocks()).map(|i| w.size(i)).collect();
    let n = w.rows();
    Sparse::from_triplets(n, n, &triplets)
        .and_then(|s| BlockMatrix::from_sparse(&s, &sizes))
        .unwrap_or_else(|_| w.clone())
}

/// Rows of the blocks whose rows and columns in W are zero.
fn massless_rows(problem: &ContactProblem) -> Vec<usize> {
    let offsets = problem.offsets();
    let num_blocks = problem.laws.len();
    let mut moved = vec![false; num_blocks];
    match &problem.delassus {
        Delassus::Explicit(w) => {
            for i in 0..num_blocks {
                for k in w.row_ptr[i]..w.row_ptr[i + 1] {
                    if w.block(k).iter().any(|x| *x != 0.0) {
                        moved[i] = true;
                        moved[w.col[k]] = true;
                    }
                }
            }
        }
        Delassus::Factored { jacobian, .. } => {
            for (i, moved) in moved.iter_mut().enumerate() {
                *moved = (offsets[i]..offsets[i + 1]).any(|row| jacobian.row(row).any(|(_, x)| x != 0.0));
            }
        }
    }
    (0..num_blocks)
        .filter(|&i| !moved[i])
        .flat_map(|i| offsets[i]..offsets[i + 1])
        .collect()
}

/// Measures answers, keeps the best one and says when to stop.
pub(crate) struct Watch<'a> {
    pub(crate) problem: &'a ContactProblem,
    pub(crate) settings: &'a Settings,
    pub(crate) meter: Meter,
    pub(crate) best: Vec<f64>,
    pub(crate) best_error: f64,
    /// Whether the judge is asked.
    judged: bool,
    /// Whether the best answer meets the tolerance, and the judge is content with it where asked.
    solved: bool,
    candidate: Vec<f64>,
    /// Rows of blocks that no impulse moves: theirs stays 0.
    massless: Vec<usize>,
}

impl<'a> Watch<'a> {
    /// Starts from the guess `r`, or from zero if the guess holds a number that is not finite.
    pub(crate) fn new(problem: &'a ContactProblem, settings: &'a Settings, r: &[f64]) -> Self {
        Watch::with(problem, settings, r, false)
    }

    /// The same, for a method that goes on where the judge refuses an answer within the tolerance: one whose
    /// next iterations settle what is small.
    pub(crate) fn judged(problem: &'a ContactProblem, settings: &'a Settings, r: &[f64]) -> Self {
        Watch::with(problem, settings, r, true)
    }

    fn with(problem: &'a ContactProblem, settings: &'a Settings, r: &[f64], judged: bool) -> Self {
        let mut watch = Watch {
            judged,
            problem,
            settings,
            meter: Meter::new(problem),
            best: vec![0.0; r.len()],
            best_error: f64::INFINITY,
            solved: false,
            candidate: vec![0.0; r.len()],
            massless: massless_rows(problem),
        };
        if r.iter().all(|x| x.is_finite()) {
            watch.best.copy_from_slice(r);
        }
        watch.candidate.copy_from_slice(&watch.best);
        let error = watch.meter.measure(problem, &watch.best).by(settings.measure);
        watch.keep(error);
        watch
    }

    pub(crate) fn is_solved(&self) -> bool {
        self.solved
    }

    /// Measures scaled impulses and keeps them if they are the best; the error may be NaN.
    pub(crate) fn offer(&mut self, scaled: &Scaled, x: &[f64]) -> f64 {
        self.take(scaled, x);
        let errors = self.meter.measure(self.problem, &self.candidate);
        self.keep(errors.by(self.settings.measure))
    }

    /// The same where the scaled velocity is already known.
    pub(crate) fn offer_with_velocity(&mut self, scaled: &Scaled, x: &[f64], u: &[f64]) -> f64 {
        self.take(scaled, x);
        let mut velocity = std::mem::take(&mut self.meter.u);
        for ((v, u), s) in velocity.iter_mut().zip(u).zip(&scaled.scale) {
            *v = u * s;
        }
        let errors = self
            .meter
            .measure_at(&self.problem.laws, &self.candidate, &velocity);
        self.meter.u = velocity;
        let error = errors.by(self.settings.measure);
        // A velocity that was carried along drifts: success is claimed only for one computed afresh.
        if error <= self.settings.tolerance {
            let fresh = self.meter.measure(self.problem, &self.candidate);
            return self.keep(fresh.by(self.settings.measure));
        }
        self.keep(error)
    }

    /// Makes scaled impulses the candidate.
    fn take(&mut self, scaled: &Scaled, x: &[f64]) {
        scaled.unscale_impulse(x, &mut self.candidate);
        for &i in &self.massless {
            self.candidate[i] = 0.0;
        }
    }

    /// Keeps the candidate if it is the best.
    fn keep(&mut self, error: f64) -> f64 {
        let Settings {
            tolerance, measure, ..
        } = *self.settings;
        let mut content = || self.meter.error(self.problem, &self.candidate, measure) <= tolerance;
        let solved = error <= tolerance && (!self.judged || content());
        if solved || error < self.best_error {
            self.best_error = error;
            self.solved = solved;
            self.best.copy_from_slice(&self.candidate);
        }
        error
    }

    /// Hands the best answer over.
    pub(crate) fn finish(
        self,
        r: &mut [f64],
        iterations: usize,
        stop: Stop,
        method: &'static str,
    ) -> SolverReport {
        r.copy_from_slice(&self.best);
        let stop = if self.is_solved() { Stop::Converged } else { stop };
        SolverReport {
            iterations,
            stop,
            method,
        }
    }
}
