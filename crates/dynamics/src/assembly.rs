//! W = H M̂⁻¹ Hᵀ in blocks, written over the last one without allocating.
//!
//! ```text
//! Y_j = M̂⁻¹ H_jᵀ,    W_ij = H_i Y_j      for every pair of contacts that share a block of M̂
//! ```
//! Work is proportional to the number of blocks of W. Contacts that touch no degree of freedom keep a zero block.

use crate::contact::Rows;
use crate::mass_matrix::MassMatrix;
use drystone_solve::delassus::BlockMatrix;

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
}

impl Assembly {
    /// Writes W over `w`. `jacobian` holds the rows of all contacts, `offsets` the first row of each and their number at the end.
    pub(crate) fn delassus(
        &mut self,
        mass: &MassMatrix,
        jacobian: &Rows,
        offsets: &[usize],
        w: &mut BlockMatrix,
    ) {
        let contacts = offsets.len() - 1;
        if mass.num_blocks() == 1 {
            // One block of M couples every contact with every other: the pattern is full, and often the last one.
            if w.offsets != offsets || w.col.len() != contacts * contacts {
                write_pattern(offsets, w, |_, col| col.extend(0..contacts));
            }
        } else {
            self.find_touched(mass, jacobian, offsets);
            self.seen.clear();
            self.seen.resize(contacts, usize::MAX);
            write_pattern(offsets, w, |i, col| self.neighbours(i, col));
        }
        self.write_values(mass, jacobian, offsets, w);
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
        self.seen[i] = i;
        col.push(i);
        for &b in &self.touched[self.touched_ptr[i]..self.touched_ptr[i + 1]] {
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

fn scatter(jacobian: &Rows, row: usize, to: &mut [f64]) {
    let (col, value) = jacobian.row(row);
    for (&dof, &x) in col.iter().zip(value) {
        to[dof] = x;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::DMatrix;

    /// Three bodies of 1, 2 and 3 degrees of freedom, four contacts of mixed sizes, one of them touching nothing.
    #[test]
    fn agrees_with_the_dense_product() {
        let mut mass = MassMatrix::new(&[1, 2, 3]);
        let values = [
            2.0, 3.0, 0.5, 0.5, 1.0, 4.0, 1.0, 0.2, 1.0, 3.0, 0.1, 0.2, 0.1, 2.0,
        ];
        mass.values.copy_from_slice(&values);
        mass.factor_symmetric(0.0).unwrap();
        let rows: [&[(usize, f64)]; 7] = [
            &[(0, 1.0), (1, -1.0), (2, 0.3)],
            &[(0, 0.2), (2, 1.0)],
            &[(3, 1.0), (4, 0.1)],
            &[],
            &[(1, 1.0), (5, -2.0)],
            &[(2, 0.4), (3, 1.0)],
            &[(1, 0.1), (4, 1.0), (5, 1.0)],
        ];
        let offsets = [0, 2, 3, 4, 7];
        let mut jacobian = Rows::default();
        let mut h = DMatrix::zeros(7, 6);
        for (i, row) in rows.iter().enumerate() {
            for &(dof, x) in *row {
                jacobian.entry(dof, x);
                h[(i, dof)] = x;
            }
            jacobian.end_row();
        }
        let mut m = DMatrix::zeros(6, 6);
        for k in 0..3 {
            let n = mass.offsets[k + 1] - mass.offsets[k];
            for i in 0..n * n {
                m[(mass.offsets[k] + i / n, mass.offsets[k] + i % n)] = mass.values[mass.start[k] + i];
            }
        }
        let expected = &h * m.try_inverse().unwrap() * h.transpose();
        let mut w = BlockMatrix::default();
        let mut assembly = Assembly::default();
        for _ in 0..2 {
            assembly.delassus(&mass, &jacobian, &offsets, &mut w);
            assert!((w.to_dense() - &expected).amax() < 1e-14, "{}", w.to_dense());
            assert_eq!(w.diagonal.len(), 4);
        }
        // Contacts 0 and 1 share no body: that block is not stored.
        assert_eq!(w.col[w.row_ptr[0]..w.row_ptr[1]], [0, 3]);
    }
}
