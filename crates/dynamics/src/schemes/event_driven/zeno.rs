//! Accumulations: infinitely many impacts in a finite time, and events or steps that come too fast.
//!
//! ```text
//! flights get shorter by a ratio ρ < 1 and the next is too low to matter:
//!     the end is at t + (2 u⁺/a) / (1 − ρ)
//! ```
//! Where the next flight would be lower than a hundredth of the tolerance and flights get shorter, the
//! impacts that are left are one soft impact; their impulses are those of the contact that stays closed, but
//! for the square of its velocity. The time is the sum of the geometric series. Accumulations of another kind
//! are counted and left to time-stepping where there is one (`hybrid.rs`). So are steps without an event that
//! get too short: slip of many contacts that is almost none turns its directions within 10⁻⁹ s. Where nobody
//! else goes on, the run stops with that reason.

use super::phase::{InPhase, Scales};
use super::tolerances::{CRAWL, LEFT_OUT, LOW_FLIGHTS, LOWEST_FLIGHT, MOST_LOOKS, RESTS, SHRINKS};
use crate::step::Step;
use crate::system::State;
use drystone_solve::solver::Expired;

/// The last impacts of a contact.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounce {
    pub(super) id: u64,
    pub(super) time: f64,
    /// Velocity after it, and its ratio to the one before, where there was one.
    pub(super) speed: f64,
    pub(super) ratio: Option<f64>,
}

/// Memory of impacts, events and short steps.
pub(super) struct Zeno {
    pub(super) bounces: Vec<Bounce>,
    /// So many events within this share of length/velocity count as an accumulation that is left to others.
    pub(super) crowd: Option<(usize, f64)>,
    /// Most looks at the rows in a step of the run.
    pub(super) looks: usize,
    /// Whether the caller wants an end.
    pub(super) expired: Option<Expired>,
    /// Times of the last events.
    pub(super) times: Vec<f64>,
    /// Steps without an event since a time.
    pub(super) crawl: (usize, f64),
    /// Height of flights that are left out, as a share of the length.
    lowest: f64,
}

impl Zeno {
    /// For a tolerance of the run.
    pub(super) fn new(relative: f64) -> Self {
        Zeno {
            bounces: Vec::new(),
            crowd: None,
            looks: MOST_LOOKS,
            expired: None,
            times: Vec::new(),
            crawl: (0, 0.0),
            lowest: (LEFT_OUT * relative).max(LOWEST_FLIGHT),
        }
    }

    /// Whether the caller wants an end.
    pub(super) fn is_expired(&self) -> bool {
        self.expired.as_ref().is_some_and(|expired| expired())
    }

    /// Notes a step without an event; whether the last ones were so short that others had better go on.
    pub(super) fn crawls(&mut self, time: f64, scales: &Scales) -> bool {
        if self.crawl.0 == 0 {
            self.crawl.1 = time;
        }
        self.crawl.0 += 1;
        if self.crawl.0 < CRAWL.0 {
            return false;
        }
        self.crawl.0 = 0;
        (time - self.crawl.1) * scales.speed < CRAWL.1 * scales.length
    }

    /// Notes an event; whether the last ones came faster than the scheme follows them.
    pub(super) fn is_crowded(&mut self, time: f64, scales: &Scales) -> bool {
        let Some((count, share)) = self.crowd else {
            return false;
        };
        if self.times.capacity() <= count {
            self.times.reserve_exact(count + 1);
        }
        self.times.push(time);
        if self.times.len() <= count {
            return false;
        }
        let first = self.times.remove(0);
        let crowded = (time - first) * scales.speed < share * scales.length;
        if crowded {
            self.times.clear();
        }
        crowded
    }

    /// Contacts whose flights get shorter and whose next one, after the impact `trial`, is too low to matter;
    /// when their impacts end. Those in `soft` have ended.
    pub(super) fn ending(
        &self,
        (system, phase): InPhase,
        at: &State,
        trial: &Step,
        soft: &[u64],
    ) -> Vec<(u64, f64)> {
        let mut out = Vec::new();
        let slow = RESTS * phase.scales.speed;
        let lowest = self.lowest * phase.scales.length;
        for (i, contact) in trial.contacts.list.iter().enumerate() {
            let before = phase.rows.normal_velocity(i);
            let after = trial.relative_velocity[trial.offsets[i]];
            if contact.friction.is_force() || soft.contains(&contact.id) || after <= slow || before > slow {
                continue;
            }
            let Some(last) = self.bounces.iter().find(|b| b.id == contact.id) else {
                continue;
            };
            let (ratio, flight) = (after / last.speed, at.time - last.time);
            let shrinks = ratio < SHRINKS && last.ratio.is_some_and(|r| r < SHRINKS);
            let pull = 2.0 * last.speed / flight;
            // Higher flights than the lowest at first: the length of a short one has rounding in it.
            if shrinks && after * after < 2.0 * LOW_FLIGHTS * pull * lowest {
                out.push((contact.id, (after, ratio, pull)));
            }
        }
        if out.is_empty() {
            return Vec::new();
        }
        // The flight just made is so short that rounding is in its length: where one can, from the
        // acceleration.
        phase.evaluate_at(system, at);
        let lone = phase.motion.lone.filter(|lone| *lone < 0.0);
        let ends = out.into_iter().filter_map(|(id, (after, ratio, pull))| {
            let pull = lone.map_or(pull, |lone| -lone);
            (after * after < 2.0 * pull * lowest).then(|| (id, at.time + 2.0 * after / pull / (1.0 - ratio)))
        });
        ends.collect()
    }

    /// Keeps the last impact of a contact.
    pub(super) fn remember(&mut self, id: u64, time: f64, speed: f64) {
        let last = self.bounces.iter_mut().find(|b| b.id == id);
        let before = last.as_ref().map(|b| b.speed);
        let bounce = Bounce {
            id,
            time,
            speed,
            ratio: before.filter(|b| *b > 0.0).map(|b| speed / b),
        };
        match last {
            Some(last) => *last = bounce,
            None => self.bounces.push(bounce),
        }
    }
}
