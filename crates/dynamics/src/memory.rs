//! What a scheme remembers of the antecedent step: impulses to start the solver from, and who slid.

use crate::checkpoint::{Arrays, index};
use crate::contact::Contact;
use crate::error::StepError;
use crate::system::State;

/// What a scheme needs besides the state to go on bit for bit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SchemeMemory {
    pub(crate) contacts: Page,
    pub(crate) history: Option<History>,
}

/// Where a scheme of two steps has been.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct History {
    /// Position one step before the present one.
    pub(crate) before: Vec<f64>,
    /// The state that the last step reached.
    pub(crate) expected: State,
    /// Its length, in s.
    pub(crate) dt: f64,
    /// The restitution that all contacts share, once it is known.
    pub(crate) e: Option<f64>,
}

/// The contacts of the last step, by increasing id.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
    last: Page,
    next: Page,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Page {
    ids: Vec<u64>,
    start: Vec<usize>,
    impulses: Vec<f64>,
    slid: Vec<bool>,
    constraints: Vec<f64>,
}

impl Page {
    fn clear(&mut self) {
        self.ids.clear();
        self.start.clear();
        self.impulses.clear();
        self.slid.clear();
        self.constraints.clear();
    }

    pub(crate) fn to_arrays(&self, out: &mut Arrays) {
        out.put_counts("contact_ids", self.ids.iter().copied());
        out.put_counts("contact_start", self.start.iter().map(|s| *s as u64));
        out.put_counts("contact_slid", self.slid.iter().map(|s| u64::from(*s)));
        out.put("contact_impulses", &self.impulses);
        out.put("constraint_impulses", &self.constraints);
    }

    /// Refused where one array does not fit the others: what reads it trusts them.
    pub(crate) fn from_arrays(from: &Arrays) -> Result<Self, StepError> {
        let page = Page {
            ids: from.counts("contact_ids")?.to_vec(),
            start: from.counts("contact_start")?.iter().map(|s| index(*s)).collect(),
            slid: from.counts("contact_slid")?.iter().map(|s| *s != 0).collect(),
            impulses: from.reals("contact_impulses")?.to_vec(),
            constraints: from.reals("constraint_impulses")?.to_vec(),
        };
        let count = page.ids.len();
        let inside = page.start.iter().all(|s| *s < page.impulses.len());
        let ordered = page.ids.windows(2).all(|two| two[0] < two[1]);
        if page.start.len() != count || page.slid.len() != count || !inside || !ordered {
            return Err(StepError::Unsaved { name: "contact_ids" });
        }
        Ok(page)
    }
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

    /// Whether this contact carried a normal impulse in the antecedent step.
    pub(crate) fn carried(&self, id: u64) -> bool {
        let found = self.last.ids.binary_search(&id).ok();
        found.is_some_and(|k| self.last.impulses[self.last.start[k]] > 0.0)
    }

    /// The last impulses of these contacts, zero where there are none, then those of the constraints.
    pub(crate) fn guess(&self, contacts: &[Contact], offsets: &[usize], r: &mut Vec<f64>) {
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
        let tail = &mut r[offsets[contacts.len()]..];
        if tail.len() == self.last.constraints.len() {
            tail.copy_from_slice(&self.last.constraints);
        }
    }

    /// Notes a contact of the present step; in increasing order of the ids.
    pub(crate) fn write(&mut self, id: u64, impulse: &[f64], slid: bool) {
        self.next.ids.push(id);
        self.next.start.push(self.next.impulses.len());
        self.next.impulses.extend_from_slice(impulse);
        self.next.slid.push(slid);
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
