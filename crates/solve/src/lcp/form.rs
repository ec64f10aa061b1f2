//! The one form every pivoting method works on: an LCP with some rows free, in equilibrated variables.
//!
//! ```text
//! mixed    w = M z + q,  lo ≤ z ≤ hi
//! split    fixed variables (lo = hi) are moved into q;  z = lo + x or z = hi − x;
//!          a box gets a slack row  s = hi − lo − x ≥ 0  ⟂  y ≥ 0  and  w + y on its own row
//! form     w' = M' z' + q',  w'ᵢ = 0 on free rows,  0 ≤ z' ⟂ w' ≥ 0 on the others
//!          M' = R M C,  q' = s R q,  z = C z' / s     R, C positive diagonal, s > 0: powers of two, so exact
//! ```
//! Positive scaling of rows and columns keeps complementarity. R and C bring the largest entry of every row
//! and column near 1 (Ruiz 2001).

use super::linear::{Lu, norm};
use crate::delassus::Sparse;
use crate::problem::{Matrix, MixedLcp};

/// How an original variable reads in the form.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Source {
    Fixed(f64),
    /// z = offset + sign · x of that column.
    Column {
        at: usize,
        offset: f64,
        sign: f64,
    },
}

/// An LCP with free rows, scaled.
pub(super) struct Form {
    /// Number of rows.
    pub(super) n: usize,
    /// M' by rows.
    pub(super) rows: Sparse,
    /// M' by columns (its transpose by rows).
    pub(super) cols: Sparse,
    /// q'.
    pub(super) q: Vec<f64>,
    /// Rows where w' = 0 and z' has any sign.
    pub(super) free: Vec<bool>,
    /// R.
    pub(super) row_scale: Vec<f64>,
    col_scale: Vec<f64>,
    q_scale: f64,
    sources: Vec<Source>,
}

impl Form {
    /// Splits and scales a mixed problem.
    pub(super) fn new(problem: &MixedLcp) -> Form {
        let original = match &problem.matrix {
            Matrix::Dense(m) => Sparse::from_dense(m),
            Matrix::Sparse(m) => m.clone(),
        };
        let (sources, boxes, kept) = split(problem);
        let shift: Vec<f64> = sources
            .iter()
            .map(|s| match *s {
                Source::Fixed(z) => z,
                Source::Column { offset, .. } => offset,
            })
            .collect();
        let moved = multiply_add(&original, &shift, &problem.q);
        let n = kept + boxes.len();
        let mut triplets = Vec::with_capacity(original.value.len() + 2 * boxes.len());
        let mut q = vec![0.0; n];
        let mut free = vec![false; n];
        for (i, source) in sources.iter().enumerate() {
            let Source::Column { at, sign, .. } = *source else {
                continue;
            };
            q[at] = sign * moved[i];
            free[at] = problem.lower[i] == f64::NEG_INFINITY && problem.upper[i] == f64::INFINITY;
            for (j, a) in original.row(i) {
                if let Source::Column { at: col, sign: s, .. } = sources[j] {
                    triplets.push((at, col, sign * s * a));
                }
            }
        }
        for (k, &(at, width)) in boxes.iter().enumerate() {
            triplets.push((at, kept + k, 1.0));
            triplets.push((kept + k, at, -1.0));
            q[kept + k] = width;
        }
        // Every index is below n by construction, so the matrix is always built.
        let rows = Sparse::from_triplets(n, n, &triplets).unwrap_or_default();
        let mut form = Form {
            n,
            cols: rows.transposed(),
            rows,
            q,
            free,
            row_scale: vec![1.0; n],
            col_scale: vec![1.0; n],
            q_scale: 1.0,
            sources,
        };
        form.equilibrate();
        form
    }

    fn equilibrate(&mut self) {
        for _ in 0..12 {
            let by_row = inverse_roots(&self.rows, &self.row_scale, &self.col_scale);
            let by_col = inverse_roots(&self.cols, &self.col_scale, &self.row_scale);
            let mut done = true;
            for i in 0..self.n {
                done &= by_row[i] == 1.0 && by_col[i] == 1.0;
                self.row_scale[i] *= by_row[i];
                self.col_scale[i] *= by_col[i];
            }
            if done {
                break;
            }
        }
        scale(&mut self.rows, &self.row_scale, &self.col_scale);
        scale(&mut self.cols, &self.col_scale, &self.row_scale);
        for i in 0..self.n {
            self.q[i] *= self.row_scale[i];
        }
        let size = super::linear::largest(&self.q);
        if size > 0.0 && size.is_finite() {
            self.q_scale = power_of_two(1.0 / size);
            self.q.iter_mut().for_each(|q| *q *= self.q_scale);
        }
    }

    /// The original z of a solution of the form.
    pub(super) fn restore(&self, z: &[f64]) -> Vec<f64> {
        self.sources
            .iter()
            .map(|source| match *source {
                Source::Fixed(z) => z,
                Source::Column { at, offset, sign } => {
                    offset + sign * (z[at] * self.col_scale[at] / self.q_scale)
                }
            })
            .collect()
    }

    /// The form's z of an original guess.
    pub(super) fn guess(&self, problem: &MixedLcp, z: &[f64]) -> Vec<f64> {
        let w = multiply_add(&problem.matrix.to_sparse(), z, &problem.q);
        let mut out = vec![0.0; self.n];
        let mut slack = self
            .sources
            .iter()
            .filter(|s| matches!(s, Source::Column { .. }))
            .count();
        for (i, source) in self.sources.iter().enumerate() {
            if let Source::Column { at, offset, sign } = *source {
                out[at] = sign * (z[i] - offset) / self.col_scale[at] * self.q_scale;
                if problem.lower[i].is_finite() && problem.upper[i].is_finite() {
                    out[slack] = (-w[i]).max(0.0) / self.col_scale[slack] * self.q_scale;
                    slack += 1;
                }
            }
        }
        out
    }

    /// A direction of the form in the original variables: no offset.
    pub(super) fn restore_direction(&self, z: &[f64]) -> Vec<f64> {
        self.sources
            .iter()
            .map(|source| match *source {
                Source::Fixed(_) => 0.0,
                Source::Column { at, sign, .. } => sign * (z[at] * self.col_scale[at] / self.q_scale),
            })
            .collect()
    }

    /// w' = M' z' + q'.
    pub(super) fn w(&self, z: &[f64]) -> Vec<f64> {
        multiply_add(&self.rows, z, &self.q)
    }

    /// ‖natural map‖ / ‖q'‖ in the scaled variables.
    pub(super) fn error(&self, z: &[f64]) -> f64 {
        let w = self.w(z);
        let defect: Vec<f64> = (0..self.n)
            .map(|i| {
                if self.free[i] || !(z[i] <= w[i]) {
                    w[i]
                } else {
                    z[i]
                }
            })
            .collect();
        let size = norm(&defect);
        if size == 0.0 {
            0.0
        } else {
            size / norm(&self.q).max(1e-300)
        }
    }

    /// Solves M'_AA z_A = −q_A for the set A where `basic`; refined twice. `None` when singular.
    pub(super) fn complementary_point(&self, basic: &[bool]) -> Option<Vec<f64>> {
        let set: Vec<usize> = (0..self.n).filter(|&i| basic[i]).collect();
        let lu = Lu::new(set.len(), &self.dense_block(&set))?;
        let mut z = vec![0.0; self.n];
        let mut x = vec![0.0; set.len()];
        for _ in 0..3 {
            for (x, &i) in x.iter_mut().zip(&set) {
                *x = -residual(&self.rows, i, &z, self.q[i]);
            }
            lu.solve(&mut x);
            for (x, &i) in x.iter().zip(&set) {
                z[i] += x;
            }
        }
        z.iter().all(|x| x.is_finite()).then_some(z)
    }

    /// M'_SS, column after column.
    pub(super) fn dense_block(&self, set: &[usize]) -> Vec<f64> {
        let k = set.len();
        let mut position = vec![usize::MAX; self.n];
        for (p, &i) in set.iter().enumerate() {
            position[i] = p;
        }
        let mut block = vec![0.0; k * k];
        for (p, &j) in set.iter().enumerate() {
            for (i, a) in self.cols.row(j) {
                if position[i] != usize::MAX {
                    block[p * k + position[i]] = a;
                }
            }
        }
        block
    }

    /// Clips what rounding left negative, tries the complementary point of the set that `z` shows, keeps the
    /// better.
    pub(super) fn polish(&self, z: &mut Vec<f64>) {
        let w = self.w(z);
        let basic: Vec<bool> = (0..self.n).map(|i| self.free[i] || z[i] > w[i]).collect();
        self.polish_on(&basic, z);
    }

    /// The same for a given set of basic z.
    pub(super) fn polish_on(&self, basic: &[bool], z: &mut Vec<f64>) {
        self.clip(z);
        if let Some(mut better) = self.complementary_point(basic) {
            self.clip(&mut better);
            if self.error(&better) < self.error(z) {
                *z = better;
            }
        }
    }

    fn clip(&self, z: &mut [f64]) {
        for (z, &free) in z.iter_mut().zip(&self.free) {
            if *z < 0.0 && !free {
                *z = 0.0;
            }
        }
    }
}

type Split = (Vec<Source>, Vec<(usize, f64)>, usize);

/// Where each variable goes; the boxes as (row, width); how many variables stay.
fn split(problem: &MixedLcp) -> Split {
    let (mut sources, mut boxes, mut kept) = (Vec::new(), Vec::new(), 0);
    for (&lo, &hi) in problem.lower.iter().zip(&problem.upper) {
        if lo == hi {
            sources.push(Source::Fixed(lo));
            continue;
        }
        let (offset, sign) = if lo.is_finite() {
            (lo, 1.0)
        } else if hi.is_finite() {
            (hi, -1.0)
        } else {
            (0.0, 1.0)
        };
        if lo.is_finite() && hi.is_finite() {
            boxes.push((kept, hi - lo));
        }
        sources.push(Source::Column {
            at: kept,
            offset,
            sign,
        });
        kept += 1;
    }
    (sources, boxes, kept)
}

fn multiply_add(matrix: &Sparse, x: &[f64], q: &[f64]) -> Vec<f64> {
    (0..matrix.nrows).map(|i| residual(matrix, i, x, q[i])).collect()
}

/// qᵢ + Σⱼ Mᵢⱼ xⱼ with the rounding errors of the sum carried along (Kahan–Neumaier).
fn residual(matrix: &Sparse, i: usize, x: &[f64], q: f64) -> f64 {
    let (mut sum, mut carry) = (q, 0.0);
    for (j, a) in matrix.row(i) {
        let term = a * x[j];
        let next = sum + term;
        carry += if sum.abs() >= term.abs() {
            (sum - next) + term
        } else {
            (term - next) + sum
        };
        sum = next;
    }
    sum + carry
}

/// 1/√(largest entry) of every row, as a power of two; 1 for a row of zeros.
fn inverse_roots(matrix: &Sparse, row_scale: &[f64], col_scale: &[f64]) -> Vec<f64> {
    (0..matrix.nrows)
        .map(|i| {
            let size = matrix
                .row(i)
                .map(|(j, a)| (a * row_scale[i] * col_scale[j]).abs())
                .fold(0.0, f64::max);
            if size > 0.0 && size.is_finite() {
                power_of_two(1.0 / size.sqrt())
            } else {
                1.0
            }
        })
        .collect()
}

/// The power of two nearest to x in the logarithm, within 2^±300.
fn power_of_two(x: f64) -> f64 {
    x.log2().round().clamp(-300.0, 300.0).exp2()
}

fn scale(matrix: &mut Sparse, row_scale: &[f64], col_scale: &[f64]) {
    for i in 0..matrix.nrows {
        for k in matrix.row_ptr[i]..matrix.row_ptr[i + 1] {
            matrix.value[k] *= row_scale[i] * col_scale[matrix.col[k]];
        }
    }
}
