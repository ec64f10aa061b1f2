//! Opening a run file: what it is, what is in it and where. Rows stay in the file.

use super::reader::RunFile;
use super::{LAYOUT, link_name};
use crate::error::Fault;
use crate::hdf5::cursor::Broken;
use crate::hdf5::read::{Reader, attributes};
use crate::hdf5::source::Source;
use crate::hdf5::{Data, Datatype, SIGNATURE};
use crate::run_file::series::BodyInfo;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::File;

/// What is asked of a file that is something else.
const OURS: &str = "a run file: one that `drystone run -o` wrote";

/// A reader of a file that may be a run file: complete, in the version that is written.
fn opened(file: File) -> Result<Reader<'static>, Fault> {
    let whole = |b: Broken| Fault::whole(b.found, b.asked);
    let source = Source::file(file).map_err(whole)?;
    if *source.up_to(0, SIGNATURE.len()).map_err(whole)? != SIGNATURE {
        return Err(Fault::whole("no HDF5 signature", OURS));
    }
    let reader = Reader::new(source).map_err(whole)?;
    if reader.version > 1 {
        return Err(Fault::whole(
            format!("a superblock of version {}", reader.version),
            "version 1, as `drystone run` writes it: give the file as it was written",
        ));
    }
    let (end, length) = (reader.end, reader.source.length());
    if end > length {
        return Err(Fault::whole(
            format!("{length} bytes where {end} are announced"),
            "a complete file: it may be truncated, fetch it again",
        ));
    }
    Ok(reader)
}

/// Reads everything but the rows.
pub(super) fn read(file: File, name: &str) -> Result<RunFile, Fault> {
    let reader = opened(file)?;
    let foreign = |b: Broken| Fault::whole(format!("no run ({})", b.found), b.asked);
    let root = reader.object(reader.root).map_err(foreign)?;
    let mut run = RunFile {
        attributes: attributes(&root).iter().filter_map(value).collect(),
        name: name.to_owned(),
        objects: BTreeMap::new(),
        bodies: Vec::new(),
        joints: Vec::new(),
        steps: BTreeMap::new(),
        frames: 0,
        reader,
    };
    match run.attributes.get("layout").and_then(Value::as_i64) {
        Some(LAYOUT) => {}
        Some(other) => {
            let asked = format!("layout {LAYOUT}: read it with the version of drystone that wrote it");
            return Err(Fault::whole(format!("a run file of layout {other}"), asked));
        }
        None => {
            return Err(Fault::whole("an HDF5 file without the attribute `layout`", OURS));
        }
    }
    let top = run.reader.members(&root).map_err(foreign)?;
    for (name, address) in top {
        run.walk(&name, address, 0)
            .map_err(|b| Fault::object(format!("/{name}"), b.found, b.asked))?;
    }
    run.complete()
        .map_err(|b| Fault::object("/steps", b.found, b.asked))?;
    Ok(run)
}

impl RunFile {
    /// Notes where things are: tables to their columns, bodies and joints by name.
    fn walk(&mut self, path: &str, address: u64, depth: usize) -> Result<(), Broken> {
        let messages = self.reader.object(address)?;
        if let Some(owner @ ("bodies" | "joints")) = path.split('/').next()
            && depth == 1
        {
            let (is_body, own) = (owner == "bodies", attributes(&messages));
            let text = |name: &str| own.iter().find(|a| a.0 == name).and_then(|a| a.1.text());
            let index = own.iter().find(|a| a.0 == "index").and_then(|a| a.1.integers());
            let index = index
                .and_then(|n| usize::try_from(*n.first()?).ok())
                .unwrap_or(usize::MAX);
            let name = text("name").unwrap_or_default();
            if is_body {
                let shapes = text("shapes").unwrap_or_default();
                let body = BodyInfo {
                    name,
                    motion: text("motion").unwrap_or_default(),
                    shapes: serde_json::from_str(&shapes).unwrap_or(Value::Null),
                    address,
                    index,
                };
                self.bodies.push(body);
            } else {
                self.joints.push((name, address, index));
            }
            return Ok(());
        }
        let members = self.reader.members(&messages)?;
        if members.is_empty() {
            self.objects.insert(path.to_owned(), address);
            return Ok(());
        }
        if depth < 4 {
            for (name, address) in members {
                self.walk(&format!("{path}/{name}"), address, depth + 1)?;
            }
        }
        Ok(())
    }

    /// What needs everything known: columns of steps, long texts, the order of bodies.
    fn complete(&mut self) -> Result<(), Broken> {
        self.bodies.sort_by_key(|body| body.index);
        self.joints.sort_by_key(|joint| joint.2);
        for (path, address) in &self.objects {
            if let Some(name) = path.strip_prefix("steps/") {
                let data = self.reader.dataset(*address)?;
                self.steps.insert(name.to_owned(), data);
            }
            let Some(place) = path.strip_prefix("long/") else {
                continue;
            };
            let data = self.reader.dataset(*address)?;
            let text = self.reader.rows(&data, 0..1)?.text().unwrap_or_default();
            match place
                .strip_prefix("bodies/")
                .and_then(|p| p.strip_suffix("/shapes"))
            {
                Some(name) => {
                    let body = self.bodies.iter_mut().find(|b| link_name(&b.name) == name);
                    if let Some(body) = body {
                        body.shapes = serde_json::from_str(&text).unwrap_or(Value::Null);
                    }
                }
                None => {
                    self.attributes.insert(place.to_owned(), Value::String(text));
                }
            }
        }
        self.frames = match self.steps.get("time") {
            Some(time) => time.rows(),
            None => {
                return Err(Broken {
                    found: "no column `time`".into(),
                    asked: OURS.into(),
                });
            }
        };
        Ok(())
    }
}

fn value((name, data): &(String, Data<'static>)) -> Option<(String, Value)> {
    let value = match data.datatype {
        Datatype::Text { .. } => Value::String(data.text()?),
        Datatype::Real { .. } => Value::from(*data.reals()?.first()?),
        _ => Value::from(*data.integers()?.first()?),
    };
    Some((name.clone(), value))
}
