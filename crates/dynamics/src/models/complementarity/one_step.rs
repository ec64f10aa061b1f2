//! The mixed LCP of one step, solved from the last active set where that still holds.
//!
//! ```text
//! w = M λ + q,   lo ≤ λ ≤ hi,   w ≥ 0 at lo,  w = 0 between,  w ≤ 0 at hi,      M the same at every step
//! λ = S z,   w = S⁻¹ y,   y = S M S z + S q     S positive diagonal, powers of two, diagonal of S M S near 1
//! ```
//! S makes z and y commensurate, so that the natural map min(z, y) means something when λ is in nA and w in
//! kV. With the active set of the last step known, one step is one triangular solve and a check of signs; a
//! method of [`drystone_solve::lcp`] is called only when the check fails.

use super::events::Place;
use drystone_solve::lcp::{self, Method, Options};
use drystone_solve::problem::{Matrix, MixedLcp};
use drystone_solve::solver::Stop;
use nalgebra::{DMatrix, DVector, Dyn, LU};

/// Signs are accepted wrong by this share of the terms they come from: rounding.
const ROUNDING: f64 = 1e-14;

/// What solving one step gave.
#[derive(Clone, Copy, Debug)]
pub(super) struct Solved {
    /// Iterations of the LCP method; 0 where the last active set held.
    pub(super) iterations: usize,
    pub(super) method: &'static str,
    pub(super) stop: Stop,
    /// Natural-map error in the scaled variables.
    pub(super) error: f64,
}

/// M, factored on the last active set.
pub(super) struct OneStep {
    /// S M S.
    matrix: DMatrix<f64>,
    /// The same problem as the methods want it.
    problem: MixedLcp,
    scale: Vec<f64>,
    place: Vec<Place>,
    between: Vec<usize>,
    factor: LU<f64, Dyn, Dyn>,
    rhs: DVector<f64>,
    z: Vec<f64>,
    y: Vec<f64>,
    options: Options,
    method: Method,
}

impl OneStep {
    /// For w = M λ + q with `relay` rows in [−1, 1] and the others in [0, ∞).
    pub(super) fn new(m: &DMatrix<f64>, relay: &[bool], tolerance: f64, method: Method) -> Self {
        let n = relay.len();
        let scale: Vec<f64> = (0..n).map(|i| scale_of(m, i)).collect();
        let matrix = DMatrix::from_fn(n, n, |i, j| scale[i] * m[(i, j)] * scale[j]);
        let bounds = |i: usize| {
            if relay[i] {
                (-1.0, 1.0)
            } else {
                (0.0, f64::INFINITY)
            }
        };
        OneStep {
            problem: MixedLcp {
                matrix: Matrix::Dense(matrix.clone()),
                q: vec![0.0; n],
                lower: (0..n).map(|i| bounds(i).0 / scale[i]).collect(),
                upper: (0..n).map(|i| bounds(i).1 / scale[i]).collect(),
            },
            place: vec![Place::Lower; n],
            between: Vec::with_capacity(n),
            factor: LU::new(DMatrix::zeros(0, 0)),
            rhs: DVector::zeros(0),
            z: vec![0.0; n],
            y: vec![0.0; n],
            options: Options::new(tolerance, None),
            method,
            matrix,
            scale,
        }
    }

    /// Whether row i of an ordinary kind takes part in this step; its λ is 0 and its w free where not.
    pub(super) fn set_active(&mut self, i: usize, active: bool) {
        self.problem.upper[i] = if active { f64::INFINITY } else { 0.0 };
    }

    /// The bounds of row i, in the units of λ.
    pub(super) fn bounds(&self, i: usize) -> (f64, f64) {
        (
            self.problem.lower[i] * self.scale[i],
            self.problem.upper[i] * self.scale[i],
        )
    }

    /// Solves for that q; the multipliers go to `lambda`, the best ones found where the tolerance was not
    /// met.
    pub(super) fn solve(&mut self, q: &DVector<f64>, lambda: &mut DVector<f64>) -> Solved {
        for (i, q) in q.iter().enumerate() {
            self.problem.q[i] = q * self.scale[i];
        }
        let solved = if self.last_set_holds() {
            Solved {
                iterations: 0,
                method: "last active set",
                stop: Stop::Converged,
                error: self.error(),
            }
        } else {
            self.pivot()
        };
        for (i, lambda) in lambda.iter_mut().enumerate() {
            *lambda = self.z[i] * self.scale[i];
        }
        solved
    }

    fn pivot(&mut self) -> Solved {
        let answer = lcp::solve_mixed(&self.problem, self.method, &self.options);
        self.z.copy_from_slice(&answer.z);
        self.set_y();
        let error = self.error();
        let met = error <= self.options.tolerance;
        if met {
            self.remember();
        }
        Solved {
            iterations: answer.iterations,
            method: answer.method,
            stop: if met { Stop::Converged } else { answer.stop },
            error,
        }
    }

    /// Solves on the last active set; whether every sign is right.
    fn last_set_holds(&mut self) -> bool {
        for (i, place) in self.place.iter().enumerate() {
            self.z[i] = match place {
                Place::Lower => self.problem.lower[i],
                Place::Upper => self.problem.upper[i],
                Place::Between => 0.0,
            };
        }
        if !self.z.iter().all(|z| z.is_finite()) {
            return false;
        }
        self.set_y();
        for (k, &i) in self.between.iter().enumerate() {
            self.rhs[k] = -self.y[i];
        }
        if !self.between.is_empty() && !self.factor.solve_mut(&mut self.rhs) {
            return false;
        }
        let slack = ROUNDING * self.rhs.amax();
        for (k, &i) in self.between.iter().enumerate() {
            let (lo, hi) = (self.problem.lower[i], self.problem.upper[i]);
            if !(self.rhs[k] >= lo - slack && self.rhs[k] <= hi + slack) {
                return false;
            }
            self.z[i] = self.rhs[k].clamp(lo, hi);
        }
        self.set_y();
        (0..self.place.len()).all(|i| self.sign_holds(i)) && self.error() <= self.options.tolerance
    }

    fn sign_holds(&self, i: usize) -> bool {
        let fixed = self.problem.lower[i] == self.problem.upper[i];
        let terms = |j: usize| (self.matrix[(i, j)] * self.z[j]).abs();
        let slack = ROUNDING * (self.problem.q[i].abs() + (0..self.z.len()).map(terms).sum::<f64>());
        match self.place[i] {
            _ if fixed => true,
            Place::Lower => self.y[i] >= -slack,
            Place::Upper => self.y[i] <= slack,
            Place::Between => true,
        }
    }

    /// y = S M S z + S q.
    fn set_y(&mut self) {
        self.problem
            .matrix
            .multiply_add(&self.z, &self.problem.q, &mut self.y);
    }

    /// The last active set.
    pub(super) fn set(&self) -> &[Place] {
        &self.place
    }

    /// Takes up an active set of as many rows.
    pub(super) fn take_set(&mut self, set: &[u64]) {
        self.between.clear();
        for (i, kept) in set.iter().enumerate().take(self.place.len()) {
            self.place[i] = Place::from_count(*kept);
            if self.place[i] == Place::Between {
                self.between.push(i);
            }
        }
        self.factor_set();
    }

    /// Takes the active set that z and y show, and factors M on it.
    fn remember(&mut self) {
        self.between.clear();
        for i in 0..self.z.len() {
            let (above, below) = (
                self.z[i] - self.problem.lower[i],
                self.problem.upper[i] - self.z[i],
            );
            self.place[i] = if above > self.y[i].abs() && below > self.y[i].abs() {
                self.between.push(i);
                Place::Between
            } else if above <= below {
                Place::Lower
            } else {
                Place::Upper
            };
        }
        self.factor_set();
    }

    fn factor_set(&mut self) {
        let set = &self.between;
        let block = DMatrix::from_fn(set.len(), set.len(), |i, j| self.matrix[(set[i], set[j])]);
        self.factor = LU::new(block);
        self.rhs = DVector::zeros(set.len());
    }

    /// ‖natural map‖ / ‖terms that do not depend on unbounded multipliers‖.
    fn error(&self) -> f64 {
        let (mut defect, mut size) = (0.0, 0.0);
        for i in 0..self.z.len() {
            let (lo, hi) = (self.problem.lower[i], self.problem.upper[i]);
            let (below, above) = (self.z[i] - hi, self.z[i] - lo);
            let map = if self.y[i].is_nan() || self.z[i].is_nan() {
                f64::NAN
            } else {
                self.y[i].min(above).max(below)
            };
            let boxed = |j: &usize| self.problem.lower[*j] < 0.0;
            let moved: f64 = (0..self.z.len())
                .filter(boxed)
                .map(|j| (self.matrix[(i, j)] * self.z[j]).abs())
                .sum();
            let term = self.problem.q[i].abs() + moved;
            defect += map * map;
            size += term * term;
        }
        if defect == 0.0 {
            0.0
        } else {
            defect.sqrt() / size.sqrt().max(1e-300)
        }
    }
}

/// The power of two near 1/√M_ii; from the largest entry of row and column where M_ii is not positive.
fn scale_of(m: &DMatrix<f64>, i: usize) -> f64 {
    let size = if m[(i, i)] > 0.0 {
        m[(i, i)]
    } else {
        m.row(i).amax().max(m.column(i).amax())
    };
    if size > 0.0 && size.is_finite() {
        (-0.5 * size.log2()).round().clamp(-300.0, 300.0).exp2()
    } else {
        1.0
    }
}
