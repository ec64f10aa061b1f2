//! Where the joints begin: where the file says, inside their limits, unless the user says.

use crate::Options;
use crate::robot::{Joint, Moves, Robot};
use crate::xml::Place;
use drystone_io::scene::{SceneError, suggestion};

/// Sets the coordinates at the start.
pub(crate) fn starts(robot: &mut Robot, options: &Options, source: &str) -> Result<(), SceneError> {
    for (name, _) in &options.start {
        let known: Vec<&str> = joints_of(robot).map(|joint| joint.name.as_str()).collect();
        if !known.contains(&name.as_str()) {
            let place = Place {
                file: source.into(),
                line: 0,
                column: 0,
            };
            return Err(place.error(format!("no joint is named `{name}`{}", suggestion(name, &known))));
        }
    }
    let mut said: Vec<String> = Vec::new();
    for joint in robot.links.iter_mut().flat_map(|link| &mut link.joints) {
        start(joint, options, &mut said)?;
    }
    let locked: Vec<String> = joints_of(robot)
        .filter(|joint| joint.limits.is_some_and(|[lower, upper]| lower == upper))
        .map(|joint| joint.name.clone())
        .collect();
    robot.gears.retain(|gear| {
        let free = !gear.hinges.iter().any(|hinge| locked.contains(hinge));
        if !free {
            said.push(format!(
                "ignored: `{}` couples a hinge whose limits lock it",
                gear.name
            ));
        }
        free
    });
    for gear in robot.gears.clone() {
        let value = |name: &str| {
            let mut joints = joints_of(robot);
            joints.find(|joint| joint.name == name).map(|joint| joint.start)
        };
        let Some(first) = value(&gear.hinges[0]) else {
            continue;
        };
        let second = gear.ratio * first + gear.offset;
        let mut joints = robot.links.iter_mut().flat_map(|link| &mut link.joints);
        if let Some(joint) = joints.find(|joint| joint.name == gear.hinges[1]) {
            if joint
                .limits
                .is_some_and(|[lower, upper]| second < lower || second > upper)
            {
                let message = format!(
                    "`{}` follows `{}` and begins at {second}, outside its own limits; correct them",
                    joint.name, gear.hinges[0]
                );
                return Err(joint.place.error(message));
            }
            joint.start = second;
        }
    }
    for what in said {
        robot.notes.add(what);
    }
    Ok(())
}

fn joints_of(robot: &Robot) -> impl Iterator<Item = &Joint> {
    robot.links.iter().flat_map(|link| &link.joints)
}

fn start(joint: &mut Joint, options: &Options, said: &mut Vec<String>) -> Result<(), SceneError> {
    joint.start = joint.reference;
    let asked = options.start.iter().rev().find(|(name, _)| *name == joint.name);
    if let Some([lower, upper]) = joint.limits {
        if lower > upper {
            let message = format!(
                "joint `{}`: the lower limit {lower} is above the upper one {upper}; swap them",
                joint.name
            );
            return Err(joint.place.error(message));
        }
        joint.start = joint.reference.clamp(lower, upper);
        if joint.start != joint.reference && asked.is_none() {
            let what = format!(
                "joint `{}` begins at {}: {} lies outside its limits",
                joint.name, joint.start, joint.reference
            );
            said.push(what);
        }
    }
    let Some((name, value)) = asked else {
        return Ok(());
    };
    if !matches!(joint.moves, Moves::Hinge | Moves::Slider) {
        return Err(joint
            .place
            .error(format!("joint `{name}` has no single coordinate to begin at")));
    }
    let inside = joint
        .limits
        .is_none_or(|[lower, upper]| (lower..=upper).contains(value));
    if !inside || !value.is_finite() {
        return Err(joint.place.error(format!(
            "joint `{name}`: asked to begin at {value}, outside its limits"
        )));
    }
    joint.start = *value;
    Ok(())
}
