//! `[complementarity]`: x' = A x + B λ + a(t), w = C x + D λ + c(t), its sizes checked.

use super::error::{SceneError, Source};
use crate::scene::read::tree::{Node, Table};
use drystone_dynamics::models::lagrangian::description::Scalar;
use nalgebra::DMatrix;

/// x' = A x + B λ + a(t), w = C x + D λ + c(t), with n states and m multipliers.
#[derive(Clone, Debug, PartialEq)]
pub struct ComplementarityDescription {
    /// A, n × n.
    pub a_matrix: DMatrix<f64>,
    /// B, n × m.
    pub b_matrix: DMatrix<f64>,
    /// C, m × n.
    pub c_matrix: DMatrix<f64>,
    /// D, m × m.
    pub d_matrix: DMatrix<f64>,
    /// a(t), n entries.
    pub a: Vec<Scalar>,
    /// c(t), m entries.
    pub c: Vec<Scalar>,
    /// x at the start, n entries.
    pub initial: Vec<f64>,
    /// m entries: whether the row is a relay.
    pub relay: Vec<bool>,
}

/// The description that a checked table gives.
pub(crate) fn describe(source: &Source, table: &Table) -> Result<ComplementarityDescription, SceneError> {
    let reader = Reader { source, table };
    let a = reader.list("A");
    let n = a.len();
    let m = reader.list("C").len();
    if n == 0 {
        return Err(reader.wrong("A", "an empty matrix", "n × n with n ≥ 1"));
    }
    if m == 0 {
        return Err(reader.wrong(
            "C",
            "an empty matrix",
            "m × n with m ≥ 1, a row for each multiplier",
        ));
    }
    let initial = reader.list("initial");
    if initial.len() != n {
        return Err(reader.count("initial", initial.len(), n, "A"));
    }
    Ok(ComplementarityDescription {
        a_matrix: reader.matrix("A", n, n, "A")?,
        c_matrix: reader.matrix("C", m, n, "A")?,
        b_matrix: reader.matrix("B", n, m, "C")?,
        d_matrix: match table.get("D") {
            Some(_) => reader.matrix("D", m, m, "C")?,
            None => DMatrix::zeros(m, m),
        },
        a: reader.drive("a", n, "A")?,
        c: reader.drive("c", m, "C")?,
        initial: initial.iter().filter_map(Node::number).collect(),
        relay: reader.relay(m)?,
    })
}

struct Reader<'a> {
    source: &'a Source,
    table: &'a Table,
}

impl Reader<'_> {
    fn list(&self, key: &str) -> &[Node] {
        self.table.get(key).and_then(Node::list).unwrap_or(&[])
    }

    fn wrong(&self, key: &str, found: &str, asked: &str) -> SceneError {
        let message = format!("found {found}, asked: {asked}");
        let key_path = format!("complementarity.{key}");
        match self.table.get(key) {
            Some(node) => self.source.error(&node.origin, &key_path, message),
            None => self.source.whole(&key_path, message),
        }
    }

    fn count(&self, key: &str, found: usize, asked: usize, like: &str) -> SceneError {
        self.wrong(
            key,
            &format!("{found} entries"),
            &format!("{asked}, as many as rows of {like}"),
        )
    }

    fn matrix(&self, key: &str, rows: usize, cols: usize, like: &str) -> Result<DMatrix<f64>, SceneError> {
        let list = self.list(key);
        if list.len() != rows {
            let asked = format!("{rows} × {cols}");
            return Err(self.wrong(key, &format!("{} rows", list.len()), &asked));
        }
        let mut matrix = DMatrix::zeros(rows, cols);
        for (i, row) in list.iter().enumerate() {
            let values = row.list().unwrap_or(&[]);
            if values.len() != cols {
                let message = format!(
                    "found {} entries, asked: {cols}, as many as rows of {like} ({key} is {rows} × {cols})",
                    values.len()
                );
                return Err(self
                    .source
                    .error(&row.origin, &format!("complementarity.{key}[{i}]"), message));
            }
            for (j, value) in values.iter().enumerate() {
                matrix[(i, j)] = value.number().unwrap_or(f64::NAN);
            }
        }
        Ok(matrix)
    }

    fn drive(&self, key: &str, count: usize, like: &str) -> Result<Vec<Scalar>, SceneError> {
        if self.table.get(key).is_none() {
            return Ok(vec![Scalar::Number(0.0); count]);
        }
        let list = self.list(key);
        if list.len() != count {
            return Err(self.count(key, list.len(), count, like));
        }
        let scalar = |node: &Node| match node.text() {
            Some(text) => Scalar::Formula(text.to_owned()),
            None => Scalar::Number(node.number().unwrap_or(f64::NAN)),
        };
        Ok(list.iter().map(scalar).collect())
    }

    fn relay(&self, m: usize) -> Result<Vec<bool>, SceneError> {
        let mut relay = vec![false; m];
        for (i, node) in self.list("relay").iter().enumerate() {
            let row = node.integer().and_then(|row| usize::try_from(row).ok());
            let Some(is_relay) = row.and_then(|row| relay.get_mut(row)) else {
                let key = format!("complementarity.relay[{i}]");
                let message = format!(
                    "found {}, asked: a row from 0 to {}, the rows of C",
                    node.describe(),
                    m - 1
                );
                return Err(self.source.error(&node.origin, &key, message));
            };
            *is_relay = true;
        }
        Ok(relay)
    }
}
