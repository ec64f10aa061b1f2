//! Lötstedt's scheme: explicit positions, implicit velocities, discontinuities found inside the step.
//!
//! ```text
//! AB-2   q⁺ = q ⊕ h (3/2 v − ½ v⁻)                                          AB-1    q⁺ = q ⊕ h v
//! BDF-2  A (v⁺ − b) = ⅔ h f̃ + Hᵀ r,   b = (4 v − v⁻)/3                      BDF-1   b = v, h for ⅔ h
//!        A = M − ⅔ h ∂f/∂v,  f̃ = f − ∂f/∂v (v_p − b)  at (t⁺, q⁺, v_p),     v_p = 2 v − v⁻, or v
//!        0 ≤ u_N⁺ ⟂ r_N ≥ 0 and friction at the contacts that are closed at q⁺, C v⁺ + ∂c/∂t = 0:
//!            one problem, no restitution
//! event  a gap that closes between q and q⁺ does so at g(q ⊕ s h v̄) = 0: BDF-1 to there,
//!        the impact by the law of
//!        the pair, AB-1 and BDF-1 over what is left and over the next step
//! ```
//! Order 2 between events, M(q), f(v) and constraints included: f is linearised about the extrapolated
//! velocity, whose error is O(h²), so that the problem of a step stays linear. The force of a step is r/(⅔
//! h): impulses and losses are given for the whole h. A contact that carries stays in play until its impulse
//! is 0 and it opens. Where a contact begins or ceases to carry or to slide, the next step is AB-1 and BDF-1;
//! its instant is not looked for, which costs O(h²) in position. Gaps that close within 10⁻⁹ of a step of
//! each other close together: one impact for all. An impact slower than what forces do in five steps to the
//! normal velocity of the contact has no rebound (the threshold of the source): each restart by AB-1 adds ½ a
//! h² of height, on which a ball with e above 0.95 still goes on bouncing at the size of h². So has what
//! falls after 30 impacts in one step. Drift off the contacts is watched, not corrected, unless the run asks
//! for it. Source: Brogliato et al. (2002) §7.1, (49)–(53), impacts (12); Lötstedt (1984). Not done: his
//! extrapolated sliding forces and his control of h: friction is that of the other schemes.

mod motion;
mod sum;

use crate::contact::{Contacts, Restitution};
use crate::error::StepError;
use crate::gaps::Selection;
use crate::schemes::Scheme;
use crate::step::contact_memory::{History, SchemeMemory};
use crate::step::inputs::{ContactSet, FreeMotion};
use crate::step::options::Options;
use crate::step::position_correction::Correction;
use crate::step::solve::OneStep;
use crate::step::{Status, Step};
use crate::system::{State, System};
use drystone_solve::solver::Solver;
use motion::{Closures, Limits, Motion, weight};
use sum::Sum;

/// Most impacts of one step; what comes after is plastic.
const IMPACTS: usize = 30;
/// A time within this share of the step is that of the mesh: the caller may have rounded it.
const ON_MESH: f64 = 1e-6;

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

impl Lotstedt {
    /// For a system.
    pub fn new(system: &dyn System, options: Options) -> Self {
        Lotstedt {
            one: OneStep::new(system, options),
            correction: Correction::new(system),
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
            system.contacts(time, &self.motion.q_end, Selection::Within(margin), contacts);
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
        let mut row = 0;
        for i in 0..contacts.list.len() {
            let Contacts {
                jacobian, obstacle, ..
            } = &*contacts;
            let approach = -(jacobian.dot(row, &self.motion.here.v) + obstacle[row]);
            let slow = self.motion.slow(contacts, row);
            let contact = &mut contacts.list[i];
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
        let on_time = (self.expected.time - from.time).abs() <= ON_MESH * dt;
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
            .end_step(system, &motion.inertia, &self.one.options, solver, step);

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
