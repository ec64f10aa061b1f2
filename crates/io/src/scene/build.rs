//! From a scene to a system that can be simulated: formulas are read, and their faults given their place in
//! the file.

use super::complementarity::ComplementarityDescription;
use super::error::SceneError;
use super::{Scene, SystemDescription};
use drystone_dynamics::formula::{Expr, Graph, Symbol, Tape, parse};
use drystone_dynamics::models::bodies::Bodies;
use drystone_dynamics::models::complementarity::{self, ComplementaritySystem, Drive, StepOptions};
use drystone_dynamics::models::lagrangian::Lagrangian;
use drystone_dynamics::models::lagrangian::description::Scalar;
use drystone_dynamics::schemes::{self, Scheme, SchemeError};
use drystone_dynamics::{State, System};

/// A system that can be simulated.
pub enum Built {
    /// A mechanical system, its initial state and the scheme that steps it.
    Lagrangian(Box<Lagrangian>, State, Box<dyn Scheme>),
    /// A world of bodies, its initial state and the scheme that steps it.
    Bodies(Box<Bodies>, State, Box<dyn Scheme>),
    /// A linear complementarity system and how it is stepped.
    Complementarity(Box<ComplementaritySystem>, StepOptions),
}

impl Scene {
    /// Reads the formulas and derives the system.
    pub fn build(&self) -> Result<Built, SceneError> {
        match &self.system {
            SystemDescription::Bodies(world) => {
                let built = Bodies::new(world);
                let (system, state) =
                    built.map_err(|error| self.error_in(&error.key, None, error.message))?;
                let scheme = self.scheme(&system)?;
                Ok(Built::Bodies(Box::new(system), state, scheme))
            }
            SystemDescription::Lagrangian(description) => {
                let built = Lagrangian::new(description);
                let (system, state) = built.map_err(|error| match (&error.entry, &error.formula) {
                    (Some(entry), _) => self.error_of(&error.key, entry, error.message),
                    (_, Some(formula)) => self.formula_error(&error.key, formula),
                    (None, None) => self.error_in(&error.key, None, error.message),
                })?;
                let scheme = self.scheme(&system)?;
                Ok(Built::Lagrangian(Box::new(system), state, scheme))
            }
            SystemDescription::Complementarity(description) => {
                let system = self.complementarity(description)?;
                Ok(Built::Complementarity(Box::new(system), self.step_options()?))
            }
        }
    }

    /// The time-stepping scheme of the scene; values of its options that it refuses have a line here.
    fn scheme(&self, system: &dyn System) -> Result<Box<dyn Scheme>, SceneError> {
        let scheme = &self.run.scheme;
        schemes::by_name(&scheme.name, &scheme.settings(), system, self.run.options)
            .map_err(|error| self.refused_scheme(error))
    }

    /// A scheme that is refused, at the option to blame.
    fn refused_scheme(&self, error: SchemeError) -> SceneError {
        let scheme = &self.run.scheme;
        let named = scheme
            .options
            .iter()
            .find(|option| error.option.as_ref() == Some(&option.name));
        match named {
            Some(option) => {
                let key = format!("run.scheme.{}.{}", scheme.name, option.name);
                self.error_at(&option.origin, &key, error.message)
            }
            None => self.error_at(&scheme.origin, "run.scheme", error.message),
        }
    }

    fn complementarity(
        &self,
        description: &ComplementarityDescription,
    ) -> Result<ComplementaritySystem, SceneError> {
        Ok(ComplementaritySystem {
            a_matrix: description.a_matrix.clone(),
            b: description.b_matrix.clone(),
            c: description.c_matrix.clone(),
            d: description.d_matrix.clone(),
            relay: description.relay.clone(),
            drive: self.drive(description)?,
            x0: description.initial.clone(),
        })
    }

    /// a(t) and c(t) as one tape.
    fn drive(&self, description: &ComplementarityDescription) -> Result<Drive, SceneError> {
        let mut symbols = self.params.symbols().clone();
        symbols.insert("t", Symbol::Variable(0));
        let mut graph = Graph::default();
        let mut outputs: Vec<Expr> = Vec::new();
        for (key, list) in [("a", &description.a), ("c", &description.c)] {
            for (i, scalar) in list.iter().enumerate() {
                outputs.push(match scalar {
                    Scalar::Number(x) => graph.constant(*x),
                    Scalar::Formula(text) => parse(&mut graph, text, &symbols).map_err(|error| {
                        let key = format!("complementarity.{key}[{i}]");
                        let fault = self.params.fault(&error, &["t"]);
                        self.error_in(&key, Some(fault.offset), fault.message)
                    })?,
                });
            }
        }
        if outputs.iter().all(|expr| graph.is(*expr, 0.0)) {
            return Ok(ComplementaritySystem::no_drive());
        }
        let n = description.a.len();
        let mut tape = Tape::compile(&graph, &outputs, 1);
        tape.run(&[&[0.0]]);
        if let Some(i) = (0..outputs.len()).find(|i| !tape.output(*i).is_finite()) {
            let key = if i < n {
                format!("a[{i}]")
            } else {
                format!("c[{}]", i - n)
            };
            let message = format!("is {} at t = 0, asked: a finite number", tape.output(i));
            return Err(self.error_in(&format!("complementarity.{key}"), None, message));
        }
        Ok(Box::new(move |time, a: &mut [f64], c: &mut [f64]| {
            tape.run(&[&[time]]);
            for (i, out) in a.iter_mut().chain(c).enumerate() {
                *out = tape.output(i);
            }
        }))
    }

    fn step_options(&self) -> Result<StepOptions, SceneError> {
        let run = &self.run;
        let scheme = complementarity::Scheme::by_name(&run.scheme.name, &run.scheme.settings());
        let scheme = scheme.map_err(|error| self.refused_scheme(error))?;
        Ok(StepOptions {
            scheme,
            tolerance: run.tolerance,
            method: drystone_solve::lcp::Method::from_name(&run.solver.name)
                .unwrap_or(drystone_solve::lcp::Method::Auto),
            ..StepOptions::new(run.step)
        })
    }
}
