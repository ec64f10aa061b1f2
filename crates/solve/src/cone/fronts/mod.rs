//! Sparse LU of a matrix with a symmetric pattern and values that are not symmetric, by fronts.
//!
//! ```text
//! F = | F₁₁ F₁₂ |      P F₁₁ = L₁₁ U₁₁,   U₁₂ = L₁₁⁻¹ P F₁₂,   L₂₁ = F₂₁ U₁₁⁻¹
//!     | F₂₁ F₂₂ |      S = F₂₂ − L₂₁ U₁₂   is added to the front of the parent
//! ```
//! Rows that stand together (those of a body, a contact) are one node; nodes are put in an order of small
//! degree, and those whose columns are nearly the same make one front. Rows are exchanged within F₁₁ alone:
//! the order is that of the pattern and serves every factorisation. What that costs in accuracy is for the
//! caller to mend by refinement. Such an order has a fraction of the fill that one made for exchange of all
//! rows has. Sources: Duff, Reid (1983), The multifrontal solution of indefinite sparse symmetric linear
//! equations; Amestoy, Davis, Duff (1996) for the order.

mod order;

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::lu::partial_pivoting::factor::{lu_in_place, lu_in_place_scratch};
use faer::linalg::matmul::matmul;
use faer::linalg::triangular_solve::{solve_lower_triangular_in_place, solve_unit_lower_triangular_in_place};
use faer::{Accum, MatMut, Par, Spec};
use order::{Graph, depth_first, join};

/// Pivot columns up to which a front is factored in place, without a call.
const IN_PLACE: usize = 24;

/// One front: pivots `first..first + pivots` of the order, and the rows they leave something to.
struct Front {
    first: usize,
    pivots: usize,
    /// Places of the rows that are left, increasing.
    rows: Vec<usize>,
    /// Where these are in the front of the parent.
    in_parent: Vec<usize>,
    children: Vec<usize>,
    /// Where its factors begin: L and U₁₁ column after column, then U₁₂.
    factors: usize,
    /// Stored entries: which value, and where it goes in the front.
    entries: Vec<(usize, usize)>,
}

impl Front {
    fn size(&self) -> usize {
        self.pivots + self.rows.len()
    }

    fn place(&self, at: usize) -> usize {
        if at < self.first + self.pivots {
            at - self.first
        } else {
            self.pivots + self.rows.partition_point(|&row| row < at)
        }
    }
}

/// The order and the fronts of a pattern, and its latest factors.
pub(crate) struct Fronts {
    /// Place of each row in the order.
    place: Vec<usize>,
    /// Children before their parents.
    list: Vec<Front>,
    factors: Vec<f64>,
    /// Which row of F₁₁ was taken, by place.
    exchanged: Vec<usize>,
    /// The front at hand, column after column.
    work: Vec<f64>,
    /// What children leave to their parents.
    stack: Vec<f64>,
    x: Vec<f64>,
    part: Vec<f64>,
    memory: MemBuffer,
}

impl Fronts {
    /// The fronts of a matrix by compressed columns, rows increasing; `None` where its pattern is not
    /// symmetric.
    pub(crate) fn new(n: usize, col_ptr: &[usize], row_idx: &[usize]) -> Option<Self> {
        let graph = Graph::new(n, col_ptr, row_idx);
        if !graph.is_symmetric() {
            return None;
        }
        let order = graph.order()?;
        let joined = join(&graph, &order);
        let sequence = depth_first(&joined);
        let mut place = vec![0; n];
        let mut number = vec![0; joined.len()];
        let mut next = 0;
        for (k, &front) in sequence.iter().enumerate() {
            number[front] = k;
            for row in joined[front]
                .nodes
                .iter()
                .flat_map(|&node| graph.first[node]..graph.first[node + 1])
            {
                place[row] = next;
                next += 1;
            }
        }
        let rows_of = |step: &usize| graph.first[order[*step]]..graph.first[order[*step] + 1];
        let (mut first, mut factors) = (0, 0);
        let mut fronts: Vec<Front> = Vec::with_capacity(sequence.len());
        for &k in &sequence {
            let front = &joined[k];
            let mut rows: Vec<usize> = front
                .rest
                .iter()
                .flat_map(rows_of)
                .map(|row| place[row])
                .collect();
            rows.sort_unstable();
            fronts.push(Front {
                first,
                pivots: front.width,
                in_parent: Vec::new(),
                children: front.children.iter().map(|&child| number[child]).collect(),
                factors,
                entries: Vec::new(),
                rows,
            });
            first += front.width;
            factors += front.width * (front.width + 2 * front.rest_width);
        }
        let mut out = Fronts {
            place,
            list: fronts,
            factors: vec![0.0; factors],
            exchanged: (0..n).collect(),
            work: Vec::new(),
            stack: Vec::new(),
            x: vec![0.0; n],
            part: Vec::new(),
            memory: MemBuffer::new(lu_in_place_scratch::<usize, f64>(1, 1, Par::Seq, Spec::default())),
        };
        out.link();
        out.locate(n, col_ptr, row_idx);
        Some(out)
    }

    /// Where rows that are left stand in the parent's front.
    fn link(&mut self) {
        for k in 0..self.list.len() {
            for c in 0..self.list[k].children.len() {
                let child = self.list[k].children[c];
                let in_parent = self.list[child]
                    .rows
                    .iter()
                    .map(|&at| self.list[k].place(at))
                    .collect();
                self.list[child].in_parent = in_parent;
            }
        }
        let largest = self.list.iter().map(Front::size).max().unwrap_or(0);
        let pivots = self.list.iter().map(|front| front.pivots).max().unwrap_or(0);
        self.work.resize(largest * largest, 0.0);
        self.part.resize(largest, 0.0);
        let scratch = lu_in_place_scratch::<usize, f64>(pivots, pivots, Par::Seq, Spec::default());
        self.memory = MemBuffer::new(scratch);
    }

    /// Where stored entries go: the front of the row or the column that is eliminated first.
    fn locate(&mut self, n: usize, col_ptr: &[usize], row_idx: &[usize]) {
        let mut front_of = vec![0; n];
        for (k, front) in self.list.iter().enumerate() {
            front_of[front.first..front.first + front.pivots].fill(k);
        }
        for j in 0..n {
            for value in col_ptr[j]..col_ptr[j + 1] {
                let (row, column) = (self.place[row_idx[value]], self.place[j]);
                let front = &mut self.list[front_of[row.min(column)]];
                let at = front.place(column) * front.size() + front.place(row);
                front.entries.push((value, at));
            }
        }
    }

    /// Factors the matrix with these values; `false` where a pivot block is singular.
    pub(crate) fn factor(&mut self, values: &[f64]) -> bool {
        self.stack.clear();
        for k in 0..self.list.len() {
            let size = self.list[k].size();
            self.work[..size * size].fill(0.0);
            for &(value, at) in &self.list[k].entries {
                self.work[at] += values[value];
            }
            for c in (0..self.list[k].children.len()).rev() {
                self.take_from(self.list[k].children[c], size);
            }
            if !self.eliminate(k) {
                return false;
            }
        }
        true
    }

    /// Adds what a child has left, the last on the stack.
    fn take_from(&mut self, child: usize, size: usize) {
        let places = &self.list[child].in_parent;
        let begin = self.stack.len() - places.len() * places.len();
        for (column, &j) in self.stack[begin..].chunks_exact(places.len().max(1)).zip(places) {
            let target = &mut self.work[j * size..(j + 1) * size];
            for (x, &i) in column.iter().zip(places) {
                target[i] += x;
            }
        }
        self.stack.truncate(begin);
    }

    /// Eliminates the pivots of the front in memory, keeps its factors, leaves the rest on the stack.
    fn eliminate(&mut self, k: usize) -> bool {
        let front = &self.list[k];
        let (p, size) = (front.pivots, front.size());
        let m = size - p;
        let exchanged = &mut self.exchanged[front.first..front.first + p];
        let memory = &mut self.work[..size * size];
        let all = MatMut::from_column_major_slice_mut(memory, size, size);
        let (mut f11, mut f12, mut f21, f22) = all.split_at_mut(p, p);
        if p <= IN_PLACE {
            factor_in_place(f11.as_mut(), exchanged);
        } else {
            let mut back = vec![0; p];
            let stack = MemStack::new(&mut self.memory);
            lu_in_place(
                f11.as_mut(),
                exchanged,
                &mut back,
                Par::Seq,
                stack,
                Spec::default(),
            );
        }
        if !(0..p).all(|i| f11[(i, i)] != 0.0 && f11[(i, i)].is_finite()) {
            return false;
        }
        if m > 0 {
            for j in 0..m {
                for (x, &i) in self.part.iter_mut().zip(exchanged.iter()) {
                    *x = f12[(i, j)];
                }
                for i in 0..p {
                    f12[(i, j)] = self.part[i];
                }
            }
            solve_unit_lower_triangular_in_place(f11.as_ref(), f12.as_mut(), Par::Seq);
            solve_lower_triangular_in_place(f11.as_ref().transpose(), f21.as_mut().transpose_mut(), Par::Seq);
            matmul(f22, Accum::Add, f21.as_ref(), f12.as_ref(), -1.0, Par::Seq);
        }
        self.keep(k);
        true
    }

    /// Copies the factors of the front in memory, and the rest of it to the stack.
    fn keep(&mut self, k: usize) {
        let front = &self.list[k];
        let (p, size) = (front.pivots, front.size());
        let factors = &mut self.factors[front.factors..front.factors + p * (2 * size - p)];
        let (lower, upper) = factors.split_at_mut(p * size);
        lower.copy_from_slice(&self.work[..p * size]);
        for (j, column) in upper.chunks_exact_mut(p).enumerate() {
            let at = (p + j) * size;
            column.copy_from_slice(&self.work[at..at + p]);
            self.stack.extend_from_slice(&self.work[at + p..at + size]);
        }
    }

    /// x ← A⁻¹ x with the latest factors.
    pub(crate) fn solve(&mut self, x: &mut [f64]) {
        for (x, &at) in x.iter().zip(&self.place) {
            self.x[at] = *x;
        }
        for front in &self.list {
            forward(
                front,
                &self.factors,
                &self.exchanged,
                (&mut self.x, &mut self.part),
            );
        }
        for front in self.list.iter().rev() {
            backward(front, &self.factors, (&mut self.x, &mut self.part));
        }
        for (x, &at) in x.iter_mut().zip(&self.place) {
            *x = self.x[at];
        }
    }
}

/// P A = L U of a small block; `taken` says which row of A became each row.
fn factor_in_place(mut a: MatMut<'_, f64>, taken: &mut [usize]) {
    let p = a.nrows();
    taken.iter_mut().enumerate().for_each(|(i, row)| *row = i);
    for k in 0..p {
        let mut best = k;
        for i in k + 1..p {
            if a[(i, k)].abs() > a[(best, k)].abs() {
                best = i;
            }
        }
        if best != k {
            taken.swap(k, best);
            for j in 0..p {
                (a[(k, j)], a[(best, j)]) = (a[(best, j)], a[(k, j)]);
            }
        }
        let inverse = 1.0 / a[(k, k)];
        for i in k + 1..p {
            a[(i, k)] *= inverse;
        }
        for j in k + 1..p {
            let u = a[(k, j)];
            if u != 0.0 {
                for i in k + 1..p {
                    let l = a[(i, k)];
                    a[(i, j)] -= l * u;
                }
            }
        }
    }
}

/// L y = P x of one front.
fn forward(front: &Front, factors: &[f64], exchanged: &[usize], (x, part): (&mut [f64], &mut [f64])) {
    let (p, size, first) = (front.pivots, front.size(), front.first);
    let lower = &factors[front.factors..front.factors + p * size];
    for (part, &row) in part.iter_mut().zip(&exchanged[first..first + p]) {
        *part = x[first + row];
    }
    x[first..first + p].copy_from_slice(&part[..p]);
    part[p..size].fill(0.0);
    for (j, column) in lower.chunks_exact(size).enumerate() {
        let y = x[first + j];
        for (x, l) in x[first + j + 1..first + p].iter_mut().zip(&column[j + 1..p]) {
            *x -= l * y;
        }
        for (part, l) in part[p..size].iter_mut().zip(&column[p..]) {
            *part += l * y;
        }
    }
    for (&row, part) in front.rows.iter().zip(&part[p..size]) {
        x[row] -= part;
    }
}

/// U x = y of one front, what it is coupled to being known.
fn backward(front: &Front, factors: &[f64], (x, part): (&mut [f64], &mut [f64])) {
    let (p, size, first) = (front.pivots, front.size(), front.first);
    let (lower, upper) = factors[front.factors..front.factors + p * (2 * size - p)].split_at(p * size);
    part[..p].copy_from_slice(&x[first..first + p]);
    for (column, &row) in upper.chunks_exact(p).zip(&front.rows) {
        let y = x[row];
        for (part, u) in part[..p].iter_mut().zip(column) {
            *part -= u * y;
        }
    }
    for (j, column) in lower.chunks_exact(size).enumerate().rev() {
        let y = part[j] / column[j];
        part[j] = y;
        for (part, u) in part[..j].iter_mut().zip(&column[..j]) {
            *part -= u * y;
        }
    }
    x[first..first + p].copy_from_slice(&part[..p]);
}

#[cfg(test)]
mod tests;
