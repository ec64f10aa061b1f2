//! The report of a run: what was run and how, how well it holds, what to look at, what to type next. Fifteen
//! lines at most.

pub(crate) mod tables;
mod world;

use crate::terminal::report::tables::plain;
use crate::terminal::text;
use crate::terminal::text::Style;
use drystone::dynamics::step::Effort;
use drystone::io::scene::{Scene, SystemDescription, world_in_brief};
use drystone::run::runner::{Detail, Runner};
use drystone::run::verdict::{RunVerdict, Word};
use drystone::solve::certificate::word_of;
use std::fmt::Write;

/// Lines of a report, each with its label.
struct Lines {
    out: String,
}

impl Lines {
    fn add(&mut self, label: &str, text: &str) {
        let _ = writeln!(self.out, "  {} {text}", text::label(label));
    }
}

/// What a run says to a reader.
pub(crate) fn report(scene: &Scene, (runner, verdict): (&Runner, &RunVerdict), wall_s: f64) -> String {
    let colour = text::colour();
    let title = scene.title.as_deref().unwrap_or(&scene.name);
    let mut lines = Lines {
        out: format!(
            "{}  {}\n",
            text::paint(title, Style::Bold, colour),
            text::paint(&scene.name, Style::Dim, colour)
        ),
    };
    if verdict.status != "finished" {
        // A run that did not reach its end says so first.
        let words = format!("at t = {} s of {} s", runner.frame().time, verdict.asked);
        lines.add(verdict.status, &text::paint(&words, Style::Bad, colour));
    }
    what(&mut lines, scene, runner, wall_s);
    asleep(&mut lines, scene, runner);
    told(&mut lines, scene, runner, verdict, colour);
    if let Some(words) = defects(runner) {
        lines.add("", &words);
    }
    if runner.is_mechanical() {
        energy(&mut lines, runner);
    }
    at_the_end(&mut lines, runner);
    if let Some(words) = look_at(runner) {
        lines.add("look at", &words);
    }
    lines.out
}

/// What a scheme that chooses its own steps did inside those of the run.
fn inside(runner: &Runner) -> String {
    let totals = &runner.totals;
    match totals.effort {
        Effort { smooth_steps: 0, .. } => String::new(),
        effort => format!(
            "; inside: {} smooth, {} by time-stepping ({:.0} % of the time), {} events",
            effort.smooth_steps,
            effort.stepping_steps,
            100.0 * effort.stepping_time / (runner.frame().time - runner.start()).max(f64::MIN_POSITIVE),
            totals.events
        ),
    }
}

/// The system, the method, steps and contacts.
fn what(lines: &mut Lines, scene: &Scene, runner: &Runner, wall_s: f64) {
    let (run, totals) = (&scene.run, &runner.totals);
    let kind = match &scene.system {
        SystemDescription::Bodies(world) => world_in_brief(world),
        SystemDescription::Lagrangian(_) => format!(
            "a system by its Lagrangian: {}; {}",
            text::count_of(runner.names.q.len(), "coordinate", "coordinates"),
            text::count_of(runner.names.contacts.len(), "contact", "contacts"),
        ),
        SystemDescription::Complementarity(_) => format!(
            "a linear complementarity system: {}",
            text::count_of(runner.names.q.len(), "state", "states")
        ),
    };
    lines.add("scene", &kind);
    let effort = match run.budget {
        Some(sweeps) => format!("a budget of {}", text::count_of(sweeps, "sweep", "sweeps")),
        None => format!("tolerance {:e}", run.tolerance),
    };
    lines.add(
        "method",
        &format!(
            "{}, h = {} s, solver {}, {effort}",
            run.scheme.name, runner.dt, run.solver.name
        ),
    );
    let inside = inside(runner);
    lines.add(
        "run",
        &format!(
            "{} steps to t = {} s in {} ({:.0} steps/s){inside}",
            totals.steps,
            runner.frame().time,
            text::seconds(wall_s),
            totals.steps as f64 / wall_s.max(1e-9),
        ),
    );
    let steps = totals.steps.max(1) as f64;
    let iterations = format!(
        "iterations mean {:.2}, at most {}",
        totals.iterations_sum as f64 / steps,
        totals.iterations_max
    );
    if runner.is_mechanical() {
        lines.add(
            "contacts",
            &format!(
                "mean {:.2}, at most {}; {}; solver {iterations}",
                totals.contacts_sum as f64 / steps,
                totals.contacts_max,
                text::count_of(
                    usize::try_from(totals.impacts).unwrap_or(usize::MAX),
                    "impact",
                    "impacts"
                ),
            ),
        );
    } else {
        lines.add("solver", &iterations);
    }
}

/// How many bodies were left out as being at rest.
fn asleep(lines: &mut Lines, scene: &Scene, runner: &Runner) {
    if let (Some(sleep), Some(world), Detail::Step(step)) =
        (scene.run.options.sleep, runner.world(), runner.frame().detail)
    {
        lines.add(
            "asleep",
            &format!(
                "{} of {} at the end (slower than {} g h for {} steps)",
                step.solves.sleeping,
                text::count_of(world.bodies.len(), "body", "bodies"),
                sleep.speed,
                sleep.steps
            ),
        );
    }
}

/// Remarks that are printed; the others are counted.
const REMARKS: usize = 3;

/// The verdict in its own words, and what its steps say.
fn verdict_words(scene: &Scene, runner: &Runner, verdict: &RunVerdict, colour: bool) -> String {
    let (totals, word) = (&runner.totals, verdict.word);
    let steps = match (totals.failed_steps(), scene.run.budget) {
        (0, None) if totals.steps > 0 && verdict.status != "finished" => {
            "; the laws of every step up to there hold".to_owned()
        }
        (0, None) if totals.steps > 0 && word == Word::Not => "; the laws of every step hold".to_owned(),
        (0, None) if totals.steps > 0 => ": every step holds to its tolerance".to_owned(),
        (_, Some(sweeps)) => format!(
            "; no tolerance asked, {} a step",
            text::count_of(sweeps, "sweep", "sweeps")
        ),
        _ => String::new(),
    };
    let style = match word {
        Word::Certified | Word::Remarks => Style::Good,
        Word::Not => Style::Bad,
    };
    format!("{}{steps}", text::paint(word.name(), style, colour))
}

/// The verdict, and what it is made of.
fn told(lines: &mut Lines, scene: &Scene, runner: &Runner, verdict: &RunVerdict, colour: bool) {
    lines.add("certificate", &verdict_words(scene, runner, verdict, colour));
    for remark in verdict.remarks.iter().take(REMARKS) {
        let place = [
            remark.pair.clone(),
            remark.time.map(|t| format!("t = {} s", short(t))),
        ];
        let place: Vec<String> = place.into_iter().flatten().collect();
        let place = if place.is_empty() {
            String::new()
        } else {
            format!(" ({})", place.join(", "))
        };
        let mark = if remark.breaks { "✗" } else { "·" };
        lines.add("", &format!("{mark} {}{place}: {}", remark.words, remark.advice));
    }
    if verdict.remarks.len() > REMARKS {
        let more = verdict.remarks.len() - REMARKS;
        lines.add("", &format!("and {more} more: --json has them all"));
    }
}

/// The worst defects in words.
fn defects(runner: &Runner) -> Option<String> {
    let totals = &runner.totals;
    let mut words = Vec::new();
    for (clause, defect, unit) in totals.certificate.clauses() {
        let meaning = match clause {
            "penetration" if !runner.is_mechanical() => "w below 0 by",
            "tension" if !runner.is_mechanical() => "λ below 0 by",
            "complementarity" if !runner.is_mechanical() => "w λ",
            "dynamics" if !runner.is_mechanical() => "defect of the step",
            clause => word_of(clause),
        };
        if defect != 0.0 {
            let unit = if runner.is_mechanical() { unit } else { "" };
            words.push((
                format!("{meaning} {} {unit}", text::small(defect))
                    .trim_end()
                    .to_owned(),
                clause,
            ));
        }
    }
    if totals.min_gap < 0.0 && totals.min_gap.is_finite() {
        words.push((format!("overlap {} m", text::small(-totals.min_gap)), "gap"));
    }
    let order = [
        "gap",
        "penetration",
        "cone_excess",
        "tension",
        "joints",
        "dynamics",
    ];
    let place = |clause: &str| order.iter().position(|o| *o == clause).unwrap_or(order.len());
    words.sort_by_key(|(_, clause)| place(clause));
    let words: Vec<String> = words.into_iter().take(4).map(|(words, _)| words).collect();
    (!words.is_empty()).then(|| format!("at most: {}", words.join(", ")))
}

fn energy(lines: &mut Lines, runner: &Runner) {
    let (totals, account) = (&runner.totals, &runner.totals.energy);
    let mut parts = Vec::new();
    for (name, x) in [
        ("friction", -account.friction_loss),
        ("impacts", -account.impact_loss),
        ("applied", account.applied_work),
        ("correction", account.correction),
        ("implicit damping", -account.implicit_damping),
    ] {
        if x != 0.0 {
            parts.push(format!("{name} {}{}", if x > 0.0 { "+" } else { "" }, short(x)));
        }
    }
    parts.push(format!(
        "balance closes to {} J",
        text::small(account.residue.abs())
    ));
    lines.add(
        "energy",
        &format!(
            "{} J → {} J: {}",
            short(totals.initial.total()),
            short(runner.frame().energy.total()),
            parts.join(", ")
        ),
    );
}

/// The fastest body and the pair that gave most, or the first coordinates.
fn at_the_end(lines: &mut Lines, runner: &Runner) {
    let frame = runner.frame();
    let Some(world) = runner.world() else {
        let states: Vec<String> = runner
            .names
            .q
            .iter()
            .zip(frame.q)
            .take(4)
            .map(|(n, x)| format!("{n} = {}", plain(*x)))
            .collect();
        lines.add("at the end", &states.join(", "));
        return;
    };
    let speed = |i: &usize| world.bodies[*i].twist.linear.length();
    let fastest = (0..world.bodies.len()).max_by(|a, b| speed(a).total_cmp(&speed(b)));
    let mut words = Vec::new();
    if let Some(i) = fastest {
        words.push(format!(
            "fastest is {} with {} m/s",
            runner.names.who.bodies[i],
            short(speed(&i))
        ));
    }
    if let Some(pair) = world
        .pairs
        .list
        .iter()
        .max_by(|a, b| a.normal.total_cmp(&b.normal))
    {
        words.push(format!("{} gave most: {} N·s", pair.name, short(pair.normal)));
    }
    lines.add("at the end", &words.join("; "));
}

/// What deserves a second look, worst first.
fn look_at(runner: &Runner) -> Option<String> {
    let totals = &runner.totals;
    if totals.failed_steps() > 0
        && let Some(worst) = runner.world().and_then(|world| world.worst)
    {
        let [a, b] = worst.bodies.map(|body| runner.names.who.bodies[body].as_str());
        return Some(format!(
            "{a}-{b} at t = {} s: misses its law most, {} {} {}",
            worst.time,
            word_of(worst.clause),
            text::small(worst.defect),
            worst.unit
        ));
    }
    let lost = totals.energy.friction_loss + totals.energy.impact_loss;
    if lost < -1e-9 * (totals.initial.total().abs() + runner.frame().energy.kinetic) {
        return Some("the energy: the contact laws of this scene created some".to_owned());
    }
    (totals.choices > 0).then(|| format!("{} steps that had more than one solution", totals.choices))
}

/// Six decimals.
fn short(x: f64) -> String {
    text::short(x, 1e-3..1e6, 6, 3)
}
