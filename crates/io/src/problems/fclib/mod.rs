//! FCLIB: friction problems in HDF5 files.
//!
//! ```text
//! local     u = W r + V l + q,   Vᵀ r + R l + s = 0                      W' = [W V; Vᵀ R]
//! global    M v = H r + G l + f,   u = Hᵀ v + w,   Gᵀ v + b = 0          b' = (Hᵀ M⁻¹ f + w, Gᵀ M⁻¹ f + b)
//! ```
//! The rows of l become bilateral blocks of one row each, after the contacts. Matrices are triplets (nz ≥ 0),
//! compressed columns (nz = −1) or compressed rows (nz = −2); for triplets `p` holds columns and `i` rows.
//! Source: V. Acary et al., FCLIB: a collection of discrete 3D frictional contact problems, and its C
//! library.

mod source;
mod write;

pub(crate) use write::write;

use crate::error::Fault;
use crate::hdf5::{Data, Group, Node, read as hdf5};
use crate::problems::file::{Attribute, AttributeValue, File, GlobalTerms, Problem, global_free_velocity};
use drystone_solve::delassus::{Delassus, Sparse};
use drystone_solve::law::Law;
use drystone_solve::mass::Mass;
use drystone_solve::problem::{ContactProblem, ProblemError};
use source::Source;

const LOCAL: &str = "fclib_local";
const GLOBAL: &str = "fclib_global";
const ROLLING: &str = "fclib_global_rolling";

/// Reads the bytes of an FCLIB file.
pub(crate) fn parse(name: &str, bytes: &[u8]) -> Result<File, Fault> {
    let root = hdf5::read(bytes)?;
    let present: Vec<_> = [LOCAL, GLOBAL, ROLLING]
        .into_iter()
        .filter(|name| root.members.contains_key(*name))
        .collect();
    let [form] = present[..] else {
        let found: Vec<_> = root.members.keys().take(8).cloned().collect();
        return Err(Fault::object(
            "/",
            format!("the groups {found:?}"),
            "exactly one of fclib_local, fclib_global, fclib_global_rolling: is this an FCLIB file?",
        ));
    };
    let source = Source::new(&root, bytes.len());
    let path = format!("/{form}");
    let (problem, global) = if form == LOCAL {
        (local(&source, &path)?, None)
    } else {
        let (problem, terms) = global_form(&source, &path, form == ROLLING)?;
        (problem, Some(terms))
    };
    let contacts = problem.laws.iter().filter(|law| **law != Law::Bilateral);
    let split: usize = contacts.map(Law::rows).sum();
    let sizes = (split, problem.rows() - split);
    let guesses = guesses(&source, sizes)?;
    let solution = if source.has("/solution") {
        impulses(&source, "/solution", sizes)?
    } else {
        None
    };
    let mut file = File::new(name, Problem::Contact(problem));
    file.title = source.text(&format!("{path}/info/title"))?;
    file.description = source.text(&format!("{path}/info/description"))?;
    file.remarks = source.text(&format!("{path}/info/math_info"))?;
    file.global = global;
    file.guesses = guesses;
    file.solution = solution;
    let mut budget = bytes.len();
    collect_attributes(&root, "", &mut budget, &mut file.attributes);
    Ok(file)
}

fn local(source: &Source<'_>, path: &str) -> Result<ContactProblem, Fault> {
    let at = |name: &str| format!("{path}/{name}");
    let dim = source.integer(&at("spacedim"))?;
    let mut b = source.reals(&at("vectors/q"))?;
    let mu = source.reals(&at("vectors/mu"))?;
    let mut laws = laws(&at("spacedim"), dim, &mu, None)?;
    let m = rows(&laws, &at("vectors/q"), b.len(), mu.len())?;
    let mut entries = source.matrix(&at("W"), (m, m))?;
    let has = [source.has(&at("V")), source.has(&at("R"))];
    if has[0] != has[1] {
        return Err(Fault::object(
            path,
            "one of V and R without the other",
            "both, or none",
        ));
    }
    let mut n = m;
    if has[0] {
        let s = source.reals(&at("vectors/s"))?;
        let p = s.len();
        for (i, j, x) in source.matrix(&at("V"), (m, p))? {
            entries.push((i, m + j, x));
            entries.push((m + j, i, x));
        }
        for (i, j, x) in source.matrix(&at("R"), (p, p))? {
            entries.push((m + i, m + j, x));
        }
        b.extend(s);
        laws.extend(vec![Law::Bilateral; p]);
        n += p;
    }
    let w = Sparse::from_triplets(n, n, &entries)?;
    Ok(ContactProblem::from_sparse(&w, b, laws)?)
}

fn global_form(
    source: &Source<'_>,
    path: &str,
    rolling: bool,
) -> Result<(ContactProblem, GlobalTerms), Fault> {
    let at = |name: &str| format!("{path}/{name}");
    let dim = source.integer(&at("spacedim"))?;
    let force = source.reals(&at("vectors/f"))?;
    let mut offset = source.reals(&at("vectors/w"))?;
    let mu = source.reals(&at("vectors/mu"))?;
    let mu_roll = if rolling {
        Some(source.reals(&at("vectors/mu_r"))?)
    } else {
        None
    };
    let mut laws = laws(&at("spacedim"), dim, &mu, mu_roll.as_deref())?;
    let m = rows(&laws, &at("vectors/w"), offset.len(), mu.len())?;
    let n = force.len();
    let mass = Sparse::from_triplets(n, n, &source.matrix(&at("M"), (n, n))?)?;
    let transposed = |entries: Vec<(usize, usize, f64)>, first: usize| {
        entries.into_iter().map(move |(i, j, x)| (first + j, i, x))
    };
    let mut entries: Vec<_> = transposed(source.matrix(&at("H"), (n, m))?, 0).collect();
    if source.has(&at("G")) {
        let b = source.reals(&at("vectors/b"))?;
        entries.extend(transposed(source.matrix(&at("G"), (n, b.len()))?, m));
        laws.extend(vec![Law::Bilateral; b.len()]);
        offset.extend(b);
    }
    let jacobian = Sparse::from_triplets(offset.len(), n, &entries)?;
    let terms = GlobalTerms { force, offset };
    Ok((from_global(mass, jacobian, &terms, laws)?, terms))
}

/// The contact problem of the global form, with b = H M⁻¹ f + w for the Jacobian H (rows of contacts × dofs).
pub(crate) fn from_global(
    mass: Sparse,
    jacobian: Sparse,
    terms: &GlobalTerms,
    laws: Vec<Law>,
) -> Result<ContactProblem, Fault> {
    let (n, rows) = (terms.force.len(), terms.offset.len());
    for (what, found, asked) in [
        ("M", (mass.nrows, mass.ncols), (n, n)),
        ("H", (jacobian.nrows, jacobian.ncols), (rows, n)),
    ] {
        if found != asked {
            return Err(ProblemError::Shape { what, found, asked }.into());
        }
    }
    let mass = Mass::new(mass)?;
    let b = global_free_velocity(&mass, &jacobian, terms);
    let problem = ContactProblem {
        delassus: Delassus::Factored { mass, jacobian },
        free_velocity: b,
        laws,
    };
    problem.check()?;
    Ok(problem)
}

/// The laws of `mu.len()` contacts of dimension `dim`.
fn laws(path: &str, dim: i64, mu: &[f64], mu_roll: Option<&[f64]>) -> Result<Vec<Law>, Fault> {
    let pick = |k: usize| -> Option<Law> {
        let mu = mu[k];
        match (dim, mu_roll) {
            (2, None) => Some(Law::Planar { mu }),
            (3, None) => Some(Law::Coulomb { mu }),
            (3, Some(roll)) => roll.get(k).map(|&rolling| Law::PlanarRolling { mu, rolling }),
            (5, Some(roll)) => roll.get(k).map(|&rolling| Law::Rolling { mu, rolling }),
            _ => None,
        }
    };
    if let Some(roll) = mu_roll
        && roll.len() != mu.len()
    {
        return Err(Fault::object(
            path.replace("spacedim", "vectors/mu_r"),
            format!("{} entries", roll.len()),
            format!("{} as in mu", mu.len()),
        ));
    }
    let asked = if mu_roll.is_some() { "3 or 5" } else { "2 or 3" };
    let known = if mu_roll.is_some() { [3, 5] } else { [2, 3] };
    if !known.contains(&dim) {
        return Err(Fault::object(path, dim.to_string(), asked));
    }
    let laws: Option<Vec<Law>> = (0..mu.len()).map(pick).collect();
    laws.ok_or_else(|| Fault::object(path, dim.to_string(), asked))
}

fn rows(laws: &[Law], path: &str, found: usize, contacts: usize) -> Result<usize, Fault> {
    let rows: usize = laws.iter().map(Law::rows).sum();
    if rows == found {
        return Ok(rows);
    }
    Err(Fault::object(
        path,
        format!("{found} entries"),
        format!("{rows} for the {contacts} contacts of mu"),
    ))
}

fn guesses(source: &Source<'_>, sizes: (usize, usize)) -> Result<Vec<Vec<f64>>, Fault> {
    if !source.has("/guesses") {
        return Ok(Vec::new());
    }
    let path = "/guesses/number_of_guesses";
    let count = source.integer(path)?;
    let mut out = Vec::new();
    for k in 1..=count {
        let group = format!("/guesses/{k}");
        if !source.has(&group) {
            return Err(Fault::object(
                path,
                count.to_string(),
                format!("{}, the number of groups in /guesses", k - 1),
            ));
        }
        out.extend(impulses(source, &group, sizes)?);
    }
    Ok(out)
}

/// r, then l; `None` if they were declared but never written. u and v are left, for they follow from r and l.
fn impulses(source: &Source<'_>, group: &str, (m, p): (usize, usize)) -> Result<Option<Vec<f64>>, Fault> {
    let mut out = Vec::new();
    for (name, size) in [("r", m), ("l", p)] {
        let path = format!("{group}/{name}");
        if size == 0 {
            continue;
        }
        if source.is_unwritten(&path) {
            return Ok(None);
        }
        let x = source.reals(&path)?;
        if x.len() != size {
            let found = format!("{} entries", x.len());
            return Err(Fault::object(path, found, size.to_string()));
        }
        out.extend(x);
    }
    Ok(Some(out))
}

/// Attributes of all groups, until as many bytes were taken as the file has.
fn collect_attributes(group: &Group<'_>, path: &str, budget: &mut usize, out: &mut Vec<Attribute>) {
    for (name, data) in &group.attributes {
        let Some(left) = budget.checked_sub(data.bytes.len() + name.len()) else {
            return;
        };
        *budget = left;
        if let Some(value) = attribute_value(data) {
            let object = if path.is_empty() {
                "/".into()
            } else {
                path.to_string()
            };
            let name = name.clone();
            out.push(Attribute { object, name, value });
        }
    }
    for (name, node) in &group.members {
        if let Node::Group(inner) = node {
            collect_attributes(inner, &format!("{path}/{name}"), budget, out);
        }
    }
}

fn attribute_value(data: &Data<'_>) -> Option<AttributeValue> {
    let scalar = data.shape.is_empty();
    if let Some(x) = data.integers() {
        return match x[..] {
            [x] if scalar => Some(AttributeValue::Integer(x)),
            _ => Some(AttributeValue::Integers(x)),
        };
    }
    if let Some(x) = data.reals() {
        return match x[..] {
            [x] if scalar => Some(AttributeValue::Real(x)),
            _ => Some(AttributeValue::Reals(x)),
        };
    }
    data.text().map(AttributeValue::Text)
}
