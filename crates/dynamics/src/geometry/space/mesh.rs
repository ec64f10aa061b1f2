//! Surfaces of triangles and height fields: what their contacts need to know.
//!
//! Every triangle is a thin plate that stops bodies on the side from which its corners run counter-clockwise.
//! A direction d belongs to an edge if d·m ≤ 0 for the inward directions m of its triangles, to a vertex if
//! d·e ≤ 0 for all its edges e: the regions of Voronoi, outside which a contact with the edge or vertex would
//! be one with an inner seam of the surface.

use super::{DVec3, GeometryError};
use crate::geometry::Bounds;
use crate::geometry::space::triangle_tree::Tree;
use std::collections::BTreeMap;

/// A surface of triangles.
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    /// Vertices, in m.
    pub vertices: Vec<DVec3>,
    /// Vertices of each triangle, counter-clockwise seen from outside.
    pub triangles: Vec<[u32; 3]>,
    /// How many triangles given had no area and were left out.
    pub dropped: usize,
    pub(super) normals: Vec<DVec3>,
    /// Across the edge from corner k to corner k + 1 of each triangle, if any.
    pub(super) neighbours: Vec<[Option<u32>; 3]>,
    /// Neighbours of vertex v: `spokes[spoke_starts[v]..spoke_starts[v + 1]]`.
    spoke_starts: Vec<usize>,
    spokes: Vec<u32>,
    pub(super) tree: Tree,
}

/// Sine of the angle by which a direction may leave its region: rounding, not geometry.
const SEAM: f64 = 1e-6;

impl Mesh {
    /// A surface of triangles with an area; others are left out.
    pub fn new(vertices: Vec<DVec3>, triangles: &[[u32; 3]]) -> Result<Mesh, GeometryError> {
        if let Some(index) = vertices.iter().position(|v| !v.is_finite()) {
            return Err(GeometryError::NotFinite { what: "mesh", index });
        }
        let (mut kept, mut normals) = (
            Vec::with_capacity(triangles.len()),
            Vec::with_capacity(triangles.len()),
        );
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
            let longest = (b - a).length().max((c - a).length()).max((c - b).length());
            // In units of its length: squares of very small lengths vanish.
            let area = ((b - a) / longest).cross((c - a) / longest);
            // Less than 1e-10 of its length across: rounding decides its normal.
            if area.length() > 1e-10 {
                kept.push(*indices);
                normals.push(area.normalize());
            }
        }
        if kept.is_empty() {
            let triangles = triangles.len();
            return Err(GeometryError::Empty { triangles });
        }
        let boxes: Vec<Bounds> = kept
            .iter()
            .map(|t| {
                let [a, b, c] = t.map(|v| vertices[v as usize]);
                let (min, max) = (a.min(b).min(c), a.max(b).max(c));
                Bounds { min, max }
            })
            .collect();
        let (spoke_starts, spokes) = spokes(vertices.len(), &kept);
        Ok(Mesh {
            neighbours: neighbours(&kept),
            spoke_starts,
            spokes,
            tree: Tree::new(&boxes),
            vertices,
            dropped: triangles.len() - kept.len(),
            triangles: kept,
            normals,
        })
    }

    /// A height field: sample (i, j) at (i·spacing, j·spacing, heights[i + nx·j]), two triangles to a cell,
    /// looking up.
    pub fn from_heights(nx: usize, ny: usize, spacing: f64, heights: &[f64]) -> Result<Mesh, GeometryError> {
        let found = heights.len();
        let fits = nx
            .checked_mul(ny)
            .is_some_and(|n| n == found && u32::try_from(n).is_ok());
        if !fits || nx < 2 || ny < 2 || !(spacing > 0.0) || !spacing.is_finite() {
            return Err(GeometryError::Heights {
                nx,
                ny,
                spacing,
                found,
            });
        }
        let vertices = (0..nx * ny)
            .map(|k| DVec3::new((k % nx) as f64 * spacing, (k / nx) as f64 * spacing, heights[k]))
            .collect();
        let mut triangles = Vec::with_capacity(2 * (nx - 1) * (ny - 1));
        for j in 0..ny - 1 {
            for i in 0..nx - 1 {
                let [a, b, c, d] = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)]
                    .map(|(i, j)| u32::try_from(i + nx * j).unwrap_or(u32::MAX));
                triangles.extend([[a, b, c], [a, c, d]]);
            }
        }
        Mesh::new(vertices, &triangles)
    }

    pub(super) fn corners(&self, triangle: usize) -> [DVec3; 3] {
        self.triangles[triangle].map(|v| self.vertices[v as usize])
    }

    /// Whether the unit direction d belongs to the edge from corner k of the triangle.
    pub(super) fn edge_owns(&self, triangle: usize, k: usize, d: DVec3) -> bool {
        let corners = self.corners(triangle);
        let (from, to) = (corners[k], corners[(k + 1) % 3]);
        let along = (to - from).normalize_or_zero();
        let aside = |t: usize, along: DVec3| d.dot(self.normals[t].cross(along)) <= SEAM;
        if !aside(triangle, along)
            || d.dot(self.normals[triangle]) < -SEAM && self.neighbours[triangle][k].is_none()
        {
            return false;
        }
        let Some(other) = self.neighbours[triangle][k] else {
            return true;
        };
        let other = other as usize;
        // Behind both is no contact: the plates stop one side only.
        let front = d.dot(self.normals[triangle]) >= -SEAM || d.dot(self.normals[other]) >= -SEAM;
        let start = self.triangles[triangle][k];
        let same = (0..3).any(|e| {
            self.triangles[other][e] == start
                && self.triangles[other][(e + 1) % 3] == self.triangles[triangle][(k + 1) % 3]
        });
        front && aside(other, if same { along } else { -along })
    }

    /// Whether the unit direction d belongs to corner k of the triangle.
    pub(super) fn vertex_owns(&self, triangle: usize, k: usize, d: DVec3) -> bool {
        let v = self.triangles[triangle][k] as usize;
        let at = self.vertices[v];
        let spokes = &self.spokes[self.spoke_starts[v]..self.spoke_starts[v + 1]];
        d.dot(self.normals[triangle]) >= -SEAM
            && spokes
                .iter()
                .all(|&w| d.dot((self.vertices[w as usize] - at).normalize_or_zero()) <= SEAM)
    }
}

/// The triangle across every edge. Where more than two share an edge, the first two do.
fn neighbours(triangles: &[[u32; 3]]) -> Vec<[Option<u32>; 3]> {
    let mut owners: BTreeMap<(u32, u32), (usize, usize)> = BTreeMap::new();
    let mut across = vec![[None; 3]; triangles.len()];
    for (t, corners) in triangles.iter().enumerate() {
        for k in 0..3 {
            let (from, to) = (corners[k], corners[(k + 1) % 3]);
            let key = (from.min(to), from.max(to));
            if let Some((other, e)) = owners.remove(&key) {
                across[t][k] = u32::try_from(other).ok();
                across[other][e] = u32::try_from(t).ok();
            } else {
                owners.insert(key, (t, k));
            }
        }
    }
    across
}

/// Vertices joined to each vertex by an edge, in rows.
fn spokes(count: usize, triangles: &[[u32; 3]]) -> (Vec<usize>, Vec<u32>) {
    let mut pairs: Vec<(u32, u32)> = triangles
        .iter()
        .flat_map(|&[a, b, c]| [(a, b), (b, a), (b, c), (c, b), (c, a), (a, c)])
        .collect();
    pairs.sort_unstable();
    pairs.dedup();
    let mut starts = vec![0; count + 1];
    for &(v, _) in &pairs {
        starts[v as usize + 1] += 1;
    }
    for v in 0..count {
        starts[v + 1] += starts[v];
    }
    (starts, pairs.into_iter().map(|(_, w)| w).collect())
}
