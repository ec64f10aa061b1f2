//! The search for a proof that a contact problem has no solution.
//!
//! ```text
//! y ≥ 0 on normal rows, free on bilateral rows, 0 elsewhere:  Wᵀ y + s = 0,  b · y < 0,  s in the dual cones
//! min ‖W̃ᵀ ỹ + s̃‖² + (b̂ · ỹ + 1)²   over ỹ, s̃ with their signs                    b̂ = b̃ / ‖b̃‖
//! ```
//! in variables scaled by the diagonal of W. The least squares vanish exactly where a ray exists. For a
//! symmetric W s = 0 is enough: y · W y = −y · s ≤ 0 makes W y = 0. Otherwise the dual cone of a block is
//! spanned by its normal and a few directions of slip. Where H is known Hᵀ y = 0 is asked instead of W y =
//! 0: the weight of a motion in W is its 1/m, which may be lost in rounding, in H it is one of its own.
//! Method: Lawson and Hanson (1974), chapter 23, nonnegative least squares by active sets; it ends after
//! finitely many exchanges. In a large problem the rows that carry most are tried: where no solution exists
//! the impulses of a method grow along a ray. [`judge::ray_error`] judges what is found. Not here: proofs of
//! another kind, such as those that need friction rows.

use crate::delassus::{BlockMatrix, Delassus};
use crate::judge::{self, Factors};
use crate::law::layout::Kind;
use crate::problem::ContactProblem;
use nalgebra::{DMatrix, DVector, SVD};

/// Directions of slip that span the dual cone of a contact with friction, for an unsymmetric W.
const GENERATORS: usize = 8;
/// Rows of a ray, at most.
const MOST: usize = 60;
/// Unknowns of the least squares, at most.
const MOST_COLUMNS: usize = 400;
/// Largest violation of a ray that is reported, as a share of its size.
const RAY: f64 = 1e-9;
/// Entries of a ray below this share of the largest are rounding.
const NOTHING: f64 = 1e-11;
/// A gradient below this is none, beside columns of length 1.
const FLAT: f64 = 1e-13;
/// Sweeps of rotations of a singular value decomposition: far more than one that ends needs.
const ROTATIONS: usize = 10_000;
/// Entries of W that differ by less than this share are equal.
const SYMMETRIC: f64 = 1e-12;

/// A ray, looked for among the rows that carry most in `r`. `None` where there is none of this kind, or none
/// was found.
pub fn find_ray(problem: &ContactProblem, r: &[f64]) -> Option<Vec<f64>> {
    match &problem.delassus {
        Delassus::Explicit(w) => {
            let y = by_delassus(problem, w, r)?;
            (judge::ray_error(problem, &y) <= RAY).then_some(y)
        }
        Delassus::Factored { mass, jacobian } => find_ray_by(
            problem,
            Factors::given(jacobian, &judge::inertia(mass.matrix())),
            r,
        ),
    }
}

/// The same where the factors of W are known.
pub fn find_ray_by(problem: &ContactProblem, factors: Factors<'_>, r: &[f64]) -> Option<Vec<f64>> {
    if factors.jacobian.nrows != problem.rows() {
        return None;
    }
    let scale = judge::scales(problem);
    let weights = factors.weights(&scale);
    let dofs = weights.len();
    let column = |row: usize| {
        let mut column = vec![0.0; dofs + 1];
        for (j, h) in factors.jacobian.row(row) {
            column[j] += h * weights[j] / scale[row];
        }
        column
    };
    let y = search(problem, (r, &scale), column, &mut |_| ())?;
    (judge::ray_error_by(problem, factors, &y) <= RAY).then_some(y)
}

/// Whether there seems to be a ray: by W alone, whose rounding may be all that there is of it.
pub(crate) fn seems_infeasible(problem: &ContactProblem, r: &[f64]) -> bool {
    match &problem.delassus {
        Delassus::Explicit(w) => {
            by_delassus(problem, w, r).is_some_and(|y| judge::suspicion(problem, w, &y) <= RAY)
        }
        Delassus::Factored { .. } => find_ray(problem, r).is_some(),
    }
}

/// What the least squares with W find.
fn by_delassus(problem: &ContactProblem, w: &BlockMatrix, r: &[f64]) -> Option<Vec<f64>> {
    let scale = judge::scales(problem);
    // Wᵀ, row by row of y, and b below.
    let n = problem.rows();
    let column = |row: usize| {
        let mut column = vec![0.0; n + 1];
        scatter(w, row, &scale, &mut column);
        column
    };
    search(problem, (r, &scale), column, &mut |list| {
        if !is_symmetric(w) {
            add_duals(problem, &scale, list);
        }
    })
}

/// The columns of the least squares, and whether their unknowns may only be positive.
type Columns = Vec<(Vec<f64>, bool)>;

/// The least squares: `column` of each row that y may have a part in, its last entry left for b, and columns
/// of other unknowns.
fn search(
    problem: &ContactProblem,
    (r, scale): (&[f64], &[f64]),
    column: impl Fn(usize) -> Vec<f64>,
    others: &mut dyn FnMut(&mut Columns),
) -> Option<Vec<f64>> {
    let columns = carriers(problem, r, scale);
    if columns.is_empty() {
        return None;
    }
    let free: Vec<f64> = problem
        .free_velocity
        .iter()
        .zip(scale)
        .map(|(b, s)| b / s)
        .collect();
    let length = free.iter().fold(0.0, |most: f64, b| most.max(b.abs()));
    if !(length > 0.0 && length.is_finite()) {
        return None;
    }
    let mut list: Columns = Vec::new();
    for &(row, nonnegative) in &columns {
        let mut column = column(row);
        if let Some(last) = column.last_mut() {
            *last = free[row] / length;
        }
        list.push((column, nonnegative));
    }
    others(&mut list);
    if list.len() > MOST_COLUMNS {
        return None;
    }
    let n = list[0].0.len() - 1;
    let used: Vec<usize> = (0..=n).filter(|&i| list.iter().any(|c| c.0[i] != 0.0)).collect();
    let matrix = DMatrix::from_fn(used.len(), list.len(), |i, j| list[j].0[used[i]]);
    let target = DVector::from_fn(used.len(), |i, _| if used[i] == n { -1.0 } else { 0.0 });
    if !matrix.iter().all(|x| x.is_finite()) {
        return None;
    }
    let nonnegative: Vec<bool> = list.iter().map(|c| c.1).collect();
    let mut x = nonnegative_least_squares(&matrix, &target, &nonnegative)?;
    if list.len() == columns.len() {
        balance(&matrix, used.last() == Some(&n), &mut x);
    }
    let mut y = vec![0.0; problem.rows()];
    let largest = (0..columns.len()).fold(0.0, |most: f64, k| most.max(x[k].abs()));
    for (k, &(row, _)) in columns.iter().enumerate() {
        // What rounding leaves on rows that have no part in it.
        if x[k].abs() > NOTHING * largest {
            y[row] = x[k] / (largest * scale[row]);
        }
    }
    Some(y)
}

/// Rows that a ray may use, those that carry most first, and whether they may only push.
fn carriers(problem: &ContactProblem, r: &[f64], scale: &[f64]) -> Vec<(usize, bool)> {
    let mut rows = Vec::new();
    let mut at = 0;
    for law in &problem.laws {
        match law.kind() {
            Kind::Bilateral => rows.push((at, false)),
            Kind::Unilateral | Kind::Friction => rows.push((at, true)),
            Kind::Box { .. } => {}
        }
        at += law.rows();
    }
    if rows.len() > MOST {
        let carried = |row: usize| (r[row] * scale[row]).abs();
        rows.sort_by(|a, b| carried(b.0).total_cmp(&carried(a.0)).then(a.0.cmp(&b.0)));
        rows.truncate(MOST);
        rows.sort_unstable();
    }
    rows
}

/// Row `row` of W in scaled variables: a column of Wᵀ.
fn scatter(w: &BlockMatrix, row: usize, scale: &[f64], out: &mut [f64]) {
    let i = w.offsets.partition_point(|&first| first <= row) - 1;
    for k in w.row_ptr[i]..w.row_ptr[i + 1] {
        let j = w.col[k];
        let line = &w.block(k)[(row - w.offsets[i]) * w.size(j)..][..w.size(j)];
        for (col, a) in (w.offsets[j]..).zip(line) {
            out[col] += a / (scale[row] * scale[col]);
        }
    }
}

fn is_symmetric(w: &BlockMatrix) -> bool {
    let sparse = w.to_sparse();
    let transposed = sparse.transposed();
    let size = sparse.value.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    (0..sparse.nrows).all(|i| {
        let (mut a, mut b) = (sparse.row(i).peekable(), transposed.row(i).peekable());
        loop {
            let column = match (a.peek(), b.peek()) {
                (None, None) => return true,
                (Some(x), Some(y)) => x.0.min(y.0),
                (Some(x), None) | (None, Some(x)) => x.0,
            };
            let left = a.next_if(|x| x.0 == column).map_or(0.0, |x| x.1);
            let right = b.next_if(|x| x.0 == column).map_or(0.0, |x| x.1);
            if !((left - right).abs() <= SYMMETRIC * size) {
                return false;
            }
        }
    })
}

/// The generators of the dual cones: s ∈ K*, so that −s is in the polar cone.
fn add_duals(problem: &ContactProblem, scale: &[f64], list: &mut Columns) {
    let n = problem.rows();
    let mut at = 0;
    for law in &problem.laws {
        let mut push = |entries: &[(usize, f64)]| {
            let mut column = vec![0.0; n + 1];
            for &(row, x) in entries {
                column[row] = x;
            }
            list.push((column, true));
        };
        match law.kind() {
            Kind::Bilateral | Kind::Box { .. } => {}
            Kind::Unilateral => push(&[(at, 1.0)]),
            Kind::Friction => {
                push(&[(at, 1.0)]);
                let slip = law.layout().slip;
                let count = if slip == 1 { 2 } else { GENERATORS };
                for k in 0..count {
                    let angle = std::f64::consts::TAU * k as f64 / count as f64;
                    let direction = [angle.cos(), angle.sin()];
                    // s_N ≥ s_D(−s_T): the ray over this direction, on the boundary.
                    let mut against = vec![0.0; law.rows()];
                    for t in 0..slip {
                        against[1 + t] = -direction[t];
                    }
                    let height = law.shape().map_or(0.0, |shape| shape.support(&against));
                    let length = height.hypot(1.0);
                    let mut entries = vec![(at, height / length)];
                    entries.extend((0..slip).map(|t| (at + 1 + t, direction[t] / length)));
                    // Slip rows share the scale of the normal row: nothing to convert.
                    debug_assert!(scale[at] == scale[at + 1]);
                    push(&entries);
                }
            }
        }
        at += law.rows();
    }
}

/// min ‖A x − t‖ with x ≥ 0 where asked. `None` where the exchanges do not end.
fn nonnegative_least_squares(
    a: &DMatrix<f64>,
    t: &DVector<f64>,
    nonnegative: &[bool],
) -> Option<DVector<f64>> {
    let n = a.ncols();
    let mut passive: Vec<bool> = nonnegative.iter().map(|only| !only).collect();
    let mut x = DVector::zeros(n);
    if passive.iter().any(|p| *p) {
        x = on_passive(a, t, &passive)?;
    }
    for _ in 0..3 * n + 10 {
        let gradient = a.tr_mul(&(t - a * &x));
        let steepest = (0..n)
            .filter(|&j| !passive[j])
            .max_by(|&i, &j| gradient[i].total_cmp(&gradient[j]));
        let Some(j) = steepest.filter(|&j| gradient[j] > FLAT) else {
            return Some(x);
        };
        passive[j] = true;
        loop {
            let trial = on_passive(a, t, &passive)?;
            // The newcomer must move the way its gradient says: rounding may say otherwise.
            let blocked = |k: usize| passive[k] && nonnegative[k] && !(trial[k] > 0.0);
            let step = (0..n)
                .filter(|&k| blocked(k))
                .map(|k| x[k] / (x[k] - trial[k]))
                .fold(f64::INFINITY, f64::min);
            if step == f64::INFINITY {
                x = trial;
                break;
            }
            let step = if step.is_finite() {
                step.clamp(0.0, 1.0)
            } else {
                0.0
            };
            x += (trial - &x) * step;
            let mut left = false;
            for k in 0..n {
                if passive[k] && nonnegative[k] && !(x[k] > 0.0) {
                    (passive[k], x[k]) = (false, 0.0);
                    left = true;
                }
            }
            if !left {
                return None;
            }
            if !passive[j] {
                // It left at once: nothing is gained along it.
                return Some(x);
            }
        }
    }
    None
}

/// Takes out of x what still moves something, in the columns that it has a part in: the least squares know x
/// to their own rounding, which b has a part in. `last`: whether the last row is b's.
fn balance(a: &DMatrix<f64>, last: bool, x: &mut DVector<f64>) {
    let largest = x.amax();
    let carried: Vec<bool> = x.iter().map(|x| x.abs() > NOTHING * largest).collect();
    let moved = a.rows(0, a.nrows() - usize::from(last)).into_owned();
    if moved.nrows() == 0 || !carried.contains(&true) {
        return;
    }
    for (x, carried) in x.iter_mut().zip(&carried) {
        *x = if *carried { *x } else { 0.0 };
    }
    if let Some(out) = on_passive(&moved, &(&moved * &*x), &carried) {
        *x -= out;
    }
}

/// The least squares on the passive columns, of least length.
fn on_passive(a: &DMatrix<f64>, t: &DVector<f64>, passive: &[bool]) -> Option<DVector<f64>> {
    let columns: Vec<usize> = (0..a.ncols()).filter(|&j| passive[j]).collect();
    let part = a.select_columns(&columns);
    let svd = SVD::try_new(part, true, true, f64::EPSILON, ROTATIONS)?;
    let small = svd.singular_values.max() * FLAT;
    let found = svd.solve(t, small).ok()?;
    let mut x = DVector::zeros(a.ncols());
    for (k, &j) in columns.iter().enumerate() {
        x[j] = found[k];
    }
    Some(x)
}
