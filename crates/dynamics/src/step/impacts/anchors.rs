//! One contact is hit while constraints hold: they are eliminated.
//!
//! ```text
//! at first       r_c = −W_cc⁻¹ u_c
//! then u_c = 0   r_c = −W_cc⁻¹ W_ci r_i = R_i r_i,     W'_ii = W_ii + W_ic R_i
//! ```
//! W_cc is factored within its envelope (`drystone_solve::symmetric`): a chain costs its length, once for all
//! impacts of an instant. Constraints that follow from others, to 10⁻¹², carry nothing, and so hold as well
//! as they agree with those. A contact whose bodies the constraints hold has W'_ii = 0: it cannot be stopped.
//! A contact that is hit again has its R_i already.

use crate::step::solve::OneStep;
use crate::step::tolerances::{HELD_ROUNDING, IMMOVABLE};
use drystone_solve::delassus::{BlockMatrix, Delassus};
use drystone_solve::law::Law;
use drystone_solve::symmetric::SymmetricFactors;

/// What holds while contacts are hit: constraints, and drives that nothing stops.
pub(crate) struct Anchors {
    pub(crate) blocks: Vec<usize>,
    /// First row of each block, among all that hold.
    offsets: Vec<usize>,
    /// W_cc and its factors.
    w: BlockMatrix,
    factors: SymmetricFactors,
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
            w: BlockMatrix::default(),
            factors: SymmetricFactors::default(),
            responses: vec![None; count],
        };
        w.restrict(&held.blocks, &mut held.w);
        held.factors.factor_at_any_price(&held.w);
        Some(held)
    }

    /// Rows that hold.
    fn rows(&self) -> usize {
        self.offsets[self.blocks.len()]
    }

    /// r_c = −W_cc⁻¹ u.
    pub(crate) fn stop(&mut self, u: &[f64], r: &mut Vec<f64>) {
        r.clear();
        r.resize(self.rows(), 0.0);
        self.factors.refine(&self.w, u, r);
    }

    /// How a contact is answered.
    pub(crate) fn response(&mut self, w: &BlockMatrix, contact: usize) -> &Response {
        if self.responses[contact].is_none() {
            let response = self.find_response(w, contact);
            self.responses[contact] = Some(response);
        }
        self.responses[contact].get_or_insert_with(|| Response {
            own: Vec::new(),
            answer: Vec::new(),
        })
    }

    fn find_response(&mut self, w: &BlockMatrix, contact: usize) -> Response {
        let (n, rows) = (self.rows(), w.size(contact));
        let mut coupling = vec![0.0; rows * n];
        self.copy_row(w, contact, &mut coupling);
        let whole = w.block(w.diagonal[contact]);
        let mut own = whole.to_vec();
        let mut answer = vec![0.0; n * rows];
        let mut column = vec![0.0; n];
        for j in 0..rows {
            column.fill(0.0);
            let coupled = &coupling[j * n..(j + 1) * n];
            self.factors.refine(&self.w, coupled, &mut column);
            for (i, row) in coupling.chunks_exact(n).enumerate() {
                own[i * rows + j] += row.iter().zip(&column).map(|(a, x)| a * x).sum::<f64>();
            }
            for (i, x) in column.iter().enumerate() {
                answer[i * rows + j] = *x;
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
