//! Writes the old-style HDF5 files that every version of the HDF5 library reads.
//!
//! ```text
//! superblock 0 | for each object, children first: data, header v1;
//!     for a group also heap, symbol nodes, B-tree
//! ```
//! HDF5 File Format Specification, versions 0 and 1 of every structure. Datasets are contiguous and
//! little-endian.

use super::types::{REAL_TYPE, integer_type, low_byte, pad, put, put_u64, text_type};
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
    /// A dataset whose values and index are in the file already.
    Chunks(Chunks),
}

/// A dataset in chunks that grows along its first dimension.
#[derive(Clone, Debug)]
pub(crate) struct Chunks {
    pub(crate) datatype: Vec<u8>,
    /// Bytes of one value.
    pub(crate) value: usize,
    pub(crate) shape: Vec<usize>,
    pub(crate) chunk: Vec<usize>,
    /// Address of its B-tree; none while it is empty.
    pub(crate) tree: Option<u64>,
    pub(crate) attributes: Vec<(String, Item)>,
}

/// A group to write.
#[derive(Clone, Debug, Default)]
pub(crate) struct Folder {
    pub(crate) members: Vec<(String, Tree)>,
    pub(crate) attributes: Vec<(String, Item)>,
    /// The member that the last insertion went through.
    recent: usize,
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

    /// Puts something at `a/b/c`; the folders on the way are made where they are not.
    pub(crate) fn insert(&mut self, path: &str, tree: Tree) {
        let Some((first, rest)) = path.split_once('/') else {
            self.members.push((path.to_owned(), tree));
            return;
        };
        // Insertions come in the order of the members: the recent one or the next it is, almost always.
        let is_first = |place: &usize| self.members.get(*place).is_some_and(|(name, _)| name == first);
        let near = [self.recent, self.recent + 1].into_iter().find(is_first);
        let found = near.or_else(|| self.members.iter().position(|(name, _)| name == first));
        let place = found.unwrap_or_else(|| {
            self.members
                .push((first.to_owned(), Tree::Group(Folder::default())));
            self.members.len() - 1
        });
        self.recent = place;
        if let (_, Tree::Group(folder)) = &mut self.members[place] {
            folder.insert(rest, tree);
        }
    }

    fn largest(&self) -> usize {
        let inner = self.members.iter().map(|(_, tree)| match tree {
            Tree::Group(folder) => folder.largest(),
            Tree::Dataset(_) | Tree::Chunks(_) => 0,
        });
        inner.max().unwrap_or(0).max(self.members.len())
    }
}

/// Builds the bytes of objects that will lie in the file from `base` on.
pub(crate) struct Writer {
    pub(crate) out: Vec<u8>,
    pub(crate) base: usize,
    pub(crate) leaf_k: usize,
    /// Small groups hold their links themselves, without heap and B-tree.
    pub(crate) compact: bool,
}

/// Most members of a group that holds its links itself.
const COMPACT: usize = 16;

/// Size of symbol nodes, for a B-tree of one node in a group of so many members.
pub(crate) fn leaf_k(largest: usize) -> usize {
    largest.div_ceil(4 * INTERNAL_K).max(4)
}

/// The bytes of a file with this root group.
pub(crate) fn write(root: &Folder) -> Vec<u8> {
    // One B-tree node per group: symbol nodes large enough for the largest group.
    let leaf_k = leaf_k(root.largest());
    let mut w = Writer {
        out: vec![0; 96],
        base: 0,
        leaf_k,
        compact: false,
    };
    let (header, places) = w.group(root);
    let (tree, heap) = places.unwrap_or((0, 0));
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
    pub(crate) fn append(&mut self, bytes: &[u8]) -> usize {
        pad(&mut self.out);
        let at = self.base + self.out.len();
        self.out.extend(bytes);
        pad(&mut self.out);
        at
    }

    fn tree(&mut self, tree: &Tree) -> (usize, Option<(usize, usize)>) {
        match tree {
            Tree::Group(folder) => self.group(folder),
            Tree::Dataset(item) => (self.dataset(item), None),
            Tree::Chunks(chunks) => (self.chunks(chunks), None),
        }
    }

    /// Returns the address of the header, and those of the B-tree and the heap where there are some.
    pub(crate) fn group(&mut self, folder: &Folder) -> (usize, Option<(usize, usize)>) {
        if self.compact && folder.members.len() <= COMPACT {
            return (self.compact_group(folder), None);
        }
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
        (self.header(&messages), Some((tree, heap)))
    }

    /// A group with its links in its header.
    fn compact_group(&mut self, folder: &Folder) -> usize {
        let mut info = vec![0, 0];
        put_u64(&mut info, UNDEFINED);
        put_u64(&mut info, UNDEFINED);
        let mut messages = vec![(super::header::LINK_INFO, info), (0x0a, vec![0, 0])];
        for (name, tree) in &folder.members {
            let (header, _) = self.tree(tree);
            // Version 1, a hard link, the length of the name in two bytes.
            let mut link = vec![1, 1];
            put(&mut link, name.len(), 2);
            link.extend(name.as_bytes());
            put(&mut link, header, 8);
            messages.push((super::header::LINK, link));
        }
        messages.extend(folder.attributes.iter().map(|(name, item)| attribute(name, item)));
        self.header(&messages)
    }

    fn chunks(&mut self, data: &Chunks) -> usize {
        let mut space = vec![1, low_byte(data.shape.len()), 1, 0, 0, 0, 0, 0];
        data.shape.iter().for_each(|n| put(&mut space, *n, 8));
        put_u64(&mut space, UNDEFINED);
        data.shape.iter().skip(1).for_each(|n| put(&mut space, *n, 8));
        let mut layout = vec![3, 2, low_byte(data.chunk.len() + 1)];
        put_u64(&mut layout, data.tree.unwrap_or(UNDEFINED));
        data.chunk.iter().for_each(|n| put(&mut layout, *n, 4));
        put(&mut layout, data.value, 4);
        let mut messages = vec![
            (super::header::DATASPACE, space),
            (super::header::DATATYPE, data.datatype.clone()),
            // Fill value: version 2, allocated step by step, written if set, none defined.
            (0x05, vec![2, 3, 2, 0]),
            (super::header::LAYOUT, layout),
        ];
        messages.extend(data.attributes.iter().map(|(name, item)| attribute(name, item)));
        self.header(&messages)
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
        match self {
            Values::Ints(_) => integer_type(4),
            Values::Longs(_) => integer_type(8),
            Values::Reals(_) => REAL_TYPE.to_vec(),
            Values::Text(text) => text_type(self.bytes().len(), text.is_ascii()),
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
