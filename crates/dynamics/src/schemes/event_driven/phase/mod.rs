//! The right-hand side of a smooth phase: accelerations and contact forces while nobody changes what he does.
//!
//! ```text
//! M v̇ = f + Hᵀ λ,     λ_T = λ_N σ(u_T) where a contact slides
//! a = H v̇ + Ḣ v + ẇ = 0   on the normal rows of contacts that carry, where they stick, on held motors and on constraints
//! ```
//! That is the index-1 form of Brogliato et al. (2002), (10), (13) and (35): one linear system for the forces
//! in the modes of the phase, not symmetric where contacts slide. Where it is singular (hyperstatic systems,
//! redundant joints) the λ nearest to the last one that fitted is taken. Ḣ v + ẇ comes from the system where
//! it knows it, else from differences along the motion. Positions and velocities go back onto what holds
//! after every step, in the kinetic metric ([`Smooth::project`]). Compensated multipliers (42)–(43) and the
//! second multiplier of (7) are options ([`Holding`]).
//!
//! It does not decide who carries and who slides: `settle.rs` does.

mod chart;
mod hold;
mod margins;
mod rows;

use super::linear::LinearSystem;
use crate::contact::{Constraints, Contacts, Friction, ROOM};
use crate::mass_matrix::MassMatrix;
use crate::schemes::event_driven::friction_groups::{Grip, groups, law_at};
use crate::system::{Layout, System};
use chart::Chart;
use drystone_solve::law::MAX_ROWS;

/// A contact that is closed, or a bounded force.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Closed {
    /// Who.
    pub(crate) id: u64,
    /// Whether it presses; one that does not is watched for the moment at which it would.
    pub(crate) carries: bool,
    /// What its groups of friction rows do; of a bounded force the first says whether it holds.
    pub(crate) grips: [Grip; 2],
    /// The gap it is kept at, in m: zero, or an overlap it began with.
    pub(crate) level: f64,
}

/// How bilateral constraints and closed gaps are kept.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub enum Holding {
    /// Projected after every step, in the kinetic metric.
    #[default]
    Projection,
    /// A second multiplier keeps q̇ tangential (Brogliato et al. 2002, (7)); positions are not projected.
    IndexReduced,
    /// What the step finds amiss is compensated in its multipliers (42)–(43).
    Compensated,
    /// Baumgarte's a + 2α u + α² g = 0 on the constraints, with this α, in 1/s.
    Baumgarte(f64),
    /// Nothing: the drift is measured.
    Nothing,
}

/// What would end the phase.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum What {
    /// The contact at this place of the list stops pressing.
    Load(usize),
    /// Its group lets go.
    Hold(usize, usize),
    /// Its group stops sliding.
    Slip(usize, usize),
    /// It would begin to press.
    Idle(usize),
    /// Nothing would approach without contact forces: all let go (Moreau 1988, §15, Stage 1).
    Free,
}

/// Scales of a run, by which rounding is measured.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub(crate) struct Scales {
    /// Lengths, in m.
    pub(crate) length: f64,
    /// Velocities, in m/s.
    pub(crate) speed: f64,
    /// Accelerations, in m/s².
    pub(crate) acceleration: f64,
    /// How long things take, in s.
    pub(crate) time: f64,
}

/// Slip slower than this share of the velocities does not tell its direction, and ends.
pub(crate) const SLOW: f64 = 1e-13;

/// A point and the modes at which everything here was last evaluated.
#[derive(Default)]
struct Last {
    valid: bool,
    time: f64,
    q: Vec<f64>,
    v: Vec<f64>,
    closed: Vec<Closed>,
    known: Vec<(u64, [f64; MAX_ROWS])>,
    scales: Scales,
}

/// Accelerations and forces in the modes of a phase.
#[derive(Default)]
pub(crate) struct Smooth {
    /// Closed contacts and bounded forces, by increasing id.
    pub(crate) closed: Vec<Closed>,
    pub(crate) ids: Vec<u64>,
    kept: Vec<Closed>,
    pub(crate) scales: Scales,
    pub(crate) holding: Holding,
    /// What is asked of the smooth phases, relative.
    pub(crate) relative: f64,
    /// Violations that this step compensates, per second: of velocities, of positions.
    compensation: (Vec<f64>, Vec<f64>),
    /// The closed contacts at the last point, with their rows.
    pub(crate) contacts: Contacts,
    pub(crate) constraints: Constraints,
    /// Whether nothing was closed and nothing constrained at the last point.
    is_clear: bool,
    /// First row of each contact, the number of contact rows at the end.
    pub(crate) offsets: Vec<usize>,
    pub(crate) mass: Option<MassMatrix>,
    /// The M that was factored last, and whether there is no other.
    factored: Vec<f64>,
    pub(super) layout: Layout,
    /// Forces that were found to fit, by contact, and those of the constraints: hyperstatic systems stay near
    /// them.
    pub(crate) known: Vec<(u64, [f64; MAX_ROWS])>,
    pub(crate) known_constraints: Vec<f64>,
    /// v̇, and what it would be without contacts and constraints.
    pub(crate) acceleration: Vec<f64>,
    free_acceleration: Vec<f64>,
    /// Forces, velocities and accelerations of all rows: contacts, then constraints.
    pub(crate) force: Vec<f64>,
    pub(crate) velocity: Vec<f64>,
    pub(crate) row_acceleration: Vec<f64>,
    bias: Vec<f64>,
    /// Whether the system said how its rows turn.
    knows_rates: bool,
    /// Least normal acceleration without contact forces.
    approach: Option<f64>,
    /// Normal acceleration without its force where one contact is closed and nothing else holds.
    pub(crate) lone: Option<f64>,
    /// What the integrator integrates in the place of q.
    pub(crate) chart: Chart,
    /// Configuration with unit quaternions.
    q: Vec<f64>,
    q_near: Vec<f64>,
    near: (Contacts, Constraints),
    scratch: Vec<f64>,
    equations: Vec<usize>,
    pushes: Vec<f64>,
    system: LinearSystem,
    last: Last,
    /// Rows to be put right, by how much, and what that does.
    amiss: (Vec<usize>, Vec<f64>, Vec<f64>),
    /// Margins of the last point: what, value, and what of it is rounding.
    pub(crate) margins: Vec<(What, f64, f64)>,
}

impl Smooth {
    /// For a system, with nothing closed.
    pub(crate) fn new(system: &dyn System, holding: Holding, relative: f64) -> Self {
        let layout = system.layout();
        let (nq, nv) = (layout.num_q, layout.num_v);
        let mass = MassMatrix::new(&layout.mass_blocks);
        Smooth {
            holding,
            relative,
            factored: Vec::with_capacity(mass.values.len()),
            mass: Some(mass),
            layout,
            chart: Chart::new(system),
            closed: Vec::with_capacity(ROOM),
            ids: Vec::with_capacity(ROOM),
            kept: Vec::with_capacity(ROOM),
            contacts: Contacts::with_room(nv),
            offsets: Vec::with_capacity(ROOM + 1),
            force: Vec::with_capacity(3 * ROOM),
            velocity: Vec::with_capacity(3 * ROOM),
            row_acceleration: Vec::with_capacity(3 * ROOM),
            margins: Vec::with_capacity(3 * ROOM),
            bias: Vec::with_capacity(3 * ROOM),
            known: Vec::with_capacity(ROOM),
            equations: Vec::with_capacity(3 * ROOM),
            pushes: Vec::with_capacity(3 * ROOM * nv.min(12)),
            free_acceleration: vec![0.0; nv],
            last: Last {
                q: Vec::with_capacity(nq),
                v: Vec::with_capacity(nv),
                closed: Vec::with_capacity(ROOM),
                known: Vec::with_capacity(ROOM),
                ..Last::default()
            },
            acceleration: vec![0.0; nv],
            scratch: vec![0.0; nv],
            q: vec![0.0; nq],
            q_near: vec![0.0; nq],
            ..Smooth::default()
        }
    }

    /// Takes up other modes.
    pub(crate) fn set_closed(&mut self, closed: &[Closed]) {
        self.closed.clear();
        self.closed.extend_from_slice(closed);
        self.ids.clear();
        self.ids.extend(closed.iter().map(|c| c.id));
    }

    /// Keeps the closed contacts that `which` says; its argument is the place in the list of the last point.
    pub(crate) fn keep_closed(&mut self, which: impl Fn(&Smooth, usize) -> bool) {
        let (count, mut kept) = (self.closed.len(), 0);
        for i in 0..count {
            if which(self, i) {
                self.ids[kept] = self.ids[i];
                self.kept.push(self.closed[i]);
                kept += 1;
            }
        }
        self.ids.truncate(kept);
        std::mem::swap(&mut self.closed, &mut self.kept);
        self.kept.clear();
    }

    /// Ḣ v + ẇ at the last point.
    pub(crate) fn bias(&self) -> &[f64] {
        &self.bias
    }

    /// v̇ without contacts and constraints at the last point.
    pub(crate) fn free_acceleration(&self) -> &[f64] {
        if self.rows() > 0 {
            &self.free_acceleration
        } else {
            &self.acceleration
        }
    }

    /// Rows of contacts and constraints.
    pub(crate) fn rows(&self) -> usize {
        self.offsets.last().copied().unwrap_or(0) + self.constraints.value.len()
    }

    /// Whether nothing is closed and nothing constrained, here and at the last point.
    pub(crate) fn flies(&self) -> bool {
        self.ids.is_empty() && self.is_clear
    }

    /// v̇ in flight, and no more, into `out`; `false` where something is not finite. What was last evaluated
    /// is forgotten.
    pub(crate) fn fly(
        &mut self,
        system: &mut dyn System,
        time: f64,
        (q, v): (&[f64], &[f64]),
        out: &mut [f64],
    ) -> bool {
        self.last.valid = false;
        self.q.copy_from_slice(q);
        system.kinematics().normalise(&mut self.q);
        self.free(system, time, v, out) && out.iter().all(|a| a.is_finite())
    }

    /// v̇ and all forces at (t, q, v); `false` where a closed contact is not there any more or something is
    /// not finite.
    pub(crate) fn evaluate(&mut self, system: &mut dyn System, time: f64, q: &[f64], v: &[f64]) -> bool {
        if self.is_known(time, q, v) {
            return true;
        }
        self.last.valid = false;
        let fine = self.evaluate_anew(system, time, q, v);
        if fine {
            self.remember(time, q, v);
        }
        fine
    }

    /// Whether this point was the last one, in the same modes: the end of a step is the beginning of the
    /// next.
    fn is_known(&self, time: f64, q: &[f64], v: &[f64]) -> bool {
        let last = &self.last;
        last.valid
            && last.time == time
            && last.q == q
            && last.v == v
            && last.closed == self.closed
            // They decide how far differences reach, where any are taken; what is slow beside one scale is so
            // beside the next.
            && (self.is_clear || self.knows_rates || last.scales == self.scales)
            && last.known == self.known
    }

    /// Whether the last point was this one, whatever rounding says of the time.
    pub(crate) fn is_here(&self, time: f64, q: &[f64], v: &[f64]) -> bool {
        (time - self.last.time).abs() <= 4.0 * f64::EPSILON * time.abs()
            && self.is_known(self.last.time, q, v)
    }

    fn remember(&mut self, time: f64, q: &[f64], v: &[f64]) {
        let last = &mut self.last;
        last.valid = self.holding != Holding::Compensated;
        last.time = time;
        last.q.clear();
        last.q.extend_from_slice(q);
        last.v.clear();
        last.v.extend_from_slice(v);
        if last.closed != self.closed {
            last.closed.clone_from(&self.closed);
        }
        if last.known != self.known {
            last.known.clone_from(&self.known);
        }
        last.scales = self.scales;
    }

    fn evaluate_anew(&mut self, system: &mut dyn System, time: f64, q: &[f64], v: &[f64]) -> bool {
        self.q.copy_from_slice(q);
        system.kinematics().normalise(&mut self.q);
        let mut acceleration = std::mem::take(&mut self.acceleration);
        let free = self.free(system, time, v, &mut acceleration);
        self.acceleration = acceleration;
        if !free || !self.find_rows(system, time) {
            return false;
        }
        self.approach = None;
        if self.rows() > 0 {
            self.relative_velocity(v);
            if !self.find_bias(system, time, v) {
                return false;
            }
            if !self.solve() {
                return false;
            }
        }
        self.write_margins();
        self.acceleration.iter().all(|a| a.is_finite()) && self.force.iter().all(|f| f.is_finite())
    }

    /// M⁻¹ f, gyroscopic forces among them, into `out`.
    fn free(&mut self, system: &mut dyn System, time: f64, v: &[f64], out: &mut [f64]) -> bool {
        if !self.inertia(system, time) {
            return false;
        }
        let Some(mass) = &self.mass else { return false };
        system.force(time, &self.q, v, out);
        system.kinematics().gyroscopic(&self.q, v, out);
        mass.solve(out);
        true
    }

    /// M, factored.
    fn inertia(&mut self, system: &mut dyn System, time: f64) -> bool {
        if self.layout.constant_mass && !self.factored.is_empty() {
            return true;
        }
        let Some(mass) = &mut self.mass else { return false };
        system.mass(time, &self.q, &mut mass.values);
        if mass.values == self.factored {
            return true;
        }
        self.factored.clear();
        let factored = mass.factor_symmetric(time).is_ok();
        if factored {
            self.factored.extend_from_slice(&mass.values);
        }
        factored
    }

    /// Rows whose acceleration vanishes.
    fn find_equations(&mut self) {
        self.equations.clear();
        let contacts = self.contacts.list.iter().zip(&self.closed).zip(&self.offsets);
        for ((contact, closed), &row) in contacts {
            if contact.friction.is_force() {
                if closed.grips[0] == Grip::Stick {
                    self.equations.push(row);
                }
            } else if closed.carries {
                self.equations.push(row);
                for (group, grip) in groups(&contact.friction.law()).zip(&closed.grips) {
                    if *grip == Grip::Stick {
                        self.equations
                            .extend(row + group.start..row + group.start + group.dim);
                    }
                }
            }
        }
        let first = self.contacts.obstacle.len();
        self.equations.extend(first..first + self.constraints.value.len());
    }

    /// The linear system of the forces, its answer, and the accelerations it leaves.
    fn solve(&mut self) -> bool {
        let Some(mass) = self.mass.take() else {
            return false;
        };
        self.free_acceleration.clone_from(&self.acceleration);
        self.find_equations();
        let (n, m) = (self.acceleration.len(), self.equations.len());
        self.approach = self.least_free();
        let alone = self.contacts.list.len() == 1 && self.constraints.value.is_empty();
        self.lone = alone.then(|| self.dot(0, &self.acceleration) + self.bias[0]);
        // Motors at their bound push as they do.
        for i in 0..self.closed.len() {
            if let (Friction::Force { lo, hi }, Grip::Slip(direction)) =
                (&self.contacts.list[i].friction, self.closed[i].grips[0])
            {
                let force = if direction[0] > 0.0 { *lo } else { *hi };
                let row = self.offsets[i];
                self.force[row] = force;
                self.push(&mass, row, force);
            }
        }
        // Columns: what a unit of each unknown does to v̇, sliding friction with it.
        self.pushes.clear();
        self.pushes.resize(n * m, 0.0);
        let mut pushes = std::mem::take(&mut self.pushes);
        for (&row, push) in self.equations.iter().zip(pushes.chunks_exact_mut(n.max(1))) {
            self.add_transposed(row, 1.0, push);
            self.add_sliding(row, push);
            mass.solve(push);
        }
        self.system.begin(m);
        for (i, &row) in self.equations.iter().enumerate() {
            for (j, push) in pushes.chunks_exact(n.max(1)).enumerate() {
                self.system.matrix[i * m + j] = self.dot(row, push);
            }
            self.system.right[i] = -(self.dot(row, &self.acceleration) + self.bias[row] + self.to_right(row));
            self.system.guess[i] = self.known_force(row);
        }
        let solved = self.system.solve();
        for (&row, (x, push)) in self
            .equations
            .iter()
            .zip(self.system.right.iter().zip(pushes.chunks_exact(n.max(1))))
        {
            self.force[row] = *x;
            for (a, p) in self.acceleration.iter_mut().zip(push) {
                *a += x * p;
            }
        }
        self.pushes = pushes;
        self.write_friction();
        for i in 0..self.row_acceleration.len() {
            self.row_acceleration[i] = self.dot(i, &self.acceleration) + self.bias[i];
        }
        self.mass = Some(mass);
        solved
    }

    /// The force on a row that was last known to fit; 0 where none was.
    fn known_force(&self, row: usize) -> f64 {
        let first = self.contacts.obstacle.len();
        if row >= first {
            return self.known_constraints.get(row - first).copied().unwrap_or(0.0);
        }
        let i = self.offsets.partition_point(|start| *start <= row) - 1;
        let known = self.known.binary_search_by_key(&self.ids[i], |k| k.0);
        known.map_or(0.0, |k| self.known[k].1[row - self.offsets[i]])
    }

    /// No forces are known: nothing is closed or constrained.
    pub(crate) fn forget_forces(&mut self) {
        self.known.clear();
        self.known_constraints.clear();
    }

    /// Keeps the forces of the last point for hyperstatic systems.
    pub(crate) fn keep_forces(&mut self) {
        self.known.clear();
        for (i, rows) in self.offsets.windows(2).enumerate() {
            let mut force = [0.0; MAX_ROWS];
            force[..rows[1] - rows[0]].copy_from_slice(&self.force[rows[0]..rows[1]]);
            self.known.push((self.ids[i], force));
        }
        let first = self.offsets.last().copied().unwrap_or(0);
        self.known_constraints.clear();
        self.known_constraints.extend_from_slice(&self.force[first..]);
        // What is nearest to itself is the same again.
        self.last.known.clone_from(&self.known);
    }

    /// Least normal acceleration of the contacts that carry if no contact pushed; nothing where constraints
    /// or motors act, or without friction, where it says no more than the normal force.
    fn least_free(&self) -> Option<f64> {
        let mut least: Option<f64> = None;
        let mut rubs = false;
        for (i, contact) in self.contacts.list.iter().enumerate() {
            if contact.friction.is_force() {
                return None;
            }
            if self.closed[i].carries {
                rubs |= groups(&contact.friction.law()).any(|group| !group.is_frictionless());
                let row = self.offsets[i];
                let a = self.dot(row, &self.acceleration) + self.bias[row];
                least = Some(least.map_or(a, |l| l.min(a)));
            }
        }
        least.filter(|_| rubs && self.constraints.value.is_empty())
    }

    fn push(&mut self, mass: &MassMatrix, row: usize, force: f64) {
        let mut change = std::mem::take(&mut self.scratch);
        change.fill(0.0);
        self.add_transposed(row, force, &mut change);
        mass.solve(&mut change);
        for (a, c) in self.acceleration.iter_mut().zip(&change) {
            *a += c;
        }
        self.scratch = change;
    }

    /// σ of every group that slides at the contact whose normal row this is, as forces on the degrees of
    /// freedom.
    fn add_sliding(&self, row: usize, y: &mut [f64]) {
        if let Ok(i) = self.offsets[..self.closed.len()].binary_search(&row) {
            self.for_sliding(i, |k, sigma| self.add_transposed(k, sigma, y));
        }
    }

    /// Hands every row of contact i that slides to `each`, with its friction per unit of normal force.
    fn for_sliding(&self, i: usize, mut each: impl FnMut(usize, f64)) {
        let (contact, closed, row) = (&self.contacts.list[i], &self.closed[i], self.offsets[i]);
        if contact.friction.is_force() || !closed.carries {
            return;
        }
        let slides = closed.grips.iter().any(|g| matches!(g, Grip::Slip(_)));
        let speed = slip_speed(&contact.friction, &self.velocity[row..self.offsets[i + 1]]);
        let law = law_at(&contact.friction, slides, speed);
        for (group, grip) in groups(&law).zip(&closed.grips) {
            if let Grip::Slip(direction) = grip {
                let rows = row + group.start..row + group.start + group.dim;
                let mut sigma = [0.0; 3];
                let slow = SLOW * self.scales.speed;
                group.sliding(&self.velocity[rows.clone()], direction, slow, &mut sigma);
                for (k, s) in rows.zip(sigma) {
                    each(k, s);
                }
            }
        }
    }

    fn write_friction(&mut self) {
        let mut force = std::mem::take(&mut self.force);
        for i in 0..self.closed.len() {
            let normal = force[self.offsets[i]];
            self.for_sliding(i, |k, sigma| force[k] = sigma * normal);
        }
        self.force = force;
    }
}

/// Sliding speed of a contact by its rows of velocity.
pub(crate) fn slip_speed(friction: &Friction, u: &[f64]) -> f64 {
    match groups(&friction.law()).next() {
        Some(group) => u[group.start..group.start + group.dim]
            .iter()
            .map(|u| u * u)
            .sum::<f64>()
            .sqrt(),
        None => 0.0,
    }
}
