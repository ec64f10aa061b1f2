//! Writes the old-style HDF5 files that every version of the HDF5 library reads.
//!
//! ```text
//! superblock 0 | for each object, children first: data, header v1; for a group also heap, symbol nodes, B-tree
//! ```
//! HDF5 File Format Specification, versions 0 and 1 of every structure. Datasets are contiguous and little-endian.

use super::{SIGNATURE, UNDEFINED};

/// A B-tree node of a group holds up to twice this many children.
const INTERNAL_K: usize = 16;

/// What a dataset or attribute holds.
#[derive(Clone, Debug)]
pub(crate) enum Values {
    /// 32-bit integers.
    Ints(Vec<i32>),
    /// 64-bit integers.
    Longs(Vec<i64>),
    Reals(Vec<f64>),
    /// Text of fixed length, ended by a zero byte.
    Text(String),
}

/// Values with their shape: one dimension, or a scalar.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub(crate) values: Values,
    pub(crate) scalar: bool,
}

impl Item {
    pub(crate) fn text(text: &str) -> Self {
        Item {
            values: Values::Text(text.into()),
            scalar: true,
        }
    }

    pub(crate) fn list(values: Values) -> Self {
        Item {
            values,
            scalar: false,
        }
    }
}

/// A group or dataset to write.
#[derive(Clone, Debug)]
pub(crate) enum Tree {
    Group(Folder),
    Dataset(Item),
}

/// A group to write.
#[derive(Clone, Debug, Default)]
pub(crate) struct Folder {
    pub(crate) members: Vec<(String, Tree)>,
    pub(crate) attributes: Vec<(String, Item)>,
}

impl Folder {
    pub(crate) fn add(&mut self, name: &str, item: Item) {
        self.members.push((name.into(), Tree::Dataset(item)));
    }

    pub(crate) fn add_folder(&mut self, name: &str, folder: Folder) {
        self.members.push((name.into(), Tree::Group(folder)));
    }

    /// The member folder at `path` (`/a/b`), if there is one.
    pub(crate) fn find(&mut self, path: &str) -> Option<&mut Folder> {
        path.split('/')
            .filter(|part| !part.is_empty())
            .try_fold(self, |folder, part| {
                folder.members.iter_mut().find_map(|(name, tree)| match tree {
                    Tree::Group(inner) if name == part => Some(inner),
                    _ => None,
                })
            })
    }

    fn largest(&self) -> usize {
        let inner = self.members.iter().map(|(_, tree)| match tree {
            Tree::Group(folder) => folder.largest(),
            Tree::Dataset(_) => 0,
        });
        inner.max().unwrap_or(0).max(self.members.len())
    }
}

struct Writer {
    out: Vec<u8>,
    leaf_k: usize,
}

/// The bytes of a file with this root group.
pub(crate) fn write(root: &Folder) -> Vec<u8> {
    // One B-tree node per group: symbol nodes large enough for the largest group.
    let leaf_k = root.largest().div_ceil(4 * INTERNAL_K).max(4);
    let mut w = Writer {
        out: vec![0; 96],
        leaf_k,
    };
    let (header, tree, heap) = w.group(root);
    let mut s = Vec::with_capacity(96);
    s.extend(SIGNATURE);
    s.extend([0, 0, 0, 0, 0, 8, 8, 0]);
    put(&mut s, leaf_k, 2);
    put(&mut s, INTERNAL_K, 2);
    put(&mut s, 0, 4);
    put(&mut s, 0, 8);
    put_u64(&mut s, UNDEFINED);
    put(&mut s, w.out.len(), 8);
    put_u64(&mut s, UNDEFINED);
    put(&mut s, 0, 8);
    put(&mut s, header, 8);
    put(&mut s, 1, 8);
    put(&mut s, tree, 8);
    put(&mut s, heap, 8);
    w.out[..96].copy_from_slice(&s);
    w.out
}

impl Writer {
    /// Appends bytes at the next multiple of eight; returns their address.
    fn append(&mut self, bytes: &[u8]) -> usize {
        pad(&mut self.out);
        let at = self.out.len();
        self.out.extend(bytes);
        pad(&mut self.out);
        at
    }

    fn tree(&mut self, tree: &Tree) -> (usize, Option<(usize, usize)>) {
        match tree {
            Tree::Group(folder) => {
                let (header, tree, heap) = self.group(folder);
                (header, Some((tree, heap)))
            }
            Tree::Dataset(item) => (self.dataset(item), None),
        }
    }

    /// Returns the addresses of the header, the B-tree and the heap.
    fn group(&mut self, folder: &Folder) -> (usize, usize, usize) {
        let mut members: Vec<_> = folder.members.iter().collect();
        members.sort_by(|a, b| a.0.as_bytes().cmp(b.0.as_bytes()));
        let mut names = vec![0u8; 8];
        let mut entries = Vec::new();
        for (name, tree) in members {
            let (header, inner) = self.tree(tree);
            let mut entry = Vec::with_capacity(40);
            put(&mut entry, names.len(), 8);
            put(&mut entry, header, 8);
            put(&mut entry, usize::from(inner.is_some()), 8);
            let (tree, heap) = inner.unwrap_or((0, 0));
            put(&mut entry, tree, 8);
            put(&mut entry, heap, 8);
            entries.push((names.len(), entry));
            names.extend(name.as_bytes());
            names.push(0);
            pad(&mut names);
        }
        let heap = self.heap(&names);
        let tree = self.btree(&entries);
        let mut message = Vec::new();
        put(&mut message, tree, 8);
        put(&mut message, heap, 8);
        let mut messages = vec![(super::header::SYMBOL_TABLE, message)];
        messages.extend(folder.attributes.iter().map(|(name, item)| attribute(name, item)));
        (self.header(&messages), tree, heap)
    }

    fn heap(&mut self, names: &[u8]) -> usize {
        let data = self.append(names);
        let mut bytes = b"HEAP\0\0\0\0".to_vec();
        put(&mut bytes, names.len(), 8);
        // 1 stands for "no free block".
        put(&mut bytes, 1, 8);
        put(&mut bytes, data, 8);
        self.append(&bytes)
    }

    fn btree(&mut self, entries: &[(usize, Vec<u8>)]) -> usize {
        let chunks: Vec<_> = entries.chunks(2 * self.leaf_k).collect();
        let mut node = b"TREE\0\0".to_vec();
        put(&mut node, chunks.len(), 2);
        put_u64(&mut node, UNDEFINED);
        put_u64(&mut node, UNDEFINED);
        put(&mut node, 0, 8);
        for chunk in chunks {
            let mut leaf = b"SNOD\x01\0".to_vec();
            put(&mut leaf, chunk.len(), 2);
            for (_, entry) in chunk {
                leaf.extend(entry);
            }
            leaf.resize(8 + 2 * self.leaf_k * 40, 0);
            let address = self.append(&leaf);
            put(&mut node, address, 8);
            put(&mut node, chunk.last().map_or(0, |(name, _)| *name), 8);
        }
        node.resize(24 + (4 * INTERNAL_K + 1) * 8, 0);
        self.append(&node)
    }

    fn dataset(&mut self, item: &Item) -> usize {
        let bytes = item.values.bytes();
        let address = if bytes.is_empty() {
            None
        } else {
            Some(self.append(&bytes))
        };
        let mut layout = vec![3, 1];
        put_u64(&mut layout, address.map_or(UNDEFINED, |a| a as u64));
        put(&mut layout, bytes.len(), 8);
        self.header(&[
            (super::header::DATASPACE, dataspace(item)),
            (super::header::DATATYPE, item.values.datatype()),
            // Fill value: version 2, allocated late, written if set, none defined.
            (0x05, vec![2, 2, 2, 0]),
            (super::header::LAYOUT, layout),
        ])
    }

    fn header(&mut self, messages: &[(usize, Vec<u8>)]) -> usize {
        let mut body = Vec::new();
        for (kind, data) in messages {
            let mut data = data.clone();
            pad(&mut data);
            put(&mut body, *kind, 2);
            put(&mut body, data.len(), 2);
            put(&mut body, 0, 4);
            body.extend(data);
        }
        let mut bytes = vec![1, 0];
        put(&mut bytes, messages.len(), 2);
        put(&mut bytes, 1, 4);
        put(&mut bytes, body.len(), 8);
        bytes.extend(body);
        self.append(&bytes)
    }
}

impl Values {
    fn len(&self) -> usize {
        match self {
            Values::Ints(x) => x.len(),
            Values::Longs(x) => x.len(),
            Values::Reals(x) => x.len(),
            Values::Text(_) => 1,
        }
    }

    fn bytes(&self) -> Vec<u8> {
        match self {
            Values::Ints(x) => x.iter().flat_map(|x| x.to_le_bytes()).collect(),
            Values::Longs(x) => x.iter().flat_map(|x| x.to_le_bytes()).collect(),
            Values::Reals(x) => x.iter().flat_map(|x| x.to_le_bytes()).collect(),
            Values::Text(x) => x.bytes().filter(|&b| b != 0).chain([0]).collect(),
        }
    }

    fn datatype(&self) -> Vec<u8> {
        let integer = |size: u8| vec![0x10, 0x08, 0, 0, size, 0, 0, 0, 0, 0, 8 * size, 0];
        match self {
            Values::Ints(_) => integer(4),
            Values::Longs(_) => integer(8),
            // IEEE 754 binary64: sign at bit 63, exponent 11 bits at 52 with bias 1023, mantissa 52 bits.
            Values::Reals(_) => {
                vec![
                    0x11, 0x20, 63, 0, 8, 0, 0, 0, 0, 0, 64, 0, 52, 11, 0, 52, 0xff, 0x03, 0, 0,
                ]
            }
            Values::Text(_) => {
                let mut out = vec![0x13, 0, 0, 0];
                put(&mut out, self.bytes().len(), 4);
                out
            }
        }
    }
}

fn dataspace(item: &Item) -> Vec<u8> {
    let mut out = vec![1, u8::from(!item.scalar), 0, 0, 0, 0, 0, 0];
    if !item.scalar {
        put(&mut out, item.values.len(), 8);
    }
    out
}

fn attribute(name: &str, item: &Item) -> (usize, Vec<u8>) {
    let mut text: Vec<u8> = name.bytes().filter(|&b| b != 0).collect();
    text.push(0);
    let (datatype, space) = (item.values.datatype(), dataspace(item));
    let mut out = vec![1, 0];
    for part in [&text, &datatype, &space] {
        put(&mut out, part.len(), 2);
    }
    for part in [&text, &datatype, &space] {
        out.extend(part);
        pad(&mut out);
    }
    out.extend(item.values.bytes());
    (super::header::ATTRIBUTE, out)
}

fn put(out: &mut Vec<u8>, value: usize, size: usize) {
    out.extend(&(value as u64).to_le_bytes()[..size]);
}

fn put_u64(out: &mut Vec<u8>, value: u64) {
    out.extend(value.to_le_bytes());
}

fn pad(out: &mut Vec<u8>) {
    out.resize(out.len().next_multiple_of(8), 0);
}
