//! The linear system of the forces of a phase, and the accelerations it leaves.
//!
//! ```text
//! (H M⁻¹ (Hᵀ + σ)) λ = −(H M⁻¹ f + Ḣ v + ẇ)  rows: contacts that press or stick, held motors, constraints;
//!     σ: sliding friction
//! ```
//! Where it is singular (hyperstatic systems, redundant joints) the λ nearest to the last one that fitted is
//! taken.

use super::Phase;
use crate::contact::Friction;
use crate::schemes::event_driven::friction_groups::{Grip, groups, law_at, size};
use crate::schemes::event_driven::linear::LinearSystem;
use crate::schemes::event_driven::linear::springs::Springs;
use crate::schemes::event_driven::tolerances::{DIRECTIONLESS, FEW, MANY};
use drystone_solve::law::{Law, MAX_ROWS};

/// Forces that were found to fit: hyperstatic systems stay near them.
#[derive(Default, PartialEq)]
pub(crate) struct KnownForces {
    /// By contact.
    pub(crate) contacts: Vec<(u64, [f64; MAX_ROWS])>,
    pub(crate) constraints: Vec<f64>,
}

impl KnownForces {
    /// No forces are known: nothing is closed or constrained.
    pub(crate) fn clear(&mut self) {
        self.contacts.clear();
        self.constraints.clear();
    }

    /// Becomes the same as `other`, in its own memory.
    pub(super) fn copy_from(&mut self, other: &KnownForces) {
        self.contacts.clone_from(&other.contacts);
        self.constraints.clone_from(&other.constraints);
    }
}

/// Accelerations and forces at a point.
#[derive(Default)]
pub(crate) struct Motion {
    /// v̇, and v̇ without contacts and constraints.
    pub(crate) acceleration: Vec<f64>,
    pub(super) free: Vec<f64>,
    /// Forces and accelerations of all rows: contacts, then constraints.
    pub(crate) force: Vec<f64>,
    pub(crate) row_acceleration: Vec<f64>,
    /// Least normal acceleration without contact forces.
    pub(super) approach: Option<f64>,
    /// Normal acceleration without its force where one contact is closed and nothing else holds.
    pub(crate) lone: Option<f64>,
}

/// The linear system, and room for it.
#[derive(Default)]
pub(super) struct Work {
    /// Rows whose acceleration vanishes.
    pub(super) equations: Vec<usize>,
    /// M⁻¹ Hᵀ of these rows, sliding friction with them.
    pub(super) pushes: Vec<f64>,
    pub(super) system: LinearSystem,
    pub(super) springs: Springs,
    /// A vector of velocities.
    pub(super) scratch: Vec<f64>,
}

impl Phase {
    /// Rows whose acceleration vanishes.
    pub(super) fn find_equations(&mut self) {
        self.work.equations.clear();
        let contacts = self
            .rows
            .contacts
            .list
            .iter()
            .zip(&self.modes.closed)
            .zip(&self.rows.offsets);
        for ((contact, closed), &row) in contacts {
            if contact.friction.is_force() {
                if closed.grips[0] == Grip::Stick {
                    self.work.equations.push(row);
                }
            } else if closed.carries {
                self.work.equations.push(row);
                for (group, grip) in groups(&contact.friction.law()).zip(&closed.grips) {
                    if *grip == Grip::Stick {
                        self.work.equations.extend(group.rows(row));
                    }
                }
            }
        }
        let first = self.rows.contacts.obstacle.len();
        self.work
            .equations
            .extend(first..first + self.rows.constraints.value.len());
    }

    /// The linear system of the forces, its answer, and the accelerations it leaves.
    pub(super) fn solve(&mut self) -> bool {
        self.motion.free.clone_from(&self.motion.acceleration);
        self.find_equations();
        self.motion.approach = self.least_free();
        let alone = self.rows.contacts.list.len() == 1 && self.rows.constraints.value.is_empty();
        self.motion.lone = alone.then(|| self.free_row_acceleration(0));
        self.push_motors();
        let equations = std::mem::take(&mut self.work.equations);
        let solved = self.is_large(equations.len()) && self.solve_by_springs(&equations)
            || self.solve_densely(&equations);
        self.work.equations = equations;
        self.write_friction();
        for i in 0..self.motion.row_acceleration.len() {
            self.motion.row_acceleration[i] = self.free_row_acceleration(i);
        }
        solved
    }

    /// Whether a system of so many rows is one for springs.
    pub(super) fn is_large(&self, rows: usize) -> bool {
        rows > FEW && rows * self.motion.acceleration.len() > MANY
    }

    /// Forces of these rows by the dense system, and the accelerations they leave.
    fn solve_densely(&mut self, equations: &[usize]) -> bool {
        self.respond(equations, true);
        for (i, &row) in equations.iter().enumerate() {
            self.work.system.right[i] = -(self.free_row_acceleration(row) + self.to_right(row));
            self.work.system.guess[i] = self.known_force(row);
        }
        let solved = self.work.system.solve();
        let n = self.motion.acceleration.len();
        let pushes = self.work.pushes.chunks_exact(n.max(1));
        for (&row, (x, push)) in equations.iter().zip(self.work.system.right.iter().zip(pushes)) {
            self.motion.force[row] = *x;
            for (a, p) in self.motion.acceleration.iter_mut().zip(push) {
                *a += x * p;
            }
        }
        solved
    }

    /// The same by springs; `false`, and nothing done, where that fails.
    fn solve_by_springs(&mut self, equations: &[usize]) -> bool {
        let mut springs = std::mem::take(&mut self.work.springs);
        self.gather(equations, true, &mut springs);
        for &row in equations {
            springs
                .right
                .push(self.free_row_acceleration(row) + self.to_right(row));
            springs.force.push(self.known_force(row));
        }
        let solved = springs.solve(&self.inertia.mass);
        if solved {
            for (&row, x) in equations.iter().zip(&springs.force) {
                self.motion.force[row] = *x;
            }
            for (a, push) in self.motion.acceleration.iter_mut().zip(&springs.push) {
                *a += push;
            }
        }
        self.work.springs = springs;
        solved
    }

    /// Hands these rows to the springs, sliding friction with them where it is asked for.
    pub(super) fn gather(&self, of: &[usize], with_friction: bool, springs: &mut Springs) {
        springs.rows.clear();
        springs.right.clear();
        springs.force.clear();
        for &row in of {
            springs.rows.push(self.rows.row(row));
            if with_friction && let Ok(i) = self.rows.offsets[..self.modes.closed.len()].binary_search(&row) {
                self.for_sliding(i, |k, sigma| springs.rows.add_friction(self.rows.row(k), sigma));
            }
        }
    }

    /// H v̇ + Ḣ v + ẇ of a row, with v̇ as it is now.
    fn free_row_acceleration(&self, row: usize) -> f64 {
        self.rows.dot(row, &self.motion.acceleration) + self.rows.bias[row]
    }

    /// Motors at their bound push with it.
    fn push_motors(&mut self) {
        for i in 0..self.modes.closed.len() {
            if let (Friction::Force { lo, hi }, Grip::Slip(direction)) = (
                &self.rows.contacts.list[i].friction,
                self.modes.closed[i].grips[0],
            ) {
                let force = if direction[0] > 0.0 { *lo } else { *hi };
                let row = self.rows.offsets[i];
                self.motion.force[row] = force;
                let change = &mut self.work.scratch;
                change.fill(0.0);
                self.rows.add_transposed(row, force, change);
                self.inertia.mass.solve(change);
                for (a, c) in self.motion.acceleration.iter_mut().zip(change) {
                    *a += *c;
                }
            }
        }
    }

    /// M⁻¹ Hᵀ of these rows, sliding friction with them where it is asked for, and the matrix H M⁻¹ Hᵀ of the
    /// linear system.
    pub(super) fn respond(&mut self, of: &[usize], with_friction: bool) {
        let (n, m) = (self.motion.acceleration.len(), of.len());
        let mut pushes = std::mem::take(&mut self.work.pushes);
        pushes.clear();
        pushes.resize(n * m, 0.0);
        for (&row, push) in of.iter().zip(pushes.chunks_exact_mut(n.max(1))) {
            self.rows.add_transposed(row, 1.0, push);
            if with_friction {
                self.add_sliding(row, push);
            }
            self.inertia.mass.solve(push);
        }
        self.work.system.begin(m);
        for (i, &row) in of.iter().enumerate() {
            for (j, push) in pushes.chunks_exact(n.max(1)).enumerate() {
                self.work.system.matrix[i * m + j] = self.rows.dot(row, push);
            }
        }
        self.work.pushes = pushes;
    }

    /// The force on a row that was last known to fit; 0 where none was.
    fn known_force(&self, row: usize) -> f64 {
        let first = self.rows.contacts.obstacle.len();
        if row >= first {
            return self.known.constraints.get(row - first).copied().unwrap_or(0.0);
        }
        let i = self.rows.offsets.partition_point(|start| *start <= row) - 1;
        let known = self
            .known
            .contacts
            .binary_search_by_key(&self.modes.ids[i], |k| k.0);
        known.map_or(0.0, |k| self.known.contacts[k].1[row - self.rows.offsets[i]])
    }

    /// Keeps the forces of the last point for hyperstatic systems.
    pub(crate) fn keep_forces(&mut self) {
        self.known.contacts.clear();
        for (i, rows) in self.rows.offsets.windows(2).enumerate() {
            let mut force = [0.0; MAX_ROWS];
            force[..rows[1] - rows[0]].copy_from_slice(&self.motion.force[rows[0]..rows[1]]);
            self.known.contacts.push((self.modes.ids[i], force));
        }
        let first = self.rows.offsets.last().copied().unwrap_or(0);
        self.known.constraints.clear();
        self.known
            .constraints
            .extend_from_slice(&self.motion.force[first..]);
        // The forces nearest to these are these: the last point stays known.
        self.last.known.clone_from(&self.known.contacts);
    }

    /// Least normal acceleration of the contacts that press if no contact pushed; nothing where constraints
    /// or motors act, or without friction, where it says no more than the normal force.
    fn least_free(&self) -> Option<f64> {
        let mut least: Option<f64> = None;
        let mut rubs = false;
        for (i, contact) in self.rows.contacts.list.iter().enumerate() {
            if contact.friction.is_force() {
                return None;
            }
            if self.modes.closed[i].carries {
                rubs |= groups(&contact.friction.law()).any(|group| !group.is_frictionless());
                let row = self.rows.offsets[i];
                let a = self.free_row_acceleration(row);
                least = Some(least.map_or(a, |l| l.min(a)));
            }
        }
        least.filter(|_| rubs && self.rows.constraints.value.is_empty())
    }

    /// σ of every group that slides at the contact whose normal row this is, as forces on the degrees of
    /// freedom.
    fn add_sliding(&self, row: usize, y: &mut [f64]) {
        if let Ok(i) = self.rows.offsets[..self.modes.closed.len()].binary_search(&row) {
            self.for_sliding(i, |k, sigma| self.rows.add_transposed(k, sigma, y));
        }
    }

    /// Hands every row of contact i that slides to `each`, with its friction per unit of normal force.
    fn for_sliding(&self, i: usize, mut each: impl FnMut(usize, f64)) {
        let (contact, closed, row) = (
            &self.rows.contacts.list[i],
            &self.modes.closed[i],
            self.rows.offsets[i],
        );
        if contact.friction.is_force() || !closed.carries {
            return;
        }
        for (group, grip) in groups(&self.law(i)).zip(&closed.grips) {
            if let Grip::Slip(direction) = grip {
                let rows = group.rows(row);
                let mut sigma = [0.0; 3];
                let slow = DIRECTIONLESS * self.scales.speed;
                group.sliding(&self.rows.velocity[rows.clone()], direction, slow, &mut sigma);
                for (k, s) in rows.zip(sigma) {
                    each(k, s);
                }
            }
        }
    }

    /// Forces on the rows of contact i.
    pub(crate) fn force_at(&self, i: usize) -> &[f64] {
        &self.motion.force[self.rows.offsets[i]..self.rows.offsets[i + 1]]
    }

    /// The law of contact i at the last point.
    pub(crate) fn law(&self, i: usize) -> Law {
        let (friction, closed) = (&self.rows.contacts.list[i].friction, &self.modes.closed[i]);
        law_at(
            friction,
            closed.slides(),
            slip_speed(friction, self.rows.velocity_at(i)),
        )
    }

    /// Friction of everything that slides.
    fn write_friction(&mut self) {
        let mut force = std::mem::take(&mut self.motion.force);
        for i in 0..self.modes.closed.len() {
            let normal = force[self.rows.offsets[i]];
            self.for_sliding(i, |k, sigma| force[k] = sigma * normal);
        }
        self.motion.force = force;
    }
}

/// Sliding speed of a contact by its rows of velocity.
pub(crate) fn slip_speed(friction: &Friction, u: &[f64]) -> f64 {
    match groups(&friction.law()).next() {
        Some(group) => size(&u[group.rows(0)]),
        None => 0.0,
    }
}
