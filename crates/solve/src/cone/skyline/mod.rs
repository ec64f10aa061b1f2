//! Bilateral rows alone are one linear system: Cholesky's factors within the envelope of W.
//!
//! ```text
//! W (r + δ) + b = 0,      W = L D Lᵀ,      L of row i begins at the first column of row i of W
//! ```
//! The joints of a chain, in its order, couple to their neighbours only: n rows of half-width w cost n w².
//! Jennings (1966); George and Liu (1981), chapter 4. A row that depends on those before it (a pivot that is
//! rounding of its diagonal) gets δ = 0: what the guess carries there stays. W counts as symmetric, and the
//! lower half is read; whether the answer is one, the caller measures. Rows are taken as they come, or, where
//! that costs less than half, in the order of Cuthill and McKee (1969), reversed: springs behind the joints
//! of a chain would else reach across all of them.

mod order;

use crate::delassus::BlockMatrix;
use order::Order;

/// A pivot below this share of its diagonal is that of a row that depends on the others.
const DEPENDENT: f64 = 1e-12;
/// Solves with the factors at most, as long as each leaves at most this share of what the last one left:
/// masses over many decades need more than the two that take rounding away.
const ROUNDS: usize = 8;
const LEFT: f64 = 0.25;
/// A round leaves so small a share of what there was that the next one comes to rounding.
const GOOD: f64 = 1e-8;
/// What is left is rounding: share of what was there at the beginning.
const NOTHING: f64 = 1e-14;
/// Products with W that factors may cost; more, and other methods come first.
const PRODUCTS: usize = 1000;

/// Another order is looked for where factors cost more products with W than this.
const PLAIN: usize = 8;

/// The factors and the space for them, kept from solve to solve.
#[derive(Default)]
pub(crate) struct Skyline {
    /// First column of every row.
    first: Vec<usize>,
    /// Where row i begins in `values`; its entries are those of the columns `first[i] .. i`.
    start: Vec<usize>,
    values: Vec<f64>,
    /// Diagonal of W, then 1/D; 0 where the row depends on those before it.
    inverse: Vec<f64>,
    delta: Vec<f64>,
    ordered: Vec<f64>,
    order: Order,
}

impl Skyline {
    /// Factors W; `false` where that is dearer than it is worth.
    pub(crate) fn factor(&mut self, w: &BlockMatrix) -> bool {
        if !self.set_shape(w) {
            return false;
        }
        self.copy(w);
        for i in 0..self.first.len() {
            self.eliminate(i);
        }
        true
    }

    /// Moves r to the answer of W r + b = 0.
    pub(crate) fn solve(&mut self, w: &BlockMatrix, b: &[f64], r: &mut [f64]) {
        self.delta.resize(b.len(), 0.0);
        let (mut begun, mut before) = (0.0, f64::INFINITY);
        for round in 0..ROUNDS {
            w.multiply_add(r, b, &mut self.delta);
            let left = squares(w, &self.delta);
            let done = round > 0 && left <= NOTHING * NOTHING * begun;
            if done || round > 1 && !(left <= LEFT * LEFT * before) {
                break;
            }
            // Good factors: what this round leaves is rounding, and is not looked at.
            let last = round > 0 && left <= GOOD * GOOD * before;
            if round == 0 {
                begun = left;
            }
            before = left;
            self.ordered.resize(b.len(), 0.0);
            for (delta, &place) in self.delta.iter().zip(&self.order.place) {
                self.ordered[place] = *delta;
            }
            std::mem::swap(&mut self.delta, &mut self.ordered);
            self.substitute();
            for (r, &place) in r.iter_mut().zip(&self.order.place) {
                *r -= self.delta[place];
            }
            if last {
                break;
            }
        }
    }

    /// x ← L⁻¹ x, in the order of the factors.
    pub(crate) fn forward(&mut self, x: &mut [f64]) {
        self.ordered.resize(x.len(), 0.0);
        for (x, &place) in x.iter().zip(&self.order.place) {
            self.ordered[place] = *x;
        }
        x.copy_from_slice(&self.ordered);
        let begin = x.iter().position(|x| *x != 0.0).unwrap_or(x.len());
        for i in begin..x.len() {
            let first = self.first[i].max(begin);
            let row = &self.values[self.start[i] + first.min(i) - self.first[i]..];
            let (before, own) = x.split_at_mut(i);
            let sum: f64 = before[first.min(i)..].iter().zip(row).map(|(x, a)| a * x).sum();
            own[0] -= sum;
        }
    }

    /// 1/D, in the order of the factors; 0 for rows that depend on those before them.
    pub(crate) fn inverse(&self) -> &[f64] {
        &self.inverse
    }

    fn set_shape(&mut self, w: &BlockMatrix) -> bool {
        self.order.as_they_come(w);
        let mut cost = self.order.cost(w);
        if cost / w.values.len().max(1) > PLAIN {
            let plain = cost;
            self.order.cuthill_mckee(w);
            cost = self.order.cost(w);
            if cost > plain / 2 {
                self.order.as_they_come(w);
                cost = plain;
            }
        }
        let n = w.offsets.last().copied().unwrap_or(0);
        self.first.clear();
        self.first.resize(n, 0);
        for block in 0..w.num_blocks() {
            let first = self.order.first(w, block);
            for row in w.offsets[block]..w.offsets[block + 1] {
                self.first[self.order.place[row]] = first;
            }
        }
        self.start.clear();
        let mut entries = 0;
        for (row, first) in self.first.iter().enumerate() {
            self.start.push(entries);
            entries += row - first;
        }
        cost / PRODUCTS <= w.values.len()
    }

    fn copy(&mut self, w: &BlockMatrix) {
        let n = self.first.len();
        let entries = match n.checked_sub(1) {
            Some(last) => self.start[last] + last - self.first[last],
            None => 0,
        };
        self.values.clear();
        self.values.resize(entries, 0.0);
        self.inverse.clear();
        self.inverse.resize(n, 0.0);
        for block in 0..w.num_blocks() {
            for k in w.row_ptr[block]..w.row_ptr[block + 1] {
                let columns = w.offsets[w.col[k]]..w.offsets[w.col[k] + 1];
                let mut value = w.block(k).iter();
                for row in w.offsets[block]..w.offsets[block + 1] {
                    let i = self.order.place[row];
                    for (column, x) in columns.clone().zip(value.by_ref()) {
                        let j = self.order.place[column];
                        if j < i {
                            self.values[self.start[i] + j - self.first[i]] = *x;
                        } else if j == i {
                            self.inverse[i] = *x;
                        }
                    }
                }
            }
        }
    }

    /// Row i of L and 1/Dᵢ, from the rows above.
    fn eliminate(&mut self, i: usize) {
        let (first, width) = (self.first[i], i - self.first[i]);
        let (above, rest) = self.values.split_at_mut(self.start[i]);
        let row = &mut rest[..width];
        // First the entries of L D.
        for j in first..i {
            let from = first.max(self.first[j]);
            let other = &above[self.start[j] + from - self.first[j]..self.start[j] + j - self.first[j]];
            let (own, entry) = row[from - first..].split_at_mut(j - from);
            let sum: f64 = own.iter().zip(other).map(|(a, b)| a * b).sum();
            entry[0] -= sum;
        }
        let diagonal = self.inverse[i];
        let mut pivot = diagonal;
        for (entry, inverse) in row.iter_mut().zip(&self.inverse[first..i]) {
            let scaled = *entry * inverse;
            pivot -= *entry * scaled;
            *entry = scaled;
        }
        self.inverse[i] = if pivot > DEPENDENT * diagonal {
            1.0 / pivot
        } else {
            0.0
        };
    }

    /// δ ← (L D Lᵀ)⁻¹ δ.
    fn substitute(&mut self) {
        let n = self.first.len();
        for i in 0..n {
            let width = i - self.first[i];
            let row = &self.values[self.start[i]..self.start[i] + width];
            let before = &self.delta[self.first[i]..i];
            let sum: f64 = row.iter().zip(before).map(|(a, x)| a * x).sum();
            self.delta[i] -= sum;
        }
        for (delta, inverse) in self.delta.iter_mut().zip(&self.inverse) {
            *delta *= inverse;
        }
        for i in (0..n).rev() {
            let width = i - self.first[i];
            let row = &self.values[self.start[i]..self.start[i] + width];
            let (before, own) = self.delta.split_at_mut(i);
            for (x, a) in before[self.first[i]..].iter_mut().zip(row) {
                *x -= a * own[0];
            }
        }
    }
}

/// Σ xᵢ² / Wᵢᵢ over the rows that move.
fn squares(w: &BlockMatrix, x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (block, rows) in w.offsets.windows(2).enumerate() {
        let own = w.block(w.diagonal[block]).iter().step_by(rows[1] - rows[0] + 1);
        let terms = x[rows[0]..rows[1]].iter().zip(own).filter(|(_, w)| **w > 0.0);
        sum += terms.map(|(x, w)| x * x / w).sum::<f64>();
    }
    sum
}

#[cfg(test)]
mod tests;
