//! One method on one problem: its run, the error and certificate measured afterwards, the verdict.
//!
//! ```text
//! solved       the error measured from the answer alone is at most the tolerance, and the judge finds the
//!              laws kept by every block of the problem as it was given (`drystone_solve::judge`)
//! infeasible   a ray proves that no answer exists, and its own check holds (`ray_error`)
//! ```
//! The method's own opinion is kept under `stop` and never makes an answer solved. The error of a contact
//! problem is the one `--measure` names; of a complementarity problem always the natural map, since its
//! diagonal may be zero or negative and gives no scale one could rely on.

use crate::cli::Limits;
use crate::registry::{self, Problem};
use crate::terminal::clock::Start;
use drystone::io::GlobalTerms;
use drystone::solve::certificate::{certify_lcp, certify_velocity, word_of};
use drystone::solve::infeasible::find_ray;
use drystone::solve::judge::{self, Judgement, Terms, judge_mixed, ray_error};
use drystone::solve::measure::{Errors, errors, lcp_error, mixed_lcp_error};
use drystone::solve::problem::{ContactProblem, Lcp, Matrix, MixedLcp};
use drystone::solve::solver::{Expired, Settings, Stop};
use serde::{Serialize, Serializer};
use std::sync::Arc;

/// What one method made of one problem.
#[derive(Clone, Serialize)]
pub(crate) struct Outcome {
    pub(crate) problem: String,
    pub(crate) kind: String,
    pub(crate) contacts: usize,
    pub(crate) rows: usize,
    pub(crate) solver: String,
    pub(crate) method: &'static str,
    pub(crate) status: &'static str,
    pub(crate) stop: &'static str,
    pub(crate) iterations: usize,
    pub(crate) wall_s: f64,
    /// Seconds of the processor: what is compared between methods.
    pub(crate) cpu_s: f64,
    pub(crate) natural_map_error: f64,
    pub(crate) scaled_error: f64,
    #[serde(serialize_with = "as_map")]
    pub(crate) certificate: Vec<Clause>,
    pub(crate) tolerance: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ray: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ray_error: Option<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) answer: Vec<f64>,
}

/// Name, defect and unit of a clause of the certificate.
pub(crate) type Clause = (&'static str, f64, &'static str);

/// The clauses by name, in their order. A defect that is not finite becomes null.
fn as_map<S: Serializer>(clauses: &[Clause], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(clauses.iter().map(|(name, defect, _)| (name, defect)))
}

impl Outcome {
    pub(crate) fn solved(&self) -> bool {
        self.status == "solved"
    }

    /// The larger error, NaN last: to choose the best of several answers.
    pub(crate) fn error(&self) -> f64 {
        let error = self.natural_map_error.max(self.scaled_error);
        if self.natural_map_error.is_nan() || self.scaled_error.is_nan() {
            f64::INFINITY
        } else {
            error
        }
    }

    /// The worst clause of certificate, in words.
    pub(crate) fn worst_in_words(&self) -> String {
        match worst(&self.certificate) {
            None => "every clause holds exactly".to_string(),
            Some((name, value, unit)) => {
                let gap = if unit.is_empty() { "" } else { " " };
                format!("{} {value:.1e}{gap}{unit}", word_of(name))
            }
        }
    }
}

/// What a method returned, before it is judged.
struct Run {
    answer: Vec<f64>,
    iterations: usize,
    stop: Stop,
    method: &'static str,
    ray: Option<Vec<f64>>,
    /// Seconds on the wall and of the processor.
    seconds: (f64, f64),
}

/// What was measured on the answer.
struct Proof {
    errors: Errors,
    /// The error that the tolerance speaks of.
    decides: f64,
    judgement: Judgement,
    clauses: Vec<Clause>,
    ray_error: Option<f64>,
}

/// Name and size of a problem, as reports carry them.
pub(crate) struct Label<'a> {
    pub(crate) problem: &'a str,
    pub(crate) kind: &'a str,
}

/// Runs the method `solver` on `problem` and judges the answer. `None`: no method of that name for this kind.
pub(crate) fn run(
    label: &Label,
    (problem, terms): (&Problem, Option<&GlobalTerms>),
    solver: &str,
    limits: &Limits,
) -> Option<Outcome> {
    let terms = terms.map(|terms| Terms {
        force: &terms.force,
        offset: &terms.offset,
    });
    let settings = settings(limits);
    let started = Start::now();
    let (run, proof) = match problem {
        Problem::Contact(p) => {
            let mut method = registry::contact_solver(solver, settings)?;
            let mut r = vec![0.0; p.rows()];
            let started = Start::now();
            let report = method.solve(p, &mut r);
            let seconds = (started.wall_s(), started.cpu_s());
            let ray = match report.stop {
                Stop::Infeasible => find_ray(p, &r),
                _ => None,
            };
            let mut proof = prove_contact(p, terms, &r, limits);
            proof.ray_error = ray.as_ref().map(|y| ray_error(p, y));
            let run = Run {
                answer: r,
                iterations: report.iterations,
                stop: report.stop,
                method: report.method,
                ray,
                seconds,
            };
            (run, proof)
        }
        Problem::Lcp(p) => {
            let run = lcp_run(registry::solve_lcp(solver, p, &settings)?, started);
            let proof = prove_lcp(p, &run.answer);
            (run, proof)
        }
        Problem::Mixed(p) => {
            let run = lcp_run(registry::solve_mixed(solver, p, &settings)?, started);
            let proof = prove_mixed(p, &run.answer);
            (run, proof)
        }
    };
    let size = (problem.num_contacts(), problem.rows());
    Some(outcome(label, solver, limits, run, proof, size))
}

fn settings(limits: &Limits) -> Settings {
    let expired = limits.time_limit.map(|seconds| {
        let start = Start::now();
        Arc::new(move || start.spent(seconds)) as Expired
    });
    Settings {
        tolerance: limits.tolerance,
        enough: None,
        measure: limits.measure.measure(),
        max_iterations: limits
            .max_iterations
            .map(|n| usize::try_from(n).unwrap_or(usize::MAX)),
        expired,
    }
}

fn lcp_run(answer: registry::LcpAnswer, started: Start) -> Run {
    Run {
        answer: answer.z,
        iterations: answer.iterations,
        stop: answer.stop,
        method: answer.method,
        ray: answer.ray,
        seconds: (started.wall_s(), started.cpu_s()),
    }
}

fn outcome(
    label: &Label,
    solver: &str,
    limits: &Limits,
    run: Run,
    proof: Proof,
    (contacts, rows): (usize, usize),
) -> Outcome {
    let finite = proof.clauses.iter().all(|clause| clause.1.is_finite());
    let solved = proof.decides <= limits.tolerance && proof.judgement.holds(limits.tolerance) && finite;
    let status = match run.stop {
        _ if solved => "solved",
        _ if proof.ray_error.is_some_and(f64::is_finite) => "infeasible",
        Stop::Converged | Stop::Infeasible => "inaccurate",
        other => other.name(),
    };
    Outcome {
        problem: label.problem.to_string(),
        kind: label.kind.to_string(),
        contacts,
        rows,
        solver: solver.to_string(),
        method: run.method,
        status,
        stop: run.stop.name(),
        iterations: run.iterations,
        wall_s: run.seconds.0,
        cpu_s: run.seconds.1,
        natural_map_error: proof.errors.natural,
        scaled_error: proof.errors.scaled,
        certificate: proof.clauses,
        tolerance: limits.tolerance,
        ray: run.ray,
        ray_error: proof.ray_error,
        answer: run.answer,
    }
}

/// The clause with the largest defect; one that is NaN before all others; `None` when all are zero.
fn worst(clauses: &[Clause]) -> Option<Clause> {
    let size = |x: f64| if x.is_nan() { f64::INFINITY } else { x };
    clauses
        .iter()
        .copied()
        .filter(|clause| clause.1 != 0.0)
        .max_by(|a, b| size(a.1).total_cmp(&size(b.1)))
}

fn prove_contact(problem: &ContactProblem, terms: Option<Terms<'_>>, r: &[f64], limits: &Limits) -> Proof {
    let errors = errors(problem, r);
    let (judgement, u) = judge::judge(problem, terms, r);
    Proof {
        errors,
        decides: errors.by(limits.measure.measure()),
        judgement,
        clauses: certify_velocity(&problem.laws, r, &u).clauses().to_vec(),
        ray_error: None,
    }
}

fn prove_lcp(problem: &Lcp, z: &[f64]) -> Proof {
    let certificate = certify_lcp(problem, z);
    let natural = lcp_error(problem, z);
    let mixed = MixedLcp::from_lcp(problem);
    let scaled = scaled_mixed_error(&mixed, z);
    Proof {
        errors: Errors { natural, scaled },
        decides: natural,
        judgement: judge_mixed(&mixed, z),
        ray_error: None,
        clauses: vec![
            ("negative_z", certificate.negative_z, ""),
            ("negative_w", certificate.negative_w, ""),
            ("complementarity", certificate.complementarity, ""),
        ],
    }
}

/// The clauses of a mixed LCP: z outside its bounds, and w of the wrong sign for where z stands.
fn prove_mixed(problem: &MixedLcp, z: &[f64]) -> Proof {
    let mut w = vec![0.0; z.len()];
    problem.matrix.multiply_add(z, &problem.q, &mut w);
    let (mut outside, mut free, mut power) = (0.0, 0.0, 0.0);
    for i in 0..z.len() {
        let (lo, hi) = (problem.lower[i], problem.upper[i]);
        note(&mut outside, lo - z[i]);
        note(&mut outside, z[i] - hi);
        // w > 0 is allowed at the lower bound only, w < 0 at the upper one only.
        let room = if w[i] > 0.0 { z[i] - lo } else { hi - z[i] };
        if room.is_finite() || w[i].is_nan() {
            note(&mut power, room * w[i].abs());
        } else {
            note(&mut free, w[i].abs());
        }
    }
    let natural = mixed_lcp_error(problem, z);
    let scaled = scaled_mixed_error(problem, z);
    Proof {
        errors: Errors { natural, scaled },
        decides: natural,
        judgement: judge_mixed(problem, z),
        ray_error: None,
        clauses: vec![
            ("bounds", outside, ""),
            ("complementarity", power, ""),
            ("equations", free, ""),
        ],
    }
}

/// Keeps the larger, and NaN once seen.
fn note(clause: &mut f64, defect: f64) {
    if !(defect <= *clause) && !clause.is_nan() {
        *clause = defect;
    }
}

/// The natural map in the variables z √d, w / √d, with d the diagonal of M where it is positive and the mean
/// of those entries elsewhere.
fn scaled_mixed_error(problem: &MixedLcp, z: &[f64]) -> f64 {
    let d = diagonal(&problem.matrix);
    let positive: Vec<f64> = d.iter().copied().filter(|&d| d > 0.0).collect();
    let mean = if positive.is_empty() {
        1.0
    } else {
        positive.iter().sum::<f64>() / positive.len() as f64
    };
    let root: Vec<f64> = d
        .iter()
        .map(|&d| if d > 0.0 { d.sqrt() } else { mean.sqrt() })
        .collect();
    let mut w = vec![0.0; z.len()];
    problem.matrix.multiply_add(z, &problem.q, &mut w);
    let (mut defect, mut size) = (0.0, 0.0);
    for (i, s) in root.iter().enumerate() {
        let above = (z[i] - problem.lower[i]) * s;
        let below = (z[i] - problem.upper[i]) * s;
        defect += middle(below, w[i] / s, above).powi(2);
        size += (problem.q[i] / s).powi(2);
    }
    defect.sqrt() / size.sqrt().max(1e-300)
}

/// z − clamp(z − w, lo, hi) as the middle one of z − hi ≤ z − lo and w: nothing cancels where z is large.
/// Keeps NaN.
fn middle(below: f64, w: f64, above: f64) -> f64 {
    if w.is_nan() || below.is_nan() || above.is_nan() {
        f64::NAN
    } else {
        w.min(above).max(below)
    }
}

fn diagonal(matrix: &Matrix) -> Vec<f64> {
    match matrix {
        Matrix::Dense(m) => m.diagonal().iter().copied().collect(),
        Matrix::Sparse(m) => (0..m.nrows)
            .map(|i| m.row(i).find(|entry| entry.0 == i).map_or(0.0, |entry| entry.1))
            .collect(),
    }
}

#[cfg(test)]
mod tests;
