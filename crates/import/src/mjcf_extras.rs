//! What stands beside the tree of an MJCF file: equalities, actuators, pairs that do not touch.

use crate::element::Element;
use crate::mjcf::Reader;
use crate::robot::{Gear, Moves, Spring, Tie};
use drystone_dynamics::geometry::DVec3;
use drystone_io::scene::{SceneError, suggestion};

pub(crate) fn read(root: &Element, reader: &mut Reader) -> Result<(), SceneError> {
    for child in root.named("contact").flat_map(|contact| &contact.children) {
        if child.name == "exclude" {
            let [a, b] = [child.asked("body1")?, child.asked("body2")?];
            if let (Some(a), Some(b)) = (reader.link(child, a)?, reader.link(child, b)?) {
                reader.robot.apart.push([a, b]);
            }
        } else {
            reader
                .robot
                .notes
                .say(child, format!("ignored: <{}> in <contact>", child.name));
        }
    }
    let mut number = 0;
    for child in root.named("equality").flat_map(|equality| &equality.children) {
        number += 1;
        let whole = reader.defaults.apply(child, None)?;
        equality(&whole, number, reader)?;
    }
    for child in root.named("actuator").flat_map(|actuator| &actuator.children) {
        number += 1;
        let whole = reader.defaults.apply(child, None)?;
        actuator(&whole, number, reader)?;
    }
    Ok(())
}

impl Reader {
    /// A link by its name in the file; none is the world.
    fn link(&self, at: &Element, name: &str) -> Result<Option<usize>, SceneError> {
        if name == "world" {
            return Ok(None);
        }
        let found = self.link_names.iter().find(|(known, _)| known == name);
        found.map(|(_, link)| Some(*link)).ok_or_else(|| {
            let known: Vec<&str> = self.link_names.iter().map(|(known, _)| known.as_str()).collect();
            at.error(format!("no body is named `{name}`{}", suggestion(name, &known)))
        })
    }

    /// The name here of a joint in the file.
    fn joint_name(&self, at: &Element, name: &str) -> Result<String, SceneError> {
        let found = self.joint_names.iter().find(|(known, _)| known == name);
        found.map(|(_, here)| here.clone()).ok_or_else(|| {
            let known: Vec<&str> = self.joint_names.iter().map(|(known, _)| known.as_str()).collect();
            at.error(format!("no joint is named `{name}`{}", suggestion(name, &known)))
        })
    }

    fn moves(&self, joint: &str) -> Option<Moves> {
        let mut joints = self.robot.links.iter().flat_map(|link| &link.joints);
        joints.find(|known| known.name == joint).map(|joint| joint.moves)
    }

    fn reference(&self, joint: &str) -> f64 {
        let mut joints = self.robot.links.iter().flat_map(|link| &link.joints);
        joints
            .find(|known| known.name == joint)
            .map_or(0.0, |joint| joint.reference)
    }
}

fn equality(element: &Element, number: usize, reader: &mut Reader) -> Result<(), SceneError> {
    if element.flag("active") == Some(false) {
        reader
            .robot
            .notes
            .say(element, "ignored: equalities that are not active");
        return Ok(());
    }
    let name = element
        .get("name")
        .map_or_else(|| format!("equality{number}"), str::to_owned);
    let known = [
        "name", "class", "active", "body1", "body2", "anchor", "joint1", "joint2", "polycoef",
    ];
    reader.robot.notes.rest(element, &known);
    match element.name.as_str() {
        "connect" | "weld" if element.get("body1").is_some() => {
            let first = reader.link(element, element.asked("body1")?)?;
            let second = element
                .get("body2")
                .map_or(Ok(None), |name| reader.link(element, name))?;
            let anchor = element.vector("anchor")?;
            let weld = element.name == "weld";
            if !weld && anchor.is_none() {
                return Err(element.error("missing; asked: the attribute `anchor`"));
            }
            reader.robot.ties.push(Tie {
                name,
                kind: if weld { "fixed" } else { "ball" },
                between: [first, second],
                at: anchor.filter(|_| !weld).unwrap_or(DVec3::ZERO),
            });
        }
        "joint" => joint_equality(element, name, reader)?,
        other => {
            reader.robot.notes.say(
                element,
                format!("ignored: <{other}> in <equality>, as it is written here"),
            );
        }
    }
    Ok(())
}

/// q₁ − r₁ = c₀ + c₁ (q₂ − r₂): a gear, if both are hinges and nothing is of higher degree.
fn joint_equality(element: &Element, name: String, reader: &mut Reader) -> Result<(), SceneError> {
    let second = reader.joint_name(element, element.asked("joint1")?)?;
    let coefficients = element.numbers("polycoef")?.unwrap_or_else(|| vec![0.0, 1.0]);
    let c = |i: usize| coefficients.get(i).copied().unwrap_or(0.0);
    let first = element
        .get("joint2")
        .map(|name| reader.joint_name(element, name))
        .transpose()?;
    let linear = c(1) != 0.0 && (2..coefficients.len()).all(|i| c(i) == 0.0);
    match first {
        Some(first)
            if linear
                && [&first, &second]
                    .iter()
                    .all(|joint| reader.moves(joint) == Some(Moves::Hinge)) =>
        {
            let offset = reader.reference(&second) + c(0) - c(1) * reader.reference(&first);
            reader.robot.gears.push(Gear {
                name,
                hinges: [first, second],
                ratio: c(1),
                offset,
            });
        }
        _ => {
            let what = "ignored: <joint> in <equality> that is not linear between two hinges";
            reader.robot.notes.say(element, what);
        }
    }
    Ok(())
}

/// Actuators at control 0: servos are springs and dampers, motors do nothing.
fn actuator(element: &Element, number: usize, reader: &mut Reader) -> Result<(), SceneError> {
    let kind = element.name.as_str();
    let Some(joint) = element
        .get("joint")
        .filter(|_| ["motor", "position", "velocity"].contains(&kind))
    else {
        let what = format!("ignored: actuator <{kind}> (no joint, or a law of its own)");
        reader.robot.notes.say(element, what);
        return Ok(());
    };
    let joint = reader.joint_name(element, joint)?;
    if !matches!(reader.moves(&joint), Some(Moves::Hinge | Moves::Slider)) {
        reader.robot.notes.say(
            element,
            "ignored: actuators of joints that have no single coordinate",
        );
        return Ok(());
    }
    reader.robot.notes.rest(element, &ACTUATOR);
    let gear = element.numbers("gear")?;
    let gear = gear.and_then(|gear| gear.first().copied()).unwrap_or(1.0);
    bound(element, &joint, gear, reader)?;
    if kind == "motor" {
        let what =
            "ignored: motors have no control in a scene; a `motor` in the joint drives it, --hold writes one";
        reader.robot.notes.say(element, what);
        return Ok(());
    }
    let gain = |key: &str, default: f64| Ok::<f64, SceneError>(element.number(key)?.unwrap_or(default));
    let (stiffness, damping) = match kind {
        "position" => (gain("kp", 1.0)?, gain("kv", 0.0)?),
        _ => (0.0, gain("kv", 1.0)?),
    };
    if stiffness < 0.0 || damping < 0.0 {
        return Err(element.error("`kp` and `kv` are at least 0"));
    }
    let what = format!("<{kind}> actuators act as at control 0: springs and dampers of their gains");
    reader.robot.notes.say(element, what);
    if stiffness + damping > 0.0 {
        let name = element.get("name");
        reader.robot.springs.push(Spring {
            name: name.map_or_else(|| format!("actuator{number}"), str::to_owned),
            joint,
            stiffness: stiffness * gear * gear,
            damping: damping * gear * gear,
            rest: 0.0,
        });
    }
    Ok(())
}

const ACTUATOR: [&str; 11] = [
    "name",
    "class",
    "joint",
    "gear",
    "kp",
    "kv",
    "ctrlrange",
    "ctrllimited",
    "forcerange",
    "forcelimited",
    "group",
];

/// The largest force of an actuator is that of its joint's motor.
fn bound(element: &Element, joint: &str, gear: f64, reader: &mut Reader) -> Result<(), SceneError> {
    let most = |key: &str| {
        let range = element.exactly::<2>(key)?;
        Ok::<Option<f64>, SceneError>(range.map(|[lower, upper]| gear.abs() * lower.abs().max(upper.abs())))
    };
    let motor = element.name == "motor";
    let force = most("forcerange")?;
    if force.is_some() && !motor {
        let what = format!(
            "ignored: `forcerange` of <{}>, which is a spring or damper here",
            element.name
        );
        reader.robot.notes.say(element, what);
    }
    let control = if motor { most("ctrlrange")? } else { None };
    let bound = force.or(control).filter(|bound| *bound > 0.0);
    for known in reader.robot.links.iter_mut().flat_map(|link| &mut link.joints) {
        if known.name == joint && bound.is_some() {
            known.effort = bound;
        }
    }
    Ok(())
}
