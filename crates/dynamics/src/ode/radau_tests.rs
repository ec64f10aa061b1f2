//! Radau IIA against closed forms: order, stability function, dense output, van der Pol's equation.

use super::*;

/// Fixed steps: a tolerance that any step meets, Newton exact on linear equations.
fn loose(n: usize) -> Tolerance {
    Tolerance {
        relative: 1.0,
        absolute: vec![1e6; n],
    }
}

fn tight(n: usize, tolerance: f64) -> Tolerance {
    Tolerance {
        relative: tolerance,
        absolute: vec![tolerance; n],
    }
}

/// Integrates with error control; how many steps were accepted and refused.
fn integrate(
    radau: &mut Radau,
    rhs: &mut RightHandSide<'_>,
    y: &mut Vec<f64>,
    (mut t, end): (f64, f64),
    tolerance: &Tolerance,
) -> (usize, usize) {
    let (mut h, mut accepted, mut refused) = (1e-6f64, 0, 0);
    while end - t > 1e-14 * end {
        let length = h.min(end - t);
        match radau.attempt(rhs, t, y, length, tolerance) {
            Attempt::Accepted { next_h } => {
                t += length;
                y.clone_from(&radau.y_next);
                h = next_h;
                accepted += 1;
            }
            Attempt::Rejected { next_h } => {
                h = next_h;
                refused += 1;
            }
        }
        assert!(h > 1e-14, "step {h} at {t}");
    }
    (accepted, refused)
}

/// y' = λ (y − sin t) + cos t with y(0) = 0, in `steps` equal steps to t = 2.
fn prothero_robinson(lambda: f64, steps: u32) -> f64 {
    let mut radau = Radau::new(1);
    let (mut y, h) = (vec![0.0], 2.0 / f64::from(steps));
    let mut rhs = |t: f64, y: &[f64], out: &mut [f64]| {
        out[0] = lambda * (y[0] - t.sin()) + t.cos();
        true
    };
    for k in 0..steps {
        let t = f64::from(k) * h;
        radau.give_jacobian(&[lambda]);
        let answer = radau.attempt(&mut rhs, t, &y, h, &loose(1));
        assert!(matches!(answer, Attempt::Accepted { .. }), "{answer:?}");
        y.clone_from(&radau.y_next);
    }
    (y[0] - 2.0f64.sin()).abs()
}

/// Order 5 where h λ is small; where it is large the error is O(h³/λ): §IV.15 of the source.
#[test]
fn order_is_five_and_three_on_stiff_components() {
    let order = |lambda: f64, coarse: u32| {
        let (a, b) = (
            prothero_robinson(lambda, coarse),
            prothero_robinson(lambda, 2 * coarse),
        );
        (a / b).log2()
    };
    let plain = order(-2.0, 12);
    assert!((4.8..5.3).contains(&plain), "order {plain}");
    let stiff = order(-1e6, 12);
    assert!((2.8..3.3).contains(&stiff), "order {stiff}");
    let error = prothero_robinson(-1e6, 12);
    assert!(error < 1e-9, "error {error}");
}

/// One step on y' = i ω y multiplies by R(z) = (1 + 2z/5 + z²/20) / (1 − 3z/5 + 3z²/20 − z³/60).
#[test]
fn oscillator_loses_the_energy_that_the_stability_function_takes() {
    let (omega, h, steps) = (3.0f64, 0.2, 50);
    let z = Complex::new(0.0, omega * h);
    let one = Complex::new(1.0, 0.0);
    let r = (one + z * 0.4 + z * z * 0.05) / (one - z * 0.6 + z * z * 0.15 - z * z * z / 60.0);
    let expected = r.norm_sqr().powi(steps);
    let mut radau = Radau::new(2);
    let mut y = vec![1.0, 0.0];
    let mut rhs = |_: f64, y: &[f64], out: &mut [f64]| {
        out.copy_from_slice(&[omega * y[1], -omega * y[0]]);
        true
    };
    for _ in 0..steps {
        radau.give_jacobian(&[0.0, omega, -omega, 0.0]);
        radau.attempt(&mut rhs, 0.0, &y, h, &loose(2));
        y.clone_from(&radau.y_next);
    }
    let found = y[0] * y[0] + y[1] * y[1];
    assert!(
        (found - expected).abs() < 1e-12,
        "energy {found}, expected {expected}"
    );
    assert!(expected < 1.0 - 1e-4, "nothing to see: {expected}");
}

/// Inside one step of y' = y cos t the collocation polynomial is off by O(h⁴).
#[test]
fn dense_output_is_of_local_order_four() {
    let worst = |h: f64| -> f64 {
        let mut radau = Radau::new(1);
        let mut rhs = |t: f64, y: &[f64], out: &mut [f64]| {
            out[0] = y[0] * t.cos();
            true
        };
        radau.attempt(&mut rhs, 0.3, &[0.3f64.sin().exp()], h, &tight(1, 1e-12));
        let error = |k: u32| {
            let share = f64::from(k) / 10.0;
            let mut y = [0.0];
            radau.at(share, &mut y);
            (y[0] - (0.3 + share * h).sin().exp()).abs()
        };
        (0..=10).map(error).fold(0.0, f64::max)
    };
    let order = (worst(0.2) / worst(0.1)).log2();
    assert!((3.8..4.5).contains(&order), "order {order}");
    let mut radau = Radau::new(1);
    let mut rhs = |_: f64, y: &[f64], out: &mut [f64]| {
        out[0] = y[0];
        true
    };
    radau.attempt(&mut rhs, 0.0, &[1.0], 0.1, &tight(1, 1e-12));
    let mut ends = [0.0];
    radau.at(1.0, &mut ends);
    assert!((ends[0] - radau.y_next[0]).abs() < 1e-15, "{ends:?}");
}

/// Weights and nodes integrate what the stages hold with order 5: ∫ y dt of y' = −y.
#[test]
fn stages_are_a_quadrature() {
    let mut radau = Radau::new(1);
    let mut rhs = |_: f64, y: &[f64], out: &mut [f64]| {
        out[0] = -y[0];
        true
    };
    radau.attempt(&mut rhs, 0.0, &[1.0], 0.5, &tight(1, 1e-12));
    let sum: f64 = radau
        .stages()
        .map(|(_, weight, mut y)| 0.5 * weight * y.next().unwrap_or(f64::NAN))
        .sum();
    // h Σ b f = y⁺ − y, exactly for the numbers of the method.
    assert!((1.0 - sum - radau.y_next[0]).abs() < 1e-12, "{sum}");
}

/// Van der Pol's equation with ε = 10⁻⁶ to t = 2, beside an explicit method of order 4, shorter in the jumps.
#[test]
fn van_der_pol_agrees_with_an_explicit_method_of_tiny_steps() {
    const EPSILON: f64 = 1e-6;
    fn slope(y: [f64; 2]) -> [f64; 2] {
        [y[1], ((1.0 - y[0] * y[0]) * y[1] - y[0]) / EPSILON]
    }
    let ahead = |y: [f64; 2], k: [f64; 2], s: f64| [y[0] + s * k[0], y[1] + s * k[1]];
    let (mut y, mut t, mut explicit) = ([2.0f64, -0.66], 0.0f64, 0);
    while t < 2.0 {
        let h = (2e-7 / (1.0 + y[1].abs() / 100.0)).min(2.0 - t);
        let a = slope(y);
        let b = slope(ahead(y, a, 0.5 * h));
        let c = slope(ahead(y, b, 0.5 * h));
        let d = slope(ahead(y, c, h));
        for i in 0..2 {
            y[i] += h / 6.0 * (a[i] + 2.0 * b[i] + 2.0 * c[i] + d[i]);
        }
        t += h;
        explicit += 1;
    }
    let mut radau = Radau::new(2);
    let mut rhs = |_: f64, y: &[f64], out: &mut [f64]| {
        out.copy_from_slice(&slope([y[0], y[1]]));
        true
    };
    let mut found = vec![2.0, -0.66];
    let (accepted, _) = integrate(&mut radau, &mut rhs, &mut found, (0.0, 2.0), &tight(2, 1e-9));
    for (found, asked) in found.iter().zip(y) {
        assert!((found - asked).abs() < 2e-9, "found {found}, expected {asked}");
    }
    assert!(
        accepted < 2000 && explicit > 5_000_000,
        "{accepted} steps beside {explicit} explicit ones"
    );
}

/// The error found follows the tolerance asked.
#[test]
fn error_follows_the_tolerance() {
    let mut last = f64::INFINITY;
    for exponent in [4, 6, 8, 10] {
        let tolerance = 10f64.powi(-exponent);
        let mut radau = Radau::new(2);
        let mut rhs = |t: f64, y: &[f64], out: &mut [f64]| {
            out[0] = -1e3 * (y[0] - y[1].cos()) + t;
            out[1] = 1.0 + 0.1 * y[0];
            true
        };
        let reach = |radau: &mut Radau, rhs: &mut RightHandSide<'_>, tolerance: f64| {
            let mut y = vec![1.0, 0.0];
            integrate(radau, rhs, &mut y, (0.0, 3.0), &tight(2, tolerance));
            y
        };
        let found = reach(&mut radau, &mut rhs, tolerance);
        let exact = reach(&mut Radau::new(2), &mut rhs, 1e-13);
        let error = (found[0] - exact[0]).abs().max((found[1] - exact[1]).abs());
        assert!(error < 10.0 * tolerance, "error {error} at tolerance {tolerance}");
        assert!(error < last, "error {error} after {last}");
        last = error;
    }
}

/// A right-hand side that has no value beyond a wall: steps are refused and shorter, nothing is NaN.
#[test]
fn what_cannot_be_evaluated_is_refused() {
    let mut radau = Radau::new(1);
    let mut rhs = |_: f64, y: &[f64], out: &mut [f64]| {
        out[0] = 1.0 / y[0].sqrt();
        y[0] > 0.0
    };
    let answer = radau.attempt(&mut rhs, 0.0, &[-1.0], 0.1, &tight(1, 1e-6));
    assert_eq!(answer, Attempt::Rejected { next_h: 0.05 });
    let mut nan = |_: f64, _: &[f64], out: &mut [f64]| {
        out[0] = f64::NAN;
        true
    };
    radau.restart();
    let answer = radau.attempt(&mut nan, 0.0, &[1.0], 0.1, &tight(1, 1e-6));
    assert!(
        matches!(answer, Attempt::Rejected { next_h } if next_h < 0.1),
        "{answer:?}"
    );
}

/// After `restart` the same arguments give the same bits, whatever came before.
#[test]
fn restart_forgets() {
    let mut rhs = |t: f64, y: &[f64], out: &mut [f64]| {
        out.copy_from_slice(&[y[1], -40.0 * y[0].sin() - y[1] + t]);
        true
    };
    let (mut used, mut new) = (Radau::new(2), Radau::new(2));
    integrate(
        &mut used,
        &mut rhs,
        &mut vec![0.3, 1.0],
        (0.0, 1.0),
        &tight(2, 1e-7),
    );
    used.restart();
    for h in [0.01, 0.02] {
        used.attempt(&mut rhs, 0.5, &[0.1, 0.2], h, &tight(2, 1e-7));
        new.attempt(&mut rhs, 0.5, &[0.1, 0.2], h, &tight(2, 1e-7));
        assert_eq!(used.y_next, new.y_next);
    }
}

/// Integrals along the way, told as such: the same steps from fewer evaluations, none for their columns.
#[test]
fn sums_cost_no_evaluations() {
    let mut rhs = |t: f64, y: &[f64], out: &mut [f64]| {
        out.copy_from_slice(&[
            y[1],
            -1e4 * y[0] - 1e3 * y[1] + t.cos(),
            y[0] * y[1],
            y[1].powi(2) - y[0],
            t,
        ]);
        true
    };
    let start = [1.0, 0.0, 0.0, 0.0, 0.0];
    let (mut plain, mut told) = (Radau::new(5), Radau::with_sums(5, 3));
    let mut ends = [start.to_vec(), start.to_vec()];
    let mut tolerance = tight(5, 1e-8);
    tolerance.absolute[2..].fill(f64::INFINITY);
    integrate(&mut plain, &mut rhs, &mut ends[0], (0.0, 0.3), &tolerance);
    integrate(&mut told, &mut rhs, &mut ends[1], (0.0, 0.3), &tolerance);
    for (a, b) in ends[0].iter().zip(&ends[1]) {
        assert!((a - b).abs() < 1e-11, "{ends:?}");
    }
    assert!((ends[1][4] - 0.045).abs() < 1e-13, "{ends:?}");
    assert!(
        told.evaluations < plain.evaluations,
        "{} and {}",
        told.evaluations,
        plain.evaluations
    );
}
