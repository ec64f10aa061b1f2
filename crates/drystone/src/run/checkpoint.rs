//! A run put aside and taken up again: everything that its steps, its tables and its summary still need.
//!
//! ```text
//! T, save, resume, T   =   2T        states, rows and sums, to the last bit
//! ```
//! A last step made shorter to end at `t_end` is where the mesh of a continued run begins anew.

use crate::run::runner::{Model, RunError, Runner};
use drystone_dynamics::checkpoint::Arrays;
use drystone_dynamics::models::complementarity::SavedError;
use drystone_dynamics::{Checkpoint, StepError};

impl Runner {
    /// Everything needed to go on bit for bit.
    pub fn save(&self) -> Arrays {
        let mut out = Arrays::default();
        match &self.model {
            Model::Mechanical(simulation, world) => {
                simulation.save().to_arrays(&mut out);
                if let Some(world) = world {
                    world.to_arrays(&simulation.last().constraint_impulses, &mut out);
                }
            }
            Model::Complementarity(stepper, _) => stepper.to_arrays(&mut out),
        }
        self.totals.to_arrays(&mut out);
        out.put_counts("mesh", [self.mesh]);
        out.put("mesh_start", &[self.start]);
        out
    }

    /// Goes on from a run that was saved: a runner of the same scene. `true` when the time of the present
    /// state was moved by a rounding, from the end of the saved run to its place in the mesh.
    pub fn resume(&mut self, from: &Arrays) -> Result<bool, RunError> {
        match &mut self.model {
            Model::Mechanical(simulation, _) => simulation.resume(&Checkpoint::from_arrays(from)?)?,
            Model::Complementarity(stepper, _) => stepper.resume(from).map_err(|error| match error {
                SavedError::Saved(error) => RunError::Step(error),
                SavedError::System(error) => RunError::Complementarity(error),
            })?,
        }
        self.totals.resume(from)?;
        [self.mesh] = from.some_counts("mesh")?;
        [self.start] = from.some_reals("mesh_start")?;
        let time = self.frame().time;
        if !time.is_finite() || !self.start.is_finite() {
            return Err(RunError::Step(StepError::Unsaved { name: "time" }));
        }
        let (place, slack) = (self.start + self.mesh as f64 * self.dt, 1e-9 * self.dt);
        let goes_on = self.t_end > time + slack;
        let mut moved = false;
        if goes_on && time < place - slack {
            (self.start, self.mesh) = (time, 0);
        } else if goes_on
            && time != place
            && (time - place).abs() <= slack
            && let Model::Mechanical(simulation, _) = &mut self.model
        {
            simulation.state.time = place;
            moved = true;
        }
        if let Model::Mechanical(simulation, Some(world)) = &mut self.model {
            world.resume(from, &self.names.who, simulation.observe())?;
        }
        self.stepped = false;
        self.look();
        Ok(moved)
    }
}
