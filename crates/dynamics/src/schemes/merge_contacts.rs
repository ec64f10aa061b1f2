//! The contacts of several instants of one step, put together: every contact once, with the sum of its
//! impulses.
//!
//! Rows, gap and place of a contact are those of the last instant at which it acted.

use crate::contact::Contacts;
use crate::step::Step;

/// Contacts by increasing id with their impulses; reused from step to step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ledger {
    page: Page,
    next: Page,
}

#[derive(Clone, Debug, Default)]
struct Page {
    contacts: Contacts,
    offsets: Vec<usize>,
    impulses: Vec<f64>,
}

impl Page {
    fn clear(&mut self) {
        self.contacts.clear();
        self.offsets.clear();
        self.offsets.push(0);
        self.impulses.clear();
    }

    /// Adds contact i of `from` with its impulses.
    fn take(&mut self, from: &Contacts, offsets: &[usize], i: usize, impulses: &[f64]) {
        self.contacts.list.push(from.list[i].clone());
        if let Some(place) = from.places.get(i) {
            self.contacts.places.push(*place);
        }
        for row in offsets[i]..offsets[i + 1] {
            self.contacts.push_row(&from.jacobian, row, from.obstacle[row]);
            self.impulses.push(impulses[row]);
        }
        self.offsets.push(self.impulses.len());
    }
}

impl Ledger {
    /// A new step.
    pub(crate) fn begin(&mut self) {
        self.page.clear();
    }

    /// Adds the contacts of one instant, by increasing id, with their impulses.
    pub(crate) fn add(&mut self, contacts: &Contacts, offsets: &[usize], impulses: &[f64]) {
        let Ledger { page, next } = self;
        next.clear();
        let (mut old, mut new) = (0, 0);
        while old < page.contacts.list.len() || new < contacts.list.len() {
            let before = page.contacts.list.get(old).map(|c| c.id);
            let now = contacts.list.get(new).map(|c| c.id);
            let first = before.into_iter().chain(now).min();
            if now == first {
                next.take(contacts, offsets, new, impulses);
                if before == now {
                    let sum = &mut next.impulses[next.offsets[next.offsets.len() - 2]..];
                    let rows = page.offsets[old]..page.offsets[old + 1];
                    for (sum, r) in sum.iter_mut().zip(&page.impulses[rows]) {
                        *sum += r;
                    }
                    old += 1;
                }
                new += 1;
            } else {
                next.take(&page.contacts, &page.offsets, old, &page.impulses);
                old += 1;
            }
        }
        std::mem::swap(page, next);
    }

    /// Gives contacts and impulses to the step, with u⁺ from the velocity that it reached.
    pub(crate) fn hand_over(&mut self, step: &mut Step) {
        std::mem::swap(&mut step.contacts, &mut self.page.contacts);
        std::mem::swap(&mut step.offsets, &mut self.page.offsets);
        std::mem::swap(&mut step.impulses, &mut self.page.impulses);
        let (rows, obstacle) = (&step.contacts.jacobian, &step.contacts.obstacle);
        step.relative_velocity.clear();
        step.relative_velocity.extend(
            obstacle
                .iter()
                .enumerate()
                .map(|(i, w)| rows.dot(i, &step.state.v) + w),
        );
    }
}
