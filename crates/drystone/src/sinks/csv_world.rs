//! The tables `bodies` and `contacts` of a world of bodies: one line for each body, or contact, and instant.
//!
//! Bodies by their origins. A contact is told as the pair is called: its normal points from A to B, the force
//! acts on B, a gap above 0 is open; tangents turn with the normal. Stops, motors and dry friction of joints
//! have no point.

use crate::run::runner::Frame;
use crate::run::world::{Who, World};
use crate::sinks::csv::quoted;
use drystone_dynamics::models::bodies::joints::{JointContact, Joints};
use drystone_dynamics::models::bodies::search::FIRST_JOINT_ID;
use drystone_dynamics::step::Step;
use std::io::{Error, Write};

/// Every body at an instant.
pub(crate) fn bodies(file: &mut impl Write, who: &Who, time: f64, world: &World) -> Result<(), Error> {
    for (name, seen) in who.bodies.iter().zip(&world.bodies) {
        let (x, v, w) = (seen.pose.position, seen.twist.linear, seen.twist.angular);
        write!(file, "{time},{},{},{}", quoted(name), x.x, x.y)?;
        if who.plane {
            writeln!(file, ",{},{},{},{}", seen.angle, v.x, v.y, w.z)?;
        } else {
            let r = seen.pose.rotation;
            write!(file, ",{},{},{},{},{}", x.z, r.w, r.x, r.y, r.z)?;
            writeln!(file, ",{},{},{},{},{},{}", v.x, v.y, v.z, w.x, w.y, w.z)?;
        }
    }
    Ok(())
}

/// Every contact of a step.
pub(crate) fn contacts(
    file: &mut impl Write,
    who: &Who,
    frame: &Frame,
    (world, step): (&World, &Step),
) -> Result<(), Error> {
    let axes = who.axes().len();
    for (i, contact) in step.contacts.list.iter().enumerate() {
        let rows = &step.impulses[step.offsets[i]..step.offsets[i + 1]];
        let part = |k: usize| rows.get(k).copied().unwrap_or(0.0);
        let status = step.status.get(i).map_or("", |status| status.name());
        write!(file, "{},{},", frame.count, frame.time)?;
        if let Some(place) = step.contacts.places.get(i) {
            let groups = place.bodies.map(|body| who.group_of[body]);
            let sign = world.pairs.of(groups).map_or(1.0, |(_, sign)| sign);
            let [a, b] = if sign > 0.0 {
                place.bodies
            } else {
                [place.bodies[1], place.bodies[0]]
            };
            let pair = format!("{}-{}", who.bodies[a], who.bodies[b]);
            let force = place.to_world(rows).map(|r| sign * r / world.dt);
            write!(file, "{}", quoted(&pair))?;
            list(file, &place.point[..axes])?;
            list(file, &place.normal.map(|n| sign * n)[..axes])?;
            write!(file, ",{}", contact.gap)?;
            list(file, &[part(0), part(1), part(2)][..axes])?;
            list(file, &force[..axes])?;
        } else {
            let empty = ",".repeat(axes);
            let name = joint_contact(who, contact.id);
            write!(
                file,
                "{}{empty}{empty},{},{}",
                quoted(&name),
                contact.gap,
                part(0)
            )?;
            write!(file, "{}{empty}", ",".repeat(axes - 1))?;
        }
        writeln!(file, ",{status}")?;
    }
    Ok(())
}

fn list(file: &mut impl Write, numbers: &[f64]) -> Result<(), Error> {
    numbers.iter().try_for_each(|x| write!(file, ",{x}"))
}

/// `hinge.motor`.
pub(crate) fn joint_contact(who: &Who, id: u64) -> String {
    let id = id.saturating_sub(FIRST_JOINT_ID);
    let joint = usize::try_from(id / Joints::IDS)
        .ok()
        .and_then(|j| who.joints.get(j));
    let kinds = [
        (JointContact::Lower, "lower"),
        (JointContact::Upper, "upper"),
        (JointContact::Motor, "motor"),
        (JointContact::Friction, "friction"),
    ];
    let kind = kinds.iter().find(|(kind, _)| *kind as u64 == id % Joints::IDS);
    format!(
        "{}.{}",
        joint.map_or("", String::as_str),
        kind.map_or("", |k| k.1)
    )
}
