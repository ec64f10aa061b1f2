//! Surfaces of triangles.

use super::{DVec3, GeometryError};

/// A surface of triangles.
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    /// Vertices, in m.
    pub vertices: Vec<DVec3>,
    /// Vertices of each triangle, counter-clockwise seen from outside.
    pub triangles: Vec<[u32; 3]>,
    /// How many triangles given had no area and were left out.
    pub dropped: usize,
}

impl Mesh {
    /// A surface of triangles with an area; others are left out.
    pub fn new(vertices: Vec<DVec3>, triangles: &[[u32; 3]]) -> Result<Mesh, GeometryError> {
        if let Some(index) = vertices.iter().position(|v| !v.is_finite()) {
            return Err(GeometryError::NotFinite { what: "mesh", index });
        }
        let mut kept = Vec::with_capacity(triangles.len());
        for (triangle, indices) in triangles.iter().enumerate() {
            if let Some(&vertex) = indices.iter().find(|&&v| v as usize >= vertices.len()) {
                let vertices = vertices.len();
                return Err(GeometryError::Index {
                    triangle,
                    vertex,
                    vertices,
                });
            }
            let [a, b, c] = indices.map(|v| vertices[v as usize]);
            let longest = (b - a)
                .length_squared()
                .max((c - a).length_squared())
                .max((c - b).length_squared());
            // Less than 1e-10 of its length across: rounding decides its normal.
            if (b - a).cross(c - a).length() > 1e-10 * longest {
                kept.push(*indices);
            }
        }
        if kept.is_empty() {
            let triangles = triangles.len();
            return Err(GeometryError::Empty { triangles });
        }
        Ok(Mesh {
            vertices,
            dropped: triangles.len() - kept.len(),
            triangles: kept,
        })
    }
}
