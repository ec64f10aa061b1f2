//! Many problems, one after the other: solved, judged, counted, and the wrong ones made small.

use crate::families;
use crate::judge::{Scaled, check_ray, measure_scaled};
use crate::minimise::minimise;
use crate::problem::{Law, Operator, Problem};
use crate::solve_with::{Answer, Status, solve};
use std::ops::Range;
use std::time::Duration;

/// How a problem was left.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// Called solved, and it is.
    Solved,
    /// Called infeasible, with a proof that holds.
    Infeasible,
    /// Given up, and said so.
    Honest,
    /// Called solved or infeasible, and false: why.
    Wrong(String),
}

/// Judges an answer by the problem alone.
pub fn judge(problem: &Problem, answer: &Answer) -> Verdict {
    let Some(scaled) = Scaled::new(problem) else {
        return match answer.status {
            Status::Failed | Status::Refused => Verdict::Honest,
            Status::Solved | Status::Infeasible => Verdict::Wrong("the mass matrix is singular".into()),
            Status::Panicked => Verdict::Wrong("a panic".into()),
        };
    };
    match answer.status {
        Status::Refused => Verdict::Wrong("the problem was refused, and M is regular".into()),
        Status::Panicked => Verdict::Wrong("a panic".into()),
        Status::Failed => Verdict::Honest,
        Status::Solved if has_closing_walls(problem, &scaled) => {
            Verdict::Wrong("called solved, without an answer: two walls close whatever the impulses".into())
        }
        Status::Solved => {
            let found = measure_scaled(&scaled, &answer.r);
            if found.is_solved() {
                Verdict::Solved
            } else {
                let (own, block) = found.own;
                let law = problem.laws.get(block);
                Verdict::Wrong(format!(
                    "called solved: defects {:.1e} of the velocities; block {block} ({law:?}) {own:.1e} of its own",
                    found.whole,
                ))
            }
        }
        Status::Infeasible => match &answer.ray {
            None => Verdict::Wrong("called infeasible without a ray".into()),
            Some(ray) => match check_ray(&scaled, ray) {
                Ok(()) => Verdict::Infeasible,
                Err(clause) => {
                    Verdict::Wrong(format!("called infeasible, but the ray proves nothing: {clause}"))
                }
            },
        },
    }
}

/// Whether two normals i, j have opposite rows of W and b_i + b_j < 0: then u_i + u_j < 0 for every r, and no
/// rounding of large impulses makes up for it. The ray e_i + e_j is held against all its clauses.
fn has_closing_walls(problem: &Problem, scaled: &Scaled) -> bool {
    let (Operator::Dense(w), n) = (&problem.operator, problem.rows()) else {
        return false;
    };
    let each = problem.laws.iter().zip(problem.offsets());
    let normals = each.filter(|(law, _)| **law == Law::Unilateral || law.has_friction());
    let normals: Vec<usize> = normals.map(|(_, first)| first).collect();
    for (k, &i) in normals.iter().enumerate() {
        for &j in &normals[..k] {
            let opposite = (0..n).all(|c| w[i * n + c] == -w[j * n + c]);
            if opposite && problem.b[i] + problem.b[j] < 0.0 {
                let mut ray = vec![0.0; n];
                (ray[i], ray[j]) = (1.0, 1.0);
                if check_ray(scaled, &ray).is_ok() {
                    return true;
                }
            }
        }
    }
    false
}

/// The solver that is asked, and how long it may take: `auto` has no limit of its own, and a test must end.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The solver, by name.
    pub solver: String,
    /// Time for one problem.
    pub limit: Duration,
}

/// Solves and judges one problem.
pub fn solve_and_judge(problem: &Problem, asked: &Asked) -> (Verdict, Answer) {
    let answer = solve(problem, &asked.solver, asked.limit);
    (judge(problem, &answer), answer)
}

/// A wrong answer.
#[derive(Clone, Debug)]
pub struct Fault {
    /// Which seed made the problem.
    pub seed: u64,
    /// What is wrong with the answer.
    pub reason: String,
    /// The problem as it was made.
    pub problem: Problem,
}

/// What came of one family.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Called solved, rightly.
    pub solved: usize,
    /// Called infeasible, rightly.
    pub infeasible: usize,
    /// Given up.
    pub honest: usize,
    /// False.
    pub wrong: Vec<Fault>,
    /// Seconds of every problem, in order of size after the run.
    pub seconds: Vec<f64>,
}

impl Tally {
    /// The time that this share of the problems stays below, in s.
    pub fn quantile(&self, share: f64) -> f64 {
        let last = self.seconds.len().saturating_sub(1);
        let at = share * last as f64;
        self.seconds
            .iter()
            .enumerate()
            .find(|(k, _)| *k as f64 >= at)
            .map_or(0.0, |(_, s)| *s)
    }

    /// One line of a table.
    pub fn line(&self, family: &str) -> String {
        format!(
            "{family:<16}{:>8}{:>12}{:>8}{:>7}{:>10.2}{:>10.2}{:>10.1}",
            self.solved,
            self.infeasible,
            self.honest,
            self.wrong.len(),
            1e3 * self.quantile(0.5),
            1e3 * self.quantile(0.99),
            1e3 * self.quantile(1.0),
        )
    }
}

/// Above the lines of a table: times in ms.
pub const HEAD: &str = "family            solved  infeasible  honest  WRONG    p50 ms    p99 ms    max ms";

/// One problem of a family for every seed.
pub fn run(family: &str, seeds: Range<u64>, asked: &Asked) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds {
        let problem = families::make(family, seed);
        let (verdict, answer) = solve_and_judge(&problem, asked);
        tally.seconds.push(answer.seconds);
        match verdict {
            Verdict::Solved => tally.solved += 1,
            Verdict::Infeasible => tally.infeasible += 1,
            Verdict::Honest => tally.honest += 1,
            Verdict::Wrong(reason) => tally.wrong.push(Fault {
                seed,
                reason,
                problem,
            }),
        }
    }
    tally.seconds.sort_by(f64::total_cmp);
    tally
}

/// The problem of a fault made small, and what is wrong there: the same kind of fault.
pub fn smaller(fault: &Fault, asked: &Asked) -> (Problem, String) {
    fn kind(reason: &str) -> &str {
        reason.split(':').next().unwrap_or("")
    }
    let mut last = fault.reason.clone();
    let small = minimise(
        &fault.problem,
        &mut |trial| match solve_and_judge(trial, asked).0 {
            Verdict::Wrong(reason) if kind(&reason) == kind(&fault.reason) => {
                last = reason;
                true
            }
            _ => false,
        },
    );
    (small, last)
}
