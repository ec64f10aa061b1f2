//! Values and rates of what a joint measures between two bodies.
//!
//! ```text
//! a, b the two bodies;  p = x + r the joint's point on each;  d = p_b − p_a
//! along e fixed in the world   c = e·d         ċ = e·(v_b + ω_b × r_b − v_a − ω_a × r_a)
//! along t fixed in a           c = t·d         ċ = t·(v_b + ω_b × r_b − v_a − ω_a × (r_a + d))
//! axes                     c = t·n_b       ċ = (n_b × t)·(ω_b − ω_a)                     t ⟂ n_a, fixed in a
//! rotation                     c = 2 s ε       ċ = s (η Ω + Ω × ε)                       Ω = R_aᵀ(ω_b − ω_a)
//! angle about n                θ = 2 atan2(ε·n, η)    θ̇ = Ω·(η (η n + ε × n) + (ε·n) ε) / (η² + (ε·n)²)
//! distance                     c = ‖d‖ − l     ċ = d/‖d‖ · ḋ
//! ```
//! (η, ε) is the unit quaternion of the rotation that b made in the axes of a since the initial poses, s = ±1
//! makes s η ≥ 0. The rotation has no zero but the initial one; the axes have a second one when n_b points
//! backwards. All rates are exact away from the constraint too: a projection that uses them converges
//! quadratically. Source: Anitescu, Potra, Stewart (1999) §2.5 for the role of c; the rates follow from q̇ =
//! ½ ω q.

use super::super::description::Dimension;
use super::super::placement::{Part, Placement};
use crate::geometry::{DQuat, DVec3};

/// Something measured between bodies: its value, and its rate as a sum over both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Row {
    /// The value.
    pub(crate) value: f64,
    /// What multiplies the velocities of the first body and of the second.
    pub(crate) parts: [Part; 2],
}

impl Row {
    /// self + factor · other, of the same two bodies.
    fn plus(mut self, factor: f64, other: &Row) -> Row {
        self.value += factor * other.value;
        for (part, more) in self.parts.iter_mut().zip(&other.parts) {
            part.linear += factor * more.linear;
            part.angular += factor * more.angular;
        }
        self
    }
}

/// A joint's point and axes, in the axes of each of its two bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Frame {
    /// The two bodies.
    pub(crate) bodies: [usize; 2],
    /// Its point on each, from the centre of mass, in m.
    pub(crate) arm: [DVec3; 2],
    /// Its axis n on each.
    pub(crate) axis: [DVec3; 2],
    /// Two directions across the axis, in the first body, right-handed with it.
    pub(crate) across: [DVec3; 2],
    /// Rotation from the axes of the second to those of the first, at the initial poses.
    pub(crate) relative: DQuat,
}

/// A frame in the world, at some poses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlacedFrame<'a> {
    frame: &'a Frame,
    rotation: [DQuat; 2],
    /// Arms in the world.
    arm: [DVec3; 2],
    /// p_b − p_a.
    separation: DVec3,
}

impl Frame {
    /// A joint at a point with an axis, both in the world.
    pub(crate) fn new(bodies: [usize; 2], points: [DVec3; 2], axis: DVec3, placement: &Placement) -> Frame {
        let poses = bodies.map(|body| placement.poses[body]);
        let back = poses.map(|pose| pose.rotation.inverse());
        // An axis in the plane has the other direction of the plane across it.
        let first = match placement.dimension {
            Dimension::Plane if axis.z == 0.0 => DVec3::Z.cross(axis),
            _ => axis.any_orthonormal_vector(),
        };
        Frame {
            bodies,
            arm: [poses[0].local(points[0]), poses[1].local(points[1])],
            axis: [back[0] * axis, back[1] * axis],
            across: [back[0] * first, back[0] * axis.cross(first)],
            relative: back[0] * poses[1].rotation,
        }
    }

    /// Where it is.
    pub(crate) fn place(&self, placement: &Placement) -> PlacedFrame<'_> {
        let poses = self.bodies.map(|body| &placement.poses[body]);
        let rotation = poses.map(|pose| pose.rotation);
        let arm = [rotation[0] * self.arm[0], rotation[1] * self.arm[1]];
        PlacedFrame {
            frame: self,
            rotation,
            arm,
            separation: poses[1].position + arm[1] - (poses[0].position + arm[0]),
        }
    }
}

impl PlacedFrame<'_> {
    /// Its point on the second body, from the centre of mass, in the world, in m.
    pub(crate) fn second_arm(&self) -> DVec3 {
        self.arm[1]
    }

    /// A row with these factors on the first body and the opposite linear one on the second.
    fn row(&self, value: f64, direction: DVec3, first: DVec3, second: DVec3) -> Row {
        let [a, b] = self.frame.bodies;
        Row {
            value,
            parts: [
                Part {
                    body: a,
                    linear: -direction,
                    angular: first,
                },
                Part {
                    body: b,
                    linear: direction,
                    angular: second,
                },
            ],
        }
    }

    /// A row of the relative angular velocity.
    fn turning(&self, value: f64, direction: DVec3) -> Row {
        self.row(value, DVec3::ZERO, -direction, direction)
    }

    /// e·d for a direction of the world.
    pub(crate) fn along_world(&self, e: DVec3) -> Row {
        self.row(
            e.dot(self.separation),
            e,
            e.cross(self.arm[0]),
            self.arm[1].cross(e),
        )
    }

    /// t·d for a direction of the first body.
    fn along(&self, local: DVec3) -> Row {
        let t = self.rotation[0] * local;
        let reach = self.arm[0] + self.separation;
        self.row(t.dot(self.separation), t, t.cross(reach), self.arm[1].cross(t))
    }

    /// Distance along one of the directions across the axis.
    pub(crate) fn offset(&self, k: usize) -> Row {
        self.along(self.frame.across[k])
    }

    /// Distance along the axis.
    pub(crate) fn slide(&self) -> Row {
        self.along(self.frame.axis[0])
    }

    /// ‖d‖ − length; where ‖d‖ = 0 it has no direction.
    pub(crate) fn distance(&self, length: f64) -> Row {
        let size = self.separation.length();
        let direction = self.separation.try_normalize().unwrap_or(DVec3::ZERO);
        // ‖d‖ changes along d alone: turning d with the first body or not makes no difference.
        Row {
            value: size - length,
            ..self.along_world(direction)
        }
    }

    /// How far the second axis leans along one of the directions across the first.
    pub(crate) fn lean(&self, k: usize) -> Row {
        let t = self.rotation[0] * self.frame.across[k];
        let n = self.rotation[1] * self.frame.axis[1];
        self.turning(t.dot(n), n.cross(t))
    }

    /// (η, ε): the rotation since the initial poses, in the axes of the first body, η ≥ 0.
    fn turned(&self) -> (f64, DVec3) {
        let q = self.rotation[0].inverse() * self.rotation[1] * self.frame.relative.inverse();
        let sign = if q.w < 0.0 { -1.0 } else { 1.0 };
        (sign * q.w, sign * DVec3::new(q.x, q.y, q.z))
    }

    /// Component k of twice the vector part of the rotation since the initial poses.
    pub(crate) fn rotation(&self, k: usize) -> Row {
        let (w, v) = self.turned();
        let e = DVec3::AXES[k];
        self.turning(2.0 * v[k], self.rotation[0] * (w * e + v.cross(e)))
    }

    /// The angle about the axis, in (−π, π].
    pub(crate) fn angle(&self) -> Row {
        let (w, v) = self.turned();
        let n = self.frame.axis[0];
        let s = v.dot(n);
        let square = w * w + s * s;
        // A half turn across the axis leaves its angle undefined; out of reach of a joint that holds.
        let rate = if square > 0.0 {
            (w * (w * n + v.cross(n)) + s * v) / square
        } else {
            n
        };
        // η = 0 is half a turn: +π, never −π.
        let angle = 2.0 * if w == 0.0 { s.abs().atan2(w) } else { s.atan2(w) };
        self.turning(angle, self.rotation[0] * rate)
    }

    /// Distance along the axis less `pitch` times the angle.
    pub(crate) fn screw(&self, pitch: f64, reference: f64) -> Row {
        let mut angle = self.angle();
        angle.value = unwrap(angle.value, reference);
        self.slide().plus(-pitch, &angle)
    }
}

/// The angle that differs from `angle` by whole turns and is nearest to `reference`, in rad.
pub(crate) fn unwrap(angle: f64, reference: f64) -> f64 {
    let turn = 2.0 * std::f64::consts::PI;
    angle + turn * ((reference - angle) / turn).round()
}
