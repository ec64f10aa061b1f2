//! The pairs that can touch soon, out of all whose boxes meet.
//!
//! ```text
//! near box of a body = (its box now, larger by a reach and a share of its skin) ∩ its box of the pairs
//! near: pairs whose near boxes meet
//! ```
//! A step looks at its contacts several times, from poses close to each other, and most pairs of boxes with
//! their skins do not touch in any of them. The list holds as long as every body stays within its near box;
//! then it is made again. What a look finds does not depend on which list it reads.

use super::search::Search;
use crate::geometry::Bounds;

/// Share of its skin by which a body may move, beyond the reach that was asked for, before the list is made
/// again: the overlaps that are looked for after a step lie within.
const ROOM: f64 = 0.5;

/// The list, and the boxes for which it holds.
#[derive(Default)]
pub(super) struct NearPairs {
    /// In the order of all pairs.
    pub(super) list: Vec<[u32; 2]>,
    boxes: Vec<Bounds>,
}

impl NearPairs {
    /// All pairs have been found anew.
    pub(super) fn forget(&mut self) {
        self.list.clear();
        self.boxes.clear();
    }

    /// Whether the list holds all pairs up to gaps of `reach` of a body where the bodies are.
    fn holds(&self, tight: &[Bounds], reach: impl Fn(usize) -> f64) -> bool {
        let inside = |(body, (own, now)): (usize, (&Bounds, &Bounds))| {
            own.holds(&now.grown(reach(body))) || *now == Bounds::EMPTY
        };
        self.boxes.len() == tight.len() && self.boxes.iter().zip(tight).enumerate().all(inside)
    }

    /// The largest gap up to which the list holds all pairs where the bodies are, in m; negative where it
    /// does not hold.
    pub(super) fn clearance(&self, tight: &[Bounds]) -> f64 {
        if self.boxes.len() != tight.len() {
            return f64::NEG_INFINITY;
        }
        let both = self.boxes.iter().zip(tight);
        both.filter(|(_, now)| **now != Bounds::EMPTY)
            .fold(f64::INFINITY, |least, (own, now)| {
                let room = (now.min - own.min).min(own.max - now.max);
                // ∞ − ∞ of half-spaces is no number, and bounds nothing.
                least.min(room.x).min(room.y).min(room.z)
            })
    }
}

impl Search {
    /// Makes the list of near pairs hold all up to gaps of `reach` of a body, in m; all pairs up to there are
    /// known.
    pub(super) fn find_near(&mut self, reach: impl Fn(usize) -> f64) {
        if self.near.holds(&self.tight, &reach) {
            return;
        }
        let Search {
            near,
            tight,
            fat,
            skin,
            ..
        } = self;
        near.boxes.clear();
        near.boxes
            .extend(tight.iter().zip(&*fat).enumerate().map(|(body, (now, fat))| {
                let own = now.grown(reach(body) + ROOM * skin[body]);
                Bounds {
                    min: own.min.max(fat.min),
                    max: own.max.min(fat.max),
                }
            }));
        let mut list = std::mem::take(&mut self.near.list);
        list.clear();
        list.extend(self.pairs.iter().filter(|pair| self.may_touch(**pair)));
        self.near.list = list;
    }

    /// Whether the near boxes of two bodies meet.
    fn may_touch(&self, pair: [u32; 2]) -> bool {
        let [a, b] = pair.map(|body| body as usize);
        let shift = self.shift([a, b]);
        self.near.boxes[a].meets(&self.near.boxes[b].moved(shift))
    }
}
