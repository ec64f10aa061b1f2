//! Tests of the module above.

use super::*;

#[test]
fn a_rising_line_goes_from_corner_to_corner() {
    let points: Vec<(f64, f64)> = (0..100).map(|i| (f64::from(i), f64::from(i))).collect();
    let drawn = sketch(&points, 10, 3);
    let lines: Vec<&str> = drawn.lines().collect();
    assert_eq!(lines.len(), 5);
    assert!(lines[0].contains("99 │") && lines[2].contains(" 0 │"), "{drawn}");
    assert!(lines[0].chars().count() > lines[2].chars().count(), "{drawn}");
}

#[test]
fn nothing_is_drawn_of_nothing() {
    assert_eq!(sketch(&[], 10, 3), "");
    assert_eq!(sketch(&[(0.0, f64::NAN)], 10, 3), "");
}
