//! Reads run files, of finished runs and of those still going, a few rows at a time.
//!
//! What is open sees the rows of the last flush before it was opened. While the run goes on a file stays
//! readable for at least the next flush; open it again to see more.

use super::{link_name, open};
use crate::error::{Fault, ReadError};
use crate::hdf5::cursor::Broken;
use crate::hdf5::read::{Dataset, Reader, attributes};
use crate::hdf5::{Data, Datatype};
use crate::run_file::series::{BodyInfo, BodySeries, Column, ContactTable, Joint, PairInfo};
use drystone_dynamics::checkpoint::Arrays;
use serde_json::Value;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

/// An open run file.
#[derive(Debug)]
pub struct RunFile {
    pub(super) reader: Reader<'static>,
    pub(super) name: String,
    pub(super) attributes: BTreeMap<String, Value>,
    /// Addresses of all objects but those inside bodies and joints, by path.
    pub(super) objects: BTreeMap<String, u64>,
    pub(super) bodies: Vec<BodyInfo>,
    pub(super) joints: Vec<Joint>,
    pub(super) steps: BTreeMap<String, Dataset<'static>>,
    pub(super) frames: usize,
}

impl RunFile {
    /// Opens a run file.
    pub fn open(path: &Path) -> Result<Self, ReadError> {
        let name = path.display().to_string();
        let file = crate::input::open(path).map_err(|error| ReadError::of(&name, error))?;
        open::read(file, &name).map_err(|fault| fault.in_file(&name))
    }

    /// Frames recorded.
    pub fn frames(&self) -> usize {
        self.frames
    }

    /// An attribute of the file: text, a real or a whole number.
    pub fn attribute(&self, name: &str) -> Option<&Value> {
        self.attributes.get(name)
    }

    /// A text among the attributes; empty where there is none.
    pub fn text(&self, name: &str) -> &str {
        self.attributes.get(name).and_then(Value::as_str).unwrap_or("")
    }

    /// All attributes.
    pub fn attributes(&self) -> &BTreeMap<String, Value> {
        &self.attributes
    }

    /// The bodies, in the order of the scene; none in generalised coordinates.
    pub fn bodies(&self) -> &[BodyInfo] {
        &self.bodies
    }

    /// Whether it is a world in the plane.
    pub fn is_plane(&self) -> bool {
        self.attributes.get("dimension").and_then(Value::as_i64) == Some(2)
    }

    /// Names of the joints.
    pub fn joints(&self) -> impl Iterator<Item = &str> {
        self.joints.iter().map(|joint| joint.0.as_str())
    }

    /// Times of frames, in s.
    pub fn times(&self, frames: Range<usize>) -> Result<Vec<f64>, ReadError> {
        self.step_column("time", frames)
    }

    /// Names of the columns of `steps`.
    pub fn step_columns(&self) -> impl Iterator<Item = &str> {
        self.steps.keys().map(String::as_str)
    }

    /// A column of numbers of `steps`, for some frames.
    pub fn step_column(&self, name: &str, frames: Range<usize>) -> Result<Vec<f64>, ReadError> {
        match self.column(&format!("steps/{name}"), frames)? {
            Column::Reals(x) => Ok(x),
            #[expect(clippy::cast_precision_loss, reason = "counts of a run")]
            Column::Longs(n) => Ok(n.into_iter().map(|n| n as f64).collect()),
            Column::Texts(_) => Err(self.fault(&format!("steps/{name}"), "text", "numbers")),
        }
    }

    /// Poses and velocities of a body over some frames.
    pub fn series(&self, body: usize, frames: Range<usize>) -> Result<BodySeries, ReadError> {
        let Some(info) = self.bodies.get(body) else {
            return Err(self.fault("bodies", &format!("no body {body}"), "one of the list"));
        };
        let path = format!("bodies/{}", link_name(&info.name));
        let members = self.members(info.address, &path)?;
        let get = |name: &str| -> Result<Vec<f64>, ReadError> {
            let path = format!("{path}/{name}");
            let Some((_, address)) = members.iter().find(|m| m.0 == name) else {
                return Err(self.fault(&path, "nothing", "a dataset of the body"));
            };
            self.reals_at(*address, &path, frames.clone())
        };
        let (position, velocity, angular) = (get("position")?, get("velocity")?, get("angular_velocity")?);
        if self.is_plane() {
            let angle = get("angle")?;
            let flat = |x: &[f64]| [x[0], x[1], 0.0];
            return Ok(BodySeries {
                position: position.chunks_exact(2).map(flat).collect(),
                quat_wxyz: angle
                    .iter()
                    .map(|a| [(a / 2.0).cos(), 0.0, 0.0, (a / 2.0).sin()])
                    .collect(),
                angle,
                velocity: velocity.chunks_exact(2).map(flat).collect(),
                angular_velocity: angular.iter().map(|w| [0.0, 0.0, *w]).collect(),
            });
        }
        let three = |x: &[f64]| [x[0], x[1], x[2]];
        Ok(BodySeries {
            position: position.chunks_exact(3).map(three).collect(),
            quat_wxyz: get("quat_wxyz")?
                .chunks_exact(4)
                .map(|r| [r[0], r[1], r[2], r[3]])
                .collect(),
            angle: Vec::new(),
            velocity: velocity.chunks_exact(3).map(three).collect(),
            angular_velocity: angular.chunks_exact(3).map(three).collect(),
        })
    }

    /// Rows of a joint's dataset (`coordinate`, `velocity`, `force`, `torque`), one after the other.
    pub fn joint(&self, joint: usize, what: &str, frames: Range<usize>) -> Result<Vec<f64>, ReadError> {
        let Some((name, address, _)) = self.joints.get(joint) else {
            return Err(self.fault("joints", &format!("no joint {joint}"), "one of the list"));
        };
        let path = format!("joints/{}", link_name(name));
        let members = self.members(*address, &path)?;
        let path = format!("{path}/{what}");
        match members.iter().find(|m| m.0 == what) {
            Some((_, address)) => self.reals_at(*address, &path, frames),
            None => Err(self.fault(&path, "nothing", "coordinate, velocity, force or torque")),
        }
    }

    /// Names of the coordinates, velocities or outputs: of the columns of `q`, `v` or `output`; none in a
    /// world of bodies.
    pub fn coordinate_names(&self, which: &str) -> Vec<String> {
        let names = self
            .objects
            .get(which)
            .and_then(|address| self.reader.object(*address).ok())
            .map(|messages| attributes(&messages))
            .and_then(|all| all.into_iter().find(|a| a.0 == "names"))
            .and_then(|(_, data)| data.text());
        names
            .and_then(|text| serde_json::from_str(&text).ok())
            .unwrap_or_default()
    }

    /// Rows of `q`, `v` or `output`, one after the other.
    pub fn coordinates(&self, which: &str, frames: Range<usize>) -> Result<Vec<f64>, ReadError> {
        match self.objects.get(which) {
            Some(address) => self.reals_at(*address, which, frames),
            None => Ok(Vec::new()),
        }
    }

    /// Who meets whom.
    pub fn pairs(&self) -> Result<Vec<PairInfo>, ReadError> {
        if !self.objects.contains_key("pairs/name") {
            return Ok(Vec::new());
        }
        let all = 0..self.rows("pairs/name")?;
        let (Column::Texts(names), Column::Longs(first), Column::Longs(second)) = (
            self.column("pairs/name", all.clone())?,
            self.column("pairs/first", all.clone())?,
            self.column("pairs/second", all)?,
        ) else {
            return Err(self.fault("pairs", "columns of another type", "names and numbers of bodies"));
        };
        let pairs = names.into_iter().zip(first.into_iter().zip(second));
        Ok(pairs
            .map(|(name, (a, b))| PairInfo { name, bodies: [a, b] })
            .collect())
    }

    /// Whether contacts were recorded.
    pub fn has_contacts(&self) -> bool {
        self.objects.contains_key("contacts/gap")
    }

    /// Rows of the table of contacts that belong to some frames.
    pub fn contact_rows(&self, frames: Range<usize>) -> Result<Range<usize>, ReadError> {
        if frames.is_empty() || !self.has_contacts() {
            return Ok(0..0);
        }
        let end = |frame: usize| -> Result<usize, ReadError> {
            match self.column("steps/contact_rows", frame..frame + 1)? {
                Column::Longs(n) => Ok(n.first().and_then(|n| usize::try_from(*n).ok()).unwrap_or(0)),
                _ => Ok(0),
            }
        };
        let before = if frames.start == 0 {
            0
        } else {
            end(frames.start - 1)?
        };
        let after = end(frames.end - 1)?;
        Ok(before.min(after)..after)
    }

    /// The contacts of some frames.
    pub fn contacts(&self, frames: Range<usize>) -> Result<ContactTable, ReadError> {
        let rows = self.contact_rows(frames.clone())?;
        if rows.is_empty() {
            return Ok(ContactTable::default());
        }
        let reals = |name: &str| -> Result<Vec<f64>, ReadError> {
            let path = format!("contacts/{name}");
            match self.objects.get(&path) {
                Some(address) => self.reals_at(*address, &path, rows.clone()),
                None => Ok(Vec::new()),
            }
        };
        let longs = |name: &str| match self.column(&format!("contacts/{name}"), rows.clone())? {
            Column::Longs(n) => Ok(n),
            _ => Err(self.fault(&format!("contacts/{name}"), "another type", "whole numbers")),
        };
        let vectors = |names: [&str; 3]| -> Result<Vec<[f64; 3]>, ReadError> {
            let parts = [reals(names[0])?, reals(names[1])?, reals(names[2])?];
            let part = |k: usize, i: usize| parts[k].get(i).copied().filter(|x| k == 0 || !x.is_nan());
            let count = parts[0].len();
            Ok((0..count)
                .map(|i| [0, 1, 2].map(|k| part(k, i).unwrap_or(0.0)))
                .collect())
        };
        let mut frame = Vec::with_capacity(rows.len());
        let Column::Longs(ends) = self.column("steps/contact_rows", frames.clone())? else {
            return Err(self.fault("steps/contact_rows", "another type", "whole numbers"));
        };
        for (f, end) in frames.zip(ends) {
            let end = usize::try_from(end).unwrap_or(0).min(rows.end) - rows.start.min(rows.end);
            frame.resize(end.max(frame.len()), f);
        }
        Ok(ContactTable {
            frame,
            pair: longs("pair")?
                .iter()
                .map(|n| usize::try_from(*n).unwrap_or(0))
                .collect(),
            gap: reals("gap")?,
            status: longs("status")?
                .iter()
                .map(|n| u8::try_from(*n).unwrap_or(0))
                .collect(),
            impulse: vectors(["impulse_n", "impulse_t1", "impulse_t2"])?,
            point: vectors(["point_x", "point_y", "point_z"])?,
            normal: vectors(["normal_x", "normal_y", "normal_z"])?,
            force: vectors(["force_x", "force_y", "force_z"])?,
        })
    }

    /// Names of the columns of a table: `steps`, `contacts` or `pairs`.
    pub fn columns(&self, table: &str) -> Vec<String> {
        let prefix = format!("{table}/");
        let names = self.objects.keys().filter_map(|path| path.strip_prefix(&prefix));
        names
            .filter(|name| !name.contains('/'))
            .map(str::to_owned)
            .collect()
    }

    /// Rows of a dataset by its path: `contacts/gap`.
    pub fn column(&self, path: &str, rows: Range<usize>) -> Result<Column, ReadError> {
        let data = self.raw(path, rows)?;
        let column = match &data.datatype {
            Datatype::Text { size } => {
                let one = |bytes: &[u8]| {
                    let end = bytes.iter().position(|b| *b == 0).unwrap_or(bytes.len());
                    String::from_utf8_lossy(&bytes[..end]).into_owned()
                };
                Some(Column::Texts(data.bytes.chunks_exact(*size).map(one).collect()))
            }
            Datatype::Real { .. } => data.reals().map(Column::Reals),
            _ => data.integers().map(Column::Longs),
        };
        column.ok_or_else(|| self.fault(path, &data.datatype.name(), "numbers or text"))
    }

    /// Rows of a dataset by its path.
    pub fn rows(&self, path: &str) -> Result<usize, ReadError> {
        Ok(self.dataset(path)?.rows())
    }

    /// What is needed to go on.
    pub fn checkpoint(&self) -> Result<Arrays, ReadError> {
        let mut out = Arrays::default();
        for name in self.columns("checkpoint") {
            let path = format!("checkpoint/{name}");
            match self.column(&path, 0..self.rows(&path)?)? {
                Column::Reals(x) => out.put(&name, &x),
                Column::Longs(n) => out.put_counts(&name, n.into_iter().map(i64::cast_unsigned)),
                Column::Texts(_) => return Err(self.fault(&path, "text", "numbers")),
            }
        }
        if out.0.is_empty() {
            return Err(self.fault("checkpoint", "nothing", "a file of `drystone run`, complete"));
        }
        Ok(out)
    }

    pub(crate) fn end(&self) -> u64 {
        self.reader.end
    }

    pub(super) fn dataset(&self, path: &str) -> Result<Dataset<'static>, ReadError> {
        if let Some(step) = path.strip_prefix("steps/").and_then(|name| self.steps.get(name)) {
            return Ok(step.clone());
        }
        let Some(address) = self.objects.get(path) else {
            return Err(self.fault(path, "nothing", "a dataset"));
        };
        self.found(path, self.reader.dataset(*address))
    }

    fn raw(&self, path: &str, rows: Range<usize>) -> Result<Data<'static>, ReadError> {
        let data = self.dataset(path)?;
        self.found(path, self.reader.rows(&data, rows))
    }

    fn reals_at(&self, address: u64, path: &str, rows: Range<usize>) -> Result<Vec<f64>, ReadError> {
        let data = self.reader.dataset(address);
        let read = data.and_then(|data| self.reader.rows(&data, rows));
        let data = self.found(path, read)?;
        data.reals()
            .ok_or_else(|| self.fault(path, &data.datatype.name(), "reals"))
    }

    pub(super) fn members(&self, address: u64, path: &str) -> Result<Vec<(String, u64)>, ReadError> {
        self.found(
            path,
            self.reader.object(address).and_then(|m| self.reader.members(&m)),
        )
    }

    pub(super) fn found<T>(&self, path: &str, result: Result<T, Broken>) -> Result<T, ReadError> {
        result.map_err(|b| self.fault(path, &b.found, &b.asked))
    }

    pub(super) fn fault(&self, path: &str, found: &str, asked: &str) -> ReadError {
        Fault::object(format!("/{path}"), found, asked).in_file(&self.name)
    }
}
