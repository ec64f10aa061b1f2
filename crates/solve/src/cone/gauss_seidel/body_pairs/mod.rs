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

use super::sweep::Moved;
use crate::cone::block::round::Round;
use crate::cone::gauss_seidel::body_pairs::block::{Block, Row, Spin};
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

/// Blocks of one kind: the first `count` are those of the present problem.
#[derive(Default)]
struct Visits<B, const N: usize> {
    list: Vec<Visit<B, N>>,
    count: usize,
}

#[derive(Clone, Copy, Debug)]
struct Visit<B, const N: usize> {
    bodies: [usize; 2],
    /// First row of the block.
    at: usize,
    h: PairRows<N>,
    y: PairRows<N>,
    /// H_i Y_i.
    w: [[f64; N]; N],
    block: B,
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

    /// δ of every body, and one that does not move, by at most so many sweeps, forwards and backwards in turn:
    /// minimise ½ |δ|²_M subject to g + H_N δ ≥ 0 on contacts and limits, c + C δ = 0 on rows that hold; g and
    /// c are given by first rows. Motors have no part. It ends once a sweep moves no gap by more than
    /// `precision`, in m; what is left is left.
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
            let mut moved: f64 = 0.0;
            if k % 2 == 0 {
                moved = moved.max(rows.push_normals(rows.list().iter(), gaps, (z, v)));
                moved = moved.max(round.push_normals(round.list().iter(), gaps, (z, v)));
                moved = moved.max(spins.push_normals(spins.list().iter(), gaps, (z, v)));
            } else {
                moved = moved.max(spins.push_normals(spins.list().iter().rev(), gaps, (z, v)));
                moved = moved.max(round.push_normals(round.list().iter().rev(), gaps, (z, v)));
                moved = moved.max(rows.push_normals(rows.list().iter().rev(), gaps, (z, v)));
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

impl<B: Block<N>, const N: usize> Visits<B, N> {
    /// A block of these bodies, from this row on, with its rows and H_i Y_i.
    #[inline]
    fn push(
        &mut self,
        (bodies, at): ([usize; 2], usize),
        write: impl FnOnce(&mut PairRows<N>, &mut PairRows<N>),
    ) -> &mut Visit<B, N> {
        if self.count == self.list.len() {
            self.list.push(Visit {
                bodies,
                at,
                h: [[0.0; PAIR]; N],
                y: [[0.0; PAIR]; N],
                w: [[0.0; N]; N],
                block: B::default(),
            });
        }
        let visit = &mut self.list[self.count];
        self.count += 1;
        (visit.bodies, visit.at) = (bodies, at);
        write(&mut visit.h, &mut visit.y);
        for (h, w) in visit.h.iter().zip(&mut visit.w) {
            for (y, w) in visit.y.iter().zip(w) {
                let mut sum = 0.0;
                for k in 0..PAIR {
                    sum += h[k] * y[k];
                }
                *w = sum;
            }
        }
        visit
    }

    fn list(&self) -> &[Visit<B, N>] {
        &self.list[..self.count]
    }

    fn write_diagonal(&self, diagonal: &mut [f64]) {
        for visit in self.list() {
            for a in 0..N {
                diagonal[visit.at + a] = visit.w[a][a];
            }
        }
    }

    fn push_all(&self, r: &[f64], v: &mut [[f64; 6]]) {
        for visit in self.list() {
            visit.push(std::array::from_fn(|a| r[visit.at + a]), v);
        }
    }

    /// Gaps to zero one after the other, by the normals of these blocks; the most that one moves.
    #[inline]
    fn push_normals<'a>(
        &'a self,
        visits: impl Iterator<Item = &'a Visit<B, N>>,
        gaps: &[f64],
        (z, v): (&mut [f64], &mut [[f64; 6]]),
    ) -> f64
    where
        B: 'a,
    {
        visits
            .filter_map(|visit| {
                let least = visit.block.least()?;
                Some(visit.push_normal(gaps[visit.at], (&mut z[visit.at], least), v))
            })
            .fold(0.0, f64::max)
    }

    fn write_velocities(&self, b: &[f64], v: &[[f64; 6]], u: &mut [f64]) {
        for visit in self.list() {
            let own = visit.at..visit.at + N;
            if let Some(b) = b[own.clone()].first_chunk::<N>() {
                u[own].copy_from_slice(&visit.velocity(b, v));
            }
        }
    }

    /// One sweep over these blocks.
    #[inline]
    fn sweep(
        &mut self,
        (b, scale): (&[f64], &[f64]),
        (precision, last): (f64, bool),
        (r, v): (&mut [f64], &mut [[f64; 6]]),
        moved: &mut Moved,
    ) {
        let over = if last { 1.0 } else { B::OVER };
        for visit in &mut self.list[..self.count] {
            let at = visit.at;
            let (Some(b), Some(r)) = (
                b[at..at + N].first_chunk::<N>(),
                r[at..at + N].first_chunk_mut::<N>(),
            ) else {
                continue;
            };
            // What was open and stays so.
            if B::OPENS && *r == [0.0; N] && visit.velocity_along(0, b, v) >= 0.0 {
                continue;
            }
            let mut u = visit.velocity(b, v);
            for (u, w) in u.iter_mut().zip(&visit.w) {
                *u -= product(w, r);
            }
            let new = visit.block.solve(u, (r, over), precision);
            let old = std::mem::replace(r, new);
            visit.push(std::array::from_fn(|a| new[a] - old[a]), v);
            moved.note(&new, &old, scale[at]);
        }
    }
}

/// Σ w r, from left to right.
#[inline]
fn product<const N: usize>(w: &[f64; N], r: &[f64; N]) -> f64 {
    let mut sum = w[0] * r[0];
    for k in 1..N {
        sum += w[k] * r[k];
    }
    sum
}

impl<B, const N: usize> Visit<B, N> {
    /// b + H v.
    #[inline]
    fn velocity(&self, b: &[f64; N], v: &[[f64; 6]]) -> [f64; N] {
        let (p, q) = (&v[self.bodies[0]], &v[self.bodies[1]]);
        let (mut first, mut other) = (*b, [0.0; N]);
        for k in 0..6 {
            for a in 0..N {
                first[a] += self.h[a][k] * p[k];
                other[a] += self.h[a][6 + k] * q[k];
            }
        }
        for a in 0..N {
            first[a] += other[a];
        }
        first
    }

    /// The same of one row.
    #[inline]
    fn velocity_along(&self, a: usize, b: &[f64; N], v: &[[f64; 6]]) -> f64 {
        let (p, q) = (&v[self.bodies[0]], &v[self.bodies[1]]);
        let (mut first, mut other) = (b[a], 0.0);
        for k in 0..6 {
            first += self.h[a][k] * p[k];
            other += self.h[a][6 + k] * q[k];
        }
        first + other
    }

    /// One gap to zero by its own normal, or as near as it comes with a multiplier of at least `least`; by how
    /// much it moves.
    #[inline]
    fn push_normal(&self, gap: f64, (z, least): (&mut f64, f64), v: &mut [[f64; 6]]) -> f64 {
        let (h, y, w) = (&self.h[0], &self.y[0], self.w[0][0]);
        let [a, b] = self.bodies;
        let (mut first, mut other) = (gap, 0.0);
        for k in 0..6 {
            first += h[k] * v[a][k];
            other += h[6 + k] * v[b][k];
        }
        let change = (-(first + other) / w).max(least - *z);
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
    fn push(&self, r: [f64; N], v: &mut [[f64; 6]]) {
        for (side, &body) in self.bodies.iter().enumerate() {
            for (k, v) in v[body].iter_mut().enumerate() {
                let k = 6 * side + k;
                let mut sum = self.y[0][k] * r[0];
                for a in 1..N {
                    sum += self.y[a][k] * r[a];
                }
                *v += sum;
            }
        }
    }
}

#[cfg(test)]
mod tests;
