//! Numbers of about 32 digits: the unevaluated sum of two doubles.
//!
//! ```text
//! x = hi + lo,   |lo| ≤ ½ ulp(hi)
//! two_sum   a + b = s + e exactly          two_prod   a b = p + e exactly (e by a fused product)
//! ```
//! Source: Dekker (1971); Hida, Li, Bailey (2001), Library for double-double and quad-double arithmetic. The
//! range is that of doubles: products below about 1e-290 lose their second half, so callers scale first.

use std::cmp::Ordering;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

/// A number hi + lo.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Dd {
    /// The nearest double.
    pub hi: f64,
    /// What is left.
    pub lo: f64,
}

#[inline]
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let s = a + b;
    let c = s - a;
    (s, (a - (s - c)) + (b - c))
}

#[inline]
fn quick(hi: f64, lo: f64) -> Dd {
    let s = hi + lo;
    if !s.is_finite() {
        return Dd { hi: s, lo: 0.0 };
    }
    Dd {
        hi: s,
        lo: lo - (s - hi),
    }
}

#[allow(
    clippy::disallowed_methods,
    reason = "a fused product is exact on every target, in software where there is no instruction"
)]
#[inline]
fn two_prod(a: f64, b: f64) -> (f64, f64) {
    let p = a * b;
    (p, a.mul_add(b, -p))
}

impl Dd {
    /// 0.
    pub const ZERO: Dd = Dd { hi: 0.0, lo: 0.0 };
    /// 1.
    pub const ONE: Dd = Dd { hi: 1.0, lo: 0.0 };

    /// |x|.
    #[must_use]
    pub fn abs(self) -> Self {
        if self.hi < 0.0 { -self } else { self }
    }

    /// √x; 0 for what is not positive, NaN for NaN.
    #[must_use]
    pub fn sqrt(self) -> Self {
        if self.hi <= 0.0 {
            return Dd::ZERO;
        }
        // One step of Newton for 1/√x on top of the double, Karp's trick.
        let x = self.hi.sqrt();
        if !x.is_finite() {
            return Dd { hi: x, lo: 0.0 };
        }
        let rest = self - Dd::from(x) * Dd::from(x);
        Dd::from(x) + Dd::from(rest.hi / (2.0 * x))
    }

    /// The larger one; NaN if either is.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        if self >= other || self.is_nan() {
            self
        } else {
            other
        }
    }

    /// The smaller one; NaN if either is.
    #[must_use]
    pub fn min(self, other: Self) -> Self {
        if self <= other || self.is_nan() {
            self
        } else {
            other
        }
    }

    /// Whether it is NaN.
    pub fn is_nan(self) -> bool {
        self.hi.is_nan() || self.lo.is_nan()
    }

    /// Whether it is finite.
    pub fn is_finite(self) -> bool {
        self.hi.is_finite() && self.lo.is_finite()
    }

    /// x 2ᵏ, exact inside the range.
    #[must_use]
    pub fn shifted(self, k: i32) -> Self {
        Dd {
            hi: shifted(self.hi, k),
            lo: shifted(self.lo, k),
        }
    }
}

/// x 2ᵏ, exact inside the range.
pub fn shifted(mut x: f64, mut k: i32) -> f64 {
    /// The largest step whose power of two and its inverse are normal numbers.
    const STEP: i32 = 1000;
    while k != 0 {
        let part = k.clamp(-STEP, STEP);
        x *= 2f64.powi(part);
        k -= part;
    }
    x
}

/// The k with 2ᵏ ≤ |x| < 2ᵏ⁺¹, to one; 0 for 0 and what is not finite.
pub fn exponent(x: f64) -> i32 {
    if x == 0.0 || !x.is_finite() {
        return 0;
    }
    // Subnormal numbers are lifted first.
    let (x, lift) = if x.abs() < f64::MIN_POSITIVE {
        (x * 2f64.powi(64), 64)
    } else {
        (x, 0)
    };
    let biased = i32::try_from((x.to_bits() >> 52) & 0x7ff).unwrap_or(0);
    biased - 1023 - lift
}

impl From<f64> for Dd {
    #[inline]
    fn from(x: f64) -> Self {
        Dd { hi: x, lo: 0.0 }
    }
}

impl Add for Dd {
    type Output = Dd;
    #[inline]
    fn add(self, o: Dd) -> Dd {
        let (s, e) = two_sum(self.hi, o.hi);
        // Beyond the range the rest means nothing, and ∞ − ∞ would spoil an honest infinity.
        if !s.is_finite() {
            return Dd::from(s);
        }
        let (t, f) = two_sum(self.lo, o.lo);
        let first = quick(s, e + t);
        quick(first.hi, first.lo + f)
    }
}

impl Neg for Dd {
    type Output = Dd;
    #[inline]
    fn neg(self) -> Dd {
        Dd {
            hi: -self.hi,
            lo: -self.lo,
        }
    }
}

impl Sub for Dd {
    type Output = Dd;
    #[inline]
    fn sub(self, o: Dd) -> Dd {
        self + (-o)
    }
}

impl Mul for Dd {
    type Output = Dd;
    #[inline]
    fn mul(self, o: Dd) -> Dd {
        let (p, e) = two_prod(self.hi, o.hi);
        if !p.is_finite() {
            return Dd::from(p);
        }
        quick(p, e + (self.hi * o.lo + self.lo * o.hi))
    }
}

impl Div for Dd {
    type Output = Dd;
    fn div(self, o: Dd) -> Dd {
        let first = self.hi / o.hi;
        if !first.is_finite() {
            return Dd { hi: first, lo: 0.0 };
        }
        let rest = self - o * Dd::from(first);
        let second = rest.hi / o.hi;
        let rest = rest - o * Dd::from(second);
        quick(first, second) + Dd::from(rest.hi / o.hi)
    }
}

impl AddAssign for Dd {
    #[inline]
    fn add_assign(&mut self, o: Dd) {
        *self = *self + o;
    }
}

impl SubAssign for Dd {
    #[inline]
    fn sub_assign(&mut self, o: Dd) {
        *self = *self - o;
    }
}

impl PartialOrd for Dd {
    fn partial_cmp(&self, o: &Dd) -> Option<Ordering> {
        match self.hi.partial_cmp(&o.hi) {
            Some(Ordering::Equal) => self.lo.partial_cmp(&o.lo),
            other => other,
        }
    }
}

/// ‖x‖ as a double, scaled so that squares neither overflow nor vanish; NaN stays.
pub fn norm(x: impl Iterator<Item = f64> + Clone) -> f64 {
    let mut top = 0.0;
    for x in x.clone() {
        if x.is_nan() {
            return f64::NAN;
        }
        top = f64::max(top, x.abs());
    }
    if top == 0.0 || top == f64::INFINITY {
        return top;
    }
    let sum: f64 = x.map(|x| (x / top) * (x / top)).sum();
    top * sum.sqrt()
}

#[cfg(test)]
mod tests {
    use super::{Dd, exponent, norm, shifted};

    /// √2 to 32 digits: 1.4142135623730950488016887242097 = hi + lo.
    #[test]
    fn the_root_of_two_has_its_known_digits() {
        let root = Dd::from(2.0).sqrt();
        assert_eq!(root.hi, std::f64::consts::SQRT_2);
        assert!(
            (root.lo - -9.667_293_313_452_913e-17).abs() < 2e-32,
            "{:e}",
            root.lo
        );
        let back = root * root - Dd::from(2.0);
        assert!(back.hi.abs() < 1e-31, "{:e}", back.hi);
    }

    /// 1/3 = 0.333…: its second half is the rounding of the first.
    #[test]
    fn a_third_has_its_known_digits_and_three_thirds_are_one() {
        let third = Dd::ONE / Dd::from(3.0);
        assert!((third.lo - 1.850_371_707_708_594e-17).abs() < 1e-32);
        let one = third + third + third - Dd::ONE;
        assert!(one.hi.abs() < 1e-31);
    }

    #[test]
    fn what_a_double_loses_is_kept() {
        let sum = Dd::from(1e20) + Dd::from(1.0) - Dd::from(1e20);
        assert_eq!(sum.hi, 1.0);
        let (a, b) = (Dd::from(1.0 + f64::EPSILON), Dd::from(1.0 - f64::EPSILON));
        assert_eq!((a * b - Dd::ONE).hi, -f64::EPSILON * f64::EPSILON);
    }

    #[test]
    fn numbers_beyond_the_range_and_nan_do_not_turn_into_others() {
        let infinite = Dd::from(f64::INFINITY);
        assert_eq!(Dd::from(1e300) * Dd::from(1e300), infinite);
        assert_eq!(Dd::ONE + infinite, infinite);
        assert_eq!(Dd::ONE - infinite, -infinite);
        assert!((infinite - infinite).is_nan());
        assert!(Dd::from(f64::NAN).max(Dd::ONE).is_nan());
        assert!(Dd::ONE.max(Dd::from(f64::NAN)).is_nan());
        assert!(Dd::ONE.min(Dd::from(f64::NAN)).is_nan());
        assert!(norm([1.0, f64::NAN].into_iter()).is_nan());
        assert!((norm([3e200, 4e200].into_iter()) / 5e200 - 1.0).abs() < 1e-15);
    }

    #[test]
    fn powers_of_two_are_taken_out_exactly() {
        for x in [1.0, 0.75, 1e-310, 1e300, -3.5e-150] {
            let k = exponent(x);
            let m = shifted(x, -k).abs();
            assert!((1.0..2.0).contains(&m), "{x:e} {k} {m}");
            assert_eq!(shifted(shifted(x, -k), k), x);
        }
    }
}
