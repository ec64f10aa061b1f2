//! Friction problems made by rule: one step of rigid bodies in contact, of any size, easy to hopeless.
//!
//! ```text
//! (M, H, f) of a scene  →  W = H M⁻¹ Hᵀ,  b = H (v + h M⁻¹ f),  one law for each contact
//! ```
//! | name | scene | contacts |
//! |---|---|---|
//! | `box-stack` | a tower of boxes pushed sideways | 4 for each interface: 12 rows against 6 motions |
//! | `wall` | a dry wall of bricks, bed joints only | 4 for each of two bed joints a brick |
//! | `masonry` | the same with the head joints | 4 more for each head joint |
//! | `arch` | voussoirs on two abutments | 4 for each joint |
//! | `sphere-pile` | a bin of balls, jittered face-centred packing | about 6 for each ball |
//! | `impact` | the same pile hit by a fast heavy ball | as above, many of them open |
//! | `chute` | layers of balls that slide down an incline | about 4 for each ball |
//! | `logs` | a heap of parallel cylinders | 2 for each pair |
//! | `chain` | links with ball joints and motors on a floor | a link: 2 contacts, 3 joint rows, 1 motor |
//! | `planar-wall` | bricks in the plane | 2 for each bed joint |
//! | `discs` | a bin of discs in the plane | about 3 for each disc |
//! | `rods` | steep rods that slide on one tip (Painlevé's paradox) | 1 a rod, 1 between neighbours |
//!
//! The packed scenes have more rows than motions: W is singular, impulses are not unique. [`Options`] makes
//! any of them harder: masses over many decades, repeated contacts, an unsymmetric W, other laws, other
//! units. What they are not: states of a simulation. The bodies lie as the rule puts them, gaps are taken as
//! closed.

mod mixed;
mod piles;
mod random;
mod stacks;
mod world;

pub use mixed::{ALL_LAWS, Mixed, random_law, random_problem, rectangle};
pub use piles::{chute, discs, impact, logs, sphere_pile};
pub use random::Random;
pub use stacks::{arch, box_stack, chain, masonry, planar_wall, rods, wall};

use crate::problem::{ContactProblem, ProblemError};

/// Which law the contacts of a scene have. Planar scenes take the planar form of the same idea.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LawKind {
    /// No friction.
    Frictionless,
    /// The disc; in the plane the interval.
    Coulomb,
    /// An ellipse of ratio 4; in the plane an interval with that ratio.
    Elliptic,
    /// A polygon with so many vertices; in the plane the interval.
    Facetted(usize),
    /// Sliding and spin; in the plane the interval.
    Torsion,
    /// Sliding and rolling.
    Rolling,
    /// Sliding, spin and rolling; in the plane sliding and rolling.
    RollingTorsion,
}

/// What a scene is made with.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Seed of every random choice.
    pub seed: u64,
    /// Law of the contacts.
    pub law: LawKind,
    /// Coefficient of friction.
    pub mu: f64,
    /// Draw μ of each contact from [0, 2 mu], with one in ten exactly 0.
    pub random_mu: bool,
    /// Masses are multiplied by a factor log-uniform over so many powers of ten.
    pub mass_decades: f64,
    /// Size ε of the skew part of M relative to M: above 0 makes W unsymmetric.
    pub unsymmetry: f64,
    /// How many more times each contact is repeated.
    pub duplicates: usize,
    /// Random initial velocities, relative to what gravity gives in one step.
    pub noise: f64,
    /// Size of the step, in s.
    pub step: f64,
    /// Units of length in a metre: 1000 gives the problem in mm.
    pub length_unit: f64,
    /// Units of mass in a kilogram.
    pub mass_unit: f64,
    /// Units of time in a second.
    pub time_unit: f64,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            seed: 1,
            law: LawKind::Coulomb,
            mu: 0.5,
            random_mu: false,
            mass_decades: 0.0,
            unsymmetry: 0.0,
            duplicates: 0,
            noise: 0.1,
            step: 2e-3,
            length_unit: 1.0,
            mass_unit: 1.0,
            time_unit: 1.0,
        }
    }
}

/// The names that [`by_name`] knows.
pub const NAMES: [&str; 12] = [
    "box-stack",
    "wall",
    "masonry",
    "arch",
    "sphere-pile",
    "impact",
    "chute",
    "logs",
    "chain",
    "planar-wall",
    "discs",
    "rods",
];

/// The scene of that name with about so many contacts (before repetition); `None` for an unknown name.
pub fn by_name(name: &str, contacts: usize, o: &Options) -> Option<Result<ContactProblem, ProblemError>> {
    let root = |x: usize| {
        let mut k = 1;
        while k * k < x {
            k += 1;
        }
        k
    };
    let some = |share: usize| (contacts / share).max(1);
    Some(match name {
        "box-stack" => box_stack(some(4), o),
        "wall" => wall(root(some(8)), root(some(8)), o),
        "masonry" => masonry(root(some(12)), root(some(12)), o),
        "arch" => arch(some(4).saturating_sub(1).max(1), o),
        "sphere-pile" => sphere_pile(some(5), o),
        "impact" => impact(some(5), o),
        "chute" => chute(some(5), o),
        "logs" => logs(some(5), o),
        "chain" => chain(some(6), o),
        "planar-wall" => planar_wall(root(some(4)), root(some(4)), o),
        "discs" => discs(some(3), o),
        "rods" => rods(some(2), o),
        _ => return None,
    })
}
