//! Shapes as the page draws them: JSON with sizes in m, surfaces as vertices and triangles.

use drystone_dynamics::geometry::{DVec3, Shape};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Distinct shapes in the order in which they were met.
#[derive(Default)]
pub(super) struct Shapes {
    pub(super) list: Vec<Value>,
    pub(super) index: BTreeMap<String, usize>,
}

/// One shape, under its name in scene files.
pub(super) fn described(shape: &Shape) -> Value {
    match shape {
        Shape::HalfSpace | Shape::HalfPlane => json!({ "kind": "plane" }),
        Shape::Sphere { radius } => json!({ "kind": "sphere", "radius": radius }),
        Shape::Box { half } => json!({ "kind": "box", "half": half.to_array() }),
        Shape::Capsule { half_length, radius } => {
            json!({ "kind": "capsule", "half": half_length, "radius": radius })
        }
        Shape::Cylinder { half_length, radius } => {
            json!({ "kind": "cylinder", "half": half_length, "radius": radius })
        }
        Shape::Cone { half_height, radius } => json!({ "kind": "cone", "half": half_height, "radius": radius }),
        Shape::Ellipsoid { semi_axes } => json!({ "kind": "ellipsoid", "axes": semi_axes.to_array() }),
        Shape::Hull(hull) => {
            let corners: Vec<DVec3> = hull.triangles().flatten().collect();
            surface("hull", &corners, &(0..corners.len()).collect::<Vec<_>>())
        }
        Shape::Mesh(mesh) => {
            let corners = mesh.triangles.iter().flatten().map(|v| *v as usize);
            surface("mesh", &mesh.vertices, &corners.collect::<Vec<_>>())
        }
        Shape::Disc { radius } => json!({ "kind": "disc", "radius": radius }),
        Shape::Polygon(polygon) => {
            let points: Vec<[f64; 2]> = polygon.vertices.iter().map(|v| [v.x, v.y]).collect();
            json!({ "kind": "polygon", "points": points, "radius": polygon.radius })
        }
    }
}

/// Vertices as single floats: their shortest decimals are half as long.
fn surface(kind: &str, vertices: &[DVec3], corners: &[usize]) -> Value {
    let flat: Vec<f32> = vertices.iter().flat_map(|v| v.as_vec3().to_array()).collect();
    json!({ "kind": kind, "vertices": flat, "triangles": corners })
}
