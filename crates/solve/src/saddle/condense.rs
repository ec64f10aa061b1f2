//! The Delassus operator of contacts whose bodies are held together: W' = H K⁻¹ Hᵀ on the bodies.
//!
//! ```text
//! bodies that nothing holds   W'_ij = H_i M⁻¹ H_jᵀ                  as without joints
//! a part of K                 W'_ij = Z_iᵀ D⁻¹ Z_j,  Z_i = L⁻¹ H_iᵀ   on the way from its bodies to the root
//! ```
//! Guyan's condensation (1965), exact here. Contacts of one part are coupled all with all; where that makes
//! W' much larger than W of contacts and rows would be, nothing is made.

use super::fronts::Front;
use super::order::NONE;
use super::{Held, Saddle};
use crate::delassus::BlockMatrix;
use crate::law::MAX_ROWS;
use crate::policy::tolerances::FILLED;
use std::ops::Range;

/// W' of some contacts and the space for it.
#[derive(Default)]
pub struct Condensed {
    /// What the contacts touch, contact after contact: a block of M, or behind those a part of K.
    touched: Vec<usize>,
    touched_ptr: Vec<usize>,
    /// Contacts that touch each of them.
    by: Vec<usize>,
    by_ptr: Vec<usize>,
    /// First row of each contact among the rows of all contacts.
    rows: Vec<usize>,
    /// For each touched block of M: where M⁻¹ Hᵀ of it begins, row after row.
    image_of: Vec<usize>,
    image: Vec<f64>,
    /// Fronts from each contact to the root, with the place in a row of Z where each begins.
    path: Vec<[usize; 2]>,
    path_ptr: Vec<usize>,
    /// Where Z of each contact begins, and Z row after row.
    start: Vec<usize>,
    columns: Vec<f64>,
    seen: Vec<usize>,
    cursor: Vec<usize>,
    /// Where the block of each other contact begins, and the place in a row of Z of each front.
    slot: Vec<usize>,
    offset: Vec<usize>,
    spread: Vec<f64>,
    scaled: Vec<f64>,
}

impl Condensed {
    /// W' of the contacts `rest`, whose rows are `offsets[i] .. offsets[i + 1]`, by the factors of `saddle`;
    /// `false`, and nothing useful in `w`, where it is too large.
    pub fn form(
        &mut self,
        saddle: &Saddle,
        held: Held<'_>,
        (rest, offsets): (&[usize], &[usize]),
        w: &mut BlockMatrix,
    ) -> bool {
        self.find_touched(saddle, held, (rest, offsets));
        if self.fills(saddle, held, (rest, offsets)) {
            return false;
        }
        self.write_pattern(rest.len(), w);
        self.apply_inverses(held, (rest, offsets));
        self.walk(saddle, held, (rest, offsets));
        self.write_values(saddle, held, (rest, offsets), w);
        true
    }

    /// Which contacts feel what holds.
    pub fn tell_coupled(&self, coupled: &mut Vec<bool>) {
        let contacts = self.path_ptr.windows(2);
        coupled.clear();
        coupled.extend(contacts.map(|ends| ends[0] < ends[1]));
    }

    /// Blocks of M and parts of K that each contact touches, and the contacts of each.
    fn find_touched(&mut self, saddle: &Saddle, held: Held<'_>, (rest, offsets): (&[usize], &[usize])) {
        let blocks = held.mass.num_blocks();
        let parts = saddle.fronts.count();
        self.touched.clear();
        self.touched_ptr.clear();
        self.touched_ptr.push(0);
        self.rows.clear();
        self.rows.push(0);
        self.by_ptr.clear();
        self.by_ptr.resize(blocks + parts + 1, 0);
        let mut rows = 0;
        for &i in rest {
            let first = self.touched.len();
            let mut last = NONE;
            for row in offsets[i]..offsets[i + 1] {
                for &dof in held.jacobian.row(row).0 {
                    let id = match saddle.order.place_of_dof[dof] {
                        NONE => held.mass.block_of[dof],
                        place => blocks + saddle.fronts.front(saddle.fronts.of(place)).root,
                    };
                    if id != last && !self.touched[first..].contains(&id) {
                        self.touched.push(id);
                        self.by_ptr[id + 1] += 1;
                    }
                    last = id;
                }
            }
            self.touched_ptr.push(self.touched.len());
            rows += offsets[i + 1] - offsets[i];
            self.rows.push(rows);
        }
        for k in 1..self.by_ptr.len() {
            self.by_ptr[k] += self.by_ptr[k - 1];
        }
        self.cursor.clear();
        self.cursor.extend_from_slice(&self.by_ptr);
        self.by.clear();
        self.by.resize(self.touched.len(), 0);
        for (i, ends) in self.touched_ptr.windows(2).enumerate() {
            for &id in &self.touched[ends[0]..ends[1]] {
                self.by[self.cursor[id]] = i;
                self.cursor[id] += 1;
            }
        }
    }

    /// Whether W' would be much larger than W of contacts and rows that hold.
    fn fills(&mut self, saddle: &Saddle, held: Held<'_>, (rest, offsets): (&[usize], &[usize])) -> bool {
        let blocks = held.mass.num_blocks();
        let square = |n: usize| n * n;
        // W couples what shares a body.
        let count = &mut self.cursor;
        count.clear();
        count.resize(blocks + saddle.order.nodes.len(), 0);
        let mut note = |row: usize| {
            let mut last = NONE;
            for &dof in held.jacobian.row(row).0 {
                let body = match saddle.order.node_of[dof] {
                    NONE => held.mass.block_of[dof],
                    node => blocks + node,
                };
                if body != last {
                    count[body] += 1;
                    last = body;
                }
            }
        };
        held.rows.iter().for_each(|row| note(*row));
        for &contact in rest {
            (offsets[contact]..offsets[contact + 1]).for_each(&mut note);
        }
        let plain: usize = count.iter().map(|n| square(*n)).sum();
        let condensed: usize = self
            .by_ptr
            .windows(2)
            .map(|ends| {
                let rows = |i: &usize| self.rows[i + 1] - self.rows[*i];
                square(self.by[ends[0]..ends[1]].iter().map(rows).sum())
            })
            .sum();
        condensed > FILLED * plain
    }

    fn write_pattern(&mut self, contacts: usize, w: &mut BlockMatrix) {
        w.clear();
        w.offsets.clone_from(&self.rows);
        self.seen.clear();
        self.seen.resize(contacts, NONE);
        let mut total = 0;
        for i in 0..contacts {
            let first = w.col.len();
            self.seen[i] = i;
            w.col.push(i);
            for &id in &self.touched[self.touched_ptr[i]..self.touched_ptr[i + 1]] {
                for &j in &self.by[self.by_ptr[id]..self.by_ptr[id + 1]] {
                    if self.seen[j] != i {
                        self.seen[j] = i;
                        w.col.push(j);
                    }
                }
            }
            w.col[first..].sort_unstable();
            let height = self.rows[i + 1] - self.rows[i];
            for k in first..w.col.len() {
                let j = w.col[k];
                if j == i {
                    w.diagonal.push(k);
                }
                w.start.push(total);
                total += height * (self.rows[j + 1] - self.rows[j]);
            }
            w.row_ptr.push(w.col.len());
        }
        w.values.clear();
        w.values.resize(total, 0.0);
    }

    /// M⁻¹ Hᵀ on the bodies that nothing holds.
    fn apply_inverses(&mut self, held: Held<'_>, (rest, offsets): (&[usize], &[usize])) {
        let blocks = held.mass.num_blocks();
        self.image_of.clear();
        self.image.clear();
        for (i, &contact) in rest.iter().enumerate() {
            for &id in &self.touched[self.touched_ptr[i]..self.touched_ptr[i + 1]] {
                self.image_of.push(self.image.len());
                if id >= blocks {
                    continue;
                }
                let dofs = held.mass.offsets[id]..held.mass.offsets[id + 1];
                for row in offsets[contact]..offsets[contact + 1] {
                    let first = self.image.len();
                    self.image.resize(first + dofs.len(), 0.0);
                    let (col, value) = part_of(held.jacobian.row(row), &dofs);
                    for (dof, x) in col.iter().zip(value) {
                        self.image[first + dof - dofs.start] = *x;
                    }
                    held.mass.solve_block(id, &mut self.image[first..]);
                }
            }
        }
    }

    /// Z of every contact on its way to the root.
    fn walk(&mut self, saddle: &Saddle, held: Held<'_>, (rest, offsets): (&[usize], &[usize])) {
        let (order, fronts) = (&saddle.order, &saddle.fronts);
        self.path.clear();
        self.path_ptr.clear();
        self.path_ptr.push(0);
        self.start.clear();
        self.columns.clear();
        self.seen.clear();
        self.seen.resize(fronts.count(), NONE);
        self.spread.clear();
        self.spread.resize(3 * order.len(), 0.0);
        for (i, &contact) in rest.iter().enumerate() {
            let begin = self.path.len();
            let rows = offsets[contact]..offsets[contact + 1];
            for row in rows.clone() {
                for &dof in held.jacobian.row(row).0 {
                    let place = order.place_of_dof[dof];
                    let mut front = if place == NONE { NONE } else { fronts.of(place) };
                    while front != NONE && self.seen[front] != i {
                        self.seen[front] = i;
                        self.path.push([front, 0]);
                        front = fronts.front(front).parent;
                    }
                }
            }
            self.path[begin..].sort_unstable();
            let mut length = 0;
            for [front, at] in &mut self.path[begin..] {
                *at = length;
                length += fronts.front(*front).own;
            }
            self.path_ptr.push(self.path.len());
            self.start.push(self.columns.len());
            let first = self.columns.len();
            self.columns.resize(first + rows.len() * length, 0.0);
            let mut row = rows.start;
            while row < rows.end {
                let to = (first + (row - rows.start) * length, begin);
                row += if rows.end - row >= 3 {
                    push_columns::<3>(saddle, held, (row, length), (self, to))
                } else {
                    push_columns::<1>(saddle, held, (row, length), (self, to))
                };
            }
        }
    }

    /// The blocks (i, j) with j ≥ i, and their mirror images.
    fn write_values(
        &mut self,
        saddle: &Saddle,
        held: Held<'_>,
        (rest, offsets): (&[usize], &[usize]),
        w: &mut BlockMatrix,
    ) {
        self.cursor.clear();
        self.cursor.extend_from_slice(&w.row_ptr[..rest.len()]);
        self.seen.clear();
        self.seen.resize(saddle.fronts.count(), NONE);
        self.offset.resize(saddle.fronts.count(), 0);
        self.slot.clear();
        self.slot.resize(rest.len(), 0);
        for (i, &contact) in rest.iter().enumerate() {
            let row = w.row_ptr[i]..w.row_ptr[i + 1];
            for k in row.clone() {
                self.slot[w.col[k]] = w.start[k];
            }
            let own = (i, offsets[contact]..offsets[contact + 1]);
            self.add_bodies(held, own, &mut w.values);
            self.add_parts(saddle, i, &mut w.values);
            // Row j is filled from the left as i grows: its next block is (j, i).
            let height = w.size(i);
            for k in row {
                let j = w.col[k];
                if j > i {
                    let (from, to) = (w.start[k], w.start[self.cursor[j]]);
                    self.cursor[j] += 1;
                    let width = w.size(j);
                    for a in 0..height {
                        for c in 0..width {
                            w.values[to + c * height + a] = w.values[from + a * width + c];
                        }
                    }
                }
            }
        }
    }

    /// H_i M⁻¹ H_jᵀ of the bodies that nothing holds, for j ≥ i.
    fn add_bodies(&self, held: Held<'_>, (i, rows): (usize, Range<usize>), values: &mut [f64]) {
        let blocks = held.mass.num_blocks();
        for &id in &self.touched[self.touched_ptr[i]..self.touched_ptr[i + 1]] {
            if id >= blocks {
                continue;
            }
            let dofs = held.mass.offsets[id]..held.mass.offsets[id + 1];
            let of_body = &self.by[self.by_ptr[id]..self.by_ptr[id + 1]];
            let mut own = [(&[][..], &[][..]); MAX_ROWS];
            for (own, row) in own.iter_mut().zip(rows.clone()) {
                *own = part_of(held.jacobian.row(row), &dofs);
            }
            for &j in &of_body[of_body.partition_point(|&j| j < i)..] {
                let touched = self.touched_ptr[j]..self.touched_ptr[j + 1];
                let Some(at) = touched.clone().find(|k| self.touched[*k] == id) else {
                    continue;
                };
                let width = self.rows[j + 1] - self.rows[j];
                let images = &self.image[self.image_of[at]..][..width * dofs.len()];
                for (a, (col, value)) in own[..rows.len()].iter().enumerate() {
                    let to = &mut values[self.slot[j] + a * width..][..width];
                    if let (Some(h), 6) = (value.first_chunk::<6>(), dofs.len()) {
                        for (to, image) in to.iter_mut().zip(images.as_chunks::<6>().0) {
                            *to += (0..6).map(|k| h[k] * image[k]).sum::<f64>();
                        }
                        continue;
                    }
                    for (to, image) in to.iter_mut().zip(images.chunks_exact(dofs.len())) {
                        let terms = col.iter().zip(*value).map(|(dof, h)| h * image[dof - dofs.start]);
                        *to += terms.sum::<f64>();
                    }
                }
            }
        }
    }

    /// Z_iᵀ D⁻¹ Z_j of the parts of K, for j ≥ i.
    fn add_parts(&mut self, saddle: &Saddle, i: usize, values: &mut [f64]) {
        let path = &self.path[self.path_ptr[i]..self.path_ptr[i + 1]];
        let Some(&[last, at]) = path.last() else {
            return;
        };
        let fronts = &saddle.fronts;
        let length = at + fronts.front(last).own;
        let height = self.rows[i + 1] - self.rows[i];
        // D⁻¹ Z_i, and where each front begins in it.
        self.scaled.clear();
        self.scaled
            .extend_from_slice(&self.columns[self.start[i]..][..height * length]);
        for &[front, at] in path {
            self.seen[front] = i;
            self.offset[front] = at;
            let front = fronts.front(front);
            let inverse = &fronts.inverse[front.first..front.first + front.own];
            for row in self.scaled.chunks_exact_mut(length) {
                let own = row[at..].iter_mut().zip(inverse);
                own.for_each(|(z, d)| *z *= d);
            }
        }
        // Contacts of one part; a part is met once.
        let blocks = self.by_ptr.len() - 1 - fronts.count();
        for &id in &self.touched[self.touched_ptr[i]..self.touched_ptr[i + 1]] {
            if id < blocks {
                continue;
            }
            let of_part = &self.by[self.by_ptr[id]..self.by_ptr[id + 1]];
            for &j in &of_part[of_part.partition_point(|&j| j < i)..] {
                let other = &self.path[self.path_ptr[j]..self.path_ptr[j + 1]];
                let Some(&[end, at]) = other.last() else {
                    continue;
                };
                let (long, width) = (at + fronts.front(end).own, self.rows[j + 1] - self.rows[j]);
                let columns = &self.columns[self.start[j]..][..width * long];
                let to = &mut values[self.slot[j]..][..height * width];
                for &[front, at] in other {
                    let Front { root, own, .. } = *fronts.front(front);
                    if self.seen[front] != i || blocks + root != id {
                        continue;
                    }
                    let from = self.offset[front];
                    for (a, row) in self.scaled.chunks_exact(length).enumerate() {
                        let row = &row[from..from + own];
                        for (c, column) in columns.chunks_exact(long).enumerate() {
                            let terms = row.iter().zip(&column[at..at + own]);
                            to[a * width + c] += terms.map(|(x, y)| x * y).sum::<f64>();
                        }
                    }
                }
            }
        }
    }
}

/// The entries of a row on some degrees of freedom; those of a body follow each other.
fn part_of<'a>((col, value): (&'a [usize], &'a [f64]), dofs: &Range<usize>) -> (&'a [usize], &'a [f64]) {
    let first = col.iter().position(|dof| dofs.contains(dof)).unwrap_or(col.len());
    let count = col[first..].iter().take_while(|dof| dofs.contains(dof)).count();
    (&col[first..first + count], &value[first..first + count])
}

/// L⁻¹ hᵀ of R rows from `row` on, along the path that begins at `begin`; R.
fn push_columns<const R: usize>(
    saddle: &Saddle,
    held: Held<'_>,
    (row, length): (usize, usize),
    (out, (at, begin)): (&mut Condensed, (usize, usize)),
) -> usize {
    let spread = out.spread.as_chunks_mut::<R>().0;
    for r in 0..R {
        let (col, value) = held.jacobian.row(row + r);
        for (&dof, x) in col.iter().zip(value) {
            let place = saddle.order.place_of_dof[dof];
            if place != NONE {
                spread[place][r] = *x;
            }
        }
    }
    for &[front, offset] in &out.path[begin..] {
        let front = saddle.fronts.front(front);
        saddle.fronts.forward(front, spread);
        for (k, x) in spread[front.first..front.first + front.own]
            .iter_mut()
            .enumerate()
        {
            for r in 0..R {
                out.columns[at + r * length + offset + k] = x[r];
            }
            *x = [0.0; R];
        }
    }
    R
}
