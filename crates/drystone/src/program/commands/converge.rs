//! `drystone converge`: how the errors of every scheme fall with the step, and what they cost.
//!
//! Norms, reference and order are those of [`drystone::convergence`]; here they are printed and drawn.

use crate::cli::ConvergeArgs;
use crate::commands::bench;
use crate::commands::run;
use crate::figures::chart;
use crate::figures::chart::{Axis, Figure, Panel};
use crate::terminal::text;
use crate::terminal::text::{Style, Table};
use drystone::convergence::{self, Study};
use drystone::io::scene::Scene;
use serde_json::{Value, json};
use std::fmt::Write;

/// A scheme and its study, or why there is none.
type Row = (String, Result<Study, String>);

/// The file of the figure.
const FIGURE: &str = "convergence.svg";

/// Studies every chosen scheme. `true` when at least one applies.
pub(crate) fn command(args: &ConvergeArgs) -> Result<bool, String> {
    let scene = run::read(&args.scene)?;
    let names = convergence::scheme_names(&scene);
    let schemes = choose(
        "scheme",
        &args.schemes,
        args.scene.changes.scheme.as_deref(),
        &names,
    )?;
    if let Some(name) = &args.reference_scheme {
        choose("scheme", std::slice::from_ref(name), None, &names)?;
    }
    let steps = match args.steps.as_slice() {
        [] => convergence::default_steps(&scene),
        [_] => return Err("--steps: give at least two, better five: an order is a slope".into()),
        given => {
            let mut given = given.to_vec();
            given.sort_by(|a, b| b.total_cmp(a));
            given
        }
    };
    if let Some(long) = steps.iter().find(|h| !(**h <= scene.run.t_end)) {
        return Err(format!(
            "--steps: {long} s is longer than the run of {} s: give smaller ones",
            scene.run.t_end
        ));
    }
    let fine = args
        .reference
        .unwrap_or_else(|| convergence::default_reference(&steps));
    let outputs = bench::solve::claimed(&args.output, scene.files(), &[FIGURE])?;
    let mut rows: Vec<Row> = Vec::new();
    for scheme in schemes {
        if !args.output.quiet {
            text::complain(&format!("{scheme}: {} steps and the reference", steps.len()));
        }
        let reference = args.reference_scheme.as_deref().unwrap_or(&scheme);
        let found = convergence::study(&scene, &scheme, &steps, (reference, fine));
        rows.push((scheme, found));
    }
    let results = to_json(&scene, args, fine, &rows);
    bench::solve::save(
        (&args.output, &outputs),
        &results,
        &[(FIGURE.to_string(), figure(&scene, args, fine, &rows))],
    )?;
    if args.output.json {
        text::print(&format!("{results:#}\n"))?;
    } else {
        text::print(&report(&scene, args, fine, &rows))?;
    }
    Ok(rows.iter().any(|row| row.1.is_ok()))
}

/// The names asked for, `all` for all of them; refuses those that do not exist.
pub(crate) fn choose(
    what: &str,
    asked: &[String],
    single: Option<&str>,
    names: &[&str],
) -> Result<Vec<String>, String> {
    let all = || names.iter().map(|name| (*name).to_string()).collect();
    match (asked, single) {
        ([], None) => return Ok(all()),
        ([], Some(name)) => return Ok(vec![name.to_string()]),
        ([only], _) if only == "all" => return Ok(all()),
        _ => {}
    }
    match text::stranger(asked, names) {
        None => Ok(asked.to_vec()),
        Some((name, near)) => Err(format!(
            "no {what} \"{name}\" for this kind of system: {near}there are {}",
            names.join(", ")
        )),
    }
}

fn reference_in_words(args: &ConvergeArgs, fine: f64) -> String {
    let who = args
        .reference_scheme
        .as_deref()
        .unwrap_or("the same scheme each time");
    format!("a run by {who} with h = {fine:.3e} s")
}

fn report(scene: &Scene, args: &ConvergeArgs, fine: f64, rows: &[Row]) -> String {
    let colour = text::colour();
    let mut out = String::new();
    let title = scene.title.as_deref().unwrap_or(&scene.name);
    let _ = writeln!(
        out,
        "{}\nto t = {} s; reference: {}\nerrors: positions max |q − q̂|, velocities ∫|v − v̂| dt, impulses summed from the start ∫|p − p̂| dt\n",
        text::paint(title, Style::Bold, colour),
        scene.run.t_end,
        reference_in_words(args, fine),
    );
    let mut table = Table::new(
        "<>>>>>>",
        &[
            "scheme",
            "h",
            "steps",
            "time",
            "positions",
            "velocities",
            "impulses",
        ],
    );
    for (scheme, found) in rows {
        match found {
            Ok(study) => study_rows(&mut table, scheme, study),
            Err(_) => table.row(vec![
                (scheme.clone(), Style::Bold),
                ("does not apply, see below".into(), Style::Dim),
            ]),
        }
    }
    out.push_str(&table.render(0, colour));
    for (scheme, reason) in rows.iter().filter_map(|(s, r)| r.as_ref().err().map(|e| (s, e))) {
        let _ = writeln!(out, "\n{}: {reason}", text::paint(scheme, Style::Bold, colour));
    }
    out
}

fn study_rows(table: &mut Table, scheme: &str, study: &Study) {
    for (n, p) in study.points.iter().enumerate() {
        let name = if n == 0 { scheme } else { "" };
        let e = &p.errors;
        let mut row = vec![(name.to_string(), Style::Bold)];
        row.extend(text::plain([
            format!("{:.3e}", p.step),
            p.steps.to_string(),
            text::seconds(p.wall_s),
            format!("{:.2e}", e.position),
            format!("{:.2e}", e.velocity),
            e.impulse.map_or("–".into(), |p| format!("{p:.2e}")),
        ]));
        table.row(row);
    }
    let mut row = text::plain([const { String::new() }; 3]);
    row.push(("order".to_string(), Style::Good));
    let orders = study.orders();
    row.extend(orders.map(|o| (o.map_or("–".into(), |o| format!("{o:.2}")), Style::Good)));
    table.row(row);
}

fn to_json(scene: &Scene, args: &ConvergeArgs, fine: f64, rows: &[Row]) -> Value {
    let schemes: Vec<Value> = rows
        .iter()
        .map(|(scheme, found)| match found {
            Err(reason) => json!({ "scheme": scheme, "applies": false, "reason": reason }),
            Ok(study) => {
                let [position, velocity, impulse] = study.orders();
                let points: Vec<Value> = study
                    .points
                    .iter()
                    .map(|p| {
                        json!({
                            "step": p.step, "steps": p.steps, "wall_s": p.wall_s,
                            "position": p.errors.position,
                            "velocity": p.errors.velocity,
                            "impulse": p.errors.impulse,
                        })
                    })
                    .collect();
                json!({
                    "scheme": scheme, "applies": true,
                    "order": { "position": position, "velocity": velocity, "impulse": impulse },
                    "points": points,
                })
            }
        })
        .collect();
    json!({
        "scene": scene.name,
        "t_end": scene.run.t_end,
        "solver": scene.run.solver.name,
        "reference": { "scheme": args.reference_scheme.as_deref().unwrap_or("same"), "step": fine },
        "norms": { "position": "sup", "velocity": "L1", "impulse": "L1 of the cumulated impulses" },
        "schemes": schemes,
    })
}

/// Error against step with the slopes 1 and 2, and error against wall time.
fn figure(scene: &Scene, args: &ConvergeArgs, fine: f64, rows: &[Row]) -> Figure {
    let studies: Vec<(&str, &Study)> = rows
        .iter()
        .filter_map(|(name, found)| found.as_ref().ok().map(|s| (name.as_str(), s)))
        .collect();
    let every = || studies.iter().flat_map(|(_, s)| &s.points);
    let range = |f: fn(&convergence::Point) -> f64| {
        let kept = every().map(f).filter(|x| *x > 0.0);
        kept.fold((f64::INFINITY, 0.0f64), |(lo, hi), x| (lo.min(x), hi.max(x)))
    };
    let (h, t) = (range(|p| p.step), range(|p| p.wall_s));
    let e = range(|p| p.errors.position);
    let e = (0.5 * e.0, 2.0 * e.1);
    let lines = |x: fn(&convergence::Point) -> f64| -> Vec<(usize, Vec<(f64, f64)>)> {
        let of = |s: &Study| {
            let points = s.points.iter().filter(|p| p.errors.position > 0.0);
            points.map(|p| (x(p), p.errors.position)).collect()
        };
        studies.iter().enumerate().map(|(k, (_, s))| (k, of(s))).collect()
    };
    let mut against_step = lines(|p| p.step);
    let mut series: Vec<String> = studies.iter().map(with_order).collect();
    for (name, line) in slopes(&studies, h, e.0) {
        against_step.push((series.len(), line));
        series.push(name);
    }
    let panel = |title: &str, x: Axis, lines| Panel {
        title: title.into(),
        x,
        y: Axis::log("error of positions, sup norm", e.0, e.1, chart::plain),
        lines,
        dots: true,
        scatter: Vec::new(),
        lanes: Vec::new(),
    };
    let step = Axis::log("step h, s", 0.9 * h.0, 1.1 * h.1, chart::plain);
    let work = Axis::log(
        "wall time of the run",
        0.8 * t.0,
        1.25 * t.1,
        chart::ticks_of_time,
    );
    Figure {
        title: format!("Convergence: {}", scene.title.as_deref().unwrap_or(&scene.name)),
        subtitle: format!(
            "to t = {} s; reference: {}; observed order behind each name",
            scene.run.t_end,
            reference_in_words(args, fine)
        ),
        columns: 2,
        panels: vec![
            panel("Error against step", step, against_step),
            panel("Work against precision", work, lines(|p| p.wall_s)),
        ],
        order: (0..series.len()).collect(),
        series,
    }
}

/// The name of a scheme with its observed order.
fn with_order((name, study): &(&str, &Study)) -> String {
    match study.orders()[0] {
        Some(order) => format!("{name}, {order:.2}"),
        None => (*name).to_string(),
    }
}

/// A name and the ends of a line.
type Guide = (String, Vec<(f64, f64)>);

/// The slopes 1 and 2 over the steps `h`, from the mean error at the largest step (in the logarithm) down to
/// `lowest`.
fn slopes(studies: &[(&str, &Study)], h: (f64, f64), lowest: f64) -> [Guide; 2] {
    let points = studies.iter().flat_map(|(_, s)| &s.points);
    let top = points.filter(|p| p.step >= 0.999 * h.1 && p.errors.position > 0.0);
    let logs: Vec<f64> = top.map(|p| p.errors.position.ln()).collect();
    let start = (logs.iter().sum::<f64>() / logs.len().max(1) as f64).exp();
    [1.0, 2.0].map(|slope: f64| {
        let end = h.0.max(h.1 * (lowest / start).powf(1.0 / slope));
        let line = vec![(h.1, start), (end, start * (end / h.1).powf(slope))];
        (format!("slope {slope}"), line)
    })
}
