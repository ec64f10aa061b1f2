//! Whether a run that calls itself certified is: from its summary and its frames, by no code of the library.
//!
//! ```text
//! numbers     finite in every frame
//! books       final = initial + applied work − losses + correction + residue
//! overlap     at most 1 % of the smallest body
//! energy      no more than 1e-3 of the energy in play appears without work, beside what contact laws make
//!             and what corrections of positions lift, and of that no more than 2e-2
//! sameness    turned, shifted, mirrored, in millimetres, in another order: the same motion
//! ```
//! A run that stops, or says that it is not certified, is honest. Motors are booked among the losses, so
//! worlds with motors are not asked about energy.

use super::run_with::{End, Ran, run};
use super::{Seen, World, text};
use serde_json::Value;
use std::time::Duration;

/// Largest overlap, as a share of the width of the smallest body.
const OVERLAP: f64 = 0.01;
/// Energy that corrections of positions may lift, as a share of the energy in play.
const CORRECTED: f64 = 2e-2;
/// Energy that may appear without work, as a share of the energy in play.
const CREATED: f64 = 1e-3;
/// How far the books may be off, as a share of the energy in play: rounding of some thousand steps.
const BOOKS: f64 = 1e-8;
/// How far two views of a motion may be apart, in m and m/s: metres, not the unit of the scene.
pub const SAME: f64 = 1e-6;

/// What is wrong with a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// `panic`, `hang`, `finite`, `books`, `overlap`, `correction`, `energy` or `same`.
    pub kind: &'static str,
    /// By how much.
    pub what: String,
}

fn number(value: &Value, path: &[&str]) -> Option<f64> {
    path.iter().fold(value, |value, key| &value[*key]).as_f64()
}

/// Whether the run calls itself certified, with or without remarks.
pub fn is_certified(ran: &Ran) -> bool {
    let verdict = ran.summary["verdict"].as_str();
    ran.end == End::Finished && verdict.is_some_and(|word| word.starts_with("certified"))
}

/// What is wrong with a run of `world`.
pub fn faults(world: &World, ran: &Ran) -> Vec<Fault> {
    let mut out = Vec::new();
    let mut note = |kind, what: String| out.push(Fault { kind, what });
    if ran.end == End::Panicked {
        note("panic", "a panic".into());
    }
    if ran.end == End::Hung {
        note("hang", "a step that does not end".into());
    }
    if !is_certified(ran) {
        return out;
    }
    if !ran.finite {
        note("finite", "a number that is not finite".into());
        return out;
    }
    let of = |key| number(&ran.summary, &["energy", key]).unwrap_or(0.0);
    let play = ran.kinetic + (ran.potential[1] - ran.potential[0]) + of("applied_work").abs();
    let losses = of("friction_loss") + of("impact_loss") + of("implicit_damping");
    let booked = of("initial") + of("applied_work") - losses + of("correction") + of("residue");
    let terms = play + of("initial").abs() + losses.abs() + of("residue").abs();
    if !((of("final") - booked).abs() <= BOOKS * terms) {
        note(
            "books",
            format!("off by {:.1e} J of {play:.1e}", of("final") - booked),
        );
    }
    let width = world.width();
    let relative = number(&ran.summary, &["overlap", "max_relative"]);
    let gap = number(&ran.summary, &["min_gap"]).unwrap_or(0.0);
    let relative = relative.unwrap_or(f64::max(0.0, -gap) / width);
    if !(relative <= OVERLAP) {
        note(
            "overlap",
            format!("{:.1} % of the smallest body", 100.0 * relative),
        );
    }
    let corrected = of("correction").max(0.0);
    if !(corrected <= CORRECTED * play) {
        note("correction", format!("{corrected:.1e} J, of {play:.1e} in play"));
    }
    let created = ran.created - of("created_by_law").max(0.0) - corrected;
    if !world.has_motor() && !(created <= CREATED * play) {
        note("energy", format!("{created:.1e} J appear, of {play:.1e} in play"));
    }
    out
}

/// The largest distance of positions in m and of velocities in m/s between a motion and the same motion seen
/// otherwise. `None`: one of them was not certified, or a body is missing.
pub fn apart(world: &World, seen: &Seen, limit: Duration, own: &Ran) -> Option<f64> {
    let other = run(&text(world, seen), limit);
    if !is_certified(own) || !is_certified(&other) {
        return None;
    }
    let three = |value: &Value| -> Option<[f64; 3]> {
        let list = value.as_array()?;
        let entry = |k: usize| list.get(k).map_or(Some(0.0), Value::as_f64);
        Some([entry(0)?, entry(1)?, entry(2)?])
    };
    let mut worst = 0.0;
    for body in world.bodies.iter().filter(|body| !body.fixed) {
        let of = |ran: &Ran, key: &str| three(&ran.summary["bodies"][body.name.as_str()][key]);
        let pairs = [
            (seen.point(of(own, "position")?), of(&other, "position")?),
            (seen.vector(of(own, "velocity")?), of(&other, "velocity")?),
        ];
        for (a, b) in pairs {
            for k in 0..3 {
                worst = f64::max(worst, (a[k] - b[k]).abs() / seen.unit);
            }
        }
    }
    Some(worst)
}
