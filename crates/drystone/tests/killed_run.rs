//! Runs that are killed, stopped or given bad files: what was written stays readable, and goes on to the same
//! end.

use drystone::io::run_file::RunFile;
use drystone::run::runner::Runner;
use drystone::sinks::run_file::{Recorder, scene_of};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("drystone-killed-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn drystone(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_drystone"));
    command.args(args).stdin(Stdio::null());
    command
}

fn run(args: &[&str]) -> Output {
    drystone(args).output().expect("the program runs")
}

fn json(output: &Output) -> Value {
    let text = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(&text)
        .unwrap_or_else(|e| panic!("{e}: {text}{}", String::from_utf8_lossy(&output.stderr)))
}

fn begin(args: &[&str]) -> Child {
    let mut command = drystone(args);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("the program starts")
}

/// Every row that the file says it has can be read, and tables agree with each other.
fn sound(file: &Path) -> usize {
    let run = RunFile::open(file).expect("a readable file");
    let times = run.times(0..run.frames()).expect("times");
    assert!(times.windows(2).all(|t| t[1] > t[0]), "times increase");
    for i in 0..run.bodies().len() {
        assert_eq!(
            run.series(i, 0..run.frames()).expect("a body").position.len(),
            run.frames()
        );
    }
    let contacts = run.contacts(0..run.frames()).expect("contacts");
    assert_eq!(contacts.frame.len(), contacts.gap.len());
    assert!(
        contacts
            .normal
            .iter()
            .all(|n| (n.iter().map(|x| x * x).sum::<f64>() - 1.0).abs() < 1e-12)
    );
    run.checkpoint().expect("a checkpoint");
    run.frames()
}

/// One run, killed again and again at moments drawn by a constant seed, and resumed each time: the hash is
/// that of a run nobody touched.
#[test]
fn a_run_killed_twelve_times_ends_where_it_would_have() {
    let kills: usize = std::env::var("DRYSTONE_KILLS")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(12);
    let folder = folder("nine");
    let file = folder.join("run.h5");
    let file_name = file.to_str().expect("a path");
    // More kills want a longer run to happen in.
    let t_end = if kills > 12 { "60" } else { "4" };
    let scene = ["stack_of_ten", "--t-end", t_end];
    let whole = json(&run(&["run", scene[0], scene[1], scene[2], "--json", "-q"]));
    let mut seed = 7u64;
    let mut frames = 0;
    let mut done = 0;
    while done < kills {
        let mut child = if frames == 0 {
            begin(&[
                "run", scene[0], scene[1], scene[2], "-q", "-o", file_name, "--force", "--flush", "0.01",
            ])
        } else {
            begin(&["run", "--resume", file_name, "-q", "--flush", "0.01"])
        };
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        std::thread::sleep(Duration::from_millis(10 + (seed >> 33) % 200));
        child.kill().expect("a kill");
        child.wait().expect("an end");
        done += 1;
        if !file.exists() {
            continue;
        }
        let now = sound(&file);
        assert!(now >= frames, "{now} frames after {frames}");
        frames = now;
    }
    let end = json(&run(&["run", "--resume", file_name, "--json", "-q"]));
    println!(
        "{kills} kills, {frames} frames before the last resume, {} in all",
        sound(&file)
    );
    for key in [
        "hash",
        "steps",
        "energy",
        "impulses",
        "bodies",
        "certificate",
        "contacts",
        "min_gap",
    ] {
        assert_eq!(whole[key], end[key], "{key}");
    }
    std::fs::remove_dir_all(folder).expect("a clean end");
}

#[cfg(unix)]
#[test]
fn signals_finish_the_step_and_keep_the_run() {
    let folder = folder("signals");
    for (signal, status) in [("INT", 130), ("TERM", 143)] {
        let file = folder.join(format!("{signal}.h5"));
        let file_name = file.to_str().expect("a path");
        let mut child = begin(&["run", "stack_of_ten", "--t-end", "1000", "-q", "-o", file_name]);
        std::thread::sleep(Duration::from_millis(400));
        let pid = child.id().to_string();
        let sent = Command::new("kill")
            .args(["-s", signal, &pid])
            .status()
            .expect("a signal");
        assert!(sent.success());
        let ended = child.wait().expect("an end");
        assert_eq!(ended.code(), Some(status));
        let frames = sound(&file);
        assert!(frames > 1, "{frames} frames");
        let info = json(&run(&["info", file_name, "--json"]));
        assert_eq!(info["frames"], frames);
    }
    std::fs::remove_dir_all(folder).expect("a clean end");
}

#[test]
fn bad_files_are_refused_with_one_message() {
    let folder = folder("bad");
    let good = folder.join("good.h5");
    let good_name = good.to_str().expect("a path");
    assert!(
        run(&["run", "incline_slide", "-q", "-o", good_name])
            .status
            .success()
    );
    let bytes = std::fs::read(&good).expect("a file");
    let cases: [(&str, Vec<u8>, &str); 5] = [
        ("empty.h5", Vec::new(), "no HDF5 signature"),
        ("text.h5", b"title = \"no run\"".to_vec(), "no HDF5 signature"),
        ("cut.h5", bytes[..bytes.len() / 2].to_vec(), "truncated"),
        ("cut_early.h5", bytes[..50].to_vec(), "bytes left"),
        (
            "noise.h5",
            bytes
                .iter()
                .enumerate()
                .map(|(i, b)| if i > 200 { b ^ 0x55 } else { *b })
                .collect(),
            "no run",
        ),
    ];
    for (name, bytes, words) in cases {
        let path = folder.join(name);
        std::fs::write(&path, bytes).expect("a file");
        let path = path.to_str().expect("a path");
        for args in [
            vec!["info", path],
            vec!["table", path, "steps"],
            vec!["run", "--resume", path],
        ] {
            let output = run(&args);
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
            assert!(
                said.contains(words) && said.lines().count() == 1,
                "{args:?}: {said}"
            );
        }
    }
    std::fs::remove_dir_all(folder).expect("a clean end");
}

/// Another layout, an HDF5 file of another kind, a file that is there already, keys that may not change.
#[test]
fn what_cannot_be_done_is_refused_with_its_remedy() {
    let folder = folder("refused");
    let good = folder.join("good.h5");
    let good_name = good.to_str().expect("a path");
    assert!(
        run(&["run", "incline_slide", "-q", "-o", good_name])
            .status
            .success()
    );
    let mut other = std::fs::read(&good).expect("a file");
    let places: Vec<usize> = (0..other.len() - 40)
        .filter(|i| other[*i..].starts_with(b"layout\0\0"))
        .collect();
    assert!(!places.is_empty());
    for place in places {
        other[place + 32] = 9;
    }
    let (newer, foreign) = (folder.join("newer.h5"), folder.join("foreign.hdf5"));
    std::fs::write(&newer, other).expect("a file");
    let newer = newer.to_str().expect("a path");
    let foreign = foreign.to_str().expect("a path");
    let problem = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../problems/one-contact-slide.json"
    );
    assert!(run(&["solve", problem, "--write", foreign]).status.success());
    let refusals = [
        (vec!["info", newer], "layout 9"),
        (vec!["info", foreign], "`layout`"),
        (vec!["plot", good_name, "box.speeed", "-o", "x.svg"], "speeed"),
        (vec!["plot", good_name, "energy", "-o", "x.pdf"], ".png"),
        (vec!["run", "incline_slide", "-q", "-o", good_name], "--force"),
        (
            vec!["run", "--resume", good_name, "--set", "run.step=1e-4"],
            "run.step",
        ),
        (vec!["info", "/no/such/file.h5"], "cannot be opened"),
        (vec!["table", good_name, "contacts", "--parquet"], "--output"),
    ];
    for (args, words) in refusals {
        let output = run(&args);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            output.status.code() == Some(2) && said.contains(words),
            "{args:?}: {said}"
        );
    }
    std::fs::remove_dir_all(folder).expect("a clean end");
}

/// Bytes of a small run file changed, most of them in its metadata: an error or an answer, never a panic or a
/// hang.
#[test]
fn damaged_files_never_panic() {
    let folder = folder("damaged");
    let good = folder.join("good.h5");
    let args = [
        "run",
        "four_bar",
        "-q",
        "--t-end",
        "0.02",
        "-o",
        good.to_str().expect("a path"),
    ];
    assert!(run(&args).status.success());
    let bytes = std::fs::read(&good).expect("a file");
    let path = folder.join("bad.h5");
    let mut seed = 1u64;
    let (mut refused, mut resumed) = (0, 0);
    for _ in 0..1500 {
        let mut bad = bytes.clone();
        for part in [bad.len(), 60_000, 60_000] {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let at = usize::try_from(seed >> 20).expect("64 bits") % part.min(bad.len());
            let at = bad.len() - 1 - at;
            bad[at] = (seed >> 8).to_le_bytes()[0];
        }
        std::fs::write(&path, &bad).expect("a file");
        let Ok(run) = RunFile::open(&path) else {
            refused += 1;
            continue;
        };
        let frames = run.frames().min(1000);
        let _ = (
            run.times(0..frames),
            run.contacts(0..frames),
            run.pairs(),
            run.checkpoint(),
        );
        for i in 0..run.bodies().len() {
            let _ = run.series(i, 0..frames);
        }
        let (Ok(saved), Ok(scene)) = (run.checkpoint(), scene_of(&run, &[])) else {
            continue;
        };
        // Resumed where it can be, and a step taken: damaged numbers may be refused, or be other numbers.
        if let Ok(mut runner) = Runner::new(&scene)
            && let Ok(moved) = runner.resume(&saved)
        {
            let _ = Recorder::reopen(&path, &scene, &runner, moved);
            let _ = runner.advance();
            resumed += 1;
        }
    }
    println!("{refused} of 1500 damaged files were refused at once, {resumed} resumed");
    std::fs::remove_dir_all(folder).expect("a clean end");
}

/// Where Python has h5py it reads what we write; elsewhere this is skipped.
#[test]
fn h5py_reads_a_run_file() {
    let python = std::env::var("DRYSTONE_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let has = Command::new(&python).args(["-c", "import h5py"]).output();
    if !has.is_ok_and(|output| output.status.success()) {
        println!("skipped: {python} has no h5py");
        return;
    }
    let folder = folder("h5py");
    let file = folder.join("run.h5");
    let name = file.to_str().expect("a path");
    assert!(
        run(&["run", "stack_of_ten", "-q", "--t-end", "0.5", "-o", name])
            .status
            .success()
    );
    let script = "import h5py, sys\nwith h5py.File(sys.argv[1]) as f:\n    b = f['bodies']\n    k = sorted(b)[0]\n    \
        n = [0]\n    f.visititems(lambda _, o: n.append(o[()].size) if isinstance(o, h5py.Dataset) else None)\n    \
        print(f['steps/time'].shape[0], repr(float(b[k]['position'][-1, 0])), float(f['steps/time'][-1]), k, sum(n))";
    let output = Command::new(&python)
        .args(["-c", script, name])
        .output()
        .expect("python");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let words: Vec<&str> = said.split_whitespace().collect();
    assert!(
        words.len() == 5,
        "{said}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let ours = RunFile::open(&file).expect("a run file");
    assert_eq!(words[0], ours.frames().to_string());
    assert_eq!(
        words[2].parse(),
        Ok(ours.times(ours.frames() - 1..ours.frames()).expect("a time")[0])
    );
    let body = ours
        .bodies()
        .iter()
        .position(|body| body.name == words[3])
        .expect("the body");
    let x = ours
        .series(body, ours.frames() - 1..ours.frames())
        .expect("a row")
        .position[0][0];
    assert_eq!(words[1].parse(), Ok(x));
    std::fs::remove_dir_all(folder).expect("a clean end");
}

/// A wall whose first step never ends: a tolerance that no sweep reaches, and no limit to speak of.
const ENDLESS: &[&str] = &[
    "run",
    "wall",
    "--quiet",
    "--solver",
    "gauss-seidel",
    "--tolerance",
    "1e-300",
    "--set",
    "run.max_iterations=2000000000",
];

/// Sends a signal by its name.
#[cfg(unix)]
fn signal(child: &Child, name: &str) {
    let done = Command::new("kill")
        .args(["-s", name, &child.id().to_string()])
        .status();
    assert!(done.expect("kill runs").success());
}

/// The exit status, within ten seconds; none where the system ended it.
#[cfg(unix)]
fn ended(mut child: Child) -> Option<i32> {
    for _ in 0..200 {
        if let Some(status) = child.try_wait().expect("a child") {
            return status.code();
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    child.kill().expect("a kill");
    child.wait().expect("a child");
    panic!("it has not ended after ten seconds");
}

/// The first signal is seen inside a step that would take for ever: the run ends, and its file is a run.
#[cfg(unix)]
#[test]
fn a_signal_ends_a_step_that_does_not_end() {
    for (name, code) in [("TERM", 143), ("INT", 130)] {
        let folder = folder(&format!("endless-{name}"));
        let file = folder.join("run.h5");
        let child = begin(&[ENDLESS, &["-o", &file.display().to_string()]].concat());
        std::thread::sleep(Duration::from_millis(1500));
        signal(&child, name);
        assert_eq!(ended(child), Some(code), "{name}");
        assert_eq!(sound(&file), 1, "{name}: the beginning alone");
        std::fs::remove_dir_all(folder).expect("a folder");
    }
}

/// Two signals in a row, at any moment: the program ends at once, and leaves a run or nothing.
#[cfg(unix)]
#[test]
fn a_second_signal_ends_at_once() {
    for wait in [0, 30, 100, 300, 800] {
        let folder = folder(&format!("twice-{wait}"));
        let file = folder.join("run.h5");
        let child = begin(&[ENDLESS, &["-o", &file.display().to_string(), "--flush", "0.001"]].concat());
        std::thread::sleep(Duration::from_millis(wait));
        signal(&child, "TERM");
        signal(&child, "TERM");
        // Before it listens the first one ends it, by the system.
        let code = ended(child);
        assert!(code.is_none() || code == Some(143), "after {wait} ms: {code:?}");
        let left: Vec<_> = std::fs::read_dir(&folder).expect("a folder").flatten().collect();
        assert!(left.len() <= 1, "after {wait} ms: {left:?}");
        if file.exists() {
            sound(&file);
        }
        std::fs::remove_dir_all(folder).expect("a folder");
    }
}
