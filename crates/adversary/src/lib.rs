//! The adversary: random contact problems and random worlds, and judges that share no code with the solvers.
//!
//! ```text
//! seed ─ families ─▶ Problem ─ solve_with (the library) ─▶ Answer ─ judge (double-double) ─▶ Verdict
//! ```
//! The library is called to solve, never to judge: laws, scaling, projections and elimination are written
//! again here, from their statement. [`solve_with`] is the one file that meets the solvers,
//! [`worlds::run_with`] the one that runs scenes.

pub mod damage;
pub mod dd;
pub mod families;
pub mod judge;
pub mod minimise;
pub mod problem;
pub mod problems;
pub mod random;
pub mod solve_with;
pub mod worlds;
