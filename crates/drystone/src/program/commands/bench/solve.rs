//! `drystone bench solve`: every solver on every problem of a folder.
//!
//! A time is the best of several runs when one run is short. All solvers of a problem run one after the other
//! in this process, on this machine: ratios mean something, seconds only here.

use crate::cli::{BenchOutput, BenchSolveArgs, Limits};
use crate::commands::solve;
use crate::commands::solve::outcome;
use crate::commands::solve::outcome::{Label, Outcome};
use crate::figures::chart;
use crate::figures::chart::{Axis, Figure, Panel};
use crate::figures::profile::Times;
use crate::registry::{self, File, Problem};
use crate::terminal::text;
use crate::terminal::text::{InWords, Style, Table};
use drystone::io::output::{Complete, Outputs};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Runs shorter than this are repeated, in s.
const SHORT: f64 = 0.05;
const REPEATS: usize = 7;

/// Runs the benchmark. `true` when every problem was solved by at least one solver.
pub(crate) fn command(args: &BenchSolveArgs) -> Result<bool, String> {
    let files = problem_files(&args.dir)?;
    check_names(&args.solvers)?;
    let names = Class::ALL.map(Class::figure);
    let names = names.each_ref().map(String::as_str);
    let outputs = claimed(&args.output, &files, &names)?;
    let mut outcomes: Vec<(Class, Vec<Outcome>)> = Vec::new();
    let mut unread = Vec::new();
    for (n, path) in files.iter().enumerate() {
        let mut loaded = match registry::read(path) {
            Ok(loaded) => loaded,
            Err(message) => {
                unread.push(message);
                continue;
            }
        };
        loaded.name = path.strip_prefix(&args.dir).unwrap_or(path).display().to_string();
        if !args.output.quiet {
            text::complain(&format!("{}/{} {}", n + 1, files.len(), loaded.name));
        }
        outcomes.push((
            Class::of(&loaded.problem),
            measure(&loaded, &args.solvers, &args.limits),
        ));
    }
    for message in &unread {
        text::complain(&format!("not read: {message}"));
    }
    if outcomes.is_empty() {
        return Err(format!(
            "{}: no problem file could be read there: give a folder with .hdf5, .dat or .json problems",
            args.dir.display()
        ));
    }
    let groups = group(outcomes);
    let results = json!({
        "tolerance": args.limits.tolerance,
        "time_limit": args.limits.time_limit,
        "unread": unread,
        "groups": groups.iter().map(Group::to_json).collect::<Vec<Value>>(),
    });
    let figures: Vec<(String, Figure)> = groups
        .iter()
        .map(|g| (g.class.figure(), g.figure(&args.limits)))
        .collect();
    save((&args.output, &outputs), &results, &figures)?;
    if args.output.json {
        text::print(&format!("{results:#}\n"))?;
    } else {
        let colour = text::colour();
        for g in &groups {
            text::print(&g.report(&args.limits, colour))?;
        }
    }
    let solved = |problem: &Vec<Outcome>| problem.iter().any(Outcome::solved);
    Ok(groups.iter().all(|g| g.problems.iter().all(solved)))
}

/// Problems that share their list of methods.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Contact,
    Lcp,
    Mixed,
}

impl Class {
    const ALL: [Class; 3] = [Class::Contact, Class::Lcp, Class::Mixed];

    /// The file of its figure.
    fn figure(self) -> String {
        format!("profile-{}.svg", self.key())
    }

    fn of(problem: &Problem) -> Self {
        match problem {
            Problem::Contact(_) => Class::Contact,
            Problem::Lcp(_) => Class::Lcp,
            Problem::Mixed(_) => Class::Mixed,
        }
    }

    fn key(self) -> &'static str {
        match self {
            Class::Contact => "contact",
            Class::Lcp => "lcp",
            Class::Mixed => "mixed",
        }
    }

    fn title(self) -> &'static str {
        match self {
            Class::Contact => "Contact problems with friction",
            Class::Lcp => "Linear complementarity problems",
            Class::Mixed => "Mixed complementarity problems",
        }
    }
}

/// The results on all problems of one class: one inner vector per problem, in the order of `solvers`.
struct Group {
    class: Class,
    solvers: Vec<String>,
    problems: Vec<Vec<Outcome>>,
}

fn group(outcomes: Vec<(Class, Vec<Outcome>)>) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (class, problem) in outcomes.into_iter().filter(|o| !o.1.is_empty()) {
        if let Some(group) = groups.iter_mut().find(|g| g.class == class) {
            group.problems.push(problem);
        } else {
            let solvers = problem.iter().map(|o| o.solver.clone()).collect();
            groups.push(Group {
                class,
                solvers,
                problems: vec![problem],
            });
        }
    }
    groups
}

impl Group {
    fn times(&self) -> Times {
        let time = |o: &Outcome| o.solved().then_some(o.cpu_s);
        Times {
            solvers: self.solvers.clone(),
            times: self
                .problems
                .iter()
                .map(|p| p.iter().map(time).collect())
                .collect(),
        }
    }

    /// Solvers from most to fewest solved, then by how soon they are within a factor of ten.
    fn order(&self, times: &Times) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.solvers.len()).collect();
        let rank = |s: usize| {
            (
                times.share(s, f64::INFINITY),
                times.share(s, 10.0),
                times.share(s, 1.0),
            )
        };
        order.sort_by(|&a, &b| rank(b).partial_cmp(&rank(a)).unwrap_or(std::cmp::Ordering::Equal));
        order
    }

    fn report(&self, limits: &Limits, colour: bool) -> String {
        let times = self.times();
        let heading = [
            "solver", "solved", "τ = 1", "2", "5", "10", "100", "time", "failures",
        ];
        let mut table = Table::new("<>>>>>>><", &heading);
        let percent = |x: f64| (format!("{:.0} %", 100.0 * x), Style::Plain);
        for s in self.order(&times) {
            let solved = times.ratios(s).len();
            let all = solved == self.problems.len();
            let mut row = vec![
                (self.solvers[s].clone(), Style::Plain),
                (
                    format!("{solved}/{}", self.problems.len()),
                    if all { Style::Good } else { Style::Bad },
                ),
            ];
            row.extend([1.0, 2.0, 5.0, 10.0, 100.0].map(|tau| percent(times.share(s, tau))));
            let total: f64 = self.problems.iter().map(|p| p[s].cpu_s).sum();
            row.push((text::seconds(total), Style::Plain));
            row.push((self.failures(s), Style::Dim));
            table.row(row);
        }
        format!(
            "{}  {}, tolerance {:e} on {}\nshare solved within τ times the best time; time: all problems together\n\n{}\n",
            text::paint(self.class.title(), Style::Bold, colour),
            text::count(self.problems.len(), "problem"),
            limits.tolerance,
            limits.measure.in_words(),
            table.render(2, colour)
        )
    }

    /// How a solver failed, counted by status: `3 stalled, 1 time limit`.
    fn failures(&self, s: usize) -> String {
        let mut counts: std::collections::BTreeMap<&str, usize> = std::collections::BTreeMap::new();
        for o in self.problems.iter().map(|p| &p[s]).filter(|o| !o.solved()) {
            *counts.entry(o.status).or_default() += 1;
        }
        let parts: Vec<String> = counts.iter().map(|(status, n)| format!("{n} {status}")).collect();
        parts.join(", ")
    }

    fn figure(&self, limits: &Limits) -> Figure {
        let times = self.times();
        // A little beyond the last step, so that it shows.
        let end = 1.2 * times.reach().min(1e5);
        let lines = (0..self.solvers.len())
            .map(|s| (s, times.curve(s, end)))
            .collect();
        Figure {
            title: self.class.title().to_string(),
            subtitle: format!(
                "Performance profile on {}, tolerance {:e} on {}",
                text::count(self.problems.len(), "problem"),
                limits.tolerance,
                limits.measure.in_words()
            ),
            columns: 1,
            panels: vec![Panel {
                title: String::new(),
                x: Axis::log(
                    "τ, time as a multiple of the best solver's on the same problem",
                    1.0,
                    end,
                    chart::plain,
                ),
                y: Axis::share("share of the problems solved within τ"),
                lines,
                dots: false,
                scatter: Vec::new(),
                lanes: Vec::new(),
            }],
            series: self.solvers.clone(),
            order: self.order(&times),
        }
    }

    fn to_json(&self) -> Value {
        let times = self.times();
        let profile: Vec<Value> = (0..self.solvers.len())
            .map(|s| {
                json!({
                    "solver": self.solvers[s],
                    "solved": times.ratios(s).len(),
                    "problems": self.problems.len(),
                    "ratios": times.ratios(s),
                    "failures": self.failures(s),
                })
            })
            .collect();
        let results: Vec<&Outcome> = self.problems.iter().flatten().collect();
        json!({ "class": self.class.key(), "profile": profile, "results": results })
    }
}

/// Every chosen solver on one problem; short runs are repeated and the best time kept.
fn measure(loaded: &File, only: &[String], limits: &Limits) -> Vec<Outcome> {
    let label = Label {
        problem: &loaded.name,
        kind: loaded.kind.name(),
    };
    solve::methods(&loaded.problem)
        .into_iter()
        .filter(|(name, _)| only.is_empty() || only.iter().any(|o| o == name))
        .filter_map(|(name, _)| {
            best_of(|| outcome::run(&label, (&loaded.problem, loaded.global.as_ref()), name, limits))
        })
        .collect()
}

/// The outcome of the first run with the best time of a few.
pub(crate) fn best_of(run: impl Fn() -> Option<Outcome>) -> Option<Outcome> {
    let mut outcome = run()?;
    // Measurements keep times and errors, not impulses.
    outcome.answer = Vec::new();
    let mut spent = outcome.wall_s;
    for _ in 1..REPEATS {
        if spent >= SHORT || !outcome.solved() {
            break;
        }
        let again = run()?;
        spent += again.wall_s;
        outcome.wall_s = outcome.wall_s.min(again.wall_s);
        outcome.cpu_s = outcome.cpu_s.min(again.cpu_s);
    }
    Some(outcome)
}

/// Refuses names that no list of methods knows.
pub(crate) fn check_names(names: &[String]) -> Result<(), String> {
    let lists = [registry::contact_solvers(), registry::lcp_methods()];
    let known: Vec<&str> = lists.iter().flatten().map(|entry| entry.0).collect();
    match text::stranger(names, &known) {
        None => Ok(()),
        Some((name, hint)) => Err(format!(
            "no solver \"{name}\": {hint}`drystone list` prints those that exist"
        )),
    }
}

/// All files below `dir` that look like problems, in the order of their names.
fn problem_files(dir: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    let mut folders = vec![dir.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder)
            .map_err(|e| format!("{}: {e}: give a folder of problem files", folder.display()))?;
        for path in entries.filter_map(Result::ok).map(|entry| entry.path()) {
            let extension = path.extension().and_then(|e| e.to_str()).unwrap_or_default();
            if path.is_dir() {
                folders.push(path);
            } else if matches!(extension, "hdf5" | "h5" | "dat" | "json") {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

/// The numbers of a measurement in its folder.
const RESULTS: &str = "results.json";

/// Refuses, before anything is measured, a folder in which results.json or one of the figures may not be
/// replaced.
pub(crate) fn claimed<P: Into<PathBuf>>(
    output: &BenchOutput,
    inputs: impl IntoIterator<Item = P>,
    figures: &[&str],
) -> Result<Outputs, String> {
    let mut outputs = output.overwrite.sparing(inputs);
    if let Some(folder) = &output.folder {
        for name in figures.iter().chain(&[RESULTS]) {
            outputs.claim(&folder.join(name)).in_words()?;
        }
    }
    Ok(outputs)
}

/// Writes results.json and the figures when a folder was given.
pub(crate) fn save(
    (output, outputs): (&BenchOutput, &Outputs),
    results: &Value,
    figures: &[(String, Figure)],
) -> Result<(), String> {
    let Some(dir) = &output.folder else { return Ok(()) };
    outputs.folder(dir).in_words()?;
    let results = outputs.prepare(&dir.join(RESULTS), format!("{results:#}\n"));
    let mut files = vec![results.in_words()?];
    for (name, figure) in figures {
        files.push(outputs.prepare(&dir.join(name), figure.to_svg()).in_words()?);
    }
    files.into_iter().try_for_each(Complete::keep).in_words()
}
