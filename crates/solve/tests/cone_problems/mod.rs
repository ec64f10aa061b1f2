//! Small generators of contact problems: random systems, stacks of boxes, degenerate values; and how their
//! answers are held to what is known.
#![allow(dead_code, reason = "each test file uses a part")]

use drystone_solve::delassus::Sparse;
use drystone_solve::law::Law;
use drystone_solve::measure::errors;
use drystone_solve::problem::ContactProblem;
use drystone_solve::solver::{Solver, Stop};

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

/// Bodies of `dofs` degrees of freedom in all with masses between 1 and 10^`orders`, and blocks that touch a
/// few each.
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
    drystone_solve::reduction::explicit(problem).unwrap()
}

/// What a stack is made of and what acts on it during one step.
pub(crate) struct Stack {
    pub(crate) masses: Vec<f64>,
    pub(crate) mu: f64,
    /// Impulse of gravity per mass, and sideways velocity of the top box before the step.
    pub(crate) gravity: f64,
    pub(crate) push: f64,
}

/// Unit cubes one on the other, four contacts at each face: three rows a contact, more rows than unknown
/// velocities.
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

/// Solves from zero, and holds the solver to what it reports.
pub(crate) fn solve_with(solver: &mut dyn Solver, problem: &ContactProblem, tolerance: f64) -> Vec<f64> {
    let mut r = vec![0.0; problem.rows()];
    let report = solver.solve(problem, &mut r);
    let error = errors(problem, &r).worst();
    assert_eq!(
        report.stop,
        Stop::Converged,
        "{} ended at {error:e}",
        report.method
    );
    assert!(
        error <= tolerance,
        "{} reports success at {error:e}",
        report.method
    );
    r
}

/// W = I, μ = 0.5: a contact takes off, sticks (r = −b) or slips (r_N = −b_N, r_T = −μ r_N b_T/‖b_T‖). The
/// problems, and the answers.
pub(crate) fn one_contact() -> [(ContactProblem, [f64; 3]); 3] {
    let slip = 0.5 * 1.0 / 5.0;
    [
        ([1.0, -2.0, 0.3], [0.0; 3]),
        ([-1.0, -0.2, 0.3], [1.0, 0.2, -0.3]),
        ([-1.0, -3.0, 4.0], [1.0, 3.0 * slip, -4.0 * slip]),
    ]
    .map(|(b, r)| (identity(b.to_vec(), Law::Coulomb { mu: 0.5 }), r))
}

/// One block of every law whose section is smooth, and of the single rows.
pub(crate) fn cone_laws() -> Vec<Law> {
    let (mu, torsion, rolling) = (0.5, 0.1, 0.05);
    vec![
        Law::Coulomb { mu },
        Law::Elliptic { mu: [0.2, 0.9] },
        Law::Torsion { mu, torsion },
        Law::Rolling { mu, rolling },
        Law::RollingTorsion {
            mu: 0.4,
            torsion,
            rolling,
        },
        Law::Planar { mu: 0.3 },
        Law::Asymmetric {
            minus: 0.2,
            plus: 0.7,
        },
        Law::PlanarRolling {
            mu: 0.3,
            rolling: 0.1,
        },
        Law::Unilateral,
        Law::Bilateral,
        Law::Box { lo: -0.1, hi: 0.2 },
    ]
}

/// Five boxes at rest.
pub(crate) fn stack_at_rest() -> Stack {
    Stack {
        masses: vec![1.0, 2.0, 0.5, 3.0, 1.0],
        mu: 0.4,
        gravity: 0.0981,
        push: 0.0,
    }
}

/// Every face carries the weight above it, though the forces at its corners are not unique.
pub(crate) fn assert_weight_is_carried(pile: &Stack, r: &[f64], tolerance: f64) {
    for face in 0..pile.masses.len() {
        let carried: f64 = (0..4).map(|c| r[3 * (4 * face + c)]).sum();
        let weight: f64 = pile.masses[face..].iter().sum::<f64>() * pile.gravity;
        assert!(
            (carried - weight).abs() < tolerance,
            "face {face}: {carried}, expected {weight}"
        );
    }
}
