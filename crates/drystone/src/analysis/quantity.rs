//! Formulas of the instant: coordinates, velocities, outputs, the time `t`, and `phase`, the share of the
//! period gone by.

use super::AnalysisError;
use super::section::Point;
use crate::run::runner::Names;
use crate::verification::dotted_names;
use drystone_dynamics::formula::{Graph, Symbol, Tape, parse};
use drystone_io::scene::Scene;

/// A formula that can be evaluated at a point of an orbit.
pub struct Quantity {
    /// As it was written.
    pub text: String,
    tape: Tape,
}

impl Quantity {
    /// Reads a formula with the parameters of this scene.
    pub fn new(scene: &Scene, names: &Names, text: &str) -> Result<Self, AnalysisError> {
        let mut symbols = scene.symbols()?;
        let own: Vec<&str> = (names.q.iter().chain(&names.v).chain(&names.outputs))
            .map(String::as_str)
            .chain(["t", "phase"])
            .collect();
        for (i, name) in own.iter().enumerate() {
            symbols.insert(
                &plain(name),
                Symbol::Variable(u32::try_from(i).unwrap_or(u32::MAX)),
            );
        }
        let known = |name: &str| names.who.bodies.iter().any(|body| body == name);
        let mut formula = text.to_owned();
        for (at, name) in dotted_names(text, &known) {
            if !own.contains(&name) {
                return Err(AnalysisError::Input(format!(
                    "`{name}` means nothing here; there are: {}",
                    own.join(", ")
                )));
            }
            formula.replace_range(at..at + name.len(), &plain(name));
        }
        let mut graph = Graph::default();
        let expr = parse(&mut graph, &formula, &symbols)
            .map_err(|e| AnalysisError::Input(format!("`{text}`: {e}; there are: {}", own.join(", "))))?;
        Ok(Quantity {
            text: text.to_owned(),
            tape: Tape::compile(&graph, &[expr], own.len()),
        })
    }

    /// Its value.
    pub fn value(&mut self, point: &Point) -> f64 {
        let rest = [point.state.time, point.phase];
        self.tape
            .run(&[&point.state.q, &point.state.v, &point.outputs, &rest]);
        self.tape.output(0)
    }
}

/// Formulas have no dots and no hyphens within names.
fn plain(name: &str) -> String {
    name.replace(['.', '-'], "_")
}

/// A number by a formula of the scene's parameters, as `2*pi/omega`.
pub fn number(scene: &Scene, text: &str) -> Result<f64, AnalysisError> {
    let symbols = scene.symbols()?;
    let mut graph = Graph::default();
    let expr = parse(&mut graph, text, &symbols)
        .map_err(|e| AnalysisError::Input(format!("`{text}`: {e}; parameters of the scene may be used")))?;
    let mut tape = Tape::compile(&graph, &[expr], 0);
    tape.run(&[]);
    let x = tape.output(0);
    if x.is_finite() {
        Ok(x)
    } else {
        Err(AnalysisError::Input(format!(
            "`{text}` is {x}: give a finite number"
        )))
    }
}
