//! The commands that read run files: what they print and write is what the run recorded.

use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output};

fn run(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_drystone"));
    command.args(args).output().expect("the program runs")
}

fn good(args: &[&str]) -> String {
    let output = run(args);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{args:?}: {said}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A folder of our own and a run file in it.
fn recorded(name: &str, scene: &[&str]) -> (PathBuf, String) {
    let folder = std::env::temp_dir().join(format!("drystone-commands-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("run.h5").to_str().expect("a path").to_owned();
    let csv = folder.join("csv").to_str().expect("a path").to_owned();
    let mut args = vec!["run"];
    args.extend(scene);
    args.extend(["-q", "--force", "-o", &file, "--csv", &csv]);
    good(&args);
    (folder, file)
}

#[test]
fn tables_are_those_that_the_run_wrote() {
    let scenes: [(&str, &[&str], &[&str]); 3] = [
        ("ten", &["stack_of_ten", "--t-end", "0.05"], &["bodies", "energy"]),
        ("rod", &["painleve_rod"], &["bodies", "energy"]),
        ("bridge", &["diode_bridge", "--t-end", "0.001"], &["bodies"]),
    ];
    for (name, scene, tables) in scenes {
        let (folder, file) = recorded(name, scene);
        for table in tables {
            let expected =
                std::fs::read_to_string(folder.join("csv").join(format!("{table}.csv"))).expect("a table");
            let found = good(&["table", &file, table]);
            assert!(
                expected == found,
                "{name} {table}:\n{expected:.300}\n{found:.300}"
            );
        }
        std::fs::remove_dir_all(folder).expect("a clean end");
    }
}

#[test]
fn contacts_say_what_the_run_wrote_in_every_common_column() {
    let (folder, file) = recorded("contacts", &["rocking_box", "--t-end", "0.5"]);
    let cells = |text: &str| -> Vec<Vec<String>> {
        let row = |line: &str| line.split(',').map(str::to_owned).collect();
        text.lines().map(row).collect()
    };
    let expected = cells(&std::fs::read_to_string(folder.join("csv/contacts.csv")).expect("a table"));
    let found = cells(&good(&["table", &file, "contacts"]));
    assert!(expected.len() > 100 && expected.len() == found.len());
    for (i, name) in expected[0].iter().enumerate() {
        let j = found[0]
            .iter()
            .position(|other| other == name)
            .expect("the column");
        let differ = (0..expected.len()).find(|row| expected[*row][i] != found[*row][j]);
        assert!(differ.is_none(), "{name} differs in row {differ:?}");
    }
    let parquet = folder.join("contacts.parquet");
    good(&[
        "table",
        &file,
        "contacts",
        "--parquet",
        "-o",
        parquet.to_str().expect("a path"),
    ]);
    let bytes = std::fs::read(parquet).expect("a file");
    assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
    std::fs::remove_dir_all(folder).expect("a clean end");
}

#[test]
fn exports_are_complete() {
    let (folder, file) = recorded("export", &["stack_of_ten", "--t-end", "0.02"]);
    let vtk = folder.join("vtk");
    let glb = folder.join("run.glb");
    let (vtk_name, glb_name) = (vtk.to_str().expect("a path"), glb.to_str().expect("a path"));
    good(&[
        "export", &file, "--vtk", vtk_name, "--gltf", glb_name, "--every", "5",
    ]);
    let index = std::fs::read_to_string(vtk.join("run.pvd")).expect("an index");
    let named: Vec<&str> = index
        .split("file=\"")
        .skip(1)
        .filter_map(|s| s.split('"').next())
        .collect();
    assert_eq!(named.len(), 5 * 4);
    for name in named {
        let bytes = std::fs::read(vtk.join(name)).expect("a file of the index");
        let text = String::from_utf8_lossy(&bytes);
        assert!(
            text.contains("<AppendedData encoding=\"raw\">") && text.ends_with("</VTKFile>\n"),
            "{name}"
        );
    }
    let bytes = std::fs::read(&glb).expect("a file");
    let word =
        |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]) as usize;
    assert_eq!((&bytes[..4], word(4), word(8)), (&b"glTF"[..], 2, bytes.len()));
    let root: Value = serde_json::from_slice(&bytes[20..20 + word(12)]).expect("JSON");
    assert_eq!(root["nodes"].as_array().map(Vec::len), Some(12));
    // Ten cubes move and turn; they share one mesh, the floor has its own.
    assert_eq!(
        root["animations"][0]["channels"].as_array().map(Vec::len),
        Some(20)
    );
    assert_eq!(root["meshes"].as_array().map(Vec::len), Some(2));
    assert_eq!(root["buffers"][0]["byteLength"], word(20 + word(12)));
    std::fs::remove_dir_all(folder).expect("a clean end");
}

#[test]
fn figures_hold_every_series_and_no_nan() {
    let (folder, file) = recorded("plot", &["woodpecker", "--t-end", "0.2"]);
    let svg = folder.join("figure.svg");
    let name = svg.to_str().expect("a path");
    let series = [
        "energy",
        "account",
        "certificate",
        "gap",
        "phiS:phiS'",
        "beak.status",
        "sleeve_low.impulse_n",
        "iterations",
    ];
    let mut args = vec!["plot", &file];
    args.extend(series);
    args.extend(["-o", name]);
    good(&args);
    let text = std::fs::read_to_string(&svg).expect("a figure");
    assert!(!text.contains("NaN") && !text.contains("inf"));
    for word in [
        "kinetic",
        "friction_loss",
        "slip_defect",
        "min_gap",
        "phiS:phiS",
        "beak",
        "iterations",
    ] {
        assert!(text.contains(word), "{word}");
    }
    // Ten thousand frames: thinned, but not to nothing.
    assert!((20_000..2_000_000).contains(&text.len()), "{} bytes", text.len());
    // As pixels: a PNG with ink on it, letters included.
    let png = folder.join("figure.png");
    good(&["plot", &file, "phiS", "-o", png.to_str().expect("a path")]);
    let bytes = std::fs::read(&png).expect("a picture");
    assert!(
        bytes.starts_with(b"\x89PNG\r\n\x1a\n") && bytes.len() > 10_000,
        "{} bytes",
        bytes.len()
    );
    std::fs::remove_dir_all(folder).expect("a clean end");
}
