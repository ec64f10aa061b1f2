//! What no world may be that repeats itself: bodies so long that two images of them are in reach, planes that
//! are not the same in every image.

use super::WorldError;
use super::description::{BodyDescription, Dimension, Motion, WorldDescription};
use crate::geometry::{Bounds, DVec3, Placed, Pose, Shape};
use crate::models::bodies::rotation::turned;

/// Sine of the angle by which a plane may be off the directions of the cell.
const PARALLEL: f64 = 1e-12;

pub(super) fn check_cell(world: &WorldDescription) -> Result<(), WorldError> {
    let length = world.cell.length;
    let error = |key: String, message: String| Err(WorldError { key, message });
    if !(length.is_finite() && length.min_element() >= 0.0) {
        return error(
            "world.periodic".to_owned(),
            "found a length that is not finite or below 0, asked: greater than 0".to_owned(),
        );
    }
    if length.z > 0.0 {
        return error(
            "world.periodic".to_owned(),
            "found a length along z, asked: along x, y or both".to_owned(),
        );
    }
    if !world.cell.is_periodic() {
        return Ok(());
    }
    for body in &world.bodies {
        if let Err(message) = check_body(world, body) {
            return error(format!("body.{}.shape", body.name), message);
        }
    }
    Ok(())
}

fn check_body(world: &WorldDescription, body: &BodyDescription) -> Result<(), String> {
    let is_plane = |placed: &&Placed| matches!(placed.shape, Shape::HalfSpace | Shape::HalfPlane);
    let planes = body.shapes.iter().filter(is_plane).count();
    if planes > 0 && planes < body.shapes.len() {
        let message = "a plane and other shapes make one body; in a world that repeats itself (world.periodic) give the plane a body of \
                       its own";
        return Err(message.to_owned());
    }
    for (axis, name) in ["x", "y"].into_iter().enumerate() {
        let length = world.cell.length[axis];
        if !(length > 0.0) {
            continue;
        }
        if planes > 0 {
            check_planes(world.dimension, body, (axis, name))?;
        } else if let long = extent(body, axis)
            && !(long <= 0.5 * length)
        {
            return Err(format!(
                "the body is {long:.6} m long{}, asked: at most half of world.periodic.{name}, {:.6} m; take a longer cell, or several \
                 bodies",
                if matches!(body.motion, Motion::Fixed) {
                    format!(" along {name}")
                } else {
                    String::new()
                },
                0.5 * length
            ));
        }
    }
    Ok(())
}

/// Planes are the same in every image, and stay so.
fn check_planes(
    dimension: Dimension,
    body: &BodyDescription,
    (axis, name): (usize, &str),
) -> Result<(), String> {
    let mut rotation = body.pose.rotation;
    if let Motion::Prescribed(motion) = &body.motion {
        if motion.tape.constant(7) != Some(0.0) {
            return Err("a plane that turns; in a world that repeats itself (world.periodic) planes may move, not turn".to_owned());
        }
        let mut tape = motion.tape.clone();
        tape.run(&[&[0.0]]);
        rotation = turned(rotation, motion.axis * tape.output(3));
    }
    let up = match dimension {
        Dimension::Plane => DVec3::Y,
        Dimension::Space => DVec3::Z,
    };
    let tilted = |placed: &Placed| !((rotation * placed.pose.rotation * up)[axis].abs() <= PARALLEL);
    if body.shapes.iter().any(tilted) {
        return Err(format!(
            "the normal of the plane has a component along {name}, along which the world repeats itself: no image would meet the same plane; \
             turn it, or take world.periodic.{name} away"
        ));
    }
    Ok(())
}

/// The longest that a body can be along an axis: as it stands if it is fixed, any way turned otherwise.
fn extent(body: &BodyDescription, axis: usize) -> f64 {
    let box_at = |pose: &Pose| {
        let boxes = body
            .shapes
            .iter()
            .map(|placed| placed.shape.bounds(&pose.then(&placed.pose)));
        boxes.fold(Bounds::EMPTY, |all, one| all.join(&one))
    };
    if body.shapes.is_empty() {
        return 0.0;
    }
    if matches!(body.motion, Motion::Fixed) {
        let bounds = box_at(&body.pose);
        return bounds.max[axis] - bounds.min[axis];
    }
    let around = box_at(&Pose::default());
    let middle = 0.5 * (around.min + around.max);
    let reach = |placed: &Placed| {
        let bounds = placed.shape.bounds(&placed.pose);
        let radius = match placed.shape {
            Shape::Disc { radius } | Shape::Sphere { radius } => radius,
            _ => 0.5 * (bounds.max - bounds.min).length(),
        };
        (0.5 * (bounds.min + bounds.max) - middle).length() + radius
    };
    2.0 * body.shapes.iter().map(reach).fold(0.0, f64::max)
}
