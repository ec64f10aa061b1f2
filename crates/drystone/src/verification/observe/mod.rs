//! What checks may ask of a run, by name: the numbers that formulas of `[[verify]]` see at each step.
//!
//! ```text
//! t  coordinates  velocities  outputs  kinetic potential energy        of the instant
//! friction_loss impact_loss applied_work correction residue min_gap drift impacts choices failed_steps steps
//!      so far
//! impulse.CONTACT.ROW  certificate.CLAUSE  impact_time.CONTACT.N                                      so far
//! force.CONTACT.ROW  gap.CONTACT  solutions                                           of the step just taken
//! run.step  run.t_end                                                                           of the scene
//! BODY.x  JOINT.coordinate  A-B.force_z  impact_time.A-B.N  …               of a world of bodies: `world.rs`
//! JOINT.motor                                                                         of the step just taken
//! ```

use super::world::{self, Quantity};
use crate::run::runner::{Detail, Frame, Names, Runner};
use drystone_dynamics::formula::{Symbol, Symbols};
use drystone_dynamics::models::bodies::joints::{JointContact, Joints};
use drystone_dynamics::models::bodies::search::FIRST_JOINT_ID;
use drystone_dynamics::step::{Status, Step, StepCertificate};
use drystone_io::run_file::ROWS;
use drystone_io::scene::Scene;

const TOTALS: [&str; 12] = [
    "friction_loss",
    "impact_loss",
    "applied_work",
    "correction",
    "residue",
    "min_gap",
    "drift",
    "impacts",
    "choices",
    "failed_steps",
    "steps",
    "solutions",
];

/// A dotted name, found in the scene.
#[derive(Clone, Debug, PartialEq)]
enum Dotted {
    Impulse(usize, usize),
    Force(usize, usize),
    ImpactTime(usize, usize),
    Gap(usize),
    Certificate(usize),
    Number(f64),
    World(Quantity),
    /// The motor of a joint.
    Motor(usize),
    /// The place in `pair_impacts`, and which impact.
    PairImpact([usize; 2], usize),
}

/// The numbers of the present instant, in the order of the variables of the formulas.
pub(super) struct Observed {
    names: Names,
    /// The scene's settings by dotted name.
    run: [(&'static str, f64); 2],
    dotted: Vec<(String, Dotted)>,
    impact_times: Vec<Vec<f64>>,
    /// Times of the impacts of the pairs that formulas ask for.
    pair_impacts: Vec<([usize; 2], Vec<f64>)>,
    last_time: f64,
    pub(super) values: Vec<f64>,
}

impl Observed {
    pub(super) fn new(scene: &Scene, names: &Names) -> Self {
        Observed {
            names: names.clone(),
            run: [("run.step", scene.run.step), ("run.t_end", scene.run.t_end)],
            dotted: Vec::new(),
            impact_times: vec![Vec::new(); names.contacts.len()],
            pair_impacts: Vec::new(),
            last_time: f64::NAN,
            values: Vec::new(),
        }
    }

    fn plain(&self) -> impl Iterator<Item = &str> {
        let own = self
            .names
            .outputs
            .iter()
            .chain(&self.names.q)
            .chain(&self.names.v);
        let fixed = TOTALS.iter().chain(&["kinetic", "potential", "energy"]);
        fixed.copied().chain(own.map(String::as_str)).chain(["t"])
    }

    /// How many numbers a formula sees.
    pub(super) fn len(&self) -> usize {
        self.plain().count() + self.dotted.len()
    }

    /// The names of the instant, over those of the scene. Names of the scene win over those of sums.
    pub(super) fn insert_into(&self, symbols: &mut Symbols) {
        for (i, name) in self.plain().enumerate() {
            let known = symbols.get(name).is_some() && i < TOTALS.len() + 3;
            if !known {
                symbols.insert(name, variable(i));
            }
        }
    }

    /// Replaces dotted names, which formulas do not have, by plain ones of the same length, and adds these to
    /// the symbols. Gives the byte and the fault of one that means nothing.
    pub(super) fn replace_dotted(
        &mut self,
        text: &str,
        symbols: &mut Symbols,
        numbers_only: bool,
    ) -> Result<String, (usize, String)> {
        let mut out = text.to_owned();
        let is_known = |name: &str| world::is_known(&self.names.who, name);
        for (at, name) in dotted_names(text, &is_known) {
            let found = self.find(name).map_err(|message| (at, message))?;
            let plain = name.replace(['.', '-'], "_");
            out.replace_range(at..at + name.len(), &plain);
            let symbol = match found {
                Dotted::Number(x) => Symbol::Constant(x),
                _ if numbers_only => {
                    let message = format!("`{name}` cannot be used here, use parameters and constants only");
                    return Err((at, message));
                }
                found => {
                    if let Dotted::PairImpact(pair, _) = found
                        && !self.pair_impacts.iter().any(|(other, _)| *other == pair)
                    {
                        self.pair_impacts.push((pair, Vec::new()));
                    }
                    let known = self.dotted.iter().position(|(other, _)| other == name);
                    let i = known.unwrap_or_else(|| {
                        self.dotted.push((name.to_owned(), found));
                        self.dotted.len() - 1
                    });
                    variable(self.plain().count() + i)
                }
            };
            symbols.insert(&plain, symbol);
        }
        Ok(out)
    }

    fn find(&self, name: &str) -> Result<Dotted, String> {
        if let Some((whole, part)) = name.rsplit_once('.') {
            let joint = self.names.who.joints.iter().position(|joint| joint == whole);
            if let (Some(joint), "motor") = (joint, part) {
                return Ok(Dotted::Motor(joint));
            }
            if let Some(found) = world::find(&self.names.who, whole, part) {
                return found.map(Dotted::World);
            }
        }
        let mut parts = name.split('.');
        let (kind, second, third) = (
            parts.next().unwrap_or(""),
            parts.next().unwrap_or(""),
            parts.next(),
        );
        let contact = || {
            let place = self.names.contacts.iter().position(|c| c == second);
            place.ok_or_else(|| {
                format!(
                    "no contact `{second}`; there are: {}",
                    self.names.contacts.join(", ")
                )
            })
        };
        let row = || {
            let third = third.unwrap_or("n");
            let place = ROWS
                .iter()
                .position(|row| *row == third || *row == "t1" && third == "t");
            place.ok_or_else(|| format!("no row `{third}` of a contact; there are: {}", ROWS.join(", ")))
        };
        match kind {
            _ if parts.next().is_some() => {}
            "impulse" => return Ok(Dotted::Impulse(contact()?, row()?)),
            "force" => return Ok(Dotted::Force(contact()?, row()?)),
            "gap" if third.is_none() => return Ok(Dotted::Gap(contact()?)),
            "impact_time" => {
                let number = third.and_then(|n| n.parse::<usize>().ok()).filter(|n| *n > 0);
                let number = number.ok_or("write impact_time.CONTACT.N, N from 1")?;
                if let Some(pair) = self.names.who.pair(second) {
                    return Ok(Dotted::PairImpact(pair, number - 1));
                }
                return Ok(Dotted::ImpactTime(contact()?, number - 1));
            }
            "certificate" if third.is_none() => {
                let clauses = StepCertificate::default().clauses();
                let place = clauses.iter().position(|clause| clause.0 == second);
                let names: Vec<&str> = clauses.iter().map(|clause| clause.0).collect();
                return place
                    .map(Dotted::Certificate)
                    .ok_or_else(|| format!("no clause `{second}`; there are: {}", names.join(", ")));
            }
            _ => {
                if let Some((_, x)) = self.run.iter().find(|(known, _)| *known == name) {
                    return Ok(Dotted::Number(*x));
                }
            }
        }
        Err(self.unknown(name))
    }

    fn unknown(&self, name: &str) -> String {
        let known = if self.names.who.bodies.is_empty() {
            "impulse.CONTACT.ROW, force.CONTACT.ROW, gap.CONTACT, impact_time.CONTACT.N".to_owned()
        } else {
            let groups = self.names.who.groups.join(", ");
            format!(
                "BODY.x, JOINT.coordinate, A-B.force_x, GROUP.mass, impact_time.A-B.N and their like, with {groups}"
            )
        };
        format!("`{name}` means nothing; known: {known}, certificate.CLAUSE, run.step, run.t_end")
    }

    /// Takes the numbers of the present instant.
    pub(super) fn look(&mut self, runner: &Runner) {
        let frame = runner.frame();
        let (totals, account) = (&runner.totals, &runner.totals.energy);
        self.note_impacts(&frame);
        self.note_pair_impacts(runner, frame.time);
        let solutions = match frame.detail {
            Detail::Step(step) => step.solutions.listed().map_or(0, <[_]>::len),
            _ => 0,
        };
        self.values.clear();
        self.values.extend([
            account.friction_loss,
            account.impact_loss,
            account.applied_work,
            account.correction,
            account.residue,
            totals.min_gap,
            totals.drift,
            totals.impacts as f64,
            totals.choices as f64,
            totals.failed_steps() as f64,
            totals.steps as f64,
            solutions as f64,
            frame.energy.kinetic,
            frame.energy.potential,
            frame.energy.total(),
        ]);
        self.values
            .extend(frame.outputs.iter().chain(frame.q).chain(frame.v));
        self.values.push(frame.time);
        let dt = frame.time - self.last_time;
        let per_time = |impulse: &dyn Fn(&Step) -> f64| match frame.detail {
            Detail::Step(step) => impulse(step) / dt,
            _ => 0.0,
        };
        let values = self.dotted.iter().map(|(_, dotted)| match dotted {
            Dotted::Impulse(contact, row) => totals.impulses[*contact].get(*row).copied().unwrap_or(0.0),
            Dotted::Force(contact, row) => per_time(&|step| impulse(step, *contact, *row)),
            Dotted::ImpactTime(contact, n) => {
                self.impact_times[*contact].get(*n).copied().unwrap_or(f64::NAN)
            }
            Dotted::Gap(contact) => match frame.detail {
                Detail::Step(step) => place(step, *contact).map_or(f64::NAN, |i| step.contacts.list[i].gap),
                _ => f64::NAN,
            },
            Dotted::Certificate(clause) => totals.certificate.clauses()[*clause].1,
            Dotted::Number(x) => *x,
            Dotted::Motor(joint) => per_time(&|step| motor_impulse(step, *joint)),
            Dotted::World(quantity) => runner.world().map_or(f64::NAN, |world| quantity.value(world)),
            Dotted::PairImpact(pair, n) => {
                let times = self.pair_impacts.iter().find(|(other, _)| other == pair);
                times.and_then(|(_, t)| t.get(*n).copied()).unwrap_or(f64::NAN)
            }
        });
        self.values.extend(values);
        self.last_time = frame.time;
    }

    fn note_pair_impacts(&mut self, runner: &Runner, time: f64) {
        let Some(world) = runner.world() else { return };
        for (pair, times) in &mut self.pair_impacts {
            let now = world.pairs.of(*pair).map(|(pair, _)| world.pairs.now(pair));
            if now.is_some_and(|now| now.impact) {
                times.push(time);
            }
        }
    }

    fn note_impacts(&mut self, frame: &Frame) {
        let Detail::Step(step) = frame.detail else { return };
        for (contact, status) in step.contacts.list.iter().zip(&step.status) {
            let times = usize::try_from(contact.id)
                .ok()
                .and_then(|id| self.impact_times.get_mut(id));
            if let (Some(times), Status::Impact) = (times, status) {
                times.push(frame.time);
            }
        }
    }
}

fn variable(i: usize) -> Symbol {
    Symbol::Variable(u32::try_from(i).unwrap_or(u32::MAX))
}

fn place(step: &Step, contact: usize) -> Option<usize> {
    step.contacts
        .list
        .iter()
        .position(|c| usize::try_from(c.id) == Ok(contact))
}

fn impulse(step: &Step, contact: usize, row: usize) -> f64 {
    let Some(i) = place(step, contact) else { return 0.0 };
    let rows = step.offsets[i]..step.offsets[i + 1];
    rows.clone().nth(row).map_or(0.0, |k| step.impulses[k])
}

/// What the motor of a joint gave along its coordinate.
fn motor_impulse(step: &Step, joint: usize) -> f64 {
    let id = FIRST_JOINT_ID + joint as u64 * Joints::IDS + JointContact::Motor as u64;
    let place = step.contacts.list.iter().position(|contact| contact.id == id);
    place.map_or(0.0, |i| step.impulses[step.offsets[i]])
}

/// Names with dots in a formula, and where they begin. Names of bodies, joints and pairs may hold hyphens,
/// which elsewhere are minus signs: `is_known` tells.
pub(crate) fn dotted_names<'a>(text: &'a str, is_known: &dyn Fn(&str) -> bool) -> Vec<(usize, &'a str)> {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let run = |from: usize, within: &dyn Fn(char) -> bool| {
        from + text[from..].find(|c| !within(c)).unwrap_or(text.len() - from)
    };
    let part_end = |from: usize| {
        let long = run(from, &|c| word(c) || c == '-');
        let short = run(from, &word);
        if long > short && is_known(&text[from..long]) {
            long
        } else {
            short
        }
    };
    let mut found = Vec::new();
    let mut rest = 0;
    while let Some(start) = text[rest..].find(word).map(|i| i + rest) {
        let named = text[start..].starts_with(|c: char| c.is_alphabetic() || c == '_');
        let mut end = if named { part_end(start) } else { run(start, &word) };
        let mut dots = 0;
        while named && text[end..].starts_with('.') && text[end + 1..].starts_with(word) {
            end = part_end(end + 1);
            dots += 1;
        }
        if dots > 0 {
            found.push((start, &text[start..end]));
        }
        // The rest of a number like 1.5 or 2.e3 is no name.
        if !named && text[end..].starts_with('.') {
            end = run(end + 1, &word);
        }
        rest = end;
    }
    found
}

#[cfg(test)]
mod tests;
