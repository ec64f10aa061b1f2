//! A world in a few words: what `drystone check` says that it understood.

use drystone_dynamics::models::bodies::description::{BodyDescription, Dimension, Motion, WorldDescription};
use std::collections::BTreeMap;

/// Counts of bodies, shapes, laws, joints and forces, a line each.
pub fn world_in_words(world: &WorldDescription) -> String {
    let place = match world.dimension {
        Dimension::Plane => "the plane",
        Dimension::Space => "space",
    };
    let bodies = &world.bodies;
    let free = bodies.iter().filter(|b| matches!(b.motion, Motion::Free)).count();
    let fixed = bodies
        .iter()
        .filter(|b| matches!(b.motion, Motion::Fixed))
        .count();
    let moved = bodies.len() - free - fixed;
    let mut lines = vec![format!("bodies in {place}")];
    let g = world.gravity;
    lines.push(match world.dimension {
        Dimension::Plane => format!("gravity: [{}, {}] m/s²", g.x, g.y),
        Dimension::Space => format!("gravity: [{}, {}, {}] m/s²", g.x, g.y, g.z),
    });
    let mut kinds = vec![format!("{free} free"), format!("{fixed} fixed")];
    if moved > 0 {
        kinds.push(format!("{moved} with a motion"));
    }
    lines.push(format!("bodies: {} ({})", bodies.len(), kinds.join(", ")));
    let shapes = bodies.iter().flat_map(|body| &body.shapes);
    lines.push(format!(
        "shapes: {}",
        tally(shapes.map(|placed| placed.shape.name()))
    ));
    let laws = world.laws.iter().map(|law| law.friction.law().name());
    lines.push(if world.laws.is_empty() {
        "contact laws: none; bodies touch without friction and rebound".to_owned()
    } else {
        format!("contact laws: {}", tally(laws))
    });
    if !world.joints.is_empty() {
        lines.push(format!(
            "joints: {}",
            tally(world.joints.iter().map(|joint| joint.kind.name()))
        ));
    }
    if !world.forces.is_empty() {
        let names: Vec<&str> = world.forces.iter().map(|force| force.name.as_str()).collect();
        lines.push(format!("forces: {}", names.join(", ")));
    }
    lines.join("\n  ")
}

/// The same in one line.
pub fn world_in_brief(world: &WorldDescription) -> String {
    let place = match world.dimension {
        Dimension::Plane => "the plane",
        Dimension::Space => "space",
    };
    let free = |body: &&BodyDescription| matches!(body.motion, Motion::Free);
    let shapes = world.bodies.iter().flat_map(|body| &body.shapes);
    let laws = world.laws.iter().map(|law| law.friction.law().name());
    let mut parts = vec![format!(
        "{} bodies in {place}, {} of them free",
        world.bodies.len(),
        world.bodies.iter().filter(free).count(),
    )];
    if world.bodies.iter().any(|body| !body.shapes.is_empty()) {
        parts.push(tally(shapes.map(|placed| placed.shape.name())));
    }
    if !world.laws.is_empty() {
        parts.push(format!("laws: {}", tally(laws)));
    }
    if !world.joints.is_empty() {
        let kinds = world.joints.iter().map(|joint| joint.kind.name());
        parts.push(format!("joints: {}", tally(kinds)));
    }
    parts.join("; ")
}

/// "12 box, 1 plane"; "none" for nothing.
fn tally<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for name in names {
        *counts.entry(name).or_default() += 1;
    }
    if counts.is_empty() {
        return "none".to_owned();
    }
    let counts: Vec<String> = counts
        .iter()
        .map(|(name, count)| format!("{count} {name}"))
        .collect();
    counts.join(", ")
}
