//! A run kept at an instant, to go on from there bit for bit.
//!
//! ```text
//! 2N steps   =   N steps, save, a new simulation of the same scene, resume, N steps         to the last bit
//! ```
//! Kept are the state and its energy, what the scheme remembers (impulses to start the solver from, who slid, earlier
//! positions), what the system remembers (turns of joints) and the number of steps. Solvers remember nothing.

use crate::error::StepError;
use crate::memory::SchemeMemory;
use crate::simulation::Simulation;
use crate::system::{Energy, State};

/// Everything needed to go on.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    pub(crate) state: State,
    pub(crate) energy: Energy,
    pub(crate) scheme: SchemeMemory,
    pub(crate) system: Vec<f64>,
    pub(crate) steps: u64,
}

impl Checkpoint {
    /// Where the run is.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Steps taken until then.
    pub fn steps(&self) -> u64 {
        self.steps
    }
}

impl Simulation {
    /// The run as it is.
    pub fn save(&self) -> Checkpoint {
        Checkpoint {
            state: self.state.clone(),
            energy: self.energy(),
            scheme: self.scheme.memory(),
            system: self.system.memory(),
            steps: self.steps,
        }
    }

    /// Goes on from a run that was saved: a simulation of the same system by the same scheme and solver.
    pub fn resume(&mut self, from: &Checkpoint) -> Result<(), StepError> {
        for (what, found, asked) in [
            ("coordinates", from.state.q.len(), self.system.num_q()),
            ("velocities", from.state.v.len(), self.system.num_v()),
            ("joints", from.system.len(), self.system.memory().len()),
        ] {
            if found != asked {
                return Err(StepError::Checkpoint { what, found, asked });
            }
        }
        self.system.set_memory(&from.system);
        self.scheme.set_memory(&from.scheme);
        self.take_up(&from.state, from.energy, from.steps);
        Ok(())
    }
}
