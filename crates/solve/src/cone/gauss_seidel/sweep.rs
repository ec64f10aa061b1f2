//! One Gauss–Seidel sweep over all blocks, on explicit blocks of W or matrix-free over (M, H).
//!
//! ```text
//! for every block i:   rᵢ ← the exact answer of block i with the other impulses as they are now
//! ```
//! A sweep and the look at its residual share one pass over W. A forward sweep leaves b_i + Σ_{j<i} W_ij r_j
//! behind, which nothing later in it changes; the residual needs the blocks j ≥ i only, and the sums over j >
//! i it forms are those of the next forward sweep (the economy of Conrad and Wallach 1979 for symmetric
//! over-relaxation). Over (M, H), see `matrix_free.rs`.

use super::matrix_free::MatrixFree;
use crate::cone::block::round::{Round, Wedge};
use crate::cone::block::solve_block;
use crate::delassus::{BlockMatrix, Delassus, add_blocks};
use crate::law::{Law, MAX_ROWS, Shape};
use crate::problem::{ContactProblem, sizes};

/// The problem as the sweeps want it: prepared once, swept many times.
#[derive(Debug, Default)]
pub(crate) struct Sweeper {
    /// How well the first slide of a round contact is solved, see [`Round::solve`].
    pub(crate) precision: f64,
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

/// Which way a sweep goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Way {
    Forward,
    /// Forward, keeping what the look at the residual that follows can use.
    ForwardThenLook,
    Backward,
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
    pub(crate) fn note<const N: usize>(&mut self, new: &[f64; N], old: &[f64; N], scale: f64) {
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
        if laws.iter().all(|law| matches!(law, Law::Coulomb { .. })) {
            self.kind = Kind::Round;
            for (i, law) in laws.iter().enumerate() {
                if let Law::Coulomb { mu } = *law {
                    let block = diagonal_block::<3, 9>(w, i, &self.extra);
                    self.round.push(Round::new(&block, mu));
                }
            }
        } else if laws
            .iter()
            .all(|law| matches!(law.shape(), Some(Shape::Interval(..))))
        {
            self.kind = Kind::Wedge;
            for (i, law) in laws.iter().enumerate() {
                if let Some(Shape::Interval(minus, plus)) = law.shape() {
                    let block = diagonal_block::<2, 4>(w, i, &self.extra);
                    self.wedge.push(Wedge::new(&block, minus, plus));
                }
            }
        }
    }

    /// One sweep, one way or the other. `scale` is √d per row.
    pub(crate) fn sweep(
        &mut self,
        problem: &ContactProblem,
        b: &[f64],
        scale: &[f64],
        r: &mut [f64],
        way: Way,
    ) -> Moved {
        let backward = way == Way::Backward;
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
        let mut halves = std::mem::take(&mut self.halves);
        match way {
            Way::ForwardThenLook => {
                self.halves = Halves::Before;
                self.before.resize(r.len(), 0.0);
            }
            Way::Forward => {}
            Way::Backward => halves = Halves::Unknown,
        }
        let sums = (self.before.as_mut_slice(), self.after.as_slice(), halves);
        let (round, wedge, precision) = (&mut self.round, &self.wedge, self.precision);
        match self.kind {
            Kind::Round => {
                sweep_blocks::<3, 9>(w, (b, scale), r, sums, way, |i, u| round[i].solve(u, precision))
            }
            Kind::Wedge => sweep_blocks::<2, 4>(w, (b, scale), r, sums, way, |i, u| wedge[i].solve(u)),
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
    /// To the last bit what [`BlockMatrix::multiply_add`] gives: the same terms in the same order. `r` must
    /// be as the last sweep left it, and b the free velocity of the problem.
    pub(crate) fn velocity(&mut self, problem: &ContactProblem, r: &[f64], u: &mut [f64]) -> bool {
        let Delassus::Explicit(w) = &problem.delassus else {
            return false;
        };
        if self.halves != Halves::Before || !matches!(self.kind, Kind::Round | Kind::Wedge) {
            return false;
        }
        self.halves = Halves::After;
        self.after.resize(u.len(), 0.0);
        let (before, after) = (self.before.as_slice(), self.after.as_mut_slice());
        if self.kind == Kind::Round {
            complete::<3, 9>(w, r, before, after, u);
        } else {
            complete::<2, 4>(w, r, before, after, u);
        }
        true
    }

    /// r was changed from outside: what the last sweep left behind holds no more, and v = M⁻¹ Hᵀ r is
    /// another.
    pub(crate) fn refresh(&mut self, problem: &ContactProblem, r: &[f64]) {
        self.halves = Halves::Unknown;
        if self.kind == Kind::MatrixFree {
            self.free.refresh(&problem.laws, r);
        }
    }
}

/// The diagonal block of row i where all blocks are N×N, with `extra` added to its diagonal where there is
/// one.
#[inline]
fn diagonal_block<const N: usize, const SQUARE: usize>(
    w: &BlockMatrix,
    i: usize,
    extra: &[f64],
) -> [f64; SQUARE] {
    let mut block = w.values.as_chunks::<SQUARE>().0[w.diagonal[i]];
    if !extra.is_empty() {
        for k in 0..N {
            block[k * (N + 1)] += extra[N * i + k];
        }
    }
    block
}

/// u_i = before_i + W_ii r_i + after_i for every block row, and after_i = Σ_{j>i} W_ij r_j.
fn complete<const N: usize, const SQUARE: usize>(
    w: &BlockMatrix,
    r: &[f64],
    before: &[f64],
    after: &mut [f64],
    u: &mut [f64],
) {
    let (blocks, r) = (w.values.as_chunks::<SQUARE>().0, r.as_chunks::<N>().0);
    let (before, after) = (before.as_chunks::<N>().0, after.as_chunks_mut::<N>().0);
    for (i, u) in u.as_chunks_mut::<N>().0.iter_mut().enumerate() {
        let (diagonal, end) = (w.diagonal[i], w.row_ptr[i + 1]);
        let mut sum = before[i];
        add_blocks(
            &blocks[diagonal..=diagonal],
            &w.col[diagonal..=diagonal],
            r,
            &mut sum,
        );
        *u = sum;
        add_blocks(&blocks[diagonal + 1..end], &w.col[diagonal + 1..end], r, u);
        // Its rounding is of the size of that in u itself.
        after[i] = std::array::from_fn(|k| u[k] - sum[k]);
    }
}

/// One sweep over N×N blocks, `solve` the answer of one block: the loop where most of the time goes.
///
/// The impulses of later contacts are summed apart: that sum need not wait for the contact just solved.
#[inline]
fn sweep_blocks<const N: usize, const SQUARE: usize>(
    w: &BlockMatrix,
    (b, scale): (&[f64], &[f64]),
    r: &mut [f64],
    (before, after, halves): (&mut [f64], &[f64], Halves),
    way: Way,
    mut solve: impl FnMut(usize, [f64; N]) -> [f64; N],
) -> Moved {
    let (blocks, before) = (w.values.as_chunks::<SQUARE>().0, before.as_chunks_mut::<N>().0);
    let (b, r, after) = (
        b.as_chunks::<N>().0,
        r.as_chunks_mut::<N>().0,
        after.as_chunks::<N>().0,
    );
    let mut moved = Moved::default();
    let count = b.len();
    for k in 0..count {
        let i = if way == Way::Backward { count - 1 - k } else { k };
        let (begin, diagonal, end) = (w.row_ptr[i], w.diagonal[i], w.row_ptr[i + 1]);
        let mut later = [0.0; N];
        match halves {
            Halves::Cold => {}
            Halves::After => later = after[i],
            _ => add_blocks(
                &blocks[diagonal + 1..end],
                &w.col[diagonal + 1..end],
                r,
                &mut later,
            ),
        }
        let mut u = b[i];
        add_blocks(&blocks[begin..diagonal], &w.col[begin..diagonal], r, &mut u);
        if way == Way::ForwardThenLook {
            before[i] = u;
        }
        let new = solve(i, std::array::from_fn(|k| u[k] + later[k]));
        let old = std::mem::replace(&mut r[i], new);
        moved.note(&new, &old, scale[N * i]);
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
    if extra.is_empty() {
        solve_block(law, w.block(w.diagonal[i]), &u[..n], &mut new[..n]);
    } else {
        let mut block = [0.0; MAX_ROWS * MAX_ROWS];
        block[..n * n].copy_from_slice(w.block(w.diagonal[i]));
        for k in 0..n {
            block[k * (n + 1)] += extra[at + k];
        }
        solve_block(law, &block[..n * n], &u[..n], &mut new[..n]);
    }
    note(&new[..n], &mut r[at..at + n], &scale[at..at + n], moved);
}

pub(crate) fn note(new: &[f64], r: &mut [f64], scale: &[f64], moved: &mut Moved) {
    for ((r, &new), s) in r.iter_mut().zip(new).zip(scale) {
        let step = s * (new - *r);
        moved.change += step * step;
        moved.size += s * new * s * new;
        *r = new;
    }
}
