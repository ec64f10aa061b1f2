//! The net of stored results: the folder `golden/` against what the program gives, to the last bit.
//!
//! `./test` runs it as a stage of its own, `./test --bless` stores what is found. By hand, also on a machine
//! without cargo, the compiled test obeys environment variables:
//!
//! ```text
//! DRYSTONE     the program              GOLDEN_BLESS=1    store what is found
//! GOLDEN_DIR   the folder `golden/`     GOLDEN_JOIN=FILE  and the rows that another processor wrote
//!                                       GOLDEN_OUT=FILE   write the rows to FILE, compare nothing
//! ```
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]
#![allow(
    clippy::print_stderr,
    clippy::format_push_string,
    reason = "every changed row is told"
)]

mod program;
mod rows;

use program::{Program, Results};
use rows::{ANY, Found, Table, processor};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Name, columns of the key, head.
const TABLES: [(&str, usize, &str); 3] = [
    (
        "runs",
        3,
        "# Built-in scenes run by the program; plan.tsv says which runs end early and which are left out.\n\
         # processor\tscene\tscheme\tt_end\texit\thash\tsteps\titerations\tevents\tevaluations\tfirst line of stderr\n",
    ),
    (
        "files",
        2,
        "# FNV-1a hashes of what four runs write: CSV tables, tables of the run file, data of the page.\n\
         # processor\trun\tfile\thash\n",
    ),
    (
        "verify",
        4,
        "# Values that `drystone verify` finds.\n# processor\tid\tscene\tname\twhat\tfound\n",
    ),
];

fn variable(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).map(PathBuf::from)
}

fn found<'a>(results: &'a Results, table: &str) -> &'a Found {
    match table {
        "runs" => &results.runs,
        "files" => &results.files,
        _ => &results.verify,
    }
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_default()
}

#[test]
fn golden_results_are_those_stored() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden");
    let folder = variable("GOLDEN_DIR").unwrap_or(here);
    let work = std::env::temp_dir().join(format!("drystone_golden_{}", std::process::id()));
    std::fs::create_dir_all(&work).unwrap();
    let program = Program {
        path: variable("DRYSTONE").unwrap_or(env!("CARGO_BIN_EXE_drystone").into()),
        folder: work.clone(),
    };
    let plan = folder.join("plan.tsv");
    let plan = std::fs::read_to_string(&plan).unwrap_or_else(|error| panic!("{}: {error}", plan.display()));
    let results = program.results(&plan);
    std::fs::remove_dir_all(&work).unwrap();
    let failed = &results.failed;
    assert!(
        failed.is_empty(),
        "{} checks of verify fail:\n{}",
        failed.len(),
        failed.join("\n")
    );
    assert!(results.verify.len() > 2000, "{} checks", results.verify.len());
    if let Some(out) = variable("GOLDEN_OUT") {
        std::fs::write(&out, written(&results)).unwrap();
    } else if variable("GOLDEN_BLESS").is_some() {
        bless(&folder, &results);
    } else {
        compare(&folder, &results);
    }
}

/// All rows in one file, each below the name of its table.
fn written(results: &Results) -> String {
    let mut out = String::new();
    for (name, _, _) in TABLES {
        for (key, value) in found(results, name) {
            out.push_str(&format!("{name}\t{}\t{key}\t{value}\n", processor()));
        }
    }
    out
}

fn compare(folder: &Path, results: &Results) {
    let processor = processor();
    let (mut lines, mut compared, mut left_out) = (Vec::new(), 0, 0);
    for (name, keys, _) in TABLES {
        let table = Table::read(&read(&folder.join(format!("{name}.tsv"))), keys);
        let differences = table.differences(&processor, found(results, name));
        lines.extend(differences.lines.iter().map(|line| format!("{name}: {line}")));
        compared += differences.compared;
        left_out += differences.left_out;
    }
    lines.extend(changed_texts(&stored_texts(folder), &results.texts));
    for line in &lines {
        eprintln!("{}", line.replace('\t', "  "));
    }
    let [changed, texts] = [lines.len(), results.texts.len()];
    eprintln!("golden: {compared} rows as stored, {texts} texts compared, {changed} changed");
    if left_out > 0 {
        eprintln!("golden: {left_out} rows left out: stored on other processors than {processor}");
    }
    assert!(
        lines.is_empty(),
        "{changed} results are not those stored in golden/. Where the change is meant: `./test --bless`, \
         and the commit explains the rows"
    );
}

fn stored_texts(folder: &Path) -> BTreeMap<String, String> {
    let entries = std::fs::read_dir(folder.join("texts")).into_iter().flatten();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .map(|path| {
            (
                path.file_name().unwrap().to_str().unwrap().to_owned(),
                read(&path),
            )
        })
        .collect()
}

/// Texts are the same byte by byte; the first line that differs is told.
fn changed_texts(stored: &BTreeMap<String, String>, found: &BTreeMap<String, String>) -> Vec<String> {
    let names: BTreeSet<&String> = stored.keys().chain(found.keys()).collect();
    let mut out = Vec::new();
    for name in names {
        match (stored.get(name), found.get(name)) {
            (Some(old), Some(new)) if old != new => {
                let (old, new): (Vec<&str>, Vec<&str>) =
                    (old.split('\n').collect(), new.split('\n').collect());
                let place = (0..old.len())
                    .find(|n| old.get(*n) != new.get(*n))
                    .unwrap_or(old.len());
                let line = |text: &[&str]| text.get(place).map_or("the text ends", |line| *line).to_owned();
                out.push(format!(
                    "texts: changed  {name}, line {}\n  stored {}\n  found  {}",
                    place + 1,
                    line(&old),
                    line(&new)
                ));
            }
            (None, _) => out.push(format!("texts: new      {name}")),
            (_, None) => out.push(format!("texts: gone     {name}")),
            _ => {}
        }
    }
    out
}

fn bless(folder: &Path, results: &Results) {
    let processor = processor();
    let join = variable("GOLDEN_JOIN").map(|path| {
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    });
    for (name, keys, head) in TABLES {
        let path = folder.join(format!("{name}.tsv"));
        let mut table = Table::read(&read(&path), keys);
        let own = found(results, name);
        let before = table.differences(&processor, own).lines.len();
        table.bless(&processor, own);
        for (other, rows) in joined(join.as_deref().unwrap_or(""), name, keys) {
            table.join((&processor, own), &other, &rows);
        }
        std::fs::write(&path, table.write(head)).unwrap();
        eprintln!("golden: {name}: {} rows, {before} changed", own.len());
    }
    let texts = folder.join("texts");
    std::fs::create_dir_all(&texts).unwrap();
    for name in stored_texts(folder)
        .keys()
        .filter(|name| !results.texts.contains_key(*name))
    {
        std::fs::remove_file(texts.join(name)).unwrap();
    }
    for (name, text) in &results.texts {
        std::fs::write(texts.join(name), text).unwrap();
    }
}

/// Rows of one table in a file of `GOLDEN_OUT`, by processor.
fn joined(text: &str, table: &str, keys: usize) -> BTreeMap<String, Found> {
    let mut out: BTreeMap<String, Found> = BTreeMap::new();
    for line in text.lines() {
        let columns: Vec<&str> = line.split('\t').collect();
        if columns[0] == table && columns.len() > keys + 2 {
            let (key, value) = columns[2..].split_at(keys);
            let rows = out.entry(columns[1].to_owned()).or_default();
            rows.insert(key.join("\t"), value.join("\t"));
        }
    }
    out
}

fn rows_of(pairs: &[(&str, &str)]) -> Found {
    pairs
        .iter()
        .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
        .collect()
}

#[test]
fn golden_rows_that_change_appear_or_go_are_told() {
    let table = Table::read("# head\nany\ta\t1\nP\tb\t2\nQ\tc\t3\n", 1);
    let same = table.differences("P", &rows_of(&[("a", "1"), ("b", "2"), ("c", "4")]));
    assert!(
        same.lines.is_empty() && same.compared == 2 && same.left_out == 1,
        "{same:?}"
    );
    for (found, word) in [
        (rows_of(&[("a", "9"), ("b", "2"), ("c", "3")]), "changed  a"),
        (rows_of(&[("a", "1"), ("b", "9"), ("c", "3")]), "changed  b"),
        (
            rows_of(&[("a", "1"), ("b", "2"), ("c", "3"), ("d", "4")]),
            "new      d",
        ),
        (rows_of(&[("a", "1"), ("c", "3")]), "gone     b"),
        (rows_of(&[("a", "1"), ("b", "2")]), "gone     c"),
    ] {
        let told = table.differences("P", &found).lines;
        assert!(told.len() == 1 && told[0].starts_with(word), "{word}: {told:?}");
    }
    // On Q the row of P is left out and its own is compared.
    let told = table.differences("Q", &rows_of(&[("a", "1"), ("b", "9"), ("c", "4")]));
    assert!(
        told.lines.len() == 1 && told.lines[0].starts_with("changed  c"),
        "{told:?}"
    );
}

#[test]
fn golden_rows_seen_equal_on_two_processors_hold_on_any() {
    let found = rows_of(&[("a", "1"), ("b", "2")]);
    let mut table = Table::default();
    table.bless("P", &found);
    assert_eq!(table.write(""), "P\ta\t1\nP\tb\t2\n");
    table.join(
        ("P", &found),
        "Q",
        &rows_of(&[("a", "1"), ("b", "3"), ("z", "0")]),
    );
    assert_eq!(table.write(""), format!("{ANY}\ta\t1\nP\tb\t2\nQ\tb\t3\n"));
    // A third processor that differs takes the word `any` back.
    table.join(("P", &found), "R", &rows_of(&[("a", "5")]));
    assert_eq!(table.write(""), "P\ta\t1\nR\ta\t5\nP\tb\t2\nQ\tb\t3\n");
    // A blessed change leaves the rows of others alone, and a key that is gone goes for all.
    table.bless("P", &rows_of(&[("b", "4")]));
    assert_eq!(table.write(""), "P\tb\t4\nQ\tb\t3\n");
    table.bless("P", &rows_of(&[("b", "3")]));
    assert_eq!(table.write(""), format!("{ANY}\tb\t3\n"));
}
