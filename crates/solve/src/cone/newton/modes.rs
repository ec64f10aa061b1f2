//! The contact modes around a point, and the linear system of one nonsmooth Newton step in them.
//!
//! Each block is open, sticking or sliding as Alart and Curnier's map says at (r, u). In a fixed mode the
//! laws are smooth, and a block keeps as many unknowns as it has equations:
//!
//! ```text
//! open     r = 0                                              no unknown
//! stick    u = 0                                              a column e_k for every row
//! slip     u_N = 0, r_T = r_N C d, C u_T = −α d, ‖d‖ = 1      columns  e_N + C d  and  C t  for t ⟂ d
//! A δ = −Eᵀ u(r̄),      A = Eᵀ W F + S + regularisation,       r = r̄ + F δ
//! ```
//! with E the equations (e_N; C t), F the unknowns, C the semi-axes of D, and S = α / r_N on the directions
//! t: turning the friction impulse turns the slip velocity it must oppose. A is unsymmetric because friction
//! is not associated. Reference: Alart and Curnier (1991). Polygons and general sections have no modes here.

use crate::delassus::BlockMatrix;
use crate::law::layout::Kind;
use crate::law::{Ellipsoid, Law, MAX_ROWS, Shape};

/// The unknowns of one block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mode {
    /// Number of unknowns and equations.
    pub(crate) count: usize,
    /// Equations, `rows` entries per unknown.
    pub(crate) e: [[f64; MAX_ROWS]; MAX_ROWS],
    /// Unknown directions.
    pub(crate) f: [[f64; MAX_ROWS]; MAX_ROWS],
    /// Added to the diagonal.
    pub(crate) s: [f64; MAX_ROWS],
    /// Whether unknown and equation k are row k with some factor: what holds or sticks.
    rowwise: bool,
}

impl Mode {
    const EMPTY: Mode = Mode {
        rowwise: true,
        count: 0,
        e: [[0.0; MAX_ROWS]; MAX_ROWS],
        f: [[0.0; MAX_ROWS]; MAX_ROWS],
        s: [0.0; MAX_ROWS],
    };

    fn push(&mut self, e: [f64; MAX_ROWS], f: [f64; MAX_ROWS], s: f64) {
        self.e[self.count] = e;
        self.f[self.count] = f;
        self.s[self.count] = s;
        self.count += 1;
        self.rowwise = false;
    }

    fn push_row(&mut self, row: usize, size: f64) {
        let mut column = [0.0; MAX_ROWS];
        column[row] = size;
        let rowwise = self.rowwise && row == self.count;
        self.push(column, column, 0.0);
        self.rowwise = rowwise;
    }
}

/// Whether Newton's method covers the law.
pub(crate) fn covers(law: &Law) -> bool {
    match law.shape() {
        None | Some(Shape::Ellipsoids(..) | Shape::Interval(..)) => true,
        Some(Shape::Polygon(..) | Shape::Section(_)) => false,
    }
}

/// The map whose pieces are the modes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Map {
    /// Alart and Curnier's: r_N − ρ u_N says open or closed, then r_T − ρ u_T against (r_N − ρ u_N) D says
    /// stick or slip.
    #[default]
    AlartCurnier,
    /// The natural map: where r − ρ û lies, in K (stick), in its polar cone (open) or between (slip).
    Natural,
}

/// The mode of a block at (r, u); moves r to the nearest point r̄ of that mode. `scale` is √d per row.
pub(crate) fn mode_at(map: Map, law: &Law, r: &mut [f64], u: &[f64], scale: &[f64]) -> Mode {
    let mut mode = Mode::EMPTY;
    let d = scale[0] * scale[0];
    let ahead = r[0] - u[0] / d;
    match law.kind() {
        Kind::Bilateral => mode.push_row(0, 1.0 / scale[0]),
        Kind::Box { lo, hi } => {
            if ahead > lo && ahead < hi {
                mode.push_row(0, 1.0 / scale[0]);
            } else {
                r[0] = crate::law::within(ahead, lo, hi);
            }
        }
        Kind::Unilateral => {
            if ahead > 0.0 {
                mode.push_row(0, 1.0 / scale[0]);
            } else {
                r[0] = 0.0;
            }
        }
        Kind::Friction => match map {
            Map::AlartCurnier if ahead > 0.0 => friction_mode(law, r, u, scale, ahead, &mut mode),
            Map::Natural if !in_polar(law, r, u, scale, ahead) => {
                let shifted = ahead - law.shift(u) / d;
                friction_mode(law, r, u, scale, shifted, &mut mode);
            }
            _ => r.fill(0.0),
        },
    }
    mode
}

/// Whether r − ρ û lies in the polar cone of K, given the normal part of r − ρ u.
fn in_polar(law: &Law, r: &[f64], u: &[f64], scale: &[f64], ahead: f64) -> bool {
    let support = match law.shape() {
        Some(Shape::Ellipsoids(groups, count)) => groups[..count]
            .iter()
            .map(|g| length(&ahead_of(g, r, u, scale).0))
            .sum(),
        Some(shape) => shape.support(&[0.0, r[1] - u[1] / (scale[1] * scale[1]), 0.0]),
        None => 0.0,
    };
    !(ahead - law.shift(u) / (scale[0] * scale[0]) + support > 0.0)
}

/// y = C⁻¹ r − ρ C u of a group, ρ the same for all its rows, and v = C u.
fn ahead_of(g: &Ellipsoid, r: &[f64], u: &[f64], scale: &[f64]) -> ([f64; 3], [f64; 3]) {
    let (mut y, mut v) = ([0.0; 3], [0.0; 3]);
    let (mut stiffness, mut live) = (0.0, 0.0);
    for k in (0..g.dim).filter(|&k| g.axes[k] > 0.0) {
        stiffness += (g.axes[k] * scale[g.start + k]) * (g.axes[k] * scale[g.start + k]);
        live += 1.0;
    }
    for k in (0..g.dim).filter(|&k| g.axes[k] > 0.0) {
        v[k] = g.axes[k] * u[g.start + k];
        y[k] = r[g.start + k] / g.axes[k] - v[k] * live / stiffness;
    }
    (y, v)
}

fn length(x: &[f64; 3]) -> f64 {
    (x[0] * x[0] + x[1] * x[1] + x[2] * x[2]).sqrt()
}

fn friction_mode(law: &Law, r: &mut [f64], u: &[f64], scale: &[f64], ahead: f64, mode: &mut Mode) {
    mode.push_row(0, 1.0 / scale[0]);
    match law.shape() {
        Some(Shape::Ellipsoids(groups, count)) => {
            for group in &groups[..count] {
                group_mode(group, r, u, scale, ahead, mode);
            }
        }
        Some(Shape::Interval(minus, plus)) => {
            let x = r[1] - u[1] / (scale[1] * scale[1]);
            if x > plus * ahead || x < -minus * ahead {
                let slope = if x > plus * ahead { plus } else { -minus };
                mode.rowwise = false;
                mode.f[0][1] = slope / scale[0];
                r[1] = slope * r[0];
            } else {
                mode.push_row(1, 1.0 / scale[1]);
            }
        }
        _ => {}
    }
}

fn group_mode(g: &Ellipsoid, r: &mut [f64], u: &[f64], scale: &[f64], ahead: f64, mode: &mut Mode) {
    let (y, v) = ahead_of(g, r, u, scale);
    for k in (0..g.dim).filter(|&k| !(g.axes[k] > 0.0)) {
        r[g.start + k] = 0.0;
    }
    let norm = length(&y);
    if norm <= ahead {
        for k in (0..g.dim).filter(|&k| g.axes[k] > 0.0) {
            mode.push_row(g.start + k, 1.0 / scale[g.start + k]);
        }
        return;
    }
    let direction = y.map(|y| y / norm);
    let slip = -(direction[0] * v[0] + direction[1] * v[1] + direction[2] * v[2]);
    let stiffness = slip.max(0.0) / r[0].max(0.01 * ahead).max(f64::MIN_POSITIVE);
    mode.rowwise = false;
    for k in 0..g.dim {
        let row = g.start + k;
        mode.f[0][row] = g.axes[k] * direction[k] / scale[0];
        r[row] = r[0] * g.axes[k] * direction[k];
    }
    for t in across(&direction, &g.axes, g.dim).into_iter().flatten() {
        let mut column = [0.0; MAX_ROWS];
        let mut length = 0.0;
        for k in 0..g.dim {
            let x = g.axes[k] * t[k];
            column[g.start + k] = x;
            length += (scale[g.start + k] * x) * (scale[g.start + k] * x);
        }
        if length > 0.0 {
            let inv = 1.0 / length.sqrt();
            let column = column.map(|x| x * inv);
            mode.push(column, column, stiffness * inv * inv);
        }
    }
}

/// An orthonormal basis of the plane across d, among the rows that have an axis.
fn across(d: &[f64; 3], axes: &[f64; 3], dim: usize) -> [Option<[f64; 3]>; 2] {
    let live: Vec3 = std::array::from_fn(|k| if k < dim && axes[k] > 0.0 { 1.0 } else { 0.0 });
    match live.iter().sum::<f64>() {
        n if n < 1.5 => [None, None],
        n if n < 2.5 => {
            let (i, j) = match (live[0] > 0.0, live[1] > 0.0) {
                (true, true) => (0, 1),
                (true, false) => (0, 2),
                _ => (1, 2),
            };
            let mut t = [0.0; 3];
            (t[i], t[j]) = (-d[j], d[i]);
            [Some(t), None]
        }
        _ => {
            // The axis least along d gives the first direction, the cross product the second.
            let least = (0..3)
                .min_by(|&i, &j| d[i].abs().total_cmp(&d[j].abs()))
                .unwrap_or(0);
            let mut a = [0.0; 3];
            a[least] = 1.0;
            let along = d[least];
            let mut t: Vec3 = std::array::from_fn(|k| a[k] - along * d[k]);
            let norm = (t[0] * t[0] + t[1] * t[1] + t[2] * t[2]).sqrt();
            t = t.map(|x| x / norm);
            let c = [
                d[1] * t[2] - d[2] * t[1],
                d[2] * t[0] - d[0] * t[2],
                d[0] * t[1] - d[1] * t[0],
            ];
            [Some(t), Some(c)]
        }
    }
}

type Vec3 = [f64; 3];

/// Calls `put(row, column, value)` for every entry of A = Eᵀ (W + diag(extra)) F + S in the given modes.
pub(crate) fn assemble(
    w: &BlockMatrix,
    modes: &[Mode],
    first: &[usize],
    extra: &[f64],
    mut put: impl FnMut(usize, usize, f64),
) {
    for i in 0..modes.len() {
        let (mi, ni) = (&modes[i], w.size(i));
        if mi.count == 0 {
            continue;
        }
        for k in w.row_ptr[i]..w.row_ptr[i + 1] {
            let j = w.col[k];
            let (mj, nj) = (&modes[j], w.size(j));
            if mj.count == 0 {
                continue;
            }
            let block = w.block(k);
            if mi.rowwise && mj.rowwise && i != j {
                for b in 0..mj.count {
                    for a in 0..mi.count {
                        let x = mi.e[a][a] * (block[a * nj + b] * mj.f[b][b]);
                        put(first[i] + a, first[j] + b, x);
                    }
                }
                continue;
            }
            for b in 0..mj.count {
                let mut wf = [0.0; MAX_ROWS];
                for (row, wf) in wf.iter_mut().enumerate().take(ni) {
                    *wf = (0..nj).map(|c| block[row * nj + c] * mj.f[b][c]).sum();
                }
                for a in 0..mi.count {
                    let mut x: f64 = (0..ni).map(|row| mi.e[a][row] * wf[row]).sum();
                    if i == j {
                        let at = w.offsets[i];
                        x += (0..ni)
                            .map(|row| mi.e[a][row] * extra[at + row] * mi.f[b][row])
                            .sum::<f64>();
                        if a == b {
                            x += mi.s[a];
                        }
                    }
                    put(first[i] + a, first[j] + b, x);
                }
            }
        }
    }
}
