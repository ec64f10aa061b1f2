//! `include = ["file.toml"]`: scenes made of several files.
//!
//! Included files come first, in their order, and the file that includes them over them: tables are merged
//! key by key, the later value wins, and the lists `[[contact]]`, `[[fill]]` and `[[verify]]` follow each
//! other.

use super::tree::{self, Table, Value};
use crate::input::{self, InputError};
use crate::scene::error::{Included, SceneError, Source};
use crate::scene::keys::{Key, Kind, optional};
use std::path::{Path, PathBuf};

/// The key at the top of a scene.
pub(crate) const KEY: Key = optional(
    "include",
    Kind::Each(&Kind::Text),
    "",
    "",
    "Other scene files, their paths from the folder of this one. What they say comes first: tables are merged and this \
     file wins; contacts, fills and checks follow theirs.",
);

/// Files that one scene may be made of.
const MOST: usize = 100;
/// Lists that are continued, not replaced.
const CONTINUED: [&str; 3] = ["contact", "fill", "verify"];

/// The tree of a scene with all that it includes.
pub(crate) fn read(source: &mut Source) -> Result<Table, SceneError> {
    if let Some(number) = source
        .sets
        .iter()
        .position(|(key, _)| key.split('.').next() == Some("include"))
    {
        let message = "files are included before overrides apply; write it into the scene";
        return Err(source.error(&crate::scene::Origin::Set(number), "include", message));
    }
    let own = tree::parse(source, 0)?;
    let mut open = vec![whole_path(Path::new(&source.name))];
    let name = source.name.clone();
    with_included(source, own, &name, &mut open)
}

fn whole_path(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// A file's tree over those of the files that it includes; `open` are the files on the way to it.
fn with_included(
    source: &mut Source,
    own: Table,
    name: &str,
    open: &mut Vec<PathBuf>,
) -> Result<Table, SceneError> {
    let Some(node) = own.get("include").cloned() else {
        return Ok(own);
    };
    let Some(files) = node.list() else {
        let message = format!(
            "found {}, asked: a list of files, like [\"floor.toml\"]",
            node.describe()
        );
        return Err(source.error(&node.origin, "include", message));
    };
    let mut all = Table::default();
    for (i, node) in files.iter().enumerate() {
        let Some(file) = node.text() else {
            let message = format!("found {}, asked: the path of a file", node.describe());
            return Err(source.error(&node.origin, &format!("include[{i}]"), message));
        };
        let key = format!("include[{i}]");
        let path = Path::new(name).parent().unwrap_or(Path::new("")).join(file);
        let whole = whole_path(&path);
        if open.contains(&whole) {
            let message = format!("`{file}` includes itself, by this file or by others; remove one of them");
            return Err(source.error(&node.origin, &key, message));
        }
        if source.included.len() >= MOST {
            return Err(source.error(
                &node.origin,
                &key,
                format!("more than {MOST} files; merge some of them"),
            ));
        }
        let fault = |why: String| source.error(&node.origin, &key, why);
        let refused = |error: InputError| {
            let remedy = match error {
                InputError::Io(_) => "; give its path from the folder of this file",
                _ => "",
            };
            fault(format!("{} {error}{remedy}", path.display()))
        };
        let bytes = input::read(&path, input::SCENE).map_err(refused)?;
        if (source.text.len() + bytes.len()) as u64 > input::SCENE.bytes {
            return Err(refused(InputError::TooLarge(input::SCENE)));
        }
        let text = String::from_utf8(bytes)
            .map_err(|_| fault(format!("{} is not UTF-8; save it as such", path.display())))?;
        let shown = path.display().to_string();
        let start = source.text.len();
        source.text.push_str(&text);
        source.included.push(Included {
            name: shown.clone(),
            start,
        });
        let inner = tree::parse(source, start)?;
        open.push(whole);
        let inner = with_included(source, inner, &shown, open)?;
        open.pop();
        merge(&mut all, inner, true);
    }
    merge(&mut all, own, true);
    Ok(all)
}

/// Puts a table over another.
fn merge(below: &mut Table, above: Table, top: bool) {
    for mut entry in above.entries {
        let Some(old) = below.entries.iter_mut().find(|old| old.key == entry.key) else {
            below.entries.push(entry);
            continue;
        };
        match (&mut old.node.value, &mut entry.node.value) {
            (Value::Table(old), Value::Table(new)) => merge(old, std::mem::take(new), false),
            (Value::List(old), Value::List(new)) if top && CONTINUED.contains(&entry.key.as_str()) => {
                old.append(new);
            }
            _ => {
                old.node = entry.node;
                old.key_origin = entry.key_origin;
            }
        }
    }
}
