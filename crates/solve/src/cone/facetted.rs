//! Contact problems with facetted friction cones, solved as one LCP by pivoting.
//!
//! ```text
//! 0 ≤ [ Wnn Wnd 0 ; Wdn Wdd e ; μ −eᵀ 0 ] (r_N, β, λ) + (b_n, b_d, 0)  ⟂  (r_N, β, λ) ≥ 0,   r_T = Σ β_k d_k
//! ```
//! For [`Law::Facetted`], planar, unilateral, bilateral and box laws the answer is exact to rounding. For
//! round Coulomb cones it solves the facetted *approximation* with `facets` vertices on the round cone:
//! friction is too weak between the vertices and pulls towards them, so the certificate of the round problem
//! shows a defect of order 1/facets² in size and 1/facets in direction, however well the LCP is solved.
//! [`Facetted::solve_lcp`] returns the error of the LCP itself. Torsion, rolling, ellipses and general
//! sections are not covered. References: Stewart and Trinkle (1996); Anitescu and Potra (1997).

use crate::law::Law;
use crate::lcp::{Method, Options, solve_mixed};
use crate::measure::errors;
use crate::problem::{ContactProblem, ProblemError};
use crate::reduction::{facetted, to_lcp};
use crate::solver::{Settings, Solver, SolverReport, Stop};

/// Which pivoting method solves the LCP.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pivoting {
    /// Lemke's method.
    #[default]
    Lemke,
    /// Principal pivoting, contact row after contact row.
    Principal,
    /// Lemke's method, then every other LCP method until one meets the tolerance.
    Auto,
}

/// Facetted LCP by pivoting.
#[derive(Clone)]
pub struct Facetted {
    /// Tolerance on the LCP's natural map, limits.
    pub settings: Settings,
    /// Vertices of the polygon that stands for a round cone.
    pub facets: usize,
    /// Which pivoting method.
    pub pivoting: Pivoting,
}

impl Default for Facetted {
    fn default() -> Self {
        Facetted {
            settings: Settings::default(),
            facets: 8,
            pivoting: Pivoting::Lemke,
        }
    }
}

/// What became of the LCP behind a contact problem.
#[derive(Clone, Debug, PartialEq)]
pub struct LcpOutcome {
    /// The impulses.
    pub impulse: Vec<f64>,
    /// What the method said.
    pub report: SolverReport,
    /// Natural-map error of the LCP: it tells whether the LCP is solved, round cones or not.
    pub lcp_error: f64,
    /// Rows of the LCP.
    pub lcp_rows: usize,
}

impl Facetted {
    /// Solves the LCP and tells how well; refuses laws that have no facetted form.
    pub fn solve_lcp(&self, problem: &ContactProblem) -> Result<LcpOutcome, ProblemError> {
        let reduction = to_lcp(&facetted(problem, self.facets)?)?;
        let options = Options {
            tolerance: self.settings.tolerance,
            max_iterations: self.settings.max_iterations,
            expired: self.settings.expired.clone(),
            ..Options::default()
        };
        let method = match self.pivoting {
            Pivoting::Lemke => Method::Lemke,
            Pivoting::Principal => Method::PrincipalPivoting,
            Pivoting::Auto => Method::Auto,
        };
        let answer = solve_mixed(&reduction.problem, method, &options);
        Ok(LcpOutcome {
            impulse: reduction.impulse(&answer.z),
            report: SolverReport {
                iterations: answer.iterations,
                stop: answer.stop,
                method: answer.method,
            },
            lcp_error: answer.error,
            lcp_rows: reduction.problem.q.len(),
        })
    }
}

impl Solver for Facetted {
    /// `Converged` speaks of the LCP and, where the LCP says the problem exactly, of the problem itself. The
    /// guess is not used: pivoting starts from r = 0.
    fn solve(&mut self, problem: &ContactProblem, r: &mut [f64]) -> SolverReport {
        match self.solve_lcp(problem) {
            Ok(mut found) => {
                r.copy_from_slice(&found.impulse);
                let exact = !problem.laws.iter().any(|law| matches!(law, Law::Coulomb { .. }));
                let within = || errors(problem, r).by(self.settings.measure) <= self.settings.tolerance;
                if exact && found.report.stop == Stop::Converged && !within() {
                    found.report.stop = Stop::Stalled;
                }
                found.report
            }
            Err(_) => SolverReport {
                iterations: 0,
                stop: Stop::Unsupported,
                method: "facetted",
            },
        }
    }
}
