//! The higher-order sweeping process of Acary, Brogliato and Goeleven (2008), for one row of relative degree
//! r ≥ 1.
//!
//! ```text
//! zᵢ = w⁽ⁱ⁻¹⁾ = C Aⁱ⁻¹ x + dᵢ(t),  i = 1 … r,        the other states see neither λ nor a jump of z₂ … z_r
//! x⁺ = x + h (A x⁺ + a⁺) + Σ eᵢ μᵢ,      C Aʲ⁻¹ eᵢ = δᵢⱼ,   eᵢ in the span of B, AB, …, Aʳ⁻¹B
//! 0 ≤ μᵢ ⟂ zᵢ⁺ ≥ 0   where z₁ ≤ 0, …, zᵢ₋₁ ≤ 0 at the beginning of the step;    μᵢ = 0 elsewhere
//! λ = μ_r / (h C Aʳ⁻¹B);       μ₁ … μ_{r−1} are the parts of λ that are derivatives of Dirac measures
//! ```
//! The cones are the iterated tangent cones of [0, ∞): a state that has reached w = 0 with w' < 0 jumps to w'
//! = 0, and so on up to w⁽ʳ⁻¹⁾. For r = 1 this is backward Euler; for r = 2 an inelastic impact with the gap
//! projected. dᵢ₊₁ = C Aⁱ⁻¹ a + dᵢ' holds derivatives of the drive: backward differences, of first order like
//! the scheme. The first step takes forward ones from the samples at its next r times.

use super::{ComplementarityError, ComplementaritySystem};
use nalgebra::{DMatrix, DVector};

/// zᵢ counts as zero below this share of the largest size its terms ever had.
const ZERO: f64 = 1e-12;

/// What the scheme knows beside x.
pub(super) struct Chain {
    /// Rows C, CA, …, CAʳ⁻¹.
    pub(super) output: DMatrix<f64>,
    /// Columns e₁ … e_r.
    pub(super) input: DMatrix<f64>,
    /// C Aʳ⁻¹B.
    pub(super) gain: f64,
    /// d at the beginning and at the end of the step.
    offset: DVector<f64>,
    pub(super) offset_next: DVector<f64>,
    /// Magnitudes that went into `offset_next`.
    offset_size: DVector<f64>,
    /// Largest magnitudes of the terms of zᵢ so far.
    size: DVector<f64>,
    /// a and c of the samples of the first step.
    sample: (Vec<f64>, Vec<f64>),
}

impl Chain {
    /// The chain of a system with one ordinary row.
    pub(super) fn new(system: &ComplementaritySystem) -> Result<Self, ComplementarityError> {
        let refuse = |found: String, asked| Err(ComplementarityError::HigherOrder { found, asked });
        if system.num_rows() != 1 || system.relay[0] {
            let relays = system.relay.iter().filter(|r| **r).count();
            let found = format!("{} rows of which {relays} are relays", system.num_rows());
            return refuse(found, "one row that is no relay");
        }
        let r = match system.relative_degree() {
            Some(0) => {
                return refuse(
                    "relative degree 0 (D is not zero)".into(),
                    "relative degree 1 or more",
                );
            }
            None => {
                return refuse(
                    "λ does not act on w".into(),
                    "a Markov parameter that is not zero",
                );
            }
            Some(r) => r,
        };
        let gain = system.markov(r)[(0, 0)];
        if !(gain > 0.0) {
            return refuse(
                format!("first Markov parameter {gain:e}, of index {r}"),
                "a positive one",
            );
        }
        let n = system.num_states();
        let (mut output, mut reach) = (DMatrix::zeros(r, n), DMatrix::zeros(n, r));
        output.row_mut(0).copy_from(&system.c.row(0));
        reach.column_mut(0).copy_from(&system.b.column(0));
        for i in 1..r {
            let row = output.row(i - 1) * &system.a_matrix;
            output.row_mut(i).copy_from(&row);
            let column = &system.a_matrix * reach.column(i - 1);
            reach.column_mut(i).copy_from(&column);
        }
        // (C Aⁱ⁻¹)(Aʲ⁻¹ B) has zeros above its antidiagonal and the gain on it: regular.
        let Some(inverse) = (&output * &reach).lu().try_inverse() else {
            return refuse("Markov parameters without inverse".into(), "numbers of like size");
        };
        Ok(Chain {
            input: reach * inverse,
            output,
            gain,
            offset: DVector::zeros(r),
            offset_next: DVector::zeros(r),
            offset_size: DVector::zeros(r),
            size: DVector::zeros(r),
            sample: (vec![0.0; n], vec![0.0; 1]),
        })
    }

    /// r.
    pub(super) fn degree(&self) -> usize {
        self.offset.len()
    }

    /// d at the beginning of the first step, from the drive at `time`, `time + dt`, …
    pub(super) fn begin(&mut self, system: &mut ComplementaritySystem, time: f64, dt: f64) {
        let r = self.degree();
        let mut table = DMatrix::zeros(r, r);
        for j in 0..r {
            let (a, c) = (&mut self.sample.0, &mut self.sample.1);
            a.fill(0.0);
            c.fill(0.0);
            (system.drive)(time + j as f64 * dt, a, c);
            table[(0, j)] = c[0];
            for i in 1..r {
                table[(i, j)] = row_dot(&self.output, i - 1, a);
            }
        }
        for i in 1..r {
            for j in 0..r - i {
                table[(i, j)] += (table[(i - 1, j + 1)] - table[(i - 1, j)]) / dt;
            }
        }
        self.offset.copy_from(&table.column(0));
        self.offset_size.copy_from(&table.column(0).abs());
        self.size.fill(0.0);
    }

    /// d at the end of the step.
    pub(super) fn advance(&mut self, a: &[f64], c: &[f64], dt: f64) {
        self.offset_next[0] = c[0];
        let mut below = self.offset_size[0];
        self.offset_size[0] = c[0].abs();
        for i in 1..self.degree() {
            let direct = row_dot(&self.output, i - 1, a);
            let slope = (self.offset_next[i - 1] - self.offset[i - 1]) / dt;
            self.offset_next[i] = direct + slope;
            // Rounding of a difference quotient goes with what was subtracted, unless nothing moved.
            let rounding = if slope == 0.0 {
                0.0
            } else {
                (self.offset_size[i - 1] + below) / dt
            };
            below = self.offset_size[i];
            self.offset_size[i] = direct.abs() + rounding;
        }
    }

    /// Whether pair i takes part in the step from x: whether z₁ … zᵢ₋₁ are zero or negative there.
    pub(super) fn active(&mut self, x: &DVector<f64>, dt: f64, mut set: impl FnMut(usize, bool)) {
        let r = self.degree();
        for i in (0..r).rev() {
            let terms = (0..x.len())
                .map(|j| (self.output[(i, j)] * x[j]).abs())
                .sum::<f64>();
            let above = if i + 1 < r { dt * self.size[i + 1] } else { 0.0 };
            self.size[i] = self.size[i].max(terms + self.offset_size[i]).max(above);
        }
        let mut active = true;
        for i in 0..r {
            set(i, active);
            let z = row_dot(&self.output, i, x.as_slice()) + self.offset[i];
            active &= z <= ZERO * self.size[i];
        }
    }

    /// zᵢ at the end of the step, counted from 0.
    pub(super) fn output_at(&self, i: usize, x: &DVector<f64>) -> f64 {
        row_dot(&self.output, i, x.as_slice()) + self.offset_next[i]
    }

    /// What has gathered since the beginning: d, its magnitudes, the largest magnitudes of the terms.
    pub(super) fn memory(&self) -> [&DVector<f64>; 3] {
        [&self.offset, &self.offset_size, &self.size]
    }

    pub(super) fn set_memory(&mut self, memory: [&[f64]; 3]) {
        let own = [&mut self.offset, &mut self.offset_size, &mut self.size];
        for (own, kept) in own.into_iter().zip(memory) {
            own.copy_from_slice(kept);
        }
    }

    /// The end of the step becomes the beginning of the next.
    pub(super) fn accept(&mut self) {
        self.offset.copy_from(&self.offset_next);
    }
}

fn row_dot(matrix: &DMatrix<f64>, row: usize, x: &[f64]) -> f64 {
    x.iter().enumerate().map(|(j, x)| matrix[(row, j)] * x).sum()
}
