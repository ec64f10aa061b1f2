use super::*;

fn inertia(moments: DVec3) -> Inertia {
    Inertia::of(&MassProperties {
        mass: 1.0,
        center: DVec3::ZERO,
        inertia: DMat3::from_diagonal(moments),
    })
}

/// exp(½ (x + s ẋ)) is exp(½ s ω) exp(½ x) up to s², for turns from nothing to most of a whole one.
#[test]
fn turns_grow_by_their_rates() {
    let axis = DVec3::new(0.48, -0.6, 0.64);
    let spin = DVec3::new(0.7, 1.1, -0.4);
    let miss = |x: DVec3, s: f64| {
        let moved = turned(turned(DQuat::IDENTITY, x), s * spin);
        let grown = turned(DQuat::IDENTITY, x + s * turn_rate(x, spin));
        (moved - grown).length()
    };
    for angle in [0.0, 1e-9, 9.9e-4, 1.01e-3, 0.1, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0] {
        let (coarse, fine) = (miss(angle * axis, 1e-4), miss(angle * axis, 1e-5));
        assert!(
            coarse < 1e-6 && fine < 0.012 * coarse + 1e-15,
            "{angle}: {coarse:e} {fine:e}"
        );
    }
    // About its own axis a turn grows by the spin, to the last bit nearly.
    for angle in [1e-5, 0.3, 3.0, 5.5] {
        assert!((turn_rate(angle * axis, 2.0 * axis) - 2.0 * axis).length() < 1e-14);
    }
}

/// One long step is many short ones, whatever the kind of inertia, and both keep L and the energy.
#[test]
fn torque_free_motion_is_a_flow_and_keeps_its_invariants() {
    let start = DQuat::from_scaled_axis(DVec3::new(0.3, -0.5, 0.2));
    let angular = DVec3::new(1.0, 2.0, -0.7);
    for moments in [
        DVec3::splat(2.0),
        DVec3::new(1.0, 1.0, 1.7),
        DVec3::new(2.0, 0.5, 2.0),
        DVec3::new(1.0, 2.0, 2.9),
    ] {
        let body = inertia(moments);
        let (momentum, energy) = (body.momentum(start, angular), |r, w: DVec3| {
            w.dot(body.momentum(r, w))
        });
        let (long, long_w) = body.coast(start, angular, 1.5);
        let (mut r, mut w) = (start, angular);
        for _ in 0..150 {
            (r, w) = body.coast(r, w, 0.01);
        }
        assert!(
            long.dot(r).abs() > 1.0 - 1e-13 && (long_w - w).length() < 1e-11,
            "{moments}: {long} {r}"
        );
        assert!((body.momentum(r, w) - momentum).length() < 150.0 * 1e-15 * momentum.length());
        let change = energy(r, w) / energy(start, angular) - 1.0;
        assert!(
            change.abs() < 150.0 * 1e-15,
            "{moments}: energy changed by {change:e} of itself"
        );
    }
}

/// The closed form of the symmetric body and the general method agree.
#[test]
fn symmetric_bodies_precess_as_the_general_method_says() {
    let exact = inertia(DVec3::new(1.0, 1.0, 1.7));
    let general = Inertia {
        kind: Kind::General,
        ..exact
    };
    let (start, angular) = (
        DQuat::from_scaled_axis(DVec3::new(0.1, 0.4, 0.0)),
        DVec3::new(0.5, 1.0, 3.0),
    );
    let (a, wa) = exact.coast(start, angular, 2.0);
    let (b, wb) = general.coast(start, angular, 2.0);
    assert!(
        a.dot(b).abs() > 1.0 - 1e-13 && (wa - wb).length() < 1e-10,
        "{wa} {wb}"
    );
}
