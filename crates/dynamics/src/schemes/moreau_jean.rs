//! Moreau–Jean's θ-scheme.
//!
//! ```text
//! M̂ (v⁺ − v) = h f + h² θ K v + Hᵀ r,  M̂ = M − h θ C − h² θ² K,  K = ∂f/∂q N,  C = ∂f/∂v
//!                                       linearly implicit
//! q⁺ = q ⊕ h (θ v⁺ + (1 − θ) v)
//! contacts with g(q ⊕ γ h v) ≤ 0 (to rounding):   (u⁺ + e u⁻, r) ∈ law
//! ```
//! f, K and C are taken at the beginning of the step (time t + θ h), M at q ⊕ θ h v, H at q ⊕ γ h v. With θ =
//! ½ it is of order 2 between events, forces of any kind and M(q) included, where the rows H of the contacts
//! that act are constant; where H turns with q the velocity reached obeys the H of the midpoint, which costs
//! an order, as any event and any other θ do; θ > ½ damps. Where the system does not give ∂f/∂q and ∂f/∂v, or
//! with the option `explicit`, K = C = 0. Springs and dampers of bodies are rows or parts of M̂
//! (`step/implicit.rs`). θ = ½ damps no frequency, so that springs between points that are too stiff for the
//! step, (h ω)² > 1, flip from step to step while they turn, and gain energy: there θ = 1 is taken unless one
//! is given. References: M. Jean (1999), The non-smooth contact dynamics method;
//! Brogliato et al. (2002) §7.2.4.

use crate::error::StepError;
use crate::schemes::Scheme;
use crate::step::Step;
use crate::step::contact_memory::SchemeMemory;
use crate::step::implicit::Weights;
use crate::step::landing::{self, Path};
use crate::step::options::Options;
use crate::step::position_correction::{Correction, Since};
use crate::step::solve::OneStep;
use crate::system::{State, System};
use drystone_solve::mass::MassMatrix;
use drystone_solve::solver::Solver;

/// A spring that turns is resolved up to this (h ω)²: six steps in a period.
const RESOLVED: f64 = 1.0;

/// Where forces and contacts are taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Weight of the end of the step, 0 to 1; where none is given ½, and 1 where a spring is too stiff for
    /// the step.
    pub theta: Option<f64>,
    /// Contacts are looked for at q ⊕ γ h v; θ where none is given.
    pub gamma: Option<f64>,
    /// Forces at the beginning of the step only.
    pub explicit: bool,
}

/// Moreau–Jean's θ-scheme.
pub struct MoreauJean {
    one: OneStep,
    correction: Correction,
    settings: Settings,
    /// Whether the system has springs, dampers or drag; the largest ω² of a spring that turns, in 1/s².
    sprung: bool,
    stiffest: f64,
    /// M alone: the kinetic metric of corrections.
    inertia: MassMatrix,
    q_test: Vec<f64>,
    mean: Vec<f64>,
    /// Whether contacts act before they close.
    lands: bool,
    landing: landing::Room,
}

impl Settings {
    fn theta(&self, stiffest: f64, dt: f64) -> f64 {
        let stiff = || !self.explicit && dt * dt * stiffest > RESOLVED;
        self.theta.unwrap_or_else(|| if stiff() { 1.0 } else { 0.5 })
    }
}

impl MoreauJean {
    /// For a system.
    pub fn new(system: &dyn System, options: Options, settings: Settings) -> Self {
        let blocks = MassMatrix::new(&system.layout().mass_blocks);
        let zero = vec![0.0; system.layout().num_v];
        let explicit = settings.theta == Some(0.0) && settings.gamma.is_none_or(|gamma| gamma == 0.0);
        let lands = options.violation.lands() && !explicit;
        MoreauJean {
            lands,
            landing: landing::Room::default(),
            one: OneStep::new(system, options),
            correction: Correction::new(system),
            settings,
            sprung: system.layout().sprung,
            stiffest: system.layout().stiffest,
            inertia: blocks,
            q_test: vec![0.0; system.layout().num_q],
            mean: zero,
        }
    }
}

impl Scheme for MoreauJean {
    fn step(
        &mut self,
        system: &mut dyn System,
        from: &State,
        dt: f64,
        solver: &mut dyn Solver,
        step: &mut Step,
    ) -> Result<(), StepError> {
        let explicit = self.settings.explicit;
        let theta = self.settings.theta(self.stiffest, dt);
        let gamma = self.settings.gamma.unwrap_or(theta);
        let inside = from.time + theta * dt;

        // Free motion: the velocity reached if nothing touched.
        system
            .kinematics()
            .advance(&from.q, &from.v, theta * dt, &mut self.q_test);
        let inertia = self.one.load_mass(system, inside, &self.q_test)?;
        self.inertia.copy_from(inertia.mass());
        let forces = inertia.forces(system, (inside, &from.q), &from.v);
        let mut drive = forces.coast(system, from, (dt, theta));
        if theta != 0.0 && !explicit {
            let weights = Weights {
                theta,
                dt,
                inside: (inside, &self.q_test),
                sprung: self.sprung,
            };
            drive.linearise(system, from, weights)?;
        }
        let free = drive.free_velocity(inside, &from.v, dt)?;

        // Contacts that are closed at the predicted configuration, and the contact problem.
        let predicted = from.time + gamma * dt;
        system
            .kinematics()
            .advance(&from.q, &from.v, gamma * dt, &mut self.q_test);
        let test = (predicted, &self.q_test[..]);
        let set = if self.lands {
            let path = Path { gamma, theta };
            free.landing_contacts(system, test, from, path, &mut self.landing)
        } else {
            free.closed_contacts(system, test, &from.v)
        };
        let mut outcome = set
            .constraints(|constraints| system.constraints(predicted, &self.q_test, constraints))
            .follow_constraints(system, from, gamma)
            .solve(from, solver, step)?;

        // Positions by the θ-mean of the velocities.
        for ((mean, after), before) in self.mean.iter_mut().zip(&step.state.v).zip(&from.v) {
            *mean = theta * after + (1.0 - theta) * before;
        }
        step.state.time = from.time + dt;
        step.state.q.resize(from.q.len(), 0.0);
        if !outcome.arrive(system, theta, step) {
            system
                .kinematics()
                .advance(&from.q, &self.mean, dt, &mut step.state.q);
        }
        self.correction.allow(outcome.slack(), dt);
        if self.lands {
            let (mean, v) = (&self.mean[..], &from.v[..]);
            let since = Since { mean, v, dt, gamma };
            self.correction.lift_by_pairs(system, &mut outcome, since, step);
        }
        self.correction
            .end_step(system, &self.inertia, outcome.options(), solver, step);
        Ok(())
    }

    fn damps_implicitly(&self) -> bool {
        self.sprung && !self.settings.explicit && self.settings.theta != Some(0.0)
    }

    /// At γ, where contacts act before they close; without that a body is met a look later than it touches.
    fn looks_at(&self, dt: f64) -> Option<f64> {
        let theta = || self.settings.theta(self.stiffest, dt);
        Some(if self.lands {
            self.settings.gamma.unwrap_or_else(theta).max(0.5)
        } else {
            1.0
        })
    }

    fn memory(&self) -> SchemeMemory {
        self.one.memory()
    }

    fn set_memory(&mut self, memory: &SchemeMemory) {
        self.one.set_memory(memory);
    }
}
