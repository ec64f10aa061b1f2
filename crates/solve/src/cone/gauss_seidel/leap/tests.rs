//! Tests of the module above.

use super::*;

fn moving<'a>(r: &'a [f64; 3], dr: &'a [f64; 3], u: &'a [f64; 3], du: &'a [f64; 3]) -> Moving<'a> {
    Moving {
        mu: 0.5,
        r,
        dr,
        u,
        du,
    }
}

#[test]
fn finds_where_a_contact_changes_its_mode() {
    let zero = [0.0; 3];
    let reach = |r, dr, u, du| moving(&r, &dr, &u, &du).reach();
    // Stick: friction grows from 0.1 by 0.1 a step under a limit of 0.5.
    let steps = reach([1.0, 0.1, 0.0], [0.0, 0.1, 0.0], zero, zero);
    assert!((steps - 4.0).abs() < 1e-12, "{steps}");
    // Stick: the limit falls, μ (1 − 0.1 κ) = 0.1.
    let steps = reach([1.0, 0.1, 0.0], [-0.1, 0.0, 0.0], zero, zero);
    assert!((steps - 8.0).abs() < 1e-12, "{steps}");
    // Slip that slows down, and one that does not.
    let (slides, slip) = ([1.0, 0.0, 0.5], [0.0, 0.0, -0.2]);
    let steps = reach(slides, zero, slip, [0.0, 0.0, 0.02]);
    assert!((steps - 10.0).abs() < 1e-12, "{steps}");
    assert_eq!(reach(slides, zero, slip, [0.0, 0.0, -0.02]), f64::INFINITY);
    // Friction that turns by 0.01 rad a step.
    let steps = reach(slides, [0.0, 0.005, 0.0], slip, zero);
    assert!((steps - 30.0).abs() < 1e-9, "{steps}");
    // Open and closing; closed and opening.
    let steps = reach(zero, zero, [0.3, 0.0, 0.0], [-0.1, 0.0, 0.0]);
    assert!((steps - 3.0).abs() < 1e-12, "{steps}");
    let steps = reach(slides, [-0.25, 0.0, -0.125], slip, zero);
    assert!((steps - 4.0).abs() < 1e-12, "{steps}");
}
