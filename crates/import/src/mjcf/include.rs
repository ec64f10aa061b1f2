//! `<include>` of MJCF: the elements of other files, in its place.

use crate::read_text;
use crate::xml::{self, Element};
use drystone_io::scene::SceneError;
use std::path::{Path, PathBuf};

/// Elements inside each other, with those of included files.
const DEEPEST: usize = 200;

/// Puts included files in their place.
pub(super) fn expand(
    element: &mut Element,
    folder: &Path,
    included: &mut Vec<PathBuf>,
    depth: usize,
) -> Result<(), SceneError> {
    if depth > DEEPEST {
        return Err(element.error(format!(
            "more than {DEEPEST} elements inside each other; flatten the file"
        )));
    }
    let mut children = Vec::with_capacity(element.children.len());
    for mut child in std::mem::take(&mut element.children) {
        if child.name == "include" {
            let path = folder.join(child.asked("file")?);
            if included.contains(&path) {
                return Err(child.error("the file is included twice; remove one"));
            }
            included.push(path.clone());
            let text = read_text(&path, Some(&child))?;
            let mut inner = xml::parse(&text, &path.display().to_string(), false)?;
            expand(&mut inner, folder, included, depth + 1)?;
            children.append(&mut inner.children);
        } else {
            expand(&mut child, folder, included, depth + 1)?;
            children.push(child);
        }
    }
    element.children = children;
    Ok(())
}
