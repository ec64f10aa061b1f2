//! The keys of `[[fill]]`: many bodies at once.

use crate::scene::keys::bodies::FILL_BODY;
use crate::scene::keys::{Form, Key, Kind, Range, optional, required};

const SPACE: Kind = Kind::Vector(Range::Any, 2, 3);
const COUNT: Kind = Kind::Integer(1, 1_000_000);
const ORIGIN_CORNER: Key = optional(
    "origin",
    SPACE,
    "",
    "m",
    "Lower corner of the pattern; 0 where absent.",
);
const ORIGIN_BASE: Key = optional("origin", SPACE, "", "m", "Middle of its base; 0 where absent.");
const JITTER: Key = optional(
    "jitter",
    Kind::Number(Range::Unit),
    "0",
    "",
    "Bodies are moved at random, by up to this share of the free space to the sides of their cells.",
);
const SEED: Key = optional(
    "seed",
    Kind::Integer(0, i64::MAX),
    "",
    "",
    "Seed of what is random; from `run.seed` where absent.",
);

/// The keys of `[[fill]]`.
pub const FILL: &[Key] = &[
    required(
        "pattern",
        Kind::Forms(PATTERNS),
        "",
        "How the bodies are laid out.",
    ),
    required(
        "body",
        Kind::Table(FILL_BODY),
        "",
        "What each body is, as in `[body.NAME]`.",
    ),
    optional(
        "name",
        Kind::Text,
        "",
        "",
        "Bodies are named after it: `grain` gives grain_0001, grain_0002, …; fill1, fill2, … where absent.",
    ),
    optional(
        "size_spread",
        Kind::Number(Range::Unit),
        "0",
        "",
        "In grids, rings, heaps and at random places: sizes are those of `body` times a random factor, uniform from 1 − s to 1 + s.",
    ),
];

/// The patterns.
pub const PATTERNS: &[Form] = &[
    Form {
        about: "a grid",
        keys: &[
            required(
                "grid",
                Kind::Each(&COUNT),
                "",
                "Numbers of bodies along the axes, one for each dimension.",
            ),
            optional(
                "spacing",
                Kind::Either(&[Kind::Number(Range::Positive), Kind::Vector(Range::Positive, 2, 3)]),
                "",
                "m",
                "Size of the cells, one number or one for each axis; the bodies touch where absent.",
            ),
            JITTER,
            ORIGIN_CORNER,
            SEED,
        ],
    },
    Form {
        about: "rings around each other, turned as they go around; in space about z",
        keys: &[
            required("ring", Kind::Table(RING), "", "Where, and how many rings."),
            optional(
                "spacing",
                Kind::Number(Range::Positive),
                "",
                "m",
                "Distance of the rings and, or a little more, of neighbours in each; the bodies touch where absent.",
            ),
            JITTER,
            optional(
                "origin",
                SPACE,
                "",
                "m",
                "Centre of the rings, in space on their base; 0 where absent.",
            ),
            SEED,
        ],
    },
    Form {
        about: "at random places in a box, without overlap",
        keys: &[
            required("random", Kind::Table(RANDOM), "", "How many and where."),
            SEED,
        ],
    },
    Form {
        about: "a loose heap: each body falls straight down on those before it",
        keys: &[
            required("heap", Kind::Table(HEAP), "", "How many, and how wide."),
            ORIGIN_BASE,
            SEED,
        ],
    },
    Form {
        about: "a wall of boxes along x, in running bond",
        keys: &[
            required("wall", Kind::Table(WALL), "", "Its size in blocks."),
            optional(
                "origin",
                SPACE,
                "",
                "m",
                "Lower end of the wall, half way through its depth; 0 where absent.",
            ),
        ],
    },
    Form {
        about: "a semicircular arch of voussoirs with radial joints",
        keys: &[
            required(
                "arch",
                Kind::Table(ARCH),
                "",
                "Its size; `body` has no shape then.",
            ),
            optional(
                "origin",
                SPACE,
                "",
                "m",
                "Centre of the circle, on the springing line; 0 where absent.",
            ),
        ],
    },
    Form {
        about: "courses of n, n − 1, …, 1 bodies along x, each over the joint of two below",
        keys: &[
            required(
                "pyramid",
                Kind::Integer(1, 1000),
                "",
                "Bodies in the lowest course.",
            ),
            ORIGIN_BASE,
        ],
    },
    Form {
        about: "bodies on top of each other",
        keys: &[required("stack", COUNT, "", "How many."), ORIGIN_BASE],
    },
    Form {
        about: "the same",
        keys: &[required("column", COUNT, "", "How many."), ORIGIN_BASE],
    },
    Form {
        about: "links joined end to end",
        keys: &[required(
            "chain",
            Kind::Table(CHAIN),
            "",
            "How many, where, and by which joints.",
        )],
    },
];

/// The keys of `ring`.
pub const RING: &[Key] = &[
    required(
        "radius",
        Kind::Number(Range::Positive),
        "m",
        "Of the circle around which they lie.",
    ),
    optional(
        "layers",
        Kind::Integer(1, 10_000),
        "1",
        "",
        "How many rings, outwards.",
    ),
];

/// The keys of `random`.
pub const RANDOM: &[Key] = &[
    required("count", COUNT, "", "How many."),
    required(
        "region",
        Kind::Each(&Kind::Vector(Range::Any, 2, 3)),
        "m",
        "Two opposite corners of the box that holds them.",
    ),
];

/// The keys of `heap`.
pub const HEAP: &[Key] = &[
    required("count", COUNT, "", "How many."),
    required(
        "radius",
        Kind::Number(Range::NonNegative),
        "m",
        "Centres fall inside the upright cylinder of this radius; in the plane, this far to both sides.",
    ),
];

/// The keys of `wall`.
pub const WALL: &[Key] = &[
    required("courses", Kind::Integer(1, 10_000), "", "How many courses."),
    required(
        "length_in_blocks",
        Kind::Integer(1, 10_000),
        "",
        "Blocks in a course; every second course begins and ends with half a block.",
    ),
    optional(
        "joint",
        Kind::Number(Range::NonNegative),
        "0",
        "m",
        "Width of the joints between the blocks of a course.",
    ),
];

/// The keys of `arch`.
pub const ARCH: &[Key] = &[
    required("stones", Kind::Integer(2, 10_000), "", "How many voussoirs."),
    required(
        "radius",
        Kind::Number(Range::Positive),
        "m",
        "From the centre to the middle of the joints.",
    ),
    required(
        "thickness",
        Kind::Number(Range::Positive),
        "m",
        "Length of the joints; below twice the radius.",
    ),
    optional(
        "depth",
        Kind::Number(Range::Positive),
        "",
        "m",
        "In space: size along y.",
    ),
];

/// The keys of `chain`.
pub const CHAIN: &[Key] = &[
    required("links", COUNT, "", "How many links."),
    required(
        "pitch",
        Kind::Number(Range::Positive),
        "m",
        "Length of a link from joint to joint, half of it to each side of the origin of `body`.",
    ),
    optional("from", SPACE, "", "m", "The first end; 0 where absent."),
    optional(
        "to",
        SPACE,
        "",
        "m",
        "The other end: the chain hangs between the two, at rest.",
    ),
    optional(
        "direction",
        SPACE,
        "",
        "",
        "Instead of `to`: the chain is straight, from its first end this way.",
    ),
    optional(
        "joint",
        Kind::Choice(&["ball", "hinge"]),
        "",
        "",
        "What joins the links; where absent ball, in the plane hinge.",
    ),
    optional(
        "axis",
        SPACE,
        "",
        "",
        "Of hinges in space: the axis of all of them, in the world.",
    ),
    optional(
        "friction",
        Kind::Number(Range::NonNegative),
        "0",
        "N·m",
        "Of hinges: dry friction of each, as in `[joint.NAME]`.",
    ),
    optional(
        "collide",
        Kind::Bool,
        "false",
        "",
        "Whether links next to each other also touch.",
    ),
    optional(
        "hold_start",
        Kind::Text,
        "",
        "",
        "Body that the first end is joined to; `world` is the fixed surroundings. Free where absent.",
    ),
    optional("hold_end", Kind::Text, "", "", "The same for the other end."),
];
