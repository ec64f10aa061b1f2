//! What checks may ask of a world of bodies, by name.
//!
//! ```text
//! BODY.x … BODY.speed  JOINT.coordinate … JOINT.torque_z  A-B.force_x … A-B.contacts
//!                      GROUP.mass … GROUP.shear
//! ```
//! Bodies by their origins; joints as of the step that ends at the instant; pairs in the order of the two
//! names, so that `floor-box` is minus `box-floor`.

use crate::run::world::{Who, World};
use drystone_dynamics::geometry::DVec3;

/// A quantity that was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Quantity {
    Body(usize, &'static str),
    Joint(usize, &'static str),
    Pair([usize; 2], &'static str),
    /// Bodies of a fill together; the second: whether in the plane.
    Group(usize, bool, &'static str),
    /// Bodies of a fill that are lower than this body; the last: whether in the plane.
    Below(usize, usize, bool),
}

const BODY: [&[&str]; 2] = [
    &["x", "y", "angle", "vx", "vy", "wz", "speed"],
    &[
        "x", "y", "z", "w", "i", "j", "k", "vx", "vy", "vz", "wx", "wy", "wz", "speed",
    ],
];
const JOINT: [&[&str]; 2] = [
    &["coordinate", "velocity", "force_x", "force_y", "torque_z"],
    &[
        "coordinate",
        "velocity",
        "force_x",
        "force_y",
        "force_z",
        "torque_x",
        "torque_y",
        "torque_z",
    ],
];
const PAIR: [&[&str]; 2] = [
    &[
        "force_x",
        "force_y",
        "force_n",
        "impulse_x",
        "impulse_y",
        "impulse_n",
        "gap",
        "contacts",
    ],
    &[
        "force_x",
        "force_y",
        "force_z",
        "force_n",
        "impulse_x",
        "impulse_y",
        "impulse_z",
        "impulse_n",
        "gap",
        "contacts",
    ],
];

const GROUP: [&[&str]; 2] = [
    &[
        "count", "mass", "x", "y", "vx", "vy", "min_x", "min_y", "max_x", "max_y", "speed", "moved", "shear",
    ],
    &[
        "count", "mass", "x", "y", "z", "vx", "vy", "vz", "min_x", "min_y", "min_z", "max_x", "max_y",
        "max_z", "speed", "moved", "shear",
    ],
];

/// Whether this is the name of a body, a joint, a pair or a group.
pub(super) fn is_known(who: &Who, name: &str) -> bool {
    let within = |names: &[String]| names.iter().any(|other| other == name);
    within(&who.bodies) || within(&who.joints) || within(&who.groups) || who.pair(name).is_some()
}

/// The quantity `name.part`; what there is instead, where the name is known and the part is not. `None`: not
/// a name of this world.
pub(super) fn find(who: &Who, name: &str, part: &str) -> Option<Result<Quantity, String>> {
    let at = |names: &[String]| names.iter().position(|other| other == name);
    let space = usize::from(!who.plane);
    let known = |parts: &[&'static str]| parts.iter().copied().find(|other| *other == part);
    let (body, joint, pair) = (at(&who.bodies), at(&who.joints), who.pair(name));
    // A body with a table of its own is a group of one, and seen as a body.
    let group = if body.is_none() { at(&who.groups) } else { None };
    let found = [
        body.and_then(|i| Some(Quantity::Body(i, known(BODY[space])?))),
        joint.and_then(|i| Some(Quantity::Joint(i, known(JOINT[space])?))),
        pair.and_then(|i| Some(Quantity::Pair(i, known(PAIR[space])?))),
        group.and_then(|i| Some(Quantity::Group(i, who.plane, known(GROUP[space])?))),
        group.and_then(|i| {
            let marker = part.strip_prefix("below_")?;
            let body = who.bodies.iter().position(|other| other == marker)?;
            Some(Quantity::Below(i, body, who.plane))
        }),
    ];
    if let Some(found) = found.into_iter().flatten().next() {
        return Some(Ok(found));
    }
    let (what, parts) = match (body, joint, pair) {
        _ if group.is_some() => ("group", GROUP[space]),
        (Some(_), ..) => ("body", BODY[space]),
        (_, Some(_), _) => ("joint", JOINT[space]),
        (.., Some(_)) => ("pair", PAIR[space]),
        _ => return None,
    };
    let more = match what {
        "group" => ", below_BODY",
        "joint" => ", motor",
        _ => "",
    };
    Some(Err(format!(
        "no `{part}` of the {what} `{name}`; there are: {}{more}",
        parts.join(", ")
    )))
}

impl Quantity {
    /// Its value at the present instant; NaN where there is none.
    pub(super) fn value(&self, world: &World) -> f64 {
        match *self {
            Quantity::Body(i, part) => body(world, i, part),
            Quantity::Joint(i, part) => joint(world, i, part),
            Quantity::Pair(groups, part) => pair(world, groups, part),
            Quantity::Group(i, plane, part) => group(world, i, plane, part),
            Quantity::Below(i, body, plane) => {
                let place = world.bodies[body].pose.position;
                world.groups[i].mass_below(&world.bodies, place, if plane { DVec3::Y } else { DVec3::Z })
            }
        }
    }
}

fn body(world: &World, i: usize, part: &str) -> f64 {
    let seen = &world.bodies[i];
    let (x, r, v, w) = (
        seen.pose.position,
        seen.pose.rotation,
        seen.twist.linear,
        seen.twist.angular,
    );
    match part {
        "x" => x.x,
        "y" => x.y,
        "z" => x.z,
        "angle" => seen.angle,
        "w" => r.w,
        "i" => r.x,
        "j" => r.y,
        "k" => r.z,
        "vx" => v.x,
        "vy" => v.y,
        "vz" => v.z,
        "wx" => w.x,
        "wy" => w.y,
        "wz" => w.z,
        _ => v.length(),
    }
}

fn joint(world: &World, i: usize, part: &str) -> f64 {
    let Some(seen) = world.joints.get(i) else {
        return f64::NAN;
    };
    match part {
        "coordinate" => seen.coordinate.unwrap_or(f64::NAN),
        "velocity" => seen.velocity.unwrap_or(f64::NAN),
        "force_x" => seen.force.x,
        "force_y" => seen.force.y,
        "force_z" => seen.force.z,
        "torque_x" => seen.torque.x,
        "torque_y" => seen.torque.y,
        _ => seen.torque.z,
    }
}

fn pair(world: &World, groups: [usize; 2], part: &str) -> f64 {
    let Some((pair, sign)) = world.pairs.of(groups) else {
        return if part == "gap" { f64::NAN } else { 0.0 };
    };
    let now = world.pairs.now(pair);
    // Before the first step nothing has acted.
    let force = |impulse: f64| if world.dt > 0.0 { impulse / world.dt } else { 0.0 };
    match part {
        "force_x" => sign * force(now.impulse[0]),
        "force_y" => sign * force(now.impulse[1]),
        "force_z" => sign * force(now.impulse[2]),
        "force_n" => force(now.normal),
        "impulse_x" => sign * pair.impulse[0],
        "impulse_y" => sign * pair.impulse[1],
        "impulse_z" => sign * pair.impulse[2],
        "impulse_n" => pair.normal,
        "gap" => now.gap,
        _ => now.contacts as f64,
    }
}

fn group(world: &World, i: usize, plane: bool, part: &str) -> f64 {
    let group = &world.groups[i];
    let seen = group.see(&world.bodies);
    match part {
        "count" => group.members.len() as f64,
        "mass" => seen.mass,
        "x" => seen.position.x,
        "y" => seen.position.y,
        "z" => seen.position.z,
        "vx" => seen.velocity.x,
        "vy" => seen.velocity.y,
        "vz" => seen.velocity.z,
        "min_x" => seen.low.x,
        "min_y" => seen.low.y,
        "min_z" => seen.low.z,
        "max_x" => seen.high.x,
        "max_y" => seen.high.y,
        "max_z" => seen.high.z,
        "speed" => seen.speed,
        "moved" => seen.moved,
        _ => group.shear(&world.bodies, if plane { DVec3::Y } else { DVec3::Z }),
    }
}
