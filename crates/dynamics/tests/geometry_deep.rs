//! Boxes deep in each other: contacts all over the overlap, the least translation among them.

use drystone_dynamics::geometry::space::Hull;
use drystone_dynamics::geometry::{DQuat, DVec3, Point, Pose, Shape, manifold};
use proptest::prelude::*;
use std::sync::Arc;

fn contacts(a: (&Shape, &Pose), b: (&Shape, &Pose)) -> Vec<Point> {
    let mut out = Vec::new();
    manifold(a, b, 0.0, &mut out);
    out
}

fn cube() -> Shape {
    Shape::Box { half: DVec3::ONE }
}

fn corners(pose: &Pose) -> [DVec3; 8] {
    std::array::from_fn(|k| {
        let sign = |bit: usize| if k & bit == 0 { -1.0 } else { 1.0 };
        pose.position + pose.rotation * DVec3::new(sign(1), sign(2), sign(4))
    })
}

/// min n·B − max n·A.
fn gap_along(n: DVec3, a: &Pose, b: &Pose) -> f64 {
    let low = corners(b)
        .iter()
        .fold(f64::INFINITY, |m: f64, v| m.min(n.dot(*v)));
    let high = corners(a)
        .iter()
        .fold(f64::NEG_INFINITY, |m: f64, v| m.max(n.dot(*v)));
    low - high
}

/// Whether n is normal to a face of the cube, to 1e-3.
fn of_a_face(n: DVec3, pose: &Pose) -> bool {
    (pose.rotation.inverse() * n).abs().max_element() > 1.0 - 1e-6
}

/// Two of 200 cubes that fell into a heap, in three steps one after the other: x, y, z, w, i, j, k, for half
/// a side of 0.05 m. With contacts at their crossing edges alone they sank into each other from corner to
/// corner.
const SINKING: [[[f64; 7]; 2]; 3] = [
    [
        [-0.1436, -0.3704, 0.3261, 0.5948, 0.3756, -0.6029, 0.3764],
        [-0.1560, -0.3732, 0.3994, 0.8412, 0.0442, -0.0185, 0.5385],
    ],
    [
        [-0.1452, -0.3707, 0.3248, 0.5883, 0.4023, -0.5963, 0.3694],
        [-0.1559, -0.3729, 0.3912, 0.8379, 0.0138, -0.0048, 0.5457],
    ],
    [
        [-0.1467, -0.3687, 0.3233, 0.5884, 0.4146, -0.5892, 0.3671],
        [-0.1551, -0.3712, 0.3841, 0.8289, 0.0200, -0.0033, 0.5591],
    ],
];

#[test]
fn cubes_that_lie_in_each_other_meet_all_over_the_overlap() {
    let hull = Hull::new(&corners(&Pose::default())).expect("a cube");
    for (shape, poses) in [cube(), Shape::Hull(Arc::new(hull))]
        .iter()
        .flat_map(|shape| SINKING.iter().map(move |poses| (shape, poses)))
    {
        let [lower, upper] = poses.map(|q| Pose {
            position: DVec3::new(q[0], q[1], q[2]) / 0.05,
            rotation: DQuat::from_xyzw(q[4], q[5], q[6], q[3]).normalize(),
        });
        let found = contacts((shape, &lower), (shape, &upper));
        let least = found.iter().fold(f64::INFINITY, |m: f64, p| m.min(p.gap));
        let n = found[0].normal;
        assert!(!of_a_face(n, &lower) && !of_a_face(n, &upper), "{found:?}");
        let exact = gap_along(n, &lower, &upper);
        assert!((least - exact).abs() < 1e-12, "{least}, asked: {exact}");
        // Everything is half a side deep, and the faces are tilted by a tenth: the middle lies among the
        // points.
        assert!(least < -0.5 && found.len() >= 4, "{found:?}");
        let middle = 0.5 * (lower.position + upper.position);
        let across = [n.any_orthonormal_vector(), n.cross(n.any_orthonormal_vector())];
        for k in 0..16 {
            let angle = std::f64::consts::TAU * f64::from(k) / 16.0;
            let way = across[0] * angle.cos() + across[1] * angle.sin();
            let farthest = found
                .iter()
                .fold(f64::NEG_INFINITY, |m: f64, p| m.max(way.dot(p.on_a - middle)));
            assert!(farthest > 0.5, "{farthest} towards {way}: {found:?}");
        }
    }
}

proptest! {
    /// Whatever the poses: the deepest gap is what the normal separates, names differ, and the bodies change
    /// places.
    #[test]
    fn the_deepest_contact_is_the_least_translation(
        turn in prop::array::uniform4(-1.0..1.0_f64),
        tilt in prop::array::uniform3(-0.1..0.1_f64),
        at in prop::array::uniform3(-1.0..1.0_f64),
        near in prop::bool::ANY,
    ) {
        let rotation = if near {
            DQuat::from_xyzw(tilt[0], tilt[1], tilt[2], 1.0).normalize()
        } else {
            DQuat::from_xyzw(turn[0], turn[1], turn[2], turn[3] + 1.5).normalize()
        };
        let (lower, upper) = (Pose::default(), Pose { position: DVec3::new(at[0], at[1], 1.85 + 0.1 * at[2]), rotation });
        let found = contacts((&cube(), &lower), (&cube(), &upper));
        let least = found.iter().fold(f64::INFINITY, |m: f64, p| m.min(p.gap));
        if let Some(deepest) = found.iter().find(|p| p.gap == least) {
            let exact = gap_along(deepest.normal, &lower, &upper);
            if !of_a_face(deepest.normal, &lower) && !of_a_face(deepest.normal, &upper) {
                prop_assert!((least - exact).abs() < 1e-12, "{least}, asked: {exact}");
            }
            prop_assert!(found.windows(2).all(|pair| pair[0].feature < pair[1].feature), "{found:?}");
            for p in &found {
                prop_assert!(p.gap <= 0.0 && p.on_a.abs().max_element() <= 1.0 - least + 1e-9, "{p:?}");
            }
        }
        let back = contacts((&cube(), &upper), (&cube(), &lower));
        let other = back.iter().fold(f64::INFINITY, |m: f64, p| m.min(p.gap));
        // Two faces that are parallel to 1e-4 are equally good, and each body's own comes first: their gaps
        // differ by half the square of the angle.
        let apart = (other - least).abs();
        prop_assert!(apart < 1e-9 + 5e-7 * least.abs() || found.is_empty() && back.is_empty(), "{other}, asked: {least}");
    }
}
