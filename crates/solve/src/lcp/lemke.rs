//! Lemke's method: complementary pivoting along a path of almost complementary bases.
//!
//! ```text
//! w = M z + d z₀ + q,   d > 0:    z₀ falls from max(−q/d) to 0 along a path on which z ⟂ w but for one pair
//! ```
//! It ends at a solution or on a secondary ray. For copositive-plus M a ray proves that the problem is
//! infeasible; for copositive M (facetted friction) the path ends at a solution when sᵀq ≥ 0 for every s ≥ 0
//! with M s ≥ 0 and sᵀM s = 0; for other M a ray proves nothing. The path may be exponentially long. The
//! basis is kept as in [`super::kernel`], the ratio test is lexicographic, and the answer is solved afresh
//! from the data on the last complementary basis. References: Lemke (1965); Cottle, Pang, Stone (1992), §4.4
//! and §4.9; Anitescu and Potra (1997).

use super::form::Form;
use super::kernel::{Kernel, Var};
use super::ratio::{Ratio, complement, signed_basics};
use super::{Options, Run};
use crate::solver::Stop;

/// A half-line of almost complementary points: (z, z₀) + t (direction, covering), t ≥ 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Ray {
    /// Where the ray begins.
    pub z: Vec<f64>,
    /// Its direction in z.
    pub direction: Vec<f64>,
    /// Rate of z₀ along it, in the units of the scaled problem: 0 when M alone makes the ray.
    pub covering: f64,
}

/// Exchanges between two fresh factorisations: few where they cost nothing, so that ties stay sharp.
fn life(form: &Form) -> usize {
    if form.n <= 40 { 4 } else { 80 }
}

/// Lemke's method from the basis w (and the free z), with other covering vectors when rounding spoils the
/// path.
pub(super) fn solve(form: &Form, options: &Options) -> Run {
    let Some(basic) = start(form) else {
        return Run::failed(form, Stop::Breakdown);
    };
    let limit = options.max_iterations.unwrap_or(10_000 + 50 * form.n);
    let mut best: Option<Run> = None;
    let mut spent = 0;
    for attempt in 0..5 {
        let covering = covering(form, options, attempt);
        let mut run = follow(form, &covering, &basic, limit.saturating_sub(spent), options);
        spent += run.iterations;
        run.iterations = spent;
        let error = form.error(&run.z);
        let final_word = matches!(run.stop, Stop::Ray | Stop::TimeLimit | Stop::IterationLimit);
        let good = error <= options.tolerance;
        if best.as_ref().is_none_or(|b| !(form.error(&b.z) <= error)) || final_word || good {
            best = Some(run);
        }
        if good || final_word {
            break;
        }
    }
    best.unwrap_or_else(|| Run::failed(form, Stop::Breakdown))
}

/// Pivots from a guess: the complementary basis it shows, or the usual start when that one is singular.
pub(super) fn solve_from(form: &Form, guess: &[f64], options: &Options) -> Run {
    let w = form.w(guess);
    let basic: Vec<bool> = (0..form.n).map(|i| form.free[i] || guess[i] > w[i]).collect();
    let limit = options.max_iterations.unwrap_or(10_000 + 50 * form.n);
    follow(form, &vec![1.0; form.n], &basic, limit, options)
}

/// The covering vector of an attempt: the one asked for, then even in the scaled rows, then uneven ones.
fn covering(form: &Form, options: &Options, attempt: usize) -> Vec<f64> {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(attempt as u64 + 1);
    (0..form.n)
        .map(|i| match attempt {
            0 => {
                let asked = options.covering.as_ref().and_then(|d| d.get(i)).copied();
                let d = asked.filter(|d| *d > 0.0 && d.is_finite()).unwrap_or(1.0);
                d * form.row_scale[i]
            }
            1 => 1.0,
            _ => {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                0.5 + (state >> 11) as f64 / (1u64 << 53) as f64
            }
        })
        .collect()
}

/// A complementary set that holds the free rows and has a regular matrix: the free rows alone when they do.
pub(super) fn start(form: &Form) -> Option<Vec<bool>> {
    if Kernel::new(form, vec![0.0; form.n], &form.free).is_some() {
        return Some(form.free.clone());
    }
    let basic = crash(form);
    Kernel::new(form, vec![0.0; form.n], &basic).map(|_| basic)
}

/// Principal pivots of order one and two until every free row is in, others brought in as partners where
/// needed.
fn crash(form: &Form) -> Vec<bool> {
    let n = form.n;
    let mut a = form.rows.to_dense();
    let mut basic = vec![false; n];
    let mut settled = vec![false; n];
    for _ in 0..n {
        let single = (0..n)
            .filter(|&i| form.free[i] && !settled[i])
            .max_by(|&i, &j| a[(i, i)].abs().total_cmp(&a[(j, j)].abs()));
        let Some(i) = single else { break };
        let mut best = (a[(i, i)].abs(), i);
        for k in (0..n).filter(|&k| form.free[k] && !settled[k]) {
            for j in (0..n).filter(|&j| j != k && !(form.free[j] && settled[j])) {
                let minor = (a[(k, k)] * a[(j, j)] - a[(k, j)] * a[(j, k)]).abs().sqrt();
                if best.0 < 1e-8 && minor > best.0 {
                    best = (minor, k * n + j + n);
                }
            }
        }
        let pair = if best.1 < n {
            vec![i]
        } else {
            vec![(best.1 - n) / n, (best.1 - n) % n]
        };
        if !(best.0 > 1e-12) {
            break;
        }
        principal_pivot(&mut a, &pair);
        for &k in &pair {
            basic[k] = !basic[k];
            settled[k] = form.free[k];
        }
    }
    basic
}

/// Exchanges w_P and z_P in the dictionary w = A z.
fn principal_pivot(a: &mut nalgebra::DMatrix<f64>, set: &[usize]) {
    let (n, k) = (a.nrows(), set.len());
    let block = nalgebra::DMatrix::from_fn(k, k, |i, j| a[(set[i], set[j])]);
    let Some(inverse) = block.try_inverse() else {
        return;
    };
    let rest: Vec<usize> = (0..n).filter(|i| !set.contains(i)).collect();
    let columns = nalgebra::DMatrix::from_fn(rest.len(), k, |i, j| a[(rest[i], set[j])]) * &inverse;
    let rows = &inverse * nalgebra::DMatrix::from_fn(k, rest.len(), |i, j| a[(set[i], rest[j])]);
    for (p, &i) in rest.iter().enumerate() {
        for &j in &rest {
            a[(i, j)] -= (0..k).map(|s| columns[(p, s)] * a[(set[s], j)]).sum::<f64>();
        }
    }
    for s in 0..k {
        for (p, &i) in rest.iter().enumerate() {
            a[(i, set[s])] = columns[(p, s)];
            a[(set[s], i)] = -rows[(s, p)];
        }
        for t in 0..k {
            a[(set[s], set[t])] = inverse[(s, t)];
        }
    }
}

/// d such that every signed basic variable grows at the rate `pace` with z₀, and the free z do not move.
fn column_for(form: &Form, pace: &[f64], basic: &[bool]) -> Vec<f64> {
    let mut d: Vec<f64> = (0..form.n)
        .map(|i| if basic[i] { 0.0 } else { pace[i] })
        .collect();
    for j in (0..form.n).filter(|&j| basic[j] && !form.free[j]) {
        for (i, a) in form.cols.row(j) {
            d[i] -= a * pace[j];
        }
    }
    d
}

/// Follows one path.
fn follow(form: &Form, pace: &[f64], basic: &[bool], limit: usize, options: &Options) -> Run {
    let Some(mut kernel) = Kernel::new(form, column_for(form, pace, basic), basic) else {
        return Run::failed(form, Stop::Breakdown);
    };
    if signed_basics(form, &kernel).all(|v| kernel.value(v) >= 0.0) {
        return finish(form, &kernel, 0, Stop::Converged);
    }
    let z0 = Var::Z(form.n);
    let mut ratio = Ratio::default();
    if limit == 0 {
        return finish(form, &kernel, 0, Stop::IterationLimit);
    }
    kernel.set_rates(z0);
    let Some((mut leaving, step)) = ratio.first(form, &mut kernel) else {
        return finish(form, &kernel, 0, Stop::Breakdown);
    };
    let mut sound = kernel.exchange(z0, leaving, step);
    let mut pivots = 1;
    while pivots < limit {
        if (!sound || kernel.age >= life(form)) && !kernel.refactor() {
            return finish(form, &kernel, pivots, Stop::Breakdown);
        }
        if pivots % 32 == 0 && options.is_expired() {
            return finish(form, &kernel, pivots, Stop::TimeLimit);
        }
        let entering = complement(leaving);
        kernel.set_rates(entering);
        let mut next = ratio.leaving(form, &mut kernel, |_, _| true, z0);
        if next.is_none() && kernel.age > 0 {
            // A ray must hold in fresh arithmetic.
            if !kernel.refactor() {
                return finish(form, &kernel, pivots, Stop::Breakdown);
            }
            kernel.set_rates(entering);
            next = ratio.leaving(form, &mut kernel, |_, _| true, z0);
        }
        let Some((who, step)) = next else {
            let mut run = finish(form, &kernel, pivots, Stop::Ray);
            run.ray = Some(Ray {
                z: form.restore(&kernel.z[..form.n]),
                direction: form.restore_direction(&kernel.dz[..form.n]),
                covering: kernel.dz[form.n],
            });
            return run;
        };
        sound = kernel.exchange(entering, who, step);
        pivots += 1;
        leaving = who;
        if leaving == z0 {
            return finish(form, &kernel, pivots, Stop::Converged);
        }
    }
    finish(form, &kernel, pivots, Stop::IterationLimit)
}

/// The answer of a kernel, made exact on its basic set.
pub(super) fn finish(form: &Form, kernel: &Kernel<'_>, iterations: usize, stop: Stop) -> Run {
    let mut z = kernel.z[..form.n].to_vec();
    form.polish_on(&kernel.basic_set(), &mut z);
    Run {
        z,
        iterations,
        stop,
        ray: None,
    }
}
