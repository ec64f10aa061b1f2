//! Which method a contact problem is given, how exactly it is solved, and in which parts.
//!
//! - `stages.rs`: the methods of `auto` as tables;
//! - `auto.rs`: the loop over these tables, until the measured error meets the tolerance;
//! - `step_accuracy.rs`: step problems solved better than asked where that saves later steps;
//! - `islands.rs`: the connected parts of a problem, solved apart and on threads;
//! - `tolerances.rs`: the thresholds of all of them.

pub mod auto;
pub mod islands;
pub mod stages;
pub mod step_accuracy;
pub mod tolerances;
