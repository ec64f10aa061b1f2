//! Reads and writes complementarity and friction problems and run files, reads scene files.
//!
//! ```text
//! .hdf5 .h5   FCLIB: local, global and global rolling problems          read and written
//! .dat .txt   Siconos' text files: friction, rolling, LCP, MLCP, relay   read
//! .json       the project's own format                                  read and written
//! .toml       scenes                                                    read
//! .h5         run files ([`run_file`])                                  read and written
//! ```
//! Scenes begin at [`scene::Scene`], problems at [`read`] and [`write()`]; [`read_bytes`] reads what lies in
//! memory. Every number of a file is checked: a bad file gives a [`ReadError`] that says where, what was
//! found and what was asked, never a panic, and never asks for memory out of proportion with its length.

mod error;
mod hdf5;
pub mod input;
pub mod output;
mod problems;
pub mod run_file;
pub mod scene;
mod tables;

pub use error::{Place, ReadError, WriteError};
pub use hdf5::source::MAX_PART as LARGEST_PART;
pub use problems::file::{Attribute, AttributeValue, File, GlobalTerms, Kind, Problem};
pub use problems::{
    bytes_for, fclib_bytes, json_text, read, read_bytes, read_fclib, read_json, read_siconos, write,
};
pub use tables::parquet::ParquetWriter;

use std::path::Path;

/// Name of a file without its folder and ending.
pub fn stem(path: &str) -> String {
    Path::new(path)
        .file_stem()
        .map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
}
