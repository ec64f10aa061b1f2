//! Bodies and the rows that hold them, as one sparse system: joints without W.
//!
//! ```text
//! M y − Cᵀ r = f,    C y + E r = −c          y: change of velocity,  r: impulses of the rows that hold
//! K = [ M  Cᵀ ; C  −E ] = L D Lᵀ             in the order of the tree that joints make of the bodies
//! W' = H K⁻¹ Hᵀ                              of contacts H, from K⁻¹ on the bodies (`condense.rs`)
//! ```
//! A body is eliminated, then the rows that join it to its parent, then the parent: nothing fills in, and n
//! links cost n (Baraff 1996). Rows that close a loop come behind the body at which it closes (`order.rs`).
//! Bodies with their rows are dense fronts, added up along the tree (Duff and Reid 1983; `fronts.rs`). The
//! pattern is found anew only where it changes. E is the compliance of springs and dampers, zero for joints.
//! A row that depends on others has a pivot that is rounding; it gets no impulse.
//!
//! M and C are in K as they are given. Of bodies whose masses differ by many decades W = C M⁻¹ Cᵀ has lost
//! the heavy ones and M y = Cᵀ r the light ones; K has not, and what its factors lose is found by looking at
//! K (y, r) again. Not here: an M that is not symmetric; choice of pivots, so that a part whose light body
//! stands between two that are heavier by more than some fourteen decades is refused ([`Saddle::solve`]).

mod condense;
mod fronts;
mod order;
#[cfg(test)]
mod tests;

pub use condense::Condensed;

use crate::mass::MassMatrix;
use fronts::Fronts;
use order::{NONE, Order};

/// Solves with the factors at most, as long as each leaves at most [`LEFT`] of what the last one left.
const ROUNDS: usize = 8;
const LEFT: f64 = 0.5;
/// A round leaves so small a share that the next one comes to rounding; an answer that misses more than this
/// share of its terms is none.
const GOOD: f64 = 1e-8;
/// What is left is rounding: share of its terms.
const NOTHING: f64 = 1e-16;

/// Compressed rows that somebody else owns.
#[derive(Clone, Copy, Debug)]
pub struct RowsOf<'a> {
    /// Entries of row i are `row_ptr[i] .. row_ptr[i + 1]`.
    pub row_ptr: &'a [usize],
    /// Degree of freedom of each entry.
    pub col: &'a [usize],
    /// Value of each entry.
    pub value: &'a [f64],
}

impl<'a> RowsOf<'a> {
    /// Degrees of freedom and values of row i.
    #[inline]
    pub fn row(self, i: usize) -> (&'a [usize], &'a [f64]) {
        let entries = self.row_ptr[i]..self.row_ptr[i + 1];
        (&self.col[entries.clone()], &self.value[entries])
    }

    /// Row i times x.
    #[inline]
    pub fn dot(self, i: usize, x: &[f64]) -> f64 {
        let (col, value) = self.row(i);
        col.iter().zip(value).map(|(&j, a)| a * x[j]).sum()
    }

    /// y ← y + r times row i.
    #[inline]
    pub fn add_transposed(self, i: usize, r: f64, y: &mut [f64]) {
        let (col, value) = self.row(i);
        for (&j, a) in col.iter().zip(value) {
            y[j] += a * r;
        }
    }
}

/// M, all rows, and which of them hold.
#[derive(Clone, Copy, Debug)]
pub struct Held<'a> {
    /// M, factored symmetrically.
    pub mass: &'a MassMatrix,
    /// Degrees of freedom of a body: a block of M of a multiple of them is several bodies in a row.
    pub body: usize,
    /// Rows of contacts and of what holds: u = H v.
    pub jacobian: RowsOf<'a>,
    /// Those that hold, C, in increasing order.
    pub rows: &'a [usize],
    /// E, one number for each of them.
    pub compliance: &'a [f64],
}

/// The factors of K and the space for them, kept from step to step.
#[derive(Default)]
pub struct Saddle {
    order: Order,
    fronts: Fronts,
    /// 1 / √ of the scale of each place: of M_ii, and of the rows' W_ii by the diagonal of M.
    weight: Vec<f64>,
    /// K (y, r) − (f, −c), then its correction, place by place.
    left: Vec<f64>,
    image: Vec<f64>,
    factored: bool,
}

impl Saddle {
    /// Factors K; `false` where that is dearer than it is worth or a pivot of M is lost.
    pub fn factor(&mut self, held: Held<'_>) -> bool {
        if self.order.find(held) {
            self.fronts.find(&self.order, held);
        }
        self.factored = self.fronts.is_sparse() && self.fronts.factor(&self.order, held);
        if self.factored {
            self.weigh(held);
        }
        self.factored
    }

    /// Whether the factors at hand are of the same bodies and rows: where these have moved by little,
    /// [`Saddle::solve`] finds the answer with them too.
    pub fn fits(&mut self, held: Held<'_>) -> bool {
        self.factored && self.order.is_for(held)
    }

    /// Whether a degree of freedom is in K; elsewhere nothing holds, and y = M⁻¹ f.
    pub fn holds(&self, dof: usize) -> bool {
        self.order.place_of_dof[dof] != NONE
    }

    /// Moves (y, r) to the answer, from what they are; entries of y that are not in K stay. Whether K (y, r)
    /// is met, to 1e-8 of its terms at least.
    pub fn solve(&mut self, held: Held<'_>, f: &[f64], c: &[f64], (y, r): (&mut [f64], &mut [f64])) -> bool {
        let mut before = f64::INFINITY;
        for round in 0..ROUNDS {
            let (left, terms) = self.look(held, f, c, (y, r));
            if left <= NOTHING * terms || round > 1 && !(left <= LEFT * before) {
                return left <= GOOD * terms;
            }
            if !left.is_finite() {
                return false;
            }
            let last = round > 0 && left <= GOOD * before;
            before = left;
            self.fronts.solve(&mut self.left);
            for (y, &place) in y.iter_mut().zip(&self.order.place_of_dof) {
                if place != NONE {
                    *y += self.left[place];
                }
            }
            for (r, &place) in r.iter_mut().zip(&self.order.place_of_row) {
                *r -= self.left[place];
            }
            if last {
                return true;
            }
        }
        let (left, terms) = self.look(held, f, c, (y, r));
        left <= GOOD * terms
    }

    /// What K (y, r) misses, into `left`; its weighed norm, and that of its terms.
    fn look(&mut self, held: Held<'_>, f: &[f64], c: &[f64], (y, r): (&[f64], &[f64])) -> (f64, f64) {
        let Saddle {
            order,
            left,
            image,
            weight,
            ..
        } = self;
        left.clear();
        left.resize(order.len(), 0.0);
        image.clear();
        image.resize(held.mass.dim(), 0.0);
        held.mass.multiply(y, image);
        let mut terms = 0.0;
        for ((image, f), &place) in image.iter_mut().zip(f).zip(&order.place_of_dof) {
            if place != NONE {
                let w = weight[place] * weight[place];
                terms += w * (*f * *f + *image * *image);
                *image = f - *image;
            }
        }
        for (k, &row) in held.rows.iter().enumerate() {
            held.jacobian.add_transposed(row, r[k], image);
            let place = order.place_of_row[k];
            let spring = held.compliance[k] * r[k];
            left[place] = -c[k] - held.jacobian.dot(row, y) - spring;
            terms += (weight[place] * weight[place]) * (c[k] * c[k] + spring * spring);
        }
        for (missed, &place) in image.iter().zip(&order.place_of_dof) {
            if place != NONE {
                left[place] = *missed;
            }
        }
        let missed = left.iter().zip(weight).map(|(x, w)| (x * *w) * (x * *w));
        (missed.sum::<f64>().sqrt(), terms.sqrt())
    }

    /// The scale of each place.
    fn weigh(&mut self, held: Held<'_>) {
        let Saddle { order, weight, .. } = self;
        weight.clear();
        weight.resize(order.len(), 0.0);
        for (dof, &place) in order.place_of_dof.iter().enumerate() {
            if place != NONE {
                weight[place] = 1.0 / held.mass.diagonal(dof).sqrt();
            }
        }
        for (k, &row) in held.rows.iter().enumerate() {
            let (col, value) = held.jacobian.row(row);
            let terms = col.iter().zip(value).map(|(&dof, a)| {
                let w = weight[order.place_of_dof[dof]];
                (a * w) * (a * w)
            });
            let size = terms.sum::<f64>() + held.compliance[k];
            weight[order.place_of_row[k]] = if size > 0.0 { 1.0 / size.sqrt() } else { 0.0 };
        }
    }
}
