//! Shapes in space and their contacts.
//!
//! ```text
//! gap = max over unit n of  min{n·b : b ∈ B} − max{n·a : a ∈ A}  apart (any n bounds it from below)
//! gap = the same, over the normals of faces of A ⊖ B          in overlap (least translation that parts them)
//! ```
//! Every pair works in axes of the world moved to the origin of A, so that far from the world's origin
//! nothing is lost. Faces meeting faces give the corners of their overlap; everything else gives the one pair
//! of closest points (two for parallel edges). Sources: Gottschalk, Lin, Manocha (1996) for the axes of
//! boxes; Gregorius (2013) for the arcs of the Gauss map; Sutherland, Hodgman (1974) for clipping; Eberly,
//! "Distance from a point to an ellipsoid" (2013). Limits: a surface of triangles meets spheres, capsules,
//! boxes and hulls only (see [`supported`]); half-spaces and surfaces never meet each other.

mod boxes;
mod clip;
mod convex_normal;
mod crossing_edges;
mod curved;
mod half_space;
mod hull;
mod mesh;
mod point_distance;
mod polytope;
mod polytope_pair;
mod spheres_and_capsules;
mod stack_list;
mod support;
mod surface;
mod triangle_tree;

pub use super::GeometryError;
pub(crate) use boxes::Block;
pub(crate) use half_space::drift;
pub use hull::{Edge, Hull};
pub use mesh::Mesh;

use super::{DVec3, Point, Pose, Shape};

/// A shape at its pose.
type At<'a> = (&'a Shape, &'a Pose);

/// Whether the contacts of these two shapes of space can be found, in this order or the other.
pub fn supported(a: &Shape, b: &Shape) -> bool {
    use Shape::{Box, Capsule, Hull, Sphere};
    let planar = |s: &Shape| matches!(s, Shape::HalfPlane | Shape::Disc { .. } | Shape::Polygon(_));
    if planar(a) || planar(b) {
        return planar(a) && planar(b) && !(a.is_boundary() && b.is_boundary());
    }
    let exact = |s: &Shape| matches!(s, Capsule { .. } | Box { .. } | Hull(_));
    let sphere = |s: &Shape| matches!(s, Sphere { .. });
    match (a.is_boundary(), b.is_boundary()) {
        (true, true) => false,
        (false, false) => true,
        (fixed, _) => {
            let (fixed, free) = if fixed { (a, b) } else { (b, a) };
            matches!(fixed, Shape::HalfSpace) || sphere(free) || exact(free)
        }
    }
}

/// Where contacts go: points relative to the origin of A.
struct Sink<'a> {
    origin: DVec3,
    margin: f64,
    out: &'a mut Vec<Point>,
}

impl Sink<'_> {
    /// Keeps a contact within the margin; one that is not a number never is.
    #[inline]
    fn push(&mut self, feature: u32, gap: f64, normal: DVec3, on_a: DVec3) {
        if gap <= self.margin && gap.is_finite() && on_a.is_finite() {
            self.out.push(Point {
                feature,
                gap,
                normal,
                on_a: self.origin + on_a,
            });
        }
    }
}

/// See [`super::manifold()`].
pub(crate) fn manifold(a: At, b: At, margin: f64, out: &mut Vec<Point>) {
    if rank(a.0) <= rank(b.0) {
        return ordered(a, b, margin, out);
    }
    let first = out.len();
    ordered(b, a, margin, out);
    super::manifold::swap(&mut out[first..]);
}

/// The same of two boxes whose axes are known, and the way from one to the other.
pub(crate) fn blocks(pair: (&Block, &Block), between: DVec3, margin: f64, out: &mut Vec<Point>) {
    let (origin, first) = (pair.0.position, out.len());
    boxes::contacts(pair, between, &mut Sink { origin, margin, out });
    out[first..].sort_unstable_by_key(|point| point.feature);
}

/// The order in which the routines expect their shapes.
fn rank(shape: &Shape) -> u8 {
    match shape {
        Shape::HalfSpace | Shape::Mesh(_) => 0,
        Shape::Sphere { .. } => 1,
        Shape::Box { .. } => 2,
        Shape::Hull(_) => 3,
        Shape::Capsule { .. } => 4,
        Shape::Cylinder { .. } => 5,
        Shape::Cone { .. } => 6,
        Shape::Ellipsoid { .. } => 7,
        _ => 8,
    }
}

fn ordered(a: At, b: At, margin: f64, out: &mut Vec<Point>) {
    if let Shape::Mesh(mesh) = a.0 {
        return surface::contacts((mesh, a.1), b, margin, out);
    }
    let mut sink = Sink {
        origin: a.1.position,
        margin,
        out,
    };
    match (a.0, b.0) {
        (Shape::HalfSpace, _) => half_space::contacts(a.1, b, &mut sink),
        (Shape::Sphere { radius }, _) => spheres_and_capsules::sphere(*radius, a.1, b, &mut sink),
        (Shape::Capsule { .. }, Shape::Capsule { .. }) => spheres_and_capsules::capsules(a, b, &mut sink),
        (Shape::Box { half: ha }, Shape::Box { half: hb }) => {
            let pair = (&Block::new(*ha, a.1), &Block::new(*hb, b.1));
            boxes::contacts(pair, b.1.position - a.1.position, &mut sink);
        }
        (Shape::Box { .. } | Shape::Hull(_), Shape::Box { .. } | Shape::Hull(_) | Shape::Capsule { .. }) => {
            polytope_pair::contacts(a, b, &mut sink);
        }
        _ => curved::contacts(a, b, &mut sink),
    }
}
