//! Questions about gaps that need no rows: how far, how fast.
//!
//! A system that can say gaps without the rows H answers them itself; the others are asked for their
//! contacts ([`Gaps::by_contacts`]). Forces without a gap (motors, dry friction in joints) are left out.

use crate::contact::{Contacts, GapMotion};
use crate::system::System;

/// Which contacts are asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Selection<'a> {
    /// Those with gap ≤ this, in m.
    Within(f64),
    /// The same where only their normals matter: they may come without friction, with one row each, and
    /// without places.
    Normals(f64),
    /// Those with these ids, in increasing order, however far; others may be among them.
    Named(&'a [u64]),
    /// The same with all others of the same two bodies.
    Beside(&'a [u64]),
    /// Those that a motion may close.
    Reached(Motion<'a>),
}

/// A motion from a configuration: at velocities that are neither larger than `v` nor than `v_free`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion<'a> {
    /// The velocities now.
    pub v: &'a [f64],
    /// Those after the forces have acted.
    pub v_free: &'a [f64],
    /// How long it lasts, in s.
    pub dt: f64,
    /// Contacts up to this gap are asked for in any case, in m.
    pub least: f64,
}

impl Selection<'_> {
    /// All that the system looks for.
    pub const ALL: Selection<'static> = Selection::Within(f64::INFINITY);

    /// A margin that holds all that is asked for, in m.
    pub fn margin(&self) -> f64 {
        match self {
            Selection::Within(margin) | Selection::Normals(margin) => *margin,
            Selection::Named(_) | Selection::Beside(_) | Selection::Reached(_) => f64::INFINITY,
        }
    }
}

/// What is asked about gaps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GapQuery<'a> {
    /// Those up to this margin, in m, without rates.
    Within(f64),
    /// The least of all.
    Least,
    /// Those up to a margin, with their rates.
    Moving {
        /// The velocities.
        v: &'a [f64],
        /// In m.
        margin: f64,
    },
    /// One contact with its rate; nothing where it is not there, or is a force without a gap.
    One {
        /// The velocities.
        v: &'a [f64],
        /// Its id.
        id: u64,
    },
}

/// The answer to a [`GapQuery`].
#[derive(Clone, Debug, Default)]
pub struct Gaps {
    /// In the order of the contacts; empty for [`GapQuery::Least`].
    pub list: Vec<GapMotion>,
    /// Of [`GapQuery::Least`], in m; infinite where there is no gap.
    pub least: f64,
    /// Room for the rows of those who need them to answer.
    pub rows: Contacts,
}

impl Gaps {
    /// The answer from the rows of all contacts.
    pub fn by_contacts<S: System + ?Sized>(
        &mut self,
        system: &mut S,
        time: f64,
        q: &[f64],
        asked: GapQuery<'_>,
    ) {
        self.rows.clear();
        match asked {
            GapQuery::Within(margin) | GapQuery::Moving { margin, .. } => {
                system.contacts(time, q, Selection::Normals(margin), &mut self.rows);
            }
            GapQuery::Least => system.contacts(time, q, Selection::ALL, &mut self.rows),
            GapQuery::One { id, .. } => system.contacts(time, q, Selection::Named(&[id]), &mut self.rows),
        }
        self.list.clear();
        match asked {
            GapQuery::Within(_) => self.add_rows(),
            GapQuery::Least => self.least = self.least_of_rows(),
            GapQuery::Moving { v, .. } => self.list.extend(self.rows.gap_motions(v)),
            GapQuery::One { v, id } => {
                let found = self.rows.gap_motions(v).find(|motion| motion.id == id);
                self.list.extend(found);
            }
        }
    }

    /// Adds the gaps of `rows` to the list, without rates.
    pub(crate) fn add_rows(&mut self) {
        let gaps = self
            .rows
            .list
            .iter()
            .filter(|contact| !contact.friction.is_force());
        self.list.extend(gaps.map(|contact| GapMotion {
            id: contact.id,
            gap: contact.gap,
            rate: 0.0,
        }));
    }

    /// The least gap of `rows`.
    pub(crate) fn least_of_rows(&self) -> f64 {
        let gaps = self
            .rows
            .list
            .iter()
            .filter(|contact| !contact.friction.is_force());
        gaps.fold(f64::INFINITY, |least, contact| least.min(contact.gap))
    }

    /// The least gap of the list.
    pub fn least_of_list(&self) -> f64 {
        let gaps = self.list.iter().map(|motion| motion.gap);
        gaps.fold(f64::INFINITY, f64::min)
    }
}
