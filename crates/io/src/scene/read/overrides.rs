//! Overrides: `--set KEY=VALUE` changes the tree before it is checked, so that a wrong override gives the
//! same error as a wrong line of the file.

use super::tree::{Entry, Node, Table, Value, parse_set};
use crate::scene::error::{Origin, SceneError, Source};
use crate::scene::keys::Kind;
use crate::scene::keys::table::SCENE;
use crate::scene::nearest::{nearest, suggestion};

/// Applies every override, in order.
pub(crate) fn apply(source: &Source, tree: &mut Table) -> Result<(), SceneError> {
    for (number, (key, _)) in source.sets.iter().enumerate() {
        let node = parse_set(source, number)?;
        let path = resolve(source, tree, number, key.trim())?;
        put(source, tree, &path, node)?;
    }
    Ok(())
}

/// The full path: a bare name is a parameter or a key at the top.
fn resolve(source: &Source, tree: &Table, number: usize, key: &str) -> Result<Vec<String>, SceneError> {
    let path = split(key);
    if path.iter().any(String::is_empty) {
        let message = "asked: a parameter or a dotted key, like mu=0.5 or run.step=1e-3";
        return Err(source.error(&Origin::Set(number), key, message));
    }
    let [name] = path.as_slice() else {
        return Ok(path);
    };
    let params = tree.table("params");
    if params.is_some_and(|table| table.entry(name).is_some()) {
        return Ok(vec!["params".to_owned(), name.clone()]);
    }
    if SCENE.iter().any(|key| key.name == name) {
        return Ok(path);
    }
    let known: Vec<&str> =
        params.map_or_else(Vec::new, |t| t.entries.iter().map(|e| e.key.as_str()).collect());
    let remedy =
        elsewhere(tree, name).map_or_else(|| suggestion(name, &known), |key| format!("; write `{key}`"));
    let message = format!("no parameter of that name{remedy}");
    Err(source.error(&Origin::Set(number), name, message))
}

/// The names of a path: `body."a.b".shapes[0].sphere` and `body."a.b".shapes.0.sphere` are the same.
fn split(key: &str) -> Vec<String> {
    let mut path = Vec::new();
    let mut name = String::new();
    let mut quoted = false;
    for c in key.chars() {
        match c {
            '"' => quoted = !quoted,
            '.' | '[' if !quoted => path.push(std::mem::take(&mut name)),
            ']' if !quoted => {}
            _ => name.push(c),
        }
    }
    path.push(name);
    path
}

/// Where a bare name stands that is no parameter: constants, and keys of `[run]` and the like.
fn elsewhere(tree: &Table, name: &str) -> Option<String> {
    let constants = tree
        .table("lagrangian")
        .and_then(|table| table.table("constants"));
    if constants.is_some_and(|table| table.entry(name).is_some()) {
        return Some(format!("lagrangian.constants.{name}"));
    }
    SCENE.iter().find_map(|key| {
        let Kind::Table(keys) = key.kind else {
            return None;
        };
        let names: Vec<&str> = keys.iter().map(|key| key.name).collect();
        nearest(name, &names)
            .filter(|n| *n == name)
            .map(|n| format!("{}.{n}", key.name))
    })
}

fn put(source: &Source, tree: &mut Table, path: &[String], node: Node) -> Result<(), SceneError> {
    let Some((last, parents)) = path.split_last() else {
        return Ok(());
    };
    let at = node.origin.clone();
    let mut table = Place::Table(tree);
    let mut walked = String::new();
    for name in parents {
        walked = super::check::join(&walked, name);
        let inner = table.child(name, &at).and_then(Place::of);
        table = inner.ok_or_else(|| {
            let message = format!("`{walked}` holds no keys; set it whole");
            source.error(&at, &path.join("."), message)
        })?;
    }
    let Some(target) = table.child(last, &at) else {
        let message = format!("`{walked}` is a list; give the number of an entry, from 0");
        return Err(source.error(&at, &path.join("."), message));
    };
    *target = node;
    Ok(())
}

/// Something that holds values: a table, or a list.
enum Place<'a> {
    Table(&'a mut Table),
    List(&'a mut [Node]),
}

impl<'a> Place<'a> {
    fn of(node: &'a mut Node) -> Option<Self> {
        match &mut node.value {
            Value::Table(table) => Some(Place::Table(table)),
            Value::List(list) => Some(Place::List(list)),
            _ => None,
        }
    }

    /// The value of that name; in a table, an empty one is made where none is. The check that follows judges
    /// the name.
    fn child(self, name: &str, at: &Origin) -> Option<&'a mut Node> {
        match self {
            Place::List(list) => list.get_mut(name.parse::<usize>().ok()?),
            Place::Table(table) => {
                let found = table.entries.iter().position(|entry| entry.key == name);
                let i = found.unwrap_or_else(|| {
                    table.entries.push(Entry {
                        key: name.to_owned(),
                        key_origin: at.clone(),
                        node: Node {
                            value: Value::Table(Table::default()),
                            origin: at.clone(),
                        },
                    });
                    table.entries.len() - 1
                });
                table.entries.get_mut(i).map(|entry| &mut entry.node)
            }
        }
    }
}
