//! Problem files: FCLIB, Siconos' text files, the project's own JSON. The content decides the format.

mod fclib;
pub(crate) mod file;
mod json;
mod siconos;

use crate::error::{Fault, ReadError, WriteError};
use crate::output::Outputs;
use crate::{hdf5, input, stem};
use file::File;
use std::path::Path;

/// Reads a problem from a file; its content decides the format, not its name.
pub fn read(path: &Path) -> Result<File, ReadError> {
    let shown = path.display().to_string();
    let bytes = input::read(path, input::PROBLEM).map_err(|error| ReadError::of(&shown, error))?;
    read_bytes(&shown, &bytes)
}

/// Reads a problem from memory. `path` names it in messages and gives [`File::name`].
pub fn read_bytes(path: &str, bytes: &[u8]) -> Result<File, ReadError> {
    if bytes.starts_with(&hdf5::SIGNATURE) {
        return read_fclib(path, bytes);
    }
    let first = bytes.iter().find(|b| !b.is_ascii_whitespace());
    let ending = path.rsplit('.').next().unwrap_or("").to_ascii_lowercase();
    match first {
        None => Err(Fault::whole("nothing", "a problem: the file is empty, fetch it again").in_file(path)),
        Some(b'{') => read_json(path, bytes),
        Some(_) if ending == "json" => read_json(path, bytes),
        Some(_) if ending == "hdf5" || ending == "h5" => read_fclib(path, bytes),
        Some(_) => read_siconos(path, bytes),
    }
}

/// Reads an FCLIB file from memory.
pub fn read_fclib(path: &str, bytes: &[u8]) -> Result<File, ReadError> {
    fclib::parse(&stem(path), bytes).map_err(|fault| fault.in_file(path))
}

/// Reads one of Siconos' text files from memory.
pub fn read_siconos(path: &str, bytes: &[u8]) -> Result<File, ReadError> {
    siconos::parse(&stem(path), path, bytes).map_err(|fault| fault.in_file(path))
}

/// Reads a problem in the project's own JSON format from memory.
pub fn read_json(path: &str, bytes: &[u8]) -> Result<File, ReadError> {
    json::parse(&stem(path), bytes).map_err(|fault| fault.in_file(path))
}

/// Writes a problem: FCLIB if the path ends in `.hdf5` or `.h5`, JSON if in `.json`. A plain file that is
/// there is replaced.
pub fn write(path: &Path, file: &File) -> Result<(), WriteError> {
    let bytes = bytes_for(path, file)?;
    Ok(Outputs::new(true).write(path, bytes)?)
}

/// The bytes of a problem in the format that the ending of a path names.
pub fn bytes_for(path: &Path, file: &File) -> Result<Vec<u8>, WriteError> {
    let ending = path.extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
    match ending.as_deref() {
        Some("hdf5" | "h5") => fclib_bytes(file),
        Some("json") => Ok(json_text(file)?.into_bytes()),
        other => Err(WriteError::Unsupported {
            format: "a file of this ending",
            what: format!("a problem (\".{}\")", other.unwrap_or("")),
            remedy: "end the name in .json, .hdf5 or .h5",
        }),
    }
}

/// The problem as the bytes of an FCLIB file.
pub fn fclib_bytes(file: &File) -> Result<Vec<u8>, WriteError> {
    fclib::write(file)
}

/// The problem in the project's own JSON format.
pub fn json_text(file: &File) -> Result<String, WriteError> {
    json::write(file)
}
