//! What is followed along a run besides the state: tangent vectors, and the states at impacts.
//!
//! ```text
//! between events   δẏ = Df(t, y) δy                                        y = (q, v); the modes do not change
//! at an event      E(t, y) = 0,  y⁺ = R(t, y⁻):   δt = −(DE δy⁻)/Ė,   δy⁺ = DR (δt, δy⁻ + f⁻ δt) − f⁺ δt
//! ```
//! δt is by how much a neighbour meets the event later; without it δy⁺ would be compared at two different
//! times. The matrix of δy⁻ → δy⁺ is called the saltation matrix; E is the gap that closes, or the force,
//! reserve or slip that vanishes, R the impact law of the pair (or nothing), f⁻ and f⁺ the flow before and
//! after. With restitution e its determinant is e². Derivatives are central differences: of the step of the
//! integrator itself, of E, and of the impact problem.
//!
//! Not covered: several contacts that close at one instant, time-stepping phases, implicit steps, events met
//! at zero speed (grazing), where the flow has no derivative. They are counted, not hidden.

use super::{EventDriven, Found, RESTS, Seen, slope};
use crate::error::StepError;
use crate::gaps::GapQuery;
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

    fn add(&mut self, (q, v): &(Vec<f64>, Vec<f64>), factor: f64) {
        for (d, f) in self.q.iter_mut().zip(q).chain(self.v.iter_mut().zip(v)) {
            *d += factor * f;
        }
    }
}

/// An impact, with the state before and after.
#[derive(Clone, Debug, PartialEq)]
pub struct Met {
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

/// What is followed, and what was found of it.
#[derive(Default)]
pub struct Follow {
    /// Tangent vectors, carried along with the state.
    pub tangents: Vec<Tangent>,
    /// Whether the states at impacts are kept.
    pub keep_states: bool,
    /// Impacts of the last step of the run, where they are kept.
    pub met: Vec<Met>,
    /// Events so far at which tangents could not be carried over.
    pub lost: usize,
    pair: Dop853,
    y: Vec<f64>,
}

/// Size of the differences as a share of lengths and speeds: truncation 10⁻¹¹ times the third derivative,
/// rounding 10⁻¹⁰.
const SHIFT: f64 = 2e-6;

impl EventDriven {
    /// By how much of a tangent to move, so that the move is small against the scales of the run.
    fn shift(&self, tangent: &Tangent) -> f64 {
        let scales = &self.smooth.scales;
        let largest = |list: &[f64]| list.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        let size = (largest(&tangent.q) / scales.length).max(largest(&tangent.v) / scales.speed);
        if size > 0.0 && size.is_finite() {
            SHIFT / size
        } else {
            SHIFT
        }
    }

    /// Tangents over the step of length `h` that the integrator has just made, modes as they are.
    pub(super) fn carry_tangents(&mut self, system: &mut dyn System, h: f64) {
        if self.follow.tangents.is_empty() {
            return;
        }
        if self.integrator.habits().implicit {
            self.follow.lost += 1;
            return;
        }
        let mut follow = std::mem::take(&mut self.follow);
        let mut tangents = std::mem::take(&mut follow.tangents);
        for tangent in &mut tangents {
            let shift = self.shift(tangent);
            let plus = self.neighbour(system, &mut follow, tangent, shift, h);
            let minus = self.neighbour(system, &mut follow, tangent, -shift, h);
            if let (Some(plus), Some(minus)) = (plus, minus) {
                *tangent = Tangent::new(
                    difference(&plus.0, &minus.0, shift),
                    difference(&plus.1, &minus.1, shift),
                );
            } else {
                follow.lost += 1;
            }
        }
        follow.tangents = tangents;
        self.follow = follow;
        // The chart is that of the state again.
        let (nx, nv) = self.sizes();
        self.smooth.chart.set_origin(&self.state.q);
        let (x, v) = self.integrator.y_next[..nx + nv].split_at(nx);
        self.smooth.chart.place(system, x, &mut self.place);
        self.smooth
            .evaluate(system, self.integrator.time + h, &self.place, v);
    }

    /// Where a neighbour is after the same step.
    fn neighbour(
        &mut self,
        system: &mut dyn System,
        follow: &mut Follow,
        tangent: &Tangent,
        shift: f64,
        h: f64,
    ) -> Option<(Vec<f64>, Vec<f64>)> {
        let sizes @ (nx, nv) = self.sizes();
        let Follow { pair, y, .. } = follow;
        let start = moved(&self.state, (0.0, &tangent.q, &tangent.v), shift);
        y.clear();
        self.smooth.chart.begin(&start.q, nv, y);
        y.extend_from_slice(&start.v);
        y.resize(self.integrator.y.len(), 0.0);
        pair.resize(y.len());
        let (smooth, place) = (&mut self.smooth, &mut self.place);
        let mut seen = Seen::default();
        let mut rhs = |t: f64, y: &[f64], out: &mut [f64]| {
            slope((smooth, place), system, sizes, (t, y), out, &mut seen)
        };
        if !pair.begin(&mut rhs, self.integrator.time, y) {
            return None;
        }
        pair.attempt(&mut rhs, h, &self.tolerance)?;
        let mut q = start.q;
        self.smooth.chart.place(system, &pair.y_next[..nx], &mut q);
        let mut v = pair.y_next[nx..nx + nv].to_vec();
        let held = self
            .smooth
            .project(system, self.integrator.time + h, &mut q, &mut v);
        held.then_some((q, v))
    }

    /// The flow at the present state, with the present modes.
    fn flow(&mut self, system: &mut dyn System) -> Option<(Vec<f64>, Vec<f64>)> {
        let State { time, q, v } = &self.state;
        if !self.smooth.evaluate(system, *time, q, v) {
            return None;
        }
        let mut rate = vec![0.0; q.len()];
        self.smooth
            .rate(v, |_, v| system.kinematics().rate(q, v, &mut rate));
        Some((rate, self.smooth.acceleration.clone()))
    }

    /// E near the present state.
    fn event_value(&mut self, system: &mut dyn System, found: Found, moved: &State) -> Option<f64> {
        let mut q = moved.q.clone();
        system.kinematics().normalise(&mut q);
        match found {
            Found::Gap(id) => {
                let asked = GapQuery::One { v: &moved.v, id };
                system.gaps(moved.time, &q, asked, &mut self.gaps);
                self.gaps.list.first().map(|motion| motion.gap)
            }
            Found::Margin(what) => {
                if !self.smooth.evaluate(system, moved.time, &q, &moved.v) {
                    return None;
                }
                let margins = &self.smooth.margins;
                margins.iter().find(|m| m.0 == what).map(|m| m.1)
            }
        }
    }

    /// Derivative of E along (δt, δq, δv), moved by `shift` of it.
    fn event_slope(
        &mut self,
        system: &mut dyn System,
        found: Found,
        (delay, direction): (f64, &(Vec<f64>, Vec<f64>)),
        shift: f64,
    ) -> Option<f64> {
        let plus = moved(&self.state, (delay, &direction.0, &direction.1), shift);
        let minus = moved(&self.state, (delay, &direction.0, &direction.1), -shift);
        let plus = self.event_value(system, found, &plus)?;
        let minus = self.event_value(system, found, &minus)?;
        Some((plus - minus) / (2.0 * shift))
    }

    /// Tangents to where neighbours meet the event, each at its own time. The state is at the event, its
    /// modes those before.
    pub(super) fn meet_tangents(&mut self, system: &mut dyn System, found: Found) {
        if self.follow.tangents.is_empty() {
            return;
        }
        let mut tangents = std::mem::take(&mut self.follow.tangents);
        let scales = self.smooth.scales;
        let flow = self.flow(system);
        let share = SHIFT * scales.time;
        let rate = flow
            .as_ref()
            .and_then(|flow| self.event_slope(system, found, (1.0, flow), share));
        for tangent in &mut tangents {
            let shift = self.shift(tangent);
            let along = (tangent.q.clone(), tangent.v.clone());
            let slope = self.event_slope(system, found, (0.0, &along), shift);
            match (&flow, rate, slope) {
                (Some(flow), Some(rate), Some(slope)) if (slope / rate).is_finite() => {
                    tangent.delay = -slope / rate;
                    tangent.add(flow, tangent.delay);
                }
                _ => self.follow.lost += 1,
            }
        }
        self.follow.tangents = tangents;
        let State { time, q, v } = &self.state;
        self.smooth.evaluate(system, *time, q, v);
    }

    /// Tangents through the impact that has just been solved; the state still has v⁻.
    pub(super) fn strike_tangents(
        &mut self,
        system: &mut dyn System,
        solver: &mut dyn Solver,
        soft: &[u64],
    ) -> Result<(), StepError> {
        if self.follow.tangents.is_empty() {
            return Ok(());
        }
        let slow = RESTS * self.smooth.scales.speed;
        let contacts = self.smooth.contacts.list.iter().zip(&self.smooth.offsets);
        let hit = contacts.filter(|(c, row)| !c.friction.is_force() && self.smooth.velocity[**row] < -slow);
        if hit.count() > 1 {
            self.follow.lost += 1;
        }
        let mut tangents = std::mem::take(&mut self.follow.tangents);
        let state = self.state.clone();
        for tangent in &mut tangents {
            let shift = self.shift(tangent);
            let mut ends = [Vec::new(), Vec::new()];
            for (end, sign) in ends.iter_mut().zip([shift, -shift]) {
                self.state = moved(&state, (tangent.delay, &tangent.q, &tangent.v), sign);
                system.kinematics().normalise(&mut self.state.q);
                let State { time, q, v } = &self.state;
                if self.smooth.evaluate(system, *time, q, v) {
                    self.solve_impact(system, solver, soft)?;
                    end.clone_from(&self.trial.state.v);
                }
            }
            if ends.iter().all(|end| end.len() == tangent.v.len()) {
                tangent.v = difference(&ends[0], &ends[1], shift);
            } else {
                self.follow.lost += 1;
            }
        }
        self.follow.tangents = tangents;
        self.state = state;
        let State { time, q, v } = &self.state;
        self.smooth.evaluate(system, *time, q, v);
        Ok(())
    }

    /// Tangents back to the time of the event, with the modes after it.
    pub(super) fn leave_tangents(&mut self, system: &mut dyn System) {
        if self.follow.tangents.is_empty() {
            return;
        }
        let flow = self.flow(system);
        for tangent in &mut self.follow.tangents {
            match &flow {
                Some(flow) => tangent.add(flow, -tangent.delay),
                None => self.follow.lost += 1,
            }
            tangent.delay = 0.0;
        }
    }

    /// Keeps the states of an impact.
    pub(super) fn keep_impact(&mut self, contact: u64) {
        if self.follow.keep_states {
            self.follow.met.push(Met {
                contact,
                time: self.state.time,
                q: self.state.q.clone(),
                before: self.state.v.clone(),
                after: self.trial.state.v.clone(),
            });
        }
    }
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
