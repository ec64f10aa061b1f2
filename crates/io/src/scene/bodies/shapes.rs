//! The shapes of a body: from their tables to geometry, each kind in its dimension.

use super::super::error::SceneError;
use super::super::keys::bodies::SHAPES;
use super::part::{Part, vector_of};
use super::{geometry, mesh_files};
use crate::input;
use crate::scene::read::tree::Node;
use drystone_dynamics::geometry::{DQuat, DVec2, DVec3, Placed, Pose, Shape};
use std::sync::Arc;

/// The shapes under `shape` or `shapes`.
pub(super) fn shapes(body: &Part<'_>) -> Result<Vec<Placed>, SceneError> {
    if body.only(&["shape", "shapes"])? == Some("shape") {
        return body.sub("shape").map_or(Ok(Vec::new()), |part| around(&part));
    }
    let mut all = Vec::new();
    for mut part in body.reader.listed(body.table, "shapes") {
        part.path = format!("{}.{}", body.path, part.path);
        all.extend(around(&part)?);
    }
    Ok(all)
}

/// A shape, or as many of it as `around` says: at equal angles about the body's origin, in space about its z
/// axis.
fn around(part: &Part<'_>) -> Result<Vec<Placed>, SceneError> {
    let first = placed(part)?;
    let count = part.count("around").unwrap_or(1);
    let turned = |k: usize| {
        let angle = std::f64::consts::TAU * k as f64 / count as f64;
        let turn = Pose {
            position: DVec3::ZERO,
            rotation: DQuat::from_rotation_z(angle),
        };
        Placed {
            shape: first.shape.clone(),
            pose: turn.then(&first.pose),
        }
    };
    let mut all: Vec<Placed> = (1..count).map(turned).collect();
    all.insert(0, first);
    Ok(all)
}

fn placed(part: &Part<'_>) -> Result<Placed, SceneError> {
    let lead = part.table.entries.first().map_or("", |entry| entry.key.as_str());
    let kinds: Vec<&str> = SHAPES.iter().map(|form| form.keys[0].name).collect();
    let kind = part.only(&kinds)?.unwrap_or(lead);
    fits_dimension(part, kind)?;
    let own = part.pose()?;
    if kind == "plane" {
        let inner = part
            .sub("plane")
            .map_or(Ok(Pose::default()), |plane| plane_pose(&plane))?;
        let shape = if part.reader.plane {
            Shape::HalfPlane
        } else {
            Shape::HalfSpace
        };
        return Ok(Placed {
            shape,
            pose: own.then(&inner),
        });
    }
    let shape = if part.reader.plane {
        in_plane(part, kind)?
    } else {
        in_space(part, kind)?
    };
    Ok(Placed { shape, pose: own })
}

/// Each kind of shape lives in the plane, in space, or in both.
fn fits_dimension(part: &Part<'_>, kind: &str) -> Result<(), SceneError> {
    let instead = match (part.reader.plane, kind) {
        (true, "sphere") => "`disc`",
        (true, "cylinder") => "`disc` or `box`",
        (true, "cone" | "hull") => "`polygon`",
        (true, "ellipsoid") => "`disc` or `polygon`",
        (true, "mesh" | "heights") => "segments under `shapes`",
        (false, "disc") => "`sphere` or `cylinder`",
        (false, "polygon") => "`hull`",
        (false, "segment") => "`capsule`",
        _ => return Ok(()),
    };
    let place = if part.reader.plane {
        "space, this world is the plane"
    } else {
        "the plane, this world is space"
    };
    let at = part
        .table
        .entry(kind)
        .map_or(part.origin, |entry| &entry.key_origin);
    let message = format!("a shape of {place}; give {instead}");
    Err(part.reader.source.error(at, &part.key(kind), message))
}

/// A plane by its tilt or its normal.
fn plane_pose(plane: &Part<'_>) -> Result<Pose, SceneError> {
    let up = if plane.reader.plane { DVec3::Y } else { DVec3::Z };
    let rotation = match plane.only(&["tilt", "tilt_deg", "normal"])? {
        Some("normal") => {
            let normal = plane.direction("normal")?.unwrap_or(up);
            DQuat::from_rotation_arc(up, normal)
        }
        Some(key) => {
            let tilt = plane.number(key).unwrap_or(0.0);
            let tilt = if key == "tilt" { tilt } else { tilt.to_radians() };
            if plane.reader.plane {
                DQuat::from_rotation_z(-tilt)
            } else {
                DQuat::from_rotation_y(tilt)
            }
        }
        None => DQuat::IDENTITY,
    };
    Ok(Pose {
        position: rotation * up * plane.number("offset").unwrap_or(0.0),
        rotation,
    })
}

/// Sizes of a box, as many as the world has dimensions.
pub(super) fn box_sizes(part: &Part<'_>) -> Result<DVec3, SceneError> {
    Ok(part.vector("box")?.unwrap_or(DVec3::ZERO))
}

fn in_plane(part: &Part<'_>, kind: &str) -> Result<Shape, SceneError> {
    let points = || -> Vec<DVec2> {
        let list = part.list(kind);
        list.iter()
            .filter_map(Node::list)
            .map(|p| vector_of(p).truncate())
            .collect()
    };
    let radius = part.number("radius").unwrap_or(0.0);
    let polygon = match kind {
        "disc" => {
            return Ok(Shape::Disc {
                radius: part.number(kind).unwrap_or(f64::NAN),
            });
        }
        "box" => {
            let size = box_sizes(part)?;
            geometry::rectangle(size.x, size.y)
        }
        "capsule" => {
            let (length, radius) = lengths(part, kind, "length");
            let end = DVec2::new(0.0, 0.5 * length);
            geometry::segment(-end, end, radius)
        }
        "segment" => match points().as_slice() {
            [a, b] => geometry::segment(*a, *b, radius),
            other => Err(format!(
                "found {} points, asked: the 2 ends of the segment",
                other.len()
            )),
        },
        "polygon" => geometry::polygon(&points(), radius),
        other => Err(format!("`{other}` is listed and has no shape")),
    };
    polygon
        .map(|polygon| Shape::Polygon(Arc::new(polygon)))
        .map_err(|message| part.wrong(kind, message))
}

/// A length and the radius of a shape's table.
fn lengths(part: &Part<'_>, kind: &str, length: &str) -> (f64, f64) {
    let table = part.sub(kind);
    let number = |key: &str| {
        table
            .as_ref()
            .and_then(|table| table.number(key))
            .unwrap_or(f64::NAN)
    };
    (number(length), number("radius"))
}

fn in_space(part: &Part<'_>, kind: &str) -> Result<Shape, SceneError> {
    Ok(match kind {
        "sphere" => Shape::Sphere {
            radius: part.number(kind).unwrap_or(f64::NAN),
        },
        "box" => Shape::Box {
            half: 0.5 * box_sizes(part)?,
        },
        "capsule" | "cylinder" => {
            let (length, radius) = lengths(part, kind, "length");
            let half_length = 0.5 * length;
            if kind == "capsule" {
                Shape::Capsule { half_length, radius }
            } else {
                Shape::Cylinder { half_length, radius }
            }
        }
        "cone" => {
            let (height, radius) = lengths(part, kind, "height");
            Shape::Cone {
                half_height: 0.5 * height,
                radius,
            }
        }
        "ellipsoid" => Shape::Ellipsoid {
            semi_axes: part.node(kind).and_then(Node::list).map_or(DVec3::NAN, vector_of),
        },
        "hull" => {
            let points = if let Some(file) = part.sub(kind) {
                mesh_file(&file, "file", scale(&file)?)?.0
            } else {
                let list = part.list(kind);
                list.iter().filter_map(Node::list).map(vector_of).collect()
            };
            let hull = geometry::hull(&points).map_err(|message| part.wrong(kind, message))?;
            Shape::Hull(Arc::new(hull))
        }
        "mesh" => {
            let (vertices, triangles) = match part.sub(kind) {
                Some(file) => mesh_file(&file, "file", scale(&file)?)?,
                None => mesh_file(part, kind, DVec3::ONE)?,
            };
            let mesh = geometry::mesh(vertices, &triangles).map_err(|message| part.wrong(kind, message))?;
            Shape::Mesh(Arc::new(mesh))
        }
        "heights" => heights(part)?,
        other => return Err(part.wrong(kind, format!("`{other}` is listed and has no shape"))),
    })
}

/// The factors of a mesh along its axes.
fn scale(file: &Part<'_>) -> Result<DVec3, SceneError> {
    let factors = match file.node("scale").and_then(Node::list) {
        Some(list) => vector_of(list),
        None => DVec3::splat(file.number("scale").unwrap_or(1.0)),
    };
    if factors.to_array().contains(&0.0) {
        return Err(file.wrong(
            "scale",
            "found a factor of 0, asked: others; the mesh would be flat",
        ));
    }
    Ok(factors)
}

fn mesh_file(part: &Part<'_>, key: &str, scale: DVec3) -> Result<mesh_files::Triangles, SceneError> {
    let name = part.text(key).unwrap_or_default();
    let bytes = part.read(key, name, input::MESH)?;
    let read = mesh_files::read(&bytes, name);
    let (mut vertices, mut triangles) =
        read.map_err(|message| part.wrong(key, format!("{name}: {message}")))?;
    if scale.to_array().iter().product::<f64>() < 0.0 {
        // A mirror turns triangles inside out.
        for triangle in &mut triangles {
            triangle.swap(1, 2);
        }
    }
    for vertex in &mut vertices {
        *vertex *= scale;
    }
    Ok((vertices, triangles))
}

fn heights(part: &Part<'_>) -> Result<Shape, SceneError> {
    let Some(table) = part.sub("heights") else {
        return Err(part.fail("missing `heights`"));
    };
    let (rows, key): (Vec<Vec<f64>>, _) = match table.only(&["rows", "file"])? {
        Some("rows") => {
            let rows = table.list("rows");
            let row = |row: &Node| {
                row.list()
                    .unwrap_or(&[])
                    .iter()
                    .filter_map(Node::number)
                    .collect()
            };
            (rows.iter().map(row).collect(), "rows")
        }
        Some(_) => {
            let name = table.text("file").unwrap_or_default();
            let bytes = table.read("file", name, input::TABLE)?;
            let rows = mesh_files::rows(&bytes);
            (
                rows.map_err(|message| table.wrong("file", format!("{name}: {message}")))?,
                "file",
            )
        }
        None => return Err(table.fail("missing; asked: `rows` with the heights, or `file`")),
    };
    let nx = rows.first().map_or(0, Vec::len);
    if let Some(i) = rows.iter().position(|row| row.len() != nx) {
        let message = format!(
            "row {i} has {} heights, the first one {nx}; give all the same",
            rows[i].len()
        );
        return Err(table.wrong(key, message));
    }
    let spacing = table.number("spacing").unwrap_or(f64::NAN);
    let mesh = geometry::heights(nx, rows.len(), spacing, &rows.concat());
    mesh.map(|mesh| Shape::Mesh(Arc::new(mesh)))
        .map_err(|message| table.wrong(key, message))
}
