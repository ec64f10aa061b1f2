//! One contact that is struck alone under Newton's law and does not slide: solved without a solver.
//!
//! ```text
//! W r = −b,  b = u⁻ + s,  s = e u⁻ on the normal row, e_T u⁻ on the slip rows;
//!            taken where r lies inside the cone
//! ```
//! W = H M⁻¹ Hᵀ has one to three rows. Without friction this is r = −(1 + e) u⁻ / W. Where friction is at its
//! limit, and for other laws, contacts and constraints beside it, the contact problem is left to the solver.

use super::impact::Trial;
use super::linear::solve_few;
use super::phase::Phase;
use super::tolerances::HOLDS;
use crate::contact::{Friction, Restitution};
use crate::system::{State, System};
use drystone_solve::law::Law;

/// Most rows.
const ROWS: usize = 3;

impl Trial {
    /// The impact into `step`; `false`, and nothing done, where the impact is of another kind.
    pub(super) fn strike_alone(
        &mut self,
        system: &mut dyn System,
        phase: &mut Phase,
        at: &State,
        soft: &[u64],
    ) -> bool {
        let options = &self.one.options;
        let ([contact], true) = (
            &phase.rows.contacts.list[..],
            options.unites_impacts() && !options.enumerate,
        ) else {
            return false;
        };
        let law = match contact.friction {
            Friction::None => Law::Unilateral,
            Friction::Constant(law @ (Law::Planar { .. } | Law::Coulomb { .. })) => options.facetted(law),
            _ => return false,
        };
        let Some(mu) = law.isotropic() else {
            return false;
        };
        let Restitution::Newton { e, tangential } = contact.restitution else {
            return false;
        };
        let n = phase.rows.count();
        if n != law.rows() {
            return false;
        }
        let (e, tangential) = if soft.is_empty() {
            (e, tangential)
        } else {
            (0.0, 0.0)
        };
        let mut shift = [0.0; ROWS];
        let mut r = [0.0; ROWS];
        for (k, before) in phase.rows.velocity.iter().enumerate() {
            shift[k] = if k == 0 { e } else { tangential } * before;
            r[k] = -(before + shift[k]);
        }
        self.push.resize(n * at.v.len(), 0.0);
        let Some(w) = phase.delassus(system, at.time, &mut self.push) else {
            return false;
        };
        if !solve(w, &mut r, n) || !(r[0] > 0.0) || (n > 1 && r[1].hypot(r[2]) > HOLDS * mu * r[0]) {
            return false;
        }
        self.take_impulse((phase, &at.v), law, &r[..n], &shift[..n]);
        true
    }

    /// Velocities, impulses, losses and certificate of the impulses found, into `step`.
    fn take_impulse(&mut self, (phase, v): (&mut Phase, &[f64]), law: Law, r: &[f64], shift: &[f64]) {
        let trial = &mut self.step;
        let n = r.len();
        trial.begin(n);
        trial.state.v.clear();
        trial.state.v.extend_from_slice(v);
        for (r, push) in r.iter().zip(self.push.chunks_exact(v.len().max(1))) {
            for (v, p) in trial.state.v.iter_mut().zip(push) {
                *v += r * p;
            }
        }
        trial.certificate.dynamics = phase.miss(r, (v, &trial.state.v), &mut self.push[..v.len()]);
        let mut shifted = [0.0; ROWS];
        let mut fastest: f64 = 0.0;
        for k in 0..n {
            let (before, after) = (phase.rows.velocity[k], phase.rows.velocity_of(k, &trial.state.v));
            trial.impulses[k] = r[k];
            trial.relative_velocity.push(after);
            shifted[k] = after + shift[k];
            fastest = fastest.max(before.abs()).max(after.abs());
        }
        trial.contacts.copy_from(&phase.rows.contacts);
        trial.offsets.extend([0, n]);
        (trial.solves.count, trial.solves.method) = (1, "closed form");
        trial.energy.lose(
            &trial.contacts,
            &trial.offsets,
            r,
            [&phase.rows.velocity, &trial.relative_velocity],
        );
        trial.certify_one(law, r, &shifted[..n], fastest);
    }
}

/// r ← W⁻¹ r on the first n rows; `false` where W is singular.
fn solve(w: [[f64; ROWS]; ROWS], r: &mut [f64; ROWS], n: usize) -> bool {
    match n {
        1 => {
            w[0][0] > 0.0 && {
                r[0] /= w[0][0];
                r[0].is_finite()
            }
        }
        2 => {
            let mut two = [r[0], r[1]];
            let solved = solve_few([[w[0][0], w[0][1]], [w[1][0], w[1][1]]], &mut two);
            r[..2].copy_from_slice(&two);
            solved
        }
        _ => solve_few(w, r),
    }
}
