//! Tests of the module above.

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
