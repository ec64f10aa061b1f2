//! The event-driven scheme: smooth phases integrated with error control, events located and met.
//!
//! ```text
//! between events   q̇ = N(q) v,   M v̇ = f + Hᵀ λ                 modes fixed, λ from one linear system        smooth.rs
//! events           a gap closes; a normal force, a friction reserve or a slip vanishes     on the dense output: gaps.rs
//! at an event      u_N < 0: the impact law of the pair; then who carries and who slides     settle.rs
//! ```
//! Source: Brogliato et al. (2002) §3.1, 3.3, 6.4, 6.5, 6.7 with (7), (10), (13), (35), (42), (43). The integrator is
//! Dormand and Prince's of order 8 (`ode/dop853.rs`); the state at an event is the end of a step of its own that is made
//! to end there, not a point of the interpolant, so that events cost no accuracy.
//!
//! Infinitely many impacts in a finite time: where the next flight would be lower than a hundredth of the tolerance and flights
//! get shorter, the rest of them is one soft impact; the impulses of the rest are those of the contact that stays closed,
//! but for the square of its velocity. The accumulation time is the sum of the geometric series.
//! No finite force (Painlevé): the problem of a time step of vanishing length gives the jump.
//!
//! Not covered: facetted and user-given friction sections (their corners are events of their own), stiff forces, for which the
//! explicit integrator takes short steps.

mod follow;
pub(crate) mod gaps;
mod groups;
mod linear;
mod locate;
mod record;
mod saved;
mod settle;
mod smooth;
#[cfg(test)]
mod tests;

use crate::careful::Careful;
use crate::contact::{Contacts, Restitution};
use crate::error::StepError;
use crate::memory::SchemeMemory;
use crate::ode::Tolerance;
use crate::ode::dop853::{Dop853, next_length};
use crate::one_step::OneStep;
use crate::options::Options;
use crate::schemes::Scheme;
use crate::step::{EventKind, Status, Step};
use crate::system::{State, System};
use drystone_solve::law::MAX_ROWS;
use drystone_solve::solver::{Settings, Solver};
pub use follow::{Follow, Met, Tangent};
use gaps::Sample;
pub use smooth::Holding;
use smooth::{Closed, Scales, Smooth, What};

/// How far a run of the event-driven scheme got.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Progress {
    /// To the time asked for.
    Arrived,
    /// Not: the state is where it stopped.
    Stuck(&'static str),
}

/// Impulses of a contact in the present step.
#[derive(Clone, Copy, Debug)]
struct Booked {
    id: u64,
    impulse: [f64; MAX_ROWS],
    hit: bool,
}

/// The last impacts of a contact.
#[derive(Clone, Copy, Debug)]
struct Bounce {
    id: u64,
    time: f64,
    /// Velocity after it, and its ratio to the one before, where there was one.
    speed: f64,
    ratio: Option<f64>,
}

/// What ends a step of the integrator early.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Found {
    Gap(u64),
    Margin(What),
}

/// The event-driven scheme.
pub struct EventDriven {
    one: OneStep,
    /// Solves the problems that decide on modes: to rounding, whatever the run asks for.
    decider: Careful,
    smooth: Smooth,
    pair: Dop853,
    tolerance: Tolerance,
    /// What is asked of positions and velocities, relative to the scales of the run.
    relative: f64,
    /// Most events in one step of the run.
    pub(crate) most_events: usize,
    /// So many events within this share of the time in which things change count as an accumulation that is left to others.
    pub(crate) crowd: Option<(usize, f64)>,
    times: Vec<f64>,
    /// Where it is.
    pub(crate) state: State,
    /// The state whose modes are known; and whether they were read from a file.
    expected: Option<State>,
    resumed: bool,
    h: f64,
    y: Vec<f64>,
    booked: Vec<Booked>,
    held: Vec<f64>,
    bounces: Vec<Bounce>,
    /// A step of no length: impacts and decisions.
    trial: Step,
    start: Contacts,
    end: Contacts,
    look: Contacts,
    zero: Vec<f64>,
    pub(crate) follow: Follow,
    /// Contacts, not closed, whose gap might close during the present step.
    suspects: Vec<u64>,
}

/// Tolerance of the problems that decide on modes.
const DECIDED: f64 = 1e-12;
/// Gaps up to this share of the length are closed.
const CLOSED: f64 = 1e-13;
/// What of a gap is rounding, as a share of the length.
const ROUNDING: f64 = 4e-15;
/// Flights lower than this share of the length are none.
const LOWEST: f64 = 2e-13;
/// The same for a state that a user wrote down.
const WRITTEN: f64 = 1e-10;
/// Velocities up to this share of those in play are none.
const RESTS: f64 = 1e-11;
/// Shortest step as a share of the step of the run.
const SHORTEST: f64 = 1e-13;
/// How far towards the end of a slip a step goes, as a share of the time left; the same where the motion is quadratic in time.
const NEAR: f64 = 0.99;
const NEAR_EXACT: f64 = 1.0 - 1e-5;
/// Samples of the margins along a step.
const SAMPLES: usize = 8;
/// Events without progress after which it is stuck.
const IDLE_EVENTS: usize = 60;

impl EventDriven {
    /// For a system; `relative` is the tolerance of the integrator.
    pub fn new(system: &dyn System, options: Options, relative: f64, holding: Holding) -> Self {
        EventDriven {
            one: OneStep::new(system, options),
            decider: Careful::new(Settings {
                tolerance: DECIDED,
                ..Settings::default()
            }),
            smooth: Smooth::new(system, holding, relative),
            pair: Dop853::default(),
            tolerance: Tolerance::default(),
            relative,
            most_events: 100_000,
            crowd: None,
            times: Vec::new(),
            state: State::default(),
            expected: None,
            resumed: false,
            h: 0.0,
            y: Vec::new(),
            booked: Vec::new(),
            held: Vec::new(),
            bounces: Vec::new(),
            trial: Step::default(),
            start: Contacts::default(),
            end: Contacts::default(),
            look: Contacts::default(),
            zero: vec![0.0; system.num_v()],
            follow: Follow::default(),
            suspects: Vec::new(),
        }
    }

    /// Begins a step of the run at `from`.
    pub(crate) fn begin(&mut self, system: &mut dyn System, from: &State, dt: f64, step: &mut Step) {
        step.begin(0);
        self.state.copy_from(from);
        self.booked.clear();
        self.held.clear();
        self.follow.met.clear();
        // Whoever counts time in steps of one length may round it otherwise.
        let same = self.expected.as_ref().is_some_and(|expected| {
            expected.q == from.q && expected.v == from.v && (expected.time - from.time).abs() <= 1e-9 * dt
        });
        if std::mem::take(&mut self.resumed) {
            self.expected = Some(from.clone());
        } else if !same {
            self.expected = None;
            self.bounces.clear();
            self.h = 0.1 * dt;
            self.smooth.set_closed(&[]);
        }
        self.measure(system, dt);
    }

    /// Lengths, velocities and times by which rounding is measured.
    fn measure(&mut self, system: &mut dyn System, dt: f64) {
        let speed = system.pull(&self.zero, &self.state.v);
        let State { time, q, v } = &self.state;
        let before = self.smooth.scales;
        let mut pull = before.acceleration;
        if self.smooth.evaluate(system, *time, q, v) {
            pull = pull.max(system.pull(&self.zero, &self.smooth.acceleration));
        }
        let speed = speed.max(before.speed).max(pull * dt);
        let length = system.length(q).max(before.length).max(speed * dt);
        let turn = if speed > 0.0 { length / speed } else { dt };
        // Obstacles move by their own clock.
        let driven = self.smooth.contacts.obstacle.iter().any(|w| *w != 0.0);
        let longest = if driven { turn.min(dt) } else { turn };
        self.smooth.scales = Scales {
            length,
            speed,
            acceleration: pull.max(speed / turn * 1e-6),
            time: longest,
        };
    }

    /// Integrates up to `end`, which is `dt` after the beginning of the step of the run.
    pub(crate) fn advance(
        &mut self,
        system: &mut dyn System,
        end: f64,
        dt: f64,
        solver: &mut dyn Solver,
        step: &mut Step,
    ) -> Result<Progress, StepError> {
        if self.one.options.enumerate {
            self.enumerate(system, dt, step)?;
        }
        if self.expected.is_none() {
            let share = if step.events.is_empty() { WRITTEN } else { CLOSED };
            if let Progress::Stuck(why) = self.settle(system, solver, step, share)? {
                return Ok(Progress::Stuck(why));
            }
        }
        let shortest = SHORTEST * dt.max(end.abs() * 1e-3);
        let (mut idle, mut events) = (0, 0);
        while self.state.time < end - shortest {
            let before = self.state.time;
            let left = end - before;
            let ended = self.smooth_step(system, left, shortest, step);
            if let Ended::Whole = ended {
                idle = 0;
                continue;
            }
            events += 1;
            idle = if self.state.time - before > 100.0 * shortest {
                0
            } else {
                idle + 1
            };
            if idle > IDLE_EVENTS || events > self.most_events {
                return Ok(self.stuck("events follow each other without progress"));
            }
            if self.is_crowded() {
                return Ok(self.stuck("events come too fast"));
            }
            if let Ended::Event(found) = ended {
                self.meet_tangents(system, found);
            } else {
                self.follow.lost += 1;
            }
            let met = match ended {
                _ if idle > 5 && self.glue(system) => self.settle(system, solver, step, CLOSED)?,
                // Two modes that hand over to each other: all anew.
                Ended::Event(_) if idle > 2 => self.settle(system, solver, step, CLOSED)?,
                Ended::Event(found) => self.meet(system, found, solver, step)?,
                _ => self.leap(system, dt, solver, step)?,
            };
            if let Progress::Stuck(why) = met {
                return Ok(self.stuck(why));
            }
            self.leave_tangents(system);
        }
        self.state.time = end;
        match &mut self.expected {
            Some(expected) => expected.copy_from(&self.state),
            None => self.expected = Some(self.state.clone()),
        }
        Ok(Progress::Arrived)
    }

    /// Notes an event; whether the last ones came faster than the scheme follows them.
    fn is_crowded(&mut self) -> bool {
        let Some((count, share)) = self.crowd else {
            return false;
        };
        self.times.push(self.state.time);
        if self.times.len() <= count {
            return false;
        }
        let first = self.times.remove(0);
        let Scales { length, speed, .. } = self.smooth.scales;
        let crowded = (self.state.time - first) * speed < share * length;
        if crowded {
            self.times.clear();
        }
        crowded
    }

    /// The length by which positions are measured, in m.
    pub(crate) fn length(&self) -> f64 {
        self.smooth.scales.length
    }

    /// Goes on from a state that another scheme reached, with what its step did.
    pub(crate) fn take_over(&mut self, from: &Step, step: &mut Step) {
        for (i, contact) in from.contacts.list.iter().enumerate() {
            let rows = from.offsets[i]..from.offsets[i + 1];
            let hit = from.status[i] == Status::Impact;
            book(&mut self.booked, contact.id, &from.impulses[rows], hit);
        }
        self.held.resize(from.constraint_impulses.len(), 0.0);
        for (sum, r) in self.held.iter_mut().zip(&from.constraint_impulses) {
            *sum += r;
        }
        step.energy.add(&from.energy);
        step.certificate.worst_of(&from.certificate);
        step.solves.count += from.solves.count;
        step.solves.iterations += from.solves.iterations;
        step.solves.method = from.solves.method;
        if from.solves.stop != drystone_solve::solver::Stop::Converged {
            step.solves.stop = from.solves.stop;
        }
        self.state.copy_from(&from.state);
        self.expected = None;
        self.bounces.clear();
        self.smooth.set_closed(&[]);
    }

    fn stuck(&mut self, why: &'static str) -> Progress {
        self.expected = None;
        Progress::Stuck(why)
    }

    /// One step of the integrator, up to the first event in it.
    fn smooth_step(&mut self, system: &mut dyn System, left: f64, shortest: f64, step: &mut Step) -> Ended {
        self.load(system);
        let mut effort = step.effort;
        let result = self.try_steps(system, left, shortest, &mut effort);
        step.effort = effort;
        match result {
            Tried::Refused => Ended::Refused,
            Tried::Whole(h) => {
                step.effort.smooth_steps += 1;
                self.smooth.keep_forces();
                self.carry_tangents(system, h);
                self.arrive(system, h, step);
                self.drop_open();
                Ended::Whole
            }
            Tried::Event(h, found) => {
                step.effort.smooth_steps += 1;
                self.smooth.keep_forces();
                self.carry_tangents(system, h);
                self.arrive(system, h, step);
                Ended::Event(found)
            }
        }
    }

    /// State and sums into the integrator.
    fn load(&mut self, system: &mut dyn System) {
        let State { time, q, v } = &self.state;
        self.smooth.evaluate(system, *time, q, v);
        let size = q.len() + v.len() + 2 + self.smooth.rows();
        let Scales { length, speed, .. } = self.smooth.scales;
        self.tolerance.relative = self.relative;
        self.tolerance.absolute.clear();
        self.tolerance.absolute.resize(q.len(), self.relative * length);
        self.tolerance
            .absolute
            .resize(q.len() + v.len(), self.relative * speed);
        self.tolerance.absolute.resize(size, f64::INFINITY);
        self.y.clear();
        self.y.extend_from_slice(q);
        self.y.extend_from_slice(v);
        self.y.resize(size, 0.0);
        self.pair.resize(size);
    }

    /// Steps of falling length until one meets the tolerance; then the first event in it.
    fn try_steps(
        &mut self,
        system: &mut dyn System,
        left: f64,
        shortest: f64,
        effort: &mut crate::step::Effort,
    ) -> Tried {
        let mut seen = Seen::default();
        let tried = match self.integrate(system, left, shortest, &mut seen) {
            None => Tried::Refused,
            Some((h, rejected)) => {
                effort.rejected += rejected;
                let strays = seen.strays;
                match self.first_event(system, strays, &mut seen) {
                    None => Tried::Whole(h),
                    Some((share, found)) => {
                        Tried::Event(self.land(system, share * h, found, &mut seen), found)
                    }
                }
            }
        };
        effort.evaluations += seen.evaluations;
        tried
    }

    /// A step of the integrator that meets the tolerance: its length, and how many did not. Nothing where even the shortest
    /// does not.
    fn integrate(
        &mut self,
        system: &mut dyn System,
        left: f64,
        shortest: f64,
        seen: &mut Seen,
    ) -> Option<(f64, usize)> {
        let EventDriven {
            smooth, pair, state, ..
        } = self;
        let sizes = (state.q.len(), state.v.len());
        let mut slopes = |t: f64, y: &[f64], out: &mut [f64]| slope(smooth, system, sizes, (t, y), out, seen);
        if !pair.begin(&mut slopes, state.time, &self.y) {
            return None;
        }
        let stops = smooth.time_to_stop();
        let mut h = self.h.min(left);
        if h > 0.8 * left {
            h = left;
        }
        // Where slip in space ends its direction has no derivative: the steps shrink with it.
        let near = if pair.is_exact() { NEAR_EXACT } else { NEAR } * stops;
        h = h.min(near).max(shortest);
        let mut rejected = 0;
        loop {
            smooth.compensate(h);
            seen.strays = false;
            let mut slopes =
                |t: f64, y: &[f64], out: &mut [f64]| slope(smooth, system, sizes, (t, y), out, seen);
            match pair.attempt(&mut slopes, h, &self.tolerance) {
                Some(error) if error <= 1.0 => {
                    if h < near && (h >= self.h || error > 0.0) {
                        let next = next_length(h, error);
                        let longer = next.max(self.h.min(6.0 * h));
                        self.h = if h < left { next } else { longer };
                    }
                    return Some((h, rejected));
                }
                Some(error) => h = next_length(h, error).min(0.9 * h),
                None => h *= 0.25,
            }
            rejected += 1;
            if h < shortest {
                self.h = shortest * 100.0;
                return None;
            }
        }
    }

    /// A step that ends at the event; for gaps its length is made right by what is left of the gap.
    fn land(&mut self, system: &mut dyn System, h: f64, found: Found, seen: &mut Seen) -> f64 {
        let (nq, nv) = (self.state.q.len(), self.state.v.len());
        let mut h = h;
        let share = h / self.pair.h;
        // A short part of a long step has the rounding of the whole: it is made anew.
        if share > 0.1 && self.pair.shorten(share) {
            return self.pair.h;
        }
        for _ in 0..4 {
            let (smooth, pair) = (&mut self.smooth, &mut self.pair);
            let _ = pair.attempt(
                &mut |t, y, out| slope(smooth, system, (nq, nv), (t, y), out, seen),
                h,
                &self.tolerance,
            );
            let Found::Gap(id) = found else { break };
            let mut q = pair.y_next[..nq].to_vec();
            system.normalise(&mut q);
            self.look.look_again(system, pair.time + h, &q, &[id]);
            let Some(Look::Gap(at)) = sample(&self.look, id, &pair.y_next[nq..nq + nv], 1.0, 1.0) else {
                break;
            };
            let rounding = 1e-16 * smooth.scales.length;
            let change = at.gap / at.rate;
            if at.gap.abs() <= rounding
                || !(at.rate < 0.0)
                || !(change.abs() < 0.1 * h)
                || change.abs() < 1e-15 * h
            {
                break;
            }
            h -= change;
            // What is left is of second order in the change.
            if smooth.scales.acceleration * change * change <= rounding {
                pair.extend(-change);
                break;
            }
        }
        h
    }

    /// The end of the step of the integrator becomes the state, its sums are booked.
    fn arrive(&mut self, system: &mut dyn System, h: f64, step: &mut Step) {
        let (nq, nv) = (self.state.q.len(), self.state.v.len());
        let y = &self.pair.y_next;
        self.state.time += h;
        self.state.q.copy_from_slice(&y[..nq]);
        self.state.v.copy_from_slice(&y[nq..nq + nv]);
        step.energy.applied_work += y[nq + nv];
        step.energy.friction_loss += y[nq + nv + 1];
        let sums = &y[nq + nv + 2..];
        for (i, rows) in self.smooth.offsets.windows(2).enumerate() {
            if self.smooth.closed[i].carries || self.smooth.contacts.list[i].friction.is_force() {
                book(
                    &mut self.booked,
                    self.smooth.ids[i],
                    &sums[rows[0]..rows[1]],
                    false,
                );
            }
        }
        let first = self.smooth.offsets.last().copied().unwrap_or(0);
        self.held.resize(sums.len() - first, 0.0);
        for (sum, r) in self.held.iter_mut().zip(&sums[first..]) {
            *sum += r;
        }
        let State { time, q, v } = &mut self.state;
        if self.smooth.rows() == 0 {
            self.smooth.project(system, *time, q, v);
            return;
        }
        let before = system.energy(*time, q, v).total();
        self.smooth.project(system, *time, q, v);
        step.energy.correction += system.energy(*time, q, v).total() - before;
    }

    /// Contacts that touch no more and do not press are not closed.
    fn drop_open(&mut self) {
        let allowed = 1e-9 * self.smooth.scales.length;
        let list = &self.smooth.contacts.list;
        let goes = |i: usize, c: &Closed| {
            !c.carries
                && list
                    .get(i)
                    .is_some_and(|contact| !contact.friction.is_force() && contact.gap > allowed)
        };
        if self.smooth.closed.iter().enumerate().any(|(i, c)| goes(i, c)) {
            let stay: Vec<Closed> = self
                .smooth
                .closed
                .iter()
                .enumerate()
                .filter(|(i, c)| !goes(*i, c))
                .map(|(_, c)| *c)
                .collect();
            self.smooth.set_closed(&stay);
        }
    }
}

/// How a step of the integrator ended.
enum Ended {
    /// There is none, however short.
    Refused,
    /// Without an event.
    Whole,
    /// At this one.
    Event(Found),
}

enum Tried {
    /// No step, however short.
    Refused,
    /// A step without an event, of this length.
    Whole(f64),
    /// One that ends at an event.
    Event(f64, Found),
}

/// A contact found in a list.
enum Look {
    Force,
    Gap(Sample),
}

/// Gap and rate of a contact in a list; nothing where it is not in it.
fn sample(contacts: &Contacts, id: u64, v: &[f64], share: f64, h: f64) -> Option<Look> {
    let mut row = 0;
    for contact in &contacts.list {
        if contact.id == id {
            if contact.friction.is_force() {
                return Some(Look::Force);
            }
            let velocity = contacts.jacobian.dot(row, v) + contacts.obstacle[row];
            return Some(Look::Gap(Sample {
                share,
                gap: contact.gap,
                rate: velocity * h,
            }));
        }
        row += contact.friction.law().rows();
    }
    None
}

/// What is counted and seen while slopes are asked for.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    evaluations: usize,
    /// Whether some margin was lost at a point.
    strays: bool,
}

/// ẏ: configuration, velocity, work of applied forces, friction loss, impulses of all rows.
fn slope(
    smooth: &mut Smooth,
    system: &mut dyn System,
    (nq, nv): (usize, usize),
    (time, y): (f64, &[f64]),
    out: &mut [f64],
    seen: &mut Seen,
) -> bool {
    seen.evaluations += 1;
    let (q, v) = (&y[..nq], &y[nq..nq + nv]);
    if !smooth.evaluate(system, time, q, v) || smooth.rows() != y.len() - nq - nv - 2 {
        return false;
    }
    seen.strays |= smooth.strays();
    smooth.rate(system, q, v, &mut out[..nq]);
    out[nq..nq + nv].copy_from_slice(&smooth.acceleration);
    let (friction, obstacles) = smooth.powers();
    out[nq + nv] = system.applied_power(time, q, v) + obstacles;
    out[nq + nv + 1] = friction;
    out[nq + nv + 2..].copy_from_slice(&smooth.force);
    true
}

/// Adds an impulse to those of the step.
fn book(booked: &mut Vec<Booked>, id: u64, impulse: &[f64], hit: bool) {
    let i = match booked.binary_search_by_key(&id, |b| b.id) {
        Ok(i) => i,
        Err(i) => {
            booked.insert(
                i,
                Booked {
                    id,
                    impulse: [0.0; MAX_ROWS],
                    hit: false,
                },
            );
            i
        }
    };
    for (sum, r) in booked[i].impulse.iter_mut().zip(impulse) {
        *sum += r;
    }
    booked[i].hit |= hit;
}

impl Scheme for EventDriven {
    fn step(
        &mut self,
        system: &mut dyn System,
        from: &State,
        dt: f64,
        solver: &mut dyn Solver,
        step: &mut Step,
    ) -> Result<(), StepError> {
        self.begin(system, from, dt, step);
        match self.advance(system, from.time + dt, dt, solver, step)? {
            Progress::Arrived => {
                self.finish(system, dt, step);
                Ok(())
            }
            Progress::Stuck(reason) => Err(StepError::Events {
                time: self.state.time,
                reason,
            }),
        }
    }

    fn books_work(&self) -> bool {
        true
    }

    fn follow(&mut self) -> Option<&mut Follow> {
        Some(&mut self.follow)
    }

    fn memory(&self) -> SchemeMemory {
        SchemeMemory {
            phase: self.save(),
            ..self.one.memory()
        }
    }

    fn set_memory(&mut self, memory: &SchemeMemory) {
        self.one.set_memory(memory);
        self.restore(&memory.phase);
    }
}

/// What is left of a contact's restitution when the rest of its impacts is taken together.
pub(crate) const SOFT: Restitution = Restitution::SOFT;

impl EventDriven {
    fn note(&self, step: &mut Step, kind: EventKind, contact: u64) {
        step.events.push(crate::step::Event {
            time: self.state.time,
            kind,
            contact,
        });
    }
}
