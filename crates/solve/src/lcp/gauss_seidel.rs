//! Projected Gauss–Seidel and successive over-relaxation, with bounds.
//!
//! ```text
//! z_i ← clamp( z_i − ω (M z + q)_i / M_ii,  lo_i, hi_i )        row after row,  0 < ω < 2
//! ```
//! Converges for symmetric positive definite M (0 < ω < 2), for diagonally dominant M and for M-matrices (ω ≤
//! 1); elsewhere it may cycle for ever. A row without a positive diagonal entry is not covered, and the
//! answer says so: `Unsupported`. Reference: Cryer (1971); Cottle, Pang, Stone (1992), §5.2.

use super::{Options, Run};
use crate::measure::mixed_lcp_error;
use crate::problem::MixedLcp;
use crate::solver::Stop;

/// Sweeps until the natural map is small. Works on the original variables: every update is free of the
/// scaling.
pub(super) fn solve(problem: &MixedLcp, options: &Options) -> Run {
    let n = problem.q.len();
    let rows = problem.matrix.to_sparse();
    let diagonal: Vec<f64> = (0..n)
        .map(|i| rows.row(i).find(|&(j, _)| j == i).map_or(0.0, |(_, a)| a))
        .collect();
    let mut z = match &options.start {
        Some(start) if start.len() == n => start.clone(),
        _ => vec![0.0; n],
    };
    for i in 0..n {
        z[i] = z[i].clamp(problem.lower[i], problem.upper[i]);
    }
    let done = |z: Vec<f64>, iterations, stop| Run {
        z,
        iterations,
        stop,
        ray: None,
    };
    if (0..n).any(|i| !(diagonal[i] > 0.0) && problem.lower[i] < problem.upper[i]) {
        return done(z, 0, Stop::Unsupported);
    }
    let limit = options.max_iterations.unwrap_or(20_000);
    for k in 0..limit {
        if k % 8 == 0 && mixed_lcp_error(problem, &z) <= options.tolerance {
            return done(z, k, Stop::Converged);
        }
        if k % 8 == 0 && options.is_expired() {
            return done(z, k, Stop::TimeLimit);
        }
        let mut moved = false;
        for i in (0..n).filter(|&i| problem.lower[i] < problem.upper[i]) {
            let w = problem.q[i] + rows.row(i).map(|(j, a)| a * z[j]).sum::<f64>();
            let next =
                (z[i] - options.relaxation * w / diagonal[i]).clamp(problem.lower[i], problem.upper[i]);
            if !next.is_finite() {
                return done(z, k, Stop::Breakdown);
            }
            moved |= next != z[i];
            z[i] = next;
        }
        if !moved {
            return done(z, k + 1, Stop::Stalled);
        }
    }
    done(z, limit, Stop::IterationLimit)
}
