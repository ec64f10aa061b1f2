//! The solutions that share one complementary basis: a polyhedron, by its vertices and extreme rays.
//!
//! ```text
//! P = { z_A : M_AA z_A = −q_A,  z_i ≥ 0 (i ∈ A signed),  M_iA z_A + q_i ≥ 0 (i ∉ A) },  z_A = p + N t,
//!                               G t + g ≥ 0
//! ```
//! p and the null space N come from elimination with complete pivoting; a regular M_AA leaves a point.
//! Otherwise the vertices are the feasible points where dim(t) independent constraints are tight, the rays
//! those of one fewer. Every choice of constraints is tried, up to a budget: no linear program is needed.

/// Pivots below this part of the largest entry count as zero.
const RANK: f64 = 1e-11;

/// Solutions of A x = b.
pub(super) struct Affine {
    /// One solution.
    pub(super) point: Vec<f64>,
    /// A basis of the null space.
    pub(super) null: Vec<Vec<f64>>,
}

/// All x with A x = b, A row-major m × n; `None` when there is none.
pub(super) fn affine(m: usize, n: usize, mut a: Vec<f64>, mut b: Vec<f64>) -> Option<Affine> {
    let scale = super::linear::largest(&a);
    let mut order: Vec<usize> = (0..n).collect();
    let mut rank = 0;
    while rank < m.min(n) {
        let (mut best, mut at) = (RANK * scale, None);
        for i in rank..m {
            for j in rank..n {
                if a[i * n + j].abs() > best {
                    (best, at) = (a[i * n + j].abs(), Some((i, j)));
                }
            }
        }
        let Some((row, col)) = at else { break };
        if row != rank {
            (0..n).for_each(|j| a.swap(row * n + j, rank * n + j));
            b.swap(row, rank);
        }
        if col != rank {
            (0..m).for_each(|i| a.swap(i * n + col, i * n + rank));
            order.swap(col, rank);
        }
        for i in (0..m).filter(|&i| i != rank) {
            let factor = a[i * n + rank] / a[rank * n + rank];
            if factor != 0.0 {
                (rank..n).for_each(|j| a[i * n + j] -= factor * a[rank * n + j]);
                b[i] -= factor * b[rank];
            }
        }
        rank += 1;
    }
    let size = super::linear::largest(&b).max(1.0);
    if b[rank..].iter().any(|x| !(x.abs() <= 1e-9 * size)) {
        return None;
    }
    let mut point = vec![0.0; n];
    for k in 0..rank {
        point[order[k]] = b[k] / a[k * n + k];
    }
    let null = (rank..n)
        .map(|j| {
            let mut x = vec![0.0; n];
            x[order[j]] = 1.0;
            for k in 0..rank {
                x[order[k]] = -a[k * n + j] / a[k * n + k];
            }
            x
        })
        .collect();
    Some(Affine { point, null })
}

/// Vertices and extreme rays of { t : G t + g ≥ 0 }, dim(t) = d, rows of G after one another.
pub(super) struct Corners {
    /// Vertices; when G holds a line, one point of each face of least dimension.
    pub(super) vertices: Vec<Vec<f64>>,
    /// Directions along which the set is unbounded.
    pub(super) rays: Vec<Vec<f64>>,
}

/// Tries every choice of tight constraints; `None` when the budget ends first.
pub(super) fn corners(d: usize, g_rows: &[f64], g: &[f64], budget: &mut u64) -> Option<Corners> {
    let mut out = Corners {
        vertices: vec![],
        rays: vec![],
    };
    let size = super::linear::largest(g).max(1.0);
    let Some(constraints) = constraints(d, g_rows, g, size) else {
        return Some(out);
    };
    let all: Vec<f64> = constraints
        .iter()
        .flat_map(|&i| g_rows[i * d..(i + 1) * d].to_vec())
        .collect();
    let lines = affine(constraints.len(), d, all, vec![0.0; constraints.len()])?.null;
    let (span, feasible) = (d - lines.len(), |t: &[f64], offset: f64| {
        constraints.iter().all(|&i| {
            let value: f64 = g_rows[i * d..(i + 1) * d].iter().zip(t).map(|(a, t)| a * t).sum();
            value + offset * g[i] >= -1e-9 * (size * offset + super::linear::largest(t))
        })
    });
    let complete = combinations(constraints.len(), span, budget, |choice| {
        if let Some(x) = tight(d, g_rows, g, choice.iter().map(|&c| constraints[c]), &lines)
            && x.null.is_empty()
            && feasible(&x.point, 1.0)
        {
            out.vertices.push(x.point);
        }
    });
    let complete = complete
        && (span == 0
            || combinations(constraints.len(), span - 1, budget, |choice| {
                let zero = vec![0.0; g.len()];
                let Some(x) = tight(d, g_rows, &zero, choice.iter().map(|&c| constraints[c]), &lines) else {
                    return;
                };
                if let [direction] = x.null.as_slice() {
                    for sign in [1.0, -1.0] {
                        let ray: Vec<f64> = direction.iter().map(|x| sign * x).collect();
                        if feasible(&ray, 0.0) {
                            out.rays.push(ray);
                        }
                    }
                }
            }));
    if out.vertices.is_empty() {
        out.rays.clear();
    } else {
        for line in lines {
            out.rays.push(line.iter().map(|x| -x).collect());
            out.rays.push(line);
        }
    }
    complete.then_some(out)
}

/// The constraints that depend on t, without repetition; `None` when one that does not is violated.
fn constraints(d: usize, g_rows: &[f64], g: &[f64], size: f64) -> Option<Vec<usize>> {
    let mut kept: Vec<usize> = Vec::new();
    for i in 0..g.len() {
        let row = &g_rows[i * d..(i + 1) * d];
        if super::linear::largest(row) > 1e-10 {
            let twin = |&k: &usize| g[k] == g[i] && g_rows[k * d..(k + 1) * d] == *row;
            if !kept.iter().any(twin) {
                kept.push(i);
            }
        } else if !(g[i] >= -1e-9 * size) {
            return None;
        }
    }
    Some(kept)
}

/// Points where the chosen constraints are tight, orthogonal to the lines.
fn tight(
    d: usize,
    g_rows: &[f64],
    g: &[f64],
    chosen: impl Iterator<Item = usize>,
    lines: &[Vec<f64>],
) -> Option<Affine> {
    let (mut a, mut b) = (Vec::new(), Vec::new());
    for i in chosen {
        a.extend_from_slice(&g_rows[i * d..(i + 1) * d]);
        b.push(-g[i]);
    }
    for line in lines {
        a.extend_from_slice(line);
        b.push(0.0);
    }
    affine(b.len(), d, a, b)
}

/// Visits every choice of k out of n; false when the budget ends.
fn combinations(n: usize, k: usize, budget: &mut u64, mut visit: impl FnMut(&[usize])) -> bool {
    if k > n {
        return true;
    }
    let mut choice: Vec<usize> = (0..k).collect();
    loop {
        if *budget == 0 {
            return false;
        }
        *budget -= 1;
        visit(&choice);
        let Some(at) = (0..k).rev().find(|&i| choice[i] < n - k + i) else {
            return true;
        };
        choice[at] += 1;
        for i in at + 1..k {
            choice[i] = choice[i - 1] + 1;
        }
    }
}
