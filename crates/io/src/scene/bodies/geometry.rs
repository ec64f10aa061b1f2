//! Shapes and masses from `drystone_dynamics::geometry`, their errors as text.

use drystone_dynamics::geometry::plane::Polygon;
use drystone_dynamics::geometry::space::{Hull, Mesh};
use drystone_dynamics::geometry::{DVec2, DVec3, MassProperties, Placed};
use std::fmt::Display;

/// An error as text.
fn shown<T>(result: Result<T, impl Display>) -> Result<T, String> {
    result.map_err(|error| error.to_string())
}

pub(super) fn hull(points: &[DVec3]) -> Result<Hull, String> {
    shown(Hull::new(points))
}

pub(super) fn mesh(vertices: Vec<DVec3>, triangles: &[[u32; 3]]) -> Result<Mesh, String> {
    shown(Mesh::new(vertices, triangles))
}

pub(super) fn heights(nx: usize, ny: usize, spacing: f64, heights: &[f64]) -> Result<Mesh, String> {
    shown(Mesh::from_heights(nx, ny, spacing, heights))
}

pub(super) fn polygon(points: &[DVec2], radius: f64) -> Result<Polygon, String> {
    shown(Polygon::new(points, radius))
}

pub(super) fn rectangle(width: f64, height: f64) -> Result<Polygon, String> {
    shown(Polygon::rectangle(width, height))
}

pub(super) fn segment(a: DVec2, b: DVec2, radius: f64) -> Result<Polygon, String> {
    shown(Polygon::segment(a, b, radius))
}

pub(super) fn mass_of(shapes: &[Placed], density: f64) -> Result<MassProperties, String> {
    shown(MassProperties::of(shapes, density))
}

pub(super) fn mass_with(shapes: &[Placed], mass: f64) -> Result<MassProperties, String> {
    shown(MassProperties::with_mass(shapes, mass))
}
