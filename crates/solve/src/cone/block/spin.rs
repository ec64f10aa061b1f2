//! The block of a round cone with torsion, prepared for many solves.
//!
//! ```text
//! u = W r + b,   ‖(r_T / μ, r_M / τ)‖ ≤ r_N          rows: normal, two of slip, spin
//! ρ = A⁻¹ r_T,  A = diag(μ, μ, τ)                    the section is the unit ball of ρ
//! (S + s I) ρ(s) = −c,   S = A (W_TT − W_TN W_NT / W_NN) A,   c = A (b_T − W_TN b_N / W_NN)
//! r_N(s) = −(b_N + W_NT A ρ(s)) / W_NN
//! ```
//! s = 0 where the block sticks, else the root of r_N(s) = ‖ρ(s)‖: the secular equation of `round.rs`, in one
//! row more. Newton's method inside a bracket. Not here: blocks whose Schur complement is singular, and cones
//! without width in a direction; those go to `mod.rs`.

use crate::cone::block::round::{ROUNDING, newton_step};
use crate::cone::block::slide_block;
use crate::law::Law;

/// Determinant of S beside the product of its diagonal below which S counts as singular.
const SINGULAR: f64 = 1e-13;

/// A slide that begins at its last root ends with a step along the tangent of at most this part of s: what
/// that leaves out is of the order of its square.
const NEAR: f64 = 1e-3;

/// Steps of the search at most.
const STEPS: usize = 80;

type Vec3 = [f64; 3];

/// A block of four rows.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Spin {
    w: [[f64; 4]; 4],
    mu: f64,
    torsion: f64,
    /// 1 / W_NN, or 0 if the normal row has no mass.
    inv_n: f64,
    /// W_NT A / W_NN, and A W_TN / W_NN.
    left: Vec3,
    right: Vec3,
    schur: [Vec3; 3],
    /// S⁻¹, where S is regular.
    inverse: Option<[Vec3; 3]>,
    /// Multiplier s of the last slip: where the next search begins.
    slip: f64,
}

impl Spin {
    pub(crate) fn new(w: &[[f64; 4]; 4], mu: f64, torsion: f64) -> Self {
        let inv_n = if w[0][0] > 0.0 { 1.0 / w[0][0] } else { 0.0 };
        let axes = [mu, mu, torsion];
        let left: Vec3 = std::array::from_fn(|k| w[0][k + 1] * axes[k] * inv_n);
        let right: Vec3 = std::array::from_fn(|k| w[k + 1][0] * axes[k] * inv_n);
        let entry =
            |i: usize, j: usize| axes[i] * w[i + 1][j + 1] * axes[j] - right[i] * w[0][j + 1] * axes[j];
        let schur: [Vec3; 3] = std::array::from_fn(|i| std::array::from_fn(|j| entry(i, j)));
        let product = schur[0][0] * schur[1][1] * schur[2][2];
        let (adjugate, det) = adjugate(&schur);
        let positive = (0..3).all(|k| schur[k][k] > 0.0);
        let regular = inv_n > 0.0 && positive && det > SINGULAR * product;
        let inv = 1.0 / det;
        Spin {
            w: *w,
            mu,
            torsion,
            inv_n,
            left,
            right,
            schur,
            inverse: regular.then(|| adjugate.map(|row| row.map(|x| x * inv))),
            slip: 0.0,
        }
    }

    /// Whether the block is one of those that this file solves.
    pub(crate) fn is_regular(&self) -> bool {
        self.inverse.is_some()
    }

    /// The impulse for free velocity b; `guess` is where blocks that are not regular begin.
    ///
    /// The first slide is solved to about precision² of the impulse, and to rounding with 0.
    #[inline]
    pub(crate) fn solve(&mut self, b: [f64; 4], guess: &[f64; 4], precision: f64) -> [f64; 4] {
        if !(b[0] < 0.0) || self.inv_n == 0.0 {
            return [0.0; 4];
        }
        let Some(inverse) = &self.inverse else {
            let (mu, torsion) = (self.mu, self.torsion);
            let mut r = *guess;
            slide_block(&Law::Torsion { mu, torsion }, self.w.as_flattened(), &b, &mut r);
            return r;
        };
        let axes = self.axes();
        let alone = -b[0] * self.inv_n;
        let c: Vec3 = std::array::from_fn(|k| axes[k] * b[k + 1] - self.right[k] * b[0]);
        let rho = product(inverse, &c).map(|x| -x);
        let n = alone - dot(&self.left, &rho);
        if n > 0.0 && dot(&rho, &rho) <= n * n {
            return self.impulse(n, rho);
        }
        self.slide(c, alone, if self.slip > 0.0 { NEAR } else { precision })
    }

    fn axes(&self) -> Vec3 {
        [self.mu, self.mu, self.torsion]
    }

    fn impulse(&self, n: f64, rho: Vec3) -> [f64; 4] {
        [n, self.mu * rho[0], self.mu * rho[1], self.torsion * rho[2]]
    }

    /// Root of φ(s) = r_N(s) / ‖ρ(s)‖ − 1. The last step is taken along the tangent of ρ(s), once it is at
    /// most `last` times s.
    #[inline(never)]
    fn slide(&mut self, c: Vec3, alone: f64, last: f64) -> [f64; 4] {
        if c == [0.0; 3] {
            return [alone, 0.0, 0.0, 0.0];
        }
        let last = last.max(1e-8);
        let unit = self.schur[0][0] + self.schur[1][1] + self.schur[2][2];
        let (mut lo, mut hi) = (0.0, f64::INFINITY);
        let (mut s, mut steps) = (self.slip, 0);
        let (n, rho) = loop {
            let mut shifted = self.schur;
            (0..3).for_each(|k| shifted[k][k] += s);
            let (adjugate, det) = adjugate(&shifted);
            let inv = 1.0 / det;
            let rho = product(&adjugate, &c).map(|x| -x * inv);
            let n = alone - dot(&self.left, &rho);
            let size = dot(&rho, &rho);
            let short = n * n - size;
            if n > 0.0 && short.abs() <= ROUNDING * size || steps >= STEPS {
                break (n, rho);
            }
            if short < 0.0 || !(n > 0.0) || !(det > 0.0) {
                lo = s;
            } else {
                hi = s;
            }
            // ρ' = −(S + s)⁻¹ ρ.
            let d_rho = product(&adjugate, &rho).map(|x| -x * inv);
            let d_n = -dot(&self.left, &d_rho);
            let slope = d_n * size - n * dot(&rho, &d_rho);
            let step = newton_step(n, n, size, slope);
            let mut next = s + step;
            if slope > 0.0 && next > lo && next < hi {
                if step.abs() <= last * next && det > 0.0 {
                    s = next;
                    break (n + step * d_n, std::array::from_fn(|k| rho[k] + step * d_rho[k]));
                }
            } else {
                next = if hi.is_finite() {
                    0.5 * (lo + hi)
                } else {
                    (4.0 * s).max(unit * 1e-3)
                };
                if (next - s).abs() <= f64::EPSILON * next || !(next < f64::INFINITY) {
                    break (n, rho);
                }
            }
            s = next;
            steps += 1;
        };
        self.slip = s;
        // Onto the cone, to rounding.
        let length = dot(&rho, &rho).sqrt();
        if !(n > 0.0) || !(length > 0.0) {
            return [alone.max(0.0), 0.0, 0.0, 0.0];
        }
        let scale = n / length;
        self.impulse(n, rho.map(|x| scale * x))
    }
}

#[inline]
fn dot(a: &Vec3, b: &Vec3) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[inline]
fn product(a: &[Vec3; 3], x: &Vec3) -> Vec3 {
    std::array::from_fn(|k| dot(&a[k], x))
}

/// The adjugate of a matrix, and its determinant.
#[inline]
fn adjugate(a: &[Vec3; 3]) -> ([Vec3; 3], f64) {
    let minor = |i: usize, j: usize, k: usize, l: usize| a[i][j] * a[k][l] - a[i][l] * a[k][j];
    let out = [
        [minor(1, 1, 2, 2), -minor(0, 1, 2, 2), minor(0, 1, 1, 2)],
        [-minor(1, 0, 2, 2), minor(0, 0, 2, 2), -minor(0, 0, 1, 2)],
        [minor(1, 0, 2, 1), -minor(0, 0, 2, 1), minor(0, 0, 1, 1)],
    ];
    let det = a[0][0] * out[0][0] + a[0][1] * out[1][0] + a[0][2] * out[2][0];
    (out, det)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cone::block::modes::newton_block;
    use crate::synthetic::Random;

    /// Blocks made by chance, from those that are nearly singular to those that are far from it, are solved
    /// as Newton's method in the modes solves them: some stick, some slide, and the law holds to rounding.
    /// With twenty times the friction most of them stick.
    #[test]
    fn as_in_the_modes_of_the_block() {
        let random = &mut Random::new(11);
        let (mut stuck, mut slid) = (0, 0);
        for k in 0..400 {
            let thin = 10f64.powi(-(k % 5));
            let h: [[f64; 6]; 4] = std::array::from_fn(|row| {
                let share = if row == 2 { thin } else { 1.0 };
                std::array::from_fn(|_| share * random.normal())
            });
            let w: [[f64; 4]; 4] = std::array::from_fn(|i| {
                std::array::from_fn(|j| h[i].iter().zip(&h[j]).map(|(a, b)| a * b).sum())
            });
            let wide = if k % 2 == 0 { 20.0 } else { 1.0 };
            let (mu, torsion) = (
                wide * random.range(0.05, 1.5),
                wide * 10f64.powf(random.range(-3.0, 0.0)),
            );
            let b: [f64; 4] = std::array::from_fn(|k| random.range(-1.0, if k == 0 { 0.0 } else { 1.0 }));
            let mut spin = Spin::new(&w, mu, torsion);
            assert!(spin.is_regular());
            let law = Law::Torsion { mu, torsion };
            let mut asked = [0.0; 4];
            if !newton_block(&law, w.as_flattened(), &b, &mut asked) {
                continue;
            }
            // With much friction a block may have several answers: each obeys the law.
            for visit in 0..2 {
                let r = spin.solve(b, &[0.0; 4], 0.0);
                let u: [f64; 4] = std::array::from_fn(|i| b[i] + (0..4).map(|j| w[i][j] * r[j]).sum::<f64>());
                let (rho, v) = (
                    [r[1] / mu, r[2] / mu, r[3] / torsion],
                    [mu * u[1], mu * u[2], torsion * u[3]],
                );
                let (length, slip) = (dot(&rho, &rho).sqrt(), dot(&v, &v).sqrt());
                assert!(
                    r[0] > 0.0 && u[0].abs() < 1e-11 && length <= r[0] * (1.0 + 1e-13),
                    "{k}: {r:?} {u:?}"
                );
                // What slides is opposed by all that the cone has.
                assert!(
                    (dot(&rho, &v) + r[0] * slip).abs() < 1e-11 * (1.0 + r[0]),
                    "{k}, visit {visit}: {r:?}"
                );
                let apart = r
                    .iter()
                    .zip(&asked)
                    .fold(0.0_f64, |m, (a, b)| m.max((a - b).abs()));
                assert!(
                    wide > 1.0 || apart < 1e-6 * (1.0 + r[0]) / thin,
                    "{k}, visit {visit}: {r:?}, in the modes {asked:?}"
                );
                (stuck, slid) = if length < r[0] * (1.0 - 1e-9) {
                    (stuck + 1, slid)
                } else {
                    (stuck, slid + 1)
                };
            }
        }
        assert!(stuck > 20 && slid > 20, "{stuck} {slid}");
    }
}
