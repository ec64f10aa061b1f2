//! Factors of K by dense fronts along the tree.
//!
//! ```text
//! front of a body:  F = [ F₁₁ F₂₁ᵀ ; F₂₁ F₂₂ ] = entries of K + Σ F₂₂ of its children
//! F₁₁ = L₁₁ D L₁₁ᵀ,   L₂₁ = F₂₁ L₁₁⁻ᵀ D⁻¹,   F₂₂ ← F₂₂ − L₂₁ D L₂₁ᵀ       handed on to its parent
//! ```
//! 1 are the places of the body and its rows, 2 those behind them that they reach: the motions of the parent,
//! and rows of loops that are still open. Duff and Reid (1983). All fronts stay: no stack, no copies. The
//! lower halves are kept, row after row.

use super::Held;
use super::order::{NONE, Order};

/// A pivot below this share of the terms that it is the sum of is that of a row that depends on the others.
const DEPENDENT: f64 = 64.0 * f64::EPSILON;
/// Entries of the fronts beside the entries of K that they may hold; more, and other ways come first.
const FILLED: usize = 12;

/// The fronts and what was found of their pattern.
#[derive(Default)]
pub(super) struct Fronts {
    /// For each front: its first place, how many, and where its entries begin.
    list: Vec<Front>,
    /// Places behind a front that it reaches, front after front, and the front of each place.
    reach: Vec<usize>,
    front_of: Vec<usize>,
    /// Row of the parent's front for each of them.
    row_in_parent: Vec<usize>,
    /// Where the entries of C go, row after row, and the diagonal of every row.
    to_of_entry: Vec<usize>,
    to_of_row: Vec<usize>,
    /// Entries of M and where they go.
    of_mass: Vec<[usize; 2]>,
    values: Vec<f64>,
    /// 1/D, 0 for rows that depend on those before them.
    pub(super) inverse: Vec<f64>,
    /// Sum of the sizes of the terms of D.
    size: Vec<f64>,
    column: Vec<f64>,
    /// Number of entries of K.
    entries: usize,
}

/// One front.
#[derive(Clone, Copy)]
pub(super) struct Front {
    /// First place.
    pub(super) first: usize,
    /// Number of places that it eliminates.
    pub(super) own: usize,
    /// Its places behind: a range of `reach`.
    reach: [usize; 2],
    /// Where its values begin.
    start: usize,
    pub(super) parent: usize,
    /// The last front of its part.
    pub(super) root: usize,
}

impl Front {
    /// Number of rows.
    fn rows(&self) -> usize {
        self.own + self.reach[1] - self.reach[0]
    }
}

impl Fronts {
    /// The pattern for an order.
    pub(super) fn find(&mut self, order: &Order, held: Held<'_>) {
        let count = order.fronts.len() - 1;
        self.front_of.clear();
        for (k, ends) in order.fronts.windows(2).enumerate() {
            self.front_of.extend(std::iter::repeat_n(k, ends[1] - ends[0]));
        }
        self.find_reach(order, &self.list_pairs(order, held));
        self.row_in_parent.clear();
        for k in 0..count {
            let Front { reach, parent, .. } = self.list[k];
            for &place in &self.reach[reach[0]..reach[1]] {
                let row = row_of(&self.list[parent], &self.reach, place);
                self.row_in_parent.push(row);
            }
        }
        self.find_destinations(order, held);
    }

    /// Front and place of every entry of K that reaches out of its front.
    fn list_pairs(&self, order: &Order, held: Held<'_>) -> Vec<[usize; 2]> {
        let mut pairs = Vec::new();
        let mut note = |a: usize, b: usize| {
            let (low, high) = (a.min(b), a.max(b));
            if self.front_of[low] != self.front_of[high] {
                pairs.push([self.front_of[low], high]);
            }
        };
        for (k, &row) in held.rows.iter().enumerate() {
            for &dof in held.jacobian.row(row).0 {
                note(order.place_of_row[k], order.place_of_dof[dof]);
            }
        }
        for &pair in &order.coupled {
            let [a, b] = pair.map(|node| order.nodes[node]);
            for i in a.first..a.first + a.size {
                for j in b.first..b.first + b.size {
                    note(order.place_of_dof[i], order.place_of_dof[j]);
                }
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }

    /// What each front reaches: its own entries, and what its children hand on.
    fn find_reach(&mut self, order: &Order, pairs: &[[usize; 2]]) {
        let count = order.fronts.len() - 1;
        let (mut first_child, mut next_child) = (vec![NONE; count], vec![NONE; count]);
        let (mut at, mut start) = (0, 0);
        self.list.clear();
        self.reach.clear();
        let mut own = Vec::new();
        for k in 0..count {
            let ends = [order.fronts[k], order.fronts[k + 1]];
            own.clear();
            while let Some(&[_, place]) = pairs.get(at).filter(|pair| pair[0] == k) {
                own.push(place);
                at += 1;
            }
            let mut child = first_child[k];
            while child != NONE {
                let [from, to] = self.list[child].reach;
                own.extend(self.reach[from..to].iter().filter(|place| **place >= ends[1]));
                child = next_child[child];
            }
            own.sort_unstable();
            own.dedup();
            let parent = own.first().map_or(NONE, |place| self.front_of[*place]);
            if parent != NONE {
                next_child[k] = first_child[parent];
                first_child[parent] = k;
            }
            let from = self.reach.len();
            self.reach.extend_from_slice(&own);
            let front = Front {
                first: ends[0],
                own: ends[1] - ends[0],
                reach: [from, self.reach.len()],
                start,
                parent,
                root: k,
            };
            start += front.rows() * front.rows();
            self.list.push(front);
        }
        for k in (0..count).rev() {
            if let Some(parent) = self.list.get(self.list[k].parent) {
                self.list[k].root = parent.root;
            }
        }
        self.values.clear();
        self.values.resize(start, 0.0);
    }

    /// Where each entry of K goes.
    fn find_destinations(&mut self, order: &Order, held: Held<'_>) {
        let (list, reach, front_of) = (&self.list, &self.reach, &self.front_of);
        let to = |a: usize, b: usize| {
            let (low, high) = (a.min(b), a.max(b));
            let front = &list[front_of[low]];
            front.start + row_of(front, reach, high) * front.rows() + low - front.first
        };
        self.to_of_entry.clear();
        self.to_of_row.clear();
        for (k, &row) in held.rows.iter().enumerate() {
            let own = order.place_of_row[k];
            self.to_of_row.push(to(own, own));
            let col = held.jacobian.row(row).0.iter();
            self.to_of_entry
                .extend(col.map(|&dof| to(own, order.place_of_dof[dof])));
        }
        self.of_mass.clear();
        let mass = held.mass;
        let alone = (0..order.nodes.len()).map(|node| [node, node]);
        for [a, b] in alone.chain(order.coupled.iter().copied()) {
            let [a, b] = [a, b].map(|node| order.nodes[node]);
            let (begin, n) = (
                mass.offsets[a.block],
                mass.offsets[a.block + 1] - mass.offsets[a.block],
            );
            for j in b.first..b.first + b.size {
                // Of one body the lower half.
                for i in a.first..(a.first + a.size).min(j + 1) {
                    let from = mass.start[a.block] + (j - begin) * n + i - begin;
                    self.of_mass
                        .push([from, to(order.place_of_dof[i], order.place_of_dof[j])]);
                }
            }
        }
        self.entries = self.to_of_entry.len() + self.to_of_row.len() + self.of_mass.len();
    }

    /// Whether the fronts hold little more than K.
    pub(super) fn is_sparse(&self) -> bool {
        self.values.len() <= FILLED * self.entries
    }

    /// Factors; `false` where M, or what is left of it, is not positive definite to rounding.
    pub(super) fn factor(&mut self, order: &Order, held: Held<'_>) -> bool {
        self.values.fill(0.0);
        for &[from, to] in &self.of_mass {
            self.values[to] = held.mass.values[from];
        }
        let mut to = self.to_of_entry.iter();
        for (k, &row) in held.rows.iter().enumerate() {
            self.values[self.to_of_row[k]] = -held.compliance[k];
            for (x, to) in held.jacobian.row(row).1.iter().zip(&mut to) {
                self.values[*to] += x;
            }
        }
        self.inverse.clear();
        self.inverse.resize(order.len(), 0.0);
        self.size.clear();
        self.size.resize(order.len(), 0.0);
        (0..self.list.len()).all(|k| self.eliminate(k, &order.is_row) && self.hand_on(k))
    }

    /// Eliminates the own places of a front.
    fn eliminate(&mut self, k: usize, is_row: &[bool]) -> bool {
        let front = self.list[k];
        let n = front.rows();
        let values = &mut self.values[front.start..front.start + n * n];
        for (i, size) in self.size[front.first..front.first + front.own]
            .iter_mut()
            .enumerate()
        {
            *size += values[i * (n + 1)].abs();
        }
        for i in 0..front.own {
            let (place, pivot) = (front.first + i, values[i * (n + 1)]);
            let small = !(pivot.abs() > DEPENDENT * self.size[place]);
            if is_row[place] && !pivot.is_nan() && (small || pivot > 0.0) {
                (i + 1..n).for_each(|row| values[row * n + i] = 0.0);
                continue;
            }
            if small || pivot < 0.0 && !is_row[place] || !pivot.is_finite() {
                return false;
            }
            let inverse = 1.0 / pivot;
            self.inverse[place] = inverse;
            self.column.clear();
            self.column.extend((i + 1..n).map(|row| values[row * n + i]));
            for (below, row) in values[(i + 1) * n..].chunks_exact_mut(n).enumerate() {
                let entry = self.column[below];
                if entry == 0.0 {
                    continue;
                }
                let share = entry * inverse;
                row[i] = share;
                for (x, c) in row[i + 1..=i + 1 + below].iter_mut().zip(&self.column) {
                    *x -= share * c;
                }
                let to = match (i + 1 + below).checked_sub(front.own) {
                    None => place + 1 + below,
                    Some(outside) => self.reach[front.reach[0] + outside],
                };
                self.size[to] += (share * entry).abs();
            }
        }
        true
    }

    /// Adds what is left of a front to its parent's.
    fn hand_on(&mut self, k: usize) -> bool {
        let front = self.list[k];
        let Some(&parent) = self.list.get(front.parent) else {
            return true;
        };
        let (n, wide) = (front.rows(), parent.rows());
        let (before, behind) = self.values.split_at_mut(parent.start);
        let rows = &self.row_in_parent[front.reach[0]..front.reach[1]];
        for (a, &row) in rows.iter().enumerate() {
            let from = &before[front.start + (front.own + a) * n + front.own..];
            for (x, &col) in from.iter().zip(&rows[..=a]) {
                behind[row * wide + col] += x;
            }
        }
        true
    }

    /// x ← K⁻¹ x.
    pub(super) fn solve(&self, x: &mut [f64]) {
        for front in &self.list {
            self.forward::<1>(front, x.as_chunks_mut().0);
        }
        for (x, inverse) in x.iter_mut().zip(&self.inverse) {
            *x *= inverse;
        }
        for front in self.list.iter().rev() {
            self.backward(front, x);
        }
    }

    /// X ← L⁻¹ X as far as one front goes, for R columns side by side.
    pub(super) fn forward<const R: usize>(&self, front: &Front, x: &mut [[f64; R]]) {
        let n = front.rows();
        let rows = self.values[front.start..front.start + n * n].chunks_exact(n);
        let (before, behind) = x.split_at_mut(front.first + front.own);
        let own = &mut before[front.first..];
        let product = |row: &[f64], own: &[[f64; R]]| {
            let mut sum = [0.0; R];
            for (l, x) in row.iter().zip(own) {
                for r in 0..R {
                    sum[r] += l * x[r];
                }
            }
            sum
        };
        for (i, row) in rows.enumerate() {
            let (sum, x) = if i < front.own {
                (product(&row[..i], own), &mut own[i])
            } else {
                let place = self.reach[front.reach[0] + i - front.own];
                let x = &mut behind[place - front.first - front.own];
                (product(&row[..front.own], own), x)
            };
            for r in 0..R {
                x[r] -= sum[r];
            }
        }
    }

    /// x ← L⁻ᵀ x as far as one front goes.
    fn backward(&self, front: &Front, x: &mut [f64]) {
        let n = front.rows();
        let rows = self.values[front.start..front.start + n * n].chunks_exact(n);
        let (before, behind) = x.split_at_mut(front.first + front.own);
        let own = &mut before[front.first..];
        for (i, row) in rows.enumerate().rev() {
            let (upto, x) = if i < front.own {
                (i, own[i])
            } else {
                let place = self.reach[front.reach[0] + i - front.own];
                (front.own, behind[place - front.first - front.own])
            };
            for (own, l) in own[..upto].iter_mut().zip(row) {
                *own -= l * x;
            }
        }
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.list.len()
    }

    /// The front that eliminates a place.
    pub(super) fn of(&self, place: usize) -> usize {
        self.front_of[place]
    }

    /// A front by its number.
    pub(super) fn front(&self, k: usize) -> &Front {
        &self.list[k]
    }
}

/// The row of a front that holds a place.
fn row_of(front: &Front, reach: &[usize], place: usize) -> usize {
    if place < front.first + front.own {
        place - front.first
    } else {
        front.own + reach[front.reach[0]..front.reach[1]].partition_point(|p| *p < place)
    }
}
