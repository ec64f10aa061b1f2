//! What a run file is told: once at the beginning, and frame by frame.

use drystone_dynamics::accept::Standing;
use drystone_solve::solver::Stop;

/// The value of an attribute.
#[derive(Clone, Debug, PartialEq)]
pub enum Attribute {
    /// Text.
    Text(String),
    /// A real.
    Real(f64),
    /// A whole number.
    Count(i64),
}

/// What a file will hold.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Attributes of the file.
    pub attributes: Vec<(String, Attribute)>,
    /// About how many frames will come: it decides the size of chunks and nothing else.
    pub frames: u64,
    /// Bodies and joints, in a world of bodies.
    pub world: Option<WorldPlan>,
    /// Names of q, v and the outputs; empty in a world of bodies.
    pub coordinates: [Vec<String>; 3],
    /// Whether contacts are kept, and the most rows that one has; none for systems without contacts.
    pub contacts: Option<usize>,
    /// Longest name of a pair, in bytes.
    pub pair_name: usize,
}

/// A world of bodies.
#[derive(Clone, Debug, Default)]
pub struct WorldPlan {
    /// Whether it is in the plane.
    pub plane: bool,
    /// The bodies, in their order.
    pub bodies: Vec<BodyPlan>,
    /// The joints, in their order.
    pub joints: Vec<String>,
}

/// A body.
#[derive(Clone, Debug, Default)]
pub struct BodyPlan {
    /// Its name.
    pub name: String,
    /// Its shapes as JSON ([`super::shapes_json`]).
    pub shapes: String,
    /// `free`, `fixed` or `prescribed`.
    pub motion: &'static str,
}

/// A frame's row of the table of steps.
#[derive(Clone, Copy, Debug)]
pub struct StepRow<'a> {
    /// Time, in s.
    pub time: f64,
    /// Steps taken.
    pub step: u64,
    /// Contacts that could act.
    pub contacts: usize,
    /// Problems solved.
    pub problems: usize,
    /// Iterations of the solver.
    pub iterations: usize,
    /// How the step stands.
    pub standing: Standing,
    /// How the solver ended.
    pub stop: Stop,
    /// Which method answered.
    pub method: &'a str,
    /// The clauses of the certificate, in the order of [`super::CLAUSES`].
    pub clauses: [f64; 7],
    /// Least gap, in m.
    pub min_gap: f64,
    /// Largest violation of the bilateral constraints.
    pub drift: f64,
    /// Solutions of the step's problem, where they were listed.
    pub solutions: Option<usize>,
    /// Kinetic and potential energy, in J.
    pub energy: [f64; 2],
    /// Applied work, friction loss, impact loss, correction and residue since the beginning, in J.
    pub account: [f64; 5],
}

/// One contact of a frame.
#[derive(Clone, Copy, Debug)]
pub struct ContactRow<'a> {
    /// Steps taken.
    pub step: u64,
    /// Time, in s.
    pub time: f64,
    /// The pair, as [`super::RunWriter::pair`] numbered it.
    pub pair: i32,
    /// Signed distance, in m; above 0 is open.
    pub gap: f64,
    /// Place in [`super::STATUS`].
    pub status: u8,
    /// Impulse: normal, then tangential, in N·s.
    pub impulse: &'a [f64],
    /// Relative velocity after the step, row by row, in m/s.
    pub velocity: &'a [f64],
    /// Point, normal from A to B and force on B, in the world; none for joints and generalised coordinates.
    pub place: Option<[[f64; 3]; 3]>,
}
