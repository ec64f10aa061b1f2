//! Tests of the module above.

use super::*;

fn tolerance(relative: f64) -> Tolerance {
    Tolerance {
        relative,
        absolute: vec![relative; 2],
    }
}

#[test]
fn free_fall_takes_three_stages_and_is_exact() {
    let mut count = 0;
    let mut fall = |_: f64, y: &[f64], out: &mut [f64]| {
        count += 1;
        (out[0], out[1]) = (y[1], -9.81);
        true
    };
    let mut pair = Dop853::default();
    pair.resize(2);
    assert!(pair.begin(&mut fall, 0.0, &[1.0, 2.0]));
    let error = pair.attempt(&mut fall, 0.7, &tolerance(1e-12));
    assert!(error.is_some_and(|e| e < 1e-6) && pair.prepare_dense(&mut fall));
    let height = |t: f64| 1.0 + 2.0 * t - 0.5 * 9.81 * t * t;
    assert!((pair.y_next[0] - height(0.7)).abs() < 1e-15);
    assert!(pair.shorten(0.5) && pair.h == 0.35);
    assert!((pair.y_next[0] - height(0.35)).abs() < 1e-15);
    assert_eq!(count, 4);
}

#[test]
fn the_end_moves_along_the_motion() {
    let mut oscillate = |_: f64, y: &[f64], out: &mut [f64]| {
        (out[0], out[1]) = (y[1], -y[0]);
        true
    };
    let mut pair = Dop853::default();
    pair.resize(2);
    assert!(pair.begin(&mut oscillate, 0.0, &[0.0, 1.0]));
    for by in [-3e-3, 1e-3, -1e-6] {
        pair.attempt(&mut oscillate, 0.5, &tolerance(1e-12));
        pair.move_end(by);
        let (t, miss) = (0.5 + by, pair.y_next[0] - (0.5 + by).sin());
        assert!(
            (pair.h - t).abs() < 1e-15 && miss.abs() < 0.01 * by * by + 2e-10,
            "{by}: {miss}"
        );
    }
}

#[test]
fn an_oscillation_is_left_to_the_pair_of_order_eight() {
    let mut count = 0;
    let mut oscillate = |_: f64, y: &[f64], out: &mut [f64]| {
        count += 1;
        (out[0], out[1]) = (y[1], -y[0]);
        true
    };
    let mut pair = Dop853::default();
    pair.resize(2);
    let mut y = [0.0, 1.0];
    for i in 0..10 {
        let time = 0.3 * f64::from(i);
        assert!(pair.begin(&mut oscillate, time, &y));
        assert!(pair.attempt(&mut oscillate, 0.3, &tolerance(1e-9)).is_some());
        assert!(!pair.shorten(0.5));
        y.copy_from_slice(&pair.y_next);
    }
    // One step in three at first, ever fewer then.
    assert!((130..=130 + 9).contains(&count), "{count}");
    assert!((y[0] - 3f64.sin()).abs() < 1e-10);
}
