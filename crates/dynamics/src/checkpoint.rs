//! A run kept at an instant, to go on from there bit for bit.
//!
//! ```text
//! 2N steps   =   N steps, save, a new simulation of the same scene, resume, N steps         to the last bit
//! ```
//! Kept are the state and its energy, what the scheme remembers (impulses to start the solver from, who slid,
//! earlier positions), what the system remembers (turns of joints) and the number of steps. Solvers remember
//! nothing. For files it is a table of flat arrays by name ([`Checkpoint::to_arrays`]); reals keep their
//! bits.

use crate::error::StepError;
use crate::simulation::Simulation;
use crate::step::contact_memory::{CONTACTS, History, Page, Phase, STEPPING, SchemeMemory};
use crate::system::{Energy, Reached, State};
use std::collections::BTreeMap;

/// Numbers of one kind.
#[derive(Clone, Debug, PartialEq)]
pub enum Array {
    /// Reals.
    Reals(Vec<f64>),
    /// Counts, ids, flags.
    Counts(Vec<u64>),
}

/// What a run must keep to go on, by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Arrays(pub BTreeMap<String, Array>);

impl Arrays {
    /// Adds reals.
    pub fn put(&mut self, name: &str, values: &[f64]) {
        self.0.insert(name.to_owned(), Array::Reals(values.to_vec()));
    }

    /// Adds counts.
    pub fn put_counts(&mut self, name: &str, values: impl IntoIterator<Item = u64>) {
        let values = values.into_iter().collect();
        self.0.insert(name.to_owned(), Array::Counts(values));
    }

    /// Reals by name.
    pub fn reals(&self, name: &'static str) -> Result<&[f64], StepError> {
        match self.0.get(name) {
            Some(Array::Reals(values)) => Ok(values),
            _ => Err(StepError::Unsaved { name }),
        }
    }

    /// Counts by name.
    pub fn counts(&self, name: &'static str) -> Result<&[u64], StepError> {
        match self.0.get(name) {
            Some(Array::Counts(values)) => Ok(values),
            _ => Err(StepError::Unsaved { name }),
        }
    }

    /// So many reals by name.
    pub fn some_reals<const N: usize>(&self, name: &'static str) -> Result<[f64; N], StepError> {
        let values = self.reals(name)?;
        <[f64; N]>::try_from(values).map_err(|_| StepError::Unsaved { name })
    }

    /// So many counts by name.
    pub fn some_counts<const N: usize>(&self, name: &'static str) -> Result<[u64; N], StepError> {
        let values = self.counts(name)?;
        <[u64; N]>::try_from(values).map_err(|_| StepError::Unsaved { name })
    }
}

/// A count as an index; the largest where it does not fit.
pub(crate) fn index(count: u64) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}

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

    /// The same before a step that is `share` times as long as the one before it: what forces need of
    /// impulses is shorter by as much, and so is the first guess.
    #[must_use]
    pub fn for_step_of(&self, share: f64) -> Self {
        let mut out = self.clone();
        out.scheme.contacts.scale(share);
        out
    }

    /// As flat arrays, for files.
    pub fn to_arrays(&self, out: &mut Arrays) {
        out.put("time", &[self.state.time]);
        out.put("q", &self.state.q);
        out.put("v", &self.state.v);
        out.put("energy", &[self.energy.kinetic, self.energy.potential]);
        out.put_counts("steps", [self.steps]);
        out.put("system", &self.system);
        self.scheme.contacts.to_arrays(&CONTACTS, out);
        if self.scheme.stepping != Page::default() {
            self.scheme.stepping.to_arrays(&STEPPING, out);
        }
        if let Some(history) = &self.scheme.history {
            out.put("history_before", &history.before);
            out.put("history_v_before", &history.v_before);
            out.put("history_q", &history.expected.q);
            out.put("history_v", &history.expected.v);
            let e = history.e.unwrap_or(f64::NAN);
            out.put("history", &[history.expected.time, history.dt, e]);
        }
        let phase = self.scheme.phase.numbers();
        if !phase.is_empty() {
            out.put("phase", phase);
        }
    }

    /// From the arrays of a file. Sizes are held against the system by [`Simulation::resume`].
    pub fn from_arrays(from: &Arrays) -> Result<Self, StepError> {
        let [time] = from.some_reals("time")?;
        let [kinetic, potential] = from.some_reals("energy")?;
        let [steps] = from.some_counts("steps")?;
        let state = State {
            time,
            q: from.reals("q")?.to_vec(),
            v: from.reals("v")?.to_vec(),
        };
        for (name, asked) in [
            ("history_before", state.q.len()),
            ("history_q", state.q.len()),
            ("history_v", state.v.len()),
            ("history_v_before", state.v.len()),
        ] {
            // Empty before the first step.
            if from.0.contains_key(name) && ![0, asked].contains(&from.reals(name)?.len()) {
                return Err(StepError::Unsaved { name });
            }
        }
        let history = if from.0.contains_key("history") {
            let [time, dt, e] = from.some_reals("history")?;
            Some(History {
                before: from.reals("history_before")?.to_vec(),
                // Runs saved before there was one have none.
                v_before: from.reals("history_v_before").map_or(Vec::new(), <[f64]>::to_vec),
                expected: State {
                    time,
                    q: from.reals("history_q")?.to_vec(),
                    v: from.reals("history_v")?.to_vec(),
                },
                dt,
                e: (!e.is_nan()).then_some(e),
            })
        } else {
            None
        };
        Ok(Checkpoint {
            state,
            energy: Energy { kinetic, potential },
            scheme: SchemeMemory {
                contacts: Page::from_arrays(&CONTACTS, from)?,
                stepping: if from.0.contains_key(STEPPING[0]) {
                    Page::from_arrays(&STEPPING, from)?
                } else {
                    Page::default()
                },
                history,
                phase: from
                    .reals("phase")
                    .map_or(Phase::None, |numbers| Phase::Stored(numbers.to_vec())),
            },
            system: from.reals("system")?.to_vec(),
            steps,
        })
    }
}

impl Simulation {
    /// The run as it is.
    pub fn save(&self) -> Checkpoint {
        Checkpoint {
            state: self.state.clone(),
            energy: self.energy(),
            scheme: self.scheme.memory(),
            system: self.system.memory().to_vec(),
            steps: self.steps,
        }
    }

    /// Goes on from a run that was saved: a simulation of the same system by the same scheme and solver.
    pub fn resume(&mut self, from: &Checkpoint) -> Result<(), StepError> {
        let layout = self.system.layout();
        for (what, found, asked) in [
            ("coordinates", from.state.q.len(), layout.num_q),
            ("velocities", from.state.v.len(), layout.num_v),
            ("joints", from.system.len(), self.system.memory().len()),
        ] {
            if found != asked {
                return Err(StepError::Checkpoint { what, found, asked });
            }
        }
        self.system.reached(Reached::Saved(&from.system));
        self.scheme.set_memory(&from.scheme);
        self.take_up(&from.state, from.energy, from.steps);
        Ok(())
    }
}
