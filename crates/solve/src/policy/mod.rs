//! Which method a contact problem is given, how exactly it is solved, and in which parts.
//!
//! - `joints_first.rs`: joints are eliminated, what is left is for the others;
//! - `stages.rs`: the methods of `auto` as tables;
//! - `auto.rs`: the loop over these tables, until the measured error meets the tolerance;
//! - `newton_paths.rs`: its Newton paths;
//! - `step_accuracy.rs`: step problems solved better than asked where that saves later steps;
//! - `islands.rs`: the connected parts of a problem, solved apart and on threads;
//! - `tolerances.rs`: the thresholds of all of them.

pub mod auto;
pub mod islands;
pub mod joints_first;
mod newton_paths;
pub mod stages;
pub mod step_accuracy;
pub mod tolerances;

use crate::cone;
use crate::law::Law;
use crate::solver::{Settings, Solver};
use islands::Islands;
use joints_first::JointsFirst;
use tolerances::{HEAP, PLANAR_ROWS};

/// Whether blocks with these laws are the contacts of a heap: more than [`HEAP`], in space, and nothing else.
pub fn is_heap(laws: &[Law]) -> bool {
    laws.len() > HEAP && laws.iter().all(|law| law.rows() > PLANAR_ROWS)
}

/// The method called `name` on each connected part of a problem, on this many threads; `None` where there is
/// no such method.
///
/// `auto` is [`JointsFirst`] on each part, here and in [`cone::by_name`]: one name, one thing.
pub fn in_parts(name: &str, settings: &Settings, threads: usize) -> Option<Islands> {
    let make = || match name {
        "auto" => Some(Box::new(JointsFirst::new(settings.clone())) as Box<dyn Solver>),
        _ => cone::by_name(name, settings.clone()),
    };
    Islands::new(threads, &make)
}
