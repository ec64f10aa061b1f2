//! The commands: one module each, named as what is typed.

pub(crate) mod analysis;
pub(crate) mod bench;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod converge;
pub(crate) mod example;
pub(crate) mod export;
pub(crate) mod import;
pub(crate) mod info;
pub(crate) mod list;
pub(crate) mod plot;
pub(crate) mod run;
pub(crate) mod solve;
pub(crate) mod table;
pub(crate) mod verify;
pub(crate) mod view;
pub(crate) mod wall;
