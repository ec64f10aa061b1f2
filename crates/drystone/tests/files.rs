//! What the program writes and reads: outputs that replace nothing unasked, disks that are full, inputs
//! without end. The rules themselves are tested in `crates/io/tests`; here every command keeps them.

use drystone::io::run_file::RunFile;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// A folder of its own for one test, with a scene, a run of it and a problem; removed at the end.
struct Folder(PathBuf);

const SCENE: &str = "include = [\"floor.toml\"]\n[body.ball]\nshape = { hull = { file = \"cube.obj\" } }\nmass = 1\n\
    position = [0, 0, 1]\n[run]\nt_end = 0.02\nstep = 0.01\n";
const FLOOR: &str = "[body.floor]\nfixed = true\nshape = { plane = {} }\n";
const PROBLEM: &str = "{\"format\": \"drystone-problem\", \"version\": 1, \"kind\": \"lcp\", \"M\": [[2, 1], [1, 2]], \"q\": [-5, -6]}";
const ROBOT: &str = "<robot name='r'><link name='base'><inertial><mass value='1'/>\
    <inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial>\
    <collision><geometry><sphere radius='0.1'/></geometry></collision></link></robot>";

fn cube() -> String {
    let mut text = String::new();
    for i in 0..8 {
        let side = |k: i32| if i >> k & 1 == 1 { 0.5 } else { -0.5 };
        let _ = writeln!(text, "v {} {} {}", side(0), side(1), side(2));
    }
    text + "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n"
}

impl Folder {
    fn empty(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("drystone-files-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn new(name: &str) -> Self {
        let folder = Folder::empty(name);
        for (file, text) in [
            ("scene.toml", SCENE),
            ("floor.toml", FLOOR),
            ("cube.obj", &cube()),
            ("problem.json", PROBLEM),
            ("robot.urdf", ROBOT),
        ] {
            std::fs::write(folder.0.join(file), text).unwrap();
        }
        folder.good(&["run", "scene.toml", "-q", "-o", "run.h5"]);
        folder
    }

    /// The program in this folder.
    fn run(&self, args: &[&str]) -> Output {
        let mut program = Command::new(env!("CARGO_BIN_EXE_drystone"));
        program.args(args).current_dir(&self.0).output().unwrap()
    }

    fn good(&self, args: &[&str]) {
        let output = self.run(args);
        assert!(output.status.success(), "{args:?}: {}", said(&output));
    }

    /// The message of a command that must be refused.
    fn refused(&self, args: &[&str]) -> String {
        let output = self.run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", said(&output));
        said(&output)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn bytes(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Every command that writes, with the file that it writes and a run, scene or problem that it reads.
const WRITERS: [(&[&str], &str); 16] = [
    (&["run", "scene.toml", "-q", "-o", "out.h5"], "out.h5"),
    (&["run", "scene.toml", "-q", "--html", "out.html"], "out.html"),
    (
        &["run", "scene.toml", "-q", "--csv", "tables"],
        "tables/steps.csv",
    ),
    (&["run", "--resume", "run.h5", "-q", "-o", "more.h5"], "more.h5"),
    (&["solve", "problem.json", "--write", "out.json"], "out.json"),
    (&["table", "run.h5", "steps", "-o", "out.csv"], "out.csv"),
    (
        &["table", "run.h5", "steps", "--parquet", "-o", "out.parquet"],
        "out.parquet",
    ),
    (&["plot", "run.h5", "energy", "-o", "out.svg"], "out.svg"),
    (&["export", "run.h5", "--html", "page.html"], "page.html"),
    (&["export", "run.h5", "--gltf", "out.glb"], "out.glb"),
    (&["export", "run.h5", "--vtk", "vtk"], "vtk/run.pvd"),
    (&["export", "run.h5", "--vtk", "vtk"], "vtk/contacts_000001.vtp"),
    (
        &["import", "robot.urdf", "--free-base", "-o", "out.toml"],
        "out.toml",
    ),
    (
        &[
            "poincare",
            "pendulum",
            "--t-end",
            "1",
            "--section",
            "x",
            "-o",
            "section.svg",
        ],
        "section.svg",
    ),
    (
        &[
            "converge",
            "pendulum",
            "--schemes",
            "moreau-jean",
            "--t-end",
            "0.1",
            "--steps",
            "0.02,0.01",
            "-q",
            "-o",
            "orders",
        ],
        "orders/results.json",
    ),
    (
        &["bench", "solve", "problems", "-q", "-o", "times"],
        "times/results.json",
    ),
];

#[test]
fn no_command_replaces_a_file_without_force() {
    let folder = Folder::new("force");
    std::fs::create_dir(folder.path("problems")).unwrap();
    std::fs::write(folder.path("problems/a.json"), PROBLEM).unwrap();
    for (args, file) in WRITERS {
        let path = folder.path(file);
        if let Some(inside) = Path::new(file).parent() {
            let _ = std::fs::remove_dir_all(folder.path("vtk"));
            std::fs::create_dir_all(folder.path(inside.to_str().unwrap())).unwrap();
        }
        std::fs::write(&path, "mine").unwrap();
        let error = folder.refused(args);
        assert!(
            error.contains(file) && error.contains("--force"),
            "{args:?}: {error}"
        );
        assert_eq!(folder.bytes(file), b"mine", "{args:?}");
        let mut by_force = args.to_vec();
        by_force.push("--force");
        folder.good(&by_force);
        assert_ne!(folder.bytes(file), b"mine", "{args:?}");
        let error = folder.refused(args);
        assert!(error.contains("--force"), "{args:?}: {error}");
    }
    let left = std::fs::read_dir(&folder.0).unwrap();
    let parts = left.filter(|entry| {
        entry
            .as_ref()
            .unwrap()
            .path()
            .extension()
            .is_some_and(|e| e == "part")
    });
    assert_eq!(parts.count(), 0, "unfinished files");
}

/// By force neither: the scene, what it includes, the mesh that it names, the run, the problem, the robot.
#[test]
fn no_command_replaces_what_it_reads() {
    let folder = Folder::new("inputs");
    let cases: [&[&str]; 14] = [
        &["run", "scene.toml", "-q", "-o", "scene.toml"],
        &["run", "scene.toml", "-q", "--html", "./scene.toml"],
        &["run", "scene.toml", "-q", "--html", "floor.toml"],
        &["run", "scene.toml", "-q", "--html", "cube.obj"],
        &["run", "--resume", "run.h5", "-q", "--html", "run.h5"],
        &["run", "--resume", "run.h5", "-q", "--html", "cube.obj"],
        &["solve", "problem.json", "--write", "problem.json"],
        &["table", "run.h5", "steps", "-o", "run.h5"],
        &["table", "run.h5", "steps", "--parquet", "-o", "run.h5"],
        &["export", "run.h5", "--html", "run.h5"],
        &["export", "run.h5", "--gltf", "run.h5"],
        &["import", "robot.urdf", "-o", "robot.urdf"],
        &[
            "poincare",
            "scene.toml",
            "--section",
            "ball.z",
            "--csv",
            "floor.toml",
        ],
        &["lyapunov", "scene.toml", "--csv", "scene.toml"],
    ];
    let inputs = [
        "scene.toml",
        "floor.toml",
        "cube.obj",
        "run.h5",
        "problem.json",
        "robot.urdf",
    ];
    let before = inputs.map(|name| folder.bytes(name));
    for args in cases {
        let mut by_force = args.to_vec();
        by_force.push("--force");
        let error = folder.refused(&by_force);
        assert!(error.contains("never replaces its input"), "{args:?}: {error}");
    }
    assert_eq!(inputs.map(|name| folder.bytes(name)), before);
    let error = folder.refused(&["run", "scene.toml", "-q", "-o", "one", "--html", "./one"]);
    assert!(error.contains("the name of two outputs"), "{error}");
}

/// The output of a run that goes on may be named: it is the file itself, which grows.
#[test]
fn a_run_goes_on_in_its_own_file_under_any_name() {
    let folder = Folder::new("resume");
    let frames = || RunFile::open(&folder.path("run.h5")).unwrap().frames();
    let before = frames();
    folder.good(&[
        "run", "--resume", "run.h5", "-q", "--t-end", "0.05", "-o", "./run.h5",
    ]);
    assert_eq!((before, frames()), (3, 6));
}

/// Without a command the page is written again and again, but only over a page of ours.
#[test]
fn the_default_scene_writes_its_own_page_again_and_nobody_elses() {
    let folder = Folder::empty("default");
    folder.good(&[]);
    std::fs::OpenOptions::new()
        .append(true)
        .open(folder.path("billiards.html"))
        .and_then(|mut file| std::io::Write::write_all(&mut file, b"<!-- old -->"))
        .unwrap();
    folder.good(&[]);
    assert!(
        !folder.bytes("billiards.html").ends_with(b"<!-- old -->"),
        "written anew"
    );
    std::fs::write(folder.path("billiards.html"), "mine").unwrap();
    let output = folder.run(&[]);
    assert!(
        output.status.success() && said(&output).contains("left as it is"),
        "{}",
        said(&output)
    );
    assert_eq!(folder.bytes("billiards.html"), b"mine");
}

/// The program where no file may grow beyond so many blocks of 512 bytes: as on a full disk, but anybody may
/// do it.
#[cfg(unix)]
fn confined(folder: &Folder, blocks: u32, args: &[&str]) -> Output {
    let script = format!("ulimit -f {blocks}; exec \"$0\" \"$@\"");
    Command::new("sh")
        .args(["-c", &script, env!("CARGO_BIN_EXE_drystone")])
        .args(args)
        .current_dir(&folder.0)
        .output()
        .unwrap()
}

#[cfg(unix)]
fn names(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            names.extend(super::files::names(&path));
        } else {
            names.push(path.file_name().unwrap().to_string_lossy().into_owned());
        }
    }
    names.sort();
    names
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_nothing_half_written() {
    let folder = Folder::new("full");
    folder.good(&["run", "stack_of_ten", "--t-end", "0.1", "-q", "-o", "long.h5"]);
    let before = names(&folder.0);
    let cases: [&[&str]; 9] = [
        &["run", "scene.toml", "-q", "-o", "out.h5"],
        &["run", "scene.toml", "-q", "--html", "out.html"],
        &["run", "stack_of_ten", "--t-end", "0.1", "-q", "--csv", "tables"],
        &["run", "--resume", "long.h5", "-q", "-o", "more.h5"],
        &["table", "long.h5", "contacts", "-o", "out.csv"],
        &["table", "long.h5", "contacts", "--parquet", "-o", "out.parquet"],
        &["plot", "long.h5", "energy", "-o", "out.svg"],
        &["export", "long.h5", "--html", "page.html"],
        &["export", "long.h5", "--vtk", "vtk"],
    ];
    for args in cases {
        let output = confined(&folder, 4, args);
        let error = said(&output);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
        assert!(error.contains("File too large"), "{args:?}: {error}");
        assert_eq!(names(&folder.0), before, "{args:?}");
    }
    // What was there stays as it was.
    folder.good(&["run", "scene.toml", "-q", "--html", "out.html"]);
    let page = folder.bytes("out.html");
    let output = confined(
        &folder,
        4,
        &["run", "scene.toml", "-q", "--html", "out.html", "--force"],
    );
    assert_eq!(output.status.code(), Some(2));
    assert!(folder.bytes("out.html") == page, "the page that was there");
}

#[cfg(unix)]
#[test]
fn a_run_that_fills_the_disk_stays_readable_up_to_its_last_flush() {
    let folder = Folder::empty("filled");
    let args = [
        "run",
        "stack_of_ten",
        "--t-end",
        "3",
        "-q",
        "-o",
        "run.h5",
        "--flush",
        "0.01",
    ];
    let output = confined(&folder, 16_000, &args);
    let error = said(&output);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(
        error.contains("--resume") && error.contains("free some space"),
        "{error}"
    );
    assert_eq!(names(&folder.0), ["run.h5"]);
    let run = RunFile::open(&folder.path("run.h5")).unwrap();
    assert!(
        run.frames() > 1 && run.checkpoint().is_ok(),
        "{} frames",
        run.frames()
    );
    // With room again it goes on, to where a run with room all the time comes.
    let hash = |args: &[&str]| {
        let output = folder.run(args);
        assert!(output.status.success(), "{}", said(&output));
        let summary: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        summary["hash"].clone()
    };
    let whole = hash(&["run", "stack_of_ten", "--t-end", "3", "--json"]);
    assert_eq!(hash(&["run", "--resume", "run.h5", "--json"]), whole);
}

/// An answer within this counts as at once, on a machine that has other work too.
#[cfg(unix)]
const AT_ONCE: Duration = Duration::from_secs(10);

#[cfg(unix)]
#[test]
fn endless_inputs_are_refused_by_every_command() {
    let folder = Folder::new("endless");
    let made = Command::new("mkfifo").arg(folder.path("pipe")).status().unwrap();
    assert!(made.success());
    let began = Instant::now();
    for input in ["/dev/zero", "./pipe"] {
        let cases: [&[&str]; 13] = [
            &["run", input],
            &["run", "--resume", input],
            &["check", input],
            &["view", input],
            &["verify", input],
            &["compare", input],
            &["info", input],
            &["table", input, "steps"],
            &["plot", input, "energy"],
            &["export", input, "--html", "x.html"],
            &["solve", input],
            &["import", input],
            &["poincare", input],
        ];
        for args in cases {
            let error = folder.refused(args);
            assert!(error.contains("is no plain file"), "{args:?}: {error}");
        }
    }
    assert!(began.elapsed() < AT_ONCE, "{:?}", began.elapsed());
}

/// The parser compares each attribute with those before it: unchecked these take minutes.
#[test]
fn an_element_with_many_attributes_is_refused_at_once() {
    let folder = Folder::empty("attributes");
    let attributes = |name: &str| {
        let mut text = String::new();
        for i in 0..300_000 {
            let _ = write!(text, " {name}{i}='1'");
        }
        text
    };
    let began = Instant::now();
    for (text, asked) in [
        (
            format!("<robot{}/>", attributes("a")),
            "1.xml:1:1: an element has 300000 attributes",
        ),
        (
            format!("<robot>\n<!-- <a> --><link\n{}/></robot>", attributes("xmlns:a")),
            "1.xml:2:1: an element has",
        ),
        (
            format!("<robot>{}</robot>", "<a xmlns:b='c'/>".repeat(2000)),
            "more than 1000 namespaces",
        ),
        (
            format!("<robot>{}", "<a>".repeat(100_000)),
            "more than 200 elements",
        ),
    ] {
        std::fs::write(folder.path("1.xml"), text).unwrap();
        let error = folder.refused(&["import", "1.xml"]);
        assert!(error.contains(asked), "{error:.300}");
    }
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
}

#[test]
fn more_threads_than_the_machine_has_use_for_are_not_made() {
    let folder = Folder::empty("threads");
    let hash = |threads: &str| {
        let args = [
            "run",
            "stack_of_boxes",
            "--t-end",
            "0.1",
            "--json",
            "--threads",
            threads,
        ];
        let output = folder.run(&args);
        assert!(output.status.success(), "{}", said(&output));
        let summary: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        (summary["hash"].clone(), said(&output))
    };
    let began = Instant::now();
    let (many, warning) = hash("4096");
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    assert!(warning.contains("4096 threads are asked for"), "{warning}");
    let (one, silence) = hash("1");
    assert_eq!(many, one);
    assert!(!silence.contains("threads"), "{silence}");
}
