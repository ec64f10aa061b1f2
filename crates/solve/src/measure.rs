//! The natural-map error of the field, and the same error in variables without units.
//!
//! ```text
//! F(r) = r − P_K(r − û(r)),     û = u + s_D(−u_T) n,     u = W r + b
//! natural = ‖F‖ / max(‖b‖, ‖r‖, ‖u‖)                       Siconos' measure, ρ = 1: depends on the units
//! scaled  = the same with  r̃ = √d r,  ũ = u / √d,
//!         d the mean diagonal of W over the rows of a block of one kind,
//!           and never below  (‖F̃‖ + ε ‖r̃‖) / max(‖b̃‖, ‖ũ‖) − 1/1000,   ε the rounding unit
//! ```
//! F vanishes exactly where the laws hold. The rows of one kind are the translations (n, t₁, t₂), the spin,
//! the rolling rows; coefficients with a unit of length are scaled along, so that `scaled` is the same number
//! in any system of units. Where W has a zero diagonal the mean over the problem stands in.
//!
//! The last clause is for problems without solution: there the impulses of a method may grow for ever, and
//! beside ‖r̃‖ any defect is small. It asks that a defect, and what rounding may hide of it, be small beside
//! the velocities too, no more than that: where large impulses belong to the answer (a heavy body on a light
//! one) their rounding is a defect that no method removes. `natural` has no such clause and calls impulses
//! that are large enough an answer to anything. Reference: Acary, Brémond, Huber (2018), On solving contact
//! problems with Coulomb friction, §4.

use crate::delassus::Delassus;
use crate::judge;
use crate::law::scales::{scaled_law, share};
use crate::law::{Law, MAX_ROWS};
use crate::policy::tolerances::TO_ROUNDING;
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
    /// Both, for the steps of a run, which are judged by the velocity that they reach: the judge is asked
    /// where impulses are so large that a defect may be small beside them alone.
    Step,
}

/// A defect below this share of the velocities is measured against the impulses as well.
const VELOCITY_SHARE: f64 = 1e-3;

/// Errors up to this are put to the judge while a method iterates. An answer to a coarser tolerance is judged
/// all the same, once it is there.
const ASKED: f64 = 1e-3;
/// The same in a step of a run, which is judged by its velocity once it is there: a coarser tolerance asks
/// for less than the judge's limits.
const ASKED_IN_STEP: f64 = 1e-6;

/// Defects beside velocities at which a step of up to [`TO_ROUNDING`] contacts is left, where impulses are
/// large: a tenth of what the judge takes of it, because each velocity that is reached by way of bodies is
/// looked at as well. In a larger one that would cost hundreds of sweeps in every step.
const STEP_VELOCITY: f64 = 0.1 * judge::VELOCITY;

/// Numbers up to this have squares that no norm here can hold: to a method they are zeros. The judge of the
/// answer sees them.
const VANISHED: f64 = 1e-140;

/// Impulses this many times larger than ‖b̃‖ hide part of û in r − P_K(r − û).
const LARGE: f64 = 1e6;

impl Errors {
    /// The error that `measure` speaks of.
    #[inline]
    pub fn by(&self, measure: Measure) -> f64 {
        match measure {
            Measure::Natural => self.natural,
            Measure::Scaled => self.scaled,
            Measure::Both | Measure::Step => self.worst(),
        }
    }

    /// The larger one; NaN if either is.
    #[inline]
    pub fn worst(&self) -> f64 {
        larger(self.natural, self.scaled)
    }
}

/// Measures errors again and again on one problem without allocating.
#[derive(Clone, Debug, Default)]
pub struct Meter {
    /// √d of every row.
    pub root_scale: Vec<f64>,
    /// 1 / √d of every row.
    inverse: Vec<f64>,
    /// u = W r + b of the last measurement.
    pub u: Vec<f64>,
    /// What acts on the rows, where the judge is asked.
    acts: Vec<f64>,
    /// ‖b‖².
    square_b: f64,
    /// ‖b̃‖².
    square_b_scaled: f64,
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
        let rows = problem.rows();
        for memory in [&mut self.root_scale, &mut self.inverse, &mut self.u] {
            memory.resize(rows, 0.0);
        }
        match &problem.delassus {
            Delassus::Explicit(w) => {
                for (ends, &diagonal) in w.offsets.windows(2).zip(&w.diagonal) {
                    let (d, n) = (&mut self.root_scale[ends[0]..ends[1]], ends[1] - ends[0]);
                    let block = &w.values[w.start[diagonal]..][..n * n];
                    d.iter_mut()
                        .zip(block.iter().step_by(n + 1))
                        .for_each(|(d, w)| *d = *w);
                }
            }
            Delassus::Factored { .. } => self.root_scale.copy_from_slice(&problem.delassus.diagonal()),
        }
        self.finish(&problem.laws, &problem.free_velocity);
    }

    /// The same with the diagonal of W row by row.
    pub(crate) fn prepare_diagonal(&mut self, laws: &[Law], b: &[f64], diagonal: impl Iterator<Item = f64>) {
        for memory in [&mut self.root_scale, &mut self.inverse, &mut self.u] {
            memory.resize(b.len(), 0.0);
        }
        self.root_scale.iter_mut().zip(diagonal).for_each(|(d, w)| *d = w);
        self.finish(laws, b);
    }

    /// Scales and norms, the diagonal of W being in `root_scale`.
    fn finish(&mut self, laws: &[Law], b: &[f64]) {
        self.share_scales(laws);
        self.square_b = b.iter().map(|b| b * b).sum();
        self.square_b_scaled = b.iter().zip(&self.inverse).map(|(b, i)| (b * i) * (b * i)).sum();
    }

    /// Turns the diagonal of W into one √d for each kind of rows of each block, and sets the inverses.
    fn share_scales(&mut self, laws: &[Law]) {
        let d = &mut self.root_scale;
        let mut at = 0;
        let mut unset = false;
        for law in laws {
            let layout = law.layout();
            let n = layout.rows();
            let rows = &mut d[at..at + n];
            share(&mut rows[layout.translation()]);
            if layout.roll > 1 {
                share(&mut rows[layout.rolling()]);
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
        // Neighbouring rows share their scale as a rule: one root and one division for them all.
        let (mut last, mut root, mut inverse) = (f64::NAN, f64::NAN, f64::NAN);
        for (d, i) in d.iter_mut().zip(&mut self.inverse) {
            if *d != last {
                last = *d;
                root = last.sqrt();
                inverse = 1.0 / root;
            }
            (*d, *i) = (root, inverse);
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

    /// The error that `measure` speaks of; leaves u = W r + b in `self.u`. Cheaper than both where one is
    /// asked for.
    pub fn error(&mut self, problem: &ContactProblem, r: &[f64], measure: Measure) -> f64 {
        let mut u = std::mem::take(&mut self.u);
        problem.relative_velocity(r, &mut u);
        let error = self.error_at(problem, r, &u, measure);
        self.u = u;
        error
    }

    /// The error that `measure` speaks of when u is already known; more where the judge refuses an answer
    /// that this error would take.
    pub fn error_at(&mut self, problem: &ContactProblem, r: &[f64], u: &[f64], measure: Measure) -> f64 {
        let laws = &problem.laws;
        let error = match measure {
            Measure::Natural => return self.sums::<true, false>(laws, r, u).natural,
            Measure::Scaled => self.sums::<false, true>(laws, r, u).scaled,
            Measure::Step => {
                let (errors, beside) = self.sums_beside::<true, true>(laws, r, u);
                let error = errors.worst();
                // Both forms of the law are Lipschitz: below this the judge is content.
                return if error <= ASKED_IN_STEP && beside > step_velocity(laws) / judge::LIPSCHITZ {
                    larger(error, self.refused_in_step(problem, r, u))
                } else {
                    error
                };
            }
            Measure::Both => self.sums::<true, true>(laws, r, u).worst(),
        };
        if error <= ASKED {
            larger(error, self.refused(problem, r, u))
        } else {
            error
        }
    }

    /// The larger of both errors when u is already known, where no W is: the judge is not asked.
    pub(crate) fn worst_at(&self, laws: &[Law], r: &[f64], u: &[f64]) -> f64 {
        self.sums::<true, true>(laws, r, u).worst()
    }

    /// The tolerance to which the judge takes velocities and blocks; 0 where it is content with them.
    fn refused(&mut self, problem: &ContactProblem, r: &[f64], u: &[f64]) -> f64 {
        let (laws, b) = (&problem.laws, &problem.free_velocity);
        let mut rows = judge::Rows {
            r,
            u,
            b,
            scale: &self.root_scale,
            acts: &[],
        };
        let found = judge::judge_velocity(laws, &rows);
        if found.least_tolerance() == 0.0 && !found.laws.is_nan() {
            return 0.0;
        }
        let vanished = |list: &[f64]| list.iter().all(|x| x.abs() <= VANISHED);
        if vanished(r) && vanished(u) && vanished(b) {
            return 0.0;
        }
        self.acts.clear();
        self.acts.resize(r.len(), 0.0);
        judge::acting(problem, r, &mut self.acts);
        rows.acts = &self.acts;
        let found = judge::judge_velocity(laws, &rows);
        if found.laws.is_nan() {
            f64::NAN
        } else {
            found.least_tolerance()
        }
    }

    /// The judge's measure beside velocities as an error: more than a tolerance that it refuses, 0 where it
    /// is content.
    #[cold]
    fn refused_in_step(&mut self, problem: &ContactProblem, r: &[f64], u: &[f64]) -> f64 {
        self.acts.clear();
        self.acts.resize(r.len(), 0.0);
        judge::acting(problem, r, &mut self.acts);
        let rows = judge::Rows {
            r,
            u,
            b: &problem.free_velocity,
            scale: &self.root_scale,
            acts: &self.acts,
        };
        let found = judge::judge_velocity(&problem.laws, &rows);
        if found.velocity <= step_velocity(&problem.laws) {
            0.0
        } else {
            found.velocity / judge::LIPSCHITZ
        }
    }

    /// Both errors of `r` when u is already known.
    pub fn measure_at(&self, laws: &[Law], r: &[f64], u: &[f64]) -> Errors {
        self.sums::<true, true>(laws, r, u)
    }

    /// The larger of both errors, the scaled one beside velocities alone: impulses excuse nothing.
    pub(crate) fn beside_velocities(&self, laws: &[Law], r: &[f64], u: &[f64]) -> f64 {
        let (errors, beside) = self.sums_beside::<true, true>(laws, r, u);
        larger(errors.worst(), beside)
    }

    /// The errors asked for; one that is not stays 0.
    fn sums<const NATURAL: bool, const SCALED: bool>(&self, laws: &[Law], r: &[f64], u: &[f64]) -> Errors {
        self.sums_beside::<NATURAL, SCALED>(laws, r, u).0
    }

    /// The same, and the scaled defect beside velocities alone.
    #[inline]
    fn sums_beside<const NATURAL: bool, const SCALED: bool>(
        &self,
        laws: &[Law],
        r: &[f64],
        u: &[f64],
    ) -> (Errors, f64) {
        let (mut natural, mut scaled) = (Sums::default(), Sums::default());
        natural.large = f64::INFINITY;
        scaled.large = LARGE * LARGE * self.square_b_scaled;
        let mut at = 0;
        for law in laws {
            let n = law.rows();
            let (r, u) = (&r[at..at + n], &u[at..at + n]);
            let (s, inverse) = (&self.root_scale[at..at + n], &self.inverse[at..at + n]);
            at += n;
            if let (Law::Coulomb { mu }, &[r0, r1, r2], &[u0, u1, u2]) = (*law, r, u) {
                let shifted = u0 + mu * (u1 * u1 + u2 * u2).sqrt();
                if NATURAL {
                    natural.add_round([r0, r1, r2], [u0, u1, u2], shifted, mu);
                }
                if SCALED {
                    let (s, i) = (s[0], inverse[0]);
                    let (r, u) = ([s * r0, s * r1, s * r2], [i * u0, i * u1, i * u2]);
                    scaled.add_round(r, u, i * shifted, mu);
                }
                continue;
            }
            let shift = law.shift(u);
            if NATURAL {
                natural.add(law, r, u, shift);
            }
            if SCALED {
                let (mut rs, mut us) = ([0.0; MAX_ROWS], [0.0; MAX_ROWS]);
                for k in 0..n {
                    (rs[k], us[k]) = (s[k] * r[k], inverse[k] * u[k]);
                }
                scaled.add(&scaled_law(law, s), &rs[..n], &us[..n], inverse[0] * shift);
            }
        }
        let velocities = self.square_b_scaled.max(scaled.u);
        let errors = Errors {
            natural: ratio(natural.defect, self.square_b.max(natural.r).max(natural.u)),
            scaled: guarded(scaled.defect, velocities, scaled.r),
        };
        (errors, ratio(scaled.defect, velocities))
    }
}

/// Defects beside velocities at which a step is left.
fn step_velocity(laws: &[Law]) -> f64 {
    if laws.len() <= TO_ROUNDING {
        STEP_VELOCITY
    } else {
        judge::VELOCITY
    }
}

/// Σ ‖F‖², Σ ‖r‖², Σ ‖u‖² over the blocks.
#[derive(Clone, Copy, Default)]
struct Sums {
    defect: f64,
    r: f64,
    u: f64,
    /// Above this ‖r‖² of a block the part of û that r − P_K(r − û) may lose is counted apart.
    large: f64,
}

impl Sums {
    /// A block under any law.
    fn add(&mut self, law: &Law, r: &[f64], u: &[f64], shift: f64) {
        let mut x = [0.0; MAX_ROWS];
        let mut size = 0.0;
        for k in 0..r.len() {
            x[k] = r[k] - u[k];
            size += r[k] * r[k];
            self.u += u[k] * u[k];
        }
        self.r += size;
        x[0] -= shift;
        law.project(&mut x[..r.len()]);
        let defect = (0..r.len()).map(|k| (r[k] - x[k]) * (r[k] - x[k])).sum();
        self.defect += if size > self.large {
            larger(defect, lost(law, u, shift))
        } else {
            defect
        };
    }

    /// A block with a round cone: the same without a call. `shifted` is û_N.
    #[inline]
    fn add_round(&mut self, r: [f64; 3], u: [f64; 3], shifted: f64, mu: f64) {
        let size = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
        self.r += size;
        self.u += u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
        let defect = round_defect(r, u, shifted, mu);
        self.defect += if size > self.large {
            larger(defect, lost(&Law::Coulomb { mu }, &u, shifted - u[0]))
        } else {
            defect
        };
    }
}

/// ‖r − P_K(r − û)‖² of a round cone.
#[inline]
fn round_defect(r: [f64; 3], u: [f64; 3], shifted: f64, mu: f64) -> f64 {
    let x = [r[0] - shifted, r[1] - u[1], r[2] - u[2]];
    let across = x[1] * x[1] + x[2] * x[2];
    if x[0] >= 0.0 && across <= mu * mu * x[0] * x[0] {
        return shifted * shifted + u[1] * u[1] + u[2] * u[2];
    }
    let across = across.sqrt();
    let along = (x[0] + mu * across) / (1.0 + mu * mu);
    if along <= 0.0 {
        return r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
    }
    let scale = if across > 0.0 { mu * along / across } else { 0.0 };
    let d = [r[0] - along, r[1] - scale * x[1], r[2] - scale * x[2]];
    d[0] * d[0] + d[1] * d[1] + d[2] * d[2]
}

/// The part of û outside the dual cone, squared.
#[cold]
fn lost(law: &Law, u: &[f64], shift: f64) -> f64 {
    let mut shifted = [0.0; MAX_ROWS];
    shifted[..u.len()].copy_from_slice(u);
    shifted[0] += shift;
    velocity_defect(law, &mut shifted[..u.len()])
}

/// ‖P_K(−û)‖²: how far û lies outside the dual cone. At most ‖F‖², and free of the cancellation in r − P_K(r
/// − û) that hides û beside a large r. For an interval of impulses K is its recession cone.
fn velocity_defect(law: &Law, shifted: &mut [f64]) -> f64 {
    for x in shifted.iter_mut() {
        *x = -*x;
    }
    if let Law::Box { lo, hi } = *law {
        let x = shifted[0];
        let free = (x > 0.0 && hi == f64::INFINITY) || (x < 0.0 && lo == f64::NEG_INFINITY);
        return if free || x.is_nan() { x * x } else { 0.0 };
    }
    law.project(shifted);
    shifted.iter().map(|x| x * x).sum()
}

/// The larger one; NaN if either is.
fn larger(a: f64, b: f64) -> f64 {
    if a > b || a.is_nan() { a } else { b }
}

/// √(defect / scale), written so that NaN stays NaN and 0 / 0 is no error; both are squares.
#[inline]
fn ratio(defect: f64, scale: f64) -> f64 {
    if defect == 0.0 {
        0.0
    } else {
        (defect / scale).sqrt()
    }
}

/// The ratio to velocities and impulses together, unless the ratio to the velocities alone is far above.
#[inline]
fn guarded(defect: f64, velocities: f64, impulses: f64) -> f64 {
    let error = ratio(defect, velocities.max(impulses));
    // What the rounding of W r may hide counts as a defect.
    let beside_velocities =
        (defect.sqrt() + f64::EPSILON * impulses.sqrt()) / velocities.sqrt() - VELOCITY_SHARE;
    // Without any velocity there is nothing to compare with; NaN is in `error` already.
    if velocities > 0.0 && beside_velocities > error {
        beside_velocities
    } else {
        error
    }
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
        // z − clamp(z − w, lo, hi) as the middle one of z − hi, w, z − lo: nothing cancels where z is large.
        let (below, above) = (z[i] - problem.upper[i], z[i] - problem.lower[i]);
        // max and min would drop a NaN.
        if w[i].is_nan() || below.is_nan() || above.is_nan() {
            f64::NAN
        } else {
            w[i].min(above).max(below)
        }
    }));
    defect / norm(problem.q.iter().copied()).max(1e-300)
}
