//! Everything a run says of itself on the terminal when asked for with `-v`: a curve and tables.

use crate::terminal::curve::shown;
use crate::terminal::sketch::sketch;
use crate::terminal::text;
use crate::terminal::text::{Style, Table};
use drystone::io::scene::Scene;
use drystone::run::runner::Runner;
use drystone::run::verdict::RunVerdict;
use drystone::solve::certificate::word_of;
use std::fmt::Write;

/// The curve and the tables of a run.
pub(crate) fn tables(
    scene: &Scene,
    (runner, verdict): (&Runner, &RunVerdict),
    curve: &[(f64, f64)],
) -> String {
    let colour = text::colour();
    let mut out = String::new();
    let bold = |s: &str| text::paint(s, Style::Bold, colour);
    let shown = runner
        .names
        .outputs
        .first()
        .filter(|_| runner.is_mechanical())
        .or(runner.names.q.get(shown(runner)));
    let drawn = sketch(curve, 64, 10);
    if let (Some(name), false) = (shown, drawn.is_empty()) {
        let _ = writeln!(out, "  {}\n{drawn}", bold(name));
    }
    match runner.world() {
        Some(world) => out.push_str(&super::world::end(&runner.names.who, world, colour)),
        None => out.push_str(&end_table(runner).render(2, colour)),
    }
    if runner.is_mechanical() {
        out.push_str(&mechanical(runner, colour));
    }
    let words = super::verdict_words(scene, runner, verdict, colour);
    out.push_str(&certificate(runner, &words, colour));
    if let Some(world) = runner.world() {
        out.push_str(&super::world::worst(&runner.names.who, world));
    }
    out
}

/// Coordinates with their rates, and outputs.
fn end_table(runner: &Runner) -> Table {
    let frame = runner.frame();
    let mut table = Table::new("<>>", &["at the end", "value", "rate"]);
    for (i, name) in runner.names.q.iter().enumerate() {
        let rate = frame.v.get(i).map_or(String::new(), |v| plain(*v));
        table.plain([name.clone(), plain(frame.q[i]), rate]);
    }
    for (name, x) in runner.names.outputs.iter().zip(frame.outputs) {
        table.plain(named(name, &[*x]));
    }
    table
}

/// The worst defect of each clause, and the verdict.
fn certificate(runner: &Runner, verdict: &str, colour: bool) -> String {
    let totals = &runner.totals;
    let bold = |s: &str| text::paint(s, Style::Bold, colour);
    let mut out = String::new();
    let _ = writeln!(out, "\n{}  {verdict}", bold("certificate, worst of all steps"));
    if totals.failed_steps() > 0 {
        let words = format!("{} steps short of the tolerance", totals.failed_steps());
        let _ = writeln!(out, "  {}", text::paint(&words, Style::Bad, colour));
    }
    let mut table = Table::new("<><", &["clause", "defect", "unit"]);
    for (name, defect, unit) in totals.certificate.clauses() {
        table.row(vec![
            (word_of(name).to_owned(), Style::Plain),
            (text::small(defect), Style::Plain),
            (unit.to_string(), Style::Dim),
        ]);
    }
    out.push_str(&table.render(2, colour));
    let halves = totals.watch.step_errors;
    if halves.steps > 0 {
        let _ = writeln!(
            out,
            "  error of one step, by its two halves: at most {} (relative {}), at {} of {} steps",
            text::small(halves.most),
            text::small(halves.relative),
            halves.steps,
            totals.steps
        );
    }
    out
}

/// Contacts and the energy account.
fn mechanical(runner: &Runner, colour: bool) -> String {
    let (totals, frame) = (&runner.totals, runner.frame());
    let mut out = String::from("\n");
    if let Some(world) = runner.world() {
        out.push_str(&super::world::pairs(&runner.names.who, world, colour));
    } else if !runner.names.contacts.is_empty() {
        let mut table = Table::new("<>>>", &["contact", "impulse n", "t", "N·s"]);
        for (name, r) in runner.names.contacts.iter().zip(&totals.impulses) {
            table.plain(named(name, r));
        }
        out.push_str(&table.render(2, colour));
    }
    if runner.world().is_some() || !runner.names.contacts.is_empty() {
        let steps = totals.steps.max(1) as f64;
        let mean = totals.contacts_sum as f64 / steps;
        let _ = writeln!(
            out,
            "  {mean:.2} contacts a step, at most {}; {} impacts; least gap {} m; solver {:.2} iterations a step, at most {}",
            totals.contacts_max,
            totals.impacts,
            text::small(totals.min_gap),
            totals.iterations_sum as f64 / steps,
            totals.iterations_max,
        );
        if totals.choices > 0 {
            let _ = writeln!(out, "  {} steps had more than one solution", totals.choices);
        }
        out.push('\n');
    }
    let e = &totals.energy;
    let mut table = Table::new("<>", &["energy", "J"]);
    let lines = [
        ("at the beginning", totals.initial.total()),
        ("work of applied forces", e.applied_work),
        ("lost in friction", -e.friction_loss),
        ("lost in impacts", -e.impact_loss),
        ("position correction", e.correction),
        ("taken by implicit damping", -e.implicit_damping),
        ("the scheme's own residue", e.residue),
        ("at the end", frame.energy.total()),
    ];
    for (name, x) in lines {
        table.plain(named(name, &[x]));
    }
    out.push_str(&table.render(2, colour));
    if e.friction_loss + e.impact_loss < -1e-9 * (totals.initial.total().abs() + frame.energy.kinetic) {
        let _ = writeln!(out, "  the contact laws of this scene created energy");
    }
    out
}

/// Cells of a name and its numbers.
pub(crate) fn named(name: &str, numbers: &[f64]) -> impl Iterator<Item = String> {
    std::iter::once(name.to_owned()).chain(numbers.iter().map(|x| plain(*x)))
}

/// A number for a reader: ten figures at most.
pub(crate) fn plain(x: f64) -> String {
    if x == 0.0 {
        "0".into()
    } else if (1e-4..1e7).contains(&x.abs()) {
        format!("{x:.9}")
    } else {
        format!("{x:.6e}")
    }
}
