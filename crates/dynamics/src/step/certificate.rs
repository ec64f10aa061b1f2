//! The certificate of a step: how well its laws and its dynamics hold, from the velocity reached.

use crate::accept::{self, Standing};
use crate::step::Step;
use crate::step::tolerances::UNCERTIFIED;
use drystone_solve::certificate::{Certificate, certify_velocity};
use drystone_solve::judge::{DYNAMICS, Judge, LIPSCHITZ};
use drystone_solve::law::Law;
use drystone_solve::policy;
use drystone_solve::problem::ContactProblem;
use drystone_solve::solver::Stop;

/// The velocity reached is a sum by way of bodies: |H| |M̂⁻¹| |Hᵀ| |r| is so many times |W| |r|, in which
/// what a body moves and what it turns may cancel.
const SUMS: f64 = 4.0;

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
    /// Judges impulses and the velocities reached of one problem, whatever the solver said. With no tolerance
    /// asked (a budget of sweeps) numbers that fail are all that is refused. `summed` is the largest velocity
    /// that u is a sum of, `dynamics` the residual of M̂ (v⁺ − v_free) = Hᵀ r as a share of its terms,
    /// `fastest` the velocity that a miss is measured by, `reached` the largest before and after. Of W the
    /// diagonal is known; `complete` is asked for the rest where it is needed.
    pub(crate) fn certify(
        &mut self,
        (problem, complete): (&mut ContactProblem, &mut dyn FnMut(&mut ContactProblem)),
        (r, u): (&[f64], &[f64]),
        (judge, summed, dynamics): (&mut Judge, f64, f64),
        (tolerance, enough): (Option<f64>, Option<f64>),
        (fastest, reached): (f64, f64),
    ) {
        let found = certify_velocity(&problem.laws, r, u);
        self.certificate.laws.worst_of(&found);
        // What large impulses leave by rounding is no miss: a heavy body at rest on a light one. It is one
        // where that is seen beside what forces alone would make. Each velocity is seen beside the fastest.
        let seen = UNCERTIFIED * self.solves.forced;
        let visibly = tolerance.is_some() && !accept::meets_laws(&found, fastest, 0.0) && {
            complete(problem);
            let rounding = SUMS * judge.rounding(problem, r);
            !accept::meets_laws(&found, fastest, rounding.min(seen))
        };
        let is_heap = enough.is_some() && policy::is_heap(&problem.laws);
        let standing = match tolerance {
            Some(tolerance) => {
                let mut judged = judge.glance(problem, (r, u));
                if !(judged.step_excess(tolerance) <= 1.0) {
                    complete(problem);
                    judged = judge.reached(problem, (r, u), summed);
                }
                judged.dynamics = dynamics;
                // The judge takes no method's word for an answer; that it missed its own measure counts,
                // unless every velocity holds to the tolerance beside those that are reached.
                let missed = found.penetration.max(found.joints);
                let holds = missed <= LIPSCHITZ * tolerance * reached;
                let best = if self.solves.is_short() && !holds {
                    Standing::Kept
                } else {
                    Standing::Certified
                };
                let enough = enough.filter(|_| self.solves.stop == Stop::Enough);
                let standing = if visibly {
                    Standing::Refused
                } else {
                    Standing::of(&judged, tolerance).max(best)
                };
                match standing {
                    Standing::Kept | Standing::Refused
                        if !visibly && enough.is_some_and(|enough| judged.step_excess(enough) <= 1.0) =>
                    {
                        Standing::Loose
                    }
                    Standing::Refused if is_heap => Standing::of_heap(&judged),
                    standing => standing,
                }
            }
            None if !found.clauses().iter().all(|c| c.1.is_finite()) => Standing::Refused,
            // No budget of sweeps explains velocities that the impulses do not make.
            None if !(dynamics <= DYNAMICS) => Standing::Refused,
            // What a budget gave up is counted, and no more.
            None if self.solves.is_short() || !accept::meets_laws(&found, fastest, 0.0) => Standing::Kept,
            None => Standing::Certified,
        };
        self.solves.stand(standing);
    }

    /// The same for one contact that was solved in closed form; `fastest` is the velocity that a miss is
    /// measured by.
    pub(crate) fn certify_one(&mut self, law: Law, r: &[f64], u: &[f64], fastest: f64) {
        let found = certify_velocity(&[law], r, u);
        self.certificate.laws.worst_of(&found);
        let meets = accept::meets_laws(&found, fastest, 0.0);
        self.solves.stand(if meets {
            Standing::Certified
        } else {
            Standing::Refused
        });
    }
}
