//! Many bodies seen as one: the bodies of a `[[fill]]` together.
//!
//! ```text
//! m = Σ mᵢ,   x = Σ mᵢ xᵢ / m,   v = Σ mᵢ vᵢ / m,   shear = Σ mᵢ (yᵢ − y) vₓᵢ / Σ mᵢ (yᵢ − y)²    y: upwards
//! ```
//! Positions and velocities are those of origins: m v is the momentum where these are the centres of mass.
//! Bodies that do not move freely have no mass that counts; a group of nothing else has NaN for its means.

use drystone_dynamics::geometry::DVec3;
use drystone_dynamics::models::bodies::observe::BodySeen;

/// The bodies of a group, and where they began.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Group {
    /// Bodies that move freely, their masses in kg and their origins at the start.
    pub members: Vec<(usize, f64, DVec3)>,
}

/// A group at an instant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroupSeen {
    /// Mass of all, in kg.
    pub mass: f64,
    /// Mean position, weighed by mass.
    pub position: DVec3,
    /// Mean velocity, weighed by mass.
    pub velocity: DVec3,
    /// Least coordinates of an origin.
    pub low: DVec3,
    /// Largest coordinates of an origin.
    pub high: DVec3,
    /// Largest speed, in m/s.
    pub speed: f64,
    /// Largest distance from the place at the start, in m.
    pub moved: f64,
}

impl Group {
    /// Takes all of them together.
    pub fn see(&self, bodies: &[BodySeen]) -> GroupSeen {
        let mut seen = GroupSeen {
            mass: 0.0,
            position: DVec3::ZERO,
            velocity: DVec3::ZERO,
            low: DVec3::INFINITY,
            high: DVec3::NEG_INFINITY,
            speed: 0.0,
            moved: 0.0,
        };
        for &(body, mass, start) in &self.members {
            let (x, v) = (bodies[body].pose.position, bodies[body].twist.linear);
            seen.mass += mass;
            seen.position += mass * x;
            seen.velocity += mass * v;
            seen.low = seen.low.min(x);
            seen.high = seen.high.max(x);
            seen.speed = seen.speed.max(v.length());
            seen.moved = seen.moved.max((x - start).length());
        }
        seen.position /= seen.mass;
        seen.velocity /= seen.mass;
        seen
    }

    /// Mass of those whose origins are lower than a place, against `up`, in kg.
    pub fn mass_below(&self, bodies: &[BodySeen], place: DVec3, up: DVec3) -> f64 {
        let low = |body: usize| (bodies[body].pose.position - place).dot(up) < 0.0;
        let low = self.members.iter().filter(|(body, ..)| low(*body));
        low.map(|(_, mass, _)| mass).sum()
    }

    /// How fast v_x grows upwards, along `up`: the slope of least squares, in 1/s.
    pub fn shear(&self, bodies: &[BodySeen], up: DVec3) -> f64 {
        let middle = self.see(bodies).position.dot(up);
        let (mut cross, mut square) = (0.0, 0.0);
        for &(body, mass, _) in &self.members {
            let arm = bodies[body].pose.position.dot(up) - middle;
            cross += mass * arm * bodies[body].twist.linear.x;
            square += mass * arm * arm;
        }
        cross / square
    }
}
