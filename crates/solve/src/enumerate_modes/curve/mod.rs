//! Sliding along an ellipse: the direction φ of the friction impulse is unknown.
//!
//! ```text
//! d(φ) = (a cos φ, b sin φ),   n(φ) = (b cos φ, a sin φ),   u_T = −s n(φ),  s ≥ 0
//! p(φ) = a₀ + a₁ cos φ + b₁ sin φ + a₂ cos 2φ + b₂ sin 2φ = 0    ⇔    a quartic in t = tan φ/2
//! ```
//! The roots are the real eigenvalues of the companion matrix of the quartic.

use nalgebra::{DMatrix, DVector};

/// A curved slide: first row of its block, its column in the basis, its semi-axes.
pub(super) struct Curve {
    pub(super) row: usize,
    pub(super) column: usize,
    pub(super) axes: [f64; 2],
}

impl Curve {
    /// d(φ), d′(φ), n(φ), n′(φ).
    pub(super) fn at(&self, phi: f64) -> [[f64; 2]; 4] {
        let ((s, c), [a, b]) = (phi.sin_cos(), self.axes);
        [[a * c, b * s], [-a * s, b * c], [b * c, a * s], [-b * s, a * c]]
    }

    /// s of u_T = −s n(φ), by least squares.
    pub(super) fn slip(&self, phi: f64, u: &DVector<f64>) -> f64 {
        let [_, _, n, _] = self.at(phi);
        -(u[self.row + 1] * n[0] + u[self.row + 2] * n[1]) / (n[0] * n[0] + n[1] * n[1])
    }
}

/// The roots of a₀ + a₁ cos φ + b₁ sin φ + a₂ cos 2φ + b₂ sin 2φ given at equidistant angles; `None` if it
/// vanishes.
pub(super) fn trigonometric_roots(values: &[f64]) -> Option<Vec<f64>> {
    let count = values.len() as f64;
    let most = (0..values.len()).max_by(|&i, &j| values[i].abs().total_cmp(&values[j].abs()))?;
    let size = values[most].abs();
    if !(size > 0.0) || !size.is_finite() {
        return None;
    }
    // Angles are counted so that φ = π, the pole of t = tan φ/2, is where the polynomial is largest.
    let shift = std::f64::consts::TAU * most as f64 / count - std::f64::consts::PI;
    let wave = |order: f64, f: fn(f64) -> f64| {
        let angle = |k: usize| std::f64::consts::TAU * k as f64 / count - shift;
        let sum: f64 = values
            .iter()
            .enumerate()
            .map(|(k, v)| v * f(order * angle(k)))
            .sum();
        sum / count * if order > 0.0 { 2.0 } else { 1.0 }
    };
    let (a0, a1, a2) = (wave(0.0, f64::cos), wave(1.0, f64::cos), wave(2.0, f64::cos));
    let (b1, b2) = (wave(1.0, f64::sin), wave(2.0, f64::sin));
    let quartic = [
        a0 + a1 + a2,
        2.0 * b1 + 4.0 * b2,
        2.0 * a0 - 6.0 * a2,
        2.0 * b1 - 4.0 * b2,
        a0 - a1 + a2,
    ];
    let mut companion = DMatrix::zeros(4, 4);
    for k in 0..4 {
        companion[(k, 3)] = -quartic[k] / quartic[4];
        if k > 0 {
            companion[(k, k - 1)] = 1.0;
        }
    }
    // Double roots come out with an imaginary part near √ε: candidates are judged later, so the net is wide.
    let near = |t: &&nalgebra::Complex<f64>| t.im.abs() <= 1e-3 * (1.0 + t.re.abs());
    let roots = companion.complex_eigenvalues();
    Some(
        roots
            .iter()
            .filter(near)
            .map(|t| 2.0 * t.re.atan() + shift)
            .collect(),
    )
}

#[cfg(test)]
mod tests;
