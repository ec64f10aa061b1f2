//! `drystone import`: a robot's file to a scene file.

use crate::cli::ImportArgs;
use crate::terminal::text;
use crate::terminal::text::InWords;
use drystone::import::{Options, import_file};
use std::path::{Path, PathBuf};

/// Writes the scene, and says on stderr what it could not take over.
pub(crate) fn command(args: &ImportArgs) -> Result<(), String> {
    if let Some(out) = &args.output {
        args.overwrite.sparing([&args.file]).claim(out).in_words()?;
    }
    let start = args
        .joint
        .iter()
        .map(|joint| split(joint))
        .collect::<Result<_, _>>()?;
    let folder = args.output.as_deref().and_then(Path::parent).map(PathBuf::from);
    let options = Options {
        fixed_base: match (args.base.fixed_base, args.base.free_base) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        },
        hold: args.hold,
        start,
        folder: folder.unwrap_or_default(),
    };
    let imported = import_file(&args.file, &options).in_words()?;
    for note in &imported.notes {
        text::complain(&format!("note: {note}"));
    }
    match &args.output {
        None => text::print(&imported.text),
        Some(out) => {
            let outputs = args.overwrite.sparing(imported.files);
            outputs.write(out, &imported.text).in_words()
        }
    }
}

fn split(joint: &str) -> Result<(String, f64), String> {
    let wrong = || format!("--joint {joint}: give NAME=VALUE, as in --joint elbow=0.5");
    let (name, value) = joint.split_once('=').ok_or_else(wrong)?;
    let value: f64 = value.trim().parse().map_err(|_| wrong())?;
    Ok((name.trim().to_owned(), value))
}
