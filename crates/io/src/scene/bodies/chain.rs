//! Chains of a `[[fill]]`: equal links joined end to end, hung between two points, laid out straight, or
//! along a line given by formulas, around a drum or between sprockets.
//!
//! ```text
//! node₀ = from,   nodeᵢ = nodeᵢ₋₁ + pitch tᵢ           link i between nodes i − 1 and i, its origin half way
//! tᵢ = direction, or the links of the funicular polygon from `from` to `to`            (`funicular`)
//! nodeᵢ = through(i)                                    |nodeᵢ − nodeᵢ₋₁| = pitch is asked
//! ```
//! The z axis of a link (y in the plane), that of capsules and cylinders, points along tᵢ; in space its y
//! axis lies across the chain, horizontal where the chain is not upright, and across the plane of a chain
//! that bends. Joints: one at every inner node, one at an end that a body holds, and one that closes a loop.
//! What hangs is at rest exactly where the centre of mass of a link is on its axis. Joints are not told
//! apart: limits, motors and dampers are for `[joint.NAME]` and `[force.NAME]`.

use super::super::error::SceneError;
use super::body;
use super::fill::Template;
use super::funicular::{Fault, funicular};
use super::names::{Names, WORLD};
use super::part::Part;
use super::patterns::{Laid, Stone};
use drystone_dynamics::geometry::{DMat3, DQuat, DVec3, Pose};
use drystone_dynamics::models::bodies::description::{JointDescription, JointKind};

/// What the joints of `through` may be nearer or further apart than the pitch, as a share of it: what
/// formulas with a dozen operations leave, and far below what anyone means.
const UNEQUAL: f64 = 1e-9;

/// A chain whose links are among the bodies, and whose joints are still to be made.
pub(super) struct Chain<'a> {
    /// The table `chain`.
    pub(super) table: Part<'a>,
    /// The name of the fill.
    pub(super) name: String,
    /// Place of its first link among the bodies.
    pub(super) first: usize,
    /// Where its links meet, from one end to the other.
    pub(super) nodes: Vec<DVec3>,
}

/// The links and the nodes between them.
pub(super) fn lay(table: &Part<'_>, each: &Part<'_>) -> Result<Laid, SceneError> {
    if each.flag("fixed") {
        return Err(each.wrong(
            "fixed",
            "links of a chain move freely; remove it, and hold its ends",
        ));
    }
    let body = body::body(each, "", false)?;
    let pitch = table.number("pitch").unwrap_or(f64::NAN);
    if table.has("closed") && !table.has("through") {
        return Err(table.wrong(
            "closed",
            "only a chain with `through` ends where it begins; remove it",
        ));
    }
    let Course { nodes, along, across } = course(table, pitch)?;
    let link = |(node, direction): (&DVec3, &DVec3)| Stone {
        template: 0,
        pose: Pose {
            position: *node + 0.5 * pitch * *direction,
            rotation: turned(table.reader.plane, *direction, across),
        },
        scale: 1.0,
    };
    let stones = nodes.iter().zip(&along).map(link).collect();
    Ok(Laid {
        templates: vec![Template { body }],
        stones,
        nodes,
    })
}

/// The way of a chain.
struct Course {
    /// Where its links meet, from one end to the other.
    nodes: Vec<DVec3>,
    /// The unit vectors along its links.
    along: Vec<DVec3>,
    /// A unit vector across all of them.
    across: DVec3,
}

fn course(table: &Part<'_>, pitch: f64) -> Result<Course, SceneError> {
    if table.only(&["to", "direction", "through"])?.is_none() {
        let message = "missing; asked: the other end, `to`, for a chain that hangs, `direction` for a straight \
                       one, or `through`, where its joints are";
        return Err(table.wrong("to", message));
    }
    if table.has("through") {
        return through(table, pitch);
    }
    let from = table.vector("from")?.unwrap_or(DVec3::ZERO);
    let (along, across) = directions(table, from, pitch)?;
    let mut nodes = vec![from];
    let mut node = from;
    for direction in &along {
        node += pitch * *direction;
        nodes.push(node);
    }
    Ok(Course { nodes, along, across })
}

/// A chain whose joints are given by formulas. Across it: the normal of its bends.
fn through(table: &Part<'_>, pitch: f64) -> Result<Course, SceneError> {
    let (links, list) = (table.count("links").unwrap_or(0), table.list("through"));
    if let Some(message) = table.misfit(list, "formulas") {
        return Err(table.wrong("through", message));
    }
    if table.has("from") {
        return Err(table.wrong("from", "`through` says where the chain begins; remove it"));
    }
    let mut nodes = vec![DVec3::ZERO; links + 1];
    for (k, formula) in list.iter().enumerate() {
        let path = format!("{}[{k}]", table.key("through"));
        let values = table.numbered(formula, &path, 0..=links)?;
        nodes
            .iter_mut()
            .zip(values)
            .for_each(|(node, value)| node[k] = value);
    }
    for (i, pair) in nodes.windows(2).enumerate() {
        let apart = pair[0].distance(pair[1]);
        if (apart - pitch).abs() > UNEQUAL * pitch {
            let message = format!(
                "joints {i} and {} are {apart} m apart, asked: `pitch`, {pitch} m; correct one of them",
                i + 1
            );
            return Err(table.wrong("through", message));
        }
    }
    let open = nodes[0].distance(nodes[links]);
    if table.flag("closed") && (links < 3 || open > UNEQUAL * pitch) {
        let message = format!(
            "joints 0 and {links} are {open} m apart, asked: the same place, and three links at least"
        );
        return Err(table.wrong("closed", message));
    }
    let bends = nodes.windows(3).map(|at| (at[1] - at[0]).cross(at[2] - at[1]));
    let across = match bends.sum::<DVec3>().try_normalize() {
        Some(across) => across,
        None => across(
            (-table.reader.gravity).try_normalize().unwrap_or(DVec3::Z),
            nodes[1] - nodes[0],
        ),
    };
    let along = nodes
        .windows(2)
        .map(|pair| (pair[1] - pair[0]).normalize())
        .collect();
    Ok(Course { nodes, along, across })
}

/// The unit vectors along the links, and a horizontal one across them.
fn directions(table: &Part<'_>, from: DVec3, pitch: f64) -> Result<(Vec<DVec3>, DVec3), SceneError> {
    let links = table.count("links").unwrap_or(0);
    let up = (-table.reader.gravity).try_normalize();
    if let Some(direction) = table.direction("direction")? {
        let across = across(up.unwrap_or(DVec3::Z), direction);
        return Ok((vec![direction; links], across));
    }
    let apart = table.vector("to")?.unwrap_or(from) - from;
    let Some(up) = up else {
        let message =
            "nothing pulls a chain into shape without gravity; give `direction` instead, or world.gravity";
        return Err(table.wrong("to", message));
    };
    let rise = apart.dot(up);
    let level = apart - rise * up;
    let sideways = across(up, apart);
    let level_unit = level.try_normalize().unwrap_or_else(|| sideways.cross(up));
    let links = funicular(links, level.length() / pitch, rise / pitch)
        .map_err(|fault| refused(table, fault, (links, pitch), apart.length()))?;
    let along = links.iter().map(|[cos, sin]| *cos * level_unit + *sin * up);
    Ok((along.collect(), sideways))
}

fn refused(table: &Part<'_>, fault: Fault, (links, pitch): (usize, f64), apart: f64) -> SceneError {
    let message = match fault {
        Fault::TooShort => format!(
            "the ends are {apart} m apart, and {links} links of {pitch} m reach {} m; give more links, a larger \
             `pitch`, or a nearer end",
            links as f64 * pitch
        ),
        Fault::Pushed => format!(
            "the ends are so nearly above each other that {links} links of {pitch} m do not hang by pulling alone: \
             the lowest link would be pushed; give one link more or less, or ends further apart"
        ),
    };
    table.wrong("to", message)
}

/// Horizontal, and across a direction: up × direction; near y where the direction is upright.
fn across(up: DVec3, direction: DVec3) -> DVec3 {
    let level = up.cross(direction);
    if level.length() > 1e-9 * direction.length() {
        return level.normalize();
    }
    // Of y and x at least one is far from upright.
    let other = if up.y.abs() < 0.9 { DVec3::Y } else { DVec3::X };
    (other - other.dot(up) * up).normalize()
}

/// The rotation of a link.
fn turned(plane: bool, along: DVec3, across: DVec3) -> DQuat {
    if plane {
        return DQuat::from_rotation_z((-along.x).atan2(along.y));
    }
    DQuat::from_mat3(&DMat3::from_cols(across.cross(along), across, along)).normalize()
}

/// Adds the joints of the chains to those of the file.
pub(super) fn joints(
    chains: &[Chain<'_>],
    names: &Names,
    joints: &mut Vec<JointDescription>,
) -> Result<(), SceneError> {
    for chain in chains {
        let taken: std::collections::BTreeSet<String> =
            joints.iter().map(|joint| joint.name.clone()).collect();
        for joint in joints_of(chain, names)? {
            if taken.contains(&joint.name) {
                let message = format!(
                    "a joint is named `{}` already; give it or the fill another name",
                    joint.name
                );
                return Err(chain.table.fail(message));
            }
            joints.push(joint);
        }
    }
    Ok(())
}

fn joints_of(chain: &Chain<'_>, names: &Names) -> Result<Vec<JointDescription>, SceneError> {
    let Chain {
        table,
        name,
        first,
        nodes,
    } = chain;
    let (kind, axis) = kind(table)?;
    let joint = |name: String, between: [usize; 2], node: usize| JointDescription {
        name,
        kind,
        between,
        at: nodes[node],
        axis,
        limits: None,
        motor: None,
        friction: table.number("friction").unwrap_or(0.0),
        armature: 0.0,
        collide: table.flag("collide"),
    };
    let links = nodes.len() - 1;
    let mut found = Vec::with_capacity(links + 1);
    if let Some(body) = holder(table, "hold_start", names, *first)? {
        found.push(joint(format!("{name}_start"), [body, *first], 0));
    }
    for i in 1..links {
        let between = [first + i - 1, first + i];
        found.push(joint(format!("{name}_joint_{i:04}"), between, i));
    }
    let last = first + links - 1;
    if table.flag("closed") {
        if let Some(key) = ["hold_start", "hold_end"].into_iter().find(|key| table.has(key)) {
            return Err(table.wrong(key, "a closed chain has no end; remove it"));
        }
        found.push(joint(format!("{name}_joint_{links:04}"), [last, *first], links));
    }
    if let Some(body) = holder(table, "hold_end", names, last)? {
        found.push(joint(format!("{name}_end"), [body, last], links));
    }
    Ok(found)
}

/// The body that holds an end; the place after the last is that of the surroundings.
fn holder(table: &Part<'_>, key: &str, names: &Names, link: usize) -> Result<Option<usize>, SceneError> {
    match table.text(key) {
        None => Ok(None),
        Some(WORLD) => Ok(Some(names.surroundings())),
        Some(name) => match names.index(name) {
            Some(body) if body == link => {
                Err(table.wrong(key, "found the link itself, asked: another body, or `world`"))
            }
            None => Err(names.unknown(table, key, name)),
            found => Ok(found),
        },
    }
}

fn kind(table: &Part<'_>) -> Result<(JointKind, DVec3), SceneError> {
    let plane = table.reader.plane;
    let kind = table
        .text("joint")
        .unwrap_or(if plane { "hinge" } else { "ball" });
    if kind == "ball" {
        if plane {
            let message = "a joint of space, this world is the plane; give \"hinge\"";
            return Err(table.wrong("joint", message));
        }
        if let Some(key) = ["axis", "friction"].into_iter().find(|key| table.has(key)) {
            let message = "ball joints take none; remove it, or give `joint = \"hinge\"`";
            return Err(table.wrong(key, message));
        }
        return Ok((JointKind::Ball, DVec3::Z));
    }
    let axis = match (plane, table.direction("axis")?) {
        (true, Some(_)) => return Err(table.wrong("axis", "hinges of the plane turn about z; remove it")),
        (true, None) => DVec3::Z,
        (false, Some(axis)) => axis,
        (false, None) => {
            let message =
                "missing: hinges of space ask for their axis, in the world; give it, or `joint = \"ball\"`";
            return Err(table.wrong("axis", message));
        }
    };
    Ok((JointKind::Hinge, axis))
}
