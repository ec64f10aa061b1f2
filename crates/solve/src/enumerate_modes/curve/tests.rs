//! Tests of the module above.

use super::*;

#[test]
fn roots_of_a_trigonometric_polynomial_are_all_found() {
    // A product of two sines has the four roots 1, 1 + π, 2, 2 + π.
    let p = |phi: f64| (phi - 1.0).sin() * (phi - 2.0).sin();
    let values: Vec<f64> = (0..16)
        .map(|k| p(std::f64::consts::TAU * f64::from(k) / 16.0))
        .collect();
    let mut roots: Vec<f64> = trigonometric_roots(&values)
        .unwrap()
        .iter()
        .map(|x| x.rem_euclid(std::f64::consts::TAU))
        .collect();
    roots.sort_by(f64::total_cmp);
    let expected = [1.0, 2.0, 1.0 + std::f64::consts::PI, 2.0 + std::f64::consts::PI];
    assert_eq!(roots.len(), 4);
    for (found, expected) in roots.iter().zip(expected) {
        assert!(
            (found - expected).abs() < 1e-12,
            "expected {expected}, found {found}"
        );
    }
    assert!(trigonometric_roots(&[0.0; 16]).is_none());
    assert!(trigonometric_roots(&[f64::NAN; 16]).is_none());
}
