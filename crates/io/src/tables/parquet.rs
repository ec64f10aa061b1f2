//! Writes tables as Parquet files: plain values, uncompressed, no nulls (NaN stands for them), one page a
//! column and block.
//!
//! ```text
//! "PAR1" | for each block: for each column: page header, values | FileMetaData | its length 4 | "PAR1"
//! ```
//! Apache Parquet format, version 1 pages; headers in Thrift's compact protocol. Reals are DOUBLE, whole
//! numbers INT64, texts UTF-8 BYTE_ARRAY.

use crate::run_file::Column;
use std::io::{Error, Write};

const MAGIC: &[u8; 4] = b"PAR1";

/// Types of Thrift's compact protocol.
const I32: u8 = 5;
const I64: u8 = 6;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

/// A Parquet file that is being written, block by block.
pub struct ParquetWriter<W: Write> {
    out: W,
    at: i64,
    /// Names and types of the columns, once a block was seen.
    columns: Vec<(String, i32)>,
    groups: Vec<Group>,
}

struct Group {
    rows: i64,
    /// Where each column's page begins, and its bytes.
    pages: Vec<(i64, i64)>,
}

impl<W: Write> ParquetWriter<W> {
    /// Begins a file.
    pub fn new(mut out: W) -> Result<Self, Error> {
        out.write_all(MAGIC)?;
        Ok(ParquetWriter {
            out,
            at: 4,
            columns: Vec::new(),
            groups: Vec::new(),
        })
    }

    /// Adds rows: the same columns every time, all of one length. An empty block tells the columns and
    /// nothing else.
    pub fn add(&mut self, block: &[(String, Column)]) -> Result<(), Error> {
        if self.columns.is_empty() {
            self.columns = block.iter().map(|(n, c)| (n.clone(), kind(c))).collect();
        }
        let rows = block.first().map_or(0, |(_, column)| len(column));
        if rows == 0 {
            return Ok(());
        }
        let mut pages = Vec::with_capacity(block.len());
        for (_, column) in block {
            let values = plain(column);
            let mut header = Compact::default();
            header.int(1, 0);
            header.int(2, size(values.len()));
            header.int(3, size(values.len()));
            header.open(5);
            header.int(1, size(rows));
            header.int(2, 0);
            header.int(3, 3);
            header.int(4, 3);
            header.close();
            header.stop();
            self.out.write_all(&header.bytes)?;
            self.out.write_all(&values)?;
            let bytes = i64::from(size(header.bytes.len() + values.len()));
            pages.push((self.at, bytes));
            self.at += bytes;
        }
        let rows = i64::from(size(rows));
        self.groups.push(Group { rows, pages });
        Ok(())
    }

    /// Writes the directory at the end.
    pub fn finish(mut self) -> Result<(), Error> {
        let mut meta = Compact::default();
        meta.int(1, 1);
        meta.list(2, STRUCT, self.columns.len() + 1);
        meta.begin();
        meta.text(4, "table");
        meta.int(5, size(self.columns.len()));
        meta.close();
        for (name, kind) in &self.columns {
            meta.begin();
            meta.int(1, *kind);
            meta.int(3, 0);
            meta.text(4, name);
            if *kind == BYTES {
                meta.int(6, 0);
            }
            meta.close();
        }
        meta.long(3, self.groups.iter().map(|g| g.rows).sum());
        meta.list(4, STRUCT, self.groups.len());
        for group in &self.groups {
            self.group(&mut meta, group);
        }
        meta.text(6, concat!("drystone ", env!("CARGO_PKG_VERSION")));
        meta.stop();
        self.out.write_all(&meta.bytes)?;
        self.out.write_all(&size(meta.bytes.len()).to_le_bytes())?;
        self.out.write_all(MAGIC)?;
        self.out.flush()
    }

    fn group(&self, meta: &mut Compact, group: &Group) {
        meta.begin();
        meta.list(1, STRUCT, group.pages.len());
        for ((name, kind), (at, bytes)) in self.columns.iter().zip(&group.pages) {
            meta.begin();
            meta.long(2, *at);
            meta.open(3);
            meta.int(1, *kind);
            meta.list(2, I32, 2);
            meta.zigzag(0);
            meta.zigzag(3);
            meta.list(3, BINARY, 1);
            meta.word(name);
            meta.int(4, 0);
            meta.long(5, group.rows);
            meta.long(6, *bytes);
            meta.long(7, *bytes);
            meta.long(9, *at);
            meta.close();
            meta.close();
        }
        meta.long(2, group.pages.iter().map(|page| page.1).sum());
        meta.long(3, group.rows);
        meta.close();
    }
}

/// Physical types of Parquet.
const LONG: i32 = 2;
const DOUBLE: i32 = 5;
const BYTES: i32 = 6;

fn kind(column: &Column) -> i32 {
    match column {
        Column::Reals(_) => DOUBLE,
        Column::Longs(_) => LONG,
        Column::Texts(_) => BYTES,
    }
}

fn len(column: &Column) -> usize {
    match column {
        Column::Reals(x) => x.len(),
        Column::Longs(x) => x.len(),
        Column::Texts(x) => x.len(),
    }
}

fn plain(column: &Column) -> Vec<u8> {
    match column {
        Column::Reals(x) => x.iter().flat_map(|x| x.to_le_bytes()).collect(),
        Column::Longs(x) => x.iter().flat_map(|x| x.to_le_bytes()).collect(),
        Column::Texts(x) => {
            let mut out = Vec::new();
            for text in x {
                out.extend(size(text.len()).to_le_bytes());
                out.extend(text.as_bytes());
            }
            out
        }
    }
}

/// Blocks are far smaller than what an `i32` counts.
fn size(n: usize) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}

/// Thrift's compact protocol: fields by the difference of their numbers, integers zigzag in groups of seven
/// bits.
#[derive(Default)]
struct Compact {
    bytes: Vec<u8>,
    /// The last field of each open struct.
    last: Vec<u8>,
    field: u8,
}

impl Compact {
    fn header(&mut self, field: u8, kind: u8) {
        // Fields come in increasing order, less than 16 apart.
        self.bytes.push(((field - self.field) << 4) | kind);
        self.field = field;
    }

    fn varint(&mut self, mut n: u64) {
        while n >= 0x80 {
            self.bytes.push((n & 0x7f) as u8 | 0x80);
            n >>= 7;
        }
        self.bytes.push((n & 0x7f) as u8);
    }

    fn zigzag(&mut self, n: i64) {
        self.varint(((n << 1) ^ (n >> 63)).cast_unsigned());
    }

    fn int(&mut self, field: u8, n: i32) {
        self.header(field, I32);
        self.zigzag(i64::from(n));
    }

    fn long(&mut self, field: u8, n: i64) {
        self.header(field, I64);
        self.zigzag(n);
    }

    fn word(&mut self, text: &str) {
        self.varint(text.len() as u64);
        self.bytes.extend(text.as_bytes());
    }

    fn text(&mut self, field: u8, text: &str) {
        self.header(field, BINARY);
        self.word(text);
    }

    fn list(&mut self, field: u8, kind: u8, count: usize) {
        self.header(field, LIST);
        match u8::try_from(count) {
            Ok(few) if few < 15 => self.bytes.push((few << 4) | kind),
            _ => {
                self.bytes.push(0xf0 | kind);
                self.varint(count as u64);
            }
        }
    }

    /// A struct as a field.
    fn open(&mut self, field: u8) {
        self.header(field, STRUCT);
        self.begin();
    }

    /// A struct as an element of a list.
    fn begin(&mut self) {
        self.last.push(self.field);
        self.field = 0;
    }

    fn close(&mut self) {
        self.stop();
        self.field = self.last.pop().unwrap_or(0);
    }

    fn stop(&mut self) {
        self.bytes.push(0);
    }
}
