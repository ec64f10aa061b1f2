//! Tests of the module above.

use super::*;

#[test]
fn thinning_keeps_the_extremes_and_the_ends() {
    let points: Vec<(f64, f64)> = (0..100_000)
        .map(|i| (f64::from(i), if i == 70_001 { 9.0 } else { f64::from(i % 7) }))
        .collect();
    let kept = thin(&points);
    assert!(kept.len() <= 4 * COLUMNS && kept.contains(&(70_001.0, 9.0)));
    assert_eq!((kept[0], kept[kept.len() - 1]), (points[0], points[99_999]));
    assert!(kept.windows(2).all(|p| p[0].0 <= p[1].0));
}

#[test]
fn spans_join_what_is_the_same() {
    let found = spans(&[0.0, 1.0, 2.0, 3.0], &[0.0, 1.0, 1.0, 2.0]);
    assert_eq!(found, vec![(0.0, 2.0, 1), (2.0, 3.0, 2)]);
}
