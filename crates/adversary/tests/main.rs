//! Tests of the adversary: what it asks of the library, at seeds of its own.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "tests may panic and print"
)]

mod damage;
mod problems;
mod worlds;
