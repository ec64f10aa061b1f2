//! Datasets stored in chunks, packed or not.
//!
//! ```text
//! layout 1 to 3 → B-tree v1 of chunks, each at an offset along every dimension
//! chunk = deflate(shuffle(values)):  undone in the reverse order of the filter message
//! ```
//! HDF5 File Format Specification, sections III.A.1 and IV.A.2.l. Read: deflate, shuffle, and the Fletcher
//! checksum, which is dropped unverified. Not read: the chunk indices of layout 4, other filters, datasets
//! some of whose chunks were never written. All unpacked values of a file together stay within a limit, for a
//! few bytes may unpack to a thousand times as many.

use super::cursor::{Broken, Cursor, broken};
use super::source::{Budget, Source};
use super::tree::{Chunk, ChunkTree};

/// Unpacked bytes allowed for each byte of the file, and in a small file.
const GROWTH: usize = 256;
const AT_LEAST: usize = 64 << 20;

/// What one entry of a B-tree costs beside its chunk: about its own bytes in the file.
const ENTRY: usize = 32;

const DEFLATE: usize = 1;
const SHUFFLE: usize = 2;
const FLETCHER: usize = 3;

/// How many bytes all datasets in chunks of a file of this length may unpack to.
pub(crate) fn allowance(file_length: usize) -> usize {
    file_length.saturating_mul(GROWTH).max(AT_LEAST)
}

/// One step of packing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Filter {
    Deflate,
    /// The first bytes of all values of so many bytes, then the second ones, and so on.
    Shuffle(usize),
    /// A checksum of four bytes at the end.
    Fletcher,
    Unknown(usize),
}

/// The filters of a filter message, in the order of packing.
pub(crate) fn filters(data: &[u8]) -> Result<Vec<Filter>, Broken> {
    let mut c = Cursor::new(data);
    let version = c.u8()?;
    let count = c.u8()?;
    match version {
        1 => c.skip(6)?,
        2 => {}
        other => return broken(format!("a filter message of version {other}"), "version 1 or 2"),
    }
    let mut out = Vec::new();
    for _ in 0..count {
        let id = c.u16()?;
        let name = if version == 1 || id >= 256 { c.u16()? } else { 0 };
        c.skip(2)?;
        let values = c.u16()?;
        c.skip(name)?;
        let parameters = (0..values).map(|_| c.u32()).collect::<Result<Vec<usize>, _>>()?;
        if version == 1 && values % 2 == 1 {
            c.skip(4)?;
        }
        out.push(match id {
            DEFLATE => Filter::Deflate,
            SHUFFLE => Filter::Shuffle(parameters.first().copied().unwrap_or(1)),
            FLETCHER => Filter::Fletcher,
            other => Filter::Unknown(other),
        });
    }
    Ok(out)
}

/// A dataset in chunks, as its messages describe it.
pub(crate) struct Chunked<'f> {
    pub(crate) shape: &'f [usize],
    /// Bytes of one value.
    pub(crate) value: usize,
    /// Values of a chunk along each dimension, then the bytes of one value.
    pub(crate) chunk: &'f [usize],
    pub(crate) filters: &'f [Filter],
}

struct Unpacked<'f> {
    data: &'f Chunked<'f>,
    chunk_bytes: usize,
    out: Vec<u8>,
    found: usize,
}

/// What may still be visited, and the bytes that may still be unpacked.
pub(crate) struct Allowance {
    pub(crate) budget: Budget,
    pub(crate) bytes: usize,
}

/// The values, row by row; `None` when some chunks were never written.
pub(crate) fn read(
    source: &Source<'_>,
    tree: u64,
    data: &Chunked<'_>,
    allowance: &mut Allowance,
) -> Result<Option<Vec<u8>>, Broken> {
    let rank = data.shape.len();
    let fits = rank > 0 && data.chunk.len() == rank + 1 && data.chunk[rank] == data.value;
    if !fits || data.chunk.contains(&0) {
        return broken(
            format!("chunks of {:?} in a dataset of {:?}", data.chunk, data.shape),
            "sizes above 0, one for each dimension, and the size of a value",
        );
    }
    let product = |sizes: &[usize]| sizes.iter().try_fold(1usize, |x, &n| x.checked_mul(n));
    let counts: Vec<usize> = data
        .shape
        .iter()
        .zip(data.chunk)
        .map(|(n, c)| n.div_ceil(*c))
        .collect();
    let (Some(chunk_bytes), Some(values), Some(count)) =
        (product(data.chunk), product(data.shape), product(&counts))
    else {
        return broken(
            format!("a dataset of shape {:?}", data.shape),
            "one that fits in memory",
        );
    };
    let bytes = values.saturating_mul(data.value);
    let Allowance { budget, bytes: left } = allowance;
    spend(left, bytes)?;
    let mut unpacked = Unpacked {
        data,
        chunk_bytes,
        out: vec![0; bytes],
        found: 0,
    };
    let chunks = ChunkTree {
        source,
        rank,
        rows: 0..usize::MAX,
    };
    chunks.walk(tree, budget, &mut |chunk: Chunk| {
        // Chunks that repeat cost as much each time.
        spend(
            left,
            chunk_bytes.saturating_add(chunk.stored).saturating_add(ENTRY),
        )?;
        let packed = source.take(chunk.address, chunk.stored)?;
        unpacked.chunk(packed.into_owned(), chunk.left_out, &chunk.offset)
    })?;
    Ok((unpacked.found == count).then_some(unpacked.out))
}

fn spend(left: &mut usize, cost: usize) -> Result<(), Broken> {
    match left.checked_sub(cost) {
        Some(rest) => {
            *left = rest;
            Ok(())
        }
        None => broken(
            format!("chunks that unpack to more than {GROWTH} times the file"),
            "fewer: rewrite the file with h5repack -l CONTI -f NONE",
        ),
    }
}

impl Unpacked<'_> {
    fn chunk(&mut self, mut bytes: Vec<u8>, left_out: usize, offset: &[usize]) -> Result<(), Broken> {
        for (k, filter) in self.data.filters.iter().enumerate().rev() {
            if k < 32 && left_out >> k & 1 == 1 {
                continue;
            }
            // A checksum may stand inside what is deflated.
            bytes = undo(*filter, bytes, self.chunk_bytes + 4 * self.data.filters.len())?;
        }
        if bytes.len() != self.chunk_bytes {
            return broken(
                format!("a chunk of {} bytes", bytes.len()),
                format!("{}: the file is damaged, fetch it again", self.chunk_bytes),
            );
        }
        self.place(&bytes, offset)
    }

    /// Copies the part of the chunk that lies inside the dataset, run by run along the last dimension.
    fn place(&mut self, bytes: &[u8], offset: &[usize]) -> Result<(), Broken> {
        let (shape, chunk, value) = (self.data.shape, self.data.chunk, self.data.value);
        let rank = shape.len();
        if (0..rank).any(|k| offset[k] >= shape[k] || !offset[k].is_multiple_of(chunk[k])) {
            return broken(
                format!("a chunk at {:?}", &offset[..rank]),
                format!("one inside {shape:?}"),
            );
        }
        let extent: Vec<usize> = (0..rank).map(|k| chunk[k].min(shape[k] - offset[k])).collect();
        let run = extent[rank - 1] * value;
        let mut at = vec![0; rank];
        loop {
            let (mut from, mut to) = (0, 0);
            for k in 0..rank {
                from = from * chunk[k] + at[k];
                to = to * shape[k] + offset[k] + at[k];
            }
            let (from, to) = (from * value, to * value);
            self.out[to..to + run].copy_from_slice(&bytes[from..from + run]);
            // The next index of all dimensions but the last, like an odometer.
            let Some(k) = (0..rank - 1).rev().find(|&k| at[k] + 1 < extent[k]) else {
                break;
            };
            at[k] += 1;
            at[k + 1..].fill(0);
        }
        self.found += 1;
        Ok(())
    }
}

fn undo(filter: Filter, mut bytes: Vec<u8>, limit: usize) -> Result<Vec<u8>, Broken> {
    match filter {
        Filter::Deflate => {
            miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(&bytes, limit).or_else(|e| {
                broken(
                    format!("a chunk that does not unpack ({:?})", e.status),
                    "deflated values: the file is damaged, fetch it again",
                )
            })
        }
        Filter::Shuffle(size) => {
            let count = bytes.len() / size.max(1);
            let whole = count * size;
            let mut out = vec![0; bytes.len()];
            for k in 0..count {
                for byte in 0..size {
                    out[k * size + byte] = bytes[byte * count + k];
                }
            }
            // What does not fill a whole value was left where it was.
            out[whole..].copy_from_slice(&bytes[whole..]);
            Ok(out)
        }
        Filter::Fletcher => {
            bytes.truncate(bytes.len().saturating_sub(4));
            Ok(bytes)
        }
        Filter::Unknown(id) => broken(
            format!("values packed by the filter {id}"),
            "deflate or none: rewrite the file with h5repack -l CONTI -f NONE",
        ),
    }
}

#[cfg(test)]
#[allow(clippy::panic, clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::super::{Node, read};
    use super::*;

    /// Written by h5py: `tests/data/make_chunked.py`.
    const FILE: &[u8] = include_bytes!("../../tests/data/chunked.hdf5");

    fn extra(name: &str) -> Result<Vec<i64>, String> {
        let mut root = read::read(FILE).unwrap();
        let Some(Node::Group(mut group)) = root.members.remove("extra") else {
            panic!("no group /extra");
        };
        match group.members.remove(name) {
            Some(Node::Dataset(data)) => Ok(data.integers().unwrap()),
            Some(Node::Unread(why)) => Err(why),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_table_in_chunks_is_put_together_row_by_row() {
        let expected: Vec<i64> = (0..5).flat_map(|i| (0..7).map(move |j| 10 * i + j)).collect();
        for name in ["table", "table_packed", "cube"] {
            assert_eq!(extra(name).unwrap(), expected, "{name}");
        }
    }

    #[test]
    fn what_is_not_read_is_said_with_its_remedy() {
        for (name, word) in [("holes", "never written"), ("lzf", "filter 32000")] {
            let why = extra(name).unwrap_err();
            assert!(why.contains(word) && why.contains("h5repack"), "{name}: {why}");
        }
    }

    #[test]
    fn unpacked_bytes_have_a_limit() {
        let packed = miniz_oxide::deflate::compress_to_vec_zlib(&[0; 4096], 9);
        assert_eq!(undo(Filter::Deflate, packed.clone(), 4096).unwrap().len(), 4096);
        assert!(undo(Filter::Deflate, packed, 4095).is_err());
        assert!(spend(&mut allowance(1000), AT_LEAST + 1).is_err());
    }
}
