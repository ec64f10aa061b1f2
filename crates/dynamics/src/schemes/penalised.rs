//! Penalised contact: springs, dashpots and a ramp for friction instead of the laws. For comparison, under
//! its name.
//!
//! ```text
//! q̇ = N(q) v,  M v̇ = f + Hᵀ F(y, u) + Cᵀ λ  y = −g ≥ 0: the overlap;  F in `compliance`,
//!               λ in `field.rs`
//! ```
//! A stiff equation, integrated by Radau IIA with error control from one end of the step to the other: the
//! step is where results are looked at, the accuracy is `tolerance`. Where a force jumps (a dashpot at touch)
//! and the integrator's step falls below 10⁻¹¹ of the scheme's, it is taken by Euler's rule. After the step
//! velocities and positions are projected onto the bilateral constraints; gaps are left to the springs.
//! Impulses are ∫ F dt, by the quadrature of the stages.
//!
//! The certificate judges these impulses by the laws of hard contact at the velocity reached: overlap, pull
//! and creep show there as what they are, and no step is refused for them. Its `dynamics` is M times the
//! errors estimated. The energy account books −∫ F_N u_N dt as impact loss: what springs hold is in it, and
//! comes back when they give. The solver of the run is asked for the projection only. Sources: Brogliato et
//! al. (2002) §4.2, §9, (34), (73)–(76); Hairer and Wanner II, §IV.8. Not done: tangential springs, drives of
//! unlimited force.

use super::compliance::Compliance;
use super::field::Field;
use crate::contact::{Friction, force_law};
use crate::error::StepError;
use crate::ode::radau::Radau;
use crate::ode::{Attempt, Tolerance};
use crate::schemes::Scheme;
use crate::schemes::merge_contacts::Ledger;
use crate::step::contact_memory::{History, SchemeMemory};
use crate::step::options::{Options, Violation};
use crate::step::position_correction::Correction;
use crate::step::{Status, Step};
use crate::system::{State, System};
use drystone_solve::certificate::certify_velocity;
use drystone_solve::law::Law;
use drystone_solve::solver::Solver;

pub(crate) const NAME: &str = "penalised";

/// Below this share of the scheme's step a step of the integrator is taken as it is.
const LEAST: f64 = 1e-11;
/// Most steps of the integrator that are tried in one of the scheme.
const TRIES: usize = 2_000_000;

/// Penalised contact, integrated by Radau IIA.
pub struct Penalised {
    field: Field,
    radau: Radau,
    ledger: Ledger,
    correction: Correction,
    options: Options,
    tolerance: Tolerance,
    /// The integrator's next step, in s; 0 before the first.
    h: f64,
    y: Vec<f64>,
    slope: Vec<f64>,
    stage: Vec<f64>,
    impulses: Vec<f64>,
    errors: Vec<f64>,
    /// Fastest approach of each contact in a step of the integrator; who began to touch in the step, with an
    /// impact.
    touched: Vec<(u64, f64)>,
    hits: Vec<u64>,
    laws: Vec<Law>,
}

impl Penalised {
    /// For a system; `tolerance` is that of the integrator.
    pub fn new(system: &dyn System, mut options: Options, compliance: Compliance, tolerance: f64) -> Self {
        // Springs hold the gaps: positions are not moved out of them.
        options.violation = Violation::None;
        let size = system.layout().num_q + system.layout().num_v;
        Penalised {
            field: Field::new(system, compliance),
            radau: Radau::new(size),
            ledger: Ledger::default(),
            correction: Correction::new(system),
            options,
            tolerance: Tolerance {
                relative: tolerance,
                absolute: vec![0.0; size],
            },
            h: 0.0,
            y: Vec::new(),
            slope: vec![0.0; size],
            stage: vec![0.0; size],
            impulses: Vec::new(),
            errors: vec![0.0; system.layout().num_v],
            touched: Vec::new(),
            hits: Vec::new(),
            laws: Vec::new(),
        }
    }

    /// Errors count in units of the largest coordinate and the largest velocity; what moves less than veltol
    /// stands.
    fn set_scales(&mut self, system: &dyn System, from: &State, dt: f64) {
        let largest = |x: &[f64]| x.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        let speed = largest(&from.v).max(self.field.compliance.veltol);
        let length = system.kinematics().length(&from.q).max(dt * speed);
        let (q, v) = self.tolerance.absolute.split_at_mut(from.q.len());
        q.fill(self.tolerance.relative * length);
        v.fill(self.tolerance.relative * speed);
    }

    /// Integrates from `from` over `dt`: into `self.y`, with impulses and losses.
    fn integrate(
        &mut self,
        system: &mut dyn System,
        from: &State,
        dt: f64,
        step: &mut Step,
    ) -> Result<(), StepError> {
        let split = from.q.len();
        let mut h = if self.h > 0.0 { self.h } else { dt };
        let mut done = 0.0;
        for _ in 0..TRIES {
            let left = dt - done;
            if !(left > 1e-14 * dt) {
                self.h = h;
                return Ok(());
            }
            let length = h.min(left);
            let time = from.time + done;
            let field = &mut self.field;
            let mut rhs = |t: f64, y: &[f64], out: &mut [f64]| {
                let ((q, v), (q_rate, v_rate)) = (y.split_at(split), out.split_at_mut(split));
                system.kinematics().rate(q, v, q_rate);
                field.acceleration(system, t, (q, v), v_rate)
            };
            let answer = self
                .radau
                .attempt(&mut rhs, time, &self.y, length, &self.tolerance);
            step.solves.iterations += self.radau.iterations;
            match answer {
                Attempt::Accepted { next_h } => {
                    h = if length < h { h.max(next_h) } else { next_h };
                    self.book(system, (time, split), length, step)?;
                    self.accept(system, split);
                }
                Attempt::Rejected { .. } if length < LEAST * dt => {
                    if !rhs(time, &self.y, &mut self.slope) {
                        return Err(self.missing(time, length));
                    }
                    self.note(length, step);
                    for (y, slope) in self.y.iter_mut().zip(&self.slope) {
                        *y += length * slope;
                    }
                    self.radau.restart();
                    h = 2.0 * length;
                }
                Attempt::Rejected { next_h } => {
                    h = next_h;
                    continue;
                }
            }
            done += length;
            step.solves.count += 1;
        }
        Err(StepError::Stuck {
            time: from.time + done,
            step: h,
            tries: TRIES,
        })
    }

    /// Why the field has no value.
    fn missing(&mut self, time: f64, step: f64) -> StepError {
        let stuck = StepError::Stuck { time, step, tries: 1 };
        self.field.error.take().unwrap_or(stuck)
    }

    /// Takes over the state that the integrator reached; quaternions are made unit ones.
    fn accept(&mut self, system: &dyn System, split: usize) {
        let (reached, rest) = (&self.radau.y_next, &mut self.slope[split..]);
        rest.fill(0.0);
        system
            .kinematics()
            .advance(&reached[..split], rest, 0.0, &mut self.y[..split]);
        self.y[split..].copy_from_slice(&reached[split..]);
        for (sum, error) in self.errors.iter_mut().zip(&self.radau.error[split..]) {
            *sum += error;
        }
    }

    /// Impulses and losses of an accepted step, by the quadrature of its stages.
    fn book(
        &mut self,
        system: &mut dyn System,
        (time, split): (f64, usize),
        h: f64,
        step: &mut Step,
    ) -> Result<(), StepError> {
        self.touched.clear();
        for k in 0..3 {
            let Some((share, weight, y)) = self.radau.stages().nth(k) else {
                continue;
            };
            self.stage.iter_mut().zip(y).for_each(|(out, y)| *out = y);
            let state = self.stage.split_at(split);
            let out = &mut self.slope[split..];
            if !self.field.acceleration(system, time + share * h, state, out) {
                return Err(self.missing(time, h));
            }
            self.note(h * weight, step);
            for (contact, row) in self.field.contacts.list.iter().zip(&self.field.offsets) {
                let approach = -self.field.u[*row];
                match self.touched.iter_mut().find(|t| t.0 == contact.id) {
                    Some(seen) => seen.1 = seen.1.max(approach),
                    None => self.touched.push((contact.id, approach)),
                }
            }
        }
        self.remember();
        Ok(())
    }

    /// Books the forces of the field over a time `weight`.
    fn note(&mut self, weight: f64, step: &mut Step) {
        let field = &self.field;
        self.impulses.clear();
        self.impulses.extend(field.forces.iter().map(|f| weight * f));
        self.ledger.add(&field.contacts, &field.offsets, &self.impulses);
        let change = [field.u.as_slice(), field.u.as_slice()];
        step.energy
            .lose(&field.contacts, &field.offsets, &self.impulses, change);
        step.constraint_impulses.resize(field.lambda.len(), 0.0);
        for (sum, lambda) in step.constraint_impulses.iter_mut().zip(&field.lambda) {
            *sum += weight * lambda;
        }
    }

    /// Keeps v₀ of what touches at the end of a step of the integrator: noted once, at the first sight.
    fn remember(&mut self) {
        let field = &mut self.field;
        for contact in field.contacts.list.iter().filter(|c| !c.friction.is_force()) {
            let known = field.touches.noted(contact.id);
            let seen = self.touched.iter().find(|t| t.0 == contact.id);
            let speed = known.unwrap_or(seen.map_or(0.0, |t| t.1));
            if known.is_none() && speed > field.compliance.veltol {
                self.hits.push(contact.id);
            }
            field.touches.write(contact.id, &[speed], false);
        }
        field.touches.turn();
    }

    /// Velocities back onto the constraints.
    fn hold(&mut self, system: &mut dyn System, step: &mut Step) -> Result<(), StepError> {
        let State { time, q, v } = &mut step.state;
        system.mass(*time, q, &mut self.field.mass.values);
        self.field
            .mass
            .factor_symmetric()
            .map_err(StepError::mass(*time))?;
        if !step.constraint_impulses.is_empty() {
            self.field.project(system, *time, q, v);
            for (sum, push) in step.constraint_impulses.iter_mut().zip(&self.field.lambda) {
                *sum += push;
            }
        }
        Ok(())
    }

    /// Who did what, and how far that is from the laws of hard contact.
    fn judge(&mut self, dt: f64, step: &mut Step) {
        let veltol = self.field.compliance.veltol;
        self.laws.clear();
        for (contact, rows) in step.contacts.list.iter().zip(step.offsets.windows(2)) {
            let u = &step.relative_velocity[rows[0]..rows[1]];
            let force = contact.friction.is_force();
            self.laws.push(match contact.friction {
                Friction::Force { lo, hi } => force_law(lo, hi, dt),
                _ => self.field.compliance.law(contact, u),
            });
            let slip = if force { u } else { &u[1..] };
            let slides = slip.iter().map(|u| u * u).sum::<f64>() > veltol * veltol;
            let acts = force || step.impulses[rows[0]] != 0.0;
            step.status.push(match (acts, slides) {
                (false, _) => Status::Open,
                _ if self.hits.contains(&contact.id) => Status::Impact,
                (true, false) => Status::Stick,
                (true, true) => Status::Slip,
            });
        }
        step.certificate.laws = certify_velocity(&self.laws, &step.impulses, &step.relative_velocity);
        let momentum = &mut self.slope[step.state.q.len()..];
        self.field.mass.multiply(&self.errors, momentum);
        step.certificate.dynamics = momentum.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        step.solves.method = "radau";
    }
}

impl Scheme for Penalised {
    fn step(
        &mut self,
        system: &mut dyn System,
        from: &State,
        dt: f64,
        solver: &mut dyn Solver,
        step: &mut Step,
    ) -> Result<(), StepError> {
        step.begin(0);
        self.ledger.begin();
        self.hits.clear();
        self.errors.fill(0.0);
        self.y.clear();
        self.y.extend_from_slice(&from.q);
        self.y.extend_from_slice(&from.v);
        self.field.span = dt;
        self.set_scales(system, from, dt);
        self.radau.restart();
        self.integrate(system, from, dt, step)?;

        let (q, v) = self.y.split_at(from.q.len());
        step.state.time = from.time + dt;
        step.state.q.clear();
        step.state.q.extend_from_slice(q);
        step.state.v.clear();
        step.state.v.extend_from_slice(v);
        self.hold(system, step)?;
        self.ledger.hand_over(step);
        self.judge(dt, step);
        self.correction
            .end_step(system, &self.field.mass, &self.options, solver, step);
        Ok(())
    }

    fn looks_at(&self, _dt: f64) -> Option<f64> {
        None
    }

    fn memory(&self) -> SchemeMemory {
        SchemeMemory {
            contacts: self.field.touches.page(),
            history: Some(History {
                dt: self.h,
                ..History::default()
            }),
            ..SchemeMemory::default()
        }
    }

    fn set_memory(&mut self, memory: &SchemeMemory) {
        self.field.touches.set_page(&memory.contacts);
        self.h = memory.history.as_ref().map_or(0.0, |history| history.dt);
    }
}
