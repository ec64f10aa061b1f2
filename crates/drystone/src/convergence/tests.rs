//! Tests of the module above.

use super::*;

fn line(n: usize, q: impl Fn(f64) -> f64, v: impl Fn(f64) -> f64) -> Trajectory {
    let times: Vec<f64> = (0..=n).map(|k| k as f64 / n as f64).collect();
    Trajectory {
        q: times.iter().map(|t| q(*t)).collect(),
        v: times.iter().map(|t| v(*t)).collect(),
        times,
        ..Trajectory::default()
    }
}

/// A jump that comes 0.1 s late: 0.1 in L1, whatever the sup norm says; a kink of the positions: 0.1.
#[test]
fn a_late_jump_counts_by_how_late_it_is() {
    let jump = |at: f64| move |t: f64| f64::from(t >= at);
    let kink = |at: f64| move |t: f64| f64::max(0.0, t - at);
    let reference = line(100_000, kink(0.5), jump(0.5));
    let found = errors(&line(10_000, kink(0.6), jump(0.6)), &reference);
    assert!((found.position - 0.1).abs() < 1e-4, "{found:?}");
    assert!((found.velocity - 0.1).abs() < 1e-3, "{found:?}");
    assert_eq!(found.impulse, None);
}

#[test]
fn order_is_the_exponent_of_a_power() {
    let steps: [f64; 5] = [0.1, 0.05, 0.03, 0.01, 0.002];
    let found = order(steps.iter().map(|h| (*h, 7.0 * h.powf(1.5)))).unwrap();
    assert!((found - 1.5).abs() < 1e-12, "{found}");
    assert_eq!(order(steps.iter().map(|h| (*h, 0.0))), None);
}
