//! Where bodies of one shape are, found once for all pairs that a look holds against each other.
//!
//! ```text
//! half-space, a box [m − e, m + e] of the world:     n·(m − o) − |n|·e > margin      nothing of it is nearer
//! ```
//! Bodies of more shapes have no frame here: their shapes are placed pair by pair.

use crate::geometry::{Block, Bounds, DVec3, Placed, Point, Pose, Shape, blocks, manifold};

/// Share of the lengths in play by which rounding may put a point nearer to a surface than its box is.
const ROUNDED: f64 = 1e-6;

/// The frames of all bodies.
pub(super) struct Frames {
    list: Vec<Frame>,
}

/// The one shape of a body.
#[derive(Clone)]
struct Frame {
    kind: Kind,
    pose: Pose,
    /// Of a box where it is; of a half-space the last axis of it.
    block: Block,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    HalfSpace,
    Box,
    /// Another shape.
    Other,
    /// Several shapes, or none.
    Several,
}

impl Frames {
    /// For bodies that have not been placed yet.
    pub(super) fn new(shapes: &[Vec<Placed>]) -> Self {
        let frame = |shapes: &Vec<Placed>| {
            let pose = Pose::default();
            let (kind, half) = match shapes.as_slice() {
                [one] => match one.shape {
                    Shape::HalfSpace => (Kind::HalfSpace, DVec3::ZERO),
                    Shape::Box { half } => (Kind::Box, half),
                    _ => (Kind::Other, DVec3::ZERO),
                },
                _ => (Kind::Several, DVec3::ZERO),
            };
            let block = Block::new(half, &pose);
            Frame { kind, pose, block }
        };
        Frames {
            list: shapes.iter().map(frame).collect(),
        }
    }

    /// Places the one shape of a body whose centre of mass is at a pose, and returns the box around it.
    pub(super) fn place(&mut self, body: usize, placed: &Placed, pose: &Pose) -> Bounds {
        let Frame {
            kind,
            pose: own,
            block,
        } = &mut self.list[body];
        *own = pose.then(&placed.pose);
        if *kind == Kind::Box {
            *block = Block::new(block.half, own);
            return Bounds::of_box(block.half, block.position, &block.axes);
        }
        if *kind == Kind::HalfSpace {
            block.axes.z_axis = own.rotation * DVec3::Z;
        }
        placed.shape.bounds(own)
    }

    /// Whether a body is a half-space, and a box of the world lies above its surface by more than a margin.
    #[inline]
    pub(super) fn above(&self, body: usize, bounds: &Bounds, margin: f64) -> bool {
        let frame = &self.list[body];
        if frame.kind != Kind::HalfSpace {
            return false;
        }
        let (normal, extent) = (frame.block.axes.z_axis, 0.5 * (bounds.max - bounds.min));
        let height = normal.dot(bounds.min + extent - frame.pose.position);
        let reach = normal.abs().dot(extent);
        // Not so for NaN, nor for what has no end.
        height - reach > margin + ROUNDED * (height + reach)
    }

    /// Replaces `points` by the contact points of two bodies of one shape each; `false`, and nothing done, of
    /// others.
    #[inline]
    pub(super) fn manifold(
        &self,
        [a, b]: [usize; 2],
        shapes: &[Vec<Placed>],
        margin: f64,
        points: &mut Vec<Point>,
    ) -> bool {
        let (first, second) = (&self.list[a], &self.list[b]);
        // A zero of the second without its sign, as after a shift by nothing.
        let position = second.pose.position + DVec3::ZERO;
        if first.kind == Kind::Box && second.kind == Kind::Box {
            let between = position - first.block.position;
            points.clear();
            blocks((&first.block, &second.block), between, margin, points);
            return true;
        }
        let ([one], [other]) = (shapes[a].as_slice(), shapes[b].as_slice()) else {
            return false;
        };
        let pose = Pose {
            position,
            ..second.pose
        };
        points.clear();
        manifold((&one.shape, &first.pose), (&other.shape, &pose), margin, points);
        true
    }
}
