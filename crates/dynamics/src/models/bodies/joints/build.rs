//! From descriptions to joints: what is checked, and the frames in the two bodies.

use super::super::description::{Dimension, JointDescription, JointKind};
use super::super::placement::Placement;
use super::Joint;
use super::rows::Frame;
use crate::geometry::DVec3;

/// Why joints could not be built.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum JointError {
    /// A joint that cannot be.
    #[error("joint `{joint}`: {what}; {remedy}")]
    Joint {
        /// Its name.
        joint: String,
        /// What is wrong.
        what: String,
        /// What to do.
        remedy: &'static str,
    },
    /// Remembered angles of other joints.
    #[error("{found} remembered angles for {asked} joints: go on with the joints of the saved run")]
    Windings {
        /// Angles given.
        found: usize,
        /// Joints that there are.
        asked: usize,
    },
}

/// What is wrong and what to do.
type Fault = (String, &'static str);

pub(super) fn build(joints: &[JointDescription], placement: &Placement) -> Result<Vec<Joint>, JointError> {
    let mut built: Vec<Joint> = Vec::with_capacity(joints.len());
    let mut row = 0;
    for joint in joints {
        let made = check_bodies(joint, joints, placement)
            .and_then(|()| check_numbers(joint, placement.dimension))
            .and_then(|()| make(joint, joints, placement));
        let mut made = made.map_err(|(what, remedy)| JointError::Joint {
            joint: joint.name.clone(),
            what,
            remedy,
        })?;
        made.rows = row..row + num_rows(&made.kind, placement.dimension);
        row = made.rows.end;
        built.push(made);
    }
    Ok(built)
}

fn num_rows(kind: &JointKind, dimension: Dimension) -> usize {
    let by_dimension = |plane, space| match dimension {
        Dimension::Plane => plane,
        Dimension::Space => space,
    };
    match kind {
        JointKind::Ball => by_dimension(2, 3),
        JointKind::Hinge | JointKind::Slider => by_dimension(2, 5),
        JointKind::Cylinder => 4,
        JointKind::Planar => 3,
        JointKind::Fixed => by_dimension(3, 6),
        JointKind::Screw { .. } => 5,
        JointKind::Distance { .. } | JointKind::Gear { .. } => 1,
    }
}

/// What a kind is in this dimension.
fn kind_in(dimension: Dimension, kind: &JointKind) -> JointKind {
    match (dimension, kind) {
        (Dimension::Plane, JointKind::Ball) => JointKind::Hinge,
        _ => *kind,
    }
}

fn check_bodies(
    joint: &JointDescription,
    joints: &[JointDescription],
    placement: &Placement,
) -> Result<(), Fault> {
    let count = placement.len();
    if let Some(body) = joint.between.iter().find(|body| **body >= count) {
        return Err((
            format!("there is no body {body} among {count}"),
            "name two bodies that exist",
        ));
    }
    if let JointKind::Gear { hinges, .. } = joint.kind {
        return check_gear(joint, hinges, joints, placement);
    }
    let [a, b] = joint.between;
    if a == b {
        return Err(("both bodies are the same".into(), "name two different bodies"));
    }
    if !placement.is_free(a) && !placement.is_free(b) {
        return Err((
            "neither body moves freely".into(),
            "let one of them move freely, or leave the joint out",
        ));
    }
    Ok(())
}

fn check_gear(
    joint: &JointDescription,
    hinges: [usize; 2],
    joints: &[JointDescription],
    placement: &Placement,
) -> Result<(), Fault> {
    let turns = |k: &usize| {
        let kind = joints.get(*k).map(|j| kind_in(placement.dimension, &j.kind));
        matches!(kind, Some(JointKind::Hinge | JointKind::Screw { .. }))
    };
    if hinges[0] == hinges[1] || !hinges.iter().all(turns) {
        return Err((
            format!("joints {} and {} are not two hinges", hinges[0], hinges[1]),
            "name two different hinges or screws",
        ));
    }
    let second = hinges.map(|k| joints[k].between[1]);
    if joint.between != second {
        return Err((
            format!(
                "it is between bodies {:?}, its hinges turn {second:?}",
                joint.between
            ),
            "name the second body of each hinge",
        ));
    }
    let bodies = hinges.map(|k| joints[k].between);
    if !bodies.iter().flatten().any(|&body| placement.is_free(body)) {
        return Err((
            "no body of its hinges moves freely".into(),
            "let one of them move freely, or leave the gear out",
        ));
    }
    Ok(())
}

fn check_numbers(joint: &JointDescription, dimension: Dimension) -> Result<(), Fault> {
    let kind = kind_in(dimension, &joint.kind);
    if dimension == Dimension::Plane
        && matches!(
            kind,
            JointKind::Planar | JointKind::Cylinder | JointKind::Screw { .. }
        )
    {
        return Err((
            "planar joints, cylinders and screws need the third dimension".into(),
            "take a hinge or a slider, or dimension 3",
        ));
    }
    let wrong = match kind {
        JointKind::Screw { pitch } if !pitch.is_finite() => Some(("pitch", pitch)),
        JointKind::Gear { ratio, .. } if !ratio.is_finite() || ratio == 0.0 => Some(("ratio", ratio)),
        _ => None,
    };
    if let Some((name, found)) = wrong {
        return Err((
            format!("its {name} is {found}"),
            "give a finite number; 0 is no gear",
        ));
    }
    if !joint.at.is_finite() {
        return Err((format!("its point is {}", joint.at), "give finite coordinates"));
    }
    if !(0.0..f64::INFINITY).contains(&joint.friction) {
        return Err((
            format!("its friction is {}", joint.friction),
            "give a finite force of at least 0",
        ));
    }
    if !(0.0..f64::INFINITY).contains(&joint.armature) {
        return Err((
            format!("its armature is {}", joint.armature),
            "give a finite inertia of at least 0",
        ));
    }
    check_coordinate(joint, &kind)
}

/// Limits, motor and friction, which need a coordinate.
fn check_coordinate(joint: &JointDescription, kind: &JointKind) -> Result<(), Fault> {
    let measured = matches!(
        kind,
        JointKind::Hinge | JointKind::Slider | JointKind::Cylinder | JointKind::Screw { .. }
    );
    let asked =
        joint.limits.is_some() || joint.motor.is_some() || joint.friction > 0.0 || joint.armature > 0.0;
    if asked && !measured {
        return Err((
            "it has no coordinate for limits, a motor, friction or a rotor".into(),
            "take them away, or take a hinge, slider, cylinder or screw",
        ));
    }
    if let Some(limits) = &joint.limits {
        if !(limits.lower <= 0.0 && limits.upper >= 0.0) {
            return Err((
                format!("its limits are {} and {}", limits.lower, limits.upper),
                "let them enclose 0, the coordinate of the initial poses",
            ));
        }
        if !(0.0..=1.0).contains(&limits.restitution) {
            return Err((
                format!("the restitution of its limits is {}", limits.restitution),
                "give a number from 0 to 1",
            ));
        }
    }
    if let Some(motor) = &joint.motor {
        if !(motor.max_force >= 0.0) {
            return Err((
                format!("the largest force of its motor is {}", motor.max_force),
                "give a force of at least 0",
            ));
        }
        if motor.velocity.num_outputs() != 1 {
            return Err((
                format!("its motor has {} velocities", motor.velocity.num_outputs()),
                "give one formula for its velocity",
            ));
        }
    }
    Ok(())
}

fn make(
    joint: &JointDescription,
    joints: &[JointDescription],
    placement: &Placement,
) -> Result<Joint, Fault> {
    let kind = kind_in(placement.dimension, &joint.kind);
    // A gear sits where its second hinge does.
    let (bodies, at) = match kind {
        JointKind::Gear { hinges, .. } => (joints[hinges[1]].between, joints[hinges[1]].at),
        _ => (joint.between, joint.at),
    };
    let (points, length) = match kind {
        JointKind::Distance { to } => ([at, to], flat(placement.dimension, to - at).length()),
        _ => ([at, at], 0.0),
    };
    if matches!(kind, JointKind::Distance { .. }) && !(length > 0.0 && length.is_finite()) {
        return Err((
            format!("its two points are {length} m apart"),
            "set them apart, or take a ball",
        ));
    }
    let axis = axis(joint, &kind, placement.dimension)?;
    let points = points.map(|point| flat(placement.dimension, point));
    Ok(Joint {
        kind,
        frame: Frame::new(bodies, points, axis, placement),
        length,
        limits: joint.limits,
        motor: joint.motor.clone(),
        friction: joint.friction,
        rows: 0..0,
    })
}

fn flat(dimension: Dimension, point: DVec3) -> DVec3 {
    match dimension {
        Dimension::Plane => point.with_z(0.0),
        Dimension::Space => point,
    }
}

/// The axis as a unit vector; z where it does not count.
fn axis(joint: &JointDescription, kind: &JointKind, dimension: Dimension) -> Result<DVec3, Fault> {
    let counts = match dimension {
        Dimension::Plane => matches!(kind, JointKind::Slider),
        Dimension::Space => matches!(
            kind,
            JointKind::Hinge
                | JointKind::Slider
                | JointKind::Cylinder
                | JointKind::Planar
                | JointKind::Screw { .. }
        ),
    };
    if !counts {
        return Ok(DVec3::Z);
    }
    flat(dimension, joint.axis).try_normalize().ok_or_else(|| {
        (
            format!("its axis {} has no direction", joint.axis),
            "give a vector other than 0, in the plane one with x or y",
        )
    })
}
