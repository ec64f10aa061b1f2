//! Nonlinear complementarity problems.
