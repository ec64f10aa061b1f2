use super::*;
use proptest::prelude::*;
use std::sync::Arc;

fn shape(polygon: Polygon) -> Shape {
    Shape::Polygon(Arc::new(polygon))
}

fn rectangle(width: f64, height: f64) -> Shape {
    shape(Polygon::rectangle(width, height).unwrap())
}

fn segment(a: [f64; 2], b: [f64; 2], radius: f64) -> Shape {
    shape(Polygon::segment(a.into(), b.into(), radius).unwrap())
}

fn contacts(a: (&Shape, &Pose), b: (&Shape, &Pose), margin: f64) -> Vec<Point> {
    let mut out = Vec::new();
    crate::geometry::manifold(a, b, margin, &mut out);
    for point in &out {
        let finite = point.gap.is_finite() && point.on_a.is_finite() && point.normal.is_finite();
        assert!(finite && (point.normal.length() - 1.0).abs() < 1e-12, "{point:?}");
    }
    for k in 1..out.len() {
        assert!(out[k - 1].feature < out[k].feature, "names must differ: {out:?}");
    }
    out
}

fn least(points: &[Point]) -> Point {
    *points.iter().min_by(|p, q| p.gap.total_cmp(&q.gap)).unwrap()
}

/// Corners and rounding of a shape in the world.
fn corners(shape: &Shape, pose: &Pose) -> (Vec<DVec2>, f64) {
    let core = core_of(shape).unwrap();
    (
        core.vertices
            .iter()
            .map(|v| pose.point(v.extend(0.0)).truncate())
            .collect(),
        core.radius,
    )
}

/// Distance of a point from the segment between two.
fn from_segment(p: DVec2, a: DVec2, b: DVec2) -> f64 {
    let along = b - a;
    let t = if along.length_squared() > 0.0 {
        (p - a).dot(along) / along.length_squared()
    } else {
        0.0
    };
    (p - a - along * t.clamp(0.0, 1.0)).length()
}

/// The gap by its definition, from the Minkowski difference: its hull by brute force, and the origin against
/// it.
fn oracle(a: (&Shape, &Pose), b: (&Shape, &Pose)) -> f64 {
    let ((va, ra), (vb, rb)) = (corners(a.0, a.1), corners(b.0, b.1));
    let mut difference: Vec<DVec2> = Vec::new();
    for p in &va {
        difference.extend(vb.iter().map(|q| *q - *p));
    }
    // A side of the hull has all points on its left; the origin is inside if it is on the left of all.
    let (mut distance, mut depth, mut sides) = (f64::INFINITY, f64::INFINITY, 0);
    let mut inside = true;
    let size = difference.iter().map(|p| p.length()).fold(0.0, f64::max);
    for p in &difference {
        for q in &difference {
            distance = distance.min(from_segment(DVec2::ZERO, *p, *q));
            let along = *q - *p;
            if along.length() > 1e-9 * size {
                let left = |r: DVec2| along.perp_dot(r - *p) / along.length();
                if difference.iter().all(|r| left(*r) >= -1e-12 * size) {
                    sides += 1;
                    inside &= left(DVec2::ZERO) > 0.0;
                    depth = depth.min(left(DVec2::ZERO));
                }
            }
        }
    }
    if inside && sides > 0 {
        -depth - ra - rb
    } else {
        distance - ra - rb
    }
}

fn shapes() -> impl Strategy<Value = Shape> {
    let corner = (-1.0f64..1.0, -1.0f64..1.0).prop_map(|(x, y)| DVec2::new(x, y));
    let rounding = prop_oneof![Just(0.0), 0.01f64..0.5];
    prop_oneof![
        (0.1f64..1.0).prop_map(|radius| Shape::Disc { radius }),
        (0.1f64..2.0, 0.1f64..2.0).prop_map(|(w, h)| rectangle(w, h)),
        (corner.clone(), corner.clone(), rounding.clone())
            .prop_filter("length", |(a, b, _)| (*a - *b).length() > 0.1)
            .prop_map(|(a, b, r)| shape(Polygon::segment(a, b, r).unwrap())),
        (3usize..20, 0.2f64..1.0).prop_map(|(n, r)| shape(Polygon::regular(n, r).unwrap())),
        (
            prop::collection::btree_set(0u32..628, 3..12),
            rounding,
            0.3f64..1.0
        )
            .prop_filter_map("convex", |(angles, r, flat)| {
                let corner = |t: &u32| DVec2::from_angle(f64::from(*t) / 100.0) * DVec2::new(1.0, flat);
                Polygon::new(&angles.iter().map(corner).collect::<Vec<_>>(), r)
                    .ok()
                    .map(shape)
            }),
    ]
}

fn poses() -> impl Strategy<Value = Pose> {
    (-2.0f64..2.0, -2.0f64..2.0, -4.0f64..4.0).prop_map(|(x, y, angle)| Pose::planar(x, y, angle))
}

fn moved(pose: &Pose, by: DVec3) -> Pose {
    Pose {
        position: pose.position + by,
        ..*pose
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn gap_is_distance_or_depth(a in shapes(), pa in poses(), b in shapes(), pb in poses()) {
        let points = contacts((&a, &pa), (&b, &pb), f64::INFINITY);
        prop_assert!(!points.is_empty() && points.len() <= 2);
        let (found, expected) = (least(&points).gap, oracle((&a, &pa), (&b, &pb)));
        // Sides are up to 3 m long, and what lies past an end by 1e-9 of them counts as over them.
        prop_assert!((found - expected).abs() < 3e-9, "found {}, expected {}", found, expected);
    }

    /// The least gap has the slope of its normal wherever it has a slope.
    #[test]
    fn gap_changes_by_the_normal(a in shapes(), pa in poses(), b in shapes(), pb in poses(), angle in 0.0f64..6.3) {
        let here = least(&contacts((&a, &pa), (&b, &pb), f64::INFINITY));
        let h = 1e-6;
        let by = h * DVec3::new(angle.cos(), angle.sin(), 0.0);
        let ahead = least(&contacts((&a, &pa), (&b, &moved(&pb, by)), f64::INFINITY));
        let behind = least(&contacts((&a, &pa), (&b, &moved(&pb, -by)), f64::INFINITY));
        prop_assume!(ahead.feature == here.feature && behind.feature == here.feature);
        // Vertices that nearly coincide: their direction turns within the step.
        prop_assume!(here.feature >> 30 != 2 || oracle((&a, &pa), (&b, &pb)) > 1e-2 || matches!((&a, &b), (Shape::Disc{..}, _) | (_, Shape::Disc{..})));
        prop_assume!((ahead.normal - here.normal).length() < 1e-3);
        let slope = (ahead.gap - behind.gap) / (2.0 * h);
        prop_assert!((slope - here.normal.dot(by) / h).abs() < 1e-4, "slope {}, {:?}", slope, here);
    }

    #[test]
    fn swapped_bodies_meet_in_the_same_points(a in shapes(), pa in poses(), b in shapes(), pb in poses(), margin in -0.5f64..2.0) {
        let ab = contacts((&a, &pa), (&b, &pb), margin);
        let mut ba = contacts((&b, &pb), (&a, &pa), margin);
        crate::geometry::manifold::swap(&mut ba);
        prop_assert_eq!(ab.len(), ba.len());
        for p in &ab {
            let same = |q: &&Point| (p.gap - q.gap).abs() < 1e-9 && (p.normal - q.normal).length() < 1e-6 && (p.on_a - q.on_a).length() < 1e-6;
            prop_assert!(ba.iter().any(|q| same(&q)), "{:?}\n{:?}", ab, ba);
        }
    }

    /// In metres and in any other unit the same names, and lengths in proportion.
    #[test]
    fn lengths_have_no_unit(a in shapes(), pa in poses(), b in shapes(), pb in poses(), exponent in -20i32..20) {
        let scale = 2f64.powi(exponent);
        let larger = |s: &Shape| match s {
            Shape::Disc { radius } => Shape::Disc { radius: radius * scale },
            Shape::Polygon(p) => {
                let vertices: Vec<_> = p.vertices.iter().map(|v| *v * scale).collect();
                shape(Polygon::new(&vertices, p.radius * scale).unwrap())
            }
            _ => unreachable!(),
        };
        let farther = |p: &Pose| Pose { position: p.position * scale, ..*p };
        let plain = contacts((&a, &pa), (&b, &pb), 0.5);
        let scaled = contacts((&larger(&a), &farther(&pa)), (&larger(&b), &farther(&pb)), 0.5 * scale);
        prop_assert_eq!(plain.len(), scaled.len());
        for (p, q) in plain.iter().zip(&scaled) {
            prop_assert_eq!((p.feature, p.gap * scale, p.normal, p.on_a * scale), (q.feature, q.gap, q.normal, q.on_a));
        }
    }

    #[test]
    fn half_plane_meets_the_lowest_point(b in shapes(), pb in poses(), pa in poses()) {
        let points = contacts((&Shape::HalfPlane, &pa), (&b, &pb), f64::INFINITY);
        let up = pa.rotation * DVec3::Y;
        let (vertices, radius) = corners(&b, &pb);
        let expected = vertices.iter().map(|v| (v.extend(0.0) - pa.position).dot(up)).fold(f64::INFINITY, f64::min) - radius;
        let found = least(&points);
        prop_assert!((found.gap - expected).abs() < 1e-12 && (found.normal - up).length() < 1e-12);
        prop_assert!((found.on_a - pa.position).dot(up).abs() < 1e-12);
    }

    #[test]
    fn coincident_shapes_give_numbers(a in shapes(), p in poses()) {
        let points = contacts((&a, &p), (&a, &p), 1e-15);
        prop_assert!(!points.is_empty() && least(&points).gap <= 1e-15);
    }
}

#[test]
fn box_rests_on_two_points() {
    let (ground, body) = (Shape::HalfPlane, rectangle(2.0, 1.0));
    for (gap, angle) in [(0.0, 0.0), (1e-3, 0.0), (-1e-3, 1e-4), (1e-12, -1e-5)] {
        let pose = Pose::planar(5.0, 0.5 + gap, angle);
        let points = contacts((&ground, &Pose::default()), (&body, &pose), 0.1);
        assert_eq!(points.len(), 2, "{points:?}");
        for point in &points {
            let x = point.on_a.x - 5.0;
            let expected = gap + 0.5 * (1.0 - angle.cos()) + x.signum() * angle.sin();
            assert!(
                (x.abs() - 1.0).abs() < 1e-3 && (point.gap - expected).abs() < 1e-12,
                "{point:?} {expected}"
            );
        }
        let swapped = contacts((&body, &pose), (&ground, &Pose::default()), 0.1);
        assert!(
            swapped.len() == 2 && swapped.iter().all(|p| p.normal.y == -1.0),
            "{swapped:?}"
        );
    }
}

#[test]
fn box_rests_on_box_in_the_ends_of_the_overlap() {
    let (lower, upper) = (rectangle(2.0, 1.0), rectangle(2.0, 1.0));
    for shift in [0.0, 0.5, -1.5, 1e-12] {
        for (gap, angle) in [(0.0, 0.0), (1e-3, 1e-4), (-1e-3, -1e-4), (0.05, 0.0)] {
            let pose = Pose::planar(shift, 1.0 + gap, angle);
            let points = contacts((&lower, &Pose::default()), (&upper, &pose), 0.1);
            assert_eq!(points.len(), 2, "{shift} {gap} {angle}: {points:?}");
            let mut ends: Vec<f64> = points.iter().map(|p| p.on_a.x).collect();
            ends.sort_by(f64::total_cmp);
            let expected = [(-1.0f64).max(shift - 1.0), 1f64.min(shift + 1.0)];
            assert!(
                (ends[0] - expected[0]).abs() < 2e-3 && (ends[1] - expected[1]).abs() < 2e-3,
                "{ends:?}"
            );
            for p in &points {
                let expected = gap + angle * (p.on_a.x - shift);
                assert!(
                    (p.gap - expected).abs() < 1e-7 && p.normal.y > 0.999,
                    "{p:?} {expected}"
                );
            }
        }
    }
}

/// The normal of a corner over a side is that of the side, however small the gap.
#[test]
fn normal_stays_as_the_gap_closes() {
    let (a, b) = (rectangle(2.0, 1.0), rectangle(1.0, 1.0));
    for gap in [1e-3, 1e-9, 1e-15, 0.0, -1e-15, -1e-6] {
        let pose = Pose::planar(0.1, 0.5 + gap + 0.5f64.sqrt(), std::f64::consts::FRAC_PI_4);
        let points = contacts((&a, &Pose::default()), (&b, &pose), 0.1);
        assert!(
            points.len() == 1 && points[0].normal == DVec3::Y && (points[0].gap - gap).abs() < 1e-15,
            "{points:?}"
        );
        // Corner to corner: within the cones of both, and never noise.
        let corner = Pose::planar(1.0 + gap + 0.5, 1.0 + gap, 0.0);
        let points = contacts((&a, &Pose::default()), (&b, &corner), 0.1);
        assert!(
            !points.is_empty() && points[0].normal.min_element() > -1e-6,
            "{points:?}"
        );
    }
}

#[test]
fn segments_have_two_sides_and_no_thickness() {
    let flat = segment([-1.0, 0.0], [1.0, 0.0], 0.0);
    let home = Pose::default();
    let disc = Shape::Disc { radius: 0.5 };
    for side in [1.0, -1.0] {
        let points = contacts((&flat, &home), (&disc, &Pose::planar(0.3, side * 0.7, 0.0)), 1.0);
        assert!(
            points.len() == 1 && (points[0].gap - 0.2).abs() < 1e-15 && points[0].normal.y == side,
            "{points:?}"
        );
        let lying = contacts((&flat, &home), (&flat, &Pose::planar(0.5, side * 0.1, 0.0)), 1.0);
        assert!(
            lying.len() == 2 && lying.iter().all(|p| p.gap == 0.1 && p.normal.y == side),
            "{lying:?}"
        );
    }
    // On one line: overlapping with gap 0, apart by the distance of the ends.
    let overlap = contacts((&flat, &home), (&flat, &Pose::planar(1.0, 0.0, 0.0)), 1.0);
    assert!(
        overlap.len() == 2 && overlap.iter().all(|p| p.gap == 0.0),
        "{overlap:?}"
    );
    let apart = contacts((&flat, &home), (&flat, &Pose::planar(2.5, 0.0, 0.0)), 1.0);
    assert!(
        apart.len() == 1 && apart[0].gap == 0.5 && apart[0].normal == DVec3::X,
        "{apart:?}"
    );
    // Crossing: the least way out.
    let cross = contacts(
        (&flat, &home),
        (&flat, &Pose::planar(0.0, 0.25, std::f64::consts::FRAC_PI_2)),
        1.0,
    );
    assert!((least(&cross).gap + 0.75).abs() < 1e-15, "{cross:?}");
    // A capsule on a box stands on both ends.
    let capsule = segment([-0.5, 0.0], [0.5, 0.0], 0.2);
    let stand = contacts(
        (&rectangle(4.0, 2.0), &home),
        (&capsule, &Pose::planar(0.0, 1.21, 0.0)),
        0.1,
    );
    assert!(
        stand.len() == 2
            && stand
                .iter()
                .all(|p| (p.gap - 0.01).abs() < 1e-15 && p.on_a.y == 1.0),
        "{stand:?}"
    );
}

#[test]
fn far_from_the_origin_nothing_is_lost() {
    let (a, b) = (rectangle(1.0, 1.0), rectangle(1.0, 1.0));
    let points = contacts(
        (&a, &Pose::planar(1e6, 1e6, 0.0)),
        (&b, &Pose::planar(1e6, 1e6 + 1.0, 0.0)),
        0.1,
    );
    assert!(
        points.len() == 2 && points.iter().all(|p| p.gap == 0.0),
        "{points:?}"
    );
}

#[test]
fn polygons_are_put_in_order_or_refused() {
    use crate::geometry::GeometryError;
    let points = |list: &[[f64; 2]]| list.iter().map(|p| DVec2::from_array(*p)).collect::<Vec<_>>();
    let square = points(&[[0.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 0.0]]);
    let ordered = points(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]);
    assert_eq!(Polygon::new(&square, 0.0).unwrap().vertices, ordered);
    let crossed = points(&[
        [0.0, 0.0],
        [1.0, 1.0],
        [1.0, 0.0],
        [0.5, 0.0],
        [0.0, 1.0],
        [1.0, 1.0],
    ]);
    assert_eq!(
        Polygon::new(&crossed, 0.0).unwrap().vertices,
        ordered,
        "straight and repeated vertices go"
    );
    let arrow = points(&[[0.0, 0.0], [2.0, 0.0], [0.5, 0.5], [0.0, 2.0]]);
    let error = Polygon::new(&arrow, 0.0).unwrap_err();
    assert_eq!(
        error,
        GeometryError::NotConvex {
            shape: "polygon",
            vertex: 2
        }
    );
    assert!(error.to_string().contains("vertex 2") && error.to_string().contains("shapes = [...]"));
    let line = points(&[[0.0, 0.0], [1.0, 1.0], [2.0, 2.0], [3.0, 3.0]]);
    assert!(matches!(
        Polygon::new(&line, 0.0),
        Err(GeometryError::NoArea { .. })
    ));
    assert!(matches!(
        Polygon::new(&line[..1], 0.0),
        Err(GeometryError::Vertices { .. })
    ));
    assert!(matches!(
        Polygon::new(&[DVec2::NAN; 3], 0.0),
        Err(GeometryError::Value { .. })
    ));
    assert!(matches!(
        Polygon::new(&square, f64::NAN),
        Err(GeometryError::Value { .. })
    ));
    assert!(matches!(
        Polygon::new(&[DVec2::ONE; 3], 0.0),
        Err(GeometryError::NoArea { .. })
    ));
    assert!(Polygon::segment(DVec2::ONE, DVec2::ONE, 0.1).is_err() && Polygon::rectangle(1.0, -1.0).is_err());
    assert!(Polygon::regular(2, 1.0).is_err());
}
