//! Shapes as JSON, for viewers: a list of tables with `kind`, its lengths in m, and the pose in the body.
//!
//! ```text
//! {"kind": "box", "half": [x, y, z], "position": [x, y, z], "quat_wxyz": [w, x, y, z]}
//! ```
//! In the plane shapes lie at z = 0 and turn about z. Hulls have `vertices` and `faces`, meshes `vertices`
//! and `triangles`.

use drystone_dynamics::geometry::{DVec2, DVec3, Placed, Shape};
use serde_json::{Value, json};

/// The shapes of a body.
pub fn shapes_json(shapes: &[Placed]) -> Value {
    Value::Array(shapes.iter().map(one).collect())
}

fn one(placed: &Placed) -> Value {
    let mut out = match &placed.shape {
        Shape::HalfSpace => json!({}),
        // In the plane all points with y ≤ 0; in space those with z ≤ 0.
        Shape::HalfPlane => json!({ "flat": true }),
        Shape::Sphere { radius } | Shape::Disc { radius } => json!({ "radius": radius }),
        Shape::Box { half } => json!({ "half": half.to_array() }),
        Shape::Capsule { half_length, radius } | Shape::Cylinder { half_length, radius } => {
            json!({ "half_length": half_length, "radius": radius })
        }
        Shape::Cone { half_height, radius } => json!({ "half_height": half_height, "radius": radius }),
        Shape::Ellipsoid { semi_axes } => json!({ "semi_axes": semi_axes.to_array() }),
        Shape::Hull(hull) => {
            let vertices: Vec<[f64; 3]> = hull.vertices.iter().map(DVec3::to_array).collect();
            let faces: Vec<&[u32]> = (0..hull.faces()).map(|face| hull.corners(face)).collect();
            json!({ "vertices": vertices, "faces": faces })
        }
        Shape::Mesh(mesh) => {
            let vertices: Vec<[f64; 3]> = mesh.vertices.iter().map(DVec3::to_array).collect();
            json!({ "vertices": vertices, "triangles": mesh.triangles })
        }
        Shape::Polygon(polygon) => {
            let vertices: Vec<[f64; 2]> = polygon.vertices.iter().map(DVec2::to_array).collect();
            json!({ "vertices": vertices, "radius": polygon.radius })
        }
    };
    let (p, r) = (placed.pose.position, placed.pose.rotation);
    out["kind"] = json!(placed.shape.name());
    out["position"] = json!(p.to_array());
    out["quat_wxyz"] = json!([r.w, r.x, r.y, r.z]);
    out
}
