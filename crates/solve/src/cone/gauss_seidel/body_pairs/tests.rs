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
    let moved = sweeps.push_apart(&[-0.2, 0.0, 0.0, -0.1, 0.0, 0.0], (200, 0.0));
    assert!((moved[0][2] - 0.2).abs() < 1e-12, "{moved:?}");
    assert!((moved[1][2] - 0.3).abs() < 1e-12, "{moved:?}");
    let moved = sweeps.push_apart(&[0.3, 0.0, 0.0, -0.1, 0.0, 0.0], (200, 0.0));
    assert!((moved[1][2] - 0.05).abs() < 1e-12, "{moved:?}");
    assert!((moved[0][2] + 0.05).abs() < 1e-12, "{moved:?}");
    assert!(
        sweeps
            .push_apart(&[0.0, 0.0, 0.0, 1.0, 0.0, 0.0], (3, 0.0))
            .iter()
            .flatten()
            .all(|x| *x == 0.0)
    );
}

/// A body that overlaps the floor by 0.2 and is tied to another one, 0.1 too far above it: both constraints
/// are met, and a motor has no part.
#[test]
fn what_is_tied_is_pushed_together() {
    let mut sweeps = BodySweeps::default();
    sweeps.begin(2);
    let (mut floor, mut tie, mut motor) = ([[0.0; PAIR]; 3], [[0.0; PAIR]; 1], [[0.0; PAIR]; 1]);
    (floor[0][2], tie[0][2], tie[0][8], motor[0][0]) = (1.0, -1.0, 1.0, 1.0);
    sweeps.push(0.5, (0, None), |h, y| (*h, *y) = (floor, floor));
    sweeps.push_row([-1.0, 1.0], (0, None), |h, y| (*h, *y) = (motor, motor));
    let hold = [f64::NEG_INFINITY, f64::INFINITY];
    sweeps.push_row(hold, (0, Some(1)), |h, y| (*h, *y) = (tie, tie));
    let moved = sweeps.push_apart(&[-0.2, 0.0, 0.0, 5.0, 0.1], (200, 0.0));
    assert!((moved[0][2] - 0.2).abs() < 1e-12, "{moved:?}");
    assert!((moved[1][2] - 0.1).abs() < 1e-12, "{moved:?}");
    assert!(moved[0][0] == 0.0, "{moved:?}");
}

/// A body of mass 2 hangs on a rod that holds its height, and a motor of at most 3 N s drives it sideways:
/// the rod takes its weight, the motor what it can.
#[test]
fn rows_that_hold_and_rows_with_bounds() {
    let mass = 2.0;
    let row = |dof: usize, value: f64| {
        let mut row = [[0.0; PAIR]; 1];
        row[0][dof] = value;
        row
    };
    let mut sweeps = BodySweeps::default();
    for (free, expected) in [(-4.0, 3.0), (-1.0, 2.0), (1.5, -1.0), (0.25, -0.5)] {
        sweeps.begin(1);
        let hold = [f64::NEG_INFINITY, f64::INFINITY];
        sweeps.push_row(hold, (0, None), |h, y| {
            (*h, *y) = (row(2, 1.0), row(2, 1.0 / mass));
        });
        sweeps.push_row([-1.0, 3.0], (0, None), |h, y| {
            (*h, *y) = (row(0, 1.0), row(0, 1.0 / mass));
        });
        let (mut r, b) = ([0.0; 2], [-0.5, free]);
        let laws = [Law::Bilateral, Law::Box { lo: -1.0, hi: 3.0 }];
        let report = sweeps.run(&laws, &b, 1e-12, 60, &mut r);
        assert_eq!(report.stop, Stop::Converged, "free {free}: {r:?}");
        assert!(
            (r[0] - 1.0).abs() < 1e-12 && (r[1] - expected).abs() < 1e-12,
            "{r:?}"
        );
    }
}

/// A ball that spins and slides on the floor, with torsion: what the general block solver finds, sticking and
/// sliding, and nothing where it leaves.
#[test]
fn a_contact_with_torsion() {
    let (mass, inertia, radius) = (2.0, 0.2, 0.5);
    let mut h = [[0.0; PAIR]; 4];
    h[0][2] = 1.0;
    (h[1][0], h[1][4]) = (1.0, -radius);
    (h[2][1], h[2][3]) = (1.0, radius);
    h[3][5] = 1.0;
    let mut y = h;
    for row in &mut y {
        row[..3].iter_mut().for_each(|x| *x /= mass);
        row[3..6].iter_mut().for_each(|x| *x /= inertia);
    }
    let w: Vec<f64> = h
        .iter()
        .flat_map(|h| y.iter().map(move |y| h.iter().zip(y).map(|(h, y)| h * y).sum()))
        .collect();
    let law = Law::Torsion {
        mu: 0.3,
        torsion: 0.05,
    };
    let mut sweeps = BodySweeps::default();
    for b in [
        [-1.0, 0.1, 0.0, 0.1],
        [-1.0, 5.0, 1.0, 0.2],
        [-1.0, 0.0, 0.0, 9.0],
        [1.0, 5.0, 1.0, 0.2],
    ] {
        sweeps.begin(1);
        sweeps.push_spin((0.3, 0.05), (0, None), |to_h, to_y| (*to_h, *to_y) = (h, y));
        let (mut found, mut asked) = ([0.0; 4], [0.0; 4]);
        sweeps.run(&[law], &b, 1e-13, 3, &mut found);
        crate::cone::block::solve_block(&law, &w, &b, &mut asked);
        let apart = found
            .iter()
            .zip(&asked)
            .fold(0.0_f64, |m, (a, b)| m.max((a - b).abs()));
        assert!(apart < 1e-12, "b = {b:?}: {found:?}, asked: {asked:?}");
        assert_eq!(found[0] > 0.0, b[0] < 0.0);
    }
}
