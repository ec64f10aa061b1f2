//! Reads HDF5: objects by address, rows of a dataset, or the whole tree of a file in memory.
//!
//! ```text
//! superblock → root → messages of a header → links or symbol tables → dataset: type, shape, layout
//! rows a..b of a dataset:  the nodes on the way to its chunks, then those bytes
//! ```
//! One reader for both kinds of [`Source`]. Rows are read of datasets in one piece and of chunks of whole
//! rows that are not packed, which is what [`super::append`] writes; whole datasets also where they are
//! packed ([`super::chunks`]). Work and memory are bounded by the length of the file: a budget counts every
//! structure visited, groups nest at most eight deep, what has to be unpacked has a limit of its own.

use super::chunks::{self, Allowance, Chunked, Filter};
use super::cursor::{Broken, Cursor, broken};
use super::header::{self, Layout, Message};
use super::source::{Budget, Source};
use super::tree::{self, Chunk, ChunkTree};
use super::{Data, Datatype, Group, Node, SIGNATURE, UNDEFINED};
use crate::error::Fault;
use std::borrow::Cow;
use std::ops::Range;

/// Deepest nesting of groups: FCLIB uses three levels.
const MAX_DEPTH: usize = 8;

/// What makes every dataset readable.
const REPACK: &str = "rewrite the file with h5repack -l CONTI -f NONE";

/// An open file.
#[derive(Debug)]
pub(crate) struct Reader<'a> {
    pub(crate) source: Source<'a>,
    /// Version of the superblock.
    pub(crate) version: u8,
    /// Address of the root's header, and the end of the file as it says itself.
    pub(crate) root: u64,
    pub(crate) end: u64,
}

/// A dataset: what it holds and where.
#[derive(Clone, Debug)]
pub(crate) struct Dataset<'a> {
    pub(crate) datatype: Datatype,
    pub(crate) shape: Vec<usize>,
    layout: Layout<'a>,
    filters: Vec<Filter>,
}

impl<'a> Dataset<'a> {
    /// The dataset that messages describe.
    pub(crate) fn of(messages: &[Message<'a>]) -> Result<Self, Broken> {
        let find = |kind| messages.iter().find(|m| m.kind == kind);
        let message = |kind, name: &str| match find(kind) {
            Some(m) if m.shared => broken(format!("a shared {name}"), "one of its own: use h5repack"),
            Some(m) => Ok(&m.data),
            None => broken(format!("no {name}"), format!("a {name}")),
        };
        Ok(Dataset {
            shape: header::dataspace(message(header::DATASPACE, "dataspace")?)?,
            datatype: header::datatype(message(header::DATATYPE, "datatype")?)?,
            layout: header::layout(message(header::LAYOUT, "layout")?)?,
            filters: match find(header::FILTERS) {
                Some(_) => chunks::filters(message(header::FILTERS, "filter message")?)?,
                None => Vec::new(),
            },
        })
    }

    /// Rows: the first dimension.
    pub(crate) fn rows(&self) -> usize {
        self.shape.first().copied().unwrap_or(1)
    }

    /// Bytes of a row.
    fn row(&self) -> usize {
        let values = self.shape.iter().skip(1);
        values.fold(self.datatype.size(), |bytes, n| bytes.saturating_mul(*n))
    }

    /// Address of the B-tree and rows of a chunk, for chunks of whole rows that are not packed.
    fn chunks(&self) -> Option<(u64, usize)> {
        let Layout::Chunks(tree, sizes) = &self.layout else {
            return None;
        };
        let (rows, rest) = sizes.split_first()?;
        let size = self.datatype.size();
        let whole = rest.iter().eq(self.shape.iter().skip(1).chain([&size]));
        (*rows > 0 && whole && self.filters.is_empty()).then_some((*tree, *rows))
    }

    /// Rows of such a chunk.
    pub(crate) fn chunk(&self) -> Option<usize> {
        self.chunks().map(|(_, rows)| rows)
    }
}

impl<'a> Reader<'a> {
    /// Reads the superblock.
    pub(crate) fn new(source: Source<'a>) -> Result<Self, Broken> {
        let head = source.up_to(0, 104)?;
        let mut c = Cursor::new(&head);
        if c.left() < 8 || c.take(8)? != SIGNATURE {
            return broken(
                "no HDF5 signature",
                "an HDF5 file: check what it is with `file` or `h5dump`",
            );
        }
        let version = c.u8()?;
        if version > 3 {
            return broken(format!("a superblock of version {version}"), "version 0 to 3");
        }
        let old = version < 2;
        c.skip(if old { 4 } else { 0 })?;
        let sizes = (c.u8()?, c.u8()?);
        if sizes != (8, 8) {
            return broken(
                format!("addresses of {} and lengths of {} bytes", sizes.0, sizes.1),
                "8 and 8: rewrite the file with h5repack",
            );
        }
        c.skip([9, 13, 1, 1][usize::from(version)])?;
        let base = c.u64()?;
        if base != 0 {
            return broken(
                format!("a user block of {base} bytes"),
                "none: rewrite the file with h5repack -u",
            );
        }
        // Free space or the extension; the end; of the older ones driver information, name of the root.
        c.skip(8)?;
        let end = c.u64()?;
        c.skip(if old { 16 } else { 0 })?;
        let root = c.u64()?;
        Ok(Reader {
            source,
            version,
            root,
            end,
        })
    }

    /// The messages of an object.
    pub(crate) fn object(&self, address: u64) -> Result<Vec<Message<'a>>, Broken> {
        header::messages(&self.source, address)
    }

    /// The dataset at an address.
    pub(crate) fn dataset(&self, address: u64) -> Result<Dataset<'a>, Broken> {
        Dataset::of(&self.object(address)?)
    }

    /// The members of a group and their addresses, in the order of the file.
    pub(crate) fn members(&self, messages: &[Message<'a>]) -> Result<Vec<(String, u64)>, Broken> {
        self.links(messages, &mut Budget::of(&self.source))
    }

    fn links(&self, messages: &[Message<'a>], budget: &mut Budget) -> Result<Vec<(String, u64)>, Broken> {
        let mut out = Vec::new();
        for message in messages {
            match message.kind {
                header::SYMBOL_TABLE => tree::symbols(&self.source, &message.data, budget, &mut out)?,
                header::LINK => out.extend(header::link(&message.data)?),
                header::LINK_INFO => {
                    let mut c = Cursor::new(&message.data);
                    c.skip(1)?;
                    let flags = c.u8()?;
                    c.skip(if flags & 1 != 0 { 8 } else { 0 })?;
                    if c.u64()? != UNDEFINED {
                        return broken(
                            "a group with its links in a heap",
                            "links in the group itself: rewrite the file with h5repack --high=v18",
                        );
                    }
                }
                _ => {}
            }
        }
        Ok(out)
    }

    /// Rows of a dataset.
    pub(crate) fn rows(&self, data: &Dataset<'a>, rows: Range<usize>) -> Result<Data<'a>, Broken> {
        let total = data.rows();
        if rows.end > total || rows.start > rows.end {
            return broken(format!("rows {rows:?}"), format!("rows within 0..{total}"));
        }
        let row = data.row();
        let bytes = rows.len().saturating_mul(row);
        // A chunk may stand in the file once: what is asked can't be more than there is.
        if bytes as u64 > self.source.length() {
            return broken(
                format!("{bytes} bytes of values in a file of {}", self.source.length()),
                "fewer",
            );
        }
        let bytes = match &data.layout {
            Layout::Bytes(all) => match all.get(rows.start * row..rows.end * row) {
                Some(part) => part.to_vec().into(),
                None => return broken("values cut short", "a complete file"),
            },
            _ if bytes == 0 => Cow::default(),
            Layout::At(address) => {
                let at = address.saturating_add((rows.start * row) as u64);
                self.source.take(at, bytes)?
            }
            Layout::Chunks(..) => self.rows_of_chunks(data, &rows)?.into(),
            Layout::Unread(how) => return broken(format!("values stored {how}"), "chunks under a B-tree"),
        };
        let mut shape = data.shape.clone();
        if let Some(first) = shape.first_mut() {
            *first = rows.len();
        }
        Ok(Data {
            datatype: data.datatype.clone(),
            shape,
            bytes,
        })
    }

    fn rows_of_chunks(&self, data: &Dataset<'a>, rows: &Range<usize>) -> Result<Vec<u8>, Broken> {
        let (row, group) = (data.row(), data.chunk().unwrap_or(1));
        let mut out = Vec::with_capacity(rows.len() * row);
        let chunks = rows.start / group..(rows.end - 1) / group + 1;
        for (k, address) in chunks.clone().zip(self.chunks(data, chunks)?) {
            let first = rows.start.max(k * group) - k * group;
            let last = rows.end.min((k + 1) * group) - k * group;
            let at = address.saturating_add((first * row) as u64);
            out.extend_from_slice(&self.source.take(at, (last - first) * row)?);
        }
        Ok(out)
    }

    /// Addresses of chunks of whole rows, by their number.
    pub(crate) fn chunks(&self, data: &Dataset<'a>, chunks: Range<usize>) -> Result<Vec<u64>, Broken> {
        let Some((tree, group)) = data.chunks() else {
            return broken(
                "values in one piece, packed, or in parts of rows",
                "chunks of whole rows",
            );
        };
        let mut found: Vec<(usize, u64)> = Vec::new();
        if !chunks.is_empty() {
            let index = ChunkTree {
                source: &self.source,
                rank: data.shape.len(),
                rows: chunks.start.saturating_mul(group)..chunks.end.saturating_mul(group),
            };
            index.walk(tree, &mut Budget::of(&self.source), &mut |chunk: Chunk| {
                found.push((chunk.offset[0] / group, chunk.address));
                Ok(())
            })?;
        }
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

    /// All values of a dataset.
    fn values(&self, data: Dataset<'a>, allowance: &mut Allowance) -> Result<Node<'a>, Broken> {
        let Dataset {
            datatype,
            shape,
            layout,
            filters,
        } = data;
        let size = header::byte_count(&shape, &datatype)?;
        let bytes = match layout {
            Layout::At(UNDEFINED) | Layout::Chunks(UNDEFINED, _) if size > 0 => return Ok(Node::Unwritten),
            Layout::At(_) | Layout::Chunks(..) if size == 0 => Cow::default(),
            Layout::At(address) => self.source.take(address, size)?,
            Layout::Bytes(bytes) => match bytes {
                _ if bytes.len() < size => return broken("values cut short", "a complete file"),
                bytes => super::source::cut(&bytes, 0..size),
            },
            Layout::Chunks(tree, chunk) => {
                if let Some(Filter::Unknown(id)) = filters.iter().find(|f| matches!(f, Filter::Unknown(_))) {
                    return Ok(Node::Unread(format!(
                        "values packed by the filter {id}: {REPACK}"
                    )));
                }
                let data = Chunked {
                    shape: &shape,
                    value: datatype.size(),
                    chunk: &chunk,
                    filters: &filters,
                };
                match chunks::read(&self.source, tree, &data, allowance)? {
                    Some(bytes) => Cow::from(bytes),
                    None => return Ok(Node::Unread(format!("chunks that were never written: {REPACK}"))),
                }
            }
            Layout::Unread(how) => {
                return Ok(Node::Unread(format!("values stored {how}: {REPACK}")));
            }
        };
        Ok(Node::Dataset(Data {
            datatype,
            shape,
            bytes,
        }))
    }

    fn node(
        &self,
        address: u64,
        path: &str,
        depth: usize,
        allowance: &mut Allowance,
    ) -> Result<Node<'a>, Fault> {
        let at = |b: Broken| Fault::object(if path.is_empty() { "/" } else { path }, b.found, b.asked);
        if depth > MAX_DEPTH {
            return Err(Fault::object(
                path,
                "groups nested too deeply",
                format!("at most {MAX_DEPTH} levels"),
            ));
        }
        let messages = self.object(address).map_err(at)?;
        allowance.budget.spend(1 + messages.len()).map_err(at)?;
        let has = |kind| messages.iter().any(|m| m.kind == kind);
        if has(header::LAYOUT) {
            let data = Dataset::of(&messages).map_err(at)?;
            return self.values(data, allowance).map_err(at);
        }
        if !has(header::SYMBOL_TABLE) && !has(header::LINK) && !has(header::LINK_INFO) {
            return Ok(Node::Unread("neither a group nor a dataset".into()));
        }
        let mut group = Group {
            attributes: attributes(&messages),
            ..Group::default()
        };
        for (name, target) in self.links(&messages, &mut allowance.budget).map_err(at)? {
            let child = format!("{path}/{name}");
            let node = self.node(target, &child, depth + 1, allowance)?;
            group.members.insert(name, node);
        }
        Ok(Node::Group(group))
    }
}

/// The root group of a file in memory, with everything in it.
pub(crate) fn read(file: &[u8]) -> Result<Group<'_>, Fault> {
    let reader = Reader::new(Source::Memory(file)).map_err(|b| Fault::whole(b.found, b.asked))?;
    let mut allowance = Allowance {
        budget: Budget::of(&reader.source),
        bytes: chunks::allowance(file.len()),
    };
    match reader.node(reader.root, "", 0, &mut allowance)? {
        Node::Group(group) => Ok(group),
        _ => Err(Fault::object("/", "a dataset", "a group")),
    }
}

/// The attributes that can be read; the others are left out, for nothing depends on them.
pub(crate) fn attributes<'a>(messages: &[Message<'a>]) -> Vec<(String, Data<'a>)> {
    let own = messages
        .iter()
        .filter(|m| m.kind == header::ATTRIBUTE && !m.shared);
    own.filter_map(|m| header::attribute(&m.data).ok()).collect()
}
