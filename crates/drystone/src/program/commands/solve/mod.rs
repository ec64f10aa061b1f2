//! `drystone solve`: problems from files, by one solver or all of them.

pub(crate) mod outcome;

use crate::cli::{Limits, MeasureName, SolveArgs};
use crate::commands::solve::outcome::{Label, Outcome};
use crate::registry::{self, Entry, File, Kind, Problem};
use crate::terminal::text;
use crate::terminal::text::{InWords, Style, Table};
use drystone::solve::law::Law;

/// Solves every file. `true` when each was solved by at least one of the solvers asked for.
pub(crate) fn command(args: &SolveArgs) -> Result<bool, String> {
    if args.write.is_some() && args.files.len() > 1 {
        return Err("--write keeps one problem: give one FILE with it".to_string());
    }
    let mut outputs = args.overwrite.sparing(&args.files);
    if let Some(path) = &args.write {
        outputs.claim(path).in_words()?;
    }
    // Everything is read first: a bad file is told before minutes are spent on the good ones.
    let mut problems = Vec::new();
    for path in &args.files {
        let mut loaded = registry::read(path)?;
        if let Some(facets) = args.facets {
            facet(&mut loaded, usize::from(facets))?;
        }
        let solvers = chosen(&args.solver, &loaded.problem)?;
        problems.push((loaded, solvers));
    }
    let colour = text::colour();
    let mut all_solved = true;
    let mut results = Vec::new();
    for (n, (loaded, solvers)) in problems.iter().enumerate() {
        let outcomes = run_all(loaded, solvers, &args.limits);
        all_solved &= outcomes.iter().any(Outcome::solved);
        if let Some(path) = &args.write {
            let answer = best(&outcomes).map(|o| o.answer.as_slice());
            registry::write((&outputs, path), loaded, answer)?;
        }
        if args.json {
            results.extend(outcomes);
        } else {
            let gap = if n > 0 { "\n" } else { "" };
            text::print(&format!(
                "{gap}{}",
                report(loaded, &outcomes, &args.limits, colour)
            ))?;
        }
    }
    if args.json {
        if !args.answer {
            for result in &mut results {
                result.answer.clear();
            }
        }
        let text = match results.as_slice() {
            [one] => serde_json::to_string_pretty(one),
            several => serde_json::to_string_pretty(several),
        };
        text::print(&format!("{}\n", text.in_words()?))?;
    }
    Ok(all_solved)
}

/// The methods that exist for a problem of this kind.
pub(crate) fn methods(problem: &Problem) -> Vec<Entry> {
    match problem {
        Problem::Contact(_) => registry::contact_solvers(),
        Problem::Lcp(_) | Problem::Mixed(_) => registry::lcp_methods(),
    }
}

/// The names that `word` stands for, or a message with a suggestion.
pub(crate) fn chosen(word: &str, problem: &Problem) -> Result<Vec<&'static str>, String> {
    let entries = methods(problem);
    if word == "all" {
        return Ok(entries.iter().map(|entry| entry.0).collect());
    }
    if let Some(entry) = entries.iter().find(|entry| entry.0 == word) {
        return Ok(vec![entry.0]);
    }
    let what = match problem {
        Problem::Contact(_) => "contact problems",
        Problem::Lcp(_) => "linear complementarity problems",
        Problem::Mixed(_) => "mixed complementarity problems",
    };
    let names: Vec<&str> = entries.iter().map(|entry| entry.0).collect();
    let hint = text::did_you_mean(word, names.iter().copied());
    Err(format!(
        "no solver \"{word}\" for {what}: {hint}give one of {}, or all",
        names.join(", ")
    ))
}

/// Every method on one problem, in the order given.
pub(crate) fn run_all(loaded: &File, solvers: &[&str], limits: &Limits) -> Vec<Outcome> {
    let label = Label {
        problem: &loaded.name,
        kind: loaded.kind.name(),
    };
    solvers
        .iter()
        .filter_map(|solver| outcome::run(&label, (&loaded.problem, loaded.global.as_ref()), solver, limits))
        .collect()
}

fn best(outcomes: &[Outcome]) -> Option<&Outcome> {
    outcomes.iter().min_by(|a, b| a.error().total_cmp(&b.error()))
}

/// Replaces round cones by polygons with K vertices on the circle.
fn facet(loaded: &mut File, facets: usize) -> Result<(), String> {
    let mut replaced = 0;
    if let Problem::Contact(problem) = &mut loaded.problem {
        for law in &mut problem.laws {
            if let Law::Coulomb { mu } = *law {
                *law = Law::Facetted { mu, facets };
                replaced += 1;
            }
        }
    }
    if replaced == 0 {
        return Err(format!(
            "{}: --facets replaces round friction cones, and this problem has none: leave the option out",
            loaded.name
        ));
    }
    loaded.kind = Kind::of(&loaded.problem);
    Ok(())
}

/// The report for people.
fn report(loaded: &File, outcomes: &[Outcome], limits: &Limits, colour: bool) -> String {
    let Some(first) = outcomes.first() else {
        return format!("{}: no solver ran\n", loaded.name);
    };
    let contacts = match first.contacts {
        0 => String::new(),
        n => format!("{}, ", text::count(n, "contact")),
    };
    format!(
        "{}  {}, {contacts}{}, tolerance {:e} on {}\n\n{}",
        text::paint(&loaded.name, Style::Bold, colour),
        loaded.kind.name(),
        text::count(first.rows, "row"),
        limits.tolerance,
        if first.contacts > 0 {
            limits.measure.in_words()
        } else {
            MeasureName::Natural.in_words()
        },
        table(outcomes).render(2, colour),
    )
}

/// One line per method.
pub(crate) fn table(outcomes: &[Outcome]) -> Table {
    let heading = [
        "solver",
        "status",
        "iterations",
        "time",
        "natural",
        "scaled",
        "worst clause of certificate",
    ];
    let mut table = Table::new("<<>>>><", &heading);
    for o in outcomes {
        let style = if o.solved() { Style::Good } else { Style::Bad };
        // Who answered, where the name of the solver does not say it already.
        let said = o
            .method
            .rsplit('-')
            .next()
            .is_none_or(|word| o.solver.contains(word));
        let name = if said {
            o.solver.clone()
        } else {
            format!("{} ({})", o.solver, o.method)
        };
        table.row(vec![
            (name, Style::Plain),
            (o.status.to_string(), style),
            (o.iterations.to_string(), Style::Plain),
            (text::seconds(o.wall_s), Style::Plain),
            (text::small(o.natural_map_error), Style::Plain),
            (text::small(o.scaled_error), Style::Plain),
            (o.worst_in_words(), Style::Dim),
        ]);
    }
    table
}
