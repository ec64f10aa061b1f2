//! `drystone view` and the pages that other commands write.

use crate::cli::ViewArgs;
use crate::run::read;
use crate::text;
use drystone::runner::Runner;
use drystone::show::record::Recorder;
use drystone::show::server::{Site, listen, serve};
use drystone::show::{Show, html, pack};
use serde_json::{Map, Value, json};
use std::path::Path;

/// Largest data that a page gets from its own machine, in bytes.
const SERVED: usize = 150_000_000;

/// Writes the page of a run and says what is in it.
pub(crate) fn write(file: &Path, show: &Show) -> Result<String, String> {
    let page = html::page(show, html::BUDGET);
    std::fs::write(file, &page.html).map_err(|e| format!("{}: {e}", file.display()))?;
    let mut said = format!(
        "page: {} ({:.1} MB; open it in a browser)",
        file.display(),
        page.html.len() as f64 / 1e6
    );
    for note in &page.packed.notes {
        said.push_str("\n  ");
        said.push_str(note);
    }
    Ok(said)
}

/// Simulates a scene and serves its page until the program is stopped.
pub(crate) fn command(args: &ViewArgs) -> Result<bool, String> {
    let scene = read(&args.scene)?;
    let mut runner = Runner::new(&scene).map_err(|e| e.to_string())?;
    let mut recorder = Recorder::new(&scene, &runner);
    let done = runner.run(|frame| recorder.look(frame));
    let show = recorder.finish(&runner, done.as_ref().err());
    if let Err(error) = &done {
        text::complain(&format!("error: {}: {error}", scene.name));
    }
    present(show, args.port)
}

/// Serves the page of a run.
fn present(show: Show, port: u16) -> Result<bool, String> {
    let listener = listen(port).map_err(|e| format!("127.0.0.1:{port}: {e}; leave out --port to take a free one"))?;
    let address = listener.local_addr().map_err(|e| e.to_string())?;
    let data = pack::pack(&show, SERVED).bytes;
    text::print(&format!("http://{address}/\nthe page of {}; Ctrl-C ends it\n", show.head.name))?;
    let site = Site {
        page: html::served(&show.head.name),
        data,
        series: Box::new(move |body| series(&show, body)),
    };
    serve(&listener, site).map_err(|e| e.to_string())?;
    Ok(true)
}

/// What is known of a body, every kept instant, in full.
fn series(show: &Show, body: &str) -> Option<String> {
    let head = &show.head;
    let mut moving = head.bodies.iter().filter(|b| b.kind != "fixed");
    let place = moving.position(|b| b.name == body)?;
    let rows = show.body_series(place);
    let mut out = Map::new();
    out.insert("time".to_owned(), json!(show.frames.times));
    for (k, name) in head.body_columns.iter().enumerate() {
        let column: Vec<f64> = rows.iter().map(|row| row[k]).collect();
        out.insert((*name).to_owned(), json!(column));
    }
    Some(Value::Object(out).to_string())
}
