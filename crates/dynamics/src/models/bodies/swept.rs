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
//! Only pairs that come nearer by δT at least are looked at; most worlds are done after one look at the
//! velocities. The others are found by their swept boxes. Linear and angular velocities of free bodies are
//! taken as constant over the step; bodies that follow a motion go in straight pieces as they really do, and
//! gaps are less by what they are off those (`course.rs`). In a world that repeats itself the gap is the
//! least of the three images (nine, for two axes) around the nearest one, and half the cell at most: farther
//! images are farther away than that.

use super::course::{Courses, Driven, Piece};
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
/// How far a motion may be off its pieces: share of the thickness. Little beside [`DEEP`], whose doubt it is.
const FINE: f64 = 0.05;
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
    pub(super) thinnest: f64,
    /// How far a point of each body goes at most, in m.
    ways: Vec<f64>,
    pub(super) boxes: Vec<Bounds>,
    pub(super) broad: CellPairs,
    pub(super) pairs: Vec<[u32; 2]>,
    pub(super) points: Vec<Point>,
    /// How bodies that follow a motion go.
    pub(super) courses: Courses,
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
            courses: Courses::default(),
        }
    }

    /// How far points of all bodies go before contacts are looked for. Poses are not needed; bodies that
    /// follow a motion stay `still` at one instant.
    pub(super) fn measure(
        &mut self,
        search: &Search,
        ahead: &Ahead<'_>,
        motions: &mut [Driven],
        still: bool,
    ) {
        let span = ahead.look * ahead.dt;
        if still {
            self.courses.stand(motions);
        } else {
            self.courses.reach(motions, &search.radius, (ahead.time, span));
        }
        let free = |body: usize| span * search.speed(&ahead.twist(body), body);
        self.ways.clear();
        self.ways.extend((0..ahead.placement.len()).map(|body| {
            if ahead.placement.is_free(body) {
                free(body)
            } else {
                0.0
            }
        }));
        for (k, driven) in motions.iter().enumerate() {
            self.ways[driven.0] = self.courses.way_of(k);
        }
    }

    /// Whether no two bodies come nearer by [`DEEP`] of the thickness of any two.
    pub(super) fn is_slow(&self) -> bool {
        let mut most = [0.0; 2];
        for &way in &self.ways {
            if way > most[0] {
                most = [way, most[0]];
            } else if !(way <= most[1]) {
                most[1] = way;
            }
        }
        most[0] + most[1] <= DEEP * self.thinnest
    }
}

/// A motion, at constant velocities of the free bodies.
#[derive(Clone, Copy)]
pub(crate) struct Ahead<'a> {
    pub placement: &'a Placement,
    /// When it begins, in s.
    pub time: f64,
    pub v: &'a [f64],
    /// The longest step wanted, in s.
    pub dt: f64,
    /// λ: contacts are looked for at this share of it.
    pub look: f64,
}

impl<'a> Ahead<'a> {
    /// Bodies at these places, with (t, v, dt, λ).
    pub(super) fn new(placement: &'a Placement, (time, v, dt, look): (f64, &'a [f64], f64, f64)) -> Self {
        Ahead {
            placement,
            time,
            v,
            dt,
            look,
        }
    }

    fn twist(&self, body: usize) -> Twist {
        self.placement.twist(self.v, body)
    }

    /// The velocity of a free body; 0 of others.
    fn own_twist(&self, body: usize) -> Twist {
        if self.placement.is_free(body) {
            self.twist(body)
        } else {
            Twist::default()
        }
    }
}

/// Two bodies on their way.
struct Pair<'a> {
    search: &'a Search,
    placement: &'a Placement,
    bodies: [usize; 2],
    /// Velocities of free bodies; 0 of the others.
    twists: [Twist; 2],
    /// Which of the two follows a motion, and its pieces; at most one does.
    driven: Option<(usize, &'a Driven, &'a [Piece])>,
    /// From the middle of the first body's box to that of the second, at the beginning.
    apart: DVec3,
    scratch: &'a mut Vec<Point>,
}

impl Pair<'_> {
    /// Poses of both, in a piece of the one that follows a motion.
    fn poses(&self, t: f64, piece: usize) -> [Pose; 2] {
        [0, 1].map(|k| match self.driven {
            Some((which, driven, pieces)) if which == k => pieces[piece].pose(t, driven),
            _ => {
                let (pose, twist) = (&self.placement.poses[self.bodies[k]], &self.twists[k]);
                Pose {
                    position: pose.position + twist.linear * t,
                    rotation: turned(pose.rotation, twist.angular * t),
                }
            }
        })
    }

    fn gap(&mut self, t: f64, piece: usize) -> f64 {
        let (poses, cell) = (self.poses(t, piece), self.search.cell);
        if !cell.is_periodic() {
            return self.search.least_gap(self.bodies, &poses, self.scratch);
        }
        let way = |k: usize| poses[k].position - self.placement.poses[self.bodies[k]].position;
        let mut least = cell
            .length
            .to_array()
            .into_iter()
            .filter(|length| *length > 0.0)
            .fold(f64::INFINITY, f64::min)
            / 2.0;
        for shift in cell.around(cell.nearest(self.apart + way(1) - way(0))) {
            let mut image = poses;
            image[1].position += shift;
            least = least.min(self.search.least_gap(self.bodies, &image, self.scratch));
        }
        least
    }

    /// Bounds the rate of the gap in a piece.
    fn speed(&self, piece: usize) -> f64 {
        let mut twists = self.twists;
        if let Some((which, driven, pieces)) = self.driven {
            twists[which] = pieces[piece].twist(driven);
        }
        self.search.closing_speed(twists, self.bodies)
    }

    /// t_w, when the two would be `deep` in each other, or deeper by that than now, and the largest rate of
    /// the gap then; nothing where that is not before `end`.
    fn time_of_doubt(&mut self, end: f64, deep: f64) -> Option<(f64, f64)> {
        let pieces = self.driven.map_or(&[][..], |(_, _, pieces)| pieces);
        let off = |piece: usize| pieces.get(piece).map_or(0.0, |piece| piece.off);
        let (mut t, mut piece, mut gap) = (0.0, 0, self.gap(0.0, 0));
        let floor = gap.min(0.0) - deep;
        let mut speed = self.speed(0);
        gap -= off(0);
        for _ in 0..ADVANCES + pieces.len() {
            // Not so for NaN.
            if !(gap - floor > THERE * deep) {
                return Some((t, speed));
            }
            let next = t + (gap - floor) / speed;
            match pieces.get(piece) {
                Some(here) if piece + 1 < pieces.len() && !(next < here.end) => {
                    t = here.end;
                    piece += 1;
                    speed = self.speed(piece);
                }
                _ => t = next,
            }
            if t >= end {
                return None;
            }
            gap = self.gap(t, piece) - off(piece);
        }
        Some((t, speed))
    }
}

/// The longest step up to `ahead.dt` in which nothing passes through anything unseen. Boxes of the search are
/// those of the placement, and ways have been measured.
pub(crate) fn safe_step(sweep: &mut Sweep, search: &Search, ahead: Ahead<'_>, motions: &mut [Driven]) -> f64 {
    let Ahead {
        placement,
        time,
        dt,
        look,
        ..
    } = ahead;
    let Sweep {
        thinnest,
        ways,
        boxes,
        broad,
        pairs,
        points,
        courses,
    } = sweep;
    let least = *thinnest;
    // No pair with a body is thinner than the body.
    let fine = |body: usize| FINE * search.thickness[body].max(least);
    courses.follow(motions, &search.radius, (time, look * dt), fine);
    find_boxes(boxes, search, &ahead, (motions, courses));
    // Of two that come nearer by so much, one goes half of it.
    let fast = |body: usize| ways[body] > 0.5 * DEEP * least;
    let may_meet = |a: usize, b: usize| (fast(a) || fast(b)) && search.may_meet(placement, a, b);
    broad.pairs(&search.cell, boxes, &may_meet, pairs);
    let mut safe = dt;
    for pair in pairs.iter() {
        let bodies = pair.map(|body| body as usize);
        let thickness = search.thickness[bodies[0]] + search.thickness[bodies[1]];
        let deep = DEEP * thickness;
        let driven = (0..2).find_map(|which| {
            let k = motions
                .binary_search_by_key(&bodies[which], |driven| driven.0)
                .ok()?;
            Some((which, &motions[k], courses.of(k)))
        });
        let twists = bodies.map(|body| ahead.own_twist(body));
        let way = match driven {
            Some(_) => ways[bodies[0]] + ways[bodies[1]],
            None => search.closing_speed(twists, bodies) * look * safe,
        };
        if !(deep > 0.0 && way > deep) {
            continue;
        }
        let [first, second] = bodies.map(|body| &search.tight[body]);
        let mut pair = Pair {
            search,
            placement,
            bodies,
            twists,
            driven,
            apart: 0.5 * (second.min - first.min + (second.max - first.max)),
            scratch: points,
        };
        if let Some(doubt) = pair.time_of_doubt(look * safe, deep) {
            safe = safe.min(before(doubt, thickness, look));
        }
    }
    safe
}

/// How long a step may be before or at a doubt, given with the rate of the gap there.
fn before((doubt, speed): (f64, f64), thickness: f64, look: f64) -> f64 {
    let (meet, near) = (
        (doubt - DEEP * thickness / speed).max(0.0),
        NEAR * thickness / speed,
    );
    if meet > near {
        BEFORE * meet / (1.0 + look)
    } else {
        (meet + 0.5 * near) / look
    }
}

/// The boxes that all bodies pass through.
fn find_boxes(
    boxes: &mut Vec<Bounds>,
    search: &Search,
    ahead: &Ahead<'_>,
    (motions, courses): (&[Driven], &Courses),
) {
    let span = ahead.look * ahead.dt;
    boxes.clear();
    boxes.extend((0..ahead.placement.len()).map(|body| search.swept(body, &ahead.twist(body), span)));
    for (k, driven) in motions.iter().enumerate() {
        boxes[driven.0] = driven_box(search, driven, courses.of(k));
    }
}

/// The box that a body passes through that goes along pieces.
fn driven_box(search: &Search, driven: &Driven, pieces: &[Piece]) -> Bounds {
    let (body, tight) = (driven.0, &search.tight[driven.0]);
    let Some(first) = pieces.first() else {
        return *tight;
    };
    let start = first.pose(0.0, driven).position;
    let mut out = *tight;
    let (mut turned, mut off): (f64, f64) = (0.0, 0.0);
    for piece in pieces {
        let end = piece.pose(piece.end, driven).position;
        out = out.join(&tight.moved(end - start));
        turned += piece.twist(driven).angular.length() * (piece.end - piece.begin);
        off = off.max(piece.off);
    }
    out.grown(turned.min(2.0) * search.radius[body] + off)
}
