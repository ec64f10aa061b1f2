//! A scene on its way, step by step and to given times, with a second copy for looking between steps.

use super::AnalysisError;
use crate::run::runner::{Names, Runner};
use drystone_dynamics::schemes::event_driven::Tangents;
use drystone_dynamics::step::EventKind;
use drystone_dynamics::{Simulation, State};
use drystone_io::scene::Scene;

/// A mechanical scene on its way.
pub struct Orbit {
    /// What moves.
    pub simulation: Box<Simulation>,
    /// Names of coordinates, velocities, outputs and contacts.
    pub names: Names,
    /// Longest step, in s.
    pub step: f64,
    /// Impacts so far.
    pub impacts: usize,
    /// When it began, in s.
    pub start: f64,
    probe: Box<Simulation>,
}

impl Orbit {
    /// The scene at its beginning.
    pub fn new(scene: &Scene) -> Result<Self, AnalysisError> {
        let whole = || {
            let runner = Runner::new(scene)?;
            let step = runner.dt;
            let parts = runner.into_simulation();
            parts.map(|parts| (parts, step)).ok_or_else(|| {
                AnalysisError::Input(format!(
                    "{}: is a linear complementarity system: sections and exponents are for mechanical ones",
                    scene.name
                ))
            })
        };
        let ((simulation, names), step) = whole()?;
        let ((probe, _), _) = whole()?;
        Ok(Orbit {
            start: simulation.state.time,
            simulation,
            names,
            step,
            impacts: 0,
            probe,
        })
    }

    /// The present state.
    pub fn state(&self) -> &State {
        &self.simulation.state
    }

    /// Puts it somewhere else.
    pub fn set_state(&mut self, state: &State) {
        self.simulation.state.copy_from(state);
    }

    /// What can be followed along events; an error for schemes that do not look for them.
    pub fn follow(&mut self) -> Result<&mut Tangents, AnalysisError> {
        self.simulation.scheme.follow().ok_or_else(|| {
            AnalysisError::Input(
                "this needs a scheme that locates events: take --scheme hybrid or --scheme event-driven"
                    .into(),
            )
        })
    }

    /// One step, of the length of the scene or up to `end`; `false` when it was reached before.
    pub fn advance(&mut self, end: f64) -> Result<bool, AnalysisError> {
        let left = end - self.simulation.state.time;
        let slack = 1e-9 * self.step;
        if left <= slack {
            return Ok(false);
        }
        let last = left <= self.step + slack;
        self.simulation.step_by(if last { left } else { self.step })?;
        let events = &self.simulation.last().events;
        self.impacts += events.iter().filter(|e| e.kind == EventKind::Impact).count();
        // A time reached but for rounding is that time; schemes with shorter steps are not there yet.
        if last && (end - self.simulation.state.time).abs() <= slack {
            self.simulation.state.time = end;
        }
        Ok(true)
    }

    /// To a time, in steps of one length that are no longer than the scene's.
    pub fn advance_to(&mut self, end: f64) -> Result<(), AnalysisError> {
        let begin = self.simulation.state.time;
        let count = ((end - begin) / self.step - 1e-9).ceil().max(1.0);
        let mut k = 0.0;
        while k < count {
            k += 1.0;
            let target = if k < count {
                begin + (end - begin) * (k / count)
            } else {
                end
            };
            // Steps may come out shorter than asked.
            while self.advance(target)? {}
        }
        Ok(())
    }

    /// Where a motion from `from` is after `dt`, by the second copy.
    pub fn look(&mut self, from: &State, dt: f64) -> Result<&State, AnalysisError> {
        let probe = &mut self.probe;
        probe.state.copy_from(from);
        let end = from.time + dt;
        let mut left = dt;
        while left > 1e-9 * dt.abs() {
            probe.step_by(if left > 1.001 * self.step { self.step } else { left })?;
            left = end - probe.state.time;
        }
        Ok(&probe.state)
    }

    /// Outputs of the scene at a state.
    pub fn outputs(&mut self, state: &State) -> Vec<f64> {
        let mut out = Vec::new();
        let system = &mut self.simulation.system;
        system.outputs(state.time, &state.q, &state.v, &mut out);
        out
    }
}
