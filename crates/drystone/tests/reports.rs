//! What is told of a run says the same wherever it is asked: terminal, `-v`, `info`, page, tables.

use drystone::io::run_file::RunFile;
use drystone::show::file;
use drystone::sinks::csv::Cell;
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

/// A new folder.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("drystone-reports-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Output and errors of the program.
fn said(args: &[&str]) -> [String; 2] {
    let out = Command::new(env!("CARGO_BIN_EXE_drystone"))
        .args(args)
        .output()
        .expect("the program");
    [out.stdout, out.stderr].map(|text| String::from_utf8_lossy(&text).into_owned())
}

const PRESS: &str = r#"
[world]
gravity = [0, 0, -9.81]
[body.floor]
fixed = true
shape = { plane = {} }
[body.box]
shape = { box = [0.2, 0.2, 0.2] }
mass = 0.5
on = "floor"
[body.press]
shape = { box = [0.4, 0.4, 0.1] }
position = [0, 0, 0.3]
[motion.closing]
body = "press"
position = [0, 0, "0.3 - 0.1*t"]
[[contact]]
between = ["*", "*"]
friction = 0.5
[run]
t_end = 2
step = 1e-3
"#;

/// A run that stopped says why in its file, in `info`, on its page and in its tables of `-v`, not only on the
/// terminal that nobody kept.
#[test]
fn a_stopped_run_says_why_wherever_it_is_asked() {
    let folder = folder("stopped");
    let (scene, run) = (folder.join("press.toml"), folder.join("run.h5"));
    std::fs::write(&scene, PRESS).expect("a scene");
    let [scene, run] = [scene, run].map(|path| path.to_string_lossy().into_owned());
    let [report, error] = said(&["run", &scene, "-o", &run, "--force", "-v"]);
    let why = "\"box\" is crushed between \"floor\" and \"press\"";
    assert!(error.contains(why), "{error}");
    // The words of the report stand above the clauses of -v as well.
    let words = "not certified; the laws of every step up to there hold";
    assert_eq!(report.matches(words).count(), 2, "{report}");
    let [info, _] = said(&["info", &run]);
    assert!(
        info.contains("stopped: at t = 0.5 s") && info.contains(why),
        "{info}"
    );
    assert!(info.contains("N·s") && !info.contains("N s"), "{info}");
    let show = file::read(&RunFile::open(run.as_ref()).expect("a run file")).expect("a run to show");
    let outcome = show.head.outcome;
    assert!(
        outcome
            .stopped
            .as_ref()
            .is_some_and(|reason| reason.contains(why)),
        "{outcome:?}"
    );
    std::fs::remove_dir_all(folder).expect("a clean end");
}

/// Thrown with Poisson's restitution and friction: the law makes energy, and Newton is not to blame; the
/// scheme loses the twenty-fifth part of what is in play.
#[test]
fn energy_lost_is_told_and_the_law_that_makes_some_is_named() {
    let scene = r#"
[world]
gravity = [0, 0, -9.81]
[body.floor]
fixed = true
shape = { plane = {} }
[body.wall]
fixed = true
shape = { plane = { normal = [0, -1, 0] } }
position = [0, 1.2, 0]
[body.rod]
shape = { cylinder = { length = 0.3468716270611339, radius = 0.06882141608714148 } }
mass = 1.9292517542273147
position = [0.3346125133622163, 0.355550639921026, 0.3786271346283219]
quat_wxyz = [0.7010753459046577, 0.16955152928522477, 0.5329926680909467, -0.4423397495624829]
velocity = [-0.04706110864604357, 1.417257588174624, -0.8982883021619996]
angular_velocity = [-0.5616011048623779, -0.4022194427301585, -2.0444379304633946]
[[contact]]
between = ["*", "*"]
friction = 0.5
restitution = { poisson = 1.0 }
[run]
t_end = 1.0
step = 0.005
scheme = "anitescu-potra"
"#;
    let folder = folder("energy");
    let path = folder.join("rod.toml");
    std::fs::write(&path, scene).expect("a scene");
    let [json, error] = said(&["run", &path.to_string_lossy(), "--json"]);
    let told: Value = serde_json::from_str(&json).unwrap_or_else(|e| panic!("{e}: {json}{error}"));
    let remarks = told["remarks"].as_array().expect("remarks");
    let advice = |words: &str| -> &str {
        let found = remarks
            .iter()
            .find(|r| r["text"].as_str().is_some_and(|text| text.contains(words)));
        let remark = found.unwrap_or_else(|| panic!("{words}: {remarks:?}"));
        assert_eq!(
            (&remark["kind"], &remark["breaks"]),
            (&"energy".into(), &false.into())
        );
        remark["advice"].as_str().expect("advice")
    };
    let law = advice("the laws of contact made");
    assert!(law.starts_with("Poisson's") && !law.contains("Newton"), "{law}");
    assert!(advice("the scheme lost").contains("smaller step"));
    let residue = told["energy"]["residue"].as_f64().expect("a residue");
    assert!(residue < -0.1, "{residue}");
    std::fs::remove_dir_all(folder).expect("a clean end");
}

/// A defect of 1.7e-18 is a number to read and not a row of zeros; no digit is lost.
#[test]
fn numbers_in_tables_have_exponents_where_they_need_them() {
    for (x, text) in [
        (0.0, "0"),
        (1.0, "1"),
        (-0.25, "-0.25"),
        (1e-5, "0.00001"),
        (9.5e-6, "9.5e-6"),
        (-1.734723475976807e-18, "-1.734723475976807e-18"),
        (2e16, "2e16"),
        (f64::INFINITY, "inf"),
    ] {
        assert_eq!(Cell(x).to_string(), text);
        assert_eq!(text.parse(), Ok(x));
    }
    let folder = folder("cells");
    let [run, csv] = ["run.h5", "csv"].map(|name| folder.join(name).to_string_lossy().into_owned());
    let scene = ["painleve_rod", "--t-end", "0.05"];
    let out = ["-q", "--force", "-o", &run, "--csv", &csv];
    said(&[&["run"], &scene[..], &out].concat());
    let table = said(&["table", &run, "steps", "--csv"])[0].clone();
    let steps = std::fs::read_to_string(folder.join("csv/steps.csv")).expect("a table");
    for text in [table, steps] {
        assert!(text.contains("e-1") && !text.contains("0.00000"), "{text:.2000}");
    }
    std::fs::remove_dir_all(folder).expect("a clean end");
}

/// Commands that simulate first say how far they are, long before they are done.
#[test]
fn view_and_compare_are_not_silent_until_they_are_done() {
    let long = ["domino", "--step", "1e-4"];
    for command in [
        &["view"][..],
        &["compare", "--schemes", "moreau-jean", "--solvers", "auto"],
    ] {
        let mut program = Command::new(env!("CARGO_BIN_EXE_drystone"))
            .args(command)
            .args(long)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program");
        let errors = BufReader::new(program.stderr.take().expect("its errors"));
        let (sender, receiver) = std::sync::mpsc::channel();
        std::thread::spawn(move || sender.send(errors.lines().next()));
        let first = receiver.recv_timeout(Duration::from_secs(60));
        program.kill().expect("an end");
        program.wait().expect("an end");
        let line = first.ok().flatten().and_then(Result::ok);
        let line = line.unwrap_or_else(|| panic!("{command:?}: silent"));
        assert!(line.contains(" %  t = "), "{command:?}: {line}");
    }
}
