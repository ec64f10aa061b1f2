//! A symmetric positive definite matrix in blocks, factored for those who solve with it again and again.
//!
//! ```text
//! x = A⁻¹ b,     A = L D Lᵀ within its envelope, in the order of Cuthill and McKee where that is narrower
//! ```
//! The factors are those of the joints (`cone/skyline`). One substitution and no refinement: callers measure
//! what is left by their own matrix. Not here: matrices whose envelope is far wider than they are full.

use crate::cone::skyline::Skyline;
use crate::delassus::BlockMatrix;

/// The factors, and the space for them.
#[derive(Default)]
pub struct SymmetricFactors {
    factors: Skyline,
    /// Without blocks: what the factors leave is not looked at.
    none: BlockMatrix,
}

impl SymmetricFactors {
    /// Factors A; `false` where that is dearer than it is worth.
    pub fn factor(&mut self, a: &BlockMatrix) -> bool {
        self.factors.factor(a)
    }

    /// x = A⁻¹ b. A row that depends on those before it gets 0.
    pub fn solve(&mut self, b: &[f64], x: &mut [f64]) {
        x.fill(0.0);
        self.factors.solve(&self.none, b, x);
        for x in x {
            *x = -*x;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SymmetricFactors;
    use crate::delassus::BlockMatrix;
    use nalgebra::{DMatrix, DVector};

    #[test]
    fn a_ring_of_blocks_is_solved_to_rounding() {
        // Five blocks of two, each coupled with the next, the last with the first.
        let n = 10;
        let entry = |i: usize, j: usize| match (i / 2 + 5 - j / 2) % 5 {
            0 if i == j => 5.0 + i as f64,
            0 => 0.5,
            1 | 4 => -1.0 / (1.0 + (i + j) as f64),
            _ => 0.0,
        };
        let a = DMatrix::from_fn(n, n, entry);
        let blocks = BlockMatrix::from_dense(&a, &[2; 5]).expect("square");
        let mut factors = SymmetricFactors::default();
        assert!(factors.factor(&blocks));
        let b = DVector::from_fn(n, |i, _| (i as f64).sin());
        let mut x = vec![1.0; n];
        factors.solve(b.as_slice(), &mut x);
        let left = (&a * DVector::from_column_slice(&x) - &b).amax();
        assert!(left < 1e-14, "{left}");
    }
}
