//! Mehrotra's predictor–corrector interior-point method, for monotone problems.
//!
//! ```text
//! M Δz − Δw = w − M z − q,  w_i Δz_i + z_i Δw_i = σμ − z_i w_i − Δz_i^aff Δw_i^aff,  μ = zᵀw / n,
//!                           σ = (μ_aff/μ)³
//! (M + Z⁻¹W) Δz = w − M z − q + Z⁻¹(σμ e − Z w − Δz^aff Δw^aff)            free rows: no Z⁻¹W, w = 0
//! ```
//! One step length for z and w, 0.995 of the way to the boundary. Polynomial for positive semidefinite M; for
//! others it may stall. At the end the complementary set it shows is solved exactly when that is better.
//! References: Mehrotra (1992); Wright (1997), chapter 8.

use super::form::Form;
use super::linear::Lu;
use super::{Options, Run};
use crate::solver::Stop;

struct Point {
    z: Vec<f64>,
    w: Vec<f64>,
}

/// Interior-point iterations.
pub(super) fn solve(form: &Form, options: &Options) -> Run {
    let n = form.n;
    let signed: Vec<usize> = (0..n).filter(|&i| !form.free[i]).collect();
    let all: Vec<usize> = (0..n).collect();
    let matrix = form.dense_block(&all);
    let limit = options.max_iterations.unwrap_or(150);
    let mut point = Point {
        z: (0..n).map(|i| if form.free[i] { 0.0 } else { 1.0 }).collect(),
        w: (0..n).map(|i| if form.free[i] { 0.0 } else { 1.0 }).collect(),
    };
    let (mut stop, mut iterations) = (Stop::IterationLimit, limit);
    for k in 0..limit {
        if form.error(&point.z) <= options.tolerance.min(1e-10) {
            (stop, iterations) = (Stop::Converged, k);
            break;
        }
        if options.is_expired() {
            (stop, iterations) = (Stop::TimeLimit, k);
            break;
        }
        match advance(form, &matrix, &signed, &mut point) {
            Some(step) if step > 1e-9 => {}
            Some(_) => {
                (stop, iterations) = (Stop::Stalled, k);
                break;
            }
            None => {
                (stop, iterations) = (Stop::Breakdown, k);
                break;
            }
        }
    }
    let mut z = point.z;
    form.polish(&mut z);
    Run {
        z,
        iterations,
        stop,
        ray: None,
    }
}

/// One predictor–corrector step; its length, or `None` when the system is singular.
fn advance(form: &Form, matrix: &[f64], signed: &[usize], point: &mut Point) -> Option<f64> {
    let n = form.n;
    let Point { z, w } = point;
    let defect: Vec<f64> = form.w(z).iter().zip(w.iter()).map(|(m, w)| w - m).collect();
    let mut system = matrix.to_vec();
    for &i in signed {
        system[i * n + i] += w[i] / z[i];
    }
    let lu = Lu::new(n, &system)?;
    let count = signed.len().max(1) as f64;
    let mu = signed.iter().map(|&i| z[i] * w[i]).sum::<f64>() / count;
    let direction = |target: &dyn Fn(usize) -> f64| {
        let mut dz = defect.clone();
        for &i in signed {
            dz[i] += target(i) / z[i];
        }
        lu.solve(&mut dz);
        let mut dw = vec![0.0; n];
        for &i in signed {
            dw[i] = (target(i) - w[i] * dz[i]) / z[i];
        }
        (dz, dw)
    };
    let (az, aw) = direction(&|i| -z[i] * w[i]);
    let reach = boundary(signed, z, &az).min(boundary(signed, w, &aw)).min(1.0);
    let after = signed
        .iter()
        .map(|&i| (z[i] + reach * az[i]) * (w[i] + reach * aw[i]))
        .sum::<f64>()
        / count;
    let sigma = if mu > 0.0 {
        (after / mu).powi(3).clamp(0.0, 1.0)
    } else {
        0.0
    };
    let (dz, dw) = direction(&|i| sigma * mu - z[i] * w[i] - az[i] * aw[i]);
    let step = (0.995 * boundary(signed, z, &dz).min(boundary(signed, w, &dw))).min(1.0);
    if !dz.iter().chain(&dw).all(|x| x.is_finite()) {
        return None;
    }
    for i in 0..n {
        z[i] += step * dz[i];
        w[i] += step * dw[i];
    }
    Some(step)
}

/// The step at which the first of x reaches 0.
fn boundary(signed: &[usize], x: &[f64], dx: &[f64]) -> f64 {
    signed
        .iter()
        .filter(|&&i| dx[i] < 0.0)
        .fold(f64::INFINITY, |t, &i| t.min(-x[i] / dx[i]))
}
