//! The one place where a problem meets the library: solved as `drystone solve` does, and nothing more.
//!
//! The library's own measures decide here what it CALLS solved; whether that is true is the judge's business.

use crate::problem::{Law, Operator, Problem};
use drystone::solve::certificate::certify_velocity;
use drystone::solve::cone;
use drystone::solve::delassus::Sparse;
use drystone::solve::infeasible::find_ray;
use drystone::solve::judge::{judge, ray_error};
use drystone::solve::law::Law as LibraryLaw;
use drystone::solve::measure::errors;
use drystone::solve::problem::{ContactProblem, ProblemError};
use drystone::solve::solver::{Expired, Settings, Stop};
use nalgebra::DMatrix;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What the library says of its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The laws hold.
    Solved,
    /// There is no answer, and the ray proves it.
    Infeasible,
    /// Neither: it says so.
    Failed,
    /// The problem itself was refused (a singular mass matrix, for instance).
    Refused,
    /// It panicked.
    Panicked,
}

/// An answer with what was said of it.
#[derive(Clone, Debug)]
pub struct Answer {
    /// What the library says.
    pub status: Status,
    /// The impulses.
    pub r: Vec<f64>,
    /// The proof that there is no answer.
    pub ray: Option<Vec<f64>>,
    /// Iterations, in the unit of the method that answered.
    pub iterations: usize,
    /// Seconds on the wall.
    pub seconds: f64,
}

fn law(law: &Law) -> LibraryLaw {
    match *law {
        Law::Bilateral => LibraryLaw::Bilateral,
        Law::Unilateral => LibraryLaw::Unilateral,
        Law::Box(lo, hi) => LibraryLaw::Box { lo, hi },
        Law::Planar(mu) => LibraryLaw::Planar { mu },
        Law::Asymmetric(minus, plus) => LibraryLaw::Asymmetric { minus, plus },
        Law::Coulomb(mu) => LibraryLaw::Coulomb { mu },
        Law::Elliptic(mu) => LibraryLaw::Elliptic { mu },
        Law::Facetted(mu, facets) => LibraryLaw::Facetted { mu, facets },
        Law::Torsion(mu, torsion) => LibraryLaw::Torsion { mu, torsion },
        Law::PlanarRolling(mu, rolling) => LibraryLaw::PlanarRolling { mu, rolling },
        Law::Rolling(mu, rolling) => LibraryLaw::Rolling { mu, rolling },
        Law::RollingTorsion(mu, torsion, rolling) => LibraryLaw::RollingTorsion { mu, torsion, rolling },
    }
}

fn library_problem(problem: &Problem) -> Result<ContactProblem, ProblemError> {
    let (n, laws) = (problem.rows(), problem.laws.iter().map(law).collect());
    match &problem.operator {
        Operator::Dense(w) => {
            ContactProblem::from_dense(&DMatrix::from_row_slice(n, n, w), problem.b.clone(), laws)
        }
        Operator::Factored { dofs, mass, jacobian } => {
            let mass = Sparse::from_triplets(*dofs, *dofs, mass)?;
            let jacobian = Sparse::from_triplets(n, *dofs, jacobian)?;
            ContactProblem::from_factors(mass, jacobian, problem.b.clone(), laws)
        }
    }
}

/// Solves `problem` by the method of that name, within so many seconds. A panic is data.
pub fn solve(problem: &Problem, solver: &str, limit: Duration) -> Answer {
    let started = Instant::now();
    let failed = |status| Answer {
        status,
        r: vec![0.0; problem.rows()],
        ray: None,
        iterations: 0,
        seconds: started.elapsed().as_secs_f64(),
    };
    let solve = || unguarded(problem, solver, (started, limit));
    match std::panic::catch_unwind(std::panic::AssertUnwindSafe(solve)) {
        Ok(Some(answer)) => answer,
        Ok(None) => failed(Status::Refused),
        Err(_) => failed(Status::Panicked),
    }
}

/// What a method makes of a guess, to a tolerance of 1e-13; nothing is said of it. `None`: the problem was
/// refused.
pub fn solve_from(problem: &Problem, solver: &str, guess: &[f64]) -> Option<Vec<f64>> {
    let settings = Settings {
        tolerance: 1e-13,
        ..Settings::default()
    };
    let library = library_problem(problem).ok()?;
    let mut r = guess.to_vec();
    cone::by_name(solver, settings)?.solve(&library, &mut r);
    Some(r)
}

/// A problem of the library as data; `None` where it has a law that is not known here.
pub(crate) fn as_data(problem: &ContactProblem) -> Option<Problem> {
    let known = |law: &LibraryLaw| match *law {
        LibraryLaw::Bilateral => Some(Law::Bilateral),
        LibraryLaw::Unilateral => Some(Law::Unilateral),
        LibraryLaw::Box { lo, hi } => Some(Law::Box(lo, hi)),
        LibraryLaw::Planar { mu } => Some(Law::Planar(mu)),
        LibraryLaw::Coulomb { mu } => Some(Law::Coulomb(mu)),
        LibraryLaw::Torsion { mu, torsion } => Some(Law::Torsion(mu, torsion)),
        LibraryLaw::Rolling { mu, rolling } => Some(Law::Rolling(mu, rolling)),
        _ => None,
    };
    let sizes: Vec<usize> = problem.laws.iter().map(LibraryLaw::rows).collect();
    let w = problem.delassus.to_explicit(&sizes).ok()?.to_dense();
    Some(Problem {
        operator: Operator::Dense(w.transpose().as_slice().to_vec()),
        b: problem.free_velocity.clone(),
        laws: problem.laws.iter().map(known).collect::<Option<Vec<Law>>>()?,
    })
}

/// `None`: the problem was refused.
fn unguarded(problem: &Problem, solver: &str, (started, limit): (Instant, Duration)) -> Option<Answer> {
    let expired: Expired = Arc::new(move || started.elapsed() > limit);
    let settings = Settings {
        expired: Some(expired),
        ..Settings::default()
    };
    let (tolerance, measure) = (settings.tolerance, settings.measure);
    let library = library_problem(problem).ok()?;
    let mut method = cone::by_name(solver, settings)?;
    let mut r = vec![0.0; problem.rows()];
    let report = method.solve(&library, &mut r);
    let seconds = started.elapsed().as_secs_f64();
    let (judgement, u) = judge(&library, None, &r);
    let clauses = certify_velocity(&library.laws, &r, &u).clauses();
    let finite = clauses.iter().all(|c| c.1.is_finite());
    let solved = errors(&library, &r).by(measure) <= tolerance && judgement.holds(tolerance) && finite;
    let ray = match report.stop {
        Stop::Infeasible => find_ray(&library, &r).filter(|y| ray_error(&library, y).is_finite()),
        _ => None,
    };
    Some(Answer {
        status: match &ray {
            _ if solved => Status::Solved,
            Some(_) => Status::Infeasible,
            None => Status::Failed,
        },
        r,
        ray,
        iterations: report.iterations,
        seconds,
    })
}
