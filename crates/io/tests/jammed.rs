//! A step of a silo whose discs jam while the last ones slip, with the first guess that the run had.
//!
//! Thirty thousand iterations of sweeps, Newton's path, interior points, alternating directions and gradients
//! ended at an error of 6e-9 from there. Planar friction is a linear complementarity problem, and Lemke's
//! pivoting ends at an answer of it.

use drystone_io::{Problem, read};
use drystone_solve::measure::{Measure, errors};
use drystone_solve::policy::in_parts;
use drystone_solve::problem::ContactProblem;
use drystone_solve::solver::{Settings, Solver, SolverReport, Stop};
use std::path::Path;

fn jammed() -> (ContactProblem, Vec<f64>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/jammed_discs.json");
    let file = read(&path).unwrap();
    let Problem::Contact(problem) = file.problem else {
        panic!("a contact problem")
    };
    (problem, file.guesses[0].clone())
}

/// What `auto` makes of the step with its first guess, and the error of the answer.
fn solve_by(
    way: impl Fn(&mut dyn Solver, &ContactProblem, &mut [f64]) -> SolverReport,
) -> (SolverReport, f64) {
    let (problem, mut r) = jammed();
    let settings = Settings {
        tolerance: 1e-10,
        measure: Measure::Step,
        ..Settings::default()
    };
    let mut auto = in_parts("auto", &settings, 1).unwrap();
    let report = way(&mut auto, &problem, &mut r);
    (report, errors(&problem, &r).worst())
}

#[test]
fn a_step_that_jams_in_the_plane_is_solved() {
    let (report, error) = solve_by(|solver, problem, r| solver.solve(problem, r));
    assert_eq!(report.stop, Stop::Converged, "{report:?}");
    assert!(error <= 1e-10, "{error:e}");
}

/// A step that has a stand-in gets the last stages too where the first ones came close to an answer.
#[test]
fn a_trial_that_comes_close_is_solved() {
    let (report, error) = solve_by(|solver, problem, r| solver.try_solve(problem, r));
    assert_eq!(report.stop, Stop::Converged, "{report:?}");
    assert!(error <= 1e-10, "{error:e}");
}
