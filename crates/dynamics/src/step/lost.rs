//! Contacts that carried and are let go although nothing opens them.
//!
//! ```text
//! lost: carried in the antecedent step, not among the contacts of this one, and where these are looked for
//!     gap ≤ LOST_GAP h Δv        Δv: what the forces of the step do to velocities (`Kinematics::pull`)
//!     u_N ≤ DRIFT_FASTEST times the fastest velocity in play
//! ```
//! What stands on such a contact falls for a step. A contact whose two bodies meet under a name that they did
//! not have before has changed its name and is not lost. Not here: what closes contacts (`inputs.rs`);
//! schemes that look for events have an event for a contact that ends.

use crate::contact::{Contacts, PAIR_BITS};
use crate::gaps::{GapQuery, Gaps};
use crate::step::contact_memory::Memory;
use crate::step::tolerances::DRIFT_FASTEST;
use crate::system::System;

/// Contacts that were lost in a step.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Lost {
    /// How many.
    pub count: usize,
    /// The one with the largest gap.
    pub id: u64,
    /// That gap, in m.
    pub gap: f64,
}

/// What a step is measured by.
#[derive(Clone, Copy)]
pub(crate) struct Measures {
    /// What the forces of the step do to velocities, in m/s.
    pub(crate) speed: f64,
    /// Gap up to which a contact that carried would be missed, in m.
    pub(crate) missed: f64,
}

impl Lost {
    /// Those that `memory` knows as carrying and that are not among `contacts` at (time, q), where things
    /// move at v.
    pub(crate) fn find(
        system: &mut dyn System,
        ((time, q), v): ((f64, &[f64]), &[f64]),
        (contacts, memory): (&Contacts, &Memory),
        measures: Measures,
        room: &mut Gaps,
    ) -> Self {
        let list = &contacts.list;
        let (mut lost, mut k) = (Lost::default(), 0);
        for id in memory.carriers() {
            while list.get(k).is_some_and(|contact| contact.id < id) {
                k += 1;
            }
            let found = list.get(k).is_some_and(|contact| contact.id == id);
            if found || is_renamed(contacts, memory, id) {
                continue;
            }
            system.gaps(time, q, GapQuery::One { v, id }, room);
            let Some(at) = room.list.first() else {
                continue;
            };
            let closed = at.gap <= measures.missed;
            if closed && at.rate <= DRIFT_FASTEST * fastest(contacts, v, measures.speed) {
                if lost.count == 0 || at.gap > lost.gap {
                    (lost.id, lost.gap) = (id, at.gap);
                }
                lost.count += 1;
            }
        }
        lost
    }
}

/// Whether the two bodies of a contact meet under a name that they did not have in the antecedent step.
fn is_renamed(contacts: &Contacts, memory: &Memory, id: u64) -> bool {
    let (list, pair) = (&contacts.list, id >> PAIR_BITS);
    // Systems that do not tell places have no pairs.
    if contacts.places.is_empty() {
        return false;
    }
    let first = list.partition_point(|contact| contact.id >> PAIR_BITS < pair);
    let same = list[first..]
        .iter()
        .take_while(|contact| contact.id >> PAIR_BITS == pair);
    same.into_iter().any(|contact| !memory.met(contact.id))
}

/// The fastest relative velocity, what forces do to velocities among them, in m/s.
fn fastest(contacts: &Contacts, v: &[f64], speed: f64) -> f64 {
    let velocity = |row: usize| (contacts.jacobian.dot(row, v) + contacts.obstacle[row]).abs();
    (0..contacts.obstacle.len()).fold(speed, |most, row| most.max(velocity(row)))
}
