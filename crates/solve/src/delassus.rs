//! The Delassus operator W = H M⁻¹ Hᵀ, explicit in blocks or given by its factors (M, H).
//!
//! A block matrix keeps the block of every pair of contacts that share a body; blocks are stored row after
//! row, each one row-major, the diagonal block of every contact present. W need be neither regular nor
//! symmetric.

use crate::mass::Mass;
use crate::problem::ProblemError;
pub use crate::sparse::Sparse;
use nalgebra::DMatrix;

/// A square matrix of blocks, by compressed block rows.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct BlockMatrix {
    /// Block i covers the scalar rows `offsets[i] .. offsets[i + 1]`.
    pub offsets: Vec<usize>,
    /// Blocks of block row i are `row_ptr[i] .. row_ptr[i + 1]`.
    pub row_ptr: Vec<usize>,
    /// Block column of each block, increasing within a block row.
    pub col: Vec<usize>,
    /// Where each block begins in `values`.
    pub start: Vec<usize>,
    /// Which block is the diagonal one of each block row.
    pub diagonal: Vec<usize>,
    /// The blocks, each row-major.
    pub values: Vec<f64>,
}

impl BlockMatrix {
    /// Groups the rows and columns of a sparse matrix into blocks of the given sizes.
    pub fn from_sparse(matrix: &Sparse, sizes: &[usize]) -> Result<Self, ProblemError> {
        let offsets = offsets_of(sizes);
        let rows = offsets.last().copied().unwrap_or(0);
        if matrix.nrows != rows || matrix.ncols != rows {
            return Err(ProblemError::Shape {
                what: "W",
                found: (matrix.nrows, matrix.ncols),
                asked: (rows, rows),
            });
        }
        let mut block_of = vec![0; rows];
        for (i, size) in sizes.iter().enumerate() {
            block_of[offsets[i]..offsets[i] + size].fill(i);
        }
        let mut out = BlockMatrix {
            offsets,
            row_ptr: vec![0],
            ..BlockMatrix::default()
        };
        let mut seen = vec![usize::MAX; sizes.len()];
        let mut columns = Vec::new();
        for i in 0..sizes.len() {
            columns.clear();
            columns.push(i);
            seen[i] = i;
            let scalar_rows = out.offsets[i]..out.offsets[i + 1];
            for row in scalar_rows.clone() {
                for (j, _) in matrix.row(row) {
                    if seen[block_of[j]] != i {
                        seen[block_of[j]] = i;
                        columns.push(block_of[j]);
                    }
                }
            }
            columns.sort_unstable();
            out.push_row(i, &columns, sizes);
            for (local, row) in scalar_rows.enumerate() {
                for (j, x) in matrix.row(row) {
                    let block = block_of[j];
                    // The column was just inserted, so the search finds it.
                    let k = out.row_ptr[i] + columns.partition_point(|&c| c < block);
                    let at = out.start[k] + local * sizes[block] + (j - out.offsets[block]);
                    out.values[at] += x;
                }
            }
        }
        Ok(out)
    }

    /// From a dense matrix: every block that holds a nonzero is stored.
    pub fn from_dense(matrix: &DMatrix<f64>, sizes: &[usize]) -> Result<Self, ProblemError> {
        Self::from_sparse(&Sparse::from_dense(matrix), sizes)
    }

    fn push_row(&mut self, i: usize, columns: &[usize], sizes: &[usize]) {
        for &j in columns {
            if j == i {
                self.diagonal.push(self.col.len());
            }
            self.col.push(j);
            self.start.push(self.values.len());
            self.values.resize(self.values.len() + sizes[i] * sizes[j], 0.0);
        }
        self.row_ptr.push(self.col.len());
    }

    /// No blocks, in the memory of those that were there.
    pub fn clear(&mut self) {
        let lists = [
            &mut self.offsets,
            &mut self.row_ptr,
            &mut self.col,
            &mut self.start,
            &mut self.diagonal,
        ];
        lists.into_iter().for_each(Vec::clear);
        self.values.clear();
        self.offsets.push(0);
        self.row_ptr.push(0);
    }

    /// Number of block rows.
    #[inline]
    pub fn num_blocks(&self) -> usize {
        self.diagonal.len()
    }

    /// Number of scalar rows.
    #[inline]
    pub fn rows(&self) -> usize {
        self.offsets.last().copied().unwrap_or(0)
    }

    /// Rows of block i.
    #[inline]
    pub fn size(&self, i: usize) -> usize {
        self.offsets[i + 1] - self.offsets[i]
    }

    /// The values of stored block k, row-major.
    #[inline]
    pub fn block(&self, k: usize) -> &[f64] {
        let end = self.start.get(k + 1).copied().unwrap_or(self.values.len());
        &self.values[self.start[k]..end]
    }

    /// The common size of all blocks, if they have one.
    pub fn uniform_size(&self) -> Option<usize> {
        let first = if self.num_blocks() == 0 {
            return None;
        } else {
            self.size(0)
        };
        self.offsets
            .windows(2)
            .all(|w| w[1] - w[0] == first)
            .then_some(first)
    }

    /// u = W r + b.
    pub fn multiply_add(&self, r: &[f64], b: &[f64], u: &mut [f64]) {
        u.copy_from_slice(b);
        match self.uniform_size() {
            Some(2) => return self.add_uniform::<2, 4>(r, u),
            Some(3) => return self.add_uniform::<3, 9>(r, u),
            _ => {}
        }
        for i in 0..self.num_blocks() {
            let rows = self.offsets[i]..self.offsets[i + 1];
            let u = &mut u[rows];
            for k in self.row_ptr[i]..self.row_ptr[i + 1] {
                let j = self.col[k];
                let r = &r[self.offsets[j]..self.offsets[j + 1]];
                // Joint rows are one number each.
                if let ([u], [r]) = (&mut *u, r) {
                    *u += self.values[self.start[k]] * r;
                } else {
                    add_block(self.block(k), r, u);
                }
            }
        }
    }

    /// u += W r where all blocks have N rows.
    fn add_uniform<const N: usize, const SQUARE: usize>(&self, r: &[f64], u: &mut [f64]) {
        let (blocks, r) = (self.values.as_chunks::<SQUARE>().0, r.as_chunks::<N>().0);
        for (u, ends) in u.as_chunks_mut().0.iter_mut().zip(self.row_ptr.windows(2)) {
            add_blocks(&blocks[ends[0]..ends[1]], &self.col[ends[0]..ends[1]], r, u);
        }
    }

    /// The rows and columns of some blocks, in increasing order, into `out`, in its own memory.
    pub fn restrict(&self, blocks: &[usize], out: &mut BlockMatrix) {
        self.restrict_by(blocks, |block| blocks.binary_search(&block).ok(), out);
    }

    /// The same where the caller knows the number of a block among them.
    pub(crate) fn restrict_by(
        &self,
        blocks: &[usize],
        number: impl Fn(usize) -> Option<usize>,
        out: &mut BlockMatrix,
    ) {
        out.clear();
        let mut rows = 0;
        for &i in blocks {
            rows += self.size(i);
            out.offsets.push(rows);
            for k in self.row_ptr[i]..self.row_ptr[i + 1] {
                let Some(col) = number(self.col[k]) else {
                    continue;
                };
                if k == self.diagonal[i] {
                    out.diagonal.push(out.col.len());
                }
                out.col.push(col);
                out.start.push(out.values.len());
                out.values.extend_from_slice(self.block(k));
            }
            out.row_ptr.push(out.col.len());
        }
    }

    /// As a sparse matrix of scalars; zeros inside the blocks are left out.
    pub fn to_sparse(&self) -> Sparse {
        let n = self.rows();
        let mut out = Sparse {
            nrows: n,
            ncols: n,
            row_ptr: vec![0],
            col: vec![],
            value: vec![],
        };
        for i in 0..self.num_blocks() {
            for local in 0..self.size(i) {
                for k in self.row_ptr[i]..self.row_ptr[i + 1] {
                    let (j, width) = (self.col[k], self.size(self.col[k]));
                    for c in 0..width {
                        let x = self.values[self.start[k] + local * width + c];
                        if x != 0.0 {
                            out.col.push(self.offsets[j] + c);
                            out.value.push(x);
                        }
                    }
                }
                out.row_ptr.push(out.col.len());
            }
        }
        out
    }

    /// As a dense matrix.
    pub fn to_dense(&self) -> DMatrix<f64> {
        self.to_sparse().to_dense()
    }
}

/// u += B r for one row-major block.
#[inline]
pub(crate) fn add_block(block: &[f64], r: &[f64], u: &mut [f64]) {
    if let (&[a, b, c, d, e, f, g, h, i], &[x, y, z], [u0, u1, u2]) = (block, r, &mut *u) {
        *u0 += a * x + b * y + c * z;
        *u1 += d * x + e * y + f * z;
        *u2 += g * x + h * y + i * z;
    } else if let (&[a, b, c, d], &[x, y], [u0, u1]) = (block, r, &mut *u) {
        *u0 += a * x + b * y;
        *u1 += c * x + d * y;
    } else {
        match r.len() {
            1 => add_rows::<1>(block, r, u),
            3 => add_rows::<3>(block, r, u),
            4 => add_rows::<4>(block, r, u),
            5 => add_rows::<5>(block, r, u),
            6 => add_rows::<6>(block, r, u),
            _ => {
                for (u, row) in u.iter_mut().zip(block.chunks_exact(r.len())) {
                    *u += row.iter().zip(r).map(|(a, x)| a * x).sum::<f64>();
                }
            }
        }
    }
}

/// u += B r for a block of N columns, each row summed from left to right.
#[inline]
fn add_rows<const N: usize>(block: &[f64], r: &[f64], u: &mut [f64]) {
    let Some(x) = r.first_chunk::<N>() else { return };
    for (u, row) in u.iter_mut().zip(block.as_chunks::<N>().0) {
        let mut sum = row[0] * x[0];
        for k in 1..N {
            sum += row[k] * x[k];
        }
        *u += sum;
    }
}

/// u += Σ W_ij r_j over a run of N×N blocks.
#[inline(always)]
#[expect(clippy::inline_always, reason = "the innermost loop of sweeps and products")]
pub(crate) fn add_blocks<const N: usize, const SQUARE: usize>(
    blocks: &[[f64; SQUARE]],
    cols: &[usize],
    r: &[[f64; N]],
    u: &mut [f64; N],
) {
    for (w, &j) in blocks.iter().zip(cols) {
        let x = r[j];
        for a in 0..N {
            let mut sum = w[a * N] * x[0];
            for c in 1..N {
                sum += w[a * N + c] * x[c];
            }
            u[a] += sum;
        }
    }
}

/// First row of each block, and the number of rows at the end.
pub fn offsets_of(sizes: &[usize]) -> Vec<usize> {
    let mut offsets = Vec::with_capacity(sizes.len() + 1);
    offsets.push(0);
    let mut total = 0;
    for size in sizes {
        total += size;
        offsets.push(total);
    }
    offsets
}

/// How W is given.
#[derive(Clone, Debug, PartialEq)]
pub enum Delassus {
    /// W itself, in blocks.
    Explicit(BlockMatrix),
    /// W = H M⁻¹ Hᵀ by its factors; M symmetric positive definite for rigid bodies, regular in general.
    Factored {
        /// Mass matrix, n × n, with its inverse at hand.
        mass: Mass,
        /// Contact Jacobian, rows of contacts × n: u = H v.
        jacobian: Sparse,
    },
}

impl Default for Delassus {
    fn default() -> Self {
        Delassus::Explicit(BlockMatrix::default())
    }
}

impl Delassus {
    /// Number of contact rows.
    pub fn rows(&self) -> usize {
        match self {
            Delassus::Explicit(w) => w.rows(),
            Delassus::Factored { jacobian, .. } => jacobian.nrows,
        }
    }

    /// The diagonal of W.
    pub fn diagonal(&self) -> Vec<f64> {
        match self {
            Delassus::Explicit(w) => (0..w.num_blocks())
                .flat_map(|i| (0..w.size(i)).map(move |k| (i, k)))
                .map(|(i, k)| w.block(w.diagonal[i])[k * (w.size(i) + 1)])
                .collect(),
            Delassus::Factored { mass, jacobian } => (0..jacobian.nrows)
                .map(|i| {
                    let h: Vec<(usize, f64)> = jacobian.row(i).collect();
                    let entry = |dof| h.binary_search_by_key(&dof, |e| e.0).map_or(0.0, |k| h[k].1);
                    mass.solve_sparse(&h).iter().map(|&(dof, y)| entry(dof) * y).sum()
                })
                .collect(),
        }
    }

    /// W in blocks of the given sizes: itself, or the product of the factors.
    pub fn to_explicit(&self, sizes: &[usize]) -> Result<BlockMatrix, ProblemError> {
        match self {
            Delassus::Explicit(w) => Ok(w.clone()),
            Delassus::Factored { mass, jacobian } => assemble(mass, jacobian, sizes),
        }
    }
}

/// W = H M⁻¹ Hᵀ, row by row: row i of W is H (M⁻¹ hᵢ) for the transposed system when M is not symmetric.
fn assemble(mass: &Mass, jacobian: &Sparse, sizes: &[usize]) -> Result<BlockMatrix, ProblemError> {
    let m = jacobian.nrows;
    let by_dof = jacobian.transposed();
    let mut columns = vec![Vec::new(); m];
    let mut sum = vec![0.0; m];
    let mut seen = vec![false; m];
    for j in 0..m {
        // Column j of W: H applied to M⁻¹ hⱼ.
        let h: Vec<(usize, f64)> = jacobian.row(j).collect();
        let mut touched = Vec::new();
        for (dof, y) in mass.solve_sparse(&h) {
            for (i, x) in by_dof.row(dof) {
                if !seen[i] {
                    seen[i] = true;
                    touched.push(i);
                }
                sum[i] += x * y;
            }
        }
        for i in touched {
            columns[i].push((i, j, sum[i]));
            (sum[i], seen[i]) = (0.0, false);
        }
    }
    BlockMatrix::from_sparse(&Sparse::from_triplets(m, m, &columns.concat())?, sizes)
}
