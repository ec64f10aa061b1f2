//! Drystone: the façade.
pub use drystone_io as io;
pub use drystone_solve as solve;
