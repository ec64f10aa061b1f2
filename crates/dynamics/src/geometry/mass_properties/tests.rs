use super::*;
use crate::geometry::plane::Polygon;
use crate::geometry::space::Hull;
use crate::geometry::{DVec2, Pose};
use proptest::prelude::*;
use std::f64::consts::PI;
use std::sync::Arc;

fn at(shape: Shape, pose: Pose) -> Placed {
    Placed { shape, pose }
}

fn shift(x: f64, y: f64, z: f64) -> Pose {
    Pose {
        position: DVec3::new(x, y, z),
        ..Pose::default()
    }
}

fn of(shape: Shape) -> MassProperties {
    MassProperties::of(&[at(shape, Pose::default())], 2.0).unwrap()
}

fn polygon(p: Result<Polygon, GeometryError>) -> Shape {
    Shape::Polygon(Arc::new(p.unwrap()))
}

fn hull(vertices: &[DVec3]) -> Shape {
    Shape::Hull(Arc::new(Hull::new(vertices).unwrap()))
}

fn corners(half: DVec3) -> Vec<DVec3> {
    let sign = |k: usize, bit: usize| if k >> bit & 1 == 1 { 1.0 } else { -1.0 };
    (0..8)
        .map(|k| half * DVec3::new(sign(k, 0), sign(k, 1), sign(k, 2)))
        .collect()
}

#[track_caller]
fn same(found: &MassProperties, expected: &MassProperties) {
    let size = expected
        .inertia
        .to_cols_array()
        .iter()
        .fold(0.0, |m: f64, x| m.max(x.abs()));
    let length = (size / expected.mass).sqrt();
    let close = (found.mass - expected.mass).abs() < 1e-12 * expected.mass
        && (found.center - expected.center).length() < 1e-12 * (length + expected.center.length())
        && found.inertia.abs_diff_eq(expected.inertia, 1e-12 * size);
    assert!(close, "found {found:?}\nexpected {expected:?}");
}

#[track_caller]
fn is(found: &MassProperties, mass: f64, center: DVec3, moments: DVec3) {
    same(
        found,
        &MassProperties {
            mass,
            center,
            inertia: DMat3::from_diagonal(moments),
        },
    );
}

#[test]
fn closed_forms_of_solids() {
    let m = 2.0 * 4.0 / 3.0 * PI * 0.3f64.powi(3);
    is(
        &of(Shape::Sphere { radius: 0.3 }),
        m,
        DVec3::ZERO,
        DVec3::splat(0.4 * m * 0.09),
    );
    let m = 2.0 * 6.0;
    let box_ = of(Shape::Box {
        half: DVec3::new(0.5, 1.0, 1.5),
    });
    is(&box_, m, DVec3::ZERO, m / 12.0 * DVec3::new(13.0, 10.0, 5.0));
    let m = 2.0 * PI * 0.25 * 3.0;
    let across = m * (3.0 * 0.25 + 9.0) / 12.0;
    let cylinder = of(Shape::Cylinder {
        half_length: 1.5,
        radius: 0.5,
    });
    is(
        &cylinder,
        m,
        DVec3::ZERO,
        DVec3::new(across, across, 0.5 * m * 0.25),
    );
    let m = 2.0 * PI * 0.25 * 3.0 / 3.0;
    let across = m * (3.0 / 20.0 * 0.25 + 3.0 / 80.0 * 9.0);
    let cone = of(Shape::Cone {
        half_height: 1.5,
        radius: 0.5,
    });
    is(
        &cone,
        m,
        DVec3::new(0.0, 0.0, -0.75),
        DVec3::new(across, across, 0.3 * m * 0.25),
    );
    let m = 2.0 * 4.0 / 3.0 * PI * 6.0;
    let ellipsoid = of(Shape::Ellipsoid {
        semi_axes: DVec3::new(1.0, 2.0, 3.0),
    });
    is(&ellipsoid, m, DVec3::ZERO, m / 5.0 * DVec3::new(13.0, 10.0, 5.0));
}

/// About its axis a capsule is a cylinder and a ball; across it, the classical sum for half balls.
#[test]
fn closed_form_of_a_capsule() {
    let (r, h) = (0.5f64, 1.5f64);
    let (cylinder, ball) = (2.0 * PI * r * r * 2.0 * h, 2.0 * 4.0 / 3.0 * PI * r.powi(3));
    let axial = 0.5 * cylinder * r * r + 0.4 * ball * r * r;
    let half = 0.5 * ball;
    let own = 83.0 / 320.0 * half * r * r;
    let across = cylinder * (3.0 * r * r + 4.0 * h * h) / 12.0 + 2.0 * (own + half * (h + 0.375 * r).powi(2));
    let found = of(Shape::Capsule {
        half_length: h,
        radius: r,
    });
    is(
        &found,
        cylinder + ball,
        DVec3::ZERO,
        DVec3::new(across, across, axial),
    );
    same(
        &of(Shape::Capsule {
            half_length: 0.0,
            radius: r,
        }),
        &of(Shape::Sphere { radius: r }),
    );
}

#[test]
fn box_as_box_as_hull_and_as_two_halves() {
    let half = DVec3::new(0.5, 1.0, 1.5);
    let whole = of(Shape::Box { half });
    same(&of(hull(&corners(half))), &whole);
    let part = Shape::Box {
        half: DVec3::new(0.25, 1.0, 1.5),
    };
    let two = [
        at(part.clone(), shift(-0.25, 0.0, 0.0)),
        at(part, shift(0.25, 0.0, 0.0)),
    ];
    same(&MassProperties::of(&two, 2.0).unwrap(), &whole);
    same(&MassProperties::with_mass(&two, 12.0).unwrap(), &whole);
    for scale in [1e-6, 1e6] {
        let small = of(hull(&corners(half * scale)));
        let expected = of(Shape::Box { half: half * scale });
        same(&small, &expected);
    }
    let far: Vec<_> = corners(half)
        .iter()
        .map(|v| *v + DVec3::new(3.0, -2.0, 1.0))
        .collect();
    same(
        &of(hull(&far)),
        &MassProperties {
            center: DVec3::new(3.0, -2.0, 1.0),
            ..whole
        },
    );
}

#[test]
fn closed_forms_of_the_plane() {
    let m = 2.0 * PI * 0.25;
    let disc = of(Shape::Disc { radius: 0.5 });
    is(&disc, m, DVec3::ZERO, m * 0.25 * DVec3::new(0.25, 0.25, 0.5));
    let m = 2.0 * 6.0;
    let rectangle = of(polygon(Polygon::rectangle(2.0, 3.0)));
    is(&rectangle, m, DVec3::ZERO, m / 12.0 * DVec3::new(9.0, 4.0, 13.0));
    // A triangle: I about the centroid is m (a² + b² + c²) / 36.
    let corners = [DVec2::new(5.0, 5.0), DVec2::new(8.0, 5.0), DVec2::new(5.0, 9.0)];
    let triangle = of(polygon(Polygon::new(&corners, 0.0)));
    assert!(
        (triangle.mass - 12.0).abs() < 1e-13
            && (triangle.center - DVec3::new(6.0, 19.0 / 3.0, 0.0)).length() < 1e-13
    );
    assert!((triangle.inertia.z_axis.z - 12.0 * 50.0 / 36.0).abs() < 1e-12);
}

/// A rounded box is the box, four strips and the four quarters of a disc: here as a cross and what four discs
/// fill.
#[test]
fn rounded_polygons_are_their_parts() {
    let (w, h, r) = (2.0, 3.0, 0.4);
    let corners = [
        DVec2::ZERO,
        DVec2::new(w, 0.0),
        DVec2::new(w, h),
        DVec2::new(0.0, h),
    ];
    let rounded = of(polygon(Polygon::new(&corners, r)));
    let full = (w + 2.0 * r, h + 2.0 * r);
    // Full box, less the four corner squares, plus the four quarter discs, about the common centre.
    let rect = |w: f64, h: f64| w * h * (w * w + h * h) / 12.0;
    let (cx, cy) = (0.5 * w + 0.5 * r, 0.5 * h + 0.5 * r);
    let squares = 4.0 * (rect(r, r) + r * r * (cx * cx + cy * cy));
    let (area, d) = (PI * r * r / 4.0, 4.0 * r / (3.0 * PI));
    let (qx, qy) = (0.5 * w + d, 0.5 * h + d);
    let quarters = 4.0 * (PI * r.powi(4) / 8.0 - area * 2.0 * d * d + area * (qx * qx + qy * qy));
    let mass = 2.0 * (full.0 * full.1 - 4.0 * r * r + 4.0 * area);
    let inertia = 2.0 * (rect(full.0, full.1) - squares + quarters);
    assert!(
        (rounded.mass - mass).abs() < 1e-12 * mass,
        "{} {mass}",
        rounded.mass
    );
    assert!(
        (rounded.inertia.z_axis.z - inertia).abs() < 1e-12 * inertia,
        "{} {inertia}",
        rounded.inertia.z_axis.z
    );
    assert!((rounded.center - DVec3::new(1.0, 1.5, 0.0)).length() < 1e-13);
    // A capsule: a strip and two half discs. The area is that of Steiner.
    let capsule = of(polygon(Polygon::segment(
        DVec2::new(-1.0, 0.0),
        DVec2::new(1.0, 0.0),
        r,
    )));
    let (area, d) = (0.5 * PI * r * r, 4.0 * r / (3.0 * PI));
    let ends = 2.0 * (PI * r.powi(4) / 4.0 - area * d * d + area * (1.0 + d).powi(2));
    let inertia = 2.0 * (rect(2.0, 2.0 * r) + ends);
    assert!((capsule.mass - 2.0 * (4.0 * r + PI * r * r)).abs() < 1e-13);
    assert!(
        (capsule.inertia.z_axis.z - inertia).abs() < 1e-12,
        "{} {inertia}",
        capsule.inertia.z_axis.z
    );
}

#[test]
fn segments_with_a_mass_are_rods() {
    let segment = polygon(Polygon::segment(DVec2::new(1.0, 0.0), DVec2::new(1.0, 2.0), 0.0));
    let rod = MassProperties::with_mass(&[at(segment.clone(), Pose::default())], 3.0).unwrap();
    is(&rod, 3.0, DVec3::new(1.0, 1.0, 0.0), DVec3::new(1.0, 0.0, 1.0));
    assert!(rod.check_planar().is_ok() && rod.check().is_err());
    let error = MassProperties::of(&[at(segment.clone(), Pose::default())], 3.0).unwrap_err();
    assert!(
        error.to_string().contains("radius") && segment.volume() == 0.0,
        "{error}"
    );
}

#[test]
fn boundaries_and_nonsense_are_refused() {
    for shape in [Shape::HalfSpace, Shape::HalfPlane] {
        let error = MassProperties::of(&[at(shape, Pose::default())], 1.0).unwrap_err();
        assert!(error.to_string().contains("fixed = true"), "{error}");
    }
    assert_eq!(Shape::HalfSpace.volume(), f64::INFINITY);
    let ball = |radius| [at(Shape::Sphere { radius }, Pose::default())];
    assert!(
        MassProperties::of(&ball(-1.0), 1.0).is_err() && MassProperties::of(&ball(f64::NAN), 1.0).is_err()
    );
    assert!(
        MassProperties::of(&ball(1.0), 0.0).is_err()
            && MassProperties::with_mass(&ball(1.0), f64::NAN).is_err()
    );
    assert!(MassProperties::of(&[], 1.0).is_err());
    let twice = Shape::Box {
        half: DVec3::new(-1.0, -1.0, 1.0),
    };
    let error = MassProperties::of(&[at(twice, Pose::default())], 1.0).unwrap_err();
    assert!(error.to_string().contains("box: half size is -1"), "{error}");
    assert!(Hull::new(&[DVec3::ZERO; 4]).is_err());
    let good = MassProperties::of(&ball(1.0), 1.0).unwrap();
    good.check().unwrap();
    let with = |x: f64, y: f64, z: f64| MassProperties {
        inertia: DMat3::from_diagonal(DVec3::new(x, y, z)),
        ..good
    };
    with(1.0, 1.0, 2.0).check().unwrap();
    assert!(with(1.0, 1.0, 2.1).check().is_err() && with(1.0, 1.0, 0.0).check().is_err());
    assert!(with(1.0, -1.0, 1.0).check().is_err() && with(f64::NAN, 1.0, 1.0).check().is_err());
    assert!(MassProperties { mass: 0.0, ..good }.check().is_err());
    assert!(
        MassProperties {
            center: DVec3::NAN,
            ..good
        }
        .check()
        .is_err()
    );
    let mut skew = good;
    skew.inertia.x_axis.y = 0.1;
    assert!(skew.check().is_err());
}

proptest! {
    /// Turning and moving the shapes turns and moves the whole; the principal moments stay.
    #[test]
    fn inertia_turns_with_the_body(axis in prop::array::uniform3(-1.0f64..1.0), angle in -3.0f64..3.0, to in prop::array::uniform3(-5.0f64..5.0)) {
        let axis = DVec3::from_array(axis);
        prop_assume!(axis.length() > 0.1);
        let pose = Pose { position: DVec3::from_array(to), rotation: DQuat::from_axis_angle(axis.normalize(), angle) };
        let parts = [
            at(Shape::Box { half: DVec3::new(0.5, 1.0, 1.5) }, shift(0.2, 0.0, 0.0)),
            at(Shape::Cone { half_height: 0.7, radius: 0.3 }, shift(0.0, 2.0, 1.0)),
            at(hull(&corners(DVec3::new(0.3, 0.2, 0.1))), shift(1.0, 1.0, 1.0)),
        ];
        let turned: Vec<_> = parts.iter().map(|part| at(part.shape.clone(), pose.then(&part.pose))).collect();
        let (body, moved) = (MassProperties::of(&parts, 2.0).unwrap(), MassProperties::of(&turned, 2.0).unwrap());
        body.check().unwrap();
        let turn = DMat3::from_quat(pose.rotation);
        let expected = MassProperties { center: pose.point(body.center), inertia: turn * body.inertia * turn.transpose(), ..body };
        same(&moved, &expected);
        let ((moments, _), (same_moments, axes)) = (body.principal(), moved.principal());
        prop_assert!((moments - same_moments).length() < 1e-12 * moments.length());
        let axes = DMat3::from_quat(axes);
        let again = axes * DMat3::from_diagonal(same_moments) * axes.transpose();
        prop_assert!(again.abs_diff_eq(moved.inertia, 1e-12 * moments.length()));
    }
}
