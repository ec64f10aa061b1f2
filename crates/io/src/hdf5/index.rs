//! The index of chunks of a growing table: B-trees of version 1, those of all columns side by side.
//!
//! ```text
//! node:  "TREE" 1 level used | left, right (nowhere) | key₀ child₀ key₁ … child₁₅ key₁₆  16 children at most
//! key:   bytes of the chunk 4, filters 4, first row 8, 0 …
//! ```
//! HDF5 File Format Specification, section III.A.1. A node with 16 children that are full themselves never
//! changes again: it is written once. What is open (one node a level) is part of every metadata image.

use super::UNDEFINED;
use super::append::{CHUNK_K, Column};
use super::types::{put, put_u64};
use super::write::Writer;

/// Most children of a node.
const FAN: usize = 2 * CHUNK_K;

/// Rows of a group, and where each column begins in one.
pub(crate) type Layout<'a> = (usize, &'a [usize]);

/// The full nodes of all columns: nodes of the same place in the tree lie one after the other.
pub(crate) struct Index {
    /// Where each column's node begins among them, and the size of all.
    offsets: Vec<usize>,
    size: usize,
    /// Addresses of full nodes, level by level.
    full: Vec<Vec<u64>>,
}

/// Bytes of a node: all of its places, used or not.
fn node_size(column: &Column) -> usize {
    24 + FAN * 8 + (FAN + 1) * key_size(column)
}

fn key_size(column: &Column) -> usize {
    8 + 8 * (column.rank() + 1)
}

impl Index {
    pub(crate) fn new(columns: &[Column]) -> Self {
        let mut offsets = Vec::with_capacity(columns.len());
        let mut size = 0;
        for column in columns {
            offsets.push(size);
            size += node_size(column);
        }
        Index {
            offsets,
            size,
            full: Vec::new(),
        }
    }

    /// Bytes of the next full node, which will lie at `address`; none where no more are full.
    pub(crate) fn next_full(
        &mut self,
        address: u64,
        columns: &[Column],
        groups: &[u64],
        layout: Layout,
    ) -> Option<Vec<u8>> {
        let mut children = groups.len();
        for level in 0.. {
            let known = self.full.get(level).map_or(0, Vec::len);
            if children < FAN {
                return None;
            }
            if children / FAN > known {
                let range = known * FAN..(known + 1) * FAN;
                let mut out = Vec::with_capacity(self.size);
                for (c, column) in columns.iter().enumerate() {
                    let child = |i: usize| self.child(level, i, c, groups, layout);
                    out.extend(node(column, level, range.clone(), layout.0, &child));
                }
                if self.full.len() == level {
                    self.full.push(Vec::new());
                }
                self.full[level].push(address);
                return Some(out);
            }
            children = known;
        }
        None
    }

    /// Address of child `i` of a level: a chunk, or a full node of the level below.
    fn child(&self, level: usize, i: usize, column: usize, groups: &[u64], layout: Layout) -> u64 {
        match level.checked_sub(1) {
            None => groups[i] + layout.1[column] as u64,
            Some(below) => self.full[below][i] + self.offsets[column] as u64,
        }
    }

    /// Writes the nodes that are not full into an image; the root of each column, none without chunks.
    pub(crate) fn open_nodes(
        &self,
        writer: &mut Writer,
        columns: &[Column],
        groups: &[u64],
        layout: Layout,
    ) -> Vec<u64> {
        if groups.is_empty() {
            return Vec::new();
        }
        let root = |(c, column): (usize, &Column)| {
            let mut open: Option<u64> = None;
            let mut children = groups.len();
            for level in 0.. {
                let full = self.full.get(level).map_or(0, Vec::len);
                // The children that no full node has, and the open node of the level below.
                let count = children + usize::from(level > 0 && open.is_some());
                let rest = full * FAN..count;
                let last = count - 1;
                let child = |i: usize| match open {
                    Some(address) if level > 0 && i == last => address,
                    _ => self.child(level, i, c, groups, layout),
                };
                let made = (!rest.is_empty()).then(|| {
                    let bytes = node(column, level, rest.clone(), layout.0, &child);
                    writer.append(&bytes) as u64
                });
                match (full, made) {
                    (0, Some(address)) => return address,
                    (1, None) => return self.full[level][0] + self.offsets[c] as u64,
                    _ => {}
                }
                (open, children) = (made, full);
            }
            UNDEFINED
        };
        columns.iter().enumerate().map(root).collect()
    }
}

/// A node of the children in `range`; each stands for `FAN^level` chunks of `group` rows.
fn node(
    column: &Column,
    level: usize,
    range: std::ops::Range<usize>,
    group: usize,
    child: &dyn Fn(usize) -> u64,
) -> Vec<u8> {
    let mut out = b"TREE\x01".to_vec();
    put(&mut out, level, 1);
    put(&mut out, range.len(), 2);
    put_u64(&mut out, UNDEFINED);
    put_u64(&mut out, UNDEFINED);
    let span = group * FAN.pow(u32::try_from(level).unwrap_or(0));
    let key = |out: &mut Vec<u8>, i: usize| {
        put(out, group * column.row(), 4);
        put(out, 0, 4);
        put(out, i * span, 8);
        (0..column.rank()).for_each(|_| put(out, 0, 8));
    };
    for i in range.clone() {
        key(&mut out, i);
        put_u64(&mut out, child(i));
    }
    key(&mut out, range.end);
    out.resize(node_size(column), 0);
    out
}
