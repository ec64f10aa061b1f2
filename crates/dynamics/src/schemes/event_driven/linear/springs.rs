//! Systems of forces of many rows: the rows held by stiff springs, over and over, until they hold exactly.
//!
//! ```text
//! A λ + b = 0,   A = H M⁻¹ (Hᵀ + S)           rows H that hold; S: sliding friction per unit of normal force
//! E = diag(1 / (ε Wᵢᵢ)),   K = M + Hᵀ E H                  stiffness of the springs; masses with the springs
//! ρ = A λ + b,   λ ← λ − E H K′⁻¹ M K′⁻¹ (Hᵀ + S) E ρ                              K′ = M + (Hᵀ + S) E H
//! ```
//! Each round leaves 2 ε/σ of what belongs to the eigenvalue σ of W = H M⁻¹ Hᵀ scaled to a unit diagonal, and
//! changes nothing that no acceleration feels: of many λ the one nearest to the guess is found, in the scaled
//! unknowns, and rows that follow from others cost nothing. That is the method of multipliers (Hestenes 1969;
//! Rockafellar 1976), iterated as Tikhonov's regularisation.
//!
//! Rows that do not follow from each other, and of which none slides, need no springs: `independent.rs`.
//!
//! K couples the bodies that rows join. It is factored within its envelope: a chain of n links costs n. K′
//! differs from K by one rank for each contact that slides (Woodbury). Refused where the rounds do not
//! converge; then the dense system of `mod.rs` says what there is.

use super::independent::{Independent, end_of_block};
use super::sparse_rows::SparseRows;
use crate::schemes::event_driven::tolerances::{
    GAIN, MISSED, ROUNDED_OFF, SINGULAR, SOFTNESS, SPRING_ROUNDS,
};
use drystone_solve::delassus::BlockMatrix;
use drystone_solve::dense;
use drystone_solve::mass::MassMatrix;
use drystone_solve::symmetric::SymmetricFactors;

/// K with its factors, and room for the rounds.
#[derive(Default)]
pub(crate) struct Springs {
    pub(crate) rows: SparseRows,
    /// λ: the guess, then the answer. b.
    pub(crate) force: Vec<f64>,
    pub(crate) right: Vec<f64>,
    /// M⁻¹ (Hᵀ + S) λ of the answer.
    pub(crate) push: Vec<f64>,
    independent: Independent,
    /// E.
    stiffness: Vec<f64>,
    shape: Shape,
    k: BlockMatrix,
    factors: SymmetricFactors,
    sliding: Sliding,
    change: Vec<f64>,
    left: Left,
    x: Vec<f64>,
    gathered: [Vec<f64>; 2],
}

/// K⁻¹ S, column after column, and the factors of 1 + E H K⁻¹ S on the rows that slide.
#[derive(Default)]
struct Sliding {
    columns: Vec<f64>,
    small: Vec<f64>,
    pivot: Vec<usize>,
}

/// What a round leaves, row by row, and the same times E.
#[derive(Default)]
struct Left {
    rows: Vec<f64>,
    weighted: Vec<f64>,
}

/// Which blocks of M are joined by rows.
#[derive(Default)]
struct Shape {
    /// Pairs of blocks that rows join, row after row, as they come, of this and of the last system.
    pairs: Vec<(usize, usize)>,
    last: Vec<(usize, usize)>,
    /// Blocks that rows feel, and the number of each block among them.
    blocks: Vec<usize>,
    number: Vec<usize>,
    touched: Vec<usize>,
}

impl Springs {
    /// λ into `force`, which has the guess, with its `push`; `false` where the rounds do not converge or
    /// K is dear.
    pub(crate) fn solve(&mut self, mass: &MassMatrix) -> bool {
        let (m, n) = (self.rows.len(), mass.dim());
        for list in [&mut self.push, &mut self.x, &mut self.change] {
            list.clear();
            list.resize(n, 0.0);
        }
        for list in [&mut self.left.rows, &mut self.left.weighted] {
            list.clear();
            list.resize(m, 0.0);
        }
        self.independent.respond(&self.rows, mass);
        let few = m <= n && self.rows.sliding.is_empty();
        if few && self.independent.factor(&self.rows, mass) {
            return self.go_round(mass, Springs::improve_freely);
        }
        self.stiffen();
        self.find_shape(mass);
        self.fill(mass);
        self.factors.factor(&self.k)
            && self.add_sliding(mass)
            && self.go_round(mass, |springs| springs.improve(mass))
    }

    /// Rounds until what is left is rounding; whether it is.
    fn go_round(&mut self, mass: &MassMatrix, mut round: impl FnMut(&mut Self)) -> bool {
        let (mut before, mut most) = (f64::INFINITY, 0.0);
        for count in 0..=SPRING_ROUNDS {
            let (left, terms) = self.miss(mass);
            most = f64::max(most, terms);
            let is_done = left <= ROUNDED_OFF * ROUNDED_OFF * most;
            if is_done || !(left <= GAIN * GAIN * before) || count == SPRING_ROUNDS {
                return left <= MISSED * MISSED * most;
            }
            before = left;
            round(self);
        }
        false
    }

    /// The stiffness of each row; 0 for rows that nothing moves.
    fn stiffen(&mut self) {
        self.stiffness.clear();
        let stiffness = |w: &f64| if *w > 0.0 { 1.0 / (SOFTNESS * w) } else { 0.0 };
        self.stiffness
            .extend(self.independent.diagonal.iter().map(stiffness));
    }

    /// One round with the factors of independent rows.
    fn improve_freely(&mut self) {
        self.independent.improve(&self.left.rows, &mut self.force);
    }

    /// The blocks that rows join, and the places of K where they are not those of the last system.
    fn find_shape(&mut self, mass: &MassMatrix) {
        let Shape {
            pairs,
            last,
            blocks,
            number,
            touched,
        } = &mut self.shape;
        pairs.clear();
        for i in 0..self.rows.len() {
            touched.clear();
            for (dof, _) in self.rows.row(i) {
                let block = mass.block_of[*dof];
                if touched.last() != Some(&block) {
                    touched.push(block);
                }
            }
            for &a in &*touched {
                for &b in &*touched {
                    if pairs.last() != Some(&(a, b)) {
                        pairs.push((a, b));
                    }
                }
            }
        }
        for (dof, _) in &self.rows.friction {
            let block = mass.block_of[*dof];
            if pairs.last() != Some(&(block, block)) {
                pairs.push((block, block));
            }
        }
        if pairs == last && number.len() == mass.num_blocks() {
            return;
        }
        last.clone_from(pairs);
        pairs.sort_unstable();
        pairs.dedup();
        blocks.clear();
        number.clear();
        number.resize(mass.num_blocks(), usize::MAX);
        for &(a, b) in &*pairs {
            if a == b {
                number[a] = blocks.len();
                blocks.push(a);
            }
        }
        self.set_places(mass);
    }

    /// The places of the blocks of K.
    fn set_places(&mut self, mass: &MassMatrix) {
        let Shape {
            pairs,
            blocks,
            number,
            ..
        } = &self.shape;
        let size = |block: usize| mass.offsets[block + 1] - mass.offsets[block];
        self.k.clear();
        for &(a, b) in pairs {
            if a == b {
                self.k.diagonal.push(self.k.col.len());
            }
            self.k.col.push(number[b]);
            self.k.start.push(self.k.values.len());
            let end = self.k.values.len() + size(a) * size(b);
            self.k.values.resize(end, 0.0);
        }
        let mut end = 0;
        for &block in blocks {
            end += pairs[end..].iter().take_while(|(a, _)| *a == block).count();
            self.k.row_ptr.push(end);
            self.k.offsets.push(self.k.rows() + size(block));
        }
    }

    /// K = M + Hᵀ E H.
    fn fill(&mut self, mass: &MassMatrix) {
        let Shape { blocks, number, .. } = &self.shape;
        let k = &mut self.k;
        k.values.fill(0.0);
        for (i, &block) in blocks.iter().enumerate() {
            let to = k.start[k.diagonal[i]];
            let from = &mass.values[mass.start[block]..mass.start[block + 1]];
            k.values[to..to + from.len()].copy_from_slice(from);
        }
        for i in 0..self.rows.len() {
            let row = self.rows.row(i);
            let mut first = 0;
            while first < row.len() {
                let (a, end) = end_of_block(mass, row, first);
                let mut other = 0;
                while other < row.len() {
                    let (b, stop) = end_of_block(mass, row, other);
                    let columns = &k.col[k.row_ptr[number[a]]..k.row_ptr[number[a] + 1]];
                    let place = k.row_ptr[number[a]] + columns.partition_point(|c| *c < number[b]);
                    let width = mass.offsets[b + 1] - mass.offsets[b];
                    for (dof, x) in &row[first..end] {
                        let at = k.start[place] + (dof - mass.offsets[a]) * width;
                        let to = &mut k.values[at..at + width];
                        let share = self.stiffness[i] * x;
                        for (dof, y) in &row[other..stop] {
                            to[dof - mass.offsets[b]] += share * y;
                        }
                    }
                    other = stop;
                }
                first = end;
            }
        }
    }

    /// K⁻¹ S and the small matrix; `false` where that is singular.
    fn add_sliding(&mut self, mass: &MassMatrix) -> bool {
        let (count, n) = (self.rows.sliding.len(), mass.dim());
        self.sliding.columns.clear();
        self.sliding.small.clear();
        if count == 0 {
            return true;
        }
        for k in 0..count {
            self.x.fill(0.0);
            for (dof, a) in self.rows.slip(k).1 {
                self.x[*dof] += a;
            }
            self.apply_inverse(mass);
            self.sliding.columns.extend_from_slice(&self.x);
        }
        for k in 0..count {
            let row = self.rows.sliding[k].0;
            for (l, column) in self.sliding.columns.chunks_exact(n).enumerate() {
                let entry = self.stiffness[row] * self.rows.dot(row, column);
                self.sliding.small.push(entry + f64::from(u8::from(k == l)));
            }
        }
        self.sliding.pivot.clear();
        self.sliding.pivot.resize(count, 0);
        dense::factor(&mut self.sliding.small, &mut self.sliding.pivot, SINGULAR).is_ok()
    }

    /// ρ into `left`, the push of λ; Σ ρ²/Wᵢᵢ, and the same of its largest terms.
    fn miss(&mut self, mass: &MassMatrix) -> (f64, f64) {
        self.rows.forces(&self.force, &mut self.push);
        mass.solve(&mut self.push);
        let (mut sum, mut terms) = (0.0, 0.0);
        for (i, w) in self.independent.diagonal.iter().enumerate() {
            let pushed = self.rows.dot(i, &self.push);
            self.left.rows[i] = pushed + self.right[i];
            if *w > 0.0 {
                sum += self.left.rows[i] * self.left.rows[i] / w;
                terms += (pushed * pushed).max(self.right[i] * self.right[i]) / w;
            }
        }
        (sum, terms)
    }

    /// One round: λ ← λ − E H K′⁻¹ M K′⁻¹ (Hᵀ + S) E ρ.
    fn improve(&mut self, mass: &MassMatrix) {
        for ((weighted, left), e) in self
            .left
            .weighted
            .iter_mut()
            .zip(&self.left.rows)
            .zip(&self.stiffness)
        {
            *weighted = e * left;
        }
        self.rows.forces(&self.left.weighted, &mut self.x);
        self.apply_with_friction(mass);
        mass.multiply(&self.x, &mut self.change);
        std::mem::swap(&mut self.x, &mut self.change);
        self.apply_with_friction(mass);
        for i in 0..self.force.len() {
            self.force[i] -= self.stiffness[i] * self.rows.dot(i, &self.x);
        }
    }

    /// x ← K′⁻¹ x.
    fn apply_with_friction(&mut self, mass: &MassMatrix) {
        self.apply_inverse(mass);
        let count = self.rows.sliding.len();
        if count == 0 {
            return;
        }
        let mut small = std::mem::take(&mut self.gathered[0]);
        small.clear();
        let slides = self.rows.sliding.iter();
        small.extend(slides.map(|(row, _)| self.stiffness[*row] * self.rows.dot(*row, &self.x)));
        dense::solve(&self.sliding.small, &self.sliding.pivot, &mut small);
        for (share, column) in small.iter().zip(self.sliding.columns.chunks_exact(mass.dim())) {
            for (x, y) in self.x.iter_mut().zip(column) {
                *x -= share * y;
            }
        }
        self.gathered[0] = small;
    }

    /// x ← K⁻¹ x on the blocks that rows feel.
    fn apply_inverse(&mut self, mass: &MassMatrix) {
        let [from, to] = &mut self.gathered;
        from.clear();
        for &block in &self.shape.blocks {
            from.extend_from_slice(&self.x[mass.offsets[block]..mass.offsets[block + 1]]);
        }
        to.resize(from.len(), 0.0);
        self.factors.solve(from, to);
        let mut rest = &to[..];
        for &block in &self.shape.blocks {
            let (own, others) = rest.split_at(mass.offsets[block + 1] - mass.offsets[block]);
            self.x[mass.offsets[block]..mass.offsets[block + 1]].copy_from_slice(own);
            rest = others;
        }
    }
}
