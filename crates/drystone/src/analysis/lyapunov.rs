//! Lyapunov exponents: how fast neighbouring motions part.
//!
//! ```text
//! λ = lim 1/t ln ‖δ(t)‖ / ‖δ(0)‖
//! tangents  δ by the linearised flow and the saltation at events (dynamics: event_driven/tangents.rs),
//!           made orthogonal and of
//!              length one again after each interval (Gram, Schmidt): all exponents, largest first
//! two orbits  δ as the distance of two motions, brought back to a small one after each interval: the largest
//! ```
//! Sources: Benettin, Galgani, Giorgilli, Strelcyn (1980), Meccanica 15, for both procedures. The two share
//! nothing but the motion itself: that they agree is a check of either. The sum of all exponents is the mean
//! rate of the logarithm of volumes: −2ζω₀ + 2 ln e · (impacts per time) for an oscillator with restitution
//! e. The standard error is that of the means of ten stretches of the run. A contact that stays closed, or
//! stick, may take every difference away (a δ of exactly 0, two orbits that meet): the exponent is −∞ where
//! that happens in the intervals that count. The vector begins anew in a direction of its own, so that what
//! vanished in the intervals left out does not count. Not told from rounding: directions that shrink by more
//! than 10¹⁶ in one interval; shorter intervals show them.

use super::{AnalysisError, Orbit};
use drystone_dynamics::State;
use drystone_dynamics::schemes::event_driven::Tangent;

/// How long to look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// Length of an interval, in s.
    pub interval: f64,
    /// Intervals that are left out at the beginning.
    pub skip: usize,
    /// Intervals that count.
    pub count: usize,
    /// How many exponents.
    pub vectors: usize,
}

/// Exponents found, in 1/s.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Exponents {
    /// Largest first; −∞ for a direction that vanished.
    pub values: Vec<f64>,
    /// Their standard errors; NaN where there is none: beside −∞, and of fewer than ten intervals.
    pub errors: Vec<f64>,
    /// Time that counted, in s.
    pub time: f64,
    /// Impacts in it.
    pub impacts: usize,
    /// Events at which tangents could not be carried over.
    pub lost: usize,
    /// The largest exponent as far as known after each interval: time and estimate.
    pub course: Vec<(f64, f64)>,
}

/// Stretches that the standard error is taken from.
const STRETCHES: usize = 10;

impl Exponents {
    /// From the logarithms of growth, interval by interval.
    fn of(logs: &[Vec<f64>], plan: &Plan) -> Self {
        let kept = &logs[plan.skip.min(logs.len())..];
        let time = plan.interval * kept.len() as f64;
        let mut found = Exponents {
            time,
            ..Exponents::default()
        };
        for k in 0..plan.vectors {
            let sum: f64 = kept.iter().map(|log| log[k]).sum();
            found.values.push(sum / time);
            let size = kept.len() / STRETCHES;
            let means: Vec<f64> = (0..STRETCHES)
                .filter(|_| size > 0)
                .map(|s| {
                    kept[s * size..(s + 1) * size]
                        .iter()
                        .map(|log| log[k])
                        .sum::<f64>()
                        / (plan.interval * size as f64)
                })
                .collect();
            let mean = means.iter().sum::<f64>() / STRETCHES as f64;
            let spread: f64 = means.iter().map(|m| (m - mean).powi(2)).sum();
            let error = (spread / (STRETCHES * (STRETCHES - 1)) as f64).sqrt();
            let known = !means.is_empty() && error.is_finite();
            found.errors.push(if known { error } else { f64::NAN });
        }
        let mut sum = 0.0;
        for (n, log) in kept.iter().enumerate() {
            sum += log[0];
            let t = plan.interval * (n + 1) as f64;
            found.course.push((t, sum / t));
        }
        found
    }
}

/// Exponents by tangent vectors.
pub fn by_tangents(orbit: &mut Orbit, plan: &Plan) -> Result<Exponents, AnalysisError> {
    let size = orbit.state().q.len() + orbit.state().v.len();
    let vectors = plan.vectors.clamp(1, size);
    let plan = &Plan { vectors, ..*plan };
    let split = orbit.state().q.len();
    let mut basis: Vec<Vec<f64>> = (0..vectors).map(|k| first_vector(k, size)).collect();
    let begin = orbit.state().time;
    let (mut logs, mut lost, mut impacts) = (Vec::with_capacity(plan.skip + plan.count), 0, 0);
    orthonormalise(&mut basis)?;
    for n in 0..plan.skip + plan.count {
        if n == plan.skip {
            lost = orbit.follow()?.lost;
            impacts = orbit.impacts;
        }
        orbit.follow()?.vectors = basis
            .iter()
            .map(|d| Tangent::new(d[..split].to_vec(), d[split..].to_vec()))
            .collect();
        orbit.advance_to(begin + (n + 1) as f64 * plan.interval)?;
        let carried = &orbit.follow()?.vectors;
        for (d, tangent) in basis.iter_mut().zip(carried) {
            d[..split].copy_from_slice(&tangent.q);
            d[split..].copy_from_slice(&tangent.v);
        }
        logs.push(orthonormalise(&mut basis)?);
    }
    let follow = orbit.follow()?;
    follow.vectors.clear();
    let lost = follow.lost - lost;
    let mut found = Exponents::of(&logs, plan);
    found.lost = lost;
    found.impacts = orbit.impacts - impacts;
    Ok(found)
}

/// A vector with something of every direction, another for every k.
fn first_vector(k: usize, size: usize) -> Vec<f64> {
    let some = |i: usize| 0.5 * crate::run::runner::unit_random((k * size + i) as u64) - 0.25;
    (0..size)
        .map(|i| if i == k % size { 1.0 } else { some(i) })
        .collect()
}

/// Gram's and Schmidt's procedure; logarithms of the lengths that were taken away. A vector that has vanished
/// has −∞, and begins anew.
fn orthonormalise(basis: &mut [Vec<f64>]) -> Result<Vec<f64>, AnalysisError> {
    let mut logs = Vec::with_capacity(basis.len());
    for k in 0..basis.len() {
        let (done, rest) = basis.split_at_mut(k);
        let d = &mut rest[0];
        let length = part_across(done, d);
        if !length.is_finite() {
            return Err(AnalysisError::NotFound(format!(
                "tangent vector {} has grown beyond all numbers: take a shorter --period",
                k + 1
            )));
        }
        logs.push(length.ln());
        if length == 0.0 {
            restart(done, d);
        }
    }
    Ok(logs)
}

/// What of d is orthogonal to the others, made of length one; the length that it had.
fn part_across(others: &[Vec<f64>], d: &mut [f64]) -> f64 {
    for other in others {
        let along: f64 = d.iter().zip(other).map(|(a, b)| a * b).sum();
        for (a, b) in d.iter_mut().zip(other) {
            *a -= along * b;
        }
    }
    let length = norm(d);
    if length > 0.0 && length.is_finite() {
        for x in d.iter_mut() {
            *x /= length;
        }
    }
    length
}

/// A new vector beside the others: that of the axis they leave most of.
fn restart(others: &[Vec<f64>], d: &mut [f64]) {
    let left = |axis: usize| 1.0 - others.iter().map(|other| other[axis] * other[axis]).sum::<f64>();
    let widest = (0..d.len()).max_by(|a, b| left(*a).total_cmp(&left(*b)));
    d.fill(0.0);
    if let Some(axis) = widest {
        d[axis] = 1.0;
    }
    part_across(others, d);
}

fn norm(d: &[f64]) -> f64 {
    d.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// The largest exponent by two motions that begin `distance` apart; both orbits are of the same scene.
pub fn by_two_orbits(
    orbits: (&mut Orbit, &mut Orbit),
    plan: &Plan,
    distance: f64,
) -> Result<Exponents, AnalysisError> {
    let (one, other) = orbits;
    let plan = &Plan { vectors: 1, ..*plan };
    let size = one.state().q.len() + one.state().v.len();
    let mut apart = first_vector(0, size);
    let begin = one.state().time;
    let mut logs = Vec::with_capacity(plan.skip + plan.count);
    let mut impacts = 0;
    for n in 0..plan.skip + plan.count {
        if n == plan.skip {
            impacts = one.impacts;
        }
        let factor = distance / norm(&apart);
        let near = beside(one.state(), &apart, factor);
        other.set_state(&near);
        // What rounding made of the distance.
        let before = norm(&difference(other.state(), one.state()));
        let end = begin + (n + 1) as f64 * plan.interval;
        one.advance_to(end)?;
        other.advance_to(end)?;
        apart = difference(other.state(), one.state());
        let after = norm(&apart);
        if !(before > 0.0 && after.is_finite()) {
            return Err(AnalysisError::NotFound(format!(
                "two motions {distance} apart are one to rounding, or leave all numbers: take another --distance"
            )));
        }
        logs.push(vec![(after / before).ln()]);
        if after == 0.0 {
            apart = first_vector(0, size);
        }
    }
    let mut found = Exponents::of(&logs, plan);
    found.impacts = one.impacts - impacts;
    Ok(found)
}

fn beside(state: &State, apart: &[f64], factor: f64) -> State {
    let (q, v) = apart.split_at(state.q.len());
    let add = |x: &[f64], d: &[f64]| x.iter().zip(d).map(|(x, d)| x + factor * d).collect();
    State {
        time: state.time,
        q: add(&state.q, q),
        v: add(&state.v, v),
    }
}

fn difference(a: &State, b: &State) -> Vec<f64> {
    let q = a.q.iter().zip(&b.q);
    q.chain(a.v.iter().zip(&b.v)).map(|(a, b)| a - b).collect()
}
