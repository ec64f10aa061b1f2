//! Tests of the module above.

use super::*;

/// A ball of mass 2 falls onto a floor while sliding: it stops in the normal direction and μ slows it
/// down.
#[test]
fn a_ball_on_a_floor() {
    let (mass, inertia, radius, mu) = (2.0, 0.2, 0.5, 0.3);
    let mut h = [[0.0; PAIR]; 3];
    // Normal z; slip of the lowest point: v + ω × (0, 0, −R).
    h[0][2] = 1.0;
    (h[1][0], h[1][4]) = (1.0, -radius);
    (h[2][1], h[2][3]) = (1.0, radius);
    let mut y = h;
    for row in &mut y {
        row[..3].iter_mut().for_each(|x| *x /= mass);
        row[3..6].iter_mut().for_each(|x| *x /= inertia);
    }
    let mut sweeps = BodySweeps::default();
    sweeps.begin(1);
    sweeps.push(mu, (0, None), |to_h, to_y| (*to_h, *to_y) = (h, y));
    let (mut r, b) = ([0.0; 3], [-1.0, 5.0, 0.0]);
    let report = sweeps.run(&[Law::Coulomb { mu }], &b, 1e-12, 5, &mut r);
    assert_eq!(report.stop, Stop::Converged);
    let expected = [mass, -mu * mass, 0.0];
    assert!(
        r.iter().zip(expected).all(|(r, e)| (r - e).abs() < 1e-12),
        "{r:?}"
    );
    let one_sweep = sweeps.run(&[Law::Coulomb { mu }], &[-1.0, 0.1, 0.0], 1e-12, 1, &mut r);
    assert_eq!(one_sweep.iterations, 1);
    // Slow slip sticks: u_T = 0 = 0.1 + r_T (1/m + R²/J).
    let stick = -0.1 / (1.0 / mass + radius * radius / inertia);
    assert!(
        (r[1] - stick).abs() < 1e-12 && (r[0] - mass).abs() < 1e-12,
        "{r:?}"
    );
}

/// Two bodies on a floor, the lower one in it by 0.2 and the upper one in that by 0.1: they go up by 0.2 and
/// 0.3; a gap that is open is left alone, and pulls nothing.
#[test]
fn bodies_are_pushed_apart() {
    let mut sweeps = BodySweeps::default();
    sweeps.begin(2);
    let (mut floor, mut between) = ([[0.0; PAIR]; 3], [[0.0; PAIR]; 3]);
    (floor[0][2], between[0][2], between[0][8]) = (1.0, -1.0, 1.0);
    sweeps.push(0.5, (0, None), |h, y| (*h, *y) = (floor, floor));
    sweeps.push(0.5, (0, Some(1)), |h, y| (*h, *y) = (between, between));
    let moved = sweeps.push_apart(&[-0.2, -0.1], (200, 0.0));
    assert!((moved[0][2] - 0.2).abs() < 1e-12, "{moved:?}");
    assert!((moved[1][2] - 0.3).abs() < 1e-12, "{moved:?}");
    let moved = sweeps.push_apart(&[0.3, -0.1], (200, 0.0));
    assert!((moved[1][2] - 0.05).abs() < 1e-12, "{moved:?}");
    assert!((moved[0][2] + 0.05).abs() < 1e-12, "{moved:?}");
    assert!(
        sweeps
            .push_apart(&[0.0, 1.0], (3, 0.0))
            .iter()
            .flatten()
            .all(|x| *x == 0.0)
    );
}
