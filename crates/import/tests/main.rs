//! The integration tests of this crate, in one program: one is linked, not one for every file.

mod import;
mod import_errors;
mod robots;
