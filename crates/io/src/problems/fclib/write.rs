//! Writes FCLIB files: an explicit W as `fclib_local`, factors (M, H) as `fclib_global` or
//! `fclib_global_rolling`.
//!
//! ```text
//! u = W r + b      (guesses and solution: u and v follow from r, and are written beside it)
//! M v = H r + f
//! ```
//! Contacts come first and bilateral rows last, whatever their order in the problem. FCLIB has one law for
//! all contacts (planar, Coulomb, rolling in the global form) and no other single rows: the rest needs JSON.

use crate::error::WriteError;
use crate::hdf5::write::{self as hdf5, Folder, Item, Values};
use crate::problems::file::{AttributeValue, File, GlobalTerms, Problem};
use drystone_solve::delassus::{Delassus, Sparse};
use drystone_solve::law::Law;
use drystone_solve::problem::ContactProblem;

/// Largest attribute an object header message can hold, with room for its name and type.
const MAX_ATTRIBUTE: usize = 60_000;

/// How the rows of a problem are ordered in the file.
struct Order {
    /// Rows of the file's vectors, as rows of the problem.
    rows: Vec<usize>,
    /// Where each row of the problem goes.
    place: Vec<usize>,
    /// Rows of contacts.
    m: usize,
    dim: usize,
    mu: Vec<f64>,
    mu_roll: Vec<f64>,
}

/// The bytes of the FCLIB file.
pub(crate) fn write(file: &File) -> Result<Vec<u8>, WriteError> {
    let Problem::Contact(problem) = &file.problem else {
        return unsupported(
            format!("a problem of kind {}", file.kind.name()),
            "write it as .json",
        );
    };
    problem.check()?;
    let order = order(problem)?;
    let mut root = Folder::default();
    let (name, mut form) = match &problem.delassus {
        Delassus::Explicit(w) => {
            if !order.mu_roll.is_empty() {
                return unsupported(
                    "rolling with an explicit W".into(),
                    "write it as .json, or give M and H",
                );
            }
            ("fclib_local", local(&w.to_sparse(), problem, &order)?)
        }
        Delassus::Factored { mass, jacobian } => {
            let terms = terms(file, problem, mass.dim());
            let form = global(mass.matrix(), jacobian, &terms, &order)?;
            let rolling = !order.mu_roll.is_empty();
            (
                if rolling {
                    "fclib_global_rolling"
                } else {
                    "fclib_global"
                },
                form,
            )
        }
    };
    form.add_folder("info", info(file));
    root.add_folder(name, form);
    add_states(&mut root, file, problem, &order)?;
    for attribute in &file.attributes {
        if let Some(folder) = root.find(&attribute.object)
            && let Some(item) = attribute_item(&attribute.value)
        {
            folder.attributes.push((attribute.name.clone(), item));
        }
    }
    Ok(hdf5::write(&root))
}

fn unsupported<T>(what: String, remedy: &'static str) -> Result<T, WriteError> {
    Err(WriteError::Unsupported {
        format: "FCLIB",
        what,
        remedy,
    })
}

fn order(problem: &ContactProblem) -> Result<Order, WriteError> {
    let offsets = problem.offsets();
    let (mut contact_rows, mut bilateral_rows) = (Vec::new(), Vec::new());
    let (mut mu_all, mut mu_roll) = (Vec::new(), Vec::new());
    let mut name = None;
    for (i, law) in problem.laws.iter().enumerate() {
        let rows = offsets[i]..offsets[i + 1];
        match *law {
            Law::Bilateral => {
                bilateral_rows.extend(rows);
                continue;
            }
            Law::Planar { mu } | Law::Coulomb { mu } => mu_all.push(mu),
            Law::PlanarRolling { mu, rolling } | Law::Rolling { mu, rolling } => {
                mu_all.push(mu);
                mu_roll.push(rolling);
            }
            Law::Unilateral
            | Law::Box { .. }
            | Law::Asymmetric { .. }
            | Law::Elliptic { .. }
            | Law::Facetted { .. }
            | Law::Section(_)
            | Law::Torsion { .. }
            | Law::RollingTorsion { .. } => {
                return unsupported(format!("the law \"{}\"", law.name()), "write it as .json");
            }
        }
        if *name.get_or_insert(law.name()) != law.name() {
            return unsupported("contacts under different laws".into(), "write it as .json");
        }
        contact_rows.extend(rows);
    }
    let Some(law) = problem.laws.iter().find(|law| **law != Law::Bilateral) else {
        return unsupported("a problem without contacts".into(), "write it as .json");
    };
    let m = contact_rows.len();
    let rows = [contact_rows, bilateral_rows].concat();
    let mut place = vec![0; rows.len()];
    for (k, &row) in rows.iter().enumerate() {
        place[row] = k;
    }
    let dim = law.rows();
    Ok(Order {
        rows,
        place,
        m,
        dim,
        mu: mu_all,
        mu_roll,
    })
}

impl Order {
    fn apply(&self, x: &[f64]) -> Vec<f64> {
        self.rows.iter().map(|&row| x[row]).collect()
    }
}

fn local(w: &Sparse, problem: &ContactProblem, order: &Order) -> Result<Folder, WriteError> {
    let (m, p) = (order.m, order.rows.len() - order.m);
    let mut parts: [Vec<(usize, usize, f64)>; 4] = Default::default();
    for i in 0..w.nrows {
        for (j, x) in w.row(i) {
            let (i, j) = (order.place[i], order.place[j]);
            match (i < m, j < m) {
                (true, true) => parts[0].push((i, j, x)),
                (true, false) => parts[1].push((i, j - m, x)),
                (false, true) => parts[2].push((j, i - m, x)),
                (false, false) => parts[3].push((i - m, j - m, x)),
            }
        }
    }
    let coupling = Sparse::from_triplets(m, p, &parts[1])?;
    // Vᵀ below the diagonal must be V above it, to the rounding of the products that made them.
    let lower = parts[2].iter().map(|&(i, j, x)| (i, j, -x));
    let difference: Vec<_> = parts[1].iter().copied().chain(lower).collect();
    let difference = Sparse::from_triplets(m, p, &difference)?;
    if !(largest(&difference) <= 1e-12 * largest(&coupling)) {
        return unsupported(
            "a W whose bilateral rows and columns differ".into(),
            "write it as .json",
        );
    }
    let mut folder = Folder::default();
    folder.add("spacedim", scalar(order.dim)?);
    folder.add_folder("W", matrix(&Sparse::from_triplets(m, m, &parts[0])?)?);
    let b = order.apply(&problem.free_velocity);
    let mut vectors = Folder::default();
    vectors.add("q", reals(&b[..m]));
    vectors.add("mu", reals(&order.mu));
    if p > 0 {
        folder.add_folder("V", matrix(&coupling)?);
        folder.add_folder("R", matrix(&Sparse::from_triplets(p, p, &parts[3])?)?);
        vectors.add("s", reals(&b[m..]));
    }
    folder.add_folder("vectors", vectors);
    Ok(folder)
}

fn largest(a: &Sparse) -> f64 {
    a.value.iter().fold(0.0, |s, x| s.max(x.abs()))
}

/// f and w of the file if they belong to the problem, else f = 0 and w = b: the same problem, with v counted
/// from the free motion.
fn terms(file: &File, problem: &ContactProblem, dofs: usize) -> GlobalTerms {
    file.matching_terms().cloned().unwrap_or_else(|| GlobalTerms {
        force: vec![0.0; dofs],
        offset: problem.free_velocity.clone(),
    })
}

fn global(mass: &Sparse, h: &Sparse, terms: &GlobalTerms, order: &Order) -> Result<Folder, WriteError> {
    let (n, m, p) = (mass.nrows, order.m, order.rows.len() - order.m);
    let (mut contact, mut bilateral) = (Vec::new(), Vec::new());
    for i in 0..h.nrows {
        let row = order.place[i];
        for (j, x) in h.row(i) {
            if row < m {
                contact.push((j, row, x));
            } else {
                bilateral.push((j, row - m, x));
            }
        }
    }
    let mut folder = Folder::default();
    folder.add("spacedim", scalar(order.dim)?);
    folder.add_folder("M", matrix(mass)?);
    folder.add_folder("H", matrix(&Sparse::from_triplets(n, m, &contact)?)?);
    let w = order.apply(&terms.offset);
    let mut vectors = Folder::default();
    vectors.add("f", reals(&terms.force));
    vectors.add("w", reals(&w[..m]));
    vectors.add("mu", reals(&order.mu));
    if !order.mu_roll.is_empty() {
        vectors.add("mu_r", reals(&order.mu_roll));
    }
    if p > 0 {
        folder.add_folder("G", matrix(&Sparse::from_triplets(n, p, &bilateral)?)?);
        vectors.add("b", reals(&w[m..]));
    }
    folder.add_folder("vectors", vectors);
    Ok(folder)
}

fn info(file: &File) -> Folder {
    let mut folder = Folder::default();
    let or_empty = |text: &Option<String>| Item::text(text.as_deref().unwrap_or(""));
    folder.add("title", or_empty(&file.title));
    folder.add("description", or_empty(&file.description));
    folder.add("math_info", or_empty(&file.remarks));
    folder
}

fn add_states(
    root: &mut Folder,
    file: &File,
    problem: &ContactProblem,
    order: &Order,
) -> Result<(), WriteError> {
    if !file.guesses.is_empty() {
        let mut guesses = Folder::default();
        guesses.add("number_of_guesses", scalar(file.guesses.len())?);
        for (k, r) in file.guesses.iter().enumerate() {
            guesses.add_folder(&(k + 1).to_string(), state(file, problem, order, r)?);
        }
        root.add_folder("guesses", guesses);
    }
    if let Some(r) = &file.solution {
        root.add_folder("solution", state(file, problem, order, r)?);
    }
    Ok(())
}

fn state(file: &File, problem: &ContactProblem, order: &Order, r: &[f64]) -> Result<Folder, WriteError> {
    if r.len() != problem.rows() {
        return unsupported(
            format!("a guess of {} entries", r.len()),
            "give one entry per row of the problem",
        );
    }
    let mut u = vec![0.0; r.len()];
    problem.relative_velocity(r, &mut u);
    let (u, ordered) = (order.apply(&u), order.apply(r));
    let mut folder = Folder::default();
    if let Delassus::Factored { mass, jacobian } = &problem.delassus {
        let mut v = vec![0.0; mass.dim()];
        jacobian.multiply_transposed(r, &mut v);
        let force = terms(file, problem, mass.dim()).force;
        v.iter_mut().zip(force).for_each(|(v, f)| *v += f);
        mass.solve(&mut v);
        folder.add("v", reals(&v));
    }
    folder.add("u", reals(&u[..order.m]));
    folder.add("r", reals(&ordered[..order.m]));
    if order.m < r.len() {
        folder.add("l", reals(&ordered[order.m..]));
    }
    Ok(folder)
}

/// Compressed columns, nz = −1: the only form that FCLIB's merit functions multiply by, and of the compressed
/// ones the only one that Siconos takes for M and H.
fn matrix(a: &Sparse) -> Result<Folder, WriteError> {
    let columns = a.transposed();
    let mut folder = Folder::default();
    folder.add("nzmax", scalar(columns.value.len())?);
    folder.add("m", scalar(a.nrows)?);
    folder.add("n", scalar(a.ncols)?);
    folder.add("nz", Item::list(Values::Ints(vec![-1])));
    folder.add("p", Item::list(Values::Ints(ints(&columns.row_ptr)?)));
    folder.add("i", Item::list(Values::Ints(ints(&columns.col)?)));
    folder.add("x", reals(&columns.value));
    Ok(folder)
}

fn ints(x: &[usize]) -> Result<Vec<i32>, WriteError> {
    let small: Result<Vec<i32>, _> = x.iter().map(|&x| i32::try_from(x)).collect();
    small.or_else(|_| unsupported("more than 2^31 entries".into(), "write it as .json"))
}

fn scalar(x: usize) -> Result<Item, WriteError> {
    Ok(Item::list(Values::Ints(ints(&[x])?)))
}

fn reals(x: &[f64]) -> Item {
    Item::list(Values::Reals(x.to_vec()))
}

fn attribute_item(value: &AttributeValue) -> Option<Item> {
    let scalar = |values| Item { values, scalar: true };
    let (item, bytes) = match value {
        AttributeValue::Integer(x) => (scalar(Values::Longs(vec![*x])), 8),
        AttributeValue::Integers(x) => (Item::list(Values::Longs(x.clone())), 8 * x.len()),
        AttributeValue::Real(x) => (scalar(Values::Reals(vec![*x])), 8),
        AttributeValue::Reals(x) => (Item::list(Values::Reals(x.clone())), 8 * x.len()),
        AttributeValue::Text(x) => (Item::text(x), x.len()),
    };
    (bytes <= MAX_ATTRIBUTE).then_some(item)
}
