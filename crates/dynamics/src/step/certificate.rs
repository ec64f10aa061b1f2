//! The certificate of a step: how well its laws and its dynamics hold, from the velocity reached.

use crate::accept;
use crate::step::Step;
use drystone_solve::certificate::{Certificate, certify_velocity};
use drystone_solve::law::Law;
use drystone_solve::solver::Stop;

/// How well the step holds.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct StepCertificate {
    /// The laws, from the velocity reached.
    pub laws: Certificate,
    /// max |M̂ (v⁺ − v_free) − Hᵀ r|, in N·s.
    pub dynamics: f64,
}

impl StepCertificate {
    /// The clauses with their names and units.
    pub fn clauses(&self) -> [(&'static str, f64, &'static str); 7] {
        let [a, b, c, d, e, f] = self.laws.clauses();
        [a, b, c, d, e, ("dynamics", self.dynamics, "N·s"), f]
    }

    /// Keeps the larger defect of the two, clause by clause.
    pub fn worst_of(&mut self, other: &StepCertificate) {
        self.laws.worst_of(&other.laws);
        if !(other.dynamics <= self.dynamics) && !self.dynamics.is_nan() {
            self.dynamics = other.dynamics;
        }
    }
}

impl Step {
    /// Judges impulses and velocities of one problem by its laws, whatever the solver said; `fastest` is the
    /// velocity that a miss is measured by.
    pub(crate) fn certify(&mut self, laws: &[Law], r: &[f64], u: &[f64], fastest: f64) {
        let found = certify_velocity(laws, r, u);
        self.certificate.laws.worst_of(&found);
        if !accept::meets_laws(&found, fastest) && self.solves.stop == Stop::Converged {
            self.solves.stop = Stop::Stalled;
        }
    }
}
