//! How long a step may be without a fast body passing through a thin one.
//!
//! ```text
//! a pair that moves against each other by more than a quarter of its thickness in a step:
//! t ← t + gap(t) / s,  s ≥ any velocity at which the gap can close
//!                      conservative advancement to the time of impact
//! the step ends a fifth of the thickness behind it; in touch, it lasts for a fifth of the thickness
//! ```
//! The scheme then meets the contact as any other: closed at the predicted configuration, on the side it came
//! from. The thickness of a pair is that of its thinner body, of the other one where that has none (segments,
//! surfaces of triangles). Source of the advancement: Mirtich (1996), Impulse-based dynamic simulation, §2.3.
//! Linear and angular velocities are taken as constant over the step. In a world that repeats itself the gap
//! is the least of the three images (nine, for two axes) around the nearest one, and half the cell at most:
//! farther images are farther away than that.

use super::placement::{Placement, Twist};
use super::rotation::turned;
use super::search::Search;
use crate::geometry::{Bounds, DVec3, Point, Pose, Shape};

/// Share of the thickness that a pair may move against each other in a step without being looked at.
const SLOW: f64 = 0.25;
/// Share of the thickness by which a step may end behind the time of impact.
const BEHIND: f64 = 0.2;
/// Most steps of the advancement.
const ADVANCES: usize = 100;

/// The thickness of a shape: the least distance between two sides of it, about. Infinite for half-spaces, 0
/// for surfaces.
pub(crate) fn thickness(shape: &Shape) -> f64 {
    let least = |extent: DVec3| extent.min_element();
    match shape {
        Shape::HalfSpace | Shape::HalfPlane => f64::INFINITY,
        Shape::Sphere { radius } | Shape::Disc { radius } | Shape::Capsule { radius, .. } => 2.0 * radius,
        Shape::Box { half } => 2.0 * least(*half),
        Shape::Cylinder { half_length, radius } => 2.0 * half_length.min(*radius),
        Shape::Cone { half_height, radius } => half_height.min(*radius),
        Shape::Ellipsoid { semi_axes } => 2.0 * least(*semi_axes),
        Shape::Hull(_) => {
            let bounds = shape.bounds(&Pose::default());
            0.5 * least(bounds.max - bounds.min)
        }
        Shape::Mesh(_) => 0.0,
        Shape::Polygon(polygon) => {
            let extent = shape.bounds(&Pose::default());
            let flat = (extent.max - extent.min - 2.0 * polygon.radius)
                .truncate()
                .min_element();
            2.0 * polygon.radius
                + if polygon.vertices.len() > 2 {
                    0.5 * flat
                } else {
                    0.0
                }
        }
    }
}

/// Two bodies on their way.
struct Pair<'a> {
    search: &'a Search,
    placement: &'a Placement,
    bodies: [usize; 2],
    twists: [Twist; 2],
    /// From the middle of the first body's box to that of the second, at the beginning.
    apart: DVec3,
    scratch: &'a mut Vec<Point>,
}

impl Pair<'_> {
    fn gap(&mut self, t: f64) -> f64 {
        let at = |k: usize| {
            let (pose, twist) = (&self.placement.poses[self.bodies[k]], &self.twists[k]);
            Pose {
                position: pose.position + twist.linear * t,
                rotation: turned(pose.rotation, twist.angular * t),
            }
        };
        let (poses, cell) = ([at(0), at(1)], self.search.cell);
        if !cell.is_periodic() {
            return self.search.least_gap(self.bodies, &poses, self.scratch);
        }
        let way = (self.twists[1].linear - self.twists[0].linear) * t;
        let mut least = cell
            .length
            .to_array()
            .into_iter()
            .filter(|length| *length > 0.0)
            .fold(f64::INFINITY, f64::min)
            / 2.0;
        for shift in cell.around(cell.nearest(self.apart + way)) {
            let mut image = poses;
            image[1].position += shift;
            least = least.min(self.search.least_gap(self.bodies, &image, self.scratch));
        }
        least
    }

    /// When the two meet, if within `dt`; `speed` bounds the rate of the gap.
    fn time_of_impact(&mut self, dt: f64, speed: f64, close: f64) -> Option<f64> {
        let mut t = 0.0;
        for _ in 0..ADVANCES {
            let gap = self.gap(t);
            if !(gap > close) {
                return Some(t);
            }
            t += gap / speed;
            if t > dt {
                return None;
            }
        }
        Some(t)
    }
}

/// The longest step up to `dt` in which nothing passes through anything unseen.
pub(crate) fn safe_step(
    search: &Search,
    placement: &Placement,
    v: &[f64],
    dt: f64,
    scratch: &mut Vec<Point>,
) -> f64 {
    let thinnest = search
        .thickness
        .iter()
        .copied()
        .filter(|x| *x > 0.0)
        .fold(f64::INFINITY, f64::min);
    let twist = |body: usize| placement.twist(v, body);
    let reach =
        |body: usize| twist(body).linear.length() + twist(body).angular.length() * search.radius[body];
    let mut safe = dt;
    for a in (0..placement.len()).filter(|&a| reach(a) * dt > SLOW * thinnest) {
        let path = search
            .cell
            .opened(&swept(&search.tight[a], &twist(a), search.radius[a], dt));
        for b in 0..placement.len() {
            let fast_too = b < a && reach(b) * dt > SLOW * thinnest;
            if a == b || fast_too || !search.may_meet(placement, a, b) {
                continue;
            }
            let thickness = match [search.thickness[a], search.thickness[b]] {
                [x, y] if x > 0.0 && y > 0.0 => x.min(y),
                [x, y] => x.max(y),
            };
            let turning = |k: usize| twist(k).angular.length() * search.radius[k];
            let speed = (twist(a).linear - twist(b).linear).length() + turning(a) + turning(b);
            let other = swept(&search.tight[b], &twist(b), search.radius[b], dt);
            if !(thickness > 0.0 && speed * dt > SLOW * thickness && path.meets(&other)) {
                continue;
            }
            let [first, second] = [a.min(b), a.max(b)].map(|k| &search.tight[k]);
            let mut pair = Pair {
                search,
                placement,
                bodies: [a.min(b), a.max(b)],
                twists: [twist(a.min(b)), twist(a.max(b))],
                apart: 0.5 * (second.min - first.min + (second.max - first.max)),
                scratch,
            };
            if let Some(impact) = pair.time_of_impact(safe, speed, 1e-3 * thickness) {
                safe = safe.min(impact + BEHIND * thickness / speed);
            }
        }
    }
    safe
}

/// The box that a body passes through, whichever way it turns.
fn swept(tight: &Bounds, twist: &Twist, radius: f64, dt: f64) -> Bounds {
    let step = twist.linear * dt;
    let moved = Bounds {
        min: tight.min + step,
        max: tight.max + step,
    };
    tight
        .join(&moved)
        .grown((twist.angular.length() * dt).min(2.0) * radius)
}
