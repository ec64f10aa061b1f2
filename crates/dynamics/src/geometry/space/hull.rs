//! Convex hulls of points: polygonal faces, edges and their faces.
//!
//! The triangles come from parry's quickhull on points scaled to unit size about their centre; triangles in
//! one plane (to 1e-7 rad or 1e-10 of the size) are merged into one face. The result is checked: Euler's V −
//! E + F = 2, and every point given lies inside to 1e-9 of the size.

use super::{DVec3, GeometryError};
use parry3d_f64::transformation::try_convex_hull;
use std::collections::BTreeMap;

/// An edge of a polytope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Vertices it joins.
    pub ends: [u32; 2],
    /// Faces it joins: the cross product of their normals runs from the first end to the second.
    pub faces: [u32; 2],
}

/// A convex polytope.
#[derive(Clone, Debug, PartialEq)]
pub struct Hull {
    /// Vertices, in m.
    pub vertices: Vec<DVec3>,
    pub(super) normals: Vec<DVec3>,
    pub(super) starts: Vec<u32>,
    pub(super) corners: Vec<u32>,
    pub(super) edges: Vec<Edge>,
    pub(super) size: f64,
}

/// 1 − cosine between triangles of one face.
const COPLANAR: f64 = 5e-15;
/// Distance from the plane of a triangle, over the size, of points of the same face.
const THIN: f64 = 1e-10;

impl Hull {
    /// The convex hull of points.
    pub fn new(points: &[DVec3]) -> Result<Hull, GeometryError> {
        let what = "hull";
        if let Some(index) = points.iter().position(|p| !p.is_finite()) {
            return Err(GeometryError::NotFinite { what, index });
        }
        if points.len() < 4 {
            let found = points.len();
            return Err(GeometryError::TooFew {
                what,
                found,
                needed: 4,
            });
        }
        let (low, high) = points
            .iter()
            .fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(l, h), &p| {
                (l.min(p), h.max(p))
            });
        let (center, size) = (0.5 * (low + high), (high - low).length());
        if !(size > 0.0) || !size.is_finite() {
            let points = points.len();
            return Err(GeometryError::Flat {
                points,
                thickness: 0.0,
            });
        }
        let scaled: Vec<DVec3> = points.iter().map(|&p| (p - center) / size).collect();
        let thickness = thickness(&scaled);
        if !(thickness > 1e-9) {
            let points = points.len();
            return Err(GeometryError::Flat { points, thickness });
        }
        let fail = |why| GeometryError::Hull {
            points: points.len(),
            why,
        };
        let (vertices, triangles) = try_convex_hull(&scaled).map_err(|_| fail("quickhull stopped"))?;
        let mut hull = merged(&vertices, &triangles).map_err(fail)?;
        for f in 0..hull.normals.len() {
            let offset = hull.offset(f);
            if scaled.iter().any(|&p| hull.normals[f].dot(p) - offset > 1e-9) {
                return Err(fail("a point is left outside"));
            }
        }
        // The very points given, not their scaled images.
        for vertex in &mut hull.vertices {
            let nearest = (0..points.len()).min_by(|&i, &j| {
                let square = |k: usize| (scaled[k] - *vertex).length_squared();
                square(i).total_cmp(&square(j))
            });
            *vertex = nearest.map_or(*vertex, |k| points[k]);
        }
        hull.size = size;
        Ok(hull)
    }

    /// How many faces there are.
    pub fn faces(&self) -> usize {
        self.normals.len()
    }

    /// Vertices of a face, counter-clockwise from outside.
    pub fn corners(&self, face: usize) -> &[u32] {
        &self.corners[self.starts[face] as usize..self.starts[face + 1] as usize]
    }

    /// Outward unit normal of a face.
    pub fn normal(&self, face: usize) -> DVec3 {
        self.normals[face]
    }

    /// The least distance of a face from the mean of the vertices, in m.
    pub(crate) fn depth(&self) -> f64 {
        let mean = self.vertices.iter().sum::<DVec3>() / self.vertices.len() as f64;
        let far = |face: usize| self.offset(face) - self.normals[face].dot(mean);
        (0..self.normals.len()).map(far).fold(f64::INFINITY, f64::min)
    }

    /// Distance of the plane of a face from the origin along its normal, in m.
    pub fn offset(&self, face: usize) -> f64 {
        let corners = self.corners(face);
        let sum: f64 = corners
            .iter()
            .map(|&v| self.normals[face].dot(self.vertices[v as usize]))
            .sum();
        sum / corners.len() as f64
    }

    /// Every edge once.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The surface as triangles, counter-clockwise from outside: a fan for every face.
    pub fn triangles(&self) -> impl Iterator<Item = [DVec3; 3]> + '_ {
        let at = |v: u32| self.vertices[v as usize];
        (0..self.faces()).flat_map(move |f| {
            let corners = self.corners(f);
            corners[1..]
                .windows(2)
                .map(move |pair| [at(corners[0]), at(pair[0]), at(pair[1])])
        })
    }
}

/// Least of the extents across the widest triangle of far-apart points, of points of unit size.
fn thickness(points: &[DVec3]) -> f64 {
    let farthest = |measure: &dyn Fn(DVec3) -> f64| {
        points
            .iter()
            .copied()
            .max_by(|&p, &q| measure(p).total_cmp(&measure(q)))
            .unwrap_or_default()
    };
    let first = farthest(&|p| p.length_squared());
    let second = farthest(&|p| (p - first).length_squared());
    let along = (second - first).normalize_or_zero();
    let third = farthest(&|p| (p - first).cross(along).length_squared());
    let normal = along.cross(third - first).normalize_or_zero();
    let fourth = farthest(&|p| (p - first).dot(normal).abs());
    (fourth - first).dot(normal).abs()
}

/// Faces of merged coplanar triangles.
fn merged(vertices: &[DVec3], triangles: &[[u32; 3]]) -> Result<Hull, &'static str> {
    let face_of = coplanar(vertices, triangles);
    // Half edges between different faces, by face and start.
    let mut next: BTreeMap<(usize, u32), u32> = BTreeMap::new();
    let owner: BTreeMap<(u32, u32), usize> = half_edges(triangles)
        .map(|(t, from, to)| ((from, to), face_of[t]))
        .collect();
    for (t, from, to) in half_edges(triangles) {
        let across = owner.get(&(to, from)).ok_or("an edge has one face")?;
        if *across != face_of[t] && next.insert((face_of[t], from), to).is_some() {
            return Err("a face has two rims");
        }
    }
    let mut loops: Vec<Vec<u32>> = Vec::new();
    while let Some((&(face, start), _)) = next.first_key_value() {
        let mut corners = Vec::new();
        let mut at = start;
        while let Some(to) = next.remove(&(face, at)) {
            corners.push(at);
            at = to;
        }
        if at != start {
            return Err("the rim of a face is open");
        }
        if next.range((face, 0)..=(face, u32::MAX)).next().is_some() {
            return Err("a face has two rims");
        }
        loops.push(corners);
    }
    without_flat_vertices(&mut loops);
    assemble(vertices, &loops)
}

fn half_edges(triangles: &[[u32; 3]]) -> impl Iterator<Item = (usize, u32, u32)> + '_ {
    let sides = |(t, &[a, b, c]): (usize, &[u32; 3])| [(t, a, b), (t, b, c), (t, c, a)];
    triangles.iter().enumerate().flat_map(sides)
}

/// A number per triangle, the same for neighbours in one plane. Grows from the largest triangles, against the
/// plane of the first, so that faces do not bend.
fn coplanar(vertices: &[DVec3], triangles: &[[u32; 3]]) -> Vec<usize> {
    let at = |v: u32| vertices[v as usize];
    let area = |t: usize| {
        let [a, b, c] = triangles[t].map(at);
        (b - a).cross(c - a)
    };
    let neighbours: BTreeMap<(u32, u32), usize> = half_edges(triangles)
        .map(|(t, from, to)| ((to, from), t))
        .collect();
    let mut order: Vec<usize> = (0..triangles.len()).collect();
    order.sort_by(|&s, &t| {
        area(t)
            .length_squared()
            .total_cmp(&area(s).length_squared())
            .then(s.cmp(&t))
    });
    let mut face_of = vec![None; triangles.len()];
    for seed in order {
        if face_of[seed].is_some() {
            continue;
        }
        face_of[seed] = Some(seed);
        let normal = area(seed).normalize_or_zero();
        let origin = at(triangles[seed][0]);
        let mut front = vec![seed];
        while let Some(t) = front.pop() {
            let [a, b, c] = triangles[t];
            for side in [(a, b), (b, c), (c, a)] {
                let Some(&other) = neighbours.get(&side) else {
                    continue;
                };
                let flat = triangles[other]
                    .iter()
                    .all(|&v| normal.dot(at(v) - origin).abs() <= THIN);
                let tilt = area(other).normalize_or_zero().dot(normal);
                // A sliver has no direction of its own.
                if face_of[other].is_none() && (flat && tilt > 0.9 || tilt > 1.0 - COPLANAR) {
                    face_of[other] = Some(seed);
                    front.push(other);
                }
            }
        }
    }
    // Each is a seed itself, if nothing else.
    face_of.into_iter().flatten().collect()
}

/// Leaves out vertices that join two faces only: they lie on a straight edge.
fn without_flat_vertices(loops: &mut [Vec<u32>]) {
    let mut faces: BTreeMap<u32, usize> = BTreeMap::new();
    for &v in loops.iter().flatten() {
        *faces.entry(v).or_default() += 1;
    }
    for corners in loops {
        corners.retain(|v| faces[v] > 2);
    }
}

fn assemble(vertices: &[DVec3], loops: &[Vec<u32>]) -> Result<Hull, &'static str> {
    let index = |k: usize| u32::try_from(k).map_err(|_| "too many vertices");
    let mut renamed: BTreeMap<u32, u32> = BTreeMap::new();
    let mut hull = Hull {
        vertices: Vec::new(),
        normals: Vec::new(),
        starts: vec![0],
        corners: Vec::new(),
        edges: Vec::new(),
        size: 1.0,
    };
    for &v in loops.iter().flatten() {
        if let std::collections::btree_map::Entry::Vacant(entry) = renamed.entry(v) {
            entry.insert(index(hull.vertices.len())?);
            hull.vertices.push(vertices[v as usize]);
        }
    }
    let mut half: BTreeMap<(u32, u32), u32> = BTreeMap::new();
    for corners in loops {
        if corners.len() < 3 {
            return Err("a face has fewer than three corners");
        }
        let face = index(hull.normals.len())?;
        let corners: Vec<u32> = corners.iter().map(|v| renamed[v]).collect();
        let at = |k: usize| hull.vertices[corners[k % corners.len()] as usize];
        // Newell: exact for plane polygons, the best plane for others.
        let normal =
            (1..corners.len() - 1).fold(DVec3::ZERO, |n, k| n + (at(k) - at(0)).cross(at(k + 1) - at(0)));
        for k in 0..corners.len() {
            half.insert((corners[k], corners[(k + 1) % corners.len()]), face);
        }
        hull.normals
            .push(normal.try_normalize().ok_or("a face has no area")?);
        hull.corners.extend_from_slice(&corners);
        hull.starts.push(index(hull.corners.len())?);
    }
    for (&(from, to), &face) in &half {
        let other = *half.get(&(to, from)).ok_or("an edge has one face")?;
        if from < to {
            hull.edges.push(Edge {
                ends: [from, to],
                faces: [face, other],
            });
        }
    }
    if hull.vertices.len() + hull.normals.len() != hull.edges.len() + 2 {
        return Err("the faces do not close");
    }
    Ok(hull)
}
