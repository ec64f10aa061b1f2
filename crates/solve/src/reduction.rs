//! Reductions between problem types, each with its way back.
//!
//! ```text
//! facetted cone     r_T = Σ β_k δ_k,  β ≥ 0,  Σ β_k ≤ c r_N:       with z = (r_N, β, λ) and r = E z
//!                   0 ≤ [ Wnn Wnd 0 ; Wdn Wdd e ; c −eᵀ 0 ] z + (b_n, δᵀb_T, 0)  ⟂  z ≥ 0
//!                   unit directions δ_k and c = μ; for D = [−minus, plus]: δ = (plus, −minus) and c = 1
//! bilateral rows    r_B = −W_BB⁻¹ (b_B + W_BC r_C),   W' = W_CC − W_CB W_BB⁻¹ W_BC,   b' = b_C − W_CB W_BB⁻¹ b_B
//! projection        min ½ (v − v₀)ᵀ M (v − v₀),  H v ≥ c:   v = v₀ + M⁻¹Hᵀz,   0 ≤ W z + H v₀ − c ⟂ z ≥ 0
//! ```
//! λ is the speed of slip where there is any. The matrix of the facetted cone is copositive when W is
//! positive semidefinite, so that Lemke's method ends at a solution. β is not unique where opposite
//! directions are both present; r_T = Σ β_k δ_k is what counts. References: Anitescu and Potra (1997);
//! Stewart and Trinkle (1996); Moreau (1988) §11 for the projection. Not covered: round cones (approximate
//! them by [`facetted`]), torsion, rolling, general sections.

use crate::delassus::{BlockMatrix, Delassus, Sparse};
use crate::law::{Law, facet_direction};
use crate::mass::Mass;
use crate::problem::{ContactProblem, Lcp, Matrix, MixedLcp, ProblemError, sizes};
use nalgebra::{DMatrix, DVector};

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
        _ => None,
    }
}

/// Variables, bounds and the friction rows, gathered block after block.
#[derive(Default)]
struct Layout {
    /// Entries of E: (row of r, column of z, value).
    expansion: Vec<(usize, usize, f64)>,
    /// Entries of the friction rows and of the columns of λ.
    coupling: Vec<(usize, usize, f64)>,
    lower: Vec<f64>,
    upper: Vec<f64>,
}

impl Layout {
    fn push(&mut self, lower: f64, upper: f64) -> usize {
        self.lower.push(lower);
        self.upper.push(upper);
        self.lower.len() - 1
    }

    fn add(&mut self, block: usize, row: usize, law: &Law) -> Result<(), ProblemError> {
        let inf = f64::INFINITY;
        let (lower, upper) = match *law {
            Law::Bilateral => (-inf, inf),
            Law::Box { lo, hi } => (lo, hi),
            _ => (0.0, inf),
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
    let mut layout = Layout::default();
    let mut row = 0;
    for (block, law) in problem.laws.iter().enumerate() {
        layout.add(block, row, law)?;
        row += law.rows();
    }
    let n = layout.lower.len();
    let expansion = Sparse::from_triplets(problem.rows(), n, &layout.expansion)?;
    let w = problem.delassus.to_explicit(&sizes(&problem.laws))?.to_sparse();
    // M = Eᵀ W E and the coupling of λ.
    let mut triplets = layout.coupling;
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
            lower: layout.lower,
            upper: layout.upper,
        },
        expansion,
    })
}

/// W of a problem in blocks: itself, or the product H M⁻¹ Hᵀ of its factors.
pub fn explicit(problem: &ContactProblem) -> Result<ContactProblem, ProblemError> {
    let w: BlockMatrix = problem.delassus.to_explicit(&sizes(&problem.laws))?;
    Ok(ContactProblem {
        delassus: Delassus::Explicit(w),
        ..problem.clone()
    })
}

/// A problem without its bilateral rows, with the way back.
#[derive(Clone, Debug, PartialEq)]
pub struct Eliminated {
    /// The problem that is left.
    pub problem: ContactProblem,
    kept: Vec<usize>,
    gone: Vec<usize>,
    /// −W_BB⁻¹ W_BC.
    gain: DMatrix<f64>,
    /// −W_BB⁻¹ b_B.
    offset: DVector<f64>,
}

impl Eliminated {
    /// All impulses, from those of the problem that is left.
    pub fn recover(&self, r: &[f64]) -> Vec<f64> {
        let joints = &self.gain * DVector::from_column_slice(r) + &self.offset;
        let mut out = vec![0.0; self.kept.len() + self.gone.len()];
        self.kept.iter().zip(r).for_each(|(&i, r)| out[i] = *r);
        self.gone
            .iter()
            .zip(joints.iter())
            .for_each(|(&i, r)| out[i] = *r);
        out
    }
}

/// Rows of W_BB below this part of the largest pivot, after scaling by the diagonal, count as dependent.
const DEPENDENT: f64 = 1e-11;

/// Eliminates the bilateral rows by a Schur complement; refuses dependent ones.
pub fn eliminate_bilateral(problem: &ContactProblem) -> Result<Eliminated, ProblemError> {
    let w = problem.delassus.to_explicit(&sizes(&problem.laws))?.to_dense();
    let b = &problem.free_velocity;
    let (mut kept, mut gone, mut laws, mut row) = (Vec::new(), Vec::new(), Vec::new(), 0);
    for law in &problem.laws {
        let rows = row..row + law.rows();
        row = rows.end;
        if *law == Law::Bilateral {
            gone.extend(rows);
        } else {
            kept.extend(rows);
            laws.push(*law);
        }
    }
    let pick = |rows: &[usize], cols: &[usize]| {
        DMatrix::from_fn(rows.len(), cols.len(), |i, j| w[(rows[i], cols[j])])
    };
    let scale: Vec<f64> = gone.iter().map(|&i| w[(i, i)].abs().sqrt()).collect();
    let dependent = ProblemError::Dependent { what: "bilateral" };
    if scale.iter().any(|s| !(*s > 0.0)) {
        return Err(dependent);
    }
    // In scaled rows, where a small pivot means dependence and not a small unit.
    let mut block = pick(&gone, &gone);
    let mut right = DMatrix::from_fn(gone.len(), kept.len() + 1, |i, j| {
        kept.get(j).map_or(b[gone[i]], |&j| w[(gone[i], j)])
    });
    for i in 0..gone.len() {
        (0..gone.len()).for_each(|j| block[(i, j)] /= scale[i] * scale[j]);
        (0..=kept.len()).for_each(|j| right[(i, j)] /= -scale[i]);
    }
    let lu = block.full_piv_lu();
    let pivots = lu.u().diagonal().map(f64::abs);
    if !gone.is_empty() && !(pivots.min() > DEPENDENT * pivots.max()) {
        return Err(dependent);
    }
    if !lu.solve_mut(&mut right) {
        return Err(dependent);
    }
    for i in 0..gone.len() {
        (0..=kept.len()).for_each(|j| right[(i, j)] /= scale[i]);
    }
    let gain = right.columns(0, kept.len()).into_owned();
    let offset = right.column(kept.len()).into_owned();
    let coupling = pick(&kept, &gone);
    let left = pick(&kept, &kept) + &coupling * &gain;
    let free = DVector::from_iterator(kept.len(), kept.iter().map(|&i| b[i])) + &coupling * &offset;
    Ok(Eliminated {
        problem: ContactProblem::from_dense(&left, free.as_slice().to_vec(), laws)?,
        kept,
        gone,
        gain,
        offset,
    })
}

/// The dual LCP of the projection of `v` on { v : H v ≥ c } in the kinetic metric of M.
pub fn projection_to_lcp(mass: &Mass, jacobian: &Sparse, v: &[f64], c: &[f64]) -> Result<Lcp, ProblemError> {
    let rows = jacobian.nrows;
    for (what, found, asked) in [
        ("v", v.len(), mass.dim()),
        ("c", c.len(), rows),
        ("H", jacobian.ncols, mass.dim()),
    ] {
        if found != asked {
            return Err(ProblemError::Shape {
                what,
                found: (found, 1),
                asked: (asked, 1),
            });
        }
    }
    let factored = Delassus::Factored {
        mass: mass.clone(),
        jacobian: jacobian.clone(),
    };
    let mut q = vec![0.0; rows];
    jacobian.multiply(v, &mut q);
    q.iter_mut().zip(c).for_each(|(q, c)| *q -= c);
    let lcp = Lcp {
        matrix: Matrix::Sparse(factored.to_explicit(&vec![1; rows])?.to_sparse()),
        q,
    };
    lcp.check()?;
    Ok(lcp)
}

/// The projected velocity v + M⁻¹Hᵀz, from the solution z of the dual LCP.
pub fn projected_velocity(mass: &Mass, jacobian: &Sparse, v: &[f64], z: &[f64]) -> Vec<f64> {
    let mut out = vec![0.0; mass.dim()];
    jacobian.multiply_transposed(z, &mut out);
    mass.solve(&mut out);
    out.iter_mut().zip(v).for_each(|(out, v)| *out += v);
    out
}
