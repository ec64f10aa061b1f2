//! Problem files, scenes and run files with damaged bytes: readers answer, whatever they are given.

use drystone::io::run_file::RunFile;
use drystone::io::scene::Scene;
use drystone::run::observe::Observer;
use drystone::run::runner::Runner;
use drystone::run::verdict::{Ending, RunVerdict};
use drystone::sinks::run_file::Recorder;
use drystone_adversary::damage::damaged;
use drystone_adversary::families::{NAMES, make};
use drystone_adversary::random::Random;
use drystone_adversary::worlds;
use std::sync::mpsc;
use std::time::Duration;

/// Damaged copies of every file.
const COPIES: u64 = 12;
/// A reader that takes longer does not end: files are some kilobytes.
const LONG: Duration = Duration::from_secs(5);

/// Calls `read` on damaged copies on a thread of its own; says which copies broke it.
fn broken(name: &str, bytes: &[u8], read: fn(&[u8])) -> Vec<String> {
    let mut out = Vec::new();
    for copy in 0..COPIES {
        let mutant = damaged(bytes, &mut Random::new(copy, bytes.len() as u64));
        let (sender, receiver) = mpsc::channel();
        let work = move || {
            let done = std::panic::catch_unwind(|| read(&mutant)).is_ok();
            let _ = sender.send(done);
        };
        std::thread::spawn(work);
        match receiver.recv_timeout(LONG) {
            Ok(true) => {}
            Ok(false) => out.push(format!("{name}, copy {copy}: a panic")),
            Err(_) => out.push(format!("{name}, copy {copy}: no answer in {LONG:?}")),
        }
    }
    out
}

#[test]
fn damaged_problem_files_are_read_or_refused() {
    let mut faults = Vec::new();
    for family in NAMES {
        for seed in 0..3 {
            let text = make(family, seed).json("a title");
            faults.extend(broken(&format!("{family} {seed}"), text.as_bytes(), |bytes| {
                let _ = drystone::io::read_bytes("made.json", bytes);
            }));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn damaged_scenes_are_built_or_refused() {
    let mut faults = Vec::new();
    for kind in worlds::KINDS {
        for seed in 0..8 {
            let world = worlds::make(kind, seed);
            let text = worlds::text(&world, &worlds::Seen::default());
            faults.extend(broken(&format!("{kind} {seed}"), text.as_bytes(), |bytes| {
                let Ok(scene) = Scene::read_bytes(bytes, "world", &[]) else {
                    return;
                };
                let _ = scene.build();
            }));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// A run file of a world with contacts, in a folder of its own.
fn run_file(folder: &std::path::Path) -> Vec<u8> {
    let mut world = worlds::make("balls", 3);
    world.run.t_end = 0.3;
    let text = worlds::text(&world, &worlds::Seen::default());
    let scene = Scene::read(&text, "world", &[]).unwrap();
    let mut runner = Runner::new(&scene).unwrap();
    let path = folder.join("run.h5");
    let mut recorder = Recorder::create(&path, &scene, &runner).unwrap();
    let mut observer = Observer::new(&scene, &runner);
    while runner.advance().unwrap() {
        recorder.add(&observer.look(&runner)).unwrap();
    }
    let verdict = RunVerdict::of(&scene, &runner, &Ending::Finished);
    recorder.finish(&runner, &verdict, 0.1).unwrap();
    std::fs::read(&path).unwrap()
}

/// Reads all there is: what opens must not break later.
fn read_all(path: &std::path::Path) {
    let Ok(run) = RunFile::open(path) else {
        return;
    };
    let frames = 0..run.frames();
    let _ = run.times(frames.clone());
    for body in 0..run.bodies().len() {
        let _ = run.series(body, frames.clone());
    }
    let _ = (run.pairs(), run.contacts(frames), run.checkpoint());
}

#[test]
fn damaged_run_files_are_read_or_refused() {
    let folder = std::env::temp_dir().join(format!("drystone-adversary-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let bytes = run_file(&folder);
    assert!(RunFile::open(&folder.join("run.h5")).unwrap().frames() > 100);
    let mut faults = Vec::new();
    for copy in 0..200 {
        let path = folder.join(format!("damaged{copy}.h5"));
        std::fs::write(&path, damaged(&bytes, &mut Random::new(copy, 7))).unwrap();
        let (sender, receiver) = mpsc::channel();
        std::thread::spawn(move || {
            let done = std::panic::catch_unwind(|| read_all(&path)).is_ok();
            let _ = sender.send(done);
        });
        match receiver.recv_timeout(LONG) {
            Ok(true) => {}
            Ok(false) => faults.push(format!("copy {copy}: a panic")),
            Err(_) => faults.push(format!("copy {copy}: no answer in {LONG:?}")),
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
