//! Interior point method for friction cones, with De Saxcé's term inside Newton's method.
//!
//! ```text
//! W r + b = Φ(z),   Φ(z) = Eᵀ z − (Σ ‖z₁‖) n,       x = E r + e,   x ∘ z = σμ e,   x, z ∈ L
//! (W + Γ Θ E) dr = Φ(z) − W r − b + Γ p,      dz = p − Θ E dr,     Γ = Φ′(z)
//! ```
//! in scaled variables, with the cones x = E r + e and Nesterov–Todd's scaling Θ of `second_order.rs`. This
//! is the Coulomb law itself, not its convex relaxation: the central path is that of the non-associated
//! problem. Mehrotra's predictor and corrector share one factorisation. Γ Θ E is block-diagonal but not
//! symmetric.
//!
//! Where that path is lost (it need not exist without associated structure) the shift s = Σ‖z₁‖ is frozen,
//! the convex problem that remains is solved by the same method with symmetric matrices, and s is updated
//! from its answer (Acary and Cadoux's fixed point). W may be singular: W + Γ Θ E is regular inside the
//! cones. Rows without bounds (bilateral) get a proximal term. Facetted and user-given sections are not
//! covered. A guess is not used. Sources: Acary, Armand, Nguyen, Shpakovych (2023), Second-order cone
//! programming for frictional contact mechanics using interior point algorithm; Acary, Cadoux (2013) for the
//! fixed point; Mehrotra (1992).

mod second_order;

use super::scaled::{Scaled, Watch};
use crate::cone::interior_point::second_order::{Cone, Row, cones_of};
use crate::cone::linear_system::{System, apply_blocks, squares};
use crate::law::layout::Kind;
use crate::measure::Measure;
use crate::problem::ContactProblem;
use crate::solver::{Settings, Solver, SolverReport, Stop};

/// Interior point method.
#[derive(Clone)]
pub struct InteriorPoint {
    /// Tolerance, limits; an iteration is one factorisation.
    pub settings: Settings,
    /// Fraction of the longest step to the boundary that is taken.
    pub boundary: f64,
    /// Least centring σ of a step, in (0, 1): too little of it lets the directions of r_T and u_T part by √μ.
    pub centring: f64,
    /// Whether the shift is part of Newton's method; otherwise only the fixed point on it is used.
    pub coupled: bool,
    /// Most iterations of the coupled method before the fixed point is tried.
    pub coupled_iterations: usize,
    /// Most iterations for one frozen shift.
    pub frozen_iterations: usize,
    /// Iterations without a better error after which the path counts as lost.
    pub patience: usize,
    /// Iterations within the tolerance that the judge may refuse before the path is left: contacts that carry
    /// next to nothing are what it misses, and modes find them sooner.
    pub refused: usize,
    /// The problem with W in blocks, where masses are far apart and the problem to solve is given by M and H:
    /// linear systems are those of W, for the smaller ones lose M beside stiff contacts, and are corrected by
    /// M and H. Errors beside velocities say nothing there until the end, and no path counts as lost by them.
    pub blocks: Option<ContactProblem>,
    /// Proximal weight on rows without bounds, in scaled units.
    pub proximal: f64,
}

impl Default for InteriorPoint {
    fn default() -> Self {
        InteriorPoint {
            settings: Settings::default(),
            boundary: 0.9,
            centring: 0.1,
            coupled: true,
            coupled_iterations: 100,
            frozen_iterations: 40,
            patience: 20,
            refused: usize::MAX,
            blocks: None,
            proximal: 1e-9,
        }
    }
}

const NAME: &str = "interior-point";
const MAX_ITERATIONS: usize = 500;
/// Above this error the coupled path counts as lost; below, what is missing is rounding, which no fixed point
/// mends.
const LOST: f64 = 1e-6;
/// Weight that holds a fixed row, in scaled units.
const HELD: f64 = 1e20;

struct State {
    cones: Vec<Cone>,
    kinds: Vec<Row>,
    r: Vec<f64>,
    /// W r + b.
    u: Vec<f64>,
    dr: Vec<f64>,
    /// Φ(z) − W r − b.
    residual: Vec<f64>,
    rhs: Vec<f64>,
    d: Vec<f64>,
    /// Where the diagonal of each row is in `d`.
    diagonal: Vec<usize>,
    /// Frozen shift on the first row of each block, where used.
    frozen: Option<Vec<f64>>,
    work: [Vec<f64>; 2],
}

impl Solver for InteriorPoint {
    fn solve(&mut self, problem: &ContactProblem, r: &mut [f64]) -> SolverReport {
        // The steps of a run are judged by the velocity that they reach.
        let mut watch = if self.settings.measure == Measure::Step {
            Watch::new(problem, &self.settings, r)
        } else {
            Watch::judged(problem, &self.settings, r)
        };
        if watch.is_solved() {
            return watch.finish(r, 0, Stop::Converged, NAME);
        }
        let mut scaled = Scaled::new(problem, &watch.meter);
        let blocks = self.blocks.as_ref().map(|p| Scaled::new(p, &watch.meter));
        if blocks.is_none() && !scaled.prefer_smaller() {
            return watch.finish(r, 0, Stop::Breakdown, NAME);
        }
        let Some(mut state) = State::new(&scaled) else {
            return watch.finish(r, 0, Stop::Unsupported, NAME);
        };
        let mut iterations = 0;
        let mut stop = Stop::Stalled;
        if self.coupled {
            let mut system = System::new(blocks.as_ref().unwrap_or(&scaled), false);
            state.start(&scaled);
            let limit = self.coupled_iterations.min(self.limit());
            (iterations, stop) = self.follow(&mut scaled, &mut state, &mut system, &mut watch, limit);
        }
        let lost = !(watch.best_error <= LOST);
        if (lost || !self.coupled) && stop != Stop::TimeLimit && iterations < self.limit() {
            (iterations, stop) =
                self.fixed_point((&mut scaled, blocks.as_ref()), &mut state, &mut watch, iterations);
        }
        watch.finish(r, iterations, stop, NAME)
    }
}

impl InteriorPoint {
    fn limit(&self) -> usize {
        self.settings.max_iterations.unwrap_or(MAX_ITERATIONS)
    }

    /// Follows the path until solved, lost or out of iterations.
    fn follow(
        &self,
        scaled: &mut Scaled,
        s: &mut State,
        system: &mut System,
        watch: &mut Watch,
        limit: usize,
    ) -> (usize, Stop) {
        let mut best = f64::INFINITY;
        let (mut since, mut refused) = (0, 0);
        for k in 1..=limit {
            if self.settings.is_expired() {
                return (k, Stop::TimeLimit);
            }
            scaled.velocity(&s.r, &mut s.u);
            s.measure_residual();
            if !self.advance(s, system, scaled) {
                return (k, Stop::Breakdown);
            }
            let error = watch.offer(scaled, &s.r);
            if watch.is_solved() {
                return (k, Stop::Converged);
            }
            let merit = if s.frozen.is_some() { s.merit() } else { error };
            since += 1;
            if merit < 0.9 * best {
                (best, since) = (merit, 0);
            }
            refused += usize::from(error <= self.settings.tolerance);
            if since > self.patience && self.blocks.is_none() || refused > self.refused {
                return (k, Stop::Stalled);
            }
        }
        (limit, Stop::IterationLimit)
    }

    /// Predictor, corrector, step. `false` when the system is singular or the iterate has left the cones.
    fn advance(&self, s: &mut State, system: &mut System, scaled: &mut Scaled) -> bool {
        if !s.assemble(self.proximal) || !system.factor(&s.d) {
            return false;
        }
        s.direction(system, scaled, None);
        let predictor = s.longest_step().min(1.0);
        let mu = s.mean_gap(0.0);
        let ratio = if mu > 0.0 { s.mean_gap(predictor) / mu } else { 0.0 };
        let sigma = ratio.clamp(0.0, 1.0).powi(3).max(self.centring);
        s.direction(system, scaled, Some(sigma * mu));
        let step = (self.boundary * s.longest_step()).min(1.0);
        if !(step > 0.0) || !s.dr.iter().all(|x| x.is_finite()) {
            return false;
        }
        s.step(step);
        true
    }

    /// Acary and Cadoux's fixed point: solve the convex problem for a frozen shift, update the shift.
    fn fixed_point(
        &self,
        (scaled, blocks): (&mut Scaled, Option<&Scaled>),
        s: &mut State,
        watch: &mut Watch,
        mut iterations: usize,
    ) -> (usize, Stop) {
        let mut system = System::new(blocks.unwrap_or(scaled), true);
        scaled.scale_impulse(&watch.best, &mut s.r);
        let mut best = watch.best_error;
        let mut since = 0;
        while iterations < self.limit() {
            if !s.r.iter().all(|x| x.is_finite()) {
                scaled.scale_impulse(&watch.best, &mut s.r);
            }
            scaled.velocity(&s.r, &mut s.u);
            let mut frozen = vec![0.0; s.r.len()];
            for (law, rows) in scaled.laws.iter().zip(scaled.offsets.windows(2)) {
                frozen[rows[0]] = law.shift(&s.u[rows[0]..rows[1]]);
            }
            s.frozen = Some(frozen);
            s.start(scaled);
            let limit = self.frozen_iterations.min(self.limit() - iterations);
            let (used, stop) = self.follow(scaled, s, &mut system, watch, limit);
            iterations += used;
            if matches!(stop, Stop::Converged | Stop::TimeLimit) {
                return (iterations, stop);
            }
            since += 1;
            if watch.best_error < 0.9 * best {
                (best, since) = (watch.best_error, 0);
            }
            if since > 5 {
                return (iterations, Stop::Stalled);
            }
        }
        (iterations, Stop::IterationLimit)
    }
}

impl State {
    fn new(scaled: &Scaled) -> Option<Self> {
        let n = scaled.rows();
        let mut cones = Vec::new();
        let mut kinds = Vec::with_capacity(n);
        let mut diagonal = Vec::with_capacity(n);
        let mut block_at = 0;
        for (law, rows) in scaled.laws.iter().zip(scaled.offsets.windows(2)) {
            let size = rows[1] - rows[0];
            diagonal.extend((0..size).map(|k| block_at + k * (size + 1)));
            kinds.extend_from_slice(&cones_of(law, rows[0], block_at, &mut cones)?[..size]);
            block_at += size * size;
        }
        let zero = || vec![0.0; n];
        Some(State {
            cones,
            kinds,
            r: zero(),
            u: zero(),
            dr: zero(),
            residual: zero(),
            rhs: zero(),
            d: vec![0.0; squares(&scaled.offsets)],
            diagonal,
            frozen: None,
            work: [zero(), zero()],
        })
    }

    /// A point well inside every cone, of the size of the free velocity.
    fn start(&mut self, scaled: &Scaled) {
        let n = scaled.rows().max(1) as f64;
        let size = (scaled.b.iter().map(|b| b * b).sum::<f64>() / n)
            .sqrt()
            .max(1e-300);
        for (r, kind) in self.r.iter_mut().zip(&self.kinds) {
            *r = if let Row::Fixed(value) = kind { *value } else { 0.0 };
        }
        for (i, law) in scaled.laws.iter().enumerate() {
            let first = scaled.offsets[i];
            if self.kinds[first] != Row::Cone {
                continue;
            }
            self.r[first] = match law.kind() {
                Kind::Box { lo, hi } if lo.is_finite() && hi.is_finite() => 0.5 * (lo + hi),
                Kind::Box { lo, .. } if lo.is_finite() => lo + size,
                Kind::Box { hi, .. } => hi - size,
                Kind::Bilateral | Kind::Unilateral | Kind::Friction => size,
            };
        }
        for cone in &mut self.cones {
            cone.place(&self.r);
            // An asymmetric interval: its middle, not r_T = 0, is the axis of the cone.
            cone.z = [0.0; 4];
            cone.z[0] = size;
        }
        self.centre_tangents();
    }

    /// Moves r_T so that x lies on the axis of its cone.
    fn centre_tangents(&mut self) {
        for c in 0..self.cones.len() {
            let cone = &self.cones[c];
            if cone.dim == 2 && cone.rows == 2 && cone.x[1] != 0.0 {
                self.r[cone.first + 1] = cone.centre() * self.r[cone.first];
                let r = std::mem::take(&mut self.r);
                self.cones[c].place(&r);
                self.r = r;
            }
        }
    }

    /// Φ(z) − W r − b; fixed rows hold.
    fn measure_residual(&mut self) {
        for (out, u) in self.residual.iter_mut().zip(&self.u) {
            *out = -u;
        }
        for cone in &self.cones {
            cone.add_transposed(&cone.z, &mut self.residual);
            if self.frozen.is_none() {
                self.residual[cone.first] -= cone.shift();
            }
        }
        if let Some(frozen) = &self.frozen {
            for (out, s) in self.residual.iter_mut().zip(frozen) {
                *out -= s;
            }
        }
        for (out, kind) in self.residual.iter_mut().zip(&self.kinds) {
            if matches!(kind, Row::Fixed(_)) {
                *out = 0.0;
            }
        }
    }

    /// Rescales the cones and builds D = Γ Θ E. `false` when an iterate has left its cone.
    fn assemble(&mut self, proximal: f64) -> bool {
        self.d.fill(0.0);
        let coupled = self.frozen.is_none();
        for cone in &mut self.cones {
            if !cone.rescale() {
                return false;
            }
            cone.add_stiffness(coupled, &mut self.d);
        }
        for i in 0..self.kinds.len() {
            self.d[self.diagonal[i]] += match self.kinds[i] {
                Row::Cone => 0.0,
                Row::Free => proximal,
                Row::Fixed(_) => HELD,
            };
        }
        true
    }

    /// Newton's direction: the predictor, or the corrector towards `centre`.
    fn direction(&mut self, system: &mut System, scaled: &mut Scaled, centre: Option<f64>) {
        self.rhs.copy_from_slice(&self.residual);
        let coupled = self.frozen.is_none();
        for cone in &mut self.cones {
            let p = cone.target(centre.unwrap_or(0.0), centre.is_some());
            cone.add_transposed(&p, &mut self.rhs);
            if coupled {
                self.rhs[cone.first] -= cone.shift_along(&p);
            }
            cone.dz = p;
        }
        for (x, kind) in self.rhs.iter_mut().zip(&self.kinds) {
            if matches!(kind, Row::Fixed(_)) {
                *x = 0.0;
            }
        }
        self.dr.copy_from_slice(&self.rhs);
        system.solve(&mut self.dr);
        self.refine(system, scaled);
        for cone in &mut self.cones {
            cone.dx = cone.image(&self.dr);
            let push = cone.stiffness(&cone.dx);
            for k in 0..cone.dim {
                cone.dz[k] -= push[k];
            }
        }
    }

    /// One step of iterative refinement.
    fn refine(&mut self, system: &mut System, scaled: &mut Scaled) {
        let [wx, dx] = &mut self.work;
        scaled.multiply(&self.dr, wx);
        apply_blocks(&scaled.offsets, &self.d, &self.dr, dx);
        for i in 0..wx.len() {
            wx[i] = self.rhs[i] - wx[i] - dx[i];
        }
        system.solve(wx);
        for (x, correction) in self.dr.iter_mut().zip(wx.iter()) {
            *x += correction;
        }
    }

    fn longest_step(&self) -> f64 {
        self.cones
            .iter()
            .map(Cone::longest_step)
            .fold(f64::INFINITY, f64::min)
    }

    /// μ after a step: the mean of xᵀ z.
    fn mean_gap(&self, alpha: f64) -> f64 {
        let sum: f64 = self.cones.iter().map(|c| c.gap(alpha)).sum();
        sum / self.cones.len().max(1) as f64
    }

    /// Size of the equations' defect.
    fn merit(&self) -> f64 {
        let norm = self.residual.iter().map(|x| x * x).sum::<f64>().sqrt();
        norm + self.mean_gap(0.0).abs().sqrt()
    }

    fn step(&mut self, alpha: f64) {
        for (r, dr) in self.r.iter_mut().zip(&self.dr) {
            *r += alpha * dr;
        }
        for cone in &mut self.cones {
            for k in 0..cone.dim {
                cone.x[k] += alpha * cone.dx[k];
                cone.z[k] += alpha * cone.dz[k];
            }
        }
    }
}
