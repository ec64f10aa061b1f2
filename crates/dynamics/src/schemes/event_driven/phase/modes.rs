//! Modes of a phase: which contacts are closed, which of them press, stick and slide.

use super::Phase;
use crate::schemes::event_driven::friction_groups::Grip;

/// A contact that is closed, or a bounded force.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ClosedContact {
    /// Its number.
    pub(crate) id: u64,
    /// Whether it presses; a contact that does not is watched for the moment at which it would.
    pub(crate) carries: bool,
    /// Mode of each group of friction rows; of a bounded force the first says whether it holds.
    pub(crate) grips: [Grip; 2],
    /// The gap it is kept at, in m: zero, or an overlap it began with.
    pub(crate) level: f64,
}

impl ClosedContact {
    /// Whether a group of its friction rows slides.
    pub(crate) fn slides(&self) -> bool {
        self.grips.iter().any(|g| matches!(g, Grip::Slip(_)))
    }
}

/// The change of modes that ends a phase.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ModeChange {
    /// The contact at this place of the list stops pressing.
    Load(usize),
    /// Its group lets go.
    Hold(usize, usize),
    /// Its group stops sliding.
    Slip(usize, usize),
    /// It would begin to press.
    Idle(usize),
    /// No contact would approach without contact forces: all let go (Moreau 1988, §15, Stage 1).
    Free,
}

/// Closed contacts and bounded forces.
#[derive(Default)]
pub(crate) struct Modes {
    /// By increasing number.
    pub(crate) closed: Vec<ClosedContact>,
    /// Their numbers.
    pub(crate) ids: Vec<u64>,
    kept: Vec<ClosedContact>,
    /// Copies that are not in use.
    pub(crate) spare: Vec<Vec<ClosedContact>>,
}

impl Modes {
    /// A copy, to be put back into `spare`.
    pub(crate) fn copy(&mut self) -> Vec<ClosedContact> {
        let mut copy = self.spare.pop().unwrap_or_default();
        copy.clear();
        copy.extend_from_slice(&self.closed);
        copy
    }

    /// Takes up other modes.
    pub(crate) fn set(&mut self, closed: &[ClosedContact]) {
        self.closed.clear();
        self.closed.extend_from_slice(closed);
        self.ids.clear();
        self.ids.extend(closed.iter().map(|c| c.id));
    }
}

impl Phase {
    /// Keeps the closed contacts that `which` says; its argument is the place in the list of the last point.
    pub(crate) fn keep_closed(&mut self, which: impl Fn(&Phase, usize) -> bool) {
        let (count, mut kept) = (self.modes.closed.len(), 0);
        for i in 0..count {
            if which(self, i) {
                self.modes.ids[kept] = self.modes.ids[i];
                self.modes.kept.push(self.modes.closed[i]);
                kept += 1;
            }
        }
        self.modes.ids.truncate(kept);
        std::mem::swap(&mut self.modes.closed, &mut self.modes.kept);
        self.modes.kept.clear();
    }
}
