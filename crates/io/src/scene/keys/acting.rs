//! The keys of what acts between and on bodies: contact laws, joints, motions, forces.

use super::laws::{BODY_FRICTION, RESTITUTION};
use super::Kind::{
    Bool, Choice, Each, Formula, Formulas, Law, Names, Number, Pair, Scalars, Table, Text, Vector,
};
use super::Range::{Any, NonNegative, Positive, Unit};
use super::{Key, SPACE, optional, required};

/// The keys of `[[contact]]`.
pub const CONTACT: &[Key] = &[
    required("between", Pair, "",
        "Two bodies; `*` matches any, `stone*` any whose name begins with `stone`."),
    optional("friction", Law(NonNegative, BODY_FRICTION), "0", "",
        "Coefficient of Coulomb friction, or another law."),
    optional("restitution", Law(Unit, RESTITUTION), "0", "",
        "Newton's coefficient of restitution, or another impact law."),
    optional("torsion", Number(NonNegative), "0", "m",
        "In space: largest moment about the normal for each newton of normal force."),
    optional("rolling", Number(NonNegative), "0", "m",
        "Largest rolling moment for each newton of normal force."),
];

/// The kinds of joints.
const JOINTS: &[&str] =
    &["ball", "hinge", "slider", "cylinder", "planar", "fixed", "distance", "gear", "screw"];

/// The keys of `[joint.NAME]`.
pub const JOINT: &[Key] = &[
    required("kind", Choice(JOINTS), "", "What it leaves free."),
    optional("between", Pair, "", "",
        "Its two bodies; `world` is the fixed surroundings. Coordinates count the second against the first."),
    optional("at", SPACE, "", "m", "Where it is, in the world, at the start."),
    optional("to", SPACE, "", "m", "For `distance`: the point on the second body, in the world."),
    optional("axis", SPACE, "", "", "Its axis, in the world, of any length."),
    optional("limits", Vector(Any, 2, 2), "", "rad or m",
        "Bounds of its coordinate, which is 0 at the start."),
    optional("limits_deg", Vector(Any, 2, 2), "", "°", "The same in degrees."),
    optional("limit_restitution", Number(Unit), "0", "", "What the stops give back."),
    optional("motor", Table(MOTOR), "", "", "Drives its coordinate."),
    optional("friction", Number(NonNegative), "0", "N·m or N",
        "Dry friction: largest torque or force against its coordinate."),
    optional("armature", Number(NonNegative), "0", "kg·m² or kg",
        "Inertia of a rotor that turns with its coordinate, as seen there."),
    optional("pitch", Number(Any), "", "m", "For `screw`: translation for each radian."),
    optional("ratio", Number(Any), "", "",
        "For `gear`: angle of the second hinge for each radian of the first."),
    optional("hinges", Names, "", "", "For `gear`: its two hinges."),
    optional("collide", Bool, "false", "", "Whether its two bodies also touch each other."),
];

/// The keys of `motor`.
pub const MOTOR: &[Key] = &[
    required("velocity", Formula, "rad/s or m/s",
        "Velocity of the coordinate that it keeps, a number or a formula in t."),
    optional("max_torque", Number(Positive), "", "N·m",
        "For `hinge` and `screw`: its largest torque; without bound where absent."),
    optional("max_force", Number(Positive), "", "N",
        "For `slider` and `cylinder`: its largest force; without bound where absent."),
];

/// The keys of `[motion.NAME]`.
pub const MOTION: &[Key] = &[
    required("body", Text, "", "Who moves."),
    optional("position", Scalars(0), "", "m",
        "Numbers or formulas in t, one for each dimension; the initial position where absent."),
    optional("angle", Formula, "", "rad",
        "Angle by which it is turned from its initial orientation, a formula in t."),
    optional("angle_deg", Formula, "", "°", "The same in degrees."),
    optional("axis", Vector(Any, 3, 3), "", "", "In space: axis of the angle, in the world; z where absent."),
    optional("table", Text, "", "",
        "A CSV file instead, with columns t, x, y, z and angle by name; smooth between its rows, at rest \
         outside."),
    optional("surface_velocity", SPACE, "", "m/s",
        "Velocity of the surface besides that of the body, in its axes: a conveyor belt."),
];

/// The keys of `[force.NAME]`.
pub const FORCE: &[Key] = &[
    optional("body", Text, "", "",
        "On whom: a name, or `prefix*` or `*` for each of those that move freely."),
    optional("force", Scalars(0), "", "N",
        "In the axes of the world: numbers or formulas in t, x, y, z, vx, vy, vz, angle, wx, wy, wz of the \
         body."),
    optional("torque", Formulas(3), "", "N·m", "The same: one in the plane, three in space."),
    optional("at", SPACE, "", "m",
        "Where the force acts, in the axes of the body; its centre of mass where absent."),
    optional("spring", Table(SPRING), "", "", "A spring and damper between points of two bodies."),
    optional("joint", Text, "", "", "A spring and damper on the coordinate of this joint."),
    optional("stiffness", Number(NonNegative), "", "N·m/rad or N/m", "With `joint`."),
    optional("damping", Number(NonNegative), "", "N·m·s/rad or N·s/m", "With `joint`."),
    optional("rest", Number(Any), "", "rad or m", "With `joint`: coordinate without force."),
    optional("drag", Table(DRAG), "", "", "Drag on `body`; on every free body where that is absent."),
];

/// The keys of `spring`.
pub const SPRING: &[Key] = &[
    required("between", Pair, "", "Its two bodies; `world` is the fixed surroundings."),
    optional("at", Each(&SPACE), "", "m",
        "Its two ends, in the axes of the bodies; their origins where absent."),
    required("stiffness", Number(NonNegative), "N/m", "Force for each metre."),
    optional("damping", Number(NonNegative), "0", "N·s/m", "Force for each metre per second."),
    optional("length", Number(NonNegative), "", "m",
        "Length without force; the one at the start where absent."),
];

/// The keys of `drag`.
pub const DRAG: &[Key] = &[
    optional("linear", Number(NonNegative), "0", "N·s/m", "Against the velocity."),
    optional("quadratic", Number(NonNegative), "0", "N·s²/m²", "Against the velocity, times its size."),
    optional("angular", Number(NonNegative), "0", "N·m·s/rad", "Against the angular velocity."),
];
