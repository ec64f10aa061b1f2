//! Gauss–Seidel visits over the factors (M, H): W is never formed.
//!
//! ```text
//! v = M⁻¹ Hᵀ r is carried along:    u_i = H_i v + b_i,      v changes by M⁻¹ H_iᵀ δr_i
//! ```
//! Each block keeps its rows of H and of M⁻¹ Hᵀ over the degrees of freedom it touches, so that a visit costs
//! what those cost; fit for mass matrices that fall into small parts.

use super::sweep::{Moved, note};
use crate::cone::block::round::Round;
use crate::cone::block::solve_block;
use crate::delassus::Sparse;
use crate::law::{Law, MAX_ROWS};
use crate::mass::Mass;
use crate::problem::sizes;

/// H and M⁻¹ Hᵀ block by block, over the degrees of freedom each block touches.
#[derive(Debug, Default)]
pub(crate) struct MatrixFree {
    v: Vec<f64>,
    offsets: Vec<usize>,
    /// Degrees of freedom of block i: `dof[dof_ptr[i] .. dof_ptr[i + 1]]`.
    dof_ptr: Vec<usize>,
    dof: Vec<usize>,
    /// Where the coefficients of block i begin in `h` and `y`: rows × dofs, row-major.
    start: Vec<usize>,
    h: Vec<f64>,
    y: Vec<f64>,
    /// Diagonal blocks of W, and where each begins.
    diagonal: Vec<f64>,
    diagonal_start: Vec<usize>,
    locals: Vec<Option<Round>>,
}

impl MatrixFree {
    pub(crate) fn prepare(&mut self, mass: &Mass, jacobian: &Sparse, laws: &[Law], r: &[f64]) {
        *self = MatrixFree {
            v: vec![0.0; mass.dim()],
            ..MatrixFree::default()
        };
        self.offsets = crate::delassus::offsets_of(&sizes(laws));
        self.dof_ptr.push(0);
        for (i, law) in laws.iter().enumerate() {
            let rows = self.offsets[i]..self.offsets[i + 1];
            let h: Vec<Vec<(usize, f64)>> = rows.clone().map(|row| jacobian.row(row).collect()).collect();
            let y: Vec<Vec<(usize, f64)>> = h.iter().map(|h| mass.solve_sparse(h)).collect();
            let mut dofs: Vec<usize> = h.iter().chain(&y).flatten().map(|e| e.0).collect();
            dofs.sort_unstable();
            dofs.dedup();
            let start = self.h.len();
            self.start.push(start);
            for (h, y) in h.iter().zip(&y) {
                let at = self.h.len();
                self.h.resize(at + dofs.len(), 0.0);
                self.y.resize(at + dofs.len(), 0.0);
                for &(dof, x) in h {
                    self.h[at + dofs.partition_point(|&d| d < dof)] = x;
                }
                for &(dof, x) in y {
                    self.y[at + dofs.partition_point(|&d| d < dof)] = x;
                }
            }
            self.push_diagonal(start, rows.len(), dofs.len());
            let block = &self.diagonal[self.diagonal_start[i]..];
            self.locals.push(if let Law::Coulomb { mu } = *law {
                Some(Round::new(block, mu))
            } else {
                None
            });
            self.dof.extend(dofs);
            self.dof_ptr.push(self.dof.len());
        }
        self.refresh(laws, r);
    }

    fn push_diagonal(&mut self, start: usize, rows: usize, width: usize) {
        self.diagonal_start.push(self.diagonal.len());
        for a in 0..rows {
            for c in 0..rows {
                let (h, y) = (start + a * width, start + c * width);
                self.diagonal
                    .push((0..width).map(|k| self.h[h + k] * self.y[y + k]).sum());
            }
        }
    }

    pub(crate) fn refresh(&mut self, laws: &[Law], r: &[f64]) {
        self.v.fill(0.0);
        for i in 0..laws.len() {
            for (a, row) in (self.offsets[i]..self.offsets[i + 1]).enumerate() {
                if r[row] != 0.0 {
                    self.push(i, a, r[row]);
                }
            }
        }
    }

    /// v += M⁻¹ h_aᵀ x for row a of block i.
    fn push(&mut self, i: usize, a: usize, x: f64) {
        let dofs = &self.dof[self.dof_ptr[i]..self.dof_ptr[i + 1]];
        let y = &self.y[self.start[i] + a * dofs.len()..][..dofs.len()];
        for (&dof, y) in dofs.iter().zip(y) {
            self.v[dof] += y * x;
        }
    }

    pub(crate) fn visit(
        &mut self,
        i: usize,
        law: &Law,
        (b, scale): (&[f64], &[f64]),
        r: &mut [f64],
        moved: &mut Moved,
    ) {
        let (at, n) = (self.offsets[i], self.offsets[i + 1] - self.offsets[i]);
        let dofs = &self.dof[self.dof_ptr[i]..self.dof_ptr[i + 1]];
        let w = &self.diagonal[self.diagonal_start[i]..][..n * n];
        let (mut u, mut new) = ([0.0; MAX_ROWS], [0.0; MAX_ROWS]);
        let h = &self.h[self.start[i]..][..n * dofs.len()];
        for a in 0..n {
            let row = &h[a * dofs.len()..][..dofs.len()];
            let all = b[at + a] + row.iter().zip(dofs).map(|(h, &dof)| h * self.v[dof]).sum::<f64>();
            u[a] = all - (0..n).map(|c| w[a * n + c] * r[at + c]).sum::<f64>();
        }
        if let Some(round) = &mut self.locals[i] {
            new[..3].copy_from_slice(&round.solve([u[0], u[1], u[2]], 0.0));
        } else {
            new[..n].copy_from_slice(&r[at..at + n]);
            solve_block(law, w, &u[..n], &mut new[..n]);
        }
        for a in 0..n {
            if new[a] != r[at + a] {
                self.push(i, a, new[a] - r[at + a]);
            }
        }
        note(&new[..n], &mut r[at..at + n], &scale[at..at + n], moved);
    }
}
