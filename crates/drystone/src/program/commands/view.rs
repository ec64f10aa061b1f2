//! `drystone view` and the pages that other commands write.

use crate::cli::{ExportArgs, Output, ViewArgs};
use crate::commands::run::load;
use crate::terminal::progress::Progress;
use crate::terminal::text;
use crate::terminal::text::InWords;
use drystone::io::input;
use drystone::io::output::Outputs;
use drystone::io::run_file::RunFile;
use drystone::run::observe::Observer;
use drystone::run::runner::Runner;
use drystone::run::verdict::{Ending, RunVerdict};
use drystone::scenes::borrowed;
use drystone::show::server::{Series, Site, listen, serve};
use drystone::show::{Show, file, html, pack};
use drystone::sinks::show::Watcher;
use serde_json::{Map, Value, json};
use std::io::Read;
use std::path::Path;
use std::time::Instant;

/// Largest data that a page gets from its own machine, in bytes.
const SERVED: usize = 150_000_000;

/// Whether a file is a page of ours, or not there at all.
pub(crate) fn may_be_replaced(file: &Path) -> bool {
    if std::fs::symlink_metadata(file).is_err() {
        return true;
    }
    let mut first = String::new();
    let begin = input::open(file).map(|file| file.take(PAGE_BEGINS).read_to_string(&mut first));
    let ours = begin.is_ok() && first.contains("· Drystone</title>");
    ours && Outputs::new(true).claim(file).is_ok()
}

/// Bytes of a page in which its title stands.
const PAGE_BEGINS: u64 = 4096;

/// Writes the page of a run and says what is in it.
fn write((outputs, file): (&Outputs, &Path), show: &Show) -> Result<String, String> {
    let page = html::page(show, html::BUDGET);
    outputs.write(file, &page.html).in_words()?;
    let mut said = format!(
        "{} ({:.1} MB): open it in a browser",
        file.display(),
        page.html.len() as f64 / 1e6
    );
    for note in &page.packed.notes {
        said.push_str("; ");
        said.push_str(note);
    }
    Ok(said)
}

/// Writes the page of a run where it was asked for, and says so unless silence was asked for.
pub(crate) fn leave(to: (&Outputs, &Path), show: &Show, args: &Output) -> Result<(), String> {
    let said = write(to, show)?;
    match (args.quiet, args.json) {
        (true, _) => Ok(()),
        (_, true) => {
            text::complain(&said);
            Ok(())
        }
        _ => text::print(&format!("  {} {said}\n", text::label("page"))),
    }
}

/// A run file to be shown.
pub(crate) fn of_file(path: &Path) -> Result<Show, String> {
    let run = RunFile::open(path).in_words()?;
    file::read(&run).in_words()
}

/// The page among the exports of a run file.
pub(crate) fn export(args: &ExportArgs, outputs: &Outputs) -> Result<(), String> {
    let Some(file) = &args.html else {
        return Ok(());
    };
    let said = write((outputs, file), &of_file(&args.run)?)?;
    text::print(&format!("{said}\n"))
}

/// Serves the page of a run file, or of a scene after simulating it, until the program is stopped.
pub(crate) fn command(args: &ViewArgs) -> Result<bool, String> {
    let sets = args.changes.sets()?;
    let path = Path::new(&args.run);
    if is_run_file(path) {
        if let Some((key, _)) = sets.first() {
            return Err(format!(
                "{}: a run file is shown as it is: leave out `{key}`, or give the scene",
                args.run
            ));
        }
        return present_file(path, args.port);
    }
    let sets = borrowed(&sets);
    let scene = load(&args.run, &sets)?;
    let mut runner = Runner::new(&scene).in_words()?;
    let mut watcher = Watcher::new(&scene, &runner);
    let mut observer = Observer::new(&scene, &runner).every(Some(1));
    let mut progress = Progress::new(false, runner.frame().time);
    let (first, end) = (runner.frame().count, runner.t_end);
    let done = observer.run(&mut runner, |rows| {
        watcher.add(rows);
        let at = (rows.frame.time, end);
        progress.at(Instant::now(), at, rows.frame.count - first);
    });
    progress.end();
    let ending = match done {
        Ok(()) => Ending::Finished,
        Err(error) => {
            text::complain(&format!("error: {}: {error}", scene.name));
            Ending::Stopped(error)
        }
    };
    let show = watcher.finish(&runner, &RunVerdict::of(&scene, &runner, &ending));
    let data = pack::pack(&show, SERVED).bytes;
    let name = show.head.scene.name.clone();
    present(
        &name,
        data,
        args.port,
        Box::new(move |body| series_of_show(&show, body)),
    )
}

/// HDF5 files begin so.
fn is_run_file(path: &Path) -> bool {
    let mut first = [0; 4];
    let read = input::open(path).map(|mut file| file.read_exact(&mut first));
    matches!(read, Ok(Ok(()))) && first == *b"\x89HDF"
}

fn present_file(path: &Path, port: u16) -> Result<bool, String> {
    let show = of_file(path)?;
    let data = pack::pack(&show, SERVED).bytes;
    let run = RunFile::open(path).in_words()?;
    let series = move |name: &str| {
        let body = run.bodies().iter().position(|body| body.name == name)?;
        let columns = file::body_columns(&run, body).ok()?;
        let times = run.times(0..run.frames()).ok()?;
        Some(as_json(&times, columns))
    };
    present(&show.head.scene.name, data, port, Box::new(series))
}

fn present(name: &str, data: Vec<u8>, port: u16, series: Series) -> Result<bool, String> {
    let listener =
        listen(port).map_err(|e| format!("127.0.0.1:{port}: {e}; leave out --port to take a free one"))?;
    let address = listener.local_addr().in_words()?;
    text::print(&format!(
        "http://{address}/\nthe page of {name}; Ctrl-C ends it\n"
    ))?;
    let page = html::served(name);
    serve(&listener, Site { page, data, series }).in_words()?;
    Ok(true)
}

/// What is known of a body, every kept instant, in full.
fn series_of_show(show: &Show, body: &str) -> Option<String> {
    let head = &show.head;
    let mut moving = head.bodies.iter().filter(|b| b.kind != "fixed");
    let place = moving.position(|b| b.name == body)?;
    let rows = show.body_series(place);
    let column = |k: usize| rows.iter().map(|row| row[k]).collect();
    let columns = head
        .body_columns
        .iter()
        .enumerate()
        .map(|(k, name)| (*name, column(k)));
    Some(as_json(&show.frames.times, columns.collect()))
}

fn as_json(times: &[f64], columns: Vec<(&'static str, Vec<f64>)>) -> String {
    let mut out = Map::new();
    out.insert("time".to_owned(), json!(times));
    for (name, column) in columns {
        out.insert(name.to_owned(), json!(column));
    }
    Value::Object(out).to_string()
}
