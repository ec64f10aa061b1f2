//! Gaps that close within a step of the integrator: found on its dense output, double roots included.
//!
//! ```text
//! g(s), ġ(s) = u_N along the step;   a minimum lies where ġ turns from − to +;   g < 0 there: two roots, the first is taken
//! ```
//! Gaps are looked at together with their velocities (Brogliato et al. 2002, §6.5), on a few parts of the step where they
//! could close at all. A contact that has just let go starts at g = 0 and must first have been open.

/// A gap and its rate, at a share of the step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sample {
    pub(crate) share: f64,
    pub(crate) gap: f64,
    /// Per unit of the share.
    pub(crate) rate: f64,
}

/// Parts of a step that are looked at.
const PARTS: usize = 6;
/// Halvings while a minimum or a maximum is looked for.
const HALVINGS: usize = 50;

/// Whether a gap known at both ends of a step cannot close between, as far as a cubic can tell, with as much to spare again.
pub(crate) fn stays_open(start: Sample, end: Sample) -> bool {
    let swing = start.rate.abs().max(end.rate.abs()) * (end.share - start.share);
    start.gap.min(end.gap) > swing
}

/// The first share at which the gap falls below −`rounding`; nothing where it does not. `look` gives the gap anywhere.
pub(crate) fn first_closing(
    start: Sample,
    end: Sample,
    rounding: f64,
    look: &mut dyn FnMut(f64) -> Option<Sample>,
) -> Option<f64> {
    let mut left = start;
    for part in 1..=PARTS {
        let right = if part == PARTS {
            end
        } else {
            look(start.share + (end.share - start.share) * part as f64 / PARTS as f64)?
        };
        if let Some(share) = closing_between(left, right, rounding, look) {
            return Some(share);
        }
        left = right;
    }
    None
}

fn closing_between(
    left: Sample,
    right: Sample,
    rounding: f64,
    look: &mut dyn FnMut(f64) -> Option<Sample>,
) -> Option<f64> {
    if right.gap < -rounding {
        if left.gap > rounding || left.rate < 0.0 {
            return root(left, right, rounding, look);
        }
        // It has just let go: open in between, or not at all.
        let top = turn(left, right, -1.0, look);
        return match top {
            Some(top) if top.gap > rounding => root(top, right, rounding, look),
            _ => Some(left.share),
        };
    }
    if left.rate < 0.0 && right.rate > 0.0 {
        let bottom = turn(left, right, 1.0, look)?;
        if bottom.gap < -rounding {
            return root(left, bottom, rounding, look);
        }
    }
    None
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

/// The root between a gap that is open (or begins at zero and closes) and one that is closed: Newton's step, kept between the two.
fn root(
    mut left: Sample,
    mut right: Sample,
    rounding: f64,
    look: &mut dyn FnMut(f64) -> Option<Sample>,
) -> Option<f64> {
    if left.gap <= 0.0 {
        return Some(left.share);
    }
    let mut at = right;
    for _ in 0..HALVINGS {
        let newton = at.share - at.gap / at.rate;
        // No nearer in time than rounding.
        if (newton - at.share).abs() <= 0.5 * f64::EPSILON {
            return Some(at.share);
        }
        let inside = newton > left.share && newton < right.share;
        let share = if inside {
            newton
        } else {
            0.5 * (left.share + right.share)
        };
        if share <= left.share || share >= right.share {
            break;
        }
        at = look(share)?;
        if at.gap > 0.0 {
            left = at;
        } else {
            right = at;
        }
        if at.gap.abs() <= 1e-3 * rounding {
            return Some(at.share);
        }
    }
    // The nearer end of what is left.
    let nearest =
        [left, at, right].into_iter().fold(
            right,
            |best, s| if s.gap.abs() < best.gap.abs() { s } else { best },
        );
    Some(nearest.share)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn closing(gap: impl Fn(f64) -> f64, rate: impl Fn(f64) -> f64) -> Option<f64> {
        let mut look = |share: f64| {
            Some(Sample {
                share,
                gap: gap(share),
                rate: rate(share),
            })
        };
        let (start, end) = (look(0.0).expect("there"), look(1.0).expect("there"));
        if stays_open(start, end) {
            return None;
        }
        first_closing(start, end, 1e-13, &mut look)
    }

    #[test]
    fn a_double_root_is_not_missed() {
        for (center, depth) in [(0.5, 1e-9), (0.31, 1e-6), (0.77, 1e-3), (0.5, 0.04)] {
            let share = closing(|s| (s - center).powi(2) - depth, |s| 2.0 * (s - center));
            let exact = center - f64::sqrt(depth);
            assert!(
                (share.expect("closes") - exact).abs() < 1e-10,
                "{share:?} {exact}"
            );
        }
        assert_eq!(closing(|s| (s - 0.5).powi(2) + 1e-9, |s| 2.0 * (s - 0.5)), None);
    }

    #[test]
    fn what_has_just_let_go_is_not_back_at_once() {
        let share = closing(|s| s * (0.9 - s), |s| 0.9 - 2.0 * s).expect("closes");
        assert!((share - 0.9).abs() < 1e-12, "{share}");
        assert_eq!(closing(|s| s * s, |s| 2.0 * s), None);
    }

    #[test]
    fn the_first_of_several_is_taken() {
        let share = closing(
            |s| (s - 0.2) * (s - 0.5) * (s - 0.9) + 0.0,
            |s| (s - 0.5) * (s - 0.9) + (s - 0.2) * (s - 0.9) + (s - 0.2) * (s - 0.5),
        );
        // Starts closed and leaves at 0.2, closes at 0.5.
        assert!(share.expect("closes") < 0.51);
        let two_dips = |s: f64| (s - 0.2).powi(2) * (s - 0.7).powi(2) - 1e-5;
        let rate = |s: f64| 2.0 * (s - 0.2) * (s - 0.7) * (2.0 * s - 0.9);
        let share = closing(two_dips, rate).expect("closes");
        assert!(two_dips(share).abs() < 1e-12 && share < 0.2, "{share}");
    }
}
