//! The scene file of a robot: numbers with all their digits, so that nothing is lost on the way.

use crate::Options;
use crate::assemble::{Assembly, Body, Held};
use crate::paths::from_folder;
use crate::robot::{Geom, Kind, Moves, Robot};
use drystone_dynamics::geometry::{DMat3, DQuat, DVec3, MassProperties, Pose};
use std::fmt::Write;
use std::path::Path;

/// The text of the scene. `source` names the robot's file.
pub(crate) fn write(robot: &Robot, assembly: &Assembly, source: &str, options: &Options) -> String {
    let mut out = String::new();
    let file = Path::new(source)
        .file_name()
        .map_or(source.into(), |name| name.to_string_lossy());
    line(
        &mut out,
        &format!("# Imported from {} by `drystone import`.", one_line(&file)),
    );
    for note in robot.notes.lines() {
        line(&mut out, &format!("# {}", one_line(&note)));
    }
    line(&mut out, &format!("title = {}", quoted(&robot.name)));
    let laws = laws(assembly);
    if laws.is_empty() {
        line(
            &mut out,
            "\n[params]\nmu = 0.5                             # the file says nothing about friction",
        );
    }
    let gravity = robot.gravity.unwrap_or(DVec3::new(0.0, 0.0, -9.81));
    line(&mut out, &format!("\n[world]\ngravity = {}", vector(gravity)));
    for each in &assembly.bodies {
        body(&mut out, each, robot.hulls, options);
    }
    if laws.is_empty() {
        line(
            &mut out,
            "\n[[contact]]\nbetween = [\"*\", \"*\"]\nfriction = \"$mu\"",
        );
    }
    for law in &laws {
        line(&mut out, law);
    }
    for held in &assembly.joints {
        joint(&mut out, held, options);
    }
    ties(&mut out, robot, assembly);
    springs(&mut out, robot, assembly);
    let step = robot.step.unwrap_or(1e-3);
    line(
        &mut out,
        &format!("\n[run]\nt_end = 5.0\nstep = {}", number(step)),
    );
    out
}

fn line(out: &mut String, text: &str) {
    out.push_str(text);
    out.push('\n');
}

fn one_line(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}

/// A text in quotes, as TOML escapes it.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(out, "\\U{:08X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A name as a key: bare where TOML lets it be.
fn key(name: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    if !name.is_empty() && name.chars().all(bare) {
        name.to_owned()
    } else {
        quoted(name)
    }
}

/// All digits; −0 is 0.
fn number(x: f64) -> String {
    format!("{:?}", x + 0.0)
}

fn vector(v: DVec3) -> String {
    list(&v.to_array())
}

fn list(numbers: &[f64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(|x| number(*x)).collect();
    format!("[{}]", numbers.join(", "))
}

fn names(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| quoted(name)).collect();
    format!("[{}]", names.join(", "))
}

fn quaternion(q: DQuat) -> String {
    let q = if q.w < 0.0 { -q } else { q };
    list(&[q.w, q.x, q.y, q.z])
}

fn body(out: &mut String, body: &Body, hulls: bool, options: &Options) {
    line(out, "");
    if !body.links.is_empty() {
        line(
            out,
            &format!("# One body of the links {}.", one_line(&body.links.join(", "))),
        );
    }
    line(out, &format!("[body.{}]", key(&body.name)));
    if body.fixed {
        line(out, "fixed = true");
    }
    let mesh = if body.fixed && !hulls { "mesh" } else { "hull" };
    match body.shapes.as_slice() {
        [] => {}
        [one] => line(out, &format!("shape = {}", shape(one, mesh, options))),
        several => {
            line(out, "shapes = [");
            for each in several {
                line(out, &format!("  {},", shape(each, mesh, options)));
            }
            line(out, "]");
        }
    }
    if let Some(of) = &body.mass {
        mass(out, of);
    }
    line(out, &format!("position = {}", vector(body.pose.position)));
    if body.pose.rotation != DQuat::IDENTITY {
        line(out, &format!("quat_wxyz = {}", quaternion(body.pose.rotation)));
    }
    if !body.passes.is_empty() {
        let all: Vec<String> = body.passes.iter().cloned().collect();
        line(out, &format!("pass_through = {}", names(&all)));
    }
}

fn mass(out: &mut String, mass: &MassProperties) {
    line(out, &format!("mass = {}", number(mass.mass)));
    line(out, &format!("center_of_mass = {}", vector(mass.center)));
    let j = mass.inertia;
    let diagonal = DVec3::new(j.x_axis.x, j.y_axis.y, j.z_axis.z);
    if j == DMat3::from_diagonal(diagonal) {
        line(out, &format!("inertia = {}", vector(diagonal)));
    } else {
        let rows: Vec<String> = (0..3).map(|i| vector(0.5 * (j.row(i) + j.col(i)))).collect();
        line(out, &format!("inertia = [{}]", rows.join(", ")));
    }
}

fn shape(geom: &Geom, mesh: &str, options: &Options) -> String {
    let mut text = match &geom.kind {
        Kind::Plane => "{ plane = {}".to_owned(),
        Kind::Sphere(radius) => format!("{{ sphere = {}", number(*radius)),
        Kind::Box(size) => format!("{{ box = {}", vector(*size)),
        Kind::Capsule(length, radius) => round("capsule", *length, *radius),
        Kind::Cylinder(length, radius) => round("cylinder", *length, *radius),
        Kind::Ellipsoid(axes) => format!("{{ ellipsoid = {}", vector(*axes)),
        Kind::Points(points) => {
            let points: Vec<String> = points.iter().map(|point| vector(*point)).collect();
            format!("{{ hull = [{}]", points.join(", "))
        }
        Kind::Mesh(file, scale) => {
            let file = quoted(&from_folder(file, &options.folder));
            match *scale {
                DVec3::ONE => format!("{{ {mesh} = {{ file = {file} }}"),
                scale => format!("{{ {mesh} = {{ file = {file}, scale = {} }}", vector(scale)),
            }
        }
    };
    let Pose { position, rotation } = geom.pose;
    if position != DVec3::ZERO {
        let _ = write!(text, ", position = {}", vector(position));
    }
    if rotation != DQuat::IDENTITY {
        let _ = write!(text, ", quat_wxyz = {}", quaternion(rotation));
    }
    text + " }"
}

fn round(kind: &str, length: f64, radius: f64) -> String {
    format!(
        "{{ {kind} = {{ length = {}, radius = {} }}",
        number(length),
        number(radius)
    )
}

/// Laws by body, the smallest friction first: of two bodies the larger counts, since the last entry that
/// matches wins.
fn laws(assembly: &Assembly) -> Vec<String> {
    let mut of: Vec<([f64; 3], &str)> = Vec::new();
    for body in &assembly.bodies {
        let frictions = body.shapes.iter().filter_map(|shape| shape.friction);
        let largest = frictions.reduce(|a, b| [a[0].max(b[0]), a[1].max(b[1]), a[2].max(b[2])]);
        of.extend(largest.map(|friction| (friction, body.name.as_str())));
    }
    of.sort_by(|a, b| a.0.partial_cmp(&b.0).unwrap_or(std::cmp::Ordering::Equal));
    let all_one = of.iter().all(|(friction, _)| *friction == of[0].0);
    let law = |(friction, name): &([f64; 3], &str)| {
        let mut text = format!(
            "\n[[contact]]\nbetween = [{}, \"*\"]\nfriction = {}",
            quoted(name),
            number(friction[0])
        );
        for (key, value) in [("torsion", friction[1]), ("rolling", friction[2])] {
            if value > 0.0 {
                let _ = write!(text, "\n{key} = {}", number(value));
            }
        }
        text
    };
    if all_one {
        return of
            .first()
            .map(|(friction, _)| law(&(*friction, "*")))
            .into_iter()
            .collect();
    }
    of.iter().map(law).collect()
}

fn joint(out: &mut String, held: &Held, options: &Options) {
    let joint = &held.joint;
    let locked = joint.limits.is_some_and(|[lower, upper]| lower == upper);
    line(out, &format!("\n[joint.{}]", key(&joint.name)));
    let kind = if locked { "fixed" } else { joint.moves.name() };
    line(out, &format!("kind = \"{kind}\""));
    line(out, &format!("between = {}", names(&held.between)));
    line(out, &format!("at = {}", vector(held.at)));
    if locked {
        return;
    }
    if joint.moves != Moves::Ball {
        line(out, &format!("axis = {}", vector(held.axis)));
    }
    if let Some([lower, upper]) = joint.limits {
        let limits = [lower - joint.start, upper - joint.start];
        let counted = if joint.start == 0.0 {
            String::new()
        } else {
            format!(
                "   # it begins at {} of the file's coordinate",
                number(joint.start)
            )
        };
        line(out, &format!("limits = {}{counted}", list(&limits)));
    }
    if joint.friction > 0.0 {
        line(out, &format!("friction = {}", number(joint.friction)));
    }
    if joint.armature > 0.0 {
        line(out, &format!("armature = {}", number(joint.armature)));
    }
    if let Moves::Hinge | Moves::Slider = joint.moves {
        let most = if joint.moves == Moves::Hinge {
            "max_torque"
        } else {
            "max_force"
        };
        match (options.hold, joint.effort) {
            (true, Some(effort)) => line(
                out,
                &format!("motor = {{ velocity = 0, {most} = {} }}", number(effort)),
            ),
            (true, None) => line(out, "motor = { velocity = 0 }"),
            (false, Some(effort)) => {
                line(
                    out,
                    &format!("# motor = {{ velocity = 0, {most} = {} }}", number(effort)),
                );
            }
            (false, None) => {}
        }
    }
}

fn ties(out: &mut String, robot: &Robot, assembly: &Assembly) {
    for gear in &robot.gears {
        line(out, &format!("\n[joint.{}]\nkind = \"gear\"", key(&gear.name)));
        line(out, &format!("hinges = {}", names(&gear.hinges)));
        line(out, &format!("ratio = {}", number(gear.ratio)));
    }
    for tie in &robot.ties {
        let name = |link: Option<usize>| {
            link.map_or("world", |link| assembly.body_of[link].as_str())
                .to_owned()
        };
        let pose = tie.between[0].map_or_else(Pose::default, |link| assembly.poses[link]);
        line(
            out,
            &format!("\n[joint.{}]\nkind = \"{}\"", key(&tie.name), tie.kind),
        );
        line(out, &format!("between = {}", names(&tie.between.map(name))));
        line(out, &format!("at = {}", vector(pose.point(tie.at))));
    }
}

fn springs(out: &mut String, robot: &Robot, assembly: &Assembly) {
    for spring in &robot.springs {
        let Some(held) = assembly
            .joints
            .iter()
            .find(|held| held.joint.name == spring.joint)
        else {
            continue;
        };
        if held.joint.limits.is_some_and(|[lower, upper]| lower == upper) {
            continue;
        }
        line(
            out,
            &format!(
                "\n[force.{}]\njoint = {}",
                key(&spring.name),
                quoted(&spring.joint)
            ),
        );
        if spring.damping > 0.0 {
            line(out, &format!("damping = {}", number(spring.damping)));
        }
        if spring.stiffness > 0.0 {
            line(out, &format!("stiffness = {}", number(spring.stiffness)));
            line(out, &format!("rest = {}", number(spring.rest - held.joint.start)));
        }
    }
}
