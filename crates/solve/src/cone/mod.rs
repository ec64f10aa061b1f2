//! Methods for contact problems with friction cones.

pub mod gauss_seidel;
mod local;
mod modes;
pub mod newton;
mod sweep;

use crate::solver::{Settings, Solver};

/// The method called `name`, if there is one.
pub fn by_name(name: &str, settings: Settings) -> Option<Box<dyn Solver>> {
    Some(match name {
        "gauss-seidel" => Box::new(gauss_seidel::GaussSeidel::new(settings)),
        "newton" => Box::new(newton::ProximalNewton::plain(settings)),
        "proximal-newton" => Box::new(newton::ProximalNewton::new(settings)),
        _ => return None,
    })
}
