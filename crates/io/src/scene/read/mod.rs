//! From the text of a scene file to a checked tree of values.
//!
//! ```text
//! text ─ tree, include ─▶ Table ─ set ─▶ Table ─ params, check ─▶ checked Table
//! ```

pub(crate) mod check;
pub(crate) mod include;
pub(crate) mod overrides;
pub(crate) mod params;
pub(crate) mod tree;
pub(crate) mod value_kinds;
