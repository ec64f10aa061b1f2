//! Newton's method on a nonsmooth equation that holds exactly at the solutions.
//!
//! ```text
//! Fischer–Burmeister   Φ_i = z_i + w_i − √(z_i² + w_i²)    min   Φ_i = min(z_i, w_i)    free row   Φ_i = w_i
//! J d = −Φ(z),  J = D_a + D_b M ∈ ∂Φ(z),  z ← z + t d,
//!               t by Armijo's rule on ½‖Φ‖², nonmonotone over 5 steps
//! ```
//! Where J is singular or d no descent direction, the step is that of Levenberg and Marquardt. Converges from
//! anywhere for P-matrices (Fischer–Burmeister), quadratically near a regular solution; elsewhere it may stop
//! at a stationary point of ½‖Φ‖² that is no solution, and says `Stalled`. References: Fischer (1992); De
//! Luca, Facchinei, Kanzow (1996); Kanzow (2004) for min.

use super::form::Form;
use super::linear::{Lu, dot, norm};
use super::{Options, Run};
use crate::solver::Stop;

/// Which equation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Equation {
    FischerBurmeister,
    Min,
}

impl Equation {
    /// Φ and the weights (a, b) of an element of its generalised derivative.
    pub(super) fn at(self, z: f64, w: f64) -> (f64, f64, f64) {
        match self {
            Equation::FischerBurmeister => {
                let size = z.hypot(w);
                if size > 0.0 {
                    // z + w − √(z² + w²) without cancellation where both are positive.
                    let value = if z > 0.0 && w > 0.0 {
                        2.0 * z * w / (z + w + size)
                    } else {
                        z + w - size
                    };
                    (value, 1.0 - z / size, 1.0 - w / size)
                } else {
                    let half = 1.0 - std::f64::consts::FRAC_1_SQRT_2;
                    (0.0, half, half)
                }
            }
            Equation::Min => {
                if z <= w {
                    (z, 1.0, 0.0)
                } else {
                    (w, 0.0, 1.0)
                }
            }
        }
    }
}

fn residual(form: &Form, equation: Equation, z: &[f64]) -> Vec<f64> {
    let w = form.w(z);
    (0..form.n)
        .map(|i| {
            if form.free[i] {
                w[i]
            } else {
                equation.at(z[i], w[i]).0
            }
        })
        .collect()
}

/// J, column after column.
fn derivative(form: &Form, equation: Equation, z: &[f64]) -> Vec<f64> {
    let (n, w) = (form.n, form.w(z));
    let weights: Vec<(f64, f64)> = (0..n)
        .map(|i| {
            if form.free[i] {
                return (0.0, 1.0);
            }
            let (_, a, b) = equation.at(z[i], w[i]);
            (a, b)
        })
        .collect();
    let mut jacobian = vec![0.0; n * n];
    for j in 0..n {
        for (i, m) in form.cols.row(j) {
            jacobian[j * n + i] = weights[i].1 * m;
        }
        jacobian[j * n + j] += weights[j].0;
    }
    jacobian
}

/// Newton's method with line search.
pub(super) fn solve(form: &Form, equation: Equation, start: Vec<f64>, options: &Options) -> Run {
    let limit = options.max_iterations.unwrap_or(200);
    let mut z = start;
    let mut phi = residual(form, equation, &z);
    let mut history = vec![norm(&phi)];
    let mut stop = Stop::IterationLimit;
    let mut iterations = limit;
    for k in 0..limit {
        if form.error(&z) <= options.tolerance.min(1e-11) {
            (stop, iterations) = (Stop::Converged, k);
            break;
        }
        if options.is_expired() {
            (stop, iterations) = (Stop::TimeLimit, k);
            break;
        }
        let jacobian = derivative(form, equation, &z);
        let reference = history.iter().rev().take(5).copied().fold(0.0, f64::max);
        let Some(next) = step(form, equation, &z, (&phi, &jacobian), reference) else {
            (stop, iterations) = (Stop::Stalled, k);
            break;
        };
        z = next;
        phi = residual(form, equation, &z);
        history.push(norm(&phi));
    }
    form.polish(&mut z);
    Run {
        z,
        iterations,
        stop,
        ray: None,
    }
}

/// The next point: Newton's direction when it descends, else that of Levenberg and Marquardt.
fn step(
    form: &Form,
    equation: Equation,
    z: &[f64],
    (phi, jacobian): (&[f64], &[f64]),
    reference: f64,
) -> Option<Vec<f64>> {
    let n = form.n;
    let gradient: Vec<f64> = (0..n).map(|j| dot(&jacobian[j * n..(j + 1) * n], phi)).collect();
    if let Some(lu) = Lu::new(n, jacobian) {
        let mut d: Vec<f64> = phi.iter().map(|x| -x).collect();
        lu.solve(&mut d);
        let slope = dot(&gradient, &d);
        let descends = equation == Equation::Min || slope <= -1e-12 * norm(&d).powi(2);
        if d.iter().all(|x| x.is_finite())
            && descends
            && let Some(next) = search(form, equation, z, &d, reference)
        {
            return Some(next);
        }
    }
    let size = norm(phi);
    let mut damping = (1e-3 * size).max(1e-12);
    for _ in 0..6 {
        let mut normal = vec![0.0; n * n];
        for j in 0..n {
            for i in 0..=j {
                let x = dot(&jacobian[i * n..(i + 1) * n], &jacobian[j * n..(j + 1) * n]);
                normal[j * n + i] = x;
                normal[i * n + j] = x;
            }
            normal[j * n + j] += damping;
        }
        if let Some(lu) = Lu::new(n, &normal) {
            let mut d: Vec<f64> = gradient.iter().map(|x| -x).collect();
            lu.solve(&mut d);
            if let Some(next) = search(form, equation, z, &d, reference) {
                return Some(next);
            }
        }
        damping *= 100.0;
    }
    None
}

/// Halves the step until ‖Φ‖ falls below a part of the reference.
fn search(form: &Form, equation: Equation, z: &[f64], d: &[f64], reference: f64) -> Option<Vec<f64>> {
    let mut t = 1.0;
    let mut next = vec![0.0; z.len()];
    for _ in 0..30 {
        for ((next, z), d) in next.iter_mut().zip(z).zip(d) {
            *next = z + t * d;
        }
        if norm(&residual(form, equation, &next)) <= (1.0 - 1e-4 * t) * reference {
            return Some(next);
        }
        t *= 0.5;
    }
    None
}
