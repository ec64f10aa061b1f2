//! Contacts that act before they close: bodies land on a surface and not below it.
//!
//! ```text
//! q_m = q ⊕ γ h v    where contacts are looked for        q⁺ = q ⊕ h (θ v⁺ + (1 − θ) v)
//! g' = g_m + h ((1 − θ − γ) u⁻ + (θ + γ) u⁺)      the gap where the next step looks, linearised
//! shut   g_m ≤ 0 to rounding, or carried and within the slack         u⁺ + e u⁻ ≥ 0
//! open   g' ≤ 0 at u_free, e |u⁻| > |u_free − u⁻|     the same where g_m + g' ≤ 0: the impact is now;
//!                                                     else nothing
//!        any other                           g' ≥ 0, that is u⁺ + (g_m/h + (1 − θ − γ) u⁻)/(θ + γ) ≥ 0
//! ```
//! A soft contact is slowed down so that the next step finds it just closed, and stopped there: no overlap,
//! no rebound. An impact with restitution belongs to the step whose test point is nearest to it: early or
//! late by half a step. What would give back less than the forces of the step take gives back nothing: a
//! landing ends at rest. Contacts that a blow of this step could close are in the problem: without them it
//! would pass a stack one contact a step.
//!
//! A gap that closes at u⁻ along its normal need not close in truth: a block that slides from one tile to the
//! next comes nearer to the edge of the next. What the pair does at q_m ⊕ h v decides: where it does not
//! overlap there by half of what the normal says, the contact is left out.
//!
//! A contact that carried stays while its gap is small beside what forces move in a step
//! ([`Closure::missed`]), and gives back nothing that is less than what they do to velocities: what others
//! press on it with is seen in no velocity, and falls for a step where the contact is left out.
//!
//! Complementarity of gaps 0 ≤ g(q⁺) ⟂ r alone would act like a restitution by chance (Stewart, §3.2); here
//! the law of a closed contact is on velocities. Not here: overlap that turning and curved surfaces leave
//! (`position_correction/`); contacts that carry and turn (`turning.rs`).

use crate::contact::{Contact, Contacts, Friction, PAIR_BITS, Restitution};
use crate::gaps::{Motion, Selection};
use crate::step::contact_memory::Carried;
use crate::step::inputs::{Buffers, Closure, ContactSet, FreeMotion};
use crate::step::solve::OneStep;
use crate::step::tolerances::{GHOST, LEAVES, PASSED_ON, REACH};
use crate::system::{State, System};
use drystone_solve::mass::MassMatrix;

/// Where a scheme looks for contacts, and how it moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Path {
    /// Contacts are looked for at q ⊕ γ h v.
    pub gamma: f64,
    /// q⁺ = q ⊕ h (θ v⁺ + (1 − θ) v).
    pub theta: f64,
}

/// What a contact does in the step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Part {
    /// None.
    Away,
    /// It is closed, or meets its impact now.
    Shut,
    /// It is closed, and what it gives back is less than the forces of the step take: a landing ends.
    Soft,
    /// This is added to u⁺ on its normal row, in m/s.
    Open(f64),
}

/// Room for the search.
#[derive(Clone, Debug, Default)]
pub(crate) struct Room {
    pub(super) parts: Vec<Part>,
    /// What each did in the antecedent step.
    pub(super) carried: Vec<Carried>,
    /// The gap of each where the next step looks, in m.
    next: Vec<f64>,
    /// How fast each moves along its normal, before the forces have acted or after, in m/s, and its first and
    /// last block of M.
    struck: Vec<f64>,
    blocks: Vec<Option<[usize; 2]>>,
    /// How hard a blow may be that each body takes in the step, in m/s.
    excited: Vec<f64>,
    /// What motors may add to each velocity in the step, and room for one block of it; empty without motors.
    driven: Vec<f64>,
    block: Vec<f64>,
    /// Contacts that close at v: their ids, and the gap that the normal says.
    closing: Vec<(u64, f64)>,
    pub(super) ids: Vec<u64>,
    q: Vec<f64>,
    /// Contacts at another configuration.
    pub(super) ahead: Contacts,
    /// What is added to u⁺ because contacts turn, and their turns until the end of the step (`turning.rs`),
    /// row by row, in m/s; empty where none does.
    pub(super) terms: Vec<f64>,
    pub(super) turns: Vec<f64>,
}

impl<'a> FreeMotion<'a> {
    /// The contacts at the (time, q_m) `test` that are shut or may come to act within the step, with the
    /// terms that let the open ones land.
    pub(crate) fn landing_contacts(
        self,
        system: &mut dyn System,
        (time, q): (f64, &[f64]),
        from: &State,
        path: Path,
        room: &mut Room,
    ) -> ContactSet<'a> {
        let closure = self.closure(system, q, &from.v);
        let mut set = self.contacts(|_, _| {});
        let OneStep {
            inputs,
            memory,
            options,
            ..
        } = set.one();
        let unites = options.unites_impacts();
        inputs.slack = closure.slack;
        let motion = Motion {
            v: &from.v,
            v_free: &inputs.v_free,
            dt: 2.0 * path.theta.max(1.0 - path.gamma) * inputs.dt,
            least: closure.closed.max(closure.slack).max(closure.missed(inputs.dt)),
        };
        system.contacts(time, q, Selection::Reached(motion), &mut inputs.contacts);
        let sort = Sorting {
            closure: &closure,
            path,
            dt: inputs.dt,
            unites,
            velocities: [&from.v, &inputs.v_free],
        };
        let ids = inputs.contacts.list.iter().map(|contact| contact.id);
        memory.all_carried(ids, &mut room.carried);
        sort.parts(&inputs.contacts, room);
        room.leave_out_ghosts(system, (time, q), from, (inputs.dt, &inputs.contacts));
        sort.leave_out_far(&inputs.mass, &inputs.contacts, room);
        sort.follow(system, (from, inputs.meets(&from.v)), &inputs.contacts, room);
        room.write(inputs);
        set.note_lost(system, ((time, q), &from.v), &closure);
        set
    }
}

/// What tells what a contact does.
pub(super) struct Sorting<'a> {
    pub(super) closure: &'a Closure,
    pub(super) path: Path,
    dt: f64,
    /// Whether impacts belong to the problem of the step: those that come before it see velocities of their
    /// own.
    pub(super) unites: bool,
    /// v and v_free.
    velocities: [&'a [f64]; 2],
}

impl Sorting<'_> {
    fn parts(&self, contacts: &Contacts, room: &mut Room) {
        room.parts.clear();
        room.next.clear();
        room.struck.clear();
        // Room for all that may close, so that no later step has to make any.
        room.closing.clear();
        room.closing.reserve(contacts.list.len());
        let mut row = 0;
        for (contact, carried) in contacts.list.iter().zip(&room.carried) {
            let (part, next, struck) = self.part(contacts, (contact, row), *carried);
            if matches!(part, Part::Open(_) | Part::Shut)
                && contact.gap > self.closure.closed
                && room.parts.len() < contacts.places.len()
                && !self.is_held(contact, *carried)
            {
                let u = contacts.jacobian.dot(row, self.velocities[0]) + contacts.obstacle[row];
                let ahead = contact.gap + self.dt * u;
                if ahead < 0.0 {
                    room.closing.push((contact.id, ahead));
                }
            }
            room.parts.push(part);
            room.next.push(next);
            room.struck.push(struck);
            row += contact.friction.law().rows();
        }
    }

    /// Whether a contact carried and would be missed: joints and other contacts may press on it, and no
    /// velocity shows that.
    fn is_held(&self, contact: &Contact, carried: Carried) -> bool {
        contact.gap <= self.closure.missed(self.dt) && carried.pair
    }

    /// What a contact does, the gap where the next step looks, and how fast it moves along its normal.
    fn part(
        &self,
        contacts: &Contacts,
        (contact, row): (&Contact, usize),
        carried: Carried,
    ) -> (Part, f64, f64) {
        let Closure { closed, slack, .. } = *self.closure;
        let gap = contact.gap;
        if contact.friction.is_force() {
            return (Part::Shut, f64::INFINITY, 0.0);
        }
        let Path { gamma, theta } = self.path;
        let [before, free] = self
            .velocities
            .map(|v| contacts.jacobian.dot(row, v) + contacts.obstacle[row]);
        let (weight, rest) = (theta + gamma, 1.0 - theta - gamma);
        let next = gap + self.dt * (rest * before + weight * free);
        let mut pulled = (free - before).abs();
        if self.is_held(contact, carried) {
            pulled = pulled.max(self.closure.speed);
        }
        let rebounds = contact.restitution.coefficient() * -before > pulled;
        let part = if gap <= closed || gap <= slack && carried.pair {
            if rebounds || !self.unites {
                Part::Shut
            } else {
                Part::Soft
            }
        } else if next <= closed && rebounds {
            // Its impact belongs to this step or to the next; an end of the step in touch, to rounding, is
            // this one.
            if gap + next <= closed {
                Part::Shut
            } else {
                Part::Away
            }
        } else {
            Part::Open((gap / self.dt + rest * before) / weight)
        };
        (
            part,
            next,
            [before, free].iter().fold(0.0, |most, u| most.max(u.abs())),
        )
    }

    /// What motors may do to velocities in the step: of what they miss, and within their bounds. Nothing of
    /// it is in v_free.
    fn find_driven(&self, mass: &MassMatrix, contacts: &Contacts, room: &mut Room) {
        let Room { driven, block, .. } = room;
        driven.clear();
        let mut row = 0;
        for contact in &contacts.list {
            let own = row;
            row += contact.friction.law().rows();
            let Friction::Force { lo, hi } = &contact.friction else {
                continue;
            };
            driven.resize(mass.dim(), 0.0);
            let missed = |v: &&[f64]| (contacts.jacobian.dot(own, v) + contacts.obstacle[own]).abs();
            let missed = self.velocities.iter().map(missed).fold(0.0, f64::max);
            let (col, value) = contacts.jacobian.row(own);
            // Twice over the blocks of the row: its W, then what its impulse does.
            let mut give = 0.0;
            for adds in [false, true] {
                let impulse = (missed / give).min(self.dt * lo.abs().max(hi.abs()));
                let mut k = 0;
                while k < col.len() {
                    let number = mass.block_of[col[k]];
                    let (first, end) = (mass.offsets[number], mass.offsets[number + 1]);
                    block.clear();
                    block.resize(end - first, 0.0);
                    let begin = k;
                    while k < col.len() && col[k] < end {
                        block[col[k] - first] = value[k];
                        k += 1;
                    }
                    mass.solve_block(number, block);
                    if adds && impulse.is_finite() {
                        let sums = driven[first..end].iter_mut().zip(&*block);
                        sums.for_each(|(sum, y)| *sum += y.abs() * impulse);
                    } else {
                        let parts = (begin..k).map(|k| value[k] * block[col[k] - first]);
                        give += parts.sum::<f64>();
                    }
                }
            }
        }
    }

    /// Leaves out the open contacts that nothing can close in this step. What carried stays while it would be
    /// missed.
    fn leave_out_far(&self, mass: &MassMatrix, contacts: &Contacts, room: &mut Room) {
        self.find_driven(mass, contacts, room);
        self.find_excited(mass, contacts, room);
        let Room {
            parts,
            next,
            blocks,
            excited,
            driven,
            carried,
            ..
        } = room;
        let driven = |row: usize| {
            if driven.is_empty() {
                return 0.0;
            }
            let (col, value) = contacts.jacobian.row(row);
            let parts = col.iter().zip(value);
            parts
                .filter_map(|(j, h)| Some(h.abs() * driven.get(*j)?))
                .sum::<f64>()
        };
        let mut row = 0;
        for (i, (contact, part)) in contacts.list.iter().zip(parts).enumerate() {
            let (next, own) = (next[i], blocks[i].into_iter().flatten());
            let blow = own.fold(driven(row), |most: f64, k| most.max(excited[k]));
            row += contact.friction.law().rows();
            let reached = next <= self.closure.closed || next <= REACH * self.dt * blow;
            if matches!(part, Part::Open(_)) && !reached && !self.is_held(contact, carried[i]) {
                *part = Part::Away;
            }
        }
    }

    /// How hard a blow may be that each body takes: a contact that acts excites its two bodies by its
    /// velocity, and they their neighbours by a share of it, as far as such a velocity closes the gaps
    /// between.
    fn find_excited(&self, mass: &MassMatrix, contacts: &Contacts, room: &mut Room) {
        let Room {
            parts,
            next,
            struck,
            blocks,
            excited,
            ..
        } = room;
        excited.clear();
        excited.resize(mass.num_blocks(), 0.0);
        blocks.clear();
        let mut row = 0;
        for contact in &contacts.list {
            let col = contacts.jacobian.row(row).0;
            let ends = col.first().zip(col.last());
            blocks.push(ends.map(|(first, last)| [mass.block_of[*first], mass.block_of[*last]]));
            row += contact.friction.law().rows();
        }
        loop {
            let mut changed = false;
            for (i, contact) in contacts.list.iter().enumerate() {
                let (part, next) = (&parts[i], next[i]);
                if *part == Part::Away || contact.friction.is_force() {
                    continue;
                }
                let acts = next <= self.closure.closed || !matches!(part, Part::Open(_));
                let own = || blocks[i].into_iter().flatten();
                let blow = own().fold(0.0, |most: f64, k| most.max(excited[k]));
                if acts || next <= REACH * self.dt * blow {
                    let passed = (PASSED_ON * blow).max(if acts { struck[i] } else { 0.0 });
                    for k in own() {
                        // Not by a rounding: the loop must end.
                        if excited[k] < (1.0 - LEAVES) * passed {
                            excited[k] = passed;
                            changed = true;
                        }
                    }
                }
            }
            if !changed {
                break;
            }
        }
    }
}

impl Room {
    /// Contacts that close along their normals and do not in truth.
    fn leave_out_ghosts(
        &mut self,
        system: &mut dyn System,
        (time, q): (f64, &[f64]),
        from: &State,
        (dt, contacts): (f64, &Contacts),
    ) {
        if self.closing.is_empty() {
            return;
        }
        self.ids.clear();
        self.ids.reserve(contacts.list.len());
        self.ids.extend(self.closing.iter().map(|c| c.0));
        self.q.resize(q.len(), 0.0);
        system.kinematics().advance(q, &from.v, dt, &mut self.q);
        self.ahead.clear();
        self.ahead.reserve(contacts);
        system.contacts(time + dt, &self.q, Selection::Beside(&self.ids), &mut self.ahead);
        let pair = |id: u64| id >> PAIR_BITS;
        for (id, said) in &self.closing {
            let list = &self.ahead.list;
            let first = list.partition_point(|c| pair(c.id) < pair(*id));
            let own = list[first..].iter().take_while(|c| pair(c.id) == pair(*id));
            let least = own.fold(f64::INFINITY, |least, c| least.min(c.gap));
            if !(least <= GHOST * said)
                && let Ok(k) = contacts.list.binary_search_by_key(id, |c| c.id)
            {
                self.parts[k] = Part::Away;
            }
        }
    }

    /// Drops the contacts that do nothing, and marks the open ones.
    fn write(&self, inputs: &mut Buffers) {
        let Buffers {
            contacts,
            target,
            turning,
            ..
        } = inputs;
        if self.terms.is_empty() && self.parts.iter().all(|part| *part == Part::Shut) {
            return;
        }
        let mut row = 0;
        for (contact, part) in contacts.list.iter_mut().zip(&self.parts) {
            let (own, rows) = (target.len(), contact.friction.law().rows());
            match part {
                Part::Away => {}
                Part::Shut => target.push(0.0),
                Part::Soft => {
                    contact.restitution = Restitution::SOFT;
                    target.push(0.0);
                }
                Part::Open(term) => {
                    contact.restitution = Restitution::Open;
                    target.push(*term);
                }
            }
            if *part != Part::Away {
                target.resize(own + rows, 0.0);
                let own_rows = row..row + rows;
                turning.add(&mut target[own..], (&self.terms, &self.turns), own_rows);
            }
            row += rows;
        }
        if self.parts.contains(&Part::Away) {
            contacts.keep_at(|k, _| self.parts[k] != Part::Away);
        }
    }
}
