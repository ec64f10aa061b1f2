//! The integration tests of this crate, in one program: one is linked, not one for every file.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::unreadable_literal,
    reason = "tests may panic and print; their numbers are those of tables"
)]

mod auto_page;
mod certificates;
mod common;
mod cone_first_order;
mod cone_interior_point;
mod cone_problems;
mod dense;
mod joints_first;
mod laws;
mod lcp_cases;
mod lcp_friction;
mod lcp_properties;
mod lcp_suite;
mod lcp_worst_case;
mod masses_apart;
mod ncp;
mod operators;
mod oracle;
mod properties;
mod reduction;
mod solvers;
mod synthetic;
