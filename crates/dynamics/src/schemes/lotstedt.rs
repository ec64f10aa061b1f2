//! Lötstedt's scheme: explicit positions, implicit velocities, discontinuities found inside the step.
//!
//! ```text
//! AB-2    q⁺ = q ⊕ h (3/2 v − ½ v⁻)                                          AB-1    q⁺ = q ⊕ h v
//! BDF-2   A (v⁺ − b) = ⅔ h f̃ + Hᵀ r,   b = (4 v − v⁻)/3                      BDF-1   b = v, h for ⅔ h
//!         A = M − ⅔ h ∂f/∂v,  f̃ = f − ∂f/∂v (v_p − b)  at (t⁺, q⁺, v_p),     v_p = 2 v − v⁻, or v
//!         0 ≤ u_N⁺ ⟂ r_N ≥ 0 and friction at the contacts that are closed at q⁺, C v⁺ + ∂c/∂t = 0:  one problem, no restitution
//! event   a gap that closes between q and q⁺ does so at s = g/(g − g⁺): q ⊕ s h v̄, BDF-1 to there, the impact by the law of
//!         the pair, AB-1 and BDF-1 over what is left and over the next step
//! ```
//! Order 2 between events, M(q), f(v) and constraints included: f is linearised about the extrapolated
//! velocity, whose error is O(h²), so that the problem of a step stays linear. The force of a step is r/(⅔
//! h): impulses and losses are given for the whole h. A contact that carries stays in play until its impulse
//! is 0 and it opens. Where a contact begins or ceases to carry or to slide, the next step is AB-1 and BDF-1;
//! its instant is not looked for, which costs O(h²) in position. An impact slower than what forces do in five
//! steps has no rebound (the threshold of the source): each restart by AB-1 adds ½ a h² of height, on which e
//! > 0.95 still goes on bouncing at the size of h². So has what falls after 30 impacts in one step. Drift off
//! the contacts is watched, not corrected, unless the run asks for it. Source: Brogliato et al. (2002) §7.1,
//! (49)–(53), impacts (12); Lötstedt (1984). Not done: his extrapolated sliding forces and his control of h:
//! friction is that of the other schemes.

use crate::contact::{Contact, Contacts, Restitution, rounding};
use crate::error::{StepError, finite};
use crate::gaps::{GapQuery, Gaps, Selection};
use crate::mass_matrix::MassMatrix;
use crate::schemes::Scheme;
use crate::schemes::merge_contacts::Ledger;
use crate::step::contact_memory::{History, SchemeMemory};
use crate::step::one_step::OneStep;
use crate::step::options::Options;
use crate::step::position_correction::Correction;
use crate::step::{EnergyAccount, Solves, Status, Step, StepCertificate};
use crate::system::{State, System};
use drystone_solve::solver::{Solver, Stop};

/// Most impacts of one step; what comes after is plastic.
const IMPACTS: usize = 30;
/// An approach below this share of the velocities in play is none, nor one below this share of what forces do
/// in the step.
const STILL: f64 = 1e-12;
const PULLED: f64 = 1e-6;
/// Impacts slower than what forces do in so many steps have no rebound: AB-1 after each would feed them.
const SLOW: f64 = 5.0;
/// Gaps that close within this share of a step of each other close together.
const TOGETHER: f64 = 1e-9;

/// Lötstedt's scheme.
pub struct Lotstedt {
    one: OneStep,
    correction: Correction,
    ledger: Ledger,
    sum: Sum,
    /// M alone, and ∂f/∂q, ∂f/∂v.
    inertia: MassMatrix,
    by_q: MassMatrix,
    by_v: MassMatrix,
    /// v one step back; empty where the step is to begin anew.
    before: Vec<f64>,
    expected: State,
    dt: f64,
    here: State,
    q_end: Vec<f64>,
    mean: Vec<f64>,
    way: Vec<f64>,
    guess: Vec<f64>,
    change: Vec<f64>,
    /// Gaps at the beginning of the piece; contacts at its end.
    gaps: Gaps,
    scratch: Contacts,
    new: Vec<u64>,
    was: Vec<Status>,
    /// A gap that counts as closed, and how far one that carries may open.
    closed: f64,
    reach: f64,
    /// How fast forces alone would make points move in the piece, in m/s.
    pull: f64,
}

/// What the pieces of a step leave together.
#[derive(Default)]
struct Sum {
    energy: EnergyAccount,
    certificate: StepCertificate,
    solves: Solves,
    constraints: Vec<f64>,
    status: Vec<(u64, Status)>,
    impulses: Vec<f64>,
}

impl Sum {
    fn clear(&mut self) {
        self.energy = EnergyAccount::default();
        self.certificate = StepCertificate::default();
        self.solves = Solves::default();
        self.constraints.clear();
        self.status.clear();
    }

    /// Adds one problem; its impulses count `factor` times.
    fn add(&mut self, step: &Step, factor: f64, ledger: &mut Ledger) {
        self.impulses.clear();
        self.impulses.extend(step.impulses.iter().map(|r| factor * r));
        ledger.add(&step.contacts, &step.offsets, &self.impulses);
        let energy = &step.energy;
        self.energy.add(&EnergyAccount {
            applied_work: factor * energy.applied_work,
            friction_loss: factor * energy.friction_loss,
            impact_loss: factor * energy.impact_loss,
            ..EnergyAccount::default()
        });
        self.certificate.worst_of(&step.certificate);
        self.solves.count += step.solves.count;
        self.solves.iterations += step.solves.iterations;
        self.solves.method = step.solves.method;
        if step.solves.stop != Stop::Converged {
            self.solves.stop = step.solves.stop;
        }
        self.constraints.resize(step.constraint_impulses.len(), 0.0);
        for (sum, r) in self.constraints.iter_mut().zip(&step.constraint_impulses) {
            *sum += factor * r;
        }
        for (contact, status) in step.contacts.list.iter().zip(&step.status) {
            match self.status.iter_mut().find(|s| s.0 == contact.id) {
                // An impact stays one; who carried at all did not stay open.
                Some((_, Status::Impact)) => {}
                Some(known) if *status != Status::Open => known.1 = *status,
                Some(_) => {}
                None => self.status.push((contact.id, *status)),
            }
        }
    }
}

impl Lotstedt {
    /// For a system.
    pub fn new(system: &dyn System, options: Options) -> Self {
        let blocks = MassMatrix::new(&system.layout().mass_blocks);
        let zero = vec![0.0; system.layout().num_v];
        Lotstedt {
            one: OneStep::new(system, options),
            correction: Correction::default(),
            ledger: Ledger::default(),
            sum: Sum::default(),
            inertia: blocks.clone(),
            by_q: blocks.clone(),
            by_v: blocks,
            before: Vec::new(),
            expected: State::default(),
            dt: 0.0,
            here: State::default(),
            q_end: vec![0.0; system.layout().num_q],
            mean: zero.clone(),
            way: zero.clone(),
            guess: zero.clone(),
            change: zero,
            gaps: Gaps::default(),
            scratch: Contacts::default(),
            new: Vec::new(),
            was: Vec::new(),
            closed: 0.0,
            reach: 0.0,
            pull: 0.0,
        }
    }

    /// q⁺, A and the velocity reached over h from `here` if nothing touched; `two` takes the second-order
    /// formulas.
    fn free_motion(&mut self, system: &mut dyn System, h: f64, two: bool) -> Result<(), StepError> {
        let end = self.here.time + h;
        let v = &self.here.v;
        self.one.v_free.copy_from_slice(v);
        self.guess.copy_from_slice(v);
        self.mean.copy_from_slice(v);
        if two {
            for (i, last) in self.before.iter().enumerate() {
                self.mean[i] = 1.5 * v[i] - 0.5 * last;
                self.one.v_free[i] = (4.0 * v[i] - last) / 3.0;
                self.guess[i] = 2.0 * v[i] - last;
            }
        }
        system
            .kinematics()
            .advance(&self.here.q, &self.mean, h, &mut self.q_end);
        self.one.load_mass(system, end, &self.q_end)?;
        self.inertia.copy_from(&self.one.mass);
        self.one.dt = weight(two) * h;
        self.push(system, end)?;
        self.pull = system.kinematics().pull(&self.here.v, &self.one.v_free);
        (self.closed, _) = rounding(system.kinematics().length(&self.q_end), self.pull, h);
        // What forces move in a whole step, however short the piece.
        self.reach = self.dt * self.dt * self.pull / h;
        Ok(())
    }

    /// v_free ← b + A⁻¹ β h f̃, with A factored.
    fn push(&mut self, system: &mut dyn System, time: f64) -> Result<(), StepError> {
        let h = self.one.dt;
        let one = &mut self.one;
        system.force(time, &self.q_end, &self.guess, &mut one.force);
        system
            .kinematics()
            .gyroscopic(&self.q_end, &self.guess, &mut one.force);
        finite(time, "the force", &one.force)?;
        let (by_q, by_v) = (&mut self.by_q.values, &mut self.by_v.values);
        let known = system.force_jacobian(time, &self.q_end, &self.guess, by_q, by_v);
        if known && self.by_v.values.iter().any(|c| *c != 0.0) {
            for (m, c) in one.mass.values.iter_mut().zip(&self.by_v.values) {
                *m -= h * c;
            }
            one.mass.factor_general(time)?;
            // The guess has done its work: it becomes v_p − b.
            for (guess, b) in self.guess.iter_mut().zip(&one.v_free) {
                *guess -= b;
            }
            self.by_v.multiply(&self.guess, &mut self.change);
            for (f, c) in one.force.iter_mut().zip(&self.change) {
                *f -= c;
            }
        }
        one.mass.solve(&mut one.force);
        for (v, a) in one.v_free.iter_mut().zip(&one.force) {
            *v += h * a;
        }
        Ok(())
    }

    /// The first gap that closes on the way to q⁺, as a share of it; who closes with it into `new`.
    fn first_closure(&mut self, system: &mut dyn System, h: f64) -> Option<f64> {
        self.scratch.clear();
        system.contacts(
            self.here.time + h,
            &self.q_end,
            Selection::Within(self.closed),
            &mut self.scratch,
        );
        self.new.clear();
        let mut first = f64::INFINITY;
        for pass in 0..2 {
            let mut row = 0;
            for contact in &self.scratch.list {
                let share = self.closes(contact, row, h);
                row += contact.friction.law().rows();
                if pass == 0 {
                    first = first.min(share);
                } else if share <= first + TOGETHER {
                    self.new.push(contact.id);
                }
            }
            if !(first <= 1.0) {
                return None;
            }
        }
        Some(first)
    }

    /// When a contact that is closed at q⁺ closes; +∞ for one that carried already, or does not approach.
    fn closes(&self, contact: &Contact, row: usize, h: f64) -> f64 {
        if contact.friction.is_force() || self.one.carried(contact.id) {
            return f64::INFINITY;
        }
        let approach = -(self.scratch.jacobian.dot(row, &self.mean) + self.scratch.obstacle[row]);
        let speed = self.mean.iter().fold(0.0, |m: f64, v| m.max(v.abs()));
        let known = self.gaps.list.binary_search_by_key(&contact.id, |g| g.id);
        let gap = known.map_or(contact.gap + h * approach, |k| self.gaps.list[k].gap);
        if !(approach > STILL * speed + PULLED * self.pull) {
            f64::INFINITY
        } else if gap > self.closed {
            (gap / (gap - contact.gap)).clamp(0.0, 1.0)
        } else {
            0.0
        }
    }

    /// Contacts at q⁺ (time t): those that carry, those of `new` if asked, those that are closed if asked.
    fn gather(&mut self, system: &mut dyn System, time: f64, with_new: bool, with_closed: bool) {
        let one = &mut self.one;
        one.clear();
        let margin = if with_new {
            f64::INFINITY
        } else {
            self.reach.max(self.closed)
        };
        system.contacts(time, &self.q_end, Selection::Within(margin), &mut one.contacts);
        let (new, closed, reach) = (&self.new, self.closed, self.reach);
        one.keep_contacts(|c, carried| {
            c.friction.is_force()
                || (carried && c.gap <= reach)
                || (with_new && new.contains(&c.id))
                || (with_closed && c.gap <= closed)
        });
        system.constraints(time, &self.q_end, &mut one.constraints);
    }

    /// v⁺ at q⁺ under velocity complementarity: `here` moves on. The `last` piece of a step counts every
    /// closed contact.
    fn velocities(
        &mut self,
        system: &mut dyn System,
        (h, two, last): (f64, bool, bool),
        solver: &mut dyn Solver,
        step: &mut Step,
    ) -> Result<(), StepError> {
        let end = self.here.time + h;
        self.gather(system, end, false, last);
        self.was.clear();
        let one = &mut self.one;
        for contact in &mut one.contacts.list {
            contact.restitution = Restitution::SOFT;
        }
        let status = one.contacts.list.iter().map(|c| one.last_status(c.id));
        self.was.extend(status);
        one.solve(&self.here, solver, step)?;
        self.sum.add(step, 1.0 / weight(two), &mut self.ledger);
        self.here.time = end;
        self.here.q.clone_from(&self.q_end);
        self.here.v.clone_from(&step.state.v);
        Ok(())
    }

    /// Whether a contact began or ceased to carry or to slide: the acceleration jumped.
    fn changed(&self, step: &Step) -> bool {
        let shown = |status: &Status| match status {
            Status::Impact => Status::Stick,
            other => *other,
        };
        let contacts = step.contacts.list.iter().zip(&step.status).zip(&self.was);
        contacts
            .filter(|((contact, _), _)| !contact.friction.is_force())
            .any(|((_, now), before)| shown(now) != *before)
    }

    /// To the instant at which the contacts in `new` close, and through their impact.
    fn impact(
        &mut self,
        system: &mut dyn System,
        h: f64,
        solver: &mut dyn Solver,
        step: &mut Step,
    ) -> Result<(), StepError> {
        if h > 0.0 {
            // The way is that of the whole piece; the velocity begins anew.
            std::mem::swap(&mut self.mean, &mut self.way);
            self.free_motion(system, h, false)?;
            system
                .kinematics()
                .advance(&self.here.q, &self.way, h, &mut self.q_end);
            self.velocities(system, (h, false, false), solver, step)?;
        } else {
            self.q_end.clone_from(&self.here.q);
        }
        let one = &mut self.one;
        one.load_mass(system, self.here.time, &self.q_end)?;
        one.v_free.copy_from_slice(&self.here.v);
        one.dt = 0.0;
        self.gather(system, self.here.time, true, true);
        self.stop_slow();
        self.one.solve(&self.here, solver, step)?;
        self.sum.add(step, 1.0, &mut self.ledger);
        self.here.v.clone_from(&step.state.v);
        Ok(())
    }

    /// Takes the restitution from contacts that approach no faster than forces make them in a few steps.
    fn stop_slow(&mut self) {
        let slow = SLOW * self.reach / self.dt;
        let (one, mut row) = (&mut self.one, 0);
        let Contacts {
            list,
            jacobian,
            obstacle,
            ..
        } = &mut one.contacts;
        for contact in list {
            let approach = -(jacobian.dot(row, &self.here.v) + obstacle[row]);
            if approach < slow {
                contact.restitution = Restitution::SOFT;
            }
            row += contact.friction.law().rows();
        }
    }

    /// All pieces of a step; whether it may be looked back on by the next.
    fn pieces(
        &mut self,
        system: &mut dyn System,
        dt: f64,
        solver: &mut dyn Solver,
        step: &mut Step,
    ) -> Result<bool, StepError> {
        let mut two = !self.before.is_empty();
        let (end, mut left) = (self.here.time + dt, dt);
        for impacts in 0..=IMPACTS {
            self.free_motion(system, left, two)?;
            let all = GapQuery::Within(f64::INFINITY);
            system.gaps(self.here.time, &self.here.q, all, &mut self.gaps);
            let closure = self.first_closure(system, left);
            let Some(share) = closure.filter(|_| impacts < IMPACTS) else {
                self.velocities(system, (left, two, true), solver, step)?;
                self.here.time = end;
                return Ok(impacts == 0 && !self.changed(step));
            };
            self.impact(system, share * left, solver, step)?;
            two = false;
            left = end - self.here.time;
            if !(left > 0.0) {
                break;
            }
        }
        self.here.time = end;
        Ok(false)
    }
}

/// β of BDF-2 and BDF-1.
fn weight(two: bool) -> f64 {
    if two { 2.0 / 3.0 } else { 1.0 }
}

impl Scheme for Lotstedt {
    fn step(
        &mut self,
        system: &mut dyn System,
        from: &State,
        dt: f64,
        solver: &mut dyn Solver,
        step: &mut Step,
    ) -> Result<(), StepError> {
        // The caller may have rounded the time to its mesh.
        let on_time = (self.expected.time - from.time).abs() <= 1e-6 * dt;
        if !on_time || self.dt != dt || self.expected.q != from.q || self.expected.v != from.v {
            self.before.clear();
        }
        self.dt = dt;
        self.ledger.begin();
        self.sum.clear();
        self.here.copy_from(from);
        let smooth = self.pieces(system, dt, solver, step)?;

        step.begin(0);
        step.state.copy_from(&self.here);
        self.ledger.hand_over(step);
        step.constraint_impulses.extend_from_slice(&self.sum.constraints);
        (step.energy, step.certificate) = (self.sum.energy, self.sum.certificate);
        step.solves = self.sum.solves;
        for contact in &step.contacts.list {
            let known = self.sum.status.iter().find(|s| s.0 == contact.id);
            step.status.push(known.map_or(Status::Open, |s| s.1));
        }
        self.correction
            .end_step(system, &self.inertia, &self.one.options, solver, step)?;

        self.before.clear();
        if smooth {
            self.before.extend_from_slice(&from.v);
        }
        self.expected.copy_from(&step.state);
        Ok(())
    }

    fn memory(&self) -> SchemeMemory {
        SchemeMemory {
            history: Some(History {
                v_before: self.before.clone(),
                expected: self.expected.clone(),
                dt: self.dt,
                ..History::default()
            }),
            ..self.one.memory()
        }
    }

    fn set_memory(&mut self, memory: &SchemeMemory) {
        self.one.set_memory(memory);
        if let Some(history) = &memory.history {
            self.before.clone_from(&history.v_before);
            self.expected.copy_from(&history.expected);
            self.dt = history.dt;
        }
    }
}
