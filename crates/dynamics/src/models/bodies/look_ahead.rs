//! How far a look for the contacts that a motion may close goes around each body and each pair.
//!
//! ```text
//! reach of a pair = least + max(what the two approach by, min(twice what a blow moves them by, their skins))
//! ```
//! What depends on one body is computed once a look, and what two bodies approach by once a pair: there are
//! many more pairs of boxes that nearly meet than contacts.

use super::placement::{Placement, Twist};
use super::search::Search;
use crate::gaps::Motion;
use crate::geometry::{Bounds, DVec3};
use crate::step::tolerances::PASSED_ON;

/// Skins of the smaller of two bodies, on either side, from which on no blow is handed on: nothing is looked
/// for so far away.
const FAR: f64 = 2.0;

/// Room for a look ahead.
#[derive(Default)]
pub(super) struct Outlook {
    paces: Vec<[Pace; 2]>,
    /// How far around each body the look goes, in m.
    margins: Vec<f64>,
    /// By how much each pair approaches, in m.
    ways: Vec<f64>,
    /// How far a blow may move each body, in m.
    blows: Vec<f64>,
}

/// How fast a body moves, in m/s.
#[derive(Clone, Copy)]
struct Pace {
    linear: DVec3,
    /// How fast its farthest point turns about the centre of mass.
    spin: f64,
}

impl Pace {
    /// How fast a point of the body moves at most.
    fn most(&self) -> f64 {
        self.linear.length() + self.spin
    }

    /// How fast points of two bodies move against each other at most.
    fn against(&self, other: &Pace) -> f64 {
        (self.linear - other.linear).length() + self.spin + other.spin
    }
}

impl Search {
    /// Fills `found` with the contacts that a motion may close: those that the two bodies can reach at their
    /// own velocities, and neighbours within their skins that a blow to one of them can close.
    pub(super) fn look_ahead(&mut self, placement: &Placement, motion: &Motion<'_>) {
        self.find_bounds(placement);
        let Motion { dt, least, .. } = *motion;
        let mut outlook = std::mem::take(&mut self.scratch.outlook);
        let Outlook {
            paces,
            margins,
            ways,
            blows,
        } = &mut outlook;
        self.find_paces(placement, motion, paces);
        let most = |[now, free]: &[Pace; 2]| now.most().max(free.most());
        // No two bodies approach by more than twice this, and no blow moves one farther.
        let widest = dt * paces.iter().map(most).fold(0.0, f64::max);
        margins.clear();
        margins.extend(paces.iter().zip(&self.skin).map(|(pace, skin)| {
            let struck = (4.0 * widest).min(*skin);
            let passed = (PASSED_ON * widest).min(FAR * skin);
            least + (dt * most(pace)).max(struck).max(passed)
        }));
        let boxes = self.fat.iter().zip(&self.tight).zip(&*margins);
        let escaped = |((fat, tight), margin): ((&Bounds, &Bounds), &f64)| {
            !(fat.holds(&tight.grown(*margin)) || *tight == Bounds::EMPTY)
        };
        if { boxes }.any(escaped) {
            self.find_pairs(placement, |body| margins[body]);
        }
        self.find_near(|body| margins[body]);
        ways.clear();
        ways.extend(self.near.list.iter().map(|pair| {
            let [a, b] = pair.map(|body| &paces[body as usize]);
            dt * a[0].against(&b[0]).max(a[1].against(&b[1]))
        }));
        self.find_blows(placement, least, (ways, blows));
        self.found.clear();
        for k in 0..self.near.list.len() {
            let [a, b] = self.near.list[k].map(|body| body as usize);
            let blow = blows[a].max(blows[b]);
            let reach = least + ways[k].max((2.0 * blow).min(self.skin[a] + self.skin[b]));
            self.pair_within(placement, self.near.list[k], reach);
        }
        self.scratch.outlook = outlook;
    }

    /// How fast all bodies move, before the forces have acted and after.
    fn find_paces(&self, placement: &Placement, motion: &Motion<'_>, paces: &mut Vec<[Pace; 2]>) {
        let pace = |v: &[f64], body: usize| {
            let Twist { linear, angular } = placement.twist(v, body);
            let spin = angular.length() * self.radius[body];
            Pace { linear, spin }
        };
        paces.clear();
        paces.extend((0..placement.len()).map(|body| [pace(motion.v, body), pace(motion.v_free, body)]));
    }

    /// How far a blow may move each body in the time of the motion, in m: what it strikes itself, and a share
    /// of what its neighbours take, along the pairs and back.
    fn find_blows(&self, placement: &Placement, least: f64, (ways, blows): (&[f64], &mut Vec<f64>)) {
        blows.clear();
        blows.resize(placement.len(), 0.0);
        let meets = |pair: [usize; 2], reach: f64| {
            let [a, b] = pair.map(|body| &self.tight[body]);
            a.grown(least + reach).meets(&b.moved(self.shift(pair)))
        };
        for (pair, &own) in self.near.list.iter().zip(ways) {
            let pair = pair.map(|body| body as usize);
            let known = blows[pair[0]].min(blows[pair[1]]);
            if own > known && meets(pair, own) {
                for body in pair {
                    blows[body] = own.max(blows[body]);
                }
            }
        }
        let count = self.near.list.len();
        for k in (0..count).chain((0..count).rev()) {
            let pair = self.near.list[k].map(|body| body as usize);
            let [a, b] = pair.map(|body| blows[body]);
            let passed = PASSED_ON * a.max(b);
            let far = 2.0 * FAR * self.skin[pair[0]].min(self.skin[pair[1]]);
            let free = || pair.iter().all(|body| placement.is_free(*body));
            if passed > a.min(b) && free() && meets(pair, passed.min(far)) {
                for body in pair {
                    blows[body] = passed.max(blows[body]);
                }
            }
        }
    }
}
