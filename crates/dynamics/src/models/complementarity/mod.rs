//! Linear complementarity systems: circuits with ideal diodes, relays, sign friction.
//!
//! ```text
//! x' = A x + B λ + a(t),   w = C x + D λ + c(t)
//! ordinary row   0 ≤ λ ⟂ w ≥ 0
//! relay row      λ = −1 where w > 0,   λ = 1 where w < 0,   −1 ≤ λ ≤ 1 where w = 0
//! ```
//! The relative degree is the index of the first Markov parameter D, CB, CAB, CA²B, … that is not zero. At 0
//! and 1 the state is continuous once it is consistent and backward Euler converges for passive systems; at 2
//! the state jumps; from 3 on backward Euler diverges where a jump is needed, and [`Scheme::HigherOrder`] is
//! the one to use. Sources: Brogliato et al. (2002), §6.2, (46)–(47), Remark 16; Camlibel, Heemels,
//! Schumacher (2002); Acary, Brogliato, Goeleven (2008). [`Scheme::EventDriven`] locates switches and jumps
//! and is exact between them (`events.rs`); the others take steps of one size. Limits: A, B, C, D are
//! constant, and there is no mechanical energy to report.

mod certify;
mod checkpoint;
mod drive_series;
mod event_step;
mod events;
mod implicit_steps;
mod mode;
mod mode_flow;
mod next_mode;
mod one_step;
mod scheme;
mod stepper;
mod structure;
mod sweeping_process;

pub use checkpoint::SavedError;
pub use scheme::{SCHEMES, Scheme};
pub use stepper::{ComplementarityStepper, StepReport};

use drystone_solve::lcp::Method;
use drystone_solve::solver::Stop;
use nalgebra::{DMatrix, DVector};

/// Writes a(t) and c(t) into its slices, which hold zeros when it is called. Asked: the same answer for the
/// same time.
pub type Drive = Box<dyn FnMut(f64, &mut [f64], &mut [f64])>;

/// x' = A x + B λ + a(t), w = C x + D λ + c(t), with n states and m multipliers.
pub struct ComplementaritySystem {
    /// A, n × n.
    pub a_matrix: DMatrix<f64>,
    /// B, n × m.
    pub b: DMatrix<f64>,
    /// C, m × n.
    pub c: DMatrix<f64>,
    /// D, m × m.
    pub d: DMatrix<f64>,
    /// m entries: whether the row is a relay.
    pub relay: Vec<bool>,
    /// a(t) and c(t).
    pub drive: Drive,
    /// x at the start, n entries. It may break w ≥ 0: the first step then makes the state jump.
    pub x0: Vec<f64>,
}

impl ComplementaritySystem {
    /// A drive that is zero at all times.
    pub fn no_drive() -> Drive {
        Box::new(|_, _, _| {})
    }

    /// Number of states.
    pub fn num_states(&self) -> usize {
        self.x0.len()
    }

    /// Number of multipliers.
    pub fn num_rows(&self) -> usize {
        self.relay.len()
    }

    /// Whether sizes agree and every number is finite. The sizes are those of `x0` and `relay`.
    pub fn check(&self) -> Result<(), ComplementarityError> {
        let (n, m) = (self.num_states(), self.num_rows());
        let asked = [
            ("A", &self.a_matrix, (n, n)),
            ("B", &self.b, (n, m)),
            ("C", &self.c, (m, n)),
            ("D", &self.d, (m, m)),
        ];
        for (what, matrix, asked) in asked {
            if matrix.shape() != asked {
                let found = matrix.shape();
                return Err(ComplementarityError::Shape { what, found, asked });
            }
            if !matrix.iter().all(|x| x.is_finite()) {
                return Err(ComplementarityError::NotFinite { what });
            }
        }
        if self.x0.iter().all(|x| x.is_finite()) {
            Ok(())
        } else {
            Err(ComplementarityError::NotFinite { what: "initial" })
        }
    }

    /// The Markov parameter of that index: D, CB, CAB, CA²B, …
    pub fn markov(&self, index: usize) -> DMatrix<f64> {
        if index == 0 {
            return self.d.clone();
        }
        let mut power = self.b.clone();
        for _ in 1..index {
            power = &self.a_matrix * power;
        }
        &self.c * power
    }

    /// Index of the first Markov parameter that is not zero, up to n; `None` where λ never reaches w. An
    /// entry counts as zero below 1e-12 of the sum of the magnitudes of its terms, which no choice of units
    /// moves.
    pub fn relative_degree(&self) -> Option<usize> {
        let (a, c) = (self.a_matrix.abs(), self.c.abs());
        let mut size = self.b.abs();
        if self.d.iter().any(|d| *d != 0.0) {
            return Some(0);
        }
        for index in 1..=self.num_states() {
            let largest = &c * &size;
            if self
                .markov(index)
                .iter()
                .zip(largest.iter())
                .any(|(m, s)| m.abs() > 1e-12 * s)
            {
                return Some(index);
            }
            size = &a * size;
        }
        None
    }
}

/// What a stepper is given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepOptions {
    /// How one step is taken.
    pub scheme: Scheme,
    /// Step size, in s.
    pub dt: f64,
    /// Time of `x0`, in s.
    pub start_time: f64,
    /// Largest natural-map error of a step's complementarity problem, in variables that make its diagonal 1.
    pub tolerance: f64,
    /// Method for the steps at which the active set changes.
    pub method: Method,
}

impl StepOptions {
    /// Backward Euler from time 0, tolerance 1e-10.
    pub fn new(dt: f64) -> Self {
        StepOptions {
            scheme: Scheme::default(),
            dt,
            start_time: 0.0,
            tolerance: 1e-10,
            method: Method::Auto,
        }
    }

    /// Refuses numbers that mean nothing.
    pub(crate) fn check(&self) -> Result<(), ComplementarityError> {
        let refuse = |name, value, asked| Err(ComplementarityError::Option { name, value, asked });
        if !(self.dt > 0.0 && self.dt.is_finite()) {
            return refuse("step", self.dt, "a positive number of seconds");
        }
        if !self.start_time.is_finite() {
            return refuse("start time", self.start_time, "a finite number of seconds");
        }
        if !(self.tolerance > 0.0) {
            return refuse("tolerance", self.tolerance, "a positive number");
        }
        if let Scheme::Theta {
            theta,
            multiplier_theta,
        } = self.scheme
        {
            if !(0.0..=1.0).contains(&theta) {
                return refuse("theta", theta, "a number from 0 to 1");
            }
            if !(multiplier_theta > 0.0 && multiplier_theta <= 1.0) {
                return refuse(
                    "multiplier_theta",
                    multiplier_theta,
                    "a number above 0, at most 1",
                );
            }
        }
        Ok(())
    }
}

/// Where a system is. At the start λ and w are zero: they belong to the end of a step.
#[derive(Clone, Debug, PartialEq)]
pub struct ComplementarityState {
    /// Time, in s.
    pub time: f64,
    /// x, n entries.
    pub x: DVector<f64>,
    /// λ, m entries.
    pub lambda: DVector<f64>,
    /// w = C x + D λ + c(t), m entries, from the x and λ beside it.
    pub w: DVector<f64>,
}

impl ComplementarityState {
    /// Copies without allocating.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        self.time = other.time;
        self.x.copy_from(&other.x);
        self.lambda.copy_from(&other.lambda);
        self.w.copy_from(&other.w);
    }
}

/// How far a step is from its equations, from the state it reached: no number of the solver enters but λ. The
/// rows are those of the step's problem: with [`Scheme::HigherOrder`] the pairs (μᵢ, w⁽ⁱ⁻¹⁾) that were
/// active.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct StepCertificate {
    /// Farthest that a multiplier lies outside its bounds: max(0, −λ), on a relay max(0, |λ| − 1).
    pub multiplier: f64,
    /// Most negative w of an ordinary row, as max(0, −w).
    pub gap: f64,
    /// Largest |λ w|; on a relay |w| times the distance of λ from −sign(w).
    pub complementarity: f64,
    /// Largest residual of a row of the discrete dynamics, over the largest magnitudes its terms have had in
    /// the run.
    pub dynamics: f64,
    /// Natural-map error of the complementarity problem: what `tolerance` speaks of.
    pub error: f64,
}

/// A step whose complementarity problem was not solved, with the best point found.
#[derive(Clone, Debug, PartialEq)]
pub struct Unsolved {
    /// The end of the step as the best point found has it.
    pub best: ComplementarityState,
    /// How far that is from the equations.
    pub certificate: StepCertificate,
    /// Why the method stopped; `Ray` says that Lemke's method proved it cannot go on.
    pub stop: Stop,
    /// The tolerance that was not met.
    pub tolerance: f64,
}

/// What can be wrong with a system, its options or a step.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ComplementarityError {
    /// A matrix has the wrong size.
    #[error(
        "complementarity system: {what} is {} × {}, asked: {} × {} (as many states as `initial` has entries, as many \
         rows as multipliers)", found.0, found.1, asked.0, asked.1
    )]
    Shape {
        /// Which matrix.
        what: &'static str,
        /// Its size.
        found: (usize, usize),
        /// The size that fits the rest.
        asked: (usize, usize),
    },
    /// NaN or an infinite number in the data.
    #[error("complementarity system: {what} holds NaN or an infinite number: every entry must be finite")]
    NotFinite {
        /// Where.
        what: &'static str,
    },
    /// NaN or an infinite number from the drive.
    #[error("complementarity system: {what} is not finite at t = {time} s: check its formula there")]
    Drive {
        /// a(t) or c(t).
        what: &'static str,
        /// When.
        time: f64,
    },
    /// An option means nothing.
    #[error("complementarity system: {name} = {value}, asked: {asked}")]
    Option {
        /// Which option.
        name: &'static str,
        /// What it is.
        value: f64,
        /// What it should be.
        asked: &'static str,
    },
    /// I − hθA has no inverse.
    #[error("complementarity system: I − θhA is singular at the step {dt} s: take another step size")]
    Singular {
        /// The step size.
        dt: f64,
    },
    /// The scheme does not cover the system.
    #[error("scheme higher-order: {found}, asked: {asked}; use the scheme \"theta\"")]
    HigherOrder {
        /// What the system is.
        found: String,
        /// What the scheme covers.
        asked: &'static str,
    },
    /// No mode goes on from a state.
    #[error(
        "t = {time} s: no mode of the system goes on from its state, and no jump leads to one that does: take the scheme \
         \"hybrid\" or \"theta\", or check that D + D' and the first Markov parameter are positive semidefinite"
    )]
    NoMode {
        /// When.
        time: f64,
    },
    /// The complementarity problem of a step was not solved. The stepper stays where it was.
    #[error(
        "step to t = {} s: complementarity problem not solved ({}), error {:.1e} against {:.1e}: take a smaller step, \
         or check that D + D' and the first Markov parameter are positive semidefinite",
        .0.best.time, .0.stop.name(), .0.certificate.error, .0.tolerance
    )]
    Unsolved(Box<Unsolved>),
}
