//! The basis of a pivoting method, through the inverse of its kernel.
//!
//! ```text
//! w = M z + d z₀ + q,  I = rows whose w is nonbasic (w_I = 0),  J = columns whose z is basic (z₀ may be one)
//! K = (M d)_IJ,        z_J = −K⁻¹ q_I,     w_i = q_i + (M d)_iJ z_J   for i ∉ I
//! ```
//! I and J have as many members. An exchange of one nonbasic variable for a basic one adds, removes or
//! replaces a row or a column of K and costs O(|J|²) instead of the O(n²) of a full tableau: in contact
//! problems |J| is a few rows for each closed contact. The inverse is rebuilt from a fresh factorisation now
//! and then, and x_B with it.

use super::form::Form;
use super::linear::{Lu, add_scaled, dot, largest};

/// A variable: z_j, z₀ (`Z(n)`) or w_i.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Var {
    Z(usize),
    W(usize),
}

const NONE: usize = usize::MAX;

/// A basis with its values and the rates of its variables along the last entering one.
pub(super) struct Kernel<'a> {
    form: &'a Form,
    /// d, the column of z₀.
    pub(super) covering: Vec<f64>,
    row_of: Vec<usize>,
    col_of: Vec<usize>,
    row_at: Vec<usize>,
    col_at: Vec<usize>,
    inverse: Vec<f64>,
    stride: usize,
    /// z and z₀.
    pub(super) z: Vec<f64>,
    /// w.
    pub(super) w: Vec<f64>,
    /// Rates of z and z₀.
    pub(super) dz: Vec<f64>,
    /// Rates of w.
    pub(super) dw: Vec<f64>,
    /// Exchanges since the last fresh factorisation.
    pub(super) age: usize,
    work: Vec<f64>,
    other: Vec<f64>,
}

impl<'a> Kernel<'a> {
    /// The basis with z_i basic where `basic`, w_i elsewhere. `None` when it is singular.
    pub(super) fn new(form: &'a Form, covering: Vec<f64>, basic: &[bool]) -> Option<Self> {
        let n = form.n;
        let set: Vec<usize> = (0..n).filter(|&i| basic[i]).collect();
        let mut kernel = Kernel {
            form,
            covering,
            row_of: set.clone(),
            col_of: set,
            row_at: vec![NONE; n],
            col_at: vec![NONE; n + 1],
            inverse: Vec::new(),
            stride: 0,
            z: vec![0.0; n + 1],
            w: vec![0.0; n],
            dz: vec![0.0; n + 1],
            dw: vec![0.0; n],
            age: 0,
            work: Vec::new(),
            other: Vec::new(),
        };
        for (p, &i) in kernel.row_of.iter().enumerate() {
            kernel.row_at[i] = p;
            kernel.col_at[i] = p;
        }
        kernel.refactor().then_some(kernel)
    }

    /// Whether a variable is basic.
    pub(super) fn is_basic(&self, var: Var) -> bool {
        match var {
            Var::Z(j) => self.col_at[j] != NONE,
            Var::W(i) => self.row_at[i] == NONE,
        }
    }

    /// Which z are basic, z₀ left out.
    pub(super) fn basic_set(&self) -> Vec<bool> {
        (0..self.form.n).map(|j| self.col_at[j] != NONE).collect()
    }

    /// Rebuilds K⁻¹ and the values from the data. False when K is singular.
    pub(super) fn refactor(&mut self) -> bool {
        let k = self.col_of.len();
        let mut a = vec![0.0; k * k];
        for p in 0..k {
            let column = &mut a[p * k..(p + 1) * k];
            for_column(self.form, &self.covering, self.col_of[p], |i, x| {
                if self.row_at[i] != NONE {
                    column[self.row_at[i]] = x;
                }
            });
        }
        let Some(lu) = Lu::new(k, &a) else { return false };
        let inverse = lu.inverse();
        self.stride = k + k / 4 + 16;
        self.inverse.clear();
        self.inverse.resize(self.stride * self.stride, 0.0);
        for p in 0..k {
            for t in 0..k {
                self.inverse[p * self.stride + t] = inverse[(p, t)];
            }
        }
        let finite = inverse.col_iter().all(|c| c.iter().all(|x| x.is_finite()));
        self.age = 0;
        if !finite || (k > 0 && largest(&a) * largest(&self.inverse) > 1e15) {
            return false;
        }
        self.set_values(&lu);
        true
    }

    fn set_values(&mut self, lu: &Lu) {
        self.z.fill(0.0);
        let mut x = vec![0.0; self.col_of.len()];
        // Twice: the second pass refines the first.
        for _ in 0..2 {
            self.set_w();
            for (x, &i) in x.iter_mut().zip(&self.row_of) {
                *x = -self.w[i];
            }
            lu.solve(&mut x);
            for (x, &j) in x.iter().zip(&self.col_of) {
                self.z[j] += x;
            }
        }
        self.set_w();
        for &i in &self.row_of {
            self.w[i] = 0.0;
        }
    }

    fn set_w(&mut self) {
        self.w.copy_from_slice(&self.form.q);
        for &j in &self.col_of {
            let x = self.z[j];
            for_column(self.form, &self.covering, j, |i, a| self.w[i] += a * x);
        }
    }

    /// Rates of all basic variables when the nonbasic `entering` grows.
    pub(super) fn set_rates(&mut self, entering: Var) {
        let k = self.col_of.len();
        self.work.clear();
        self.work.resize(k, 0.0);
        self.dz.fill(0.0);
        self.dw.fill(0.0);
        match entering {
            Var::Z(s) => {
                self.dz[s] = 1.0;
                let (work, row_at) = (&mut self.work, &self.row_at);
                for_column(self.form, &self.covering, s, |i, a| {
                    if row_at[i] != NONE {
                        work[row_at[i]] = -a;
                    }
                });
                for p in 0..k {
                    self.dz[self.col_of[p]] =
                        dot(&self.inverse[p * self.stride..p * self.stride + k], &self.work);
                }
            }
            Var::W(s) => {
                let t = self.row_at[s];
                for p in 0..k {
                    self.dz[self.col_of[p]] = self.inverse[p * self.stride + t];
                }
            }
        }
        let dw = &mut self.dw;
        for j in (0..self.dz.len()).filter(|&j| self.dz[j] != 0.0) {
            let x = self.dz[j];
            for_column(self.form, &self.covering, j, |i, a| dw[i] += a * x);
        }
        for &i in &self.row_of {
            self.dw[i] = 0.0;
        }
        if let Var::W(s) = entering {
            self.dw[s] = 1.0;
        }
    }

    /// Value of a variable.
    pub(super) fn value(&self, var: Var) -> f64 {
        match var {
            Var::Z(j) => self.z[j],
            Var::W(i) => self.w[i],
        }
    }

    /// Rate of a variable along the last entering one.
    pub(super) fn rate(&self, var: Var) -> f64 {
        match var {
            Var::Z(j) => self.dz[j],
            Var::W(i) => self.dw[i],
        }
    }

    /// Rates of the basic variables `vars` when q_k grows by one: column k of the inverse of the basis.
    pub(super) fn perturbation(&mut self, k: usize, vars: &[Var], out: &mut Vec<f64>) {
        out.clear();
        if self.row_at[k] == NONE {
            out.extend(vars.iter().map(|&v| if v == Var::W(k) { 1.0 } else { 0.0 }));
            return;
        }
        let (t, n) = (self.row_at[k], self.form.n);
        for &var in vars {
            out.push(match var {
                Var::Z(j) => -self.inverse[self.col_at[j] * self.stride + t],
                Var::W(i) => {
                    let at = |j: usize| match self.col_at[j] {
                        NONE => 0.0,
                        p => self.inverse[p * self.stride + t],
                    };
                    -self.form.rows.row(i).map(|(j, a)| a * at(j)).sum::<f64>() - self.covering[i] * at(n)
                }
            });
        }
    }

    /// Moves along the last rates until `entering` = `step`, then exchanges it for `leaving`.
    ///
    /// False when rounding has spoilt the inverse too far to go on.
    pub(super) fn exchange(&mut self, entering: Var, leaving: Var, step: f64) -> bool {
        add_scaled(step, &self.dz, &mut self.z);
        add_scaled(step, &self.dw, &mut self.w);
        match entering {
            Var::Z(j) => self.z[j] = step,
            Var::W(i) => self.w[i] = step,
        }
        match leaving {
            Var::Z(j) => self.z[j] = 0.0,
            Var::W(i) => self.w[i] = 0.0,
        }
        self.age += 1;
        match (entering, leaving) {
            (Var::Z(s), Var::W(r)) => self.grow(r, s),
            (Var::Z(s), Var::Z(j)) => self.replace_column(j, s),
            (Var::W(s), Var::Z(j)) => self.shrink(s, j),
            (Var::W(s), Var::W(r)) => self.replace_row(s, r),
        }
    }

    /// (M d)_rJ K⁻¹, into `work`; the row itself stays in `other`.
    fn row_times_inverse(&mut self, r: usize) {
        let k = self.col_of.len();
        self.other.clear();
        self.other.resize(k, 0.0);
        for (j, a) in self.form.rows.row(r) {
            if self.col_at[j] != NONE {
                self.other[self.col_at[j]] = a;
            }
        }
        if self.col_at[self.form.n] != NONE {
            self.other[self.col_at[self.form.n]] = self.covering[r];
        }
        self.work.clear();
        self.work.resize(k, 0.0);
        for p in (0..k).filter(|&p| self.other[p] != 0.0) {
            let row = &self.inverse[p * self.stride..p * self.stride + k];
            add_scaled(self.other[p], row, &mut self.work);
        }
    }

    fn grow(&mut self, r: usize, s: usize) -> bool {
        let k = self.col_of.len();
        self.make_room(k + 1);
        self.row_times_inverse(r);
        let sigma = self.dw[r];
        // The same pivot by rows: the two agree unless the inverse is worn out.
        let mut corner = 0.0;
        let mut by_rows = 0.0;
        let (work, row_at) = (&self.work, &self.row_at);
        for_column(self.form, &self.covering, s, |i, a| {
            if i == r {
                corner = a;
            } else if row_at[i] != NONE {
                by_rows -= work[row_at[i]] * a;
            }
        });
        by_rows += corner;
        for p in 0..k {
            // −K⁻¹c is the rate of the basic z.
            let u = self.dz[self.col_of[p]] / sigma;
            let row = &mut self.inverse[p * self.stride..=p * self.stride + k];
            if u != 0.0 {
                add_scaled(-u, &self.work, &mut row[..k]);
            }
            row[k] = u;
        }
        let row = &mut self.inverse[k * self.stride..=k * self.stride + k];
        for (x, v) in row.iter_mut().zip(&self.work) {
            *x = -v / sigma;
        }
        row[k] = 1.0 / sigma;
        self.row_at[r] = k;
        self.col_at[s] = k;
        self.row_of.push(r);
        self.col_of.push(s);
        sigma != 0.0 && sigma.is_finite() && (by_rows - sigma).abs() <= 1e-6 * sigma.abs()
    }

    fn replace_column(&mut self, j: usize, s: usize) -> bool {
        let (k, p) = (self.col_of.len(), self.col_at[j]);
        let pivot = -self.dz[j];
        self.work.clear();
        let row = &self.inverse[p * self.stride..p * self.stride + k];
        self.work.extend(row.iter().map(|x| x / pivot));
        for i in 0..k {
            let u = -self.dz[self.col_of[i]];
            let row = &mut self.inverse[i * self.stride..i * self.stride + k];
            if i == p {
                row.copy_from_slice(&self.work);
            } else if u != 0.0 {
                add_scaled(-u, &self.work, row);
            }
        }
        self.col_of[p] = s;
        self.col_at[j] = NONE;
        self.col_at[s] = p;
        pivot != 0.0 && pivot.is_finite()
    }

    fn replace_row(&mut self, s: usize, r: usize) -> bool {
        self.row_times_inverse(r);
        let (k, t) = (self.col_of.len(), self.row_at[s]);
        let pivot = self.work[t];
        let expected = self.dw[r];
        for p in 0..k {
            let row = &mut self.inverse[p * self.stride..p * self.stride + k];
            let x = row[t] / pivot;
            if x != 0.0 {
                add_scaled(-x, &self.work, row);
            }
            row[t] = x;
        }
        self.row_of[t] = r;
        self.row_at[s] = NONE;
        self.row_at[r] = t;
        pivot != 0.0 && (pivot - expected).abs() <= 1e-6 * pivot.abs()
    }

    fn shrink(&mut self, s: usize, j: usize) -> bool {
        let (k, p, t) = (self.col_of.len(), self.col_at[j], self.row_at[s]);
        let pivot = self.inverse[p * self.stride + t];
        self.work.clear();
        self.work.extend(
            self.inverse[p * self.stride..p * self.stride + k]
                .iter()
                .map(|x| x / pivot),
        );
        for i in (0..k).filter(|&i| i != p) {
            let row = &mut self.inverse[i * self.stride..i * self.stride + k];
            let x = row[t];
            if x != 0.0 {
                add_scaled(-x, &self.work, row);
            }
            row[t] = row[k - 1];
        }
        if p != k - 1 {
            let (from, to) = ((k - 1) * self.stride, p * self.stride);
            self.inverse.copy_within(from..from + k, to);
        }
        remove(&mut self.col_of, &mut self.col_at, p, j);
        remove(&mut self.row_of, &mut self.row_at, t, s);
        pivot != 0.0 && pivot.is_finite()
    }

    fn make_room(&mut self, k: usize) {
        if k <= self.stride {
            return;
        }
        let (old, wide) = (self.stride, k + k / 2 + 16);
        let mut inverse = vec![0.0; wide * wide];
        for p in 0..k - 1 {
            inverse[p * wide..p * wide + k - 1].copy_from_slice(&self.inverse[p * old..p * old + k - 1]);
        }
        (self.inverse, self.stride) = (inverse, wide);
    }
}

/// Visits column j of (M d); j = n is d.
fn for_column(form: &Form, covering: &[f64], j: usize, mut visit: impl FnMut(usize, f64)) {
    if j == form.n {
        covering.iter().enumerate().for_each(|(i, &d)| visit(i, d));
    } else {
        form.cols.row(j).for_each(|(i, a)| visit(i, a));
    }
}

fn remove(list: &mut Vec<usize>, place: &mut [usize], at: usize, item: usize) {
    let last = list.len() - 1;
    list.swap_remove(at);
    if at != last {
        place[list[at]] = at;
    }
    place[item] = NONE;
}
