//! Every solver on every saved problem of `problems/`, against the table of what each is known to do.
//!
//! The table is the point: a change that makes a solver better or worse shows here, and is written down on purpose.
//! `cargo test -p drystone --test matrix -- --ignored` writes the problems again.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test may panic and print"
)]

use drystone::io::{File, Problem, read, write};
use drystone::solve::certificate::certify;
use drystone::solve::cone;
use drystone::solve::delassus::Sparse;
use drystone::solve::error::errors;
use drystone::solve::law::Law;
use drystone::solve::problem::ContactProblem;
use drystone::solve::solver::{Settings, Stop};
use drystone::solve::synthetic::{LawKind, Mixed, Options, by_name, explicit, random_problem};
use nalgebra::DMatrix;
use std::path::PathBuf;

const TOLERANCE: f64 = 1e-8;

/// One letter for each solver in the order of `cone::NAMES`:
/// `s` solved, `.` not solved and said so, `-` the law is not covered, `f` the facetted LCP solved, not the round problem.
const TABLE: &[(&str, &str)] = &[
    ("box-stack", "s.ssssssf."),
    ("chain", "ssssss.sff"),
    ("degenerate", "sss.s..s--"),
    ("discs", "sss.sssss."),
    ("elliptic", "ss...sss--"),
    ("facetted", "ss---s-sss"),
    ("impact", "ss..sssss."),
    ("infeasible-no-mass", ".........."),
    ("infeasible-vice", ".........."),
    ("masonry-mixed-friction", "sss.ss.sff"),
    ("mass-ratio", "s...s...f."),
    ("one-contact-slide", "ssssssssff"),
    ("painleve-rods", "ss..ssssss"),
    ("painleve-three-answers", "ssssssssss"),
    ("repeated-contacts", "ssssssssff"),
    ("rolling", "ssssssss--"),
    ("sphere-pile", "sssssssss."),
    ("torsion", "ss...sss--"),
    ("unsymmetric", "s...ssssff"),
    ("wall", "sssssssss."),
    ("wedge", "ssssssssss"),
];

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../problems")
}

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

/// What lies in `problems/`: name, what it is, and the problem.
fn problems() -> Vec<(&'static str, &'static str, ContactProblem)> {
    let base = Options::default();
    let with = |law| Options { law, ..base.clone() };
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
            "one-contact-slide",
            "one contact that slides, normal and tangent strongly coupled",
            dense(
                &[
                    4.361329, -1.451126, 0.186806, -1.451126, 5.025096, 0.132594, 0.186806, 0.132594,
                    1.520164,
                ],
                &[-4.78643440098306, -4.463620549638178, -0.08151480535239629],
                vec![Law::Coulomb { mu: 0.8 }],
            ),
        ),
        (
            "painleve-three-answers",
            "one planar contact with an open, a sticking and a sliding answer",
            dense(&[1.0, 2.0, 2.0, 5.0], &[1.0, 4.0], vec![Law::Planar { mu: 1.0 }]),
        ),
        (
            "painleve-rods",
            "steep rods that slide on their tips",
            scene(
                "rods",
                12,
                &Options {
                    mu: 2.0,
                    ..base.clone()
                },
            ),
        ),
        (
            "box-stack",
            "a hyperstatic tower of eight boxes",
            scene("box-stack", 32, &base),
        ),
        ("wall", "a dry wall of bricks", scene("wall", 48, &base)),
        (
            "masonry-mixed-friction",
            "a wall with head joints, one contact in ten without friction",
            scene(
                "masonry",
                36,
                &Options {
                    random_mu: true,
                    ..base.clone()
                },
            ),
        ),
        (
            "sphere-pile",
            "balls in a bin",
            explicit(&scene("sphere-pile", 40, &base)).unwrap(),
        ),
        ("impact", "balls hit by a heavy one", scene("impact", 40, &base)),
        ("discs", "discs in the plane", scene("discs", 30, &base)),
        (
            "wedge",
            "a disc jammed in a wedge: friction alone can hold it",
            wedge(0.3, 0.8),
        ),
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
        (
            "mass-ratio",
            "a box on a box a million times lighter",
            heavy_on_light(1e6),
        ),
        (
            "repeated-contacts",
            "every contact of a tower three times",
            scene(
                "box-stack",
                8,
                &Options {
                    duplicates: 2,
                    ..base.clone()
                },
            ),
        ),
        (
            "unsymmetric",
            "a pile with an unsymmetric W",
            scene(
                "sphere-pile",
                20,
                &Options {
                    unsymmetry: 0.3,
                    ..base.clone()
                },
            ),
        ),
        (
            "degenerate",
            "coefficients 0 and 1000, zero rows, repeated blocks, many laws",
            random_problem(&degenerate).unwrap(),
        ),
        (
            "infeasible-no-mass",
            "bodies that approach and cannot be moved: no answer",
            ContactProblem::from_sparse(
                &Sparse::from_triplets(4, 4, &[(3, 3, 1.0)]).unwrap(),
                vec![-1.0, 0.5, 0.0, -1.0],
                vec![Law::Coulomb { mu: 0.5 }, Law::Unilateral],
            )
            .unwrap(),
        ),
        (
            "infeasible-vice",
            "a body between two walls that close: no answer",
            dense(&[1.0, -1.0, -1.0, 1.0], &[-1.0, -0.5], vec![Law::Unilateral; 2]),
        ),
    ]
}

#[test]
#[ignore = "writes problems/*.json"]
fn write_the_problems() {
    std::fs::create_dir_all(folder()).unwrap();
    for (name, title, problem) in problems() {
        let mut file = File::new(name, Problem::Contact(problem));
        file.title = Some(title.to_string());
        write(&folder().join(format!("{name}.json")), &file).unwrap();
    }
}

/// What one solver does on one problem, as a letter of the table.
fn outcome(name: &str, problem: &ContactProblem) -> char {
    let settings = Settings {
        tolerance: TOLERANCE,
        ..Settings::default()
    };
    let mut r = vec![0.0; problem.rows()];
    let report = cone::by_name(name, settings).unwrap().solve(problem, &mut r);
    assert!(r.iter().all(|x| x.is_finite()), "{name}: {report:?}");
    let found = errors(problem, &r);
    let round = problem.laws.iter().any(|law| matches!(law, Law::Coulomb { .. }));
    let solved = found.worst() <= TOLERANCE;
    if solved {
        let size = problem
            .free_velocity
            .iter()
            .chain(&r)
            .fold(1.0, |a: f64, x| a.max(x.abs()));
        let clauses = certify(problem, &r).clauses();
        let worst = clauses.iter().find(|c| !(c.1 <= 1e-5 * size * size));
        assert!(worst.is_none(), "{name}: {found:?} but {worst:?}");
    }
    match report.stop {
        Stop::Unsupported => '-',
        Stop::Converged if name.starts_with("facetted") && round && !solved => 'f',
        Stop::Converged => {
            assert!(solved, "{name} claims convergence at {found:?}");
            's'
        }
        _ => '.',
    }
}

#[test]
fn every_solver_does_on_every_saved_problem_what_the_table_says() {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|e| e == "json") {
            assert!(
                std::fs::metadata(&path).unwrap().len() < 60_000,
                "{} is too large",
                path.display()
            );
            let file = read(&path).unwrap();
            let Problem::Contact(problem) = &file.problem else {
                continue;
            };
            let row: String = cone::NAMES
                .iter()
                .map(|(name, _)| outcome(name, problem))
                .collect();
            found.push((file.name.clone(), row));
        }
    }
    found.sort();
    let known: Vec<(String, String)> = TABLE
        .iter()
        .map(|(a, b)| ((*a).to_string(), (*b).to_string()))
        .collect();
    if found != known {
        println!(
            "// {}",
            cone::NAMES.iter().map(|n| n.0).collect::<Vec<_>>().join(", ")
        );
        for (name, row) in &found {
            println!("    (\"{name}\", \"{row}\"),");
        }
    }
    assert!(
        found == known,
        "the table above is what was found: compare and, if it is meant, write it down"
    );
}

/// The problems without answer: in the table no solver may have solved one.
#[test]
fn the_table_has_no_answer_where_there_is_none() {
    let unsolvable: Vec<_> = TABLE
        .iter()
        .filter(|(name, _)| name.starts_with("infeasible"))
        .collect();
    assert_eq!(unsolvable.len(), 2);
    for (name, row) in unsolvable {
        assert!(!row.contains(['s', 'f']), "{name}: {row}");
    }
    for (name, row) in TABLE.iter().filter(|(name, _)| !name.starts_with("infeasible")) {
        assert!(row.starts_with('s'), "auto does not solve {name}");
    }
}
