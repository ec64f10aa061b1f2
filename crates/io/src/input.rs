//! Files that are read: plain ones, up to a stated size.
//!
//! Devices, pipes and sockets have no length and may never end: they are refused before they are opened, so
//! that nothing waits and nothing fills the memory. Links are followed. A file that grows meanwhile is read
//! up to its limit and refused there. Run files have no limit of their own: they are read a part at a time,
//! and a part is at most [`crate::LARGEST_PART`] bytes.

use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The most that is read of a kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// What the file is.
    pub what: &'static str,
    /// In bytes.
    pub bytes: u64,
}

const MIB: u64 = 1 << 20;

/// A scene together with all that it includes. A body takes some 100 bytes: this is half a million of them
/// written out, and the tree of it takes about 2 GB.
pub const SCENE: Limit = Limit {
    what: "a scene with what it includes",
    bytes: 64 * MIB,
};

/// A problem: the largest of the public collections has 50 MiB. Its numbers take twice their text in memory.
pub const PROBLEM: Limit = Limit {
    what: "a problem file",
    bytes: 1024 * MIB,
};

/// A mesh: ten million triangles of binary STL.
pub const MESH: Limit = Limit {
    what: "a mesh file",
    bytes: 512 * MIB,
};

/// A table of heights or of a motion: five million numbers.
pub const TABLE: Limit = Limit {
    what: "a table",
    bytes: 64 * MIB,
};

/// A robot: URDF or MJCF, each file that it is made of.
pub const ROBOT: Limit = Limit {
    what: "a robot's file",
    bytes: 64 * MIB,
};

/// Why a file was not read. The messages do not name the file: the caller does.
#[derive(Debug, thiserror::Error)]
pub enum InputError {
    /// A folder was given.
    #[error("is a folder; give one of the files in it")]
    Folder,
    /// A device, pipe or socket was given.
    #[error("is no plain file; devices, pipes and sockets are not read: give a file")]
    NotPlain,
    /// More than the limit.
    #[error("is too large: found more than {} MiB, asked: {} of at most that", .0.bytes / MIB, .0.what)]
    TooLarge(Limit),
    /// The system refused.
    #[error("cannot be opened ({0})")]
    Io(#[from] std::io::Error),
}

/// Opens a plain file for reading.
pub fn open(path: &Path) -> Result<File, InputError> {
    // Before it is opened: that of a pipe nobody writes to would never come back.
    plain(&std::fs::metadata(path)?)?;
    let file = File::open(path)?;
    plain(&file.metadata()?)?;
    Ok(file)
}

fn plain(about: &std::fs::Metadata) -> Result<(), InputError> {
    match (about.is_file(), about.is_dir()) {
        (true, _) => Ok(()),
        (_, true) => Err(InputError::Folder),
        _ => Err(InputError::NotPlain),
    }
}

/// All bytes of a plain file, unless there are more than the limit allows.
pub fn read(path: &Path, limit: Limit) -> Result<Vec<u8>, InputError> {
    let file = open(path)?;
    let length = file.metadata()?.len();
    if length > limit.bytes {
        return Err(InputError::TooLarge(limit));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0));
    file.take(limit.bytes + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit.bytes {
        return Err(InputError::TooLarge(limit));
    }
    Ok(bytes)
}
