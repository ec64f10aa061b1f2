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
//! with the option `explicit`, K = C = 0. References: M. Jean (1999), The non-smooth contact dynamics method;
//! Brogliato et al. (2002) §7.2.4.

use crate::error::{StepError, finite};
use crate::schemes::Scheme;
use crate::step::Step;
use crate::step::contact_memory::SchemeMemory;
use crate::step::inputs::Drive;
use crate::step::landing::{self, Path};
use crate::step::options::{Options, Violation};
use crate::step::position_correction::Correction;
use crate::step::solve::OneStep;
use crate::system::{State, System};
use drystone_solve::mass::MassMatrix;
use drystone_solve::solver::Solver;

/// Where forces and contacts are taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Weight of the end of the step, 0 to 1.
    pub theta: f64,
    /// Contacts are looked for at q ⊕ γ h v.
    pub gamma: f64,
    /// Forces at the beginning of the step only.
    pub explicit: bool,
}

/// Moreau–Jean's θ-scheme.
pub struct MoreauJean {
    one: OneStep,
    correction: Correction,
    settings: Settings,
    /// M alone: the kinetic metric of corrections.
    inertia: MassMatrix,
    linearisation: Linearisation,
    q_test: Vec<f64>,
    mean: Vec<f64>,
    /// Whether contacts act before they close.
    lands: bool,
    landing: landing::Room,
}

/// ∂f/∂q N, ∂f/∂v, and room for K v.
struct Linearisation {
    by_q: MassMatrix,
    by_v: MassMatrix,
    image: Vec<f64>,
}

impl MoreauJean {
    /// For a system.
    pub fn new(system: &dyn System, options: Options, settings: Settings) -> Self {
        let blocks = MassMatrix::new(&system.layout().mass_blocks);
        let zero = vec![0.0; system.layout().num_v];
        let lands = options.violation == Violation::Landing && settings.theta + settings.gamma > 0.0;
        MoreauJean {
            lands,
            landing: landing::Room::default(),
            one: OneStep::new(system, options),
            correction: Correction::default(),
            settings,
            inertia: blocks.clone(),
            linearisation: Linearisation {
                by_q: blocks.clone(),
                by_v: blocks,
                image: zero.clone(),
            },
            q_test: vec![0.0; system.layout().num_q],
            mean: zero,
        }
    }
}

impl Linearisation {
    /// Turns M into M̂ and adds h θ K v to the force, where the system gives the derivatives of its force.
    fn apply(
        &mut self,
        system: &mut dyn System,
        (time, from): (f64, &State),
        weight: f64,
        drive: &mut Drive<'_>,
    ) -> Result<(), StepError> {
        let (by_q, by_v) = (&mut self.by_q.values, &mut self.by_v.values);
        if !system.force_jacobian(time, &from.q, &from.v, by_q, by_v) {
            return Ok(());
        }
        let (mass, force) = drive.parts();
        // A mass of NaN would be blamed for what the force has not got.
        finite(time, "the force", force)?;
        for list in [&self.by_q.values, &self.by_v.values] {
            finite(time, "the derivative of the force", list)?;
        }
        self.by_q.multiply(&from.v, &mut self.image);
        for (f, k) in force.iter_mut().zip(&self.image) {
            *f += weight * k;
        }
        let mut symmetric = true;
        let derivatives = self.by_q.values.iter().zip(&self.by_v.values);
        for (m, (k, c)) in mass.values.iter_mut().zip(derivatives) {
            let change = weight * (c + weight * k);
            symmetric &= change == 0.0;
            *m -= change;
        }
        if symmetric {
            Ok(())
        } else {
            mass.factor_general().map_err(StepError::mass(time))
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
        let Settings {
            theta,
            gamma,
            explicit,
        } = self.settings;
        let inside = from.time + theta * dt;

        // Free motion: the velocity reached if nothing touched.
        system
            .kinematics()
            .advance(&from.q, &from.v, theta * dt, &mut self.q_test);
        let inertia = self.one.load_mass(system, inside, &self.q_test)?;
        self.inertia.copy_from(inertia.mass());
        let forces = inertia.forces(system, (inside, &from.q), &from.v);
        let mut drive = forces.coast(system, from, dt);
        if theta != 0.0 && !explicit {
            self.linearisation
                .apply(system, (inside, from), dt * theta, &mut drive)?;
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
        self.correction
            .end_step(system, &self.inertia, outcome.options(), solver, step)
    }

    fn memory(&self) -> SchemeMemory {
        self.one.memory()
    }

    fn set_memory(&mut self, memory: &SchemeMemory) {
        self.one.set_memory(memory);
    }
}
