//! What is refused: bodies and joints that do not exist, numbers that mean nothing.

use super::super::description::{ForceDescription, ForceKind};
use super::super::joints::Joints;
use super::super::placement::Placement;

/// Why a force could not be built.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("force `{force}`: {what}; {remedy}")]
pub struct ForceError {
    /// Its name.
    pub force: String,
    /// What is wrong.
    pub what: String,
    /// What to do.
    pub remedy: &'static str,
}

/// What is wrong and what to do.
type Fault = (String, &'static str);

pub(super) fn check(force: &ForceDescription, joints: &Joints, placement: &Placement) -> Result<(), Fault> {
    check_bodies(&force.kind, placement)?;
    check_numbers(&force.kind)?;
    match &force.kind {
        ForceKind::Applied { tape, .. } if tape.num_outputs() != 6 => Err((
            format!("it has {} formulas", tape.num_outputs()),
            "give three components of the force and three of the torque",
        )),
        ForceKind::JointSpring { joint, .. } if joints.coordinate(*joint, placement).is_none() => Err((
            format!("joint {joint} has no coordinate"),
            "name a hinge, slider, cylinder or screw",
        )),
        _ => Ok(()),
    }
}

fn check_bodies(kind: &ForceKind, placement: &Placement) -> Result<(), Fault> {
    let bodies: &[usize] = match kind {
        ForceKind::Applied { body, .. } | ForceKind::Drag { body: Some(body), .. } => &[*body],
        ForceKind::Spring { between, .. } => between,
        _ => return Ok(()),
    };
    if let Some(body) = bodies.iter().find(|body| **body >= placement.len()) {
        return Err((
            format!("there is no body {body} among {}", placement.len()),
            "name bodies that exist",
        ));
    }
    if !bodies.iter().any(|&body| placement.is_free(body)) {
        return Err((
            "it acts on no body that moves freely".into(),
            "name a free body, or leave it out",
        ));
    }
    if let [a, b] = bodies
        && a == b
    {
        return Err(("both its bodies are the same".into(), "name two different bodies"));
    }
    Ok(())
}

fn check_numbers(kind: &ForceKind) -> Result<(), Fault> {
    let named: &[(&str, f64)] = match *kind {
        ForceKind::Applied { .. } => &[],
        ForceKind::Spring {
            stiffness,
            damping,
            length,
            ..
        } => &[("stiffness", stiffness), ("damping", damping), ("length", length)],
        ForceKind::JointSpring {
            stiffness,
            damping,
            rest,
            ..
        } => &[
            ("stiffness", stiffness),
            ("damping", damping),
            ("rest", rest.abs()),
        ],
        ForceKind::Drag {
            linear,
            quadratic,
            angular,
            ..
        } => &[("linear", linear), ("quadratic", quadratic), ("angular", angular)],
    };
    if let Some((name, found)) = named.iter().find(|x| !(0.0..f64::INFINITY).contains(&x.1)) {
        return Err((
            format!("its {name} is {found}"),
            "give a finite number of at least 0",
        ));
    }
    let finite = match *kind {
        ForceKind::Applied { at, .. } => at.is_finite(),
        ForceKind::Spring { at, .. } => at.iter().all(|at| at.is_finite()),
        _ => true,
    };
    if !finite {
        return Err((
            "one of its points is not finite".into(),
            "give finite coordinates",
        ));
    }
    Ok(())
}
