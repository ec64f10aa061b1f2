//! Integrators for smooth phases: ẏ = f(t, y) with error control and dense output.
//!
//! They know nothing of mechanics: the right-hand side is a closure that may refuse a point (`false`), and
//! the step is then made shorter by the caller.

mod cubic;
pub mod dop853;
mod dop853_tables;
pub mod integrator;
pub mod radau;
mod radau_control;
mod radau_tables;

/// What a step may miss, component by component: absolute + relative · |y|. An infinite absolute tolerance
/// leaves a component out of the error control (sums that are only carried along).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tolerance {
    /// Relative to the component.
    pub relative: f64,
    /// Absolute, one for each component.
    pub absolute: Vec<f64>,
}

/// ẏ = f(t, y) into the last argument; `false` where it has no value.
pub type Rhs<'a> = dyn FnMut(f64, &[f64], &mut [f64]) -> bool + 'a;

/// What became of a step that was tried.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Attempt {
    /// Exact enough: the next one may be so long.
    Accepted {
        /// Length of the next step.
        next_h: f64,
    },
    /// Not exact enough, or not to be evaluated: to be tried again so long.
    Rejected {
        /// Length of the next try.
        next_h: f64,
    },
}
