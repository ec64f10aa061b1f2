//! The verdict on a whole run, in three words, with remarks.
//!
//! ```text
//! certified                every step certified, no remark
//! certified with remarks   steps of crowds to 1e-6 where no tolerance was asked for, kept steps ≤ 1 % of
//!                          all, overlap ≤ 1 % of the thinner body, joints apart by ≤ 1 % of the thinnest,
//!                          energy made by the scheme ≤ 1e-3 and by correction
//!                          ≤ 2e-2 of the energy in play, nothing passed through, all finite, to the end
//!                          that was asked for
//! not certified            everything else
//! ```
//! Coarse steps of heaps are counted with those that miss their tolerance by far: such a run goes on and is
//! not certified. A remark says what, where, how much, and the remedy. With a budget of sweeps no tolerance
//! is asked, and short steps are no remark. Everything that tells of a run asks here: terminal, JSON, run
//! file, page. `docs/certificate.md` says what is covered and what is not.

use crate::run::runner::{RunError, Runner};
use drystone_dynamics::StepError;
use drystone_dynamics::checkpoint::Arrays;
use drystone_dynamics::contact::Restitution;
use drystone_dynamics::models::bodies::search::Search;
use drystone_dynamics::models::lagrangian::description::{RestitutionDescription, Scalar};
use drystone_io::scene::{ENOUGH, Scene, SystemDescription};
use drystone_solve::policy::tolerances::{CROWD, HEAP};
use serde_json::{Value, json};

/// Kept steps, as a share of all, at most.
const KEPT: f64 = 1e-2;
/// Overlap over the thickness of the thinner body: at most, and from where on it is worth a remark.
const OVERLAP: [f64; 2] = [1e-2, 1e-4];
/// Energy that the scheme made, over the energy in play: at most, and from where on it is worth a remark.
const SCHEME: [f64; 2] = [1e-3, 1e-4];
/// Energy that the scheme lost, over the energy in play: from where on it is worth a remark. Implicit schemes
/// lose some by design, and a motion that comes to rest is no danger: there is no limit. A hundredth is a
/// height or a speed that a reader sees.
const LOST: f64 = 1e-2;
/// The same of the correction of positions.
const CORRECTION: [f64; 2] = [2e-2, 2e-3];
/// Energy that a law made, over the energy in play: from where on it is worth a remark. The law is what the
/// user asked for: there is no limit.
const LAW: f64 = 1e-6;

/// Error of one step by its two halves, over the thickness of the body (or the largest coordinate): from
/// where on it is worth a remark. As much as the overlap that breaks a certificate, in a single step. An
/// estimate: there is no limit.
const STEP_ERROR: f64 = 1e-2;

/// How a run ended.
#[derive(Clone, Debug)]
pub enum Ending {
    /// At the time that was asked for.
    Finished,
    /// Before it: a step was refused.
    Stopped(RunError),
    /// Before it: a signal.
    Interrupted,
}

impl Ending {
    /// `finished`, `stopped` or `interrupted`.
    pub fn name(&self) -> &'static str {
        match self {
            Ending::Finished => "finished",
            Ending::Stopped(_) => "stopped",
            Ending::Interrupted => "interrupted",
        }
    }
}

/// The three words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// Every step certified, no remark.
    Certified,
    /// Within the limits.
    Remarks,
    /// Beyond them.
    Not,
}

impl Word {
    /// As printed everywhere.
    pub fn name(self) -> &'static str {
        match self {
            Word::Certified => "certified",
            Word::Remarks => "certified with remarks",
            Word::Not => "not certified",
        }
    }
}

/// One thing that a reader of the run should know.
#[derive(Clone, Debug, PartialEq)]
pub struct Remark {
    /// `overlap`, `drift`, `energy`, `passed_through`, `kept`, `tolerance`, `step_error` or `lost_contact`.
    pub kind: &'static str,
    /// How much, in the unit of its kind (m, J, steps).
    pub worst: f64,
    /// The same beside what it is measured by.
    pub relative: f64,
    /// When, in s.
    pub time: Option<f64>,
    /// Who.
    pub pair: Option<String>,
    /// What happened, in words.
    pub words: String,
    /// The remedy.
    pub advice: &'static str,
    /// Whether it is beyond its limit.
    pub breaks: bool,
}

/// The verdict on a run.
#[derive(Clone, Debug)]
pub struct RunVerdict {
    /// The word.
    pub word: Word,
    /// What led to it, what breaks the certificate first.
    pub remarks: Vec<Remark>,
    /// `finished`, `stopped` or `interrupted`.
    pub status: &'static str,
    /// Why and where it stopped.
    pub stopped: Option<Value>,
    /// The end that was asked for, in s.
    pub asked: f64,
    /// Whether the exit status says so too.
    pub passes: bool,
    /// Whether it stopped at a step that was refused, which no total counts: the run did not go on with it.
    pub refused: bool,
}

impl RunVerdict {
    /// Of a run that has ended.
    pub fn of(scene: &Scene, runner: &Runner, ending: &Ending) -> Self {
        let mut remarks = Vec::new();
        let budget = scene.run.budget.is_some();
        steps(runner, budget, &mut remarks);
        loose(runner, &mut remarks);
        if runner.is_mechanical() {
            overlap(runner, &mut remarks);
            drift(runner, &mut remarks);
            energy(scene, runner, &mut remarks);
            passed(runner, &mut remarks);
            step_error(runner, &mut remarks);
            lost_contact(runner, &mut remarks);
        }
        remarks.sort_by_key(|remark| !remark.breaks);
        let finished = matches!(ending, Ending::Finished);
        let word = if !finished || remarks.iter().any(|remark| remark.breaks) {
            Word::Not
        } else if remarks.is_empty() {
            Word::Certified
        } else {
            Word::Remarks
        };
        RunVerdict {
            word,
            remarks,
            status: ending.name(),
            stopped: stopped(runner, ending),
            asked: runner.t_end,
            refused: matches!(ending, Ending::Stopped(error) if matches!(kind_of(error), "refused" | "infeasible")),
            passes: finished && (word != Word::Not || (budget && runner.totals.refused_steps == 0)),
        }
    }

    /// The keys of the summary.
    pub fn to_json(&self) -> Value {
        let number = |x: f64| serde_json::Number::from_f64(x).map_or(Value::Null, Value::Number);
        let one = |r: &Remark| {
            json!({
                "kind": r.kind, "worst": number(r.worst), "relative": number(r.relative),
                "time": r.time, "pair": r.pair, "text": r.words, "advice": r.advice, "breaks": r.breaks,
            })
        };
        json!({
            "status": self.status,
            "verdict": self.word.name(),
            "remarks": self.remarks.iter().map(one).collect::<Vec<_>>(),
            "stopped": self.stopped,
            "asked_t_end": number(self.asked),
        })
    }
}

/// The name under which a run file keeps the verdict.
const SAVED: &str = "verdict";

impl RunVerdict {
    /// Into a run file: the keys of the summary, as the bytes of their text.
    pub(crate) fn save(&self, out: &mut Arrays) {
        let text = self.to_json().to_string();
        out.put_counts(SAVED, text.bytes().map(u64::from));
    }

    /// From a run file: the keys of the summary. Nothing where the run was killed, or is not ours.
    pub fn saved(from: &Arrays) -> Option<Value> {
        let bytes: Vec<u8> = (from.counts(SAVED).ok()?.iter())
            .map(|byte| u8::try_from(*byte).ok())
            .collect::<Option<_>>()?;
        serde_json::from_slice(&bytes).ok()
    }
}

/// Why a run stopped, by kind.
fn stopped(runner: &Runner, ending: &Ending) -> Option<Value> {
    let Ending::Stopped(error) = ending else {
        return None;
    };
    let (time, pair) = match error {
        RunError::Step(error) => (time_of(error), None),
        RunError::StepAt { error, pair, .. } => (time_of(error), pair.as_deref()),
        RunError::Scene(_) | RunError::Complementarity(_) | RunError::Solver(_) => (None, None),
    };
    Some(json!({
        "reason": error.to_string(),
        "kind": kind_of(error),
        "time": time.unwrap_or(runner.frame().time),
        "pair": pair,
    }))
}

/// What stopped a run: a word of `stopped` in the summary and in `[[verify]]`.
pub(crate) fn kind_of(error: &RunError) -> &'static str {
    match error {
        RunError::Step(error) | RunError::StepAt { error, .. } => match error {
            StepError::Infeasible { .. } => "infeasible",
            StepError::NotFinite { .. } => "not-finite",
            _ => "refused",
        },
        RunError::Scene(_) | RunError::Complementarity(_) | RunError::Solver(_) => "refused",
    }
}

fn time_of(error: &StepError) -> Option<f64> {
    match error {
        StepError::Infeasible { time, .. }
        | StepError::NotFinite { time, .. }
        | StepError::Violation { time, .. }
        | StepError::Mass { time, .. }
        | StepError::Impact { time, .. } => Some(*time),
        _ => None,
    }
}

fn steps(runner: &Runner, budget: bool, out: &mut Vec<Remark>) {
    let totals = &runner.totals;
    let all = totals.steps.max(1) as f64;
    let worst = runner.world().and_then(|world| world.worst);
    let pair = worst.map(|worst| pair_of(runner, worst.bodies));
    let time = worst.map(|worst| worst.time);
    if totals.refused_steps > 0 {
        let count = totals.refused_steps as f64;
        out.push(Remark {
            kind: "kept",
            worst: count,
            relative: count / all,
            time,
            pair: pair.clone(),
            words: match totals.of_refused.infeasible {
                0 if totals.of_refused.coarse > 0 => format!(
                    "{} of {} steps miss their tolerance by far: {} of heaps of more than {HEAP} contacts, whose velocities hold to a hundredth",
                    totals.refused_steps, totals.steps, totals.of_refused.coarse
                ),
                0 => format!("{} of {} steps miss their tolerance by far", totals.refused_steps, totals.steps),
                proved => format!(
                    "{} of {} steps miss their tolerance by far, {proved} of them proved to have no solution",
                    totals.refused_steps, totals.steps
                ),
            },
            advice: match totals.of_refused.infeasible {
                0 if totals.of_refused.coarse == totals.refused_steps => {
                    "so large a heap gets sweeps alone while it collapses: run.budget asks for fewer of them, a smaller step is solved sooner, run.tolerance stops at the first that misses it"
                }
                0 => {
                    "give more iterations, another solver or a smaller step; on_violation = \"stop\" ends at the first"
                }
                _ => {
                    "where no impulses exist no solver finds them: let what drives the bodies give, or make room; on_violation = \"stop\" ends at the first and names who is crushed"
                }
            },
            breaks: true,
        });
    }
    if totals.kept_steps > 0 && !budget {
        let count = totals.kept_steps as f64;
        out.push(Remark {
            kind: "kept",
            worst: count,
            relative: count / all,
            time,
            pair,
            words: format!(
                "{} of {} steps short of the tolerance by little",
                totals.kept_steps, totals.steps
            ),
            advice: "give more iterations, ask for a larger tolerance, or take masses that differ less",
            breaks: count > KEPT * all,
        });
    }
}

/// Steps of crowds that met what will do, where no tolerance was asked for.
fn loose(runner: &Runner, out: &mut Vec<Remark>) {
    let totals = &runner.totals;
    if totals.loose_steps > 0 {
        let count = totals.loose_steps as f64;
        out.push(Remark {
            kind: "tolerance",
            worst: ENOUGH,
            relative: count / totals.steps.max(1) as f64,
            time: None,
            pair: None,
            words: format!(
                "{} of {} steps, of more than {CROWD} contacts each, are certified to {ENOUGH:.0e} and not to 1e-10",
                totals.loose_steps, totals.steps
            ),
            advice: "no tolerance was asked for; run.tolerance asks for one, of every step",
            breaks: false,
        });
    }
}

fn overlap(runner: &Runner, out: &mut Vec<Remark>) {
    let overlap = runner.totals.watch.overlap;
    if overlap.relative > OVERLAP[1] {
        out.push(Remark {
            kind: "overlap",
            worst: overlap.most,
            relative: overlap.relative,
            time: Some(overlap.time),
            pair: overlap.bodies.map(|bodies| pair_of(runner, bodies)),
            words: format!(
                "bodies overlap by {:.2} % of the thinner one; {:.1e} m at most in the run",
                100.0 * overlap.relative,
                overlap.most
            ),
            advice: "a smaller step, or run.violation = \"projection\"",
            breaks: !(overlap.relative <= OVERLAP[0]),
        });
    }
}

/// Joints that come apart, by the limits of overlap.
fn drift(runner: &Runner, out: &mut Vec<Remark>) {
    let (worst, thinnest) = (runner.totals.drift, runner.names.who.thinnest);
    let relative = worst / thinnest;
    if thinnest > 0.0 && thinnest.is_finite() && !(relative <= OVERLAP[1]) {
        out.push(Remark {
            kind: "drift",
            worst,
            relative,
            time: None,
            pair: None,
            words: format!(
                "joints come apart by {:.2} % of the thinnest body at most ({worst:.1e} m)",
                100.0 * relative
            ),
            advice: "a smaller step, run.constraints = \"projection\", or more sweeps",
            breaks: !(relative <= OVERLAP[0]),
        });
    }
}

/// Who gives energy back in an impact, and may give too much.
fn law_advice(scene: &Scene) -> &'static str {
    let (mut newton, mut poisson) = (false, false);
    let none = |x: &Scalar| matches!(x, Scalar::Number(x) if *x == 0.0);
    match &scene.system {
        SystemDescription::Bodies(world) => {
            for law in &world.laws {
                match law.restitution {
                    Restitution::Newton { e, tangential } => newton |= e != 0.0 || tangential != 0.0,
                    Restitution::Poisson { e, tangential } => poisson |= e != 0.0 || tangential != 0.0,
                    _ => {}
                }
            }
        }
        SystemDescription::Lagrangian(system) => {
            for contact in &system.contacts {
                match &contact.restitution {
                    RestitutionDescription::Newton { e, tangential } => {
                        newton |= !none(e) || !none(tangential);
                    }
                    RestitutionDescription::DissipationIndex(_) => newton = true,
                    RestitutionDescription::Poisson { e, tangential } => {
                        poisson |= !none(e) || !none(tangential);
                    }
                    _ => {}
                }
            }
        }
        SystemDescription::Complementarity(_) => {}
    }
    match (newton, poisson) {
        (true, false) => {
            "Newton's restitution with friction may: take restitution = { stronge = … } or { poisson = … }"
        }
        (false, true) => "Poisson's restitution with friction may: take restitution = { stronge = … }",
        (true, true) => {
            "Newton's and Poisson's restitution with friction may: take restitution = { stronge = … }"
        }
        (false, false) => {
            "neither Newton's nor Poisson's restitution gives anything back here: it falls with the length of the step"
        }
    }
}

fn energy(scene: &Scene, runner: &Runner, out: &mut Vec<Remark>) {
    let (totals, watch) = (&runner.totals, &runner.totals.watch);
    if watch.spoiled {
        out.push(Remark {
            kind: "energy",
            worst: f64::NAN,
            relative: f64::NAN,
            time: None,
            pair: None,
            words: "the energy is not a finite number".to_owned(),
            advice: "a smaller step: forces are too stiff for this one",
            breaks: true,
        });
        return;
    }
    let play = watch.energy_in_play(&totals.energy, &runner.names.who);
    // In a scene at rest every step begins with a fall that its contacts take back: what their laws, solved
    // to the tolerance, leave of it is beside that.
    let held = play.max(runner.fall_of_a_step());
    let parts = [
        (
            (watch.residue, play),
            SCHEME,
            "the scheme made",
            "a smaller step, or another scheme",
        ),
        (
            (watch.lost_by_scheme, play),
            [f64::INFINITY, LOST],
            "the scheme lost",
            "a smaller step, or a scheme of higher order (hybrid)",
        ),
        (
            (watch.correction, held),
            CORRECTION,
            "the correction of positions made",
            "a smaller step, so that there is less to correct",
        ),
        (
            (watch.made_by_law, held),
            [f64::INFINITY, LAW],
            "the laws of contact made",
            law_advice(scene),
        ),
    ];
    for ((made, play), [most, mention], words, advice) in parts {
        let relative = if made > 0.0 { made / play } else { 0.0 };
        if relative > mention {
            out.push(Remark {
                kind: "energy",
                worst: made,
                relative,
                time: None,
                pair: None,
                words: format!("{words} {made:.1e} J, {relative:.2e} of the energy in play"),
                advice,
                breaks: !(relative <= most),
            });
        }
    }
}

fn passed(runner: &Runner, out: &mut Vec<Remark>) {
    let Some(passed) = runner.totals.watch.passed else {
        return;
    };
    let name = runner.names.who.bodies.get(passed.body).cloned();
    out.push(Remark {
        kind: "passed_through",
        worst: passed.way,
        relative: passed.way / runner.names.who.thinnest,
        time: Some(passed.time),
        words: format!(
            "{} goes {:.2e} m in a step and through what is there",
            name.as_deref().unwrap_or("a body"),
            passed.way
        ),
        pair: name,
        advice: "a smaller step, or run.continuous = true where it is off",
        breaks: true,
    });
}

fn step_error(runner: &Runner, out: &mut Vec<Remark>) {
    let found = runner.totals.watch.step_errors;
    if !(found.relative > STEP_ERROR) {
        return;
    }
    let body = found.body.and_then(|body| runner.names.who.bodies.get(body));
    let beside = if body.is_some() {
        "of its size"
    } else {
        "of the largest coordinate"
    };
    out.push(Remark {
        kind: "step_error",
        worst: found.most,
        relative: found.relative,
        time: Some(found.time),
        pair: body.cloned(),
        words: format!(
            "estimate: two halves of a step end {:.1} % {beside} from where one ends ({} of {} steps looked at)",
            100.0 * found.relative,
            found.steps,
            runner.totals.steps
        ),
        advice: "a smaller step shows whether it matters",
        breaks: false,
    });
}

fn lost_contact(runner: &Runner, out: &mut Vec<Remark>) {
    let lost = runner.totals.watch.lost;
    if lost.count == 0 {
        return;
    }
    let names = &runner.names;
    let pair = match Search::bodies_of(lost.id) {
        Some(bodies) if !names.who.bodies.is_empty() => Some(pair_of(runner, bodies)),
        _ => (usize::try_from(lost.id).ok()).and_then(|id| names.contacts.get(id).cloned()),
    };
    out.push(Remark {
        kind: "lost_contact",
        worst: lost.gap,
        relative: lost.count as f64 / runner.totals.steps.max(1) as f64,
        time: Some(lost.time),
        pair,
        words: format!(
            "{} times a contact that carried and did not move apart was let go, at a gap of {:.1e} m at most",
            lost.count, lost.gap
        ),
        advice: "a smaller tolerance, so that contacts at rest do not drift",
        breaks: false,
    });
}

fn pair_of(runner: &Runner, bodies: [usize; 2]) -> String {
    let name = |body: usize| runner.names.who.bodies.get(body).map_or("?", String::as_str);
    format!("{}-{}", name(bodies[0]), name(bodies[1]))
}
