//! Pyramids, walls and arches.
//!
//! Walls: running bond, every second course with half a block at both ends. Arches: equal voussoirs between
//! radial joints, the lowest joints flat on the springing line.

use super::super::error::SceneError;
use super::fill::{MOST, Template};
use super::part::Part;
use super::patterns::{Laid, Stone, at, up, up_part};
use super::{body, geometry, shapes};
use drystone_dynamics::geometry::{DQuat, DVec2, DVec3, Placed, Pose, Shape};
use std::f64::consts::PI;
use std::sync::Arc;

/// Courses of n, n − 1, … bodies; round ones sink into the gaps below.
pub(super) fn pyramid(pattern: &Part<'_>, template: &Template, origin: DVec3) -> Vec<Stone> {
    let courses = pattern.count("pyramid").unwrap_or(0);
    let (low, high) = template.extent();
    let size = high - low;
    let round = matches!(
        template.body.shapes.as_slice(),
        [Placed {
            shape: Shape::Sphere { .. } | Shape::Disc { .. },
            ..
        }]
    );
    let rise = up_part(pattern, size) * if round { 0.75_f64.sqrt() } else { 1.0 };
    let base = origin - up_part(pattern, low);
    let mut stones = Vec::new();
    for course in 0..courses {
        let count = courses - course;
        for i in 0..count {
            let along = (i as f64 - 0.5 * (count - 1) as f64) * size.x;
            stones.push(at(base + rise * course as f64 + DVec3::new(along, 0.0, 0.0)));
        }
    }
    stones
}

/// Running bond of boxes along x.
pub(super) fn wall(
    pattern: &Part<'_>,
    each: &Part<'_>,
    block: Template,
    origin: DVec3,
) -> Result<Laid, SceneError> {
    let (Some(table), Some(shape)) = (
        pattern.sub("wall"),
        each.sub("shape").filter(|shape| shape.has("box")),
    ) else {
        return Err(each.wrong("shape", "a wall is laid of blocks; give `shape = { box = [..] }`"));
    };
    let size = shapes::box_sizes(&shape)?;
    let joint = table.number("joint").unwrap_or(0.0);
    if !(joint < size.x) {
        return Err(table.wrong(
            "joint",
            format!("found {joint} m, asked: less than a block of {} m", size.x),
        ));
    }
    let (courses, blocks) = (
        table.count("courses").unwrap_or(0),
        table.count("length_in_blocks").unwrap_or(0),
    );
    if courses * (blocks + 1) > MOST {
        return Err(table.fail(format!("makes more than {MOST} bodies; give fewer")));
    }
    let half_length = 0.5 * (size.x - joint);
    let half = half_block(each, &block, DVec3::new(half_length, size.y, size.z))?;
    let up = up(pattern);
    let rise = up * size;
    let pitch = size.x + joint;
    let mut stones = Vec::new();
    let mut put = |template: usize, x: f64, course: usize| {
        let mut stone = at(origin + DVec3::new(x, 0.0, 0.0) + rise * (course as f64 + 0.5));
        stone.template = template;
        stones.push(stone);
    };
    let end = blocks as f64 * pitch - joint;
    for course in 0..courses {
        if course % 2 == 0 {
            (0..blocks).for_each(|i| put(0, 0.5 * size.x + i as f64 * pitch, course));
        } else {
            put(1, 0.5 * half_length, course);
            (1..blocks).for_each(|i| put(0, i as f64 * pitch - 0.5 * joint, course));
            put(1, end - 0.5 * half_length, course);
        }
    }
    Ok(Laid {
        templates: vec![block, half],
        stones,
        nodes: Vec::new(),
    })
}

/// Half a block, of the same density.
fn half_block(each: &Part<'_>, block: &Template, size: DVec3) -> Result<Template, SceneError> {
    let fault = |message: String| each.wrong("shape", message);
    let shape = if each.reader.plane {
        Shape::Polygon(Arc::new(geometry::rectangle(size.x, size.y).map_err(fault)?))
    } else {
        Shape::Box { half: 0.5 * size }
    };
    let whole = block.extent().1 - block.extent().0;
    let mut body = block.body.clone();
    body.shapes = vec![Placed {
        shape,
        pose: Pose::default(),
    }];
    if body.mass.mass > 0.0 {
        let mass = body.mass.mass * size.x / whole.x;
        body.mass = geometry::mass_with(&body.shapes, mass).map_err(fault)?;
    }
    Ok(Template { body })
}

/// Sizes of an arch.
struct Arch {
    stones: usize,
    radius: f64,
    thickness: f64,
    /// 0 in the plane.
    depth: f64,
}

fn arch_sizes(table: &Part<'_>) -> Result<Arch, SceneError> {
    let number = |key: &str| table.number(key).unwrap_or(f64::NAN);
    let (radius, thickness) = (number("radius"), number("thickness"));
    if !(thickness < 2.0 * radius) {
        let message = format!(
            "found {thickness} m, asked: less than twice the radius, {} m",
            2.0 * radius
        );
        return Err(table.wrong("thickness", message));
    }
    let depth = match (table.number("depth"), table.reader.plane) {
        (Some(depth), false) => depth,
        (None, true) => 0.0,
        (None, false) => return Err(table.wrong("depth", "missing; asked: the size of the arch along y")),
        (Some(_), true) => return Err(table.wrong("depth", "an arch of the plane has none; remove it")),
    };
    Ok(Arch {
        stones: table.count("stones").unwrap_or(2),
        radius,
        thickness,
        depth,
    })
}

/// Equal voussoirs, each turned into its place; joints between them are radial planes.
pub(super) fn arch(pattern: &Part<'_>, each: &Part<'_>) -> Result<Laid, SceneError> {
    let Some(table) = pattern.sub("arch") else {
        return Err(pattern.fail("asked: `arch`"));
    };
    if each.has("shape") || each.has("shapes") {
        let key = if each.has("shape") { "shape" } else { "shapes" };
        return Err(each.wrong(key, "an arch makes its own stones; remove the shape"));
    }
    let plane = pattern.reader.plane;
    let arch = arch_sizes(&table)?;
    let shape = voussoir(&arch, plane).map_err(|message| table.fail(message))?;
    let stone = Placed {
        shape,
        pose: Pose::default(),
    };
    let body = body::with_shapes(each, vec![stone])?;
    let origin = pattern.vector("origin")?.unwrap_or(DVec3::ZERO);
    let stone = |i: usize| {
        // From the left springing to the right one.
        let lean = (2.0 * i as f64 + 1.0 - arch.stones as f64) * 0.5 * PI / arch.stones as f64;
        let (rotation, out) = if plane {
            (
                DQuat::from_rotation_z(-lean),
                DVec3::new(lean.sin(), lean.cos(), 0.0),
            )
        } else {
            (
                DQuat::from_rotation_y(lean),
                DVec3::new(lean.sin(), 0.0, lean.cos()),
            )
        };
        Stone {
            template: 0,
            pose: Pose {
                position: origin + arch.radius * out,
                rotation,
            },
            scale: 1.0,
        }
    };
    Ok(Laid {
        stones: (0..arch.stones).map(stone).collect(),
        templates: vec![Template { body }],
        nodes: Vec::new(),
    })
}

/// The stone at the crown, its origin on the middle circle.
fn voussoir(arch: &Arch, plane: bool) -> Result<Shape, String> {
    let half_angle = 0.5 * PI / arch.stones as f64;
    let (inner, outer) = (
        arch.radius - 0.5 * arch.thickness,
        arch.radius + 0.5 * arch.thickness,
    );
    let corner =
        |r: f64, side: f64| DVec2::new(side * r * half_angle.sin(), r * half_angle.cos() - arch.radius);
    let profile = [
        corner(inner, -1.0),
        corner(inner, 1.0),
        corner(outer, 1.0),
        corner(outer, -1.0),
    ];
    if plane {
        return Ok(Shape::Polygon(Arc::new(geometry::polygon(&profile, 0.0)?)));
    }
    let half = 0.5 * arch.depth;
    let points: Vec<DVec3> = [-half, half]
        .into_iter()
        .flat_map(|y| profile.iter().map(move |p| DVec3::new(p.x, y, p.y)))
        .collect();
    Ok(Shape::Hull(Arc::new(geometry::hull(&points)?)))
}
