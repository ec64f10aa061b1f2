//! What both formats say: a tree of links. [`super::assemble`] makes bodies and joints of it.

use super::element::{Notes, Place};
use drystone_dynamics::geometry::{DVec3, MassProperties, Pose};
use std::path::PathBuf;

/// What was read.
#[derive(Debug, Default)]
pub(super) struct Robot {
    pub(super) name: String,
    pub(super) gravity: Option<DVec3>,
    pub(super) step: Option<f64>,
    /// Parents before their children.
    pub(super) links: Vec<Link>,
    pub(super) gears: Vec<Gear>,
    pub(super) ties: Vec<Tie>,
    pub(super) springs: Vec<Spring>,
    /// Pairs of links that pass through each other.
    pub(super) apart: Vec<[usize; 2]>,
    /// Whether meshes of links that stand still are hulls as well.
    pub(super) hulls: bool,
    /// Whether a link and its fixed parent pass through each other as well.
    pub(super) passes_fixed_parent: bool,
    pub(super) notes: Notes,
}

#[derive(Clone, Debug)]
pub(super) struct Link {
    pub(super) name: String,
    /// None: the surroundings.
    pub(super) parent: Option<usize>,
    /// In the axes of the parent, all coordinates 0.
    pub(super) frame: Pose,
    /// What lets it move against its parent, from there on.
    pub(super) joints: Vec<Joint>,
    /// Whether nothing holds it.
    pub(super) free: bool,
    /// In its own axes.
    pub(super) mass: Option<MassProperties>,
    pub(super) shapes: Vec<Geom>,
    pub(super) place: Place,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Moves {
    Hinge,
    Slider,
    Ball,
    Planar,
}

impl Moves {
    pub(super) fn name(self) -> &'static str {
        match self {
            Moves::Hinge => "hinge",
            Moves::Slider => "slider",
            Moves::Ball => "ball",
            Moves::Planar => "planar",
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Joint {
    pub(super) name: String,
    pub(super) moves: Moves,
    /// In the axes of the link.
    pub(super) at: DVec3,
    pub(super) axis: DVec3,
    pub(super) limits: Option<[f64; 2]>,
    /// Coordinate of `frame`, and coordinate at the start.
    pub(super) reference: f64,
    pub(super) start: f64,
    pub(super) friction: f64,
    pub(super) effort: Option<f64>,
    pub(super) place: Place,
}

#[derive(Clone, Debug)]
pub(super) struct Geom {
    pub(super) kind: Kind,
    pub(super) pose: Pose,
    /// Sliding, torsion (m), rolling (m).
    pub(super) friction: Option<[f64; 3]>,
    /// Those of two shapes must meet crosswise for them to touch.
    pub(super) masks: [u32; 2],
}

#[derive(Clone, Debug)]
pub(super) enum Kind {
    Plane,
    Sphere(f64),
    /// Full sizes.
    Box(DVec3),
    /// Length and radius.
    Capsule(f64, f64),
    Cylinder(f64, f64),
    Ellipsoid(DVec3),
    Mesh(PathBuf, DVec3),
    /// The hull of these.
    Points(Vec<DVec3>),
}

#[derive(Clone, Debug)]
pub(super) struct Gear {
    pub(super) name: String,
    pub(super) hinges: [String; 2],
    pub(super) ratio: f64,
    /// Coordinate of the second where that of the first is 0.
    pub(super) offset: f64,
}

/// A joint besides the tree; none is the surroundings.
#[derive(Clone, Debug)]
pub(super) struct Tie {
    pub(super) name: String,
    pub(super) kind: &'static str,
    pub(super) between: [Option<usize>; 2],
    /// In the axes of the first.
    pub(super) at: DVec3,
}

#[derive(Clone, Debug)]
pub(super) struct Spring {
    pub(super) name: String,
    pub(super) joint: String,
    pub(super) stiffness: f64,
    pub(super) damping: f64,
    /// In the coordinate of the file.
    pub(super) rest: f64,
}
