//! Anderson acceleration of a fixed-point iteration x ← T(x).
//!
//! ```text
//! f = T(x) − x,   γ = argmin ‖f − ΔF γ‖² + ε ‖ΔF‖² ‖γ‖²,   x⁺ = T(x) − (ΔX + ΔF) γ
//! ```
//! with the differences ΔX, ΔF of the last few iterates (type II). The caller decides whether a step was
//! good. Source: Walker and Ni (2011), Anderson acceleration for fixed-point iterations, SIAM J. Numer. Anal.
//! 49.

/// The last differences and their Gram matrix.
pub(crate) struct Anderson {
    memory: usize,
    used: usize,
    next: usize,
    has_last: bool,
    last_image: Vec<f64>,
    last_f: Vec<f64>,
    /// ΔF and Δ(T(x)), one difference after the other.
    df: Vec<Vec<f64>>,
    dg: Vec<Vec<f64>>,
    gram: Vec<f64>,
    work: Vec<f64>,
    gamma: Vec<f64>,
}

impl Anderson {
    pub(crate) fn new(n: usize, memory: usize) -> Self {
        Anderson {
            memory,
            used: 0,
            next: 0,
            has_last: false,
            last_image: vec![0.0; n],
            last_f: vec![0.0; n],
            df: vec![vec![0.0; n]; memory],
            dg: vec![vec![0.0; n]; memory],
            gram: vec![0.0; memory * memory],
            work: vec![0.0; memory * memory],
            gamma: vec![0.0; memory],
        }
    }

    /// For iterates of `n` entries from now on; forgets everything, keeps the memory.
    pub(crate) fn fit(&mut self, n: usize) {
        for x in self.df.iter_mut().chain(&mut self.dg) {
            x.resize(n, 0.0);
        }
        self.last_image.resize(n, 0.0);
        self.last_f.resize(n, 0.0);
        self.reset();
    }

    pub(crate) fn reset(&mut self) {
        self.used = 0;
        self.next = 0;
        self.has_last = false;
    }

    /// From T(x) and f = T(x) − x to the next x; plain T(x) while there is no history.
    pub(crate) fn step(&mut self, image: &[f64], f: &[f64], x: &mut [f64]) {
        x.copy_from_slice(image);
        if self.memory == 0 {
            return;
        }
        if self.has_last {
            let c = self.next;
            for i in 0..f.len() {
                self.df[c][i] = f[i] - self.last_f[i];
                self.dg[c][i] = image[i] - self.last_image[i];
            }
            self.used = (self.used + 1).min(self.memory);
            self.next = (c + 1) % self.memory;
            for j in 0..self.used {
                let product = dot(&self.df[c], &self.df[j]);
                self.gram[c * self.memory + j] = product;
                self.gram[j * self.memory + c] = product;
            }
        }
        self.has_last = true;
        self.last_f.copy_from_slice(f);
        self.last_image.copy_from_slice(image);
        if self.used > 0 && self.coefficients(f) {
            for j in 0..self.used {
                let g = self.gamma[j];
                for (x, d) in x.iter_mut().zip(&self.dg[j]) {
                    *x -= g * d;
                }
            }
        }
    }

    /// Solves the regularised normal equations by Cholesky; `false` when they are not positive.
    fn coefficients(&mut self, f: &[f64]) -> bool {
        let (n, m) = (self.used, self.memory);
        let trace: f64 = (0..n).map(|i| self.gram[i * m + i]).sum();
        if !(trace > 0.0) {
            return false;
        }
        for i in 0..n {
            self.gamma[i] = dot(&self.df[i], f);
            for j in 0..=i {
                let mut sum = self.gram[i * m + j];
                if i == j {
                    sum += 1e-10 * trace;
                }
                for k in 0..j {
                    sum -= self.work[i * m + k] * self.work[j * m + k];
                }
                if i == j {
                    if !(sum > 0.0) {
                        return false;
                    }
                    self.work[i * m + i] = sum.sqrt();
                } else {
                    self.work[i * m + j] = sum / self.work[j * m + j];
                }
            }
        }
        for i in 0..n {
            let known: f64 = (0..i).map(|k| self.work[i * m + k] * self.gamma[k]).sum();
            self.gamma[i] = (self.gamma[i] - known) / self.work[i * m + i];
        }
        for i in (0..n).rev() {
            let known: f64 = (i + 1..n).map(|k| self.work[k * m + i] * self.gamma[k]).sum();
            self.gamma[i] = (self.gamma[i] - known) / self.work[i * m + i];
        }
        self.gamma[..n].iter().all(|g| g.is_finite())
    }
}

/// aᵀ b in eight partial sums, which the compiler keeps in wide registers.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<8>(), b.as_chunks::<8>());
    let mut sums = [0.0; 8];
    for (a, b) in a.iter().zip(b) {
        for k in 0..8 {
            sums[k] += a[k] * b[k];
        }
    }
    let rest: f64 = a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum();
    sums.iter().sum::<f64>() + rest
}
