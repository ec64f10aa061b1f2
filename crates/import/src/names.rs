//! Names that a scene can use, and files that it can find.

use crate::element::{Element, Notes};
use crate::robot::Robot;
use drystone_io::scene::SceneError;
use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

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

/// A mesh file: `package://NAME/PATH`, `file://PATH`, or a path from the folder of the robot's file.
pub(crate) fn mesh_file(at: &Element, name: &str, folder: &Path) -> Result<PathBuf, SceneError> {
    let ending = name.rsplit('.').next().unwrap_or("").to_ascii_lowercase();
    if !["stl", "obj"].contains(&ending.as_str()) {
        let message =
            format!("`{name}` ends in neither .stl nor .obj; convert it to one of the two and name that");
        return Err(at.error(message));
    }
    let mut tried: Vec<PathBuf> = Vec::new();
    if let Some(rest) = name
        .strip_prefix("package://")
        .or_else(|| name.strip_prefix("model://"))
    {
        let inside = rest.split_once('/').map_or(rest, |(_, path)| path);
        // The package is the folder of the file or one above it, under its own name or another.
        for above in folder.ancestors() {
            tried.extend([above.join(rest), above.join(inside)]);
        }
    } else {
        let path = name.strip_prefix("file://").unwrap_or(name);
        tried.push(folder.join(path));
    }
    let found = tried.iter().position(|path| path.is_file());
    found.map(|i| tried.swap_remove(i)).ok_or_else(|| {
        let message = format!(
            "no file `{name}` from the folder {} on; put it there, or correct the path",
            if folder.as_os_str().is_empty() {
                Path::new(".")
            } else {
                folder
            }
            .display()
        );
        at.error(message)
    })
}

/// A path as a scene in `folder` names it.
pub(crate) fn from_folder(path: &Path, folder: &Path) -> String {
    let whole = |path: &Path| {
        let path = if path.as_os_str().is_empty() {
            Path::new(".")
        } else {
            path
        };
        std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
    };
    let (path, folder) = (whole(path), whole(folder));
    let (to, from): (Vec<Component<'_>>, Vec<Component<'_>>) =
        (path.components().collect(), folder.components().collect());
    let same = to.iter().zip(&from).take_while(|(a, b)| a == b).count();
    let mut out = PathBuf::new();
    if same == 0 {
        out.push(&path);
    } else {
        from[same..].iter().for_each(|_| out.push(".."));
        to[same..].iter().for_each(|part| out.push(part));
    }
    out.display().to_string()
}
