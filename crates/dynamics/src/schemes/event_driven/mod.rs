//! The event-driven scheme: smooth phases integrated with error control, events located and met.
//!
//! ```text
//! between events   q̇ = N(q) v,   M v̇ = f + Hᵀ λ                 modes fixed, λ from one linear system        smooth.rs
//! events           a gap closes; a normal force, a friction reserve or a slip vanishes     on the dense output: gaps.rs
//! at an event      u_N < 0: the impact law of the pair; then who carries and who slides     settle.rs
//! ```
//! Source: Brogliato et al. (2002) §3.1, 3.3, 6.4, 6.5, 6.7 with (7), (10), (13), (35), (42), (43). The
//! integrator is Dormand and Prince's of order 8, Radau IIA where forces are stiff (`ode/integrator.rs`); the
//! state at an event is the end of a step of its own that is made to end there, not a point of the
//! interpolant, so that events cost no accuracy.
//!
//! Infinitely many impacts in a finite time: where the next flight would be lower than a hundredth of the
//! tolerance and flights get shorter, the rest of them is one soft impact; the impulses of the rest are those
//! of the contact that stays closed, but for the square of its velocity. The accumulation time is the sum of
//! the geometric series. No finite force (Painlevé): the problem of a time step of vanishing length gives the
//! jump.
//!
//! Not covered: facetted and user-given friction sections (their corners are events of their own).

mod account;
mod at_event;
mod checkpoint;
mod friction_groups;
pub(crate) mod gaps;
mod impact;
mod integration_step;
mod linear;
mod locate;
mod modes_by_problem;
mod modes_by_repair;
mod phase;
mod single_impact;
mod tangents;
#[cfg(test)]
mod tests;

use crate::contact::{Contacts, GapMotion, ROOM, Restitution};
use crate::error::StepError;
use crate::ode::Tolerance;
use crate::ode::integrator::Integrator;
use crate::schemes::Scheme;
use crate::step::contact_memory::SchemeMemory;
use crate::step::one_step::OneStep;
use crate::step::options::Options;
use crate::step::{EventKind, Status, Step};
use crate::system::{State, System};
use drystone_solve::law::MAX_ROWS;
use drystone_solve::policy::step_accuracy::StepAccuracy;
use drystone_solve::solver::{Settings, Solver};
use integration_step::{Ahead, Begun};
use locate::Suspect;
pub use phase::Holding;
use phase::{Scales, Smooth, What};
pub use tangents::{Follow, Met, Tangent};

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
    decider: StepAccuracy,
    smooth: Smooth,
    integrator: Integrator,
    tolerance: Tolerance,
    /// What is asked of positions and velocities, relative to the scales of the run.
    relative: f64,
    /// Most events in one step of the run.
    pub(crate) most_events: usize,
    /// So many events within this share of the time in which things change count as an accumulation that is
    /// left to others.
    pub(crate) crowd: Option<(usize, f64)>,
    times: Vec<f64>,
    /// Steps without an event since a time.
    crawl: (usize, f64),
    /// Where it is: at the beginning of the step of the integrator under way, where there is one.
    pub(crate) state: State,
    /// The state handed out last, and room for the next.
    frame: State,
    next_frame: State,
    gaps: Vec<(u64, f64)>,
    listed: Vec<u64>,
    proof: account::Proof,
    /// Margins at two shares of a step.
    margins_before: Vec<(What, f64, f64)>,
    margins_now: Vec<(What, f64, f64)>,
    /// Copies of modes that are not in use.
    spare: Vec<Vec<phase::Closed>>,
    ahead: Option<Ahead>,
    /// Whether the next step ends at the frame.
    cautious: bool,
    /// Sums of the step under way that were booked.
    given: Vec<f64>,
    /// Its contacts that press, with the range of their rows, and the number of contact rows.
    pressing: Vec<(u64, usize, usize)>,
    contact_rows: usize,
    /// What a step under way was begun with, read from a file.
    begun: Option<Begun>,
    /// Whether the modes are those of the state handed out last; and whether they were read from a file.
    expected: bool,
    resumed: bool,
    h: f64,
    /// Interval of the frames.
    dt: f64,
    y: Vec<f64>,
    /// A configuration on the way.
    place: Vec<f64>,
    booked: Vec<Booked>,
    held: Vec<f64>,
    bounces: Vec<Bounce>,
    /// A step of no length: impacts and decisions.
    trial: Step,
    look: Contacts,
    zero: Vec<f64>,
    /// M⁻¹ Hᵀ of the rows of a contact.
    push: Vec<f64>,
    pub(crate) follow: Follow,
    /// Gaps at both ends of the present step, and those of contacts, not closed, that might close during it.
    gaps_before: Vec<GapMotion>,
    gaps_after: Vec<GapMotion>,
    suspects: Vec<Suspect>,
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
/// First step as a share of the step of the run: steps grow by six at most, so that two may be enough.
const FIRST: f64 = 0.17;
/// Shortest step as a share of the step of the run.
const SHORTEST: f64 = 1e-13;
/// Samples of the margins along a step.
const SAMPLES: usize = 8;
/// So many steps within this share of length/velocity are left to time-stepping, where there is one.
const CRAWL: (usize, f64) = (1000, 1e-4);
/// Events without progress after which it is stuck.
const IDLE_EVENTS: usize = 60;

impl EventDriven {
    /// For a system; `relative` is the tolerance of the integrator.
    pub fn new(system: &dyn System, options: Options, relative: f64, holding: Holding) -> Self {
        let sizes @ (nq, nv) = (system.num_q(), system.num_v());
        let state = State {
            time: 0.0,
            q: vec![0.0; nq],
            v: vec![0.0; nv],
        };
        let mut integrator = Integrator::default();
        integrator.resize(nq + nv + 2 + 3 * ROOM);
        EventDriven {
            one: OneStep::new(system, options),
            decider: StepAccuracy::new(Settings {
                tolerance: DECIDED,
                ..Settings::default()
            }),
            smooth: Smooth::new(system, holding, relative),
            integrator,
            tolerance: Tolerance {
                absolute: Vec::with_capacity(nq + nv + 2),
                ..Tolerance::default()
            },
            relative,
            most_events: 100_000,
            crowd: None,
            times: Vec::new(),
            crawl: (0, 0.0),
            frame: state.clone(),
            next_frame: state.clone(),
            state,
            gaps: Vec::new(),
            listed: Vec::with_capacity(ROOM),
            proof: account::Proof::default(),
            margins_before: Vec::new(),
            margins_now: Vec::new(),
            spare: (0..3).map(|_| Vec::with_capacity(ROOM)).collect(),
            ahead: None,
            cautious: false,
            given: Vec::with_capacity(2 + 3 * ROOM),
            pressing: Vec::with_capacity(ROOM),
            contact_rows: 0,
            begun: None,
            expected: false,
            resumed: false,
            h: 0.0,
            dt: 0.0,
            y: Vec::with_capacity(nq + nv + 2 + 3 * ROOM),
            place: vec![0.0; nq],
            booked: Vec::with_capacity(ROOM),
            held: Vec::new(),
            bounces: Vec::with_capacity(ROOM),
            trial: Step::with_room(sizes),
            look: Contacts::with_room(nv),
            zero: vec![0.0; nv],
            push: vec![0.0; 3 * nv],
            follow: Follow::default(),
            gaps_before: Vec::with_capacity(ROOM),
            gaps_after: Vec::with_capacity(ROOM),
            suspects: Vec::with_capacity(ROOM),
        }
    }

    /// Begins a step of the run at `from`.
    pub(crate) fn begin(&mut self, system: &mut dyn System, from: &State, dt: f64, step: &mut Step) {
        step.begin(0);
        self.dt = dt;
        self.booked.clear();
        self.held.clear();
        self.follow.met.clear();
        if std::mem::take(&mut self.resumed) {
            self.resume(system, from);
        } else if !self.is_expected(from, dt) {
            self.expected = false;
            self.ahead = None;
            self.bounces.clear();
            self.h = FIRST * dt;
            self.smooth.set_closed(&[]);
        }
        if self.ahead.is_some() {
            return;
        }
        self.state.copy_from(from);
        if !self.expected {
            self.measure(system);
        }
    }

    /// Whether this is the state handed out last. Whoever counts time in steps of one length may round it
    /// otherwise.
    fn is_expected(&self, from: &State, dt: f64) -> bool {
        let frame = &self.frame;
        self.expected && (frame.time - from.time).abs() <= 1e-9 * dt && frame.q == from.q && frame.v == from.v
    }

    /// Lengths, velocities and times by which rounding is measured.
    fn measure(&mut self, system: &mut dyn System) {
        let dt = self.dt;
        let speed = system.pull(&self.zero, &self.state.v);
        let State { time, q, v } = &self.state;
        let before = self.smooth.scales;
        let mut pull = before.acceleration;
        if self.smooth.evaluate(system, *time, q, v) {
            pull = pull.max(system.pull(&self.zero, &self.smooth.acceleration));
        }
        let applied = system.pull(&self.zero, self.smooth.free_acceleration());
        let extent = system.length(q).max(before.length);
        // What applied forces make on the way over that length; where it has none, in a step of the run.
        let gained = if extent > 0.0 {
            (applied * extent).sqrt()
        } else {
            applied * dt
        };
        let speed = speed.max(before.speed).max(gained);
        let length = if extent > 0.0 { extent } else { speed * dt };
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
        if !self.expected {
            let share = if step.events.is_empty() { WRITTEN } else { CLOSED };
            if let Progress::Stuck(why) = self.settle(system, solver, step, share)? {
                return Ok(Progress::Stuck(why));
            }
        }
        let shortest = SHORTEST * dt.max(end.abs() * 1e-3);
        let (mut idle, mut events) = (0, 0);
        loop {
            let before = self.state.time;
            if self.ahead.is_none() && before >= end - shortest {
                break;
            }
            let made =
                self.ahead.is_some() || self.look_ahead(system, (end - before, shortest), &mut step.effort);
            if made && self.is_inside(end, shortest) {
                if self.read_frame(system, end, step) {
                    self.expected = true;
                    return Ok(Progress::Arrived);
                }
                self.give_up(end - dt);
                continue;
            }
            let ended = self.end_step(system, step);
            if let Ended::Whole = ended {
                idle = 0;
                if self.crawls() {
                    return Ok(self.stuck("steps get too short"));
                }
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
            if let Progress::Stuck(why) = self.meet_end(system, ended, (idle, dt), solver, step)? {
                return Ok(self.stuck(why));
            }
        }
        self.state.time = end;
        self.hand_out();
        self.expected = true;
        Ok(Progress::Arrived)
    }

    /// Meets what ended a step of the integrator; `idle` events came before it without progress.
    fn meet_end(
        &mut self,
        system: &mut dyn System,
        ended: Ended,
        (idle, dt): (usize, f64),
        solver: &mut dyn Solver,
        step: &mut Step,
    ) -> Result<Progress, StepError> {
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
        if met == Progress::Arrived {
            self.leave_tangents(system);
        }
        Ok(met)
    }

    /// Whether `time` lies inside the step under way.
    fn is_inside(&self, time: f64, shortest: f64) -> bool {
        self.ahead
            .is_some_and(|ahead| time < self.state.time + ahead.h - shortest)
    }

    /// The present state is the frame.
    pub(crate) fn hand_out(&mut self) {
        self.ahead = None;
        self.frame.copy_from(&self.state);
    }

    /// Notes a step without an event; whether the last ones were so short that others had better go on.
    fn crawls(&mut self) -> bool {
        if self.crowd.is_none() {
            return false;
        }
        if self.crawl.0 == 0 {
            self.crawl.1 = self.state.time;
        }
        self.crawl.0 += 1;
        if self.crawl.0 < CRAWL.0 {
            return false;
        }
        let Scales { length, speed, .. } = self.smooth.scales;
        let crawls = (self.state.time - self.crawl.1) * speed < CRAWL.1 * length;
        self.crawl.0 = 0;
        crawls
    }

    /// Notes an event; whether the last ones came faster than the scheme follows them.
    fn is_crowded(&mut self) -> bool {
        let Some((count, share)) = self.crowd else {
            return false;
        };
        if self.times.capacity() <= count {
            self.times.reserve_exact(count + 1);
        }
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

    /// Numbers of coordinates of the integrator and of velocities.
    fn sizes(&self) -> (usize, usize) {
        let (nq, nv) = (self.state.q.len(), self.state.v.len());
        (self.smooth.chart.size((nq, nv)), nv)
    }

    /// The length by which positions are measured, in m.
    pub(crate) fn length(&self) -> f64 {
        self.smooth.scales.length
    }

    /// Goes on from a state that another scheme reached, with what its step did.
    pub(crate) fn take_over(&mut self, from: &Step, step: &mut Step) {
        let hit = |i: usize| from.status[i] == Status::Impact;
        book_step((&mut self.booked, &mut self.held), from, hit, step);
        self.state.copy_from(&from.state);
        self.ahead = None;
        self.expected = false;
        self.bounces.clear();
        self.smooth.set_closed(&[]);
    }

    fn stuck(&mut self, why: &'static str) -> Progress {
        self.expected = false;
        Progress::Stuck(why)
    }
}

/// How a step of the integrator ended.
#[derive(Clone, Copy)]
enum Ended {
    /// There is none, however short.
    Refused,
    /// Without an event.
    Whole,
    /// At this one.
    Event(Found),
}

/// What is counted and seen while slopes are asked for.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    evaluations: usize,
    /// Whether some margin was lost at a point.
    strays: bool,
}

/// ẏ: coordinates, velocity, work of applied forces, friction loss, impulses of all rows; in flight the sums
/// may be left out.
fn slope(
    (smooth, room): (&mut Smooth, &mut [f64]),
    system: &mut dyn System,
    (nx, nv): (usize, usize),
    (time, y): (f64, &[f64]),
    out: &mut [f64],
    seen: &mut Seen,
) -> bool {
    seen.evaluations += 1;
    let (x, v) = (&y[..nx], &y[nx..nx + nv]);
    let q = smooth.chart.at(system, x, room);
    let (rate, rest) = out.split_at_mut(nx);
    let (acceleration, sums) = rest.split_at_mut(nv);
    if smooth.flies() && sums.len() <= 2 {
        smooth.chart.rate(system, (x, q), v, rate);
        if let [applied, friction] = sums {
            (*applied, *friction) = (system.applied_power(time, q, v), 0.0);
        }
        return smooth.fly(system, time, (q, v), acceleration);
    }
    if !smooth.evaluate(system, time, q, v) || smooth.rows() + 2 != sums.len() {
        return false;
    }
    seen.strays |= smooth.strays();
    smooth.rate(v, |chart, v| chart.rate(system, (x, q), v, rate));
    acceleration.copy_from_slice(&smooth.acceleration);
    let (friction, obstacles) = smooth.powers();
    sums[0] = system.applied_power(time, q, v) + obstacles;
    sums[1] = friction;
    sums[2..].copy_from_slice(&smooth.force);
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

/// Adds a step of another kind, or one of no length, to the present one: impulses, energies, proofs. `hit`
/// says which of its contacts were struck.
fn book_step(
    (booked, held): (&mut Vec<Booked>, &mut Vec<f64>),
    from: &Step,
    hit: impl Fn(usize) -> bool,
    step: &mut Step,
) {
    for (i, contact) in from.contacts.list.iter().enumerate() {
        let rows = from.offsets[i]..from.offsets[i + 1];
        book(booked, contact.id, &from.impulses[rows], hit(i));
    }
    add(held, &from.constraint_impulses);
    step.energy.add(&from.energy);
    step.certificate.worst_of(&from.certificate);
    step.solves.add(&from.solves);
}

/// Adds impulses of the constraints to those of the step.
fn add(held: &mut Vec<f64>, impulses: &[f64]) {
    held.resize(impulses.len(), 0.0);
    for (sum, r) in held.iter_mut().zip(impulses) {
        *sum += r;
    }
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
