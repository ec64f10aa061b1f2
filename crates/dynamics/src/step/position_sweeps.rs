//! Positions pushed out of overlap: sweeps over the normals of contacts and the rows of constraints.
//!
//! ```text
//! minimise ½ |δ|²_M   subject to   g + H_N δ ≥ 0,   c + C δ = 0
//! row i:  z_i ← max(0, z_i − (g_i + H_i δ) / w_i)  (no bound on constraints),   δ ← δ + Y_i Δz_i
//! Y_i = M⁻¹ H_iᵀ,   w_i = H_i Y_i
//! ```
//! Gauss–Seidel on the dual, forwards and backwards in turn; δ is carried along and W is never formed. It
//! ends once a sweep moves no gap by more than a share of the worst overlap. Not exact: what is left is
//! small, and left to the next pass.

use crate::contact::Rows;
use crate::step::tolerances::LIFTED;
use drystone_solve::mass::MassMatrix;

/// Rows of one problem; the memory is kept from step to step.
#[derive(Clone, Debug, Default)]
pub(crate) struct PositionSweeps {
    /// Parts of row i are `part_ptr[i] .. part_ptr[i + 1]`: one for each block of M that it touches.
    part_ptr: Vec<usize>,
    parts: Vec<Part>,
    /// H and (M⁻¹ Hᵀ)ᵀ, part after part, dense in each.
    h: Vec<f64>,
    y: Vec<f64>,
    /// w_i; 0 where nothing can move.
    w: Vec<f64>,
    z: Vec<f64>,
    /// δ.
    pub(crate) delta: Vec<f64>,
}

/// Some degrees of freedom of a row.
#[derive(Clone, Copy, Debug)]
struct Part {
    /// The first of them, and where its values begin.
    dof: usize,
    at: usize,
    len: usize,
}

impl PositionSweeps {
    /// Forgets all rows.
    pub(crate) fn begin(&mut self, mass: &MassMatrix) {
        self.part_ptr.clear();
        self.part_ptr.push(0);
        self.parts.clear();
        self.h.clear();
        self.y.clear();
        self.w.clear();
        self.delta.clear();
        self.delta.resize(mass.dim(), 0.0);
    }

    /// Adds a row.
    pub(crate) fn push(&mut self, mass: &MassMatrix, rows: &Rows, row: usize) {
        let (col, value) = rows.row(row);
        let mut k = 0;
        let mut w = 0.0;
        while k < col.len() {
            let block = mass.block_of[col[k]];
            let (first, end) = (mass.offsets[block], mass.offsets[block + 1]);
            let (at, len) = (self.h.len(), end - first);
            self.h.resize(at + len, 0.0);
            while k < col.len() && col[k] < end {
                self.h[at + col[k] - first] = value[k];
                k += 1;
            }
            self.y.extend_from_slice(&self.h[at..]);
            mass.solve_block(block, &mut self.y[at..]);
            w += dot(&self.h[at..], &self.y[at..]);
            self.parts.push(Part { dof: first, at, len });
        }
        self.w.push(w);
        self.part_ptr.push(self.parts.len());
    }

    /// δ for the gaps and the values of the constraints, which lie behind the gaps: the rows of the
    /// first `contacts` only push.
    pub(crate) fn solve(&mut self, gaps: &[f64], contacts: usize, most: usize) {
        let rows = self.w.len();
        self.z.clear();
        self.z.resize(rows, 0.0);
        let pushes = gaps[..contacts].iter().fold(0.0, |worst: f64, g| worst.max(-g));
        let worst = gaps[contacts..]
            .iter()
            .fold(pushes, |worst: f64, c| worst.max(c.abs()));
        for sweep in 0..most {
            let mut moved: f64 = 0.0;
            for k in 0..rows {
                let i = if sweep % 2 == 0 { k } else { rows - 1 - k };
                moved = moved.max(self.visit(i, gaps[i], i < contacts));
            }
            if moved <= LIFTED * worst {
                break;
            }
        }
    }

    /// One row; by how much its gap moves, in m.
    fn visit(&mut self, i: usize, gap: f64, pushes: bool) -> f64 {
        let w = self.w[i];
        if !(w > 0.0) {
            return 0.0;
        }
        let parts = &self.parts[self.part_ptr[i]..self.part_ptr[i + 1]];
        let moved = |part: &Part| {
            let own = &self.delta[part.dof..part.dof + part.len];
            dot(&self.h[part.at..part.at + part.len], own)
        };
        let moved = match parts {
            [first, other] => moved(first) + moved(other),
            parts => parts.iter().map(moved).sum::<f64>(),
        };
        let mut change = -(gap + moved) / w;
        if pushes {
            change = change.max(-self.z[i]);
        }
        if change == 0.0 {
            return 0.0;
        }
        self.z[i] += change;
        for part in parts {
            let y = &self.y[part.at..part.at + part.len];
            add(&mut self.delta[part.dof..part.dof + part.len], y, change);
        }
        w * change.abs()
    }
}

/// A body in space has six degrees of freedom: a length that is known is a loop that is none.
const BODY: usize = 6;

#[inline]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let sum = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum();
    match (<&[f64; BODY]>::try_from(a), <&[f64; BODY]>::try_from(b)) {
        (Ok(a), Ok(b)) => sum(a, b),
        _ => sum(a, b),
    }
}

/// to ← to + y x.
#[inline]
fn add(to: &mut [f64], y: &[f64], x: f64) {
    let each = |to: &mut [f64], y: &[f64]| to.iter_mut().zip(y).for_each(|(to, y)| *to += y * x);
    match (
        <&mut [f64; BODY]>::try_from(&mut *to),
        <&[f64; BODY]>::try_from(y),
    ) {
        (Ok(to), Ok(y)) => each(to, y),
        _ => each(to, y),
    }
}
