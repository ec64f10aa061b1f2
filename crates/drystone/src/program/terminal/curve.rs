//! The curve that the report of a run draws.

use drystone::run::runner::{Frame, Runner};

/// One series of a run, thinned to what a terminal can show.
pub(crate) struct Curve {
    every: u64,
    /// Which coordinate where there is no output: the height of the first body, the first one elsewhere.
    shown: usize,
    pub(crate) points: Vec<(f64, f64)>,
}

/// Most points kept of a curve.
const POINTS: f64 = 4000.0;

impl Curve {
    pub(crate) fn new(runner: &Runner) -> Self {
        let steps = (runner.t_end - runner.frame().time) / runner.dt;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a count of steps"
        )]
        let every = (steps / POINTS).ceil().max(1.0) as u64;
        Curve {
            every,
            shown: shown(runner),
            points: Vec::new(),
        }
    }

    /// The first output where there is one, else the first coordinate.
    pub(crate) fn look(&mut self, frame: &Frame) {
        let mechanical = !frame.v.is_empty();
        let shown = frame
            .outputs
            .first()
            .filter(|_| mechanical)
            .or(frame.q.get(self.shown));
        if let Some(x) = shown.filter(|_| frame.count.is_multiple_of(self.every)) {
            self.points.push((frame.time, *x));
        }
    }
}

/// Heights say more of bodies than x.
pub(crate) fn shown(runner: &Runner) -> usize {
    runner.world().map_or(0, |_| runner.names.who.axes().len() - 1)
}
