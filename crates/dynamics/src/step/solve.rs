//! One step is one problem: from its inputs to the velocity after the contacts.
//!
//! ```text
//! sleeping bodies out ─ rows, laws, W (problem.rs) ─ impacts (impacts/) ─ the problem of the step ─ v⁺
//!     (reach.rs)
//!                     ─ memory of the next step ─ sleeping bodies in
//! ```
//! Under another impact law than Newton's, or with sequential impacts, the impact comes first, at v and
//! without the forces of the step; the forces then act on the velocity it left, against a soft contact. A
//! coefficient of friction μ(‖u_T‖) is iterated to its fixed point in the step.

use crate::accept::Standing;
use crate::contact::{Friction, with_mu};
use crate::error::StepError;
use crate::step::contact_memory::{Memory, Phase, SchemeMemory};
use crate::step::inputs::Buffers;
use crate::step::joints_first::{ByBodies, JointsFirst};
use crate::step::options::Options;
use crate::step::problem::{ProblemRows, Way, interpolate, norm};
use crate::step::round_to_rest::Rest;
use crate::step::sleep::Sleepers;
use crate::step::tolerances::{CURVE_MOVED, CURVE_PASSES, CURVE_PATIENCE, FEW};
use crate::step::warm_start::{Row, WarmStart};
use crate::step::{Step, impacts};
use crate::system::{State, System};
use drystone_solve::delassus::Delassus;
use drystone_solve::law::Law;
use drystone_solve::solver::{Solver, Stop};

/// The problem of one step and all it needs, reused from step to step. Its inputs are filled by the stages of
/// `inputs.rs`.
pub struct OneStep {
    /// How contacts and constraints are treated.
    pub(crate) options: Options,
    pub(crate) inputs: Buffers,
    pub(crate) rows: ProblemRows,
    /// The rows that hold, eliminated with the bodies.
    pub(super) joints: JointsFirst,
    /// Scratch for one more problem (single impacts).
    pub(crate) impacts: impacts::Part,
    pub(super) memory: Memory,
    sleepers: Sleepers,
    pub(super) rest: Rest,
    warm_start: WarmStart,
    /// Scratch: one number for each degree of freedom, and one for each row.
    pub(super) dofs: Vec<f64>,
    pub(super) scratch: Vec<f64>,
}

impl OneStep {
    /// For a system.
    pub fn new(system: &dyn System, options: Options) -> Self {
        let inputs = Buffers::new(system);
        OneStep {
            options,
            sleepers: options
                .sleep
                .map_or_else(Sleepers::default, |_| Sleepers::new(&inputs.mass)),
            inputs,
            rows: ProblemRows::default(),
            joints: JointsFirst::new(system.layout().body),
            impacts: impacts::Part::default(),
            memory: Memory::default(),
            rest: Rest::default(),
            warm_start: WarmStart::default(),
            dofs: vec![0.0; system.layout().num_v],
            scratch: Vec::new(),
        }
    }

    /// What the next step needs of this one.
    pub(crate) fn memory(&self) -> SchemeMemory {
        SchemeMemory {
            contacts: self.memory.page(),
            phase: match self.options.sleep {
                Some(_) => Phase::Sleep(self.sleepers.to_numbers()),
                None => Phase::None,
            },
            ..SchemeMemory::default()
        }
    }

    /// Goes on from a step that was kept.
    pub(crate) fn set_memory(&mut self, memory: &SchemeMemory) {
        self.memory.set_page(&memory.contacts);
        self.sleepers.take_numbers(memory.phase.sleep());
    }

    /// v⁺ from the inputs: into `step` with impulses, losses and certificate.
    pub(super) fn solve(
        &mut self,
        from: &State,
        solver: &mut dyn Solver,
        step: &mut Step,
    ) -> Result<(), StepError> {
        let parted =
            self.options.sleep.is_some() && self.sleepers.part(&mut self.inputs, &from.v, &self.memory);
        let (inputs, rows, options) = (&mut self.inputs, &mut self.rows, &self.options);
        rows.join_constraints(inputs);
        rows.begin(inputs, &from.v, step);
        rows.write_scales(inputs, &self.memory);
        let idle = rows.is_idle(inputs, options);
        if !idle || options.enumerate {
            rows.write_laws(inputs, options, &self.memory);
            rows.assemble(inputs, options, solver.wants_joints_eliminated());
        }
        if idle {
            rows.way = Way::Whole;
            rows.kept.clone_from(&rows.r);
            if options.enumerate {
                // r = 0 is one solution; there may be others.
                rows.write_free_velocity(inputs, true);
                step.list_solutions(&rows.problem);
            }
        } else {
            let turning = self.may_leave_turns();
            self.act(from, solver, step, turning)?;
            if turning && step.standing() > Standing::Kept {
                let tried = step.solves.iterations;
                self.inputs.turning.leave(&mut self.inputs.target);
                self.rows.begin(&self.inputs, &from.v, step);
                self.act(from, solver, step, false)?;
                step.solves.iterations += tried;
            }
            if self.rows.way == Way::Joints && left_short(step) {
                let tried = step.solves.iterations;
                self.rows.assemble_all(&self.inputs);
                self.rows.begin(&self.inputs, &from.v, step);
                self.act(from, solver, step, false)?;
                step.solves.iterations += tried;
            }
        }
        self.hand_over(step);
        let (rows, soft) = (&self.rows, self.rows.first_soft(&self.inputs));
        let answer = |k: usize| (rows.r[soft + k], rows.u_before[soft + k]);
        self.inputs.implicit.book(from, step, self.inputs.dt, answer);
        if let Some(settings) = self.options.sleep {
            let (rows, memory) = (&self.rows, &mut self.memory);
            self.sleepers
                .settle(settings, &self.inputs, (step, &rows.r), memory);
            if parted {
                self.sleepers.rejoin(step, memory);
            }
            step.solves.sleeping = self.sleepers.count();
        }
        Ok(())
    }

    /// Whether the turn of contacts asks for something, and the step can be solved without it.
    fn may_leave_turns(&self) -> bool {
        self.inputs.turning.asks() && !self.rows.impacts_come_first(&self.inputs, &self.options)
    }

    /// Impacts where they come first, then the problem of the step, then v⁺; less is spent on a `trial`, a
    /// problem that another one follows if it is refused.
    fn act(
        &mut self,
        from: &State,
        solver: &mut dyn Solver,
        step: &mut Step,
        trial: bool,
    ) -> Result<(), StepError> {
        let apart = self.rows.impacts_come_first(&self.inputs, &self.options);
        if apart {
            impacts::meet(self, from.time, solver, step)?;
            self.dofs.copy_from_slice(self.inputs.meets(&from.v));
            let v_free = self.inputs.v_free.iter_mut();
            for ((free, after), before) in v_free.zip(&self.rows.v_before).zip(&self.dofs) {
                *free += after - before;
            }
            self.rows.relative_velocities(&self.inputs);
        }
        self.rows.write_free_velocity(&self.inputs, !apart);
        self.solve_sustained(solver, step, trial);
        self.reach(step, trial);
        Ok(())
    }

    /// The problem of the step proper, with the coefficients of friction that belong to its own sliding
    /// speeds.
    fn solve_sustained(&mut self, solver: &mut dyn Solver, step: &mut Step, trial: bool) {
        let (rows, contacts) = (&mut self.rows, &self.inputs.contacts);
        self.memory.guess(contacts, &rows.offsets, &mut rows.r);
        if self.options.enumerate {
            step.list_solutions(&rows.problem);
        }
        if rows.problem.laws.len() >= FEW {
            rows.kept.clone_from(&rows.r);
        }
        if let (true, Some(sweeps)) = (rows.way == Way::Pairs, self.options.budget) {
            let (laws, b) = (&rows.problem.laws, &rows.problem.free_velocity);
            let report = rows
                .pairs
                .run(laws, b, self.options.tolerance, sweeps, &mut rows.r);
            rows.kept.clone_from(&rows.r);
            return step.note(&report);
        }
        if rows.way == Way::Joints {
            let given = ByBodies {
                mass: &self.inputs.mass,
                jacobian: &contacts.jacobian,
                offsets: &rows.offsets,
                laws: &rows.problem.laws,
                b: &rows.problem.free_velocity,
                compliance: &self.inputs.implicit.compliance,
                diagonal: match &rows.problem.delassus {
                    Delassus::Explicit(w) => Some(w),
                    Delassus::Factored { .. } => None,
                },
            };
            if let Some(report) = self.joints.solve(given, &mut rows.r, solver, trial) {
                step.note(&report);
                return self.write_first_guess(report.iterations);
            }
            rows.assemble_all(&self.inputs);
            self.memory.guess(contacts, &rows.offsets, &mut rows.r);
        }
        let mut report = if trial {
            solver.try_solve(&rows.problem, &mut rows.r)
        } else {
            solver.solve(&rows.problem, &mut rows.r)
        };
        let curved = |friction: &Friction| matches!(friction, Friction::Curve { .. });
        if contacts.list.iter().any(|c| curved(&c.friction)) {
            let mut pass = 0;
            while report.stop == Stop::Converged && self.update_curves(pass) {
                pass += 1;
                let next = solver.solve(&self.rows.problem, &mut self.rows.r);
                report.iterations += next.iterations;
                report.stop = if pass < CURVE_PASSES {
                    next.stop
                } else {
                    Stop::IterationLimit
                };
            }
        }
        step.note(&report);
        self.write_first_guess(report.iterations);
    }

    /// Where the solver begins in the next step.
    fn write_first_guess(&mut self, iterations: usize) {
        let rows = &mut self.rows;
        if rows.problem.laws.len() < FEW {
            // Solved to rounding: what is left of old velocities is rounding too.
            rows.kept.clone_from(&rows.r);
        } else if iterations > 0 {
            let stopped = rows.u_before.iter().zip(&rows.shift).map(|(u, s)| u + s);
            let each = stopped
                .zip(&rows.u)
                .map(|(stopped, made)| Row { stopped, made: *made });
            let ProblemRows { problem, kept, .. } = rows;
            let (inputs, dofs) = (&self.inputs, &mut self.dofs);
            let bodies = (inputs.mass.num_blocks(), &inputs.mass.block_of[..]);
            self.warm_start.find_parts(&inputs.contacts.jacobian, bodies);
            self.warm_start.of_next_step(
                |r, u| {
                    if rows.way == Way::Joints {
                        inputs.velocities(r, &problem.free_velocity, (dofs, u));
                    } else {
                        problem.relative_velocity(r, u);
                    }
                },
                each,
                self.options.tolerance,
                &rows.r,
                kept,
            );
        }
    }

    /// μ ← μ(‖u_T‖) with the sliding just found; whether any coefficient moved.
    fn update_curves(&mut self, pass: usize) -> bool {
        let (rows, slip) = (&mut self.rows, &mut self.scratch);
        slip.resize(rows.r.len(), 0.0);
        rows.problem.relative_velocity(&rows.r, slip);
        for (u, s) in slip.iter_mut().zip(&rows.shift) {
            *u -= s;
        }
        for (u, turn) in slip.iter_mut().zip(&self.inputs.turning.turns) {
            *u += turn;
        }
        let mut moved = false;
        for (i, contact) in self.inputs.contacts.list.iter().enumerate() {
            let Friction::Curve { law, points } = &contact.friction else {
                continue;
            };
            let asked = interpolate(points, norm(&slip[rows.offsets[i] + 1..rows.offsets[i + 1]]));
            let held = coefficient(&rows.problem.laws[i]);
            moved |= (asked - held).abs() > CURVE_MOVED * (asked.abs() + held.abs());
            // A curve that falls steeply makes the plain iteration alternate.
            let weight = if pass < CURVE_PATIENCE { 1.0 } else { 0.5 };
            rows.problem.laws[i] = self
                .options
                .facetted(with_mu(*law, held + weight * (asked - held)));
        }
        moved
    }
}

/// Whether a step that went by its joints first is to be solved as it stands after all: it is not certified,
/// although the method says that what was left is solved, or that it has no solution.
fn left_short(step: &Step) -> bool {
    step.standing() != Standing::Certified
        && !matches!(
            step.solves.stop,
            Stop::Stalled | Stop::Enough | Stop::IterationLimit | Stop::TimeLimit
        )
}

/// The coefficient of a planar, round or facetted law.
fn coefficient(law: &Law) -> f64 {
    if let Law::Facetted { mu, .. } = *law {
        return mu;
    }
    law.isotropic().unwrap_or(0.0)
}
