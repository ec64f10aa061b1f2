//! Bodies at rest on each other: as many points as they need, with their own gaps, at every scale; degenerate
//! bodies.

use drystone_dynamics::geometry::space::{Hull, Mesh, supported};
use drystone_dynamics::geometry::{DQuat, DVec3, Point, Pose, Shape, manifold};
use std::sync::Arc;

fn contacts(a: (&Shape, &Pose), b: (&Shape, &Pose), margin: f64) -> Vec<Point> {
    let mut out = Vec::new();
    manifold(a, b, margin, &mut out);
    for point in &out {
        assert!(point.gap.is_finite() && point.on_a.is_finite(), "{point:?}");
        assert!((point.normal.length() - 1.0).abs() < 1e-14, "{point:?}");
    }
    assert!(
        out.windows(2).all(|pair| pair[0].feature < pair[1].feature),
        "{out:?}"
    );
    out
}

fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose {
        position: DVec3::new(x, y, z),
        ..Pose::default()
    }
}

fn cube(half: f64) -> Shape {
    Shape::Box {
        half: DVec3::splat(half),
    }
}

fn spread(points: &[Point]) -> (DVec3, DVec3) {
    let fold = |(l, h): (DVec3, DVec3), p: &Point| (l.min(p.on_a), h.max(p.on_a));
    points.iter().fold((DVec3::INFINITY, DVec3::NEG_INFINITY), fold)
}

#[test]
fn stacked_boxes_touch_at_the_corners_of_their_overlap() {
    for scale in [1e-6, 1.0, 1e6] {
        // Exactly on top, shifted along an edge, shifted both ways, turned by 45 degrees.
        for (x, y, angle, count) in [
            (0.0, 0.0, 0.0, 4),
            (0.5, 0.0, 0.0, 4),
            (0.3, -0.7, 0.0, 4),
            (0.0, 0.0, std::f64::consts::FRAC_PI_4, 8),
        ] {
            let upper = Pose {
                position: DVec3::new(x, y, 2.0 + 1e-7) * scale,
                rotation: DQuat::from_rotation_z(angle),
            };
            let found = contacts(
                (&cube(scale), &Pose::default()),
                (&cube(scale), &upper),
                1e-3 * scale,
            );
            assert_eq!(found.len(), count, "{scale} {x} {y} {angle}: {found:?}");
            for p in &found {
                assert_eq!(p.normal, DVec3::Z);
                assert!((p.gap - 1e-7 * scale).abs() < 1e-15 * scale, "{p:?}");
                assert!((p.on_a.z - scale).abs() < 1e-15 * scale, "{p:?}");
            }
            if angle == 0.0 {
                let (low, high) = spread(&found);
                let wanted = (
                    DVec3::new(x, y, 1.0 / 0.0).max(DVec3::ZERO),
                    DVec3::new(x, y, 0.0).min(DVec3::ZERO),
                );
                assert!(
                    (low.truncate() / scale + 1.0 - wanted.0.truncate()).length() < 1e-14,
                    "{low}"
                );
                assert!(
                    (high.truncate() / scale - 1.0 - wanted.1.truncate()).length() < 1e-14,
                    "{high}"
                );
            }
        }
    }
}

/// Blocks of a wall: edges flush with edges, and rounding says on which side of each other they are.
#[test]
fn flush_faces_keep_the_names_of_their_points() {
    let block = Shape::Box {
        half: DVec3::new(0.2, 0.1, 0.1),
    };
    let hairs = [0.0, 1e-16, 3e-14, 6e-13, 1e-11, 1e-10];
    let signed = || hairs.into_iter().flat_map(|hair| [hair, -hair]);
    for x in [0.0, 0.2] {
        let upper = |y: f64, turn: f64| Pose {
            position: DVec3::new(x + y, y, 0.2),
            rotation: DQuat::from_rotation_z(turn),
        };
        let find = |pose: Pose| contacts((&block, &Pose::default()), (&block, &pose), 1e-3);
        let exact = find(upper(0.0, 0.0));
        assert_eq!(exact.len(), 4, "{exact:?}");
        for (y, turn) in signed().flat_map(|y| signed().map(move |turn| (y, turn))) {
            let found = find(upper(y, turn));
            assert_eq!(found.len(), 4, "{x} {y} {turn}: {found:?}");
            for (point, same) in found.iter().zip(&exact) {
                assert_eq!(point.feature, same.feature, "{x} {y} {turn}: {found:?}");
                let moved = point.on_a.distance(same.on_a);
                assert!(moved < 1e-9, "{x} {y} {turn}: moved by {moved}");
            }
        }
    }
}

#[test]
fn a_small_box_across_a_large_one_stands_on_its_corners() {
    let found = contacts(
        (&cube(1e3), &Pose::default()),
        (&cube(1e-2), &at(5.0, -3.0, 1e3 + 1e-2)),
        1e-4,
    );
    assert_eq!(found.len(), 4);
    assert!(found.iter().all(|p| p.gap.abs() < 1e-12));
}

#[test]
fn a_box_tilted_by_a_hair_keeps_four_points() {
    let half = DVec3::new(1.0, 0.5, 0.25);
    let body = Shape::Box { half };
    for tilt in [1e-9, -1e-9, 1e-7] {
        let rotation = DQuat::from_rotation_y(tilt);
        let pose = Pose {
            position: DVec3::new(0.2, 0.1, 0.25),
            rotation,
        };
        for (ground, below) in [
            (Shape::HalfSpace, Pose::default()),
            (
                Shape::Box {
                    half: DVec3::splat(3.0),
                },
                at(0.0, 0.0, -3.0),
            ),
            (
                Shape::Box {
                    half: DVec3::new(0.9, 3.0, 3.0),
                },
                at(0.0, 0.0, -3.0),
            ),
        ] {
            let found = contacts((&ground, &below), (&body, &pose), 1e-3);
            assert_eq!(found.len(), 4, "{tilt} {ground:?}: {found:?}");
            for p in found {
                // The lower face goes through the middle less a quarter of its normal.
                let height = 0.25 - 0.25 * tilt.cos() - (p.on_a.x - 0.2 + 0.25 * tilt.sin()) * tilt.tan();
                assert!((p.gap - height).abs() < 1e-15, "{} {height}", p.gap);
                assert!((p.normal - DVec3::Z).length() < 2e-7);
            }
        }
    }
}

#[test]
fn boxes_side_by_side_over_an_edge_touch_along_it() {
    // Upper box beside and above the lower one: the closest edges are parallel.
    let upper = at(2.0 + 3e-3, 0.4, 2.0 + 4e-3);
    let found = contacts((&cube(1.0), &Pose::default()), (&cube(1.0), &upper), 0.1);
    assert_eq!(found.len(), 2, "{found:?}");
    for p in &found {
        assert!((p.gap - 5e-3).abs() < 1e-15);
        assert!((p.normal - DVec3::new(0.6, 0.0, 0.8)).length() < 1e-12);
    }
    let (low, high) = spread(&found);
    assert!(
        (low - DVec3::new(1.0, -0.6, 1.0)).length() < 1e-14
            && (high - DVec3::new(1.0, 1.0, 1.0)).length() < 1e-14
    );
}

#[test]
fn cylinders_stand_lean_and_lie() {
    let can = Shape::Cylinder {
        half_length: 0.5,
        radius: 0.2,
    };
    let upright = |angle: f64, lowest: f64| {
        let rotation = DQuat::from_rotation_x(angle);
        let reach = 0.5 * angle.cos().abs() + 0.2 * angle.sin().abs();
        Pose {
            position: DVec3::new(0.3, 0.2, reach + lowest),
            rotation,
        }
    };
    let quarter = std::f64::consts::FRAC_PI_2;
    for (ground, below) in [
        (Shape::HalfSpace, Pose::default()),
        (cube(3.0), at(0.0, 0.0, -3.0)),
    ] {
        for (angle, low, high) in [
            (0.0, 4, 8),
            (1e-8, 4, 8),
            (0.4, 1, 1),
            (quarter, 2, 2),
            (quarter - 1e-8, 2, 2),
        ] {
            let found = contacts((&ground, &below), (&can, &upright(angle, 1e-6)), 1e-4);
            assert!(
                (low..=high).contains(&found.len()),
                "{angle} {ground:?}: {found:?}"
            );
            let least = found.iter().map(|p| p.gap).fold(f64::INFINITY, f64::min);
            assert!((least - 1e-6).abs() < 1e-14, "{angle} {ground:?}: {least}");
            assert!(found.iter().all(|p| (p.normal - DVec3::Z).length() < 1e-14));
            let (l, h) = spread(&found);
            let width = if angle < 0.1 {
                0.2
            } else {
                f64::from(u8::from(low == 2)) * 0.5
            };
            assert!(
                (0.5 * (h - l).y - width).abs() < 1e-7,
                "{angle} {ground:?}: {l} {h}"
            );
        }
    }
}

#[test]
fn logs_touch_along_their_length() {
    let log = Shape::Cylinder {
        half_length: 1.0,
        radius: 0.1,
    };
    let lying = DQuat::from_rotation_x(std::f64::consts::FRAC_PI_2);
    let pose = |x: f64, y: f64, z: f64| Pose {
        position: DVec3::new(x, y, z),
        rotation: lying,
    };
    let found = contacts((&log, &pose(0.0, 0.0, 0.0)), (&log, &pose(0.12, 0.5, 0.16)), 1e-3);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(
        found
            .iter()
            .all(|p| p.gap.abs() < 1e-14 && (p.normal - DVec3::new(0.6, 0.0, 0.8)).length() < 1e-7)
    );
    let (low, high) = spread(&found);
    assert!(
        (low.y + 0.5).abs() < 1e-9 && (high.y - 1.0).abs() < 1e-9,
        "{found:?}"
    );
}

#[test]
fn capsules_lie_on_two_points() {
    let pill = Shape::Capsule {
        half_length: 0.5,
        radius: 0.1,
    };
    let lying = Pose {
        position: DVec3::new(0.0, 0.0, 0.1),
        rotation: DQuat::from_rotation_x(std::f64::consts::FRAC_PI_2),
    };
    let below = at(0.0, 0.0, -1.0);
    for (ground, pose) in [(Shape::HalfSpace, Pose::default()), (cube(1.0), below)] {
        let found = contacts((&ground, &pose), (&pill, &lying), 1e-3);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found.iter().all(|p| p.gap.abs() < 1e-15));
    }
    let above = Pose {
        position: DVec3::new(0.0, 0.3, 0.3),
        ..lying
    };
    let found = contacts((&pill, &lying), (&pill, &above), 1e-3);
    assert!(found.len() >= 2, "{found:?}");
    assert!(found.iter().all(|p| p.gap.abs() < 1e-15));
}

#[test]
fn an_ellipsoid_rests_on_its_lowest_point() {
    let semi_axes = DVec3::new(0.5, 0.3, 0.2);
    let egg = Shape::Ellipsoid { semi_axes };
    for q in [DQuat::IDENTITY, DQuat::from_xyzw(0.1, -0.4, 0.3, 0.8).normalize()] {
        let down = (semi_axes * (q.inverse() * DVec3::Z)).length();
        let pose = Pose {
            position: DVec3::Z * (down + 1e-5),
            rotation: q,
        };
        for (ground, below) in [
            (Shape::HalfSpace, Pose::default()),
            (cube(1.0), at(0.0, 0.0, -1.0)),
        ] {
            let found = contacts((&ground, &below), (&egg, &pose), 1e-3);
            assert_eq!(found.len(), 1);
            assert!((found[0].gap - 1e-5).abs() < 1e-15, "{found:?}");
            assert!((found[0].normal - DVec3::Z).length() < 1e-15);
        }
    }
}

fn zoo(scale: f64) -> Vec<Shape> {
    let corners: Vec<DVec3> = [
        [0.0, 0.0, 0.5],
        [0.4, 0.1, -0.3],
        [-0.4, 0.2, -0.2],
        [0.0, -0.5, -0.1],
        [0.1, 0.4, -0.4],
    ]
    .map(|p| DVec3::from_array(p) * scale)
    .to_vec();
    vec![
        Shape::HalfSpace,
        Shape::Sphere { radius: 0.3 * scale },
        Shape::Box {
            half: DVec3::new(0.3, 0.5, 0.2) * scale,
        },
        Shape::Capsule {
            half_length: 0.4 * scale,
            radius: 0.2 * scale,
        },
        Shape::Cylinder {
            half_length: 0.4 * scale,
            radius: 0.3 * scale,
        },
        Shape::Cone {
            half_height: 0.5 * scale,
            radius: 0.3 * scale,
        },
        Shape::Ellipsoid {
            semi_axes: DVec3::new(0.3, 0.5, 0.4) * scale,
        },
        Shape::Hull(Arc::new(Hull::new(&corners).expect("a hull"))),
        Shape::Mesh(Arc::new(
            Mesh::from_heights(
                4,
                4,
                0.5 * scale,
                &[
                    0.0, 0.1, 0.0, 0.2, 0.1, 0.0, 0.1, 0.0, 0.0, 0.1, 0.2, 0.1, 0.0, 0.0, 0.1, 0.0,
                ]
                .map(|h| h * scale),
            )
            .expect("a surface"),
        )),
    ]
}

#[test]
fn the_same_contacts_at_every_scale_and_place() {
    let turn = DQuat::from_xyzw(0.3, -0.2, 0.5, 0.7).normalize();
    let reference = zoo(1.0);
    for scale in [1e-6, 1e-3, 1e6] {
        let scaled = zoo(scale);
        for i in 0..reference.len() {
            for j in 0..reference.len() {
                if !supported(&reference[i], &reference[j]) {
                    continue;
                }
                for depth in [-0.05, 0.0, 0.3] {
                    let pa = Pose {
                        position: DVec3::new(0.1, -0.2, 0.3),
                        rotation: DQuat::from_xyzw(0.1, 0.2, -0.3, 0.9).normalize(),
                    };
                    let pb = Pose {
                        position: pa.position + DVec3::new(0.35, 0.3, 0.4 + depth),
                        rotation: turn,
                    };
                    let grown = |p: &Pose| Pose {
                        position: p.position * scale,
                        rotation: p.rotation,
                    };
                    let one = contacts((&reference[i], &pa), (&reference[j], &pb), 0.2);
                    let two = contacts((&scaled[i], &grown(&pa)), (&scaled[j], &grown(&pb)), 0.2 * scale);
                    let names = (reference[i].name(), reference[j].name());
                    assert_eq!(
                        one.len(),
                        two.len(),
                        "{names:?} {scale} {depth}\n{one:?}\n{two:?}"
                    );
                    for (p, q) in one.iter().zip(&two) {
                        assert_eq!(p.feature, q.feature, "{names:?}");
                        assert!((p.gap - q.gap / scale).abs() < 1e-12, "{names:?} {p:?} {q:?}");
                        assert!((p.normal - q.normal).length() < 1e-7, "{names:?} {p:?} {q:?}");
                    }
                }
            }
        }
    }
}

/// The zoo, and bodies without thickness, length or any extent.
fn thin() -> Vec<Shape> {
    let mut bodies = zoo(1.0);
    bodies.extend([
        Shape::Sphere { radius: 0.0 },
        Shape::Box { half: DVec3::ZERO },
        Shape::Box {
            half: DVec3::new(0.5, 0.5, 0.0),
        },
        Shape::Box {
            half: DVec3::new(0.5, 0.0, 0.0),
        },
        Shape::Capsule {
            half_length: 0.0,
            radius: 0.2,
        },
        Shape::Capsule {
            half_length: 0.3,
            radius: 0.0,
        },
        Shape::Cylinder {
            half_length: 0.0,
            radius: 0.2,
        },
        Shape::Cylinder {
            half_length: 0.3,
            radius: 0.0,
        },
        Shape::Cone {
            half_height: 0.3,
            radius: 0.0,
        },
        Shape::Cone {
            half_height: 0.0,
            radius: 0.3,
        },
        Shape::Ellipsoid {
            semi_axes: DVec3::new(0.3, 0.0, 0.3),
        },
    ]);
    bodies
}

#[test]
fn degenerate_bodies_do_no_harm() {
    let bodies = thin();
    let quarter = DQuat::from_rotation_y(std::f64::consts::FRAC_PI_2);
    let odd = DQuat::from_xyzw(0.3, -0.2, 0.5, 0.7).normalize();
    for a in &bodies {
        for b in bodies.iter().filter(|b| supported(a, b)) {
            for position in [
                DVec3::ZERO,
                DVec3::Z * 0.5,
                DVec3::new(1e-9, 0.0, 0.0),
                DVec3::new(0.5, 0.5, 0.0),
            ] {
                for rotation in [DQuat::IDENTITY, quarter, odd] {
                    let found = contacts(
                        (a, &Pose::default()),
                        (b, &Pose { position, rotation }),
                        f64::INFINITY,
                    );
                    let surface = matches!(a, Shape::Mesh(_)) || matches!(b, Shape::Mesh(_));
                    assert!(surface || !found.is_empty(), "{a:?} {b:?} {position} {rotation}");
                }
            }
            let lost = Pose {
                position: DVec3::NAN,
                ..Pose::default()
            };
            let mut out = Vec::new();
            manifold((a, &Pose::default()), (b, &lost), 1.0, &mut out);
            assert!(out.is_empty(), "{a:?} {b:?} {out:?}");
        }
    }
}

#[test]
fn a_box_slides_over_a_step_of_a_surface() {
    // A floor with a step down at x = 1: the ridge touches with the floor's normal while the box hangs over
    // it.
    let v = |x: f64, y: f64, z: f64| DVec3::new(x, y, z);
    let vertices = vec![
        v(-3.0, -3.0, 0.0),
        v(1.0, -3.0, 0.0),
        v(1.0, 3.0, 0.0),
        v(-3.0, 3.0, 0.0),
        v(1.0, -3.0, -1.0),
        v(1.0, 3.0, -1.0),
    ];
    let mesh = Shape::Mesh(Arc::new(
        Mesh::new(vertices, &[[0, 1, 2], [0, 2, 3], [1, 4, 5], [1, 5, 2]]).expect("a surface"),
    ));
    for x in [-1.0, 0.0, 0.3, 0.9] {
        for gap in [1e-6, 0.0, -1e-6] {
            let found = contacts(
                (&mesh, &Pose::default()),
                (&cube(0.5), &at(x, 0.1, 0.5 + gap)),
                1e-3,
            );
            assert!(found.len() >= 4, "{x} {gap} {found:?}");
            for p in &found {
                assert!(
                    (p.normal - DVec3::Z).length() < 1e-9 && (p.gap - gap).abs() < 1e-14,
                    "{x} {gap} {p:?}"
                );
            }
            let (low, high) = spread(&found);
            assert!(
                (low.x - (x - 0.5)).abs() < 1e-9 && (high.x - (x + 0.5_f64).min(1.0)).abs() < 1e-9,
                "{x} {found:?}"
            );
        }
    }
}
