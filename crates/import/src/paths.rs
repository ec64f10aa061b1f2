//! Files that a robot names: where they are, and how a scene in another folder names them.

use crate::xml::Element;
use drystone_io::scene::SceneError;
use std::path::{Component, Path, PathBuf};

/// A mesh file: `package://NAME/PATH`, `file://PATH`, or a path from the folder of the robot's file.
pub(crate) fn mesh_file(at: &Element, name: &str, folder: &Path) -> Result<PathBuf, SceneError> {
    let ending = name.rsplit('.').next().unwrap_or("").to_ascii_lowercase();
    if !["stl", "obj"].contains(&ending.as_str()) {
        let message =
            format!("`{name}` ends in neither .stl nor .obj; convert it to one of the two and name that");
        return Err(at.error(message));
    }
    let mut tried: Vec<PathBuf> = Vec::new();
    if let Some(rest) = name
        .strip_prefix("package://")
        .or_else(|| name.strip_prefix("model://"))
    {
        let inside = rest.split_once('/').map_or(rest, |(_, path)| path);
        // The package is the folder of the file or one above it, under its own name or another.
        for above in folder.ancestors() {
            tried.extend([above.join(rest), above.join(inside)]);
        }
    } else {
        let path = name.strip_prefix("file://").unwrap_or(name);
        tried.push(folder.join(path));
    }
    let found = tried.iter().position(|path| path.is_file());
    found.map(|i| tried.swap_remove(i)).ok_or_else(|| {
        let message = format!(
            "no file `{name}` from the folder {} on; put it there, or correct the path",
            if folder.as_os_str().is_empty() {
                Path::new(".")
            } else {
                folder
            }
            .display()
        );
        at.error(message)
    })
}

/// A path as a scene in `folder` names it.
pub(crate) fn from_folder(path: &Path, folder: &Path) -> String {
    let whole = |path: &Path| {
        let path = if path.as_os_str().is_empty() {
            Path::new(".")
        } else {
            path
        };
        std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
    };
    let (path, folder) = (whole(path), whole(folder));
    let (to, from): (Vec<Component<'_>>, Vec<Component<'_>>) =
        (path.components().collect(), folder.components().collect());
    let same = to.iter().zip(&from).take_while(|(a, b)| a == b).count();
    let mut out = PathBuf::new();
    if same == 0 {
        out.push(&path);
    } else {
        from[same..].iter().for_each(|_| out.push(".."));
        to[same..].iter().for_each(|part| out.push(part));
    }
    out.display().to_string()
}
