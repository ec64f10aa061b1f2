//! Linear systems W̃ + D with D block-diagonal, factored again and again for other D.
//!
//! ```text
//! (W̃ + D) x = y                                                W̃ explicit
//! x = D⁻¹ (y − H̃ K⁻¹ H̃ᵀ D⁻¹ y),   K = M + H̃ᵀ D⁻¹ H̃             W̃ = H̃ M⁻¹ H̃ᵀ with fewer dofs than rows
//! ```
//! Cholesky where the matrix is symmetric, LU otherwise; dense when small or full. The pattern is analysed
//! once. A factorisation that breaks down (not positive definite, singular) is reported, never patched.

use super::scaled::{Operator, Scaled, find_block};
use crate::cone::fronts::Fronts;
use crate::delassus::{BlockMatrix, Sparse};
use crate::law::MAX_ROWS;
use crate::mass::Mass;
use faer::linalg::solvers::{Llt as DenseLlt, PartialPivLu, Solve};
use faer::sparse::linalg::solvers::{Llt, Lu, SymbolicLlt, SymbolicLu};
use faer::sparse::{SparseColMatRef, SymbolicSparseColMatRef};
use faer::{Mat, MatMut, Side};

/// Up to this many rows the dense factorisation is the faster one.
const DENSE_ROWS: usize = 96;
/// W̃ counts as symmetric up to this, its diagonal being near 1.
const SYMMETRIC: f64 = 1e-13;

/// A square matrix by compressed columns, with the places of the blocks of D in it.
struct Columns {
    n: usize,
    col_ptr: Vec<usize>,
    row_idx: Vec<usize>,
    /// The part that does not change.
    base: Vec<f64>,
    values: Vec<f64>,
}

#[derive(Clone, Default)]
enum Symbolic {
    #[default]
    None,
    Cholesky(SymbolicLlt<usize>),
    Lu(SymbolicLu<usize>),
}

enum Factor {
    None,
    DenseCholesky(DenseLlt<f64>),
    DenseLu(PartialPivLu<f64>),
    Cholesky(Llt<usize, f64>),
    Lu(Lu<usize, f64>),
    Fronts,
}

/// Rows of H̃ of one block as a small dense matrix over the dofs it touches.
struct Patch {
    dofs: Vec<usize>,
    /// rows × dofs, row-major.
    jacobian: Vec<f64>,
}

enum Form {
    /// Where each entry of D goes in `values`; `usize::MAX` for entries that are not stored.
    Explicit { places: Vec<usize> },
    Primal {
        patches: Vec<Patch>,
        /// Where each entry of H̃ᵢᵀ D⁻¹ H̃ᵢ goes.
        places: Vec<usize>,
        inverse: Vec<f64>,
        v: Vec<f64>,
        y: Vec<f64>,
    },
}

/// The matrix W̃ + D, its analysed pattern and its latest factors.
pub(crate) struct System {
    offsets: Vec<usize>,
    matrix: Columns,
    form: Form,
    symmetric: bool,
    symbolic: Symbolic,
    /// Where the matrix is not symmetric.
    fronts: Option<Fronts>,
    factor: Factor,
}

/// What was found of a pattern, for the next system with the same one.
#[derive(Clone, Default)]
pub(crate) struct Analysed {
    col_ptr: Vec<usize>,
    row_idx: Vec<usize>,
    symbolic: Symbolic,
}

impl System {
    /// Takes up what was found of a pattern where this one is the same.
    pub(crate) fn take_up(&mut self, known: &Analysed) {
        let of_cholesky = self.symmetric && matches!(known.symbolic, Symbolic::Cholesky(_));
        if of_cholesky && known.col_ptr == self.matrix.col_ptr && known.row_idx == self.matrix.row_idx {
            self.symbolic = known.symbolic.clone();
        }
    }

    /// Hands on what was found of the pattern; what there was stays where nothing was.
    pub(crate) fn hand_on(self, known: &mut Analysed) {
        if let Symbolic::Cholesky(_) = self.symbolic {
            let Columns { col_ptr, row_idx, .. } = self.matrix;
            *known = Analysed {
                col_ptr,
                row_idx,
                symbolic: self.symbolic,
            };
        }
    }

    /// Prepares for D that are symmetric (if W̃ is too, Cholesky is used) or any.
    pub(crate) fn new(scaled: &Scaled, symmetric_d: bool) -> Self {
        match &scaled.operator {
            Operator::Explicit(w) => {
                let symmetric = symmetric_d && asymmetry(w) <= SYMMETRIC;
                let (matrix, places) = explicit_columns(w, symmetric);
                System {
                    offsets: scaled.offsets.clone(),
                    matrix,
                    form: Form::Explicit { places },
                    symmetric,
                    symbolic: Symbolic::None,
                    fronts: None,
                    factor: Factor::None,
                }
            }
            Operator::Factored { mass, jacobian, .. } => {
                let symmetric = symmetric_d && is_symmetric(mass.matrix());
                let (matrix, patches, places) = primal_columns(mass, jacobian, &scaled.offsets, symmetric);
                System {
                    form: Form::Primal {
                        patches,
                        places,
                        inverse: vec![0.0; squares(&scaled.offsets)],
                        v: vec![0.0; mass.dim()],
                        y: vec![0.0; scaled.rows()],
                    },
                    offsets: scaled.offsets.clone(),
                    matrix,
                    symmetric,
                    symbolic: Symbolic::None,
                    fronts: None,
                    factor: Factor::None,
                }
            }
        }
    }

    /// Factors W̃ + D; the blocks of D one after the other, row-major. `false` when the matrix is not
    /// regular.
    pub(crate) fn factor(&mut self, d: &[f64]) -> bool {
        if !d.iter().all(|x| x.is_finite()) {
            return false;
        }
        let matrix = &mut self.matrix;
        matrix.values.copy_from_slice(&matrix.base);
        match &mut self.form {
            Form::Explicit { places } => {
                for (&place, d) in places.iter().zip(d).filter(|(p, _)| **p != usize::MAX) {
                    matrix.values[place] += d;
                }
            }
            Form::Primal {
                patches,
                places,
                inverse,
                ..
            } => {
                if !invert_blocks(&self.offsets, d, inverse) {
                    return false;
                }
                add_patches(&mut matrix.values, &self.offsets, patches, places, inverse);
            }
        }
        self.factor_values()
    }

    fn factor_values(&mut self) -> bool {
        let (matrix, n) = (&self.matrix, self.matrix.n);
        if n <= DENSE_ROWS || 2 * matrix.values.len() > n * n {
            let dense = matrix.to_dense();
            self.factor = if self.symmetric {
                match DenseLlt::new(dense.as_ref(), Side::Lower) {
                    Ok(factor) => Factor::DenseCholesky(factor),
                    Err(_) => return false,
                }
            } else {
                Factor::DenseLu(PartialPivLu::new(dense.as_ref()))
            };
            return true;
        }
        if !self.symmetric {
            if self.fronts.is_none() {
                self.fronts = Fronts::new(n, &matrix.col_ptr, &matrix.row_idx);
            }
            if let Some(fronts) = &mut self.fronts
                && fronts.factor(&matrix.values)
            {
                self.factor = Factor::Fronts;
                return true;
            }
        }
        let pattern = SymbolicSparseColMatRef::new_checked(n, n, &matrix.col_ptr, None, &matrix.row_idx);
        if matches!(self.symbolic, Symbolic::None) {
            self.symbolic = if self.symmetric {
                SymbolicLlt::try_new(pattern, Side::Lower).map_or(Symbolic::None, Symbolic::Cholesky)
            } else {
                SymbolicLu::try_new(pattern).map_or(Symbolic::None, Symbolic::Lu)
            };
        }
        let values = SparseColMatRef::new(pattern, &matrix.values);
        self.factor = match &self.symbolic {
            Symbolic::None => Factor::None,
            Symbolic::Cholesky(s) => Llt::try_new_with_symbolic(s.clone(), values, Side::Lower)
                .map_or(Factor::None, Factor::Cholesky),
            Symbolic::Lu(s) => Lu::try_new_with_symbolic(s.clone(), values).map_or(Factor::None, Factor::Lu),
        };
        !matches!(self.factor, Factor::None)
    }

    /// x ← (W̃ + D)⁻¹ x with the latest factors.
    pub(crate) fn solve(&mut self, x: &mut [f64]) {
        match &mut self.form {
            Form::Explicit { .. } => apply(&self.factor, &mut self.fronts, x),
            Form::Primal {
                patches,
                inverse,
                v,
                y,
                ..
            } => {
                apply_blocks(&self.offsets, inverse, x, y);
                v.fill(0.0);
                for (patch, rows) in patches.iter().zip(self.offsets.windows(2)) {
                    for (a, row) in (rows[0]..rows[1]).enumerate() {
                        for (dof, h) in patch.row(a) {
                            v[dof] += h * y[row];
                        }
                    }
                }
                apply(&self.factor, &mut self.fronts, v);
                for (patch, rows) in patches.iter().zip(self.offsets.windows(2)) {
                    for (a, row) in (rows[0]..rows[1]).enumerate() {
                        x[row] -= patch.row(a).map(|(dof, h)| h * v[dof]).sum::<f64>();
                    }
                }
                apply_blocks(&self.offsets, inverse, x, y);
                x.copy_from_slice(y);
            }
        }
    }
}

impl Patch {
    fn row(&self, a: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let width = self.dofs.len();
        self.dofs
            .iter()
            .copied()
            .zip(self.jacobian[a * width..(a + 1) * width].iter().copied())
    }
}

impl Columns {
    fn to_dense(&self) -> Mat<f64> {
        let mut dense = Mat::zeros(self.n, self.n);
        for j in 0..self.n {
            for k in self.col_ptr[j]..self.col_ptr[j + 1] {
                dense[(self.row_idx[k], j)] = self.values[k];
            }
        }
        dense
    }

    /// Where the entry (i, j) is stored.
    fn place(&self, i: usize, j: usize) -> usize {
        let column = self.col_ptr[j]..self.col_ptr[j + 1];
        self.row_idx[column.clone()]
            .binary_search(&i)
            .map_or(usize::MAX, |k| column.start + k)
    }
}

fn apply(factor: &Factor, fronts: &mut Option<Fronts>, x: &mut [f64]) {
    if let (Factor::Fronts, Some(fronts)) = (factor, fronts) {
        return fronts.solve(x);
    }
    let n = x.len();
    let x = MatMut::from_column_major_slice_mut(x, n, 1);
    match factor {
        Factor::None | Factor::Fronts => {}
        Factor::DenseCholesky(f) => f.solve_in_place(x),
        Factor::DenseLu(f) => f.solve_in_place(x),
        Factor::Cholesky(f) => f.solve_in_place(x),
        Factor::Lu(f) => f.solve_in_place(x),
    }
}

/// Entries of all blocks of a block-diagonal matrix.
pub(crate) fn squares(offsets: &[usize]) -> usize {
    offsets.windows(2).map(|w| (w[1] - w[0]) * (w[1] - w[0])).sum()
}

/// Largest |W̃ − W̃ᵀ|.
fn asymmetry(w: &BlockMatrix) -> f64 {
    let mut worst: f64 = 0.0;
    for i in 0..w.num_blocks() {
        for k in w.row_ptr[i]..w.row_ptr[i + 1] {
            let j = w.col[k];
            let (height, width) = (w.size(i), w.size(j));
            let Some(other) = find_block(w, j, i) else {
                return f64::INFINITY;
            };
            let (here, there) = (w.block(k), w.block(other));
            for a in 0..height {
                for c in 0..width {
                    worst = worst.max((here[a * width + c] - there[c * height + a]).abs());
                }
            }
        }
    }
    worst
}

fn is_symmetric(m: &Sparse) -> bool {
    let t = m.transposed();
    m.col == t.col
        && m.row_ptr == t.row_ptr
        && m.value
            .iter()
            .zip(&t.value)
            .all(|(a, b)| (a - b).abs() <= SYMMETRIC * (a.abs() + b.abs()))
}

/// The columns of W̃ (its lower triangle if symmetric) and the places of the entries of D.
fn explicit_columns(w: &BlockMatrix, lower: bool) -> (Columns, Vec<usize>) {
    let mut matrix = Columns {
        n: w.rows(),
        col_ptr: vec![0],
        row_idx: vec![],
        base: vec![],
        values: vec![],
    };
    for j in 0..w.num_blocks() {
        for c in 0..w.size(j) {
            let column = w.offsets[j] + c;
            for k in w.row_ptr[j]..w.row_ptr[j + 1] {
                let i = w.col[k];
                // The pattern is symmetric: the block (i, j) is stored because (j, i) is.
                let Some(block) = find_block(w, i, j) else {
                    continue;
                };
                for a in 0..w.size(i) {
                    let row = w.offsets[i] + a;
                    if !lower || row >= column {
                        matrix.row_idx.push(row);
                        matrix.base.push(w.block(block)[a * w.size(j) + c]);
                    }
                }
            }
            matrix.col_ptr.push(matrix.row_idx.len());
        }
    }
    matrix.values.clone_from(&matrix.base);
    let mut places = Vec::with_capacity(squares(&w.offsets));
    for rows in w.offsets.windows(2) {
        for i in rows[0]..rows[1] {
            for j in rows[0]..rows[1] {
                places.push(if lower && i < j {
                    usize::MAX
                } else {
                    matrix.place(i, j)
                });
            }
        }
    }
    (matrix, places)
}

/// The columns of K = M + H̃ᵀ D⁻¹ H̃ with M in them, the patches of H̃ and their places.
fn primal_columns(
    mass: &Mass,
    jacobian: &Sparse,
    offsets: &[usize],
    lower: bool,
) -> (Columns, Vec<Patch>, Vec<usize>) {
    let patches: Vec<Patch> = offsets
        .windows(2)
        .map(|rows| patch(jacobian, rows[0], rows[1]))
        .collect();
    let n = mass.dim();
    let mut columns: Vec<Vec<usize>> = (0..n).map(|j| vec![j]).collect();
    for i in 0..n {
        for (j, _) in mass.matrix().row(i) {
            columns[j].push(i);
        }
    }
    for patch in &patches {
        for &j in &patch.dofs {
            columns[j].extend_from_slice(&patch.dofs);
        }
    }
    let mut matrix = Columns {
        n,
        col_ptr: vec![0],
        row_idx: vec![],
        base: vec![],
        values: vec![],
    };
    for (j, column) in columns.iter_mut().enumerate() {
        column.sort_unstable();
        column.dedup();
        matrix
            .row_idx
            .extend(column.iter().copied().filter(|&i| !lower || i >= j));
        matrix.col_ptr.push(matrix.row_idx.len());
    }
    matrix.base = vec![0.0; matrix.row_idx.len()];
    for i in 0..n {
        for (j, x) in mass.matrix().row(i).filter(|&(j, _)| !lower || i >= j) {
            let place = matrix.place(i, j);
            matrix.base[place] += x;
        }
    }
    matrix.values.clone_from(&matrix.base);
    let mut places = Vec::new();
    for patch in &patches {
        for &i in &patch.dofs {
            for &j in &patch.dofs {
                places.push(if lower && i < j {
                    usize::MAX
                } else {
                    matrix.place(i, j)
                });
            }
        }
    }
    (matrix, patches, places)
}

fn patch(jacobian: &Sparse, first: usize, end: usize) -> Patch {
    let mut dofs: Vec<usize> = (first..end).flat_map(|i| jacobian.row(i).map(|e| e.0)).collect();
    dofs.sort_unstable();
    dofs.dedup();
    let mut dense = vec![0.0; (end - first) * dofs.len()];
    for i in first..end {
        for (dof, h) in jacobian.row(i) {
            let at = dofs.partition_point(|&d| d < dof);
            dense[(i - first) * dofs.len() + at] += h;
        }
    }
    Patch {
        dofs,
        jacobian: dense,
    }
}

/// values += H̃ᵢᵀ D⁻¹ H̃ᵢ for every block.
fn add_patches(values: &mut [f64], offsets: &[usize], patches: &[Patch], places: &[usize], inverse: &[f64]) {
    let (mut at, mut place) = (0, 0);
    let mut weighed = Vec::new();
    for (patch, rows) in patches.iter().zip(offsets.windows(2)) {
        let (n, width) = (rows[1] - rows[0], patch.dofs.len());
        // A contact of bodies that stand still moves nothing.
        if width == 0 {
            at += n * n;
            continue;
        }
        weighed.clear();
        weighed.resize(n * width, 0.0);
        for (d, weighed) in inverse[at..at + n * n]
            .chunks_exact(n)
            .zip(weighed.chunks_exact_mut(width))
        {
            for (d, row) in d.iter().zip(patch.jacobian.chunks_exact(width)) {
                weighed.iter_mut().zip(row).for_each(|(w, h)| *w += d * h);
            }
        }
        for i in 0..width {
            for (j, &target) in places[place..place + width].iter().enumerate() {
                if target != usize::MAX {
                    let rows = 0..n;
                    values[target] += rows
                        .map(|a| patch.jacobian[a * width + i] * weighed[a * width + j])
                        .sum::<f64>();
                }
            }
            place += width;
        }
        at += n * n;
    }
}

/// y ← A x for block-diagonal A.
pub(crate) fn apply_blocks(offsets: &[usize], blocks: &[f64], x: &[f64], y: &mut [f64]) {
    let mut at = 0;
    for rows in offsets.windows(2) {
        let n = rows[1] - rows[0];
        let x = &x[rows[0]..rows[1]];
        for (y, row) in y[rows[0]..rows[1]]
            .iter_mut()
            .zip(blocks[at..at + n * n].chunks_exact(n))
        {
            *y = row.iter().zip(x).map(|(a, x)| a * x).sum();
        }
        at += n * n;
    }
}

/// Inverts every block by elimination with exchange of rows.
fn invert_blocks(offsets: &[usize], blocks: &[f64], inverse: &mut [f64]) -> bool {
    let mut at = 0;
    let mut work = [0.0; MAX_ROWS * MAX_ROWS];
    for rows in offsets.windows(2) {
        let n = rows[1] - rows[0];
        let (work, inverse) = (&mut work[..n * n], &mut inverse[at..at + n * n]);
        work.copy_from_slice(&blocks[at..at + n * n]);
        if !invert(n, work, inverse) {
            return false;
        }
        at += n * n;
    }
    inverse.iter().all(|x| x.is_finite())
}

/// The inverse of a small matrix by Gauss and Jordan; `false` if it is singular. Destroys the matrix.
fn invert(n: usize, a: &mut [f64], inverse: &mut [f64]) -> bool {
    inverse.fill(0.0);
    inverse.iter_mut().step_by(n + 1).for_each(|x| *x = 1.0);
    for k in 0..n {
        let mut best = k;
        for i in k + 1..n {
            if a[i * n + k].abs() > a[best * n + k].abs() {
                best = i;
            }
        }
        if !(a[best * n + k] != 0.0) {
            return false;
        }
        for j in 0..n {
            a.swap(k * n + j, best * n + j);
            inverse.swap(k * n + j, best * n + j);
        }
        let scale = 1.0 / a[k * n + k];
        for j in 0..n {
            a[k * n + j] *= scale;
            inverse[k * n + j] *= scale;
        }
        for i in (0..n).filter(|&i| i != k) {
            let factor = a[i * n + k];
            for j in 0..n {
                a[i * n + j] -= factor * a[k * n + j];
                inverse[i * n + j] -= factor * inverse[k * n + j];
            }
        }
    }
    true
}
