//! Solves every problem of the folder that DRYSTONE_PROBLEMS names; without it there is nothing to do.

use crate::common;

use drystone_io::{Problem, read};
use drystone_solve::cone;
use drystone_solve::lcp::{self, Method};
use drystone_solve::measure::{errors, lcp_error, mixed_lcp_error};
use drystone_solve::problem::ContactProblem;
use drystone_solve::solver::{Settings, Stop};

/// What is wrong with the answer of `auto` at that tolerance, in both errors.
fn contact(problem: &ContactProblem, tolerance: f64) -> Option<String> {
    let settings = Settings {
        tolerance,
        ..Settings::default()
    };
    let mut r = vec![0.0; problem.rows()];
    let report = cone::by_name("auto", settings).unwrap().solve(problem, &mut r);
    let found = errors(problem, &r);
    let solved = report.stop == Stop::Converged && found.natural <= tolerance && found.scaled <= tolerance;
    (!solved).then(|| format!("at {tolerance:e}: {found:?}, {report:?}"))
}

/// What is wrong with the answer of the LCP methods.
fn complementarity(problem: &Problem, tolerance: f64) -> Option<String> {
    let options = lcp::Options::new(tolerance, None);
    let (answer, error) = match problem {
        Problem::Lcp(p) => {
            let answer = lcp::solve(p, Method::Auto, &options);
            let error = lcp_error(p, &answer.z);
            (answer, error)
        }
        Problem::Mixed(p) => {
            let answer = lcp::solve_mixed(p, Method::Auto, &options);
            let error = mixed_lcp_error(p, &answer.z);
            (answer, error)
        }
        Problem::Contact(_) => return None,
    };
    let solved = answer.stop == Stop::Converged && error <= tolerance;
    (!solved).then(|| {
        format!(
            "at {tolerance:e}: {error:e}, {:?} by {}",
            answer.stop, answer.method
        )
    })
}

#[test]
fn every_problem_of_the_folder_is_solved() {
    let Some(paths) = common::problem_files() else {
        return;
    };
    let mut failed = Vec::new();
    for path in &paths {
        let file = read(path).unwrap();
        let wrong = match &file.problem {
            Problem::Contact(problem) => [1e-8, 1e-12].map(|tolerance| contact(problem, tolerance)),
            // Against ‖q‖ alone: beside a large M z its rounding is above 1e-12.
            other => [1e-8, 1e-10].map(|tolerance| complementarity(other, tolerance)),
        };
        let wrong = wrong.into_iter().flatten();
        failed.extend(wrong.map(|what| format!("{}: {what}", path.display())));
    }
    println!("{} files", paths.len());
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
