//! Methods for contact problems with friction cones.
