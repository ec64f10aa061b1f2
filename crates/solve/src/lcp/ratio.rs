//! The ratio test of the path-following methods: who leaves the basis first, ties broken lexicographically.
//!
//! ```text
//! leaving = lexmin { (x_i, β_i) / (−rate_i) : rate_i < 0 },      β_i row i of the inverse of the basis
//! ```
//! This is the plain ratio test for q + (ε, ε², …, εⁿ): no basis comes back, so no cycle (Cottle, Pang, Stone
//! 1992, §4.9). Rounding blurs ties; values within δ of each other are taken as tied, and among tied rows
//! those with a pivot 10⁻⁷ times the largest one are left out.

use super::form::Form;
use super::kernel::{Kernel, Var};

/// Memory of the ratio test.
#[derive(Default)]
pub(super) struct Ratio {
    ties: Vec<Var>,
    column: Vec<f64>,
}

/// The other variable of the pair.
pub(super) fn complement(var: Var) -> Var {
    match var {
        Var::Z(j) => Var::W(j),
        Var::W(i) => Var::Z(i),
    }
}

/// Basic variables that must stay nonnegative: the w and z of rows that are not free, and z₀.
pub(super) fn signed_basics<'a>(form: &'a Form, kernel: &'a Kernel<'_>) -> impl Iterator<Item = Var> + 'a {
    (0..form.n)
        .filter(|&i| !form.free[i])
        .flat_map(|i| [Var::W(i), Var::Z(i)])
        .chain([Var::Z(form.n)])
        .filter(|&v| kernel.is_basic(v))
}

impl Ratio {
    /// The basic variable that reaches 0 first along the rates, and the step; `None` on a ray.
    ///
    /// Only variables for which `watched` holds block. `preferred` wins every tie.
    pub(super) fn leaving(
        &mut self,
        form: &Form,
        kernel: &mut Kernel<'_>,
        watched: impl Fn(Var, f64) -> bool,
        preferred: Var,
    ) -> Option<(Var, f64)> {
        let (mut steepest, mut size) = (0.0_f64, 1.0_f64);
        for var in signed_basics(form, kernel) {
            steepest = steepest.max(kernel.rate(var).abs());
            size = size.max(kernel.value(var).abs());
        }
        let (flat, delta) = (1e-10 * steepest, 1e-13 * size);
        let mut bound = f64::INFINITY;
        for var in signed_basics(form, kernel) {
            let (x, rate) = (kernel.value(var), kernel.rate(var));
            if rate < -flat && watched(var, x) {
                bound = bound.min((x.max(0.0) + delta) / -rate);
            }
        }
        if bound == f64::INFINITY {
            return None;
        }
        self.ties.clear();
        let mut pivot = 0.0_f64;
        for var in signed_basics(form, kernel) {
            let (x, rate) = (kernel.value(var), kernel.rate(var));
            if rate < -flat && watched(var, x) && x.max(0.0) <= bound * -rate {
                self.ties.push(var);
                pivot = pivot.max(-rate);
            }
        }
        let leaving = if self.ties.contains(&preferred) {
            preferred
        } else {
            self.ties.retain(|&v| -kernel.rate(v) >= 1e-7 * pivot);
            self.lexicographic(form.n, kernel)?
        };
        Some((leaving, kernel.value(leaving).max(0.0) / -kernel.rate(leaving)))
    }

    /// The first exchange: z₀ grows until every basic variable is nonnegative; the last one to get there
    /// leaves.
    pub(super) fn first(&mut self, form: &Form, kernel: &mut Kernel<'_>) -> Option<(Var, f64)> {
        let mut step = 0.0_f64;
        for var in signed_basics(form, kernel) {
            step = step.max(-kernel.value(var) / kernel.rate(var));
        }
        self.ties.clear();
        for var in signed_basics(form, kernel) {
            let needed = -kernel.value(var) / kernel.rate(var);
            if needed >= step * (1.0 - 1e-13) {
                self.ties.push(var);
            }
        }
        let leaving = self.lexicographic(form.n, kernel)?;
        Some((leaving, -kernel.value(leaving) / kernel.rate(leaving)))
    }

    /// Lexicographically least of the tied rows, each divided by the size of its rate.
    fn lexicographic(&mut self, n: usize, kernel: &mut Kernel<'_>) -> Option<Var> {
        for k in 0..n {
            if self.ties.len() < 2 {
                break;
            }
            if kernel.is_basic(Var::W(k)) && !self.ties.contains(&Var::W(k)) {
                continue;
            }
            kernel.perturbation(k, &self.ties, &mut self.column);
            // Entries of the inverse below 1e-13 are rounding: the scaled matrix has entries near 1.
            let (mut least, mut blur) = (f64::INFINITY, 0.0_f64);
            for (x, &var) in self.column.iter_mut().zip(&self.ties) {
                let rate = kernel.rate(var).abs();
                *x /= rate;
                least = least.min(*x);
                blur = blur.max(1e-11 * x.abs()).max(1e-13 / rate);
            }
            let mut at = 0;
            let column = &self.column;
            self.ties.retain(|_| {
                at += 1;
                column[at - 1] <= least + blur
            });
        }
        self.ties.first().copied()
    }
}
