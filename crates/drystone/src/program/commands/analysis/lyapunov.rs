//! `drystone lyapunov`: exponents by tangent vectors with the saltation of events, checked by two orbits.

use crate::cli::LyapunovArgs;
use crate::commands::analysis::{check, csv, judged, range, read, save, title};
use crate::figures::chart::{Axis, Figure, Panel};
use crate::terminal::text;
use drystone::analysis::{AnalysisError, Exponents, Orbit, Plan, by_tangents, by_two_orbits, number};
use drystone::io::scene::Scene;
use serde_json::{Value, json};
use std::fmt::Write;

/// By tangents, and by two orbits where asked.
type Found = (Exponents, Option<Exponents>);

/// `true` when exponents were found.
pub(crate) fn command(args: &LyapunovArgs) -> Result<bool, String> {
    let scene = read(&args.scene, &[])?;
    let outputs = check(&args.output, &scene)?;
    let Some((plan, found)) = judged(measure(&scene, args))? else {
        return Ok(false);
    };
    let (tangents, orbits) = &found;
    let words = report(&scene, &plan, &found);
    let results = json!({
        "scene": scene.name,
        "scheme": scene.run.scheme.name,
        "interval": plan.interval, "intervals": plan.count, "skipped": plan.skip,
        "time": tangents.time,
        "impacts": tangents.impacts,
        "tangents": { "exponents": words_of(&tangents.values), "standard_errors": tangents.errors, "events_without_derivative": tangents.lost },
        "two_orbits": orbits.as_ref().map(|o| json!({
            "exponent": words_of(&o.values).first(), "standard_error": o.errors.first(), "distance": args.distance,
        })),
        "unit": "1/s",
    });
    let rows: Vec<[f64; 3]> = tangents
        .course
        .iter()
        .enumerate()
        .map(|(i, (t, x))| {
            [
                *t,
                *x,
                orbits
                    .as_ref()
                    .and_then(|o| o.course.get(i))
                    .map_or(f64::NAN, |p| p.1),
            ]
        })
        .collect();
    let table = csv(&["t", "by tangents", "by two orbits"], &rows);
    let to = (&args.output, &outputs);
    save(to, &figure(&scene, &found), &table, (&results, &words))?;
    if tangents.lost > 0 {
        text::complain(&format!(
            "note: {} events have no derivative (contacts that meet at one instant, accumulations left to time-stepping): \
             trust the two orbits there",
            tangents.lost
        ));
    }
    Ok(true)
}

fn measure(scene: &Scene, args: &LyapunovArgs) -> Result<(Plan, Found), AnalysisError> {
    let interval = match &args.period {
        Some(text) => number(scene, text)?,
        None => scene.run.step,
    };
    if !(interval > 0.0) {
        return Err(AnalysisError::Input(format!(
            "--period: {interval} s: give one above 0"
        )));
    }
    let plan = Plan {
        interval,
        skip: args.skip as usize,
        count: args.periods as usize,
        vectors: args.exponents as usize,
    };
    let tangents = by_tangents(&mut Orbit::new(scene)?, &plan)?;
    let orbits = if args.tangent {
        None
    } else {
        let (mut one, mut other) = (Orbit::new(scene)?, Orbit::new(scene)?);
        Some(by_two_orbits((&mut one, &mut other), &plan, args.distance)?)
    };
    Ok((plan, (tangents, orbits)))
}

/// Exponents in JSON, which has no infinity: −∞ is the string "-inf".
fn words_of(values: &[f64]) -> Vec<Value> {
    let word = |x: &f64| {
        if *x == f64::NEG_INFINITY {
            json!("-inf")
        } else {
            json!(x)
        }
    };
    values.iter().map(word).collect()
}

/// An exponent with its error, as text.
fn with_error(value: f64, error: f64) -> String {
    if value == f64::NEG_INFINITY {
        "-inf 1/s: the difference vanished (a contact that stays closed, or stick)".into()
    } else {
        format!("{value:+.6} ± {error:.6} 1/s")
    }
}

fn report(scene: &Scene, plan: &Plan, (tangents, orbits): &Found) -> String {
    let mut out = format!("{}\n", title(scene));
    let _ = writeln!(
        out,
        "{} intervals of {:.6} s after {}, {} impacts",
        plan.count, plan.interval, plan.skip, tangents.impacts
    );
    for (k, (value, error)) in tangents.values.iter().zip(&tangents.errors).enumerate() {
        let _ = writeln!(
            out,
            "exponent {}, by tangents     {}",
            k + 1,
            with_error(*value, *error)
        );
    }
    if let Some(orbits) = orbits
        && let (Some(value), Some(error)) = (orbits.values.first(), orbits.errors.first())
    {
        let _ = writeln!(out, "largest, by two orbits      {}", with_error(*value, *error));
        if value.is_finite() && tangents.values.first() == Some(&f64::NEG_INFINITY) {
            out.push_str("two orbits see what vanished as rounding, which grows again: trust the tangents\n");
        }
    }
    out
}

/// How the estimates of the largest exponent settle.
fn figure(scene: &Scene, (tangents, orbits): &Found) -> Figure {
    // A line ends where the difference vanishes.
    let finite = |course: &[(f64, f64)]| -> Vec<(f64, f64)> {
        course.iter().copied().filter(|p| p.1.is_finite()).collect()
    };
    let mut lines = vec![(0, finite(&tangents.course))];
    let mut series = vec!["by tangents".to_string()];
    if let Some(orbits) = orbits {
        lines.push((1, finite(&orbits.course)));
        series.push("by two orbits".to_string());
    }
    // What the first few intervals say is no estimate yet.
    let late = |line: &(usize, Vec<(f64, f64)>)| {
        let from = line.1.len() / 20;
        line.1[from..].iter().map(|p| p.1).collect::<Vec<f64>>()
    };
    let (lo, hi) = range(lines.iter().flat_map(late).chain([0.0]));
    Figure {
        title: format!("Largest Lyapunov exponent: {}", title(scene)),
        subtitle: format!("estimate after each interval, {}", scene.run.scheme.name),
        columns: 1,
        panels: vec![Panel {
            title: String::new(),
            x: Axis::linear("time, s", 0.0, tangents.time, true),
            y: Axis::linear("exponent, 1/s", lo, hi, false),
            lines,
            dots: false,
            scatter: Vec::new(),
            lanes: Vec::new(),
        }],
        order: (0..series.len()).collect(),
        series,
    }
}
