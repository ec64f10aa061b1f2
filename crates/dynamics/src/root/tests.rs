//! Tests of the module above.

use super::*;

#[test]
fn roots_are_found_from_both_sides_and_in_both_senses() {
    let f = |x: f64| x.powi(9) - 0.3;
    let exact = 0.3_f64.powf(1.0 / 9.0);
    for (a, b) in [(0.0, 1.5), (1.5, 0.0)] {
        for sign in [1.0, -1.0] {
            let mut bracket = Bracket::new((a, sign * f(a)), (b, sign * f(b)));
            let mut looks = 0;
            while bracket.width().abs() > 1e-14 && bracket.right.1 != 0.0 && looks < 60 {
                let c = bracket.next();
                bracket.take(c, sign * f(c));
                looks += 1;
            }
            assert!(
                (bracket.right.0 - exact).abs() < 1e-13,
                "{bracket:?} {exact} {looks}"
            );
        }
    }
}

#[test]
fn looks_stay_inside() {
    let bracket = Bracket::new((0.0, 1e-9), (1.0, -1.0));
    assert!((bracket.next_inside(0.1) - 0.1).abs() < 1e-15);
    assert!(bracket.next() < 1e-8);
}
