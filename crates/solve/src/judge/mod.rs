//! The judge: whether impulses solve a contact problem as it was given.
//!
//! ```text
//! u = W r + b,   or, for (M, H):   M v = Hᵀ r + f,   u = H v + w
//! r̃ = √d r,  ũ = u / √d                      d: mean diagonal of W over the rows of a block of one kind
//! bilateral    F = ũ
//! unilateral   F = min(r̃, ũ)
//! box          F = the middle one of r̃ − hi, ũ, r̃ − lo
//! friction     F_N = min(r̃_N, ũ_N),   F_T = r̃_T − P_{cD}(r̃_T − ũ_T), c = max(0, r̃_N − ũ_N), max(0, r̃_N)
//! ```
//! the form of Alart and Curnier (1991), whose normal part does not know μ; of the two radii c the one that
//! misses more counts. From F, less what the rounding of u may be (ε (|W| |r| + |b|), row by row):
//!
//! ```text
//! laws       ‖F‖ / max(‖b̃‖, ‖r̃‖, ‖ũ‖)         beside everything in play: what a tolerance speaks of
//! velocity   ‖F‖ / max(‖b̃‖, ‖ũ‖)              beside velocities alone: large impulses excuse nothing
//! block      max ‖F_i‖ / max(‖b̃_i‖, ‖r̃_i‖, ‖ũ_i‖)   each block beside its own: no norm hides one
//! acted      the same, with |W̃| |r̃| + |b̃| on the block as well: for the steps of a run
//! dynamics   max |M v − Hᵀ r − f| / (|M| |v| + |Hᵀ| |r| + |f|)     v is a witness: the given M checks it
//! hidden     ‖ε (|W| |r| + |b|)‖ / max(‖b̃‖, ‖ũ‖)    velocities that rounding hides
//! ```
//! An answer is a solution when `laws` is within [`LIPSCHITZ`] tolerances, and the others within limits of
//! their own ([`VELOCITY`], [`BLOCK`], [`DYNAMICS`], [`HIDDEN`]). Nothing here is shared with the solvers:
//! the laws are stated anew, the projections are the judge's own, norms cannot overflow. `ray.rs` judges
//! proofs that no solution exists.

mod norm;
mod ray;
mod sections;

pub use ray::{Factors, ray_error, ray_error_by};
pub(crate) use ray::{inertia, scales, suspicion};

use crate::delassus::Delassus;
use crate::law::layout::Kind;
use crate::law::{Law, MAX_ROWS, Shape};
use crate::mass::Mass;
use crate::problem::{ContactProblem, MixedLcp};
use crate::sparse::Sparse;
use norm::{Norm, Squares, Sum, larger, norm, share};

/// The natural map within a tolerance bounds F within this many: both forms of the law are Lipschitz.
pub const LIPSCHITZ: f64 = 10.0;
/// Defects as a share of the velocities, at most, where the tolerance asks for less than this.
pub const VELOCITY: f64 = 5e-7;
/// Defects of a block as a share of its own largest quantity, at most, where the tolerance asks for less: a
/// tolerance speaks of a norm over n blocks, of which one of average size may miss √n times as much.
pub const BLOCK: f64 = 5e-5;
/// A block that misses more than this share of its own is wrong, whatever the tolerance and the number of
/// blocks.
const WRONG: f64 = 0.5;
/// Residual of M v = Hᵀ r + f, as a share of its terms, at most.
pub const DYNAMICS: f64 = 1e-9;
/// What the rounding of u may hide, as a share of the velocities, at most: beyond it impulses are so large
/// that no answer in doubles can be told from none.
pub const HIDDEN: f64 = 1e-6;
/// A block whose quantities are below this share of the largest has no scale of its own: 1e-167 m/s beside
/// 1 m/s is nothing, in any unit.
const FAINT: f64 = 1e-30;
/// A step whose largest quantity is below this, in scaled variables, is at rest: its squares vanish.
const VANISHED: f64 = 1e-140;
/// Roundings of one entry of u: of each product and of the sum, with something to spare.
const ROUNDINGS: f64 = 4.0 * f64::EPSILON;
/// Corrections of v against the given M.
const REFINEMENTS: usize = 3;

/// What the judge found. All are shares without unit; 0 is perfect, NaN and infinity are never a solution.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Judgement {
    /// Defects beside everything in play.
    pub laws: f64,
    /// Defects beside velocities.
    pub velocity: f64,
    /// Defects of the worst block beside its own quantities.
    pub block: f64,
    /// Which block that is.
    pub worst: usize,
    /// Defects of the worst block beside its own quantities and what acts on it.
    pub acted: f64,
    /// Residual of the dynamics, for a problem given by (M, H).
    pub dynamics: f64,
    /// What rounding may hide, beside velocities.
    pub hidden: f64,
    /// How many blocks there are.
    pub blocks: usize,
}

impl Judgement {
    /// How far it is from a solution to `tolerance`: at most 1 for one.
    pub fn excess(&self, tolerance: f64) -> f64 {
        let parts = [
            self.laws / (LIPSCHITZ * tolerance),
            self.velocity / VELOCITY.max(LIPSCHITZ * tolerance),
            self.block
                / BLOCK
                    .max(LIPSCHITZ * tolerance * self.root_of_blocks())
                    .min(WRONG),
            self.dynamics / DYNAMICS,
            self.hidden / HIDDEN,
        ];
        parts.into_iter().fold(0.0, larger)
    }

    /// The same for a step of a run, whose blocks are judged beside what acts on them: none is excused by the
    /// number of the others.
    pub fn step_excess(&self, tolerance: f64) -> f64 {
        let (block, blocks) = (self.acted, 1);
        Judgement {
            block,
            blocks,
            ..*self
        }
        .excess(tolerance)
    }

    /// The least tolerance to which velocities and blocks are those of a solution; 0 where they are to any,
    /// more than [`WRONG`] where they are to none.
    pub(crate) fn least_tolerance(&self) -> f64 {
        if self.block > WRONG {
            return self.block;
        }
        let beyond = |found: f64, limit: f64, share: f64| if found <= limit { 0.0 } else { found / share };
        let velocity = beyond(self.velocity, VELOCITY, LIPSCHITZ);
        larger(
            velocity,
            beyond(self.block, BLOCK, LIPSCHITZ * self.root_of_blocks()),
        )
    }

    fn root_of_blocks(&self) -> f64 {
        (self.blocks.max(1) as f64).sqrt()
    }

    /// Whether it is a solution to `tolerance`.
    pub fn holds(&self, tolerance: f64) -> bool {
        self.excess(tolerance) <= 1.0
    }
}

/// f and w of a problem given by (M, H): M v = Hᵀ r + f, u = H v + w.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'a> {
    /// f, one entry for each degree of freedom.
    pub force: &'a [f64],
    /// w, one entry for each row.
    pub offset: &'a [f64],
}

/// Judges impulses by the problem; `terms` where it was given by f and w instead of b. Gives the velocities u
/// that the impulses lead to as well.
pub fn judge(problem: &ContactProblem, terms: Option<Terms<'_>>, r: &[f64]) -> (Judgement, Vec<f64>) {
    let reached = reached(problem, terms, r);
    let mut scale = match &problem.delassus {
        Delassus::Explicit(w) => (0..w.num_blocks())
            .flat_map(|i| {
                let n = w.size(i);
                w.block(w.diagonal[i]).iter().step_by(n + 1).copied()
            })
            .collect(),
        Delassus::Factored { .. } => problem.delassus.diagonal(),
    };
    share_scales(&problem.laws, &mut scale);
    let mut out = judge_velocity(
        &problem.laws,
        &Rows {
            r,
            u: &reached.u,
            b: &problem.free_velocity,
            scale: &scale,
            acts: &reached.acts,
        },
    );
    out.dynamics = reached.residual;
    (out, reached.u)
}

/// The velocities u that impulses lead to, by the problem as it was given; NaN where no velocity meets the
/// given M: where M v = Hᵀ r is missed by more than [`DYNAMICS`] of its terms.
pub fn velocities(problem: &ContactProblem, r: &[f64]) -> Vec<f64> {
    let found = reached(problem, None, r);
    if found.residual <= DYNAMICS {
        found.u
    } else {
        vec![f64::NAN; r.len()]
    }
}

/// Judges an answer of a mixed complementarity problem: its rows are boxes.
pub fn judge_mixed(problem: &MixedLcp, z: &[f64]) -> Judgement {
    let matrix = problem.matrix.to_sparse();
    let laws: Vec<Law> = problem
        .lower
        .iter()
        .zip(&problem.upper)
        .map(|(&lo, &hi)| Law::Box { lo, hi })
        .collect();
    let (mut u, mut acts) = (problem.q.clone(), vec![0.0; z.len()]);
    let mut scale = vec![0.0; z.len()];
    for i in 0..z.len() {
        let mut size = problem.q[i].abs();
        for (j, a) in matrix.row(i) {
            u[i] += a * z[j];
            size += (a * z[j]).abs();
            if i == j {
                scale[i] = a;
            }
        }
        acts[i] = size;
    }
    share_scales(&laws, &mut scale);
    judge_velocity(
        &laws,
        &Rows {
            r: z,
            u: &u,
            b: &problem.q,
            scale: &scale,
            acts: &acts,
        },
    )
}

/// Room for judging one problem after the other without allocating.
#[derive(Clone, Debug, Default)]
pub struct Judge {
    scale: Vec<f64>,
    acts: Vec<f64>,
}

impl Judge {
    /// The largest of what rounding may leave of a velocity that is zero: of the sums that large impulses
    /// make.
    pub fn rounding(&mut self, problem: &ContactProblem, r: &[f64]) -> f64 {
        self.acts.clear();
        self.acts.resize(r.len(), 0.0);
        acting(problem, r, &mut self.acts);
        ROUNDINGS * self.acts.iter().copied().fold(0.0, larger)
    }

    /// The first look of [`Judge::reached`]: nothing is forgiven. Of W, given in blocks, the diagonal is
    /// enough.
    pub fn glance(&mut self, problem: &ContactProblem, (r, u): (&[f64], &[f64])) -> Judgement {
        self.scale.clear();
        if let Delassus::Explicit(w) = &problem.delassus {
            for (ends, &diagonal) in w.offsets.windows(2).zip(&w.diagonal) {
                let n = ends[1] - ends[0];
                let block = &w.values[w.start[diagonal]..][..n * n];
                self.scale.extend(block.iter().step_by(n + 1));
            }
        }
        self.scale.resize(r.len(), 0.0);
        share_scales(&problem.laws, &mut self.scale);
        let rows = Rows {
            r,
            u,
            b: &problem.free_velocity,
            scale: &self.scale,
            acts: &[],
        };
        judge_step(&problem.laws, &rows)
    }

    /// Judges impulses by velocities that were reached by other means than W r + b, so that a wrong W shows
    /// too. `summed` is the largest velocity that they are sums of: its rounding is in them. Asked after
    /// [`Judge::glance`] on the same problem, where the answer would be refused without what acts on the
    /// rows. W is given in blocks.
    pub fn reached(&mut self, problem: &ContactProblem, (r, u): (&[f64], &[f64]), summed: f64) -> Judgement {
        self.acts.clear();
        self.acts.resize(r.len(), 0.0);
        acting(problem, r, &mut self.acts);
        let mut rows = Rows {
            r,
            u,
            b: &problem.free_velocity,
            scale: &self.scale,
            acts: &[],
        };
        // Large impulses hide an answer; bodies that fly along together do not, however little they move
        // against each other.
        let acts = &self.acts[..];
        let hidden = judge_step(&problem.laws, &Rows { acts, ..rows }).hidden;
        self.acts.iter_mut().for_each(|x| *x += summed);
        rows.acts = &self.acts;
        Judgement {
            hidden,
            ..judge_step(&problem.laws, &rows)
        }
    }
}

/// The rows that a judgement is made of.
#[derive(Clone, Copy)]
pub struct Rows<'a> {
    /// Impulses.
    pub r: &'a [f64],
    /// The velocities that they are to meet.
    pub u: &'a [f64],
    /// The velocities without impulses.
    pub b: &'a [f64],
    /// √d of every row: see [`share_scales`].
    pub scale: &'a [f64],
    /// |W| |r| + |b|: what acts on each row, whose rounding u may carry. Empty where it is not known: then
    /// nothing is forgiven.
    pub acts: &'a [f64],
}

/// The same for a step, whose blocks are judged beside what acts on them.
fn judge_step(laws: &[Law], rows: &Rows<'_>) -> Judgement {
    let (quick, safe, _) = sum::<Squares>(laws, rows, 0.0);
    if safe {
        return quick;
    }
    let (found, _, largest) = sum::<Norm>(laws, rows, 0.0);
    // Numbers whose squares vanish are a step at rest.
    if largest <= VANISHED {
        return Judgement::default();
    }
    found
}

/// Judges impulses and velocities that are known.
pub fn judge_velocity(laws: &[Law], rows: &Rows<'_>) -> Judgement {
    let (quick, safe, _) = sum::<Squares>(laws, rows, 0.0);
    if safe && quick.block <= BLOCK {
        return quick;
    }
    let (found, _, largest) = sum::<Norm>(laws, rows, 0.0);
    if found.block <= BLOCK {
        return found;
    }
    sum::<Norm>(laws, rows, FAINT * largest).0
}

/// The judgement with norms of one kind, whether these could hold all that was added, and the largest of r̃,
/// ũ and b̃. Blocks whose own are below `faint` are not judged by themselves.
fn sum<T: Sum>(laws: &[Law], rows: &Rows<'_>, faint: f64) -> (Judgement, bool, f64) {
    let mut total = [T::default(); 5];
    let mut out = Judgement {
        blocks: laws.len(),
        ..Judgement::default()
    };
    let mut safe = true;
    let mut at = 0;
    for (i, law) in laws.iter().enumerate() {
        let mut own = [T::default(); 5];
        let missed = match law {
            Law::Unilateral => plain::<T, 1>(law, rows, at, &mut own),
            Law::Planar { .. } => plain::<T, 2>(law, rows, at, &mut own),
            Law::Coulomb { .. } => plain::<T, 3>(law, rows, at, &mut own),
            Law::Bilateral
            | Law::Box { .. }
            | Law::Asymmetric { .. }
            | Law::Elliptic { .. }
            | Law::Facetted { .. }
            | Law::Section(_)
            | Law::Torsion { .. }
            | Law::PlanarRolling { .. }
            | Law::Rolling { .. }
            | Law::RollingTorsion { .. } => {
                let mut block = Block::new(law, rows, at);
                let columns = [&block.r, &block.u, &block.b, &block.e];
                for (sum, column) in own.iter_mut().zip(columns) {
                    column[..block.n].iter().for_each(|x| sum.add(*x));
                }
                block.e.iter_mut().for_each(|e| *e *= ROUNDINGS);
                block.missed()
            }
        };
        at += law.rows();
        own[4].add(missed);
        // Blocks beside each other: their own squares first.
        let sizes = own.map(T::value);
        safe &= own.iter().all(T::is_safe);
        let largest = larger(larger(sizes[0], sizes[1]), sizes[2]);
        let relative = if largest < faint {
            0.0
        } else {
            share(sizes[4], largest)
        };
        out.acted = larger(out.acted, share(sizes[4], larger(largest, sizes[3])));
        if !(relative <= out.block) && !out.block.is_nan() {
            (out.block, out.worst) = (relative, i);
        }
        for (total, own) in total.iter_mut().zip(&own) {
            total.join(own);
        }
    }
    safe &= total.iter().all(T::is_safe);
    let [impulses, velocities, free, acts, missed] = total.map(T::value);
    let velocity = larger(velocities, free);
    out.laws = share(missed, larger(velocity, impulses));
    out.velocity = share(missed, velocity);
    out.hidden = share(ROUNDINGS * acts, velocity);
    // Impulses of no finite size solve nothing, whatever their ratios.
    if !(impulses + velocity).is_finite() {
        out.laws = f64::NAN;
    }
    (out, safe, larger(velocity, impulses))
}

/// A contact of N rows without friction or with the same friction in every direction: ‖F‖, the sizes of r, u,
/// b and of what acts into `own`.
#[inline]
fn plain<T: Sum, const N: usize>(law: &Law, rows: &Rows<'_>, at: usize, own: &mut [T; 5]) -> f64 {
    let s = rows.scale[at];
    let (mut r, mut u, mut e) = ([0.0; N], [0.0; N], [0.0; N]);
    for k in 0..N {
        (r[k], u[k]) = (s * rows.r[at + k], rows.u[at + k] / s);
        own[0].add(r[k]);
        own[1].add(u[k]);
        own[2].add(rows.b[at + k] / s);
        if let Some(acts) = rows.acts.get(at + k) {
            own[3].add(acts / s);
            e[k] = ROUNDINGS * acts / s;
        }
    }
    let normal = normal(r[0], u[0], e[0]);
    let (Law::Planar { mu } | Law::Coulomb { mu }) = *law else {
        return normal;
    };
    let length = |x: &[f64]| {
        if let [x] = x {
            x.abs()
        } else {
            norm(x.iter().copied())
        }
    };
    let mut x = r;
    for k in 1..N {
        x[k] -= u[k];
    }
    let long = length(&x[1..]);
    let missed = |c: f64| {
        let radius = mu * c.max(0.0);
        if long <= radius {
            return length(&u[1..]);
        }
        let share = radius / long;
        let mut defect = r;
        for k in 1..N {
            defect[k] -= share * x[k];
        }
        length(&defect[1..])
    };
    let rounding = length(&e[1..]) + mu * e[0] + ROUNDINGS * length(&r[1..]);
    let friction = beyond(larger(missed(r[0] - u[0]), missed(r[0])), rounding);
    T::pair(normal, friction)
}

/// One block in scaled variables.
struct Block<'a> {
    law: &'a Law,
    n: usize,
    r: [f64; MAX_ROWS],
    u: [f64; MAX_ROWS],
    b: [f64; MAX_ROWS],
    /// What acts on the rows, then its rounding.
    e: [f64; MAX_ROWS],
    /// Scale of each row, and beside the normal row's.
    scale: [f64; MAX_ROWS],
    share: [f64; MAX_ROWS],
}

impl<'a> Block<'a> {
    fn new(law: &'a Law, rows: &Rows<'_>, at: usize) -> Self {
        let zero = [0.0; MAX_ROWS];
        let n = law.rows();
        let mut block = Block {
            law,
            n,
            r: zero,
            u: zero,
            b: zero,
            e: zero,
            scale: zero,
            share: zero,
        };
        for k in 0..n {
            let s = rows.scale[at + k];
            block.scale[k] = s;
            block.share[k] = s / rows.scale[at];
            block.r[k] = s * rows.r[at + k];
            block.u[k] = rows.u[at + k] / s;
            block.b[k] = rows.b[at + k] / s;
            block.e[k] = rows.acts.get(at + k).map_or(0.0, |acts| acts / s);
        }
        block
    }

    /// ‖F‖ of the block, less what rounding may be.
    fn missed(&self) -> f64 {
        match self.law.kind() {
            Kind::Bilateral => beyond(self.u[0], self.e[0]),
            Kind::Box { lo, hi } => {
                let (below, above) = (self.r[0] - self.scale[0] * hi, self.r[0] - self.scale[0] * lo);
                match self.u[0] {
                    u if u.is_nan() || below.is_nan() || above.is_nan() => f64::NAN,
                    u if u < below => below.abs(),
                    u if u > above => above.abs(),
                    u => beyond(u, self.e[0]),
                }
            }
            Kind::Unilateral => normal(self.r[0], self.u[0], self.e[0]),
            Kind::Friction => {
                let radii = [self.r[0] - self.u[0], self.r[0]].map(|c| c.max(0.0));
                let friction = larger(self.friction(radii[0]), self.friction(radii[1]));
                norm([normal(self.r[0], self.u[0], self.e[0]), friction])
            }
        }
    }

    /// ‖r_T − P_{cD}(r_T − u_T)‖.
    fn friction(&self, c: f64) -> f64 {
        let Some(shape) = self.law.shape() else {
            return 0.0;
        };
        let rows = 1..self.n;
        let mut x = [0.0; MAX_ROWS];
        for k in rows.clone() {
            x[k - 1] = self.r[k] - self.u[k];
        }
        let tried = x;
        sections::nearest(&shape, c, &self.share[1..self.n], &mut x[..self.n - 1]);
        // Inside the section F is u itself: r − (r − u) would lose it beside a large r.
        let defect = |k: usize| match x[k - 1] {
            y if y == tried[k - 1] => self.u[k],
            y => self.r[k] - y,
        };
        let missed = norm(rows.clone().map(defect));
        // The radius c carries the rounding of u_N, and the section the rounding of what it is made of.
        let widest = widest(&shape, &self.share);
        let rounding = norm(rows.clone().map(|k| self.e[k])) + widest * self.e[0];
        beyond(missed, rounding + ROUNDINGS * norm(rows.map(|k| self.r[k])))
    }
}

/// The least |min(r_N, u)| of all u that differ from u_N by no more than rounding may.
#[inline]
fn normal(r: f64, u: f64, rounding: f64) -> f64 {
    if r.is_nan() || u.is_nan() {
        f64::NAN
    } else if r <= 0.0 && r < u {
        r.abs()
    } else {
        r.abs().min(beyond(u, rounding)).max(beyond(u.min(0.0), rounding))
    }
}

/// The largest coefficient of a section, in scaled variables.
fn widest(shape: &Shape, share: &[f64]) -> f64 {
    match shape {
        Shape::Interval(minus, plus) => minus.max(*plus),
        Shape::Ellipsoids(groups, count) => {
            let axes = groups[..*count]
                .iter()
                .flat_map(|g| (0..g.dim).map(move |k| (g.start + k, g.axes[k])));
            axes.map(|(row, a)| a * share[row]).fold(0.0, f64::max)
        }
        Shape::Polygon(mu, _) => *mu,
        Shape::Section(s) => (0..4)
            .map(|k| {
                (s.support)(
                    &s.parameters,
                    [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]][k],
                )
            })
            .fold(0.0, f64::max),
    }
}

/// |x| less what rounding may be; NaN stays.
#[inline]
fn beyond(x: f64, rounding: f64) -> f64 {
    let left = x.abs() - rounding;
    if left < 0.0 { 0.0 } else { left }
}

/// Turns the diagonal of W into √d, one for the rows of each kind of a block; where W has no diagonal, the
/// mean over the problem stands in.
pub fn share_scales(laws: &[Law], diagonal: &mut [f64]) {
    let mut at = 0;
    for law in laws {
        let layout = law.layout();
        let block = &mut diagonal[at..at + layout.rows()];
        at += layout.rows();
        for kind in [layout.translation(), layout.rolling()] {
            let count = kind.len() as f64;
            // Divided first: a sum of three could overflow.
            let mean = block[kind.clone()].iter().map(|d| d.abs() / count).sum::<f64>();
            block[kind].fill(mean);
        }
        for d in block {
            *d = d.abs();
        }
    }
    let known = || diagonal.iter().filter(|d| **d > 0.0 && d.is_finite());
    let count = known().count() as f64;
    let mean = if count > 0.0 {
        known().map(|d| d / count).sum()
    } else {
        1.0
    };
    for d in diagonal {
        *d = if *d > 0.0 { d.sqrt() } else { f64::sqrt(mean) };
    }
}

/// |W| |r| + |b|, row by row.
pub(crate) fn acting(problem: &ContactProblem, r: &[f64], out: &mut [f64]) {
    if let Delassus::Explicit(w) = &problem.delassus {
        for (out, b) in out.iter_mut().zip(&problem.free_velocity) {
            *out = b.abs();
        }
        for i in 0..w.num_blocks() {
            for k in w.row_ptr[i]..w.row_ptr[i + 1] {
                let j = w.col[k];
                for (row, line) in w.block(k).chunks_exact(w.size(j)).enumerate() {
                    let pushed = line.iter().zip(&r[w.offsets[j]..]).map(|(a, r)| (a * r).abs());
                    out[w.offsets[i] + row] += pushed.sum::<f64>();
                }
            }
        }
    } else {
        out.copy_from_slice(&reached(problem, None, r).acts);
    }
}

/// What impulses lead to.
struct Reached {
    u: Vec<f64>,
    acts: Vec<f64>,
    /// Residual of the dynamics as a share of its terms.
    residual: f64,
}

fn reached(problem: &ContactProblem, terms: Option<Terms<'_>>, r: &[f64]) -> Reached {
    match &problem.delassus {
        Delassus::Explicit(w) => {
            let b = &problem.free_velocity;
            let (mut u, mut size) = (b.clone(), b.iter().map(|b| b.abs()).collect::<Vec<_>>());
            for i in 0..w.num_blocks() {
                for k in w.row_ptr[i]..w.row_ptr[i + 1] {
                    let (j, block) = (w.col[k], w.block(k));
                    for (row, line) in block.chunks_exact(w.size(j)).enumerate() {
                        let row = w.offsets[i] + row;
                        for (a, r) in line.iter().zip(&r[w.offsets[j]..]) {
                            u[row] += a * r;
                            size[row] += (a * r).abs();
                        }
                    }
                }
            }
            Reached {
                u,
                acts: size,
                residual: 0.0,
            }
        }
        Delassus::Factored { mass, jacobian } => {
            let (force, offset) = match terms {
                Some(terms) => (terms.force, terms.offset),
                None => (&[][..], &problem.free_velocity[..]),
            };
            by_dynamics((mass, jacobian), force, offset, r)
        }
    }
}

/// v with M v = Hᵀ r + f, and u = H v + w. The factors of M propose v; the given M corrects and judges it.
fn by_dynamics((mass, h): (&Mass, &Sparse), force: &[f64], offset: &[f64], r: &[f64]) -> Reached {
    let n = mass.dim();
    let (mut push, mut push_size) = (vec![0.0; n], vec![0.0; n]);
    for (i, f) in force.iter().enumerate() {
        (push[i], push_size[i]) = (*f, f.abs());
    }
    for (i, r) in r.iter().enumerate() {
        for (j, x) in h.row(i) {
            push[j] += x * r;
            push_size[j] += (x * r).abs();
        }
    }
    let mut v = push.clone();
    mass.solve(&mut v);
    let mut missed = vec![0.0; n];
    let residual = |v: &[f64], missed: &mut [f64]| {
        let mut worst: f64 = 0.0;
        for i in 0..n {
            let (mut sum, mut size) = (push[i], push_size[i]);
            for (j, m) in mass.matrix().row(i) {
                sum -= m * v[j];
                size += (m * v[j]).abs();
            }
            missed[i] = sum;
            worst = larger(worst, share(sum.abs(), size));
        }
        worst
    };
    let mut worst = residual(&v, &mut missed);
    for _ in 0..REFINEMENTS {
        if worst <= ROUNDINGS {
            break;
        }
        mass.solve(&mut missed);
        let better: Vec<f64> = v.iter().zip(&missed).map(|(v, c)| v + c).collect();
        let found = residual(&better, &mut missed);
        if !(found < worst) {
            break;
        }
        (v, worst) = (better, found);
    }
    let (mut u, mut acts) = (offset.to_vec(), vec![0.0; offset.len()]);
    for (i, u) in u.iter_mut().enumerate() {
        let mut size = u.abs();
        for (j, x) in h.row(i) {
            *u += x * v[j];
            size += (x * v[j]).abs();
        }
        acts[i] = size;
    }
    Reached {
        u,
        acts,
        residual: worst,
    }
}

#[cfg(test)]
mod tests;
