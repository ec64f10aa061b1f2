//! `drystone info`: what is in a run file.

use crate::cli::InfoArgs;
use crate::terminal::report::tables::plain;
use crate::terminal::text;
use crate::terminal::text::{InWords, Style, Table};
use drystone::dynamics::step::StepCertificate;
use drystone::io::run_file::RunFile;
use drystone::run::verdict::RunVerdict;
use drystone::solve::certificate::word_of;
use serde_json::{Map, Value, json};
use std::fmt::Write;

pub(crate) fn command(args: &InfoArgs) -> Result<(), String> {
    let run = RunFile::open(&args.run).in_words()?;
    let seen = look(&run)?;
    if args.json {
        let text = serde_json::to_string_pretty(&seen).in_words()?;
        return text::print(&format!("{text}\n"));
    }
    text::print(&report(&run, &seen, &text::typed(&args.run.to_string_lossy())))
}

fn look(run: &RunFile) -> Result<Value, String> {
    let frames = run.frames();
    let attributes: Map<String, Value> = run.attributes().clone().into_iter().collect();
    let ends = if frames == 0 {
        Value::Null
    } else {
        let time = |f: usize| run.times(f..f + 1).map(|t| t[0]).in_words();
        json!([time(0)?, time(frames - 1)?])
    };
    let steps = if frames == 0 {
        0.0
    } else {
        run.step_column("step", frames - 1..frames).in_words()?[0]
    };
    let contacts = run.contact_rows(0..frames).in_words()?.len();
    let bodies: Vec<&str> = run.bodies().iter().map(|b| b.name.as_str()).collect();
    let joints: Vec<&str> = run.joints().collect();
    let pairs: Vec<String> = run.pairs().in_words()?.into_iter().map(|p| p.name).collect();
    Ok(json!({
        "attributes": attributes,
        "frames": frames,
        "time": ends,
        "last_step": steps,
        "failed_steps": failed_steps(run),
        "verdict": run.checkpoint().ok().and_then(|saved| RunVerdict::saved(&saved)),
        "contact_rows": contacts,
        "bodies": bodies,
        "joints": joints,
        "pairs": pairs,
        "q": run.coordinate_names("q"),
        "v": run.coordinate_names("v"),
        "output": run.coordinate_names("output"),
        "step_columns": run.step_columns().collect::<Vec<_>>(),
        "contact_columns": run.columns("contacts"),
    }))
}

/// Steps short of their tolerance, those between the frames counted; none where the file does not say.
fn failed_steps(run: &RunFile) -> Option<u64> {
    let [_, kept, refused, ..] = run.checkpoint().ok()?.some_counts::<9>("totals_counts").ok()?;
    Some(kept + refused)
}

fn report(run: &RunFile, seen: &Value, path: &str) -> String {
    let colour = text::colour();
    let mut out = String::new();
    let title = if run.text("title").is_empty() {
        run.text("scene")
    } else {
        run.text("title")
    };
    let _ = writeln!(
        out,
        "{}  {}",
        text::paint(title, Style::Bold, colour),
        text::paint(run.text("scene"), Style::Dim, colour)
    );
    let real = |name: &str| run.attribute(name).and_then(Value::as_f64).unwrap_or(f64::NAN);
    let _ = writeln!(
        out,
        "written by drystone {}; {} with {}, step {} s, seed {}",
        run.text("version"),
        run.text("scheme"),
        run.text("solver"),
        real("step"),
        run.attribute("seed").unwrap_or(&Value::Null),
    );
    let ends = &seen["time"];
    let (from, to) = (ends[0].as_f64().unwrap_or(0.0), ends[1].as_f64().unwrap_or(0.0));
    let _ = writeln!(
        out,
        "{} frames from t = {from} s to {to} s of {} s, one in {} steps; {} contact rows\n",
        run.frames(),
        real("t_end"),
        run.attribute("record_every").unwrap_or(&Value::Null),
        seen["contact_rows"],
    );
    out.push_str(&names(seen).render(2, colour));
    if let Ok(worst) = worst(run) {
        let _ = writeln!(out, "\n  worst certificate of the frames kept: {worst}");
    }
    out.push_str(&verdict(seen));
    if let Some(failed) = seen["failed_steps"].as_u64().filter(|n| *n > 0) {
        let _ = writeln!(out, "  {failed} steps short of the tolerance");
    }
    if to < real("t_end") - 1e-9 * real("step").abs() {
        out.push_str(&ended(seen, path));
    }
    let _ = write!(
        out,
        "\nnext:  drystone table {path} steps    drystone plot {path} energy"
    );
    if !run.bodies().is_empty() {
        let _ = write!(out, "    drystone export {path} --gltf run.glb");
    }
    out.push('\n');
    out
}

/// Who is in the run: the first few names of each kind.
fn names(seen: &Value) -> Table {
    let mut table = Table::new("<<", &["what", "names"]);
    for what in ["bodies", "joints", "pairs", "q", "v", "output"] {
        let names = seen[what].as_array().map_or(&[][..], Vec::as_slice);
        if names.is_empty() {
            continue;
        }
        let some: Vec<&str> = names.iter().take(8).filter_map(Value::as_str).collect();
        let more = if names.len() > 8 { ", …" } else { "" };
        table.plain([
            format!("{} {what}", names.len()),
            format!("{}{more}", some.join(", ")),
        ]);
    }
    table
}

/// The largest defect of each clause.
fn worst(run: &RunFile) -> Result<String, String> {
    let mut out = Vec::new();
    for (clause, _, unit) in StepCertificate::default().clauses() {
        let mut most = 0.0f64;
        let mut at = 0;
        while at < run.frames() {
            let end = (at + 65_536).min(run.frames());
            let values = run.step_column(clause, at..end).in_words()?;
            most = values.into_iter().filter(|x| !x.is_nan()).fold(most, f64::max);
            at = end;
        }
        if most > 0.0 {
            out.push(format!("{} {} {unit}", word_of(clause), text::small(most)));
        }
    }
    Ok(if out.is_empty() {
        plain(0.0)
    } else {
        out.join(", ")
    })
}

/// Why a run is not at its end, and what goes on.
fn ended(seen: &Value, path: &str) -> String {
    let told = &seen["verdict"];
    let resume = format!("drystone run --resume {path}");
    match (told["status"].as_str(), told["stopped"]["reason"].as_str()) {
        (Some(status), Some(reason)) => {
            format!("  {status}: {reason}\n  not at its end: {resume} tries again from there\n")
        }
        (Some(status @ "interrupted"), _) => format!("  {status}: {resume} goes on\n"),
        _ => format!("  not at its end: {resume} goes on\n"),
    }
}

/// The verdict that the run file keeps, with its remarks.
fn verdict(seen: &Value) -> String {
    let mut out = String::new();
    match seen["verdict"]["verdict"].as_str() {
        Some(word) => {
            let _ = writeln!(out, "  {word}");
            for remark in seen["verdict"]["remarks"].as_array().into_iter().flatten() {
                let text = |key: &str| remark[key].as_str().unwrap_or_default().to_owned();
                let _ = writeln!(out, "    {}: {}", text("text"), text("advice"));
            }
        }
        None => {
            let _ = writeln!(out, "  no verdict: the run was killed, or still goes on");
        }
    }
    out
}
