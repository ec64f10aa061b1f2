//! Run files: everything a run recorded, in one HDF5 file that grows with it (`docs/run_file.md`).
//!
//! ```text
//! /                    attributes: scene, scene_text, sets, program, version, seed, scheme, solver, step, …
//! /steps/<column>      time, step, certificate clauses, iterations, energies: one row a frame
//! /bodies/<name>/…  position, quat_wxyz or angle, velocity, angular_velocity: one row a frame;
//!                   attribute shapes (JSON)
//! /q /v /output        instead, for systems in generalised coordinates
//! /contacts/<column>   one row for each contact of a frame;  /pairs/<column>: who
//! /joints/<name>/…     coordinate, velocity, force, torque
//! /checkpoint/<array>  what is needed to go on bit for bit
//! ```
//! Written by [`RunWriter`], read by [`RunFile`], which takes only the rows that are asked for. Rows become
//! visible, together with the checkpoint that belongs to them, at every [`RunWriter::flush`]; a run killed
//! between two leaves the first.
//!
//! ```no_run
//! use drystone_io::run_file::RunFile;
//! let run = RunFile::open("run.h5".as_ref())?;
//! let times = run.times(0..run.frames())?;
//! for (i, body) in run.bodies().iter().enumerate() {
//!     let series = run.series(i, 0..run.frames())?;
//!     println!("{} ends at {:?}, t = {}", body.name, series.position.last(), times[times.len() - 1]);
//! }
//! let contacts = run.contacts(10..11)?; // those of frame 10
//! # Ok::<(), drystone_io::ReadError>(())
//! ```

mod columns;
mod open;
mod plan;
mod reader;
mod resume;
mod series;
mod shapes;
mod writer;

pub use columns::{CLAUSES, ENERGY, ROWS, STANDINGS, STATUS, STOPS, body_names, step_names};
pub use plan::{Attribute, BodyPlan, ContactRow, Plan, StepRow, WorldPlan};
pub use reader::RunFile;
pub use series::{BodyInfo, BodySeries, Column, ContactTable, PairInfo};
pub use shapes::shapes_json;
pub use writer::RunWriter;

/// Version of the layout; files of another one are refused.
pub const LAYOUT: i64 = 1;

/// Longest text kept as an attribute: an object header holds no more than 64 KiB in one message.
pub(crate) const LONG: usize = 60_000;

/// The name of a body as part of a path: HDF5 takes `/` for a separator and `.` for "here".
pub(crate) fn link_name(name: &str) -> String {
    let name = name.replace('%', "%25").replace('/', "%2F");
    if name == "." { "%2E".to_owned() } else { name }
}
