//! Gaps that close within a step of the integrator: found on its dense output, double roots included.
//!
//! ```text
//! g(s), ġ(s) = u_N along the step;  a minimum lies where ġ turns from − to +;
//!                                   g < 0 there: two roots, the first is taken
//! ```
//! Gaps are looked at together with their velocities (Brogliato et al. 2002, §6.5), on a few parts of the
//! step where they could close at all. A contact that has just let go starts at g = 0 and must first have
//! been open.

use super::tolerances::{DEPTH, GUESSED, HALVINGS, SETTLED, SPARE};
use crate::contact::GapMotion;

/// A gap and its rate, at a share of the step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sample {
    pub(crate) share: f64,
    pub(crate) gap: f64,
    /// Per unit of the share.
    pub(crate) rate: f64,
}

impl Sample {
    /// Of a contact that is not there: corners that are not near each other are open.
    pub(crate) fn open(share: f64, length: f64) -> Self {
        Sample {
            share,
            gap: length,
            rate: 0.0,
        }
    }

    /// Of a step of length h.
    pub(crate) fn new(share: f64, motion: &GapMotion, h: f64) -> Self {
        Sample {
            share,
            gap: motion.gap,
            rate: motion.rate * h,
        }
    }
}

/// Whether a gap known at both ends of a step cannot close between, as far as a cubic can tell, with as much
/// to spare again.
pub(crate) fn stays_open(start: Sample, end: Sample) -> bool {
    let swing = start.rate.abs().max(end.rate.abs()) * (end.share - start.share);
    start.gap.min(end.gap) > swing
}

/// The first share at which the gap falls below −`rounding`; nothing where it does not. `look` gives the gap
/// anywhere; in the middle it may be known already.
pub(crate) fn first_closing(
    ends: (Sample, Sample),
    middle: Option<Sample>,
    rounding: f64,
    look: &mut dyn FnMut(f64) -> Option<Sample>,
) -> Option<f64> {
    search(ends, middle, (rounding, DEPTH), look)
}

/// The first closing between two samples, by the cubic through both where the middle says that it is near
/// enough.
fn search(
    (left, right): (Sample, Sample),
    middle: Option<Sample>,
    (rounding, depth): (f64, usize),
    look: &mut dyn FnMut(f64) -> Option<Sample>,
) -> Option<f64> {
    let middle = match middle {
        Some(middle) => middle,
        None => look(0.5 * (left.share + right.share))?,
    };
    let cubic = Cubic::through(left, right);
    let off = rounding + SPARE * cubic.miss(middle);
    let low = cubic.turn(1.0).filter(|s| cubic.value(*s) < off);
    let falls = right.gap < -rounding && right.gap < -off;
    if low.is_none() && right.gap > off {
        return None;
    }
    if low.is_none()
        && falls
        && let Some(top) = open_before(left, &cubic, rounding, look)
    {
        return root(top, right, cubic.fall(left.share, top.share, right.share), look);
    }
    if depth == 0 {
        return closing_between(left, middle, rounding, look)
            .or_else(|| closing_between(middle, right, rounding, look));
    }
    let deeper = (rounding, depth - 1);
    search((left, middle), None, deeper, look).or_else(|| search((middle, right), None, deeper, look))
}

/// A sample at which the gap is open, before it falls: the beginning, or the top where a contact has just let
/// go.
fn open_before(
    left: Sample,
    cubic: &Cubic,
    rounding: f64,
    look: &mut dyn FnMut(f64) -> Option<Sample>,
) -> Option<Sample> {
    if left.gap > rounding {
        return Some(left);
    }
    let top = look(cubic.place(cubic.turn(-1.0)?))?;
    (top.gap > rounding).then_some(top)
}

/// Hermite's cubic through two samples, over a share from 0 to 1 of the way between them.
struct Cubic {
    start: f64,
    width: f64,
    c: [f64; 4],
}

impl Cubic {
    fn through(left: Sample, right: Sample) -> Self {
        let width = right.share - left.share;
        let (a, b) = (left.rate * width, right.rate * width);
        let rise = right.gap - left.gap;
        Cubic {
            start: left.share,
            width,
            c: [left.gap, a, 3.0 * rise - 2.0 * a - b, a + b - 2.0 * rise],
        }
    }

    fn value(&self, s: f64) -> f64 {
        let [a, b, c, d] = self.c;
        a + s * (b + s * (c + s * d))
    }

    fn rate(&self, s: f64) -> f64 {
        let [_, b, c, d] = self.c;
        b + s * (2.0 * c + s * 3.0 * d)
    }

    fn place(&self, s: f64) -> f64 {
        self.start + s * self.width
    }

    /// How far it is from a sample in the middle, by its value and by its rate.
    fn miss(&self, middle: Sample) -> f64 {
        let of_rate = (self.rate(0.5) - middle.rate * self.width).abs();
        (self.value(0.5) - middle.gap).abs().max(0.25 * of_rate)
    }

    /// Where it turns, inside: upwards at a minimum (`sign` = 1), downwards at a maximum.
    fn turn(&self, sign: f64) -> Option<f64> {
        let [_, b, c, d] = self.c;
        let discriminant = c * c - 3.0 * b * d;
        if !(discriminant > 0.0) {
            return None;
        }
        // Roots of b + 2 c s + 3 d s²; the second derivative there is ± 2 root.
        let root = discriminant.sqrt();
        let s = if sign * c > 0.0 {
            -b / (c + sign * root)
        } else {
            (sign * root - c) / (3.0 * d)
        };
        (s > 0.0 && s < 1.0).then_some(s)
    }

    /// Where it passes zero on its way down, between two places.
    fn fall(&self, origin: f64, from: f64, to: f64) -> f64 {
        let inside = |place: f64| (place - origin) / self.width;
        let (mut open, mut shut) = (inside(from), inside(to));
        // Where it is nearly a parabola its root is that of one.
        let [a, b, c, _] = self.c;
        let parabola = 2.0 * a / ((b * b - 4.0 * a * c).sqrt() - b);
        let mut s = if parabola > open && parabola < shut {
            parabola
        } else {
            0.5 * (open + shut)
        };
        for _ in 0..HALVINGS {
            let value = self.value(s);
            if value > 0.0 {
                open = s;
            } else {
                shut = s;
            }
            let newton = s - value / self.rate(s);
            if (newton - s).abs() <= GUESSED {
                s = newton;
                break;
            }
            s = if newton > open && newton < shut {
                newton
            } else {
                0.5 * (open + shut)
            };
        }
        self.place(s)
    }
}

fn closing_between(
    left: Sample,
    right: Sample,
    rounding: f64,
    look: &mut dyn FnMut(f64) -> Option<Sample>,
) -> Option<f64> {
    if right.gap < -rounding {
        if left.gap > rounding || left.rate < 0.0 {
            return root(left, right, newton(right), look);
        }
        // It has just let go: open in between, or not at all.
        let top = turn(left, right, -1.0, look);
        return match top {
            Some(top) if top.gap > rounding => root(top, right, newton(right), look),
            _ => Some(left.share),
        };
    }
    if left.rate < 0.0 && right.rate > 0.0 {
        let bottom = turn(left, right, 1.0, look)?;
        if bottom.gap < -rounding {
            return root(left, bottom, 0.5 * (left.share + bottom.share), look);
        }
    }
    None
}

/// Where Newton's step from a sample leads.
fn newton(at: Sample) -> f64 {
    at.share - at.gap / at.rate
}

/// Where the rate passes zero: upwards (`sign` = 1) at a minimum, downwards at a maximum.
fn turn(
    mut left: Sample,
    mut right: Sample,
    sign: f64,
    look: &mut dyn FnMut(f64) -> Option<Sample>,
) -> Option<Sample> {
    let mut best = if sign * left.gap < sign * right.gap {
        left
    } else {
        right
    };
    for _ in 0..HALVINGS {
        let middle = look(0.5 * (left.share + right.share))?;
        if sign * middle.gap < sign * best.gap {
            best = middle;
        }
        // A sign is all that is asked for: where it is clear, there is no need to go on to rounding.
        if sign * middle.gap < 0.0 && sign > 0.0 || middle.share <= left.share || middle.share >= right.share
        {
            break;
        }
        if sign * middle.rate > 0.0 {
            right = middle;
        } else {
            left = middle;
        }
    }
    Some(best)
}

/// The root between a gap that is open (or begins at zero and closes) and one that is closed, from a guess:
/// Newton's step, kept between the two. Where a step gets there by less than a share of 10⁻⁷, its square is
/// nothing: no more looks.
fn root(
    mut left: Sample,
    mut right: Sample,
    guess: f64,
    look: &mut dyn FnMut(f64) -> Option<Sample>,
) -> Option<f64> {
    if left.gap <= 0.0 {
        return Some(left.share);
    }
    let mut share = guess;
    let mut at = right;
    for _ in 0..HALVINGS {
        if !(share > left.share && share < right.share) {
            share = 0.5 * (left.share + right.share);
        }
        if share <= left.share || share >= right.share {
            break;
        }
        at = look(share)?;
        if at.gap == 0.0 {
            return Some(share);
        }
        if at.gap > 0.0 {
            left = at;
        } else {
            right = at;
        }
        let change = at.gap / at.rate;
        if change.abs() <= SETTLED {
            return Some(share - change);
        }
        share -= change;
    }
    // The sample with the least gap.
    let nearest =
        [left, at, right].into_iter().fold(
            right,
            |best, s| if s.gap.abs() < best.gap.abs() { s } else { best },
        );
    Some(nearest.share)
}
