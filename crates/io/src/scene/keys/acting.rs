//! The keys of what acts between and on bodies: contact laws, joints, motions, forces.

use crate::scene::keys::laws::{BODY_FRICTION, RESTITUTION};
use crate::scene::keys::{Key, Kind, Range, optional, required};

const SPACE: Kind = Kind::Vector(Range::Any, 2, 3);
const ANY: Kind = Kind::Number(Range::Any);
const NON_NEGATIVE: Kind = Kind::Number(Range::NonNegative);

/// The keys of `[[contact]]`.
pub const CONTACT: &[Key] = &[
    required(
        "between",
        Kind::Pair,
        "",
        "Two bodies; `*` matches any, `stone*` any whose name begins with `stone`.",
    ),
    optional(
        "friction",
        Kind::Law(Range::NonNegative, BODY_FRICTION),
        "0",
        "",
        "Coefficient of Coulomb friction, or another law.",
    ),
    optional(
        "restitution",
        Kind::Law(Range::Unit, RESTITUTION),
        "0",
        "",
        "Newton's coefficient of restitution, or another impact law.",
    ),
    optional(
        "torsion",
        NON_NEGATIVE,
        "0",
        "m",
        "In space: largest moment about the normal for each newton of normal force.",
    ),
    optional(
        "rolling",
        NON_NEGATIVE,
        "0",
        "m",
        "Largest rolling moment for each newton of normal force.",
    ),
];

/// The keys of `[joint.NAME]`.
pub const JOINT: &[Key] = &[
    required(
        "kind",
        Kind::Choice(&[
            "ball", "hinge", "slider", "cylinder", "planar", "fixed", "distance", "gear", "screw",
        ]),
        "",
        "What it leaves free.",
    ),
    optional(
        "between",
        Kind::Pair,
        "",
        "",
        "Its two bodies; `world` is the fixed surroundings. Coordinates count the second against the first.",
    ),
    optional("at", SPACE, "", "m", "Where it is, in the world, at the start."),
    optional(
        "to",
        SPACE,
        "",
        "m",
        "For `distance`: the point on the second body, in the world.",
    ),
    optional("axis", SPACE, "", "", "Its axis, in the world, of any length."),
    optional(
        "limits",
        Kind::Vector(Range::Any, 2, 2),
        "",
        "rad or m",
        "Bounds of its coordinate, which is 0 at the start.",
    ),
    optional(
        "limits_deg",
        Kind::Vector(Range::Any, 2, 2),
        "",
        "°",
        "The same in degrees.",
    ),
    optional(
        "limit_restitution",
        Kind::Number(Range::Unit),
        "0",
        "",
        "What the stops give back.",
    ),
    optional("motor", Kind::Table(MOTOR), "", "", "Drives its coordinate."),
    optional(
        "friction",
        NON_NEGATIVE,
        "0",
        "N·m or N",
        "Dry friction: largest torque or force against its coordinate.",
    ),
    optional("pitch", ANY, "", "m", "For `screw`: translation for each radian."),
    optional(
        "ratio",
        ANY,
        "",
        "",
        "For `gear`: angle of the second hinge for each radian of the first.",
    ),
    optional("hinges", Kind::Names, "", "", "For `gear`: its two hinges."),
    optional(
        "collide",
        Kind::Bool,
        "false",
        "",
        "Whether its two bodies also touch each other.",
    ),
];

/// The keys of `motor`.
pub const MOTOR: &[Key] = &[
    required(
        "velocity",
        Kind::Formula,
        "rad/s or m/s",
        "Velocity of the coordinate that it keeps, a number or a formula in t.",
    ),
    optional(
        "max_torque",
        Kind::Number(Range::Positive),
        "",
        "N·m",
        "For `hinge` and `screw`: its largest torque; without bound where absent.",
    ),
    optional(
        "max_force",
        Kind::Number(Range::Positive),
        "",
        "N",
        "For `slider` and `cylinder`: its largest force; without bound where absent.",
    ),
];

/// The keys of `[motion.NAME]`.
pub const MOTION: &[Key] = &[
    required("body", Kind::Text, "", "Who moves."),
    optional(
        "position",
        Kind::Scalars(0),
        "",
        "m",
        "Numbers or formulas in t, one for each dimension; the initial position where absent.",
    ),
    optional(
        "angle",
        Kind::Formula,
        "",
        "rad",
        "Angle by which it is turned from its initial orientation, a formula in t.",
    ),
    optional("angle_deg", Kind::Formula, "", "°", "The same in degrees."),
    optional(
        "axis",
        Kind::Vector(Range::Any, 3, 3),
        "",
        "",
        "In space: axis of the angle, in the world; z where absent.",
    ),
    optional(
        "table",
        Kind::Text,
        "",
        "",
        "A CSV file instead, with columns t, x, y, z and angle by name; smooth between its rows, at rest outside.",
    ),
    optional(
        "surface_velocity",
        SPACE,
        "",
        "m/s",
        "Velocity of the surface besides that of the body, in its axes: a conveyor belt.",
    ),
];

/// The keys of `[force.NAME]`.
pub const FORCE: &[Key] = &[
    optional(
        "body",
        Kind::Text,
        "",
        "",
        "On whom: a name, or `prefix*` or `*` for each of those that move freely.",
    ),
    optional(
        "force",
        Kind::Scalars(0),
        "",
        "N",
        "In the axes of the world: numbers or formulas in t, x, y, z, vx, vy, vz, angle, wx, wy, wz of the body.",
    ),
    optional(
        "torque",
        Kind::Formulas(3),
        "",
        "N·m",
        "The same: one in the plane, three in space.",
    ),
    optional(
        "at",
        SPACE,
        "",
        "m",
        "Where the force acts, in the axes of the body; its centre of mass where absent.",
    ),
    optional(
        "spring",
        Kind::Table(SPRING),
        "",
        "",
        "A spring and damper between points of two bodies.",
    ),
    optional(
        "joint",
        Kind::Text,
        "",
        "",
        "A spring and damper on the coordinate of this joint.",
    ),
    optional("stiffness", NON_NEGATIVE, "", "N·m/rad or N/m", "With `joint`."),
    optional("damping", NON_NEGATIVE, "", "N·m·s/rad or N·s/m", "With `joint`."),
    optional(
        "rest",
        ANY,
        "",
        "rad or m",
        "With `joint`: coordinate without force.",
    ),
    optional(
        "drag",
        Kind::Table(DRAG),
        "",
        "",
        "Drag on `body`; on every free body where that is absent.",
    ),
];

/// The keys of `spring`.
pub const SPRING: &[Key] = &[
    required(
        "between",
        Kind::Pair,
        "",
        "Its two bodies; `world` is the fixed surroundings.",
    ),
    optional(
        "at",
        Kind::Each(&Kind::Vector(Range::Any, 2, 3)),
        "",
        "m",
        "Its two ends, in the axes of the bodies; their origins where absent.",
    ),
    required("stiffness", NON_NEGATIVE, "N/m", "Force for each metre."),
    optional(
        "damping",
        NON_NEGATIVE,
        "0",
        "N·s/m",
        "Force for each metre per second.",
    ),
    optional(
        "length",
        NON_NEGATIVE,
        "",
        "m",
        "Length without force; the one at the start where absent.",
    ),
];

/// The keys of `drag`.
pub const DRAG: &[Key] = &[
    optional("linear", NON_NEGATIVE, "0", "N·s/m", "Against the velocity."),
    optional(
        "quadratic",
        NON_NEGATIVE,
        "0",
        "N·s²/m²",
        "Against the velocity, times its size.",
    ),
    optional(
        "angular",
        NON_NEGATIVE,
        "0",
        "N·m·s/rad",
        "Against the angular velocity.",
    ),
];
