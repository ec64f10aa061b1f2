//! From the text of a scene file to a checked tree of values.
//!
//! ```text
//! text ─ tree, include ─▶ Table ─ set ─▶ Table ─ params, check ─▶ checked Table
//! ```

pub(crate) mod asked;
pub(crate) mod check;
pub(crate) mod include;
pub(crate) mod params;
pub(crate) mod set;
pub(crate) mod tree;
