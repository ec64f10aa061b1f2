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
//! Components: normal first, then sliding, then torsion (spin about the normal), then rolling. Sources:
//! Moreau (1988) §12–13; Anitescu, Potra, Stewart (1999) §2.1; De Saxcé and Feng (1998). A new law is one
//! variant here, its rows in `layout.rs`, its clause in `certificate.rs`; the compiler lists the rest,
//! because no match over laws has a wildcard. Coefficients are constant here: laws that depend on the state
//! are evaluated by the time-stepping scheme.

pub mod layout;
pub(crate) mod projection;
pub(crate) mod scales;

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
    /// Six rows (n, t₁, t₂, spin, roll₁, roll₂): the ellipsoid of [`Law::Torsion`] and the disc of
    /// [`Law::Rolling`].
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

    /// P_K(r): the admissible impulse nearest to `r`. NaN stays NaN.
    #[inline]
    pub fn project(&self, r: &mut [f64]) {
        match *self {
            Law::Bilateral => {}
            Law::Unilateral => projection::half_line(r),
            Law::Box { lo, hi } => r[0] = within(r[0], lo, hi),
            Law::Planar { mu } => projection::wedge(r, mu, mu),
            Law::Asymmetric { minus, plus } => projection::wedge(r, minus, plus),
            Law::Coulomb { mu } => projection::round(r, mu),
            Law::Facetted { mu, facets } => projection::pyramid(r, mu, facets),
            Law::Section(section) => projection::section_cone(r, &section),
            Law::Elliptic { .. }
            | Law::Torsion { .. }
            | Law::PlanarRolling { .. }
            | Law::Rolling { .. }
            | Law::RollingTorsion { .. } => {
                if let Some(Shape::Ellipsoids(groups, count)) = self.shape() {
                    projection::ellipsoid_cone(r, &groups[..count]);
                }
            }
        }
    }

    /// s_D(−u_T): De Saxcé's shift of the normal velocity, in m/s. For the disc it is μ‖u_T‖.
    #[inline]
    pub fn shift(&self, u: &[f64]) -> f64 {
        match *self {
            Law::Bilateral | Law::Unilateral | Law::Box { .. } => 0.0,
            Law::Planar { mu } => mu * u[1].abs(),
            Law::Coulomb { mu } => mu * (u[1] * u[1] + u[2] * u[2]).sqrt(),
            Law::Asymmetric { .. }
            | Law::Elliptic { .. }
            | Law::Facetted { .. }
            | Law::Section(_)
            | Law::Torsion { .. }
            | Law::PlanarRolling { .. }
            | Law::Rolling { .. }
            | Law::RollingTorsion { .. } => {
                let mut x = [0.0; MAX_ROWS];
                for (x, u) in x.iter_mut().zip(u).skip(1) {
                    *x = -u;
                }
                self.shape().map_or(0.0, |shape| shape.support(&x))
            }
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
                let vertex = facet_direction(facets, projection::nearest_vertex(facets, x[1], x[2]));
                mu * (vertex[0] * x[1] + vertex[1] * x[2])
            }
            Shape::Section(s) => (s.support)(&s.parameters, [x[1], x[2]]),
        }
    }

    /// Replaces the tangential components of `x` by the nearest point of D.
    pub fn project(&self, x: &mut [f64]) {
        match *self {
            Shape::Ellipsoids(groups, count) => {
                groups[..count].iter().for_each(|g| projection::ellipsoid(g, x));
            }
            Shape::Interval(minus, plus) => x[1] = within(x[1], -minus, plus),
            Shape::Polygon(mu, facets) => projection::polygon(mu, facets, x),
            Shape::Section(s) => {
                let p = (s.project)(&s.parameters, [x[1], x[2]]);
                (x[1], x[2]) = (p[0], p[1]);
            }
        }
    }
}

impl Ellipsoid {
    fn support(&self, x: &[f64]) -> f64 {
        let rows = &x[self.start..self.start + self.dim];
        rows.iter()
            .zip(self.axes)
            .map(|(x, a)| (a * x) * (a * x))
            .sum::<f64>()
            .sqrt()
    }
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

/// How far (x, y) lies beyond the line of the nearest edge of the polygon of radius μ; NaN stays NaN.
pub(crate) fn polygon_excess(mu: f64, facets: usize, x: f64, y: f64) -> f64 {
    let half = std::f64::consts::PI / facets as f64;
    let angle = y.atan2(x).rem_euclid(2.0 * half);
    let size = (x * x + y * y).sqrt();
    let excess = size * (angle - half).cos() - mu * half.cos();
    if excess < 0.0 { 0.0 } else { excess }
}

/// x within [lo, hi]; a bound that is no number (0 · ∞) bounds nothing, where `clamp` would panic.
#[inline]
pub(crate) fn within(x: f64, lo: f64, hi: f64) -> f64 {
    if x < lo {
        lo
    } else if x > hi {
        hi
    } else {
        x
    }
}
