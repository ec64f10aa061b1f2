//! What a person sees while and after a command runs: text, tables, progress, signals, the report.

pub(crate) mod clock;
pub(crate) mod curve;
pub(crate) mod interrupt;
pub(crate) mod progress;
pub(crate) mod report;
pub(crate) mod sketch;
pub(crate) mod text;
