//! What a looker-on sees of a world: bodies by their origins, joints by their coordinates and reactions.
//!
//! ```text
//! x_origin = x − R c,    v_origin = v − ω × R c          c: centre of mass in the axes of the body
//! ```
//! Coordinates q and v are those of the centres of mass; scenes and reports speak of origins. Nothing here
//! changes what a step does.

use super::description::Dimension;
use super::placement::Twist;
use super::{Bodies, Pose};
use crate::geometry::DVec3;
use crate::system::State;

/// A body as it is seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodySeen {
    /// Pose of its origin.
    pub pose: Pose,
    /// Velocity of its origin and angular velocity.
    pub twist: Twist,
    /// Its angle in the plane, whole turns counted, in rad; 0 in space.
    pub angle: f64,
}

/// A joint as it is seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointSeen {
    /// Angle in rad or distance in m, where the joint has one.
    pub coordinate: Option<f64>,
    /// Its rate, in rad/s or m/s.
    pub velocity: Option<f64>,
    /// Force of its rows on the second body, in the axes of the world, in N.
    pub force: DVec3,
    /// Torque of its rows on the second body about the joint's point on it, in N·m.
    pub torque: DVec3,
}

impl Bodies {
    /// Plane or space.
    pub fn dimension(&self) -> Dimension {
        self.placement.dimension
    }

    /// Whether a body moves freely.
    pub fn is_free(&self, body: usize) -> bool {
        self.placement.is_free(body)
    }

    /// Mass of a body, in kg; that of bodies that do not move freely is infinite.
    pub fn mass(&self, body: usize) -> f64 {
        if !self.placement.is_free(body) {
            return f64::INFINITY;
        }
        self.masses[self.placement.first_v(body) / self.placement.v_size()]
    }

    /// Weight of all free bodies, in N.
    pub fn weight(&self) -> DVec3 {
        self.gravity * self.masses.iter().sum::<f64>()
    }

    /// Pose of a body's origin, the velocity of that point and the angular velocity, at a state.
    pub fn origin(&mut self, state: &State, body: usize) -> (Pose, Twist) {
        self.place(state.time, &state.q);
        self.origin_here(&state.v, body)
    }

    /// The same where everything has been placed.
    fn origin_here(&self, v: &[f64], body: usize) -> (Pose, Twist) {
        let pose = self.placement.poses[body];
        let twist = self.placement.twist(v, body);
        let arm = pose.rotation * self.centers[body];
        let origin = Pose {
            position: pose.position - arm,
            ..pose
        };
        let velocity = Twist {
            linear: twist.at(-arm),
            ..twist
        };
        (origin, velocity)
    }

    /// All bodies at a state, those that do not move freely too, in the order of [`Bodies::names`].
    pub fn see_bodies(&mut self, state: &State, out: &mut Vec<BodySeen>) {
        self.place(state.time, &state.q);
        out.clear();
        let plane = self.placement.dimension == Dimension::Plane;
        for body in 0..self.placement.len() {
            let (pose, twist) = self.origin_here(&state.v, body);
            let angle = match plane {
                true if self.placement.is_free(body) => state.q[self.placement.first_q(body) + 2],
                true => angle_of(&pose),
                false => 0.0,
            };
            out.push(BodySeen { pose, twist, angle });
        }
        if plane {
            for (body, start, motion) in &self.motions {
                out[*body].angle = angle_of(start) + motion.axis.z * motion.tape.output(3);
            }
        }
    }

    /// All joints at a state; `impulses` are those of the constraints of the step of length `dt` that led
    /// there.
    pub fn see_joints(&mut self, state: &State, impulses: &[f64], dt: f64, out: &mut Vec<JointSeen>) {
        self.place(state.time, &state.q);
        out.clear();
        for j in 0..self.joints.len() {
            let (force, torque) = if dt > 0.0 {
                self.joints.reaction(j, &self.placement, impulses, dt)
            } else {
                (DVec3::ZERO, DVec3::ZERO)
            };
            out.push(JointSeen {
                coordinate: self.joints.coordinate(j, &self.placement),
                velocity: self.joints.rate(j, &self.placement, &state.v),
                force,
                torque,
            });
        }
    }
}

fn angle_of(pose: &Pose) -> f64 {
    2.0 * pose.rotation.z.atan2(pose.rotation.w)
}
