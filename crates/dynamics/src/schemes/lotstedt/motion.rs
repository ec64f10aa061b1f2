//! The motion of one piece of a step without contacts, and the gaps that close in it.
//!
//! ```text
//! q⁺, A and v_free by AB-2 and BDF-2, or by AB-1 and BDF-1;    s = g/(g − g⁺) where a gap closes
//! ```

use crate::contact::{Contact, Contacts, rounding};
use crate::error::{StepError, finite};
use crate::gaps::{GapQuery, Gaps, Selection};
use crate::mass_matrix::MassMatrix;
use crate::step::inputs::{Drive, FreeMotion};
use crate::step::solve::OneStep;
use crate::system::{State, System};

/// An approach below this share of the velocities in play is none, nor one below this share of what forces do
/// in the step.
const STILL: f64 = 1e-12;
const PULLED: f64 = 1e-6;
/// Gaps that close within this share of a step of each other close together.
const TOGETHER: f64 = 1e-9;

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

/// Gaps that close in a piece.
#[derive(Default)]
pub(super) struct Closures {
    /// Gaps at the beginning of the piece; contacts at its end.
    gaps: Gaps,
    scratch: Contacts,
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
        // What forces move in a whole step, however short the piece.
        let reach = self.dt * self.dt * pull / h;
        self.limits = Limits { closed, reach, pull };
        Ok(free)
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
        let known = system.force_jacobian(time, &self.q_end, &self.guess, by_q, by_v);
        if known && self.by_v.values.iter().any(|c| *c != 0.0) {
            for (m, c) in mass.values.iter_mut().zip(&self.by_v.values) {
                *m -= h * c;
            }
            mass.factor_general(time)?;
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
        system.contacts(end, &motion.q_end, Selection::Within(closed), &mut self.scratch);
        let carries = |contact: &Contact| contact.friction.is_force() || free.carried(contact.id);
        if self.scratch.list.iter().all(carries) {
            return None;
        }
        let all = GapQuery::Within(f64::INFINITY);
        system.gaps(motion.here.time, &motion.here.q, all, &mut self.gaps);
        let mut first = f64::INFINITY;
        for pass in 0..2 {
            let mut row = 0;
            for contact in &self.scratch.list {
                let share = if carries(contact) {
                    f64::INFINITY
                } else {
                    self.closes(motion, contact, row, h)
                };
                row += contact.friction.law().rows();
                if pass == 0 {
                    first = first.min(share);
                } else if share <= first + TOGETHER {
                    self.new.push(contact.id);
                }
            }
            if !(first <= 1.0) {
                return None;
            }
        }
        Some(first)
    }

    /// When a contact that is closed at q⁺ closes; +∞ for one that does not approach.
    fn closes(&self, motion: &Motion, contact: &Contact, row: usize, h: f64) -> f64 {
        let Limits { closed, pull, .. } = motion.limits;
        let approach = -(self.scratch.jacobian.dot(row, &motion.mean) + self.scratch.obstacle[row]);
        let speed = motion.mean.iter().fold(0.0, |m: f64, v| m.max(v.abs()));
        let known = self.gaps.list.binary_search_by_key(&contact.id, |g| g.id);
        let gap = known.map_or(contact.gap + h * approach, |k| self.gaps.list[k].gap);
        if !(approach > STILL * speed + PULLED * pull) {
            f64::INFINITY
        } else if gap > closed {
            (gap / (gap - contact.gap)).clamp(0.0, 1.0)
        } else {
            0.0
        }
    }
}

/// β of BDF-2 and BDF-1.
pub(super) fn weight(two: bool) -> f64 {
    if two { 2.0 / 3.0 } else { 1.0 }
}
