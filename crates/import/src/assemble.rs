//! From a tree of links to bodies in the world and the joints between them.
//!
//! ```text
//! pose(link) = pose(parent) · frame · J₁(q₁) · J₂(q₂) …   J turns about, or moves along, an axis of the link
//! ```
//! Links that nothing lets move against their parent are one body with it: mass, centre and inertia of the
//! whole are exact. A link with several joints has a small body between each two (the scene has no massless
//! ones): it takes [`SHARE`] of the link's mass and inertia, so that the sum stays what it was.

use crate::robot::{Geom, Joint, Moves, Robot};
use drystone_dynamics::geometry::{DMat3, DQuat, DVec3, MassProperties, Pose};
use drystone_io::scene::SceneError;
use std::collections::{BTreeMap, BTreeSet};

/// Part of a link's mass that a body between two of its joints takes.
const SHARE: f64 = 1e-3;

/// A body of the scene.
#[derive(Debug)]
pub(crate) struct Body {
    pub(crate) name: String,
    pub(crate) fixed: bool,
    pub(crate) pose: Pose,
    pub(crate) mass: Option<MassProperties>,
    pub(crate) shapes: Vec<Geom>,
    /// The links that it is made of, where they are several.
    pub(crate) links: Vec<String>,
    pub(crate) passes: BTreeSet<String>,
}

/// A joint of the scene.
#[derive(Debug)]
pub(crate) struct Held {
    pub(crate) joint: Joint,
    pub(crate) between: [String; 2],
    /// In the world.
    pub(crate) at: DVec3,
    pub(crate) axis: DVec3,
}

/// Bodies and joints in the world.
#[derive(Debug, Default)]
pub(crate) struct Assembly {
    pub(crate) bodies: Vec<Body>,
    pub(crate) joints: Vec<Held>,
    /// By link: pose in the world, and the name of its body (`world` for the surroundings).
    pub(crate) poses: Vec<Pose>,
    pub(crate) body_of: Vec<String>,
}

/// Where everything is and which bodies there are.
pub(crate) fn assemble(robot: &mut Robot) -> Result<Assembly, SceneError> {
    let mut out = Assembly::default();
    // The link whose body a link belongs to; none for those that stand still.
    let mut head: Vec<Option<usize>> = Vec::with_capacity(robot.links.len());
    for (i, link) in robot.links.iter().enumerate() {
        let above = link.parent.map_or_else(Pose::default, |parent| out.poses[parent]);
        let mut pose = above.then(&link.frame);
        for joint in &link.joints {
            let held = (pose.point(joint.at), (pose.rotation * joint.axis).normalize());
            pose = moved(&pose, joint, held);
        }
        out.poses.push(pose);
        let moves = link.free || !link.joints.is_empty();
        head.push(if moves {
            Some(i)
        } else {
            link.parent.and_then(|parent| head[parent])
        });
    }
    let mut members: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (i, head) in head.iter().enumerate() {
        members.entry(head.unwrap_or(i)).or_default().push(i);
    }
    for i in 0..robot.links.len() {
        let body = match head[i] {
            Some(head) => robot.links[head].name.clone(),
            None if robot.links[i].shapes.is_empty() => "world".to_owned(),
            None => robot.links[i].name.clone(),
        };
        out.body_of.push(body);
    }
    for (head_link, links) in &members {
        let fixed = head[*head_link].is_none();
        if fixed && robot.links[*head_link].shapes.is_empty() {
            continue;
        }
        let body = body(robot, &out.poses, *head_link, links, fixed)?;
        out.bodies.push(body);
    }
    hold(robot, &mut out);
    keep_apart(robot, &mut out);
    Ok(out)
}

/// The pose after a joint's own motion from the reference to the start.
fn moved(pose: &Pose, joint: &Joint, (at, axis): (DVec3, DVec3)) -> Pose {
    let by = joint.start - joint.reference;
    match joint.moves {
        Moves::Hinge if by != 0.0 => {
            let turn = DQuat::from_axis_angle(axis, by);
            Pose {
                position: at + turn * (pose.position - at),
                rotation: (turn * pose.rotation).normalize(),
            }
        }
        Moves::Slider => Pose {
            position: pose.position + by * axis,
            rotation: pose.rotation,
        },
        _ => *pose,
    }
}

fn body(
    robot: &Robot,
    poses: &[Pose],
    head: usize,
    links: &[usize],
    fixed: bool,
) -> Result<Body, SceneError> {
    let pose = poses[head];
    let relative = |link: usize| Pose {
        position: pose.local(poses[link].position),
        rotation: (pose.rotation.inverse() * poses[link].rotation).normalize(),
    };
    let mut shapes = Vec::new();
    let mut parts = Vec::new();
    for &link in links {
        // The head's own numbers stay as they were written.
        let inner = if link == head {
            Pose::default()
        } else {
            relative(link)
        };
        for geom in &robot.links[link].shapes {
            let mut geom = geom.clone();
            if link != head {
                geom.pose = inner.then(&geom.pose);
            }
            shapes.push(geom);
        }
        parts.extend(robot.links[link].mass.map(|mass| turned(&mass, &inner)));
    }
    let mass = (!fixed).then(|| sum(&parts));
    let first = &robot.links[head];
    if mass.as_ref().is_some_and(|mass| !(mass.mass > 0.0)) {
        let message = format!(
            "link `{}` moves but has no mass; give it an inertial with a mass, or join it to its parent by a fixed joint",
            first.name
        );
        return Err(first.place.error(message));
    }
    if let Some(Err(fault)) = mass.map(|mass| mass.check()) {
        return Err(first.place.error(format!("link `{}`: {fault}", first.name)));
    }
    let names = links.iter().map(|link| robot.links[*link].name.clone());
    Ok(Body {
        name: first.name.clone(),
        fixed,
        pose,
        mass,
        shapes,
        links: if links.len() > 1 {
            names.collect()
        } else {
            Vec::new()
        },
        passes: BTreeSet::new(),
    })
}

/// The same mass seen from other axes.
pub(crate) fn turned(mass: &MassProperties, pose: &Pose) -> MassProperties {
    if *pose == Pose::default() {
        return *mass;
    }
    let r = DMat3::from_quat(pose.rotation);
    MassProperties {
        mass: mass.mass,
        center: pose.point(mass.center),
        inertia: r * mass.inertia * r.transpose(),
    }
}

/// Several masses as one: the parallel-axis theorem about their common centre.
pub(crate) fn sum(parts: &[MassProperties]) -> MassProperties {
    if let [one] = parts {
        return *one;
    }
    let mass: f64 = parts.iter().map(|part| part.mass).sum();
    let moment: DVec3 = parts.iter().map(|part| part.mass * part.center).sum();
    let center = if mass > 0.0 { moment / mass } else { DVec3::ZERO };
    let inertia = parts.iter().fold(DMat3::ZERO, |sum, part| {
        let d = part.center - center;
        let outer = DMat3::from_cols(d * d.x, d * d.y, d * d.z);
        sum + part.inertia + part.mass * (DMat3::from_diagonal(DVec3::splat(d.length_squared())) - outer)
    });
    MassProperties {
        mass,
        center,
        inertia,
    }
}

/// The joints in the world; bodies between the joints of one link.
fn hold(robot: &mut Robot, out: &mut Assembly) {
    for i in 0..robot.links.len() {
        let link = &robot.links[i];
        let above = link.parent.map_or_else(Pose::default, |parent| out.poses[parent]);
        let mut pose = above.then(&link.frame);
        let mut from = link.parent.map_or("world".to_owned(), |parent| {
            // Bodies that stand still are held as the surroundings: they are as fixed.
            let body = &out.body_of[parent];
            let fixed = out.bodies.iter().any(|b| b.name == *body && b.fixed);
            if fixed { "world".to_owned() } else { body.clone() }
        });
        let count = link.joints.len();
        for (k, joint) in link.joints.iter().enumerate() {
            let (at, axis) = (pose.point(joint.at), (pose.rotation * joint.axis).normalize());
            pose = moved(&pose, joint, (at, axis));
            let to = if k + 1 == count {
                link.name.clone()
            } else {
                between(out, &link.name, &joint.name)
            };
            out.joints.push(Held {
                joint: joint.clone(),
                between: [from, to.clone()],
                at,
                axis,
            });
            from = to;
        }
        if count > 1 {
            let what = format!(
                "link `{}` has {count} joints: between each two there is a small body with {SHARE} of its mass",
                link.name
            );
            robot.notes.add(what);
        }
    }
}

/// A small body between two joints of a link, taken out of its mass.
fn between(out: &mut Assembly, link: &str, joint: &str) -> String {
    let mut name = format!("{link}_{joint}");
    while out.bodies.iter().any(|body| body.name == name) {
        name.push('_');
    }
    let whole = out.bodies.iter_mut().find(|body| body.name == link);
    let Some((pose, mass)) = whole.and_then(|body| Some((body.pose, body.mass.as_mut()?))) else {
        return name;
    };
    let taken = MassProperties {
        mass: SHARE * mass.mass,
        center: mass.center,
        inertia: mass.inertia * SHARE,
    };
    mass.mass -= taken.mass;
    mass.inertia -= taken.inertia;
    out.bodies.push(Body {
        name: name.clone(),
        fixed: false,
        pose,
        mass: Some(taken),
        shapes: Vec::new(),
        links: Vec::new(),
        passes: BTreeSet::new(),
    });
    name
}

/// Who passes through whom: what the file says, links beside a fixed parent, and shapes whose masks do not
/// meet.
fn keep_apart(robot: &Robot, out: &mut Assembly) {
    let mut pairs: Vec<[String; 2]> = Vec::new();
    for [a, b] in &robot.apart {
        pairs.push([out.body_of[*a].clone(), out.body_of[*b].clone()]);
    }
    for (i, link) in robot.links.iter().enumerate() {
        let neighbours = link.parent.filter(|_| !link.joints.is_empty());
        if let Some(parent) = neighbours {
            let (above, below) = (&out.body_of[parent], &out.body_of[i]);
            let fixed = out.bodies.iter().any(|body| body.name == *above && body.fixed);
            // Joints keep their own two bodies apart; those of a chain are not the two of any joint.
            if (fixed && robot.passes_fixed_parent) || (!fixed && link.joints.len() > 1) {
                pairs.push([above.clone(), below.clone()]);
            }
        }
    }
    for (i, a) in out.bodies.iter().enumerate() {
        for b in &out.bodies[..i] {
            let meet = |x: &Geom, y: &Geom| x.masks[0] & y.masks[1] != 0 || y.masks[0] & x.masks[1] != 0;
            let some = !a.shapes.is_empty() && !b.shapes.is_empty() && !(a.fixed && b.fixed);
            if some && !a.shapes.iter().any(|x| b.shapes.iter().any(|y| meet(x, y))) {
                pairs.push([b.name.clone(), a.name.clone()]);
            }
        }
    }
    for [a, b] in pairs {
        pass(out, &a, &b);
    }
}

/// Lets two bodies pass through each other.
pub(crate) fn pass(out: &mut Assembly, a: &str, b: &str) {
    let known = |name: &str| out.bodies.iter().any(|body| body.name == name);
    if a == b || !known(a) || !known(b) {
        return;
    }
    // Said once, at the body that comes later.
    let says = out
        .bodies
        .iter()
        .rposition(|body| body.name == a || body.name == b);
    if let Some(body) = says.and_then(|i| out.bodies.get_mut(i)) {
        let other = if body.name == a { b } else { a };
        body.passes.insert(other.to_owned());
    }
}
