//! Tests of the module above.

use super::*;
use nalgebra::DMatrix;

fn one_row(m: f64, q: f64) -> MixedLcp {
    MixedLcp {
        matrix: Matrix::Dense(DMatrix::from_element(1, 1, m)),
        q: vec![q],
        lower: vec![0.0],
        upper: vec![f64::INFINITY],
    }
}

/// w = −1 whatever z is: a huge z must not hide it behind rounding.
#[test]
fn a_huge_answer_hides_no_defect() {
    assert_eq!(scaled_mixed_error(&one_row(0.0, -1.0), &[2.5e23]), 1.0);
}

#[test]
fn scaled_error_of_an_lcp_does_not_depend_on_the_units() {
    let found = [1.0, 1e-6, 1e6]
        .map(|unit| scaled_mixed_error(&one_row(2.0 * unit * unit, -4.0 * unit), &[1.9 / unit]));
    for error in found {
        assert!(
            (error - found[0]).abs() < 1e-12 && (error - 0.05).abs() < 1e-12,
            "{found:?}"
        );
    }
}

#[test]
fn nan_is_the_worst_clause_and_never_solved() {
    let clauses = [("a", 1.0, ""), ("b", f64::NAN, ""), ("c", 2.0, "")];
    assert_eq!(worst(&clauses).map(|clause| clause.0), Some("b"));
    assert_eq!(worst(&[("a", 0.0, "")]), None);
    assert!(scaled_mixed_error(&one_row(1.0, -1.0), &[f64::NAN]).is_nan());
}
