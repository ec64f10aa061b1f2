//! Paoli and Schatzman's scheme: two steps, on positions.
//!
//! ```text
//! q⁺ = −e q⁻ + (1 + e) P_K( (2 q − (1 − e) q⁻ + h² M⁻¹ f) / (1 + e) )
//!     P_K: projection on {g ≥ 0} in the kinetic metric
//! v⁺ = (q⁺ − q) / h,    r = (1 + e) z / h   with z the multipliers of P_K
//! ```
//! f at (t, q, v), M at q; q⁻ is the position of the step before, q − h v at the start and after a change of
//! step. Where K is curved the projection is a sequence of quadratic programmes. The velocity after an impact
//! is right from the second step after it on. Without friction and with one e for all contacts; q must be a
//! vector (no quaternions). Constraints hold in position. Reference: Brogliato et al. (2002) (62)–(65); Paoli
//! and Schatzman (2002).

use crate::contact::{Contacts, Friction, Restitution};
use crate::error::StepError;
use crate::gaps::Selection;
use crate::schemes::Scheme;
use crate::step::contact_memory::{History, SchemeMemory};
use crate::step::options::Options;
use crate::step::position_correction::{Correction, Task};
use crate::step::solve::OneStep;
use crate::step::tolerances::PASSES;
use crate::step::{Status, Step};
use crate::system::{State, System};
use drystone_solve::law::Law;
use drystone_solve::solver::Solver;

/// Paoli and Schatzman's scheme.
pub struct PaoliSchatzman {
    one: OneStep,
    correction: Correction,
    before: Vec<f64>,
    expected: State,
    dt: f64,
    y: Vec<f64>,
    all: Contacts,
    ids: Vec<u64>,
    u_before: Vec<f64>,
    e: Option<f64>,
}

const NAME: &str = "paoli-schatzman";

impl PaoliSchatzman {
    /// For a system whose q is a vector.
    pub fn new(system: &dyn System, options: Options) -> Result<Self, String> {
        if system.layout().num_q != system.layout().num_v {
            return Err(format!(
                "{NAME} needs q̇ = v: take another scheme for bodies with orientations"
            ));
        }
        Ok(PaoliSchatzman {
            one: OneStep::new(system, options),
            correction: Correction::new(system),
            before: Vec::new(),
            expected: State::default(),
            dt: 0.0,
            y: vec![0.0; system.layout().num_q],
            all: Contacts::default(),
            ids: Vec::new(),
            u_before: Vec::new(),
            e: None,
        })
    }

    /// The coefficient of restitution that all contacts share; refuses what the scheme does not cover.
    fn restitution(&mut self, system: &mut dyn System, from: &State) -> Result<f64, StepError> {
        if let Some(e) = self.e {
            return Ok(e);
        }
        self.all.clear();
        system.contacts(from.time, &from.q, Selection::ALL, &mut self.all);
        let refuse = |reason| Err(StepError::NotApplicable { scheme: NAME, reason });
        let mut common = None;
        for contact in &self.all.list {
            if contact.friction.is_force() {
                return refuse("it has no motors and no friction in joints: take moreau-midpoint");
            }
            if !is_smooth(&contact.friction) {
                return refuse("it has no friction: set every coefficient to 0, or take moreau-midpoint");
            }
            let Restitution::Newton { e, .. } = contact.restitution else {
                return refuse("it knows Newton's restitution only: take moreau-jean");
            };
            if *common.get_or_insert(e) != e {
                return refuse(
                    "it has one restitution for all contacts: give them the same, or take moreau-jean",
                );
            }
        }
        self.e = common;
        Ok(common.unwrap_or(0.0))
    }
}

fn is_smooth(friction: &Friction) -> bool {
    match friction {
        Friction::None => true,
        Friction::Constant(law) => matches!(
            law,
            Law::Unilateral | Law::Planar { mu: 0.0 } | Law::Coulomb { mu: 0.0 }
        ),
        _ => false,
    }
}

impl PaoliSchatzman {
    /// Contacts, impulses, losses and the certificate: the laws hold between multipliers and gaps at the
    /// projected point.
    fn hand_over(&mut self, factor: f64, dt: f64, system: &mut dyn System, from: &State, step: &mut Step) {
        self.ids.clear();
        self.ids.extend(self.correction.pushes.iter().map(|p| p.0));
        step.contacts
            .look_again(system, step.state.time, &self.y, &self.ids);
        step.offsets.push(0);
        for (k, contact) in step.contacts.list.iter().enumerate() {
            let (row, rows) = (step.offsets[k], contact.friction.law().rows());
            let r = factor * self.correction.pushes[k].1;
            step.impulses.push(r);
            step.impulses.resize(row + rows, 0.0);
            step.offsets.push(row + rows);
            step.status
                .push(if r > 0.0 { Status::Impact } else { Status::Open });
            let laws = &mut step.certificate.laws;
            laws.tension = laws.tension.max(-r);
            laws.penetration = laws.penetration.max(-contact.gap / dt);
            laws.complementarity = laws.complementarity.max((r * contact.gap / dt).abs());
        }
        let (h, w) = (&step.contacts.jacobian, &step.contacts.obstacle);
        self.u_before.clear();
        self.u_before
            .extend(w.iter().enumerate().map(|(i, w)| h.dot(i, &from.v) + w));
        step.relative_velocity
            .extend(w.iter().enumerate().map(|(i, w)| h.dot(i, &step.state.v) + w));
        step.energy.lose(
            &step.contacts,
            &step.offsets,
            &step.impulses,
            [&self.u_before, &step.relative_velocity],
        );
        step.constraint_impulses
            .extend(self.correction.constraint_pushes.iter().map(|z| factor * z));
        self.correction
            .look(system, step.state.time, &step.state.q, Task::EVERYTHING);
        self.correction.measure(step);
    }
}

impl Scheme for PaoliSchatzman {
    fn step(
        &mut self,
        system: &mut dyn System,
        from: &State,
        dt: f64,
        solver: &mut dyn Solver,
        step: &mut Step,
    ) -> Result<(), StepError> {
        let e = self.restitution(system, from)?;
        if self.expected != *from || self.dt != dt {
            self.before.clear();
            self.before
                .extend(from.q.iter().zip(&from.v).map(|(q, v)| q - dt * v));
            self.dt = dt;
        }

        // y: where the free motion would take the projected point.
        let inertia = self.one.load_mass(system, from.time, &from.q)?;
        let forces = inertia.forces(system, (from.time, &from.q), &from.v);
        let free = forces
            .coast(system, from, (dt, 1.0))
            .free_velocity(from.time, &from.v, dt)?;
        for i in 0..self.y.len() {
            let pull = dt * (free.v_free()[i] - from.v[i]);
            self.y[i] = (2.0 * from.q[i] - (1.0 - e) * self.before[i] + pull) / (1.0 + e);
        }

        // The projection, and the multipliers summed over its passes.
        step.begin(0);
        let end = from.time + dt;
        let asked = Task {
            gaps: true,
            constraints: true,
            frozen: false,
            passes: PASSES,
        };
        let corrected = self
            .correction
            .correct(system, free.mass(), (end, &mut self.y), asked, solver);
        if corrected.left > 0.0 {
            return Err(StepError::Projection {
                time: end,
                violation: corrected.left,
                passes: PASSES,
            });
        }

        // q⁺ and v⁺.
        step.state.time = end;
        step.state.q.clear();
        step.state.q.extend(
            self.y
                .iter()
                .zip(&self.before)
                .map(|(y, q)| (1.0 + e) * y - e * q),
        );
        step.state.v.clear();
        step.state.v.extend(
            step.state
                .q
                .iter()
                .zip(&from.q)
                .map(|(after, before)| (after - before) / dt),
        );
        self.hand_over((1.0 + e) / dt, dt, system, from, step);
        self.before.clone_from(&from.q);
        self.expected.copy_from(&step.state);
        Ok(())
    }

    fn memory(&self) -> SchemeMemory {
        SchemeMemory {
            history: Some(History {
                before: self.before.clone(),
                expected: self.expected.clone(),
                dt: self.dt,
                e: self.e,
                ..History::default()
            }),
            ..self.one.memory()
        }
    }

    fn set_memory(&mut self, memory: &SchemeMemory) {
        self.one.set_memory(memory);
        if let Some(history) = &memory.history {
            self.before.clone_from(&history.before);
            self.expected.copy_from(&history.expected);
            (self.dt, self.e) = (history.dt, history.e);
        }
    }
}
