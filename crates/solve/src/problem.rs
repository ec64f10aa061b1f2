//! The problems: plain data, checked once at the boundary by `check`.
//!
//! ```text
//! contact       find r :   u = W r + b,   (uᵢ, rᵢ) ∈ lawᵢ  for every block i
//! LCP           find z :   w = M z + q,   0 ≤ z ⟂ w ≥ 0
//! mixed LCP     find z :   w = M z + q,   lo ≤ z ≤ hi,   w ≥ 0 at lo,  w = 0 between,  w ≤ 0 at hi
//! NCP           find z :   0 ≤ z ⟂ F(z) ≥ 0
//! ```
//! A free row of a mixed LCP has lo = −∞, hi = +∞; a relay has lo = −1, hi = 1.

use crate::delassus::{BlockMatrix, Delassus, Sparse};
use crate::law::Law;
use crate::mass::Mass;
use nalgebra::DMatrix;

/// What is wrong with a problem's data.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ProblemError {
    /// A coefficient of a law means nothing.
    #[error("block {block}: {name} = {value}, asked: {asked}")]
    Coefficient {
        /// Which block.
        block: usize,
        /// Which coefficient.
        name: &'static str,
        /// What it is.
        value: f64,
        /// What it should be.
        asked: &'static str,
    },
    /// An entry lies outside its matrix.
    #[error(
        "entry ({row}, {col}) lies outside a {nrows} × {ncols} matrix: check the indices (they count from 0)"
    )]
    Entry {
        /// Row of the entry.
        row: usize,
        /// Column of the entry.
        col: usize,
        /// Rows of the matrix.
        nrows: usize,
        /// Columns of the matrix.
        ncols: usize,
    },
    /// A matrix or vector has the wrong size.
    #[error("{what} is {} × {}, asked: {} × {}", found.0, found.1, asked.0, asked.1)]
    Shape {
        /// Which matrix or vector.
        what: &'static str,
        /// Its size.
        found: (usize, usize),
        /// The size that fits the rest.
        asked: (usize, usize),
    },
    /// NaN or an infinite number.
    #[error("{what} holds NaN or an infinite number: every entry must be finite")]
    NotFinite {
        /// Where.
        what: &'static str,
    },
    /// The mass matrix has no inverse.
    #[error(
        "the mass matrix is singular in the part of degree of freedom {dof}: give every body a positive mass and inertia"
    )]
    SingularMass {
        /// First degree of freedom of the singular part.
        dof: usize,
    },
    /// The bounds of a mixed problem are crossed.
    #[error("row {row}: lower bound {lo} above upper bound {hi}")]
    Bounds {
        /// Which row.
        row: usize,
        /// Lower bound.
        lo: f64,
        /// Upper bound.
        hi: f64,
    },
    /// A law that a reduction or a method does not cover.
    #[error("block {block} has the law \"{law}\", which {method} does not cover")]
    Law {
        /// Which block.
        block: usize,
        /// Its law.
        law: &'static str,
        /// What was asked for.
        method: &'static str,
    },
}

/// Find r such that u = W r + b and (uᵢ, rᵢ) obeys lawᵢ at every block i.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ContactProblem {
    /// W = H M⁻¹ Hᵀ, explicit or by its factors.
    pub delassus: Delassus,
    /// b: the relative velocity u at r = 0, restitution included, in m/s.
    pub free_velocity: Vec<f64>,
    /// The law of each block.
    pub laws: Vec<Law>,
}

impl ContactProblem {
    /// From an explicit W as sparse rows.
    pub fn from_sparse(w: &Sparse, free_velocity: Vec<f64>, laws: Vec<Law>) -> Result<Self, ProblemError> {
        let delassus = Delassus::Explicit(BlockMatrix::from_sparse(w, &sizes(&laws))?);
        let problem = ContactProblem {
            delassus,
            free_velocity,
            laws,
        };
        problem.check()?;
        Ok(problem)
    }

    /// From an explicit dense W.
    pub fn from_dense(
        w: &DMatrix<f64>,
        free_velocity: Vec<f64>,
        laws: Vec<Law>,
    ) -> Result<Self, ProblemError> {
        Self::from_sparse(&Sparse::from_dense(w), free_velocity, laws)
    }

    /// From a mass matrix, a contact Jacobian (rows of contacts × dofs) and b.
    pub fn from_factors(
        mass: Sparse,
        jacobian: Sparse,
        free_velocity: Vec<f64>,
        laws: Vec<Law>,
    ) -> Result<Self, ProblemError> {
        let delassus = Delassus::Factored {
            mass: Mass::new(mass)?,
            jacobian,
        };
        let problem = ContactProblem {
            delassus,
            free_velocity,
            laws,
        };
        problem.check()?;
        Ok(problem)
    }

    /// Number of blocks.
    pub fn num_contacts(&self) -> usize {
        self.laws.len()
    }

    /// Number of scalar rows.
    pub fn rows(&self) -> usize {
        self.free_velocity.len()
    }

    /// First row of each block, and the number of rows at the end.
    pub fn offsets(&self) -> Vec<usize> {
        crate::delassus::offsets_of(&sizes(&self.laws))
    }

    /// Whether sizes agree, every number is finite and every law makes sense.
    pub fn check(&self) -> Result<(), ProblemError> {
        for (block, law) in self.laws.iter().enumerate() {
            law.check(block)?;
        }
        let rows: usize = self.laws.iter().map(Law::rows).sum();
        if self.free_velocity.len() != rows {
            return Err(ProblemError::Shape {
                what: "b",
                found: (self.free_velocity.len(), 1),
                asked: (rows, 1),
            });
        }
        if !self.free_velocity.iter().all(|x| x.is_finite()) {
            return Err(ProblemError::NotFinite { what: "b" });
        }
        match &self.delassus {
            Delassus::Explicit(w) => {
                if w.offsets != self.offsets() {
                    return Err(ProblemError::Shape {
                        what: "W",
                        found: (w.rows(), w.rows()),
                        asked: (rows, rows),
                    });
                }
                if !w.values.iter().all(|x| x.is_finite()) {
                    return Err(ProblemError::NotFinite { what: "W" });
                }
            }
            Delassus::Factored { mass, jacobian } => {
                let (found, asked) = ((jacobian.nrows, jacobian.ncols), (rows, mass.dim()));
                if found != asked {
                    return Err(ProblemError::Shape {
                        what: "H",
                        found,
                        asked,
                    });
                }
                if !jacobian.is_finite() {
                    return Err(ProblemError::NotFinite { what: "H" });
                }
            }
        }
        Ok(())
    }

    /// u = W r + b.
    pub fn relative_velocity(&self, r: &[f64], u: &mut [f64]) {
        match &self.delassus {
            Delassus::Explicit(w) => w.multiply_add(r, &self.free_velocity, u),
            Delassus::Factored { mass, jacobian } => {
                let mut v = vec![0.0; mass.dim()];
                jacobian.multiply_transposed(r, &mut v);
                mass.solve(&mut v);
                jacobian.multiply(&v, u);
                for (u, b) in u.iter_mut().zip(&self.free_velocity) {
                    *u += b;
                }
            }
        }
    }
}

/// Rows of each block.
pub fn sizes(laws: &[Law]) -> Vec<usize> {
    laws.iter().map(Law::rows).collect()
}

/// A square matrix, dense or sparse.
#[derive(Clone, Debug, PartialEq)]
pub enum Matrix {
    /// All entries.
    Dense(DMatrix<f64>),
    /// The nonzero ones.
    Sparse(Sparse),
}

impl Matrix {
    /// (rows, columns).
    pub fn shape(&self) -> (usize, usize) {
        match self {
            Matrix::Dense(m) => m.shape(),
            Matrix::Sparse(m) => (m.nrows, m.ncols),
        }
    }

    /// y = A x + q.
    pub fn multiply_add(&self, x: &[f64], q: &[f64], y: &mut [f64]) {
        y.copy_from_slice(q);
        match self {
            Matrix::Dense(m) => {
                for (j, &xj) in x.iter().enumerate().filter(|&(_, &xj)| xj != 0.0) {
                    y.iter_mut()
                        .zip(m.column(j).iter())
                        .for_each(|(y, a)| *y += a * xj);
                }
            }
            Matrix::Sparse(m) => {
                for (i, y) in y.iter_mut().enumerate() {
                    *y += m.row(i).map(|(j, a)| a * x[j]).sum::<f64>();
                }
            }
        }
    }

    /// As a dense matrix.
    pub fn to_dense(&self) -> DMatrix<f64> {
        match self {
            Matrix::Dense(m) => m.clone(),
            Matrix::Sparse(m) => m.to_dense(),
        }
    }

    /// As a sparse matrix.
    pub fn to_sparse(&self) -> Sparse {
        match self {
            Matrix::Dense(m) => Sparse::from_dense(m),
            Matrix::Sparse(m) => m.clone(),
        }
    }

    fn check(&self, n: usize) -> Result<(), ProblemError> {
        if self.shape() != (n, n) {
            return Err(ProblemError::Shape {
                what: "M",
                found: self.shape(),
                asked: (n, n),
            });
        }
        let finite = match self {
            Matrix::Dense(m) => m.iter().all(|x| x.is_finite()),
            Matrix::Sparse(m) => m.is_finite(),
        };
        if finite {
            Ok(())
        } else {
            Err(ProblemError::NotFinite { what: "M" })
        }
    }
}

/// w = M z + q, 0 ≤ z ⟂ w ≥ 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Lcp {
    /// M, n × n.
    pub matrix: Matrix,
    /// q, n entries.
    pub q: Vec<f64>,
}

impl Lcp {
    /// Whether sizes agree and every number is finite.
    pub fn check(&self) -> Result<(), ProblemError> {
        self.matrix.check(self.q.len())?;
        if self.q.iter().all(|x| x.is_finite()) {
            Ok(())
        } else {
            Err(ProblemError::NotFinite { what: "q" })
        }
    }
}

/// w = M z + q, lo ≤ z ≤ hi, w ≥ 0 where z = lo, w ≤ 0 where z = hi, w = 0 between.
#[derive(Clone, Debug, PartialEq)]
pub struct MixedLcp {
    /// M, n × n.
    pub matrix: Matrix,
    /// q, n entries.
    pub q: Vec<f64>,
    /// Lower bounds; −∞ where there is none.
    pub lower: Vec<f64>,
    /// Upper bounds; +∞ where there is none.
    pub upper: Vec<f64>,
}

impl MixedLcp {
    /// The same problem as an LCP: lo = 0, hi = ∞.
    pub fn from_lcp(lcp: &Lcp) -> Self {
        let n = lcp.q.len();
        MixedLcp {
            matrix: lcp.matrix.clone(),
            q: lcp.q.clone(),
            lower: vec![0.0; n],
            upper: vec![f64::INFINITY; n],
        }
    }

    /// Whether sizes agree, bounds are ordered and every number is finite.
    pub fn check(&self) -> Result<(), ProblemError> {
        let n = self.q.len();
        self.matrix.check(n)?;
        for (what, bound) in [("the lower bound", &self.lower), ("the upper bound", &self.upper)] {
            if bound.len() != n {
                return Err(ProblemError::Shape {
                    what,
                    found: (bound.len(), 1),
                    asked: (n, 1),
                });
            }
        }
        if !self.q.iter().all(|x| x.is_finite()) {
            return Err(ProblemError::NotFinite { what: "q" });
        }
        for (row, (&lo, &hi)) in self.lower.iter().zip(&self.upper).enumerate() {
            if !(lo <= hi && lo < f64::INFINITY && hi > f64::NEG_INFINITY) {
                return Err(ProblemError::Bounds { row, lo, hi });
            }
        }
        Ok(())
    }
}
