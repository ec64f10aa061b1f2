//! A leap along the drift of the sweeps, past the contact that changes its mode first.
//!
//! ```text
//! δ_k = r_k − r_{k−1} of plain sweeps,      λ = ⟨δ_k, δ_{k−1}⟩ / ‖δ_{k−1}‖²
//! r ← P_K(r + κ δ),      κ = min(λ / (1 − λ), β κ₁),      κ₁ the first change of mode along δ
//! ```
//! Heaps that collapse slowly have steps in whose modes the sweeps are a linear iteration with one eigenvalue
//! λ within 10⁻³ of one, on either side: r moves on at a constant pace and the error does not change, until
//! after 10² to 10⁶ sweeps some contact sticks, slips or opens. Extrapolation to the limit of the iteration
//! (Aitken 1926) would pass many such changes; the leap ends a little beyond the first one. Nothing is
//! promised by it: the caller keeps its best point.
//!
//! For round and planar cones and frictionless contacts; other laws have no leap here.

use crate::law::Law;
use crate::problem::ContactProblem;

/// Sweeps watched before a leap: what is not the drift has died out by then.
const WATCHED: usize = 8;
/// Directions whose cosine is below this are no drift.
const STEADY: f64 = 0.7;
/// β, in turn: a leap just past the first change may drift back, a long one changes too much.
const BEYOND: [f64; 3] = [1.5, 20.0, 3.0];
/// Largest turn of a friction impulse in a leap, in rad, before β.
const TURN: f64 = 0.3;
/// Impulses with ‖r_T‖ above this share of μ r_N slide.
const SLIDES: f64 = 1.0 - 1e-9;

/// Watches a few sweeps and leaps.
#[derive(Debug, Default)]
pub(crate) struct Drift {
    /// Sweeps still to be watched.
    left: usize,
    leaps: usize,
    /// Impulses before the last sweep.
    before: Vec<f64>,
    step: Vec<f64>,
    last_step: Vec<f64>,
    u: Vec<f64>,
    du: Vec<f64>,
}

impl Drift {
    /// Whether all laws have a leap.
    pub(crate) fn covers(laws: &[Law]) -> bool {
        laws.iter().all(|law| law.isotropic().is_some())
    }

    /// A new problem.
    pub(crate) fn reset(&mut self) {
        (self.left, self.leaps) = (0, 0);
    }

    /// Watches the sweeps that follow `r`.
    pub(crate) fn watch(&mut self, r: &[f64]) {
        self.left = WATCHED;
        self.before.clear();
        self.before.extend_from_slice(r);
    }

    pub(crate) fn is_watching(&self) -> bool {
        self.left > 0
    }

    /// Notes a sweep that left `r`; whether it then moved `r`. `scale` is √d per row.
    pub(crate) fn after_sweep(&mut self, problem: &ContactProblem, scale: &[f64], r: &mut [f64]) -> bool {
        self.left -= 1;
        std::mem::swap(&mut self.step, &mut self.last_step);
        self.step.clear();
        self.step.extend(r.iter().zip(&self.before).map(|(r, x)| r - x));
        if self.left > 0 {
            self.before.copy_from_slice(r);
            return false;
        }
        let Some(limit) = self.limit(scale) else {
            return false;
        };
        self.leaps += 1;
        let beyond = BEYOND[self.leaps % BEYOND.len()];
        let far = limit.min(beyond * self.reach(problem, r));
        if !(far > 0.0 && far.is_finite()) {
            return false;
        }
        let mut at = 0;
        for law in &problem.laws {
            let rows = at..at + law.rows();
            at = rows.end;
            for k in rows.clone() {
                r[k] += far * self.step[k];
            }
            put_back(law, &mut r[rows]);
        }
        true
    }

    /// λ / (1 − λ), infinite where the drift grows; none where there is no drift.
    fn limit(&self, scale: &[f64]) -> Option<f64> {
        let (mut product, mut old, mut new) = (0.0, 0.0, 0.0);
        for ((s, x), y) in scale.iter().zip(&self.last_step).zip(&self.step) {
            let (x, y) = (s * x, s * y);
            product += x * y;
            old += x * x;
            new += y * y;
        }
        if !(product > STEADY * (old * new).sqrt()) {
            return None;
        }
        let ratio = product / old;
        Some(if ratio < 1.0 {
            ratio / (1.0 - ratio)
        } else {
            f64::INFINITY
        })
    }

    /// Steps along the drift to the first change of mode.
    fn reach(&mut self, problem: &ContactProblem, r: &[f64]) -> f64 {
        self.u.resize(r.len(), 0.0);
        self.du.resize(r.len(), 0.0);
        problem.relative_velocity(&self.before, &mut self.du);
        problem.relative_velocity(r, &mut self.u);
        for (du, u) in self.du.iter_mut().zip(&self.u) {
            *du = u - *du;
        }
        let (mut first, mut at) = (f64::INFINITY, 0);
        for law in &problem.laws {
            let rows = at..at + law.rows();
            at = rows.end;
            if let Some(mu) = law.isotropic() {
                let moving = Moving {
                    mu,
                    r: &r[rows.clone()],
                    dr: &self.step[rows.clone()],
                    u: &self.u[rows.clone()],
                    du: &self.du[rows],
                };
                first = first.min(moving.reach());
            }
        }
        first
    }
}

/// Onto the cone, along r_T.
fn put_back(law: &Law, r: &mut [f64]) {
    let mu = law.isotropic().unwrap_or(0.0);
    let limit = mu * r[0];
    let size = dot(&r[1..], &r[1..]).sqrt();
    if !(r[0] > 0.0) {
        r.fill(0.0);
    } else if size > limit {
        r[1..].iter_mut().for_each(|x| *x *= limit / size);
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// A contact and its drift.
struct Moving<'a> {
    mu: f64,
    r: &'a [f64],
    dr: &'a [f64],
    u: &'a [f64],
    du: &'a [f64],
}

impl Moving<'_> {
    /// Steps until it changes its mode; infinite if it does not.
    fn reach(&self) -> f64 {
        let size = dot(&self.r[1..], &self.r[1..]).sqrt();
        let limit = self.mu * self.r[0];
        if !(self.r[0] > 0.0) {
            falls_to_zero(self.u[0], self.du[0])
        } else if self.r.len() == 1 {
            falls_to_zero(self.r[0], self.dr[0])
        } else if size < SLIDES * limit {
            self.stick(size, limit)
        } else {
            self.slide(size, limit)
        }
    }

    /// The root of ‖r_T + κ δ_T‖ = μ (r_N + κ δ_N).
    fn stick(&self, size: f64, limit: f64) -> f64 {
        let (r, dr) = (&self.r[1..], &self.dr[1..]);
        let pace = self.mu * self.dr[0];
        let (a, h) = (dot(dr, dr) - pace * pace, dot(r, dr) - limit * pace);
        let room = limit * limit - size * size;
        let root = h + (h * h + a * room).sqrt();
        if root > 0.0 { room / root } else { f64::INFINITY }
    }

    /// Slip that ends, a contact that opens, or a turn that is too large to be a straight line.
    fn slide(&self, size: f64, limit: f64) -> f64 {
        if !(size > 0.0) {
            return falls_to_zero(self.r[0], self.dr[0]);
        }
        let (r, dr) = (&self.r[1..], &self.dr[1..]);
        let (slip, pace) = (-dot(r, &self.u[1..]), -dot(r, &self.du[1..]));
        let along = dot(r, dr) / size;
        let across = (dot(dr, dr) - along * along).max(0.0).sqrt();
        falls_to_zero(slip, pace)
            .min(falls_to_zero(self.r[0], self.dr[0]))
            .min(TURN * limit / across)
    }
}

/// Steps after which x, now positive, is zero.
fn falls_to_zero(x: f64, pace: f64) -> f64 {
    if x > 0.0 && pace < 0.0 {
        -x / pace
    } else {
        f64::INFINITY
    }
}

#[cfg(test)]
mod tests;
