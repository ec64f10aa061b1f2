//! The one-block problem, solved exactly: the heart of block Gauss–Seidel.
//!
//! ```text
//! u = W r + b,  (u, r) ∈ law,  W one small block (positive semidefinite or nearly so),
//!               b what the others leave
//! ```
//! Friction blocks. If b_N ≥ 0 the contact opens: r = 0. Otherwise u_N = 0, and in the variables ρ = C⁻¹ r_T,
//! v = C u_T where the ellipsoid D = C·ball is the unit ball, slip reads v = −s ρ with s ≥ 0. Eliminating
//! r_N,
//!
//! ```text
//! (S + s I) ρ(s) = −c,      S, c the Schur complement of W and b on the tangential rows
//! r_N(s) = −(b_N + W_NT C ρ(s)) / W_NN
//! s = 0 (stick) if ‖ρ(0)‖ ≤ r_N(0),  else the root of  r_N(s) / ‖ρ(s)‖ = 1
//! ```
//! The left side is negative of stick at s = 0 and grows without bound, so a root exists whenever b_N < 0; it
//! is nearly linear in s, so that a guarded Newton iteration ends at rounding in a few steps (the secular
//! equation of trust regions). Compare Bonnefon and Daviet (2011), who solve the same problem as a quartic.
//!
//! Here the round cone and the planar wedge; `mod.rs` has the other laws. A normal row without mass (W_NN =
//! 0) keeps r = 0. Where a block is so unsymmetric or indefinite that several answers exist, one is returned;
//! open comes first.

/// A block of three rows with a round cone, prepared for many solves.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Round {
    /// 1 / W_NN, or 0 if the normal row has no mass.
    inv_n: f64,
    /// W_NT / W_NN.
    left: [f64; 2],
    /// W_TN / W_NN.
    right: [f64; 2],
    /// Schur complement W_TT − W_TN W_NT / W_NN, row-major.
    schur: [f64; 4],
    /// 1 / det(schur), or 0 when it is singular.
    inv_det: f64,
    mu: f64,
    /// Multiplier s of the last slip: where the next root search begins.
    slip: f64,
}

/// ‖ρ‖ at most this many times rounding apart counts as on the cone.
pub(crate) const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// A slide that begins at its last root ends with a step along the tangent of at most this part of s.
const NEAR: f64 = 0.05;

impl Round {
    #[inline]
    pub(crate) fn new(w: &[f64], mu: f64) -> Self {
        let inv_n = if w[0] > 0.0 { 1.0 / w[0] } else { 0.0 };
        let left = [w[1] * inv_n, w[2] * inv_n];
        let right = [w[3] * inv_n, w[6] * inv_n];
        let schur = [
            w[4] - w[3] * left[0],
            w[5] - w[3] * left[1],
            w[7] - w[6] * left[0],
            w[8] - w[6] * left[1],
        ];
        let det = schur[0] * schur[3] - schur[1] * schur[2];
        let regular = det > 1e-13 * (schur[0] * schur[3]).abs() && schur[0] > 0.0;
        Round {
            inv_n,
            left,
            right,
            schur,
            inv_det: if regular { 1.0 / det } else { 0.0 },
            mu,
            slip: 0.0,
        }
    }

    /// The impulse for free velocity b.
    ///
    /// The first slide of a contact is solved to about precision² of the impulse, and to rounding with 0.
    #[inline]
    pub(crate) fn solve(&mut self, b: [f64; 3], precision: f64) -> [f64; 3] {
        if !(b[0] < 0.0) || self.inv_n == 0.0 {
            return [0.0; 3];
        }
        let alone = -b[0] * self.inv_n;
        if self.mu == 0.0 {
            return [alone, 0.0, 0.0];
        }
        let c = [b[1] - self.right[0] * b[0], b[2] - self.right[1] * b[0]];
        if self.inv_det > 0.0 {
            let s = &self.schur;
            let x = (s[1] * c[1] - s[3] * c[0]) * self.inv_det;
            let y = (s[2] * c[0] - s[0] * c[1]) * self.inv_det;
            let n = alone - self.left[0] * x - self.left[1] * y;
            let limit = self.mu * n;
            if n > 0.0 && x * x + y * y <= limit * limit {
                return [n, x, y];
            }
        }
        self.slide(c, alone, if self.slip > 0.0 { NEAR } else { precision })
    }

    /// A size of s to begin a search with.
    fn unit(&self, c: [f64; 2], alone: f64) -> f64 {
        let stiff = self.schur[0].abs() + self.schur[3].abs();
        if stiff > 0.0 {
            stiff
        } else {
            c[0].hypot(c[1]) / (self.mu * alone)
        }
    }

    /// Root of φ(s) = μ r_N(s) / ‖r_T(s)‖ − 1 by Newton inside a bracket.
    ///
    /// The last step is taken along the tangent of r(s), once it is at most `last` times s: what that leaves
    /// out is of the order of its square. Where the search begins at the last root, `last` may be large: it
    /// settles as the sweeps do.
    fn slide(&mut self, c: [f64; 2], alone: f64, last: f64) -> [f64; 3] {
        if c[0] == 0.0 && c[1] == 0.0 {
            return [alone, 0.0, 0.0];
        }
        let last = last.max(1e-8);
        let [s00, s01, s10, s11] = self.schur;
        let unit = self.unit(c, alone);
        let (mut lo, mut hi) = (0.0, f64::INFINITY);
        let mut s = if self.inv_det > 0.0 {
            self.slip
        } else {
            self.slip.max(1e-14 * unit)
        };
        let mut steps = 0;
        let best = loop {
            let (m00, m11) = (s00 + s, s11 + s);
            let det = m00 * m11 - s01 * s10;
            let inv = 1.0 / det;
            let x = (s01 * c[1] - m11 * c[0]) * inv;
            let y = (s10 * c[0] - m00 * c[1]) * inv;
            let n = alone - self.left[0] * x - self.left[1] * y;
            // φ compared by squares: (μ r_N)² against ‖r_T‖².
            let (limit, size) = (self.mu * n, x * x + y * y);
            let short = limit * limit - size;
            if n > 0.0 && short.abs() <= ROUNDING * size || steps >= 80 {
                break [n, x, y];
            }
            if short < 0.0 || !(n > 0.0) || !(det > 0.0) {
                lo = s;
            } else {
                hi = s;
            }
            // Derivatives: ρ' = −(S + s)⁻¹ ρ.
            let dx = (s01 * y - m11 * x) * inv;
            let dy = (s10 * x - m00 * y) * inv;
            let dn = -self.left[0] * dx - self.left[1] * dy;
            let slope = self.mu * (dn * size - n * (x * dx + y * dy));
            let step = newton_step(n, limit, size, slope);
            let mut next = s + step;
            if slope > 0.0 && next > lo && next < hi {
                if step.abs() <= last * next && det > 0.0 {
                    s = next;
                    break [n + step * dn, x + step * dx, y + step * dy];
                }
            } else {
                next = if hi.is_finite() {
                    0.5 * (lo + hi)
                } else {
                    (4.0 * s).max(unit * 1e-3)
                };
                if (next - s).abs() <= f64::EPSILON * next || !(next < f64::INFINITY) {
                    break [n, x, y];
                }
            }
            s = next;
            steps += 1;
        };
        self.slip = s;
        on_cone(best, self.mu, alone)
    }
}

/// Newton's step −φ / φ' for φ = limit / √size − 1, `slope` = φ' size^{3/2}.
///
/// Near the root of φ the square root in it is replaced by its Padé approximant.
#[inline]
pub(crate) fn newton_step(n: f64, limit: f64, size: f64, slope: f64) -> f64 {
    let square = limit * limit;
    let short = square - size;
    if n > 0.0 && short.abs() <= 0.1 * size {
        -short * (square + size) * size / ((square + 3.0 * size) * limit * slope)
    } else {
        -(limit - size.sqrt()) * size / slope
    }
}

/// Puts a sliding impulse onto the cone: ‖r_T‖ = μ r_N to rounding.
#[inline]
fn on_cone(r: [f64; 3], mu: f64, alone: f64) -> [f64; 3] {
    let norm = (r[1] * r[1] + r[2] * r[2]).sqrt();
    if !(r[0] > 0.0) || !(norm > 0.0) {
        return [alone.max(0.0), 0.0, 0.0];
    }
    let scale = mu * r[0] / norm;
    [r[0], r[1] * scale, r[2] * scale]
}

/// A block of two rows with D = [−minus, plus], prepared for many solves.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Wedge {
    w: [f64; 4],
    inv_n: f64,
    inv_det: f64,
    minus: f64,
    plus: f64,
}

impl Wedge {
    #[inline]
    pub(crate) fn new(w: &[f64], minus: f64, plus: f64) -> Self {
        let det = w[0] * w[3] - w[1] * w[2];
        let regular = w[0] > 0.0 && det > 1e-13 * (w[0] * w[3]).abs();
        Wedge {
            w: [w[0], w[1], w[2], w[3]],
            inv_n: if w[0] > 0.0 { 1.0 / w[0] } else { 0.0 },
            inv_det: if regular { 1.0 / det } else { 0.0 },
            minus,
            plus,
        }
    }

    /// The impulse for free velocity b.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the innermost loop of planar sweeps")]
    pub(crate) fn solve(&self, b: [f64; 2]) -> [f64; 2] {
        if !(b[0] < 0.0) || self.inv_n == 0.0 {
            return [0.0; 2];
        }
        let w = &self.w;
        let mut towards = b[1] - w[2] * b[0] * self.inv_n;
        if self.inv_det > 0.0 {
            let n = (w[1] * b[1] - w[3] * b[0]) * self.inv_det;
            let t = (w[2] * b[0] - w[0] * b[1]) * self.inv_det;
            if n > 0.0 && t <= self.plus * n && t >= -self.minus * n {
                return [n, t];
            }
            towards = -t;
        }
        // Slip: friction at one end of D; the end that opposes the slip it leaves.
        let first = if towards < 0.0 { self.plus } else { -self.minus };
        let second = if towards < 0.0 { -self.minus } else { self.plus };
        for slope in [first, second] {
            let along = w[0] + w[1] * slope;
            if along > 0.0 {
                let n = -b[0] / along;
                let slip = b[1] + (w[2] + w[3] * slope) * n;
                if (slope >= 0.0 && slip <= 0.0) || (slope <= 0.0 && slip >= 0.0) {
                    return [n, slope * n];
                }
            }
        }
        // No slip, singular stick: the impulse that stops both, cut to the cone.
        let n = -b[0] * self.inv_n;
        let t = if w[3] > 0.0 {
            -(b[1] + w[2] * n) / w[3]
        } else {
            0.0
        };
        [n, crate::law::within(t, -self.minus * n, self.plus * n)]
    }
}
