//! The energy account.
//!
//! ```text
//! Δ(T + V) = applied work − friction loss − impact loss − implicit damping + correction + residue
//! impact loss   = −Σ r_N ½(u_N⁻ + u_N⁺)          friction loss = −Σ r_T · ½(u_T⁻ + u_T⁺), bounded forces too
//! applied work  = h P(t + ½h, q_M, ½(v + v⁺)) − Σ r · w     P: forces without potential; w: moving obstacles
//! implicit damping = what implicit dampers and drag took, numerical damping included (`implicit.rs`)
//! correction    = what moving the positions back onto the constraints changed in T + V
//! ```
//! The residue is what the scheme itself adds or takes. A negative loss is energy that a law created: it is
//! reported.

use crate::contact::Contacts;

/// The energy account of a step, or of a run, in J.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct EnergyAccount {
    /// Work of forces without potential and of moving obstacles.
    pub applied_work: f64,
    /// Lost in sliding, spinning and rolling, and in motors and dry friction of joints.
    pub friction_loss: f64,
    /// Lost along the normals.
    pub impact_loss: f64,
    /// Change of T + V by position correction.
    pub correction: f64,
    /// What springs, dampers and drag took that are treated implicitly, beyond what springs store.
    pub implicit_damping: f64,
    /// What the scheme itself added.
    pub residue: f64,
}

impl EnergyAccount {
    /// Adds another account.
    pub fn add(&mut self, other: &EnergyAccount) {
        self.applied_work += other.applied_work;
        self.friction_loss += other.friction_loss;
        self.impact_loss += other.impact_loss;
        self.correction += other.correction;
        self.implicit_damping += other.implicit_damping;
        self.residue += other.residue;
    }

    /// Energy taken by impulses `r` of one problem while the relative velocities went from `before` to
    /// `after`.
    pub(crate) fn lose(&mut self, contacts: &Contacts, offsets: &[usize], r: &[f64], change: [&[f64]; 2]) {
        let [before, after] = change;
        let loss = |k: usize| -0.5 * r[k] * (before[k] + after[k]);
        for (contact, rows) in contacts.list.iter().zip(offsets.windows(2)) {
            if contact.friction.is_force() {
                self.friction_loss += loss(rows[0]);
            } else {
                self.impact_loss += loss(rows[0]);
            }
            for k in rows[0] + 1..rows[1] {
                self.friction_loss += loss(k);
            }
        }
        for (r, w) in r.iter().zip(&contacts.obstacle) {
            self.applied_work -= r * w;
        }
    }
}
