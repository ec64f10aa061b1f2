//! The part of HDF5 that FCLIB files and run files use: groups, datasets contiguous, compact or in chunks,
//! attributes.
//!
//! ```text
//! superblock 0, 1 → symbol tables (B-tree v1, local heap) → object headers v1 → dataspace, datatype, layout
//! superblock 2, 3 → object headers v2 with their links inside
//! ```
//! Source: The HDF Group, HDF5 File Format Specification, version 3.0. Not read: chunks under the indices of
//! layout 4, filters other than deflate and shuffle, groups stored densely (fractal heaps), shared messages,
//! variable-length data, files with a user block.
//! Every address and count of the file is checked against its length before use.

pub(crate) mod append;
pub(crate) mod chunks;
pub(crate) mod cursor;
pub(crate) mod header;
pub(crate) mod index;
pub(crate) mod read;
pub(crate) mod source;
pub(crate) mod tree;
pub(crate) mod types;
pub(crate) mod write;

use std::borrow::Cow;
use std::collections::BTreeMap;

/// The eight bytes every HDF5 file begins with.
pub(crate) const SIGNATURE: [u8; 8] = *b"\x89HDF\r\n\x1a\n";

/// The address that means "nowhere".
pub(crate) const UNDEFINED: u64 = u64::MAX;

/// Longest name of a group, dataset or attribute.
pub(crate) const MAX_NAME: usize = 1024;

/// How the elements of a dataset are stored.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Datatype {
    Integer { size: usize, signed: bool, big: bool },
    Real { size: usize, big: bool },
    Text { size: usize },
    Other { size: usize },
}

impl Datatype {
    pub(crate) fn size(&self) -> usize {
        match *self {
            Datatype::Integer { size, .. }
            | Datatype::Real { size, .. }
            | Datatype::Text { size }
            | Datatype::Other { size } => size,
        }
    }

    pub(crate) fn name(&self) -> String {
        match self {
            Datatype::Integer { size, .. } => format!("{}-bit integers", 8 * size),
            Datatype::Real { size, .. } => format!("{}-bit reals", 8 * size),
            Datatype::Text { .. } => "text".into(),
            Datatype::Other { .. } => "another type".into(),
        }
    }
}

/// Typed bytes: the content of a dataset or attribute, inside the file's bytes unless it had to be unpacked.
#[derive(Clone, Debug)]
pub(crate) struct Data<'a> {
    pub(crate) datatype: Datatype,
    /// Empty for a scalar.
    pub(crate) shape: Vec<usize>,
    pub(crate) bytes: Cow<'a, [u8]>,
}

/// A group or dataset.
#[derive(Debug)]
pub(crate) enum Node<'a> {
    Group(Group<'a>),
    Dataset(Data<'a>),
    /// A dataset whose values were never written: the HDF5 library would give zeros.
    Unwritten,
    /// Something this reader does not read, and why.
    Unread(String),
}

/// A group: its members and attributes.
#[derive(Debug, Default)]
pub(crate) struct Group<'a> {
    pub(crate) members: BTreeMap<String, Node<'a>>,
    pub(crate) attributes: Vec<(String, Data<'a>)>,
}

impl Data<'_> {
    /// The elements as integers; `None` if they are of another type.
    pub(crate) fn integers(&self) -> Option<Vec<i64>> {
        let Datatype::Integer { size, signed, big } = self.datatype else {
            return None;
        };
        if !matches!(size, 1 | 2 | 4 | 8) {
            return None;
        }
        let one = |chunk: &[u8]| {
            let mut wide = [0u8; 8];
            for (k, &byte) in chunk.iter().enumerate() {
                wide[if big { size - 1 - k } else { k }] = byte;
            }
            let raw = i64::from_le_bytes(wide);
            let shift = 64 - 8 * size;
            if signed { (raw << shift) >> shift } else { raw }
        };
        Some(self.bytes.chunks_exact(size).map(one).collect())
    }

    /// The elements as reals; `None` if they are of another type.
    pub(crate) fn reals(&self) -> Option<Vec<f64>> {
        let Datatype::Real { size, big } = self.datatype else {
            return None;
        };
        let eight = |c: &[u8]| {
            let mut b = [0u8; 8];
            b.copy_from_slice(c);
            if big {
                f64::from_be_bytes(b)
            } else {
                f64::from_le_bytes(b)
            }
        };
        let four = |c: &[u8]| {
            let mut b = [0u8; 4];
            b.copy_from_slice(c);
            f64::from(if big {
                f32::from_be_bytes(b)
            } else {
                f32::from_le_bytes(b)
            })
        };
        match size {
            8 => Some(self.bytes.chunks_exact(8).map(eight).collect()),
            4 => Some(self.bytes.chunks_exact(4).map(four).collect()),
            _ => None,
        }
    }

    /// The text up to its first zero byte; bytes that are not UTF-8 are replaced.
    pub(crate) fn text(&self) -> Option<String> {
        if !matches!(self.datatype, Datatype::Text { .. }) {
            return None;
        }
        let end = self
            .bytes
            .iter()
            .position(|&b| b == 0)
            .unwrap_or(self.bytes.len());
        Some(String::from_utf8_lossy(&self.bytes[..end]).into_owned())
    }
}
