//! The overlap of two faces (Sutherland, Hodgman 1974): the incident face cut by the side planes of the
//! reference face.
//!
//! A corner keeps its name from step to step: the vertex of the incident polytope, or the edge and the side
//! that cross there. Corners within 0.01 `tiny` of a side lie inside (faces with common edges give their own
//! vertices).
//!
//! Edges that lie flush cross where rounding says: at an end, or anywhere between. Within 100 `tiny`
//! therefore a crossing has the name of the corner that it is at, two corners are one, and a corner on the
//! line of its neighbours is none. Heights are linear on the overlap: a point between two corners tells
//! nothing that they do not.

use super::DVec3;
use crate::geometry::space::polytope::Poly;
use crate::geometry::space::stack_list::Small;

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

/// Marks the name of a crossing, and that of a corner of the reference face.
const CROSSING: u32 = 0x20_0000;
const AT_RIM: u32 = 0x10_0000;

/// What counts as one place, in `tiny`.
const FLUSH: f64 = 100.0;

/// Corners of a polygon: on the stack unless there are many.
pub(super) type Corners = Small<Corner, 16>;

/// The corners of the overlap of the reference face with the incident face (or with all vertices, of a
/// segment), into `first`.
pub(super) fn faces(
    (reference, face): (&Poly, usize),
    (incident, other): (&Poly, Option<usize>),
    tiny: f64,
    first: &mut Corners,
) {
    let normal = reference.normals[face];
    let rim = reference.face(face);
    let mut second = Corners::new();
    first.clear();
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
    let (mut from, mut to) = (&mut *first, &mut second);
    let mut in_first = true;
    let mut start = reference.vertex(rim[rim.len() - 1]);
    for (side, &corner) in (0..).zip(rim) {
        let end = reference.vertex(corner);
        let outward = (end - start).cross(normal).normalize_or_zero();
        if outward != DVec3::ZERO && cut(from.items(), (start, outward), side, tiny, to) {
            std::mem::swap(&mut from, &mut to);
            in_first = !in_first;
        }
        start = end;
    }
    let origin = reference.vertex(rim[0]);
    let near = FLUSH * tiny;
    to.clear();
    for &(mut corner) in from.items() {
        corner.height = normal.dot(corner.at - origin);
        let at_rim = |k: &u32| (reference.vertex(*k) - corner.at).length_squared() <= near * near;
        if corner.feature & CROSSING != 0
            && let Some(k) = rim.iter().position(at_rim)
        {
            corner.feature = AT_RIM | u32::try_from(k).unwrap_or(u32::MAX) & 0x7ff;
        }
        // Names fall together only near each other.
        let apart = |kept: &Corner| {
            kept.feature != corner.feature && (kept.at - corner.at).length_squared() > near * near
        };
        if to.items().iter().all(apart) {
            to.push(corner);
        }
    }
    straighten(to.items(), near, from);
    if !in_first {
        first.clear();
        first.extend(second.items().iter().copied());
    }
}

/// Keeps the corners that are not between their neighbours.
fn straighten(polygon: &[Corner], near: f64, out: &mut Corners) {
    out.clear();
    for (k, corner) in polygon.iter().enumerate() {
        let next = polygon[if k + 1 == polygon.len() { 0 } else { k + 1 }].at;
        let before = match out.items().last() {
            Some(kept) => kept.at,
            None => polygon[polygon.len() - 1].at,
        };
        let (way, back) = (next - before, corner.at - before);
        // Most corners are far from the line: no length is needed to see that.
        if back.cross(way).length_squared() > 4.0 * near * near * way.length_squared() {
            out.push(*corner);
            continue;
        }
        let length = way.length();
        let along = back.dot(way) / length;
        let between = along > near && along < length - near;
        if !(between && (back - way * (along / length)).length_squared() <= near * near) {
            out.push(*corner);
        }
    }
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
    let within = |height: f64| height <= 1e-2 * tiny;
    if polygon.iter().all(|corner| within(beyond(corner))) {
        return false;
    }
    out.clear();
    let mut there = polygon.first().map_or(0.0, beyond);
    for (k, corner) in polygon.iter().enumerate() {
        let next = &polygon[if k + 1 == polygon.len() { 0 } else { k + 1 }];
        let here = there;
        there = beyond(next);
        let inside = within(here);
        if inside {
            out.push(*corner);
        }
        if inside != within(there) {
            let at = corner.at + (next.at - corner.at) * (here / (here - there)).clamp(0.0, 1.0);
            let (kept, cut_off) = if inside { (corner, next) } else { (next, corner) };
            let flush = |with: &&&Corner| (at - with.at).length_squared() <= (FLUSH * tiny).powi(2);
            // From inside to outside the rest runs along the side; the name does not depend on the direction.
            let name = CROSSING | corner.line << 10 | SIDE | side & 0x1ff;
            let crossing = Corner {
                at,
                height: 0.0,
                feature: [cut_off, kept]
                    .iter()
                    .find(flush)
                    .map_or(name, |with| with.feature),
                line: if inside { SIDE | side & 0x1ff } else { corner.line },
            };
            out.push(crossing);
        }
    }
    true
}
