//! `[joint.NAME]`: what a joint leaves free, its limits, its motor.

use super::super::error::SceneError;
use super::super::nearest::suggestion;
use super::names::Names;
use super::part::{Part, vector_of};
use crate::scene::read::tree::Node;
use drystone_dynamics::formula::{Graph, Symbol, Tape};
use drystone_dynamics::geometry::DVec3;
use drystone_dynamics::models::bodies::description::{
    BodyDescription, JointDescription, JointKind, Limits, Motion, Motor,
};

/// What the coordinate of a joint is.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Coordinate {
    None,
    Angle,
    Distance,
}

/// The coordinate of a kind of joint.
pub(super) fn coordinate(kind: JointKind) -> Coordinate {
    match kind {
        JointKind::Hinge | JointKind::Screw { .. } => Coordinate::Angle,
        JointKind::Slider | JointKind::Cylinder => Coordinate::Distance,
        _ => Coordinate::None,
    }
}

/// All joints, in the order of the file. Gears are read last: they name hinges.
pub(super) fn joints(
    parts: &[(&str, Part<'_>)],
    names: &Names,
    bodies: &[BodyDescription],
) -> Result<Vec<JointDescription>, SceneError> {
    let mut found: Vec<Option<JointDescription>> = Vec::with_capacity(parts.len());
    for (name, part) in parts {
        keys_fit(part)?;
        let gear = part.text("kind") == Some("gear");
        found.push(if gear {
            None
        } else {
            Some(joint(name, part, names, bodies)?)
        });
    }
    for (i, (name, part)) in parts.iter().enumerate() {
        if found[i].is_none() {
            found[i] = Some(gear(name, part, parts, &found)?);
        }
    }
    Ok(found.into_iter().flatten().collect())
}

/// Keys that belong to other kinds of joints.
fn keys_fit(part: &Part<'_>) -> Result<(), SceneError> {
    const PLACED: &[&str] = &[
        "ball", "hinge", "slider", "cylinder", "planar", "fixed", "distance", "screw",
    ];
    const WITH_COORDINATE: &[&str] = &["hinge", "slider", "cylinder", "screw"];
    const KEYS: &[(&str, &[&str])] = &[
        ("between", PLACED),
        ("at", PLACED),
        ("to", &["distance"]),
        ("axis", &["hinge", "slider", "cylinder", "planar", "screw"]),
        ("pitch", &["screw"]),
        ("ratio", &["gear"]),
        ("hinges", &["gear"]),
        ("limits", WITH_COORDINATE),
        ("limits_deg", &["hinge", "screw"]),
        ("limit_restitution", WITH_COORDINATE),
        ("motor", WITH_COORDINATE),
        ("friction", WITH_COORDINATE),
        ("armature", WITH_COORDINATE),
    ];
    let kind = part.text("kind").unwrap_or_default();
    if part.reader.plane && ["ball", "cylinder", "planar", "screw"].contains(&kind) {
        let instead = if kind == "ball" {
            "\"hinge\""
        } else {
            "\"hinge\", \"slider\", \"fixed\" or \"distance\""
        };
        return Err(part.wrong(
            "kind",
            format!("a joint of space, this world is the plane; give {instead}"),
        ));
    }
    for (key, kinds) in KEYS {
        if part.has(key) && !kinds.contains(&kind) {
            let entry = part.table.entry(key);
            let at = entry.map_or(part.origin, |entry| &entry.key_origin);
            let message = format!(
                "a joint of kind \"{kind}\" takes none; it is for {}",
                kinds.join(", ")
            );
            return Err(part.reader.source.error(at, &part.key(key), message));
        }
    }
    Ok(())
}

/// A key that this kind of joint asks for.
fn asked<T>(part: &Part<'_>, key: &str, value: Option<T>, what: &str) -> Result<T, SceneError> {
    let kind = part.text("kind").unwrap_or_default();
    value.ok_or_else(|| {
        part.wrong(
            key,
            format!("missing: a joint of kind \"{kind}\" asks for {what}"),
        )
    })
}

fn joint(
    name: &str,
    part: &Part<'_>,
    names: &Names,
    bodies: &[BodyDescription],
) -> Result<JointDescription, SceneError> {
    asked(part, "between", part.node("between"), "its two bodies")?;
    let between = names.pair(part)?;
    let is_free = |body: &usize| {
        bodies
            .get(*body)
            .is_some_and(|body| matches!(body.motion, Motion::Free))
    };
    if !between.iter().any(is_free) {
        let message =
            "neither body moves freely: the joint has nothing to hold; remove it, or free one of them";
        return Err(part.wrong("between", message));
    }
    let kind = match part.text("kind").unwrap_or_default() {
        "ball" => JointKind::Ball,
        "hinge" => JointKind::Hinge,
        "slider" => JointKind::Slider,
        "cylinder" => JointKind::Cylinder,
        "planar" => JointKind::Planar,
        "fixed" => JointKind::Fixed,
        "distance" => JointKind::Distance {
            to: asked(part, "to", part.vector("to")?, "its point on the second body")?,
        },
        _ => JointKind::Screw {
            pitch: asked(
                part,
                "pitch",
                part.number("pitch"),
                "its translation for each radian",
            )?,
        },
    };
    let at = match (part.vector("at")?, kind) {
        (Some(at), _) => at,
        // It does not matter where two bodies are one.
        (None, JointKind::Fixed) => bodies
            .get(between[1])
            .map_or(DVec3::ZERO, |body| body.pose.position),
        (None, _) => asked(part, "at", None, "where it is, in the world")?,
    };
    if let JointKind::Distance { to } = kind
        && to == at
    {
        let message =
            "found the point of `at`, asked: two points apart; a ball or hinge keeps points together";
        return Err(part.wrong("to", message));
    }
    Ok(JointDescription {
        name: name.to_owned(),
        kind,
        between,
        at,
        axis: axis(part, kind)?,
        limits: limits(part, kind)?,
        motor: motor(part, kind)?,
        friction: part.number("friction").unwrap_or(0.0),
        armature: part.number("armature").unwrap_or(0.0),
        collide: part.flag("collide"),
    })
}

fn axis(part: &Part<'_>, kind: JointKind) -> Result<DVec3, SceneError> {
    let plane = part.reader.plane;
    match kind {
        JointKind::Hinge if plane => {
            if part.has("axis") {
                return Err(part.wrong("axis", "hinges of the plane turn about z; remove it"));
            }
            Ok(DVec3::Z)
        }
        JointKind::Ball | JointKind::Fixed | JointKind::Distance { .. } | JointKind::Gear { .. } => {
            Ok(DVec3::Z)
        }
        _ => asked(part, "axis", part.direction("axis")?, "its axis, in the world"),
    }
}

fn limits(part: &Part<'_>, kind: JointKind) -> Result<Option<Limits>, SceneError> {
    let Some(key) = part.only(&["limits", "limits_deg"])? else {
        return Ok(None);
    };
    let bounds = part.node(key).and_then(Node::list).map_or(DVec3::ZERO, vector_of);
    let factor = if key == "limits" { 1.0 } else { 1f64.to_radians() };
    if !(bounds.x < bounds.y) {
        let message = format!("found {} to {}, asked: the least value first", bounds.x, bounds.y);
        return Err(part.wrong(key, message));
    }
    if bounds.x > 0.0 || bounds.y < 0.0 {
        let message = format!(
            "found {} to {}, but the coordinate is 0 at the start; count the limits from there",
            bounds.x, bounds.y
        );
        return Err(part.wrong(key, message));
    }
    if coordinate(kind) == Coordinate::Angle && (bounds.y - bounds.x) * factor > 4.0e3 * std::f64::consts::TAU
    {
        let message =
            "found limits more than 4000 turns apart, asked: radians, or degrees under `limits_deg`";
        return Err(part.wrong(key, message));
    }
    Ok(Some(Limits {
        lower: bounds.x * factor,
        upper: bounds.y * factor,
        restitution: part.number("limit_restitution").unwrap_or(0.0),
    }))
}

fn motor(part: &Part<'_>, kind: JointKind) -> Result<Option<Motor>, SceneError> {
    let Some(table) = part.sub("motor") else {
        return Ok(None);
    };
    let (right, wrong) = match coordinate(kind) {
        Coordinate::Distance => ("max_force", "max_torque"),
        _ => ("max_torque", "max_force"),
    };
    if table.has(wrong) {
        let message = format!("the coordinate of this joint is driven by `{right}`; rename it");
        return Err(table.wrong(wrong, message));
    }
    let mut graph = Graph::default();
    let path = table.key("velocity");
    let time = [("t", Symbol::Variable(0))];
    let Some(node) = table.node("velocity") else {
        return Ok(None);
    };
    let velocity = part.reader.formula(&mut graph, node, &path, &time)?;
    let mut velocity = Tape::compile(&graph, &[velocity], 1);
    velocity.run(&[&[0.0]]);
    if !velocity.output(0).is_finite() {
        let message = format!("is {} at t = 0, asked: a finite number", velocity.output(0));
        return Err(table.wrong("velocity", message));
    }
    Ok(Some(Motor {
        velocity,
        max_force: table.number(right).unwrap_or(f64::INFINITY),
    }))
}

fn gear(
    name: &str,
    part: &Part<'_>,
    parts: &[(&str, Part<'_>)],
    found: &[Option<JointDescription>],
) -> Result<JointDescription, SceneError> {
    let asked_for = asked(
        part,
        "hinges",
        part.node("hinges"),
        "its two hinges, `hinges = [\"a\", \"b\"]`",
    )?;
    let listed = asked_for.list().unwrap_or(&[]);
    if listed.len() != 2 {
        return Err(part.wrong(
            "hinges",
            format!("found {} names, asked: two hinges", listed.len()),
        ));
    }
    let (mut hinges, mut between) = ([0; 2], [0; 2]);
    for (i, wanted) in part.texts("hinges").into_iter().enumerate() {
        let Some(place) = parts.iter().position(|(name, _)| *name == wanted) else {
            let known: Vec<&str> = parts.iter().map(|(name, _)| *name).collect();
            let message = format!("no joint is named `{wanted}`{}", suggestion(wanted, &known));
            return Err(part.wrong_entry("hinges", i, message));
        };
        match &found[place] {
            Some(joint) if joint.kind == JointKind::Hinge => between[i] = joint.between[1],
            _ => {
                return Err(part.wrong_entry(
                    "hinges",
                    i,
                    format!("`{wanted}` is no hinge; a gear couples two hinges"),
                ));
            }
        }
        hinges[i] = place;
    }
    let ratio = asked(part, "ratio", part.number("ratio"), "its ratio of angles")?;
    if ratio == 0.0 {
        return Err(part.wrong("ratio", "found 0, asked: a ratio; negative for outer gears"));
    }
    Ok(JointDescription {
        name: name.to_owned(),
        kind: JointKind::Gear { hinges, ratio },
        between,
        at: DVec3::ZERO,
        axis: DVec3::Z,
        limits: None,
        motor: None,
        friction: 0.0,
        armature: 0.0,
        collide: part.flag("collide"),
    })
}
