//! Files that are written: the one place through which every output goes.
//!
//! ```text
//! check ─▶ NAME.part, new ─ bytes ─▶ complete ─ one move ─▶ NAME
//!             └─ a write that fails, an error, a full disk: removed, NAME as it was
//! ```
//! - What is there is replaced only by force, and only a plain file that may be written. Folders, devices,
//!   pipes and sockets are never touched.
//! - A symbolic link is refused under the last name of a path, by force too: neither the link nor what it
//!   points to is written. Links among the folders of a path are followed.
//! - A file that the command reads is never replaced, by force neither, whatever name leads to it.
//! - Two outputs of a command never have one name.
//! - Without force the move itself fails where a file has come meanwhile. A replaced file keeps its
//!   permissions; its other hard links keep the old content.
//!
//! Not done: the disk is not waited for (run files do that by themselves), so a loss of power may lose what
//! was written last. A program that is killed leaves `NAME.part`.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{BufWriter, Error, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Names tried for a file on its way before it is given up: so many unfinished ones of killed programs.
const PARTS: usize = 100;

/// Why a file is not written.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// Something is there, and nobody said that it may go.
    #[error("{file}: is there already: give another name, or --force to replace it")]
    Taken {
        /// The file.
        file: String,
    },
    /// A folder is there.
    #[error("{file}: is a folder: give the name of a file")]
    Folder {
        /// The folder.
        file: String,
    },
    /// A link is there.
    #[error("{file}: is a symbolic link: links are not written through, give the name of the file itself")]
    Link {
        /// The link.
        file: String,
    },
    /// A device, pipe or socket is there.
    #[error("{file}: is no plain file: devices, pipes and sockets are never replaced, give another name")]
    NotPlain {
        /// What is there.
        file: String,
    },
    /// A file is there that may not be written.
    #[error("{file}: is write-protected: give another name, or take the protection away")]
    Protected {
        /// The file.
        file: String,
    },
    /// The file is one that is read.
    #[error("{file}: is read here: an output never replaces its input, give another name")]
    Input {
        /// The file.
        file: String,
    },
    /// Two outputs have one name.
    #[error("{file}: is the name of two outputs: give each its own")]
    Twice {
        /// The name.
        file: String,
    },
    /// The system refused.
    #[error("{file}: cannot be written ({source}): {}", remedy(.source))]
    Io {
        /// The file.
        file: String,
        /// What the system said.
        source: Error,
    },
}

/// What to do where the system refuses to write.
pub fn remedy(error: &Error) -> &'static str {
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            "free some space, or write elsewhere"
        }
        _ => "check the folder and the permissions",
    }
}

fn refused(path: &Path) -> impl Fn(Error) -> OutputError {
    let file = path.display().to_string();
    move |source| OutputError::Io {
        file: file.clone(),
        source,
    }
}

/// What a command may write: whether by force, and what it reads.
#[derive(Clone, Debug, Default)]
pub struct Outputs {
    force: bool,
    inputs: Vec<PathBuf>,
    claimed: Vec<PathBuf>,
}

impl Outputs {
    /// Nothing that is there is replaced, unless by force.
    pub fn new(force: bool) -> Self {
        Outputs {
            force,
            ..Outputs::default()
        }
    }

    /// The same, sparing files that are read.
    #[must_use]
    pub fn sparing<P: Into<PathBuf>>(mut self, inputs: impl IntoIterator<Item = P>) -> Self {
        self.inputs.extend(inputs.into_iter().map(Into::into));
        self
    }

    /// Whether a file may be written, for commands that work long before they write. Each output is claimed
    /// once.
    pub fn claim(&mut self, path: &Path) -> Result<(), OutputError> {
        self.check(path)?;
        let place = place(path);
        if self.claimed.contains(&place) {
            return Err(OutputError::Twice {
                file: path.display().to_string(),
            });
        }
        self.claimed.push(place);
        Ok(())
    }

    fn check(&self, path: &Path) -> Result<(), OutputError> {
        if self.inputs.iter().any(|input| same(input, path)) {
            return Err(OutputError::Input {
                file: path.display().to_string(),
            });
        }
        may_be_replaced(path, self.force).map(|_| ())
    }

    /// Makes a folder for outputs, where there is none.
    pub fn folder(&self, path: &Path) -> Result<(), OutputError> {
        std::fs::create_dir_all(path).map_err(refused(path))
    }

    /// Begins a file.
    pub fn begin(&self, path: &Path) -> Result<OutputFile, OutputError> {
        self.check(path)?;
        let (file, part) = unfinished(path)?;
        Ok(OutputFile {
            file: BufWriter::new(file),
            complete: Complete {
                part,
                path: path.to_owned(),
                force: self.force,
            },
        })
    }

    /// Writes a whole file.
    pub fn write(&self, path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), OutputError> {
        self.prepare(path, bytes)?.keep()
    }

    /// Writes a whole file beside its place: for several that come together or not at all.
    pub fn prepare(&self, path: &Path, bytes: impl AsRef<[u8]>) -> Result<Complete, OutputError> {
        let mut file = self.begin(path)?;
        file.write_all(bytes.as_ref()).map_err(refused(path))?;
        file.complete()
    }

    /// A file with the bytes of another.
    pub fn copy(&self, from: &Path, to: &Path) -> Result<(), OutputError> {
        let mut file = self.begin(to)?;
        let read = File::open(from).and_then(|mut from| std::io::copy(&mut from, &mut file));
        read.map_err(refused(to))?;
        file.complete()?.keep()
    }
}

/// A file on its way. Dropped, it leaves nothing behind.
#[derive(Debug)]
pub struct OutputFile {
    file: BufWriter<File>,
    complete: Complete,
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> Result<usize, Error> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> Result<(), Error> {
        self.file.flush()
    }
}

impl OutputFile {
    /// Ends the writing.
    pub fn complete(self) -> Result<Complete, OutputError> {
        Ok(self.into_parts()?.1)
    }

    /// The open file under its name on the way, for those that write at any place of it.
    pub(crate) fn into_parts(self) -> Result<(File, Complete), OutputError> {
        let OutputFile { file, complete } = self;
        match file.into_inner() {
            Ok(file) => Ok((file, complete)),
            Err(error) => Err(refused(&complete.path)(error.into_error())),
        }
    }
}

/// A file that is written but not in its place. Dropped, it is removed.
#[derive(Debug)]
pub struct Complete {
    part: PathBuf,
    path: PathBuf,
    force: bool,
}

impl Complete {
    /// Moves the file to its place.
    pub fn keep(self) -> Result<(), OutputError> {
        let (part, path) = (&self.part, &self.path);
        if let Some(old) = may_be_replaced(path, self.force)? {
            std::fs::set_permissions(part, old.permissions()).map_err(refused(path))?;
        }
        if self.force {
            return std::fs::rename(part, path).map_err(refused(path));
        }
        // A second name never replaces; where files have but one name, the last look has to do.
        match std::fs::hard_link(part, path) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(OutputError::Taken {
                file: path.display().to_string(),
            }),
            Err(_) => std::fs::rename(part, path).map_err(refused(path)),
        }
    }
}

impl Drop for Complete {
    fn drop(&mut self) {
        // After a move there is nothing of this name.
        let _ = std::fs::remove_file(&self.part);
    }
}

/// What is at a path and would be replaced.
fn may_be_replaced(path: &Path, force: bool) -> Result<Option<Metadata>, OutputError> {
    let file = path.display().to_string();
    let about = match std::fs::symlink_metadata(path) {
        Ok(about) => about,
        Err(error) if error.kind() == ErrorKind::NotFound && path.file_name().is_some() => return Ok(None),
        Err(source) => return Err(OutputError::Io { file, source }),
    };
    if about.is_dir() {
        Err(OutputError::Folder { file })
    } else if about.is_symlink() {
        Err(OutputError::Link { file })
    } else if !about.is_file() {
        Err(OutputError::NotPlain { file })
    } else if !force {
        Err(OutputError::Taken { file })
    } else if about.permissions().readonly() {
        Err(OutputError::Protected { file })
    } else {
        Ok(Some(about))
    }
}

/// A new file beside a path. Nothing that is there is opened: what a killed program left stays.
fn unfinished(path: &Path) -> Result<(File, PathBuf), OutputError> {
    for number in 1..=PARTS {
        let mut name = path.as_os_str().to_owned();
        name.push(if number == 1 {
            ".part".to_owned()
        } else {
            format!(".{number}.part")
        });
        let part = PathBuf::from(name);
        match OpenOptions::new()
            .read(true)
            .write(true)
            .create_new(true)
            .open(&part)
        {
            Ok(file) => return Ok((file, part)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(refused(path)(error)),
        }
    }
    Err(refused(path)(Error::other(format!(
        "{PARTS} unfinished files NAME.part are beside it; remove them"
    ))))
}

/// The folder as the system knows it, and the name in it.
fn place(path: &Path) -> PathBuf {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let folder = std::fs::canonicalize(folder).or_else(|_| std::path::absolute(folder));
    let folder = folder.unwrap_or_default();
    path.file_name()
        .map_or_else(|| folder.clone(), |name| folder.join(name))
}

/// Whether two names lead to one file.
pub fn same(a: &Path, b: &Path) -> bool {
    let (Ok(first), Ok(second)) = (std::fs::metadata(a), std::fs::metadata(b)) else {
        return false;
    };
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        (first.dev(), first.ino()) == (second.dev(), second.ino())
    }
    #[cfg(not(unix))]
    {
        let _ = (first, second);
        match (std::fs::canonicalize(a), std::fs::canonicalize(b)) {
            (Ok(a), Ok(b)) => a == b,
            _ => false,
        }
    }
}
