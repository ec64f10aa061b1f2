//! The integrator between two events: its coordinates, its right-hand side, and the frames inside its step.
//!
//! ```text
//! y = (q, v, work, friction loss, impulses of all rows)     sums begin at zero with each step
//! frame at t:  y(t) on the dense output (order 7), q and v put back onto closed gaps;
//!              its impulses are what the sums gained
//! ```
//! Not here: how a step is made (`integration_step.rs`) and where it ends (`locate.rs`).

use super::chart::Chart;
use super::integration_step::IntegrationStep;
use super::locate::Search;
use super::phase::{InPhase, Phase};
use super::tolerances::DEFECT;
use crate::ode::Tolerance;
use crate::ode::integrator::Integrator;
use crate::step::Effort;
use crate::system::{State, System};

/// The integrator with its coordinates, its step under way and the frames.
pub(super) struct Flight {
    pub(super) integrator: Integrator,
    pub(super) tolerance: Tolerance,
    pub(super) chart: Chart,
    /// Looks at the rows in the step of the run.
    pub(super) looks: usize,
    /// Length of the next step to be tried, in s.
    pub(super) h: f64,
    /// The step under way.
    pub(super) ahead: Option<IntegrationStep>,
    /// Whether the next step ends at the frame.
    pub(super) is_cautious: bool,
    /// The state handed out last, and room for the next.
    pub(super) frame: State,
    next_frame: State,
    /// y at a place of the step.
    pub(super) y: Vec<f64>,
    /// Configuration at a place of the step.
    pub(super) place: Vec<f64>,
    pub(super) search: Search,
}

/// Counters of the right-hand side.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counters {
    pub(super) evaluations: usize,
    /// Looks at the rows that those took.
    pub(super) looks: usize,
    /// Whether some margin was lost at a point.
    pub(super) strays: bool,
}

/// The right-hand side of the integrator in the modes of a phase.
pub(super) struct Slopes<'a> {
    pub(super) phase: &'a mut Phase,
    pub(super) counters: &'a mut Counters,
    system: &'a mut dyn System,
    chart: &'a Chart,
    /// Room for a configuration.
    place: &'a mut [f64],
}

impl<'a> Slopes<'a> {
    pub(super) fn new(
        (system, phase): InPhase<'a>,
        (chart, place): (&'a Chart, &'a mut [f64]),
        counters: &'a mut Counters,
    ) -> Self {
        Slopes {
            phase,
            counters,
            system,
            chart,
            place,
        }
    }

    /// ẏ: coordinates, velocity, work of applied forces, friction loss, impulses of all rows; in flight the
    /// sums may be left out. `false` where it has no value.
    pub(super) fn at(&mut self, time: f64, y: &[f64], out: &mut [f64]) -> bool {
        let Slopes { phase, system, .. } = self;
        let ((nx, nv), (x, v, _)) = (self.chart.sizes(), self.chart.split(y));
        self.counters.evaluations += 1;
        let q = self.chart.at(*system, x, self.place);
        let (rate, rest) = out.split_at_mut(nx);
        let (acceleration, sums) = rest.split_at_mut(nv);
        if phase.flies() && sums.len() <= 2 {
            self.chart.rate(*system, (x, q), v, rate);
            if let [applied, friction] = sums {
                (*applied, *friction) = (system.applied_power(time, q, v), 0.0);
            }
            self.counters.looks += 1;
            return phase.fly(*system, time, (q, v), acceleration);
        }
        let has_value = phase.evaluate(*system, time, q, v);
        self.counters.looks += phase.looks();
        if !has_value || phase.rows.count() + 2 != sums.len() {
            return false;
        }
        self.counters.strays |= phase.strays();
        phase.rate(v, |v| self.chart.rate(*system, (x, q), v, rate));
        acceleration.copy_from_slice(&phase.motion.acceleration);
        let (friction, obstacles) = phase.powers();
        sums[0] = system.applied_power(time, q, v) + obstacles;
        sums[1] = friction;
        sums[2..].copy_from_slice(&phase.motion.force);
        true
    }
}

impl Flight {
    /// For a system; `relative` is the tolerance of the integrator.
    pub(super) fn new(system: &dyn System, relative: f64) -> Self {
        let (nq, nv) = (system.layout().num_q, system.layout().num_v);
        let state = State {
            time: 0.0,
            q: vec![0.0; nq],
            v: vec![0.0; nv],
        };
        Flight {
            integrator: Integrator::default(),
            tolerance: Tolerance {
                relative,
                ..Tolerance::default()
            },
            chart: Chart::new(system),
            looks: 0,
            h: 0.0,
            ahead: None,
            is_cautious: false,
            next_frame: state.clone(),
            frame: state,
            y: Vec::new(),
            place: vec![0.0; nq],
            search: Search::default(),
        }
    }

    /// Whether `time` lies inside the step under way, which began at `begin`.
    pub(super) fn is_inside(&self, begin: f64, time: f64, shortest: f64) -> bool {
        self.ahead.is_some_and(|ahead| time < begin + ahead.h - shortest)
    }

    /// The state is the frame; there is no step under way.
    pub(super) fn hand_out(&mut self, state: &State) {
        self.ahead = None;
        self.frame.copy_from(state);
    }

    /// The state at `time`, inside the step under way from `from`, becomes the frame; `y` is the vector of
    /// the integrator there. `false` where it does not fit the forces that act there.
    pub(super) fn read_frame(
        &mut self,
        (system, phase): InPhase,
        from: &State,
        time: f64,
        effort: &mut Effort,
    ) -> bool {
        let step = &mut self.integrator.step;
        if step.dense_length() == 0.0 {
            let mut counters = Counters::default();
            let mut slopes = Slopes::new((system, phase), (&self.chart, &mut self.place), &mut counters);
            if !step.prepare_dense(&mut |t, y, out| slopes.at(t, y, out)) {
                return false;
            }
            effort.evaluations += counters.evaluations;
            self.looks += counters.looks;
        }
        step.after(time - from.time, &mut self.y);
        self.next_frame.time = time;
        let State { time, q, v } = &mut self.next_frame;
        let (x, velocity, _) = self.chart.split(&self.y);
        self.chart.place(system, x, q);
        v.copy_from_slice(velocity);
        let evaluated = if phase.flies() {
            let mut acceleration = std::mem::take(&mut phase.motion.acceleration);
            let finite = phase.fly(system, *time, (q, v), &mut acceleration);
            phase.motion.acceleration = acceleration;
            finite
        } else {
            phase.project(system, *time, q, v);
            phase.evaluate(system, *time, q, v)
        };
        let elapsed = *time - from.time;
        let fits = evaluated && self.defect(phase, elapsed) <= 1.0;
        if fits {
            std::mem::swap(&mut self.frame, &mut self.next_frame);
        }
        fits
    }

    /// How far the acceleration at the frame is from that of the dense output, in units of the largest
    /// allowed. A force that came and went between the stages of the step is seen so, if it acts at a frame;
    /// so is a force that the user changed.
    fn defect(&self, phase: &Phase, elapsed: f64) -> f64 {
        let (step, nx) = (&self.integrator.step, self.chart.sizes().0);
        let scale = step.h / (DEFECT * self.tolerance.relative * phase.scales.speed);
        let accelerations = phase.motion.acceleration.iter().enumerate();
        accelerations.fold(0.0, |worst: f64, (j, a)| {
            worst.max((a - step.rate_after(elapsed, nx + j)).abs() * scale)
        })
    }
}
