//! Contacts that carry and turn: a rim rolls, a corner tilts over, a table shakes.
//!
//! ```text
//! u₀ = H(q) v + w(t)         at the beginning of the step: 0 to second order where a contact persists
//! u⁻ = H(q_m) v' + w(t_m)    where the step looks; v' what motion without forces has made of v until then
//! normal row                 s = φ (u⁻ + max(0, −u₀))           φ = (1 − γ)/γ
//! slip rows that stick       s = φ (u⁻ − u₀)                    (u⁺ + s, r) ∈ law
//! other contacts that part   s ≥ φ u⁻
//! ```
//! The rows of a step are those at q_m, its law is meant at q⁺, where they have turned as much again: s
//! carries u⁺ there, and a contact that persists obeys its law at the end of every step up to h². Without it
//! every step stops what the contact turns by, as an impact: a disc that rolls on its rim loses its energy
//! like h, and sinks. For joints the same is `Inputs::follow_constraints`.
//!
//! Normal rows take u⁻ and not the turn u⁻ − u₀ itself, and none takes less: then (v' + v⁺)/2 keeps the laws
//! at q_m, which bodies that move along together always can. The turn asks for separations that differ by h³
//! from those of one motion; of balls wedged between two walls that turn, no impulse gives them. What is left
//! of u₀ < 0 is made good at once, of u₀ > 0 a step later. A contact that parts may come back to where it was
//! at the beginning of the step, and no farther. Where no answer is found all the same, the step is solved
//! without any of it (`solve.rs`).
//!
//! A contact that turns is no impact and gives nothing back. Not here: impacts before the forces act; stops
//! of joints, whose rows do not turn in their own coordinate; torsion and rolling rows; the direction of
//! slip, which u⁺ at q_m tells well.

use crate::contact::Contacts;
use crate::gaps::Selection;
use crate::step::landing::{Part, Path, Room, Sorting};
use crate::step::tolerances::{PERSISTS, TURNED};
use crate::system::{State, System};
use std::ops::Range;

/// What the turn of contacts adds to the problem of a step, on the rows of its contacts; both empty for
/// nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Turning {
    /// The part of the target that is for it.
    terms: Vec<f64>,
    /// What contacts turn by until the end of the step, in m/s: with it u⁺ is the velocity there.
    pub(crate) turns: Vec<f64>,
}

impl Turning {
    pub(crate) fn clear(&mut self) {
        self.terms.clear();
        self.turns.clear();
    }

    /// Adds terms to the targets of one contact, whose rows are these.
    pub(super) fn add(&mut self, target: &mut [f64], from: (&[f64], &[f64]), rows: Range<usize>) {
        let terms = from.0.get(rows.clone()).unwrap_or_default();
        target
            .iter_mut()
            .zip(terms)
            .for_each(|(target, term)| *target += term);
        self.terms.extend_from_slice(terms);
        self.turns.extend_from_slice(from.1.get(rows).unwrap_or_default());
    }

    /// Whether anything is asked for.
    pub(super) fn asks(&self) -> bool {
        self.terms.iter().any(|term| *term != 0.0)
    }

    /// Takes the terms back out of the target.
    pub(super) fn leave(&mut self, target: &mut [f64]) {
        target
            .iter_mut()
            .zip(&self.terms)
            .for_each(|(target, term)| *target -= term);
        self.clear();
    }

    /// Copies the terms of some rows.
    pub(super) fn select(&self, rows: Range<usize>, out: &mut Turning) {
        out.terms
            .extend_from_slice(self.terms.get(rows.clone()).unwrap_or_default());
        out.turns
            .extend_from_slice(self.turns.get(rows).unwrap_or_default());
    }
}

impl Sorting<'_> {
    /// s into `room.terms`, and the turns into `room.turns`; both stay empty where nothing turns or parts.
    pub(super) fn follow(
        &self,
        system: &mut dyn System,
        (from, met): (&State, &[f64]),
        contacts: &Contacts,
        room: &mut Room,
    ) {
        room.terms.clear();
        room.turns.clear();
        room.ids.clear();
        let Path { gamma, .. } = self.path;
        if !(self.unites && gamma > 0.0 && gamma < 1.0) {
            return;
        }
        let (slow, share) = (TURNED * self.closure.speed, (1.0 - gamma) / gamma);
        let (mut row, mut parts) = (0, false);
        for (k, (contact, part)) in contacts.list.iter().zip(&room.parts).enumerate() {
            let u = contacts.jacobian.dot(row, met) + contacts.obstacle[row];
            row += contact.friction.law().rows();
            let placed = k < contacts.places.len();
            let acts = placed && *part != Part::Away && !contact.friction.is_force();
            parts |= acts && u > slow;
            if acts && u.abs() > slow && room.carried[k].any {
                room.ids.push(contact.id);
            }
        }
        // Room for all that may turn, so that no later step has to make any.
        room.terms.reserve(row);
        room.turns.reserve(row);
        room.ids.reserve(contacts.list.len());
        if !parts && room.ids.is_empty() {
            return;
        }
        room.terms.resize(row, 0.0);
        room.turns.resize(row, 0.0);
        if !room.ids.is_empty() {
            Self::find_turns(system, (from, met), contacts, (room, share));
        }
        if parts {
            self.let_part(met, contacts, room, share);
        }
    }

    /// The terms of the contacts that are listed in `room.ids`.
    fn find_turns(
        system: &mut dyn System,
        (from, met): (&State, &[f64]),
        contacts: &Contacts,
        (room, share): (&mut Room, f64),
    ) {
        let before = &mut room.ahead;
        before.clear();
        before.reserve(contacts);
        system.contacts(from.time, &from.q, Selection::Named(&room.ids), before);
        let (mut row, mut old, mut old_row) = (0, 0, 0);
        for (k, contact) in contacts.list.iter().enumerate() {
            let rows = contact.friction.law().rows();
            while before.list.get(old).is_some_and(|c| c.id < contact.id) {
                old_row += before.list[old].friction.law().rows();
                old += 1;
            }
            let known = before.list.get(old).is_some_and(|c| c.id == contact.id);
            if known && room.ids.binary_search(&contact.id).is_ok() {
                let axes = rows.min(3);
                let now = velocity(contacts, row, axes, met);
                let was = velocity(before, old_row, axes, &from.v);
                if was[0].abs() <= PERSISTS * (now[0] - was[0]).abs() {
                    // Tangents may turn about the normal from one place to the next.
                    let slip = match (before.places.get(old), contacts.places.get(k)) {
                        (Some(then), Some(place)) => place.to_contact(then.to_world(&[0.0, was[1], was[2]])),
                        _ => was,
                    };
                    let turn = [now[0] - was[0], now[1] - slip[1], now[2] - slip[2]];
                    let sticks = slip[1].hypot(slip[2]) <= PERSISTS * turn[1].hypot(turn[2]);
                    let terms = [now[0] - was[0].min(0.0), turn[1], turn[2]];
                    for i in (0..axes).filter(|i| *i == 0 || sticks) {
                        room.terms[row + i] = share * terms[i];
                        room.turns[row + i] = share * turn[i];
                    }
                    if room.parts[k] == Part::Shut {
                        room.parts[k] = Part::Soft;
                    }
                }
            }
            row += rows;
        }
    }

    /// Contacts that part, and what they may do at least.
    fn let_part(&self, met: &[f64], contacts: &Contacts, room: &mut Room, share: f64) {
        let slow = TURNED * self.closure.speed;
        let mut row = 0;
        for (contact, part) in contacts.list.iter().zip(&room.parts).take(contacts.places.len()) {
            let u = contacts.jacobian.dot(row, met) + contacts.obstacle[row];
            let own = match part {
                Part::Away => f64::INFINITY,
                Part::Open(term) => *term,
                Part::Shut | Part::Soft => 0.0,
            };
            if u > slow && !contact.friction.is_force() && own + room.terms[row] < share * u {
                room.terms[row] = share * u - own;
            }
            row += contact.friction.law().rows();
        }
    }
}

/// u on the first rows of a contact, at v.
fn velocity(contacts: &Contacts, row: usize, axes: usize, v: &[f64]) -> [f64; 3] {
    let along = |k: usize| contacts.jacobian.dot(row + k, v) + contacts.obstacle[row + k];
    std::array::from_fn(|k| if k < axes { along(k) } else { 0.0 })
}
