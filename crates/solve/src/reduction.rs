//! Reductions between problem types.
