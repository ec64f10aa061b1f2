//! Complementarity and contact problems with known answers: `problems.json`, solved and compared.
//!
//! ```text
//! {"id", "name", "problem": as in a problem file, "solutions": [..], "measure": [..], "method",
//!     "iterations", "tolerance"}
//! ```
//! An answer is compared with the nearest of the solutions listed, through the rows of `measure` where only
//! these are unique; its natural-map error must vanish as well. `"solvable": false`: no method may claim
//! success.

use super::{Row, selects};
use drystone_io::{Problem, read_json};
use drystone_solve::lcp::{self, Method};
use drystone_solve::measure::{errors, lcp_error};
use drystone_solve::solver::{Settings, Stop};
use serde::Deserialize;

const PROBLEMS: &str = include_str!("problems.json");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    id: String,
    name: String,
    problem: serde_json::Value,
    #[serde(default)]
    solutions: Vec<Vec<f64>>,
    #[serde(default)]
    measure: Vec<Vec<f64>>,
    #[serde(default = "yes")]
    solvable: bool,
    method: Option<String>,
    iterations: Option<u32>,
    tolerance: f64,
}

fn yes() -> bool {
    true
}

/// What a method found.
struct Answer {
    z: Vec<f64>,
    error: f64,
    converged: bool,
    iterations: usize,
}

/// Solves every problem that `filter` selects; an error is one of the data.
pub fn run(filter: &str) -> Result<Vec<Row>, String> {
    let entries: Vec<Entry> = serde_json::from_str(PROBLEMS).map_err(|e| format!("problems.json: {e}"))?;
    let mut rows = Vec::new();
    for entry in entries.iter().filter(|entry| selects(filter, &entry.id, "")) {
        let text = entry.problem.to_string();
        let file = read_json(&entry.name, text.as_bytes()).map_err(|e| format!("{}: {e}", entry.name))?;
        let kind = if matches!(file.problem, Problem::Contact(_)) {
            "contact"
        } else {
            "lcp"
        };
        let answer = solve(entry, &file.problem)?;
        rows.extend(
            compare(entry, &answer)
                .into_iter()
                .map(|(what, expected, found, tolerance)| {
                    let error = (found - expected).abs();
                    Row {
                        id: entry.id.clone(),
                        scene: kind.to_owned(),
                        name: entry.name.clone(),
                        what: what.to_owned(),
                        expected: [expected; 2],
                        found,
                        error,
                        tolerance,
                        pass: error <= tolerance,
                        message: None,
                    }
                }),
        );
    }
    Ok(rows)
}

fn solve(entry: &Entry, problem: &Problem) -> Result<Answer, String> {
    let tolerance = 0.01 * entry.tolerance;
    match problem {
        Problem::Lcp(problem) => {
            let method = entry
                .method
                .as_deref()
                .map_or(Some(Method::Auto), Method::from_name);
            let method = method.ok_or_else(|| format!("{}: unknown method", entry.name))?;
            let answer = lcp::solve(problem, method, &lcp::Options::new(tolerance, None));
            Ok(Answer {
                error: lcp_error(problem, &answer.z),
                converged: answer.stop == Stop::Converged,
                iterations: answer.iterations,
                z: answer.z,
            })
        }
        Problem::Contact(problem) => {
            let settings = Settings {
                tolerance,
                ..Settings::default()
            };
            let mut z = vec![0.0; problem.rows()];
            let name = entry.method.as_deref().unwrap_or("auto");
            let solver = drystone_solve::cone::by_name(name, settings);
            let mut solver = solver.ok_or_else(|| format!("{}: unknown method", entry.name))?;
            let report = solver.solve(problem, &mut z);
            Ok(Answer {
                error: errors(problem, &z).natural,
                converged: report.stop == Stop::Converged,
                iterations: report.iterations,
                z,
            })
        }
        Problem::Mixed(_) => Err(format!("{}: mixed problems are not compared", entry.name)),
    }
}

/// What, expected, found, tolerance.
fn compare(entry: &Entry, answer: &Answer) -> Vec<(&'static str, f64, f64, f64)> {
    if !entry.solvable {
        let claimed = f64::from(u8::from(answer.converged));
        return vec![("claimed to be solved", 0.0, claimed, 0.0)];
    }
    let mut rows = vec![("natural-map error", 0.0, answer.error, entry.tolerance)];
    if !entry.solutions.is_empty() {
        let distance = entry.solutions.iter().map(|z| distance(entry, z, &answer.z));
        let nearest = distance.fold(f64::INFINITY, f64::min);
        rows.push(("distance to the solution", 0.0, nearest, entry.tolerance));
    }
    if let Some(iterations) = entry.iterations {
        rows.push(("pivots", f64::from(iterations), answer.iterations as f64, 0.0));
    }
    rows
}

/// Largest difference of what is measured, relative to the solution where it is large.
fn distance(entry: &Entry, solution: &[f64], found: &[f64]) -> f64 {
    let measured = |z: &[f64]| -> Vec<f64> {
        if entry.measure.is_empty() {
            return z.to_vec();
        }
        let row = |row: &Vec<f64>| row.iter().zip(z).map(|(a, b)| a * b).sum();
        entry.measure.iter().map(row).collect()
    };
    let (a, b) = (measured(solution), measured(found));
    let size = a.iter().fold(1.0, |size: f64, x| size.max(x.abs()));
    let difference = a
        .iter()
        .zip(&b)
        .fold(0.0, |most: f64, (a, b)| most.max((a - b).abs()));
    if b.iter().all(|x| x.is_finite()) {
        difference / size
    } else {
        f64::NAN
    }
}
