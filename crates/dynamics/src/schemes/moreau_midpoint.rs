//! Moreau's midpoint scheme.
//!
//! ```text
//! Stage 1  q_M = q ⊕ ½h v,   v_L = v + h M(q_M)⁻¹ f(t + ½h, q_M, v)                  the loose velocity
//! Stage 2  contacts with g(q_M) ≤ 0 (to rounding):  M(q_M) (v⁺ − v_L) = Hᵀ r,  (u⁺ + e u⁻, r) ∈ law,
//!          H at q_M
//! Stage 3  q⁺ = q_M ⊕ ½h v⁺
//! ```
//! Reference: J. J. Moreau (1988), Unilateral contact and dry friction in finite freedom dynamics, §11 (no
//! friction), §15 (plane), §16 (particle in space), Remark 11.1: contacts may be looked for at q ⊕ h v
//! instead, and positions corrected. Order 2 between events for forces that do not depend on v and contacts
//! whose rows H do not depend on q; else, and across events, order 1. With e = 1 a ball returns to its height
//! exactly. Velocity-dependent forces are taken at the beginning of the step: explicit.

use crate::error::StepError;
use crate::schemes::Scheme;
use crate::step::Step;
use crate::step::contact_memory::SchemeMemory;
use crate::step::landing::{self, Path};
use crate::step::options::Options;
use crate::step::position_correction::Correction;
use crate::step::predicted::Predicted;
use crate::step::solve::OneStep;
use crate::system::{State, System};
use drystone_solve::solver::Solver;

/// Moreau's midpoint scheme.
pub struct MoreauMidpoint {
    one: OneStep,
    correction: Correction,
    test_at_end: bool,
    q_mid: Vec<f64>,
    q_test: Vec<f64>,
    predicted: Predicted,
    /// Whether contacts act before they close.
    lands: bool,
    landing: landing::Room,
}

/// Contacts at the midpoint, positions by the mean of the velocities.
const MIDDLE: Path = Path {
    gamma: 0.5,
    theta: 0.5,
};

impl MoreauMidpoint {
    /// For a system; `test_at_end` looks for contacts at q ⊕ h v (Remark 11.1).
    pub fn new(system: &dyn System, options: Options, test_at_end: bool) -> Self {
        MoreauMidpoint {
            one: OneStep::new(system, options),
            correction: Correction::new(system),
            test_at_end,
            q_mid: vec![0.0; system.layout().num_q],
            q_test: vec![0.0; system.layout().num_q],
            predicted: Predicted::default(),
            lands: options.violation.lands(),
            landing: landing::Room::default(),
        }
    }
}

impl Scheme for MoreauMidpoint {
    fn step(
        &mut self,
        system: &mut dyn System,
        from: &State,
        dt: f64,
        solver: &mut dyn Solver,
        step: &mut Step,
    ) -> Result<(), StepError> {
        // Stage 1: midpoint approximants and the loose velocity.
        let (middle, end) = (from.time + 0.5 * dt, from.time + dt);
        system
            .kinematics()
            .advance(&from.q, &from.v, 0.5 * dt, &mut self.q_mid);
        let inertia = self.one.load_mass(system, middle, &self.q_mid)?;
        let forces = inertia.forces(system, (middle, &self.q_mid), &from.v);
        let free = forces
            .coast(system, from, (dt, 0.5))
            .free_velocity(middle, &from.v, dt)?;

        // Contacts that are closed at the test point, with their directions at the midpoint.
        let set = if self.test_at_end {
            system
                .kinematics()
                .advance(&from.q, &from.v, dt, &mut self.q_test);
            let behind = ((middle, &self.q_mid[..]), &from.v[..]);
            free.closed_ahead(system, (end, &self.q_test), behind, &mut self.predicted)
        } else if self.lands {
            let test = (middle, &self.q_mid[..]);
            free.landing_contacts(system, test, from, MIDDLE, &mut self.landing)
        } else {
            free.closed_contacts(system, (middle, &self.q_mid), &from.v)
        };
        let inputs = set
            .constraints(|constraints| system.constraints(middle, &self.q_mid, constraints))
            .follow_constraints(system, from, 0.5);

        // Stage 2: the contact problem.
        let mut outcome = inputs.solve(from, solver, step)?;

        // Stage 3: the second half of the motion.
        step.state.time = end;
        step.state.q.resize(from.q.len(), 0.0);
        if !outcome.arrive(system, 0.5, step) {
            system
                .kinematics()
                .advance(&self.q_mid, &step.state.v, 0.5 * dt, &mut step.state.q);
        }
        self.correction.allow(outcome.slack(), dt);
        self.correction
            .end_step(system, outcome.mass(), outcome.options(), solver, step);
        Ok(())
    }

    fn looks_at(&self, _dt: f64) -> Option<f64> {
        let early = self.lands && !self.test_at_end;
        Some(if early { MIDDLE.gamma } else { 1.0 })
    }

    fn memory(&self) -> SchemeMemory {
        self.one.memory()
    }

    fn set_memory(&mut self, memory: &SchemeMemory) {
        self.one.set_memory(memory);
    }
}
