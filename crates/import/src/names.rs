//! Names that a scene can use: letters, digits, `_` and `-`, each once.

use crate::robot::Robot;
use crate::xml::{Element, Notes};
use std::collections::BTreeSet;

/// Names that are taken.
#[derive(Debug, Default)]
pub(crate) struct Taken(BTreeSet<String>);

impl Taken {
    /// The name with letters, digits, `_` and `-` only, another one where it is taken or means the
    /// surroundings.
    pub(crate) fn name(&mut self, wanted: &str, at: &Element, notes: &mut Notes) -> String {
        let mut name = plain(wanted);
        if name == "world" {
            name.push_str("_link");
        }
        while !self.0.insert(name.clone()) {
            name.push('_');
        }
        if name != wanted {
            notes.say(at, format!("`{wanted}` is named `{name}` here"));
        }
        name
    }
}

/// Other names for springs, gears and ties that would have the same, or that a scene cannot write.
pub(crate) fn tidy(robot: &mut Robot) {
    let mut joints = BTreeSet::new();
    joints.extend(
        robot
            .links
            .iter()
            .flat_map(|link| &link.joints)
            .map(|joint| joint.name.clone()),
    );
    let mut forces = BTreeSet::new();
    let gears = robot.gears.iter_mut().map(|gear| &mut gear.name);
    for name in gears.chain(robot.ties.iter_mut().map(|tie| &mut tie.name)) {
        *name = free(name, &mut joints);
    }
    for spring in &mut robot.springs {
        spring.name = free(&spring.name, &mut forces);
    }
}

fn free(wanted: &str, taken: &mut BTreeSet<String>) -> String {
    let mut name = plain(wanted);
    while !taken.insert(name.clone()) {
        name.push('_');
    }
    name
}

/// Letters, digits, `_` and `-` only.
fn plain(name: &str) -> String {
    let plain = |c: char| {
        if c.is_alphanumeric() || matches!(c, '_' | '-') {
            c
        } else {
            '_'
        }
    };
    let name: String = name.chars().map(plain).collect();
    if name.is_empty() { "_".to_owned() } else { name }
}
