//! One step of a linear complementarity system: one mixed LCP with a matrix that does not change.
//!
//! ```text
//! x_free = (I − hθA)⁻¹ { x + h (1−θ)(A x + a) + hθ a⁺ + h (1−θ_λ) B λ }
//! w⁺ = M λ⁺ + C x_free + c⁺,     M = D + h θ_λ C (I − hθA)⁻¹ B,     x⁺ = x_free + h θ_λ (I − hθA)⁻¹ B λ⁺
//! ```
//! λ of the first step is implicit, θ_λ = 1: there is none before it. Where no λ is consistent with x₀ (w =
//! C x₀ + D λ + c has no solution) the state jumps at the beginning, and λ of the first step is that impulse
//! over h: no λ to take a mean with, nor is A x₀ a rate of the motion. The first step is then backward
//! Euler, which makes the jump, and the second has θ_λ = 1 again: two steps of order 1, whose errors are of
//! order h². Not done: jumps that the drive makes later, inside a step; θ_λ = 1 is right for them.
//!
//! [`Scheme::HigherOrder`] has the same shape with θ = 1, the outputs and inputs of
//! [`crate::models::complementarity::sweeping_process`] in place of C and h B, and no D. I − hθA and M are
//! factored when the step size is set; a step allocates nothing as long as the active set stays.

use super::events::Events;
use super::one_step::OneStep;
use super::{
    ComplementarityError, ComplementarityState, ComplementaritySystem, Scheme, StepCertificate, StepOptions,
    Unsolved,
};
use crate::models::complementarity::sweeping_process::Chain;
use crate::step::Effort;
use drystone_solve::solver::Stop;
use nalgebra::{DMatrix, DVector, Dyn, LU};

/// What is known of a step beside the state it reached.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepReport {
    /// Time at the end of the step, in s.
    pub time: f64,
    /// Iterations of the LCP method, in its own unit; 0 where the last active set held.
    pub iterations: usize,
    /// Which method answered: `last active set` or a name of [`drystone_solve::lcp::Method`].
    pub method: &'static str,
    /// How its problem ended; anything but `Converged` is a step that was kept short of its tolerance.
    pub stop: Stop,
    /// How far the step is from its equations.
    pub certificate: StepCertificate,
    /// What an event-driven scheme did inside.
    pub effort: Effort,
    /// Events that it located.
    pub events: usize,
}

impl StepReport {
    /// A step that was not solved and is kept all the same: it ends at the best point found.
    pub fn kept(unsolved: &Unsolved) -> Self {
        StepReport {
            time: unsolved.best.time,
            iterations: 0,
            method: "best point",
            // A method content with less than the tolerance has not solved the step.
            stop: match unsolved.stop {
                Stop::Converged => Stop::Stalled,
                other => other,
            },
            certificate: unsolved.certificate,
            effort: Effort::default(),
            events: 0,
        }
    }
}

/// Advances a linear complementarity system by certified steps of constant size.
pub struct ComplementarityStepper {
    pub(super) system: ComplementaritySystem,
    pub(super) options: StepOptions,
    pub(super) chain: Option<Chain>,
    pub(super) events: Option<Box<Events>>,
    /// Whether λ of the state is one that the θ_λ rule can go on from.
    pub(super) start: Start,
    /// Time is `origin + count · dt`: no rounding piles up.
    pub(super) origin: f64,
    pub(super) count: u64,
    /// Whether `next` holds the end of a step from `state`.
    pub(super) pending: bool,
    pub(super) state: ComplementarityState,
    pub(super) next: ComplementarityState,
    /// a and c at the beginning and at the end of the step.
    pub(super) drive: (DVector<f64>, DVector<f64>),
    pub(super) drive_next: (DVector<f64>, DVector<f64>),
    pub(super) matrices: Matrices,
    /// Multipliers of the step's problem: λ⁺, or μ of the chain.
    pub(super) multiplier: DVector<f64>,
    free: DVector<f64>,
    q: DVector<f64>,
    /// Largest magnitudes of the terms of each row of the dynamics so far.
    pub(super) row_size: DVector<f64>,
}

/// How far the beginning of a run is behind. The numbers are those of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// The first step is ahead, from a consistent state.
    First = 0,
    /// It is behind.
    Over = 1,
    /// The first step is ahead, and the state jumps in it.
    Jump = 2,
    /// That jump is behind: λ is its impulse.
    Jumped = 3,
}

impl Start {
    pub(super) fn from_count(kept: u64) -> Self {
        match kept {
            0 => Start::First,
            2 => Start::Jump,
            3 => Start::Jumped,
            _ => Start::Over,
        }
    }

    /// After a step.
    fn next(self) -> Self {
        match self {
            Start::Jump => Start::Jumped,
            Start::First | Start::Jumped | Start::Over => Start::Over,
        }
    }

    /// θ and θ_λ of the step ahead.
    fn weights(self, options: &StepOptions) -> (f64, f64) {
        let Scheme::Theta {
            theta,
            multiplier_theta,
        } = options.scheme
        else {
            return (1.0, 1.0);
        };
        match self {
            Start::Jump => (1.0, 1.0),
            Start::First | Start::Jumped => (theta, 1.0),
            Start::Over => (theta, multiplier_theta),
        }
    }
}

/// What depends on the step size alone.
pub(super) struct Matrices {
    pub(super) theta: f64,
    pub(super) multiplier_theta: f64,
    /// I − hθA.
    implicit: LU<f64, Dyn, Dyn>,
    /// C, or the outputs of the chain.
    pub(super) output: DMatrix<f64>,
    /// h θ_λ B, or the inputs of the chain.
    pub(super) input: DMatrix<f64>,
    /// (I − hθA)⁻¹ input.
    response: DMatrix<f64>,
    pub(super) one_step: OneStep,
}

impl ComplementarityStepper {
    /// A stepper at the initial state; the drive is asked for its value there.
    pub fn new(system: ComplementaritySystem, options: StepOptions) -> Result<Self, ComplementarityError> {
        system.check()?;
        options.check()?;
        let (n, m) = (system.num_states(), system.num_rows());
        let chain = match options.scheme {
            Scheme::HigherOrder => Some(Chain::new(&system)?),
            _ => None,
        };
        let events = match options.scheme {
            Scheme::EventDriven => Some(Box::new(Events::new(&system, &options, false))),
            Scheme::Hybrid => Some(Box::new(Events::new(&system, &options, true))),
            _ => None,
        };
        let matrices = Matrices::new(&system, &options, chain.as_ref(), Start::First)?;
        let rows = chain.as_ref().map_or(m, Chain::degree);
        let state = ComplementarityState {
            time: options.start_time,
            x: DVector::from_column_slice(&system.x0),
            lambda: DVector::zeros(m),
            w: DVector::zeros(m),
        };
        let mut stepper = ComplementarityStepper {
            system,
            options,
            chain,
            events,
            start: Start::First,
            origin: options.start_time,
            count: 0,
            pending: false,
            next: state.clone(),
            state,
            drive: (DVector::zeros(n), DVector::zeros(m)),
            drive_next: (DVector::zeros(n), DVector::zeros(m)),
            matrices,
            multiplier: DVector::zeros(rows),
            free: DVector::zeros(n),
            q: DVector::zeros(rows),
            row_size: DVector::zeros(n),
        };
        stepper.begin()?;
        if stepper.jumps() {
            stepper.set_start(Start::Jump)?;
        }
        Ok(stepper)
    }

    /// Whether the θ_λ rule would take a jump at the beginning for a multiplier.
    fn jumps(&self) -> bool {
        let averaged =
            matches!(self.options.scheme, Scheme::Theta { multiplier_theta, .. } if multiplier_theta < 1.0);
        averaged && {
            let system = &self.system;
            let output = &system.c * &self.state.x + &self.drive.1;
            let (tolerance, method) = (self.options.tolerance, self.options.method);
            let mut at_once = OneStep::new(&system.d, &system.relay, tolerance, method);
            let mut lambda = DVector::zeros(system.num_rows());
            !(at_once.solve(&output, &mut lambda).error <= tolerance)
        }
    }

    /// Takes the weights of another step of the beginning.
    fn set_start(&mut self, start: Start) -> Result<(), ComplementarityError> {
        let weights = start.weights(&self.options);
        if weights != (self.matrices.theta, self.matrices.multiplier_theta) {
            self.matrices = Matrices::new(&self.system, &self.options, self.chain.as_ref(), start)?;
        }
        self.start = start;
        Ok(())
    }

    /// Where the system is now.
    pub fn state(&self) -> &ComplementarityState {
        &self.state
    }

    /// The system.
    pub fn system(&self) -> &ComplementaritySystem {
        &self.system
    }

    /// The options, with the step size of now.
    pub fn options(&self) -> &StepOptions {
        &self.options
    }

    /// Multipliers of the last step's problem: λ of the theta scheme; μ₁ … μ_r of the higher-order one, where
    /// μᵢ is the amount by which w⁽ⁱ⁻¹⁾ was made to jump.
    pub fn multipliers(&self) -> &[f64] {
        self.multiplier.as_slice()
    }

    /// Changes the step size from here on, and factors anew.
    pub fn set_dt(&mut self, dt: f64) -> Result<(), ComplementarityError> {
        let options = StepOptions { dt, ..self.options };
        options.check()?;
        self.matrices = Matrices::new(&self.system, &options, self.chain.as_ref(), self.start)?;
        self.options = options;
        if let Some(events) = &mut self.events {
            events.set_step(dt);
        }
        self.origin = self.state.time;
        self.count = 0;
        self.pending = false;
        Ok(())
    }

    /// Goes on from a state of an earlier run.
    pub fn restart(&mut self, time: f64, x: &[f64], lambda: &[f64]) -> Result<(), ComplementarityError> {
        let asked = [
            ("the state to restart from", x, self.state.x.len()),
            ("the multipliers to restart from", lambda, self.state.lambda.len()),
        ];
        for (what, found, asked) in asked {
            if found.len() != asked {
                let (found, asked) = ((found.len(), 1), (asked, 1));
                return Err(ComplementarityError::Shape { what, found, asked });
            }
            if !(time.is_finite() && found.iter().all(|x| x.is_finite())) {
                return Err(ComplementarityError::NotFinite { what });
            }
        }
        self.state.time = time;
        self.state.x.copy_from_slice(x);
        self.state.lambda.copy_from_slice(lambda);
        self.start = Start::Over;
        if let Some(events) = &mut self.events {
            events.places = None;
        }
        self.set_dt(self.options.dt)?;
        self.begin()
    }

    /// One step. Where the tolerance is not met the state stays where it was, the error holds the best point
    /// found, and the caller decides: stop, [`accept`](Self::accept) that point, or [`set_dt`](Self::set_dt)
    /// and try again.
    pub fn step(&mut self) -> Result<StepReport, ComplementarityError> {
        self.pending = false;
        self.next.time = self.origin + (self.count as f64 + 1.0) * self.options.dt;
        ask_drive(&mut self.system, self.next.time, &mut self.drive_next)?;
        if self.events.is_some() {
            return self.step_events();
        }
        self.set_free();
        let solved = self.matrices.one_step.solve(&self.q, &mut self.multiplier);
        self.next.x.copy_from(&self.free);
        self.next
            .x
            .gemv(1.0, &self.matrices.response, &self.multiplier, 1.0);
        self.set_outputs();
        let certificate = self.certify(solved.error);
        self.end_step(certificate, solved.stop)?;
        Ok(StepReport {
            time: self.state.time,
            iterations: solved.iterations,
            method: solved.method,
            stop: Stop::Converged,
            certificate,
            effort: Effort::default(),
            events: 0,
        })
    }

    /// Moves to `next` where it meets the tolerance; else it is the best point found.
    pub(super) fn end_step(
        &mut self,
        certificate: StepCertificate,
        stop: Stop,
    ) -> Result<(), ComplementarityError> {
        self.pending = true;
        if certificate.error <= self.options.tolerance && self.next.x.iter().all(|x| x.is_finite()) {
            return self.accept();
        }
        Err(ComplementarityError::Unsolved(Box::new(Unsolved {
            best: self.next.clone(),
            certificate,
            stop,
            tolerance: self.options.tolerance,
        })))
    }

    /// Moves to the best point of the last call of [`step`](Self::step), where that said `Unsolved`; else
    /// stays.
    pub fn accept(&mut self) -> Result<(), ComplementarityError> {
        if !self.pending {
            return Ok(());
        }
        self.pending = false;
        self.state.copy_from(&self.next);
        std::mem::swap(&mut self.drive, &mut self.drive_next);
        self.count += 1;
        if let Some(chain) = &mut self.chain {
            chain.accept();
        }
        self.set_start(self.start.next())
    }

    /// Asks the drive at the time of now.
    pub(super) fn begin(&mut self) -> Result<(), ComplementarityError> {
        ask_drive(&mut self.system, self.state.time, &mut self.drive)?;
        if let Some(chain) = &mut self.chain {
            chain.begin(&mut self.system, self.state.time, self.options.dt);
        }
        Ok(())
    }

    /// x_free and q.
    fn set_free(&mut self) {
        let (m, dt) = (&self.matrices, self.options.dt);
        self.free.copy_from(&self.state.x);
        self.free.axpy(dt * m.theta, &self.drive_next.0, 1.0);
        if m.theta < 1.0 {
            let explicit = dt * (1.0 - m.theta);
            self.free.axpy(explicit, &self.drive.0, 1.0);
            self.free
                .gemv(explicit, &self.system.a_matrix, &self.state.x, 1.0);
        }
        if m.multiplier_theta < 1.0 {
            let explicit = dt * (1.0 - m.multiplier_theta);
            self.free.gemv(explicit, &self.system.b, &self.state.lambda, 1.0);
        }
        // Known to be regular since the matrices were made.
        m.implicit.solve_mut(&mut self.free);
        match &mut self.chain {
            None => self.q.copy_from(&self.drive_next.1),
            Some(chain) => {
                let one_step = &mut self.matrices.one_step;
                chain.active(&self.state.x, dt, |i, active| one_step.set_active(i, active));
                chain.advance(self.drive_next.0.as_slice(), self.drive_next.1.as_slice(), dt);
                self.q.copy_from(&chain.offset_next);
            }
        }
        self.q.gemv(1.0, &self.matrices.output, &self.free, 1.0);
    }

    /// λ⁺ and w⁺ = C x⁺ + D λ⁺ + c⁺ from the state reached.
    fn set_outputs(&mut self) {
        match &self.chain {
            None => self.next.lambda.copy_from(&self.multiplier),
            Some(chain) => {
                self.next.lambda[0] = self.multiplier[chain.degree() - 1] / (self.options.dt * chain.gain);
            }
        }
        self.set_w();
    }

    /// w⁺ = C x⁺ + D λ⁺ + c⁺.
    pub(super) fn set_w(&mut self) {
        self.next.w.copy_from(&self.drive_next.1);
        self.next.w.gemv(1.0, &self.system.c, &self.next.x, 1.0);
        self.next.w.gemv(1.0, &self.system.d, &self.next.lambda, 1.0);
    }
}

impl Matrices {
    fn new(
        system: &ComplementaritySystem,
        options: &StepOptions,
        chain: Option<&Chain>,
        start: Start,
    ) -> Result<Self, ComplementarityError> {
        let (n, dt) = (system.num_states(), options.dt);
        let (theta, multiplier_theta) = start.weights(options);
        let (output, input) = match chain {
            None => (system.c.clone(), &system.b * (dt * multiplier_theta)),
            Some(chain) => (chain.output.clone(), chain.input.clone()),
        };
        let implicit = (DMatrix::identity(n, n) - &system.a_matrix * (dt * theta)).lu();
        let mut response = input.clone();
        let regular = implicit.is_invertible() && implicit.solve_mut(&mut response);
        if !(regular && response.iter().all(|x| x.is_finite())) {
            return Err(ComplementarityError::Singular { dt });
        }
        let mut matrix = &output * &response;
        if chain.is_none() {
            matrix += &system.d;
        }
        let relay = if chain.is_some() {
            &vec![false; matrix.nrows()]
        } else {
            &system.relay
        };
        let one_step = OneStep::new(&matrix, relay, options.tolerance, options.method);
        Ok(Matrices {
            theta,
            multiplier_theta,
            implicit,
            output,
            input,
            response,
            one_step,
        })
    }
}

pub(super) fn ask_drive(
    system: &mut ComplementaritySystem,
    time: f64,
    out: &mut (DVector<f64>, DVector<f64>),
) -> Result<(), ComplementarityError> {
    out.0.fill(0.0);
    out.1.fill(0.0);
    (system.drive)(time, out.0.as_mut_slice(), out.1.as_mut_slice());
    for (what, drive) in [("a(t)", &out.0), ("c(t)", &out.1)] {
        if !drive.iter().all(|x| x.is_finite()) {
            return Err(ComplementarityError::Drive { what, time });
        }
    }
    Ok(())
}
