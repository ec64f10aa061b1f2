//! Event-driven integration of linear complementarity systems: modes followed exactly, their ends located.
//!
//! ```text
//! window of the drive ─▶ mode ─ z' = G z ─▶ first margin lost, or end ─▶ x onto the mode
//!     ─▶ next mode, or jump ─▶ …
//! ```
//! With the drive as a series (`drive_series`) a mode is a linear system with constant coefficients, and its
//! matrix exponential is exact whether it is stiff or not; what `tolerance` governs is the series alone.
//! Modes: `structure`, `mode.rs`; the next one: `next_mode.rs`; events: `mode_flow.rs`. Where many states
//! shrink together towards a point (accumulations of switches), they are zero once below 1e-12 of what they
//! have been, and the mode that rests there fits.
//!
//! The hybrid scheme does the same and takes implicit steps where events crowd or no mode fits
//! (`implicit_steps.rs`). Sources: Brogliato et al. (2002), §6.2, §10 and Remark 16; Heemels, Schumacher,
//! Weiland (2000). Limits: small systems (dense matrices, an exponential for every event); systems whose λ is
//! not unique in any mode that fits are left to the implicit steps. Where several modes fit, the first one
//! found is taken.

use super::drive_series::DriveSeries;
use super::mode::{Mode, Window, ZERO};
use super::structure::Equations;
use super::{ComplementarityError, ComplementaritySystem, StepOptions};
use crate::models::complementarity::mode_flow::follow;
use crate::step::Effort;
use drystone_solve::lcp::Method;
use nalgebra::{DMatrix, DVector};

/// Events at one instant before it is said that no mode goes on.
const AT_ONCE: usize = 60;
/// So many events within this share of the time of the system, 1/|A|, are a crowd for the hybrid scheme.
const CROWD: (usize, f64) = (40, 1e-3);
/// Errors of the series that a zero is allowed.
const MISSED: f64 = 100.0;
/// Modes kept.
const KEPT: usize = 64;
/// Share of a step that is no time.
const INSTANT: f64 = 1e-13;

/// Where a multiplier is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Lower,
    Between,
    Upper,
}

impl Place {
    /// λ at a bound.
    pub(super) fn value(self, relay: bool) -> f64 {
        match (self, relay) {
            (Place::Lower, true) => -1.0,
            (Place::Upper, true) => 1.0,
            _ => 0.0,
        }
    }

    pub(super) fn from_count(count: u64) -> Self {
        match count {
            0 => Place::Lower,
            1 => Place::Between,
            _ => Place::Upper,
        }
    }
}

/// Follows a system from event to event.
pub(super) struct Events {
    /// x = scale · (balanced x), powers of two.
    scale: DVector<f64>,
    pub(super) series: DriveSeries,
    pub(super) window: Window,
    modes: Vec<Mode>,
    /// Places of the present mode; none before the first.
    pub(super) places: Option<Vec<Place>>,
    /// Balanced x, then η.
    pub(super) z: DVector<f64>,
    /// The largest magnitudes of x so far, then those of η, larger where the series misses some of the drive.
    pub(super) size: DVector<f64>,
    pub(super) time: f64,
    pub(super) method: Method,
    step: f64,
    hybrid: bool,
    /// λ of the last implicit step.
    pub(super) kept: DVector<f64>,
    /// Times of the last events, the hybrid scheme's measure of a crowd.
    pub(super) recent: Vec<f64>,
}

/// What happened inside a step.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Happened {
    pub(super) effort: Effort,
    pub(super) events: usize,
}

impl Events {
    pub(super) fn new(system: &ComplementaritySystem, options: &StepOptions, hybrid: bool) -> Self {
        let (n, m) = (system.num_states(), system.num_rows());
        let scale = balance(&system.a_matrix);
        let a = DMatrix::from_fn(n, n, |i, j| system.a_matrix[(i, j)] * scale[j] / scale[i]);
        let rate = (0..n).map(|j| a.column(j).lp_norm(1)).fold(0.0, f64::max);
        let rate = if rate > 0.0 { rate } else { 1.0 / options.dt };
        Events {
            window: Window {
                all: Equations {
                    b: DMatrix::from_fn(n, m, |i, j| system.b[(i, j)] / scale[i]),
                    c: DMatrix::from_fn(m, n, |i, j| system.c[(i, j)] * scale[j]),
                    d: system.d.clone(),
                    a_drive: DMatrix::zeros(n, 1),
                    c_drive: DMatrix::zeros(m, 1),
                    shift: DMatrix::zeros(1, 1),
                    a,
                    rate,
                },
                relay: system.relay.clone(),
            },
            series: DriveSeries::new(system, options.start_time, options.dt, options.tolerance),
            modes: Vec::new(),
            places: None,
            z: DVector::zeros(n + 1),
            size: DVector::from_fn(n + 1, |i, _| f64::from(i == n)),
            time: options.start_time,
            method: options.method,
            step: options.dt,
            hybrid,
            kept: DVector::zeros(m),
            recent: Vec::new(),
            scale,
        }
    }

    /// Begins at (t, x).
    pub(super) fn begin(&mut self, time: f64, x: &DVector<f64>) {
        self.time = time;
        for (i, x) in x.iter().enumerate() {
            self.z[i] = x / self.scale[i];
        }
        self.at_time();
        self.measure();
    }

    /// x, in the units of the system.
    pub(super) fn state(&self, out: &mut DVector<f64>) {
        for (i, x) in out.iter_mut().enumerate() {
            *x = self.z[i] * self.scale[i];
        }
    }

    /// λ of the present mode.
    pub(super) fn lambda(&mut self, out: &mut DVector<f64>) {
        let Some(places) = self.places.clone() else {
            out.copy_from(&self.kept);
            return;
        };
        if let Some(k) = self.mode(&places) {
            out.copy_from(&(&self.modes[k].lambda * &self.z));
            for (i, place) in places.iter().enumerate() {
                if *place != Place::Between {
                    out[i] = place.value(self.window.relay[i]);
                }
            }
        }
    }

    /// x' of the present mode, in the units of the system; nothing after implicit steps.
    pub(super) fn slope(&mut self) -> Option<DVector<f64>> {
        let places = self.places.clone()?;
        let k = self.mode(&places)?;
        let mut slope = &self.modes[k].flow * &self.z;
        for (i, scale) in self.scale.iter().enumerate() {
            slope[i] *= scale;
        }
        Some(slope)
    }

    /// The largest magnitudes of x so far, in the units of the system.
    pub(super) fn largest(&self, i: usize) -> f64 {
        self.size[i] * self.scale[i]
    }

    /// How long a step of the run is from here on.
    pub(super) fn set_step(&mut self, step: f64) {
        self.step = step;
    }

    /// Follows the system to `target`.
    pub(super) fn advance(
        &mut self,
        system: &mut ComplementaritySystem,
        target: f64,
    ) -> Result<Happened, ComplementarityError> {
        let mut happened = Happened::default();
        let instant = INSTANT * self.step;
        let mut at_once = 0;
        while target - self.time > instant.max(2.0 * f64::EPSILON * target.abs()) {
            let opened = self.open_window(system)?;
            if (opened || self.places.is_none()) && !self.choose(None) {
                self.stranded(system, target, &mut happened)?;
                continue;
            }
            let Some(k) = self.places.clone().and_then(|places| self.mode(&places)) else {
                self.stranded(system, target, &mut happened)?;
                continue;
            };
            let end = target.min(self.series.end());
            let mode = &mut self.modes[k];
            let followed = follow(mode, &mut self.z, &self.size, end - self.time, self.series.length);
            let whole =
                followed.lost.is_none() && followed.length >= (end - self.time) * (1.0 - f64::EPSILON);
            self.time = if whole { end } else { self.time + followed.length };
            self.at_time();
            self.modes[k].project(&mut self.z);
            self.measure();
            happened.effort.smooth_steps += 1;
            happened.effort.evaluations += followed.looks;
            at_once = if followed.length > instant { 0 } else { at_once + 1 };
            if let Some(lost) = followed.lost {
                happened.events += 1;
                self.recent.push(self.time);
                if !self.choose(Some(lost)) || at_once > AT_ONCE || self.crowded() {
                    self.stranded(system, target, &mut happened)?;
                    at_once = 0;
                }
            }
            if !self.z.iter().all(|x| x.is_finite()) {
                return Err(ComplementarityError::NoMode { time: self.time });
            }
        }
        self.time = target;
        Ok(happened)
    }

    /// The window of now; `true` where it is another one.
    fn open_window(&mut self, system: &mut ComplementaritySystem) -> Result<bool, ComplementarityError> {
        let rounding = 4.0 * f64::EPSILON * self.time.abs().max(self.step);
        if self.time >= self.series.start - rounding && self.time < self.series.end() - rounding {
            return Ok(false);
        }
        if self.series.open(system, self.time, self.step)? {
            self.take_window();
            return Ok(true);
        }
        Ok(false)
    }

    /// Takes the series over: no mode of the last window holds.
    pub(super) fn take_window(&mut self) {
        let (n, m, p) = (
            self.window.all.a.nrows(),
            self.window.relay.len(),
            self.series.degree(),
        );
        self.window.all.a_drive =
            DMatrix::from_fn(n, p, |i, k| self.series.coefficients[(i, k)] / self.scale[i]);
        self.window.all.c_drive = self.series.coefficients.view((n, 0), (m, p)).into_owned();
        self.window.all.shift = self.series.shift();
        self.modes.clear();
        self.z = self.z.clone().resize_vertically(n + p, 0.0);
        self.size = self.size.clone().resize_vertically(n + p, 1.0);
        // What the series may miss of the drive is zero as well.
        let missed = (MISSED * self.series.tolerance / ZERO).max(1.0);
        self.size.rows_mut(n, p).fill(missed);
        self.at_time();
    }

    /// η of now.
    pub(super) fn at_time(&mut self) {
        let n = self.window.all.a.nrows();
        self.series.basis(self.time, &mut self.z.as_mut_slice()[n..]);
    }

    /// The largest magnitudes: what x is, and what it becomes in the time of the system by itself.
    pub(super) fn measure(&mut self) {
        let n = self.window.all.a.nrows();
        for i in 0..n {
            self.size[i] = self.size[i].max(self.z[i].abs());
        }
        for i in 0..n {
            let moved: f64 = (0..n)
                .map(|j| (self.window.all.a[(i, j)] * self.z[j]).abs())
                .sum();
            let driven: f64 = self.window.all.a_drive.row(i).iter().map(|a| a.abs()).sum();
            self.size[i] = self.size[i].max((moved + driven) / self.window.all.rate);
        }
    }

    /// The number of the mode with those places, made where it is not there.
    pub(super) fn mode(&mut self, places: &[Place]) -> Option<usize> {
        if let Some(k) = self.modes.iter().position(|mode| mode.places == places) {
            return Some(k);
        }
        let mode = self.window.mode(places)?;
        if self.modes.len() >= KEPT {
            self.modes.remove(0);
        }
        self.modes.push(mode);
        Some(self.modes.len() - 1)
    }

    pub(super) fn mode_at(&self, k: usize) -> &Mode {
        &self.modes[k]
    }

    /// Whether events crowd.
    fn crowded(&mut self) -> bool {
        if self.recent.len() > CROWD.0 {
            self.recent.remove(0);
        }
        self.hybrid
            && self.recent.len() == CROWD.0
            && self
                .recent
                .first()
                .is_some_and(|first| (self.time - first) * self.window.all.rate < CROWD.1)
    }

    /// No mode goes on: implicit steps for a while, or an error.
    fn stranded(
        &mut self,
        system: &mut ComplementaritySystem,
        target: f64,
        happened: &mut Happened,
    ) -> Result<(), ComplementarityError> {
        if !self.hybrid {
            return Err(ComplementarityError::NoMode { time: self.time });
        }
        let mut x = DVector::zeros(self.scale.len());
        self.state(&mut x);
        let (step, method, both) = (self.step, self.method, (&mut x, &mut self.kept));
        let (count, time) = crate::models::complementarity::implicit_steps::steps(
            system, both, self.time, target, step, method,
        )?;
        happened.effort.stepping_steps += count;
        happened.effort.stepping_time += time - self.time;
        (self.places, self.time) = (None, time);
        self.recent.clear();
        self.begin(time, &x);
        Ok(())
    }
}

/// Powers of two that make row and column sums of D⁻¹ A D alike (Parlett and Reinsch).
fn balance(a: &DMatrix<f64>) -> DVector<f64> {
    let n = a.nrows();
    let mut scale = DVector::from_element(n, 1.0);
    for _ in 0..20 {
        let mut settled = true;
        for i in 0..n {
            let (mut row, mut column) = (0.0, 0.0);
            for j in (0..n).filter(|j| *j != i) {
                row += (a[(i, j)] * scale[j] / scale[i]).abs();
                column += (a[(j, i)] * scale[i] / scale[j]).abs();
            }
            if row > 0.0 && column > 0.0 && row.is_finite() && column.is_finite() {
                let factor = (0.5 * (row / column).log2()).round().exp2();
                settled &= factor == 1.0;
                scale[i] *= factor;
            }
        }
        if settled {
            break;
        }
    }
    scale
}
