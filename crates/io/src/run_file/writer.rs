//! Writes run files: rows go into buffers, full ones to the disk; a flush makes them visible.

use super::columns::{CONTACTS, JOINTS, PAIRS, STANDINGS, STATE, STEPS, STOPS, longs, tables};
use super::reader::RunFile;
use super::{LAYOUT, LONG, link_name};
use crate::error::{ReadError, WriteError};
use crate::hdf5::append::Appender;
use crate::hdf5::write::{Folder, Item, Tree, Values};
use crate::output::{Complete, Outputs};
use crate::run_file::plan::{Attribute, ContactRow, Plan, StepRow};
use drystone_dynamics::checkpoint::{Array, Arrays};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Error;
use std::path::Path;

/// A run file that is being written.
pub struct RunWriter {
    file: Appender,
    name: String,
    axes: usize,
    contact_rows: usize,
    in_world: bool,
    pairs: BTreeMap<String, i32>,
    /// The file until it can be read.
    unborn: Option<Complete>,
}

impl RunWriter {
    /// Begins a file; a plain one that is there already is replaced.
    pub fn create(path: &Path, plan: &Plan) -> Result<Self, WriteError> {
        RunWriter::create_as(&Outputs::new(true), path, plan)
    }

    /// Begins a file where that is allowed. Until the first flush its name ends in `.part`: under its own
    /// name there is never a file that cannot be read. A write that fails later leaves what was flushed.
    pub fn create_as(outputs: &Outputs, path: &Path, plan: &Plan) -> Result<Self, WriteError> {
        let (file, unborn) = outputs.begin(path)?.into_parts()?;
        let mut writer = RunWriter::new(file, path, plan, 0);
        writer.unborn = Some(unborn);
        Ok(writer)
    }

    /// Goes on with a file: `plan` must be that of its scene, whose tables are held against those of the
    /// file.
    pub fn reopen(path: &Path, plan: &Plan) -> Result<Self, ReadError> {
        let old = RunFile::open(path)?;
        let file = OpenOptions::new().read(true).write(true).open(path);
        let file = file.map_err(|source| ReadError::Io {
            file: path.display().to_string(),
            source,
        })?;
        let mut writer = RunWriter::new(file, path, plan, old.end());
        for table in &mut writer.file.tables {
            old.take_up(table)?;
        }
        for (i, pair) in (0..).zip(old.pairs()?) {
            writer.pairs.insert(pair.name, i);
        }
        Ok(writer)
    }

    fn new(file: File, path: &Path, plan: &Plan, end: u64) -> Self {
        let bodies = plan.world.as_ref().map_or(0, |world| world.bodies.len());
        let joints = plan.world.as_ref().map_or(0, |world| world.joints.len());
        let plane = plan.world.as_ref().is_some_and(|world| world.plane);
        let largest = bodies.max(joints).max(64);
        RunWriter {
            file: Appender::new(file, root(plan), tables(plan), (largest, end)),
            name: path.display().to_string(),
            axes: if plane { 2 } else { 3 },
            contact_rows: plan.contacts.unwrap_or(0).clamp(1, super::columns::ROWS.len()),
            in_world: plan.world.is_some(),
            pairs: BTreeMap::new(),
            unborn: None,
        }
    }

    /// Adds a frame to the table of steps: last of all tables, for it says how many contacts the frame has.
    pub fn step(&mut self, row: &StepRow) -> Result<(), WriteError> {
        let contacts = self.file.tables[CONTACTS].rows;
        let mut out = self.file.row(STEPS).map_err(|e| trouble(&self.name, e))?;
        out.real(row.time);
        out.long(long(row.step));
        for count in [row.contacts, row.problems, row.iterations] {
            out.int(int(count));
        }
        let code = |list: &[&str], word: &str| {
            let place = list.iter().position(|name| *name == word);
            place.and_then(|i| u8::try_from(i).ok()).unwrap_or(0)
        };
        out.code(code(&STANDINGS, row.standing.name()));
        out.code(code(&STOPS, row.stop.name()));
        out.text(row.method);
        row.clauses.iter().for_each(|x| out.real(*x));
        out.real(row.min_gap);
        out.real(row.drift);
        out.int(row.solutions.map_or(-1, int));
        out.real(row.energy[0]);
        out.real(row.energy[1]);
        out.real(row.energy[0] + row.energy[1]);
        row.account.iter().for_each(|x| out.real(*x));
        out.long(long(contacts));
        Ok(())
    }

    /// Adds where everything is: the numbers of every body ([`super::body_names`]); coordinates, velocities
    /// and outputs where there are no bodies.
    pub fn state(&mut self, numbers: &[f64]) -> Result<(), WriteError> {
        let mut row = self.file.row(STATE).map_err(|e| trouble(&self.name, e))?;
        row.rest(numbers);
        Ok(())
    }

    /// Writes the last frame over: its time, and where everything is.
    pub fn correct_last(&mut self, time: f64, numbers: &[f64]) {
        if let Some(mut row) = self.file.last_row(STEPS) {
            row.real(time);
        }
        if let Some(mut row) = self.file.last_row(STATE) {
            row.rest(numbers);
        }
    }

    /// Adds what the joints carry: coordinate, velocity, force and torque of each.
    pub fn joints(&mut self, numbers: &[f64]) -> Result<(), WriteError> {
        if self.file.tables[JOINTS].columns.is_empty() {
            return Ok(());
        }
        let mut row = self.file.row(JOINTS).map_err(|e| trouble(&self.name, e))?;
        row.rest(numbers);
        Ok(())
    }

    /// Number of a pair of bodies (−1 for none), or of another contact by its name.
    pub fn pair(&mut self, name: &str, bodies: [i32; 2]) -> Result<i32, WriteError> {
        if let Some(known) = self.pairs.get(name) {
            return Ok(*known);
        }
        let number = i32::try_from(self.pairs.len()).unwrap_or(i32::MAX);
        let mut row = self.file.row(PAIRS).map_err(|e| trouble(&self.name, e))?;
        row.text(name);
        row.int(bodies[0]);
        row.int(bodies[1]);
        self.pairs.insert(name.to_owned(), number);
        Ok(number)
    }

    /// Adds a contact of the frame that is being written.
    pub fn contact(&mut self, contact: &ContactRow) -> Result<(), WriteError> {
        let (axes, rows, in_world) = (self.axes, self.contact_rows, self.in_world);
        let mut row = self.file.row(CONTACTS).map_err(|e| trouble(&self.name, e))?;
        row.long(long(contact.step));
        row.real(contact.time);
        row.int(contact.pair);
        row.real(contact.gap);
        row.code(contact.status);
        for values in [contact.impulse, contact.velocity] {
            for k in 0..rows {
                row.real(values.get(k).copied().unwrap_or(f64::NAN));
            }
        }
        if in_world {
            let place = contact.place.unwrap_or([[f64::NAN; 3]; 3]);
            place
                .iter()
                .flat_map(|part| &part[..axes])
                .for_each(|x| row.real(*x));
        }
        Ok(())
    }

    /// Frames so far.
    pub fn frames(&self) -> u64 {
        self.file.tables[STEPS].rows
    }

    /// Makes all rows so far visible, with what is needed to go on from here.
    pub fn flush(&mut self, checkpoint: &Arrays) -> Result<(), WriteError> {
        let mut folder = Folder::default();
        for (name, array) in &checkpoint.0 {
            let values = match array {
                Array::Reals(x) => Item::list(Values::Reals(x.clone())),
                Array::Counts(x) => longs(x.iter().map(|n| n.cast_signed()).collect()),
            };
            folder.add(name, values);
        }
        self.file
            .flush(&[("checkpoint".to_owned(), folder)])
            .map_err(|e| trouble(&self.name, e))?;
        if let Some(unborn) = self.unborn.take() {
            unborn.keep()?;
        }
        Ok(())
    }

    /// Flushes for the last time and waits for the disk.
    pub fn finish(mut self, checkpoint: &Arrays) -> Result<(), WriteError> {
        self.flush(checkpoint)?;
        self.file.sync().map_err(|e| trouble(&self.name, e))
    }
}

/// What does not change: attributes, and the groups of bodies and joints with theirs.
fn root(plan: &Plan) -> Folder {
    let (mut root, mut long) = (Folder::default(), Folder::default());
    root.attributes
        .push(("layout".to_owned(), scalar(Values::Longs(vec![LAYOUT]))));
    for (name, value) in &plan.attributes {
        let item = match value {
            Attribute::Text(text) => Item::text(text),
            Attribute::Real(x) => scalar(Values::Reals(vec![*x])),
            Attribute::Count(n) => scalar(Values::Longs(vec![*n])),
        };
        attach(&mut root, &mut long, name, name, item);
    }
    let (bodies, joints) = plan.world.as_ref().map_or((&[][..], &[][..]), |world| {
        (world.bodies.as_slice(), world.joints.as_slice())
    });
    for (i, body) in (0..).zip(bodies) {
        let path = format!("bodies/{}", link_name(&body.name));
        let mut folder = Folder::default();
        for (name, text) in [
            ("name", body.name.as_str()),
            ("shapes", &body.shapes),
            ("motion", body.motion),
        ] {
            attach(
                &mut folder,
                &mut long,
                name,
                &format!("{path}/{name}"),
                Item::text(text),
            );
        }
        folder
            .attributes
            .push(("index".to_owned(), scalar(Values::Longs(vec![i]))));
        root.insert(&path, Tree::Group(folder));
    }
    for (i, joint) in (0..).zip(joints) {
        let mut folder = Folder::default();
        folder.attributes.push(("name".to_owned(), Item::text(joint)));
        folder
            .attributes
            .push(("index".to_owned(), scalar(Values::Longs(vec![i]))));
        root.insert(&format!("joints/{}", link_name(joint)), Tree::Group(folder));
    }
    if !long.members.is_empty() {
        root.add_folder("long", long);
    }
    root
}

/// An attribute, or a dataset at `path` among the long texts where it is too long for one.
fn attach(folder: &mut Folder, long: &mut Folder, name: &str, path: &str, item: Item) {
    if matches!(&item.values, Values::Text(text) if text.len() > LONG) {
        long.insert(path, Tree::Dataset(item));
    } else {
        folder.attributes.push((name.to_owned(), item));
    }
}

fn scalar(values: Values) -> Item {
    Item { values, scalar: true }
}

/// A text as far as an attribute takes it.
pub(crate) fn short(text: &str) -> String {
    let mut end = text.len().min(LONG);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text[..end].to_owned()
}

fn int(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

fn long(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

fn trouble(name: &str, source: Error) -> WriteError {
    WriteError::Io {
        file: name.to_owned(),
        source,
    }
}
