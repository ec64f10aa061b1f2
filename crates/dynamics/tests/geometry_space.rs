//! Contacts of shapes in space against brute force: every pair of features, every axis, every scale.

#![allow(clippy::expect_used, reason = "helpers of tests")]

use drystone_dynamics::geometry::space::Hull;
use drystone_dynamics::geometry::{DQuat, DVec3, Point, Pose, Shape, manifold};
use proptest::prelude::*;
use std::sync::Arc;

fn contacts(a: (&Shape, &Pose), b: (&Shape, &Pose), margin: f64) -> Vec<Point> {
    let mut out = Vec::new();
    manifold(a, b, margin, &mut out);
    for point in &out {
        assert!(
            point.gap.is_finite() && point.normal.is_finite() && point.on_a.is_finite(),
            "{point:?}"
        );
        assert!((point.normal.length() - 1.0).abs() < 1e-14, "{point:?}");
    }
    for pair in out.windows(2) {
        assert!(
            pair[0].feature < pair[1].feature,
            "{:x} {:x}",
            pair[0].feature,
            pair[1].feature
        );
    }
    out
}

fn deepest(points: &[Point]) -> Point {
    *points
        .iter()
        .min_by(|p, q| p.gap.total_cmp(&q.gap))
        .expect("a contact")
}

fn turn() -> impl Strategy<Value = DQuat> {
    prop::array::uniform4(-1.0..1.0_f64).prop_filter_map("a rotation", |q| {
        let q = DQuat::from_array(q);
        (q.length() > 0.1).then(|| q.normalize())
    })
}

fn vector(reach: f64) -> impl Strategy<Value = DVec3> {
    prop::array::uniform3(-reach..reach).prop_map(DVec3::from_array)
}

fn pose(reach: f64) -> impl Strategy<Value = Pose> {
    (vector(reach), turn()).prop_map(|(position, rotation)| Pose { position, rotation })
}

fn half() -> impl Strategy<Value = DVec3> {
    prop::array::uniform3(0.2..1.5_f64).prop_map(DVec3::from_array)
}

/// A polytope as lists of features, in the world.
struct Features {
    vertices: Vec<DVec3>,
    edges: Vec<[usize; 2]>,
    /// Triangles: three corners and the outward normal.
    faces: Vec<([DVec3; 3], DVec3)>,
}

fn features(shape: &Shape, pose: &Pose) -> Features {
    let hull = match shape {
        Shape::Box { half } => {
            let corner = |v: usize| {
                let sign = |bit: usize| if v & bit == 0 { -1.0 } else { 1.0 };
                *half * DVec3::new(sign(1), sign(2), sign(4))
            };
            Arc::new(Hull::new(&(0..8).map(corner).collect::<Vec<_>>()).expect("a hull"))
        }
        Shape::Hull(hull) => hull.clone(),
        _ => unreachable!(),
    };
    Features {
        vertices: hull.vertices.iter().map(|&v| pose.point(v)).collect(),
        edges: hull.edges().iter().map(|e| e.ends.map(|v| v as usize)).collect(),
        faces: hull
            .triangles()
            .map(|t| {
                let t = t.map(|v| pose.point(v));
                (t, (t[1] - t[0]).cross(t[2] - t[0]).normalize())
            })
            .collect(),
    }
}

/// Squared distance of two segments (Ericson, Real-Time Collision Detection, 5.1.9), by all cases.
fn segments(p: DVec3, q: DVec3, r: DVec3, s: DVec3) -> f64 {
    let point = |x: DVec3, a: DVec3, b: DVec3| {
        let t = ((x - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
        (x - a - (b - a) * t).length_squared()
    };
    let mut least = point(p, r, s)
        .min(point(q, r, s))
        .min(point(r, p, q))
        .min(point(s, p, q));
    let n = (q - p).cross(s - r);
    if n.length() > 1e-9 {
        let t = (r - p).cross(s - r).dot(n) / n.length_squared();
        let u = (r - p).cross(q - p).dot(n) / n.length_squared();
        if (0.0..=1.0).contains(&t) && (0.0..=1.0).contains(&u) {
            let along = (r - p).dot(n.normalize());
            least = least.min(along * along);
        }
    }
    least
}

/// Signed gap of two polytopes by all pairs of features; in overlap by all axes.
fn brute(a: &Features, b: &Features) -> f64 {
    let direction = |f: &Features, e: &[usize; 2]| (f.vertices[e[1]] - f.vertices[e[0]]).normalize();
    let mut axes: Vec<DVec3> = a
        .faces
        .iter()
        .map(|f| f.1)
        .chain(b.faces.iter().map(|f| -f.1))
        .collect();
    for e in &a.edges {
        for f in &b.edges {
            if let Some(n) = direction(a, e).cross(direction(b, f)).try_normalize() {
                axes.extend([n, -n]);
            }
        }
    }
    let along = |n: DVec3| {
        let low = b.vertices.iter().map(|v| n.dot(*v)).fold(f64::INFINITY, f64::min);
        let high = a
            .vertices
            .iter()
            .map(|v| n.dot(*v))
            .fold(f64::NEG_INFINITY, f64::max);
        low - high
    };
    let widest = axes.into_iter().map(along).fold(f64::NEG_INFINITY, f64::max);
    if widest <= 0.0 {
        return widest;
    }
    let mut least = f64::INFINITY;
    for e in &a.edges {
        for f in &b.edges {
            let (p, q, r, s) = (
                a.vertices[e[0]],
                a.vertices[e[1]],
                b.vertices[f[0]],
                b.vertices[f[1]],
            );
            least = least.min(segments(p, q, r, s));
        }
    }
    let mut least = least.sqrt();
    for (from, onto) in [(a, b), (b, a)] {
        for v in &from.vertices {
            for (t, n) in &onto.faces {
                let inside = (0..3).all(|k| (t[(k + 1) % 3] - t[k]).cross(*v - t[k]).dot(*n) >= 0.0);
                let height = (*v - t[0]).dot(*n);
                if inside && height > 0.0 {
                    least = least.min(height);
                }
            }
        }
    }
    least
}

fn polytope() -> impl Strategy<Value = Shape> {
    let hull = prop::collection::vec(vector(1.0), 6..14).prop_filter_map("a hull", |points| {
        Hull::new(&points).ok().map(|hull| Shape::Hull(Arc::new(hull)))
    });
    prop_oneof![2 => half().prop_map(|half| Shape::Box { half }), 1 => hull]
}

fn solid() -> impl Strategy<Value = Shape> {
    prop_oneof![
        polytope(),
        (0.1..1.0_f64).prop_map(|radius| Shape::Sphere { radius }),
        (0.1..1.0_f64, 0.1..1.0_f64).prop_map(|(half_length, radius)| Shape::Capsule { half_length, radius }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn polytopes_agree_with_all_features(a in polytope(), b in polytope(), pa in pose(0.1), pb in pose(3.0)) {
        let expected = brute(&features(&a, &pa), &features(&b, &pb));
        let found = deepest(&contacts((&a, &pa), (&b, &pb), f64::INFINITY));
        // A contact of faces measures along the face's normal: up to 5e-7 of the gap.
        prop_assert!((found.gap - expected).abs() <= 2e-14 + 6e-7 * expected.abs(), "{} {expected}", found.gap);
    }

    #[test]
    fn gaps_change_along_the_normal(a in solid(), b in solid(), pa in pose(0.1), pb in pose(3.0), d in vector(1.0)) {
        let first = contacts((&a, &pa), (&b, &pb), f64::INFINITY);
        let step = 1e-6 * d;
        let moved = Pose { position: pb.position + step, ..pb };
        let second = contacts((&a, &pa), (&b, &moved), f64::INFINITY);
        let (p, q) = (deepest(&first), deepest(&second));
        // Second order: the curvature of corners and edges at distance gap.
        let round = |s: &Shape| match s { Shape::Sphere { radius } | Shape::Capsule { radius, .. } => *radius, _ => 0.0 };
        let reach = (p.gap.min(q.gap) + round(&a) + round(&b)).max(1e-6);
        if p.feature == q.feature {
            // Two edges that cross within 1e-3 rad of a face count as the face's: so far its normal may be off.
            let crossing = p.feature >= 0x4000_0000 && p.feature & 0x20_0000 != 0;
            let off = if crossing { 1e-3 * step.length() } else { 0.0 };
            prop_assert!((q.gap - p.gap - p.normal.dot(step)).abs() <= off + 1e-13 + step.length_squared() / reach, "{p:?} {q:?}");
        }
    }

    #[test]
    fn both_orders_agree(a in solid(), b in solid(), pa in pose(0.1), pb in pose(2.5)) {
        let one = contacts((&a, &pa), (&b, &pb), 0.3);
        let two = contacts((&b, &pb), (&a, &pa), 0.3);
        prop_assert_eq!(one.len(), two.len());
        for p in &one {
            let same = |q: &Point| {
                (p.gap - q.gap).abs() < 1e-13 && (p.normal + q.normal).length() < 1e-12
                    && (p.on_a + p.gap * p.normal - q.on_a).length() < 1e-12
            };
            prop_assert!(two.iter().any(same), "{p:?} {two:?}");
        }
    }
}
