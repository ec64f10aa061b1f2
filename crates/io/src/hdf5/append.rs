//! HDF5 files that grow while they stay readable: data is appended, metadata switched.
//!
//! ```text
//! superblock 1 | row groups, full index nodes, … | metadata image in one of several slots | …
//! flush:  rows so far → their place;  full nodes → end;
//!         image (headers, open nodes, small arrays) → next slot;  superblock
//! ```
//! Columns of a table share their rows: C rows of all its columns lie together (a row group), which is one
//! chunk of each column. Bytes of rows that a reader may see never change. An image is complete, and the last
//! write of a flush, of 100 bytes, puts it in force: a process killed at any moment leaves the file as the
//! last flush made it. Slots are used in turn, so that who has opened the file can still read it through the
//! next flushes; a slot too small is given up. Not here: compression, safety against loss of power (nothing
//! is synced before the end).

use super::index::Index;
use super::types::{REAL_TYPE, code_type, integer_type, put, put_u64, text_type};
use super::write::{Chunks, Folder, Item, Tree, Writer, leaf_k};
use super::{SIGNATURE, UNDEFINED};
use std::fs::File;
use std::io::{Error, Seek, SeekFrom, Write};

/// Children of an index node are at most twice this many.
pub(crate) const CHUNK_K: usize = 8;

/// Where the superblock ends and data may begin.
const FIRST: u64 = 2048;

/// Images of up to this many bytes have eight slots, larger ones two.
const SMALL_IMAGE: usize = 1 << 20;

/// How the values of a column are stored.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Type {
    Real,
    Int,
    Long,
    /// Bytes that stand for words.
    Code(&'static [&'static str]),
    /// Text of so many bytes.
    Text(usize),
}

impl Type {
    pub(crate) fn size(&self) -> usize {
        match self {
            Type::Real | Type::Long => 8,
            Type::Int => 4,
            Type::Code(_) => 1,
            Type::Text(size) => *size,
        }
    }

    fn datatype(&self) -> Vec<u8> {
        match self {
            Type::Real => REAL_TYPE.to_vec(),
            Type::Int => integer_type(4),
            Type::Long => integer_type(8),
            Type::Code(words) => code_type(words),
            Type::Text(size) => text_type(*size, false),
        }
    }
}

/// One dataset of a table.
#[derive(Clone, Debug)]
pub(crate) struct Column {
    /// `bodies/box/position`.
    pub(crate) path: String,
    pub(crate) kind: Type,
    /// Values in a row; none for a dataset of one dimension.
    pub(crate) width: Option<usize>,
    pub(crate) attributes: Vec<(String, Item)>,
}

impl Column {
    /// Bytes of a row.
    pub(crate) fn row(&self) -> usize {
        self.kind.size() * self.width.unwrap_or(1)
    }

    pub(crate) fn rank(&self) -> usize {
        1 + usize::from(self.width.is_some())
    }
}

/// Columns that grow together.
pub(crate) struct Table {
    pub(crate) columns: Vec<Column>,
    /// Rows of a group.
    pub(crate) group: usize,
    pub(crate) rows: u64,
    /// Addresses of the row groups; the last one is in `buffer`.
    pub(crate) groups: Vec<u64>,
    buffer: Vec<u8>,
    /// Where each column begins in a row group.
    pub(crate) starts: Vec<usize>,
    index: Index,
    /// The column that the next value goes to.
    next: usize,
    /// Whether the buffer holds rows that are not in the file.
    fresh: bool,
}

impl Table {
    /// An empty table with `group` rows in a chunk.
    pub(crate) fn new(columns: Vec<Column>, group: usize) -> Self {
        let mut starts = Vec::with_capacity(columns.len());
        let mut size = 0usize;
        for column in &columns {
            starts.push(size);
            size = (size + group * column.row()).next_multiple_of(8);
        }
        Table {
            index: Index::new(&columns),
            columns,
            group,
            rows: 0,
            groups: Vec::new(),
            buffer: vec![0; size],
            starts,
            next: 0,
            fresh: false,
        }
    }

    /// A table that goes on: its groups, and the bytes of the last one.
    pub(crate) fn resume(&mut self, rows: u64, groups: Vec<u64>, last: Vec<u8>) {
        (self.rows, self.groups) = (rows, groups);
        if last.len() == self.buffer.len() {
            self.buffer = last;
        }
    }

    /// Bytes of a row group.
    pub(crate) fn group_bytes(&self) -> usize {
        self.buffer.len()
    }

    /// Rows of the last group that are filled.
    fn filled(&self) -> usize {
        let before = self.group as u64 * (self.groups.len() as u64).saturating_sub(1);
        usize::try_from(self.rows - before).unwrap_or(0)
    }

    fn put(&mut self, row: usize, bytes: &[u8]) {
        let Some(column) = self.columns.get(self.next) else {
            return;
        };
        let size = column.row();
        debug_assert!(
            bytes.len() <= size,
            "column {}: {} bytes of {size}",
            self.next,
            bytes.len()
        );
        let at = self.starts[self.next] + row * size;
        let length = bytes.len().min(size);
        self.buffer[at..at + length].copy_from_slice(&bytes[..length]);
        self.buffer[at + length..at + size].fill(0);
        self.next += 1;
    }
}

/// A row on its way into a table, column by column. A column that is left out would shift all that follow;
/// one that is written over keeps what it had there.
pub(crate) struct Row<'a> {
    table: &'a mut Table,
    at: usize,
    is_new: bool,
}

impl Drop for Row<'_> {
    fn drop(&mut self) {
        let (next, columns) = (self.table.next, self.table.columns.len());
        debug_assert!(
            next == columns || !self.is_new || std::thread::panicking(),
            "{next} of {columns} columns were written"
        );
    }
}

impl Row<'_> {
    pub(crate) fn reals(&mut self, values: &[f64]) {
        let Some(column) = self.table.columns.get(self.table.next) else {
            return;
        };
        let mut at = self.table.starts[self.table.next] + self.at * column.row();
        for value in values.iter().take(column.width.unwrap_or(1)) {
            self.table.buffer[at..at + 8].copy_from_slice(&value.to_le_bytes());
            at += 8;
        }
        self.table.next += 1;
    }

    /// All columns that are left, in their order, from numbers side by side.
    pub(crate) fn rest(&mut self, mut values: &[f64]) {
        while let Some(column) = self.table.columns.get(self.table.next) {
            let (own, rest) = values.split_at(column.width.unwrap_or(1).min(values.len()));
            self.reals(own);
            values = rest;
        }
    }

    pub(crate) fn real(&mut self, value: f64) {
        self.reals(&[value]);
    }

    pub(crate) fn int(&mut self, value: i32) {
        self.table.put(self.at, &value.to_le_bytes());
    }

    pub(crate) fn long(&mut self, value: i64) {
        self.table.put(self.at, &value.to_le_bytes());
    }

    pub(crate) fn code(&mut self, value: u8) {
        self.table.put(self.at, &[value]);
    }

    /// Text, cut where it is too long.
    pub(crate) fn text(&mut self, text: &str) {
        let most = self
            .table
            .columns
            .get(self.table.next)
            .map_or(0, |column| column.row().saturating_sub(1));
        let mut end = text.len().min(most);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        self.table.put(self.at, &text.as_bytes()[..end]);
    }
}

/// A file that grows.
pub(crate) struct Appender {
    file: File,
    pub(crate) tables: Vec<Table>,
    /// What is always there: attributes and groups without tables.
    pub(crate) root: Folder,
    leaf_k: usize,
    /// End of what is spoken for.
    end: u64,
    length: u64,
    slots: Vec<(u64, usize)>,
    turn: usize,
}

impl Appender {
    /// Begins a file, or goes on at its end. `largest` is the number of members of the largest group.
    pub(crate) fn new(file: File, root: Folder, tables: Vec<Table>, (largest, end): (usize, u64)) -> Self {
        Appender {
            file,
            tables,
            root,
            leaf_k: leaf_k(largest),
            end: end.max(FIRST),
            length: 0,
            slots: Vec::new(),
            turn: 0,
        }
    }

    /// A new row of a table. A full row group goes to the file.
    pub(crate) fn row(&mut self, table: usize) -> Result<Row<'_>, Error> {
        let full = {
            let table = &self.tables[table];
            table.groups.is_empty() || table.filled() == table.group
        };
        if full {
            self.write_group(table)?;
            let address = self.claim(self.tables[table].group_bytes());
            self.tables[table].groups.push(address);
        }
        let table = &mut self.tables[table];
        let at = table.filled();
        table.rows += 1;
        (table.next, table.fresh) = (0, true);
        Ok(Row {
            table,
            at,
            is_new: true,
        })
    }

    /// The last row again, to be written over from its first column on.
    pub(crate) fn last_row(&mut self, table: usize) -> Option<Row<'_>> {
        let table = &mut self.tables[table];
        let at = table.filled().checked_sub(1)?;
        (table.next, table.fresh) = (0, true);
        Some(Row {
            table,
            at,
            is_new: false,
        })
    }

    fn write_group(&mut self, table: usize) -> Result<(), Error> {
        let Appender {
            file, length, tables, ..
        } = self;
        let table = &mut tables[table];
        if let (Some(address), true) = (table.groups.last(), table.fresh) {
            write_at(file, length, *address, &table.buffer)?;
            table.fresh = false;
        }
        Ok(())
    }

    fn claim(&mut self, bytes: usize) -> u64 {
        let at = self.end.next_multiple_of(8);
        self.end = at + bytes as u64;
        at
    }

    /// Makes everything so far visible. `extra` are small groups that change from flush to flush.
    pub(crate) fn flush(&mut self, extra: &[(String, Folder)]) -> Result<(), Error> {
        for table in 0..self.tables.len() {
            self.write_group(table)?;
            self.write_full_nodes(table)?;
        }
        let slot = self.slots.get(self.turn).copied();
        let mut image = self.image(slot.map_or(self.end, |slot| slot.0), extra);
        if slot.is_none_or(|slot| image.0.len() > slot.1) {
            let capacity = (image.0.len() + image.0.len() / 4).next_multiple_of(4096);
            let address = self.claim(capacity);
            image = self.image(address, extra);
            if self.turn < self.slots.len() {
                self.slots[self.turn] = (address, capacity);
            } else {
                self.slots.push((address, capacity));
            }
        }
        let (bytes, header) = image;
        write_at(&mut self.file, &mut self.length, self.slots[self.turn].0, &bytes)?;
        if self.length < self.end {
            self.file.set_len(self.end)?;
            self.length = self.end;
        }
        self.switch(header)?;
        let slots = if bytes.len() <= SMALL_IMAGE { 8 } else { 2 };
        self.turn = (self.turn + 1) % slots;
        Ok(())
    }

    /// Waits until the disk has everything.
    pub(crate) fn sync(&mut self) -> Result<(), Error> {
        self.file.sync_data()
    }

    fn write_full_nodes(&mut self, table: usize) -> Result<(), Error> {
        loop {
            let (end, table) = (self.end.next_multiple_of(8), &mut self.tables[table]);
            let Some(bytes) =
                table
                    .index
                    .next_full(end, &table.columns, &table.groups, (table.group, &table.starts))
            else {
                return Ok(());
            };
            let at = self.claim(bytes.len());
            write_at(&mut self.file, &mut self.length, at, &bytes)?;
        }
    }

    /// All metadata as it lies from `base` on, and the address of the root's header.
    fn image(&self, base: u64, extra: &[(String, Folder)]) -> (Vec<u8>, usize) {
        let mut writer = Writer {
            out: Vec::new(),
            base: usize::try_from(base).unwrap_or(usize::MAX),
            leaf_k: self.leaf_k,
            compact: true,
        };
        let mut root = self.root.clone();
        for table in &self.tables {
            let layout = (table.group, table.starts.as_slice());
            let trees = table
                .index
                .open_nodes(&mut writer, &table.columns, &table.groups, layout);
            for (c, column) in table.columns.iter().enumerate() {
                root.insert(
                    &column.path,
                    Tree::Chunks(dataset(table, column, trees.get(c).copied())),
                );
            }
        }
        for (path, folder) in extra {
            root.insert(path, Tree::Group(folder.clone()));
        }
        let (header, _) = writer.group(&root);
        (writer.out, header)
    }

    fn switch(&mut self, header: usize) -> Result<(), Error> {
        let mut s = Vec::with_capacity(104);
        s.extend(SIGNATURE);
        s.extend([1, 0, 0, 0, 0, 8, 8, 0]);
        put(&mut s, self.leaf_k, 2);
        put(&mut s, 16, 2);
        put(&mut s, 0, 4);
        put(&mut s, CHUNK_K, 2);
        put(&mut s, 0, 2);
        put(&mut s, 0, 8);
        put_u64(&mut s, UNDEFINED);
        put_u64(&mut s, self.end);
        put_u64(&mut s, UNDEFINED);
        put(&mut s, 0, 8);
        put(&mut s, header, 8);
        put(&mut s, 0, 8);
        s.extend([0; 16]);
        write_at(&mut self.file, &mut self.length, 0, &s)
    }
}

fn dataset(table: &Table, column: &Column, tree: Option<u64>) -> Chunks {
    let with_width = |rows: usize| {
        let mut shape = vec![rows];
        shape.extend(column.width);
        shape
    };
    Chunks {
        datatype: column.kind.datatype(),
        value: column.kind.size(),
        shape: with_width(usize::try_from(table.rows).unwrap_or(usize::MAX)),
        chunk: with_width(table.group),
        tree,
        attributes: column.attributes.clone(),
    }
}

fn write_at(file: &mut File, length: &mut u64, at: u64, bytes: &[u8]) -> Result<(), Error> {
    file.seek(SeekFrom::Start(at))?;
    file.write_all(bytes)?;
    *length = (*length).max(at + bytes.len() as u64);
    Ok(())
}
