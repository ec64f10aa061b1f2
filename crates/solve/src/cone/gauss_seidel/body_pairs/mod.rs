//! A budget of Gauss–Seidel sweeps over pairs of rigid bodies: W is never formed.
//!
//! ```text
//! v = M⁻¹ Hᵀ r is carried along:  u_i = b_i + H_i v,  (u_i, r_i) ∈ law_i,  v ← v + Y_i δr_i,  Y_i = M⁻¹ H_iᵀ
//! ```
//! A contact has three rows and touches one or two bodies of six degrees of freedom, so that a visit reads 2
//! × 36 numbers; with W it reads nine for each contact of its two bodies, some forty of them among cubes. The
//! same jumps as those of [`crate::cone::gauss_seidel`], and sweeps that go a little too far: for a few
//! sweeps a step. Round cones only. The error is measured once a sweep has moved little, and at the end; the
//! last impulses are returned, not the best ones.

use super::sweep::Moved;
use crate::cone::block::round::Round;
use crate::cone::gauss_seidel::{PERIOD, SpeedUp};
use crate::law::Law;
use crate::measure::Meter;
use crate::solver::{SolverReport, Stop};

/// Degrees of freedom of the two bodies of a contact.
const PAIR: usize = 12;

/// How far the impulses of a sweep go, in steps of their blocks; the last sweep goes as far as they ask. A
/// blow crosses a heap in fewer sweeps: 1000 spheres that fall, 8 sweeps a step, are pushed out of overlap by
/// 0.07 of the energy they lose instead of 0.12; with 1.6 by 0.05, but stacks and rows of dominoes come to
/// rest later.
const OVER: f64 = 1.4;

/// Three rows over the degrees of freedom of two bodies.
pub type PairRows = [[f64; PAIR]; 3];

/// Contacts of bodies, in the order of the sweep; the memory is kept from problem to problem.
#[derive(Default)]
pub struct BodySweeps {
    /// The first `count` are those of the present problem.
    visits: Vec<Visit>,
    count: usize,
    /// M⁻¹ Hᵀ r of every body, and a last one that does not move.
    v: Vec<[f64; 6]>,
    meter: Meter,
    speed_up: SpeedUp,
    /// Multipliers of [`BodySweeps::push_apart`].
    z: Vec<f64>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Visit {
    bodies: [usize; 2],
    h: PairRows,
    y: PairRows,
    /// H_i Y_i.
    w: [f64; 9],
    round: Round,
}

impl BodySweeps {
    /// Forgets all contacts; `bodies` of them may be touched.
    pub fn begin(&mut self, bodies: usize) {
        self.count = 0;
        self.v.clear();
        self.v.resize(bodies + 1, [0.0; 6]);
    }

    /// A contact of the first body and perhaps another: `write` fills its rows of H and of (M⁻¹ Hᵀ)ᵀ, which
    /// may hold anything, with zeros where there is no other.
    #[inline]
    pub fn push(
        &mut self,
        mu: f64,
        (first, other): (usize, Option<usize>),
        write: impl FnOnce(&mut PairRows, &mut PairRows),
    ) {
        if self.count == self.visits.len() {
            self.visits.push(Visit::default());
        }
        let visit = &mut self.visits[self.count];
        self.count += 1;
        visit.bodies = [first, other.unwrap_or(self.v.len() - 1)];
        write(&mut visit.h, &mut visit.y);
        for (a, h) in visit.h.iter().enumerate() {
            for (c, y) in visit.y.iter().enumerate() {
                let mut sum = 0.0;
                for k in 0..PAIR {
                    sum += h[k] * y[k];
                }
                visit.w[3 * a + c] = sum;
            }
        }
        visit.round = Round::new(&visit.w, mu);
    }

    /// Up to `sweeps` sweeps from `r`, fewer once both errors are at most `tolerance`.
    pub fn run(
        &mut self,
        laws: &[Law],
        b: &[f64],
        tolerance: f64,
        sweeps: usize,
        r: &mut [f64],
    ) -> SolverReport {
        let diagonal = self.visits[..self.count]
            .iter()
            .flat_map(|x| [x.w[0], x.w[4], x.w[8]]);
        self.meter.prepare_diagonal(laws, b, diagonal);
        self.set_velocities(r);
        self.speed_up.begin(r, PERIOD);
        let report = |iterations, stop| SolverReport {
            iterations,
            stop,
            method: "gauss-seidel",
        };
        let precision = 0.1 * tolerance.sqrt();
        for k in 1..=sweeps {
            let moved = self.sweep(b, (precision, if k < sweeps { OVER } else { 1.0 }), r);
            // A jump needs a few sweeps to settle.
            if k + PERIOD <= sweeps && self.speed_up.after_sweep(moved.change, r) {
                self.set_velocities(r);
                continue;
            }
            let still = moved.change <= 0.01 * tolerance * tolerance * moved.size;
            if (still || k == sweeps) && self.error(laws, b, r) <= tolerance {
                return report(k, Stop::Converged);
            }
        }
        report(sweeps, Stop::IterationLimit)
    }

    /// δ of every body, and one that does not move, by at most so many sweeps over the normals, forwards and
    /// backwards in turn: minimise ½ |δ|²_M subject to g + H_N δ ≥ 0. It ends once a sweep moves no gap by
    /// more than `precision`, in m; what is left is left.
    pub fn push_apart(&mut self, gaps: &[f64], (sweeps, precision): (usize, f64)) -> &[[f64; 6]] {
        self.v.fill([0.0; 6]);
        self.z.clear();
        self.z.resize(self.count, 0.0);
        for k in 0..sweeps {
            let mut moved: f64 = 0.0;
            for i in 0..self.count {
                let i = if k % 2 == 0 { i } else { self.count - 1 - i };
                moved = moved.max(self.visits[i].push_normal(gaps[i], &mut self.z[i], &mut self.v));
            }
            if moved <= precision {
                break;
            }
        }
        &self.v
    }

    /// v = M⁻¹ Hᵀ r.
    fn set_velocities(&mut self, r: &[f64]) {
        self.v.fill([0.0; 6]);
        for (visit, r) in self.visits[..self.count].iter().zip(r.as_chunks::<3>().0) {
            visit.push(*r, &mut self.v);
        }
    }

    /// One sweep; normal impulses that push go `over` times as far as their blocks ask, friction with them.
    fn sweep(&mut self, b: &[f64], (precision, over): (f64, f64), r: &mut [f64]) -> Moved {
        let mut moved = Moved::default();
        let (b, scale) = (b.as_chunks::<3>().0, &self.meter.root_scale);
        for (i, (visit, r)) in self.visits[..self.count]
            .iter_mut()
            .zip(r.as_chunks_mut::<3>().0)
            .enumerate()
        {
            // What was open and stays so.
            if *r == [0.0; 3] && visit.velocity_along(0, &b[i], &self.v) >= 0.0 {
                continue;
            }
            let mut u = visit.velocity(&b[i], &self.v);
            for a in 0..3 {
                u[a] -= visit.w[3 * a] * r[0] + visit.w[3 * a + 1] * r[1] + visit.w[3 * a + 2] * r[2];
            }
            let mut new = visit.round.solve(u, precision);
            if over != 1.0 && new[0] > 0.0 {
                // Along the ray of the answer, so that it stays in its cone.
                let scale = (r[0] + over * (new[0] - r[0])).max(0.0) / new[0];
                new = new.map(|r| scale * r);
            }
            let old = std::mem::replace(r, new);
            visit.push([new[0] - old[0], new[1] - old[1], new[2] - old[2]], &mut self.v);
            moved.note(&new, &old, scale[3 * i]);
        }
        moved
    }

    /// The larger of both errors of `r`.
    fn error(&mut self, laws: &[Law], b: &[f64], r: &[f64]) -> f64 {
        let mut u = std::mem::take(&mut self.meter.u);
        for ((u, visit), b) in u
            .as_chunks_mut::<3>()
            .0
            .iter_mut()
            .zip(&self.visits[..self.count])
            .zip(b.as_chunks::<3>().0)
        {
            *u = visit.velocity(b, &self.v);
        }
        let error = self.meter.worst_at(laws, r, &u);
        self.meter.u = u;
        error
    }
}

impl Visit {
    /// b + H v.
    #[inline]
    fn velocity(&self, b: &[f64; 3], v: &[[f64; 6]]) -> [f64; 3] {
        std::array::from_fn(|a| self.velocity_along(a, b, v))
    }

    /// The same of one row.
    #[inline]
    fn velocity_along(&self, a: usize, b: &[f64; 3], v: &[[f64; 6]]) -> f64 {
        let (p, q) = (&v[self.bodies[0]], &v[self.bodies[1]]);
        let (mut first, mut other) = (b[a], 0.0);
        for k in 0..6 {
            first += self.h[a][k] * p[k];
            other += self.h[a][6 + k] * q[k];
        }
        first + other
    }

    /// One gap to zero by its own normal, or as near as it comes without pulling; by how much it moves.
    #[inline]
    fn push_normal(&self, gap: f64, z: &mut f64, v: &mut [[f64; 6]]) -> f64 {
        let (h, y, w) = (&self.h[0], &self.y[0], self.w[0]);
        let [a, b] = self.bodies;
        let (mut first, mut other) = (gap, 0.0);
        for k in 0..6 {
            first += h[k] * v[a][k];
            other += h[6 + k] * v[b][k];
        }
        let change = (-(first + other) / w).max(-*z);
        if !(w > 0.0) || change == 0.0 {
            return 0.0;
        }
        *z += change;
        for k in 0..6 {
            v[a][k] += y[k] * change;
        }
        for k in 0..6 {
            v[b][k] += y[6 + k] * change;
        }
        w * change.abs()
    }

    /// v ← v + Y r.
    #[inline]
    fn push(&self, r: [f64; 3], v: &mut [[f64; 6]]) {
        let [y0, y1, y2] = &self.y;
        for (side, &body) in self.bodies.iter().enumerate() {
            for (k, v) in v[body].iter_mut().enumerate() {
                let k = 6 * side + k;
                *v += y0[k] * r[0] + y1[k] * r[1] + y2[k] * r[2];
            }
        }
    }
}

#[cfg(test)]
mod tests;
