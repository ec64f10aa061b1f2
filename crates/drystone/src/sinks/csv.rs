//! The tables of a run as CSV files: bodies, contacts, steps, energy.

use crate::run::runner::{Detail, Frame, Names};
use drystone_dynamics::step::StepCertificate;
use std::fs::File;
use std::io::{BufWriter, Error, Write};
use std::path::Path;

/// Four files, written as the run goes.
pub struct Tables {
    bodies: BufWriter<File>,
    contacts: Option<BufWriter<File>>,
    steps: BufWriter<File>,
    energy: BufWriter<File>,
    every: u64,
    names: Names,
    sums: [f64; 5],
}

/// Most rows a contact has.
pub(crate) const ROWS: [&str; 6] = ["n", "t1", "t2", "3", "4", "5"];

impl Tables {
    /// Creates the folder and the files in it; a frame in `every` is kept.
    pub fn create(folder: &Path, names: &Names, every: usize, contacts: bool) -> Result<Self, Error> {
        std::fs::create_dir_all(folder)?;
        let open = |name: &str| File::create(folder.join(name)).map(BufWriter::new);
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
            names: names.clone(),
            sums: [0.0; 5],
        };
        let is_world = !names.who.bodies.is_empty();
        let columns = names.q.iter().chain(&names.v).chain(&names.outputs);
        let columns: Vec<String> = columns.map(|name| quoted(name)).collect();
        match (is_world, names.who.plane) {
            (false, _) => writeln!(tables.bodies, "time,{}", columns.join(","))?,
            (true, true) => writeln!(tables.bodies, "time,body,x,y,angle,vx,vy,wz")?,
            (true, false) => writeln!(tables.bodies, "time,body,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz")?,
        }
        if let (Some(file), true) = (&mut tables.contacts, is_world) {
            let axes = names.who.axes();
            let list = |before: &str| {
                axes.iter()
                    .map(|axis| format!("{before}{axis}"))
                    .collect::<Vec<_>>()
            };
            let tangents = if names.who.plane { "t1" } else { "t1,impulse_t2" };
            writeln!(
                file,
                "step,time,pair,{},{},gap,impulse_n,impulse_{tangents},{},status",
                list("point_").join(","),
                list("normal_").join(","),
                list("force_").join(","),
            )?;
        } else if let Some(file) = &mut tables.contacts {
            write!(file, "step,time,contact,gap,status")?;
            for row in ROWS {
                write!(file, ",impulse_{row},velocity_{row}")?;
            }
            writeln!(file)?;
        }
        let clauses = StepCertificate::default().clauses();
        let clauses: Vec<&str> = clauses.iter().map(|c| c.0).collect();
        writeln!(
            tables.steps,
            "step,time,contacts,problems,iterations,stop,method,{},min_gap,drift,solutions",
            clauses.join(",")
        )?;
        writeln!(
            tables.energy,
            "time,kinetic,potential,total,applied_work,friction_loss,impact_loss,correction,residue"
        )?;
        Ok(tables)
    }

    /// Adds a frame.
    pub fn add(&mut self, frame: &Frame) -> Result<(), Error> {
        if let Detail::Step(step) = frame.detail {
            let e = &step.energy;
            let parts = [
                e.applied_work,
                e.friction_loss,
                e.impact_loss,
                e.correction,
                e.residue,
            ];
            for (sum, part) in self.sums.iter_mut().zip(parts) {
                *sum += part;
            }
        }
        if !frame.count.is_multiple_of(self.every) {
            return Ok(());
        }
        if let Some(world) = frame.world {
            super::csv_world::bodies(&mut self.bodies, &self.names.who, frame.time, world)?;
        } else {
            write!(self.bodies, "{}", frame.time)?;
            for x in frame.q.iter().chain(frame.v).chain(frame.outputs) {
                write!(self.bodies, ",{x}")?;
            }
            writeln!(self.bodies)?;
        }
        self.add_step(frame)?;
        if !frame.v.is_empty() {
            self.add_energy(frame)?;
        }
        Ok(())
    }

    fn add_step(&mut self, frame: &Frame) -> Result<(), Error> {
        match frame.detail {
            Detail::Start => {}
            Detail::Step(step) => {
                write!(
                    self.steps,
                    "{},{},{},",
                    frame.count,
                    frame.time,
                    step.status.len()
                )?;
                let solves = &step.solves;
                write!(
                    self.steps,
                    "{},{},{},{}",
                    solves.count,
                    solves.iterations,
                    solves.stop.name(),
                    solves.method
                )?;
                for clause in step.certificate.clauses() {
                    write!(self.steps, ",{}", clause.1)?;
                }
                let solutions = step
                    .solutions
                    .as_ref()
                    .map_or(String::new(), |s| s.len().to_string());
                writeln!(
                    self.steps,
                    ",{},{},{solutions}",
                    step.position.min_gap, step.position.drift
                )?;
                self.add_contacts(frame, step)?;
            }
            Detail::Report(report) => {
                let c = &report.certificate;
                write!(
                    self.steps,
                    "{},{},,1,{},converged,{}",
                    frame.count, frame.time, report.iterations, report.method
                )?;
                writeln!(
                    self.steps,
                    ",{},{},,{},,{},,,,",
                    c.gap, c.multiplier, c.complementarity, c.dynamics
                )?;
            }
        }
        Ok(())
    }

    fn add_energy(&mut self, frame: &Frame) -> Result<(), Error> {
        let e = frame.energy;
        write!(
            self.energy,
            "{},{},{},{}",
            frame.time,
            e.kinetic,
            e.potential,
            e.total()
        )?;
        for sum in self.sums {
            write!(self.energy, ",{sum}")?;
        }
        writeln!(self.energy)
    }

    fn add_contacts(&mut self, frame: &Frame, step: &drystone_dynamics::step::Step) -> Result<(), Error> {
        let Some(file) = &mut self.contacts else {
            return Ok(());
        };
        if let Some(world) = frame.world {
            return super::csv_world::contacts(file, &self.names.who, frame, (world, step));
        }
        for (i, contact) in step.contacts.list.iter().enumerate() {
            let name = usize::try_from(contact.id)
                .ok()
                .and_then(|id| self.names.contacts.get(id));
            let name = name.map_or_else(|| contact.id.to_string(), |name| quoted(name));
            let status = step.status.get(i).map_or("", |s| s.name());
            write!(
                file,
                "{},{},{name},{},{status}",
                frame.count, frame.time, contact.gap
            )?;
            let rows = step.offsets[i]..step.offsets[i + 1];
            for k in 0..ROWS.len() {
                match rows.clone().nth(k) {
                    Some(row) => write!(file, ",{},{}", step.impulses[row], step.relative_velocity[row])?,
                    None => write!(file, ",,")?,
                }
            }
            writeln!(file)?;
        }
        Ok(())
    }

    /// Writes what is still in memory.
    pub fn finish(mut self) -> Result<(), Error> {
        self.bodies.flush()?;
        if let Some(file) = &mut self.contacts {
            file.flush()?;
        }
        self.steps.flush()?;
        self.energy.flush()
    }
}

pub(crate) fn quoted(name: &str) -> String {
    if name.contains([',', '"', '\n']) {
        format!("\"{}\"", name.replace('"', "\"\""))
    } else {
        name.to_string()
    }
}
