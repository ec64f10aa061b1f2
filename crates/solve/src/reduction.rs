//! Contact problems with facetted cones as mixed LCPs, with the way back.
//!
//! ```text
//! facetted cone     r_T = Σ β_k δ_k,  β ≥ 0,  Σ β_k ≤ c r_N:       with z = (r_N, β, λ) and r = E z
//!                   0 ≤ [ Wnn Wnd 0 ; Wdn Wdd e ; c −eᵀ 0 ] z + (b_n, δᵀb_T, 0)  ⟂  z ≥ 0
//!                   unit directions δ_k and c = μ; for D = [−minus, plus]: δ = (plus, −minus) and c = 1
//! ```
//! λ is the speed of slip where there is any. The matrix of the facetted cone is copositive when W is
//! positive semidefinite, so that Lemke's method ends at a solution. β is not unique where opposite
//! directions are both present; r_T = Σ β_k δ_k is what counts. References: Anitescu and Potra (1997);
//! Stewart and Trinkle (1996). Not covered: round cones (approximate
//! them by [`facetted`]), torsion, rolling, general sections.

use crate::delassus::{Delassus, Sparse};
use crate::law::layout::Kind;
use crate::law::{Law, facet_direction};
use crate::problem::{ContactProblem, Lcp, Matrix, MixedLcp, ProblemError, sizes};

/// The same problem with every Coulomb cone replaced by a facetted one inside it, its vertices on the round
/// cone.
pub fn facetted(problem: &ContactProblem, facets: usize) -> Result<ContactProblem, ProblemError> {
    let mut out = problem.clone();
    for law in &mut out.laws {
        if let Law::Coulomb { mu } = *law {
            *law = Law::Facetted { mu, facets };
        }
    }
    out.check()?;
    Ok(out)
}

/// A contact problem written as a mixed LCP, with the map back.
#[derive(Clone, Debug, PartialEq)]
pub struct Reduction {
    /// The mixed LCP. Bilateral rows are free rows of it, boxes are boxes.
    pub problem: MixedLcp,
    /// E: r = E z.
    pub expansion: Sparse,
}

impl Reduction {
    /// The impulses r = E z.
    pub fn impulse(&self, z: &[f64]) -> Vec<f64> {
        let mut r = vec![0.0; self.expansion.nrows];
        self.expansion.multiply(z, &mut r);
        r
    }

    /// The plain LCP, when no row is free or boxed.
    pub fn to_lcp(&self) -> Option<Lcp> {
        let plain = self.problem.lower.iter().all(|&x| x == 0.0)
            && self.problem.upper.iter().all(|&x| x == f64::INFINITY);
        plain.then(|| Lcp {
            matrix: self.problem.matrix.clone(),
            q: self.problem.q.clone(),
        })
    }
}

/// Directions δ_k of a law's section and the factor c of r_N.
fn directions(law: &Law) -> Option<(Vec<[f64; 2]>, f64)> {
    match *law {
        Law::Planar { mu } => Some((vec![[1.0, 0.0], [-1.0, 0.0]], mu)),
        Law::Asymmetric { minus, plus } => Some((vec![[plus, 0.0], [-minus, 0.0]], 1.0)),
        Law::Facetted { mu, facets } => Some(((0..facets).map(|k| facet_direction(facets, k)).collect(), mu)),
        Law::Bilateral
        | Law::Unilateral
        | Law::Box { .. }
        | Law::Coulomb { .. }
        | Law::Elliptic { .. }
        | Law::Section(_)
        | Law::Torsion { .. }
        | Law::PlanarRolling { .. }
        | Law::Rolling { .. }
        | Law::RollingTorsion { .. } => None,
    }
}

/// Variables, bounds and the friction rows, gathered block after block.
#[derive(Default)]
struct Variables {
    /// Entries of E: (row of r, column of z, value).
    expansion: Vec<(usize, usize, f64)>,
    /// Entries of the friction rows and of the columns of λ.
    coupling: Vec<(usize, usize, f64)>,
    lower: Vec<f64>,
    upper: Vec<f64>,
}

impl Variables {
    fn push(&mut self, lower: f64, upper: f64) -> usize {
        self.lower.push(lower);
        self.upper.push(upper);
        self.lower.len() - 1
    }

    fn add(&mut self, block: usize, row: usize, law: &Law) -> Result<(), ProblemError> {
        let inf = f64::INFINITY;
        let (lower, upper) = match law.kind() {
            Kind::Bilateral => (-inf, inf),
            Kind::Box { lo, hi } => (lo, hi),
            Kind::Unilateral | Kind::Friction => (0.0, inf),
        };
        let normal = self.push(lower, upper);
        self.expansion.push((row, normal, 1.0));
        let Some((directions, factor)) = directions(law) else {
            return match law.rows() {
                1 => Ok(()),
                _ => Err(ProblemError::Law {
                    block,
                    law: law.name(),
                    method: "the reduction to an LCP",
                }),
            };
        };
        let slip = normal + 1 + directions.len();
        self.coupling.push((slip, normal, factor));
        for direction in directions {
            let beta = self.push(0.0, inf);
            for (k, &x) in direction.iter().enumerate().filter(|(_, x)| **x != 0.0) {
                self.expansion.push((row + 1 + k, beta, x));
            }
            self.coupling.push((beta, slip, 1.0));
            self.coupling.push((slip, beta, -1.0));
        }
        self.push(0.0, inf);
        Ok(())
    }
}

/// The mixed LCP of a problem with facetted, planar, unilateral, bilateral and box laws.
pub fn to_lcp(problem: &ContactProblem) -> Result<Reduction, ProblemError> {
    let mut variables = Variables::default();
    let mut row = 0;
    for (block, law) in problem.laws.iter().enumerate() {
        variables.add(block, row, law)?;
        row += law.rows();
    }
    let n = variables.lower.len();
    let expansion = Sparse::from_triplets(problem.rows(), n, &variables.expansion)?;
    let w = problem.delassus.to_explicit(&sizes(&problem.laws))?.to_sparse();
    // M = Eᵀ W E and the coupling of λ.
    let mut triplets = variables.coupling;
    for i in 0..w.nrows {
        for (j, x) in w.row(i) {
            for (a, left) in expansion.row(i) {
                triplets.extend(expansion.row(j).map(|(b, right)| (a, b, left * x * right)));
            }
        }
    }
    let mut q = vec![0.0; n];
    expansion.multiply_transposed(&problem.free_velocity, &mut q);
    Ok(Reduction {
        problem: MixedLcp {
            matrix: Matrix::Sparse(Sparse::from_triplets(n, n, &triplets)?),
            q,
            lower: variables.lower,
            upper: variables.upper,
        },
        expansion,
    })
}

/// W of a problem in blocks: itself, or the product H M⁻¹ Hᵀ of its factors.
pub fn explicit(problem: &ContactProblem) -> Result<ContactProblem, ProblemError> {
    Ok(ContactProblem {
        delassus: Delassus::Explicit(problem.delassus.to_explicit(&sizes(&problem.laws))?),
        free_velocity: problem.free_velocity.clone(),
        laws: problem.laws.clone(),
    })
}
