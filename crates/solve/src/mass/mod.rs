//! The mass matrix of a problem that is given by M and H: its independent parts, each with its factors.
//!
//! A mass matrix falls into independent parts, one for each rigid body or each articulated or meshed
//! structure: the connected components of its pattern.
//!
//! ```text
//! M = diag(M₁, M₂, …) up to a permutation,    M⁻¹ x part by part
//! ```
//! Small parts are dense blocks ([`MassMatrix`], which the step loop uses too), large ones have a sparse
//! factorisation. M need not be symmetric (implicit gyroscopic terms), so all are factored with exchange of
//! rows, and a part of one motion is divided by: Cholesky's root would cost the last bit of every problem
//! whose masses are plain numbers. An M singular to rounding is refused. Made once for a problem: nothing
//! here factors anew.

mod blocks;

pub use blocks::{BadPivot, MassMatrix, cholesky};

use crate::delassus::Sparse;
use crate::problem::ProblemError;
use faer::linalg::solvers::Solve;
use faer::sparse::linalg::solvers::Lu;
use faer::sparse::{SparseColMat, Triplet};

/// Degrees of freedom up to which a part is a dense block; above, its sparse factors are cheaper.
const DENSE_PART: usize = 60;

/// Largest cancellation in M M⁻¹ = 1 of a small part that counts as regular, without unit.
const DEPENDENT: f64 = 1e14;
/// Largest relative error of a trial solve with a large part that counts as regular.
const TRIAL: f64 = 1e-3;

/// A regular matrix with the means to apply its inverse.
#[derive(Clone, Debug)]
pub struct Mass {
    matrix: Sparse,
    /// The small parts.
    blocks: Box<MassMatrix>,
    parts: Vec<Part>,
    part_of: Vec<usize>,
}

#[derive(Clone, Debug)]
struct Part {
    dofs: Vec<usize>,
    factors: Factors,
}

#[derive(Clone, Debug)]
enum Factors {
    /// Which of the small blocks.
    Block(usize),
    Sparse(Box<Lu<usize, f64>>),
}

impl PartialEq for Mass {
    fn eq(&self, other: &Self) -> bool {
        self.matrix == other.matrix
    }
}

impl Mass {
    /// Factors `matrix`; refuses one that is not square, not finite or singular.
    pub fn new(matrix: Sparse) -> Result<Self, ProblemError> {
        let n = matrix.nrows;
        if matrix.ncols != n {
            return Err(ProblemError::Shape {
                what: "M",
                found: (n, matrix.ncols),
                asked: (n, n),
            });
        }
        if !matrix.is_finite() {
            return Err(ProblemError::NotFinite { what: "M" });
        }
        let part_of = components(&matrix);
        let count = part_of.iter().max().map_or(0, |m| m + 1);
        let mut dofs = vec![Vec::new(); count];
        let mut local = vec![0; n];
        for (i, &p) in part_of.iter().enumerate() {
            local[i] = dofs[p].len();
            dofs[p].push(i);
        }
        let blocks = Box::new(factor_blocks(&matrix, &dofs, &local)?);
        let mut parts = Vec::with_capacity(count);
        let mut small = 0..blocks.num_blocks();
        for dofs in dofs {
            let factors = if is_small(&dofs)
                && let Some(k) = small.next()
            {
                Factors::Block(k)
            } else {
                Factors::Sparse(Box::new(factor_sparse(&matrix, &dofs, &local)?))
            };
            parts.push(Part { dofs, factors });
        }
        Ok(Mass {
            matrix,
            blocks,
            parts,
            part_of,
        })
    }

    /// The matrix itself.
    pub fn matrix(&self) -> &Sparse {
        &self.matrix
    }

    /// Number of degrees of freedom.
    pub fn dim(&self) -> usize {
        self.matrix.nrows
    }

    /// The inverse of another matrix, for tests of who notices: small parts times `factor`.
    #[cfg(test)]
    pub(crate) fn spoil(&mut self, factor: f64) {
        self.blocks.spoil(factor);
    }

    /// Whether every part is small: then M⁻¹ Hᵀ is as sparse as Hᵀ, part by part.
    pub fn has_small_parts(&self) -> bool {
        self.blocks.dim() == self.dim()
    }

    /// x ← M⁻¹ x.
    pub fn solve(&self, x: &mut [f64]) {
        let mut gathered = Vec::new();
        for part in &self.parts {
            // Most files number the motions of a body in a row.
            if let (&[first, ..], &[.., last]) = (&part.dofs[..], &part.dofs[..])
                && last + 1 - first == part.dofs.len()
            {
                self.solve_part(part, &mut x[first..=last]);
                continue;
            }
            gathered.clear();
            gathered.extend(part.dofs.iter().map(|&i| x[i]));
            self.solve_part(part, &mut gathered);
            for (&i, &y) in part.dofs.iter().zip(&gathered) {
                x[i] = y;
            }
        }
    }

    /// M⁻¹ h for a sparse vector h, as a sparse vector over the parts that h touches.
    pub fn solve_sparse(&self, h: &[(usize, f64)]) -> Vec<(usize, f64)> {
        let mut touched: Vec<usize> = h.iter().map(|&(i, _)| self.part_of[i]).collect();
        touched.sort_unstable();
        touched.dedup();
        let mut out = Vec::new();
        let mut gathered = Vec::new();
        for p in touched {
            let part = &self.parts[p];
            gathered.clear();
            gathered.resize(part.dofs.len(), 0.0);
            for &(i, x) in h.iter().filter(|&&(i, _)| self.part_of[i] == p) {
                gathered[part.dofs.partition_point(|&d| d < i)] += x;
            }
            self.solve_part(part, &mut gathered);
            out.extend(part.dofs.iter().copied().zip(gathered.iter().copied()));
        }
        out
    }

    /// x ← M_p⁻¹ x for one part.
    fn solve_part(&self, part: &Part, x: &mut [f64]) {
        if x.iter().all(|&x| x == 0.0) {
            return;
        }
        match &part.factors {
            Factors::Block(k) => self.blocks.solve_block(*k, x),
            Factors::Sparse(lu) => {
                lu.solve_in_place(faer::MatMut::from_column_major_slice_mut(x, x.len(), 1));
            }
        }
    }
}

fn is_small(dofs: &[usize]) -> bool {
    dofs.len() <= DENSE_PART
}

/// The entries of row i of a part, by their places in it. A stored zero may lead into another part, where its
/// place belongs to somebody else.
fn entries<'a>(matrix: &'a Sparse, i: usize, local: &'a [usize]) -> impl Iterator<Item = (usize, f64)> + 'a {
    let row = matrix.row(i).filter(|(_, x)| *x != 0.0);
    row.map(|(j, x)| (local[j], x))
}

/// The small parts as blocks, in their order.
fn factor_blocks(matrix: &Sparse, dofs: &[Vec<usize>], local: &[usize]) -> Result<MassMatrix, ProblemError> {
    let small: Vec<&Vec<usize>> = dofs.iter().filter(|dofs| is_small(dofs)).collect();
    let sizes: Vec<usize> = small.iter().map(|dofs| dofs.len()).collect();
    let mut blocks = MassMatrix::new(&sizes);
    for (k, dofs) in small.iter().enumerate() {
        for (a, &i) in dofs.iter().enumerate() {
            for (b, x) in entries(matrix, i, local) {
                blocks.values[blocks.start[k] + a * dofs.len() + b] = x;
            }
        }
    }
    let singular = |k: usize| ProblemError::SingularMass { dof: small[k][0] };
    blocks
        .factor_general()
        .map_err(|bad| singular(blocks.block_of[bad.dof]))?;
    match (0..small.len()).find(|&k| !is_regular(&blocks, k)) {
        Some(k) => Err(singular(k)),
        None => Ok(blocks),
    }
}

/// A singular block may pass by rounding. The diagonal of |M| |M⁻¹| has no unit, whatever the dofs have: it
/// is 1 for independent dofs and the inverse of rounding for dependent ones.
fn is_regular(blocks: &MassMatrix, k: usize) -> bool {
    let n = blocks.offsets[k + 1] - blocks.offsets[k];
    let values = &blocks.values[blocks.start[k]..blocks.start[k + 1]];
    let mut column = vec![0.0; n];
    values.chunks_exact(n).enumerate().all(|(i, row)| {
        column.fill(0.0);
        column[i] = 1.0;
        blocks.solve_block(k, &mut column);
        // An entry that is not finite makes a sum that is not, whatever it is multiplied by.
        row.iter().zip(&column).map(|(m, y)| (m * y).abs()).sum::<f64>() <= DEPENDENT
    })
}

/// The factors of a large part.
fn factor_sparse(matrix: &Sparse, dofs: &[usize], local: &[usize]) -> Result<Lu<usize, f64>, ProblemError> {
    let singular = || ProblemError::SingularMass { dof: dofs[0] };
    let n = dofs.len();
    let mut triplets = Vec::new();
    for (a, &i) in dofs.iter().enumerate() {
        triplets.extend(entries(matrix, i, local).map(|(b, x)| Triplet::new(a, b, x)));
    }
    let sparse = SparseColMat::try_new_from_triplets(n, n, &triplets).map_err(|_| singular())?;
    let lu = sparse.sp_lu().map_err(|_| singular())?;
    // The factorisation of a singular matrix does not fail: a trial solve shows it.
    let trial = |i: usize| 1.0 + (i % 7) as f64;
    let mut x = faer::Mat::from_fn(n, 1, |a, _| {
        entries(matrix, dofs[a], local)
            .map(|(b, x)| x * trial(b))
            .sum::<f64>()
    });
    lu.solve_in_place(&mut x);
    if !(0..n).all(|i| (x[(i, 0)] - trial(i)).abs() <= TRIAL * trial(i)) {
        return Err(singular());
    }
    Ok(lu)
}

/// Connected component of each row in the pattern of A + Aᵀ, numbered by their first row.
fn components(matrix: &Sparse) -> Vec<usize> {
    let mut parent: Vec<usize> = (0..matrix.nrows).collect();
    let find = |parent: &mut Vec<usize>, mut i: usize| {
        while parent[i] != i {
            parent[i] = parent[parent[i]];
            i = parent[i];
        }
        i
    };
    for i in 0..matrix.nrows {
        for (j, x) in matrix.row(i) {
            if x != 0.0 {
                let (a, b) = (find(&mut parent, i), find(&mut parent, j));
                parent[a.max(b)] = a.min(b);
            }
        }
    }
    let mut number = vec![usize::MAX; matrix.nrows];
    let mut count = 0;
    (0..matrix.nrows)
        .map(|i| {
            let root = find(&mut parent, i);
            if number[root] == usize::MAX {
                number[root] = count;
                count += 1;
            }
            number[root]
        })
        .collect()
}
