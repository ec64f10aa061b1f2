//! The equations of motion with compliant contact as one field (q̇, v̇): what a stiff integrator is given.
//!
//! ```text
//! q̇ = N(q) v,    M v̇ = f + f_gyr + Hᵀ F(y, u) + Cᵀ λ,  C v̇ + γ = 0,  γ = d/dt (C v + ∂c/∂t) at constant v
//! ```
//! λ by (C M⁻¹ Cᵀ) λ = −(γ + C M⁻¹ f): index 1. γ is differenced along the motion, to fourth order. Rows of C
//! that follow from others are left out of the elimination. Source: Brogliato et al. (2002) (35), §9. Nothing
//! holds the constraints themselves: the scheme projects after its step.

use super::compliance::Compliance;
use crate::contact::{Constraints, Contacts, Friction};
use crate::error::StepError;
use crate::gaps::Selection;
use crate::step::contact_memory::Memory;
use crate::system::System;
use drystone_solve::mass::MassMatrix;

/// A pivot below this share of its diagonal belongs to a row that follows from others.
const REDUNDANT: f64 = 1e-12;

/// The field, and the contacts and forces where it was evaluated last.
pub(crate) struct Field {
    pub(crate) compliance: Compliance,
    pub(crate) mass: MassMatrix,
    pub(crate) contacts: Contacts,
    pub(crate) offsets: Vec<usize>,
    /// u and F of each contact row.
    pub(crate) u: Vec<f64>,
    pub(crate) forces: Vec<f64>,
    /// λ.
    pub(crate) lambda: Vec<f64>,
    pub(crate) constraints: Constraints,
    /// v₀ of the contacts that touch.
    pub(crate) touches: Memory,
    /// Why the field has no value where it was asked last.
    pub(crate) error: Option<StepError>,
    /// Longest time over which γ is differenced, in s.
    pub(crate) span: f64,
    beside: Constraints,
    q: Vec<f64>,
    /// M⁻¹ Cᵀ, one column after the other.
    columns: Vec<f64>,
    schur: Vec<f64>,
    dofs: Vec<f64>,
}

impl Field {
    /// For a system.
    pub(crate) fn new(system: &dyn System, compliance: Compliance) -> Self {
        Field {
            compliance,
            mass: MassMatrix::new(&system.layout().mass_blocks),
            contacts: Contacts::default(),
            offsets: Vec::new(),
            u: Vec::new(),
            forces: Vec::new(),
            lambda: Vec::new(),
            constraints: Constraints::default(),
            touches: Memory::default(),
            error: None,
            span: 0.0,
            beside: Constraints::default(),
            q: vec![0.0; system.layout().num_q],
            columns: Vec::new(),
            schur: Vec::new(),
            dofs: vec![0.0; system.layout().num_v],
        }
    }

    /// v̇ at (t, q, v); `false`, with the reason in `error`, where it has no value.
    pub(crate) fn acceleration(
        &mut self,
        system: &mut dyn System,
        time: f64,
        (q, v): (&[f64], &[f64]),
        out: &mut [f64],
    ) -> bool {
        self.error = self.evaluate(system, time, (q, v), out).err();
        self.error.is_none()
    }

    fn evaluate(
        &mut self,
        system: &mut dyn System,
        time: f64,
        (q, v): (&[f64], &[f64]),
        out: &mut [f64],
    ) -> Result<(), StepError> {
        system.mass(time, q, &mut self.mass.values);
        self.mass.factor_symmetric().map_err(StepError::mass(time))?;
        system.force(time, q, v, out);
        system.kinematics().gyroscopic(q, v, out);
        self.contacts.clear();
        system.contacts(time, q, Selection::Within(0.0), &mut self.contacts);
        self.press(v)?;
        for (i, &force) in self.forces.iter().enumerate() {
            self.contacts.jacobian.add_transposed(i, force, out);
        }
        self.mass.solve(out);
        self.constraints.clear();
        system.constraints(time, q, &mut self.constraints);
        self.lambda.clear();
        if !self.constraints.value.is_empty() {
            self.turn(system, time, (q, v));
            for (i, lambda) in self.lambda.iter_mut().enumerate() {
                *lambda = -(*lambda + self.constraints.jacobian.dot(i, out));
            }
            self.eliminate();
            for (column, lambda) in self.columns.chunks_exact(out.len()).zip(&self.lambda) {
                for (out, x) in out.iter_mut().zip(column) {
                    *out += x * lambda;
                }
            }
        }
        crate::error::finite(time, "the acceleration", out)
    }

    /// F at every contact.
    fn press(&mut self, v: &[f64]) -> Result<(), StepError> {
        let Field {
            compliance,
            contacts,
            offsets,
            u,
            forces,
            ..
        } = self;
        offsets.clear();
        offsets.push(0);
        u.clear();
        let obstacle = contacts.obstacle.iter().enumerate();
        u.extend(obstacle.map(|(i, w)| contacts.jacobian.dot(i, v) + w));
        forces.clear();
        forces.resize(u.len(), 0.0);
        let mut at = 0;
        for contact in &contacts.list {
            let rows = at..at + contact.friction.law().rows();
            let (u, force) = (&u[rows.clone()], &mut forces[rows.clone()]);
            if let Friction::Force { lo, hi } = contact.friction {
                force[0] = compliance.bounded([lo, hi], u[0])?;
            } else {
                let mass = if compliance.needs_mass() {
                    felt(contacts, at, &self.mass, &mut self.dofs)
                } else {
                    1.0
                };
                // Until the touch has been noted the approach of the moment stands for it.
                let touch = self.touches.noted(contact.id).unwrap_or((-u[0]).max(0.0));
                let overlap = [(-contact.gap).max(0.0), -u[0]];
                force[0] = compliance.normal(overlap, contact.restitution.coefficient(), mass, touch);
                compliance.tangential(contact, u, force);
            }
            at = rows.end;
            offsets.push(at);
        }
        Ok(())
    }

    /// γ into `lambda`.
    fn turn(&mut self, system: &mut dyn System, time: f64, (q, v): (&[f64], &[f64])) {
        self.lambda.resize(self.constraints.value.len(), 0.0);
        let speed = v.iter().fold(0.0, |m: f64, v| m.max(v.abs()));
        let ahead = (1e-3 * system.kinematics().length(q).min(1.0) / speed).min(1e-2 * self.span);
        for (shift, weight) in [(1.0, 8.0), (-1.0, -8.0), (2.0, -1.0), (-2.0, 1.0)] {
            let (dt, weight) = (shift * ahead, weight / (12.0 * ahead));
            system.kinematics().advance(q, v, dt, &mut self.q);
            self.beside.clear();
            system.constraints(time + dt, &self.q, &mut self.beside);
            for (i, gamma) in self.lambda.iter_mut().enumerate() {
                *gamma += weight * (self.beside.jacobian.dot(i, v) + self.beside.rate[i]);
            }
        }
    }

    /// lambda ← (C M⁻¹ Cᵀ)⁻¹ lambda, by Cholesky; M⁻¹ Cᵀ stays in `columns`.
    fn eliminate(&mut self) {
        let (n, m) = (self.dofs.len(), self.lambda.len());
        self.columns.clear();
        self.columns.resize(n * m, 0.0);
        self.schur.clear();
        self.schur.resize(m * m, 0.0);
        let rows = &self.constraints.jacobian;
        for (i, column) in self.columns.chunks_exact_mut(n).enumerate() {
            rows.add_transposed(i, 1.0, column);
            self.mass.solve(column);
            for j in 0..m {
                self.schur[j * m + i] = rows.dot(j, column);
            }
        }
        let (a, x) = (&mut self.schur, &mut self.lambda);
        for j in 0..m {
            let before = a[j * m + j];
            let pivot = before - (0..j).map(|k| a[j * m + k] * a[j * m + k]).sum::<f64>();
            // What follows from other rows holds with them and takes no force.
            let inverse = if pivot > REDUNDANT * before {
                1.0 / pivot.sqrt()
            } else {
                0.0
            };
            a[j * m + j] = inverse;
            for i in j + 1..m {
                let rest = a[i * m + j] - (0..j).map(|k| a[i * m + k] * a[j * m + k]).sum::<f64>();
                a[i * m + j] = rest * inverse;
            }
        }
        for i in 0..m {
            x[i] = (x[i] - (0..i).map(|k| a[i * m + k] * x[k]).sum::<f64>()) * a[i * m + i];
        }
        for i in (0..m).rev() {
            x[i] = (x[i] - (i + 1..m).map(|k| a[k * m + i] * x[k]).sum::<f64>()) * a[i * m + i];
        }
    }

    /// v back onto C v + ∂c/∂t = 0 in the kinetic metric; the impulses that did it into `lambda`.
    pub(crate) fn project(&mut self, system: &mut dyn System, time: f64, q: &[f64], v: &mut [f64]) {
        self.constraints.clear();
        system.constraints(time, q, &mut self.constraints);
        let held = &self.constraints;
        self.lambda.clear();
        let rows = held.rate.iter().enumerate();
        self.lambda
            .extend(rows.map(|(i, rate)| -(held.jacobian.dot(i, v) + rate)));
        self.eliminate();
        for (column, impulse) in self.columns.chunks_exact(v.len().max(1)).zip(&self.lambda) {
            for (v, x) in v.iter_mut().zip(column) {
                *v += x * impulse;
            }
        }
    }
}

/// The mass that a row feels, 1/W_NN.
fn felt(contacts: &Contacts, row: usize, mass: &MassMatrix, dofs: &mut [f64]) -> f64 {
    dofs.fill(0.0);
    contacts.jacobian.add_transposed(row, 1.0, dofs);
    mass.solve(dofs);
    1.0 / contacts.jacobian.dot(row, dofs)
}
