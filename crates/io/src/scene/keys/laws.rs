//! The laws of a contact in a scene file, by their keys.

use super::Kind::{Curve, Integer, Scalar, Scalars, Text, Vector};
use super::Range::{Any, NonNegative, Signed, Unit};
use super::{Form, Key, form, optional, required};

const TANGENTIAL: Key = optional("tangential", Scalar(Signed), "0", "", "The same for the slip.");

const ELLIPSE: Form = form("an ellipse, in space", &[
    required("ellipse", Scalars(2), "", "Coefficients along the first and the second slip."),
]);
const TWO_SIDED: Form = form("two directions of slip, in the plane", &[
    required("minus", Scalar(NonNegative), "", "Coefficient where the slip is positive."),
    required("plus", Scalar(NonNegative), "", "Coefficient where the slip is negative."),
]);
const STATIC_KINETIC: Form = form("static and kinetic", &[
    required("static", Scalar(NonNegative), "",
        "Coefficient where the contact did not slide in the step before."),
    required("kinetic", Scalar(NonNegative), "", "Coefficient where it did."),
]);
const FACETS: Form = form("a regular polygon instead of the disc, in space", &[
    required("facets", Integer(3, 4096), "", "Number of vertices, the first one along the first slip."),
    required("mu", Scalar(NonNegative), "", "Radius of the circle through the vertices."),
]);
const CURVE: Form = form("a function of the sliding speed", &[
    required("curve", Curve, "m/s",
        "Points [speed, μ], speeds increasing from 0; linear between, constant after the last."),
]);

/// Forms of `friction` besides a number.
pub(crate) const FRICTION: &[Form] = &[ELLIPSE, TWO_SIDED, STATIC_KINETIC, FACETS, CURVE];

/// The form of an ellipse between bodies.
pub(crate) const BODY_ELLIPSE: Form = form("an ellipse, in space", &[
    required("ellipse", Vector(NonNegative, 2, 2), "", "Coefficients along `axis` and across it."),
    optional("axis", Vector(Any, 3, 3), "[1, 0, 0]", "",
        "Direction in the axes of the body `of`, laid into the plane of contact."),
    optional("of", Text, "", "", "The body that carries the axis; where absent, the first of `between`."),
]);

/// Forms of `friction` between bodies besides a number.
pub(crate) const BODY_FRICTION: &[Form] = &[BODY_ELLIPSE, TWO_SIDED, STATIC_KINETIC, FACETS, CURVE];

/// Forms of `restitution` besides a number.
pub(crate) const RESTITUTION: &[Form] = &[
    form("Newton: velocities", &[
        required("newton", Scalar(Unit), "", "Share of the approach velocity given back."),
        TANGENTIAL,
    ]),
    form("Poisson: impulses, in two problems", &[
        required("poisson", Scalar(Unit), "", "Share of the normal impulse given back."),
        TANGENTIAL,
    ]),
    form("Poisson: impulses, integrated along the normal impulse; single impacts", &[
        required("poisson_incremental", Scalar(Unit), "", "Share of the normal impulse given back."),
    ]),
    form("Stronge: work; single impacts", &[
        required("stronge", Scalar(Unit), "", "Square root of the share of normal work given back."),
    ]),
    form("Moreau's dissipation index δ: Newton with e = tangential = (1 − δ)/(1 + δ)", &[
        required("dissipation_index", Scalar(Unit), "", "0: nothing lost; 1: no rebound."),
    ]),
];
