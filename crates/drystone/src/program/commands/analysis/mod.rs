//! Commands that analyse a motion, and what they share: scenes by the hybrid scheme, figures, tables.

pub(crate) mod bifurcation;
pub(crate) mod lyapunov;
pub(crate) mod poincare;
pub(crate) mod return_map;

use crate::cli::{FigureOutput, PoincareArgs, SceneArgs};
use crate::commands::run::load;
use crate::figures::chart::{Axis, Figure, Panel};
use crate::figures::png;
use crate::terminal::text;
use crate::terminal::text::InWords;
use drystone::analysis::AnalysisError;
use drystone::io::output::Outputs;
use drystone::io::scene::Scene;
use drystone::scenes::borrowed;
use drystone::sinks::csv::{Cell, quoted};
use serde_json::{Value, json};
use std::fmt::Write;

/// The scene with its overrides; by the hybrid scheme where no other is asked for.
pub(crate) fn read(args: &SceneArgs, more: &[(&str, &str)]) -> Result<Scene, String> {
    let sets = args.sets()?;
    let mut all: Vec<(&str, &str)> = vec![("run.scheme", "hybrid")];
    all.extend(borrowed(&sets));
    all.extend_from_slice(more);
    load(&args.scene, &all)
}

/// Bad input stays an error of the command; a run that failed is said and gives status 1.
pub(crate) fn judged<T>(found: Result<T, AnalysisError>) -> Result<Option<T>, String> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.is_bad_input() => Err(error.to_string()),
        Err(error) => {
            text::complain(&format!("error: {error}"));
            Ok(None)
        }
    }
}

/// Refuses files that may not be replaced and figures of no known kind, before anything runs.
pub(crate) fn check(output: &FigureOutput, scene: &Scene) -> Result<Outputs, String> {
    let mut outputs = output.overwrite.sparing(scene.files());
    if let Some(file) = &output.file {
        match file.extension().and_then(|e| e.to_str()) {
            Some("svg" | "png") => {}
            _ => {
                return Err(format!(
                    "{}: give a name that ends in .svg or .png",
                    file.display()
                ));
            }
        }
    }
    for file in output.file.iter().chain(&output.csv) {
        outputs.claim(file).in_words()?;
    }
    Ok(outputs)
}

/// Writes the figure and the table; then the JSON or the words on stdout.
pub(crate) fn save(
    (output, outputs): (&FigureOutput, &Outputs),
    figure: &Figure,
    csv: &str,
    (results, words): (&Value, &str),
) -> Result<(), String> {
    let mut files = Vec::new();
    if let Some(file) = &output.file {
        let svg = figure.to_svg();
        let bytes = if file.extension().is_some_and(|e| e == "png") {
            png::of_svg(&svg)?
        } else {
            svg.into_bytes()
        };
        files.push((file, outputs.prepare(file, bytes).in_words()?));
    }
    if let Some(file) = &output.csv {
        files.push((file, outputs.prepare(file, csv).in_words()?));
    }
    let mut written = String::new();
    for (file, complete) in files {
        complete.keep().in_words()?;
        let _ = writeln!(written, "written: {}", file.display());
    }
    if output.json {
        text::print(&format!("{results:#}\n"))
    } else {
        text::print(&format!("{words}{written}"))
    }
}

/// Least and largest finite number; 0 to 1 where there is none.
pub(crate) fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (lo, hi) = values
        .filter(|x| x.is_finite())
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), x| {
            (lo.min(x), hi.max(x))
        });
    if lo <= hi { (lo, hi) } else { (0.0, 1.0) }
}

/// A figure of points.
pub(crate) fn scatter(
    (title, subtitle): (String, String),
    (x, y): (&str, &str),
    points: Vec<(f64, f64)>,
) -> Figure {
    let (left, right) = range(points.iter().map(|p| p.0));
    let (low, high) = range(points.iter().map(|p| p.1));
    Figure {
        title,
        subtitle,
        columns: 1,
        panels: vec![Panel {
            title: String::new(),
            x: Axis::linear(x, left, right, false),
            y: Axis::linear(y, low, high, false),
            lines: Vec::new(),
            dots: false,
            scatter: vec![(0, points)],
            lanes: Vec::new(),
        }],
        series: vec![y.to_string()],
        order: Vec::new(),
    }
}

/// The name of the scene for people.
pub(crate) fn title(scene: &Scene) -> String {
    scene.title.clone().unwrap_or_else(|| scene.name.clone())
}

/// Writes what `poincare` and `return-map` found: `points` is what there is of them, in words.
fn save_points(
    (scene, args, outputs): (&Scene, &PoincareArgs, &Outputs),
    figure: &Figure,
    (points, columns): (&str, [&str; 3]),
    rows: &[[f64; 3]],
) -> Result<(), String> {
    let section = args.section.spec().words();
    let results = json!({
        "scene": scene.name, "section": section, "scheme": scene.run.scheme.name, "columns": columns, "points": rows,
    });
    let said = format!("{} {points} {section}\n", rows.len());
    let to = (&args.output, outputs);
    save(to, figure, &csv(&columns, rows), (&results, &said))
}

/// Rows of numbers with all their digits.
pub(crate) fn csv(head: &[&str], rows: &[[f64; 3]]) -> String {
    let head: Vec<_> = head.iter().map(|name| quoted(name)).collect();
    let mut out = head.join(",");
    out.push('\n');
    for [a, b, c] in rows {
        let _ = writeln!(out, "{},{},{}", Cell(*a), Cell(*b), Cell(*c));
    }
    out
}
