//! Test problems made by rule.
