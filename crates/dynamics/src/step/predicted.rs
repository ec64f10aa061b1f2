//! Contacts that close at a predicted configuration, with the rows of an earlier one.
//!
//! ```text
//! {i : gᵢ(q₁) closed},    H and g at q₀, so many seconds before
//! ```
//! Names of contacts are those of corners, faces and crossings of edges. One that q₁ has and q₀ has not (a
//! face has become an edge in between) still closes: it keeps its rows of q₁, which differ by the turn of one
//! step, and the gap g(q₁) − Δt u_N. Dropped, bodies would pass through each other. Not here: contacts that
//! close and open again between q₀ and q₁.

use crate::contact::{Contacts, GapMotion};
use crate::gaps::Selection;
use crate::system::System;

/// Looks ahead, and takes rows from behind; keeps its memory from step to step.
#[derive(Default)]
pub(crate) struct Predicted {
    ids: Vec<u64>,
    /// Contacts at the predicted configuration, and at the earlier one.
    ahead: Contacts,
    behind: Contacts,
}

impl Predicted {
    /// Writes the contacts that are asked for at the (time, q) `ahead`, and that `choose` leaves there, as
    /// they are at `behind`; v are the velocities between the two.
    pub(crate) fn find(
        &mut self,
        system: &mut dyn System,
        (ahead, asked, choose): ((f64, &[f64]), Selection<'_>, impl FnOnce(&mut Contacts)),
        (behind, v): ((f64, &[f64]), &[f64]),
        out: &mut Contacts,
    ) {
        self.ahead.clear();
        system.contacts(ahead.0, ahead.1, asked, &mut self.ahead);
        choose(&mut self.ahead);
        self.ids.clear();
        self.ids.extend(self.ahead.list.iter().map(|contact| contact.id));
        out.look_again(system, behind.0, behind.1, &self.ids);
        if out.list.len() < self.ids.len() {
            std::mem::swap(out, &mut self.behind);
            self.join(ahead.0 - behind.0, v, out);
        }
    }

    /// The contacts behind, and those ahead that are not among them, in increasing order of ids.
    fn join(&mut self, dt: f64, v: &[f64], out: &mut Contacts) {
        out.clear();
        let rates: Vec<GapMotion> = self.ahead.gap_motions(v).collect();
        let (mut first_ahead, mut first_behind, mut k) = (0, 0, 0);
        for (i, contact) in self.ahead.list.iter().enumerate() {
            let rows = contact.friction.law().rows();
            if self.behind.list.get(k).is_some_and(|old| old.id == contact.id) {
                out.push_contact(&self.behind, k, first_behind);
                first_behind += rows;
                k += 1;
            } else {
                out.push_contact(&self.ahead, i, first_ahead);
                let rate = rates.iter().find(|motion| motion.id == contact.id);
                if let (Some(motion), Some(last)) = (rate, out.list.last_mut()) {
                    last.gap -= dt * motion.rate;
                }
            }
            first_ahead += rows;
        }
    }
}
