//! The folder of problems that the tests of this crate and of the program run over when it is there.

use std::path::{Path, PathBuf};

/// The problem files below the folder that DRYSTONE_PROBLEMS names, in order; `None` when it names none.
pub(crate) fn problem_files() -> Option<Vec<PathBuf>> {
    let Some(folder) = std::env::var_os("DRYSTONE_PROBLEMS") else {
        println!("skipped: set DRYSTONE_PROBLEMS to a folder of problems");
        return None;
    };
    let mut paths = Vec::new();
    gather(Path::new(&folder), &mut paths);
    assert!(
        !paths.is_empty(),
        "no problem in {}",
        Path::new(&folder).display()
    );
    Some(paths)
}

fn gather(folder: &Path, out: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    entries.sort();
    for path in entries {
        let known = |e: &std::ffi::OsStr| e == "dat" || e == "hdf5" || e == "json";
        if path.is_dir() {
            gather(&path, out);
        } else if path.extension().is_some_and(known) {
            out.push(path);
        }
    }
}
