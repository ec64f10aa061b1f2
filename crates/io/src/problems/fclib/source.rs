//! Named access to the datasets of an FCLIB file, every size checked.
//!
//! ```text
//! nz ≥ 0    triplets: p{nz} columns, i{nz} rows, x{nz}
//! nz = −1   compressed columns: p{n + 1}, i rows, x
//! nz = −2   compressed rows: p{m + 1}, i columns, x
//! ```
//! `nzmax` is not relied on: it may exceed what is stored.

use crate::error::Fault;
use crate::hdf5::{Data, Group, Node};
use std::borrow::Cow;
use std::cell::Cell;

/// Row, column, value.
pub(crate) type Triplets = Vec<(usize, usize, f64)>;

/// The root group, and how many more bytes may be taken from it: datasets that share bytes could otherwise
/// ask for more memory than the file is long.
pub(crate) struct Source<'a> {
    root: &'a Group<'a>,
    budget: Cell<usize>,
}

impl<'a> Source<'a> {
    pub(crate) fn new(root: &'a Group<'a>, file_length: usize) -> Self {
        Source {
            root,
            budget: Cell::new(file_length),
        }
    }

    fn find(&self, path: &str) -> Option<&'a Node<'a>> {
        let mut parts = path.split('/').filter(|part| !part.is_empty());
        let mut node = self.root.members.get(parts.next()?)?;
        for part in parts {
            let Node::Group(group) = node else { return None };
            node = group.members.get(part)?;
        }
        Some(node)
    }

    pub(crate) fn has(&self, path: &str) -> bool {
        self.find(path).is_some()
    }

    /// Whether a dataset was declared but never given values.
    pub(crate) fn is_unwritten(&self, path: &str) -> bool {
        matches!(self.find(path), Some(Node::Unwritten))
    }

    fn dataset(&self, path: &str) -> Result<&'a Data<'a>, Fault> {
        let data = match self.find(path) {
            Some(Node::Dataset(data)) => data,
            Some(Node::Group(_)) => return Err(Fault::object(path, "a group", "a dataset")),
            Some(Node::Unwritten) => {
                return Err(Fault::object(path, "values that were never written", "values"));
            }
            Some(Node::Unread(why)) => return Err(Fault::object(path, why.as_str(), "contiguous values")),
            None => return Err(Fault::object(path, "nothing", "a dataset of this name")),
        };
        // Unpacked values are nobody else's: the HDF5 reader has counted them.
        let shared = match &data.bytes {
            Cow::Borrowed(bytes) => bytes.len(),
            Cow::Owned(_) => 0,
        };
        match self.budget.get().checked_sub(shared) {
            Some(left) => self.budget.set(left),
            None => {
                return Err(Fault::object(
                    path,
                    "more values than the file has bytes",
                    "datasets that do not share their values",
                ));
            }
        }
        Ok(data)
    }

    /// A vector of finite reals.
    pub(crate) fn reals(&self, path: &str) -> Result<Vec<f64>, Fault> {
        let data = self.dataset(path)?;
        let Some(x) = data.reals() else {
            return Err(Fault::object(path, data.datatype.name(), "64-bit reals"));
        };
        match x.iter().position(|x| !x.is_finite()) {
            Some(k) => Err(Fault::object(
                path,
                format!("{} at entry {k}", x[k]),
                "finite numbers",
            )),
            None => Ok(x),
        }
    }

    fn integers(&self, path: &str) -> Result<Vec<i64>, Fault> {
        let data = self.dataset(path)?;
        data.integers()
            .ok_or_else(|| Fault::object(path, data.datatype.name(), "32-bit integers"))
    }

    /// A "scalar": one integer.
    pub(crate) fn integer(&self, path: &str) -> Result<i64, Fault> {
        let x = self.integers(path)?;
        match x[..] {
            [x] => Ok(x),
            _ => Err(Fault::object(path, format!("{} integers", x.len()), "one")),
        }
    }

    /// A text, if it is there and not empty.
    pub(crate) fn text(&self, path: &str) -> Result<Option<String>, Fault> {
        if !self.has(path) {
            return Ok(None);
        }
        let data = self.dataset(path)?;
        let Some(text) = data.text() else {
            return Err(Fault::object(path, data.datatype.name(), "text of fixed length"));
        };
        Ok(Some(text).filter(|text| !text.is_empty()))
    }

    /// The entries of a matrix of the given size.
    pub(crate) fn matrix(&self, path: &str, (rows, cols): (usize, usize)) -> Result<Triplets, Fault> {
        let at = |name: &str| format!("{path}/{name}");
        let size = (self.integer(&at("m"))?, self.integer(&at("n"))?);
        if (usize::try_from(size.0), usize::try_from(size.1)) != (Ok(rows), Ok(cols)) {
            return Err(Fault::object(
                path,
                format!("a {} × {} matrix", size.0, size.1),
                format!("{rows} × {cols}, the sizes of the vectors"),
            ));
        }
        let nz = self.integer(&at("nz"))?;
        let (p, i, x) = (
            self.integers(&at("p"))?,
            self.integers(&at("i"))?,
            self.reals(&at("x"))?,
        );
        let entries = match nz {
            0.. => triplets(path, nz, &p, &i, &x)?,
            -1 => compressed(path, cols, &p, &i, &x)?
                .into_iter()
                .map(|(j, i, x)| (i, j, x))
                .collect(),
            -2 => compressed(path, rows, &p, &i, &x)?,
            _ => {
                return Err(Fault::object(
                    at("nz"),
                    nz.to_string(),
                    "at least 0 (triplets), -1 (columns) or -2 (rows)",
                ));
            }
        };
        match entries.iter().find(|e| e.0 >= rows || e.1 >= cols) {
            Some(e) => Err(Fault::object(
                at("i"),
                format!("an entry at row {}, column {}", e.0, e.1),
                format!("indices from 0 inside {rows} × {cols}"),
            )),
            None => Ok(entries),
        }
    }
}

/// A negative index becomes one that lies outside every matrix.
fn index(i: i64) -> usize {
    usize::try_from(i).unwrap_or(usize::MAX)
}

fn triplets(path: &str, nz: i64, p: &[i64], i: &[i64], x: &[f64]) -> Result<Triplets, Fault> {
    let count = index(nz);
    let stored = p.len().min(i.len()).min(x.len());
    if stored < count {
        return Err(Fault::object(
            path,
            format!("{} columns, {} rows, {} values", p.len(), i.len(), x.len()),
            format!("at least {count} of each (nz)"),
        ));
    }
    let entry = |k: usize| (index(i[k]), index(p[k]), x[k]);
    Ok((0..count).map(entry).collect())
}

/// (major, minor, value) of compressed storage.
fn compressed(path: &str, major: usize, p: &[i64], i: &[i64], x: &[f64]) -> Result<Triplets, Fault> {
    let stored = i.len().min(x.len());
    let ordered = p.windows(2).all(|w| w[0] <= w[1]);
    let fits = p.first() == Some(&0) && p.last().is_some_and(|&end| index(end) <= stored);
    if p.len() != major + 1 || !ordered || !fits {
        return Err(Fault::object(
            format!("{path}/p"),
            format!("{} pointers for {stored} entries", p.len()),
            format!("{} that rise from 0 to at most {stored}", major + 1),
        ));
    }
    let mut out = Vec::with_capacity(stored);
    for row in 0..major {
        for k in index(p[row])..index(p[row + 1]) {
            out.push((row, index(i[k]), x[k]));
        }
    }
    Ok(out)
}
