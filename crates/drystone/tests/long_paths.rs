//! Step problems whose answer lies far along a path: `auto` goes it by Newton's method.

use drystone::io::Problem;
use drystone::solve::judge::judge;
use drystone::solve::policy::in_parts;
use drystone::solve::solver::{Settings, Solver, Stop};
use std::path::Path;

/// Dominoes that have fallen against each other creep into place: 125 contacts, 38 of them slipping, nine
/// open. The first guess is that of the step before. When the path was left early it took 10 819 iterations
/// of every method in turn.
#[test]
fn dominoes_that_lean_on_each_other_are_solved_by_sweeps_and_newton() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples/dominoes.json");
    let file = drystone::io::read(&path).unwrap();
    let Problem::Contact(problem) = &file.problem else {
        panic!("a contact problem");
    };
    let mut r = file.guesses[0].clone();
    let mut solver = in_parts("auto", &Settings::of_steps(), 1).unwrap();
    let report = solver.solve(problem, &mut r);
    assert_eq!(report.stop, Stop::Converged);
    assert_eq!(report.method, "proximal-newton");
    assert!(report.iterations < 2500, "{} iterations", report.iterations);
    let (found, _) = judge(problem, None, &r);
    assert!(found.laws <= 1e-9, "{found:?}");
}
