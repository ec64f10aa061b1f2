//! Convex polygons, sharp or rounded.

use crate::geometry::DVec2;
use crate::geometry::error::{GeometryError, not_negative, positive};

/// Numbers of vertices fit in the names of contact points.
const MOST_VERTICES: usize = 1 << 15;
/// Sine of the angle below which a corner counts as straight.
const STRAIGHT: f64 = 1e-9;

/// A convex polygon, counter-clockwise, all points within `radius` of it. Two vertices make a segment, with
/// two sides.
#[derive(Clone, Debug, PartialEq)]
pub struct Polygon {
    /// Vertices, in m.
    pub vertices: Vec<DVec2>,
    /// Rounding, in m; 0 for sharp corners.
    pub radius: f64,
    /// Unit outward normal of the side from each vertex to the next.
    pub(super) normals: Vec<DVec2>,
}

impl Polygon {
    /// The polygon with these corners, in any order, rounded by `radius`. Repeated vertices and those on a
    /// straight side are left out.
    pub fn new(vertices: &[DVec2], radius: f64) -> Result<Self, GeometryError> {
        const SHAPE: &str = "polygon";
        let count = vertices.len();
        if !(2..=MOST_VERTICES).contains(&count) {
            return Err(GeometryError::Vertices {
                shape: SHAPE,
                count,
                must: "2 to 32768",
            });
        }
        not_negative(SHAPE, "radius", radius)?;
        if let Some(bad) = vertices.iter().find(|v| !v.is_finite()) {
            let value = if bad.x.is_finite() { bad.y } else { bad.x };
            return Err(GeometryError::Value {
                shape: SHAPE,
                what: "a vertex",
                value,
                must: "finite numbers",
            });
        }
        if count == 2 {
            return Self::segment(vertices[0], vertices[1], radius);
        }
        let corners = corners(vertices)?;
        if corners.len() < 3 {
            let remedy = "give vertices that do not lie on one line, or only the two ends of the segment";
            return Err(GeometryError::NoArea { shape: SHAPE, remedy });
        }
        Ok(Self::of(corners, radius))
    }

    /// A box around the origin, with sides along the axes.
    pub fn rectangle(width: f64, height: f64) -> Result<Self, GeometryError> {
        positive("rectangle", "width", width)?;
        positive("rectangle", "height", height)?;
        let (x, y) = (0.5 * width, 0.5 * height);
        let corners = vec![
            DVec2::new(-x, -y),
            DVec2::new(x, -y),
            DVec2::new(x, y),
            DVec2::new(-x, y),
        ];
        Ok(Self::of(corners, 0.0))
    }

    /// A segment, or the capsule around it; it is met from both sides.
    pub fn segment(a: DVec2, b: DVec2, radius: f64) -> Result<Self, GeometryError> {
        positive("segment", "length", (b - a).length())?;
        not_negative("segment", "radius", radius)?;
        Ok(Self::of(vec![a, b], radius))
    }

    /// A polygon of `n` equal sides around the origin, its first corner at (`radius`, 0).
    pub fn regular(n: usize, radius: f64) -> Result<Self, GeometryError> {
        if !(3..=MOST_VERTICES).contains(&n) {
            return Err(GeometryError::Vertices {
                shape: "regular polygon",
                count: n,
                must: "3 to 32768",
            });
        }
        positive("regular polygon", "radius", radius)?;
        let corner = |k: usize| radius * DVec2::from_angle(std::f64::consts::TAU * k as f64 / n as f64);
        Ok(Self::of((0..n).map(corner).collect(), 0.0))
    }

    /// Unit outward normal of the side from vertex `side` to the next.
    pub(crate) fn normal(&self, side: usize) -> DVec2 {
        self.normals[side]
    }

    /// The least distance of a side from the mean of the vertices, in m; 0 for segments.
    pub(crate) fn depth(&self) -> f64 {
        if self.vertices.len() < 3 {
            return 0.0;
        }
        let mean = self.vertices.iter().sum::<DVec2>() / self.vertices.len() as f64;
        let sides = self.vertices.iter().zip(&self.normals);
        let far = sides.map(|(corner, normal)| normal.dot(*corner - mean));
        far.fold(f64::INFINITY, f64::min)
    }

    fn of(vertices: Vec<DVec2>, radius: f64) -> Self {
        let normal = |k: usize| {
            let along = vertices[(k + 1) % vertices.len()] - vertices[k];
            -along.perp() / along.length()
        };
        let normals = (0..vertices.len()).map(normal).collect();
        Polygon {
            vertices,
            radius,
            normals,
        }
    }
}

/// Counter-clockwise, beginning with the first that stays; refuses those that bend inwards.
fn corners(vertices: &[DVec2]) -> Result<Vec<DVec2>, GeometryError> {
    // About a point inside: the order of the angles is that of the corners of any convex polygon.
    let first = vertices[0];
    let inside = vertices.iter().map(|v| *v - first).sum::<DVec2>() / vertices.len() as f64;
    let mut order: Vec<_> = (0..vertices.len())
        .map(|k| (vertices[k] - first - inside, k))
        .collect();
    let angle = |v: DVec2| v.y.atan2(v.x);
    order.sort_by(|a, b| {
        angle(a.0)
            .total_cmp(&angle(b.0))
            .then(a.0.length().total_cmp(&b.0.length()))
    });
    let size = order.iter().map(|(v, _)| v.length()).fold(0.0, f64::max);
    order.dedup_by(|a, b| (a.0 - b.0).length() <= STRAIGHT * size);
    let mut k = 0;
    let mut unchanged = 0;
    while order.len() > 2 && unchanged < order.len() {
        let n = order.len();
        let (before, here, after) = (order[(k + n - 1) % n].0, order[k % n], order[(k + 1) % n].0);
        let (coming, going) = (here.0 - before, after - here.0);
        let turn = coming.perp_dot(going);
        let straight = STRAIGHT * coming.length() * going.length();
        if turn > straight {
            k = (k + 1) % n;
            unchanged += 1;
        } else if turn >= -straight || !(going.length() > STRAIGHT * size) {
            order.remove(k % n);
            k = (k + order.len() - 1) % order.len();
            unchanged = 0;
        } else {
            return Err(GeometryError::NotConvex {
                shape: "polygon",
                vertex: here.1,
            });
        }
    }
    let begin = (0..order.len()).min_by_key(|&k| order[k].1).unwrap_or(0);
    order.rotate_left(begin);
    Ok(order.into_iter().map(|(_, k)| vertices[k]).collect())
}
