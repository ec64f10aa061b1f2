//! How long a motion may be so that looks at both ends tell all the contacts between them.
//!
//! ```text
//! s t + ½ a t² + w(t) ≤ max(g, 0) + d     s, a: how fast points of two bodies approach and speed up at most,
//!                                         w: the way of the one that follows a motion (`course.rs`)
//! d = ¼ T                                 where corners name the contacts; T of the thinner free body
//! d = ½ (T_a + T_b)                       of two round bodies, which could pass through each other
//! ω t + ½ α t² ≤ ¼                        beside a half-space, which has no other side: each corner has
//!                                         one name there, and its height is that of one turn; round: any;
//!                                         of a solid of revolution only its axis: ω × a in the place of ω
//! ```
//! g is the gap now: until it is gone nothing can be missed, however thin the two are. Gaps are looked at
//! only where a body goes farther than its own thickness allows. A surface has no thickness; its size is
//! taken.

use super::course::Driven;
use super::placement::{Placement, Twist};
use super::search::Search;
use super::swept::Sweep;
use crate::geometry::{DVec3, Placed, Shape};

/// Share of the thickness of a free body after which corners may touch under other names than before.
const RENAMED: f64 = 0.25;
/// The same for the thickness of two round bodies together: at ½ nobody can tell the side that they came
/// from.
const PASSED: f64 = 0.5;
/// Turn after which the heights of corners over a plane are looked at again, in rad.
const TURNED: f64 = 0.25;
/// How far the axis of a solid of revolution may pass its centre of mass, as a share of its radius: rounding.
const CENTRED: f64 = 1e-12;
/// How often the time is halved until a body that follows a motion goes no farther than it may.
const HALVINGS: usize = 40;

/// Where bodies are, and what they are.
type World<'a> = (&'a Placement, &'a Search);

/// A motion, of which is asked how long it may be.
#[derive(Clone, Copy)]
pub(super) struct Leap<'a> {
    /// When it begins, in s.
    pub(super) time: f64,
    pub(super) v: &'a [f64],
    pub(super) acceleration: &'a [f64],
    /// The longest wanted, in s.
    pub(super) dt: f64,
}

impl Leap<'_> {
    /// Velocity and acceleration of a free body; 0 of others.
    fn twists(&self, placement: &Placement, body: usize) -> [Twist; 2] {
        if placement.is_free(body) {
            [self.v, self.acceleration].map(|v| placement.twist(v, body))
        } else {
            [Twist::default(); 2]
        }
    }

    /// Whether each body goes no farther than its own thickness allows: contacts are then told wherever they
    /// are.
    pub(super) fn is_short(
        &self,
        (placement, search): World<'_>,
        sweep: &mut Sweep,
        motions: &mut [Driven],
    ) -> bool {
        let span = (self.time, self.dt);
        let small = RENAMED * 0.5 * sweep.thinnest;
        sweep.courses.reach(motions, &search.radius, span);
        let driven = (0..motions.len()).all(|k| sweep.courses.way_of(k) <= small);
        driven
            && (0..placement.len()).all(|body| {
                let stride = search.stride[body];
                !stride.is_finite() || {
                    let [speed, gain] = self
                        .twists(placement, body)
                        .map(|twist| search.speed(&twist, body));
                    time_for(stride, speed, gain) >= self.dt
                }
            })
    }

    /// How long it may be, up to `dt`. Boxes of the search are those of the placement.
    pub(super) fn longest(
        &self,
        (placement, search): World<'_>,
        sweep: &mut Sweep,
        motions: &mut [Driven],
    ) -> f64 {
        let mut longest = self.dt;
        let Sweep {
            boxes,
            broad,
            pairs,
            points,
            courses,
            ..
        } = sweep;
        courses.reach(motions, &search.radius, (self.time, self.dt));
        boxes.clear();
        boxes.extend((0..placement.len()).map(|body| {
            let [speed, gain] = self
                .twists(placement, body)
                .map(|twist| search.speed(&twist, body));
            search.tight[body].grown(way(speed, gain, self.dt))
        }));
        for (k, driven) in motions.iter().enumerate() {
            boxes[driven.0] = search.tight[driven.0].grown(courses.way_of(k));
        }
        let may_meet = |a: usize, b: usize| search.may_meet(placement, a, b);
        broad.pairs(&search.cell, boxes, &may_meet, pairs);
        for pair in pairs.iter() {
            let bodies = pair.map(|body| body as usize);
            let [[v, gain], [other_v, other_gain]] = bodies.map(|body| self.twists(placement, body));
            let endless = bodies.iter().any(|&body| search.thickness[body] == f64::INFINITY);
            let round = bodies.iter().all(|&body| search.is_round(body));
            let driven = bodies
                .iter()
                .find_map(|body| motions.binary_search_by_key(body, |driven| driven.0).ok());
            if endless && !round {
                let one = search.turn((placement, bodies[0]), v, gain);
                let other = search.turn((placement, bodies[1]), other_v, other_gain);
                longest = longest.min(time_for(TURNED, one[0] + other[0], one[1] + other[1]));
            }
            if endless && driven.is_none() {
                continue;
            }
            let speed = search.closing_speed([v, other_v], bodies);
            let gain = search.closing_speed([gain, other_gain], bodies);
            let far = search.free_way(placement, bodies, driven.is_some());
            let courses_way = driven.map_or(0.0, |k| courses.way_of(k));
            if way(speed, gain, longest) + courses_way <= far {
                continue;
            }
            let at = placement.near(bodies, search.shift(bodies));
            let free = far + search.least_gap(bodies, &at, points).max(0.0);
            match driven {
                None => longest = longest.min(time_for(free, speed, gain)),
                Some(k) => {
                    let mut moves = |time: f64| {
                        let radius = search.radius[motions[k].0];
                        way(speed, gain, time) + courses.way(&mut motions[k], radius, (self.time, time))
                    };
                    longest = halved(longest, |time| moves(time) <= free);
                }
            }
        }
        longest
    }
}

impl Search {
    /// How fast a body turns as a half-space sees it, and how fast that grows, in rad/s and rad/s²: a solid
    /// of revolution that turns about its axis a is where it was, a' = ω × a.
    fn turn(&self, (placement, body): (&Placement, usize), v: Twist, gain: Twist) -> [f64; 2] {
        let Some(axis) = self.axis_of_revolution(body) else {
            return [v, gain].map(|twist| twist.angular.length());
        };
        let axis = placement.poses[body].rotation * axis;
        let rate = v.angular.cross(axis);
        let growth = gain.angular.cross(axis) + v.angular.cross(rate);
        [rate.length(), growth.length()]
    }

    /// The axis of a solid of revolution about its centre of mass, in the axes of the body.
    fn axis_of_revolution(&self, body: usize) -> Option<DVec3> {
        let [Placed { shape, pose }] = self.shapes[body].as_slice() else {
            return None;
        };
        let revolves = matches!(
            shape,
            Shape::Capsule { .. } | Shape::Cylinder { .. } | Shape::Cone { .. }
        );
        let axis = pose.rotation * DVec3::Z;
        let off = pose.position.cross(axis).length();
        (revolves && off <= CENTRED * self.radius[body]).then_some(axis)
    }

    /// How far two bodies may move against each other besides their gap, in m.
    fn free_way(&self, placement: &Placement, bodies: [usize; 2], is_driven: bool) -> f64 {
        let sizes = bodies.map(|body| self.size_of(body));
        let thick = match self.thickness[bodies[0]] + self.thickness[bodies[1]] {
            both if both > 0.0 && both < f64::INFINITY => both,
            _ => sizes[0].min(sizes[1]),
        };
        if bodies.iter().all(|&body| self.is_round(body)) && !is_driven {
            return PASSED * thick;
        }
        let moving = bodies.into_iter().filter(|&body| placement.is_free(body));
        RENAMED * moving.map(|body| self.size_of(body)).fold(thick, f64::min)
    }
}

/// A time, halved until it fits.
fn halved(time: f64, mut fits: impl FnMut(f64) -> bool) -> f64 {
    let times = std::iter::successors(Some(time), |time| Some(0.5 * time)).take(HALVINGS);
    let mut last = time;
    for time in times {
        last = time;
        if fits(time) {
            break;
        }
    }
    last
}

/// The way in a time, from a velocity and at an acceleration, in m.
fn way(speed: f64, gain: f64, time: f64) -> f64 {
    time * (speed + 0.5 * gain * time)
}

/// The time for a way.
fn time_for(way: f64, speed: f64, gain: f64) -> f64 {
    2.0 * way / (speed + (speed * speed + 2.0 * gain * way).sqrt())
}
