//! Reads every problem of the folder that DRYSTONE_PROBLEMS names; without it there is nothing to do.

use crate::common;

use drystone_io::{Problem, fclib_bytes, json_text, read, read_bytes};

#[test]
fn every_problem_of_the_folder_is_read_and_given_back() {
    let Some(paths) = common::problem_files() else {
        return;
    };
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
