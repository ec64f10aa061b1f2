//! The keys of a world and its bodies: what they are, where they are, what shape they have.

use super::Kind::{self, Bool, Each, Either, Forms, Integer, Matrix, Names, Number, Table, Text, Vector};
use super::Range::{Any, NonNegative, Positive};
use super::{Form, Key, SPACE, form, optional, required};

/// The keys of `[world]`.
pub const WORLD: &[Key] = &[
    optional("dimension", Integer(2, 3), "3", "", "2: the plane, y up; 3: space, z up."),
    optional("gravity", SPACE, "", "m/s²", "Acceleration of free fall; 9.81 downwards where absent."),
    optional("periodic", Table(PERIODIC), "", "",
        "The world repeats itself: bodies meet the nearest image of each other."),
    optional("allow_overlap", Number(NonNegative), "0", "m",
        "Bodies that may touch are refused where they overlap at the start by more than this (and more than \
         rounding)."),
];

/// The keys of `world.periodic`.
pub const PERIODIC: &[Key] = &[
    optional("x", Number(Positive), "", "m",
        "Length along x after which the world repeats itself, at least twice that of any body. Positions are \
         not wrapped."),
    optional("y", Number(Positive), "", "m", "The same along y."),
];

pub(crate) const POSITION: Key = optional("position", SPACE, "", "m", "Where its origin is.");
pub(crate) const QUAT: Key = optional("quat_wxyz", Vector(Any, 4, 4), "", "",
    "In space: how it is turned, a unit quaternion.");
pub(crate) const EULER: Key = optional("euler", Vector(Any, 3, 3), "", "rad",
    "In space: roll, pitch and yaw, turned about the fixed axes x, y and z in this order.");
pub(crate) const EULER_DEG: Key = optional("euler_deg", Vector(Any, 3, 3), "", "°", "The same in degrees.");
pub(crate) const ANGLE: Key = optional("angle", Number(Any), "", "rad", "In the plane: how it is turned.");
pub(crate) const ANGLE_DEG: Key = optional("angle_deg", Number(Any), "", "°", "The same in degrees.");
const SPIN: Kind = Either(&[Number(Any), Vector(Any, 3, 3)]);

const FIXED: Key = optional("fixed", Bool, "false", "", "Whether it never moves.");
const SHAPE: Key = optional("shape", Forms(SHAPES), "", "",
    "Its shape, one of those below; none: it touches nothing.");
const SHAPES_KEY: Key = optional("shapes", Each(&Forms(SHAPES)), "", "",
    "Several shapes instead, each with a pose of its own.");
const MASS: Key = optional("mass", Number(Positive), "", "kg",
    "Asked of bodies that move freely, or `density`.");
const DENSITY: Key = optional("density", Number(Positive), "", "kg/m³",
    "Mass from the volume of the shapes; in the plane per area, in kg/m².");
const MOMENTS: Kind = Either(&[Number(Positive), Vector(Positive, 3, 3), Each(&Vector(Any, 3, 3))]);
const INERTIA: Key = optional("inertia", MOMENTS, "", "kg·m²",
    "About the centre of mass, in the axes of the body: a number in the plane; in space the three principal \
     ones or a 3 × 3 matrix. From the shapes where absent.");
const CENTER: Key = optional("center_of_mass", SPACE, "", "m",
    "In the axes of the body; from the shapes where absent.");
const VELOCITY: Key = optional("velocity", SPACE, "", "m/s", "Initial velocity of its origin.");
const ANGULAR_VELOCITY: Key = optional("angular_velocity", SPIN, "", "rad/s",
    "Initial angular velocity, in the axes of the world; a number in the plane.");

/// The keys of `[body.NAME]`.
pub const BODY: &[Key] = &[
    FIXED, SHAPE, SHAPES_KEY, MASS, DENSITY, INERTIA, CENTER, POSITION, QUAT, EULER, EULER_DEG, ANGLE,
    ANGLE_DEG,
    optional("on", Text, "", "",
        "Placed in exact contact on this body. On a plane: at `position` projected on it, its up axis along \
         the normal unless it is turned otherwise. On other shapes: straight down from above."),
    VELOCITY, ANGULAR_VELOCITY, PASS_THROUGH,
];

const PASS_THROUGH: Key = optional("pass_through", Names, "", "",
    "Bodies that it passes through: names, `prefix*`, or `*`.");

/// The keys of `body` in a `[[fill]]`.
pub const FILL_BODY: &[Key] = &[
    FIXED, SHAPE, SHAPES_KEY, MASS, DENSITY, INERTIA, CENTER, QUAT, EULER, EULER_DEG, ANGLE, ANGLE_DEG,
    VELOCITY, ANGULAR_VELOCITY, PASS_THROUGH,
];

pub(crate) const AROUND: Key = optional("around", Integer(1, 100_000), "1", "",
    "So many of it, at equal angles about the origin of the body, in space about its z axis: bumps of a \
     rough wheel.");

/// A shape: the key that tells it, and its pose in the body.
macro_rules! shape {
    ($about:literal, $lead:expr $(, $more:expr)*) => {
        form($about, &[$lead, $($more,)* POSITION, QUAT, EULER, EULER_DEG, ANGLE, ANGLE_DEG, AROUND])
    };
}

/// The shapes.
pub const SHAPES: &[Form] = &[
    shape!("a half-space or half-plane; for bodies that do not move freely",
        required("plane", Table(PLANE), "", "How it is tilted; `{}` lies flat.")),
    shape!("a ball, in space", required("sphere", Number(Positive), "m", "Its radius.")),
    shape!("a disc, in the plane", required("disc", Number(Positive), "m", "Its radius.")),
    shape!("a box; in the plane a rectangle",
        required("box", Vector(Positive, 2, 3), "m", "Its full sizes along the axes.")),
    shape!("a capsule along z; in the plane along y",
        required("capsule", Table(CAPSULE), "", "All points within a radius of a segment.")),
    shape!("a cylinder along z, in space", required("cylinder", Table(CYLINDER), "", "Length and radius.")),
    shape!("a cone along z, tip up, in space",
        required("cone", Table(CONE), "", "Height and radius; its origin is half way up.")),
    shape!("an ellipsoid, in space", required("ellipsoid", Vector(Positive, 3, 3), "m", "Its semi-axes.")),
    shape!("a convex polytope, in space",
        required("hull", HULL, "m", "The points around which it is the convex hull.")),
    shape!("a surface of triangles, in space; for bodies that do not move freely",
        required("mesh", Either(&[Text, Table(MESH)]), "", "An STL or OBJ file.")),
    shape!("a height field, in space; for bodies that do not move freely",
        required("heights", Table(HEIGHTS), "", "Heights over a grid.")),
    shape!("a convex polygon, in the plane",
        required("polygon", POINTS, "m", "Its corners, one after the other."), RADIUS),
    shape!("a segment, in the plane", required("segment", POINTS, "m", "Its two ends."), RADIUS),
];

const POINTS: Kind = Each(&Vector(Any, 2, 2));
const HULL: Kind = Either(&[Each(&Vector(Any, 3, 3)), Table(MESH)]);
const RADIUS: Key = optional("radius", Number(NonNegative), "0", "m",
    "All points within this distance belong to it as well.");

/// The keys of `plane`.
pub const PLANE: &[Key] = &[
    optional("tilt", Number(Any), "", "rad",
        "Inclination, so that x points downhill: about y in space, clockwise in the plane."),
    optional("tilt_deg", Number(Any), "", "°", "The same in degrees."),
    optional("normal", SPACE, "", "", "Outward normal instead, of any length."),
    optional("offset", Number(Any), "0", "m", "Distance of the surface from the origin, along the normal."),
];

/// The keys of `capsule`.
pub const CAPSULE: &[Key] = &[
    required("length", Number(Positive), "m", "Length of its segment, without the caps."),
    required("radius", Number(Positive), "m", "Its radius."),
];

/// The keys of `cylinder`.
pub const CYLINDER: &[Key] = &[
    required("length", Number(Positive), "m", "Its length."),
    required("radius", Number(Positive), "m", "Its radius."),
];

/// The keys of `cone`.
pub const CONE: &[Key] = &[
    required("height", Number(Positive), "m", "Its height."),
    required("radius", Number(Positive), "m", "Radius of its base."),
];

/// The keys of `mesh = { .. }` and `hull = { .. }`.
pub const MESH: &[Key] = &[
    required("file", Text, "", "STL (binary or text) or OBJ file, its path from the folder of the scene."),
    optional("scale", Either(&[Number(Positive), Vector(Any, 3, 3)]), "1", "",
        "Factor to metres: 0.001 for a file in millimetres; or one for each axis, negative ones mirror."),
];

/// The keys of `heights`.
pub const HEIGHTS: &[Key] = &[
    optional("rows", Matrix, "", "m",
        "Heights along x, a row for each y; the first one stands over the origin."),
    optional("file", Text, "", "",
        "A file with them instead: rows of numbers between blanks, commas or semicolons."),
    required("spacing", Number(Positive), "m", "Distance of neighbours in x and y."),
];
