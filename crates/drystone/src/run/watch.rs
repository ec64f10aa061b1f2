//! What a run is watched for besides the laws of its steps: overlap, energy, passing through, contacts lost.
//!
//! ```text
//! overlap    max(0, −gap) at the end of a step, in m; relative: over the thickness of the thinner body
//! energy     in play: the largest of kinetic energy, range of potential energy, work and losses so far
//!            made by the scheme: the largest residue so far; lost by it: the largest below zero;
//!            made by a law: losses below zero, summed
//! passed     the swept motion from the place before a step to the one behind it, whatever moved the bodies,
//!            leads through something; schemes that look all the way along say it of their own inner steps
//! lost       contacts that carried and were let go although nothing opens them (`step/lost.rs` of dynamics)
//! ```
//! Thickness: the least side of the boxes around the shapes of a body; planes and meshes have none. Not here:
//! what is made of it (`verdict.rs`).

use crate::run::halves::StepErrors;
use crate::run::world::Who;
use drystone_dynamics::checkpoint::Arrays;
use drystone_dynamics::gaps::{GapQuery, Gaps};
use drystone_dynamics::models::bodies::search::Search;
use drystone_dynamics::step::{EnergyAccount, Step};
use drystone_dynamics::system::{Energy, State, System};
use drystone_dynamics::{Simulation, StepError};

/// The least energy in play: shares of what lifts a body by its thickness, and of the energy itself. Below
/// them an account is rounding.
const STILL_LIFT: f64 = 1e-6;
const STILL_SHARE: f64 = 1e-9;
/// The same in J, where all energies are 0: a microgram at a millimetre a second has half of it.
const STILL: f64 = 1e-15;

/// The largest overlap.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Overlap {
    /// At most, in m.
    pub most: f64,
    /// At the end of the last step, in m.
    pub end: f64,
    /// At most, over the thickness of the thinner body; 0 where bodies have no thickness.
    pub relative: f64,
    /// When that was, in s.
    pub time: f64,
    /// The bodies of the largest relative overlap.
    pub bodies: Option<[usize; 2]>,
}

/// A body that passed through another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Passed {
    /// When the step began, in s.
    pub time: f64,
    /// The body that went farthest in that step.
    pub body: usize,
    /// How far it went in the step, in m.
    pub way: f64,
}

/// Contacts that were lost.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct LostContacts {
    /// How many.
    pub count: u64,
    /// The one with the largest gap.
    pub id: u64,
    /// That gap, in m.
    pub gap: f64,
    /// When its step ended, in s.
    pub time: f64,
}

/// What was seen so far.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    /// Overlap of bodies.
    pub overlap: Overlap,
    /// The largest kinetic energy, in J.
    kinetic: f64,
    /// Least and largest potential energy, in J.
    potential: Option<[f64; 2]>,
    /// The largest residue so far, in J.
    pub residue: f64,
    /// The largest residue below zero so far, in J: what the scheme lost.
    pub lost_by_scheme: f64,
    /// The largest sum of corrections so far, in J.
    pub correction: f64,
    /// Losses below zero: energy that laws made, in J.
    pub made_by_law: f64,
    /// Whether an energy was not finite.
    pub spoiled: bool,
    /// The first body that passed through another.
    pub passed: Option<Passed>,
    /// Contacts that were lost.
    pub lost: LostContacts,
    /// What the length of the step does, where it was looked at.
    pub step_errors: StepErrors,
    gaps: Gaps,
    /// q at the beginning of the step.
    from: Vec<f64>,
}

impl PartialEq for Watch {
    fn eq(&self, other: &Self) -> bool {
        self.numbers() == other.numbers()
            && self.lost_by_scheme == other.lost_by_scheme
            && self.lost == other.lost
            && self.step_errors == other.step_errors
    }
}

impl Watch {
    /// Takes up the energy of a state.
    pub(crate) fn note_energy(&mut self, energy: Energy) {
        let [low, high] = self.potential.unwrap_or([energy.potential; 2]);
        self.kinetic = self.kinetic.max(energy.kinetic);
        self.potential = Some([low.min(energy.potential), high.max(energy.potential)]);
        self.spoiled |= !energy.total().is_finite();
    }

    /// Takes up a step and the account of all steps so far.
    pub(crate) fn add(&mut self, step: &Step, account: &EnergyAccount) {
        self.residue = self.residue.max(account.residue);
        self.lost_by_scheme = self.lost_by_scheme.max(-account.residue);
        self.correction = self.correction.max(account.correction);
        // Friction and impact together: one may give what the other takes.
        self.made_by_law -= (step.energy.friction_loss + step.energy.impact_loss).min(0.0);
        self.spoiled |= !(account.residue + account.applied_work).is_finite();
        let overlap = (-step.position.min_gap).max(0.0);
        self.overlap.end = overlap;
        self.overlap.most = self.overlap.most.max(overlap);
        let lost = &step.position.lost;
        if lost.count > 0 && (self.lost.count == 0 || lost.gap > self.lost.gap) {
            (self.lost.id, self.lost.gap, self.lost.time) = (lost.id, lost.gap, step.state.time);
        }
        self.lost.count += lost.count as u64;
    }

    /// Looks who overlaps, where it may be more than ever before.
    pub(crate) fn look(&mut self, system: &mut dyn System, state: &State, who: &Who) {
        let overlap = &mut self.overlap;
        if who.bodies.is_empty() || !(overlap.end > overlap.relative * who.thinnest) {
            return;
        }
        system.gaps(state.time, &state.q, GapQuery::Within(0.0), &mut self.gaps);
        for gap in &self.gaps.list {
            let Some(bodies) = Search::bodies_of(gap.id) else {
                continue;
            };
            let thin = bodies.map(|body| who.thickness.get(body).copied().unwrap_or(f64::INFINITY));
            let relative = -gap.gap / thin[0].min(thin[1]);
            if relative > overlap.relative {
                (overlap.relative, overlap.time, overlap.bodies) = (relative, state.time, Some(bodies));
            }
        }
    }

    /// Notes where a step begins.
    pub(crate) fn begin(&mut self, state: &State, who: &Who) {
        self.from.clear();
        if self.passed.is_none() && !who.bodies.is_empty() && who.thinnest.is_finite() {
            self.from.extend_from_slice(&state.q);
        }
    }

    /// Whether the step that began then, in s, went through something.
    pub(crate) fn sweep(&mut self, simulation: &mut Simulation, time: f64, who: &Who) {
        if self.from.is_empty() || !simulation.passed((time, &self.from)) {
            return;
        }
        let (size, axes) = if who.plane { (3, 2) } else { (7, 3) };
        let way = |(a, b): (&[f64], &[f64])| {
            let squares = a[..axes].iter().zip(b).map(|(a, b)| (a - b).powi(2));
            squares.sum::<f64>().sqrt()
        };
        let places = self
            .from
            .chunks_exact(size)
            .zip(simulation.state.q.chunks_exact(size));
        let (way, body) = (places.map(way).zip(who.free()))
            .fold((0.0, 0), |most, one| if one.0 > most.0 { one } else { most });
        self.passed = Some(Passed { time, body, way });
    }

    /// The energy that defects of the account are measured by, in J.
    pub fn energy_in_play(&self, account: &EnergyAccount, who: &Who) -> f64 {
        let [low, high] = self.potential.unwrap_or_default();
        // Of a scene at rest: what lifts a body by a millionth of its thickness, or the rounding of the
        // account.
        let total = self.kinetic + low.abs().max(high.abs());
        let still = (STILL_LIFT * who.lift).max(STILL_SHARE * total).max(STILL);
        let work = account.applied_work.abs();
        let lost = account.friction_loss.abs() + account.impact_loss.abs();
        self.kinetic.max(high - low).max(work).max(lost).max(still)
    }

    fn numbers(&self) -> [f64; 15] {
        let o = &self.overlap;
        let [low, high] = self.potential.unwrap_or([f64::NAN; 2]);
        let [a, b] = o.bodies.map_or([-1.0; 2], |pair| pair.map(|body| body as f64));
        let passed = self.passed.map_or([-1.0; 2], |p| [p.time, p.body as f64]);
        let spoiled = f64::from(u8::from(self.spoiled));
        [
            o.most,
            o.end,
            o.relative,
            o.time,
            a,
            b,
            self.kinetic,
            low,
            high,
            self.residue,
            self.correction,
            self.made_by_law,
            spoiled,
            passed[0],
            passed[1],
        ]
    }

    /// As flat arrays, for files.
    pub(crate) fn to_arrays(&self, out: &mut Arrays) {
        out.put("watch", &self.numbers());
        out.put("watch_lost_by_scheme", &[self.lost_by_scheme]);
        out.put("watch_way", &[self.passed.map_or(0.0, |p| p.way)]);
        out.put_counts("watch_lost", [self.lost.count, self.lost.id]);
        out.put("watch_lost_at", &[self.lost.gap, self.lost.time]);
        out.put("watch_step_errors", &self.step_errors.numbers());
    }

    /// Takes up what was seen before a run was saved.
    pub(crate) fn resume(&mut self, from: &Arrays) -> Result<(), StepError> {
        let [
            most,
            end,
            relative,
            time,
            a,
            b,
            kinetic,
            low,
            high,
            residue,
            correction,
            law,
            spoiled,
            at,
            body,
        ] = from.some_reals("watch")?;
        let [way] = from.some_reals("watch_way")?;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "written as whole numbers"
        )]
        let index = |x: f64| (x >= 0.0).then_some(x as usize);
        self.overlap = Overlap {
            most,
            end,
            relative,
            time,
            bodies: index(a).zip(index(b)).map(|(a, b)| [a, b]),
        };
        self.kinetic = kinetic;
        self.potential = (!low.is_nan()).then_some([low, high]);
        (self.residue, self.correction, self.made_by_law) = (residue, correction, law);
        self.spoiled = spoiled != 0.0;
        self.passed = index(body).map(|body| Passed { time: at, body, way });
        // Runs saved before there were any have none.
        if from.0.contains_key("watch_lost_by_scheme") {
            [self.lost_by_scheme] = from.some_reals("watch_lost_by_scheme")?;
        }
        if from.0.contains_key("watch_lost") {
            let [count, id] = from.some_counts("watch_lost")?;
            let [gap, time] = from.some_reals("watch_lost_at")?;
            self.lost = LostContacts { count, id, gap, time };
            self.step_errors = StepErrors::from_numbers(from.some_reals("watch_step_errors")?);
        }
        Ok(())
    }
}
