//! The answers of single blocks, prepared for many visits.

use crate::cone::block::round::Round;
use crate::cone::block::spin::Spin;

/// How far the impulses of a sweep go, in steps of their blocks; the last sweep goes as far as they ask. A
/// blow crosses a heap in fewer sweeps: 1000 spheres that fall, 8 sweeps a step, are pushed out of overlap by
/// 0.07 of the energy they lose instead of 0.12; with 1.6 by 0.05, but stacks and rows of dominoes come to
/// rest later.
const OVER: f64 = 1.4;

/// The same of rows that hold. A ball of 200 kg on a chain of twelve links strikes a wall, 20 sweeps a step,
/// seven masses: links overlap bricks by 0.9 to 3.5 mm at most, with 1.4 by 1.4 to 5.9 mm.
const OVER_JOINT: f64 = 1.6;

/// A block of N rows.
pub(super) trait Block<const N: usize>: Clone + Copy + Default {
    /// Whether a block without impulse stays so where its normal velocity is not negative.
    const OPENS: bool;
    /// How far a sweep goes that is not the last one.
    const OVER: f64;

    /// Least multiplier of the normal row where positions are moved; `None` where it has no gap.
    fn least(&self) -> Option<f64> {
        Some(0.0)
    }

    /// The impulse for free velocity b, from (impulse, over): it goes `over` times as far as the law asks,
    /// inside the law.
    fn solve(&mut self, b: [f64; N], from: (&[f64; N], f64), precision: f64) -> [f64; N];
}

impl Block<3> for Round {
    const OPENS: bool = true;
    const OVER: f64 = OVER;

    #[inline]
    fn solve(&mut self, b: [f64; 3], (r, over): (&[f64; 3], f64), precision: f64) -> [f64; 3] {
        further(self.solve(b, precision), r[0], over)
    }
}

/// Along the ray of the answer, so that it stays in its cone: the normal impulse `over` times as far from
/// where it was.
#[inline]
fn further<const N: usize>(new: [f64; N], from: f64, over: f64) -> [f64; N] {
    if over != 1.0 && new[0] > 0.0 {
        let scale = (from + over * (new[0] - from)).max(0.0) / new[0];
        return new.map(|r| scale * r);
    }
    new
}

/// A row whose impulse lies between two bounds.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Row {
    w: f64,
    bounds: [f64; 2],
}

impl Row {
    pub(super) fn new(w: f64, bounds: [f64; 2]) -> Self {
        Row { w, bounds }
    }
}

impl Block<1> for Row {
    const OPENS: bool = false;
    const OVER: f64 = OVER_JOINT;

    #[inline]
    fn least(&self) -> Option<f64> {
        let [lo, hi] = self.bounds;
        (hi == f64::INFINITY).then_some(lo)
    }

    #[inline]
    fn solve(&mut self, [b]: [f64; 1], (&[r], over): (&[f64; 1], f64), _: f64) -> [f64; 1] {
        let [lo, hi] = self.bounds;
        // A row that nothing can move keeps what it has.
        let asked = if self.w > 0.0 { -b / self.w } else { r };
        let holds = lo == f64::NEG_INFINITY && hi == f64::INFINITY;
        let over = if holds { over } else { 1.0 };
        [crate::law::within(r + over * (asked - r), lo, hi)]
    }
}

impl Block<4> for Spin {
    const OPENS: bool = true;
    // Fingers that hold a box by friction would let it slip more.
    const OVER: f64 = 1.0;

    #[inline]
    fn solve(&mut self, b: [f64; 4], (r, over): (&[f64; 4], f64), precision: f64) -> [f64; 4] {
        further(self.solve(b, r, precision), r[0], over)
    }
}
