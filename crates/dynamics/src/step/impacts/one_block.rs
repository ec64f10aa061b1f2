//! The impact of one contact alone: its law on a block of at most six rows, W possibly singular.
//!
//! ```text
//! stick  r = −W⁺ b, the least of all that stop it,
//!        where W is singular: constraints leave fewer motions than rows
//! else   the exact answer of one block, (W r + b, r) ∈ law
//! a jam  r a million times b / W: taken without friction, and told
//! ```
//! A contact on a hinged body has a W of rank one. Impulses that stick are many then, and Poisson's expansion
//! depends on them: the least are taken, so that roundings do not choose.

use crate::step::tolerances::{JAM, SINGULAR};
use drystone_solve::certificate::certify_velocity;
use drystone_solve::cone::block::solve_block;
use drystone_solve::delassus::Delassus;
use drystone_solve::law::{Law, MAX_ROWS};
use drystone_solve::problem::ContactProblem;
use drystone_solve::solver::{Solver, SolverReport, Stop};
use nalgebra::{DMatrix, DVector, SymmetricEigen};

/// A problem of one contact.
pub(crate) struct OneBlock;

impl Solver for OneBlock {
    fn solve(&mut self, problem: &ContactProblem, r: &mut [f64]) -> SolverReport {
        let stop = match (&problem.delassus, problem.laws.as_slice()) {
            (Delassus::Explicit(w), [law]) => solve(law, &w.values, &problem.free_velocity, r),
            _ => Stop::Unsupported,
        };
        SolverReport {
            iterations: 1,
            stop,
            method: "one block",
        }
    }
}

pub(super) fn solve(law: &Law, w: &[f64], b: &[f64], r: &mut [f64]) -> Stop {
    if b[0] < 0.0 && sticks(law, w, b, r) {
        return Stop::Converged;
    }
    solve_block(law, w, b, r);
    let fastest = b.iter().fold(0.0, |m: f64, b| m.max(b.abs()));
    if r.iter().all(|r| r.abs() * w[0] <= JAM * fastest) {
        return Stop::Converged;
    }
    r.fill(0.0);
    r[0] = if w[0] > 0.0 { (-b[0] / w[0]).max(0.0) } else { 0.0 };
    Stop::Stalled
}

/// Whether W is singular and some r inside the cone stops everything: the least of them then.
fn sticks(law: &Law, w: &[f64], b: &[f64], r: &mut [f64]) -> bool {
    let n = b.len();
    let scale = units(w, n);
    if n == 1 || !is_singular(w, n, &scale) {
        return false;
    }
    let scaled = DMatrix::from_fn(n, n, |i, j| scale[i] * w[i * n + j] * scale[j]);
    let target = DVector::from_fn(n, |i, _| -scale[i] * b[i]);
    let eigen = SymmetricEigen::new(scaled.clone());
    let most = eigen.eigenvalues.max();
    let mut x = DVector::zeros(n);
    for (value, vector) in eigen.eigenvalues.iter().zip(eigen.eigenvectors.column_iter()) {
        if *value > SINGULAR * most {
            x += vector * (vector.dot(&target) / value);
        }
    }
    let missed = (&scaled * &x - &target).amax();
    let mut found = [0.0; MAX_ROWS];
    for i in 0..n {
        found[i] = scale[i] * x[i];
    }
    let held = certify_velocity(&[*law], &found[..n], &[0.0; MAX_ROWS][..n]);
    let fits = missed <= SINGULAR * target.amax() && held.cone_excess <= 0.0 && held.tension <= 0.0;
    if fits {
        r.copy_from_slice(&found[..n]);
    }
    fits
}

/// 1/√W_ii, one number for the normal and the two rows of slip, which have one unit.
fn units(w: &[f64], n: usize) -> [f64; MAX_ROWS] {
    let forces = (0..n.min(3)).fold(0.0, |m: f64, i| m.max(w[i * n + i]));
    std::array::from_fn(|i| match w.get(i * n + i) {
        Some(&d) if i < n => match if i < 3 { forces } else { d } {
            d if d > 0.0 => d.sqrt().recip(),
            _ => 0.0,
        },
        _ => 0.0,
    })
}

/// Whether a pivot of W, scaled, vanishes.
fn is_singular(w: &[f64], n: usize, scale: &[f64; MAX_ROWS]) -> bool {
    let mut a = [[0.0; MAX_ROWS]; MAX_ROWS];
    for i in 0..n {
        for j in 0..n {
            a[i][j] = scale[i] * w[i * n + j] * scale[j];
        }
    }
    for k in 0..n {
        if !(a[k][k] > SINGULAR) {
            return true;
        }
        for i in k + 1..n {
            let factor = a[i][k] / a[k][k];
            for j in k..n {
                a[i][j] -= factor * a[k][j];
            }
        }
    }
    false
}
