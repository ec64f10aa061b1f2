//! The integration tests of this crate, in one program: one is linked, not one for every file.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::unreadable_literal,
    reason = "tests may panic and print; their numbers are those of tables"
)]

mod import;
mod import_errors;
mod robots;
