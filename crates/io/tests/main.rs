//! The integration tests of this crate, in one program: one is linked, not one for every file.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::unreadable_literal,
    reason = "tests may panic and print; their numbers are those of tables"
)]

mod common;
mod errors;
mod formats;
mod hostile;
mod inputs;
mod jammed;
mod matrix;
mod outputs;
mod problem_folder;
mod problems;
mod samples;
mod saved;
mod scene_bodies;
mod scene_chain;
mod scene_errors;
mod scene_files;
mod scene_reference;
mod scene_rings;
mod scene_samples;
mod scenes;
