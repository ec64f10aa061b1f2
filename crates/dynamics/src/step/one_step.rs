//! One step is one problem: from the contacts a scheme found to the velocity after them.
//!
//! ```text
//! M̂ (v⁺ − v_free) = Hᵀ r,     u⁺ = H v⁺ + w,     u⁻ = H v + w
//! (u⁺ + s, r) ∈ law,     s = e u⁻ on the normal row, e_T u⁻ on the slip rows       Newton, dissipation index
//! W = H M̂⁻¹ Hᵀ,    b = H v_free + w + s
//! ```
//! Under another impact law, or with sequential impacts, the impact comes first, at v and without the forces
//! of the step (`impacts.rs`); the forces then act on the velocity it left, against a soft contact. Where no
//! contact is approached, b_N ≥ 0 throughout, r = 0 is the answer taken: Moreau (1988) §11 and §15, Stage 1.
//! Bounded forces (motors, dry friction in joints) have lo h ≤ r ≤ hi h, no restitution, and no part in
//! impacts. Static/kinetic friction looks at the antecedent step (§17); μ(‖u_T‖) is iterated to its fixed
//! point in the step.

use crate::contact::{Constraints, Contact, Contacts, Friction, Restitution, force_law, rounding, with_mu};
use crate::error::{StepError, finite};
use crate::gaps::Selection;
use crate::mass_matrix::MassMatrix;
use crate::step::contact_memory::{Memory, SchemeMemory};
use crate::step::delassus_assembly::Assembly;
use crate::step::options::{ConstraintHandling, Impacts, Options};
use crate::step::round_to_rest::Rest;
use crate::step::sleep::{Begun, Sleepers};
use crate::step::{Status, Step, impacts, warm_start};
use crate::system::{State, System};
use drystone_solve::cone::gauss_seidel::body_pairs::BodySweeps;
use drystone_solve::delassus::{BlockMatrix, Delassus};
use drystone_solve::law::Law;
use drystone_solve::problem::ContactProblem;
use drystone_solve::solver::{Solver, Stop};

/// The problem of one step and all it needs, reused from step to step.
pub struct OneStep {
    /// How contacts and constraints are treated.
    pub options: Options,
    /// M̂, factored.
    pub mass: MassMatrix,
    /// f.
    pub force: Vec<f64>,
    /// The velocity reached if nothing touched.
    pub v_free: Vec<f64>,
    /// Length of the step, in s.
    pub dt: f64,
    /// Contacts that may act; [`OneStep::solve`] joins the rows of the constraints to theirs.
    pub contacts: Contacts,
    /// Bilateral constraints.
    pub constraints: Constraints,
    /// The same at the beginning of the step.
    constraints_before: Constraints,
    /// Terms that the scheme adds to u on the rows of the contacts and the constraints; shorter or empty for
    /// none.
    pub target: Vec<f64>,
    /// W, b and the laws of the last solve; W of an earlier one where a budget of sweeps did without it.
    pub problem: ContactProblem,
    /// First row of each block of the problem, contacts first, then constraints.
    pub(crate) offsets: Vec<usize>,
    /// Velocity before the forces of the step act: v, or what impacts left of it.
    pub(crate) v_before: Vec<f64>,
    /// H v_before + w.
    pub(crate) u_before: Vec<f64>,
    /// H v_free + w, then u⁺.
    pub(crate) u: Vec<f64>,
    pub(crate) r: Vec<f64>,
    /// Where the solver began, then where it is to begin in the next step.
    kept: Vec<f64>,
    /// Scratch for one more problem (single impacts).
    pub(crate) part: impacts::Part,
    shift: Vec<f64>,
    /// Largest velocity of a contact before anything acts, and who is hit.
    in_play: f64,
    hits: Vec<bool>,
    /// How far contacts at rest may be from touching, in m.
    pub(crate) slack: f64,
    assembly: Assembly,
    /// Contacts as pairs of bodies, and whether the present step is solved by them: then W is not formed.
    pairs: BodySweeps,
    by_pairs: bool,
    memory: Memory,
    sleepers: Sleepers,
    rest: Rest,
    /// Whether motion without forces differs from q ⊕ dt v; where it leads, and its velocity.
    coasts: bool,
    q_coast: Vec<f64>,
    v_coast: Vec<f64>,
    dofs: Vec<f64>,
    rows: Vec<f64>,
}

/// Passes of the fixed point on μ(‖u_T‖).
const CURVE_PASSES: usize = 80;
/// Passes after which its steps are halved.
const CURVE_PATIENCE: usize = 20;
/// Steps of errors of the size of the tolerance that a contact at rest may drift, as a share of the motion
/// that the forces of one step make; and the bounds of that share.
const DRIFT: f64 = 1e4;
const LEAST_DRIFT: f64 = 1e-6;
const MOST_DRIFT: f64 = 1e-2;
/// What of the velocities that forces alone would give counts beside those before and after a step.
const FORCED: f64 = 1e-3;
/// What rounding may leave of the velocities of bodies in those of contacts, with much to spare.
const ROUNDED: f64 = 1e-9;
/// Problems of fewer blocks begin with the impulses of the step before.
const FEW: usize = 200;
/// Sliding slower than this share of the velocities in play counts as none.
const STUCK: f64 = 1e-9;
/// The share of the friction available below which it counts as holding.
const SPARED: f64 = 0.999;

impl OneStep {
    /// For a system with these mass blocks.
    pub fn new(system: &dyn System, options: Options) -> Self {
        let zero = vec![0.0; system.layout().num_v];
        let mass = MassMatrix::new(&system.layout().mass_blocks);
        OneStep {
            options,
            sleepers: options
                .sleep
                .map_or_else(Sleepers::default, |_| Sleepers::new(&mass)),
            mass,
            force: zero.clone(),
            v_free: zero.clone(),
            dt: 0.0,
            contacts: Contacts::default(),
            constraints: Constraints::default(),
            constraints_before: Constraints::default(),
            target: Vec::new(),
            problem: ContactProblem {
                delassus: Delassus::Explicit(BlockMatrix::default()),
                free_velocity: Vec::new(),
                laws: Vec::new(),
            },
            offsets: Vec::new(),
            v_before: zero.clone(),
            u_before: Vec::new(),
            u: Vec::new(),
            r: Vec::new(),
            kept: Vec::new(),
            part: impacts::Part::default(),
            shift: Vec::new(),
            in_play: 0.0,
            hits: Vec::new(),
            slack: 0.0,
            assembly: Assembly::default(),
            pairs: BodySweeps::default(),
            by_pairs: false,
            memory: Memory::default(),
            rest: Rest::default(),
            coasts: false,
            q_coast: vec![0.0; system.layout().num_q],
            v_coast: zero.clone(),
            dofs: zero,
            rows: Vec::new(),
        }
    }

    /// What the next step needs of this one.
    pub fn memory(&self) -> SchemeMemory {
        SchemeMemory {
            contacts: self.memory.page(),
            phase: match self.options.sleep {
                Some(_) => self.sleepers.to_numbers(),
                None => Vec::new(),
            },
            ..SchemeMemory::default()
        }
    }

    /// Goes on from a step that was kept.
    pub fn set_memory(&mut self, memory: &SchemeMemory) {
        self.memory.set_page(&memory.contacts);
        self.sleepers.take_numbers(&memory.phase);
    }

    /// M(t, q), factored.
    pub fn load_mass(&mut self, system: &mut dyn System, time: f64, q: &[f64]) -> Result<(), StepError> {
        system.mass(time, q, &mut self.mass.values);
        self.mass.factor_symmetric(time)
    }

    /// Motion without forces over the step: to be asked before [`OneStep::free_velocity`].
    pub fn coast(&mut self, system: &dyn System, from: &State, dt: f64) {
        self.coasts = system
            .kinematics()
            .coast(&from.q, &from.v, dt, &mut self.q_coast, &mut self.v_coast);
    }

    /// Where motion without forces differs from q ⊕ dt v: q⁺ is its end, and θ h times what forces and
    /// contacts added to the velocity. `false`, and nothing done, elsewhere.
    pub fn arrive(&mut self, system: &dyn System, theta: f64, dt: f64, step: &mut Step) -> bool {
        if self.coasts {
            for ((change, v), coast) in self.dofs.iter_mut().zip(&step.state.v).zip(&self.v_coast) {
                *change = v - coast;
            }
            system
                .kinematics()
                .advance(&self.q_coast, &self.dofs, theta * dt, &mut step.state.q);
        }
        self.coasts
    }

    /// v_free = v + dt M̂⁻¹ f, where v is what motion without forces has left.
    pub fn free_velocity(&mut self, time: f64, v: &[f64], dt: f64) -> Result<(), StepError> {
        finite(time, "the force", &self.force)?;
        self.dt = dt;
        self.v_free.copy_from_slice(&self.force);
        self.mass.solve(&mut self.v_free);
        let v = if self.coasts { &self.v_coast } else { v };
        for (free, v) in self.v_free.iter_mut().zip(v) {
            *free = v + dt * *free;
        }
        Ok(())
    }

    /// Contacts closed at (t, q), to rounding; those that carried in the antecedent step also when they have
    /// drifted off by a small share of what the forces of one step move: solved to a tolerance, a contact at
    /// rest opens by a little of that.
    pub fn find_contacts(&mut self, system: &mut dyn System, (time, q): (f64, &[f64]), v: &[f64], dt: f64) {
        let (closed, pull) = rounding(
            system.kinematics().length(q),
            system.kinematics().pull(v, &self.v_free),
            dt,
        );
        self.slack = (DRIFT * self.options.tolerance).clamp(LEAST_DRIFT, MOST_DRIFT) * pull;
        system.contacts(
            time,
            q,
            Selection::Within(closed.max(self.slack)),
            &mut self.contacts,
        );
        let memory = &self.memory;
        let fits = |c: &Contact| c.gap <= closed || c.friction.is_force() || memory.pair_carried(c.id);
        if !self.contacts.list.iter().all(fits) {
            self.contacts.keep(fits);
        }
    }

    /// Drops the contacts that `fits` refuses; it is told who carried in the antecedent problem.
    pub(crate) fn keep_contacts(&mut self, fits: impl Fn(&Contact, bool) -> bool) {
        let memory = &self.memory;
        self.contacts
            .keep(|contact| fits(contact, memory.carried(contact.id)));
    }

    /// Whether this contact carried in the antecedent problem.
    pub(crate) fn carried(&self, id: u64) -> bool {
        self.memory.carried(id)
    }

    /// What this contact did in the antecedent problem: open, stick or slip.
    pub(crate) fn last_status(&self, id: u64) -> Status {
        match (self.memory.carried(id), self.memory.slid(id)) {
            (false, _) => Status::Open,
            (true, Some(true)) => Status::Slip,
            (true, _) => Status::Stick,
        }
    }

    /// Empties the lists that the scheme fills next.
    pub fn clear(&mut self) {
        self.contacts.clear();
        self.constraints.clear();
        self.target.clear();
    }

    /// Constraints were taken at q ⊕ γ h v: lets v⁺ follow their turn over the rest of the step, to C(q⁺) v⁺
    /// = 0 up to h². With C v⁺ = 0 inside the step instead, every step projects the velocity by as much as
    /// the constraints turn in it, and a mechanism loses energy like h. What the turn is, v at the beginning
    /// tells: (C(q ⊕ γ h v) − C(q)) v.
    pub fn follow_constraints(&mut self, system: &mut dyn System, from: &State, gamma: f64) {
        let turning = self.options.constraints != ConstraintHandling::Velocity && gamma > 0.0 && gamma < 1.0;
        if self.constraints.value.is_empty() || !turning {
            return;
        }
        let before = &mut self.constraints_before;
        before.clear();
        system.constraints(from.time, &from.q, before);
        let rows = self.contacts.list.iter().map(|c| c.friction.law().rows()).sum();
        self.target.resize(rows, 0.0);
        let now = &self.constraints;
        for i in 0..now.value.len() {
            let turn = now.jacobian.dot(i, &from.v) + now.rate[i]
                - (before.jacobian.dot(i, &from.v) + before.rate[i]);
            self.target.push((1.0 - gamma) / gamma * turn);
        }
    }

    /// v⁺ from v, v_free, the contacts and the constraints: into `step` with impulses, losses and
    /// certificate.
    pub fn solve(&mut self, from: &State, solver: &mut dyn Solver, step: &mut Step) -> Result<(), StepError> {
        let parted = self.part_sleepers(from);
        self.join_constraints();
        step.begin(self.offsets.last().copied().unwrap_or(0));
        step.state.v.clone_from(&self.v_free);
        self.v_before.copy_from_slice(&from.v);
        self.relative_velocities();
        self.write_scales();
        self.r.clear();
        self.r.resize(self.u.len(), 0.0);
        self.kept.clone_from(&self.r);
        let idle = self.is_idle();
        if !idle || self.options.enumerate {
            self.write_laws();
            self.assemble();
        }
        if !idle {
            let apart = self.impacts_come_first();
            if apart {
                impacts::meet(self, from.time, solver, step)?;
                for ((free, after), before) in self.v_free.iter_mut().zip(&self.v_before).zip(&from.v) {
                    *free += after - before;
                }
                self.relative_velocities();
            }
            self.write_shift(!apart);
            self.write_free_velocity();
            self.solve_sustained(solver, step);
            self.reach(step);
        } else if self.options.enumerate {
            // r = 0 is one solution; there may be others.
            self.write_shift(true);
            self.write_free_velocity();
            step.list_solutions(&self.problem);
        }
        self.hand_over(step);
        if let Some(settings) = self.options.sleep {
            let (mass, memory) = ((&self.mass, &self.force[..]), &mut self.memory);
            self.sleepers
                .settle(settings, mass, (step, &self.r), &self.constraints, memory);
            if parted {
                self.sleepers.rejoin(step, &mut self.memory);
            }
            step.sleeping = self.sleepers.count();
        }
        Ok(())
    }

    /// Takes what sleeps out of the step; whether anything does.
    fn part_sleepers(&mut self, from: &State) -> bool {
        self.options.sleep.is_some()
            && self.sleepers.part(Begun {
                mass: &self.mass,
                force: &self.force,
                v: &from.v,
                v_free: &mut self.v_free,
                dt: self.dt,
                contacts: &mut self.contacts,
                target: &mut self.target,
                memory: &self.memory,
            })
    }

    /// Constraint rows go behind those of the contacts; finds the first row of each block.
    fn join_constraints(&mut self) {
        self.offsets.clear();
        self.offsets.push(0);
        let mut at = 0;
        for contact in &self.contacts.list {
            at += contact.friction.law().rows();
            self.offsets.push(at);
        }
        for i in 0..self.constraints.value.len() {
            let (col, value) = self.constraints.jacobian.row(i);
            for (&dof, &x) in col.iter().zip(value) {
                self.contacts.jacobian.entry(dof, x);
            }
            self.contacts.end_row(self.constraints.rate[i]);
            at += 1;
            self.offsets.push(at);
        }
    }

    /// u⁻ from v_before, u from v_free.
    fn relative_velocities(&mut self) {
        let (rows, obstacle) = (&self.contacts.jacobian, &self.contacts.obstacle);
        self.u_before.clear();
        self.u.clear();
        for (i, w) in obstacle.iter().enumerate() {
            self.u_before.push(rows.dot(i, &self.v_before) + w);
            self.u.push(rows.dot(i, &self.v_free) + w);
        }
    }

    /// Velocities in play and impacts, before anything acts.
    fn write_scales(&mut self) {
        // Of all contacts: stones of an arch, which fall together, have no velocity in play between
        // themselves.
        let rows = self.offsets[self.contacts.list.len()];
        self.in_play = largest(&self.u_before[..rows]).max(largest(&self.u[..rows]));
        self.hits.clear();
        for (contact, &row) in self.contacts.list.iter().zip(&self.offsets) {
            let (before, free) = (self.u_before[row], self.u[row]);
            // An approach faster than what the forces do in one step is an impact; a contact that carries
            // already approaches by the curvature of its path.
            self.hits.push(
                !contact.friction.is_force()
                    && before < -(free - before).abs()
                    && before < -STUCK * self.in_play
                    && !self.memory.carried(contact.id),
            );
        }
    }

    /// Whether no contact is approached and nothing is constrained: contacts have no effect on the step.
    fn is_idle(&self) -> bool {
        let separates = |row: usize, contact: &Contact| match contact.restitution {
            _ if contact.friction.is_force() => false,
            Restitution::Newton { e, .. } if self.unites_impacts() => {
                self.u[row] + e * self.u_before[row] + self.target.get(row).unwrap_or(&0.0) >= 0.0
            }
            _ => self.u[row] >= 0.0 && self.u_before[row] >= 0.0,
        };
        let mut contacts = self.contacts.list.iter().zip(&self.offsets);
        self.constraints.value.is_empty() && contacts.all(|(c, &row)| separates(row, c))
    }

    /// Whether impacts under Newton's law belong to the problem of the step.
    pub(crate) fn unites_impacts(&self) -> bool {
        self.options.impacts == Impacts::Simultaneous && !self.options.two_phase()
    }

    /// Whether an impact is to be met before the forces of the step act.
    fn impacts_come_first(&self) -> bool {
        let unites = self.unites_impacts();
        let mut contacts = self.contacts.list.iter().zip(&self.offsets);
        contacts.any(|(contact, &row)| {
            let newton = matches!(contact.restitution, Restitution::Newton { .. });
            !(unites && newton) && !contact.friction.is_force() && self.u_before[row] < 0.0
        })
    }

    fn write_laws(&mut self) {
        let laws = &mut self.problem.laws;
        laws.clear();
        for (contact, rows) in self.contacts.list.iter().zip(self.offsets.windows(2)) {
            let slip = || norm(&self.u_before[rows[0] + 1..rows[1]]);
            let law = match &contact.friction {
                Friction::None => Law::Unilateral,
                Friction::Constant(law) => *law,
                Friction::StaticKinetic { stick, slip: sliding } => {
                    let slid = self.memory.slid(contact.id);
                    if slid.unwrap_or_else(|| slip() > 0.0) {
                        *sliding
                    } else {
                        *stick
                    }
                }
                Friction::Curve { law, points } => with_mu(*law, interpolate(points, slip())),
                Friction::Force { lo, hi } => force_law(*lo, *hi, self.dt),
            };
            laws.push(self.options.facetted(law));
        }
        laws.extend(std::iter::repeat_n(Law::Bilateral, self.constraints.value.len()));
    }

    /// Whether the budget of sweeps can do without W.
    fn takes_pairs(&mut self) -> bool {
        let curved = |c: &Contact| matches!(c.friction, Friction::Curve { .. });
        self.options.budget.is_some()
            && !self.options.enumerate
            && !self.impacts_come_first()
            && !self.contacts.list.iter().any(curved)
            && self.assembly.pairs(
                &self.mass,
                &self.contacts.jacobian,
                (&self.offsets, &self.problem.laws),
                &mut self.pairs,
            )
    }

    fn assemble(&mut self) {
        self.by_pairs = self.takes_pairs();
        if self.by_pairs {
            return;
        }
        if let Delassus::Explicit(w) = &mut self.problem.delassus {
            self.assembly
                .delassus(&self.mass, &self.contacts.jacobian, &self.offsets, w);
        }
    }

    /// s = e u⁻; nothing where the impacts came first.
    fn write_shift(&mut self, with_restitution: bool) {
        self.shift.clear();
        self.shift.extend_from_slice(&self.target);
        self.shift.resize(self.u.len(), 0.0);
        if with_restitution {
            let contacts = self.contacts.list.iter().zip(self.offsets.windows(2));
            for (contact, rows) in contacts {
                newton_shift(contact, &self.u_before, rows, &mut self.shift);
            }
        }
    }

    /// b = H v_free + w + s.
    fn write_free_velocity(&mut self) {
        let b = &mut self.problem.free_velocity;
        b.clear();
        b.extend(self.u.iter().zip(&self.shift).map(|(u, s)| u + s));
    }

    /// The problem of the step proper, with the coefficients of friction that belong to its own sliding
    /// speeds.
    fn solve_sustained(&mut self, solver: &mut dyn Solver, step: &mut Step) {
        self.memory.guess(&self.contacts, &self.offsets, &mut self.r);
        if self.options.enumerate {
            step.list_solutions(&self.problem);
        }
        self.kept.clone_from(&self.r);
        if let (true, Some(sweeps)) = (self.by_pairs, self.options.budget) {
            let (laws, b) = (&self.problem.laws, &self.problem.free_velocity);
            let report = self
                .pairs
                .run(laws, b, self.options.tolerance, sweeps, &mut self.r);
            self.kept.clone_from(&self.r);
            return step.note(&report);
        }
        let mut report = solver.solve(&self.problem, &mut self.r);
        if self
            .contacts
            .list
            .iter()
            .any(|c| matches!(c.friction, Friction::Curve { .. }))
        {
            let mut pass = 0;
            while report.stop == Stop::Converged && self.update_curves(pass) {
                pass += 1;
                let next = solver.solve(&self.problem, &mut self.r);
                report.iterations += next.iterations;
                report.stop = if pass < CURVE_PASSES {
                    next.stop
                } else {
                    Stop::IterationLimit
                };
            }
        }
        step.note(&report);
        if self.problem.laws.len() < FEW {
            // Solved to rounding: what is left of old velocities is rounding too.
            self.kept.clone_from(&self.r);
        } else if report.iterations > 0 {
            let stopped = self.u_before.iter().zip(&self.shift).map(|(u, s)| u + s);
            let at_rest = warm_start::AT_REST * self.options.tolerance * largest(&self.u);
            warm_start::of_next_step(
                &self.problem,
                (stopped, at_rest),
                &self.r,
                &mut self.kept,
                &mut self.rows,
            );
        }
    }

    /// μ ← μ(‖u_T‖) with the sliding just found; whether any coefficient moved.
    fn update_curves(&mut self, pass: usize) -> bool {
        self.rows.resize(self.r.len(), 0.0);
        self.problem.relative_velocity(&self.r, &mut self.rows);
        for (u, s) in self.rows.iter_mut().zip(&self.shift) {
            *u -= s;
        }
        let mut moved = false;
        for (i, contact) in self.contacts.list.iter().enumerate() {
            let Friction::Curve { law, points } = &contact.friction else {
                continue;
            };
            let asked = interpolate(points, norm(&self.rows[self.offsets[i] + 1..self.offsets[i + 1]]));
            let held = coefficient(&self.problem.laws[i]);
            moved |= (asked - held).abs() > 1e-13 * (asked.abs() + held.abs());
            // A curve that falls steeply makes the plain iteration alternate.
            let weight = if pass < CURVE_PATIENCE { 1.0 } else { 0.5 };
            self.problem.laws[i] = self
                .options
                .facetted(with_mu(*law, held + weight * (asked - held)));
        }
        moved
    }

    /// v⁺ = v_free + M̂⁻¹ Hᵀ r, with the certificate and the losses from the velocity reached.
    fn reach(&mut self, step: &mut Step) {
        let rows = &self.contacts.jacobian;
        self.dofs.fill(0.0);
        for (i, &r) in self.r.iter().enumerate() {
            rows.add_transposed(i, r, &mut self.dofs);
        }
        self.mass.solve(&mut self.dofs);
        for ((v, free), push) in step.state.v.iter_mut().zip(&self.v_free).zip(&self.dofs) {
            *v = free + push;
        }
        let (laws, r, offsets) = (&self.problem.laws, &self.r, &self.offsets);
        self.rest.round(
            &self.mass,
            (rows, offsets),
            (r, &self.v_free),
            |i| holds(&laws[i], &r[offsets[i]..offsets[i + 1]]),
            &mut step.state.v,
        );
        // What the factorisation may have hidden: M̂ (v⁺ − v_free) against Hᵀ r.
        for ((jump, v), free) in self.v_before.iter_mut().zip(&step.state.v).zip(&self.v_free) {
            *jump = v - free;
        }
        self.mass.multiply(&self.v_before, &mut self.dofs);
        for (i, &r) in self.r.iter().enumerate() {
            rows.add_transposed(i, -r, &mut self.dofs);
        }
        step.certificate.dynamics = largest(&self.dofs);

        // Strong forces that balance each other excuse a miss of a thousand tolerances, no more; nor do
        // bodies that turn by thousands of rad/s.
        let share = (1e7 * self.options.tolerance).clamp(FORCED, 10.0);
        step.forced = largest(&self.u);
        let forced = share * step.forced + ROUNDED * largest(&self.v_free);
        let (v, obstacle) = (&step.state.v, &self.contacts.obstacle);
        for (i, u) in self.u.iter_mut().enumerate() {
            *u = rows.dot(i, v) + obstacle[i];
        }
        step.energy
            .lose(&self.contacts, &self.offsets, &self.r, [&self.u_before, &self.u]);
        self.rows.clear();
        self.rows
            .extend(self.u.iter().zip(&self.shift).map(|(u, s)| u + s));
        let fastest = largest(&self.u_before).max(largest(&self.u)).max(forced);
        // Who asks for little gets ten times more leave.
        let loose = (1e5 * self.options.tolerance).clamp(1.0, 10.0);
        step.certify(&self.problem.laws, &self.r, &self.rows, loose * fastest);
    }

    /// Gives the contacts, impulses and velocities to the step, and remembers them for the next.
    fn hand_over(&mut self, step: &mut Step) {
        for (sum, r) in step.impulses.iter_mut().zip(&self.r) {
            *sum += r;
        }
        let count = self.contacts.list.len();
        let rows = self.offsets[count];
        for (i, contact) in self.contacts.list.iter().enumerate() {
            let rows = self.offsets[i]..self.offsets[i + 1];
            let hit = self.hits[i];
            let force = contact.friction.is_force();
            let slides = if force {
                at_bound(&self.problem.laws[i], self.r[rows.start])
            } else {
                norm(&self.u[rows.start + 1..rows.end]) > STUCK * self.in_play
            };
            step.status
                .push(match (force || step.impulses[rows.start] > 0.0, hit, slides) {
                    (false, ..) => Status::Open,
                    (true, true, _) => Status::Impact,
                    (true, false, false) => Status::Stick,
                    (true, false, true) => Status::Slip,
                });
            self.memory.write(contact.id, &self.kept[rows], slides);
        }
        self.memory.write_places(&self.contacts.places);
        self.memory.write_constraints(&self.kept[rows..]);
        self.memory.turn();
        step.constraint_impulses.extend_from_slice(&step.impulses[rows..]);
        step.impulses.truncate(rows);
        step.relative_velocity.extend_from_slice(&self.u[..rows]);
        step.offsets.extend_from_slice(&self.offsets[..=count]);
        std::mem::swap(&mut step.contacts, &mut self.contacts);
    }
}

/// e u⁻ on the rows of one contact under Newton's law.
pub(crate) fn newton_shift(contact: &Contact, before: &[f64], rows: &[usize], shift: &mut [f64]) {
    if contact.friction.is_force() {
        return;
    }
    if let Restitution::Newton { e, tangential } = contact.restitution {
        shift[rows[0]] += e * before[rows[0]];
        for k in rows[0] + 1..rows[1] {
            shift[k] += tangential * before[k];
        }
    }
}

fn norm(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// max |x|; NaN stays.
fn largest(x: &[f64]) -> f64 {
    x.iter().fold(
        0.0,
        |worst: f64, x| if x.abs() <= worst { worst } else { x.abs() },
    )
}

/// Whether friction holds, with something to spare.
fn holds(law: &Law, r: &[f64]) -> bool {
    matches!(law, Law::Planar { mu } | Law::Coulomb { mu } if norm(&r[1..]) < SPARED * mu * r[0])
}

/// Whether the impulse of a bounded force is all that it can give.
fn at_bound(law: &Law, r: f64) -> bool {
    // An infinite bound is never reached: ∞ − ∞ compares with nothing.
    matches!(*law, Law::Box { lo, hi } if r <= lo + STUCK * lo.abs() || r >= hi - STUCK * hi.abs())
}

/// The coefficient of a planar, round or facetted law.
fn coefficient(law: &Law) -> f64 {
    match *law {
        Law::Planar { mu } | Law::Coulomb { mu } | Law::Facetted { mu, .. } => mu,
        _ => 0.0,
    }
}

/// Piecewise linear through the points, constant outside.
pub(crate) fn interpolate(points: &[[f64; 2]], x: f64) -> f64 {
    let after = points.partition_point(|p| p[0] <= x);
    match (after.checked_sub(1).map(|k| points[k]), points.get(after)) {
        (Some([x0, y0]), Some([x1, y1])) => y0 + (y1 - y0) * (x - x0) / (x1 - x0),
        (Some([_, y]), None) => y,
        (None, Some([_, y])) => *y,
        (None, None) => 0.0,
    }
}
