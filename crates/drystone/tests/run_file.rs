//! Run files: what is written is what was computed, and a run goes on from its file bit for bit.

use drystone::io::run_file::{Column, RunFile};
use drystone::io::scene::Scene;
use drystone::run::observe::Observer;
use drystone::run::runner::Runner;
use drystone::run::summary::summary;
use drystone::run::verdict::{Ending, RunVerdict};
use drystone::sinks::run_file::{Recorder, scene_of};
use serde_json::Value;
use std::path::{Path, PathBuf};

fn scene(name: &str, sets: &[(&str, &str)]) -> Scene {
    let text = drystone::scenes::text(name).expect("a built-in scene");
    Scene::read(text, name, sets).expect("a scene")
}

/// A path of our own.
fn path(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("drystone-run-file-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder.join(name)
}

/// Runs to the end; the file is flushed every `flush` steps.
fn go_on(scene: &Scene, runner: &mut Runner, recorder: &mut Recorder, flush: u64) {
    let mut observer = Observer::new(scene, runner);
    while runner.advance().expect("a step") {
        recorder.add(&observer.look(runner)).expect("a row");
        if runner.frame().count.is_multiple_of(flush) {
            recorder.flush(runner, 0.0).expect("a flush");
        }
    }
}

fn whole(name: &str, sets: &[(&str, &str)], file: &Path) -> Value {
    let scene = scene(name, sets);
    let mut runner = Runner::new(&scene).expect("a runner");
    let mut recorder = Recorder::create(file, &scene, &runner).expect("a file");
    go_on(&scene, &mut runner, &mut recorder, 37);
    recorder
        .finish(&runner, &RunVerdict::of(&scene, &runner, &Ending::Finished), 0.0)
        .expect("a file");
    summary(
        &scene,
        &runner,
        &RunVerdict::of(&scene, &runner, &Ending::Finished),
        0.0,
    )
}

fn resumed(file: &Path, t_end: &str) -> Value {
    let run = RunFile::open(file).expect("a run file");
    let scene = scene_of(&run, &[("run.t_end".to_owned(), t_end.to_owned())]).expect("its scene");
    let mut runner = Runner::new(&scene).expect("a runner");
    let saved = run.checkpoint().expect("a checkpoint");
    let moved = runner.resume(&saved).expect("the same scene");
    let mut recorder = Recorder::reopen(file, &scene, &runner, moved).expect("the same file");
    go_on(&scene, &mut runner, &mut recorder, 23);
    recorder
        .finish(&runner, &RunVerdict::of(&scene, &runner, &Ending::Finished), 0.0)
        .expect("a file");
    summary(
        &scene,
        &runner,
        &RunVerdict::of(&scene, &runner, &Ending::Finished),
        0.0,
    )
}

/// Every number of every table, as bits and words.
fn contents(file: &Path) -> Vec<(String, Vec<String>)> {
    let run = RunFile::open(file).expect("a run file");
    let mut out = Vec::new();
    for table in ["steps", "contacts", "pairs"] {
        for name in run.columns(table) {
            let path = format!("{table}/{name}");
            let rows = run.rows(&path).expect("rows");
            let values = match run.column(&path, 0..rows).expect("a column") {
                Column::Reals(x) => x.iter().map(|x| format!("{:x}", x.to_bits())).collect(),
                Column::Longs(n) => n.iter().map(i64::to_string).collect(),
                Column::Texts(t) => t,
            };
            out.push((path, values));
        }
    }
    let bits = |x: &[f64]| x.iter().map(|x| format!("{:x}", x.to_bits())).collect::<Vec<_>>();
    for which in ["q", "v", "output"] {
        let values = run.coordinates(which, 0..run.frames()).expect("coordinates");
        out.push((which.to_owned(), bits(&values)));
    }
    for (i, body) in run.bodies().iter().enumerate() {
        let series = run.series(i, 0..run.frames()).expect("a series");
        let mut all = series.position.as_flattened().to_vec();
        all.extend(series.quat_wxyz.as_flattened());
        all.extend(series.velocity.as_flattened());
        all.extend(series.angular_velocity.as_flattened());
        out.push((body.name.clone(), bits(&all)));
    }
    for j in 0..run.joints().count() {
        for what in ["coordinate", "velocity", "force", "torque"] {
            let values = run.joint(j, what, 0..run.frames()).expect("a joint");
            out.push((format!("joint {j} {what}"), bits(&values)));
        }
    }
    out
}

/// T, resume, T = 2T: the summary, and every row of every table.
fn halves_make_a_whole(name: &str, sets: &[(&str, &str)], [half, all]: [&str; 2]) {
    let with = |t_end| {
        let mut sets = sets.to_vec();
        sets.push(("run.t_end", t_end));
        sets
    };
    let (one, two) = (path(&format!("{name}-one.h5")), path(&format!("{name}-two.h5")));
    let expected = whole(name, &with(all), &one);
    whole(name, &with(half), &two);
    let found = resumed(&two, all);
    assert_eq!(expected, found, "{name}");
    let (expected, found) = (contents(&one), contents(&two));
    assert!(expected.len() == found.len() && expected.iter().any(|column| column.1.len() > 50));
    for (expected, found) in expected.iter().zip(&found) {
        assert_eq!(expected.0, found.0);
        let differ = expected.1.iter().zip(&found.1).position(|(a, b)| a != b);
        assert!(
            expected.1.len() == found.1.len() && differ.is_none(),
            "{name}: {} differs at {differ:?}, {} and {} values",
            expected.0,
            expected.1.len(),
            found.1.len()
        );
    }
}

#[test]
fn a_resumed_run_is_the_run() {
    halves_make_a_whole("incline_slide", &[], ["0.3", "0.6"]);
    halves_make_a_whole("woodpecker", &[], ["0.02", "0.04"]);
    halves_make_a_whole("stack_of_ten", &[("run.record.every", "3")], ["0.1", "0.2"]);
    halves_make_a_whole("four_bar", &[], ["0.3", "0.6"]);
    halves_make_a_whole(
        "newton_cradle",
        &[("run.scheme", "paoli-schatzman")],
        ["0.1", "0.2"],
    );
    halves_make_a_whole("diode_bridge", &[], ["0.001", "0.002"]);
    halves_make_a_whole("third_order", &[], ["0.5", "1.0"]);
}
