//! Geoms of MJCF: shapes and their masses.

use super::orientation::{Angles, from_z};
use crate::paths::mesh_file;
use crate::robot::{Geom, Kind};
use crate::xml::{Element, Notes};
use drystone_dynamics::geometry::space::Hull;
use drystone_dynamics::geometry::{DVec3, MassProperties, Placed, Pose, Shape};
use drystone_io::input;
use drystone_io::scene::{SceneError, read_mesh};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// Meshes by name: [`Kind::Mesh`] or [`Kind::Points`].
pub(crate) type Meshes = BTreeMap<String, Kind>;

/// Of a geom: its shape unless it touches nothing, its mass if it has one.
pub(crate) struct Read {
    pub(crate) geom: Option<Geom>,
    pub(crate) mass: Option<MassProperties>,
}

const KNOWN: [&str; 24] = [
    "name",
    "class",
    "type",
    "pos",
    "quat",
    "axisangle",
    "euler",
    "xyaxes",
    "zaxis",
    "fromto",
    "size",
    "mass",
    "density",
    "friction",
    "condim",
    "contype",
    "conaffinity",
    "mesh",
    "rgba",
    "material",
    "group",
    "user",
    "fluidshape",
    "hfield",
];

/// Reads a geom with its defaults applied; `weigh`: its mass is asked for.
pub(crate) fn read(
    element: &Element,
    angles: &Angles,
    meshes: &Meshes,
    weigh: bool,
    notes: &mut Notes,
) -> Result<Read, SceneError> {
    notes.rest(element, &KNOWN);
    let nothing = Read {
        geom: None,
        mass: None,
    };
    let masks = [mask(element, "contype")?, mask(element, "conaffinity")?];
    let touches = masks != [0, 0];
    let default = if element.get("mesh").is_some() {
        "mesh"
    } else {
        "sphere"
    };
    let kind = element.get("type").unwrap_or(default);
    if matches!(kind, "hfield" | "sdf") {
        notes.say(element, format!("ignored: geoms of type {kind}"));
        return Ok(nothing);
    }
    let light = element.number("mass")?.or(element.number("density")?) == Some(0.0);
    if !touches && (!weigh || light) {
        // Only to be looked at: its mesh need not be there.
        return Ok(nothing);
    }
    let (kind, pose) = shape(element, kind, angles, meshes)?;
    let mass = if weigh { mass(element, &kind, pose)? } else { None };
    let geom = touches.then_some(Geom {
        kind,
        pose,
        friction: Some(friction(element)?),
        masks,
    });
    Ok(Read { geom, mass })
}

fn mask(element: &Element, key: &str) -> Result<u32, SceneError> {
    let Some(text) = element.get(key) else {
        return Ok(1);
    };
    let found = text.parse::<i64>().ok().and_then(|mask| u32::try_from(mask).ok());
    found.ok_or_else(|| {
        element.error(format!(
            "`{key}`: found `{text}`, asked: a whole number of 32 bits"
        ))
    })
}

/// Sliding, torsion and rolling, as far as `condim` lets them act.
fn friction(element: &Element) -> Result<[f64; 3], SceneError> {
    let mut all = [1.0, 0.005, 0.0001];
    let given = element.numbers("friction")?.unwrap_or_default();
    if given.len() > 3 || given.iter().any(|x| *x < 0.0) {
        return Err(element.error("`friction`: asked: up to three numbers of at least 0"));
    }
    all.iter_mut().zip(given).for_each(|(slot, x)| *slot = x);
    match element.get("condim").unwrap_or("3") {
        "1" => Ok([0.0; 3]),
        "3" => Ok([all[0], 0.0, 0.0]),
        "4" => Ok([all[0], all[1], 0.0]),
        "6" => Ok(all),
        other => Err(element.error(format!("`condim`: found `{other}`, asked: 1, 3, 4 or 6"))),
    }
}

/// Pose and sizes, those of `fromto` resolved as MuJoCo does: z along the line, from its end to its
/// beginning.
fn placed(element: &Element, kind: &str, angles: &Angles) -> Result<(Pose, Vec<f64>), SceneError> {
    let size = element.numbers("size")?.unwrap_or_default();
    let Some([a, b, c, d, e, f]) = element.exactly::<6>("fromto")? else {
        return Ok((angles.pose(element)?, size));
    };
    let (from, to) = (DVec3::new(a, b, c), DVec3::new(d, e, f));
    let along = from - to;
    let turn = from_z(along).ok_or_else(|| element.error("`fromto`: its two points are one; give two"))?;
    let pose = Pose {
        position: 0.5 * (from + to),
        rotation: turn,
    };
    let (first, half) = (size.first().copied().unwrap_or(0.0), 0.5 * along.length());
    let size = match kind {
        "capsule" | "cylinder" => vec![first, half],
        "box" | "ellipsoid" => vec![first, first, half],
        _ => {
            let message = "`fromto` is for capsules, cylinders, boxes and ellipsoids; give `pos`";
            return Err(element.error(message));
        }
    };
    Ok((pose, size))
}

fn shape(
    element: &Element,
    kind: &str,
    angles: &Angles,
    meshes: &Meshes,
) -> Result<(Kind, Pose), SceneError> {
    let (pose, size) = placed(element, kind, angles)?;
    let asked = |count: usize| {
        if size.len() >= count && size[..count].iter().all(|x| *x > 0.0) {
            return Ok(());
        }
        Err(element.error(format!(
            "a {kind} asks for `size`: {count} numbers greater than 0"
        )))
    };
    let kind = match kind {
        "plane" => Kind::Plane,
        "sphere" => {
            asked(1)?;
            Kind::Sphere(size[0])
        }
        "capsule" | "cylinder" => {
            asked(2)?;
            let (length, radius) = (2.0 * size[1], size[0]);
            if kind == "capsule" {
                Kind::Capsule(length, radius)
            } else {
                Kind::Cylinder(length, radius)
            }
        }
        "box" | "ellipsoid" => {
            asked(3)?;
            let half = DVec3::new(size[0], size[1], size[2]);
            if kind == "box" {
                Kind::Box(2.0 * half)
            } else {
                Kind::Ellipsoid(half)
            }
        }
        "mesh" => {
            let name = element.asked("mesh")?;
            let found = meshes.get(name);
            let message = || element.error(format!("no <mesh> in <asset> is named `{name}`"));
            found.ok_or_else(message)?.clone()
        }
        other => {
            let message = format!(
                "`type`: found `{other}`, asked: plane, sphere, capsule, ellipsoid, cylinder, box or mesh"
            );
            return Err(element.error(message));
        }
    };
    Ok((kind, pose))
}

/// From `mass`, or `density`, which is 1000 where absent; none for planes.
fn mass(element: &Element, kind: &Kind, pose: Pose) -> Result<Option<MassProperties>, SceneError> {
    let (mass, density) = (
        element.number("mass")?,
        element.number("density")?.unwrap_or(1000.0),
    );
    if mass.unwrap_or(density) < 0.0 {
        return Err(element.error("found a negative mass or density, asked: at least 0"));
    }
    if mass.unwrap_or(density) == 0.0 {
        return Ok(None);
    }
    let Some(shape) = solid(element, kind)? else {
        return Ok(None);
    };
    let placed = [Placed { shape, pose }];
    let found = match mass {
        Some(mass) => MassProperties::with_mass(&placed, mass),
        None => MassProperties::of(&placed, density),
    };
    found.map(Some).map_err(|fault| element.error(fault.to_string()))
}

fn solid(element: &Element, kind: &Kind) -> Result<Option<Shape>, SceneError> {
    Ok(Some(match kind {
        Kind::Plane => return Ok(None),
        Kind::Sphere(radius) => Shape::Sphere { radius: *radius },
        Kind::Box(size) => Shape::Box { half: 0.5 * *size },
        Kind::Capsule(length, radius) => Shape::Capsule {
            half_length: 0.5 * length,
            radius: *radius,
        },
        Kind::Cylinder(length, radius) => Shape::Cylinder {
            half_length: 0.5 * length,
            radius: *radius,
        },
        Kind::Ellipsoid(semi_axes) => Shape::Ellipsoid {
            semi_axes: *semi_axes,
        },
        Kind::Mesh(file, scale) => {
            let name = file.display().to_string();
            let bytes =
                input::read(file, input::MESH).map_err(|error| element.error(format!("{name} {error}")))?;
            let read = read_mesh(&bytes, &name).map_err(|fault| element.error(format!("{name}: {fault}")))?;
            let points: Vec<DVec3> = read.0.iter().map(|point| *point * *scale).collect();
            hull(element, &points)?
        }
        Kind::Points(points) => hull(element, points)?,
    }))
}

fn hull(element: &Element, points: &[DVec3]) -> Result<Shape, SceneError> {
    let hull = Hull::new(points).map_err(|fault| element.error(fault.to_string()))?;
    Ok(Shape::Hull(Arc::new(hull)))
}

/// The meshes of all `<asset>`s.
pub(crate) fn meshes(assets: &[Element], folder: &Path, notes: &mut Notes) -> Result<Meshes, SceneError> {
    let mut meshes = Meshes::new();
    for mesh in assets {
        let scale = mesh.vector("scale")?.unwrap_or(DVec3::ONE);
        if scale.to_array().contains(&0.0) {
            return Err(mesh.error("found a scale of 0, asked: factors other than 0"));
        }
        let known = [
            "name", "class", "file", "scale", "vertex", "face", "normal", "texcoord",
        ];
        notes.rest(
            mesh,
            &[&known[..], &["inertia", "smoothnormal", "maxhullvert"]].concat(),
        );
        let kind = if let Some(file) = mesh.get("file") {
            // Visual meshes may be of any kind or absent: only those that a geom uses are opened.
            Kind::Mesh(
                mesh_file(mesh, file, folder).unwrap_or_else(|_| folder.join(file)),
                scale,
            )
        } else if let Some(numbers) = mesh.numbers("vertex")? {
            let points = numbers
                .chunks_exact(3)
                .map(|p| scale * DVec3::new(p[0], p[1], p[2]));
            Kind::Points(points.collect())
        } else {
            notes.say(mesh, "ignored: meshes without a file and without vertices");
            continue;
        };
        let stem = || mesh.get("file").map_or_else(String::new, drystone_io::stem);
        meshes.insert(mesh.get("name").map_or_else(stem, str::to_owned), kind);
    }
    Ok(meshes)
}
