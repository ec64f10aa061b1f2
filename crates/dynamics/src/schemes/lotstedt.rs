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
use crate::step::inputs::{ContactSet, Drive, FreeMotion};
use crate::step::options::Options;
use crate::step::position_correction::Correction;
use crate::step::solve::OneStep;
use crate::step::{EnergyAccount, Solves, Status, Step, StepCertificate};
use crate::system::{State, System};
use drystone_solve::solver::Solver;

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
    pieces: Pieces,
    /// The state that the last step reached.
    expected: State,
}

/// A step in pieces, from impact to impact.
struct Pieces {
    motion: Motion,
    closures: Closures,
    sum: Sum,
    /// What the contacts of the last problem did before it.
    was: Vec<Status>,
    /// Mean velocity of a piece that an impact cuts short.
    way: Vec<f64>,
}

/// The motion of one piece without contacts.
struct Motion {
    here: State,
    /// v one step back; empty where the step is to begin anew.
    before: Vec<f64>,
    /// Length of the whole step, in s.
    dt: f64,
    /// q⁺, and the mean velocity on the way there.
    q_end: Vec<f64>,
    mean: Vec<f64>,
    /// b, v_p and scratch.
    base: Vec<f64>,
    guess: Vec<f64>,
    change: Vec<f64>,
    /// M alone, and ∂f/∂q, ∂f/∂v.
    inertia: MassMatrix,
    by_q: MassMatrix,
    by_v: MassMatrix,
    limits: Limits,
}

/// Lengths and velocities that count as none in a piece.
#[derive(Clone, Copy, Default)]
struct Limits {
    /// A gap that counts as closed, and how far one that carries may open, in m.
    closed: f64,
    reach: f64,
    /// How fast forces alone would make points move in the piece, in m/s.
    pull: f64,
}

/// Gaps that close in a piece.
#[derive(Default)]
struct Closures {
    /// Gaps at the beginning of the piece; contacts at its end.
    gaps: Gaps,
    scratch: Contacts,
    /// Contacts that close first.
    new: Vec<u64>,
}

/// What the pieces of a step leave together.
#[derive(Default)]
struct Sum {
    ledger: Ledger,
    energy: EnergyAccount,
    certificate: StepCertificate,
    solves: Solves,
    constraints: Vec<f64>,
    status: Vec<(u64, Status)>,
    impulses: Vec<f64>,
}

impl Sum {
    fn clear(&mut self) {
        self.ledger.begin();
        self.energy = EnergyAccount::default();
        self.certificate = StepCertificate::default();
        self.solves = Solves::default();
        self.constraints.clear();
        self.status.clear();
    }

    /// Adds one problem; its impulses count `factor` times.
    fn add(&mut self, step: &Step, factor: f64) {
        self.impulses.clear();
        self.impulses.extend(step.impulses.iter().map(|r| factor * r));
        self.ledger.add(&step.contacts, &step.offsets, &self.impulses);
        let energy = &step.energy;
        self.energy.add(&EnergyAccount {
            applied_work: factor * energy.applied_work,
            friction_loss: factor * energy.friction_loss,
            impact_loss: factor * energy.impact_loss,
            ..EnergyAccount::default()
        });
        self.certificate.worst_of(&step.certificate);
        self.solves.add(&step.solves);
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

    /// The sums, into the record of the step.
    fn hand_over(&mut self, step: &mut Step) {
        self.ledger.hand_over(step);
        step.constraint_impulses.extend_from_slice(&self.constraints);
        (step.energy, step.certificate) = (self.energy, self.certificate);
        step.solves = self.solves;
        for contact in &step.contacts.list {
            let known = self.status.iter().find(|s| s.0 == contact.id);
            step.status.push(known.map_or(Status::Open, |s| s.1));
        }
    }
}

impl Lotstedt {
    /// For a system.
    pub fn new(system: &dyn System, options: Options) -> Self {
        Lotstedt {
            one: OneStep::new(system, options),
            correction: Correction::default(),
            pieces: Pieces {
                motion: Motion::new(system),
                closures: Closures::default(),
                sum: Sum::default(),
                was: Vec::new(),
                way: vec![0.0; system.layout().num_v],
            },
            expected: State::default(),
        }
    }
}

impl Motion {
    fn new(system: &dyn System) -> Self {
        let blocks = MassMatrix::new(&system.layout().mass_blocks);
        let zero = vec![0.0; system.layout().num_v];
        Motion {
            here: State::default(),
            before: Vec::new(),
            dt: 0.0,
            q_end: vec![0.0; system.layout().num_q],
            mean: zero.clone(),
            base: zero.clone(),
            guess: zero.clone(),
            change: zero,
            inertia: blocks.clone(),
            by_q: blocks.clone(),
            by_v: blocks,
            limits: Limits::default(),
        }
    }

    /// q⁺, A and the velocity reached over h from `here` if nothing touched; `two` takes the second-order
    /// formulas.
    fn free<'a>(
        &mut self,
        one: &'a mut OneStep,
        system: &mut dyn System,
        (h, two): (f64, bool),
    ) -> Result<FreeMotion<'a>, StepError> {
        let (v, end) = (&self.here.v, self.here.time + h);
        self.base.copy_from_slice(v);
        self.guess.copy_from_slice(v);
        self.mean.copy_from_slice(v);
        if two {
            for (i, last) in self.before.iter().enumerate() {
                self.mean[i] = 1.5 * v[i] - 0.5 * last;
                self.base[i] = (4.0 * v[i] - last) / 3.0;
                self.guess[i] = 2.0 * v[i] - last;
            }
        }
        system
            .kinematics()
            .advance(&self.here.q, &self.mean, h, &mut self.q_end);
        let inertia = one.load_mass(system, end, &self.q_end)?;
        self.inertia.copy_from(inertia.mass());
        let mut drive = inertia
            .forces(system, (end, &self.q_end), &self.guess)
            .gyroscopic(system, &self.q_end, &self.guess);
        self.linearise(system, end, weight(two) * h, &mut drive)?;
        let free = drive.free_velocity(end, &self.base, weight(two) * h)?;
        let pull = system.kinematics().pull(&self.here.v, free.v_free());
        let (closed, _) = rounding(system.kinematics().length(&self.q_end), pull, h);
        // What forces move in a whole step, however short the piece.
        let reach = self.dt * self.dt * pull / h;
        self.limits = Limits { closed, reach, pull };
        Ok(free)
    }

    /// M becomes A and f becomes f̃, where the system gives ∂f/∂v.
    fn linearise(
        &mut self,
        system: &mut dyn System,
        time: f64,
        h: f64,
        drive: &mut Drive<'_>,
    ) -> Result<(), StepError> {
        let (mass, force) = drive.parts();
        finite(time, "the force", force)?;
        let (by_q, by_v) = (&mut self.by_q.values, &mut self.by_v.values);
        let known = system.force_jacobian(time, &self.q_end, &self.guess, by_q, by_v);
        if known && self.by_v.values.iter().any(|c| *c != 0.0) {
            for (m, c) in mass.values.iter_mut().zip(&self.by_v.values) {
                *m -= h * c;
            }
            mass.factor_general(time)?;
            // v_p is not needed any more: it becomes v_p − b.
            for (guess, b) in self.guess.iter_mut().zip(&self.base) {
                *guess -= b;
            }
            self.by_v.multiply(&self.guess, &mut self.change);
            for (f, c) in force.iter_mut().zip(&self.change) {
                *f -= c;
            }
        }
        Ok(())
    }
}

impl Closures {
    /// The first gap that closes on the way to q⁺, as a share of it; what closes with it into `new`.
    fn first(
        &mut self,
        system: &mut dyn System,
        motion: &Motion,
        free: &FreeMotion<'_>,
        h: f64,
    ) -> Option<f64> {
        let all = GapQuery::Within(f64::INFINITY);
        system.gaps(motion.here.time, &motion.here.q, all, &mut self.gaps);
        self.scratch.clear();
        let (end, closed) = (motion.here.time + h, motion.limits.closed);
        system.contacts(end, &motion.q_end, Selection::Within(closed), &mut self.scratch);
        self.new.clear();
        let mut first = f64::INFINITY;
        for pass in 0..2 {
            let mut row = 0;
            for contact in &self.scratch.list {
                let carries = contact.friction.is_force() || free.carried(contact.id);
                let share = if carries {
                    f64::INFINITY
                } else {
                    self.closes(motion, contact, row, h)
                };
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

    /// When a contact that is closed at q⁺ closes; +∞ for one that does not approach.
    fn closes(&self, motion: &Motion, contact: &Contact, row: usize, h: f64) -> f64 {
        let Limits { closed, pull, .. } = motion.limits;
        let approach = -(self.scratch.jacobian.dot(row, &motion.mean) + self.scratch.obstacle[row]);
        let speed = motion.mean.iter().fold(0.0, |m: f64, v| m.max(v.abs()));
        let known = self.gaps.list.binary_search_by_key(&contact.id, |g| g.id);
        let gap = known.map_or(contact.gap + h * approach, |k| self.gaps.list[k].gap);
        if !(approach > STILL * speed + PULLED * pull) {
            f64::INFINITY
        } else if gap > closed {
            (gap / (gap - contact.gap)).clamp(0.0, 1.0)
        } else {
            0.0
        }
    }
}

impl Pieces {
    /// Contacts at q⁺ (time t): those that carry, those of `new` if asked, those that are closed if asked.
    fn gather<'a>(
        &self,
        free: FreeMotion<'a>,
        system: &mut dyn System,
        time: f64,
        (with_new, with_closed): (bool, bool),
    ) -> ContactSet<'a> {
        let Limits { closed, reach, .. } = self.motion.limits;
        let margin = if with_new {
            f64::INFINITY
        } else {
            reach.max(closed)
        };
        let mut set = free.contacts(|contacts, _| {
            system.contacts(time, &self.motion.q_end, Selection::Within(margin), contacts)
        });
        set.keep(|c, carried| {
            c.friction.is_force()
                || (carried && c.gap <= reach)
                || (with_new && self.closures.new.contains(&c.id))
                || (with_closed && c.gap <= closed)
        });
        set
    }

    /// v⁺ at q⁺ under velocity complementarity: `here` moves on. The `last` piece of a step counts every
    /// closed contact.
    fn velocities(
        &mut self,
        free: FreeMotion<'_>,
        system: &mut dyn System,
        (h, two, last): (f64, bool, bool),
        solver: &mut dyn Solver,
        step: &mut Step,
    ) -> Result<(), StepError> {
        let end = self.motion.here.time + h;
        let mut set = self.gather(free, system, end, (false, last));
        for contact in &mut set.contacts().list {
            contact.restitution = Restitution::SOFT;
        }
        self.was.clear();
        self.was.extend(set.last_status());
        let motion = &mut self.motion;
        set.constraints(|constraints| system.constraints(end, &motion.q_end, constraints))
            .solve(&motion.here, solver, step)?;
        self.sum.add(step, 1.0 / weight(two));
        motion.here.time = end;
        motion.here.q.clone_from(&motion.q_end);
        motion.here.v.clone_from(&step.state.v);
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
        one: &mut OneStep,
        system: &mut dyn System,
        h: f64,
        solver: &mut dyn Solver,
        step: &mut Step,
    ) -> Result<(), StepError> {
        if h > 0.0 {
            // The way is that of the whole piece; the velocity begins anew.
            self.way.clone_from(&self.motion.mean);
            let free = self.motion.free(one, system, (h, false))?;
            let motion = &mut self.motion;
            system
                .kinematics()
                .advance(&motion.here.q, &self.way, h, &mut motion.q_end);
            self.velocities(free, system, (h, false, false), solver, step)?;
        } else {
            self.motion.q_end.clone_from(&self.motion.here.q);
        }
        let Motion { here, q_end, .. } = &self.motion;
        let free = one.load_mass(system, here.time, q_end)?.instant(&here.v);
        let mut set = self.gather(free, system, here.time, (true, true));
        self.stop_slow(set.contacts());
        set.constraints(|constraints| system.constraints(here.time, q_end, constraints))
            .solve(here, solver, step)?;
        self.sum.add(step, 1.0);
        self.motion.here.v.clone_from(&step.state.v);
        Ok(())
    }

    /// Takes the restitution from contacts that approach no faster than forces make them in a few steps.
    fn stop_slow(&self, contacts: &mut Contacts) {
        let motion = &self.motion;
        let slow = SLOW * motion.limits.reach / motion.dt;
        let mut row = 0;
        let Contacts {
            list,
            jacobian,
            obstacle,
            ..
        } = contacts;
        for contact in list {
            let approach = -(jacobian.dot(row, &motion.here.v) + obstacle[row]);
            if approach < slow {
                contact.restitution = Restitution::SOFT;
            }
            row += contact.friction.law().rows();
        }
    }

    /// All pieces of a step; whether it may be looked back on by the next.
    fn run(
        &mut self,
        one: &mut OneStep,
        system: &mut dyn System,
        solver: &mut dyn Solver,
        step: &mut Step,
    ) -> Result<bool, StepError> {
        let dt = self.motion.dt;
        let mut two = !self.motion.before.is_empty();
        let (end, mut left) = (self.motion.here.time + dt, dt);
        for impacts in 0..=IMPACTS {
            let free = self.motion.free(one, system, (left, two))?;
            let closure = self.closures.first(system, &self.motion, &free, left);
            let Some(share) = closure.filter(|_| impacts < IMPACTS) else {
                self.velocities(free, system, (left, two, true), solver, step)?;
                self.motion.here.time = end;
                return Ok(impacts == 0 && !self.changed(step));
            };
            self.impact(one, system, share * left, solver, step)?;
            two = false;
            left = end - self.motion.here.time;
            if !(left > 0.0) {
                break;
            }
        }
        self.motion.here.time = end;
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
        let Pieces { motion, sum, .. } = &mut self.pieces;
        // The caller may have rounded the time to its mesh.
        let on_time = (self.expected.time - from.time).abs() <= 1e-6 * dt;
        if !on_time || motion.dt != dt || self.expected.q != from.q || self.expected.v != from.v {
            motion.before.clear();
        }
        motion.dt = dt;
        motion.here.copy_from(from);
        sum.clear();
        let smooth = self.pieces.run(&mut self.one, system, solver, step)?;

        let Pieces { motion, sum, .. } = &mut self.pieces;
        step.begin(0);
        step.state.copy_from(&motion.here);
        sum.hand_over(step);
        self.correction
            .end_step(system, &motion.inertia, &self.one.options, solver, step)?;

        motion.before.clear();
        if smooth {
            motion.before.extend_from_slice(&from.v);
        }
        self.expected.copy_from(&step.state);
        Ok(())
    }

    fn memory(&self) -> SchemeMemory {
        SchemeMemory {
            history: Some(History {
                v_before: self.pieces.motion.before.clone(),
                expected: self.expected.clone(),
                dt: self.pieces.motion.dt,
                ..History::default()
            }),
            ..self.one.memory()
        }
    }

    fn set_memory(&mut self, memory: &SchemeMemory) {
        self.one.set_memory(memory);
        if let Some(history) = &memory.history {
            self.pieces.motion.before.clone_from(&history.v_before);
            self.expected.copy_from(&history.expected);
            self.pieces.motion.dt = history.dt;
        }
    }
}
