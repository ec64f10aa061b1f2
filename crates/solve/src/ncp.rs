//! Nonlinear complementarity problems by a globalised nonsmooth Newton method.
//!
//! ```text
//! find z :   0 ≤ z ⟂ F(z) ≥ 0     ⟺     Φ_i(z) = z_i + F_i − √(z_i² + F_i²) = 0
//! J d = −Φ,   J = D_a + D_b F'(z) ∈ ∂Φ(z),      z ← z + t d,     Armijo on ½‖Φ‖²
//! fallback:   follow   0 ≤ z ⟂ s F(z) + (1 − s)(z − a) ≥ 0   from s = 0 (z = a) to s = 1
//! ```
//! Where J is singular or gives no descent the step is that of Levenberg and Marquardt. The homotopy steps in
//! s with the last solution as a guess and halves its step when Newton does not follow; it cannot pass a
//! turning point. Finds one solution; which one depends on the start. `Converged` is said only when ‖min(z,
//! F(z))‖ ≤ tolerance. Part of the public library: no scheme and no command of this project calls it.
//! References: De Luca, Facchinei, Kanzow (1996); Facchinei and Pang (2003), chapter 9.

use crate::solver::Stop;
use nalgebra::{DMatrix, DVector};

/// F and its Jacobian.
pub struct Ncp<'a> {
    /// Number of variables.
    pub dim: usize,
    /// Writes F(z).
    pub function: &'a dyn Fn(&[f64], &mut [f64]),
    /// Writes ∂F_i/∂z_j.
    pub jacobian: &'a dyn Fn(&[f64], &mut DMatrix<f64>),
}

/// What the method is given.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Largest ‖min(z, F(z))‖ accepted.
    pub tolerance: f64,
    /// Most Newton steps of one solve; the homotopy may make up to a hundred such solves.
    pub max_iterations: usize,
    /// Whether to try the homotopy when Newton alone fails.
    pub homotopy: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            tolerance: 1e-10,
            max_iterations: 100,
            homotopy: true,
        }
    }
}

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The solution, or the best point reached.
    pub z: Vec<f64>,
    /// Newton steps in all.
    pub iterations: usize,
    /// Why it stopped.
    pub stop: Stop,
    /// ‖min(z, F(z))‖.
    pub error: f64,
    /// "newton" or "homotopy".
    pub method: &'static str,
}

/// s F(z) + (1 − s)(z − a), the problem of one point of the homotopy.
struct Blend<'a> {
    ncp: &'a Ncp<'a>,
    s: f64,
    anchor: DVector<f64>,
}

impl Blend<'_> {
    fn value(&self, z: &DVector<f64>) -> DVector<f64> {
        let mut f = DVector::zeros(self.ncp.dim);
        (self.ncp.function)(z.as_slice(), f.as_mut_slice());
        if self.s < 1.0 {
            f = f * self.s + (z - &self.anchor) * (1.0 - self.s);
        }
        f
    }

    /// Φ, and J = D_a + D_b F'.
    fn linearise(&self, z: &DVector<f64>) -> (DVector<f64>, DMatrix<f64>) {
        let n = self.ncp.dim;
        let f = self.value(z);
        let mut jacobian = DMatrix::zeros(n, n);
        (self.ncp.jacobian)(z.as_slice(), &mut jacobian);
        if self.s < 1.0 {
            jacobian *= self.s;
            (0..n).for_each(|i| jacobian[(i, i)] += 1.0 - self.s);
        }
        for i in 0..n {
            let size = z[i].hypot(f[i]);
            let half = 1.0 - std::f64::consts::FRAC_1_SQRT_2;
            let (a, b) = if size > 0.0 {
                (1.0 - z[i] / size, 1.0 - f[i] / size)
            } else {
                (half, half)
            };
            (0..n).for_each(|j| jacobian[(i, j)] *= b);
            jacobian[(i, i)] += a;
        }
        (phi(z, &f), jacobian)
    }

    fn error(&self, z: &DVector<f64>) -> f64 {
        natural_error(z, &self.value(z))
    }
}

fn phi(z: &DVector<f64>, f: &DVector<f64>) -> DVector<f64> {
    z.zip_map(f, |z, f| {
        let size = z.hypot(f);
        if z > 0.0 && f > 0.0 {
            2.0 * z * f / (z + f + size)
        } else {
            z + f - size
        }
    })
}

fn natural_error(z: &DVector<f64>, f: &DVector<f64>) -> f64 {
    z.zip_map(f, |z, f| if z <= f { z } else { f }).norm()
}

/// Solves from `start`; a start of the wrong length is a breakdown.
pub fn solve(ncp: &Ncp<'_>, start: &[f64], options: &Options) -> Answer {
    if start.len() != ncp.dim {
        return Answer {
            z: vec![0.0; ncp.dim],
            iterations: 0,
            stop: Stop::Breakdown,
            error: f64::NAN,
            method: "newton",
        };
    }
    let mut blend = Blend {
        ncp,
        s: 1.0,
        anchor: DVector::from_column_slice(start),
    };
    let start = blend.anchor.clone();
    let (z, mut iterations, stop) = newton(&blend, start, options);
    let mut best = answer(&blend, &z, iterations, stop, "newton");
    if best.stop == Stop::Converged || !options.homotopy {
        return best;
    }
    blend.anchor = DVector::from_element(ncp.dim, 1.0);
    let (z, more, stop) = follow(&mut blend, options);
    iterations += more;
    blend.s = 1.0;
    let found = answer(&blend, &z, iterations, stop, "homotopy");
    if found.error < best.error || best.error.is_nan() {
        best = found;
    }
    best.iterations = iterations;
    best
}

fn answer(
    blend: &Blend<'_>,
    z: &DVector<f64>,
    iterations: usize,
    stop: Stop,
    method: &'static str,
) -> Answer {
    // What rounding left negative is cut off when that is no worse.
    let clipped = z.map(|z| if z < 0.0 { 0.0 } else { z });
    let z = if blend.error(&clipped) <= blend.error(z) {
        &clipped
    } else {
        z
    };
    Answer {
        z: z.as_slice().to_vec(),
        iterations,
        stop,
        error: blend.error(z),
        method,
    }
}

/// Newton's method with line search at one s.
fn newton(blend: &Blend<'_>, mut z: DVector<f64>, options: &Options) -> (DVector<f64>, usize, Stop) {
    for k in 0..options.max_iterations {
        if blend.error(&z) <= options.tolerance {
            return (z, k, Stop::Converged);
        }
        let (phi, jacobian) = blend.linearise(&z);
        if !phi.norm().is_finite() {
            return (z, k, Stop::Breakdown);
        }
        match step(blend, &z, &phi, &jacobian) {
            Some(next) => z = next,
            None => return (z, k, Stop::Stalled),
        }
    }
    let stop = if blend.error(&z) <= options.tolerance {
        Stop::Converged
    } else {
        Stop::IterationLimit
    };
    (z, options.max_iterations, stop)
}

fn step(
    blend: &Blend<'_>,
    z: &DVector<f64>,
    phi: &DVector<f64>,
    jacobian: &DMatrix<f64>,
) -> Option<DVector<f64>> {
    let gradient = jacobian.transpose() * phi;
    if let Some(d) = jacobian.clone().lu().solve(&-phi)
        && d.iter().all(|x| x.is_finite())
        && gradient.dot(&d) <= -1e-12 * d.norm_squared()
        && let Some(next) = search(blend, z, &d, phi.norm())
    {
        return Some(next);
    }
    let mut damping = (1e-3 * phi.norm()).max(1e-10);
    for _ in 0..8 {
        let mut normal = jacobian.transpose() * jacobian;
        (0..normal.nrows()).for_each(|i| normal[(i, i)] += damping);
        if let Some(d) = normal.lu().solve(&-&gradient)
            && let Some(next) = search(blend, z, &d, phi.norm())
        {
            return Some(next);
        }
        damping *= 50.0;
    }
    None
}

fn search(blend: &Blend<'_>, z: &DVector<f64>, d: &DVector<f64>, size: f64) -> Option<DVector<f64>> {
    let mut t = 1.0;
    for _ in 0..40 {
        let next = z + d * t;
        if phi(&next, &blend.value(&next)).norm() <= (1.0 - 1e-4 * t) * size {
            return Some(next);
        }
        t *= 0.5;
    }
    None
}

/// Steps s from 0 to 1, at most a hundred Newton solves.
fn follow(blend: &mut Blend<'_>, options: &Options) -> (DVector<f64>, usize, Stop) {
    let mut z = blend.anchor.clone();
    let (mut s, mut ds, mut iterations) = (0.0_f64, 0.1_f64, 0);
    for _ in 0..100 {
        blend.s = (s + ds).min(1.0);
        let (next, steps, stop) = newton(blend, z.clone(), options);
        iterations += steps;
        if stop == Stop::Converged {
            (z, s) = (next, blend.s);
            if s >= 1.0 {
                return (z, iterations, stop);
            }
            ds *= 1.5;
        } else {
            ds *= 0.5;
            if ds < 1e-6 {
                return (z, iterations, Stop::Stalled);
            }
        }
    }
    (z, iterations, Stop::IterationLimit)
}
