//! The names that the formulas of a Lagrangian may use, and the graph they are read into.
//!
//! ```text
//! variables:  t | q | q'          constants ⊂ configuration (t, q) ⊂ motion (t, q, q')
//! ```

use super::LagrangianError;
use crate::formula::{
    Differentiator, Expr, Graph, Symbol, Symbols, define_constants, is_reserved, nearest, parse,
};
use crate::models::lagrangian::description::{LagrangianDescription, Scalar};

const NO_VELOCITY: &str = "only t, coordinates and constants may stand in this formula, no velocities";
const ONLY_CONSTANTS: &str = "only numbers, constants and parameters may stand in this formula";

/// What a formula may depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Uses {
    Constants,
    Configuration,
    Motion,
}

/// Everything that reading and differentiating needs.
pub(super) struct Scope {
    pub(super) graph: Graph,
    /// Names of the coordinates.
    pub(super) coordinates: Vec<String>,
    constants: Symbols,
    configuration: Symbols,
    motion: Symbols,
    by: Vec<Differentiator>,
    /// (key, what, expression) that must be finite at the initial state.
    pub(super) watched: Vec<(String, String, Expr)>,
}

fn index(i: usize) -> u32 {
    u32::try_from(i).unwrap_or(u32::MAX)
}

impl Scope {
    /// Checks the names and evaluates the constants.
    pub(super) fn new(description: &LagrangianDescription) -> Result<Scope, LagrangianError> {
        check_names(description)?;
        let n = description.coordinates.len();
        let mut known = Symbols::default();
        for (name, value) in &description.parameters {
            known.insert(name, Symbol::Constant(*value));
            known.insert(&format!("${name}"), Symbol::Constant(*value));
        }
        let variables: Vec<(String, u32)> = std::iter::once(("t".to_owned(), 0))
            .chain(description.coordinates.iter().cloned().zip(1..))
            .chain(
                description
                    .coordinates
                    .iter()
                    .map(|name| format!("{name}'"))
                    .zip(1 + index(n)..),
            )
            .collect();
        let mut constants = known;
        for (name, _) in &variables {
            constants.insert(name, Symbol::Forbidden(ONLY_CONSTANTS));
        }
        evaluate_constants(description, &mut constants)?;
        let mut configuration = constants.clone();
        let mut motion = constants.clone();
        for (name, variable) in variables {
            motion.insert(&name, Symbol::Variable(variable));
            let free = (variable as usize) <= n;
            let symbol = if free {
                Symbol::Variable(variable)
            } else {
                Symbol::Forbidden(NO_VELOCITY)
            };
            configuration.insert(&name, symbol);
        }
        Ok(Scope {
            graph: Graph::default(),
            coordinates: description.coordinates.clone(),
            constants,
            configuration,
            motion,
            by: (0..=2 * n).map(|i| Differentiator::new(index(i))).collect(),
            watched: Vec::new(),
        })
    }

    /// Number of coordinates.
    pub(super) fn n(&self) -> usize {
        self.coordinates.len()
    }

    /// Reads the formula under a key.
    pub(super) fn read(&mut self, key: &str, text: &str, uses: Uses) -> Result<Expr, LagrangianError> {
        let symbols = match uses {
            Uses::Constants => &self.constants,
            Uses::Configuration => &self.configuration,
            Uses::Motion => &self.motion,
        };
        parse(&mut self.graph, text, symbols).map_err(|error| LagrangianError::formula(key, &error))
    }

    /// Reads the number or formula under a key.
    pub(super) fn scalar(&mut self, key: &str, scalar: &Scalar, uses: Uses) -> Result<Expr, LagrangianError> {
        match scalar {
            Scalar::Number(value) => Ok(self.graph.constant(*value)),
            Scalar::Formula(text) => self.read(key, text, uses),
        }
    }

    /// Reads a formula in constants, which must be a finite number.
    pub(super) fn number(&mut self, key: &str, scalar: &Scalar) -> Result<f64, LagrangianError> {
        let expr = self.scalar(key, scalar, Uses::Constants)?;
        let value = self.graph.value(expr).unwrap_or(f64::NAN);
        finite(key, value)
    }

    /// Asks that an expression be finite at the initial state.
    pub(super) fn watch(&mut self, key: &str, what: &str, expr: Expr) {
        self.watched.push((key.to_owned(), what.to_owned(), expr));
    }

    pub(super) fn velocity(&mut self, i: usize) -> Expr {
        let n = self.n();
        self.graph.variable(index(1 + n + i))
    }

    pub(super) fn by_time(&mut self, expr: Expr) -> Expr {
        self.by[0].derive(&mut self.graph, expr)
    }

    pub(super) fn by_q(&mut self, expr: Expr, i: usize) -> Expr {
        self.by[1 + i].derive(&mut self.graph, expr)
    }

    pub(super) fn by_v(&mut self, expr: Expr, i: usize) -> Expr {
        let n = self.n();
        self.by[1 + n + i].derive(&mut self.graph, expr)
    }

    /// The expression at q' = 0.
    pub(super) fn at_rest(&mut self, expr: Expr) -> Expr {
        let n = self.n();
        self.graph.substitute(expr, |i| (i as usize > n).then_some(0.0))
    }

    /// Whether an expression has a coordinate in it.
    pub(super) fn depends_on_q(&self, expr: Expr) -> bool {
        let n = self.n();
        self.graph.depends(expr, |i| (1..=n).contains(&(i as usize)))
    }

    /// The first coordinate whose velocity an expression depends on.
    pub(super) fn velocity_in(&self, expr: Expr) -> Option<&str> {
        let n = self.n();
        let has = |i: &usize| self.graph.depends(expr, |j| j as usize == 1 + n + i);
        (0..n).find(has).map(|i| self.coordinates[i].as_str())
    }

    /// Σ aᵢ q'ᵢ.
    pub(super) fn dot_velocity(&mut self, row: &[Expr]) -> Expr {
        let mut sum = self.graph.constant(0.0);
        for (i, a) in row.iter().enumerate() {
            let v = self.velocity(i);
            let term = self.graph.mul(*a, v);
            sum = self.graph.add(sum, term);
        }
        sum
    }

    /// d/dt (row · q' + rate) at constant q'.
    pub(super) fn turn(&mut self, row: &[Expr], rate: Expr) -> Expr {
        let moved = self.dot_velocity(row);
        let velocity = self.graph.add(moved, rate);
        let by_q: Vec<Expr> = (0..self.n()).map(|i| self.by_q(velocity, i)).collect();
        let turned = self.dot_velocity(&by_q);
        let by_time = self.by_time(velocity);
        self.graph.add(turned, by_time)
    }

    /// The place of a coordinate, or an error that names the nearest one.
    pub(super) fn coordinate(&self, key: &str, name: &str) -> Result<usize, LagrangianError> {
        let found = self.coordinates.iter().position(|known| known == name);
        found.ok_or_else(|| {
            let names = self.coordinates.iter().map(String::as_str);
            let remedy = match nearest(name, names) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("the coordinates are {}", self.coordinates.join(", ")),
            };
            LagrangianError::entry(key, name, &format!("is not a coordinate: {remedy}"))
        })
    }
}

fn finite(key: &str, value: f64) -> Result<f64, LagrangianError> {
    if value.is_finite() {
        return Ok(value);
    }
    Err(LagrangianError::new(
        key,
        format!("is {value}: a finite number is asked"),
    ))
}

fn evaluate_constants(
    description: &LagrangianDescription,
    symbols: &mut Symbols,
) -> Result<(), LagrangianError> {
    let key = |name: &str| format!("lagrangian.constants.{name}");
    let mut formulas = Vec::new();
    for (name, scalar) in &description.constants {
        match scalar {
            Scalar::Number(value) => symbols.insert(name, Symbol::Constant(*value)),
            Scalar::Formula(text) => formulas.push((name.as_str(), text.as_str())),
        }
    }
    define_constants(&formulas, symbols)
        .map_err(|wrong| LagrangianError::formula(&key(&wrong.name), &wrong.error))?;
    for (name, _) in &description.constants {
        if let Some(Symbol::Constant(value)) = symbols.get(name) {
            finite(&key(name), value)?;
        }
    }
    Ok(())
}

fn check_names(description: &LagrangianDescription) -> Result<(), LagrangianError> {
    if description.coordinates.is_empty() {
        let message = "there is no coordinate: name at least one, as in [\"x\"]";
        return Err(LagrangianError::new("lagrangian.coordinates", message));
    }
    let coordinates = description.coordinates.iter().map(|name| ("coordinates", name));
    let constants = description.constants.iter().map(|(name, _)| ("constants", name));
    let mut seen: Vec<(&str, &str)> = Vec::new();
    for (list, name) in coordinates.chain(constants) {
        let key = format!("lagrangian.{list}");
        let mut letters = name.chars();
        let begins = letters.next().is_some_and(|c| c.is_alphabetic() || c == '_');
        if !begins || !letters.all(|c| c.is_alphanumeric() || c == '_') {
            let message = "is not a name: use letters, digits and _, a letter first";
            return Err(LagrangianError::entry(&key, name, message));
        }
        if is_reserved(name) {
            let meaning = if name == "t" {
                "the time"
            } else {
                "a function or a word of formulas"
            };
            let message = format!("already means {meaning}: choose another name");
            return Err(LagrangianError::entry(&key, name, &message));
        }
        if let Some((other, _)) = seen.iter().find(|(_, known)| known == name) {
            let message = format!("is already one of the {other}: choose another name");
            return Err(LagrangianError::entry(&key, name, &message));
        }
        seen.push((list, name));
    }
    distinct(
        "lagrangian.contact",
        description.contacts.iter().map(|c| c.name.as_str()),
    )?;
    distinct(
        "lagrangian.constraint",
        description.constraints.iter().map(|c| c.name.as_str()),
    )?;
    distinct(
        "lagrangian.output",
        description.outputs.iter().map(|(name, _)| name.as_str()),
    )?;
    distinct(
        "lagrangian.forces",
        description.forces.iter().map(|(name, _)| name.as_str()),
    )?;
    distinct(
        "lagrangian.initial",
        description.initial.iter().map(|(name, _)| name.as_str()),
    )
}

fn distinct<'a>(key: &str, names: impl Iterator<Item = &'a str>) -> Result<(), LagrangianError> {
    let mut all: Vec<&str> = names.collect();
    all.sort_unstable();
    match all.windows(2).find(|pair| pair[0] == pair[1]) {
        None => Ok(()),
        Some(pair) => Err(LagrangianError::entry(key, pair[0], "is given twice: keep one")),
    }
}
