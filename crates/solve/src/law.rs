//! The laws that tie the relative velocity u of a contact to its impulse r.
//!
//! ```text
//! bilateral    u = 0,  r free
//! unilateral   0 ≤ u ⟂ r ≥ 0
//! box          lo ≤ r ≤ hi,   u ≥ 0 at lo,  u = 0 between,  u ≤ 0 at hi        −u ∈ N_[lo,hi](r)
//! friction     0 ≤ u_N ⟂ r_N ≥ 0,   r_T ∈ r_N D,   r_T maximises −u_Tᵀ r_T over r_N D
//! ```
//! The friction law is one cone problem (De Saxcé): with K = { r : r_T ∈ r_N D } and the support function
//! s_D(x) = max { xᵀd : d ∈ D },
//!
//! ```text
//! K ∋ r ⟂ û ∈ K*,    û = u + s_D(−u_T) n,    K* = { u : u_N ≥ s_D(−u_T) }
//! ```
//! Components: normal first, then sliding, then torsion (spin about the normal), then rolling.
//! Sources: Moreau (1988) §12–13; Anitescu, Potra, Stewart (1999) §2.1; De Saxcé and Feng (1998).
//! Coefficients are constant here: laws that depend on the state are evaluated by the time-stepping scheme.

use crate::problem::ProblemError;

/// Most rows a law may have.
pub const MAX_ROWS: usize = 6;

/// A convex friction section D in the tangent plane given by the user, with 0 inside.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    /// The point of D nearest to the given one.
    pub project: fn(&[f64; 4], [f64; 2]) -> [f64; 2],
    /// The support function max { xᵀd : d ∈ D }.
    pub support: fn(&[f64; 4], [f64; 2]) -> f64,
    /// Handed to both functions: sizes of D, for instance.
    pub parameters: [f64; 4],
}

impl PartialEq for Section {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::fn_addr_eq(self.project, other.project)
            && std::ptr::fn_addr_eq(self.support, other.support)
            && self.parameters == other.parameters
    }
}

/// The law of one block of rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Law {
    /// One row, u = 0 and r free: a joint row.
    Bilateral,
    /// One row, 0 ≤ u ⟂ r ≥ 0: a contact without friction, a joint limit.
    Unilateral,
    /// One row, lo ≤ r ≤ hi: a motor with a force limit, dry friction in a joint, a relay.
    Box {
        /// Least impulse, in N·s; may be −∞.
        lo: f64,
        /// Largest impulse, in N·s; may be +∞.
        hi: f64,
    },
    /// Two rows (n, t): Coulomb friction in the plane, D = [−μ, μ].
    Planar {
        /// Coefficient of friction.
        mu: f64,
    },
    /// Two rows (n, t): D = [−minus, plus].
    Asymmetric {
        /// Coefficient against negative friction impulses (slip along +t).
        minus: f64,
        /// Coefficient against positive friction impulses (slip along −t).
        plus: f64,
    },
    /// Three rows (n, t₁, t₂): Coulomb friction in space, D the disc of radius μ.
    Coulomb {
        /// Coefficient of friction.
        mu: f64,
    },
    /// Three rows: D the ellipse with semi-axes μ₁ along t₁ and μ₂ along t₂.
    Elliptic {
        /// Coefficients along the tangents.
        mu: [f64; 2],
    },
    /// Three rows: D the regular polygon with its vertices on the circle of radius μ, the first one on t₁.
    Facetted {
        /// Radius of the circle through the vertices.
        mu: f64,
        /// Number of vertices, at least 3.
        facets: usize,
    },
    /// Three rows: D any convex set given by its projection and its support function.
    Section(Section),
    /// Four rows (n, t₁, t₂, spin): sliding and torsion share the ellipsoid ‖r_T‖²/μ² + r_S²/torsion² ≤ r_N².
    Torsion {
        /// Coefficient of friction.
        mu: f64,
        /// Torsion coefficient, in m.
        torsion: f64,
    },
    /// Three rows (n, t, roll) of a planar contact: |r_T| ≤ μ r_N and |r_R| ≤ rolling r_N.
    PlanarRolling {
        /// Coefficient of friction.
        mu: f64,
        /// Rolling coefficient, in m.
        rolling: f64,
    },
    /// Five rows (n, t₁, t₂, roll₁, roll₂): ‖r_T‖ ≤ μ r_N and ‖r_R‖ ≤ rolling r_N.
    Rolling {
        /// Coefficient of friction.
        mu: f64,
        /// Rolling coefficient, in m.
        rolling: f64,
    },
    /// Six rows (n, t₁, t₂, spin, roll₁, roll₂): the ellipsoid of [`Law::Torsion`] and the disc of [`Law::Rolling`].
    RollingTorsion {
        /// Coefficient of friction.
        mu: f64,
        /// Torsion coefficient, in m.
        torsion: f64,
        /// Rolling coefficient, in m.
        rolling: f64,
    },
}

/// Rows `start .. start + dim` of a block whose impulse lies in r_N times an ellipsoid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ellipsoid {
    /// First row, counted from the block's normal row.
    pub start: usize,
    /// Number of rows, 1 to 3.
    pub dim: usize,
    /// Semi-axes along the rows.
    pub axes: [f64; 3],
}

/// The friction section D of a law, by its shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// A product of ellipsoids; the first `count` entries hold.
    Ellipsoids([Ellipsoid; 2], usize),
    /// The interval [−minus, plus].
    Interval(f64, f64),
    /// A regular polygon: radius and number of vertices.
    Polygon(f64, usize),
    /// The user's section.
    Section(Section),
}

const NONE: Ellipsoid = Ellipsoid {
    start: 0,
    dim: 0,
    axes: [0.0; 3],
};

fn one(start: usize, dim: usize, axes: [f64; 3]) -> Shape {
    Shape::Ellipsoids([Ellipsoid { start, dim, axes }, NONE], 1)
}

fn two(first: (usize, [f64; 3]), second: (usize, [f64; 3])) -> Shape {
    let a = Ellipsoid {
        start: 1,
        dim: first.0,
        axes: first.1,
    };
    let b = Ellipsoid {
        start: 1 + first.0,
        dim: second.0,
        axes: second.1,
    };
    Shape::Ellipsoids([a, b], 2)
}

impl Law {
    /// Number of rows of a block under this law.
    #[inline]
    pub fn rows(&self) -> usize {
        match self {
            Law::Bilateral | Law::Unilateral | Law::Box { .. } => 1,
            Law::Planar { .. } | Law::Asymmetric { .. } => 2,
            Law::Coulomb { .. }
            | Law::Elliptic { .. }
            | Law::Facetted { .. }
            | Law::Section(_)
            | Law::PlanarRolling { .. } => 3,
            Law::Torsion { .. } => 4,
            Law::Rolling { .. } => 5,
            Law::RollingTorsion { .. } => 6,
        }
    }

    /// Short name, as in files and lists.
    pub fn name(&self) -> &'static str {
        match self {
            Law::Bilateral => "bilateral",
            Law::Unilateral => "unilateral",
            Law::Box { .. } => "box",
            Law::Planar { .. } => "planar",
            Law::Asymmetric { .. } => "asymmetric",
            Law::Coulomb { .. } => "coulomb",
            Law::Elliptic { .. } => "elliptic",
            Law::Facetted { .. } => "facetted",
            Law::Section(_) => "section",
            Law::Torsion { .. } => "torsion",
            Law::PlanarRolling { .. } => "planar-rolling",
            Law::Rolling { .. } => "rolling",
            Law::RollingTorsion { .. } => "rolling-torsion",
        }
    }

    /// The section D of a friction law; `None` for the laws of a single row.
    #[inline]
    pub fn shape(&self) -> Option<Shape> {
        Some(match *self {
            Law::Bilateral | Law::Unilateral | Law::Box { .. } => return None,
            Law::Planar { mu } => Shape::Interval(mu, mu),
            Law::Asymmetric { minus, plus } => Shape::Interval(minus, plus),
            Law::Coulomb { mu } => one(1, 2, [mu, mu, 0.0]),
            Law::Elliptic { mu } => one(1, 2, [mu[0], mu[1], 0.0]),
            Law::Facetted { mu, facets } => Shape::Polygon(mu, facets),
            Law::Section(section) => Shape::Section(section),
            Law::Torsion { mu, torsion } => one(1, 3, [mu, mu, torsion]),
            Law::PlanarRolling { mu, rolling } => two((1, [mu, 0.0, 0.0]), (1, [rolling, 0.0, 0.0])),
            Law::Rolling { mu, rolling } => two((2, [mu, mu, 0.0]), (2, [rolling, rolling, 0.0])),
            Law::RollingTorsion { mu, torsion, rolling } => {
                two((3, [mu, mu, torsion]), (2, [rolling, rolling, 0.0]))
            }
        })
    }

    /// Refuses coefficients that mean nothing: negative or NaN friction, crossed bounds, fewer than 3 facets.
    pub fn check(&self, block: usize) -> Result<(), ProblemError> {
        let bad = |name: &'static str, value: f64, asked: &'static str| {
            Err(ProblemError::Coefficient {
                block,
                name,
                value,
                asked,
            })
        };
        let coefficients: &[(&'static str, f64)] = &match *self {
            Law::Bilateral | Law::Unilateral | Law::Section(_) => [("", 0.0); 3],
            Law::Box { lo, hi } => {
                let ordered = lo <= hi && lo < f64::INFINITY && hi > f64::NEG_INFINITY;
                return if ordered {
                    Ok(())
                } else {
                    bad("lo", lo, "at most hi")
                };
            }
            Law::Planar { mu } | Law::Coulomb { mu } => [("mu", mu), ("", 0.0), ("", 0.0)],
            Law::Asymmetric { minus, plus } => [("minus", minus), ("plus", plus), ("", 0.0)],
            Law::Elliptic { mu } => [("mu[0]", mu[0]), ("mu[1]", mu[1]), ("", 0.0)],
            Law::Facetted { mu, facets } => {
                if facets < 3 {
                    return bad("facets", facets as f64, "at least 3");
                }
                [("mu", mu), ("", 0.0), ("", 0.0)]
            }
            Law::Torsion { mu, torsion } => [("mu", mu), ("torsion", torsion), ("", 0.0)],
            Law::PlanarRolling { mu, rolling } | Law::Rolling { mu, rolling } => {
                [("mu", mu), ("rolling", rolling), ("", 0.0)]
            }
            Law::RollingTorsion { mu, torsion, rolling } => {
                [("mu", mu), ("torsion", torsion), ("rolling", rolling)]
            }
        };
        for &(name, value) in coefficients {
            if !(0.0..f64::INFINITY).contains(&value) {
                return bad(name, value, "finite and at least 0");
            }
        }
        Ok(())
    }

    /// P_K(r): the admissible impulse nearest to `r`.
    #[inline]
    pub fn project(&self, r: &mut [f64]) {
        match *self {
            Law::Bilateral => {}
            Law::Unilateral => r[0] = r[0].max(0.0),
            Law::Box { lo, hi } => r[0] = r[0].clamp(lo, hi),
            Law::Planar { mu } => project_wedge(r, mu, mu),
            Law::Asymmetric { minus, plus } => project_wedge(r, minus, plus),
            Law::Coulomb { mu } => project_round(r, mu),
            _ => self.project_general(r),
        }
    }

    /// s_D(−u_T): De Saxcé's shift of the normal velocity, in m/s. For the disc it is μ‖u_T‖.
    #[inline]
    pub fn shift(&self, u: &[f64]) -> f64 {
        match *self {
            Law::Bilateral | Law::Unilateral | Law::Box { .. } => 0.0,
            Law::Planar { mu } => mu * u[1].abs(),
            Law::Coulomb { mu } => mu * (u[1] * u[1] + u[2] * u[2]).sqrt(),
            _ => {
                let mut x = [0.0; MAX_ROWS];
                for (x, u) in x.iter_mut().zip(u).skip(1) {
                    *x = -u;
                }
                self.shape().map_or(0.0, |shape| shape.support(&x))
            }
        }
    }

    /// Projection for the sections without a closed form, by a monotone equation in the normal component.
    ///
    /// With d(n) the point of D nearest to x_T / n, the projection has the normal component n that solves
    /// n − x_N = (x_T − n d(n))ᵀ d(n), whose difference of sides increases with n.
    fn project_general(&self, r: &mut [f64]) {
        let Some(shape) = self.shape() else { return };
        let mut x = [0.0; MAX_ROWS];
        x[..r.len()].copy_from_slice(r);
        if x[0] + shape.support(&x) <= 0.0 {
            r.fill(0.0);
            return;
        }
        if let Shape::Ellipsoids(groups, count) = shape
            && groups[..count].iter().all(Ellipsoid::is_ball)
        {
            project_balls(r, &groups[..count]);
            return;
        }
        let d_at = |n: f64| {
            let mut d = [0.0; MAX_ROWS];
            for k in 1..r.len() {
                d[k] = x[k] / n;
            }
            shape.project(&mut d);
            d
        };
        let defect = |n: f64| {
            let d = d_at(n);
            n - x[0] - (1..r.len()).map(|k| (x[k] - n * d[k]) * d[k]).sum::<f64>()
        };
        let norm = x.iter().map(|x| x * x).sum::<f64>().sqrt();
        let n = if x[0] > 0.0 && defect(x[0]) >= 0.0 {
            x[0]
        } else {
            // Small enough to stand for zero, large enough that the squares of x / n do not overflow.
            increasing_root(x[0].max(norm * 1e-100), norm, defect)
        };
        let d = d_at(n);
        r[0] = n;
        for k in 1..r.len() {
            r[k] = if n == x[0] && n * d[k] == x[k] {
                x[k]
            } else {
                n * d[k]
            };
        }
    }
}

impl Shape {
    /// s_D of the tangential components of `x` (its first entry, the normal one, is not read).
    pub fn support(&self, x: &[f64]) -> f64 {
        match *self {
            Shape::Ellipsoids(groups, count) => groups[..count].iter().map(|g| g.support(x)).sum(),
            Shape::Interval(minus, plus) => (plus * x[1]).max(-minus * x[1]),
            Shape::Polygon(mu, facets) => {
                let (vertex, _) = polygon_vertex(facets, x[1], x[2]);
                mu * (vertex[0] * x[1] + vertex[1] * x[2])
            }
            Shape::Section(s) => (s.support)(&s.parameters, [x[1], x[2]]),
        }
    }

    /// Replaces the tangential components of `x` by the nearest point of D.
    pub fn project(&self, x: &mut [f64]) {
        match *self {
            Shape::Ellipsoids(groups, count) => groups[..count].iter().for_each(|g| g.project(x)),
            Shape::Interval(minus, plus) => x[1] = x[1].clamp(-minus, plus),
            Shape::Polygon(mu, facets) => project_polygon(mu, facets, x),
            Shape::Section(s) => {
                let p = (s.project)(&s.parameters, [x[1], x[2]]);
                (x[1], x[2]) = (p[0], p[1]);
            }
        }
    }
}

impl Ellipsoid {
    /// Whether all semi-axes are the same.
    fn is_ball(&self) -> bool {
        self.axes[..self.dim].iter().all(|&a| a == self.axes[0])
    }

    fn support(&self, x: &[f64]) -> f64 {
        let rows = &x[self.start..self.start + self.dim];
        rows.iter()
            .zip(self.axes)
            .map(|(x, a)| (a * x) * (a * x))
            .sum::<f64>()
            .sqrt()
    }

    /// The nearest point: x_i a_i² / (a_i² + λ), with λ from the secular equation Σ (a_i x_i / (a_i² + λ))² = 1.
    fn project(&self, x: &mut [f64]) {
        let rows = &mut x[self.start..self.start + self.dim];
        let size = |lambda: f64, rows: &[f64]| {
            let terms = rows.iter().zip(self.axes).filter(|(_, a)| *a > 0.0);
            terms
                .map(|(x, a)| (a * x / (a * a + lambda)).powi(2))
                .sum::<f64>()
        };
        let flat = rows.iter().zip(self.axes).all(|(x, a)| a > 0.0 || *x == 0.0);
        if size(0.0, rows) <= 1.0 {
            if !flat {
                rows.iter_mut()
                    .zip(self.axes)
                    .filter(|(_, a)| *a == 0.0)
                    .for_each(|(x, _)| *x = 0.0);
            }
            return;
        }
        let reach = rows
            .iter()
            .zip(self.axes)
            .map(|(x, a)| (a * x) * (a * x))
            .sum::<f64>()
            .sqrt();
        let lambda = increasing_root(0.0, reach, |lambda| {
            1.0 - 1.0 / size(lambda, rows).sqrt().max(1e-300)
        });
        let lambda = if lambda.is_finite() { lambda } else { 0.0 };
        for (x, a) in rows.iter_mut().zip(self.axes) {
            *x = if a > 0.0 {
                *x * (a * a / (a * a + lambda))
            } else {
                0.0
            };
        }
        let over = size(0.0, rows).sqrt();
        if over > 1.0 {
            for x in rows.iter_mut() {
                *x /= over;
            }
        }
    }
}

/// Root of an increasing (in the order of its sign: negative, then positive) function on [lo, hi], to rounding.
///
/// Regula falsi with the Illinois rule, bisection when it is slow; `hi` is grown if the sign asks for it.
fn increasing_root(mut lo: f64, mut hi: f64, f: impl Fn(f64) -> f64) -> f64 {
    let rising = |x: f64| f(x);
    let (mut f_lo, mut f_hi) = (rising(lo), rising(hi));
    // Functions that fall are taken with the other sign.
    let sign = if f_hi < f_lo { -1.0 } else { 1.0 };
    (f_lo, f_hi) = (sign * f_lo, sign * f_hi);
    if f_lo >= 0.0 {
        return lo;
    }
    for _ in 0..60 {
        if f_hi >= 0.0 {
            break;
        }
        hi *= 2.0;
        f_hi = sign * rising(hi);
    }
    for k in 0..200 {
        let width = hi - lo;
        let falsi = lo - f_lo * width / (f_hi - f_lo);
        let mid = lo + 0.5 * width;
        let x = if k % 3 == 2 || !(falsi > lo && falsi < hi) {
            mid
        } else {
            falsi
        };
        if !(x > lo && x < hi) {
            break;
        }
        let fx = sign * rising(x);
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
    if lo == 0.0 { hi } else { 0.5 * (lo + hi) }
}

/// P_K for a product of balls, r not in the polar cone: the normal component n solves the piecewise linear equation
/// n − x_N = Σ aᵢ (‖xᵢ‖ − aᵢ n)₊ over the groups i of radius aᵢ.
fn project_balls(r: &mut [f64], groups: &[Ellipsoid]) {
    let size = |r: &[f64], g: &Ellipsoid| {
        let rows = &r[g.start..g.start + g.dim];
        rows.iter().map(|x| x * x).sum::<f64>().sqrt()
    };
    // Which groups are outside their ball at the root: grown until none is missing, from the smallest n upwards.
    let mut active = [false; 2];
    let mut n = r[0];
    for _ in 0..=groups.len() {
        let missing = groups
            .iter()
            .enumerate()
            .filter(|(i, g)| !active[*i] && size(r, g) > g.axes[0] * n)
            .max_by(|a, b| {
                // The group with the largest ‖x‖ / a leaves its ball first.
                (size(r, a.1) * b.1.axes[0]).total_cmp(&(size(r, b.1) * a.1.axes[0]))
            });
        let Some((i, _)) = missing else { break };
        active[i] = true;
        let (mut top, mut bottom) = (r[0], 1.0);
        for (g, _) in groups.iter().zip(active).filter(|(_, on)| *on) {
            top += g.axes[0] * size(r, g);
            bottom += g.axes[0] * g.axes[0];
        }
        n = top / bottom;
    }
    let n = n.max(0.0);
    r[0] = n;
    for (g, _) in groups.iter().zip(active).filter(|(_, on)| *on) {
        let before = size(r, g);
        let scale = if before > 0.0 { g.axes[0] * n / before } else { 0.0 };
        r[g.start..g.start + g.dim].iter_mut().for_each(|x| *x *= scale);
    }
}

/// P_K for the wedge −minus r_N ≤ r_T ≤ plus r_N.
#[inline]
fn project_wedge(r: &mut [f64], minus: f64, plus: f64) {
    let (n, t) = (r[0], r[1]);
    let slope = if t > 0.0 { plus } else { -minus };
    if n >= 0.0 && t * slope.signum() <= slope.abs() * n {
        return;
    }
    let along = ((n + slope * t) / (1.0 + slope * slope)).max(0.0);
    r[0] = along;
    r[1] = slope * along;
}

/// P_K for the round cone ‖r_T‖ ≤ μ r_N.
#[inline]
fn project_round(r: &mut [f64], mu: f64) {
    let size = (r[1] * r[1] + r[2] * r[2]).sqrt();
    if size <= mu * r[0] {
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

/// Vertex k of the regular polygon of radius 1.
pub fn facet_direction(facets: usize, k: usize) -> [f64; 2] {
    // Quarter turns are exact, so that the usual 4, 8, 16 facets hold the axes themselves.
    if (4 * k).is_multiple_of(facets) {
        return [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]][4 * k / facets % 4];
    }
    let angle = 2.0 * std::f64::consts::PI * k as f64 / facets as f64;
    [angle.cos(), angle.sin()]
}

/// The vertex most along (x, y), and its number.
fn polygon_vertex(facets: usize, x: f64, y: f64) -> ([f64; 2], usize) {
    let turn = y.atan2(x) / (2.0 * std::f64::consts::PI);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "turn is within [0, facets]"
    )]
    let k = ((turn.rem_euclid(1.0) * facets as f64).round() as usize) % facets;
    (facet_direction(facets, k), k)
}

fn project_polygon(mu: f64, facets: usize, x: &mut [f64]) {
    let (a, k) = polygon_vertex(facets, x[1], x[2]);
    let mut best = [0.0; 2];
    let mut best_distance = f64::INFINITY;
    // The nearest point is on one of the two edges at the vertex most along x, or x itself is inside.
    for other in [(k + 1) % facets, (k + facets - 1) % facets] {
        let b = facet_direction(facets, other);
        let edge = [mu * (b[0] - a[0]), mu * (b[1] - a[1])];
        let from = [x[1] - mu * a[0], x[2] - mu * a[1]];
        let normal = [a[0] + b[0], a[1] + b[1]];
        let outside = from[0] * normal[0] + from[1] * normal[1] > 0.0;
        let length = edge[0] * edge[0] + edge[1] * edge[1];
        let s = if length > 0.0 {
            (from[0] * edge[0] + from[1] * edge[1]) / length
        } else {
            0.0
        };
        let s = s.clamp(0.0, 1.0);
        let p = [mu * a[0] + s * edge[0], mu * a[1] + s * edge[1]];
        let inside_wedge = s > 0.0 || other == (k + facets - 1) % facets;
        if !outside && inside_wedge && !polygon_outside(mu, facets, x[1], x[2]) {
            return;
        }
        let distance = (x[1] - p[0]).powi(2) + (x[2] - p[1]).powi(2);
        if distance < best_distance {
            (best, best_distance) = (p, distance);
        }
    }
    (x[1], x[2]) = (best[0], best[1]);
}

/// Whether (x, y) lies strictly outside the polygon of radius μ: beyond the edge of the sector it is in.
pub(crate) fn polygon_excess(mu: f64, facets: usize, x: f64, y: f64) -> f64 {
    let half = std::f64::consts::PI / facets as f64;
    let angle = y.atan2(x).rem_euclid(2.0 * half);
    let size = (x * x + y * y).sqrt();
    (size * (angle - half).cos() - mu * half.cos()).max(0.0)
}

fn polygon_outside(mu: f64, facets: usize, x: f64, y: f64) -> bool {
    polygon_excess(mu, facets, x, y) > 0.0
}
