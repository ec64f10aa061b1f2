//! Figures: charts as SVG, as PNG, performance profiles.

pub(crate) mod chart;
pub(crate) mod png;
pub(crate) mod profile;
