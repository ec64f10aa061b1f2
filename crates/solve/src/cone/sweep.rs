//! One Gauss–Seidel sweep over all blocks, on explicit blocks of W or matrix-free over (M, H).
//!
//! ```text
//! for every block i:   rᵢ ← the exact answer of block i with the other impulses as they are now
//! ```
//! A sweep and the look at its residual share one pass over W. A forward sweep leaves b_i + Σ_{j<i} W_ij r_j behind, which
//! nothing later in it changes; the residual needs the blocks j ≥ i only, and the sums over j > i it forms are
//! those of the next forward sweep (the economy of Conrad and Wallach 1979 for symmetric over-relaxation).
//! Over (M, H), see `matrix_free.rs`.

use super::block::solve_block;
use super::local::{Round, Wedge};
use super::matrix_free::MatrixFree;
use crate::delassus::{BlockMatrix, Delassus, add_blocks_2, add_blocks_3};
use crate::law::{Law, MAX_ROWS};
use crate::problem::{ContactProblem, sizes};

/// The problem as the sweeps want it: prepared once, swept many times.
#[derive(Debug, Default)]
pub(crate) struct Sweeper {
    kind: Kind,
    round: Vec<Round>,
    wedge: Vec<Wedge>,
    free: MatrixFree,
    /// b_i + Σ_{j<i} W_ij r_j of the last sweep, where `halves` says so.
    before: Vec<f64>,
    /// Σ_{j>i} W_ij r_j at the impulses of now, where `halves` says so.
    after: Vec<f64>,
    halves: Halves,
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

/// Which of the two sums of a block row are at hand.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Halves {
    /// None.
    #[default]
    Unknown,
    /// `after` is zero, because all impulses are.
    Cold,
    /// `before`.
    Before,
    /// `after`.
    After,
}

/// How much a sweep moved the impulses.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Moved {
    /// Σ d ‖δr‖², d the scale of each block.
    pub(crate) change: f64,
    /// Σ d ‖r‖².
    pub(crate) size: f64,
}

impl Moved {
    #[inline]
    fn note<const N: usize>(&mut self, new: &[f64; N], old: &[f64; N], scale: f64) {
        let (mut change, mut size) = (0.0, 0.0);
        for k in 0..N {
            change += (new[k] - old[k]) * (new[k] - old[k]);
            size += new[k] * new[k];
        }
        self.change += scale * scale * change;
        self.size += scale * scale * size;
    }
}

impl Sweeper {
    pub(crate) fn prepare(&mut self, problem: &ContactProblem, r: &[f64]) {
        self.formed = None;
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
        if r.iter().all(|&r| r == 0.0) {
            self.halves = Halves::Cold;
        }
    }

    /// Prepares the blocks of an explicit W, or of W + α D when `extra` holds α D row by row.
    pub(crate) fn prepare_explicit(&mut self, w: &BlockMatrix, laws: &[Law], extra: Option<&[f64]>) {
        self.round.clear();
        self.wedge.clear();
        self.kind = Kind::General;
        self.halves = Halves::Unknown;
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
        let halves = if backward { Halves::Unknown } else { self.halves };
        self.halves = if backward { Halves::Unknown } else { Halves::Before };
        let sums = (&mut self.before, self.after.as_slice(), halves);
        match self.kind {
            Kind::Round => sweep_round(w, &mut self.round, (b, scale), r, sums, backward),
            Kind::Wedge => sweep_wedge(w, &self.wedge, (b, scale), r, sums, backward),
            _ => {
                for k in 0..count {
                    let i = if backward { count - 1 - k } else { k };
                    visit_general((w, &self.extra), i, &problem.laws[i], (b, scale), r, &mut moved);
                }
                moved
            }
        }
    }

    /// u = W r + b by what the last sweep left; `false`, with `u` untouched, where it left nothing.
    ///
    /// To the last bit what [`BlockMatrix::multiply_add`] gives: the same terms in the same order. `r` must be as the last
    /// sweep left it, and b the free velocity of the problem.
    pub(crate) fn velocity(&mut self, problem: &ContactProblem, r: &[f64], u: &mut [f64]) -> bool {
        let Delassus::Explicit(w) = &problem.delassus else {
            return false;
        };
        if self.halves != Halves::Before || !matches!(self.kind, Kind::Round | Kind::Wedge) {
            return false;
        }
        self.halves = Halves::After;
        self.after.resize(u.len(), 0.0);
        let (blocks, r, u) = (&w.values, r, u);
        if self.kind == Kind::Round {
            let (blocks, r, u) = (blocks.as_chunks().0, r.as_chunks().0, u.as_chunks_mut().0);
            let (before, after) = (self.before.as_chunks().0, self.after.as_chunks_mut().0);
            rest(w, before, after, u, |range, u| {
                add_blocks_3(&blocks[range.clone()], &w.col[range], r, u);
            });
        } else {
            let (blocks, r, u) = (blocks.as_chunks().0, r.as_chunks().0, u.as_chunks_mut().0);
            let (before, after) = (self.before.as_chunks().0, self.after.as_chunks_mut().0);
            rest(w, before, after, u, |range, u| {
                add_blocks_2(&blocks[range.clone()], &w.col[range], r, u);
            });
        }
        true
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

/// u_i = before_i + W_ii r_i + after_i for every block row; `add` adds a range of blocks to u_i.
#[inline]
fn rest<const N: usize>(
    w: &BlockMatrix,
    before: &[[f64; N]],
    after: &mut [[f64; N]],
    u: &mut [[f64; N]],
    add: impl Fn(std::ops::Range<usize>, &mut [f64; N]),
) {
    for (i, ((u, before), after)) in u.iter_mut().zip(before).zip(after).enumerate() {
        let (diagonal, end) = (w.diagonal[i], w.row_ptr[i + 1]);
        let mut sum = *before;
        add(diagonal..diagonal + 1, &mut sum);
        *u = sum;
        add(diagonal + 1..end, u);
        // Rounding of the size of that in u itself.
        *after = std::array::from_fn(|k| u[k] - sum[k]);
    }
}

/// The round cone on 3×3 blocks: the loop where most of the time goes.
fn sweep_round(
    w: &BlockMatrix,
    round: &mut [Round],
    (b, scale): (&[f64], &[f64]),
    r: &mut [f64],
    (before, after, halves): (&mut Vec<f64>, &[f64], Halves),
    backward: bool,
) -> Moved {
    before.resize(r.len(), 0.0);
    let (blocks, before, after) = (w.values.as_chunks().0, before.as_chunks_mut().0, after.as_chunks().0);
    let (b, r) = (b.as_chunks().0, r.as_chunks_mut().0);
    let mut moved = Moved::default();
    let count = round.len();
    for k in 0..count {
        let i = if backward { count - 1 - k } else { k };
        let mut u: [f64; 3] = b[i];
        let (begin, diagonal, end) = (w.row_ptr[i], w.diagonal[i], w.row_ptr[i + 1]);
        add_blocks_3(&blocks[begin..diagonal], &w.col[begin..diagonal], r, &mut u);
        before[i] = u;
        match halves {
            Halves::Cold => {}
            Halves::After => add(&after[i], &mut u),
            _ => add_blocks_3(&blocks[diagonal + 1..end], &w.col[diagonal + 1..end], r, &mut u),
        }
        let new = round[i].solve(u);
        let old = std::mem::replace(&mut r[i], new);
        moved.note(&new, &old, scale[3 * i]);
    }
    moved
}

#[inline]
fn add<const N: usize>(x: &[f64; N], u: &mut [f64; N]) {
    for k in 0..N {
        u[k] += x[k];
    }
}

/// The planar cone on 2×2 blocks.
fn sweep_wedge(
    w: &BlockMatrix,
    wedge: &[Wedge],
    (b, scale): (&[f64], &[f64]),
    r: &mut [f64],
    (before, after, halves): (&mut Vec<f64>, &[f64], Halves),
    backward: bool,
) -> Moved {
    before.resize(r.len(), 0.0);
    let (blocks, before, after) = (w.values.as_chunks().0, before.as_chunks_mut().0, after.as_chunks().0);
    let (b, r) = (b.as_chunks().0, r.as_chunks_mut().0);
    let mut moved = Moved::default();
    let count = wedge.len();
    for k in 0..count {
        let i = if backward { count - 1 - k } else { k };
        let mut u: [f64; 2] = b[i];
        let (begin, diagonal, end) = (w.row_ptr[i], w.diagonal[i], w.row_ptr[i + 1]);
        add_blocks_2(&blocks[begin..diagonal], &w.col[begin..diagonal], r, &mut u);
        before[i] = u;
        match halves {
            Halves::Cold => {}
            Halves::After => add(&after[i], &mut u),
            _ => add_blocks_2(&blocks[diagonal + 1..end], &w.col[diagonal + 1..end], r, &mut u),
        }
        let new = wedge[i].solve(u);
        let old = std::mem::replace(&mut r[i], new);
        moved.note(&new, &old, scale[2 * i]);
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

pub(super) fn note(new: &[f64], r: &mut [f64], scale: &[f64], moved: &mut Moved) {
    for ((r, &new), s) in r.iter_mut().zip(new).zip(scale) {
        let step = s * (new - *r);
        moved.change += step * step;
        moved.size += s * new * s * new;
        *r = new;
    }
}
