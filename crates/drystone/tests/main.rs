//! The integration tests of this crate, in one program: one is linked, not one for every file.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::unreadable_literal,
    reason = "tests may panic and print; their numbers are those of tables"
)]

mod agreement;
mod analysis;
mod bodies;
mod chain;
mod classical;
mod classical_conveyor;
mod classical_friction;
mod classical_painleve;
mod classical_systems;
mod convergence;
mod engines;
mod events;
mod files;
mod granular;
mod house;
mod implicit_forces;
mod import;
mod joints_first;
mod killed_run;
mod landing;
mod long_paths;
mod nothing_false;
mod page;
mod periodic;
mod program;
mod random_world;
mod random_worlds;
mod reports;
mod resting_forces;
mod right_motions;
#[path = "../examples/figure/rod.rs"]
mod rod;
mod run_file;
mod run_file_commands;
mod separate_piles;
mod slow_clients;
mod thin_walls;
mod thrown;
mod units;
mod verify;
mod worlds;
