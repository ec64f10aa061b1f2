//! What a scheme remembers of the antecedent step: impulses to start the solver from, and who slid.
//!
//! Contacts are known by their ids. Where faces lie flush, rounding decides which corner or crossing of edges
//! names a point: the contact stays where it is and changes its name. In a world of bodies the impulse of a
//! contact that is not met again therefore goes to the nearest one of the same two bodies with the same
//! normal.

use crate::checkpoint::{Arrays, index};
use crate::contact::{Contact, Contacts, PAIR_BITS, Place};
use crate::error::StepError;
use crate::step::tolerances::FLUSH;
use crate::system::State;

/// What a scheme needs besides the state to go on bit for bit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SchemeMemory {
    pub(crate) contacts: Page,
    /// Contacts of the steps between events, of a scheme that has both.
    pub(crate) stepping: Page,
    pub(crate) history: Option<History>,
    pub(crate) phase: Phase,
}

/// What a scheme keeps besides contacts and history, as numbers. In a file both kinds are one array; the
/// scheme that goes on from it reads its own.
#[derive(Clone, Debug, Default)]
pub(crate) enum Phase {
    #[default]
    None,
    /// Bodies at rest (`sleep.rs`).
    Sleep(Vec<f64>),
    /// Modes and integrator of a scheme that looks for events.
    Smooth(Vec<f64>),
    /// Read from a file.
    Stored(Vec<f64>),
}

impl Phase {
    /// As in a file.
    pub(crate) fn numbers(&self) -> &[f64] {
        match self {
            Phase::None => &[],
            Phase::Sleep(numbers) | Phase::Smooth(numbers) | Phase::Stored(numbers) => numbers,
        }
    }

    /// For [`Phase::Sleep`].
    pub(crate) fn sleep(&self) -> &[f64] {
        match self {
            Phase::Smooth(_) => &[],
            own => own.numbers(),
        }
    }

    /// For [`Phase::Smooth`].
    pub(crate) fn smooth(&self) -> &[f64] {
        match self {
            Phase::Sleep(_) => &[],
            own => own.numbers(),
        }
    }
}

impl PartialEq for Phase {
    /// The same in a file.
    fn eq(&self, other: &Self) -> bool {
        self.numbers() == other.numbers()
    }
}

/// Where a scheme of two steps has been.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct History {
    /// Position one step before the present one.
    pub(crate) before: Vec<f64>,
    /// Velocity one step before the present one.
    pub(crate) v_before: Vec<f64>,
    /// The state that the last step reached.
    pub(crate) expected: State,
    /// Its length, in s.
    pub(crate) dt: f64,
    /// The restitution that all contacts share, once it is known.
    pub(crate) e: Option<f64>,
}

/// Whether a contact carried a normal impulse in the antecedent step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Carried {
    /// Itself; of a contact not met there, another one of its two bodies.
    pub(crate) pair: bool,
    /// Itself, or another one of its two bodies.
    pub(crate) any: bool,
}

/// The contacts of the last step, by increasing id.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
    last: Page,
    next: Page,
}

/// The names of the arrays of a page: ids, starts, who slid, impulses, those of constraints, bodies, places.
pub(crate) type PageNames = [&'static str; 7];
/// Of what every scheme remembers.
pub(crate) const CONTACTS: PageNames = [
    "contact_ids",
    "contact_start",
    "contact_slid",
    "contact_impulses",
    "constraint_impulses",
    "contact_bodies",
    "contact_places",
];
/// Of what a scheme of events remembers of its time-stepping.
pub(crate) const STEPPING: PageNames = [
    "stepping_ids",
    "stepping_start",
    "stepping_slid",
    "stepping_impulses",
    "stepping_constraint_impulses",
    "stepping_bodies",
    "stepping_places",
];

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Page {
    ids: Vec<u64>,
    start: Vec<usize>,
    impulses: Vec<f64>,
    slid: Vec<bool>,
    constraints: Vec<f64>,
    /// Where the contacts were; empty for systems that do not tell.
    places: Vec<Place>,
}

impl Page {
    /// The contacts of the same two bodies.
    fn pair(&self, id: u64) -> std::ops::Range<usize> {
        if self.places.is_empty() {
            return 0..0;
        }
        let first = self.ids.partition_point(|other| pair_of(*other) < pair_of(id));
        let last = self.ids.partition_point(|other| pair_of(*other) <= pair_of(id));
        first..last
    }

    /// Whether contact k had a normal impulse.
    fn carried(&self, k: usize) -> bool {
        self.impulses[self.start[k]] > 0.0
    }

    /// Takes this share of every impulse.
    pub(crate) fn scale(&mut self, share: f64) {
        let impulses = self.impulses.iter_mut();
        impulses.chain(&mut self.constraints).for_each(|r| *r *= share);
    }

    fn write(&mut self, id: u64, impulse: &[f64], slid: bool) {
        self.ids.push(id);
        self.start.push(self.impulses.len());
        self.impulses.extend_from_slice(impulse);
        self.slid.push(slid);
    }

    fn clear(&mut self) {
        self.places.clear();
        self.ids.clear();
        self.start.clear();
        self.impulses.clear();
        self.slid.clear();
        self.constraints.clear();
    }

    pub(crate) fn to_arrays(&self, names: &PageNames, out: &mut Arrays) {
        let [ids, start, slid, impulses, constraints, bodies, places] = names;
        out.put_counts(ids, self.ids.iter().copied());
        out.put_counts(start, self.start.iter().map(|s| *s as u64));
        out.put_counts(slid, self.slid.iter().map(|s| u64::from(*s)));
        out.put(impulses, &self.impulses);
        out.put(constraints, &self.constraints);
        out.put_counts(
            bodies,
            self.places.iter().flat_map(|p| p.bodies).map(|body| body as u64),
        );
        let numbers = |p: &Place| [p.point, p.normal, p.tangent].concat();
        out.put(
            places,
            &self.places.iter().flat_map(numbers).collect::<Vec<f64>>(),
        );
    }

    /// Refused where one array does not fit the others: what reads it trusts them.
    pub(crate) fn from_arrays(names: &PageNames, from: &Arrays) -> Result<Self, StepError> {
        let [ids, start, slid, impulses, constraints, bodies, points] = *names;
        let page = Page {
            ids: from.counts(ids)?.to_vec(),
            start: from.counts(start)?.iter().map(|s| index(*s)).collect(),
            slid: from.counts(slid)?.iter().map(|s| *s != 0).collect(),
            impulses: from.reals(impulses)?.to_vec(),
            constraints: from.reals(constraints)?.to_vec(),
            places: places(from.counts(bodies)?, from.reals(points)?),
        };
        let count = page.ids.len();
        let inside = page.start.iter().all(|s| *s < page.impulses.len());
        let ordered = page.ids.windows(2).all(|two| two[0] < two[1]);
        if page.start.len() != count || page.slid.len() != count || !inside || !ordered {
            return Err(StepError::Unsaved { name: ids });
        }
        Ok(page)
    }
}

/// Where contacts were, from two numbers and nine of each.
fn places(bodies: &[u64], numbers: &[f64]) -> Vec<Place> {
    let three = |x: &[f64]| [x[0], x[1], x[2]];
    let place = |(bodies, x): (&[u64], &[f64])| Place {
        bodies: [index(bodies[0]), index(bodies[1])],
        point: three(&x[..3]),
        normal: three(&x[3..6]),
        tangent: three(&x[6..]),
    };
    bodies
        .chunks_exact(2)
        .zip(numbers.chunks_exact(9))
        .map(place)
        .collect()
}

/// Ids of contacts of the same two bodies share all but their last bits.
fn pair_of(id: u64) -> u64 {
    id >> PAIR_BITS
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

impl Memory {
    /// The antecedent step, to be kept.
    pub(crate) fn page(&self) -> Page {
        self.last.clone()
    }

    /// Takes up an antecedent step that was kept.
    pub(crate) fn set_page(&mut self, page: &Page) {
        self.last.clone_from(page);
        self.next.clear();
    }

    /// Whether this contact slid in the antecedent step; `None` when it was not met there.
    pub(crate) fn slid(&self, id: u64) -> Option<bool> {
        self.last.ids.binary_search(&id).ok().map(|k| self.last.slid[k])
    }

    /// The impulse noted of this contact in the antecedent step.
    pub(crate) fn impulse(&self, id: u64) -> Option<&[f64]> {
        let k = self.last.ids.binary_search(&id).ok()?;
        let end = self.last.start.get(k + 1).copied();
        self.last
            .impulses
            .get(self.last.start[k]..end.unwrap_or(self.last.impulses.len()))
    }

    /// Notes another impulse of a contact of the antecedent step.
    pub(crate) fn set_impulse(&mut self, id: u64, impulse: &[f64]) {
        if let Ok(k) = self.last.ids.binary_search(&id) {
            let own = self.last.impulses.iter_mut().skip(self.last.start[k]);
            own.zip(impulse).for_each(|(own, r)| *own = *r);
        }
    }

    /// Joins contacts that had no part in the problem to the step just noted, with the places of all.
    pub(crate) fn join<'a>(
        &mut self,
        contacts: impl Iterator<Item = &'a Contact>,
        impulses: &[f64],
        places: &[Place],
    ) {
        let (mut own, mut at) = (0, 0);
        let Memory { last, next } = self;
        let mut copy = |last: &Page, next: &mut Page, until: u64| {
            while own < last.ids.len() && last.ids[own] < until {
                let end = last.start.get(own + 1).copied().unwrap_or(last.impulses.len());
                next.write(
                    last.ids[own],
                    &last.impulses[last.start[own]..end],
                    last.slid[own],
                );
                own += 1;
            }
        };
        for contact in contacts {
            copy(last, next, contact.id);
            let rows = contact.friction.law().rows();
            next.write(contact.id, &impulses[at..at + rows], false);
            at += rows;
        }
        copy(last, next, u64::MAX);
        next.places.extend_from_slice(places);
        next.constraints.extend_from_slice(&last.constraints);
        self.turn();
    }

    /// The first number noted of this contact in the antecedent step.
    pub(crate) fn noted(&self, id: u64) -> Option<f64> {
        let found = self.last.ids.binary_search(&id).ok();
        found.map(|k| self.last.impulses[self.last.start[k]])
    }

    /// The contacts that carried a normal impulse in the antecedent step, in increasing order.
    pub(crate) fn carriers(&self) -> impl Iterator<Item = u64> {
        let ids = self.last.ids.iter().enumerate();
        ids.filter(|(k, _)| self.last.carried(*k)).map(|(_, id)| *id)
    }

    /// Whether this contact was among those of the antecedent step.
    pub(crate) fn met(&self, id: u64) -> bool {
        self.last.ids.binary_search(&id).is_ok()
    }

    /// Whether this contact carried a normal impulse in the antecedent step.
    pub(crate) fn carried(&self, id: u64) -> bool {
        let found = self.last.ids.binary_search(&id).ok();
        found.is_some_and(|k| self.last.carried(k))
    }

    /// The same; of a contact not met there, whether another one of its two bodies did.
    pub(crate) fn pair_carried(&self, id: u64) -> bool {
        match self.last.ids.binary_search(&id) {
            Ok(k) => self.last.carried(k),
            Err(_) => self.last.pair(id).any(|k| self.last.carried(k)),
        }
    }

    /// What [`Memory::pair_carried`] and [`Memory::any_carried`] say of these contacts, in increasing order
    /// of their ids: one way along both lists instead of a search for each.
    pub(crate) fn all_carried(&self, ids: impl Iterator<Item = u64>, out: &mut Vec<Carried>) {
        let (last, placed) = (&self.last, !self.last.places.is_empty());
        // Contacts of the antecedent step with the bodies of the present one, and whether any of them
        // carried.
        let (mut own, mut any) = (0..0, false);
        let mut of = None;
        out.clear();
        out.extend(ids.map(|id| {
            if of != Some(pair_of(id)) {
                of = Some(pair_of(id));
                let (own_pair, rest) = (pair_of(id), &last.ids[own.end..]);
                let before = rest.iter().take_while(|other| pair_of(**other) < own_pair);
                let first = own.end + before.count();
                let same = last.ids[first..].iter();
                let end = first + same.take_while(|other| pair_of(**other) == own_pair).count();
                own = first..end;
                any = placed && own.clone().any(|k| last.carried(k));
            }
            let met = last.ids[own.clone()].binary_search(&id).ok();
            let carried = met.map(|k| last.carried(own.start + k));
            Carried {
                pair: carried.unwrap_or(any),
                any: carried.unwrap_or(false) || any,
            }
        }));
    }

    /// Whether this contact, or another one of its two bodies, carried in the antecedent step.
    pub(crate) fn any_carried(&self, id: u64) -> bool {
        self.carried(id) || self.last.pair(id).any(|k| self.last.carried(k))
    }

    /// The last impulses of these contacts, zero where there are none, then those of the constraints.
    pub(crate) fn guess(&self, found: &Contacts, offsets: &[usize], r: &mut Vec<f64>) {
        let contacts = &found.list;
        let rows = offsets.last().copied().unwrap_or(0);
        r.clear();
        r.resize(rows, 0.0);
        let mut k = 0;
        for (contact, rows) in contacts.iter().zip(offsets.windows(2)) {
            while k < self.last.ids.len() && self.last.ids[k] < contact.id {
                k += 1;
            }
            if self.last.ids.get(k) == Some(&contact.id) {
                let from = &self.last.impulses[self.last.start[k]..];
                let rows = &mut r[rows[0]..rows[1]];
                if from.len() >= rows.len() {
                    rows.copy_from_slice(&from[..rows.len()]);
                }
            }
        }
        if found.places.len() == contacts.len() && self.last.places.len() == self.last.ids.len() {
            self.hand_on(found, offsets, r);
        }
        // Springs come last, and there may be more of them or fewer.
        let tail = r[offsets[contacts.len()]..].iter_mut();
        tail.zip(&self.last.constraints).for_each(|(r, last)| *r = *last);
    }

    /// Gives impulses of contacts that are not met again to their nearest neighbours.
    fn hand_on(&self, found: &Contacts, offsets: &[usize], r: &mut [f64]) {
        let contacts = &found.list;
        let mut k = 0;
        for (old, id) in self.last.ids.iter().enumerate() {
            while k < contacts.len() && contacts[k].id < *id {
                k += 1;
            }
            let start = self.last.start[old];
            let end = self
                .last
                .start
                .get(old + 1)
                .copied()
                .unwrap_or(self.last.impulses.len());
            let impulse = &self.last.impulses[start..end];
            if contacts.get(k).is_some_and(|c| c.id == *id) || impulse[0] == 0.0 {
                continue;
            }
            let from = &self.last.places[old];
            let first = contacts.partition_point(|c| pair_of(c.id) < pair_of(*id));
            let pair = (first..contacts.len()).take_while(|i| pair_of(contacts[*i].id) == pair_of(*id));
            let flush = pair.filter(|i| dot(found.places[*i].normal, from.normal) > FLUSH);
            let distance = |i: &usize| {
                let way: [f64; 3] = std::array::from_fn(|k| found.places[*i].point[k] - from.point[k]);
                dot(way, way)
            };
            if let Some(i) = flush.min_by(|a, b| distance(a).total_cmp(&distance(b))) {
                // Moments of rolling and torsion stay behind: a first guess needs no more than the force.
                let force = found.places[i].to_contact(from.to_world(impulse));
                let rows = &mut r[offsets[i]..offsets[i + 1]];
                rows.iter_mut().zip(force).for_each(|(row, part)| *row += part);
            }
        }
    }

    /// Notes where the contacts of the present step were.
    pub(crate) fn write_places(&mut self, places: &[Place]) {
        self.next.places.extend_from_slice(places);
    }

    /// Notes a contact of the present step; in increasing order of the ids.
    pub(crate) fn write(&mut self, id: u64, impulse: &[f64], slid: bool) {
        self.next.write(id, impulse, slid);
    }

    /// Notes the impulses of the constraints.
    pub(crate) fn write_constraints(&mut self, impulses: &[f64]) {
        self.next.constraints.extend_from_slice(impulses);
    }

    /// The present step becomes the antecedent one.
    pub(crate) fn turn(&mut self) {
        std::mem::swap(&mut self.last, &mut self.next);
        self.next.clear();
    }
}
