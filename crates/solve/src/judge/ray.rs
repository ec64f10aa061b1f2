//! Proofs that no impulses exist.
//!
//! ```text
//! y ≥ 0 on normal rows, free on bilateral rows, 0 on all others,   z = Wᵀ y
//! z in the polar cone of every law:
//!     unilateral z ≤ 0,  bilateral z = 0,  friction z_N + s_D(z_T) ≤ 0,  box z = 0
//! b · y < 0
//! then  y · (W r + b) = z · r + b · y < 0  for all impulses that the laws allow, while every solution has
//! y · u ≥ 0: there is none
//! ```
//! Without friction and with W symmetric and semidefinite it is W y = 0, b · y < 0: the contacts that carry y
//! push against each other, in balance, and close all the same.
//!
//! Zero means zero to rounding, not small beside |W|: a mass of 1e9 kg moves, be it by 1e-12 of what moves 1
//! g.
//!
//! ```text
//! W = H M⁻¹ Hᵀ with H known   Hᵀ y = 0, each motion beside the largest entry of H that it has
//! W alone                     z in the polar cones to ROUNDED of √W_ii Σ √W_jj |y_j|, and y · z to
//!                             NOTHING_MOVES of its terms: where W is symmetric it is of the second
//!                             order in the rounding of y, and an entry that is in W at all shows
//! ```
//! What is lost in the entries of W themselves (1/m below ε of its neighbours) is known to H alone.

use super::{norm::larger, norm::norm, share_scales};
use crate::delassus::{BlockMatrix, Delassus};
use crate::law::MAX_ROWS;
use crate::law::layout::Kind;
use crate::problem::ContactProblem;
use crate::sparse::Sparse;

/// Impulses that would break a proof are at least this many times b, in scaled variables: beyond the share
/// that rounding may hide there is no telling them from none.
const IMPULSES: f64 = 1e9;
/// What the rounding of y and of a sum leaves of zero, as a share of its terms: y is known to some ε of its
/// largest entry.
const ROUNDED: f64 = 64.0 * f64::EPSILON;
/// The same of y · W y, as a share of its terms, for a symmetric W: the square of what y may be wrong by,
/// with room for y of a poor condition.
const NOTHING_MOVES: f64 = 1e-24;
/// Rows of W y and Wᵀ y that differ by less than this share of their terms are those of a symmetric W.
const SYMMETRIC: f64 = 1e-12;

/// What W is made of, where that is known: W = H M⁻¹ Hᵀ, and more on the diagonal of rows that a ray has no
/// part in.
#[derive(Clone, Copy, Debug)]
pub struct Factors<'a> {
    /// H.
    pub jacobian: &'a Sparse,
    /// The diagonal of M: what a lever arm that is rounding alone is told by.
    pub inertia: &'a [f64],
    /// To which share the entries of H are known.
    pub known: f64,
}

impl<'a> Factors<'a> {
    /// Of a problem that is given by (M, H), whose entries are what they are.
    pub(crate) fn given(jacobian: &'a Sparse, inertia: &'a [f64]) -> Self {
        Factors {
            jacobian,
            inertia,
            known: ROUNDED,
        }
    }

    /// What the motions of H are measured by: 1 over the largest entry of each in scaled variables, so that a
    /// heavy body counts as much as a light one. Where that is below what is known of H beside the inertia
    /// (the lever arm of a contact right below a centre) the inertia stands in.
    pub(crate) fn weights(&self, scale: &[f64]) -> Vec<f64> {
        let mut largest = vec![0.0; self.inertia.len()];
        for (i, s) in scale.iter().enumerate() {
            for (j, h) in self.jacobian.row(i) {
                largest[j] = larger(largest[j], h.abs() / s);
            }
        }
        let weight = |(largest, inertia): (&f64, &f64)| {
            let root = inertia.abs().sqrt();
            match *largest {
                0.0 => 0.0,
                x if x > self.known * root => 1.0 / x,
                _ => 1.0 / root,
            }
        };
        largest.iter().zip(self.inertia).map(weight).collect()
    }
}

/// The diagonal of M.
pub(crate) fn inertia(mass: &Sparse) -> Vec<f64> {
    let own = |i: usize| {
        mass.row(i)
            .filter(|entry| entry.0 == i)
            .map(|entry| entry.1)
            .sum()
    };
    (0..mass.nrows).map(own).collect()
}

/// √d of every row of W.
pub(crate) fn scales(problem: &ContactProblem) -> Vec<f64> {
    let mut scale = match &problem.delassus {
        Delassus::Explicit(w) => (0..w.num_blocks())
            .flat_map(|i| w.block(w.diagonal[i]).iter().step_by(w.size(i) + 1).copied())
            .collect(),
        Delassus::Factored { .. } => problem.delassus.diagonal(),
    };
    share_scales(&problem.laws, &mut scale);
    scale
}

/// How far y is from a proof, as a share of its size in scaled variables: infinite where that is more than
/// rounding, or where b · y is not below zero by more than it could pay.
pub fn ray_error(problem: &ContactProblem, y: &[f64]) -> f64 {
    match &problem.delassus {
        Delassus::Explicit(w) if moves_nothing(w, y) => suspicion(problem, w, y),
        Delassus::Explicit(_) => f64::INFINITY,
        Delassus::Factored { mass, jacobian } => {
            ray_error_by(problem, Factors::given(jacobian, &inertia(mass.matrix())), y)
        }
    }
}

/// The same where the factors of W are known.
pub fn ray_error_by(problem: &ContactProblem, factors: Factors<'_>, y: &[f64]) -> f64 {
    if y.len() != problem.rows() || factors.jacobian.nrows != y.len() {
        return f64::INFINITY;
    }
    let scale = scales(problem);
    let mut moved = vec![Exact::default(); factors.inertia.len()];
    for (i, y) in y.iter().enumerate() {
        for (j, h) in factors.jacobian.row(i) {
            moved[j].add_product(h, *y);
        }
    }
    let weights = factors.weights(&scale);
    let moved = moved.iter().zip(&weights).map(|(x, w)| x.value().abs() * w);
    let signs = wrong_signs(problem, &scale, y);
    let size: f64 = y.iter().zip(&scale).map(|(y, s)| (y * s).abs()).sum();
    let worst = moved.fold(signs, larger);
    if worst <= factors.known * size {
        paid(problem, &scale, y, worst)
    } else {
        f64::INFINITY
    }
}

/// What is wrong with the signs of y: of normals, and on rows that a ray has no part in.
fn wrong_signs(problem: &ContactProblem, scale: &[f64], y: &[f64]) -> f64 {
    let (mut worst, mut at) = (0.0, 0);
    for law in &problem.laws {
        let rows = at..at + law.rows();
        let first = y[at] * scale[at];
        let own = match law.kind() {
            Kind::Bilateral => 0.0,
            Kind::Box { .. } => first.abs(),
            Kind::Unilateral => -first,
            Kind::Friction => larger(-first, norm(rows.clone().skip(1).map(|i| y[i] * scale[i]))),
        };
        worst = larger(worst, own.max(0.0));
        at = rows.end;
    }
    worst
}

/// The violation as a share of the size of y, where b · y is below zero by more than it could pay.
fn paid(problem: &ContactProblem, scale: &[f64], y: &[f64], worst: f64) -> f64 {
    let size = norm(y.iter().zip(scale).map(|(y, s)| y * s));
    let free = norm(problem.free_velocity.iter().zip(scale).map(|(b, s)| b / s));
    let gain: f64 = -(y.iter().zip(&problem.free_velocity))
        .map(|(y, b)| y * b)
        .sum::<f64>();
    if size > 0.0 && size.is_finite() && gain > IMPULSES * free * worst && gain > f64::EPSILON * free * size {
        worst / size
    } else {
        f64::INFINITY
    }
}

/// How far y is from a proof by the rows of W alone, whose own rounding may hide what still moves: enough to
/// leave a search, not to say that there is no solution.
pub(crate) fn suspicion(problem: &ContactProblem, w: &BlockMatrix, y: &[f64]) -> f64 {
    if y.len() != problem.rows() {
        return f64::INFINITY;
    }
    let scale = scales(problem);
    let z: Vec<f64> = products(w, y, Side::Columns).iter().map(Exact::value).collect();
    let size: f64 = y.iter().zip(&scale).map(|(y, s)| (y * s).abs()).sum();
    let (mut worst, mut at) = (wrong_signs(problem, &scale, y), 0);
    for law in &problem.laws {
        let rows = at..at + law.rows();
        let own = match law.kind() {
            Kind::Bilateral | Kind::Box { .. } => z[at].abs(),
            Kind::Unilateral => z[at],
            Kind::Friction => {
                let mut pushed = [0.0; MAX_ROWS];
                pushed[..law.rows()].copy_from_slice(&z[rows.clone()]);
                let shape = law.shape();
                z[at] + shape.map_or(0.0, |shape| shape.support(&pushed[..law.rows()]))
            }
        };
        worst = larger(worst, (own / scale[at]).max(0.0));
        at = rows.end;
    }
    if worst <= ROUNDED * size {
        paid(problem, &scale, y, worst)
    } else {
        f64::INFINITY
    }
}

/// y · W y, which no proof has above zero: to the rounding of y.
fn moves_nothing(w: &BlockMatrix, y: &[f64]) -> bool {
    if y.len() != w.rows() {
        return false;
    }
    let (rows, columns) = (products(w, y, Side::Rows), products(w, y, Side::Columns));
    let (mut sum, mut size, mut symmetric) = (Exact::default(), 0.0, true);
    for ((own, other), y) in rows.iter().zip(&columns).zip(y) {
        sum.add_product(other.high, *y);
        sum.add_product(other.low, *y);
        size += other.size * y.abs();
        symmetric &= (own.value() - other.value()).abs() <= SYMMETRIC * own.size.max(other.size);
    }
    sum.value() <= if symmetric { NOTHING_MOVES } else { ROUNDED } * size
}

/// W y or Wᵀ y.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    Rows,
    Columns,
}

fn products(w: &BlockMatrix, y: &[f64], side: Side) -> Vec<Exact> {
    let mut z = vec![Exact::default(); y.len()];
    for i in 0..w.num_blocks() {
        for k in w.row_ptr[i]..w.row_ptr[i + 1] {
            let j = w.col[k];
            for (row, line) in (w.offsets[i]..).zip(w.block(k).chunks_exact(w.size(j))) {
                for (col, a) in (w.offsets[j]..).zip(line) {
                    match side {
                        Side::Rows => z[row].add_product(*a, y[col]),
                        Side::Columns => z[col].add_product(*a, y[row]),
                    }
                }
            }
        }
    }
    z
}

/// A sum of products in twice the digits, and the sum of their sizes (Ogita, Rump and Oishi 2005, Dot2).
#[derive(Clone, Copy, Default)]
struct Exact {
    high: f64,
    low: f64,
    size: f64,
}

impl Exact {
    fn add_product(&mut self, a: f64, b: f64) {
        let product = a * b;
        if product == 0.0 {
            return;
        }
        let sum = self.high + product;
        let part = sum - self.high;
        let lost = (self.high - (sum - part)) + (product - part);
        self.high = sum;
        self.low += lost + left_of(a, b, product);
        self.size += product.abs();
    }

    fn value(&self) -> f64 {
        self.high + self.low
    }
}

/// 2²⁷ + 1: parts a double in two halves of 26 bits (Dekker 1971).
const HALVES: f64 = 134_217_729.0;

/// What a · b is beyond its rounded product; NaN beyond 1e300, which is no proof.
fn left_of(a: f64, b: f64, product: f64) -> f64 {
    let halves = |x: f64| {
        let wide = HALVES * x;
        let high = wide - (wide - x);
        (high, x - high)
    };
    let ((ah, al), (bh, bl)) = (halves(a), halves(b));
    al * bl - (((product - ah * bh) - al * bh) - ah * bl)
}
