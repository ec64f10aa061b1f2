//! Forces on bodies besides gravity: by formulas, springs and dampers, drag.
//!
//! ```text
//! applied        F, T by formulas; F acts at a point of the body:  T_c = T + arm × F
//! spring  tension f = k (x − x₀) + c ẋ,  Q = −f ∂ẋ/∂v;   x: distance of two points, or coordinate of a joint
//! drag           F = −(a + b ‖v‖) v,   T = −d ω                    v: of the centre of mass
//! V = Σ ½ k (x − x₀)²
//! power          applied and drag: F·v + T·ω;   springs: −c ẋ ẋ_free + k (x − x₀) ẋ_prescribed
//! ```
//! Power is the rate of T + V without contacts: a body that follows a motion does work on V through the
//! springs that it holds (ẋ_prescribed, its part of ẋ), a damper takes it where a free body feels it
//! (ẋ_free). Two points that coincide have no direction: a spring of length x₀ ≠ 0 pushes nowhere there.
//! Schemes that treat forces implicitly take springs as rows and the rest by its derivatives (`implicit.rs`).
//! Formulas see the body's origin, and in the plane its angle in (−π, π].

mod check;
mod implicit;

pub use check::ForceError;
pub(crate) use implicit::Gives;

use super::description::{Dimension, ForceDescription, ForceKind};
use super::joints::Joints;
use super::placement::{Part, Placement, Twist};
use crate::formula::Tape;
use crate::geometry::{DVec3, Pose};

/// The forces of a world.
#[derive(Clone, Debug, Default)]
pub struct Forces {
    applied: Vec<Applied>,
    springs: Vec<Spring>,
    drags: Vec<Drag>,
    /// The springs at the beginning of a step that treats them implicitly.
    before: Vec<implicit::Before>,
}

#[derive(Clone, Debug)]
struct Applied {
    body: usize,
    tape: Tape,
    slopes: Option<Tape>,
    /// From the centre of mass to where it acts, and to the origin, in the axes of the body.
    arm: DVec3,
    origin: DVec3,
}

#[derive(Clone, Copy, Debug)]
struct Spring {
    between: Ends,
    stiffness: f64,
    damping: f64,
    rest: f64,
}

#[derive(Clone, Copy, Debug)]
enum Ends {
    /// Bodies, and points from their centres of mass, in their axes.
    Points([usize; 2], [DVec3; 2]),
    Joint(usize),
}

#[derive(Clone, Copy, Debug)]
struct Drag {
    body: Option<usize>,
    linear: f64,
    quadratic: f64,
    angular: f64,
}

/// Force, and torque about the centre of mass, in the axes of the world.
#[derive(Clone, Copy, Debug)]
struct Wrench {
    force: DVec3,
    torque: DVec3,
}

impl Wrench {
    fn power(&self, twist: &Twist) -> f64 {
        self.force.dot(twist.linear) + self.torque.dot(twist.angular)
    }

    /// Adds to the generalised forces, if the body has any.
    fn add(&self, body: usize, placement: &Placement, out: &mut [f64]) {
        if !placement.is_free(body) {
            return;
        }
        let (f, t) = (self.force, self.torque);
        let own = &mut out[placement.first_v(body)..];
        let components = match placement.dimension {
            Dimension::Plane => &[f.x, f.y, t.z][..],
            Dimension::Space => &[f.x, f.y, f.z, t.x, t.y, t.z],
        };
        for (out, x) in own.iter_mut().zip(components) {
            *out += x;
        }
    }
}

impl Forces {
    /// Forces on bodies whose centres of mass lie at `centers` in their axes, and on these joints.
    pub fn new(
        forces: &[ForceDescription],
        centers: &[DVec3],
        joints: &Joints,
        placement: &Placement,
    ) -> Result<Forces, ForceError> {
        let mut all = Forces::default();
        for force in forces {
            check::check(force, joints, placement).map_err(|(what, remedy)| ForceError {
                force: force.name.clone(),
                what,
                remedy,
            })?;
            all.push(&force.kind, centers);
        }
        Ok(all)
    }

    fn push(&mut self, kind: &ForceKind, centers: &[DVec3]) {
        let center = |body: usize| centers.get(body).copied().unwrap_or(DVec3::ZERO);
        match *kind {
            ForceKind::Applied {
                body,
                ref tape,
                ref slopes,
                at,
            } => self.applied.push(Applied {
                body,
                tape: tape.clone(),
                slopes: slopes.clone(),
                arm: at - center(body),
                origin: -center(body),
            }),
            ForceKind::Spring {
                between,
                at,
                stiffness,
                damping,
                length,
            } => self.springs.push(Spring {
                between: Ends::Points(between, [at[0] - center(between[0]), at[1] - center(between[1])]),
                stiffness,
                damping,
                rest: length,
            }),
            ForceKind::JointSpring {
                joint,
                stiffness,
                damping,
                rest,
            } => self.springs.push(Spring {
                between: Ends::Joint(joint),
                stiffness,
                damping,
                rest,
            }),
            ForceKind::Drag {
                body,
                linear,
                quadratic,
                angular,
            } => self.drags.push(Drag {
                body,
                linear,
                quadratic,
                angular,
            }),
        }
    }

    /// Adds the generalised forces, in N and N·m, to `out`.
    pub fn add(&mut self, time: f64, placement: &Placement, v: &[f64], joints: &Joints, out: &mut [f64]) {
        self.add_without_springs(time, placement, v, out);
        for spring in &self.springs {
            let Some(stretch) = spring.stretch(placement, v, joints) else {
                continue;
            };
            let rate: f64 = stretch.rates.iter().sum();
            let tension = stretch.elastic + spring.damping * rate;
            for part in &stretch.parts {
                let wrench = Wrench {
                    force: -tension * part.linear,
                    torque: -tension * part.angular,
                };
                wrench.add(part.body, placement, out);
            }
        }
    }

    /// The same without springs and dampers.
    pub(crate) fn add_without_springs(
        &mut self,
        time: f64,
        placement: &Placement,
        v: &[f64],
        out: &mut [f64],
    ) {
        for force in &mut self.applied {
            let wrench = force.wrench(time, placement, v);
            wrench.add(force.body, placement, out);
        }
        for drag in &self.drags {
            drag.each(placement, v, |body, _, wrench| wrench.add(body, placement, out));
        }
    }

    /// Potential energy of the springs, in J.
    pub fn potential(&self, placement: &Placement, joints: &Joints) -> f64 {
        let energy = |spring: &Spring| {
            let x = spring.measure(placement, joints).map_or(spring.rest, |m| m.0);
            0.5 * spring.stiffness * (x - spring.rest) * (x - spring.rest)
        };
        self.springs.iter().map(energy).sum()
    }

    /// Power of what derives from no potential, and of prescribed motions on springs, in W.
    pub fn power(&mut self, time: f64, placement: &Placement, v: &[f64], joints: &Joints) -> f64 {
        let mut power = 0.0;
        for force in &mut self.applied {
            if placement.is_free(force.body) {
                let wrench = force.wrench(time, placement, v);
                power += wrench.power(&placement.twist(v, force.body));
            }
        }
        for spring in &self.springs {
            let Some(stretch) = spring.stretch(placement, v, joints) else {
                continue;
            };
            let rate: f64 = stretch.rates.iter().sum();
            for (part, own) in stretch.parts.iter().zip(stretch.rates) {
                power += if placement.is_free(part.body) {
                    -spring.damping * rate * own
                } else {
                    stretch.elastic * own
                };
            }
        }
        for drag in &self.drags {
            drag.each(placement, v, |_, twist, wrench| power += wrench.power(twist));
        }
        power
    }

    /// What dampers and drag take of it, with what moving ends give to dampers: at most 0, in W.
    pub(crate) fn damping_power(&self, placement: &Placement, v: &[f64], joints: &Joints) -> f64 {
        let mut power = 0.0;
        for spring in self.springs.iter().filter(|spring| spring.damping != 0.0) {
            if let Some(stretch) = spring.stretch(placement, v, joints) {
                let rate: f64 = stretch.rates.iter().sum();
                power -= spring.damping * rate * rate;
            }
        }
        for drag in &self.drags {
            drag.each(placement, v, |_, twist, wrench| power += wrench.power(twist));
        }
        power
    }
}

impl Applied {
    fn wrench(&mut self, time: f64, placement: &Placement, v: &[f64]) -> Wrench {
        let Pose { position, rotation } = placement.poses[self.body];
        let twist = placement.twist(v, self.body);
        let origin = rotation * self.origin;
        let angle = match placement.dimension {
            Dimension::Plane => planar_angle(rotation.z, rotation.w),
            Dimension::Space => 0.0,
        };
        self.tape.run(&[
            &[time],
            &(position + origin).to_array(),
            &twist.at(origin).to_array(),
            &[angle],
            &twist.angular.to_array(),
        ]);
        let mut outputs = [0.0; 6];
        self.tape.copy_outputs(&mut outputs);
        let [fx, fy, fz, tx, ty, tz] = outputs;
        let force = DVec3::new(fx, fy, fz);
        Wrench {
            force,
            torque: DVec3::new(tx, ty, tz) + (rotation * self.arm).cross(force),
        }
    }
}

/// The angle of the rotation about z with this quaternion, in (−π, π].
fn planar_angle(z: f64, w: f64) -> f64 {
    2.0 * if w == 0.0 {
        z.abs().atan2(w)
    } else {
        (z * w.signum()).atan2(w.abs())
    }
}

/// A spring that moves.
struct Stretch {
    /// k (x − x₀).
    elastic: f64,
    /// ∂ẋ/∂v.
    parts: [Part; 2],
    /// What each body adds to ẋ.
    rates: [f64; 2],
}

impl Spring {
    /// x and what multiplies the velocities in ẋ.
    fn measure(&self, placement: &Placement, joints: &Joints) -> Option<(f64, [Part; 2])> {
        let (bodies, points) = match self.between {
            Ends::Points(bodies, points) => (bodies, points),
            Ends::Joint(joint) => {
                let row = joints.coordinate_row(joint, placement)?;
                return Some((row.value, row.parts));
            }
        };
        let poses = bodies.map(|body| &placement.poses[body]);
        let arm = [poses[0].rotation * points[0], poses[1].rotation * points[1]];
        let across = poses[1].position + arm[1] - (poses[0].position + arm[0]);
        let direction = across.try_normalize().unwrap_or(DVec3::ZERO);
        let part = |k: usize, direction: DVec3| Part {
            body: bodies[k],
            linear: direction,
            angular: arm[k].cross(direction),
        };
        Some((across.length(), [part(0, -direction), part(1, direction)]))
    }

    fn stretch(&self, placement: &Placement, v: &[f64], joints: &Joints) -> Option<Stretch> {
        let (x, parts) = self.measure(placement, joints)?;
        let rates = parts.map(|part| part.rate(&placement.twist(v, part.body)));
        Some(Stretch {
            elastic: self.stiffness * (x - self.rest),
            parts,
            rates,
        })
    }
}

impl Drag {
    /// Every free body that it slows down.
    fn each(&self, placement: &Placement, v: &[f64], mut slow: impl FnMut(usize, &Twist, Wrench)) {
        let bodies = self.body.map_or(0..placement.len(), |body| body..body + 1);
        for body in bodies.filter(|&body| placement.is_free(body)) {
            let twist = placement.twist(v, body);
            let wrench = Wrench {
                force: -(self.linear + self.quadratic * twist.linear.length()) * twist.linear,
                torque: -self.angular * twist.angular,
            };
            slow(body, &twist, wrench);
        }
    }
}
