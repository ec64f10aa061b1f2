//! `drystone list`: everything that can be named on the command line or in a file.

use crate::cli::ListArgs;
use crate::registry::{self, Entry};
use crate::terminal::text;
use serde_json::{Map, Value, json};
use std::fmt::Write;

/// The laws by their names in files, with the rows of a block and what they say.
pub(crate) const LAWS: &[Entry] = &[
    ("bilateral", "1 row   u = 0, r free: a joint"),
    (
        "unilateral",
        "1 row   0 ≤ u ⟂ r ≥ 0: contact without friction, a limit",
    ),
    ("box", "1 row   lo ≤ r ≤ hi: motors, joint friction, relays"),
    ("planar", "2 rows  Coulomb friction in the plane"),
    (
        "asymmetric",
        "2 rows  friction that depends on the direction of slip",
    ),
    ("coulomb", "3 rows  Coulomb friction in space, exact round cone"),
    ("elliptic", "3 rows  an ellipse instead of the disc"),
    ("facetted", "3 rows  a regular polygon instead of the disc"),
    (
        "section",
        "3 rows  any convex section, given by its projection (library only)",
    ),
    ("torsion", "4 rows  sliding and spin share an ellipsoid"),
    (
        "planar-rolling",
        "3 rows  sliding and rolling friction in the plane",
    ),
    ("rolling", "5 rows  sliding and rolling friction in space"),
    ("rolling-torsion", "6 rows  sliding with spin, and rolling"),
];

/// What can be simulated.
const SYSTEMS: &[Entry] = &[
    (
        "bodies",
        "rigid bodies in the plane or in space, with shapes, joints, motions and forces",
    ),
    (
        "lagrangian",
        "generalised coordinates: energies, gaps, slips and constraints as formulas",
    ),
    (
        "complementarity",
        "linear complementarity systems and relays by their matrices",
    ),
];

/// The impact laws of a contact in a scene file.
const RESTITUTION: &[Entry] = &[
    (
        "newton",
        "u_N⁺ ≥ −e u_N⁻, also written as a number; with `tangential`",
    ),
    (
        "dissipation_index",
        "Moreau's δ: newton with e = tangential = (1 − δ)/(1 + δ)",
    ),
    (
        "poisson",
        "compression and expansion as two problems; with `tangential`",
    ),
    (
        "poisson_incremental",
        "Poisson's ratio of impulses along the normal impulse, single impacts",
    ),
    (
        "stronge",
        "ratio of normal work along the normal impulse, single impacts",
    ),
];

/// The friction laws of a contact in a scene file.
const FRICTION: &[Entry] = &[
    (
        "number or formula",
        "Coulomb: an interval with one slip, the round cone with two; may depend on q and t",
    ),
    ("minus, plus", "one slip, a coefficient for each sense"),
    ("ellipse", "two slips, a coefficient along each"),
    ("facets, mu", "two slips, a regular polygon"),
    (
        "static, kinetic",
        "by whether the contact slid in the step before",
    ),
    ("curve", "by the sliding speed, implicit in the step"),
    ("torsion, rolling", "besides: spin about the normal, rolling"),
];

/// The shapes of bodies in a scene file.
const SHAPES: &[Entry] = &[
    (
        "plane",
        "half-space or half-plane: tilt_deg, or normal and offset; never free",
    ),
    ("sphere, disc", "radius"),
    ("box", "full sizes, in the plane or in space"),
    ("capsule", "length between the centres of its ends, radius"),
    ("cylinder, cone", "length or height, and radius"),
    ("ellipsoid", "semi-axes"),
    (
        "hull",
        "convex hull of points, or of the points of an STL or OBJ file",
    ),
    ("mesh", "surface of triangles from an STL or OBJ file; never free"),
    ("heights", "height field; never free"),
    ("polygon, segment", "in the plane, convex; may be rounded"),
];

/// The joints of a scene file.
const JOINTS: &[Entry] = &[
    ("ball", "rotations about a point"),
    ("hinge", "rotation about an axis; limits, motor, friction"),
    ("slider", "translation along an axis; limits, motor, friction"),
    ("cylinder", "rotation about and translation along an axis"),
    ("planar", "translations across an axis and rotation about it"),
    ("fixed", "nothing"),
    ("distance", "all but the distance of two points"),
    ("screw", "translation with rotation: pitch"),
    ("gear", "two hinges by a ratio"),
];

/// The lists, in the order they are printed: heading, key in JSON, entries.
fn lists() -> Vec<(&'static str, &'static str, Vec<Entry>)> {
    let schemes = drystone::dynamics::schemes::NAMES;
    vec![
        ("Systems", "systems", SYSTEMS.to_vec()),
        (
            "Time-stepping schemes",
            "schemes",
            schemes.iter().map(|s| (s.name, s.what)).collect(),
        ),
        ("Shapes of bodies", "shapes", SHAPES.to_vec()),
        ("Joints", "joints", JOINTS.to_vec()),
        ("Friction laws in scene files", "friction", FRICTION.to_vec()),
        ("Impact laws in scene files", "restitution", RESTITUTION.to_vec()),
        (
            "Solvers for contact problems",
            "solvers",
            registry::contact_solvers(),
        ),
        (
            "Methods for linear complementarity problems, plain, mixed and boxed",
            "lcp_methods",
            registry::lcp_methods(),
        ),
        ("Laws of a block of rows", "laws", LAWS.to_vec()),
        ("Kinds of problem files", "kinds", registry::kinds()),
        ("Families of synthetic problems", "families", registry::families()),
        ("Variants of the families", "variants", registry::variants()),
    ]
}

/// Prints the lists.
pub(crate) fn command(args: &ListArgs) -> Result<(), String> {
    let lists = lists();
    if args.json {
        let object: Map<String, Value> = lists
            .iter()
            .map(|(_, key, entries)| {
                let entries: Vec<Value> = entries
                    .iter()
                    .map(|(name, about)| json!({ "name": name, "about": about }))
                    .collect();
                ((*key).to_string(), Value::Array(entries))
            })
            .collect();
        return text::print(&format!("{:#}\n", Value::Object(object)));
    }
    let colour = text::colour();
    let mut out = String::new();
    for (heading, _, entries) in lists.iter().filter(|list| !list.2.is_empty()) {
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(&text::paint(heading, text::Style::Bold, colour));
        out.push('\n');
        let width = entries.iter().map(|e| e.0.len()).max().unwrap_or(0);
        for (name, about) in entries {
            let _ = writeln!(out, "  {name:width$}  {about}");
        }
    }
    text::print(&out)
}

#[cfg(test)]
mod tests;
