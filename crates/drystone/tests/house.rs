//! The shape of the code itself: widths, sizes of structs, lengths of pages.
//!
//! These are the limits of `CONTRIBUTING.md` that no lint knows. The source is read as text, line by line.

use std::path::{Path, PathBuf};

/// Columns of code and comments.
const WIDTH: usize = 110;
/// Fields of a struct, anywhere.
const FIELDS: usize = 20;
/// Fields of a struct in folders whose objects once held everything.
const FEW_FIELDS: usize = 14;
const FOLDERS_OF_FEW: [&str; 2] = ["dynamics/src/step/", "dynamics/src/schemes/event_driven/"];
/// Methods of the trait `System`.
const METHODS: usize = 16;
/// Entries at the top of the program's crate.
const ENTRIES: usize = 12;
/// Lines of the page that says what is where.
const PAGE: usize = 120;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn collect(folder: &Path, out: &mut Vec<(String, String)>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() && path.file_name().is_some_and(|name| name != "target") {
            collect(&path, out);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let shown = path.strip_prefix(root()).unwrap().display().to_string();
            out.push((shown, std::fs::read_to_string(&path).unwrap()));
        }
    }
}

/// Path and text of every source file of the workspace.
fn sources() -> Vec<(String, String)> {
    let mut out = Vec::new();
    collect(&root().join("crates"), &mut out);
    assert!(out.len() > 300, "{} files", out.len());
    out
}

fn listed(faults: &[String]) -> String {
    faults.join("\n")
}

#[test]
fn comments_are_no_wider_than_code() {
    let mut faults = Vec::new();
    for (path, text) in sources() {
        for (number, line) in text.lines().enumerate() {
            let width = line.chars().count();
            if line.trim_start().starts_with("//") && width > WIDTH {
                faults.push(format!("{path}:{}: {width} columns, at most {WIDTH}", number + 1));
            }
        }
    }
    assert!(faults.is_empty(), "{}", listed(&faults));
}

/// Names and numbers of fields of the structs of a file. A field is a line `name: Type` at the depth of the
/// body.
fn structs(text: &str) -> Vec<(String, usize)> {
    let mut out: Vec<(String, usize)> = Vec::new();
    let mut inside: Option<usize> = None;
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len();
        let code = line.trim_start();
        let code = code.strip_prefix("pub ").unwrap_or(code);
        let code = match code.strip_prefix("pub(") {
            Some(rest) => rest.split_once(") ").map_or("", |(_, code)| code),
            None => code,
        };
        match inside {
            None => {
                if let Some(rest) = code.strip_prefix("struct ")
                    && line.trim_end().ends_with('{')
                {
                    let name = rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
                    out.push((name.to_owned(), 0));
                    inside = Some(indent);
                }
            }
            Some(depth) if indent == depth && code.starts_with('}') => inside = None,
            Some(depth) => {
                let name = code.split(':').next().unwrap_or("").trim_start_matches("r#");
                let named = !name.is_empty()
                    && name
                        .chars()
                        .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
                if indent == depth + 4 && named && code.contains(": ") {
                    out.last_mut().unwrap().1 += 1;
                }
            }
        }
    }
    out
}

#[test]
fn no_struct_holds_everything() {
    let (mut faults, mut seen) = (Vec::new(), 0);
    for (path, text) in sources() {
        let few = FOLDERS_OF_FEW.iter().any(|folder| path.contains(folder));
        let most = if few { FEW_FIELDS } else { FIELDS };
        for (name, fields) in structs(&text) {
            seen += usize::from(fields > 0);
            if fields > most {
                faults.push(format!("{path}: `{name}` has {fields} fields, at most {most}"));
            }
        }
    }
    assert!(seen > 200, "{seen} structs with fields");
    assert!(faults.is_empty(), "{}", listed(&faults));
}

#[test]
fn a_system_has_few_methods() {
    let text = std::fs::read_to_string(root().join("crates/dynamics/src/system.rs")).unwrap();
    let body = text
        .split_once("pub trait System")
        .unwrap()
        .1
        .split_once("\n}")
        .unwrap()
        .0;
    let methods = body.lines().filter(|line| line.starts_with("    fn ")).count();
    assert!(
        (1..=METHODS).contains(&methods),
        "{methods} methods, at most {METHODS}"
    );
}

#[test]
fn the_program_has_few_rooms_and_its_map_one_page() {
    let entries = std::fs::read_dir(root().join("crates/drystone/src"))
        .unwrap()
        .count();
    assert!(
        entries <= ENTRIES,
        "{entries} entries in crates/drystone/src, at most {ENTRIES}"
    );
    let page = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let lines = page.lines().count();
    assert!(lines <= PAGE, "ARCHITECTURE.md has {lines} lines, at most {PAGE}");
}

/// A file of tests that its crate's `main.rs` does not list would be left out silently.
#[test]
fn every_file_of_tests_is_listed() {
    let mut faults = Vec::new();
    for (path, _) in sources() {
        let Some((crate_folder, file)) = path
            .split_once("/tests/")
            .filter(|(folder, _)| !folder.contains("/src"))
        else {
            continue;
        };
        let alone = ["main.rs", "allocation.rs"].contains(&file) || file.contains('/');
        let list = std::fs::read_to_string(root().join(crate_folder).join("tests/main.rs")).unwrap();
        let line = format!("mod {};", file.trim_end_matches(".rs"));
        if !alone && !list.lines().any(|own| own == line) {
            faults.push(format!("{path} is not in {crate_folder}/tests/main.rs"));
        }
    }
    assert!(faults.is_empty(), "{}", listed(&faults));
}

#[test]
fn comments_name_files_that_are_there() {
    let sources = sources();
    let ends = |name: &str| {
        sources
            .iter()
            .any(|(path, _)| path.ends_with(&format!("/{name}")))
    };
    let mut faults = Vec::new();
    for (path, text) in &sources {
        for (number, line) in text
            .lines()
            .enumerate()
            .filter(|(_, line)| line.trim_start().starts_with("//"))
        {
            for name in line.split('`').skip(1).step_by(2) {
                let plain = name.chars().all(|c| c.is_alphanumeric() || "_./".contains(c));
                let file = plain && Path::new(name).extension().is_some_and(|ending| ending == "rs");
                if file && !ends(name.trim_start_matches("../")) {
                    faults.push(format!("{path}:{}: `{name}` is nowhere", number + 1));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", listed(&faults));
}

/// What `ARCHITECTURE.md` names in its map exists.
#[test]
fn the_map_names_what_is_there() {
    let page = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let map = page.split_once("## The map").unwrap().1;
    let mut faults = Vec::new();
    let mut folder = PathBuf::new();
    for line in map.lines().filter(|line| line.starts_with("| `")) {
        let first = line.trim_start_matches("| ").split(" |").next().unwrap_or("");
        for name in first.split('`').skip(1).step_by(2) {
            let whole = root().join(name);
            if whole.is_dir() && name.starts_with("crates/") {
                folder = whole;
            } else if !folder.join(name).exists() && !whole.exists() {
                faults.push(format!("`{name}` is not in {} nor at the top", folder.display()));
            }
        }
    }
    assert!(faults.is_empty(), "{}", listed(&faults));
}
