//! B-trees of version 1: the members of a group, the chunks of a dataset.
//!
//! ```text
//! node:   "TREE" kind level used | left, right | key₀ child₀ key₁ … child key          level 0 is the lowest
//! group:  key = a name in the local heap 8;  child = symbol node "SNOD"
//!         | name 8, header 8, kind of link 4, …
//! chunk:  key = stored size 4, filters left out 4, offsets 8 × (rank + 1);   child = the chunk
//! ```
//! HDF5 File Format Specification, sections III.A.1, III.B, III.D. The level falls with every step down, so
//! that the recursion ends, and every node and entry is paid for.

use super::MAX_NAME;
use super::cursor::{Broken, Cursor, broken};
use super::source::{Budget, Source};
use std::ops::Range;

/// Deepest tree: more entries than any file holds.
const MAX_LEVEL: usize = 16;

/// Bytes of a node before its first key.
const HEAD: usize = 24;

/// Level and number of children of a node.
fn head(source: &Source<'_>, address: u64, kind: u8, above: usize) -> Result<(usize, usize), Broken> {
    let bytes = source.take(address, HEAD)?;
    let mut c = Cursor::new(&bytes);
    c.expect(*b"TREE")?;
    let (found, level, used) = (c.u8()?, usize::from(c.u8()?), c.u16()?);
    if found != kind || level >= above {
        let asked = if kind == 0 {
            "a group's node"
        } else {
            "a node of chunks"
        };
        return broken(
            format!("a node of type {found} at level {level}"),
            format!("{asked}, one level down"),
        );
    }
    Ok((level, used))
}

/// Members of a group by its symbol table message: names and addresses, in the order of the tree.
pub(crate) fn symbols(
    source: &Source<'_>,
    message: &[u8],
    budget: &mut Budget,
    out: &mut Vec<(String, u64)>,
) -> Result<(), Broken> {
    let mut c = Cursor::new(message);
    let (tree, heap) = (c.u64()?, c.u64()?);
    let bytes = source.take(heap, 32)?;
    let mut c = Cursor::new(&bytes);
    c.expect(*b"HEAP")?;
    c.skip(4)?;
    let size = c.count(8)?;
    c.skip(8)?;
    let names = source.part(c.u64()?, size)?;
    let mut group = GroupTree {
        source,
        names: &names,
        budget,
        out,
    };
    group.node(tree, MAX_LEVEL + 1)
}

struct GroupTree<'w, 'a> {
    source: &'w Source<'a>,
    names: &'w [u8],
    budget: &'w mut Budget,
    out: &'w mut Vec<(String, u64)>,
}

impl GroupTree<'_, '_> {
    fn node(&mut self, address: u64, above: usize) -> Result<(), Broken> {
        let (level, used) = head(self.source, address, 0, above)?;
        self.budget.spend(1)?;
        let body = self.source.part(address + HEAD as u64, used * 16)?;
        let mut c = Cursor::new(&body);
        for _ in 0..used {
            c.skip(8)?;
            let child = c.u64()?;
            if level > 0 {
                self.node(child, level)?;
            } else {
                self.entries(child)?;
            }
        }
        Ok(())
    }

    fn entries(&mut self, address: u64) -> Result<(), Broken> {
        let bytes = self.source.take(address, 8)?;
        let mut c = Cursor::new(&bytes);
        c.expect(*b"SNOD")?;
        c.skip(2)?;
        let count = c.u16()?;
        self.budget.spend(1 + count)?;
        let body = self.source.part(address + 8, count * 40)?;
        let mut c = Cursor::new(&body);
        for _ in 0..count {
            let (offset, header) = (c.count(8)?, c.u64()?);
            let soft = c.u32()? == 2;
            c.skip(20)?;
            if !soft {
                self.out.push((name_at(self.names, offset)?, header));
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

/// A chunk as the tree has it.
pub(crate) struct Chunk {
    /// Bytes in the file.
    pub(crate) stored: usize,
    /// Filters that were left out, a bit each.
    pub(crate) left_out: usize,
    /// Its first value along each dimension, then 0.
    pub(crate) offset: Vec<usize>,
    pub(crate) address: u64,
}

/// The chunks of a dataset that may hold some of its rows.
pub(crate) struct ChunkTree<'w, 'a> {
    pub(crate) source: &'w Source<'a>,
    /// Dimensions of the dataset.
    pub(crate) rank: usize,
    pub(crate) rows: Range<usize>,
}

impl ChunkTree<'_, '_> {
    /// Shows every chunk of the tree at an address whose rows, by its key and the next one, are asked for.
    pub(crate) fn walk(
        &self,
        address: u64,
        budget: &mut Budget,
        visit: &mut dyn FnMut(Chunk) -> Result<(), Broken>,
    ) -> Result<(), Broken> {
        self.node(address, MAX_LEVEL + 1, budget, visit)
    }

    fn node(
        &self,
        address: u64,
        above: usize,
        budget: &mut Budget,
        visit: &mut dyn FnMut(Chunk) -> Result<(), Broken>,
    ) -> Result<(), Broken> {
        let (level, used) = head(self.source, address, 1, above)?;
        budget.spend(1 + used)?;
        let key = 8 + 8 * (self.rank + 1);
        let body = self.source.part(address + HEAD as u64, used * (key + 8) + key)?;
        let mut c = Cursor::new(&body);
        for _ in 0..used {
            let (stored, left_out) = (c.u32()?, c.u32()?);
            let offset = (0..=self.rank)
                .map(|_| c.count(8))
                .collect::<Result<Vec<usize>, _>>()?;
            let address = c.u64()?;
            // Chunks beside each other begin with the same row.
            let mut next = c.clone();
            next.skip(8)?;
            let last = offset[0].max(next.count(8)?.saturating_sub(1));
            if last < self.rows.start || offset[0] >= self.rows.end {
                continue;
            }
            if level > 0 {
                self.node(address, level, budget, visit)?;
            } else {
                visit(Chunk {
                    stored,
                    left_out,
                    offset,
                    address,
                })?;
            }
        }
        Ok(())
    }
}
