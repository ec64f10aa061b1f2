//! `[world]`, `[body.*]` and what acts on them: takes the description of a world out of the checked tree.
//!
//! ```text
//! motions' bodies ─▶ bodies ─▶ fills ─▶ places (`on`, motions at t = 0) ─▶ laws ─▶ joints, of chains too
//!     ─▶ forces
//! ```

mod body;
mod chain;
mod describe;
mod fill;
mod forces;
mod funicular;
mod geometry;
mod heap;
mod joints;
mod laws;
mod masonry;
mod mesh_files;
mod missing_law;
mod motions;
mod names;
mod overlap;
mod packing;
mod part;
mod patterns;
mod place_on;
mod ring;
mod shapes;

pub use describe::{world_in_brief, world_in_words};
pub use mesh_files::read as read_mesh;
pub use overlap::{Overlap, overlaps};

use super::error::{SceneError, Source};
use crate::scene::read::params::Params;
use crate::scene::read::tree::{Node, Table};
use chain::Chain;
use drystone_dynamics::geometry::{Cell, DQuat, DVec3, Pose};
use drystone_dynamics::models::bodies::description::{
    BodyDescription, Dimension, ForceKind, Motion, WorldDescription,
};
use names::{Names, WORLD};
use part::{Part, Reader};
use std::collections::BTreeMap;
use std::ops::Range;

/// The tables that make a scene one of bodies.
pub(super) const TABLES: [&str; 7] = ["world", "body", "contact", "joint", "motion", "force", "fill"];

/// The description that a checked tree gives.
pub(super) fn describe(
    source: &Source,
    tree: &Table,
    params: &Params,
    seed: u64,
) -> Result<WorldDescription, SceneError> {
    let empty = Table::default();
    let world = tree.table("world").unwrap_or(&empty);
    let plane = world.get("dimension").and_then(Node::integer) == Some(2);
    let mut reader = Reader {
        source,
        params,
        plane,
        seed,
        gravity: DVec3::ZERO,
    };
    reader.gravity = gravity(&reader, tree)?;
    let reader = &reader;
    let motions = motions_by_body(reader, tree)?;
    let body_parts = reader.named(tree, "body");
    let mut bodies = Vec::with_capacity(body_parts.len());
    for (name, part) in &body_parts {
        if *name == WORLD {
            let message = "`world` is the name of the fixed surroundings; rename the body";
            return Err(part.fail(message));
        }
        bodies.push(body::body(part, name, motions.contains_key(name))?);
    }
    let fills = reader.listed(tree, "fill");
    let mut fill_ends = Vec::with_capacity(fills.len());
    let mut chains = Vec::new();
    for (i, part) in fills.iter().enumerate() {
        chains.extend(fill::fill(part, i, &mut bodies)?);
        fill_ends.push(bodies.len());
    }
    let names = Names::of(&bodies);
    let mut places = Places {
        parts: &body_parts,
        motions: &motions,
        names: &names,
        up: up(plane, reader.gravity),
        state: vec![State::Waiting; body_parts.len()],
    };
    for i in 0..body_parts.len() {
        places.place(i, &mut bodies)?;
    }
    for (name, part) in &motions {
        let Some(body) = names.index(name) else {
            return Err(names.unknown(part, "body", name));
        };
        if body >= body_parts.len() {
            let message = "bodies of a [[fill]] follow no motion; give the body a [body.NAME] of its own";
            return Err(part.wrong("body", message));
        }
    }
    let ignored = ignored(&body_parts, (&fills, &fill_ends), &names)?;
    let described = finish(reader, tree, (bodies, &names, ignored), &chains)?;
    let place = |body: usize| match body_parts.get(body) {
        Some((_, part)) => Some(part),
        None => fills.get(fill_ends.partition_point(|end| *end <= body)),
    };
    can_begin(reader, tree, &described, &place)?;
    Ok(described)
}

/// Every pair that may touch has a law where there are laws, and none overlaps. `place`: where a body is
/// written.
fn can_begin<'a>(
    reader: &Reader<'_>,
    tree: &Table,
    world: &WorldDescription,
    place: &dyn Fn(usize) -> Option<&'a Part<'a>>,
) -> Result<(), SceneError> {
    if let Some(part) = reader.listed(tree, "contact").last()
        && let Some(pair) = missing_law::missing_law(world, &overlap::apart(world))
    {
        let [a, b] = pair.map(|body| world.bodies[body].name.as_str());
        let message = format!(
            "no entry is for `{a}` and `{b}`; add one, or one for all others before the first: between = [\"*\", \"*\"]"
        );
        return Err(reader.source.error(part.origin, "contact", message));
    }
    let keys = tree.table("world");
    let allowed = keys
        .and_then(|keys| keys.get("allow_overlap"))
        .and_then(Node::number);
    match overlap::refused(world, allowed.unwrap_or(0.0)) {
        // At the later of the two: it was put where another one was.
        Some((later, message)) => Err(match place(later) {
            Some(part) => part.fail(message),
            None => reader.source.whole("body", message),
        }),
        None => Ok(()),
    }
}

/// Laws, joints, forces; the surroundings where something is tied to them.
fn finish(
    reader: &Reader<'_>,
    tree: &Table,
    (mut bodies, names, ignored): (Vec<BodyDescription>, &Names, Vec<[usize; 2]>),
    chains: &[Chain<'_>],
) -> Result<WorldDescription, SceneError> {
    let contacts = reader.listed(tree, "contact");
    let laws = contacts.iter().map(|part| laws::law(part, names));
    let laws = laws.collect::<Result<_, _>>()?;
    let mut joints = joints::joints(&reader.named(tree, "joint"), names, &bodies)?;
    chain::joints(chains, names, &mut joints)?;
    let mut forces = Vec::new();
    for (name, part) in reader.named(tree, "force") {
        forces.extend(forces::forces(name, &part, names, (&bodies, &joints))?);
    }
    let surroundings = bodies.len();
    let by_joint = joints.iter().any(|joint| joint.between.contains(&surroundings));
    let by_spring = forces.iter().any(
        |force| matches!(&force.kind, ForceKind::Spring { between, .. } if between.contains(&surroundings)),
    );
    if by_joint || by_spring {
        bodies.push(BodyDescription {
            name: WORLD.to_owned(),
            ..fixed_body()
        });
    }
    Ok(WorldDescription {
        dimension: if reader.plane {
            Dimension::Plane
        } else {
            Dimension::Space
        },
        gravity: reader.gravity,
        cell: cell(reader, tree)?,
        bodies,
        laws,
        ignored,
        joints,
        forces,
    })
}

fn fixed_body() -> BodyDescription {
    BodyDescription {
        name: String::new(),
        shapes: Vec::new(),
        motion: Motion::Fixed,
        mass: body::NO_MASS,
        pose: Pose::default(),
        velocity: DVec3::ZERO,
        angular_velocity: DVec3::ZERO,
    }
}

fn gravity(reader: &Reader<'_>, tree: &Table) -> Result<DVec3, SceneError> {
    let down = if reader.plane { DVec3::NEG_Y } else { DVec3::NEG_Z };
    let Some(part) = tree
        .get("world")
        .and_then(|node| reader.part(node, "world".to_owned()))
    else {
        return Ok(9.81 * down);
    };
    Ok(part.vector("gravity")?.unwrap_or(9.81 * down))
}

/// `world.periodic`.
fn cell(reader: &Reader<'_>, tree: &Table) -> Result<Cell, SceneError> {
    let world = tree
        .get("world")
        .and_then(|node| reader.part(node, "world".to_owned()));
    let Some(part) = world.as_ref().and_then(|world| world.sub("periodic")) else {
        return Ok(Cell::default());
    };
    let along = |key: &str| part.number(key).unwrap_or(0.0);
    let length = DVec3::new(along("x"), along("y"), 0.0);
    if length == DVec3::ZERO {
        return Err(part.fail("found neither x nor y, asked: a length along one of them"));
    }
    Ok(Cell { length })
}

fn up(plane: bool, gravity: DVec3) -> DVec3 {
    let fallback = if plane { DVec3::Y } else { DVec3::Z };
    (-gravity).try_normalize().unwrap_or(fallback)
}

/// The motions by the name of their body.
fn motions_by_body<'a>(
    reader: &'a Reader<'a>,
    tree: &'a Table,
) -> Result<BTreeMap<&'a str, Part<'a>>, SceneError> {
    let mut motions: BTreeMap<&str, Part<'a>> = BTreeMap::new();
    for (_, part) in reader.named(tree, "motion") {
        let body = part.text("body").unwrap_or_default();
        if let Some(other) = motions.get(body) {
            let message = format!("`{body}` follows `{}` already; remove one", other.path);
            return Err(part.wrong("body", message));
        }
        motions.insert(body, part);
    }
    Ok(motions)
}

/// Pairs named under `pass_through`, of bodies and of those of the fills, which end before `fill_ends`.
fn ignored(
    body_parts: &[(&str, Part<'_>)],
    (fills, fill_ends): (&[Part<'_>], &[usize]),
    names: &Names,
) -> Result<Vec<[usize; 2]>, SceneError> {
    let mut pairs = Vec::new();
    for (body, (_, part)) in body_parts.iter().enumerate() {
        passed(part, names, body..body + 1, &mut pairs)?;
    }
    let mut begin = body_parts.len();
    for (fill, end) in fills.iter().zip(fill_ends) {
        if let Some(each) = fill.sub("body") {
            passed(&each, names, begin..*end, &mut pairs)?;
        }
        begin = *end;
    }
    Ok(pairs)
}

/// Pairs of some bodies with those under their `pass_through`, each pair once.
fn passed(
    part: &Part<'_>,
    names: &Names,
    bodies: Range<usize>,
    pairs: &mut Vec<[usize; 2]>,
) -> Result<(), SceneError> {
    for (i, pattern) in part.texts("pass_through").into_iter().enumerate() {
        let found = names.matching(part, "pass_through", i, pattern)?;
        if bodies.len() == 1 && found == [bodies.start] {
            return Err(part.wrong_entry("pass_through", i, "found the body itself, asked: others"));
        }
        for body in bodies.clone() {
            let others = found
                .iter()
                .filter(|other| !bodies.contains(other) || **other > body);
            pairs.extend(others.map(|other| [body, *other]));
        }
    }
    Ok(())
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    Waiting,
    Open,
    Done,
}

/// Places bodies one on the other, the supports first.
struct Places<'a> {
    parts: &'a [(&'a str, Part<'a>)],
    motions: &'a BTreeMap<&'a str, Part<'a>>,
    names: &'a Names,
    up: DVec3,
    state: Vec<State>,
}

impl Places<'_> {
    /// Bodies that wait for each other are followed along their chain, without recursion: a stack may be
    /// long.
    fn place(&mut self, first: usize, bodies: &mut [BodyDescription]) -> Result<(), SceneError> {
        let mut chain = vec![first];
        while let Some(&body) = chain.last() {
            if self.state.get(body).is_none_or(|state| *state == State::Done) {
                chain.pop();
                continue;
            }
            let (name, part) = &self.parts[body];
            let support = match part.text("on") {
                None => None,
                Some(on) => Some(
                    self.names
                        .index(on)
                        .ok_or_else(|| self.names.unknown(part, "on", on))?,
                ),
            };
            if let (Some(support), State::Waiting) = (support, self.state[body]) {
                self.state[body] = State::Open;
                if self.state.get(support) == Some(&State::Open) {
                    return Err(part.wrong("on", circle(&chain, support, self.parts, name)));
                }
                chain.push(support);
                continue;
            }
            if let Some(support) = support {
                let other = bodies[support].clone();
                let pose = start_pose(&other);
                place_on::place(part, &mut bodies[body], (&other.shapes, &pose), self.up)?;
            }
            if let Some(part) = self.motions.get(name) {
                let motion = motions::motion(part, bodies[body].pose.position)?;
                bodies[body].pose.position = motions::first_pose(&motion, DQuat::IDENTITY).position;
                bodies[body].motion = Motion::Prescribed(Box::new(motion));
            }
            self.state[body] = State::Done;
            chain.pop();
        }
        Ok(())
    }
}

/// Where a body is at the beginning: the rotation of its description is that before its motion.
fn start_pose(body: &BodyDescription) -> Pose {
    match &body.motion {
        Motion::Prescribed(motion) => motions::first_pose(motion, body.pose.rotation),
        _ => body.pose,
    }
}

fn circle(chain: &[usize], support: usize, parts: &[(&str, Part<'_>)], name: &str) -> String {
    if parts[support].0 == name {
        return "the body lies on itself; name another one, or give a `position`".to_owned();
    }
    let start = chain.iter().position(|body| *body == support).unwrap_or(0);
    let mut path: Vec<&str> = chain[start..].iter().map(|body| parts[*body].0).collect();
    path.push(parts[support].0);
    format!(
        "each lies on the next: {}; give one of them a `position`",
        path.join(" → ")
    )
}
