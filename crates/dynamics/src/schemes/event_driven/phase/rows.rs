//! Rows of closed contacts, then of constraints; their velocities, and their rates of change.
//!
//! ```text
//! u = H v + w,     bias = Ḣ v + ẇ,     W = H M⁻¹ Hᵀ
//! ```
//! The bias comes from the system where it knows it, else from differences along the motion.

use super::super::tolerances::{DIFFERENCE, FOUR_PLACES, TWO_PLACES};
use super::Phase;
use super::forces::Motion;
use crate::contact::{Constraints, Contacts};
use crate::system::{State, System};

/// Rows of closed contacts, then of constraints, at a point.
#[derive(Default)]
pub(crate) struct Rows {
    pub(crate) contacts: Contacts,
    pub(crate) constraints: Constraints,
    /// Whether nothing was closed and nothing constrained at the last point.
    pub(super) is_clear: bool,
    /// First row of each contact, the number of contact rows at the end.
    pub(crate) offsets: Vec<usize>,
    /// u.
    pub(crate) velocity: Vec<f64>,
    /// Ḣ v + ẇ.
    pub(crate) bias: Vec<f64>,
    /// Whether the system said how its rows turn.
    pub(super) knows_rates: bool,
    /// Contacts and constraints at a configuration nearby.
    pub(super) near: (Contacts, Constraints),
    pub(super) q_near: Vec<f64>,
}

impl Rows {
    /// Number of rows.
    pub(crate) fn count(&self) -> usize {
        self.of_contacts() + self.constraints.value.len()
    }

    /// Number of rows of contacts.
    pub(crate) fn of_contacts(&self) -> usize {
        self.offsets.last().copied().unwrap_or(0)
    }

    /// u of contact i.
    pub(crate) fn velocity_at(&self, i: usize) -> &[f64] {
        &self.velocity[self.offsets[i]..self.offsets[i + 1]]
    }

    /// u of the normal row of contact i.
    pub(crate) fn normal_velocity(&self, i: usize) -> f64 {
        self.velocity[self.offsets[i]]
    }

    /// u of all rows.
    pub(crate) fn relative_velocity(&mut self, v: &[f64]) {
        for i in 0..self.velocity.len() {
            self.velocity[i] = self.velocity_of(i, v);
        }
    }

    /// u of a row.
    pub(crate) fn velocity_of(&self, row: usize, v: &[f64]) -> f64 {
        let of_contacts = self.contacts.obstacle.len();
        if row < of_contacts {
            self.contacts.jacobian.dot(row, v) + self.contacts.obstacle[row]
        } else {
            let k = row - of_contacts;
            self.constraints.jacobian.dot(k, v) + self.constraints.rate[k]
        }
    }

    /// Row i of contacts and constraints times x.
    pub(crate) fn dot(&self, i: usize, x: &[f64]) -> f64 {
        let of_contacts = self.contacts.obstacle.len();
        if i < of_contacts {
            self.contacts.jacobian.dot(i, x)
        } else {
            self.constraints.jacobian.dot(i - of_contacts, x)
        }
    }

    /// Degrees of freedom and values of row i of contacts and constraints.
    pub(super) fn row(&self, i: usize) -> (&[usize], &[f64]) {
        let of_contacts = self.contacts.obstacle.len();
        if i < of_contacts {
            self.contacts.jacobian.row(i)
        } else {
            self.constraints.jacobian.row(i - of_contacts)
        }
    }

    pub(super) fn add_transposed(&self, i: usize, r: f64, y: &mut [f64]) {
        let of_contacts = self.contacts.obstacle.len();
        if i < of_contacts {
            self.contacts.jacobian.add_transposed(i, r, y);
        } else {
            self.constraints.jacobian.add_transposed(i - of_contacts, r, y);
        }
    }
}

impl Phase {
    /// Finds the rows of the closed contacts and their velocities, no forces; contacts that were found
    /// already are taken. `false` where a contact is missing.
    pub(crate) fn look(&mut self, system: &mut dyn System, at: &State, found: Option<&mut Contacts>) -> bool {
        self.last.valid = false;
        self.q.copy_from_slice(&at.q);
        system.kinematics().normalise(&mut self.q);
        let all = if let Some(found) = found {
            std::mem::swap(&mut self.rows.contacts, found);
            self.number_rows(system, at.time)
        } else {
            self.find_rows(system, at.time)
        };
        self.rows.relative_velocity(&at.v);
        all
    }

    /// Rows of closed contacts and constraints; `false` where a contact is missing.
    pub(super) fn find_rows(&mut self, system: &mut dyn System, time: f64) -> bool {
        if self.modes.ids.is_empty() && self.rows.is_clear {
            return true;
        }
        self.rows
            .contacts
            .look_again(system, time, &self.q, &self.modes.ids);
        self.number_rows(system, time)
    }

    /// Constraints, and the places of all rows; `false` where a contact is missing.
    pub(super) fn number_rows(&mut self, system: &mut dyn System, time: f64) -> bool {
        self.rows.constraints.clear();
        system.constraints(time, &self.q, &mut self.rows.constraints);
        self.rows.offsets.clear();
        self.rows.offsets.push(0);
        let mut at = 0;
        for contact in &self.rows.contacts.list {
            at += contact.friction.law().rows();
            self.rows.offsets.push(at);
        }
        let rows = self.rows.count();
        let Motion {
            force,
            row_acceleration,
            ..
        } = &mut self.motion;
        for list in [force, &mut self.rows.velocity, row_acceleration] {
            list.clear();
            list.resize(rows, 0.0);
        }
        // Constraints are always the same ones: without them and without closed contacts there are no rows
        // to be found.
        self.rows.is_clear = rows == 0 && self.rows.contacts.list.is_empty();
        self.rows.contacts.list.len() == self.modes.ids.len()
    }

    /// Looks at the rows that the last evaluation took: one, and those of its differences.
    pub(crate) fn looks(&self) -> usize {
        if self.rows.count() == 0 || self.rows.knows_rates {
            1
        } else {
            1 + 2 * differences(self.relative).len()
        }
    }

    /// Ḣ v + ẇ: from the system, or by differences along q ⊕ s v.
    pub(super) fn find_bias(&mut self, system: &mut dyn System, time: f64, v: &[f64]) -> bool {
        self.rows.bias.clear();
        self.rows.knows_rates = system.row_rates((time, &self.q), v, &self.modes.ids, &mut self.rows.bias);
        if self.rows.knows_rates {
            return self.rows.bias.len() == self.rows.count();
        }
        self.rows.bias.clear();
        self.rows.bias.resize(self.rows.count(), 0.0);
        let s = DIFFERENCE * self.scales.time;
        for &(k, weight) in differences(self.relative) {
            for sign in [1.0, -1.0] {
                let shift = sign * k * s;
                system
                    .kinematics()
                    .advance(&self.q, v, shift, &mut self.rows.q_near);
                let (contacts, constraints) = &mut self.rows.near;
                contacts.look_again(system, time + shift, &self.rows.q_near, &self.modes.ids);
                if contacts.list.len() != self.modes.ids.len() {
                    return false;
                }
                constraints.clear();
                system.constraints(time + shift, &self.rows.q_near, constraints);
                let of_contacts = contacts.obstacle.len();
                let factor = sign * weight / s;
                for (i, bias) in self.rows.bias.iter_mut().enumerate() {
                    let u = if i < of_contacts {
                        contacts.jacobian.dot(i, v) + contacts.obstacle[i]
                    } else {
                        let k = i - of_contacts;
                        constraints.jacobian.dot(k, v) + constraints.rate[k]
                    };
                    *bias += factor * u;
                }
            }
        }
        true
    }

    /// H M⁻¹ Hᵀ of the first rows, three at most, at the configuration of the last look; `pushes` is M⁻¹ Hᵀ
    /// row by row, and has as many. Nothing where M cannot be factored.
    pub(crate) fn delassus(
        &mut self,
        system: &mut dyn System,
        time: f64,
        pushes: &mut [f64],
    ) -> Option<[[f64; 3]; 3]> {
        if !self.factor_mass(system, time) {
            return None;
        }
        let mut w = [[0.0; 3]; 3];
        pushes.fill(0.0);
        for (j, push) in pushes
            .chunks_exact_mut(self.motion.acceleration.len().max(1))
            .enumerate()
        {
            self.rows.add_transposed(j, 1.0, push);
            self.inertia.mass.solve(push);
            for i in 0..=j {
                let entry = self.rows.dot(i, push);
                (w[i][j], w[j][i]) = (entry, entry);
            }
        }
        Some(w)
    }

    /// max |M (v⁺ − v) − Hᵀ r| of impulses on the first rows; `jump` is overwritten.
    pub(crate) fn miss(&mut self, r: &[f64], (v, v_next): (&[f64], &[f64]), jump: &mut [f64]) -> f64 {
        for ((jump, next), v) in jump.iter_mut().zip(v_next).zip(v) {
            *jump = next - v;
        }
        let out = &mut self.work.scratch;
        self.inertia.mass.multiply(jump, out);
        for (row, r) in r.iter().enumerate() {
            self.rows.add_transposed(row, -r, out);
        }
        out.iter().fold(0.0, |m: f64, x| m.max(x.abs()))
    }
}

/// Places and weights of central differences: truncation 10⁻⁷, 10⁻¹³ or 10⁻²⁰ at steps of a thousandth, as
/// asked for.
fn differences(relative: f64) -> &'static [(f64, f64)] {
    match relative {
        r if r >= TWO_PLACES => &[(1.0, 0.5)],
        r if r >= FOUR_PLACES => &[(1.0, 2.0 / 3.0), (2.0, -1.0 / 12.0)],
        _ => &[(1.0, 0.75), (2.0, -0.15), (3.0, 1.0 / 60.0)],
    }
}
