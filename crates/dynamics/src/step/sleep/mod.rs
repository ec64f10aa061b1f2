//! Sleep: islands of bodies at rest are left out of the step, where the run asks for it.
//!
//! ```text
//! quiet   v·M v ≤ (speed)² (h M⁻¹ f)·M (h M⁻¹ f)       slower than a share of what its forces do in one step
//! asleep  all bodies of an island of contacts, once each has been quiet for so many steps:
//!         v = 0, q and r are kept
//! awake  a contact with a body that is not asleep;  a change of f by a thousandth;
//!        a moving obstacle or motor;
//!         the loss of a contact that carried
//! ```
//! The threshold is in units of g h: it follows the scene, no length and no speed is absolute. Contacts of
//! sleeping bodies keep the impulses of the last step that was solved, so that forces still sum to weights;
//! they are in the records, without a part in the problem. The kinetic energy of bodies that fall asleep,
//! below ½ m (speed · g h)², is in the residue of the account. Not done: bodies with joints, or with springs
//! between them, stay awake;
//! contacts of sleeping bodies are still looked for; positions are corrected as before.

mod islands;

use crate::contact::{Contacts, Rows};
use crate::step::contact_memory::Memory;
use crate::step::inputs::Buffers;
use crate::step::options::Sleep;
use crate::step::tolerances::CHANGED;
use crate::step::turning::Turning;
use crate::step::{Status, Step};
use drystone_solve::mass::MassMatrix;

/// No island.
const AWAKE: usize = usize::MAX;

/// The bodies that sleep, and what was taken out of the present step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sleepers {
    /// Steps for which each block of the mass matrix has been quiet.
    quiet: Vec<u32>,
    /// The island it sleeps in, named by its first block.
    island: Vec<usize>,
    /// f of the step before the sleep, and how many contacts of each block carried then.
    force: Vec<f64>,
    carried: Vec<u32>,
    present: Vec<u32>,
    /// Length of the step that the impulses belong to, in s.
    dt: f64,
    /// (h M⁻¹ f)·M (h M⁻¹ f) of each block.
    moved: Vec<f64>,
    held: Vec<bool>,
    root: Vec<usize>,
    dofs: Vec<f64>,
    /// All contacts of the step, which of them sleep, and their impulses.
    whole: Contacts,
    frozen: Vec<bool>,
    kept: Vec<f64>,
    scratch: Scratch,
}

/// Buffers in which a step is put together.
#[derive(Clone, Debug, Default)]
struct Scratch {
    impulses: Vec<f64>,
    velocity: Vec<f64>,
    status: Vec<Status>,
    offsets: Vec<usize>,
    target: Vec<f64>,
    turning: Turning,
}

impl Sleepers {
    /// For a mass matrix.
    pub(crate) fn new(mass: &MassMatrix) -> Self {
        let blocks = mass.num_blocks();
        Sleepers {
            quiet: vec![0; blocks],
            island: vec![AWAKE; blocks],
            force: vec![0.0; mass.dim()],
            carried: vec![0; blocks],
            present: vec![0; blocks],
            moved: vec![0.0; blocks],
            held: vec![false; blocks],
            root: vec![0; blocks],
            dofs: vec![0.0; mass.dim()],
            ..Sleepers::default()
        }
    }

    /// How many blocks sleep.
    pub(crate) fn count(&self) -> usize {
        self.island.iter().filter(|i| **i != AWAKE).count()
    }

    /// Wakes bodies, and takes the contacts of those that still sleep out of the step; whether any were.
    pub(crate) fn part(&mut self, inputs: &mut Buffers, v: &[f64], memory: &Memory) -> bool {
        let Buffers {
            mass,
            force,
            v_free,
            dt,
            contacts,
            ..
        } = inputs;
        let dt = *dt;
        for k in 0..self.moved.len() {
            let dofs = mass.offsets[k]..mass.offsets[k + 1];
            self.moved[k] = dofs.map(|i| (v_free[i] - v[i]) * dt * force[i]).sum();
        }
        let scale = if self.dt > 0.0 { dt / self.dt } else { 1.0 };
        self.dt = dt;
        if self.count() == 0 {
            return false;
        }
        self.wake_by_force(mass, force, dt);
        self.wake_by_loss(mass, contacts, memory);
        while self.wake_by_contact(mass, contacts) {}
        if self.count() == 0 {
            return false;
        }
        for (i, free) in v_free.iter_mut().enumerate() {
            if self.island[mass.block_of[i]] != AWAKE {
                *free = 0.0;
            }
        }
        self.take_out(inputs, memory, scale);
        true
    }

    fn wake(&mut self, island: usize) {
        for (own, quiet) in self.island.iter_mut().zip(&mut self.quiet) {
            if *own == island {
                (*own, *quiet) = (AWAKE, 0);
            }
        }
    }

    fn wake_by_force(&mut self, mass: &MassMatrix, force: &[f64], dt: f64) {
        for (i, out) in self.dofs.iter_mut().enumerate() {
            *out = force[i] - self.force[i];
        }
        mass.solve(&mut self.dofs);
        for k in 0..self.island.len() {
            let dofs = mass.offsets[k]..mass.offsets[k + 1];
            let change: f64 = dofs.map(|i| self.dofs[i] * (force[i] - self.force[i])).sum();
            // `moved` holds h² f·M⁻¹f.
            if self.island[k] != AWAKE && !(change * dt * dt <= CHANGED * CHANGED * self.moved[k]) {
                self.wake(self.island[k]);
            }
        }
    }

    /// Wakes islands that lost a contact that carried: nothing that moves may touch them.
    fn wake_by_loss(&mut self, mass: &MassMatrix, contacts: &Contacts, memory: &Memory) {
        self.present.fill(0);
        let mut row = 0;
        for contact in &contacts.list {
            if memory.impulse(contact.id).is_some_and(|r| r[0] > 0.0) {
                count(mass, &contacts.jacobian, row, &mut self.present);
            }
            row += contact.friction.law().rows();
        }
        for k in 0..self.island.len() {
            if self.island[k] != AWAKE && self.present[k] < self.carried[k] {
                self.wake(self.island[k]);
            }
        }
    }

    /// Wakes islands that an awake body or something that moves touches; whether there was one.
    fn wake_by_contact(&mut self, mass: &MassMatrix, contacts: &Contacts) -> bool {
        let (mut row, mut woke) = (0, false);
        for contact in &contacts.list {
            let rows = row..row + contact.friction.law().rows();
            row = rows.end;
            let moves =
                contact.friction.is_force() || contacts.obstacle[rows.clone()].iter().any(|w| *w != 0.0);
            let blocks = || blocks(mass, &contacts.jacobian, rows.clone());
            let awake = blocks().any(|k| self.island[k] == AWAKE);
            if !(awake || moves) {
                continue;
            }
            while let Some(k) = blocks().find(|k| self.island[*k] != AWAKE) {
                self.wake(self.island[k]);
                woke = true;
            }
        }
        woke
    }

    /// Leaves the contacts of awake bodies alone in the step.
    fn take_out(&mut self, inputs: &mut Buffers, memory: &Memory, scale: f64) {
        let Buffers {
            mass,
            contacts,
            target,
            turning,
            ..
        } = inputs;
        std::mem::swap(contacts, &mut self.whole);
        contacts.clear();
        self.frozen.clear();
        self.kept.clear();
        self.scratch.target.clear();
        self.scratch.turning.clear();
        let whole = &self.whole;
        let mut row = 0;
        for (i, contact) in whole.list.iter().enumerate() {
            let rows = row..row + contact.friction.law().rows();
            row = rows.end;
            let asleep = blocks(mass, &whole.jacobian, rows.clone()).any(|k| self.island[k] != AWAKE);
            self.frozen.push(asleep);
            if asleep {
                let kept = memory.impulse(contact.id).unwrap_or(&[]);
                let impulse = |k: usize| scale * kept.get(k).unwrap_or(&0.0);
                self.kept.extend((0..rows.len()).map(impulse));
                continue;
            }
            contacts.list.push(contact.clone());
            contacts.places.extend(whole.places.get(i));
            turning.select(rows.clone(), &mut self.scratch.turning);
            for k in rows {
                contacts.push_row(&whole.jacobian, k, whole.obstacle[k]);
                self.scratch.target.extend(target.get(k));
            }
        }
        self.scratch.target.extend(target.iter().skip(row));
        std::mem::swap(target, &mut self.scratch.target);
        std::mem::swap(turning, &mut self.scratch.turning);
    }

    /// Puts the contacts that slept back into the step and into what is remembered of it.
    pub(crate) fn rejoin(&mut self, step: &mut Step, memory: &mut Memory) {
        let Scratch {
            impulses,
            velocity,
            status,
            offsets,
            ..
        } = &mut self.scratch;
        impulses.clear();
        velocity.clear();
        status.clear();
        offsets.clear();
        offsets.push(0);
        let (mut active, mut kept) = (0, 0);
        for (contact, frozen) in self.whole.list.iter().zip(&self.frozen) {
            let rows = contact.friction.law().rows();
            if *frozen {
                let own = &self.kept[kept..kept + rows];
                status.push(if own[0] > 0.0 { Status::Stick } else { Status::Open });
                impulses.extend_from_slice(own);
                velocity.extend(std::iter::repeat_n(0.0, rows));
                kept += rows;
            } else {
                let own = step.offsets[active]..step.offsets[active + 1];
                status.push(step.status[active]);
                impulses.extend_from_slice(&step.impulses[own.clone()]);
                velocity.extend_from_slice(&step.relative_velocity[own]);
                active += 1;
            }
            offsets.push(impulses.len());
        }
        let constrained = step.offsets.last().copied().unwrap_or(0);
        for k in constrained..step.contacts.jacobian.len() {
            let Contacts {
                jacobian, obstacle, ..
            } = &step.contacts;
            self.whole.push_row(jacobian, k, obstacle[k]);
        }
        std::mem::swap(&mut step.impulses, impulses);
        std::mem::swap(&mut step.relative_velocity, velocity);
        std::mem::swap(&mut step.status, status);
        std::mem::swap(&mut step.offsets, offsets);
        std::mem::swap(&mut step.contacts, &mut self.whole);
        let list = step.contacts.list.iter().zip(&self.frozen);
        memory.join(
            list.filter(|c| *c.1).map(|c| c.0),
            &self.kept,
            &step.contacts.places,
        );
    }

    /// Counts the steps for which each has been quiet, and sends islands to sleep. `r` are the impulses of
    /// the problem.
    pub(crate) fn settle(
        &mut self,
        settings: Sleep,
        inputs: &Buffers,
        (step, r): (&Step, &[f64]),
        memory: &mut Memory,
    ) {
        let mass = &inputs.mass;
        mass.multiply(&step.state.v, &mut self.dofs);
        let mut any = false;
        for k in 0..self.quiet.len() {
            if self.island[k] != AWAKE {
                continue;
            }
            let dofs = mass.offsets[k]..mass.offsets[k + 1];
            let energy: f64 = dofs.map(|i| step.state.v[i] * self.dofs[i]).sum();
            let quiet = energy <= settings.speed * settings.speed * self.moved[k];
            self.quiet[k] = if quiet { self.quiet[k].saturating_add(1) } else { 0 };
            any |= self.quiet[k] >= settings.steps;
        }
        if any {
            self.find_islands(inputs, step);
            self.send(settings, inputs, (step, r), memory);
        }
    }

    /// As numbers, for files.
    pub(crate) fn to_numbers(&self) -> Vec<f64> {
        let mut out = vec![self.dt];
        out.extend(self.quiet.iter().map(|q| f64::from(*q)));
        let name = |island: &usize| if *island == AWAKE { -1.0 } else { *island as f64 };
        out.extend(self.island.iter().map(name));
        out.extend(self.carried.iter().map(|c| f64::from(*c)));
        out.extend_from_slice(&self.force);
        out
    }

    /// Takes up what was kept; nothing where it is of another system.
    pub(crate) fn take_numbers(&mut self, numbers: &[f64]) {
        let blocks = self.quiet.len();
        if numbers.len() != 1 + 3 * blocks + self.force.len() {
            return;
        }
        self.dt = numbers[0];
        for k in 0..blocks {
            let (quiet, island) = (numbers[1 + k], numbers[1 + blocks + k]);
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "casts saturate, and an island that is none is checked"
            )]
            {
                self.quiet[k] = quiet as u32;
                self.carried[k] = numbers[1 + 2 * blocks + k] as u32;
                self.island[k] = if island >= 0.0 && (island as usize) < blocks {
                    island as usize
                } else {
                    AWAKE
                };
            }
        }
        self.force.copy_from_slice(&numbers[1 + 3 * blocks..]);
    }
}

/// The blocks that rows act on, with repetitions.
fn blocks<'a>(
    mass: &'a MassMatrix,
    jacobian: &'a Rows,
    rows: std::ops::Range<usize>,
) -> impl Iterator<Item = usize> + 'a {
    rows.flat_map(move |i| jacobian.row(i).0.iter().map(|dof| mass.block_of[*dof]))
}

/// Counts a contact, whose normal row this is, for each block it acts on.
fn count(mass: &MassMatrix, jacobian: &Rows, row: usize, counts: &mut [u32]) {
    let mut last = None;
    for k in blocks(mass, jacobian, row..row + 1) {
        // The entries of a block follow each other.
        if last != Some(k) {
            counts[k] += 1;
        }
        last = Some(k);
    }
}
