//! The velocity reached, its certificate and losses, and what the step hands over.
//!
//! ```text
//! v⁺ = v_free + M̂⁻¹ Hᵀ r,    u⁺ = H v⁺ + w     the judge looks at (u⁺ + s, r), not at what the solver said
//! dynamics = max |M̂ (v⁺ − v_free) − Hᵀ r|      what the factorisation may have hidden; judged row by row
//!     beside |Hᵀ| |r|, or where that is less body by body beside |M̂| (|v⁺| + |v_free|) + |Hᵀ| |r|
//! ```
//! A velocity may miss its law by a share of the fastest velocity in play: of u⁻, of u⁺, and of a share of
//! what forces alone would make. Strong forces that balance each other excuse a miss of a thousand
//! tolerances, no more; nor do bodies that turn by thousands of rad/s.

use crate::accept::Standing;
use crate::step::problem::{largest, norm};
use crate::step::solve::OneStep;
use crate::step::tolerances::{
    FORCED, FORCED_MOST, FORCED_TOLERANCES, LOOSE_MOST, LOOSE_TOLERANCES, ROUNDED, SPARED, STUCK,
};
use crate::step::{Infeasible, Solutions, Status, Step};
use drystone_solve::infeasible::find_ray;
use drystone_solve::judge::DYNAMICS;
use drystone_solve::law::Law;
use drystone_solve::problem::ContactProblem;

impl OneStep {
    /// v⁺ with the certificate and the losses from the velocity reached.
    pub(super) fn reach(&mut self, step: &mut Step) {
        self.move_velocity(step);
        let dynamics = self.check_dynamics(step);
        let (inputs, rows) = (&self.inputs, &mut self.rows);
        let share = (FORCED_TOLERANCES * self.options.tolerance).clamp(FORCED, FORCED_MOST);
        step.solves.forced = largest(&rows.u);
        let forced = share * step.solves.forced + ROUNDED * largest(&inputs.v_free);
        let (h, obstacle) = (&inputs.contacts.jacobian, &inputs.contacts.obstacle);
        for (i, u) in rows.u.iter_mut().enumerate() {
            *u = h.dot(i, &step.state.v) + obstacle[i];
        }
        step.energy.lose(
            &inputs.contacts,
            &rows.offsets,
            // Springs have a potential, and powers of their own.
            &rows.r[..rows.first_soft(inputs)],
            [&rows.u_before, &rows.u],
        );
        self.scratch.clear();
        self.scratch
            .extend(rows.u.iter().zip(&rows.shift).map(|(u, s)| u + s));
        let soft = rows.first_soft(inputs);
        let springs = self.scratch[soft..].iter_mut().zip(&rows.r[soft..]);
        for ((u, r), compliance) in springs.zip(&inputs.implicit.compliance) {
            *u += compliance * r;
        }
        let tolerance = self.options.asked_tolerance();
        let fastest = largest(&rows.u_before).max(largest(&rows.u)).max(forced);
        let loose = (LOOSE_TOLERANCES * self.options.tolerance).clamp(1.0, LOOSE_MOST);
        let reached = (&rows.r[..], &self.scratch[..]);
        let summed = largest(&inputs.v_free).max(largest(&step.state.v));
        step.certify(
            &rows.problem,
            reached,
            (&mut rows.judge, summed, dynamics),
            (tolerance, loose * fastest),
        );
        if step.standing() == Standing::Refused
            && !rows.by_pairs
            && let Some(proof) = infeasible(&rows.problem, (&rows.r, &rows.shift), inputs.contacts.list.len())
        {
            step.solutions = Solutions::None(proof);
        }
    }

    /// v⁺ = v_free + M̂⁻¹ Hᵀ r; bodies whose v⁺ is rounding alone come to rest.
    fn move_velocity(&mut self, step: &mut Step) {
        let (inputs, rows) = (&self.inputs, &self.rows);
        let h = &inputs.contacts.jacobian;
        self.dofs.fill(0.0);
        for (i, &r) in rows.r.iter().enumerate() {
            h.add_transposed(i, r, &mut self.dofs);
        }
        inputs.mass.solve(&mut self.dofs);
        for ((v, free), push) in step.state.v.iter_mut().zip(&inputs.v_free).zip(&self.dofs) {
            *v = free + push;
        }
        let (laws, r, offsets) = (&rows.problem.laws, &rows.r, &rows.offsets);
        self.rest.round(
            &inputs.mass,
            (h, offsets),
            (r, &inputs.v_free),
            |i| holds(&laws[i], &r[offsets[i]..offsets[i + 1]]),
            &mut step.state.v,
        );
    }

    /// M̂ (v⁺ − v_free) against Hᵀ r: the worst in units into the certificate, and as a share of its terms.
    fn check_dynamics(&mut self, step: &mut Step) -> f64 {
        let (inputs, rows) = (&self.inputs, &mut self.rows);
        let jumps = rows.v_before.iter_mut();
        for ((jump, v), free) in jumps.zip(&step.state.v).zip(&inputs.v_free) {
            *jump = v - free;
        }
        inputs.mass.multiply(&rows.v_before, &mut self.dofs);
        // Of the jumps nothing is needed any more: their room takes the sizes.
        let size = &mut rows.v_before;
        size.fill(0.0);
        for (i, &r) in rows.r.iter().enumerate() {
            let (col, value) = inputs.contacts.jacobian.row(i);
            for (&j, h) in col.iter().zip(value) {
                self.dofs[j] -= h * r;
                size[j] += (h * r).abs();
            }
        }
        step.certificate.dynamics = largest(&self.dofs);
        let holds = |missed: &f64, size: &f64| missed.abs() <= DYNAMICS * size;
        if self
            .dofs
            .iter()
            .zip(&*size)
            .all(|(missed, size)| holds(missed, size))
        {
            return 0.0;
        }
        inputs.mass.add_sizes([&step.state.v, &inputs.v_free], size);
        inputs.mass.largest_share(&self.dofs, size)
    }

    /// Gives the contacts, impulses and velocities to the step, and remembers them for the next.
    pub(super) fn hand_over(&mut self, step: &mut Step) {
        let soft = self.rows.first_soft(&self.inputs);
        let (contacts, rows, memory) = (&mut self.inputs.contacts, &self.rows, &mut self.memory);
        for (sum, r) in step.impulses.iter_mut().zip(&rows.r) {
            *sum += r;
        }
        let count = contacts.list.len();
        let end = rows.offsets[count];
        for (i, contact) in contacts.list.iter().enumerate() {
            let own = rows.offsets[i]..rows.offsets[i + 1];
            let force = contact.friction.is_force();
            let slides = if force {
                at_bound(&rows.problem.laws[i], rows.r[own.start])
            } else {
                norm(&rows.u[own.start + 1..own.end]) > STUCK * rows.in_play
            };
            let carries = force || step.impulses[own.start] > 0.0;
            step.status.push(match (carries, rows.hits[i], slides) {
                (false, ..) => Status::Open,
                (true, true, _) => Status::Impact,
                (true, false, false) => Status::Stick,
                (true, false, true) => Status::Slip,
            });
            memory.write(contact.id, &rows.kept[own], slides);
        }
        memory.write_places(&contacts.places);
        memory.write_constraints(&rows.kept[end..]);
        memory.turn();
        step.constraint_impulses
            .extend_from_slice(&step.impulses[end..soft]);
        step.impulses.truncate(end);
        step.relative_velocity.extend_from_slice(&rows.u[..end]);
        step.offsets.extend_from_slice(&rows.offsets[..=count]);
        std::mem::swap(&mut step.contacts, contacts);
    }
}

/// Whether friction holds, with something to spare.
fn holds(law: &Law, r: &[f64]) -> bool {
    matches!(law, Law::Planar { mu } | Law::Coulomb { mu } if norm(&r[1..]) < SPARED * mu * r[0])
}

/// Whether the impulse of a bounded force is all that it can give.
fn at_bound(law: &Law, r: f64) -> bool {
    // An infinite bound is never reached: ∞ − ∞ compares with nothing.
    matches!(*law, Law::Box { lo, hi } if r <= lo + STUCK * lo.abs() || r >= hi - STUCK * hi.abs())
}

/// The proof that no impulses keep the first `count` blocks, the contacts.
#[cold]
fn infeasible(problem: &ContactProblem, (r, shift): (&[f64], &[f64]), count: usize) -> Option<Infeasible> {
    let ray = find_ray(problem, r)?;
    let (mut contacts, mut at) = (Vec::new(), 0);
    for (i, law) in problem.laws.iter().take(count).enumerate() {
        if ray[at] > 0.0 {
            contacts.push((i, ray[at]));
        }
        at += law.rows();
    }
    let weight: f64 = contacts.iter().map(|c| c.1).sum();
    let closing = -ray
        .iter()
        .zip(problem.free_velocity.iter().zip(shift))
        .map(|(y, (b, s))| y * (b - s))
        .sum::<f64>()
        / weight;
    Some(Infeasible { contacts, closing })
}
