//! A budget of Gauss–Seidel sweeps over pairs of rigid bodies: W is never formed.
//!
//! ```text
//! v = M⁻¹ Hᵀ r is carried along:  u_i = b_i + H_i v,  (u_i, r_i) ∈ law_i,  v ← v + Y_i δr_i,  Y_i = M⁻¹ H_iᵀ
//! ```
//! A contact has three rows and touches one or two bodies of six degrees of freedom, so that a visit reads 2
//! × 36 numbers; with W it reads nine for each contact of its two bodies, some forty of them among cubes. The
//! same jumps as those of [`crate::cone::gauss_seidel`], and sweeps that go a little too far: for a few
//! sweeps a step. Round cones, without and with torsion, and single rows (joints, motors, limits, contacts
//! without friction). A sweep goes over the single rows before and after the contacts: what hangs on joints
//! yields to a blow within the sweep. The error is measured once a sweep has moved little, and at the end;
//! the last impulses are returned, not the best ones.

mod block;
mod visits;

use super::sweep::Moved;
use crate::cone::block::round::Round;
use crate::cone::block::spin::Spin;
use crate::cone::gauss_seidel::body_pairs::block::Row;
use crate::cone::gauss_seidel::body_pairs::visits::Visits;
use crate::cone::gauss_seidel::{PERIOD, SpeedUp};
use crate::law::Law;
use crate::measure::Meter;
use crate::solver::{SolverReport, Stop};

/// Degrees of freedom of the two bodies of a contact.
const PAIR: usize = 12;

/// N rows over the degrees of freedom of two bodies.
pub type PairRows<const N: usize> = [[f64; PAIR]; N];

/// Contacts and joints of bodies, in the order of the sweep; the memory is kept from problem to problem.
#[derive(Default)]
pub struct BodySweeps {
    rows: Visits<Row, 1>,
    round: Visits<Round, 3>,
    spins: Visits<Spin, 4>,
    /// First row of the next block.
    at: usize,
    /// M⁻¹ Hᵀ r of every body, and a last one that does not move.
    v: Vec<[f64; 6]>,
    meter: Meter,
    speed_up: SpeedUp,
    /// Multipliers of [`BodySweeps::push_apart`].
    z: Vec<f64>,
    /// The diagonal of W, row by row.
    diagonal: Vec<f64>,
}

/// The first body of a block, and perhaps another.
pub type Bodies = (usize, Option<usize>);

impl BodySweeps {
    /// Forgets all blocks; `bodies` of them may be touched.
    pub fn begin(&mut self, bodies: usize) {
        (self.rows.count, self.round.count, self.spins.count) = (0, 0, 0);
        self.at = 0;
        self.v.clear();
        self.v.resize(bodies + 1, [0.0; 6]);
    }

    /// A contact with a round cone: `write` fills its rows of H and of (M⁻¹ Hᵀ)ᵀ, which may hold anything,
    /// with zeros where there is no other body.
    #[inline]
    pub fn push(&mut self, mu: f64, bodies: Bodies, write: impl FnOnce(&mut PairRows<3>, &mut PairRows<3>)) {
        let place = (self.pair(bodies), self.at);
        let visit = self.round.push(place, write);
        visit.block = Round::new(visit.w.as_flattened(), mu);
        self.at += 3;
    }

    /// The same of a contact with a round cone and torsion.
    #[inline]
    pub fn push_spin(
        &mut self,
        (mu, torsion): (f64, f64),
        bodies: Bodies,
        write: impl FnOnce(&mut PairRows<4>, &mut PairRows<4>),
    ) {
        let place = (self.pair(bodies), self.at);
        let visit = self.spins.push(place, write);
        visit.block = Spin::new(&visit.w, mu, torsion);
        self.at += 4;
    }

    /// The same of a row whose impulse lies between two bounds, one or both of which may be infinite.
    #[inline]
    pub fn push_row(
        &mut self,
        bounds: [f64; 2],
        bodies: Bodies,
        write: impl FnOnce(&mut PairRows<1>, &mut PairRows<1>),
    ) {
        let place = (self.pair(bodies), self.at);
        let visit = self.rows.push(place, write);
        visit.block = Row::new(visit.w[0][0], bounds);
        self.at += 1;
    }

    fn pair(&self, (first, other): Bodies) -> [usize; 2] {
        [first, other.unwrap_or(self.v.len() - 1)]
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
        self.diagonal.resize(b.len(), 0.0);
        self.rows.write_diagonal(&mut self.diagonal);
        self.round.write_diagonal(&mut self.diagonal);
        self.spins.write_diagonal(&mut self.diagonal);
        self.meter
            .prepare_diagonal(laws, b, self.diagonal.iter().copied());
        self.set_velocities(r);
        self.speed_up.begin(r, PERIOD);
        let report = |iterations, stop| SolverReport {
            iterations,
            stop,
            method: "gauss-seidel",
        };
        let precision = 0.1 * tolerance.sqrt();
        for k in 1..=sweeps {
            let moved = self.sweep(b, (precision, k == sweeps), r);
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

    /// δ of every body, and one that does not move, by at most so many sweeps, forwards and backwards in
    /// turn: minimise ½ |δ|²_M subject to g + H_N δ ≥ 0 on contacts and limits, c + C δ = 0 on rows that
    /// hold; g and c are given by first rows. Motors have no part. It ends once a sweep moves no gap by more
    /// than `precision`, in m; what is left is left.
    pub fn push_apart(&mut self, gaps: &[f64], (sweeps, precision): (usize, f64)) -> &[[f64; 6]] {
        let BodySweeps {
            rows,
            round,
            spins,
            v,
            z,
            ..
        } = self;
        v.fill([0.0; 6]);
        z.clear();
        z.resize(gaps.len(), 0.0);
        for k in 0..sweeps {
            let backward = k % 2 == 1;
            let mut push = |kind: usize| match kind {
                0 => rows.push_normals(backward, gaps, (z, v)),
                1 => round.push_normals(backward, gaps, (z, v)),
                _ => spins.push_normals(backward, gaps, (z, v)),
            };
            let order = if backward { [2, 1, 0] } else { [0, 1, 2] };
            let moved = order.map(&mut push).into_iter().fold(0.0, f64::max);
            if moved <= precision {
                break;
            }
        }
        &self.v
    }

    /// v = M⁻¹ Hᵀ r.
    fn set_velocities(&mut self, r: &[f64]) {
        self.v.fill([0.0; 6]);
        self.rows.push_all(r, &mut self.v);
        self.round.push_all(r, &mut self.v);
        self.spins.push_all(r, &mut self.v);
    }

    /// One sweep; all but the `last` one go a little too far.
    fn sweep(&mut self, b: &[f64], how: (f64, bool), r: &mut [f64]) -> Moved {
        let mut moved = Moved::default();
        let (scale, v) = (&self.meter.root_scale, &mut self.v);
        if !(self.round.count == 0 && self.spins.count == 0) {
            self.rows.sweep((b, scale), how, (r, v), &mut moved);
        }
        self.round.sweep((b, scale), how, (r, v), &mut moved);
        self.spins.sweep((b, scale), how, (r, v), &mut moved);
        self.rows.sweep((b, scale), how, (r, v), &mut moved);
        moved
    }

    /// The larger of both errors of `r`.
    fn error(&mut self, laws: &[Law], b: &[f64], r: &[f64]) -> f64 {
        let mut u = std::mem::take(&mut self.meter.u);
        self.rows.write_velocities(b, &self.v, &mut u);
        self.round.write_velocities(b, &self.v, &mut u);
        self.spins.write_velocities(b, &self.v, &mut u);
        let error = self.meter.worst_at(laws, r, &u);
        self.meter.u = u;
        error
    }
}

#[cfg(test)]
mod tests;
