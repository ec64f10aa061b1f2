//! Actuators of MJCF at control 0: servos are springs and dampers, motors do nothing.

use super::Reader;
use crate::robot::{Moves, Spring};
use crate::xml::Element;
use drystone_io::scene::SceneError;

pub(super) fn actuator(element: &Element, number: usize, reader: &mut Reader) -> Result<(), SceneError> {
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
