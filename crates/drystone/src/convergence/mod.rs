//! Errors of runs against a reference, and the orders of convergence they show.
//!
//! ```text
//! e_q(h) = max_n |q_n − q̂(t_n)|    e_v(h) = ∫ |v − v̂| dt     e_p(h) = ∫ |p − p̂| dt  |·| largest component
//! order  = slope of the line of least squares through the points (log h, log e(h))
//! ```
//! p: impulses of all contact rows, summed from the start. Velocities and p jump, at a time that is itself
//! off by O(h): in the sup norm they never converge, in L1 they do. The reference q̂, v̂, p̂ is a run with a
//! much smaller step, linear between its steps. A complementarity system has no v: e_v is then the L1 error
//! of its state, which may jump as well. Limits: runs are kept whole, and the reference itself is off by what
//! its own step allows: for a method of order 1 a reference of 1/16 of the finest step moves the order by
//! about 0.02.

use crate::run::runner::{RunError, Runner};
use drystone_dynamics::StepError;
use drystone_io::scene::{Method, Origin, Scene};
use std::time::Instant;

/// Ratio of neighbouring default steps, the root of the golden one: impacts fall on ever other parts of a
/// step.
const RATIO: f64 = 1.272_019_649_514_069;
/// Number of default steps: where in its step an impact falls scatters the errors, and only many of them show
/// the slope.
const STEPS: i32 = 12;
/// The default reference step is this share of the smallest step.
const REFERENCE: f64 = 1.0 / 16.0;
/// Most numbers kept of one run.
const MOST: f64 = 2e8;

/// A run, kept whole.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trajectory {
    /// Times, the first that of the initial state.
    pub times: Vec<f64>,
    /// Configurations (or states x), one after the other.
    pub q: Vec<f64>,
    /// Velocities, likewise; none for complementarity systems.
    pub v: Vec<f64>,
    /// Impulses of all contact rows summed from the start, likewise.
    pub p: Vec<f64>,
    /// Wall time of the steps, in s.
    pub wall_s: f64,
}

impl Trajectory {
    /// Runs a scene to its end.
    pub fn record(scene: &Scene) -> Result<Self, RunError> {
        let mut runner = Runner::new(scene)?;
        let mut found = Trajectory::default();
        found.push(&runner);
        let began = Instant::now();
        while runner.advance()? {
            found.push(&runner);
        }
        found.wall_s = began.elapsed().as_secs_f64();
        Ok(found)
    }

    fn push(&mut self, runner: &Runner) {
        let frame = runner.frame();
        self.times.push(frame.time);
        self.q.extend_from_slice(frame.q);
        self.v.extend_from_slice(frame.v);
        self.p.extend(runner.totals.impulses.iter().flatten());
    }

    /// Number of steps.
    pub fn steps(&self) -> usize {
        self.times.len().saturating_sub(1)
    }

    /// The configuration at the end.
    pub fn last_q(&self) -> &[f64] {
        let width = self.q.len() / self.times.len().max(1);
        &self.q[self.q.len() - width..]
    }
}

/// How far a run is from the reference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Errors {
    /// Positions (or states) in the sup norm.
    pub position: f64,
    /// Velocities (or states) in L1.
    pub velocity: f64,
    /// Cumulated impulses in L1; `None` where there are no contacts.
    pub impulse: Option<f64>,
}

/// The errors of `found` against `reference`, whose steps should be much smaller.
pub fn errors(found: &Trajectory, reference: &Trajectory) -> Errors {
    let moving = if found.v.is_empty() {
        (&found.q, &reference.q)
    } else {
        (&found.v, &reference.v)
    };
    Errors {
        position: sup_error(found, reference),
        velocity: l1_error((&found.times, moving.0), (&reference.times, moving.1)),
        impulse: (!found.p.is_empty())
            .then(|| l1_error((&found.times, &found.p), (&reference.times, &reference.p))),
    }
}

/// max over the steps of `found` of the largest component of q − q̂.
fn sup_error(found: &Trajectory, reference: &Trajectory) -> f64 {
    let width = found.q.len() / found.times.len();
    let mut at = 0;
    let mut worst: f64 = 0.0;
    for (t, q) in found.times.iter().zip(found.q.chunks_exact(width)) {
        let e = distance(q, (&reference.times, &reference.q), &mut at, *t);
        worst = if e <= worst || worst.is_nan() { worst } else { e };
    }
    worst
}

/// ∫ |x − x̂| dt by the points of the reference, the finer of the two grids.
fn l1_error(found: (&[f64], &[f64]), reference: (&[f64], &[f64])) -> f64 {
    let width = reference.1.len() / reference.0.len();
    let mut at = 0;
    let mut sum = 0.0;
    for k in 1..reference.0.len() {
        let x = &reference.1[k * width..(k + 1) * width];
        let dt = reference.0[k] - reference.0[k - 1];
        sum += dt * distance(x, found, &mut at, reference.0[k]);
    }
    sum
}

/// Largest component of x − y(t), y linear between its times; `at` is where the last time was found.
fn distance(x: &[f64], (times, y): (&[f64], &[f64]), at: &mut usize, t: f64) -> f64 {
    while *at + 2 < times.len() && times[*at + 1] < t {
        *at += 1;
    }
    let (k, width) = (*at, x.len());
    let next = (k + 1).min(times.len() - 1);
    let length = times[next] - times[k];
    let share = if length > 0.0 {
        ((t - times[k]) / length).clamp(0.0, 1.0)
    } else {
        1.0
    };
    let (before, after) = (&y[k * width..], &y[next * width..]);
    let apart = |i: usize| (x[i] - before[i] - share * (after[i] - before[i])).abs();
    (0..width).map(apart).fold(
        0.0,
        |worst: f64, e| if e <= worst || worst.is_nan() { worst } else { e },
    )
}

/// Slope of the line of least squares through (log h, log e). `None` with fewer than two errors above zero.
pub fn order(points: impl Iterator<Item = (f64, f64)>) -> Option<f64> {
    let logs: Vec<(f64, f64)> = points
        .filter(|(_, e)| *e > 0.0 && e.is_finite())
        .map(|(h, e)| (h.ln(), e.ln()))
        .collect();
    let n = logs.len() as f64;
    let mean = |f: fn(&(f64, f64)) -> f64| logs.iter().map(f).sum::<f64>() / n;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let spread: f64 = logs.iter().map(|p| (p.0 - x).powi(2)).sum();
    let rise: f64 = logs.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
    (logs.len() >= 2 && spread > 0.0).then(|| rise / spread)
}

/// One run of a study.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Step, in s.
    pub step: f64,
    /// Number of steps.
    pub steps: usize,
    /// Wall time of the steps, in s.
    pub wall_s: f64,
    /// Its errors.
    pub errors: Errors,
}

/// What one scheme does as its step shrinks.
#[derive(Clone, Debug, PartialEq)]
pub struct Study {
    /// One point for each step.
    pub points: Vec<Point>,
    /// Scheme of the reference run.
    pub reference_scheme: String,
    /// Step of the reference run, in s.
    pub reference_step: f64,
}

impl Study {
    /// Observed orders: positions, velocities, impulses.
    pub fn orders(&self) -> [Option<f64>; 3] {
        let of = |error: fn(&Errors) -> f64| order(self.points.iter().map(|p| (p.step, error(&p.errors))));
        [
            of(|e| e.position),
            of(|e| e.velocity),
            of(|e| e.impulse.unwrap_or(0.0)),
        ]
    }
}

/// The steps of a study when none are given: the scene's and eleven smaller ones, down to about 1/14.
pub fn default_steps(scene: &Scene) -> Vec<f64> {
    (0..STEPS).map(|k| scene.run.step / RATIO.powi(k)).collect()
}

/// The reference step when none is given.
pub fn default_reference(steps: &[f64]) -> f64 {
    REFERENCE * steps.iter().fold(f64::INFINITY, |a, b| a.min(*b))
}

/// The scene by another scheme (its own options kept where it is the scene's own) and at another step.
pub fn variant(scene: &Scene, scheme: &str, step: f64) -> Scene {
    let mut scene = scene.clone();
    if scene.run.scheme.name != scheme {
        scene.run.scheme = plain(scheme);
    }
    scene.run.step = step;
    scene.run.random_step = 0.0;
    scene
}

/// A scheme or solver without options.
pub fn plain(name: &str) -> Method {
    Method {
        name: name.to_owned(),
        options: Vec::new(),
        origin: Origin::Default,
    }
}

/// The names of the schemes for this kind of system.
pub fn scheme_names(scene: &Scene) -> Vec<&'static str> {
    scene.system.schemes().iter().map(|entry| entry.name).collect()
}

/// A scene by one scheme at these steps, against a run of (scheme, step). Says why where it cannot be done.
pub fn study(scene: &Scene, scheme: &str, steps: &[f64], reference: (&str, f64)) -> Result<Study, String> {
    let finest = steps.iter().fold(f64::INFINITY, |a, b| a.min(*b));
    if !(reference.1 <= 0.5 * finest) {
        return Err(format!(
            "the reference step {} s is no smaller than half the smallest step {finest} s: give --reference a smaller one",
            reference.1
        ));
    }
    let kept = |step: f64| scene.run.t_end / step * 8.0;
    if !(kept(reference.1) <= MOST) {
        return Err(format!(
            "the reference run has {:.1e} steps, too many to keep: give --reference a larger step, or a shorter --t-end",
            scene.run.t_end / reference.1
        ));
    }
    let record = |scheme: &str, step: f64| {
        Trajectory::record(&variant(scene, scheme, step)).map_err(|error| match error {
            // Says itself who does not apply, at any step.
            RunError::Step(StepError::NotApplicable { .. }) => error.to_string(),
            _ => format!("{scheme} at h = {step} s: {error}"),
        })
    };
    let exact = record(reference.0, reference.1)?;
    let mut points = Vec::with_capacity(steps.len());
    for &step in steps {
        let found = record(scheme, step)?;
        points.push(Point {
            step,
            steps: found.steps(),
            wall_s: found.wall_s,
            errors: errors(&found, &exact),
        });
    }
    Ok(Study {
        points,
        reference_scheme: reference.0.to_owned(),
        reference_step: reference.1,
    })
}

#[cfg(test)]
mod tests;
