//! What schemes ask that treat forces implicitly.

use super::Bodies;
use super::description::Dimension;
use super::forces::Gives;
use crate::soft_rows::SoftRows;
use crate::system::{At, Slopes};

impl Bodies {
    /// ∂f/∂q N and ∂f/∂v of drag and formulas.
    pub(super) fn slopes(
        &mut self,
        (time, q): At<'_>,
        v: &[f64],
        by_q: &mut [f64],
        by_v: &mut [f64],
    ) -> Slopes {
        if !self.forces.has_slopes() {
            return Slopes::Unknown;
        }
        self.place(time, q);
        by_q.fill(0.0);
        by_v.fill(0.0);
        let plane = self.placement.dimension == Dimension::Plane;
        let axes: &[usize] = if plane { &[0, 1, 5] } else { &[0, 1, 2, 3, 4, 5] };
        let (placement, rotors) = (&self.placement, &self.rotors);
        self.forces.slopes(time, placement, v, |body, own_q, own_v| {
            let body = placement.free_before[body];
            for (i, &a) in axes.iter().enumerate() {
                for (j, &b) in axes.iter().enumerate() {
                    let at = rotors.entry(body, i, j);
                    by_v[at] += own_v[a][b];
                    if let Some(own) = own_q {
                        by_q[at] += own[a][b];
                    }
                }
            }
        });
        if self.forces.has_formula_slopes() {
            Slopes::Guarded
        } else {
            Slopes::Symmetric
        }
    }

    /// Springs as rows; f without them replaces `force`.
    pub(super) fn soft_rows(
        &mut self,
        (start, inside, theta): (At<'_>, At<'_>, f64),
        (at, v): (At<'_>, &[f64]),
        force: &mut [f64],
        out: &mut SoftRows,
    ) {
        if !self.forces.has_springs() {
            return;
        }
        self.place(at.0, at.1);
        self.weigh(force);
        self.forces.add_without_springs(at.0, &self.placement, v, force);
        self.place(start.0, start.1);
        self.forces.note_springs(&self.placement, &self.joints);
        self.place(inside.0, inside.1);
        let gives = Gives {
            of: &self.gives,
            theta,
            dt: (inside.0 - start.0) / theta,
        };
        self.forces
            .soft_rows(&self.placement, v, &self.joints, &gives, out);
    }

    /// Subtracts from `force` what rotors take of a change of the velocities.
    pub(super) fn hold_rotors(&mut self, at: At<'_>, change: &[f64], dt: f64, force: &mut [f64]) {
        if !self.rotors.is_empty() {
            self.place(at.0, at.1);
            self.rotors.hold(&self.placement, &self.joints, change, dt, force);
        }
    }
}
