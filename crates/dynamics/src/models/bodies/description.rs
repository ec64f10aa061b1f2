//! What a world of bodies is made of: plain data, checked once when the world is built.
//!
//! SI units; z up in space, y up in the plane. In the plane positions have z = 0, rotations turn about z, and
//! of an inertia only zz counts.

use crate::contact::{Friction, Restitution};
use crate::formula::Tape;
use crate::geometry::{Cell, DVec3, MassProperties, Placed, Pose};
use drystone_solve::law::Law;

/// How many coordinates a body has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Dimension {
    /// x, y and an angle.
    Plane,
    /// A position and a unit quaternion.
    #[default]
    Space,
}

/// A world.
#[derive(Clone, Debug, Default)]
pub struct WorldDescription {
    /// Plane or space.
    pub dimension: Dimension,
    /// Acceleration of free fall, in m/s².
    pub gravity: DVec3,
    /// Lengths along x and y after which the world repeats itself; not periodic by default.
    pub cell: Cell,
    /// The bodies; a body is named by its place in this list.
    pub bodies: Vec<BodyDescription>,
    /// Laws of pairs: the last entry that matches wins. Pairs that none matches touch without friction and
    /// rebound.
    pub laws: Vec<PairLaw>,
    /// Pairs that pass through each other; bodies joined by a joint do so unless it says otherwise.
    pub ignored: Vec<[usize; 2]>,
    /// Joints.
    pub joints: Vec<JointDescription>,
    /// Forces other than gravity.
    pub forces: Vec<ForceDescription>,
}

/// A body.
#[derive(Clone, Debug)]
pub struct BodyDescription {
    /// Its name.
    pub name: String,
    /// Its shapes, in its axes; none for a body that touches nothing.
    pub shapes: Vec<Placed>,
    /// How it moves.
    pub motion: Motion,
    /// Mass, centre and inertia, in its axes; not looked at for bodies that do not move freely.
    pub mass: MassProperties,
    /// Initial pose of its origin.
    pub pose: Pose,
    /// Initial velocity of its origin, in m/s.
    pub velocity: DVec3,
    /// Initial angular velocity, in the axes of the world, in rad/s.
    pub angular_velocity: DVec3,
}

impl BodyDescription {
    /// Velocity of the surface besides that of the body, in its axes, in m/s.
    pub(crate) fn surface_velocity(&self) -> DVec3 {
        match &self.motion {
            Motion::Prescribed(motion) => motion.surface_velocity,
            _ => DVec3::ZERO,
        }
    }
}

/// How a body moves.
#[derive(Clone, Debug, Default)]
pub enum Motion {
    /// By forces and contacts.
    #[default]
    Free,
    /// Not at all.
    Fixed,
    /// As a law of time says.
    Prescribed(Box<PrescribedMotion>),
}

/// A law of time. The pose is `turn(axis, angle(t))` after the initial rotation, at position(t); the surface
/// may run besides.
#[derive(Clone, Debug)]
pub struct PrescribedMotion {
    /// Input: t. Outputs: x, y, z, angle and their time derivatives, in this order.
    pub tape: Tape,
    /// Unit axis of the rotation, in the world; z in the plane.
    pub axis: DVec3,
    /// Velocity of the surface besides that of the body, in the axes of the body, in m/s: a conveyor belt.
    pub surface_velocity: DVec3,
}

/// The contact law of pairs of bodies.
#[derive(Clone, Debug)]
pub struct PairLaw {
    /// Two names; `*` matches any, `stone*` any that begins with `stone`.
    pub between: [String; 2],
    /// Friction; its law has the rows of the dimension.
    pub friction: Friction,
    /// Impact law.
    pub restitution: Restitution,
    /// For elliptic friction: the body, and the direction in its axes along which the first coefficient
    /// counts.
    pub axis: Option<(String, DVec3)>,
}

/// A joint between two bodies. Points, axes and angles are those of the initial poses.
#[derive(Clone, Debug)]
pub struct JointDescription {
    /// Its name.
    pub name: String,
    /// What it leaves free.
    pub kind: JointKind,
    /// Its two bodies; coordinates of the joint count the second against the first.
    pub between: [usize; 2],
    /// Where it is, in the world, in m.
    pub at: DVec3,
    /// Its axis, in the world, a unit vector; z in the plane for hinges.
    pub axis: DVec3,
    /// Bounds of its coordinate (angle in rad or distance in m).
    pub limits: Option<Limits>,
    /// Drives its coordinate.
    pub motor: Option<Motor>,
    /// Dry friction against its coordinate: largest torque (N·m) or force (N).
    pub friction: f64,
    /// Inertia of a rotor on its coordinate, as seen there, in kg·m² or kg.
    pub armature: f64,
    /// Whether its two bodies also touch each other.
    pub collide: bool,
}

/// What a joint leaves free.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum JointKind {
    /// All rotations about a point.
    Ball,
    /// Rotation about an axis. Coordinate: the angle.
    Hinge,
    /// Translation along an axis. Coordinate: the distance.
    Slider,
    /// Rotation about and translation along an axis. Coordinate: the distance.
    Cylinder,
    /// Translation in the plane across the axis and rotation about it.
    Planar,
    /// Nothing.
    Fixed,
    /// All but the distance of two points: `at` on the first body, `to` on the second.
    Distance {
        /// The point on the second body, in the world, in m.
        to: DVec3,
    },
    /// As a cylinder, with `pitch` metres of translation for each radian. Coordinate: the angle.
    Screw {
        /// Translation for each turn by one radian, in m.
        pitch: f64,
    },
    /// Couples two hinges: the angle of the second is `ratio` times that of the first. `between` are the two
    /// hinges' second bodies.
    Gear {
        /// The two hinges, by their place among the joints.
        hinges: [usize; 2],
        /// Angle of the second for each radian of the first; negative for outer gears.
        ratio: f64,
    },
}

impl JointKind {
    /// As written in scene files and lists.
    pub fn name(&self) -> &'static str {
        match self {
            JointKind::Ball => "ball",
            JointKind::Hinge => "hinge",
            JointKind::Slider => "slider",
            JointKind::Cylinder => "cylinder",
            JointKind::Planar => "planar",
            JointKind::Fixed => "fixed",
            JointKind::Distance { .. } => "distance",
            JointKind::Screw { .. } => "screw",
            JointKind::Gear { .. } => "gear",
        }
    }
}

/// Bounds of a joint's coordinate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Least value.
    pub lower: f64,
    /// Largest value.
    pub upper: f64,
    /// What a stop gives back.
    pub restitution: f64,
}

/// A motor that keeps a velocity as far as its force allows.
#[derive(Clone, Debug)]
pub struct Motor {
    /// Input: t. Output: asked velocity of the coordinate, in rad/s or m/s.
    pub velocity: Tape,
    /// Largest torque (N·m) or force (N); infinite for a drive that nothing stops.
    pub max_force: f64,
}

/// A force besides gravity.
#[derive(Clone, Debug)]
pub struct ForceDescription {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: ForceKind,
}

/// The forces that exist.
#[derive(Clone, Debug)]
pub enum ForceKind {
    /// By formulas. Inputs: t, x, y, z, vx, vy, vz, angle, wx, wy, wz of the body (its origin; `angle` in the
    /// plane only). Outputs: force x, y, z and torque x, y, z, in the axes of the world.
    Applied {
        /// On whom.
        body: usize,
        /// The formulas.
        tape: Tape,
        /// Their derivatives by every input but t, input after input, six each; none where they are not
        /// known or all zero: the force is then explicit in every scheme.
        slopes: Option<Tape>,
        /// Where, in the axes of the body, in m.
        at: DVec3,
    },
    /// A spring and damper between points of two bodies, along the line between them.
    Spring {
        /// The two bodies.
        between: [usize; 2],
        /// The points, in the axes of the bodies, in m.
        at: [DVec3; 2],
        /// N/m.
        stiffness: f64,
        /// N·s/m.
        damping: f64,
        /// Length without force, in m.
        length: f64,
    },
    /// A torsion spring and damper on the coordinate of a joint with one.
    JointSpring {
        /// The joint, by its place.
        joint: usize,
        /// N·m/rad or N/m.
        stiffness: f64,
        /// N·m·s/rad or N·s/m.
        damping: f64,
        /// Coordinate without force.
        rest: f64,
    },
    /// Drag −(linear + quadratic ‖v‖) v, and −angular ω.
    Drag {
        /// On whom; none for every free body.
        body: Option<usize>,
        /// N·s/m.
        linear: f64,
        /// N·s²/m².
        quadratic: f64,
        /// N·m·s/rad.
        angular: f64,
    },
}

impl Default for PairLaw {
    fn default() -> Self {
        PairLaw {
            between: ["*".to_owned(), "*".to_owned()],
            friction: Friction::Constant(Law::Unilateral),
            restitution: Restitution::SOFT,
            axis: None,
        }
    }
}
