//! The motion of one piece of a step without contacts, and the gaps that close in it.
//!
//! ```text
//! q⁺, A and v_free by AB-2 and BDF-2, or by AB-1 and BDF-1;    g(q ⊕ s h v̄) = 0 where a gap closes
//! ```
//! The way is straight, the gap need not be: s = g/(g − g⁺) is the first guess, and the root is found to
//! rounding. What overlaps at the instant of an impact is then what closes with it, not what linear
//! interpolation misplaced. Not seen: gaps that close and open again within a piece.

use crate::contact::{Contact, Contacts, rounding};
use crate::error::{StepError, finite};
use crate::gaps::{GapQuery, Gaps, Selection};
use crate::root::Bracket;
use crate::step::inputs::{Drive, FreeMotion};
use crate::step::solve::OneStep;
use crate::system::{ImplicitQuery, Slopes, State, System};
use drystone_solve::mass::MassMatrix;

/// An approach below this share of the velocities in play is none, nor one below this share of what forces do
/// in the step.
const STILL: f64 = 1e-12;
const PULLED: f64 = 1e-6;
/// Gaps that close within this share of a step of each other close together.
const TOGETHER: f64 = 1e-9;
/// What may close with the first is looked for up to so many times the gap that counts as closed: of two gaps
/// that are one but for rounding, one may be just beyond.
const BESIDE: f64 = 4.0;
/// Most looks for the instant of an impact, and the least share of the bracket by which it shrinks: more than
/// any gap takes, and few enough for one that is not continuous.
const LOOKS: usize = 60;
const INSIDE: f64 = 1e-3;
/// Every gap that the system looks for.
const ALL: GapQuery<'static> = GapQuery::Within(f64::INFINITY);
/// Pieces shorter than this share of the step do not tell what forces do: rounding of v, over their length,
/// would be the acceleration. The longer piece before them does.
const MEASURED: f64 = 1e-3;
/// Impacts slower than what forces do in so many steps have no rebound: AB-1 after each would feed them.
const SLOW: f64 = 5.0;

/// The motion of one piece without contacts.
pub(super) struct Motion {
    pub(super) here: State,
    /// v one step back; empty where the step is to begin anew.
    pub(super) before: Vec<f64>,
    /// Length of the whole step, in s.
    pub(super) dt: f64,
    /// q⁺, and the mean velocity on the way there.
    pub(super) q_end: Vec<f64>,
    pub(super) mean: Vec<f64>,
    /// What forces without contacts do to the velocities, per second.
    acceleration: Vec<f64>,
    /// b, v_p and scratch.
    base: Vec<f64>,
    guess: Vec<f64>,
    change: Vec<f64>,
    /// M alone, and ∂f/∂q, ∂f/∂v.
    pub(super) inertia: MassMatrix,
    by_q: MassMatrix,
    by_v: MassMatrix,
    pub(super) limits: Limits,
}

/// Lengths and velocities that count as none in a piece.
#[derive(Clone, Copy, Default)]
pub(super) struct Limits {
    /// A gap that counts as closed, and how far one that carries may open, in m.
    pub(super) closed: f64,
    pub(super) reach: f64,
    /// How fast forces alone would make points move in the piece, in m/s.
    pull: f64,
}

/// A contact that closes in a piece: its gaps at the beginning and at q⁺, in m.
#[derive(Clone, Copy, Debug)]
struct Closing {
    id: u64,
    before: f64,
    after: f64,
}

/// Gaps that close in a piece.
#[derive(Default)]
pub(super) struct Closures {
    /// Gaps at the beginning of the piece; contacts at its end.
    gaps: Gaps,
    scratch: Contacts,
    closing: Vec<Closing>,
    /// A place on the way, and the gaps there.
    q: Vec<f64>,
    there: Gaps,
    /// Contacts that close first.
    pub(super) new: Vec<u64>,
}

impl Motion {
    pub(super) fn new(system: &dyn System) -> Self {
        let blocks = MassMatrix::new(&system.layout().mass_blocks);
        let zero = vec![0.0; system.layout().num_v];
        Motion {
            here: State::default(),
            before: Vec::new(),
            dt: 0.0,
            q_end: vec![0.0; system.layout().num_q],
            mean: zero.clone(),
            acceleration: zero.clone(),
            base: zero.clone(),
            guess: zero.clone(),
            change: zero,
            inertia: blocks.clone(),
            by_q: blocks.clone(),
            by_v: blocks,
            limits: Limits::default(),
        }
    }

    /// q⁺, A and the velocity reached over h from `here` if nothing touched; `two` takes the second-order
    /// formulas.
    pub(super) fn free<'a>(
        &mut self,
        one: &'a mut OneStep,
        system: &mut dyn System,
        (h, two): (f64, bool),
    ) -> Result<FreeMotion<'a>, StepError> {
        let (v, end) = (&self.here.v, self.here.time + h);
        self.base.copy_from_slice(v);
        self.guess.copy_from_slice(v);
        self.mean.copy_from_slice(v);
        if two {
            for (i, last) in self.before.iter().enumerate() {
                self.mean[i] = 1.5 * v[i] - 0.5 * last;
                self.base[i] = (4.0 * v[i] - last) / 3.0;
                self.guess[i] = 2.0 * v[i] - last;
            }
        }
        system
            .kinematics()
            .advance(&self.here.q, &self.mean, h, &mut self.q_end);
        let inertia = one.load_mass(system, end, &self.q_end)?;
        self.inertia.copy_from(inertia.mass());
        let mut drive = inertia
            .forces(system, (end, &self.q_end), &self.guess)
            .gyroscopic(system, &self.q_end, &self.guess);
        self.linearise(system, end, weight(two) * h, &mut drive)?;
        let free = drive.free_velocity(end, &self.base, weight(two) * h)?;
        let pull = system.kinematics().pull(&self.here.v, free.v_free());
        let (closed, _) = rounding(system.kinematics().length(&self.q_end), pull, h);
        let mut reach = self.limits.reach;
        if h >= MEASURED * self.dt {
            // What forces move in a whole step, however short the piece.
            reach = self.dt * self.dt * pull / h;
            let rates = self.acceleration.iter_mut().zip(free.v_free()).zip(&self.base);
            for ((rate, free), base) in rates {
                *rate = (free - base) / (weight(two) * h);
            }
        }
        self.limits = Limits { closed, reach, pull };
        Ok(free)
    }

    /// Approach of a contact by its normal row up to which there is no rebound, in m/s: what forces do to it
    /// in a few steps.
    pub(super) fn slow(&self, contacts: &Contacts, row: usize) -> f64 {
        SLOW * self.dt * contacts.jacobian.dot(row, &self.acceleration).abs()
    }

    /// M becomes A and f becomes f̃, where the system gives ∂f/∂v.
    fn linearise(
        &mut self,
        system: &mut dyn System,
        time: f64,
        h: f64,
        drive: &mut Drive<'_>,
    ) -> Result<(), StepError> {
        let (mass, force) = drive.parts();
        finite(time, "the force", force)?;
        let (by_q, by_v) = (&mut self.by_q.values, &mut self.by_v.values);
        let asked = ImplicitQuery::Slopes {
            at: (time, &self.q_end),
            v: &self.guess,
            by_q,
            by_v,
        };
        let known = system.implicit(asked) != Slopes::Unknown;
        if known && self.by_v.values.iter().any(|c| *c != 0.0) {
            for (m, c) in mass.values.iter_mut().zip(&self.by_v.values) {
                *m -= h * c;
            }
            mass.factor_general().map_err(StepError::mass(time))?;
            // v_p is not needed any more: it becomes v_p − b.
            for (guess, b) in self.guess.iter_mut().zip(&self.base) {
                *guess -= b;
            }
            self.by_v.multiply(&self.guess, &mut self.change);
            for (f, c) in force.iter_mut().zip(&self.change) {
                *f -= c;
            }
        }
        Ok(())
    }
}

impl Closures {
    /// The first gap that closes on the way to q⁺, as a share of it; what closes with it into `new`.
    pub(super) fn first(
        &mut self,
        system: &mut dyn System,
        motion: &Motion,
        free: &FreeMotion<'_>,
        h: f64,
    ) -> Option<f64> {
        self.new.clear();
        self.scratch.clear();
        let (end, closed) = (motion.here.time + h, motion.limits.closed);
        let near = Selection::Within(BESIDE * closed);
        system.contacts(end, &motion.q_end, near, &mut self.scratch);
        let hit = |c: &Contact| c.gap <= closed && !c.friction.is_force();
        if !self.scratch.list.iter().any(hit) {
            return None;
        }
        system.gaps(motion.here.time, &motion.here.q, ALL, &mut self.gaps);
        self.find_closing(motion, free, h);
        let open = |c: &Closing| c.before > closed;
        if self.closing.is_empty() {
            return None;
        }
        if !self.closing.iter().all(open) {
            let at_once = self
                .closing
                .iter()
                .filter(|c| !open(c) || c.before <= BESIDE * closed);
            self.new.extend(at_once.map(|c| c.id));
            return Some(0.0);
        }
        let share = self.locate(system, motion, h)?;
        let there = &self.there.list;
        for closing in &self.closing {
            // Contacts that change their names on the way are taken by the mean of their approach.
            let known = there.binary_search_by_key(&closing.id, |g| g.id).ok();
            let gap = known.map_or(closing.at(share), |k| there[k].gap);
            if gap <= BESIDE * closed + TOGETHER * (closing.before - closing.after) {
                self.new.push(closing.id);
            }
        }
        Some(share)
    }

    /// Contacts near at q⁺ that approach; not those that carry and approach no faster than forces make them.
    fn find_closing(&mut self, motion: &Motion, free: &FreeMotion<'_>, h: f64) {
        let Limits { closed, pull, .. } = motion.limits;
        let speed = motion.mean.iter().fold(0.0, |m: f64, v| m.max(v.abs()));
        self.closing.clear();
        let mut row = 0;
        for contact in &self.scratch.list {
            let normal = row;
            row += contact.friction.law().rows();
            if contact.friction.is_force() {
                continue;
            }
            let at_end = -(self.scratch.jacobian.dot(normal, &motion.mean) + self.scratch.obstacle[normal]);
            let known = self.gaps.list.binary_search_by_key(&contact.id, |g| g.id);
            let before = known.map_or(contact.gap + h * at_end, |k| self.gaps.list[k].gap);
            // What was open and is not any more has approached, whatever it does at the end.
            let approach = if before > closed {
                (before - contact.gap) / h
            } else {
                at_end
            };
            let moves = approach > STILL * speed + PULLED * pull;
            let carries = free.carried(contact.id) && approach <= motion.slow(&self.scratch, normal);
            if moves && !carries {
                self.closing.push(Closing {
                    id: contact.id,
                    before,
                    after: contact.gap,
                });
            }
        }
    }

    /// The share of the way at which the first of them closes, all being open at the beginning.
    fn locate(&mut self, system: &mut dyn System, motion: &Motion, h: f64) -> Option<f64> {
        let closed = motion.limits.closed;
        let least = |of: &dyn Fn(&Closing) -> f64| self.closing.iter().map(of).fold(f64::INFINITY, f64::min);
        let mut bracket = Bracket::new((0.0, least(&|c| c.before)), (1.0, least(&|c| c.after)));
        if bracket.right.1 > closed {
            return None; // beside those that close, and none does
        }
        let mut share = 1.0;
        if bracket.right.1 < 0.0 {
            for _ in 0..LOOKS {
                share = bracket.next_inside(INSIDE);
                self.q.resize(motion.here.q.len(), 0.0);
                system
                    .kinematics()
                    .advance(&motion.here.q, &motion.mean, share * h, &mut self.q);
                system.gaps(motion.here.time + share * h, &self.q, ALL, &mut self.there);
                let there = &self.there.list;
                let gap = |c: &Closing| {
                    let known = there.binary_search_by_key(&c.id, |g| g.id).ok();
                    known.map_or(c.at(share), |k| there[k].gap)
                };
                let found = self.closing.iter().map(gap).fold(f64::INFINITY, f64::min);
                bracket.take(share, found);
                if found.abs() <= closed || bracket.width() <= f64::EPSILON {
                    break;
                }
            }
        } else {
            system.gaps(motion.here.time + h, &motion.q_end, ALL, &mut self.there);
        }
        Some(share)
    }
}

impl Closing {
    /// The gap at a share of the way, if it closes evenly.
    fn at(&self, share: f64) -> f64 {
        self.before + share * (self.after - self.before)
    }
}

/// β of BDF-2 and BDF-1.
pub(super) fn weight(two: bool) -> f64 {
    if two { 2.0 / 3.0 } else { 1.0 }
}
