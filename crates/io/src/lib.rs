//! Reads and writes complementarity and friction problems.
