//! The record of a step: the state reached, the contacts, their impulses, the certificate and the energy
//! account.

use crate::accept::Standing;
use crate::contact::{Contacts, ROOM};
use crate::step::lost::Lost;
use crate::step::{Effort, EnergyAccount, Event, StepCertificate};
use crate::system::State;
use drystone_solve::enumerate_modes::{Options, enumerate_modes};
use drystone_solve::problem::ContactProblem;
use drystone_solve::solver::{SolverReport, Stop};

/// What a contact did in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// No impulse.
    Open,
    /// An impulse and no sliding.
    Stick,
    /// An impulse and sliding.
    Slip,
    /// An impulse against an approach faster than the forces of the step explain.
    Impact,
}

impl Status {
    /// As written in tables.
    pub fn name(self) -> &'static str {
        match self {
            Status::Open => "open",
            Status::Stick => "stick",
            Status::Slip => "slip",
            Status::Impact => "impact",
        }
    }
}

/// What the solver did in a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solves {
    /// Problems solved.
    pub count: usize,
    /// Iterations of all of them.
    pub iterations: usize,
    /// `Converged`, or what the last problem that did not converge said.
    pub stop: Stop,
    /// Which method answered last.
    pub method: &'static str,
    /// The largest velocity of a contact or constraint that the forces of the step alone would have made, in
    /// m/s or rad/s.
    pub forced: f64,
    /// Bodies (blocks of the mass matrix) that were left out as being at rest.
    pub sleeping: usize,
    /// How the worst problem that was judged stands.
    judged: Standing,
    /// Whether the last problem did not converge and was not judged yet.
    unjudged: bool,
}

impl Solves {
    /// Adds what was done for another part of the same step.
    pub(crate) fn add(&mut self, other: &Solves) {
        self.count += other.count;
        self.iterations += other.iterations;
        self.method = other.method;
        self.judged = self.judged.max(other.standing());
        if other.stop != Stop::Converged {
            self.stop = other.stop;
        }
    }

    /// How the step stands: by the judge, and where a problem that did not converge was not judged, refused.
    pub fn standing(&self) -> Standing {
        if self.unjudged {
            Standing::Refused
        } else {
            self.judged
        }
    }

    /// Whether the last problem did not converge and was not judged yet.
    pub(crate) fn is_short(&self) -> bool {
        self.unjudged
    }

    /// Notes how the last problem stands.
    pub(crate) fn stand(&mut self, standing: Standing) {
        self.judged = self.judged.max(standing);
        self.unjudged = false;
    }
}

impl Default for Solves {
    fn default() -> Self {
        Solves {
            count: 0,
            iterations: 0,
            stop: Stop::Converged,
            method: "none",
            forced: 0.0,
            sleeping: 0,
            judged: Standing::Certified,
            unjudged: false,
        }
    }
}

/// How far the positions at the end of a step are off.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct PositionDefect {
    /// Least gap, in m; +∞ where there is none or it was not measured.
    pub min_gap: f64,
    /// Largest |c(q⁺)| of the bilateral constraints.
    pub drift: f64,
    /// Contacts that carried in the step before and were let go although nothing opens them.
    pub lost: Lost,
}

/// What is known of the solutions of a step problem.
#[derive(Clone, Debug, PartialEq, Default)]
pub enum Solutions {
    /// One, or nothing.
    #[default]
    Unknown,
    /// All, where they were asked for and could be listed: impulses of all rows.
    All(Vec<Vec<f64>>),
    /// There is none.
    None(Infeasible),
}

impl Solutions {
    /// All of them, where they were listed.
    pub fn listed(&self) -> Option<&[Vec<f64>]> {
        match self {
            Solutions::All(list) => Some(list),
            Solutions::Unknown | Solutions::None(_) => None,
        }
    }

    /// The proof that there is none.
    pub fn proof(&self) -> Option<&Infeasible> {
        match self {
            Solutions::None(proof) => Some(proof),
            Solutions::Unknown | Solutions::All(_) => None,
        }
    }
}

/// A proof that no impulses keep the contacts and joints of a step: those that push against each other in
/// balance, and close all the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Infeasible {
    /// The contacts, by their number in [`Step::contacts`], with their weights; joints and motors are left
    /// out.
    pub contacts: Vec<(usize, f64)>,
    /// Whether joints or motors take part.
    pub joints: bool,
    /// The degrees of freedom that joints and motors of the proof act on; empty where bodies may sleep.
    pub dofs: Vec<usize>,
    /// Σ weight · closing velocity over Σ weight, in m/s: over the contacts, or over the joints and motors
    /// where there are none (m/s or rad/s).
    pub closing: f64,
}

/// What one step leaves behind; reused from step to step.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Step {
    /// The state reached.
    pub state: State,
    /// The contacts that could act (gap closed in the sense of the scheme).
    pub contacts: Contacts,
    /// First row of each contact, and the number of contact rows at the end.
    pub offsets: Vec<usize>,
    /// Total impulse of each contact row over the step, in N·s.
    pub impulses: Vec<f64>,
    /// Impulses of the constraints, in N·s (N·m·s for angles).
    pub constraint_impulses: Vec<f64>,
    /// u⁺ of each contact row, in m/s.
    pub relative_velocity: Vec<f64>,
    /// What each contact did.
    pub status: Vec<Status>,
    /// How well the step holds.
    pub certificate: StepCertificate,
    /// The energy account.
    pub energy: EnergyAccount,
    /// What the solver did.
    pub solves: Solves,
    /// What is known of the solutions of the step problem.
    pub solutions: Solutions,
    /// How far the positions are off.
    pub position: PositionDefect,
    /// Events inside the step, by schemes that look for them.
    pub events: Vec<Event>,
    /// What schemes that choose their own steps did.
    pub effort: Effort,
}

impl Step {
    /// Empty, with room for a few contacts of a system of this size.
    pub(crate) fn with_room((nq, nv): (usize, usize)) -> Self {
        let rows = 3 * ROOM;
        Step {
            state: State {
                time: 0.0,
                q: Vec::with_capacity(nq),
                v: Vec::with_capacity(nv),
            },
            contacts: Contacts::with_room(nv),
            offsets: Vec::with_capacity(ROOM + 1),
            impulses: Vec::with_capacity(rows),
            relative_velocity: Vec::with_capacity(rows),
            status: Vec::with_capacity(ROOM),
            events: Vec::with_capacity(ROOM),
            ..Step::default()
        }
    }

    /// Forgets the last step.
    pub(crate) fn begin(&mut self, rows: usize) {
        self.contacts.clear();
        self.offsets.clear();
        self.impulses.clear();
        self.impulses.resize(rows, 0.0);
        self.constraint_impulses.clear();
        self.relative_velocity.clear();
        self.status.clear();
        self.certificate = StepCertificate::default();
        self.energy = EnergyAccount::default();
        self.solves = Solves::default();
        self.solutions = Solutions::Unknown;
        self.position = PositionDefect {
            min_gap: f64::INFINITY,
            drift: 0.0,
            lost: Lost::default(),
        };
        self.events.clear();
        self.effort = Effort::default();
    }

    /// Notes what the solver said of one problem.
    pub(crate) fn note(&mut self, report: &SolverReport) {
        self.solves.count += 1;
        self.solves.iterations += report.iterations;
        self.solves.method = report.method;
        if report.stop != Stop::Converged {
            self.solves.stop = report.stop;
            self.solves.unjudged = true;
        }
    }

    /// How the step stands.
    pub fn standing(&self) -> Standing {
        self.solves.standing()
    }

    /// Lists the solutions of the step problem, where its laws and size allow it.
    pub(crate) fn list_solutions(&mut self, problem: &ContactProblem) {
        self.solutions = enumerate_modes(problem, &Options::default()).map_or(Solutions::Unknown, |found| {
            Solutions::All(found.solutions.into_iter().map(|s| s.r).collect())
        });
    }
}
