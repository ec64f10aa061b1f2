//! One run of a scene by one scheme: its end, and the time the steps took.

use drystone::io::scene::Scene;
use drystone::run::runner::Runner;
use rustix::time::{ClockId, clock_gettime};

/// A scene, what is changed in it, and when it ends.
pub(crate) struct Problem {
    pub(crate) scene: &'static str,
    pub(crate) sets: &'static [(&'static str, &'static str)],
    pub(crate) end: f64,
    /// q and v at the end in closed form, where there is one for all of them; NaN where it says nothing.
    pub(crate) exact: Option<fn(f64) -> Vec<f64>>,
}

/// The end of a run: q, v; and what it took.
#[derive(Clone)]
pub(crate) struct End {
    pub(crate) q: Vec<f64>,
    pub(crate) v: Vec<f64>,
    /// Seconds of the processor in the steps: least of several runs.
    pub(crate) seconds: f64,
    /// Largest |q| and |v| on the way.
    pub(crate) sizes: [f64; 2],
}

/// Seconds of the processor on this thread.
fn cpu() -> f64 {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    now.tv_sec as f64 + 1e-9 * now.tv_nsec as f64
}

/// Runs are repeated until they took so long together, or so often.
const LONG_ENOUGH: f64 = 0.06;
const OFTEN_ENOUGH: usize = 100;
/// Shorter runs are faults of the clock, in s.
const CLOCK: f64 = 1e-7;

/// How a scene is run.
#[derive(Clone, Copy)]
pub(crate) struct Way {
    pub(crate) scheme: &'static str,
    /// Of the run; that of the scene where nothing is given.
    pub(crate) tolerance: Option<f64>,
    pub(crate) steps: u32,
    /// Steps between two looks at clock and sizes: asking the clock costs as much as a small step.
    pub(crate) batch: usize,
    /// Most seconds.
    pub(crate) most: f64,
}

/// Runs `problem`; nothing where it is refused or takes too long.
pub(crate) fn run(problem: &Problem, way: Way) -> Option<End> {
    let text = drystone::scenes::text(problem.scene)?;
    let step = format!("{:e}", problem.end / f64::from(way.steps));
    let end = format!("{:e}", problem.end);
    let tolerance = way.tolerance.map(|t| format!("{t:e}"));
    let mut sets: Vec<(&str, &str)> = problem.sets.to_vec();
    sets.extend([
        ("run.t_end", end.as_str()),
        ("run.step", step.as_str()),
        ("run.scheme", way.scheme),
    ]);
    if let Some(tolerance) = &tolerance {
        sets.push(("run.tolerance", tolerance));
    }
    let scene = Scene::read(text, problem.scene, &sets).ok()?;
    let (mut best, mut total): (Option<End>, f64) = (None, 0.0);
    for _ in 0..OFTEN_ENOUGH {
        let mut runner = Runner::new(&scene).ok()?;
        let (mut spent, mut sizes) = (0.0, [0.0; 2]);
        loop {
            let start = cpu();
            let mut more = true;
            for _ in 0..way.batch {
                more = runner.advance().ok()?;
                if !more {
                    break;
                }
            }
            spent += cpu() - start;
            let frame = runner.frame();
            for (size, list) in sizes.iter_mut().zip([frame.q, frame.v]) {
                *size = list.iter().fold(*size, |m: f64, x| m.max(x.abs()));
            }
            if !more {
                break;
            }
            if spent > way.most {
                return None;
            }
        }
        total += spent;
        // The clock of a shared processor may stand still, or jump back, while it is moved elsewhere.
        if !(spent > CLOCK) {
            continue;
        }
        let frame = runner.frame();
        if best.as_ref().is_none_or(|b| spent < b.seconds) {
            best = Some(End {
                q: frame.q.to_vec(),
                v: frame.v.to_vec(),
                seconds: spent,
                sizes,
            });
        }
        if total > LONG_ENOUGH {
            break;
        }
    }
    best
}

/// Distance of two ends: positions over the largest position on the way, velocities likewise.
pub(crate) fn distance(a: &End, reference: &End) -> f64 {
    let part = |a: &[f64], b: &[f64], size: f64| {
        let worst = a.iter().zip(b).filter(|(_, b)| !b.is_nan());
        let worst = worst.fold(0.0, |m: f64, (a, b)| m.max((a - b).abs()));
        if size > 0.0 { worst / size } else { worst }
    };
    let [of_q, of_v] = reference.sizes;
    part(&a.q, &reference.q, of_q).max(part(&a.v, &reference.v, of_v))
}
