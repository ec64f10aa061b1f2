//! One Gauss–Seidel sweep over all blocks, on explicit blocks of W or matrix-free over (M, H).
//!
//! ```text
//! for every block i:   rᵢ ← the exact answer of block i with the other impulses as they are now
//! ```
//! Over (M, H) the velocity v = M⁻¹ Hᵀ r is carried along, so that W is never formed:
//! u_i = H_i v + b_i, and v changes by M⁻¹ H_iᵀ δr_i.

use super::block::solve_block;
use super::local::{Round, Wedge};
use crate::delassus::{BlockMatrix, Delassus, Sparse};
use crate::law::{Law, MAX_ROWS};
use crate::mass::Mass;
use crate::problem::{ContactProblem, sizes};

/// The problem as the sweeps want it: prepared once, swept many times.
#[derive(Debug, Default)]
pub(crate) struct Sweeper {
    kind: Kind,
    round: Vec<Round>,
    wedge: Vec<Wedge>,
    free: MatrixFree,
    /// All impulses are still zero: the first forward sweep need not look at the contacts that come later.
    cold: bool,
    /// Added to the diagonal of W, row by row; empty when nothing is.
    extra: Vec<f64>,
    /// W formed from factors whose mass matrix does not fall into small parts.
    formed: Option<BlockMatrix>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Kind {
    #[default]
    General,
    Round,
    Wedge,
    MatrixFree,
}

/// How much a sweep moved the impulses.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Moved {
    /// Σ d ‖δr‖², d the scale of each block.
    pub(crate) change: f64,
    /// Σ d ‖r‖².
    pub(crate) size: f64,
}

impl Sweeper {
    pub(crate) fn prepare(&mut self, problem: &ContactProblem, r: &[f64]) {
        self.formed = None;
        let cold = r.iter().all(|&r| r == 0.0);
        match &problem.delassus {
            Delassus::Explicit(w) => self.prepare_explicit(w, &problem.laws, None),
            Delassus::Factored { mass, jacobian } if mass.has_small_parts() => {
                self.kind = Kind::MatrixFree;
                self.free.prepare(mass, jacobian, &problem.laws, r);
            }
            Delassus::Factored { .. } => {
                // Sizes were checked when the problem was built, so forming W cannot fail.
                if let Ok(w) = problem.delassus.to_explicit(&sizes(&problem.laws)) {
                    self.prepare_explicit(&w, &problem.laws, None);
                    self.formed = Some(w);
                }
            }
        }
        self.cold = cold;
    }

    /// Prepares the blocks of an explicit W, or of W + α D when `extra` holds α D row by row.
    pub(crate) fn prepare_explicit(&mut self, w: &BlockMatrix, laws: &[Law], extra: Option<&[f64]>) {
        self.round.clear();
        self.wedge.clear();
        self.kind = Kind::General;
        self.cold = false;
        self.extra.clear();
        self.extra.extend_from_slice(extra.unwrap_or(&[]));
        let all_round = laws.iter().all(|law| matches!(law, Law::Coulomb { .. }));
        let all_wedge = laws
            .iter()
            .all(|law| matches!(law, Law::Planar { .. } | Law::Asymmetric { .. }));
        let mut block = [0.0; MAX_ROWS * MAX_ROWS];
        if all_round {
            self.kind = Kind::Round;
            for (i, law) in laws.iter().enumerate() {
                if let Law::Coulomb { mu } = *law {
                    self.round
                        .push(Round::new(diagonal_block(w, i, &self.extra, &mut block), mu));
                }
            }
        } else if all_wedge {
            self.kind = Kind::Wedge;
            for (i, law) in laws.iter().enumerate() {
                let block = diagonal_block(w, i, &self.extra, &mut block);
                match *law {
                    Law::Planar { mu } => self.wedge.push(Wedge::new(block, mu, mu)),
                    Law::Asymmetric { minus, plus } => self.wedge.push(Wedge::new(block, minus, plus)),
                    _ => {}
                }
            }
        }
    }

    /// One sweep; backward when asked. `scale` is √d per row.
    pub(crate) fn sweep(
        &mut self,
        problem: &ContactProblem,
        b: &[f64],
        scale: &[f64],
        r: &mut [f64],
        backward: bool,
    ) -> Moved {
        let mut moved = Moved::default();
        let count = problem.laws.len();
        if self.kind == Kind::MatrixFree {
            for k in 0..count {
                let i = if backward { count - 1 - k } else { k };
                self.free.visit(i, &problem.laws[i], (b, scale), r, &mut moved);
            }
            return moved;
        }
        let ((Delassus::Explicit(w), _) | (_, Some(w))) = (&problem.delassus, &self.formed) else {
            return moved;
        };
        match self.kind {
            Kind::Round if std::mem::take(&mut self.cold) && !backward => {
                sweep_round::<true>(w, &mut self.round, b, scale, r, false)
            }
            Kind::Round => sweep_round::<false>(w, &mut self.round, b, scale, r, backward),
            Kind::Wedge => sweep_wedge(w, &self.wedge, b, scale, r, backward),
            _ => {
                for k in 0..count {
                    let i = if backward { count - 1 - k } else { k };
                    visit_general((w, &self.extra), i, &problem.laws[i], (b, scale), r, &mut moved);
                }
                moved
            }
        }
    }

    /// Recomputes v = M⁻¹ Hᵀ r from r after r was changed from outside.
    pub(crate) fn refresh(&mut self, problem: &ContactProblem, r: &[f64]) {
        if self.kind == Kind::MatrixFree {
            self.free.refresh(&problem.laws, r);
        }
    }
}

/// The diagonal block of row i, with `extra` added to its diagonal where there is one.
fn diagonal_block<'a>(
    w: &'a BlockMatrix,
    i: usize,
    extra: &[f64],
    copy: &'a mut [f64; MAX_ROWS * MAX_ROWS],
) -> &'a [f64] {
    let block = w.block(w.diagonal[i]);
    if extra.is_empty() {
        return block;
    }
    let n = w.size(i);
    copy[..n * n].copy_from_slice(block);
    for k in 0..n {
        copy[k * (n + 1)] += extra[w.offsets[i] + k];
    }
    &copy[..n * n]
}

/// The round cone on 3×3 blocks: the loop where most of the time goes. `COLD`: impulses not visited yet are zero.
fn sweep_round<const COLD: bool>(
    w: &BlockMatrix,
    round: &mut [Round],
    b: &[f64],
    scale: &[f64],
    r: &mut [f64],
    backward: bool,
) -> Moved {
    let (blocks, _) = w.values.as_chunks::<9>();
    let (b, _) = b.as_chunks::<3>();
    let (r, _) = r.as_chunks_mut::<3>();
    let mut moved = Moved::default();
    let count = round.len();
    for k in 0..count {
        let i = if backward { count - 1 - k } else { k };
        let mut u = b[i];
        let (begin, diagonal, end) = (w.row_ptr[i], w.diagonal[i], w.row_ptr[i + 1]);
        accumulate(&blocks[begin..diagonal], &w.col[begin..diagonal], r, &mut u);
        if !COLD {
            accumulate(&blocks[diagonal + 1..end], &w.col[diagonal + 1..end], r, &mut u);
        }
        let new = round[i].solve(u);
        let old = std::mem::replace(&mut r[i], new);
        let d = scale[3 * i] * scale[3 * i];
        let (x, y, z) = (new[0] - old[0], new[1] - old[1], new[2] - old[2]);
        moved.change += d * (x * x + y * y + z * z);
        moved.size += d * (new[0] * new[0] + new[1] * new[1] + new[2] * new[2]);
    }
    moved
}

/// u += Σ W_ij r_j over a run of 3×3 blocks.
#[inline(always)]
#[expect(clippy::inline_always, reason = "the innermost loop of the sweep")]
fn accumulate(blocks: &[[f64; 9]], cols: &[usize], r: &[[f64; 3]], u: &mut [f64; 3]) {
    for (w, &j) in blocks.iter().zip(cols) {
        let x = r[j];
        u[0] += w[0] * x[0] + w[1] * x[1] + w[2] * x[2];
        u[1] += w[3] * x[0] + w[4] * x[1] + w[5] * x[2];
        u[2] += w[6] * x[0] + w[7] * x[1] + w[8] * x[2];
    }
}

/// The planar cone on 2×2 blocks.
fn sweep_wedge(
    w: &BlockMatrix,
    wedge: &[Wedge],
    b: &[f64],
    scale: &[f64],
    r: &mut [f64],
    backward: bool,
) -> Moved {
    let (blocks, _) = w.values.as_chunks::<4>();
    let (b, _) = b.as_chunks::<2>();
    let (r, _) = r.as_chunks_mut::<2>();
    let mut moved = Moved::default();
    let count = wedge.len();
    for k in 0..count {
        let i = if backward { count - 1 - k } else { k };
        let mut u = b[i];
        let range = w.row_ptr[i]..w.row_ptr[i + 1];
        for (block, &j) in blocks[range.clone()].iter().zip(&w.col[range]) {
            if j != i {
                u[0] += block[0] * r[j][0] + block[1] * r[j][1];
                u[1] += block[2] * r[j][0] + block[3] * r[j][1];
            }
        }
        let new = wedge[i].solve(u);
        let old = std::mem::replace(&mut r[i], new);
        let d = scale[2 * i] * scale[2 * i];
        let (x, y) = (new[0] - old[0], new[1] - old[1]);
        moved.change += d * (x * x + y * y);
        moved.size += d * (new[0] * new[0] + new[1] * new[1]);
    }
    moved
}

fn visit_general(
    (w, extra): (&BlockMatrix, &[f64]),
    i: usize,
    law: &Law,
    (b, scale): (&[f64], &[f64]),
    r: &mut [f64],
    moved: &mut Moved,
) {
    let (at, n) = (w.offsets[i], w.size(i));
    let mut u = [0.0; MAX_ROWS];
    u[..n].copy_from_slice(&b[at..at + n]);
    for k in (w.row_ptr[i]..w.row_ptr[i + 1]).filter(|&k| k != w.diagonal[i]) {
        let j = w.col[k];
        let x = &r[w.offsets[j]..w.offsets[j + 1]];
        for (u, row) in u.iter_mut().zip(w.block(k).chunks_exact(x.len())) {
            *u += row.iter().zip(x).map(|(a, x)| a * x).sum::<f64>();
        }
    }
    let mut new = [0.0; MAX_ROWS];
    new[..n].copy_from_slice(&r[at..at + n]);
    let mut block = [0.0; MAX_ROWS * MAX_ROWS];
    solve_block(
        law,
        diagonal_block(w, i, extra, &mut block),
        &u[..n],
        &mut new[..n],
    );
    note(&new[..n], &mut r[at..at + n], &scale[at..at + n], moved);
}

fn note(new: &[f64], r: &mut [f64], scale: &[f64], moved: &mut Moved) {
    for ((r, &new), s) in r.iter_mut().zip(new).zip(scale) {
        let step = s * (new - *r);
        moved.change += step * step;
        moved.size += s * new * s * new;
        *r = new;
    }
}

/// H and M⁻¹ Hᵀ block by block, over the degrees of freedom each block touches.
#[derive(Debug, Default)]
struct MatrixFree {
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
    fn prepare(&mut self, mass: &Mass, jacobian: &Sparse, laws: &[Law], r: &[f64]) {
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
            self.locals.push(match *law {
                Law::Coulomb { mu } => Some(Round::new(block, mu)),
                _ => None,
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

    fn refresh(&mut self, laws: &[Law], r: &[f64]) {
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

    fn visit(&mut self, i: usize, law: &Law, (b, scale): (&[f64], &[f64]), r: &mut [f64], moved: &mut Moved) {
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
            new[..3].copy_from_slice(&round.solve([u[0], u[1], u[2]]));
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
