//! Friction sections D: the defect r_T − P_{cD}(r_T − u_T) and the support function max { z·d : d ∈ D }.
//!
//! ```text
//! interval    middle one of r − c⁺, u, r + c⁻
//! ellipsoid   P(x)_k = e_k² x_k / (e_k² + λ),   λ ≥ 0 the root of Σ (e_k x_k / (e_k² + λ))² = 1,   e = c a
//! polygon     the nearest point of its edges
//! ```
//! The root by Newton's method on 1/‖q(λ)‖ (Moré, Sorensen 1983), from the left. The vertices of a polygon
//! are doubles.

use crate::dd::Dd;

/// One factor of a friction section, at rows counted from the normal one.
#[derive(Clone, Debug)]
pub enum Section {
    /// Row, largest impulse downwards and upwards for r_N = 1.
    Interval(usize, Dd, Dd),
    /// First row and semi-axes for r_N = 1.
    Ball(usize, Vec<Dd>),
    /// Radius and number of vertices, at rows 1 and 2.
    Polygon(f64, usize),
}

/// Newton steps for an ellipsoid: quadratic after a few, doubles take below 60.
const STEPS: usize = 100;

impl Section {
    /// r_T − P_{cD}(r_T − u_T) on the rows of this section.
    pub fn defect(&self, c: Dd, r: &[Dd], u: &[Dd], out: &mut [Dd]) {
        match self {
            Section::Interval(row, minus, plus) => {
                let (r, u) = (r[*row], u[*row]);
                out[*row] = u.min(r + c * *minus).max(r - c * *plus);
            }
            Section::Ball(start, axes) => {
                let rows = *start..*start + axes.len();
                let e: Vec<Dd> = axes.iter().map(|a| c * *a).collect();
                ball_defect(&e, &r[rows.clone()], &u[rows.clone()], &mut out[rows]);
            }
            Section::Polygon(mu, facets) => {
                polygon_defect(c * Dd::from(*mu), *facets, &r[1..3], &u[1..3], &mut out[1..3]);
            }
        }
    }

    /// max { z·d : d ∈ D } over the rows of this section.
    pub fn support(&self, z: &[Dd]) -> Dd {
        match self {
            Section::Interval(row, minus, plus) => (z[*row] * *plus).max(-(z[*row] * *minus)),
            Section::Ball(start, axes) => {
                let mut sum = Dd::ZERO;
                for (a, z) in axes.iter().zip(&z[*start..]) {
                    sum += (*a * *z) * (*a * *z);
                }
                sum.sqrt()
            }
            Section::Polygon(mu, facets) => (0..*facets)
                .map(|k| {
                    let [x, y] = vertex(*facets, k);
                    z[1] * Dd::from(mu * x) + z[2] * Dd::from(mu * y)
                })
                .fold(Dd::ZERO, Dd::max),
        }
    }
}

fn ball_defect(e: &[Dd], r: &[Dd], u: &[Dd], out: &mut [Dd]) {
    let x: Vec<Dd> = r.iter().zip(u).map(|(r, u)| *r - *u).collect();
    let square = |x: Dd| x * x;
    let mut inside = Dd::ZERO;
    for (x, e) in x.iter().zip(e) {
        if *e > Dd::ZERO {
            inside += square(*x / *e);
        } else if *x != Dd::ZERO {
            inside = Dd::from(f64::INFINITY);
        }
    }
    if x.iter().any(|x| x.is_nan()) || inside.is_nan() {
        out.fill(Dd::from(f64::NAN));
        return;
    }
    if inside <= Dd::ONE {
        out.copy_from_slice(u);
        return;
    }
    let mut lambda = Dd::ZERO;
    for (x, e) in x.iter().zip(e) {
        lambda = lambda.max(*e * x.abs() - square(*e));
    }
    for _ in 0..STEPS {
        let (mut q2, mut slope) = (Dd::ZERO, Dd::ZERO);
        for (x, e) in x.iter().zip(e).filter(|(_, e)| **e > Dd::ZERO) {
            let below = square(*e) + lambda;
            let q = square(*e * *x / below);
            q2 += q;
            slope += q / below;
        }
        // All that lies outside may lie along axes of no length: then λ = 0 is the answer.
        if !(slope > Dd::ZERO) || !(q2 > Dd::ONE) {
            break;
        }
        let step = q2 / slope * (q2.sqrt() - Dd::ONE);
        if !(step.hi > 1e-31 * lambda.hi) {
            break;
        }
        lambda += step;
    }
    for k in 0..x.len() {
        let below = square(e[k]) + lambda;
        let nearest = if e[k] > Dd::ZERO && below > Dd::ZERO {
            square(e[k]) * x[k] / below
        } else {
            Dd::ZERO
        };
        out[k] = r[k] - nearest;
    }
}

/// Vertex k of the regular polygon of radius 1, the first one on the first axis.
fn vertex(facets: usize, k: usize) -> [f64; 2] {
    if (4 * k).is_multiple_of(facets) {
        return match 4 * k / facets % 4 {
            0 => [1.0, 0.0],
            1 => [0.0, 1.0],
            2 => [-1.0, 0.0],
            _ => [0.0, -1.0],
        };
    }
    let angle = std::f64::consts::TAU * k as f64 / facets as f64;
    [angle.cos(), angle.sin()]
}

fn polygon_defect(radius: Dd, facets: usize, r: &[Dd], u: &[Dd], out: &mut [Dd]) {
    if radius == Dd::ZERO {
        out.copy_from_slice(r);
        return;
    }
    let x = [r[0] - u[0], r[1] - u[1]];
    let corner = |k: usize| vertex(facets, k % facets).map(|v| Dd::from(v) * radius);
    let mut outside = false;
    let mut best: Option<(Dd, [Dd; 2])> = None;
    for k in 0..facets {
        let (p, q) = (corner(k), corner(k + 1));
        let edge = [q[0] - p[0], q[1] - p[1]];
        let to = [x[0] - p[0], x[1] - p[1]];
        // Left of every edge is inside; the corners turn against the clock.
        outside |= !(edge[0] * to[1] - edge[1] * to[0] >= Dd::ZERO);
        let length = edge[0] * edge[0] + edge[1] * edge[1];
        let along = if length > Dd::ZERO {
            ((to[0] * edge[0] + to[1] * edge[1]) / length)
                .max(Dd::ZERO)
                .min(Dd::ONE)
        } else {
            Dd::ZERO
        };
        let foot = [p[0] + edge[0] * along, p[1] + edge[1] * along];
        let d = [x[0] - foot[0], x[1] - foot[1]];
        let far = d[0] * d[0] + d[1] * d[1];
        if best.as_ref().is_none_or(|(least, _)| far < *least) {
            best = Some((far, foot));
        }
    }
    let spoiled = x.iter().any(|x| x.is_nan()) || radius.is_nan();
    match best {
        _ if spoiled => out.fill(Dd::from(f64::NAN)),
        Some((_, foot)) if outside => (0..2).for_each(|k| out[k] = r[k] - foot[k]),
        _ => out.copy_from_slice(u),
    }
}
