//! The rows of what is closed and constrained: contacts first, then constraints; their velocities, and how
//! they turn.
//!
//! ```text
//! u = H v + w,     bias = Ḣ v + ẇ,     W = H M⁻¹ Hᵀ
//! ```
//! The bias comes from the system where it knows it, else from differences along the motion.

use super::Smooth;
use crate::contact::Contacts;
use crate::system::System;

impl Smooth {
    /// The rows of what is closed and their velocities, no more; `false` where a contact is not there any
    /// more.
    pub(crate) fn look(&mut self, system: &mut dyn System, time: f64, q: &[f64], v: &[f64]) -> bool {
        self.last.valid = false;
        self.q.copy_from_slice(q);
        system.kinematics().normalise(&mut self.q);
        let all = self.find_rows(system, time);
        self.relative_velocity(v);
        all
    }

    /// The same where the contacts with their rows were found already, those that are closed and no others.
    pub(crate) fn take_rows(
        &mut self,
        system: &mut dyn System,
        (time, q): (f64, &[f64]),
        v: &[f64],
        found: &mut Contacts,
    ) {
        self.last.valid = false;
        self.q.copy_from_slice(q);
        system.kinematics().normalise(&mut self.q);
        std::mem::swap(&mut self.contacts, found);
        self.number_rows(system, time);
        self.relative_velocity(v);
    }

    /// Rows of closed contacts and constraints; `false` where a contact is missing.
    pub(super) fn find_rows(&mut self, system: &mut dyn System, time: f64) -> bool {
        if self.ids.is_empty() && self.is_clear {
            return true;
        }
        self.contacts.look_again(system, time, &self.q, &self.ids);
        self.number_rows(system, time)
    }

    /// Constraints, and the places of all rows; `false` where a contact is missing.
    pub(super) fn number_rows(&mut self, system: &mut dyn System, time: f64) -> bool {
        self.constraints.clear();
        system.constraints(time, &self.q, &mut self.constraints);
        self.offsets.clear();
        self.offsets.push(0);
        let mut at = 0;
        for contact in &self.contacts.list {
            at += contact.friction.law().rows();
            self.offsets.push(at);
        }
        let rows = self.rows();
        for list in [&mut self.force, &mut self.velocity, &mut self.row_acceleration] {
            list.clear();
            list.resize(rows, 0.0);
        }
        // Constraints are always the same ones: where there are none and nothing is closed there is nothing
        // to look for.
        self.is_clear = rows == 0 && self.contacts.list.is_empty();
        self.contacts.list.len() == self.ids.len()
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

    /// Ḣ v + ẇ: from the system, or by differences along q ⊕ s v.
    pub(super) fn find_bias(&mut self, system: &mut dyn System, time: f64, v: &[f64]) -> bool {
        self.bias.clear();
        self.knows_rates = system.row_rates((time, &self.q), v, &self.ids, &mut self.bias);
        if self.knows_rates {
            return self.bias.len() == self.rows();
        }
        self.bias.clear();
        self.bias.resize(self.rows(), 0.0);
        // One part in a thousand of the time in which things change: rounding 10⁻¹³ of it.
        let s = 1e-3 * self.scales.time;
        for &(k, weight) in differences(self.relative) {
            for sign in [1.0, -1.0] {
                let shift = sign * k * s;
                system.kinematics().advance(&self.q, v, shift, &mut self.q_near);
                let (contacts, constraints) = &mut self.near;
                contacts.look_again(system, time + shift, &self.q_near, &self.ids);
                if contacts.list.len() != self.ids.len() {
                    return false;
                }
                constraints.clear();
                system.constraints(time + shift, &self.q_near, constraints);
                let of_contacts = contacts.obstacle.len();
                let factor = sign * weight / s;
                for (i, bias) in self.bias.iter_mut().enumerate() {
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
        if !self.inertia(system, time) {
            return None;
        }
        let mut w = [[0.0; 3]; 3];
        pushes.fill(0.0);
        let mass = self.mass.as_ref()?;
        for (j, push) in pushes
            .chunks_exact_mut(self.acceleration.len().max(1))
            .enumerate()
        {
            self.add_transposed(j, 1.0, push);
            mass.solve(push);
            for i in 0..=j {
                let entry = self.dot(i, push);
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
        let mut out = std::mem::take(&mut self.scratch);
        if let Some(mass) = &self.mass {
            mass.multiply(jump, &mut out);
        }
        for (row, r) in r.iter().enumerate() {
            self.add_transposed(row, -r, &mut out);
        }
        let worst = out.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        self.scratch = out;
        worst
    }

    /// Row i of contacts and constraints times x.
    pub(super) fn dot(&self, i: usize, x: &[f64]) -> f64 {
        let of_contacts = self.contacts.obstacle.len();
        if i < of_contacts {
            self.contacts.jacobian.dot(i, x)
        } else {
            self.constraints.jacobian.dot(i - of_contacts, x)
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

/// Places and weights of central differences: truncation 10⁻⁷, 10⁻¹³ or 10⁻²⁰ at steps of a thousandth, as
/// asked for.
fn differences(relative: f64) -> &'static [(f64, f64)] {
    match relative {
        r if r >= 1e-4 => &[(1.0, 0.5)],
        r if r >= 1e-8 => &[(1.0, 2.0 / 3.0), (2.0, -1.0 / 12.0)],
        _ => &[(1.0, 0.75), (2.0, -0.15), (3.0, 1.0 / 60.0)],
    }
}
