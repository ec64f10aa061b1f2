//! Sparse matrices of scalars by compressed rows: H, and M where it does not fall into small parts.

use crate::problem::ProblemError;
use nalgebra::DMatrix;

/// A sparse matrix by compressed rows. Column indices increase within a row; no entry is stored twice.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Sparse {
    /// Number of rows.
    pub nrows: usize,
    /// Number of columns.
    pub ncols: usize,
    /// Entries of row i are `row_ptr[i] .. row_ptr[i + 1]`.
    pub row_ptr: Vec<usize>,
    /// Column of each entry.
    pub col: Vec<usize>,
    /// Value of each entry.
    pub value: Vec<f64>,
}

impl Sparse {
    /// From (row, column, value) in any order; entries at the same place are summed.
    pub fn from_triplets(
        nrows: usize,
        ncols: usize,
        triplets: &[(usize, usize, f64)],
    ) -> Result<Self, ProblemError> {
        let mut count = vec![0usize; nrows + 1];
        for &(i, j, _) in triplets {
            if i >= nrows || j >= ncols {
                return Err(ProblemError::Entry {
                    row: i,
                    col: j,
                    nrows,
                    ncols,
                });
            }
            count[i + 1] += 1;
        }
        for i in 0..nrows {
            count[i + 1] += count[i];
        }
        let mut order = vec![(0usize, 0.0f64); triplets.len()];
        let mut next = count.clone();
        for &(i, j, x) in triplets {
            order[next[i]] = (j, x);
            next[i] += 1;
        }
        let mut out = Sparse {
            nrows,
            ncols,
            row_ptr: vec![0],
            col: vec![],
            value: vec![],
        };
        for i in 0..nrows {
            let row = &mut order[count[i]..count[i + 1]];
            row.sort_by_key(|entry| entry.0);
            for &(j, x) in row.iter() {
                if out.col.len() > out.row_ptr[i] && out.col.last() == Some(&j) {
                    if let Some(last) = out.value.last_mut() {
                        *last += x;
                    }
                } else {
                    out.col.push(j);
                    out.value.push(x);
                }
            }
            out.row_ptr.push(out.col.len());
        }
        Ok(out)
    }

    /// From a dense matrix, leaving out the zeros.
    pub fn from_dense(dense: &DMatrix<f64>) -> Self {
        let mut out = Sparse {
            nrows: dense.nrows(),
            ncols: dense.ncols(),
            row_ptr: vec![0],
            ..Sparse::default()
        };
        for i in 0..dense.nrows() {
            for j in 0..dense.ncols() {
                if dense[(i, j)] != 0.0 {
                    out.col.push(j);
                    out.value.push(dense[(i, j)]);
                }
            }
            out.row_ptr.push(out.col.len());
        }
        out
    }

    /// As a dense matrix.
    pub fn to_dense(&self) -> DMatrix<f64> {
        let mut out = DMatrix::zeros(self.nrows, self.ncols);
        for i in 0..self.nrows {
            for (j, x) in self.row(i) {
                out[(i, j)] = x;
            }
        }
        out
    }

    /// The entries (column, value) of row i.
    pub fn row(&self, i: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let range = self.row_ptr[i]..self.row_ptr[i + 1];
        self.col[range.clone()]
            .iter()
            .copied()
            .zip(self.value[range].iter().copied())
    }

    /// y = A x.
    pub fn multiply(&self, x: &[f64], y: &mut [f64]) {
        for i in 0..self.nrows {
            y[i] = self.row(i).map(|(j, a)| a * x[j]).sum();
        }
    }

    /// y = Aᵀ x.
    pub fn multiply_transposed(&self, x: &[f64], y: &mut [f64]) {
        y.fill(0.0);
        for i in 0..self.nrows {
            for (j, a) in self.row(i) {
                y[j] += a * x[i];
            }
        }
    }

    /// Aᵀ.
    #[must_use]
    pub fn transposed(&self) -> Self {
        let mut row_ptr = vec![0; self.ncols + 1];
        for &j in &self.col {
            row_ptr[j + 1] += 1;
        }
        for j in 0..self.ncols {
            row_ptr[j + 1] += row_ptr[j];
        }
        let mut next = row_ptr.clone();
        let (mut col, mut value) = (vec![0; self.col.len()], vec![0.0; self.col.len()]);
        for i in 0..self.nrows {
            for (j, x) in self.row(i) {
                (col[next[j]], value[next[j]]) = (i, x);
                next[j] += 1;
            }
        }
        Sparse {
            nrows: self.ncols,
            ncols: self.nrows,
            row_ptr,
            col,
            value,
        }
    }

    /// Whether every stored value is finite.
    pub fn is_finite(&self) -> bool {
        self.value.iter().all(|x| x.is_finite())
    }
}
