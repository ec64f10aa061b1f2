//! Work and precision of every scheme on scenes of the program: `docs/figures/work_precision.svg`, and tables
//! on the terminal.
//!
//! ```text
//! error = max( |q − q*| / max |q|, |v − v*| / max |v| )   at the end of the run
//! work  = seconds of the processor in the steps, least of several runs;
//!       reading and building the scene is not in it
//! ```
//! References q*, v*: the closed form where there is one, else `hybrid` at 10⁻¹³, beside `event-driven` at
//! 10⁻¹² and time-stepping extrapolated to a vanishing step; how far these are apart is printed.
//! Time-stepping halves its step until its time is up, from one step for the whole run; the schemes with
//! smooth phases get tolerances from 10⁻¹ to 10⁻¹³, with one step of output and with ten. An error counts as
//! reached where all finer runs of the scheme reach it as well: luck does not count.
//!
//! Run: `cargo run --release --example work_precision [-- FILE [SCENE ...]]`

mod figure;
#[path = "work_precision/measure.rs"]
mod measure;
#[path = "work_precision/problems.rs"]
mod problems;

use drystone::dynamics::schemes::NAMES;
use figure::{Axes, Figure};
use measure::{End, Problem, Way, distance, run};
use problems::PROBLEMS;
use std::error::Error;
use std::fmt::Write as _;
use std::io::Write;

/// Steps of output of the schemes with smooth phases: each number is a curve of its own, the better one
/// counts.
const OUTPUTS: [u32; 2] = [1, 10];
/// Most seconds of a run of time-stepping.
const MOST: f64 = 0.25;
/// Errors at which schemes are compared.
const LEVELS: std::ops::RangeInclusive<i32> = -10..=-2;
/// Times this near to each other are the same: two runs of one program differ by as much.
const NOISE: f64 = 1.05;

/// One scheme on one problem: errors and seconds.
struct Curve {
    scheme: &'static str,
    points: Vec<(f64, f64)>,
}

/// What is known of the answer.
struct Reference {
    end: End,
    source: String,
}

fn is_smooth(scheme: &str) -> bool {
    matches!(scheme, "event-driven" | "hybrid")
}

fn smooth(scheme: &'static str, tolerance: f64, steps: u32) -> Way {
    Way {
        scheme,
        tolerance: Some(tolerance),
        steps,
        batch: 100,
        most: 20.0,
    }
}

fn stepping(scheme: &'static str, steps: u32, most: f64) -> Way {
    Way {
        scheme,
        tolerance: None,
        steps,
        batch: 100,
        most,
    }
}

/// The reference, and how far the others are from it.
fn reference(problem: &Problem) -> Option<Reference> {
    let mut end = run(
        problem,
        Way {
            batch: 1,
            ..smooth("hybrid", 1e-13, 20)
        },
    )?;
    let mut source = "hybrid 1e-13".to_string();
    if let Some(exact) = problem.exact {
        let known = exact(problem.end);
        let (q, v) = known.split_at(end.q.len());
        let found = end.clone();
        (end.q, end.v) = (q.to_vec(), v.to_vec());
        source = format!("closed form; hybrid 1e-13 at {:.0e}", distance(&found, &end));
    }
    if let Some(other) = run(problem, smooth("event-driven", 1e-12, 10)) {
        let _ = write!(source, "; event-driven 1e-12 at {:.0e}", distance(&other, &end));
    }
    if let Some(([finest, limit], steps)) = extrapolated(problem) {
        let _ = write!(
            source,
            "; midpoint in {steps} steps at {:.0e}, extrapolated at {:.0e}",
            distance(&finest, &end),
            distance(&limit, &end)
        );
    }
    Some(Reference { end, source })
}

/// Moreau's midpoint at the shortest step that is affordable, and extrapolated with order 1 from it and its
/// double.
fn extrapolated(problem: &Problem) -> Option<([End; 2], u32)> {
    let mut steps = 1000;
    let mut coarse = run(problem, stepping("moreau-midpoint", steps, MOST))?;
    while let Some(fine) = run(problem, stepping("moreau-midpoint", 2 * steps, 2.0 * MOST)) {
        steps *= 2;
        let before = std::mem::replace(&mut coarse, fine);
        if coarse.seconds > MOST {
            let mut limit = coarse.clone();
            for (to, from) in limit.q.iter_mut().zip(&before.q) {
                *to += *to - from;
            }
            for (to, from) in limit.v.iter_mut().zip(&before.v) {
                *to += *to - from;
            }
            return Some(([coarse, limit], steps));
        }
    }
    None
}

/// Tolerances from 10⁻¹ to 10⁻¹³ by a scheme with smooth phases.
fn smooth_curve(problem: &Problem, scheme: &'static str, outputs: u32, reference: &End) -> Curve {
    let mut points = Vec::new();
    for k in 2..=26 {
        let tolerance = 10f64.powf(-0.5 * f64::from(k));
        if let Some(end) = run(problem, smooth(scheme, tolerance, outputs)) {
            points.push((distance(&end, reference), end.seconds));
        }
    }
    points.retain(|p| p.0.is_finite());
    Curve { scheme, points }
}

/// Steps halved by time-stepping until its time is up.
fn stepping_curve(problem: &Problem, scheme: &'static str, reference: &End) -> Curve {
    let (mut points, mut steps) = (Vec::new(), 1);
    while let Some(end) = run(problem, stepping(scheme, steps, MOST)) {
        points.push((distance(&end, reference), end.seconds));
        steps *= 2;
        if end.seconds > 0.6 * MOST || steps > 4_000_000 {
            break;
        }
    }
    points.retain(|p| p.0.is_finite());
    Curve { scheme, points }
}

fn curves(problem: &Problem, reference: &End) -> Vec<Curve> {
    let mut all = Vec::new();
    for entry in NAMES {
        if is_smooth(entry.name) {
            all.extend(OUTPUTS.map(|n| smooth_curve(problem, entry.name, n, reference)));
        } else {
            all.push(stepping_curve(problem, entry.name, reference));
        }
    }
    share_times(&mut all);
    all
}

/// `hybrid` does what `event-driven` does where events are sparse: runs with the same error to the last bit
/// are the same run, and differ by noise alone. The least of their times counts for both.
fn share_times(all: &mut [Curve]) {
    let of = |name: &str, all: &[Curve]| -> Vec<usize> {
        (0..all.len()).filter(|i| all[*i].scheme == name).collect()
    };
    for (a, b) in of("event-driven", all).into_iter().zip(of("hybrid", all)) {
        for i in 0..all[a].points.len() {
            let (error, time) = all[a].points[i];
            let same = |p: &(f64, f64)| p.0 != 0.0 && p.0.to_bits() == error.to_bits();
            // One of them may have stopped at some tolerance: the places need not be the same.
            if let Some(k) = all[b].points.iter().position(same) {
                let least = time.min(all[b].points[k].1);
                (all[a].points[i].1, all[b].points[k].1) = (least, least);
            }
        }
    }
}

impl Curve {
    /// Least time in which an error was reached, by a run and by all finer ones; infinite where none did.
    fn time_for(&self, error: f64) -> f64 {
        let fine = self.points.iter().rev().take_while(|p| p.0 <= error);
        fine.fold(f64::INFINITY, |m, p| m.min(p.1))
    }
}

fn micro(seconds: f64) -> String {
    match seconds * 1e6 {
        x if !x.is_finite() => "–".into(),
        x if x < 100.0 => format!("{x:.1}"),
        x => format!("{x:.0}"),
    }
}

/// One line per error: hybrid, event-driven, the best of time-stepping, and whether hybrid is the first.
fn tell(out: &mut impl Write, scene: &str, curves: &[Curve]) -> std::io::Result<[usize; 2]> {
    let mut wins = [0, 0];
    let of = |name: &str, error: f64| {
        let named = curves.iter().filter(|c| c.scheme == name);
        named.fold(f64::INFINITY, |m, c| m.min(c.time_for(error)))
    };
    for level in LEVELS.rev() {
        let error = 10f64.powi(level);
        let (hybrid, events) = (of("hybrid", error), of("event-driven", error));
        let stepping = curves.iter().filter(|c| !is_smooth(c.scheme));
        let best = stepping.fold(("", f64::INFINITY), |best, c| match c.time_for(error) {
            time if time < best.1 => (c.scheme, time),
            _ => best,
        });
        let first = hybrid.is_finite() && hybrid <= NOISE * events && hybrid <= best.1;
        wins[usize::from(first)] += 1;
        writeln!(
            out,
            "| {scene} | 1e{level} | {} | {} | {} {} | {} |",
            micro(hybrid),
            micro(events),
            micro(best.1),
            best.0,
            if first { "yes" } else { "no" }
        )?;
    }
    Ok(wins)
}

/// Lines of the schemes compared.
const STYLES: [(&str, &str); 7] = [
    ("moreau-midpoint", "stroke=\"#1b62a5\" stroke-width=\"1.4\""),
    (
        "moreau-jean",
        "stroke=\"#22863f\" stroke-width=\"1.4\" stroke-dasharray=\"7 3\"",
    ),
    (
        "stewart-trinkle",
        "stroke=\"#7248a8\" stroke-width=\"1.4\" stroke-dasharray=\"2 2.5\"",
    ),
    (
        "anitescu-potra",
        "stroke=\"#855427\" stroke-width=\"1.4\" stroke-dasharray=\"7 3 2 3\"",
    ),
    (
        "paoli-schatzman",
        "stroke=\"#55606b\" stroke-width=\"1.4\" stroke-dasharray=\"1 2\"",
    ),
    (
        "event-driven",
        "stroke=\"#bf2f45\" stroke-width=\"1.6\" stroke-dasharray=\"5 3\"",
    ),
    ("hybrid", "stroke=\"#d4600c\" stroke-width=\"2.6\""),
];
const COLUMNS: usize = 4;

fn draw(all: &[(&str, Vec<Curve>)], path: &str) -> Result<(), Box<dyn Error>> {
    let rows = all.len().div_ceil(COLUMNS);
    let mut figure = Figure::new(
        "Work and precision of the schemes",
        "Error at the end of the run against seconds of the processor in its steps, powers of ten. Further left and further down is better.",
        [310.0 * COLUMNS as f64 + 20.0, 250.0 * rows as f64 + 120.0],
    );
    for (i, (scene, curves)) in all.iter().enumerate() {
        let (column, row) = ((i % COLUMNS) as f64, (i / COLUMNS) as f64);
        let axes = Axes {
            place: [70.0 + 310.0 * column, 100.0 + 250.0 * row, 220.0, 160.0],
            x: [-14.0, 0.0],
            y: [-6.0, 0.0],
            ticks: [2.0, 1.0],
            names: [scene.replace('_', " "), "error".into(), "seconds".into()],
        };
        figure.grid(&axes);
        for curve in curves {
            let Some((_, style)) = STYLES.iter().find(|(name, _)| *name == curve.scheme) else {
                continue;
            };
            let points = curve.points.iter();
            let points: Vec<[f64; 2]> = points.map(|(e, t)| [e.max(1e-16).log10(), t.log10()]).collect();
            figure.line(&axes, &points, style);
        }
        figure.frame(&axes);
    }
    let names: Vec<(&str, &str)> = STYLES.iter().map(|(name, style)| (*style, *name)).collect();
    figure.legend([70.0, 250.0 * rows as f64 + 102.0], 168.0, &names);
    Ok(figure.save(path)?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments
        .next()
        .unwrap_or_else(|| "docs/figures/work_precision.svg".into());
    let only: Vec<String> = arguments.collect();
    let mut out = std::io::stdout().lock();
    let (mut all, mut wins, mut sources) = (Vec::new(), [0, 0], Vec::new());
    writeln!(
        out,
        "| scene | error | hybrid, µs | event-driven, µs | best of time-stepping, µs | hybrid first |"
    )?;
    writeln!(out, "|---|---|---|---|---|---|")?;
    for problem in PROBLEMS {
        if !only.is_empty() && !only.iter().any(|name| name == problem.scene) {
            continue;
        }
        let Some(reference) = reference(problem) else {
            writeln!(out, "| {} | no reference |", problem.scene)?;
            continue;
        };
        let curves = curves(problem, &reference.end);
        if !only.is_empty() {
            for curve in &curves {
                let points = curve.points.iter();
                let points: Vec<String> = points.map(|(e, s)| format!("{e:.1e}:{}", micro(*s))).collect();
                writeln!(out, "{} {}", curve.scheme, points.join(" "))?;
            }
        }
        let [lost, won] = tell(&mut out, problem.scene, &curves)?;
        wins = [wins[0] + lost, wins[1] + won];
        sources.push(format!(
            "| {} | {} | {} |",
            problem.scene, problem.end, reference.source
        ));
        all.push((problem.scene, curves));
        out.flush()?;
    }
    writeln!(
        out,
        "\n| scene | end, s | reference |\n|---|---|---|\n{}",
        sources.join("\n")
    )?;
    writeln!(out, "\nhybrid first: {} of {}", wins[1], wins[0] + wins[1])?;
    draw(&all, &path)
}
