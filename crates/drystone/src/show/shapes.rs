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
        Shape::Cone { half_height, radius } => {
            json!({ "kind": "cone", "half": half_height, "radius": radius })
        }
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

/// A shape as run files have it ([`drystone_io::run_file::shapes_json`]), for the page.
pub(super) fn of_file(shape: &Value) -> Value {
    let mut out = json!({ "kind": shape["kind"] });
    let names = [
        ("radius", "radius"),
        ("half", "half"),
        ("half_length", "half"),
        ("half_height", "half"),
        ("semi_axes", "axes"),
    ];
    for (theirs, ours) in names {
        if let Some(value) = shape.get(theirs) {
            out[ours] = value.clone();
        }
    }
    let lists = |key: &str| shape.get(key).and_then(Value::as_array);
    let flat = |list: &[Value]| -> Vec<Value> {
        let rows = list.iter().filter_map(Value::as_array);
        rows.flatten().cloned().collect()
    };
    if shape["kind"] == "polygon" {
        out["points"] = shape["vertices"].clone();
    } else if let Some(vertices) = lists("vertices") {
        out["vertices"] = Value::Array(flat(vertices));
        let fan = |face: &Vec<Value>| -> Vec<Value> {
            let pairs = face.get(1..).unwrap_or(&[]).windows(2);
            pairs
                .flat_map(|pair| [face[0].clone(), pair[0].clone(), pair[1].clone()])
                .collect()
        };
        let faces = lists("faces").or_else(|| lists("triangles"));
        let faces = faces.into_iter().flatten().filter_map(Value::as_array);
        out["triangles"] = Value::Array(faces.flat_map(fan).collect());
    }
    out
}

/// Its pose in the body.
pub(super) fn pose_in_file(shape: &Value) -> [f64; 7] {
    let number = |key: &str, k: usize| shape[key][k].as_f64();
    let mut out = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0];
    for k in 0..7 {
        let found = if k < 3 {
            number("position", k)
        } else {
            number("quat_wxyz", k - 3)
        };
        out[k] = found.unwrap_or(out[k]);
    }
    out
}
