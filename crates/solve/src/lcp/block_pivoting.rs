//! Block principal pivoting (Júdice and Pires 1994).
//!
//! ```text
//! A = { i : z_i basic },  z_A = −M_AA⁻¹ q_A,  w = M z + q,
//!                         exchange every pair whose basic variable is negative
//! ```
//! When the number of negative ones has not fallen for ten exchanges of blocks, single exchanges of the one
//! with the largest index follow until it falls: with that safeguard it ends for P-matrices. A singular M_AA
//! is a breakdown.

use super::form::Form;
use super::{Options, Run};
use crate::solver::Stop;

const PATIENCE: usize = 10;

/// Block principal pivoting.
pub(super) fn solve(form: &Form, options: &Options) -> Run {
    let limit = options.max_iterations.unwrap_or(1000 + 5 * form.n);
    let mut basic = form.free.clone();
    let mut best = vec![0.0; form.n];
    let mut fewest = form.n + 1;
    let mut patience = PATIENCE;
    for k in 0..limit {
        if options.is_expired() {
            return Run {
                z: best,
                iterations: k,
                stop: Stop::TimeLimit,
                ray: None,
            };
        }
        let Some(z) = form.complementary_point(&basic) else {
            return Run {
                z: best,
                iterations: k,
                stop: Stop::Breakdown,
                ray: None,
            };
        };
        let w = form.w(&z);
        let size = super::linear::largest(&z).max(1.0);
        let negative: Vec<usize> = (0..form.n)
            .filter(|&i| !form.free[i] && !((if basic[i] { z[i] } else { w[i] }) >= -1e-13 * size))
            .collect();
        let Some(&last) = negative.last() else {
            let mut z = z;
            form.polish_on(&basic, &mut z);
            return Run {
                z,
                iterations: k,
                stop: Stop::Converged,
                ray: None,
            };
        };
        let block = if negative.len() < fewest {
            fewest = negative.len();
            patience = PATIENCE;
            best = z;
            true
        } else {
            patience = patience.saturating_sub(1);
            patience > 0
        };
        if block {
            for &i in &negative {
                basic[i] = !basic[i];
            }
        } else {
            basic[last] = !basic[last];
        }
    }
    Run {
        z: best,
        iterations: limit,
        stop: Stop::IterationLimit,
        ray: None,
    }
}
