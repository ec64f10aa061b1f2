//! `drystone bench synthetic`: share solved and time against the number of contacts, on problems made here.
//!
//! ```text
//! for each size, smallest first:  for each tolerance, loosest first:  for each solver:  every family once
//! ```
//! A point of a figure is one size: the share of the families solved, and the median processor time of those
//! solved. Two runs are spared, for they would only wait for their time limit; both count as not solved and
//! are marked as not run: on a problem whose looser tolerance the solver missed, and of a solver that solved
//! no family at a smaller size at this tolerance. What is known is written to the folder after every line, so
//! that a stopped sweep keeps it.

use crate::cli::{BenchSyntheticArgs, Limits, MeasureName};
use crate::commands::bench::solve::{best_of, check_names, claimed, save};
use crate::commands::solve::outcome;
use crate::commands::solve::outcome::{Label, Outcome};
use crate::figures::chart::{Axis, Figure, Panel, plain, ticks_of_time};
use crate::registry::{self, Problem};
use crate::terminal::text;
use crate::terminal::text::{InWords, Style, Table};
use drystone::io::output::Outputs;
use serde_json::{Value, json};

/// One solver on one problem.
enum Run {
    Done(Box<Outcome>),
    /// Not run, counted as not solved: the family and why.
    Spared(&'static str, &'static str),
}

const LOOSER: &str = "not run: missed a looser tolerance";
const SMALLER: &str = "not run: solved no family at a smaller size";

impl Run {
    fn solved_in(&self) -> Option<f64> {
        match self {
            Run::Done(outcome) if outcome.solved() => Some(outcome.cpu_s),
            _ => None,
        }
    }
}

/// All runs of one solver at one tolerance and size.
struct Cell {
    size: u32,
    time_limit: f64,
    contacts: f64,
    tolerance: f64,
    solver: &'static str,
    /// In the order of the families.
    runs: Vec<Run>,
}

impl Cell {
    fn solved(&self) -> usize {
        self.runs.iter().filter_map(Run::solved_in).count()
    }

    fn share(&self) -> f64 {
        self.solved() as f64 / self.runs.len().max(1) as f64
    }

    /// Median time of the runs that solved.
    fn median(&self) -> Option<f64> {
        let mut times: Vec<f64> = self.runs.iter().filter_map(Run::solved_in).collect();
        times.sort_by(f64::total_cmp);
        times.get(times.len() / 2).copied()
    }

    /// Whether no run took place at all.
    fn spared(&self) -> bool {
        self.runs
            .iter()
            .all(|run| matches!(run, Run::Spared(_, why) if *why == SMALLER))
    }
}

/// What is swept over, in the order in which it is done.
struct Plan<'a> {
    families: Vec<&'static str>,
    variant: &'a str,
    solvers: Vec<&'static str>,
    /// Size and time limit, smallest first.
    sizes: Vec<(u32, f64)>,
    /// Loosest first.
    tolerances: Vec<f64>,
}

impl<'a> Plan<'a> {
    fn new(args: &'a BenchSyntheticArgs) -> Result<Self, String> {
        check_names(&args.solvers)?;
        let limits = &args.time_limit;
        if limits.len() != 1 && limits.len() != args.sizes.len() {
            return Err(format!(
                "--time-limit: {} numbers for {} sizes: give one, or one for each size",
                limits.len(),
                args.sizes.len()
            ));
        }
        let limits = limits.iter().copied().cycle();
        let mut sizes: Vec<(u32, f64)> = args.sizes.iter().copied().zip(limits).collect();
        sizes.sort_by_key(|size| size.0);
        sizes.dedup_by_key(|size| size.0);
        let mut tolerances = args.tolerances.clone();
        tolerances.sort_by(|a, b| b.total_cmp(a));
        tolerances.dedup();
        Ok(Plan {
            families: families(&args.families)?,
            variant: &args.variant,
            solvers: solvers(&args.solvers)?,
            sizes,
            tolerances,
        })
    }
}

/// The file of the figure.
const FIGURE: &str = "synthetic.svg";

/// Runs the sweep. `true` when every problem was solved by at least one solver at every tolerance.
pub(crate) fn command(args: &BenchSyntheticArgs) -> Result<bool, String> {
    let plan = Plan::new(args)?;
    claimed(&args.output, [""; 0], &[FIGURE])?;
    // From here on what is there is of this run.
    let outputs = Outputs::new(true);
    let publish = |cells: &[Cell]| -> Result<Value, String> {
        let results = to_json(&plan, cells);
        let figures = [(FIGURE.to_string(), figure(&plan, cells))];
        save((&args.output, &outputs), &results, &figures)?;
        Ok(results)
    };
    let mut cells: Vec<Cell> = Vec::new();
    for &(size, time_limit) in &plan.sizes {
        let problems = build(&plan, size)?;
        let contacts =
            problems.iter().map(|p| p.1.num_contacts() as f64).sum::<f64>() / problems.len().max(1) as f64;
        for &tolerance in &plan.tolerances {
            for &solver in &plan.solvers {
                let mut cell = Cell {
                    size,
                    time_limit,
                    contacts,
                    tolerance,
                    solver,
                    runs: Vec::new(),
                };
                cell.runs = fill(&cell, &problems, &cells);
                if !args.output.quiet {
                    text::complain(&progress(&cell));
                }
                cells.push(cell);
                publish(&cells)?;
            }
        }
    }
    let results = publish(&cells)?;
    if args.output.json {
        text::print(&format!("{results:#}\n"))?;
    } else {
        text::print(&report(&plan, &cells))?;
    }
    Ok(all_solved(&plan, &cells))
}

/// The runs of a cell, after those before it.
fn fill(cell: &Cell, problems: &[(&'static str, Problem)], before: &[Cell]) -> Vec<Run> {
    let mine = || before.iter().filter(|c| c.solver == cell.solver);
    let hopeless = mine().any(|c| c.tolerance == cell.tolerance && c.size < cell.size && c.solved() == 0);
    let missed = |p: usize| mine().any(|c| c.size == cell.size && c.runs[p].solved_in().is_none());
    let limits = Limits {
        tolerance: cell.tolerance,
        measure: MeasureName::Both,
        max_iterations: None,
        time_limit: Some(cell.time_limit),
    };
    let one = |(p, (family, problem)): (usize, &(&'static str, Problem))| {
        if hopeless {
            return Some(Run::Spared(family, SMALLER));
        }
        if missed(p) {
            return Some(Run::Spared(family, LOOSER));
        }
        let label = Label {
            problem: family,
            kind: "synthetic",
        };
        best_of(|| outcome::run(&label, (problem, None), cell.solver, &limits))
            .map(|o| Run::Done(Box::new(o)))
    };
    problems.iter().enumerate().filter_map(one).collect()
}

/// Whether each problem was solved by at least one solver at each tolerance.
fn all_solved(plan: &Plan<'_>, cells: &[Cell]) -> bool {
    let solved = |size: u32, tolerance: f64, p: usize| {
        cells
            .iter()
            .filter(|c| c.size == size && c.tolerance == tolerance)
            .any(|c| c.runs[p].solved_in().is_some())
    };
    plan.sizes.iter().all(|size| {
        plan.tolerances
            .iter()
            .all(|&tolerance| (0..plan.families.len()).all(|p| solved(size.0, tolerance, p)))
    })
}

fn progress(cell: &Cell) -> String {
    format!(
        "size {} ({:.0} contacts on average), tolerance {:e}, {}: {}",
        cell.size,
        cell.contacts,
        cell.tolerance,
        cell.solver,
        in_words(cell)
    )
}

/// Solved of all, the median time, and a star when nothing was run.
fn in_words(cell: &Cell) -> String {
    let time = match cell.median() {
        Some(time) => text::seconds(time),
        None if cell.spared() => "*".to_string(),
        None => "–".to_string(),
    };
    format!("{}/{}  {time:>8}", cell.solved(), cell.runs.len())
}

fn families(only: &[String]) -> Result<Vec<&'static str>, String> {
    let known: Vec<&'static str> = registry::families().iter().map(|entry| entry.0).collect();
    if let Some((name, hint)) = text::stranger(only, &known) {
        return Err(format!(
            "no family \"{name}\": {hint}give some of {}",
            known.join(", ")
        ));
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

fn build(plan: &Plan<'_>, size: u32) -> Result<Vec<(&'static str, Problem)>, String> {
    let size = usize::try_from(size).in_words()?;
    let one = |family: &&'static str| {
        let problem = registry::synthetic(family, size, plan.variant)?;
        Ok((*family, Problem::Contact(problem)))
    };
    plan.families.iter().map(one).collect()
}

fn report(plan: &Plan<'_>, cells: &[Cell]) -> String {
    let colour = text::colour();
    let mut out = format!(
        "{}  {} families, {}: {}\nsolved of all families, and the median processor time of those solved\n\
         who misses a tolerance on a problem counts as missing the tighter ones, without a run\n",
        text::paint("Synthetic contact problems", Style::Bold, colour),
        plan.families.len(),
        plan.variant,
        plan.families.join(", ")
    );
    if cells.iter().any(Cell::spared) {
        out.push_str("* not run: solved no family at a smaller size\n");
    }
    for &tolerance in &plan.tolerances {
        let of = |solver: &str| -> Vec<&Cell> {
            cells
                .iter()
                .filter(|c| c.solver == solver && c.tolerance == tolerance)
                .collect()
        };
        let mut heading = vec![format!("tolerance {tolerance:e}")];
        let first = plan.solvers.first().map(|solver| of(solver)).unwrap_or_default();
        heading.extend(first.iter().map(|cell| format!("{:.0} contacts", cell.contacts)));
        let heading: Vec<&str> = heading.iter().map(String::as_str).collect();
        let mut table = Table::new("<>>>>>>>>>>>>", &heading);
        for solver in &plan.solvers {
            let mut row = vec![((*solver).to_string(), Style::Plain)];
            row.extend(of(solver).iter().map(|cell| {
                let style = if cell.share() == 1.0 {
                    Style::Good
                } else {
                    Style::Bad
                };
                (in_words(cell), style)
            }));
            table.row(row);
        }
        out.push('\n');
        out.push_str(&table.render(2, colour));
    }
    out
}

fn figure(plan: &Plan<'_>, cells: &[Cell]) -> Figure {
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
        plan.solvers
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
        scatter: Vec::new(),
        lanes: Vec::new(),
    };
    let mut panels = Vec::new();
    for &tolerance in &plan.tolerances {
        let title = format!("tolerance {tolerance:e}");
        panels.push(panel(
            title,
            Axis::share("share solved"),
            lines(tolerance, &|c| Some(c.share())),
        ));
    }
    for &tolerance in &plan.tolerances {
        let y = Axis::log("median processor time", lo_t, hi_t.max(lo_t), ticks_of_time);
        panels.push(panel(String::new(), y, lines(tolerance, &|c| c.median())));
    }
    Figure {
        title: "Synthetic contact problems".to_string(),
        subtitle: format!(
            "{} families, {}, time limit {} s for each run",
            plan.families.len(),
            plan.variant,
            limits_in_words(plan)
        ),
        columns: plan.tolerances.len(),
        panels,
        series: plan.solvers.iter().map(|s| (*s).to_string()).collect(),
        order: order(&plan.solvers, cells),
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

/// One number, or one for each size.
fn limits_in_words(plan: &Plan<'_>) -> String {
    let mut limits: Vec<String> = plan.sizes.iter().map(|size| size.1.to_string()).collect();
    if limits.windows(2).all(|pair| pair[0] == pair[1]) {
        limits.truncate(1);
    }
    limits.join(", ")
}

fn to_json(plan: &Plan<'_>, cells: &[Cell]) -> Value {
    let one = |run: &Run| match run {
        Run::Done(outcome) => json!(outcome),
        Run::Spared(family, why) => json!({ "problem": family, "status": why }),
    };
    let cells: Vec<Value> = cells
        .iter()
        .map(|c| {
            json!({
                "solver": c.solver, "size": c.size, "mean_contacts": c.contacts, "tolerance": c.tolerance,
                "time_limit": c.time_limit, "share_solved": c.share(), "median_cpu_s": c.median(),
                "results": c.runs.iter().map(one).collect::<Vec<Value>>(),
            })
        })
        .collect();
    let sizes: Vec<u32> = plan.sizes.iter().map(|size| size.0).collect();
    json!({ "families": plan.families, "variant": plan.variant, "sizes": sizes, "cells": cells })
}
