//! The integration tests of this crate, in one program: one is linked, not one for every file.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::unreadable_literal,
    reason = "tests may panic and print; their numbers are those of tables"
)]

mod circuit_events;
mod complementarity;
mod complementarity_passive;
mod falling_cubes;
mod geometry_deep;
mod geometry_rest;
mod geometry_space;
mod heaps;
mod joint_motion;
mod joints;
mod laws;
mod lotstedt;
mod particle;
mod penalised;
mod samples;
mod sleep;
