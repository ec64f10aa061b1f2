//! Reads every problem of the folder that DRYSTONE_PROBLEMS names; without it there is nothing to do.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test may panic and print"
)]

use drystone_io::{Problem, fclib_bytes, json_text, read, read_bytes};
use std::path::{Path, PathBuf};

fn files(folder: &Path, out: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, out);
        } else if path
            .extension()
            .is_some_and(|e| e == "dat" || e == "hdf5" || e == "json")
        {
            out.push(path);
        }
    }
}

#[test]
fn every_problem_of_the_folder_is_read_and_given_back() {
    let Some(folder) = std::env::var_os("DRYSTONE_PROBLEMS") else {
        println!("skipped: set DRYSTONE_PROBLEMS to a folder of problems");
        return;
    };
    let mut paths = Vec::new();
    files(Path::new(&folder), &mut paths);
    assert!(!paths.is_empty(), "no problem in {folder:?}");
    let mut failed = Vec::new();
    for path in &paths {
        let file = match read(path) {
            Ok(file) => file,
            Err(error) => {
                failed.push(error.to_string());
                continue;
            }
        };
        println!(
            "{:22} {:5} rows {:4} contacts  {}",
            file.kind.name(),
            file.problem.rows(),
            file.problem.num_contacts(),
            path.display()
        );
        let name = format!("{}.json", file.name);
        let again = read_bytes(&name, json_text(&file).unwrap().as_bytes()).unwrap();
        assert_eq!(again.problem, file.problem, "{name}");
        if matches!(file.problem, Problem::Contact(_)) && !file.kind.name().starts_with("rolling") {
            let again = read_bytes("x.hdf5", &fclib_bytes(&file).unwrap()).unwrap();
            assert_eq!(again.problem.rows(), file.problem.rows(), "{name}");
        }
    }
    println!("{} files", paths.len());
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
