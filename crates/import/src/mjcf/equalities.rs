//! Equalities of MJCF: points and frames that stay together as ties, joints that go together as gears.

use super::Reader;
use crate::robot::{Gear, Moves, Tie};
use crate::xml::Element;
use drystone_dynamics::geometry::DVec3;
use drystone_io::scene::SceneError;

pub(super) fn equality(element: &Element, number: usize, reader: &mut Reader) -> Result<(), SceneError> {
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
