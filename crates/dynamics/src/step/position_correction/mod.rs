//! Positions back onto the constraints, in the kinetic metric.
//!
//! ```text
//! minimise ½ |δ|²_M   subject to   g(q) + H_N δ ≥ 0,   c(q) + C δ = 0          one pass; q ← q ⊕ δ
//! dual:  w = W z + (g, c),   0 ≤ w ⟂ z ≥ 0 on gaps, w = 0 on constraints,   δ = M⁻¹ (H_N, C)ᵀ z
//! ```
//! One pass is Moreau's linear correction (1988, Remark 11.1) for any number of violated gaps; passes to
//! rounding are the projection. With `frozen` rows (index-reduced constraints) the gradients at the
//! uncorrected end of the step are kept. Velocities stay as they are. M is the mass matrix of the step.

mod by_pairs;

pub(crate) use crate::step::position_correction::by_pairs::Since;

use crate::contact::{Constraints, Contacts, GapMotion, Rows};
use crate::gaps::{GapQuery, Gaps, Selection};
use crate::step::Step;
use crate::step::delassus_assembly::Assembly;
use crate::step::joints_first::{self, ByBodies};
use crate::step::options::{ConstraintHandling, Options, Violation};
use crate::step::position_sweeps::PositionSweeps;
use crate::step::tolerances::{
    BESIDE, DEEP, DEEP_LIFTS, EASED, FEW, JOINT_ITERATIONS, LANDED, LEAVES, LIFT_NEAR, LIFT_SWEEPS, LIFTS,
    MOST_LIFTS, PASSES, POSITION_ROUNDING, POSITION_STALLED, ROUNDS, SHALLOW, SLOP, SWEEPS, SWEPT,
};
use crate::system::{MotionAhead, System};
use drystone_solve::cone::gauss_seidel::GaussSeidel;
use drystone_solve::delassus::Delassus;
use drystone_solve::law::Law;
use drystone_solve::mass::MassMatrix;
use drystone_solve::policy::joints_first::JointsFirst;
use drystone_solve::problem::ContactProblem;
use drystone_solve::solver::{Settings, Solver, Stop};

/// The correction and its buffers.
#[derive(Default)]
pub(crate) struct Correction {
    contacts: Contacts,
    constraints: Constraints,
    pass: LinearPass,
    q: Vec<f64>,
    next: Vec<f64>,
    /// The positions with the least violation of all passes.
    best: Vec<f64>,
    resting: Resting,
    lifting: PositionSweeps,
    /// The sweeps of the step, where it has been lifted by its pairs of bodies already.
    lifted: Option<usize>,
    joints: Joined,
    /// Ids and gaps at the end of the step, where they are known.
    gaps: Gaps,
    gaps_known: bool,
    /// Contacts that were pushed, by increasing id, and how much in all passes together.
    pub(crate) pushes: Vec<(u64, f64)>,
    /// The same for the constraints.
    pub(crate) constraint_pushes: Vec<f64>,
}

/// Passes over joints.
#[derive(Default)]
struct Joined {
    /// Joints are eliminated with the bodies.
    first: joints_first::JointsFirst,
    /// For passes over joints alone that have to be solved as they are, whatever solves the steps.
    plain: JointsFirst,
}

/// One pass: its problem, z and δ.
#[derive(Default)]
struct LinearPass {
    problem: ContactProblem,
    rows: Rows,
    offsets: Vec<usize>,
    assembly: Assembly,
    z: Vec<f64>,
    delta: Vec<f64>,
}

/// Contacts at rest.
#[derive(Default)]
struct Resting {
    /// Overlaps that are left alone, in m.
    slack: f64,
    /// Velocity at which a contact opens by the slack in a step, in m/s.
    slow: f64,
    ids: Vec<u64>,
    sweeps: Option<GaussSeidel>,
}

/// What a correction has done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Corrected {
    /// Whether it moved anything.
    pub(crate) moved: bool,
    /// The violation that it could not take back in its passes, in m; 0 where it could.
    pub(crate) left: f64,
}

/// What a correction may do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Task {
    /// Gaps are corrected.
    pub(crate) gaps: bool,
    /// Constraints are corrected.
    pub(crate) constraints: bool,
    /// Constraint rows stay those of the first pass.
    pub(crate) frozen: bool,
    /// Most passes.
    pub(crate) passes: usize,
}

impl Task {
    /// To look at everything and move nothing.
    pub(crate) const EVERYTHING: Task = Task {
        gaps: true,
        constraints: true,
        frozen: false,
        passes: 0,
    };

    fn by(options: &Options, constrained: bool) -> Option<Self> {
        let constraints = constrained && options.constraints != ConstraintHandling::Velocity;
        let gaps = matches!(options.violation, Violation::Linear | Violation::Projection);
        let linear = options.violation == Violation::Linear && !constraints;
        (gaps || constraints).then_some(Task {
            gaps,
            constraints,
            frozen: options.constraints == ConstraintHandling::IndexReduced,
            passes: if linear { 1 } else { PASSES },
        })
    }
}

impl Correction {
    /// For a system.
    pub(crate) fn new(system: &dyn System) -> Self {
        Correction {
            joints: Joined {
                first: joints_first::JointsFirst::new(system.layout().body),
                plain: JointsFirst::default(),
            },
            ..Correction::default()
        }
    }

    /// Overlaps of contacts at rest up to `slack`, in m, are left alone after a step of length `dt`.
    pub(crate) fn allow(&mut self, slack: f64, dt: f64) {
        (self.resting.slack, self.resting.slow) = (slack, slack / dt);
    }

    /// Ends a step: corrects `step.state.q` as the options ask, measures gap and drift, and books the energy
    /// moved.
    pub(crate) fn end_step(
        &mut self,
        system: &mut dyn System,
        mass: &MassMatrix,
        options: &Options,
        solver: &mut dyn Solver,
        step: &mut Step,
    ) {
        let time = step.state.time;
        self.gaps_known = false;
        let lifted = self.lifted.take();
        for round in 0..ROUNDS {
            match (options.violation, lifted) {
                (Violation::Resting, _) => self.settle(system, mass, step),
                (Violation::Landing, Some(sweeps)) => self.lift_deep(system, mass, sweeps, step),
                (Violation::Landing, None) => self.lift(system, mass, (options, solver), step),
                (Violation::None | Violation::Linear | Violation::Projection, _) => {}
            }
            let asked = Task::by(options, !step.constraint_impulses.is_empty());
            let joined = asked.is_some_and(|asked| self.project(system, mass, asked, solver, step));
            // Joints that are drawn together push bodies into others again.
            let lands = options.violation == Violation::Landing && options.budget.is_none();
            if !(joined && lands) || round + 1 == ROUNDS || self.is_shallow(system, step) {
                break;
            }
        }
        if !options.ignore_gaps {
            step.position.min_gap = if self.gaps_known {
                self.gaps.least_of_list()
            } else {
                system.gaps(time, &step.state.q, GapQuery::Least, &mut self.gaps);
                self.gaps.least
            };
            self.constraints.clear();
            system.constraints(time, &step.state.q, &mut self.constraints);
            step.position.drift = self.drift();
        }
    }

    /// The correction that is asked for at the end of a step; whether it moved anything.
    fn project(
        &mut self,
        system: &mut dyn System,
        mass: &MassMatrix,
        asked: Task,
        solver: &mut dyn Solver,
        step: &mut Step,
    ) -> bool {
        let time = step.state.time;
        self.q.clone_from(&step.state.q);
        let mut q = std::mem::take(&mut self.q);
        let corrected = self.correct(system, mass, (time, &mut q), asked, solver);
        if corrected.moved {
            let before = system.energy(time, &step.state.q, &step.state.v).total();
            let after = system.energy(time, &q, &step.state.v).total();
            step.energy.correction += after - before;
            step.state.q.clone_from(&q);
            self.gaps_known = false;
        }
        self.q = q;
        corrected.moved
    }

    /// Whether no overlap is left that a verdict would tell of.
    fn is_shallow(&mut self, system: &mut dyn System, step: &Step) -> bool {
        system.gaps(step.state.time, &step.state.q, GapQuery::Least, &mut self.gaps);
        -self.gaps.least <= SHALLOW * system.kinematics().thinnest()
    }

    /// One linear pass where contacts that the step left closed overlap by more than the slack.
    fn settle(&mut self, system: &mut dyn System, mass: &MassMatrix, step: &mut Step) {
        self.gaps_known = false;
        self.find_resting(step);
        if self.resting.ids.is_empty() {
            return;
        }
        let time = step.state.time;
        let all = GapQuery::Within(f64::INFINITY);
        system.gaps(time, &step.state.q, all, &mut self.gaps);
        self.gaps_known = true;
        let allowed = self
            .resting
            .slack
            .max(POSITION_ROUNDING * system.kinematics().length(&step.state.q));
        let resting = std::mem::take(&mut self.resting.ids);
        let rests = |id: u64| resting.binary_search(&id).is_ok();
        let overlaps = |of: &GapMotion| -of.gap > allowed && rests(of.id);
        if self.gaps.list.iter().any(overlaps) {
            self.look(system, time, &step.state.q, Task::EVERYTHING);
            // What is not at rest is not pushed, and nothing is pushed into it: the gaps of all neighbours
            // are known.
            for contact in self.contacts.list.iter_mut().filter(|c| !rests(c.id)) {
                contact.gap = contact.gap.max(0.0);
            }
            self.shift(system, mass, step);
        }
        self.resting.ids = resting;
    }

    /// Takes back what overlap the landing has left, by passes over what overlaps and its neighbours.
    fn lift(
        &mut self,
        system: &mut dyn System,
        mass: &MassMatrix,
        (options, solver): (&Options, &mut dyn Solver),
        step: &mut Step,
    ) {
        let time = step.state.time;
        let length = system.kinematics().length(&step.state.q);
        let near = BESIDE * length;
        if let Some(sweeps) = options.budget {
            return self.lift_by_budget(system, mass, (sweeps, length), step);
        }
        let shallow = SHALLOW * system.kinematics().thinnest();
        for pass in 0..=MOST_LIFTS {
            let mut worst = self.find_overlap(system, (time, &step.state.q), near);
            let enough = pass >= LIFTS && worst <= shallow;
            if !(worst > LANDED * length) || enough || pass == MOST_LIFTS {
                break;
            }
            if LIFT_NEAR * worst > near {
                worst = self.find_overlap(system, (time, &step.state.q), LIFT_NEAR * worst);
            }
            self.contacts.keep(|contact| contact.gap <= LIFT_NEAR * worst);
            system.constraints(time, &step.state.q, &mut self.constraints);
            let blocks = self.contacts.list.len() + self.constraints.value.len();
            if blocks < FEW {
                self.solve_pass(mass, Task::EVERYTHING, true, solver);
            } else {
                self.sweep_pass(mass, 0.0, LIFT_SWEEPS);
            }
            self.move_by_pass(system, step);
        }
        self.know_gaps(step);
    }

    /// One pass of few sweeps over what overlaps and its neighbours: deep overlap becomes shallow at once,
    /// shallow overlap goes in the course of many steps.
    fn lift_by_budget(
        &mut self,
        system: &mut dyn System,
        mass: &MassMatrix,
        (sweeps, length): (usize, f64),
        step: &mut Step,
    ) {
        let time = step.state.time;
        let kept = SLOP * system.kinematics().thinnest();
        let near = LIFT_NEAR * kept.max(LANDED * length);
        let worst = self.find_overlap(system, (time, &step.state.q), near);
        self.know_gaps(step);
        if worst > LANDED * length {
            system.constraints(time, &step.state.q, &mut self.constraints);
            self.sweep_pass(mass, kept, sweeps);
            self.move_by_pass(system, step);
        }
    }

    /// Passes over what still overlaps deeply once the contacts of the step are lifted: bodies that turn fast
    /// are not where its rows say. Nothing is looked for but the least gap where nothing is deep.
    fn lift_deep(&mut self, system: &mut dyn System, mass: &MassMatrix, sweeps: usize, step: &mut Step) {
        let (time, thinnest) = (step.state.time, system.kinematics().thinnest());
        let (kept, deep) = (SLOP * thinnest, DEEP * thinnest);
        if self.know_least(system, step) >= -deep {
            return;
        }
        for _ in 0..DEEP_LIFTS {
            let worst = self.find_overlap(system, (time, &step.state.q), LIFT_NEAR * kept);
            if !(worst > deep) {
                return self.know_gaps(step);
            }
            self.sweep_pass(mass, kept, sweeps);
            self.move_by_pass(system, step);
        }
        self.know_least(system, step);
    }

    /// The least gap at the end of the step, in m, noted as what is known of the gaps there.
    fn know_least(&mut self, system: &mut dyn System, step: &Step) -> f64 {
        system.gaps(step.state.time, &step.state.q, GapQuery::Least, &mut self.gaps);
        let gap = self.gaps.least;
        self.gaps.list.clear();
        self.gaps.list.push(GapMotion {
            id: 0,
            gap,
            rate: 0.0,
        });
        self.gaps_known = true;
        gap
    }

    /// Notes the gaps of the contacts at the end of the step.
    fn know_gaps(&mut self, step: &Step) {
        let gaps = self.contacts.gap_motions(&step.state.v);
        self.gaps.list.clear();
        self.gaps.list.extend(gaps);
        self.gaps_known = !self.gaps.list.is_empty();
    }

    /// The normals of the contacts up to a gap of `near`, and the deepest overlap among them, in m.
    fn find_overlap(&mut self, system: &mut dyn System, (time, q): (f64, &[f64]), near: f64) -> f64 {
        self.contacts.clear();
        self.constraints.clear();
        system.contacts(time, q, Selection::Normals(near), &mut self.contacts);
        self.contacts.keep_gaps();
        let gaps = self.contacts.list.iter().map(|c| -c.gap);
        gaps.fold(0.0, f64::max)
    }

    /// Moves the positions by a few sweeps of a pass; what is left of the overlap is left to the next steps.
    fn shift(&mut self, system: &mut dyn System, mass: &MassMatrix, step: &mut Step) {
        let mut sweeps = self.resting.sweeps.take().unwrap_or_else(|| {
            GaussSeidel::new(Settings {
                tolerance: SWEPT,
                max_iterations: Some(SWEEPS),
                ..Settings::of_steps()
            })
        });
        self.solve_pass(mass, Task::EVERYTHING, true, &mut sweeps);
        self.resting.sweeps = Some(sweeps);
        self.move_by_pass(system, step);
    }

    /// δ of a pass by at most so many sweeps, to what they reach. Of each overlap up to `keep` is left, in m.
    fn sweep_pass(&mut self, mass: &MassMatrix, keep: f64, most: usize) {
        let (sweeps, pass) = (&mut self.lifting, &mut self.pass);
        sweeps.begin(mass);
        let b = &mut pass.problem.free_velocity;
        b.clear();
        let mut row = 0;
        for contact in &self.contacts.list {
            sweeps.push(mass, &self.contacts.jacobian, row);
            row += contact.friction.law().rows();
            b.push(contact.gap + keep.min(EASED * -contact.gap).max(0.0));
        }
        for (i, value) in self.constraints.value.iter().enumerate() {
            sweeps.push(mass, &self.constraints.jacobian, i);
            b.push(*value);
        }
        sweeps.solve(b, self.contacts.list.len(), most);
        pass.delta.clone_from(&sweeps.delta);
    }

    /// Moves the positions by δ of the pass just solved, and books the energy.
    fn move_by_pass(&mut self, system: &mut dyn System, step: &mut Step) {
        if self.pass.delta.iter().all(|x| x.is_finite()) {
            let time = step.state.time;
            let before = system.energy(time, &step.state.q, &step.state.v).total();
            self.advance(system, (time, &mut step.state.q));
            step.energy.correction += system.energy(time, &step.state.q, &step.state.v).total() - before;
            self.gaps_known = false;
        }
    }

    /// Moves q by δ of the pass, or by the share of it in which nothing passes through anything: gaps that
    /// are linear in δ near by are not where a body is thrown across a wall, and behind the wall nobody would
    /// see where it came from.
    fn advance(&mut self, system: &mut dyn System, (time, q): (f64, &mut [f64])) {
        let delta = &self.pass.delta;
        let share = system.limit(MotionAhead::Shift { at: (time, q), delta });
        self.next.resize(q.len(), 0.0);
        system.kinematics().advance(q, delta, share, &mut self.next);
        q.copy_from_slice(&self.next);
    }

    /// Contacts that carry and do not leave by more than the slack in a step.
    fn find_resting(&mut self, step: &Step) {
        let velocities = &step.relative_velocity;
        let fastest = velocities.iter().fold(0.0, |m: f64, u| m.max(u.abs()));
        let slow = self.resting.slow.max(LEAVES * fastest);
        let contacts = step.contacts.list.iter().zip(&step.offsets);
        let stays = |row: usize| step.impulses[row] > 0.0 && velocities[row] <= slow;
        self.resting.ids.clear();
        self.resting
            .ids
            .extend(contacts.filter(|c| stays(*c.1)).map(|(contact, _)| contact.id));
    }

    /// Adds the multipliers of a pass to those of the passes before.
    fn book(&mut self) {
        for (contact, &z) in self.contacts.list.iter().zip(&self.pass.z) {
            match self.pushes.binary_search_by_key(&contact.id, |p| p.0) {
                Ok(k) => self.pushes[k].1 += z,
                Err(k) => self.pushes.insert(k, (contact.id, z)),
            }
        }
        let constraints = &self.pass.z[self.contacts.list.len()..];
        self.constraint_pushes.resize(constraints.len(), 0.0);
        for (sum, z) in self.constraint_pushes.iter_mut().zip(constraints) {
            *sum += z;
        }
    }

    /// Moves `q`. What pushed it stays in `pushes` and `constraint_pushes`. Passes that do not come to an end
    /// leave the best of them: the rest is measured, and the next step goes on with it.
    pub(crate) fn correct(
        &mut self,
        system: &mut dyn System,
        mass: &MassMatrix,
        (time, q): (f64, &mut [f64]),
        asked: Task,
        solver: &mut dyn Solver,
    ) -> Corrected {
        self.pushes.clear();
        self.constraint_pushes.clear();
        let scale = system.kinematics().length(q);
        let (mut moved, mut before) = (false, f64::INFINITY);
        let mut best = f64::INFINITY;
        for pass in 0..=asked.passes {
            self.look(system, time, q, asked);
            let worst = self.violation(asked);
            if worst < best {
                best = worst;
                self.best.clear();
                self.best.extend_from_slice(q);
            }
            // Rounding reached, or no progress any more from something close to it.
            let small = worst <= POSITION_ROUNDING * scale
                || (worst >= 0.5 * before && worst <= POSITION_STALLED * POSITION_ROUNDING * scale);
            let ends = asked.passes == 1 && pass == 1;
            if small || ends {
                return Corrected { moved, left: 0.0 };
            }
            if pass == asked.passes {
                break;
            }
            before = worst;
            self.solve_pass(mass, asked, pass == 0, solver);
            if !self.pass.delta.iter().all(|x| x.is_finite()) {
                break;
            }
            self.book();
            self.advance(system, (time, q));
            moved = true;
        }
        q.copy_from_slice(&self.best);
        Corrected { moved, left: best }
    }

    /// Contacts and constraints at q.
    pub(crate) fn look(&mut self, system: &mut dyn System, time: f64, q: &[f64], asked: Task) {
        self.contacts.clear();
        self.constraints.clear();
        if asked.gaps {
            // While correcting only what is violated counts; while measuring everything does.
            let margin = if asked.passes > 0 { 0.0 } else { f64::INFINITY };
            system.contacts(time, q, Selection::Within(margin), &mut self.contacts);
            self.contacts.keep_gaps();
        }
        if asked.constraints {
            system.constraints(time, q, &mut self.constraints);
        }
    }

    fn violation(&self, asked: Task) -> f64 {
        let gaps = self.contacts.list.iter().map(|c| -c.gap).filter(|_| asked.gaps);
        let drift = self.constraints.value.iter().map(|c| c.abs());
        gaps.chain(drift).fold(0.0, f64::max)
    }

    pub(crate) fn measure(&self, step: &mut Step) {
        let gaps = self.contacts.list.iter().map(|c| c.gap);
        step.position.min_gap = gaps.fold(f64::INFINITY, f64::min);
        step.position.drift = self.drift();
    }

    /// Largest |c(q)|.
    fn drift(&self) -> f64 {
        self.constraints
            .value
            .iter()
            .fold(0.0, |m: f64, c| m.max(c.abs()))
    }

    /// δ of one pass.
    fn solve_pass(&mut self, mass: &MassMatrix, asked: Task, first: bool, solver: &mut dyn Solver) {
        let pass = &mut self.pass;
        if first || !asked.frozen || asked.gaps {
            pass.write_rows(&self.contacts, &self.constraints);
        }
        let b = &mut pass.problem.free_velocity;
        b.clear();
        b.extend(self.contacts.list.iter().map(|c| c.gap));
        b.extend_from_slice(&self.constraints.value);
        pass.z.clear();
        pass.z.resize(b.len(), 0.0);
        let alone = self.contacts.list.is_empty();
        // From the second pass on rows have turned by as little as the first has moved.
        self.joints.first.keeps = alone && !first;
        let given = ByBodies {
            mass,
            jacobian: &pass.rows,
            offsets: &pass.offsets,
            laws: &pass.problem.laws,
            b,
            compliance: &[],
            diagonal: None,
        };
        if mass.is_symmetric()
            && (alone || solver.wants_joints_eliminated() && !self.constraints.value.is_empty())
            && let Some(found) = self.joints.first.solve(given, &mut pass.z, solver, false)
            && found.stop == Stop::Converged
        {
            pass.delta.clear();
            pass.delta.extend_from_slice(self.joints.first.change());
            return;
        }
        if let Delassus::Explicit(w) = &mut pass.problem.delassus {
            pass.assembly.delassus(mass, &pass.rows, &pass.offsets, w);
        }
        pass.z.fill(0.0);
        if alone {
            self.joints.plain.limit(JOINT_ITERATIONS);
            self.joints.plain.solve(&pass.problem, &mut pass.z);
        } else {
            solver.solve(&pass.problem, &mut pass.z);
        }
        pass.delta.clear();
        pass.delta.resize(mass.dim(), 0.0);
        for (i, &z) in pass.z.iter().enumerate() {
            pass.rows.add_transposed(i, z, &mut pass.delta);
        }
        mass.solve(&mut pass.delta);
    }
}

impl LinearPass {
    /// Normal rows of the contacts, then the constraints, one block each.
    fn write_rows(&mut self, contacts: &Contacts, constraints: &Constraints) {
        self.rows.clear();
        self.problem.laws.clear();
        self.offsets.clear();
        self.offsets.push(0);
        let mut row = 0;
        for contact in &contacts.list {
            self.rows.push_row(&contacts.jacobian, row);
            row += contact.friction.law().rows();
            self.problem.laws.push(Law::Unilateral);
        }
        for i in 0..constraints.value.len() {
            self.rows.push_row(&constraints.jacobian, i);
            self.problem.laws.push(Law::Bilateral);
        }
        self.offsets.extend(1..=self.rows.len());
    }
}
