//! One step of the turning slip by Taylor series.
//!
//! ```text
//! y = A U_T = s d,  ‖d‖ = 1,  c = A W_TN,  B = A W_TT A,  n = d turned by 90°;
//!                   dp = s dx takes the singularity at s = 0 away:
//! d' = h n,  h = (c − B d)·n;    s' = g s,  g = (c − B d)·d;    p' = s,  q' = s d,  a' = U_N s      ' = d/dx
//! U_N = U_N(0) + W_nn p − c·q,   r_T = −A q,   a the normal work
//! ```
//! h = dφ/dθ with φ = c·d − ½ dᵀB d: the direction climbs φ on the circle, it turns one way and settles. All
//! right sides are polynomials, so the coefficients follow by Cauchy products, and events are found on the
//! series itself. Step: radius of convergence over e², estimated from the last two coefficients (Jorba, Zou
//! 2005); e^(−2·20) is rounding.

use crate::step::tolerances::{HALVINGS, LONGEST};

/// Order of the series.
const ORDER: usize = 20;

/// A power series in x.
pub(super) type Series = [f64; ORDER + 1];

/// The slip problem in scaled variables; disc and ellipse look the same here.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slip {
    /// A W_TN.
    pub(super) drive: [f64; 2],
    /// A W_TT A: diagonal, then off-diagonal.
    pub(super) brake: [f64; 3],
    /// W_nn.
    pub(super) normal: f64,
}

/// Where the slip is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    /// Direction of y, of length 1.
    pub(super) direction: [f64; 2],
    /// ‖y‖.
    pub(super) speed: f64,
    /// U_N.
    pub(super) normal_velocity: f64,
}

/// One step as series, impulse, friction and work counted from its start.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) direction: [Series; 2],
    pub(super) speed: Series,
    pub(super) impulse: Series,
    pub(super) friction: [Series; 2],
    pub(super) normal_velocity: Series,
    pub(super) work: Series,
}

impl Slip {
    /// c − B d.
    pub(super) fn pull(&self, d: [f64; 2]) -> [f64; 2] {
        let [b11, b22, b12] = self.brake;
        [
            self.drive[0] - b11 * d[0] - b12 * d[1],
            self.drive[1] - b12 * d[0] - b22 * d[1],
        ]
    }

    /// dU_N/dp while slipping along d.
    pub(super) fn normal_rate(&self, d: [f64; 2]) -> f64 {
        self.normal - self.drive[0] * d[0] - self.drive[1] * d[1]
    }

    /// The series from `start`, with time scaled so that rates are of order one: x counts 1/`rate`.
    pub(super) fn expand(&self, start: &Point, rate: f64) -> Step {
        let zero = [0.0; ORDER + 1];
        let mut step = Step {
            direction: [zero; 2],
            speed: zero,
            impulse: zero,
            friction: [zero; 2],
            normal_velocity: zero,
            work: zero,
        };
        let (mut pull, mut turn, mut growth) = ([zero; 2], zero, zero);
        step.direction[0][0] = start.direction[0];
        step.direction[1][0] = start.direction[1];
        step.speed[0] = start.speed;
        step.normal_velocity[0] = start.normal_velocity;
        for k in 0..ORDER {
            let drive = if k == 0 { self.drive } else { [0.0; 2] };
            let at_k = Slip { drive, ..*self }.pull([step.direction[0][k], step.direction[1][k]]);
            pull[0][k] = at_k[0] / rate;
            pull[1][k] = at_k[1] / rate;
            let [d1, d2] = &step.direction;
            growth[k] = product(&pull[0], d1, k) + product(&pull[1], d2, k);
            turn[k] = product(&pull[1], d1, k) - product(&pull[0], d2, k);
            let next = 1.0 / (k + 1) as f64;
            let (new1, new2) = (-product(&turn, d2, k) * next, product(&turn, d1, k) * next);
            let scale = next / rate;
            step.friction[0][k + 1] = product(&step.speed, d1, k) * scale;
            step.friction[1][k + 1] = product(&step.speed, d2, k) * scale;
            step.impulse[k + 1] = step.speed[k] * scale;
            step.work[k + 1] = product(&step.speed, &step.normal_velocity, k) * scale;
            step.speed[k + 1] = product(&step.speed, &growth, k) * next;
            step.direction[0][k + 1] = new1;
            step.direction[1][k + 1] = new2;
            step.normal_velocity[k + 1] = self.normal * step.impulse[k + 1]
                - self.drive[0] * step.friction[0][k + 1]
                - self.drive[1] * step.friction[1][k + 1];
        }
        step
    }
}

impl Step {
    /// Length over which the truncated series is exact to rounding.
    pub(super) fn length(&self) -> f64 {
        let size = |k: usize| {
            let speed = (self.speed[k] / self.speed[0]).abs();
            self.direction[0][k]
                .abs()
                .max(self.direction[1][k].abs())
                .max(speed)
        };
        let radius = |k: usize| size(k).powf(-1.0 / k as f64);
        let shortest = radius(ORDER).min(radius(ORDER - 1));
        // Slowest: straight at constant speed, any length will do.
        (shortest / std::f64::consts::E.powi(2)).min(LONGEST)
    }

    /// The point at x.
    pub(super) fn at(&self, x: f64) -> Point {
        let d = [value(&self.direction[0], x), value(&self.direction[1], x)];
        let norm = d[0].hypot(d[1]);
        Point {
            direction: [d[0] / norm, d[1] / norm],
            speed: value(&self.speed, x),
            normal_velocity: value(&self.normal_velocity, x),
        }
    }
}

/// Coefficient k of a product.
fn product(a: &Series, b: &Series, k: usize) -> f64 {
    (0..=k).map(|j| a[j] * b[k - j]).sum()
}

/// A series at x.
pub(super) fn value(series: &Series, x: f64) -> f64 {
    series.iter().rev().fold(0.0, |sum, a| sum * x + a)
}

/// Where `f` changes sign between a and b (f(a) and f(b) differ in sign), to the last bit of x.
pub(super) fn bisect(mut a: f64, mut b: f64, f: impl Fn(f64) -> f64) -> f64 {
    let low = f(a) < 0.0;
    for _ in 0..HALVINGS {
        let middle = 0.5 * (a + b);
        if middle <= a || middle >= b {
            break;
        }
        if (f(middle) < 0.0) == low {
            a = middle;
        } else {
            b = middle;
        }
    }
    b
}
