//! All solutions of a small contact problem, by trying every combination of contact modes.
//!
//! ```text
//! one mode of a block:  r = r₀ + B z,   Cᵀ u = 0   open, stick, slide along a fixed direction, at a bound, …
//! together:             Cᵀ W B z = −Cᵀ (b + W r₀)          one linear system for each combination
//! curved slide:    r = r_N (1, d(φ)),  u_N = 0,  u_T = −s n(φ),  s ≥ 0     d(φ) on the ellipse, n its normal
//! ```
//! With one block that slides along an ellipse, det(Cᵀ W B) · (u_T × n) is a trigonometric polynomial of
//! degree 2 in φ: its at most four roots are eigenvalues of a companion matrix. With several, Newton's method
//! starts from a grid of directions. Every candidate is judged by the error of the whole law, so that no
//! wrong answer is listed.
//!
//! What is complete: [`Enumeration::complete`] is true when every combination had a regular matrix and at
//! most one block slid along an ellipse; then all solutions are listed. A singular matrix may hide a
//! continuum of solutions, of which at most one point is listed; several curved slides may have solutions
//! that no start found. Laws with torsion, spatial rolling or a section given by functions are refused.
//! Source for the modes: Klarbring (1990), Examples of non-uniqueness and non-existence in contact with
//! friction.

mod curve;
mod pieces;

use crate::measure::Meter;
use crate::problem::{ContactProblem, ProblemError, sizes};
use curve::{Curve, trigonometric_roots};
use nalgebra::{DMatrix, DVector};
use pieces::{Piece, pieces};

/// How far the search goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Largest scaled error of a solution.
    pub tolerance: f64,
    /// Most combinations of modes; with more nothing is tried.
    pub max_combinations: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            tolerance: 1e-9,
            max_combinations: 200_000,
        }
    }
}

/// What a block does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// r = 0.
    Open,
    /// u = 0 in every row that carries an impulse.
    Stick,
    /// Closed, with friction at its limit in some row.
    Slide,
    /// A box at its lower bound.
    Lower,
    /// A box at its upper bound.
    Upper,
}

/// One solution.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The impulses.
    pub r: Vec<f64>,
    /// The mode of each block in which the solution was first met.
    pub modes: Vec<Mode>,
    /// Its scaled error.
    pub error: f64,
}

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Enumeration {
    /// The distinct solutions, in the order of the modes.
    pub solutions: Vec<Solution>,
    /// Whether these are certainly all.
    pub complete: bool,
}

/// Lists the solutions of `problem`.
pub fn enumerate_modes(problem: &ContactProblem, options: &Options) -> Result<Enumeration, ProblemError> {
    let mut choices = Vec::new();
    for (block, law) in problem.laws.iter().enumerate() {
        let refuse = || ProblemError::Law {
            block,
            law: law.name(),
            method: "the enumeration of modes",
        };
        choices.push(pieces(law).ok_or_else(refuse)?);
    }
    let combinations = choices
        .iter()
        .try_fold(1usize, |product, c| product.checked_mul(c.len()));
    let mut search = Search {
        w: problem.delassus.to_explicit(&sizes(&problem.laws))?.to_dense(),
        b: DVector::from_column_slice(&problem.free_velocity),
        offsets: problem.offsets(),
        meter: Meter::new(problem),
        problem,
        options: *options,
        found: Enumeration {
            solutions: vec![],
            complete: true,
        },
    };
    match combinations {
        Some(count) if count <= options.max_combinations => {
            for index in 0..count {
                search.try_combination(&choose(&choices, index));
            }
        }
        _ => search.found.complete = false,
    }
    Ok(search.found)
}

/// The combination of that number: a number with one digit for each block.
fn choose(choices: &[Vec<Piece>], mut index: usize) -> Vec<&Piece> {
    let mut out = Vec::with_capacity(choices.len());
    for c in choices {
        out.push(&c[index % c.len()]);
        index /= c.len();
    }
    out
}

struct Search<'a> {
    w: DMatrix<f64>,
    b: DVector<f64>,
    offsets: Vec<usize>,
    meter: Meter,
    problem: &'a ContactProblem,
    options: Options,
    found: Enumeration,
}

/// The linear system of one combination: r = offset + B z, Cᵀ u = 0, and where the curved slides are.
struct System {
    offset: DVector<f64>,
    basis: DMatrix<f64>,
    tests: DMatrix<f64>,
    curves: Vec<Curve>,
}

impl Search<'_> {
    fn try_combination(&mut self, pieces: &[&Piece]) {
        let mut system = self.system(pieces);
        let modes: Vec<Mode> = pieces.iter().map(|p| p.mode).collect();
        match system.curves.len() {
            0 => {
                let (z, regular) = self.solve(&system);
                self.found.complete &= regular;
                self.note(&system, &z, &modes);
            }
            1 => {
                for phi in self.curved_roots(&mut system) {
                    self.newton(&mut system, &[phi], &modes);
                }
            }
            count => {
                self.found.complete = false;
                let per = [0, 0, 12, 7, 5].get(count).copied().unwrap_or(4);
                for start in 0..usize::pow(per, u32::try_from(count).unwrap_or(u32::MAX)) {
                    let digit = |k: usize| start / usize::pow(per, u32::try_from(k).unwrap_or(0)) % per;
                    let angle = |k: usize| (digit(k) as f64 + 0.3) * std::f64::consts::TAU / per as f64;
                    let phi: Vec<f64> = (0..count).map(angle).collect();
                    self.newton(&mut system, &phi, &modes);
                }
            }
        }
    }

    fn system(&self, pieces: &[&Piece]) -> System {
        let rows = self.b.len();
        let columns: usize = pieces.iter().map(|p| p.basis.len()).sum();
        let mut out = System {
            offset: DVector::zeros(rows),
            basis: DMatrix::zeros(rows, columns),
            tests: DMatrix::zeros(rows, columns),
            curves: vec![],
        };
        let mut column = 0;
        for (piece, &row) in pieces.iter().zip(&self.offsets) {
            for (k, &x) in piece.offset.iter().enumerate() {
                out.offset[row + k] = x;
            }
            if let Some(axes) = piece.curve {
                out.curves.push(Curve { row, column, axes });
            }
            for (basis, test) in piece.basis.iter().zip(&piece.tests) {
                for k in 0..basis.len() {
                    out.basis[(row + k, column)] = basis[k];
                    out.tests[(row + k, column)] = test[k];
                }
                column += 1;
            }
        }
        out
    }

    /// z of least norm, and whether the matrix is regular.
    fn solve(&self, system: &System) -> (DVector<f64>, bool) {
        let columns = system.basis.ncols();
        if columns == 0 {
            return (DVector::zeros(0), true);
        }
        let matrix = system.tests.transpose() * &self.w * &system.basis;
        let right = -(system.tests.transpose() * (&self.b + &self.w * &system.offset));
        let svd = matrix.svd(true, true);
        let (most, least) = (svd.singular_values.max(), svd.singular_values.min());
        let z = svd
            .solve(&right, 1e-12 * most)
            .unwrap_or_else(|_| DVector::zeros(columns));
        (z, least > 1e-10 * most)
    }

    fn point(system: &mut System, phi: &[f64]) {
        for (curve, &phi) in system.curves.iter().zip(phi) {
            let [d, ..] = curve.at(phi);
            system.basis[(curve.row + 1, curve.column)] = d[0];
            system.basis[(curve.row + 2, curve.column)] = d[1];
        }
    }

    fn impulse(system: &System, z: &DVector<f64>) -> DVector<f64> {
        &system.offset + &system.basis * z
    }

    /// Directions where the one curved slide opposes its friction or goes along with it.
    fn curved_roots(&mut self, system: &mut System) -> Vec<f64> {
        const SAMPLES: usize = 16;
        // An offset that no contact frame shares: the matrix is then singular at a sample by bad luck alone.
        const OFFSET: f64 = 0.137;
        let angle = |k: usize| OFFSET + std::f64::consts::TAU * k as f64 / SAMPLES as f64;
        let mut values = [0.0; SAMPLES];
        let mut regular = false;
        for (k, value) in values.iter_mut().enumerate() {
            Self::point(system, &[angle(k)]);
            let (z, sound) = self.solve(system);
            regular |= sound;
            let det = (system.tests.transpose() * &self.w * &system.basis).determinant();
            let u = &self.w * Self::impulse(system, &z) + &self.b;
            let curve = &system.curves[0];
            let [_, _, n, _] = curve.at(angle(k));
            *value = det * (u[curve.row + 1] * n[1] - u[curve.row + 2] * n[0]);
        }
        let roots = trigonometric_roots(&values).map(|roots| roots.iter().map(|phi| phi + OFFSET).collect());
        // A matrix singular for every direction, or a polynomial that vanishes, hides a continuum.
        self.found.complete &= regular && roots.is_some();
        roots.unwrap_or_else(|| (0..SAMPLES).map(angle).collect())
    }

    /// Newton's method on (z, s, φ) from the directions φ; what it ends on is judged.
    fn newton(&mut self, system: &mut System, phi: &[f64], modes: &[Mode]) {
        let mut phi = phi.to_vec();
        Self::point(system, &phi);
        let mut z = self.solve(system).0;
        let (p, k) = (z.len(), phi.len());
        let mut u = &self.w * Self::impulse(system, &z) + &self.b;
        let mut s: Vec<f64> = system
            .curves
            .iter()
            .zip(&phi)
            .map(|(c, &phi)| c.slip(phi, &u))
            .collect();
        for _ in 0..30 {
            let (jacobian, residual) = self.linearised(system, &z, &s, &phi, &u);
            let Some(step) = jacobian.full_piv_lu().solve(&residual) else {
                break;
            };
            if !step.iter().all(|x| x.is_finite()) {
                break;
            }
            z -= step.rows(0, p);
            for i in 0..k {
                s[i] -= step[p + 2 * i];
                // A full turn at most: beyond, the start is as good as any other.
                phi[i] -= step[p + 2 * i + 1].clamp(-1.0, 1.0);
            }
            Self::point(system, &phi);
            u = &self.w * Self::impulse(system, &z) + &self.b;
            if step.amax() <= 1e-15 * (1.0 + z.amax()) {
                break;
            }
        }
        self.note(system, &z, modes);
    }

    /// Jacobian and value of Cᵀ u = 0 and u_T + s n(φ) = 0 in (z, s, φ).
    fn linearised(
        &self,
        system: &System,
        z: &DVector<f64>,
        s: &[f64],
        phi: &[f64],
        u: &DVector<f64>,
    ) -> (DMatrix<f64>, DVector<f64>) {
        let (p, k) = (z.len(), phi.len());
        let mut jacobian = DMatrix::zeros(p + 2 * k, p + 2 * k);
        let mut value = DVector::zeros(p + 2 * k);
        // Rows of u that enter, and how u moves with z and φ.
        let mut moves = DMatrix::zeros(u.len(), p + 2 * k);
        moves.columns_mut(0, p).copy_from(&(&self.w * &system.basis));
        for (i, (curve, &phi)) in system.curves.iter().zip(phi).enumerate() {
            let [_, d, ..] = curve.at(phi);
            let normal = z[curve.column];
            let column = self.w.column(curve.row + 1) * (normal * d[0])
                + self.w.column(curve.row + 2) * (normal * d[1]);
            moves.column_mut(p + 2 * i + 1).copy_from(&column);
        }
        jacobian
            .rows_mut(0, p)
            .copy_from(&(system.tests.transpose() * &moves));
        value.rows_mut(0, p).copy_from(&(system.tests.transpose() * u));
        for (i, (curve, &phi)) in system.curves.iter().zip(phi).enumerate() {
            let [_, _, n, turn] = curve.at(phi);
            for t in 0..2 {
                let at = p + 2 * i + t;
                jacobian.row_mut(at).copy_from(&moves.row(curve.row + 1 + t));
                jacobian[(at, p + 2 * i)] += n[t];
                jacobian[(at, p + 2 * i + 1)] += s[i] * turn[t];
                value[at] = u[curve.row + 1 + t] + s[i] * n[t];
            }
        }
        (jacobian, value)
    }

    /// Keeps a candidate that solves the problem and is not known yet.
    fn note(&mut self, system: &System, z: &DVector<f64>, modes: &[Mode]) {
        let r = Self::impulse(system, z);
        let error = self.meter.measure(self.problem, r.as_slice()).scaled;
        if !(error <= self.options.tolerance) {
            return;
        }
        let scale = &self.meter.root_scale;
        let size =
            |x: &mut dyn Iterator<Item = f64>| x.zip(scale).map(|(x, s)| (s * x).powi(2)).sum::<f64>().sqrt();
        let length = size(&mut r.iter().copied());
        let known = self.found.solutions.iter().any(|old| {
            size(&mut r.iter().zip(&old.r).map(|(a, b)| a - b))
                <= 1e-6 * length.max(size(&mut old.r.iter().copied()))
        });
        if !known {
            self.found.solutions.push(Solution {
                r: r.as_slice().to_vec(),
                modes: modes.to_vec(),
                error,
            });
        }
    }
}
