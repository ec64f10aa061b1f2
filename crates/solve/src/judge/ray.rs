//! Proofs that no impulses exist.
//!
//! ```text
//! y ≥ 0 on normal rows, free on bilateral rows, 0 on all others,   z = Wᵀ y
//! z in the polar cone of every law:
//!     unilateral z ≤ 0,  bilateral z = 0,  friction z_N + s_D(z_T) ≤ 0,  box z = 0
//! b · y < 0
//! then  y · (W r + b) = z · r + b · y < 0  for all impulses that the laws allow, while every solution has
//! y · u ≥ 0: there is none
//! ```
//! Without friction and with W symmetric and semidefinite it is W y = 0, b · y < 0: the contacts that carry y
//! push against each other, in balance, and close all the same.

use super::{Terms, norm::larger, norm::norm, reached, share_scales};
use crate::delassus::Delassus;
use crate::law::MAX_ROWS;
use crate::law::layout::Kind;
use crate::problem::ContactProblem;

/// Impulses that would break a proof are at least this many times b, in scaled variables: beyond the share
/// that rounding may hide there is no telling them from none.
const IMPULSES: f64 = 1e9;

/// How far y is from a proof, as a share of its size in scaled variables: infinite where b · y is not below
/// zero by more than the violation could pay.
pub fn ray_error(problem: &ContactProblem, y: &[f64]) -> f64 {
    if y.len() != problem.rows() {
        return f64::INFINITY;
    }
    let mut scale = match &problem.delassus {
        Delassus::Explicit(w) => (0..w.num_blocks())
            .flat_map(|i| w.block(w.diagonal[i]).iter().step_by(w.size(i) + 1).copied())
            .collect(),
        Delassus::Factored { .. } => problem.delassus.diagonal(),
    };
    share_scales(&problem.laws, &mut scale);
    let z = transposed(problem, y);
    let size = norm(y.iter().zip(&scale).map(|(y, s)| y * s));
    let free = norm(problem.free_velocity.iter().zip(&scale).map(|(b, s)| b / s));
    let (mut worst, mut at) = (0.0, 0);
    for law in &problem.laws {
        let rows = at..at + law.rows();
        let s = &scale[rows.clone()];
        let mut push = [0.0; MAX_ROWS];
        for (k, i) in rows.clone().enumerate() {
            push[k] = z[i] / s[k];
        }
        let y0 = y[at] * s[0];
        let own = match law.kind() {
            Kind::Bilateral => push[0].abs(),
            Kind::Box { .. } => larger(push[0].abs(), y0.abs()),
            Kind::Unilateral => larger(push[0], -y0),
            Kind::Friction => {
                let others = norm(rows.clone().skip(1).map(|i| y[i] * scale[i]));
                // In units of the problem: the support function takes z_T as it is.
                let mut pushed = [0.0; MAX_ROWS];
                for (k, i) in rows.clone().enumerate() {
                    pushed[k] = z[i];
                }
                let support = law
                    .shape()
                    .map_or(0.0, |shape| shape.support(&pushed[..law.rows()]));
                larger(larger((z[at] + support) / s[0], -y0), others)
            }
        };
        worst = larger(worst, own.max(0.0));
        at = rows.end;
    }
    let gain: f64 = -y
        .iter()
        .zip(&problem.free_velocity)
        .map(|(y, b)| y * b)
        .sum::<f64>();
    let error = worst / size;
    if size > 0.0 && size.is_finite() && gain > IMPULSES * free * worst && gain > f64::EPSILON * free * size {
        error
    } else {
        f64::INFINITY
    }
}

/// Wᵀ y.
fn transposed(problem: &ContactProblem, y: &[f64]) -> Vec<f64> {
    match &problem.delassus {
        Delassus::Explicit(w) => {
            let mut z = vec![0.0; y.len()];
            for i in 0..w.num_blocks() {
                for k in w.row_ptr[i]..w.row_ptr[i + 1] {
                    let j = w.col[k];
                    for (row, line) in w.block(k).chunks_exact(w.size(j)).enumerate() {
                        for (col, a) in line.iter().enumerate() {
                            z[w.offsets[j] + col] += a * y[w.offsets[i] + row];
                        }
                    }
                }
            }
            z
        }
        Delassus::Factored { mass, .. } => {
            // M is symmetric here, and so is W = H M⁻¹ Hᵀ: the judge's own v, without f and w.
            let zero = vec![0.0; y.len()];
            let none = vec![0.0; mass.dim()];
            let terms = Terms {
                force: &none,
                offset: &zero,
            };
            reached(problem, Some(terms), y).u
        }
    }
}
