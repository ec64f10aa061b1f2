//! The normal of two convex bodies by its own maximum, to rounding.
//!
//! ```text
//! s(n) = n·w(n),   w(n) = support_B(−n) − support_A(n);    gap = max s near the contact;   w ∥ n there
//! ```
//! Any n bounds the gap from below, an error δ of n costs s only O(δ²). GJK (parry, on bodies of unit size) gives n to 3e-4 where the
//! bodies are apart; nearer, and in overlap, EPA on bodies pushed together gives it roughly and GJK on bodies drawn apart
//! along it sharpens it: n ← normal of (A, B + τn), whose fixed points are those of w ∥ n. Newton finishes: on the sphere, on every
//! kink (u·k = c) nearby, at their crossings and at the normals of flat faces; the largest s is taken.
//! Limits: deep overlaps find the nearest way out only as well as EPA does.

use super::DVec3;
use super::solid::{Kink, Solid};
use parry3d_f64::math::Pose as Isometry;
use parry3d_f64::query::epa::EPA;
use parry3d_f64::query::gjk::{CsoPoint, GJKResult, VoronoiSimplex, closest_points};

/// Sine of the angle in which kinks and faces are tried.
const NEARBY: f64 = 2e-2;

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
        let rough = match self.gjk(DVec3::ZERO, limit.max(0.0) + 1e-3) {
            Rough::Beyond => return None,
            Rough::Apart(n, distance) if distance > 1e-3 => n,
            Rough::Apart(..) | Rough::Overlap => self.touching(),
        };
        let mut best = self.at(rough);
        for _ in 0..3 {
            let next = self.polished(best);
            let settled = !(next.gap > best.gap + 1e-15);
            best = if next.gap > best.gap { next } else { best };
            if settled {
                break;
            }
        }
        (best.gap <= limit).then_some(best)
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
                let n = if distance > 1e-6 { (q - p) / distance } else { dir };
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
        let mut n = self.pushed(start).unwrap_or(start);
        for _ in 0..6 {
            let old = n;
            if let Rough::Apart(next, _) = self.gjk(0.3 * n, f64::MAX) {
                n = next;
            }
            if n.dot(old) > 1.0 - 1e-8 {
                break;
            }
        }
        n
    }

    fn pushed(&self, start: DVec3) -> Option<DVec3> {
        let place = Isometry::from_translation(-0.01 * start);
        let mut simplex = VoronoiSimplex::new();
        simplex.reset(CsoPoint::from_shapes(&place, self.a, self.b, start));
        match closest_points(&place, self.a, self.b, f64::MAX, true, &mut simplex) {
            GJKResult::Intersection => {}
            _ => return None,
        }
        let (_, _, n) = EPA::new().closest_points(&place, self.a, self.b, &simplex)?;
        n.try_normalize()
    }

    /// The best of all stationary normals near one.
    fn polished(&self, from: Normal) -> Normal {
        let mut best = from;
        let mut consider = |n: DVec3| {
            if n.dot(from.n) > 0.99 {
                let found = self.at(n);
                if found.gap > best.gap {
                    best = found;
                }
            }
        };
        let cosine = 1.0 - NEARBY * NEARBY;
        self.a.faces(from.n, cosine, &mut consider);
        self.b.faces(-from.n, cosine, |n| consider(-n));
        let mut kinks = super::small::Small::<(Kink, bool), 16>::new();
        self.a.kinks(from.n, NEARBY, |kink| kinks.push((kink, true)));
        self.b.kinks(-from.n, NEARBY, |kink| {
            let height = -kink.height;
            kinks.push((Kink { height, ..kink }, false));
        });
        for &(kink, of_a) in kinks.items() {
            if let Some(n) = self.on_kink(kink, from.n) {
                consider(n);
            }
            for &(other, also_a) in kinks.items() {
                if of_a
                    && !also_a
                    && let Some(n) = crossing(kink, other, from.n)
                {
                    consider(n);
                }
            }
        }
        consider(self.on_sphere(from.n));
        best
    }

    /// Newton on the sphere: the part of w across n vanishes.
    fn on_sphere(&self, start: DVec3) -> DVec3 {
        const STEP: f64 = 1e-6;
        let mut n = start;
        for _ in 0..8 {
            let (t, u) = n.any_orthonormal_pair();
            let across = |m: DVec3| {
                let w = self.difference(m);
                let rest = w - m * w.dot(m);
                (rest.dot(t), rest.dot(u))
            };
            let here = across(n);
            let (gt, gu) = (
                across((n + t * STEP).normalize()),
                across((n + u * STEP).normalize()),
            );
            let (a, b) = ((gt.0 - here.0) / STEP, (gu.0 - here.0) / STEP);
            let (c, d) = ((gt.1 - here.1) / STEP, (gu.1 - here.1) / STEP);
            let det = a * d - b * c;
            let (x, y) = ((b * here.1 - d * here.0) / det, (c * here.0 - a * here.1) / det);
            let length = x.hypot(y);
            if !length.is_finite() {
                return n;
            }
            let shorten = if length > 0.05 { 0.05 / length } else { 1.0 };
            n = (n + (t * x + u * y) * shorten).normalize();
            if length < 1e-15 {
                break;
            }
        }
        n
    }

    /// Newton along a kink.
    fn on_kink(&self, kink: Kink, start: DVec3) -> Option<DVec3> {
        const STEP: f64 = 1e-6;
        let k = kink.along;
        let out = (start - k * start.dot(k)).try_normalize()?;
        let aside = k.cross(out);
        let radius = (1.0 - kink.height * kink.height).max(0.0).sqrt();
        let slope = |angle: f64| {
            let (sin, cos) = angle.sin_cos();
            let n = k * kink.height + (out * cos + aside * sin) * radius;
            self.difference(n).dot(aside * cos - out * sin)
        };
        let mut angle = 0.0_f64;
        for _ in 0..8 {
            let here = slope(angle);
            let step = -here * STEP / (slope(angle + STEP) - here);
            if !step.is_finite() {
                break;
            }
            angle += step.clamp(-0.05, 0.05);
            if step.abs() < 1e-15 {
                break;
            }
        }
        let (sin, cos) = angle.sin_cos();
        (k * kink.height + (out * cos + aside * sin) * radius).try_normalize()
    }
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
