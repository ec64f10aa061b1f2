//! A smooth phase: accelerations and contact forces while no contact changes its mode.
//!
//! ```text
//! M v̇ = f + Hᵀ λ,     λ_T = λ_N σ(u_T) where a contact slides
//! a = H v̇ + Ḣ v + ẇ = 0  on the normal rows of contacts that press, where they stick,
//!                         on held motors and on constraints
//! ```
//! That is the index-1 form of Brogliato et al. (2002), (10), (13) and (35): one linear system for the forces
//! in the modes of the phase, not symmetric where contacts slide (`forces.rs`). `modes.rs` holds the modes,
//! `rows.rs` the rows H and their bias Ḣ v + ẇ, `margins.rs` what would end the phase, `hold.rs` the return
//! of positions and velocities onto closed gaps and constraints, by the way that [`Holding`] names.
//!
//! It does not choose modes: `at_event.rs` does.

mod forces;
mod hold;
mod margins;
mod modes;
mod rows;

use super::tolerances::{LEAST_ACCELERATION, SAME_TIME};
use crate::system::{Layout, State, System};
use drystone_solve::law::MAX_ROWS;
use drystone_solve::mass::MassMatrix;
pub(crate) use forces::KnownForces;
pub(crate) use forces::slip_speed;
use forces::{Motion, Work};
use hold::Correction;
pub(crate) use modes::{ClosedContact, ModeChange, Modes};
use rows::Rows;

/// How bilateral constraints and closed gaps are kept.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub enum Holding {
    /// Projected after every step, in the kinetic metric.
    #[default]
    Projection,
    /// A second multiplier keeps q̇ tangential (Brogliato et al. 2002, (7)); positions are not projected.
    IndexReduced,
    /// What the step finds amiss is compensated in its multipliers (42)–(43).
    Compensated,
    /// Baumgarte's a + 2α u + α² g = 0 on the constraints, with this α, in 1/s.
    Baumgarte(f64),
    /// Nothing: the drift is measured.
    Nothing,
}

/// Scales of a run, by which rounding is measured.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub(crate) struct Scales {
    /// Lengths, in m.
    pub(crate) length: f64,
    /// Velocities, in m/s.
    pub(crate) speed: f64,
    /// Accelerations, in m/s².
    pub(crate) acceleration: f64,
    /// How long things take, in s.
    pub(crate) time: f64,
}

/// A point and the modes at which everything here was last evaluated.
#[derive(Default)]
struct LastPoint {
    valid: bool,
    time: f64,
    q: Vec<f64>,
    v: Vec<f64>,
    closed: Vec<ClosedContact>,
    known: Vec<(u64, [f64; MAX_ROWS])>,
    /// The forces that those found there are nearest to.
    guess: KnownForces,
    /// The same of the point at which the step under way began, and its time, where that is to be kept.
    began: Option<(f64, KnownForces)>,
    /// Memory of the last one.
    spare: Option<KnownForces>,
    scales: Scales,
}

/// A system and the phase that it is in.
pub(crate) type InPhase<'a> = (&'a mut dyn System, &'a mut Phase);

/// M, factored.
#[derive(Default)]
struct Inertia {
    mass: MassMatrix,
    /// The M that was factored last.
    factored: Vec<f64>,
    layout: Layout,
}

/// Accelerations and forces in the modes of a phase.
#[derive(Default)]
pub(crate) struct Phase {
    pub(crate) modes: Modes,
    pub(crate) scales: Scales,
    holding: Holding,
    /// Tolerance of the run, relative.
    relative: f64,
    /// Rows of closed contacts and constraints at the last point.
    pub(crate) rows: Rows,
    inertia: Inertia,
    pub(crate) known: KnownForces,
    /// Accelerations and forces at the last point.
    pub(crate) motion: Motion,
    work: Work,
    correction: Correction,
    last: LastPoint,
    /// Margins of the last point: mode change, value, and what of it is rounding.
    pub(crate) margins: Vec<(ModeChange, f64, f64)>,
    /// Configuration with unit quaternions.
    q: Vec<f64>,
    /// Velocities of a system at rest.
    zero: Vec<f64>,
}

impl Phase {
    /// For a system, with nothing closed.
    pub(crate) fn new(system: &dyn System, holding: Holding, relative: f64) -> Self {
        let layout = system.layout();
        let (nq, nv) = (layout.num_q, layout.num_v);
        let mass = MassMatrix::new(&layout.mass_blocks);
        Phase {
            holding,
            relative,
            inertia: Inertia {
                factored: Vec::with_capacity(mass.values.len()),
                mass,
                layout,
            },
            rows: Rows {
                q_near: vec![0.0; nq],
                ..Rows::default()
            },
            motion: Motion {
                acceleration: vec![0.0; nv],
                free: vec![0.0; nv],
                ..Motion::default()
            },
            work: Work {
                scratch: vec![0.0; nv],
                ..Work::default()
            },
            q: vec![0.0; nq],
            zero: vec![0.0; nv],
            ..Phase::default()
        }
    }

    /// Whether applied forces have power that no potential accounts for.
    pub(crate) fn applies_power(&self) -> bool {
        self.inertia.layout.applies_power
    }

    /// Largest velocity of a point of the system that moves at v, in m/s; of an acceleration in m/s².
    pub(crate) fn speed_of(&self, system: &dyn System, v: &[f64]) -> f64 {
        system.kinematics().pull(&self.zero, v)
    }

    /// Whether motors or dry friction act.
    pub(crate) fn has_drives(&self) -> bool {
        let mut contacts = self.rows.contacts.list.iter();
        contacts.any(|contact| contact.friction.is_force())
    }

    /// v̇ without contacts and constraints at the last point.
    pub(crate) fn free_acceleration(&self) -> &[f64] {
        if self.rows.count() > 0 {
            &self.motion.free
        } else {
            &self.motion.acceleration
        }
    }

    /// Whether nothing is closed and nothing constrained, here and at the last point.
    pub(crate) fn flies(&self) -> bool {
        self.modes.ids.is_empty() && self.rows.is_clear
    }

    /// v̇ in flight, and no more, into `out`; `false` where something is not finite. What was last evaluated
    /// is forgotten.
    pub(crate) fn fly(
        &mut self,
        system: &mut dyn System,
        time: f64,
        (q, v): (&[f64], &[f64]),
        out: &mut [f64],
    ) -> bool {
        self.last.valid = false;
        self.q.copy_from_slice(q);
        system.kinematics().normalise(&mut self.q);
        self.free(system, time, v, out) && out.iter().all(|a| a.is_finite())
    }

    /// v̇ and all forces at (t, q, v); `false` where a closed contact is not there any more or something is
    /// not finite.
    pub(crate) fn evaluate(&mut self, system: &mut dyn System, time: f64, q: &[f64], v: &[f64]) -> bool {
        if self.is_known(time, q, v) {
            return true;
        }
        self.last.valid = false;
        let fine = self.evaluate_anew(system, time, q, v);
        if fine {
            self.remember(time, q, v);
        }
        fine
    }

    /// Whether this point was the last one, in the same modes: the end of a step is the beginning of the
    /// next.
    fn is_known(&self, time: f64, q: &[f64], v: &[f64]) -> bool {
        let last = &self.last;
        last.valid
            && last.time == time
            && last.q == q
            && last.v == v
            && last.closed == self.modes.closed
            // They decide how far differences reach, where any are taken; what is slow beside one scale is so
            // beside the next.
            && (self.rows.is_clear || self.rows.knows_rates || last.scales == self.scales)
            && last.known == self.known.contacts
    }

    /// Whether the last point was this one, whatever rounding says of the time.
    pub(crate) fn is_here(&self, time: f64, q: &[f64], v: &[f64]) -> bool {
        (time - self.last.time).abs() <= SAME_TIME * time.abs() && self.is_known(self.last.time, q, v)
    }

    fn remember(&mut self, time: f64, q: &[f64], v: &[f64]) {
        let last = &mut self.last;
        last.valid = self.holding != Holding::Compensated;
        last.time = time;
        last.q.clear();
        last.q.extend_from_slice(q);
        last.v.clear();
        last.v.extend_from_slice(v);
        if last.closed != self.modes.closed {
            last.closed.clone_from(&self.modes.closed);
        }
        if last.known != self.known.contacts {
            last.known.clone_from(&self.known.contacts);
        }
        if last.guess != self.known {
            last.guess.copy_from(&self.known);
        }
        last.scales = self.scales;
    }

    /// Where this is the last point, and its forces are known from others than those that are known now: its
    /// time and those others. To find the same forces again to the last bit one begins with them.
    pub(crate) fn found_from(&self, q: &[f64], v: &[f64]) -> Option<(f64, &KnownForces)> {
        let found = self.is_known(self.last.time, q, v) && self.last.guess != self.known;
        found.then_some((self.last.time, &self.last.guess))
    }

    /// Notes that of a step that begins at this state.
    pub(crate) fn note_begin(&mut self, at: &State) {
        let known = self.is_known(self.last.time, &at.q, &at.v) && self.last.time == at.time;
        let last = &mut self.last;
        if !known || last.guess == self.known {
            // Its memory is kept for the next time.
            last.spare = last
                .began
                .take()
                .map(|began| began.1)
                .or_else(|| last.spare.take());
            return;
        }
        let spare = last
            .began
            .take()
            .map(|began| began.1)
            .or_else(|| last.spare.take());
        let mut kept = spare.unwrap_or_default();
        kept.copy_from(&last.guess);
        last.began = Some((at.time, kept));
    }

    /// What was noted of the beginning of a step, or read from a file.
    pub(crate) fn began(&mut self) -> &mut Option<(f64, KnownForces)> {
        &mut self.last.began
    }

    /// What was noted of the beginning of the step under way.
    pub(crate) fn began_from(&self) -> Option<(f64, &KnownForces)> {
        self.last.began.as_ref().map(|(time, guess)| (*time, guess))
    }

    /// Finds the forces at a state from others, as they were found once; they are then those that are known.
    pub(crate) fn find_from(
        &mut self,
        system: &mut dyn System,
        (time, guess): (f64, KnownForces),
        at: &State,
    ) {
        let known = std::mem::replace(&mut self.known, guess);
        if self.evaluate(system, time, &at.q, &at.v) {
            self.keep_forces();
        }
        if self.known != known {
            self.known = known;
            self.last.valid = false;
        }
    }

    fn evaluate_anew(&mut self, system: &mut dyn System, time: f64, q: &[f64], v: &[f64]) -> bool {
        self.q.copy_from_slice(q);
        system.kinematics().normalise(&mut self.q);
        let mut acceleration = std::mem::take(&mut self.motion.acceleration);
        let free = self.free(system, time, v, &mut acceleration);
        self.motion.acceleration = acceleration;
        if !free || !self.find_rows(system, time) {
            return false;
        }
        self.motion.approach = None;
        if self.rows.count() > 0 {
            self.rows.relative_velocity(v);
            if !self.find_bias(system, time, v) {
                return false;
            }
            if !self.solve() {
                return false;
            }
        }
        self.write_margins();
        self.motion.acceleration.iter().all(|a| a.is_finite())
            && self.motion.force.iter().all(|f| f.is_finite())
    }

    /// M⁻¹ f, gyroscopic forces among them, into `out`.
    fn free(&mut self, system: &mut dyn System, time: f64, v: &[f64], out: &mut [f64]) -> bool {
        if !self.factor_mass(system, time) {
            return false;
        }
        system.force(time, &self.q, v, out);
        system.kinematics().gyroscopic(&self.q, v, out);
        self.inertia.mass.solve(out);
        true
    }

    /// M, factored.
    fn factor_mass(&mut self, system: &mut dyn System, time: f64) -> bool {
        if self.inertia.layout.constant_mass && !self.inertia.factored.is_empty() {
            return true;
        }
        let mass = &mut self.inertia.mass;
        system.mass(time, &self.q, &mut mass.values);
        if mass.values == self.inertia.factored {
            return true;
        }
        self.inertia.factored.clear();
        let factored = mass.factor_symmetric().is_ok();
        if factored {
            self.inertia.factored.extend_from_slice(&mass.values);
        }
        factored
    }

    /// Lengths, velocities and times by which rounding is measured; `dt` is the step of the run.
    pub(crate) fn measure(&mut self, system: &mut dyn System, at: &State, dt: f64) {
        let speed = self.speed_of(system, &at.v);
        let before = self.scales;
        let mut pull = before.acceleration;
        if self.evaluate_at(system, at) {
            pull = pull.max(self.speed_of(system, &self.motion.acceleration));
        }
        let applied = self.speed_of(system, self.free_acceleration());
        let extent = system.kinematics().length(&at.q).max(before.length);
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
        let driven = self.rows.contacts.obstacle.iter().any(|w| *w != 0.0);
        let longest = if driven { turn.min(dt) } else { turn };
        self.scales = Scales {
            length,
            speed,
            acceleration: pull.max(speed / turn * LEAST_ACCELERATION),
            time: longest,
        };
    }

    /// v̇ and all forces at a state; see [`Phase::evaluate`].
    pub(crate) fn evaluate_at(&mut self, system: &mut dyn System, at: &State) -> bool {
        self.evaluate(system, at.time, &at.q, &at.v)
    }
}
