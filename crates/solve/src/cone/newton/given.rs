//! W as Newton's method sees it: blocks to factor, and M and H where the problem is given by them.
//!
//! ```text
//! u = W r + b by blocks,    or    M v = Hᵀ r,  u = H v + b
//! A x = y   ⇐   x ← x + Ã⁻¹ (y − A x),      A = Eᵀ (H M⁻¹ Hᵀ + α D) F + S,   Ã the same with W rounded
//! ```
//! An entry of W is a sum over two bodies, and of masses that are twelve decades apart the heavier one is its
//! last four digits. Velocities by way of the bodies have all of them, and so has the answer of a linear
//! system that is corrected by these: each round leaves the rounding unit times the ratio of the masses
//! of what the last one left.
//! Iterative refinement: Wilkinson (1963); Higham (2002), Accuracy and Stability of Numerical Algorithms,
//! ch. 12.

use super::modes::{Mode, assemble};
use super::sparse::Compressed;
use super::{DENSE, ProximalNewton};
use crate::delassus::{BlockMatrix, Delassus};
use crate::problem::ContactProblem;
use faer::linalg::solvers::{PartialPivLu, Solve as _};

/// Corrections of an answer at most, as long as each leaves at most [`LEFT`] of what the last one left.
const ROUNDS: usize = 4;
const LEFT: f64 = 0.5;
/// What is left of the right-hand side is rounding.
const NOTHING: f64 = 1e-14;

/// W in blocks, and the problem by its factors where it is given by them and they are asked for.
#[derive(Clone, Copy)]
pub(crate) struct Given<'a> {
    pub(crate) blocks: &'a BlockMatrix,
    pub(crate) factors: Option<&'a ContactProblem>,
}

impl<'a> Given<'a> {
    /// By blocks alone.
    pub(crate) fn blocks(blocks: &'a BlockMatrix) -> Self {
        Given {
            blocks,
            factors: None,
        }
    }

    /// The problem to measure by.
    pub(super) fn given(self, blocks: &'a ContactProblem) -> &'a ContactProblem {
        self.factors.unwrap_or(blocks)
    }

    /// u = W r + b.
    pub(super) fn multiply_add(self, r: &[f64], b: &[f64], u: &mut [f64]) {
        let Some(Delassus::Factored { mass, jacobian }) = self.factors.map(|problem| &problem.delassus)
        else {
            return self.blocks.multiply_add(r, b, u);
        };
        let mut v = vec![0.0; mass.dim()];
        jacobian.multiply_transposed(r, &mut v);
        mass.solve(&mut v);
        jacobian.multiply(&v, u);
        u.iter_mut().zip(b).for_each(|(u, b)| *u += b);
    }
}

/// The factors of Ã.
enum Factors<'a> {
    Dense(PartialPivLu<f64>),
    Sparse(&'a mut Compressed),
}

impl Factors<'_> {
    fn solve(&mut self, x: &mut [f64]) {
        match self {
            Factors::Dense(lu) => {
                let n = x.len();
                lu.solve_in_place(faer::MatMut::from_column_major_slice_mut(x, n, 1));
            }
            Factors::Sparse(matrix) => matrix.solve_again(x),
        }
    }
}

impl ProximalNewton {
    /// δ from A δ = rhs, in `work.rhs`, corrected by M and H; `false` if there is none.
    pub(super) fn solve_by_factors(&mut self, w: Given<'_>, n: usize) -> bool {
        let work = &mut self.work;
        let rhs = std::mem::take(&mut work.rhs);
        let mut factors = if n < DENSE {
            let mut a = faer::Mat::<f64>::zeros(n, n);
            assemble(w.blocks, &work.modes, &work.first, &work.extra, |i, j, value| {
                a[(i, j)] = value;
            });
            Factors::Dense(a.partial_piv_lu())
        } else {
            work.entries.clear();
            let entries = &mut work.entries;
            assemble(w.blocks, &work.modes, &work.first, &work.extra, |i, j, value| {
                entries.push((i, j, value));
            });
            work.matrix.set(n, entries);
            if !work.matrix.factor_by_fronts() {
                work.rhs = rhs;
                return false;
            }
            Factors::Sparse(&mut work.matrix)
        };
        let system = System {
            w,
            modes: &work.modes,
            first: &work.first,
            extra: &work.extra,
        };
        let size = |x: &[f64]| x.iter().map(|x| x * x).sum::<f64>().sqrt();
        let mut answer = vec![0.0; n];
        let (mut left, mut before) = (rhs.clone(), f64::INFINITY);
        for _ in 0..ROUNDS {
            factors.solve(&mut left);
            let trial: Vec<f64> = answer.iter().zip(&left).map(|(x, c)| x + c).collect();
            left = system.residual(&rhs, &trial);
            let missed = size(&left);
            if !(missed <= LEFT * before) {
                break;
            }
            (answer, before) = (trial, missed);
            if missed <= NOTHING * size(&rhs) {
                break;
            }
        }
        let found = before.is_finite() && answer.iter().all(|x| x.is_finite());
        work.rhs = answer;
        found
    }
}

/// A, by M and H.
struct System<'a> {
    w: Given<'a>,
    modes: &'a [Mode],
    first: &'a [usize],
    extra: &'a [f64],
}

impl System<'_> {
    /// y − A x.
    fn residual(&self, y: &[f64], x: &[f64]) -> Vec<f64> {
        let offsets = &self.w.blocks.offsets;
        let rows = self.extra.len();
        let (mut r, mut u) = (vec![0.0; rows], vec![0.0; rows]);
        for (i, mode) in self.modes.iter().enumerate() {
            for b in 0..mode.count {
                let step = x[self.first[i] + b];
                let own = r[offsets[i]..offsets[i + 1]].iter_mut();
                own.zip(&mode.f[b]).for_each(|(r, f)| *r += step * f);
            }
        }
        self.w.multiply_add(&r, &vec![0.0; rows], &mut u);
        for (u, (r, extra)) in u.iter_mut().zip(r.iter().zip(self.extra)) {
            *u += extra * r;
        }
        let mut out = y.to_vec();
        for (i, mode) in self.modes.iter().enumerate() {
            let u = &u[offsets[i]..offsets[i + 1]];
            for a in 0..mode.count {
                let at = self.first[i] + a;
                let own: f64 = u.iter().zip(&mode.e[a]).map(|(u, e)| u * e).sum();
                out[at] -= own + mode.s[a] * x[at];
            }
        }
        out
    }
}
