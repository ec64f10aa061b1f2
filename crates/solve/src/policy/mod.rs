//! Which method a contact problem is given, how exactly it is solved, and in which parts.
//!
//! - `auto.rs`: the order of the methods, until the measured error meets the tolerance;
//! - `step_accuracy.rs`: step problems solved better than asked where that saves later steps;
//! - `islands.rs`: the connected parts of a problem, solved apart and on threads.

pub mod auto;
pub mod islands;
pub mod step_accuracy;
