//! What keeps the rows of a run: the run file, CSV tables, the page.

pub mod csv;
pub mod run_file;
pub mod show;
