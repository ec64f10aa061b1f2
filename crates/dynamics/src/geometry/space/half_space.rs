//! A half-space (as A) against everything convex: heights over its surface.
//!
//! ```text
//! gap(p) = n·(p − o)      n the outward normal, o a point of the surface
//! ```
//! Polytopes give every vertex within the margin, rounds give their lowest points: the rim of a cylinder or a
//! cone its lowest point and the three a quarter turn on, so that it can stand as well as lean. Every point
//! is one of the surface, with its own height. While the body turns, the lowest point of a rim or an
//! ellipsoid moves through it ([`drift`]).

use super::{At, DVec3, Pose, Shape, Sink};

/// Below this sine of its tilt the rim of a cylinder is sampled in directions of the body: there is no lowest
/// one.
const FLAT: f64 = 1e-10;

/// Heights of points of B, in axes of B.
struct Heights<'a> {
    normal: DVec3,
    /// The normal in axes of B.
    local: DVec3,
    /// Height of the origin of B.
    base: f64,
    pose: &'a Pose,
}

impl Heights<'_> {
    fn push(&self, sink: &mut Sink, feature: u32, point: DVec3, radius: f64) {
        let height = self.base + self.local.dot(point);
        if !(height - radius <= sink.margin) {
            return;
        }
        let on_plane = self.pose.position - sink.origin + self.pose.rotation * point - self.normal * height;
        sink.push(feature, height - radius, self.normal, on_plane);
    }

    /// Four points of the circle of this radius at this height on the axis, from the lowest on.
    fn rim(&self, sink: &mut Sink, feature: u32, z: f64, radius: f64) {
        let (x, y) = (self.local.x, self.local.y);
        let tilt = x.hypot(y);
        let down = if tilt > FLAT {
            DVec3::new(-x / tilt, -y / tilt, 0.0)
        } else {
            DVec3::X
        };
        let along = DVec3::new(-down.y, down.x, 0.0);
        for (k, direction) in (0..).zip([down, along, -down, -along]) {
            self.push(sink, feature + k, direction * radius + DVec3::Z * z, 0.0);
        }
    }
}

/// Contacts of the half-space at `pose` with B.
pub(super) fn contacts(pose: &Pose, b: At, sink: &mut Sink) {
    let normal = pose.rotation * DVec3::Z;
    let heights = Heights {
        normal,
        local: b.1.rotation.inverse() * normal,
        base: (b.1.position - pose.position).dot(normal),
        pose: b.1,
    };
    match b.0 {
        Shape::Sphere { radius } => heights.push(sink, 0, DVec3::ZERO, *radius),
        Shape::Capsule { half_length, radius } => {
            heights.push(sink, 0, DVec3::Z * -*half_length, *radius);
            if *half_length > 0.0 {
                heights.push(sink, 1, DVec3::Z * *half_length, *radius);
            }
        }
        Shape::Box { half } => {
            for vertex in 0..8u32 {
                let sign = |bit: u32| if vertex & bit == 0 { -1.0 } else { 1.0 };
                // A box without thickness has its corners once.
                let twin = (0..3).any(|axis| half[axis] == 0.0 && vertex >> axis & 1 == 1);
                if !twin {
                    heights.push(sink, vertex, *half * DVec3::new(sign(1), sign(2), sign(4)), 0.0);
                }
            }
        }
        Shape::Hull(hull) => {
            for (feature, &vertex) in (0..).zip(&hull.vertices) {
                heights.push(sink, feature, vertex, 0.0);
            }
        }
        Shape::Cylinder { half_length, radius } => {
            heights.rim(sink, 0, -half_length, *radius);
            heights.rim(sink, 4, *half_length, *radius);
        }
        Shape::Cone { half_height, radius } => {
            heights.rim(sink, 0, -half_height, *radius);
            heights.push(sink, 4, DVec3::Z * *half_height, 0.0);
        }
        Shape::Ellipsoid { semi_axes } => {
            let scaled = *semi_axes * heights.local;
            let reach = scaled.length();
            let lowest = if reach > 0.0 {
                -*semi_axes * scaled / reach
            } else {
                DVec3::ZERO
            };
            heights.push(sink, 0, lowest, 0.0);
        }
        _ => {}
    }
}

/// How a contact point moves through a body whose local normal `normal` changes by `rate`, in local axes, and
/// the radius about it that the half-space meets along its normal. Nothing for shapes whose points are found
/// otherwise.
pub(crate) fn drift(shape: &Shape, feature: u32, normal: DVec3, rate: DVec3) -> Option<(DVec3, f64)> {
    let fixed = DVec3::ZERO;
    match shape {
        Shape::Sphere { radius } | Shape::Capsule { radius, .. } => Some((fixed, *radius)),
        Shape::Cylinder { radius, .. } => Some((rim_drift(feature & 3, *radius, normal, rate), 0.0)),
        Shape::Cone { radius, .. } if feature < 4 => Some((rim_drift(feature, *radius, normal, rate), 0.0)),
        Shape::Box { .. } | Shape::Hull(_) | Shape::Cone { .. } => Some((fixed, 0.0)),
        Shape::Ellipsoid { semi_axes } => {
            let (scaled, change) = (*semi_axes * normal, *semi_axes * rate);
            let reach = scaled.length();
            let along = change - scaled * (scaled.dot(change) / (reach * reach));
            (reach > 0.0).then(|| (-*semi_axes * along / reach, 0.0))
        }
        _ => None,
    }
}

/// The same for the points of a rim: all four turn with the lowest one.
fn rim_drift(quarter: u32, radius: f64, normal: DVec3, rate: DVec3) -> DVec3 {
    let (low, change) = (-normal.truncate(), -rate.truncate());
    let tilt = low.length();
    if !(tilt > FLAT) {
        return DVec3::ZERO;
    }
    let down = low / tilt;
    let turn = (change - down * down.dot(change)) * (radius / tilt);
    let quarter_on = |d: DVec3| DVec3::new(-d.y, d.x, 0.0);
    (0..quarter).fold(turn.extend(0.0), |turn, _| quarter_on(turn))
}
