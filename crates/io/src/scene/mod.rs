//! Scene files: what a user writes to have something simulated.
//!
//! ```text
//! text ─ tree ─▶ Table ─ set ─▶ Table ─ params, check ─▶ checked Table ─▶ Scene ─ build ─▶ system and initial state
//! ```
//! TOML in SI units. [`tables`] is the one table of what may be written: the reader, the JSON Schema ([`json_schema`]) and
//! `docs/scene_format.md` ([`reference()`]) are made from it. Every fault is a [`SceneError`] with file, line, column and key.
//! Limits: scenes with bodies are recognised and refused; systems are given by `[lagrangian]` or `[complementarity]`.

mod build;
mod check;
mod complementarity;
mod error;
pub mod keys;
mod lagrangian;
mod law_keys;
mod methods;
mod nearest;
mod params;
mod reference;
mod run;
mod schema;
mod set;
pub mod tables;
mod tree;
mod verify;
mod verify_keys;

pub use build::Built;
pub use complementarity::ComplementarityDescription;
pub use error::{Origin, SceneError};
pub use reference::reference;
pub use run::{Method, MethodOption, Record, Run};
pub use schema::json_schema;
pub use verify::{Check, Expected, Take, Verify, When};

use check::Checker;
use drystone_dynamics::formula::{Symbols, define_constants};
use drystone_dynamics::models::lagrangian_description::{LagrangianDescription, Scalar};
use error::Source;
use params::Params;
use std::path::Path;
use tables::SCENE;
use tree::{Node, Table, Value};

/// What is simulated.
#[derive(Clone, Debug, PartialEq)]
pub enum SystemDescription {
    /// A mechanical system by its Lagrangian.
    Lagrangian(Box<LagrangianDescription>),
    /// A linear complementarity system.
    Complementarity(Box<ComplementarityDescription>),
}

/// A scene: its system, and how to simulate it.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Name of the file, without folder and ending.
    pub name: String,
    /// What the scene shows.
    pub title: Option<String>,
    /// Anything worth knowing.
    pub description: Option<String>,
    /// What is simulated.
    pub system: SystemDescription,
    /// How.
    pub run: Run,
    /// What the results must be.
    pub verify: Vec<Verify>,
    params: Params,
    source: Source,
    tree: Node,
}

impl Scene {
    /// Reads a scene from its text. `name` names it in messages; `sets` are overrides (key, value), as in `--set KEY=VALUE`.
    pub fn read(text: &str, name: &str, sets: &[(&str, &str)]) -> Result<Self, SceneError> {
        let own = |(key, value): &(&str, &str)| ((*key).to_owned(), (*value).to_owned());
        let source = Source {
            name: name.to_owned(),
            text: text.to_owned(),
            sets: sets.iter().map(own).collect(),
        };
        let mut tree = tree::parse(&source)?;
        if tree.entries.is_empty() {
            let message = "the scene is empty; asked: [lagrangian] or [complementarity], and [run]";
            return Err(source.whole("", message));
        }
        set::apply(&source, &mut tree)?;
        let params = Params::of(&source, &tree)?;
        let checker = Checker {
            source: &source,
            params: &params,
        };
        checker.table(&mut tree, SCENE, "", &Origin::Default)?;
        Scene::of(source, tree, params)
    }

    /// Reads a scene file.
    pub fn read_file(path: &Path, sets: &[(&str, &str)]) -> Result<Self, SceneError> {
        let name = path.display().to_string();
        let source = Source {
            name: name.clone(),
            text: String::new(),
            sets: Vec::new(),
        };
        if path.is_dir() {
            return Err(source.whole("", "is a folder; give one of the scene files in it"));
        }
        let bytes = std::fs::read(path).map_err(|error| {
            source.whole(
                "",
                format!("cannot be opened ({error}); check the path and the permissions"),
            )
        })?;
        Scene::read_bytes(&bytes, &name, sets)
    }

    /// Reads a scene from bytes, which must be UTF-8.
    pub fn read_bytes(bytes: &[u8], name: &str, sets: &[(&str, &str)]) -> Result<Self, SceneError> {
        match std::str::from_utf8(bytes) {
            Ok(text) => Scene::read(text, name, sets),
            Err(error) => {
                let (good, _) = bytes.split_at(error.valid_up_to());
                let source = Source {
                    name: name.to_owned(),
                    text: String::from_utf8_lossy(good).into_owned(),
                    sets: Vec::new(),
                };
                let at = Origin::File(good.len()..good.len());
                let byte = bytes.get(good.len()).copied().unwrap_or(0);
                let message = format!("not UTF-8: found the byte {byte:#04x}; save the file as UTF-8 text");
                Err(source.error(&at, "", message))
            }
        }
    }

    fn of(source: Source, tree: Table, params: Params) -> Result<Self, SceneError> {
        let origin = |key: &str| tree.entry(key).map_or(Origin::Default, |e| e.key_origin.clone());
        let empty = Table::default();
        let (system, default) = match (tree.table("lagrangian"), tree.table("complementarity")) {
            (Some(table), None) => {
                let description = lagrangian::describe(&source, table, &params)?;
                (
                    SystemDescription::Lagrangian(Box::new(description)),
                    "moreau-jean",
                )
            }
            (None, Some(table)) => {
                let description = complementarity::describe(&source, table)?;
                (SystemDescription::Complementarity(Box::new(description)), "theta")
            }
            (None, None) => {
                return Err(source.whole("", "nothing to simulate; add [lagrangian] or [complementarity]"));
            }
            (Some(_), Some(_)) => {
                let message = "found [lagrangian] as well, asked: one system; remove one of the two";
                return Err(source.error(&origin("complementarity"), "complementarity", message));
            }
        };
        let table = tree.table("run").unwrap_or(&empty);
        let run = Run::from_table(table, default).map_err(|(key, message)| {
            let at = table.get(key).map_or(Origin::Default, |node| node.origin.clone());
            source.error(&at, &format!("run.{key}"), message)
        })?;
        methods::check(&source, &run, &system)?;
        let verify = verify::read(&source, &tree)?;
        Ok(Scene {
            name: crate::stem(&source.name),
            title: tree.text("title").map(str::to_owned),
            description: tree.text("description").map(str::to_owned),
            params,
            system,
            run,
            verify,
            tree: Node {
                value: Value::Table(tree),
                origin: Origin::File(0..0),
            },
            source,
        })
    }

    /// Parameters and their values, in the order of the file, overrides applied.
    pub fn params(&self) -> &[(String, f64)] {
        self.params.values()
    }

    /// The names of numbers: parameters, and the constants of a Lagrangian, which win.
    pub fn symbols(&self) -> Result<Symbols, SceneError> {
        let mut symbols = self.params.symbols().clone();
        if let SystemDescription::Lagrangian(description) = &self.system {
            let text = |scalar: &Scalar| match scalar {
                Scalar::Formula(text) => text.clone(),
                Scalar::Number(x) => format!("{x:e}"),
            };
            let constants = description.constants.iter();
            let constants: Vec<(&str, String)> = constants.map(|(n, x)| (n.as_str(), text(x))).collect();
            let constants: Vec<(&str, &str)> = constants.iter().map(|(n, x)| (*n, x.as_str())).collect();
            define_constants(&constants, &mut symbols).map_err(|fault| {
                let key = format!("lagrangian.constants.{}", fault.name);
                self.error_in(&key, Some(fault.error.offset), fault.error.to_string())
            })?;
        }
        Ok(symbols)
    }

    /// The text of the scene file, before overrides.
    pub fn text(&self) -> &str {
        &self.source.text
    }

    /// The overrides.
    pub fn sets(&self) -> &[(String, String)] {
        &self.source.sets
    }

    /// An error about something the scene says: for methods that refuse an option, for systems that cannot be built.
    pub fn error_at(&self, origin: &Origin, key: &str, message: impl Into<String>) -> SceneError {
        self.source.error(origin, key, message)
    }

    /// An error about the value of a key, at a byte of it if it is a formula. A key that is not in the file
    /// gives the place of the nearest table above it; a message that begins with the `name` of an entry, that entry's.
    pub fn error_in(&self, key: &str, offset: Option<usize>, message: impl Into<String>) -> SceneError {
        let message = message.into();
        let node = self.tree.find(key);
        if let (Some(node), Some(offset)) = (node, offset) {
            return self.source.formula_error(node, offset, key, &message);
        }
        let name = message.strip_prefix('`').and_then(|rest| rest.split('`').next());
        if let (Some(node), Some(name)) = (node, name) {
            if let Some(entry) = node.table().and_then(|table| table.entry(name)) {
                return self
                    .source
                    .error(&entry.key_origin, &check::join(key, name), message);
            }
            let mut items = node.list().unwrap_or(&[]).iter();
            if let Some(item) = items.find(|item| item.text() == Some(name)) {
                return self.source.error(&item.origin, key, message);
            }
        }
        let mut path = key;
        loop {
            if let Some(node) = self.tree.find(path) {
                return self.source.error(&node.origin, key, message);
            }
            match path.rfind(['.', '[']) {
                Some(end) => path = &path[..end],
                None => return self.source.whole(key, message),
            }
        }
    }
}
