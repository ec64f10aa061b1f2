//! What one step leaves behind: the state, the contacts, their impulses, the proof and the energy account.
//!
//! ```text
//! Δ(T + V) = applied work − friction loss − impact loss + correction + residue
//! impact loss   = −Σ r_N ½(u_N⁻ + u_N⁺)            friction loss = −Σ r_T · ½(u_T⁻ + u_T⁺), bounded forces too
//! applied work  = h P(t + ½h, q_M, ½(v + v⁺)) − Σ r · w        P: forces without potential; w: moving obstacles
//! correction    = what moving the positions back onto the constraints changed in T + V
//! ```
//! The residue is what the scheme itself adds or takes. A negative loss is energy that a law created: it is
//! reported.

pub(crate) mod contact_memory;
pub(crate) mod delassus_assembly;
pub mod impact_path;
pub(crate) mod impacts;
pub(crate) mod inputs;
pub mod options;
pub(crate) mod position_correction;
pub(crate) mod problem;
mod reach;
pub(crate) mod round_to_rest;
pub(crate) mod sleep;
pub(crate) mod solve;
pub(crate) mod warm_start;

use crate::contact::{Contacts, ROOM};
use crate::system::State;
use drystone_solve::certificate::{Certificate, certify_velocity};
use drystone_solve::enumerate_modes::{Options, enumerate_modes};
use drystone_solve::law::Law;
use drystone_solve::problem::ContactProblem;
use drystone_solve::solver::{SolverReport, Stop};

/// Share of the velocities in play by which a velocity may miss its law in a step that counts as solved.
const UNCERTIFIED: f64 = 1e-4;

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

/// What happened at an instant inside a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// A gap closed at a finite velocity.
    Impact,
    /// A contact stopped pressing.
    Detachment,
    /// A contact that was closed began to press.
    Closing,
    /// Stick ended.
    SlipBegins,
    /// Slip ended.
    StickBegins,
    /// Slip went over into slip another way.
    SlipTurns,
    /// Infinitely many impacts ended here: the contact is closed from now on.
    Accumulation,
    /// No finite force: an impact without collision (Painlevé).
    Jump,
}

impl EventKind {
    /// As written in tables.
    pub fn name(self) -> &'static str {
        match self {
            EventKind::Impact => "impact",
            EventKind::Detachment => "detachment",
            EventKind::Closing => "closing",
            EventKind::SlipBegins => "slip begins",
            EventKind::StickBegins => "stick begins",
            EventKind::SlipTurns => "slip turns",
            EventKind::Accumulation => "accumulation",
            EventKind::Jump => "jump",
        }
    }
}

/// An instant inside a step at which a contact changed what it does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// When, in s.
    pub time: f64,
    /// What.
    pub kind: EventKind,
    /// Which contact.
    pub contact: u64,
}

/// What schemes that choose their own steps did inside one.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Effort {
    /// Steps of the integrator between events, and those it had to try again.
    pub smooth_steps: usize,
    /// Tries that missed the tolerance.
    pub rejected: usize,
    /// Evaluations of the accelerations.
    pub evaluations: usize,
    /// Steps by time-stepping.
    pub stepping_steps: usize,
    /// Time covered by time-stepping, in s.
    pub stepping_time: f64,
}

impl Effort {
    /// Adds another one.
    pub fn add(&mut self, other: &Effort) {
        self.smooth_steps += other.smooth_steps;
        self.rejected += other.rejected;
        self.evaluations += other.evaluations;
        self.stepping_steps += other.stepping_steps;
        self.stepping_time += other.stepping_time;
    }
}

/// How well the step holds.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct StepCertificate {
    /// The laws, from the velocity reached.
    pub laws: Certificate,
    /// max |M̂ (v⁺ − v_free) − Hᵀ r|, in N·s.
    pub dynamics: f64,
}

impl StepCertificate {
    /// The clauses with their names and units.
    pub fn clauses(&self) -> [(&'static str, f64, &'static str); 7] {
        let [a, b, c, d, e, f] = self.laws.clauses();
        [a, b, c, d, e, ("dynamics", self.dynamics, "N·s"), f]
    }

    /// Keeps the larger defect of the two, clause by clause.
    pub fn worst_of(&mut self, other: &StepCertificate) {
        self.laws.worst_of(&other.laws);
        if !(other.dynamics <= self.dynamics) && !self.dynamics.is_nan() {
            self.dynamics = other.dynamics;
        }
    }
}

/// The energy account of a step, or of a run, in J.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct EnergyAccount {
    /// Work of forces without potential and of moving obstacles.
    pub applied_work: f64,
    /// Lost in sliding, spinning and rolling, and in motors and dry friction of joints.
    pub friction_loss: f64,
    /// Lost along the normals.
    pub impact_loss: f64,
    /// Change of T + V by position correction.
    pub correction: f64,
    /// What the scheme itself added.
    pub residue: f64,
}

impl EnergyAccount {
    /// Adds another account.
    pub fn add(&mut self, other: &EnergyAccount) {
        self.applied_work += other.applied_work;
        self.friction_loss += other.friction_loss;
        self.impact_loss += other.impact_loss;
        self.correction += other.correction;
        self.residue += other.residue;
    }

    /// Energy taken by impulses `r` of one problem while the relative velocities went from `before` to
    /// `after`.
    pub(crate) fn lose(&mut self, contacts: &Contacts, offsets: &[usize], r: &[f64], change: [&[f64]; 2]) {
        let [before, after] = change;
        let loss = |k: usize| -0.5 * r[k] * (before[k] + after[k]);
        for (contact, rows) in contacts.list.iter().zip(offsets.windows(2)) {
            if contact.friction.is_force() {
                self.friction_loss += loss(rows[0]);
            } else {
                self.impact_loss += loss(rows[0]);
            }
            for k in rows[0] + 1..rows[1] {
                self.friction_loss += loss(k);
            }
        }
        for (r, w) in r.iter().zip(&contacts.obstacle) {
            self.applied_work -= r * w;
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
}

impl Solves {
    /// Adds what was done for another part of the same step.
    pub(crate) fn add(&mut self, other: &Solves) {
        self.count += other.count;
        self.iterations += other.iterations;
        self.method = other.method;
        if other.stop != Stop::Converged {
            self.stop = other.stop;
        }
    }
}

impl Default for Solves {
    fn default() -> Self {
        Solves {
            count: 0,
            iterations: 0,
            stop: Stop::Converged,
            method: "none",
        }
    }
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
    /// The largest velocity of a contact or constraint that the forces of the step alone would have made, in
    /// m/s or rad/s.
    pub forced: f64,
    /// All solutions of the step problem, where they were asked for and could be listed: impulses of all
    /// rows.
    pub solutions: Option<Vec<Vec<f64>>>,
    /// Least gap at the end of the step, in m; +∞ where there is none or it was not measured.
    pub min_gap: f64,
    /// Largest |c(q⁺)| of the bilateral constraints.
    pub drift: f64,
    /// Events inside the step, by schemes that look for them.
    pub events: Vec<Event>,
    /// What schemes that choose their own steps did.
    pub effort: Effort,
    /// Bodies (blocks of the mass matrix) that were left out as being at rest.
    pub sleeping: usize,
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
        self.forced = 0.0;
        self.solutions = None;
        self.min_gap = f64::INFINITY;
        self.drift = 0.0;
        self.events.clear();
        self.effort = Effort::default();
        self.sleeping = 0;
    }

    /// Judges impulses and velocities of one problem by its laws. A velocity that misses them by more than a
    /// ten thousandth of the `fastest` in play is no solution, whatever the solver said: the errors that
    /// solvers stop by are norms over a whole problem, in which a light body among heavy ones may hide.
    pub(crate) fn certify(&mut self, laws: &[Law], r: &[f64], u: &[f64], fastest: f64) {
        let found = certify_velocity(laws, r, u);
        self.certificate.laws.worst_of(&found);
        let held = found.penetration.max(found.joints) <= UNCERTIFIED * fastest;
        if !held && self.solves.stop == Stop::Converged {
            self.solves.stop = Stop::Stalled;
        }
    }

    /// Notes what the solver said of one problem.
    pub(crate) fn note(&mut self, report: &SolverReport) {
        self.solves.count += 1;
        self.solves.iterations += report.iterations;
        self.solves.method = report.method;
        if report.stop != Stop::Converged {
            self.solves.stop = report.stop;
        }
    }

    /// Lists the solutions of the step problem, where its laws and size allow it.
    pub(crate) fn list_solutions(&mut self, problem: &ContactProblem) {
        self.solutions = enumerate_modes(problem, &Options::default())
            .ok()
            .map(|found| found.solutions.into_iter().map(|s| s.r).collect());
    }
}
