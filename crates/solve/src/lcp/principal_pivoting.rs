//! Principal pivoting: one negative w after the other is driven to zero, the rest staying as it was.
//!
//! ```text
//! take r with w_r < 0;  grow z_r until w_r = 0;  when a nonnegative basic variable reaches 0 on the way it
//!                       leaves
//! and its complement enters: the pair r alone is not complementary until w_r reaches 0
//! ```
//! The almost complementary form of Dantzig and Cottle (1968), as Baraff (1994) drives contacts one by one; a
//! principal pivot of order two is two exchanges here. Ends for P-matrices and for positive semidefinite M (a
//! ray then proves infeasibility); for others it may stall. [`least_index`] is Murty's (1974) Bard-type
//! method with the least-index rule: ends for P-matrices, up to 2ⁿ − 1 pivots.

use super::form::Form;
use super::kernel::{Kernel, Var};
use super::lemke::{self, finish};
use super::ratio::{Ratio, complement, signed_basics};
use super::{Options, Run};
use crate::solver::Stop;

/// A value counts as negative below −TINY, in scaled variables where the largest |q| is near 1.
const TINY: f64 = 1e-13;

/// Exchanges between two fresh factorisations.
const LIFE: usize = 50;

fn begin(form: &Form) -> Option<Kernel<'_>> {
    let basic = lemke::start(form)?;
    Kernel::new(form, vec![0.0; form.n], &basic)
}

/// Dantzig–Cottle driving.
pub(super) fn solve(form: &Form, options: &Options) -> Run {
    let Some(mut kernel) = begin(form) else {
        return Run::failed(form, Stop::Breakdown);
    };
    let limit = options.max_iterations.unwrap_or(10_000 + 50 * form.n);
    let mut ratio = Ratio::default();
    let mut pivots = 0;
    loop {
        let size = signed_basics(form, &kernel).fold(1.0_f64, |m, v| m.max(kernel.value(v).abs()));
        let worst = (0..form.n)
            .filter(|&i| !form.free[i] && kernel.is_basic(Var::W(i)) && kernel.w[i] < -TINY * size)
            .min_by(|&i, &j| kernel.w[i].total_cmp(&kernel.w[j]));
        let Some(r) = worst else {
            return finish(form, &kernel, pivots, Stop::Converged);
        };
        if let Some(stop) = drive(form, &mut kernel, &mut ratio, r, (&mut pivots, limit), options) {
            return finish(form, &kernel, pivots, stop);
        }
    }
}

/// Drives w_r to zero; says why when it cannot.
fn drive(
    form: &Form,
    kernel: &mut Kernel<'_>,
    ratio: &mut Ratio,
    r: usize,
    (pivots, limit): (&mut usize, usize),
    options: &Options,
) -> Option<Stop> {
    let mut entering = Var::Z(r);
    loop {
        if *pivots >= limit {
            return Some(Stop::IterationLimit);
        }
        if *pivots % 32 == 31 && options.is_expired() {
            return Some(Stop::TimeLimit);
        }
        if kernel.age >= LIFE && !kernel.refactor() {
            return Some(Stop::Breakdown);
        }
        kernel.set_rates(entering);
        let rate = kernel.dw[r];
        let to_zero = if rate > 1e-12 {
            (-kernel.w[r]).max(0.0) / rate
        } else {
            f64::INFINITY
        };
        let block = ratio.leaving(form, kernel, |v, x| v != Var::W(r) && x >= -TINY, Var::Z(form.n));
        let (leaving, step) = match block {
            Some((who, step)) if step < to_zero => (who, step),
            _ if to_zero < f64::INFINITY => (Var::W(r), to_zero),
            _ => return Some(Stop::Ray),
        };
        let sound = kernel.exchange(entering, leaving, step);
        *pivots += 1;
        if !sound && !kernel.refactor() {
            return Some(Stop::Breakdown);
        }
        if leaving == Var::W(r) {
            return None;
        }
        if leaving == Var::Z(r) {
            return Some(Stop::Stalled);
        }
        entering = complement(leaving);
    }
}

/// Murty's least-index method.
pub(super) fn least_index(form: &Form, options: &Options) -> Run {
    let Some(mut kernel) = begin(form) else {
        return Run::failed(form, Stop::Breakdown);
    };
    let limit = options.max_iterations.unwrap_or(10_000 + 50 * form.n);
    let mut pivots = 0;
    loop {
        let size = signed_basics(form, &kernel).fold(1.0_f64, |m, v| m.max(kernel.value(v).abs()));
        let first = signed_basics(form, &kernel).find(|&v| !(kernel.value(v) >= -TINY * size));
        let Some(leaving) = first else {
            return finish(form, &kernel, pivots, Stop::Converged);
        };
        if pivots >= limit {
            return finish(form, &kernel, pivots, Stop::IterationLimit);
        }
        if pivots % 32 == 31 && options.is_expired() {
            return finish(form, &kernel, pivots, Stop::TimeLimit);
        }
        let entering = complement(leaving);
        kernel.set_rates(entering);
        let rate = kernel.rate(leaving);
        if !(rate.abs() > 1e-12) {
            return finish(form, &kernel, pivots, Stop::Breakdown);
        }
        let step = -kernel.value(leaving) / rate;
        let sound = kernel.exchange(entering, leaving, step);
        pivots += 1;
        if (!sound || kernel.age >= LIFE) && !kernel.refactor() {
            return finish(form, &kernel, pivots, Stop::Breakdown);
        }
    }
}
