//! What a looker-on sees of a world: bodies by their origins, joints by their coordinates and reactions.
//!
//! ```text
//! x_origin = x − R c,    v_origin = v − ω × R c          c: centre of mass in the axes of the body
//! ```
//! Coordinates q and v are those of the centres of mass; scenes and reports speak of origins. What is looked
//! at is placed apart from what the steps place: nothing here changes what a step does.

use super::description::Dimension;
use super::placement::Twist;
use super::{Bodies, Pose, move_prescribed};
use crate::geometry::DVec3;
use crate::system::{State, System};
use std::any::Any;

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

    /// The bodies of a system, where it is one of bodies.
    pub fn of(system: &mut dyn System) -> Option<&mut Bodies> {
        let system: &mut dyn Any = system;
        system.downcast_mut()
    }

    /// Pose of a body's origin, the velocity of that point and the angular velocity, where everything has
    /// been placed.
    fn origin_here(&self, v: &[f64], body: usize) -> (Pose, Twist) {
        let pose = self.seen.poses[body];
        let twist = self.seen.twist(v, body);
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

    /// All bodies and joints at a state, those that do not move freely too, in the order of their names;
    /// `impulses` are those of the constraints of the step of length `dt` that led there.
    pub fn see(
        &mut self,
        state: &State,
        (impulses, dt): (&[f64], f64),
        bodies: &mut Vec<BodySeen>,
        joints: &mut Vec<JointSeen>,
    ) {
        self.seen.read_poses(&state.q);
        move_prescribed(&mut self.motions, state.time, &mut self.seen);
        bodies.clear();
        let plane = self.seen.dimension == Dimension::Plane;
        for body in 0..self.seen.len() {
            let (pose, twist) = self.origin_here(&state.v, body);
            let angle = match plane {
                true if self.seen.is_free(body) => state.q[self.seen.first_q(body) + 2],
                true => angle_of(&pose),
                false => 0.0,
            };
            bodies.push(BodySeen { pose, twist, angle });
        }
        if plane {
            for (body, start, motion) in &self.motions {
                bodies[*body].angle = angle_of(start) + motion.axis.z * motion.tape.output(3);
            }
        }
        joints.clear();
        joints.extend((0..self.joints.len()).map(|j| self.joint_here(j, &state.v, impulses, dt)));
    }

    /// Joint j where everything has been placed.
    fn joint_here(&self, j: usize, v: &[f64], impulses: &[f64], dt: f64) -> JointSeen {
        let (force, torque) = if dt > 0.0 {
            self.joints.reaction(j, &self.seen, impulses, dt)
        } else {
            (DVec3::ZERO, DVec3::ZERO)
        };
        JointSeen {
            coordinate: self.joints.coordinate(j, &self.seen),
            velocity: self.joints.rate(j, &self.seen, v),
            force,
            torque,
        }
    }
}

fn angle_of(pose: &Pose) -> f64 {
    2.0 * pose.rotation.z.atan2(pose.rotation.w)
}
