//! The tables of a run as CSV files: bodies, contacts, steps, energy.
//!
//! Each line is one of the rows of [`Rows`]. In a world of bodies there is a line for each body and instant;
//! elsewhere one for each instant. An empty cell is what there is none of.

use crate::run::observe::{COMPLEMENTARITY, ContactSeen, Rows};
use crate::run::runner::{Detail, Names};
use drystone_io::output::{Complete, OutputError, OutputFile, Outputs, remedy};
use drystone_io::run_file::{ENERGY, ROWS, body_names, step_names};
use std::borrow::Cow;
use std::fmt::{Display, Formatter};
use std::io::{Error, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Four files, written as the run goes. They come under their names at the end, all of them; until then their
/// names end in `.part`. Without an end, as where the disk is full, none of them comes.
pub struct Tables {
    bodies: OutputFile,
    contacts: Option<OutputFile>,
    steps: OutputFile,
    energy: OutputFile,
    every: u64,
    /// Names of the bodies, as cells; none where there are no bodies.
    names: Vec<String>,
    plane: bool,
}

impl Tables {
    /// The files that [`Tables::create`] makes in a folder.
    pub fn files(folder: &Path, contacts: bool) -> Vec<PathBuf> {
        let names = ["bodies.csv", "contacts.csv", "steps.csv", "energy.csv"];
        let kept = names.iter().filter(|name| contacts || **name != "contacts.csv");
        kept.map(|name| folder.join(name)).collect()
    }

    /// Creates the folder and the files in it, where `outputs` allow that; a frame in `every` is kept.
    pub fn create(
        outputs: &Outputs,
        folder: &Path,
        names: &Names,
        (every, contacts): (usize, bool),
    ) -> Result<Self, TableError> {
        outputs.folder(folder)?;
        let open = |name: &str| outputs.begin(&folder.join(name));
        let cells = names.who.bodies.iter().map(|name| quoted(name).into_owned());
        let mut tables = Tables {
            bodies: open("bodies.csv")?,
            contacts: if contacts {
                Some(open("contacts.csv")?)
            } else {
                None
            },
            steps: open("steps.csv")?,
            energy: open("energy.csv")?,
            every: every.max(1) as u64,
            names: cells.collect(),
            plane: names.who.plane,
        };
        if tables.names.is_empty() {
            let columns = names.q.iter().chain(&names.v).chain(&names.outputs);
            let columns: Vec<Cow<str>> = columns.map(|name| quoted(name)).collect();
            writeln!(tables.bodies, "time,{}", columns.join(","))?;
        } else {
            let columns = body_names(names.who.plane).join(",");
            writeln!(tables.bodies, "time,body,{columns}")?;
        }
        if let Some(file) = &mut tables.contacts {
            write!(file, "{}", contact_head(names))?;
        }
        let steps: Vec<&str> = step_names().collect();
        writeln!(tables.steps, "{}", steps.join(","))?;
        writeln!(tables.energy, "time,{}", ENERGY.join(","))?;
        Ok(tables)
    }

    /// Adds a frame.
    pub fn add(&mut self, rows: &Rows) -> Result<(), TableError> {
        if !rows.frame.count.is_multiple_of(self.every) {
            return Ok(());
        }
        let time = rows.frame.time;
        if self.names.is_empty() {
            write!(self.bodies, "{}", Cell(time))?;
            list(&mut self.bodies, rows.state)?;
            writeln!(self.bodies)?;
        }
        let width = body_names(self.plane).len();
        for (name, numbers) in self.names.iter().zip(rows.state.chunks_exact(width)) {
            write!(self.bodies, "{},{name}", Cell(time))?;
            list(&mut self.bodies, numbers)?;
            writeln!(self.bodies)?;
        }
        self.add_step(rows)?;
        if let Some(file) = &mut self.contacts {
            let axes = if self.plane { 2 } else { 3 };
            for contact in rows.contacts {
                let pair = quoted(&rows.pairs[contact.pair].name);
                write!(file, "{},{},{pair}", rows.frame.count, Cell(time))?;
                if self.names.is_empty() {
                    add_named(file, rows, contact)?;
                } else {
                    add_touch(file, rows, contact, axes)?;
                }
            }
        }
        if !rows.frame.v.is_empty() {
            self.add_energy(rows)?;
        }
        Ok(())
    }

    fn add_step(&mut self, rows: &Rows) -> Result<(), Error> {
        let (row, file) = (&rows.step, &mut self.steps);
        let mechanical = match rows.frame.detail {
            Detail::Start => return Ok(()),
            Detail::Step(_) => true,
            Detail::Report(_) => false,
        };
        write!(file, "{},{},", row.step, Cell(row.time))?;
        if mechanical {
            write!(file, "{}", row.contacts)?;
        }
        write!(
            file,
            ",{},{},{},{},{}",
            row.problems,
            row.iterations,
            row.standing.name(),
            row.stop.name(),
            row.method
        )?;
        for (clause, there) in row.clauses.iter().zip(COMPLEMENTARITY) {
            if mechanical || there {
                write!(file, ",{}", Cell(*clause))?;
            } else {
                write!(file, ",")?;
            }
        }
        if !mechanical {
            return writeln!(file, ",,,");
        }
        write!(file, ",{},{},", Cell(row.min_gap), Cell(row.drift))?;
        if let Some(solutions) = row.solutions {
            write!(file, "{solutions}")?;
        }
        writeln!(file)
    }

    fn add_energy(&mut self, rows: &Rows) -> Result<(), Error> {
        let (row, file) = (&rows.step, &mut self.energy);
        let [kinetic, potential] = row.energy;
        write!(file, "{}", Cell(row.time))?;
        list(file, &[kinetic, potential, kinetic + potential])?;
        list(file, &row.account)?;
        writeln!(file)
    }

    /// Writes what is still in memory and puts the files in their places.
    pub fn finish(self) -> Result<(), OutputError> {
        let files = [
            Some(self.bodies),
            self.contacts,
            Some(self.steps),
            Some(self.energy),
        ];
        let complete = files.into_iter().flatten().map(OutputFile::complete);
        let complete = complete.collect::<Result<Vec<_>, _>>()?;
        complete.into_iter().try_for_each(Complete::keep)
    }
}

/// Why tables were not made.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// What is there may not be replaced, or the system refused.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// A write failed.
    #[error("the tables cannot be written ({source}): {}", remedy(.source))]
    Io {
        /// What the system said.
        #[from]
        source: Error,
    },
}

fn contact_head(names: &Names) -> String {
    let who = &names.who;
    if who.bodies.is_empty() {
        let rows = ROWS.map(|row| format!(",impulse_{row},velocity_{row}"));
        return format!("step,time,contact,gap,status{}\n", rows.concat());
    }
    let mut columns = ["step", "time", "pair"].map(str::to_owned).to_vec();
    let mut add = |before: &str, names: &[&str]| {
        columns.extend(names.iter().map(|name| format!("{before}{name}")));
    };
    add("point_", who.axes());
    add("normal_", who.axes());
    add("gap", &[""]);
    add("impulse_", &ROWS[..who.axes().len()]);
    add("force_", who.axes());
    add("status", &[""]);
    format!("{}\n", columns.join(","))
}

/// A contact of generalised coordinates: impulse and velocity of every row.
fn add_named(file: &mut impl Write, rows: &Rows, contact: &ContactSeen) -> Result<(), Error> {
    write!(file, ",{},{}", Cell(contact.gap), status(contact))?;
    let (impulse, velocity) = (rows.impulse(contact), rows.velocity(contact));
    for k in 0..ROWS.len() {
        match (impulse.get(k), velocity.get(k)) {
            (Some(r), Some(u)) => write!(file, ",{},{}", Cell(*r), Cell(*u))?,
            _ => write!(file, ",,")?,
        }
    }
    writeln!(file)
}

/// A contact of a world of bodies; one of a joint has its first impulse and no point.
fn add_touch(file: &mut impl Write, rows: &Rows, contact: &ContactSeen, axes: usize) -> Result<(), Error> {
    let impulse = rows.impulse(contact);
    let part = |k: usize| impulse.get(k).copied().unwrap_or(0.0);
    if let Some([point, normal, force]) = &contact.place {
        list(file, &point[..axes])?;
        list(file, &normal[..axes])?;
        write!(file, ",{}", Cell(contact.gap))?;
        list(file, &[part(0), part(1), part(2)][..axes])?;
        list(file, &force[..axes])?;
    } else {
        let empty = &",,,"[..axes];
        write!(file, "{empty}{empty},{},{}", Cell(contact.gap), Cell(part(0)))?;
        write!(file, "{}{empty}", &empty[1..])?;
    }
    writeln!(file, ",{}", status(contact))
}

fn status(contact: &ContactSeen) -> &'static str {
    contact.status.map_or("", |status| status.name())
}

fn list(file: &mut impl Write, numbers: &[f64]) -> Result<(), Error> {
    numbers.iter().try_for_each(|x| write!(file, ",{}", Cell(*x)))
}

/// A number as a cell: the fewest figures that give it back, with an exponent where it would have more zeros
/// than a reader counts.
pub struct Cell(pub f64);

/// Sizes that are written without an exponent.
const PLAIN: Range<f64> = 1e-5..1e16;

impl Display for Cell {
    fn fmt(&self, out: &mut Formatter) -> std::fmt::Result {
        let x = self.0;
        if x == 0.0 || !x.is_finite() || PLAIN.contains(&x.abs()) {
            write!(out, "{x}")
        } else {
            write!(out, "{x:e}")
        }
    }
}

/// A text as a cell: in quotes where it must be.
pub fn quoted(text: &str) -> Cow<'_, str> {
    if text.contains([',', '"', '\n']) {
        Cow::Owned(format!("\"{}\"", text.replace('"', "\"\"")))
    } else {
        Cow::Borrowed(text)
    }
}
