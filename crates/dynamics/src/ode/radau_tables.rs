//! Coefficients of Radau IIA with three stages, and the elimination of its linear systems.
//!
//! ```text
//! T⁻¹ A⁻¹ T = diag(γ, [α −β; β α]):  one real system (γ/h − J) and one complex one (α + iβ)/h − J instead of
//!                                    3n rows
//! P A = L U in place, rows of zeros in the factor skipped: Jacobians of many bodies are sparse
//! ```
//! Source: Hairer and Wanner, Solving Ordinary Differential Equations II, §IV.5 and IV.8. Not for matrices of
//! thousands.

use nalgebra::ComplexField;

/// √6.
const ROOT: f64 = 2.449_489_742_783_178;
/// Where the stages are, in shares of the step.
pub(super) const NODES: [f64; 3] = [(4.0 - ROOT) / 10.0, (4.0 + ROOT) / 10.0, 1.0];
/// Weights of the quadrature over the stages.
pub(super) const WEIGHTS: [f64; 3] = [(16.0 - ROOT) / 36.0, (16.0 + ROOT) / 36.0, 1.0 / 9.0];
/// γ = 3 + 3^⅔ − 3^⅓.
pub(super) const REAL: f64 = 3.637_834_252_744_496;
/// α = 3 + ½(3^⅓ − 3^⅔), and −½(3^⅚ + 3^(7/6)).
pub(super) const COMPLEX: [f64; 2] = [2.681_082_873_627_752_3, -3.050_430_199_247_410_6];
/// T.
pub(super) const T: [[f64; 3]; 3] = [
    [
        0.094_438_762_488_975_24,
        -0.141_255_295_020_954_2,
        0.030_029_194_105_147_42,
    ],
    [
        0.250_213_122_965_333_3,
        0.204_129_352_293_799_94,
        -0.382_942_112_757_261_9,
    ],
    [1.0, 1.0, 0.0],
];
/// T⁻¹.
pub(super) const T_INVERSE: [[f64; 3]; 3] = [
    [
        4.178_718_591_551_904,
        0.327_682_820_761_062_37,
        0.523_376_445_499_449_5,
    ],
    [
        -4.178_718_591_551_904,
        -0.327_682_820_761_062_37,
        0.476_623_554_500_550_44,
    ],
    [
        0.502_872_634_945_786_8,
        -2.571_926_949_855_605,
        0.596_039_204_828_225,
    ],
];
/// The embedded formula of order 3: what its error takes of the stages.
pub(super) const ERROR: [f64; 3] = [(-13.0 - 7.0 * ROOT) / 3.0, (-13.0 + 7.0 * ROOT) / 3.0, -1.0 / 3.0];
/// The collocation polynomial: coefficients of s, s², s³ for each stage.
pub(super) const DENSE: [[f64; 3]; 3] = [
    [
        (13.0 + 7.0 * ROOT) / 3.0,
        (-23.0 - 22.0 * ROOT) / 3.0,
        (10.0 + 15.0 * ROOT) / 3.0,
    ],
    [
        (13.0 - 7.0 * ROOT) / 3.0,
        (-23.0 + 22.0 * ROOT) / 3.0,
        (10.0 - 15.0 * ROOT) / 3.0,
    ],
    [1.0 / 3.0, -8.0 / 3.0, 10.0 / 3.0],
];

/// P A = L U with partial pivoting, row-major and in place; whether A is regular.
pub(super) fn factor<T: ComplexField<RealField = f64> + Copy>(a: &mut [T], pivot: &mut [usize]) -> bool {
    let n = pivot.len();
    for j in 0..n {
        let (mut largest, mut size) = (j, a[j * n + j].modulus());
        for i in j + 1..n {
            let next = a[i * n + j].modulus();
            if next > size {
                (largest, size) = (i, next);
            }
        }
        if !(size > 0.0 && size < f64::INFINITY) {
            return false;
        }
        pivot[j] = largest;
        if largest != j {
            let (upper, lower) = a.split_at_mut(largest * n);
            upper[j * n..(j + 1) * n].swap_with_slice(&mut lower[..n]);
        }
        let (upper, lower) = a.split_at_mut((j + 1) * n);
        let top = &upper[j * n..];
        for row in lower.chunks_exact_mut(n) {
            if row[j] == T::zero() {
                continue;
            }
            let share = row[j] / top[j];
            row[j] = share;
            for (x, y) in row[j + 1..].iter_mut().zip(&top[j + 1..]) {
                *x -= share * *y;
            }
        }
    }
    true
}

/// x ← A⁻¹ x.
pub(super) fn solve<T: ComplexField<RealField = f64> + Copy>(a: &[T], pivot: &[usize], x: &mut [T]) {
    let n = x.len();
    for (j, &p) in pivot.iter().enumerate() {
        x.swap(j, p);
    }
    for i in 0..n {
        let mut sum = x[i];
        for (a, x) in a[i * n..i * n + i].iter().zip(&x[..i]) {
            sum -= *a * *x;
        }
        x[i] = sum;
    }
    for i in (0..n).rev() {
        let mut sum = x[i];
        for (a, x) in a[i * n + i + 1..(i + 1) * n].iter().zip(&x[i + 1..]) {
            sum -= *a * *x;
        }
        x[i] = sum / a[i * n + i];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// T⁻¹ T = 1, and T diag(γ, …) T⁻¹ is the inverse of the Butcher matrix.
    #[test]
    fn transformation_diagonalises_the_inverse_of_the_butcher_matrix() {
        let a = [
            [
                (88.0 - 7.0 * ROOT) / 360.0,
                (296.0 - 169.0 * ROOT) / 1800.0,
                (-2.0 + 3.0 * ROOT) / 225.0,
            ],
            [
                (296.0 + 169.0 * ROOT) / 1800.0,
                (88.0 + 7.0 * ROOT) / 360.0,
                (-2.0 - 3.0 * ROOT) / 225.0,
            ],
            WEIGHTS,
        ];
        let product = |x: [[f64; 3]; 3], y: [[f64; 3]; 3]| -> [[f64; 3]; 3] {
            std::array::from_fn(|i| std::array::from_fn(|j| (0..3).map(|k| x[i][k] * y[k][j]).sum()))
        };
        let [re, im] = COMPLEX;
        let blocks = [[REAL, 0.0, 0.0], [0.0, re, -im], [0.0, im, re]];
        let unit = product(product(product(T, blocks), T_INVERSE), a);
        for (i, row) in unit.iter().enumerate() {
            for (j, found) in row.iter().enumerate() {
                let asked = if i == j { 1.0 } else { 0.0 };
                assert!((found - asked).abs() < 1e-13, "({i}, {j}): {found}");
            }
        }
    }
}
