//! Methods for linear complementarity problems, plain and mixed.
//!
//! ```text
//! LCP           find z :   w = M z + q,   0 ≤ z ⟂ w ≥ 0
//! mixed LCP     find z :   w = M z + q,   lo ≤ z ≤ hi,   w ≥ 0 at lo,  w = 0 between,  w ≤ 0 at hi
//! ```
//! [`solve`] and [`solve_mixed`] run one method or, with [`Method::Auto`], one after the other until the
//! natural map meets the tolerance. `Converged` is said only when the natural map of the answer, computed
//! afresh from the data given, is within the tolerance; the methods' own opinion does not count.
//! [`enumerate()`] lists all solutions of a small problem. Reference: Cottle, Pang, Stone (1992), The Linear
//! Complementarity Problem.

mod block_pivoting;
mod enumerate;
mod form;
mod gauss_seidel;
mod interior_point;
mod kernel;
mod lemke;
mod linear;
mod newton;
mod principal_pivoting;
mod ratio;
mod vertices;

pub use enumerate::{Enumeration, Family, MAX_PAIRS, Solution, enumerate, enumerate_mixed};
pub use lemke::Ray;

use crate::measure::mixed_lcp_error;
use crate::problem::{Lcp, MixedLcp};
use crate::solver::{Expired, Stop};
use form::Form;
use newton::Equation;

/// The methods that exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Lemke's complementary pivoting, lexicographic.
    Lemke,
    /// Principal pivoting of Dantzig and Cottle: one row after the other is driven to its law.
    PrincipalPivoting,
    /// Murty's least-index method.
    LeastIndex,
    /// Block principal pivoting of Júdice and Pires.
    BlockPrincipalPivoting,
    /// Projected Gauss–Seidel, over-relaxed by `Options::relaxation`.
    GaussSeidel,
    /// Newton on the Fischer–Burmeister equation.
    NewtonFischerBurmeister,
    /// Newton on min(z, w) = 0.
    NewtonMin,
    /// Mehrotra's predictor–corrector.
    InteriorPoint,
    /// All complementary bases, one by one: small problems only.
    Enumerate,
    /// One after the other until the tolerance is met.
    Auto,
}

impl Method {
    /// Every method, in the order of lists.
    pub const ALL: [Method; 10] = [
        Method::Lemke,
        Method::PrincipalPivoting,
        Method::LeastIndex,
        Method::BlockPrincipalPivoting,
        Method::GaussSeidel,
        Method::NewtonFischerBurmeister,
        Method::NewtonMin,
        Method::InteriorPoint,
        Method::Enumerate,
        Method::Auto,
    ];

    /// As in files and lists.
    pub fn name(self) -> &'static str {
        match self {
            Method::Lemke => "lemke",
            Method::PrincipalPivoting => "principal-pivoting",
            Method::LeastIndex => "least-index",
            Method::BlockPrincipalPivoting => "block-principal-pivoting",
            Method::GaussSeidel => "gauss-seidel",
            Method::NewtonFischerBurmeister => "newton-fischer-burmeister",
            Method::NewtonMin => "newton-min",
            Method::InteriorPoint => "interior-point",
            Method::Enumerate => "enumerate",
            Method::Auto => "auto",
        }
    }

    /// The method of that name.
    pub fn from_name(name: &str) -> Option<Method> {
        Method::ALL.into_iter().find(|m| m.name() == name)
    }
}

/// What a method is given.
#[derive(Clone)]
pub struct Options {
    /// Largest natural-map error accepted: ‖min(z, w)‖ / ‖q‖, see [`crate::measure::lcp_error`].
    pub tolerance: f64,
    /// Most iterations, in the method's own unit (pivots, sweeps, Newton steps); `None` for the method's own
    /// limit.
    pub max_iterations: Option<usize>,
    /// ω of the Gauss–Seidel sweeps, between 0 and 2.
    pub relaxation: f64,
    /// Covering vector d > 0 of Lemke's method, for problems without bounds or free rows; `None` for (1, …,
    /// 1).
    pub covering: Option<Vec<f64>>,
    /// A guess for the iterative methods; the pivoting ones start at z = 0.
    pub start: Option<Vec<f64>>,
    /// Asked now and then; the method stops with [`Stop::TimeLimit`] when it answers yes.
    pub expired: Option<Expired>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            tolerance: 1e-10,
            max_iterations: None,
            relaxation: 1.0,
            covering: None,
            start: None,
            expired: None,
        }
    }
}

impl Options {
    /// The defaults with another tolerance and limit.
    pub fn new(tolerance: f64, max_iterations: Option<usize>) -> Self {
        Options {
            tolerance,
            max_iterations,
            ..Options::default()
        }
    }

    fn is_expired(&self) -> bool {
        self.expired.as_ref().is_some_and(|expired| expired())
    }
}

/// What a method found.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The solution, or the best point reached.
    pub z: Vec<f64>,
    /// Iterations, in the method's own unit.
    pub iterations: usize,
    /// Why it stopped; `Converged` only with `error` within the tolerance.
    pub stop: Stop,
    /// Which method answered.
    pub method: &'static str,
    /// Natural-map error of `z`, from the data given.
    pub error: f64,
    /// The secondary ray on which Lemke's method ended.
    pub ray: Option<Ray>,
}

/// A method's result in the variables of the form.
pub(crate) struct Run {
    z: Vec<f64>,
    iterations: usize,
    stop: Stop,
    ray: Option<Ray>,
}

impl Run {
    fn failed(form: &Form, stop: Stop) -> Run {
        Run {
            z: vec![0.0; form.n],
            iterations: 0,
            stop,
            ray: None,
        }
    }
}

/// Solves w = M z + q, 0 ≤ z ⟂ w ≥ 0.
pub fn solve(problem: &Lcp, method: Method, options: &Options) -> Answer {
    solve_mixed(&MixedLcp::from_lcp(problem), method, options)
}

/// Solves a mixed problem: free rows, boxes and one-sided bounds.
///
/// Data that [`MixedLcp::check`] refuses end as a breakdown at z = 0.
pub fn solve_mixed(problem: &MixedLcp, method: Method, options: &Options) -> Answer {
    if problem.check().is_err() {
        return Answer {
            z: vec![0.0; problem.q.len()],
            iterations: 0,
            stop: Stop::Breakdown,
            method: method.name(),
            error: f64::NAN,
            ray: None,
        };
    }
    let form = Form::new(problem);
    match method {
        Method::Auto => auto(problem, &form, options),
        method => one(problem, &form, method, options),
    }
}

/// Runs one method and judges its answer by the natural map.
fn one(problem: &MixedLcp, form: &Form, method: Method, options: &Options) -> Answer {
    if method == Method::GaussSeidel {
        let run = gauss_seidel::solve(problem, options);
        let z = run.z.clone();
        return judge(problem, run, z, method, options);
    }
    let start = match &options.start {
        Some(start) if start.len() == problem.q.len() => form.guess(problem, start),
        _ => vec![0.0; form.n],
    };
    let run = match method {
        Method::Lemke => lemke::solve(form, options),
        Method::PrincipalPivoting => principal_pivoting::solve(form, options),
        Method::LeastIndex => principal_pivoting::least_index(form, options),
        Method::BlockPrincipalPivoting => block_pivoting::solve(form, options),
        Method::NewtonFischerBurmeister => newton::solve(form, Equation::FischerBurmeister, start, options),
        Method::NewtonMin => newton::solve(form, Equation::Min, start, options),
        Method::InteriorPoint => interior_point::solve(form, options),
        Method::Enumerate | Method::GaussSeidel | Method::Auto => enumerate::first(form, options),
    };
    let z = form.restore(&run.z);
    judge(problem, run, z, method, options)
}

fn judge(problem: &MixedLcp, run: Run, mut z: Vec<f64>, method: Method, options: &Options) -> Answer {
    // Restoring from the scaled variables rounds: the bounds hold exactly again.
    for (i, z) in z.iter_mut().enumerate() {
        *z = z.clamp(problem.lower[i], problem.upper[i]);
    }
    let error = mixed_lcp_error(problem, &z);
    let met = error <= options.tolerance;
    let stop = match run.stop {
        _ if met && run.stop != Stop::Unsupported => Stop::Converged,
        Stop::Converged => Stop::Stalled,
        other => other,
    };
    Answer {
        z,
        iterations: run.iterations,
        stop,
        method: method.name(),
        error,
        ray: if met { None } else { run.ray },
    }
}

/// The order of `Auto`: exact methods first, then those that need no path, then everything.
const ORDER: [Method; 7] = [
    Method::Lemke,
    Method::PrincipalPivoting,
    Method::NewtonFischerBurmeister,
    Method::InteriorPoint,
    Method::NewtonMin,
    Method::BlockPrincipalPivoting,
    Method::GaussSeidel,
];

/// Largest number of complementary pairs that `Auto` enumerates.
const AUTO_PAIRS: usize = 14;

fn auto(problem: &MixedLcp, form: &Form, options: &Options) -> Answer {
    let mut best: Option<Answer> = None;
    let mut spent = 0;
    let mut keep = |mut found: Answer| {
        spent += found.iterations;
        found.iterations = spent;
        let met = found.stop == Stop::Converged;
        if best.as_ref().is_none_or(|b| !(b.error <= found.error)) {
            best = Some(Answer {
                ray: best.take().and_then(|b| b.ray).or(found.ray.clone()),
                ..found
            });
        }
        met || options.is_expired()
    };
    let mut done = false;
    for method in ORDER {
        let found = one(problem, form, method, options);
        let guess = found.z.clone();
        done = keep(found);
        // From where an iterative method got to, pivot.
        if !done && matches!(method, Method::InteriorPoint | Method::GaussSeidel) {
            let run = lemke::solve_from(form, &form.guess(problem, &guess), options);
            let z = form.restore(&run.z);
            done = keep(judge(problem, run, z, Method::Lemke, options));
        }
        if done {
            break;
        }
    }
    let pairs = form.free.iter().filter(|free| !**free).count();
    if !done && pairs <= AUTO_PAIRS {
        keep(one(problem, form, Method::Enumerate, options));
    }
    match best {
        Some(Answer {
            stop: Stop::Unsupported,
            ..
        })
        | None => one(problem, form, Method::Lemke, options),
        Some(mut answer) => {
            if answer.stop == Stop::Converged {
                answer.ray = None;
            } else if answer.ray.is_some() {
                answer.stop = Stop::Ray;
            }
            answer
        }
    }
}
