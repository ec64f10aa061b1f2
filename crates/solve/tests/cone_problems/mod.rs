//! Small generators of contact problems: random systems, stacks of boxes, degenerate values.

use drystone_solve::delassus::{Delassus, Sparse};
use drystone_solve::law::Law;
use drystone_solve::problem::{ContactProblem, sizes};

/// Numbers in [−1, 1), the same on every machine.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn number(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

/// Bodies of `dofs` degrees of freedom in all with masses between 1 and 10^`orders`, and blocks that touch a few each.
pub(crate) fn random(laws: Vec<Law>, dofs: usize, orders: f64, seed: u64) -> ContactProblem {
    let mut rng = Random(seed);
    let mass: Vec<(usize, usize, f64)> = (0..dofs)
        .map(|i| (i, i, 10f64.powf(0.5 * orders * (1.0 + rng.number()))))
        .collect();
    let rows: usize = laws.iter().map(Law::rows).sum();
    let v: Vec<f64> = (0..dofs).map(|_| rng.number()).collect();
    let mut h = Vec::new();
    let mut b = vec![0.0; rows];
    for (i, b) in b.iter_mut().enumerate() {
        for j in 0..dofs {
            if rng.number() < 0.0 || dofs <= 6 {
                let x = rng.number();
                h.push((i, j, x));
                // In the range of H: a velocity that obeys every law exists.
                *b += x * v[j];
            }
        }
    }
    let mass = Sparse::from_triplets(dofs, dofs, &mass).unwrap();
    let h = Sparse::from_triplets(rows, dofs, &h).unwrap();
    ContactProblem::from_factors(mass, h, b, laws).unwrap()
}

/// The same problem with W explicit.
pub(crate) fn explicit(problem: &ContactProblem) -> ContactProblem {
    ContactProblem {
        delassus: Delassus::Explicit(problem.delassus.to_explicit(&sizes(&problem.laws)).unwrap()),
        ..problem.clone()
    }
}

/// What a stack is made of and what acts on it during one step.
pub(crate) struct Stack {
    pub(crate) masses: Vec<f64>,
    pub(crate) mu: f64,
    /// Impulse of gravity per mass, and sideways velocity of the top box before the step.
    pub(crate) gravity: f64,
    pub(crate) push: f64,
}

/// Unit cubes one on the other, four contacts at each face: three rows a contact, more rows than unknown velocities.
pub(crate) fn stack(stack: &Stack) -> ContactProblem {
    let n = stack.masses.len();
    let mass: Vec<(usize, usize, f64)> = (0..6 * n)
        .map(|i| {
            (
                i,
                i,
                stack.masses[i / 6] * if i % 6 < 3 { 1.0 } else { 1.0 / 6.0 },
            )
        })
        .collect();
    let mut h = Vec::new();
    for body in 0..n {
        for corner in 0..4 {
            let (x, y) = ([-0.5, 0.5, 0.5, -0.5][corner], [-0.5, -0.5, 0.5, 0.5][corner]);
            let row = 3 * (4 * body + corner);
            add_point(&mut h, row, body, [x, y, -0.5], 1.0);
            if body > 0 {
                add_point(&mut h, row, body - 1, [x, y, 0.5], -1.0);
            }
        }
    }
    let rows = 12 * n;
    let mut v = vec![0.0; 6 * n];
    for body in 0..n {
        v[6 * body + 2] = -stack.gravity;
    }
    v[6 * (n - 1)] += stack.push;
    let h = Sparse::from_triplets(rows, 6 * n, &h).unwrap();
    let mut b = vec![0.0; rows];
    h.multiply(&v, &mut b);
    let mass = Sparse::from_triplets(6 * n, 6 * n, &mass).unwrap();
    ContactProblem::from_factors(mass, h, b, vec![Law::Coulomb { mu: stack.mu }; 4 * n]).unwrap()
}

/// Rows (z, x, y) of the velocity v + ω × p of a point of a body.
fn add_point(h: &mut Vec<(usize, usize, f64)>, row: usize, body: usize, p: [f64; 3], sign: f64) {
    let at = 6 * body;
    h.push((row, at + 2, sign));
    h.push((row, at + 3, sign * p[1]));
    h.push((row, at + 4, -sign * p[0]));
    h.push((row + 1, at, sign));
    h.push((row + 1, at + 4, sign * p[2]));
    h.push((row + 1, at + 5, -sign * p[1]));
    h.push((row + 2, at + 1, sign));
    h.push((row + 2, at + 3, -sign * p[2]));
    h.push((row + 2, at + 5, sign * p[0]));
}

/// u = W r + b.
pub(crate) fn velocity(problem: &ContactProblem, r: &[f64]) -> Vec<f64> {
    let mut u = vec![0.0; r.len()];
    problem.relative_velocity(r, &mut u);
    u
}

/// One block with W the identity.
pub(crate) fn identity(b: Vec<f64>, law: Law) -> ContactProblem {
    let n = b.len();
    let w: Vec<(usize, usize, f64)> = (0..n).map(|i| (i, i, 1.0)).collect();
    ContactProblem::from_sparse(&Sparse::from_triplets(n, n, &w).unwrap(), b, vec![law]).unwrap()
}

pub(crate) fn largest_difference(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}
