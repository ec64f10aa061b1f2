//! The program as a user meets it: what it prints, what it exits with, what it says when something is wrong.

use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::{Command, Output};

/// A folder of its own for one test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("drystone-test-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str, content: &str) -> String {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, content).unwrap();
        path.display().to_string()
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn drystone(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_drystone"))
        .args(args)
        .output()
        .unwrap()
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// stdout as JSON; everything on it must be JSON.
fn parsed(output: &Output) -> Value {
    let text = stdout(output);
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e} in {text}\nstderr: {}", stderr(output)))
}

/// A block of 2 kg on one contact that slides: b = (−1, 3, 0), μ = 0.4. Answer: r = (2, −0.8, 0).
fn sliding() -> String {
    json!({
        "format": "drystone-problem", "version": 1, "kind": "contact",
        "W": [[0.5, 0, 0], [0, 0.5, 0], [0, 0, 0.5]],
        "b": [-1.0, 3.0, 0.0],
        "laws": [{ "law": "coulomb", "mu": 0.4 }],
    })
    .to_string()
}

/// The LCP with M = [[2, 1], [1, 2]], q = (−5, −6): z = (4/3, 7/3).
fn small_lcp() -> String {
    json!({ "format": "drystone-problem", "version": 1, "kind": "lcp", "M": [[2, 1], [1, 2]], "q": [-5, -6] })
        .to_string()
}

/// An LCP without a solution: w = −1 whatever z is.
fn hopeless_lcp() -> String {
    json!({ "format": "drystone-problem", "version": 1, "kind": "lcp", "M": [[0]], "q": [-1] }).to_string()
}

const KEYS: [&str; 12] = [
    "problem",
    "kind",
    "contacts",
    "rows",
    "solver",
    "status",
    "iterations",
    "wall_s",
    "cpu_s",
    "natural_map_error",
    "scaled_error",
    "certificate",
];
const CLAUSES: [&str; 6] = [
    "penetration",
    "tension",
    "cone_excess",
    "complementarity",
    "slip_defect",
    "joints",
];

#[test]
fn one_solver_gives_one_object_with_the_promised_keys() {
    let folder = Folder::new("keys");
    let output = drystone(&[
        "solve",
        &folder.file("sliding.json", &sliding()),
        "--json",
        "--answer",
    ]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let object = parsed(&output);
    for key in KEYS {
        assert!(object.get(key).is_some(), "no {key} in {object}");
    }
    for clause in CLAUSES {
        let defect = object["certificate"][clause].as_f64();
        assert!(
            defect.is_some_and(|x| (0.0..1e-9).contains(&x)),
            "{clause} in {object}"
        );
    }
    assert_eq!(object["problem"], "sliding");
    assert_eq!((&object["contacts"], &object["rows"]), (&json!(1), &json!(3)));
    assert_eq!(object["status"], "solved");
    for (found, expected) in object["answer"].as_array().unwrap().iter().zip([2.0, -0.8, 0.0]) {
        let found = found.as_f64().unwrap();
        assert!((found - expected).abs() < 1e-9, "{found} instead of {expected}");
    }
}

#[test]
fn all_solvers_give_an_array_and_agree_on_the_sliding_block() {
    let folder = Folder::new("all");
    let output = drystone(&[
        "solve",
        &folder.file("a.json", &sliding()),
        "--solver",
        "all",
        "--json",
        "--answer",
    ]);
    assert_eq!(code(&output), 0);
    let array = parsed(&output);
    let results = array.as_array().unwrap();
    assert!(results.len() >= 2, "{array}");
    for result in results.iter().filter(|r| r["status"] == "solved") {
        let r_n = result["answer"][0].as_f64().unwrap();
        assert!((r_n - 2.0).abs() < 1e-8, "{result}");
    }
}

#[test]
fn several_files_give_an_array_in_their_order() {
    let folder = Folder::new("several");
    let (a, b) = (
        folder.file("a.json", &sliding()),
        folder.file("b.json", &small_lcp()),
    );
    let output = drystone(&["solve", &a, &b, "--json"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let array = parsed(&output);
    let names: Vec<&str> = array
        .as_array()
        .unwrap()
        .iter()
        .map(|o| o["problem"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["a", "b"]);
}

#[test]
fn lcp_is_solved_and_certified() {
    let folder = Folder::new("lcp");
    let output = drystone(&[
        "solve",
        &folder.file("m.json", &small_lcp()),
        "--json",
        "--answer",
    ]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let object = parsed(&output);
    let z: Vec<f64> = object["answer"]
        .as_array()
        .unwrap()
        .iter()
        .map(|x| x.as_f64().unwrap())
        .collect();
    assert!(
        (z[0] - 4.0 / 3.0).abs() < 1e-9 && (z[1] - 7.0 / 3.0).abs() < 1e-9,
        "{z:?}"
    );
    assert_eq!(object["contacts"], 0);
    assert!(object["certificate"]["complementarity"].as_f64().unwrap() < 1e-8);
}

#[test]
fn an_unsolvable_problem_exits_with_1_and_is_never_called_solved() {
    let folder = Folder::new("hopeless");
    let output = drystone(&[
        "solve",
        &folder.file("h.json", &hopeless_lcp()),
        "--solver",
        "all",
        "--json",
    ]);
    assert_eq!(code(&output), 1);
    for result in parsed(&output).as_array().unwrap() {
        assert_ne!(result["status"], "solved", "{result}");
    }
}

#[test]
fn no_result_is_solved_above_its_tolerance() {
    let folder = Folder::new("limit");
    let output = drystone(&[
        "solve",
        &folder.file("s.json", &sliding()),
        "--solver",
        "all",
        "--max-iterations",
        "1",
        "--tolerance",
        "1e-14",
        "--json",
    ]);
    for result in parsed(&output)
        .as_array()
        .unwrap()
        .iter()
        .filter(|r| r["status"] == "solved")
    {
        for error in ["natural_map_error", "scaled_error"] {
            assert!(result[error].as_f64().unwrap() <= 1e-14, "{result}");
        }
    }
}

#[test]
fn the_table_names_every_solver_and_has_no_colour_in_a_pipe() {
    let folder = Folder::new("table");
    let output = drystone(&["solve", &folder.file("s.json", &sliding()), "--solver", "all"]);
    assert_eq!(code(&output), 0);
    let text = stdout(&output);
    for word in ["sliding", "gauss-seidel", "newton", "solved", "scaled"]
        .iter()
        .skip(1)
    {
        assert!(text.contains(word), "no {word} in\n{text}");
    }
    assert!(!text.contains('\x1b'), "colour in a pipe");
    assert!(text.lines().all(|line| line.chars().count() <= 110), "{text}");
}

#[test]
fn facets_replace_the_round_cone_and_say_when_there_is_none() {
    let folder = Folder::new("facets");
    let round = folder.file("s.json", &sliding());
    let output = drystone(&["solve", &round, "--facets", "8", "--json"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(parsed(&output)["kind"], "contact");
    let output = drystone(&["solve", &folder.file("l.json", &small_lcp()), "--facets", "8"]);
    assert_eq!(code(&output), 2);
    assert!(
        stderr(&output).contains("leave the option out"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn write_keeps_the_problem_with_its_answer() {
    let folder = Folder::new("write");
    let (input, out) = (folder.file("s.json", &sliding()), folder.path("out.json"));
    let output = drystone(&["solve", &input, "--write", &out, "--json"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let again = drystone(&["solve", &out, "--json", "--answer"]);
    assert_eq!(code(&again), 0, "{}", stderr(&again));
    assert!((parsed(&again)["answer"][0].as_f64().unwrap() - 2.0).abs() < 1e-9);
}

/// Exit status 2, nothing on stdout, one message on stderr that holds every word given.
fn refused(args: &[&str], words: &[&str]) {
    let output = drystone(args);
    let message = stderr(&output);
    assert_eq!(code(&output), 2, "{args:?}: {message}");
    assert!(output.stdout.is_empty(), "{args:?} printed {}", stdout(&output));
    for word in words {
        assert!(message.contains(word), "{args:?}: no {word:?} in {message}");
    }
}

#[test]
fn bad_input_is_refused_with_a_remedy() {
    let folder = Folder::new("refused");
    let good = folder.file("good.json", &sliding());
    refused(&["solve", &folder.path("absent.json")], &["absent.json"]);
    refused(&["solve", &folder.path("")], &["folder"]);
    refused(&["solve", &folder.file("empty.dat", "")], &["empty.dat"]);
    refused(
        &["solve", &folder.file("cut.json", &sliding()[..40])],
        &["cut.json"],
    );
    let nan = sliding().replace("3.0", "NaN");
    refused(&["solve", &folder.file("nan.json", &nan)], &["nan.json"]);
    let negative = sliding().replace("0.4", "-0.4");
    refused(&["solve", &folder.file("mu.json", &negative)], &["mu"]);
    refused(
        &["solve", &good, "--solver", "gaus-seidel"],
        &["gaus-seidel", "did you mean \"gauss-seidel\"?"],
    );
    refused(&["solve", &good, "--solver", "quux"], &["quux", "give one of"]);
    refused(&["bench", "solve", &folder.path("nowhere")], &["nowhere"]);
    refused(
        &["bench", "synthetic", "--families", "wal"],
        &["did you mean \"wall\"?"],
    );
    refused(
        &["solve", &good, &good, "--write", &folder.path("o.json")],
        &["give one FILE"],
    );
}

#[test]
fn a_bad_number_is_refused() {
    for value in ["0", "-1e-8", "NaN", "inf", "small"] {
        refused(
            &["solve", "x.json", "--tolerance", value],
            &["--tolerance", "above 0"],
        );
        refused(
            &["solve", "x.json", "--time-limit", value],
            &["--time-limit", "above 0"],
        );
    }
    refused(
        &["solve", "x.json", "--max-iterations", "0"],
        &["--max-iterations"],
    );
    refused(&["solve", "x.json", "--facets", "2"], &["--facets"]);
    refused(&["solve"], &["FILE"]);
    refused(&["fly"], &["fly"]);
}

#[test]
fn list_names_what_exists() {
    let output = drystone(&["list"]);
    assert_eq!(code(&output), 0);
    for word in ["gauss-seidel", "lemke", "coulomb", "friction-3d", "box-stack"] {
        assert!(stdout(&output).contains(word), "no {word}");
    }
    let json = parsed(&drystone(&["list", "--json"]));
    for key in ["solvers", "lcp_methods", "laws", "kinds", "families"] {
        let entries = json[key].as_array().unwrap();
        assert!(!entries.is_empty(), "{key}");
        for entry in entries {
            assert!(!entry["about"].as_str().unwrap().is_empty(), "{entry}");
        }
    }
}

#[test]
fn bench_of_a_folder_writes_results_and_a_profile() {
    let folder = Folder::new("bench");
    folder.file("in/a.json", &sliding());
    folder.file("in/deep/b.json", &small_lcp());
    folder.file("in/broken.json", "{");
    folder.file("in/notes.txt", "not a problem");
    let (input, out) = (folder.path("in"), folder.path("out"));
    let output = drystone(&["bench", "solve", &input, "-o", &out, "--json", "--quiet"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stderr(&output).contains("broken.json"), "{}", stderr(&output));
    let results = parsed(&output);
    assert_eq!(results["groups"].as_array().unwrap().len(), 2);
    assert_eq!(results["unread"].as_array().unwrap().len(), 1);
    for name in ["results.json", "profile-contact.svg", "profile-lcp.svg"] {
        let text = std::fs::read_to_string(folder.0.join("out").join(name)).unwrap();
        assert!(text.len() > 200 && !text.contains("NaN"), "{name}");
    }
}

#[test]
fn bench_synthetic_counts_every_family() {
    let folder = Folder::new("synthetic");
    let out = folder.path("out");
    let args = [
        "bench",
        "synthetic",
        "--sizes",
        "4,8",
        "--families",
        "box-stack,discs",
        "--solvers",
        "gauss-seidel",
    ];
    let output = drystone(&[&args[..], &["--tolerances", "1e-4", "-o", &out, "--json", "-q"]].concat());
    let cells = parsed(&output)["cells"].as_array().unwrap().clone();
    assert_eq!(cells.len(), 2);
    for cell in &cells {
        assert_eq!(cell["results"].as_array().unwrap().len(), 2, "{cell}");
    }
    assert!(
        std::fs::read_to_string(folder.0.join("out/synthetic.svg"))
            .unwrap()
            .contains("</svg>")
    );
}

/// A solver that misses a tolerance is not run at tighter ones, nor at larger sizes once it has solved
/// nothing.
#[test]
fn bench_synthetic_spares_runs_that_are_known_to_fail() {
    let args = [
        "bench",
        "synthetic",
        "--sizes",
        "20,10",
        "--families",
        "chain",
        "--solvers",
        "facetted-pivoting",
        "--time-limit",
        "1e-9,2e-9",
        "--tolerances",
        "1e-12,1e-4",
        "--variant",
        "hard",
        "--json",
        "-q",
    ];
    let output = drystone(&args);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    let results = parsed(&output);
    assert_eq!(results["variant"], "hard");
    let cells = results["cells"].as_array().unwrap();
    let told: Vec<_> = cells
        .iter()
        .map(|c| {
            (
                c["size"].as_u64().unwrap(),
                c["tolerance"].as_f64().unwrap(),
                c["time_limit"].as_f64().unwrap(),
            )
        })
        .collect();
    let order = [
        (10, 1e-4, 2e-9),
        (10, 1e-12, 2e-9),
        (20, 1e-4, 1e-9),
        (20, 1e-12, 1e-9),
    ];
    assert_eq!(told, order);
    let status = |k: usize| cells[k]["results"][0]["status"].as_str().unwrap().to_string();
    assert!(!status(0).starts_with("not run"), "{}", status(0));
    for (k, why) in [(1, "looser tolerance"), (2, "smaller size"), (3, "smaller size")] {
        assert!(
            status(k).starts_with("not run") && status(k).contains(why),
            "{}",
            status(k)
        );
    }
    refused(
        &["bench", "synthetic", "--time-limit", "1,2"],
        &["2 numbers for 4 sizes"],
    );
    refused(
        &["bench", "synthetic", "--variant", "harder"],
        &["no variant \"harder\""],
    );
}

#[test]
fn without_a_command_a_scene_is_simulated_explained_and_shown() {
    let folder = Folder::new("default");
    let alone = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_drystone"));
        command.current_dir(&folder.0).output().unwrap()
    };
    // A page of ours is written anew, somebody else's file is not.
    for content in ["", "<title>my own</title>"] {
        let theirs = folder.file("billiards.html", content);
        assert_eq!(code(&alone()), 0);
        assert_eq!(std::fs::read_to_string(&theirs).unwrap(), content);
        std::fs::remove_file(theirs).unwrap();
    }
    assert_eq!(code(&alone()), 0);
    let output = alone();
    assert_eq!(code(&output), 0, "{}", stdout(&output));
    let page = std::fs::read_to_string(folder.path("billiards.html")).unwrap();
    assert!(page.contains("billiards · Drystone</title>"), "{}", &page[..2000]);
    let text = stdout(&output);
    assert!(text.lines().count() <= 15, "{text}");
    for word in [
        "steps to",
        "energy",
        "certificate",
        "certified",
        "billiards.html",
        "drystone example",
    ] {
        assert!(text.contains(word), "no {word} in\n{text}");
    }
    // The report of a run is at most fifteen lines; the whole story takes -v.
    for scene in ["billiards", "woodpecker", "diode_bridge", "four_bar"] {
        let short = stdout(&drystone(&["run", scene, "--set", "run.t_end=0.004"]));
        assert!((8..=15).contains(&short.lines().count()), "{short}");
        assert!(!short.contains('\u{1b}'), "colour beside a terminal: {short:?}");
        let long = stdout(&drystone(&["run", scene, "-v", "--set", "run.t_end=0.004"]));
        assert!(long.contains("certificate, worst of all steps"), "{long}");
    }
}

#[test]
fn the_wall_is_solved_and_explained() {
    let output = drystone(&["wall"]);
    assert_eq!(code(&output), 0, "{}", stdout(&output));
    let text = stdout(&output);
    for word in ["dry-stone wall", "push", "sticks", "slides", "drystone solve"] {
        assert!(text.contains(word), "no {word} in\n{text}");
    }
    assert!(text.lines().count() <= 45, "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 110), "{text}");
}

#[test]
fn help_lists_only_what_exists() {
    let text = stdout(&drystone(&["--help"]));
    for word in [
        "run", "view", "info", "table", "plot", "export", "check", "example", "solve", "bench", "list",
    ] {
        assert!(text.contains(&format!("\n  {word} ")), "{text}");
    }
    assert!(!text.contains("\n  sweep "), "{text}");
}

#[test]
fn verify_exits_with_1_on_a_mismatch_and_2_where_there_is_nothing() {
    let good = drystone(&["verify", "skew_shock", "--json"]);
    assert_eq!(code(&good), 0, "{}", stderr(&good));
    let rows: Value = serde_json::from_str(&stdout(&good)).unwrap();
    assert_eq!(rows["failed"], json!(0));
    assert_eq!(rows["rows"][0]["id"], json!("A04"));
    let bad = drystone(&[
        "verify",
        "skew_shock",
        "--set",
        "lagrangian.contact.wall.restitution=0.9",
    ]);
    assert_eq!(code(&bad), 1);
    assert!(stdout(&bad).contains("FAIL"), "{}", stdout(&bad));
    assert_eq!(code(&drystone(&["verify", "no_such_scene"])), 2);
    assert_eq!(code(&drystone(&["verify", "no/such/file.toml"])), 2);
}

#[test]
fn a_robot_is_imported_checked_and_not_written_over() {
    let folder = Folder::new("import");
    let robot = folder.file(
        "arm.urdf",
        "<robot name='arm'><link name='base'/><link name='rod'><inertial><origin xyz='0.2 0 0'/><mass value='1'/>\
         <inertia ixx='0.01' iyy='0.01' izz='0.01'/></inertial></link>\
         <joint name='pin' type='continuous'><parent link='base'/><child link='rod'/><axis xyz='0 1 0'/></joint><gazebo/></robot>",
    );
    let scene = folder.path("arm.toml");
    let output = drystone(&["import", &robot, "-o", &scene, "--joint", "pin=0.5"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stdout(&output).is_empty());
    assert!(
        stderr(&output).contains("note: ignored: <gazebo> in <robot> (line 1)"),
        "{}",
        stderr(&output)
    );
    let output = drystone(&["check", &scene]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stdout(&output).contains("joints: 1 hinge"), "{}", stdout(&output));
    assert!(
        stdout(&output).contains("by default: run.solver = \"auto\""),
        "{}",
        stdout(&output)
    );
    let output = drystone(&["import", &robot, "-o", &scene]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("--force"), "{}", stderr(&output));
    assert_eq!(
        code(&drystone(&["import", &robot, "-o", &scene, "--force", "--hold"])),
        0
    );
    assert!(
        std::fs::read_to_string(&scene)
            .unwrap()
            .contains("motor = { velocity = 0 }")
    );
    let output = drystone(&["import", &robot, "--joint", "pin"]);
    assert!(stderr(&output).contains("NAME=VALUE"), "{}", stderr(&output));
}

#[test]
fn sections_are_written_and_not_over_what_is_there() {
    let folder = Folder::new("sections");
    let (figure, table) = (folder.path("section.svg"), folder.path("section.csv"));
    let words = "poincare impact_oscillator --at-impacts stop --period T --x phase --t-end 10";
    let section: Vec<&str> = words.split(' ').collect();
    let output = drystone(&[&section[..], &["-o", &figure, "--csv", &table]].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let svg = std::fs::read_to_string(&figure).unwrap();
    assert!(svg.contains("Section: Impact oscillator"), "{svg}");
    let csv = std::fs::read_to_string(&table).unwrap();
    assert!(
        csv.starts_with("t,phase,x'\n") && csv.lines().count() == 5,
        "{csv}"
    );
    let again = drystone(&[&section[..], &["-o", &figure]].concat());
    assert!(
        code(&again) == 2 && stderr(&again).contains("--force"),
        "{}",
        stderr(&again)
    );
    // A world of bodies: the speeds of a sphere after its impacts fall by e = 0.8.
    let words = "return-map sphere_bounce --at-impacts ball-floor --x ball.vz --json --step 0.01";
    let output = drystone(&words.split(' ').collect::<Vec<_>>());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let map: Value = serde_json::from_str(&stdout(&output)).unwrap();
    let first = &map["points"][0];
    let ratio = first[2].as_f64().unwrap() / first[1].as_f64().unwrap();
    assert!((ratio - 0.8).abs() < 1e-9, "{first}");
}

#[test]
fn exponents_and_diagrams_are_told() {
    let words = "lyapunov impact_oscillator --period T --periods 10 --skip 5 --json";
    let output = drystone(&words.split(' ').collect::<Vec<_>>());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let found: Value = serde_json::from_str(&stdout(&output)).unwrap();
    let exponent = found["tangents"]["exponents"][0].as_f64().unwrap();
    let other = found["two_orbits"]["exponent"].as_f64().unwrap();
    assert!((exponent - other).abs() < 0.05, "{found}");
    let words = "bifurcation impact_oscillator --vary omega=2.5:2.6:3 --period T --skip 60 --keep 4";
    let output = drystone(&words.split(' ').collect::<Vec<_>>());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.contains("2.500000  2.600000       3"), "{text}");
}

/// At ω = 2.9 the oscillator comes to rest at its stop for a while: all neighbours leave it alike.
#[test]
fn an_exponent_that_vanished_is_minus_infinity() {
    let words = "lyapunov impact_oscillator --set omega=2.9 --period 2*pi/2.9 --periods 200 --tangent";
    let words: Vec<&str> = words.split(' ').collect();
    let output = drystone(&words);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.contains("exponent 1, by tangents     -inf 1/s"), "{text}");
    let folder = Folder::new("exponent");
    let (figure, table) = (folder.path("x.svg"), folder.path("x.csv"));
    let more = ["--json", "-o", &figure, "--csv", &table, "--exponents", "2"];
    let found = parsed(&drystone(&[&words[..], &more[..]].concat()));
    assert_eq!(found["tangents"]["exponents"], json!(["-inf", "-inf"]), "{found}");
    assert_eq!(
        found["tangents"]["standard_errors"],
        json!([null, null]),
        "{found}"
    );
    let drawn = std::fs::read_to_string(figure).unwrap();
    assert!(!drawn.contains("inf") && !drawn.contains("NaN"), "{drawn}");
    // Before it came to rest it was chaotic.
    let early =
        "lyapunov impact_oscillator --set omega=2.9 --period T --periods 20 --skip 0 --tangent --json";
    let found = parsed(&drystone(&early.split(' ').collect::<Vec<_>>()));
    let exponent = found["tangents"]["exponents"][0].as_f64().unwrap();
    assert!((exponent - 0.63).abs() < 0.01, "{found}");
}

/// What reports say to type next works as it stands, for a scene file of any name and for built-in ones.
#[test]
fn the_next_step_that_a_report_names_works() {
    let folder = Folder::new("next");
    let ball = "[world]\n[body.ball]\nshape = { sphere = 0.1 }\nmass = 1\nposition = [0, 0, 1]\n\
                [run]\nt_end = 0.02\nstep = 0.01\n";
    let own = folder.file("a scene.toml", ball);
    let plain = folder.file("dp.toml", ball);
    for (scene, end) in [
        (own.as_str(), "0.02"),
        (&plain, "0.02"),
        ("bouncing_ball", "0.01"),
        ("diode_bridge", "1e-5"),
        ("chain", "0.01"),
    ] {
        let run = |more: &[&str]| {
            let words = [&["run", scene, "--t-end", end][..], more].concat();
            let output = Command::new(env!("CARGO_BIN_EXE_drystone"))
                .args(words)
                .current_dir(&folder.0)
                .output()
                .unwrap();
            assert_eq!(code(&output), 0, "{}", stderr(&output));
            stdout(&output)
        };
        try_hints(&folder, &run(&[]));
        let file = folder.path("kept run.h5");
        try_hints(&folder, &run(&["-o", &file, "--force"]));
        let info = drystone(&["info", &file]);
        try_hints(&folder, &stdout(&info));
    }
}

/// Runs every command between `next` and the end of a report, in a shell.
fn try_hints(folder: &Folder, report: &str) {
    let program = env!("CARGO_BIN_EXE_drystone");
    let at = report
        .find("next")
        .unwrap_or_else(|| panic!("nothing next in {report}"));
    let commands = report[at..].split("drystone ").skip(1);
    let mut tried = 0;
    for words in commands {
        // What follows two blanks, a comma or a word of ours explains it.
        let command = words.split("  ").next().unwrap().split(',').next().unwrap();
        let command = command.split(" -v for").next().unwrap().trim();
        if command.starts_with("view") || command.starts_with("verify") {
            // A server does not end: that it finds what it shows is asked of `check` and `info`.
            let subject = command.trim_start_matches("view ").trim();
            let ask = if subject.contains(".h5") { "info" } else { "check" };
            assert_shell(folder, &format!("{program} {ask} {subject}"));
        } else {
            let end = if command.contains(" -o ") {
                ""
            } else {
                " > /dev/null"
            };
            assert_shell(folder, &format!("{program} {command}{end}"));
        }
        tried += 1;
    }
    assert!(tried > 1, "{report}");
    for made in ["run.glb", "plot.svg"] {
        let _ = std::fs::remove_file(folder.0.join(made));
    }
}

fn assert_shell(folder: &Folder, command: &str) {
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(&folder.0)
        .output()
        .unwrap();
    assert_eq!(code(&output), 0, "{command}: {}", stderr(&output));
}

#[test]
fn analyses_refuse_what_they_cannot_do() {
    for bad in [
        "poincare impact_oscillator",
        "poincare diode_bridge --period 1",
        "poincare impact_oscillator --section nothing",
        "lyapunov impact_oscillator --scheme moreau-midpoint",
        "bifurcation impact_oscillator --vary omega --period T",
        "bifurcation impact_oscillator --vary nothing=1:2:2 --period T",
    ] {
        let output = drystone(&bad.split(' ').collect::<Vec<_>>());
        assert_eq!(code(&output), 2, "{bad}: {}", stderr(&output));
    }
}
