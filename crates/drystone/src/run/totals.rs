//! Sums and extremes of a run: what its summary says.

use crate::run::runner::Detail;
use crate::run::watch::Watch;
use drystone_dynamics::StepError;
use drystone_dynamics::accept::Standing;
use drystone_dynamics::checkpoint::Arrays;
use drystone_dynamics::models::complementarity::StepReport;
use drystone_dynamics::step::{Effort, EnergyAccount, Status, Step, StepCertificate};
use drystone_dynamics::system::Energy;

/// The name under which files keep how many steps were proved to have no solution.
const INFEASIBLE: &str = "totals_infeasible";
/// The same of steps of crowds that will do.
const LOOSE: &str = "totals_loose";
/// The same of coarse steps of heaps.
const COARSE: &str = "totals_coarse";

/// Steps short of the tolerance by more, by their reasons.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct OfRefused {
    /// Proved to have no solution.
    pub infeasible: u64,
    /// In heaps, where no tolerance was asked for.
    pub coarse: u64,
}

impl OfRefused {
    /// From a run file; 0 where it is older.
    fn saved(from: &Arrays) -> Self {
        let [infeasible, coarse] = [INFEASIBLE, COARSE].map(|name| count(from, name));
        OfRefused { infeasible, coarse }
    }
}

/// Sums and extremes of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Totals {
    /// Steps taken.
    pub steps: u64,
    /// Steps of crowds that met what will do, where no tolerance was asked for.
    pub loose_steps: u64,
    /// Steps short of the tolerance by little: kept.
    pub kept_steps: u64,
    /// Steps short of it by more that the run went on with.
    pub refused_steps: u64,
    /// Which of them have a reason of their own.
    pub of_refused: OfRefused,
    /// Worst defect of each clause.
    pub certificate: StepCertificate,
    /// The energy account of all steps.
    pub energy: EnergyAccount,
    /// Energy at the beginning.
    pub initial: Energy,
    /// Contacts of all steps together.
    pub contacts_sum: u64,
    /// Most contacts in a step.
    pub contacts_max: usize,
    /// Iterations of all steps together.
    pub iterations_sum: u64,
    /// Most iterations in a step.
    pub iterations_max: usize,
    /// Least gap at the end of a step, in m.
    pub min_gap: f64,
    /// Largest |c(q)| at the end of a step.
    pub drift: f64,
    /// Impacts met.
    pub impacts: u64,
    /// Steps whose problem had more than one solution, where solutions were listed.
    pub choices: u64,
    /// What schemes that choose their own steps did inside.
    pub effort: Effort,
    /// Events that such schemes located.
    pub events: u64,
    /// Total impulse of each contact, row by row, in N·s.
    pub impulses: Vec<Vec<f64>>,
    /// Overlap, energy, passing through.
    pub watch: Watch,
}

impl Totals {
    /// Nothing yet, for contacts with so many rows each.
    pub fn new(rows: &[usize]) -> Self {
        Totals {
            min_gap: f64::INFINITY,
            impulses: rows.iter().map(|n| vec![0.0; *n]).collect(),
            ..Totals::default()
        }
    }

    pub(crate) fn begin(&mut self, energy: Energy) {
        self.initial = energy;
        self.watch.note_energy(energy);
    }

    /// Steps that are not certified.
    pub fn failed_steps(&self) -> u64 {
        self.kept_steps + self.refused_steps
    }

    fn count(&mut self, standing: Standing) {
        self.loose_steps += u64::from(standing == Standing::Loose);
        self.kept_steps += u64::from(standing == Standing::Kept);
        self.of_refused.coarse += u64::from(standing == Standing::Coarse);
        self.refused_steps += u64::from(standing >= Standing::Coarse);
    }

    pub(crate) fn add_step(&mut self, step: &Step) {
        self.steps += 1;
        self.count(Detail::Step(step).standing());
        self.of_refused.infeasible += u64::from(step.solutions.proof().is_some());
        self.certificate.worst_of(&step.certificate);
        self.energy.add(&step.energy);
        self.watch.add(step, &self.energy);
        let active = step.status.iter().filter(|s| **s != Status::Open).count();
        self.contacts_sum += active as u64;
        self.contacts_max = self.contacts_max.max(active);
        self.iterations_sum += step.solves.iterations as u64;
        self.iterations_max = self.iterations_max.max(step.solves.iterations);
        self.min_gap = self.min_gap.min(step.position.min_gap);
        self.drift = self.drift.max(step.position.drift);
        self.impacts += step.status.iter().filter(|s| **s == Status::Impact).count() as u64;
        self.effort.add(&step.effort);
        self.events += step.events.len() as u64;
        self.choices += u64::from(step.solutions.listed().is_some_and(|s| s.len() > 1));
        for (contact, rows) in step.contacts.list.iter().zip(step.offsets.windows(2)) {
            let id = usize::try_from(contact.id).unwrap_or(usize::MAX);
            let Some(sum) = self.impulses.get_mut(id) else {
                continue;
            };
            for (sum, r) in sum.iter_mut().zip(&step.impulses[rows[0]..rows[1]]) {
                *sum += r;
            }
        }
    }

    pub(crate) fn add_report(&mut self, report: &StepReport) {
        self.steps += 1;
        self.count(Detail::Report(report).standing());
        self.iterations_sum += report.iterations as u64;
        self.iterations_max = self.iterations_max.max(report.iterations);
        self.effort.add(&report.effort);
        self.events += report.events as u64;
        self.certificate.worst_of(&certificate(report));
    }

    /// As flat arrays, for files.
    pub(crate) fn to_arrays(&self, out: &mut Arrays) {
        out.put_counts(
            "totals_counts",
            [
                self.steps,
                self.kept_steps,
                self.refused_steps,
                self.contacts_sum,
                self.contacts_max as u64,
                self.iterations_sum,
                self.iterations_max as u64,
                self.impacts,
                self.choices,
            ],
        );
        out.put_counts(INFEASIBLE, [self.of_refused.infeasible]);
        out.put_counts(LOOSE, [self.loose_steps]);
        out.put_counts(COARSE, [self.of_refused.coarse]);
        let i = &self.initial;
        let mut reals = self.certificate.clauses().map(|c| c.1).to_vec();
        reals.extend(account(&self.energy));
        reals.extend([i.kinetic, i.potential, self.min_gap, self.drift]);
        reals.push(self.energy.implicit_damping);
        out.put("totals", &reals);
        let impulses: Vec<f64> = self.impulses.iter().flatten().copied().collect();
        out.put("totals_impulses", &impulses);
        self.watch.to_arrays(out);
    }

    /// Takes up the totals of a saved run; contacts and their rows are those of the scene.
    pub(crate) fn resume(&mut self, from: &Arrays) -> Result<(), StepError> {
        let index = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
        let [
            steps,
            kept,
            refused,
            contacts,
            most_contacts,
            iterations,
            most_iterations,
            impacts,
            choices,
        ] = from.some_counts("totals_counts")?;
        (self.steps, self.kept_steps, self.refused_steps) = (steps, kept, refused);
        (self.loose_steps, self.of_refused) = (count(from, LOOSE), OfRefused::saved(from));
        (self.contacts_sum, self.contacts_max) = (contacts, index(most_contacts));
        (self.iterations_sum, self.iterations_max) = (iterations, index(most_iterations));
        (self.impacts, self.choices) = (impacts, choices);
        let [
            p,
            t,
            c,
            k,
            s,
            dynamics,
            joints,
            work,
            friction,
            impact,
            correction,
            residue,
            kinetic,
            potential,
            gap,
            drift,
            implicit_damping,
        ] = from.some_reals("totals")?;
        let laws = &mut self.certificate.laws;
        (laws.penetration, laws.tension, laws.cone_excess) = (p, t, c);
        (laws.complementarity, laws.slip_defect, laws.joints) = (k, s, joints);
        self.certificate.dynamics = dynamics;
        self.energy = EnergyAccount {
            applied_work: work,
            friction_loss: friction,
            impact_loss: impact,
            correction,
            implicit_damping,
            residue,
        };
        self.initial = Energy { kinetic, potential };
        (self.min_gap, self.drift) = (gap, drift);
        let impulses = from.reals("totals_impulses")?;
        if impulses.len() != self.impulses.iter().map(Vec::len).sum::<usize>() {
            return Err(StepError::Unsaved {
                name: "totals_impulses",
            });
        }
        for (own, kept) in self.impulses.iter_mut().flatten().zip(impulses) {
            *own = *kept;
        }
        self.watch.resume(from)
    }
}

/// A count of a saved run that files of earlier versions do not have.
fn count(from: &Arrays, name: &'static str) -> u64 {
    match from.counts(name) {
        Ok(&[count]) => count,
        _ => 0,
    }
}

/// The parts of an energy account in the order of the tables.
pub(crate) fn account(e: &EnergyAccount) -> [f64; 5] {
    [
        e.applied_work,
        e.friction_loss,
        e.impact_loss,
        e.correction,
        e.residue,
    ]
}

/// The certificate of a complementarity system under the clauses of mechanical ones.
pub(crate) fn certificate(report: &StepReport) -> StepCertificate {
    let mut own = StepCertificate {
        dynamics: report.certificate.dynamics,
        ..StepCertificate::default()
    };
    own.laws.penetration = report.certificate.gap;
    own.laws.tension = report.certificate.multiplier;
    own.laws.complementarity = report.certificate.complementarity;
    own
}
