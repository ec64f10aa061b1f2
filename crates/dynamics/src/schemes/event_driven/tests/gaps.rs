//! Closings of gaps against closed forms and a fine scan.

use crate::schemes::event_driven::gaps::{Sample, first_closing, stays_open};

fn closing(gap: impl Fn(f64) -> f64, rate: impl Fn(f64) -> f64) -> Option<f64> {
    let mut look = |share: f64| {
        Some(Sample {
            share,
            gap: gap(share),
            rate: rate(share),
        })
    };
    let (start, end) = (look(0.0).expect("there"), look(1.0).expect("there"));
    if stays_open(start, end) {
        return None;
    }
    first_closing((start, end), None, 1e-13, &mut look)
}

#[test]
fn a_double_root_is_not_missed() {
    for (center, depth) in [(0.5, 1e-9), (0.31, 1e-6), (0.77, 1e-3), (0.5, 0.04)] {
        let share = closing(|s| (s - center).powi(2) - depth, |s| 2.0 * (s - center));
        let exact = center - f64::sqrt(depth);
        assert!(
            (share.expect("closes") - exact).abs() < 1e-10,
            "{share:?} {exact}"
        );
    }
    assert_eq!(closing(|s| (s - 0.5).powi(2) + 1e-9, |s| 2.0 * (s - 0.5)), None);
}

#[test]
fn waves_close_where_a_fine_scan_says() {
    let mut seed = 1_u32;
    let mut unit = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(seed >> 8) / f64::from(1_u32 << 24)
    };
    for case in 0..3000 {
        // Up to most of a wave in a step.
        let (height, speed, phase) = (2.2 * unit() - 1.0, 5.0 * unit(), 7.0 * unit());
        let gap = |s: f64| height + (speed * s + phase).sin();
        if gap(0.0) < 1e-3 {
            continue;
        }
        let found = closing(gap, |s| speed * (speed * s + phase).cos());
        let scan = (1..=20_000)
            .map(|k| f64::from(k) / 20_000.0)
            .find(|s| gap(*s) < -1e-6);
        match (found, scan) {
            (Some(found), Some(scan)) => {
                assert!(gap(found).abs() < 1e-9 && found <= scan, "{case}: {found} {scan}");
            }
            (None, Some(scan)) => panic!("{case}: missed at {scan}"),
            (Some(found), None) => assert!(gap(found).abs() < 1e-5, "{case}: {found}"),
            (None, None) => {}
        }
    }
}

#[test]
fn what_has_just_let_go_is_not_back_at_once() {
    let share = closing(|s| s * (0.9 - s), |s| 0.9 - 2.0 * s).expect("closes");
    assert!((share - 0.9).abs() < 1e-12, "{share}");
    assert_eq!(closing(|s| s * s, |s| 2.0 * s), None);
}

#[test]
fn the_first_of_several_is_taken() {
    let share = closing(
        |s| (s - 0.2) * (s - 0.5) * (s - 0.9) + 0.0,
        |s| (s - 0.5) * (s - 0.9) + (s - 0.2) * (s - 0.9) + (s - 0.2) * (s - 0.5),
    );
    // Starts closed and leaves at 0.2, closes at 0.5.
    assert!(share.expect("closes") < 0.51);
    let two_dips = |s: f64| (s - 0.2).powi(2) * (s - 0.7).powi(2) - 1e-5;
    let rate = |s: f64| 2.0 * (s - 0.2) * (s - 0.7) * (2.0 * s - 0.9);
    let share = closing(two_dips, rate).expect("closes");
    assert!(two_dips(share).abs() < 1e-12 && share < 0.2, "{share}");
}
