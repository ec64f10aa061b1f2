//! Springs and dampers as soft rows, and the derivatives of drag and of forces by formulas.
//!
//! ```text
//! d = p_b − p_a,  n = d/‖d‖ at q ⊕ θ h v,    x = ‖d‖ at the beginning of the step
//! along n     θ = ½:  E = s k (x − x₀),  k₁ = s² k,  k₂ = s² k + (1 − s²) κ
//!                     s = ‖2 d_θ‖ / (‖d‖ + ‖2 d_θ − d‖) ≤ 1
//!             else    E = k (‖d_θ‖ − x₀),  k₁ = 0,  k₂ = k                      Newton's step at q ⊕ θ h v
//! across n    E = k₁ = 0,   k₂ = κ = k (1 − x₀/‖d_θ‖) where positive    geometric stiffness
//! coordinate of a joint       E = k (x − x₀),   k₁ = k₂ = k
//! drag        ∂F/∂v = −(a + b ‖v‖) − b v vᵀ/‖v‖,    ∂T/∂ω = −d
//! formulas    by the exact derivatives of their expressions, and by the turn of the arm at which F acts
//! ```
//! s is the factor with which a spring is an exact gradient over the step: s n·(d⁺ − d) = ‖d⁺‖ − ‖d‖, so that
//! with θ = ½ stiff rods that turn neither gain nor lose energy, and with x₀ = 0, where the force −k d is
//! linear, the step is that of the linear spring (Gonzalez 1996). Rows across are left out where the explicit
//! force does as well ([`TAUT`]) and x₀ ≠ 0. A spring in compression has κ < 0, which is left out: it would
//! make M̂ indefinite. Left out too: how the direction of a joint's torque turns.

use super::{Applied, Drag, Ends, Forces, Spring, planar_angle};
use crate::formula::Tape;
use crate::geometry::{DVec3, Pose};
use crate::models::bodies::description::Dimension;
use crate::models::bodies::joints::{Joints, Row};
use crate::models::bodies::placement::{Part, Placement};
use crate::soft_rows::{SoftRows, Softness};

/// A spring that turns is explicit across its direction where h² κ times what its ends give is less than
/// this: below the 4 of the explicit limit by as much as forty springs on one body add up to.
const TAUT: f64 = 0.1;

/// A spring whose ends are ahead by more than this share of its length moves too fast for its direction there
/// to mean anything: ends may have passed each other that never meet. It keeps that of the beginning.
const FAR: f64 = 0.5;

/// What a spring was at the beginning of the step.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Before {
    /// d, for springs between points.
    across: DVec3,
    /// x.
    value: f64,
}

/// How easily the ends of a spring move, in 1/kg: of each body 1/m and the largest 1/I.
pub(crate) struct Gives<'a> {
    /// 1/m and 1/I of each body that moves freely, in their order.
    pub(crate) of: &'a [[f64; 2]],
    /// θ and h of the step, in s.
    pub(crate) theta: f64,
    pub(crate) dt: f64,
}

impl Gives<'_> {
    fn of(&self, placement: &Placement, body: usize, arm: DVec3) -> f64 {
        if !placement.is_free(body) {
            return 0.0;
        }
        let [mass, inertia] = self.of[placement.free_before[body]];
        mass + inertia * arm.length_squared()
    }
}

impl Forces {
    /// Whether there is a spring or damper.
    pub(crate) fn has_springs(&self) -> bool {
        !self.springs.is_empty()
    }

    /// Notes the springs at the beginning of a step.
    pub(crate) fn note_springs(&mut self, placement: &Placement, joints: &Joints) {
        self.before.clear();
        for spring in &self.springs {
            self.before.push(match spring.between {
                Ends::Points(bodies, points) => {
                    let across = separation(placement, bodies, points).1;
                    Before {
                        across,
                        value: across.length(),
                    }
                }
                Ends::Joint(joint) => Before {
                    across: DVec3::ZERO,
                    value: joints.coordinate(joint, placement).unwrap_or(spring.rest),
                },
            });
        }
    }

    /// The springs as rows, in the directions that they have here.
    pub(crate) fn soft_rows(
        &self,
        placement: &Placement,
        v: &[f64],
        joints: &Joints,
        gives: &Gives<'_>,
        out: &mut SoftRows,
    ) {
        // Rows that are always there come first: what the next solve begins with depends on their place.
        for (spring, before) in self.springs.iter().zip(&self.before) {
            match spring.between {
                Ends::Points(bodies, points) => {
                    let turn = Turn::new(spring, before, placement, (bodies, points));
                    let parts = turn.parts(turn.direction);
                    let rate = parts.map(|part| part.rate(&placement.twist(v, part.body)));
                    let law = turn.along(rate[0] + rate[1], gives);
                    write(placement, parts, law, out);
                }
                Ends::Joint(joint) => {
                    let Some(Row { mut parts, .. }) = joints.coordinate_row(joint, placement) else {
                        continue;
                    };
                    parts.sort_unstable_by_key(|part| part.body);
                    let tension = spring.stiffness * (before.value - spring.rest);
                    let law = Softness::linear(tension, spring.stiffness, spring.damping);
                    write(placement, parts, law, out);
                }
            }
        }
        for (spring, before) in self.springs.iter().zip(&self.before) {
            if let Ends::Points(bodies, points) = spring.between {
                let turn = Turn::new(spring, before, placement, (bodies, points));
                turn.write_across(placement, gives, out);
            }
        }
    }

    /// The largest k (1/m + arm²/I summed over both ends) of the springs between points, in 1/s².
    pub(crate) fn stiffest(&self, placement: &Placement, gives: &[[f64; 2]]) -> f64 {
        let gives = Gives {
            of: gives,
            theta: 1.0,
            dt: 0.0,
        };
        let square = |spring: &Spring| match spring.between {
            Ends::Points(bodies, points) => {
                let give = |k: usize| gives.of(placement, bodies[k], points[k]);
                spring.stiffness * (give(0) + give(1))
            }
            Ends::Joint(_) => 0.0,
        };
        self.springs.iter().map(square).fold(0.0, f64::max)
    }

    /// Whether drag acts, or a formula whose derivatives are known.
    pub(crate) fn has_slopes(&self) -> bool {
        !self.drags.is_empty() || self.has_formula_slopes()
    }

    /// Whether there is a formula whose derivatives are known.
    pub(crate) fn has_formula_slopes(&self) -> bool {
        self.applied.iter().any(|force| force.slopes.is_some())
    }

    /// Adds ∂f/∂q N and ∂f/∂v of drag and formulas: `add` takes a body, 6 × 6 entries by q and by v.
    pub(crate) fn slopes(
        &mut self,
        time: f64,
        placement: &Placement,
        v: &[f64],
        mut add: impl FnMut(usize, Option<&Square>, &Square),
    ) {
        for drag in &self.drags {
            drag.slopes(placement, v, &mut add);
        }
        for force in &mut self.applied {
            if placement.is_free(force.body) {
                force.add_slopes(time, placement, v, &mut add);
            }
        }
    }
}

/// Derivatives of a force and torque by the six velocities of a body, row-major.
pub(crate) type Square = [[f64; 6]; 6];

/// p_b − p_a, with both arms.
fn separation(placement: &Placement, bodies: [usize; 2], points: [DVec3; 2]) -> ([DVec3; 2], DVec3) {
    let poses = bodies.map(|body| &placement.poses[body]);
    let arm = [poses[0].rotation * points[0], poses[1].rotation * points[1]];
    (arm, poses[1].position + arm[1] - (poses[0].position + arm[0]))
}

/// Parts of two different bodies, in their order, as a row.
fn write(placement: &Placement, parts: [Part; 2], law: Softness, out: &mut SoftRows) {
    let rate = if parts[0].body == parts[1].body {
        // A spring between two points of one body does nothing.
        0.0
    } else {
        placement.write_row(&parts, &mut out.jacobian)
    };
    out.end_row(rate, law);
}

/// A spring between points, which turns in the step.
struct Turn<'a> {
    spring: &'a Spring,
    bodies: [usize; 2],
    arm: [DVec3; 2],
    /// n.
    direction: DVec3,
    /// s and κ.
    share: f64,
    across: f64,
    /// x − x₀ at the beginning, x here.
    stretch: f64,
    length: f64,
    /// Whether the direction is that of the beginning.
    held: bool,
}

impl<'a> Turn<'a> {
    fn new(
        spring: &'a Spring,
        before: &Before,
        placement: &Placement,
        (bodies, points): ([usize; 2], [DVec3; 2]),
    ) -> Self {
        let (arm, ahead) = separation(placement, bodies, points);
        let far = (ahead - before.across).length() > FAR * before.value;
        let held = far && spring.rest != 0.0;
        let d = if held { before.across } else { ahead };
        let length = d.length();
        let sum = before.value + (2.0 * d - before.across).length();
        // Ends that coincide all the time have no direction: a spring of length x₀ ≠ 0 pushes nowhere there.
        let direction = d
            .try_normalize()
            .or(before.across.try_normalize())
            .unwrap_or(if spring.rest == 0.0 { DVec3::X } else { DVec3::ZERO });
        let kappa = if spring.rest == 0.0 {
            spring.stiffness
        } else {
            spring.stiffness * (1.0 - spring.rest / length)
        };
        Turn {
            spring,
            bodies,
            arm,
            direction,
            share: if sum > 0.0 { 2.0 * length / sum } else { 1.0 },
            across: if kappa > 0.0 { kappa } else { 0.0 },
            stretch: before.value - spring.rest,
            length,
            held,
        }
    }

    /// The rate of d along a direction, by increasing bodies.
    fn parts(&self, direction: DVec3) -> [Part; 2] {
        let part = |k: usize, direction: DVec3| Part {
            body: self.bodies[k],
            linear: direction,
            angular: self.arm[k].cross(direction),
        };
        let mut parts = [part(0, -direction), part(1, direction)];
        parts.sort_unstable_by_key(|part| part.body);
        parts
    }

    /// The law along n, u being ẋ at the beginning.
    fn along(&self, u: f64, gives: &Gives<'_>) -> Softness {
        let (k, square) = (self.spring.stiffness, self.share * self.share);
        if self.held {
            return Softness::linear(k * self.stretch, k, self.spring.damping);
        }
        if gives.theta == 0.5 {
            return Softness {
                stiffness: square * k + (1.0 - square).max(0.0) * self.across,
                ..Softness::linear(self.share * k * self.stretch, square * k, self.spring.damping)
            };
        }
        let lead = self.length - self.spring.rest - self.stretch;
        Softness {
            tension: k * (self.length - self.spring.rest),
            advance: 0.0,
            potential: [k * self.stretch, k],
            bend: lead / gives.theta - gives.dt * u,
            ..Softness::linear(0.0, k, self.spring.damping)
        }
    }

    /// The rows across n, where they are needed.
    fn write_across(&self, placement: &Placement, gives: &Gives<'_>, out: &mut SoftRows) {
        let give = gives.of(placement, self.bodies[0], self.arm[0])
            + gives.of(placement, self.bodies[1], self.arm[1]);
        let slack = self.spring.rest != 0.0 && gives.dt * gives.dt * self.across * give < TAUT;
        if self.across == 0.0 || slack || self.direction == DVec3::ZERO {
            return;
        }
        let law = Softness {
            stiffness: self.across,
            ..Softness::default()
        };
        let n = self.direction;
        let (first, second) = match placement.dimension {
            Dimension::Plane => (DVec3::Z.cross(n), None),
            Dimension::Space => {
                let first = n.any_orthonormal_vector();
                (first, Some(n.cross(first)))
            }
        };
        write(placement, self.parts(first), law, out);
        if let Some(second) = second {
            write(placement, self.parts(second), law, out);
        }
    }
}

impl Drag {
    fn slopes(
        &self,
        placement: &Placement,
        v: &[f64],
        add: &mut impl FnMut(usize, Option<&Square>, &Square),
    ) {
        self.each(placement, v, |body, twist, _| {
            let v = twist.linear;
            let speed = v.length();
            let mut by_v = Square::default();
            for i in 0..3 {
                by_v[i][i] = -(self.linear + self.quadratic * speed);
                by_v[3 + i][3 + i] = -self.angular;
                if speed > 0.0 {
                    for j in 0..3 {
                        by_v[i][j] -= self.quadratic * v[i] * v[j] / speed;
                    }
                }
            }
            add(body, None, &by_v);
        });
    }
}

impl Applied {
    /// Derivatives by what the formulas see: of each of x, y, z, vx, vy, vz, angle, wx, wy, wz three of the
    /// force and three of the torque.
    fn add_slopes(
        &mut self,
        time: f64,
        placement: &Placement,
        v: &[f64],
        add: &mut impl FnMut(usize, Option<&Square>, &Square),
    ) {
        let force = self.wrench(time, placement, v).force;
        let Some(slopes) = &mut self.slopes else { return };
        let Pose { position, rotation } = placement.poses[self.body];
        let twist = placement.twist(v, self.body);
        let (origin, arm) = (rotation * self.origin, rotation * self.arm);
        let angle = match placement.dimension {
            Dimension::Plane => planar_angle(rotation.z, rotation.w),
            Dimension::Space => 0.0,
        };
        slopes.run(&[
            &[time],
            &(position + origin).to_array(),
            &twist.at(origin).to_array(),
            &[angle],
            &twist.angular.to_array(),
        ]);
        let (mut by_q, mut by_v) = (Square::default(), Square::default());
        for k in 0..3 {
            let e = DVec3::AXES[k];
            let turn = e.cross(origin);
            // How the force and the torque about the centre of mass change with what formulas see.
            let change = |seen: [DVec3; 3], angle: f64| {
                let [x, v, w] = seen;
                let mut by = [x.x, x.y, x.z, v.x, v.y, v.z, angle, w.x, w.y, w.z];
                let sum =
                    |j: usize| -> f64 { by.iter().enumerate().map(|(i, d)| d * slope(slopes, i, j)).sum() };
                let found = [sum(0), sum(1), sum(2), sum(3), sum(4), sum(5)];
                by[..6].copy_from_slice(&found);
                let f = DVec3::new(by[0], by[1], by[2]);
                (f, DVec3::new(by[3], by[4], by[5]) + arm.cross(f))
            };
            let zero = DVec3::ZERO;
            let moved = change([e, zero, zero], 0.0);
            let (f, t) = change([turn, twist.angular.cross(turn), zero], e.z);
            let turned = (f, t + e.cross(arm).cross(force));
            let faster = change([zero, e, zero], 0.0);
            let spun = change([zero, turn, e], 0.0);
            for (to, columns) in [(&mut by_q, [moved, turned]), (&mut by_v, [faster, spun])] {
                for (column, (f, t)) in [k, 3 + k].into_iter().zip(columns) {
                    for i in 0..3 {
                        to[i][column] = f[i];
                        to[3 + i][column] = t[i];
                    }
                }
            }
        }
        add(self.body, Some(&by_q), &by_v);
    }
}

/// ∂(output j)/∂(input i).
fn slope(slopes: &Tape, i: usize, j: usize) -> f64 {
    slopes.output(6 * i + j)
}
