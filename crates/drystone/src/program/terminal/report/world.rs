//! What the report of a run says of bodies, joints and pairs: the first few, and how many there are.

use crate::terminal::report::tables::{named, plain};
use crate::terminal::text;
use crate::terminal::text::Table;
use drystone::run::world::{Who, World};
use drystone::solve::certificate::word_of;
use std::fmt::Write;

/// Most lines of a table.
const LINES: usize = 12;

/// Bodies and joints at the end.
pub(crate) fn end(who: &Who, world: &World, colour: bool) -> String {
    let axes = who.axes();
    let mut heading = vec!["at the end"];
    heading.extend(axes);
    heading.push("speed");
    if who.plane {
        heading.extend(["angle", "ω"]);
    } else {
        heading.push("|ω|");
    }
    let mut table = Table::new("<>>>>>>", &heading);
    for (name, seen) in who.bodies.iter().zip(&world.bodies).take(LINES) {
        let position = seen.pose.position.to_array();
        let mut numbers = position[..axes.len()].to_vec();
        numbers.push(seen.twist.linear.length());
        if who.plane {
            numbers.extend([seen.angle, seen.twist.angular.z]);
        } else {
            numbers.push(seen.twist.angular.length());
        }
        table.plain(named(name, &numbers));
    }
    let mut out = table.render(2, colour);
    more(&mut out, who.bodies.len(), "bodies");
    if !world.joints.is_empty() {
        let mut table = Table::new("<>>>>", &["joint", "coordinate", "rate", "force N", "torque N·m"]);
        for (name, seen) in who.joints.iter().zip(&world.joints).take(LINES) {
            let number = |x: Option<f64>| x.map_or(String::new(), plain);
            table.plain([
                name.clone(),
                number(seen.coordinate),
                number(seen.velocity),
                number(Some(seen.force.length())),
                number(Some(seen.torque.length())),
            ]);
        }
        let _ = write!(out, "\n{}", table.render(2, colour));
        more(&mut out, who.joints.len(), "joints");
    }
    out
}

/// What pairs gave to each other, those with the most first.
pub(crate) fn pairs(who: &Who, world: &World, colour: bool) -> String {
    let axes = who.axes();
    let mut heading = vec!["pair", "impulse on the second: n"];
    heading.extend(axes);
    heading.push("N·s");
    let mut table = Table::new("<>>>>", &heading);
    let mut order: Vec<_> = world.pairs.list.iter().collect();
    order.sort_by(|a, b| b.normal.total_cmp(&a.normal));
    for pair in order.iter().take(LINES) {
        let numbers = [&[pair.normal], &pair.impulse[..axes.len()]].concat();
        table.plain(named(&pair.name, &numbers));
    }
    let mut out = String::new();
    if !order.is_empty() {
        out.push_str(&table.render(2, colour));
        more(&mut out, order.len(), "pairs");
    }
    let _ = writeln!(
        out,
        "  {}, {}, {} that met or have a law",
        text::count_of(who.bodies.len(), "body", "bodies"),
        text::count_of(who.joints.len(), "joint", "joints"),
        text::count_of(order.len(), "pair", "pairs"),
    );
    out
}

/// The contact that missed its law most, where one did.
pub(crate) fn worst(who: &Who, world: &World) -> String {
    let Some(worst) = world.worst else {
        return String::new();
    };
    let [a, b] = worst.bodies.map(|body| who.bodies[body].as_str());
    format!(
        "  \"{a}\"–\"{b}\" misses its law most, at t = {} s: {} {} {}\n",
        worst.time,
        word_of(worst.clause),
        text::small(worst.defect),
        worst.unit,
    )
}

fn more(out: &mut String, count: usize, what: &str) {
    if count > LINES {
        let _ = writeln!(out, "  … {count} {what} in all; --json and --csv have every one");
    }
}
