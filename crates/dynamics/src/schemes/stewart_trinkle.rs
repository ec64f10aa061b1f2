//! Stewart and Trinkle's scheme, and Anitescu and Potra's.
//!
//! ```text
//! M(q ⊕ h v) (v⁺ − v) = h f(t, q, v) + H(q)ᵀ r
//! contacts with g(q ⊕ h v) ≤ 0:   (u⁺ + e u⁻, r) ∈ law                     option: u_N⁺ + g(q)/h ≥ 0 instead
//! q⁺ = q ⊕ h v⁺
//! ```
//! With facets the friction cone is a pyramid and the step an LCP; without, the cone is exact. Anitescu–Potra
//! differs in its impacts: compression and expansion are two problems at v, before the forces of the step
//! act. A predicted gap of 0, to rounding, is closed: with the strict test of some papers, the option `closed
//! = false`, a body placed exactly on an obstacle falls once by h² g. Order 1. References: Stewart,
//! Rigid-body dynamics with impact and friction, (3.9)–(3.13); Anitescu, Potra, Stewart (1999) (7), (14),
//! (27)–(28); Brogliato et al. (2002) §7.4.

use crate::contact::Contacts;
use crate::error::StepError;
use crate::gaps::Selection;
use crate::schemes::Scheme;
use crate::step::Step;
use crate::step::contact_memory::SchemeMemory;
use crate::step::inputs::{ContactSet, FreeMotion};
use crate::step::landing::{self, Path};
use crate::step::options::Options;
use crate::step::position_correction::Correction;
use crate::step::predicted::Predicted;
use crate::step::solve::OneStep;
use crate::system::{State, System};
use drystone_solve::solver::Solver;

/// What counts as a contact, and what it must reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// u_N⁺ + g/h ≥ 0 for every contact within reach.
    pub gap: bool,
    /// A predicted gap of 0, to rounding, is closed; if not, only a negative one.
    pub closed: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            gap: false,
            closed: true,
        }
    }
}

/// Stewart and Trinkle's scheme; with [`Options::impact_rule`] other than by contact Anitescu and Potra's.
pub struct StewartTrinkle {
    one: OneStep,
    correction: Correction,
    detection: Detection,
}

impl StewartTrinkle {
    /// For a system.
    pub fn new(system: &dyn System, options: Options, settings: Settings) -> Self {
        StewartTrinkle {
            one: OneStep::new(system, options),
            correction: Correction::new(system),
            detection: Detection {
                settings,
                q_end: vec![0.0; system.layout().num_q],
                predicted: Predicted::default(),
                lands: options.violation.lands() && settings.closed,
                landing: landing::Room::default(),
            },
        }
    }
}

/// Contacts of the step, with their directions at q, and what they must reach.
struct Detection {
    settings: Settings,
    /// q ⊕ h v.
    q_end: Vec<f64>,
    predicted: Predicted,
    /// Whether contacts act before they close.
    lands: bool,
    landing: landing::Room,
}

/// Contacts at the beginning, positions by the velocity at the end.
const END: Path = Path {
    gamma: 0.0,
    theta: 1.0,
};

impl Detection {
    fn run<'a>(
        &mut self,
        free: FreeMotion<'a>,
        system: &mut dyn System,
        from: &State,
        dt: f64,
    ) -> ContactSet<'a> {
        if self.settings.gap {
            // Every contact may be reached within the step: the gap term decides.
            return free.contacts(|contacts, target| {
                system.contacts(from.time, &from.q, Selection::ALL, contacts);
                for contact in &contacts.list {
                    target.push(contact.gap / dt);
                    let rows = target.len() + contact.friction.law().rows() - 1;
                    target.resize(rows, 0.0);
                }
            });
        }
        if self.lands {
            let test = (from.time, &from.q[..]);
            return free.landing_contacts(system, test, from, END, &mut self.landing);
        }
        let ahead = (from.time + dt, &self.q_end[..]);
        let behind = ((from.time, &from.q[..]), &from.v[..]);
        if self.settings.closed {
            return free.closed_ahead(system, ahead, behind, &mut self.predicted);
        }
        free.contacts(|contacts, _| {
            // The largest margin that excludes exactly 0.
            let below = Selection::Within(-f64::from_bits(1));
            self.predicted
                .find(system, (ahead, below, |_: &mut Contacts| {}), behind, contacts);
        })
    }
}

impl Scheme for StewartTrinkle {
    fn step(
        &mut self,
        system: &mut dyn System,
        from: &State,
        dt: f64,
        solver: &mut dyn Solver,
        step: &mut Step,
    ) -> Result<(), StepError> {
        // Free motion: the velocity reached if nothing touched.
        let (end, detection) = (from.time + dt, &mut self.detection);
        system
            .kinematics()
            .advance(&from.q, &from.v, dt, &mut detection.q_end);
        let inertia = self.one.load_mass(system, end, &detection.q_end)?;
        let forces = inertia.forces(system, (from.time, &from.q), &from.v);
        let free = forces
            .coast(system, from, (dt, 1.0))
            .free_velocity(from.time, &from.v, dt)?;

        // Contacts that would close, and the contact problem.
        let set = detection.run(free, system, from, dt);
        let mut outcome = set
            .constraints(|constraints| system.constraints(from.time, &from.q, constraints))
            .solve(from, solver, step)?;

        // Positions by the velocity reached.
        step.state.time = end;
        step.state.q.resize(from.q.len(), 0.0);
        if !outcome.arrive(system, 1.0, step) {
            system
                .kinematics()
                .advance(&from.q, &step.state.v, dt, &mut step.state.q);
        }
        self.correction
            .end_step(system, outcome.mass(), outcome.options(), solver, step);
        Ok(())
    }

    fn memory(&self) -> SchemeMemory {
        self.one.memory()
    }

    fn set_memory(&mut self, memory: &SchemeMemory) {
        self.one.set_memory(memory);
    }
}
