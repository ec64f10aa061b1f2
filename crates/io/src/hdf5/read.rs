//! Reads the tree of groups and datasets of an HDF5 file that lies in memory.
//!
//! Work and memory are bounded by the length of the file: a budget counts every structure visited, groups
//! nest at most eight deep, and datasets stay slices of the file's bytes; what has to be unpacked has a limit
//! of its own.

use super::chunks::{self, Chunked, Filter};
use super::cursor::{Broken, Cursor, broken};
use super::header::{self, Layout, Message};
use super::{Data, Group, MAX_NAME, Node, SIGNATURE, UNDEFINED};
use crate::error::Fault;
use std::borrow::Cow;

/// Deepest nesting of groups: FCLIB uses three levels.
const MAX_DEPTH: usize = 8;

/// What makes every dataset readable.
const REPACK: &str = "rewrite the file with h5repack -l CONTI -f NONE";

struct Reader<'a> {
    file: &'a [u8],
    budget: usize,
    /// Bytes that chunks may still unpack to.
    unpack: usize,
}

/// The root group of a file.
pub(crate) fn read(file: &[u8]) -> Result<Group<'_>, Fault> {
    let mut reader = Reader {
        file,
        budget: file.len() / 8,
        unpack: chunks::allowance(file.len()),
    };
    let root = root_address(file).map_err(|b| Fault::whole(b.found, b.asked))?;
    match reader.node(root, "", 0)? {
        Node::Group(group) => Ok(group),
        _ => Err(Fault::object("/", "a dataset", "a group")),
    }
}

fn root_address(file: &[u8]) -> Result<u64, Broken> {
    let mut c = Cursor::new(file);
    if c.take(8)? != SIGNATURE {
        return broken(
            "no HDF5 signature",
            "an HDF5 file: check what it is with `file` or `h5dump`",
        );
    }
    let version = c.u8()?;
    match version {
        0 | 1 => {
            c.skip(4)?;
            let sizes = (c.u8()?, c.u8()?);
            check_sizes(sizes)?;
            c.skip(if version == 0 { 9 } else { 13 })?;
            check_base(c.u64()?)?;
            // Free space, end of file, driver information; then the root's entry: name, header.
            c.skip(24 + 8)?;
            c.u64()
        }
        2 | 3 => {
            let sizes = (c.u8()?, c.u8()?);
            check_sizes(sizes)?;
            c.skip(1)?;
            check_base(c.u64()?)?;
            c.skip(16)?;
            c.u64()
        }
        other => broken(format!("a superblock of version {other}"), "version 0 to 3"),
    }
}

fn check_sizes(sizes: (u8, u8)) -> Result<(), Broken> {
    if sizes == (8, 8) {
        return Ok(());
    }
    broken(
        format!("addresses of {} and lengths of {} bytes", sizes.0, sizes.1),
        "8 and 8: rewrite the file with h5repack",
    )
}

fn check_base(base: u64) -> Result<(), Broken> {
    if base == 0 {
        return Ok(());
    }
    broken(
        format!("a user block of {base} bytes"),
        "none: rewrite the file with h5repack -u",
    )
}

impl<'a> Reader<'a> {
    fn spend(&mut self, cost: usize) -> Result<(), Broken> {
        if cost > self.budget {
            return broken(
                "structures that repeat or contain each other",
                "a tree of groups and datasets",
            );
        }
        self.budget -= cost;
        Ok(())
    }

    fn node(&mut self, address: u64, path: &str, depth: usize) -> Result<Node<'a>, Fault> {
        let at = |b: Broken| Fault::object(if path.is_empty() { "/" } else { path }, b.found, b.asked);
        if depth > MAX_DEPTH {
            return Err(Fault::object(
                path,
                "groups nested too deeply",
                format!("at most {MAX_DEPTH} levels"),
            ));
        }
        let messages = header::messages(self.file, address).map_err(at)?;
        self.spend(1 + messages.len()).map_err(at)?;
        let has = |kind| messages.iter().any(|m| m.kind == kind);
        if has(header::LAYOUT) {
            return self.dataset(&messages).map_err(at);
        }
        if !has(header::SYMBOL_TABLE) && !has(header::LINK) && !has(header::LINK_INFO) {
            return Ok(Node::Unread("neither a group nor a dataset".into()));
        }
        let mut group = Group {
            attributes: attributes(&messages),
            ..Group::default()
        };
        for (name, target) in self.links(&messages).map_err(at)? {
            let child = format!("{path}/{name}");
            let node = self.node(target, &child, depth + 1)?;
            group.members.insert(name, node);
        }
        Ok(Node::Group(group))
    }

    fn dataset(&mut self, messages: &[Message<'a>]) -> Result<Node<'a>, Broken> {
        let message = |kind, name: &str| match messages.iter().find(|m| m.kind == kind) {
            Some(m) if m.shared => broken(format!("a shared {name}"), "one of its own: use h5repack"),
            Some(m) => Ok(m.data),
            None => broken(format!("no {name}"), format!("a {name}")),
        };
        let shape = header::dataspace(message(header::DATASPACE, "dataspace")?)?;
        let datatype = header::datatype(message(header::DATATYPE, "datatype")?)?;
        let size = header::byte_count(&shape, &datatype)?;
        let bytes = match header::layout(message(header::LAYOUT, "layout")?)? {
            Layout::At(UNDEFINED) | Layout::Chunks(UNDEFINED, _) if size > 0 => return Ok(Node::Unwritten),
            Layout::At(address) => Cow::from(header::contiguous(self.file, address, size)?),
            Layout::Bytes(bytes) => Cow::from(Cursor::new(bytes).take(size)?),
            Layout::Chunks(..) if size == 0 => Cow::from(&[][..]),
            Layout::Chunks(tree, chunk) => {
                let packed = messages.iter().any(|m| m.kind == header::FILTERS);
                let filters = if packed {
                    chunks::filters(message(header::FILTERS, "filter message")?)?
                } else {
                    Vec::new()
                };
                if let Some(Filter::Unknown(id)) = filters.iter().find(|f| matches!(f, Filter::Unknown(_))) {
                    return Ok(Node::Unread(format!(
                        "values packed by the filter {id}: {REPACK}"
                    )));
                }
                let value = datatype.size();
                let data = Chunked {
                    shape: &shape,
                    value,
                    chunk: &chunk,
                    filters: &filters,
                };
                match chunks::read(self.file, tree, &data, &mut self.unpack)? {
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

    fn links(&mut self, messages: &[Message<'a>]) -> Result<Vec<(String, u64)>, Broken> {
        let mut out = Vec::new();
        for message in messages {
            match message.kind {
                header::SYMBOL_TABLE => self.symbol_table(message.data, &mut out)?,
                header::LINK => out.extend(header::link(message.data)?),
                header::LINK_INFO => {
                    let mut c = Cursor::new(message.data);
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

    fn symbol_table(&mut self, data: &[u8], out: &mut Vec<(String, u64)>) -> Result<(), Broken> {
        let mut c = Cursor::new(data);
        let (tree, heap) = (c.u64()?, c.u64()?);
        let mut c = Cursor::at_address(self.file, heap)?;
        c.expect(*b"HEAP")?;
        c.skip(4)?;
        let size = c.count(8)?;
        c.skip(8)?;
        let names = Cursor::at_address(self.file, c.u64()?)?.take(size)?;
        self.tree(tree, names, usize::MAX, out)
    }

    /// A node of the B-tree of a group; the level falls with every step down, so the recursion ends.
    fn tree(
        &mut self,
        address: u64,
        names: &[u8],
        above: usize,
        out: &mut Vec<(String, u64)>,
    ) -> Result<(), Broken> {
        self.spend(1)?;
        let mut c = Cursor::at_address(self.file, address)?;
        c.expect(*b"TREE")?;
        let (kind, level, used) = (c.u8()?, usize::from(c.u8()?), c.u16()?);
        if kind != 0 || level >= above || level > MAX_DEPTH {
            return broken(
                format!("a node of type {kind} at level {level}"),
                "a group's node, one level down",
            );
        }
        c.skip(16)?;
        for _ in 0..used {
            c.skip(8)?;
            let child = c.u64()?;
            if level > 0 {
                self.tree(child, names, level, out)?;
            } else {
                self.symbols(child, names, out)?;
            }
        }
        Ok(())
    }

    fn symbols(&mut self, address: u64, names: &[u8], out: &mut Vec<(String, u64)>) -> Result<(), Broken> {
        let mut c = Cursor::at_address(self.file, address)?;
        c.expect(*b"SNOD")?;
        c.skip(2)?;
        let count = c.u16()?;
        self.spend(1 + count)?;
        for _ in 0..count {
            let (offset, header) = (c.count(8)?, c.u64()?);
            let soft = c.u32()? == 2;
            c.skip(20)?;
            if !soft {
                out.push((name_at(names, offset)?, header));
            }
        }
        Ok(())
    }
}

fn name_at(names: &[u8], offset: usize) -> Result<String, Broken> {
    let tail = names.get(offset..).unwrap_or(&[]);
    let tail = &tail[..tail.len().min(MAX_NAME)];
    match tail.iter().position(|&b| b == 0) {
        Some(end) => Ok(String::from_utf8_lossy(&tail[..end]).into_owned()),
        None => broken(
            "a name without an end",
            format!("a name of at most {MAX_NAME} bytes"),
        ),
    }
}

/// The attributes that can be read; the others are left out, for nothing depends on them.
fn attributes<'a>(messages: &[Message<'a>]) -> Vec<(String, Data<'a>)> {
    let readable = |m: &Message<'a>| {
        if m.kind == header::ATTRIBUTE && !m.shared {
            header::attribute(m.data).ok()
        } else {
            None
        }
    };
    messages.iter().filter_map(readable).collect()
}
