//! Integrators of ordinary differential equations y' = f(t, y) with error control: one step at a time, no contact, no body.
//!
//! The right-hand side is a closure that says `false` where it cannot be evaluated: the step is then refused, and shorter.

pub mod radau;
mod radau_tables;

/// How exact a step is to be: the error of component i counts in units of `absolute[i]` + `relative` |y_i|.
#[derive(Clone, Debug, PartialEq)]
pub struct Tolerance {
    /// Share of the size of a component.
    pub relative: f64,
    /// One for each component, in its unit.
    pub absolute: Vec<f64>,
}

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
