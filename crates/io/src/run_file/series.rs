//! What a run file gives: bodies, series, columns, contacts.

use serde_json::Value;

/// A joint: its name, where its group is, and its place among the joints.
pub(super) type Joint = (String, u64, usize);

/// A body of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyInfo {
    /// Its name.
    pub name: String,
    /// `free`, `fixed` or `prescribed`.
    pub motion: String,
    /// Its shapes, as [`super::shapes_json`] writes them.
    pub shapes: Value,
    pub(super) address: u64,
    pub(super) index: usize,
}

/// Where a body was, frame by frame. In the plane positions have z = 0, and rotations turn about z.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BodySeries {
    /// Position of its origin, in m.
    pub position: Vec<[f64; 3]>,
    /// Orientation: w, x, y, z.
    pub quat_wxyz: Vec<[f64; 4]>,
    /// Angle with whole turns counted, in rad; empty in space.
    pub angle: Vec<f64>,
    /// Velocity of its origin, in m/s.
    pub velocity: Vec<[f64; 3]>,
    /// Angular velocity in the axes of the world, in rad/s.
    pub angular_velocity: Vec<[f64; 3]>,
}

/// Values of one column.
#[derive(Clone, Debug, PartialEq)]
pub enum Column {
    /// Reals.
    Reals(Vec<f64>),
    /// Whole numbers, and codes such as the status of a contact.
    Longs(Vec<i64>),
    /// Texts.
    Texts(Vec<String>),
}

/// Two bodies, or whatever else a contact is called after.
#[derive(Clone, Debug, PartialEq)]
pub struct PairInfo {
    /// `floor-box`, `hinge.motor`, or the name of a contact.
    pub name: String,
    /// The two bodies by their place in [`RunFile::bodies`](super::RunFile::bodies); −1 for none.
    pub bodies: [i64; 2],
}

/// Rows of the table of contacts. Normals point from A to B, forces act on B, gaps above 0 are open. Vectors
/// are NaN where a contact has no place (joints), and empty in generalised coordinates.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ContactTable {
    /// The frame of each row.
    pub frame: Vec<usize>,
    /// The pair, by its place in [`RunFile::pairs`](super::RunFile::pairs).
    pub pair: Vec<usize>,
    /// Signed distance, in m.
    pub gap: Vec<f64>,
    /// Place in [`super::STATUS`].
    pub status: Vec<u8>,
    /// Normal impulse and two tangential ones, in N·s; 0 where there is none.
    pub impulse: Vec<[f64; 3]>,
    /// Contact point, in m.
    pub point: Vec<[f64; 3]>,
    /// Normal.
    pub normal: Vec<[f64; 3]>,
    /// Force, in N.
    pub force: Vec<[f64; 3]>,
}
