//! Methods for linear complementarity problems.
