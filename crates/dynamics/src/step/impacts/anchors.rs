//! One contact is hit while constraints hold: they are eliminated.
//!
//! ```text
//! at first       r_c = −W_cc⁻¹ u_c
//! then u_c = 0   r_c = −W_cc⁻¹ W_ci r_i = R_i r_i,     W'_ii = W_ii − Zᵀ Z,   Z = L⁻¹ W_ci,   W_cc = L Lᵀ
//! ```
//! Cholesky's factors with diagonal pivots, of W_cc scaled to a unit diagonal: constraints that follow from
//! others, to 10⁻¹², are left out, and so hold as well as they agree with those. A contact whose bodies the
//! constraints hold has W'_ii = 0: it cannot be stopped. Dense, made once for all impacts of an instant; a
//! contact that is hit again has its R_i already.

use crate::step::solve::OneStep;
use crate::step::tolerances::{FOLLOWS, HELD_ROUNDING, IMMOVABLE};
use drystone_solve::delassus::{BlockMatrix, Delassus};
use drystone_solve::law::Law;

/// What holds while contacts are hit: constraints, and drives that nothing stops.
pub(crate) struct Anchors {
    pub(crate) blocks: Vec<usize>,
    /// First row of each block, among all that hold.
    offsets: Vec<usize>,
    /// Rows that are independent, in the order of their pivots; 1/√ of their diagonal; L of these, row-major.
    kept: Vec<usize>,
    scale: Vec<f64>,
    factor: Vec<f64>,
    /// W'_ii and R_i, row-major, of the contacts hit so far.
    responses: Vec<Option<Response>>,
}

/// How a contact is answered.
#[derive(Clone)]
pub(crate) struct Response {
    /// W'_ii; zero where it cannot be stopped.
    pub(crate) own: Vec<f64>,
    /// R_i: a row for each row that holds.
    answer: Vec<f64>,
}

impl Anchors {
    /// What holds in this step; nothing where nothing does.
    pub(crate) fn new(one: &OneStep) -> Option<Self> {
        let (count, laws) = (one.inputs.contacts.list.len(), &one.rows.problem.laws);
        let is_drive =
            |i: &usize| one.inputs.contacts.list[*i].friction.is_force() && laws[*i] == Law::Bilateral;
        let held = count..laws.len() - one.inputs.implicit.len();
        let blocks: Vec<usize> = (0..count).filter(is_drive).chain(held).collect();
        let Delassus::Explicit(w) = &one.rows.problem.delassus else {
            return None;
        };
        if blocks.is_empty() {
            return None;
        }
        let mut offsets = vec![0];
        for &block in &blocks {
            offsets.push(offsets[offsets.len() - 1] + w.size(block));
        }
        let mut held = Anchors {
            blocks,
            offsets,
            kept: Vec::new(),
            scale: Vec::new(),
            factor: Vec::new(),
            responses: vec![None; count],
        };
        held.factorise(w);
        Some(held)
    }

    /// Rows that hold.
    fn rows(&self) -> usize {
        self.offsets[self.blocks.len()]
    }

    /// L, with diagonal pivots.
    fn factorise(&mut self, w: &BlockMatrix) {
        let n = self.rows();
        let mut a = vec![0.0; n * n];
        for (k, &block) in self.blocks.iter().enumerate() {
            self.copy_row(w, block, &mut a[self.offsets[k] * n..self.offsets[k + 1] * n]);
        }
        let scale: Vec<f64> = (0..n)
            .map(|i| {
                if a[i * n + i] > 0.0 {
                    a[i * n + i].sqrt().recip()
                } else {
                    0.0
                }
            })
            .collect();
        let mut left: Vec<f64> = scale.iter().map(|s| f64::from(*s > 0.0)).collect();
        // Columns of L over all rows, one after the other.
        let mut columns: Vec<f64> = Vec::new();
        loop {
            let pivot = (0..n).fold(0, |best, i| if left[i] > left[best] { i } else { best });
            if !(left[pivot] > FOLLOWS) {
                break;
            }
            let root = left[pivot].sqrt();
            let rank = self.kept.len();
            // W_cc is symmetric: its row is the column.
            let row = a[pivot * n..(pivot + 1) * n].iter().zip(&scale);
            columns.extend(row.map(|(a, s)| s * a * scale[pivot]));
            let (before, new) = columns.split_at_mut(rank * n);
            for column in before.chunks_exact(n) {
                for (entry, x) in new.iter_mut().zip(column) {
                    *entry -= column[pivot] * x;
                }
            }
            for (entry, left) in new.iter_mut().zip(&mut left) {
                *entry /= root;
                *left -= *entry * *entry;
            }
            left[pivot] = 0.0;
            self.kept.push(pivot);
        }
        let rank = self.kept.len();
        self.factor.resize(rank * rank, 0.0);
        for (i, &row) in self.kept.iter().enumerate() {
            for k in 0..=i {
                self.factor[i * rank + k] = columns[k * n + row];
            }
        }
        self.scale.extend(self.kept.iter().map(|&i| scale[i]));
    }

    /// x ← L⁻¹ x, of what is scaled.
    fn forward(&self, x: &mut [f64]) {
        let rank = x.len();
        for i in 0..rank {
            for k in 0..i {
                x[i] -= self.factor[i * rank + k] * x[k];
            }
            x[i] /= self.factor[i * rank + i];
        }
    }

    /// x ← L⁻ᵀ x.
    fn backward(&self, x: &mut [f64]) {
        let rank = x.len();
        for i in (0..rank).rev() {
            for k in i + 1..rank {
                x[i] -= self.factor[k * rank + i] * x[k];
            }
            x[i] /= self.factor[i * rank + i];
        }
    }

    /// The rows of `y` that are independent, scaled.
    fn gather(&self, y: impl Fn(usize) -> f64) -> Vec<f64> {
        self.kept
            .iter()
            .zip(&self.scale)
            .map(|(&i, s)| s * y(i))
            .collect()
    }

    /// r_c = −W_cc⁻¹ u.
    pub(crate) fn stop(&self, u: &[f64], r: &mut Vec<f64>) {
        let mut x = self.gather(|i| -u[i]);
        self.forward(&mut x);
        self.backward(&mut x);
        r.clear();
        r.resize(self.rows(), 0.0);
        for ((&i, s), x) in self.kept.iter().zip(&self.scale).zip(&x) {
            r[i] = s * x;
        }
    }

    /// How a contact is answered.
    pub(crate) fn response(&mut self, w: &BlockMatrix, contact: usize) -> &Response {
        if self.responses[contact].is_none() {
            self.responses[contact] = Some(self.find_response(w, contact));
        }
        self.responses[contact].get_or_insert_with(|| Response {
            own: Vec::new(),
            answer: Vec::new(),
        })
    }

    fn find_response(&self, w: &BlockMatrix, contact: usize) -> Response {
        let (n, rows) = (self.rows(), w.size(contact));
        let mut coupling = vec![0.0; rows * n];
        self.copy_row(w, contact, &mut coupling);
        let whole = w.block(w.diagonal[contact]);
        let mut own = whole.to_vec();
        let mut z: Vec<Vec<f64>> = (0..rows).map(|j| self.gather(|i| coupling[j * n + i])).collect();
        for column in &mut z {
            self.forward(column);
        }
        for i in 0..rows {
            for j in 0..rows {
                own[i * rows + j] -= z[i].iter().zip(&z[j]).map(|(a, b)| a * b).sum::<f64>();
            }
        }
        // Directions in which the constraints hold the contact: what is left of them is rounding.
        for i in 0..rows {
            own[i * rows + i] += HELD_ROUNDING * whole[i * rows + i];
            if !(own[i * rows + i] > IMMOVABLE * whole[i * rows + i]) {
                for j in 0..rows {
                    own[i * rows + j] = 0.0;
                    own[j * rows + i] = 0.0;
                }
            }
        }
        let mut answer = vec![0.0; n * rows];
        for (j, column) in z.iter_mut().enumerate() {
            self.backward(column);
            for ((&i, s), x) in self.kept.iter().zip(&self.scale).zip(column.iter()) {
                answer[i * rows + j] = -s * x;
            }
        }
        Response { own, answer }
    }

    /// The blocks of one block row of W that belong to what holds; `to` has the rows of that block,
    /// row-major.
    fn copy_row(&self, w: &BlockMatrix, row: usize, to: &mut [f64]) {
        let n = self.rows();
        for k in w.row_ptr[row]..w.row_ptr[row + 1] {
            if let Ok(b) = self.blocks.binary_search(&w.col[k]) {
                let columns = self.offsets[b]..self.offsets[b + 1];
                for (to, values) in to.chunks_exact_mut(n).zip(w.block(k).chunks_exact(columns.len())) {
                    to[columns.clone()].copy_from_slice(values);
                }
            }
        }
    }
}

impl Response {
    /// Impulses of what holds, behind that of the contact in `r`.
    pub(crate) fn append(&self, r: &mut Vec<f64>) {
        let rows = r.len();
        for answer in self.answer.chunks_exact(rows) {
            let sum = answer.iter().zip(&r[..rows]).map(|(a, r)| a * r).sum();
            r.push(sum);
        }
    }
}
