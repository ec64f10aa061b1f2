//! A bad file gives one message: where, what was found, what was asked.

use crate::samples;

use drystone_io::{ReadError, WriteError, fclib_bytes, json_text, read, read_bytes, write};
use drystone_solve::law::{Law, Section};
use std::path::Path;

fn message(path: &str, bytes: &[u8]) -> String {
    match read_bytes(path, bytes) {
        Ok(file) => panic!("{path} was read as {:?}", file.kind),
        Err(error) => error.to_string(),
    }
}

/// Asserts that the message of a bad text holds every one of `parts`.
fn text_says(text: &str, parts: &[&str]) {
    let found = message("x.dat", text.as_bytes());
    for part in parts {
        assert!(found.contains(part), "expected \"{part}\" in \"{found}\"");
    }
}

#[test]
fn missing_file_folder_and_empty_file() {
    let missing = read(Path::new("no/such/file.dat")).unwrap_err();
    assert!(matches!(missing, ReadError::Io { .. }), "{missing}");
    assert!(
        missing
            .to_string()
            .starts_with("no/such/file.dat: cannot be opened")
    );
    let folder = read(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap_err();
    assert!(matches!(folder, ReadError::Folder { .. }), "{folder}");
    for path in ["x.dat", "x.hdf5", "x.json"] {
        assert!(message(path, b"").contains("the file is empty"));
        assert!(message(path, b" \n\t\n").contains("the file is empty"));
    }
}

#[test]
fn binary_garbage_is_named() {
    let garbage: Vec<u8> = (0..200u8).collect();
    assert!(message("x.dat", &garbage).contains("binary data"));
    assert!(message("x.hdf5", &garbage).contains("no HDF5 signature"));
    assert!(message("x.json", &garbage).contains("not JSON"));
}

/// A file that is no problem may hold anything, and its name may be a slip: nothing of it is told.
#[test]
fn what_is_no_problem_is_not_quoted() {
    for path in ["x", "x.dat", "x.json", "x.hdf5"] {
        let told = message(path, b"root:secret:0:0\nmore");
        assert!(!told.contains("root") && !told.contains("secret"), "{told}");
    }
    assert!(message("x", b"hello world").contains("a text that does not begin like a problem"));
}

#[test]
fn text_errors_name_the_line() {
    text_says(
        &samples::DENSE.replace("14", "fourteen"),
        &["x.dat:11:", "\"fourteen\"", "finite number"],
    );
    text_says(&samples::DENSE.replace("14", "nan"), &["x.dat:11:", "\"nan\""]);
    text_says(
        &samples::DENSE.replace("14", "1e999"),
        &["x.dat:11:", "finite number"],
    );
    text_says(
        &samples::DENSE.replace("0.1", "-0.1"),
        &["x.dat:14:", "mu = -0.1", "at least 0"],
    );
    text_says(&samples::DENSE[..40], &["end of the file", "truncated"]);
    text_says(
        &samples::BLOCKS.replace("\n2\n9", "\n7\n9"),
        &["block 7", "asked: block 2"],
    );
    text_says(
        &samples::BLOCKS.replace("0\t1\t1", "0\t1\t2"),
        &["from 0 to 1", "block column"],
    );
    text_says(
        &samples::COLUMNS.replace("1 : 3", "5 : 3"),
        &["row 5, column 1", "2 × 2"],
    );
    text_says(
        &samples::COLUMNS.replace("to 1", "to 9"),
        &["locations 0 to 9", "at most 2"],
    );
    text_says(
        &samples::GLOBAL.replace("nnz: 3", "nnz: many"),
        &["x.dat:8:", "number of triplets"],
    );
    text_says(
        &samples::MIXED.replace("0 1 3", "0 2 3"),
        &["1 complementarity rows", "asked: 2"],
    );
    text_says(
        &samples::MIXED.replace("0 1 3", "0 0 3"),
        &["from 0 to 0", "rise"],
    );
}

/// Sizes that lie are refused before memory is asked for.
#[test]
fn huge_declared_sizes_are_refused() {
    text_says(
        "3\n99999999999\n0\n3\n3\n",
        &["99999999999", "number of contacts"],
    );
    text_says("9\n0\n9\n9\n9 9\n1 2 3\n", &["81", "truncated"]);
    text_says(
        "2\n1\n2\n2\n2\n1\nCSparse\ntriplet: 2-by-2, nnz: 999999999999\n0 0 : 1\n",
        &["triplets"],
    );
    let huge = r#"{"format":"drystone-problem","version":1,"kind":"contact","laws":[],"b":[],
        "M":{"rows":999999999999,"columns":999999999999,"entries":[]},"H":[]}"#;
    assert!(message("x.json", huge.as_bytes()).contains("from 0 to 0"));
}

#[test]
fn wrong_sizes_in_text_are_refused() {
    text_says(&samples::DENSE.replacen("3\n1", "3\n2", 1), &["3 × 3", "6 × 6"]);
    text_says(&format!("{}7 8\n", samples::DENSE), &["too many"]);
    text_says("2\n0\n2\n2\n2 3\n1 2 3 4 5 6\n1 2\n", &["2 × 3", "2 × 2 again"]);
}

fn json(changes: &[(&str, &str)]) -> String {
    let file = samples::explicit(vec![Law::Coulomb { mu: 0.5 }]);
    let mut text = json_text(&file).unwrap();
    for (from, to) in changes {
        assert!(text.contains(from), "{from} is not in {text}");
        text = text.replace(from, to);
    }
    message("x.json", text.as_bytes())
}

#[test]
fn json_errors_name_the_key() {
    let cases: [(&str, &str, &[&str]); 11] = [
        (
            "\"version\": 1",
            "\"version\": 2",
            &["\"version\"", "found 2", "newer program"],
        ),
        ("drystone-problem", "other", &["\"format\"", "\"other\""]),
        (
            "\"kind\": \"contact\"",
            "\"kind\": \"touch\"",
            &["\"touch\"", "\"contact\""],
        ),
        ("\"laws\"", "\"lwas\"", &["\"lwas\"", "did you mean \"laws\"?"]),
        (
            "\"mu\":0.5",
            "\"mv\":0.5",
            &["\"laws[0].mv\"", "did you mean \"mu\"?"],
        ),
        ("\"mu\":0.5", "\"mu\":-0.5", &["block 0: mu = -0.5", "at least 0"]),
        (
            "\"mu\":0.5",
            "\"mu\":\"NaN\"",
            &["\"laws[0].mu\"", "finite number"],
        ),
        ("coulomb", "columb", &["\"laws[0].law\"", "\"columb\"", "coulomb"]),
        ("coulomb", "planar", &["\"W.blocks[0]\"", "9 entries", "asked: 4"]),
        ("\"b\": [", "\"b\": [1.0,", &["\"b\"", "4 entries", "asked: 3"]),
        ("[0,0,[", "[0,1,[", &["\"W.blocks[0]\"", "from 0 to 0"]),
    ];
    for (from, to, parts) in cases {
        let found = json(&[(from, to)]);
        for part in parts {
            assert!(found.contains(part), "expected \"{part}\" in \"{found}\"");
        }
    }
    assert!(message("x.json", b"{\n\"format\": \n}").starts_with("x.json:3:"));
    assert!(message("x.json", b"[1]").contains("an object in braces"));
}

#[test]
fn fclib_errors_name_the_dataset() {
    let (_, file) = &samples::fclib_files()[0];
    let bytes = fclib_bytes(file).unwrap();
    let patch = |from: &[u8], to: &[u8]| {
        let mut bytes = bytes.clone();
        let at = bytes.windows(from.len()).position(|w| w == from).unwrap();
        bytes[at..at + to.len()].copy_from_slice(to);
        message("x.hdf5", &bytes)
    };
    let says = |found: &str, part: &str| assert!(found.contains(part), "expected \"{part}\" in \"{found}\"");
    says(
        &patch(b"fclib_local", b"fclib_lokal"),
        "exactly one of fclib_local",
    );
    says(
        &patch(b"spacedim", b"spacedin"),
        "/fclib_local/spacedim: found nothing",
    );
    says(
        &patch(b"vectors", b"vektors"),
        "/fclib_local/vectors/q: found nothing",
    );
    let mu = 0.3f64.to_le_bytes();
    says(&patch(&mu, &(-0.3f64).to_le_bytes()), "mu = -0.3");
    says(
        &patch(&mu, &f64::NAN.to_le_bytes()),
        "/fclib_local/vectors/mu: found NaN at entry 0",
    );
    says(&patch(b"TREE", b"TREF"), "the signature TREE");
    for cut in [9, 50, 95, 96, bytes.len() / 2, bytes.len() - 1] {
        let found = message("x.hdf5", &bytes[..cut]);
        assert!(found.contains("truncated") || found.contains("asked"), "{found}");
    }
}

/// The declared sizes of a matrix must be those of the vectors.
#[test]
fn fclib_refuses_matrices_of_another_size() {
    let (_, file) = &samples::fclib_files()[0];
    let bytes = fclib_bytes(file).unwrap();
    let mut seen = 0;
    for at in (96..bytes.len() - 8).step_by(8) {
        if bytes[at..at + 8] == [6, 0, 0, 0, 0, 0, 0, 0] {
            let mut bytes = bytes.clone();
            bytes[at..at + 4].copy_from_slice(&i32::MAX.to_le_bytes());
            if let Err(error) = read_bytes("x.hdf5", &bytes) {
                seen += usize::from(error.to_string().contains("2147483647"));
            }
        }
    }
    assert!(seen >= 2, "m and n of W should both be refused, {seen} were");
}

#[test]
fn what_a_format_cannot_hold_is_refused() {
    let fclib = |laws: Vec<Law>| fclib_bytes(&samples::explicit(laws)).unwrap_err().to_string();
    assert!(fclib(vec![Law::Unilateral]).contains("the law \"unilateral\": write it as .json"));
    let both = vec![Law::Planar { mu: 0.1 }, Law::Coulomb { mu: 0.1 }];
    assert!(fclib(both).contains("different laws"));
    assert!(
        fclib(vec![Law::Rolling {
            mu: 0.1,
            rolling: 0.1
        }])
        .contains("rolling with an explicit W")
    );
    assert!(fclib(vec![Law::Bilateral]).contains("without contacts"));
    let [lcp, ..] = samples::complementarity();
    assert!(fclib_bytes(&lcp).unwrap_err().to_string().contains("kind lcp"));

    let section = Section {
        project: |_, x| x,
        support: |_, _| 0.0,
        parameters: [0.0; 4],
    };
    let error = json_text(&samples::explicit(vec![Law::Section(section)])).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("a friction section given by functions"),
        "{error}"
    );

    let error = write(Path::new("problem.xyz"), &lcp).unwrap_err();
    assert!(matches!(error, WriteError::Unsupported { .. }), "{error}");
    assert!(error.to_string().contains(".json, .hdf5 or .h5"), "{error}");
    let error = write(Path::new("no/such/folder/problem.json"), &lcp).unwrap_err();
    assert!(matches!(error, WriteError::Io { .. }), "{error}");
}

/// A mass matrix too large to invert densely, connected but with more empty places than its rank allows.
#[test]
fn singular_mass_is_refused_at_any_size() {
    for n in [2usize, 61, 80] {
        let arrow: Vec<String> = (1..n).map(|k| format!("0 {k} : 1\n{k} 0 : 1\n")).collect();
        // Two rows make a regular arrow: there one entry is left out.
        let arrow = if n == 2 {
            "0 1 : 1\n0 1 : 1\n".into()
        } else {
            arrow.concat()
        };
        let text = format!(
            "2\n1\n2\n{n}\n{n}\n1\nCSparse\ntriplet: {n}-by-{n}, nnz: {}\n{arrow}\
             2\n{n}\n2\n1\nCSparse\ntriplet: {n}-by-2, nnz: 1\n0 0 : 1\n{}\n0.5\n",
            2 * n - 2,
            "1 ".repeat(n + 2)
        );
        text_says(&text, &["singular"]);
    }
}
