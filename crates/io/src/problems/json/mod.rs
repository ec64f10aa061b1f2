//! The project's own format: one problem as JSON, every number exact.
//!
//! ```text
//! { "format": "drystone-problem", "version": 1, "kind": "contact",
//!   "W": { "blocks": [[i, j, [values, row-major]], …] },  "b": […],
//!       "laws": [{ "law": "coulomb", "mu": 0.5 }, …] }
//! or "M" and "H" for W = H M⁻¹ Hᵀ, with "b", or "force" and "offset" for b = H M⁻¹ f + w
//! "kind": "lcp"              "M", "q"
//! "kind": "mixed", "relay"   "M", "q", "lower", "upper"      a bound may be null (none), "inf" or "-inf"
//! matrix:  [[row], …]  or  { "rows": n, "columns": m, "entries": [[i, j, x], …] }     indices from 0
//! ```
//! Keys the format does not know are errors. A section given by functions has no written form.

mod keys;
mod law;
mod write;

pub(crate) use write::write;

use crate::error::Fault;
use crate::problems::fclib::from_global;
use crate::problems::file::{File, GlobalTerms, Kind, Problem};
use drystone_solve::delassus::Sparse;
use drystone_solve::law::Law;
use drystone_solve::problem::{ContactProblem, Lcp, Matrix, MixedLcp, sizes};
use keys::Object;
use nalgebra::DMatrix;
use serde_json::Value;

pub(crate) const FORMAT: &str = "drystone-problem";
pub(crate) const VERSION: u64 = 1;

type Triplets = Vec<(usize, usize, f64)>;

/// Reads the text of a problem.
pub(crate) fn parse(name: &str, bytes: &[u8]) -> Result<File, Fault> {
    let value: Value = serde_json::from_slice(bytes).map_err(|e| {
        Fault::line(
            e.line().max(1),
            format!("a text that is not JSON ({e})"),
            "valid JSON",
        )
    })?;
    let top = Object::new(&value, "")?;
    let format = top.text("format")?;
    if format != FORMAT {
        return Err(Fault::key(
            "format",
            format!("\"{format}\""),
            format!("\"{FORMAT}\""),
        ));
    }
    let version = top.count("version", usize::MAX)?;
    if version as u64 != VERSION {
        return Err(Fault::key(
            "version",
            version.to_string(),
            format!("{VERSION}: a newer program may read this file"),
        ));
    }
    let mut file = match top.text("kind")? {
        "contact" => contact(name, &top)?,
        "lcp" => lcp(name, &top)?,
        kind @ ("mixed" | "relay") => mixed(name, &top, kind)?,
        other => {
            return Err(Fault::key(
                "kind",
                format!("\"{other}\""),
                "\"contact\", \"lcp\", \"mixed\" or \"relay\"",
            ));
        }
    };
    let text = |key: &str| top.optional_text(key);
    (file.title, file.description, file.remarks) = (text("title")?, text("description")?, text("remarks")?);
    let rows = file.problem.rows();
    file.guesses = match top.get("guesses") {
        None => Vec::new(),
        Some(list) => {
            let list = keys::array(list, "guesses")?;
            let each = list.iter().enumerate();
            each.map(|(k, x)| {
                sized(
                    keys::reals(x, &format!("guesses[{k}]"))?,
                    rows,
                    &format!("guesses[{k}]"),
                )
            })
            .collect::<Result<_, _>>()?
        }
    };
    if let Some(x) = top.get("solution") {
        file.solution = Some(sized(keys::reals(x, "solution")?, rows, "solution")?);
    }
    Ok(file)
}

const COMMON: [&str; 8] = [
    "format",
    "version",
    "kind",
    "title",
    "description",
    "remarks",
    "guesses",
    "solution",
];

fn sized(x: Vec<f64>, size: usize, path: &str) -> Result<Vec<f64>, Fault> {
    if x.len() == size {
        return Ok(x);
    }
    Err(Fault::key(path, format!("{} entries", x.len()), size.to_string()))
}

fn contact(name: &str, top: &Object<'_>) -> Result<File, Fault> {
    top.allow(&COMMON, &["W", "M", "H", "b", "force", "offset", "laws"])?;
    let list = keys::array(top.require("laws")?, "laws")?;
    let each = list.iter().enumerate();
    let laws: Vec<Law> = each.map(|(k, v)| law::read(v, k)).collect::<Result<_, _>>()?;
    let rows: usize = laws.iter().map(Law::rows).sum();
    let vector = |key: &str| sized(keys::reals(top.require(key)?, key)?, rows, key);
    if let Some(w) = top.get("W") {
        if let Some(extra) = ["M", "H", "force", "offset"].into_iter().find(|k| top.has(k)) {
            return Err(Fault::key(extra, "it beside W", "either W, or M and H"));
        }
        let entries = entries(w, "W", (rows, rows), Some(&sizes(&laws)))?;
        let w = Sparse::from_triplets(rows, rows, &entries)?;
        let problem = ContactProblem::from_sparse(&w, vector("b")?, laws)?;
        return Ok(File::new(name, Problem::Contact(problem)));
    }
    let m = top
        .require("M")
        .map_err(|_| Fault::whole("neither W nor M", "W, or M and H"))?;
    // A regular M has an entry in every row: more rows than entries need not be allocated.
    let n = keys::rows_of(m, "M")?;
    let mass = Sparse::from_triplets(n, n, &entries(m, "M", (n, n), None)?)?;
    let h = entries(top.require("H")?, "H", (rows, n), None)?;
    let jacobian = Sparse::from_triplets(rows, n, &h)?;
    if !top.has("force") && !top.has("offset") {
        let problem = ContactProblem::from_factors(mass, jacobian, vector("b")?, laws)?;
        return Ok(File::new(name, Problem::Contact(problem)));
    }
    if top.has("b") {
        return Err(Fault::key(
            "b",
            "it beside force and offset",
            "b alone, or force and offset",
        ));
    }
    let terms = GlobalTerms {
        force: sized(keys::reals(top.require("force")?, "force")?, n, "force")?,
        offset: vector("offset")?,
    };
    let problem = from_global(mass, jacobian, &terms, laws)?;
    let mut file = File::new(name, Problem::Contact(problem));
    file.global = Some(terms);
    Ok(file)
}

fn lcp(name: &str, top: &Object<'_>) -> Result<File, Fault> {
    top.allow(&COMMON, &["M", "q"])?;
    let q = keys::reals(top.require("q")?, "q")?;
    let matrix = square(top.require("M")?, q.len())?;
    let problem = Lcp { matrix, q };
    problem.check()?;
    Ok(File::new(name, Problem::Lcp(problem)))
}

fn mixed(name: &str, top: &Object<'_>, kind: &str) -> Result<File, Fault> {
    top.allow(&COMMON, &["M", "q", "lower", "upper"])?;
    let q = keys::reals(top.require("q")?, "q")?;
    let bounds = |key: &str, none: f64| {
        let list = keys::array(top.require(key)?, key)?;
        let each = list.iter().enumerate();
        let bounds: Result<Vec<f64>, Fault> = each
            .map(|(k, v)| keys::bound(v, &format!("{key}[{k}]"), none))
            .collect();
        sized(bounds?, q.len(), key)
    };
    let (lower, upper) = (
        bounds("lower", f64::NEG_INFINITY)?,
        bounds("upper", f64::INFINITY)?,
    );
    let matrix = square(top.require("M")?, q.len())?;
    let problem = MixedLcp {
        matrix,
        q,
        lower,
        upper,
    };
    problem.check()?;
    let mut file = File::new(name, Problem::Mixed(problem));
    file.kind = if kind == "relay" { Kind::Relay } else { Kind::Mlcp };
    Ok(file)
}

/// A square matrix, dense if it is written as rows.
fn square(value: &Value, n: usize) -> Result<Matrix, Fault> {
    let entries = entries(value, "M", (n, n), None)?;
    if value.is_array() {
        let mut dense = DMatrix::zeros(n, n);
        for (i, j, x) in entries {
            dense[(i, j)] = x;
        }
        return Ok(Matrix::Dense(dense));
    }
    Ok(Matrix::Sparse(Sparse::from_triplets(n, n, &entries)?))
}

/// The entries of a matrix of the given size; `blocks` are the sizes of the blocks where these are allowed.
fn entries(
    value: &Value,
    path: &str,
    (rows, cols): (usize, usize),
    blocks: Option<&[usize]>,
) -> Result<Triplets, Fault> {
    if value.is_array() {
        return dense(value, path, (rows, cols));
    }
    let object = Object::new(value, path)?;
    if let (Some(list), Some(sizes)) = (object.get("blocks"), blocks) {
        object.allow(&[], &["blocks"])?;
        return block_entries(list, path, sizes);
    }
    object.allow(&[], &["rows", "columns", "entries"])?;
    let found = (
        object.count("rows", usize::MAX)?,
        object.count("columns", usize::MAX)?,
    );
    if found != (rows, cols) {
        return Err(Fault::key(
            path,
            format!("{} × {}", found.0, found.1),
            format!("{rows} × {cols}"),
        ));
    }
    let at = format!("{path}.entries");
    let list = keys::array(object.require("entries")?, &at)?;
    let mut out = Vec::with_capacity(list.len());
    for (k, entry) in list.iter().enumerate() {
        let at = format!("{at}[{k}]");
        let [i, j, x] = keys::array(entry, &at)?.as_slice() else {
            return Err(Fault::key(at, "another number of items", "row, column, value"));
        };
        let place = |v, most: usize| keys::count(v, &at, most.wrapping_sub(1));
        out.push((place(i, rows)?, place(j, cols)?, keys::real(x, &at)?));
    }
    Ok(out)
}

fn dense(value: &Value, path: &str, (rows, cols): (usize, usize)) -> Result<Triplets, Fault> {
    let list = keys::array(value, path)?;
    if list.len() != rows {
        return Err(Fault::key(path, format!("{} rows", list.len()), rows.to_string()));
    }
    let mut out = Vec::new();
    for (i, row) in list.iter().enumerate() {
        let at = format!("{path}[{i}]");
        let row = sized(keys::reals(row, &at)?, cols, &at)?;
        out.extend(row.into_iter().enumerate().map(|(j, x)| (i, j, x)));
    }
    Ok(out)
}

fn block_entries(value: &Value, path: &str, sizes: &[usize]) -> Result<Triplets, Fault> {
    let mut offsets = vec![0];
    for size in sizes {
        offsets.push(offsets[offsets.len() - 1] + size);
    }
    let at = format!("{path}.blocks");
    let mut out = Vec::new();
    for (k, block) in keys::array(value, &at)?.iter().enumerate() {
        let at = format!("{at}[{k}]");
        let [i, j, x] = keys::array(block, &at)?.as_slice() else {
            return Err(Fault::key(
                at,
                "another number of items",
                "block row, block column, values",
            ));
        };
        let last = sizes.len().wrapping_sub(1);
        let (i, j) = (keys::count(i, &at, last)?, keys::count(j, &at, last)?);
        if sizes.is_empty() {
            return Err(Fault::key(at, "a block", "none: there are no laws"));
        }
        let x = sized(keys::reals(x, &at)?, sizes[i] * sizes[j], &at)?;
        for (place, x) in x.into_iter().enumerate() {
            let (row, col) = (place / sizes[j], place % sizes[j]);
            out.push((offsets[i] + row, offsets[j] + col, x));
        }
    }
    Ok(out)
}
