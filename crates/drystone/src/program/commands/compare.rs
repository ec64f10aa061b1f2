//! `drystone compare`: the same scene by every scheme and every solver, side by side.

use crate::cli::CompareArgs;
use crate::commands::converge::choose;
use crate::commands::run;
use crate::terminal::progress;
use crate::terminal::progress::Progress;
use crate::terminal::report::tables::plain;
use crate::terminal::text;
use crate::terminal::text::{InWords, Style, Table};
use drystone::convergence;
use drystone::io::scene::{Scene, SystemDescription};
use drystone::run::runner::Runner;
use drystone::run::summary::summary;
use drystone::run::verdict::{Ending, RunVerdict};
use drystone::solve::certificate::word_of;
use serde_json::{Value, json};
use std::fmt::Write;
use std::time::Instant;

/// What one pair of scheme and solver did.
struct Outcome {
    scheme: String,
    solver: String,
    /// Where it ended, or why it did not get there.
    found: Result<End, String>,
}

/// A run that reached its end.
struct End {
    q: Vec<f64>,
    v: Vec<f64>,
    worst: (&'static str, f64, &'static str),
    residue: Option<f64>,
    iterations: f64,
    failed_steps: u64,
    wall_s: f64,
    summary: Value,
}

/// Runs them all. `true` when at least one run reached its end with every step certified.
pub(crate) fn command(args: &CompareArgs) -> Result<bool, String> {
    let scene = run::read(&args.scene)?;
    let scheme_names = convergence::scheme_names(&scene);
    let solver_names: Vec<&str> = match scene.system {
        SystemDescription::Bodies(_) | SystemDescription::Lagrangian(_) => {
            drystone::solve::cone::NAMES.iter().map(|entry| entry.0).collect()
        }
        SystemDescription::Complementarity(_) => drystone::solve::lcp::Method::ALL
            .iter()
            .map(|m| m.name())
            .collect(),
    };
    let schemes = choose(
        "scheme",
        &args.schemes,
        args.scene.changes.scheme.as_deref(),
        &scheme_names,
    )?;
    let solvers = choose(
        "solver",
        &args.solvers,
        args.scene.changes.solver.as_deref(),
        &solver_names,
    )?;
    let mut outcomes = Vec::new();
    let all = schemes.len() * solvers.len();
    let began = Instant::now();
    for scheme in &schemes {
        for solver in &solvers {
            if began.elapsed() > progress::QUIET {
                let number = outcomes.len() + 1;
                text::complain(&format!("{number} of {all}: {scheme}, {solver}"));
            }
            let mut one = convergence::variant(&scene, scheme, scene.run.step);
            one.run.random_step = scene.run.random_step;
            if one.run.solver.name != *solver {
                one.run.solver = convergence::plain(solver);
            }
            outcomes.push(Outcome {
                scheme: scheme.clone(),
                solver: solver.clone(),
                found: simulate(&one),
            });
        }
    }
    if args.json {
        text::print(&format!("{:#}\n", to_json(&scene, &outcomes)))?;
    } else {
        text::print(&report(&scene, &outcomes))?;
    }
    let good = |o: &Outcome| o.found.as_ref().is_ok_and(|end| end.failed_steps == 0);
    Ok(outcomes.iter().any(good))
}

fn simulate(scene: &Scene) -> Result<End, String> {
    let mut runner = Runner::new(scene).in_words()?;
    let began = Instant::now();
    let mut progress = Progress::new(false, runner.frame().time);
    let end = runner.t_end;
    let done = runner.run(|frame| progress.at(Instant::now(), (frame.time, end), frame.count));
    progress.end();
    done.in_words()?;
    let wall_s = began.elapsed().as_secs_f64();
    let (totals, frame) = (&runner.totals, runner.frame());
    let clauses = totals.certificate.clauses();
    let worst = clauses
        .iter()
        .fold(clauses[0], |worst, c| if c.1 <= worst.1 { worst } else { *c });
    Ok(End {
        q: frame.q.to_vec(),
        v: frame.v.to_vec(),
        worst,
        residue: runner.is_mechanical().then_some(totals.energy.residue),
        iterations: totals.iterations_sum as f64 / totals.steps.max(1) as f64,
        failed_steps: totals.failed_steps(),
        wall_s,
        summary: summary(
            scene,
            &runner,
            &RunVerdict::of(scene, &runner, &Ending::Finished),
            wall_s,
        ),
    })
}

/// The first run that reached its end: what the others are measured against.
fn first(outcomes: &[Outcome]) -> Option<&End> {
    outcomes.iter().find_map(|o| o.found.as_ref().ok())
}

/// Largest difference of a component.
fn apart(a: &[f64], b: &[f64]) -> f64 {
    let differences = a.iter().zip(b).map(|(a, b)| (a - b).abs());
    differences.fold(
        0.0,
        |worst: f64, d| if d <= worst || worst.is_nan() { worst } else { d },
    )
}

fn list(x: &[f64]) -> String {
    const SHOWN: usize = 4;
    let mut words: Vec<String> = x.iter().take(SHOWN).map(|x| plain(*x)).collect();
    if x.len() > SHOWN {
        words.push("…".into());
    }
    words.join(" ")
}

fn report(scene: &Scene, outcomes: &[Outcome]) -> String {
    let colour = text::colour();
    let title = scene.title.as_deref().unwrap_or(&scene.name);
    let mut out = format!(
        "{}\nto t = {} s, step {} s; distances are from the first run that reached its end\n\n",
        text::paint(title, Style::Bold, colour),
        scene.run.t_end,
        scene.run.step
    );
    let mut table = Table::new(
        "<<<<>>>>>>",
        &[
            "scheme",
            "solver",
            "q",
            "v",
            "|Δq|",
            "|Δv|",
            "worst clause",
            "residue J",
            "iterations",
            "time",
        ],
    );
    let base = first(outcomes);
    for outcome in outcomes {
        let mut row = vec![
            (outcome.scheme.clone(), Style::Plain),
            (outcome.solver.clone(), Style::Plain),
        ];
        match (&outcome.found, base) {
            (Ok(end), Some(base)) => row.extend(cells(end, base)),
            _ => row.push(("did not reach the end, see below".into(), Style::Bad)),
        }
        table.row(row);
    }
    out.push_str(&table.render(0, colour));
    let mut last = String::new();
    for outcome in outcomes {
        if let Err(reason) = &outcome.found {
            // A scheme that does not apply says the same with every solver.
            let line = format!("{}: {reason}", outcome.scheme);
            if line != last {
                let name = format!("{}, {}", outcome.scheme, outcome.solver);
                let _ = writeln!(out, "\n{}: {reason}", text::paint(&name, Style::Bold, colour));
                last = line;
            }
        }
    }
    out
}

fn cells(end: &End, base: &End) -> Vec<(String, Style)> {
    let verdict = if end.failed_steps == 0 {
        Style::Good
    } else {
        Style::Bad
    };
    let failed = match end.failed_steps {
        0 => String::new(),
        n => format!(", {n} failed"),
    };
    vec![
        (list(&end.q), Style::Plain),
        (list(&end.v), Style::Plain),
        (text::small(apart(&end.q, &base.q)), Style::Plain),
        (text::small(apart(&end.v, &base.v)), Style::Plain),
        (
            format!("{} {}{failed}", word_of(end.worst.0), text::small(end.worst.1)),
            verdict,
        ),
        (end.residue.map_or("–".into(), text::small), Style::Plain),
        (format!("{:.2}", end.iterations), Style::Plain),
        (text::seconds(end.wall_s), Style::Plain),
    ]
}

fn to_json(scene: &Scene, outcomes: &[Outcome]) -> Value {
    let base = first(outcomes);
    let runs: Vec<Value> = outcomes
        .iter()
        .map(|outcome| match (&outcome.found, base) {
            (Ok(end), Some(base)) => json!({
                "scheme": outcome.scheme, "solver": outcome.solver, "finished": true,
                "distance": { "q": apart(&end.q, &base.q), "v": apart(&end.v, &base.v) },
                "summary": end.summary,
            }),
            (found, _) => json!({
                "scheme": outcome.scheme, "solver": outcome.solver, "finished": false,
                "reason": found.as_ref().err(),
            }),
        })
        .collect();
    json!({ "scene": scene.name, "step": scene.run.step, "t_end": scene.run.t_end, "runs": runs })
}
