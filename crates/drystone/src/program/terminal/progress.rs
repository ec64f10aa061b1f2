//! How far a run is, on stderr: a bar on a terminal, a line for every tenth of the way elsewhere.

use crate::terminal::text;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// Width of the bar.
const CELLS: usize = 32;

/// No sooner than this: short runs say nothing.
pub(crate) const QUIET: Duration = Duration::from_millis(800);
const AGAIN: Duration = Duration::from_millis(200);

/// A run's progress.
pub(crate) struct Progress {
    kind: Kind,
    began: Instant,
    shown: Option<Instant>,
    tenths: u32,
    start: f64,
}

#[derive(PartialEq)]
enum Kind {
    Nothing,
    Bar,
    Lines,
}

impl Progress {
    /// `start` is the time that the run begins at.
    pub(crate) fn new(quiet: bool, start: f64) -> Self {
        let kind = match quiet {
            true => Kind::Nothing,
            false if std::io::stderr().is_terminal() => Kind::Bar,
            false => Kind::Lines,
        };
        Progress {
            kind,
            began: Instant::now(),
            shown: None,
            tenths: 0,
            start,
        }
    }

    /// The run is at `time` of `end`, after so many steps since it began or was resumed.
    pub(crate) fn at(&mut self, now: Instant, (time, end): (f64, f64), steps: u64) {
        let share = ((time - self.start) / (end - self.start)).clamp(0.0, 1.0);
        let elapsed = now.duration_since(self.began);
        if self.kind == Kind::Nothing || elapsed < QUIET || !share.is_finite() {
            return;
        }
        let rate = steps as f64 / elapsed.as_secs_f64();
        let left = elapsed.as_secs_f64() * (1.0 - share) / share.max(1e-9);
        let about = format!(
            "t = {time:.6} of {end} s, {rate:.0} steps/s, {} left",
            text::seconds(left)
        );
        if self.kind == Kind::Bar {
            if self.shown.is_some_and(|shown| now.duration_since(shown) < AGAIN) {
                return;
            }
            self.shown = Some(now);
            let done = whole(share * CELLS as f64) as usize;
            let bar = format!("{}{}", "█".repeat(done), "░".repeat(CELLS - done.min(CELLS)));
            let _ = write!(
                std::io::stderr().lock(),
                "\r\x1b[2K{bar} {:3.0} %  {about}",
                100.0 * share
            );
        } else if whole(share * 10.0) > self.tenths {
            self.tenths = whole(share * 10.0);
            text::complain(&format!("{:3} %  {about}", 10 * self.tenths));
        }
    }

    /// Leaves the terminal as it was.
    pub(crate) fn end(&self) {
        if self.shown.is_some() {
            let _ = write!(std::io::stderr().lock(), "\r\x1b[2K");
        }
    }
}

fn whole(x: f64) -> u32 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a share of the bar"
    )]
    let n = x.clamp(0.0, 1e6) as u32;
    n
}
