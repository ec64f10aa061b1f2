//! The normal of two convex bodies by its own maximum, to rounding.
//!
//! ```text
//! s(n) = n·w(n),   w(n) = support_B(−n) − support_A(n);    gap = max s near the contact;   w ∥ n there
//! ```
//! Any n bounds the gap from below, an error δ of n costs s only O(δ²). GJK (parry, on bodies of unit size)
//! gives n to 3e-4 where the bodies are apart; nearer, and in overlap, EPA on bodies pushed together gives it
//! roughly and GJK on bodies drawn apart along it sharpens it: n ← normal of (A, B + τn), whose fixed points
//! are those of w ∥ n. Newton finishes: on the sphere, on every kink (u·k = c) nearby, at their crossings and
//! at the normals of flat faces; the largest s is taken. Limits: deep overlaps find the nearest way out only
//! as well as EPA does.

use super::DVec3;
use crate::geometry::space::support::{Kink, Solid};
use parry3d_f64::math::Pose as Isometry;
use parry3d_f64::query::epa::EPA;
use parry3d_f64::query::gjk::{CsoPoint, GJKResult, VoronoiSimplex, closest_points};

/// Sine of the angle in which kinks and faces are tried.
const NEARBY: f64 = 0.1;

/// Longest step of Newton, in rad.
const LONGEST: f64 = 0.1;
/// Rounding of s, for bodies of unit size.
const TIE: f64 = 1e-15;

/// A normal from A to B and the gap along it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Normal {
    pub(super) n: DVec3,
    pub(super) gap: f64,
}

/// The pair.
pub(super) struct Dual<'a> {
    pub(super) a: &'a Solid<'a>,
    pub(super) b: &'a Solid<'a>,
}

impl Dual<'_> {
    fn difference(&self, n: DVec3) -> DVec3 {
        self.b.support(-n) - self.a.support(n)
    }

    fn at(&self, n: DVec3) -> Normal {
        let gap = n.dot(self.difference(n));
        Normal { n, gap }
    }

    /// The contact normal, or nothing if the gap is above `limit`. Bodies are near unit size.
    pub(super) fn solve(&self, limit: f64) -> Option<Normal> {
        let best = match self.gjk(DVec3::ZERO, limit.max(0.0) + 1e-3) {
            Rough::Beyond => return None,
            Rough::Apart(n, distance) if distance > 1e-3 => self.refined(n),
            // The difference of closest points still tells the normal of corners, the other way that of
            // rounds.
            Rough::Apart(n, _) => larger(self.refined(n), self.refined(self.touching())),
            Rough::Overlap => {
                let (inside, flat) = (self.refined(self.touching()), self.flattest());
                if flat.gap > inside.gap {
                    self.refined(flat.n)
                } else {
                    inside
                }
            }
        };
        (best.gap <= limit).then_some(best)
    }

    /// The face of either body with the largest gap.
    fn flattest(&self) -> Normal {
        let mut best = Normal {
            n: DVec3::Z,
            gap: f64::NEG_INFINITY,
        };
        self.a.faces(DVec3::Z, -2.0, |n| best = larger(best, self.at(n)));
        self.b.faces(DVec3::Z, -2.0, |n| best = larger(best, self.at(-n)));
        best
    }

    /// The largest gap that Newton finds from here.
    fn refined(&self, rough: DVec3) -> Normal {
        let mut best = self.at(rough);
        for _ in 0..30 {
            let next = self.polished(best);
            let settled = !(next.gap > best.gap + TIE);
            best = next;
            if settled {
                // Newton also likes saddles, which overlaps have: uphill from there, if there is any.
                let Some(higher) = self.uphill(best) else { break };
                best = higher;
            }
        }
        best
    }

    /// A normal with a larger gap: along the gradient of s, or where bodies drawn apart along the normal are
    /// closest.
    fn uphill(&self, from: Normal) -> Option<Normal> {
        let drawn = [0.3, 0.03].into_iter().filter_map(|by| self.drawn(from, by));
        let w = self.difference(from.n);
        let gradient = (w - from.n * w.dot(from.n)).normalize_or_zero();
        let steps = std::iter::successors(Some(0.3), |step| Some(step * 0.2)).take(14);
        let along = steps.map(|step| (from.n + gradient * step).normalize());
        drawn
            .chain(along)
            .map(|n| self.at(n))
            .find(|next| next.gap > from.gap + TIE)
    }

    /// The normal of bodies drawn apart along one, to this distance.
    fn drawn(&self, from: Normal, distance: f64) -> Option<DVec3> {
        match self.gjk(from.n * (distance - from.gap.min(0.0)), f64::MAX) {
            Rough::Apart(n, _) => Some(n),
            _ => None,
        }
    }

    /// GJK with B moved.
    fn gjk(&self, by: DVec3, limit: f64) -> Rough {
        let place = Isometry::from_translation(by);
        let start = (self.b.center + by - self.a.center)
            .try_normalize()
            .unwrap_or(DVec3::Z);
        let mut simplex = VoronoiSimplex::new();
        simplex.reset(CsoPoint::from_shapes(&place, self.a, self.b, start));
        match closest_points(&place, self.a, self.b, limit, true, &mut simplex) {
            GJKResult::ClosestPoints(p, q, dir) => {
                let distance = (q - p).length();
                let n = if distance > 1e-13 { (q - p) / distance } else { dir };
                Rough::Apart(n.try_normalize().unwrap_or(start), distance)
            }
            GJKResult::NoIntersection(_) => Rough::Beyond,
            _ => Rough::Overlap,
        }
    }

    /// Near touching: pushed together for a first guess, drawn apart to sharpen it.
    fn touching(&self) -> DVec3 {
        let start = (self.b.center - self.a.center)
            .try_normalize()
            .unwrap_or(DVec3::Z);
        let mut n = [0.0, 1e-6, 1e-3]
            .into_iter()
            .find_map(|by| self.pushed(start, by))
            .unwrap_or(start);
        for _ in 0..6 {
            let old = n;
            n = self.drawn(self.at(n), 0.3).unwrap_or(n);
            if n.dot(old) > 1.0 - 1e-8 {
                break;
            }
        }
        n
    }

    /// EPA on bodies pushed together, if that makes them overlap.
    fn pushed(&self, start: DVec3, by: f64) -> Option<DVec3> {
        let place = Isometry::from_translation(-by * start);
        let mut simplex = VoronoiSimplex::new();
        simplex.reset(CsoPoint::from_shapes(&place, self.a, self.b, start));
        match closest_points(&place, self.a, self.b, f64::MAX, true, &mut simplex) {
            GJKResult::Intersection => {}
            _ => return None,
        }
        // From a point or a segment parry's EPA looks for a point beside it, and panics where slivers have
        // none.
        if simplex.dimension() < 2 {
            return None;
        }
        let (_, _, n) = EPA::new().closest_points(&place, self.a, self.b, &simplex)?;
        n.try_normalize()
    }

    /// The best of all stationary normals near one.
    fn polished(&self, from: Normal) -> Normal {
        let mut best = from;
        // A tie goes to the later one: faces before kinks before Newton, whose n is exact where s alone is
        // blind.
        let mut consider = |n: DVec3| {
            let found = self.at(n);
            if found.gap >= best.gap - TIE {
                best = found;
            }
        };
        let cosine = 1.0 - NEARBY * NEARBY;
        self.a.faces(from.n, cosine, &mut consider);
        self.b.faces(-from.n, cosine, |n| consider(-n));
        let mut kinks = crate::geometry::space::stack_list::Small::<(Kink, bool), 16>::new();
        self.a.kinks(from.n, NEARBY, |kink| kinks.push((kink, true)));
        self.b.kinks(-from.n, NEARBY, |kink| {
            let height = -kink.height;
            kinks.push((Kink { height, ..kink }, false));
        });
        for start in [
            Some(from.n),
            self.over_rim(from.n, true),
            self.over_rim(from.n, false),
        ]
        .into_iter()
        .flatten()
        {
            for &(kink, of_a) in kinks.items() {
                if let Some(n) = self.on_kink(kink, start) {
                    consider(n);
                }
                for &(other, also_a) in kinks.items() {
                    if of_a
                        && !also_a
                        && let Some(n) = crossing(kink, other, start)
                    {
                        consider(n);
                    }
                }
            }
            consider(self.on_sphere(start));
        }
        best
    }

    /// From the rim of a flat end to the nearest point of the other body: past the end of a face the normal
    /// turns fast, and Newton from the face itself has nowhere to go.
    fn over_rim(&self, n: DVec3, of_a: bool) -> Option<DVec3> {
        let d = if of_a {
            let q = self.b.support(-n);
            q - self.a.rim_toward(n, q)?
        } else {
            let q = self.a.support(n);
            self.b.rim_toward(-n, q)? - q
        };
        let along = d.try_normalize()?;
        Some(if along.dot(n) < 0.0 { -along } else { along })
    }

    /// −∂w/∂n along v.
    fn bend(&self, n: DVec3, v: DVec3) -> DVec3 {
        self.a.bend(n, v) + self.b.bend(-n, v)
    }

    /// Newton on the sphere: the part of w across n vanishes.
    fn on_sphere(&self, start: DVec3) -> DVec3 {
        let mut n = start;
        for _ in 0..10 {
            let (t, u) = n.any_orthonormal_pair();
            let w = self.difference(n);
            let (gt, gu, gap) = (w.dot(t), w.dot(u), w.dot(n));
            let (bt, bu) = (self.bend(n, t), self.bend(n, u));
            // The negative of the derivative: symmetric, positive definite apart.
            let (a, b, d) = (bt.dot(t) + gap, bt.dot(u), bu.dot(u) + gap);
            let det = a * d - b * b;
            let (x, y) = ((d * gt - b * gu) / det, (a * gu - b * gt) / det);
            let length = x.hypot(y);
            if !length.is_finite() {
                break;
            }
            let shorten = if length > LONGEST { LONGEST / length } else { 1.0 };
            n = (n + (t * x + u * y) * shorten).normalize();
            if length < 1e-15 {
                break;
            }
        }
        n
    }

    /// Newton along a kink.
    fn on_kink(&self, kink: Kink, start: DVec3) -> Option<DVec3> {
        let k = kink.along;
        let first = (start - k * start.dot(k)).try_normalize()?;
        let second = k.cross(first);
        let radius = (1.0 - kink.height * kink.height).max(0.0).sqrt();
        let at = |angle: f64| {
            let (sin, cos) = angle.sin_cos();
            (first * cos + second * sin, second * cos - first * sin)
        };
        let mut angle = 0.0_f64;
        for _ in 0..10 {
            let (out, aside) = at(angle);
            let n = k * kink.height + out * radius;
            let w = self.difference(n);
            let step = w.dot(aside) / (radius * self.bend(n, aside).dot(aside) + w.dot(out));
            if !step.is_finite() {
                break;
            }
            angle += step.clamp(-LONGEST, LONGEST);
            if step.abs() < 1e-15 {
                break;
            }
        }
        (k * kink.height + at(angle).0 * radius).try_normalize()
    }
}

/// Any normal bounds the gap from below: the larger bound is nearer.
fn larger(one: Normal, two: Normal) -> Normal {
    if two.gap > one.gap { two } else { one }
}

/// What the first look says.
enum Rough {
    Beyond,
    Apart(DVec3, f64),
    Overlap,
}

/// The normal on both circles nearest to `from`.
fn crossing(one: Kink, two: Kink, from: DVec3) -> Option<DVec3> {
    let cross = one.along.cross(two.along);
    let square = cross.length_squared();
    if !(square > 1e-16) {
        return None;
    }
    let m = one.along.dot(two.along);
    let (p, q) = (
        (one.height - m * two.height) / square,
        (two.height - m * one.height) / square,
    );
    let flat = one.along * p + two.along * q;
    let rest = 1.0 - flat.length_squared();
    if !(rest >= 0.0) {
        return None;
    }
    (flat + cross * (rest / square).sqrt().copysign(cross.dot(from))).try_normalize()
}
