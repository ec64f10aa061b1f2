//! How long a step may be without a body passing through another.
//!
//! ```text
//! T = t_a + t_b                 thickness of the two; T/2 deep, nobody can tell the side they came from
//! t ← t + (g(t) − g₀ + δT)/s,   g₀ = min(g(0), 0),   s ≥ any velocity at which the gap can close
//!                               conservative advancement to t_w, when they would be δT deep
//! t_w ≥ λh                      the step may last: contacts are looked for λh ahead, and are seen from there
//! else, t = t_w − δT/s          t > εT/s  the step ends at 0.9 t/(1 + λ), before anything acts;
//!                               else it looks for contacts when they are ½εT deep
//! ```
//! The scheme then meets the contact as any other, on the side that the bodies came from. Nothing is done to
//! bodies that touch and stay apart, however fast they slide, roll or spin; nor to half-spaces, which have no
//! other side. Two surfaces without thickness (triangles, segments) cannot be told from each other: not done.
//! Source of the advancement: Mirtich (1996), Impulse-based dynamic simulation, §2.3.
//!
//! Only pairs that come nearer by δT at most are looked at; most worlds are done after one look at the
//! velocities. The others are found by their swept boxes. Linear and angular velocities are taken as constant
//! over the step. In a world that repeats itself the gap is the least of the three images (nine, for two
//! axes) around the nearest one, and half the cell at most: farther images are farther away than that.

use super::placement::{Placement, Twist};
use super::rotation::turned;
use super::search::Search;
use crate::geometry::{Bounds, CellPairs, DVec3, Point, Pose, Shape};

/// δ: share of the thickness of two bodies by which they may be deep where contacts are looked for. At ½ the
/// middle of one has passed the middle of the other.
const DEEP: f64 = 0.4;
/// ε: share of the thickness that is left to the step that meets the contact, and twice its depth there.
const NEAR: f64 = 0.1;
/// Share of the way to where contacts begin to act that a step before them goes.
const BEFORE: f64 = 0.9;
/// Most steps of the advancement: ten thicknesses along a surface in touch. What is not done then is cut.
const ADVANCES: usize = 100;
/// The advancement is there: share of the thickness.
const THERE: f64 = 1e-3;

/// The thickness of a shape: the least distance between two sides of it, about. Infinite for half-spaces, 0
/// for surfaces.
pub(crate) fn thickness(shape: &Shape) -> f64 {
    match shape {
        Shape::HalfSpace | Shape::HalfPlane => f64::INFINITY,
        Shape::Sphere { radius } | Shape::Disc { radius } | Shape::Capsule { radius, .. } => 2.0 * radius,
        Shape::Box { half } => 2.0 * half.min_element(),
        Shape::Cylinder { half_length, radius } => 2.0 * half_length.min(*radius),
        Shape::Cone { half_height, radius } => half_height.min(*radius),
        Shape::Ellipsoid { semi_axes } => 2.0 * semi_axes.min_element(),
        Shape::Hull(hull) => 2.0 * hull.depth(),
        Shape::Mesh(_) => 0.0,
        Shape::Polygon(polygon) => 2.0 * (polygon.radius + polygon.depth()),
    }
}

/// Room for the search, and what it knows of the bodies.
pub(crate) struct Sweep {
    /// No two bodies that have a thickness at all are thinner together, in m.
    thinnest: f64,
    /// How far a point of each body goes at most, in m.
    ways: Vec<f64>,
    boxes: Vec<Bounds>,
    broad: CellPairs,
    pairs: Vec<[u32; 2]>,
    points: Vec<Point>,
}

impl Sweep {
    pub(super) fn new(search: &Search) -> Self {
        let thick = search.thickness.iter().copied().filter(|t| *t > 0.0);
        let least = thick.fold(f64::INFINITY, f64::min);
        // A surface adds nothing to the one it meets.
        let together = if search.thickness.contains(&0.0) { 1.0 } else { 2.0 };
        Sweep {
            thinnest: together * least,
            ways: Vec::new(),
            boxes: Vec::new(),
            broad: CellPairs::default(),
            pairs: Vec::new(),
            points: Vec::new(),
        }
    }
}

/// A motion at constant velocities.
#[derive(Clone, Copy)]
pub(crate) struct Ahead<'a> {
    pub placement: &'a Placement,
    pub v: &'a [f64],
    /// The longest step wanted, in s.
    pub dt: f64,
    /// λ: contacts are looked for at this share of it.
    pub look: f64,
}

impl<'a> Ahead<'a> {
    /// Bodies at these places, with (v, dt, λ).
    pub(super) fn new(placement: &'a Placement, (v, dt, look): (&'a [f64], f64, f64)) -> Self {
        Ahead {
            placement,
            v,
            dt,
            look,
        }
    }

    fn twist(&self, body: usize) -> Twist {
        self.placement.twist(self.v, body)
    }

    /// Whether no two bodies come nearer by [`DEEP`] of the thickness of any two before contacts are looked
    /// for. Poses are not needed, only the velocities of bodies that follow a motion.
    pub(super) fn is_slow(&self, sweep: &Sweep, search: &Search) -> bool {
        let mut most = [0.0; 2];
        for body in 0..self.placement.len() {
            let speed = search.speed(&self.twist(body), body);
            if speed > most[0] {
                most = [speed, most[0]];
            } else if !(speed <= most[1]) {
                most[1] = speed;
            }
        }
        (most[0] + most[1]) * self.look * self.dt <= DEEP * sweep.thinnest
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

    /// t_w, when the two would be `deep` in each other, or deeper by that than now; nothing where that is not
    /// before `end`. `speed` bounds the rate of the gap.
    fn time_of_doubt(&mut self, end: f64, speed: f64, deep: f64) -> Option<f64> {
        let (mut t, mut gap) = (0.0, self.gap(0.0));
        let floor = gap.min(0.0) - deep;
        for _ in 0..ADVANCES {
            // Not so for NaN.
            if !(gap - floor > THERE * deep) {
                return Some(t);
            }
            t += (gap - floor) / speed;
            if t >= end {
                return None;
            }
            gap = self.gap(t);
        }
        Some(t)
    }
}

/// The longest step up to `ahead.dt` in which nothing passes through anything unseen. Boxes of the search are
/// those of the placement.
pub(crate) fn safe_step(sweep: &mut Sweep, search: &Search, ahead: Ahead<'_>) -> f64 {
    let Ahead {
        placement,
        v,
        dt,
        look,
    } = ahead;
    let Sweep {
        thinnest,
        ways,
        boxes,
        broad,
        pairs,
        points,
    } = sweep;
    let count = placement.len();
    ways.clear();
    ways.extend((0..count).map(|body| look * dt * search.speed(&ahead.twist(body), body)));
    boxes.clear();
    boxes.extend((0..count).map(|body| search.swept(body, &ahead.twist(body), look * dt)));
    // Of two that come nearer by so much, one goes half of it.
    let fast = |body: usize| ways[body] > 0.5 * DEEP * *thinnest;
    let may_meet = |a: usize, b: usize| (fast(a) || fast(b)) && search.may_meet(placement, a, b);
    broad.pairs(&search.cell, boxes, &may_meet, pairs);
    let mut safe = dt;
    for pair in pairs.iter() {
        let bodies = pair.map(|body| body as usize);
        let thickness = search.thickness[bodies[0]] + search.thickness[bodies[1]];
        let speed = search.approach(placement, v, bodies);
        let deep = DEEP * thickness;
        if !(deep > 0.0 && speed * look * safe > deep) {
            continue;
        }
        let [first, second] = bodies.map(|body| &search.tight[body]);
        let mut pair = Pair {
            search,
            placement,
            bodies,
            twists: bodies.map(|body| ahead.twist(body)),
            apart: 0.5 * (second.min - first.min + (second.max - first.max)),
            scratch: points,
        };
        if let Some(doubt) = pair.time_of_doubt(look * safe, speed, deep) {
            let (meet, near) = ((doubt - deep / speed).max(0.0), NEAR * thickness / speed);
            safe = safe.min(if meet > near {
                BEFORE * meet / (1.0 + look)
            } else {
                (meet + 0.5 * near) / look
            });
        }
    }
    safe
}
