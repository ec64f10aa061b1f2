//! Small random problems with the awkward values mixed in, for property tests.
//!
//! ```text
//! W = H M⁻¹ Hᵀ,  b = H v,  H random with zero rows, repeated blocks, more rows than columns;
//!                any law in any block
//! ```
//! b lies in the range of H, so that v = 0 is a velocity every law allows: no block contradicts another.

use super::random::Random;
use crate::delassus::Sparse;
use crate::law::{Law, Section};
use crate::problem::{ContactProblem, ProblemError};

/// Names of the laws a mixed problem may draw from: those of [`Law::name`].
pub const ALL_LAWS: [&str; 13] = [
    "bilateral",
    "unilateral",
    "box",
    "planar",
    "asymmetric",
    "coulomb",
    "elliptic",
    "facetted",
    "section",
    "torsion",
    "planar-rolling",
    "rolling",
    "rolling-torsion",
];

/// What a mixed problem is made with.
#[derive(Clone, Debug, PartialEq)]
pub struct Mixed<'a> {
    /// Seed of every random choice.
    pub seed: u64,
    /// Number of blocks.
    pub blocks: usize,
    /// Number of columns of H.
    pub motions: usize,
    /// Names of the laws to draw from; unknown names are passed over.
    pub laws: &'a [&'a str],
    /// Mix in coefficients 0 and 1000, zero rows, repeated blocks, b = 0.
    pub degenerate: bool,
}

impl Default for Mixed<'_> {
    fn default() -> Self {
        Mixed {
            seed: 1,
            blocks: 4,
            motions: 9,
            laws: &ALL_LAWS,
            degenerate: true,
        }
    }
}

/// A rectangle |x| ≤ p₀, |y| ≤ p₁ as a section given by functions.
pub fn rectangle(half: [f64; 2]) -> Law {
    Law::Section(Section {
        project: |p, x| [x[0].clamp(-p[0], p[0]), x[1].clamp(-p[1], p[1])],
        support: |p, x| p[0] * x[0].abs() + p[1] * x[1].abs(),
        parameters: [half[0], half[1], 0.0, 0.0],
    })
}

/// A coefficient: between 0.05 and 1.5, or one of the awkward values.
fn coefficient(random: &mut Random, degenerate: bool) -> f64 {
    if degenerate && random.chance(0.3) {
        [0.0, 1e-8, 1e-3, 10.0, 1000.0][random.below(5)]
    } else {
        random.range(0.05, 1.5)
    }
}

/// A law of that name with random coefficients; `None` for an unknown name.
pub fn random_law(name: &str, random: &mut Random, degenerate: bool) -> Option<Law> {
    let mut next = || coefficient(random, degenerate);
    Some(match name {
        "bilateral" => Law::Bilateral,
        "unilateral" => Law::Unilateral,
        "box" => {
            let (lo, hi) = (-next(), next());
            if degenerate && lo < -1.0 {
                Law::Box {
                    lo: f64::NEG_INFINITY,
                    hi,
                }
            } else {
                Law::Box { lo, hi }
            }
        }
        "planar" => Law::Planar { mu: next() },
        "asymmetric" => Law::Asymmetric {
            minus: next(),
            plus: next(),
        },
        "coulomb" => Law::Coulomb { mu: next() },
        "elliptic" => Law::Elliptic { mu: [next(), next()] },
        "facetted" => {
            let mu = next();
            Law::Facetted {
                mu,
                facets: 3 + random.below(14),
            }
        }
        "section" => rectangle([next(), next()]),
        "torsion" => Law::Torsion {
            mu: next(),
            torsion: next(),
        },
        "planar-rolling" => Law::PlanarRolling {
            mu: next(),
            rolling: next(),
        },
        "rolling" => Law::Rolling {
            mu: next(),
            rolling: next(),
        },
        "rolling-torsion" => Law::RollingTorsion {
            mu: next(),
            torsion: next(),
            rolling: next(),
        },
        _ => return None,
    })
}

/// A small random problem, by its factors.
pub fn random_problem(o: &Mixed<'_>) -> Result<ContactProblem, ProblemError> {
    let mut random = Random::new(o.seed);
    let n = o.motions.max(1);
    let (mut laws, mut rows): (Vec<Law>, Vec<Vec<f64>>) = (Vec::new(), Vec::new());
    while laws.len() < o.blocks && !o.laws.is_empty() {
        let name = o.laws[random.below(o.laws.len())];
        let Some(law) = random_law(name, &mut random, o.degenerate) else {
            if o.laws.iter().any(|name| ALL_LAWS.contains(name)) {
                continue;
            }
            break;
        };
        let twin = o.degenerate && !laws.is_empty() && random.chance(0.15);
        for k in 0..law.rows() {
            let row = if o.degenerate && random.chance(0.05) {
                vec![0.0; n]
            } else if twin && k < rows.len() {
                // The rows of an earlier block again, under another law.
                rows[k].clone()
            } else {
                (0..n)
                    .map(|_| if random.chance(0.6) { random.normal() } else { 0.0 })
                    .collect()
            };
            rows.push(row);
        }
        laws.push(law);
    }
    let v: Vec<f64> = if o.degenerate && random.chance(0.1) {
        vec![0.0; n]
    } else {
        (0..n).map(|_| random.normal()).collect()
    };
    let b = rows
        .iter()
        .map(|row| row.iter().zip(&v).map(|(h, v)| h * v).sum())
        .collect();
    let mut entries = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        entries.extend(
            row.iter()
                .enumerate()
                .filter(|(_, x)| **x != 0.0)
                .map(|(j, &x)| (i, j, x)),
        );
    }
    let jacobian = Sparse::from_triplets(rows.len(), n, &entries)?;
    ContactProblem::from_factors(random_mass(n, &mut random)?, jacobian, b, laws)
}

/// A symmetric positive definite matrix, tridiagonal: its parts are joined.
fn random_mass(n: usize, random: &mut Random) -> Result<Sparse, ProblemError> {
    let mut entries = Vec::new();
    for i in 0..n {
        entries.push((i, i, random.range(1.0, 3.0)));
        if i > 0 {
            let off = random.range(-0.45, 0.45);
            entries.extend([(i, i - 1, off), (i - 1, i, off)]);
        }
    }
    Sparse::from_triplets(n, n, &entries)
}
