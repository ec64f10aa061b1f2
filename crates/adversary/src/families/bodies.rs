//! Bodies, blocks over one or two of them, laws by chance: what the families are made of.
//!
//! ```text
//! M = diag(m, m, m, I₁, I₂, I₃) by body,   b = H v,   W = H M⁻¹ Hᵀ
//! ```
//! The products are made in plain doubles: the problem is what comes out.

use crate::problem::{Law, Operator, Problem, Row};
use crate::random::Random;

/// Velocities per body: planar laws use some of them only.
pub(super) const BODY: usize = 6;

/// Masses, Jacobian and velocities of free bodies, before W is made.
pub(super) struct World {
    /// Diagonal of M.
    pub(super) mass: Vec<f64>,
    /// Rows of H.
    pub(super) rows: Vec<Vec<(usize, f64)>>,
    /// The law of each block.
    pub(super) laws: Vec<Law>,
    /// b = H v.
    pub(super) b: Vec<f64>,
}

pub(super) fn coefficient(rng: &mut Random) -> f64 {
    match rng.below(6) {
        0 => 0.0,
        1 => rng.decade(-3.0, 0.5),
        _ => rng.between(0.05, 1.2),
    }
}

/// Any law that is no joint and no box, with coefficients by `mu`.
pub(super) fn contact_law(rng: &mut Random, mu: &dyn Fn(&mut Random) -> f64) -> Law {
    let m = mu(rng);
    match rng.below(12) {
        0 | 1 => Law::Unilateral,
        2 => Law::Planar(m),
        3 => Law::Asymmetric(m, mu(rng)),
        4 => Law::Elliptic([m, mu(rng)]),
        5 => Law::Facetted(m, rng.count(3, 12)),
        6 => Law::Torsion(m, 0.1 * mu(rng)),
        7 => Law::PlanarRolling(m, 0.1 * mu(rng)),
        8 => Law::Rolling(m, 0.1 * mu(rng)),
        9 => Law::RollingTorsion(m, 0.1 * mu(rng), 0.1 * mu(rng)),
        _ => Law::Coulomb(m),
    }
}

pub(super) fn any_law(rng: &mut Random) -> Law {
    match rng.below(10) {
        0 => Law::Bilateral,
        1 => bounded(rng),
        _ => contact_law(rng, &coefficient),
    }
}

pub(super) fn bounded(rng: &mut Random) -> Law {
    let (lo, hi) = (-rng.decade(-2.0, 1.0), rng.decade(-2.0, 1.0));
    match rng.below(5) {
        0 => Law::Box(f64::NEG_INFINITY, hi),
        1 => Law::Box(lo, f64::INFINITY),
        2 => Law::Box(0.0, f64::INFINITY),
        3 => Law::Box(0.0, hi),
        _ => Law::Box(lo, hi),
    }
}

/// Blocks over `bodies` bodies, each block over one or two of them; b = H v for a random v.
pub(super) fn world(
    rng: &mut Random,
    blocks: usize,
    bodies: usize,
    law: &dyn Fn(&mut Random) -> Law,
) -> World {
    let bodies = bodies.max(1);
    let mut out = World {
        mass: Vec::new(),
        rows: Vec::new(),
        laws: (0..blocks).map(|_| law(rng)).collect(),
        b: Vec::new(),
    };
    for _ in 0..bodies {
        let m = rng.decade(-0.5, 0.5);
        // Inertias of bodies of about 0.3 m.
        out.mass.extend([m, m, m]);
        out.mass.extend((0..3).map(|_| m * rng.decade(-1.5, -0.5)));
    }
    for law in &out.laws {
        let touched: Vec<usize> = (0..rng.count(1, 2)).map(|_| rng.below(bodies)).collect();
        for row in law.rows() {
            let mut line: Vec<(usize, f64)> = Vec::new();
            for &body in &touched {
                for k in 0..BODY {
                    // Directions act on velocities, arms of 0.3 m on spins; rolling acts on spins alone.
                    let size = match (row, k < 3) {
                        (Row::Translation, true) | (Row::Spin | Row::Roll, false) => 1.0,
                        (Row::Translation, false) => 0.3,
                        (Row::Spin | Row::Roll, true) => continue,
                    };
                    let at = body * BODY + k;
                    if line.iter().all(|entry| entry.0 != at) {
                        line.push((at, size * rng.normal()));
                    }
                }
            }
            out.rows.push(line);
        }
    }
    let v: Vec<f64> = out.mass.iter().map(|_| rng.normal()).collect();
    out.b = out.rows.iter().map(|row| along(row, &v)).collect();
    out
}

fn along(row: &[(usize, f64)], v: &[f64]) -> f64 {
    row.iter().map(|&(k, h)| h * v[k]).sum()
}

/// W = H M⁻¹ Hᵀ in plain doubles.
fn product(world: &World) -> Vec<f64> {
    let n = world.rows.len();
    let mut w = vec![0.0; n * n];
    let mut full = vec![0.0; world.mass.len()];
    for i in 0..n {
        full.fill(0.0);
        world.rows[i]
            .iter()
            .for_each(|&(k, h)| full[k] += h / world.mass[k]);
        for j in 0..n {
            w[i * n + j] = along(&world.rows[j], &full);
        }
    }
    // The same number on both sides of the diagonal: rounding must not make W unsymmetric.
    for i in 0..n {
        for j in 0..i {
            w[i * n + j] = w[j * n + i];
        }
    }
    w
}

pub(super) fn dense(world: &World) -> Problem {
    Problem {
        operator: Operator::Dense(product(world)),
        b: world.b.clone(),
        laws: world.laws.clone(),
    }
}

pub(super) fn by_factors(world: &World) -> Problem {
    let mass = world.mass.iter().enumerate().map(|(k, m)| (k, k, *m)).collect();
    let lines = world.rows.iter().enumerate();
    let jacobian = lines
        .flat_map(|(i, line)| line.iter().map(move |&(j, h)| (i, j, h)))
        .collect();
    Problem {
        operator: Operator::Factored {
            dofs: world.mass.len(),
            mass,
            jacobian,
        },
        b: world.b.clone(),
        laws: world.laws.clone(),
    }
}
