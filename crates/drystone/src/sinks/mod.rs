//! What keeps the frames of a run: the run file, CSV tables, the page.

pub mod csv;
mod csv_world;
pub mod run_file;
pub mod show;
