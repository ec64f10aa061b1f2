//! The natural-map error of the field, and the same error in variables without units.
//!
//! ```text
//! F(r) = r − P_K(r − û(r)),     û = u + s_D(−u_T) n,     u = W r + b
//! natural = ‖F‖ / max(‖b‖, ‖r‖, ‖u‖)                       Siconos' measure, ρ = 1: depends on the units
//! scaled  = the same with  r̃ = √d r,  ũ = u / √d,  d the mean diagonal of W over the rows of a block of one kind
//! ```
//! F vanishes exactly where the laws hold. The rows of one kind are the translations (n, t₁, t₂), the spin, the
//! rolling rows; coefficients with a unit of length are scaled along, so that `scaled` is the same number in
//! any system of units. Where W has a zero diagonal the mean over the problem stands in.
//! Reference: Acary, Brémond, Huber (2018), On solving contact problems with Coulomb friction, §4.

use crate::delassus::Delassus;
use crate::law::{Law, MAX_ROWS};
use crate::problem::{ContactProblem, Lcp, MixedLcp};

/// Both errors of one answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Errors {
    /// The measure of the field, unit ρ.
    pub natural: f64,
    /// The measure without units; `tolerance` means this one.
    pub scaled: f64,
}

/// Which error a tolerance speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Measure {
    /// The measure of the field alone: for comparison with published work.
    Natural,
    /// The measure without units alone.
    Scaled,
    /// Both, the default.
    #[default]
    Both,
}

impl Errors {
    /// The error that `measure` speaks of.
    #[inline]
    pub fn by(&self, measure: Measure) -> f64 {
        match measure {
            Measure::Natural => self.natural,
            Measure::Scaled => self.scaled,
            Measure::Both => self.worst(),
        }
    }

    /// The larger one; NaN if either is.
    #[inline]
    pub fn worst(&self) -> f64 {
        if self.natural > self.scaled || self.natural.is_nan() {
            self.natural
        } else {
            self.scaled
        }
    }
}

/// Measures errors again and again on one problem without allocating.
#[derive(Clone, Debug, Default)]
pub struct Meter {
    /// √d of every row.
    pub root_scale: Vec<f64>,
    /// u = W r + b of the last measurement.
    pub u: Vec<f64>,
    norm_b: f64,
    norm_b_scaled: f64,
}

impl Meter {
    /// Prepares for `problem`.
    pub fn new(problem: &ContactProblem) -> Self {
        let mut meter = Meter::default();
        meter.prepare(problem);
        meter
    }

    /// Prepares for another problem, keeping the memory.
    pub fn prepare(&mut self, problem: &ContactProblem) {
        self.root_scale.clear();
        match &problem.delassus {
            Delassus::Explicit(w) => {
                for i in 0..w.num_blocks() {
                    let (block, n) = (w.block(w.diagonal[i]), w.size(i));
                    self.root_scale.extend((0..n).map(|k| block[k * (n + 1)]));
                }
            }
            Delassus::Factored { .. } => self.root_scale.extend(problem.delassus.diagonal()),
        }
        self.share_scales(&problem.laws);
        self.u.clear();
        self.u.resize(problem.rows(), 0.0);
        let b = &problem.free_velocity;
        self.norm_b = norm(b.iter().copied());
        self.norm_b_scaled = norm(b.iter().zip(&self.root_scale).map(|(b, s)| b / s));
    }

    /// Turns the diagonal of W into one √d for each kind of rows of each block.
    fn share_scales(&mut self, laws: &[Law]) {
        let d = &mut self.root_scale;
        let mut at = 0;
        let mut unset = false;
        for law in laws {
            let n = law.rows();
            let rows = &mut d[at..at + n];
            match law {
                Law::Torsion { .. } => share(&mut rows[..3]),
                Law::PlanarRolling { .. } => share(&mut rows[..2]),
                Law::Rolling { .. } => {
                    share(&mut rows[..3]);
                    share(&mut rows[3..]);
                }
                Law::RollingTorsion { .. } => {
                    share(&mut rows[..3]);
                    share(&mut rows[4..]);
                }
                _ => share(rows),
            }
            unset |= rows.iter().any(|&d| !(d > 0.0));
            at += n;
        }
        if unset {
            let (mut sum, mut count) = (0.0, 0.0);
            for &d in d.iter().filter(|&&d| d > 0.0) {
                sum += d;
                count += 1.0;
            }
            let mean = if count > 0.0 { sum / count } else { 1.0 };
            d.iter_mut().filter(|d| !(**d > 0.0)).for_each(|d| *d = mean);
        }
        for d in d.iter_mut() {
            *d = d.sqrt();
        }
    }

    /// Both errors of `r`; leaves u = W r + b in `self.u`.
    pub fn measure(&mut self, problem: &ContactProblem, r: &[f64]) -> Errors {
        let mut u = std::mem::take(&mut self.u);
        problem.relative_velocity(r, &mut u);
        let errors = self.measure_at(&problem.laws, r, &u);
        self.u = u;
        errors
    }

    /// Both errors of `r` when u is already known.
    pub fn measure_at(&self, laws: &[Law], r: &[f64], u: &[f64]) -> Errors {
        let (mut natural, mut scaled) = (0.0, 0.0);
        let (mut norm_r, mut norm_u, mut norm_rs, mut norm_us) = (0.0, 0.0, 0.0, 0.0);
        let mut at = 0;
        for law in laws {
            let n = law.rows();
            let (r, u, s) = (&r[at..at + n], &u[at..at + n], &self.root_scale[at..at + n]);
            at += n;
            let shift = law.shift(u);
            let mut x = [0.0; MAX_ROWS];
            let mut y = [0.0; MAX_ROWS];
            for k in 0..n {
                let shifted = if k == 0 { u[0] + shift } else { u[k] };
                x[k] = r[k] - shifted;
                y[k] = s[k] * r[k] - shifted / s[k];
                norm_r += r[k] * r[k];
                norm_u += u[k] * u[k];
                norm_rs += (s[k] * r[k]) * (s[k] * r[k]);
                norm_us += (u[k] / s[k]) * (u[k] / s[k]);
            }
            law.project(&mut x[..n]);
            scaled_law(law, s).project(&mut y[..n]);
            for k in 0..n {
                natural += (r[k] - x[k]) * (r[k] - x[k]);
                scaled += (s[k] * r[k] - y[k]) * (s[k] * r[k] - y[k]);
            }
        }
        let ratio = |defect: f64, a: f64, b: f64, c: f64| {
            let scale = a.max(b.sqrt()).max(c.sqrt());
            // Written so that NaN stays NaN and 0 / 0 is no error.
            if defect == 0.0 { 0.0 } else { defect.sqrt() / scale }
        };
        Errors {
            natural: ratio(natural, self.norm_b, norm_r, norm_u),
            scaled: ratio(scaled, self.norm_b_scaled, norm_rs, norm_us),
        }
    }
}

/// The law in variables scaled by `s`: coefficients of rows with another scale than the normal one change.
#[inline]
fn scaled_law(law: &Law, s: &[f64]) -> Law {
    match *law {
        Law::Box { lo, hi } => Law::Box {
            lo: lo * s[0],
            hi: hi * s[0],
        },
        Law::Torsion { mu, torsion } => Law::Torsion {
            mu,
            torsion: torsion * s[3] / s[0],
        },
        Law::PlanarRolling { mu, rolling } => Law::PlanarRolling {
            mu,
            rolling: rolling * s[2] / s[0],
        },
        Law::Rolling { mu, rolling } => Law::Rolling {
            mu,
            rolling: rolling * s[3] / s[0],
        },
        Law::RollingTorsion { mu, torsion, rolling } => Law::RollingTorsion {
            mu,
            torsion: torsion * s[3] / s[0],
            rolling: rolling * s[4] / s[0],
        },
        other => other,
    }
}

fn share(d: &mut [f64]) {
    let mean = d.iter().map(|d| d.abs()).sum::<f64>() / d.len() as f64;
    d.fill(mean);
}

fn norm(x: impl Iterator<Item = f64>) -> f64 {
    x.map(|x| x * x).sum::<f64>().sqrt()
}

/// Both errors of one answer.
pub fn errors(problem: &ContactProblem, r: &[f64]) -> Errors {
    Meter::new(problem).measure(problem, r)
}

/// ‖min(z, M z + q)‖ / max(‖q‖, 1e-300).
pub fn lcp_error(problem: &Lcp, z: &[f64]) -> f64 {
    let mut w = vec![0.0; z.len()];
    problem.matrix.multiply_add(z, &problem.q, &mut w);
    let defect = norm(
        z.iter()
            .zip(&w)
            .map(|(&z, &w)| if w < z || w.is_nan() { w } else { z }),
    );
    defect / norm(problem.q.iter().copied()).max(1e-300)
}

/// ‖z − clamp(z − w, lo, hi)‖ / max(‖q‖, ‖M‖-free 1e-300): the natural map of a mixed problem.
pub fn mixed_lcp_error(problem: &MixedLcp, z: &[f64]) -> f64 {
    let mut w = vec![0.0; z.len()];
    problem.matrix.multiply_add(z, &problem.q, &mut w);
    let defect = norm((0..z.len()).map(|i| {
        // z − (z − w) would round w away beside a large z; NaN fails both comparisons and stays.
        let moved = z[i] - w[i];
        if moved < problem.lower[i] {
            z[i] - problem.lower[i]
        } else if moved > problem.upper[i] {
            z[i] - problem.upper[i]
        } else {
            w[i] + 0.0 * z[i]
        }
    }));
    defect / norm(problem.q.iter().copied()).max(1e-300)
}
