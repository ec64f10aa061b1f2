//! A scene simulated from its beginning to its end.
//!
//! ```text
//! scene ─ build ─▶ Runner ─ advance ─▶ Frame ─ observe ─▶ rows ─▶ sinks
//!     Totals, Watch, World along the way ─▶ verdict, summary
//! ```

mod build;
mod checkpoint;
pub mod groups;
pub mod halves;
pub mod observe;
pub mod runner;
pub mod summary;
pub mod totals;
pub mod verdict;
pub mod watch;
pub mod world;
