//! `[run]`: how to simulate.

use super::error::Origin;
use crate::scene::read::tree::{Node, Table};
use drystone_dynamics::schemes::Setting;
use drystone_dynamics::simulation::OnViolation;
use drystone_dynamics::step::options::{ConstraintHandling, Impacts, Options, Sleep, Violation};

/// An option of a scheme or solver.
#[derive(Clone, Debug, PartialEq)]
pub struct MethodOption {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: Setting,
    /// Where it was written.
    pub origin: Origin,
}

/// A scheme or solver by name, with options.
#[derive(Clone, Debug, PartialEq)]
pub struct Method {
    /// Its name.
    pub name: String,
    /// Its options, in the order of the file.
    pub options: Vec<MethodOption>,
    /// Where it was written.
    pub origin: Origin,
}

impl Method {
    /// The options by name.
    pub(crate) fn settings(&self) -> Vec<(String, Setting)> {
        let pair = |option: &MethodOption| (option.name.clone(), option.value);
        self.options.iter().map(pair).collect()
    }
}

/// What the run file keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// Every so many steps.
    pub every: usize,
    /// Whether contacts are kept.
    pub contacts: bool,
}

/// How to simulate.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// Time at the end, in s.
    pub t_end: f64,
    /// Time step, in s.
    pub step: f64,
    /// Time-stepping scheme.
    pub scheme: Method,
    /// Solver of the one-step problems.
    pub solver: Method,
    /// Largest scaled error that counts as solved.
    pub tolerance: f64,
    /// Most iterations in one problem; the solver's own limit where absent.
    pub max_iterations: Option<usize>,
    /// Sweeps of Gauss and Seidel in every step, where that is all there is time for.
    pub budget: Option<usize>,
    /// Threads to work with; all cores where absent.
    pub threads: Option<usize>,
    /// What to do when a certificate fails.
    pub on_violation: OnViolation,
    /// Seed of everything random.
    pub seed: u64,
    /// What the run file keeps.
    pub record: Record,
    /// How contacts and constraints are treated: `violation`, `constraints`, `impacts`, `enumerate`, `sleep`.
    pub options: Options,
    /// Width of the random steps, in s; 0 for steps of one size.
    pub random_step: f64,
}

/// What will do for steps of a crowd where the file asks for no tolerance, in its unit: a hundred times less
/// than what other engines leave of the laws, and what the methods reach where a heap jams while it slips.
pub const ENOUGH: f64 = 1e-6;

/// Whether a key is written that has a meaning for steps of one length only.
pub(crate) fn asks_for_steps(table: &Table) -> bool {
    let written = |key: &str| table.get(key).is_some_and(|node| node.origin != Origin::Default);
    ["budget", "violation", "constraints", "random_step", "sleep"]
        .into_iter()
        .any(written)
}

/// A wrong combination of values that are right one by one: key and message.
pub(crate) type Clash = (&'static str, String);

impl Run {
    /// Takes out what the check has found to be there; `unsaid` are the scheme and the treatment of overlap
    /// where the file names none.
    pub(crate) fn from_table(table: &Table, unsaid: (&str, Violation)) -> Result<Self, Clash> {
        let number = |key: &str| table.get(key).and_then(Node::number);
        let count = |table: &Table, key: &str| {
            table
                .get(key)
                .and_then(Node::integer)
                .and_then(|i| usize::try_from(i).ok())
        };
        let empty = Table::default();
        let record = table.table("record").unwrap_or(&empty);
        let budget = count(table, "budget");
        if budget.is_some() {
            fits_budget(table)?;
        }
        let written = |key: &str| table.get(key).is_some_and(|node| node.origin != Origin::Default);
        let run = Run {
            t_end: number("t_end").unwrap_or(f64::NAN),
            step: number("step").unwrap_or(f64::NAN),
            scheme: method(table, "scheme", unsaid.0),
            solver: match budget {
                Some(_) => Method {
                    name: SWEEPS.to_owned(),
                    ..method(table, "solver", SWEEPS)
                },
                None => method(table, "solver", "auto"),
            },
            tolerance: number("tolerance").unwrap_or(f64::NAN),
            max_iterations: budget.or_else(|| count(table, "max_iterations")),
            budget,
            threads: count(table, "threads"),
            on_violation: match table.text("on_violation") {
                _ if budget.is_some() && !written("on_violation") => OnViolation::Record,
                Some("record") => OnViolation::Record,
                Some("shrink") => OnViolation::Shrink,
                _ => OnViolation::Stop,
            },
            seed: table
                .get("seed")
                .and_then(Node::integer)
                .map_or(1, i64::unsigned_abs),
            record: Record {
                every: count(record, "every").unwrap_or(1),
                contacts: record.get("contacts").and_then(Node::bool).unwrap_or(true),
            },
            options: Options {
                tolerance: number("tolerance").unwrap_or(0.0),
                enough: (!written("tolerance")).then_some(ENOUGH),
                budget,
                ..options(table, unsaid.1)
            },
            random_step: number("random_step").unwrap_or(0.0),
        };
        run.agrees()?;
        Ok(run)
    }

    fn agrees(&self) -> Result<(), Clash> {
        let (step, t_end) = (self.step, self.t_end);
        if !(step <= t_end) {
            let message =
                format!("found {step} s, asked: at most t_end = {t_end} s; shorten it or run longer");
            return Err(("step", message));
        }
        if !(t_end / step <= 1e12) {
            let message = format!(
                "found {step} s: {:.0e} steps to t_end = {t_end} s, asked: at most 1e12",
                t_end / step
            );
            return Err(("step", message));
        }
        if !(self.random_step < step) {
            let message = format!("found {} s, asked: less than step = {step} s", self.random_step);
            return Err(("random_step", message));
        }
        Ok(())
    }
}

/// The solver of a budget.
const SWEEPS: &str = "gauss-seidel";

/// A budget leaves no choice of the solver and its iterations.
fn fits_budget(table: &Table) -> Result<(), Clash> {
    let solver = method(table, "solver", SWEEPS);
    if solver.origin != Origin::Default && solver.name != SWEEPS {
        let message = format!(
            "found \"{}\", but `budget` counts sweeps of \"{SWEEPS}\"; remove one of the two",
            solver.name
        );
        return Err(("solver", message));
    }
    if table.get("max_iterations").is_some() {
        let message = "found `budget` as well, which says the same; remove one of the two".to_owned();
        return Err(("max_iterations", message));
    }
    Ok(())
}

fn options(table: &Table, violation: Violation) -> Options {
    Options {
        impacts: match table.text("impacts") {
            Some("sequential") => Impacts::Sequential,
            _ => Impacts::Simultaneous,
        },
        violation: match table.text("violation") {
            Some("linear") => Violation::Linear,
            Some("projection") => Violation::Projection,
            Some("resting") => Violation::Resting,
            Some("none") => Violation::None,
            Some("landing") => Violation::Landing,
            _ => violation,
        },
        constraints: match table.text("constraints") {
            Some("velocity") => ConstraintHandling::Velocity,
            Some("index-reduced") => ConstraintHandling::IndexReduced,
            _ => ConstraintHandling::Projection,
        },
        continuous: table.get("continuous").and_then(Node::bool).unwrap_or(false),
        enumerate: table.get("enumerate").and_then(Node::bool).unwrap_or(false),
        sleep: sleep(table),
        ..Options::default()
    }
}

fn sleep(table: &Table) -> Option<Sleep> {
    let plain = Sleep::default();
    if let Some(table) = table.table("sleep") {
        let steps = table.get("steps").and_then(Node::integer);
        return Some(Sleep {
            speed: table.get("speed").and_then(Node::number).unwrap_or(plain.speed),
            steps: steps.and_then(|s| u32::try_from(s).ok()).unwrap_or(plain.steps),
        });
    }
    let asked = table.get("sleep").and_then(Node::bool).unwrap_or(false);
    asked.then_some(plain)
}

fn method(table: &Table, key: &str, default: &str) -> Method {
    let node = table.get(key);
    let origin = node.map_or(Origin::Default, |node| node.origin.clone());
    let entry = node.and_then(Node::table).and_then(|table| table.entries.first());
    let Some(entry) = entry else {
        return Method {
            name: table.text(key).unwrap_or(default).to_owned(),
            options: Vec::new(),
            origin,
        };
    };
    let options = entry.node.table().map_or(&[][..], |options| &options.entries);
    let value = |node: &Node| match node.bool() {
        Some(flag) => Setting::Flag(flag),
        None => Setting::Number(node.number().unwrap_or(f64::NAN)),
    };
    Method {
        name: entry.key.clone(),
        options: options
            .iter()
            .map(|option| MethodOption {
                name: option.key.clone(),
                value: value(&option.node),
                origin: option.key_origin.clone(),
            })
            .collect(),
        origin: entry.key_origin.clone(),
    }
}
