//! Two edges that cross inside each other: all corners of their faces that overlap, not the crossing alone.
//!
//! ```text
//! n = edge × edge,    gap of a corner = height over the reference face / (n · its normal)   measured along n
//! ```
//! Of two polytopes in overlap whose faces are almost parallel, the least translation is often along a
//! crossing of edges. A contact there alone stops the crossing; the faces turn about it, the next step finds
//! the crossing at another corner, and the bodies walk into each other from corner to corner. So every corner
//! of the two faces at these edges that is overlapped along n is a contact as well. The crossing is the
//! deepest of them: just touching, it is the only one, and nothing here changes a gap of zero or more. Of the
//! faces at an edge, only the one that looks most along n is taken.

use super::{DVec3, Sink, clip};
use crate::geometry::space::polytope::Poly;
use crate::geometry::space::polytope_pair::{Axis, Best, Pair};

/// Cosine of the angle up to which a face faces along the axis; a box has one within 45° of any axis of its
/// edges.
const FACING: f64 = 0.5;

impl Pair<'_> {
    /// The corners that overlap along the axis of two edges, the crossing (`on_a`, `on_b`) among them;
    /// `false`, and nothing done, where there is at most the crossing.
    pub(super) fn deep_contact(&self, best: Best, (on_a, on_b): (DVec3, DVec3), sink: &mut Sink) -> bool {
        let Axis::Edges(i, j) = best.axis else {
            return false;
        };
        if !(best.gap < -self.tiny) || self.radius > 0.0 {
            return false;
        }
        let (Some(of_a), Some(of_b)) = (facing(self.a, i, best.normal), facing(self.b, j, -best.normal))
        else {
            return false;
        };
        let flip = of_b.1 > of_a.1;
        let mut corners = clip::Corners::new();
        let (first, second) = ((self.a, of_a.0), (self.b, of_b.0));
        let (reference, incident) = if flip { (second, first) } else { (first, second) };
        clip::faces(reference, (incident.0, Some(incident.1)), self.tiny, &mut corners);
        let (face, cosine, crossing) = if flip {
            (of_b.0, of_b.1, on_a)
        } else {
            (of_a.0, of_a.1, on_b)
        };
        let far = |corner: &clip::Corner| (corner.at - crossing).length_squared();
        let nearest = (0..corners.items().len())
            .min_by(|&x, &y| far(&corners.items()[x]).total_cmp(&far(&corners.items()[y])));
        let overlaps = |k: usize| corners.items()[k].height < 0.0;
        if !(0..corners.items().len()).any(|k| Some(k) != nearest && overlaps(k)) {
            return false;
        }
        let base = Self::face_name(face, flip);
        for (k, corner) in corners.items().iter().enumerate() {
            let name = base | corner.feature;
            if Some(k) == nearest {
                sink.push(name, best.gap, best.normal, on_a);
            } else if overlaps(k) {
                let gap = (corner.height / cosine).max(best.gap);
                let below = if flip { 0.0 } else { gap };
                sink.push(name, gap, best.normal, corner.at - best.normal * below);
            }
        }
        true
    }
}

/// The face at an edge that looks most along n, and the cosine between them.
fn facing(poly: &Poly, edge: usize, n: DVec3) -> Option<(usize, f64)> {
    // A plate has two faces and no inside.
    if poly.normals.len() < 4 {
        return None;
    }
    let [first, second] = poly.edges[edge].faces.map(|f| f as usize);
    let along = |f: usize| poly.normals[f].dot(n);
    let face = if along(first) >= along(second) {
        first
    } else {
        second
    };
    (along(face) > FACING).then_some((face, along(face)))
}
