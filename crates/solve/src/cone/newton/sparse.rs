//! The linear system of a Newton step as a sparse one.
//!
//! By fronts in the order of the pattern, refined once, as long as the answer fits the system; by an LU that
//! exchanges all rows where it does not.

use crate::cone::fronts::Fronts;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::sparse::linalg::SupernodalThreshold;
use faer::sparse::linalg::lu::{LuSymbolicParams, NumericLu, factorize_symbolic_lu};
use faer::sparse::{SparseColMatRef, SymbolicSparseColMatRef};
use faer::{Conj, Mat, Par, Spec};

/// Residual of an answer beside the right-hand side that is a failure of the factors.
const MISFIT: f64 = 1e-6;

/// A matrix by compressed columns, and the fronts of its pattern.
#[derive(Default)]
pub(super) struct Compressed {
    n: usize,
    col_ptr: Vec<usize>,
    row_idx: Vec<usize>,
    values: Vec<f64>,
    /// Those of the last pattern: steps along a path have the same modes as a rule.
    fronts: Option<Fronts>,
    last: (Vec<usize>, Vec<usize>),
}

impl Compressed {
    /// Takes entries (row, column, value), each once, whose rows increase within a column.
    pub(super) fn set(&mut self, n: usize, entries: &[(usize, usize, f64)]) {
        self.n = n;
        self.col_ptr.clear();
        self.col_ptr.resize(n + 1, 0);
        for &(_, j, _) in entries {
            self.col_ptr[j + 1] += 1;
        }
        for j in 0..n {
            self.col_ptr[j + 1] += self.col_ptr[j];
        }
        self.row_idx.resize(entries.len(), 0);
        self.values.resize(entries.len(), 0.0);
        // The beginning of each column moves to its end while it is filled, and back.
        for &(i, j, value) in entries {
            let at = self.col_ptr[j];
            (self.row_idx[at], self.values[at]) = (i, value);
            self.col_ptr[j] += 1;
        }
        self.col_ptr.rotate_right(1);
        self.col_ptr[0] = 0;
        self.col_ptr[n] = entries.len();
    }

    /// The fronts of the pattern, made anew where it has changed.
    fn analyse(&mut self) {
        if self.fronts.is_none() || self.last.0 != self.col_ptr || self.last.1 != self.row_idx {
            self.last.0.clone_from(&self.col_ptr);
            self.last.1.clone_from(&self.row_idx);
            self.fronts = Fronts::new(self.n, &self.col_ptr, &self.row_idx);
        }
    }

    /// b − A x.
    fn residual(&self, b: &[f64], x: &[f64]) -> Vec<f64> {
        let mut out = b.to_vec();
        for j in 0..self.n {
            for k in self.col_ptr[j]..self.col_ptr[j + 1] {
                out[self.row_idx[k]] -= self.values[k] * x[j];
            }
        }
        out
    }

    /// x ← A⁻¹ x; `false`, and x as it was, where the answer does not fit.
    pub(super) fn solve_by_fronts(&mut self, x: &mut [f64]) -> bool {
        self.analyse();
        let Some(mut fronts) = self.fronts.take() else {
            return false;
        };
        let fits = fronts.factor(&self.values) && self.refine(&mut fronts, x);
        self.fronts = Some(fronts);
        fits
    }

    /// The fronts of the matrix; `false` where a pivot block is singular.
    pub(super) fn factor_by_fronts(&mut self) -> bool {
        self.analyse();
        let Self { fronts, values, .. } = self;
        fronts.as_mut().is_some_and(|fronts| fronts.factor(values))
    }

    /// x ← A⁻¹ x with the fronts at hand.
    pub(super) fn solve_again(&mut self, x: &mut [f64]) {
        if let Some(fronts) = &mut self.fronts {
            fronts.solve(x);
        }
    }

    /// x ← A⁻¹ x by the factors, with one correction; `false`, and x as it was, where the answer does not
    /// fit.
    fn refine(&self, fronts: &mut Fronts, x: &mut [f64]) -> bool {
        let size = |x: &[f64]| x.iter().map(|x| x * x).sum::<f64>().sqrt();
        let mut answer = x.to_vec();
        fronts.solve(&mut answer);
        let mut correction = self.residual(x, &answer);
        fronts.solve(&mut correction);
        answer.iter_mut().zip(&correction).for_each(|(x, c)| *x += c);
        if !(size(&self.residual(x, &answer)) <= MISFIT * size(x)) {
            return false;
        }
        x.copy_from_slice(&answer);
        true
    }

    /// x ← A⁻¹ x by a sparse LU with supernodes: the columns of a contact come together, and the library's
    /// own choice takes single columns where they are 2.5 times slower. `false` if A is singular.
    pub(super) fn solve_with_exchange(&self, x: &mut Mat<f64>) -> bool {
        let n = self.n;
        let pattern = SymbolicSparseColMatRef::new_checked(n, n, &self.col_ptr, None, &self.row_idx);
        let params = LuSymbolicParams {
            supernodal_flop_ratio_threshold: SupernodalThreshold::FORCE_SUPERNODAL,
            ..LuSymbolicParams::default()
        };
        let Ok(symbolic) = factorize_symbolic_lu(pattern, params) else {
            return false;
        };
        let mut numeric = NumericLu::new();
        let scratch = symbolic.factorize_numeric_lu_scratch::<f64>(Par::Seq, Spec::default());
        let mut memory = MemBuffer::new(scratch);
        let factored = symbolic.factorize_numeric_lu(
            &mut numeric,
            SparseColMatRef::new(pattern, &self.values),
            Par::Seq,
            MemStack::new(&mut memory),
            Spec::default(),
        );
        let Ok(lu) = factored else { return false };
        let mut memory = MemBuffer::new(symbolic.solve_in_place_scratch::<f64>(1, Par::Seq));
        lu.solve_in_place_with_conj(Conj::No, x.as_mut(), Par::Seq, MemStack::new(&mut memory));
        true
    }
}
