//! What formulas promise, checked by numbers.

use super::LagrangianError;
use super::scope::Scope;
use crate::State;
use crate::formula::{Expr, Tape};

/// Random points at which two expressions are compared.
const POINTS: usize = 12;

/// Largest relative difference that rounding may make.
const ROUNDING: f64 = 1e-9;

/// Asks that two expressions be the same function of t, q, q', at random points. Points where one is not
/// finite say nothing. Otherwise answers the point and the two values.
pub(super) fn same_function(scope: &Scope, a: Expr, b: Expr) -> Option<(String, f64, f64)> {
    let n = scope.n();
    let mut tape = Tape::compile(&scope.graph, &[a, b], 1 + 2 * n);
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    for _ in 0..POINTS {
        let point: Vec<f64> = (0..=2 * n).map(|_| 2.5 * uniform(&mut random)).collect();
        tape.run(&[&point]);
        let (x, y) = (tape.output(0), tape.output(1));
        if (x - y).abs() > ROUNDING * (x.abs() + y.abs() + 1.0) && x.is_finite() && y.is_finite() {
            let names = scope.coordinates.iter();
            let velocities = names
                .zip(&point[1 + n..])
                .map(|(name, v)| format!("{name}' = {v:.3}"));
            return Some((velocities.collect::<Vec<_>>().join(", "), x, y));
        }
    }
    None
}

/// xorshift64*, as a number in (−1, 1).
fn uniform(state: &mut u64) -> f64 {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    let bits = state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11;
    bits as f64 / (1_u64 << 52) as f64 - 1.0
}

/// Asks that everything watched be finite at the initial state.
pub(super) fn finite(scope: &Scope, state: &State) -> Result<(), LagrangianError> {
    let expressions: Vec<Expr> = scope.watched.iter().map(|(_, _, expr)| *expr).collect();
    let mut tape = Tape::compile(&scope.graph, &expressions, 1 + 2 * scope.n());
    tape.run(&[&[state.time], &state.q, &state.v]);
    for (i, (key, what, _)) in scope.watched.iter().enumerate() {
        let value = tape.output(i);
        if !value.is_finite() {
            let message = format!(
                "{what} is {value} at the initial state: change the initial values, or the formula where it is not defined"
            );
            return Err(LagrangianError::new(key, message));
        }
    }
    Ok(())
}

/// Asks that M be positive definite, by its pivots relative to its diagonal.
pub(super) fn positive_definite(coordinates: &[String], mut mass: Vec<f64>) -> Result<(), LagrangianError> {
    let n = coordinates.len();
    let limit = 8.0 * n as f64 * f64::EPSILON;
    let diagonal: Vec<f64> = (0..n).map(|i| mass[i * n + i]).collect();
    for k in 0..n {
        let pivot = mass[k * n + k];
        if !(pivot > limit * diagonal[k].abs()) {
            let message = format!(
                "the mass matrix is not positive definite at the initial state: the pivot of `{}` is {pivot:e}; every \
                 motion needs inertia: give `{}` a kinetic energy, or take it out",
                coordinates[k], coordinates[k]
            );
            return Err(LagrangianError::new("lagrangian.kinetic", message));
        }
        for i in k + 1..n {
            let factor = mass[i * n + k] / pivot;
            for j in k + 1..n {
                mass[i * n + j] -= factor * mass[k * n + j];
            }
        }
    }
    Ok(())
}
