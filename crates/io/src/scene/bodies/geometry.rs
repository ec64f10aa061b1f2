//! Shapes and masses from `drystone_dynamics::geometry`, their errors as text. Shims until they exist there.

use drystone_dynamics::geometry::plane::Polygon;
use drystone_dynamics::geometry::space::{Hull, Mesh};
use drystone_dynamics::geometry::{DMat3, DVec2, DVec3, MassProperties, Placed, Shape};

pub(super) fn hull(points: &[DVec3]) -> Result<Hull, String> {
    Ok(Hull {
        vertices: points.to_vec(),
    })
}
pub(super) fn mesh(vertices: Vec<DVec3>, triangles: Vec<[u32; 3]>) -> Result<Mesh, String> {
    Ok(Mesh { vertices, triangles })
}
pub(super) fn heights(nx: usize, ny: usize, spacing: f64, z: &[f64]) -> Result<Mesh, String> {
    let _ = (nx, ny, spacing, z);
    Err("no height fields".to_owned())
}
pub(super) fn polygon(points: &[DVec2], radius: f64) -> Result<Polygon, String> {
    Ok(Polygon {
        vertices: points.to_vec(),
        radius,
    })
}
pub(super) fn rectangle(w: f64, h: f64) -> Result<Polygon, String> {
    let (w, h) = (0.5 * w, 0.5 * h);
    polygon(
        &[
            DVec2::new(-w, -h),
            DVec2::new(w, -h),
            DVec2::new(w, h),
            DVec2::new(-w, h),
        ],
        0.0,
    )
}
pub(super) fn segment(a: DVec2, b: DVec2, radius: f64) -> Result<Polygon, String> {
    polygon(&[a, b], radius)
}
pub(super) fn mass_of(shapes: &[Placed], density: f64) -> Result<MassProperties, String> {
    let volume: f64 = shapes
        .iter()
        .map(|s| match s.shape {
            Shape::Sphere { radius } => 4.2 * radius.powi(3),
            _ => 1.0,
        })
        .sum();
    mass_with(shapes, density * volume)
}
pub(super) fn mass_with(shapes: &[Placed], mass: f64) -> Result<MassProperties, String> {
    let _ = shapes;
    Ok(MassProperties {
        mass,
        center: DVec3::ZERO,
        inertia: DMat3::from_diagonal(DVec3::ONE * mass),
    })
}
