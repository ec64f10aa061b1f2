//! Joints first: the rows that hold are eliminated exactly, and what is left is a problem of contacts alone.
//!
//! ```text
//! [ W_jj W_jc ] [r_j]   [b_j]   [ 0 ]                W' = W_cc − W_cj W_jj⁻¹ W_jc
//! [ W_cj W_cc ] [r_c] + [b_c] = [u_c]                b' = b_c  − W_cj W_jj⁻¹ b_j
//! W' r_c + b' = u_c,  (u_c, r_c) ∈ law      then     r_j = −W_jj⁻¹ (b_j + W_jc r_c)
//! ```
//! j are the bilateral rows, and the bounded ones (motors, dry friction of joints) whose first guess lies
//! between its bounds: those hold as a rule. One that does not, because its answer passes a bound, is given
//! back to the contacts, and the elimination is made again; each time at least one goes, so it ends. All go
//! where a short Newton path finds no answer while they hold. An answer obeys every law as it stands.
//!
//! Joints form trees or nearly: W_jj falls into parts that share no body, each with small factors
//! (`cone/skyline`). W' couples the contacts of one part all with all. Where that, or the factors, would be
//! dearer than W is, where W is not symmetric, or where a contact is held by joints in all its directions,
//! the problem goes to the method as it is. So does one whose answer, measured on the whole problem, misses
//! the tolerance, from that answer on.
//!
//! Condensation is Guyan's (1965) in the dual; here it is exact. Not here: W given by its factors; masses of
//! one chain over more than some ten orders of magnitude, whose W has lost the light ones' digits.

use crate::cone::scaled::find_block;
use crate::cone::skyline::Skyline;
use crate::delassus::{BlockMatrix, Delassus, add_block};
use crate::infeasible::find_ray;
use crate::law::Law;
use crate::measure::Meter;
use crate::policy::islands::{join, root};
use crate::policy::step_accuracy::StepAccuracy;
use crate::policy::tolerances::{FILLED, HELD, LOOSE, ROUNDED, SYMMETRIC, TO_ROUNDING};
use crate::problem::ContactProblem;
use crate::solver::{Condensing, Settings, Solver, SolverReport, Stop};

/// `auto` on what is left when the joints are eliminated.
pub struct JointsFirst {
    settings: Settings,
    method: StepAccuracy,
    meter: Meter,
    split: Split,
    parts: Vec<Part>,
    condensed: ContactProblem,
    /// The impulses of what is left, and all of them.
    r: Vec<f64>,
    trial: Vec<f64>,
    columns: Vec<usize>,
    seen: Vec<usize>,
}

/// The report of a linear system.
const LINEAR: SolverReport = SolverReport {
    iterations: 0,
    stop: Stop::Converged,
    method: "joints",
};

/// Which blocks are eliminated.
#[derive(Default)]
struct Split {
    held: Vec<bool>,
    /// The other blocks.
    rest: Vec<usize>,
    /// Number of each block among those of its part, or among the rest.
    place: Vec<usize>,
    /// Part of each eliminated block, and how many parts there are.
    part_of: Vec<usize>,
    count: usize,
    parent: Vec<usize>,
}

/// Joints that are connected over bodies.
#[derive(Default)]
struct Part {
    /// Blocks of the problem, in increasing order.
    joints: Vec<usize>,
    w: BlockMatrix,
    factors: Skyline,
    /// Contacts that feel it, by their numbers among the rest, and where the columns of each begin.
    touching: Vec<usize>,
    start: Vec<usize>,
    /// L⁻¹ W_jc, column after column, in the order of the factors.
    columns: Vec<f64>,
    /// L⁻¹ b_j.
    free: Vec<f64>,
    b: Vec<f64>,
    r: Vec<f64>,
}

impl Default for JointsFirst {
    fn default() -> Self {
        JointsFirst::new(Settings::default())
    }
}

/// Which way of solving is asked for.
type Call = fn(&mut dyn Solver, &ContactProblem, &mut [f64]) -> SolverReport;

impl JointsFirst {
    /// With these settings for what counts as solved.
    pub fn new(settings: Settings) -> Self {
        JointsFirst {
            method: StepAccuracy::new(settings.clone()),
            settings,
            meter: Meter::default(),
            split: Split::default(),
            parts: Vec::new(),
            condensed: ContactProblem::default(),
            r: Vec::new(),
            trial: Vec::new(),
            columns: Vec::new(),
            seen: Vec::new(),
        }
    }

    /// At most so many iterations of the method on what is left.
    pub fn limit(&mut self, iterations: usize) {
        if self.settings.max_iterations != Some(iterations) {
            self.settings.max_iterations = Some(iterations);
            self.method = StepAccuracy::new(self.settings.clone());
        }
    }

    /// Blocks that hold for certain, or by the first guess.
    fn choose(&mut self, problem: &ContactProblem, w: &BlockMatrix, r: &[f64]) {
        let held = &mut self.split.held;
        held.clear();
        held.extend(problem.laws.iter().zip(&w.offsets).map(|(law, &row)| match *law {
            Law::Bilateral => true,
            Law::Box { lo, hi } => lo < r[row] && r[row] < hi,
            _ => false,
        }));
    }

    /// Gives back the bounded rows that have passed a bound; whether there was one.
    fn give_back(&mut self, problem: &ContactProblem, w: &BlockMatrix) -> bool {
        let mut any = false;
        for ((law, held), &row) in problem.laws.iter().zip(&mut self.split.held).zip(&w.offsets) {
            if let (Law::Box { lo, hi }, true) = (*law, *held) {
                let r = &mut self.trial[row];
                if !(lo <= *r && *r <= hi) {
                    *held = false;
                    let from = if r.is_nan() { 0.0 } else { *r };
                    *r = from.max(lo).min(hi);
                    any = true;
                }
            }
        }
        any
    }

    /// W', b' and the laws of the rest; `false` where the problem is better left as it is.
    fn condense(&mut self, problem: &ContactProblem, w: &BlockMatrix) -> bool {
        self.split.find_parts(w);
        self.gather_parts();
        self.find_touching(w);
        if !self.set_shape(problem, w) || !self.factor(problem, w) {
            return false;
        }
        let Delassus::Explicit(out) = &mut self.condensed.delassus else {
            return false;
        };
        for part in &self.parts[..self.split.count] {
            part.subtract(out, &mut self.condensed.free_velocity);
        }
        // What joints hold in all directions has no W' but rounding.
        self.split.rest.iter().enumerate().all(|(k, &block)| {
            let (left, whole) = (out.block(out.diagonal[k]), w.block(w.diagonal[block]));
            let step = out.size(k) + 1;
            let both = left.iter().zip(whole).step_by(step);
            both.into_iter()
                .all(|(left, whole)| *left > HELD * whole || *whole == 0.0)
        })
    }

    /// The blocks of each part.
    fn gather_parts(&mut self) {
        let Split {
            held,
            part_of,
            count,
            place,
            ..
        } = &mut self.split;
        if self.parts.len() < *count {
            self.parts.resize_with(*count, Part::default);
        }
        self.parts[..*count]
            .iter_mut()
            .for_each(|part| part.joints.clear());
        for i in (0..held.len()).filter(|i| held[*i]) {
            let joints = &mut self.parts[part_of[i]].joints;
            place[i] = joints.len();
            joints.push(i);
        }
    }

    /// The contacts that feel each part.
    fn find_touching(&mut self, w: &BlockMatrix) {
        let split = &self.split;
        self.parts[..split.count]
            .iter_mut()
            .for_each(|part| part.touching.clear());
        for (k, &block) in split.rest.iter().enumerate() {
            for &joint in &w.col[w.row_ptr[block]..w.row_ptr[block + 1]] {
                if split.held[joint] {
                    let touching = &mut self.parts[split.part_of[joint]].touching;
                    if touching.last() != Some(&k) {
                        touching.push(k);
                    }
                }
            }
        }
    }

    /// Factors every part and finds its columns; `false` where W is not symmetric or the factors are dear.
    fn factor(&mut self, problem: &ContactProblem, w: &BlockMatrix) -> bool {
        let split = &self.split;
        for (k, part) in self.parts[..split.count].iter_mut().enumerate() {
            let number = |block: usize| (split.part_of[block] == k).then(|| split.place[block]);
            w.restrict_by(&part.joints, number, &mut part.w);
            if !part.factors.factor(&part.w) {
                return false;
            }
            part.start.clear();
            part.columns.clear();
            part.b.clear();
            for &i in &part.joints {
                let rows = w.offsets[i]..w.offsets[i + 1];
                part.b.extend_from_slice(&problem.free_velocity[rows]);
            }
            if !part.touching.is_empty() {
                part.free.clone_from(&part.b);
                part.factors.forward(&mut part.free);
            }
        }
        for (k, &block) in self.split.rest.iter().enumerate() {
            for at in w.row_ptr[block]..w.row_ptr[block + 1] {
                let joint = w.col[at];
                if !self.split.held[joint] {
                    continue;
                }
                let part = &mut self.parts[self.split.part_of[joint]];
                let rows = part.b.len();
                // Contacts come in the order of `touching`.
                if part.start.is_empty() || part.touching[part.start.len() - 1] != k {
                    part.start.push(part.columns.len());
                    let end = part.columns.len() + rows * w.size(block);
                    part.columns.resize(end, 0.0);
                }
                let Some(mirrored) = find_block(w, joint, block) else {
                    return false;
                };
                let (own, other) = (w.block(at), w.block(mirrored));
                let (height, width) = (w.size(block), w.size(joint));
                let first = part.start[part.start.len() - 1];
                let row = part.w.offsets[self.split.place[joint]];
                let size = |block: usize| w.block(w.diagonal[block])[0].abs();
                let scale = (size(block) * size(joint)).sqrt();
                for a in 0..height {
                    for c in 0..width {
                        let x = own[a * width + c];
                        if !((x - other[c * height + a]).abs() <= SYMMETRIC * (x.abs() + scale)) {
                            return false;
                        }
                        part.columns[first + a * rows + row + c] = x;
                    }
                }
            }
        }
        for part in &mut self.parts[..self.split.count] {
            part.eliminate();
        }
        true
    }

    /// The blocks of W' with the values of W, b and the laws; `false` where W' would be much larger than W.
    fn set_shape(&mut self, problem: &ContactProblem, w: &BlockMatrix) -> bool {
        self.copy_rest(problem, w);
        let Delassus::Explicit(out) = &mut self.condensed.delassus else {
            return false;
        };
        let (split, columns, seen) = (&self.split, &mut self.columns, &mut self.seen);
        seen.clear();
        seen.resize(split.rest.len(), usize::MAX);
        for (k, &block) in split.rest.iter().enumerate() {
            columns.clear();
            let mut note = |other: usize| {
                if seen[other] != k {
                    seen[other] = k;
                    columns.push(other);
                }
            };
            for &j in &w.col[w.row_ptr[block]..w.row_ptr[block + 1]] {
                if split.held[j] {
                    let part = &self.parts[split.part_of[j]];
                    part.touching.iter().for_each(|other| note(*other));
                } else {
                    note(split.place[j]);
                }
            }
            columns.sort_unstable();
            for &other in &*columns {
                if other == k {
                    out.diagonal.push(out.col.len());
                }
                out.col.push(other);
                out.start.push(out.values.len());
                if let Some(at) = find_block(w, block, split.rest[other]) {
                    out.values.extend_from_slice(w.block(at));
                } else {
                    let size = w.size(block) * w.size(split.rest[other]);
                    out.values.resize(out.values.len() + size, 0.0);
                }
            }
            out.row_ptr.push(out.col.len());
            if out.values.len() > FILLED * w.values.len() {
                return false;
            }
        }
        true
    }

    /// b and the laws of the rest, and how many rows each block has.
    fn copy_rest(&mut self, problem: &ContactProblem, w: &BlockMatrix) {
        let ContactProblem {
            delassus,
            free_velocity,
            laws,
        } = &mut self.condensed;
        laws.clear();
        free_velocity.clear();
        if let Delassus::Explicit(out) = delassus {
            out.clear();
            for &block in &self.split.rest {
                laws.push(problem.laws[block]);
                let rows = w.offsets[block]..w.offsets[block + 1];
                free_velocity.extend_from_slice(&problem.free_velocity[rows]);
                out.offsets.push(free_velocity.len());
            }
        }
    }

    /// All impulses, from those of the rest.
    fn recover(&mut self, problem: &ContactProblem, w: &BlockMatrix) {
        let mut from = self.r.iter();
        for &block in &self.split.rest {
            let rows = &mut self.trial[w.offsets[block]..w.offsets[block + 1]];
            rows.iter_mut().zip(&mut from).for_each(|(to, r)| *to = *r);
        }
        for part in &mut self.parts[..self.split.count] {
            part.b.clear();
            part.r.clear();
            for &i in &part.joints {
                let rows = w.offsets[i]..w.offsets[i + 1];
                let first = part.b.len();
                part.b.extend_from_slice(&problem.free_velocity[rows.clone()]);
                part.r.extend_from_slice(&self.trial[rows]);
                for k in w.row_ptr[i]..w.row_ptr[i + 1] {
                    let j = w.col[k];
                    if !self.split.held[j] {
                        let r = &self.trial[w.offsets[j]..w.offsets[j + 1]];
                        add_block(w.block(k), r, &mut part.b[first..]);
                    }
                }
            }
            part.factors.solve(&part.w, &part.b, &mut part.r);
        }
        for part in &self.parts[..self.split.count] {
            let mut from = part.r.iter();
            for &i in &part.joints {
                let rows = &mut self.trial[w.offsets[i]..w.offsets[i + 1]];
                rows.iter_mut().zip(&mut from).for_each(|(to, r)| *to = *r);
            }
        }
    }

    fn error(&mut self, problem: &ContactProblem, r: &[f64]) -> f64 {
        self.meter.prepare(problem);
        self.meter.error(problem, r, self.settings.measure)
    }

    /// The problem by way of the condensed one; `None` where it is left as it is. The answer is in `trial`.
    fn solve_condensed(
        &mut self,
        problem: &ContactProblem,
        w: &BlockMatrix,
        r: &[f64],
        method: Call,
    ) -> Option<SolverReport> {
        self.choose(problem, w, r);
        if !self.split.held.contains(&true) {
            return None;
        }
        self.trial.clear();
        self.trial.extend_from_slice(r);
        let mut spent = 0;
        loop {
            let report = if self.split.held.contains(&false) {
                self.solve_rest(problem, w, method)?
            } else {
                self.solve_linear(problem, w)?
            };
            spent += report.iterations + 1;
            let goes_on = self.give_back(problem, w) && !self.settings.is_expired();
            if !goes_on {
                return Some(SolverReport {
                    iterations: spent,
                    ..report
                });
            }
        }
    }

    /// One linear system, where everything holds.
    fn solve_linear(&mut self, problem: &ContactProblem, w: &BlockMatrix) -> Option<SolverReport> {
        if self.parts.is_empty() {
            self.parts.push(Part::default());
        }
        let factors = &mut self.parts[0].factors;
        if !factors.factor(w) {
            return None;
        }
        factors.solve(w, &problem.free_velocity, &mut self.trial);
        Some(LINEAR)
    }

    /// The condensed problem from what is in `trial`, and all impulses there.
    fn solve_rest(
        &mut self,
        problem: &ContactProblem,
        w: &BlockMatrix,
        method: Call,
    ) -> Option<SolverReport> {
        if !self.condense(problem, w) {
            return None;
        }
        self.r.clear();
        for &block in &self.split.rest {
            let rows = w.offsets[block]..w.offsets[block + 1];
            self.r.extend_from_slice(&self.trial[rows]);
        }
        let first = self.method.newton_first(&self.condensed, &mut self.r);
        if first.is_none() && StepAccuracy::takes_newton_first(&self.condensed) && self.let_go(problem) {
            // Bounded rows that hold may leave the contacts without an answer: fingers that close on a box.
            return self.solve_rest(problem, w, method);
        }
        let report = first.unwrap_or_else(|| method(&mut self.method, &self.condensed, &mut self.r));
        self.recover(problem, w);
        Some(report)
    }

    /// Gives back all bounded rows; whether there was one.
    fn let_go(&mut self, problem: &ContactProblem) -> bool {
        let mut any = false;
        for (law, held) in problem.laws.iter().zip(&mut self.split.held) {
            if matches!(law, Law::Box { .. }) && *held {
                (*held, any) = (false, true);
            }
        }
        any
    }

    fn solve_by(&mut self, problem: &ContactProblem, r: &mut [f64], method: Call) -> SolverReport {
        let may_hold = |law: &Law| matches!(law, Law::Bilateral | Law::Box { .. });
        let Delassus::Explicit(w) = &problem.delassus else {
            return method(&mut self.method, problem, r);
        };
        if !problem.laws.iter().any(may_hold) {
            return method(&mut self.method, problem, r);
        }
        let Some(mut report) = self.solve_condensed(problem, w, r, method) else {
            return method(&mut self.method, problem, r);
        };
        let trial = std::mem::take(&mut self.trial);
        let error = self.error(problem, &trial);
        let enough = self.settings.enough.is_some_and(|enough| error <= enough);
        let good = match self.settings.tolerance {
            tolerance if problem.laws.len() <= TO_ROUNDING && tolerance < LOOSE => ROUNDED,
            tolerance => tolerance,
        };
        let stop = match report.stop {
            _ if error <= good => Some(Stop::Converged),
            Stop::Enough if enough => Some(Stop::Enough),
            stop @ (Stop::TimeLimit | Stop::IterationLimit) => Some(stop),
            Stop::Infeasible if find_ray(problem, &trial).is_some() => Some(Stop::Infeasible),
            _ => None,
        };
        if stop.is_some() || error < self.error(problem, r) {
            r.copy_from_slice(&trial);
        }
        self.trial = trial;
        if let Some(stop) = stop {
            report.stop = stop;
            return report;
        }
        let spent = report.iterations;
        report = method(&mut self.method, problem, r);
        report.iterations += spent;
        report
    }
}

impl Solver for JointsFirst {
    fn solve(&mut self, problem: &ContactProblem, r: &mut [f64]) -> SolverReport {
        self.solve_by(problem, r, |solver, problem, r| solver.solve(problem, r))
    }

    fn try_solve(&mut self, problem: &ContactProblem, r: &mut [f64]) -> SolverReport {
        self.solve_by(problem, r, |solver, problem, r| solver.try_solve(problem, r))
    }

    fn wants_joints_eliminated(&self) -> bool {
        true
    }

    fn solve_condensed(
        &mut self,
        problem: &ContactProblem,
        r: &mut [f64],
        how: Condensing<'_>,
    ) -> Option<SolverReport> {
        if how.coupled.contains(&true) {
            self.r.clear();
            self.r.extend_from_slice(r);
            if let Some(report) = self.method.newton_first(problem, &mut self.r) {
                r.copy_from_slice(&self.r);
                return Some(report);
            }
            // Bounded rows that hold may leave the contacts without an answer: fingers that close on a box.
            if how.guessed && StepAccuracy::takes_newton_first(problem) {
                return None;
            }
        }
        Some(if how.trial {
            self.try_solve(problem, r)
        } else {
            self.solve(problem, r)
        })
    }
}

impl Split {
    /// The connected parts of the eliminated blocks, and the rest.
    fn find_parts(&mut self, w: &BlockMatrix) {
        let count = w.num_blocks();
        self.parent.clear();
        self.parent.extend(0..count);
        self.rest.clear();
        self.place.clear();
        for i in 0..count {
            self.place.push(self.rest.len());
            if !self.held[i] {
                self.rest.push(i);
                continue;
            }
            for &j in &w.col[w.row_ptr[i]..w.row_ptr[i + 1]] {
                if j < i && self.held[j] {
                    join(&mut self.parent, i, j);
                }
            }
        }
        self.part_of.clear();
        self.part_of.resize(count, usize::MAX);
        self.count = 0;
        for i in (0..count).filter(|i| self.held[*i]) {
            let root = root(&mut self.parent, i);
            if root == i {
                self.part_of[i] = self.count;
                self.count += 1;
            } else {
                self.part_of[i] = self.part_of[root];
            }
        }
    }
}

impl Part {
    /// Columns of W_jc to L⁻¹ W_jc.
    fn eliminate(&mut self) {
        let rows = self.b.len();
        if rows == 0 {
            return;
        }
        for column in self.columns.chunks_exact_mut(rows) {
            self.factors.forward(column);
        }
    }

    /// W' −= (L⁻¹ W_jc)ᵀ D⁻¹ (L⁻¹ W_jc) and b' −= (L⁻¹ W_jc)ᵀ D⁻¹ (L⁻¹ b_j) on the contacts that feel it.
    fn subtract(&self, out: &mut BlockMatrix, b: &mut [f64]) {
        let rows = self.b.len();
        let inverse = self.factors.inverse();
        let column = |k: usize, a: usize| &self.columns[self.start[k] + a * rows..][..rows];
        let product = |x: &[f64], y: &[f64]| {
            let terms = x.iter().zip(y).zip(inverse);
            terms.map(|((x, y), d)| x * y * d).sum::<f64>()
        };
        for (i, &block) in self.touching.iter().enumerate() {
            let height = out.size(block);
            for a in 0..height {
                b[out.offsets[block] + a] -= product(column(i, a), &self.free);
            }
            for (j, &other) in self.touching.iter().enumerate().take(i + 1) {
                let width = out.size(other);
                let (Some(own), Some(mirrored)) =
                    (find_block(out, block, other), find_block(out, other, block))
                else {
                    continue;
                };
                for a in 0..height {
                    for c in 0..width {
                        if i == j && c > a {
                            continue;
                        }
                        let x = product(column(i, a), column(j, c));
                        out.values[out.start[own] + a * width + c] -= x;
                        if i != j || a != c {
                            out.values[out.start[mirrored] + c * height + a] -= x;
                        }
                    }
                }
            }
        }
    }
}
