//! Along the flow of a mode: where it is after a time, and when its first margin is lost.
//!
//! ```text
//! z(s) = e^{G s} z(0)  f(s) and f'(s) of every margin at steps of a fraction of the shortest period,
//!                      and at the ends
//! ```
//! The exponential is exact to rounding, stiff or not, and any length of step will do: this is why no
//! Runge-Kutta method is used here. A margin is searched where a cubic through values and slopes at both ends
//! of a step goes below zero, halved until it does not or a root is enclosed: double roots and dips of fast
//! modes included. Source: Moler and Van Loan (2003), Nineteen dubious ways, SIAM Review 45, method 3
//! (scaling and squaring).

use super::mode::{Margin, Mode, weigh};
use crate::schemes::event_driven::gaps::{Sample, first_closing};
use nalgebra::{DMatrix, DVector};

/// Steps of the search per radian of the fastest oscillation, per window of the drive, and at most.
const PER_RADIAN: f64 = 1.5;
const PER_WINDOW: f64 = 8.0;
const MOST: f64 = 2000.0;
/// Halvings of a step of the search.
const DEPTH: u32 = 40;
/// A margin is lost below this share of the magnitudes of its terms.
const LOST: f64 = 1e-13;

/// Where a flow was followed to.
pub(super) struct Followed {
    /// How far, in s.
    pub(super) length: f64,
    /// The margin that was lost there, by its number.
    pub(super) lost: Option<usize>,
    /// Steps of the search.
    pub(super) looks: usize,
}

/// Follows the flow from z for at most `length`; z is then where it ends.
pub(super) fn follow(
    mode: &mut Mode,
    z: &mut DVector<f64>,
    size: &DVector<f64>,
    length: f64,
    window: f64,
) -> Followed {
    let wanted = (length * mode.frequency * PER_RADIAN)
        .max(length * PER_WINDOW / window)
        .ceil()
        .max(1.0);
    let (steps, length) = if wanted > MOST {
        (MOST, length * MOST / wanted)
    } else {
        (wanted, length)
    };
    let delta = length / steps;
    let step = exponential_of(mode, delta);
    let (mut looks, mut done) = (0, 0.0);
    while done < steps {
        let next = &step * &*z;
        if let Some((share, lost)) = first_lost(mode, z, &next, size, delta, &mut looks) {
            *z = if share > 0.0 {
                exponential(&mode.flow, share * delta) * &*z
            } else {
                z.clone()
            };
            return Followed {
                length: (done + share) * delta,
                lost: Some(lost),
                looks,
            };
        }
        *z = next;
        looks += 1;
        done += 1.0;
    }
    Followed {
        length,
        lost: None,
        looks,
    }
}

/// e^{G δ}, kept for the next time.
fn exponential_of(mode: &mut Mode, delta: f64) -> DMatrix<f64> {
    if let Some((length, matrix)) = &mode.cached
        && *length == delta
    {
        return matrix.clone();
    }
    let matrix = exponential(&mode.flow, delta);
    mode.cached = Some((delta, matrix.clone()));
    matrix
}

fn exponential(flow: &DMatrix<f64>, time: f64) -> DMatrix<f64> {
    (flow * time).exp()
}

/// The first margin lost in a step, and at which share of it.
fn first_lost(
    mode: &Mode,
    z: &DVector<f64>,
    next: &DVector<f64>,
    size: &DVector<f64>,
    delta: f64,
    looks: &mut usize,
) -> Option<(f64, usize)> {
    let mut first: Option<(f64, usize)> = None;
    for (number, margin) in mode.margins.iter().enumerate() {
        let rounding = LOST * weigh(&margin.value, z, size).1;
        let (left, right) = (sample(margin, z, 0.0, delta), sample(margin, next, 1.0, delta));
        if stays(left, right, rounding) {
            continue;
        }
        let mut look = |share: f64| {
            *looks += 1;
            let there = exponential(&mode.flow, share * delta) * z;
            Some(sample(margin, &there, share, delta))
        };
        if let Some(share) = search(left, right, rounding, DEPTH, &mut look)
            && first.is_none_or(|f| share < f.0)
        {
            first = Some((share, number));
        }
    }
    first
}

fn sample(margin: &Margin, z: &DVector<f64>, share: f64, delta: f64) -> Sample {
    let dot = |row: &nalgebra::RowDVector<f64>| row.iter().zip(z.iter()).map(|(r, z)| r * z).sum::<f64>();
    Sample {
        share,
        gap: dot(&margin.value),
        rate: delta * dot(&margin.slope),
    }
}

fn search(
    left: Sample,
    right: Sample,
    rounding: f64,
    depth: u32,
    look: &mut dyn FnMut(f64) -> Option<Sample>,
) -> Option<f64> {
    if stays(left, right, rounding) {
        return None;
    }
    let turns = left.rate < 0.0 && right.rate > 0.0;
    if depth == 0 || right.gap < -rounding || turns {
        let found = first_closing((left, right), None, rounding, look);
        if found.is_some() || !turns || depth == 0 {
            return found;
        }
    }
    let middle = look(0.5 * (left.share + right.share))?;
    search(left, middle, rounding, depth - 1, look)
        .or_else(|| search(middle, right, rounding, depth - 1, look))
}

/// Whether the cubic through both ends stays above −rounding: its control values do, or it does at its
/// minimum.
fn stays(left: Sample, right: Sample, rounding: f64) -> bool {
    let width = right.share - left.share;
    let (f0, f1) = (left.gap, right.gap);
    let (d0, d1) = (left.rate * width, right.rate * width);
    if !(f0 >= -rounding && f1 >= -rounding) {
        return false;
    }
    if f0 + d0 / 3.0 >= -rounding && f1 - d1 / 3.0 >= -rounding {
        return true;
    }
    // f = f0 + d0 s + q s² + r s³; its minimum inside, if any, must be well above zero.
    let (q, r) = (3.0 * (f1 - f0) - 2.0 * d0 - d1, d0 + d1 - 2.0 * (f1 - f0));
    let value = |s: f64| f0 + s * (d0 + s * (q + s * r));
    let root = (q * q - 3.0 * r * d0).max(0.0).sqrt();
    let at = if q + root == 0.0 { 0.5 } else { -d0 / (q + root) };
    let least = value(at.clamp(0.0, 1.0));
    least > 0.5 * f0.min(f1) && least > rounding
}
