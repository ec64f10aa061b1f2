//! Joints: what they hold, what they measure, and the stops, motors and dry friction on what they leave free.
//!
//! ```text
//! c(q, t) = 0,   ċ = C v + w                       rows of a joint; w: bodies that follow a motion
//!              ball  hinge  slider  cylinder  planar  fixed  distance  screw  gear
//! space          3     5       5        4        3      6        1        5      1
//! plane          2     2       2        –        –      3        1        –      1
//! x − lower ≥ 0,  upper − x ≥ 0                  stops: contacts without friction, with Newton's restitution
//! −max ≤ force ≤ max,  u = ẋ − target(t)           motor; the same with target 0: dry friction
//! ```
//! x is the coordinate of a hinge or screw (angle) or of a slider or cylinder (distance), 0 at the initial
//! poses. A pose tells an angle up to whole turns: the one nearest to the last angle remembered counts
//! ([`Joints::remember`], once for each accepted step), so that gears, screws and stops work over any number
//! of turns, as long as no joint turns by half a turn in one step. Nothing else is remembered. In the plane a
//! ball is a hinge, and hinges turn about z. Sources: Anitescu, Potra, Stewart (1999) §2.5, §5; the rates are
//! derived in `joints/rows.rs`.

mod build;
mod rows;

pub use build::JointError;
pub(crate) use rows::Row;

use super::description::{Dimension, JointDescription, JointKind, Limits, Motor};
use super::placement::{Part, Placement};
use crate::contact::{Constraints, Contact, Contacts, Friction, Restitution, Rows};
use crate::geometry::DVec3;
use rows::{Frame, PlacedFrame, unwrap};
use std::ops::Range;

/// The joints of a world.
#[derive(Clone, Debug, Default)]
pub struct Joints {
    joints: Vec<Joint>,
    /// Last coordinate remembered of each joint that has an angle.
    windings: Vec<f64>,
}

/// One joint.
#[derive(Clone, Debug)]
struct Joint {
    kind: JointKind,
    frame: Frame,
    /// Of a distance joint, in m.
    length: f64,
    limits: Option<Limits>,
    motor: Option<Motor>,
    friction: f64,
    rows: Range<usize>,
}

/// What the contacts of a joint are: the id of a contact is the first id + [`Joints::IDS`] times the joint +
/// this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointContact {
    /// Stop at the least value.
    Lower = 0,
    /// Stop at the largest value.
    Upper = 1,
    /// Motor.
    Motor = 2,
    /// Dry friction.
    Friction = 3,
}

impl Joints {
    /// Ids that each joint takes up.
    pub const IDS: u64 = 4;

    /// Joints between bodies at their initial poses.
    pub fn new(joints: &[JointDescription], placement: &Placement) -> Result<Joints, JointError> {
        Ok(Joints {
            joints: build::build(joints, placement)?,
            windings: vec![0.0; joints.len()],
        })
    }

    /// Number of joints.
    pub fn len(&self) -> usize {
        self.joints.len()
    }

    /// Whether there is no joint.
    pub fn is_empty(&self) -> bool {
        self.joints.is_empty()
    }

    /// Rows of all joints together.
    pub fn num_rows(&self) -> usize {
        self.joints.last().map_or(0, |joint| joint.rows.end)
    }

    /// Which rows of [`Joints::constraints`] belong to joint j.
    pub fn rows(&self, j: usize) -> Range<usize> {
        self.joints[j].rows.clone()
    }

    /// The joint and the kind of a contact, from its id less the first id.
    pub fn contact(&self, id: u64) -> Option<(usize, JointContact)> {
        let joint = usize::try_from(id / Self::IDS).ok().filter(|&j| j < self.len())?;
        let kind = match id % Self::IDS {
            0 => JointContact::Lower,
            1 => JointContact::Upper,
            2 => JointContact::Motor,
            _ => JointContact::Friction,
        };
        Some((joint, kind))
    }

    /// Adds the bilateral rows, always the same ones in the same order.
    pub fn constraints(&self, placement: &Placement, out: &mut Constraints) {
        for j in 0..self.len() {
            self.visit(j, placement, |value, parts| {
                let rate = write(placement, parts, &mut out.jacobian);
                out.end_row(value, rate);
            });
        }
    }

    /// Adds stops whose gap is at most `margin`, and all motors and dry friction, by increasing ids.
    pub fn contacts(
        &mut self,
        time: f64,
        placement: &Placement,
        margin: f64,
        first_id: u64,
        out: &mut Contacts,
    ) {
        let mut id = first_id;
        for j in 0..self.len() {
            if let Some(row) = self.coordinate_row(j, placement) {
                self.joints[j].act(&row, (time, margin), id, |contact, scale, target| {
                    let mut parts = row.parts;
                    for part in &mut parts {
                        part.linear *= scale;
                        part.angular *= scale;
                    }
                    let obstacle = write(placement, &mut parts, &mut out.jacobian);
                    out.list.push(contact);
                    out.end_row(obstacle - target);
                });
            }
            id += Self::IDS;
        }
    }

    /// The two bodies of joint j.
    pub(crate) fn bodies(&self, j: usize) -> [usize; 2] {
        self.joints[j].frame.bodies
    }

    /// Adds the entries of ∂ẋ/∂v of the coordinate of joint j to a row; gives its w.
    pub(crate) fn write_coordinate(&self, j: usize, placement: &Placement, rows: &mut Rows) -> f64 {
        self.coordinate_row(j, placement)
            .map_or(0.0, |mut row| write(placement, &mut row.parts, rows))
    }

    /// Coordinate (angle in rad or distance in m) of joint j; none where it has none.
    pub fn coordinate(&self, j: usize, placement: &Placement) -> Option<f64> {
        self.coordinate_row(j, placement).map(|row| row.value)
    }

    /// Velocity of the coordinate of joint j, in rad/s or m/s.
    pub fn rate(&self, j: usize, placement: &Placement, v: &[f64]) -> Option<f64> {
        let row = self.coordinate_row(j, placement)?;
        let rates = row
            .parts
            .iter()
            .map(|part| part.rate(&placement.twist(v, part.body)));
        Some(rates.sum())
    }

    /// Force (N) and torque (N·m) of the rows of joint j on its second body, about the joint's point on it,
    /// in the axes of the world; `impulses` are those of all rows of [`Joints::constraints`]. Stops, motors
    /// and friction are not in it. Zero where impulses are missing.
    pub fn reaction(&self, j: usize, placement: &Placement, impulses: &[f64], dt: f64) -> (DVec3, DVec3) {
        let frame = &self.joints[j].frame;
        let mut own = impulses.get(self.rows(j)).unwrap_or_default().iter();
        let (mut force, mut torque) = (DVec3::ZERO, DVec3::ZERO);
        self.visit(j, placement, |_, parts| {
            let push = own.next().map_or(0.0, |r| r / dt);
            for part in parts.iter().filter(|part| part.body == frame.bodies[1]) {
                force += push * part.linear;
                torque += push * part.angular;
            }
        });
        let arm = frame.place(placement).second_arm();
        (force, torque - arm.cross(force))
    }

    /// Follows the angles over whole turns: to be called once for each accepted step, with the poses reached.
    pub fn remember(&mut self, placement: &Placement) {
        for j in 0..self.len() {
            if self.joints[j].has_angle() {
                self.windings[j] = self.coordinate(j, placement).unwrap_or(0.0);
            }
        }
    }

    /// The angles remembered, one for each joint, in rad: to be saved with the state.
    pub fn windings(&self) -> &[f64] {
        &self.windings
    }

    /// Takes up angles that were saved: what follows is the same bit for bit.
    pub fn set_windings(&mut self, windings: &[f64]) -> Result<(), JointError> {
        if windings.len() != self.windings.len() {
            return Err(JointError::Windings {
                found: windings.len(),
                asked: self.windings.len(),
            });
        }
        self.windings.copy_from_slice(windings);
        Ok(())
    }

    /// The coordinate of joint j with its rate.
    pub(crate) fn coordinate_row(&self, j: usize, placement: &Placement) -> Option<Row> {
        let joint = self.joints.get(j)?;
        let place = joint.frame.place(placement);
        match joint.kind {
            JointKind::Hinge | JointKind::Screw { .. } => {
                let mut row = place.angle();
                row.value = unwrap(row.value, self.windings[j]);
                Some(row)
            }
            JointKind::Slider | JointKind::Cylinder => Some(place.slide()),
            _ => None,
        }
    }

    /// Value and parts of each constraint row of joint j, in order.
    fn visit(&self, j: usize, placement: &Placement, mut row: impl FnMut(f64, &mut [Part])) {
        let joint = &self.joints[j];
        if let JointKind::Gear { hinges, ratio } = joint.kind {
            let angles = hinges.map(|hinge| self.coordinate_row(hinge, placement));
            if let [Some(first), Some(second)] = angles {
                let [a, b] = first.parts.map(|part| Part {
                    angular: -ratio * part.angular,
                    ..part
                });
                let mut parts = [a, b, second.parts[0], second.parts[1]];
                row(second.value - ratio * first.value, &mut parts);
            }
            return;
        }
        let place = joint.frame.place(placement);
        joint.visit(&place, placement.dimension, self.windings[j], |mut found| {
            row(found.value, &mut found.parts);
        });
    }
}

impl Joint {
    fn has_angle(&self) -> bool {
        matches!(self.kind, JointKind::Hinge | JointKind::Screw { .. })
    }

    /// The rows of a joint between two bodies.
    fn visit(&self, place: &PlacedFrame<'_>, dimension: Dimension, winding: f64, mut row: impl FnMut(Row)) {
        let space = dimension == Dimension::Space;
        let points = |row: &mut dyn FnMut(Row)| {
            let axes = if space { 3 } else { 2 };
            DVec3::AXES[..axes]
                .iter()
                .for_each(|&e| row(place.along_world(e)));
        };
        let leans = |row: &mut dyn FnMut(Row)| (0..2).for_each(|k| row(place.lean(k)));
        let offsets = |row: &mut dyn FnMut(Row)| {
            let count = if space { 2 } else { 1 };
            (0..count).for_each(|k| row(place.offset(k)));
        };
        let rotations = |row: &mut dyn FnMut(Row)| {
            let first = if space { 0 } else { 2 };
            (first..3).for_each(|k| row(place.rotation(k)));
        };
        match self.kind {
            JointKind::Ball => points(&mut row),
            JointKind::Hinge => {
                points(&mut row);
                if space {
                    leans(&mut row);
                }
            }
            JointKind::Slider => {
                offsets(&mut row);
                rotations(&mut row);
            }
            JointKind::Cylinder => {
                offsets(&mut row);
                leans(&mut row);
            }
            JointKind::Planar => {
                row(place.slide());
                leans(&mut row);
            }
            JointKind::Fixed => {
                points(&mut row);
                rotations(&mut row);
            }
            JointKind::Distance { .. } => row(place.distance(self.length)),
            JointKind::Screw { pitch } => {
                offsets(&mut row);
                leans(&mut row);
                row(place.screw(pitch, winding));
            }
            JointKind::Gear { .. } => {}
        }
    }

    /// The contacts on the coordinate: each with the factor of its row and the velocity asked.
    fn act(
        &mut self,
        row: &Row,
        (time, margin): (f64, f64),
        id: u64,
        mut add: impl FnMut(Contact, f64, f64),
    ) {
        if let Some(limits) = self.limits {
            let stop = |kind, gap| Contact {
                id: id + kind as u64,
                gap,
                friction: Friction::None,
                restitution: Restitution::Newton {
                    e: limits.restitution,
                    tangential: 0.0,
                },
            };
            let (lower, upper) = (row.value - limits.lower, limits.upper - row.value);
            if lower <= margin && limits.lower.is_finite() {
                add(stop(JointContact::Lower, lower), 1.0, 0.0);
            }
            if upper <= margin && limits.upper.is_finite() {
                add(stop(JointContact::Upper, upper), -1.0, 0.0);
            }
        }
        let force = |kind, most: f64| Contact {
            id: id + kind as u64,
            gap: 0.0,
            friction: Friction::Force { lo: -most, hi: most },
            restitution: Restitution::SOFT,
        };
        if let Some(motor) = self.motor.as_mut().filter(|motor| motor.max_force > 0.0) {
            motor.velocity.run(&[&[time]]);
            add(
                force(JointContact::Motor, motor.max_force),
                1.0,
                motor.velocity.output(0),
            );
        }
        if self.friction > 0.0 {
            add(force(JointContact::Friction, self.friction), 1.0, 0.0);
        }
    }
}

/// Writes a row whose parts are in any order and may name a body twice; gives its w.
fn write(placement: &Placement, parts: &mut [Part], rows: &mut Rows) -> f64 {
    parts.sort_unstable_by_key(|part| part.body);
    let mut count = 0;
    for i in 0..parts.len() {
        let part = parts[i];
        if count > 0 && parts[count - 1].body == part.body {
            parts[count - 1].linear += part.linear;
            parts[count - 1].angular += part.angular;
        } else {
            parts[count] = part;
            count += 1;
        }
    }
    placement.write_row(&parts[..count], rows)
}
