//! What the length of the step does: now and then a step is made again as two halves, from the same state.
//!
//! ```text
//! error = max over bodies |x(one step of h) − x(two steps of h/2)|        x: centre of mass, in m
//!     relative: over the thickness of that body
//! ```
//! Richardson's estimate of the error of one step, without the factor of an order: across an impact a scheme
//! has none. One step in `EVERY` is looked at, at a place of its block of steps that the number of the
//! block decides. The run is put back before its own step: it is the same bit for bit with and without.
//! Systems by their energies have no bodies: the largest change of a coordinate counts, beside the largest
//! coordinate.
//!
//! Not here: turns of bodies; schemes that set their own steps by a tolerance (`event-driven`, `hybrid`,
//! `penalised`) or remember earlier steps (`lotstedt`, `paoli-schatzman`); the sum of the errors of all
//! steps.

use crate::run::runner::unit_random;
use crate::run::world::Who;
use drystone_dynamics::{Simulation, State, StepError};

/// One step in so many is made again as two: at most 1.6 % more steps.
const EVERY: u64 = 128;
/// Schemes whose steps stand alone.
const SCHEMES: [&str; 4] = [
    "moreau-midpoint",
    "moreau-jean",
    "stewart-trinkle",
    "anitescu-potra",
];
/// Two times that are one, as a share of the step.
const SAME: f64 = 1e-9;

/// The largest error of a step that was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct StepErrors {
    /// Steps that were looked at.
    pub steps: u64,
    /// The largest difference of positions, in m, or in the unit of the coordinates.
    pub most: f64,
    /// The largest difference over the thickness of its body, or over the largest coordinate.
    pub relative: f64,
    /// When the step of the largest relative one ended, in s.
    pub time: f64,
    /// Its body.
    pub body: Option<usize>,
    /// The largest coordinate of a system without bodies.
    reach: f64,
}

impl StepErrors {
    /// Whether the steps of this scheme can be halved.
    pub(crate) fn covers(scheme: &str) -> bool {
        SCHEMES.contains(&scheme)
    }

    /// Whether this step, counted from 0, is looked at.
    pub(crate) fn is_due(step: u64) -> bool {
        let place = unit_random(step / EVERY) * EVERY as f64;
        (step % EVERY) as f64 == place.floor()
    }

    /// Takes up the two ends of a step.
    pub(crate) fn add(&mut self, halves: &State, whole: &State, who: &Who) {
        self.steps += 1;
        if who.bodies.is_empty() {
            self.add_coordinates(halves, whole);
            return;
        }
        let (size, axes) = if who.plane { (3, 2) } else { (7, 3) };
        let places = halves.q.chunks_exact(size).zip(whole.q.chunks_exact(size));
        for ((a, b), body) in places.zip(who.free()) {
            let squares = a[..axes].iter().zip(b).map(|(a, b)| (a - b).powi(2));
            let far = squares.sum::<f64>().sqrt();
            let relative = far / who.thickness.get(body).copied().unwrap_or(f64::INFINITY);
            // Of bodies without a thickness the largest in m is told.
            if relative > self.relative || (self.relative == 0.0 && far > self.most) {
                (self.relative, self.time, self.body) = (relative, whole.time, Some(body));
            }
            self.most = self.most.max(far);
        }
    }

    fn add_coordinates(&mut self, halves: &State, whole: &State) {
        let larger = |most: f64, x: f64| most.max(x.abs());
        self.reach = whole.q.iter().copied().fold(self.reach, larger);
        let changes = halves.q.iter().zip(&whole.q).map(|(a, b)| a - b);
        let far = changes.fold(0.0, larger);
        if far > self.most {
            (self.most, self.time) = (far, whole.time);
        }
        self.relative = if self.most > 0.0 {
            self.most / self.reach
        } else {
            0.0
        };
    }

    pub(super) fn numbers(&self) -> [f64; 6] {
        let body = self.body.map_or(-1.0, |body| body as f64);
        [
            self.steps as f64,
            self.most,
            self.relative,
            self.time,
            body,
            self.reach,
        ]
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "written as whole numbers"
    )]
    pub(super) fn from_numbers([steps, most, relative, time, body, reach]: [f64; 6]) -> Self {
        StepErrors {
            steps: steps as u64,
            most,
            relative,
            time,
            body: (body >= 0.0).then_some(body as usize),
            reach,
        }
    }
}

/// Where two halves of the step ahead lead; the simulation is left as it was. Nothing where a half is
/// refused, or made shorter.
///
/// The halves begin with half the impulses of the step before, which are those that forces need of them.
/// Begun with all of them a half costs as much as seven steps of a row of dominoes: a tenth of the run.
pub(crate) fn two_halves(simulation: &mut Simulation, dt: f64) -> Result<Option<State>, StepError> {
    let saved = simulation.save();
    simulation.resume(&saved.for_step_of(0.5))?;
    let made = (0..2).all(|_| simulation.step_by(0.5 * dt).is_ok());
    let whole = is_whole(saved.state().time, simulation.state.time, dt);
    let end = (made && whole).then(|| simulation.state.clone());
    simulation.resume(&saved)?;
    Ok(end)
}

/// Whether `dt` lies between two times.
pub(crate) fn is_whole(from: f64, to: f64, dt: f64) -> bool {
    (to - from - dt).abs() <= SAME * dt
}
