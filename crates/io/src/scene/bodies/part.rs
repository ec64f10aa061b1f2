//! A table of the scene with its place, and what is taken out of it: numbers, vectors, poses, formulas.

use super::super::error::{Origin, SceneError, Source};
use super::super::keys::Range;
use crate::input::{self, InputError, Limit};
use crate::scene::read::check::join;
use crate::scene::read::params::Params;
use crate::scene::read::tree::{Node, Table};
use drystone_dynamics::formula::{Expr, Graph, Symbol, Symbols, Tape, parse};
use drystone_dynamics::geometry::{DQuat, DVec3, Pose};
use std::ops::RangeInclusive;
use std::path::PathBuf;

/// What all tables of a world share.
pub(super) struct Reader<'a> {
    pub(super) source: &'a Source,
    pub(super) params: &'a Params,
    /// Whether the world is a plane.
    pub(super) plane: bool,
    /// Seed of what is random.
    pub(super) seed: u64,
    /// In m/s².
    pub(super) gravity: DVec3,
}

/// A table and where it was written.
#[derive(Clone)]
pub(super) struct Part<'a> {
    pub(super) reader: &'a Reader<'a>,
    pub(super) table: &'a Table,
    pub(super) origin: &'a Origin,
    pub(super) path: String,
}

impl<'a> Reader<'a> {
    /// 2 or 3.
    pub(super) fn dimension(&self) -> usize {
        if self.plane { 2 } else { 3 }
    }

    /// A file named in the scene, its path taken from the folder of the scene.
    pub(super) fn file(&self, name: &str) -> PathBuf {
        let folder = std::path::Path::new(&self.source.name).parent();
        folder.map_or_else(|| PathBuf::from(name), |folder| folder.join(name))
    }

    /// The part that a node is, if it is a table.
    pub(super) fn part(&'a self, node: &'a Node, path: String) -> Option<Part<'a>> {
        Some(Part {
            reader: self,
            table: node.table()?,
            origin: &node.origin,
            path,
        })
    }

    /// The tables under names of the user's choice: `[body.NAME]`.
    pub(super) fn named(&'a self, tree: &'a Table, key: &str) -> Vec<(&'a str, Part<'a>)> {
        let entries = tree.table(key).map_or(&[][..], |table| &table.entries);
        let part = |name: &'a str, node: &'a Node| Some((name, self.part(node, join(key, name))?));
        entries
            .iter()
            .filter_map(|entry| part(&entry.key, &entry.node))
            .collect()
    }

    /// The tables of a list: `[[contact]]`.
    pub(super) fn listed(&'a self, tree: &'a Table, key: &str) -> Vec<Part<'a>> {
        let list = tree.get(key).and_then(Node::list).unwrap_or(&[]);
        let part = |(i, node): (usize, &'a Node)| self.part(node, format!("{key}[{i}]"));
        list.iter().enumerate().filter_map(part).collect()
    }

    /// A formula in named variables and the parameters, read into a graph.
    pub(super) fn formula(
        &self,
        graph: &mut Graph,
        node: &Node,
        path: &str,
        variables: &[(&str, Symbol)],
    ) -> Result<Expr, SceneError> {
        let Some(text) = node.text() else {
            return Ok(graph.constant(node.number().unwrap_or(f64::NAN)));
        };
        let mut symbols: Symbols = self.params.symbols().clone();
        for (name, symbol) in variables {
            symbols.insert(name, *symbol);
        }
        parse(graph, text, &symbols).map_err(|error| {
            let usable = variables
                .iter()
                .filter(|(_, symbol)| !matches!(symbol, Symbol::Forbidden(_)));
            let names: Vec<&str> = usable.map(|(name, _)| *name).collect();
            let fault = self.params.fault(&error, &names);
            self.source
                .formula_error(node, fault.offset, path, &fault.message)
        })
    }
}

impl<'a> Part<'a> {
    /// The value of a key, if it is there.
    pub(super) fn node(&self, key: &str) -> Option<&'a Node> {
        self.table.get(key)
    }

    /// Whether a key was written (and is not a default).
    pub(super) fn has(&self, key: &str) -> bool {
        self.node(key).is_some_and(|node| node.origin != Origin::Default)
    }

    /// The path of a key.
    pub(super) fn key(&self, key: &str) -> String {
        join(&self.path, key)
    }

    /// An error about the value of a key; about the table where the key is absent.
    pub(super) fn wrong(&self, key: &str, message: impl Into<String>) -> SceneError {
        let at = self
            .node(key)
            .filter(|node| node.origin != Origin::Default)
            .map_or(self.origin, |node| &node.origin);
        self.reader.source.error(at, &self.key(key), message)
    }

    /// An error about the table as a whole.
    pub(super) fn fail(&self, message: impl Into<String>) -> SceneError {
        self.reader.source.error(self.origin, &self.path, message)
    }

    /// An error about entry i of the list under a key.
    pub(super) fn wrong_entry(&self, key: &str, i: usize, message: impl Into<String>) -> SceneError {
        let at = self.list(key).get(i).map_or(self.origin, |item| &item.origin);
        self.reader
            .source
            .error(at, &format!("{}[{i}]", self.key(key)), message)
    }

    pub(super) fn number(&self, key: &str) -> Option<f64> {
        self.node(key).and_then(Node::number)
    }

    pub(super) fn count(&self, key: &str) -> Option<usize> {
        self.node(key)
            .and_then(Node::integer)
            .and_then(|i| usize::try_from(i).ok())
    }

    pub(super) fn flag(&self, key: &str) -> bool {
        self.node(key).and_then(Node::bool).unwrap_or(false)
    }

    pub(super) fn text(&self, key: &str) -> Option<&'a str> {
        self.node(key).and_then(Node::text)
    }

    /// The table under a key.
    pub(super) fn sub(&self, key: &str) -> Option<Part<'a>> {
        self.reader.part(self.node(key)?, self.key(key))
    }

    /// The list under a key; empty where there is none.
    pub(super) fn list(&self, key: &str) -> &'a [Node] {
        self.node(key).and_then(Node::list).unwrap_or(&[])
    }

    /// The texts of a list.
    pub(super) fn texts(&self, key: &str) -> Vec<&'a str> {
        self.list(key).iter().filter_map(Node::text).collect()
    }

    /// What is said of a list that has not as many entries as the world has dimensions; none where it has.
    pub(super) fn misfit(&self, list: &[Node], entries: &str) -> Option<String> {
        let (found, asked) = (list.len(), self.reader.dimension());
        (found != asked)
            .then(|| format!("found {found} {entries}, asked: {asked}, as many as the world has dimensions"))
    }

    /// At most one of these keys: the one that is there.
    pub(super) fn only(&self, keys: &[&'static str]) -> Result<Option<&'static str>, SceneError> {
        // In the order of the file: the later one is the one too many.
        let written = self.table.entries.iter().filter(|entry| self.has(&entry.key));
        let mut found =
            written.filter_map(|entry| Some((keys.iter().find(|key| **key == entry.key)?, entry)));
        let first = found.next().map(|(key, _)| *key);
        match (first, found.next()) {
            (Some(first), Some((second, entry))) => {
                let message = format!("found `{first}` as well, asked: one of the two; remove one");
                let source = self.reader.source;
                Err(source.error(&entry.key_origin, &self.key(second), message))
            }
            _ => Ok(first),
        }
    }

    /// A vector of the world's dimension; z = 0 in the plane.
    pub(super) fn vector(&self, key: &str) -> Result<Option<DVec3>, SceneError> {
        let Some(list) = self.node(key).and_then(Node::list) else {
            return Ok(None);
        };
        match self.misfit(list, "numbers") {
            Some(message) => Err(self.wrong(key, message)),
            None => Ok(Some(vector_of(list))),
        }
    }

    /// A unit vector along the one under a key.
    pub(super) fn direction(&self, key: &str) -> Result<Option<DVec3>, SceneError> {
        match self.vector(key)? {
            None => Ok(None),
            Some(v) => v
                .try_normalize()
                .map(Some)
                .ok_or_else(|| self.wrong(key, "found a vector of length 0, asked: a direction")),
        }
    }

    /// A number in a range that may have been given by a formula of the parameters.
    pub(super) fn coefficient(&self, key: &str, range: Range) -> Result<Option<f64>, SceneError> {
        let Some(node) = self.node(key) else {
            return Ok(None);
        };
        let Some(text) = node.text() else {
            return Ok(node.number());
        };
        let path = self.key(key);
        let source = self.reader.source;
        let value = self
            .reader
            .params
            .evaluate(text)
            .map_err(|fault| source.formula_error(node, fault.offset, &path, &fault.message))?;
        if range.holds(value) {
            return Ok(Some(value));
        }
        let message = format!("found {} = {value}, asked: {}", node.describe(), range.words());
        Err(source.error(&node.origin, &path, message))
    }

    /// The values of a formula in `i`, the number of a body, for i = first … last.
    pub(super) fn numbered(
        &self,
        node: &Node,
        path: &str,
        numbers: RangeInclusive<usize>,
    ) -> Result<Vec<f64>, SceneError> {
        let mut graph = Graph::default();
        let variables = [("i", Symbol::Variable(0))];
        let formula = self.reader.formula(&mut graph, node, path, &variables)?;
        let mut tape = Tape::compile(&graph, &[formula], 1);
        let value = |i: usize| {
            tape.run(&[&[i as f64]]);
            let value = tape.output(0);
            let message = || format!("found {value} for i = {i}, asked: a finite number");
            let source = self.reader.source;
            if value.is_finite() {
                Ok(value)
            } else {
                Err(source.error(&node.origin, path, message()))
            }
        };
        numbers.map(value).collect()
    }

    /// How something is turned; none where nothing says so.
    pub(super) fn rotation(&self) -> Result<Option<DQuat>, SceneError> {
        let keys = ["quat_wxyz", "euler", "euler_deg", "angle", "angle_deg"];
        let Some(key) = self.only(&keys)? else {
            return Ok(None);
        };
        let planar = key.starts_with("angle");
        if planar != self.reader.plane {
            let (where_is, instead) = if planar {
                ("in space", "`quat_wxyz` or `euler_deg`")
            } else {
                ("in the plane", "`angle` or `angle_deg`")
            };
            return Err(self.wrong(key, format!("not {where_is}; give {instead}")));
        }
        if let Some(angle) = self.number(key) {
            let angle = if key == "angle" { angle } else { angle.to_radians() };
            return Ok(Some(DQuat::from_rotation_z(angle)));
        }
        let list = self.list(key);
        if key == "quat_wxyz" {
            return self.quaternion(list).map(Some);
        }
        let angles = vector_of(list);
        let angles = if key == "euler" {
            angles
        } else {
            angles * 1f64.to_radians()
        };
        let turn = DQuat::from_rotation_z(angles.z) * DQuat::from_rotation_y(angles.y);
        Ok(Some(turn * DQuat::from_rotation_x(angles.x)))
    }

    fn quaternion(&self, list: &[Node]) -> Result<DQuat, SceneError> {
        let at = |i: usize| list.get(i).and_then(Node::number).unwrap_or(f64::NAN);
        let found = DQuat::from_xyzw(at(1), at(2), at(3), at(0));
        let norm = found.length();
        if (norm - 1.0).abs() <= 1e-6 {
            return Ok(found.normalize());
        }
        let remedy = if norm > 0.0 && norm.is_finite() {
            let unit = found / norm;
            format!(
                "; divided by its norm it is [{:.9}, {:.9}, {:.9}, {:.9}]",
                unit.w, unit.x, unit.y, unit.z
            )
        } else {
            "; no turn is [1, 0, 0, 0]".to_owned()
        };
        let message =
            format!("found a quaternion of norm {norm:.6}, asked: a unit quaternion w, x, y, z{remedy}");
        Err(self.wrong("quat_wxyz", message))
    }

    /// Position and rotation, both 0 where absent.
    pub(super) fn pose(&self) -> Result<Pose, SceneError> {
        Ok(Pose {
            position: self.vector("position")?.unwrap_or(DVec3::ZERO),
            rotation: self.rotation()?.unwrap_or(DQuat::IDENTITY),
        })
    }

    /// The bytes of a file named under a key. Messages about it do not show what is in it: it may be any
    /// file.
    pub(super) fn read(&self, key: &str, name: &str, limit: Limit) -> Result<Vec<u8>, SceneError> {
        let path = self.reader.file(name);
        input::read(&path, limit).map_err(|error| {
            let remedy = match error {
                InputError::Io(_) => "; its path counts from the folder of the scene",
                _ => "",
            };
            self.wrong(key, format!("the file {} {error}{remedy}", path.display()))
        })
    }
}

/// Up to three numbers of a checked list; 0 for those that are not there.
pub(super) fn vector_of(list: &[Node]) -> DVec3 {
    let at = |i: usize| list.get(i).and_then(Node::number).unwrap_or(0.0);
    DVec3::new(at(0), at(1), at(2))
}
