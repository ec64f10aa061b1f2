//! Nearest points: on friction cones K = { r : r_T ∈ r_N D } and on their sections D.
//!
//! ```text
//! y = P_K(x):   n = y_N minimises ½ (n − x_N)² + ½ dist²(x_T, n D)   over n ≥ 0
//! ball          dist = (‖x_T‖ − μ n)₊                         n = max over the active balls A of
//!                                                             (x_N + Σ_A μ ‖x_g‖) / (1 + Σ_A μ²)
//! ellipsoid     yᵢ = xᵢ aᵢ² / (aᵢ² + λ),   n(λ)² = Σ (aᵢ xᵢ / (aᵢ² + λ))²,   n (1 − λ) = x_N
//! polygon       the face or the edge of the sector that x_T lies in
//! ```
//! The formula for balls holds because the derivative in n is the least of one straight line for each set A.
//! The one for ellipsoids is the secular equation of the multiplier λ ≥ 0, with one root; with it a ball
//! beside the ellipsoid adds its term to the last equation. A section given by the user is found by its
//! values alone. Rows with a zero semi-axis project to 0. NaN anywhere gives NaN everywhere.

use crate::law::{Ellipsoid, MAX_ROWS, Section, facet_direction};

/// Whether any entry is NaN; if so all of `r` becomes NaN.
fn spoiled(r: &mut [f64]) -> bool {
    let spoiled = r.iter().any(|x| x.is_nan());
    r.iter_mut().filter(|_| spoiled).for_each(|x| *x = f64::NAN);
    spoiled
}

/// A copy of `r` divided by its largest entry, and that entry: squares then neither overflow nor vanish.
fn normalised(r: &[f64]) -> ([f64; MAX_ROWS], f64) {
    let size = r.iter().fold(0.0, |a: f64, x| a.max(x.abs()));
    let mut x = [0.0; MAX_ROWS];
    if size > 0.0 {
        x.iter_mut().zip(r).for_each(|(x, r)| *x = r / size);
    }
    (x, size)
}

/// P_K for one row, r ≥ 0.
#[inline]
pub(crate) fn half_line(r: &mut [f64]) {
    if r[0] < 0.0 {
        r[0] = 0.0;
    }
}

/// P_K for the wedge −minus r_N ≤ r_T ≤ plus r_N.
#[inline]
pub(crate) fn wedge(r: &mut [f64], minus: f64, plus: f64) {
    let (n, t) = (r[0], r[1]);
    let slope = if t > 0.0 { plus } else { -minus };
    if n >= 0.0 && t.abs() <= slope.abs() * n {
        return;
    }
    let along = (n + slope * t) / (1.0 + slope * slope);
    // Written so that NaN stays.
    let along = if along < 0.0 { 0.0 } else { along };
    r[0] = along;
    r[1] = slope * along;
}

/// P_K for the round cone ‖r_T‖ ≤ μ r_N.
#[inline]
pub(crate) fn round(r: &mut [f64], mu: f64) {
    let size = (r[1] * r[1] + r[2] * r[2]).sqrt();
    // Both are asked for: with μ = 0 the product forgets the sign of r_N.
    if r[0] >= 0.0 && size <= mu * r[0] {
        return;
    }
    let along = (r[0] + mu * size) / (1.0 + mu * mu);
    if along <= 0.0 {
        r[..3].fill(0.0);
        return;
    }
    let scale = if size > 0.0 { mu * along / size } else { 0.0 };
    r[0] = along;
    r[1] *= scale;
    r[2] *= scale;
}

/// One group of rows x_g of a product of ellipsoids, measured.
#[derive(Clone, Copy)]
struct Group {
    /// ‖a x‖: the support function.
    support: f64,
    /// ‖x / a‖: the least n with x_g ∈ n D_g.
    gauge: f64,
    /// μ and ‖x_g‖ when all semi-axes that are not 0 are the same.
    ball: Option<(f64, f64)>,
}

/// The rows of a group with their semi-axes, those with a zero semi-axis (or one too small to square) left
/// out.
fn live<'a>(group: &'a Ellipsoid, x: &'a [f64]) -> impl Iterator<Item = (f64, f64)> + Clone + 'a {
    (0..group.dim)
        .map(|k| (x[group.start + k], group.axes[k]))
        .filter(|&(_, a)| a * a > 0.0)
}

impl Group {
    fn new(group: &Ellipsoid, x: &[f64]) -> Self {
        let rows = live(group, x);
        let mu = rows.clone().next().map_or(0.0, |(_, a)| a);
        if rows.clone().all(|(_, a)| a == mu) {
            let length = rows.map(|(x, _)| x * x).sum::<f64>().sqrt();
            return Group {
                support: mu * length,
                gauge: if length > 0.0 { length / mu } else { 0.0 },
                ball: Some((mu, length)),
            };
        }
        Group {
            support: rows.clone().map(|(x, a)| (a * x) * (a * x)).sum::<f64>().sqrt(),
            gauge: rows.map(|(x, a)| (x / a) * (x / a)).sum::<f64>().sqrt(),
            ball: None,
        }
    }
}

/// P_K for D a product of at most two ellipsoids, at most one of which is not a ball.
pub(crate) fn ellipsoid_cone(r: &mut [f64], groups: &[Ellipsoid]) {
    if spoiled(r) || is_inside(r, groups) {
        return;
    }
    let (x, size) = normalised(r);
    let mut measured = [Group {
        support: 0.0,
        gauge: 0.0,
        ball: Some((0.0, 0.0)),
    }; 2];
    for (m, group) in measured.iter_mut().zip(groups) {
        *m = Group::new(group, &x);
    }
    if x[0] + measured.iter().map(|g| g.support).sum::<f64>() <= 0.0 {
        r.fill(0.0);
        return;
    }
    let balls = measured.map(|g| g.ball.unwrap_or((0.0, 0.0)));
    let mut n = balls_root(x[0], &balls);
    let mut lambda = 0.0;
    for (m, group) in measured.iter().zip(groups) {
        if m.ball.is_none() && m.gauge > n {
            lambda = cone_multiplier(group, &x, &balls);
            n = section_size(group, &x, lambda).0;
        }
    }
    r[0] = if n == x[0] { r[0] } else { size * n };
    for (m, group) in measured.iter().zip(groups) {
        for k in 0..group.dim {
            let (row, a) = (group.start + k, group.axes[k]);
            r[row] *= match m.ball {
                _ if !(a * a > 0.0) => 0.0,
                Some((mu, length)) if length > mu * n => mu * n / length,
                None if lambda > 0.0 => a * a / (a * a + lambda),
                _ => 1.0,
            };
        }
    }
}

/// Whether r lies in the cone for certain, without a root or a division of all entries; where squares
/// overflow or vanish, and where a semi-axis is 0, it says no.
#[inline]
fn is_inside(r: &[f64], groups: &[Ellipsoid]) -> bool {
    let most = r[0] * r[0];
    r[0] > 0.0
        && most < f64::INFINITY
        && most > f64::MIN_POSITIVE
        && groups.iter().all(|group| {
            let mut square = 0.0;
            for k in 0..group.dim {
                let x = r[group.start + k] / group.axes[k];
                square += x * x;
            }
            square <= most
        })
}

/// The n ≥ 0 where n − x_N − Σ μ (s − μ n)₊ vanishes.
fn balls_root(normal: f64, balls: &[(f64, f64); 2]) -> f64 {
    let [(mu1, s1), (mu2, s2)] = *balls;
    let line = |push: f64, stiff: f64| (normal + push) / (1.0 + stiff);
    line(0.0, 0.0)
        .max(line(mu1 * s1, mu1 * mu1))
        .max(line(mu2 * s2, mu2 * mu2))
        .max(line(mu1 * s1 + mu2 * s2, mu1 * mu1 + mu2 * mu2))
        .max(0.0)
}

/// n(λ) and its derivative.
fn section_size(group: &Ellipsoid, x: &[f64], lambda: f64) -> (f64, f64) {
    let (mut square, mut fall) = (0.0, 0.0);
    for (x, a) in live(group, x) {
        let inverse = 1.0 / (a * a + lambda);
        let term = a * x * inverse;
        square += term * term;
        fall += term * term * inverse;
    }
    let n = f64::sqrt(square);
    (n, if n > 0.0 { -fall / n } else { 0.0 })
}

/// A step of Newton's method by less than this share ends it: the next one would be of the order of its
/// square.
const SETTLED: f64 = 1e-9;

/// The same root by x_N / n(λ) = 1 − λ, where 1 / n(λ) is concave and below its asymptote (λ + c) / S, with
/// S = ‖a x‖ and S² c = Σ a⁴ x²: Newton's method from where the asymptote has its root, or from 0, comes to
/// it from one side. `None` where rounding does not let it end. The point is not in the polar cone: S > −x_N.
fn reciprocal_root(group: &Ellipsoid, x: &[f64]) -> Option<f64> {
    let least = least_multiplier(group);
    let normal = x[0];
    let (mut square, mut fourth) = (0.0, 0.0);
    for (x, a) in live(group, x) {
        let (squared, pushed) = (a * a, (a * x) * (a * x));
        square += pushed;
        fourth += squared * pushed;
    }
    let support = square.sqrt();
    let begin = (support - fourth / square * normal) / (support + normal);
    let mut lambda = if begin > 0.0 { begin } else { 0.0 };
    for _ in 0..60 {
        let (n, slope) = section_size(group, x, lambda);
        let share = normal / n;
        let step = (1.0 - lambda - share) / (1.0 - share * slope / n);
        lambda += step;
        if step.abs() <= SETTLED * lambda || step.abs() <= least {
            return (lambda >= 0.0).then_some(lambda.max(least));
        }
    }
    None
}

/// The multiplier λ of the projection on the cone, where the gauge of x is known to be too large.
fn cone_multiplier(group: &Ellipsoid, x: &[f64], balls: &[(f64, f64); 2]) -> f64 {
    let alone = balls.iter().all(|ball| ball.1 == 0.0);
    if alone && let Some(lambda) = reciprocal_root(group, x) {
        return lambda;
    }
    decreasing_root(group, |lambda| {
        let (n, slope) = section_size(group, x, lambda);
        let (mut f, mut df) = (n * (1.0 - lambda) - x[0], slope * (1.0 - lambda) - n);
        for &(mu, s) in balls.iter().filter(|&&(mu, s)| s > mu * n) {
            f -= mu * (s - mu * n);
            df += mu * mu * slope;
        }
        (f, df)
    })
}

/// Replaces the rows of `group` by the nearest point of the ellipsoid itself.
pub(crate) fn ellipsoid(group: &Ellipsoid, x: &mut [f64]) {
    let rows = group.start..group.start + group.dim;
    if spoiled(&mut x[rows.clone()]) {
        return;
    }
    let measured = Group::new(group, x);
    let mut lambda = 0.0;
    if measured.gauge > 1.0 && measured.ball.is_none() {
        lambda = decreasing_root(group, |lambda| {
            let (n, slope) = section_size(group, x, lambda);
            (n - 1.0, slope)
        });
    }
    for (x, a) in x[rows].iter_mut().zip(group.axes) {
        *x *= match measured.ball {
            _ if !(a * a > 0.0) => 0.0,
            Some((mu, length)) if length > mu => mu / length,
            None if lambda > 0.0 => a * a / (a * a + lambda),
            _ => 1.0,
        };
    }
}

/// Below this λ no row moves by more than rounding.
fn least_multiplier(group: &Ellipsoid) -> f64 {
    let axes = group.axes[..group.dim].iter().copied().filter(|a| a * a > 0.0);
    1e-17 * axes.fold(f64::INFINITY, f64::min).powi(2)
}

/// The root λ > 0 of a decreasing function, positive at 0, given with its derivative: Newton's method kept in
/// a bracket.
///
/// Bisection is of exponents, since λ may lie many powers of ten from the squares of the semi-axes.
fn decreasing_root(group: &Ellipsoid, f: impl Fn(f64) -> (f64, f64)) -> f64 {
    let (mut lo, mut hi) = (least_multiplier(group), 1.0);
    while f(hi).0 > 0.0 && hi < 1e280 {
        (lo, hi) = (hi.max(lo), hi * 1e6);
    }
    if f(lo).0 <= 0.0 {
        return lo;
    }
    let mut lambda = (lo * hi).sqrt();
    for _ in 0..400 {
        let (value, slope) = f(lambda);
        if value > 0.0 {
            lo = lambda;
        } else {
            hi = lambda;
        }
        let newton = lambda - value / slope;
        // Newton's step must stay in the bracket and near; else the bracket is halved.
        let (near, far) = (lo.max(lambda / 16.0), hi.min(lambda * 16.0));
        let inside = newton > near && newton < far;
        let next = if inside { newton } else { (lo * hi).sqrt() };
        if !((next - lambda).abs() > 2.0 * f64::EPSILON * lambda) || !(next > lo && next < hi) {
            return super::within(next, lo, hi);
        }
        lambda = next;
    }
    lambda
}

/// Where (x, y) lies in a regular polygon: nearest vertex, its direction v, the unit normal m of the face it
/// faces and the direction e along that face towards v.
struct Sector {
    vertex: [f64; 2],
    normal: [f64; 2],
    along: [f64; 2],
    cos: f64,
    sin: f64,
}

impl Sector {
    fn new(facets: usize, x: f64, y: f64) -> Self {
        let k = nearest_vertex(facets, x, y);
        let vertex = facet_direction(facets, k);
        let left = vertex[0] * y - vertex[1] * x >= 0.0;
        let half = std::f64::consts::PI / facets as f64;
        let turn = if left { half } else { -half };
        let (sin, cos) = turn.sin_cos();
        let normal = [
            cos * vertex[0] - sin * vertex[1],
            sin * vertex[0] + cos * vertex[1],
        ];
        let along = if left {
            [normal[1], -normal[0]]
        } else {
            [-normal[1], normal[0]]
        };
        Sector {
            vertex,
            normal,
            along,
            cos,
            sin: sin.abs(),
        }
    }
}

/// Number of the vertex most along (x, y).
pub(crate) fn nearest_vertex(facets: usize, x: f64, y: f64) -> usize {
    let turn = y.atan2(x) / (2.0 * std::f64::consts::PI);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the turn is within [0, facets]"
    )]
    let k = (turn.rem_euclid(1.0) * facets as f64).round() as usize;
    k % facets
}

/// P_K for the pyramid over a regular polygon of radius μ.
pub(crate) fn pyramid(r: &mut [f64], mu: f64, facets: usize) {
    if spoiled(r) {
        return;
    }
    let sector = Sector::new(facets, r[1], r[2]);
    let (m, e) = (dot(sector.normal, r), dot(sector.along, r));
    let (flat, edge) = (mu * sector.cos, mu * sector.sin);
    if r[0] >= 0.0 && m <= flat * r[0] {
        return;
    }
    let n = (r[0] + flat * m) / (1.0 + flat * flat);
    if n >= 0.0 && e <= edge * n {
        r[0] = n;
        (r[1], r[2]) = place(&sector, flat * n, e);
        return;
    }
    let n = (r[0] + mu * dot(sector.vertex, r)) / (1.0 + mu * mu);
    let n = if n < 0.0 { 0.0 } else { n };
    (r[0], r[1], r[2]) = (n, mu * n * sector.vertex[0], mu * n * sector.vertex[1]);
}

/// The point of a regular polygon of radius μ nearest to the tangential part of `x`.
pub(crate) fn polygon(mu: f64, facets: usize, x: &mut [f64]) {
    let sector = Sector::new(facets, x[1], x[2]);
    let (m, e) = (dot(sector.normal, x), dot(sector.along, x));
    if m <= mu * sector.cos {
        return;
    }
    let e = if e > mu * sector.sin { mu * sector.sin } else { e };
    (x[1], x[2]) = place(&sector, mu * sector.cos, e);
}

fn dot(a: [f64; 2], r: &[f64]) -> f64 {
    a[0] * r[1] + a[1] * r[2]
}

fn place(sector: &Sector, m: f64, e: f64) -> (f64, f64) {
    let at = |k: usize| m * sector.normal[k] + e * sector.along[k];
    (at(0), at(1))
}

/// P_K for a section given by its projection and its support function.
pub(crate) fn section_cone(r: &mut [f64], section: &Section) {
    if spoiled(r) {
        return;
    }
    let (x, size) = normalised(r);
    let tangent = [x[1], x[2]];
    if x[0] + (section.support)(&section.parameters, tangent) <= 0.0 {
        r.fill(0.0);
        return;
    }
    let d_at = |n: f64| (section.project)(&section.parameters, tangent.map(|t| t / n));
    // The derivative in n of half the squared distance. Where x_T / n is inside, the differences are exactly
    // 0.
    let slope = |n: f64| {
        let d = d_at(n);
        n - x[0] - n * ((tangent[0] / n - d[0]) * d[0] + (tangent[1] / n - d[1]) * d[1])
    };
    if x[0] > 0.0 && d_at(x[0]) == tangent.map(|t| t / x[0]) {
        return;
    }
    let reach = x.iter().map(|x| x * x).sum::<f64>().sqrt();
    let n = increasing_root(x[0].max(1e-30), reach, slope);
    let d = d_at(n);
    (r[0], r[1], r[2]) = (size * n, size * n * d[0], size * n * d[1]);
}

/// Root of an increasing function on [lo, hi] (lo if it is positive there): regula falsi with the Illinois
/// rule, and a bisection every third step.
fn increasing_root(mut lo: f64, mut hi: f64, f: impl Fn(f64) -> f64) -> f64 {
    let (mut f_lo, mut f_hi) = (f(lo), f(hi));
    if f_lo >= 0.0 {
        return lo;
    }
    // The root is at most hi; rounding may hide it.
    while f_hi < 0.0 && hi < 1e3 {
        hi *= 2.0;
        f_hi = f(hi);
    }
    for k in 0..200 {
        let falsi = lo - f_lo * (hi - lo) / (f_hi - f_lo);
        let middle = 0.5 * (lo + hi);
        let x = if k % 3 == 2 || !(falsi > lo && falsi < hi) {
            middle
        } else {
            falsi
        };
        if !(x > lo && x < hi) {
            break;
        }
        let fx = f(x);
        if fx == 0.0 {
            return x;
        }
        if fx < 0.0 {
            (lo, f_lo) = (x, fx);
            f_hi *= 0.5;
        } else {
            (hi, f_hi) = (x, fx);
            f_lo *= 0.5;
        }
    }
    0.5 * (lo + hi)
}
