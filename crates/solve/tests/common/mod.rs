//! What the tests of this folder share: the solvers under test, a slow reference, agreement of two answers,
//! and the one-contact problems with known answers.
#![allow(dead_code, unreachable_pub, reason = "each test file uses a part")]

use drystone_solve::certificate::{Certificate, certify};
use drystone_solve::cone;
use drystone_solve::delassus::{BlockMatrix, Delassus};
use drystone_solve::law::{Law, MAX_ROWS, Shape};
use drystone_solve::measure::{Meter, errors};
use drystone_solve::problem::{ContactProblem, sizes};
use drystone_solve::solver::{Settings, Solver, SolverReport, Stop};
use nalgebra::DMatrix;
use proptest::prelude::ProptestConfig;
use proptest::test_runner::RngSeed;

/// Whether every clause is at most `most`; never when one is NaN.
pub fn within(certificate: &Certificate, most: f64) -> bool {
    certificate.clauses().iter().all(|clause| clause.1 <= most)
}

/// A solver under test: its name, what it is, and which laws it covers (all of them when empty).
pub struct Candidate {
    pub name: &'static str,
    pub solver: Box<dyn Solver>,
    pub laws: &'static [&'static str],
    /// The error it should reach on small well-posed problems.
    pub tolerance: f64,
}

impl Candidate {
    /// Whether it covers every law of the problem.
    pub fn covers(&self, problem: &ContactProblem) -> bool {
        self.laws.is_empty() || problem.laws.iter().all(|law| self.laws.contains(&law.name()))
    }
}

/// Laws with contact modes: what Newton and the interior-point method cover.
const SMOOTH: &[&str] = &[
    "bilateral",
    "unilateral",
    "box",
    "planar",
    "asymmetric",
    "coulomb",
    "elliptic",
    "torsion",
    "planar-rolling",
    "rolling",
    "rolling-torsion",
];

/// Laws that are linear in pieces: what an LCP says exactly.
const PIECEWISE: &[&str] = &["bilateral", "unilateral", "box", "planar", "facetted"];

/// The solver of that name, at that tolerance.
pub fn candidate(name: &'static str, tolerance: f64) -> Candidate {
    let settings = Settings {
        tolerance,
        ..Settings::default()
    };
    Candidate {
        name,
        solver: cone::by_name(name, settings).unwrap(),
        laws: match name {
            "newton" | "newton-natural-map" | "proximal-newton" | "interior-point" => SMOOTH,
            "facetted-lemke" | "facetted-pivoting" => PIECEWISE,
            _ => &[],
        },
        tolerance,
    }
}

/// Every solver of the crate, at that tolerance.
pub fn crate_solvers(tolerance: f64) -> Vec<Candidate> {
    cone::NAMES
        .iter()
        .map(|&(name, _)| candidate(name, tolerance))
        .collect()
}

/// Every solver that the shared tests run on: the slow reference and all those of the crate.
pub fn solvers() -> Vec<Candidate> {
    let mut all = crate_solvers(1e-8);
    all.insert(
        0,
        Candidate {
            name: "reference",
            solver: Box::new(Reference::default()),
            laws: &[],
            tolerance: 1e-8,
        },
    );
    all
}

/// Block Gauss-Seidel in its plainest form: r ← P_K(r − ρ û), each block with ρ below the inverse of its own
/// size.
///
/// Slow, but written from the fixed point alone: it shares no code with the solvers of the crate.
pub struct Reference {
    pub tolerance: f64,
    pub sweeps: usize,
}

impl Default for Reference {
    fn default() -> Self {
        Reference {
            tolerance: 1e-9,
            sweeps: 4000,
        }
    }
}

impl Solver for Reference {
    fn solve(&mut self, problem: &ContactProblem, r: &mut [f64]) -> SolverReport {
        let w = problem.delassus.to_explicit(&sizes(&problem.laws)).unwrap();
        let mut meter = Meter::new(problem);
        let report = |iterations, stop| SolverReport {
            iterations,
            stop,
            method: "reference",
        };
        for sweep in 0..self.sweeps {
            if meter.measure(problem, r).worst() <= self.tolerance {
                return report(sweep, Stop::Converged);
            }
            for i in 0..problem.laws.len() {
                relax(&w, problem, i, r);
            }
        }
        report(self.sweeps, Stop::IterationLimit)
    }
}

/// Ten fixed-point steps on block i.
fn relax(w: &BlockMatrix, problem: &ContactProblem, i: usize, r: &mut [f64]) {
    let (law, rows) = (&problem.laws[i], w.offsets[i]..w.offsets[i + 1]);
    let n = law.rows();
    let block = w.block(w.diagonal[i]);
    let mut rest = [0.0; MAX_ROWS];
    rest[..n].copy_from_slice(&problem.free_velocity[rows.clone()]);
    for k in w.row_ptr[i]..w.row_ptr[i + 1] {
        let j = w.col[k];
        if j != i {
            let other = &r[w.offsets[j]..w.offsets[j + 1]];
            for (rest, row) in rest.iter_mut().zip(w.block(k).chunks_exact(other.len())) {
                *rest += row.iter().zip(other).map(|(a, x)| a * x).sum::<f64>();
            }
        }
    }
    let size = block.iter().map(|x| x * x).sum::<f64>().sqrt();
    if size == 0.0 {
        r[rows].fill(0.0);
        return;
    }
    let r = &mut r[rows];
    for _ in 0..10 {
        let mut u = rest;
        for (u, row) in u.iter_mut().zip(block.chunks_exact(n)) {
            *u += row.iter().zip(&*r).map(|(a, x)| a * x).sum::<f64>();
        }
        u[0] += law.shift(&u[..n]);
        for (r, u) in r.iter_mut().zip(&u) {
            *r -= u / size;
        }
        law.project(r);
    }
}

/// Whether two answers agree: the same velocities in the scaled norm to `tol`, or both of them solutions to
/// `tol` (impulses are not unique where W is singular, and with friction velocities need not be).
pub fn agree(problem: &ContactProblem, r1: &[f64], r2: &[f64], tol: f64) -> bool {
    let mut meter = Meter::new(problem);
    let e1 = meter.measure(problem, r1).scaled;
    let u1 = meter.u.clone();
    let e2 = meter.measure(problem, r2).scaled;
    let scaled = |u: &[f64]| -> Vec<f64> { u.iter().zip(&meter.root_scale).map(|(u, s)| u / s).collect() };
    let (u1, u2) = (scaled(&u1), scaled(&meter.u));
    let norm = |x: &mut dyn Iterator<Item = f64>| x.map(|x| x * x).sum::<f64>().sqrt();
    let apart = norm(&mut u1.iter().zip(&u2).map(|(a, b)| a - b));
    let b = scaled(&problem.free_velocity);
    let size = norm(&mut b.iter().copied()).max(norm(&mut u1.iter().copied()));
    apart <= tol * size || (e1 <= tol && e2 <= tol)
}

/// A contact problem with a dense W.
pub fn dense(w: &DMatrix<f64>, b: Vec<f64>, laws: Vec<Law>) -> ContactProblem {
    ContactProblem::from_dense(w, b, laws).unwrap()
}

/// The scaled error and the worst clause of a certificate.
pub fn judge(problem: &ContactProblem, r: &[f64]) -> (f64, f64) {
    let clauses = certify(problem, r).clauses();
    let worst = clauses
        .iter()
        .fold(0.0, |a: f64, c| if c.1.is_nan() { c.1 } else { a.max(c.1) });
    (errors(problem, r).worst(), worst)
}

/// W as a dense matrix.
pub fn dense_delassus(problem: &ContactProblem) -> DMatrix<f64> {
    match &problem.delassus {
        Delassus::Explicit(w) => w.to_dense(),
        factored @ Delassus::Factored { .. } => {
            factored.to_explicit(&sizes(&problem.laws)).unwrap().to_dense()
        }
    }
}

/// One contact in space with a known answer.
pub struct OneContact {
    pub name: &'static str,
    pub mu: f64,
    pub w: [f64; 9],
    pub b: [f64; 3],
    pub r: [f64; 3],
}

/// The five modes of one contact with W positive definite, where the answer is unique.
pub const ONE_CONTACT: [OneContact; 5] = [
    OneContact {
        name: "stick",
        mu: 0.6,
        w: [
            2.405203, 0.074708, -0.35566, 0.074708, 1.286287, 0.035596, -0.35566, 0.035596, 1.311767,
        ],
        b: [-4.990024, -0.7783211, 1.2182288],
        r: [2.0, 0.5, -0.4],
    },
    OneContact {
        name: "slide",
        mu: 0.4,
        w: [
            4.247113, 0.54349, 0.173207, 0.54349, 1.53564, 0.099634, 0.173207, 0.099634, 1.404616,
        ],
        b: [-6.411874478872086, -1.435610658533542, 1.1181485031173635],
        r: [1.5, 0.24968810192828547, -0.5455784560954091],
    },
    OneContact {
        name: "slide_strong_coupling",
        mu: 0.8,
        w: [
            4.361329, -1.451126, 0.186806, -1.451126, 5.025096, 0.132594, 0.186806, 0.132594, 1.520164,
        ],
        b: [-4.78643440098306, -4.463620549638178, -0.08151480535239629],
        r: [1.5, 1.1879909959205346, -0.16934400967184068],
    },
    OneContact {
        name: "open",
        mu: 0.5,
        w: [
            3.088006, -0.632592, 0.460941, -0.632592, 2.39838, 1.027362, 0.460941, 1.027362, 4.137193,
        ],
        b: [0.3, 0.2, -0.5],
        r: [0.0, 0.0, 0.0],
    },
    OneContact {
        name: "grazing",
        mu: 0.5,
        w: [
            2.484529, 0.539617, -0.587972, 0.539617, 2.437484, -0.498507, -0.587972, -0.498507, 2.969971,
        ],
        b: [0.0, 0.2, -0.5],
        r: [0.0, 0.0, 0.0],
    },
];

/// x in the round cone of μ = 1, M x + q in it too, orthogonal: (M, q, x), unique answers.
pub const MONOTONE: [([f64; 9], [f64; 3], [f64; 3]); 4] = [
    (
        [
            1.1629, 0.1323, 0.5343, 0.1323, 2.9747, -0.1713, 0.5343, -0.1713, 3.0393,
        ],
        [-2.3943749278609427, -6.324701930164508, -2.6854109503678556],
        [2.0, 1.910672978251212, 0.5910404133226791],
    ),
    (
        [
            1.7541, -0.5347, -1.2562, -0.5347, 1.8779, 1.337, -1.2562, 1.337, 3.4972,
        ],
        [2.1656457140766645, 1.3488919943273694, -4.09529892110829],
        [1.0, -0.4161468365471424, 0.9092974268256817],
    ),
    (
        [
            9.6597, 1.5975, 4.5779, 1.5975, 2.7434, -0.4775, 4.5779, -0.4775, 7.4121,
        ],
        [2.0, -1.0806046117362795, -1.682941969615793],
        [0.0, 0.0, 0.0],
    ),
    (
        [
            1.3062, 0.7424, 0.2953, 0.7424, 4.5317, 1.5243, 0.2953, 1.5243, 3.4358,
        ],
        [-2.1882510750941027, -2.862350606039958, 2.6583648071522474],
        [1.5, 0.8104534588022096, -1.2622064772118446],
    ),
];

impl OneContact {
    pub fn problem(&self) -> ContactProblem {
        dense(
            &DMatrix::from_row_slice(3, 3, &self.w),
            self.b.to_vec(),
            vec![Law::Coulomb { mu: self.mu }],
        )
    }
}

/// Solves the one-contact problems from r = 0 and from a far guess; fails unless the known answers come out.
pub fn one_contact_answers(solver: &mut dyn Solver, tol: f64) {
    for case in &ONE_CONTACT {
        for guess in [[0.0; 3], [7.0, -3.0, 2.0]] {
            let mut r = guess;
            let report = solver.solve(&case.problem(), &mut r);
            for k in 0..3 {
                assert!(
                    (r[k] - case.r[k]).abs() <= tol,
                    "{} ({}): expected {:?}, found {r:?}",
                    case.name,
                    report.method,
                    case.r
                );
            }
        }
    }
}

/// Property tests with a fixed seed: the same cases in every run.
pub fn config(cases: u32) -> ProptestConfig {
    seeded(cases, 1988)
}

/// The same with a seed of its own.
pub fn seeded(cases: u32, seed: u64) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(seed),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// ‖x‖.
pub fn norm(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// a − b.
pub fn difference(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a - b).collect()
}

/// The certificate of one block alone with given u and r (W = 0, b = u).
pub fn clauses(law: Law, r: &[f64], u: &[f64]) -> Certificate {
    let n = law.rows();
    certify(&dense(&DMatrix::zeros(n, n), u[..n].to_vec(), vec![law]), &r[..n])
}

/// The radius of the smallest ball around D.
pub fn radius(law: &Law) -> f64 {
    match law.shape() {
        None => 0.0,
        Some(Shape::Ellipsoids(groups, count)) => {
            let of = |k: usize| groups[k].axes.iter().fold(0.0, |a: f64, b| a.max(*b));
            (0..count).map(|k| of(k) * of(k)).sum::<f64>().sqrt()
        }
        Some(Shape::Interval(a, b)) => a.max(b),
        Some(Shape::Polygon(mu, _)) => mu,
        Some(Shape::Section(s)) => norm(&s.parameters[..2]),
    }
}
