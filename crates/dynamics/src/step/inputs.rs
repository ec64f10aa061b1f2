//! The inputs of a step: what a scheme states before the contact problem is solved, stage by stage.
//!
//! ```text
//! OneStep ─ load_mass ─▶ Inertia ─ forces ─▶ Forces ─ coast or gyroscopic ─▶ Drive ─ free_velocity
//!     ─▶ FreeMotion
//!         ─ contacts ─▶ ContactSet ─ constraints ─▶ Inputs ─ solve ─▶ Outcome ─ arrive ─▶ q⁺
//! v_free = v + h M̂⁻¹ f       v: the velocity at the beginning, or what motion without forces has left of it
//!     where forces and contacts act
//! ```
//! A stage is made by the stage before it alone, so a scheme that leaves one out does not compile. The stages
//! borrow one [`OneStep`], whose buffers are reused from step to step. Gyroscopic forces enter once: by the
//! motion without forces ([`Forces::coast`]) or as forces ([`Forces::gyroscopic`]). At an instant no force
//! acts ([`Inertia::instant`]). Not here: the contact problem (`problem.rs`), its solution (`solve.rs`).

use crate::contact::{Constraints, Contact, Contacts, rounding};
use crate::error::{StepError, finite};
use crate::gaps::{Gaps, Selection};
use crate::step::contact_memory::Memory;
use crate::step::implicit::Implicit;
use crate::step::lost::{Lost, Measures};
use crate::step::options::{ConstraintHandling, Options};
use crate::step::predicted::Predicted;
use crate::step::problem::Way;
use crate::step::solve::OneStep;
use crate::step::tolerances::{
    DRIFT, DRIFT_BACK, DRIFT_FASTEST, DRIFT_LENGTH, DRIFT_TOLERANCES, LEAST_DRIFT, LEAVES, LOST_GAP,
    MOST_DRIFT,
};
use crate::step::turning::Turning;
use crate::step::{Status, Step};
use crate::system::{ImplicitQuery, State, System};
use drystone_solve::cone::gauss_seidel::body_pairs::BodySweeps;
use drystone_solve::mass::MassMatrix;
use drystone_solve::problem::ContactProblem;
use drystone_solve::solver::Solver;

/// What the stages have filled in.
#[derive(Default)]
pub(crate) struct Buffers {
    /// M̂, factored.
    pub(crate) mass: MassMatrix,
    /// f.
    pub(crate) force: Vec<f64>,
    /// Length of the step, in s.
    pub(crate) dt: f64,
    coast: Coast,
    /// The velocity reached if nothing touched.
    pub(crate) v_free: Vec<f64>,
    /// Contacts that may act; the solve joins the rows of the constraints to theirs.
    pub(crate) contacts: Contacts,
    /// How far contacts at rest may be from touching, in m.
    pub(super) slack: f64,
    /// Contacts that carried and are let go.
    pub(super) lost: Lost,
    pub(super) room: SearchRoom,
    /// Bilateral constraints.
    pub(crate) constraints: Constraints,
    /// The same at the beginning of the step.
    constraints_before: Constraints,
    /// Terms that the scheme adds to u on the rows of the contacts and the constraints; shorter or empty for
    /// none.
    pub(crate) target: Vec<f64>,
    pub(crate) turning: Turning,
    /// What is treated implicitly.
    pub(crate) implicit: Implicit,
}

/// Room for the search of contacts.
#[derive(Default)]
pub(super) struct SearchRoom {
    /// Ids of contacts found and dropped.
    pub(super) open: Vec<u64>,
    gaps: Gaps,
}

/// Motion without forces until forces and contacts act.
#[derive(Default)]
struct Coast {
    /// Whether it differs from q ⊕ dt v.
    acts: bool,
    /// Where it leads, and its velocity there.
    q: Vec<f64>,
    v: Vec<f64>,
    /// How much of the step is left then, in s.
    rest: f64,
}

impl Coast {
    /// The velocity on which forces and contacts act, of a step that has begun with `v`.
    fn meets<'a>(&'a self, v: &'a [f64]) -> &'a [f64] {
        if self.acts && self.rest > 0.0 { &self.v } else { v }
    }
}

impl Buffers {
    pub(crate) fn new(system: &dyn System) -> Self {
        let zero = vec![0.0; system.layout().num_v];
        Buffers {
            mass: MassMatrix::new(&system.layout().mass_blocks),
            force: zero.clone(),
            v_free: zero.clone(),
            coast: Coast {
                acts: false,
                q: vec![0.0; system.layout().num_q],
                v: zero,
                rest: 0.0,
            },
            ..Buffers::default()
        }
    }
}

impl Buffers {
    /// u = H M̂⁻¹ Hᵀ r + b by way of the bodies, springs with their compliance.
    pub(super) fn velocities(&self, r: &[f64], b: &[f64], (dofs, u): (&mut [f64], &mut [f64])) {
        let rows = &self.contacts.jacobian;
        dofs.fill(0.0);
        for (i, &r) in r.iter().enumerate().filter(|row| *row.1 != 0.0) {
            rows.add_transposed(i, r, dofs);
        }
        self.mass.solve(dofs);
        for (i, u) in u.iter_mut().enumerate() {
            *u = b[i] + rows.dot(i, dofs);
        }
        let soft = u.len() - self.implicit.len();
        for ((u, r), compliance) in u[soft..]
            .iter_mut()
            .zip(&r[soft..])
            .zip(&self.implicit.compliance)
        {
            *u += compliance * r;
        }
    }

    /// The velocity on which forces and contacts act, of a step that has begun with `v`.
    pub(super) fn meets<'a>(&'a self, v: &'a [f64]) -> &'a [f64] {
        self.coast.meets(v)
    }
}

impl OneStep {
    /// M(t, q), factored: the first stage.
    pub fn load_mass(
        &mut self,
        system: &mut dyn System,
        time: f64,
        q: &[f64],
    ) -> Result<Inertia<'_>, StepError> {
        self.inputs.implicit.clear();
        system.mass(time, q, &mut self.inputs.mass.values);
        self.inputs
            .mass
            .factor_symmetric()
            .map_err(StepError::mass(time))?;
        Ok(Inertia(self))
    }
}

/// M is known.
pub struct Inertia<'a>(&'a mut OneStep);

impl<'a> Inertia<'a> {
    /// The mass matrix of the step, factored.
    pub fn mass(&self) -> &MassMatrix {
        &self.0.inputs.mass
    }

    /// f(t, q, v), gyroscopic forces left out.
    pub fn forces(self, system: &mut dyn System, (time, q): (f64, &[f64]), v: &[f64]) -> Forces<'a> {
        system.force(time, q, v, &mut self.0.inputs.force);
        Forces(self.0)
    }

    /// A step of no length, in which impulses alone act: v_free = v.
    pub fn instant(self, v: &[f64]) -> FreeMotion<'a> {
        let inputs = &mut self.0.inputs;
        inputs.v_free.copy_from_slice(v);
        inputs.dt = 0.0;
        (inputs.coast.acts, inputs.coast.rest) = (false, 0.0);
        FreeMotion(self.0)
    }
}

/// M and f are known, gyroscopic forces are not.
pub struct Forces<'a>(&'a mut OneStep);

impl<'a> Forces<'a> {
    /// Gyroscopic forces by the motion without forces from `from` over `dt`: all of it before forces and
    /// contacts act, where `theta` is not ½; else one half before, and one half after them. That is Strang's
    /// splitting: symmetric in time, and each of its parts keeps the energy.
    pub fn coast(self, system: &mut dyn System, from: &State, (dt, theta): (f64, f64)) -> Drive<'a> {
        let OneStep { inputs, dofs, .. } = &mut *self.0;
        let coast = &mut inputs.coast;
        let first = if theta == 0.5 { 0.5 * dt } else { dt };
        coast.rest = dt - first;
        coast.acts = system
            .kinematics()
            .coast(&from.q, &from.v, first, &mut coast.q, &mut coast.v);
        if coast.acts {
            for ((change, coast), v) in dofs.iter_mut().zip(&coast.v).zip(&from.v) {
                *change = coast - v;
            }
            system.implicit(ImplicitQuery::Rotors {
                at: (from.time, &from.q),
                change: dofs,
                dt: first,
                force: &mut inputs.force,
            });
        }
        Drive(self.0)
    }

    /// Gyroscopic forces as forces at (q, v).
    pub fn gyroscopic(self, system: &dyn System, q: &[f64], v: &[f64]) -> Drive<'a> {
        system.kinematics().gyroscopic(q, v, &mut self.0.inputs.force);
        self.0.inputs.coast.acts = false;
        Drive(self.0)
    }
}

/// All that changes the velocity without contacts is known.
pub struct Drive<'a>(&'a mut OneStep);

impl<'a> Drive<'a> {
    /// M and f, for schemes that turn them into M̂ and what goes with it.
    pub fn parts(&mut self) -> (&mut MassMatrix, &mut [f64]) {
        let inputs = &mut self.0.inputs;
        (&mut inputs.mass, &mut inputs.force)
    }

    /// M, f, the velocity that motion without forces leaves where it differs from v, and what is implicit.
    pub(crate) fn implicit(&mut self) -> (&mut MassMatrix, &mut [f64], Option<&[f64]>, &mut Implicit) {
        let Buffers {
            mass,
            force,
            coast,
            implicit,
            ..
        } = &mut self.0.inputs;
        (mass, force, coast.acts.then_some(&coast.v), implicit)
    }

    /// v_free over `dt` from v, or from what motion without forces has left of it.
    pub fn free_velocity(self, time: f64, v: &[f64], dt: f64) -> Result<FreeMotion<'a>, StepError> {
        let inputs = &mut self.0.inputs;
        finite(time, "the force", &inputs.force)?;
        inputs.dt = dt;
        inputs.v_free.copy_from_slice(&inputs.force);
        inputs.mass.solve(&mut inputs.v_free);
        let v = if inputs.coast.acts { &inputs.coast.v } else { v };
        for (free, v) in inputs.v_free.iter_mut().zip(v) {
            *free = v + dt * *free;
        }
        Ok(FreeMotion(self.0))
    }
}

/// The velocity reached if nothing touched is known.
pub struct FreeMotion<'a>(pub(super) &'a mut OneStep);

impl<'a> FreeMotion<'a> {
    /// The velocity reached if nothing touched.
    pub fn v_free(&self) -> &[f64] {
        &self.0.inputs.v_free
    }

    /// The mass matrix of the step, factored.
    pub fn mass(&self) -> &MassMatrix {
        &self.0.inputs.mass
    }

    /// Whether this contact carried in the antecedent problem.
    pub fn carried(&self, id: u64) -> bool {
        self.0.memory.carried(id)
    }

    /// Contacts closed at (t, q), to rounding; those that carried in the antecedent step also when they have
    /// drifted off by a small share of what the forces of one step move, or, where they do not move apart, of
    /// the lengths in play: solved to a tolerance, a contact at rest opens by a little of that. What has
    /// drifted farther than forces move in a step comes back by a share of its gap.
    pub fn closed_contacts(
        self,
        system: &mut dyn System,
        (time, q): (f64, &[f64]),
        v: &[f64],
    ) -> ContactSet<'a> {
        let closure = self.closure(system, q, v);
        let mut set = self.contacts(|_, _| {});
        let OneStep { inputs, memory, .. } = &mut *set.0;
        inputs.slack = closure.slack;
        system.contacts(time, q, closure.selection(), &mut inputs.contacts);
        closure.drop_open(&mut inputs.contacts, memory, v, &mut inputs.room.open);
        set.note_lost(system, ((time, q), v), &closure);
        set.draw_back(&closure)
    }

    /// The same with the contacts that are closed at the (time, q) `ahead`, and their rows at `behind`, v
    /// being the velocities between the two; nothing comes back.
    pub(crate) fn closed_ahead(
        self,
        system: &mut dyn System,
        ahead: (f64, &[f64]),
        (behind, v): ((f64, &[f64]), &[f64]),
        predicted: &mut Predicted,
    ) -> ContactSet<'a> {
        let closure = self.closure(system, ahead.1, v);
        let mut set = self.contacts(|_, _| {});
        let OneStep { inputs, memory, .. } = &mut *set.0;
        let (contacts, open) = (&mut inputs.contacts, &mut inputs.room.open);
        let choose = |found: &mut Contacts| closure.drop_open(found, memory, v, open);
        predicted.find(
            system,
            (ahead, closure.selection(), choose),
            (behind, v),
            contacts,
        );
        set.note_lost(system, (ahead, v), &closure);
        set
    }

    /// What counts as closed at q.
    pub(super) fn closure(&self, system: &dyn System, q: &[f64], v: &[f64]) -> Closure {
        let OneStep { inputs, options, .. } = &*self.0;
        let length = system.kinematics().length(q);
        let speed = system.kinematics().pull(v, &inputs.v_free);
        let (closed, pull) = rounding(length, speed, inputs.dt);
        let slack = (DRIFT * options.tolerance).clamp(LEAST_DRIFT, MOST_DRIFT) * pull;
        Closure {
            closed,
            slack,
            drift: slack.max(DRIFT_LENGTH * length),
            speed,
            still: (DRIFT_TOLERANCES * options.tolerance).clamp(LEAVES, DRIFT_FASTEST),
        }
    }

    /// The contacts that `find` writes, with terms to add to u on their rows.
    pub fn contacts(self, find: impl FnOnce(&mut Contacts, &mut Vec<f64>)) -> ContactSet<'a> {
        let inputs = &mut self.0.inputs;
        inputs.slack = 0.0;
        inputs.lost = Lost::default();
        inputs.contacts.clear();
        inputs.target.clear();
        inputs.turning.clear();
        find(&mut inputs.contacts, &mut inputs.target);
        ContactSet(self.0)
    }
}

/// Which contacts count as closed.
#[derive(Clone, Copy)]
pub(super) struct Closure {
    /// Gap to rounding, in m.
    pub(super) closed: f64,
    /// Gap of contacts that carried: what a step may leave of it, and what drift may make of that, in m.
    pub(super) slack: f64,
    drift: f64,
    /// What forces do to velocities in the step, in m/s.
    pub(super) speed: f64,
    /// Share of the velocities in play at which a contact does not move apart.
    still: f64,
}

impl Closure {
    /// Gap up to which a contact that carried would be missed, in m.
    pub(super) fn missed(&self, dt: f64) -> f64 {
        LOST_GAP * dt * self.speed
    }

    /// All that may be closed.
    fn selection(&self) -> Selection<'static> {
        Selection::Within(self.closed.max(self.drift))
    }

    /// Drops the contacts that are not closed when things move at v; `open` is room for their ids.
    fn drop_open(&self, contacts: &mut Contacts, memory: &Memory, v: &[f64], open: &mut Vec<u64>) {
        let beyond = |c: &Contact| c.gap > self.closed && !c.friction.is_force();
        if !contacts.list.iter().any(beyond) {
            return;
        }
        let velocity = |row: usize| (contacts.jacobian.dot(row, v) + contacts.obstacle[row]).abs();
        let in_play = (0..contacts.obstacle.len()).fold(self.speed, |most, row| most.max(velocity(row)));
        open.clear();
        let mut row = 0;
        for contact in &contacts.list {
            let near = contact.gap <= self.slack && memory.pair_carried(contact.id);
            let still = || memory.any_carried(contact.id) && velocity(row) <= self.still * in_play;
            if beyond(contact) && !near && !still() {
                open.push(contact.id);
            }
            row += contact.friction.law().rows();
        }
        if !open.is_empty() {
            contacts.keep(|contact| open.binary_search(&contact.id).is_err());
        }
    }
}

/// The contacts that may act are known.
pub struct ContactSet<'a>(&'a mut OneStep);

impl<'a> ContactSet<'a> {
    /// The step.
    pub(super) fn one(&mut self) -> &mut OneStep {
        self.0
    }

    /// Notes contacts that carried and are not among these, at (time, q) and moving at v.
    pub(super) fn note_lost(
        &mut self,
        system: &mut dyn System,
        at: ((f64, &[f64]), &[f64]),
        closure: &Closure,
    ) {
        let OneStep { inputs, memory, .. } = &mut *self.0;
        let measures = Measures {
            speed: closure.speed,
            missed: closure.missed(inputs.dt),
        };
        inputs.lost = Lost::find(
            system,
            at,
            (&inputs.contacts, memory),
            measures,
            &mut inputs.room.gaps,
        );
    }

    /// Lets gaps that have drifted off close by a share of themselves.
    fn draw_back(self, closure: &Closure) -> Self {
        let Buffers {
            contacts, target, dt, ..
        } = &mut self.0.inputs;
        let least = closure.closed.max(closure.slack);
        let drifted = |c: &Contact| c.gap > least && !c.friction.is_force();
        if *dt > 0.0 && contacts.list.iter().any(drifted) {
            for contact in &contacts.list {
                let back = if drifted(contact) {
                    DRIFT_BACK * contact.gap / *dt
                } else {
                    0.0
                };
                target.push(back);
                target.resize(target.len() + contact.friction.law().rows() - 1, 0.0);
            }
        }
        self
    }

    /// The contacts themselves.
    pub fn contacts(&mut self) -> &mut Contacts {
        &mut self.0.inputs.contacts
    }

    /// Drops the contacts that `fits` refuses; it is told which of them carried in the antecedent problem.
    pub fn keep(&mut self, fits: impl Fn(&Contact, bool) -> bool) {
        let OneStep { inputs, memory, .. } = &mut *self.0;
        inputs
            .contacts
            .keep(|contact| fits(contact, memory.carried(contact.id)));
    }

    /// What each contact did in the antecedent problem: open, stick or slip.
    pub fn last_status(&self) -> impl Iterator<Item = Status> {
        let memory = &self.0.memory;
        let list = self.0.inputs.contacts.list.iter();
        list.map(|c| match (memory.carried(c.id), memory.slid(c.id)) {
            (false, _) => Status::Open,
            (true, Some(true)) => Status::Slip,
            (true, _) => Status::Stick,
        })
    }

    /// The bilateral constraints that `find` writes.
    pub fn constraints(self, find: impl FnOnce(&mut Constraints)) -> Inputs<'a> {
        self.0.inputs.constraints.clear();
        find(&mut self.0.inputs.constraints);
        Inputs(self.0)
    }
}

/// Everything that the problem of a step is made of.
pub struct Inputs<'a>(&'a mut OneStep);

impl<'a> Inputs<'a> {
    /// Terms to add to u, row by row.
    #[must_use]
    pub fn with_target(self, target: impl Iterator<Item = f64>) -> Self {
        self.0.inputs.target.clear();
        self.0.inputs.target.extend(target);
        self
    }

    /// Constraints were taken at q ⊕ γ h v: lets v⁺ follow their turn over the rest of the step, to C(q⁺) v⁺
    /// = 0 up to h². With C v⁺ = 0 inside the step instead, every step projects the velocity by as much as
    /// the constraints turn in it, and a mechanism loses energy like h. The turn is taken with v at the
    /// beginning, C(q ⊕ γ h v) v' − C(q) v, v' what motion without forces has made of v until then.
    #[must_use]
    pub fn follow_constraints(self, system: &mut dyn System, from: &State, gamma: f64) -> Self {
        let OneStep { inputs, options, .. } = &mut *self.0;
        let turning = options.constraints != ConstraintHandling::Velocity && gamma > 0.0 && gamma < 1.0;
        if inputs.constraints.value.is_empty() || !turning {
            return self;
        }
        let before = &mut inputs.constraints_before;
        before.clear();
        system.constraints(from.time, &from.q, before);
        let rows = inputs.contacts.list.iter().map(|c| c.friction.law().rows()).sum();
        inputs.target.resize(rows, 0.0);
        let now = &inputs.constraints;
        let v = inputs.coast.meets(&from.v);
        for i in 0..now.value.len() {
            let turn =
                now.jacobian.dot(i, v) + now.rate[i] - (before.jacobian.dot(i, &from.v) + before.rate[i]);
            inputs.target.push((1.0 - gamma) / gamma * turn);
        }
        self
    }

    /// v⁺ from v, v_free, the contacts and the constraints: into `step` with impulses, losses and
    /// certificate.
    pub fn solve(
        self,
        from: &State,
        solver: &mut dyn Solver,
        step: &mut Step,
    ) -> Result<Outcome<'a>, StepError> {
        self.0.solve(from, solver, step)?;
        Ok(Outcome(self.0))
    }
}

/// v⁺ is known; what the end of a step needs besides it.
pub struct Outcome<'a>(&'a mut OneStep);

impl Outcome<'_> {
    /// The velocity reached if nothing touched.
    pub fn v_free(&self) -> &[f64] {
        &self.0.inputs.v_free
    }

    /// W, b and the laws that were solved.
    pub fn problem(&self) -> &ContactProblem {
        &self.0.rows.problem
    }

    /// The mass matrix of the step, factored.
    pub fn mass(&self) -> &MassMatrix {
        &self.0.inputs.mass
    }

    /// How contacts and constraints are treated.
    pub fn options(&self) -> &Options {
        &self.0.options
    }

    /// The contacts and joints of the step as pairs of bodies, where it was solved by them.
    pub(crate) fn pairs(&mut self) -> Option<&mut BodySweeps> {
        let by_pairs = self.0.rows.way == Way::Pairs && self.0.options.sleep.is_none();
        by_pairs.then_some(&mut self.0.rows.pairs)
    }

    /// How far contacts at rest may be from touching, in m.
    pub fn slack(&self) -> f64 {
        self.0.inputs.slack
    }

    /// Where motion without forces differs from q ⊕ dt v: q⁺ by the half of it that is left, with v⁺; or from
    /// its end, and θ h times what forces and contacts added to the velocity. `false`, and nothing done,
    /// elsewhere.
    pub fn arrive(&mut self, system: &dyn System, theta: f64, step: &mut Step) -> bool {
        let OneStep { inputs, dofs, .. } = &mut *self.0;
        let coast = &inputs.coast;
        if !coast.acts {
            return false;
        }
        let kinematics = system.kinematics();
        let State { q, v, .. } = &mut step.state;
        if coast.rest > 0.0 {
            dofs.copy_from_slice(v);
            return kinematics.coast(&coast.q, dofs, coast.rest, q, v);
        }
        for ((change, v), coast) in dofs.iter_mut().zip(&*v).zip(&coast.v) {
            *change = v - coast;
        }
        kinematics.advance(&coast.q, dofs, theta * inputs.dt, q);
        true
    }
}
