//! The one-block problem under any law, solved to rounding.
//!
//! ```text
//! u = W r + b,   (u, r) ∈ law,   W one small block, b what the other blocks leave
//! ```
//! Round cones and wedges go to `round.rs`, those with torsion to `spin.rs`. Blocks whose section is a
//! product of ellipsoids are solved by Newton in their contact modes (`modes.rs`); where that does not end at
//! rounding, and for polygons and general sections, the tangential problem at a given r_N is a small convex
//! one, and the normal equation u_N(r_N) = 0 is solved by bracketing.

mod modes;
pub(crate) mod round;
pub(crate) mod spin;

use crate::cone::block::modes::{newton_block, stick};
use crate::cone::block::round::{ROUNDING, Round, Wedge};
use crate::cone::block::spin::Spin;
use crate::dense::eliminate;
use crate::law::{Ellipsoid, Law, MAX_ROWS, Shape, facet_direction};

/// Turns of two groups of friction rows in one block, in all: a millisecond. What is badly scaled ends short
/// of rounding.
const TURNS: usize = 1000;

/// One block under any law: `r` is the guess on entry, the answer on return.
pub fn solve_block(law: &Law, w: &[f64], b: &[f64], r: &mut [f64]) {
    match *law {
        Law::Bilateral => r[0] = if w[0] > 0.0 { -b[0] / w[0] } else { 0.0 },
        Law::Unilateral => r[0] = if w[0] > 0.0 { (-b[0] / w[0]).max(0.0) } else { 0.0 },
        Law::Box { lo, hi } => r[0] = solve_box(w[0], b[0], lo, hi),
        Law::Planar { mu } => r.copy_from_slice(&Wedge::new(w, mu, mu).solve([b[0], b[1]])),
        Law::Asymmetric { minus, plus } => {
            r.copy_from_slice(&Wedge::new(w, minus, plus).solve([b[0], b[1]]));
        }
        Law::Coulomb { mu } => r.copy_from_slice(&Round::new(w, mu).solve([b[0], b[1], b[2]], 0.0)),
        Law::Torsion { mu, torsion } => solve_spin((mu, torsion), w, b, r),
        Law::Elliptic { .. }
        | Law::Facetted { .. }
        | Law::Section(_)
        | Law::PlanarRolling { .. }
        | Law::Rolling { .. }
        | Law::RollingTorsion { .. } => {
            if let Some(shape) = law.shape() {
                solve_general(law, &shape, w, b, r);
            }
        }
    }
}

/// A round cone with torsion.
fn solve_spin((mu, torsion): (f64, f64), w: &[f64], b: &[f64], r: &mut [f64]) {
    let law = Law::Torsion { mu, torsion };
    if let ([w], [b], [guess]) = (
        w.as_chunks::<4>().0.as_chunks::<4>().0,
        b.as_chunks::<4>().0,
        r.as_chunks_mut::<4>().0,
    ) {
        let mut spin = Spin::new(w, mu, torsion);
        if spin.is_regular() {
            *guess = spin.solve(*b, guess, 0.0);
            return;
        }
    }
    if let Some(shape) = law.shape() {
        solve_general(&law, &shape, w, b, r);
    }
}

/// The same for a friction block that does not stick.
pub(crate) fn slide_block(law: &Law, w: &[f64], b: &[f64], r: &mut [f64]) {
    if let Some(shape) = law.shape()
        && !newton_block(law, w, b, r)
    {
        bracket(&shape, w, b, r);
    }
}

fn solve_box(w: f64, b: f64, lo: f64, hi: f64) -> f64 {
    let stop = if w > 0.0 {
        -b / w
    } else if b > 0.0 && lo.is_finite() {
        lo
    } else if b < 0.0 && hi.is_finite() {
        hi
    } else {
        0.0
    };
    crate::law::within(stop, lo, hi)
}

/// Any friction block: the normal equation by bracketing around the tangential problem.
fn solve_general(law: &Law, shape: &Shape, w: &[f64], b: &[f64], r: &mut [f64]) {
    if !(b[0] < 0.0) || !(w[0] > 0.0) {
        r.fill(0.0);
        return;
    }
    if !(stick(shape, w, b, r) || newton_block(law, w, b, r)) {
        bracket(shape, w, b, r);
    }
}

/// The normal equation by bracketing, b_N < 0.
fn bracket(shape: &Shape, w: &[f64], b: &[f64], r: &mut [f64]) {
    let rows = b.len();
    let mut tangential = [0.0; MAX_ROWS];
    tangential[..rows].copy_from_slice(r);
    let mut turns = TURNS;
    let mut normal_velocity = |n: f64, t: &mut [f64; MAX_ROWS]| {
        t[0] = n;
        let mut c = [0.0; MAX_ROWS];
        for k in 1..rows {
            c[k] = b[k] + w[k * rows] * n;
        }
        tangential_problem(shape, w, &c, t, rows, &mut turns);
        b[0] + w[0] * n + (1..rows).map(|k| w[k] * t[k]).sum::<f64>()
    };
    // Bracket the root of u_N(n): negative at 0, positive far out.
    let alone = -b[0] / w[0];
    let (mut lo, mut f_lo) = (0.0, b[0]);
    let mut hi = if r[0] > 0.0 { r[0] } else { alone };
    let mut f_hi = normal_velocity(hi, &mut tangential);
    for _ in 0..60 {
        if f_hi >= 0.0 {
            break;
        }
        (lo, f_lo) = (hi, f_hi);
        hi *= 2.0;
        f_hi = normal_velocity(hi, &mut tangential);
    }
    let mut n = hi;
    let mut f_n = f_hi;
    for k in 0..120 {
        if f_n.abs() <= f64::EPSILON * -b[0] {
            break;
        }
        let falsi = lo - f_lo * (hi - lo) / (f_hi - f_lo);
        n = if k % 4 == 3 || !(falsi > lo && falsi < hi) {
            0.5 * (lo + hi)
        } else {
            falsi
        };
        if !(n > lo && n < hi) {
            break;
        }
        f_n = normal_velocity(n, &mut tangential);
        if f_n < 0.0 {
            (lo, f_lo, f_hi) = (n, f_n, f_hi * 0.5);
        } else {
            (hi, f_hi, f_lo) = (n, f_n, f_lo * 0.5);
        }
    }
    normal_velocity(n, &mut tangential);
    r[0] = n;
    r[1..rows].copy_from_slice(&tangential[1..rows]);
}

/// min ½ tᵀ W_TT t + cᵀ t over t ∈ n D, from the guess in `t` (t[0] = n). `left` counts the turns that it may
/// still take.
fn tangential_problem(
    shape: &Shape,
    w: &[f64],
    c: &[f64; MAX_ROWS],
    t: &mut [f64; MAX_ROWS],
    rows: usize,
    left: &mut usize,
) {
    match *shape {
        Shape::Ellipsoids(groups, count) => {
            // One group is solved exactly at once; two take turns, which contracts, slowly where they are
            // badly scaled.
            let turns = if count == 1 { 1 } else { (*left).clamp(1, 200) };
            for _ in 0..turns {
                let mut change: f64 = 0.0;
                for group in &groups[..count] {
                    change = change.max(ball_problem(group, w, c, t, rows));
                }
                *left = left.saturating_sub(1);
                if change <= f64::EPSILON * t[0] {
                    break;
                }
            }
        }
        Shape::Interval(minus, plus) => {
            let stop = if w[3] > 0.0 {
                -c[1] / w[3]
            } else {
                -c[1].signum() * f64::MAX
            };
            t[1] = crate::law::within(stop, -minus * t[0], plus * t[0]);
        }
        Shape::Polygon(mu, facets) => polygon_problem(mu, facets, w, c, t),
        Shape::Section(_) => section_problem(shape, w, c, t),
    }
}

/// One group with the others fixed, in the variables where its ellipsoid is a ball of radius n.
/// Returns the largest change of an impulse relative to its axis.
fn ball_problem(g: &Ellipsoid, w: &[f64], c: &[f64; MAX_ROWS], t: &mut [f64; MAX_ROWS], rows: usize) -> f64 {
    let n = t[0];
    let (mut s, mut rhs) = ([[0.0; 3]; 3], [0.0; 3]);
    for i in 0..g.dim {
        let row = g.start + i;
        let mut left = c[row];
        for k in (1..rows).filter(|k| *k < g.start || *k >= g.start + g.dim) {
            left += w[row * rows + k] * t[k];
        }
        rhs[i] = -g.axes[i] * left;
        for j in 0..g.dim {
            s[i][j] = g.axes[i] * w[row * rows + g.start + j] * g.axes[j];
        }
    }
    let rho = trust_region(&s, &rhs, g.dim, n);
    let mut change: f64 = 0.0;
    for i in 0..g.dim {
        let new = g.axes[i] * rho[i];
        if g.axes[i] > 0.0 {
            change = change.max((new - t[g.start + i]).abs() / g.axes[i]);
        }
        t[g.start + i] = new;
    }
    change
}

/// ρ with (S + s I) ρ = c, ‖ρ‖ ≤ n, s ≥ 0 complementary, by the secular equation n / ‖ρ(s)‖ = 1.
fn trust_region(s: &[[f64; 3]; 3], c: &[f64; 3], dim: usize, n: f64) -> [f64; 3] {
    let size = (0..dim).map(|i| s[i][i].abs()).sum::<f64>();
    let norm_c = c.iter().map(|x| x * x).sum::<f64>().sqrt();
    if norm_c == 0.0 || !(n > 0.0) {
        return [0.0; 3];
    }
    let solve = |shift: f64, c: &[f64; 3]| solve3(s, shift, c, dim);
    let length = |x: &[f64; 3]| x.iter().map(|x| x * x).sum::<f64>().sqrt();
    let tiny = 1e-15 * size.max(norm_c / n);
    let (mut lo, mut hi) = (0.0, f64::INFINITY);
    let mut shift = 0.0;
    let mut rho = solve(0.0, c);
    if !(length(&rho) < f64::INFINITY) {
        shift = tiny;
        rho = solve(shift, c);
    }
    if length(&rho) <= n {
        return rho;
    }
    for _ in 0..100 {
        let norm = length(&rho);
        let phi = n / norm - 1.0;
        if phi.abs() <= ROUNDING {
            break;
        }
        if phi < 0.0 {
            lo = shift;
        } else {
            hi = shift;
        }
        let d = solve(shift, &rho);
        let slope = n * rho.iter().zip(&d).map(|(a, b)| a * b).sum::<f64>() / (norm * norm * norm);
        let mut next = shift - phi / slope;
        if !(slope > 0.0 && next > lo && next < hi) {
            next = if hi.is_finite() {
                0.5 * (lo + hi)
            } else {
                (4.0 * shift).max(norm_c / n)
            };
        }
        if (next - shift).abs() <= f64::EPSILON * next {
            break;
        }
        shift = next;
        rho = solve(shift, c);
    }
    let scale = n / length(&rho);
    if scale.is_finite() {
        rho.map(|x| x * scale)
    } else {
        [0.0; 3]
    }
}

/// (S + s I)⁻¹ c for up to three rows, by Gaussian elimination with row exchange.
fn solve3(s: &[[f64; 3]; 3], shift: f64, c: &[f64; 3], dim: usize) -> [f64; 3] {
    let mut a = *s;
    let mut x = *c;
    for (i, row) in a.iter_mut().enumerate() {
        row[i] += shift;
    }
    if !eliminate(a.as_flattened_mut(), 3, &mut x[..dim], 0.0) {
        return [f64::NAN; 3];
    }
    x[dim..].fill(0.0);
    x
}

/// The convex quadratic over a polygon: inside, or the best point of an edge.
fn polygon_problem(mu: f64, facets: usize, w: &[f64], c: &[f64; MAX_ROWS], t: &mut [f64; MAX_ROWS]) {
    let n = t[0];
    let s = [[w[4], w[5], 0.0], [w[7], w[8], 0.0], [0.0; 3]];
    let free = solve3(&s, 0.0, &[-c[1], -c[2], 0.0], 2);
    if free[0].is_finite()
        && free[1].is_finite()
        && crate::law::polygon_excess(mu * n, facets, free[0], free[1]) == 0.0
    {
        (t[1], t[2]) = (free[0], free[1]);
        return;
    }
    let cost =
        |x: f64, y: f64| 0.5 * (w[4] * x * x + (w[5] + w[7]) * x * y + w[8] * y * y) + c[1] * x + c[2] * y;
    let mut best = f64::INFINITY;
    for k in 0..facets {
        let a = facet_direction(facets, k).map(|x| mu * n * x);
        let b = facet_direction(facets, (k + 1) % facets).map(|x| mu * n * x);
        let d = [b[0] - a[0], b[1] - a[1]];
        let curve = w[4] * d[0] * d[0] + (w[5] + w[7]) * d[0] * d[1] + w[8] * d[1] * d[1];
        let along =
            w[4] * a[0] * d[0] + 0.5 * (w[5] + w[7]) * (a[0] * d[1] + a[1] * d[0]) + w[8] * a[1] * d[1];
        let slope = along + c[1] * d[0] + c[2] * d[1];
        let s = if curve > 0.0 {
            (-slope / curve).clamp(0.0, 1.0)
        } else {
            f64::from(slope < 0.0)
        };
        let p = [a[0] + s * d[0], a[1] + s * d[1]];
        if cost(p[0], p[1]) < best {
            best = cost(p[0], p[1]);
            (t[1], t[2]) = (p[0], p[1]);
        }
    }
}

/// The convex quadratic over a user's section, by accelerated projected gradient with restart.
fn section_problem(shape: &Shape, w: &[f64], c: &[f64; MAX_ROWS], t: &mut [f64; MAX_ROWS]) {
    let n = t[0];
    let step = 1.0 / (w[4].abs() + w[8].abs() + w[5].abs().max(w[7].abs())).max(f64::MIN_POSITIVE);
    let (mut x, mut y, mut weight) = ([t[1], t[2]], [t[1], t[2]], 1.0f64);
    for _ in 0..5000 {
        let g = [c[1] + w[4] * y[0] + w[5] * y[1], c[2] + w[7] * y[0] + w[8] * y[1]];
        let mut d = [0.0, (y[0] - step * g[0]) / n, (y[1] - step * g[1]) / n];
        shape.project(&mut d);
        let next = [n * d[1], n * d[2]];
        let moved = [next[0] - x[0], next[1] - x[1]];
        let ahead = g[0] * moved[0] + g[1] * moved[1];
        let new_weight = 0.5 * (1.0 + (1.0 + 4.0 * weight * weight).sqrt());
        let beta = if ahead > 0.0 {
            0.0
        } else {
            (weight - 1.0) / new_weight
        };
        weight = if ahead > 0.0 { 1.0 } else { new_weight };
        y = [next[0] + beta * moved[0], next[1] + beta * moved[1]];
        x = next;
        if moved[0].hypot(moved[1]) <= f64::EPSILON * n {
            break;
        }
    }
    (t[1], t[2]) = (x[0], x[1]);
}
