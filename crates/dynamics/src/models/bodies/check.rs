//! What no world may be.

use super::WorldError;
use super::description::{Dimension, Motion, WorldDescription};
use super::search::MOST_BODIES;
use crate::geometry::Shape;
use crate::geometry::space::supported;

/// Pairs of shapes whose contacts cannot be found.
pub(super) fn check_shapes(world: &WorldDescription) -> Result<(), WorldError> {
    // Many bodies have few kinds of shapes: one body of each kind speaks for all.
    let mut kinds: Vec<(usize, &Shape, bool)> = Vec::new();
    for (k, body) in world.bodies.iter().enumerate() {
        let free = matches!(body.motion, Motion::Free);
        for placed in &body.shapes {
            let same = |kind: &(usize, &Shape, bool)| {
                std::mem::discriminant(kind.1) == std::mem::discriminant(&placed.shape) && kind.2 == free
            };
            if !kinds.iter().any(same) {
                kinds.push((k, &placed.shape, free));
            }
        }
    }
    for (i, a) in kinds.iter().enumerate() {
        let others = kinds[i..].iter().filter(|b| a.2 || b.2);
        if let Some(b) = others.clone().find(|b| !supported(a.1, b.1)) {
            return Err(WorldError {
                key: format!("body.{}.shape", world.bodies[b.0].name),
                message: format!(
                    "contacts of a {} with a {} (body `{}`) cannot be found: take another shape for one of them",
                    b.1.name(),
                    a.1.name(),
                    world.bodies[a.0].name
                ),
            });
        }
    }
    Ok(())
}

/// What no world may be.
pub(super) fn check(world: &WorldDescription) -> Result<(), WorldError> {
    let error = |key: String, message: String| Err(WorldError { key, message });
    if world.bodies.len() > MOST_BODIES {
        let message = format!("{} bodies, asked: at most {}", world.bodies.len(), MOST_BODIES);
        return error("body".to_owned(), message);
    }
    if !world.gravity.is_finite() {
        return error(
            "world.gravity".to_owned(),
            "is not finite: give two or three numbers".to_owned(),
        );
    }
    for body in &world.bodies {
        let key = |what: &str| format!("body.{}.{what}", body.name);
        let norm = body.pose.rotation.length();
        if !((norm - 1.0).abs() < 1e-9) {
            let message = format!("has the norm {norm}, asked: 1; divide its entries by {norm}");
            return error(key("quat_wxyz"), message);
        }
        for (what, x) in [
            ("position", body.pose.position),
            ("velocity", body.velocity),
            ("angular_velocity", body.angular_velocity),
        ] {
            if !x.is_finite() {
                return error(key(what), "is not finite: give numbers".to_owned());
            }
        }
        if matches!(body.motion, Motion::Free) {
            let boundary = body.shapes.iter().find(|placed| placed.shape.is_boundary());
            if let Some(placed) = boundary {
                let message = format!(
                    "a {} has no volume: such a body must be `fixed = true`",
                    placed.shape.name()
                );
                return error(key("shape"), message);
            }
            let checked = match world.dimension {
                Dimension::Plane => body.mass.check_planar(),
                Dimension::Space => body.mass.check(),
            };
            if let Err(fault) = checked {
                return error(key("mass"), fault.to_string());
            }
        }
    }
    Ok(())
}
