//! A mass matrix in diagonal blocks, factored in place: the one factored mass matrix of the workspace.
//!
//! ```text
//! M = diag(M₁, M₂, …),   M_k = L Lᵀ   (Cholesky: symmetric, positive definite)
//!                      P M_k = L U    (row exchange: any regular M, as M̂ = M − h θ ∂f/∂v − h² θ² ∂f/∂q)
//! ```
//! Golub and Van Loan, *Matrix Computations*, §3.4 and §4.2. Small dense blocks, one for each body or
//! articulated structure. A step of the dynamics crate factors them anew without allocating; a problem that
//! is given by M and H has them factored once ([`super::Mass`]). A refused pivot is named by its degree of
//! freedom, and the caller says what that means. Does not find the blocks of a sparse M, and is not for
//! meshes: `super` does both.

use crate::dense;

/// A pivot that M⁻¹ cannot have: M is singular to rounding or, by Cholesky, not positive definite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BadPivot {
    /// Its degree of freedom.
    pub dof: usize,
    /// Its value, in the unit of that inertia.
    pub pivot: f64,
}

/// Least share of a diagonal entry, without unit, that Cholesky's elimination must leave of it: a pivot that
/// is all rounding is as bad as a negative one.
const ROUNDING: f64 = 1e-15;

/// Degrees of freedom. Blocks of more are factored within their envelope: bodies that rotors join are coupled
/// to their neighbours, and most of such a block is zero.
const DENSE: usize = 24;

/// Diagonal blocks with their factors. Its functions may be inlined in the step loop of another crate.
#[derive(Clone, Debug, Default)]
pub struct MassMatrix {
    /// First degree of freedom of each block, and their number at the end.
    pub offsets: Vec<usize>,
    /// Where each block begins in `values`.
    pub start: Vec<usize>,
    /// Block of each degree of freedom.
    pub block_of: Vec<usize>,
    /// The blocks, each row-major.
    pub values: Vec<f64>,
    factor: Vec<f64>,
    /// The values that `factor` belongs to, after a symmetric factorisation.
    factored: Vec<f64>,
    /// Rows exchanged, after a general factorisation; after a symmetric one of a large block the first column
    /// of each of its rows.
    pivot: Vec<usize>,
    symmetric: bool,
}

impl MassMatrix {
    /// Blocks of the given sizes, all zero.
    pub fn new(sizes: &[usize]) -> Self {
        let mut out = MassMatrix {
            offsets: vec![0],
            start: vec![0],
            ..MassMatrix::default()
        };
        let (mut dof, mut at) = (0, 0);
        for (k, &n) in sizes.iter().enumerate() {
            out.block_of.extend(std::iter::repeat_n(k, n));
            dof += n;
            at += n * n;
            out.offsets.push(dof);
            out.start.push(at);
        }
        out.values = vec![0.0; at];
        out.factor = vec![0.0; at];
        out.factored = vec![0.0; at];
        out.pivot = vec![0; dof];
        out
    }

    /// Takes on the blocks of another, all zero.
    pub fn copy_shape(&mut self, other: &MassMatrix) {
        self.clone_from(other);
        self.values.fill(0.0);
        self.symmetric = false;
    }

    /// Copies values and factors of a matrix with the same blocks, without allocating.
    #[inline]
    pub fn copy_from(&mut self, other: &MassMatrix) {
        if self.symmetric && other.symmetric && self.factored == other.factored {
            return;
        }
        self.values.copy_from_slice(&other.values);
        self.factor.copy_from_slice(&other.factor);
        self.factored.copy_from_slice(&other.factored);
        self.pivot.copy_from_slice(&other.pivot);
        self.symmetric = other.symmetric;
    }

    /// Number of blocks.
    pub fn num_blocks(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Number of degrees of freedom.
    pub fn dim(&self) -> usize {
        self.block_of.len()
    }

    /// M_ii of a degree of freedom.
    pub fn diagonal(&self, dof: usize) -> f64 {
        let k = self.block_of[dof];
        let (first, n) = (self.offsets[k], self.offsets[k + 1] - self.offsets[k]);
        self.values[self.start[k] + (dof - first) * (n + 1)]
    }

    /// Factors a symmetric positive definite matrix. A matrix that is as it was keeps its factors.
    #[inline]
    pub fn factor_symmetric(&mut self) -> Result<(), BadPivot> {
        if self.symmetric && self.factored == self.values {
            return Ok(());
        }
        self.factor.copy_from_slice(&self.values);
        for k in 0..self.num_blocks() {
            let n = self.offsets[k + 1] - self.offsets[k];
            let a = &mut self.factor[self.start[k]..self.start[k + 1]];
            let found = if n > DENSE {
                let first = &mut self.pivot[self.offsets[k]..self.offsets[k + 1]];
                find_envelope(a, first);
                cholesky_within(a, first)
            } else {
                cholesky(a, n)
            };
            if let Err((i, pivot)) = found {
                self.symmetric = false;
                let dof = self.offsets[k] + i;
                return Err(BadPivot { dof, pivot });
            }
        }
        self.factored.copy_from_slice(&self.values);
        self.symmetric = true;
        Ok(())
    }

    /// Factors a regular matrix.
    #[inline]
    pub fn factor_general(&mut self) -> Result<(), BadPivot> {
        self.symmetric = false;
        self.factor.copy_from_slice(&self.values);
        for k in 0..self.num_blocks() {
            let dofs = self.offsets[k]..self.offsets[k + 1];
            let a = &mut self.factor[self.start[k]..self.start[k + 1]];
            if let Err((i, pivot)) = dense::factor(a, &mut self.pivot[dofs.clone()], 0.0) {
                let dof = dofs.start + i;
                return Err(BadPivot { dof, pivot });
            }
        }
        Ok(())
    }

    /// Whether the last factorisation was the symmetric one.
    pub fn is_symmetric(&self) -> bool {
        self.symmetric
    }

    /// The size of all blocks, where they have one.
    pub fn uniform_block(&self) -> Option<usize> {
        let size = *self.offsets.get(1)?;
        (self.num_blocks() * size == self.dim() && self.offsets.windows(2).all(|w| w[1] - w[0] == size))
            .then_some(size)
    }

    /// x ← M_k⁻¹ x for one block of N degrees of freedom, factored symmetrically.
    #[inline]
    pub fn solve_fixed<const N: usize>(&self, k: usize, x: &mut [f64; N]) {
        // The same loops with a length known to the compiler.
        cholesky_solve(&self.factor[self.start[k]..self.start[k] + N * N], x);
    }

    /// X ← M_k⁻¹ X for one block of N degrees of freedom, factored symmetrically, and the R columns of X: the
    /// same numbers as column by column, without waiting for one before the next.
    #[inline]
    pub fn solve_columns<const N: usize, const R: usize>(&self, k: usize, x: &mut [[f64; R]; N]) {
        let a = &self.factor[self.start[k]..self.start[k] + N * N];
        for i in 0..N {
            let mut s = x[i];
            for k in 0..i {
                for (s, x) in s.iter_mut().zip(x[k]) {
                    *s -= a[i * N + k] * x;
                }
            }
            x[i] = s.map(|s| s * a[i * N + i]);
        }
        for i in (0..N).rev() {
            let mut s = x[i];
            for k in i + 1..N {
                for (s, x) in s.iter_mut().zip(x[k]) {
                    *s -= a[k * N + i] * x;
                }
            }
            x[i] = s.map(|s| s * a[i * N + i]);
        }
    }

    /// x ← M⁻¹ x.
    #[inline]
    pub fn solve(&self, x: &mut [f64]) {
        if let ([x], [factor], true) = (&mut *x, &self.factor[..], self.symmetric) {
            *x = *x * factor * factor;
            return;
        }
        for k in 0..self.num_blocks() {
            self.solve_block(k, &mut x[self.offsets[k]..self.offsets[k + 1]]);
        }
    }

    /// x ← M_k⁻¹ x for one block.
    #[inline]
    pub fn solve_block(&self, k: usize, x: &mut [f64]) {
        let a = &self.factor[self.start[k]..self.start[k + 1]];
        // The same loops with a length known to the compiler.
        if self.symmetric {
            match x.len() {
                1 => cholesky_solve(&a[..1], &mut x[..1]),
                2 => cholesky_solve(&a[..4], &mut x[..2]),
                3 => cholesky_solve(&a[..9], &mut x[..3]),
                4 => cholesky_solve(&a[..16], &mut x[..4]),
                6 => cholesky_solve(&a[..36], &mut x[..6]),
                n if n > DENSE => solve_within(a, &self.pivot[self.offsets[k]..self.offsets[k + 1]], x),
                _ => cholesky_solve(a, x),
            }
        } else {
            let pivot = &self.pivot[self.offsets[k]..self.offsets[k + 1]];
            match x.len() {
                1 => x[0] /= a[0],
                3 => dense::solve(&a[..9], &pivot[..3], &mut x[..3]),
                6 => dense::solve(&a[..36], &pivot[..6], &mut x[..6]),
                _ => dense::solve(a, pivot, x),
            }
        }
    }

    /// xᵀ M_k⁻¹ x for one block, factored symmetrically; x becomes L⁻¹ x.
    #[inline]
    fn norm_of_block(&self, k: usize, x: &mut [f64]) -> f64 {
        let (a, n) = (&self.factor[self.start[k]..self.start[k + 1]], x.len());
        let first = &self.pivot[self.offsets[k]..self.offsets[k + 1]];
        let begin = x.iter().position(|x| *x != 0.0).unwrap_or(n);
        let (mut sum, mut end) = (0.0, begin);
        for i in begin..n {
            let from = if n > DENSE { first[i].max(begin) } else { begin };
            // Nothing that is not zero comes before it: most rows of a large block.
            if from >= end && x[i] == 0.0 {
                continue;
            }
            let (before, own) = x.split_at_mut(i);
            let row = a[i * n + from.min(i)..i * n + i].iter();
            let taken: f64 = row.zip(&before[from.min(i)..]).map(|(a, x)| a * x).sum();
            own[0] = (own[0] - taken) * a[i * n + i];
            sum += own[0] * own[0];
            end = i + 1;
        }
        sum
    }

    /// h M⁻¹ hᵀ of one row, factored symmetrically; the entries of a block follow each other.
    pub fn norm_of_row(&self, (col, value): (&[usize], &[f64]), spread: &mut Vec<f64>) -> f64 {
        let (mut at, mut sum) = (0, 0.0);
        while let Some(&dof) = col.get(at) {
            let block = self.block_of[dof];
            let dofs = self.offsets[block]..self.offsets[block + 1];
            let count = col[at..].iter().take_while(|dof| dofs.contains(dof)).count();
            let own = (&col[at..at + count], &value[at..at + count]);
            at += count;
            let factor = &self.factor[self.start[block]..self.start[block + 1]];
            if let Some(factor) = factor.first_chunk::<36>().filter(|_| dofs.len() == 6) {
                let mut x = [0.0; 6];
                add_entries(own, dofs.start, &mut x);
                sum += norm_of_six(factor, x);
                continue;
            }
            spread.clear();
            spread.resize(dofs.len(), 0.0);
            add_entries(own, dofs.start, spread);
            sum += self.norm_of_block(block, spread);
        }
        sum
    }

    /// The factors of another matrix, for tests of who notices: M⁻¹ of a general factorisation times `share`.
    #[cfg(test)]
    pub(crate) fn spoil(&mut self, share: f64) {
        for (ends, start) in self.offsets.windows(2).zip(&self.start) {
            let n = ends[1] - ends[0];
            let upper = (0..n * n).filter(|k| k / n <= k % n);
            upper.for_each(|k| self.factor[start + k] /= share);
        }
    }

    /// y ← y + |M| (|x₁| + |x₂|), entry by entry.
    pub fn add_sizes(&self, [first, second]: [&[f64]; 2], y: &mut [f64]) {
        for k in 0..self.num_blocks() {
            let dofs = self.offsets[k]..self.offsets[k + 1];
            let a = &self.values[self.start[k]..self.start[k + 1]];
            let (first, second) = (&first[dofs.clone()], &second[dofs.clone()]);
            let size = |(a, (x, y)): (&f64, (&f64, &f64))| a.abs() * (x.abs() + y.abs());
            for (y, row) in y[dofs].iter_mut().zip(a.chunks_exact(first.len())) {
                *y += row.iter().zip(first.iter().zip(second)).map(size).sum::<f64>();
            }
        }
    }

    /// The largest of max |xᵢ| / √Mᵢᵢ over max |yᵢ| / √Mᵢᵢ, block by block: impulses of one block in one
    /// unit. NaN stays.
    pub fn largest_share(&self, x: &[f64], y: &[f64]) -> f64 {
        let larger = |most: f64, x: f64| if x <= most { most } else { x };
        let share = |k: usize| {
            let dofs = self.offsets[k]..self.offsets[k + 1];
            let diagonal = self.values[self.start[k]..self.start[k + 1]]
                .iter()
                .step_by(dofs.len() + 1);
            let (mut over, mut under) = (0.0, 0.0);
            for (i, m) in dofs.zip(diagonal) {
                let weight = 1.0 / m.abs().sqrt();
                (over, under) = (
                    larger(over, weight * x[i].abs()),
                    larger(under, weight * y[i].abs()),
                );
            }
            if over == 0.0 { 0.0 } else { over / under }
        };
        (0..self.num_blocks()).map(share).fold(0.0, larger)
    }

    /// y ← M x.
    #[inline]
    pub fn multiply(&self, x: &[f64], y: &mut [f64]) {
        for k in 0..self.num_blocks() {
            let dofs = self.offsets[k]..self.offsets[k + 1];
            let a = &self.values[self.start[k]..self.start[k + 1]];
            let x = &x[dofs.clone()];
            for (y, row) in y[dofs].iter_mut().zip(a.chunks_exact(x.len())) {
                *y = row.iter().zip(x).map(|(a, x)| a * x).sum();
            }
        }
    }
}

/// A = L Lᵀ in the lower triangle, with the inverse of its diagonal on the diagonal. Fails with the row and
/// its pivot.
#[inline]
pub fn cholesky(a: &mut [f64], n: usize) -> Result<(), (usize, f64)> {
    for j in 0..n {
        let before = a[j * n + j];
        let mut d = before;
        for k in 0..j {
            d -= a[j * n + k] * a[j * n + k];
        }
        if !(d > ROUNDING * before.abs() && d < f64::INFINITY) {
            return Err((j, d));
        }
        let inverse = 1.0 / d.sqrt();
        a[j * n + j] = inverse;
        for i in j + 1..n {
            let mut s = a[i * n + j];
            for k in 0..j {
                s -= a[i * n + k] * a[j * n + k];
            }
            a[i * n + j] = s * inverse;
        }
    }
    Ok(())
}

#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "unrolled where the size of the block is known"
)]
fn cholesky_solve(a: &[f64], x: &mut [f64]) {
    let n = x.len();
    for i in 0..n {
        let mut s = x[i];
        for k in 0..i {
            s -= a[i * n + k] * x[k];
        }
        x[i] = s * a[i * n + i];
    }
    for i in (0..n).rev() {
        let mut s = x[i];
        for k in i + 1..n {
            s -= a[k * n + i] * x[k];
        }
        x[i] = s * a[i * n + i];
    }
}

/// The first column of each row that is not zero.
fn find_envelope(a: &[f64], first: &mut [usize]) {
    let n = first.len();
    for (i, (first, row)) in first.iter_mut().zip(a.chunks_exact(n)).enumerate() {
        *first = row[..i].iter().position(|x| *x != 0.0).unwrap_or(i);
    }
}

/// The same as [`cholesky`] where row i is zero before column `first[i]`.
fn cholesky_within(a: &mut [f64], first: &[usize]) -> Result<(), (usize, f64)> {
    let n = first.len();
    for i in 0..n {
        let (above, rest) = a.split_at_mut(i * n);
        let row = &mut rest[..n];
        let mut pivot = row[i];
        let before = pivot;
        for j in first[i]..i {
            let from = first[i].max(first[j]);
            let other = &above[j * n + from..j * n + j];
            let sum: f64 = row[from..j].iter().zip(other).map(|(a, b)| a * b).sum();
            row[j] = (row[j] - sum) * above[j * n + j];
            pivot -= row[j] * row[j];
        }
        if !(pivot > ROUNDING * before.abs() && pivot < f64::INFINITY) {
            return Err((i, pivot));
        }
        row[i] = 1.0 / pivot.sqrt();
    }
    Ok(())
}

/// x ← (L Lᵀ)⁻¹ x within the envelope. Apart from the loop over small blocks, which it would slow down.
#[inline(never)]
fn solve_within(a: &[f64], first: &[usize], x: &mut [f64]) {
    let n = x.len();
    let begin = x.iter().position(|x| *x != 0.0).unwrap_or(n);
    for i in begin..n {
        let from = first[i].max(begin).min(i);
        let (before, own) = x.split_at_mut(i);
        let row = &a[i * n + from..i * n + i];
        let sum: f64 = row.iter().zip(&before[from..]).map(|(a, x)| a * x).sum();
        own[0] = (own[0] - sum) * a[i * n + i];
    }
    for i in (0..n).rev() {
        let (before, own) = x.split_at_mut(i);
        own[0] *= a[i * n + i];
        let row = &a[i * n + first[i]..i * n + i];
        for (x, a) in before[first[i]..].iter_mut().zip(row) {
            *x -= a * own[0];
        }
    }
}

/// Entries of a row into the degrees of freedom from `first` on.
#[inline]
fn add_entries((col, value): (&[usize], &[f64]), first: usize, x: &mut [f64]) {
    for (dof, value) in col.iter().zip(value) {
        x[dof - first] += value;
    }
}

/// [`MassMatrix::norm_of_block`] of a rigid body, to the same bits.
#[inline]
fn norm_of_six(factor: &[f64; 36], mut x: [f64; 6]) -> f64 {
    let mut sum = 0.0;
    for i in 0..6 {
        let mut taken = 0.0;
        for k in 0..i {
            taken += factor[6 * i + k] * x[k];
        }
        x[i] = (x[i] - taken) * factor[7 * i];
        sum += x[i] * x[i];
    }
    sum
}

#[cfg(test)]
mod tests;
