//! Tests of the module above.

use super::*;
use crate::ode::dop853::next_length;

/// Integrates over [0, end]; the end and the steps made and refused.
fn run(rhs: &mut Rhs, y: &mut [f64], end: f64, relative: f64) -> usize {
    let mut integrator = Integrator::default();
    integrator.step.resize(y.len());
    let tolerance = Tolerance {
        relative,
        absolute: vec![relative; y.len()],
    };
    let (mut t, mut h, mut tries) = (0.0, 1e-3, 0);
    while t < end - 1e-12 {
        let length = f64::min(h, end - t);
        assert!(integrator.step.begin(rhs, t, y));
        let error = integrator.attempt(rhs, length, &tolerance).expect("finite");
        tries += 1;
        if error <= 1.0 {
            t += length;
            y.copy_from_slice(&integrator.step.y_next);
        }
        h = next_length(length, error).min(if error > 1.0 { 0.9 * length } else { f64::INFINITY });
        assert!(tries < 100_000);
    }
    tries
}

#[test]
fn a_stiff_equation_takes_few_steps() {
    // Prothero and Robinson: y' = −λ (y − cos t) − sin t.
    let mut stiff = |t: f64, y: &[f64], out: &mut [f64]| {
        out[0] = -1e6 * (y[0] - t.cos()) - t.sin();
        true
    };
    let mut y = [1.0];
    let tries = run(&mut stiff, &mut y, 10.0, 1e-8);
    assert!((y[0] - 10f64.cos()).abs() < 1e-7, "{}", y[0]);
    // The pair alone would need 10 · 10⁶ / 6.
    assert!(tries < 1000, "{tries}");
}

#[test]
fn a_mild_one_is_left_to_the_pair() {
    let mut count = 0;
    let mut mild = |_: f64, y: &[f64], out: &mut [f64]| {
        count += 1;
        (out[0], out[1]) = (y[1], -y[0]);
        true
    };
    let mut y = [0.0, 1.0];
    let tries = run(&mut mild, &mut y, 20.0, 1e-10);
    assert!((y[0] - 20f64.sin()).abs() < 1e-9);
    assert!(count < 20 * tries, "{count} {tries}");
}

#[test]
fn it_goes_back_where_stiffness_ends() {
    // Stiff until t = 1 only.
    let mut both = |t: f64, y: &[f64], out: &mut [f64]| {
        let rate = if t < 1.0 { 1e5 } else { 0.5 };
        (out[0], out[1]) = (-rate * (y[0] - t.cos()) - t.sin(), -y[1]);
        true
    };
    let mut y = [1.0, 1.0];
    run(&mut both, &mut y, 8.0, 1e-9);
    assert!((y[0] - 8f64.cos()).abs() < 1e-7 && (y[1] - (-8f64).exp()).abs() < 1e-8);
}
