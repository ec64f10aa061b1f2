//! Blocks of one kind, visited one after the other over the velocities of their bodies.

use crate::cone::gauss_seidel::body_pairs::block::Block;
use crate::cone::gauss_seidel::body_pairs::{PAIR, PairRows};
use crate::cone::gauss_seidel::sweep::Moved;

/// Blocks of one kind: the first `count` are those of the present problem.
#[derive(Default)]
pub(super) struct Visits<B, const N: usize> {
    list: Vec<Visit<B, N>>,
    pub(super) count: usize,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Visit<B, const N: usize> {
    bodies: [usize; 2],
    /// First row of the block.
    at: usize,
    h: PairRows<N>,
    y: PairRows<N>,
    /// H_i Y_i.
    pub(super) w: [[f64; N]; N],
    pub(super) block: B,
}

impl<B: Block<N>, const N: usize> Visits<B, N> {
    /// A block of these bodies, from this row on, with its rows and H_i Y_i.
    #[inline]
    pub(super) fn push(
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

    pub(super) fn list(&self) -> &[Visit<B, N>] {
        &self.list[..self.count]
    }

    pub(super) fn write_diagonal(&self, diagonal: &mut [f64]) {
        for visit in self.list() {
            for a in 0..N {
                diagonal[visit.at + a] = visit.w[a][a];
            }
        }
    }

    pub(super) fn push_all(&self, r: &[f64], v: &mut [[f64; 6]]) {
        for visit in self.list() {
            visit.push(std::array::from_fn(|a| r[visit.at + a]), v);
        }
    }

    /// Gaps to zero one after the other, by the normals of these blocks; the most that one moves.
    #[inline]
    pub(super) fn push_normals(
        &self,
        backward: bool,
        gaps: &[f64],
        (z, v): (&mut [f64], &mut [[f64; 6]]),
    ) -> f64 {
        let mut most: f64 = 0.0;
        for k in 0..self.count {
            let visit = &self.list[if backward { self.count - 1 - k } else { k }];
            if let Some(least) = visit.block.least() {
                most = most.max(visit.push_normal(gaps[visit.at], (&mut z[visit.at], least), v));
            }
        }
        most
    }

    pub(super) fn write_velocities(&self, b: &[f64], v: &[[f64; 6]], u: &mut [f64]) {
        for visit in self.list() {
            let own = visit.at..visit.at + N;
            if let Some(b) = b[own.clone()].first_chunk::<N>() {
                u[own].copy_from_slice(&visit.velocity(b, v));
            }
        }
    }

    /// One sweep over these blocks.
    #[inline]
    pub(super) fn sweep(
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
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the innermost loop of sweeps")]
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

    /// One gap to zero by its own normal, or as near as it comes with a multiplier of at least `least`; by
    /// how much it moves.
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
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the innermost loop of sweeps")]
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
