//! `drystone poincare` and `return-map`, and what all analyses share: scenes by the hybrid scheme, figures,
//! tables.

pub(crate) mod bifurcation;
pub(crate) mod lyapunov;

use crate::cli::{FigureOutput, PoincareArgs, SceneArgs};
use crate::commands::run::{absent, load};
use crate::figures::chart::{Axis, Figure, Panel};
use crate::figures::png;
use crate::terminal::text;
use drystone::analysis::{AnalysisError, Orbit, Quantity, Walk};
use drystone::io::scene::Scene;
use serde_json::{Value, json};
use std::fmt::Write;

/// The scene with its overrides; by the hybrid scheme where no other is asked for.
pub(crate) fn read(args: &SceneArgs, more: &[(&str, &str)]) -> Result<Scene, String> {
    let sets = args.sets()?;
    let mut all: Vec<(&str, &str)> = vec![("run.scheme", "hybrid")];
    all.extend(sets.iter().map(|(k, v)| (k.as_str(), v.as_str())));
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

/// Time and the two values of every point of the section.
type Rows = Vec<[f64; 3]>;

fn rows(scene: &Scene, args: &PoincareArgs, (x, y): (&str, &str)) -> Result<Rows, AnalysisError> {
    let mut orbit = Orbit::new(scene)?;
    let (section, period) = args.section.spec().build(scene, &orbit.names)?;
    let mut quantities = [
        Quantity::new(scene, &orbit.names, x)?,
        Quantity::new(scene, &orbit.names, y)?,
    ];
    let mut walk = Walk::new(&mut orbit, section, period)?;
    let mut rows = Vec::new();
    while let Some(point) = walk.next_point(scene.run.t_end)? {
        if point.state.time >= args.skip {
            let [x, y] = &mut quantities;
            rows.push([point.state.time, x.value(&point), y.value(&point)]);
        }
    }
    Ok(rows)
}

/// The first coordinate and the first velocity, where nothing else is asked for.
fn axes(scene: &Scene, args: &PoincareArgs) -> Result<(String, String), AnalysisError> {
    let names = Orbit::new(scene)?.names;
    let first = |list: &[String]| list.first().cloned().unwrap_or_default();
    let x = args.x.clone().unwrap_or_else(|| first(&names.q));
    let y = args.y.clone().unwrap_or_else(|| first(&names.v));
    Ok((x, y))
}

/// `drystone poincare`. `true` when the run went to its end.
pub(crate) fn poincare(args: &PoincareArgs) -> Result<bool, String> {
    check(&args.output)?;
    let scene = read(&args.scene, &[])?;
    let Some((x, y)) = judged(axes(&scene, args))? else {
        return Ok(false);
    };
    let Some(rows) = judged(rows(&scene, args, (&x, &y)))? else {
        return Ok(false);
    };
    let points: Vec<(f64, f64)> = rows.iter().map(|r| (r[1], r[2])).collect();
    let words = args.section.spec().words();
    let subtitle = format!(
        "{} points {words}, {} to {} s, {}",
        points.len(),
        args.skip,
        scene.run.t_end,
        scene.run.scheme.name
    );
    let figure = scatter(
        (format!("Section: {}", title(&scene)), subtitle),
        (&x, &y),
        points,
    );
    let results = json!({
        "scene": scene.name, "section": words, "scheme": scene.run.scheme.name, "columns": ["t", x, y], "points": rows,
    });
    let said = format!("{} points {words}\n", rows.len());
    save(
        &args.output,
        &figure,
        &csv(&["t", &x, &y], &rows),
        (&results, &said),
    )?;
    Ok(true)
}

/// `drystone return-map`. `true` when the run went to its end.
pub(crate) fn return_map(args: &PoincareArgs) -> Result<bool, String> {
    check(&args.output)?;
    if args.y.is_some() {
        return Err("return-map draws the next value of --x against it: leave --y out".into());
    }
    let scene = read(&args.scene, &[])?;
    let Some((x, _)) = judged(axes(&scene, args))? else {
        return Ok(false);
    };
    let Some(rows) = judged(rows(&scene, args, (&x, &x)))? else {
        return Ok(false);
    };
    let pairs: Rows = rows.windows(2).map(|w| [w[0][0], w[0][1], w[1][1]]).collect();
    let points: Vec<(f64, f64)> = pairs.iter().map(|r| (r[1], r[2])).collect();
    let words = args.section.spec().words();
    let next = format!("next {x}");
    let subtitle = format!("{} returns {words}, {}", points.len(), scene.run.scheme.name);
    let mut figure = scatter(
        (format!("Return map: {}", title(&scene)), subtitle),
        (&x, &next),
        points,
    );
    let (lo, hi) = range(pairs.iter().flat_map(|r| [r[1], r[2]]));
    figure.panels[0].x = Axis::linear(&x, lo, hi, false);
    figure.panels[0].y = Axis::linear(&next, lo, hi, false);
    figure.panels[0].lines.push((1, vec![(lo, lo), (hi, hi)]));
    figure.series.push("x = x".into());
    let results = json!({
        "scene": scene.name, "section": words, "scheme": scene.run.scheme.name, "columns": ["t", x, next], "points": pairs,
    });
    let said = format!("{} returns {words}\n", pairs.len());
    save(
        &args.output,
        &figure,
        &csv(&["t", &x, &next], &pairs),
        (&results, &said),
    )?;
    Ok(true)
}

/// Rows of numbers with all their digits.
pub(crate) fn csv(head: &[&str], rows: &[[f64; 3]]) -> String {
    let quoted = |name: &&str| {
        if name.contains([',', '"']) {
            format!("\"{}\"", name.replace('"', "\"\""))
        } else {
            (*name).to_string()
        }
    };
    let mut out = head.iter().map(quoted).collect::<Vec<_>>().join(",");
    out.push('\n');
    for [a, b, c] in rows {
        let _ = writeln!(out, "{a},{b},{c}");
    }
    out
}
