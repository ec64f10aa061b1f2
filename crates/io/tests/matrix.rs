//! Every solver on every saved problem of `problems/`, against the table of what each is known to do.
//!
//! The table is the point: a change that makes a solver better or worse shows here, and is written down on
//! purpose. `cargo test -p drystone-io --test tests matrix:: -- --ignored` writes the problems again.

use crate::saved;

use drystone_io::{File, Problem, read, write};
use drystone_solve::certificate::certify;
use drystone_solve::cone;
use drystone_solve::law::Law;
use drystone_solve::measure::errors;
use drystone_solve::problem::ContactProblem;
use drystone_solve::solver::{Settings, Stop};
use std::path::PathBuf;

const TOLERANCE: f64 = 1e-8;

/// One letter for each solver in the order of `cone::NAMES`: `s` solved, `.` not solved and said so, `-` the
/// law is not covered, `f` the facetted LCP solved, not the round problem.
const TABLE: &[(&str, &str)] = &[
    ("box-stack", "ssssssssff"),
    ("chain", "ssssssssff"),
    ("degenerate", "sss.s..s--"),
    ("discs", "sss.sssss."),
    ("elliptic", "sss.ssss--"),
    ("facetted", "ss---s-sss"),
    ("impact", "ss..sssss."),
    ("infeasible-no-mass", ".........."),
    ("infeasible-vice", ".........."),
    ("masonry-mixed-friction", "sss.ss.sf."),
    ("mass-ratio", "s.......f."),
    ("one-contact-slide", "ssssssssff"),
    ("painleve-rods", "ss..ssssss"),
    ("painleve-three-answers", "ssssssssss"),
    ("repeated-contacts", "ssssssssff"),
    ("rolling", "sss.ssss--"),
    ("sphere-pile", "sssssssss."),
    ("torsion", "sss.ssss--"),
    ("unsymmetric", "ss..ssssff"),
    ("wall", "ssssssssss"),
    ("wedge", "ssssssssss"),
];

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../problems")
}

#[test]
#[ignore = "writes problems/*.json"]
fn write_the_problems() {
    std::fs::create_dir_all(folder()).unwrap();
    for (name, title, problem) in saved::problems() {
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
