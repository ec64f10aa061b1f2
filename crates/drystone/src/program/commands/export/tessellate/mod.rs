//! Shapes as triangles, from the JSON that run files keep of them.
//!
//! Round shapes get `STEPS` segments a turn, half-spaces a square of the given reach, planar shapes a sheet
//! at z = 0.

use serde_json::Value;
use std::f64::consts::{PI, TAU};

/// Triangles with their vertices, counter-clockwise from outside.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Triangles {
    pub(crate) vertices: Vec<[f64; 3]>,
    pub(crate) triangles: Vec<[u32; 3]>,
}

/// Segments of a turn.
const STEPS: u32 = 24;

/// All shapes of a body, in its axes.
pub(crate) fn body(shapes: &Value, reach: f64) -> Triangles {
    let mut out = Triangles::default();
    for shape in shapes.as_array().map_or(&[][..], Vec::as_slice) {
        let one = shape_of(shape, reach);
        let (position, turn) = (numbers(&shape["position"]), numbers(&shape["quat_wxyz"]));
        let turn = [entry(&turn, 0), entry(&turn, 1), entry(&turn, 2), entry(&turn, 3)];
        let first = count(out.vertices.len());
        let place = |v: &[f64; 3]| {
            let r = rotate(turn, *v);
            [0, 1, 2].map(|k| r[k] + entry(&position, k))
        };
        out.vertices.extend(one.vertices.iter().map(place));
        out.triangles
            .extend(one.triangles.iter().map(|t| t.map(|i| i + first)));
    }
    out
}

/// A vector turned by a unit quaternion w, x, y, z.
pub(crate) fn rotate([w, x, y, z]: [f64; 4], v: [f64; 3]) -> [f64; 3] {
    let t = [
        2.0 * (y * v[2] - z * v[1]),
        2.0 * (z * v[0] - x * v[2]),
        2.0 * (x * v[1] - y * v[0]),
    ];
    [
        v[0] + w * t[0] + y * t[2] - z * t[1],
        v[1] + w * t[1] + z * t[0] - x * t[2],
        v[2] + w * t[2] + x * t[1] - y * t[0],
    ]
}

fn shape_of(shape: &Value, reach: f64) -> Triangles {
    let number = |name: &str| shape[name].as_f64().unwrap_or(0.0);
    let radius = number("radius");
    match shape["kind"].as_str().unwrap_or("") {
        "plane" => plane(shape, reach),
        "sphere" => sphere([radius; 3], 0.0),
        "ellipsoid" => {
            let a = numbers(&shape["semi_axes"]);
            sphere([entry(&a, 0), entry(&a, 1), entry(&a, 2)], 0.0)
        }
        "capsule" => sphere([radius; 3], number("half_length")),
        "box" => {
            let h = numbers(&shape["half"]);
            cuboid([entry(&h, 0), entry(&h, 1), entry(&h, 2)])
        }
        "cylinder" => tube([radius, radius], number("half_length")),
        "cone" => tube([radius, 0.0], number("half_height")),
        "disc" => fan(&circle(radius)),
        "polygon" => fan(&rounded(&points(&shape["vertices"]), radius)),
        "hull" => {
            let mut out = Triangles {
                vertices: points(&shape["vertices"]),
                triangles: Vec::new(),
            };
            for face in shape["faces"].as_array().map_or(&[][..], Vec::as_slice) {
                let corners: Vec<u32> = numbers(face).iter().map(|x| whole(*x)).collect();
                let rest = corners.windows(2).skip(1);
                out.triangles.extend(rest.map(|two| [corners[0], two[0], two[1]]));
            }
            inside(out)
        }
        "mesh" => {
            let triangles = shape["triangles"].as_array().map_or(&[][..], Vec::as_slice);
            let corners = triangles
                .iter()
                .map(|t| numbers(t).iter().map(|x| whole(*x)).collect::<Vec<u32>>());
            inside(Triangles {
                vertices: points(&shape["vertices"]),
                triangles: corners
                    .filter(|c| c.len() == 3)
                    .map(|c| [c[0], c[1], c[2]])
                    .collect(),
            })
        }
        _ => Triangles::default(),
    }
}

/// Only triangles whose vertices are there: the file may say anything.
fn inside(mut mesh: Triangles) -> Triangles {
    let count = count(mesh.vertices.len());
    mesh.triangles.retain(|t| t.iter().all(|i| *i < count));
    mesh
}

/// A square in space; a strip below y = 0 for the half-planes of the plane, which are `flat`.
fn plane(shape: &Value, reach: f64) -> Triangles {
    let thin = 0.02 * reach;
    if shape["flat"].as_bool() == Some(true) {
        return fan(&[
            [-reach, -thin, 0.0],
            [reach, -thin, 0.0],
            [reach, 0.0, 0.0],
            [-reach, 0.0, 0.0],
        ]);
    }
    fan(&[
        [-reach, -reach, 0.0],
        [reach, -reach, 0.0],
        [reach, reach, 0.0],
        [-reach, reach, 0.0],
    ])
}

fn fan(corners: &[[f64; 3]]) -> Triangles {
    let last = count(corners.len()).saturating_sub(1);
    Triangles {
        vertices: corners.to_vec(),
        triangles: (1..last.max(1)).map(|i| [0, i, i + 1]).collect(),
    }
}

fn circle(radius: f64) -> Vec<[f64; 3]> {
    let turn = |i: u32| TAU * f64::from(i) / f64::from(STEPS);
    (0..STEPS)
        .map(|i| [radius * turn(i).cos(), radius * turn(i).sin(), 0.0])
        .collect()
}

/// A convex polygon with round corners: each vertex becomes an arc between the normals of its sides.
fn rounded(corners: &[[f64; 3]], radius: f64) -> Vec<[f64; 3]> {
    if radius <= 0.0 || corners.len() < 2 {
        return corners.to_vec();
    }
    let n = corners.len();
    let normal = |i: usize| {
        let (a, b) = (corners[i % n], corners[(i + 1) % n]);
        (a[0] - b[0]).atan2(b[1] - a[1])
    };
    let mut out = Vec::new();
    for (i, corner) in corners.iter().enumerate() {
        let from = normal(i + n - 1);
        let turn = (normal(i) - from).rem_euclid(TAU);
        for k in 0..=6 {
            let angle = from + turn * f64::from(k) / 6.0;
            out.push([
                corner[0] + radius * angle.cos(),
                corner[1] + radius * angle.sin(),
                0.0,
            ]);
        }
    }
    out
}

fn cuboid(h: [f64; 3]) -> Triangles {
    let corner = |i: u32| [0, 1, 2].map(|k| if i >> k & 1 == 1 { h[k] } else { -h[k] });
    let faces = [
        [0, 2, 3, 1],
        [4, 5, 7, 6],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 4, 6, 2],
        [1, 3, 7, 5],
    ];
    Triangles {
        vertices: (0..8).map(corner).collect(),
        triangles: faces
            .iter()
            .flat_map(|f| [[f[0], f[1], f[2]], [f[0], f[2], f[3]]])
            .collect(),
    }
}

/// An ellipsoid whose halves are `half` above and below the origin: a capsule where that is not 0.
fn sphere(axes: [f64; 3], half: f64) -> Triangles {
    let rings = STEPS / 2;
    let mut rows = Vec::new();
    for i in 0..=rings {
        let angle = PI * f64::from(i) / f64::from(rings);
        let shift = if i * 2 <= rings { half } else { -half };
        rows.push((angle.sin(), angle.cos() * axes[2] + shift));
        if half > 0.0 && i * 2 == rings {
            rows.push((1.0, -half));
        }
    }
    lathe(&rows, [axes[0], axes[1]])
}

/// A cylinder or cone along z, closed at both ends.
fn tube(radii: [f64; 2], half: f64) -> Triangles {
    lathe(
        &[(0.0, half), (radii[1], half), (radii[0], -half), (0.0, -half)],
        [1.0, 1.0],
    )
}

/// Turned about z, from the top down.
fn lathe(rows: &[(f64, f64)], scale: [f64; 2]) -> Triangles {
    let mut out = Triangles::default();
    for (radius, z) in rows {
        let ring = circle(1.0);
        let place = |v: &[f64; 3]| [v[0] * radius * scale[0], v[1] * radius * scale[1], *z];
        out.vertices.extend(ring.iter().map(place));
    }
    for row in 1..count(rows.len()) {
        for i in 0..STEPS {
            let next = (i + 1) % STEPS;
            let (above, below) = ((row - 1) * STEPS, row * STEPS);
            // At the axis one of the two has no area.
            if rows[row as usize].0 > 0.0 {
                out.triangles.push([above + i, below + i, below + next]);
            }
            if rows[row as usize - 1].0 > 0.0 {
                out.triangles.push([above + i, below + next, above + next]);
            }
        }
    }
    out
}

fn numbers(value: &Value) -> Vec<f64> {
    let list = value.as_array().map_or(&[][..], Vec::as_slice);
    list.iter().map(|x| x.as_f64().unwrap_or(0.0)).collect()
}

fn points(value: &Value) -> Vec<[f64; 3]> {
    let list = value.as_array().map_or(&[][..], Vec::as_slice);
    let point = |v: Vec<f64>| [entry(&v, 0), entry(&v, 1), entry(&v, 2)];
    list.iter().map(|p| point(numbers(p))).collect()
}

fn entry(list: &[f64], k: usize) -> f64 {
    list.get(k).copied().unwrap_or(0.0)
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

fn whole(x: f64) -> u32 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "an index, clamped"
    )]
    let n = x.clamp(0.0, f64::from(u32::MAX)) as u32;
    n
}

#[cfg(test)]
mod tests;
