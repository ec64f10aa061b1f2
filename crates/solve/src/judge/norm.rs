//! Norms that neither overflow nor vanish.
//!
//! ```text
//! ‖x‖ = m √Σ (x_i / m)²,   m = max |x_i|, carried along
//! ```

/// Squares below this lose digits, beyond its inverse they overflow: the root is what a double of half the
/// exponent holds.
const SAFE: f64 = 1e-280;

/// What norms are made of.
pub(super) trait Sum: Copy + Default {
    /// Adds one number.
    fn add(&mut self, x: f64);
    /// Adds all that another holds.
    fn join(&mut self, other: &Self);
    /// The norm.
    fn value(self) -> f64;
    /// Whether nothing was lost.
    fn is_safe(&self) -> bool;
    /// The norm of two numbers.
    fn pair(a: f64, b: f64) -> f64 {
        let mut sum = Self::default();
        sum.add(a);
        sum.add(b);
        sum.value()
    }
}

/// A plain sum of squares: quick, and wrong beyond 1e±140.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Squares {
    sum: f64,
    /// Whether anything but 0 was added: a sum of 0 may be one that vanished.
    any: bool,
}

impl Sum for Squares {
    #[inline]
    fn add(&mut self, x: f64) {
        self.sum += x * x;
        self.any |= x != 0.0;
    }

    #[inline]
    fn join(&mut self, other: &Self) {
        self.sum += other.sum;
        self.any |= other.any;
    }

    #[inline]
    fn value(self) -> f64 {
        self.sum.sqrt()
    }

    #[inline]
    fn is_safe(&self) -> bool {
        !self.any || (self.sum >= SAFE && self.sum <= 1.0 / SAFE)
    }
}

/// A sum of squares with its own scale. NaN and infinity stay.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Norm {
    scale: f64,
    sum: f64,
}

impl Sum for Norm {
    fn add(&mut self, x: f64) {
        let x = x.abs();
        if x == 0.0 || !self.scale.is_finite() {
            return;
        }
        if !x.is_finite() {
            (self.scale, self.sum) = (x, 1.0);
        } else if x > self.scale {
            let ratio = self.scale / x;
            self.sum = 1.0 + self.sum * ratio * ratio;
            self.scale = x;
        } else {
            let ratio = x / self.scale;
            self.sum += ratio * ratio;
        }
    }

    fn join(&mut self, other: &Self) {
        self.add(other.value());
    }

    fn value(self) -> f64 {
        self.scale * self.sum.sqrt()
    }

    fn is_safe(&self) -> bool {
        true
    }
}

/// The norm of a list.
#[inline]
pub(super) fn norm(list: impl IntoIterator<Item = f64> + Clone) -> f64 {
    let mut squares = Squares::default();
    list.clone().into_iter().for_each(|x| squares.add(x));
    if squares.is_safe() {
        return squares.value();
    }
    let mut norm = Norm::default();
    list.into_iter().for_each(|x| norm.add(x));
    norm.value()
}

/// a / b: 0 where a is 0, infinite where b alone is; NaN stays.
#[inline]
pub(super) fn share(a: f64, b: f64) -> f64 {
    if a == 0.0 { 0.0 } else { a / b }
}

/// The larger one; NaN if either is.
#[inline]
pub(super) fn larger(a: f64, b: f64) -> f64 {
    if a > b || a.is_nan() { a } else { b }
}
