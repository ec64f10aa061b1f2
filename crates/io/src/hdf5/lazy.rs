//! Reads parts of an HDF5 file without holding it in memory: for run files, which may be larger than that.
//!
//! ```text
//! superblock 0, 1 → headers v1 → links or symbol tables → dataset: type, shape, contiguous or in chunks (B-tree v1)
//! rows a..b of a dataset:  the nodes on the way to its chunks, then those bytes
//! ```
//! The structures that [`super::append`] writes, and no others: files rewritten by other programs are
//! refused, not guessed at. No address is followed out of the file, no tree deeper than its levels, and no
//! more bytes are taken than there are.

use super::cursor::{Broken, Cursor, broken};
use super::header::{self, Layout};
use super::{Data, Datatype, MAX_NAME, SIGNATURE, UNDEFINED};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// Largest header, heap or node that is looked at.
const MAX_PART: usize = 64 << 20;

/// A file that is read where it is needed.
#[derive(Debug)]
pub(crate) struct Lazy {
    file: Mutex<File>,
    pub(crate) length: u64,
    /// Address of the root's header, and the end of the file as it says itself.
    pub(crate) root: u64,
    pub(crate) end: u64,
}

/// One message of a header.
pub(crate) type Part = (usize, Vec<u8>);

/// A dataset: what it holds and where.
#[derive(Clone, Debug)]
pub(crate) struct Dataset {
    pub(crate) datatype: Datatype,
    pub(crate) shape: Vec<usize>,
    place: Where,
}

#[derive(Clone, Debug)]
enum Where {
    Inside(Vec<u8>),
    At(u64),
    /// Address of the B-tree, rows of a chunk.
    Chunks(u64, usize),
}

impl Dataset {
    /// Rows: the first dimension.
    pub(crate) fn rows(&self) -> usize {
        self.shape.first().copied().unwrap_or(1)
    }

    /// Values in a row.
    pub(crate) fn width(&self) -> usize {
        self.shape.iter().skip(1).product()
    }

    /// Rows of a chunk; none for a dataset in one piece.
    pub(crate) fn chunk(&self) -> Option<usize> {
        match self.place {
            Where::Chunks(_, rows) => Some(rows),
            _ => None,
        }
    }
}

impl Lazy {
    /// Takes an open file; its superblock is read.
    pub(crate) fn new(file: File) -> Result<Self, Broken> {
        let length = file.metadata().map(|m| m.len()).map_err(|e| unreadable(&e))?;
        let mut lazy = Lazy {
            file: Mutex::new(file),
            length,
            root: UNDEFINED,
            end: 0,
        };
        let head = lazy.read(0, usize::try_from(length.min(104)).unwrap_or(0))?;
        let mut c = Cursor::new(&head);
        if c.left() < 8 || c.take(8)? != SIGNATURE {
            return broken(
                "no HDF5 signature",
                "a run file: one that `drystone run -o` wrote",
            );
        }
        let version = c.u8()?;
        if version > 1 {
            return broken(
                format!("a superblock of version {version}"),
                "version 1, as `drystone run` writes it: give the file as it was written",
            );
        }
        c.skip(if version == 0 { 15 } else { 19 })?;
        let base = c.u64()?;
        c.skip(8)?;
        lazy.end = c.u64()?;
        c.skip(16)?;
        lazy.root = c.u64()?;
        if base != 0 || lazy.end > length {
            return broken(
                format!("{length} bytes where {} are announced", lazy.end),
                "a complete file: it may be truncated, fetch it again",
            );
        }
        Ok(lazy)
    }

    /// Bytes of the file.
    pub(crate) fn read(&self, at: u64, count: usize) -> Result<Vec<u8>, Broken> {
        let inside = at.checked_add(count as u64).is_some_and(|end| end <= self.length);
        if !inside {
            return broken(
                format!("{count} bytes at {at} of a file of {} bytes", self.length),
                "a complete file: it may be truncated, fetch it again",
            );
        }
        let mut out = vec![0; count];
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(at)).map_err(|e| unreadable(&e))?;
        file.read_exact(&mut out).map_err(|e| unreadable(&e))?;
        Ok(out)
    }

    fn part(&self, at: u64, count: usize) -> Result<Vec<u8>, Broken> {
        if count > MAX_PART {
            return broken(format!("a part of {count} bytes at {at}"), "at most 64 MiB");
        }
        self.read(at, count)
    }

    /// The messages of an object.
    pub(crate) fn object(&self, address: u64) -> Result<Vec<Part>, Broken> {
        let prefix = self.read(address, 16)?;
        let mut c = Cursor::new(&prefix);
        if c.u8()? != 1 {
            return broken(
                format!("no header of version 1 at {address}"),
                "a run file as `drystone run` writes it: it was rewritten by another program, or is damaged",
            );
        }
        c.skip(7)?;
        let size = c.u32()?;
        let body = self.part(address + 16, size)?;
        let mut c = Cursor::new(&body);
        let mut out = Vec::new();
        while c.left() >= 8 {
            let (kind, size) = (c.u16()?, c.u16()?);
            c.skip(4)?;
            out.push((kind, c.take(size)?.to_vec()));
        }
        Ok(out)
    }

    /// The members of a group and their addresses, in the order of the file.
    pub(crate) fn members(&self, messages: &[Part]) -> Result<Vec<(String, u64)>, Broken> {
        let mut out = Vec::new();
        for (kind, data) in messages {
            match *kind {
                header::LINK => out.extend(header::link(data)?),
                header::SYMBOL_TABLE => {
                    let mut c = Cursor::new(data);
                    let (tree, heap) = (c.u64()?, c.u64()?);
                    let head = self.read(heap, 32)?;
                    let mut c = Cursor::new(&head);
                    c.expect(*b"HEAP")?;
                    c.skip(4)?;
                    let size = c.count(8)?;
                    c.skip(8)?;
                    let names = self.part(c.u64()?, size)?;
                    self.symbols(tree, &names, &mut out)?;
                }
                _ => {}
            }
        }
        Ok(out)
    }

    /// The symbol nodes under the one node of a group's B-tree.
    fn symbols(&self, tree: u64, names: &[u8], out: &mut Vec<(String, u64)>) -> Result<(), Broken> {
        let head = self.read(tree, 24)?;
        let mut c = Cursor::new(&head);
        c.expect(*b"TREE")?;
        let (kind, level, used) = (c.u8()?, c.u8()?, c.u16()?);
        if kind != 0 || level != 0 {
            return broken(
                format!("a node of type {kind} at level {level}"),
                "a group's leaf",
            );
        }
        let body = self.part(tree + 24, used * 16)?;
        let mut c = Cursor::new(&body);
        for _ in 0..used {
            c.skip(8)?;
            let child = c.u64()?;
            let head = self.read(child, 8)?;
            let mut h = Cursor::new(&head);
            h.expect(*b"SNOD")?;
            h.skip(2)?;
            let count = h.u16()?;
            let entries = self.part(child + 8, count * 40)?;
            let mut e = Cursor::new(&entries);
            for _ in 0..count {
                let (offset, header) = (e.count(8)?, e.u64()?);
                e.skip(24)?;
                let tail = names.get(offset..).unwrap_or(&[]);
                let end = tail.iter().take(MAX_NAME).position(|b| *b == 0);
                let Some(end) = end else {
                    return broken("a name without an end", format!("at most {MAX_NAME} bytes"));
                };
                out.push((String::from_utf8_lossy(&tail[..end]).into_owned(), header));
            }
        }
        Ok(())
    }

    /// Rows of a dataset.
    pub(crate) fn rows(&self, data: &Dataset, rows: Range<usize>) -> Result<Data<'static>, Broken> {
        let total = data.rows();
        if rows.end > total || rows.start > rows.end {
            return broken(format!("rows {rows:?}"), format!("rows within 0..{total}"));
        }
        let row = data.width().saturating_mul(data.datatype.size());
        let bytes = rows.len().saturating_mul(row);
        // A chunk may stand in the file once: what is asked can't be more than there is.
        if bytes as u64 > self.length {
            return broken(
                format!("{bytes} bytes of values in a file of {}", self.length),
                "fewer",
            );
        }
        let bytes = match &data.place {
            Where::Inside(all) => match all.get(rows.start * row..rows.end * row) {
                Some(part) => part.to_vec(),
                None => return broken("values cut short", "a complete file"),
            },
            Where::At(_) if bytes == 0 => Vec::new(),
            Where::At(address) => self.read(address.saturating_add((rows.start * row) as u64), bytes)?,
            Where::Chunks(_, group) => {
                let mut out = Vec::with_capacity(bytes);
                if bytes > 0 {
                    let chunks = rows.start / group..(rows.end - 1) / group + 1;
                    for (k, address) in chunks.clone().zip(self.chunks(data, chunks)?) {
                        let first = rows.start.max(k * group) - k * group;
                        let last = rows.end.min((k + 1) * group) - k * group;
                        let at = address.saturating_add((first * row) as u64);
                        out.extend(self.read(at, (last - first) * row)?);
                    }
                }
                out
            }
        };
        let mut shape = data.shape.clone();
        if let Some(first) = shape.first_mut() {
            *first = rows.len();
        }
        Ok(Data {
            datatype: data.datatype.clone(),
            shape,
            bytes: bytes.into(),
        })
    }

    /// Addresses of chunks.
    pub(crate) fn chunks(&self, data: &Dataset, chunks: Range<usize>) -> Result<Vec<u64>, Broken> {
        let Where::Chunks(tree, group) = data.place else {
            return broken("values in one piece", "values in chunks");
        };
        let mut walk = Walk {
            lazy: self,
            group,
            key: 8 + 8 * (data.shape.len() + 1),
            chunks: chunks.clone(),
            found: Vec::new(),
            nodes: self.length / 24,
        };
        if !chunks.is_empty() {
            walk.node(tree, usize::from(u8::MAX) + 1)?;
        }
        let mut found = walk.found;
        found.sort_unstable();
        let complete = found.len() == chunks.len() && found.iter().zip(chunks).all(|(f, k)| f.0 == k);
        if !complete {
            return broken(
                "chunks that are missing or twice there",
                "each chunk once: the file is damaged",
            );
        }
        Ok(found.into_iter().map(|f| f.1).collect())
    }
}

/// The dataset that messages describe.
pub(crate) fn dataset(messages: &[Part]) -> Result<Dataset, Broken> {
    let find = |kind: usize| messages.iter().find(|m| m.0 == kind).map(|m| m.1.as_slice());
    let (Some(space), Some(kind), Some(place)) = (
        find(header::DATASPACE),
        find(header::DATATYPE),
        find(header::LAYOUT),
    ) else {
        return broken("a group", "a dataset");
    };
    let (shape, datatype) = (header::dataspace(space)?, header::datatype(kind)?);
    let place = match header::layout(place)? {
        Layout::Bytes(bytes) => Where::Inside(bytes.to_vec()),
        Layout::At(address) => Where::At(address),
        Layout::Chunks(tree, sizes) => {
            let inner: Vec<usize> = shape.iter().skip(1).copied().chain([datatype.size()]).collect();
            match sizes.split_first() {
                Some((rows, rest)) if *rows > 0 && rest == inner.as_slice() => Where::Chunks(tree, *rows),
                _ => return broken(format!("chunks of {sizes:?}"), "chunks of whole rows"),
            }
        }
        Layout::Unread(how) => return broken(format!("values stored {how}"), "chunks under a B-tree"),
    };
    Ok(Dataset {
        datatype,
        shape,
        place,
    })
}

struct Walk<'a> {
    lazy: &'a Lazy,
    group: usize,
    key: usize,
    chunks: Range<usize>,
    found: Vec<(usize, u64)>,
    /// Nodes that may still be visited.
    nodes: u64,
}

impl Walk<'_> {
    /// A node; the level falls with every step down, so the recursion ends.
    fn node(&mut self, address: u64, above: usize) -> Result<(), Broken> {
        let Some(nodes) = self.nodes.checked_sub(1) else {
            return broken("an index that contains itself", "a tree: the file is damaged");
        };
        self.nodes = nodes;
        let head = self.lazy.read(address, 24)?;
        let mut c = Cursor::new(&head);
        c.expect(*b"TREE")?;
        let (kind, level, used) = (c.u8()?, usize::from(c.u8()?), c.u16()?);
        if kind != 1 || level >= above {
            return broken(
                format!("a node of type {kind} at level {level}"),
                "a node of chunks, one level down",
            );
        }
        let body = self.lazy.part(address + 24, used * (self.key + 8) + self.key)?;
        let (key, group) = (self.key, self.group);
        let first = |i: usize| {
            let mut c = Cursor::new(&body);
            c.skip(i * (key + 8) + 8)?;
            c.count(8)
        };
        for i in 0..used {
            let (from, to) = (first(i)? / group, first(i + 1)? / group);
            if to <= self.chunks.start || from >= self.chunks.end {
                continue;
            }
            let mut c = Cursor::new(&body);
            c.skip(i * (key + 8) + key)?;
            let child = c.u64()?;
            if level > 0 {
                self.node(child, level)?;
            } else if self.found.len() < self.chunks.len() {
                self.found.push((from, child));
            }
        }
        Ok(())
    }
}

fn unreadable(error: &std::io::Error) -> Broken {
    Broken {
        found: format!("a fault of the system ({error})"),
        asked: "a file that can be read".into(),
    }
}

/// The attributes among messages.
pub(crate) fn attributes(messages: &[Part]) -> Vec<(String, Data<'static>)> {
    let readable = |(kind, data): &Part| {
        let (name, data) = (*kind == header::ATTRIBUTE)
            .then(|| header::attribute(data).ok())
            .flatten()?;
        let data = Data {
            datatype: data.datatype,
            shape: data.shape,
            bytes: data.bytes.into_owned().into(),
        };
        Some((name, data))
    };
    messages.iter().filter_map(readable).collect()
}
