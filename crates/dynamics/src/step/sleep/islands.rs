//! Islands: bodies that touch each other, directly or through others.

use super::{AWAKE, Sleepers, blocks, count};
use crate::step::Step;
use crate::step::contact_memory::Memory;
use crate::step::inputs::Buffers;
use crate::step::options::Sleep;

impl Sleepers {
    /// Unites the blocks that touch, and marks those that something else holds.
    pub(super) fn find_islands(&mut self, inputs: &Buffers, step: &Step) {
        let Buffers {
            mass,
            constraints,
            implicit,
            ..
        } = inputs;
        for (k, root) in self.root.iter_mut().enumerate() {
            *root = k;
        }
        self.held.fill(false);
        for i in 0..constraints.value.len() {
            for k in blocks(mass, &constraints.jacobian, i..i + 1) {
                self.held[k] = true;
            }
        }
        for &i in &implicit.rows {
            for k in blocks(mass, &implicit.found().jacobian, i..i + 1) {
                self.held[k] = true;
            }
        }
        for (contact, rows) in step.contacts.list.iter().zip(step.offsets.windows(2)) {
            let rows = rows[0]..rows[1];
            let obstacle = &step.contacts.obstacle[rows.clone()];
            let moves = contact.friction.is_force() || obstacle.iter().any(|w| *w != 0.0);
            let mut first = None;
            for k in blocks(mass, &step.contacts.jacobian, rows) {
                self.held[k] |= moves;
                let a = find(&mut self.root, k);
                let b = *first.get_or_insert(a);
                let b = find(&mut self.root, b);
                // The smaller number names the island, whatever the order.
                let (low, high) = (a.min(b), a.max(b));
                self.root[high] = low;
            }
        }
        // What holds one holds its island, and so does one that is not quiet.
        for k in 0..self.root.len() {
            let root = find(&mut self.root, k);
            self.root[k] = root;
        }
    }

    /// Sends to sleep the islands in which every body has been quiet, and notes what they rest on.
    pub(super) fn send(
        &mut self,
        settings: Sleep,
        inputs: &Buffers,
        (step, r): (&Step, &[f64]),
        memory: &mut Memory,
    ) {
        let (mass, force) = (&inputs.mass, &inputs.force);
        for k in 0..self.root.len() {
            if self.held[k] || self.quiet[k] < settings.steps {
                let root = self.root[k];
                self.held[root] = true;
            }
        }
        let mut sent = false;
        for k in 0..self.root.len() {
            if self.island[k] == AWAKE && !self.held[self.root[k]] {
                self.island[k] = self.root[k];
                let dofs = mass.offsets[k]..mass.offsets[k + 1];
                self.force[dofs.clone()].copy_from_slice(&force[dofs]);
                self.carried[k] = 0;
                sent = true;
            }
        }
        if !sent {
            return;
        }
        for (contact, rows) in step.contacts.list.iter().zip(step.offsets.windows(2)) {
            let rows = rows[0]..rows[1];
            if blocks(mass, &step.contacts.jacobian, rows.clone()).any(|k| self.island[k] != AWAKE) {
                memory.set_impulse(contact.id, &r[rows.clone()]);
                if r[rows.start] > 0.0 {
                    count(mass, &step.contacts.jacobian, rows.start, &mut self.carried);
                }
            }
        }
    }
}

/// The first block of an island.
fn find(root: &mut [usize], mut k: usize) -> usize {
    while root[k] != k {
        root[k] = root[root[k]];
        k = root[k];
    }
    k
}
