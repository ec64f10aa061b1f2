//! Contacts of shapes in space against brute force: every pair of features, every axis, every scale.

use drystone_dynamics::geometry::space::{GeometryError, Hull, Mesh, supported};
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
    let Shape::Hull(hull) = as_hull(shape) else {
        unreachable!()
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

fn as_hull(shape: &Shape) -> Shape {
    match shape {
        Shape::Box { half } => {
            let corner = |v: usize| {
                let sign = |bit: usize| if v & bit == 0 { -1.0 } else { 1.0 };
                *half * DVec3::new(sign(1), sign(2), sign(4))
            };
            Shape::Hull(Arc::new(
                Hull::new(&(0..8).map(corner).collect::<Vec<_>>()).expect("a hull"),
            ))
        }
        other => other.clone(),
    }
}

fn surface_of(hull: &Hull) -> Mesh {
    let mut triangles = Vec::new();
    for face in 0..hull.faces() {
        let corners = hull.corners(face);
        triangles.extend(corners[1..].windows(2).map(|pair| [corners[0], pair[0], pair[1]]));
    }
    Mesh::new(hull.vertices.clone(), &triangles).expect("a surface")
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

fn round() -> impl Strategy<Value = Shape> {
    prop_oneof![
        (0.1..1.0_f64, 0.1..1.0_f64)
            .prop_map(|(half_length, radius)| Shape::Cylinder { half_length, radius }),
        (0.1..1.0_f64, 0.1..1.0_f64).prop_map(|(half_height, radius)| Shape::Cone { half_height, radius }),
        half().prop_map(|semi_axes| Shape::Ellipsoid { semi_axes }),
    ]
}

fn convex() -> impl Strategy<Value = Shape> {
    prop_oneof![solid(), round()]
}

/// max u·x over the shape.
fn reach(shape: &Shape, pose: &Pose, u: DVec3) -> f64 {
    let d = pose.rotation.inverse() * u;
    let across = d.x.hypot(d.y);
    u.dot(pose.position)
        + match shape {
            Shape::Sphere { radius } => *radius,
            Shape::Box { half } => half.dot(d.abs()),
            Shape::Hull(hull) => hull
                .vertices
                .iter()
                .map(|v| v.dot(d))
                .fold(f64::NEG_INFINITY, f64::max),
            Shape::Capsule { half_length, radius } => half_length * d.z.abs() + radius,
            Shape::Cylinder { half_length, radius } => half_length * d.z.abs() + radius * across,
            Shape::Cone { half_height, radius } => {
                (half_height * d.z).max(radius * across - half_height * d.z)
            }
            Shape::Ellipsoid { semi_axes } => (*semi_axes * d).length(),
            _ => unreachable!(),
        }
}

/// Signed distance of a point from the shape, by a ball without radius.
fn off(point: DVec3, shape: &Shape, pose: &Pose) -> f64 {
    let at = Pose {
        position: point,
        rotation: DQuat::IDENTITY,
    };
    deepest(&contacts(
        (&Shape::Sphere { radius: 0.0 }, &at),
        (shape, pose),
        f64::INFINITY,
    ))
    .gap
}

/// The deepest contact proves itself: no direction separates more, both points lie on their bodies.
fn certify(a: (&Shape, &Pose), b: (&Shape, &Pose), directions: &[DVec3]) -> Result<(), TestCaseError> {
    let Point {
        gap,
        normal,
        on_a,
        feature,
    } = deepest(&contacts(a, b, f64::INFINITY));
    let along = |n: DVec3| -reach(b.0, b.1, -n) - reach(a.0, a.1, n);
    // The normal of a face may stand for one 1e-3 rad away: a factor 1 - 5e-7 of the gap at the contact, and
    // past the rim of the face the other body may reach lower by 1e-3 of its size.
    let face = feature >= 0x4000_0000;
    let loose = 1e-12 + if face { 6e-7 * gap.abs() } else { 0.0 };
    prop_assert!(
        along(normal) <= gap + loose,
        "gap {gap} but {} along {normal}",
        along(normal)
    );
    // Between corners and edges the normal is a difference of points, known to rounding over gap; rounds know
    // better.
    let smooth = |s: &Shape| {
        matches!(
            s,
            Shape::Sphere { .. } | Shape::Capsule { .. } | Shape::Ellipsoid { .. }
        )
    };
    let blind = if smooth(a.0) || smooth(b.0) {
        0.0
    } else {
        4e-15 / gap.abs()
    };
    let lower = if face { 5e-3 } else { 1e-12 + blind };
    prop_assert!(
        along(normal) >= gap - lower,
        "gap {gap} but {} along {normal}",
        along(normal)
    );
    // A normal found by its gap alone is known to the root of rounding where it leaves an edge or a
    // generator.
    let curved = |s: &Shape| {
        matches!(
            s,
            Shape::Cylinder { .. } | Shape::Cone { .. } | Shape::Ellipsoid { .. }
        )
    };
    let place = if curved(a.0) || curved(b.0) { 1e-7 } else { 4e-12 };
    let place = if face { 6e-7_f64.max(place) } else { place };
    prop_assert!(off(on_a, a.0, a.1).abs() < place, "{} off A", off(on_a, a.0, a.1));
    let on_b = on_a + gap * normal;
    prop_assert!(
        off(on_b, b.0, b.1).abs() < loose + place,
        "{} off B, gap {gap}",
        off(on_b, b.0, b.1)
    );
    for d in directions {
        for n in [
            d.normalize_or(DVec3::Z),
            (normal + 1e-2 * *d).normalize(),
            (normal + 1e-5 * *d).normalize(),
        ] {
            prop_assert!(along(n) <= gap + loose, "gap {gap} but {} along {n}", along(n));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2000,
        rng_seed: proptest::test_runner::RngSeed::Fixed(1999),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

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
            // Two edges that cross within 1e-3 rad of a face count as the face's: so far its normal may be
            // off.
            let crossing = p.feature >= 0x4000_0000 && p.feature & 0x20_0000 != 0;
            let off = if crossing { 1e-3 * step.length() } else { 0.0 };
            prop_assert!((q.gap - p.gap - p.normal.dot(step)).abs() <= off + 1e-13 + step.length_squared() / reach, "{p:?} {q:?}");
        }
    }

    #[test]
    fn a_surface_around_a_hull_is_the_hull(a in polytope(), b in solid(), pa in pose(0.1), pb in pose(3.0)) {
        let Shape::Hull(hull) = as_hull(&a) else { unreachable!() };
        let mesh = Shape::Mesh(Arc::new(surface_of(&hull)));
        let solid = deepest(&contacts((&Shape::Hull(hull), &pa), (&b, &pb), f64::INFINITY));
        let shell = contacts((&mesh, &pa), (&b, &pb), f64::INFINITY);
        if solid.gap > 1e-9 {
            let shell = deepest(&shell);
            prop_assert!((solid.gap - shell.gap).abs() < 1e-13 + 1e-6 * solid.gap, "{solid:?} {shell:?}");
            prop_assert!((solid.normal - shell.normal).length() < 2e-3, "{solid:?} {shell:?}");
        } else if solid.gap > -0.02 {
            // Shallow overlap: the plates see it too.
            prop_assert!(shell.iter().any(|p| p.gap <= 0.5 * solid.gap + 1e-9), "{solid:?} {shell:?}");
        }
    }

    #[test]
    fn seams_of_a_flat_surface_do_not_show(b in solid(), q in turn(), x in 2.0..3.0_f64, y in 2.0..3.0_f64, depth in -1e-3..0.2_f64) {
        let flat = Shape::Mesh(Arc::new(Mesh::from_heights(11, 11, 0.5, &[0.0; 121]).expect("a surface")));
        let ground = Pose::default();
        let lowest = deepest(&contacts((&Shape::HalfSpace, &ground), (&b, &Pose { position: DVec3::ZERO, rotation: q }), f64::INFINITY));
        let pose = Pose { position: DVec3::new(x, y, depth - lowest.gap), rotation: q };
        let found = contacts((&flat, &ground), (&b, &pose), 0.3);
        prop_assert!(found.iter().all(|p| p.normal.z > 1.0 - 1e-6), "{found:?}");
        prop_assert!((deepest(&found).gap - depth).abs() < 1e-13, "{found:?} {depth}");
    }

    #[test]
    fn round_bodies_prove_their_gap(a in convex(), b in convex(), pa in pose(0.1), pb in pose(3.0),
                                    d in prop::collection::vec(vector(1.0), 40)) {
        certify((&a, &pa), (&b, &pb), &d)?;
    }

    #[test]
    fn touching_round_bodies_prove_their_gap(a in convex(), b in convex(), pa in pose(0.1), pb in pose(3.0),
                                             power in 1..16_i32, sign in prop::bool::ANY,
                                             d in prop::collection::vec(vector(1.0), 40)) {
        let first = deepest(&contacts((&a, &pa), (&b, &pb), f64::INFINITY));
        let gap = if sign { 1.0 } else { -0.1 } * 10.0_f64.powi(-power);
        if first.gap > 0.0 {
            let pb = Pose { position: pb.position + first.normal * (gap - first.gap), ..pb };
            certify((&a, &pa), (&b, &pb), &d)?;
            let second = deepest(&contacts((&a, &pa), (&b, &pb), f64::INFINITY));
// In overlap another way out may be shorter: a corner pushed in slides off, or comes out behind.
            let loose = 1e-12 + 6e-7 * first.gap;
            prop_assert!(second.gap > gap - loose && (second.gap < gap + loose || gap < 0.0), "{gap} {second:?}");
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

#[test]
fn bad_shapes_are_refused() {
    let cube: Vec<DVec3> = (0..8)
        .map(|v| DVec3::new(f64::from(v & 1), f64::from(v >> 1 & 1), f64::from(v >> 2)))
        .collect();
    assert!(matches!(
        Hull::new(&cube[..3]),
        Err(GeometryError::TooFew { found: 3, .. })
    ));
    assert!(matches!(
        Hull::new(&cube[..4]),
        Err(GeometryError::Flat { points: 4, .. })
    ));
    assert!(matches!(
        Hull::new(&[DVec3::ONE; 9]),
        Err(GeometryError::Flat { .. })
    ));
    let mut broken = cube.clone();
    broken[5].y = f64::NAN;
    assert!(matches!(
        Hull::new(&broken),
        Err(GeometryError::NotFinite { index: 5, .. })
    ));
    assert!(matches!(
        Mesh::new(cube.clone(), &[[0, 1, 9]]),
        Err(GeometryError::Index { vertex: 9, .. })
    ));
    assert!(matches!(
        Mesh::new(cube.clone(), &[[0, 1, 1]]),
        Err(GeometryError::Empty { .. })
    ));
    assert_eq!(
        Mesh::new(cube, &[[0, 1, 1], [0, 1, 2]])
            .expect("a surface")
            .dropped,
        1
    );
    assert!(matches!(
        Mesh::from_heights(3, 3, 0.5, &[0.0; 8]),
        Err(GeometryError::Heights { .. })
    ));
}

#[test]
fn a_hull_of_many_points_in_its_faces_is_a_cube() {
    for scale in [1e-6, 1.0, 1e6] {
        let grid = |k: usize| (k as f64 / 4.0 - 0.5) * scale;
        let points: Vec<DVec3> = (0..125)
            .map(|k| DVec3::new(grid(k % 5), grid(k / 5 % 5), grid(k / 25)))
            .collect();
        let hull = Hull::new(&points).expect("a hull");
        assert_eq!(
            (hull.vertices.len(), hull.edges().len(), hull.faces()),
            (8, 12, 6)
        );
        for face in 0..6 {
            assert_eq!(hull.corners(face).len(), 4);
            assert!((hull.offset(face) - 0.5 * scale).abs() < 1e-15 * scale);
        }
        for edge in hull.edges() {
            let along = hull.vertices[edge.ends[1] as usize] - hull.vertices[edge.ends[0] as usize];
            let [m, n] = edge.faces.map(|f| hull.normal(f as usize));
            assert!(m.cross(n).dot(along) > 0.9 * scale);
        }
        let volume: f64 = hull.triangles().map(|[a, b, c]| a.cross(b).dot(c) / 6.0).sum();
        assert!((volume / scale.powi(3) - 1.0).abs() < 1e-14);
    }
}

#[test]
fn pairs_without_a_routine_are_named() {
    let ball = Shape::Sphere { radius: 1.0 };
    assert!(supported(&ball, &Shape::HalfSpace));
    assert!(!supported(&Shape::HalfSpace, &Shape::HalfSpace));
    assert!(!supported(&ball, &Shape::Disc { radius: 1.0 }));
}
