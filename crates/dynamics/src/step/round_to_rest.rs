//! Velocities of held bodies that are rounding alone are set to zero.
//!
//! ```text
//! v⁺ = v_free + Σ_c p_c,     p_c = M⁻¹ H_cᵀ r_c                the sum of n terms of the step
//! |fl(v⁺) − v⁺| ≤ ρ = n ε (|v_free| + Σ_c |p_c|)  its rounding (Higham 2002, §4.2),
//!     |v|² = v·M v of one body
//! ρ_k ← max(ρ_k, ρ_j √(w_j/w_k)),     w = h M⁻¹ hᵀ     what the rounding of j moves k by, held together at h
//! v⁺ := 0    where |v⁺| ≤ ρ, of bodies that stick to something by friction
//! ```
//! Zero is as near to the exact sum as the computed number. Without it the roundings of the steps add up: a
//! tonne on four cubes of a kilogram walks by 1e-13 m in ten thousand steps. Not done: bodies that no
//! friction holds, where small forces must add up; velocities that a looser tolerance than rounding left.

use crate::contact::Rows;
use crate::step::tolerances::SLOW;
use drystone_solve::mass::MassMatrix;
use std::ops::Range;

/// Scratch space, per body.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rest {
    slow: Vec<bool>,
    held: Vec<bool>,
    /// Σ |p_c| and n, then ρ of the body itself.
    sum: Vec<f64>,
    terms: Vec<f64>,
    /// ρ with what the neighbours add.
    rounding: Vec<f64>,
    push: Vec<f64>,
}

impl Rest {
    /// Sets the velocities of held bodies to zero where they are rounding; `holds` tells of a block of rows
    /// whether its friction holds.
    pub(crate) fn round(
        &mut self,
        mass: &MassMatrix,
        (rows, offsets): (&Rows, &[usize]),
        (r, v_free): (&[f64], &[f64]),
        holds: impl Fn(usize) -> bool,
        v: &mut [f64],
    ) {
        if !self.find_slow(mass, v_free, v) {
            return;
        }
        for (i, ends) in offsets.windows(2).enumerate() {
            self.add(mass, rows, ends[0]..ends[1], r, holds(i));
        }
        for k in 0..mass.num_blocks() {
            let free = norm(mass, k, &v_free[mass.offsets[k]..mass.offsets[k + 1]]);
            self.sum[k] = self.terms[k] * f64::EPSILON * (self.sum[k] + free);
        }
        self.rounding.clone_from(&self.sum);
        for (i, ends) in offsets.windows(2).enumerate() {
            if holds(i) {
                self.hand_on(mass, rows, ends[0]);
            }
        }
        for k in 0..mass.num_blocks() {
            let dofs = mass.offsets[k]..mass.offsets[k + 1];
            if self.slow[k] && self.held[k] && norm(mass, k, &v[dofs.clone()]) <= self.rounding[k] {
                v[dofs].fill(0.0);
            }
        }
    }

    /// Marks the slow bodies; whether there is one.
    fn find_slow(&mut self, mass: &MassMatrix, v_free: &[f64], v: &[f64]) -> bool {
        let blocks = mass.num_blocks();
        let squared = |x: &[f64]| x.iter().map(|x| x * x).sum::<f64>();
        self.slow.clear();
        self.slow.extend(mass.offsets.windows(2).map(|ends| {
            let speed = squared(&v[ends[0]..ends[1]]);
            speed > 0.0 && speed <= SLOW * SLOW * squared(&v_free[ends[0]..ends[1]])
        }));
        let any = self.slow.contains(&true);
        if any {
            self.held.clear();
            self.held.resize(blocks, false);
            self.sum.clear();
            self.sum.resize(blocks, 0.0);
            self.terms.clear();
            self.terms.resize(blocks, 1.0);
            self.push.resize(mass.dim(), 0.0);
        }
        any
    }

    /// Adds |p_c| of one contact to the sums of the slow bodies it acts on.
    fn add(&mut self, mass: &MassMatrix, rows: &Rows, range: Range<usize>, r: &[f64], holds: bool) {
        let mut last = None;
        for &dof in rows.row(range.start).0 {
            let k = mass.block_of[dof];
            // The entries of a body follow each other.
            if last.replace(k) == Some(k) || !self.slow[k] {
                continue;
            }
            let dofs = mass.offsets[k]..mass.offsets[k + 1];
            self.push[dofs.clone()].fill(0.0);
            for row in range.clone() {
                spread(rows, row, r[row], &dofs, &mut self.push);
            }
            let push = &mut self.push[dofs];
            mass.solve_block(k, push);
            self.sum[k] += norm(mass, k, push);
            self.terms[k] += range.len() as f64;
            self.held[k] |= holds;
        }
    }

    /// What the rounding of the two bodies of a contact that holds means for each other.
    fn hand_on(&mut self, mass: &MassMatrix, rows: &Rows, row: usize) {
        let cols = rows.row(row).0;
        let (Some(j), Some(k)) = (cols.first(), cols.last()) else {
            return;
        };
        let pair = [mass.block_of[*j], mass.block_of[*k]];
        if pair[0] == pair[1] || !pair.iter().all(|k| self.slow[*k]) {
            return;
        }
        let w = pair.map(|k| {
            let dofs = mass.offsets[k]..mass.offsets[k + 1];
            self.push[dofs.clone()].fill(0.0);
            spread(rows, row, 1.0, &dofs, &mut self.push);
            mass.solve_block(k, &mut self.push[dofs]);
            rows.row(row)
                .0
                .iter()
                .zip(rows.row(row).1)
                .filter(|(dof, _)| mass.block_of[**dof] == k)
                .map(|(dof, h)| h * self.push[*dof])
                .sum::<f64>()
        });
        for (j, k) in [(0, 1), (1, 0)] {
            if w[k] > 0.0 {
                let moved = self.sum[pair[j]] * (w[j] / w[k]).sqrt();
                self.rounding[pair[k]] = self.rounding[pair[k]].max(moved);
            }
        }
    }
}

/// Adds a row times x to the degrees of freedom of one body.
fn spread(rows: &Rows, row: usize, x: f64, dofs: &Range<usize>, to: &mut [f64]) {
    let (col, value) = rows.row(row);
    for (dof, h) in col.iter().zip(value) {
        if dofs.contains(dof) {
            to[*dof] += x * h;
        }
    }
}

/// √(x·M x) of one body.
fn norm(mass: &MassMatrix, k: usize, x: &[f64]) -> f64 {
    let rows = mass.values[mass.start[k]..mass.start[k + 1]].chunks_exact(x.len());
    let image = rows.map(|row| row.iter().zip(x).map(|(m, x)| m * x).sum::<f64>());
    image.zip(x).map(|(m, x)| m * x).sum::<f64>().max(0.0).sqrt()
}
