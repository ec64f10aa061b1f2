//! What can be wrong with a file: where, what was found against what was asked, what to do.

use crate::input::InputError;
use crate::output::{OutputError, remedy};
use drystone_solve::problem::ProblemError;
use std::fmt;

/// Where in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The file as a whole.
    Whole,
    /// A line of a text file, counted from 1.
    Line(usize),
    /// A group or dataset of an HDF5 file, by its path.
    Object(String),
    /// A value of a JSON file, by its keys: `laws[3].mu`.
    Key(String),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Whole => write!(f, ": "),
            Place::Line(line) => write!(f, ":{line}: "),
            Place::Object(path) => write!(f, ": {path}: "),
            Place::Key(path) => write!(f, ": key \"{path}\": "),
        }
    }
}

/// Why a file could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The operating system refused.
    #[error("{file}: cannot be opened ({source}): check the path and the permissions")]
    Io {
        /// The file.
        file: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// A folder was given.
    #[error("{file}: is a folder: give one of the files in it")]
    Folder {
        /// The folder.
        file: String,
    },
    /// It is no plain file, or larger than what is read.
    #[error("{file}: {source}")]
    Refused {
        /// The file.
        file: String,
        /// Why.
        source: InputError,
    },
    /// The content is not what the format asks for.
    #[error("{file}{place}found {found}, asked: {asked}")]
    Content {
        /// The file.
        file: String,
        /// Where in it.
        place: Place,
        /// What is there.
        found: String,
        /// What should be there, or what to do.
        asked: String,
    },
    /// The file is well formed but its problem makes no sense.
    #[error("{file}: {source}")]
    Problem {
        /// The file.
        file: String,
        /// What is wrong with the problem.
        source: ProblemError,
    },
}

/// Why a file could not be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The operating system refused.
    #[error("{file}: cannot be written ({source}): {}", remedy(.source))]
    Io {
        /// The file.
        file: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// What is there may not be replaced.
    #[error(transparent)]
    Refused(OutputError),
    /// The format has no place for this problem.
    #[error("{format} cannot hold {what}: {remedy}")]
    Unsupported {
        /// The format.
        format: &'static str,
        /// What it cannot hold.
        what: String,
        /// What to do instead.
        remedy: &'static str,
    },
    /// The problem's fields do not agree.
    #[error("the problem is not consistent: {0}")]
    Problem(#[from] ProblemError),
}

impl From<OutputError> for WriteError {
    fn from(error: OutputError) -> Self {
        match error {
            OutputError::Io { file, source } => WriteError::Io { file, source },
            other => WriteError::Refused(other),
        }
    }
}

impl ReadError {
    /// What kept a file from being read.
    pub(crate) fn of(file: &str, error: InputError) -> Self {
        let file = file.to_owned();
        match error {
            InputError::Folder => ReadError::Folder { file },
            InputError::Io(source) => ReadError::Io { file, source },
            source => ReadError::Refused { file, source },
        }
    }
}

/// What the parsers report; the file's name is added at the boundary.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Fault {
    Content {
        place: Place,
        found: String,
        asked: String,
    },
    Problem(ProblemError),
}

impl Fault {
    pub(crate) fn whole(found: impl Into<String>, asked: impl Into<String>) -> Self {
        Self::at(Place::Whole, found, asked)
    }

    pub(crate) fn line(line: usize, found: impl Into<String>, asked: impl Into<String>) -> Self {
        Self::at(Place::Line(line), found, asked)
    }

    pub(crate) fn object(
        path: impl Into<String>,
        found: impl Into<String>,
        asked: impl Into<String>,
    ) -> Self {
        Self::at(Place::Object(path.into()), found, asked)
    }

    pub(crate) fn key(path: impl Into<String>, found: impl Into<String>, asked: impl Into<String>) -> Self {
        Self::at(Place::Key(path.into()), found, asked)
    }

    fn at(place: Place, found: impl Into<String>, asked: impl Into<String>) -> Self {
        Fault::Content {
            place,
            found: found.into(),
            asked: asked.into(),
        }
    }

    pub(crate) fn in_file(self, file: &str) -> ReadError {
        let file = file.to_string();
        match self {
            Fault::Content { place, found, asked } => ReadError::Content {
                file,
                place,
                found,
                asked,
            },
            Fault::Problem(source) => ReadError::Problem { file, source },
        }
    }
}

impl From<ProblemError> for Fault {
    fn from(error: ProblemError) -> Self {
        Fault::Problem(error)
    }
}
