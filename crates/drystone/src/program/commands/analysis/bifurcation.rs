//! `drystone bifurcation`: what remains on a section, value by value of a parameter; and where cycles double.

use crate::cli::BifurcationArgs;
use crate::commands::analysis::{check, csv, judged, range, read, save, scatter, title};
use crate::figures::chart::{Axis, Figure, Panel};
use crate::terminal::text;
use crate::terminal::text::{Style, Table};
use drystone::analysis::{AnalysisError, Begin, Branch, Cascade, Diagram, Doubling, Orbit, cascade, diagram};
use drystone::io::scene::Scene;
use serde_json::{Value, json};
use std::fmt::Write;

/// NAME=FROM:TO:COUNT.
struct Vary {
    name: String,
    values: Vec<f64>,
}

fn vary(text: &str) -> Result<Vary, String> {
    let bad = || format!("--vary {text}: give NAME=FROM:TO:COUNT, as in --vary omega=2.2:2.8:200");
    let (name, rest) = text.split_once('=').ok_or_else(bad)?;
    let [from, to, count] = rest.split(':').collect::<Vec<_>>()[..] else {
        return Err(bad());
    };
    let number = |text: &str| {
        text.trim()
            .parse::<f64>()
            .ok()
            .filter(|x| x.is_finite())
            .ok_or_else(bad)
    };
    let (from, to) = (number(from)?, number(to)?);
    let count = count
        .trim()
        .parse::<u32>()
        .ok()
        .filter(|n| *n > 0)
        .ok_or_else(bad)?;
    let last = f64::from(count.max(2) - 1);
    let values = (0..count)
        .map(|k| from + (to - from) * f64::from(k) / last)
        .collect();
    Ok(Vary {
        name: name.trim().to_string(),
        values,
    })
}

/// `true` when every value gave its points.
pub(crate) fn command(args: &BifurcationArgs) -> Result<bool, String> {
    let Vary { name, values } = vary(&args.vary)?;
    let scene = read(&args.scene, &[(&name, &values[0].to_string())])?;
    let outputs = check(&args.output, &scene)?;
    let make = |value: f64| -> Result<Scene, AnalysisError> {
        read(&args.scene, &[(&name, &value.to_string())]).map_err(AnalysisError::Input)
    };
    let Some(orbit) = judged(Orbit::new(&scene))? else {
        return Ok(false);
    };
    let first = orbit.names.q.first().cloned().unwrap_or_default();
    let wanted = Diagram {
        values,
        section: args.section.spec(),
        y: args.y.clone().unwrap_or(first),
        skip: args.skip as usize,
        keep: args.keep as usize,
        restart: args.restart,
        exponent: args.exponent.map_or(0, |n| n as usize),
    };
    let Some(branches) = judged(diagram(&make, &wanted, |_| {}))? else {
        return Ok(false);
    };
    let mut complete = branches.iter().all(|b| b.fault.is_none());
    let mut doublings = Vec::new();
    if let Some(count) = args.doublings {
        let Some(found) = judged(follow(&make, args, &wanted, &branches, count as usize))? else {
            return Ok(false);
        };
        if let Some(fault) = &found.fault {
            complete = false;
            text::complain(&format!(
                "note: after {} doublings: {fault}",
                found.doublings.len()
            ));
        }
        doublings = found.doublings;
    }
    let (figure, table) = drawn(&scene, &name, &wanted, &branches);
    let results = to_json(&scene, &name, &wanted, (&branches, &doublings));
    let words = report(&name, &branches, &doublings);
    save((&args.output, &outputs), &figure, &table, (&results, &words))?;
    Ok(complete)
}

/// The figure and the table.
fn drawn(scene: &Scene, name: &str, wanted: &Diagram, branches: &[Branch]) -> (Figure, String) {
    let rows: Vec<[f64; 3]> = branches
        .iter()
        .flat_map(|b| {
            let period = b.period.map_or(f64::NAN, |p| p as f64);
            b.points.iter().map(move |y| [b.value, *y, period])
        })
        .collect();
    let points = rows.iter().map(|r| (r[0], r[1])).collect();
    let subtitle = format!(
        "{} values, {} points each after {}, {}, {}",
        branches.len(),
        wanted.keep,
        wanted.skip,
        wanted.section.words(),
        scene.run.scheme.name
    );
    let heads = (format!("Bifurcations: {}", title(scene)), subtitle);
    let mut figure = scatter(heads, (name, &wanted.y), points);
    if wanted.exponent > 0 {
        let panel = exponents(&figure.panels[0], branches);
        figure.panels.push(panel);
        figure.series = vec![String::new(); 2];
    }
    (figure, csv(&[name, &wanted.y, "period"], &rows))
}

/// The largest exponent against the parameter, and the line of zero.
fn exponents(above: &Panel, branches: &[Branch]) -> Panel {
    // No line over values that have none.
    let known = |b: &Branch| b.exponent.map(|x| (b.value, x));
    let pieces = branches.chunk_by(|a, b| a.exponent.is_some() == b.exponent.is_some());
    let pieces: Vec<Vec<(f64, f64)>> = pieces.map(|p| p.iter().filter_map(known).collect()).collect();
    let (lo, hi) = range(pieces.iter().flatten().map(|p| p.1).chain([0.0]));
    let x = above.x.clone();
    let zero = vec![(x.lo, 0.0), (x.hi, 0.0)];
    Panel {
        title: String::new(),
        y: Axis::linear("largest exponent, 1/s", lo, hi, false),
        x,
        scatter: vec![(0, pieces.concat())],
        lines: std::iter::once((1, zero))
            .chain(pieces.into_iter().map(|p| (0, p)))
            .collect(),
        dots: false,
        lanes: Vec::new(),
    }
}

/// Follows the first cycle of the diagram.
fn follow(
    make: drystone::analysis::Make,
    args: &BifurcationArgs,
    wanted: &Diagram,
    branches: &[Branch],
    count: usize,
) -> Result<Cascade, AnalysisError> {
    let input = |message: &str| AnalysisError::Input(message.into());
    let period = args
        .section
        .period
        .as_deref()
        .ok_or_else(|| input("--doublings asks for --period"))?;
    if !wanted.section.is_periodic() {
        return Err(input(
            "--doublings: points must be taken once in a period: leave --section and --at-impacts out",
        ));
    }
    let (first, periods) = branches
        .iter()
        .find_map(|b| b.period.map(|p| (b, p)))
        .ok_or_else(|| {
            input("--doublings: no value of the diagram has a cycle: begin elsewhere, or raise --skip")
        })?;
    let ends = (wanted.values.first(), wanted.values.last());
    let step = match ends {
        (Some(a), Some(b)) if wanted.values.len() > 1 => (b - a) / (wanted.values.len() - 1) as f64,
        _ => {
            return Err(input(
                "--doublings: give at least two values in --vary: their distance is the first step",
            ));
        }
    };
    let begin = Begin {
        value: first.value,
        step,
        state: first.state.clone(),
        periods,
    };
    cascade(make, period, &begin, count)
}

/// Ratios of the distances of doublings, from the third on.
fn ratios(doublings: &[Doubling]) -> Vec<f64> {
    doublings
        .windows(3)
        .map(|d| (d[1].value - d[0].value) / (d[2].value - d[1].value))
        .collect()
}

fn to_json(
    scene: &Scene,
    name: &str,
    wanted: &Diagram,
    (branches, doublings): (&[Branch], &[Doubling]),
) -> Value {
    let branches: Vec<Value> = branches
        .iter()
        .map(|b| json!({ "value": b.value, "period": b.period, "exponent": b.exponent, "points": b.points, "fault": b.fault }))
        .collect();
    let found: Vec<Value> = doublings
        .iter()
        .map(|d| json!({ "value": d.value, "periods": d.periods, "closes_to": d.cycle.defect }))
        .collect();
    json!({
        "scene": scene.name, "scheme": scene.run.scheme.name, "vary": name, "y": wanted.y,
        "section": wanted.section.words(), "skip": wanted.skip, "keep": wanted.keep, "restart": wanted.restart,
        "branches": branches, "doublings": found, "ratios": ratios(doublings),
    })
}

/// Stretches of values with the same period, then the doublings.
fn report(name: &str, branches: &[Branch], doublings: &[Doubling]) -> String {
    let colour = text::colour();
    let mut out = String::new();
    let mut table = Table::new("<>>>", &["period", "from", "to", "values"]);
    for run in branches.chunk_by(|a, b| a.period == b.period && a.fault.is_some() == b.fault.is_some()) {
        let word = match (run[0].period, &run[0].fault) {
            (_, Some(_)) => "none: ended early".to_string(),
            (Some(period), _) => period.to_string(),
            (None, _) => "none seen".to_string(),
        };
        let last = run.last().map_or(f64::NAN, |b| b.value);
        table.row(vec![
            (word, Style::Bold),
            (format!("{:.6}", run[0].value), Style::Plain),
            (format!("{last:.6}"), Style::Plain),
            (run.len().to_string(), Style::Plain),
        ]);
    }
    out.push_str(&table.render(0, colour));
    if let Some(fault) = branches.iter().find_map(|b| b.fault.as_ref()) {
        let _ = writeln!(out, "first that ended early: {fault}");
    }
    if !doublings.is_empty() {
        let mut table = Table::new("<>>", &["doubling of", name, "ratio of distances"]);
        let ratios = ratios(doublings);
        for (k, d) in doublings.iter().enumerate() {
            let ratio = k.checked_sub(2).and_then(|k| ratios.get(k));
            table.row(vec![
                (text::count_of(d.periods, "period", "periods"), Style::Bold),
                (format!("{:.9}", d.value), Style::Plain),
                (ratio.map_or(String::new(), |r| format!("{r:.3}")), Style::Plain),
            ]);
        }
        out.push('\n');
        out.push_str(&table.render(0, colour));
    }
    out
}
