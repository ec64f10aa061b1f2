//! The mass matrix and its inverse.
//!
//! A mass matrix falls into independent parts, one for each rigid body or each articulated or meshed
//! structure: the connected components of its pattern. Small parts are inverted once, large ones factored.
//!
//! ```text
//! M = diag(M₁, M₂, …) up to a permutation,    M⁻¹ x part by part
//! ```
//! M need not be symmetric (implicit gyroscopic terms); an M singular to rounding is refused. Made once for a
//! problem; the step loop has its own blocks, factored in place (`drystone_dynamics::mass_matrix`).

use crate::delassus::Sparse;
use crate::problem::ProblemError;
use faer::linalg::solvers::Solve;
use nalgebra::DMatrix;

/// Parts up to this size keep their inverse; above, a sparse factorisation.
const DENSE_PART: usize = 60;

/// Largest cancellation in M M⁻¹ = 1 of a small part that counts as regular.
const DEPENDENT: f64 = 1e14;
/// Largest relative error of a trial solve with a large part that counts as regular.
const TRIAL: f64 = 1e-3;

/// A regular matrix with the means to apply its inverse.
#[derive(Clone, Debug)]
pub struct Mass {
    matrix: Sparse,
    parts: Vec<Part>,
    part_of: Vec<usize>,
}

#[derive(Clone, Debug)]
struct Part {
    dofs: Vec<usize>,
    inverse: Inverse,
}

#[derive(Clone, Debug)]
enum Inverse {
    /// Row-major inverse.
    Dense(Vec<f64>),
    Factored(Box<faer::sparse::linalg::solvers::Lu<usize, f64>>),
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
        let mut parts = Vec::with_capacity(count);
        for dofs in dofs {
            let inverse = invert_part(&matrix, &dofs, &local)?;
            parts.push(Part { dofs, inverse });
        }
        Ok(Mass {
            matrix,
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

    /// The inverse of another matrix, for tests of who notices: entries of small parts times `factor`.
    #[cfg(test)]
    pub(crate) fn spoil(&mut self, factor: f64) {
        for part in &mut self.parts {
            if let Inverse::Dense(inverse) = &mut part.inverse {
                for x in inverse {
                    *x *= factor;
                }
            }
        }
    }

    /// Whether every part is small enough to be inverted: then M⁻¹ Hᵀ is as sparse as Hᵀ, part by part.
    pub fn has_small_parts(&self) -> bool {
        self.parts.iter().all(|p| matches!(p.inverse, Inverse::Dense(_)))
    }

    /// x ← M⁻¹ x.
    pub fn solve(&self, x: &mut [f64]) {
        let mut gathered = Vec::new();
        for part in &self.parts {
            gathered.clear();
            gathered.extend(part.dofs.iter().map(|&i| x[i]));
            if gathered.iter().any(|&g| g != 0.0) {
                part.solve_into(&mut gathered, |local, value| x[part.dofs[local]] = value);
            }
        }
    }

    /// M⁻¹ h for a sparse vector h, as a sparse vector over the parts that h touches.
    pub fn solve_sparse(&self, h: &[(usize, f64)]) -> Vec<(usize, f64)> {
        let mut touched: Vec<usize> = h.iter().map(|&(i, _)| self.part_of[i]).collect();
        touched.sort_unstable();
        touched.dedup();
        let mut out = Vec::new();
        for p in touched {
            let part = &self.parts[p];
            let mut gathered = vec![0.0; part.dofs.len()];
            for &(i, x) in h.iter().filter(|&&(i, _)| self.part_of[i] == p) {
                gathered[part.dofs.partition_point(|&d| d < i)] += x;
            }
            part.solve_into(&mut gathered, |local, value| {
                out.push((part.dofs[local], value));
            });
        }
        out
    }
}

impl Part {
    fn solve_into(&self, x: &mut [f64], mut write: impl FnMut(usize, f64)) {
        match &self.inverse {
            Inverse::Dense(inverse) => {
                for (i, row) in inverse.chunks_exact(x.len()).enumerate() {
                    write(i, row.iter().zip(x.iter()).map(|(a, x)| a * x).sum());
                }
            }
            Inverse::Factored(lu) => {
                let mut column = faer::Mat::from_fn(x.len(), 1, |i, _| x[i]);
                lu.solve_in_place(&mut column);
                for i in 0..x.len() {
                    write(i, column[(i, 0)]);
                }
            }
        }
    }
}

fn invert_part(matrix: &Sparse, dofs: &[usize], local: &[usize]) -> Result<Inverse, ProblemError> {
    let singular = || ProblemError::SingularMass { dof: dofs[0] };
    let n = dofs.len();
    if n <= DENSE_PART {
        let mut dense = DMatrix::zeros(n, n);
        for (a, &i) in dofs.iter().enumerate() {
            // A stored zero may lead into another part, where its place belongs to somebody else.
            for (j, x) in matrix.row(i).filter(|(_, x)| *x != 0.0) {
                dense[(a, local[j])] = x;
            }
        }
        let inverse = dense.clone().try_inverse().ok_or_else(singular)?;
        // A singular matrix may pass by rounding. The diagonal of |M| |M⁻¹| has no unit, whatever the dofs
        // have: it is 1 for independent dofs and the inverse of rounding for dependent ones.
        let cancelled = |i: usize| {
            (0..n)
                .map(|k| (dense[(i, k)] * inverse[(k, i)]).abs())
                .sum::<f64>()
        };
        if !(0..n).all(|i| cancelled(i) <= DEPENDENT) || !inverse.iter().all(|x| x.is_finite()) {
            return Err(singular());
        }
        return Ok(Inverse::Dense(inverse.transpose().as_slice().to_vec()));
    }
    let mut triplets = Vec::new();
    for (a, &i) in dofs.iter().enumerate() {
        triplets.extend(
            matrix
                .row(i)
                .filter(|(_, x)| *x != 0.0)
                .map(|(j, x)| faer::sparse::Triplet::new(a, local[j], x)),
        );
    }
    let sparse =
        faer::sparse::SparseColMat::try_new_from_triplets(n, n, &triplets).map_err(|_| singular())?;
    let lu = sparse.sp_lu().map_err(|_| singular())?;
    // The factorisation of a singular matrix does not fail: a trial solve shows it.
    let trial = |i: usize| 1.0 + (i % 7) as f64;
    let mut x = faer::Mat::from_fn(n, 1, |a, _| {
        let row = matrix.row(dofs[a]).filter(|(_, x)| *x != 0.0);
        row.map(|(j, x)| x * trial(local[j])).sum::<f64>()
    });
    lu.solve_in_place(&mut x);
    if !(0..n).all(|i| (x[(i, 0)] - trial(i)).abs() <= TRIAL * trial(i)) {
        return Err(singular());
    }
    Ok(Inverse::Factored(Box::new(lu)))
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
