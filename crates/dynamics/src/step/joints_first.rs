//! Joints first: rows that hold are eliminated with the bodies, what is left is a problem of contacts.
//!
//! ```text
//! M̂ y − Cᵀ r_j = H_cᵀ r_c,   C y + E r_j = −b_j        y = v⁺ − v_free;  j: what holds,  c: the rest
//! W' r_c + b' = u_c,   (u_c, r_c) ∈ law               W' = H_c K⁻¹ H_cᵀ,  b' = b_c + H_c y(r_c = 0)
//! ```
//! K is factored along the tree that the joints make of the bodies ([`drystone_solve::saddle`]); W of the
//! joints is not formed. What holds: constraints, springs and dampers, and those of the bounded forces
//! (motors, dry friction) whose first guess lies between their bounds. One whose answer passes a bound is
//! given back to the rest, and all is made again; each time at least one goes, so it ends. All of them go
//! where the solver finds no answer near while they hold. v⁺ is v_free + y, as K gives it: M̂⁻¹ Hᵀ r has lost
//! what a light body does between heavy ones.
//!
//! Nothing is done, and the problem goes to the solver as it stands, where K has no factors, where W' would
//! be much larger than W, or where joints hold a contact in all its directions. The judge looks at y and r.

use crate::contact::Rows;
use drystone_solve::delassus::{BlockMatrix, Delassus};
use drystone_solve::law::Law;
use drystone_solve::mass::MassMatrix;
use drystone_solve::policy::tolerances::HELD;
use drystone_solve::problem::ContactProblem;
use drystone_solve::saddle::{Condensed, Held, RowsOf, Saddle};
use drystone_solve::solver::{Condensing, Solver, SolverReport, Stop};

/// A problem by its bodies: u = H M⁻¹ Hᵀ r + b, with springs and dampers as the last rows.
#[derive(Clone, Copy)]
pub(crate) struct ByBodies<'a> {
    /// M̂, factored symmetrically.
    pub(crate) mass: &'a MassMatrix,
    pub(crate) jacobian: &'a Rows,
    /// First row of each block, and the number of rows at the end.
    pub(crate) offsets: &'a [usize],
    pub(crate) laws: &'a [Law],
    pub(crate) b: &'a [f64],
    /// 1/Z of the springs and dampers.
    pub(crate) compliance: &'a [f64],
    /// H M⁻¹ Hᵀ with its diagonal at least, where it is known.
    pub(crate) diagonal: Option<&'a BlockMatrix>,
}

impl ByBodies<'_> {
    /// The diagonal of row k of a block that is no spring.
    fn norm(&self, (block, k): (usize, usize), spread: &mut Vec<f64>) -> f64 {
        let row = self.offsets[block] + k;
        match self.diagonal {
            Some(w) if row < self.b.len() - self.compliance.len() => {
                w.block(w.diagonal[block])[k * (w.size(block) + 1)]
            }
            _ => self.mass.norm_of_row(self.jacobian.row(row), spread),
        }
    }

    /// E of a row that holds.
    fn compliance(&self, row: usize) -> f64 {
        let soft = self.b.len() - self.compliance.len();
        row.checked_sub(soft).map_or(0.0, |k| self.compliance[k])
    }
}

/// The elimination and its buffers.
#[derive(Default)]
pub(crate) struct JointsFirst {
    saddle: Saddle,
    condensed: Condensed,
    rest: Rest,
    /// Which blocks hold, and their rows with their E, b and impulses.
    holds: Vec<bool>,
    /// Whether a bounded one is among them.
    guessed: bool,
    rows: Vec<usize>,
    compliance: Vec<f64>,
    b: Vec<f64>,
    r_held: Vec<f64>,
    /// H_cᵀ r_c, and y.
    force: Vec<f64>,
    change: Vec<f64>,
    /// Degrees of freedom of a body.
    body: usize,
    /// Whether the factors of the last problem are near enough to those of the next.
    pub(crate) keeps: bool,
}

/// What came of one elimination.
enum Found {
    Answer(SolverReport),
    /// No answer is near while bounded rows hold.
    LetGo,
}

/// What does not hold: contacts, bounded forces at their bounds.
#[derive(Default)]
struct Rest {
    /// Their blocks.
    blocks: Vec<usize>,
    /// Their problem, and its impulses.
    problem: ContactProblem,
    r: Vec<f64>,
    /// Which of them feel what holds.
    coupled: Vec<bool>,
    spread: Vec<f64>,
}

impl JointsFirst {
    /// For bodies with so many degrees of freedom.
    pub(crate) fn new(body: usize) -> Self {
        JointsFirst {
            body,
            ..JointsFirst::default()
        }
    }

    /// v⁺ − v_free of the last answer.
    pub(crate) fn change(&self) -> &[f64] {
        &self.change
    }

    /// Solves a problem from the guess in `r`; `None`, and `r` perhaps of no use, where it is better left as
    /// it is.
    pub(crate) fn solve(
        &mut self,
        given: ByBodies<'_>,
        r: &mut [f64],
        solver: &mut dyn Solver,
        trial: bool,
    ) -> Option<SolverReport> {
        self.choose(given, r);
        let mut spent = 0;
        loop {
            self.list(given, r);
            let report = match self.solve_held(given, r, solver, trial)? {
                Found::Answer(report) => report,
                Found::LetGo => {
                    spent += 1;
                    self.let_go(given);
                    continue;
                }
            };
            spent += report.iterations + 1;
            if !self.give_back(given, r) {
                return Some(SolverReport {
                    iterations: spent,
                    ..report
                });
            }
        }
    }

    /// Blocks that hold for certain, or by the first guess.
    fn choose(&mut self, given: ByBodies<'_>, r: &[f64]) {
        let laws = given.laws.iter().zip(given.offsets);
        self.holds.clear();
        self.holds.extend(laws.map(|(law, &row)| match *law {
            Law::Bilateral => true,
            Law::Box { lo, hi } => lo < r[row] && r[row] < hi,
            _ => false,
        }));
    }

    /// Gives back all bounded rows.
    fn let_go(&mut self, given: ByBodies<'_>) {
        for (law, holds) in given.laws.iter().zip(&mut self.holds) {
            *holds &= !matches!(law, Law::Box { .. });
        }
    }

    /// Gives back the bounded rows that have passed a bound; whether there was one.
    fn give_back(&mut self, given: ByBodies<'_>, r: &mut [f64]) -> bool {
        let mut any = false;
        let blocks = given.laws.iter().zip(&mut self.holds);
        for ((law, holds), &row) in blocks.zip(given.offsets) {
            if let (Law::Box { lo, hi }, true) = (*law, *holds) {
                let r = &mut r[row];
                if !(lo <= *r && *r <= hi) {
                    *holds = false;
                    *r = r.max(lo).min(hi);
                    any = true;
                }
            }
        }
        any
    }

    /// The rows that hold, and the other blocks.
    fn list(&mut self, given: ByBodies<'_>, r: &[f64]) {
        self.rest.blocks.clear();
        self.rows.clear();
        self.compliance.clear();
        self.b.clear();
        self.r_held.clear();
        self.guessed = false;
        for (block, &row) in given.offsets[..given.laws.len()].iter().enumerate() {
            if self.holds[block] {
                self.guessed |= matches!(given.laws[block], Law::Box { .. });
                self.rows.push(row);
                self.compliance.push(given.compliance(row));
                self.b.push(given.b[row]);
                self.r_held.push(r[row]);
            } else {
                self.rest.blocks.push(block);
            }
        }
    }

    /// Solves with the rows that hold now; all impulses into `r`, y into `change`; `None`
    /// where the problem is better left as it is.
    fn solve_held(
        &mut self,
        given: ByBodies<'_>,
        r: &mut [f64],
        solver: &mut dyn Solver,
        trial: bool,
    ) -> Option<Found> {
        let ByBodies { mass, jacobian, .. } = given;
        let held = Held {
            mass,
            body: self.body,
            jacobian: RowsOf {
                row_ptr: &jacobian.row_ptr,
                col: &jacobian.col,
                value: &jacobian.value,
            },
            rows: &self.rows,
            compliance: &self.compliance,
        };
        if !(self.keeps && self.saddle.fits(held)) && !self.saddle.factor(held) {
            return None;
        }
        self.force.clear();
        self.force.resize(mass.dim(), 0.0);
        self.change.clear();
        self.change.resize(mass.dim(), 0.0);
        let answer = (&mut self.change[..], &mut self.r_held[..]);
        if !self.saddle.solve(held, &self.force, &self.b, answer) {
            return None;
        }
        let mut report = SolverReport {
            iterations: 0,
            stop: Stop::Converged,
            method: "joints",
        };
        if !self.rest.blocks.is_empty() {
            let rest = &mut self.rest;
            let Delassus::Explicit(w) = &mut rest.problem.delassus else {
                return None;
            };
            let blocks = (&rest.blocks[..], given.offsets);
            if !self.condensed.form(&self.saddle, held, blocks, w) || !rest.state(given, r, &self.change) {
                return None;
            }
            self.condensed.tell_coupled(&mut rest.coupled);
            let how = Condensing {
                coupled: &rest.coupled,
                trial,
                guessed: self.guessed,
            };
            let Some(found) = solver.solve_condensed(&rest.problem, &mut rest.r, how) else {
                return Some(Found::LetGo);
            };
            report = found;
            rest.push(given, r, &mut self.force);
            let answer = (&mut self.change[..], &mut self.r_held[..]);
            if !self.saddle.solve(held, &self.force, &self.b, answer) {
                return None;
            }
            self.move_others(mass);
        }
        for (row, held) in self.rows.iter().zip(&self.r_held) {
            r[*row] = *held;
        }
        Some(Found::Answer(report))
    }

    /// y of the bodies that nothing holds.
    fn move_others(&mut self, mass: &MassMatrix) {
        for (block, ends) in mass.offsets.windows(2).enumerate() {
            let dofs = ends[0]..ends[1];
            if !self.saddle.holds(ends[0]) && self.force[dofs.clone()].iter().any(|f| *f != 0.0) {
                let y = &mut self.change[dofs.clone()];
                y.copy_from_slice(&self.force[dofs]);
                mass.solve_block(block, y);
            }
        }
    }
}

impl Rest {
    /// b', the laws and the first guess; `false` where joints hold a contact in all directions: its W' is
    /// rounding.
    fn state(&mut self, given: ByBodies<'_>, r: &[f64], change: &[f64]) -> bool {
        let problem = &mut self.problem;
        problem.laws.clear();
        problem.free_velocity.clear();
        self.r.clear();
        let Delassus::Explicit(w) = &problem.delassus else {
            return false;
        };
        for (k, &block) in self.blocks.iter().enumerate() {
            problem.laws.push(given.laws[block]);
            let rows = given.offsets[block]..given.offsets[block + 1];
            let diagonal = w.block(w.diagonal[k]).iter().step_by(rows.len() + 1);
            for ((n, row), left) in rows.enumerate().zip(diagonal) {
                let whole = given.norm((block, n), &mut self.spread);
                if !(*left > HELD * whole || whole == 0.0) {
                    return false;
                }
                let change = given.jacobian.dot(row, change);
                problem.free_velocity.push(given.b[row] + change);
                self.r.push(r[row]);
            }
        }
        true
    }

    /// Their impulses into `r`, and what they push into `force`.
    fn push(&self, given: ByBodies<'_>, r: &mut [f64], force: &mut [f64]) {
        let mut from = self.r.iter();
        for &block in &self.blocks {
            for (row, found) in (given.offsets[block]..given.offsets[block + 1]).zip(&mut from) {
                r[row] = *found;
                if *found != 0.0 {
                    given.jacobian.add_transposed(row, *found, force);
                }
            }
        }
    }
}
