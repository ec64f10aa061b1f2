//! `docs/scene_format.md`, from the table of keys.

pub(crate) mod schema;

use super::keys::Key;
use crate::scene::keys::acting::{CONTACT, DRAG, FORCE, JOINT, MOTION, MOTOR, SPRING};
use crate::scene::keys::bodies::{
    ANGLE, ANGLE_DEG, AROUND, BODY, CAPSULE, CONE, CYLINDER, EULER, EULER_DEG, HEIGHTS, MESH, PERIODIC,
    PLANE, POSITION, QUAT, SHAPES, WORLD,
};
use crate::scene::keys::fills::{ARCH, CHAIN, FILL, HEAP, PATTERNS, RANDOM, RING, WALL};
use crate::scene::keys::laws::{BODY_ELLIPSE, FRICTION, RESTITUTION};
use crate::scene::keys::table::{
    COMPLEMENTARITY, LAGRANGIAN, LAGRANGIAN_CONSTRAINT, LAGRANGIAN_CONTACT, RECORD, RUN, SCENE, SLEEP,
};
use crate::scene::keys::verify::{CHECK, VERIFY};
use crate::scene::read::value_kinds::asked;
use drystone_dynamics::models::complementarity::SCHEMES;
use drystone_dynamics::schemes;
use std::fmt::Write;

const INTRODUCTION: &str = include_str!("introduction.md");
const PARAMS: &str = include_str!("params.md");
const BODIES: &str = include_str!("bodies.md");
const ACTING: &str = include_str!("acting.md");
const FILLS: &str = include_str!("fills.md");
const LAGRANGIAN_TEXT: &str = include_str!("lagrangian.md");
const LAWS: &str = include_str!("laws.md");
const COMPLEMENTARITY_TEXT: &str = include_str!("complementarity.md");
const RUN_TEXT: &str = include_str!("run.md");
const VERIFY_TEXT: &str = include_str!("verify.md");
const OVERRIDES: &str = include_str!("overrides.md");

/// The reference of scene files, in Markdown.
pub fn reference() -> String {
    let mut out = INTRODUCTION.to_owned();
    keys(&mut out, "Keys at the top", SCENE);
    out += PARAMS;
    bodies(&mut out);
    out += LAGRANGIAN_TEXT;
    keys(&mut out, "Keys of `[lagrangian]`", LAGRANGIAN);
    keys(
        &mut out,
        "Keys of `[lagrangian.contact.NAME]`",
        LAGRANGIAN_CONTACT,
    );
    keys(
        &mut out,
        "Keys of `[lagrangian.constraint.NAME]`",
        LAGRANGIAN_CONSTRAINT,
    );
    out += LAWS;
    for (name, forms) in [("friction", FRICTION), ("restitution", RESTITUTION)] {
        for form in forms {
            keys(&mut out, &format!("`{name}`: {}", form.about), form.keys);
        }
    }
    out += COMPLEMENTARITY_TEXT;
    keys(&mut out, "Keys of `[complementarity]`", COMPLEMENTARITY);
    out += RUN_TEXT;
    keys(&mut out, "Keys of `[run]`", RUN);
    keys(&mut out, "Keys of `run.record`", RECORD);
    keys(&mut out, "Keys of `run.sleep`", SLEEP);
    scheme_options(&mut out);
    out += OVERRIDES;
    out += VERIFY_TEXT;
    keys(&mut out, "Keys of `[[verify]]`", VERIFY);
    keys(&mut out, "Keys of `checks`", CHECK);
    out
}

fn bodies(out: &mut String) {
    *out += BODIES;
    keys(out, "Keys of `[world]`", WORLD);
    keys(out, "Keys of `world.periodic`", PERIODIC);
    keys(out, "Keys of `[body.NAME]`", BODY);
    out.push_str("\n### Shapes\n\n| shape | takes | unit | |\n|---|---|---|---|\n");
    for form in SHAPES {
        for (i, key) in own_keys(form.keys).iter().enumerate() {
            let about = if i == 0 {
                format!("{}. {}", form.about, key.about)
            } else {
                key.about.to_owned()
            };
            let dots = if i == 0 { "" } else { "… " };
            // Writing to a string cannot fail.
            let _ = writeln!(
                out,
                "| {dots}`{}` | {} | {} | {about} |",
                key.name,
                asked(key.kind),
                key.unit
            );
        }
    }
    keys(
        out,
        "Pose of a shape in its body, and how often it is there",
        &pose_keys(),
    );
    for (name, table) in [
        ("plane", PLANE),
        ("capsule", CAPSULE),
        ("cylinder", CYLINDER),
        ("cone", CONE),
        ("mesh` and `hull", MESH),
        ("heights", HEIGHTS),
    ] {
        keys(out, &format!("Keys of `{name}`"), table);
    }
    *out += ACTING;
    for (name, table) in [
        ("[[contact]]", CONTACT),
        ("[joint.NAME]", JOINT),
        ("motor", MOTOR),
        ("[motion.NAME]", MOTION),
        ("[force.NAME]", FORCE),
        ("spring", SPRING),
        ("drag", DRAG),
    ] {
        keys(out, &format!("Keys of `{name}`"), table);
    }
    keys(
        out,
        "`friction` between bodies: an ellipse, in space",
        BODY_ELLIPSE.keys,
    );
    fills(out);
}

fn fills(out: &mut String) {
    *out += FILLS;
    keys(out, "Keys of `[[fill]]`", FILL);
    for form in PATTERNS {
        keys(out, &format!("`pattern`: {}", form.about), form.keys);
    }
    for (name, table) in [
        ("ring", RING),
        ("random", RANDOM),
        ("heap", HEAP),
        ("wall", WALL),
        ("arch", ARCH),
        ("chain", CHAIN),
    ] {
        keys(out, &format!("Keys of `{name}`"), table);
    }
}

/// The keys of a shape that are not its pose.
fn own_keys(keys: &[Key]) -> Vec<Key> {
    let pose = pose_keys();
    let own = |key: &&Key| pose.iter().all(|other| other.name != key.name);
    keys.iter().filter(own).copied().collect()
}

fn pose_keys() -> Vec<Key> {
    vec![POSITION, QUAT, EULER, EULER_DEG, ANGLE, ANGLE_DEG, AROUND]
}

fn scheme_options(out: &mut String) {
    out.push_str("\n### Options of the schemes\n\n| scheme | option | |\n|---|---|---|\n");
    for entry in schemes::NAMES.iter().chain(SCHEMES) {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "| `{}` | | {} |", entry.name, entry.what);
        for (option, about) in entry.options {
            let _ = writeln!(out, "| | `{option}` | {about} |");
        }
    }
}

fn keys(out: &mut String, title: &str, keys: &[Key]) {
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "\n### {title}\n\n| key | takes | unit | default | |\n|---|---|---|---|---|"
    );
    for key in keys {
        let default = match (key.required, key.default) {
            (true, _) => "required".to_owned(),
            (_, "") => String::new(),
            (_, text) => format!("`{text}`"),
        };
        let takes = asked(key.kind).replace('|', "\\|");
        let about = key.about.replace('|', "\\|");
        let _ = writeln!(
            out,
            "| `{}` | {takes} | {} | {default} | {about} |",
            key.name, key.unit
        );
    }
}
