//! Methods for contact problems with friction cones.

pub mod facetted;
