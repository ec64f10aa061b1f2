//! How the problems of `problems/` are made: closed forms, scenes of the generator, problems without answer.

use drystone_solve::delassus::Sparse;
use drystone_solve::law::Law;
use drystone_solve::problem::ContactProblem;
use drystone_solve::reduction::explicit;
use drystone_solve::synthetic::{LawKind, Mixed, Options, by_name, random_problem};
use nalgebra::DMatrix;

/// Name, what it is, and the problem.
pub(crate) type Saved = (&'static str, &'static str, ContactProblem);

fn scene(name: &str, contacts: usize, o: &Options) -> ContactProblem {
    by_name(name, contacts, o).unwrap().unwrap()
}

/// A disc held in a wedge of half angle α, hit from above: planar contacts against two fixed walls.
fn wedge(alpha: f64, mu: f64) -> ContactProblem {
    let (mass, radius) = (2.0, 0.1);
    let inertia = 0.5 * mass * radius * radius;
    let m = Sparse::from_triplets(3, 3, &[(0, 0, mass), (1, 1, mass), (2, 2, inertia)]).unwrap();
    let (s, c) = alpha.sin_cos();
    let mut h = Vec::new();
    for (i, side) in [1.0, -1.0].into_iter().enumerate() {
        // n points from the wall into the disc, t is n turned by a right angle.
        let (n, t) = ([side * c, s], [-s, side * c]);
        for (row, d) in [(2 * i, n), (2 * i + 1, t)] {
            h.extend([(row, 0, d[0]), (row, 1, d[1])]);
        }
        h.push((2 * i + 1, 2, -radius));
    }
    let jacobian = Sparse::from_triplets(4, 3, &h).unwrap();
    let v = [0.3, -1.0, 2.0];
    let mut b = vec![0.0; 4];
    jacobian.multiply(&v, &mut b);
    ContactProblem::from_factors(m, jacobian, b, vec![Law::Planar { mu }; 2]).unwrap()
}

/// One box of `ratio` times the mass on top of a light one: four contacts each.
fn heavy_on_light(ratio: f64) -> ContactProblem {
    let mut h = Vec::new();
    let half = [0.1, 0.1, 0.05];
    let mut row = 0;
    for level in 0..2usize {
        for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)] {
            // The arm from the centre of each body to the contact, directions n = z, t₁ = x, t₂ = y.
            for axis in [2, 0, 1] {
                for (body, sign, z) in [(level, 1.0, -half[2]), (level.wrapping_sub(1), -1.0, half[2])] {
                    if body > 1 {
                        continue;
                    }
                    let arm = [x * half[0], y * half[1], z];
                    let mut d = [0.0; 3];
                    d[axis] = sign;
                    h.push((row, 6 * body + axis, sign));
                    let turn = [
                        arm[1] * d[2] - arm[2] * d[1],
                        arm[2] * d[0] - arm[0] * d[2],
                        arm[0] * d[1] - arm[1] * d[0],
                    ];
                    h.extend(
                        (0..3)
                            .filter(|&k| turn[k] != 0.0)
                            .map(|k| (row, 6 * body + 3 + k, turn[k])),
                    );
                }
                row += 1;
            }
        }
    }
    let mut m = Vec::new();
    for (body, mass) in [1.0, ratio].into_iter().enumerate() {
        let spin = [0.05 / 12.0, 0.05 / 12.0, 0.08 / 12.0];
        m.extend((0..3).map(|k| (6 * body + k, 6 * body + k, mass)));
        m.extend((0..3).map(|k| (6 * body + 3 + k, 6 * body + 3 + k, mass * spin[k])));
    }
    let mass = Sparse::from_triplets(12, 12, &m).unwrap();
    let jacobian = Sparse::from_triplets(24, 12, &h).unwrap();
    let v = [0.0, 0.0, -0.02, 0.0, 0.0, 0.0, 0.01, 0.0, -0.02, 0.0, 0.0, 0.1];
    let mut b = vec![0.0; 24];
    jacobian.multiply(&v, &mut b);
    ContactProblem::from_factors(mass, jacobian, b, vec![Law::Coulomb { mu: 0.5 }; 8]).unwrap()
}

fn dense(w: &[f64], b: &[f64], laws: Vec<Law>) -> ContactProblem {
    ContactProblem::from_dense(&DMatrix::from_row_slice(b.len(), b.len(), w), b.to_vec(), laws).unwrap()
}

/// What lies in `problems/`.
pub(crate) fn problems() -> Vec<Saved> {
    let mut all = by_hand();
    all.extend(scenes());
    all.extend(harder_scenes());
    all.extend(without_answer());
    all
}

fn by_hand() -> Vec<Saved> {
    let w = [
        4.361_329, -1.451_126, 0.186_806, -1.451_126, 5.025_096, 0.132_594, 0.186_806, 0.132_594, 1.520_164,
    ];
    let b = [
        -4.786_434_400_983_06,
        -4.463_620_549_638_178,
        -0.081_514_805_352_396_29,
    ];
    vec![
        (
            "one-contact-slide",
            "one contact that slides, normal and tangent strongly coupled",
            dense(&w, &b, vec![Law::Coulomb { mu: 0.8 }]),
        ),
        (
            "painleve-three-answers",
            "one planar contact with an open, a sticking and a sliding answer",
            dense(&[1.0, 2.0, 2.0, 5.0], &[1.0, 4.0], vec![Law::Planar { mu: 1.0 }]),
        ),
        (
            "wedge",
            "a disc jammed in a wedge: friction alone can hold it",
            wedge(0.3, 0.8),
        ),
        (
            "mass-ratio",
            "a box on a box a million times lighter",
            heavy_on_light(1e6),
        ),
    ]
}

fn scenes() -> Vec<Saved> {
    let base = Options::default();
    let with = |law| Options { law, ..base.clone() };
    vec![
        (
            "box-stack",
            "a hyperstatic tower of eight boxes",
            scene("box-stack", 32, &base),
        ),
        ("wall", "a dry wall of bricks", scene("wall", 48, &base)),
        (
            "sphere-pile",
            "balls in a bin",
            explicit(&scene("sphere-pile", 40, &base)).unwrap(),
        ),
        ("impact", "balls hit by a heavy one", scene("impact", 40, &base)),
        ("discs", "discs in the plane", scene("discs", 30, &base)),
        (
            "rolling",
            "balls that roll with resistance",
            scene("sphere-pile", 24, &with(LawKind::Rolling)),
        ),
        (
            "torsion",
            "boxes that resist spin",
            scene("box-stack", 16, &with(LawKind::Torsion)),
        ),
        (
            "elliptic",
            "an elliptic cone of ratio four",
            scene("chute", 24, &with(LawKind::Elliptic)),
        ),
        (
            "facetted",
            "a tower under a cone of eight facets",
            scene("box-stack", 12, &with(LawKind::Facetted(8))),
        ),
        (
            "chain",
            "links with joints and motors dragged over a floor",
            scene("chain", 24, &base),
        ),
    ]
}

fn harder_scenes() -> Vec<Saved> {
    let base = Options::default();
    let steep = Options {
        mu: 2.0,
        ..base.clone()
    };
    let some_smooth = Options {
        random_mu: true,
        ..base.clone()
    };
    let thrice = Options {
        duplicates: 2,
        ..base.clone()
    };
    let skew = Options {
        unsymmetry: 0.3,
        ..base
    };
    let degenerate = Mixed {
        seed: 11,
        blocks: 12,
        motions: 20,
        laws: &[
            "unilateral",
            "bilateral",
            "box",
            "planar",
            "coulomb",
            "elliptic",
            "torsion",
            "rolling",
        ],
        degenerate: true,
    };
    vec![
        (
            "painleve-rods",
            "steep rods that slide on their tips",
            scene("rods", 12, &steep),
        ),
        (
            "masonry-mixed-friction",
            "a wall with head joints, one contact in ten without friction",
            scene("masonry", 36, &some_smooth),
        ),
        (
            "repeated-contacts",
            "every contact of a tower three times",
            scene("box-stack", 8, &thrice),
        ),
        (
            "unsymmetric",
            "a pile with an unsymmetric W",
            scene("sphere-pile", 20, &skew),
        ),
        (
            "degenerate",
            "coefficients 0 and 1000, zero rows, repeated blocks, many laws",
            random_problem(&degenerate).unwrap(),
        ),
    ]
}

fn without_answer() -> Vec<Saved> {
    let w = Sparse::from_triplets(4, 4, &[(3, 3, 1.0)]).unwrap();
    let laws = vec![Law::Coulomb { mu: 0.5 }, Law::Unilateral];
    vec![
        (
            "infeasible-no-mass",
            "bodies that approach and cannot be moved: no answer",
            ContactProblem::from_sparse(&w, vec![-1.0, 0.5, 0.0, -1.0], laws).unwrap(),
        ),
        (
            "infeasible-vice",
            "a body between two walls that close: no answer",
            dense(&[1.0, -1.0, -1.0, 1.0], &[-1.0, -0.5], vec![Law::Unilateral; 2]),
        ),
    ]
}
