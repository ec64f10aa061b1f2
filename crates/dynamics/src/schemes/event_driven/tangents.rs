//! Tangent vectors carried along a run, and the states at impacts.
//!
//! ```text
//! between events   δẏ = Df(t, y) δy                                      y = (q, v); the modes do not change
//! at an event      E(t, y) = 0,  y⁺ = R(t, y⁻):  δt = −(DE δy⁻)/Ė,  δy⁺ = DR (δt, δy⁻ + f⁻ δt) − f⁺ δt
//! ```
//! δt is by how much a neighbour meets the event later; without it δy⁺ would be compared at two different
//! times. The matrix of δy⁻ → δy⁺ is called the saltation matrix; E is the gap that closes, or the force,
//! reserve or slip that vanishes, R the impact law of the pair (or nothing), f⁻ and f⁺ the flow before and
//! after. With restitution e its determinant is e². Derivatives are central differences: of the step of the
//! integrator itself, of E, and of the impact problem.
//!
//! Not covered: several contacts that close at one instant, time-stepping phases, implicit steps, events met
//! at zero speed (grazing), where the flow has no derivative. They are counted, not hidden.

use super::Event;
use super::flight::{Counters, Flight, Slopes};
use super::impact::Trial;
use super::phase::{InPhase, Phase, Scales};
use super::tolerances::SHIFT;
use crate::error::StepError;
use crate::gaps::{GapQuery, Gaps};
use crate::ode::dop853::Dop853;
use crate::system::{State, System};
use drystone_solve::solver::Solver;

/// A small difference of two motions, divided by its size.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tangent {
    /// δq.
    pub q: Vec<f64>,
    /// δv.
    pub v: Vec<f64>,
    /// δt, at an event.
    delay: f64,
}

impl Tangent {
    /// A tangent vector.
    pub fn new(q: Vec<f64>, v: Vec<f64>) -> Self {
        Tangent { q, v, delay: 0.0 }
    }

    /// The factor that makes it small against the scales of the run.
    fn shift(&self, scales: &Scales) -> f64 {
        let largest = |list: &[f64]| list.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        let size = (largest(&self.q) / scales.length).max(largest(&self.v) / scales.speed);
        if size > 0.0 && size.is_finite() {
            SHIFT / size
        } else {
            SHIFT
        }
    }

    fn add(&mut self, (q, v): &Pair, factor: f64) {
        for (d, f) in self.q.iter_mut().zip(q).chain(self.v.iter_mut().zip(v)) {
            *d += factor * f;
        }
    }
}

/// An impact, with the state before and after.
#[derive(Clone, Debug, PartialEq)]
pub struct ImpactRecord {
    /// Which contact.
    pub contact: u64,
    /// When, in s.
    pub time: f64,
    /// Configuration.
    pub q: Vec<f64>,
    /// v⁻.
    pub before: Vec<f64>,
    /// v⁺.
    pub after: Vec<f64>,
}

/// Tangent vectors and impacts of a run.
#[derive(Default)]
pub struct Tangents {
    /// Tangent vectors, carried along with the state.
    pub vectors: Vec<Tangent>,
    /// Whether the states at impacts are kept.
    pub keep_states: bool,
    /// Impacts of the last step of the run, where they are kept.
    pub impacts: Vec<ImpactRecord>,
    /// Events so far at which tangents could not be carried over.
    pub lost: usize,
    pair: Dop853,
    y: Vec<f64>,
}

/// Configuration and velocity, or a small difference of them.
type Pair = (Vec<f64>, Vec<f64>);

impl Tangents {
    /// Carries them over the step of length `h` that the integrator has just made from `from`, modes as they
    /// are.
    pub(super) fn carry(&mut self, (system, phase): InPhase, flight: &mut Flight, from: &State, h: f64) {
        if self.vectors.is_empty() {
            return;
        }
        if flight.integrator.habits().implicit {
            self.lost += 1;
            return;
        }
        let mut vectors = std::mem::take(&mut self.vectors);
        for tangent in &mut vectors {
            let shift = tangent.shift(&phase.scales);
            let plus = moved(from, (0.0, &tangent.q, &tangent.v), shift);
            let minus = moved(from, (0.0, &tangent.q, &tangent.v), -shift);
            let plus = self.neighbour((system, phase), flight, plus, h);
            let minus = self.neighbour((system, phase), flight, minus, h);
            if let (Some(plus), Some(minus)) = (plus, minus) {
                *tangent = Tangent::new(
                    difference(&plus.0, &minus.0, shift),
                    difference(&plus.1, &minus.1, shift),
                );
            } else {
                self.lost += 1;
            }
        }
        self.vectors = vectors;
        // The chart is that of the state again.
        flight.chart.set_origin(&from.q);
        let (x, v, _) = flight.chart.split(&flight.integrator.step.y_next);
        flight.chart.place(system, x, &mut flight.place);
        phase.evaluate(system, flight.integrator.step.time + h, &flight.place, v);
    }

    /// Where a neighbour that begins at `start` is after the same step.
    fn neighbour(
        &mut self,
        (system, phase): InPhase,
        flight: &mut Flight,
        start: State,
        h: f64,
    ) -> Option<Pair> {
        let Tangents { pair, y, .. } = self;
        let (time, size) = (flight.integrator.step.time, flight.integrator.step.y.len());
        flight.chart.begin(&start, size, y);
        pair.resize(size);
        let mut counters = Counters::default();
        let mut slopes = Slopes::new((system, phase), (&flight.chart, &mut flight.place), &mut counters);
        let mut rhs = |t: f64, y: &[f64], out: &mut [f64]| slopes.at(t, y, out);
        if !pair.begin(&mut rhs, time, y) {
            return None;
        }
        pair.attempt(&mut rhs, h, &flight.tolerance)?;
        let mut q = start.q;
        let (x, v, _) = flight.chart.split(&pair.y_next);
        flight.chart.place(system, x, &mut q);
        let mut v = v.to_vec();
        let held = phase.project(system, time + h, &mut q, &mut v);
        held.then_some((q, v))
    }

    /// Carries them to where neighbours meet the event, each at its own time. The state is at the event, its
    /// modes those before.
    pub(super) fn meet(&mut self, (system, phase): InPhase, at: &State, event: Event, gap: &mut Gaps) {
        if self.vectors.is_empty() {
            return;
        }
        let flow = flow((system, phase), at);
        let share = SHIFT * phase.scales.time;
        let rate = flow.as_ref().and_then(|flow| {
            let ends = [share, -share].map(|shift| moved(at, (1.0, &flow.0, &flow.1), shift));
            event_slope((system, phase), event, ends, share, gap)
        });
        for tangent in &mut self.vectors {
            let shift = tangent.shift(&phase.scales);
            let ends = [shift, -shift].map(|shift| moved(at, (0.0, &tangent.q, &tangent.v), shift));
            let slope = event_slope((system, phase), event, ends, shift, gap);
            match (&flow, rate, slope) {
                (Some(flow), Some(rate), Some(slope)) if (slope / rate).is_finite() => {
                    tangent.delay = -slope / rate;
                    tangent.add(flow, tangent.delay);
                }
                _ => self.lost += 1,
            }
        }
        phase.evaluate_at(system, at);
    }

    /// Carries them through the impact that has just been solved; the state still has v⁻.
    pub(super) fn strike(
        &mut self,
        (system, solver): (&mut dyn System, &mut dyn Solver),
        (phase, trial): (&mut Phase, &mut Trial),
        at: &State,
        soft: &[u64],
    ) -> Result<(), StepError> {
        if phase.approached().count() > 1 {
            self.lost += 1;
        }
        for tangent in &mut self.vectors {
            let shift = tangent.shift(&phase.scales);
            let mut ends = [Vec::new(), Vec::new()];
            for (end, sign) in ends.iter_mut().zip([shift, -shift]) {
                let mut near = moved(at, (tangent.delay, &tangent.q, &tangent.v), sign);
                system.kinematics().normalise(&mut near.q);
                if phase.evaluate_at(system, &near) {
                    trial.solve_impact(system, solver, (phase, &near), soft)?;
                    end.clone_from(&trial.step.state.v);
                }
            }
            if ends.iter().all(|end| end.len() == tangent.v.len()) {
                tangent.v = difference(&ends[0], &ends[1], shift);
            } else {
                self.lost += 1;
            }
        }
        phase.evaluate_at(system, at);
        Ok(())
    }

    /// Carries them back to the time of the event, with the modes after it.
    pub(super) fn leave(&mut self, system: &mut dyn System, phase: &mut Phase, at: &State) {
        if self.vectors.is_empty() {
            return;
        }
        let flow = flow((system, phase), at);
        for tangent in &mut self.vectors {
            match &flow {
                Some(flow) => tangent.add(flow, -tangent.delay),
                None => self.lost += 1,
            }
            tangent.delay = 0.0;
        }
    }

    /// Keeps the states of an impact, where that is asked for.
    pub(super) fn keep_impact(&mut self, contact: u64, at: &State, after: &[f64]) {
        if self.keep_states {
            self.impacts.push(ImpactRecord {
                contact,
                time: at.time,
                q: at.q.clone(),
                before: at.v.clone(),
                after: after.to_vec(),
            });
        }
    }
}

/// The flow at a state, with the present modes.
fn flow((system, phase): InPhase, at: &State) -> Option<Pair> {
    if !phase.evaluate_at(system, at) {
        return None;
    }
    let mut rate = vec![0.0; at.q.len()];
    phase.rate(&at.v, |v| system.kinematics().rate(&at.q, v, &mut rate));
    Some((rate, phase.motion.acceleration.clone()))
}

/// E at a state near the event.
fn event_value((system, phase): InPhase, event: Event, near: &mut State, gap: &mut Gaps) -> Option<f64> {
    let State { time, q, v } = near;
    system.kinematics().normalise(q);
    match event {
        Event::Gap(id) => {
            system.gaps(*time, q, GapQuery::One { v, id }, gap);
            gap.list.first().map(|motion| motion.gap)
        }
        Event::ContactLost => None,
        Event::Margin(change) => {
            if !phase.evaluate(system, *time, q, v) {
                return None;
            }
            phase.margins.iter().find(|m| m.0 == change).map(|m| m.1)
        }
    }
}

/// Derivative of E between two states, `shift` away from the event on both sides.
fn event_slope(
    (system, phase): InPhase,
    event: Event,
    [mut plus, mut minus]: [State; 2],
    shift: f64,
    gap: &mut Gaps,
) -> Option<f64> {
    let plus = event_value((system, phase), event, &mut plus, gap)?;
    let minus = event_value((system, phase), event, &mut minus, gap)?;
    Some((plus - minus) / (2.0 * shift))
}

/// A state moved along a direction.
fn moved(state: &State, (delay, q, v): (f64, &[f64], &[f64]), shift: f64) -> State {
    let add = |x: &[f64], d: &[f64]| x.iter().zip(d).map(|(x, d)| x + shift * d).collect();
    State {
        time: state.time + shift * delay,
        q: add(&state.q, q),
        v: add(&state.v, v),
    }
}

fn difference(plus: &[f64], minus: &[f64], shift: f64) -> Vec<f64> {
    plus.iter()
        .zip(minus)
        .map(|(a, b)| (a - b) / (2.0 * shift))
        .collect()
}
