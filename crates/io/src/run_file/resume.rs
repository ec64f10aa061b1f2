//! The tables of a file taken up again, to be gone on with.

use super::link_name;
use super::reader::RunFile;
use crate::error::ReadError;
use crate::hdf5::Datatype;
use crate::hdf5::append::{Column, Table, Type};
use crate::hdf5::read::Dataset;
use std::collections::BTreeMap;

/// Bytes of a row group that no row is in yet.
const MAX_EMPTY: u64 = 64 << 20;

impl RunFile {
    /// Lets a table go on where the file has it, if it is the same table.
    pub(crate) fn take_up(&self, table: &mut Table) -> Result<(), ReadError> {
        let Some(first) = table.columns.first() else {
            return Ok(());
        };
        let known = self.groups();
        let lead = self.dataset_of(&first.path, &known)?;
        let other = "the tables of its scene: it was written by another version, run the scene anew";
        let (rows, group) = (lead.rows(), lead.chunk().unwrap_or(0));
        if group == 0 {
            return Err(self.fault(&first.path, "values in one piece", other));
        }
        // A row group lies in the file: one that could not is no reason to ask for its memory.
        let row: usize = table.columns.iter().map(Column::row).sum();
        if group.saturating_mul(row) as u64 > self.reader.source.length().max(MAX_EMPTY) {
            return Err(self.fault(&first.path, &format!("chunks of {group} rows"), other));
        }
        let mut own = Table::new(table.columns.clone(), group);
        let chunks = 0..rows.div_ceil(group);
        let groups = self.found(&first.path, self.reader.chunks(&lead, chunks))?;
        for (column, start) in own.columns.iter().zip(&own.starts) {
            let data = self.dataset_of(&column.path, &known)?;
            let kind = match (&data.datatype, &column.kind) {
                (Datatype::Real { size: 8, .. }, Type::Real) => true,
                (Datatype::Text { size }, Type::Text(asked)) => size == asked,
                (Datatype::Integer { size, .. }, Type::Int | Type::Long | Type::Code(_)) => {
                    *size == column.kind.size()
                }
                _ => false,
            };
            let same = kind
                && data.rows() == rows
                && data.chunk() == Some(group)
                && data.shape.get(1).copied() == column.width;
            // The last chunk must lie where the row group has this column.
            let last = groups.len().saturating_sub(1)..groups.len();
            let found = self.found(&column.path, self.reader.chunks(&data, last))?;
            let placed = found.first().zip(groups.last());
            if !same || placed.is_some_and(|(at, group)| *at != group + *start as u64) {
                return Err(self.fault(&column.path, "another column", other));
            }
        }
        let last = match groups.last() {
            Some(address) => self
                .found(&first.path, self.reader.source.take(*address, own.group_bytes()))?
                .into_owned(),
            None => Vec::new(),
        };
        own.resume(rows as u64, groups, last);
        *table = own;
        Ok(())
    }

    /// Addresses of the groups of bodies and joints, by path.
    fn groups(&self) -> BTreeMap<String, u64> {
        let bodies = self
            .bodies
            .iter()
            .map(|b| (format!("bodies/{}", link_name(&b.name)), b.address));
        let joints = self
            .joints
            .iter()
            .map(|j| (format!("joints/{}", link_name(&j.0)), j.1));
        bodies.chain(joints).collect()
    }

    /// A dataset by a path that may lead into one of these groups.
    fn dataset_of(&self, path: &str, groups: &BTreeMap<String, u64>) -> Result<Dataset<'static>, ReadError> {
        let Some((group, what)) = path.rsplit_once('/').filter(|(group, _)| group.contains('/')) else {
            return self.dataset(path);
        };
        let known = groups.get(group);
        let address = known.ok_or_else(|| self.fault(path, "nothing", "the bodies of its scene"))?;
        let members = self.members(*address, path)?;
        let Some((_, address)) = members.iter().find(|m| m.0 == what) else {
            return Err(self.fault(path, "nothing", "a dataset"));
        };
        self.found(path, self.reader.dataset(*address))
    }
}
