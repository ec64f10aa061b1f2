//! What a smooth phase costs, counted in looks at all rows: when it is compared with others.
//!
//! Looks in steps of the integrator count by the rows that are eliminated densely in each; contact
//! problems and modes at events count as [`PROBLEM`](super::tolerances::PROBLEM) and
//! [`SETTLED_BY`](super::tolerances::SETTLED_BY). What is found again without being evaluated counts as well: a
//! run that goes on from a file counts the same.

use super::tolerances::{COMPARED, COMPARED_LATER, COMPARED_LEAST};

/// The last comparison, and when the next one is due.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Meter {
    /// Work done until then, and the time of the motion, in s.
    pub(crate) work: f64,
    pub(crate) time: f64,
    /// Work from one comparison to the next; 0 for none.
    pub(crate) window: f64,
}

impl Meter {
    /// A comparison was made, or is not needed; work and time begin again.
    pub(crate) fn begin(&mut self, work: f64, time: f64) {
        (self.work, self.time) = (work, time);
    }

    /// The comparison spoke for the smooth phase: the next one comes later.
    pub(crate) fn wait(&mut self) {
        self.window = (2.0 * self.window).min(COMPARED_LATER * COMPARED);
    }

    /// Something has changed: the next one comes soon.
    pub(crate) fn hurry(&mut self) {
        self.window = COMPARED;
    }

    /// Whether a comparison is due.
    pub(super) fn is_due(&self, work: f64, size: f64) -> bool {
        self.window > 0.0 && work - self.work >= (self.window / size).max(COMPARED_LEAST)
    }
}
