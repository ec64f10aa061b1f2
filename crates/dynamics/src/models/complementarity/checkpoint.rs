//! A complementarity system put aside and taken up again, bit for bit.
//!
//! Beside the state these are the times it counts from, the active set that the next step tries first, what
//! the chain of derivatives has seen, and the magnitudes that tolerances have grown from. Drives are asked
//! again at the same time.

use super::events::{Events, Place};
use super::stepper::Start;
use super::{ComplementarityError, ComplementarityStepper, ComplementaritySystem};
use crate::checkpoint::Arrays;
use crate::error::StepError;
use nalgebra::DVector;

impl ComplementarityStepper {
    /// Everything needed to go on bit for bit, as flat arrays.
    pub fn to_arrays(&self, out: &mut Arrays) {
        let state = &self.state;
        out.put("time", &[state.time, self.origin, self.options.dt]);
        out.put("x", state.x.as_slice());
        out.put("lambda", state.lambda.as_slice());
        out.put("w", state.w.as_slice());
        out.put("row_size", self.row_size.as_slice());
        out.put_counts("count", [self.count, self.start as u64]);
        let set = self.matrices.one_step.set().iter();
        out.put_counts("active_set", set.map(|place| *place as u64));
        if let Some(events) = &self.events {
            events.to_arrays(out);
        }
        if let Some(chain) = &self.chain {
            let [offset, offset_size, size] = chain.memory();
            out.put("chain_offset", offset.as_slice());
            out.put("chain_offset_size", offset_size.as_slice());
            out.put("chain_size", size.as_slice());
        }
    }

    /// Goes on from a run that was saved: a stepper of the same system with the same options.
    pub fn resume(&mut self, from: &Arrays) -> Result<(), SavedError> {
        let [time, origin, dt] = from.some_reals("time")?;
        let [count, start] = from.some_counts("count")?;
        if !(time.is_finite() && origin.is_finite()) {
            return Err(SavedError::Saved(StepError::Unsaved { name: "time" }));
        }
        self.start = Start::from_count(start);
        self.set_dt(dt)?;
        (self.state.time, self.origin, self.count) = (time, origin, count);
        take("x", from, &mut self.state.x)?;
        take("lambda", from, &mut self.state.lambda)?;
        take("w", from, &mut self.state.w)?;
        take("row_size", from, &mut self.row_size)?;
        self.begin()?;
        let set = from.counts("active_set")?;
        if set.len() != self.matrices.output.nrows() {
            return Err(SavedError::Saved(StepError::Unsaved { name: "active_set" }));
        }
        self.matrices.one_step.take_set(set);
        if let Some(events) = &mut self.events {
            events.resume(&mut self.system, from)?;
        }
        if let Some(chain) = &mut self.chain {
            let memory = [
                from.reals("chain_offset")?,
                from.reals("chain_offset_size")?,
                from.reals("chain_size")?,
            ];
            if memory.iter().any(|kept| kept.len() != chain.degree()) {
                return Err(SavedError::Saved(StepError::Unsaved { name: "chain_size" }));
            }
            chain.set_memory(memory);
        }
        Ok(())
    }
}

impl Events {
    fn to_arrays(&self, out: &mut Arrays) {
        let n = self.window.all.a.nrows();
        out.put("event_window", &[self.series.start, self.series.length]);
        out.put("event_drive_size", self.series.size.as_slice());
        out.put("event_size", &self.size.as_slice()[..n]);
        out.put("event_kept", self.kept.as_slice());
        out.put("event_recent", &self.recent);
        let places = self.places.iter().flatten().map(|place| *place as u64);
        out.put_counts("event_places", places);
    }

    fn resume(&mut self, system: &mut ComplementaritySystem, from: &Arrays) -> Result<(), SavedError> {
        let (n, m) = (self.window.all.a.nrows(), self.window.relay.len());
        let [start, length] = from.some_reals("event_window")?;
        if !(start.is_finite() && length.is_finite() && length > 0.0) {
            return Err(SavedError::Saved(StepError::Unsaved { name: "event_window" }));
        }
        take("event_drive_size", from, &mut self.series.size)?;
        take("event_kept", from, &mut self.kept)?;
        let size = from.reals("event_size")?;
        let places = from.counts("event_places")?;
        if size.len() != n || !(places.is_empty() || places.len() == m) {
            return Err(SavedError::Saved(StepError::Unsaved { name: "event_places" }));
        }
        self.size.as_mut_slice()[..n].copy_from_slice(size);
        self.recent = from.reals("event_recent")?.to_vec();
        self.places = (!places.is_empty()).then(|| places.iter().map(|p| Place::from_count(*p)).collect());
        self.series.reopen(system, start, length)?;
        self.take_window();
        Ok(())
    }
}

/// Why a saved run could not be taken up.
#[derive(Clone, Debug, thiserror::Error)]
pub enum SavedError {
    /// What was saved does not fit.
    #[error("{0}")]
    Saved(#[from] StepError),
    /// The system refused.
    #[error("{0}")]
    System(#[from] ComplementarityError),
}

fn take(name: &'static str, from: &Arrays, into: &mut DVector<f64>) -> Result<(), StepError> {
    let kept = from.reals(name)?;
    if kept.len() != into.len() {
        return Err(StepError::Unsaved { name });
    }
    into.copy_from_slice(kept);
    Ok(())
}
