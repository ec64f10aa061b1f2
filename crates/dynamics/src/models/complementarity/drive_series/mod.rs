//! The drive on a window of time, as a Chebyshev series: within the window the system is autonomous.
//!
//! ```text
//! (a, c)(t) = Σ (a_k, c_k) T_k(σ),   σ = 2 (t − t₀)/H − 1,     η_k = T_k(σ),   η' = J η
//! ```
//! J is the derivative of Chebyshev polynomials: T_k' = 2k (T_{k−1} + T_{k−3} + …), with half of T_0. The
//! window is halved until the last coefficients are below the tolerance, and doubled again afterwards. So
//! derivatives of the drive, which relative degrees above 0 ask for, are those of a series that is known to
//! rounding. Source: Trefethen, Approximation Theory and Approximation Practice (2013), §3 and §8. Limits:
//! thirteen values are asked for in a window of at most eight steps of the run, so that what is much shorter
//! than a step can be missed; a jump or a kink of the drive is enclosed by halving.

#[cfg(test)]
mod tests;

use super::{ComplementarityError, ComplementaritySystem};
use nalgebra::{DMatrix, DVector};
use std::f64::consts::PI;

/// Values asked for in a window.
const NODES: usize = 13;
/// Last coefficients that must be small.
const TAIL: usize = 3;
/// Longest and shortest window, in steps of the run.
const LONGEST: f64 = 8.0;
const SHORTEST: f64 = 1e-10;
/// Coefficients below this share of the channel are rounding.
const ROUNDING: f64 = 2e-16;

/// a(t) and c(t) on a window.
#[derive(Clone, Debug)]
pub(super) struct DriveSeries {
    /// Beginning and length of the window, in s.
    pub(super) start: f64,
    pub(super) length: f64,
    /// Column k: a_k over c_k.
    pub(super) coefficients: DMatrix<f64>,
    /// Largest magnitude of each channel so far.
    pub(super) size: DVector<f64>,
    states: usize,
    pub(super) tolerance: f64,
}

impl DriveSeries {
    /// No window yet: the first one tried has this length.
    pub(super) fn new(system: &ComplementaritySystem, time: f64, length: f64, tolerance: f64) -> Self {
        let channels = system.num_states() + system.num_rows();
        DriveSeries {
            start: time - length,
            length,
            coefficients: DMatrix::zeros(channels, 1),
            size: DVector::zeros(channels),
            states: system.num_states(),
            tolerance: (1e-3 * tolerance).clamp(1e-15, 1e-6),
        }
    }

    /// End of the window.
    pub(super) fn end(&self) -> f64 {
        self.start + self.length
    }

    /// Number of η.
    pub(super) fn degree(&self) -> usize {
        self.coefficients.ncols()
    }

    /// The next window, from `time` on; `true` where the series is another one than before.
    pub(super) fn open(
        &mut self,
        system: &mut ComplementaritySystem,
        time: f64,
        step: f64,
    ) -> Result<bool, ComplementarityError> {
        let mut length = (2.0 * self.length).min(LONGEST * step);
        let shortest = (SHORTEST * step).max(8.0 * f64::EPSILON * time.abs());
        loop {
            if let Some(found) = self.sample(system, time, length) {
                let found = trimmed(&found, &self.size);
                let changed = found.ncols() > 1 || found != self.coefficients;
                (self.start, self.length, self.coefficients) = (time, length, found);
                return Ok(changed);
            }
            length *= 0.5;
            if length < shortest {
                return self.hold(system, time, 2.0 * length);
            }
        }
    }

    /// Takes up the window of a saved run: the same values asked for again.
    pub(super) fn reopen(
        &mut self,
        system: &mut ComplementaritySystem,
        start: f64,
        length: f64,
    ) -> Result<(), ComplementarityError> {
        match self.sample(system, start, length) {
            Some(found) => {
                let found = trimmed(&found, &self.size);
                (self.start, self.length, self.coefficients) = (start, length, found);
            }
            None => {
                self.hold(system, start, length)?;
            }
        }
        Ok(())
    }

    /// A window too short to halve: the value at its middle.
    fn hold(
        &mut self,
        system: &mut ComplementaritySystem,
        time: f64,
        length: f64,
    ) -> Result<bool, ComplementarityError> {
        let mut value = DVector::zeros(self.size.len());
        if !ask(system, self.states, time + 0.5 * length, &mut value) {
            let what = if value.rows(0, self.states).iter().all(|x| x.is_finite()) {
                "c(t)"
            } else {
                "a(t)"
            };
            return Err(ComplementarityError::Drive { what, time });
        }
        let found = DMatrix::from_column_slice(value.len(), 1, value.as_slice());
        (self.start, self.length, self.coefficients) = (time, length, found);
        Ok(true)
    }

    /// The series on a window; nothing where it is not small at its end, or the drive not finite.
    fn sample(
        &mut self,
        system: &mut ComplementaritySystem,
        start: f64,
        length: f64,
    ) -> Option<DMatrix<f64>> {
        let channels = self.size.len();
        let at = |share: f64| start + length * share;
        let mut values = DMatrix::zeros(channels, NODES);
        let mut value = DVector::zeros(channels);
        for j in 0..NODES {
            let share = 0.5 + 0.5 * node(j).cos();
            if !ask(system, self.states, at(share), &mut value) {
                return None;
            }
            values.set_column(j, &value);
        }
        let mut series = DMatrix::zeros(channels, NODES);
        for k in 0..NODES {
            for j in 0..NODES {
                let weight = if k == 0 { 1.0 } else { 2.0 } / NODES as f64;
                let factor = weight * (k as f64 * node(j)).cos();
                series.column_mut(k).axpy(factor, &values.column(j), 1.0);
            }
        }
        // Values that do not move have no other coefficient: rounding of the sums must not say so.
        for i in 0..channels {
            let first = values[(i, 0)];
            if values.row(i).iter().all(|v| *v == first) {
                series.row_mut(i).fill(0.0);
                series[(i, 0)] = first;
            }
            self.size[i] = self.size[i].max(values.row(i).amax());
        }
        for i in 0..channels {
            let allowed = self.tolerance * self.size[i];
            if (NODES - TAIL..NODES).any(|k| !(series[(i, k)].abs() <= allowed)) {
                return None;
            }
        }
        // The ends are no nodes: a check that the series has not seen.
        for (share, odd) in [(0.0, -1.0), (1.0, 1.0)] {
            if !ask(system, self.states, at(share), &mut value) {
                return None;
            }
            for i in 0..channels {
                let end = |k: usize| if k % 2 == 1 { odd } else { 1.0 } * series[(i, k)];
                let sum: f64 = (0..NODES).map(end).sum();
                if !((sum - value[i]).abs() <= 10.0 * self.tolerance * self.size[i]) {
                    return None;
                }
            }
        }
        Some(series)
    }

    /// η at a time.
    pub(super) fn basis(&self, time: f64, out: &mut [f64]) {
        let sigma = (2.0 * (time - self.start) / self.length - 1.0).clamp(-1.0, 1.0);
        for k in 0..out.len() {
            out[k] = match k {
                0 => 1.0,
                1 => sigma,
                _ => 2.0 * sigma * out[k - 1] - out[k - 2],
            };
        }
    }

    /// J.
    pub(super) fn shift(&self) -> DMatrix<f64> {
        let p = self.degree();
        let rate = 2.0 / self.length;
        DMatrix::from_fn(p, p, |k, j| match (k > j && (k - j) % 2 == 1, j) {
            (false, _) => 0.0,
            (true, 0) => rate * k as f64,
            (true, _) => 2.0 * rate * k as f64,
        })
    }
}

/// Angle of a Chebyshev node.
fn node(j: usize) -> f64 {
    PI * (j as f64 + 0.5) / NODES as f64
}

/// Without the last columns that are rounding; one at least.
fn trimmed(series: &DMatrix<f64>, size: &DVector<f64>) -> DMatrix<f64> {
    let above = |k: &usize| (0..size.len()).any(|i| series[(i, *k)].abs() > ROUNDING * size[i]);
    let kept = (1..series.ncols()).rev().find(above).map_or(1, |k| k + 1);
    series.columns(0, kept).into_owned()
}

fn ask(system: &mut ComplementaritySystem, states: usize, time: f64, out: &mut DVector<f64>) -> bool {
    out.fill(0.0);
    let (a, c) = out.as_mut_slice().split_at_mut(states);
    (system.drive)(time, a, c);
    out.iter().all(|x| x.is_finite())
}
