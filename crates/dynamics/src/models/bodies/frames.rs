//! Where bodies of one shape are, found once for all pairs that a look holds against each other.
//!
//! ```text
//! half-space, a box [m − e, m + e] of the world:     n·(m − o) − |n|·e > margin      nothing of it is nearer
//! ```
//! Bodies of more shapes have no frame here: their shapes are placed pair by pair.

use crate::geometry::{Block, Bounds, DMat3, DVec3, Placed, Point, Pose, Shape, blocks, manifold};

/// Share of the lengths in play by which rounding may put a point nearer to a surface than its box is.
const ROUNDED: f64 = 1e-6;

/// The frames of all bodies.
pub(super) struct Frames {
    list: Vec<Frame>,
}

/// The one shape of a body.
#[derive(Clone)]
struct Frame {
    pose: Pose,
    /// The directions of its axes, of a box; the last one of a half-space.
    axes: DMat3,
    is_half_space: bool,
}

impl Frames {
    /// For bodies that have not been placed yet.
    pub(super) fn new(shapes: &[Vec<Placed>]) -> Self {
        let frame = |shapes: &Vec<Placed>| Frame {
            pose: Pose::default(),
            axes: DMat3::IDENTITY,
            is_half_space: matches!(shapes.as_slice(), [one] if matches!(one.shape, Shape::HalfSpace)),
        };
        Frames {
            list: shapes.iter().map(frame).collect(),
        }
    }

    /// Places the one shape of a body whose centre of mass is at a pose, and returns the box around it.
    pub(super) fn place(&mut self, body: usize, placed: &Placed, pose: &Pose) -> Bounds {
        let frame = &mut self.list[body];
        frame.pose = pose.then(&placed.pose);
        match &placed.shape {
            Shape::Box { half } => {
                frame.axes = DMat3::from_quat(frame.pose.rotation);
                Bounds::of_box(*half, frame.pose.position, &frame.axes)
            }
            shape => {
                if frame.is_half_space {
                    frame.axes.z_axis = frame.pose.rotation * DVec3::Z;
                }
                shape.bounds(&frame.pose)
            }
        }
    }

    /// Whether a body is a half-space, and a box of the world lies above its surface by more than a margin.
    #[inline]
    pub(super) fn above(&self, body: usize, bounds: &Bounds, margin: f64) -> bool {
        let frame = &self.list[body];
        if !frame.is_half_space {
            return false;
        }
        let (normal, extent) = (frame.axes.z_axis, 0.5 * (bounds.max - bounds.min));
        let height = normal.dot(bounds.min + extent - frame.pose.position);
        let reach = normal.abs().dot(extent);
        // Not so for NaN, nor for what has no end.
        height - reach > margin + ROUNDED * (height + reach)
    }

    /// The contact points of two bodies of one shape each.
    #[inline]
    pub(super) fn manifold(
        &self,
        ([a, b], shapes): ([usize; 2], [&Shape; 2]),
        margin: f64,
        points: &mut Vec<Point>,
    ) {
        let (first, second) = (&self.list[a], &self.list[b]);
        // A zero of the second without its sign, as after a shift by nothing.
        let position = second.pose.position + DVec3::ZERO;
        if let [Shape::Box { half }, Shape::Box { half: other }] = shapes {
            let block = |frame: &Frame, half: &DVec3, position: DVec3| Block {
                half: *half,
                axes: frame.axes,
                position,
            };
            let pair = [
                block(first, half, first.pose.position),
                block(second, other, position),
            ];
            return blocks(&pair[0], &pair[1], margin, points);
        }
        let pose = Pose {
            position,
            ..second.pose
        };
        manifold((shapes[0], &first.pose), (shapes[1], &pose), margin, points);
    }
}
