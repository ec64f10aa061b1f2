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
use crate::step::inputs::Buffers;
use crate::step::problem::{ProblemRows, Way, largest, norm};
use crate::step::solve::OneStep;
use crate::step::tolerances::{
    FORCED, FORCED_MOST, FORCED_TOLERANCES, KNOWN, LOOSE_MOST, LOOSE_TOLERANCES, ROUNDED, SPARED, STUCK,
};
use crate::step::{Infeasible, Solutions, Status, Step};
use drystone_solve::delassus::Sparse;
use drystone_solve::infeasible::find_ray_by;
use drystone_solve::judge::{DYNAMICS, Factors};
use drystone_solve::law::Law;
use drystone_solve::solver::Stop;

impl OneStep {
    /// v⁺ with the certificate and the losses from the velocity reached. Why a `trial` has no solution is
    /// nobody's question.
    pub(super) fn reach(&mut self, step: &mut Step, trial: bool) {
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
        let moved = largest(&rows.u_before).max(largest(&rows.u));
        let fastest = moved.max(forced);
        let loose = (LOOSE_TOLERANCES * self.options.tolerance).clamp(1.0, LOOSE_MOST);
        let summed = largest(&inputs.v_free).max(largest(&step.state.v));
        // The impulses stand apart, for the judge to look at while the problem is completed.
        let r = std::mem::take(&mut rows.r);
        let (problem, mut complete, judge) = rows.split_for_judge(inputs);
        step.certify(
            (problem, &mut complete),
            (&r, &self.scratch),
            (judge, summed, dynamics),
            (tolerance, self.options.enough),
            (loose * fastest, moved),
        );
        drop(complete);
        rows.r = r;
        if step.standing() == Standing::Refused
            && !(trial || rows.way == Way::Pairs)
            && let Some(mut proof) = infeasible(rows, inputs)
        {
            if self.options.sleep.is_some() {
                proof.dofs.clear();
            }
            step.solutions = Solutions::None(proof);
            step.solves.stop = Stop::Infeasible;
        } else if step.solves.stop == Stop::Infeasible {
            // W alone said so, whose rounding loses what moves little.
            step.solves.stop = Stop::Stalled;
        }
    }

    /// v⁺ = v_free + M̂⁻¹ Hᵀ r; bodies whose v⁺ is rounding alone come to rest.
    fn move_velocity(&mut self, step: &mut Step) {
        let (inputs, rows) = (&self.inputs, &self.rows);
        let h = &inputs.contacts.jacobian;
        if rows.way == Way::Joints {
            // With the joints they keep: M̂⁻¹ Hᵀ r has lost what light bodies do between heavy ones.
            self.dofs.copy_from_slice(self.joints.change());
        } else {
            self.dofs.fill(0.0);
            for (i, &r) in rows.r.iter().enumerate().filter(|row| *row.1 != 0.0) {
                h.add_transposed(i, r, &mut self.dofs);
            }
            inputs.mass.solve(&mut self.dofs);
        }
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
        for (i, &r) in rows.r.iter().enumerate().filter(|row| *row.1 != 0.0) {
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
        let (inputs, rows, memory) = (&mut self.inputs, &mut self.rows, &mut self.memory);
        let contacts = &mut inputs.contacts;
        // From here on u is the velocity at the end of the step.
        for (u, turn) in rows.u.iter_mut().zip(&inputs.turning.turns) {
            *u += turn;
        }
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

/// The proof that no impulses keep contacts and joints: by H itself, since W has lost what moves little.
#[cold]
fn infeasible(rows: &ProblemRows, inputs: &Buffers) -> Option<Infeasible> {
    let (problem, h) = (&rows.problem, &inputs.contacts.jacobian);
    let dim = inputs.mass.dim();
    let mut inertia: Vec<f64> = (0..dim).map(|dof| inputs.mass.diagonal(dof)).collect();
    let mut entries = Vec::new();
    for i in 0..rows.r.len() {
        let (col, value) = h.row(i);
        entries.extend(col.iter().zip(value).map(|(&j, &x)| (i, j, x)));
    }
    // A spring gives, however stiff it is: a motion of its own, of the inertia Z.
    for (k, compliance) in inputs.implicit.compliance.iter().enumerate() {
        entries.push((rows.first_soft(inputs) + k, inertia.len(), 1.0));
        inertia.push(1.0 / compliance);
    }
    let jacobian = Sparse::from_triplets(rows.r.len(), inertia.len(), &entries).ok()?;
    let factors = Factors {
        jacobian: &jacobian,
        inertia: &inertia,
        known: KNOWN,
    };
    let ray = find_ray_by(problem, factors, &rows.r)?;
    let (mut contacts, mut weights, mut dofs) = (Vec::new(), 0.0, Vec::new());
    for (i, &at) in rows.offsets[..problem.laws.len()].iter().enumerate() {
        let joint = inputs.contacts.list.get(i).is_none_or(|c| c.friction.is_force());
        if !joint && ray[at] > 0.0 {
            contacts.push((i, ray[at]));
        } else if joint && ray[at] != 0.0 {
            weights += ray[at].abs();
            dofs.extend(h.row(at).0);
        }
    }
    dofs.sort_unstable();
    dofs.dedup();
    let joints = weights > 0.0;
    if !contacts.is_empty() {
        weights = contacts.iter().map(|c| c.1).sum();
    }
    let velocities = problem.free_velocity.iter().zip(&rows.shift);
    let closing: f64 = ray.iter().zip(velocities).map(|(y, (b, s))| y * (b - s)).sum();
    Some(Infeasible {
        contacts,
        joints,
        dofs,
        closing: -closing / weights,
    })
}
