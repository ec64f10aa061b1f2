//! The rows of a contact between two bodies, and how they change along a motion.
//!
//! ```text
//! u = (n, t₁, t₂) · (velocity of B − velocity of A) at one common point,
//!     then n, t₁, t₂ · (ω_B − ω_A) for torsion and rolling
//! ```
//! The point lies on the surface of the free body where the other one is not free, in the middle of the gap
//! otherwise: the impulses of a pair then have no resulting moment. In a world that repeats itself it lies
//! next to A, and the arm of B is that of its image there.

use super::description::Dimension;
use super::pair_laws::LawOfPair;
use super::placement::{Part, Placement};
use super::search::Search;
use crate::contact::{Contact, Contacts, Friction, Place, Restitution};
use crate::geometry::{DVec3, Point, Shape, drift};

/// Writes the rows of one pair.
pub(super) struct RowWriter<'a> {
    pub(super) placement: &'a Placement,
    pub(super) bodies: [usize; 2],
    /// From the second body to its image that meets the first.
    pub(super) shift: DVec3,
    pub(super) surface: [DVec3; 2],
}

impl RowWriter<'_> {
    pub(super) fn write(&self, id: u64, point: &Point, law: &LawOfPair, out: &mut Contacts) {
        let (normal, placement) = (point.normal, self.placement);
        let tangents = self.tangents(normal, law.axis);
        let (at, arms) = self.arms(point);
        let layout = law.friction.law().layout();
        let slides: &[DVec3] = match (placement.dimension, layout.rows()) {
            (_, 1) => &[],
            (Dimension::Plane, _) => &tangents[..1],
            (Dimension::Space, _) => &tangents,
        };
        self.sliding_row(normal, arms, out);
        for t in slides {
            self.sliding_row(*t, arms, out);
        }
        if layout.spin > 0 {
            self.turning_row(normal, out);
        }
        let rolls: &[DVec3] = if layout.roll == 1 {
            &[DVec3::Z]
        } else {
            &tangents[..layout.roll]
        };
        for axis in rolls {
            self.turning_row(*axis, out);
        }
        out.list.push(Contact {
            id,
            gap: point.gap,
            friction: law.friction.clone(),
            restitution: law.restitution,
        });
        out.places.push(Place {
            bodies: self.bodies,
            point: at.to_array(),
            normal: normal.to_array(),
            tangent: tangents[0].to_array(),
        });
    }

    /// The normal row alone, without friction and place.
    pub(super) fn write_normal(&self, id: u64, point: &Point, out: &mut Contacts) {
        let (_, arms) = self.arms(point);
        self.sliding_row(point.normal, arms, out);
        out.list.push(Contact {
            id,
            gap: point.gap,
            friction: Friction::None,
            restitution: Restitution::SOFT,
        });
    }

    /// The point of the rows, and where it is from the two centres of mass.
    fn arms(&self, point: &Point) -> (DVec3, [DVec3; 2]) {
        let ([a, b], placement) = (self.bodies, self.placement);
        let share = match (placement.is_free(a), placement.is_free(b)) {
            (true, true) => 0.5,
            (true, false) => 0.0,
            _ => 1.0,
        };
        let at = point.on_a + share * point.gap * point.normal;
        let arms = [
            at - placement.poses[a].position,
            at - (placement.poses[b].position + self.shift),
        ];
        (at, arms)
    }

    /// Ḣ v + ẇ of the rows of a point between a body at rest and a free one, whose normal stays as it is,
    /// into `out`: d·(ω × ṙ) along each direction, with r the arm of the point about the free body and `rate`
    /// = ṙ. `false` where the directions turn.
    pub(super) fn rates(
        &self,
        normal: DVec3,
        law: &LawOfPair,
        (angular, rate): (DVec3, DVec3),
        out: &mut Vec<f64>,
    ) -> bool {
        let [a, b] = self.bodies;
        let contact_law = law.friction.law();
        let turns = |who: usize| self.placement.is_free(self.bodies[who]);
        if law.axis.is_some_and(|(who, _)| turns(who))
            || self.placement.is_free(a) == self.placement.is_free(b)
        {
            return false;
        }
        let sign = if self.placement.is_free(b) { 1.0 } else { -1.0 };
        let change = sign * angular.cross(rate);
        let tangents = self.tangents(normal, law.axis);
        let first = out.len();
        out.push(normal.dot(change));
        if contact_law.rows() > 1 {
            out.extend(tangents.map(|t| t.dot(change)));
        }
        // Rows of torsion and rolling ask for ω along directions that stay.
        out.resize(first + contact_law.rows(), 0.0);
        true
    }

    /// A frame that turns smoothly with the normal: its first tangent is across a direction that no scene
    /// prefers.
    fn tangents(&self, normal: DVec3, axis: Option<(usize, DVec3)>) -> [DVec3; 2] {
        if self.placement.dimension == Dimension::Plane {
            return [DVec3::new(-normal.y, normal.x, 0.0), DVec3::Z];
        }
        if let Some((who, axis)) = axis {
            let axis = self.placement.poses[self.bodies[who]].rotation * axis;
            let along = axis - axis.dot(normal) * normal;
            if along.length_squared() > 1e-24 {
                let t = along.normalize();
                return [t, normal.cross(t)];
            }
        }
        let seldom = DVec3::new(0.342_020_143, -0.171_010_07, 0.924_025_012);
        let across = seldom.cross(normal);
        let t = if across.length_squared() > 1e-12 {
            across.normalize()
        } else {
            normal.any_orthonormal_vector()
        };
        [t, normal.cross(t)]
    }

    #[inline]
    fn sliding_row(&self, direction: DVec3, arms: [DVec3; 2], out: &mut Contacts) {
        let [a, b] = self.bodies;
        let parts = [
            Part {
                body: a,
                linear: -direction,
                angular: -arms[0].cross(direction),
            },
            Part {
                body: b,
                linear: direction,
                angular: arms[1].cross(direction),
            },
        ];
        let mut obstacle = self.placement.write_row(&parts, &mut out.jacobian);
        for (who, sign) in [(0, -1.0), (1, 1.0)] {
            if self.surface[who] != DVec3::ZERO {
                let rotation = self.placement.poses[self.bodies[who]].rotation;
                obstacle += sign * direction.dot(rotation * self.surface[who]);
            }
        }
        out.end_row(obstacle);
    }

    fn turning_row(&self, axis: DVec3, out: &mut Contacts) {
        let part = |body: usize, angular: DVec3| Part {
            body,
            linear: DVec3::ZERO,
            angular,
        };
        let parts = [part(self.bodies[0], -axis), part(self.bodies[1], axis)];
        let obstacle = self.placement.write_row(&parts, &mut out.jacobian);
        out.end_row(obstacle);
    }
}

impl Search {
    /// Ḣ v + ẇ on the rows of the contacts with these ids, exactly: for bodies of one shape in space on a
    /// half-space at rest, and for balls without friction on each other. `false` where there are others.
    pub(crate) fn row_rates(
        &mut self,
        placement: &Placement,
        v: &[f64],
        ids: &[u64],
        out: &mut Vec<f64>,
    ) -> bool {
        self.look_named(placement, ids);
        ids.iter().all(|id| {
            let Ok(at) = self.found.binary_search_by_key(id, |found| found.0) else {
                return false;
            };
            let (_, pair, point) = &self.found[at];
            self.rates_of(placement, v, (pair.map(|body| body as usize), point), out)
        })
    }

    fn rates_of(
        &self,
        placement: &Placement,
        v: &[f64],
        (bodies, point): ([usize; 2], &Point),
        out: &mut Vec<f64>,
    ) -> bool {
        if let Some(rate) = self.rate_of_balls(placement, v, (bodies, point)) {
            out.push(rate);
            return true;
        }
        let [a, b] = bodies;
        let (ground, body, normal) = if placement.is_free(b) {
            (a, b, point.normal)
        } else {
            (b, a, -point.normal)
        };
        let ([under], [over]) = (self.shapes[ground].as_slice(), self.shapes[body].as_slice()) else {
            return false;
        };
        if !matches!(under.shape, Shape::HalfSpace) || placement.is_free(ground) {
            return false;
        }
        let pose = &placement.poses[body];
        let (angular, rotation) = (
            placement.twist(v, body).angular,
            pose.rotation * over.pose.rotation,
        );
        let inverse = rotation.inverse();
        let local = (inverse * normal, inverse * normal.cross(angular));
        let Some((drift, radius)) = drift(&over.shape, point.feature, local.0, local.1) else {
            return false;
        };
        let share = if body == b { 1.0 } else { 0.0 };
        let arm = point.on_a + share * point.gap * point.normal - pose.position;
        let rate = angular.cross(arm + radius * normal) + rotation * drift;
        let rows = RowWriter {
            placement,
            bodies,
            shift: DVec3::ZERO,
            surface: [DVec3::ZERO; 2],
        };
        rows.rates(point.normal, self.laws.of(a, b), (angular, rate), out)
    }

    /// Of the normal row of two balls about their centres of mass, the only one: u = n·w, w the velocity of
    /// one centre against the other, and ṅ·w = (|w|² − u²)/(distance of the centres).
    fn rate_of_balls(
        &self,
        placement: &Placement,
        v: &[f64],
        (bodies, point): ([usize; 2], &Point),
    ) -> Option<f64> {
        let [a, b] = bodies;
        if self.laws.of(a, b).friction.law().rows() != 1 {
            return None;
        }
        let mut apart = point.gap;
        let mut velocity = [DVec3::ZERO; 2];
        for (body, velocity) in bodies.into_iter().zip(&mut velocity) {
            let [placed] = self.shapes[body].as_slice() else {
                return None;
            };
            let Shape::Sphere { radius } = placed.shape else {
                return None;
            };
            if placed.pose.position != DVec3::ZERO || self.surface_velocity[body] != DVec3::ZERO {
                return None;
            }
            apart += radius;
            if placement.is_free(body) {
                *velocity = placement.twist(v, body).linear;
            }
        }
        let between = velocity[1] - velocity[0];
        let along = between.dot(point.normal);
        Some((between.length_squared() - along * along) / apart)
    }
}
