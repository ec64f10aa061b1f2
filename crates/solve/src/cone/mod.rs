//! Methods for contact problems with friction cones: one file each, one line each in [`NAMES`] and
//! [`by_name`].

pub mod admm;
mod anderson;
pub mod block;
pub mod facetted;
mod fronts;
pub mod gauss_seidel;
pub mod interior_point;
pub(crate) mod linear_system;
pub mod newton;
pub mod projected_gradient;
pub(crate) mod scaled;
pub(crate) mod skyline;

use crate::solver::{Settings, Solver};
use facetted::{Facetted, Pivoting};
use newton::{Map, ProximalNewton};

/// The methods that exist, and what each is.
pub const NAMES: &[(&str, &str)] = &[
    (
        "auto",
        "sweeps, then Newton, then whatever it takes; says who answered",
    ),
    (
        "gauss-seidel",
        "block Gauss-Seidel with an exact local solver, matrix-free over (M, H)",
    ),
    (
        "newton",
        "nonsmooth Newton in the modes of Alart and Curnier's map",
    ),
    (
        "newton-natural-map",
        "nonsmooth Newton in the modes of the natural map",
    ),
    (
        "proximal-newton",
        "nonsmooth Newton inside a proximal-point path: for rank-deficient W",
    ),
    (
        "admm",
        "alternating directions with adaptive penalty: one factorisation, many solves",
    ),
    ("interior-point", "path following for the non-associated cones"),
    (
        "projected-gradient",
        "accelerated projected gradient: products with W only",
    ),
    (
        "facetted-lemke",
        "friction cones as polygons, the LCP by Lemke's method and what else it takes",
    ),
    (
        "facetted-pivoting",
        "friction cones as polygons, the LCP by principal pivoting",
    ),
];

/// The method called `name`, if there is one.
pub fn by_name(name: &str, settings: Settings) -> Option<Box<dyn Solver>> {
    Some(match name {
        "auto" => Box::new(crate::policy::in_parts(name, &settings, 1)?),
        "gauss-seidel" => Box::new(gauss_seidel::GaussSeidel::new(settings)),
        "newton" => Box::new(ProximalNewton::plain(settings, Map::AlartCurnier)),
        "newton-natural-map" => Box::new(ProximalNewton::plain(settings, Map::Natural)),
        "proximal-newton" => Box::new(ProximalNewton::new(settings)),
        "admm" => Box::new(admm::Admm {
            settings,
            ..admm::Admm::default()
        }),
        "interior-point" => Box::new(interior_point::InteriorPoint {
            settings,
            ..interior_point::InteriorPoint::default()
        }),
        "projected-gradient" => Box::new(projected_gradient::ProjectedGradient {
            settings,
            ..Default::default()
        }),
        "facetted-lemke" | "facetted-pivoting" => {
            let pivoting = if name == "facetted-lemke" {
                Pivoting::Auto
            } else {
                Pivoting::Principal
            };
            Box::new(Facetted {
                settings,
                pivoting,
                ..Facetted::default()
            })
        }
        _ => return None,
    })
}
