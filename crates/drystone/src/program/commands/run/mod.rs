//! `drystone run`: a scene simulated, written, told.

mod run_file_clock;

use crate::cli::{Output, Overwrite, RunArgs, SceneArgs};
use crate::commands::run::run_file_clock::Keeper;
use crate::commands::view;
use crate::terminal::curve::Curve;
use crate::terminal::interrupt::Interrupt;
use crate::terminal::progress::Progress;
use crate::terminal::report::report;
use crate::terminal::report::tables::tables as tables_of;
use crate::terminal::text;
use crate::terminal::text::InWords;
use drystone::dynamics::StepError;
use drystone::io::output::{Outputs, same};
use drystone::io::run_file::RunFile;
use drystone::io::scene::Scene;
use drystone::run::observe::{Observer, Rows};
use drystone::run::runner::{RunError, Runner};
use drystone::run::summary::summary;
use drystone::run::verdict::{Ending, RunVerdict};
use drystone::scenes;
use drystone::scenes::borrowed;
use drystone::show::Show;
use drystone::sinks::csv::Tables;
use drystone::sinks::run_file::scene_of;
use drystone::sinks::show::Watcher;
use std::path::Path;
use std::time::Instant;

/// Reads a scene: a file, or a built-in name.
pub(crate) fn read(args: &SceneArgs) -> Result<Scene, String> {
    let sets = args.sets()?;
    let sets = borrowed(&sets);
    load(&args.scene, &sets)
}

/// A scene by file or built-in name.
pub(crate) fn load(name: &str, sets: &[(&str, &str)]) -> Result<Scene, String> {
    let path = Path::new(name);
    if !path.exists() {
        if let Some(text) = scenes::text(name) {
            return Scene::read(text, name, sets).in_words();
        }
        if !name.contains(['/', '.']) {
            let near = text::nearest(name, scenes::SCENES.iter().map(|s| s.0));
            let near = near.map_or(String::new(), |near| format!("did you mean `{near}`? "));
            return Err(format!(
                "no file and no built-in scene is called `{name}`: {near}`drystone example` lists the built-in ones"
            ));
        }
    }
    Scene::read_file(path, sets).in_words()
}

/// The scene that runs with no command at all, and its page.
const DEFAULT: &str = "billiards";
const PAGE: &str = "billiards.html";

/// `drystone` with no command: the default scene, its page, and what to type next. The page is written anew
/// each time without `--force`: a plain file of this name whose first lines are those of a page of ours is
/// its own. Whatever else has the name is left alone, and that is said.
pub(crate) fn default_scene() -> Result<Done, String> {
    let scene = load(DEFAULT, &[])?;
    let mut runner = Runner::new(&scene).in_words()?;
    let free = view::may_be_replaced(Path::new(PAGE));
    let output = Output {
        html: free.then(|| PAGE.into()),
        first_steps: true,
        overwrite: Overwrite { force: true },
        ..Output::default()
    };
    let outputs = claimed(&scene, &[], &output)?;
    let done = simulate((&scene, DEFAULT), &mut runner, None, (&output, &outputs))?;
    if !free {
        text::complain(&format!(
            "{PAGE} is there already and none of our pages: left as it is. Elsewhere: drystone run {DEFAULT} --html FILE"
        ));
    }
    Ok(done)
}

/// How a run ended.
pub(crate) enum Done {
    /// At its end, and certified.
    Certified,
    /// Not certified, or stopped.
    Failed,
    /// A signal asked for the end; the exit status that it asked for.
    Interrupted(u8),
}

/// Simulates.
pub(crate) fn command(args: &RunArgs) -> Result<Done, String> {
    let sets = args.changes.sets()?;
    if let Some(from) = &args.resume {
        let (scene, mut runner, keeper, outputs) = resume(from, &sets, &args.output)?;
        let given = scene.name.clone();
        return simulate(
            (&scene, &given),
            &mut runner,
            Some(keeper),
            (&args.output, &outputs),
        );
    }
    let sets = borrowed(&sets);
    let given = args.scene.as_deref().unwrap_or_default();
    let scene = load(given, &sets)?;
    let outputs = claimed(&scene, &[], &args.output)?;
    let mut runner = Runner::new(&scene).in_words()?;
    let keeper = match &args.output.file {
        Some(path) => Some(Keeper::create(
            (&outputs, path),
            &scene,
            &runner,
            args.output.flush,
        )?),
        None => None,
    };
    simulate((&scene, given), &mut runner, keeper, (&args.output, &outputs))
}

/// Refuses outputs before anything runs: files that are there, or are read, or have one name.
fn claimed(scene: &Scene, more: &[&Path], args: &Output) -> Result<Outputs, String> {
    let mut outputs = args
        .overwrite
        .sparing(scene.files())
        .sparing(more.iter().copied());
    let tables = args
        .csv
        .iter()
        .flat_map(|folder| Tables::files(folder, scene.run.record.contacts));
    for file in args.file.iter().chain(&args.html).cloned().chain(tables) {
        outputs.claim(&file).in_words()?;
    }
    Ok(outputs)
}

/// Keys that may change when a run goes on: they say how long and on what, not what is computed.
const MAY_CHANGE: [&str; 3] = ["run.t_end", "run.threads", "run.on_violation"];

/// A run that goes on, its file, and what else it may write.
type Resumed = (Scene, Runner, Keeper, Outputs);

fn resume(from: &Path, sets: &[(String, String)], args: &Output) -> Result<Resumed, String> {
    if let Some((key, _)) = sets.iter().find(|(key, _)| !MAY_CHANGE.contains(&key.as_str())) {
        return Err(format!(
            "--resume goes on with the scene as it was; `{key}` can't change: only {}, or run the scene anew",
            MAY_CHANGE.join(", ")
        ));
    }
    if args.csv.is_some() {
        return Err(
            "--resume and --csv exclude each other: take `drystone table RUN.h5` for the whole run".into(),
        );
    }
    let run = RunFile::open(from).in_words()?;
    let scene = scene_of(&run, sets).in_words()?;
    let mut runner = Runner::new(&scene).in_words()?;
    let saved = run.checkpoint().in_words()?;
    let wrong = |e: RunError| format!("{}: {e}", from.display());
    let moved = runner.resume(&saved).map_err(wrong)?;
    let mut path = from;
    // The file itself grows where it is named as the output too.
    let other = args.file.as_deref().filter(|other| !same(other, from));
    let outputs = claimed(
        &scene,
        &[from],
        &Output {
            file: other.map(Path::to_owned),
            html: args.html.clone(),
            overwrite: args.overwrite,
            ..Output::default()
        },
    )?;
    if let Some(other) = other {
        outputs.copy(from, other).in_words()?;
        path = other;
    }
    let keeper = Keeper::reopen(path, &scene, (&runner, moved), args.flush)?;
    let before = saved.reals("wall_s").ok().and_then(|x| x.first().copied());
    Ok((scene, runner, keeper.after(before.unwrap_or(0.0)), outputs))
}

/// Steps between two looks at the clock.
const LOOK: u64 = 16;

/// With more velocities than this a look at the clock costs nothing beside a step.
const MANY: usize = 30;

/// Runs a scene, which was asked for by that name or file.
fn simulate(
    (scene, given): (&Scene, &str),
    runner: &mut Runner,
    mut keeper: Option<Keeper>,
    (args, outputs): (&Output, &Outputs),
) -> Result<Done, String> {
    let began = Instant::now();
    let before = keeper.as_ref().map_or(0.0, |keeper| keeper.before);
    warn((scene, runner), args.quiet);
    let mut sinks = Sinks {
        curve: Curve::new(runner),
        tables: tables(scene, runner, (args.csv.as_deref(), outputs))?,
        // A run that is kept in a file is shown from there, with what came before it was resumed.
        watcher: (args.html.is_some() && keeper.is_none()).then(|| Watcher::new(scene, runner)),
    };
    let mut observer = sinks.observer(scene, runner, keeper.is_some());
    let interrupt = Interrupt::listen();
    runner.heed(interrupt.expired());
    let mut progress = Progress::new(args.quiet, runner.frame().time);
    let first = runner.frame().count;
    sinks.add(&observer.look(runner))?;
    let ending = loop {
        match runner.advance() {
            Ok(true) => {}
            Ok(false) => break Ending::Finished,
            Err(RunError::Step(StepError::Interrupted { .. })) => break Ending::Interrupted,
            Err(error) => break Ending::Stopped(error),
        }
        let rows = observer.look(runner);
        sinks.add(&rows)?;
        let (time, steps) = (rows.frame.time, rows.frame.count - first);
        if let Some(keeper) = &mut keeper {
            keeper.add(&rows, runner)?;
        }
        if steps.is_multiple_of(LOOK) || runner.names.v.len() > MANY {
            progress.at(Instant::now(), (time, runner.t_end), steps);
        }
        if interrupt.status().is_some() {
            break Ending::Interrupted;
        }
    };
    let stopped = interrupt
        .status()
        .filter(|_| matches!(ending, Ending::Interrupted));
    progress.end();
    let wall_s = before + began.elapsed().as_secs_f64();
    if let Some(tables) = sinks.tables {
        tables.finish().in_words()?;
    }
    let verdict = RunVerdict::of(scene, runner, &ending);
    let kept = keeper
        .map(|keeper| keeper.finish(runner, &verdict, wall_s))
        .transpose()?;
    tell(scene, (runner, &verdict), &sinks.curve.points, wall_s, args)?;
    let seen = sinks.watcher.map(|watcher| watcher.finish(runner, &verdict));
    leave_page(seen, kept.as_deref(), (args, outputs))?;
    if !args.quiet && !args.json {
        let hints = next(
            (scene, given),
            kept.as_deref(),
            stopped.is_some(),
            args.first_steps,
        );
        text::print(&hints)?;
    }
    done(scene, ending, &verdict, stopped)
}

/// Writes the page, where one is asked for: of what was seen, or of the run file.
fn leave_page(
    seen: Option<Show>,
    kept: Option<&Path>,
    (args, outputs): (&Output, &Outputs),
) -> Result<(), String> {
    let Some(file) = &args.html else { return Ok(()) };
    let show = match (kept, seen) {
        (None, Some(show)) => show,
        (path, _) => view::of_file(path.unwrap_or(file))?,
    };
    view::leave((outputs, file), &show, args)
}

fn warn((scene, runner): (&Scene, &Runner), quiet: bool) {
    for warning in runner.warnings.iter().filter(|_| !quiet) {
        text::complain(&format!("warning: {}: {warning}", scene.name));
    }
}

/// What takes the rows of every frame, besides the run file.
struct Sinks {
    curve: Curve,
    tables: Option<Tables>,
    watcher: Option<Watcher>,
}

impl Sinks {
    /// Makes the rows that these sinks, and the run file where there is one, take.
    fn observer(&self, scene: &Scene, runner: &Runner, has_file: bool) -> Observer {
        let observer = Observer::new(scene, runner);
        match (&self.watcher, &self.tables) {
            (Some(_), _) => observer.every(Some(1)),
            (None, None) if !has_file => observer.every(None),
            _ => observer,
        }
    }

    fn add(&mut self, rows: &Rows) -> Result<(), String> {
        self.curve.look(&rows.frame);
        if let Some(watcher) = &mut self.watcher {
            watcher.add(rows);
        }
        match &mut self.tables {
            Some(tables) => tables.add(rows).in_words(),
            None => Ok(()),
        }
    }
}

fn tables(
    scene: &Scene,
    runner: &Runner,
    (folder, outputs): (Option<&Path>, &Outputs),
) -> Result<Option<Tables>, String> {
    let kept = (scene.run.record.every, scene.run.record.contacts);
    let make = |folder: &Path| Tables::create(outputs, folder, &runner.names, kept).in_words();
    folder.map(make).transpose()
}

fn tell(
    scene: &Scene,
    (runner, verdict): (&Runner, &RunVerdict),
    curve: &[(f64, f64)],
    wall_s: f64,
    args: &Output,
) -> Result<(), String> {
    if args.json {
        let text = serde_json::to_string_pretty(&summary(scene, runner, verdict, wall_s)).in_words()?;
        text::print(&format!("{text}\n"))?;
    } else if !args.quiet {
        text::print(&report(scene, (runner, verdict), wall_s))?;
        if args.verbose {
            text::print(&format!("\n{}", tables_of(scene, (runner, verdict), curve)))?;
        }
    }
    Ok(())
}

/// What to type after a run, with the scene as it was given: every line works as it stands.
fn next((scene, given): (&Scene, &str), kept: Option<&Path>, stopped: bool, first_steps: bool) -> String {
    let given = text::typed(given);
    let mut lines = Vec::new();
    if first_steps {
        lines.push(format!(
            "drystone example {given}    the scene as a file of your own; without a name a list of all"
        ));
        lines.push("drystone run painleve_rod --html rod.html    an impact without a collision".to_owned());
        lines.push("drystone verify    every built-in check: expected, found, tolerance".to_owned());
    } else if let Some(path) = kept {
        let has_contacts = RunFile::open(path).is_ok_and(|run| run.has_contacts());
        let table = if has_contacts { "contacts" } else { "steps" };
        let path = text::typed(&path.to_string_lossy());
        if stopped {
            lines.push(format!(
                "drystone run --resume {path}    goes on where it was stopped"
            ));
        }
        lines.push(format!(
            "drystone view {path}    drystone plot {path} energy    drystone table {path} {table}"
        ));
    } else {
        let file = text::typed(&free_name(&scene.name));
        lines.push(format!(
            "drystone view {given}    drystone run {given} -o {file}, then `plot`, `table`, `export`"
        ));
        lines.push(format!("drystone run {given} -v for tables, --json or --csv DIR for every number, --set KEY=VALUE for another run"));
    }
    let written = kept.map(|path| format!("  {} {}\n", text::label("written"), path.display()));
    let labels = std::iter::once("next").chain(std::iter::repeat(""));
    written
        .into_iter()
        .chain(
            lines
                .iter()
                .zip(labels)
                .map(|(line, label)| format!("  {} {line}\n", text::label(label))),
        )
        .collect()
}

/// A run file of that name that is not there yet.
fn free_name(name: &str) -> String {
    let numbered = (2..100).map(|n| format!("{name}-{n}.h5"));
    let mut names = std::iter::once(format!("{name}.h5")).chain(numbered);
    let free = names.find(|name| !Path::new(name).exists());
    free.unwrap_or_else(|| "RUN.h5".into())
}

fn done(scene: &Scene, ending: Ending, verdict: &RunVerdict, stopped: Option<u8>) -> Result<Done, String> {
    match ending {
        Ending::Interrupted => Ok(Done::Interrupted(stopped.unwrap_or(130))),
        Ending::Stopped(error) if error.is_bad_input() => Err(error.to_string()),
        Ending::Stopped(error) => {
            text::complain(&format!("error: {}: {error}", scene.name));
            Ok(Done::Failed)
        }
        Ending::Finished if verdict.passes => Ok(Done::Certified),
        Ending::Finished => Ok(Done::Failed),
    }
}
