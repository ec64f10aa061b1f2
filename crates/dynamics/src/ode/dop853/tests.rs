//! Tests of the module above.

use super::*;

fn oscillate(_: f64, y: &[f64], out: &mut [f64]) -> bool {
    (out[0], out[1]) = (y[1], -y[0]);
    true
}

/// Error at t = 1 after `steps` steps of one length.
fn error(steps: i32) -> f64 {
    let mut pair = Dop853::default();
    pair.resize(2);
    let h = 1.0 / f64::from(steps);
    let (mut y, tolerance) = ([0.0, 1.0], Tolerance::default());
    for i in 0..steps {
        assert!(pair.begin(&mut oscillate, f64::from(i) * h, &y));
        pair.attempt(&mut oscillate, h, &tolerance);
        y.copy_from_slice(&pair.y_next);
    }
    (y[0] - 1f64.sin()).abs().max((y[1] - 1f64.cos()).abs())
}

/// Sizes that the compiler knows and those it does not give the same bits: further components change
/// nothing.
#[test]
fn the_number_of_components_does_not_matter() {
    let of_size = |n: usize| {
        let mut pair = Dop853::default();
        pair.resize(n);
        let mut rhs = |t: f64, y: &[f64], out: &mut [f64]| {
            out.fill(0.0);
            oscillate(t, y, out)
        };
        let mut y = vec![0.0; n];
        (y[0], y[1]) = (0.3, 1.0);
        assert!(pair.begin(&mut rhs, 0.0, &y));
        pair.attempt(&mut rhs, 0.7, &Tolerance::default());
        assert!(pair.prepare_dense(&mut rhs));
        pair.at(0.37, &mut y);
        [pair.y_next[0], pair.y_next[1], y[0], y[1]].map(f64::to_bits)
    };
    for n in [3, 4, 5, 6, 7, 8, 9] {
        assert_eq!(of_size(n), of_size(2), "{n}");
    }
}

#[test]
fn order_is_eight() {
    let order = (error(1) / error(2)).log2();
    assert!((7.5..9.5).contains(&order), "{order}");
    assert!(error(8) < 1e-14, "{}", error(8));
}

#[test]
fn dense_output_has_order_seven() {
    let miss = |h: f64| {
        let mut pair = Dop853::default();
        pair.resize(2);
        assert!(pair.begin(&mut oscillate, 0.0, &[0.0, 1.0]));
        pair.attempt(&mut oscillate, h, &Tolerance::default());
        assert!(pair.prepare_dense(&mut oscillate));
        let mut y = [0.0; 2];
        let shares = (1..20).map(|i| f64::from(i) / 20.0);
        shares.fold(0.0, |worst: f64, share| {
            pair.at(share, &mut y);
            worst.max((y[0] - (share * h).sin()).abs())
        })
    };
    let order = (miss(1.0) / miss(0.5)).log2();
    assert!((7.3..9.5).contains(&order), "{order}");
}

#[test]
fn rates_of_the_dense_output_are_its_derivatives() {
    let mut pair = Dop853::default();
    pair.resize(2);
    assert!(pair.begin(&mut oscillate, 0.0, &[0.0, 1.0]));
    pair.attempt(&mut oscillate, 0.5, &Tolerance::default());
    assert!(pair.prepare_dense(&mut oscillate));
    let (mut before, mut after) = ([0.0; 2], [0.0; 2]);
    for i in 0..=10 {
        let (t, s) = (0.05 * f64::from(i), 1e-5);
        pair.after(t - s, &mut before);
        pair.after(t + s, &mut after);
        let miss = pair.rate_after(t, 0) - (after[0] - before[0]) / (2.0 * s);
        assert!(miss.abs() < 1e-9, "{t}: {miss}");
        assert!((pair.rate_after(t, 0) - t.cos()).abs() < 1e-7);
    }
}

#[test]
fn error_control_keeps_the_tolerance_on_an_orbit() {
    // Kepler's problem with eccentricity 0.9, one period.
    let mut kepler = |_: f64, y: &[f64], out: &mut [f64]| {
        let r = (y[0] * y[0] + y[1] * y[1]).powf(1.5);
        out.copy_from_slice(&[y[2], y[3], -y[0] / r, -y[1] / r]);
        true
    };
    let start = [0.1, 0.0, 0.0, (1.9f64 / 0.1).sqrt()];
    let tolerance = Tolerance {
        relative: 1e-12,
        absolute: vec![1e-12; 4],
    };
    let mut pair = Dop853::default();
    pair.resize(4);
    let (mut t, mut h, end, mut y) = (0.0, 1e-3, std::f64::consts::TAU, start);
    let mut steps = 0;
    while t < end {
        let length = f64::min(h, end - t);
        assert!(pair.begin(&mut kepler, t, &y));
        let error = pair.attempt(&mut kepler, length, &tolerance).expect("finite");
        if error <= 1.0 {
            t += length;
            y.copy_from_slice(&pair.y_next);
        }
        h = next_length(length, error);
        steps += 1;
    }
    let miss = y
        .iter()
        .zip(&start)
        .fold(0.0, |m: f64, (a, b)| m.max((a - b).abs()));
    assert!(miss < 1e-8, "{miss} after {steps}");
    assert!(steps < 150, "{steps}");
}

#[test]
fn a_refused_point_is_no_step() {
    let mut half = |t: f64, _: &[f64], out: &mut [f64]| {
        out[0] = 1.0;
        t < 0.5
    };
    let mut pair = Dop853::default();
    pair.resize(1);
    assert!(pair.begin(&mut half, 0.0, &[0.0]));
    assert_eq!(pair.attempt(&mut half, 1.0, &Tolerance::default()), None);
}
