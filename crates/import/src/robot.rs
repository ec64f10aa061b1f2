//! What both formats say: a tree of links. [`crate::assemble`] makes bodies and joints of it.

use crate::xml::{Notes, Place};
use drystone_dynamics::geometry::{DVec3, MassProperties, Pose};
use std::path::PathBuf;

/// What was read.
#[derive(Debug, Default)]
pub(crate) struct Robot {
    pub(crate) name: String,
    pub(crate) gravity: Option<DVec3>,
    pub(crate) step: Option<f64>,
    /// Parents before their children.
    pub(crate) links: Vec<Link>,
    pub(crate) gears: Vec<Gear>,
    pub(crate) ties: Vec<Tie>,
    pub(crate) springs: Vec<Spring>,
    /// Pairs of links that pass through each other.
    pub(crate) apart: Vec<[usize; 2]>,
    /// Whether meshes of links that stand still are hulls as well.
    pub(crate) hulls: bool,
    /// Whether a link and its fixed parent pass through each other as well.
    pub(crate) passes_fixed_parent: bool,
    pub(crate) notes: Notes,
    /// Files that its file includes.
    pub(crate) included: Vec<PathBuf>,
}

#[derive(Clone, Debug)]
pub(crate) struct Link {
    pub(crate) name: String,
    /// None: the surroundings.
    pub(crate) parent: Option<usize>,
    /// In the axes of the parent, all coordinates 0.
    pub(crate) frame: Pose,
    /// What lets it move against its parent, from there on.
    pub(crate) joints: Vec<Joint>,
    /// Whether nothing holds it.
    pub(crate) free: bool,
    /// In its own axes.
    pub(crate) mass: Option<MassProperties>,
    pub(crate) shapes: Vec<Geom>,
    pub(crate) place: Place,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Moves {
    Hinge,
    Slider,
    Ball,
    Planar,
}

impl Moves {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Moves::Hinge => "hinge",
            Moves::Slider => "slider",
            Moves::Ball => "ball",
            Moves::Planar => "planar",
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Joint {
    pub(crate) name: String,
    pub(crate) moves: Moves,
    /// In the axes of the link.
    pub(crate) at: DVec3,
    pub(crate) axis: DVec3,
    pub(crate) limits: Option<[f64; 2]>,
    /// Coordinate of `frame`, and coordinate at the start.
    pub(crate) reference: f64,
    pub(crate) start: f64,
    pub(crate) friction: f64,
    /// Rotor inertia, in kg·m² or kg.
    pub(crate) armature: f64,
    pub(crate) effort: Option<f64>,
    pub(crate) place: Place,
}

#[derive(Clone, Debug)]
pub(crate) struct Geom {
    pub(crate) kind: Kind,
    pub(crate) pose: Pose,
    /// Sliding, torsion (m), rolling (m).
    pub(crate) friction: Option<[f64; 3]>,
    /// Those of two shapes must meet crosswise for them to touch.
    pub(crate) masks: [u32; 2],
}

#[derive(Clone, Debug)]
pub(crate) enum Kind {
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
pub(crate) struct Gear {
    pub(crate) name: String,
    pub(crate) hinges: [String; 2],
    pub(crate) ratio: f64,
    /// Coordinate of the second where that of the first is 0.
    pub(crate) offset: f64,
}

/// A joint besides the tree; none is the surroundings.
#[derive(Clone, Debug)]
pub(crate) struct Tie {
    pub(crate) name: String,
    pub(crate) kind: &'static str,
    pub(crate) between: [Option<usize>; 2],
    /// In the axes of the first.
    pub(crate) at: DVec3,
}

#[derive(Clone, Debug)]
pub(crate) struct Spring {
    pub(crate) name: String,
    pub(crate) joint: String,
    pub(crate) stiffness: f64,
    pub(crate) damping: f64,
    /// In the coordinate of the file.
    pub(crate) rest: f64,
}
