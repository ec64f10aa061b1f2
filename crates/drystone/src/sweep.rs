//! `drystone bench synthetic`: share solved and time against the number of contacts, on problems made here.
//!
//! Every family at every size is one problem; every solver runs on it once per tolerance. A point of a figure is one
//! size: the share of the families solved, and the median time of those solved.

use crate::bench::{best_of, check_names, save};
use crate::chart::{Axis, Figure, Panel, plain, ticks_of_time};
use crate::cli::{BenchSyntheticArgs, Limits, MeasureName};
use crate::outcome::{self, Label, Outcome};
use crate::registry::{self, Problem};
use crate::text::{self, Style, Table};
use serde_json::{Value, json};

/// All runs of one solver at one tolerance and size.
struct Cell {
    size: u32,
    contacts: f64,
    tolerance: f64,
    solver: &'static str,
    outcomes: Vec<Outcome>,
}

impl Cell {
    fn solved(&self) -> usize {
        self.outcomes.iter().filter(|o| o.solved()).count()
    }

    fn share(&self) -> f64 {
        self.solved() as f64 / self.outcomes.len().max(1) as f64
    }

    /// Median time of the runs that solved.
    fn median(&self) -> Option<f64> {
        let mut times: Vec<f64> = self
            .outcomes
            .iter()
            .filter(|o| o.solved())
            .map(|o| o.wall_s)
            .collect();
        times.sort_by(f64::total_cmp);
        times.get(times.len() / 2).copied()
    }
}

/// Runs the sweep. `true` when every problem was solved by at least one solver at every tolerance.
pub(crate) fn command(args: &BenchSyntheticArgs) -> Result<bool, String> {
    check_names(&args.solvers)?;
    let families = families(&args.families)?;
    let solvers = solvers(&args.solvers)?;
    let mut cells: Vec<Cell> = Vec::new();
    let mut all_solved = true;
    for &size in &args.sizes {
        let problems = build(&families, size)?;
        let contacts =
            problems.iter().map(|p| p.1.num_contacts() as f64).sum::<f64>() / problems.len().max(1) as f64;
        for &tolerance in &args.tolerances {
            if !args.output.quiet {
                text::complain(&format!(
                    "size {size}, {contacts:.0} contacts on average, tolerance {tolerance:e}"
                ));
            }
            let limits = Limits {
                tolerance,
                measure: MeasureName::Both,
                max_iterations: None,
                time_limit: Some(args.time_limit),
            };
            let row: Vec<Cell> = solvers
                .iter()
                .map(|&solver| Cell {
                    size,
                    contacts,
                    tolerance,
                    solver,
                    outcomes: problems.iter().filter_map(|p| run(p, solver, &limits)).collect(),
                })
                .collect();
            all_solved &= (0..problems.len())
                .all(|p| row.iter().any(|c| c.outcomes.get(p).is_some_and(Outcome::solved)));
            cells.extend(row);
        }
    }
    let results = to_json(args, &families, &cells);
    save(
        &args.output,
        &results,
        &[(
            "synthetic.svg".to_string(),
            figure(args, &families, &solvers, &cells),
        )],
    )?;
    if args.output.json {
        text::print(&format!("{results:#}\n"))?;
    } else {
        text::print(&report(args, &families, &solvers, &cells))?;
    }
    Ok(all_solved)
}

fn families(only: &[String]) -> Result<Vec<&'static str>, String> {
    let known: Vec<&'static str> = registry::families().iter().map(|entry| entry.0).collect();
    for name in only {
        if !known.contains(&name.as_str()) {
            let hint = text::nearest(name, known.iter().copied())
                .map(|near| format!("did you mean \"{near}\"? "))
                .unwrap_or_default();
            return Err(format!(
                "no family \"{name}\": {hint}give some of {}",
                known.join(", ")
            ));
        }
    }
    Ok(known
        .into_iter()
        .filter(|name| only.is_empty() || only.iter().any(|o| o == name))
        .collect())
}

fn solvers(only: &[String]) -> Result<Vec<&'static str>, String> {
    let names: Vec<&'static str> = registry::contact_solvers()
        .iter()
        .map(|entry| entry.0)
        .filter(|name| only.is_empty() || only.iter().any(|o| o == name))
        .collect();
    if names.is_empty() {
        return Err("none of these solves contact problems: see `drystone list`".to_string());
    }
    Ok(names)
}

fn build(families: &[&'static str], size: u32) -> Result<Vec<(&'static str, Problem)>, String> {
    let size = usize::try_from(size).map_err(|e| e.to_string())?;
    families
        .iter()
        .map(|family| Ok((*family, Problem::Contact(registry::synthetic(family, size)?))))
        .collect()
}

fn run((family, problem): &(&'static str, Problem), solver: &str, limits: &Limits) -> Option<Outcome> {
    let label = Label {
        problem: family,
        kind: "synthetic",
    };
    best_of(|| outcome::run(&label, problem, solver, limits))
}

fn report(args: &BenchSyntheticArgs, families: &[&str], solvers: &[&'static str], cells: &[Cell]) -> String {
    let colour = text::colour();
    let mut out = format!(
        "{}  {} families: {}\nsolved of all families, and the median time of those solved\n",
        text::paint("Synthetic contact problems", Style::Bold, colour),
        families.len(),
        families.join(", ")
    );
    for &tolerance in &args.tolerances {
        let of = |solver: &str| -> Vec<&Cell> {
            cells
                .iter()
                .filter(|c| c.solver == solver && c.tolerance == tolerance)
                .collect()
        };
        let mut heading = vec![format!("tolerance {tolerance:e}")];
        let first = solvers.first().map(|solver| of(solver)).unwrap_or_default();
        heading.extend(first.iter().map(|cell| format!("{:.0} contacts", cell.contacts)));
        let heading: Vec<&str> = heading.iter().map(String::as_str).collect();
        let mut table = Table::new("<>>>>>>>>>>>>", &heading);
        for solver in solvers {
            let mut row = vec![((*solver).to_string(), Style::Plain)];
            row.extend(of(solver).iter().map(|cell| {
                let time = cell.median().map_or_else(|| "–".to_string(), text::seconds);
                let style = if cell.share() == 1.0 {
                    Style::Good
                } else {
                    Style::Bad
                };
                (
                    format!("{}/{}  {time:>8}", cell.solved(), cell.outcomes.len()),
                    style,
                )
            }));
            table.row(row);
        }
        out.push('\n');
        out.push_str(&table.render(2, colour));
    }
    out
}

fn figure(args: &BenchSyntheticArgs, families: &[&str], solvers: &[&'static str], cells: &[Cell]) -> Figure {
    let times: Vec<f64> = cells.iter().filter_map(Cell::median).collect();
    let range = |x: &mut dyn Iterator<Item = f64>| {
        x.fold((f64::INFINITY, 0.0), |(lo, hi): (f64, f64), x| {
            (lo.min(x), hi.max(x))
        })
    };
    let (lo_t, hi_t) = range(&mut times.iter().copied());
    let (lo_n, hi_n) = range(&mut cells.iter().map(|c| c.contacts));
    let x = Axis::log("contacts", lo_n, hi_n, plain);
    let lines = |tolerance: f64, value: &dyn Fn(&Cell) -> Option<f64>| -> Vec<(usize, Vec<(f64, f64)>)> {
        let of = |solver: &str| -> Vec<(f64, f64)> {
            let mine = cells
                .iter()
                .filter(|c| c.solver == solver && c.tolerance == tolerance);
            mine.filter_map(|c| value(c).map(|y| (c.contacts, y))).collect()
        };
        solvers
            .iter()
            .enumerate()
            .map(|(s, solver)| (s, of(solver)))
            .collect()
    };
    let panel = |title: String, y: Axis, lines| Panel {
        title,
        x: x.clone(),
        y,
        lines,
        dots: true,
    };
    let mut panels = Vec::new();
    for &tolerance in &args.tolerances {
        let title = format!("tolerance {tolerance:e}");
        panels.push(panel(
            title,
            Axis::share("share solved"),
            lines(tolerance, &|c| Some(c.share())),
        ));
    }
    for &tolerance in &args.tolerances {
        let y = Axis::log("median time of those solved", lo_t, hi_t.max(lo_t), ticks_of_time);
        panels.push(panel(String::new(), y, lines(tolerance, &|c| c.median())));
    }
    Figure {
        title: "Synthetic contact problems".to_string(),
        subtitle: format!(
            "{} families, time limit {} s for each run",
            families.len(),
            args.time_limit
        ),
        columns: args.tolerances.len(),
        panels,
        series: solvers.iter().map(|s| (*s).to_string()).collect(),
        order: order(solvers, cells),
    }
}

/// Solvers from most to fewest problems solved.
fn order(solvers: &[&'static str], cells: &[Cell]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..solvers.len()).collect();
    let total = |s: usize| -> usize {
        cells
            .iter()
            .filter(|c| c.solver == solvers[s])
            .map(Cell::solved)
            .sum()
    };
    order.sort_by_key(|&s| std::cmp::Reverse(total(s)));
    order
}

fn to_json(args: &BenchSyntheticArgs, families: &[&str], cells: &[Cell]) -> Value {
    let cells: Vec<Value> = cells
        .iter()
        .map(|c| {
            json!({
                "solver": c.solver, "size": c.size, "mean_contacts": c.contacts, "tolerance": c.tolerance,
                "share_solved": c.share(), "median_wall_s": c.median(),
                "results": c.outcomes,
            })
        })
        .collect();
    json!({ "families": families, "sizes": args.sizes, "time_limit": args.time_limit, "cells": cells })
}
