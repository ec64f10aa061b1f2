//! `[force.NAME]`: applied forces and torques, springs, springs on joints, drag.

use super::super::error::SceneError;
use super::super::nearest::suggestion;
use super::joints::{Coordinate, coordinate};
use super::names::Names;
use super::part::{Part, vector_of};
use crate::scene::read::tree::Node;
use drystone_dynamics::formula::{Differentiator, Expr, Graph, Symbol, Tape};
use drystone_dynamics::geometry::{DVec3, Pose};
use drystone_dynamics::models::bodies::description::{
    BodyDescription, ForceDescription, ForceKind, JointDescription, Motion,
};

/// The inputs of an applied force, in their order.
const INPUTS: [&str; 11] = ["t", "x", "y", "z", "vx", "vy", "vz", "angle", "wx", "wy", "wz"];

/// The forces of a table: one, or one on each of the bodies that it names.
pub(super) fn forces(
    name: &str,
    part: &Part<'_>,
    names: &Names,
    (bodies, joints): (&[BodyDescription], &[JointDescription]),
) -> Result<Vec<ForceDescription>, SceneError> {
    for others in [["spring", "joint"], ["spring", "drag"], ["joint", "drag"]] {
        part.only(&others)?;
    }
    for other in ["spring", "joint", "drag"] {
        for key in ["force", "torque", "at"] {
            if part.has(other) && part.has(key) {
                let message = format!("goes with `body`, not with `{other}`; make it a force of its own");
                return Err(part.wrong(key, message));
            }
        }
    }
    for key in ["stiffness", "damping", "rest"] {
        if part.has(key) && !part.has("joint") {
            let message = "goes with `joint`; springs between bodies have it under `spring`";
            return Err(part.wrong(key, message));
        }
    }
    if let Some(table) = part.sub("spring") {
        return Ok(vec![named(name, spring(&table, names, bodies)?)]);
    }
    if part.has("joint") {
        return Ok(vec![named(name, joint_spring(part, joints)?)]);
    }
    if let Some(table) = part.sub("drag") {
        let number = |key: &str| table.number(key).unwrap_or(0.0);
        let drag = |body: Option<usize>| ForceKind::Drag {
            body,
            linear: number("linear"),
            quadratic: number("quadratic"),
            angular: number("angular"),
        };
        if !part.has("body") {
            return Ok(vec![named(name, drag(None))]);
        }
        let on = free_bodies(part, names, bodies)?;
        return Ok(on_each(name, &on, bodies, |body| drag(Some(body))));
    }
    applied(name, part, names, bodies)
}

fn named(name: &str, kind: ForceKind) -> ForceDescription {
    ForceDescription {
        name: name.to_owned(),
        kind,
    }
}

/// The same on each of some bodies; where they are several, the names tell them apart.
fn on_each(
    name: &str,
    on: &[usize],
    bodies: &[BodyDescription],
    kind: impl Fn(usize) -> ForceKind,
) -> Vec<ForceDescription> {
    let each = |body: &usize| match on {
        [_] => named(name, kind(*body)),
        _ => named(&format!("{name} on {}", bodies[*body].name), kind(*body)),
    };
    on.iter().map(each).collect()
}

/// Of the bodies under `body`, a name or `prefix*`, those that move freely: at least one.
fn free_bodies(part: &Part<'_>, names: &Names, bodies: &[BodyDescription]) -> Result<Vec<usize>, SceneError> {
    let pattern = part.text("body").unwrap_or_default();
    let mut found = names
        .all(pattern)
        .map_err(|message| part.wrong("body", message))?;
    found.retain(|body| matches!(bodies[*body].motion, Motion::Free));
    if found.is_empty() {
        let message = format!("`{pattern}` does not move freely: no force moves it; remove the force");
        return Err(part.wrong("body", message));
    }
    Ok(found)
}

fn applied(
    name: &str,
    part: &Part<'_>,
    names: &Names,
    bodies: &[BodyDescription],
) -> Result<Vec<ForceDescription>, SceneError> {
    if !part.has("force") && !part.has("torque") {
        let message = "no force: give `body` with `force` or `torque`, or `spring`, `joint` or `drag`";
        return Err(part.fail(message));
    }
    if !part.has("body") {
        return Err(part.wrong("body", "missing; asked: the body on which it acts"));
    }
    let on = free_bodies(part, names, bodies)?;
    let mut graph = Graph::default();
    let mut outputs: Vec<Expr> = (0..6).map(|_| graph.constant(0.0)).collect();
    let plane = part.reader.plane;
    if let Some(list) = part.node("force").and_then(Node::list) {
        if let Some(message) = part.misfit(list, "entries") {
            return Err(part.wrong("force", message));
        }
        for (i, node) in list.iter().enumerate() {
            outputs[i] = formula(part, &mut graph, node, &format!("{}[{i}]", part.key("force")))?;
        }
    }
    if let Some(node) = part.node("torque") {
        let path = part.key("torque");
        match (node.list(), plane) {
            (None, true) => outputs[5] = formula(part, &mut graph, node, &path)?,
            (Some(list), false) if list.len() == 3 => {
                for (i, node) in list.iter().enumerate() {
                    outputs[3 + i] = formula(part, &mut graph, node, &format!("{path}[{i}]"))?;
                }
            }
            (_, true) => return Err(part.wrong("torque", "asked: one number or formula in the plane")),
            (_, false) => return Err(part.wrong("torque", "asked: three numbers or formulas in space")),
        }
    }
    let tape = Tape::compile(&graph, &outputs, INPUTS.len());
    let slopes = slopes(&mut graph, &outputs);
    let at = part.vector("at")?;
    Ok(on_each(name, &on, bodies, |body| ForceKind::Applied {
        body,
        tape: tape.clone(),
        slopes: slopes.clone(),
        at: at.unwrap_or(bodies[body].mass.center),
    }))
}

/// Derivatives by every input but t, input after input; none where they are all zero.
fn slopes(graph: &mut Graph, outputs: &[Expr]) -> Option<Tape> {
    let mut found = Vec::with_capacity((INPUTS.len() - 1) * outputs.len());
    for variable in (0..).take(INPUTS.len()).skip(1) {
        let mut by = Differentiator::new(variable);
        for output in outputs {
            found.push(by.derive(graph, *output));
        }
    }
    let varies = found.iter().any(|slope| !graph.is(*slope, 0.0));
    varies.then(|| Tape::compile(graph, &found, INPUTS.len()))
}

fn formula(part: &Part<'_>, graph: &mut Graph, node: &Node, path: &str) -> Result<Expr, SceneError> {
    let plane = part.reader.plane;
    let forbidden = |name: &str| {
        if plane {
            ["z", "vz", "wx", "wy"].contains(&name)
        } else {
            name == "angle"
        }
    };
    let mut variables: Vec<(&str, Symbol)> = Vec::with_capacity(INPUTS.len());
    for (name, i) in INPUTS.into_iter().zip(0..) {
        let symbol = match (forbidden(name), plane) {
            (false, _) => Symbol::Variable(i),
            (true, true) => Symbol::Forbidden("use t, x, y, vx, vy, angle and wz in the plane"),
            (true, false) => {
                Symbol::Forbidden("a body in space has no angle; use t, x, y, z, vx, vy, vz, wx, wy and wz")
            }
        };
        variables.push((name, symbol));
    }
    part.reader.formula(graph, node, path, &variables)
}

fn spring(table: &Part<'_>, names: &Names, bodies: &[BodyDescription]) -> Result<ForceKind, SceneError> {
    let between = names.pair(table)?;
    let mut at = [DVec3::ZERO; 2];
    if let Some(list) = table.node("at").and_then(Node::list) {
        if list.len() != 2 {
            return Err(table.wrong("at", format!("found {} points, asked: its two ends", list.len())));
        }
        for (i, point) in list.iter().filter_map(Node::list).take(2).enumerate() {
            if let Some(message) = table.misfit(point, "numbers") {
                return Err(table.wrong_entry("at", i, message));
            }
            at[i] = vector_of(point);
        }
    }
    let end = |i: usize| {
        let pose = bodies
            .get(between[i])
            .map_or_else(Pose::default, |body| body.pose);
        pose.point(at[i])
    };
    Ok(ForceKind::Spring {
        between,
        at,
        stiffness: table.number("stiffness").unwrap_or(0.0),
        damping: table.number("damping").unwrap_or(0.0),
        length: table
            .number("length")
            .unwrap_or_else(|| (end(1) - end(0)).length()),
    })
}

fn joint_spring(part: &Part<'_>, joints: &[JointDescription]) -> Result<ForceKind, SceneError> {
    if part.has("body") {
        return Err(part.wrong("body", "a spring on a joint acts on its two bodies; remove it"));
    }
    let name = part.text("joint").unwrap_or_default();
    let Some(joint) = joints.iter().position(|joint| joint.name == name) else {
        let known: Vec<&str> = joints.iter().map(|joint| joint.name.as_str()).collect();
        let message = format!("no joint is named `{name}`{}", suggestion(name, &known));
        return Err(part.wrong("joint", message));
    };
    if coordinate(joints[joint].kind) == Coordinate::None {
        let message = format!(
            "`{name}` has no coordinate for a spring; hinges, sliders, cylinders and screws have one"
        );
        return Err(part.wrong("joint", message));
    }
    if !part.has("stiffness") && !part.has("damping") {
        return Err(part.wrong("stiffness", "missing; asked: `stiffness`, `damping` or both"));
    }
    Ok(ForceKind::JointSpring {
        joint,
        stiffness: part.number("stiffness").unwrap_or(0.0),
        damping: part.number("damping").unwrap_or(0.0),
        rest: part.number("rest").unwrap_or(0.0),
    })
}
