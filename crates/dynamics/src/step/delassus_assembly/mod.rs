//! W = H M̂⁻¹ Hᵀ in blocks, written over the last one without allocating.
//!
//! ```text
//! Y_j = M̂⁻¹ H_jᵀ,    W_ij = H_i Y_j      for every pair of contacts that share a block of M̂
//! ```
//! Work is proportional to the number of blocks of W. Contacts that touch no degree of freedom keep a zero
//! block. Rigid bodies have blocks of 3 or 6 degrees of freedom, all of which every row of a contact names:
//! there H_i and Y_j are small dense matrices, only the bodies that two contacts share are looked at, and
//! W_ji = W_ijᵀ is copied where M̂ is symmetric.

mod pairs;
#[cfg(test)]
mod tests;

use crate::contact::Rows;
use drystone_solve::delassus::BlockMatrix;
use drystone_solve::mass::MassMatrix;

/// Scratch space of the assembly.
#[derive(Clone, Debug, Default)]
pub(crate) struct Assembly {
    touched_ptr: Vec<usize>,
    touched: Vec<usize>,
    by_block_ptr: Vec<usize>,
    by_block: Vec<usize>,
    cursor: Vec<usize>,
    seen: Vec<usize>,
    spread: Vec<f64>,
    /// Y, in the layout of the values of H.
    applied: Vec<f64>,
    /// Where block (i, j) of the present row i is, for each j.
    slot: Vec<usize>,
}

impl Assembly {
    /// Writes W over `w`. `jacobian` holds the rows of all contacts, `offsets` the first row of each and
    /// their number at the end.
    pub(crate) fn delassus(
        &mut self,
        mass: &MassMatrix,
        jacobian: &Rows,
        offsets: &[usize],
        w: &mut BlockMatrix,
    ) {
        let contacts = offsets.len() - 1;
        if mass.num_blocks() == 1 {
            // One block of M couples every contact with every other: the pattern is full, and often the last
            // one.
            if w.offsets != offsets || w.col.len() != contacts * contacts {
                write_pattern(offsets, w, |_, col| col.extend(0..contacts));
            }
        } else {
            self.find_touched(mass, jacobian, offsets);
            self.seen.clear();
            self.seen.resize(contacts, usize::MAX);
            write_pattern(offsets, w, |i, col| self.neighbours(i, col));
            let symmetric = mass.is_symmetric();
            match mass.uniform_block() {
                Some(3) if symmetric && self.is_dense(jacobian, offsets, 3) => {
                    return self.write_dense::<3>(mass, jacobian, offsets, w);
                }
                Some(6) if symmetric && self.is_dense(jacobian, offsets, 6) => {
                    return self.write_dense::<6>(mass, jacobian, offsets, w);
                }
                _ => {}
            }
        }
        self.write_values(mass, jacobian, offsets, w);
    }

    /// h M̂⁻¹ hᵀ of one row, M̂ being symmetric.
    pub(crate) fn diagonal(&mut self, mass: &MassMatrix, row: (&[usize], &[f64])) -> f64 {
        mass.norm_of_row(row, &mut self.spread)
    }

    /// Whether every row names all degrees of freedom of the blocks that its contact touches, block after
    /// block.
    fn is_dense(&self, jacobian: &Rows, offsets: &[usize], n: usize) -> bool {
        (0..offsets.len() - 1).all(|i| {
            let touched = &self.touched[self.touched_ptr[i]..self.touched_ptr[i + 1]];
            (offsets[i]..offsets[i + 1]).all(|row| {
                let cols = jacobian.row(row).0;
                cols.len() == n * touched.len()
                    && cols
                        .chunks_exact(n)
                        .zip(touched)
                        .all(|(c, &b)| c[0] == n * b && c[n - 1] == n * b + n - 1)
            })
        })
    }

    /// W from dense blocks of N columns: rows i ≤ j, the others by symmetry.
    fn write_dense<const N: usize>(
        &mut self,
        mass: &MassMatrix,
        jacobian: &Rows,
        offsets: &[usize],
        w: &mut BlockMatrix,
    ) {
        let contacts = offsets.len() - 1;
        self.apply_inverses::<N>(mass, jacobian, offsets);
        self.cursor.clear();
        self.cursor.extend_from_slice(&w.row_ptr[..contacts]);
        self.slot.clear();
        self.slot.resize(contacts, 0);
        let (h, y) = (jacobian.value.as_slice(), self.applied.as_slice());
        for i in 0..contacts {
            let row = w.row_ptr[i]..w.row_ptr[i + 1];
            for k in row.clone() {
                self.slot[w.col[k]] = w.start[k];
            }
            let rows_i = offsets[i]..offsets[i + 1];
            let touched = &self.touched[self.touched_ptr[i]..self.touched_ptr[i + 1]];
            for (local, &body) in touched.iter().enumerate() {
                let of_body = &self.by_block[self.by_block_ptr[body]..self.by_block_ptr[body + 1]];
                for &j in &of_body[of_body.partition_point(|&j| j < i)..] {
                    let other = &self.touched[self.touched_ptr[j]..self.touched_ptr[j + 1]];
                    let place = other.iter().position(|&b| b == body).unwrap_or(0);
                    let (mut at, width) = (self.slot[j], offsets[j + 1] - offsets[j]);
                    for a in rows_i.clone() {
                        let left = chunk::<N>(h, jacobian.row_ptr[a] + local * N);
                        for (c, b) in (offsets[j]..offsets[j + 1]).enumerate() {
                            let right = chunk::<N>(y, jacobian.row_ptr[b] + place * N);
                            w.values[at + c] += dot(left, right);
                        }
                        at += width;
                    }
                }
            }
            // Row j is filled from the left as i grows: its next block is (j, i).
            let height = rows_i.len();
            for k in row {
                let j = w.col[k];
                if j > i {
                    let (from, to) = (w.start[k], w.start[self.cursor[j]]);
                    self.cursor[j] += 1;
                    let width = offsets[j + 1] - offsets[j];
                    for a in 0..height {
                        for c in 0..width {
                            w.values[to + c * height + a] = w.values[from + a * width + c];
                        }
                    }
                }
            }
        }
    }

    /// Y = M⁻¹ Hᵀ, row by row.
    fn apply_inverses<const N: usize>(&mut self, mass: &MassMatrix, jacobian: &Rows, offsets: &[usize]) {
        self.applied.clear();
        self.applied.extend_from_slice(&jacobian.value);
        for i in 0..offsets.len() - 1 {
            let touched = &self.touched[self.touched_ptr[i]..self.touched_ptr[i + 1]];
            for row in offsets[i]..offsets[i + 1] {
                let entries = jacobian.row_ptr[row]..jacobian.row_ptr[row + 1];
                for (y, &b) in self.applied[entries]
                    .as_chunks_mut::<N>()
                    .0
                    .iter_mut()
                    .zip(touched)
                {
                    mass.solve_fixed(b, y);
                }
            }
        }
    }

    fn write_values(&mut self, mass: &MassMatrix, jacobian: &Rows, offsets: &[usize], w: &mut BlockMatrix) {
        let single = mass.num_blocks() == 1;
        self.spread.clear();
        self.spread.resize(mass.dim(), 0.0);
        self.cursor.clear();
        self.cursor.extend_from_slice(&w.row_ptr[..offsets.len() - 1]);
        for j in 0..offsets.len() - 1 {
            // Column j holds the blocks (i, j) of the same contacts i as row j holds (j, i).
            let neighbours = w.row_ptr[j]..w.row_ptr[j + 1];
            let width = offsets[j + 1] - offsets[j];
            for c in 0..width {
                if single {
                    self.spread.fill(0.0);
                    scatter(jacobian, offsets[j] + c, &mut self.spread);
                    mass.solve_block(0, &mut self.spread);
                } else {
                    self.apply_inverse(mass, jacobian, j, offsets[j] + c);
                }
                for k in neighbours.clone() {
                    let i = w.col[k];
                    let at = w.start[self.cursor[i]];
                    for (local, row) in (offsets[i]..offsets[i + 1]).enumerate() {
                        w.values[at + local * width + c] = jacobian.dot(row, &self.spread);
                    }
                }
            }
            for k in neighbours {
                self.cursor[w.col[k]] += 1;
            }
            if !single {
                for &b in &self.touched[self.touched_ptr[j]..self.touched_ptr[j + 1]] {
                    self.spread[mass.offsets[b]..mass.offsets[b + 1]].fill(0.0);
                }
            }
        }
    }

    /// The contacts that share a block of M with contact i, itself included, in order.
    fn neighbours(&mut self, i: usize, col: &mut Vec<usize>) {
        let first = col.len();
        let touched = &self.touched[self.touched_ptr[i]..self.touched_ptr[i + 1]];
        let of_block = |b: usize| &self.by_block[self.by_block_ptr[b]..self.by_block_ptr[b + 1]];
        match *touched {
            [a] => return col.extend_from_slice(of_block(a)),
            [a, b] => return merge(of_block(a), of_block(b), col),
            _ => {}
        }
        self.seen[i] = i;
        col.push(i);
        for &b in touched {
            for &j in &self.by_block[self.by_block_ptr[b]..self.by_block_ptr[b + 1]] {
                if self.seen[j] != i {
                    self.seen[j] = i;
                    col.push(j);
                }
            }
        }
        col[first..].sort_unstable();
    }

    /// spread = M̂⁻¹ hᵀ for one row of contact j.
    fn apply_inverse(&mut self, mass: &MassMatrix, jacobian: &Rows, j: usize, row: usize) {
        let touched = &self.touched[self.touched_ptr[j]..self.touched_ptr[j + 1]];
        for &b in touched {
            self.spread[mass.offsets[b]..mass.offsets[b + 1]].fill(0.0);
        }
        scatter(jacobian, row, &mut self.spread);
        for &b in touched {
            mass.solve_block(b, &mut self.spread[mass.offsets[b]..mass.offsets[b + 1]]);
        }
    }

    /// The blocks of M that each contact touches, and the contacts that touch each block of M.
    fn find_touched(&mut self, mass: &MassMatrix, jacobian: &Rows, offsets: &[usize]) {
        let (contacts, blocks) = (offsets.len() - 1, mass.num_blocks());
        self.touched.clear();
        self.touched_ptr.clear();
        self.touched_ptr.push(0);
        self.by_block_ptr.clear();
        self.by_block_ptr.resize(blocks + 1, 0);
        for i in 0..contacts {
            let first = self.touched.len();
            let entries = jacobian.row_ptr[offsets[i]]..jacobian.row_ptr[offsets[i + 1]];
            for &dof in &jacobian.col[entries] {
                let b = mass.block_of[dof];
                if !self.touched[first..].contains(&b) {
                    self.touched.push(b);
                    self.by_block_ptr[b + 1] += 1;
                }
            }
            self.touched_ptr.push(self.touched.len());
        }
        for b in 0..blocks {
            self.by_block_ptr[b + 1] += self.by_block_ptr[b];
        }
        self.cursor.clear();
        self.cursor.extend_from_slice(&self.by_block_ptr[..blocks]);
        self.by_block.clear();
        self.by_block.resize(self.touched.len(), 0);
        for i in 0..contacts {
            for &b in &self.touched[self.touched_ptr[i]..self.touched_ptr[i + 1]] {
                self.by_block[self.cursor[b]] = i;
                self.cursor[b] += 1;
            }
        }
    }
}

/// The pattern of W, its blocks to be filled; `neighbours` lists the block columns of a row.
fn write_pattern(offsets: &[usize], w: &mut BlockMatrix, mut neighbours: impl FnMut(usize, &mut Vec<usize>)) {
    w.offsets.clear();
    w.offsets.extend_from_slice(offsets);
    w.row_ptr.clear();
    w.row_ptr.push(0);
    w.col.clear();
    w.start.clear();
    w.diagonal.clear();
    let mut total = 0;
    for i in 0..offsets.len() - 1 {
        let first = w.col.len();
        neighbours(i, &mut w.col);
        let height = offsets[i + 1] - offsets[i];
        for k in first..w.col.len() {
            let j = w.col[k];
            if j == i {
                w.diagonal.push(k);
            }
            w.start.push(total);
            total += height * (offsets[j + 1] - offsets[j]);
        }
        w.row_ptr.push(w.col.len());
    }
    w.values.clear();
    w.values.resize(total, 0.0);
}

/// Two increasing lists as one, each number once.
fn merge(mut a: &[usize], mut b: &[usize], out: &mut Vec<usize>) {
    while let (Some((&x, rest_a)), Some((&y, rest_b))) = (a.split_first(), b.split_first()) {
        out.push(x.min(y));
        if x <= y {
            a = rest_a;
        }
        if y <= x {
            b = rest_b;
        }
    }
    out.extend_from_slice(a);
    out.extend_from_slice(b);
}

#[inline]
fn chunk<const N: usize>(values: &[f64], at: usize) -> &[f64; N] {
    values[at..].first_chunk().unwrap_or(&[0.0; N])
}

#[inline]
fn dot<const N: usize>(a: &[f64; N], b: &[f64; N]) -> f64 {
    let mut sum = 0.0;
    for k in 0..N {
        sum += a[k] * b[k];
    }
    sum
}

fn scatter(jacobian: &Rows, row: usize, to: &mut [f64]) {
    let (col, value) = jacobian.row(row);
    for (&dof, &x) in col.iter().zip(value) {
        to[dof] = x;
    }
}
