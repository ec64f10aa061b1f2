//! One step of a time-stepping scheme, from its inputs to its record.
//!
//! ```text
//! inputs ─▶ problem ─▶ solve (impacts/, impact_path/, warm_start) ─▶ reach (round_to_rest) ─▶ record
//! ```
//! | file | subject |
//! |---|---|
//! | `inputs` | stages in which a scheme states M, f, v_free, contacts and constraints |
//! | `implicit` | derivatives of forces in M̂, springs and dampers as rows |
//! | `problem`, `delassus_assembly/` | rows, laws, W and b of the contact problem |
//! | `landing` | contacts that act before they close |
//! | `turning` | contacts that carry and turn within the step |
//! | `lost` | contacts that carried and are let go |
//! | `predicted` | contacts that close ahead, with the rows of an earlier configuration |
//! | `solve`, `warm_start` | the solution, and where the next one begins |
//! | `impacts/`, `impact_path/` | impacts that come before the forces of the step |
//! | `reach`, `round_to_rest` | the velocity reached, its certificate and losses |
//! | `position_correction`, `position_sweeps` | positions back onto the constraints |
//! | `contact_memory`, `sleep` | what a step knows of the one before; bodies left out |
//! | `record`, `certificate`, `energy`, `events` | what a step leaves behind |
//! | `options`, `tolerances` | how contacts are treated; every threshold with its reason |

mod certificate;
pub(crate) mod contact_memory;
pub(crate) mod delassus_assembly;
mod energy;
mod events;
pub mod impact_path;
pub(crate) mod impacts;
pub(crate) mod implicit;
pub mod inputs;
pub(crate) mod joints_first;
pub(crate) mod landing;
mod lost;
pub mod options;
pub(crate) mod position_correction;
pub(crate) mod position_sweeps;
pub(crate) mod predicted;
pub(crate) mod problem;
mod reach;
mod record;
pub(crate) mod round_to_rest;
pub(crate) mod sleep;
pub(crate) mod solve;
#[cfg(test)]
mod tests;
pub(crate) mod tolerances;
pub(crate) mod turning;
mod warm_start;

pub use certificate::StepCertificate;
pub use energy::EnergyAccount;
pub use events::{Effort, Event, EventKind};
pub use lost::Lost;
pub use record::{Infeasible, PositionDefect, Solutions, Solves, Status, Step};
pub use solve::OneStep;
