//! Writes the JSON format: one key a line, lists without breaks, every number with the digits that give it
//! back.

use super::{FORMAT, VERSION, law};
use crate::error::WriteError;
use crate::problems::file::{File, Kind, Problem};
use drystone_solve::delassus::{BlockMatrix, Delassus, Sparse};
use drystone_solve::problem::{ContactProblem, Matrix};
use serde_json::{Value, json};

/// The text of a problem. Attributes of HDF5 files are left out.
pub(crate) fn write(file: &File) -> Result<String, WriteError> {
    let mut lines: Vec<(&str, String)> = vec![
        ("format", json!(FORMAT).to_string()),
        ("version", VERSION.to_string()),
    ];
    let kind = match (&file.problem, file.kind) {
        (Problem::Contact(_), _) => "contact",
        (Problem::Lcp(_), _) => "lcp",
        (Problem::Mixed(_), Kind::Relay) => "relay",
        (Problem::Mixed(_), _) => "mixed",
    };
    lines.push(("kind", json!(kind).to_string()));
    for (key, text) in [
        ("title", &file.title),
        ("description", &file.description),
        ("remarks", &file.remarks),
    ] {
        if let Some(text) = text {
            lines.push((key, json!(text).to_string()));
        }
    }
    match &file.problem {
        Problem::Contact(problem) => contact(file, problem, &mut lines)?,
        Problem::Lcp(problem) => {
            problem.check()?;
            lines.push(("M", matrix(&problem.matrix)));
            lines.push(("q", json!(problem.q).to_string()));
        }
        Problem::Mixed(problem) => {
            problem.check()?;
            let bounds = |x: &[f64]| -> Value { x.iter().map(|&x| law::bound(x)).collect() };
            lines.push(("M", matrix(&problem.matrix)));
            lines.push(("q", json!(problem.q).to_string()));
            lines.push(("lower", bounds(&problem.lower).to_string()));
            lines.push(("upper", bounds(&problem.upper).to_string()));
        }
    }
    let rows = file.problem.rows();
    for r in file.guesses.iter().chain(&file.solution) {
        if r.len() != rows || !r.iter().all(|x| x.is_finite()) {
            return Err(WriteError::Unsupported {
                format: "JSON",
                what: "a guess or solution of another size or with NaN".into(),
                remedy: "give one finite number per row",
            });
        }
    }
    if !file.guesses.is_empty() {
        lines.push(("guesses", json!(file.guesses).to_string()));
    }
    if let Some(r) = &file.solution {
        lines.push(("solution", json!(r).to_string()));
    }
    let body: Vec<String> = lines
        .iter()
        .map(|(key, text)| format!("  \"{key}\": {text}"))
        .collect();
    Ok(format!("{{\n{}\n}}\n", body.join(",\n")))
}

fn contact(
    file: &File,
    problem: &ContactProblem,
    lines: &mut Vec<(&'static str, String)>,
) -> Result<(), WriteError> {
    problem.check()?;
    let mut has_b = true;
    match &problem.delassus {
        Delassus::Explicit(w) => lines.push(("W", blocks(w))),
        Delassus::Factored { mass, jacobian } => {
            lines.push(("M", sparse(mass.matrix())));
            lines.push(("H", sparse(jacobian)));
            if let Some(terms) = file.matching_terms() {
                lines.push(("force", json!(terms.force).to_string()));
                lines.push(("offset", json!(terms.offset).to_string()));
                has_b = false;
            }
        }
    }
    if has_b {
        lines.push(("b", json!(problem.free_velocity).to_string()));
    }
    let laws: Result<Vec<Value>, WriteError> = problem.laws.iter().map(law::write).collect();
    lines.push(("laws", Value::Array(laws?).to_string()));
    Ok(())
}

fn matrix(m: &Matrix) -> String {
    match m {
        Matrix::Sparse(m) => sparse(m),
        Matrix::Dense(m) => {
            let rows: Vec<Vec<f64>> = m.row_iter().map(|row| row.iter().copied().collect()).collect();
            json!(rows).to_string()
        }
    }
}

fn sparse(m: &Sparse) -> String {
    let row = |i: usize| m.row(i).map(move |(j, x)| (i, j, x));
    let entries: Vec<(usize, usize, f64)> = (0..m.nrows).flat_map(row).collect();
    json!({ "rows": m.nrows, "columns": m.ncols, "entries": entries }).to_string()
}

fn blocks(w: &BlockMatrix) -> String {
    let mut list = Vec::new();
    for i in 0..w.num_blocks() {
        for k in w.row_ptr[i]..w.row_ptr[i + 1] {
            list.push(json!([i, w.col[k], w.block(k)]));
        }
    }
    json!({ "blocks": list }).to_string()
}
