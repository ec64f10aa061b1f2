//! Scene files: what a user writes to have something simulated.
//!
//! ```text
//! text ─ tree ─▶ Table ─ set ─▶ Table ─ params, check ─▶ checked Table ─▶ Scene ─ build
//!     ─▶ system and initial state
//! ```
//! TOML in SI units. [`keys::table`] is the one table of what may be written: the reader, the JSON Schema
//! ([`json_schema`]) and `docs/scene_format.md` ([`reference()`]) are made from it. Every fault is a
//! [`SceneError`] with file, line, column and key. A scene has one system: bodies (`[world]`, `[body.*]` and
//! what acts on them), `[lagrangian]` or `[complementarity]`.

mod bodies;
mod build;
mod complementarity;
mod defaults;
mod error;
pub mod keys;
mod lagrangian;
mod methods;
mod nearest;
mod read;
mod reference;
mod run;
mod verify;

pub use bodies::{Overlap, overlaps, read_mesh, world_in_brief, world_in_words};
pub use build::Built;
pub use complementarity::ComplementarityDescription;
pub use error::{Origin, SceneError};
pub use nearest::suggestion;
pub use reference::{reference, schema::json_schema};
pub use run::{ENOUGH, Method, MethodOption, Record, Run};
pub use verify::{Check, Expected, Take, Verify, When};

use crate::input::{self, InputError};
use drystone_dynamics::formula::{FormulaError, Symbols, define_constants};
use drystone_dynamics::models::bodies::WorldDescription;
use drystone_dynamics::models::lagrangian::description::{LagrangianDescription, Scalar};
use drystone_dynamics::step::options::Violation;
use error::Source;
use keys::table::SCENE;
use read::check::Checker;
use read::params::Params;
use read::tree::{Node, Table, Value};
use std::path::{Path, PathBuf};

/// What is simulated.
#[derive(Clone, Debug)]
pub enum SystemDescription {
    /// A world of bodies.
    Bodies(Box<WorldDescription>),
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
    /// Reads a scene from its text. `name` names it in messages; `sets` are overrides (key, value), as in
    /// `--set KEY=VALUE`.
    pub fn read(text: &str, name: &str, sets: &[(&str, &str)]) -> Result<Self, SceneError> {
        let own = |(key, value): &(&str, &str)| ((*key).to_owned(), (*value).to_owned());
        let mut source = Source {
            sets: sets.iter().map(own).collect(),
            ..Source::new(name, text)
        };
        let mut tree = read::include::read(&mut source)?;
        if tree.entries.is_empty() {
            let message = "the scene is empty; asked: bodies ([world], [body.NAME]), [lagrangian] or [complementarity], and [run]";
            return Err(source.whole("", message));
        }
        read::overrides::apply(&source, &mut tree)?;
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
        let source = Source::new(&name, "");
        let bytes = input::read(path, input::SCENE).map_err(|error| {
            let remedy = match error {
                InputError::Io(_) => "; check the path and the permissions",
                _ => "",
            };
            source.whole("", format!("{error}{remedy}"))
        })?;
        Scene::read_bytes(&bytes, &name, sets)
    }

    /// Reads a scene from bytes, which must be UTF-8.
    pub fn read_bytes(bytes: &[u8], name: &str, sets: &[(&str, &str)]) -> Result<Self, SceneError> {
        match std::str::from_utf8(bytes) {
            Ok(text) => Scene::read(text, name, sets),
            Err(error) => {
                let (good, _) = bytes.split_at(error.valid_up_to());
                let source = Source::new(name, &String::from_utf8_lossy(good));
                let at = Origin::File(good.len()..good.len());
                let byte = bytes.get(good.len()).copied().unwrap_or(0);
                let message = format!("not UTF-8: found the byte {byte:#04x}; save the file as UTF-8 text");
                Err(source.error(&at, "", message))
            }
        }
    }

    fn of(source: Source, tree: Table, params: Params) -> Result<Self, SceneError> {
        let empty = Table::default();
        let system = system(&source, &tree, &params)?;
        let table = tree.table("run").unwrap_or(&empty);
        let default = match &system {
            SystemDescription::Complementarity(_) => "theta",
            SystemDescription::Lagrangian(_) if !run::asks_for_steps(table) => "hybrid",
            SystemDescription::Bodies(_) | SystemDescription::Lagrangian(_) => "moreau-jean",
        };
        let violation = match &system {
            SystemDescription::Bodies(_) => Violation::Landing,
            _ => Violation::None,
        };
        let mut run = Run::from_table(table, (default, violation)).map_err(|(key, message)| {
            let at = table.get(key).map_or(Origin::Default, |node| node.origin.clone());
            source.error(&at, &format!("run.{key}"), message)
        })?;
        let of_bodies = [
            ("sleep", run.options.sleep.is_some()),
            ("continuous", run.options.continuous),
        ];
        if let Some((key, _)) = of_bodies.iter().find(|(_, asked)| *asked)
            && !matches!(system, SystemDescription::Bodies(_))
        {
            let at = table.get(key).map_or(Origin::Default, |node| node.origin.clone());
            let message = "is for bodies, and this scene has none; leave it out".to_owned();
            return Err(source.error(&at, &format!("run.{key}"), message));
        }
        run.options.continuous = matches!(system, SystemDescription::Bodies(_))
            && table.get("continuous").and_then(Node::bool) != Some(false);
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
                self.formula_error(&key, &fault.error)
            })?;
        }
        Ok(symbols)
    }

    /// The text of the scene file, before overrides and without the files that it includes.
    pub fn text(&self) -> &str {
        self.source.own_text()
    }

    /// The scene file by the name that it was read under, from whose folder other files are looked for.
    pub fn file(&self) -> &str {
        &self.source.name
    }

    /// The files that the scene is made of: its own, those that it includes, and whatever file a text in it
    /// names, as meshes and tables are. No output replaces them.
    pub fn files(&self) -> Vec<PathBuf> {
        let included = self.source.included.iter().map(|file| file.name.as_str());
        let own = std::iter::once(self.source.name.as_str());
        let mut files: Vec<PathBuf> = own.chain(included).map(PathBuf::from).collect();
        let folder = Path::new(&self.source.name).parent().unwrap_or(Path::new(""));
        let mut open = vec![&self.tree];
        while let Some(node) = open.pop() {
            match &node.value {
                Value::Text(text) => files.push(folder.join(text)),
                Value::List(list) => open.extend(list),
                Value::Table(table) => open.extend(table.entries.iter().map(|entry| &entry.node)),
                _ => {}
            }
        }
        files.retain(|file| file.is_file());
        files
    }

    /// What the scene leaves to its defaults, `key = value` each.
    pub fn defaults(&self) -> Vec<String> {
        self.tree.table().map_or_else(Vec::new, defaults::defaults)
    }

    /// Whether the scene has a table `[TABLE.NAME]`; bodies of a `[[fill]]` have none.
    pub fn has(&self, table: &str, name: &str) -> bool {
        let tables = self.tree.table().and_then(|tree| tree.table(table));
        tables.is_some_and(|tables| tables.get(name).is_some())
    }

    /// The overrides.
    pub fn sets(&self) -> &[(String, String)] {
        &self.source.sets
    }

    /// An error about something the scene says: for methods that refuse an option, for systems that cannot be
    /// built.
    pub fn error_at(&self, origin: &Origin, key: &str, message: impl Into<String>) -> SceneError {
        self.source.error(origin, key, message)
    }

    /// An error about an entry of the table or list under a key; about the key where it has no such entry.
    fn error_of(&self, key: &str, entry: &str, message: String) -> SceneError {
        let node = self.tree.find(key);
        if let Some(found) = node.and_then(Node::table).and_then(|table| table.entry(entry)) {
            let key = read::check::join(key, entry);
            return self.source.error(&found.key_origin, &key, message);
        }
        let mut items = node.and_then(Node::list).unwrap_or(&[]).iter();
        match items.find(|item| item.text() == Some(entry)) {
            Some(item) => self.source.error(&item.origin, key, message),
            None => self.error_in(key, None, message),
        }
    }

    /// An error in the formula under a key.
    pub fn formula_error(&self, key: &str, error: &FormulaError) -> SceneError {
        self.error_in(key, Some(error.offset), error.without_place())
    }

    /// An error about the value of a key, at a byte of it if it is a formula. A key that is not in the file
    /// gives the place of the nearest table above it.
    pub fn error_in(&self, key: &str, offset: Option<usize>, message: impl Into<String>) -> SceneError {
        let message = message.into();
        if let (Some(node), Some(offset)) = (self.tree.find(key), offset) {
            return self.source.formula_error(node, offset, key, &message);
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

/// The one system of a scene.
fn system(source: &Source, tree: &Table, params: &Params) -> Result<SystemDescription, SceneError> {
    let bodies = bodies::TABLES.iter().filter(|key| tree.entry(key).is_some());
    let others = ["lagrangian", "complementarity"]
        .iter()
        .filter(|key| tree.entry(key).is_some());
    let first_of_bodies = bodies.clone().next();
    let found: Vec<&str> = first_of_bodies.into_iter().chain(others).copied().collect();
    match found.as_slice() {
        ["lagrangian"] => {
            let table = tree.table("lagrangian").unwrap_or(&EMPTY);
            let description = lagrangian::describe(source, table, params)?;
            Ok(SystemDescription::Lagrangian(Box::new(description)))
        }
        ["complementarity"] => {
            let table = tree.table("complementarity").unwrap_or(&EMPTY);
            let description = complementarity::describe(source, table)?;
            Ok(SystemDescription::Complementarity(Box::new(description)))
        }
        [_] if ["body", "fill"].iter().any(|key| tree.entry(key).is_some()) => {
            let run = tree.table("run").unwrap_or(&EMPTY);
            let seed = run
                .get("seed")
                .and_then(Node::integer)
                .map_or(1, i64::unsigned_abs);
            let description = bodies::describe(source, tree, params, seed)?;
            Ok(SystemDescription::Bodies(Box::new(description)))
        }
        [] | [_] => {
            let message = "nothing to simulate; add bodies ([body.NAME] or [[fill]]), [lagrangian] or [complementarity]";
            Err(source.whole("", message))
        }
        [first, second, ..] => {
            let entry = tree.entry(second);
            let origin = entry.map_or(Origin::Default, |entry| entry.key_origin.clone());
            let message = format!("found [{first}] as well, asked: one system; remove one of the two");
            Err(source.error(&origin, second, message))
        }
    }
}

static EMPTY: Table = Table { entries: Vec::new() };
