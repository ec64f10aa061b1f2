//! Where the bytes of an HDF5 file are: in memory, or in a file that is read where it is needed.
//!
//! Every address and count is held against the length before anything is taken. Slices of memory are
//! borrowed, parts of a file copied: memory goes with what is asked, not with the length of the file. A file
//! that grows is seen with the length that it had when it was opened.

use super::cursor::{Broken, broken};
use std::borrow::Cow;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// Largest header, heap or node of an HDF5 file that is looked at, in bytes.
pub const MAX_PART: usize = 64 << 20;

/// The bytes of a file, by address.
#[derive(Debug)]
pub(crate) enum Source<'a> {
    Memory(&'a [u8]),
    /// An open file and its length.
    File(Mutex<File>, u64),
}

impl<'a> Source<'a> {
    pub(crate) fn file(file: File) -> Result<Self, Broken> {
        let length = file.metadata().map(|m| m.len()).map_err(|e| unreadable(&e))?;
        Ok(Source::File(Mutex::new(file), length))
    }

    pub(crate) fn length(&self) -> u64 {
        match self {
            Source::Memory(bytes) => bytes.len() as u64,
            Source::File(_, length) => *length,
        }
    }

    /// So many bytes at an address.
    pub(crate) fn take(&self, at: u64, count: usize) -> Result<Cow<'a, [u8]>, Broken> {
        let inside = at
            .checked_add(count as u64)
            .is_some_and(|end| end <= self.length());
        if !inside {
            return broken(
                format!("{count} bytes at {at} of a file of {} bytes", self.length()),
                "a complete file: it may be truncated, fetch it again",
            );
        }
        match self {
            Source::Memory(bytes) => {
                let at = usize::try_from(at).unwrap_or(usize::MAX);
                Ok(bytes[at..at + count].into())
            }
            Source::File(file, _) => {
                let mut out = vec![0; count];
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                file.seek(SeekFrom::Start(at)).map_err(|e| unreadable(&e))?;
                file.read_exact(&mut out).map_err(|e| unreadable(&e))?;
                Ok(out.into())
            }
        }
    }

    /// A header, heap or node: the same, within a limit.
    pub(crate) fn part(&self, at: u64, count: usize) -> Result<Cow<'a, [u8]>, Broken> {
        if count > MAX_PART {
            return broken(format!("a part of {count} bytes at {at}"), "at most 64 MiB");
        }
        self.take(at, count)
    }

    /// Up to so many bytes at an address: fewer where the file ends.
    pub(crate) fn up_to(&self, at: u64, count: usize) -> Result<Cow<'a, [u8]>, Broken> {
        let left = usize::try_from(self.length().saturating_sub(at)).unwrap_or(usize::MAX);
        self.take(at, count.min(left))
    }
}

/// Bytes of a part: borrowed from memory where the part is.
pub(crate) fn cut<'a>(part: &Cow<'a, [u8]>, range: Range<usize>) -> Cow<'a, [u8]> {
    match part {
        Cow::Borrowed(bytes) => bytes[range].into(),
        Cow::Owned(bytes) => bytes[range].to_vec().into(),
    }
}

fn unreadable(error: &std::io::Error) -> Broken {
    Broken {
        found: format!("a fault of the system ({error})"),
        asked: "a file that can be read".into(),
    }
}

/// Structures that may still be visited: those that repeat or contain each other come to an end.
#[derive(Debug)]
pub(crate) struct Budget(u64);

impl Budget {
    /// As many as a file of that length has room for.
    pub(crate) fn of(source: &Source<'_>) -> Self {
        Budget(source.length() / 8)
    }

    pub(crate) fn spend(&mut self, cost: usize) -> Result<(), Broken> {
        match self.0.checked_sub(cost as u64) {
            Some(left) => {
                self.0 = left;
                Ok(())
            }
            None => broken(
                "structures that repeat or contain each other",
                "a tree of groups and datasets",
            ),
        }
    }
}
