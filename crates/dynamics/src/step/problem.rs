//! The contact problem of a step: its rows, laws, W and b.
//!
//! ```text
//! M̂ (v⁺ − v_free) = Hᵀ r,     u⁺ = H v⁺ + w,     u⁻ = H v + w
//! (u⁺ + s, r) ∈ law,     s = e u⁻ on the normal row, e_T u⁻ on the slip rows       Newton, dissipation index
//! W = H M̂⁻¹ Hᵀ,    b = H v_free + w + s
//! springs and dampers between bodies:   1/Z on the diagonal of W, s = β (`implicit.rs`)
//! ```
//! Where no contact is approached, b_N ≥ 0 throughout, r = 0 is the answer taken: Moreau (1988) §11 and §15,
//! Stage 1. Bounded forces (motors, dry friction in joints) have lo h ≤ r ≤ hi h, no restitution, and no part
//! in impacts. Static/kinetic friction looks at the antecedent step (§17).

use crate::contact::{Constraints, Contact, Friction, Restitution, force_law, with_mu};
use crate::step::Step;
use crate::step::contact_memory::Memory;
use crate::step::delassus_assembly::Assembly;
use crate::step::inputs::Buffers;
use crate::step::options::Options;
use crate::step::tolerances::STUCK;
use drystone_solve::cone::gauss_seidel::body_pairs::BodySweeps;
use drystone_solve::delassus::Delassus;
use drystone_solve::judge::Judge;
use drystone_solve::law::Law;
use drystone_solve::problem::ContactProblem;

/// The rows of the problem, contacts first, then constraints, then springs and dampers.
#[derive(Default)]
pub(crate) struct ProblemRows {
    /// W, b and the laws of the last solve; W of an earlier one where a budget of sweeps did without it.
    pub(crate) problem: ContactProblem,
    /// First row of each block.
    pub(crate) offsets: Vec<usize>,
    /// Velocity before the forces of the step act: v, or what impacts left of it.
    pub(crate) v_before: Vec<f64>,
    /// H v_before + w.
    pub(crate) u_before: Vec<f64>,
    /// H v_free + w, then u⁺.
    pub(crate) u: Vec<f64>,
    pub(crate) r: Vec<f64>,
    /// Where the solver began, then where it is to begin in the next step.
    pub(crate) kept: Vec<f64>,
    /// s, with the terms that the scheme added.
    pub(crate) shift: Vec<f64>,
    /// Largest velocity of a contact before anything acts.
    pub(crate) in_play: f64,
    /// Which contacts are hit.
    pub(crate) hits: Vec<bool>,
    assembly: Assembly,
    /// Contacts as pairs of bodies.
    pub(crate) pairs: BodySweeps,
    /// How the present step is solved.
    pub(crate) way: Way,
    pub(crate) judge: Judge,
}

/// How a step is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum Way {
    /// As it stands, with W.
    #[default]
    Whole,
    /// Over pairs of bodies: W is not formed.
    Pairs,
    /// Rows that hold are eliminated with the bodies: of W the diagonal alone is written.
    Joints,
}

impl ProblemRows {
    /// Constraint rows go behind those of the contacts; finds the first row of each block.
    pub(super) fn join_constraints(&mut self, inputs: &mut Buffers) {
        self.offsets.clear();
        self.offsets.push(0);
        let mut at = 0;
        for contact in &inputs.contacts.list {
            at += contact.friction.law().rows();
            self.offsets.push(at);
        }
        for i in 0..inputs.constraints.value.len() {
            let Constraints { jacobian, rate, .. } = &inputs.constraints;
            inputs.contacts.push_row(jacobian, i, rate[i]);
            at += 1;
            self.offsets.push(at);
        }
        let Buffers {
            contacts, implicit, ..
        } = inputs;
        for &i in &implicit.rows {
            contacts.push_row(&implicit.found().jacobian, i, implicit.found().rate[i]);
            at += 1;
            self.offsets.push(at);
        }
    }

    /// Begins the step that has begun with `v`: u⁻ and u, and no impulses.
    pub(super) fn begin(&mut self, inputs: &Buffers, v: &[f64], step: &mut Step) {
        step.begin(self.offsets.last().copied().unwrap_or(0));
        step.position.lost = inputs.lost;
        step.state.v.clone_from(&inputs.v_free);
        self.v_before.clear();
        self.v_before.extend_from_slice(inputs.meets(v));
        self.relative_velocities(inputs);
        self.r.clear();
        self.r.resize(self.u.len(), 0.0);
    }

    /// First row of the springs and dampers, which are behind contacts and constraints.
    pub(super) fn first_soft(&self, inputs: &Buffers) -> usize {
        self.u.len() - inputs.implicit.len()
    }

    /// u⁻ from v_before, u from v_free.
    pub(super) fn relative_velocities(&mut self, inputs: &Buffers) {
        let (rows, obstacle) = (&inputs.contacts.jacobian, &inputs.contacts.obstacle);
        self.u_before.clear();
        self.u.clear();
        for (i, w) in obstacle.iter().enumerate() {
            self.u_before.push(rows.dot(i, &self.v_before) + w);
            self.u.push(rows.dot(i, &inputs.v_free) + w);
        }
    }

    /// Velocities in play and impacts, before anything acts.
    pub(super) fn write_scales(&mut self, inputs: &Buffers, memory: &Memory) {
        // Of all contacts: stones of an arch, which fall together, have no velocity in play between
        // themselves.
        let rows = self.offsets[inputs.contacts.list.len()];
        self.in_play = largest(&self.u_before[..rows]).max(largest(&self.u[..rows]));
        self.hits.clear();
        for (contact, &row) in inputs.contacts.list.iter().zip(&self.offsets) {
            let (before, free) = (self.u_before[row], self.u[row]);
            // An approach faster than what the forces do in one step is an impact; a contact that carries
            // already approaches by the curvature of its path.
            self.hits.push(
                !contact.friction.is_force()
                    && before < -(free - before).abs()
                    && before < -STUCK * self.in_play
                    && !memory.carried(contact.id),
            );
        }
    }

    /// Whether no contact is approached and nothing is constrained: contacts have no effect on the step.
    pub(super) fn is_idle(&self, inputs: &Buffers, options: &Options) -> bool {
        let separates = |row: usize, contact: &Contact| match contact.restitution {
            _ if contact.friction.is_force() => false,
            Restitution::Open => self.u[row] + inputs.target.get(row).unwrap_or(&0.0) >= 0.0,
            Restitution::Newton { e, .. } if options.unites_impacts() => {
                self.u[row] + e * self.u_before[row] + inputs.target.get(row).unwrap_or(&0.0) >= 0.0
            }
            _ => self.u[row] >= 0.0 && self.u_before[row] >= 0.0,
        };
        let mut contacts = inputs.contacts.list.iter().zip(&self.offsets);
        inputs.constraints.value.is_empty()
            && inputs.implicit.is_empty()
            && contacts.all(|(c, &row)| separates(row, c))
    }

    /// Whether an impact is to be met before the forces of the step act.
    pub(super) fn impacts_come_first(&self, inputs: &Buffers, options: &Options) -> bool {
        let unites = options.unites_impacts();
        let mut contacts = inputs.contacts.list.iter().zip(&self.offsets);
        contacts.any(|(contact, &row)| {
            let newton = matches!(contact.restitution, Restitution::Newton { .. });
            let open = contact.friction.is_force() || contact.restitution == Restitution::Open;
            !(unites && newton) && !open && self.u_before[row] < 0.0
        })
    }

    /// The laws of all blocks.
    pub(super) fn write_laws(&mut self, inputs: &Buffers, options: &Options, memory: &Memory) {
        let laws = &mut self.problem.laws;
        laws.clear();
        for (contact, rows) in inputs.contacts.list.iter().zip(self.offsets.windows(2)) {
            let slip = || norm(&self.u_before[rows[0] + 1..rows[1]]);
            let law = match &contact.friction {
                Friction::None => Law::Unilateral,
                Friction::Constant(law) => *law,
                Friction::StaticKinetic { stick, slip: sliding } => {
                    let slid = memory.slid(contact.id);
                    if slid.unwrap_or_else(|| slip() > 0.0) {
                        *sliding
                    } else {
                        *stick
                    }
                }
                Friction::Curve { law, points } => with_mu(*law, interpolate(points, slip())),
                Friction::Force { lo, hi } => force_law(*lo, *hi, inputs.dt),
            };
            laws.push(options.facetted(law));
        }
        laws.extend(std::iter::repeat_n(
            Law::Bilateral,
            inputs.constraints.value.len() + inputs.implicit.len(),
        ));
    }

    /// Whether the budget of sweeps can do without W.
    fn takes_pairs(&mut self, inputs: &Buffers, options: &Options) -> bool {
        let curved = |c: &Contact| matches!(c.friction, Friction::Curve { .. });
        options.budget.is_some()
            && !options.enumerate
            && inputs.implicit.is_empty()
            && !self.impacts_come_first(inputs, options)
            && !inputs.contacts.list.iter().any(curved)
            && Assembly::pairs(
                &inputs.mass,
                &inputs.contacts.jacobian,
                (&self.offsets, &self.problem.laws),
                &mut self.pairs,
            )
    }

    /// Whether rows that hold may be eliminated with the bodies, for a solver that wants them to be.
    pub(super) fn may_eliminate_joints(&self, inputs: &Buffers, options: &Options) -> bool {
        let holds = |law: &Law| matches!(law, Law::Bilateral | Law::Box { .. });
        let curved = |c: &Contact| matches!(c.friction, Friction::Curve { .. });
        options.budget.is_none()
            && !options.enumerate
            && inputs.mass.is_symmetric()
            && self.problem.laws.iter().any(holds)
            && !self.impacts_come_first(inputs, options)
            && !inputs.contacts.list.iter().any(curved)
    }

    /// W, or pairs of bodies, or the diagonal of W where `joints` are eliminated with the bodies.
    pub(super) fn assemble(&mut self, inputs: &Buffers, options: &Options, joints: bool) {
        self.way = if self.takes_pairs(inputs, options) {
            Way::Pairs
        } else if joints && self.may_eliminate_joints(inputs, options) {
            Way::Joints
        } else {
            Way::Whole
        };
        match self.way {
            Way::Pairs => {}
            Way::Joints => self.write_diagonal(inputs),
            Way::Whole => complete(&mut self.assembly, inputs, &self.offsets, &mut self.problem),
        }
    }

    /// W of a step that had its diagonal alone.
    pub(super) fn assemble_all(&mut self, inputs: &Buffers) {
        self.way = Way::Whole;
        complete(&mut self.assembly, inputs, &self.offsets, &mut self.problem);
    }

    /// The problem, W of which is completed when the second is called on it, and the judge.
    pub(super) fn split_for_judge<'a>(
        &'a mut self,
        inputs: &'a Buffers,
    ) -> (
        &'a mut ContactProblem,
        impl FnMut(&mut ContactProblem) + 'a,
        &'a mut Judge,
    ) {
        let ProblemRows {
            problem,
            assembly,
            offsets,
            way,
            judge,
            ..
        } = self;
        let complete = |problem: &mut ContactProblem| {
            if *way == Way::Joints {
                complete(assembly, inputs, offsets, problem);
            }
        };
        (problem, complete, judge)
    }

    /// The diagonal of W, in blocks whose other entries are zero.
    fn write_diagonal(&mut self, inputs: &Buffers) {
        let Delassus::Explicit(w) = &mut self.problem.delassus else {
            return;
        };
        w.clear();
        let soft = self.u.len() - inputs.implicit.len();
        let (rows, mass) = (&inputs.contacts.jacobian, &inputs.mass);
        for (block, ends) in self.offsets.windows(2).enumerate() {
            w.diagonal.push(block);
            w.col.push(block);
            w.start.push(w.values.len());
            w.row_ptr.push(block + 1);
            w.offsets.push(ends[1]);
            let (first, size) = (w.values.len(), ends[1] - ends[0]);
            w.values.resize(first + size * size, 0.0);
            for row in ends[0]..ends[1] {
                let spring = row.checked_sub(soft).map(|k| inputs.implicit.compliance[k]);
                let entry = self.assembly.diagonal(mass, rows.row(row)) + spring.unwrap_or(0.0);
                w.values[first + (row - ends[0]) * (size + 1)] = entry;
            }
        }
    }

    /// b = H v_free + w + s; s without restitution where the impacts came first.
    pub(super) fn write_free_velocity(&mut self, inputs: &Buffers, with_restitution: bool) {
        self.shift.clear();
        self.shift.extend_from_slice(&inputs.target);
        self.shift.resize(self.u.len(), 0.0);
        if with_restitution {
            let contacts = inputs.contacts.list.iter().zip(self.offsets.windows(2));
            for (contact, rows) in contacts {
                newton_shift(contact, &self.u_before, rows, &mut self.shift);
            }
        }
        let soft = self.first_soft(inputs);
        self.shift[soft..].copy_from_slice(&inputs.implicit.shift);
        let b = &mut self.problem.free_velocity;
        b.clear();
        b.extend(self.u.iter().zip(&self.shift).map(|(u, s)| u + s));
    }
}

/// Writes W.
fn complete(assembly: &mut Assembly, inputs: &Buffers, offsets: &[usize], problem: &mut ContactProblem) {
    if let Delassus::Explicit(w) = &mut problem.delassus {
        assembly.delassus(&inputs.mass, &inputs.contacts.jacobian, offsets, w);
        // One row each, the last blocks.
        let soft = w.diagonal.len() - inputs.implicit.len();
        for (&k, compliance) in w.diagonal[soft..].iter().zip(&inputs.implicit.compliance) {
            w.values[w.start[k]] += compliance;
        }
    }
}

/// e u⁻ on the rows of one contact under Newton's law.
pub(super) fn newton_shift(contact: &Contact, before: &[f64], rows: &[usize], shift: &mut [f64]) {
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

pub(super) fn norm(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// max |x|; NaN stays.
pub(super) fn largest(x: &[f64]) -> f64 {
    // Several maxima side by side: one alone waits for itself.
    let mut most = [0.0_f64; 8];
    let mut nan = [false; 8];
    let (chunks, rest) = x.as_chunks::<8>();
    for chunk in chunks {
        for ((most, nan), x) in most.iter_mut().zip(&mut nan).zip(chunk) {
            let size = x.abs();
            *most = if size > *most { size } else { *most };
            *nan |= size.is_nan();
        }
    }
    for ((most, nan), x) in most.iter_mut().zip(&mut nan).zip(rest) {
        *most = most.max(x.abs());
        *nan |= x.is_nan();
    }
    if nan.contains(&true) {
        return f64::NAN;
    }
    most.into_iter().fold(0.0, f64::max)
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
