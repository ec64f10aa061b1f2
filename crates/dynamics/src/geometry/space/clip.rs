//! The overlap of two faces (Sutherland, Hodgman 1974): the incident face cut by the side planes of the reference face.
//!
//! A corner keeps its name from step to step: the vertex of the incident polytope, or the edge and the side that cross
//! there. Corners within 0.01 `tiny` of a side lie inside (faces with common edges give their own vertices), corners within
//! `tiny` of each other are one.

use super::DVec3;
use super::poly::Poly;
use super::small::Small;

/// A corner of the overlap.
#[derive(Clone, Copy, Default)]
pub(super) struct Corner {
    pub(super) at: DVec3,
    /// Over the reference face.
    pub(super) height: f64,
    /// In 22 bits.
    pub(super) feature: u32,
    /// Name of the line from here to the next corner: an incident edge, or a side (with `SIDE`).
    line: u32,
}

/// Marks a line that is a side of the reference face.
const SIDE: u32 = 0x200;

/// Corners of a polygon: on the stack unless there are many.
pub(super) type Corners = Small<Corner, 16>;

/// The corners of the overlap of the reference face with the incident face (or with all vertices, of a segment).
pub(super) fn faces(
    (reference, face): (&Poly, usize),
    (incident, other): (&Poly, Option<usize>),
    tiny: f64,
) -> Corners {
    let normal = reference.normals[face];
    let rim = reference.face(face);
    let (mut first, mut second) = (Corners::new(), Corners::new());
    let vertex = |index: u32| Corner {
        at: incident.vertex(index),
        height: 0.0,
        feature: index & 0x7ff,
        line: index & 0x1ff,
    };
    match other {
        Some(f) => first.extend(incident.face(f).iter().map(|&i| vertex(i))),
        None => (0..)
            .take(incident.vertices.len())
            .for_each(|i| first.push(vertex(i))),
    }
    let (mut from, mut to) = (&mut first, &mut second);
    let mut in_first = true;
    let mut start = reference.vertex(rim[rim.len() - 1]);
    for (side, &corner) in (0..).zip(rim) {
        let end = reference.vertex(corner);
        let outward = (end - start).cross(normal).normalize_or_zero();
        if outward != DVec3::ZERO && cut(from.items(), (start, outward), side, 1e-2 * tiny, to) {
            std::mem::swap(&mut from, &mut to);
            in_first = !in_first;
        }
        start = end;
    }
    let origin = reference.vertex(rim[0]);
    to.clear();
    for corner in from.items() {
        let height = normal.dot(corner.at - origin);
        if to
            .items()
            .iter()
            .all(|kept| (kept.at - corner.at).length_squared() > tiny * tiny)
        {
            to.push(Corner { height, ..*corner });
        }
    }
    if in_first { second } else { first }
}

/// Cuts a polygon by one side; whether anything lay outside (if not, `out` is not to be used).
fn cut(
    polygon: &[Corner],
    (start, outward): (DVec3, DVec3),
    side: u32,
    tiny: f64,
    out: &mut Corners,
) -> bool {
    let beyond = |corner: &Corner| outward.dot(corner.at - start);
    if polygon.iter().all(|corner| beyond(corner) <= tiny) {
        return false;
    }
    out.clear();
    for (k, corner) in polygon.iter().enumerate() {
        let next = &polygon[if k + 1 == polygon.len() { 0 } else { k + 1 }];
        let (here, there) = (beyond(corner), beyond(next));
        let inside = here <= tiny;
        if inside {
            out.push(*corner);
        }
        if inside != (there <= tiny) {
            // From inside to outside the rest runs along the side; the name does not depend on the direction.
            let crossing = Corner {
                at: corner.at + (next.at - corner.at) * (here / (here - there)).clamp(0.0, 1.0),
                height: 0.0,
                feature: 0x20_0000 | corner.line << 10 | SIDE | side & 0x1ff,
                line: if inside { SIDE | side & 0x1ff } else { corner.line },
            };
            out.push(crossing);
        }
    }
    true
}
