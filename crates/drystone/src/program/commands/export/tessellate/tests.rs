//! Tests of the module above.

use super::*;
use serde_json::json;

/// Volume by the divergence theorem: wrong signs or holes show.
fn volume(mesh: &Triangles) -> f64 {
    let v = |i: u32| mesh.vertices[i as usize];
    let one = |t: &[u32; 3]| {
        let [a, b, c] = t.map(v);
        let cross = [
            b[1] * c[2] - b[2] * c[1],
            b[2] * c[0] - b[0] * c[2],
            b[0] * c[1] - b[1] * c[0],
        ];
        (a[0] * cross[0] + a[1] * cross[1] + a[2] * cross[2]) / 6.0
    };
    mesh.triangles.iter().map(one).sum()
}

#[test]
fn solids_enclose_their_volume_from_outside() {
    let cases = [
        (json!({"kind": "box", "half": [1.0, 2.0, 3.0]}), 48.0),
        (json!({"kind": "sphere", "radius": 1.0}), 4.0 / 3.0 * PI),
        (
            json!({"kind": "capsule", "radius": 1.0, "half_length": 2.0}),
            4.0 / 3.0 * PI + 4.0 * PI,
        ),
        (
            json!({"kind": "cylinder", "radius": 1.0, "half_length": 2.0}),
            4.0 * PI,
        ),
        (json!({"kind": "cone", "radius": 1.0, "half_height": 1.5}), PI),
        (
            json!({"kind": "ellipsoid", "semi_axes": [1.0, 2.0, 3.0]}),
            8.0 * PI,
        ),
    ];
    for (shape, expected) in cases {
        let mut shape = shape;
        shape["position"] = json!([5.0, 0.0, 1.0]);
        shape["quat_wxyz"] = json!([0.6, 0.0, 0.8, 0.0]);
        let found = volume(&body(&json!([shape]), 1.0));
        let share = found / expected;
        assert!(
            (0.95..=1.0 + 1e-12).contains(&share),
            "{shape}: {found}, expected {expected}"
        );
    }
}

#[test]
fn rounded_polygons_have_the_area_of_their_formula() {
    let shape = json!([{"kind": "polygon", "radius": 0.5, "vertices": [[0, 0], [2, 0], [2, 1], [0, 1]],
        "position": [0, 0, 0], "quat_wxyz": [1, 0, 0, 0]}]);
    let mesh = body(&shape, 1.0);
    let v = |i: u32| mesh.vertices[i as usize];
    let area: f64 = mesh
        .triangles
        .iter()
        .map(|t| t.map(v))
        .map(|[a, b, c]| 0.5 * ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])))
        .sum();
    let expected = 2.0 + 6.0 * 0.5 + PI * 0.25;
    assert!(
        (area / expected - 1.0).abs() < 0.01,
        "{area}, expected {expected}"
    );
}
