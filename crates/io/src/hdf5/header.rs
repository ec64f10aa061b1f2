//! Object headers and the messages in them.
//!
//! ```text
//! v1:  version, count, references, size | messages (type 2, size 2, flags 1, 3 unused, data) | continuations
//! v2:  "OHDR", flags, [times], [limits], size | messages (type 1, size 2, flags 1, [order 2], data)
//!      | checksum
//! ```
//! HDF5 File Format Specification, section IV.A. Checksums of version 2 are not verified.

use super::cursor::{Broken, Cursor, broken};
use super::source::{MAX_PART, Source, cut};
use super::{Data, Datatype};
use std::borrow::Cow;

/// Most continuation blocks followed for one object.
const MAX_BLOCKS: usize = 256;

/// Bytes of a header before its first block, at most.
const PREFIX: usize = 34;

/// Most dimensions HDF5 allows.
const MAX_RANK: usize = 32;

pub(crate) const DATASPACE: usize = 0x01;
pub(crate) const LINK_INFO: usize = 0x02;
pub(crate) const DATATYPE: usize = 0x03;
pub(crate) const LINK: usize = 0x06;
pub(crate) const LAYOUT: usize = 0x08;
pub(crate) const FILTERS: usize = 0x0b;
pub(crate) const ATTRIBUTE: usize = 0x0c;
pub(crate) const CONTINUATION: usize = 0x10;
pub(crate) const SYMBOL_TABLE: usize = 0x11;

/// One message of an object header.
#[derive(Clone, Debug)]
pub(crate) struct Message<'a> {
    pub(crate) kind: usize,
    /// The message lies elsewhere and is only referred to.
    pub(crate) shared: bool,
    pub(crate) data: Cow<'a, [u8]>,
}

/// How the messages of a header are laid out.
struct Form {
    second: bool,
    /// Whether messages of version 2 have a number each.
    ordered: bool,
    /// Bytes of the first block.
    size: usize,
}

impl Form {
    /// The beginning of a header; the cursor is left at its first block.
    fn read(c: &mut Cursor<'_>, address: u64) -> Result<Self, Broken> {
        let second = c.bytes.starts_with(b"OHDR");
        c.skip(if second { 4 } else { 0 })?;
        let version = c.u8()?;
        if version != if second { 2 } else { 1 } {
            return broken(
                format!("an object header of version {version} at {address}"),
                "version 1 or 2",
            );
        }
        if !second {
            c.skip(7)?;
            let size = c.u32()?;
            c.skip(4)?;
            let ordered = false;
            return Ok(Form {
                second,
                ordered,
                size,
            });
        }
        let flags = c.u8()?;
        c.skip(if flags & 0x20 != 0 { 16 } else { 0 })?;
        c.skip(if flags & 0x10 != 0 { 4 } else { 0 })?;
        Ok(Form {
            second,
            ordered: flags & 0x04 != 0,
            size: c.count(1 << (flags & 3))?,
        })
    }

    /// Kind, size and flags of the next message; none where the block ends.
    fn message(&self, c: &mut Cursor<'_>) -> Result<Option<(usize, usize, u8)>, Broken> {
        if c.left() < if self.second { 4 } else { 8 } {
            return Ok(None);
        }
        let kind = c.count(if self.second { 1 } else { 2 })?;
        let (size, flags) = (c.u16()?, c.u8()?);
        c.skip(match (self.second, self.ordered) {
            (false, _) => 3,
            (true, false) => 0,
            (true, true) => 2,
        })?;
        Ok(Some((kind, size, flags)))
    }
}

/// All messages of the object at `address`.
pub(crate) fn messages<'a>(source: &Source<'a>, address: u64) -> Result<Vec<Message<'a>>, Broken> {
    let prefix = source.up_to(address, PREFIX)?;
    let mut c = Cursor::new(&prefix);
    let form = Form::read(&mut c, address)?;
    // A continuation of version 2 has its own signature in front and a checksum behind.
    let trim = if form.second { 4 } else { 0 };
    let mut blocks = vec![source.part(address + c.at as u64, form.size)?];
    let mut total = form.size;
    let mut out = Vec::new();
    let mut next = 0;
    while next < blocks.len() {
        let block = std::mem::take(&mut blocks[next]);
        next += 1;
        let mut c = Cursor::new(&block);
        while let Some((kind, size, flags)) = form.message(&mut c)? {
            let start = c.at;
            c.skip(size)?;
            let data = cut(&block, start..c.at);
            if kind != CONTINUATION {
                let shared = flags & 2 != 0;
                out.push(Message { kind, shared, data });
                continue;
            }
            let mut c = Cursor::new(&data);
            let (address, length) = (c.u64()?, c.count(8)?);
            total = total.saturating_add(length);
            let ends = blocks.len() < MAX_BLOCKS && total <= MAX_PART && total as u64 <= source.length();
            if length < 2 * trim || !ends {
                return broken(
                    format!("{} continuation blocks", blocks.len()),
                    "a header that ends",
                );
            }
            let more = source.part(address, length)?;
            blocks.push(cut(&more, trim..length - trim));
        }
    }
    Ok(out)
}

/// Dimensions of a dataspace; empty for a scalar.
pub(crate) fn dataspace(data: &[u8]) -> Result<Vec<usize>, Broken> {
    let mut c = Cursor::new(data);
    let version = c.u8()?;
    let rank = usize::from(c.u8()?);
    c.skip(1)?;
    match version {
        1 => c.skip(5)?,
        2 => {
            if c.u8()? == 2 {
                return Ok(vec![0]);
            }
        }
        other => return broken(format!("a dataspace of version {other}"), "version 1 or 2"),
    }
    if rank > MAX_RANK {
        return broken(format!("{rank} dimensions"), format!("at most {MAX_RANK}"));
    }
    (0..rank).map(|_| c.count(8)).collect()
}

/// Type of the elements.
pub(crate) fn datatype(data: &[u8]) -> Result<Datatype, Broken> {
    let mut c = Cursor::new(data);
    let class = c.u8()? & 0x0f;
    let bits = c.take(3)?[0];
    let size = c.u32()?;
    if size == 0 {
        return broken("elements of 0 bytes", "elements of at least one byte");
    }
    let big = bits & 1 != 0;
    Ok(match class {
        0 => Datatype::Integer {
            size,
            signed: bits & 8 != 0,
            big,
        },
        1 => Datatype::Real { size, big },
        3 => Datatype::Text { size },
        // An enumeration: its base type follows.
        8 => match datatype_of_base(&mut c)? {
            base @ Datatype::Integer { .. } if base.size() == size => base,
            _ => Datatype::Other { size },
        },
        _ => Datatype::Other { size },
    })
}

fn datatype_of_base(c: &mut Cursor<'_>) -> Result<Datatype, Broken> {
    let class = c.u8()? & 0x0f;
    let bits = c.take(3)?[0];
    let size = c.u32()?;
    Ok(if class == 0 && size > 0 {
        Datatype::Integer {
            size,
            signed: bits & 8 != 0,
            big: bits & 1 != 0,
        }
    } else {
        Datatype::Other { size: size.max(1) }
    })
}

/// Bytes that a shape and a type ask for.
pub(crate) fn byte_count(shape: &[usize], datatype: &Datatype) -> Result<usize, Broken> {
    let product = shape
        .iter()
        .try_fold(datatype.size(), |bytes, &n| bytes.checked_mul(n));
    product.map_or_else(
        || broken(format!("a dataset of shape {shape:?}"), "one that fits in memory"),
        Ok,
    )
}

/// Where a dataset's bytes are, or why they are not read.
#[derive(Clone, Debug)]
pub(crate) enum Layout<'a> {
    Bytes(Cow<'a, [u8]>),
    At(u64),
    /// Address of the B-tree; values of a chunk along each dimension, then the bytes of one value.
    Chunks(u64, Vec<usize>),
    Unread(&'static str),
}

/// The layout message of a dataset.
pub(crate) fn layout<'a>(data: &Cow<'a, [u8]>) -> Result<Layout<'a>, Broken> {
    let mut c = Cursor::new(data);
    let version = c.u8()?;
    let (class, rank) = match version {
        1 | 2 => {
            let rank = usize::from(c.u8()?);
            (c.u8()?.min(2), rank)
        }
        3 | 4 => (c.u8()?, 0),
        other => return broken(format!("a data layout of version {other}"), "version 1 to 4"),
    };
    match class {
        0 => {
            c.skip(4 * rank)?;
            let size = if version < 3 { c.u32()? } else { c.u16()? };
            let start = c.at;
            c.skip(size)?;
            Ok(Layout::Bytes(cut(data, start..c.at)))
        }
        1 => Ok(Layout::At(c.u64()?)),
        2 if version < 4 => {
            let rank = if version < 3 { rank } else { usize::from(c.u8()?) };
            let tree = c.u64()?;
            Ok(Layout::Chunks(tree, chunk_sizes(&mut c, rank)?))
        }
        _ => Ok(Layout::Unread("in chunks under one of the newer indices")),
    }
}

fn chunk_sizes(c: &mut Cursor<'_>, rank: usize) -> Result<Vec<usize>, Broken> {
    (0..rank).map(|_| c.u32()).collect()
}

/// Name and value of an attribute message.
pub(crate) fn attribute<'a>(data: &Cow<'a, [u8]>) -> Result<(String, Data<'a>), Broken> {
    let mut c = Cursor::new(data);
    let version = c.u8()?;
    let flags = c.u8()?;
    let sizes = [c.u16()?, c.u16()?, c.u16()?];
    if !(1..=3).contains(&version) || (version > 1 && flags != 0) || sizes[0] > super::MAX_NAME {
        return broken(
            format!("an attribute of version {version}"),
            "version 1 to 3, unshared, with a short name",
        );
    }
    if version == 3 {
        c.skip(1)?;
    }
    let mut parts = [&data[..0]; 3];
    for (part, size) in parts.iter_mut().zip(sizes) {
        *part = c.take(size)?;
        if version == 1 {
            c.skip((8 - size % 8) % 8)?;
        }
    }
    let end = parts[0].iter().position(|&b| b == 0).unwrap_or(parts[0].len());
    let name = String::from_utf8_lossy(&parts[0][..end]).into_owned();
    let (datatype, shape) = (datatype(parts[1])?, dataspace(parts[2])?);
    let start = c.at;
    c.skip(byte_count(&shape, &datatype)?)?;
    let bytes = cut(data, start..c.at);
    Ok((
        name,
        Data {
            datatype,
            shape,
            bytes,
        },
    ))
}

/// Name and target of a link message; `None` for soft and external links.
pub(crate) fn link(data: &[u8]) -> Result<Option<(String, u64)>, Broken> {
    let mut c = Cursor::new(data);
    let version = c.u8()?;
    if version != 1 {
        return broken(format!("a link of version {version}"), "version 1");
    }
    let flags = c.u8()?;
    let kind = if flags & 0x08 != 0 { c.u8()? } else { 0 };
    if flags & 0x04 != 0 {
        c.skip(8)?;
    }
    if flags & 0x10 != 0 {
        c.skip(1)?;
    }
    let length = c.count(1 << (flags & 3))?;
    let name = String::from_utf8_lossy(c.take(length)?).into_owned();
    if kind != 0 {
        return Ok(None);
    }
    Ok(Some((name, c.u64()?)))
}
