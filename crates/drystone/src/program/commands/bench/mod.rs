//! `drystone bench`: times as ratios measured in one run.

pub(crate) mod solve;
pub(crate) mod steps;
pub(crate) mod synthetic;
