//! The keys of `[[fill]]`: many bodies at once.

use super::bodies::FILL_BODY;
use super::Kind::{self, Bool, Choice, Each, Either, Formula, Forms, Integer, Number, Scalars, Table, Text, Vector};
use super::Range::{NonNegative, Positive, Unit};
use super::{Form, Key, SPACE, form, optional, required};

const COUNT: Kind = Integer(1, 1_000_000);
const ORIGIN_CORNER: Key = optional("origin", SPACE, "", "m", "Lower corner of the pattern; 0 where absent.");
const ORIGIN_BASE: Key = optional("origin", SPACE, "", "m", "Middle of its base; 0 where absent.");
const OVERHANG: Key = optional("overhang", Formula, "0", "m",
    "How far body i lies along x beyond the one below it, a formula in i = 2, 3, …; the lowest is body 1.");
const JITTER: Key = optional("jitter", Number(Unit), "0", "",
    "Bodies are moved at random, by up to this share of the free space to the sides of their cells.");
const SEED: Key = optional("seed", Integer(0, i64::MAX), "", "",
    "Seed of what is random; from `run.seed` where absent.");

/// The keys of `[[fill]]`.
pub const FILL: &[Key] = &[
    required("pattern", Forms(PATTERNS), "", "How the bodies are laid out."),
    required("body", Table(FILL_BODY), "", "What each body is, as in `[body.NAME]`."),
    optional("name", Text, "", "",
        "Bodies are named after it: `grain` gives grain_0001, grain_0002, …; fill1, fill2, … where absent."),
    optional("size_spread", Number(Unit), "0", "",
        "In grids, rings, heaps and at random places: sizes are those of `body` times a random factor, \
         uniform from 1 − s to 1 + s."),
];

/// The patterns.
pub const PATTERNS: &[Form] = &[
    form("a grid", &[
        required("grid", Each(&COUNT), "", "Numbers of bodies along the axes, one for each dimension."),
        optional("spacing", Either(&[Number(Positive), Vector(Positive, 2, 3)]), "", "m",
            "Size of the cells, one number or one for each axis; the bodies touch where absent."),
        JITTER, ORIGIN_CORNER, SEED,
    ]),
    form("rings around each other, turned as they go around; in space about z", &[
        required("ring", Table(RING), "", "Where, and how many rings."),
        optional("spacing", Number(Positive), "", "m",
            "Distance of the rings and, or a little more, of neighbours in each; the bodies touch where \
             absent."),
        JITTER,
        optional("origin", SPACE, "", "m", "Centre of the rings, in space on their base; 0 where absent."),
        SEED,
    ]),
    form("at random places in a box, without overlap", &[
        required("random", Table(RANDOM), "", "How many and where."),
        SEED,
    ]),
    form("a loose heap: each body falls straight down on those before it", &[
        required("heap", Table(HEAP), "", "How many, and how wide."),
        ORIGIN_BASE, SEED,
    ]),
    form("a wall of boxes along x, in running bond", &[
        required("wall", Table(WALL), "", "Its size in blocks."),
        optional("origin", SPACE, "", "m",
            "Lower end of the wall, half way through its depth; 0 where absent."),
    ]),
    form("a semicircular arch of voussoirs with radial joints", &[
        required("arch", Table(ARCH), "", "Its size; `body` has no shape then."),
        optional("origin", SPACE, "", "m", "Centre of the circle, on the springing line; 0 where absent."),
    ]),
    form("courses of n, n − 1, …, 1 bodies along x, each over the joint of two below", &[
        required("pyramid", Integer(1, 1000), "", "Bodies in the lowest course."),
        ORIGIN_BASE,
    ]),
    form("bodies on top of each other", &[
        required("stack", COUNT, "", "How many."),
        OVERHANG, ORIGIN_BASE,
    ]),
    form("the same", &[
        required("column", COUNT, "", "How many."),
        OVERHANG, ORIGIN_BASE,
    ]),
    form("links joined end to end", &[
        required("chain", Table(CHAIN), "", "How many, where, and by which joints."),
    ]),
];

/// The keys of `ring`.
pub const RING: &[Key] = &[
    required("radius", Number(Positive), "m", "Of the circle around which they lie."),
    optional("layers", Integer(1, 10_000), "1", "", "How many rings, outwards."),
];

/// The keys of `random`.
pub const RANDOM: &[Key] = &[
    required("count", COUNT, "", "How many."),
    required("region", Each(&SPACE), "m", "Two opposite corners of the box that holds them."),
];

/// The keys of `heap`.
pub const HEAP: &[Key] = &[
    required("count", COUNT, "", "How many."),
    required("radius", Number(NonNegative), "m",
        "Centres fall inside the upright cylinder of this radius; in the plane, this far to both sides."),
];

/// The keys of `wall`.
pub const WALL: &[Key] = &[
    required("courses", Integer(1, 10_000), "", "How many courses."),
    required("length_in_blocks", Integer(1, 10_000), "",
        "Blocks in a course; every second course begins and ends with half a block."),
    optional("joint", Number(NonNegative), "0", "m", "Width of the joints between the blocks of a course."),
];

/// The keys of `arch`.
pub const ARCH: &[Key] = &[
    required("stones", Integer(2, 10_000), "", "How many voussoirs."),
    required("radius", Number(Positive), "m", "From the centre to the middle of the joints."),
    required("thickness", Number(Positive), "m", "Length of the joints; below twice the radius."),
    optional("depth", Number(Positive), "", "m", "In space: size along y."),
];

/// The keys of `chain`.
pub const CHAIN: &[Key] = &[
    required("links", COUNT, "", "How many links."),
    required("pitch", Number(Positive), "m",
        "Length of a link from joint to joint, half of it to each side of the origin of `body`."),
    optional("from", SPACE, "", "m", "The first end; 0 where absent."),
    optional("to", SPACE, "", "m", "The other end: the chain hangs between the two, at rest."),
    optional("direction", SPACE, "", "",
        "Instead of `to`: the chain is straight, from its first end this way."),
    optional("through", Scalars(0), "", "m",
        "Instead of `to`: where joint i is, i = 0 … links, one formula in i for each dimension; neighbours are \
         `pitch` apart."),
    optional("closed", Bool, "false", "",
        "With `through`: joint 0 and joint `links` are in one place, and join the last link with the first."),
    optional("joint", Choice(&["ball", "hinge"]), "", "",
        "What joins the links; where absent ball, in the plane hinge."),
    optional("axis", SPACE, "", "", "Of hinges in space: the axis of all of them, in the world."),
    optional("friction", Number(NonNegative), "0", "N·m",
        "Of hinges: dry friction of each, as in `[joint.NAME]`."),
    optional("collide", Bool, "false", "", "Whether links next to each other also touch."),
    optional("hold_start", Text, "", "",
        "Body that the first end is joined to; `world` is the fixed surroundings. Free where absent."),
    optional("hold_end", Text, "", "", "The same for the other end."),
];
