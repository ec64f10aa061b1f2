//! One body: its shapes, its mass, where it begins.

use super::super::error::SceneError;
use super::part::{Part, vector_of};
use super::{geometry, shapes};
use crate::scene::read::tree::Node;
use drystone_dynamics::geometry::{DMat3, DVec3, MassProperties, Placed, Pose, Shape};
use drystone_dynamics::models::bodies::description::{BodyDescription, Motion};
use nalgebra::Matrix3;

/// Nothing that moves: not looked at.
pub(super) const NO_MASS: MassProperties = MassProperties {
    mass: 0.0,
    center: DVec3::ZERO,
    inertia: DMat3::ZERO,
};

/// The body of a table. `moved`: it follows a motion.
pub(super) fn body(part: &Part<'_>, name: &str, moved: bool) -> Result<BodyDescription, SceneError> {
    let mut body = of_shapes(part, shapes::shapes(part)?, moved)?;
    name.clone_into(&mut body.name);
    Ok(body)
}

/// A nameless body of a table with shapes that come from elsewhere.
pub(super) fn with_shapes(part: &Part<'_>, shapes: Vec<Placed>) -> Result<BodyDescription, SceneError> {
    of_shapes(part, shapes, false)
}

fn of_shapes(part: &Part<'_>, shapes: Vec<Placed>, moved: bool) -> Result<BodyDescription, SceneError> {
    let fixed = part.flag("fixed");
    let free = !fixed && !moved;
    if free {
        can_be_free(part, &shapes)?;
    }
    let velocity = part.vector("velocity")?.unwrap_or(DVec3::ZERO);
    let angular_velocity = spin(part)?;
    for (key, value) in [("velocity", velocity), ("angular_velocity", angular_velocity)] {
        if !free && value != DVec3::ZERO {
            let message = "found a velocity, but the body does not move freely; remove it, and move the body by a [motion.NAME]";
            return Err(part.wrong(key, message));
        }
    }
    Ok(BodyDescription {
        name: String::new(),
        mass: mass(part, &shapes, free)?,
        shapes,
        motion: if fixed { Motion::Fixed } else { Motion::Free },
        pose: Pose {
            position: part.vector("position")?.unwrap_or(DVec3::ZERO),
            rotation: part.rotation()?.unwrap_or_default(),
        },
        velocity,
        angular_velocity,
    })
}

fn spin(part: &Part<'_>) -> Result<DVec3, SceneError> {
    let key = "angular_velocity";
    match (
        part.reader.plane,
        part.number(key),
        part.node(key).and_then(Node::list),
    ) {
        (true, Some(w), _) => Ok(DVec3::new(0.0, 0.0, w)),
        (false, _, Some(list)) => Ok(vector_of(list)),
        (_, None, None) => Ok(DVec3::ZERO),
        (true, ..) => Err(part.wrong(key, "found a list, asked: one number in the plane")),
        (false, ..) => Err(part.wrong(
            key,
            "found a number, asked: three in space, in the axes of the world",
        )),
    }
}

/// Shapes without volume belong to bodies that do not move freely.
fn can_be_free(part: &Part<'_>, shapes: &[Placed]) -> Result<(), SceneError> {
    let Some(i) = shapes.iter().position(|placed| placed.shape.is_boundary()) else {
        return Ok(());
    };
    let key = if part.has("shape") { "shape" } else { "shapes" };
    let message = match shapes[i].shape {
        Shape::Mesh(_) => {
            "a mesh has no inside: a body with one does not move freely, and it is never replaced by its hull unasked; \
             write `hull = { file = .. }` for its convex hull, or add `fixed = true`"
        }
        _ => "a plane never moves freely; add `fixed = true`, or a [motion.NAME] for this body",
    };
    Err(if key == "shape" {
        part.wrong(key, message)
    } else {
        part.wrong_entry(key, i, message)
    })
}

/// Mass, centre and inertia: from the shapes, unless given.
fn mass(part: &Part<'_>, shapes: &[Placed], free: bool) -> Result<MassProperties, SceneError> {
    let Some(key) = part.only(&["mass", "density"])? else {
        if !free {
            return Ok(NO_MASS);
        }
        let message = "missing; asked: `mass` in kg or `density` in kg/m³, or `fixed = true`";
        return Err(part.wrong("mass", message));
    };
    let value = part.number(key).unwrap_or(f64::NAN);
    let given = inertia(part)?;
    let solid = shapes.iter().any(|placed| !placed.shape.is_boundary());
    let mut properties = match (key, solid) {
        ("density", false) => {
            let message = "the body has no shape with a volume; give `mass` and `inertia`, or a shape";
            return Err(part.wrong(key, message));
        }
        ("density", true) => geometry::mass_of(shapes, value).map_err(|message| part.wrong(key, message))?,
        (_, true) if given.is_none() || part.node("center_of_mass").is_none() => {
            match geometry::mass_with(shapes, value) {
                Ok(properties) => properties,
                // A shape without volume has a mass all the same where the inertia is given.
                Err(_) if given.is_some() => MassProperties {
                    mass: value,
                    ..NO_MASS
                },
                Err(message) => return Err(part.wrong(key, message)),
            }
        }
        _ => MassProperties {
            mass: value,
            ..NO_MASS
        },
    };
    if let Some(center) = part.vector("center_of_mass")? {
        properties.center = center;
    }
    match given {
        Some(inertia) => properties.inertia = inertia,
        None if free && !solid => {
            let message = "missing: the body has no shape to take it from; give it, or a shape";
            return Err(part.wrong("inertia", message));
        }
        None => {}
    }
    Ok(properties)
}

fn inertia(part: &Part<'_>) -> Result<Option<DMat3>, SceneError> {
    let key = "inertia";
    let Some(node) = part.node(key) else {
        return Ok(None);
    };
    if part.reader.plane {
        let zz = node
            .number()
            .ok_or_else(|| part.wrong(key, "found a list, asked: one number in the plane"))?;
        return Ok(Some(DMat3::from_diagonal(DVec3::new(0.0, 0.0, zz))));
    }
    let Some(list) = node.list() else {
        let message = "found a number, asked: three principal ones or a 3 × 3 matrix in space";
        return Err(part.wrong(key, message));
    };
    let rows: Vec<DVec3> = list.iter().filter_map(Node::list).map(vector_of).collect();
    let (inertia, principal) = match rows.as_slice() {
        [] => {
            let principal = vector_of(list);
            (DMat3::from_diagonal(principal), principal.to_array())
        }
        [x, y, z] => {
            let inertia = DMat3::from_cols(*x, *y, *z);
            let difference = inertia - inertia.transpose();
            let size = inertia
                .to_cols_array()
                .iter()
                .fold(0.0, |m: f64, x| m.max(x.abs()));
            if difference.to_cols_array().iter().any(|d| d.abs() > 1e-9 * size) {
                return Err(part.wrong(
                    key,
                    "found a matrix that is not symmetric, asked: a symmetric one",
                ));
            }
            let inertia = 0.5 * (inertia + inertia.transpose());
            let eigen = Matrix3::from_column_slice(&inertia.to_cols_array()).symmetric_eigenvalues();
            (inertia, [eigen[0], eigen[1], eigen[2]])
        }
        other => {
            let message = format!("found {} rows, asked: a 3 × 3 matrix", other.len());
            return Err(part.wrong(key, message));
        }
    };
    principal_moments(principal)
        .map(|()| Some(inertia))
        .map_err(|message| part.wrong(key, message))
}

/// No body has moments that are not positive, or one larger than the sum of the others.
fn principal_moments(mut moments: [f64; 3]) -> Result<(), String> {
    moments.sort_by(f64::total_cmp);
    let [a, b, c] = moments;
    if !(a > 0.0) {
        return Err(format!("found the principal moment {a}, asked: positive ones"));
    }
    // Flat bodies have c = a + b, up to rounding.
    if c > (a + b) * (1.0 + 1e-9) {
        return Err(format!(
            "found the principal moments {a}, {b} and {c}; no body has one larger than the sum of the other two ({})",
            a + b
        ));
    }
    Ok(())
}
