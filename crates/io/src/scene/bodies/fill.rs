//! `[[fill]]`: many bodies at once. A pattern says where they are ([`super::patterns`]); here they get names,
//! sizes and masses.

use super::super::error::SceneError;
use super::chain::Chain;
use super::part::Part;
use super::patterns::{self, Random, Stone};
use super::{body, geometry};
use crate::scene::bodies::place_on::bounds;
use drystone_dynamics::geometry::{DVec3, MassProperties, Placed, Pose, Shape};
use drystone_dynamics::models::bodies::description::BodyDescription;
use std::sync::Arc;

/// Bodies that the fills of a scene may make, all together: about 1 kB of memory each before the run begins.
pub(super) const MOST: usize = 1_000_000;

/// What the bodies of a pattern are made from.
pub(super) struct Template {
    /// A body at the origin, turned as each of them is.
    pub(super) body: BodyDescription,
}

impl Template {
    /// The box around the body, from its origin.
    pub(super) fn extent(&self) -> (DVec3, DVec3) {
        let bounds = bounds((
            &self.body.shapes,
            &Pose {
                position: DVec3::ZERO,
                rotation: self.body.pose.rotation,
            },
        ));
        (bounds.min, bounds.max)
    }

    /// Largest distance of its points from its origin.
    pub(super) fn reach(&self) -> f64 {
        let reach = |placed: &Placed| placed.pose.position.length() + reach(&placed.shape);
        self.body.shapes.iter().map(reach).fold(0.0, f64::max)
    }
}

/// Adds the bodies of a fill. Where they are links of a chain: the chain, for its joints.
pub(super) fn fill<'a>(
    part: &Part<'a>,
    number: usize,
    bodies: &mut Vec<BodyDescription>,
) -> Result<Option<Chain<'a>>, SceneError> {
    let (Some(pattern), Some(each)) = (part.sub("pattern"), part.sub("body")) else {
        return Err(part.fail("asked: `pattern` and `body`"));
    };
    let seed = pattern
        .count("seed")
        .map_or(part.reader.seed.wrapping_add(number as u64), |seed| seed as u64);
    let mut random = Random::new(seed);
    let spread = part.number("size_spread").unwrap_or(0.0);
    let laid = patterns::lay(&pattern, &each, spread, &mut random)?;
    let all = bodies.len() + laid.stones.len();
    if all > MOST {
        let message = format!("brings the scene to {all} bodies, asked: at most {MOST}; give fewer");
        return Err(pattern.fail(message));
    }
    let (name, first) = (name_of(part, number)?, bodies.len());
    let taken: std::collections::BTreeSet<String> = bodies.iter().map(|body| body.name.clone()).collect();
    bodies.reserve(laid.stones.len());
    for (i, stone) in laid.stones.iter().enumerate() {
        let name = format!("{name}_{:04}", i + 1);
        if taken.contains(&name) {
            let message = format!("a body is named `{name}` already; give the fill another `name`");
            return Err(part.wrong("name", message));
        }
        bodies.push(made(&each, &laid.templates[stone.template], stone, name)?);
    }
    let nodes = laid.nodes;
    Ok(pattern.sub("chain").map(|table| Chain {
        table,
        name,
        first,
        nodes,
    }))
}

fn name_of(part: &Part<'_>, number: usize) -> Result<String, SceneError> {
    let Some(name) = part.text("name") else {
        return Ok(format!("fill{}", number + 1));
    };
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    if name.is_empty() || !name.chars().all(plain) {
        return Err(part.wrong("name", "a name takes letters, digits, `_` and `-`; rename it"));
    }
    Ok(name.to_owned())
}

/// A body of the pattern, in its size and place.
fn made(
    each: &Part<'_>,
    template: &Template,
    stone: &Stone,
    name: String,
) -> Result<BodyDescription, SceneError> {
    let mut body = template.body.clone();
    body.name = name;
    body.pose.position = stone.pose.position;
    body.pose.rotation = stone.pose.rotation * body.pose.rotation;
    if stone.scale != 1.0 {
        body.shapes = scaled(&body.shapes, stone.scale).map_err(|message| each.fail(message))?;
        body.mass = scaled_mass(&body.mass, stone.scale, each);
    }
    Ok(body)
}

/// Mass with the volume where a density was given; inertia follows.
fn scaled_mass(mass: &MassProperties, scale: f64, each: &Part<'_>) -> MassProperties {
    let volume = if each.reader.plane {
        scale * scale
    } else {
        scale * scale * scale
    };
    let factor = if each.has("density") { volume } else { 1.0 };
    MassProperties {
        mass: mass.mass * factor,
        center: mass.center * scale,
        inertia: mass.inertia * (factor * scale * scale),
    }
}

fn scaled(shapes: &[Placed], by: f64) -> Result<Vec<Placed>, String> {
    let one = |placed: &Placed| {
        Ok(Placed {
            shape: scaled_shape(&placed.shape, by)?,
            pose: Pose {
                position: placed.pose.position * by,
                rotation: placed.pose.rotation,
            },
        })
    };
    shapes.iter().map(one).collect()
}

fn scaled_shape(shape: &Shape, by: f64) -> Result<Shape, String> {
    Ok(match shape {
        Shape::Sphere { radius } => Shape::Sphere { radius: radius * by },
        Shape::Disc { radius } => Shape::Disc { radius: radius * by },
        Shape::Box { half } => Shape::Box { half: *half * by },
        Shape::Capsule { half_length, radius } => Shape::Capsule {
            half_length: half_length * by,
            radius: radius * by,
        },
        Shape::Cylinder { half_length, radius } => Shape::Cylinder {
            half_length: half_length * by,
            radius: radius * by,
        },
        Shape::Cone { half_height, radius } => Shape::Cone {
            half_height: half_height * by,
            radius: radius * by,
        },
        Shape::Ellipsoid { semi_axes } => Shape::Ellipsoid {
            semi_axes: *semi_axes * by,
        },
        Shape::Hull(hull) => {
            let points: Vec<DVec3> = hull.vertices.iter().map(|v| *v * by).collect();
            Shape::Hull(Arc::new(geometry::hull(&points)?))
        }
        Shape::Polygon(polygon) => {
            let points: Vec<_> = polygon.vertices.iter().map(|v| *v * by).collect();
            Shape::Polygon(Arc::new(geometry::polygon(&points, polygon.radius * by)?))
        }
        Shape::HalfSpace | Shape::HalfPlane | Shape::Mesh(_) => {
            return Err("`size_spread` is for bodies with a volume; remove it".to_owned());
        }
    })
}

/// Largest distance of a shape's points from its origin.
fn reach(shape: &Shape) -> f64 {
    match shape {
        Shape::HalfSpace | Shape::HalfPlane => f64::INFINITY,
        Shape::Sphere { radius } | Shape::Disc { radius } => *radius,
        Shape::Box { half } => half.length(),
        Shape::Capsule { half_length, radius } => half_length + radius,
        Shape::Cylinder { half_length, radius } => half_length.hypot(*radius),
        Shape::Cone { half_height, radius } => half_height.hypot(*radius),
        Shape::Ellipsoid { semi_axes } => semi_axes.max_element(),
        Shape::Hull(hull) => hull.vertices.iter().map(|v| v.length()).fold(0.0, f64::max),
        Shape::Mesh(mesh) => mesh.vertices.iter().map(|v| v.length()).fold(0.0, f64::max),
        Shape::Polygon(polygon) => {
            let far = polygon.vertices.iter().map(|v| v.length()).fold(0.0, f64::max);
            far + polygon.radius
        }
    }
}

/// The body that a pattern repeats.
pub(super) fn template(each: &Part<'_>) -> Result<Template, SceneError> {
    let body = body::body(each, "", false)?;
    if body.shapes.is_empty() {
        return Err(each.wrong("shape", "missing; asked: the shape of the bodies"));
    }
    Ok(Template { body })
}
