//! Commands that analyse a motion, and what they share: scenes by the hybrid scheme, figures, tables.

pub(crate) mod bifurcation;
pub(crate) mod lyapunov;
pub(crate) mod poincare;
pub(crate) mod return_map;

use crate::cli::{FigureOutput, PoincareArgs, SceneArgs};
use crate::commands::run::{absent, load};
use crate::figures::chart::{Axis, Figure, Panel};
use crate::figures::png;
use crate::terminal::text;
use drystone::analysis::AnalysisError;
use drystone::io::scene::Scene;
use drystone::scenes::borrowed;
use drystone::sinks::csv::quoted;
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

/// Refuses files that are there and figures of no known kind, before anything runs.
pub(crate) fn check(output: &FigureOutput) -> Result<(), String> {
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
        absent(file, output.force)?;
    }
    output
        .csv
        .as_ref()
        .map_or(Ok(()), |file| absent(file, output.force))
}

/// Writes the figure and the table; then the JSON or the words on stdout.
pub(crate) fn save(
    output: &FigureOutput,
    figure: &Figure,
    csv: &str,
    (results, words): (&Value, &str),
) -> Result<(), String> {
    let mut written = String::new();
    if let Some(file) = &output.file {
        let svg = figure.to_svg();
        let bytes = if file.extension().is_some_and(|e| e == "png") {
            png::of_svg(&svg)?
        } else {
            svg.into_bytes()
        };
        std::fs::write(file, bytes).map_err(|e| format!("{}: {e}", file.display()))?;
        let _ = writeln!(written, "written: {}", file.display());
    }
    if let Some(file) = &output.csv {
        std::fs::write(file, csv).map_err(|e| format!("{}: {e}", file.display()))?;
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
    (scene, args): (&Scene, &PoincareArgs),
    figure: &Figure,
    (points, columns): (&str, [&str; 3]),
    rows: &[[f64; 3]],
) -> Result<(), String> {
    let section = args.section.spec().words();
    let results = json!({
        "scene": scene.name, "section": section, "scheme": scene.run.scheme.name, "columns": columns, "points": rows,
    });
    let said = format!("{} {points} {section}\n", rows.len());
    save(&args.output, figure, &csv(&columns, rows), (&results, &said))
}

/// Rows of numbers with all their digits.
pub(crate) fn csv(head: &[&str], rows: &[[f64; 3]]) -> String {
    let head: Vec<_> = head.iter().map(|name| quoted(name)).collect();
    let mut out = head.join(",");
    out.push('\n');
    for [a, b, c] in rows {
        let _ = writeln!(out, "{a},{b},{c}");
    }
    out
}
