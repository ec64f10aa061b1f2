//! The laws as second-order cones, and Nesterov–Todd's scaling of them.
//!
//! ```text
//! x = E r + e,   x ∈ L = { x₀ ≥ ‖x₁‖ },    Eᵀ z = û,  z ∈ L,  x ⟂ z          û = u + (Σ ‖z₁‖) n
//! disc, ellipse, torsion   x = (r_N, C⁻¹ r_T)                                C the semi-axes of D
//! interval [−m, p]         x = (r_N, (r_T − h r_N)/a),   a = (p + m)/2,  h = (p − m)/2
//! rolling                  two cones that share r_N
//! box                      x = r − lo and x = hi − r, each where finite
//! ```
//! In these variables De Saxcé's shift is the sum of the ‖z₁‖ for every friction law. A row whose semi-axis
//! is zero and a box of no width are *fixed*. With λ = W z = W⁻¹ x (W the scaling, not Delassus') the Jordan
//! product x ∘ z = μ e becomes λ ∘ λ = μ e. Sources: Vandenberghe (2010), The CVXOPT linear and quadratic
//! cone program solvers, §4; Alizadeh, Goldfarb (2003).

use crate::law::layout::Kind;
use crate::law::{Ellipsoid, Law, MAX_ROWS, Shape};

/// Most components of one cone: normal, two of sliding, torsion.
pub(crate) const MAX_CONE: usize = 4;
/// A small vector in a cone.
pub(crate) type Small = [f64; MAX_CONE];

/// One cone x = E r + e of a block, with its point and scaling.
#[derive(Clone)]
pub(crate) struct Cone {
    /// First row of its block, and the number of rows.
    pub(crate) first: usize,
    pub(crate) rows: usize,
    /// Where the block of D begins.
    pub(crate) block_at: usize,
    pub(crate) dim: usize,
    map: [[f64; MAX_ROWS]; MAX_CONE],
    offset: Small,
    pub(crate) x: Small,
    pub(crate) z: Small,
    pub(crate) dx: Small,
    pub(crate) dz: Small,
    lambda: Small,
    eta: f64,
    w: Small,
}

/// What a row needs besides the cones.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Row {
    /// Ruled by a cone.
    Cone,
    /// No bound at all: u = 0.
    Free,
    /// Held at this value.
    Fixed(f64),
}

fn blank(first: usize, rows: usize, block_at: usize) -> Cone {
    Cone {
        first,
        rows,
        block_at,
        dim: 1,
        map: [[0.0; MAX_ROWS]; MAX_CONE],
        offset: [0.0; MAX_CONE],
        x: [0.0; MAX_CONE],
        z: [0.0; MAX_CONE],
        dx: [0.0; MAX_CONE],
        dz: [0.0; MAX_CONE],
        lambda: [0.0; MAX_CONE],
        eta: 1.0,
        w: [0.0; MAX_CONE],
    }
}

/// Appends the cones of one block and says what its rows are; `None` for a law that is no second-order cone.
pub(crate) fn cones_of(
    law: &Law,
    first: usize,
    block_at: usize,
    cones: &mut Vec<Cone>,
) -> Option<[Row; MAX_ROWS]> {
    let mut kinds = [Row::Cone; MAX_ROWS];
    let empty = blank(first, law.rows(), block_at);
    match law.kind() {
        Kind::Bilateral => kinds[0] = Row::Free,
        Kind::Box { lo, hi } => kinds[0] = box_cones(lo, hi, &empty, cones),
        Kind::Unilateral => cones.push(with_normal(&empty)),
        Kind::Friction => match law.shape()? {
            Shape::Ellipsoids(groups, count) => {
                for group in &groups[..count] {
                    cones.push(ellipsoid_cone(group, &empty, &mut kinds));
                }
            }
            Shape::Interval(minus, plus) => {
                let (half, middle) = (0.5 * (plus + minus), 0.5 * (plus - minus));
                let mut cone = with_normal(&empty);
                if half > 0.0 {
                    cone.dim = 2;
                    cone.map[1][0] = -middle / half;
                    cone.map[1][1] = 1.0 / half;
                } else {
                    kinds[1] = Row::Fixed(0.0);
                }
                cones.push(cone);
            }
            Shape::Polygon(..) | Shape::Section(_) => return None,
        },
    }
    Some(kinds)
}

fn with_normal(empty: &Cone) -> Cone {
    let mut cone = empty.clone();
    cone.map[0][0] = 1.0;
    cone
}

fn box_cones(lo: f64, hi: f64, empty: &Cone, cones: &mut Vec<Cone>) -> Row {
    if lo == hi {
        return Row::Fixed(lo);
    }
    if lo.is_finite() {
        let mut cone = with_normal(empty);
        cone.offset[0] = -lo;
        cones.push(cone);
    }
    if hi.is_finite() {
        let mut cone = empty.clone();
        cone.map[0][0] = -1.0;
        cone.offset[0] = hi;
        cones.push(cone);
    }
    if lo.is_finite() || hi.is_finite() {
        Row::Cone
    } else {
        Row::Free
    }
}

fn ellipsoid_cone(group: &Ellipsoid, empty: &Cone, kinds: &mut [Row; MAX_ROWS]) -> Cone {
    let mut cone = with_normal(empty);
    for k in 0..group.dim {
        let (row, axis) = (group.start + k, group.axes[k]);
        if axis > 0.0 {
            cone.map[cone.dim][row] = 1.0 / axis;
            cone.dim += 1;
        } else {
            kinds[row] = Row::Fixed(0.0);
        }
    }
    cone
}

impl Cone {
    /// E r, without the constant.
    pub(crate) fn image(&self, r: &[f64]) -> Small {
        let r = &r[self.first..self.first + self.rows];
        let mut out = [0.0; MAX_CONE];
        for (out, row) in out.iter_mut().zip(&self.map).take(self.dim) {
            *out = row.iter().zip(r).map(|(e, r)| e * r).sum();
        }
        out
    }

    /// x = E r + e.
    pub(crate) fn place(&mut self, r: &[f64]) {
        self.x = self.image(r);
        for (x, e) in self.x.iter_mut().zip(&self.offset) {
            *x += e;
        }
    }

    /// r_T / r_N on the axis of an interval's cone.
    pub(crate) fn centre(&self) -> f64 {
        -self.map[1][0] / self.map[1][1]
    }

    /// Adds Eᵀ v to the block's rows of `out`.
    pub(crate) fn add_transposed(&self, v: &Small, out: &mut [f64]) {
        let out = &mut out[self.first..self.first + self.rows];
        for (row, v) in self.map.iter().zip(v).take(self.dim) {
            for (out, e) in out.iter_mut().zip(row) {
                *out += e * v;
            }
        }
    }

    /// ‖z₁‖: this cone's part of De Saxcé's shift.
    pub(crate) fn shift(&self) -> f64 {
        norm(&self.z[1..self.dim])
    }

    /// v₁ᵀ z₁ / ‖z₁‖: how the shift changes along v.
    pub(crate) fn shift_along(&self, v: &Small) -> f64 {
        let size = self.shift();
        if size > 0.0 {
            dot(&self.z[1..self.dim], &v[1..self.dim]) / size
        } else {
            0.0
        }
    }

    /// Computes the scaling and λ; `false` when x or z has left the cone.
    pub(crate) fn rescale(&mut self) -> bool {
        let d = self.dim;
        let (det_x, det_z) = (determinant(&self.x, d), determinant(&self.z, d));
        if !(det_x > 0.0 && det_z > 0.0 && self.x[0] > 0.0 && self.z[0] > 0.0) {
            return false;
        }
        let (root_x, root_z) = (det_x.sqrt(), det_z.sqrt());
        let product = dot(&self.x[..d], &self.z[..d]) / (root_x * root_z);
        let gamma = (0.5 * (1.0 + product)).sqrt();
        self.eta = (root_x / root_z).sqrt();
        self.w = [0.0; MAX_CONE];
        self.w[0] = 0.5 * (self.x[0] / root_x + self.z[0] / root_z) / gamma;
        for k in 1..d {
            self.w[k] = 0.5 * (self.x[k] / root_x - self.z[k] / root_z) / gamma;
        }
        let z = self.z;
        self.lambda = self.scale(&z, 1.0);
        self.eta.is_finite() && self.w[0].is_finite() && self.lambda[0] > 0.0
    }

    /// W v for `sign` = 1, W⁻¹ v for `sign` = −1.
    fn scale(&self, v: &Small, sign: f64) -> Small {
        let d = self.dim;
        let eta = if sign > 0.0 { self.eta } else { 1.0 / self.eta };
        let along = sign * dot(&self.w[1..d], &v[1..d]);
        let mut out = [0.0; MAX_CONE];
        out[0] = eta * (self.w[0] * v[0] + along);
        let factor = sign * (v[0] + along / (1.0 + self.w[0]));
        for k in 1..d {
            out[k] = eta * (v[k] + factor * self.w[k]);
        }
        out
    }

    /// Θ v = W⁻² v.
    pub(crate) fn stiffness(&self, v: &Small) -> Small {
        self.scale(&self.scale(v, -1.0), -1.0)
    }

    /// Adds Γ Θ E to the block of D, Γ = Eᵀ − n ẑ₁ᵀ where `coupled`, else Eᵀ.
    pub(crate) fn add_stiffness(&self, coupled: bool, d: &mut [f64]) {
        let n = self.rows;
        let block = &mut d[self.block_at..self.block_at + n * n];
        for c in 0..n {
            let mut column = [0.0; MAX_CONE];
            for (x, row) in column.iter_mut().zip(&self.map).take(self.dim) {
                *x = row[c];
            }
            let v = self.stiffness(&column);
            for a in 0..n {
                let sum: f64 = (0..self.dim).map(|k| self.map[k][a] * v[k]).sum();
                block[a * n + c] += sum;
            }
            if coupled {
                block[c] -= self.shift_along(&v);
            }
        }
    }

    /// p with dz = p − Θ E dr for the target λ∘λ → σμ e, less the second-order term of the predictor where
    /// asked.
    pub(crate) fn target(&self, centre: f64, corrected: bool) -> Small {
        let d = self.dim;
        let lambda = &self.lambda;
        let mut rhs = [0.0; MAX_CONE];
        rhs[0] = centre - dot(&lambda[..d], &lambda[..d]);
        for k in 1..d {
            rhs[k] = -2.0 * lambda[0] * lambda[k];
        }
        if corrected {
            let (dx, dz) = (self.scale(&self.dx, -1.0), self.scale(&self.dz, 1.0));
            rhs[0] -= dot(&dx[..d], &dz[..d]);
            for k in 1..d {
                rhs[k] -= dx[0] * dz[k] + dz[0] * dx[k];
            }
        }
        // λ ∘ y = rhs.
        let mut y = [0.0; MAX_CONE];
        y[0] = (lambda[0] * rhs[0] - dot(&lambda[1..d], &rhs[1..d])) / determinant(lambda, d);
        for k in 1..d {
            y[k] = (rhs[k] - y[0] * lambda[k]) / lambda[0];
        }
        self.scale(&y, -1.0)
    }

    /// Longest step along (dx, dz) that stays in both cones.
    pub(crate) fn longest_step(&self) -> f64 {
        let reach = |v: Small| {
            let d = self.dim;
            let size = determinant(&self.lambda, d).sqrt();
            let bar = self.lambda.map(|l| l / size);
            let normal = bar[0] * v[0] - dot(&bar[1..d], &v[1..d]);
            let mut tangent = [0.0; MAX_CONE];
            for k in 1..d {
                tangent[k] = v[k] - (normal + v[0]) / (bar[0] + 1.0) * bar[k];
            }
            (norm(&tangent[1..d]) - normal) / size
        };
        let worst = reach(self.scale(&self.dx, -1.0)).max(reach(self.scale(&self.dz, 1.0)));
        if worst > 0.0 { 1.0 / worst } else { f64::INFINITY }
    }

    /// xᵀ z after a step of length `alpha`.
    pub(crate) fn gap(&self, alpha: f64) -> f64 {
        (0..self.dim)
            .map(|k| (self.x[k] + alpha * self.dx[k]) * (self.z[k] + alpha * self.dz[k]))
            .sum()
    }
}

/// x₀² − ‖x₁‖².
fn determinant(x: &Small, dim: usize) -> f64 {
    let size = norm(&x[1..dim]);
    (x[0] - size) * (x[0] + size)
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn norm(a: &[f64]) -> f64 {
    dot(a, a).sqrt()
}
