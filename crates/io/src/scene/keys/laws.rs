//! The laws of a contact in a scene file, by their keys.

use crate::scene::keys::{Form, Key, Kind, Range, optional, required};

const NON_NEGATIVE: Kind = Kind::Scalar(Range::NonNegative);
const UNIT: Kind = Kind::Scalar(Range::Unit);
const TANGENTIAL: Key = optional(
    "tangential",
    Kind::Scalar(Range::Signed),
    "0",
    "",
    "The same for the slip.",
);

const ELLIPSE: Form = Form {
    about: "an ellipse, in space",
    keys: &[required(
        "ellipse",
        Kind::Scalars(2),
        "",
        "Coefficients along the first and the second slip.",
    )],
};
const TWO_SIDED: Form = Form {
    about: "two directions of slip, in the plane",
    keys: &[
        required(
            "minus",
            NON_NEGATIVE,
            "",
            "Coefficient where the slip is positive.",
        ),
        required(
            "plus",
            NON_NEGATIVE,
            "",
            "Coefficient where the slip is negative.",
        ),
    ],
};
const STATIC_KINETIC: Form = Form {
    about: "static and kinetic",
    keys: &[
        required(
            "static",
            NON_NEGATIVE,
            "",
            "Coefficient where the contact did not slide in the step before.",
        ),
        required("kinetic", NON_NEGATIVE, "", "Coefficient where it did."),
    ],
};
const FACETS: Form = Form {
    about: "a regular polygon instead of the disc, in space",
    keys: &[
        required(
            "facets",
            Kind::Integer(3, 4096),
            "",
            "Number of vertices, the first one along the first slip.",
        ),
        required(
            "mu",
            NON_NEGATIVE,
            "",
            "Radius of the circle through the vertices.",
        ),
    ],
};
const CURVE: Form = Form {
    about: "a function of the sliding speed",
    keys: &[required(
        "curve",
        Kind::Curve,
        "m/s",
        "Points [speed, μ], speeds increasing from 0; linear between, constant after the last.",
    )],
};

/// Forms of `friction` besides a number.
pub(crate) const FRICTION: &[Form] = &[ELLIPSE, TWO_SIDED, STATIC_KINETIC, FACETS, CURVE];

/// The form of an ellipse between bodies.
pub(crate) const BODY_ELLIPSE: Form = Form {
    about: "an ellipse, in space",
    keys: &[
        required(
            "ellipse",
            Kind::Vector(Range::NonNegative, 2, 2),
            "",
            "Coefficients along `axis` and across it.",
        ),
        optional(
            "axis",
            Kind::Vector(Range::Any, 3, 3),
            "[1, 0, 0]",
            "",
            "Direction in the axes of the body `of`, laid into the plane of contact.",
        ),
        optional(
            "of",
            Kind::Text,
            "",
            "",
            "The body that carries the axis; where absent, the first of `between`.",
        ),
    ],
};

/// Forms of `friction` between bodies besides a number.
pub(crate) const BODY_FRICTION: &[Form] = &[BODY_ELLIPSE, TWO_SIDED, STATIC_KINETIC, FACETS, CURVE];

/// Forms of `restitution` besides a number.
pub(crate) const RESTITUTION: &[Form] = &[
    Form {
        about: "Newton: velocities",
        keys: &[
            required("newton", UNIT, "", "Share of the approach velocity given back."),
            TANGENTIAL,
        ],
    },
    Form {
        about: "Poisson: impulses, in two problems",
        keys: &[
            required("poisson", UNIT, "", "Share of the normal impulse given back."),
            TANGENTIAL,
        ],
    },
    Form {
        about: "Poisson: impulses, integrated along the normal impulse; single impacts",
        keys: &[required(
            "poisson_incremental",
            UNIT,
            "",
            "Share of the normal impulse given back.",
        )],
    },
    Form {
        about: "Stronge: work; single impacts",
        keys: &[required(
            "stronge",
            UNIT,
            "",
            "Square root of the share of normal work given back.",
        )],
    },
    Form {
        about: "Moreau's dissipation index δ: Newton with e = tangential = (1 − δ)/(1 + δ)",
        keys: &[required(
            "dissipation_index",
            UNIT,
            "",
            "0: nothing lost; 1: no rebound.",
        )],
    },
];
