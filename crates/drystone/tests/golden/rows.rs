//! Tables of stored results: rows of text with a key, a value and the processor that made them.
//!
//! ```text
//! processor <tab> key columns <tab> value columns          one row a line, `#` begins a remark
//! ```
//! A row of the processor `any` was seen equal on two processors. Other rows bind only the processor they
//! name.

use std::collections::{BTreeMap, BTreeSet};

/// Rows that hold on every processor.
pub(crate) const ANY: &str = "any";

/// Key to value, both as their columns joined by tabs.
pub(crate) type Found = BTreeMap<String, String>;

/// Key to the values of the processors that are stored for it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Table {
    rows: BTreeMap<String, BTreeMap<String, String>>,
}

/// What a comparison says.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Differences {
    /// One line for each row that is changed, new or gone.
    pub(crate) lines: Vec<String>,
    /// Rows that were compared.
    pub(crate) compared: usize,
    /// Rows that only other processors have stored.
    pub(crate) left_out: usize,
}

impl Table {
    /// Reads a file whose keys have so many columns.
    pub(crate) fn read(text: &str, keys: usize) -> Table {
        let mut table = Table::default();
        for line in text
            .lines()
            .filter(|line| !line.starts_with('#') && !line.is_empty())
        {
            let columns: Vec<&str> = line.split('\t').collect();
            let (key, value) = columns[1..].split_at(keys.min(columns.len() - 1));
            let values = table.rows.entry(key.join("\t")).or_default();
            values.insert(columns[0].to_owned(), value.join("\t"));
        }
        table
    }

    /// The file, below its head.
    pub(crate) fn write(&self, head: &str) -> String {
        let mut out = head.to_owned();
        for (key, values) in &self.rows {
            for (processor, value) in values {
                out.push_str(&format!("{processor}\t{key}\t{value}\n"));
            }
        }
        out
    }

    /// What is stored against what this processor found.
    pub(crate) fn differences(&self, processor: &str, found: &Found) -> Differences {
        let mut out = Differences::default();
        let keys: BTreeSet<&String> = self.rows.keys().chain(found.keys()).collect();
        for key in keys {
            let stored = self.rows.get(key);
            let own = stored.and_then(|values| values.get(ANY).or(values.get(processor)));
            match (stored, own, found.get(key)) {
                (None, _, Some(value)) => out.lines.push(format!("new      {key}\n  found  {value}")),
                (Some(_), Some(old), Some(value)) if old != value => {
                    out.lines
                        .push(format!("changed  {key}\n  stored {old}\n  found  {value}"));
                }
                (Some(values), _, None) => {
                    let old = own.or(values.values().next()).map_or("", String::as_str);
                    out.lines.push(format!("gone     {key}\n  stored {old}"));
                }
                (_, Some(_), _) => out.compared += 1,
                (_, None, _) => out.left_out += 1,
            }
        }
        out
    }

    /// Takes what a processor found. Keys that are gone go for all processors; rows of other processors stay,
    /// and become [`ANY`] where they are equal.
    pub(crate) fn bless(&mut self, processor: &str, found: &Found) {
        self.rows.retain(|key, _| found.contains_key(key));
        for (key, value) in found {
            let values = self.rows.entry(key.clone()).or_default();
            if values.get(ANY) == Some(value) {
                continue;
            }
            values.remove(ANY);
            values.remove(processor);
            if values.values().any(|other| other == value) {
                values.retain(|_, other| other != value);
                values.insert(ANY.to_owned(), value.clone());
            } else {
                values.insert(processor.to_owned(), value.clone());
            }
        }
    }

    /// Takes what another processor found, after `own` was blessed for this one: equal rows become [`ANY`].
    pub(crate) fn join(&mut self, (processor, own): (&str, &Found), other: &str, found: &Found) {
        for (key, value) in found.iter().filter(|(key, _)| own.contains_key(*key)) {
            let values = self.rows.entry(key.clone()).or_default();
            if values.get(ANY) == Some(value) {
                continue;
            }
            values.remove(other);
            if values.remove(ANY).is_some() {
                values.insert(processor.to_owned(), own[key].clone());
            }
            if own[key] == *value {
                values.remove(processor);
                values.insert(ANY.to_owned(), value.clone());
            } else {
                values.insert(other.to_owned(), value.clone());
            }
        }
    }
}

/// The processor of this machine as rows name it: its kind and the instructions that numbers depend on (libm
/// and faer choose their code by them). An AMD EPYC and an Intel Xeon with the same ones gave the same rows,
/// all 2767 of them, so that the maker's name is no part of it.
pub(crate) fn processor() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let flags = text
        .lines()
        .find(|line| line.starts_with("flags"))
        .unwrap_or_default();
    let has = |flag: &&str| flags.split(' ').any(|word| word == *flag);
    let flags = ["avx2", "fma", "avx512f"].into_iter().filter(has);
    std::iter::once(std::env::consts::ARCH)
        .chain(flags)
        .collect::<Vec<_>>()
        .join(" ")
}

/// Fowler, Noll and Vo's hash 1a, 64 bits.
pub(crate) fn fnv(bytes: &[u8]) -> String {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", bytes.iter().fold(0xcbf2_9ce4_8422_2325, step))
}
